/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of pixels: squares in many states, small triangles, and frames of
 * three layers.  No hardware facts.
 */
#include "bench/scene.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"

#define SIDE 512u
#define GRID 64u                /* points of a layer, each way */
#define CELLS ((GRID - 1) * (GRID - 1))

double bench_repeats(BenchFilter filter, double pixels)
{
    /* Levels: 1.3 texels a pixel each way, squared. */
    return pixels / BENCH_TEXTURE * (filter >= BENCH_BILINEAR_MIP ? 2.6 : 1);
}

unsigned bench_level_bytes(BenchTexels kind, unsigned side)
{
    unsigned blocks = (side + 3) / 4;

    switch (kind) {
    case BENCH_RGB16:
        return side * side * 2;
    case BENCH_DXT1:
        return blocks * blocks * 8;
    case BENCH_DXT5:
        return blocks * blocks * 16;
    default:
        return side * side * 4;
    }
}

void bench_texels(BenchTexels kind, uint8_t *out, unsigned size)
{
    uint32_t seed = 1;

    for (unsigned i = 0; i < size; i += 4) {
        seed = seed * 1664525 + 1013904223;
        nv_st32(out + i, kind == BENCH_ARGB ? seed >> 8 | 0xc0000000u
                                            : seed ^ seed >> 15);
    }
}

void bench_mesh_free(BenchMesh *mesh)
{
    g_free(mesh->v);
    g_free(mesh->index);
}

static void put_point(BenchPoint *p, double x, double y, double z, double w,
                      double s, double t)
{
    const BenchPoint point = {
        .at = { (2 * x - 1) * w, (2 * y - 1) * w, (2 * z - 1) * w, w },
        .color = { 255 * x, 255 * y, 255 - 200 * x, 255 - 40 * y },
        .second = { 200, 255 * x, 80, 255 }, .fog = x + y,
        .tex = { s, t },
    };

    *p = point;
}

BenchMesh bench_square_mesh(const BenchState *state, unsigned side)
{
    static const uint16_t index[6] = { 0, 1, 2, 0, 2, 3 };
    static const float w[4] = { 1, 1.25f, 1.5f, 1.25f };
    double n = bench_repeats(state->filter, side);
    BenchMesh mesh = {
        .width = side, .height = side, .v = g_new0(BenchPoint, 4),
        .points = 4, .index = g_memdup2(index, sizeof(index)), .indices = 6,
        .share = (double)side * side,
    };

    for (unsigned i = 0; i < 4; i++) {
        double x = i == 1 || i == 2, y = i > 1;
        double z = state->sloped ? 0.25 * x + 0.125 * y : 0.2;

        z += state->far ? 0.55 : 0.3;
        put_point(&mesh.v[i], x, y, z, state->flat ? 1 : w[i], n * x, n * y);
    }
    return mesh;
}

BenchMesh bench_grid_mesh(const BenchState *state, unsigned width,
                      unsigned height, double wide, double high,
                      unsigned layers, bool front_first)
{
    BenchMesh mesh = {
        .width = width, .height = height, .points = GRID * GRID * layers,
        .indices = CELLS * 6 * layers,
    };
    double ns = bench_repeats(state->filter, wide);
    double nt = bench_repeats(state->filter, high);
    uint16_t *to;

    mesh.v = g_new0(BenchPoint, mesh.points);
    to = mesh.index = g_new(uint16_t, mesh.indices);
    for (unsigned l = 0; l < layers; l++) {
        unsigned depth = front_first ? l : layers - 1 - l;

        for (unsigned i = 0; i < GRID * GRID; i++) {
            double x = (i % GRID) / (GRID - 1.0);
            double y = (i / GRID) / (GRID - 1.0);

            put_point(&mesh.v[l * GRID * GRID + i], x * wide / width,
                      y * high / height, (depth + 1) / (layers + 1.0), 1,
                      ns * x, nt * y);
        }
        for (unsigned i = 0; i < CELLS; i++) {
            unsigned a = l * GRID * GRID + i / (GRID - 1) * GRID +
                         i % (GRID - 1);
            const uint16_t cell[6] = { a, a + 1, a + GRID,
                                       a + GRID, a + 1, a + GRID + 1 };

            memcpy(to, cell, sizeof(cell));
            to += 6;
        }
    }
    return mesh;
}

/* @mesh, which is freed, with @state on both. */
static void row(BenchRows *rows, const char *name, const BenchState *state,
                BenchMesh *mesh)
{
    BenchCard *card = bench_card_new(state, mesh);
    BenchGl *gl = bench_gl_new(state, mesh, &rows->why);

    bench_rows_measure(rows, name, bench_card_draw, card,
                       gl ? bench_gl_draw : NULL, gl);
    bench_card_free(card);
    if (gl) {
        bench_gl_free(gl);
    }
    bench_mesh_free(mesh);
}

