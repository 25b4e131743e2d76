/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF of Curie: its mode comes with bundles on their way down, not by a
 * command.  Here it becomes the mode words that Rankine has.
 *
 * Facts: fields of bundles and of XFMODE, and the methods that set both, from
 * envytools' tests of methods (hw).
 */
#include "xf/xf-priv.h"

/* A field of a bundle, and that of XFMODE which it is. */
typedef struct Copy {
    uint16_t bundle;
    uint16_t from, to;          /* NvFieldId */
} Copy;

#define COPY(word, name, to_word, to_name) \
    { NV_BUNDLE_##word, NV_F(word, name), NV_F(XF_MODE_##to_word, to_name) }
#define SAME(word, to_word, name) COPY(word, name, to_word, name)

static const Copy copies[] = {
    SAME(XF_A, B, UNK9CC),
    SAME(XF_A, B, XFCTX_ACCESS),
    SAME(XF_A, A, FRONT_EMISSION),
    SAME(XF_A, A, FRONT_AMBIENT),
    SAME(XF_A, A, FRONT_DIFFUSE),
    SAME(XF_A, A, FRONT_SPECULAR),
    SAME(XF_A, A, BACK_EMISSION),
    SAME(XF_A, A, BACK_AMBIENT),
    SAME(XF_A, A, BACK_DIFFUSE),
    SAME(XF_A, A, BACK_SPECULAR),
    /* The third bit is no method's; Rankine has two. */
    SAME(XF_A, B, FOG_COORD),
    SAME(XF_A, A, LIGHTING_ENABLE),
    SAME(XF_A, B, WEIGHT_MODE),
    SAME(XF_A, A, NORMALIZE_ENABLE),
    SAME(XF_A, B, VIEWPORT_TRANSFORM_SKIP),
    SAME(XF_LIGHT, B, LIGHT0), SAME(XF_LIGHT, B, LIGHT1),
    SAME(XF_LIGHT, B, LIGHT2), SAME(XF_LIGHT, B, LIGHT3),
    SAME(XF_LIGHT, B, LIGHT4), SAME(XF_LIGHT, B, LIGHT5),
    SAME(XF_LIGHT, B, LIGHT6), SAME(XF_LIGHT, B, LIGHT7),
    SAME(XF_LIGHT, A, LOCAL_VIEWER),
    SAME(XF_LIGHT, A, LIGHT_MODEL_UNK17),
    SAME(XF_LIGHT, A, SEPARATE_SPECULAR),
    SAME(XF_C, B, ARITH_RULES),
    SAME(XF_C, B, MODE),
    /*
     * What the same methods put into XFMODE before; that XF looks at the
     * bundles they still set is a guess.
     */
    SAME(CONFIG_B, A, SPECULAR_ENABLE),
    SAME(CONFIG_B, B, FOG_ENABLE),
    SAME(CONFIG_B, B, POINT_PARAMS_ENABLE),
    COPY(RASTER, LIGHT_TWO_SIDE_ENABLE, A, TWO_SIDE_ENABLE),
};

/* Of XF_TXC, for the even and the odd unit of a word. */
static const Copy coordinate[2][5] = {
    {
        COPY(XF_TXC, GEN_S, T, EVEN_GEN_S), COPY(XF_TXC, GEN_T, T, EVEN_GEN_T),
        COPY(XF_TXC, GEN_R, T, EVEN_GEN_R), COPY(XF_TXC, GEN_Q, T, EVEN_GEN_Q),
        COPY(XF_TXC, MATRIX_ENABLE, T, EVEN_MATRIX_ENABLE),
    },
    {
        COPY(XF_TXC, GEN_S, T, ODD_GEN_S), COPY(XF_TXC, GEN_T, T, ODD_GEN_T),
        COPY(XF_TXC, GEN_R, T, ODD_GEN_R), COPY(XF_TXC, GEN_Q, T, ODD_GEN_Q),
        COPY(XF_TXC, MATRIX_ENABLE, T, ODD_MATRIX_ENABLE),
    },
};

static void copy(NvXf *xf, const Copy *c, unsigned pair, uint32_t data)
{
    nv_xf_mode_put(xf, c->to, pair, nv_field_get(xf->places, c->from, data));
}

/* Two bits a plane; XF wants to know if it is on. */
static void clip_planes(NvXf *xf, uint32_t data)
{
    static const uint16_t plane[] = {
        NV_F(CLIP_PLANE_ENABLE, PLANE0), NV_F(CLIP_PLANE_ENABLE, PLANE1),
        NV_F(CLIP_PLANE_ENABLE, PLANE2), NV_F(CLIP_PLANE_ENABLE, PLANE3),
        NV_F(CLIP_PLANE_ENABLE, PLANE4), NV_F(CLIP_PLANE_ENABLE, PLANE5),
    };
    uint32_t on = 0;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(plane); i++) {
        on |= (uint32_t)!!nv_field_get(xf->places, plane[i], data) << i;
    }
    nv_xf_mode_put(xf, NV_F(XF_MODE_C, CLIP_PLANE_ENABLE), 0, on);
}

static void units(NvXf *xf, uint32_t data)
{
    uint32_t on = nv_field_get(xf->places, NV_F(TXC_ENABLE, TEXCOORDS), data);

    for (unsigned unit = 0; unit < 2 * NV_ARRAY_SIZE(xf->mode_t); unit++) {
        nv_xf_mode_put(xf, unit % 2 ? NV_F(XF_MODE_T, ODD_ENABLE) :
                           NV_F(XF_MODE_T, EVEN_ENABLE),
                       unit / 2, on >> unit);
    }
}

/* What no mode word has, or has in another form. */
static void other(NvXf *xf, unsigned bundle, uint32_t data)
{
    switch (bundle) {
    case NV_BUNDLE_XF_C:
        xf->start = nv_field_get(xf->places, NV_F(XF_C, PROGRAM_START), data);
        break;
    case NV_BUNDLE_XF_D:
        xf->timeout = nv_field_get(xf->places, NV_F(XF_D, TIMEOUT), data);
        xf->program->valid = false;
        break;
    case NV_BUNDLE_CLIP_PLANE_ENABLE:
        clip_planes(xf, data);
        break;
    case NV_BUNDLE_TXC_ENABLE:
        units(xf, data);
        break;
    default:
        break;
    }
}

bool nv_xf_takes_bundles(const NvXf *xf)
{
    return nv_chip_has(xf->chip, NV_CAP_XF_MODE_BUNDLES);
}

void nv_xf_bundle(NvXf *xf, unsigned bundle, uint32_t data)
{
    unsigned unit = bundle - NV_BUNDLE_XF_TXC;

    if (!nv_xf_takes_bundles(xf)) {
        return;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(copies); i++) {
        if (copies[i].bundle == bundle) {
            copy(xf, &copies[i], 0, data);
        }
    }
    /* Two coordinates more have nothing of fixed function. */
    for (unsigned i = 0; unit < 2 * NV_ARRAY_SIZE(xf->mode_t) &&
                         i < NV_ARRAY_SIZE(coordinate[0]); i++) {
        copy(xf, &coordinate[unit % 2][i], unit / 2, data);
    }
    other(xf, bundle, data);
}
