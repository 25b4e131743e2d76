/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which rows make up a class on a chip, and their direct index by method.
 *
 * Which chip has which class: public hardware models (envytools); the lists
 * themselves are in chip/chips.c.
 */
#include "pgraph/method.h"

static_assert(NV_PGRAPH_SIZE / 4 == NV_IDX_ATTR_WORDS, "methods of a class");

static const struct {
    uint16_t class;
    uint8_t chips;                  /* where these rows are it */
    NvClassWhere where;
    uint32_t bit;                   /* NV_CLASS_* of its rows */
    const NvMethodTable *table, *more;
} class_rows[] = {
    { 0x48, CELSIUS, NV_CLASS_ALWAYS, NV_CLASS_48, &nv_methods_d3d3 },
    { 0x54, CELSIUS, NV_CLASS_ALWAYS, NV_CLASS_54, &nv_methods_d3d5 },
    { 0x55, CELSIUS, NV_CLASS_ALWAYS, NV_CLASS_55, &nv_methods_d3d6 },
    { 0x94, CELSIUS, NV_CLASS_ALWAYS, NV_CLASS_94, &nv_methods_d3d5 },
    { 0x95, CELSIUS, NV_CLASS_ALWAYS, NV_CLASS_95, &nv_methods_d3d6 },
    /* Class 0x56 has another number in a mode of DEBUG_D. */
    { 0x56, CELSIUS, NV_CLASS_PLAIN, NV_CLASS_56, &nv_methods_celsius },
    { 0x85, CELSIUS, NV_CLASS_MOVED, NV_CLASS_56, &nv_methods_celsius },
    { 0x96, CELSIUS, NV_CLASS_ALWAYS, NV_CLASS_96, &nv_methods_celsius },
    { 0x98, CELSIUS, NV_CLASS_ALWAYS, NV_CLASS_98, &nv_methods_celsius },
    { 0x99, CELSIUS, NV_CLASS_ALWAYS, NV_CLASS_99, &nv_methods_celsius },
    { 0x56, KELVIN, NV_CLASS_PLAIN, NV_CLASS_56, &nv_methods_celsius_kelvin },
    { 0x85, KELVIN, NV_CLASS_MOVED, NV_CLASS_56, &nv_methods_celsius_kelvin },
    { 0x96, KELVIN, NV_CLASS_ALWAYS, NV_CLASS_96, &nv_methods_celsius_kelvin },
    { 0x97, KELVIN | RANKINE, NV_CLASS_ALWAYS, NV_CLASS_97,
      &nv_methods_kelvin, &nv_methods_kelvin_xf },
    { 0x597, KELVIN | RANKINE, NV_CLASS_ALWAYS, NV_CLASS_597,
      &nv_methods_kelvin, &nv_methods_kelvin_xf },
    { 0x397, RANKINE, NV_CLASS_ALWAYS, NV_CLASS_397, &nv_methods_rankine,
      &nv_methods_rankine_tnl },
    { 0x497, RANKINE, NV_CLASS_ALWAYS, NV_CLASS_497, &nv_methods_rankine,
      &nv_methods_rankine_tnl },
    { 0x697, RANKINE, NV_CLASS_ALWAYS, NV_CLASS_697, &nv_methods_rankine,
      &nv_methods_rankine_tnl },
    { 0x3597, CURIE, NV_CLASS_ALWAYS, NV_CLASS_3597, &nv_methods_rankine,
      &nv_methods_rankine_tnl },
    { 0x4097, CURIE, NV_CLASS_ALWAYS, NV_CLASS_4097, &nv_methods_rankine,
      &nv_methods_curie },
    { 0x4497, CURIE, NV_CLASS_ALWAYS, NV_CLASS_4497, &nv_methods_rankine,
      &nv_methods_curie },
};

static bool has_chip(const NvPgraph *pg, unsigned chips)
{
    return chips >> pg->env->chip->fe & 1;
}

/* One or two of each word, or a part of one. */
static bool adds_vertices(const NvMethod *m)
{
    return m->action == nv_action_draw && !m->check && !m->mark[0] &&
           !m->mark[1] && (m->arg == NV_DRAW_ELEMENT16 ||
                           m->arg == NV_DRAW_ELEMENT32 ||
                           m->arg == NV_DRAW_INLINE);
}

/* Methods that name objects, and those of all classes, go one by one. */
static NvMethodRun run_of(const NvMethod *m, unsigned mthd, unsigned step)
{
    if (mthd < 0x200 || m->exists || m->before) {
        return NV_RUN_ALONE;
    }
    if (m->action == nv_action_param_load) {
        return NV_RUN_CONSTANT;
    }
    if (!m->action && !m->xf && !m->xf_addr && !m->attr_format) {
        return NV_RUN_STEPS;
    }
    if (step || m->map || m->xf || m->xf_addr || m->check >= NV_WARN_BITS ||
        (m->inside != NV_INSIDE_OK && m->inside != NV_INSIDE_FREE) ||
        (m->action && m->attr_format)) {
        return NV_RUN_ROW;
    }
    if (m->action) {
        return adds_vertices(m) ? NV_RUN_VERTICES : NV_RUN_ACTION;
    }
    return m->attr_format == NV_IDX_FLOAT && m->attr_size > 1 &&
           m->count == m->attr_size && m->stride == 4 && !m->check
           ? NV_RUN_FLOATS : NV_RUN_ATTR;
}

