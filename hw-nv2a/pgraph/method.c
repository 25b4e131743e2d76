/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Running method rows: the order of checks, effects.
 *
 * The order of traps, errors and execution is the one public hardware tests
 * (envytools) assert; see nv_fe_execute().
 */
#include "pgraph/methods-2d.h"

/* --- one row --- */

void nv_fe_check_busy(NvPgraph *pg)
{
    if (nv_fe_is_kelvin(pg) && pg->gen == NV_KELVIN &&
        nv_extract(NV_PG(pg, FE3D_MISC), 4, 1) &&
        (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_BUSY_CHECK)) {
        nv_fe_error(pg, NV_NSOURCE_BUSY);
    }
}

void nv_fe_check_inside(NvPgraph *pg)
{
    if (nv_fe_inside(pg)) {
        nv_fe_error(pg, NV_NSOURCE_IN_BEGIN_END);
    }
}

static const NvEnumPair *lookup(const NvEnum *map, uint32_t value)
{
    for (unsigned i = 0; i < map->count; i++) {
        if (map->pair[i].in == value) {
            return &map->pair[i];
        }
    }
    return NULL;
}

static bool value_valid(const NvPgraph *pg, const NvMethod *m, uint32_t value)
{
    switch ((NvCheck)m->check) {
    case NV_CHECK_BITS:
        return !(value & ~m->arg);
    case NV_CHECK_BELOW:
        return value < m->arg;
    case NV_CHECK_ENUM:
        return lookup(m->map, value) != NULL;
    case NV_CHECK_FUNC:
        return m->valid(pg, m, value);
    default:
        return true;
    }
}

static uint32_t value_warning(const NvPgraph *pg, const NvMethod *m,
                              uint32_t value)
{
    switch ((NvCheck)m->check) {
    case NV_WARN_BITS:
        return value & ~m->arg ? 1 : 0;
    case NV_WARN_BELOW:
        return value < m->arg ? 0 : 1;
    case NV_WARN_ENUM:
        return lookup(m->map, value) ? 0 : 1;
    case NV_WARN_RANGE:
        return value < m->arg ? 0 : 2;
    case NV_WARN_FUNC:
        return m->valid(pg, m, value) ? 0 : 1;
    default:
        return 0;
    }
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

/* False if the chip has no such word. */
static bool effect_xf(NvPgraph *pg, const NvEffect *e, unsigned index,
                      uint32_t field)
{
    uint32_t mask = pg->xf_mode_mask[e->word - NV_WORD_XF_B];
    unsigned shift;
    uint32_t *word = xf_word(pg, e->word, index, &shift);

    if (mask) {
        *word = nv_deposit(*word, e->dst + shift, e->width, field) & mask;
    }
    return mask != 0;
}

static uint32_t effect_field(const NvEffect *e, uint32_t value)
{
    return e->src == NV_SRC_ONES ? UINT32_MAX :
           e->src == NV_SRC_ZEROS ? 0 : value >> e->src;
}

/* An effect on a bundle comes after effect @i. */
static bool more_bundles(const NvMethod *m, unsigned i)
{
    while (++i < NV_ARRAY_SIZE(m->effect) && m->effect[i].width) {
        if (m->effect[i].word < NV_BUNDLE_COUNT) {
            return true;
        }
    }
    return false;
}

/*
 * All effects, then what they touched is sent: each bundle once, in the
 * order of the row, then XFMODE.
 */
static void run_effects(NvPgraph *pg, const NvMethod *m, unsigned index,
                        uint32_t value)
{
    bool mode = false;
    uint32_t sum = 0;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(m->effect); i++) {
        const NvEffect *e = &m->effect[i];
        uint32_t field = effect_field(e, value);
        uint32_t *word;

        if (!e->width) {
            break;
        }
        if (e->word >= NV_WORD_REG) {
            word = &pg->values[e->word & 0xfff];
            *word = nv_deposit(*word, e->dst, e->width, field);
        } else if (e->word >= NV_BUNDLE_COUNT) {
            mode |= effect_xf(pg, e, index, field);
        } else {
            NvBundle bundle = e->word + index;
            bool last = i + 1 >= NV_ARRAY_SIZE(m->effect) ||
                        !m->effect[i + 1].width ||
                        m->effect[i + 1].word != e->word;

            if (!i || m->effect[i - 1].word != e->word) {
                sum = nv_fe_bundle(pg, bundle);
            }
            sum = nv_deposit(sum, e->dst, e->width, field);
            if (last && more_bundles(m, i)) {
                nv_fe_set_bundle_more(pg, bundle, sum);
            } else if (last) {
                nv_fe_set_bundle(pg, bundle, sum);
            }
        }
    }
    if (mode) {
        nv_fe_send_xf_mode(pg);
    }
}

