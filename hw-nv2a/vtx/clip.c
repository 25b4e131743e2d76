/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Clipping in homogeneous space, before the division by w counts.
 *
 * Vertices are (x w, y w, z w, w) with window x, y, z, so every plane of the
 * guard band is linear and w <= 0 is no special case.  The hardware has no
 * such step that a guest can see (guess: it rasterises homogeneously); new
 * corners are computed in double from the inner to the outer end of an edge,
 * so two triangles that share the edge get the same corner.  Distances to the
 * guest's own planes are linear in the same space, as OpenGL has them.
 */
#include "vtx/vtx-priv.h"

#include <math.h>

/* >= 0 is inside. */
double nv_vtx_plane(const NvVtxSetup *s, unsigned plane, const double p[4])
{
    switch (plane) {
    case NV_CLIP_W:
        return p[3] - NV_VTX_W_MIN;
    case NV_CLIP_LEFT:
        return p[0] + NV_VTX_GUARD * p[3];
    case NV_CLIP_RIGHT:
        return NV_VTX_GUARD * p[3] - p[0];
    case NV_CLIP_TOP:
        return p[1] + NV_VTX_GUARD * p[3];
    case NV_CLIP_BOTTOM:
        return NV_VTX_GUARD * p[3] - p[1];
    case NV_CLIP_NEAR:
        return p[2] - s->near * p[3];
    default:
        return s->far * p[3] - p[2];
    }
}

static double between(double a, double b, double t)
{
    return a + (b - a) * t;
}

static float limit(double v)
{
    return v > NV_VTX_GUARD ? NV_VTX_GUARD
                            : v < -NV_VTX_GUARD ? -NV_VTX_GUARD : v;
}

static double distance(const NvVtxSetup *s, unsigned plane,
                       const NvClipVertex *v)
{
    return plane < NV_CLIP_VIEW ? nv_vtx_plane(s, plane, v->p)
                                : v->distance[plane - NV_CLIP_USER];
}

/* All that follows rhw in NvRasterVertex is a row of floats. */
#define FIRST_ATTR (offsetof(NvRasterVertex, color) / sizeof(float))
#define ATTRS (sizeof(NvRasterVertex) / sizeof(float))

void nv_vtx_blend_attrs(const NvRasterVertex *a, const NvRasterVertex *b,
                        double t, NvRasterVertex *out)
{
    float fa[ATTRS], fb[ATTRS], fo[ATTRS];

    memcpy(fa, a, sizeof(fa));
    memcpy(fb, b, sizeof(fb));
    memcpy(fo, out, sizeof(fo));
    for (unsigned i = FIRST_ATTR; i < ATTRS; i++) {
        fo[i] = (float)between(fa[i], fb[i], t);
    }
    memcpy(out, fo, sizeof(fo));
}

/* The corner where the edge from @a (inside) to @b leaves a half-space. */
static void cut(const NvVtxSetup *s, const NvClipVertex *a,
                const NvClipVertex *b, double da, double db,
                NvClipVertex *out)
{
    double t = da / (da - db), w;

    /* Not finite only where both ends are outlandish: stay at @a. */
    t = isfinite(t) ? t : 0;
    for (unsigned c = 0; c < 4; c++) {
        out->p[c] = between(a->p[c], b->p[c], t);
    }
    for (unsigned i = 0; s->user && i < NV_VTX_USER_CLIPS; i++) {
        out->distance[i] = between(a->distance[i], b->distance[i], t);
    }
    if (out->p[3] < NV_VTX_W_MIN) {
        out->p[3] = NV_VTX_W_MIN;
    }
    w = out->p[3];
    out->v.x = nv_vtx_snap(limit(out->p[0] / w));
    out->v.y = nv_vtx_snap(limit(out->p[1] / w));
    out->v.z = s->by_w ? (float)w :
               (float)fmax(-0x1p127, fmin(0x1p127, out->p[2] / w));
    out->v.rhw = nv_vtx_rhw(w);
    if (!s->perspective && b->p[3] > 0) {
        /* Linear on the screen: the same point by its share of pixels. */
        t = fmin(t * b->p[3] / w, 1);
    }
    nv_vtx_blend_attrs(&a->v, &b->v, t, &out->v);
    out->v.w = (float)w;
}

static unsigned clip_plane(const NvVtxSetup *s, unsigned plane,
                           const NvClipVertex *in, unsigned count,
                           NvClipVertex *out)
{
    unsigned left = 0;

    for (unsigned i = 0; i < count; i++) {
        const NvClipVertex *a = &in[i], *b = &in[(i + 1) % count];
        double da = distance(s, plane, a), db = distance(s, plane, b);

        if (da >= 0) {
            out[left++] = *a;
        }
        if (da >= 0 && !(db >= 0)) {
            cut(s, a, b, da, db, &out[left++]);
        } else if (!(da >= 0) && db >= 0) {
            cut(s, b, a, db, da, &out[left++]);
        }
        /* Rounding may bend a polygon; a plane still adds only one. */
        if (left + 2 > NV_CLIP_MAX) {
            break;
        }
    }
    return left;
}

unsigned nv_vtx_clip_polygon(const NvVtxSetup *s, unsigned mask,
                             NvClipVertex poly[NV_CLIP_MAX], unsigned count)
{
    NvClipVertex next[NV_CLIP_MAX];

    assert(count <= NV_CLIP_MAX);
    for (unsigned plane = 0; plane < NV_CLIP_PLANES && count >= 3; plane++) {
        if (mask & 1u << plane) {
            count = clip_plane(s, plane, poly, count, next);
            memcpy(poly, next, count * sizeof(next[0]));
        }
    }
    return count >= 3 ? count : 0;
}

bool nv_vtx_clip_line(const NvVtxSetup *s, unsigned mask,
                      NvClipVertex line[2])
{
    for (unsigned plane = 0; plane < NV_CLIP_PLANES; plane++) {
        double d0 = distance(s, plane, &line[0]);
        double d1 = distance(s, plane, &line[1]);
        NvClipVertex fresh;

        if (!(mask & 1u << plane) || (d0 >= 0 && d1 >= 0)) {
            continue;
        }
        if (d0 >= 0) {
            cut(s, &line[0], &line[1], d0, d1, &fresh);
            line[1] = fresh;
        } else if (d1 >= 0) {
            cut(s, &line[1], &line[0], d1, d0, &fresh);
            line[0] = fresh;
        } else {
            return false;
        }
    }
    return true;
}
