/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What others call methods; the tables name where from. */
#include "pgraph/names.h"
#include "words/method-names-kelvin.h"
#include "words/method-names.h"

typedef struct Row {
    uint16_t offset, count, step;
    const char *name;
} Row;

#define X(offset, count, step, name) { offset, count, step, name },
static const Row nv097[] = { NV_NAMES_NV097(X) };
static const Row nv20[] = { NV_NAMES_NV20_3D(X) };
static const Row nv10[] = { NV_NAMES_NV10_3D(X) };
static const Row nv30[] = { NV_NAMES_NV30_3D(X) };
static const Row nv40[] = { NV_NAMES_NV40_3D(X) };
#undef X

/* Of some classes' methods all names that begin alike. */
static const struct {
    const char *prefix;
    const Row *rows;
    unsigned count;
    uint32_t classes;
} books[] = {
    { "NV097_", nv097, NV_ARRAY_SIZE(nv097), NV_CLASS_97 | NV_CLASS_597 },
    { "NV20_3D_", nv20, NV_ARRAY_SIZE(nv20), NV_CLASS_97 | NV_CLASS_597 },
    { "NV10_3D_", nv10, NV_ARRAY_SIZE(nv10),
      NV_CLASS_56 | NV_CLASS_96 | NV_CLASS_98 | NV_CLASS_99 },
    { "NV30_3D_", nv30, NV_ARRAY_SIZE(nv30),
      NV_CLASSES_RANKINE | NV_CLASSES_CURIE },
    { "NV40_3D_", nv40, NV_ARRAY_SIZE(nv40), NV_CLASSES_CURIE },
};

static const Row *find(const Row *rows, unsigned count, uint32_t mthd,
                       unsigned *index)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t into = mthd - rows[i].offset;

        if (mthd >= rows[i].offset && into % rows[i].step == 0 &&
            into / rows[i].step < rows[i].count) {
            *index = into / rows[i].step;
            return &rows[i];
        }
    }
    return NULL;
}

bool nv_method_other_name(uint32_t classes, uint32_t mthd,
                          const NvMethodView *view, unsigned which,
                          NvMethodName *name)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(books); i++) {
        unsigned index = 0;
        const Row *row = books[i].classes & classes ?
                         find(books[i].rows, books[i].count, mthd, &index) :
                         NULL;
        bool many = row && row->count > 1;

        /* Of an element of ours they may name the first alone. */
        if (!row && (books[i].classes & classes)) {
            row = find(books[i].rows, books[i].count, view->first, &index);
            many = true;
            index = view->index;
        }
        if (row && !which--) {
            *name = (NvMethodName) { books[i].prefix, row->name, index, many };
            return true;
        }
    }
    return false;
}

void nv_method_append_names(uint32_t classes, uint32_t mthd,
                            const NvMethodView *view, GString *out)
{
    NvMethodName name;

    for (unsigned i = 0;
         nv_method_other_name(classes, mthd, view, i, &name); i++) {
        g_string_append_printf(out, "%s%s%s", i ? " " : "", name.prefix,
                               name.name);
        if (name.many) {
            g_string_append_printf(out, "[%u]", name.index);
        }
    }
}

static uint32_t bit_of(const NvPgraph *pg, uint32_t class)
{
    return nv_class_find(pg, class)->bit;
}

void nv_pgraph_append_names(const NvPgraph *pg, uint32_t mthd,
                            const NvMethodView *view, GString *out)
{
    if (view->name) {
        nv_method_append_names(bit_of(pg, view->class), mthd, view, out);
    }
}

bool nv_pgraph_is_called(const NvPgraph *pg, uint32_t mthd,
                         const NvMethodView *view, const char *called,
                         unsigned *index)
{
    uint32_t bit = view->name ? bit_of(pg, view->class) : 0;
    NvMethodName name;

    *index = view->index;
    if (view->name && !g_ascii_strcasecmp(view->name, called)) {
        return true;
    }
    for (unsigned i = 0; nv_method_other_name(bit, mthd, view, i, &name);
         i++) {
        size_t len = strlen(name.prefix);

        if (!g_ascii_strncasecmp(name.prefix, called, len) &&
            !g_ascii_strcasecmp(name.name, called + len)) {
            *index = name.index;
            return true;
        }
    }
    return false;
}
