/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs of methods: what is the same for all words of a piece of the ring is
 * asked once, and each then does what it would do alone (method.c).
 */
#include "pgraph/method.h"

static NvRunNote note_of(const NvPgraph *pg, unsigned chid, unsigned subc)
{
    return (NvRunNote) {
        .trap = NV_FE_MAKE(pg, TRAP_ADDR, SUBCHANNEL, subc) |
                NV_FE_MAKE(pg, TRAP_ADDR, CHANNEL, chid),
        .trap_low = pg->places[NV_F(TRAP_ADDR, METHOD_4)].low,
        .st2 = NV_FE_MAKE(pg, FIFO_MTHD_ST2, SUBCHANNEL, subc) |
               NV_FE_MAKE(pg, FIFO_MTHD_ST2, CHANNEL, chid),
        .st2_low = pg->places[NV_F(FIFO_MTHD_ST2, METHOD_4)].low,
        .checks = NV_PG_GET(pg, DEBUG_D, DATA_CHECK),
    };
}

/*
 * What holds for all words of a run: nothing traps, is to be notified or
 * watched, the channel and its object are there already.
 */
static bool may_run_words(NvPgraph *pg, unsigned chid, unsigned subc)
{
    return nv_fe_is_owner(pg, chid) &&
           subc == NV_PG_GET(pg, CTX_USER, SUBCHANNEL) &&
           NV_PG_GET(pg, FIFO_ENABLE, ENABLE) && !nv_fe_closed(pg) &&
           !NV_PG(pg, NSOURCE) && !NV_PG_GET(pg, NOTIFY, PENDING) &&
           !NV_PG(pg, CTX_SWITCH_T) && !pg->copying &&
           !nv_twod_busy(&pg->twod) && nv_fe_owns_state3d(pg) &&
           !NV_PG_GET(pg, DEBUG_D, DATA_FAIL) &&
           !(NV_PG_GET(pg, FE3D_MISC, FD_BUSY) &&
             NV_PG_GET(pg, DEBUG_D, BUSY_CHECK)) &&
           !nv_traces(pg->env, pgraph_method) &&
           !nv_traces(pg->env, pgraph_error);
}

/* What units below take without being asked again. */
typedef enum NvRunTakes {
    TAKES_NOTHING,
    TAKES_ONE,              /* that word */
    TAKES_DATA,             /* vertex data and indices: the same kind waits */
    TAKES_ARRAYS,
    TAKES_ALL,
} NvRunTakes;

/* Which of them a row is that adds vertices to those that wait. */
static inline NvRunTakes adds_kind(const NvMethod *m)
{
    if (m->action == nv_action_draw) {
        return m->arg != NV_DRAW_INLINE ? TAKES_ARRAYS : TAKES_DATA;
    }
    return m->attr_format ? TAKES_DATA : TAKES_ONE;
}

/* As nv_pgraph_takes(), but that what would have to be drawn first waits. */
static NvRunTakes takes_word(const NvPgraph *pg, const NvMethod *m)
{
    if (nv_idx_settled(pg->idx)) {
        return nv_raster_busy(pg->raster) ? TAKES_NOTHING : TAKES_ALL;
    }
    return nv_fe_row_adds(pg, m) && !nv_pgraph_busy(pg) ? adds_kind(m)
                                                        : TAKES_NOTHING;
}

/* The answer of before holds for the row, too. */
static inline bool still_takes(NvRunTakes before, const NvMethod *m)
{
    return before == TAKES_ALL ||
           (before > TAKES_ONE && before == adds_kind(m));
}

static inline bool is_attr(NvMethodRun run)
{
    return run == NV_RUN_ATTR || run == NV_RUN_FLOATS;
}

/* And after it: no vertex was launched where none waits, nothing drawn. */
static inline NvRunTakes takes_next(const NvPgraph *pg, NvRunTakes before,
                                    uint32_t closed,
                                    const NvClassTable *table, unsigned at)
{
    NvMethodRun run = table->run[at];

    if (before == TAKES_ALL) {
        return run == NV_RUN_STEPS || run == NV_RUN_CONSTANT ||
               (is_attr(run) && table->method[at]->attr)
               ? TAKES_ALL : TAKES_NOTHING;
    }
    return closed == nv_idx_closed(pg->idx) ? before : TAKES_NOTHING;
}

/* The row, of which nothing is left but effects if all is as it should be. */
static inline void run_steps_row(NvPgraph *pg, const NvMethod *m,
                                 unsigned index, unsigned step,
                                 uint32_t value)
{
    const NvEnumPair *pair = m->map ? nv_map_find(m->map, value) : NULL;

    if (G_UNLIKELY((m->inside == NV_INSIDE_ERROR ||
                    m->inside == NV_INSIDE_WARN) && nv_fe_inside(pg)) ||
        G_UNLIKELY(m->check >= NV_WARN_BITS &&
                   nv_fe_value_warning(pg, m, value, pair))) {
        nv_fe_run_row(pg, m, index, step, value);
        return;
    }
    if (nv_chip_has(pg->env->chip, NV_CAP_FE_MARKS)) {
        nv_fe_prepare(pg, m, index);
    }
    if (step) {
        nv_fe_run_steps(pg, step, index, pair ? pair->out : value);
    }
}

