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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pgraph/rare/fog-mode", test_fog_mode);
    return g_test_run();
}
