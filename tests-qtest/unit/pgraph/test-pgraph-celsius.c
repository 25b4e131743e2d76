/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE of Celsius against lists made from what a public hardware model
 * (envytools) was seen to do: registers and the bits they keep; methods, the
 * values they take, the bits they copy, and that all else stays as it was.
 * State is read as drivers see it, so nothing is shared with FE's tables.
 */
#include "unit/pgraph/pgraph-list.h"
#include "unit/pgraph/pgraph-outcome.h"

static const struct {
    const char *chip;
    uint32_t classes[5];
    unsigned methods[4];        /* addresses that have one */
    unsigned registers, bundles;
} chips[] = {
    { "nv10", { 0x56 }, { 1453 }, 270, 43 },
    { "nv15", { 0x56, 0x96 }, { 1453, 1461 }, 270, 43 },
    { "nv17", { 0x56, 0x96, 0x98, 0x99 }, { 1453, 1461, 1461, 1481 }, 288, 57 },
};

/* Rows of cells, without the heading. */
static GPtrArray *read_list(const char *file, unsigned columns)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data", file,
                                                  NULL);
    GPtrArray *rows =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 1; lines[i] && *lines[i]; i++) {
        char **cells = g_strsplit(lines[i], ",", -1);

        g_assert_cmpuint(g_strv_length(cells), ==, columns);
        g_ptr_array_add(rows, cells);
    }
    return rows;
}

static bool listed(const char *words, const char *word)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);

    return g_strv_contains((const char *const *)list, word);
}

/* --- registers --- */

enum { R_OFFSET, R_NAME, R_MASK, R_ONES, R_GROUP, R_CHIPS, R_COLUMNS };

typedef struct Reg {
    const char *name;
    uint32_t offset, mask, ones;
    bool bundle, control;
} Reg;

static GPtrArray *reg_list;

/* Those of one chip; writing the control group does things. */
static GArray *registers_of(const char *chip)
{
    GArray *regs = g_array_new(false, false, sizeof(Reg));

    for (unsigned i = 0; i < reg_list->len; i++) {
        char **cells = g_ptr_array_index(reg_list, i);
        Reg reg = {
            .name = cells[R_NAME], .offset = hex(cells[R_OFFSET]),
            .mask = hex(cells[R_MASK]), .ones = hex(cells[R_ONES]),
            .bundle = !strcmp(cells[R_GROUP], "bundle"),
            .control = !strcmp(cells[R_GROUP], "control") ||
                       !strcmp(cells[R_GROUP], "debug"),
        };

        if (listed(cells[R_CHIPS], chip)) {
            g_array_append_val(regs, reg);
        }
    }
    return regs;
}

/* What is written shows elsewhere; the tests of single facts have these. */
static bool moves(const Reg *reg)
{
    return !strcmp(reg->name, "DEBUG_B") || !strcmp(reg->name, "NSTATUS");
}

static void test_registers(void)
{
    unsigned wrong = 0;

    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        g_autoptr(GArray) regs = registers_of(chips[c].chip);
        Rig *rig = rig_new(chips[c].chip, 0);
        unsigned bundles = 0, written = 0;

        /* The cache of objects is FE's own while it takes methods. */
        nv_pgraph_write(rig->pg, NV_PGRAPH_FIFO_ENABLE, 0);
        for (unsigned i = 0; i < regs->len; i++) {
            const Reg *reg = &g_array_index(regs, Reg, i);

            bundles += reg->bundle;
            for (unsigned n = 0; n < 3 && !moves(reg); n++) {
                uint32_t v = n == 0 ? UINT32_MAX : n == 1 ? 0 : 0xa5a5a5a5;
                uint32_t want = (v & reg->mask) | reg->ones, got;

                nv_pgraph_write(rig->pg, reg->offset, v);
                got = nv_pgraph_read(rig->pg, reg->offset);
                if (got != want) {
                    g_test_message("%s: %s is 0x%08x, not 0x%08x",
                                   chips[c].chip, reg->name, got, want);
                    wrong++;
                }
            }
            written += !moves(reg);
        }
        g_test_message("%s: %u registers, %u of them bundles; %u written",
                       chips[c].chip, regs->len, bundles, written);
        g_assert_cmpuint(regs->len, ==, chips[c].registers);
        g_assert_cmpuint(bundles, ==, chips[c].bundles);
        rig_free(rig);
    }
    g_assert_cmpuint(wrong, ==, 0);
}

