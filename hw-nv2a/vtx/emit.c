/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One assembled primitive: facing, culling, polygon mode, polygon offset,
 * clipping if it must be, and into the batch for the rasteriser.
 *
 * Rules by public measurements on NV2A (culling sign, offset); polygon mode
 * and flat shading of clipped primitives follow the OpenGL specification.
 */
#include "vtx/vtx-priv.h"

#include <math.h>

/* Whole corners for a rasteriser that does not take lanes. */
static void flush_lanes(NvVtx *vtx)
{
    NvVtxWork *work = vtx->work;
    const NvRasterVertex *v = work->room->block[0];

    if (nv_raster_lanes(vtx->raster, v, work->lane, work->count)) {
        return;
    }
    for (unsigned i = 0; i < work->count; i++) {
        work->batch[i] = v[work->lane[i]];
    }
    nv_raster_triangles(vtx->raster, work->batch, work->count);
}

void nv_vtx_batch_flush(NvVtx *vtx)
{
    NvVtxWork *work = vtx->work;

    if (!work->count) {
        return;
    }
    switch (work->kind) {
    case NV_BATCH_POINTS:
        nv_raster_points(vtx->raster, work->batch, work->count);
        break;
    case NV_BATCH_LINES:
        nv_raster_lines(vtx->raster, work->batch, work->count);
        break;
    case NV_BATCH_TRIANGLES:
        nv_raster_triangles(vtx->raster, work->batch, work->count);
        break;
    case NV_BATCH_LANES:
        flush_lanes(vtx);
        break;
    }
    work->count = 0;
    if (work->gathers) {
        work->gathered = 0;
        work->blocks = 2;
        nv_vtx_turn(work);
    }
}

/* There is room for @n corners more of this kind. */
static void make_room(NvVtx *vtx, NvBatchKind kind, unsigned n)
{
    NvVtxWork *work = vtx->work;

    assert(n <= NV_VTX_BATCH);
    if (work->kind != kind || work->count + n > nv_vtx_most_corners(vtx)) {
        nv_vtx_batch_flush(vtx);
        work->kind = kind;
    }
}

/* Room for a corner that is no lane's, and its number. */
static NvRasterVertex *loose_corner(NvVtxWork *work, uint16_t *number)
{
    NvRasterVertex *v = &work->batch[work->gathered++];

    *number = v - work->room->block[0];
    return v;
}

/* Room for three of those that lanes name. */
static NvRasterVertex *gather_corners(NvVtxWork *work)
{
    NvRasterVertex *room = &work->batch[work->gathered];

    for (unsigned i = 0; i < 3; i++) {
        loose_corner(work, &work->lane[work->count++]);
    }
    return room;
}

/* Room for the @n corners of the next primitive. */
static NvRasterVertex *grow(NvVtx *vtx, NvBatchKind kind, unsigned n)
{
    NvVtxWork *work = vtx->work;
    NvRasterVertex *room;

    if (work->gathers && kind == NV_BATCH_TRIANGLES) {
        make_room(vtx, NV_BATCH_LANES, n);
        return gather_corners(work);
    }
    make_room(vtx, kind, n);
    room = &work->batch[work->count];
    work->count += n;
    return room;
}

/* ---- lanes ---- */

/* What is held is in a slot that others are in before the batch is drawn. */
static uint16_t number_of(NvVtxWork *work, unsigned lane)
{
    uint16_t number = nv_vtx_corner_number(work, lane);

    if (work->gathers && nv_vtx_is_held(lane)) {
        *loose_corner(work, &number) = work->lanes->v[lane];
    }
    return number;
}

void nv_vtx_emit_lanes(NvVtx *vtx, unsigned a, unsigned b, unsigned c)
{
    NvVtxWork *work = vtx->work;
    uint16_t *lane;

    make_room(vtx, NV_BATCH_LANES, 3);
    lane = &work->lane[work->count];
    lane[0] = number_of(work, a);
    lane[1] = number_of(work, b);
    lane[2] = number_of(work, c);
    work->count += 3;
}

void nv_vtx_emit_flat(NvVtx *vtx, const unsigned lane[3], unsigned prov)
{
    NvRasterVertex *room = grow(vtx, NV_BATCH_TRIANGLES, 3);
    const NvRasterVertex *v = vtx->work->lanes->v;

    for (unsigned i = 0; i < 3; i++) {
        room[i] = v[lane[i]];
        memcpy(room[i].color, v[prov].color, sizeof(room[i].color));
    }
}

