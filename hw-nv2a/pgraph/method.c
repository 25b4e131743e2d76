/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Running method rows: class tables, the order of checks, effects.
 *
 * The order of traps, errors and execution is the one public hardware tests
 * (envytools) assert; see nv_fe_execute().
 */
#include "pgraph/action.h"

/* --- class tables --- */

static const struct {
    uint16_t class;
    uint8_t bit;                    /* NV_CLASS_* of its rows */
    bool is_3d;
    const NvMethodTable *table;
} class_rows[] = {
    { 0x097, NV_CLASS_97, true, &nv_methods_kelvin },
    { 0x597, NV_CLASS_597, true, &nv_methods_kelvin },
    { 0, NV_CLASS_OTHER, false, &nv_methods_common },   /* the rest; last */
};

static void fill(NvClassTable *table, const NvMethodTable *methods,
                 uint8_t bit, uint32_t caps)
{
    for (unsigned r = 0; r < methods->count; r++) {
        const NvMethod *m = &methods->rows[r];

        if ((m->classes && !(m->classes & bit)) ||
            (caps & m->need) != m->need || (caps & m->lack)) {
            continue;
        }
        for (unsigned i = 0; i < m->count; i++) {
            unsigned at = (m->offset + i * m->stride) / 4;

            assert(at < NV_ARRAY_SIZE(table->method));
            assert(!table->method[at]);
            table->method[at] = m;
        }
    }
}

static bool chip_has_class(const NvChip *chip, uint16_t class)
{
    for (const uint16_t *c = chip->classes; c && *c; c++) {
        if (*c == class) {
            return true;
        }
    }
    return false;
}

void nv_classes_init(NvPgraph *pg)
{
    const NvChip *chip = pg->env->chip;

    pg->classes = g_new0(NvClassTable, NV_ARRAY_SIZE(class_rows));
    pg->nclasses = 0;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(class_rows); i++) {
        NvClassTable *table = &pg->classes[pg->nclasses];

        if (class_rows[i].class &&
            !chip_has_class(chip, class_rows[i].class)) {
            continue;
        }
        table->class = class_rows[i].class;
        table->known = class_rows[i].class != 0;
        table->is_3d = class_rows[i].is_3d;
        fill(table, class_rows[i].table, class_rows[i].bit, chip->caps);
        pg->nclasses++;
    }
    /* Chips without long class numbers drop their upper bits (hw). */
    pg->class_mask = 0xff;
    for (const uint16_t *c = chip->classes; c && *c; c++) {
        if (*c > 0xff) {
            pg->class_mask = 0xfff;
        }
    }
}

void nv_classes_free(NvPgraph *pg)
{
    g_clear_pointer(&pg->classes, g_free);
    pg->nclasses = 0;
}

const NvClassTable *nv_class_find(const NvPgraph *pg, uint32_t class)
{
    unsigned i = 0;

    while (i + 1 < pg->nclasses && pg->classes[i].class != class) {
        i++;
    }
    return &pg->classes[i];
}

/* --- state words --- */

static const struct {
    uint32_t mask[2];               /* NV20, NV25 */
} bundle_masks[NV_BUNDLE_COUNT] = {
#define X(name, count, kelvin, mask20, mask25) \
    [NV_BUNDLE_##name ... NV_BUNDLE_##name##_LAST] = { { mask20, mask25 } },
    NV_BUNDLE_ROWS(X)
#undef X
};

uint32_t nv_fe_bundle_mask(const NvPgraph *pg, NvBundle bundle)
{
    bool late = nv_chip_has(pg->env->chip, NV_CAP_ZCULL);
    uint32_t mask = bundle_masks[bundle].mask[late];

    /* hw: only a method can set this one, yet it reads back. */
    return late && bundle == NV_BUNDLE_Z_CONFIG ? mask | NV_BIT(31) : mask;
}

static uint32_t *shadow(NvPgraph *pg, NvBundle bundle)
{
    return &pg->values[NV_PGRAPH_BUNDLES / 4 + nv_bundle_to_kelvin(bundle)];
}

uint32_t nv_fe_bundle(const NvPgraph *pg, NvBundle bundle)
{
    return nv_fe_bundle_mask(pg, bundle) ? *shadow((NvPgraph *)pg, bundle)
                                         : 0;
}

void nv_fe_send_bundle(NvPgraph *pg, NvBundle bundle, uint32_t value)
{
    uint32_t number = nv_bundle_to_kelvin(bundle);

    nv_trace(pg->env, pgraph_bundle, nv_bundle_name(bundle),
             nv_bundle_element(bundle), number, value);
    nv_idx_bundle(pg->idx, bundle, number, value);
}

/* Words from 0x100 up are sent but not kept; others only if they exist. */
void nv_fe_set_bundle(NvPgraph *pg, NvBundle bundle, uint32_t value)
{
    uint32_t mask = nv_fe_bundle_mask(pg, bundle);

    if (mask) {
        value &= mask;
        *shadow(pg, bundle) = value;
    } else if (nv_bundle_to_kelvin(bundle) < 0x100) {
        return;
    }
    nv_fe_send_bundle(pg, bundle, value);
}

void nv_fe_send_xf_mode_half(NvPgraph *pg, bool textures)
{
    const uint32_t *t = &pg->values[NV_PGRAPH_XF_MODE_T / 4];

    if (textures) {
        nv_idx_xf64(pg->idx, NV_XF_MODE, 8, t[0], t[1]);
    } else {
        nv_idx_xf64(pg->idx, NV_XF_MODE, 0, NV_PG(pg, XF_MODE_B),
                    NV_PG(pg, XF_MODE_A));
    }
}

void nv_fe_send_xf_mode(NvPgraph *pg)
{
    nv_fe_send_xf_mode_half(pg, false);
    nv_fe_send_xf_mode_half(pg, true);
}

/* --- one row --- */

void nv_fe_check_busy(NvPgraph *pg)
{
    if (nv_extract(NV_PG(pg, FE3D_MISC), 4, 1) &&
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

static uint32_t value_warning(const NvMethod *m, uint32_t value)
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
    default:
        return 0;
    }
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
    default:
        *shift = (index & 1) * 16;
        return &pg->values[NV_PGRAPH_XF_MODE_T / 4 + 1 - (index / 2 & 1)];
    }
}

