/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes of a list to operations of jit/emit.h, exact to the bit.
 *
 * How the arithmetic of arith.h is had from the host's.  The control word says:
 * round
 * toward zero, flush results and operands that are denormal.
 *
 *   MUL   The native product of finite numbers has the hardware's bits, but
 *         for the sign of a zero that came from a zero.
 *   SUM   Every term times 2^(155 - m), m the largest exponent, then cut to
 *         an integer: that is the hardware's alignment with 5 guard bits and
 *         truncation term by term.  The sum of integers goes back through a
 *         conversion (truncating again) and 2^(m - 155).
 *   rest  Integers, fused products, and tables by gather.
 *
 * There are two versions of a program.  The quick one leaves special values
 * out: whatever would go wrong raises "invalid" in MXCSR (so do conversions
 * of NaN and infinity) or, on Rankine, "overflow", and the caller runs the
 * careful one over the same lanes.  Terms that are all tiny (m < 29) raise
 * "underflow" when 2^(m - 155) is made of 2^(m - 127).  Denormals that would
 * be flushed there, and in the careful version tiny terms and overflows of
 * Rankine, make a lane of the accumulator small; the caller then runs those
 * lanes in scalar code.
 *
 * Fast arithmetic has the host's sums, quotients and roots, truncated like
 * everything, in the quick version; all else is the same, and an overflow is
 * a special value.
 */
#ifndef NV_JIT_LOWER_H
#define NV_JIT_LOWER_H

#include "jit/regalloc.h"

/*
 * Pool and literals point so far behind the beginning: the first have short
 * offsets.
 */
#define NV_LOW_BIAS 128

/* Fewest word of the accumulator that does not mean scalar code. */
#define NV_LOW_TINY ((29u << 23) - 1)

/* Added to numbers of 2^-13 before EXP's table; see lower-exp.c. */
#define NV_LOW_EXP_BIAS (0x01000000 + (127 << 13))

/* Words of the literals, each repeated over a vector of 32 bytes. */
#define NV_LOW_LITS(X) \
    /* The first eight are near. */ \
    X(ABS, 0x7fffffff) \
    X(MINUS1, 0xffffffff) \
    X(EXP, 0x7f800000) \
    X(UP, 282u << 23) \
    X(DOWN, 99u << 23) \
    X(FRAC, 0x007fffff) \
    X(HIDDEN, 0x00800000) \
    X(SIGN, 0x80000000) \
    X(ONE, 0x3f800000) \
    X(MAXFIN, 0x7f7fffff) \
    X(I1, 1) X(I15, 15) X(I31, 31) X(I63, 63) X(I96, 96) \
    X(I127, 127) X(I255, 255) \
    X(E190, 190u << 23) X(E151, 151u << 23) \
    X(E63, 63u << 23) X(E191, 191u << 23) X(E103, 103u << 23) \
    X(MINUS24, -(24u << 23)) X(F2P24, 0x4b800000) X(HALF, 0x3f000000) \
    X(F512, 0x44000000) \
    /* Roots: steps and base of lines, 2^34, (189 << 23 | FRAC) - 2^22. */ \
    X(ROOT_STEP, 7u << 26) X(ROOT_BASE, 1024) X(ROOT_EXP, 0x5ebfffff) \
    X(F1_5, 0x3fc00000) X(P34, 161u << 23) X(P24, 1u << 24) \
    X(E79, 79u << 23) \
    X(E104, 104u << 23) \
    X(F200, 0x43480000) X(FM200, 0xc3480000) \
    X(F128K, 0x48000000) X(FM128K, 0xc8000000) \
    X(F128, 0x42ffffff) X(FM128, 0xc3000000) \
    X(F8192, 0x46000000) X(F2P23, 0x4b000000) \
    X(M26, 0x32800000) \
    X(INTPART, 0xffffe000) \
    X(EXP_MOST, 128 << 13) X(EXP_BIAS, NV_LOW_EXP_BIAS) \
    X(EXP_LEAST, 0x01000000) X(EXP_BIASED_MOST, 0x01000000 + (255 << 13)) \
    X(EXP_REST, 0x010000ff) \
    X(M103, 24u << 23) X(P116, 243u << 23) \
    X(LOG_SLOPE, 0x3fff) X(LOG_BASE, 0xffffff00) \
    X(I1000, 0x1000) \
    X(I24BITS, 0x00ffffff) \
    X(PMAX, 0x000fffff) X(PMIN, -0x00100000u) \
    /* Words of LT; UP and DOWN with 5 guard bits, and with none. */ \
    X(LT_BITS, 0xfffffc00) X(LT_NAN, NV_XF_LT_NAN) \
    X(LT_UP, 272u << 23) X(LT_DOWN, 109u << 23) \
    X(LT_SUP, 267u << 23) X(LT_SDOWN, 114u << 23) \
    X(LT_BITS5, 0xffffffe0) X(LT_ONES, 0x20002000) X(LOW16, 0xffff) \
    X(LT_STOP, 0x0003ffff) X(LT_HALF, 0x00000200) \
    X(LT_RCP_CUT, 0xfffff800) \
    X(SEED_BITS, 0x007e0000) X(SEED_MIDDLE, 0x3f810000) \
    X(SEED_CUT, 0xfffe0000) X(SEED_HALF, 0x3b800000) \
    X(I64, 64) X(E30, 1u << 30) \
    X(TWO, 0x40000000) X(EXP_SIGN, 0xff800000) \
    X(E254, 254u << 23) X(E381, (382u << 22) - 1)

