/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF of Curie: its mode comes with bundles on their way down, not by a
 * command.  Here it becomes the mode words that Rankine has.
 *
 * Facts: fields of bundles and of XFMODE, and the methods that set both, from
 * envytools' tests of methods (hw).
 */
#include "words/bundles.h"
#include "xf/xf-priv.h"

typedef enum Word {
    MODE_A, MODE_B, MODE_C, MODE_T, START, TIMEOUT,
} Word;

/* @width bits from @from of a bundle to @to of a mode word. */
typedef struct Field {
    uint16_t bundle;
    uint8_t from, width, word, to;
} Field;

#define PLANE(i) { NV_BUNDLE_CLIP_PLANE_ENABLE, 4 * (i), 2, MODE_C, i }
#define UNIT(i) { NV_BUNDLE_TXC_ENABLE, i, 1, MODE_T, 16 * (i) }

/* Of MODE_T the place is counted from T[0]; two units a word. */
static const Field fields[] = {
    { NV_BUNDLE_XF_A, 0, 1, MODE_B, 20 },
    { NV_BUNDLE_XF_A, 2, 1, MODE_B, 18 },           /* XFCTX_ACCESS */
    { NV_BUNDLE_XF_A, 3, 2, MODE_A, 25 },           /* sources, front */
    { NV_BUNDLE_XF_A, 5, 2, MODE_A, 23 },
    { NV_BUNDLE_XF_A, 7, 2, MODE_A, 21 },
    { NV_BUNDLE_XF_A, 9, 2, MODE_A, 19 },
    { NV_BUNDLE_XF_A, 11, 2, MODE_A, 6 },           /* back */
    { NV_BUNDLE_XF_A, 13, 2, MODE_A, 4 },
    { NV_BUNDLE_XF_A, 15, 2, MODE_A, 2 },
    { NV_BUNDLE_XF_A, 17, 2, MODE_A, 0 },
    /* The third bit is no method's; Rankine has two. */
    { NV_BUNDLE_XF_A, 19, 2, MODE_B, NV_XF_B_FOG_COORD },
    { NV_BUNDLE_XF_A, 22, 1, MODE_A, 31 },          /* LIGHTING */
    { NV_BUNDLE_XF_A, 23, 3, MODE_B, NV_XF_B_WEIGHT_MODE },
    { NV_BUNDLE_XF_A, 26, 1, MODE_A, 27 },          /* NORMALIZE */
    { NV_BUNDLE_XF_A, 28, 1, MODE_B, 16 },          /* VIEWPORT_SKIP */
    { NV_BUNDLE_XF_LIGHT, 0, 16, MODE_B, 0 },
    { NV_BUNDLE_XF_LIGHT, 16, 1, MODE_A, 30 },      /* LOCAL_VIEWER */
    { NV_BUNDLE_XF_LIGHT, 17, 1, MODE_A, 17 },
    { NV_BUNDLE_XF_LIGHT, 18, 1, MODE_A, 18 },      /* SEPARATE_SPECULAR */
    { NV_BUNDLE_XF_C, 0, 10, START, 0 },
    { NV_BUNDLE_XF_C, 27, 1, MODE_B, 17 },          /* ARITH_RULES */
    { NV_BUNDLE_XF_C, 30, 2, MODE_B, NV_XF_B_MODE },
    { NV_BUNDLE_XF_D, 0, 16, TIMEOUT, 0 },
    /*
     * What the same methods put into XFMODE before; that XF looks at the
     * bundles they still set is a guess.
     */
    { NV_BUNDLE_CONFIG_B, 5, 1, MODE_A, 16 },       /* SPECULAR_ENABLE */
    { NV_BUNDLE_CONFIG_B, 8, 1, MODE_B, 19 },       /* FOG_ENABLE */
    { NV_BUNDLE_CONFIG_B, 9, 1, MODE_B, 25 },       /* POINT_PARAMS */
    { NV_BUNDLE_RASTER, 24, 1, MODE_A, 29 },        /* TWO_SIDE */
    PLANE(0), PLANE(1), PLANE(2), PLANE(3), PLANE(4), PLANE(5),
    UNIT(0), UNIT(1), UNIT(2), UNIT(3), UNIT(4), UNIT(5), UNIT(6), UNIT(7),
};

/* Of XF_TXC, one for each unit. */
static const Field coordinate_fields[] = {
    { 0, 0, 3, MODE_T, 4 }, { 0, 4, 3, MODE_T, 7 }, { 0, 8, 3, MODE_T, 10 },
    { 0, 12, 3, MODE_T, 13 },
    { 0, 16, 1, MODE_T, 1 },                        /* MATRIX_ENABLE */
};

static void set(uint32_t *word, unsigned at, unsigned width, uint32_t value)
{
    *word = nv_deposit(*word, at, width, value);
}

static void move(NvXf *xf, const Field *f, unsigned unit, uint32_t data)
{
    uint32_t value = nv_extract(data, f->from, f->width);
    unsigned to = f->to + 16 * unit;

    switch ((Word)f->word) {
    case MODE_A:
        set(&xf->mode_a, to, f->width, value);
        break;
    case MODE_B:
        set(&xf->mode_b, to, f->width, value);
        break;
    case MODE_C:
        /* Two bits a plane; XF wants to know if it is on. */
        set(&xf->mode_c, to, 1, value != 0);
        break;
    case MODE_T:
        set(&xf->mode_t[to / 32], to % 32, f->width, value);
        break;
    case START:
        xf->start = value;
        break;
    case TIMEOUT:
        xf->timeout = value;
        xf->program->valid = false;
        break;
    }
}

void nv_xf_curie_bundle(NvXf *xf, unsigned bundle, uint32_t data)
{
    unsigned unit = bundle - NV_BUNDLE_XF_TXC;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(fields); i++) {
        if (fields[i].bundle == bundle) {
            move(xf, &fields[i], 0, data);
        }
    }
    /* Two coordinates more have nothing of fixed function. */
    for (unsigned i = 0; unit < 2 * NV_ARRAY_SIZE(xf->mode_t) &&
                         i < NV_ARRAY_SIZE(coordinate_fields); i++) {
        move(xf, &coordinate_fields[i], unit, data);
    }
}
