/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular methods of Rankine's and Curie's classes.
 * Facts: effects that public hardware tests (envytools) assert on cards.
 */
#include "pgraph/2d/fe-2d.h"
#include "pgraph/method-maps.h"

/* --- surfaces --- */

/* RT_FORMAT's colour code to SURF_FORMAT's. */
static const uint8_t surf_codes[32] = {
    [0x01] = 0x02, [0x02] = 0x03, [0x03] = 0x05, [0x04] = 0x07,
    [0x05] = 0x0b, [0x08] = 0x0c, [0x09] = 0x01, [0x0a] = 0x06,
    [0x0b] = 0x10, [0x0c] = 0x11, [0x0d] = 0x12, [0x0e] = 0x13,
    [0x0f] = 0x14, [0x10] = 0x15,
};

NV_ACTION(rankine_surf_format)
{
    uint32_t zeta = nv_extract(v, 5, 3);
    uint32_t *swizzle = &NV_PG(pg, SURF_SWIZZLE);

    nv_surf_set_format(pg, NV_SURF_COLOR, surf_codes[v & 0x1f]);
    nv_surf_set_format(pg, NV_SURF_ZETA, zeta > 2 ? 0 : zeta);
    nv_fe_deposit(&NV_PG(pg, SURF_TYPE), 0, 2, v >> 8);
    nv_fe_deposit(&NV_PG(pg, SURF_TYPE), 4, 3, v >> 12);
    nv_fe_deposit(swizzle, 16, 4, v >> 16);
    nv_fe_deposit(swizzle, 24, 4, v >> 24);
    nv_surfaces_update(pg);
}

/* --- clip rectangles --- */

/*
 * A rectangle also fills the shadows of all higher ones, but not with
 * Curie's classes; one is sent.  FE3D_MISC tells which are set.
 */
void nv_fe_clip_rect(NvPgraph *pg, NvBundle bundle, unsigned index,
                     uint32_t v)
{
    bool vert = bundle == NV_BUNDLE_CLIP_RECT_VERT;
    uint32_t *misc = &NV_PG(pg, FE3D_MISC);
    unsigned pos = vert ? 12 : 4;
    unsigned end = nv_fe_is_curie(pg) ? index + 1 : 8;

    if (pg->gen >= NV_RANKINE) {
        NV_PG(pg, FE3D_SHADOW_CLIP_RECT_HORIZ) =
            vert ? NV_PG(pg, FE3D_SHADOW_CLIP_RECT_HORIZ) : v;
        NV_PG(pg, FE3D_SHADOW_CLIP_RECT_VERT) =
            vert ? v : NV_PG(pg, FE3D_SHADOW_CLIP_RECT_VERT);
        if (nv_fe_is_kelvin(pg)) {
            *misc = nv_deposit(*misc, pos, 8, 1);
        } else {
            *misc = nv_deposit(*misc, pos + index, 8 - index, 1);
        }
    }
    for (unsigned i = index; i < end; i++) {
        pg->values[NV_PGRAPH_SHADOWS / 4 + bundle + i] = v & 0x0fff0fff;
    }
    nv_fe_send_bundle(pg, bundle + index, v & 0x0fff0fff);
}

NV_ACTION(rankine_clip_rect)
{
    nv_fe_clip_rect(pg, m->offset == 0x2c0 ? NV_BUNDLE_CLIP_RECT_HORIZ
                                           : NV_BUNDLE_CLIP_RECT_VERT,
                    index, v);
}

/* --- texture coordinates --- */

/* hw: a third coordinate is there if CONFIG_B says so and nothing wraps. */
void nv_fe_txc_3d(NvPgraph *pg)
{
    uint32_t wrap = nv_fe_bundle(pg, NV_BUNDLE_TXC_CYLWRAP);
    bool on = nv_extract(nv_fe_bundle(pg, NV_BUNDLE_CONFIG_B), 6, 1);

    if (pg->gen != NV_RANKINE) {
        return;
    }
    for (unsigned i = 0; i < 8; i++) {
        uint32_t *mode = nv_fe_xf_mode_t(pg, i / 2);

        *mode = nv_deposit(*mode, i % 2 * 16 + 2, 1,
                           on && !nv_extract(wrap, i * 4, 4));
    }
    nv_fe_send_xf_mode(pg);
}

