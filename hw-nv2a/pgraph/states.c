/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs of methods that set state and do nothing else: what their checks and
 * effects come to on this chip is worked out once for a class, and bundles go
 * down together.  What each does is what it would do alone (method.c).
 */
#include "pgraph/method.h"
#include "pgraph/steps.h"

/* What a row is; a run has a mask of those that it cannot take. */
enum {
    STATE_NOT = 1,
    STATE_OUTSIDE = 2,      /* only outside of BEGIN and END */
    STATE_ONE = 4,          /* one field of a bundle that may wait for others */
    STATE_GATHERS = 8,      /* several */
    STATE_STEPS = 16,       /* it has effects */
    STATE_KNOWN = 32,       /* the value must be in the row's enumeration, */
    STATE_GATED = 64,       /* and what else is asked, only if DEBUG_D says */
};

/* Element of a row that only sets state. */
typedef struct NvStateRow {
    uint8_t bits;
    uint8_t map;            /* 1 + number of its enumeration; 0: none */
    uint16_t step, index;
    uint32_t refused, most; /* bits, value */
    /* STATE_ONE: as NvStep, with bits that the shadow register has. */
    uint8_t turn;
    NvBundleWord bundle;    /* but for its data */
    uint32_t keep, mask, set;
} NvStateRow;

/* --- values of an enumeration, found at once --- */

enum { SLOT_BITS = 6, SLOTS = 1 << SLOT_BITS };

typedef struct NvMapIndex {
    const NvEnum *map;
    uint32_t factor;        /* by which no two values fall into one slot */
    uint8_t slot[SLOTS];    /* the pair */
} NvMapIndex;

static unsigned slot_of(const NvMapIndex *index, uint32_t value)
{
    return value * index->factor >> (32 - SLOT_BITS);
}

static bool fill_slots(NvMapIndex *index)
{
    const NvEnum *map = index->map;
    bool used[SLOTS] = { false };

    memset(index->slot, 0, sizeof(index->slot));
    for (unsigned i = 0; i < map->count; i++) {
        unsigned slot = slot_of(index, map->pair[i].in);

        if (used[slot]) {
            return false;
        }
        used[slot] = true;
        index->slot[slot] = i;
    }
    return true;
}

/* Number of @map's index, made if it is the first row that has it. */
static unsigned index_of(NvPgraph *pg, const NvEnum *map)
{
    NvMapIndex index = { .map = map, .factor = 0x9e3779b1u };

    for (unsigned i = 0; i < pg->maps->len; i++) {
        if (g_array_index(pg->maps, NvMapIndex, i).map == map) {
            return i;
        }
    }
    assert(map->count && map->count <= NV_ARRAY_SIZE(map->pair));
    while (!fill_slots(&index)) {
        index.factor = index.factor * 5 + 2;
    }
    g_array_append_val(pg->maps, index);
    return pg->maps->len - 1;
}

/* As nv_map_find(). */
static inline const NvEnumPair *find(const NvMapIndex *index, uint32_t value)
{
    const NvEnumPair *pair =
        &index->map->pair[index->slot[slot_of(index, value)]];

    return pair->in == value ? pair : NULL;
}

/* --- made once for a class --- */

/* Every bundle that the chip has may come with others, and nothing else is sent. */
static bool gathers(const NvPgraph *pg, unsigned step, unsigned index)
{
    const NvStep *s = nv_fe_step(pg, step);

    for (;; s++) {
        if ((s->flags & (NV_STEP_XF | NV_STEP_MODE)) ||
            (!(s->flags & NV_STEP_REG) &&
             !nv_fe_lacks_bundle(pg, s->word + index) &&
             (!nv_fe_bundle_mask(pg, s->word + index) ||
              !nv_idx_gathers(pg->idx, s->word + index)))) {
            return false;
        }
        if (s->flags & NV_STEP_LAST) {
            return true;
        }
    }
}

