/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every method of the Kelvin classes against lists made from what a public
 * hardware model (envytools) was seen to do: which exist, which values they
 * take and which commands go down.  The lists are read as text here, so they
 * share nothing with FE's own tables.
 */
#include <stdio.h>

#include "unit/pgraph/pgraph-methods.h"

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
    static const ListTest tests[] = {
        { "existence", test_existence, true }, { "values", test_values },
        { "refused", test_refused }, { "commands", test_commands },
    };

    g_test_init(&argc, &argv, NULL);
    return run_lists(tests, G_N_ELEMENTS(tests));
}
