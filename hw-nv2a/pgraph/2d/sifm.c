/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of scaled images from memory, and of the two-source class for
 * video.  Facts: registers as public hardware tests (envytools) assert them
 * up to the drawing; what the fields mean from drivers (doc).
 */
#include "pgraph/fe-2d.h"
#include "twod/twod.h"

/* @which of what both sources have; only video has the second. */
enum { IMAGE, OVERLAY };

NV_ACTION(sifm_format)
{
    static const uint8_t codes[16] = {
        0, NV_TWOD_A1R5G5B5, NV_TWOD_X1R5G5B5, NV_TWOD_A8R8G8B8,
        NV_TWOD_X8R8G8B8, NV_TWOD_YUYV, NV_TWOD_UYVY, NV_TWOD_R5G6B5,
        NV_TWOD_Y8, NV_TWOD_AY8, NV_TWOD_UNK16, NV_TWOD_UNK17,
        NV_TWOD_A8B8G8R8, NV_TWOD_X8B8G8R8,
    };
    uint32_t code = codes[v & 0xf];
    bool known = true;

    switch (code) {
    case NV_TWOD_UNK16:
    case NV_TWOD_UNK17:
        known = nv_fe_has_option(pg, NV_OPT_NEW);
        break;
    case NV_TWOD_A8B8G8R8:
    case NV_TWOD_X8B8G8R8:
        known = nv_chip_has(pg->env->chip, NV_CAP_2D_BGR);
        break;
    }
    nv_fe_set_option(pg, NV_OPT_COLOR, known ? code : 0);
}

NV_ACTION(sifm_xy)
{
    int32_t x = nv_sextract(v, 0, 16), y = nv_sextract(v, 16, 16);

    NV_PG_PUT(pg, VALID, SIFM_XY, 1);
    NV_PG_PUT(pg, VALID, SIFM_RECT, 0);
    NV_PG_PUT(pg, VALID, UNCLIPPED, !!(nv_fe_flags(pg) & NV_CLASS_DVD));
    NV_VTX(pg, 0, 0) = x;
    NV_VTX(pg, NV_VTX_AT, 1) = y;
    nv_xy_restart(pg);
    nv_xy_advance(pg);
    nv_xy_point_flags(pg);
    nv_xy_status(pg, 0, 0, x, false);
    nv_xy_status(pg, 0, 1, y, false);
}

/* ORDER: the size alone gives the sign, then x is added. */
NV_ACTION(sifm_rect)
{
    NV_PG_PUT(pg, VALID, SIFM_RECT, 1);
    nv_xy_add(pg, 1, 0, 0, v & 0xffff);
    nv_xy_add(pg, 1, 1, 0, v >> 16);
    nv_xy_sign(pg, 1, 0, true);
    nv_xy_sign(pg, 1, 1, true);
    nv_xy_add(pg, 1, 0, NV_VTX(pg, 0, 0), v & 0xffff);
    nv_xy_advance(pg);
}

/* Steps. */
NV_ACTION(sifm_du)
{
    if (m->which == OVERLAY) {
        NV_PG_AT(pg, MISC32_2, 1) = v;
        NV_PG_PUT(pg, VALID, OVERLAY_DU, 1);
    } else {
        NV_PG(pg, MISC32) = v;
        NV_PG_PUT(pg, VALID, SIFM_DU, 1);
    }
}

NV_ACTION(sifm_dv)
{
    if (m->which == OVERLAY) {
        NV_VTX(pg, 3, 0) = v;
        NV_PG_PUT(pg, VALID, OVERLAY_DV, 1);
    } else {
        NV_VTX(pg, 3, 1) = v;
        NV_PG_PUT(pg, VALID, SIFM_DV, 1);
    }
}

/* @word with the size in its fields: those of MISC24. */
static uint32_t with_size(const NvPgraph *pg, uint32_t word, uint32_t v)
{
    word = NV_FE_PUT(pg, MISC24, WIDTH, word, v);
    return NV_FE_PUT(pg, MISC24, HEIGHT, word, v >> 16);
}

NV_ACTION(sifm_size)
{
    if (m->which == OVERLAY) {
        NV_PG(pg, MISC24_2) = with_size(pg, NV_PG(pg, MISC24_2), v);
        NV_PG_PUT(pg, VALID, OVERLAY_SIZE, 1);
    } else {
        NV_PG(pg, MISC24) = v & 0xffff;
        NV_MISC24_1(pg) = with_size(pg, NV_MISC24_1(pg), v);
        NV_PG_PUT(pg, VALID, SIFM_SIZE, 1);
    }
}

NV_ACTION(sifm_offset)
{
    NV_PG_AT(pg, DMA_OFFSET, m->which) = v;
    if (m->which == OVERLAY) {
        NV_PG_PUT(pg, VALID, OVERLAY_OFFSET, 1);
    } else {
        NV_PG_PUT(pg, VALID, SIFM_OFFSET, 1);
    }
}

NV_ACTION(sifm_pitch_before)
{
    NV_PG_PUT(pg, DMA_PITCH, IN, v);
    NV_PG_PUT(pg, DMA_PITCH, OUT, v);
}

