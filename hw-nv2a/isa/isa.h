/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs: encodings, opcode rows and the one decoded instruction form.
 *
 * Facts: envytools' XF documents and tests (hw for positions and sources),
 * GL_NV_vertex_program for what ARL and pairing mean (doc).
 */
#ifndef NV_ISA_ISA_H
#define NV_ISA_ISA_H

#include <glib.h>

#include "arith/arith.h"

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
    /* Rankine and later. */
    NV_XF_F_OUT_WM_VEC,
    NV_XF_F_OUT_WM_SCA,
    NV_XF_F_ASRC,               /* which address register relative reads use */
    NV_XF_F_ASRC_SWZ,           /* and which of its components */
    NV_XF_F_CSRC_SWZ,           /* of the condition register */
    NV_XF_F_COND_TEST,          /* NvXfTest */
    NV_XF_F_COND_ENABLE,
    NV_XF_F_CDST_WM,            /* 1: the condition register is written */
    NV_XF_F_SRC0_ABS,
    NV_XF_F_SRC1_ABS,
    NV_XF_F_SRC2_ABS,
    NV_XF_F_TARGET,             /* BRA, CAL; lies over bits of SRC2 */
    /* Curie. */
    NV_XF_F_DST_VEC,
    NV_XF_F_DST_SCA,
    NV_XF_F_CSRCDST,            /* which condition register */
    NV_XF_F_SAT,
    NV_XF_F_IBUF_INDEXED,
    NV_XF_F_OUT_INDEXED,
    NV_XF_F_CDST_IS_VEC,
    NV_XF_F_OUT_IS_VEC,
    NV_XF_FIELDS
} NvXfField;

typedef struct NvXfFieldPos {
    const char *name;
    uint8_t pos, width;         /* width 0: this encoding has no such field */
} NvXfFieldPos;

/* Temporary registers, at most; of more than a few a run is never simple. */
enum {
    NV_XF_REGS = 32, NV_XF_FEW_REGS = 16,
    NV_XF_MORE_REGS = NV_XF_REGS - NV_XF_FEW_REGS,
};

/* An encoding: one row of constants and a row for each field. */
typedef struct NvXfIsa {
    NvXfIsaId id;
    const char *name;
    NvXfArith version;          /* which opcodes exist */
    uint32_t stored[NV_XF_WORDS];   /* bits XFPR keeps */
    uint16_t user_base;         /* XFCTX slot of c[0] */
    uint8_t regs;               /* temporary registers; the next is STPOS */
    uint16_t out_none;          /* OUT_ADDR that says "no output" */
    uint8_t dst_none;           /* filler that assemblers put in DST */
    uint8_t src_reg;            /* bits of a source's register number */
    uint8_t addr_bits;          /* of an address register, with sign */
    uint8_t addr_regs;          /* address registers */
    uint16_t scalar_outs;       /* bit an output that is one number, the x of
                                   results whatever the mask */
    uint8_t clip_outs;          /* OUT_ADDR of the first of six clip
                                   distances, the x of results; 0: they are
                                   components of other outputs */
    uint32_t uploaded[NV_XF_WORDS]; /* bits an upload command stores */
    bool gated;                 /* NvXfGate differs by mode and class */
    bool first;                 /* programs of the first generation alone */
    bool pair_by_op;            /* see decode_dst */
    bool more_regs;             /* others than @regs are not executed */
    /* A word of Kelvin's classes as this encoding has it; NULL: it is not. */
    void (*from_kelvin)(const uint32_t from[NV_XF_WORDS],
                        uint32_t to[NV_XF_WORDS]);
    uint32_t nop[NV_XF_WORDS];  /* an instruction that but ends */
    NvXfFieldPos fields[NV_XF_FIELDS];
} NvXfIsa;

extern const NvXfIsa nv_xf_isa_kelvin;
extern const NvXfIsa nv_xf_isa_rankine;
extern const NvXfIsa nv_xf_isa_curie;

