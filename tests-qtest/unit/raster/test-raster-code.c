/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for pixels against the general path, bit for bit, in random
 * states of which there is code for most, and in random fragment programs; by
 * one thread and by some, in groups of as many lanes as the host has and of
 * eight.
 */
#include "unit/raster/random-program.h"

/* @share: one in so many has code. */
static void report_code(Pair *p, unsigned cases, unsigned share)
{
    const NvSoft *s = p->rig[0].raster.backend;

    g_test_message("%u differences in %u states, %u with machine code, %u "
                   "lists made", p->wrong, cases, p->coded,
                   nv_mc_made(s->machine));
    if (s->machine) {
        g_assert_cmpuint(p->coded, >, cases / share);
    }
    g_assert_cmpuint(p->wrong, ==, 0);
}

/* An image with levels, one filter for what is large and small. */
static void random_levels(Pair *p, unsigned u)
{
    static const uint8_t codes[] = {
        0, 2, 4, 5, 6, 7, 0x0b, 0x0c, 0x0e, 0x0f, 0x3a,
    };
    unsigned linear = chance(p, 2), two = chance(p, 2);

    both(p, NV_BUNDLE_TEX_FORMAT + u, NV_BIT(3) | 2 << 6 |
         codes[range(p, 0, G_N_ELEMENTS(codes))] << 8 |
         range(p, 2, 8) << 16 | range(p, 2, 7) << 20 | range(p, 2, 7) << 24);
    both(p, NV_BUNDLE_TEX_CONTROL_A + u, NV_BIT(30) |
         (chance(p, 4) ? g_rand_int(p->r) & 0x3ffffc0 : 0xfff << 6));
    both(p, NV_BUNDLE_TEX_FILTER + u, (3 + linear + 2 * two) << 16 |
         (1 + linear) << 24 | (chance(p, 4) ? g_rand_int(p->r) & 0x1fff : 0));
}

/* Plain states, of which there is code for most: its parts one by one. */
static void coded(gconstpointer way)
{
    static const uint8_t colors[] = { 8, 8, 8, 4, 5 };  /* of four bytes */
    const unsigned cases = states(3000);
    Pair p;

    open_pair(&p, way, false, false, seed(43));
    for (unsigned i = 0; i < cases; i++) {
        unsigned units = range(&p, 0, 4), ops = 0;

        for (unsigned k = 0; k < 2; k++) {
            rig_surfaces(&p.rig[k], colors[i % 5], i & 8 ? 2 : 0, SIDE,
                         false);
        }
        for (unsigned u = 0; u < units; u++) {
            random_texture(&p, u, false);
            if (chance(&p, 2)) {
                random_levels(&p, u);
            }
            ops |= 1u << 5 * u;
        }
        random_combiners(&p, false);
        random_pixels(&p);
        both(&p, NV_BUNDLE_RASTER, 8 << 12);
        both(&p, NV_BUNDLE_CLIP_RECT_HORIZ, 0x0fff0000);
        both(&p, NV_BUNDLE_CLIP_RECT_VERT, 0x0fff0000);
        both(&p, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(chance(&p, 4) ? 0.5f
                                                                 : 1e9f));
        both(&p, NV_BUNDLE_FOG_COEFF, nv_f2u(1.5f));
        both(&p, NV_BUNDLE_FOG_COEFF + 1, nv_f2u(0.25f));
        both(&p, NV_BUNDLE_TEX_SHADER_OP, ops);
        draw(&p);
        compare(&p);
    }
    report_code(&p, cases, 4);
    close_pair(&p);
}

/* Triangles of all of @v, and that they are the same. */
static void draw_both(Pair *p, const NvRasterVertex *v, unsigned count)
{
    for (unsigned k = 0; k < 2; k++) {
        nv_raster_triangles(&p->rig[k].raster, v, count);
    }
    nv_raster_settle(&p->rig[0].raster);
    compare(p);
}

/* ---- coordinates ---- */

