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

static uint32_t combine_in(const NvMethod *m, uint32_t v, bool *second)
{
    uint8_t regs[8] = { 0, 0, 2, 4, m->which & 2 ? 0xc : 8, 8, 9, 0 };
    uint32_t word = 0;

    *second = false;
    for (unsigned j = 0; j < 4; j++) {
        uint32_t arg = nv_extract(v, 8 * j, 5);

        *second |= arg >> 2 == 6;
        word |= (regs[arg >> 2] | (arg & 1) << 5 |
                 (arg & 2 || !(m->which & 1) ? 1u << 4 : 0))
                << (24 - 8 * j);
    }
    return word;
}

static void combine_flags(NvPgraph *pg, const NvMethod *m, uint32_t v,
                          bool second)
{
    uint32_t *config = &NV_PG(pg, CELSIUS_CONFIG_C);
    unsigned color = m->which & 1, late = m->which & 2;

    nv_fe_deposit(config, (late ? 18 : 16) + color, 1,
                  late ? (v & 0x1f1f1f1f) == 0x04040510 : !second);
    nv_fe_deposit(config, 20 + color + late, 1, v >> 29 == 6);
}

uint32_t nv_d3d_stage_count(const NvPgraph *pg)
{
    return nv_extract(NV_PG(pg, CELSIUS_CONFIG_C), 18, 2) == 3 ? 1 : 2;
}

NV_ACTION(d3d_combine)
{
    static const uint8_t ops[8] = { 3, 0, 2, 4, 1, 0, 0, 3 };
    unsigned color = m->which & 1, stage = m->which >> 1;
    NvBundle in = color ? NV_BUNDLE_RC_IN_COLOR : NV_BUNDLE_RC_IN_ALPHA;
    NvBundle out = color ? NV_BUNDLE_RC_OUT_COLOR : NV_BUNDLE_RC_OUT_ALPHA;
    bool second;
    uint32_t inputs = combine_in(m, v, &second);

    if (!nv_d3d_start(pg, NV_BIT(28 - stage * 2 - color))) {
        return;
    }
    combine_flags(pg, m, v, second);
    if (stage && color) {
        nv_d3d_set(pg, NV_BUNDLE_TEX_CONTROL_A, 0x4003ffc0);
    }
    nv_d3d_set(pg, NV_BUNDLE_TEX_CONTROL_A + 1, 0x4003ffc0);
    nv_d3d_set(pg, in + stage, inputs);
    if (!stage) {
        nv_d3d_send_again(pg, in + 1);
    }
    nv_d3d_keep(pg, out + stage, nv_d3d_with(pg, out + stage, 0, 18, 0xc00u |
                               (v >> 29 == 5 ? 1u << 14 : 0) |
                               (uint32_t)ops[v >> 29] << 15));
    if (stage) {
        nv_d3d_keep(pg, NV_BUNDLE_RC_OUT_COLOR + 1,
                   nv_d3d_with(pg, NV_BUNDLE_RC_OUT_COLOR + 1, 28, 2,
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
    if (nv_d3d_start(pg, NV_BIT(24))) {
        nv_d3d_set(pg, NV_BUNDLE_RC_FACTOR_0, v);
        nv_fe_set_bundle(pg, NV_BUNDLE_RC_FACTOR_1, v);
    }
}