static inline void run_word(NvPgraph *pg, const NvClassTable *table,
                            unsigned at, uint32_t value)
{
    const NvMethod *m = table->method[at];
    unsigned index = table->index[at];

    pg->methods++;
    if (table->run[at] == NV_RUN_STEPS) {
        run_steps_row(pg, m, index, table->step[at], value);
        return;
    }
    if (table->run[at] < NV_RUN_ROW &&
        nv_chip_has(pg->env->chip, NV_CAP_FE_MARKS)) {
        nv_fe_prepare(pg, m, index);
    }
    if (is_attr(table->run[at])) {
        nv_idx_attr(pg->idx, m->attr_format, m->attr_size,
                    nv_fe_attr(pg, m->attr), index, value);
    } else if (table->run[at] == NV_RUN_ACTION ||
               table->run[at] == NV_RUN_VERTICES ||
               m->inside == NV_INSIDE_ODD) {
        m->action(pg, m, index, value);
    } else {
        nv_fe_run_row(pg, m, index, table->step[at], value);
    }
}

/* As nv_fe_run() and nv_pgraph_method() leave the words of the method. */
static inline void note_word(NvPgraph *pg, const NvRunNote *note,
                             const uint32_t w[2])
{
    uint32_t at = w[0] / 4 % (NV_PGRAPH_SIZE / 4), data = w[1];

    *note->at = (const uint32_t (*)[2])w - note->first;
    NV_PG(pg, TRAP_ADDR) = note->trap | at << note->trap_low;
    NV_PG(pg, FIFO_MTHD_ST2) = note->st2 | at << note->st2_low;
    NV_PG_AT(pg, TRAP_DATA, 0) = NV_PG_AT(pg, FIFO_DATA_ST2, 0) = data;
    NV_PG_AT(pg, TRAP_DATA, 1) = NV_PG_AT(pg, FIFO_DATA_ST2, 1) = 0;
}

/*
 * Words that lie behind each other may go at once if all of them come, and time
 * will not be up before the last.
 */
static inline bool come_together(const NvPgraph *pg, const uint32_t (*w)[2],
                                 unsigned n, unsigned most)
{
    if (n > most || pg->env->spent + n * NV_PGRAPH_METHOD_PIXELS >=
                        pg->env->time.look) {
        return false;
    }
    for (unsigned i = 1; i < n; i++) {
        if (w[i][0] != w[0][0] + 4 * i) {
            return false;
        }
    }
    return true;
}

/* How many of the @n words go at once: an attribute. */
static inline unsigned words_at_once(const NvPgraph *pg,
                                     const NvClassTable *table,
                                     const uint32_t (*w)[2], unsigned n)
{
    unsigned at = w[0][0] / 4 % NV_ARRAY_SIZE(table->run);
    unsigned some = 1;

    if (table->run[at] == NV_RUN_FLOATS) {
        some = !table->index[at] && nv_idx_takes_floats(pg->idx)
               ? table->method[at]->attr_size : 1;
    }
    return some > 1 && come_together(pg, w, some, n) ? some : 1;
}

static void run_together(NvPgraph *pg, const NvMethod *m,
                         const uint32_t (*w)[2], unsigned n)
{
    uint32_t v[4];

    pg->methods += n;
    for (unsigned i = 0; i < n; i++) {
        v[i] = w[i][1];
        if (nv_chip_has(pg->env->chip, NV_CAP_FE_MARKS)) {
            nv_fe_prepare(pg, m, i);
        }
    }
    nv_idx_attr_floats(pg->idx, n, nv_fe_attr(pg, m->attr), v);
}

/* Whole vectors of constants, where nothing waits. */
static unsigned run_constants(NvPgraph *pg, const NvClassTable *table,
                              const uint32_t (*w)[2], unsigned n)
{
    unsigned vectors = 0, most = MIN(nv_fe_takes_constants(pg), n / 4);

    while (vectors < most) {
        const uint32_t (*v)[2] = w + vectors * 4;
        unsigned at = v[0][0] / 4 % NV_ARRAY_SIZE(table->run);

        if (table->run[at] != NV_RUN_CONSTANT || table->index[at] & 3 ||
            (v[0][0] ^ w[0][0]) >> 13 || !come_together(pg, v, 4, 4)) {
            break;
        }
        vectors++;
    }
    if (vectors) {
        nv_fe_load_constants(pg, w, vectors);
    }
    return vectors * 4;
}

/* Packed vertices or indices, all by one method. */
static unsigned run_vertices(NvPgraph *pg, const NvMethod *m,
                             const uint32_t (*w)[2], unsigned n)
{
    unsigned same = 0;

    if (!nv_fe_inside(pg)) {
        return 0;
    }
    if (m->arg != NV_DRAW_INLINE) {
        return nv_idx_elements(pg->idx, m->arg == NV_DRAW_ELEMENT32, w, n);
    }
    while (same < n && w[same][0] == w[0][0]) {
        same++;
    }
    return nv_idx_inline_words(pg->idx, w, same);
}

