/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every method of the Kelvin classes against lists made from what a public
 * hardware model (envytools) was seen to do: which exist, which values they
 * take, which state bits change and which commands go down.  The lists are
 * read as text here, so they share nothing with FE's own tables.
 */
#include <stdio.h>

#include "unit/pgraph/pgraph-list.h"
#include "unit/pgraph/pgraph-rig.h"

enum { OFFSET, COUNT, STRIDE, INDEX, NAME, ACCEPTED, EFFECTS, COMMANDS,
       TESTED, COLUMNS };

typedef struct List {
    const char *chip;
    uint32_t class;
    const char *file;
    unsigned tests;             /* how many of the tests fit this chip */
    GPtrArray *rows;            /* of char ** */
} List;

static List lists[] = {
    { "nv20", 0x97, "pgraph-methods-0x97.csv", 5, NULL },
    { "nv25", 0x597, "pgraph-methods-0x597.csv", 5, NULL },
    { "nv2a", 0x97, "pgraph-methods-0x97.csv", 5, NULL },
    /* 0x597 was observed on NV25; which state NV2A keeps is not known. */
    { "nv2a", 0x597, "pgraph-methods-0x597.csv", 1, NULL },
    { "nv25", 0x97, "pgraph-methods-0x97.csv", 1, NULL },
};

static void read_list(List *list)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data",
                                                  list->file, NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    lines = g_strsplit(text, "\n", -1);
    list->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    for (unsigned i = 1; lines[i] && *lines[i]; i++) {
        char **cells = g_strsplit(lines[i], ",", -1);

        g_assert_cmpuint(g_strv_length(cells), ==, COLUMNS);
        g_ptr_array_add(list->rows, cells);
    }
    g_assert_cmpuint(list->rows->len, >, 900);
}

/* --- one method on a clean slate --- */

typedef enum Outcome { TAKEN, WARNED, REFUSED, MISSING } Outcome;

static void quiet(NvPgraph *pg)
{
    NV_PG(pg, NSOURCE) = NV_PG(pg, NSTATUS) = NV_PG(pg, INTR) = 0;
    NV_PG(pg, FIFO_ENABLE) = 1;
    NV_PG(pg, NOTIFY) = 0;
    NV_PG(pg, FE3D_MISC) &= ~1u;
    NV_PG(pg, FE3D_XF_LOAD_POS) = 0;
    NV_PG(pg, FIFO_MTHD_ST2) = 0;
}

static Outcome outcome(const NvPgraph *pg)
{
    if (NV_PG(pg, NSOURCE) & NV_NSOURCE_ILLEGAL_MTHD) {
        return MISSING;
    }
    if (NV_PG(pg, NSOURCE) & NV_NSOURCE_DATA_ERROR) {
        return REFUSED;
    }
    return nv_extract(NV_PG(pg, NOTIFY), 28, 3) ? WARNED : TAKEN;
}

static Outcome send(Rig *rig, uint32_t mthd, uint32_t data)
{
    quiet(rig->pg);
    rig_method(rig, mthd, data);
    return outcome(rig->pg);
}

/* --- existence --- */

static void test_existence(gconstpointer data)
{
    const List *list = data;
    g_autofree bool *known = g_new0(bool, 0x800);
    Rig *rig = rig_new(list->chip, list->class);
    const NvClassTable *table = nv_class_find(rig->pg, list->class);
    unsigned wrong = 0, names = 0, cases = 0;

    /* pm_trigger needs its DEBUG bit. */
    NV_PG(rig->pg, DEBUG_D) |= NV_DEBUG_D_PM_TRIGGER;
    for (unsigned i = 0; i < list->rows->len; i++) {
        char **cells = g_ptr_array_index(list->rows, i);
        uint32_t offset = hex(cells[OFFSET]);
        const NvMethod *m = table->method[offset / 4];
        unsigned index = atoi(cells[INDEX]);

        known[offset / 4] = true;
        /* An array of one row in the list covers all its elements. */
        for (int n = index; n < atoi(cells[COUNT]); n++) {
            known[(offset + (n - index) * atoi(cells[STRIDE])) / 4] = true;
        }
        if (!m || m->offset + index * m->stride != offset) {
            g_test_message("no row for %s", cells[OFFSET]);
            wrong++;
            continue;
        }
        if (strcmp(cells[TESTED], "rnndb-only")) {
            if (strcmp(m->name, cells[NAME])) {
                g_test_message("%s is %s here", cells[NAME], m->name);
                names++;
            }
        }
        cases++;
    }
    for (uint32_t mthd = 4; mthd < 0x2000; mthd += 4) {
        Outcome got = send(rig, mthd, 0);

        if ((got == MISSING) != !known[mthd / 4]) {
            g_test_message("0x%04x: %s", mthd,
                           got == MISSING ? "missing" : "too many");
            wrong++;
        }
        cases++;
    }
    g_test_message("%u wrong, %u names differ, in %u cases", wrong, names,
                   cases);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(names, ==, 0);
    rig_free(rig);
}

