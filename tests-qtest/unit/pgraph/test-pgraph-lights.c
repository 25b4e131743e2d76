/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lights of Celsius: each method's words are found in its own slot of the
 * pipe's windows, where drivers save them from.
 */
#include "unit/pgraph/pgraph-rig.h"

#define PIPE_INDEX 0xf50
#define PIPE_DATA  0xf54

enum { XFCTX = 0x6400, LTCTX = 0x6800, LTC1 = 0x7000, LTC2 = 0x7400,
       LTC3 = 0x7800, SLOT = 0x10, LIGHTS = 8, LIGHT_METHODS = 0x80 };

/* Slots of light 0, and how far on those of the next light are. */
static const struct {
    uint16_t mthd, words, window, slot, step;
} rows[] = {
    { 0x800, 3, LTCTX, 0, 5 },      /* ambient colour */
    { 0x80c, 3, LTCTX, 1, 5 },      /* diffuse colour */
    { 0x818, 3, LTCTX, 2, 5 },      /* specular colour */
    { 0x824, 1, LTC1, 3, 1 },       /* local range */
    { 0x828, 3, LTCTX, 3, 5 },      /* half vector */
    { 0x834, 3, LTCTX, 4, 5 },      /* direction */
    { 0x840, 1, LTC1, 11, 1 },      /* spot cutoff */
    { 0x844, 1, LTC2, 4, 1 },
    { 0x848, 1, LTC3, 3, 1 },
    { 0x84c, 4, XFCTX, 44, 1 },     /* spot direction */
    { 0x85c, 3, XFCTX, 36, 1 },     /* position */
    { 0x868, 3, LTCTX, 3, 5 },      /* attenuation, in half vector's place */
};

/* Exact in 22 bits and in a scalar's, different for every word. */
static uint32_t word_of(unsigned light, unsigned row, unsigned comp)
{
    return nv_f2u(1 + light + row * 8 + comp * 128);
}

static void check_light(Rig *rig, unsigned light)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint32_t slot = rows[i].slot + rows[i].step * light;

        for (unsigned c = 0; c < rows[i].words; c++) {
            rig_method(rig, rows[i].mthd + LIGHT_METHODS * light + 4 * c,
                       word_of(light, i, c));
        }
        nv_pgraph_write(rig->pg, PIPE_INDEX, rows[i].window + slot * SLOT);
        for (unsigned c = 0; c < rows[i].words; c++) {
            g_assert_cmphex(nv_pgraph_read(rig->pg, PIPE_DATA), ==,
                            word_of(light, i, c));
        }
    }
}

static void test_slots(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0x56);

    for (unsigned light = 0; light < LIGHTS; light++) {
        check_light(rig, light);
    }
    g_assert_cmphex(NV_PG(rig->pg, NSOURCE), ==, 0);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/pgraph/lights/nv10", "nv10", test_slots);
    g_test_add_data_func("/pgraph/lights/nv17", "nv17", test_slots);
    return g_test_run();
}
