/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Values at the edges of what methods take, class by class, as public hardware
 * tests (envytools) assert them: the last that is taken, the first that is
 * not.
 */
#include "unit/pgraph/pgraph-rig.h"

typedef struct Value {
    const char *chip;
    uint32_t class, mthd, value;
    bool taken;
} Value;

static const Value values[] = {
    /* Combiners: operations 5 and 7 do not exist. */
    { "nv20", 0x97, 0x1e40, 4 << 15, true },
    { "nv20", 0x97, 0x1e40, 5 << 15, false },
    { "nv20", 0x97, 0x1e40, 6 << 15, true },
    { "nv20", 0x97, 0x1e40, 7 << 15, false },
    { "nv20", 0x97, 0x0aa0, 4 << 15, true },
    { "nv20", 0x97, 0x0aa0, 5 << 15, false },
    { "nv20", 0x97, 0x0aa0, 7 << 15, false },
    { "nv30", 0x397, 0x0914, 1u << 26, true },
    { "nv30", 0x397, 0x0914, 1u << 27, false },
    { "nv30", 0x397, 0x0910, 1u << 25, true },
    { "nv30", 0x397, 0x0910, 1u << 26, false },
    { "nv20", 0x97, 0x1e60, 8, true }, { "nv20", 0x97, 0x1e60, 9, false },
    { "nv20", 0x97, 0x1e60, 0, false }, { "nv30", 0x397, 0x08fc, 0, true },
    { "nv30", 0x397, 0x08fc, 9, false },
    /* Textures: levels. */
    { "nv20", 0x97, 0x1b04, 0x0440062a, false },
    { "nv20", 0x97, 0x1b04, 0x0441062a, true },
    { "nv20", 0x97, 0x1b04, 0x044d062a, true },
    { "nv20", 0x97, 0x1b04, 0x044e062a, false },
    { "nv30", 0x397, 0x1a04, 0x0440062a, false },
    { "nv30", 0x397, 0x1a04, 0x0441062a, true },
    { "nv30", 0x397, 0x1a04, 0x044d062a, true },
    { "nv30", 0x397, 0x1a04, 0x044e062a, false },
    /* Places to load to. */
    { "nv20", 0x97, 0x1e9c, 0x87, true }, { "nv20", 0x97, 0x1e9c, 0x88, false },
    { "nv20", 0x97, 0x1ea4, 0xbf, true }, { "nv20", 0x97, 0x1ea4, 0xc0, false },
    { "nv30", 0x397, 0x1e9c, 0x117, true },
    { "nv30", 0x397, 0x1e9c, 0x118, false },
    /* Surfaces of several samples: NV17's own class alone, and one way. */
    { "nv17", 0x99, 0x0208, 0x0108, true },
    { "nv17", 0x99, 0x0208, 0x3108, true },
    { "nv17", 0x99, 0x0208, 0x2108, false },
    { "nv17", 0x99, 0x0208, 0x1108, false },
    { "nv17", 0x98, 0x0208, 0x0108, true },
    { "nv17", 0x98, 0x0208, 0x3108, false },
    /* Scaled images: pitches of class 0x37 are below 0x2000. */
    { "nv20", 0x37, 0x0404, 0x1fff, true },
    { "nv20", 0x37, 0x0404, 0x2000, false },
    { "nv20", 0x77, 0x0404, 0x00011fff, true },
    { "nv20", 0x77, 0x0404, 0x00012000, false },
    { "nv20", 0x77, 0x0404, 0x00014000, false },
    { "nv20", 0x89, 0x0404, 0x0001e000, true },
};

static void test_values(void)
{
    unsigned wrong = 0;

    for (unsigned i = 0; i < G_N_ELEMENTS(values); i++) {
        const Value *v = &values[i];
        Rig *rig = rig_new(v->chip, v->class);
        bool taken;

        rig_method(rig, v->mthd, v->value);
        taken = !NV_PG(rig->pg, NSOURCE);
        if (taken != v->taken) {
            g_test_message("%s, class 0x%x: 0x%04x = 0x%08x is%s taken: %s",
                           v->chip, v->class, v->mthd, v->value,
                           taken ? "" : " not", rig->line);
            wrong++;
        }
        rig_free(rig);
    }
    g_assert_cmpuint(wrong, ==, 0);
}

/* A program ends where the class' does, whatever the chip has. */
static void test_program_end(void)
{
    static const struct { const char *chip; uint32_t class, mthd, end; } rows[] =
    {
        { "nv20", 0x97, 0xb00, 0x88 }, { "nv25", 0x597, 0xb00, 0x88 },
        { "nv30", 0x97, 0xb00, 0x88 }, { "nv30", 0x397, 0xb80, 0x118 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (unsigned behind = 0; behind < 2; behind++) {
            Rig *rig = rig_new(rows[i].chip, rows[i].class);

            NV_PG_PUT(rig->pg, FE3D_XF_LOAD_POS, PROGRAM,
                      rows[i].end - 1 + behind);
            rig_method(rig, rows[i].mthd, 0);
            g_assert_cmpuint(NV_PG(rig->pg, NSOURCE) != 0, ==, behind);
            rig_free(rig);
        }
    }
}

static uint32_t tex_modes(Rig *rig)
{
    return NV_PG_AT(rig->pg, XF_MODE_T, 0) | NV_PG_AT(rig->pg, XF_MODE_T, 1);
}

/* Celsius' class on Kelvin: coordinates for embossing are unit 1's alone. */
static void test_emboss(void)
{
    for (unsigned unit = 0; unit < 2; unit++) {
        Rig *rig = rig_new("nv20", 0x56);

        rig_method(rig, 0x3c0 + 16 * unit, 0x2402);
        g_assert_cmphex(tex_modes(rig), ==, unit ? 3u << 20 : 3u << 4);
        rig_method(rig, 0x3c0 + 16 * unit, 0x855f);
        g_assert_cmphex(tex_modes(rig), ==, unit ? 6u << 20 : 0);
        g_assert_cmphex(NV_PG(rig->pg, NSOURCE), ==, 0);
        rig_free(rig);
    }
}

/* Direct3D's first class: wraps of both directions side by side. */
static void test_wraps(void)
{
    for (unsigned i = 0; i < 9; i++) {
        unsigned s = 1 + i % 3, t = 1 + i / 3;
        Rig *rig = rig_new("nv10", 0x48);
        uint32_t word;

        rig_method(rig, 0x314, 1 << 16 | 1 << 12 | t << 6 | s << 4);
        g_assert_cmphex(NV_PG(rig->pg, NSOURCE), ==, 0);
        word = nv_fe_bundle(rig->pg, NV_BUNDLE_TEX_FORMAT);
        g_assert_cmpuint(word >> 24 & 7, ==, s);
        g_assert_cmpuint(word >> 28 & 7, ==, t);
        g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_TEX_FORMAT + 1), ==,
                        word);
        rig_free(rig);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pgraph/values/edges", test_values);
    g_test_add_func("/pgraph/values/program-end", test_program_end);
    g_test_add_func("/pgraph/values/emboss", test_emboss);
    g_test_add_func("/pgraph/values/wraps", test_wraps);
    return g_test_run();
}
