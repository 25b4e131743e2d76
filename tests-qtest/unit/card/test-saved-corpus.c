/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Snapshots that released versions made, in tests-qtest/data/saved: each loads,
 * holds what it held, is saved and loaded anew as the same bytes, and goes on
 * to the memory and the picture that are on record.
 *
 * --make VERSION [DIR]: write the states of this version and what becomes of
 * them; --again [DIR]: write anew what becomes of those that are there, after
 * a change of what is drawn (docs/snapshots.rst).
 */
#include <glib/gstdio.h>

#include "unit/card/saved-file.h"

static char *folder;

/* --- the list --- */

/* A line of states.csv: file,chip,memory,picture,interrupts */
typedef struct Row {
    char *file, *chip, *after;
} Row;

static GPtrArray *read_rows(void)
{
    GPtrArray *rows = g_ptr_array_new();
    g_autofree char *path = g_build_filename(folder, "states.csv", NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return rows;
    }
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) part = g_strsplit(*line, ",", 3);

        if (**line && **line != '#') {
            Row *row = g_new0(Row, 1);

            g_assert_cmpuint(g_strv_length(part), ==, 3);
            row->file = g_strdup(part[0]);
            row->chip = g_strdup(part[1]);
            row->after = g_strdup(part[2]);
            g_ptr_array_add(rows, row);
        }
    }
    return rows;
}

static void write_rows(GPtrArray *rows)
{
    g_autofree char *path = g_build_filename(folder, "states.csv", NULL);
    g_autoptr(GString) text = g_string_new(
        "# SPDX-License-Identifier: GPL-2.0-or-later\n"
        "# Made by test-saved-corpus, see docs/snapshots.rst: a state, its "
        "chip, and\n# what is there when its work is done: SHA-256 of VRAM "
        "and guest memory, of\n# the picture, and interrupts.\n");
    GError *error = NULL;

    for (unsigned i = 0; i < rows->len; i++) {
        const Row *row = g_ptr_array_index(rows, i);

        g_string_append_printf(text, "%s,%s,%s\n", row->file, row->chip,
                               row->after);
    }
    g_file_set_contents(path, text->str, text->len, &error);
    g_assert_no_error(error);
}

/* --- what becomes of a state --- */

static void hash_words(GChecksum *sum, const uint32_t *words, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        uint32_t word = GUINT32_TO_LE(words[i]);

        g_checksum_update(sum, (const uint8_t *)&word, 4);
    }
}

/* "memory,picture,interrupts" when all work is done. */
static char *go_on(World *w)
{
    g_autoptr(GChecksum) memory = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GChecksum) picture = g_checksum_new(G_CHECKSUM_SHA256);
    NvScanout mode;
    uint32_t pmc;

    world_go_on(w);
    world_check_done(w);
    mode = nv_card_scanout(w->rig->card);
    g_assert_true(mode.enabled);
    hash_words(picture, (uint32_t[]) { mode.width, mode.height }, 2);
    for (uint32_t y = 0; y < mode.height; y++) {
        g_autofree uint32_t *line = g_new(uint32_t, mode.width);

        nv_card_scanout_line(w->rig->card, &mode, y, line);
        hash_words(picture, line, mode.width);
    }
    /* Instance memory holds channels as the card puts them there. */
    g_checksum_update(memory, nv_card_vram(w->rig->card),
                      WORLD_VRAM - (2u << 20));
    g_checksum_update(memory, w->rig->ram, RIG_RAM_SIZE);
    pmc = rig_read(w->rig, 0x000100);
    return g_strdup_printf("%s,%s,0x%08x", g_checksum_get_string(memory),
                           g_checksum_get_string(picture), pmc);
}

/* A state that stands where nothing comes after. */
static bool is_done(const char *file)
{
    return strstr(file, world_stop_names[STOP_DONE]);
}

static char *after_file(const Row *row, const NvCardConfig *config)
{
    g_autofree char *path = g_build_filename(folder, row->file, NULL);
    Saved s;
    World *w;
    char *after;

    open_file(&s, path);
    w = load_file(&s, config);
    after = is_done(row->file) ? g_strdup("-") : go_on(w);
    world_free(w);
    close_file(&s);
    return after;
}

