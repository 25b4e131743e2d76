/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Combiners of Direct3D classes 0x55 and 0x95: two stages, made from the two
 * words of each.  Facts: public hardware tests (envytools).
 */
#include "pgraph/d3d/d3d.h"

/* @which: 1 = colour, 2 = second stage. */

NV_VALID_D3D(combine)
{
    bool all = !(m->which & 2) && nv_fe_class(pg) == 0x55;

    for (unsigned pos = 2; pos < 32; pos += 8) {
        if (!nv_d3d_between(v, pos, 3, 1, all ? 7 : 6)) {
            return false;
        }
    }
    return !(v & 0x00e0e0e0) && nv_extract(v, 29, 3);
}

/*
 * Arguments, a byte each, from A on: 1 less it, alpha, which.  @second: the
 * second texture is among them.
 */
static uint32_t combine_in(const NvPgraph *pg, const NvMethod *m, uint32_t v,
                           bool *second)
{
    enum { INVERT = 1, ALPHA = 2, TEXTURE_1 = 6 };
    const uint8_t regs[8] = {
        0, NV_RC_ZERO, NV_RC_FACTOR_1, NV_RC_PRIMARY,
        m->which & 2 ? NV_RC_SPARE_0 : NV_RC_TEXTURE_0, NV_RC_TEXTURE_0,
        NV_RC_TEXTURE_1, 0,
    };
    uint8_t inputs[4];

    *second = false;
    for (unsigned j = 0; j < 4; j++) {
        uint32_t arg = nv_extract(v, 8 * j, 5), which = arg >> 2;

        *second |= which == TEXTURE_1;
        inputs[j] = regs[which] | (arg & INVERT ? NV_RC_INVERT : 0) |
                    (arg & ALPHA || !(m->which & 1) ? NV_RC_ALPHA : 0);
    }
    return nv_d3d_inputs(pg, inputs);
}

/* What nv_fe_send_bundle() must know of all four words: @which counts them. */
static void combine_flags(NvPgraph *pg, const NvMethod *m, uint32_t v,
                          bool second)
{
    bool passes = (v & 0x1f1f1f1f) == 0x04040510;

    NV_PG_PUT_ITEM(pg, CELSIUS_CONFIG_C, D3D6_PLAIN_ALPHA_0, m->which,
                   m->which & 2 ? passes : !second);
    NV_PG_PUT_ITEM(pg, CELSIUS_CONFIG_C, D3D6_OP6_ALPHA_0, m->which,
                   v >> 29 == 6);
}

/* A second stage that passes what the first one made is none. */
uint32_t nv_d3d_stage_count(const NvPgraph *pg)
{
    return NV_PG_GET(pg, CELSIUS_CONFIG_C, D3D6_PLAIN_ALPHA_1) &&
           NV_PG_GET(pg, CELSIUS_CONFIG_C, D3D6_PLAIN_COLOR_1) ? 1 : 2;
}

/* The operation is in the upper bits: bias, scale, or a choice. */
static uint32_t combine_out(const NvPgraph *pg, NvBundle b, uint32_t v)
{
    static const uint8_t ops[8] = { 3, 0, 2, 4, 1, 0, 0, 3 };
    unsigned op = v >> 29;
    uint32_t word = nv_d3d_output(pg, op == 5);

    NV_FE_SET(pg, RC_OUT_ALPHA, BIAS_SCALE, word, ops[op]);
    return nv_d3d_with(pg, b, NV_F(RC_OUT_ALPHA, OUTPUT), word);
}

static uint32_t mark_of(const NvPgraph *pg, unsigned which)
{
    switch (which) {
    case 0:
        return NV_D3D_MARK(pg, COMBINE_0_ALPHA);
    case 1:
        return NV_D3D_MARK(pg, COMBINE_0_COLOR);
    case 2:
        return NV_D3D_MARK(pg, COMBINE_1_ALPHA);
    default:
        return NV_D3D_MARK(pg, COMBINE_1_COLOR);
    }
}

NV_ACTION(d3d_combine)
{
    unsigned color = m->which & 1, stage = m->which >> 1;
    NvBundle in = color ? NV_BUNDLE_RC_IN_COLOR : NV_BUNDLE_RC_IN_ALPHA;
    NvBundle out = color ? NV_BUNDLE_RC_OUT_COLOR : NV_BUNDLE_RC_OUT_ALPHA;
    uint32_t control = nv_d3d_tex_control(pg, true, 0);
    bool second;
    uint32_t inputs = combine_in(pg, m, v, &second);

    if (!nv_d3d_start(pg, mark_of(pg, m->which))) {
        return;
    }
    combine_flags(pg, m, v, second);
    if (stage && color) {
        nv_d3d_set(pg, NV_BUNDLE_TEX_CONTROL_A, control);
    }
    nv_d3d_set(pg, NV_BUNDLE_TEX_CONTROL_A + 1, control);
    nv_d3d_set(pg, in + stage, inputs);
    if (!stage) {
        nv_d3d_send_again(pg, in + 1);
    }
    nv_d3d_keep(pg, out + stage, combine_out(pg, out + stage, v));
    if (stage) {
        nv_d3d_keep(pg, NV_BUNDLE_RC_OUT_COLOR + 1,
                    nv_d3d_with(pg, NV_BUNDLE_RC_OUT_COLOR + 1,
                                NV_F(RC_OUT_COLOR, STAGES),
                                nv_d3d_stage_count(pg)));
    }
    nv_d3d_send_again(pg, out + stage);
    if (stage && !color) {
        nv_d3d_send_again(pg, NV_BUNDLE_RC_OUT_COLOR + 1);
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_RC_FINAL_B,
                     nv_fe_bundle(pg, NV_BUNDLE_RC_FINAL_B));
}

NV_ACTION(d3d_combine_factor)
{
    if (nv_d3d_start(pg, NV_D3D_MARK(pg, COMBINE_FACTOR))) {
        nv_d3d_set(pg, NV_BUNDLE_RC_FACTOR_0, v);
        nv_fe_set_bundle(pg, NV_BUNDLE_RC_FACTOR_1, v);
    }
}