NV_ACTION(txc_3d)
{
    nv_fe_txc_3d(pg);
}

NV_ACTION(txc_cylwrap)
{
    nv_fe_set_bundle(pg, NV_BUNDLE_TXC_CYLWRAP, v);
    nv_fe_txc_3d(pg);
}

NV_ACTION(txc_enable)
{
    nv_fe_set_bundle(pg, NV_BUNDLE_TXC_ENABLE, v & 0xff);
    if (pg->gen == NV_RANKINE) {
        for (unsigned i = 0; i < 8; i++) {
            uint32_t *mode = nv_fe_xf_mode_t(pg, i / 2);

            *mode = nv_deposit(*mode, i % 2 * 16, 1, v >> i);
        }
        nv_fe_send_xf_mode(pg);
    }
}

/* --- blending, fog, raster --- */

static uint32_t factor(uint32_t v)
{
    const NvEnumPair *pair = nv_map_find(&nv_map_blend_factor, v);

    if (!pair) {
        pair = nv_map_find(&nv_map_blend_factor_d3d, v);
    }
    return pair ? pair->out : 0;
}

/* Colour in the low half, alpha in the high one. */
NV_ACTION(blend_func)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_BLEND);

    word = nv_deposit(word, m->which, 4, factor(v & 0xffff));
    word = nv_deposit(word, m->which + 16, 4, factor(v >> 16));
    nv_fe_set_bundle(pg, NV_BUNDLE_BLEND, word);
}

NV_ACTION(curie_blend_equation)
{
    static const uint8_t pos[] = { 0, 17 };
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_BLEND);

    for (unsigned i = 0; i < 2; i++) {
        const NvEnumPair *pair = nv_map_find(&nv_map_blend_equation_d3d,
                                             nv_extract(v, i * 16, 16));

        word = nv_deposit(word, pos[i], 3, pair ? pair->out : 0);
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_BLEND, word);
}

/* The third coefficient is for Kelvin's lighting only. */
NV_ACTION(rankine_fog_coeff)
{
    if (index < 2) {
        nv_fe_set_bundle(pg, NV_BUNDLE_FOG_COEFF + index, v);
    }
}

/* hw: numbers that are not checked land on others. */
static uint32_t unk3f0_mode(const NvPgraph *pg, uint32_t v)
{
    if (pg->gen == NV_CURIE) {
        return v == 5 || v == 0xd ? 7 : v;
    }
    return v == 0xd ? 1 : v == 0xe ? 2 : v > 4 && v != 0xf ? 0 : v;
}

void nv_fe_unk3f0(NvPgraph *pg, uint32_t v)
{
    uint32_t raster = nv_fe_bundle(pg, NV_BUNDLE_RASTER);

    raster = nv_deposit(raster, 25, 3, unk3f0_mode(pg, v & 0xf));
    if (pg->gen == NV_RANKINE) {
        raster = nv_deposit(raster, 4, 1, v >> 31);
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_RASTER, raster);
}

NV_ACTION(rankine_unk3f0)
{
    uint32_t control = nv_fe_bundle(pg, NV_BUNDLE_PS_CONTROL);
    uint32_t units = nv_extract(v, 16, 4);

    nv_fe_unk3f0(pg, v);
    if (nv_fe_is_curie(pg)) {
        control = nv_deposit(control, 27, 4, units);
    } else if (pg->gen == NV_RANKINE) {
        control = nv_deposit(control, 8, 8, v >> 8);
        control = nv_deposit(control, 17, 1, v >> 20);
        control = nv_deposit(control, 28, 3,
                             units >= 1 && units <= 8 ? units - 1 : 0);
    } else {
        return;
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_PS_CONTROL, control);
}

