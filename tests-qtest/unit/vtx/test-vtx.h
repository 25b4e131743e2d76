/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the tests of VTX: blocks filled by hand, and a recording backend that
 * takes what comes out.
 */
#ifndef TEST_VTX_H
#define TEST_VTX_H

#include <glib.h>
#include <math.h>

#include "chip/chips.h"
#include "raster/decode.h"
#include "vtx/vtx-priv.h"

typedef struct Rig {
    NvEnv env;
    NvHostOps host;
    NvRaster raster;
    NvVtx vtx;
    NvXfBlock block;
    GArray *out;            /* NvRasterVertex, all kinds in order */
    GString *text;          /* "0 1 2;" a primitive, by tex[0].s */
} Rig;

static inline void record(Rig *rig, const NvRasterVertex *v, unsigned count,
                          unsigned corners)
{
    for (unsigned i = 0; i < count; i++) {
        g_array_append_val(rig->out, v[i]);
        g_string_append_printf(rig->text, "%g%s", v[i].tex[0][0],
                               i % corners == corners - 1 ? ";" : " ");
    }
}

static inline unsigned record_points(void *rig, const NvRasterVertex *v,
                                     unsigned n, NvRasterPlace *place)
{
    record(rig, v, n, 1);
    return n;
}

static inline unsigned record_lines(void *rig, const NvRasterVertex *v,
                                    unsigned n, NvRasterPlace *place)
{
    record(rig, v, n, 2);
    return n;
}

static inline unsigned record_triangles(void *rig, const NvRasterVertex *v,
                                        unsigned n, NvRasterPlace *place)
{
    record(rig, v, n, 3);
    return n;
}

static const NvRasterOps recorder = {
    .name = "test",
    .points = record_points,
    .lines = record_lines,
    .triangles = record_triangles,
};

static inline void bundle_float(Rig *rig, NvBundle bundle, float value)
{
    nv_vtx_bundle(&rig->vtx, bundle, nv_f2u(value));
}

#define SMOOTH (1u << 7)
#define PERSPECTIVE (1u << 6)
#define SPECULAR (1u << 5)

static inline Rig *rig_new(const char *chip)
{
    Rig *rig = g_new0(Rig, 1);

    rig->env.chip = nv_chip_find(chip);
    rig->env.ops = &rig->host;
    rig->raster.env = &rig->env;
    rig->raster.chip = rig->env.chip;
    rig->raster.places = nv_places(rig->env.chip->fe);
    rig->raster.ops = &recorder;
    rig->raster.backend = rig;
    rig->raster.jobs = nv_raster_jobs_new(&rig->raster);
    rig->out = g_array_new(FALSE, FALSE, sizeof(NvRasterVertex));
    rig->text = g_string_new("");
    rig->block.count = NV_XF_BLOCK;
    nv_vtx_init(&rig->vtx, &rig->env, &rig->raster);
    nv_vtx_reset(&rig->vtx);
    bundle_float(rig, NV_BUNDLE_DEPTH_RANGE_NEAR, 0);
    bundle_float(rig, NV_BUNDLE_DEPTH_RANGE_FAR, 16777215);
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_CONFIG_B, SMOOTH | PERSPECTIVE);
    return rig;
}

static inline void rig_free(Rig *rig)
{
    nv_vtx_free(&rig->vtx);
    nv_raster_jobs_free(rig->raster.jobs);
    g_array_unref(rig->out);
    g_string_free(rig->text, TRUE);
    g_free(rig);
}

static inline void clear(Rig *rig)
{
    g_array_set_size(rig->out, 0);
    g_string_truncate(rig->text, 0);
}

static inline void put(Rig *rig, unsigned lane, unsigned slot, unsigned comp,
                       float value)
{
    rig->block.out[slot][comp][lane] = nv_f2u(value);
}

/* Vertex @lane at a place; its number is in tex0.s and the colours. */
static inline void put_vertex(Rig *rig, unsigned lane, float x, float y,
                              float z, float w)
{
    const NvXfOutputs *o = &rig->env.chip->out;
    float place[4] = { x, y, z, w };

    for (unsigned c = 0; c < 4; c++) {
        put(rig, lane, o->hpos, c, place[c]);
        put(rig, lane, o->col0, c, lane / 255.0f);
        put(rig, lane, o->col1, c, (lane + 50) / 255.0f);
        put(rig, lane, o->bfc0, c, (lane + 100) / 255.0f);
        put(rig, lane, o->bfc1, c, (lane + 150) / 255.0f);
        put(rig, lane, o->tex0, c, c ? 0 : lane);
    }
}

/* Lanes 0 .. n - 1 on a circle: no degenerate triangle, all convex. */
static inline void put_circle(Rig *rig, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        double a = 2 * G_PI * i / n;

        put_vertex(rig, i, 200 + 100 * cos(a), 200 + 100 * sin(a), 5, 1);
    }
}

static inline void send(Rig *rig, unsigned first, unsigned count,
                        const uint8_t *edges)
{
    uint16_t lanes[NV_XF_BLOCK];

    for (unsigned i = 0; i < count; i++) {
        lanes[i] = first + i;
    }
    nv_vtx_vertices(&rig->vtx, &rig->block, NULL, lanes,
                    edges ? edges + first : NULL, count);
}

static inline void draw(Rig *rig, NvPrimitive prim, unsigned count,
                        const uint8_t *edges)
{
    clear(rig);
    nv_vtx_begin(&rig->vtx, prim);
    send(rig, 0, count, edges);
    nv_vtx_end(&rig->vtx);
}

#endif
