/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Effects of method rows: worked out once for a class of the chip, then a
 * step a field.  What is sent and in which order public hardware tests
 * (envytools) assert.
 */
#include "pgraph/fe.h"

enum {
    STEP_START = 1,         /* the word is read */
    STEP_END = 2,           /* and written; a bundle is sent */
    STEP_MORE = 4,          /* another bundle of this method follows */
    STEP_XF = 8,            /* a word of XFMODE */
    STEP_REG = 16,
    STEP_LAST = 32,
    STEP_MODE = 64,         /* XFMODE is sent after the last step */
};

/* A field of a word: bits of @clear become bits of the value, and @set. */
typedef struct NvStep {
    uint16_t word;          /* NvBundle, NV_WORD_XF_*, or place in values */
    uint8_t turn;           /* the value, to the left */
    uint8_t flags;
    uint32_t clear, mask, set;
} NvStep;

static unsigned count_effects(const NvMethod *m)
{
    unsigned n = 0;

    while (n < NV_ARRAY_SIZE(m->effect) && m->effect[n].width) {
        n++;
    }
    return n;
}

/* An effect on a bundle from effect @i on. */
static bool bundles_from(const NvMethod *m, unsigned i)
{
    for (; i < NV_ARRAY_SIZE(m->effect) && m->effect[i].width; i++) {
        if (m->effect[i].word < NV_BUNDLE_COUNT) {
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

/* XFMODE shadows and where element @index of a word lies in them. */
static uint32_t *xf_word(NvPgraph *pg, unsigned word, unsigned index,
                         unsigned *shift)
{
    *shift = 0;
    switch (word) {
    case NV_WORD_XF_B:
        return &NV_PG(pg, XF_MODE_B);
    case NV_WORD_XF_A:
        return &NV_PG(pg, XF_MODE_A);
    case NV_WORD_XF_A_TEX:
        *shift = (index & 1) * 14;
        return &NV_PG(pg, XF_MODE_A);
    default:
        *shift = (index & 1) * 16;
        return nv_fe_xf_mode_t(pg, index / 2);
    }
}

static uint32_t left(uint32_t value, unsigned n)
{
    return value << (n & 31) | value >> (-n & 31);
}

static void step_xf(NvPgraph *pg, const NvStep *s, unsigned index,
                    uint32_t value)
{
    unsigned shift;
    uint32_t *word = xf_word(pg, s->word, index, &shift);

    *word &= ~(s->clear << shift);
    *word |= (left(value, s->turn + shift) & s->mask << shift) |
             s->set << shift;
    *word &= pg->xf_mode_mask[s->word - NV_WORD_XF_B];
}

static uint32_t put(const NvStep *s, uint32_t word, uint32_t value)
{
    return (word & ~s->clear) | (left(value, s->turn) & s->mask) | s->set;
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
        if (G_UNLIKELY(s->flags & STEP_REG)) {
            pg->values[s->word] = put(s, pg->values[s->word], value);
        } else if (G_UNLIKELY(s->flags & STEP_XF)) {
            step_xf(pg, s, index, value);
        } else {
            if (s->flags & STEP_START) {
                sum = nv_fe_bundle(pg, s->word + index);
            }
            sum = put(s, sum, value);
            if (s->flags & STEP_END) {
                nv_idx_bundles_follow(pg->idx, s->flags & STEP_MORE);
                nv_fe_set_bundle(pg, s->word + index, sum);
            }
        }
        if (s->flags & STEP_LAST) {
            break;
        }
    }
    if (s->flags & STEP_MODE) {
        nv_fe_send_xf_mode(pg);
    }
}

static NvStep make_step(const NvMethod *m, unsigned i)
{
    const NvEffect *e = &m->effect[i];
    bool first = !i || e[-1].word != e->word;
    bool end = i + 1 == count_effects(m) || e[1].word != e->word;
    NvStep s = {
        .word = e->word, .turn = (e->dst - e->src) & 31,
        .clear = (UINT32_MAX >> (32 - e->width)) << e->dst,
    };

    if (e->src == NV_SRC_ONES) {
        s.set = s.clear;
    } else if (e->src != NV_SRC_ZEROS) {
        /* What comes from above bit 31 is 0. */
        s.mask = s.clear & ((uint64_t)UINT32_MAX >> e->src << e->dst);
    }
    if (e->word >= NV_WORD_REG) {
        s.word = e->word & 0xfff;
        s.flags = STEP_REG;
    } else if (e->word >= NV_BUNDLE_COUNT) {
        s.flags = STEP_XF;
    } else {
        s.flags = (first ? STEP_START : 0) | (end ? STEP_END : 0) |
                  (bundles_from(m, i + 1) ? STEP_MORE : 0);
    }
    return s;
}

/* The chip has the word; of bundles, nv_fe_set_bundle() knows. */
static bool has_word(const NvPgraph *pg, unsigned word)
{
    return word < NV_BUNDLE_COUNT || word >= NV_WORD_REG ||
           pg->xf_mode_mask[word - NV_WORD_XF_B];
}

unsigned nv_fe_add_steps(NvPgraph *pg, const NvMethod *m)
{
    unsigned first;
    uint8_t flags = STEP_LAST;

    if (!pg->steps) {
        /* Number 0 is for no step. */
        pg->steps = g_array_new(FALSE, TRUE, sizeof(NvStep));
        g_array_set_size(pg->steps, 1);
    }
    first = pg->steps->len;
    for (unsigned i = 0; i < count_effects(m); i++) {
        if (has_word(pg, m->effect[i].word)) {
            NvStep s = make_step(m, i);

            flags |= s.flags & STEP_XF ? STEP_MODE : 0;
            g_array_append_val(pg->steps, s);
        }
    }
    if (pg->steps->len == first) {
        return 0;
    }
    g_array_index(pg->steps, NvStep, pg->steps->len - 1).flags |= flags;
    assert(pg->steps->len <= UINT16_MAX);
    return first;
}

/* What happens even when the value is refused. */
void nv_fe_prepare(NvPgraph *pg, const NvMethod *m, unsigned index)
{
    if (pg->gen != NV_CELSIUS) {
        return;
    }
    if (m->sends || bundles_from(m, 0)) {
        nv_idx_celsius_point_size(pg->idx,
                                  nv_fe_bundle(pg, NV_BUNDLE_POINT_SIZE));
    }
    if (m->mark[index & 1]) {
        NV_PG(pg, VALID_1) |= NV_BIT(m->mark[index & 1] - 1);
    }
}
