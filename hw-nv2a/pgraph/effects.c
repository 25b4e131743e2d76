/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Effects of method rows: worked out once for a class of the chip, then a
 * step a field.  What is sent and in which order public hardware tests
 * (envytools) assert.
 */
#include "pgraph/steps.h"

/* Words of XFMODE, as pg->xf_mode_mask has them. */
enum { XF_B, XF_A, XF_T };

static unsigned effect_word(const NvPgraph *pg, const NvEffect *e)
{
    return e->kind == NV_EFFECT_WORD ? e->word :
           pg->places[e->first].word + e->element;
}

static bool has_bundles(const NvPgraph *pg, const NvMethod *m)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(m->effect) && m->effect[i].kind;
         i++) {
        if (effect_word(pg, &m->effect[i]) < NV_BUNDLE_COUNT) {
            return true;
        }
    }
    return false;
}

/* The word of XFMODE with textures 2 * @pair and the next. */
uint32_t *nv_fe_xf_mode_t(NvPgraph *pg, unsigned pair)
{
    return pair < 2 ? &pg->values[NV_PGRAPH_XF_MODE_T / 4 + 1 - pair]
                    : &pg->values[NV_PGRAPH_XF_MODE_T_HIGH / 4 + 1 -
                                  pair % 2];
}

static uint32_t *xf_word(NvPgraph *pg, unsigned word, unsigned index)
{
    switch (word) {
    case XF_B:
        return &NV_PG(pg, XF_MODE_B);
    case XF_A:
        return &NV_PG(pg, XF_MODE_A);
    default:
        return nv_fe_xf_mode_t(pg, index / 2);
    }
}

static void step_xf(NvPgraph *pg, const NvStep *s, unsigned index,
                    uint32_t value)
{
    unsigned shift = index & 1 ? s->odd : 0;
    uint32_t *word = xf_word(pg, s->word, index);

    *word &= ~(s->clear << shift);
    *word |= (nv_step_left(value, s->turn + shift) & s->mask << shift) |
             s->set << shift;
    *word &= pg->xf_mode_mask[s->word];
}

/*
 * All effects, then what they touched is sent: each bundle once, in the
 * order of the row, then XFMODE.
 */
void nv_fe_run_steps(NvPgraph *pg, unsigned first, unsigned index,
                     uint32_t value)
{
    const NvStep *s = &g_array_index(pg->steps, NvStep, first);
    uint32_t sum = 0;

    for (;; s++) {
        if (G_UNLIKELY(s->flags & NV_STEP_REG)) {
            pg->values[s->word] = nv_step_put(s, pg->values[s->word], value);
        } else if (G_UNLIKELY(s->flags & NV_STEP_XF)) {
            step_xf(pg, s, index, value);
        } else {
            if (s->flags & NV_STEP_START) {
                sum = nv_fe_bundle(pg, s->word + index);
            }
            sum = nv_step_put(s, sum, value);
            if (s->flags & NV_STEP_END) {
                nv_idx_bundles_follow(pg->idx, s->flags & NV_STEP_MORE);
                nv_fe_set_bundle(pg, s->word + index, sum);
            }
        }
        if (s->flags & NV_STEP_LAST) {
            break;
        }
    }
    if (s->flags & NV_STEP_MODE) {
        nv_fe_send_xf_mode(pg);
    }
}

/* --- made once for a class --- */

static void set_word(NvStep *s, unsigned word)
{
    static const uint16_t xf_words[] = {
        [XF_B] = NV_WORD_REG | NV_PGRAPH_XF_MODE_B / 4,
        [XF_A] = NV_WORD_REG | NV_PGRAPH_XF_MODE_A / 4,
        [XF_T] = NV_WORD_REG | NV_PGRAPH_XF_MODE_T / 4,
    };

    s->word = word & ~NV_WORD_REG;
    s->flags = word < NV_BUNDLE_COUNT ? 0 : NV_STEP_REG;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(xf_words); i++) {
        if (word == xf_words[i]) {
            s->word = i;
            s->flags = NV_STEP_XF;
        }
    }
}

/* Which bits of the value go where; no flags yet but what the word is. */
static NvStep make_step(const NvPgraph *pg, const NvEffect *e)
{
    const NvPlace *first = &pg->places[e->first];
    const NvPlace *last = &pg->places[e->last];
    unsigned low = first->low, width = last->low + last->width - low;
    NvStep s = { 0 };

    set_word(&s, effect_word(pg, e));
    if (e->kind == NV_EFFECT_WORD) {
        s.clear = s.mask = UINT32_MAX;
        return s;
    }
    if (!first->mask) {
        return s;
    }
    assert(last->mask && first->word == last->word && last->low >= low);
    s.turn = (low - e->src) & 31;
    s.clear = UINT32_MAX >> (32 - width) << low;
    if (e->kind == NV_EFFECT_ONES) {
        s.set = s.clear;
    } else if (e->kind == NV_EFFECT_VALUE) {
        /* What comes from above bit 31 is 0. */
        s.mask = s.clear & ((uint64_t)UINT32_MAX >> e->src << low);
    }
    if (e->odd) {
        s.odd = pg->places[e->odd].low - low;
    }
    return s;
}

/* Bundles are read and sent once; what follows what. */
static void link_steps(NvStep *step, unsigned n)
{
    bool more = false, mode = false;

    for (unsigned i = n; i-- > 0; ) {
        NvStep *s = &step[i];

        mode |= s->flags == NV_STEP_XF;
        if (s->flags) {
            continue;
        }
        s->flags = more ? NV_STEP_MORE : 0;
        more = true;
        if (!i || step[i - 1].flags || step[i - 1].word != s->word) {
            s->flags |= NV_STEP_START;
        }
        if (i + 1 == n || (s[1].flags & (NV_STEP_XF | NV_STEP_REG)) ||
            s[1].word != s->word) {
            s->flags |= NV_STEP_END;
        }
    }
    step[n - 1].flags |= NV_STEP_LAST | (mode ? NV_STEP_MODE : 0);
}

unsigned nv_fe_add_steps(NvPgraph *pg, const NvMethod *m)
{
    NvStep step[NV_ARRAY_SIZE(m->effect)];
    unsigned first, n = 0;

    if (!pg->steps) {
        /* Number 0 is for no step. */
        pg->steps = g_array_new(FALSE, TRUE, sizeof(NvStep));
        g_array_set_size(pg->steps, 1);
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(m->effect) && m->effect[i].kind;
         i++) {
        step[n] = make_step(pg, &m->effect[i]);
        if (step[n].flags != NV_STEP_XF || pg->xf_mode_mask[step[n].word]) {
            n++;
        }
    }
    if (!n) {
        return 0;
    }
    link_steps(step, n);
    first = pg->steps->len;
    g_array_append_vals(pg->steps, step, n);
    assert(pg->steps->len <= UINT16_MAX);
    return first;
}

/* What happens even when the value is refused. */
void nv_fe_prepare(NvPgraph *pg, const NvMethod *m, unsigned index)
{
    if (!nv_chip_has(pg->env->chip, NV_CAP_FE_MARKS)) {
        return;
    }
    if (m->sends || has_bundles(pg, m)) {
        nv_idx_pipe_point_size(pg->idx,
                               nv_fe_bundle(pg, NV_BUNDLE_POINT_SIZE));
    }
    if (m->mark[index & 1]) {
        NV_PG(pg, VALID_1) |= nv_field_bits(pg->places, m->mark[index & 1]);
    }
}