/* --- squares --- */

#define BILINEAR .filter = BENCH_BILINEAR
#define TRILINEAR .filter = BENCH_TRILINEAR

static const struct {
    const char *name;
    BenchState state;
} pixels[] = {
    { "pixel, flat", { .flat = true } },
    { "pixel, flat, depth", { .flat = true, .depth = true } },
    { "pixel, gouraud", { 0 } },
    { "pixel, gouraud, depth", { .depth = true } },
    { "pixel, flat, sloped", { .flat = true, .sloped = true } },
    { "pixel, flat, sloped, depth",
      { .flat = true, .sloped = true, .depth = true } },
    { "pixel, flat, sloped, further half, depth",
      { .flat = true, .sloped = true, .far = true, .depth = true } },
    { "pixel, gouraud, sloped", { .sloped = true } },
    { "pixel, gouraud, sloped, depth", { .sloped = true, .depth = true } },
    { "pixel, gouraud, sloped, further half, depth",
      { .sloped = true, .far = true, .depth = true } },
    { "pixel, bilinear, sloped, depth",
      { .textures = 1, BILINEAR, .sloped = true, .depth = true } },
    { "pixel, gouraud, blend", { .blend = true } },
    { "pixel, gouraud, depth, blend", { .depth = true, .blend = true } },
    { "pixel, 1 texture, nearest", { .textures = 1 } },
    { "pixel, 1 texture, bilinear", { .textures = 1, BILINEAR } },
    { "pixel, 1 texture, bilinear, mipmaps",
      { .textures = 1, .filter = BENCH_BILINEAR_MIP } },
    { "pixel, 1 texture, trilinear", { .textures = 1, TRILINEAR } },
    { "pixel, 1 texture, bilinear, 16 bit",
      { .textures = 1, BILINEAR, .texels = BENCH_RGB16 } },
    { "pixel, 1 texture, trilinear, 16 bit",
      { .textures = 1, TRILINEAR, .texels = BENCH_RGB16 } },
    { "pixel, 1 texture, bilinear, DXT1",
      { .textures = 1, BILINEAR, .texels = BENCH_DXT1 } },
    { "pixel, 1 texture, bilinear, DXT5",
      { .textures = 1, BILINEAR, .texels = BENCH_DXT5 } },
    { "pixel, 1 texture, trilinear, DXT1",
      { .textures = 1, TRILINEAR, .texels = BENCH_DXT1 } },
    { "pixel, 1 texture, trilinear, DXT5",
      { .textures = 1, TRILINEAR, .texels = BENCH_DXT5 } },
    { "pixel, 2 textures, bilinear", { .textures = 2, BILINEAR } },
    { "pixel, 4 textures, bilinear", { .textures = 4, BILINEAR } },
    { "pixel, 2 textures, trilinear", { .textures = 2, TRILINEAR } },
    { "pixel, 4 textures, trilinear", { .textures = 4, TRILINEAR } },
    { "pixel, 2 textures, trilinear, depth",
      { .textures = 2, TRILINEAR, .depth = true } },
    { "pixel, 4 textures, trilinear, depth",
      { .textures = 4, TRILINEAR, .depth = true } },
    { "pixel, bilinear, depth", { .textures = 1, BILINEAR, .depth = true } },
    { "pixel, bilinear, blend", { .textures = 1, BILINEAR, .blend = true } },
    { "pixel, bilinear, fog", { .textures = 1, BILINEAR, .fog = true } },
    { "pixel, bilinear, alpha test",
      { .textures = 1, BILINEAR, .alpha = true } },
    { "pixel, trilinear, depth, blend, fog, alpha test",
      { .textures = 1, TRILINEAR, .depth = true, .blend = true, .fog = true,
        .alpha = true } },
    { "pixel, 1 stage", { .stages = 1 } },
    { "pixel, 2 stages", { .stages = 2 } },
    { "pixel, 3 stages", { .stages = 3 } },
    { "pixel, 4 stages", { .stages = 4 } },
    { "pixel, 5 stages", { .stages = 5 } },
    { "pixel, 6 stages", { .stages = 6 } },
    { "pixel, 7 stages", { .stages = 7 } },
    { "pixel, 8 stages", { .stages = 8 } },
    { "pixel, 2 textures, bilinear, 8 stages",
      { .textures = 2, BILINEAR, .stages = 6 } },
    { "pixel, program of MOV",
      { .program = BENCH_MOVES, .instructions = 1 } },
    { "pixel, program of TXP, bilinear",
      { .program = BENCH_SAMPLES, .instructions = 1, .textures = 1,
        BILINEAR } },
    { "pixel, program of 5, bilinear",
      { .program = BENCH_SUMS, .instructions = 5, .textures = 1, BILINEAR } },
    { "pixel, program of 5, trilinear",
      { .program = BENCH_SUMS, .instructions = 5, .textures = 1,
        TRILINEAR } },
    { "pixel, program of 20, bilinear",
      { .program = BENCH_SUMS, .instructions = 20, .textures = 1,
        BILINEAR } },
    { "pixel, program of 20, trilinear",
      { .program = BENCH_SUMS, .instructions = 20, .textures = 1,
        TRILINEAR } },
    { "pixel, program of 20 with RSQ and LRP, bilinear",
      { .program = BENCH_MIXED, .instructions = 20, .textures = 1,
        BILINEAR } },
    { "hidden pixel, gouraud", { .depth = true, .hidden = true } },
    { "hidden pixel, gouraud, sloped",
      { .depth = true, .hidden = true, .sloped = true } },
    { "hidden pixel, bilinear",
      { .textures = 1, BILINEAR, .depth = true, .hidden = true } },
    { "hidden pixel, 2 textures, trilinear",
      { .textures = 2, TRILINEAR, .depth = true, .hidden = true } },
};

