/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular methods of the geometry pipe: uploads, vertex arrays, drawing.
 *
 * Facts: envytools' tests; BEGIN_END and the draw methods are untested there
 * and follow what drivers send (doc).
 */
#include "pgraph/action.h"

static void load(NvPgraph *pg, NvXfCommand type, unsigned slot,
                 unsigned component, uint32_t v)
{
    nv_fe_load(pg, type, slot << 4 | component << 2, v);
}

/* z goes to w too, which commits the vector. */
NV_ACTION(light_position)
{
    uint32_t slot = nv_fe_xfctx(pg, m->arg) << 4;

    if (index < 2) {
        nv_idx_xf(pg->idx, NV_XF_XFCTX, slot | index << 2, v);
    } else {
        nv_idx_xf64(pg->idx, NV_XF_XFCTX, slot | 8, v, v);
    }
}

/* Chips with float sizes convert class 0x97's unsigned 6.3. */
NV_ACTION(point_size)
{
    if (nv_chip_has(pg->env->chip, NV_CAP_POINT_SIZE_FLOAT) && v) {
        uint32_t exponent = 0x84;

        v &= 0x1ff;
        while (v && !(v & 0x100)) {
            v <<= 1;
            exponent--;
        }
        v = exponent << 23 | (v & 0xff) << 15;
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_POINT_SIZE, v);
}

enum { SLOT_FOG = 0x45 };       /* of LTCTX */

/* The third coefficient sends all three to LTCTX, which later ones lack. */
NV_ACTION(fog_coeff)
{
    if (index < 2) {
        nv_fe_set_bundle(pg, NV_BUNDLE_FOG_COEFF + index, v);
    } else if (!nv_fe_kelvin_moved(pg)) {
        nv_idx_xf64(pg->idx, NV_XF_LTCTX, SLOT_FOG << 4,
                    nv_fe_bundle(pg, NV_BUNDLE_FOG_COEFF),
                    nv_fe_bundle(pg, NV_BUNDLE_FOG_COEFF + 1));
        load(pg, NV_XF_LTCTX, SLOT_FOG, 2, v);
    }
}

/* Some chips keep it in LTCTX as well. */
static void load_viewport(NvPgraph *pg, bool translate, unsigned component,
                          uint32_t v)
{
    const NvXfSizes *xf = &pg->env->chip->xf;
    unsigned slot = xf->lt_viewport[translate];

    if (slot) {
        nv_idx_xf(pg->idx, NV_XF_LTCTX, slot << 4 | component << 2, v);
    }
    nv_idx_xf(pg->idx, NV_XF_XFCTX,
              xf->viewport[translate] << 4 | component << 2, v);
}

NV_ACTION(viewport_translate)
{
    load_viewport(pg, true, index, v);
}

NV_ACTION(viewport_scale)
{
    load_viewport(pg, false, index, v);
}

/* Positions that FE does not show; nothing is refused then (hw). */
static void upload_unseen(NvPgraph *pg, bool constants, unsigned component,
                          uint32_t v)
{
    uint32_t *slot = &pg->xf_load_pos[constants];

    nv_fe_check_inside(pg);
    if (!NV_PG(pg, NSOURCE)) {
        nv_idx_xf(pg->idx, constants ? NV_XF_XFCTX : NV_XF_XFPR,
                  *slot << 4 | component << 2, v);
        *slot = (*slot + (component == 3)) &
                NV_FE_MAX(pg, XF_LOAD_POS, PROGRAM);
    }
}

/* The position moves on even when the word was refused. */
static void upload(NvPgraph *pg, bool constants, unsigned limit,
                   unsigned component, uint32_t v)
{
    unsigned slot = constants ? NV_PG_GET(pg, FE3D_XF_LOAD_POS, PARAM)
                              : NV_PG_GET(pg, FE3D_XF_LOAD_POS, PROGRAM);

    if (nv_fe_loads_by_bundle(pg)) {
        upload_unseen(pg, constants, component, v);
        return;
    }
    nv_fe_check_busy(pg);
    nv_fe_check_inside(pg);
    if (slot >= limit) {
        nv_fe_state_error(pg, "the place to load to is beyond the end");
    }
    if (!NV_PG(pg, NSOURCE)) {
        load(pg, constants ? NV_XF_XFCTX : NV_XF_XFPR, slot, component, v);
    }
    if (component == 3 && slot < limit) {
        nv_fe_set_load_pos(pg, constants, slot + 1);
    }
}

/* What the class may fill; the chip may have more. */
NV_ACTION(program_load)
{
    upload(pg, false, nv_fe_is_kelvin(pg) ? 0x88 : 0x118, index & 3, v);
}

NV_ACTION(param_load)
{
    upload(pg, true, nv_fe_constants(pg), index & 3, v);
}

NV_ACTION(edge_flag)
{
    nv_idx_edge_flag(pg->idx, v & 1);
}

