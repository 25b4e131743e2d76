/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * State that must be right when drawing starts; anything wrong makes BEGIN
 * an invalid-state error.  Facts: rules public hardware tests (envytools)
 * assert for the methods that launch.
 */
#include "pgraph/fe-2d.h"

enum { SWIZZLED = 2 };                  /* SURF_TYPE */
enum { WRAP_REPEAT = 1, WRAP_MIRROR };
enum { TEX_3D = 3, MINIFY_CONVOLUTION = 7, MAGNIFY_CONVOLUTION = 4 };

/* Blend with minimum or maximum style equations 5 and 6. */
static bool blend_signed(const NvPgraph *pg)
{
    uint32_t equation = NV_BUNDLE_GET(pg, BLEND, EQUATION);

    return equation == 5 || equation == 6;
}

static bool color_format_valid(const NvPgraph *pg)
{
    bool blend = NV_BUNDLE_GET(pg, BLEND, ENABLE);

    switch (nv_surf_format(pg, NV_SURF_COLOR)) {
    case 0:
        return false;
    case 0xd:
        return !blend || blend_signed(pg);
    case 1:
    case 6:
        if (nv_fe_option(pg, NV_OPT_SWIZZLE) ||
            NV_PG_GET(pg, SURF_TYPE, TYPE) == SWIZZLED ||
            NV_BUNDLE_GET(pg, STENCIL_A, ENABLE) ||
            NV_BUNDLE_GET(pg, CONFIG_A, DEPTH_TEST_ENABLE)) {
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

static const char *surfaces_fault(const NvPgraph *pg)
{
    if (!NV_PG_GET(pg, SURF_TYPE, TYPE)) {
        return "surfaces have no type, pitch or swizzled";
    }
    return (NV_PG_GET(pg, CTX_VALID, SURF_DMA_COLOR) &&
            NV_PG_GET(pg, CTX_VALID, SURF_PITCH_COLOR)) ||
           (NV_PG_GET(pg, CTX_VALID, SURF_DMA_ZETA) &&
            NV_PG_GET(pg, CTX_VALID, SURF_PITCH_ZETA))
           ? NULL : "neither colour nor depth has both memory and pitch";
}

static bool tex_enabled(const NvPgraph *pg, unsigned i)
{
    return NV_BUNDLE_GET_AT(pg, TEX_CONTROL_A, i, ENABLE);
}

/* Anisotropy does not go with 3D and convolution filters. */
static bool tex_anisotropy_valid(const NvPgraph *pg, unsigned i)
{
    return NV_BUNDLE_GET_AT(pg, TEX_FORMAT, i, DIMENSIONS) != TEX_3D &&
           NV_BUNDLE_GET_AT(pg, TEX_FILTER, i, MAGNIFY) !=
           MAGNIFY_CONVOLUTION &&
           NV_BUNDLE_GET_AT(pg, TEX_FILTER, i, MINIFY) != MINIFY_CONVOLUTION;
}

/* Image fields take every other line. */
static bool tex_fields_valid(const NvPgraph *pg, unsigned i)
{
    return NV_BUNDLE_GET_AT(pg, TEX_FORMAT, i, NO_BORDER) &&
           !(NV_BUNDLE_GET_AT(pg, TEX_RECT, i, HEIGHT) & 1);
}

static const char *tex_fault(const NvPgraph *pg, unsigned i)
{
    unsigned dma = NV_BUNDLE_GET_AT(pg, TEX_FORMAT, i, DMA);
    uint32_t wrap = NV_BUNDLE_GET_AT(pg, TEX_WRAP, i, S);
    bool fields = NV_BUNDLE_GET_AT(pg, TEX_CONTROL_A, i, IMAGE_FIELD);

    if (!NV_BUNDLE_GET_AT(pg, DMA_TEX, dma, INSTANCE)) {
        return "a texture that is on has no DMA object";
    }
    if (NV_BUNDLE_GET_AT(pg, TEX_CONTROL_A, i, ANISOTROPY) &&
        !tex_anisotropy_valid(pg, i)) {
        return "anisotropy with a volume or a convolution filter";
    }
    if (fields && !tex_fields_valid(pg, i)) {
        return "image fields with a border or an odd height";
    }
    switch (nv_tex_kind(pg, NV_BUNDLE_GET_AT(pg, TEX_FORMAT, i, FORMAT))) {
    case NV_TEX_RECT:
    case NV_TEX_YUV:
        return wrap != WRAP_REPEAT && wrap != WRAP_MIRROR
               ? NULL : "a rectangle texture that wraps";
    case NV_TEX_DXT:
        return !fields && !NV_BUNDLE_GET_AT(pg, TEX_CONTROL_A, i,
                                            COLOR_KEY_MODE)
               ? NULL : "a compressed texture with a colour key or in fields";
    default:
        return fields ? "a swizzled texture in fields" : NULL;
    }
}

static unsigned shader_op(const NvPgraph *pg, unsigned stage)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_TEX_SHADER_OP);

    return stage ? NV_FE_GET_ITEM(pg, TEX_SHADER_OP, TEX0, stage, word)
                 : NV_FE_GET(pg, TEX_SHADER_OP, TEX0_BASIC, word);
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
        from = NV_BUNDLE_GET(pg, TEX_SHADER_MISC, UNK16);
        return !(OPS_NOTHING >> shader_op(pg, from) & 1);
    }
    if (stage == 3 && (OPS_DEPENDENT_3 >> op & 1)) {
        from = NV_BUNDLE_GET(pg, TEX_SHADER_MISC, PREVIOUS_3);
        source = shader_op(pg, from);
        return !(OPS_NOTHING >> source & 1) &&
               !(from == 2 && (source == 0xa || source == 0xb));
    }
    return true;
}

