/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs: encodings, opcode rows and the one decoded instruction form.
 *
 * Facts: envytools' XF documents and tests (hw for positions and sources),
 * GL_NV_vertex_program for what ARL and pairing mean (doc).
 */
#ifndef NV_XF_ISA_H
#define NV_XF_ISA_H

#include <glib.h>

#include "xf/arith.h"

#define NV_XF_WORDS 4           /* words an XFPR slot has */

/* Fields of an encoding. */
typedef enum NvXfField {
    NV_XF_F_END,
    NV_XF_F_INDEXED,            /* constant address is A0.x + XFCTX_ADDR */
    NV_XF_F_OUT_IS_SCA,
    NV_XF_F_OUT_ADDR,
    NV_XF_F_OUT_TARGET,         /* 0 XFCTX, 1 output attribute */
    NV_XF_F_OUT_WM,
    NV_XF_F_DST_WM_SCA,
    NV_XF_F_DST,
    NV_XF_F_DST_WM_VEC,
    NV_XF_F_SRC2,
    NV_XF_F_SRC1,
    NV_XF_F_SRC0,
    NV_XF_F_IBUF_ADDR,
    NV_XF_F_XFCTX_ADDR,
    NV_XF_F_OP_VEC,
    NV_XF_F_OP_SCA,
    NV_XF_FIELDS
} NvXfField;

typedef struct NvXfFieldPos {
    const char *name;
    uint8_t pos, width;         /* width 0: this encoding has no such field */
} NvXfFieldPos;

/* An encoding: one row of constants and a row for each field. */
typedef struct NvXfIsa {
    const char *name;
    NvXfArith version;          /* which opcodes exist */
    uint32_t stored[NV_XF_WORDS];   /* bits XFPR keeps */
    uint16_t user_base;         /* XFCTX slot of c[0] */
    uint8_t regs;               /* temporary registers; the next is STPOS */
    uint16_t out_none;          /* OUT_ADDR that says "no output" */
    uint8_t dst_none;           /* filler that assemblers put in DST */
    NvXfFieldPos fields[NV_XF_FIELDS];
} NvXfIsa;

extern const NvXfIsa nv_xf_isa_kelvin;

/* A field of at most 32 bits, anywhere in the words. */
uint32_t nv_xf_field(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                     NvXfField field);
/* The inverse, for assemblers and tests; other bits stay. */
void nv_xf_set_field(const NvXfIsa *isa, uint32_t words[NV_XF_WORDS],
                     NvXfField field, uint32_t value);

/* --- Opcodes --- */

/* @s: the three source vectors, swizzled and with signs. */
typedef void NvXfOpFn(const NvXfRules *rules, uint32_t d[4],
                      const uint32_t s[3][4]);

enum {
    NV_XF_S0 = 1 << 0,
    NV_XF_S1 = 1 << 1,
    NV_XF_S2 = 1 << 2,
};

enum {
    NV_XF_OPF_ARL = 1 << 0,     /* writes A0.x, no vector result */
    NV_XF_OPF_X = 1 << 1,       /* reads component x only */
};

typedef struct NvXfOp {
    const char *name;           /* NULL: no such opcode */
    uint8_t uses;               /* NV_XF_S* */
    uint8_t flags;              /* NV_XF_OPF_* */
    NvXfArith since;
    NvXfOpFn *fn;               /* NULL: NOP and ARL */
} NvXfOp;

#define NV_XF_VEC_OPS 0x17
#define NV_XF_SCA_OPS 0x11
extern const NvXfOp nv_xf_vec_ops[NV_XF_VEC_OPS];
extern const NvXfOp nv_xf_sca_ops[NV_XF_SCA_OPS];

/* The row, or the row of NOP if @isa has no such opcode. */
const NvXfOp *nv_xf_vec_op(const NvXfIsa *isa, unsigned code);
const NvXfOp *nv_xf_sca_op(const NvXfIsa *isa, unsigned code);

/* --- The decoded form, the same for every encoding --- */

typedef enum NvXfMux {
    NV_XF_MUX_NONE,
    NV_XF_MUX_TEMP,
    NV_XF_MUX_IBUF,
    NV_XF_MUX_XFCTX,
    NV_XF_MUX_STPOS,            /* shadow of output 0, R12 of Kelvin */
} NvXfMux;

typedef struct NvXfSource {
    uint8_t mux;                /* NvXfMux */
    uint8_t reg;                /* of NV_XF_MUX_TEMP */
    uint8_t swz[4];             /* component that x y z w come from */
    uint32_t keep;              /* and, then xor: absolute and negate */
    uint32_t flip;
} NvXfSource;

/* Masks: bit i is component i (x = bit 0).  0 = nothing is written. */
typedef struct NvXfInsn {
    const NvXfOp *vec, *sca;    /* never NULL */
    NvXfSource src[3];
    uint8_t uses;               /* sources either unit reads */
    uint8_t ibuf;
    uint16_t xfctx;
    bool reads_ibuf, reads_xfctx, reads_stpos;
    bool indexed;
    uint8_t vec_dst, vec_mask;
    uint8_t sca_dst, sca_mask;
    bool out_is_xfctx;
    uint16_t out_addr;
    uint8_t out_vec_mask, out_sca_mask;
    bool end;
} NvXfInsn;

/* Any words are fine: what does not exist becomes NOP or no write. */
void nv_xf_decode(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                  NvXfInsn *insn);

/* Append one instruction as a line of text without newline. */
void nv_xf_disasm_isa(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                      GString *out);
/* The same for the Kelvin encoding. */
void nv_xf_disasm(const uint32_t words[NV_XF_WORDS], GString *out);

#endif
