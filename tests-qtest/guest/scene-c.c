/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scene c: all ten primitive types in a grid, each sent by another immediate
 * method, in window coordinates.
 *
 * Before the picture: triangles whose covered pixels and colours are computed
 * here by an integer edge function and by barycentric coordinates.
 */
#include "guest.h"
#include "regs.h"

#define CELL_W 116.0f
#define CELL_H 190.0f
#define MARGIN_X 22.0f
#define MARGIN_Y 35.0f
#define STEP_X 120.0f
#define STEP_Y 210.0f
#define TAU 6.2831853f

static float ox, oy;        /* corner of the current cell */

/* --- the ways of sending a vertex --- */

static void by_3f(float x, float y, const float c[3])
{
    gpu_float3(M_COL0_3F, c[0], c[1], c[2]);
    gpu_float3(M_POS_3F, x, y, 0);
}

static void by_4f(float x, float y, const float c[3])
{
    gpu_float4(M_COL0_4F, c[0], c[1], c[2], 1);
    gpu_float4(M_POS_4F, x, y, 0, 1);
}

static void by_2f(float x, float y, const float c[3])
{
    gpu_float4(M_ATTR_4F + ATTR_COL0 * 16, c[0], c[1], c[2], 1);
    gpu_float2(M_ATTR_2F, x, y);
}

static uint32_t pack_rgba(const float c[3])
{
    return (uint32_t)(int)(c[0] * 255) | (uint32_t)(int)(c[1] * 255) << 8 |
           (uint32_t)(int)(c[2] * 255) << 16 | 0xff000000u;
}

static uint32_t pack_xy(float x, float y)
{
    return (uint32_t)(int)y << 16 | ((uint32_t)(int)x & 0xffff);
}

static void by_2s(float x, float y, const float c[3])
{
    gpu_method(M_COL0_4UB, pack_rgba(c));
    gpu_method(M_ATTR_2S, pack_xy(x, y));
}

static void by_4s(float x, float y, const float c[3])
{
    uint32_t v[2] = { pack_xy(x, y), 1u << 16 };

    gpu_method(M_ATTR_4UB + ATTR_COL0 * 4, pack_rgba(c));
    gpu_words(M_ATTR_4S, v, 2);
}

static void by_3s(float x, float y, const float c[3])
{
    uint32_t v[2] = { pack_xy(x, y), 0 };

    gpu_float3(M_COL0_3F, c[0], c[1], c[2]);
    gpu_words(M_POS_3S, v, 2);
}

/* INLINE_ARRAY: position as two floats, colour as four bytes. */
static void inline_begin(void)
{
    draw_array(ATTR_POS, 0, false, ARRAY_FLOAT, 2, 12);
    draw_array(ATTR_COL0, 0, false, ARRAY_UBYTE, 4, 12);
}

static void by_inline(float x, float y, const float c[3])
{
    uint32_t v[3] = { bits(x), bits(y), pack_rgba(c) };

    gpu_stream(M_INLINE_ARRAY, v, 3);
}

typedef void Send(float x, float y, const float c[3]);

/* --- one cell --- */

typedef struct Cell {
    uint32_t prim;
    Send *send;
    unsigned count;
    /* Vertex i of count, in cell coordinates 0..1. */
    void (*place)(unsigned i, unsigned count, float xy[2]);
} Cell;

static void on_circle(float turns, float r, float xy[2])
{
    xy[0] = 0.5f + r * sinf_(TAU * turns) * CELL_H / CELL_W;
    xy[1] = 0.5f - r * cosf_(TAU * turns);
}

static void place_points(unsigned i, unsigned n, float xy[2])
{
    /* A sunflower. */
    on_circle((float)i * 0.381966f, 0.265f * sqrtf_((float)i / (float)n), xy);
}

static void place_lines(unsigned i, unsigned n, float xy[2])
{
    on_circle((float)(i / 2) / (float)(n / 2), i & 1 ? 0.26f : 0.11f, xy);
}

static void place_star(unsigned i, unsigned n, float xy[2])
{
    on_circle((float)i / (float)n, i & 1 ? 0.13f : 0.265f, xy);
}

static void place_wave(unsigned i, unsigned n, float xy[2])
{
    float t = (float)i / (float)(n - 1);

    xy[0] = 0.1f + 0.8f * t;
    xy[1] = 0.5f + 0.30f * (1 - t * 0.6f) * cosf_(TAU * 2.5f * t);
}

static void place_triangles(unsigned i, unsigned n, float xy[2])
{
    /* Three blades round the middle. */
    float blade = (float)(i / 3) / (float)(n / 3);

    if (i % 3 == 0) {
        on_circle(0, 0, xy);
    } else {
        on_circle(blade + (i % 3 == 1 ? -0.07f : 0.07f), 0.265f, xy);
    }
}

static void place_strip(unsigned i, unsigned n, float xy[2])
{
    float t = (float)i / (float)(n - 1);

    xy[0] = 0.5f + 0.33f * sinf_(TAU * t) + (i & 1 ? 0.10f : -0.10f);
    xy[1] = 0.13f + 0.74f * t;
}