/* What is drawn is what one unit's texture has at a place. */
static void show_texels(Pair *p)
{
    bool rect = chance(p, 4);
    unsigned filter = range(p, 1, 3), min = chance(p, 3) ? filter + 2 : filter;

    random_texture(p, 0, false);
    both(p, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | 2 << 6 | (rect ? 0x12 : 6) << 8 |
         (rect || min < 3 ? 1 : 4) << 16 | range(p, 2, 7) << 20 |
         range(p, 2, 7) << 24);
    both(p, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfff << 6);
    both(p, NV_BUNDLE_TEX_FILTER, (rect ? filter : min) << 16 | filter << 24);
    both(p, NV_BUNDLE_TEX_SHADER_OP, 1);
    both(p, NV_BUNDLE_RC_CONFIG, 1);
    both(p, NV_BUNDLE_RC_IN_COLOR, 0x08200000);
    both(p, NV_BUNDLE_RC_IN_ALPHA, 0x18301010);
    both(p, NV_BUNDLE_RC_OUT_COLOR, 0xc00);
    both(p, NV_BUNDLE_RC_OUT_ALPHA, 0xc00);
    both(p, NV_BUNDLE_RC_FINAL_A, 0xc);
    both(p, NV_BUNDLE_RC_FINAL_B, 0x1c80);
    both(p, NV_BUNDLE_CONFIG_A, 0x3c000000);
    both(p, NV_BUNDLE_BLEND, 0);
    both(p, NV_BUNDLE_STENCIL_A, 0);
}

/*
 * A coordinate of three corners: as a plane on which many pixels lie between
 * two texels, or nearly; without any of a corner or two; or any.
 */
static void random_plane(Pair *p, NvRasterVertex *v, unsigned k)
{
    static const float by[] = { 1, 1, 1 / 4.0f, 1 / 64.0f, 1 / 256.0f };
    float size = 1u << range(p, 0, 7), few = by[range(p, 0, 5)];
    float a = range(p, -4, 5) * few, b = range(p, -4, 5) * few;
    float c = range(p, -64, 65) / 4.0f, off = ldexpf(1, -range(p, 12, 24));
    float far = chance(p, 4) ? 1u << range(p, 0, 13) : 1;
    unsigned way = range(p, 0, 4);

    for (unsigned i = 0; i < 3; i++) {
        float any = range(p, -4096, 4097) / 1024.0f * far;

        v[i].tex[0][k] = way ? (a * v[i].x + b * v[i].y + c) / size +
                               (way == 1 ? 0 : off * range(p, -2, 3)) : any;
        if (way == 3 && chance(p, 2)) {
            v[i].tex[0][k] = 0;
        }
        v[i].tex[0][3] = 1;
    }
}

/* Places of texels, to the last bit of a coordinate. */
static void coordinates(gconstpointer way)
{
    const unsigned cases = states(12000);
    Pair p;

    open_pair(&p, way, false, false, seed(45));
    for (unsigned i = 0; i < cases; i++) {
        NvRasterVertex v[3];

        for (unsigned k = 0; k < 2; k++) {
            rig_surfaces(&p.rig[k], 8, 0, SIDE, false);
        }
        if (i % 8 == 0) {
            show_texels(&p);
            both(&p, NV_BUNDLE_RASTER, 8 << 12);
        }
        for (unsigned k = 0; k < 3; k++) {
            random_vertex(&p, &v[k], false);
            v[k].rhw = i & 1 ? range(&p, 16, 33) / 32.0f : 1;
        }
        random_plane(&p, v, 0);
        random_plane(&p, v, 1);
        random_shares(&p);
        draw_both(&p, v, 3);
    }
    report_code(&p, cases, 2);
    close_pair(&p);
}

/* ---- depth ---- */

/*
 * Depth of corners about a power of two, apart by what may be anything: whole
 * or not; and places around the surface, so that many sums are cut.
 */
static void random_depths(Pair *p, NvRasterVertex *v)
{
    static const float sizes[] = { 1, 1, 4, 15, 19, 60 };
    float size = sizes[range(p, 0, G_N_ELEMENTS(sizes))];
    float middle = ldexpf(1, range(p, 0, 25));
    float apart = middle * ldexpf(1, range(p, -24, 3));
    bool whole = chance(p, 2);

    for (unsigned i = 0; i < 3; i++) {
        float z = middle + apart * (float)g_rand_double_range(p->r, -1, 1);

        z = CLAMP(chance(p, 6) ? z / range(p, 64, 512) : z, 0, 0xffffff);
        v[i].z = chance(p, 16) ? middle : whole ? floorf(z) : z;
        v[i].x = 32 + (v[i].x - 32) * size;
        v[i].y = 32 + (v[i].y - 32) * size;
    }
    v[1].offset = v[2].offset = v[0].offset =
        chance(p, 4) ? range(p, -4096, 4097) / 16.0f : 0;
}

