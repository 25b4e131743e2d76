/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: tables, and RCP, RCC, RSQ in integers, for all
 * operands there are.
 *
 * What is computed is defined by xf/arith-special.c; names are as there.
 */
#include "jit/x86-lower.h"
#include "xf/arith-tables.h"

/* --- Tables --- */

static void fill_tables(NvLowData *data)
{
    for (unsigned kelvin = 0; kelvin < 2; kelvin++) {
        uint8_t *rsq = (uint8_t *)data->table[NV_LOW_RSQ_SEED + kelvin];

        /* Bit 6 here is the exponent's low bit, there its inverse. */
        memcpy(rsq, nv_xf_rsq_seed[kelvin] + 64, 64);
        memcpy(rsq + 64, nv_xf_rsq_seed[kelvin], 64);
    }
    for (unsigned i = 0; i < 32; i++) {
        const NvXfLine *exp = &nv_xf_exp_line[i];
        const NvXfLine *log = &nv_xf_log_line[i];

        assert(exp->base < 0x8000 && exp->slope < 0x8000 &&
               log->base < 0x40000 && log->slope < 0x4000);
        data->table[NV_LOW_EXP_LINE][i] = exp->base << 16 | exp->slope;
        data->table[NV_LOW_LOG_LINE][i] = log->base << 14 | log->slope;
    }
}

static void fill_wide(NvLowData *data, NvLowLit lit, uint64_t value)
{
    for (unsigned i = 0; i < 8; i += 2) {
        data->lit[lit][i] = value;
        data->lit[lit][i + 1] = value >> 32;
    }
}

static void fill(NvLowData *data)
{
    static const uint32_t words[] = {
#define X(name, value) [NV_LIT_##name] = (uint32_t)(value),
        NV_LOW_LITS(X)
#undef X
    };

    for (unsigned n = 0; n < NV_ARRAY_SIZE(words); n++) {
        for (unsigned i = 0; i < 8; i++) {
            data->lit[n][i] = words[n];
        }
    }
    fill_wide(data, NV_LIT_HI, UINT64_C(0xffffffff00000000));
    fill_wide(data, NV_LIT_Q49, UINT64_C(3) << 49);
    fill_wide(data, NV_LIT_D26, UINT64_C(1049) << 52);
    fill_tables(data);
}

const NvLowData *nv_low_data(void)
{
    static NvLowData data;
    static gsize once;

    if (g_once_init_enter(&once)) {
        fill(&data);
        g_once_init_leave(&once, 1);
    }
    return &data;
}

/* Eight words of @table by the low 3 bits of @index. */
static unsigned permuted(NvLow *low, NvLowTable table, unsigned part,
                         unsigned index)
{
    unsigned d = low_temp(low);
    size_t at = offsetof(NvLowData, table[0]) + (table * 4 + part) * 32;

    nv_x86_op(low->e, NV_X86_VPERMD, d, index,
              nv_x86_mem(NV_LOW_LITERALS, at - NV_LOW_BIAS, true));
    return d;
}

/* @bits: index of 4 or 5 bits. */
static unsigned permute(NvLow *low, NvLowTable table, unsigned x,
                        unsigned pos, unsigned bits)
{
    unsigned index = low_temp(low), select = low_temp(low), d, t;

    low_shift(low, NV_X86_PSRLD, index, x, pos);
    low_shift(low, NV_X86_PSLLD, select, x, 31 - (pos + 3));
    d = permuted(low, table, 0, index);
    t = permuted(low, table, 1, index);
    nv_x86_blendv(low->e, d, d, nv_x86_reg(t), select);
    low_drop(low, t);
    if (bits == 5) {
        unsigned c = permuted(low, table, 2, index);

        t = permuted(low, table, 3, index);
        nv_x86_blendv(low->e, c, c, nv_x86_reg(t), select);
        low_drop(low, t);
        low_shift(low, NV_X86_PSLLD, select, x, 31 - (pos + 4));
        nv_x86_blendv(low->e, d, d, nv_x86_reg(c), select);
        low_drop(low, c);
    }
    low_drop(low, index);
    low_drop(low, select);
    return d;
}

/* Words of @table by @bits bits of @x from @pos on. */
unsigned low_lookup(NvLow *low, NvLowTable table, unsigned x, unsigned pos,
                       unsigned bits)
{
    unsigned d, index, mask;

    if (low->e->avx) {
        return permute(low, table, x, pos, bits);
    }
    index = low_temp(low);
    mask = low_temp(low);
    d = low_temp(low);
    low_shift(low, NV_X86_PSRLD, index, x, pos);
    low_rl(low, NV_X86_PAND, index, index,
           bits == 5 ? NV_LIT_I31 : NV_LIT_I15);
    low_rr(low, NV_X86_PCMPEQD, mask, mask, mask);
    nv_x86_mov_imm(low->e, NV_RDX, (uintptr_t)low->data->table[table]);
    nv_x86_gather(low->e, d, NV_RDX, index, mask);
    low_drop(low, mask);
    low_drop(low, index);
    return d;
}

