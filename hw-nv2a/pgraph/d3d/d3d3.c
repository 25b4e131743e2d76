/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Direct3D class 0x48 as NV10 has it: its few methods set what both texture
 * units, the combiners and the tests of later classes have words for.
 * Facts: public hardware tests (envytools).
 */
#include "pgraph/d3d/d3d.h"

/* --- the texture: both units have it --- */

NV_VALID_D3D(old_tex_format)
{
    uint32_t least = nv_extract(v, 24, 4), most = nv_extract(v, 28, 4);

    return !(v & ~0xff31ffffu) && least >= 2 && least <= most && most <= 11;
}

static void set_both(NvPgraph *pg, NvBundle b, unsigned pos, unsigned width,
                     uint32_t field)
{
    for (unsigned i = 0; i < 2; i++) {
        nv_d3d_keep(pg, b + i, nv_d3d_with(pg, b + i, pos, width, field));
    }
}

static void send_both(NvPgraph *pg, NvBundle b)
{
    nv_d3d_send_again(pg, b);
    nv_d3d_send_again(pg, b + 1);
}

/* Square textures; the sizes are of the first and the last level. */
NV_ACTION(d3d_old_tex_format)
{
    uint32_t least = nv_extract(v, 24, 4), most = nv_extract(v, 28, 4);
    uint32_t format = MIN(nv_extract(v, 20, 4), 3) + 2;
    uint32_t control = 0x0003ffc0 | nv_extract(v, 16, 2);

    if (!nv_d3d_start(pg, NV_BIT(15) | NV_BIT(21))) {
        return;
    }
    set_both(pg, NV_BUNDLE_TEX_FORMAT, 1, 2, 0);
    set_both(pg, NV_BUNDLE_TEX_FORMAT, 6, 6, format << 1);
    set_both(pg, NV_BUNDLE_TEX_FORMAT, 12, 12,
             ((most - least + 1) & 0xf) | most << 4 | most << 8);
    send_both(pg, NV_BUNDLE_TEX_FORMAT);
    nv_d3d_set(pg, NV_BUNDLE_TEX_CONTROL_A, control | NV_BIT(30));
    nv_fe_set_bundle(pg, NV_BUNDLE_TEX_CONTROL_A + 1, control);
}

/* Eight bits of bias, four of their fraction. */
NV_ACTION(d3d_old_tex_filter)
{
    if (!nv_d3d_start(pg, NV_BIT(16) | NV_BIT(23))) {
        return;
    }
    set_both(pg, NV_BUNDLE_TEX_FILTER, 0, 13,
             (uint32_t)nv_sextract(v, 16, 8) << 4);
    nv_d3d_send_again(pg, NV_BUNDLE_TEX_FILTER);
    nv_fe_set_bundle(pg, NV_BUNDLE_TEX_FILTER + 1,
                     nv_fe_bundle(pg, NV_BUNDLE_TEX_FILTER + 1));
}

/* --- everything else: one word --- */

NV_VALID_D3D(old_config)
{
    return nv_d3d_between(v, 0, 4, 0, 2) && !(v & (NV_BIT(9) | NV_BIT(14))) &&
           nv_extract(v, 12, 2) && nv_d3d_between(v, 16, 4, 1, 8) &&
           nv_d3d_between(v, 20, 4, 0, 4) && nv_d3d_between(v, 24, 4, 0, 4);
}

/* Wrapping, where the origin of a texel is, filters. */
static void set_sampling(NvPgraph *pg, uint32_t v)
{
    uint32_t u = nv_extract(v, 4, 2), w = nv_extract(v, 6, 2);
    uint32_t how = nv_extract(v, 0, 4), filter = how == 2 ? 2 : 1;

    set_both(pg, NV_BUNDLE_TEX_FORMAT, 4, 1, how == 0);
    set_both(pg, NV_BUNDLE_TEX_FORMAT, 24, 8, (u ? u : 9) | (w ? w : 9) << 4);
    send_both(pg, NV_BUNDLE_TEX_FORMAT);
    set_both(pg, NV_BUNDLE_TEX_FILTER, 24, 3, filter);
    set_both(pg, NV_BUNDLE_TEX_FILTER, 28, 3, filter);
    send_both(pg, NV_BUNDLE_TEX_FILTER);
}