/* @which: classes that say with it how to sample. */
NV_ACTION(sifm_pitch)
{
    NV_PG_PUT(pg, VALID, SIFM_PITCH, 1);
    if (m->which) {
        NV_PG_PUT(pg, SIFM_MODE, ORIGIN, v >> 16);
        NV_PG_PUT(pg, SIFM_MODE, FILTER, v >> 24);
    }
}

NV_ACTION(dvd_format_before)
{
    NV_PG_PUT_ITEM(pg, DMA_PITCH, IN, m->which, v);
}

NV_ACTION(dvd_format)
{
    static const uint8_t codes[4] = { 0, NV_TWOD_YUYV, NV_TWOD_UYVY, 0 };
    uint32_t code = nv_extract(v, 16, 2);

    if (m->which == OVERLAY) {
        NV_PG_PUT(pg, DVD_FORMAT, OVERLAY_FORMAT, code);
        NV_PG_PUT(pg, VALID, OVERLAY_PITCH, 1);
    } else {
        NV_PG_PUT(pg, DVD_FORMAT, COLOR_FORMAT, codes[code]);
        NV_PG_PUT(pg, VALID, SIFM_PITCH, 1);
    }
}

/* --- drawing --- */

/* Coordinates have 20 bits behind the point in the engine, 4 here. */
static bool load_image(NvPgraph *pg, NvTwodImage *image)
{
    uint32_t size = NV_MISC24_1(pg), pos = NV_MISC32_1(pg);

    *image = (NvTwodImage) {
        .offset = NV_PG_AT(pg, DMA_OFFSET, 0),
        .pitch = NV_PG_GET(pg, DMA_PITCH, IN),
        .w = NV_FE_GET(pg, MISC24, WIDTH, size),
        .h = NV_FE_GET(pg, MISC24, HEIGHT, size),
        .format = nv_fe_option(pg, NV_OPT_COLOR),
        .center = NV_PG_GET(pg, SIFM_MODE, ORIGIN) == 1,
        .bilinear = NV_PG_GET(pg, SIFM_MODE, FILTER),
        .u = (int64_t)NV_FE_GET(pg, MISC32, U, pos) << 16,
        .v = (int64_t)NV_FE_GET(pg, MISC32, V, pos) << 16,
        .du = NV_PG(pg, MISC32), .dv = NV_VTX(pg, 3, 1),
    };
    return nv_mem_dma_load(pg->mem, nv_fe_get_dma(pg, 1) << 4, &image->dma);
}

/* What an image needs of VALID. */
static uint32_t needed_bits(const NvPgraph *pg)
{
    return NV_FE_BITS(pg, VALID, SIFM_XY) | NV_FE_BITS(pg, VALID, SIFM_RECT) |
           NV_FE_BITS(pg, VALID, SIFM_DU) | NV_FE_BITS(pg, VALID, SIFM_DV) |
           NV_FE_BITS(pg, VALID, SIFM_POS) |
           NV_FE_BITS(pg, VALID, SIFM_SIZE) |
           NV_FE_BITS(pg, VALID, SIFM_PITCH) |
           NV_FE_BITS(pg, VALID, SIFM_OFFSET);
}

static void draw(NvPgraph *pg)
{
    int32_t x = (int16_t)NV_VTX(pg, 0, 0), y = (int16_t)NV_VTX(pg, 0, 1);
    uint32_t needed = needed_bits(pg);
    NvTwodImage image;
    NvTwodState s;

    if (NV_PG(pg, NSOURCE) || !nv_xy_in_range(pg)) {
        return;
    }
    if ((NV_PG(pg, VALID) & needed) != needed) {
        nv_fe_needs(pg, needed, "SIFM");
        return;
    }
    if (!nv_fe_get_dma(pg, 1)) {
        nv_fe_state_error(pg, "there is no object to read the image from");
    }
    if (!nv_fe_twod(pg, &s)) {
        return;
    }
    /* x + w is in vertex 1, and h alone. */
    if (!load_image(pg, &image) ||
        nv_twod_scale(&pg->twod, &s, &image,
                       (NvTwodRect) { x, y, NV_VTX(pg, 1, 0),
                                      y + (NV_VTX(pg, 1, 1) & 0xffff) }) ==
        NV_TWOD_UNREADABLE) {
        nv_fe_error(pg, NV_ERROR_READ_FAULT, NV_MEM_FAULT(pg->mem));
    }
}

/* @arg: the method that draws. */
NV_ACTION(sifm_pos)
{
    int32_t y;

    if (m->which == OVERLAY) {
        NV_PG_AT(pg, MISC32_2, 0) = v;
        NV_PG_PUT(pg, VALID, OVERLAY_POS, 1);
    } else {
        NV_MISC32_1(pg) = v;
        NV_VTX(pg, 2, 1) = v & NV_FE_BITS(pg, MISC32, V);
        NV_PG_PUT(pg, VALID, SIFM_POS, 1);
    }
    if (!m->arg) {
        return;
    }
    y = NV_VTX(pg, NV_VTX_AT, 1);
    NV_VTX(pg, 0, 1) = y;
    nv_xy_status(pg, 1, 1, y, nv_xy_far(y));
    if (nv_fe_flags(pg) & NV_CLASS_DVD) {
        nv_fe_say(pg, NV_ERROR_METHOD_UNIMP, "no video of two sources");
        return;
    }
    draw(pg);
}
