/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular methods of Celsius' classes on Celsius.  Facts: public hardware
 * tests (envytools); what is drawn follows what drivers send (doc).
 */
#include "pgraph/action-celsius.h"

enum { CLIP_VERTEX = 9 };       /* of VTX_X and VTX_Y */

/* Point and size of one direction; the third clip rectangle is 3D's. */
NV_ACTION(celsius_clip)
{
    unsigned xy = (m->offset & 4) / 4;
    uint32_t low = v & 0xffff, high = low + (v >> 16);

    NV_PG_PUT(pg, VALID_1, CLIP3D, 0);
    NV_PG_PUT(pg, VALID, CLIP_ZERO, 0);
    NV_PG_PUT_AT(pg, XY_B, 1, UNK0, 1);
    NV_PG_PUT_AT(pg, XY_B, 0, UNK0, 0);
    NV_PG_PUT(pg, XY_C, UNK8, 0);
    nv_xy_clip3d(pg, xy, low);
    if (xy) {
        NV_PG_AT(pg, VTX_Y, CLIP_VERTEX) = low;
    } else {
        NV_PG_AT(pg, VTX_X, CLIP_VERTEX) = high;
        NV_PG_AT(pg, VTX_Y, CLIP_VERTEX) = high;
    }
    NV_PG_AT(pg, CLIP3D, xy) = low;
    NV_PG_PUT_AT(pg, CLIP3D, 2 + xy, MAX, high);
}

/* Mip levels are limited to what the size has. */
NV_ACTION(celsius_tex_format)
{
    NvBundle bundle = NV_BUNDLE_TEX_FORMAT + index;
    uint32_t mips = nv_extract(v, NV_V10_MIPS);
    uint32_t size = MAX(nv_extract(v, NV_V10_SIZE_S),
                        nv_extract(v, NV_V10_SIZE_T));
    uint32_t word = NV_FE_PUT(pg, TEX_FORMAT, MIPS, v,
                              mips > size ? size + 1 : mips);

    nv_fe_set_bundle(pg, bundle,
                     NV_FE_PUT(pg, TEX_FORMAT, UNK258, word,
                               NV_BUNDLE_GET_AT(pg, TEX_FORMAT, index,
                                                UNK258)));
}

NV_ACTION(celsius_surf_unk2b8)
{
    NV_PG_PUT(pg, SURF_TYPE, UNK2B8_0, v);
    NV_PG_PUT(pg, SURF_TYPE, UNK2B8_2, v >> 2);
}

NV_ACTION(celsius_surf_unk2bc)
{
    NV_PG_PUT(pg, SURF_TYPE, UNK2BC, v);
}

/* A rectangle also fills all higher ones. */
NV_ACTION(celsius_clip_rect)
{
    uint32_t mask = NV_FE_BITS(pg, CELSIUS_CLIP_RECT_HORIZ, FIRST) |
                    NV_FE_BITS(pg, CELSIUS_CLIP_RECT_HORIZ, LAST);

    assert(m->arg == NV_PGRAPH_CELSIUS_CLIP_RECT_HORIZ ||
           m->arg == NV_PGRAPH_CELSIUS_CLIP_RECT_VERT);
    for (unsigned i = index; i < 8; i++) {
        pg->values[m->arg / 4 + i] = v & mask;
    }
}

NV_ACTION(celsius_vtxbuf_offset)
{
    nv_idx_flush(pg->idx);
    nv_idx_pipe_offset(pg->idx, index, v);
}

NV_ACTION(celsius_vtxbuf_format)
{
    uint32_t warning = nv_celsius_format_warning(pg, index, v);

    if (index == 0 && nv_extract(v, NV_V10_ARRAY_REST)) {
        warning |= 1;
    }
    if (warning) {
        nv_fe_warn(pg, warning, nv_celsius_format_taken);
    } else if (!nv_fe_data_error(pg)) {
        nv_idx_flush(pg->idx);
        nv_idx_pipe_format(pg->idx, index, v);
    }
}

NV_ACTION(celsius_invalidate_zcull)
{
    for (unsigned i = 0; i < 2; i++) {
        uint32_t last = NV_BUNDLE_GET_AT(pg, CLEAR_HV, i, LAST), word = 0;

        if (!(v & 1)) {
            word = NV_FE_PUT(pg, ZCULL_UNKA00, UNK12, word, 1);
            word = NV_FE_PUT(pg, ZCULL_UNKA00, SIZE, word, last + 1);
        }
        NV_PG_AT(pg, ZCULL_UNKA00, i) = word;
    }
    nv_fe_send_bundle(pg, NV_BUNDLE_INVALIDATE_ZCULL, v);
}

/* What raster draws by and no bundle brings. */
static void update_registers(NvPgraph *pg)
{
    NvRasterRegs regs = {
        .config = NV_PG(pg, CELSIUS_CONFIG_C) &
                  (NV_FE_BITS(pg, CELSIUS_CONFIG_C, FOG_MODE) |
                   NV_FE_BITS(pg, CELSIUS_CONFIG_C, CLIP_RECT_OUTSIDE)),
        .dma_tex = { nv_fe_get_dma(pg, 1) << 4, nv_fe_get_dma(pg, 2) << 4 },
    };

    for (unsigned xy = 0; xy < 2; xy++) {
        regs.clip_first[xy] = NV_PG_GET_AT(pg, CLIP3D, xy, MAX);
        regs.clip_end[xy] = NV_PG_GET_AT(pg, CLIP3D, 2 + xy, MAX);
    }
    for (unsigned i = 0; i < NV_CLIP_WINDOWS; i++) {
        regs.window[0][i] = NV_PG_AT(pg, CELSIUS_CLIP_RECT_HORIZ, i);
        regs.window[1][i] = NV_PG_AT(pg, CELSIUS_CLIP_RECT_VERT, i);
    }
    if (!nv_raster_has_registers(pg->raster, &regs)) {
        nv_idx_flush(pg->idx);
        nv_raster_registers(pg->raster, &regs);
    }
}

/* BEGIN inside BEGIN, and what is no primitive, is a warning. */
NV_ACTION(celsius_begin_end)
{
    uint32_t primitive = v & 0xf;
    uint32_t warning = v > NV_PRIM_POLYGON ? 1 : 0;

    if (nv_fe_inside(pg) && primitive) {
        warning |= 4;
    }
    nv_fe_warn(pg, warning, nv_celsius_primitive_taken);
    if (warning || nv_fe_data_error(pg)) {
        return;
    }
    if (primitive) {
        nv_surfaces_update(pg);
        update_registers(pg);
        nv_fe_begin_xf_mode(pg);
    }
    nv_fe_set_inside(pg, primitive);
    nv_idx_pipe_begin(pg->idx, primitive);
    nv_idx_begin_end(pg->idx, primitive);
}

/*
 * The chip has a number beside the depth of each pixel, and one whose number
 * is not the surface's reads as the clear's value: OpenGL's driver relies on
 * it (doc).  Depth is filled here instead, which shows the same (guess).
 */
NV_ACTION(celsius_clear_zeta)
{
    enum { DEPTH = 1 };

    if (v & 1) {
        nv_idx_flush(pg->idx);
        nv_surfaces_update(pg);
        update_registers(pg);
        nv_raster_clear(pg->raster, DEPTH);
    }
}
