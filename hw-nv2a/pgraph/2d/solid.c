/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of solid drawing: vertices, rectangles, lines, triangles, and of
 * blits.  Facts: what public hardware tests (envytools) assert up to the
 * drawing itself; which points a drawing needs, from their NV3 model.
 */
#include "pgraph/2d/fe-2d.h"
#include "twod/twod.h"

NV_ACTION(clip_point)
{
    nv_xy_clip(pg, m->which, m->arg, v);
}

NV_ACTION(solid_color)
{
    NV_PG(pg, MISC32) = v;
    NV_PG(pg, VALID) |= NV_BIT(16);
}

NV_ACTION(bitmap_color1)
{
    pg->values[(NV_PGRAPH_MISC32 + 112) / 4] = v;
    NV_PG(pg, VALID) |= NV_BIT(18);
}

/* @which: 1 classes since NV4, 2 classes that tell CTX_FORMAT. */
NV_ACTION(solid_format)
{
    const NvChip *chip = pg->env->chip;
    bool late = m->which & 1, curie = nv_chip_has(chip, NV_CAP_FE_CURIE);
    uint32_t code = 0;

    switch (v & 0xf) {
    case 1:
        code = late ? NV_TWOD_X16R5G6B5 : NV_TWOD_X24Y8;
        break;
    case 2:
        code = NV_TWOD_X17R5G5B5;
        break;
    case 3:
        code = NV_TWOD_X8R8G8B8;
        break;
    case 4:
        code = !late ? NV_TWOD_X16Y16 :
               curie || nv_chip_has(chip, NV_CAP_FE_RANKINE)
               ? NV_TWOD_X8B8G8R8 : 0;
        break;
    }
    nv_fe_set_option(pg, NV_OPT_COLOR, code);
    if (nv_chip_has(chip, NV_CAP_FE_SOLID_FORMAT) &&
        ((m->which & 2) || ((m->which & 4) &&
                            !nv_chip_has(chip, NV_CAP_FE_CELSIUS)))) {
        nv_fe_deposit(&NV_PG(pg, CTX_FORMAT), 0, 8,
                      nv_fe_option(pg, NV_OPT_COLOR));
    }
}

/* --- drawing --- */

static bool has_points(NvPgraph *pg, uint32_t needed)
{
    if ((NV_PG(pg, VALID) & needed) != needed) {
        nv_fe_error(pg, NV_NSOURCE_METHOD_CNT);
        return false;
    }
    return true;
}

static uint32_t color(const NvPgraph *pg)
{
    return NV_PG(pg, MISC32);
}

/* Bits of VALID that go with the points drawn. */
static void used(NvPgraph *pg, bool poly)
{
    unsigned next = nv_xy_next(pg) & 3;

    NV_PG(pg, VALID) &= poly ? ~(0x1010u << next) : ~0x0f0fu;
}

static NvTwodPoint point(const NvPgraph *pg, unsigned i)
{
    return (NvTwodPoint) { NV_VTX(pg, i, 0), NV_VTX(pg, i, 1) };
}

static void draw_line(NvPgraph *pg, bool poly)
{
    unsigned last = !nv_xy_next(pg);
    uint32_t needed = poly ? 0x203030 : 0x200303;
    NvTwodState s;

    /* Without the bits of lines in VALID there is less to ask for (guess). */
    if (nv_fe_flags(pg) & NV_CLASS_LINE_ONLY) {
        needed = poly ? 0 : 0x0303;
    }
    if (has_points(pg, needed) && nv_fe_twod(pg, &s)) {
        nv_twod_line(&pg->twod, &s, point(pg, !last), point(pg, last),
                     color(pg));
        used(pg, poly);
    }
}

static void draw_triangle(NvPgraph *pg, bool poly)
{
    NvTwodPoint p[3];
    NvTwodState s;

    if (has_points(pg, poly ? 0x207070 : 0x200707) && nv_fe_twod(pg, &s)) {
        for (unsigned i = 0; i < 3; i++) {
            p[i] = point(pg, i);
        }
        nv_twod_triangle(&pg->twod, &s, p, color(pg));
        used(pg, poly);
    }
}