/* --- values --- */

/* DMA binds, uploads and drawing have tests of their own. */
static bool plain(char **cells)
{
    uint32_t offset = hex(cells[OFFSET]);

    return !strcmp(cells[TESTED], "yes") && offset >= 0x200 &&
           !(offset >= 0xb00 && offset < 0xc00) &&
           !(offset >= 0x1de0 && offset < 0x1e20);
}

static bool in_list(const char *accepted, uint32_t value)
{
    g_auto(GStrv) words = NULL;
    g_autofree char *inner = g_strndup(accepted + 5, strlen(accepted) - 6);
    bool found = false;

    words = g_strsplit(inner, " ", -1);
    for (unsigned i = 0; words[i]; i++) {
        found |= hex(words[i]) == value;
    }
    return found;
}

/* How many of the first 65536 values are taken. */
static unsigned count16(Rig *rig, uint32_t mthd)
{
    unsigned count = 0;

    for (uint32_t v = 0; v < 0x10000; v++) {
        count += send(rig, mthd, v) == TAKEN;
    }
    return count;
}

static unsigned check_accepted(Rig *rig, char **cells, GRand *rand,
                               unsigned *cases)
{
    uint32_t mthd = hex(cells[OFFSET]);
    const char *accepted = cells[ACCEPTED];
    const char *valid16 = strstr(accepted, "valid16=");
    unsigned wrong = 0;

    if (valid16) {
        unsigned want = atoi(valid16 + 8), got = count16(rig, mthd);

        *cases += 0x10000;
        if (want != got) {
            g_test_message("%s %s: %u values taken, not %u", cells[OFFSET],
                           cells[NAME], got, want);
            wrong++;
        }
    } else if (g_str_has_prefix(accepted, "enum{")) {
        for (unsigned i = 0; i < 0x200; i++) {
            uint32_t v = i < 0x20 ? i : g_rand_int(rand) >> (i & 31);
            bool want = in_list(accepted, v);

            if ((send(rig, mthd, v) == TAKEN) != want) {
                g_test_message("%s %s: 0x%x", cells[OFFSET], cells[NAME], v);
                wrong++;
            }
            ++*cases;
        }
    } else {
        for (unsigned i = 0; i < 64; i++) {
            uint32_t v = g_rand_int(rand);

            if (send(rig, mthd, v) != TAKEN) {
                g_test_message("%s %s: 0x%x", cells[OFFSET], cells[NAME], v);
                wrong++;
            }
            ++*cases;
        }
    }
    return wrong;
}

static void test_values(gconstpointer data)
{
    const List *list = data;
    Rig *rig = rig_new(list->chip, list->class);
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x0097);
    unsigned wrong = 0, cases = 0;

    /* The list was made with shader operations 0x13 to 0x17 permitted. */
    nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_L, 2);
    for (unsigned i = 0; i < list->rows->len; i++) {
        char **cells = g_ptr_array_index(list->rows, i);

        /* The first element of an array stands for all. */
        if (plain(cells) && !strcmp(cells[INDEX], "0")) {
            wrong += check_accepted(rig, cells, rand, &cases);
        }
    }
    g_test_message("%u wrong of %u values", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(rig);
}

/* --- effects --- */

