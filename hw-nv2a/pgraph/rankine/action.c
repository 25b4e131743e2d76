/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular methods of Rankine's and Curie's classes.
 * Facts: effects that public hardware tests (envytools) assert on cards.
 */
#include "pgraph/action.h"
#include "pgraph/method-maps.h"

/* --- surfaces --- */

/* RT_FORMAT's colour code to SURF_FORMAT's. */
static uint32_t surf_code(unsigned code)
{
    return code < NV_COLOR_FORMATS ? nv_color_formats[code].surf_code : 0;
}

NV_ACTION(rankine_surf_format)
{
    uint32_t zeta = nv_extract(v, NV_V30_SURF_ZETA);

    nv_surf_set_format(pg, NV_SURF_COLOR,
                       surf_code(nv_extract(v, NV_V30_SURF_COLOR)));
    nv_surf_set_format(pg, NV_SURF_ZETA, zeta > 2 ? 0 : zeta);
    NV_PG_PUT(pg, SURF_TYPE, ZCOMP, nv_extract(v, NV_V_SURF_SAMPLES));
    nv_fe_surf_layout(pg, v);
    nv_surfaces_update(pg);
}

NV_ACTION(rankine_clip_rect)
{
    nv_fe_clip_rect(pg, m->offset == 0x2c0 ? NV_BUNDLE_CLIP_RECT_HORIZ
                                           : NV_BUNDLE_CLIP_RECT_VERT,
                    index, v);
}

/* --- texture coordinates --- */

NV_ACTION(txc_cylwrap)
{
    nv_fe_set_bundle(pg, NV_BUNDLE_TXC_CYLWRAP, v);
    nv_fe_txc_3d(pg);
}

NV_ACTION(txc_enable)
{
    nv_fe_set_bundle(pg, NV_BUNDLE_TXC_ENABLE, v);
    for (unsigned i = 0; i < 8; i++) {
        nv_fe_put_tex_mode(pg, i, NV_F(XF_MODE_T, EVEN_ENABLE), v >> i);
    }
    nv_fe_send_xf_mode(pg);
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

/* Colour in the low half, alpha in the high one; @which: destination. */
NV_ACTION(blend_func)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_BLEND);
    uint32_t color = factor(v & 0xffff), alpha = factor(v >> 16);

    if (m->which) {
        word = NV_FE_PUT(pg, BLEND, DST_FACTOR, word, color);
        word = NV_FE_PUT(pg, BLEND, DST_FACTOR_ALPHA, word, alpha);
    } else {
        word = NV_FE_PUT(pg, BLEND, SRC_FACTOR, word, color);
        word = NV_FE_PUT(pg, BLEND, SRC_FACTOR_ALPHA, word, alpha);
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_BLEND, word);
}

static uint32_t equation(uint32_t v)
{
    const NvEnumPair *pair = nv_map_find(&nv_map_blend_equation_d3d, v);

    return pair ? pair->out : 0;
}

NV_ACTION(curie_blend_equation)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_BLEND);

    word = NV_FE_PUT(pg, BLEND, EQUATION, word, equation(v & 0xffff));
    word = NV_FE_PUT(pg, BLEND, EQUATION_ALPHA, word, equation(v >> 16));
    nv_fe_set_bundle(pg, NV_BUNDLE_BLEND, word);
}

/* The third coefficient is for Kelvin's lighting only. */
NV_ACTION(rankine_fog_coeff)
{
    if (index < 2) {
        nv_fe_set_bundle(pg, NV_BUNDLE_FOG_COEFF + index, v);
    }
}

/* What they share, and registers and units of a fragment program. */
NV_ACTION(rankine_unk3f0)
{
    uint32_t control = nv_fe_bundle(pg, NV_BUNDLE_PS_CONTROL);
    uint32_t units = nv_extract(v, 16, 4);

    nv_fe_unk3f0(pg, v);
    if (nv_fe_is_curie(pg)) {
        control = NV_FE_PUT(pg, PS_CONTROL, UNK3F0_UNK16, control, units);
    } else if (NV_FE_HAS(pg, PS_CONTROL, UNK3F0)) {
        control = NV_FE_PUT(pg, PS_CONTROL, UNK3F0, control, v >> 8);
        control = NV_FE_PUT(pg, PS_CONTROL, UNK3F0_UNK20, control, v >> 20);
        control = NV_FE_PUT(pg, PS_CONTROL, UNK3F0_UNK16, control,
                            units >= 1 && units <= 8 ? units - 1 : 0);
    } else {
        return;
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_PS_CONTROL, control);
}

/* Two bits a plane; XF wants to know which are on. */
NV_ACTION(clip_plane_enable)
{
    nv_fe_set_bundle(pg, NV_BUNDLE_CLIP_PLANE_ENABLE, v);
    for (unsigned i = 0; i < 6; i++) {
        NV_PG_PUT_ITEM(pg, XF_MODE_C, CLIP_PLANE, i,
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

/* XTRA's last word; the others are not known on Curie. */
NV_ACTION(curie_timeout)
{
    if (index == 8) {
        nv_fe_set_bundle(pg, NV_BUNDLE_XF_D,
                         NV_FE_PUT(pg, XF_D, TIMEOUT,
                                   nv_fe_bundle(pg, NV_BUNDLE_XF_D), v));
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

/* Software's on cards; some send a bundle nevertheless. */
NV_ACTION(unka08)
{
    nv_fe_missing(pg, "no engine does it");
    if (!pg->env->chip->front.sends_unka08) {
        return;
    }
    nv_fe_check_inside(pg);
    if (!NV_PG(pg, NSOURCE)) {
        nv_fe_send_bundle(pg, NV_BUNDLE_UNK1F7, v);
    }
}

/* hw: what is kept may have fewer bits; all are sent. */
NV_ACTION(rankine_fence_offset)
{
    uint32_t *kept = &pg->values[NV_PGRAPH_SHADOWS / 4 +
                                 NV_BUNDLE_FENCE_OFFSET];

    *kept = NV_FE_PUT(pg, FENCE_OFFSET, RANKINE_OFFSET, *kept, v);
    nv_fe_send_bundle(pg, NV_BUNDLE_FENCE_OFFSET, v);
}
