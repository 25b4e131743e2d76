/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE of Rankine and Curie against lists made from what a public hardware
 * model (envytools) was seen to do: registers and the bits they keep, 3D
 * methods, the values they take and the bits they copy into bundles.
 */
#include "pgraph/fe-2d.h"
#include "unit/pgraph/pgraph-list.h"
#include "unit/pgraph/pgraph-outcome.h"

static const struct {
    const char *chip;
    unsigned registers, bundles;
} chips[] = {
    { "nv30", 547, 316 }, { "nv34", 544, 313 }, { "nv35", 547, 316 },
    { "nv40", 603, 368 },
};

static const struct {
    const char *chip;
    uint32_t class;
    unsigned methods;           /* addresses that have one */
} classes[] = {
    { "nv30", 0x397, 1111 }, { "nv30", 0x597, 1016 }, { "nv34", 0x697, 1111 },
    { "nv35", 0x497, 1114 }, { "nv40", 0x3597, 1113 }, { "nv40", 0x4097, 560 },
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

enum { R_OFFSET, R_NAME, R_MASK, R_ONES, R_BUNDLE, R_GROUP, R_CHIPS,
       R_COLUMNS };

static void test_registers(void)
{
    g_autoptr(GPtrArray) rows = read_list("pgraph-registers-late.csv",
                                          R_COLUMNS);
    unsigned wrong = 0;

    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        Rig *rig = rig_new(chips[c].chip, 0);
        unsigned registers = 0, bundles = 0, written = 0;

        for (unsigned i = 0; i < rows->len; i++) {
            char **cells = g_ptr_array_index(rows, i);
            uint32_t offset = hex(cells[R_OFFSET]);
            uint32_t ones = hex(cells[R_ONES]);
            uint32_t all = hex(cells[R_MASK]) | ones;

            if (!listed(cells[R_CHIPS], chips[c].chip)) {
                continue;
            }
            registers++;
            bundles += !strcmp(cells[R_GROUP], "bundle");
            if (!nv_regs_find(&rig->pg->regs, offset, &(unsigned){ 0 })) {
                g_test_message("%s: no %s", chips[c].chip, cells[R_NAME]);
                wrong++;
            }
            /* Writing these does things. */
            if (!strcmp(cells[R_GROUP], "control")) {
                continue;
            }
            for (unsigned n = 0; n < 2; n++) {
                uint32_t want = n ? ones : all, got;

                nv_pgraph_write(rig->pg, offset, n ? 0 : UINT32_MAX);
                got = nv_pgraph_read(rig->pg, offset);
                if (got != want) {
                    g_test_message("%s: %s is 0x%08x, not 0x%08x",
                                   chips[c].chip, cells[R_NAME], got, want);
                    wrong++;
                }
            }
            written++;
        }
        g_test_message("%s: %u registers, %u of them bundles; %u written",
                       chips[c].chip, registers, bundles, written);
        g_assert_cmpuint(registers, ==, chips[c].registers);
        g_assert_cmpuint(bundles, ==, chips[c].bundles);
        rig_free(rig);
    }
    g_assert_cmpuint(wrong, ==, 0);
}

/* --- methods --- */

enum { OFFSET, COUNT, STRIDE, INDEX, NAME, ACCEPTED, COPIES, TESTED, WHERE,
       COLUMNS };

static Outcome send(Rig *rig, uint32_t mthd, uint32_t data)
{
    quiet(rig->pg);
    rig_method(rig, mthd, data);
    return outcome(rig->pg);
}

/* DMA binds, drawing and notifiers need more than a clean slate. */
static bool plain(char **cells)
{
    uint32_t offset = hex(cells[OFFSET]);

    return !strcmp(cells[TESTED], "yes") && offset >= 0x200 &&
           !strcmp(cells[INDEX], "0");
}

static bool in_set(char **set, uint32_t value)
{
    for (unsigned i = 0; set[i]; i++) {
        if (hex(set[i]) == value) {
            return true;
        }
    }
    return false;
}

/* The values of a list, and others. */
static unsigned check_values(Rig *rig, char **cells, GRand *rand,
                             unsigned *cases)
{
    g_autofree char *inner = g_strndup(cells[ACCEPTED] + 5,
                                       strlen(cells[ACCEPTED]) - 6);
    g_auto(GStrv) set = g_strsplit(inner, " ", -1);
    unsigned count = g_strv_length(set), wrong = 0;

    for (unsigned i = 0; i < count + 64; i++) {
        uint32_t v = i < count ? hex(set[i]) :
                     g_rand_int(rand) >> (i & 31);

        if ((send(rig, hex(cells[OFFSET]), v) == TAKEN) != in_set(set, v)) {
            g_test_message("0x%x: %s %s: 0x%x", rig->class, cells[OFFSET],
                           cells[NAME], v);
            wrong++;
        }
        ++*cases;
    }
    return wrong;
}

