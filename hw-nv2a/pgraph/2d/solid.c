/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of solid drawing: vertices, rectangles, lines, triangles, and of
 * blits.  Facts: what public hardware tests (envytools) assert up to the
 * drawing itself; which points a drawing needs, from their NV3 model.
 */
#include "pgraph/methods-2d.h"
#include "twod/twod.h"

NV_ACTION(clip_point)
{
    nv_xy_clip(pg, m->which, m->arg, v);
}

NV_ACTION(solid_color)
{
    NV_PG(pg, MISC32) = v;
    NV_PG_PUT(pg, VALID, COLOR, 1);
}

NV_ACTION(bitmap_color1)
{
    NV_MISC32_1(pg) = v;
    NV_PG_PUT(pg, VALID, BITMAP_COLOR_1, 1);
}

/* Format of a colour; classes of colours alone have others than the old. */
static uint32_t format_code(const NvPgraph *pg, uint32_t v, bool colors)
{
    switch (v & 0xf) {
    case 1:
        return colors ? NV_TWOD_X16R5G6B5 : NV_TWOD_X24Y8;
    case 2:
        return NV_TWOD_X17R5G5B5;
    case 3:
        return NV_TWOD_X8R8G8B8;
    case 4:
        return !colors ? NV_TWOD_X16Y16 :
               nv_chip_has(pg->env->chip, NV_CAP_2D_BGR) ? NV_TWOD_X8B8G8R8
                                                         : 0;
    default:
        return 0;
    }
}

/* @which: NV_SOLID_*. */
NV_ACTION(solid_format)
{
    unsigned sets = pg->env->chip->ctx_format;

    nv_fe_set_option(pg, NV_OPT_COLOR,
                     format_code(pg, v, m->which & NV_SOLID_COLORS));
    if (((m->which & NV_SOLID_GDI) && (sets & NV_CTX_FORMAT_GDI)) ||
        ((m->which & NV_SOLID_RECT) && (sets & NV_CTX_FORMAT_RECT))) {
        NV_PG_PUT(pg, CTX_FORMAT, SOLID, nv_fe_option(pg, NV_OPT_COLOR));
    }
}

/* --- drawing --- */

/* In VALID the corners of a poly primitive come behind the others. */
enum { POLY_CORNER = 4 };

/* What is @needed of VALID is given. */
static bool has(NvPgraph *pg, uint32_t needed)
{
    if ((NV_PG(pg, VALID) & needed) != needed) {
        nv_fe_needs(pg, needed, "PRIMITIVE");
        return false;
    }
    return true;
}

/* Bits of VALID for the first @n corners. */
static uint32_t corners(const NvPgraph *pg, bool poly, unsigned n)
{
    unsigned mask = ((1u << n) - 1) << (poly ? POLY_CORNER : 0);

    return nv_xy_valid_bits(pg, mask, mask);
}

static uint32_t color(const NvPgraph *pg)
{
    return NV_PG(pg, MISC32);
}

/* The corners drawn are gone: of a poly primitive one, else all. */
static void used_corners(NvPgraph *pg, bool poly)
{
    unsigned one = 1u << POLY_CORNER << (nv_xy_next(pg) & 3);

    NV_PG(pg, VALID) &= ~(poly ? nv_xy_valid_bits(pg, one, one)
                               : corners(pg, false, 4));
}

static void used_all(NvPgraph *pg)
{
    NV_PG_PUT(pg, VALID, VTX, 0);
    NV_PG_PUT(pg, VALID, PRIMITIVE, 0);
}

static NvTwodPoint point(const NvPgraph *pg, unsigned i)
{
    return (NvTwodPoint) { NV_VTX(pg, i, 0), NV_VTX(pg, i, 1) };
}

static void draw_line(NvPgraph *pg, bool poly)
{
    unsigned last = !nv_xy_next(pg);
    uint32_t needed = corners(pg, poly, 2) | NV_FE_BITS(pg, VALID, PRIMITIVE);
    NvTwodState s;

    /* Without the bits of lines in VALID there is less to ask for (guess). */
    if (nv_fe_flags(pg) & NV_CLASS_LINE_ONLY) {
        needed = poly ? 0 : corners(pg, false, 2);
    }
    if (has(pg, needed) && nv_fe_twod(pg, &s)) {
        nv_twod_line(&pg->twod, &s, point(pg, !last), point(pg, last),
                     color(pg));
        used_corners(pg, poly);
    }
}

static void draw_triangle(NvPgraph *pg, bool poly)
{
    uint32_t needed = corners(pg, poly, 3) | NV_FE_BITS(pg, VALID, PRIMITIVE);
    NvTwodPoint p[3];
    NvTwodState s;

    if (has(pg, needed) && nv_fe_twod(pg, &s)) {
        for (unsigned i = 0; i < 3; i++) {
            p[i] = point(pg, i);
        }
        nv_twod_triangle(&pg->twod, &s, p, color(pg));
        used_corners(pg, poly);
    }
}