static const struct {
    const char *name;
    uint32_t offset;
    int step;                   /* bytes an index */
} words[] = {
#define X(n, ...) \
    { "bundle_" #n, NV_PGRAPH_SHADOWS + 4 * NV_BUNDLE_##n, 4 },
    NV_BUNDLE_ROWS(X)
#undef X
    { "xf_mode_a", 0xfb8, 0 }, { "xf_mode_b", 0xfb4, 0 },
    { "xf_mode_t", 0xfc0, -4 }, { "fe3d_xf_load_pos", 0xfc4, 0 },
    { "fe3d_shadow_begin_patch_a", 0xf90, 0 },
    { "fe3d_shadow_begin_patch_b", 0xf94, 0 },
    { "fe3d_shadow_begin_patch_c", 0xf98, 0 },
    { "fe3d_shadow_begin_transition_a", 0xfa4, 0 },
    { "fe3d_shadow_begin_transition_b", 0xfa8, 0 },
    { "surf_swizzle", 0x818, 4 }, { "surf_type", 0x710, 0 },
    { "surf_pitch", 0x850, 4 }, { "surf_offset", 0x820, 4 },
    { "notify", 0x718, 0 }, { "fe3d_dma_state", 0xf84, 0 },
    { "surf_format", 0x724, 0 }, { "ctx_switch_b", 0x150, 0 },
    { "ctx_switch_c", 0x154, 0 },
};

/* "bundle_tex_wrap[0x1].2:0" up to the dot; NULL if it is not kept in FE. */
static uint32_t *word_at(Rig *rig, const char *text)
{
    size_t len = strcspn(text, "[.");
    unsigned index = text[len] == '[' ? hex(text + len + 1) : 0;

    if (g_str_has_prefix(text, "xfctx[")) {
        g_assert_cmpuint(index, <, NV_XF_MAX_XFCTX);
        return &rig->card->xf.xfctx[index][hex(strstr(text, "][") + 2) & 3];
    }
    if (g_str_has_prefix(text, "vab[0x10]")) {
        return &rig->card->xf.vab[16][hex(strstr(text, "][") + 2) & 3];
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strlen(words[i].name) == len &&
            !g_ascii_strncasecmp(words[i].name, text, len)) {
            return &rig->pg->values[(words[i].offset +
                                     (int)index * words[i].step) / 4];
        }
    }
    return NULL;
}

static unsigned check_copy(const uint32_t *word, const char *dst,
                           const char *equals, uint32_t value)
{
    uint8_t to[32], from[32];
    unsigned n = bit_list(dst, equals, to);

    g_assert_cmpuint(bit_list(equals + 3, equals + strlen(equals), from), ==,
                     n);
    for (unsigned i = 0; i < n; i++) {
        if ((*word >> to[i] & 1) != (value >> from[i] & 1)) {
            return 1;
        }
    }
    return 0;
}

/*
 * "22:21{404>1 405>2}": the listed outcome holds bits of a random base too,
 * so only those count in which any two outcomes differ.
 */
static unsigned check_enum(const uint32_t *word, const char *dst,
                           const char *brace, uint32_t value)
{
    g_auto(GStrv) pairs = g_strsplit(brace + 1, " ", -1);
    uint32_t first = 0, mask = 0, want = 0;
    unsigned low = strtoul(strchr(dst, ':') + 1, NULL, 10);
    bool found = false;

    for (unsigned i = 0; pairs[i]; i++) {
        uint32_t out = hex(strchr(pairs[i], '>') + 1);

        if (i == 0) {
            first = out;
        }
        mask |= out ^ first;
        if (hex(pairs[i]) == value) {
            want = out;
            found = true;
        }
    }
    return found && (*word >> low & mask) != (want & mask);
}