NV_ACTION(xf_nop)
{
    nv_idx_xf64(pg->idx, NV_XF_NOP, 8, v, v);
}

NV_ACTION(xf_sync)
{
    nv_idx_xf64(pg->idx, NV_XF_SYNC, 8, v, v);
}

NV_ACTION(break_cache)
{
    nv_idx_note(pg->idx, m->offset & 4 ? 0xfc : 0xf8, v);
    nv_idx_break_cache(pg->idx);
}

/*
 * hw: what is no source passes cut to three bits where nobody checks.  A
 * field of two bits has no room for absolute orthogonal distance.
 */
NV_ACTION(fog_coord)
{
    enum { ORTHOGONAL = 2, ORTHOGONAL_ABS, FOG_COORD };

    v &= 7;
    if (NV_FE_MAX(pg, XF_MODE_B, FOG_COORD) < FOG_COORD) {
        v = v == ORTHOGONAL_ABS ? ORTHOGONAL : MIN(v, FOG_COORD - 1);
    } else if (v == 6) {
        v = FOG_COORD;
    }
    NV_PG_PUT(pg, XF_MODE_B, FOG_COORD, v);
    nv_fe_send_xf_mode(pg);
}

NV_ACTION(vtxbuf_offset)
{
    nv_idx_vtxbuf_offset(pg->idx, nv_fe_attr(pg, index), v);
}

NV_ACTION(vtxbuf_format)
{
    nv_idx_vtxbuf_format(pg->idx, nv_fe_attr(pg, index), v);
}

/*
 * hw: BEGIN inside BEGIN changes nothing and is no error (a picture of NV2A, a
 * guess for the others).  The launch rules are asserted for the methods that
 * share them; that a lone END is nothing is a guess.
 */
NV_ACTION(begin_end)
{
    nv_fe_check_busy(pg);
    if (v == 0) {
        if (!NV_PG(pg, NSOURCE)) {
            nv_fe_set_inside(pg, false);
            nv_idx_begin_end(pg->idx, 0);
        }
        return;
    }
    if (nv_fe_inside(pg)) {
        nv_fe_say(pg, NV_ERROR_INSIDE, "the primitive that was begun goes on");
        return;
    }
    nv_fe_check_launch(pg);
    if (!NV_PG(pg, NSOURCE) && v <= NV_PRIM_POLYGON) {
        nv_surfaces_update(pg);
        nv_fe_set_inside(pg, true);
        nv_idx_begin_end(pg->idx, v);
    }
}

NV_ACTION(draw)
{
    if (!nv_fe_inside(pg)) {
        nv_fe_say(pg, NV_ERROR_OUTSIDE, "draws nothing");
        return;
    }
    switch (m->arg) {
    case NV_DRAW_ELEMENT16:
        nv_idx_element16(pg->idx, v);
        break;
    case NV_DRAW_ELEMENT32:
        nv_idx_element32(pg->idx, v);
        break;
    case NV_DRAW_ARRAYS:
        nv_idx_draw_arrays(pg->idx, v);
        break;
    case NV_DRAW_INDEX:
        nv_idx_draw_index(pg->idx, v);
        break;
    default:
        nv_idx_inline_array(pg->idx, v);
        break;
    }
}

/* Depth formats and 3D textures have a third coordinate. */
static bool format_has_r(uint32_t v)
{
    unsigned format = nv_extract(v, NV_V_TEX_FORMAT) & 0x7f;

    return nv_extract(v, NV_V_TEX_DIMENSIONS) == 3 ||
           nv_tex_is_depth(format);
}

/* Chips where coordinates wrap by themselves say it with the coordinate. */
NV_ACTION(tex_format)
{
    nv_fe_tex_format(pg, index, v);
    if (!nv_fe_bundle_mask(pg, NV_BUNDLE_TXC_CYLWRAP)) {
        nv_fe_put_tex_mode(pg, index, NV_F(XF_MODE_T, EVEN_R_ENABLE),
                           format_has_r(v));
    }
    nv_fe_send_xf_mode(pg);
}

/* A function of three bits each unit. */
static unsigned zcomp(uint32_t v, unsigned unit)
{
    return nv_extract(v, unit * 3, 3);
}

/*
 * Chips have one function, or one a unit, which class 0x97 sets together;
 * some keep them with the wrap modes.
 */
NV_ACTION(tex_zcomp)
{
    if (!NV_FE_HAS(pg, TEX_ZCOMP, FUNC) && nv_fe_class(pg) == 0x97) {
        v = zcomp(v, 0) * 0x249;     /* in all four places */
    }
    if (!NV_FE_HAS(pg, TEX_WRAP, ZCOMP_FUNC)) {
        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_ZCOMP, v);
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_TEX_WRAP + i);

        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_WRAP + i,
                         NV_FE_PUT(pg, TEX_WRAP, ZCOMP_FUNC, word,
                                   zcomp(v, i)));
    }
}
