/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VTX: facing, polygon mode and offset against independent double arithmetic,
 * and the slope of w that W buffers' offset takes against a console's.
 */
#include "unit/vtx/test-vtx.h"

/* --- Polygon mode, culling, offset --- */

#define BOTH_LINE (2u | 2u << 2)
#define BOTH_POINT (1u | 1u << 2)

static void test_edges(void)
{
    static const struct {
        NvPrimitive prim;
        unsigned count;
        uint8_t edges[8];
        const char *lines, *points;
    } t[] = {
        /* Of each triangle 1-2, 2-0, 0-1. */
        { NV_PRIM_TRIANGLES, 3, { 1, 1, 1 }, "1 2;2 0;0 1;", "1;2;0;" },
        { NV_PRIM_TRIANGLES, 3, { 1, 0, 1 }, "2 0;0 1;", "2;0;" },
        { NV_PRIM_TRIANGLES, 3, { 0, 0, 0 }, "", "" },
        { NV_PRIM_QUADS, 4, { 1, 1, 1, 1 }, "1 2;0 1;2 3;3 0;",
          "1;0;2;3;" },
        { NV_PRIM_QUADS, 4, { 1, 0, 1, 0 }, "0 1;2 3;", "0;2;" },
        { NV_PRIM_POLYGON, 5, { 1, 1, 1, 1, 1 }, "1 2;0 1;2 3;3 4;4 0;",
          "1;0;2;3;4;" },
        { NV_PRIM_POLYGON, 5, { 0, 1, 0, 1, 0 }, "1 2;3 4;", "1;3;" },
        { NV_PRIM_POLYGON, 3, { 1, 1, 1 }, "1 2;2 0;0 1;", "1;2;0;" },
        { NV_PRIM_QUAD_STRIP, 4, { 0, 0, 0, 0 }, "2 0;0 1;1 3;3 2;",
          "2;0;1;3;" },
        { NV_PRIM_TRIANGLE_STRIP, 4, { 0, 0, 0, 0 },
          "1 2;2 0;0 1;1 3;3 2;2 1;", "1;2;0;1;3;2;" },
    };
    Rig *rig = rig_new("nv20");

    for (unsigned i = 0; i < G_N_ELEMENTS(t); i++) {
        put_circle(rig, t[i].count);
        nv_vtx_bundle(&rig->vtx, NV_BUNDLE_RASTER, BOTH_LINE);
        draw(rig, t[i].prim, t[i].count, t[i].edges);
        g_test_message("%u: %s", i, nv_primitive_name(t[i].prim));
        g_assert_cmpstr(rig->text->str, ==, t[i].lines);
        nv_vtx_bundle(&rig->vtx, NV_BUNDLE_RASTER, BOTH_POINT);
        draw(rig, t[i].prim, t[i].count, t[i].edges);
        g_assert_cmpstr(rig->text->str, ==, t[i].points);
    }
    rig_free(rig);
}

/* Vertices 0 1 2 clockwise on the screen, 3 4 5 the other way. */
static void put_pair(Rig *rig)
{
    put_vertex(rig, 0, 0, 0, 5, 1);
    put_vertex(rig, 1, 10, 0, 5, 1);
    put_vertex(rig, 2, 0, 10, 5, 1);
    put_vertex(rig, 3, 0, 0, 5, 1);
    put_vertex(rig, 4, 0, 10, 5, 1);
    put_vertex(rig, 5, 10, 0, 5, 1);
}

static void test_cull(void)
{
    static const struct {
        uint32_t raster;
        const char *want;
    } t[] = {
        { 0, "0 1 2;3 4 5;" },
        { 2u << 21, "0 1 2;3 4 5;" },
        { 1u << 28 | 0u << 21, "0 1 2;3 4 5;" },
        { 1u << 28 | 1u << 21, "3 4 5;" },
        { 1u << 28 | 2u << 21, "0 1 2;" },
        { 1u << 28 | 3u << 21, "" },
        { 1u << 28 | 1u << 21 | 1u << 23, "0 1 2;" },
        { 1u << 28 | 2u << 21 | 1u << 23, "3 4 5;" },
        { 2u, "1 2;2 0;0 1;3 4 5;" },
        { 1u << 2, "0 1 2;4;5;3;" },
        { 1u << 2 | 1u << 28 | 1u << 21, "4;5;3;" },
    };
    Rig *rig = rig_new("nv20");

    put_pair(rig);
    for (unsigned i = 0; i < G_N_ELEMENTS(t); i++) {
        nv_vtx_bundle(&rig->vtx, NV_BUNDLE_RASTER, t[i].raster);
        draw(rig, NV_PRIM_TRIANGLES, 6, NULL);
        g_test_message("raster 0x%08x", t[i].raster);
        g_assert_cmpstr(rig->text->str, ==, t[i].want);
    }
    rig_free(rig);
}

static float color_of(Rig *rig, unsigned i, unsigned which)
{
    return g_array_index(rig->out, NvRasterVertex, i).color[which][0] * 255;
}

