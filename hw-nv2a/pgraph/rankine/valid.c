/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which values the methods of Rankine's and Curie's classes take, where a
 * mask or a list does not say it.
 * Facts: predicates that public hardware tests (envytools) assert.
 */
#include "pgraph/action.h"
#include "pgraph/method-maps.h"
#include "pgraph/valid.h"

#define VALID(name) \
    bool nv_valid_##name(const NvPgraph *pg G_GNUC_UNUSED, \
                         const NvMethod *m G_GNUC_UNUSED, uint32_t v)

/* --- surfaces --- */

/* The zeta format a swizzled surface of this colour format must have. */
static unsigned swizzled_zeta(unsigned color, bool curie)
{
    return color < 4 ? 1 : color < 9 || color >= 0xe ? 2 :
           color >= 0xb && curie ? 2 : 0;
}

VALID(rankine_surf_format)
{
    unsigned color = nv_extract(v, NV_V30_SURF_COLOR);
    unsigned zeta = nv_extract(v, NV_V30_SURF_ZETA);
    unsigned type = nv_extract(v, NV_V_SURF_TYPE);
    unsigned samples = nv_extract(v, NV_V_SURF_SAMPLES);
    unsigned log2_w = nv_extract(v, NV_V_SURF_WIDTH);
    unsigned log2_h = nv_extract(v, NV_V_SURF_HEIGHT);
    bool curie = nv_fe_is_curie(pg);
    unsigned want = swizzled_zeta(color, curie);

    if (color == 0 || color > 0x10 || color == 6 || color == 7 ||
        zeta < 1 || zeta > 2) {
        return false;
    }
    if (samples == 1 || samples == 2 || samples > (curie ? 5u : 4u)) {
        return false;
    }
    if (type < 1 || type > 2 ||
        (type == 2 && (samples || (want && zeta != want)))) {
        return false;
    }
    if (curie && color >= 0xb && color <= 0xd && zeta == 1) {
        return false;
    }
    return log2_w <= 0xc && log2_h <= 0xc && (log2_w || !log2_h);
}

VALID(one_surf_pitch)
{
    return v && !(v & ~0x1ff0u);
}

VALID(curie_rt_enable)
{
    if (v & ~0x1fu) {
        return false;
    }
    /* In a row from the first, or the second alone. */
    for (unsigned i = 1; i < 4; i++) {
        if (nv_extract(v, i, 1) && !nv_extract(v, i - 1, 1)) {
            return v == 2;
        }
    }
    return true;
}

VALID(viewport_offset)
{
    return nv_sextract(v, 0, 16) == nv_sextract(v, 0, 13) &&
           nv_sextract(v, 16, 16) == nv_sextract(v, 16, 13);
}

/*
 * Origin and size.  The tests want 12 bits each; drivers open the window with
 * a size of 4096, for which the register has room (doc).
 */
VALID(window)
{
    return v == 0x10000000 || !(v & 0xf000f000);
}

VALID(clipid_rect)
{
    return !(v & ~0x1ff00ff0u) && v >> 16 <= 0x1000;
}

/* --- blending --- */

/* A factor in each half; Curie's classes take D3D's, too. */
VALID(blend_func)
{
    for (unsigned i = 0; i < 2; i++) {
        uint32_t half = nv_extract(v, i * 16, 16);

        if (!nv_map_find(&nv_map_blend_factor, half) &&
            !(nv_fe_is_curie(pg) &&
              nv_map_find(&nv_map_blend_factor_d3d, half))) {
            return false;
        }
    }
    return true;
}

VALID(curie_blend_equation)
{
    return nv_map_find(&nv_map_blend_equation_d3d, v & 0xffff) &&
           nv_map_find(&nv_map_blend_equation_d3d, v >> 16);
}

/* --- switches --- */

VALID(rankine_config)
{
    return !(v & ~0x71111000u) && nv_extract(v, 28, 3) <= 3;
}

VALID(curie_config)
{
    return !(v & ~0x70111100u) && nv_extract(v, 28, 3) <= 3;
}

static bool unk3f0_mode(uint32_t v)
{
    return (v & 0xf) <= 4 || (v & 0xf) == 0xf;
}