/* Two bits a plane; XF wants to know which are on. */
NV_ACTION(clip_plane_enable)
{
    nv_fe_set_bundle(pg, NV_BUNDLE_CLIP_PLANE_ENABLE, v & 0x333333);
    for (unsigned i = 0; i < 6; i++) {
        NV_PG(pg, XF_MODE_C) = nv_deposit(NV_PG(pg, XF_MODE_C), i, 1,
                                          nv_extract(v, i * 4, 2) != 0);
    }
    nv_fe_send_xf_mode(pg);
}

/* --- loads --- */

/* @which: slots of LTCTX and XFCTX for the same vector. */
NV_ACTION(rankine_viewport)
{
    nv_idx_xf(pg->idx, NV_XF_LTCTX, m->arg >> 8 << 4 | index << 2, v);
    nv_idx_xf(pg->idx, NV_XF_XFCTX, (m->arg & 0xff) << 4 | index << 2, v);
}

NV_ACTION(load_one)
{
    nv_fe_load_one(pg, m->arg, index, v);
}

NV_ACTION(point_params_d)
{
    nv_fe_load_one(pg, m->arg, 2, v);
}

/* Where uploads go: Curie's position is a bundle, and moves on unseen. */
NV_ACTION(program_load_pos)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_XF_LOAD_POS);

    if (pg->gen < NV_CURIE) {
        if (nv_fe_is_rankine(pg)) {
            nv_fe_send_xf_mode(pg);
        }
        nv_fe_set_load_pos(pg, false, v);
        return;
    }
    word = nv_deposit(word, 0, 2, v >> 24);
    nv_fe_set_bundle(pg, NV_BUNDLE_XF_LOAD_POS,
                     nv_deposit(word, 2, 10, v));
    pg->xf_load_pos[0] = v & 0x3ff;
}

NV_ACTION(param_load_pos)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_XF_LOAD_POS);

    if (pg->gen < NV_CURIE) {
        nv_fe_set_load_pos(pg, true, v);
        return;
    }
    word = nv_deposit(word, 16, 2, v >> 24);
    nv_fe_set_bundle(pg, NV_BUNDLE_XF_LOAD_POS,
                     nv_deposit(word, 18, 10, v));
    pg->xf_load_pos[1] = v & 0x3ff;
}

/* XTRA's last word; the others are not known on Curie. */
NV_ACTION(curie_timeout)
{
    if (index == 8) {
        nv_fe_set_bundle(pg, NV_BUNDLE_XF_D,
                         nv_deposit(nv_fe_bundle(pg, NV_BUNDLE_XF_D), 0, 16,
                                    v));
    }
}

/* --- index lists --- */

NV_ACTION(idxbuf_offset)
{
    nv_idx_idxbuf_offset(pg->idx, v);
}

NV_ACTION(idxbuf_format)
{
    nv_idx_idxbuf_format(pg->idx, v);
}

/* --- the rest --- */

/* Software's on cards, which send a bundle nevertheless. */
NV_ACTION(unka08)
{
    nv_fe_missing(pg);
    if (pg->gen != NV_RANKINE) {
        return;
    }
    nv_fe_check_inside(pg);
    if (!NV_PG(pg, NSOURCE)) {
        nv_fe_send_bundle(pg, NV_BUNDLE_UNK1F7, v);
    }
}

/* hw: 24 bits are kept with Rankine's class on Curie; all are sent. */
NV_ACTION(rankine_fence_offset)
{
    unsigned width = pg->gen == NV_CURIE ? 24 : 32;

    pg->values[NV_PGRAPH_SHADOWS / 4 + NV_BUNDLE_FENCE_OFFSET] =
        nv_deposit(nv_fe_bundle(pg, NV_BUNDLE_FENCE_OFFSET), 0, width, v);
    nv_fe_send_bundle(pg, NV_BUNDLE_FENCE_OFFSET, v);
}
