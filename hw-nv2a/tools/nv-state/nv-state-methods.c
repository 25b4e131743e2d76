/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-state doc methods: classes and their method rows.  What classes have in
 * common is said once.
 */
#include "pgraph/fe.h"
#include "pgraph/names.h"
#include "tools/nv-state/nv-state-doc.h"

/* A class on a chip. */
typedef struct Owner {
    uint16_t class;
    const NvChip *chip;
    const NvCard *card;
    const NvClassTable *table;
    bool is_3d;
} Owner;

static bool owner_has(const Owner *o, const NvMethod *m)
{
    return o->table->method[m->offset / 4] == m ||
           (m->count && o->table->method[(m->offset + (m->count - 1) *
                                          m->stride) / 4] == m);
}

/* How many rows of @a are also in @b. */
static void shared_rows(const Owner *a, const Owner *b, unsigned *count,
                        unsigned *shared)
{
    const NvMethod *last = NULL;

    *count = *shared = 0;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(a->table->method); i++) {
        const NvMethod *m = a->table->method[i];

        if (m && m != last) {
            (*count)++;
            *shared += owner_has(b, m);
            last = m;
        }
    }
}

static void append(GString *out, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void append(GString *out, const char *format, ...)
{
    va_list ap;

    g_string_append(out, out->len ? ", " : "");
    va_start(ap, format);
    g_string_append_vprintf(out, format, ap);
    va_end(ap);
}

static char *accepts_text(const NvMethod *m)
{
    GString *out = g_string_new(NULL);
    bool warns = m->check >= NV_WARN_BITS;

    switch (m->check) {
    case NV_CHECK_NONE:
        return g_string_free(g_string_append(out, "any"), FALSE);
    case NV_CHECK_BITS:
    case NV_WARN_BITS:
        append(out, "bits 0x%08x", m->arg);
        break;
    case NV_CHECK_BELOW:
    case NV_WARN_BELOW:
    case NV_WARN_RANGE:
        append(out, "below 0x%x", m->arg);
        break;
    case NV_CHECK_ENUM:
    case NV_WARN_ENUM:
        for (unsigned i = 0; m->map && i < m->map->count; i++) {
            append(out, "0x%x", m->map->pair[i].in);
            if (m->map->pair[i].out != m->map->pair[i].in) {
                g_string_append_printf(out, " as %u", m->map->pair[i].out);
            }
        }
        break;
    default:
        append(out, "by a rule");
    }
    g_string_append(out, warns ? "; else warns" : "");
    return g_string_free(out, FALSE);
}

static const char *word_name(const NvCard *card, unsigned word)
{
    const NvRegs *regs = &card->pgraph.regs;

    if (word < NV_BUNDLE_COUNT) {
        return nv_bundle_name(word);
    }
    for (uint32_t at = 0; at < regs->size; at += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(regs, at, &index);

        if (reg && nv_reg_slot(reg, index) == (word & ~NV_WORD_REG)) {
            return reg->name;
        }
    }
    return "a register";
}

static void bits_text(GString *out, unsigned low, unsigned width)
{
    if (width == 1) {
        g_string_append_printf(out, ".%u", low);
    } else if (width < 32) {
        g_string_append_printf(out, ".%u:%u", low + width - 1, low);
    }
}

/* Of NvXfCommand. */
static const char *const xf_commands[] = {
    [NV_XF_VAB] = "VAB", [NV_XF_XFPR] = "XFPR", [NV_XF_PARAM] = "PARAM",
    [NV_XF_PASSTHRU] = "PASSTHRU", [NV_XF_RUN] = "RUN", [NV_XF_MODE] = "MODE",
    [NV_XF_XTRA] = "XTRA", [NV_XF_XFCTX] = "XFCTX", [NV_XF_LTCTX] = "LTCTX",
    [NV_XF_LTC0] = "LTC0", [NV_XF_LTC1] = "LTC1", [NV_XF_LTC2] = "LTC2",
    [NV_XF_LTC3] = "LTC3", [NV_XF_SYNC] = "SYNC",
};

/* Bits of an effect on one chip: "CONFIG_A.27 = value.16"; NULL: none. */
static char *place_text(const NvCard *card, const NvEffect *e)
{
    const NvPlace *first = &card->pgraph.places[e->first];
    const NvPlace *last = &card->pgraph.places[e->last];
    unsigned width = last->low + last->width - first->low;
    GString *out;

    if (e->kind == NV_EFFECT_WORD) {
        return g_strdup(nv_bundle_name(e->word));
    }
    if (!first->mask) {
        return NULL;
    }
    out = g_string_new(word_name(card, first->word));
    bits_text(out, first->low, width);
    if (e->kind != NV_EFFECT_VALUE) {
        g_string_append(out, e->kind == NV_EFFECT_ZEROS ? " = 0" : " = ones");
    } else if (e->src) {
        g_string_append(out, " = value");
        bits_text(out, e->src, width);
    }
    return g_string_free(out, FALSE);
}

/* Each place once that it has on chips with the row. */
static void append_effect(GString *out, const GArray *all, const NvMethod *m,
                          const NvEffect *e)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal,
                                                       g_free, NULL);

    for (unsigned i = 0; i < all->len; i++) {
        const Owner *o = &g_array_index(all, Owner, i);
        char *text = owner_has(o, m) ? place_text(o->card, e) : NULL;

        if (text && !g_hash_table_contains(seen, text)) {
            append(out, "%s", text);
            g_hash_table_add(seen, text);
        } else {
            g_free(text);
        }
    }
}

