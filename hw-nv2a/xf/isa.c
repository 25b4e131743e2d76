/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF instruction encodings and the decoder into the common form.
 *
 * Facts: envytools' XF field tables and its Kelvin to Rankine conversion,
 * both asserted on hardware (hw).
 */
#include "xf/isa.h"

const NvXfIsa nv_xf_isa_kelvin = {
    .name = "kelvin", .version = NV_ARITH_KELVIN,
    .stored = { UINT32_MAX, UINT32_MAX, 0x0fffffff, 0 },
    .user_base = 0x60, .regs = 12, .out_none = 0xff, .dst_none = 7,
    .fields = {
        [NV_XF_F_END] = { "END", 0, 1 },
        [NV_XF_F_INDEXED] = { "XFCTX_INDEXED", 1, 1 },
        [NV_XF_F_OUT_IS_SCA] = { "OUT_IS_SCA", 2, 1 },
        [NV_XF_F_OUT_ADDR] = { "OUT_ADDR", 3, 8 },
        [NV_XF_F_OUT_TARGET] = { "OUT_TARGET", 11, 1 },
        [NV_XF_F_OUT_WM] = { "OUT_WM", 12, 4 },
        [NV_XF_F_DST_WM_SCA] = { "DST_WM_SCA", 16, 4 },
        [NV_XF_F_DST] = { "DST", 20, 4 },
        [NV_XF_F_DST_WM_VEC] = { "DST_WM_VEC", 24, 4 },
        [NV_XF_F_SRC2] = { "SRC2", 28, 15 },
        [NV_XF_F_SRC1] = { "SRC1", 43, 15 },
        [NV_XF_F_SRC0] = { "SRC0", 58, 15 },
        [NV_XF_F_IBUF_ADDR] = { "IBUF_ADDR", 73, 4 },
        [NV_XF_F_XFCTX_ADDR] = { "XFCTX_ADDR", 77, 8 },
        [NV_XF_F_OP_VEC] = { "OP_VEC", 85, 4 },
        [NV_XF_F_OP_SCA] = { "OP_SCA", 89, 3 },
    },
};

uint32_t nv_xf_field(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                     NvXfField field)
{
    unsigned pos = isa->fields[field].pos;
    unsigned width = isa->fields[field].width;
    uint64_t pair = words[pos / 32];

    if (!width) {
        return 0;
    }
    if (pos / 32 + 1 < NV_XF_WORDS) {
        pair |= (uint64_t)words[pos / 32 + 1] << 32;
    }
    return (pair >> (pos % 32)) & (UINT32_MAX >> (32 - width));
}

void nv_xf_set_field(const NvXfIsa *isa, uint32_t words[NV_XF_WORDS],
                     NvXfField field, uint32_t value)
{
    for (unsigned i = 0; i < isa->fields[field].width; i++) {
        unsigned bit = isa->fields[field].pos + i;

        words[bit / 32] = nv_deposit(words[bit / 32], bit % 32, 1,
                                     value >> i);
    }
}

/* Encoded masks have x in the top bit. */
static uint8_t mask_of(uint32_t wm)
{
    return (wm >> 3 & 1) | (wm >> 1 & 2) | (wm << 1 & 4) | (wm << 3 & 8);
}

static void decode_source(const NvXfIsa *isa, uint32_t word, NvXfSource *src)
{
    uint32_t reg = nv_extract(word, 2, 4);

    src->mux = word & 3;
    src->reg = 0;
    if (src->mux == NV_XF_MUX_NONE) {
        /* The conversion says IBUF for 0 and 1 (hw); 2 likewise (guess). */
        src->mux = NV_XF_MUX_IBUF;
    } else if (src->mux == NV_XF_MUX_TEMP) {
        /* Registers from 12 up are all the shadow of output 0 (hw). */
        src->mux = reg < isa->regs ? NV_XF_MUX_TEMP : NV_XF_MUX_STPOS;
        src->reg = reg < isa->regs ? reg : 0;
    }
    for (int i = 0; i < 4; i++) {
        src->swz[i] = nv_extract(word, 12 - 2 * i, 2);
    }
    src->keep = UINT32_MAX;
    src->flip = word & NV_BIT(14) ? NV_XF_SIGN : 0;
}

/*
 * Kelvin has one DST.  The vector result goes there; the scalar result goes
 * to R1 if there is a vector operation, whatever it writes (hw: a console
 * program with DP4 to an output and RSQ to R10 changed R1), else to DST.
 */
static void decode_dst(const NvXfIsa *isa, const uint32_t *words,
                       NvXfInsn *insn)
{
    unsigned dst = nv_xf_field(isa, words, NV_XF_F_DST);
    bool pair = insn->vec->uses;

    insn->vec_mask = mask_of(nv_xf_field(isa, words, NV_XF_F_DST_WM_VEC));
    insn->sca_mask = mask_of(nv_xf_field(isa, words, NV_XF_F_DST_WM_SCA));
    insn->vec_dst = dst;
    insn->sca_dst = pair ? 1 : dst;
    if (!insn->vec->fn || insn->vec_dst >= isa->regs) {
        insn->vec_dst = 0;
        insn->vec_mask = 0;
    }
    if (!insn->sca->fn || insn->sca_dst >= isa->regs) {
        insn->sca_dst = 0;
        insn->sca_mask = 0;
    }
}

static void decode_out(const NvXfIsa *isa, const uint32_t *words,
                       NvXfInsn *insn)
{
    uint8_t mask = mask_of(nv_xf_field(isa, words, NV_XF_F_OUT_WM));
    bool scalar = nv_xf_field(isa, words, NV_XF_F_OUT_IS_SCA);

    insn->out_addr = nv_xf_field(isa, words, NV_XF_F_OUT_ADDR);
    insn->out_is_xfctx = !nv_xf_field(isa, words, NV_XF_F_OUT_TARGET);
    insn->out_vec_mask = !scalar && insn->vec->fn ? mask : 0;
    insn->out_sca_mask = scalar && insn->sca->fn ? mask : 0;
}

void nv_xf_decode(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                  NvXfInsn *insn)
{
    static const NvXfField fields[3] = {
        NV_XF_F_SRC0, NV_XF_F_SRC1, NV_XF_F_SRC2,
    };

    memset(insn, 0, sizeof(*insn));
    insn->vec = nv_xf_vec_op(isa, nv_xf_field(isa, words, NV_XF_F_OP_VEC));
    insn->sca = nv_xf_sca_op(isa, nv_xf_field(isa, words, NV_XF_F_OP_SCA));
    insn->uses = insn->vec->uses | insn->sca->uses;
    insn->ibuf = nv_xf_field(isa, words, NV_XF_F_IBUF_ADDR);
    insn->xfctx = nv_xf_field(isa, words, NV_XF_F_XFCTX_ADDR);
    insn->indexed = nv_xf_field(isa, words, NV_XF_F_INDEXED);
    insn->end = nv_xf_field(isa, words, NV_XF_F_END);
    for (unsigned i = 0; i < 3; i++) {
        NvXfSource *src = &insn->src[i];

        decode_source(isa, nv_xf_field(isa, words, fields[i]), src);
        if (insn->uses & (1u << i)) {
            insn->reads_ibuf |= src->mux == NV_XF_MUX_IBUF;
            insn->reads_xfctx |= src->mux == NV_XF_MUX_XFCTX;
            insn->reads_stpos |= src->mux == NV_XF_MUX_STPOS;
        }
    }
    decode_dst(isa, words, insn);
    decode_out(isa, words, insn);
}
