/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular methods of the geometry pipe: uploads, vertex arrays, drawing.
 *
 * Facts: envytools' tests; BEGIN_END and the draw methods are untested there
 * and follow what drivers send (doc).
 */
#include "pgraph/action.h"

NV_ACTION(clip_rect)
{
    nv_fe_clip_rect(pg, m->arg, index, v);
}

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

/* The third coefficient sends all three to LTCTX. */
NV_ACTION(fog_coeff)
{
    if (index < 2) {
        nv_fe_set_bundle(pg, NV_BUNDLE_FOG_COEFF + index, v);
        return;
    }
    if (pg->gen >= NV_RANKINE) {
        return;
    }
    nv_idx_xf64(pg->idx, NV_XF_LTCTX, 0x45 << 4,
                nv_fe_bundle(pg, NV_BUNDLE_FOG_COEFF),
                nv_fe_bundle(pg, NV_BUNDLE_FOG_COEFF + 1));
    load(pg, NV_XF_LTCTX, 0x45, 2, v);
}

NV_ACTION(viewport_translate)
{
    if (pg->gen >= NV_RANKINE) {
        nv_idx_xf(pg->idx, NV_XF_LTCTX, 0x36 << 4 | index << 2, v);
    } else if (nv_chip_has(pg->env->chip, NV_CAP_LT_SPLIT)) {
        load(pg, NV_XF_LTCTX, 0x4a, index, v);
    }
    load(pg, NV_XF_XFCTX, 0x3b, index, v);
}

NV_ACTION(viewport_scale)
{
    if (pg->gen >= NV_RANKINE) {
        nv_idx_xf(pg->idx, NV_XF_LTCTX, 0x37 << 4 | index << 2, v);
    }
    load(pg, NV_XF_XFCTX, 0x3a, index, v);
}

/* Fields of LOAD_POS, program and constants. */
static unsigned load_pos(const NvPgraph *pg, bool constants,
                         unsigned *width)
{
    *width = pg->gen >= NV_RANKINE ? 9 : 8;
    return !constants ? 0 : pg->gen >= NV_RANKINE ? 16 : 8;
}

void nv_fe_set_load_pos(NvPgraph *pg, bool constants, uint32_t pos)
{
    uint32_t *word = &NV_PG(pg, FE3D_XF_LOAD_POS);
    unsigned width, at = load_pos(pg, constants, &width);

    *word = nv_deposit(*word, at, width, pos);
}

/* Curie counts where FE cannot see it, and refuses nothing. */
static void upload_curie(NvPgraph *pg, bool constants, unsigned component,
                         uint32_t v)
{
    uint32_t *slot = &pg->xf_load_pos[constants];

    nv_fe_check_inside(pg);
    if (!NV_PG(pg, NSOURCE)) {
        nv_idx_xf(pg->idx, constants ? NV_XF_XFCTX : NV_XF_XFPR,
                  *slot << 4 | component << 2, v);
        *slot = (*slot + (component == 3)) & 0x3ff;
    }
}

