/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function, the part that is there: position through the composite
 * matrix with perspective divide and viewport translation; colours, texture
 * and fog coordinates passed through; what LT does to COL1.  Not there:
 * lighting, texgen and texture matrices, skinning, fog distances and point
 * parameters; a mode that asks for them is reported once.
 *
 * Facts: pictures of NV2A for the order of the position (hw), Celsius' bit
 * model for the arithmetic steps (doc).
 */
#include "xf/arith-core.h"
#include "xf/xf-priv.h"

#define FOG_COORD_FOGC 4

/* Bits of XFMODE_A and B that ask for what is missing. */
static const struct {
    uint32_t a, b;
    bool program;           /* LT does it behind programs, too */
    const char *what;
} missing[] = {
    { NV_XF_A_LIGHTING, 0, true, "lighting" },
    { 0, NV_MASK(28, 26), false, "skinning" },
    { 0, NV_XF_B_POINT_PARAMS, true, "point parameters" },
};

/* Unit enabled, and MATRIX_ENABLE or a texgen mode set. */
static bool texture_missing(uint32_t t)
{
    return ((t & NV_BIT(0)) && (t & NV_MASK(15, 1) & ~NV_BIT(2))) ||
           ((t & NV_BIT(16)) && (t & NV_MASK(31, 17) & ~NV_BIT(18)));
}

static void append(GString *list, const char *what)
{
    g_string_append_printf(list, "%s%s", list->len ? ", " : "", what);
}

static void find_missing(const NvXf *xf, bool program, GString *list)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(missing); i++) {
        if (((xf->mode_a & missing[i].a) || (xf->mode_b & missing[i].b)) &&
            (!program || missing[i].program)) {
            append(list, missing[i].what);
        }
    }
    if (program) {
        return;
    }
    if (texture_missing(xf->mode_t[0]) || texture_missing(xf->mode_t[1])) {
        append(list, "texgen or texture matrix");
    }
    if ((xf->mode_b & NV_XF_B_FOG_ENABLE) &&
        nv_extract(xf->mode_b, NV_XF_B_FOG_COORD, 3) != FOG_COORD_FOGC) {
        append(list, "fog distance");
    }
}

void nv_xf_report_missing(NvXf *xf)
{
    NvXfProgram *program = xf->program;
    const uint32_t mode[4] = {
        xf->mode_a, xf->mode_b, xf->mode_t[0], xf->mode_t[1],
    };
    g_autoptr(GString) list = NULL;

    if (program->reported &&
        !memcmp(program->reported_mode, mode, sizeof(mode))) {
        return;
    }
    program->reported = true;
    memcpy(program->reported_mode, mode, sizeof(mode));
    list = g_string_new(NULL);
    find_missing(xf, nv_xf_mode(xf) >= NV_XF_MODE_PROGRAM, list);
    if (list->len) {
        nv_unimp(xf->env, "XF and LT without %s (XFMODE A 0x%08x "
                 "B 0x%08x T 0x%08x 0x%08x)", list->str, mode[0], mode[1],
                 mode[2], mode[3]);
    }
}

static void get(const NvXfBlock *block, unsigned attr, unsigned lane,
                uint32_t v[4])
{
    for (int c = 0; c < 4; c++) {
        v[c] = block->in[attr][c][lane];
    }
}

static void put(NvXfBlock *block, unsigned out, unsigned lane,
                const uint32_t v[4])
{
    for (int c = 0; c < 4; c++) {
        block->out[out][c][lane] = v[c];
    }
}

static void copy(NvXfBlock *block, unsigned out, unsigned attr)
{
    for (int c = 0; c < 4; c++) {
        memcpy(block->out[out][c], block->in[attr][c],
               block->count * sizeof(uint32_t));
    }
}

static void fill(NvXfBlock *block, unsigned out, unsigned c, uint32_t v)
{
    for (unsigned lane = 0; lane < block->count; lane++) {
        block->out[out][c][lane] = v;
    }
}

static void fill_black(NvXfBlock *block, unsigned out)
{
    for (int c = 0; c < 3; c++) {
        fill(block, out, c, 0);
    }
    fill(block, out, 3, NV_XF_ONE);
}

