/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What follows from the state of register combiners: constants as numbers,
 * which registers matter, and whether the result is something simple.
 */
#include "raster/soft/combiner.h"

static uint32_t find_reads(const NvPixelCombiners *rc)
{
    uint32_t reads = 0;

    for (unsigned i = 0; i < rc->count; i++) {
        for (unsigned k = 0; k < 4; k++) {
            reads |= NV_BIT(rc->rgb[i].in[k].reg) |
                     NV_BIT(rc->a[i].in[k].reg);
        }
    }
    for (unsigned k = 0; k < 7; k++) {
        reads |= NV_BIT(rc->final[k].reg);
    }
    if (reads & NV_BIT(NV_RC_SUM)) {
        reads |= NV_BIT(NV_RC_V1) | NV_BIT(NV_RC_SPARE0);
    }
    if (reads & NV_BIT(NV_RC_SPARE0)) {
        reads |= NV_BIT(NV_RC_T0);          /* its first alpha */
    }
    for (unsigned i = 0; i < rc->count; i++) {
        if (rc->rgb[i].mux || rc->a[i].mux) {
            reads |= NV_BIT(NV_RC_SPARE0) | NV_BIT(NV_RC_T0);
        }
    }
    return reads;
}

/* ---- finding the simple cases ---- */

typedef struct SymRegs {
    NvSym rgb[NV_RC_REGS], a[NV_RC_REGS];
} SymRegs;

static NvSym sym_mul(NvSym a, NvSym b)
{
    if (a == NV_SYM_ZERO || b == NV_SYM_ZERO) {
        return NV_SYM_ZERO;
    }
    if (a == NV_SYM_ONE || b == NV_SYM_ONE) {
        return a == NV_SYM_ONE ? b : a;
    }
    return NV_SYM_OTHER;
}

static NvSym sym_add(NvSym a, NvSym b)
{
    return a == NV_SYM_ZERO ? b : b == NV_SYM_ZERO ? a : NV_SYM_OTHER;
}

/* Colour argument if @color, else alpha; alpha of blue is not simple. */
static NvSym sym_arg(const SymRegs *r, NvCombinerArg arg, bool color)
{
    NvSym s;

    if (arg.reg == NV_RC_ZERO) {
        s = NV_SYM_ZERO;
    } else if (color == arg.alpha) {
        s = NV_SYM_OTHER;
    } else {
        s = color ? r->rgb[arg.reg] : r->a[arg.reg];
    }
    if (arg.map == 1) {
        return s == NV_SYM_ZERO ? NV_SYM_ONE :
               s == NV_SYM_ONE ? NV_SYM_ZERO : NV_SYM_OTHER;
    }
    return arg.map == 0 || arg.map == 6 ? s : NV_SYM_OTHER;
}

static void sym_part(const SymRegs *in, SymRegs *out, const NvCombinerPart *p,
                     bool color)
{
    NvSym *to = color ? out->rgb : out->a;
    NvSym ab = sym_mul(sym_arg(in, p->in[0], color),
                       sym_arg(in, p->in[1], color));
    NvSym cd = sym_mul(sym_arg(in, p->in[2], color),
                       sym_arg(in, p->in[3], color));
    NvSym sum = p->mux ? NV_SYM_OTHER : sym_add(ab, cd);

    if (p->op || p->dot_ab || p->dot_cd || p->blue_ab || p->blue_cd) {
        ab = cd = sum = NV_SYM_OTHER;
    }
    to[p->ab] = ab;
    to[p->cd] = cd;
    to[p->sum] = sum;
    if (p->blue_ab) {
        out->a[p->ab] = NV_SYM_OTHER;
    }
    if (p->blue_cd) {
        out->a[p->cd] = NV_SYM_OTHER;
    }
}

static NvSym sym_final(const SymRegs *r, const NvPixelCombiners *rc)
{
    NvSym a = sym_arg(r, rc->final[0], true);
    NvSym b = sym_arg(r, rc->final[1], true);
    NvSym c = sym_arg(r, rc->final[2], true);
    NvSym d = sym_arg(r, rc->final[3], true);

    if (a == NV_SYM_ONE) {
        return sym_add(b, d);
    }
    if (a == NV_SYM_ZERO) {
        return sym_add(c, d);
    }
    if (c == NV_SYM_ZERO) {
        return sym_add(sym_mul(a, b), d);
    }
    return NV_SYM_OTHER;
}

static void find_simple(const NvPixelCombiners *rc, NvSoftCombiners *out)
{
    SymRegs r = { 0 };

    r.rgb[NV_RC_ZERO] = r.a[NV_RC_ZERO] = NV_SYM_ZERO;
    r.rgb[NV_RC_V0] = r.a[NV_RC_V0] = NV_SYM_V0;
    r.rgb[NV_RC_SPARE0] = NV_SYM_ZERO;
    r.rgb[NV_RC_SPARE1] = r.a[NV_RC_SPARE1] = NV_SYM_ZERO;
    for (unsigned i = 0; i < rc->count; i++) {
        SymRegs in = r;

        sym_part(&in, &r, &rc->a[i], false);
        sym_part(&in, &r, &rc->rgb[i], true);
        r.rgb[NV_RC_ZERO] = r.a[NV_RC_ZERO] = NV_SYM_ZERO;
    }
    r.rgb[NV_RC_SUM] = r.a[NV_RC_SUM] = NV_SYM_OTHER;
    r.rgb[NV_RC_EF] = r.a[NV_RC_EF] = NV_SYM_OTHER;
    out->rgb_sym = sym_final(&r, rc);
    out->a_sym = sym_arg(&r, rc->final[6], false);
}

static void numbers(const uint8_t *bytes, unsigned count, float *out)
{
    for (unsigned i = 0; i < count; i++) {
        out[i] = bytes[i] / 255.0f;
    }
}

void nv_soft_combiner_setup(const NvPixelState *state, NvSoftCombiners *out)
{
    const NvPixelCombiners *rc = &state->combiners;

    assert(rc->count <= NV_COMBINER_STAGES);
    for (unsigned i = 0; i < rc->count; i++) {
        for (unsigned k = 0; k < 2; k++) {
            numbers(rc->factor[i][k], 4, out->factor[i][k]);
        }
    }
    for (unsigned k = 0; k < 2; k++) {
        numbers(rc->final_factor[k], 4, out->final_factor[k]);
    }
    numbers(state->fog.color, 3, out->fog);
    /* Without stages a program's output is the colour. */
    out->reads = state->program.on && !rc->count ? 0 : find_reads(rc);
    find_simple(rc, out);
}