/* From vertex 0 to vertex 1, which is outside; hw: y of 0 is not asked. */
static void draw_rectangle(NvPgraph *pg)
{
    NvTwodState s;

    if (has(pg, nv_xy_valid_bits(pg, 1u << 0 | 1u << 1, 1u << 1)) &&
        nv_fe_twod(pg, &s)) {
        nv_twod_fill(&pg->twod, &s, (NvTwodRect) {
            NV_VTX(pg, 0, 0), NV_VTX(pg, 0, 1),
            NV_VTX(pg, 1, 0), NV_VTX(pg, 1, 1) }, color(pg));
        used_all(pg);
    }
}

/* From vertex 0 to vertex 1; their y is not asked for, either. */
static void draw_blit(NvPgraph *pg, uint32_t size)
{
    NvTwodMove move = { .w = size & 0xffff, .h = size >> 16 };
    NvTwodState s;

    if (!has(pg, nv_xy_valid_bits(pg, 1u << 0 | 1u << 1, 0)) ||
        !nv_fe_twod(pg, &s)) {
        return;
    }
    if (!s.src.valid) {
        nv_fe_state_error(pg, "the source surface has no memory or pitch");
        return;
    }
    move.from = point(pg, 0);
    move.to = point(pg, 1);
    nv_twod_blit(&pg->twod, &s, &move);
    used_all(pg);
}

static void draw(NvPgraph *pg, bool poly)
{
    unsigned flags = nv_fe_flags(pg);

    if (NV_PG(pg, NSOURCE) || !nv_xy_in_range(pg)) {
        return;
    }
    if (flags & (NV_CLASS_LINE | NV_CLASS_LINE_ONLY)) {
        draw_line(pg, poly);
    } else if (flags & NV_CLASS_TRI) {
        draw_triangle(pg, poly);
    } else {
        draw_rectangle(pg);
    }
}

/* --- vertices --- */

static bool makes_primitives(const NvPgraph *pg)
{
    return nv_fe_flags(pg) & (NV_CLASS_LINE | NV_CLASS_TRI);
}

/* What starts a primitive, before its first coordinate. */
static void start(NvPgraph *pg, unsigned flags)
{
    if (!(flags & NV_VERTEX_FIRST)) {
        return;
    }
    nv_xy_restart(pg);
    if (makes_primitives(pg)) {
        NV_PG_PUT(pg, VALID, VTX, 0);
        NV_PG_PUT(pg, VALID, PRIMITIVE, 1);
    }
}

enum { X = 1, Y = 2 };

/*
 * VALID has a bit for x and y of each of eight vertices.  hw: a driver may
 * set more as what comes next; those run into, and on over, the bits for y.
 */
static void given(NvPgraph *pg, unsigned i, unsigned which)
{
    uint32_t valid = NV_PG_GET(pg, VALID, VTX);
    uint32_t x = 1u << i, y = 1u << i % 8;

    NV_PG_PUT(pg, VALID, VTX, which & X ? valid | x : valid);
    if (which & Y) {
        nv_xy_given(pg, 0, y);
    }
}

static void got_vertex(NvPgraph *pg, unsigned i, unsigned flags,
                       unsigned which)
{
    bool poly = flags & NV_VERTEX_POLY;

    nv_xy_point_flags(pg);
    if (poly && (NV_PG(pg, VALID) & corners(pg, false, 4))) {
        NV_PG_PUT(pg, VALID, PRIMITIVE, 0);
    }
    if (!poly) {
        given(pg, flags & NV_VERTEX_IMAGE ? NV_VTX_AT : i, which);
    }
    if (makes_primitives(pg)) {
        given(pg, POLY_CORNER + (i & 3), which);
    }
    NV_PG_PUT(pg, VALID, UNCLIPPED, !!(flags & NV_VERTEX_NOCLIP));
}

NV_ACTION(vertex)
{
    unsigned flags = m->which, i, place;
    bool swap = flags & NV_VERTEX_NOCLIP;

    start(pg, flags);
    i = nv_xy_next(pg);
    place = flags & NV_VERTEX_IMAGE ? NV_VTX_AT : i;
    nv_xy_advance(pg);
    got_vertex(pg, i, flags, X | Y);
    nv_xy_set(pg, place, i, 0, nv_sextract(v, swap ? 16 : 0, 16), false);
    nv_xy_set(pg, place, i, 1, nv_sextract(v, swap ? 0 : 16, 16), false);
    if (flags & NV_VERTEX_DRAW) {
        draw(pg, flags & NV_VERTEX_POLY);
    }
}

NV_ACTION(vertex_x)
{
    unsigned i;

    start(pg, m->which);
    i = nv_xy_next(pg);
    got_vertex(pg, i, m->which, X);
    nv_xy_set(pg, i, i, 0, v, nv_xy_far(v));
}

