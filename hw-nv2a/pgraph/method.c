/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Running method rows: the order of checks, effects.
 *
 * The order of traps, errors and execution is the one public hardware tests
 * (envytools) assert; see nv_fe_execute().
 */
#include "pgraph/method.h"
#include "pgraph/names.h"

/* --- one row --- */

void nv_fe_check_busy(NvPgraph *pg)
{
    if (NV_PG_GET(pg, FE3D_MISC, FD_BUSY) &&
        NV_PG_GET(pg, DEBUG_D, BUSY_CHECK) && nv_fe_is_kelvin(pg)) {
        nv_fe_error(pg, NV_ERROR_BUSY, "the tessellator has not ended");
    }
}

void nv_fe_check_inside(NvPgraph *pg)
{
    if (nv_fe_inside(pg)) {
        nv_fe_error(pg, NV_ERROR_INSIDE, "only outside");
    }
}

bool nv_fe_takes(const NvPgraph *pg, const NvMethod *m, uint32_t value)
{
    return nv_fe_value_valid(pg, m, value) &&
           !nv_fe_value_warning(pg, m, value,
                          m->map && nv_map_find(m->map, value));
}

void nv_fe_run_row(NvPgraph *pg, const NvMethod *m, unsigned index,
                    unsigned step, uint32_t value)
{
    const NvEnumPair *pair = m->map ? nv_map_find(m->map, value) : NULL;
    uint32_t warning = nv_fe_value_warning(pg, m, value, pair);

    if (nv_chip_has(pg->env->chip, NV_CAP_FE_MARKS)) {
        nv_fe_prepare(pg, m, index);
    }
    if (m->inside != NV_INSIDE_FREE) {
        nv_fe_check_busy(pg);
    }
    if (m->inside == NV_INSIDE_ERROR) {
        nv_fe_check_inside(pg);
    } else if (m->inside == NV_INSIDE_WARN && nv_fe_inside(pg)) {
        warning |= 4;
    }
    if (warning) {
        nv_fe_warn(pg, warning, NULL);
        return;
    }
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    if (step) {
        nv_fe_run_steps(pg, step, index, pair ? pair->out : value);
    }
    if (m->xf || m->xf_addr) {
        nv_fe_load(pg, m->xf, m->xf_addr + 4 * index, value);
    }
    if (m->attr_format) {
        nv_idx_attr(pg->idx, m->attr_format, m->attr_size,
                    nv_fe_attr(pg, m->attr), index, value);
    }
    if (m->action) {
        m->action(pg, m, index, value);
    }
}

/* --- one method --- */

/*
 * NV25 up: up to three 3D methods by number.  Other classes have a bit for
 * each method but few; NOP's counts for sync objects alone.
 */
static bool in_trap_list(const NvPgraph *pg, uint32_t mthd,
                         const NvMethod *m)
{
    static const NvFieldId entries[] = {
        NV_F(CTX_SWITCH_T, METHOD0), NV_F(CTX_SWITCH_T, METHOD1),
        NV_F(CTX_SWITCH_T, METHOD2),
    };
    uint32_t list = NV_PG(pg, CTX_SWITCH_T);
    unsigned count;

    /* Most objects trap nothing. */
    if (!list) {
        return false;
    }
    count = NV_PG_GET(pg, CTX_SWITCH_T, METHODS);
    if (!nv_chip_has(pg->env->chip, NV_CAP_TRAP_LIST) || !nv_fe_is_3d(pg)) {
        if (mthd == 0x100) {
            return NV_PG_GET(pg, CTX_SWITCH_T, NOP) && nv_fe_is_sync(pg) &&
                   !nv_fe_since_kelvin(pg);
        }
        return m && m->trap && (list >> (m->trap - 1) & 1);
    }
    for (unsigned i = 0; i < count; i++) {
        if (nv_field_get(pg->places, entries[i], list) ==
            nv_extract(mthd, 2, 10)) {
            return true;
        }
    }
    return false;
}

static inline bool trapped(const NvPgraph *pg, uint32_t mthd,
                           const NvMethod *m)
{
    return NV_PG(pg, CTX_SWITCH_T) && in_trap_list(pg, mthd, m);
}

/* Celsius' Direct3D 3, 5 and 6 have a bit each, whichever object it is. */
static bool d3d_owns(const NvPgraph *pg)
{
    uint32_t class = nv_fe_class(pg);

    return class == 0x48 ? NV_PG_GET(pg, STATE3D, D3D3) :
           class == 0x54 || class == 0x94 ? NV_PG_GET(pg, STATE3D, D3D5) :
           NV_PG_GET(pg, STATE3D, D3D6);
}