VALID(rankine_unk3f0)
{
    unsigned units = nv_extract(v, 16, 4);

    return !(v & ~0x001fff0fu) && unk3f0_mode(v) && units >= 1 && units <= 8;
}

VALID(curie_unk3f0)
{
    return !(v & ~0x000f000fu) && unk3f0_mode(v);
}

/* Two bits each that are not 3; @mask says where. */
static bool no_threes(uint32_t v, uint32_t mask, unsigned step)
{
    for (unsigned pos = 0; pos < 32; pos += step) {
        if (nv_extract(v & mask, pos, 2) == 3) {
            return false;
        }
    }
    return !(v & ~mask);
}

VALID(clip_plane_enable)
{
    return no_threes(v, 0x00333333, 4);
}

VALID(rankine_light_material)
{
    return no_threes(v, 0xffff, 2);
}

VALID(curie_point_sprite)
{
    return nv_extract(v, 1, 2) != 3 && !(v & ~0x3ff07u);
}

VALID(curie_fence_offset)
{
    return !(v & ~0x0f000ff0u) && nv_extract(v, 24, 4) <= 4;
}

VALID(rankine_tl_mode)
{
    return !(v & ~0x117u) && (v & 3) != 1;
}

VALID(curie_tl_mode)
{
    return !(v & ~0x113u) && (v & 3) != 0;
}

VALID(xf_unk0e7)
{
    return !(v & ~0x03ff03ffu) && (v & 0x3ff) < 0x220 && v >> 16 < 0x220;
}

VALID(xf_timeout)
{
    return !(v & ~0x0030ffffu) && nv_extract(v, 21, 1);
}

/* --- register combiners --- */

static bool rc_operation(unsigned op)
{
    /* 0..4, 6, a, c, e */
    return 0x545f >> op & 1;
}

static bool rc_out_registers(uint32_t v)
{
    for (unsigned j = 0; j < 3; j++) {
        if (!(0x3f31 >> nv_extract(v, 4 * j, 4) & 1)) {
            return false;
        }
    }
    return true;
}

VALID(rankine_rc_out_alpha)
{
    return rc_operation(nv_extract(v, 15, 4)) && rc_out_registers(v) &&
           !(v & 0xfc383000);
}

VALID(rankine_rc_out_color)
{
    return rc_operation(nv_extract(v, 15, 4)) && rc_out_registers(v) &&
           !(v >> 27);
}

VALID(rankine_rc_config)
{
    return !(v & ~0x01f1110fu) && (v & 0xf) <= 8;
}

/* --- textures --- */

static bool tex_dma(uint32_t v)
{
    unsigned dma = nv_extract(v, NV_V_TEX_DMA);

    return dma == 1 || dma == 2;
}

/* A rectangle has one level and is neither a cube nor, @flat, 3D. */
static bool tex_rect_rules(uint32_t v, bool flat)
{
    return !nv_extract(v, NV_V_TEX_CUBE_MAP) &&
           nv_extract(v, NV_V_TEX_MIPS) == 1 &&
           !(flat && nv_extract(v, NV_V_TEX_DIMENSIONS) == 3);
}

static bool tex_levels(uint32_t v)
{
    unsigned mips = nv_extract(v, NV_V_TEX_MIPS);

    return !nv_extract(v, NV_V_TEX_UNK6) &&
           nv_extract(v, NV_V_TEX_DIMENSIONS) && mips >= 1 && mips <= 0xd;
}

/* Sizes as logarithms, against dimensions and border. */
static bool tex_sizes(uint32_t v)
{
    unsigned u = nv_extract(v, NV_V_TEX_SIZE_S);
    unsigned w = nv_extract(v, NV_V_TEX_SIZE_T);
    unsigned d = nv_extract(v, NV_V_TEX_SIZE_R);
    unsigned max = nv_extract(v, NV_V_TEX_NO_BORDER) ? 0xc : 0xb;
    unsigned dims = nv_extract(v, NV_V_TEX_DIMENSIONS);

    if (nv_extract(v, NV_V_TEX_CUBE_MAP) && (dims != 2 || u != w)) {
        return false;
    }
    switch (dims) {
    case 1:
        return u <= max && !w && !d;
    case 2:
        return u <= max && w <= max && !d;
    default:
        max -= 3;
        return u <= max && w <= max && d <= max;
    }
}