static void set_check(NvPgraph *pg, const NvMethod *m, NvStateRow *row)
{
    row->most = UINT32_MAX;
    switch ((NvCheck)m->check) {
    case NV_CHECK_BITS:
    case NV_WARN_BITS:
        row->refused = ~m->arg;
        break;
    case NV_CHECK_BELOW:
    case NV_WARN_BELOW:
    case NV_WARN_RANGE:
        row->most = m->arg - 1;
        break;
    case NV_CHECK_ENUM:
    case NV_WARN_ENUM:
        row->bits |= STATE_KNOWN;
        break;
    default:
        break;
    }
    row->bits |= m->check < NV_WARN_BITS ? STATE_GATED : 0;
    if (m->map) {
        row->map = 1 + index_of(pg, m->map);
    }
}

/* A check that is a function, or that nothing passes, is not for here. */
static bool has_row(const NvMethod *m)
{
    return m->check != NV_CHECK_FUNC && m->check != NV_WARN_FUNC &&
           (m->arg || (m->check != NV_CHECK_BELOW &&
                       m->check != NV_WARN_BELOW &&
                       m->check != NV_WARN_RANGE));
}

/* One step that is all: what it comes to. */
static void set_one(const NvPgraph *pg, NvStateRow *row)
{
    const NvStep *s = nv_fe_step(pg, row->step);
    NvBundle bundle = s->word + row->index;
    uint32_t has;

    if (!(s->flags & NV_STEP_LAST) || (s->flags & NV_STEP_REG)) {
        return;
    }
    has = nv_fe_bundle_mask(pg, bundle);
    if (!has) {
        return;
    }
    row->bits |= STATE_ONE;
    row->turn = s->turn;
    row->bundle.bundle = bundle;
    row->bundle.number = pg->bundle_number[bundle];
    row->keep = has & ~s->clear;
    row->mask = has & s->mask;
    row->set = has & s->set;
}

static NvStateRow state_row(NvPgraph *pg, const NvMethod *m, unsigned step,
                            unsigned index)
{
    NvStateRow row = { .step = step, .index = index };

    set_check(pg, m, &row);
    if (m->inside != NV_INSIDE_OK && m->inside != NV_INSIDE_FREE) {
        row.bits |= STATE_OUTSIDE;
    }
    if (step) {
        row.bits |= STATE_STEPS;
        if (gathers(pg, step, index)) {
            row.bits |= STATE_GATHERS;
            set_one(pg, &row);
        }
    }
    return row;
}

unsigned nv_fe_add_state(NvPgraph *pg, const NvMethod *m, unsigned step,
                         unsigned index)
{
    const NvStateRow none = { .bits = STATE_NOT };
    NvStateRow row;

    if (!pg->states) {
        pg->maps = g_array_new(FALSE, TRUE, sizeof(NvMapIndex));
        pg->states = g_array_new(FALSE, TRUE, sizeof(NvStateRow));
        g_array_append_val(pg->states, none);
    }
    if (!has_row(m)) {
        return 0;
    }
    row = state_row(pg, m, step, index);
    g_array_append_val(pg->states, row);
    assert(pg->states->len <= UINT16_MAX);
    return pg->states->len - 1;
}

/* --- a run --- */

/* What is the same for all words, and bundles that are still to be sent. */
typedef struct Run {
    const NvStateRow *row;
    const NvMapIndex *map;
    uint8_t refuses;        /* bits of a row */
    bool checks, marks;
    NvBundleWord w[NV_IDX_BUNDLES];
} Run;

static void begin(const NvPgraph *pg, const NvRunNote *note, Run *run)
{
    run->row = (const NvStateRow *)pg->states->data;
    run->map = (const NvMapIndex *)pg->maps->data;
    run->refuses = STATE_NOT | (nv_fe_inside(pg) ? STATE_OUTSIDE : 0);
    run->checks = note->checks;
    run->marks = nv_chip_has(pg->env->chip, NV_CAP_FE_MARKS);
}

/* All of them up to @next; where the next one goes. */
static NvBundleWord *send(NvPgraph *pg, Run *run, NvBundleWord *next)
{
    if (next > run->w) {
        nv_idx_bundles(pg->idx, run->w, next - run->w);
    }
    return run->w;
}