typedef enum NvLowLit {
#define X(name, value) NV_LIT_##name,
    NV_LOW_LITS(X)
#undef X
    /* Wider ones: by 64 bits. */
    NV_LIT_HI,                  /* ffffffff 00000000 */
    NV_LIT_Q49,                 /* 3 * 2^49 */
    NV_LIT_D26,                 /* 2^26 as a double */
    NV_LIT_D1_5,                /* 1.5 as a double */
    NV_LIT_COUNT
} NvLowLit;

typedef enum NvLowTable {
    /* Of Celsius, then of all others. */
    NV_LOW_RSQ_SEED,            /* lines, by 4 bits from bit 20 on */
    NV_LOW_RSQ_SEED_KELVIN,
    NV_LOW_EXP_LINE,            /* base << 16 | slope */
    NV_LOW_LOG_LINE,            /* base << 14 | slope */
    NV_LOW_TABLES
} NvLowTable;

/* The tables in memory; made once. */
typedef struct NvLowData {
    uint32_t lit[NV_LIT_COUNT][8] __attribute__((aligned(32)));
    uint32_t table[NV_LOW_TABLES][32];
} NvLowData;

const NvLowData *nv_low_data(void);

/* What users of a value ask of a NaN, in code that is not careful. */
typedef enum NvLowNan {
    NV_LOW_NAN_ANY,             /* nothing */
    NV_LOW_NAN_RIGHT,           /* its bits are the hardware's */
    NV_LOW_NAN_NONE,            /* it has been noticed: "invalid" is raised */
} NvLowNan;

/* Terms of a sum, for code that is not careful. */
typedef enum NvLowTerms {
    NV_LOW_TERMS_ANY,
    NV_LOW_TERMS_SQUARES,       /* all of them: no signs */
    NV_LOW_TERMS_FLUSHED,       /* no denormals */
} NvLowTerms;

/* One of them: in a register, unless it is a constant without a denormal. */
typedef struct NvLowTerm {
    NvEmitArg at;
    NvVal constant;             /* or 0 */
} NvLowTerm;

/* What is known of a value before code is written. */
typedef struct NvLowValue {
    bool zero;                  /* the sign of a zero makes a difference */
    uint8_t nan;                /* NvLowNan */
} NvLowValue;

/* Vectors of the pool that the code asks for while it is written. */
typedef enum NvLowExtra {
    NV_LOW_WORD,                /* an immediate */
    /* Of constant @value, with what is assumed of it. */
    NV_LOW_POWER,               /* LIT: exponent in 2^-13, above 0 */
    NV_LOW_POWER_BIAS,          /* LIT: what 2^E y has too much */
    NV_LOW_POSITIVE,            /* the sign is clear; itself */
    NV_LOW_NONZERO,             /* all ones unless it counts as 0 */
    NV_LOW_EXPONENT,            /* it is no denormal; its exponent alone */
} NvLowExtra;

