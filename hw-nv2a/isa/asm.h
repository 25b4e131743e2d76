/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs from text: the inverse of the disassembler in isa/isa.h.
 *
 * The language is that of GL_NV_vertex_program (doc) with the hardware's
 * numbers and pairs added; docs/nv-xf.rst describes it.
 */
#ifndef NV_ISA_ASM_H
#define NV_ISA_ASM_H

#include "isa/isa.h"

#define NV_XF_ASM_ERROR nv_xf_asm_error_quark()
GQuark nv_xf_asm_error_quark(void);

/*
 * A program: NV_XF_WORDS words an instruction are appended to @words, an
 * array of uint32_t.  False with "@file:line:column: what and why" else.
 */
bool nv_xf_asm(const NvXfIsa *isa, const char *file, const char *text,
               GArray *words, GError **error);
/* One instruction, as the disassembler prints it. */
bool nv_xf_asm_line(const NvXfIsa *isa, const char *line,
                    uint32_t words[NV_XF_WORDS], GError **error);

/*
 * What an assembler puts into fields that an instruction does not use.
 * Without {fill=NAME} that is 0.
 */
typedef struct NvXfFill {
    const char *name;
    uint16_t src;               /* a source nobody reads */
    bool user_base;             /* XFCTX_ADDR is c[0], else 0 */
    bool out_none;              /* OUT_ADDR names no output */
} NvXfFill;

/* Ends with a row without name. */
extern const NvXfFill nv_xf_fills[];

/* FL LT EQ LE GT NE GE TR, by NvXfTest. */
extern const char *const nv_xf_test_names[8];

/* The name of output @index, or NULL. */
const char *nv_xf_output_name(const NvXfIsa *isa, unsigned index);
/* The inverse: @length bytes of @name, case does not matter; -1 if none. */
int nv_xf_input_find(const NvXfIsa *isa, const char *name, unsigned length);
int nv_xf_output_find(const NvXfIsa *isa, const char *name, unsigned length);
/* Slots that c[n] has: 0 to the result - 1. */
unsigned nv_xf_user_slots(const NvXfIsa *isa);

#endif
