/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which rows make up a class on a chip, and their direct index by method.
 *
 * Which chip has which class: public hardware models (envytools); the lists
 * themselves are in card/chips.c.
 */
#include "pgraph/2d/methods.h"

static const struct {
    uint16_t class;
    bool is_3d;
    uint32_t bit;                   /* NV_CLASS_* of its rows */
    uint64_t need;                  /* the family that has it like this */
    const NvMethodTable *table;
    NvClassWhere where;
    const NvMethodTable *more;
} class_rows[] = {
    { 0x097, true, NV_CLASS_97, NV_CAP_KELVIN_FE, &nv_methods_kelvin,
      NV_CLASS_ALWAYS },
    { 0x597, true, NV_CLASS_597, NV_CAP_KELVIN_FE, &nv_methods_kelvin,
      NV_CLASS_ALWAYS },
    { 0x48, true, NV_CLASS_48, NV_CAP_FE_CELSIUS, &nv_methods_d3d3,
      NV_CLASS_ALWAYS },
    { 0x54, true, NV_CLASS_54, NV_CAP_FE_CELSIUS, &nv_methods_d3d5,
      NV_CLASS_ALWAYS },
    { 0x55, true, NV_CLASS_55, NV_CAP_FE_CELSIUS, &nv_methods_d3d6,
      NV_CLASS_ALWAYS },
    { 0x94, true, NV_CLASS_94, NV_CAP_FE_CELSIUS, &nv_methods_d3d5,
      NV_CLASS_ALWAYS },
    { 0x95, true, NV_CLASS_95, NV_CAP_FE_CELSIUS, &nv_methods_d3d6,
      NV_CLASS_ALWAYS },
    /* Class 0x56 has another number in a mode of DEBUG_D. */
    { 0x56, true, NV_CLASS_56, NV_CAP_FE_CELSIUS, &nv_methods_celsius,
      NV_CLASS_PLAIN },
    { 0x85, true, NV_CLASS_56, NV_CAP_FE_CELSIUS, &nv_methods_celsius,
      NV_CLASS_MOVED },
    { 0x96, true, NV_CLASS_96, NV_CAP_FE_CELSIUS, &nv_methods_celsius,
      NV_CLASS_ALWAYS },
    { 0x98, true, NV_CLASS_98, NV_CAP_FE_CELSIUS, &nv_methods_celsius,
      NV_CLASS_ALWAYS },
    { 0x99, true, NV_CLASS_99, NV_CAP_FE_CELSIUS, &nv_methods_celsius,
      NV_CLASS_ALWAYS },
    { 0x56, true, NV_CLASS_56, NV_CAP_KELVIN_FE, &nv_methods_celsius_kelvin,
      NV_CLASS_PLAIN },
    { 0x85, true, NV_CLASS_56, NV_CAP_KELVIN_FE, &nv_methods_celsius_kelvin,
      NV_CLASS_MOVED },
    { 0x96, true, NV_CLASS_96, NV_CAP_KELVIN_FE, &nv_methods_celsius_kelvin,
      NV_CLASS_ALWAYS },
    { 0x097, true, NV_CLASS_97, NV_CAP_FE_RANKINE, &nv_methods_kelvin,
      NV_CLASS_ALWAYS },
    { 0x597, true, NV_CLASS_597, NV_CAP_FE_RANKINE, &nv_methods_kelvin,
      NV_CLASS_ALWAYS },
    { 0x397, true, NV_CLASS_397, NV_CAP_FE_RANKINE, &nv_methods_rankine,
      NV_CLASS_ALWAYS, &nv_methods_rankine_tnl },
    { 0x497, true, NV_CLASS_497, NV_CAP_FE_RANKINE, &nv_methods_rankine,
      NV_CLASS_ALWAYS, &nv_methods_rankine_tnl },
    { 0x697, true, NV_CLASS_697, NV_CAP_FE_RANKINE, &nv_methods_rankine,
      NV_CLASS_ALWAYS, &nv_methods_rankine_tnl },
    { 0x3597, true, NV_CLASS_3597, NV_CAP_FE_CURIE, &nv_methods_rankine,
      NV_CLASS_ALWAYS, &nv_methods_rankine_tnl },
    { 0x4097, true, NV_CLASS_4097, NV_CAP_FE_CURIE, &nv_methods_rankine,
      NV_CLASS_ALWAYS, &nv_methods_curie },
    { 0x4497, true, NV_CLASS_4497, NV_CAP_FE_CURIE, &nv_methods_rankine,
      NV_CLASS_ALWAYS, &nv_methods_curie },
};

static void fill(NvPgraph *pg, NvClassTable *table,
                 const NvMethodTable *methods, uint32_t bit)
{
    uint64_t caps = pg->env->chip->caps;

    for (unsigned r = 0; r < methods->count; r++) {
        const NvMethod *m = &methods->rows[r];
        unsigned step;

        if ((m->classes && bit && !(m->classes & bit)) ||
            (caps & m->need) != m->need || (caps & m->lack)) {
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
    const NvChip *chip = pg->env->chip;

    for (const NvClass2d *c = list; c->class; c++) {
        if (nv_chip_has(chip, c->need) && !(chip->caps & c->lack)) {
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
            nv_chip_has(chip, class_rows[i].need)) {
            add_class(pg, class_rows[i].class, class_rows[i].where,
                      class_rows[i].table, class_rows[i].bit,
                      class_rows[i].is_3d);
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
    g_clear_pointer(&pg->class_index[0], g_free);
    g_clear_pointer(&pg->class_index[1], g_free);
    pg->nclasses = 0;
}

const NvClassTable *nv_class_find(const NvPgraph *pg, uint32_t class)
{
    bool moved = NV_PG(pg, DEBUG_D) & NV_DEBUG_D_MOVED;

    return &pg->classes[pg->class_index[moved][class & pg->class_mask]];
}
