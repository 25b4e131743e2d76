/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the assembler share: the place in the text, the words of
 * the instruction at hand and what it already uses.
 */
#ifndef NV_ISA_ASM_PRIV_H
#define NV_ISA_ASM_PRIV_H

#include "isa/asm.h"

enum { ASM_VEC, ASM_SCA, ASM_UNITS };

/* A temporary or address register that a unit writes. */
typedef struct AsmDest {
    const char *where;          /* NULL: none */
    uint32_t n, mask;
} AsmDest;

typedef struct NvXfAsm {
    const NvXfIsa *isa;
    /* Text. */
    const char *file;           /* NULL: messages without a place */
    const char *at;             /* what comes next */
    const char *start;          /* of the line */
    unsigned line;
    GError **error;
    /* The instruction. */
    uint32_t words[NV_XF_WORDS];
    uint64_t used;              /* fields that the text has set, by bit */
    const NvXfOp *op[ASM_UNITS];    /* NULL: not in the text */
    AsmDest dest[ASM_UNITS];
    bool reads_ibuf, reads_xfctx, writes_out;
    char *target;               /* the label this instruction names */
    const char *target_where;
    /* The program; without labels a single line. */
    GHashTable *labels;         /* name to instruction + 1 */
    unsigned insns;
} NvXfAsm;

/* --- asm-scan.c --- */

/* Always false, so that callers can return it.  The first message stays. */
bool nv_asm_fail(NvXfAsm *a, const char *where, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
void nv_asm_skip(NvXfAsm *a);
/* Nothing but a comment is left in the statement. */
bool nv_asm_at_end(NvXfAsm *a);
/* Takes @c if it is next. */
bool nv_asm_accept(NvXfAsm *a, char c);
/* "here is ..." or "the line ends"; to be freed. */
char *nv_asm_found(NvXfAsm *a);
bool nv_asm_expect(NvXfAsm *a, char c, const char *context);
/* Letters, digits and _ from here; 0 if none.  Not taken. */
unsigned nv_asm_word(NvXfAsm *a);
bool nv_asm_word_is(const char *word, unsigned length, const char *what);
/* A number, decimal or 0x, at most @max. */
bool nv_asm_number(NvXfAsm *a, uint32_t max, const char *what, uint32_t *value);

/* --- asm-reg.c --- */

typedef enum AsmRegKind {
    ASM_REG_TEMP, ASM_REG_INPUT, ASM_REG_CONST, ASM_REG_OUTPUT, ASM_REG_LT,
    ASM_REG_ADDRESS, ASM_REG_COND,
} AsmRegKind;

/* A register as the text names it. */
typedef struct AsmReg {
    AsmRegKind kind;
    const char *where;
    uint32_t n;                 /* XFCTX slot of a constant */
    bool indexed;
} AsmReg;

void nv_asm_set(NvXfAsm *a, NvXfField field, uint32_t value);
uint32_t nv_asm_field_max(const NvXfAsm *a, NvXfField field);
/* One letter of x, y, z, w; -1 if it is none. */
int nv_asm_component(char c);
/* The number of an address register. */
bool nv_asm_address_register(NvXfAsm *a, uint32_t *n);
/* An instruction has one address register to read. */
bool nv_asm_use_address(NvXfAsm *a, const char *where, uint32_t n);
bool nv_asm_reg(NvXfAsm *a, AsmReg *reg);

/* --- asm-operand.c --- */

bool nv_asm_dests(NvXfAsm *a, unsigned unit);
bool nv_asm_source(NvXfAsm *a, unsigned index);
/* The source of ARA. */
bool nv_asm_address_source(NvXfAsm *a);
/* Where BRA and CAL go. */
bool nv_asm_target(NvXfAsm *a);
/* (GT.x), if that is next. */
bool nv_asm_condition(NvXfAsm *a);
/* Once all operands are known. */
bool nv_asm_finish_dests(NvXfAsm *a);

/* --- asm-notes.c --- */

/* {fill=R}, if that is next. */
bool nv_asm_annotations(NvXfAsm *a);

static inline bool nv_asm_has(const NvXfAsm *a, NvXfField field)
{
    return a->isa->fields[field].width;
}

static inline bool nv_asm_is_used(const NvXfAsm *a, NvXfField field)
{
    return a->used & (UINT64_C(1) << field);
}

#endif