NV_ACTION(vertex_y)
{
    unsigned i = nv_xy_next(pg);

    nv_xy_advance(pg);
    got_vertex(pg, i, m->which, Y);
    nv_xy_set(pg, i, i, 1, v, nv_xy_far(v));
    if (m->which & NV_VERTEX_DRAW) {
        draw(pg, m->which & NV_VERTEX_POLY);
    }
}

/* Corner @to is corner @from plus a size. */
static void add_size(NvPgraph *pg, unsigned from, unsigned to, uint32_t v,
                     bool swap)
{
    nv_xy_add(pg, to, 0, NV_VTX(pg, from, 0),
              nv_extract(v, swap ? 16 : 0, 16));
    nv_xy_add(pg, to, 1, NV_VTX(pg, from, 1),
              nv_extract(v, swap ? 0 : 16, 16));
    nv_xy_given(pg, 1u << to, 1u << to);
}

NV_ACTION(rectangle)
{
    bool blit = nv_fe_flags(pg) & NV_CLASS_BLIT;

    nv_xy_advance(pg);
    NV_PG_PUT_AT(pg, XY_B, 1, UNK0, 1);
    if (blit) {
        nv_xy_advance(pg);
        add_size(pg, 0, 2, v, false);
        add_size(pg, 1, 3, v, false);
    } else {
        add_size(pg, 0, 1, v, m->which & NV_VERTEX_NOCLIP);
    }
    nv_xy_sign(pg, NV_VTX_LAST, 0, true);
    nv_xy_sign(pg, NV_VTX_LAST, 1, true);
    if (NV_PG(pg, NSOURCE) || !nv_xy_in_range(pg)) {
        return;
    }
    if (blit) {
        draw_blit(pg, v);
    } else {
        draw_rectangle(pg);
    }
}

/* --- flips of class 0x9f --- */

static void flip_step(NvPgraph *pg, NvFieldId field)
{
    uint32_t *type = &NV_PG(pg, SURF_TYPE);
    unsigned next = nv_field_get(pg->places, field, *type) + 1;

    if (next == NV_PG_GET(pg, SURF_TYPE, FLIP2D_MODULO)) {
        next = 0;
    }
    *type = nv_field_put(pg->places, field, *type, next);
}

/* @which: NV_FLIP2D_*. */
NV_ACTION(flip2d_set)
{
    static const uint16_t fields[] = {
        [NV_FLIP2D_READ] = NV_F(SURF_TYPE, FLIP2D_READ),
        [NV_FLIP2D_WRITE] = NV_F(SURF_TYPE, FLIP2D_WRITE),
        [NV_FLIP2D_MODULO] = NV_F(SURF_TYPE, FLIP2D_MODULO),
    };

    assert(m->which < NV_ARRAY_SIZE(fields));
    NV_PG(pg, SURF_TYPE) = nv_field_put(pg->places, fields[m->which],
                                        NV_PG(pg, SURF_TYPE), v);
}

NV_ACTION(flip2d_bump)
{
    flip_step(pg, NV_F(SURF_TYPE, FLIP2D_WRITE));
}

/*
 * Moves on at the next vertical blank of the head on cards (doc); here at
 * once, so that nothing ever has to wait (guess: only tearing differs).
 */
NV_ACTION(flip2d_read)
{
    flip_step(pg, NV_F(SURF_TYPE, FLIP2D_READ));
}

NV_ACTION(flip2d_wait)
{
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
}

/* --- text from a font in memory: registers alone --- */

/* The pitch in the upper bits gives the length of a glyph. */
NV_ACTION(font)
{
    static const uint16_t lengths[16] = {
        0x18, 0x28, 0x48, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200,
        0x140, 0x200, 0x100, 0x200, 0x140, 0x280,
    };

    NV_PG_AT(pg, DMA_OFFSET, 0) = v;
    NV_PG(pg, DMA_LENGTH) = lengths[v >> 28];
    NV_PG_PUT(pg, VALID, FONT, 1);
}

/* What a glyph is in memory is not documented: nothing is drawn. */
NV_ACTION(char_code)
{
    NV_PG_PUT(pg, DMA_MISC, CHARACTER, v);
    nv_fe_say(pg, NV_ERROR_METHOD_UNIMP, "no text from fonts");
}

/* 8 bits of code, 12 of x, 12 of y. */
NV_ACTION(char_xyc)
{
    nv_xy_restart(pg);
    nv_xy_advance(pg);
    nv_xy_point_flags(pg);
    nv_xy_given(pg, 1u << NV_VTX_AT, 1u << NV_VTX_AT);
    NV_PG_PUT(pg, VALID, UNCLIPPED, 0);
    nv_xy_set(pg, NV_VTX_AT, 0, 0, nv_sextract(v, 8, 12), false);
    nv_xy_set(pg, NV_VTX_AT, 0, 1, nv_sextract(v, 20, 12), false);
    NV_PG_PUT(pg, DMA_MISC, CHARACTER, v & 0xff);
    nv_fe_say(pg, NV_ERROR_METHOD_UNIMP, "no text from fonts");
}
