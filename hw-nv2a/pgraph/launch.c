/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * State that must be right when drawing starts; anything wrong makes BEGIN
 * an invalid-state error.  Facts: rules public hardware tests (envytools)
 * assert for the methods that launch.
 */
#include "pgraph/2d/fe-2d.h"

static uint32_t field(const NvPgraph *pg, NvBundle bundle, unsigned pos,
                      unsigned width)
{
    return nv_extract(nv_fe_bundle(pg, bundle), pos, width);
}

/* Blend with minimum or maximum style equations 5 and 6. */
static bool blend_signed(const NvPgraph *pg)
{
    uint32_t equation = field(pg, NV_BUNDLE_BLEND, 0, 3);

    return equation == 5 || equation == 6;
}

static bool color_format_valid(const NvPgraph *pg)
{
    bool blend = field(pg, NV_BUNDLE_BLEND, 3, 1);

    switch (nv_surf_format(pg, NV_SURF_COLOR)) {
    case 0:
        return false;
    case 0xd:
        return !blend || blend_signed(pg);
    case 1:
    case 6:
        if (nv_fe_option(pg, NV_OPT_SWIZZLE) ||
            nv_extract(NV_PG(pg, SURF_TYPE), 0, 2) == 2 ||
            field(pg, NV_BUNDLE_STENCIL_A, 0, 1) ||
            field(pg, NV_BUNDLE_CONFIG_A, 14, 1)) {
            return false;
        }
        return nv_surf_format(pg, NV_SURF_COLOR) == 6 || !blend ||
               blend_signed(pg);
    case 2:
    case 3:
    case 5:
    case 9:
    case 0xa:
        return !blend || !blend_signed(pg);
    default:
        return true;
    }
}

static bool surfaces_valid(const NvPgraph *pg)
{
    uint32_t valid = NV_PG(pg, CTX_VALID);
    uint32_t both = valid & valid >> 8;

    return (both & 0xc) && nv_extract(NV_PG(pg, SURF_TYPE), 0, 2);
}

static bool tex_enabled(const NvPgraph *pg, unsigned i)
{
    return field(pg, NV_BUNDLE_TEX_CONTROL_A + i, 30, 1);
}

/* Anisotropy does not go with 3D and convolution filters. */
static bool tex_anisotropy_valid(const NvPgraph *pg, unsigned i)
{
    return field(pg, NV_BUNDLE_TEX_FORMAT + i, 6, 2) != 3 &&
           field(pg, NV_BUNDLE_TEX_FILTER + i, 24, 4) != 4 &&
           field(pg, NV_BUNDLE_TEX_FILTER + i, 16, 6) != 7;
}

static bool tex_valid(const NvPgraph *pg, unsigned i)
{
    uint32_t control = nv_fe_bundle(pg, NV_BUNDLE_TEX_CONTROL_A + i);
    uint32_t format = nv_fe_bundle(pg, NV_BUNDLE_TEX_FORMAT + i);
    uint32_t wrap = field(pg, NV_BUNDLE_TEX_WRAP + i, 0, 3);
    bool special = nv_extract(control, 3, 1);

    if (!field(pg, NV_BUNDLE_DMA_TEX + nv_extract(format, 1, 1), 0, 16) ||
        (nv_extract(control, 4, 2) && !tex_anisotropy_valid(pg, i))) {
        return false;
    }
    if (special && (!nv_extract(format, 3, 1) ||
                    field(pg, NV_BUNDLE_TEX_RECT + i, 0, 1))) {
        return false;
    }
    switch (nv_tex_kind(pg, nv_extract(format, 8, 7))) {
    case NV_TEX_RECT:
    case NV_TEX_YUV:
        return wrap != 1 && wrap != 2;
    case NV_TEX_DXT:
        return !special && !nv_extract(control, 0, 2);
    default:
        return !special;
    }
}

static unsigned shader_op(const NvPgraph *pg, unsigned stage)
{
    return field(pg, NV_BUNDLE_TEX_SHADER_OP, stage * 5, stage ? 5 : 3);
}

/* Sets of operations, a bit each. */
#define OPS_WITHOUT_TEXTURE 0x20031u            /* 0 4 5 11 */
#define OPS_DEPENDENT_2 0x38ec0u                /* 6 7 9 a b f 10 11 */
#define OPS_DEPENDENT_3 0x5f6c0u                /* 6 7 9 a c d e f 10 12 */
#define OPS_NOTHING 0x20021u                    /* 0 5 11 */

static bool shader_valid(const NvPgraph *pg, unsigned stage)
{
    unsigned op = shader_op(pg, stage), source, from;

    if (!tex_enabled(pg, stage) &&
        (!(OPS_WITHOUT_TEXTURE >> op & 1) || (op == 0x11 && stage == 3))) {
        return false;
    }
    if (stage == 2 && (OPS_DEPENDENT_2 >> op & 1)) {
        from = field(pg, NV_BUNDLE_TEX_SHADER_MISC, 16, 1);
        return !(OPS_NOTHING >> shader_op(pg, from) & 1);
    }
    if (stage == 3 && (OPS_DEPENDENT_3 >> op & 1)) {
        from = field(pg, NV_BUNDLE_TEX_SHADER_MISC, 20, 2);
        source = shader_op(pg, from);
        return !(OPS_NOTHING >> source & 1) &&
               !(from == 2 && (source == 0xa || source == 0xb));
    }
    return true;
}

/* A dot product must not share its register with the alpha half. */
static bool combiner_valid(const NvPgraph *pg, unsigned i)
{
    uint32_t color = nv_fe_bundle(pg, NV_BUNDLE_RC_OUT_COLOR + i);
    uint32_t alpha = nv_fe_bundle(pg, NV_BUNDLE_RC_OUT_ALPHA + i);

    for (unsigned half = 0; half < 2; half++) {
        uint32_t reg = nv_extract(color, 4 * half, 4);

        if (nv_extract(color, 18 + half, 1) && reg &&
            reg == nv_extract(alpha, 4 * half, 4)) {
            return false;
        }
    }
    return true;
}

/*
 * Celsius' classes leave a shader operation with a unit that is off; that
 * the rules for shaders are not theirs is a guess.  No test covers the
 * classes of Rankine and Curie, which have neither shaders nor combiners in
 * the way of a program: only the surfaces must be there (guess).
 */
bool nv_launch_valid(const NvPgraph *pg)
{
    if (nv_fe_is_rankine(pg) || nv_fe_is_curie(pg)) {
        return surfaces_valid(pg);
    }
    if (!color_format_valid(pg) || !surfaces_valid(pg)) {
        return false;
    }
    for (unsigned i = 0; i < 4; i++) {
        if ((tex_enabled(pg, i) && !tex_valid(pg, i)) ||
            (nv_fe_since_kelvin(pg) && !shader_valid(pg, i))) {
            return false;
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        if (!combiner_valid(pg, i)) {
            return false;
        }
    }
    return true;
}