static void dress(NvRasterVertex *out, const NvCorner *c,
                  const NvStyle *style)
{
    const NvCorner *colors = style->flat ? style->flat : c;

    *out = c->v;
    if (style->back) {
        memcpy(out->color, colors->back, sizeof(out->color));
    } else if (style->flat) {
        memcpy(out->color, colors->v.color, sizeof(out->color));
    }
    out->offset = style->offset;
}

/* For clipping; the offset comes when the corner leaves. */
static void dress_clip(const NvVtxSetup *s, NvClipVertex *out,
                       const NvCorner *c, const NvStyle *style)
{
    NvStyle flush = { style->flat, style->back, 0, 0 };

    dress(&out->v, c, &flush);
    memcpy(out->p, c->clip, sizeof(out->p));
    for (unsigned i = 0; s->user && i < NV_VTX_USER_CLIPS; i++) {
        out->distance[i] = c->distance[i];
    }
}

/*
 * False if nothing of a primitive with these codes can be seen.  The codes
 * are homogeneous, so corners behind the eye count as any other.
 */
static bool visible(const NvVtxSetup *s, unsigned all_of)
{
    return !(all_of & s->reject_mask);
}

void nv_vtx_point(NvVtx *vtx, const NvCorner *a, const NvStyle *style)
{
    const NvVtxSetup *s = &vtx->work->setup;

    if (a->bad) {
        vtx->counts.bad++;
        return;
    }
    if (a->code & (s->clip_mask | s->reject_mask)) {
        vtx->counts.outside++;
        return;
    }
    dress(grow(vtx, NV_BATCH_POINTS, 1), a, style);
}

/*
 * Near enough to be drawn as they are, and cut by none of the guest's planes.
 * With two corners behind the eye a cut would be far from exact.
 */
static bool is_near(const NvCorner *const *c, unsigned n, unsigned mask)
{
    bool near = !(mask >> NV_CLIP_USER);
    unsigned behind = 0;
    float longest = 0;

    for (unsigned i = 0; i < n; i++) {
        behind += c[i]->v.rhw < 0;
        longest = fmaxf(longest, fmaxf(fabsf(c[i]->v.x), fabsf(c[i]->v.y)));
    }
    return near && longest <= (behind == 2 ? NV_VTX_FAR : NV_VTX_GUARD);
}

/* More than the largest surface, less than the guard band. */
#define LONG_LINE 16384.0f

/*
 * hw: with one end behind the eye a line goes the other way, from the end
 * before it to the surface's border.  @out[0] is that end.
 */
static void external_line(const NvVtxSetup *s, const NvRasterVertex *behind,
                          NvRasterVertex out[2])
{
    const NvRasterVertex *a = &out[0];
    float dx = a->x - behind->x, dy = a->y - behind->y;
    float longer = fmaxf(fabsf(dx), fabsf(dy));
    float k = longer > 0 ? ceilf(LONG_LINE / longer) : 0;
    double na = (1.0 + k) * a->rhw, nb = (double)k * -behind->rhw;

    out[1] = *a;
    out[1].x += k * dx;
    out[1].y += k * dy;
    out[1].z = (float)fmax(-0x1p127, fmin(0x1p127, a->z + (double)k *
                                                   (a->z - behind->z)));
    out[1].rhw = (float)(na + nb);
    if (s->by_w) {
        out[1].z = (float)(1 / (na + nb));
    }
    /* Of the screen's shares one would be negative (guess: none of that). */
    nv_vtx_blend_attrs(a, behind, s->perspective ? nb / (na + nb) : 0,
                       &out[1]);
    out[1].w = 0;
}

/* @out: what is drawn of the line that starts at @a. */
static void dress_stipple(const NvVtxSetup *s, const NvCorner *a,
                          const NvStyle *style, NvRasterVertex out[2])
{
    if (s->stipple) {
        out[0].size = (style->along + nv_vtx_stipple_length(&a->v, &out[0])) %
                      s->stipple;
    }
}