unsigned low_seed(NvLow *low, NvLowTable table, unsigned x, unsigned bits)
{
    unsigned d = low_lookup(low, table, x, 19, bits - 2), t = low_temp(low);
    unsigned s;

    if (low->e->avx) {
        low_shift(low, NV_X86_PSRLD, t, x, 14);
        low_rl(low, NV_X86_PAND, t, t, NV_LIT_I24);
        low_rr(low, NV_X86_VPSRLVD, d, d, t);
    } else {
        /* By 16 if bit 18, by 8 if bit 17 is set. */
        s = low_temp(low);
        low_shift(low, NV_X86_PSRLD, t, d, 16);
        low_shift(low, NV_X86_PSLLD, s, x, 13);
        nv_x86_blendv(low->e, d, d, nv_x86_reg(t), s);
        low_shift(low, NV_X86_PSRLD, t, d, 8);
        low_shift(low, NV_X86_PSLLD, s, x, 14);
        nv_x86_blendv(low->e, d, d, nv_x86_reg(t), s);
        low_drop(low, s);
    }
    low_rl(low, NV_X86_PAND, d, d, NV_LIT_I255);
    low_drop(low, t);
    return d;
}

/* --- Small parts --- */

unsigned low_absolute(NvLow *low, unsigned x)
{
    unsigned d = low_temp(low);

    low_rl(low, NV_X86_PAND, d, x, NV_LIT_ABS);
    return d;
}

/* Significand with the hidden bit. */
static unsigned significand_of(NvLow *low, unsigned x)
{
    unsigned d = low_temp(low);

    low_rl(low, NV_X86_PAND, d, x, NV_LIT_FRAC);
    low_rl(low, NV_X86_POR, d, d, NV_LIT_HIDDEN);
    return d;
}

void low_choose_nan(NvLow *low, unsigned d, unsigned a)
{
    unsigned t;

    if (!low->careful) {
        return;
    }
    t = low_temp(low);

    low_rl(low, NV_X86_PCMPGTD, t, a, NV_LIT_EXP);
    low_choose(low, d, NV_LIT_ABS, t);
    low_drop(low, t);
}

/* @d = exponent of @a 0 ? @lit : @d. */
void low_choose_zero(NvLow *low, unsigned d, unsigned a, NvLowLit lit)
{
    unsigned t = low_temp(low);

    low_less(low, t, a, NV_LIT_HIDDEN);
    low_choose(low, d, lit, t);
    low_drop(low, t);
}

static void or_sign(NvLow *low, unsigned d, unsigned x)
{
    unsigned t = low_temp(low);

    low_rl(low, NV_X86_PAND, t, x, NV_LIT_SIGN);
    low_rr(low, NV_X86_POR, d, d, t);
    low_drop(low, t);
}

/* --- RCP, RCC --- */

/*
 * The seed: 8192 by the middle of its 64th of an octave, cut (Celsius) or
 * rounded to an integer; that is 7 bits of 1 by 1 to 2.
 */
static unsigned rcp_seed(NvLow *low, unsigned x)
{
    unsigned s = low_load(low, NV_LIT_ONE), t = low_temp(low);

    low_rl(low, NV_X86_PAND, t, x, NV_LIT_SEED_BITS);
    low_rl(low, NV_X86_POR, t, t, NV_LIT_SEED_MIDDLE);
    low_rr(low, NV_X86_DIVPS, s, s, t);
    if (!low->celsius) {
        low_rl(low, NV_X86_ADDPS, s, s, NV_LIT_SEED_HALF);
    }
    low_shift(low, NV_X86_PSRLD, s, s, 17);
    low_rl(low, NV_X86_PAND, s, s, NV_LIT_I63);
    low_rl(low, NV_X86_POR, s, s, NV_LIT_I64);
    low_drop(low, t);
    return s;
}

/*
 * ((2^31 - s m) s) >> 24, then ((2^37 - s m) s) >> 25, in words: s m is near
 * 2^30, then less than 2^36 by no more than 2^26, so its low word says it all.
 */