typedef struct NvLowWord {
    uint8_t kind;               /* NvLowExtra */
    uint32_t value;             /* immediate, or NvVal in the list */
} NvLowWord;

typedef struct NvLow {
    NvEmit *e;
    const NvList *list;
    const NvList *source;       /* for helpers: stays where it is */
    const NvVal *origin;        /* in source, by value */
    const NvLowData *data;
    const NvLowValue *known;    /* by NvVal */
    bool fast, careful;
    bool assume;                /* constants are as NvLowExtra says */
    bool legacy;
    bool newer, older;          /* arithmetic: from Rankine on; Celsius' */
    /* Register of the accumulator; fast and not careful: it is 0. */
    unsigned acc;
    GArray *words;              /* NvLowWord: immediates in the pool */
    unsigned words_at;          /* their first vector in the pool */
    uint8_t kept[NV_LIT_COUNT]; /* register that has it in the loop, or 0 */
    NvRa ra;
} NvLow;

/* Vectors of the frame that calls of helpers use. */
#define NV_LOW_FRAME 4
/*
 * Code before the loop: the literals that are asked for most, in registers.
 * Returns the registers that values can have.
 */
uint32_t nv_low_keep(NvLow *low);

/*
 * The name of a reason, or NULL if there is code for the whole list.  To
 * have an operation here:
 *  - arguments by nv_low_use(), temporaries by nv_low_temp() until
 *    nv_low_drop(), the result in a temporary; -1 for a node without code of
 *    its own, which is then called;
 *  - literals go into NV_LOW_LITS, any other word is nv_low_word();
 *  - results must not depend on MXCSR's rounding and flushing but through
 *    MULPS, ADDPS and conversions on purpose, and what must not count as a
 *    special value of the quick version must not raise "invalid".
 */
const char *nv_low_refuses(const NvList *list);

/* Code for node @v with these uses; the error, if any, is in e. */
void nv_low_node(NvLow *low, NvVal v, const NvRaUse *uses, unsigned count);

/* --- For the files of this layer --- */

static inline unsigned nv_low_temp(NvLow *low)
{
    return nv_ra_temp(&low->ra);
}

static inline void nv_low_drop(NvLow *low, unsigned r)
{
    nv_ra_drop(&low->ra, r);
}

static inline NvEmitArg nv_low_lit(const NvLow *low, NvLowLit lit)
{
    return nv_emit_at(low->e, NV_BASE_LITERALS, lit * 32 - NV_LOW_BIAS, true);
}

/* The same, from its register if it has one. */
static inline NvEmitArg nv_low_constant(const NvLow *low, NvLowLit lit)
{
    return low->kept[lit] ? nv_emit_reg(low->kept[lit]) : nv_low_lit(low, lit);
}

/* @d = @a op register @b. */
static inline void nv_low_rr(NvLow *low, NvEmitOp op, unsigned d, unsigned a,
                             unsigned b)
{
    nv_emit_op(low->e, op, d, a, nv_emit_reg(b));
}

/* @d = @a op literal. */
static inline void nv_low_rl(NvLow *low, NvEmitOp op, unsigned d, unsigned a,
                             NvLowLit lit)
{
    nv_emit_op(low->e, op, d, a, nv_low_constant(low, lit));
}

static inline unsigned nv_low_load(NvLow *low, NvLowLit lit)
{
    unsigned r = nv_low_temp(low);

    nv_emit_load(low->e, r, nv_low_constant(low, lit));
    return r;
}

/* @d = @mask ? literal : @d. */
static inline void nv_low_choose(NvLow *low, unsigned d, NvLowLit lit,
                                 unsigned mask)
{
    low->e->target->blend(low->e, d, d, nv_low_constant(low, lit), mask,
                           false);
}

/* @d = @sign negative ? literal : @d. */
static inline void nv_low_choose_sign(NvLow *low, unsigned d, NvLowLit lit,
                                      unsigned sign)
{
    low->e->target->blend(low->e, d, d, nv_low_constant(low, lit), sign,
                           true);
}