/* "name:element:lowest bit:bits:of the value from", by the names in FE. */
static unsigned check_copies(Rig *rig, char **cells, uint32_t value,
                             unsigned *cases)
{
    g_auto(GStrv) copies = g_strsplit(cells[COPIES], " ", -1);
    unsigned wrong = 0;

    for (unsigned i = 0; copies[i] && *copies[i]; i++) {
        g_auto(GStrv) part = g_strsplit(copies[i], ":", -1);
        unsigned low = atoi(part[2]), bits = atoi(part[3]);

        for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
            if (g_ascii_strcasecmp(nv_bundle_name(b), part[0]) ||
                nv_bundle_element(b) != (unsigned)atoi(part[1]) ||
                !nv_fe_bundle_mask(rig->pg, b)) {
                continue;
            }
            if (nv_extract(nv_fe_bundle(rig->pg, b), low, bits) !=
                nv_extract(value, atoi(part[4]), bits)) {
                g_test_message("0x%x: %s %s: 0x%x to %s", rig->class,
                               cells[OFFSET], cells[NAME], value, copies[i]);
                wrong++;
            }
            ++*cases;
        }
    }
    return wrong;
}

static void test_methods(void)
{
    g_autoptr(GPtrArray) rows = read_list("pgraph-methods-late.csv", COLUMNS);
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x4097);
    unsigned wrong = 0;

    for (unsigned c = 0; c < G_N_ELEMENTS(classes); c++) {
        g_autofree char *where = g_strdup_printf("%s/%x", classes[c].chip,
                                                 classes[c].class);
        Rig *rig = rig_new(classes[c].chip, classes[c].class);
        const NvClassTable *table = nv_class_find(rig->pg, rig->class);
        unsigned methods = 0, values = 0, copies = 0;

        NV_PG(rig->pg, DEBUG_D) |= NV_DEBUG_D_PM_TRIGGER;
        for (unsigned i = 0; i < rows->len; i++) {
            char **cells = g_ptr_array_index(rows, i);
            uint32_t mthd = hex(cells[OFFSET]);

            if (!listed(cells[WHERE], where) ||
                !strcmp(cells[TESTED], "rnndb-only")) {
                continue;
            }
            methods++;
            if (!table->method[mthd / 4]) {
                g_test_message("%s: no %s %s", where, cells[OFFSET],
                               cells[NAME]);
                wrong++;
                continue;
            }
            if (plain(cells) && g_str_has_prefix(cells[ACCEPTED], "enum{")) {
                wrong += check_values(rig, cells, rand, &values);
            } else if (mthd < 0x200 || strcmp(cells[ACCEPTED], "any")) {
                continue;
            }
            for (unsigned n = 0; *cells[COPIES] && n < 16; n++) {
                uint32_t v = g_rand_int(rand);

                if (send(rig, mthd, v) == TAKEN) {
                    wrong += check_copies(rig, cells, v, &copies);
                }
            }
        }
        g_test_message("%s: %u methods, %u values, %u copies", where, methods,
                       values, copies);
        g_assert_cmpuint(methods, ==, classes[c].methods);
        rig_free(rig);
    }
    g_assert_cmpuint(wrong, ==, 0);
}

/* --- channels --- */

/* Another channel runs; the first one finds everything as it was. */
static void test_channels(void)
{
    for (unsigned c = 0; c < 3; c++) {
        Rig *rig = rig_new(chips[c].chip, classes[c ? c + 1 : 0].class);
        g_autofree uint32_t *old = g_new0(uint32_t, NV_BUNDLE_COUNT);
        g_autoptr(GRand) rand = g_rand_new_with_seed(c);
        NvXf *xf = &rig->card->xf;
        unsigned bundles = 0;

        for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
            if (nv_fe_bundle_mask(rig->pg, b)) {
                nv_fe_set_bundle(rig->pg, b, g_rand_int(rand));
                old[b] = nv_fe_bundle(rig->pg, b);
                bundles++;
            }
        }
        xf->mode_t[3] = 0x00010001;
        xf->xtra[1][2] = 0x123;
        rig->card->idx.state_d = 0x40;
        nv_pgraph_method(rig->pg, 1, 0, 0, GR_OBJ >> 4);
        g_assert_cmphex(xf->mode_t[3], ==, 0);
        g_assert_cmphex(rig->card->idx.state_d, ==, 0);
        for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
            if (nv_fe_bundle_mask(rig->pg, b)) {
                nv_fe_set_bundle(rig->pg, b, g_rand_int(rand));
            }
        }
        nv_pgraph_method(rig->pg, 0, 0, 0x100, 0);
        for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
            if (nv_fe_bundle_mask(rig->pg, b)) {
                g_assert_cmphex(nv_fe_bundle(rig->pg, b), ==, old[b]);
            }
        }
        g_assert_cmphex(xf->mode_t[3], ==, 0x00010001);
        g_assert_cmphex(xf->xtra[1][2], ==, 0x123);
        g_assert_cmphex(rig->card->idx.state_d, ==, 0x40);
        g_test_message("%s: %u bundles put back", chips[c].chip, bundles);
        rig_free(rig);
    }
}