/* A channel owns it, or the old classes, or an object. */
bool nv_fe_owns_state3d(const NvPgraph *pg)
{
    if (!NV_PG_GET(pg, DEBUG_D, STATE3D_CHECK) || !nv_fe_is_3d(pg)) {
        return true;
    }
    if (NV_PG_GET(pg, DEBUG_D, OWNER_CHANNEL)) {
        return NV_PG_GET(pg, STATE3D, CHANNEL_VALID) &&
               NV_PG_GET(pg, STATE3D, CHANNEL) ==
               NV_PG_GET(pg, CTX_USER, CHANNEL);
    }
    if (nv_fe_is_d3d(pg) && !NV_PG_GET(pg, DEBUG_D, OWNER_D3D)) {
        return d3d_owns(pg);
    }
    return NV_PG_GET(pg, STATE3D, VALID) &&
           NV_PG_GET(pg, STATE3D, INSTANCE) == NV_PG(pg, CTX_SWITCH_I);
}

/* hw: methods that bind objects work whoever owns the 3D state. */
static bool binds_only(const NvPgraph *pg, uint32_t mthd,
                       const NvClassTable *table)
{
    const NvMethod *m = table->method[mthd / 4];

    return (mthd & 0x1f80) == 0x180 && m && (!m->exists || m->exists(pg)) &&
           !trapped(pg, mthd, m);
}

static void trace_error(NvPgraph *pg, const NvPgraphPending *p,
                        const char *what)
{
    nv_trace(pg->env, pgraph_error, p->chid, p->subc, nv_fe_class(pg),
             p->mthd, p->data, what);
}

/* A class nobody models: quiet if the chip has it, the error if not. */
static bool unknown_method(NvPgraph *pg, const NvClassTable *table)
{
    uint32_t class = nv_fe_class(pg);

    if (table->known || !nv_class_on_chip(pg->env->chip, class)) {
        return false;
    }
    nv_fe_say(pg, NV_ERROR_CLASS, "ignored");
    return true;
}

/* With what others call it. */
static void trace_method(NvPgraph *pg, const NvPgraphPending *p,
                         const NvMethod *m, const NvClassTable *table)
{
    const NvMethodView view = { .first = m->offset,
                                .index = table->index[p->mthd / 4] };
    g_autoptr(GString) names = g_string_new(" ");

    nv_method_append_names(table->bit, p->mthd, &view, names);
    nv_trace(pg->env, pgraph_method, p->chid, p->subc, table->class, p->mthd,
             m->name, p->data, names->len > 1 ? names->str : "");
}

static void run_method(NvPgraph *pg, const NvPgraphPending *p,
                       const NvClassTable *table)
{
    const NvMethod *m = table->method[p->mthd / 4];
    unsigned index = table->index[p->mthd / 4];
    bool exists = m && (!m->exists || m->exists(pg));

    if (exists && m->before) {
        m->before(pg, m, index, p->data);
    }
    if (trapped(pg, p->mthd, exists ? m : NULL)) {
        trace_error(pg, p, "trapped");
        nv_fe_missing(pg, "the object asks that it traps");
        return;
    }
    if (NV_PG_GET(pg, DEBUG_D, DATA_CHECK)) {
        if (NV_PG_GET(pg, DEBUG_D, DATA_FAIL) ||
            (exists && !nv_fe_value_valid(pg, m, p->data))) {
            nv_fe_value_error(pg, m);
        }
    }
    if (exists) {
        if (nv_traces(pg->env, pgraph_method)) {
            trace_method(pg, p, m, table);
        }
        if (m->inside == NV_INSIDE_ODD) {
            m->action(pg, m, index, p->data);
        } else {
            nv_fe_run_row(pg, m, index, table->step[p->mthd / 4], p->data);
        }
    } else if (m || !unknown_method(pg, table)) {
        nv_fe_method_error(pg);
    }
    if (NV_PG(pg, NSOURCE)) {
        trace_error(pg, p, exists ? m->name : "no such method");
    }
}

/* Of the current object's class: the one of before, mostly. */
const NvClassTable *nv_fe_table(NvPgraph *pg)
{
    uint32_t key = nv_fe_class(pg) |
                   NV_PG_GET(pg, DEBUG_D, CLASSES_MOVED) << 24;

    if (G_UNLIKELY(!pg->table || key != pg->table_key)) {
        pg->table = nv_class_find(pg, nv_fe_class(pg));
        pg->table_key = key;
    }
    return pg->table;
}

static NvPgraphPending pending_of(const NvPgraph *pg)
{
    uint32_t word = NV_PG(pg, FIFO_MTHD_ST2);

    return (NvPgraphPending) {
        .chid = NV_FE_GET(pg, FIFO_MTHD_ST2, CHANNEL, word),
        .subc = NV_FE_GET(pg, FIFO_MTHD_ST2, SUBCHANNEL, word),
        .mthd = NV_FE_GET(pg, FIFO_MTHD_ST2, METHOD_4, word) * 4,
        .data = NV_PG(pg, FIFO_DATA_ST2),
        .data_high = pg->values[NV_PGRAPH_FIFO_DATA_ST2 / 4 + 1],
    };
}

/* Where CTX_CONTROL does not say so, context.c can tell. */
static void set_trap(NvPgraph *pg, const NvPgraphPending *p)
{
    uint32_t at = NV_FE_PUT(pg, TRAP_ADDR, METHOD_4, 0, p->mthd / 4);

    at = NV_FE_PUT(pg, TRAP_ADDR, SUBCHANNEL, at, p->subc);
    NV_PG(pg, TRAP_ADDR) = NV_FE_PUT(pg, TRAP_ADDR, CHANNEL, at, p->chid);
    NV_PG(pg, TRAP_DATA) = p->data;
    pg->values[NV_PGRAPH_TRAP_DATA / 4 + 1] = p->data_high;
}

