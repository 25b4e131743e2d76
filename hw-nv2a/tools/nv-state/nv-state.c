/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-state: what a card holds, word by word and field by field, out of a file
 * or a running QEMU; and what differs between two.
 */
#include "tools/nv-state/nv-state.h"

#include "words/fields.h"

typedef struct Options {
    int card;
    gboolean all;
    char *only;             /* key pattern, or NULL */
} Options;

static Options options;

static const GOptionEntry entries[] = {
    { "card", 'c', 0, G_OPTION_ARG_INT, &options.card,
      "Of several cards in a machine: which, from 0", "N" },
    { "only", 'o', 0, G_OPTION_ARG_STRING, &options.only,
      "Only words whose name fits, e.g. 'pgraph.*'", "PATTERN" },
    { "all", 'a', 0, G_OPTION_ARG_NONE, &options.all,
      "Also words that are 0", NULL },
    { NULL }
};

static NvStateWords *open_state(const char *from, GError **error)
{
    g_autoptr(GByteArray) saved = NULL;
    NvStateWords *words;

    if (options.card < 0) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--card %d: cards count from 0",
                    options.card);
        return NULL;
    }
    saved = nv_state_fetch(from, options.card, error);
    words = saved ? nv_state_words(saved, error) : NULL;
    if (saved && !words) {
        g_prefix_error(error, "%s: ", from);
    }
    return words;
}

static bool wanted(const NvStateWord *w)
{
    return !options.only || g_pattern_match_simple(options.only, w->key);
}

static void put_value(const NvStateWord *w)
{
    union {
        uint32_t u;
        float f;
    } bits = { w->value };

    printf("0x%0*" PRIx64, w->bytes * 2, w->value);
    if (w->is_float) {
        printf(" (%.9g)", bits.f);
    }
}

/* --- dump --- */

static void put_fields(const NvStateWord *w, NvFeColumn fe)
{
    for (const NvFieldRow *f = NULL;
         w->word && (f = nv_field_next(fe, w->word, f)); ) {
        g_autoptr(GString) text = g_string_new(NULL);

        nv_field_append(f, w->value, text);
        printf("    %-24s %s\n", nv_field_name(f), text->str);
    }
}

static int command_dump(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE|SOCKET", 1, 1,
        "Prints what a card holds: each word that is not 0, "
        "and its fields.\n\n"
        "  nv-state dump card.state\n"
        "  nv-state dump --only 'pgraph.*' machine.state\n"
        "  nv-state dump --card 1 /run/qemu.sock\n\n"
        "A file is one of \"nv-state new\", or of QEMU's "
        "monitor:\n"
        "  (qemu) migrate exec:cat>machine.state\n"
        "A socket is that of a running QEMU:\n"
        "  qemu-system-i386 ... -qmp unix:/run/qemu.sock,"
        "server,nowait",
    };
    g_autoptr(NvStateWords) words = NULL;

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    words = open_state(argv[1], error);
    if (!words) {
        return EXIT_TROUBLE;
    }
    printf("# %s, %uM of VRAM\n", words->chip->name, words->vram_size >> 20);
    for (unsigned i = 0; i < words->list->len; i++) {
        const NvStateWord *w = g_ptr_array_index(words->list, i);

        if (wanted(w) && (options.all || w->value)) {
            printf("%s ", w->key);
            put_value(w);
            putchar('\n');
            put_fields(w, words->chip->fe);
        }
    }
    return EXIT_FINE;
}

/* --- diff --- */

static void put_field_changes(const NvStateWord *a, const NvStateWord *b,
                              NvFeColumn fe)
{
    for (const NvFieldRow *f = NULL;
         a->word && (f = nv_field_next(fe, a->word, f)); ) {
        g_autoptr(GString) before = g_string_new(NULL);
        g_autoptr(GString) after = g_string_new(NULL);

        if ((a->value ^ b->value) & nv_field_mask(f)) {
            nv_field_append(f, a->value, before);
            nv_field_append(f, b->value, after);
            printf("    %-24s %s -> %s\n", nv_field_name(f), before->str,
                   after->str);
        }
    }
}

/* Words that only one of them has, NULL being the other. */
static void put_change(const NvStateWord *a, const NvStateWord *b)
{
    printf("%s ", a ? a->key : b->key);
    if (a) {
        put_value(a);
    } else {
        printf("none");
    }
    printf(" -> ");
    if (b) {
        put_value(b);
    } else {
        printf("none");
    }
    putchar('\n');
}

