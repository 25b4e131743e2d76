/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Textures as the methods of several class families set them: kinds of
 * formats, the format word, third coordinates.
 * Facts: checks and effects that public hardware tests (envytools) assert.
 */
#include "pgraph/action.h"

NvTexKind nv_tex_kind(const NvPgraph *pg, unsigned format)
{
    unsigned formats = pg->env->chip->front.tex_formats;

    assert(formats <= NV_TEX_FORMATS);
    return format < formats ? nv_tex_formats[format].kind : NV_TEX_INVALID;
}

bool nv_tex_is_depth(unsigned format)
{
    return format < NV_TEX_FORMATS && nv_tex_formats[format].depth_bits;
}

/* Levels at most, with these sizes as logarithms. */
static uint32_t limit_mips(uint32_t v)
{
    uint32_t mips = nv_extract(v, NV_V_TEX_MIPS);
    uint32_t size = MAX(nv_extract(v, NV_V_TEX_SIZE_S),
                        nv_extract(v, NV_V_TEX_SIZE_T));

    size = MAX(size, nv_extract(v, NV_V_TEX_SIZE_R));
    return mips > size ? size + 1 : mips;
}

/* Curie's classes say the size elsewhere. */
void nv_fe_tex_format(NvPgraph *pg, unsigned unit, uint32_t v)
{
    NvBundle bundle = NV_BUNDLE_TEX_FORMAT + unit;
    uint32_t word = nv_fe_bundle(pg, bundle);
    uint32_t dma = nv_extract(v, NV_V_TEX_DMA);
    bool curie = nv_fe_is_curie(pg);

    word = NV_FE_PUT(pg, TEX_FORMAT, DMA, word,
                     pg->env->chip->front.tex_dma_bit0 ? !(dma & 1)
                                                       : dma >> 1);
    word = NV_FE_PUT(pg, TEX_FORMAT, CUBE_MAP, word,
                     nv_extract(v, NV_V_TEX_CUBE_MAP));
    word = NV_FE_PUT(pg, TEX_FORMAT, NO_BORDER, word,
                     nv_extract(v, NV_V_TEX_NO_BORDER));
    word = NV_FE_PUT(pg, TEX_FORMAT, DIMENSIONS, word,
                     nv_extract(v, NV_V_TEX_DIMENSIONS));
    word = NV_FE_PUT(pg, TEX_FORMAT, FORMAT, word,
                     nv_extract(v, NV_V_TEX_FORMAT));
    word = NV_FE_PUT(pg, TEX_FORMAT, MIPS, word,
                     curie ? nv_extract(v, NV_V_TEX_MIPS) : limit_mips(v));
    if (!curie) {
        word = NV_FE_PUT(pg, TEX_FORMAT, SIZES, word,
                         nv_extract(v, NV_V_TEX_SIZES));
    }
    nv_fe_set_bundle(pg, bundle, word);
}

/* --- the third coordinate --- */

/* Chips where coordinates wrap by themselves: none is there if one does. */
void nv_fe_put_txc_3d(NvPgraph *pg, unsigned unit)
{
    uint32_t wrap = nv_fe_bundle(pg, NV_BUNDLE_TXC_CYLWRAP);
    bool on = NV_BUNDLE_GET(pg, CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE) &&
              !NV_FE_GET_ITEM(pg, TXC_CYLWRAP, TXC0_STRQ, unit, wrap);

    assert(unit < 8);
    nv_fe_put_tex_mode(pg, unit, NV_F(XF_MODE_T, EVEN_R_ENABLE), on);
}

void nv_fe_txc_3d(NvPgraph *pg)
{
    if (!nv_fe_bundle_mask(pg, NV_BUNDLE_TXC_CYLWRAP)) {
        return;
    }
    for (unsigned i = 0; i < 8; i++) {
        nv_fe_put_txc_3d(pg, i);
    }
    nv_fe_send_xf_mode(pg);
}

NV_ACTION(txc_3d)
{
    nv_fe_txc_3d(pg);
}