/* --- conditions --- */

/* What is read is the report's third word, and only there. */
static void test_condition(void)
{
    static const struct {
        uint32_t value, count;
        bool hidden;
    } rows[] = {
        { 2u << 24 | 0x20, 0, true }, { 2u << 24 | 0x20, 1, false },
        { 2u << 24 | 0x20, 0x80000000, false }, { 2u << 24 | 0x40, 1, true },
        { 1u << 24, 0, false }, { 1u << 24 | 0x20, 0, false },
        { 0x20, 0, false }, { 3u << 24 | 0x20, 0, false },
        { 0xffffffff, 0, false },
        /* Outside the object, partly and wholly. */
        { 2u << 24 | 0xff4, 0, false }, { 2u << 24 | 0xffffff, 0, false },
        { 2u << 24 | 0x10020, 0, false }, { 2u << 24 | 0x800020, 0, false },
    };
    Rig *rig = rig_new("nv40", 0x4097);
    NvRaster *raster = &rig->card->raster;

    rig_method(rig, 0x1a8, DMA_PAGE >> 4);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint8_t *report = rig->card->mem.vram + REPORTS + 0x20;

        memset(report, 0xff, 16);
        memset(report + 0x20, 0, 16);
        nv_st32(report + 8, rows[i].count);
        raster->hidden = !rows[i].hidden;
        rig_method(rig, 0x1e98, rows[i].value);
        g_assert_cmpuint(raster->hidden, ==, rows[i].hidden);
        g_assert_true(nv_pgraph_ready(rig->pg));
    }
    /* No object: nothing is conditional. */
    rig_method(rig, 0x1a8, DMA_NULL >> 4);
    raster->hidden = 1;
    rig_method(rig, 0x1e98, 2u << 24 | 0x20);
    g_assert_cmpuint(raster->hidden, ==, 0);
    /* It is the channel's. */
    raster->hidden = 1;
    nv_pgraph_method(rig->pg, 1, 0, 0, GR_OBJ >> 4);
    g_assert_cmpuint(raster->hidden, ==, 0);
    nv_pgraph_method(rig->pg, 0, 0, 0x100, 0);
    g_assert_cmpuint(raster->hidden, ==, 1);
    rig_free(rig);
}

/* --- binding --- */

/* An object goes on being of its class, whatever surface it is given. */
static void test_bound_surface(void)
{
    static const struct {
        uint32_t class;
        bool swizzled, any;
    } rows[] = {
        { 0x309e, true, true }, { 0x3062, false, true }, { 0x30, false, false },
        { 0x309e, true, true },
    };
    const uint32_t image = GR_OBJ + 0x20, surface = GR_OBJ + 0x30;
    Rig *rig = rig_new("nv40", 0x4097);
    NvPgraph *pg = rig->pg;
    uint32_t word;

    rig_object(rig, image, 0x3089, 0, 0);
    nv_pgraph_method(pg, 0, 5, 0, image >> 4);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        rig_object(rig, surface, rows[i].class, 0, 0);
        nv_pgraph_method(pg, 0, 5, 0x198, surface >> 4);
        nv_pgraph_method(pg, 0, 5, 0x300, 3);
        g_assert_cmphex(NV_PG(pg, NSOURCE), ==, 0);
        g_assert_cmphex(nv_fe_class(pg), ==, 0x3089);
        g_assert_cmpuint(nv_fe_draws_swizzled(pg), ==, rows[i].swizzled);
        g_assert_cmpuint(NV_PG_GET(pg, CTX_SWITCH_A, BOUND_SWIZZLED), ==,
                         rows[i].swizzled);
        word = nv_mem_ramin_read(pg->mem, image);
        g_assert_cmphex(word & 0xffff, ==, rows[i].swizzled ? 0x7089 : 0x3089);
        g_assert_cmpuint(NV_PG_GET(pg, CTX_SWITCH_A, BOUND_SURFACE1), ==,
                         rows[i].any);
    }
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pgraph/late/registers", test_registers);
    g_test_add_func("/pgraph/late/methods", test_methods);
    g_test_add_func("/pgraph/late/channels", test_channels);
    g_test_add_func("/pgraph/late/condition", test_condition);
    g_test_add_func("/pgraph/late/bound-surface", test_bound_surface);
    return g_test_run();
}
