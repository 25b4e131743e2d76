/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A saved state as words with names: registers by their rows, bundles by
 * theirs, everything else by the names that units save it under.
 */
#include "pgraph/fe.h"
#include "words/fields.h"
#include "tools/nv-state/nv-state.h"

static void word_free(void *word)
{
    g_free(((NvStateWord *)word)->key);
    g_free(word);
}

void nv_state_words_free(NvStateWords *words)
{
    g_ptr_array_unref(words->list);
    g_hash_table_unref(words->by_key);
    g_free(words);
}

/* Takes @key. */
static void add(NvStateWords *words, char *key, const char *word,
                uint64_t value, unsigned bytes, bool is_float)
{
    NvStateWord *w = g_new(NvStateWord, 1);

    *w = (NvStateWord) { key, word, value, bytes, is_float };
    g_ptr_array_add(words->list, w);
    g_hash_table_insert(words->by_key, w->key, w);
}

/* --- registers --- */

/* Where element 0 of the register's name is stored, by any of its rows. */
static unsigned first_slot(const NvRegs *regs, const char *name)
{
    unsigned first = UINT_MAX;

    for (uint32_t at = 0; at < regs->size; at += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(regs, at, &index);

        if (reg && !strcmp(reg->name, name)) {
            first = MIN(first, nv_reg_slot(reg, 0));
        }
    }
    return first;
}

/* Registers with all of @flags, out of @values as the unit stores them. */
static void add_registers(NvStateWords *words, const char *unit,
                          const NvRegs *regs, const uint32_t *values,
                          unsigned flags)
{
    g_autoptr(GHashTable) first = g_hash_table_new(g_str_hash, g_str_equal);

    for (uint32_t at = 0; at < regs->size; at += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(regs, at, &index);
        unsigned slot, home, stride;
        void *known;
        char *whole;

        if (!reg || (reg->flags & flags) != flags) {
            continue;
        }
        slot = nv_reg_slot(reg, index);
        stride = reg->stride ? reg->stride / 4 : 1;
        if (!g_hash_table_lookup_extended(first, reg->name, NULL, &known)) {
            known = GUINT_TO_POINTER(first_slot(regs, reg->name));
            g_hash_table_insert(first, (void *)reg->name, known);
        }
        home = GPOINTER_TO_UINT(known);
        /* Some units' registers have their unit's name already. */
        whole = strchr(reg->name, '.') ?
                g_strdup_printf("%s%s", unit, reg->name) :
                g_strdup_printf("%s.%s", unit, reg->name);
        if (reg->count > 1 || slot > home) {
            char *element = g_strdup_printf("%s[%u]", whole,
                                            (slot - home) / MAX(stride, 1));

            g_free(whole);
            whole = element;
        }
        add(words, whole,
            reg->name, values[slot], 4, false);
    }
}

/* --- what units save --- */

typedef struct Walk {
    NvCard *card;
    NvStateWords *words;
} Walk;

/* Arrays whose elements are vectors, or floats. */
static const struct {
    const char *section, *field;
    uint8_t components;
    bool is_float;
} vectors[] = {
    { "xf", "vab", 4, true }, { "xf", "xfpr", 4, false },
    { "xf", "xfctx", 4, true }, { "xf", "ltctx", 3, false },
    { "xf", "ltctx_rdi", 3, false }, { "xf", "xtra", 3, false },
    { "xf", "tbuf", 4, true }, { "xf", "ltc", 0, false },
    { "context", "stipple", 1, false }, { "context", "vab", 4, true },
    { "context", "xfpr", 4, false }, { "context", "xfctx", 4, true },
    { "context", "ltctx", 3, false },
};

static void add_array(NvStateWords *words, const char *unit,
                      const NvStateField *f)
{
    unsigned components = 1;
    bool is_float = false;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(vectors); i++) {
        if (!strcmp(vectors[i].section, f->section) &&
            !strcmp(vectors[i].field, f->field)) {
            components = MAX(vectors[i].components, 1);
            is_float = vectors[i].is_float;
        }
    }
    for (uint32_t i = 0; i < f->count; i++) {
        char *key = f->count == 1 ?
            g_strdup_printf("%s.%s", unit, f->field) : components == 1 ?
            g_strdup_printf("%s.%s[%u]", unit, f->field, i) :
            g_strdup_printf("%s.%s[%u].%c", unit, f->field, i / components,
                            "xyzw"[i % components]);

        add(words, key, NULL, nv_state_element(f, i), f->elem, is_float);
    }
}

static void add_bundles(NvStateWords *words, const char *unit,
                        const NvStateField *f)
{
    for (uint32_t i = 0; i < MIN(f->count, NV_BUNDLE_COUNT); i++) {
        bool array = nv_bundle_element(i) ||
                     (i + 1 < NV_BUNDLE_COUNT && nv_bundle_element(i + 1));

        add(words, array ?
            g_strdup_printf("%s.%s[%u]", unit, nv_bundle_name(i),
                            nv_bundle_element(i)) :
            g_strdup_printf("%s.%s", unit, nv_bundle_name(i)),
            nv_bundle_name(i), nv_state_element(f, i), f->elem, false);
    }
}