/* From vertex 0 to vertex 1, which is outside. */
static void draw_rectangle(NvPgraph *pg)
{
    NvTwodState s;

    if (has_points(pg, 0x0203) && nv_fe_twod(pg, &s)) {
        nv_twod_fill(&pg->twod, &s, (NvTwodRect) {
            NV_VTX(pg, 0, 0), NV_VTX(pg, 0, 1),
            NV_VTX(pg, 1, 0), NV_VTX(pg, 1, 1) }, color(pg));
        NV_PG(pg, VALID) &= ~0x20ffffu;
    }
}

static void draw_blit(NvPgraph *pg, uint32_t size)
{
    NvTwodMove move = { .w = size & 0xffff, .h = size >> 16 };
    NvTwodState s;

    if (!has_points(pg, 0x0003) || !nv_fe_twod(pg, &s)) {
        return;
    }
    if (!s.src.valid) {
        nv_fe_state_error(pg);
        return;
    }
    move.from = point(pg, 0);
    move.to = point(pg, 1);
    nv_twod_blit(&pg->twod, &s, &move);
    NV_PG(pg, VALID) &= ~0x20ffffu;
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

/* What starts a primitive, before its first coordinate. */
static void start(NvPgraph *pg, unsigned flags)
{
    uint32_t *valid = &NV_PG(pg, VALID);

    if (!(flags & NV_VERTEX_FIRST)) {
        return;
    }
    nv_xy_restart(pg);
    if (nv_fe_flags(pg) & (NV_CLASS_LINE | NV_CLASS_TRI)) {
        *valid = (*valid & ~0xffffu) | NV_BIT(21);
    }
}

enum { X = 1, Y = 2 };

static uint32_t both_bits(unsigned which, unsigned i)
{
    return (which & X ? NV_BIT(i) : 0) | (which & Y ? NV_BIT(i | 8) : 0);
}

/* VALID has a bit for x and y of each vertex; a driver may set any @i. */
static void got_vertex(NvPgraph *pg, unsigned i, unsigned flags,
                       unsigned which)
{
    uint32_t *valid = &NV_PG(pg, VALID);

    NV_XY_B(pg, 0) &= ~1u;
    NV_XY_B(pg, 1) |= 1;
    nv_fe_deposit(&NV_PG(pg, XY_C), 8, 1, 0);
    if ((flags & NV_VERTEX_POLY) && (*valid & 0xf0f)) {
        *valid &= ~NV_BIT(21);
    }
    if (!(flags & NV_VERTEX_POLY)) {
        *valid |= both_bits(which, flags & NV_VERTEX_IMAGE ? 4 : i);
    }
    if (nv_fe_flags(pg) & (NV_CLASS_LINE | NV_CLASS_TRI)) {
        *valid |= both_bits(which, 4 | (i & 3));
    }
    nv_fe_deposit(valid, 19, 1, !!(flags & NV_VERTEX_NOCLIP));
}

NV_ACTION(vertex)
{
    unsigned flags = m->which, i, place;
    bool swap = flags & NV_VERTEX_NOCLIP;

    start(pg, flags);
    i = nv_xy_next(pg);
    place = flags & NV_VERTEX_IMAGE ? 4 : i;
    nv_xy_advance(pg);
    got_vertex(pg, i, flags, X | Y);
    nv_xy_set(pg, place, i, 0, nv_sextract(v, swap ? 16 : 0, 16), false);
    nv_xy_set(pg, place, i, 1, nv_sextract(v, swap ? 0 : 16, 16), false);
    if (flags & NV_VERTEX_DRAW) {
        draw(pg, flags & NV_VERTEX_POLY);
    }
}

static bool is_far(uint32_t v)
{
    return (int32_t)v != (int16_t)v;
}

NV_ACTION(vertex_x)
{
    unsigned i;

    start(pg, m->which);
    i = nv_xy_next(pg);
    got_vertex(pg, i, m->which, X);
    nv_xy_set(pg, i, i, 0, v, is_far(v));
}

NV_ACTION(vertex_y)
{
    unsigned i = nv_xy_next(pg);

    nv_xy_advance(pg);
    got_vertex(pg, i, m->which, Y);
    nv_xy_set(pg, i, i, 1, v, is_far(v));
    if (m->which & NV_VERTEX_DRAW) {
        draw(pg, m->which & NV_VERTEX_POLY);
    }
}

/* Corner @to is corner @from plus a size. */
static void add_size(NvPgraph *pg, unsigned from, unsigned to, uint32_t v,
                     bool swap)
{
    nv_xy_add(pg, to, 0, NV_VTX(pg, from, 0), nv_extract(v, swap ? 16 : 0, 16),
              0, false);
    nv_xy_add(pg, to, 1, NV_VTX(pg, from, 1), nv_extract(v, swap ? 0 : 16, 16),
              0, false);
}

NV_ACTION(rectangle)
{
    bool blit = nv_fe_flags(pg) & NV_CLASS_BLIT;

    nv_xy_advance(pg);
    NV_XY_B(pg, 1) |= 1;
    if (blit) {
        nv_xy_advance(pg);
        add_size(pg, 0, 2, v, false);
        add_size(pg, 1, 3, v, false);
        NV_PG(pg, VALID) |= 0xc0c;
    } else {
        add_size(pg, 0, 1, v, m->which & NV_VERTEX_NOCLIP);
        NV_PG(pg, VALID) |= 0x202;
    }
    nv_xy_sign(pg, 8, 0, true);
    nv_xy_sign(pg, 8, 1, true);
    if (NV_PG(pg, NSOURCE) || !nv_xy_in_range(pg)) {
        return;
    }
    if (blit) {
        draw_blit(pg, v);
    } else {
        draw_rectangle(pg);
    }
}

/* --- flips of class 0x9f: SURF_TYPE 8 write, 12 read, 16 how many --- */

static unsigned flip_field(const NvPgraph *pg, unsigned pos)
{
    return nv_extract(NV_PG(pg, SURF_TYPE), pos, 3);
}

static void flip_step(NvPgraph *pg, unsigned pos)
{
    unsigned next = flip_field(pg, pos) + 1;

    nv_fe_deposit(&NV_PG(pg, SURF_TYPE), pos, 3,
                  next == flip_field(pg, 16) ? 0 : next);
}

NV_ACTION(flip2d_set)
{
    nv_fe_deposit(&NV_PG(pg, SURF_TYPE), m->which, 3, v);
}

NV_ACTION(flip2d_bump)
{
    flip_step(pg, 8);
}

/*
 * Moves on at the next vertical blank of the head on cards (doc); here at
 * once, so that nothing ever has to wait (guess: only tearing differs).
 */
NV_ACTION(flip2d_read)
{
    flip_step(pg, 12);
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

    pg->values[NV_PGRAPH_DMA_OFFSET / 4] = v;
    NV_PG(pg, DMA_LENGTH) = lengths[v >> 28];
    NV_PG(pg, VALID) |= NV_BIT(22);
}

/* What a glyph is in memory is not documented: nothing is drawn. */
NV_ACTION(char_code)
{
    nv_fe_deposit(&NV_PG(pg, DMA_MISC), 0, 16, v);
    nv_unimp(pg->env, "text from a font: character 0x%04x", v & 0xffff);
}

/* 8 bits of code, 12 of x, 12 of y. */
NV_ACTION(char_xyc)
{
    nv_xy_restart(pg);
    nv_xy_advance(pg);
    NV_XY_B(pg, 0) &= ~1u;
    NV_XY_B(pg, 1) |= 1;
    nv_fe_deposit(&NV_PG(pg, XY_C), 8, 1, 0);
    NV_PG(pg, VALID) = (NV_PG(pg, VALID) | 0x1010) & ~NV_BIT(19);
    nv_xy_set(pg, 4, 0, 0, nv_sextract(v, 8, 12), false);
    nv_xy_set(pg, 4, 0, 1, nv_sextract(v, 20, 12), false);
    nv_fe_deposit(&NV_PG(pg, DMA_MISC), 0, 16, v & 0xff);
    nv_unimp(pg->env, "text from a font: character 0x%02x", v & 0xff);
}