/* Texture by colour; alpha of the texture or the vertex, or none. */
static void set_combiners(NvPgraph *pg, uint32_t v)
{
    static const uint32_t final[4] = { 0x1c80, 0x3ca0, 0x3c80, 0x1c80 };
    uint32_t source = nv_extract(v, 10, 2);
    uint32_t alpha = source == 3 ? 0x2020 : v & NV_BIT(8) ? 0x1814 : 0x1820;

    nv_d3d_set(pg, NV_BUNDLE_RC_IN_ALPHA, alpha << 16);
    nv_d3d_set(pg, NV_BUNDLE_RC_IN_COLOR, 0x08040000);
    nv_d3d_set(pg, NV_BUNDLE_RC_FACTOR_0, v);
    nv_d3d_set(pg, NV_BUNDLE_RC_FACTOR_1, v);
    nv_d3d_set(pg, NV_BUNDLE_RC_OUT_ALPHA, 0x0c00);
    nv_d3d_set(pg, NV_BUNDLE_RC_OUT_COLOR, 0x0c00);
    nv_d3d_set(pg, NV_BUNDLE_RC_OUT_COLOR + 1,
               nv_d3d_with(pg, NV_BUNDLE_RC_OUT_COLOR + 1, 27, 3, 2));
    nv_d3d_set(pg, NV_BUNDLE_RC_FINAL_A, 0xc);
    nv_d3d_set(pg, NV_BUNDLE_RC_FINAL_B, final[source]);
}

static void set_tests(NvPgraph *pg, uint32_t v)
{
    uint32_t config = nv_fe_bundle(pg, NV_BUNDLE_CONFIG_A);
    bool zeta = nv_extract(v, 20, 3), color = nv_extract(v, 24, 3);

    config = nv_deposit(config, 14, 1, zeta);
    config = nv_deposit(config, 16, 4, nv_extract(v, 16, 4) - 1);
    config = nv_deposit(config, 22, 1, 1);
    config = nv_deposit(config, 23, 1, nv_extract(v, 15, 1));
    config = nv_deposit(config, 24, 3, zeta);
    config = nv_deposit(config, 27, 3, color ? 7 : 0);
    nv_d3d_set(pg, NV_BUNDLE_CONFIG_A, config);
    nv_d3d_set(pg, NV_BUNDLE_STENCIL_A, 0x70);
    nv_d3d_set(pg, NV_BUNDLE_STENCIL_B, 0x222);
}

/* Bit 28: both factors one; 29: not alpha but colour; 30, 31: none. */
static uint32_t blend_word(uint32_t v)
{
    uint32_t source = v & NV_BIT(29) ? 8 : 4, dest = source + 1;

    if (v & NV_BIT(28)) {
        source = dest = 1;
    }
    return 0xa | (v & NV_BIT(31) ? 0 : source) << 4 |
           (v & NV_BIT(30) ? 0 : dest) << 8;
}

static uint32_t raster_word(NvPgraph *pg, uint32_t cull)
{
    return nv_d3d_with(pg, NV_BUNDLE_RASTER, 0, 30,
                       (cull == 3 ? 1u : 2u) << 21 | 8u << 23 |
                       (cull != 1 ? 1u : 0) << 28);
}

NV_ACTION(d3d_old_config)
{
    if (!nv_d3d_start(pg, NV_BIT(17) | NV_BIT(24))) {
        return;
    }
    set_sampling(pg, v);
    set_combiners(pg, v);
    set_tests(pg, v);
    nv_d3d_set(pg, NV_BUNDLE_CONFIG_B,
               nv_d3d_with(pg, NV_BUNDLE_CONFIG_B, 0, 9, 0x1c0));
    nv_d3d_set(pg, NV_BUNDLE_BLEND, blend_word(v));
    nv_fe_set_bundle(pg, NV_BUNDLE_RASTER,
                     raster_word(pg, nv_extract(v, 12, 2)));
    nv_d3d_send_mode(pg);
}

NV_VALID_D3D(old_alpha)
{
    return nv_d3d_between(v, 8, 4, 1, 8) && !(v >> 12);
}

NV_ACTION(d3d_old_alpha)
{
    uint32_t word = NV_BIT(12) | ((nv_extract(v, 8, 4) - 1) & 0xf) << 8 |
                    (v & 0xff);

    if (nv_d3d_start(pg, NV_BIT(18))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_CONFIG_A,
                         nv_d3d_with(pg, NV_BUNDLE_CONFIG_A, 0, 13, word));
    }
}

/* --- vertices: its numbers are less than 2048, depth less than 1 --- */

static uint32_t exponent(uint32_t v)
{
    return nv_extract(v, 23, 8);
}

NV_VALID_D3D(old_coordinate)
{
    return exponent(v) <= 127 + 10;
}

NV_VALID_D3D(old_z)
{
    return !(v >> 31) && exponent(v) < 127;
}

NV_VALID_D3D(old_positive)
{
    return !(v >> 31);
}

/* Fog, and which vertices make a triangle: a vertex begins. */
NV_ACTION(d3d_old_fog_tri)
{
    nv_d3d_put_color(pg, 8, v);
    NV_PG(pg, MISC24_2) = v & 0xffffff;
    nv_fe_deposit(&NV_PG(pg, VALID_1), 0, 7, 1);
}

/* The vertex's last word: its triangle is the one to be drawn. */
NV_ACTION(d3d_old_end)
{
    pg->values[(NV_PGRAPH_MISC24 + 96) / 4] = NV_PG(pg, MISC24_2);
}