static unsigned rcp_steps(NvLow *low, unsigned s, unsigned m)
{
    unsigned d = low_temp(low), t = low_temp(low);

    low_rr(low, NV_X86_PMULLD, t, s, m);
    low_from(low, d, NV_LIT_E30, t);
    low_rr(low, NV_X86_PMULLD, d, d, s);
    low_shift(low, NV_X86_PSRAD, d, d, 24);
    low_shift(low, NV_X86_PSLLD, t, s, 6);
    low_rr(low, NV_X86_PADDD, s, t, d);
    /* 2^11 s + ((2^36 - s m) s >> 25), the difference in two parts. */
    low_rr(low, NV_X86_PMULLD, t, s, m);
    low_rr(low, NV_X86_PXOR, d, d, d);
    low_rr(low, NV_X86_PSUBD, d, d, t);
    low_shift(low, NV_X86_PSRLD, t, d, 11);
    low_rl(low, NV_X86_PAND, d, d, NV_LIT_I2047);
    low_rr(low, NV_X86_PMADDWD, t, t, s);
    low_rr(low, NV_X86_PMADDWD, d, d, s);
    low_shift(low, NV_X86_PSRLD, d, d, 11);
    low_rr(low, NV_X86_PADDD, d, d, t);
    low_shift(low, NV_X86_PSRLD, d, d, 14);
    low_shift(low, NV_X86_PSLLD, t, s, 11);
    low_rr(low, NV_X86_PADDD, d, d, t);
    low_drop(low, t);
    return d;
}

/* Low words of both halves of 64-bit lanes; the upper words are lost. */
unsigned low_merge(NvLow *low, unsigned even, unsigned odd)
{
    low_shift(low, NV_X86_PSLLQ, odd, odd, 32);
    nv_x86_op_imm(low->e, NV_X86_BLENDPS, even, even, nv_x86_reg(odd), 0xaa);
    low_drop(low, odd);
    return even;
}

/* Fraction of 1/x and its exponent (255 or less, perhaps below 0). */
static void reciprocal(NvLow *low, unsigned x, unsigned a, unsigned *frac,
                       unsigned *exp)
{
    unsigned s = rcp_seed(low, x), m = significand_of(low, x), pow2;

    *frac = rcp_steps(low, s, m);
    low_drop(low, m);
    low_drop(low, s);
    /* A power of two is exact. */
    pow2 = low_temp(low);
    *exp = low_temp(low);
    low_rl(low, NV_X86_PAND, pow2, x, NV_LIT_FRAC);
    low_rr(low, NV_X86_PXOR, *exp, *exp, *exp);
    low_rr(low, NV_X86_PCMPEQD, pow2, pow2, *exp);
    low_rl(low, NV_X86_PAND, *frac, *frac, NV_LIT_FRAC);
    low_rr(low, NV_X86_PANDN, *frac, pow2, *frac);
    low_shift(low, NV_X86_PSRLD, *exp, a, 23);
    low_rr(low, NV_X86_PADDD, *exp, *exp, pow2);
    nv_x86_load(low->e, pow2, low_lit(NV_LIT_I253));
    low_rr(low, NV_X86_PSUBD, *exp, pow2, *exp);
    low_drop(low, pow2);
}

/*
 * True in quick code if @v comes from a sum, which is no infinity or NaN
 * there; @x is its register.  "Invalid" if it is 0.
 */
static bool notice_zero(NvLow *low, NvVal v, unsigned x)
{
    NvListOp op = low->list->node[v].op;
    unsigned t;

    if (low->careful || low->fast || op < NV_LIST_SUM2 ||
        op > NV_LIST_SUM4) {
        return false;
    }
    t = low_temp(low);
    low_rl(low, NV_X86_MULPS, t, x, NV_LIT_EXP);
    low_drop(low, t);
    return true;
}

static unsigned rcp(NvLow *low, NvVal v, unsigned x)
{
    unsigned a = low_absolute(low, x), frac, exp, kill;

    reciprocal(low, x, a, &frac, &exp);
    kill = low_temp(low);
    low_less(low, kill, exp, NV_LIT_I1);
    low_shift(low, NV_X86_PSLLD, exp, exp, 23);
    low_rr(low, NV_X86_POR, frac, frac, exp);
    low_drop(low, exp);
    low_rr(low, NV_X86_PANDN, frac, kill, frac);
    low_drop(low, kill);
    if (!notice_zero(low, v, x)) {
        low_choose_zero(low, frac, a, NV_LIT_EXP);
    }
    or_sign(low, frac, x);
    low_choose_nan(low, frac, a);
    low_drop(low, a);
    return frac;
}

/*
 * The exponent is kept within 63..191; at the ends there is no fraction, but
 * on Celsius.
 */
