/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-state doc: the pages of registers, bundles and methods, from the same
 * tables that the card runs on.  What chips have in common is said once.
 */
#include "pgraph/fe.h"
#include "words/fields.h"
#include "tools/nv-state/nv-state-doc.h"

/* --- chips --- */

static const char *const columns[NV_FE_COLUMNS] = {
    "NV10", "NV15", "NV17", "NV20", "NV25", "NV30", "NV34", "NV40",
};

static const struct {
    const char *name;
    unsigned mask;
} groups[] = {
    { "all", NV_BIT(NV_FE_COLUMNS) - 1 },
    { "Celsius", NV_BIT(NV_FE_NV10) | NV_BIT(NV_FE_NV15) | NV_BIT(NV_FE_NV17) },
    { "Kelvin", NV_BIT(NV_FE_NV20) | NV_BIT(NV_FE_NV25) },
    { "Rankine", NV_BIT(NV_FE_NV30) | NV_BIT(NV_FE_NV34) },
    { "Curie", NV_BIT(NV_FE_NV40) },
};

/* Of a bit for each column: "Kelvin, NV30". */
static char *chips_text(unsigned chips)
{
    GString *out = g_string_new(NULL);

    for (unsigned g = 0; g < NV_ARRAY_SIZE(groups); g++) {
        if ((chips & groups[g].mask) == groups[g].mask) {
            g_string_append_printf(out, "%s%s", out->len ? ", " : "",
                                   groups[g].name);
            chips &= ~groups[g].mask;
        }
        for (unsigned c = 0; g && c < NV_FE_COLUMNS; c++) {
            if (chips & groups[g].mask & NV_BIT(c)) {
                g_string_append_printf(out, "%s%s", out->len ? ", " : "",
                                       columns[c]);
            }
        }
    }
    return g_string_free(out, FALSE);
}

/* The first chip of a column. */
static const NvChip *chip_of(NvFeColumn fe)
{
    for (const NvChip *c = nv_chips(); c->name; c++) {
        if (c->fe == fe && (c->caps & NV_CAP_FE)) {
            return c;
        }
    }
    return NULL;
}

/* --- fields --- */

/* Lists of values that the page has named so far. */
static GPtrArray *lists;        /* of NvFieldRow, one a list */

static char *values_text(const NvFieldRow *f)
{
    if (!nv_field_has_list(f)) {
        return g_strdup(nv_field_values(f));
    }
    for (unsigned i = 0; i < lists->len; i++) {
        if (nv_field_values(g_ptr_array_index(lists, i)) ==
            nv_field_values(f)) {
            f = g_ptr_array_index(lists, i);
        }
    }
    if (!g_ptr_array_find(lists, f, NULL)) {
        g_ptr_array_add(lists, (void *)f);
    }
    return g_strdup_printf("`%s`_", nv_field_values(f));
}

static void value_lists(void)
{
    static const char *const heads[] = { "value", "name" };

    for (unsigned i = 0; i < lists->len; i++) {
        const NvFieldRow *f = g_ptr_array_index(lists, i);
        NvDocTable *t = nv_doc_table(2, heads);

        nv_doc_title(nv_field_values(f), '-');
        for (unsigned v = 0; v < 256; v++) {
            if (nv_field_value_name(f, v)) {
                nv_doc_cell(t, g_strdup_printf("0x%02x", v));
                nv_doc_cell(t, g_strdup(nv_field_value_name(f, v)));
            }
        }
        nv_doc_print(t);
    }
}

static void fields(const char *word, unsigned chips)
{
    static const char *const heads[] = { "bits", "field", "chips", "values" };
    NvDocTable *t = NULL;
    const NvFieldRow *f;

    for (unsigned i = 0; (f = nv_field_row(i)); i++) {
        unsigned low = nv_field_low(f), width = nv_field_width(f);
        unsigned have = nv_field_chips(f) & chips;

        if (strcmp(nv_field_word(f), word) || !have) {
            continue;
        }
        t = t ? t : nv_doc_table(4, heads);
        nv_doc_cell(t, width > 1 ?
                    g_strdup_printf("%u:%u", low + width - 1, low) :
                    g_strdup_printf("%u", low));
        nv_doc_cell(t, g_strdup(nv_field_name(f)));
        nv_doc_cell(t, have == chips ? g_strdup("all") : chips_text(have));
        nv_doc_cell(t, values_text(f));
    }
    if (t) {
        nv_doc_print(t);
    }
}