/* A driver that switches channels reads all bundles and writes them back. */
static void test_bundles(void)
{
    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        g_autoptr(GArray) regs = registers_of(chips[c].chip);
        g_autoptr(GRand) rand = g_rand_new_with_seed(c);
        g_autofree uint32_t *old = g_new0(uint32_t, regs->len);
        Rig *rig = rig_new(chips[c].chip, 0x56);
        unsigned restored = 0;

        for (unsigned round = 0; round < 3; round++) {
            for (unsigned i = 0; i < regs->len; i++) {
                const Reg *reg = &g_array_index(regs, Reg, i);
                const uint32_t sent = rig->card->idx.fifo_at;

                if (!reg->bundle) {
                    continue;
                }
                nv_pgraph_write(rig->pg, reg->offset,
                                round == 2 ? old[i] : g_rand_int(rand));
                g_assert_cmpuint(rig->card->idx.fifo_at, !=, sent);
                if (!round) {
                    old[i] = nv_pgraph_read(rig->pg, reg->offset);
                }
            }
        }
        for (unsigned i = 0; i < regs->len; i++) {
            const Reg *reg = &g_array_index(regs, Reg, i);

            if (reg->bundle) {
                g_assert_cmphex(nv_pgraph_read(rig->pg, reg->offset), ==,
                                old[i]);
                restored++;
            }
        }
        g_test_message("%s: %u bundles put back", chips[c].chip, restored);
        g_assert_cmpuint(restored, ==, chips[c].bundles);
        rig_free(rig);
    }
}

/* --- methods --- */

enum { OFFSET, COUNT, STRIDE, INDEX, NAME, ACCEPTED, EFFECTS, TOUCHED,
       TESTED, CLASSES, COLUMNS };

typedef struct Run {
    Rig *rig;
    GArray *regs;
    GRand *rand;
    uint32_t *before;           /* a word each register */
    const char *chip;
    unsigned wrong, values, copies, refused;
} Run;

enum { CONFIG_C = 0xf48 };

static Outcome send(Run *run, uint32_t mthd, uint32_t data)
{
    NvPgraph *pg = run->rig->pg;

    NV_PG(pg, NSOURCE) = NV_PG(pg, NSTATUS) = NV_PG(pg, INTR) = 0;
    NV_PG(pg, FIFO_ENABLE) = 1;
    NV_PG(pg, NOTIFY) = 0;
    NV_PG(pg, CELSIUS_CONFIG_C) &= ~0x100u;
    NV_PG(pg, FIFO_MTHD_ST2) = 0;
    rig_method(run->rig, mthd, data);
    return outcome(pg);
}

/* A state a driver can have set, outside of BEGIN and END. */
static void scramble(Run *run)
{
    for (unsigned i = 0; i < run->regs->len; i++) {
        const Reg *reg = &g_array_index(run->regs, Reg, i);

        if (!reg->control) {
            uint32_t v = g_rand_int(run->rand);

            nv_pgraph_write(run->rig->pg, reg->offset,
                            reg->offset == CONFIG_C ? v & ~0x100u : v);
        }
    }
    for (unsigned i = 0; i < run->regs->len; i++) {
        run->before[i] = nv_pgraph_read(run->rig->pg,
            g_array_index(run->regs, Reg, i).offset);
    }
}

static bool copy_right(uint32_t word, const char *dst, const char *equals,
                       uint32_t value)
{
    uint8_t to[32], from[32];
    unsigned n = bit_list(dst, equals, to);

    g_assert_cmpuint(n, ==,
                     bit_list(equals + 3, equals + strlen(equals), from));
    for (unsigned i = 0; i < n; i++) {
        if ((word >> to[i] & 1) != (value >> from[i] & 1)) {
            return false;
        }
    }
    return true;
}

/* "22:21{404>1 405>2}": only bits in which any two outcomes differ count. */
static bool choice_right(uint32_t word, const char *dst, const char *brace,
                         uint32_t value)
{
    g_auto(GStrv) pairs = g_strsplit(brace + 1, " ", -1);
    unsigned low = strtoul(strchr(dst, ':') + 1, NULL, 10);
    uint32_t mask = 0, want = 0, first = hex(strchr(pairs[0], '>') + 1);
    bool found = false;

    for (unsigned i = 0; pairs[i]; i++) {
        uint32_t out = hex(strchr(pairs[i], '>') + 1);

        mask |= out ^ first;
        if (hex(pairs[i]) == value) {
            want = out;
            found = true;
        }
    }
    return !found || (word >> low & mask) == (want & mask);
}

