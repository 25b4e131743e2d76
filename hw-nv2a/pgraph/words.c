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

static bool is_d3d6(const NvPgraph *pg)
{
    uint32_t class = nv_fe_class(pg);

    return (class == 0x55 || class == 0x95) && nv_fe_is_d3d(pg);
}

/* Both stages make spare 0 plus secondary: what the final one inverts. */
static uint32_t d3d6_final_b(const NvPgraph *pg, uint32_t value)
{
#define CONFIG(name) NV_PG_GET(pg, CELSIUS_CONFIG_C, D3D6_##name)
    if (CONFIG(OP6_COLOR_1) || (CONFIG(OP6_COLOR_0) &&
                                CONFIG(PLAIN_COLOR_1))) {
        value |= NV_FE_BITS(pg, RC_FINAL_B, SPARE0_INVERT);
    }
    if (CONFIG(OP6_ALPHA_1) || (CONFIG(OP6_ALPHA_0) &&
                                CONFIG(PLAIN_ALPHA_1))) {
        value |= NV_FE_BITS(pg, RC_FINAL_B, G_INVERT);
    }
    return value;
}

/* An input of spare 0 in the second stage, what the first one left there. */
#define INVERT(input, invert) \
    (NV_FE_GET(pg, RC_IN_ALPHA, input, value) == SPARE0 ? \
     NV_FE_BITS(pg, RC_IN_ALPHA, invert) : 0)

static uint32_t d3d6_in(const NvPgraph *pg, bool color, uint32_t value)
{
    enum { SPARE0 = 0xc };
    bool op6 = color ? CONFIG(OP6_COLOR_0) : CONFIG(OP6_ALPHA_0);
    bool plain = color ? CONFIG(PLAIN_COLOR_1) : CONFIG(PLAIN_ALPHA_1);

    if (!op6 || plain) {
        return value;
    }
    return value ^ (INVERT(D_INPUT, D_INVERT) | INVERT(C_INPUT, C_INVERT) |
                    INVERT(B_INPUT, B_INVERT) | INVERT(A_INPUT, A_INVERT));
}

/*
 * Celsius' Direct3D 6 classes keep the combiners as they were asked for and
 * send what the methods of both stages together make of them (hw).
 */
static uint32_t d3d6_value(const NvPgraph *pg, NvBundle bundle,
                           uint32_t value)
{
    switch ((unsigned)bundle) {
    case NV_BUNDLE_TEX_CONTROL_A + 1:
        return NV_FE_PUT(pg, TEX_CONTROL_A, ENABLE, value,
                         CONFIG(PLAIN) != NV_FE_MAX(pg, CELSIUS_CONFIG_C,
                                                    D3D6_PLAIN));
    case NV_BUNDLE_RC_FINAL_B:
        return d3d6_final_b(pg, value);
    case NV_BUNDLE_RC_IN_ALPHA + 1:
    case NV_BUNDLE_RC_IN_COLOR + 1:
        return d3d6_in(pg, bundle != NV_BUNDLE_RC_IN_ALPHA + 1, value);
    default:
        return value;
    }
#undef CONFIG
#undef INVERT
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

    assert(bundle < NV_BUNDLE_COUNT);
    if (G_UNLIKELY(is_d3d6(pg))) {
        value = d3d6_value(pg, bundle, value);
    }
    if (nv_chip_has(pg->env->chip, NV_CAP_FLAT_AT_BUNDLE)) {
        nv_idx_pipe_flat(pg->idx);
    }
    if (nv_traces(pg->env, pgraph_bundle)) {
        trace_bundle(pg, bundle, number, value);
    }
    nv_idx_bundle(pg->idx, bundle, number, value);
}

/*
 * Triggers are sent but not kept; nothing happens to what is not there.
 * Some chips send all that their generation has, kept or not (hw).
 */
bool nv_fe_lacks_bundle(const NvPgraph *pg, NvBundle bundle)
{
    return !nv_fe_bundle_mask(pg, bundle) &&
           (pg->bundle_number[bundle] == NV_BUNDLE_NO_NUMBER ||
            (!pg->env->chip->front.sends_unkept &&
             !nv_bundle_is_trigger(bundle)));
}