void nv_fe_complete(NvPgraph *pg)
{
    if (!NV_PG_GET(pg, NOTIFY, PENDING) || nv_fe_latched(pg) || pg->copying ||
        nv_twod_busy(&pg->twod)) {
        return;
    }
    if (nv_pgraph_settle(pg)) {
        nv_fe_notify(pg);
    } else {
        pg->notify_waits = 1;
    }
}

/*
 * ORDER, as asserted on cards: channel, object load, trap registers, 3D
 * ownership, ST2 emptied, traps, value, existence, effects.
 */
void nv_fe_run(NvPgraph *pg, const NvPgraphPending *p)
{
    const NvClassTable *table;
    bool bind = p->mthd == 0;

    pg->switched = false;
    if (!nv_fe_is_owner(pg, p->chid) && !nv_context_switch(pg, p->chid)) {
        /* Drivers look there for whose turn it is (doc). */
        if (nv_chip_has(pg->env->chip, NV_CAP_CTX_BY_DRIVER)) {
            set_trap(pg, p);
        }
        return;
    }

    if (bind || p->subc != NV_PG_GET(pg, CTX_USER, SUBCHANNEL)) {
        nv_fe_object(pg, p->subc, bind, p->data);
    }
    set_trap(pg, p);
    table = nv_fe_table(pg);
    if (!nv_fe_owns_state3d(pg) && !binds_only(pg, p->mthd, table)) {
        nv_fe_error(pg, NV_ERROR_OWNER, "the driver has not given it to "
                    "channel %u's object 0x%05x", p->chid,
                    NV_PG(pg, CTX_SWITCH_I) << 4);
        return;
    }
    NV_PG_PUT(pg, FIFO_MTHD_ST2, VALID, 0);
    pg->methods++;
    if (bind) {
        return;
    }
    run_method(pg, p, table);
    /* ORDER: a bind, NOTIFY and DMA_NOTIFY do not complete a notifier. */
    if (p->mthd != 0x104 && p->mthd != 0x180) {
        nv_fe_complete(pg);
    }
}

/* Vertices of the same draw as those that wait. */
bool nv_fe_row_adds(const NvPgraph *pg, const NvMethod *m)
{
    if (m->action == nv_action_draw) {
        return nv_idx_adds(pg->idx, m->arg != NV_DRAW_INLINE);
    }
    return m->attr_format ? nv_idx_adds(pg->idx, false)
                          : m->action == nv_action_edge_flag;
}

bool nv_fe_adds(NvPgraph *pg, unsigned chid, unsigned subc, uint32_t mthd)
{
    const NvMethod *m;

    if (!nv_fe_is_owner(pg, chid) ||
        subc != NV_PG_GET(pg, CTX_USER, SUBCHANNEL)) {
        return false;
    }
    m = nv_fe_table(pg)->method[mthd / 4];
    return m && nv_fe_row_adds(pg, m);
}

/* Rows of BEGIN_END are called so in every class. */
static bool begins(const NvMethod *m, uint32_t data)
{
    return data && g_str_has_suffix(m->name, "begin");
}

NvMethodView nv_pgraph_view(const NvPgraph *pg, const NvWatched *w)
{
    NvMethodView view = { 0 };
    const NvClassTable *table;
    const NvMethod *m;

    if (!w->mthd) {
        view.name = "object";
        return view;
    }
    if (!nv_fe_is_owner(pg, w->chid)) {
        return view;
    }
    view.class = nv_fe_word_class(pg, NV_PG_AT(pg, CTX_CACHE_A,
                                               w->subc % NV_SUBCHANNELS));
    table = nv_class_find(pg, view.class);
    m = table->method[(w->mthd & (NV_PGRAPH_SIZE - 4)) / 4];
    if (m) {
        view.name = m->name;
        view.first = m->offset;
        view.index = table->index[w->mthd / 4];
        view.count = m->count;
        view.begins = begins(m, w->data);
    }
    return view;
}

void nv_fe_execute(NvPgraph *pg)
{
    const NvPgraphPending p = pending_of(pg);

    nv_fe_run(pg, &p);
    /* No run of the puller will tell the host that there is more to do. */
    if (nv_pgraph_busy(pg)) {
        nv_env_work(pg->env);
    }
}

bool nv_fe_at_rest(NvPgraph *pg, const char *what)
{
    bool rest = nv_pgraph_settle(pg);

    if (!rest) {
        nv_error(pg->env, NV_ERROR_BUSY, 0, "%s while PGRAPH draws, is "
                 "ignored", what);
        nv_env_work(pg->env);
    }
    return rest;
}

void nv_fe_retry(NvPgraph *pg)
{
    if (NV_PG_GET(pg, FIFO_ENABLE, ENABLE) && nv_fe_latched(pg) &&
        nv_pgraph_settle(pg)) {
        nv_fe_execute(pg);
    }
}
