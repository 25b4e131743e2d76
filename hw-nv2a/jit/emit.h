/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What code for lists is made of: operations on vectors of words, and little
 * around them.  A target says how each is written for a processor; nothing
 * above this knows which.
 *
 * No hardware facts.
 */
#ifndef NV_JIT_EMIT_H
#define NV_JIT_EMIT_H

#include <glib.h>

#include "base/bits.h"

/*
 * @d = @a op @b; operations with one source take @b.  F are floats and D
 * doubles, which come from the lower half of a vector of words and go there.
 * Conversions to integers cut, and raise "invalid" for NaN and what is too
 * large; all others of F and D go by the control word, see host-fp.h.
 */
typedef enum NvEmitOp {
    NV_OP_ADD_F,
    NV_OP_SUB_F,
    NV_OP_MUL_F,
    NV_OP_DIV_F,
    NV_OP_MIN_F,                /* @b unless @a is less; so for a NaN */
    NV_OP_MAX_F,                /* @b unless @a is greater */
    NV_OP_SQRT_F,
    NV_OP_FLOOR_F,              /* silent, and the control word does not count */
    NV_OP_I32_TO_F,
    NV_OP_F_TO_I32,
    NV_OP_I32_TO_D,
    NV_OP_D_TO_F,
    NV_OP_ADD_D,
    NV_OP_MUL_D,
    NV_OP_AND,
    NV_OP_NOT_AND,              /* ~@a & @b */
    NV_OP_OR,
    NV_OP_XOR,
    NV_OP_ADD,
    NV_OP_SUB,
    NV_OP_ADD64,
    NV_OP_SUB64,
    NV_OP_EQ,                   /* masks */
    NV_OP_GREATER,
    NV_OP_MIN_S,
    NV_OP_MIN_U,
    NV_OP_MAX_S,
    NV_OP_MUL,
    NV_OP_MUL_U64,              /* of even words, to 64 bits */
    NV_OP_MUL_S64,
    NV_OP_MADD_16,              /* the sum of the products of both halves */
    NV_OP_MUL_HIGH_16,          /* of each half, the upper half */
    NV_OP_BY_SIGN,              /* @a by @b, which is 1, 0 or -1 */
    NV_OP_ODD,                  /* @a with the odd words of @b */
    /* Targets with fused products: */
    NV_OP_FMA_TO,               /* @d = @d @a + @b */
    NV_OP_FMS_F,                /* @d = @d - @a @b */
    NV_OP_FMS_D,
    NV_OP_F_TO_D,
    NV_OP_D_TO_I32,
    /* Targets with eight lanes: */
    NV_OP_PERMUTE,              /* the words of @b that @a says */
    NV_OP_COUNT
} NvEmitOp;

/* By a constant, of words and of 64 bits. */
typedef enum NvEmitShift {
    NV_SHIFT_RIGHT,
    NV_SHIFT_SIGNED,
    NV_SHIFT_LEFT,
    NV_SHIFT_RIGHT64,
    NV_SHIFT_LEFT64,
    NV_SHIFT_COUNT
} NvEmitShift;

/* Comparisons of floats; _S raise "invalid" for any NaN. */
typedef enum NvEmitCmp {
    NV_CMP_EQ,
    NV_CMP_LT_S,
    NV_CMP_LE_S,
    NV_CMP_UNORD,
    NV_CMP_NE,
} NvEmitCmp;

/* A place in memory, or a vector register if @reg. */
typedef struct NvEmitArg {
    bool reg;
    bool aligned;           /* to the size of a vector */
    uint8_t spread;         /* 4, 8: so many bytes for all lanes (AVX2 only) */
    uint8_t n;              /* of the register, or of the base */
    int32_t disp;
} NvEmitArg;

/* General registers that generated code keeps. */
typedef enum NvEmitBase {
    NV_BASE_FRAME,
    NV_BASE_POOL,
    NV_BASE_LITERALS,
    NV_BASE_LANE,               /* &block->in[0][0][lane] */
    NV_BASE_CTX,
    NV_BASE_COUNT
} NvEmitBase;

typedef struct NvEmitTarget NvEmitTarget;

typedef struct NvEmit {
    const NvEmitTarget *target;
    bool avx, wide;             /* x86-64: the encoding */
    uint8_t *buf;
    size_t len, room;
    const char *error;          /* the first one; sticky, a static string */
} NvEmit;