/* A dot product must not share its register with the alpha half. */
static bool combiner_valid(const NvPgraph *pg, unsigned i)
{
    uint32_t cd = NV_BUNDLE_GET_AT(pg, RC_OUT_COLOR, i, CD_OUTPUT);
    uint32_t ab = NV_BUNDLE_GET_AT(pg, RC_OUT_COLOR, i, AB_OUTPUT);

    return !(NV_BUNDLE_GET_AT(pg, RC_OUT_COLOR, i, LAUNCH_CD) && cd &&
             cd == NV_BUNDLE_GET_AT(pg, RC_OUT_ALPHA, i, CD_OUTPUT)) &&
           !(NV_BUNDLE_GET_AT(pg, RC_OUT_COLOR, i, LAUNCH_AB) && ab &&
             ab == NV_BUNDLE_GET_AT(pg, RC_OUT_ALPHA, i, AB_OUTPUT));
}

/*
 * Celsius' classes leave a shader operation with a unit that is off; that
 * the rules for shaders are not theirs is a guess.  No test covers the
 * classes of Rankine and Curie, which have neither shaders nor combiners in
 * the way of a program: only the surfaces must be there (guess).
 */
const char *nv_launch_fault(const NvPgraph *pg)
{
    const char *fault = surfaces_fault(pg);

    if (fault || nv_fe_is_rankine(pg) || nv_fe_is_curie(pg)) {
        return fault;
    }
    if (!color_format_valid(pg)) {
        return "no colour format, or one that does not go with blending, "
               "depth, stencil or swizzling as they are";
    }
    for (unsigned i = 0; i < 4; i++) {
        fault = tex_enabled(pg, i) ? tex_fault(pg, i) : NULL;
        if (fault) {
            return fault;
        }
        if (nv_fe_since_kelvin(pg) && !shader_valid(pg, i)) {
            return "a texture shader stage without its texture or the stage "
                   "that it depends on";
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        if (!combiner_valid(pg, i)) {
            return "a combiner's dot product and alpha share a register";
        }
    }
    return NULL;
}

void nv_fe_check_launch(NvPgraph *pg)
{
    const char *fault = nv_launch_fault(pg);

    if (fault) {
        nv_fe_state_error(pg, fault);
    }
}
