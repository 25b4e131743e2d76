/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular texture and shader methods of Rankine's and Curie's classes.
 * Facts: effects that public hardware tests (envytools) assert on cards.
 */
#include "pgraph/action.h"

NV_ACTION(rankine_tex_format)
{
    nv_fe_tex_format(pg, index, v);
}

/* A wrap mode as the chip counts them; methods do from 1. */
static uint32_t wrap_mode(const NvPgraph *pg, uint32_t mode)
{
    return mode - 1 + pg->env->chip->front.tex_wrap_first;
}

NV_ACTION(rankine_tex_wrap)
{
    NvBundle bundle = NV_BUNDLE_TEX_WRAP + index;
    uint32_t word = nv_fe_bundle(pg, bundle);

    word = NV_FE_PUT(pg, TEX_WRAP, S, word, wrap_mode(pg, v));
    word = NV_FE_PUT(pg, TEX_WRAP, T, word, wrap_mode(pg, v >> 8));
    word = NV_FE_PUT(pg, TEX_WRAP, R, word, wrap_mode(pg, v >> 16));
    word = NV_FE_PUT(pg, TEX_WRAP, ANISO_MIP_FILTER_OPT, word, v >> 4);
    word = NV_FE_PUT(pg, TEX_WRAP, EXPAND_NORMAL, word, v >> 12);
    word = NV_FE_PUT(pg, TEX_WRAP, UNK24, word, v >> 24);
    word = NV_FE_PUT(pg, TEX_WRAP, GAMMA_DECREASE_FILTER, word, v >> 20);
    word = NV_FE_PUT(pg, TEX_WRAP, ZCOMP_FUNC, word, v >> 28);
    nv_fe_set_bundle(pg, bundle, word);
}

/* Anisotropy has a wider field on Curie. */
NV_ACTION(curie_tex_control_a)
{
    NvBundle bundle = NV_BUNDLE_TEX_CONTROL_A + index;
    uint32_t word = nv_fe_bundle(pg, bundle), level = nv_extract(v, 4, 2);

    word = NV_FE_PUT(pg, TEX_CONTROL_A, KEY_BITS, word, v);
    word = NV_FE_PUT(pg, TEX_CONTROL_A, ANISOTROPY_WIDE, word,
                     level == 3 ? 4 : level);
    word = NV_FE_PUT(pg, TEX_CONTROL_A, LOD_BITS, word, nv_extract(v, 6, 25));
    nv_fe_set_bundle(pg, bundle, word);
}

NV_ACTION(xf_tex_format)
{
    NvBundle bundle = NV_BUNDLE_XF_TEX_FORMAT + index;
    uint32_t word = nv_fe_bundle(pg, bundle);

    word = NV_FE_PUT(pg, XF_TEX_FORMAT, DMA, word, !(v & 1));
    word = NV_FE_PUT(pg, XF_TEX_FORMAT, DIMENSIONS, word,
                     nv_extract(v, NV_V_TEX_DIMENSIONS));
    word = NV_FE_PUT(pg, XF_TEX_FORMAT, FORMAT, word,
                     nv_extract(v, NV_V_TEX_FORMAT));
    word = NV_FE_PUT(pg, XF_TEX_FORMAT, MIPS, word,
                     nv_extract(v, NV_V_TEX_MIPS));
    nv_fe_set_bundle(pg, bundle, word);
}

NV_ACTION(xf_tex_wrap)
{
    NvBundle bundle = NV_BUNDLE_XF_TEX_WRAP + index;
    uint32_t word = nv_fe_bundle(pg, bundle);

    word = NV_FE_PUT(pg, XF_TEX_WRAP, S, word, wrap_mode(pg, v));
    word = NV_FE_PUT(pg, XF_TEX_WRAP, T, word, wrap_mode(pg, v >> 8));
    nv_fe_set_bundle(pg, bundle, word);
}

/*
 * Where the fragment program is, bit 0 for the DMA object.  Cards fetch its
 * head at once and send it in bundles, which is not modelled: FE has no use
 * for it (untested on cards).
 */
NV_ACTION(ps_offset)
{
    bool second = nv_extract(v, 1, 1);
    uint32_t word = NV_FE_PUT(pg, PS_OFFSET, OFFSET_64, 0, v >> 6);

    NV_PG_PUT(pg, FE3D_MISC, PS_DMA_A, !second);
    NV_PG_PUT(pg, FE3D_MISC, PS_DMA_B, second);
    nv_fe_set_bundle(pg, NV_BUNDLE_PS_OFFSET,
                     NV_FE_PUT(pg, PS_OFFSET, DMA, word, second));
}

/* Registers of a program: a choice, or a number on chips that have one. */
NV_ACTION(rankine_ps_control)
{
    static const uint8_t registers[8] = {
        2, 4, 6, 8, 0xc, 0x10, 0x18, 0x20,
    };
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_PS_CONTROL);

    word = NV_FE_PUT(pg, PS_CONTROL, REGISTERS, word, v);
    word = NV_FE_PUT(pg, PS_CONTROL, CONTROL_UNK24, word, registers[v & 7]);
    word = NV_FE_PUT(pg, PS_CONTROL, CONTROL_REST, word, v >> 3);
    word = NV_FE_PUT(pg, PS_CONTROL, CONTROL_UNK8, word, v >> 8);
    nv_fe_set_bundle(pg, NV_BUNDLE_PS_CONTROL, word);
}
