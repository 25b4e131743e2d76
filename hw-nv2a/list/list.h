/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The list: a vertex program as straight-line code on scalar components.
 *
 * One node is one 32-bit value of one vertex (SSA: written once, in order,
 * arguments come before users).  Swizzles, masks and registers are gone;
 * conditional code has become SELECT.  The fast executors run this form: soa
 * node by node over a block, jit as machine code.  Results are defined by the
 * functions of arith/arith.h under the list's rules, to the bit.
 */
#ifndef NV_LIST_LIST_H
#define NV_LIST_LIST_H

#include <glib.h>

#include "arith/arith.h"
#include "list/block.h"

/* A value: index of its node.  0 is no value. */
typedef uint16_t NvVal;
#define NV_LIST_ROOM 16384      /* nodes a list can have */
/*
 * Constants a list can name: XFCTX, and from NV_LIST_LT_CTX on words of LT,
 * whose low 10 bits are 0.  Executors read them through their args as they
 * are.
 */
#define NV_LIST_LT_CTX NV_XF_MAX_XFCTX
#define NV_LIST_MAX_CTX (NV_LIST_LT_CTX + 0x80)

/*
 * X(NAME, arguments, flags, result).  a b c d are the arguments, imm the
 * node's immediate.  Flags (three letters at most): C commutes in the first
 * two arguments; K is a leaf; M is a mask (all ones or 0); S is costly (tables,
 * several steps); A is an address (an integer); F is fixed function's alone;
 * L takes words of LT, whose low 10 bits are 0.
 *
 * Masks are made by M nodes, and by CONST 0 and CONST 0xffffffff; a SELECT
 * chooses between values or between addresses, never between masks.  The
 * terms of a SUM may stand in any order: the sum does not depend on it.
 */
#define NV_LIST_OPS(X) \
    X(CONST, 0, "K", "imm") \
    X(INPUT, 0, "K", "attribute imm >> 2, component imm & 3") \
    X(CTX, 0, "K", "XFCTX slot imm >> 2, component imm & 3, as at draw time") \
    X(CTXREL, 1, "", "the same at slot + a (an integer); 0 if not readable") \
    X(AND, 1, "", "a & imm: absolute value") \
    X(XOR, 1, "", "a ^ imm: negation") \
    X(MUL, 2, "C", "nv_xf_mul") \
    X(SUM2, 2, "C", "nv_xf_sum of 2") \
    X(SUM3, 3, "C", "nv_xf_sum of 3") \
    X(SUM4, 4, "C", "nv_xf_sum of 4") \
    X(MIN, 2, "", "nv_xf_min") \
    X(MAX, 2, "", "nv_xf_max") \
    X(SET, 2, "", "nv_xf_set, test imm") \
    X(SSG, 1, "", "nv_xf_ssg") \
    X(FLR, 1, "", "nv_xf_flr") \
    X(FRC, 1, "", "nv_xf_frc") \
    X(RCP, 1, "S", "nv_xf_rcp") \
    X(RCC, 1, "S", "nv_xf_rcc") \
    X(RSQ, 1, "S", "nv_xf_rsq") \
    X(EXP, 1, "S", "component imm (0..2) of nv_xf_exp") \
    X(LOG, 1, "S", "component imm (0..2) of nv_xf_log") \
    X(LIT, 3, "S", "component imm (1 or 2) of nv_xf_lit of (a, b, -, c)") \
    X(LG2, 1, "S", "nv_xf_lg2") \
    X(EX2, 1, "S", "nv_xf_ex2") \
    X(SIN, 1, "S", "nv_xf_sin") \
    X(COS, 1, "S", "nv_xf_cos") \
    X(ARL, 1, "A", "nv_xf_address, saturated to imm bits with sign") \
    X(ARR, 1, "A", "the same, to nearest") \
    X(IADD, 2, "CA", "integer a + b, saturated to imm bits: ARA") \
    X(TEST, 1, "M", "mask: nv_xf_cond(a, +0) passes test imm") \
    X(MAND, 2, "CM", "mask a & b") \
    X(MANDN, 2, "M", "mask ~a & b") \
    X(MOR, 2, "CM", "mask a | b") \
    X(SELECT, 3, "", "mask a ? b : c") \
    /* Celsius' multiplier, and LT's 22-bit words. */ \
    X(MULC, 2, "CF", "nv_xf_mul_celsius") \
    X(TO_LT, 1, "F", "nv_xf_to_lt << 10") \
    X(LT_MUL, 2, "CFL", "nv_xf_lt_mul") \
    X(LT_ADD3, 3, "CFL", "nv_xf_lt_add3; imm NV_LIST_POSITIVE or 0") \
    X(LT_SMUL, 2, "CFL", "nv_xf_lt_smul") \
    X(LT_SADD, 2, "CFL", "nv_xf_lt_sadd") \
    X(LT_SMAC, 3, "FL", "nv_xf_lt_smac") \
    X(LT_RCP, 1, "SFL", "nv_xf_lt_rcp") \
    X(LT_RSQ, 1, "SFL", "nv_xf_lt_rsq")