/* --- bundles --- */

static void bundle(NvBundle b, unsigned elements)
{
    static const char *const heads[] = {
        "number", "elements", "chips", "bits kept",
    };
    NvDocTable *t = nv_doc_table(4, heads);
    unsigned left = 0, have = 0;
    static const NvGeneration gen[NV_FE_COLUMNS] = {
        NV_CELSIUS, NV_CELSIUS, NV_CELSIUS, NV_KELVIN, NV_KELVIN, NV_RANKINE,
        NV_RANKINE, NV_CURIE,
    };

    for (unsigned fe = 0; fe < NV_FE_COLUMNS; fe++) {
        if (nv_bundle_number(gen[fe], b) != NV_BUNDLE_NO_NUMBER) {
            left |= NV_BIT(fe);
        }
        if (nv_bundle_mask(fe, b)) {
            have |= NV_BIT(fe);
        }
    }
    nv_doc_title(nv_bundle_name(b), '-');
    for (unsigned fe = 0; fe < NV_FE_COLUMNS; fe++) {
        uint32_t number = nv_bundle_number(gen[fe], b);
        unsigned same = 0, n = 0;

        if (!(left & NV_BIT(fe))) {
            continue;
        }
        for (unsigned other = fe; other < NV_FE_COLUMNS; other++) {
            if (nv_bundle_number(gen[other], b) == number &&
                nv_bundle_mask(other, b) == nv_bundle_mask(fe, b) &&
                nv_bundle_number(gen[other], b + elements - 1) ==
                nv_bundle_number(gen[fe], b + elements - 1)) {
                same |= NV_BIT(other);
            }
        }
        while (n < elements &&
               nv_bundle_number(gen[fe], b + n) != NV_BUNDLE_NO_NUMBER) {
            n++;
        }
        nv_doc_cell(t, g_strdup_printf("0x%03x", number));
        nv_doc_cell(t, g_strdup_printf("%u", n));
        nv_doc_cell(t, chips_text(same & left));
        nv_doc_cell(t, nv_bundle_mask(fe, b) ?
                    g_strdup_printf("0x%08x", nv_bundle_mask(fe, b)) :
                    g_strdup(nv_bundle_is_trigger(b) ? "trigger" : "none"));
        left &= ~same;
    }
    nv_doc_print(t);
    fields(nv_bundle_name(b), have);
}

static void doc_bundles(void)
{
    nv_doc_page("Pipeline bundles", "bundles");
    puts("A bundle is a number and a word that FE sends down the pipeline.  "
         "FE keeps the\nlast word of each in a shadow register, at 0x400e00 + "
         "4 * number on Celsius and\n0x401800 + 4 * number from Kelvin on; "
         "writing it sends the bundle again.\nTriggers are not kept.\n");
    for (unsigned b = 0, next; b < NV_BUNDLE_COUNT; b = next) {
        for (next = b + 1; next < NV_BUNDLE_COUNT && nv_bundle_element(next);
             next++) {
        }
        bundle(b, next - b);
    }
    value_lists();
}

/* --- registers --- */

typedef struct Place {
    unsigned fe;
    NvReg row;              /* the card is gone by then */
} Place;

static bool same_place(const NvReg *a, const NvReg *b)
{
    return a->offset == b->offset && a->count == b->count &&
           a->stride == b->stride && a->mask == b->mask &&
           a->ones == b->ones && a->w1c == b->w1c;
}

static char *elements_text(const NvReg *reg)
{
    return reg->count <= 1 ? g_strdup("1") :
           reg->stride == 4 || !reg->stride ?
           g_strdup_printf("%u", reg->count) :
           g_strdup_printf("%u, each %u bytes", reg->count, reg->stride);
}