static unsigned check_effect(Rig *rig, char **cells, const char *effect,
                             uint32_t value, unsigned *cases)
{
    const uint32_t *word = word_at(rig, effect);
    const char *dst = strchr(effect, ']') ? strrchr(effect, ']') + 2
                                          : strchr(effect, '.') + 1;
    const char *equals = strstr(effect, "=v."), *brace = strchr(effect, '{');
    unsigned wrong;

    dst = strchr(dst - 1, '.') ? dst : strchr(effect, '.') + 1;
    if (!word) {
        g_test_message("%s: what is %s?", cells[NAME], effect);
        return 1;
    }
    wrong = brace ? check_enum(word, dst, brace, value)
                  : check_copy(word, dst, equals, value);
    if (wrong) {
        g_test_message("%s %s value 0x%x: %s, but the word is 0x%08x",
                       cells[OFFSET], cells[NAME], value, effect, *word);
    }
    ++*cases;
    return wrong;
}

/* A value the method takes. */
static bool pick(Rig *rig, char **cells, GRand *rand, uint32_t *value)
{
    const char *accepted = cells[ACCEPTED];

    for (unsigned tries = 0; tries < 60000; tries++) {
        *value = g_rand_int(rand);
        if (g_str_has_prefix(accepted, "enum{")) {
            g_auto(GStrv) list = NULL;

            list = g_strsplit(accepted + 5, " ", -1);
            *value = hex(list[*value % g_strv_length(list)]);
        } else if (g_str_has_prefix(accepted, "free_bits=") && tries & 3) {
            *value &= hex(accepted + 10);
            *value >>= tries & 4 ? 0 : *value & 15;
        }
        if (tries % 5 == 4) {
            *value &= 0x0f0f0fff;       /* for words of small fields */
        }
        if (send(rig, hex(cells[OFFSET]), *value) == TAKEN) {
            return true;
        }
    }
    return false;
}

static void scramble(Rig *rig, GRand *rand)
{
    for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
        uint32_t mask = nv_fe_bundle_mask(rig->pg, b);
        uint32_t at = NV_PGRAPH_SHADOWS / 4 + b;

        if (mask) {
            rig->pg->values[at] = g_rand_int(rand) & mask;
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        rig->pg->values[NV_PGRAPH_XF_MODE_B / 4 + i] = g_rand_int(rand);
    }
}

/* Bits that no effect of the row names must stay. */
static void test_effects(gconstpointer data)
{
    const List *list = data;
    Rig *rig = rig_new(list->chip, list->class);
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x0597);
    unsigned wrong = 0, cases = 0, rows = 0, unreached = 0;

    for (unsigned i = 0; i < list->rows->len; i++) {
        char **cells = g_ptr_array_index(list->rows, i);
        g_auto(GStrv) effects = g_strsplit(cells[EFFECTS], "; ", -1);

        /* The list has the other chip's split of the viewport. */
        if (!plain(cells) || !*cells[EFFECTS]) {
            continue;
        }
        rows++;
        for (unsigned round = 0; round < 12; round++) {
            uint32_t value;

            scramble(rig, rand);
            if (!pick(rig, cells, rand, &value)) {
                g_test_message("%s %s: no value", cells[OFFSET],
                               cells[NAME]);
                unreached++;
                break;
            }
            for (unsigned e = 0; effects[e]; e++) {
                wrong += check_effect(rig, cells, effects[e], value, &cases);
            }
        }
    }
    g_test_message("%u wrong of %u effects, %u methods, %u without a value",
                   wrong, cases, rows, unreached);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(unreached, ==, 0);
    g_assert_cmpuint(rows, >, 600);
    rig_free(rig);
}

/* Words from 0x800 up, bundle shadows included. */
#define STATE_BYTES (4 * NV_PGRAPH_WORDS - 0x800)