static void test_two_sided(void)
{
    Rig *rig = rig_new("nv20");

    put_pair(rig);
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_CONFIG_B, SMOOTH | SPECULAR);
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_RASTER, 1u << 24);
    draw(rig, NV_PRIM_TRIANGLES, 6, NULL);
    for (unsigned i = 0; i < 6; i++) {
        unsigned side = i < 3 ? 0 : 100;

        g_assert_cmpfloat_with_epsilon(color_of(rig, i, 0), i + side, 0.01);
        g_assert_cmpfloat_with_epsilon(color_of(rig, i, 1), i + side + 50,
                                       0.01);
    }
    /* Flat: the back colours of the provoking vertex. */
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_CONFIG_B, SPECULAR);
    draw(rig, NV_PRIM_TRIANGLES, 6, NULL);
    for (unsigned i = 0; i < 6; i++) {
        g_assert_cmpfloat_with_epsilon(color_of(rig, i, 0),
                                       i < 3 ? 2 : 105, 0.01);
    }
    rig_free(rig);
}

static void test_offset(void)
{
    Rig *rig = rig_new("nv20");
    static const struct {
        uint32_t raster;
        float want;         /* 7 + 2 * max(3, 5) or nothing */
    } t[] = {
        { 0, 0 }, { 1u << 8, 17 }, { 1u << 7 | 1u << 6, 0 },
        { 1u << 7 | BOTH_LINE, 17 }, { 1u << 8 | BOTH_LINE, 0 },
        { 1u << 6 | BOTH_POINT, 17 }, { 1u << 7 | BOTH_POINT, 0 },
    };

    /* z = 1000 + 3 x - 5 y */
    put_vertex(rig, 0, 0, 0, 1000, 1);
    put_vertex(rig, 1, 10, 0, 1030, 1);
    put_vertex(rig, 2, 0, 10, 950, 1);
    bundle_float(rig, NV_BUNDLE_POLYGON_OFFSET_UNITS, 7);
    bundle_float(rig, NV_BUNDLE_POLYGON_OFFSET_FACTOR, 2);
    for (unsigned i = 0; i < G_N_ELEMENTS(t); i++) {
        nv_vtx_bundle(&rig->vtx, NV_BUNDLE_RASTER, t[i].raster);
        draw(rig, NV_PRIM_TRIANGLES, 3, NULL);
        for (unsigned k = 0; k < rig->out->len; k++) {
            const NvRasterVertex *v =
                &g_array_index(rig->out, NvRasterVertex, k);

            g_assert_cmpfloat(v->z, ==, 1000 + 3 * v->x - 5 * v->y);
            g_assert_cmpfloat(v->offset, ==, t[i].want);
        }
        g_assert_cmpuint(rig->out->len, >=, 3);
    }
    /* hw: the slope is whole. */
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_RASTER, 1u << 8);
    put_vertex(rig, 1, 2, 0, 1000, 1);
    put_vertex(rig, 2, 0, 2, 9195, 1);
    draw(rig, NV_PRIM_TRIANGLES, 3, NULL);
    g_assert_cmpfloat(g_array_index(rig->out, NvRasterVertex, 0).offset, ==,
                      7 + 2 * 4097.5f);
    put_vertex(rig, 2, 0, 10, 950, 1);
    /* A clipped triangle has the same offset, whatever w is. */
    put_vertex(rig, 1, 1048576, 0, 3146728, 3);
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_RASTER, 1u << 8);
    draw(rig, NV_PRIM_TRIANGLES, 3, NULL);
    g_assert_cmpuint(rig->out->len, ==, 6);
    for (unsigned k = 0; k < rig->out->len; k++) {
        const NvRasterVertex *v = &g_array_index(rig->out, NvRasterVertex, k);

        g_assert_cmpfloat_with_epsilon(v->z, 1000 + 3 * v->x - 5 * v->y, 6);
        g_assert_cmpfloat(v->offset, ==, 17);
    }
    rig_free(rig);
}

/*
 * The slope of w, times 65536, of triangles in a window to 640, 480: what a
 * console's depth is more with that factor, and how well that is known or
 * met: to less than 2 where weights have other last bits.
 */
