/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * State words: bundle shadows and mode vectors, stored and sent down.
 *
 * What travels with what is from public hardware models (envytools).
 */
#include "words/fields.h"
#include "pgraph/fe.h"

static uint32_t *shadow(NvPgraph *pg, NvBundle bundle)
{
    return &pg->values[NV_PGRAPH_SHADOWS / 4 + bundle];
}

/*
 * Celsius' Direct3D 6 classes keep the combiners as they were asked for and
 * send what the methods of both stages together make of them (hw).
 */
static uint32_t d3d6_value(const NvPgraph *pg, NvBundle bundle,
                           uint32_t value)
{
    uint32_t config = NV_PG(pg, CELSIUS_CONFIG_C);
    unsigned color = bundle == NV_BUNDLE_RC_IN_COLOR + 1;

    if (bundle == NV_BUNDLE_TEX_CONTROL_A + 1) {
        return nv_deposit(value, 30, 1, nv_extract(config, 16, 4) != 0xf);
    }
    if (bundle == NV_BUNDLE_RC_FINAL_B) {
        value |= nv_extract(config, 23, 1) || (config & 0x280000) == 0x280000
                 ? NV_BIT(5) : 0;
        value |= nv_extract(config, 22, 1) || (config & 0x140000) == 0x140000
                 ? NV_BIT(13) : 0;
        return value;
    }
    if ((bundle != NV_BUNDLE_RC_IN_ALPHA + 1 && !color) ||
        !nv_extract(config, 20 + color, 1) ||
        nv_extract(config, 18 + color, 1)) {
        return value;
    }
    for (unsigned pos = 0; pos < 32; pos += 8) {
        if (nv_extract(value, pos, 4) == 0xc) {
            value ^= NV_BIT(pos + 5);
        }
    }
    return value;
}

/* With every field by its name. */
static void trace_bundle(NvPgraph *pg, NvBundle bundle, uint32_t number,
                         uint32_t value)
{
    g_autoptr(GString) text = g_string_new(NULL);

    nv_fields_append(pg->env->chip->fe, nv_bundle_name(bundle), value, text);
    nv_trace(pg->env, pgraph_bundle, nv_bundle_name(bundle),
             nv_bundle_element(bundle), number, value, text->str);
}

void nv_fe_send_bundle(NvPgraph *pg, NvBundle bundle, uint32_t value)
{
    uint32_t number = pg->bundle_number[bundle];

    if (pg->gen == NV_CELSIUS) {
        uint32_t class = nv_fe_class(pg);

        if (class == 0x55 || class == 0x95) {
            value = d3d6_value(pg, bundle, value);
        }
        nv_idx_pipe_flat(pg->idx);
    }
    if (nv_env_traces(pg->env, NV_TRACE_pgraph_bundle)) {
        trace_bundle(pg, bundle, number, value);
    }
    nv_idx_bundle(pg->idx, bundle, number, value);
}

/*
 * Triggers are sent but not kept; nothing happens to what is not there.
 * From Rankine on a chip sends what its generation has, kept or not (hw).
 */
void nv_fe_set_bundle(NvPgraph *pg, NvBundle bundle, uint32_t value)
{
    uint32_t mask = nv_fe_bundle_mask(pg, bundle);

    if (mask) {
        value &= mask;
        *shadow(pg, bundle) = value;
    } else if (pg->bundle_number[bundle] == NV_BUNDLE_NO_NUMBER ||
               (pg->gen < NV_RANKINE && !nv_bundle_is_trigger(bundle))) {
        return;
    }
    nv_fe_send_bundle(pg, bundle, value);
}

void nv_fe_set_bundle_more(NvPgraph *pg, NvBundle bundle, uint32_t value)
{
    nv_idx_bundles_follow(pg->idx, true);
    nv_fe_set_bundle(pg, bundle, value);
    nv_idx_bundles_follow(pg->idx, false);
}

/* Kelvin: B and A, T[1] and T[0]; Celsius: B and A. */
static void send_xf_mode_kelvin(NvPgraph *pg, bool textures)
{
    const uint32_t *t = &pg->values[NV_PGRAPH_XF_MODE_T / 4];

    if (pg->gen == NV_CELSIUS) {
        nv_idx_xf64(pg->idx, NV_XF_MODE, 8, NV_PG(pg, XF_MODE_B),
                    NV_PG(pg, XF_MODE_A));
    } else if (textures) {
        nv_idx_xf64(pg->idx, NV_XF_MODE, 8, t[0], t[1]);
    } else {
        nv_idx_xf64(pg->idx, NV_XF_MODE, 0, NV_PG(pg, XF_MODE_B),
                    NV_PG(pg, XF_MODE_A));
    }
}

/* Rankine: 0 and C, B and A, T[3] and T[2], T[1] and T[0]. */
static void send_xf_mode_rankine(NvPgraph *pg, unsigned part)
{
    const uint32_t *high = &pg->values[NV_PGRAPH_XF_MODE_T_HIGH / 4];
    const uint32_t *low = &pg->values[NV_PGRAPH_XF_MODE_T / 4];
    const uint32_t words[4][2] = {
        { 0, NV_PG(pg, XF_MODE_C) },
        { NV_PG(pg, XF_MODE_B), NV_PG(pg, XF_MODE_A) },
        { high[0], high[1] },
        { low[0], low[1] },
    };

    nv_idx_xf64(pg->idx, NV_XF_MODE, part * 8, words[part][0],
                words[part][1]);
}

void nv_fe_send_xf_mode_part(NvPgraph *pg, unsigned home)
{
    if (pg->gen == NV_RANKINE) {
        send_xf_mode_rankine(pg, home == NV_PGRAPH_XF_MODE_C ? 0 :
                                 home == NV_PGRAPH_XF_MODE_T ? 3 :
                                 home == NV_PGRAPH_XF_MODE_T_HIGH ? 2 : 1);
    } else {
        send_xf_mode_kelvin(pg, home == NV_PGRAPH_XF_MODE_T);
    }
}

/* Curie has bundles instead. */
void nv_fe_send_xf_mode(NvPgraph *pg)
{
    if (pg->gen == NV_CELSIUS) {
        if (!(NV_PG(pg, DEBUG_D) & NV_DEBUG_D_NO_MODE)) {
            send_xf_mode_kelvin(pg, false);
        }
        return;
    }
    if (pg->gen == NV_RANKINE) {
        for (unsigned part = 0; part < 4; part++) {
            send_xf_mode_rankine(pg, part);
        }
    } else if (pg->gen == NV_KELVIN) {
        send_xf_mode_kelvin(pg, false);
        send_xf_mode_kelvin(pg, true);
    }
}
