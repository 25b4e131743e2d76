/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What public hardware tests (envytools) assert in one state of hundreds, so
 * that it shows in long runs of theirs alone: each test is one fact.
 */
#include "unit/pgraph/pgraph-rig.h"

/* Commands that IDX' log got since it was @before. */
static unsigned logged(const Rig *rig, uint32_t before)
{
    return (rig->pg->idx->fifo_at - before) % 64;
}

/* A bundle; Kelvin's mode words have the fog mode, too. */
static void test_fog_mode(void)
{
    static const struct { const char *chip; unsigned class, commands; } rows[] =
    {
        { "nv20", 0x97, 3 }, { "nv25", 0x597, 3 }, { "nv30", 0x97, 1 },
        { "nv34", 0x597, 1 }, { "nv35", 0x97, 1 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Rig *rig = rig_new(rows[i].chip, rows[i].class);
        uint32_t before = rig->pg->idx->fifo_at;

        rig_method(rig, 0x29c, 0x803);
        g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CONFIG_B) >> 16 & 7,
                        ==, 7);
        g_assert_cmpuint(logged(rig, before), ==, rows[i].commands);
        rig_free(rig);
    }
}

/* NV34's word has two bits more, which no method sets, checked or not. */
static void test_rc_config(void)
{
    Rig *rig = rig_new("nv34", 0x597);

    nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_D, 0);
    nv_fe_set_bundle(rig->pg, NV_BUNDLE_RC_CONFIG, UINT32_MAX);
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_RC_CONFIG), ==,
                    0x07f1110f);
    rig_method(rig, 0x1e60, 0x4e223da8);
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_RC_CONFIG), ==,
                    0x00201108);
    rig_free(rig);
}

/*
 * Kelvin's class on Rankine: a constant is 0x3c slots further up.  With checks
 * of state off, one beyond the end is sent, and lands nowhere.
 */
static void test_constants_end(void)
{
    static const struct { unsigned place; bool stored; } rows[] = {
        { 0, true }, { 0xbf, true }, { 0xc0, true }, { 0x15f, true },
        { 0x160, false }, { 0x1c3, false }, { 0x1c4, false }, { 0x1ff, false },
    };
    const uint32_t v[4] = { 0x11111111, 0x22222222, 0x33333333, 0x44444444 };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Rig *rig = rig_new("nv30", 0x97);
        NvXf *xf = rig->pg->xf;
        uint32_t before = rig->pg->idx->fifo_at;
        unsigned found = 0;

        nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_D, 0);
        NV_PG_PUT(rig->pg, FE3D_XF_LOAD_POS, PARAM, rows[i].place);
        for (unsigned c = 0; c < 4; c++) {
            rig_method(rig, 0xb80 + 4 * c, v[c]);
        }
        g_assert_cmphex(NV_PG(rig->pg, NSOURCE), ==, 0);
        g_assert_cmpuint(logged(rig, before), ==, 4);
        for (unsigned slot = 0; slot < G_N_ELEMENTS(xf->xfctx); slot++) {
            found += !memcmp(xf->xfctx[slot], v, sizeof(v));
        }
        g_assert_cmpuint(found, ==, rows[i].stored);
        if (rows[i].stored) {
            g_assert_cmphex(xf->xfctx[rows[i].place + 0x3c][3], ==, v[3]);
        }
        rig_free(rig);
    }
}

static uint32_t fd_word(Rig *rig, uint32_t addr)
{
    nv_pgraph_write(rig->pg, NV_PGRAPH_RDI_INDEX, 0x3d << 16 | addr);
    return nv_pgraph_read(rig->pg, NV_PGRAPH_RDI_DATA);
}

/* The tessellator's words for kinds of sides and for what is left over. */
static void test_patches(void)
{
    static const struct { uint32_t c, d, w20, w24; bool empty; } rows[] = {
        { 1u << 26 | 1 << 21, 0x21014000 | 4 << 3 | 4, 0x08000347, 0x020f0000,
          true },
        { 2u << 26 | 0x0203, 0x10000000 | 6 << 3 | 5, 0x0008080c, 0x0b360000,
          false },
        { 1u << 26 | 2 << 21 | 0x0100, 0x10000000 | 1 << 3 | 1, 0x10080002,
          0x0b0c0000, false },
        { 2u << 26 | 0x0100, 0x10000000 | 3, 0x00040204, 0x0b050000, false },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Rig *rig = rig_new("nv20", 0x97);

        nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_D, 0);
        rig_method(rig, 0x1de8, rows[i].c);
        rig_method(rig, 0x1dec, rows[i].d);
        g_assert_cmphex(fd_word(rig, 0x20), ==, rows[i].w20);
        g_assert_cmphex(fd_word(rig, 0x24), ==, rows[i].w24);
        g_assert_cmpuint(fd_word(rig, 0x34) >> 11 & 1, ==, rows[i].empty);
        rig_free(rig);
    }
}

/* Celsius: BEGIN brings a mode that was held back, past the command slot. */
static void test_begin_mode(void)
{
    Rig *rig = rig_new("nv10", 0x56);
    const uint32_t *slot = rig->pg->xf->vab[7];

    nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_D, 1u << 28);
    nv_pgraph_write(rig->pg, 0xf40, 0x00000123);
    nv_pgraph_write(rig->pg, 0xf44, 0x00000456);
    nv_pgraph_write(rig->pg, 0xf50, 0x4470);
    for (unsigned i = 0; i < 4; i++) {
        nv_pgraph_write(rig->pg, 0xf54, 0x5a5a5a50 + i);
    }
    g_assert_cmphex(slot[2], ==, 0x5a5a5a52);
    rig_method(rig, 0x13fc, 7);
    g_assert_cmphex(rig->pg->xf->mode_b, ==, 0x123);
    g_assert_cmphex(rig->pg->xf->mode_a, ==, 0x456);
    g_assert_cmphex(slot[2], ==, 0x5a5a5a52);
    g_assert_cmphex(slot[3], ==, 0x5a5a5a53);
    rig_free(rig);
}

/* Of a class that the chip does not have, NOP is taken, notifiers are not. */
static void test_unknown_class(void)
{
    static const struct { const char *chip; unsigned class; } rows[] = {
        { "nv10", 0x96 }, { "nv15", 0x48 }, { "nv17", 0x97 },
        { "nv20", 0x99 }, { "nv34", 0xb0 }, { "nv40", 0x397 },
    };
    static const struct { uint32_t mthd, value; bool taken; } methods[] = {
        { 0x100, 0, true }, { 0x104, 0, false }, { 0x104, 0x876de10e, false },
        { 0x180, 0, false }, { 0x200, 0, false },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (unsigned m = 0; m < G_N_ELEMENTS(methods); m++) {
            Rig *rig = rig_new(rows[i].chip, rows[i].class);

            rig_method(rig, methods[m].mthd, methods[m].value);
            g_assert_cmphex(NV_PG_GET(rig->pg, NSOURCE, ILLEGAL_MTHD), ==,
                            !methods[m].taken);
            g_assert_cmphex(NV_PG_GET(rig->pg, NOTIFY, PENDING), ==, 0);
            rig_free(rig);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pgraph/rare/fog-mode", test_fog_mode);
    g_test_add_func("/pgraph/rare/rc-config", test_rc_config);
    g_test_add_func("/pgraph/rare/constants-end", test_constants_end);
    g_test_add_func("/pgraph/rare/patches", test_patches);
    g_test_add_func("/pgraph/rare/begin-mode", test_begin_mode);
    g_test_add_func("/pgraph/rare/unknown-class", test_unknown_class);
    return g_test_run();
}