static void place_fan(unsigned i, unsigned n, float xy[2])
{
    if (i == 0) {
        on_circle(0, 0, xy);
    } else {
        on_circle((float)(i - 1) / (float)(n - 2), 0.265f, xy);
    }
}

static void place_quads(unsigned i, unsigned n, float xy[2])
{
    static const float corner[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 },
                                        { 0, 1 } };
    unsigned q = i / 4;

    (void)n;
    xy[0] = 0.12f + 0.40f * (float)(q % 2) + 0.34f * corner[i % 4][0];
    xy[1] = 0.14f + 0.25f * (float)(q / 2) + 0.21f * corner[i % 4][1];
}

static void place_ring(unsigned i, unsigned n, float xy[2])
{
    on_circle((float)(i / 2) / (float)(n / 2 - 1), i & 1 ? 0.265f : 0.15f,
              xy);
}

static void place_octagon(unsigned i, unsigned n, float xy[2])
{
    on_circle(((float)i + 0.5f) / (float)n, 0.265f, xy);
}

static const Cell cells[10] = {
    { PRIM_POINTS, by_3f, 60, place_points },
    { PRIM_LINES, by_2f, 36, place_lines },
    { PRIM_LINE_LOOP, by_2s, 14, place_star },
    { PRIM_LINE_STRIP, by_4f, 50, place_wave },
    { PRIM_TRIANGLES, by_4s, 15, place_triangles },
    { PRIM_TRIANGLE_STRIP, by_inline, 24, place_strip },
    { PRIM_TRIANGLE_FAN, by_3s, 26, place_fan },
    { PRIM_QUADS, by_4f, 24, place_quads },
    { PRIM_QUAD_STRIP, by_inline, 50, place_ring },
    { PRIM_POLYGON, by_2f, 8, place_octagon },
};

static void panel(float x0, float y0, float x1, float y1)
{
    static const float back[4] = { 0.13f, 0.15f, 0.20f, 1 };
    static const float edge[4] = { 0.31f, 0.35f, 0.44f, 1 };

    draw_rect(x0 - 1, y0 - 1, x1 + 1, y1 + 1, 0, edge);
    draw_rect(x0, y0, x1, y1, 0, back);
}

static void draw_cell(unsigned n)
{
    const Cell *c = &cells[n];
    unsigned i;

    ox = MARGIN_X + STEP_X * (float)(n % 5);
    oy = MARGIN_Y + STEP_Y * (float)(n / 5);
    panel(ox, oy, ox + CELL_W, oy + CELL_H);
    if (c->send == by_inline) {
        inline_begin();
    }
    draw_begin(c->prim);
    for (i = 0; i < c->count; i++) {
        float xy[2], rgb[3];

        c->place(i, c->count, xy);
        hue((float)n / 10 + 0.22f * (float)i / (float)c->count, rgb);
        c->send(ox + xy[0] * CELL_W, oy + xy[1] * CELL_H, rgb);
    }
    draw_end();
    draw_vertices += c->count;
    draw_arrays_off();
}

static void draw(float t)
{
    static const float top[3] = { 0.07f, 0.09f, 0.13f };
    static const float bottom[3] = { 0.03f, 0.04f, 0.06f };
    unsigned n;

    (void)t;
    draw_background(top, bottom);
    draw_depth(false, false);
    gpu_method(M_POINT_SIZE, 6 * 8);
    gpu_method(M_LINE_WIDTH, 2 * 8);
    for (n = 0; n < 10; n++) {
        draw_cell(n);
    }
    gpu_method(M_POINT_SIZE, 8);
    gpu_method(M_LINE_WIDTH, 8);
    draw_depth(true, true);
}

/* --- exact coverage --- */

typedef struct Tri { int x[3], y[3]; } Tri;     /* in 1/16 pixel */

static int edge(const Tri *t, int i, int px, int py)
{
    int j = (i + 1) % 3;

    return (t->x[j] - t->x[i]) * (py - t->y[i]) -
           (t->y[j] - t->y[i]) * (px - t->x[i]);
}

/* Pixel centre inside; on an edge only if it is a top or a left one. */
static bool covers(const Tri *t, int x, int y)
{
    int px = x * 16 + 8, py = y * 16 + 8, i;

    for (i = 0; i < 3; i++) {
        int j = (i + 1) % 3, e = edge(t, i, px, py);
        int dx = t->x[j] - t->x[i], dy = t->y[j] - t->y[i];
        bool top_left = (dy == 0 && dx > 0) || dy < 0;

        if (e < 0 || (e == 0 && !top_left)) {
            return false;
        }
    }
    return true;
}