static char *effect_text(const GArray *all, const NvMethod *m)
{
    GString *out = g_string_new(NULL);

    for (unsigned i = 0; i < NV_ARRAY_SIZE(m->effect) && m->effect[i].kind;
         i++) {
        append_effect(out, all, m, &m->effect[i]);
    }
    if (m->xf) {
        append(out, "XF %s 0x%x", m->xf < NV_ARRAY_SIZE(xf_commands) &&
               xf_commands[m->xf] ? xf_commands[m->xf] : "command",
               m->xf_addr);
    }
    if (m->attr_format) {
        append(out, "%u of attribute %u", m->attr_size, m->attr);
    }
    if (m->action) {
        append(out, "acts");
    }
    return g_string_free(out, FALSE);
}

/* Which classes and chips of @all have the row, if not all have it. */
static char *where_text(const GArray *all, const NvMethod *m)
{
    GString *out = g_string_new(NULL);
    bool everywhere = true;

    for (unsigned i = 0; i < all->len; i++) {
        everywhere &= owner_has(&g_array_index(all, Owner, i), m);
    }
    for (unsigned i = 0; !everywhere && i < all->len; ) {
        uint16_t class = g_array_index(all, Owner, i).class;
        g_autoptr(GString) chips = g_string_new(NULL);
        bool whole = true;

        for (; i < all->len && g_array_index(all, Owner, i).class == class;
             i++) {
            const Owner *o = &g_array_index(all, Owner, i);

            whole &= owner_has(o, m);
            if (owner_has(o, m)) {
                g_string_append_printf(chips, " %s", o->chip->name);
            }
        }
        if (chips->len) {
            append(out, "0x%02x%s%s", class, whole ? "" : " on",
                   whole ? "" : chips->str);
        }
    }
    return g_string_free(out, FALSE);
}

static char *owners_text(const GArray *all)
{
    GString *out = g_string_new(NULL);

    for (unsigned i = 0; i < all->len; i++) {
        const Owner *o = &g_array_index(all, Owner, i);
        bool first = !i || g_array_index(all, Owner, i - 1).class != o->class;

        if (!first) {
            g_string_append_printf(out, " %s", o->chip->name);
        } else {
            g_string_append_printf(out, "%s0x%02x on %s", i ? ";\n" : "",
                                   o->class, o->chip->name);
        }
    }
    return g_string_free(out, FALSE);
}

static int by_offset(const void *a, const void *b)
{
    const NvMethod *x = *(const NvMethod *const *)a;
    const NvMethod *y = *(const NvMethod *const *)b;

    return x->offset != y->offset ? x->offset - y->offset :
           strcmp(x->name, y->name);
}

static char *class_title(const GArray *all)
{
    GString *out = g_string_new(NULL);
    unsigned last = 0;

    for (unsigned i = 0; i < all->len; i++) {
        unsigned class = g_array_index(all, Owner, i).class;

        if (!class) {
            append(out, "Objects of any class");
        } else if (class != last) {
            append(out, "%s0x%02x", last ? "" : "Class ", class);
        }
        last = class;
        if (!class) {
            break;
        }
    }
    return g_string_free(out, FALSE);
}

/* Every row of the owners, once. */
static GPtrArray *rows_of(const GArray *all)
{
    GPtrArray *rows = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);

    for (unsigned i = 0; i < all->len; i++) {
        const Owner *o = &g_array_index(all, Owner, i);

        for (unsigned at = 0; at < NV_ARRAY_SIZE(o->table->method); at++) {
            const NvMethod *m = o->table->method[at];

            if (m && g_hash_table_add(seen, (void *)m)) {
                g_ptr_array_add(rows, (void *)m);
            }
        }
    }
    g_ptr_array_sort(rows, by_offset);
    return rows;
}