/* Values that are refused or warned about change nothing of the state. */
static void test_refused(gconstpointer data)
{
    const List *list = data;
    Rig *rig = rig_new(list->chip, list->class);
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x2002);
    unsigned wrong = 0, refused = 0, warned = 0;

    scramble(rig, rand);
    for (unsigned i = 0; i < list->rows->len; i++) {
        char **cells = g_ptr_array_index(list->rows, i);
        uint32_t mthd = hex(cells[OFFSET]);
        /* These store whatever comes (hw). */
        bool stores = mthd >= 0x208 && mthd <= 0x214;

        if (!plain(cells) || stores) {
            continue;
        }
        for (unsigned round = 0; round < 16; round++) {
            g_autofree uint32_t *before = g_memdup2(
                &rig->pg->values[0x800 / 4], STATE_BYTES);
            Outcome got = send(rig, mthd, g_rand_int(rand));

            if (got == TAKEN) {
                continue;
            }
            refused += got == REFUSED;
            warned += got == WARNED;
            if (memcmp(before, &rig->pg->values[0x800 / 4], STATE_BYTES)) {
                /* FE3D_MISC and the load position are quiet()'s. */
                before[(0xf5c - 0x800) / 4] = NV_PG(rig->pg, FE3D_MISC);
                before[(0xfc4 - 0x800) / 4] =
                    NV_PG(rig->pg, FE3D_XF_LOAD_POS);
                wrong += memcmp(before, &rig->pg->values[0x800 / 4],
                                STATE_BYTES) != 0;
            }
        }
    }
    g_test_message("%u wrong, %u refused, %u warned", wrong, refused,
                   warned);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(refused, >, 500);
    g_assert_cmpuint(warned, >, 500);
    rig_free(rig);
}

/* --- commands --- */

/* The passthrough slot shows the last command; XF memories the target. */
static unsigned check_command(Rig *rig, const char *commands, uint32_t value)
{
    const NvXf *xf = &rig->card->xf;
    const char *last = strrchr(commands, ';');
    unsigned type, addr;

    last = last ? last + 2 : commands;
    if (sscanf(last, "BUNDLE 0x%x", &addr) == 1) {
        return xf->vab[16][0] != addr << 2;
    }
    if (sscanf(last, "XFCMD %x @0x%x", &type, &addr) != 2) {
        return 0;
    }
    switch (type) {
    case NV_XF_MODE:
        return xf->vab[16][0] != NV_PG(rig->pg, XF_MODE_B) ||
               xf->vab[16][1] != NV_PG(rig->pg, XF_MODE_A) ||
               xf->mode_b != NV_PG(rig->pg, XF_MODE_B);
    case NV_XF_XFCTX:
        return xf->vab[16][addr >> 2 & 3] != value ||
               ((addr >> 2 & 3) == 3 &&
                (addr >> 4 >= NV_XF_MAX_XFCTX ||
                 xf->xfctx[addr >> 4][3] != value));
    case NV_XF_LTCTX:
        return xf->vab[16][addr >> 2 & 3] != value;
    default:
        return xf->vab[16][addr >> 2 & 3] != value;
    }
}

static void test_commands(gconstpointer data)
{
    const List *list = data;
    Rig *rig = rig_new(list->chip, list->class);
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x1e94);
    unsigned wrong = 0, cases = 0;

    for (unsigned i = 0; i < list->rows->len; i++) {
        char **cells = g_ptr_array_index(list->rows, i);
        uint32_t value;

        if (!plain(cells) || !*cells[COMMANDS] ||
            !pick(rig, cells, rand, &value)) {
            continue;
        }
        cases++;
        if (check_command(rig, cells[COMMANDS], value)) {
            g_test_message("%s %s: not %s", cells[OFFSET], cells[NAME],
                           cells[COMMANDS]);
            wrong++;
        }
    }
    g_test_message("%u wrong of %u", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(cases, >, 600);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        GTestDataFunc func;
    } tests[] = {
        { "existence", test_existence }, { "values", test_values },
        { "effects", test_effects }, { "refused", test_refused },
        { "commands", test_commands },
    };
    int result;

    g_test_init(&argc, &argv, NULL);
    for (unsigned l = 0; l < G_N_ELEMENTS(lists); l++) {
        g_assert_cmpuint(lists[l].tests, <=, G_N_ELEMENTS(tests));
        read_list(&lists[l]);
        for (unsigned t = 0; t < lists[l].tests; t++) {
            g_autofree char *path = g_strdup_printf(
                "/pgraph-methods/%s-0x%x/%s", lists[l].chip, lists[l].class,
                tests[t].name);

            g_test_add_data_func(path, &lists[l], tests[t].func);
        }
    }
    result = g_test_run();
    for (unsigned l = 0; l < G_N_ELEMENTS(lists); l++) {
        g_ptr_array_unref(lists[l].rows);
    }
    return result;
}
