/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the assembler share: the place in the text, the words of
 * the instruction at hand and what it already uses.
 */
#ifndef NV_XF_ASM_PRIV_H
#define NV_XF_ASM_PRIV_H

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
bool asm_fail(NvXfAsm *a, const char *where, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
void asm_skip(NvXfAsm *a);
/* Nothing but a comment is left in the statement. */
bool asm_at_end(NvXfAsm *a);
/* Takes @c if it is next. */
bool asm_accept(NvXfAsm *a, char c);
/* "here is ..." or "the line ends"; to be freed. */
char *asm_found(NvXfAsm *a);
bool asm_expect(NvXfAsm *a, char c, const char *context);
/* Letters, digits and _ from here; 0 if none.  Not taken. */
unsigned asm_word(NvXfAsm *a);
bool asm_word_is(const char *word, unsigned length, const char *what);
/* A number, decimal or 0x, at most @max. */
bool asm_number(NvXfAsm *a, uint32_t max, const char *what, uint32_t *value);

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

void asm_set(NvXfAsm *a, NvXfField field, uint32_t value);
uint32_t asm_field_max(const NvXfAsm *a, NvXfField field);
/* One letter of x, y, z, w; -1 if it is none. */
int asm_component(char c);
/* The number of an address register. */
bool asm_address_register(NvXfAsm *a, uint32_t *n);
/* An instruction has one address register to read. */
bool asm_use_address(NvXfAsm *a, const char *where, uint32_t n);
bool asm_reg(NvXfAsm *a, AsmReg *reg);

/* --- asm-operand.c --- */

bool asm_dests(NvXfAsm *a, unsigned unit);
bool asm_source(NvXfAsm *a, unsigned index);
/* The source of ARA. */
bool asm_address_source(NvXfAsm *a);
/* Where BRA and CAL go. */
bool asm_target(NvXfAsm *a);
/* (GT.x), if that is next. */
bool asm_condition(NvXfAsm *a);
/* Once all operands are known. */
bool asm_finish_dests(NvXfAsm *a);

static inline bool asm_has(const NvXfAsm *a, NvXfField field)
{
    return a->isa->fields[field].width;
}

static inline bool asm_is_used(const NvXfAsm *a, NvXfField field)
{
    return a->used & (UINT64_C(1) << field);
}

#endif