/* @d = @lit > @a, of integers. */
static inline void nv_low_less(NvLow *low, unsigned d, unsigned a, NvLowLit lit)
{
    unsigned t = nv_low_load(low, lit);

    nv_low_rr(low, NV_OP_GREATER, d, t, a);
    nv_low_drop(low, t);
}

/* @d = @a compared with @b, as a mask. */
static inline void nv_low_cmp(NvLow *low, NvEmitCmp cmp, unsigned d,
                              unsigned a, NvEmitArg b)
{
    low->e->target->compare(low->e, cmp, d, a, b);
}

/* @d = @mask ? @b : @a. */
static inline void nv_low_blend(NvLow *low, unsigned d, unsigned a,
                                unsigned b, unsigned mask)
{
    low->e->target->blend(low->e, d, a, nv_emit_reg(b), mask, false);
}

/* @d = @sign negative ? @b : @a. */
static inline void nv_low_blend_sign(NvLow *low, unsigned d, unsigned a,
                                     unsigned b, unsigned sign)
{
    low->e->target->blend(low->e, d, a, nv_emit_reg(b), sign, true);
}

/* Toward minus infinity, whatever the control word says, and silently. */
static inline void nv_low_round_down(NvLow *low, unsigned d, unsigned a)
{
    nv_emit_op(low->e, NV_OP_FLOOR_F, d, 0, nv_emit_reg(a));
}

static inline void nv_low_shift(NvLow *low, NvEmitShift op, unsigned d,
                                unsigned a, unsigned count)
{
    low->e->target->shift(low->e, op, d, a, count);
}

/* Argument @i of a node, in a register or wherever it is. */
static inline unsigned nv_low_use(NvLow *low, const NvListNode *node,
                                  unsigned i)
{
    return nv_ra_use(&low->ra, node->arg[i]);
}

static inline NvEmitArg nv_low_operand(NvLow *low, const NvListNode *node,
                                      unsigned i)
{
    return nv_ra_operand(&low->ra, node->arg[i]);
}

/* Vector @i of the pool. */
static inline NvEmitArg nv_low_pool(const NvEmit *e, unsigned i)
{
    return nv_emit_at(e, NV_BASE_POOL, (int32_t)(i * 32) - NV_LOW_BIAS, true);
}

/* "Invalid" if a lane of @a is NaN. */
void nv_low_notice_nan(NvLow *low, unsigned a);
/* Every NaN in @d the hardware's. */
void nv_low_canonical_nan(NvLow *low, unsigned d);
/* The hardware's NaN in @d where @a or @b is one. */
void nv_low_nan_of_two(NvLow *low, unsigned d, unsigned a, NvEmitArg b);
/* The immediate @word as an operand. */
NvEmitArg nv_low_word(NvLow *low, uint32_t word);
/* What the pool has of constant @v, which must be one. */
NvEmitArg nv_low_extra(NvLow *low, NvLowExtra kind, NvVal v);
/* True if that may be asked for. */
static inline bool nv_low_may_assume(const NvLow *low, NvVal v)
{
    return low->assume && low->list->node[v].uniform;
}

/* Fast arithmetic, and no special values. */
static inline bool nv_low_is_quick_fast(const NvLow *low)
{
    return low->fast && !low->careful;
}

/* A register with zeros, until nv_low_zero_done(). */
unsigned nv_low_zero(NvLow *low);
void nv_low_zero_done(NvLow *low, unsigned r);

/*
 * What follows gives a register with the result; of a node, or -1 if there is
 * no code for it and the node goes lane by lane through its definition.
 */

/* lower.c */

/* @d = lanes where one of the two counts as zero. */
void nv_low_either_zero(NvLow *low, unsigned d, unsigned a, NvEmitArg b);
/* Lanes where @r is the largest number may have been an overflow. */
void nv_low_doubt_largest(NvLow *low, unsigned r);

/* lower-sum.c; @zero as in NvLowValue. */

