/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF instruction encodings: where each has its fields, and what else they
 * differ in.
 *
 * Facts: envytools' XF field tables, asserted on hardware (hw); Mesa's NV30
 * and NV40 drivers for branch targets and condition updates (doc).
 */
#include "isa/isa.h"

const NvXfIsa nv_xf_isa_kelvin = {
    .id = NV_ISA_KELVIN, .name = "kelvin", .version = NV_ARITH_KELVIN,
    .stored = { UINT32_MAX, UINT32_MAX, 0x0fffffff, 0 },
    .uploaded = { UINT32_MAX, UINT32_MAX, 0x0fffffff, 0 },
    .nop = { 0x10700ff9, 0x0436086c, 0x000c001b, 0 },
    .user_base = 0x60, .regs = 12, .out_none = 0xff, .dst_none = 7,
    .src_reg = 4, .addr_bits = 9, .addr_regs = 1,
    .scalar_outs = 1 << 5,      /* oFog (hw) */
    .first = true, .pair_by_op = true,
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

/* Bit 121 is stored by RDI, but no upload gets it there (hw). */
const NvXfIsa nv_xf_isa_rankine = {
    .id = NV_ISA_RANKINE, .name = "rankine", .version = NV_ARITH_RANKINE,
    .stored = { UINT32_MAX, UINT32_MAX, UINT32_MAX, 0x03ffffff },
    .uploaded = { UINT32_MAX, UINT32_MAX, UINT32_MAX, 0x01ffffff },
    .nop = { 0x10000ffd, 0x0436086c, 0x0027001b, 0x000738d8 },
    .user_base = 0x9c, .regs = 16, .out_none = 0x1ff, .dst_none = 0x1f,
    .src_reg = 4, .addr_bits = 10, .addr_regs = 2,
    .clip_outs = 17,            /* doc: Mesa's NV30 driver */
    .gated = true, .from_kelvin = nv_xf_kelvin_to_rankine,
    .fields = {
        [NV_XF_F_END] = { "END", 0, 1 },
        [NV_XF_F_INDEXED] = { "XFCTX_INDEXED", 1, 1 },
        [NV_XF_F_OUT_ADDR] = { "OUT_ADDR", 2, 9 },
        [NV_XF_F_OUT_TARGET] = { "OUT_TARGET", 11, 1 },
        [NV_XF_F_OUT_WM_VEC] = { "OUT_WM_VEC", 12, 4 },
        [NV_XF_F_OUT_WM_SCA] = { "OUT_WM_SCA", 16, 4 },
        [NV_XF_F_DST_WM_VEC] = { "DST_WM_VEC", 20, 4 },
        [NV_XF_F_DST_WM_SCA] = { "DST_WM_SCA", 24, 4 },
        [NV_XF_F_SRC2] = { "SRC2", 28, 15 },
        [NV_XF_F_SRC1] = { "SRC1", 43, 15 },
        [NV_XF_F_SRC0] = { "SRC0", 58, 15 },
        [NV_XF_F_IBUF_ADDR] = { "IBUF_ADDR", 73, 4 },
        [NV_XF_F_XFCTX_ADDR] = { "XFCTX_ADDR", 78, 9 },
        [NV_XF_F_OP_VEC] = { "OP_VEC", 87, 5 },
        [NV_XF_F_OP_SCA] = { "OP_SCA", 92, 5 },
        [NV_XF_F_ASRC_SWZ] = { "ASRC_SWZ", 97, 2 },
        [NV_XF_F_CSRC_SWZ] = { "CSRC_SWZ", 99, 8 },
        [NV_XF_F_COND_TEST] = { "COND_TEST", 107, 3 },
        [NV_XF_F_COND_ENABLE] = { "COND_ENABLE", 110, 1 },
        [NV_XF_F_CDST_WM] = { "CDST_WM", 111, 1 },
        [NV_XF_F_DST] = { "DST", 112, 5 },
        [NV_XF_F_SRC0_ABS] = { "SRC0_ABS", 117, 1 },
        [NV_XF_F_SRC1_ABS] = { "SRC1_ABS", 118, 1 },
        [NV_XF_F_SRC2_ABS] = { "SRC2_ABS", 119, 1 },
        [NV_XF_F_ASRC] = { "ASRC", 120, 1 },
        /* doc: Mesa's NV30 driver; swizzle and sign of SRC2. */
        [NV_XF_F_TARGET] = { "TARGET", 34, 9 },
    },
};

/* User words of NV41 and up; NV40 has them plus 17 bits of its own. */
const NvXfIsa nv_xf_isa_curie = {
    .id = NV_ISA_CURIE, .name = "curie", .version = NV_ARITH_CURIE,
    .stored = { UINT32_MAX, UINT32_MAX, UINT32_MAX, 0x7fffffff },
    .uploaded = { UINT32_MAX, UINT32_MAX, UINT32_MAX, 0x7fffffff },
    .nop = { 0x60401ffd, 0x8106c083, 0x0000000d, 0x401f9c6c },
    .user_base = 0, .regs = 32, .out_none = 0x1f, .dst_none = 0x3f,
    .src_reg = 6, .addr_bits = 10, .addr_regs = 2,
    .more_regs = true,
    .fields = {
        [NV_XF_F_END] = { "END", 0, 1 },
        [NV_XF_F_INDEXED] = { "XFCTX_INDEXED", 1, 1 },
        [NV_XF_F_OUT_ADDR] = { "OUT_ADDR", 2, 5 },
        [NV_XF_F_DST_SCA] = { "DST_SCA", 7, 6 },
        [NV_XF_F_DST_WM_VEC] = { "DST_WM_VEC", 13, 4 },
        [NV_XF_F_DST_WM_SCA] = { "DST_WM_SCA", 17, 4 },
        [NV_XF_F_SRC2] = { "SRC2", 21, 17 },
        [NV_XF_F_SRC1] = { "SRC1", 38, 17 },
        [NV_XF_F_SRC0] = { "SRC0", 55, 17 },
        [NV_XF_F_IBUF_ADDR] = { "IBUF_ADDR", 72, 4 },
        [NV_XF_F_XFCTX_ADDR] = { "XFCTX_ADDR", 76, 10 },
        [NV_XF_F_OP_VEC] = { "OP_VEC", 86, 5 },
        [NV_XF_F_OP_SCA] = { "OP_SCA", 91, 5 },
        [NV_XF_F_ASRC_SWZ] = { "ASRC_SWZ", 96, 2 },
        [NV_XF_F_CSRC_SWZ] = { "CSRC_SWZ", 98, 8 },
        [NV_XF_F_COND_TEST] = { "COND_TEST", 106, 3 },
        [NV_XF_F_COND_ENABLE] = { "COND_ENABLE", 109, 1 },
        [NV_XF_F_CDST_WM] = { "CDST_WM", 110, 1 },
        [NV_XF_F_DST_VEC] = { "DST_VEC", 111, 6 },
        [NV_XF_F_SRC0_ABS] = { "SRC0_ABS", 117, 1 },
        [NV_XF_F_SRC1_ABS] = { "SRC1_ABS", 118, 1 },
        [NV_XF_F_SRC2_ABS] = { "SRC2_ABS", 119, 1 },
        [NV_XF_F_ASRC] = { "ASRC", 120, 1 },
        [NV_XF_F_CSRCDST] = { "CSRCDST", 121, 1 },
        [NV_XF_F_SAT] = { "SAT", 122, 1 },
        [NV_XF_F_IBUF_INDEXED] = { "IBUF_INDEXED", 123, 1 },
        [NV_XF_F_OUT_INDEXED] = { "OUT_INDEXED", 124, 1 },
        [NV_XF_F_CDST_IS_VEC] = { "CDST_IS_VEC", 125, 1 },
        [NV_XF_F_OUT_IS_VEC] = { "OUT_IS_VEC", 126, 1 },
        /* doc: Mesa's NV40 driver. */
        [NV_XF_F_TARGET] = { "TARGET", 29, 9 },
    },
};

static const NvXfIsa *const isas[] = {
    [NV_ISA_KELVIN] = &nv_xf_isa_kelvin,
    [NV_ISA_RANKINE] = &nv_xf_isa_rankine,
    [NV_ISA_CURIE] = &nv_xf_isa_curie,
};

const NvXfIsa *nv_xf_isa_of(const NvChip *chip)
{
    assert(chip->xf.isa < NV_ARRAY_SIZE(isas));
    return isas[chip->xf.isa];
}

const NvXfIsa *nv_xf_isa_find(const char *name)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(isas); i++) {
        if (isas[i] && !strcmp(isas[i]->name, name)) {
            return isas[i];
        }
    }
    return NULL;
}

uint32_t nv_xf_field(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                     NvXfField field)
{
    unsigned pos = isa->fields[field].pos;
    unsigned width = isa->fields[field].width;
    uint64_t pair = words[pos / 32];

    assert(field < NV_XF_FIELDS && pos + width <= 32 * NV_XF_WORDS);
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
    assert(field < NV_XF_FIELDS);
    for (unsigned i = 0; i < isa->fields[field].width; i++) {
        unsigned bit = isa->fields[field].pos + i;

        words[bit / 32] = nv_deposit(words[bit / 32], bit % 32, 1,
                                     value >> i);
    }
}