typedef enum NvListOp {
    NV_LIST_NONE,
#define X(name, args, flags, text) NV_LIST_##name,
    NV_LIST_OPS(X)
#undef X
    NV_LIST_OP_COUNT
} NvListOp;

/* Of a sum: no term has its sign bit set.  A hint, it changes no result. */
#define NV_LIST_POSITIVE 1u

typedef struct NvListOpInfo {
    const char *name;
    uint8_t args;
    bool commutes, leaf, mask, costly, address, fixed, lt;
} NvListOpInfo;

extern const NvListOpInfo nv_list_op[NV_LIST_OP_COUNT];

typedef struct NvListNode {
    uint8_t op;             /* NvListOp */
    bool uniform;           /* the same for every vertex of a draw */
    NvVal arg[4];
    uint32_t imm;
} NvListNode;

/*
 * Uniform nodes other than CONST and CTX are computed once a draw by scalar
 * code ("hoisted"); executors see them as one word to broadcast.
 */
typedef struct NvList {
    NvXfRules rules;
    /* What may be read through CTXREL: [first, limit). */
    uint16_t ctx_first, ctx_limit;
    unsigned count;         /* nodes in use, node[0] included */
    unsigned hoisted;       /* every uniform node is before this one */
    unsigned room;
    NvListNode *node;
    /*
     * Result of each output component; 0: not written, it keeps the value
     * the vertex before left.
     */
    NvVal out[NV_XF_ATTRS][4];
    uint16_t inputs;        /* attributes read, by bit */
    uint16_t outputs;       /* outputs with any component written */
} NvList;

/* Why a program has no list; executors then fall back to ref by this name. */
typedef enum NvListFail {
    NV_LIST_OK,
    NV_LIST_FAIL_WRITES_XFCTX,      /* vertices must go one by one */
    NV_LIST_FAIL_OLD_OUTPUT,        /* reads what the vertex before wrote */
    NV_LIST_FAIL_LOOP,              /* a backward branch */
    NV_LIST_FAIL_TIMEOUT,           /* may hit the instruction limit */
    NV_LIST_FAIL_TOO_LONG,          /* more than NV_LIST_ROOM nodes */
    NV_LIST_FAIL_UNKNOWN,           /* an instruction without a rule here */
    NV_LIST_FAILS
} NvListFail;

const char *nv_list_fail_name(NvListFail fail);

/* --- list.c: storage --- */

/* Empty, with room for some nodes; the caller frees. */
NvList *nv_list_new(void);
void nv_list_free(NvList *list);
/* Give back room that is not in use. */
void nv_list_shrink(NvList *list);
/* Append a node; NULL: no arguments.  Folds nothing.  0: the list is full. */
NvVal nv_list_add(NvList *list, NvListOp op, uint32_t imm,
                  const NvVal arg[4]);

/* --- passes.c: each keeps the meaning of every output to the bit --- */

/* All of them in order: fold constants, share, drop the dead, mark uniform. */
void nv_list_optimise(NvList *list);

/* One by one, for tests; the last row has no name. */
typedef struct NvListPass {
    const char *name;
    void (*run)(NvList *list);
} NvListPass;
extern const NvListPass nv_list_pass[];

/* --- lt.c: the 22-bit words of LT --- */

/* By value: true if its low 10 bits are 0.  Room for list->count. */
void nv_list_lt_words(const NvList *list, bool *word);

/* --- verify.c --- */

/* True if the list is well formed; else *why (caller frees) says where. */
bool nv_list_verify(const NvList *list, char **why);

/* --- text.c: prints and parses back --- */
void nv_list_print(const NvList *list, GString *out);
NvList *nv_list_parse(const char *text, GError **error);

/* --- eval.c: one vertex, scalar: for hoisting and tests --- */

/* Value of every node into @value (list->count words). */
void nv_list_eval(const NvList *list, const uint32_t xfctx[][4],
                  const uint32_t in[NV_XF_ATTRS][4], uint32_t *value);
/* Uniform nodes only; the others are left alone. */
void nv_list_eval_uniform(const NvList *list, const uint32_t xfctx[][4],
                          uint32_t *value);
/*
 * The same where @value has them for other constants: only what depends on
 * those that differ.  Room for list->hoisted in @changed; true if any did.
 */
bool nv_list_eval_changed(const NvList *list, const uint32_t xfctx[][4],
                          uint32_t *value, bool *changed);
/* One node from its arguments' values. */
uint32_t nv_list_eval_node(const NvList *list, const NvListNode *node,
                           const uint32_t arg[4]);

#endif