static char *access_text(const NvReg *reg)
{
    GString *out = g_string_new(NULL);

    if (reg->ones) {
        g_string_append_printf(out, "0x%08x reads 1", reg->ones);
    }
    if (reg->w1c) {
        g_string_append_printf(out, "%s0x%08x cleared by 1",
                               out->len ? ", " : "", reg->w1c);
    }
    if (reg->read || reg->write) {
        g_string_append_printf(out, "%s%s", out->len ? ", " : "",
                               !reg->read ? "writing acts" :
                               !reg->write ? "reading acts" :
                               "reading and writing act");
    }
    return g_string_free(out, FALSE);
}

/* All rows of one name. */
static void reg_section(const char *name, GArray *places)
{
    static const char *const heads[] = {
        "address", "elements", "chips", "writable", "beside that",
    };
    NvDocTable *t = nv_doc_table(5, heads);
    unsigned have = 0;

    nv_doc_title(name, '-');
    for (unsigned i = 0; i < places->len; i++) {
        const Place *p = &g_array_index(places, Place, i);
        unsigned same = 0;
        bool said = false;

        if (strcmp(p->row.name, name)) {
            continue;
        }
        have |= NV_BIT(p->fe);
        for (unsigned k = 0; k < places->len; k++) {
            const Place *o = &g_array_index(places, Place, k);

            if (!strcmp(o->row.name, name) && same_place(&p->row, &o->row)) {
                said |= k < i;
                same |= NV_BIT(o->fe);
            }
        }
        if (!said) {
            nv_doc_cell(t, g_strdup_printf("0x%06x", 0x400000 + p->row.offset));
            nv_doc_cell(t, elements_text(&p->row));
            nv_doc_cell(t, chips_text(same));
            nv_doc_cell(t, g_strdup_printf("0x%08x", p->row.mask));
            nv_doc_cell(t, access_text(&p->row));
        }
    }
    nv_doc_print(t);
    fields(name, have);
}

static void add_places(GArray *places, NvFeColumn fe)
{
    NvCard *card = nv_state_card(chip_of(fe), 64u << 20, NULL);
    const NvRegs *regs = &card->pgraph.regs;

    for (uint32_t at = 0; at < regs->size; at += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(regs, at, &index);

        if (reg && !index && !(reg->home >= NV_PGRAPH_SHADOWS &&
                               reg->home < NV_PGRAPH_SHADOWS_END)) {
            Place p = { fe, *reg };

            g_array_append_val(places, p);
        }
    }
    nv_card_free(card);
}

/* In the order of Kelvin's addresses, then those that it does not have. */
static void doc_registers(void)
{
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(Place));
    g_autoptr(GHashTable) said = g_hash_table_new(g_str_hash, g_str_equal);

    static const NvFeColumn order[] = {
        NV_FE_NV20, NV_FE_NV25, NV_FE_NV10, NV_FE_NV15, NV_FE_NV17,
        NV_FE_NV30, NV_FE_NV34, NV_FE_NV40,
    };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(order); i++) {
        add_places(places, order[i]);
    }
    nv_doc_page("Registers of PGRAPH", "registers");
    puts("By their addresses on Kelvin, then those that Kelvin does not "
         "have.  Shadow\nregisters of bundles are in `pgraph-bundles "
         "<pgraph-bundles.rst>`_.\n");
    for (unsigned i = 0; i < places->len; i++) {
        const char *name = g_array_index(places, Place, i).row.name;

        if (g_hash_table_add(said, (void *)name)) {
            reg_section(name, places);
        }
    }
    value_lists();
}

/* --- the command --- */

int nv_state_command_doc(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "registers|bundles|methods", 1, 1,
        "Prints a reference page as reST, from the tables that "
        "the card runs on.\n\n  nv-state doc bundles",
    };
    static const struct {
        const char *name;
        void (*print)(void);
    } pages[] = {
        { "registers", doc_registers }, { "bundles", doc_bundles },
        { "methods", nv_doc_methods },
    };

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error)) {
        return EXIT_TROUBLE;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(pages); i++) {
        if (!strcmp(argv[1], pages[i].name)) {
            lists = g_ptr_array_new();
            pages[i].print();
            g_ptr_array_unref(lists);
            return EXIT_FINE;
        }
    }
    g_set_error(error, NV_TOOL_ERROR, 0, "there is no page \"%s\"; there is "
                "registers, bundles, methods", argv[1]);
    return EXIT_TROUBLE;
}