static void check_after(const Row *row, const NvCardConfig *config,
                        const char *how)
{
    g_autofree char *after = after_file(row, config);

    if (strcmp(after, row->after)) {
        g_error("%s, %s: goes on to %s, on record is %s (if that was meant: "
                "docs/snapshots.rst)", row->file, how, after, row->after);
    }
}

static NvCardConfig plain(const Row *row)
{
    return (NvCardConfig) {
        .chip = row->chip, .vram_size = WORLD_VRAM, .raster = "soft",
    };
}

/* --- what a state holds --- */

typedef struct Field {
    unsigned elem;
    uint32_t count;
    const uint8_t *bytes;
} Field;

static void keep_field(void *opaque, const NvStateField *f)
{
    Field *kept = g_new(Field, 1);

    *kept = (Field) { f->elem, f->count, f->bytes };
    g_hash_table_insert(opaque, g_strdup_printf("%s.%s", f->section, f->field),
                        kept);
}

static GHashTable *fields_of(const uint8_t *data, size_t size)
{
    GHashTable *fields = g_hash_table_new_full(g_str_hash, g_str_equal,
                                               g_free, g_free);

    g_assert_cmpuint(nv_state_walk(data, size, keep_field, fields, NULL), ==,
                     size);
    return fields;
}

/* NV17 was no card in version 1 and had another crystal: frames were longer. */
static bool is_other(const Row *row, const char *name)
{
    return !strcmp(row->chip, "nv17") && g_str_has_suffix(name, ".vblank_next");
}

/* Fields of the same name and size are the same, and most are there. */
static void check_kept(const Row *row, const Saved *s, const GByteArray *now)
{
    g_autoptr(GHashTable) old = fields_of(s->state, s->state_size);
    g_autoptr(GHashTable) new = fields_of(now->data, now->len);
    unsigned same = 0;
    GHashTableIter iter;
    gpointer name, value;

    g_hash_table_iter_init(&iter, old);
    while (g_hash_table_iter_next(&iter, &name, &value)) {
        const Field *a = value, *b = g_hash_table_lookup(new, name);

        if (!b || b->elem != a->elem || b->count != a->count ||
            is_other(row, name)) {
            continue;
        }
        if (memcmp(a->bytes, b->bytes, (size_t)a->elem * a->count)) {
            g_error("%s: %s is not what it was", row->file,
                    (const char *)name);
        }
        same++;
    }
    g_assert_cmpuint(same * 10, >=, g_hash_table_size(old) * 9);
}

static void test_holds(gconstpointer data)
{
    const Row *row = data;
    const NvCardConfig config = plain(row);
    g_autofree char *path = g_build_filename(folder, row->file, NULL);
    g_autoptr(GByteArray) first = g_byte_array_new();
    g_autoptr(GByteArray) second = g_byte_array_new();
    GError *error = NULL;
    Saved s;
    World *w;

    open_file(&s, path);
    w = load_file(&s, &config);
    nv_card_save(w->rig->card, first);
    check_kept(row, &s, first);
    nv_card_reset(w->rig->card);
    nv_card_load(w->rig->card, first->data, first->len, &error);
    g_assert_no_error(error);
    nv_card_save(w->rig->card, second);
    g_assert_cmpmem(first->data, first->len, second->data, second->len);
    world_free(w);
    close_file(&s);
}

static void test_goes_on(gconstpointer data)
{
    const Row *row = data;
    NvCardConfig config = plain(row);

    check_after(row, &config, "as it was saved");
    config.executor = "ref";
    config.threads = 1;
    config.raster_arg = "reference";
    check_after(row, &config, "with ref, one thread, soft:reference");
}

/* Into whatever a card was doing, not only into a new one. */
static void test_over(gconstpointer data)
{
    const Row *row = data;
    const NvChip *chip = nv_chip_find(row->chip);
    g_autofree char *path = g_build_filename(folder, row->file, NULL);
    g_autofree char *after = NULL;
    GError *error = NULL;
    World *w = world_new(chip);
    Saved s;

    world_stop_at(w, STOP_CHANNELS);
    open_file(&s, path);
    s.at = s.pages;
    take_pages(&s, nv_card_vram(w->rig->card), WORLD_VRAM);
    take_pages(&s, w->rig->ram, RIG_RAM_SIZE);
    w->rig->now = s.now;
    nv_card_load(w->rig->card, s.state, s.state_size, &error);
    g_assert_no_error(error);
    after = is_done(row->file) ? g_strdup("-") : go_on(w);
    g_assert_cmpstr(after, ==, row->after);
    world_free(w);
    close_file(&s);
}