VALID(rankine_tex_format)
{
    unsigned format = nv_extract(v, NV_V_TEX_FORMAT);
    NvTexKind kind = nv_tex_kind(pg, format);
    bool rect = kind == NV_TEX_RECT || kind == NV_TEX_YUV;

    if (!tex_dma(v) || kind == NV_TEX_INVALID ||
        !tex_levels(v) ||
        (rect && !tex_rect_rules(v, true))) {
        return false;
    }
    if ((kind == NV_TEX_DXT || kind == NV_TEX_YUV) &&
        !nv_extract(v, NV_V_TEX_NO_BORDER)) {
        return false;
    }
    if (nv_tex_is_depth(format) &&
        (nv_extract(v, NV_V_TEX_DIMENSIONS) == 3 ||
         nv_extract(v, NV_V_TEX_CUBE_MAP))) {
        return false;
    }
    return tex_sizes(v);
}

/* Formats that are never swizzled, and depth. */
#define CURIE_LINEAR 0x407600u          /* 9 a c d e 16 */
#define CURIE_DEPTH 0x0f0000u           /* 10..13 */

VALID(curie_tex_format)
{
    unsigned format = nv_extract(v, NV_V40_TEX_FORMAT);

    if (!tex_dma(v) || format == 0 || !nv_extract(v, NV_V40_TEX_UNK15) ||
        nv_extract(v, NV_V_TEX_SIZES) ||
        !tex_levels(v)) {
        return false;
    }
    if ((CURIE_LINEAR >> format & 1) && !nv_extract(v, NV_V40_TEX_LINEAR)) {
        return false;
    }
    if (nv_extract(v, NV_V40_TEX_RECT) && !tex_rect_rules(v, false)) {
        return false;
    }
    return !((CURIE_DEPTH >> format & 1) &&
             nv_extract(v, NV_V_TEX_DIMENSIONS) == 3);
}

VALID(rankine_tex_wrap)
{
    bool curie = nv_fe_is_curie(pg);
    unsigned special = nv_extract(v, 24, 2);

    for (unsigned pos = 0; pos < 24; pos += 8) {
        unsigned mode = nv_extract(v, pos, 4);

        if (mode < 1 || mode > (curie ? 8u : 5u)) {
            return false;
        }
    }
    if (special == (curie ? 2 : 3) ||
        !(pg->env->chip->front.tex_wrap_unk24 >> special & 1)) {
        return false;
    }
    return !(v & ~0xf3ff1fffu) && v >> 28 < 8;
}

VALID(curie_tex_filter_opt)
{
    return !(v & ~0x000fffdfu) && nv_extract(v, 15, 3) <= 4;
}

VALID(curie_tex_control_b)
{
    return !(v & ~0x1ffffu) && no_threes(v & 0xff00, 0xff00, 2);
}

VALID(xf_tex_format)
{
    unsigned dims = nv_extract(v, NV_V_TEX_DIMENSIONS);
    unsigned format = nv_extract(v, NV_V40_TEX_FORMAT);
    unsigned mips = nv_extract(v, NV_V_TEX_MIPS);

    return !(v & ~0xfff33u) && tex_dma(v) && (dims == 1 || dims == 2) &&
           nv_extract(v, NV_V40_TEX_LINEAR) &&
           !nv_extract(v, NV_V40_TEX_RECT) &&
           nv_extract(v, NV_V40_TEX_UNK15) &&
           (format == 0x1b || format == 0x1c) && mips >= 1 && mips <= 0xd;
}

VALID(xf_tex_wrap)
{
    unsigned s = nv_extract(v, 0, 4), t = nv_extract(v, 8, 4);

    return !(v & ~0xf0fu) && s >= 1 && s <= 8 && t >= 1 && t <= 8;
}

/* --- fragment programs --- */

VALID(ps_offset)
{
    return !(v & 0x3c) && ((v & 3) == 1 || (v & 3) == 2);
}

VALID(rankine_ps_control)
{
    return !(v & ~0x1ffu) && nv_extract(v, 4, 2) != 3;
}

VALID(curie_ps_control)
{
    unsigned registers = nv_extract(v, 24, 6);

    return !(v & ~0x3f0095feu) && nv_extract(v, 4, 2) != 3 &&
           registers >= 2 && registers <= 0x30;
}