static unsigned compare(const NvStateWords *a, const NvStateWords *b)
{
    bool alike = a->chip->fe == b->chip->fe;
    unsigned count = 0;

    for (unsigned i = 0; i < a->list->len; i++) {
        const NvStateWord *x = g_ptr_array_index(a->list, i);
        const NvStateWord *y = g_hash_table_lookup(b->by_key, x->key);

        if (wanted(x) && (y ? x->value != y->value : x->value)) {
            put_change(x, y);
            if (y && alike) {
                put_field_changes(x, y, a->chip->fe);
            }
            count++;
        }
    }
    for (unsigned i = 0; i < b->list->len; i++) {
        const NvStateWord *y = g_ptr_array_index(b->list, i);

        if (wanted(y) && y->value && !g_hash_table_lookup(a->by_key, y->key)) {
            put_change(NULL, y);
            count++;
        }
    }
    return count;
}

static int command_diff(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "BEFORE AFTER", 2, 2,
        "Prints the words that differ, and in them the fields "
        "that do.\nEach is a FILE or a SOCKET as of \"nv-state "
        "dump\".  The exit status is 0\nif nothing differs, 1 "
        "if something does.\n\n"
        "  nv-state diff before.state after.state\n"
        "  nv-state diff before.state /run/qemu.sock",
    };
    g_autoptr(NvStateWords) a = NULL;
    g_autoptr(NvStateWords) b = NULL;

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    a = open_state(argv[1], error);
    b = a ? open_state(argv[2], error) : NULL;
    if (!b) {
        return EXIT_TROUBLE;
    }
    if (a->chip != b->chip) {
        printf("# %s -> %s\n", a->chip->name, b->chip->name);
    }
    return compare(a, b) ? EXIT_DIFFERENT : EXIT_FINE;
}

/* --- new --- */

static bool poke(NvCard *card, const char *text, GError **error)
{
    char *end;
    uint64_t address = g_ascii_strtoull(text, &end, 0), value = 0;
    const char *at = end + 1;

    if (end > text && *end == '=') {
        value = g_ascii_strtoull(at, &end, 0);
    }
    if (end <= at - 1 || end == at || *end || address >= 16 << 20 ||
        (address & 3) || value > UINT32_MAX) {
        g_set_error(error, NV_TOOL_ERROR, 0,
                    "%s: a write is ADDRESS=VALUE, as in 0x400720=1; "
                    "addresses are multiples of 4 below 16M", text);
        return false;
    }
    nv_card_mmio_write(card, address, value, 4);
    return true;
}

static int command_new(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE [ADDRESS=VALUE ...]", 1, 1000,
        "Saves a card that was just switched on, after writes "
        "to its registers.\n\n"
        "  nv-state new a.state\n"
        "  nv-state new b.state 0x400720=1 0x401958=0x100\n"
        "  nv-state diff a.state b.state",
    };
    static char *chip_name;
    static const GOptionEntry chip_entries[] = {
        { "chip", 0, 0, G_OPTION_ARG_STRING, &chip_name,
          "nv20 (default), nv10 and so on", "CHIP" },
        { NULL }
    };
    g_autoptr(GByteArray) saved = g_byte_array_new();
    const NvChip *chip;
    NvCard *card;
    bool fine = true;

    if (!nv_tool_parse(&argc, &argv, &usage, chip_entries, error)) {
        return EXIT_TROUBLE;
    }
    chip = nv_tool_chip(chip_name ? chip_name : "nv20", error);
    card = chip ? nv_state_card(chip, chip->vram_default, error) : NULL;
    if (!card) {
        return EXIT_TROUBLE;
    }
    for (int i = 2; fine && i < argc; i++) {
        fine = poke(card, argv[i], error);
    }
    nv_card_save(card, saved);
    nv_card_free(card);
    if (!fine || !g_file_set_contents(argv[1], (const char *)saved->data,
                                      saved->len, error)) {
        return EXIT_TROUBLE;
    }
    return EXIT_FINE;
}

/* --- which command --- */

static const NvCommand commands[] = {
    { "dump", "print what a card holds, field by field", command_dump },
    { "diff", "print what differs between two", command_diff },
    { "new", "save a card that was just switched on", command_new },
    { "doc", "print the reference of registers, bundles or methods",
      nv_state_command_doc },
    { NULL, NULL, NULL },
};

static const NvTool tool = {
    .name = "nv-state", .usage = "COMMAND ...",
    .example = "\nWhat did a guest change?\n\n"
               "  qemu-system-i386 ... -qmp unix:/tmp/qmp.sock,server,nowait\n"
               "  (qemu) migrate exec:cat>before.state\n"
               "  (qemu) cont\n"
               "  nv-state diff before.state /tmp/qmp.sock\n",
    .commands = commands,
};

int main(int argc, char **argv)
{
    return nv_tool_main(&tool, argc, argv);
}