/* "e18.30:0=v.30:0"; "x123" is component 3 of XFCTX 0x12. */
static void check_effects(Run *run, char **cells, uint32_t value)
{
    g_auto(GStrv) effects = g_strsplit(cells[EFFECTS], "; ", -1);

    for (unsigned i = 0; effects[i] && *effects[i]; i++) {
        const char *e = effects[i], *dst = strchr(e, '.') + 1;
        const char *equals = strstr(e, "=v."), *brace = strchr(e, '{');
        uint32_t at = hex(e + (*e == 'x'));
        uint32_t word = *e == 'x' ?
                        run->rig->card->xf.xfctx[at >> 4][at & 3] :
                        nv_pgraph_read(run->rig->pg, at);

        if (!(brace ? choice_right(word, dst, brace, value)
                    : copy_right(word, dst, equals, value))) {
            g_test_message("%s/%x: %s %s value 0x%x: %s, but 0x%08x",
                           run->chip, run->rig->class, cells[OFFSET],
                           cells[NAME], value, e, word);
            run->wrong++;
        }
        run->copies++;
    }
}

/* The clip methods work with the coordinate units of all classes. */
static bool may_touch(char **cells, const Reg *reg)
{
    g_autofree char *at = g_strdup_printf("%x", reg->offset);
    uint32_t mthd = hex(cells[OFFSET]);

    return listed(cells[TOUCHED], at) ||
           ((mthd == 0x200 || mthd == 0x204) && reg->offset >= 0x400 &&
            reg->offset < 0x600);
}

static void check_rest(Run *run, char **cells, Outcome got)
{
    for (unsigned i = 0; i < run->regs->len; i++) {
        const Reg *reg = &g_array_index(run->regs, Reg, i);
        uint32_t now;

        if (reg->control) {
            continue;
        }
        now = nv_pgraph_read(run->rig->pg, reg->offset);
        if (now != run->before[i] &&
            (!may_touch(cells, reg) || (got == REFUSED && reg->bundle))) {
            g_test_message("%s/%x: %s %s changed %s from 0x%08x to 0x%08x",
                           run->chip, run->rig->class, cells[OFFSET],
                           cells[NAME], reg->name, run->before[i], now);
            run->wrong++;
        }
    }
}

static bool in_set(const char *accepted, uint32_t value)
{
    g_autofree char *inner = g_strndup(accepted + 5, strlen(accepted) - 6);
    g_auto(GStrv) set = g_strsplit(inner, " ", -1);

    for (unsigned i = 0; set[i]; i++) {
        if (hex(set[i]) == value) {
            return true;
        }
    }
    return false;
}

/* Values likely to be taken in even rounds, any in odd ones. */
static uint32_t pick(Run *run, const char *accepted, unsigned round)
{
    uint32_t v = g_rand_int(run->rand);

    if (round & 1) {
        return v >> (v & 31);
    }
    if (g_str_has_prefix(accepted, "enum{")) {
        g_auto(GStrv) set = g_strsplit(accepted + 5, " ", -1);

        return hex(set[v % g_strv_length(set)]);
    }
    return g_str_has_prefix(accepted, "free=") ? v & hex(accepted + 5) : v;
}

/* What the list tells for certain of whether @v is taken. */
static bool right_outcome(const char *accepted, uint32_t v, Outcome got)
{
    if (g_str_has_prefix(accepted, "enum{")) {
        return (got == TAKEN) == in_set(accepted, v);
    }
    if (g_str_has_prefix(accepted, "free=")) {
        return got != TAKEN || !(v & ~hex(accepted + 5));
    }
    return !strcmp(accepted, "odd") || got == TAKEN;
}

/* How many of the first 65536 values are taken, on a quiet state. */
static void check_count(Run *run, char **cells, unsigned want)
{
    unsigned got = 0;

    for (uint32_t v = 0; v < 0x10000; v++) {
        got += send(run, hex(cells[OFFSET]), v) == TAKEN;
    }
    if (got != want) {
        g_test_message("%s/%x: %s %s: %u values taken, not %u", run->chip,
                       run->rig->class, cells[OFFSET], cells[NAME], got,
                       want);
        run->wrong++;
    }
    run->values += 0x10000;
}