/* Each chip that has states, without any: what is drawn is what was drawn. */
static void test_today(gconstpointer data)
{
    const Row *row = data;
    World *w = world_new(nv_chip_find(row->chip));
    g_autofree char *after = go_on(w);

    g_assert_cmpstr(after, ==, row->after);
    world_free(w);
}

/* --- making --- */

static Row *make_state(const char *version, const NvChip *chip, WorldStop stop)
{
    Row *row = g_new0(Row, 1);
    g_autofree char *path = NULL;
    NvCardConfig config;
    World *w = world_new(chip);

    row->chip = g_strdup(chip->name);
    row->file = g_strdup_printf("%s-%s-%s.gz", version, chip->name,
                                world_stop_names[stop]);
    path = g_build_filename(folder, row->file, NULL);
    world_stop_at(w, stop);
    write_file(w, path);
    world_free(w);
    config = plain(row);
    row->after = after_file(row, &config);
    return row;
}

/* The world has two channels, and nobody in it who moves their state. */
static bool needs_driver(const NvChip *chip)
{
    return nv_chip_has(chip, NV_CAP_CTX_BY_DRIVER);
}

/* Of a version that has states already nothing is left. */
static void make_states(const char *version)
{
    GPtrArray *rows = read_rows();
    g_autofree char *prefix = g_strdup_printf("%s-", version);

    for (unsigned i = rows->len; i-- > 0;) {
        if (g_str_has_prefix(((Row *)rows->pdata[i])->file, prefix)) {
            g_ptr_array_remove_index(rows, i);
        }
    }
    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        if (nv_chip_has(chip, NV_CAP_FE) && !needs_driver(chip)) {
            for (WorldStop stop = 0; stop < WORLD_STOPS; stop++) {
                g_ptr_array_add(rows, make_state(version, chip, stop));
            }
        }
    }
    write_rows(rows);
}

static void write_again(void)
{
    GPtrArray *rows = read_rows();

    for (unsigned i = 0; i < rows->len; i++) {
        Row *row = g_ptr_array_index(rows, i);
        const NvCardConfig config = plain(row);

        row->after = after_file(row, &config);
    }
    write_rows(rows);
}

static void add(const char *what, const Row *row, GTestDataFunc test)
{
    g_autofree char *path = g_strdup_printf("/saved/corpus/%s/%s", what,
                                            row->file);

    g_test_add_data_func(path, row, test);
}

/* The argument at @index, or the folder in the sources. */
static char *folder_from(int argc, char **argv, int index)
{
    return argc > index ? g_strdup(argv[index])
        : g_test_build_filename(G_TEST_DIST, "data", "saved", NULL);
}

static void add_tests(void)
{
    GPtrArray *rows = read_rows();
    const char *last = "";

    for (unsigned i = 0; i < rows->len; i++) {
        const Row *row = g_ptr_array_index(rows, i);

        add("holds", row, test_holds);
        if (needs_driver(nv_chip_find(row->chip))) {
            continue;
        }
        add("goes-on", row, test_goes_on);
        add("over", row, test_over);
        if (!is_done(row->file) && strcmp(row->chip, last)) {
            add("today", row, test_today);
            last = row->chip;
        }
    }
    g_assert_cmpuint(rows->len, >, 0);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";

    g_test_init(&argc, &argv, NULL);
    if (!strcmp(mode, "--make") && argc > 2) {
        folder = folder_from(argc, argv, 3);
        make_states(argv[2]);
        return 0;
    }
    if (!strcmp(mode, "--again")) {
        folder = folder_from(argc, argv, 2);
        write_again();
        return 0;
    }
    folder = folder_from(1, argv, 1);
    add_tests();
    return g_test_run();
}