static void line(NvVtx *vtx, const NvCorner *a, const NvCorner *b,
                 const NvStyle *style)
{
    const NvVtxSetup *s = &vtx->work->setup;
    unsigned mask = (a->code | b->code) & s->clip_mask;
    NvClipVertex ends[2];
    NvRasterVertex *out;

    if (!visible(s, a->code & b->code)) {
        vtx->counts.outside++;
        return;
    }
    if (!mask) {
        out = grow(vtx, NV_BATCH_LINES, 2);
        dress(&out[0], a, style);
        dress(&out[1], b, style);
        dress_stipple(s, a, style, out);
        return;
    }
    if (is_near((const NvCorner *[]) { a, b }, 2, mask)) {
        const NvCorner *before = a->v.rhw > 0 ? a : b;
        NvRasterVertex behind;

        out = grow(vtx, NV_BATCH_LINES, 2);
        dress(&out[0], before, style);
        dress(&behind, before == a ? b : a, style);
        external_line(s, &behind, out);
        dress_stipple(s, before, style, out);
        return;
    }
    dress_clip(s, &ends[0], a, style);
    dress_clip(s, &ends[1], b, style);
    vtx->counts.cut++;
    if (!nv_vtx_clip_line(s, mask, ends)) {
        vtx->counts.cut_away++;
    } else {
        out = grow(vtx, NV_BATCH_LINES, 2);
        for (unsigned i = 0; i < 2; i++) {
            out[i] = ends[i].v;
            out[i].offset = style->offset;
        }
        dress_stipple(s, a, style, out);
    }
}

static bool dropped(NvVtx *vtx, const char *what, bool bad)
{
    if (bad) {
        vtx->counts.bad++;
        nv_trace(vtx->env, vtx_dropped, what);
    }
    return bad;
}

void nv_vtx_line(NvVtx *vtx, const NvCorner *a, const NvCorner *b,
                 const NvCorner *prov)
{
    NvStyle style = { vtx->work->setup.flat ? prov : NULL, false, 0,
                      nv_vtx_stipple(vtx, a, b) };

    vtx->counts.lines++;
    if (!dropped(vtx, "line", a->bad || b->bad)) {
        line(vtx, a, b, &style);
    }
}

/* Determinant of columns @i, @j and W of the three corners. */
static double det(const double p[3][4], unsigned i, unsigned j)
{
    return p[0][3] * (p[1][i] * p[2][j] - p[1][j] * p[2][i]) -
           p[1][3] * (p[0][i] * p[2][j] - p[0][j] * p[2][i]) +
           p[2][3] * (p[0][i] * p[1][j] - p[0][j] * p[1][i]);
}

/*
 * Corners as the facing and the slope see them: the snapped ones if all are
 * on the screen, the homogeneous ones if the triangle must be clipped.
 */
static void corners_of(const NvCorner *const c[3], bool clipped,
                       double p[3][4])
{
    for (unsigned i = 0; i < 3; i++) {
        if (clipped) {
            memcpy(p[i], c[i]->clip, sizeof(p[i]));
        } else {
            p[i][0] = c[i]->v.x;
            p[i][1] = c[i]->v.y;
            p[i][2] = c[i]->v.z;
            p[i][3] = 1;
        }
    }
}

/* What is drawn of the window, as corners count; of the first clip window. */
static NvRect drawn(const NvVtx *vtx)
{
    const NvPixelClip *clip = &nv_raster_pixel(vtx->raster)->clip;
    NvRect r = clip->draw;

    if (!clip->outside) {
        r.x0 = MAX(r.x0, clip->window[0].x0);
        r.y0 = MAX(r.y0, clip->window[0].y0);
        r.x1 = MIN(r.x1, clip->window[0].x1);
        r.y1 = MIN(r.y1, clip->window[0].y1);
    }
    r.x0 -= clip->offset_x;
    r.y0 -= clip->offset_y;
    r.x1 -= clip->offset_x;
    r.y1 -= clip->offset_y;
    return r;
}

/* Of z, or of w where all corners lie before the eye. */
static double slope_of(const NvVtx *vtx, const NvCorner *const c[3],
                       const double p[3][4], double area)
{
    bool before = true;

    for (unsigned i = 0; i < 3; i++) {
        before = before && c[i]->v.rhw > 0 && isfinite(c[i]->v.rhw) &&
                 isfinite(c[i]->v.x) && isfinite(c[i]->v.y);
    }
    if (vtx->work->setup.by_w && before) {
        NvRect r = drawn(vtx);

        return nv_vtx_w_slope(&r, c);
    }
    return area != 0 ? fmax(fabs(det(p, 2, 1)), fabs(det(p, 0, 2))) /
                       fabs(area) : 0;
}

