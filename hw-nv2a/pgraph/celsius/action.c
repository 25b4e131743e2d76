/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular methods of Celsius' classes on Celsius.  Facts: public hardware
 * tests (envytools); what is drawn follows what drivers send (doc).
 */
#include "pgraph/celsius/action.h"

static bool data_error(const NvPgraph *pg)
{
    return NV_PG(pg, NSOURCE) & NV_NSOURCE_DATA_ERROR;
}

/* Point and size of one direction; the third clip rectangle is 3D's. */
NV_ACTION(celsius_clip)
{
    unsigned xy = (m->offset & 4) / 4;
    uint32_t *bound = &pg->values[NV_PGRAPH_CLIP3D / 4];
    uint32_t *x = &pg->values[NV_PGRAPH_VTX_X / 4 + 9];
    uint32_t *y = &pg->values[NV_PGRAPH_VTX_Y / 4 + 9];
    uint32_t low = v & 0xffff, high = low + (v >> 16);

    NV_PG(pg, VALID_1) &= ~0xc0000000u;
    NV_PG(pg, VALID) &= ~NV_BIT(19);
    pg->values[NV_PGRAPH_XY_B / 4 + 1] |= 1;
    NV_PG(pg, XY_B) &= ~1u;
    NV_PG(pg, XY_C) &= ~NV_BIT(8);
    nv_xy_clip3d(pg, xy, low);
    if (xy) {
        *y = low;
    } else {
        *x = high;
        *y = high;
    }
    bound[xy] = low;
    bound[2 + xy] = high & 0x3ffff;
}

/* Mip levels are limited to what the size has. */
NV_ACTION(celsius_tex_format)
{
    NvBundle bundle = NV_BUNDLE_TEX_FORMAT + index;
    uint32_t mips = nv_extract(v, 12, 4);
    uint32_t size = MAX(nv_extract(v, 16, 4), nv_extract(v, 20, 4));
    uint32_t word = (v & 0xffffffd6) | (nv_fe_bundle(pg, bundle) & 8);

    nv_fe_set_bundle(pg, bundle, nv_deposit(word, 12, 4, mips > size ?
                                            size + 1 : mips));
}

NV_ACTION(celsius_surf_unk2b8)
{
    uint32_t word = nv_deposit(NV_PG(pg, SURF_TYPE), 2, 2, v);

    NV_PG(pg, SURF_TYPE) = nv_deposit(word, 6, 2, v >> 2);
}

NV_ACTION(celsius_surf_unk2bc)
{
    NV_PG(pg, SURF_TYPE) = nv_deposit(NV_PG(pg, SURF_TYPE), 31, 1, v);
}

/* A rectangle also fills all higher ones. */
NV_ACTION(celsius_clip_rect)
{
    for (unsigned i = index; i < 8; i++) {
        pg->values[m->arg / 4 + i] = v & 0x0fff0fff;
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

    if (warning) {
        nv_fe_warn(pg, warning);
    } else if (!data_error(pg)) {
        nv_idx_flush(pg->idx);
        nv_idx_pipe_format(pg->idx, index, v);
    }
}

NV_ACTION(celsius_invalidate_zcull)
{
    uint32_t *word = &pg->values[NV_PGRAPH_ZCULL_UNKA00 / 4];

    for (unsigned i = 0; i < 2; i++) {
        uint32_t size = nv_fe_bundle(pg, NV_BUNDLE_CLEAR_HV + i) >> 16;

        word[i] = v & 1 ? 0 : 0x1000 | ((size + 1) & 0x1fff) << 16;
    }
    nv_fe_send_bundle(pg, NV_BUNDLE_INVALIDATE_ZCULL, v);
}

/* BEGIN inside BEGIN, and what is no primitive, is a warning. */
NV_ACTION(celsius_begin_end)
{
    uint32_t primitive = v & 0xf;
    uint32_t warning = v > NV_PRIM_POLYGON ? 1 : 0;

    if (nv_fe_inside(pg) && primitive) {
        warning |= 4;
    }
    nv_fe_warn(pg, warning);
    if (warning || data_error(pg)) {
        return;
    }
    NV_PG(pg, CELSIUS_CONFIG_C) = nv_deposit(NV_PG(pg, CELSIUS_CONFIG_C), 8,
                                             1, primitive != 0);
    nv_idx_pipe_begin(pg->idx, primitive);
    nv_idx_begin_end(pg->idx, primitive);
}