/*
 * Words by which nothing is drawn, so that none sees what the others cost, by
 * rows that take many.  How many went.
 */
static unsigned run_many(NvPgraph *pg, const NvClassTable *table,
                         NvRunTakes takes, const uint32_t (*w)[2], unsigned n)
{
    unsigned at = w[0][0] / 4 % NV_ARRAY_SIZE(table->run), some = 0;
    uint64_t spent = pg->env->spent, look = pg->env->time.look;

    if (spent + NV_PGRAPH_METHOD_PIXELS >= look) {
        return 0;
    }
    n = MIN(n, (look - spent - 1) / NV_PGRAPH_METHOD_PIXELS);
    if (table->run[at] == NV_RUN_CONSTANT && takes == TAKES_ALL) {
        some = run_constants(pg, table, w, n);
    } else if (table->attr[at].format) {
        some = nv_idx_attr_words(pg->idx, table->attr, w, n);
    } else if (table->run[at] == NV_RUN_VERTICES && takes != TAKES_ALL) {
        some = run_vertices(pg, table->method[at], w, n);
    }
    pg->methods += some;
    return some;
}

/*
 * The first word of @n, or more; how many, all but the last charged.  What the
 * last one draws sees the time that the others took, and what is noted here.
 */
static inline unsigned run_some(NvPgraph *pg, const NvClassTable *table,
                                NvRunTakes *takes, const NvRunNote *note,
                                const uint32_t (*w)[2], unsigned n)
{
    unsigned at = w[0][0] / 4 % NV_ARRAY_SIZE(table->run);
    uint32_t closed = nv_idx_closed(pg->idx);
    bool steps = table->run[at] == NV_RUN_STEPS, many;
    unsigned some;

    if (steps && *takes == TAKES_ALL) {
        some = nv_fe_run_states(pg, table, note, w, n);
        if (some) {
            note_word(pg, note, w[some - 1]);
            pg->methods += some;
            return some;
        }
    }
    some = steps ? 0 : run_many(pg, table, *takes, w, n);
    many = some;

    some = many ? some : words_at_once(pg, table, w, n);
    note_word(pg, note, w[some - 1]);
    nv_env_spend(pg->env, (some - 1) * NV_PGRAPH_METHOD_PIXELS);
    if (many) {
        /* The first of them may be one where none waited. */
        *takes = *takes == TAKES_ALL ? TAKES_NOTHING : *takes;
        return some;
    }
    if (some > 1) {
        run_together(pg, table->method[at], w, some);
    } else {
        run_word(pg, table, at, w[0][1]);
    }
    *takes = takes_next(pg, *takes, closed, table, at);
    return some;
}

/* Some ask the trap registers which element it is. */
static inline bool value_valid(NvPgraph *pg, const NvMethod *m,
                               const NvRunNote *note, const uint32_t w[2])
{
    if (m->check == NV_CHECK_FUNC) {
        note_word(pg, note, w);
    }
    return nv_fe_value_valid(pg, m, w[1]);
}

/*
 * After a word: an error, which closes FE (some leave nothing in NSOURCE), a
 * notifier, long work, or the time is over.
 */
static inline bool must_stop(const NvPgraph *pg)
{
    return NV_PG(pg, NSOURCE) || !NV_PG_GET(pg, FIFO_ENABLE, ENABLE) ||
           NV_PG_GET(pg, NOTIFY, PENDING) || pg->copying ||
           nv_env_late(pg->env);
}

unsigned nv_fe_run_words(NvPgraph *pg, unsigned chid, unsigned subc,
                         const uint32_t (*w)[2], unsigned n, uint32_t *at)
{
    const NvClassTable *table;
    NvRunTakes takes = TAKES_NOTHING;
    NvRunNote note;
    unsigned i, some;

    if (!may_run_words(pg, chid, subc)) {
        return 0;
    }
    table = nv_fe_table(pg);
    if (!table->is_3d) {
        return 0;
    }
    note = note_of(pg, chid, subc);
    note.first = w;
    note.at = at;
    pg->switched = false;
    for (i = 0; i < n; i += some) {
        unsigned mthd = w[i][0] / 4 % NV_ARRAY_SIZE(table->run);

        if (nv_extract(w[i][0], 13, 3) != subc || !table->run[mthd]) {
            break;
        }
        if (!still_takes(takes, table->method[mthd])) {
            takes = takes_word(pg, table->method[mthd]);
        }
        if (!takes ||
            (note.checks &&
             !value_valid(pg, table->method[mthd], &note, w[i]))) {
            break;
        }
        if (adds_kind(table->method[mthd]) == TAKES_ONE) {
            nv_raster_settle(pg->raster);
        }
        some = run_some(pg, table, &takes, &note, w + i, n - i);
        nv_env_spend(pg->env, NV_PGRAPH_METHOD_PIXELS);
        if (G_UNLIKELY(must_stop(pg))) {
            nv_fe_complete(pg);
            i += some;
            break;
        }
    }
    return i;
}