/* What is nearer than what others have left, and all that there is. */
static void depths(gconstpointer way)
{
    const unsigned cases = states(12000);
    Pair p;

    open_pair(&p, way, false, false, seed(46));
    for (unsigned k = 0; k < 2; k++) {
        rig_surfaces(&p.rig[k], 8, 2, SIDE, false);
    }
    both(&p, NV_BUNDLE_RASTER, 8 << 12);
    for (unsigned i = 0; i < cases; i++) {
        NvRasterVertex v[3];

        if (i % 8 == 0) {
            both(&p, NV_BUNDLE_CONFIG_A, 0x3c000000 | NV_BIT(14) |
                 (chance(&p, 8) ? 0 : NV_BIT(24)) | range(&p, 0, 8) << 16);
            both(&p, NV_BUNDLE_DEPTH_RANGE_FAR,
                 nv_f2u(chance(&p, 8) ? 65536.0f : 16777215.0f));
        }
        for (unsigned k = 0; k < 3; k++) {
            random_vertex(&p, &v[k], false);
        }
        random_depths(&p, v);
        random_shares(&p);
        draw_both(&p, v, 3);
    }
    report_code(&p, cases, 2);
    close_pair(&p);
}

/* Weights just below a whole number only as edges of 24 bits have them. */
static void edges(gconstpointer way)
{
    static const float places[][3][2] = {
        { { 1824.5f, -744.25f }, { 182, 1599.5f }, { -268, -1820.5f } },
        { { -1936.75f, 2019.5f }, { 722, 230.75f }, { -354.25f, -1591.75f } },
    };
    Pair p;

    open_pair(&p, way, false, false, seed(48));
    for (unsigned k = 0; k < 2; k++) {
        rig_surfaces(&p.rig[k], 8, 2, SIDE, false);
    }
    both(&p, NV_BUNDLE_RASTER, 8 << 12);
    for (unsigned i = 0; i < 8; i++) {
        NvRasterVertex v[3];

        for (unsigned k = 0; k < 3; k++) {
            random_vertex(&p, &v[k], false);
            v[k].x = places[i % 2][k][0];
            v[k].y = places[i % 2][k][1];
            v[k].rhw = 1;
        }
        draw_both(&p, v, 3);
    }
    report_code(&p, 8, 2);
    close_pair(&p);
}

/* ---- long lines ---- */

#define LONG 1024

/* More groups of a line than go through together, of plain states. */
static void long_lines(gconstpointer way)
{
    const unsigned cases = states(400);
    Pair p;

    open_pair(&p, way, false, false, seed(49));
    for (unsigned i = 0; i < cases; i++) {
        NvRasterVertex v[3 * 4];
        unsigned unit = chance(&p, 2);

        for (unsigned k = 0; k < 2; k++) {
            rig_surfaces(&p.rig[k], 8, i & 1 ? 2 : 0, LONG, false);
            rig_clip(&p.rig[k], LONG, SIDE / 4);
        }
        random_texture(&p, 0, false);
        both(&p, NV_BUNDLE_TEX_SHADER_OP, unit);
        random_combiners(&p, false);
        random_pixels(&p);
        both(&p, NV_BUNDLE_RASTER, 8 << 12);
        for (unsigned k = 0; k < G_N_ELEMENTS(v); k++) {
            random_vertex(&p, &v[k], false);
            v[k].x = range(&p, -LONG / 4, LONG * 5 / 4);
            v[k].y = range(&p, -SIDE / 8, SIDE / 2);
        }
        random_shares(&p);
        draw_both(&p, v, G_N_ELEMENTS(v));
    }
    report_code(&p, cases, 4);
    close_pair(&p);
}

/* ---- small triangles ---- */

