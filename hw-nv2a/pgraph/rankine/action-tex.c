/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular texture and shader methods of Rankine's and Curie's classes.
 * Facts: effects that public hardware tests (envytools) assert on cards.
 */
#include "pgraph/2d/fe-2d.h"

/* Levels at most, with these sizes as logarithms. */
static uint32_t limit_mips(uint32_t v)
{
    uint32_t mips = nv_extract(v, 16, 4), size = 0;

    for (unsigned pos = 20; pos < 32; pos += 4) {
        size = MAX(size, nv_extract(v, pos, 4));
    }
    return mips > size ? size + 1 : mips;
}

void nv_fe_rankine_tex_format(NvPgraph *pg, unsigned unit, uint32_t v)
{
    NvBundle bundle = NV_BUNDLE_TEX_FORMAT + unit;
    uint32_t word = nv_fe_bundle(pg, bundle);
    bool curie = nv_fe_is_curie(pg);

    word = nv_deposit(word, 1, 1, pg->gen == NV_CURIE ? !(v & 1) : v >> 1);
    word = nv_deposit(word, 2, 2, v >> 2);
    word = nv_deposit(word, 6, 2, v >> 4);
    word = nv_deposit(word, 8, 8, pg->gen == NV_CURIE ? v >> 8
                                                      : v >> 8 & 0x7f);
    word = nv_deposit(word, 16, 4, curie ? v >> 16 : limit_mips(v));
    if (!curie) {
        word = nv_deposit(word, 20, 12, v >> 20);
    }
    nv_fe_set_bundle(pg, bundle, word);
}

NV_ACTION(rankine_tex_format)
{
    nv_fe_rankine_tex_format(pg, index, v);
}

/*
 * Kelvin's class: cylindrical wrap is the coordinate's, not the texture's,
 * and decides whether there is a third coordinate.
 */
NV_ACTION(kelvin_tex_wrap)
{
    NvBundle bundle = NV_BUNDLE_TEX_WRAP + index;
    uint32_t word = nv_fe_bundle(pg, bundle);
    uint32_t wrap = nv_extract(v, 4, 1) | nv_extract(v, 12, 1) << 1 |
                    nv_extract(v, 20, 1) << 2 | nv_extract(v, 24, 1) << 3;
    uint32_t *mode = nv_fe_xf_mode_t(pg, index / 2);

    nv_fe_set_bundle(pg, NV_BUNDLE_TXC_CYLWRAP,
                     nv_deposit(nv_fe_bundle(pg, NV_BUNDLE_TXC_CYLWRAP),
                                index * 4, 4, wrap));
    for (unsigned pos = 0; pos < 24; pos += 8) {
        word = nv_deposit(word, pos, 3, v >> pos);
    }
    nv_fe_set_bundle(pg, bundle, word);
    *mode = nv_deposit(*mode, index % 2 * 16 + 2, 1, !wrap &&
                       nv_extract(nv_fe_bundle(pg, NV_BUNDLE_CONFIG_B), 6, 1));
    nv_fe_send_xf_mode(pg);
}

/* Kelvin's operations of combiners are three bits, Rankine's four. */
NV_ACTION(rc_out)
{
    bool color = m->arg;
    NvBundle bundle = color ? NV_BUNDLE_RC_OUT_COLOR : NV_BUNDLE_RC_OUT_ALPHA;
    uint32_t word = v & 0x3c3cfff;

    if (color) {
        word = nv_deposit(v & 0x3ffff, 19, 8, v >> 18);
    }
    if (nv_extract(v, 15, 3) == 6) {
        word = nv_deposit(word, 15, 4, 0xe);
    }
    nv_fe_set_bundle(pg, bundle + index, word);
}

NV_ACTION(unk3f0)
{
    nv_fe_unk3f0(pg, v);
}

/* Curie counts modes from 0. */
NV_ACTION(rankine_tex_wrap)
{
    NvBundle bundle = NV_BUNDLE_TEX_WRAP + index;
    uint32_t word = nv_fe_bundle(pg, bundle);
    unsigned less = pg->gen == NV_CURIE;

    word = nv_deposit(word, 4, 4, v >> 4);
    word = nv_deposit(word, 12, 1, v >> 12);
    word = nv_deposit(word, 13, 2, v >> 24);
    word = nv_deposit(word, 24, 4, v >> 20);
    word = nv_deposit(word, 28, 4, v >> 28);
    for (unsigned pos = 0; pos < 24; pos += 8) {
        word = nv_deposit(word, pos, 3, nv_extract(v, pos, 3) - less);
    }
    nv_fe_set_bundle(pg, bundle, word);
}

/* Anisotropy has a wider field on Curie. */
NV_ACTION(curie_tex_control_a)
{
    NvBundle bundle = NV_BUNDLE_TEX_CONTROL_A + index;
    uint32_t word = nv_fe_bundle(pg, bundle), level = nv_extract(v, 4, 2);

    word = nv_deposit(word, 0, 4, v);
    word = nv_deposit(word, 4, 3, level == 3 ? 4 : level);
    word = nv_deposit(word, 7, 25, nv_extract(v, 6, 25));
    nv_fe_set_bundle(pg, bundle, word);
}

NV_ACTION(xf_tex_format)
{
    NvBundle bundle = NV_BUNDLE_XF_TEX_FORMAT + index;
    uint32_t word = nv_fe_bundle(pg, bundle);

    word = nv_deposit(word, 1, 1, !(v & 1));
    word = nv_deposit(word, 6, 2, v >> 4);
    word = nv_deposit(word, 8, 12, v >> 8);
    nv_fe_set_bundle(pg, bundle, word);
}

NV_ACTION(xf_tex_wrap)
{
    NvBundle bundle = NV_BUNDLE_XF_TEX_WRAP + index;
    uint32_t word = nv_fe_bundle(pg, bundle);

    word = nv_deposit(word, 0, 3, nv_extract(v, 0, 3) - 1);
    word = nv_deposit(word, 8, 3, nv_extract(v, 8, 3) - 1);
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

    NV_PG(pg, FE3D_MISC) = nv_deposit(NV_PG(pg, FE3D_MISC), 30, 2,
                                      second ? 2 : 1);
    nv_fe_set_bundle(pg, NV_BUNDLE_PS_OFFSET, (v & ~0x3fu) | second);
}

/* Registers of a program: Curie has a number instead of a choice. */
NV_ACTION(rankine_ps_control)
{
    static const uint8_t registers[8] = {
        2, 4, 6, 8, 0xc, 0x10, 0x18, 0x20,
    };
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_PS_CONTROL);

    if (pg->gen == NV_CURIE) {
        word = nv_deposit(word, 19, 8, registers[v & 7]);
    } else {
        word = nv_deposit(word, 0, 3, v);
    }
    word = nv_deposit(word, 3, 5, v >> 3);
    word = nv_deposit(word, 16, 1, v >> 8);
    nv_fe_set_bundle(pg, NV_BUNDLE_PS_CONTROL, word);
}
