/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A list of operations on vectors, and its machine code (AVX2 with FMA, or
 * AVX-512).
 *
 * The code is a loop over groups of eight lanes, or sixteen.  A value is a
 * vector register full: words or floats for all, or doubles for half of them;
 * it is written once, and equal ones are shared.  Operations are those of the
 * host, so results are the host's to the bit; MXCSR is as the C compiler has it.
 * What only reads and computes is left out if nobody needs it; loads, stores and
 * exits keep their order.
 *
 * Threads: a list belongs to one thread at a time; code runs on any, with data
 * of its own.  No hardware facts.
 */
#ifndef NV_RASTER_VEC_H
#define NV_RASTER_VEC_H

#include <glib.h>

#include "jit/x86-emit.h"

typedef uint16_t NvVecVal;      /* place in the list; 0: none */
#define NV_VEC_ROOM 8192
#define NV_VEC_CODE (128u << 10)        /* bytes of code, at most */

/*
 * Where things are in a caller's data, in bytes from its start: arrays of a
 * word a lane, group by group.  Of lists for rows only the first word of each
 * group is there, of the first pixel, and escaped is 0.
 */
typedef struct NvVecLanes {
    int32_t x, y;               /* pixels */
    int32_t row;                /* first word of a group: not 0 if its lanes
                                   are pixels of a row, one by one */
    int32_t escaped;            /* first word: 1 if nv_vec_escape() left */
} NvVecLanes;

/* What C makes of eight floats: it changes those at @a, and only them. */
typedef void NvVecHelper(float *a, const float *b);

typedef enum NvVecKind {
    NV_VEC_NONE,
    /* No code of their own. */
    NV_VEC_LITERAL, NV_VEC_SPREAD, NV_VEC_DATA, NV_VEC_LANE, NV_VEC_FIRST,
    NV_VEC_OP, NV_VEC_SHIFT, NV_VEC_CHOOSE, NV_VEC_FMA, NV_VEC_UPPER,
    NV_VEC_NARROW, NV_VEC_JOIN, NV_VEC_GATHER, NV_VEC_HALVES, NV_VEC_CALL,
    /* In order. */
    NV_VEC_LOAD, NV_VEC_STORE, NV_VEC_EXIT, NV_VEC_ESCAPE, NV_VEC_COUNT,
    NV_VEC_KINDS,
} NvVecKind;

typedef struct NvVecNode {
    uint8_t kind;
    uint8_t imm;                /* bytes, shifts, immediates */
    bool has_imm;
    bool needed;                /* by what has an effect; while written */
    uint16_t op;                /* NvX86Op, NvX86Shift */
    bool as_mask;               /* in a register of masks; while written */
    uint8_t zero;               /* padding, that nodes may be compared */
    union {
        struct {
            NvVecVal arg[3];
            uint16_t zero2;
            union {
                struct {
                    int32_t at, pitch;  /* in the caller's data */
                };
                NvVecHelper *helper;    /* of calls */
            };
        };
        uint64_t bits[2];       /* of literals, which have no arguments */
    };
} NvVecNode;

typedef struct NvVec {
    NvVecLanes lanes;
    unsigned width;             /* lanes of a group: 8, 16 */
    unsigned count;             /* nodes, node[0] included */
    bool full;                  /* there were more */
    bool twice;                 /* code for two groups at a time; reset */
    bool rows;                  /* groups are pixels of a row, one group after
                                   another; reset */
    bool calls;                 /* needed nodes are C's; while written */
    NvVecNode *node;
    NvVecVal *hash;
    uint8_t *code;              /* room to write it */
    void *room;                 /* the same, once it was; vec-write.c's */
} NvVec;

void nv_vec_init(NvVec *v, const NvVecLanes *lanes, unsigned width);
void nv_vec_clear(NvVec *v);
/* Empty again. */
void nv_vec_reset(NvVec *v);

/* ---- leaves ---- */