/* What happens even when the value is refused. */
void nv_fe_prepare(NvPgraph *pg, const NvMethod *m, unsigned index)
{
    if (pg->gen != NV_CELSIUS) {
        return;
    }
    if (m->sends || more_bundles(m, -1u)) {
        nv_idx_celsius_point_size(pg->idx,
                                  nv_fe_bundle(pg, NV_BUNDLE_POINT_SIZE));
    }
    if (m->mark[index & 1]) {
        NV_PG(pg, VALID_1) |= NV_BIT(m->mark[index & 1] - 1);
    }
}

static void run_row(NvPgraph *pg, const NvMethod *m, unsigned index,
                    uint32_t value)
{
    uint32_t warning = value_warning(pg, m, value);

    nv_fe_prepare(pg, m, index);
    if (m->inside != NV_INSIDE_FREE) {
        nv_fe_check_busy(pg);
    }
    if (m->inside == NV_INSIDE_ERROR) {
        nv_fe_check_inside(pg);
    } else if (m->inside == NV_INSIDE_WARN && nv_fe_inside(pg)) {
        warning |= 4;
    }
    if (warning) {
        nv_fe_warn(pg, warning);
        return;
    }
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    if (m->map) {
        const NvEnumPair *pair = lookup(m->map, value);

        run_effects(pg, m, index, pair ? pair->out : value);
    } else {
        run_effects(pg, m, index, value);
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
static bool trapped(const NvPgraph *pg, uint32_t mthd, const NvMethod *m)
{
    uint32_t list = NV_PG(pg, CTX_SWITCH_T);

    if (!nv_chip_has(pg->env->chip, NV_CAP_TRAP_LIST) || !nv_fe_is_3d(pg)) {
        if (mthd == 0x100) {
            return (list & 1) && nv_fe_is_sync(pg) &&
                   !nv_fe_since_kelvin(pg);
        }
        return m && m->trap && (list >> (m->trap - 1) & 1);
    }
    for (unsigned i = 0; i < list >> 30; i++) {
        if (nv_extract(list, i * 10, 10) == nv_extract(mthd, 2, 10)) {
            return true;
        }
    }
    return false;
}

/* Celsius' Direct3D 3, 5 and 6. */
static unsigned old_owner_bit(uint32_t class)
{
    return class == 0x48 ? 28 : class == 0x54 || class == 0x94 ? 29 : 30;
}

static bool state3d_owned(const NvPgraph *pg)
{
    uint32_t owner = NV_PG(pg, STATE3D);

    if (!(NV_PG(pg, DEBUG_D) & NV_DEBUG_D_STATE3D) || !nv_fe_is_3d(pg)) {
        return true;
    }
    if (pg->gen == NV_CELSIUS) {
        /* Channels own it, or objects; or a bit tells of all old ones. */
        if (nv_chip_has(pg->env->chip, NV_CAP_CELSIUS_15) &&
            (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_OWNER_CHANNEL)) {
            return nv_extract(owner, 25, 1) &&
                   nv_extract(owner, 16, 5) ==
                   nv_extract(NV_PG(pg, CTX_USER), 24, 5);
        }
        if (nv_fe_is_d3d(pg) &&
            !(NV_PG(pg, DEBUG_D) & NV_DEBUG_D_OWNER_D3D)) {
            return nv_extract(owner, old_owner_bit(nv_fe_class(pg)), 1);
        }
    }
    return nv_extract(owner, 24, 1) &&
           (owner & 0xffff) == NV_PG(pg, CTX_SWITCH_I);
}

static void trace_error(NvPgraph *pg, const NvPgraphPending *p,
                        const char *what)
{
    nv_trace(pg->env, pgraph_error, p->chid, p->subc, nv_fe_class(pg),
             p->mthd, p->data, what);
}

/* A class nobody models: quiet if the chip has it, the error if not. */
static bool unknown_method(NvPgraph *pg, const NvPgraphPending *p,
                           const NvClassTable *table)
{
    uint32_t class = nv_fe_class(pg);

    if (table->known || !nv_class_on_chip(pg->env->chip, class)) {
        return false;
    }
    nv_unimp(pg->env, "class 0x%03x method 0x%04x data 0x%08x", class,
             p->mthd, p->data);
    return true;
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
        nv_fe_missing(pg);
        return;
    }
    if (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_DATA_CHECK) {
        if ((NV_PG(pg, DEBUG_D) & NV_DEBUG_D_DATA_FAIL) ||
            (exists && !value_valid(pg, m, p->data))) {
            nv_fe_error(pg, NV_NSOURCE_DATA_ERROR);
        }
    }
    if (exists) {
        nv_trace(pg->env, pgraph_method, p->chid, p->subc, table->class,
                 p->mthd, m->name, p->data);
        if (m->inside == NV_INSIDE_ODD) {
            m->action(pg, m, index, p->data);
        } else {
            run_row(pg, m, index, p->data);
        }
    } else if (m || !unknown_method(pg, p, table)) {
        nv_fe_error(pg, NV_NSOURCE_ILLEGAL_MTHD);
    }
    if (NV_PG(pg, NSOURCE)) {
        trace_error(pg, p, exists ? m->name : "no such method");
    }
}

static NvPgraphPending pending_of(const NvPgraph *pg)
{
    uint32_t word = NV_PG(pg, FIFO_MTHD_ST2);

    return (NvPgraphPending) {
        .chid = nv_extract(word, 20, 5), .subc = nv_extract(word, 16, 3),
        .mthd = word & 0x1ffc, .data = NV_PG(pg, FIFO_DATA_ST2),
        .data_high = pg->values[NV_PGRAPH_FIFO_DATA_ST2 / 4 + 1],
    };
}

/*
 * ORDER, as asserted on cards: channel, object load, trap registers, 3D
 * ownership, ST2 emptied, traps, value, existence, effects.
 */
void nv_fe_execute(NvPgraph *pg)
{
    NvPgraphPending p = pending_of(pg);
    const NvClassTable *table;
    bool bind = p.mthd == 0;

    pg->switched = false;
    if (!nv_context_switch(pg, p.chid)) {
        return;
    }

    if (bind || p.subc != nv_extract(NV_PG(pg, CTX_USER), 13, 3)) {
        nv_fe_object(pg, p.subc, bind, p.data);
    }
    NV_PG(pg, TRAP_ADDR) = p.mthd | p.subc << 16 | (uint32_t)p.chid << 20;
    NV_PG(pg, TRAP_DATA) = p.data;
    pg->values[NV_PGRAPH_TRAP_DATA / 4 + 1] = p.data_high;
    table = nv_class_find(pg, nv_fe_class(pg));
    if (!state3d_owned(pg) &&
        ((p.mthd & 0x1f80) != 0x180 || !table->method[p.mthd / 4] ||
         trapped(pg, p.mthd, table->method[p.mthd / 4]))) {
        nv_fe_raise(pg, NV_PGRAPH_INTR_STATE3D);
        return;
    }
    NV_PG(pg, FIFO_MTHD_ST2) &= ~NV_FIFO_ST2_VALID;
    pg->methods++;
    if (!bind) {
        run_method(pg, &p, table);
    }
    /* ORDER: a bind, NOTIFY and DMA_NOTIFY do not complete a notifier. */
    if (!bind && p.mthd != 0x104 && p.mthd != 0x180 && !nv_fe_latched(pg) &&
        !pg->copying) {
        nv_fe_notify(pg);
    }
}