/*
 * All effects, then what they touched is sent: each bundle once, in the
 * order of the row, then XFMODE.
 */
static void run_effects(NvPgraph *pg, const NvMethod *m, unsigned index,
                        uint32_t value)
{
    bool mode = false;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(m->effect); i++) {
        const NvEffect *e = &m->effect[i];
        uint32_t field = value >> e->src;
        unsigned shift;
        uint32_t *word;

        if (!e->width) {
            break;
        }
        if (e->word >= NV_WORD_REG) {
            word = &pg->values[e->word & 0xfff];
            *word = nv_deposit(*word, e->dst, e->width, field);
        } else if (e->word >= NV_BUNDLE_COUNT) {
            word = xf_word(pg, e->word, index, &shift);
            *word = nv_deposit(*word, e->dst + shift, e->width, field);
            mode = true;
        } else {
            NvBundle bundle = e->word + index;
            bool last = i + 1 >= NV_ARRAY_SIZE(m->effect) ||
                        !m->effect[i + 1].width ||
                        m->effect[i + 1].word != e->word;

            field = nv_deposit(nv_fe_bundle(pg, bundle), e->dst, e->width,
                               field);
            if (last) {
                nv_fe_set_bundle(pg, bundle, field);
            } else if (nv_fe_bundle_mask(pg, bundle)) {
                *shadow(pg, bundle) = field & nv_fe_bundle_mask(pg, bundle);
            }
        }
    }
    if (mode) {
        nv_fe_send_xf_mode(pg);
    }
}

static void run_row(NvPgraph *pg, const NvMethod *m, unsigned index,
                    uint32_t value)
{
    uint32_t warning = value_warning(m, value);

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
        nv_idx_xf(pg->idx, m->xf, m->xf_addr + 4 * index, value);
    }
    if (m->attr_format) {
        nv_idx_attr(pg->idx, m->attr_format, m->attr_size, m->attr, index,
                    value);
    }
    if (m->action) {
        m->action(pg, m, index, value);
    }
}

/* --- one method --- */

/* NV25 up: up to three methods by number; before, Kelvin traps none. */
static bool trapped(const NvPgraph *pg, uint32_t mthd)
{
    uint32_t list = NV_PG(pg, CTX_SWITCH_T);

    if (!nv_chip_has(pg->env->chip, NV_CAP_TRAP_LIST) || !nv_fe_is_3d(pg)) {
        /* Other classes have a bit for each of some methods. */
        return mthd == 0x100 && (list & 1) && nv_fe_is_sync(pg) &&
               !nv_class_find(pg, nv_fe_class(pg))->is_3d;
    }
    for (unsigned i = 0; i < list >> 30; i++) {
        if (nv_extract(list, i * 10, 10) == nv_extract(mthd, 2, 10)) {
            return true;
        }
    }
    return false;
}

static bool state3d_owned(const NvPgraph *pg)
{
    uint32_t owner = NV_PG(pg, STATE3D);

    return !(NV_PG(pg, DEBUG_D) & NV_DEBUG_D_STATE3D) || !nv_fe_is_3d(pg) ||
           (nv_extract(owner, 24, 1) &&
            (owner & 0xffff) == NV_PG(pg, CTX_SWITCH_I));
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

    if (table->known || !chip_has_class(pg->env->chip, class)) {
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
    bool exists = m && (!m->exists || m->exists(pg));

    if (trapped(pg, p->mthd)) {
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
        unsigned index = (p->mthd - m->offset) / m->stride;

        nv_trace(pg->env, pgraph_method, p->chid, p->subc, table->class,
                 p->mthd, m->name, p->data);
        if (m->inside == NV_INSIDE_ODD) {
            m->action(pg, m, index, p->data);
        } else {
            run_row(pg, m, index, p->data);
        }
    } else if (!unknown_method(pg, p, table)) {
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
         trapped(pg, p.mthd))) {
        nv_fe_raise(pg, NV_PGRAPH_INTR_STATE3D);
        return;
    }
    NV_PG(pg, FIFO_MTHD_ST2) &= ~NV_FIFO_ST2_VALID;
    pg->methods++;
    if (!bind) {
        run_method(pg, &p, table);
    }
    /* ORDER: a bind, NOTIFY and DMA_NOTIFY do not complete a notifier. */
    if (!bind && p.mthd != 0x104 && p.mthd != 0x180 && !nv_fe_latched(pg)) {
        nv_fe_notify(pg);
    }
}
