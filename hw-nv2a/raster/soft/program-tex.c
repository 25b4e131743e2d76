/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What fragment programs ask of textures: levels of detail from the quad or as
 * given, cube maps, shadow formats.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include "raster/soft/soft.h"

/* Lane @k as seen from lane @i: on the plane of that one's face of a cube. */
static NvTexQuery beside(const NvFragTex *f, const NvTexQuery *q, unsigned i,
                         unsigned k)
{
    NvTexQuery other = q[k];

    if (other.face != q[i].face) {
        other.face = q[i].face;
        nv_soft_cube_plane(&other, f->coord[0][k], f->coord[1][k],
                           f->coord[2][k]);
    }
    return other;
}

static float lod_of(const NvSoftTexture *t, const NvFragTex *f, NvFragLod lod,
                    const NvTexQuery *q, unsigned i)
{
    float bias = lod == NV_FRAG_LOD_BIAS ? f->lod[i] : 0;
    NvTexQuery l, r, u, d;

    if (lod == NV_FRAG_LOD_GIVEN) {
        return f->lod[i];
    }
    if (lod == NV_FRAG_LOD_SLOPES) {
        return nv_soft_footprint(t, f->dx[0][i], f->dx[1][i], f->dy[0][i],
                                 f->dy[1][i]);
    }
    if (!f->quads) {
        return bias;
    }
    l = beside(f, q, i, i & ~2u);
    r = beside(f, q, i, i | 2);
    u = beside(f, q, i, i & ~1u);
    d = beside(f, q, i, i | 1);
    return bias + nv_soft_footprint(t, r.u - l.u, r.v - l.v, d.u - u.u,
                                    d.v - u.v);
}

/* Several samples, by slopes that are given or those of the quad. */
static void sample_along(const NvSoftTexture *t, const NvFragTex *f,
                         NvFragLod lod, unsigned i, NvTexQuery *q)
{
    double step[2][2];

    for (unsigned k = 0; k < 2; k++) {
        const float *c = f->coord[k];

        step[0][k] = c[i | 2] - c[i & ~2u];
        step[1][k] = c[i | 1] - c[i & ~1u];
        if (lod == NV_FRAG_LOD_SLOPES) {
            step[0][k] = f->dx[k][i];
            step[1][k] = f->dy[k][i];
        }
    }
    q->lod = lod == NV_FRAG_LOD_BIAS ? f->lod[i] : 0;
    nv_soft_sample_along(t, q, step[0], step[1]);
}

static void look_up(const NvSoftTexture *t, NvFragTex *f, NvFragLod lod,
                    NvTexQuery *q, unsigned i)
{
    if (t->format->depth_bits) {
        double scale = t->format->depth_float ? 1.0
                       : t->format->depth_bits == 16 ? 65535.0 : 16777215.0;

        q->ref = nv_soft_encode_depth(q->p * scale, t->format->depth_bits,
                                      t->format->depth_float);
    }
    if (t->how->taps > 1 && f->quads && lod != NV_FRAG_LOD_GIVEN) {
        sample_along(t, f, lod, i, q);
    } else {
        nv_soft_sample(t, q);
    }
    f->kill |= (uint64_t)q->kill << i;
    for (unsigned c = 0; c < 4; c++) {
        f->out[c][i] = q->rgba[c];
    }
}

/* A unit that is off gives opaque black, as Kelvin's does. */
void nv_soft_program_sample(const void *opaque, NvFragTex *f, NvFragLod lod)
{
    const NvSoft *s = opaque;
    const NvSoftTexture *t = &s->tex[f->unit];
    NvTexQuery q[NV_FRAG_LANES];
    bool lods = nv_soft_texture_needs_lod(t);

    if (t->lanes) {
        double u[NV_FRAG_LANES], v[NV_FRAG_LANES];

        for (unsigned i = 0; i < f->n; i++) {
            u[i] = f->coord[0][i];
            v[i] = f->coord[1][i];
        }
        f->kill |= nv_soft_sample_lanes(t, u, v, f->n, f->out);
        return;
    }
    for (unsigned i = 0; i < f->n; i++) {
        q[i] = (NvTexQuery) { .u = f->coord[0][i], .v = f->coord[1][i],
                              .p = f->coord[2][i] };
        if (t->how->cube) {
            nv_soft_cube_face(&q[i], q[i].u, q[i].v, q[i].p);
        }
    }
    for (unsigned i = 0; i < f->n; i++) {
        if (!t->how->on) {
            for (unsigned c = 0; c < 4; c++) {
                f->out[c][i] = c == 3;
            }
        } else if (f->quads || f->live >> i & 1) {
            NvTexQuery one = q[i];

            one.lod = lods ? lod_of(t, f, lod, q, i) : 0;
            look_up(t, f, lod, &one, i);
        } else {
            for (unsigned c = 0; c < 4; c++) {
                f->out[c][i] = 0;
            }
        }
    }
}