/* --- FE's channels that wait --- */

/* Words of a context from @first on; @name as the unit's dump has it. */
#define WORDS(name, first, count) \
    { name, offsetof(NvPgraphContext, first), 4, count }
#define ALL(name, member) \
    WORDS(name, member, sizeof(((NvPgraphContext *)0)->member) / 4)

static const NvField context_fields[] = {
    ALL("instance", instance), ALL("tag", tag), ALL("stipple", raster.stipple),
    ALL("vab", xf.vab), ALL("xfpr", xf.xfpr), ALL("xfctx", xf.xfctx),
    ALL("ltctx", xf.ltctx), ALL("ltc", xf.ltc),
    WORDS("mode", xf.mode_a, 7),        /* A, B, C, T[0..3] */
    ALL("tbuf", xf.tbuf), ALL("vtxbuf_offset", idx.vtxbuf_offset),
    ALL("vtxbuf_format", idx.vtxbuf_format),
    WORDS("idx_state", idx.state_a, 4), /* A, B, C, D */
    ALL("dma_vtx", idx.dma_vtx), ALL("primitive", idx.primitive),
    ALL("edge_flag", idx.edge_flag),
    NV_FIELD_END
};

/* Little endian, as nv_state_element() wants it. */
static void add_context(NvStateWords *words, const NvPgraph *pg, unsigned chan)
{
    const NvPgraphContext *context = &pg->contexts[chan];
    g_autofree char *unit = g_strdup_printf("pgraph.context[%u]", chan);

    if (!context->used) {
        return;
    }
    add_registers(words, unit, &pg->regs, context->values, NV_PG_CHANNEL);
    for (const NvField *f = context_fields; f->name; f++) {
        const uint32_t *from = (const void *)((const uint8_t *)context +
                                              f->offset);
        g_autofree uint32_t *bytes = g_new(uint32_t, f->count);
        NvStateField field = { "context", f->name, 4, f->count,
                               (const uint8_t *)bytes };

        for (uint32_t i = 0; i < f->count; i++) {
            bytes[i] = GUINT32_TO_LE(from[i]);
        }
        add_array(words, unit, &field);
    }
}

/* --- the whole --- */

static const NvRegs *block_of(NvCard *card, const NvStateField *f,
                              const char **unit)
{
    NvHead *head = &card->display.head[f->section[strlen(f->section) - 1] ==
                                       '1'];
    const struct {
        const char *section, *field, *unit;
        const NvRegs *regs;
    } blocks[] = {
        { "card", "pbus_values", "", &card->pbus },
        { "card", "pfb_values", "", &card->pfb },
        { "card", "pvideo_values", "", &card->pvideo },
        { "pfifo", "values", "pfifo", &card->pfifo.regs },
        { "pgraph", "values", "pgraph", &card->pgraph.regs },
        { "head0", "pcrtc_values", "head0.", &head->pcrtc },
        { "head0", "pramdac_values", "head0.", &head->pramdac },
        { "head1", "pcrtc_values", "head1.", &head->pcrtc },
        { "head1", "pramdac_values", "head1.", &head->pramdac },
    };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(blocks); i++) {
        if (!strcmp(blocks[i].section, f->section) &&
            !strcmp(blocks[i].field, f->field)) {
            *unit = blocks[i].unit;
            return blocks[i].regs;
        }
    }
    return NULL;
}

static void visit(void *opaque, const NvStateField *f)
{
    Walk *walk = opaque;
    NvCard *card = walk->card;
    const char *unit;
    const NvRegs *regs = block_of(card, f, &unit);

    if (regs) {
        add_registers(walk->words, unit, regs, regs->values, 0);
    } else if (!strcmp(f->section, "pgraph") &&
               !strcmp(f->field, "contexts")) {
        for (unsigned i = 0; i < NV_PGRAPH_CHANNELS; i++) {
            add_context(walk->words, &card->pgraph, i);
        }
    } else if (!strcmp(f->field, "bundle") && f->elem == 4) {
        add_bundles(walk->words, f->section, f);
    } else {
        add_array(walk->words, f->section, f);
    }
}

NvStateWords *nv_state_words(const GByteArray *saved, GError **error)
{
    g_autoptr(NvStateWords) words = g_new0(NvStateWords, 1);
    Walk walk = { NULL, words };

    words->list = g_ptr_array_new_with_free_func(word_free);
    words->by_key = g_hash_table_new(g_str_hash, g_str_equal);
    words->chip = nv_state_chip(saved, &words->vram_size, error);
    if (!words->chip) {
        return NULL;
    }
    walk.card = nv_state_card(words->chip, words->vram_size, error);
    if (!walk.card) {
        return NULL;
    }
    if (nv_card_load(walk.card, saved->data, saved->len, error)) {
        nv_state_walk(saved->data, saved->len, visit, &walk, NULL);
    }
    nv_card_free(walk.card);
    return error && *error ? NULL : g_steal_pointer(&words);
}