/* What a list's code calls for a node that has none of its own. */
typedef void NvEmitHelper(const void *list, const void *node, void *vectors,
                          unsigned lanes);

struct NvEmitTarget {
    const char *name;
    unsigned bytes;             /* of a vector */
    unsigned registers;         /* of vectors */
    unsigned literals;          /* so many of them can have one for good */
    uint32_t reserved;          /* by bit: the target's own */
    bool fused, permutes;       /* it has these operations */
    uint8_t base[NV_BASE_COUNT];

    void (*op)(NvEmit *e, NvEmitOp op, unsigned d, unsigned a, NvEmitArg b);
    void (*shift)(NvEmit *e, NvEmitShift op, unsigned d, unsigned a,
                  unsigned count);
    void (*compare)(NvEmit *e, NvEmitCmp cmp, unsigned d, unsigned a,
                    NvEmitArg b);
    /* @d = @mask ? @b : @a; only its sign counts if @sign, else it is one. */
    void (*blend)(NvEmit *e, unsigned d, unsigned a, NvEmitArg b,
                  unsigned mask, bool sign);
    void (*load)(NvEmit *e, unsigned d, NvEmitArg from);
    void (*store)(NvEmit *e, NvEmitArg to, unsigned s);
    /* The upper half of @a in the lower half of @d; both lower halves. */
    void (*upper)(NvEmit *e, unsigned d, unsigned a);
    void (*join)(NvEmit *e, unsigned d, unsigned a, unsigned b);
    /*
     * @d = words @index of what NV_BASE_CTX has, where @mask is one, else @d
     * as it was; or of @table, which stays where it is.  All differ, and
     * @mask is lost.
     */
    void (*gather)(NvEmit *e, unsigned d, unsigned index, unsigned mask);
    void (*lookup)(NvEmit *e, unsigned d, const uint32_t *table,
                   unsigned index, unsigned mask);
    /* helper(list, node, the frame, lanes); vector registers are lost. */
    void (*call)(NvEmit *e, NvEmitHelper *helper, const void *list,
                 const void *node);
    /*
     * Around the loop: the bases from arguments of NvJitFn (jit-priv.h),
     * returning the place of what frame() sets when its size is known.
     */
    size_t (*begin)(NvEmit *e);
    void (*turn)(NvEmit *e, unsigned bytes, size_t top);
    void (*end)(NvEmit *e);
    void (*frame)(NvEmit *e, size_t at, unsigned bytes);
};

/* Those of x86-64, and of ARM64; code can be written on every host. */
extern const NvEmitTarget nv_target_avx2, nv_target_sse4, nv_target_neon;
/* Of vectors of pixels alone. */
extern const NvEmitTarget nv_target_avx512;

static inline unsigned nv_emit_lanes(const NvEmitTarget *target)
{
    return target->bytes / sizeof(uint32_t);
}

/* Registers for values and literals, by bit. */
static inline uint32_t nv_emit_usable(const NvEmitTarget *target)
{
    return (uint32_t)((UINT64_C(1) << target->registers) - 1) &
           ~target->reserved;
}

static inline NvEmitArg nv_emit_reg(unsigned n)
{
    return (NvEmitArg) { .reg = true, .aligned = true, .n = n };
}

/* At general register @base + @disp. */
static inline NvEmitArg nv_emit_mem(unsigned base, int32_t disp, bool aligned)
{
    return (NvEmitArg) { .n = base, .disp = disp, .aligned = aligned };
}

static inline NvEmitArg nv_emit_at(const NvEmit *e, NvEmitBase base,
                                   int32_t disp, bool aligned)
{
    return nv_emit_mem(e->target->base[base], disp, aligned);
}

static inline void nv_emit_op(NvEmit *e, NvEmitOp op, unsigned d, unsigned a,
                              NvEmitArg b)
{
    e->target->op(e, op, d, a, b);
}

static inline void nv_emit_load(NvEmit *e, unsigned d, NvEmitArg from)
{
    e->target->load(e, d, from);
}

static inline void nv_emit_store(NvEmit *e, NvEmitArg to, unsigned s)
{
    e->target->store(e, to, s);
}

/* True if there is room for an instruction of @bytes; else the error sticks. */
static inline bool nv_emit_room(NvEmit *e, unsigned bytes)
{
    if (e->error || e->room - e->len < bytes) {
        e->error = e->error ? e->error : "code-too-long";
        return false;
    }
    return true;
}

#endif