/* The position moves on even when the word was refused. */
static void upload(NvPgraph *pg, bool constants, unsigned limit,
                   unsigned component, uint32_t v)
{
    unsigned width, at = load_pos(pg, constants, &width);
    unsigned slot = nv_extract(NV_PG(pg, FE3D_XF_LOAD_POS), at, width);

    if (pg->gen == NV_CURIE) {
        upload_curie(pg, constants, component, v);
        return;
    }
    nv_fe_check_busy(pg);
    nv_fe_check_inside(pg);
    if (slot >= limit) {
        nv_fe_state_error(pg);
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
    upload(pg, true, nv_fe_is_kelvin(pg) ? 0xc0 : 0x19c, index & 3, v);
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
 * hw: what is no source passes cut to three bits where nobody checks.
 * Rankine has no absolute orthogonal distance.
 */
NV_ACTION(fog_coord)
{
    uint32_t *mode = &NV_PG(pg, XF_MODE_B);

    v &= 7;
    if (pg->gen >= NV_RANKINE) {
        *mode = nv_deposit(*mode, 22, 2, v >= 4 ? 3 : v == 3 ? 2 : v);
    } else {
        *mode = nv_deposit(*mode, 22, 3, v == 6 ? 4 : v);
    }
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
 * The launch rules are asserted for the methods that share them; that BEGIN
 * inside BEGIN is NSOURCE 18 and a lone END nothing is a guess.
 */
NV_ACTION(begin_end)
{
    nv_fe_check_busy(pg);
    if (v == 0) {
        if (!NV_PG(pg, NSOURCE)) {
            NV_PG(pg, FE3D_MISC) &= ~1u;
            nv_idx_begin_end(pg->idx, 0);
        }
        return;
    }
    nv_fe_check_inside(pg);
    if (!nv_launch_valid(pg)) {
        nv_fe_state_error(pg);
    }
    if (!NV_PG(pg, NSOURCE) && v <= NV_PRIM_POLYGON) {
        nv_surfaces_update(pg);
        NV_PG(pg, FE3D_MISC) |= 1;
        nv_idx_begin_end(pg->idx, v);
    }
}

NV_ACTION(draw)
{
    if (!nv_fe_inside(pg)) {
        nv_guest_error(pg->env, "%s outside BEGIN/END", m->name);
        return;
    }
    switch (m->arg) {
    case 0:
        nv_idx_element16(pg->idx, v);
        break;
    case 1:
        nv_idx_element32(pg->idx, v);
        break;
    case 2:
        nv_idx_draw_arrays(pg->idx, v);
        break;
    case 4:
        nv_idx_draw_index(pg->idx, v);
        break;
    default:
        nv_idx_inline_array(pg->idx, v);
        break;
    }
}

/* Mip levels are limited to what the size has; depth and 3D set R_ENABLE. */
NV_ACTION(tex_format)
{
    NvBundle bundle = NV_BUNDLE_TEX_FORMAT + index;
    uint32_t *mode = nv_fe_xf_mode_t(pg, index / 2);
    uint32_t word = nv_fe_bundle(pg, bundle);
    uint32_t dims = nv_extract(v, 4, 2), format = nv_extract(v, 8, 7);
    uint32_t mips = nv_extract(v, 16, 4), size = 0;

    if (pg->gen >= NV_RANKINE) {
        nv_fe_rankine_tex_format(pg, index, v);
        nv_fe_send_xf_mode(pg);
        return;
    }
    for (unsigned pos = 20; pos < 32; pos += 4) {
        size = MAX(size, nv_extract(v, pos, 4));
    }
    word = nv_deposit(word, 1, 1, v >> 1);
    word = nv_deposit(word, 2, 2, v >> 2);
    word = nv_deposit(word, 6, 2, dims);
    word = nv_deposit(word, 8, 8, format);
    word = nv_deposit(word, 16, 4, mips > size ? size + 1 : mips);
    word = nv_deposit(word, 20, 12, v >> 20);
    nv_fe_set_bundle(pg, bundle, word);
    *mode = nv_deposit(*mode, (index & 1) * 16 + 2, 1,
                       dims == 3 || (format >= 0x2a && format <= 0x31));
    nv_fe_send_xf_mode(pg);
}

/* Rankine keeps the functions with the wrap modes. */
static void rankine_zcomp(NvPgraph *pg, uint32_t v)
{
    for (unsigned i = 0; i < 4; i++) {
        NvBundle bundle = NV_BUNDLE_TEX_WRAP + i;

        nv_fe_set_bundle(pg, bundle,
                         nv_deposit(nv_fe_bundle(pg, bundle), 28, 4,
                                    nv_extract(v, i * 3, 3)));
    }
}

/* Later chips have a function a unit; class 0x97 sets all four. */
NV_ACTION(tex_zcomp)
{
    if (nv_chip_has(pg->env->chip, NV_CAP_ZCULL) &&
        nv_fe_class(pg) == 0x97) {
        v = (v & 7) * 0x249;
    }
    if (pg->gen >= NV_RANKINE) {
        rankine_zcomp(pg, v);
        return;
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_TEX_ZCOMP, v);
}
