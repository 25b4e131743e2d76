/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The opcodes of XF: a row and a small function each.
 *
 * Facts: envytools' XF tests assert results and operands (hw); ARL follows
 * GL_NV_vertex_program (doc).  ADD takes sources 0 and 2, ILU source 2.
 */
#include "arith/arith-core.h"
#include "isa/isa.h"

#define OP(name) \
    static void name(const NvXfRules *rules G_GNUC_UNUSED, uint32_t d[4], \
                     const uint32_t s[3][4])

static inline void splat(uint32_t d[4], uint32_t x)
{
    for (int i = 0; i < 4; i++) {
        d[i] = x;
    }
}

OP(op_mov)
{
    memcpy(d, s[0], 16);
}

OP(op_mul)
{
    NV_XF_UNROLL
    for (int i = 0; i < 4; i++) {
        d[i] = xf_mul(rules, s[0][i], s[1][i]);
    }
}

OP(op_add)
{
    NV_XF_UNROLL
    for (int i = 0; i < 4; i++) {
        uint32_t terms[2] = { s[0][i], s[2][i] };

        d[i] = xf_sum(rules, terms, 2);
    }
}

OP(op_mad)
{
    NV_XF_UNROLL
    for (int i = 0; i < 4; i++) {
        d[i] = xf_mad(rules, s[0][i], s[1][i], s[2][i]);
    }
}

OP(op_dp3)
{
    splat(d, xf_dot(rules, s[0], s[1], 3));
}

OP(op_dph)
{
    const uint32_t a[4] = { s[0][0], s[0][1], s[0][2], NV_XF_ONE };

    splat(d, xf_dot(rules, a, s[1], 4));
}

OP(op_dp4)
{
    splat(d, xf_dot(rules, s[0], s[1], 4));
}

OP(op_dst)
{
    d[0] = NV_XF_ONE;
    d[1] = xf_mul(rules, s[0][1], s[1][1]);
    d[2] = s[0][2];
    d[3] = s[1][3];
}

OP(op_min)
{
    for (int i = 0; i < 4; i++) {
        d[i] = nv_xf_min(rules, s[0][i], s[1][i]);
    }
}

OP(op_max)
{
    for (int i = 0; i < 4; i++) {
        d[i] = nv_xf_max(rules, s[0][i], s[1][i]);
    }
}

static void set(const NvXfRules *rules, NvXfTest test, uint32_t d[4],
                const uint32_t s[3][4])
{
    for (int i = 0; i < 4; i++) {
        d[i] = nv_xf_set(rules, test, s[0][i], s[1][i]);
    }
}

OP(op_slt)
{
    set(rules, NV_XF_TEST_LT, d, s);
}

OP(op_sge)
{
    set(rules, NV_XF_TEST_GE, d, s);
}

OP(op_seq)
{
    set(rules, NV_XF_TEST_EQ, d, s);
}

OP(op_sfl)
{
    set(rules, NV_XF_TEST_FL, d, s);
}

OP(op_sgt)
{
    set(rules, NV_XF_TEST_GT, d, s);
}

OP(op_sle)
{
    set(rules, NV_XF_TEST_LE, d, s);
}

OP(op_sne)
{
    set(rules, NV_XF_TEST_NE, d, s);
}

OP(op_str)
{
    set(rules, NV_XF_TEST_TR, d, s);
}

OP(op_frc)
{
    for (int i = 0; i < 4; i++) {
        d[i] = nv_xf_frc(rules, s[0][i]);
    }
}

OP(op_flr)
{
    for (int i = 0; i < 4; i++) {
        d[i] = nv_xf_flr(s[0][i]);
    }
}

OP(op_ssg)
{
    for (int i = 0; i < 4; i++) {
        d[i] = nv_xf_ssg(rules, s[0][i]);
    }
}

OP(op_mov2)
{
    memcpy(d, s[2], 16);
}

OP(op_rcp)
{
    splat(d, nv_xf_rcp(rules, s[2][0]));
}

OP(op_rcc)
{
    splat(d, nv_xf_rcc(rules, s[2][0]));
}

OP(op_rsq)
{
    splat(d, nv_xf_rsq(rules, s[2][0]));
}

OP(op_exp)
{
    nv_xf_exp(d, s[2][0]);
}

OP(op_log)
{
    nv_xf_log(rules, d, s[2][0]);
}

OP(op_lit)
{
    nv_xf_lit(d, s[2]);
}

OP(op_lg2)
{
    splat(d, nv_xf_lg2(s[2][0]));
}

OP(op_ex2)
{
    splat(d, nv_xf_ex2(s[2][0]));
}

OP(op_sin)
{
    splat(d, nv_xf_sin(s[2][0]));
}

OP(op_cos)
{
    splat(d, nv_xf_cos(s[2][0]));
}