static void check_coverage(void)
{
    /* Clockwise on the screen. */
    static const Tri tris[] = {
        { { 160, 1600, 160 }, { 160, 160, 1600 } },
        { { 1720, 3126, 1954 }, { 333, 1211, 2222 } },
        { { 3200, 4800, 3217 }, { 168, 184, 1000 } },
        { { 5000, 5008, 4992 }, { 400, 2000, 2000 } },
        { { 6403, 8011, 6000 }, { 2201, 2309, 2900 } },
    };
    static const float white[3] = { 1, 1, 1 };
    unsigned k, covered = 0, wrong = 0;

    draw_clear(0);
    draw_depth(false, false);
    draw_begin(PRIM_TRIANGLES);
    gpu_float3(M_COL0_3F, white[0], white[1], white[2]);
    for (k = 0; k < sizeof(tris) / sizeof(tris[0]); k++) {
        int i;

        for (i = 0; i < 3; i++) {
            gpu_float3(M_POS_3F, (float)tris[k].x[i] / 16,
                       (float)tris[k].y[i] / 16, 0);
        }
    }
    draw_end();
    gpu_idle();
    for (k = 0; k < sizeof(tris) / sizeof(tris[0]); k++) {
        const Tri *t = &tris[k];
        int x, y, x0 = 640, x1 = 0, y0 = 480, y1 = 0, i;

        for (i = 0; i < 3; i++) {
            int cx = t->x[i] / 16, cy = t->y[i] / 16;

            x0 = cx < x0 ? cx : x0;
            x1 = cx > x1 ? cx : x1;
            y0 = cy < y0 ? cy : y0;
            y1 = cy > y1 ? cy : y1;
        }
        for (y = y0 - 2; y <= y1 + 2; y++) {
            for (x = x0 - 2; x <= x1 + 2; x++) {
                bool want = covers(t, x, y);

                covered += want;
                wrong += want != ((draw_pixel(x, y) & 0xffffff) == 0xffffff);
            }
        }
    }
    check("c/covered-pixels", wrong == 0 && covered > 10000,
          "%u pixels of five triangles computed, %u wrong", covered, wrong);
}

static void check_gradient(void)
{
    static const float v[3][2] = { { 40, 40 }, { 600, 90 }, { 180, 450 } };
    unsigned x, y, n = 0, off = 0, worst = 0;
    float area = (v[1][0] - v[0][0]) * (v[2][1] - v[0][1]) -
                 (v[1][1] - v[0][1]) * (v[2][0] - v[0][0]);
    int i;

    draw_clear(0);
    draw_depth(false, false);
    draw_begin(PRIM_TRIANGLES);
    for (i = 0; i < 3; i++) {
        gpu_float3(M_COL0_3F, i == 0, i == 1, i == 2);
        gpu_float3(M_POS_3F, v[i][0], v[i][1], 0);
    }
    draw_end();
    gpu_idle();
    for (y = 50; y < 440; y += 13) {
        for (x = 50; x < 590; x += 11) {
            float px = (float)x + 0.5f, py = (float)y + 0.5f, w[3];
            uint32_t got = draw_pixel((int)x, (int)y);

            for (i = 0; i < 3; i++) {
                const float *a = v[(i + 1) % 3], *b = v[(i + 2) % 3];

                w[i] = ((b[0] - a[0]) * (py - a[1]) -
                        (b[1] - a[1]) * (px - a[0])) / area;
            }
            if (w[0] < 0.01f || w[1] < 0.01f || w[2] < 0.01f) {
                continue;
            }
            n++;
            for (i = 0; i < 3; i++) {
                int g = (int)(got >> (16 - 8 * i) & 0xff);
                int d = g - (int)(w[i] * 255 + 0.5f);

                d = d < 0 ? -d : d;
                worst = (unsigned)d > worst ? (unsigned)d : worst;
                off += d > 2;
            }
        }
    }
    check("c/gradient", n > 500 && off == 0,
          "%u pixels compared, worst difference %u of 255", n, worst);
}

/* Every cell of the picture has pixels of its primitive. */
static void check_cells(void)
{
    unsigned n, drawn = 0;

    draw(0);
    gpu_idle();
    for (n = 0; n < 10; n++) {
        int x0 = (int)(MARGIN_X + STEP_X * (float)(n % 5));
        int y0 = (int)(MARGIN_Y + STEP_Y * (float)(n / 5));
        uint32_t panel_color = draw_pixel(x0 + 2, y0 + 2);
        unsigned lit = 0;
        int x, y;

        for (y = 4; y < (int)CELL_H - 4; y++) {
            for (x = 4; x < (int)CELL_W - 4; x++) {
                lit += draw_pixel(x0 + x, y0 + y) != panel_color;
            }
        }
        print("INFO c/cell primitive %u: %u pixels\n", n + 1, lit);
        drawn += lit > 300;
    }
    check_near("c/primitive-types-drawn", (float)drawn, 10, 0);
}

static void setup(void)
{
}

static void check_scene(void)
{
    check_coverage();
    check_gradient();
    check_cells();
}

const Scene scene_c = {
    'c', "immediate mode, ten primitive types", setup, check_scene, draw,
    false, NEEDS_KELVIN,
};