/* Everything but the position: outputs start as what TBUF holds. */
static void pass_attributes(NvXf *xf, NvXfBlock *block)
{
    const NvXfOutputs *out = &xf->chip->out;

    for (unsigned o = 0; o < NV_XF_ATTRS; o++) {
        for (unsigned c = 0; c < 4; c++) {
            fill(block, o, c, xf->tbuf[o][c]);
        }
    }
    copy(block, out->col0, NV_ATTR_COL0);
    copy(block, out->col1, NV_ATTR_COL1);
    copy(block, out->fogc, NV_ATTR_FOGC);
    copy(block, out->psz, NV_ATTR_PSZ);
    for (unsigned i = 0; i < out->ntex; i++) {
        copy(block, out->tex0 + i, NV_ATTR_TXC0 + i);
    }
    /* Without lighting the back side is black (hw). */
    fill_black(block, out->bfc0);
    fill_black(block, out->bfc1);
}

/* TBUF keeps the outputs of the last vertex. */
static void keep_last(NvXf *xf, const NvXfBlock *block)
{
    if (!block->count) {
        return;
    }
    for (unsigned o = 0; o < NV_XF_ATTRS; o++) {
        for (unsigned c = 0; c < 4; c++) {
            xf->tbuf[o][c] = block->out[o][c][block->count - 1];
        }
    }
}

static uint32_t dot4(const NvXfRules *rules, const uint32_t row[4],
                     const uint32_t v[4])
{
    uint32_t terms[4];

    for (int c = 0; c < 4; c++) {
        terms[c] = xf_mul(rules, row[c], v[c]);
    }
    return xf_sum(rules, terms, 4);
}

/*
 * The viewport scale is folded into the matrix by drivers, slot 3a is not
 * used (hw).  Output w is clip w, as programs leave it: VTX makes 1/w from
 * it in every mode (guess: Celsius hands down the reciprocal).
 */
static void position(const NvXf *xf, const NvXfRules *rules,
                     const uint32_t opos[4], uint32_t pos[4])
{
    const uint32_t *translate = xf->xfctx[NV_XFCTX_VIEWPORT_TRANSLATE];
    uint32_t r;

    for (int i = 0; i < 4; i++) {
        pos[i] = dot4(rules, xf->xfctx[NV_XFCTX_PROJ + i], opos);
    }
    r = nv_xf_rcc(rules, pos[3]);
    for (int i = 0; i < 3; i++) {
        uint32_t terms[2] = { xf_mul(rules, pos[i], r), translate[i] };

        pos[i] = xf_sum(rules, terms, 2);
    }
}

void nv_xf_fixed(NvXf *xf, NvXfBlock *block)
{
    NvXfRules rules = nv_xf_rules(xf);

    pass_attributes(xf, block);
    for (unsigned lane = 0; lane < block->count; lane++) {
        uint32_t opos[4], pos[4];

        get(block, NV_ATTR_OPOS, lane, opos);
        position(xf, &rules, opos, pos);
        put(block, xf->chip->out.hpos, lane, pos);
    }
    keep_last(xf, block);
}

/*
 * Bypass: row 0 of matrix MV1 scales the position, row 1 moves x, y, z (doc
 * for Celsius, guess for Kelvin); everything else passes.
 */
void nv_xf_bypass(NvXf *xf, NvXfBlock *block)
{
    const uint32_t *scale = xf->xfctx[NV_XFCTX_MV1];
    const uint32_t *move = xf->xfctx[NV_XFCTX_MV1 + 1];
    NvXfRules rules = nv_xf_rules(xf);

    pass_attributes(xf, block);
    for (unsigned lane = 0; lane < block->count; lane++) {
        uint32_t v[4];

        get(block, NV_ATTR_OPOS, lane, v);
        for (int i = 0; i < 4; i++) {
            v[i] = xf_mul(&rules, v[i], scale[i]);
            if (i < 3) {
                v[i] = nv_xf_sum2(&rules, v[i], move[i]);
            }
        }
        put(block, xf->chip->out.hpos, lane, v);
    }
    keep_last(xf, block);
}

/*
 * The secondary colour is black unless SPECULAR_ENABLE, its alpha 1 unless
 * bit 17, in fixed and program mode alike (hw, front; guess for the back).
 */
void nv_xf_lt_colours(NvXf *xf, NvXfBlock *block)
{
    const uint8_t outs[2] = { xf->chip->out.col1, xf->chip->out.bfc1 };

    for (unsigned i = 0; i < 2; i++) {
        if (!(xf->mode_a & NV_XF_A_SPECULAR_ENABLE)) {
            fill_black(block, outs[i]);
        } else if (!(xf->mode_a & NV_XF_A_COL1_ALPHA)) {
            fill(block, outs[i], 3, NV_XF_ONE);
        }
    }
}