/* Word @i of the row's attribute, if the row is that alone. */
static NvIdxAttrWord attr_word(const NvPgraph *pg, const NvClassTable *table,
                               const NvMethod *m, NvMethodRun run, unsigned i)
{
    if ((run != NV_RUN_ATTR && run != NV_RUN_FLOATS) || m->check ||
        nv_chip_has(pg->env->chip, NV_CAP_FE_MARKS)) {
        return (NvIdxAttrWord) { 0 };
    }
    return nv_idx_attr_word(m->attr_format, m->attr_size,
                            nv_fe_attr_of(pg, table, m->attr), i);
}

static void fill(NvPgraph *pg, NvClassTable *table,
                 const NvMethodTable *methods, uint32_t bit)
{
    for (unsigned r = 0; r < methods->count; r++) {
        const NvMethod *m = &methods->rows[r];
        unsigned step;

        if ((m->classes && bit && !(m->classes & bit)) ||
            (m->chips && !has_chip(pg, m->chips))) {
            continue;
        }
        step = nv_fe_add_steps(pg, m);
        for (unsigned i = 0; i < m->count; i++) {
            unsigned at = (m->offset + i * m->stride) / 4;

            assert(at < NV_ARRAY_SIZE(table->method));
            assert(!table->method[at]);
            table->method[at] = m;
            table->index[at] = i;
            table->step[at] = step;
            table->run[at] = run_of(m, at * 4, step);
            if (table->run[at] == NV_RUN_STEPS) {
                table->state[at] = nv_fe_add_state(pg, m, step, i);
            }
            table->attr[at] = attr_word(pg, table, m, table->run[at], i);
        }
    }
}

bool nv_class_on_chip(const NvChip *chip, uint16_t class)
{
    for (const uint16_t *c = chip->classes; c && *c; c++) {
        if (*c == class) {
            return true;
        }
    }
    return false;
}

static void add_class(NvPgraph *pg, uint16_t class, NvClassWhere where,
                      const NvMethodTable *rows, uint32_t bit, bool is_3d)
{
    NvClassTable *table = &pg->classes[pg->nclasses];

    table->class = class;
    table->known = class != 0 && rows != &nv_methods_common;
    table->is_3d = is_3d;
    table->bit = bit;
    fill(pg, table, rows, bit);
    for (unsigned moved = 0; class && moved < 2; moved++) {
        if (class <= pg->class_mask &&
            where != (moved ? NV_CLASS_PLAIN : NV_CLASS_MOVED)) {
            pg->class_index[moved][class] = pg->nclasses;
        }
    }
    pg->nclasses++;
}

static void add_2d(NvPgraph *pg, const NvClass2d *list)
{
    for (const NvClass2d *c = list; c->class; c++) {
        if (has_chip(pg, c->chips)) {
            add_class(pg, c->class, c->where, c->table, c->bit, false);
        }
    }
}

static unsigned count_2d(const NvClass2d *list)
{
    unsigned n = 0;

    while (list[n].class) {
        n++;
    }
    return n;
}

/* Table 0 is for all classes without one. */
void nv_classes_init(NvPgraph *pg)
{
    const NvChip *chip = pg->env->chip;
    unsigned most = 1 + NV_ARRAY_SIZE(class_rows) +
                    count_2d(nv_classes_ctx) + count_2d(nv_classes_2d) +
                    count_2d(nv_classes_image);

    assert(most <= UINT8_MAX);
    /* Chips without long class numbers drop their upper bits (hw). */
    pg->class_mask = 0xff;
    for (const uint16_t *c = chip->classes; c && *c; c++) {
        pg->class_mask |= *c > 0xfff ? 0xffff : *c > 0xff ? 0xfff : 0;
    }
    pg->classes = g_new0(NvClassTable, most);
    pg->nclasses = 0;
    for (unsigned moved = 0; moved < 2; moved++) {
        pg->class_index[moved] = g_new0(uint8_t, pg->class_mask + 1);
    }
    add_class(pg, 0, NV_CLASS_ALWAYS, &nv_methods_common, NV_CLASS_OTHER,
              false);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(class_rows); i++) {
        if (nv_class_on_chip(chip, class_rows[i].class) &&
            has_chip(pg, class_rows[i].chips)) {
            add_class(pg, class_rows[i].class, class_rows[i].where,
                      class_rows[i].table, class_rows[i].bit, true);
            if (class_rows[i].more) {
                fill(pg, &pg->classes[pg->nclasses - 1], class_rows[i].more,
                     class_rows[i].bit);
            }
        }
    }
    add_2d(pg, nv_classes_ctx);
    add_2d(pg, nv_classes_2d);
    add_2d(pg, nv_classes_image);
}

void nv_classes_free(NvPgraph *pg)
{
    g_clear_pointer(&pg->classes, g_free);
    g_clear_pointer(&pg->steps, g_array_unref);
    g_clear_pointer(&pg->states, g_array_unref);
    g_clear_pointer(&pg->maps, g_array_unref);
    g_clear_pointer(&pg->class_index[0], g_free);
    g_clear_pointer(&pg->class_index[1], g_free);
    pg->nclasses = 0;
}

const NvClassTable *nv_class_find(const NvPgraph *pg, uint32_t class)
{
    bool moved = NV_PG_GET(pg, DEBUG_D, CLASSES_MOVED);

    return &pg->classes[pg->class_index[moved][class & pg->class_mask]];
}