/* What others call it: the names of all owners that have the row. */
static char *elsewhere_text(const GArray *all, const NvMethod *m)
{
    const NvMethodView view = { .first = m->offset };
    GString *out = g_string_new(NULL);
    uint32_t classes = 0;

    for (unsigned i = 0; i < all->len; i++) {
        const Owner *o = &g_array_index(all, Owner, i);

        classes |= owner_has(o, m) ? o->table->bit : 0;
    }
    nv_method_append_names(classes, m->offset, &view, out);
    return g_string_free(out, FALSE);
}

static void method_section(const GArray *all)
{
    static const char *const heads[] = {
        "method", "elements", "name", "accepts", "sets", "only", "elsewhere",
    };
    g_autoptr(GPtrArray) rows = rows_of(all);
    g_autofree char *head = class_title(all);
    g_autofree char *owners = owners_text(all);
    NvDocTable *t = nv_doc_table(7, heads);

    nv_doc_title(head, '-');
    if (g_array_index(all, Owner, 0).class) {
        printf("%s.\n\n", owners);
    }
    for (unsigned i = 0; i < rows->len; i++) {
        const NvMethod *m = g_ptr_array_index(rows, i);

        nv_doc_cell(t, g_strdup_printf("0x%04x", m->offset));
        nv_doc_cell(t, m->count > 1 && m->stride != 4 ?
                    g_strdup_printf("%u, each %u bytes", m->count, m->stride) :
                    g_strdup_printf("%u", m->count));
        nv_doc_cell(t, g_strdup(m->name));
        nv_doc_cell(t, accepts_text(m));
        nv_doc_cell(t, effect_text(all, m));
        nv_doc_cell(t, where_text(all, m));
        nv_doc_cell(t, elsewhere_text(all, m));
    }
    nv_doc_print_csv(t);
}

static int by_class(const void *a, const void *b)
{
    const Owner *x = a, *y = b;

    return x->is_3d != y->is_3d ? x->is_3d - y->is_3d :
           x->class != y->class ? x->class - y->class :
           x->chip < y->chip ? -1 : x->chip > y->chip;
}

/* Sections: classes that share most rows with the first of a section. */
void nv_doc_methods(void)
{
    g_autoptr(GPtrArray) cards =
        g_ptr_array_new_with_free_func((GDestroyNotify)nv_card_free);
    g_autoptr(GArray) owners = g_array_new(FALSE, FALSE, sizeof(Owner));
    g_autoptr(GPtrArray) sections =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);

    for (const NvChip *c = nv_chips(); c->name; c++) {
        NvCard *card = c->caps & NV_CAP_FE ?
                       nv_state_card(c, 64u << 20, NULL) : NULL;

        for (unsigned i = 0; card && i < card->pgraph.nclasses; i++) {
            const NvClassTable *table = &card->pgraph.classes[i];
            Owner o = { table->class, c, card, table, table->is_3d };

            g_array_append_val(owners, o);
        }
        if (card) {
            g_ptr_array_add(cards, card);
        }
    }
    g_array_sort(owners, by_class);
    for (unsigned i = 0; i < owners->len; i++) {
        const Owner *o = &g_array_index(owners, Owner, i);
        GArray *home = NULL;

        for (unsigned s = 0; s < sections->len && !home; s++) {
            GArray *section = g_ptr_array_index(sections, s);
            const Owner *first = &g_array_index(section, Owner, 0);
            unsigned count, shared;

            shared_rows(o, first, &count, &shared);
            if (!o->class == !first->class && o->is_3d == first->is_3d &&
                (o->class == first->class || shared * 2 > count)) {
                home = section;
            }
        }
        if (!home) {
            home = g_array_new(FALSE, FALSE, sizeof(Owner));
            g_ptr_array_add(sections, home);
        }
        g_array_append_val(home, *o);
    }
    nv_doc_page("Methods of graphics objects", "methods");
    puts("Classes that share most of their methods share a section; the last "
         "column says\nwhere a method is if it is not everywhere in the "
         "section.  ``CONFIG_B.8`` is a\nbit of a bundle or register; see "
         "`pgraph-bundles <pgraph-bundles.rst>`_ and\n`pgraph-registers "
         "<pgraph-registers.rst>`_.  What is not accepted raises DATA_ERROR\n"
         "if it does not warn; \"acts\" is more than a state word.\n");
    for (unsigned s = 0; s < sections->len; s++) {
        method_section(g_ptr_array_index(sections, s));
    }
}
