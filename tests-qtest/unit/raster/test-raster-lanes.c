/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What runs over lanes against the general path, bit for bit, in random states:
 * samplers, combiners as lists, blending, spans of several lines, textures in
 * pages of the machine's memory; as machine code, too, and by some threads.
 */
#include "unit/raster/test-raster-pair.h"

static void report(Pair *p, unsigned cases)
{
    g_test_message("%u differences in %u states; %u nearest, %u linear, %u "
                   "of several lines, %u lists, %u with machine code; memory "
                   "was asked for %u times",
                   p->wrong, cases, p->nearest, p->linear, p->batches,
                   p->plans, p->coded, p->questions);
    g_assert_cmpuint(p->nearest, >, cases / 4);
    g_assert_cmpuint(p->linear, >, cases / 20);
    g_assert_cmpuint(p->batches, >, cases / 4);
    g_assert_cmpuint(p->plans, ==, cases);
    g_assert_cmpuint(p->wrong, ==, 0);
}

/* ---- Kelvin ---- */

static void kelvin_cases(Pair *p, unsigned cases, bool late, int shaders)
{
    for (unsigned i = 0; i < cases; i++) {
        uint32_t ops = chance(p, shaders) ? g_rand_int(p->r) & 0xfffff : 0x21;

        random_surfaces(p, late);
        for (unsigned u = 0; u < 4; u++) {
            random_texture(p, u, late);
        }
        random_combiners(p, late);
        random_pixels(p);
        for (unsigned k = 0; k < 2; k++) {
            both(p, NV_BUNDLE_SCISSOR_HV + k, 0x10000000);
            both(p, NV_BUNDLE_VIEWPORT_HV + k, 0x10000000);
        }
        both(p, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(chance(p, 4) ? 0.5f
                                                                : 1e9f));
        both(p, NV_BUNDLE_TEX_SHADER_OP, chance(p, 8) ? 0 : ops);
        both(p, NV_BUNDLE_TEX_SHADER_MISC, g_rand_int(p->r));
        draw(p);
        compare(p);
    }
}

static void kelvin_ways(const Way *way, bool moved)
{
    const unsigned cases = states(moved ? 1500 : 3000);
    Pair p;

    open_pair(&p, way, false, moved, seed(41));
    kelvin_cases(&p, cases, !strcmp(way->chip, "nv34"), 8);
    report(&p, cases);
    close_pair(&p);
}

static void kelvin(gconstpointer way)
{
    kelvin_ways(way, false);
}

static void kelvin_moved(gconstpointer way)
{
    kelvin_ways(way, true);
}

/* Any operations of the shader, mostly of texels that some see whole. */
static void shaders(gconstpointer way)
{
    const unsigned cases = states(1500);
    Pair p;

    open_pair(&p, way, false, false, seed(45));
    p.wide = true;
    kelvin_cases(&p, cases, false, 1);
    g_test_message("%u differences in %u states", p.wrong, cases);
    g_assert_cmpuint(p.wrong, ==, 0);
    close_pair(&p);
}

/* ---- Rankine ---- */

/* What drivers have: a colour, a texture times it, two for combiners. */
static const uint32_t programs[][8] = {
    { 0x01403e81, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800 },
    { 0x18409e81, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800 },
    { 0x17009e00, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
      0x02803e81, 0x1c9dc800, 0x0001c801, RK_NO_SOURCE },
    { 0x18009e80, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
      0x1802be83, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800 },
};

static void rankine_cases(const Way *way, bool moved)
{
    const unsigned cases = states(moved ? 1500 : 3000);
    Pair p;

    open_pair(&p, way, true, moved, seed(42));
    for (unsigned i = 0; i < cases; i++) {
        const uint32_t *words = programs[range(&p, 0, 4)];

        random_surfaces(&p, true);
        random_texture(&p, 0, true);
        random_texture(&p, 1, true);
        random_combiners(&p, true);
        if (chance(&p, 2)) {
            both(&p, NV_BUNDLE_RC_CONFIG, 0);
        }
        random_pixels(&p);
        both(&p, NV_BUNDLE_VIEWPORT_OFFSET, chance(&p, 6) ? 0x00031ffe : 0);
        both(&p, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(chance(&p, 4) ? 0.5f
                                                                 : 1));
        both(&p, NV_BUNDLE_PS_CONTROL, chance(&p, 4) ? 0xe : 0);
        rk_program(&p.rig[0], words, 8);
        rk_program(&p.rig[1], words, 8);
        mirror(&p, RK_PROGRAM, 32);
        draw(&p);
        compare(&p);
    }
    report(&p, cases);
    close_pair(&p);
}

static void rankine(gconstpointer way)
{
    rankine_cases(way, false);
}

static void rankine_moved(gconstpointer way)
{
    rankine_cases(way, true);
}

/* Every way to sample and combine; with machine code at once; by threads. */
static const Way plain[] = { { "nv20" }, { "nv25" }, { "nv34" }, { "nv35" } };
static const Way eager[] = { { "nv20", "jit" }, { "nv34", "jit" } };
static const Way many[] = { { "nv20", NULL, true }, { "nv35", NULL, true } };

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/raster-lanes/kelvin/nv20", &plain[0], kelvin);
    g_test_add_data_func("/raster-lanes/kelvin/nv25", &plain[1], kelvin);
    g_test_add_data_func("/raster-lanes/kelvin/nv34", &plain[2], kelvin);
    g_test_add_data_func("/raster-lanes/shaders/nv20", &plain[0], shaders);
    g_test_add_data_func("/raster-lanes/rankine/nv34", &plain[2], rankine);
    g_test_add_data_func("/raster-lanes/rankine/nv35", &plain[3], rankine);
    g_test_add_data_func("/raster-lanes/pages/nv20", &plain[0],
                         kelvin_moved);
    g_test_add_data_func("/raster-lanes/pages/nv35", &plain[3],
                         rankine_moved);
    g_test_add_data_func("/raster-lanes/code/nv20", &eager[0], kelvin);
    g_test_add_data_func("/raster-lanes/code/nv34", &eager[1], kelvin);
    g_test_add_data_func("/raster-lanes/code/programs/nv34", &eager[1],
                         rankine);
    g_test_add_data_func("/raster-lanes/threads/kelvin/nv20", &many[0],
                         kelvin);
    g_test_add_data_func("/raster-lanes/threads/pages/nv20", &many[0],
                         kelvin_moved);
    g_test_add_data_func("/raster-lanes/threads/rankine/nv35", &many[1],
                         rankine);
    return g_test_run();
}