/*
 * hw: units + factor * max(|dz/dx|, |dz/dy|), units in depth steps.  Drivers
 * send twice the units with Rankine's classes (doc).
 */
static float polygon_offset(const NvVtx *vtx, const NvCorner *const c[3],
                            unsigned mode, const double p[3][4], double area)
{
    double units = nv_u2f(vtx->bundle[NV_BUNDLE_POLYGON_OFFSET_UNITS]) *
                   vtx->work->setup.offset_unit;
    double factor = nv_u2f(vtx->bundle[NV_BUNDLE_POLYGON_OFFSET_FACTOR]);
    double offset;

    if (!vtx->work->setup.offset[mode]) {
        return 0;
    }
    offset = units;
    if (factor != 0) {
        offset += factor * slope_of(vtx, c, p, area);
    }
    return isfinite(offset) ? fmax(-0x1p126, fmin(0x1p126, offset)) : 0;
}

static void fill(NvVtx *vtx, const NvCorner *const c[3],
                 const NvStyle *style, unsigned mask)
{
    const NvVtxSetup *s = &vtx->work->setup;
    NvClipVertex poly[NV_CLIP_MAX];
    NvRasterVertex *out;
    unsigned left;

    if (!mask) {
        out = grow(vtx, NV_BATCH_TRIANGLES, 3);
        for (unsigned i = 0; i < 3; i++) {
            dress(&out[i], c[i], style);
        }
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        dress_clip(s, &poly[i], c[i], style);
    }
    left = nv_vtx_clip_polygon(s, mask, poly, 3);
    vtx->counts.cut++;
    vtx->counts.cut_away += !left;
    for (unsigned i = 0; i < left; i++) {
        poly[i].v.offset = style->offset;
    }
    for (unsigned i = 2; i < left; i++) {
        out = grow(vtx, NV_BATCH_TRIANGLES, 3);
        out[0] = poly[0].v;
        out[1] = poly[i - 1].v;
        out[2] = poly[i].v;
    }
}

static bool culled(const NvVtxSetup *s, bool back)
{
    return s->cull & (back ? 2 : 1);
}

void nv_vtx_triangle(NvVtx *vtx, const NvCorner *const c[3],
                     const NvCorner *prov, unsigned edges)
{
    NvVtxWork *work = vtx->work;
    const NvVtxSetup *s = &work->setup;
    NvStyle style = { s->flat ? prov : NULL, false, 0, 0 };
    unsigned mask, mode, number = work->triangles++;
    double p[3][4], area;
    bool back;

    vtx->counts.triangles++;
    if (dropped(vtx, "triangle", c[0]->bad || c[1]->bad || c[2]->bad)) {
        return;
    }
    if (!visible(s, c[0]->code & c[1]->code & c[2]->code)) {
        vtx->counts.outside++;
        return;
    }
    mask = (c[0]->code | c[1]->code | c[2]->code) & s->clip_mask;
    corners_of(c, mask, p);
    area = det(p, 0, 1);
    /* hw: y goes down, a positive area is clockwise on the screen. */
    back = (area > 0) == s->front_ccw;
    if (culled(s, back)) {
        vtx->counts.culled += area != 0;
        vtx->counts.flat += area == 0;
        nv_trace(vtx->env, vtx_culled, number);
        return;
    }
    mode = s->mode[back];
    if (mode == NV_MODE_FILL && area == 0) {
        vtx->counts.flat++;
        return;
    }
    style.back = back && s->two_side;
    style.offset = polygon_offset(vtx, c, mode, p, area);
    if (mode == NV_MODE_FILL) {
        /* hw: what is behind the eye is not cut off, see the rasteriser. */
        fill(vtx, c, &style, is_near(c, 3, mask) ? 0 : mask);
        return;
    }
    vtx->stipple = 0;
    /* Edges 1-2, 2-0, 0-1 (hw: what covers what); points so, too (guess). */
    for (unsigned k = 1; k <= 3; k++) {
        unsigned i = k % 3;

        if (!(edges & 1u << i)) {
            continue;
        }
        if (mode == NV_MODE_LINE) {
            style.along = nv_vtx_stipple(vtx, c[i], c[(i + 1) % 3]);
            line(vtx, c[i], c[(i + 1) % 3], &style);
        } else {
            nv_vtx_point(vtx, c[i], &style);
        }
    }
}