/* About the surface and its borders, in 16ths of a pixel, some very thin. */
static void random_place(Pair *p, NvRasterVertex *v)
{
    static const int sizes[] = { 1, 4, 8, 9, 16, 17, 32, 34 };
    int wide = sizes[range(p, 0, G_N_ELEMENTS(sizes))];
    int high = sizes[range(p, 0, G_N_ELEMENTS(sizes))];
    int x = 16 * range(p, -wide, SIDE), y = 16 * range(p, -high, SIDE);

    for (unsigned i = 0; i < 3; i++) {
        v[i].x = (x + range(p, 0, 16 * wide + 1)) / 16.0f;
        v[i].y = (y + range(p, 0, 16 * high + 1)) / 16.0f;
    }
}

/* Which pixels they have, and which of them is drawn last. */
static void small(gconstpointer way)
{
    const unsigned cases = states(12000);
    Pair p;

    open_pair(&p, way, false, false, seed(47));
    for (unsigned k = 0; k < 2; k++) {
        rig_surfaces(&p.rig[k], 8, 2, SIDE, false);
    }
    both(&p, NV_BUNDLE_RASTER, 8 << 12);
    for (unsigned i = 0; i < cases; i++) {
        NvRasterVertex v[3 * 8];

        for (unsigned k = 0; k < G_N_ELEMENTS(v); k++) {
            random_vertex(&p, &v[k], false);
        }
        for (unsigned k = 0; k < G_N_ELEMENTS(v); k += 3) {
            random_place(&p, &v[k]);
        }
        random_shares(&p);
        draw_both(&p, v, G_N_ELEMENTS(v));
    }
    report_code(&p, cases, 2);
    close_pair(&p);
}

/* ---- code for fragment programs ---- */

static void coded_programs(gconstpointer way)
{
    static const uint8_t colors[] = { 4, 5, 7, 8, 8 };
    const unsigned cases = states(3000);
    Pair p;

    open_pair(&p, way, true, false, seed(44));
    for (unsigned i = 0; i < cases; i++) {
        for (unsigned k = 0; k < 2; k++) {
            rig_surfaces(&p.rig[k], colors[i % 5], i & 8 ? 2 : 0, SIDE,
                         false);
        }
        for (unsigned u = 0; u < 3; u++) {
            random_texture(&p, u, true);
            if (chance(&p, 2)) {
                random_levels(&p, u);
            }
        }
        random_combiners(&p, true);
        if (chance(&p, 2)) {
            both(&p, NV_BUNDLE_RC_CONFIG, 0);
        }
        random_pixels(&p);
        both(&p, NV_BUNDLE_RASTER, 8 << 12);
        both(&p, NV_BUNDLE_CLIP_RECT_HORIZ, 0x0fff0000);
        both(&p, NV_BUNDLE_CLIP_RECT_VERT, 0x0fff0000);
        both(&p, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(chance(&p, 4) ? 0.5f
                                                                 : 1));
        random_program(&p);
        draw(&p);
        compare(&p);
    }
    report_code(&p, cases, 10);
    close_pair(&p);
}

static const struct {
    const char *name;
    GTestDataFunc run;
    unsigned chip;              /* of the ways */
    bool threads;               /* by some, too */
} tests[] = {
    { "states/nv20", coded, 0, true },
    { "coordinates/nv20", coordinates, 0, false },
    { "depths/nv20", depths, 0, false },
    { "edges/nv20", edges, 0, false },
    { "long-lines/nv20", long_lines, 0, true },
    { "small/nv20", small, 0, true },
    { "programs/nv34", coded_programs, 1, true },
};

static const Way one[] = { { "nv20", "jit" }, { "nv34", "jit" } };
static const Way eight[] = { { "nv20", "jit8" }, { "nv34", "jit8" } };
static const Way many[] = { { "nv20", "jit", true }, { "nv34", "jit", true } };

static void add(const char *way, unsigned i, const Way *chips)
{
    g_autofree char *name = g_strconcat("/raster-code/", way, tests[i].name,
                                        NULL);

    g_test_add_data_func(name, &chips[tests[i].chip], tests[i].run);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(tests); i++) {
        add("", i, one);
        add("eight/", i, eight);
        if (tests[i].threads) {
            add("threads/", i, many);
        }
    }
    return g_test_run();
}