NvVecVal nv_vec_word(NvVec *v, uint32_t word);
NvVecVal nv_vec_float(NvVec *v, float f);
NvVecVal nv_vec_double(NvVec *v, double d);
/* Sixteen bytes, again and again. */
NvVecVal nv_vec_bytes(NvVec *v, const uint64_t bytes[2]);
/* @bytes (4 or 8) at @at of the data, in all lanes. */
NvVecVal nv_vec_spread(NvVec *v, int32_t at, unsigned bytes);
/* A whole vector at @at; the group's words of an array there. */
NvVecVal nv_vec_data(NvVec *v, int32_t at);
NvVecVal nv_vec_lane(NvVec *v, int32_t at);
/* The group's first word there, in all lanes. */
NvVecVal nv_vec_first(NvVec *v, int32_t at);
/* Whether @val is a literal of nothing but ones. */
bool nv_vec_is_all(const NvVec *v, NvVecVal val);

/* ---- operations ---- */

NvVecVal nv_vec_op(NvVec *v, NvX86Op op, NvVecVal a, NvVecVal b);
NvVecVal nv_vec_op_imm(NvVec *v, NvX86Op op, NvVecVal a, NvVecVal b,
                       uint8_t imm);
/* Of one source. */
NvVecVal nv_vec_unary(NvVec *v, NvX86Op op, NvVecVal a);
NvVecVal nv_vec_shift(NvVec *v, NvX86Shift op, NvVecVal a, unsigned count);
/* By the sign of each word of @mask, of words or of doubles. */
NvVecVal nv_vec_choose(NvVec *v, NvVecVal mask, NvVecVal yes, NvVecVal no);
/*
 * @a * @b + @c, rounded once: floats; by one of NV_X86_F..231.., of which some
 * subtract the product.
 */
NvVecVal nv_vec_fma(NvVec *v, NvVecVal a, NvVecVal b, NvVecVal c);
NvVecVal nv_vec_fma_by(NvVec *v, NvX86Op op, NvVecVal a, NvVecVal b,
                       NvVecVal c);
/* The upper half in the lower; lower halves of two. */
NvVecVal nv_vec_upper(NvVec *v, NvVecVal a);
NvVecVal nv_vec_join(NvVec *v, NvVecVal low, NvVecVal high);
/* The low word of each 64 bits, in the lower half. */
NvVecVal nv_vec_narrow(NvVec *v, NvVecVal a);
/* Floats rounded to halves, to the nearest; NaNs are others. */
NvVecVal nv_vec_round_half(NvVec *v, NvVecVal a);
/* Of floats, with C's @fn. */
NvVecVal nv_vec_call(NvVec *v, NvVecHelper *fn, NvVecVal a, NvVecVal b);
/*
 * Words at the pointer that the data has at @pointer, plus @index bytes, where
 * @mask is negative; others are 0.
 */
NvVecVal nv_vec_gather(NvVec *v, int32_t pointer, NvVecVal index,
                       NvVecVal mask);

/* ---- what has effects, in this order ---- */

/*
 * Words of pixels of an image whose first byte the data points to at
 * @pointer, with bytes a line at @pitch; where @mask is negative.
 */
NvVecVal nv_vec_load(NvVec *v, int32_t pointer, int32_t pitch, NvVecVal mask);
void nv_vec_store(NvVec *v, int32_t pointer, int32_t pitch, NvVecVal mask,
                  NvVecVal words);
/* The group is done if no lane of @mask is negative. */
void nv_vec_exit(NvVec *v, NvVecVal mask);
/* The group is left, and that noted, if one is. */
void nv_vec_escape(NvVec *v, NvVecVal mask);
/* How many are, added to the word at @at. */
void nv_vec_count(NvVec *v, NvVecVal mask, int32_t at);

/* ---- vec-write.c ---- */

/* @lane: of x of the first group, at NvVecLanes.x of @data. */
typedef void NvVecFn(void *data, const void *literals, uint64_t groups,
                     void *lane);

typedef struct NvVecCode {
    NvVecFn *run;
    void *code, *literals;
    size_t len;                 /* of the code */
    unsigned spills;            /* vectors its frame has */
} NvVecCode;

/* The most lanes that a group can have on this host; 0: none, and *why. */
unsigned nv_vec_width(const char **why);
/*
 * False, and *why, if it cannot be had.  Of code for two groups at a time they
 * are counted in twos, and are left together.
 */
bool nv_vec_write(NvVec *v, NvVecCode *out, const char **why);
void nv_vec_code_free(NvVecCode *code);

#endif
