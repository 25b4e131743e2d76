/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: tables, and RCP and RCC for all operands there
 * are.
 *
 * What is computed is defined by arith/arith-special.c; names are as there.
 */
#include "jit/lower.h"
#include "arith/arith-tables.h"

/* --- Tables --- */

static void fill_tables(NvLowData *data)
{
    for (unsigned kelvin = 0; kelvin < 2; kelvin++) {
        nv_low_fill_root_lines(data->table[NV_LOW_RSQ_SEED + kelvin],
                               nv_xf_rsq_seed[kelvin]);
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
    fill_wide(data, NV_LIT_D1_5, UINT64_C(0x3ff8) << 48);
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
    unsigned d = nv_low_temp(low);
    size_t at = offsetof(NvLowData, table[0]) + (table * 4 + part) * 32;

    nv_emit_op(low->e, NV_OP_PERMUTE, d, index,
              nv_emit_at(low->e, NV_BASE_LITERALS, at - NV_LOW_BIAS, true));
    return d;
}

/* @bits: index of 4 or 5 bits. */
static unsigned permute(NvLow *low, NvLowTable table, unsigned x,
                        unsigned pos, unsigned bits)
{
    unsigned index = nv_low_temp(low), select = nv_low_temp(low), d, t;

    nv_low_shift(low, NV_SHIFT_RIGHT, index, x, pos);
    nv_low_shift(low, NV_SHIFT_LEFT, select, x, 31 - (pos + 3));
    d = permuted(low, table, 0, index);
    t = permuted(low, table, 1, index);
    nv_low_blend_sign(low, d, d, t, select);
    nv_low_drop(low, t);
    if (bits == 5) {
        unsigned c = permuted(low, table, 2, index);

        t = permuted(low, table, 3, index);
        nv_low_blend_sign(low, c, c, t, select);
        nv_low_drop(low, t);
        nv_low_shift(low, NV_SHIFT_LEFT, select, x, 31 - (pos + 4));
        nv_low_blend_sign(low, d, d, c, select);
        nv_low_drop(low, c);
    }
    nv_low_drop(low, index);
    nv_low_drop(low, select);
    return d;
}

/* Words of @table by @bits bits of @x from @pos on. */
unsigned nv_low_lookup(NvLow *low, NvLowTable table, unsigned x, unsigned pos,
                       unsigned bits)
{
    unsigned d, index, mask;

    if (low->e->target->permutes) {
        return permute(low, table, x, pos, bits);
    }
    index = nv_low_temp(low);
    mask = nv_low_temp(low);
    d = nv_low_temp(low);
    nv_low_shift(low, NV_SHIFT_RIGHT, index, x, pos);
    nv_low_rl(low, NV_OP_AND, index, index,
              bits == 5 ? NV_LIT_I31 : NV_LIT_I15);
    low->e->target->lookup(low->e, d, low->data->table[table], index, mask);
    nv_low_drop(low, mask);
    nv_low_drop(low, index);
    return d;
}

/* --- Small parts --- */

unsigned nv_low_absolute(NvLow *low, unsigned x)
{
    unsigned d = nv_low_temp(low);

    nv_low_rl(low, NV_OP_AND, d, x, NV_LIT_ABS);
    return d;
}

void nv_low_choose_nan(NvLow *low, unsigned d, unsigned a)
{
    unsigned t;

    if (!low->careful) {
        return;
    }
    t = nv_low_temp(low);

    nv_low_rl(low, NV_OP_GREATER, t, a, NV_LIT_EXP);
    nv_low_choose(low, d, NV_LIT_ABS, t);
    nv_low_drop(low, t);
}

/* @d = exponent of @a 0 ? @lit : @d. */
void nv_low_choose_zero(NvLow *low, unsigned d, unsigned a, NvLowLit lit)
{
    unsigned t = nv_low_temp(low);

    nv_low_less(low, t, a, NV_LIT_HIDDEN);
    nv_low_choose(low, d, lit, t);
    nv_low_drop(low, t);
}

static void or_sign(NvLow *low, unsigned d, unsigned x)
{
    unsigned t = nv_low_temp(low);

    nv_low_rl(low, NV_OP_AND, t, x, NV_LIT_SIGN);
    nv_low_rr(low, NV_OP_OR, d, d, t);
    nv_low_drop(low, t);
}

/* --- RCP, RCC --- */

/*
 * The seed, 0.5 to 1: 1 by the middle of its 64th of an octave, cut (Celsius)
 * or rounded to 7 bits.
 */
static unsigned rcp_seed(NvLow *low, unsigned x)
{
    unsigned s = nv_low_load(low, NV_LIT_ONE), t = nv_low_temp(low);

    nv_low_rl(low, NV_OP_AND, t, x, NV_LIT_SEED_BITS);
    nv_low_rl(low, NV_OP_OR, t, t, NV_LIT_SEED_MIDDLE);
    nv_low_rr(low, NV_OP_DIV_F, s, s, t);
    if (!low->older) {
        nv_low_rl(low, NV_OP_ADD_F, s, s, NV_LIT_SEED_HALF);
    }
    nv_low_rl(low, NV_OP_AND, s, s, NV_LIT_SEED_CUT);
    nv_low_drop(low, t);
    return s;
}

/*
 * ((2^31 - s m) s) >> 24, s by 128, m the significand; it is 128 s - s s m
 * by 2^24.  Fused, next to 2^9 whose last bit is 2^-14, that is cut as it
 * shall be.  Without, s m is near 2^30, and so a word says it all.
 */
static unsigned rcp_first(NvLow *low, unsigned s, unsigned half, unsigned m)
{
    unsigned d = nv_low_temp(low), t;

    if (low->e->target->fused) {
        nv_low_rl(low, NV_OP_ADD_F, d, s, NV_LIT_F512);
        nv_low_rr(low, NV_OP_MUL_F, s, s, s);
        nv_low_rr(low, NV_OP_FMS_F, d, s, half);
        nv_low_rl(low, NV_OP_AND, d, d, NV_LIT_FRAC);
        return d;
    }
    t = nv_low_temp(low);
    nv_low_shift(low, NV_SHIFT_RIGHT, s, s, 17);
    nv_low_rl(low, NV_OP_AND, s, s, NV_LIT_I63);
    nv_low_rl(low, NV_OP_OR, s, s, NV_LIT_I64);
    nv_low_rr(low, NV_OP_MUL, t, s, m);
    nv_low_from(low, d, NV_LIT_E30, t);
    nv_low_rr(low, NV_OP_MUL, d, d, s);
    nv_low_shift(low, NV_SHIFT_SIGNED, d, d, 24);
    nv_low_shift(low, NV_SHIFT_LEFT, t, s, 6);
    nv_low_rr(low, NV_OP_ADD, d, d, t);
    nv_low_drop(low, t);
    return d;
}

/*
 * ((2^37 - s m) s) >> 25: 2^36 is more than s m by no more than 2^26, so the
 * product's low word says it all; it times s in two halves.
 */
static void rcp_second(NvLow *low, unsigned s, unsigned m)
{
    unsigned t = nv_low_temp(low);

    nv_low_rr(low, NV_OP_MUL, m, m, s);
    nv_low_rl(low, NV_OP_BY_SIGN, m, m, NV_LIT_MINUS1);
    nv_low_shift(low, NV_SHIFT_RIGHT, t, m, 16);
    nv_low_rr(low, NV_OP_MADD_16, t, t, s);
    nv_low_rr(low, NV_OP_MUL_HIGH_16, m, m, s);
    nv_low_rr(low, NV_OP_ADD, t, t, m);
    nv_low_shift(low, NV_SHIFT_RIGHT, t, t, 9);
    nv_low_shift(low, NV_SHIFT_LEFT, s, s, 11);
    nv_low_rr(low, NV_OP_ADD, s, s, t);
    nv_low_drop(low, t);
}

/* Low words of both halves of 64-bit lanes; the upper words are lost. */
unsigned nv_low_merge(NvLow *low, unsigned even, unsigned odd)
{
    nv_low_shift(low, NV_SHIFT_LEFT64, odd, odd, 32);
    nv_low_rr(low, NV_OP_ODD, even, even, odd);
    nv_low_drop(low, odd);
    return even;
}

/* 2^24 by the significand of @x as 1 to 2; a power of two is exact. */
static unsigned reciprocal(NvLow *low, unsigned x)
{
    unsigned s = rcp_seed(low, x), half = nv_low_temp(low), m, d;

    nv_low_rl(low, NV_OP_AND, half, x, NV_LIT_FRAC);
    nv_low_rl(low, NV_OP_OR, half, half, NV_LIT_HALF);
    m = nv_low_temp(low);
    nv_low_rl(low, NV_OP_XOR, m, half, NV_LIT_ONE);
    d = rcp_first(low, s, half, m);
    rcp_second(low, d, m);
    nv_low_rr(low, NV_OP_I32_TO_F, d, 0, d);
    nv_low_rl(low, NV_OP_EQ, half, half, NV_LIT_HALF);
    nv_low_choose(low, d, NV_LIT_F2P24, half);
    nv_low_drop(low, s);
    nv_low_drop(low, half);
    nv_low_drop(low, m);
    return d;
}

bool nv_low_notice_zero(NvLow *low, NvVal v, unsigned x)
{
    NvListOp op = low->list->node[v].op;
    unsigned t;

    if (low->careful || low->fast || op < NV_LIST_SUM2 ||
        op > NV_LIST_SUM4) {
        return false;
    }
    t = nv_low_temp(low);
    nv_low_rl(low, NV_OP_MUL_F, t, x, NV_LIT_EXP);
    nv_low_drop(low, t);
    return true;
}

static unsigned rcp(NvLow *low, NvVal v, unsigned x)
{
    unsigned d = reciprocal(low, x), t = nv_low_temp(low);
    unsigned e = nv_low_temp(low), a;

    /* 0.5 to 1, by 2^(127 - E); what is too small becomes 0. */
    nv_low_rl(low, NV_OP_ADD, d, d, NV_LIT_MINUS24);
    if (nv_low_notice_zero(low, v, x)) {
        nv_low_rl(low, NV_OP_AND, t, x, NV_LIT_EXP_SIGN);
        nv_low_from(low, e, NV_LIT_E254, t);
        nv_low_rr(low, NV_OP_MUL_F, d, d, e);
    } else {
        a = nv_low_absolute(low, x);
        nv_low_rl(low, NV_OP_AND, t, a, NV_LIT_EXP);
        nv_low_rl(low, NV_OP_MIN_S, t, t, NV_LIT_E254);
        nv_low_from(low, e, NV_LIT_E254, t);
        nv_low_rr(low, NV_OP_MUL_F, d, d, e);
        nv_low_choose_zero(low, d, a, NV_LIT_EXP);
        or_sign(low, d, x);
        nv_low_choose_nan(low, d, a);
        nv_low_drop(low, a);
    }
    nv_low_drop(low, t);
    nv_low_drop(low, e);
    return d;
}

/*
 * The exponent is kept within 63..191; at the ends there is no fraction, but
 * on Celsius.
 */
static unsigned rcc(NvLow *low, unsigned x)
{
    unsigned d = reciprocal(low, x), t = nv_low_temp(low), frac = 0, a;

    if (low->older) {
        frac = nv_low_temp(low);
        nv_low_rl(low, NV_OP_AND, frac, d, NV_LIT_FRAC);
        nv_low_rr(low, NV_OP_SUB, d, d, frac);
    }
    nv_low_rl(low, NV_OP_AND, t, x, NV_LIT_EXP);
    nv_low_rr(low, NV_OP_SUB, d, d, t);
    nv_low_rl(low, NV_OP_ADD, d, d, NV_LIT_E103);
    nv_low_rl(low, NV_OP_MAX_S, d, d, NV_LIT_E63);
    nv_low_rl(low, NV_OP_MIN_S, d, d, NV_LIT_E191);
    if (low->older) {
        nv_low_rr(low, NV_OP_OR, d, d, frac);
        nv_low_drop(low, frac);
    }
    nv_low_drop(low, t);
    or_sign(low, d, x);
    if (low->careful) {
        a = nv_low_absolute(low, x);
        nv_low_choose_nan(low, d, a);
        nv_low_drop(low, a);
    }
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
    unsigned d = nv_low_load(low, NV_LIT_ONE), t;

    if (root) {
        t = nv_low_temp(low);
        if (low->legacy && !never_negative(low->list, v)) {
            nv_low_rl(low, NV_OP_AND, t, x, NV_LIT_ABS);
            nv_low_rr(low, NV_OP_SQRT_F, t, 0, t);
        } else {
            nv_low_rr(low, NV_OP_SQRT_F, t, 0, x);
        }
        nv_low_rr(low, NV_OP_DIV_F, d, d, t);
        nv_low_drop(low, t);
    } else {
        nv_low_rr(low, NV_OP_DIV_F, d, d, x);
    }
    return d;
}

/* --- All of them --- */

int nv_low_function(NvLow *low, const NvListNode *node)
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
        return nv_low_lit_power(low, node);
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
               nv_low_rsq(low, node->arg[0], x);
    case NV_LIST_EXP:
        return nv_low_exp(low, x, node->imm);
    default:
        return nv_low_log(low, x, node->imm);
    }
}
