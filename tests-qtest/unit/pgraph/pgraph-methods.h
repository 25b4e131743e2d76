/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of the Kelvin classes' methods, made from what a public hardware model
 * (envytools) was seen to do, and FE as tests of them drive it.
 */
#ifndef TESTS_PGRAPH_METHODS_H
#define TESTS_PGRAPH_METHODS_H

#include "unit/pgraph/pgraph-list.h"
#include "unit/pgraph/pgraph-outcome.h"
#include "unit/pgraph/pgraph-rig.h"

enum { OFFSET, COUNT, STRIDE, INDEX, NAME, ACCEPTED, EFFECTS, COMMANDS,
       TESTED, COLUMNS };

typedef struct List {
    const char *chip;
    uint32_t class;
    const char *file;
    bool known;                 /* which state the chip keeps, too */
    GPtrArray *rows;            /* of char ** */
} List;

static List lists[] = {
    { "nv20", 0x97, "pgraph-methods-0x97.csv", true, NULL },
    { "nv25", 0x597, "pgraph-methods-0x597.csv", true, NULL },
    { "nv2a", 0x97, "pgraph-methods-0x97.csv", true, NULL },
    /* 0x597 was observed on NV25; which state NV2A keeps is not known. */
    { "nv2a", 0x597, "pgraph-methods-0x597.csv", false, NULL },
    { "nv25", 0x97, "pgraph-methods-0x97.csv", false, NULL },
};

static inline void read_list(List *list)
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

static inline Outcome send(Rig *rig, uint32_t mthd, uint32_t data)
{
    quiet(rig->pg);
    rig_method(rig, mthd, data);
    return outcome(rig->pg);
}

/* DMA binds, uploads and drawing have tests of their own. */
static inline bool plain(char **cells)
{
    uint32_t offset = hex(cells[OFFSET]);

    return !strcmp(cells[TESTED], "yes") && offset >= 0x200 &&
           !(offset >= 0xb00 && offset < 0xc00) &&
           !(offset >= 0x1de0 && offset < 0x1e20);
}

/* A value the method takes. */
static inline bool pick(Rig *rig, char **cells, GRand *rand, uint32_t *value)
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

/* What may be there before: bits that the chip has. */
static inline void scramble(Rig *rig, GRand *rand)
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

/* --- all lists --- */

typedef struct ListTest {
    const char *name;
    GTestDataFunc func;
    bool always;                /* whether or not state is known */
} ListTest;

/* Those that fit each list. */
static inline int run_lists(const ListTest *tests, unsigned count)
{
    int result;

    for (unsigned l = 0; l < G_N_ELEMENTS(lists); l++) {
        read_list(&lists[l]);
        for (unsigned t = 0; t < count; t++) {
            g_autofree char *path = g_strdup_printf(
                "/pgraph-methods/%s-0x%x/%s", lists[l].chip, lists[l].class,
                tests[t].name);

            if (lists[l].known || tests[t].always) {
                g_test_add_data_func(path, &lists[l], tests[t].func);
            }
        }
    }
    result = g_test_run();
    for (unsigned l = 0; l < G_N_ELEMENTS(lists); l++) {
        g_ptr_array_unref(lists[l].rows);
    }
    return result;
}

#endif