static void check_row(Run *run, char **cells)
{
    const char *count = strstr(cells[ACCEPTED], "count=");
    uint32_t mthd = hex(cells[OFFSET]);

    if (count && !strcmp(cells[INDEX], "0")) {
        check_count(run, cells, atoi(count + 6));
    }

    for (unsigned round = 0; round < 12; round++) {
        uint32_t v = pick(run, cells[ACCEPTED], round);
        Outcome got;

        scramble(run);
        got = send(run, mthd, v);
        if (!right_outcome(cells[ACCEPTED], v, got)) {
            g_test_message("%s/%x: %s %s: 0x%x gives %u", run->chip,
                           run->rig->class, cells[OFFSET], cells[NAME], v,
                           got);
            run->wrong++;
        }
        run->values++;
        run->refused += got != TAKEN;
        if (got == TAKEN) {
            check_effects(run, cells, v);
        }
        check_rest(run, cells, got);
    }
}

/* Objects, notifiers, drawing and uploads need more than a clean slate. */
static bool plain(char **cells)
{
    return !strcmp(cells[TESTED], "yes") && hex(cells[OFFSET]) >= 0x200;
}

static void check_class(Run *run, GPtrArray *rows, unsigned methods)
{
    g_autofree char *where = g_strdup_printf("%x", run->rig->class);
    g_autofree bool *known = g_new0(bool, 0x800);
    unsigned count = 0, exercised = 0, names = 0;

    for (unsigned i = 0; i < rows->len; i++) {
        char **cells = g_ptr_array_index(rows, i);
        unsigned index = atoi(cells[INDEX]), stride = atoi(cells[STRIDE]);

        if (!listed(cells[CLASSES], where)) {
            continue;
        }
        names++;
        for (int n = index; n < atoi(cells[COUNT]); n++) {
            known[(hex(cells[OFFSET]) + (n - index) * stride) / 4] = true;
        }
        if (plain(cells)) {
            check_row(run, cells);
        }
    }
    for (uint32_t mthd = 4; mthd < 0x2000; mthd += 4) {
        bool there = send(run, mthd, 0) != MISSING;

        if (there != known[mthd / 4]) {
            g_test_message("%s/%s: 0x%04x is %s", run->chip, where, mthd,
                           there ? "too many" : "missing");
            run->wrong++;
        }
        count += known[mthd / 4];
        exercised += known[mthd / 4] && there;
    }
    g_test_message("%s/%s: %u methods in %u rows, %u exercised; %u values "
                   "(%u not taken), %u copies", run->chip, where, count,
                   names, exercised, run->values, run->refused, run->copies);
    g_assert_cmpuint(count, ==, methods);
    g_assert_cmpuint(exercised, ==, methods);
}

static void test_methods(void)
{
    g_autoptr(GPtrArray) rows = read_list("pgraph-methods-celsius.csv",
                                          COLUMNS);
    unsigned wrong = 0;

    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        for (unsigned k = 0; chips[c].classes[k]; k++) {
            g_autoptr(GArray) regs = registers_of(chips[c].chip);
            g_autoptr(GRand) rand = g_rand_new_with_seed(0x5600 + k);
            Run run = {
                .rig = rig_new(chips[c].chip, chips[c].classes[k]),
                .regs = regs, .rand = rand, .chip = chips[c].chip,
                .before = g_new0(uint32_t, regs->len),
            };

            nv_pgraph_write(run.rig->pg, NV_PGRAPH_DEBUG_D,
                            NV_DEBUG_D_DATA_CHECK | NV_DEBUG_D_PM_TRIGGER);
            check_class(&run, rows, chips[c].methods[k]);
            wrong += run.wrong;
            g_free(run.before);
            rig_free(run.rig);
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
}

int main(int argc, char **argv)
{
    int result;

    g_test_init(&argc, &argv, NULL);
    reg_list = read_list("pgraph-registers-celsius.csv", R_COLUMNS);
    g_test_add_func("/pgraph/celsius/registers", test_registers);
    g_test_add_func("/pgraph/celsius/bundles", test_bundles);
    g_test_add_func("/pgraph/celsius/methods", test_methods);
    result = g_test_run();
    g_ptr_array_unref(reg_list);
    return result;
}