static void test_w_slope(void)
{
    static const float far_w = 325.8057861328125f, near_w = 58.379993438720703f;
    static const float most_w = 16777046;
    const struct {
        float x0, y0;           /* the window's corner */
        struct { float x, y, w; } c[3];
        double slope, off;
    } rows[] = {
        { 150, 0, { { 53.1875f, -34.3125f, far_w },
                    { 586.75f, -34.3125f, far_w },
                    { 1808.6875f, 453, near_w } }, 113137.296875, 0.6 },
        { 150, 0, { { 53.1875f, -34.3125f, far_w },
                    { 1808.6875f, 453, near_w },
                    { -1168.6875f, 453, near_w } }, 113136.7734375, 0 },
        { 150, 32, { { 53.1875f, -34.3125f, far_w },
                     { 586.75f, -34.3125f, far_w },
                     { 1808.6875f, 453, near_w } }, 75289.2421875, 1.7 },
        { 150, 32, { { 53.1875f, -34.3125f, far_w },
                     { 1808.6875f, 453, near_w },
                     { -1168.6875f, 453, near_w } }, 73585.9609375, 0 },
        { 150, 128, { { 53.1875f, -34.3125f, far_w },
                      { 1808.6875f, 453, near_w },
                      { -1168.6875f, 453, near_w } }, 30771.206, 0.007 },
        { 150, 224, { { 53.1875f, -34.3125f, far_w },
                      { 1808.6875f, 453, near_w },
                      { -1168.6875f, 453, near_w } }, 16800.8184, 0.004 },
        { 150, 0, { { -1168.6875f, 0, near_w }, { 1808.6875f, 0, near_w },
                    { 586.75f, 487.3125f, far_w } }, 6466.1457, 0.0013 },
        { 150, 0, { { -1168.6875f, 0, near_w }, { 586.75f, 487.3125f, far_w },
                    { 53.1875f, 487.3125f, far_w } }, 44201.515625, 1.1 },
        { 150, 0, { { 637.3125f, -26.8125f, far_w },
                    { 637.3125f, 506.75f, far_w },
                    { 150, 1728.6875f, near_w } }, 199541.015625, 0.02 },
        { 150, 0, { { 637.3125f, -26.8125f, far_w },
                    { 150, 1728.6875f, near_w },
                    { 150, -1248.6875f, near_w } }, 6466.1457, 0.0013 },
        { 159, 0, { { 637.3125f, -26.8125f, far_w },
                    { 150, 1728.6875f, near_w },
                    { 150, -1248.6875f, near_w } }, 6644.3035, 0.001 },
        { 261, 0, { { 637.3125f, -26.8125f, far_w },
                    { 150, 1728.6875f, near_w },
                    { 150, -1248.6875f, near_w } }, 9748.96484375, 0.07 },
        { 363, 0, { { 637.3125f, -26.8125f, far_w },
                    { 150, 1728.6875f, near_w },
                    { 150, -1248.6875f, near_w } }, 15673.1382, 0.0064 },
        { 150, 0, { { 160.5f, 0.5f, 325 }, { 170.5f, 0.5f, 325 },
                    { 160.5f, 200, 58 } }, 439380.4375, 1 },
        { 150, 0, { { 180.5f, 1.5f, 325 }, { 190.5f, 1.5f, 325 },
                    { 180.5f, 201, 58 } }, 459200.40625, 1 },
        { 150, 0, { { 200.5f, 2.5f, 325 }, { 210.5f, 2.5f, 325 },
                    { 200.5f, 202, 58 } }, 480392.5, 1 },
        { 150, 0, { { 220.5f, 3.5f, 325 }, { 230.5f, 3.5f, 325 },
                    { 220.5f, 203, 58 } }, 503086.21875, 1 },
        { 150, 0, { { 160.5f, 0.5f, 325 }, { 360, 0.5f, 58 },
                    { 160.5f, 10.5f, 325 } }, 403283.15625, 1 },
        { 150, 0, { { 161.5f, 20.5f, 325 }, { 361, 20.5f, 58 },
                    { 161.5f, 30.5f, 325 } }, 421475.65625, 1 },
        { 150, 0, { { 162.5f, 40.5f, 325 }, { 362, 40.5f, 58 },
                    { 162.5f, 50.5f, 325 } }, 440927.28125, 1 },
        { 150, 0, { { 163.5f, 60.5f, 325 }, { 363, 60.5f, 58 },
                    { 163.5f, 70.5f, 325 } }, 461755.625, 1 },
        { 150, 0, { { 0, 0, most_w }, { 640, 0, most_w },
                    { 640, 480, most_w + 1 } }, 136, 0.6 },
    };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(rows); i++) {
        const NvRect window = { rows[i].x0, rows[i].y0, 640, 480 };
        NvCorner corner[3] = { 0 };
        const NvCorner *const c[3] = { &corner[0], &corner[1], &corner[2] };

        for (unsigned k = 0; k < 3; k++) {
            corner[k].v.x = rows[i].c[k].x;
            corner[k].v.y = rows[i].c[k].y;
            corner[k].v.z = rows[i].c[k].w;
            corner[k].v.rhw = nv_vtx_rhw(rows[i].c[k].w);
        }
        g_assert_cmpfloat_with_epsilon(65536 * nv_vtx_w_slope(&window, c),
                                       rows[i].slope, rows[i].off + 1e-9);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/vtx/mode/edges", test_edges);
    g_test_add_func("/vtx/mode/cull", test_cull);
    g_test_add_func("/vtx/mode/two-sided", test_two_sided);
    g_test_add_func("/vtx/mode/offset", test_offset);
    g_test_add_func("/vtx/mode/w-slope", test_w_slope);
    return g_test_run();
}
