/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What methods of several class families do alike: clip rectangles, where
 * uploads go, a word nobody knows.
 * Facts: effects that public hardware tests (envytools) assert on cards.
 */
#include "pgraph/action.h"

/* --- clip rectangles --- */

/* Which are set, as chips tell that keep the last one; higher ones follow. */
static uint32_t set_rects(const NvPgraph *pg, uint32_t before, unsigned index)
{
    if (nv_fe_is_kelvin(pg)) {
        return 1;
    }
    return (before & (NV_BIT(index) - 1)) | NV_BIT(index);
}

static void note_rect(NvPgraph *pg, bool vert, unsigned index, uint32_t v)
{
    if (vert) {
        NV_PG(pg, FE3D_SHADOW_CLIP_RECT_VERT) = v;
        NV_PG_PUT(pg, FE3D_MISC, CLIP_RECT_VERT_SET,
                  set_rects(pg, NV_PG_GET(pg, FE3D_MISC, CLIP_RECT_VERT_SET),
                            index));
    } else {
        NV_PG(pg, FE3D_SHADOW_CLIP_RECT_HORIZ) = v;
        NV_PG_PUT(pg, FE3D_MISC, CLIP_RECT_HORIZ_SET,
                  set_rects(pg, NV_PG_GET(pg, FE3D_MISC, CLIP_RECT_HORIZ_SET),
                            index));
    }
}

void nv_fe_clip_rect(NvPgraph *pg, NvBundle bundle, unsigned index,
                     uint32_t v)
{
    unsigned end = nv_fe_is_curie(pg) ? index + 1 : 8;

    assert(index < 8 && (bundle == NV_BUNDLE_CLIP_RECT_HORIZ ||
                         bundle == NV_BUNDLE_CLIP_RECT_VERT));
    if (NV_FE_HAS(pg, FE3D_MISC, CLIP_RECT_HORIZ_SET)) {
        note_rect(pg, bundle == NV_BUNDLE_CLIP_RECT_VERT, index, v);
    }
    v &= nv_fe_bundle_mask(pg, bundle);
    for (unsigned i = index; i < end; i++) {
        pg->values[NV_PGRAPH_SHADOWS / 4 + bundle + i] = v;
    }
    nv_fe_send_bundle(pg, bundle + index, v);
}

NV_ACTION(clip_rect)
{
    nv_fe_clip_rect(pg, m->arg, index, v);
}

/* --- where uploads go --- */

bool nv_fe_loads_by_bundle(const NvPgraph *pg)
{
    return nv_fe_bundle_mask(pg, NV_BUNDLE_XF_LOAD_POS);
}

void nv_fe_set_load_pos(NvPgraph *pg, bool constants, uint32_t pos)
{
    if (constants) {
        NV_PG_PUT(pg, FE3D_XF_LOAD_POS, PARAM, pos);
    } else {
        NV_PG_PUT(pg, FE3D_XF_LOAD_POS, PROGRAM, pos);
    }
}

/* A bundle's position moves on unseen. */
static void set_pos_bundle(NvPgraph *pg, bool constants, uint32_t v)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_XF_LOAD_POS);
    uint32_t pos = v & NV_FE_MAX(pg, XF_LOAD_POS, PROGRAM);

    if (constants) {
        word = NV_FE_PUT(pg, XF_LOAD_POS, PARAM_WORD, word, v >> 24);
        word = NV_FE_PUT(pg, XF_LOAD_POS, PARAM, word, pos);
    } else {
        word = NV_FE_PUT(pg, XF_LOAD_POS, PROGRAM_WORD, word, v >> 24);
        word = NV_FE_PUT(pg, XF_LOAD_POS, PROGRAM, word, pos);
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_XF_LOAD_POS, word);
    pg->xf_load_pos[constants] = pos;
}

NV_ACTION(program_load_pos)
{
    if (nv_fe_loads_by_bundle(pg)) {
        set_pos_bundle(pg, false, v);
        return;
    }
    if (nv_fe_is_rankine(pg)) {
        nv_fe_send_xf_mode(pg);
    }
    nv_fe_set_load_pos(pg, false, v);
}

NV_ACTION(param_load_pos)
{
    if (nv_fe_loads_by_bundle(pg)) {
        set_pos_bundle(pg, true, v);
    } else {
        nv_fe_set_load_pos(pg, true, v);
    }
}

/* --- method 0x3f0 and its like --- */

/* hw: numbers that are not checked land on others. */
static uint32_t unk3f0_mode(const NvPgraph *pg, uint32_t v)
{
    if (pg->env->chip->front.unk3f0_bits) {
        return v == 5 || v == 0xd ? 7 : v;
    }
    return v == 0xd ? 1 : v == 0xe ? 2 : v > 4 && v != 0xf ? 0 : v;
}

void nv_fe_unk3f0(NvPgraph *pg, uint32_t v)
{
    uint32_t raster = nv_fe_bundle(pg, NV_BUNDLE_RASTER);

    raster = NV_FE_PUT(pg, RASTER, UNK3F0, raster,
                       unk3f0_mode(pg, v & 0xf));
    raster = NV_FE_PUT(pg, RASTER, UNK1450_31, raster, v >> 31);
    nv_fe_set_bundle(pg, NV_BUNDLE_RASTER, raster);
}

NV_ACTION(unk3f0)
{
    nv_fe_unk3f0(pg, v);
}