/* As nv_fe_run_steps(), but that nothing is sent yet. */
static NvBundleWord *gather(NvPgraph *pg, const NvStateRow *row,
                            uint32_t value, NvBundleWord *next)
{
    const NvStep *s = nv_fe_step(pg, row->step);
    uint32_t sum = 0;

    for (;; s++) {
        NvBundle bundle = s->word + row->index;

        if (s->flags & NV_STEP_REG) {
            pg->values[s->word] = nv_step_put(s, pg->values[s->word], value);
        } else {
            uint32_t *shadow = &pg->values[NV_PGRAPH_SHADOWS / 4 + bundle];

            sum = nv_step_put(s, s->flags & NV_STEP_START ? *shadow : sum,
                              value);
            if ((s->flags & NV_STEP_END) && nv_fe_bundle_mask(pg, bundle)) {
                sum &= nv_fe_bundle_mask(pg, bundle);
                *shadow = sum;
                *next++ = (NvBundleWord) {
                    bundle, pg->bundle_number[bundle], sum,
                };
            }
        }
        if (s->flags & NV_STEP_LAST) {
            return next;
        }
    }
}

/* The same of a row that has one step. */
static inline void gather_one(NvPgraph *pg, const NvStateRow *row,
                              uint32_t value, NvBundleWord *next)
{
    uint32_t *shadow = &pg->values[NV_PGRAPH_SHADOWS / 4 + row->bundle.bundle];

    *shadow = (*shadow & row->keep) |
              (nv_step_left(value, row->turn) & row->mask) | row->set;
    *next = row->bundle;
    next->data = *shadow;
}

/* The row goes, with *value: what it becomes. */
static inline bool takes(const Run *run, const NvStateRow *row,
                         uint32_t *value)
{
    bool fine = !(*value & row->refused) && *value <= row->most;

    if (row->bits & run->refuses) {
        return false;
    }
    if (row->map) {
        const NvEnumPair *pair = find(&run->map[row->map - 1], *value);

        fine = fine && (pair || !(row->bits & STATE_KNOWN));
        *value = pair ? pair->out : *value;
    }
    return G_LIKELY(fine) || ((row->bits & STATE_GATED) && !run->checks);
}

/* Words of @n that time suffices for: the first, and others up to the look. */
static unsigned words_in_time(const NvPgraph *pg, unsigned n)
{
    uint64_t spent = pg->env->spent, look = pg->env->time.look;
    uint64_t more = look > spent ? (look - spent - 1) / NV_PGRAPH_METHOD_PIXELS
                                 : 0;

    return MIN(n, more + 1);
}

unsigned nv_fe_run_states(NvPgraph *pg, const NvClassTable *table,
                          const NvRunNote *note, const uint32_t (*w)[2],
                          unsigned n)
{
    unsigned subc = w[0][0] >> 13, i;
    NvBundleWord *next;
    Run run;

    if (nv_traces(pg->env, pgraph_bundle) || nv_traces(pg->env, xf_command)) {
        return 0;
    }
    begin(pg, note, &run);
    next = run.w;
    n = words_in_time(pg, n);
    for (i = 0; i < n && w[i][0] >> 13 == subc; i++) {
        unsigned at = w[i][0] / 4 % NV_ARRAY_SIZE(table->state);
        const NvStateRow *row = &run.row[table->state[at]];
        uint32_t value = w[i][1];

        if (!takes(&run, row, &value)) {
            break;
        }
        if (run.marks) {
            nv_fe_prepare(pg, table->method[at], row->index);
        }
        if (next > &run.w[NV_IDX_BUNDLES - NV_EFFECTS_MOST]) {
            next = send(pg, &run, next);
        }
        if (G_LIKELY(row->bits & STATE_ONE)) {
            gather_one(pg, row, value, next++);
        } else if (row->bits & STATE_GATHERS) {
            next = gather(pg, row, value, next);
        } else if (row->bits & STATE_STEPS) {
            next = send(pg, &run, next);
            *note->at = w + i - note->first;
            nv_fe_run_steps(pg, row->step, row->index, value);
        }
    }
    send(pg, &run, next);
    if (i) {
        *note->at = w + i - 1 - note->first;
        nv_env_spend(pg->env, (i - 1) * NV_PGRAPH_METHOD_PIXELS);
    }
    return i;
}