int nv_low_sum(NvLow *low, const NvListNode *node, unsigned n, bool zero);
unsigned nv_low_sum_of(NvLow *low, const NvLowTerm *term, unsigned n,
                       NvLowTerms kind, bool zero);
/* @d = literal - @a, of integers. */
void nv_low_from(NvLow *low, unsigned d, NvLowLit lit, unsigned a);
/* What is known of the terms of sum @node in code that is not careful. */
NvLowTerms nv_low_terms(const NvLow *low, const NvListNode *node);
/* Argument @i of such a sum. */
NvLowTerm nv_low_term(NvLow *low, const NvListNode *node, unsigned i,
                      NvLowTerms kind);
/* The largest term without its sign; a denormal among them is noticed. */
unsigned nv_low_largest(NvLow *low, const NvLowTerm *term, unsigned n,
                        NvLowTerms kind);
/* Its exponent alone, which is all that there is of NV_LOW_TERMS_FLUSHED. */
void nv_low_only_exponent(NvLow *low, unsigned max, NvLowTerms kind);
/*
 * The sum that hardware aligns and truncates term by term, for finite terms;
 * in careful code also the largest of them, to find those that are not.
 * @up - exponent scales to integers, @down back.
 */
typedef struct NvLowSum {
    unsigned d, largest;
} NvLowSum;
NvLowSum nv_low_aligned_sum(NvLow *low, const NvLowTerm *term, unsigned n,
                            NvLowTerms kind, NvLowLit up, NvLowLit down);
/* Host sum in @d: also what infinities and NaN give. */
void nv_low_host_sum(NvLow *low, unsigned d, const NvLowTerm *term, unsigned n);

/* lower-compare.c; @test: of a register with +0, a mask. */
unsigned nv_low_test_zero(NvLow *low, unsigned a, NvXfTest test);
unsigned nv_low_floor(NvLow *low, unsigned a);
int nv_low_minmax(NvLow *low, const NvListNode *node, bool max);
int nv_low_set(NvLow *low, const NvListNode *node);
int nv_low_ssg(NvLow *low, const NvListNode *node);
int nv_low_frc(NvLow *low, const NvListNode *node, bool zero);
int nv_low_address(NvLow *low, const NvListNode *node, bool nearest);
int nv_low_iadd(NvLow *low, const NvListNode *node);
int nv_low_ctxrel(NvLow *low, const NvListNode *node);

/* lower-fn.c */
unsigned nv_low_absolute(NvLow *low, unsigned x);
/* Careful: @d = NaN ? CNAN : @d; @a is the operand without sign. */
void nv_low_choose_nan(NvLow *low, unsigned d, unsigned a);
/* @d = exponent of @a 0 ? @lit : @d. */
void nv_low_choose_zero(NvLow *low, unsigned d, unsigned a, NvLowLit lit);
/* Words of @table by @bits (4 or 5) bits of @x from @pos on. */
unsigned nv_low_lookup(NvLow *low, NvLowTable table, unsigned x, unsigned pos,
                       unsigned bits);
/* Low words of both halves of 64-bit lanes; the upper words are lost. */
unsigned nv_low_merge(NvLow *low, unsigned even, unsigned odd);
/*
 * True in quick code if @v comes from a sum, which is no infinity or NaN
 * there; @x is its register.  "Invalid" if it is 0.
 */
bool nv_low_notice_zero(NvLow *low, NvVal v, unsigned x);
int nv_low_function(NvLow *low, const NvListNode *node);

/* lower-root.c */
/* Words of @line for the 128 seeds of roots. */
void nv_low_fill_root_lines(uint32_t line[16], const uint8_t *seed);
/* The seed of @x in @table by 2^17; bits below that do not count. */
unsigned nv_low_root_seed(NvLow *low, NvLowTable table, unsigned x);
unsigned nv_low_rsq(NvLow *low, NvVal v, unsigned x);

/* lower-lt.c */
int nv_low_lt(NvLow *low, const NvListNode *node, bool seen);

/* lower-exp.c */
int nv_low_exp(NvLow *low, unsigned x, unsigned component);
int nv_low_log(NvLow *low, unsigned x, unsigned component);
int nv_low_lit_power(NvLow *low, const NvListNode *node);

#endif