/* The encoding XFPR of @chip holds; NULL if it has no XFPR. */
const NvXfIsa *nv_xf_isa_of(const NvChip *chip);
/* By name; NULL if there is none. */
const NvXfIsa *nv_xf_isa_find(const char *name);

/* A Kelvin word to a Rankine one, as uploads through Kelvin classes do. */
void nv_xf_kelvin_to_rankine(const uint32_t from[NV_XF_WORDS],
                             uint32_t to[NV_XF_WORDS]);

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
    NV_XF_OPF_ARR = 1 << 2,     /* like ARL, to nearest */
    NV_XF_OPF_ARA = 1 << 3,     /* adds components of an address register */
    NV_XF_OPF_V2 = 1 << 4,      /* does nothing in first-generation programs */
    NV_XF_OPF_FLOW = 1 << 5,    /* BRA, CAL, RET: see NvXfInsn.flow */
    NV_XF_OPF_MISSING = 1 << 6, /* has a name, but is not executed */
    NV_XF_OPF_ADDRESS = NV_XF_OPF_ARL | NV_XF_OPF_ARR | NV_XF_OPF_ARA,
};

typedef struct NvXfOp {
    const char *name;           /* NULL: no such opcode */
    uint8_t uses;               /* NV_XF_S* */
    uint8_t flags;              /* NV_XF_OPF_* */
    NvXfArith since;
    NvXfOpFn *fn;               /* NULL: no result (NOP, ARL, BRA ...) */
} NvXfOp;

#define NV_XF_VEC_OPS 0x1a
#define NV_XF_SCA_OPS 0x15
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
    bool plain;                 /* x y z w as they are, no sign change */
} NvXfSource;

typedef enum NvXfFlow {
    NV_XF_FLOW_NONE,
    NV_XF_FLOW_BRA,
    NV_XF_FLOW_CAL,
    NV_XF_FLOW_RET,
} NvXfFlow;

#define NV_XF_STACK 8           /* return addresses */

/*
 * Masks: bit i is component i (x = bit 0).  0 = nothing is written.
 *
 * Where @conditional, a component is written (to register, output, address or
 * condition register alike) only if @test passes on condition component
 * cswz[i]; a branch is taken if any of the four passes.
 */
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
    uint8_t out_move;           /* that components go up; then x is alone */
    bool end;
    /* Rankine and later; all 0 for Kelvin, but an ARL has addr_mask 1. */
    uint8_t areg, acomp;        /* of an indexed constant */
    uint8_t addr_dst, addr_mask;    /* what ARL, ARR, ARA write */
    bool conditional;
    uint8_t test;               /* NvXfTest */
    uint8_t cswz[4];
    uint8_t cc_mask;            /* condition components written; */
    bool cc_from_sca;           /* ... from the scalar result */
    uint8_t flow;               /* NvXfFlow */
    uint16_t target;
    bool simple;                /* no condition, flow, or address but A0.x */
    const char *missing;        /* what of it is not executed, or NULL */
} NvXfInsn;

/* Which of an encoding's abilities a program may use. */
typedef enum NvXfGate {
    NV_XF_GATE_ALL,
    NV_XF_GATE_V1,              /* first-generation programs */
    NV_XF_GATE_KELVIN,          /* programs of a Kelvin class on Rankine */
} NvXfGate;

/* Any words are fine: what does not exist becomes NOP or no write. */
void nv_xf_decode(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                  NvXfInsn *insn);
/* The same, without what @gate closes. */
void nv_xf_decode_gated(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                        NvXfGate gate, NvXfInsn *insn);

/*
 * What address registers take: the floor of EXP (doc: they must agree) or
 * half up to the next (guess), saturated to their width (guess).  NaN goes to
 * the top (guess).
 */
int32_t nv_xf_address(const NvXfIsa *isa, uint32_t x, bool nearest);
int32_t nv_xf_address_clamp(const NvXfIsa *isa, int32_t a);

/* Append one instruction as a line of text without newline. */
void nv_xf_disasm_isa(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                      GString *out);
/* The same for the Kelvin encoding. */
void nv_xf_disasm(const uint32_t words[NV_XF_WORDS], GString *out);

#endif
