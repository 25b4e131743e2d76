/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kelvin instructions as Rankine stores them: what an upload through a Kelvin
 * class does on the way to XFPR.
 *
 * Facts: envytools' model of the upload, asserted on hardware (hw).
 */
#include "isa/isa.h"

/* User constants begin 0x3c slots higher. */
#define XFCTX_MOVE 0x3c
#define KELVIN_STPOS 0xc
#define KELVIN_LAST_REG 0xb
#define KELVIN_ARL 0xd

/* Attributes were put in another order. */
static uint32_t output_of(uint32_t kelvin)
{
    if (kelvin == 0xff) {
        return 0x1ff;
    }
    if (kelvin == 7 || kelvin == 8) {
        return kelvin - 6;
    }
    return kelvin >= 9 && kelvin <= 0xf ? kelvin - 1 : kelvin;
}

static uint32_t input_of(uint32_t kelvin)
{
    return kelvin < 8 ? kelvin : kelvin == 8 ? 0xf : kelvin - 1;
}

/* Source 2 keeps the selector that means nothing. */
static uint32_t source_of(uint32_t word, bool fix_mux)
{
    if (!(word & 3) && fix_mux) {
        word |= 2;
    }
    if (nv_extract(word, 2, 4) > KELVIN_STPOS) {
        word = nv_deposit(word, 2, 4, KELVIN_STPOS);
    }
    return word;
}

typedef struct Convert {
    const uint32_t *from;
    uint32_t *to;
} Convert;

static uint32_t get(const Convert *c, NvXfField field)
{
    return nv_xf_field(&nv_xf_isa_kelvin, c->from, field);
}

static void set(const Convert *c, NvXfField field, uint32_t value)
{
    nv_xf_set_field(&nv_xf_isa_rankine, c->to, field, value);
}

static void convert_out(const Convert *c)
{
    uint32_t addr = get(c, NV_XF_F_OUT_ADDR);
    bool target = get(c, NV_XF_F_OUT_TARGET);
    bool scalar = get(c, NV_XF_F_OUT_IS_SCA);

    set(c, NV_XF_F_OUT_ADDR, target ? output_of(addr) : addr + XFCTX_MOVE);
    set(c, NV_XF_F_OUT_TARGET, target);
    set(c, scalar ? NV_XF_F_OUT_WM_SCA : NV_XF_F_OUT_WM_VEC,
        get(c, NV_XF_F_OUT_WM));
}

static void convert_dst(const Convert *c)
{
    uint32_t dst = get(c, NV_XF_F_DST);
    uint32_t vec = get(c, NV_XF_F_DST_WM_VEC);
    uint32_t sca = get(c, NV_XF_F_DST_WM_SCA);
    uint32_t op = get(c, NV_XF_F_OP_VEC);

    if (op == KELVIN_ARL) {
        dst = 0;
    } else if (dst > KELVIN_LAST_REG) {
        dst = KELVIN_LAST_REG;
        vec = 0;
        sca = op == 0 || op > KELVIN_ARL ? 0 : sca;
    }
    set(c, NV_XF_F_DST, dst);
    set(c, NV_XF_F_DST_WM_VEC, vec);
    set(c, NV_XF_F_DST_WM_SCA, sca);
}

void nv_xf_kelvin_to_rankine(const uint32_t from[NV_XF_WORDS],
                             uint32_t to[NV_XF_WORDS])
{
    const Convert c = { from, to };
    uint32_t op = get(&c, NV_XF_F_OP_VEC);

    memset(to, 0, NV_XF_WORDS * sizeof(uint32_t));
    set(&c, NV_XF_F_END, get(&c, NV_XF_F_END));
    set(&c, NV_XF_F_INDEXED, get(&c, NV_XF_F_INDEXED));
    convert_out(&c);
    convert_dst(&c);
    set(&c, NV_XF_F_SRC0, source_of(get(&c, NV_XF_F_SRC0), true));
    set(&c, NV_XF_F_SRC1, source_of(get(&c, NV_XF_F_SRC1), true));
    set(&c, NV_XF_F_SRC2, source_of(get(&c, NV_XF_F_SRC2), false));
    set(&c, NV_XF_F_IBUF_ADDR, input_of(get(&c, NV_XF_F_IBUF_ADDR)));
    set(&c, NV_XF_F_XFCTX_ADDR, get(&c, NV_XF_F_XFCTX_ADDR) + XFCTX_MOVE);
    set(&c, NV_XF_F_OP_VEC, op > KELVIN_ARL ? 0 : op);
    set(&c, NV_XF_F_OP_SCA, get(&c, NV_XF_F_OP_SCA));
    set(&c, NV_XF_F_CSRC_SWZ, 0x1b);
    set(&c, NV_XF_F_COND_TEST, NV_XF_TEST_TR);
}