void nv_fe_set_bundle(NvPgraph *pg, NvBundle bundle, uint32_t value)
{
    uint32_t mask = nv_fe_bundle_mask(pg, bundle);

    if (nv_fe_lacks_bundle(pg, bundle)) {
        return;
    }
    if (mask) {
        value &= mask;
        *shadow(pg, bundle) = value;
    }
    nv_fe_send_bundle(pg, bundle, value);
}

void nv_fe_set_bundle_more(NvPgraph *pg, NvBundle bundle, uint32_t value)
{
    nv_idx_bundles_follow(pg->idx, true);
    nv_fe_set_bundle(pg, bundle, value);
    nv_idx_bundles_follow(pg->idx, false);
}

/* --- XFMODE --- */

/* A command: its address, and where its two words are stored. */
typedef struct NvModePart {
    uint8_t addr;
    uint16_t first, second;     /* 0: a word that is 0 */
} NvModePart;

#define MODE_PARTS 4

/* By the number of commands; in the order in which they are sent (hw). */
static const NvModePart mode_parts[MODE_PARTS + 1][MODE_PARTS] = {
    [1] = {
        { 8, NV_PGRAPH_XF_MODE_B, NV_PGRAPH_XF_MODE_A },
    },
    [2] = {
        { 0, NV_PGRAPH_XF_MODE_B, NV_PGRAPH_XF_MODE_A },
        { 8, NV_PGRAPH_XF_MODE_T, NV_PGRAPH_XF_MODE_T + 4 },
    },
    [4] = {
        { 0, 0, NV_PGRAPH_XF_MODE_C },
        { 8, NV_PGRAPH_XF_MODE_B, NV_PGRAPH_XF_MODE_A },
        { 16, NV_PGRAPH_XF_MODE_T_HIGH, NV_PGRAPH_XF_MODE_T_HIGH + 4 },
        { 24, NV_PGRAPH_XF_MODE_T, NV_PGRAPH_XF_MODE_T + 4 },
    },
};

static void send_part(NvPgraph *pg, const NvModePart *part)
{
    nv_idx_xf64(pg->idx, NV_XF_MODE, part->addr,
                part->first ? pg->values[part->first / 4] : 0,
                pg->values[part->second / 4]);
}

void nv_fe_send_xf_mode_part(NvPgraph *pg, unsigned home)
{
    unsigned count = pg->env->chip->front.mode_parts;
    const NvModePart *parts = mode_parts[count];

    for (unsigned i = 0; i < count; i++) {
        if (parts[i].first == home || parts[i].second == home) {
            send_part(pg, &parts[i]);
        }
    }
}

void nv_fe_send_xf_mode(NvPgraph *pg)
{
    unsigned count = pg->env->chip->front.mode_parts;

    assert(count <= MODE_PARTS);
    for (unsigned i = 0;
         i < count && !NV_PG_GET(pg, DEBUG_D, XF_MODE_OFF); i++) {
        send_part(pg, &mode_parts[count][i]);
    }
}

/*
 * Drivers set the bit of DEBUG_D and rely on what methods say (doc; that it is
 * BEGIN that brings it to XF is a guess).  No command shows in PIPE (hw).
 */
void nv_fe_begin_xf_mode(NvPgraph *pg)
{
    if (NV_PG_GET(pg, DEBUG_D, XF_MODE_OFF)) {
        nv_idx_put_mode(pg->idx, NV_PG(pg, XF_MODE_B), NV_PG(pg, XF_MODE_A));
    }
}

/* A word has two textures, the odd one as far up as its fields are. */
void nv_fe_put_tex_mode(NvPgraph *pg, unsigned unit, NvFieldId field,
                        uint32_t value)
{
    const NvPlace *even = &pg->places[NV_F(XF_MODE_T, EVEN_ENABLE)];
    const NvPlace *odd = &pg->places[NV_F(XF_MODE_T, ODD_ENABLE)];
    const NvPlace *place = &pg->places[field];
    unsigned low = place->low + (unit & 1 ? odd->low - even->low : 0);
    uint32_t *word = nv_fe_xf_mode_t(pg, unit / 2);

    *word = (*word & ~(place->mask << low)) | (value & place->mask) << low;
}
