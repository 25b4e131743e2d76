/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a state its machine code depends on: the key.
 */
#include "raster/soft/soft.h"

static void key_color(const NvSoft *s, NvMcKey *key)
{
    const NvPixelBlend *blend = &s->pixel->blend;
    const NvColorFormat *f = s->color.format;

    if (!nv_soft_wants_color(s)) {
        return;
    }
    key->color = s->color.bytes;
    memcpy(key->pos, f->pos, sizeof(key->pos));
    memcpy(key->width, f->width, sizeof(key->width));
    key->whole = nv_soft_is_plain(s);
    key->logic = blend->logic;
    key->logic_op = blend->logic ? blend->logic_op & 15 : 0;
    key->blend = blend->on && !blend->logic;
    for (unsigned i = 0; i < 2 && key->blend; i++) {
        key->equation[i] = blend->equation[i];
        key->src[i] = blend->src[i];
        key->dst[i] = blend->dst[i];
    }
}

static void key_zeta(const NvSoft *s, NvMcKey *key)
{
    const NvPixelDepth *d = &s->pixel->depth;

    key->zclamp = d->clamp;
    if (!nv_soft_wants_zeta(s)) {
        return;
    }
    key->zeta = s->zeta.bytes;
    key->ztest = d->test;
    key->zfunc = d->test ? d->func & 7 : 0;
    key->zwrite = d->test && d->write;
    for (unsigned i = 0; i < 2; i++) {
        const NvPixelStencil *from = &s->pixel->stencil[i];

        if (from->on) {
            key->stencil[i] = (NvMcStencil) {
                true, from->func & 7,
                { from->op[0], from->op[1], from->op[2] }, from->write != 0,
            };
        }
    }
}

static void key_texture(const NvSoftTexture *t, NvMcTexture *key)
{
    const NvPixelTexture *how = t->how;

    key->on = true;
    key->format = how->format;
    key->wrap[0] = how->wrap[0];
    key->wrap[1] = how->wrap[1];
    key->mag = how->mag != 1;
    key->dither = t->format->layout == NV_TEX_DXT && t->format->bytes == 8 &&
                  how->dither;
    key->remap = how->remap;
    key->expand = how->remap && how->expand;
    key->swizzle[0] = how->remap ? how->swizzle & 0xff : 0;
    key->swizzle[1] = how->remap ? how->swizzle >> 8 : 0;
    key->square = t->level[0].log2_w == t->level[0].log2_h;
    if (nv_soft_texture_needs_lod(t)) {
        key->mips = how->min <= 4 ? 1 : 2;
        key->many = how->levels > 8;
    }
}

static bool reads_color(const NvSoft *s, unsigned which)
{
    return s->rc.reads >> (NV_RC_V0 + which) & 1 ||
           (nv_soft_has_program(s) &&
            s->frag.inputs >> (NV_FRAG_COL0 + which) & 1);
}

static void key_program(const NvSoft *s, uint32_t program, NvMcKey *key)
{
    const NvPixelProgram *how = &s->pixel->program;
    bool place = s->frag.inputs >> NV_FRAG_WPOS & 1;

    key->quads = s->quads;
    key->combiners = s->frag_combiners;
    key->kills = s->frag.kills;
    key->result_half = s->frag.result_half;
    key->origin_bottom = place && how->origin_bottom;
    key->whole_centres = place && how->whole_centres;
    nv_st32(key->program, program);
}

/*
 * Programs have coordinates of their own.  Floats are of no use beside the
 * primitive, where quads may compare colours.
 */
static bool floats_do(const NvSoft *s, const NvMcKey *key)
{
    bool filtered = key->quads && s->frag.compares;

    for (unsigned u = 0; u < NV_SHADER_STAGES && !nv_ld32(key->program); u++) {
        const NvMcTexture *t = &key->tex[u];

        filtered = filtered || (t->on && (t->mag || t->mips));
    }
    return key->fog < 2 && !filtered;
}

void nv_mc_make_key(const NvSoft *s, uint32_t program, NvMcKey *key)
{
    memset(key, 0, sizeof(*key));
    key_color(s, key);
    key_zeta(s, key);
    key->alpha_test = s->pixel->alpha.test;
    key->alpha_func = key->alpha_test ? s->pixel->alpha.func & 7 : 0;
    if (nv_mc_reads_fog(s)) {
        key->fog = s->pixel->fog.on ? 2 + s->pixel->fog.mode : 1;
    }
    key->count = s->pixel->primitive.count;
    for (unsigned u = 0; u < NV_TEX_UNITS; u++) {
        if (nv_mc_samples(s, u)) {
            key_texture(&s->tex[u], &key->tex[u]);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        key->reads[i] = reads_color(s, i);
    }
    if (nv_soft_has_program(s)) {
        key_program(s, program, key);
    }
    key->floats = floats_do(s, key);
    key->two_sided = memcmp(&key->stencil[0], &key->stencil[1],
                            sizeof(key->stencil[0])) != 0;
}

void nv_mc_append_plan(GByteArray *to, const NvCombinerPlan *plan)
{
    for (unsigned i = 0; i < plan->count; i++) {
        const NvCombinerNode *n = &plan->node[i];
        int16_t words[5] = { i, n->op << 8 | n->sub, n->a, n->b, n->c };

        if (n->op != NV_RC_CONST) {
            g_byte_array_append(to, (const uint8_t *)words, sizeof(words));
        }
    }
    g_byte_array_append(to, (const uint8_t *)plan->constant,
                        plan->nconstants * sizeof(plan->constant[0]));
    for (unsigned c = 0; c < 4; c++) {
        int16_t words[2] = { plan->out[c], plan->node[plan->out[c]].op };

        g_byte_array_append(to, (const uint8_t *)words, sizeof(words));
    }
}