static unsigned rcc(NvLow *low, unsigned x)
{
    unsigned a = low_absolute(low, x), frac, exp, inside;

    reciprocal(low, x, a, &frac, &exp);
    if (!low->celsius) {
        inside = low_temp(low);
        low_less(low, inside, exp, NV_LIT_I191);
        low_rr(low, NV_X86_PAND, frac, frac, inside);
        low_rl(low, NV_X86_PCMPGTD, inside, exp, NV_LIT_I62);
        low_rr(low, NV_X86_PAND, frac, frac, inside);
        low_drop(low, inside);
    }
    low_rl(low, NV_X86_PMINSD, exp, exp, NV_LIT_I191);
    low_rl(low, NV_X86_PMAXSD, exp, exp, NV_LIT_I63);
    low_shift(low, NV_X86_PSLLD, exp, exp, 23);
    low_rr(low, NV_X86_POR, frac, frac, exp);
    low_drop(low, exp);
    or_sign(low, frac, x);
    low_choose_nan(low, frac, a);
    low_drop(low, a);
    return frac;
}

/* --- RSQ --- */

/*
 * Even lanes, from @a = 96 s in the upper word, @b = s s s, @m:
 * ((3 2^37 - s s m) s) >> 32 = (@a - @b @m) >> 32, then
 * ((3 2^49 - s s m) s) >> 39.
 */
static unsigned rsq_half(NvLow *low, unsigned a, unsigned b, unsigned m)
{
    unsigned s = low_temp(low), t = low_temp(low), hi = low_temp(low);

    low_rr(low, NV_X86_PMULUDQ, t, b, m);
    low_rr(low, NV_X86_PSUBQ, s, a, t);
    low_shift(low, NV_X86_PSRLQ, s, s, 32);
    low_rr(low, NV_X86_PMULUDQ, t, s, s);
    low_rr(low, NV_X86_PMULUDQ, t, t, m);
    nv_x86_load(low->e, hi, low_lit(NV_LIT_Q49));
    low_rr(low, NV_X86_PSUBQ, t, hi, t);
    low_shift(low, NV_X86_PSRLQ, hi, t, 32);
    low_rr(low, NV_X86_PMULUDQ, t, t, s);
    low_rr(low, NV_X86_PMULUDQ, hi, hi, s);
    low_shift(low, NV_X86_PSRLQ, t, t, 32);
    low_rr(low, NV_X86_PADDQ, t, t, hi);
    low_shift(low, NV_X86_PSRLQ, t, t, 7);
    low_drop(low, s);
    low_drop(low, hi);
    return t;
}

static unsigned root_fraction(NvLow *low, unsigned x)
{
    unsigned s = low_seed(low, NV_LOW_RSQ_SEED + !low->celsius, x, 7);
    unsigned m = low_temp(low), a, b, even, odd;

    /* The significand, twice if the exponent is even. */
    low_rl(low, NV_X86_PAND, m, x, NV_LIT_I24BITS);
    low_rl(low, NV_X86_PXOR, m, m, NV_LIT_E151);
    low_rr(low, NV_X86_CVTTPS2DQ, m, 0, m);
    b = low_temp(low);
    a = low_temp(low);
    low_rr(low, NV_X86_PMADDWD, b, s, s);
    low_rr(low, NV_X86_PMADDWD, b, b, s);
    low_rl(low, NV_X86_PMADDWD, s, s, NV_LIT_I96);
    low_shift(low, NV_X86_PSLLQ, a, s, 32);
    even = rsq_half(low, a, b, m);
    low_rl(low, NV_X86_PAND, a, s, NV_LIT_HI);
    low_drop(low, s);
    low_shift(low, NV_X86_PSRLQ, b, b, 32);
    low_shift(low, NV_X86_PSRLQ, m, m, 32);
    odd = rsq_half(low, a, b, m);
    low_drop(low, a);
    low_drop(low, b);
    low_drop(low, m);
    even = low_merge(low, even, odd);
    low_rl(low, NV_X86_PAND, even, even, NV_LIT_FRAC);
    return even;
}

/* Rankine: a power of four is exact. */
static void exact_root(NvLow *low, unsigned x, unsigned frac, unsigned exp)
{
    unsigned t = low_temp(low);

    low_rl(low, NV_X86_PAND, t, x, NV_LIT_I24BITS);
    low_rl(low, NV_X86_PCMPEQD, t, t, NV_LIT_HIDDEN);
    low_rr(low, NV_X86_PANDN, frac, t, frac);
    low_rl(low, NV_X86_PAND, t, t, NV_LIT_HIDDEN);
    low_rr(low, NV_X86_PADDD, exp, exp, t);
    low_drop(low, t);
}