static void squares(BenchRows *rows)
{
    bench_rows_title(rows, "Pixels of squares of 512 x 512");
    for (unsigned i = 0; i < G_N_ELEMENTS(pixels); i++) {
        if (bench_rows_chosen(rows, pixels[i].name)) {
            BenchMesh mesh = bench_square_mesh(&pixels[i].state, SIDE);

            row(rows, pixels[i].name, &pixels[i].state, &mesh);
        }
    }
}

/* --- small triangles --- */

static void triangles(BenchRows *rows)
{
    static const unsigned sizes[] = { 1, 4, 10, 32 };
    static const struct {
        const char *name;
        BenchState state;
    } states[] = {
        { "flat", { .flat = true } },
        { "gouraud, depth", { .depth = true } },
        { "bilinear, depth", { .textures = 1, BILINEAR, .depth = true } },
        { "trilinear, depth", { .textures = 1, TRILINEAR, .depth = true } },
    };

    bench_rows_title(rows, "Triangles of an indexed grid");
    for (unsigned i = 0; i < 16; i++) {
        const BenchState *state = &states[i % 4].state;
        unsigned size = sizes[i / 4];
        double wide = sqrt(2.0 * size) * (GRID - 1);
        g_autofree char *name =
            g_strdup_printf("triangle of %u pixel%s, %s", size,
                            size > 1 ? "s" : "", states[i % 4].name);
        BenchMesh mesh;

        if (!bench_rows_chosen(rows, name)) {
            continue;
        }
        mesh = bench_grid_mesh(state, SIDE, SIDE, wide, wide, 1, true);
        mesh.share = CELLS * 2;
        row(rows, name, state, &mesh);
    }
}

/* --- frames --- */

static void frames(BenchRows *rows)
{
    static const struct {
        const char *name;
        BenchState state;
    } states[] = {
        { "gouraud", { .depth = true } },
        { "bilinear", { .textures = 1, BILINEAR, .depth = true } },
        { "trilinear", { .textures = 1, TRILINEAR, .depth = true } },
        { "2 textures, trilinear",
          { .textures = 2, TRILINEAR, .depth = true } },
        { "trilinear, DXT1",
          { .textures = 1, TRILINEAR, .texels = BENCH_DXT1, .depth = true } },
        { "2 textures, trilinear, DXT1, fog",
          { .textures = 2, TRILINEAR, .texels = BENCH_DXT1, .depth = true,
            .fog = true } },
    };

    bench_rows_title(rows, "Frames of 640 x 480, three layers");
    for (unsigned i = 0; i < 2 * G_N_ELEMENTS(states); i++) {
        const BenchState *state = &states[i / 2].state;
        g_autofree char *name =
            g_strdup_printf("frame, %s, %s", states[i / 2].name,
                            i & 1 ? "back to front" : "front to back");
        BenchMesh mesh;

        if (!bench_rows_chosen(rows, name)) {
            continue;
        }
        mesh = bench_grid_mesh(state, 640, 480, 640, 480, 3, !(i & 1));
        mesh.clear = true;
        mesh.share = 1;
        row(rows, name, state, &mesh);
    }
}

void bench_scenes(BenchRows *rows)
{
    squares(rows);
    triangles(rows);
    frames(rows);
}
