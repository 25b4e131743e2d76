/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VTX: facing, polygon mode and offset against independent double arithmetic.
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/vtx/mode/edges", test_edges);
    g_test_add_func("/vtx/mode/cull", test_cull);
    g_test_add_func("/vtx/mode/two-sided", test_two_sided);
    g_test_add_func("/vtx/mode/offset", test_offset);
    return g_test_run();
}