/* Modern rules: the sign counts, for zero and for all others. */
static void signed_root(NvLow *low, unsigned x, unsigned a, unsigned d)
{
    unsigned t = low_temp(low), u = low_temp(low);

    low_shift(low, NV_X86_PSRAD, t, x, 31);
    low_less(low, u, a, NV_LIT_HIDDEN);
    low_rr(low, NV_X86_PANDN, t, u, t);
    low_choose(low, d, NV_LIT_ABS, t);
    low_rl(low, NV_X86_PAND, t, x, NV_LIT_SIGN);
    low_rr(low, NV_X86_PAND, t, t, u);
    low_rr(low, NV_X86_POR, d, d, t);
    low_drop(low, t);
    low_drop(low, u);
}

static unsigned rsq(NvLow *low, NvVal v, unsigned x)
{
    unsigned d = root_fraction(low, x), a = low_absolute(low, x);
    unsigned exp = low_temp(low), t = low_temp(low);

    /* 190 - (E + 1) / 2 */
    low_rl(low, NV_X86_PADDD, t, a, NV_LIT_HIDDEN);
    low_shift(low, NV_X86_PSRLD, t, t, 1);
    low_rl(low, NV_X86_PAND, t, t, NV_LIT_EXP);
    nv_x86_load(low->e, exp, low_lit(NV_LIT_E190));
    low_rr(low, NV_X86_PSUBD, exp, exp, t);
    if (low->rankine) {
        exact_root(low, x, d, exp);
    }
    low_rr(low, NV_X86_POR, d, d, exp);
    low_drop(low, exp);
    if (!notice_zero(low, v, x)) {
        /* Infinity gives 0, and so does NaN for now. */
        low_rl(low, NV_X86_PCMPGTD, t, a, NV_LIT_MAXFIN);
        low_rr(low, NV_X86_PANDN, d, t, d);
        low_choose_zero(low, d, a, NV_LIT_EXP);
    }
    low_drop(low, t);
    if (!low->legacy) {
        signed_root(low, x, a, d);
    }
    low_choose_nan(low, d, a);
    low_drop(low, a);
    return d;
}

/* --- Fast arithmetic: the host's division and root --- */

/* True for a sum of squares. */
static bool never_negative(const NvList *list, NvVal v)
{
    const NvListNode *sum = &list->node[v];

    for (unsigned i = 0; i < nv_list_op[sum->op].args; i++) {
        const NvListNode *term = &list->node[sum->arg[i]];

        if (term->op != NV_LIST_MUL || term->arg[0] != term->arg[1]) {
            return false;
        }
    }
    return sum->op == NV_LIST_SUM2 || sum->op == NV_LIST_SUM3 ||
           sum->op == NV_LIST_SUM4;
}

/* Signs, zeros and infinities are the hardware's by themselves. */
static unsigned fast_function(NvLow *low, unsigned x, NvVal v, bool root)
{
    unsigned d = low_load(low, NV_LIT_ONE), t;

    if (root) {
        t = low_temp(low);
        if (low->legacy && !never_negative(low->list, v)) {
            low_rl(low, NV_X86_PAND, t, x, NV_LIT_ABS);
            low_rr(low, NV_X86_SQRTPS, t, 0, t);
        } else {
            low_rr(low, NV_X86_SQRTPS, t, 0, x);
        }
        low_rr(low, NV_X86_DIVPS, d, d, t);
        low_drop(low, t);
    } else {
        low_rr(low, NV_X86_DIVPS, d, d, x);
    }
    return d;
}

/* --- All of them --- */

int low_function(NvLow *low, const NvListNode *node)
{
    bool quick = low->fast && !low->careful;
    unsigned x;

    switch ((NvListOp)node->op) {
    case NV_LIST_RCP:
    case NV_LIST_RCC:
    case NV_LIST_RSQ:
    case NV_LIST_EXP:
    case NV_LIST_LOG:
        x = nv_ra_use(&low->ra, node->arg[0]);
        break;
    case NV_LIST_LIT:
        return low_lit_power(low, node);
    default:
        return -1;
    }
    switch ((NvListOp)node->op) {
    case NV_LIST_RCP:
        return quick ? fast_function(low, x, node->arg[0], false) :
               rcp(low, node->arg[0], x);
    case NV_LIST_RCC:
        return rcc(low, x);
    case NV_LIST_RSQ:
        return quick ? fast_function(low, x, node->arg[0], true) :
               rsq(low, node->arg[0], x);
    case NV_LIST_EXP:
        return low_exp(low, x, node->imm);
    default:
        return low_log(low, x, node->imm);
    }
}