#define S0 NV_XF_S0
#define S01 (NV_XF_S0 | NV_XF_S1)
#define S02 (NV_XF_S0 | NV_XF_S2)
#define S012 (NV_XF_S0 | NV_XF_S1 | NV_XF_S2)
#define S2 NV_XF_S2
#define X NV_XF_OPF_X
#define KELVIN NV_ARITH_KELVIN
#define RANKINE NV_ARITH_RANKINE
#define CURIE NV_ARITH_CURIE
#define V2 NV_XF_OPF_V2
#define FLOW (NV_XF_OPF_FLOW | V2)
#define MISSING (NV_XF_OPF_MISSING | V2)

const NvXfOp nv_xf_vec_ops[NV_XF_VEC_OPS] = {
    [0x00] = { "NOP", 0, 0, KELVIN, NULL },
    [0x01] = { "MOV", S0, 0, KELVIN, op_mov },
    [0x02] = { "MUL", S01, 0, KELVIN, op_mul },
    [0x03] = { "ADD", S02, 0, KELVIN, op_add },
    [0x04] = { "MAD", S012, 0, KELVIN, op_mad },
    [0x05] = { "DP3", S01, 0, KELVIN, op_dp3 },
    [0x06] = { "DPH", S01, 0, KELVIN, op_dph },
    [0x07] = { "DP4", S01, 0, KELVIN, op_dp4 },
    [0x08] = { "DST", S01, 0, KELVIN, op_dst },
    [0x09] = { "MIN", S01, 0, KELVIN, op_min },
    [0x0a] = { "MAX", S01, 0, KELVIN, op_max },
    [0x0b] = { "SLT", S01, 0, KELVIN, op_slt },
    [0x0c] = { "SGE", S01, 0, KELVIN, op_sge },
    [0x0d] = { "ARL", S0, NV_XF_OPF_ARL | X, KELVIN, NULL },
    [0x0e] = { "FRC", S0, V2, RANKINE, op_frc },
    [0x0f] = { "FLR", S0, V2, RANKINE, op_flr },
    [0x10] = { "SEQ", S01, V2, RANKINE, op_seq },
    [0x11] = { "SFL", S01, V2, RANKINE, op_sfl },
    [0x12] = { "SGT", S01, V2, RANKINE, op_sgt },
    [0x13] = { "SLE", S01, V2, RANKINE, op_sle },
    [0x14] = { "SNE", S01, V2, RANKINE, op_sne },
    [0x15] = { "STR", S01, V2, RANKINE, op_str },
    [0x16] = { "SSG", S0, V2, RANKINE, op_ssg },
    /*
     * Nothing is asserted from here on, nor for flow of control: taken as
     * gated like their generation (guess), meaning by Mesa and the public
     * extension (doc).
     */
    [0x17] = { "ARR", S0, NV_XF_OPF_ARR | V2, RANKINE, NULL },
    [0x18] = { "ARA", 0, NV_XF_OPF_ARA | V2, RANKINE, NULL },
    [0x19] = { "TXL", S0, MISSING, CURIE, NULL },
};

const NvXfOp nv_xf_sca_ops[NV_XF_SCA_OPS] = {
    [0x00] = { "NOP", 0, 0, KELVIN, NULL },
    [0x01] = { "MOV", S2, 0, KELVIN, op_mov2 },
    [0x02] = { "RCP", S2, X, KELVIN, op_rcp },
    [0x03] = { "RCC", S2, X, KELVIN, op_rcc },
    [0x04] = { "RSQ", S2, X, KELVIN, op_rsq },
    [0x05] = { "EXP", S2, X, KELVIN, op_exp },
    [0x06] = { "LOG", S2, X, KELVIN, op_log },
    [0x07] = { "LIT", S2, 0, KELVIN, op_lit },
    [0x09] = { "BRA", 0, FLOW, RANKINE, NULL },
    [0x0b] = { "CAL", 0, FLOW, RANKINE, NULL },
    [0x0c] = { "RET", 0, FLOW, RANKINE, NULL },
    [0x0d] = { "LG2", S2, X | V2, RANKINE, op_lg2 },
    [0x0e] = { "EX2", S2, X | V2, RANKINE, op_ex2 },
    [0x0f] = { "SIN", S2, X | V2, RANKINE, op_sin },
    [0x10] = { "COS", S2, X | V2, RANKINE, op_cos },
    [0x11] = { "BRB", 0, MISSING, CURIE, NULL },
    [0x12] = { "CLB", 0, MISSING, CURIE, NULL },
    [0x13] = { "PUSHA", 0, MISSING, CURIE, NULL },
    [0x14] = { "POPA", 0, MISSING, CURIE, NULL },
};

static const NvXfOp *op_of(const NvXfOp *ops, unsigned count,
                           const NvXfIsa *isa, unsigned code)
{
    if (code >= count || !ops[code].name || ops[code].since > isa->version) {
        return &ops[0];
    }
    return &ops[code];
}

const NvXfOp *nv_xf_vec_op(const NvXfIsa *isa, unsigned code)
{
    return op_of(nv_xf_vec_ops, NV_XF_VEC_OPS, isa, code);
}

const NvXfOp *nv_xf_sca_op(const NvXfIsa *isa, unsigned code)
{
    return op_of(nv_xf_sca_ops, NV_XF_SCA_OPS, isa, code);
}
