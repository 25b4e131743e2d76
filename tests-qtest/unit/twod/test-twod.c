/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The 2D engine against a reference of its own for each operation: one pixel
 * at a time, formats read from their names, sums in floating point.
 */
#include "unit/twod/test-twod.h"

/* --- the operations --- */

static void test_fill(void)
{
    Rig *rig = rig_new(1);
    unsigned wrong = 0;

    for (unsigned n = 0; n < CASES; n++) {
        NvTwodRect r = { random_at(rig), random_at(rig), random_at(rig),
                         random_at(rig) };
        uint32_t color;

        random_state(rig);
        color = random_pixel(rig);
        nv_twod_fill(&rig->twod, &rig->s, r, color);
        for (int32_t y = r.y0; y < r.y1; y++) {
            for (int32_t x = r.x0; x < r.x1; x++) {
                model_put(rig, &rig->s, x, y, color);
            }
        }
        wrong += check(rig);
    }
    finish(rig, "fill", wrong, CASES);
}

/* Every ROP on every kind of surface. */
static void test_rop(void)
{
    Rig *rig = rig_new(2);
    unsigned wrong = 0, cases = 0;

    for (unsigned f = 0; f < NV_ARRAY_SIZE(surface_codes); f++) {
        for (unsigned rop = 0; rop < 256; rop++, cases++) {
            uint32_t color;

            random_state(rig);
            rig->s.op = NV_TWOD_ROP_AND;
            rig->s.rop = rop;
            rig->s.dst.format = surface_codes[f];
            color = random_pixel(rig);
            nv_twod_fill(&rig->twod, &rig->s,
                         (NvTwodRect) { 0, 0, 9, 9 }, color);
            for (int32_t i = 0; i < 81; i++) {
                model_put(rig, &rig->s, i % 9, i / 9, color);
            }
            wrong += check(rig);
        }
    }
    finish(rig, "rop", wrong, cases);
}

static void test_pixels(void)
{
    Rig *rig = rig_new(3);
    unsigned wrong = 0;

    for (unsigned n = 0; n < CASES; n++) {
        int32_t x = random_at(rig), y = random_at(rig);
        unsigned count = any(rig, 90);
        bool masked = one_in(rig, 2);
        uint32_t pixels[90];
        uint8_t keep[90];

        random_state(rig);
        for (unsigned i = 0; i < count; i++) {
            pixels[i] = random_pixel(rig);
            keep[i] = one_in(rig, 2);
        }
        nv_twod_pixels(&rig->twod, &rig->s, (NvTwodPoint) { x, y },
                       (NvTwodRun) { count, pixels, masked ? keep : NULL });
        for (unsigned i = 0; i < count; i++) {
            if (!masked || keep[i]) {
                model_put(rig, &rig->s, x + i, y, pixels[i]);
            }
        }
        wrong += check(rig);
    }
    finish(rig, "pixels", wrong, CASES);
}

static void test_line(void)
{
    Rig *rig = rig_new(4);
    unsigned wrong = 0;

    for (unsigned n = 0; n < CASES; n++) {
        int32_t x0 = random_at(rig), y0 = random_at(rig);
        int32_t x1 = random_at(rig), y1 = random_at(rig);
        int32_t steps = MAX(ABS(x1 - x0), ABS(y1 - y0));
        uint32_t color;

        random_state(rig);
        color = random_pixel(rig);
        nv_twod_line(&rig->twod, &rig->s, (NvTwodPoint) { x0, y0 },
                     (NvTwodPoint) { x1, y1 }, color);
        for (int32_t i = 0; i < steps; i++) {
            double t = (double)i / steps;

            model_put(rig, &rig->s, floor(x0 + t * (x1 - x0) + 0.5 + 1e-9),
                      floor(y0 + t * (y1 - y0) + 0.5 + 1e-9), color);
        }
        wrong += check(rig);
    }
    finish(rig, "line", wrong, CASES);
}

/* Odd number of edges at or left of the point. */
static bool inside(const int32_t *x, const int32_t *y, int32_t px,
                   int32_t py)
{
    bool in = false;

    for (unsigned a = 0; a < 3; a++) {
        unsigned b = (a + 1) % 3, top = y[a] < y[b] ? a : b;
        unsigned end = top == a ? b : a;

        if (py >= y[top] && py < y[end]) {
            int64_t left = (int64_t)(px - x[top]) * (y[end] - y[top]) -
                           (int64_t)(py - y[top]) * (x[end] - x[top]);

            in ^= left >= 0;
        }
    }
    return in;
}

static void test_triangle(void)
{
    Rig *rig = rig_new(5);
    unsigned wrong = 0;

    for (unsigned n = 0; n < CASES / 2; n++) {
        int32_t x[3], y[3];
        uint32_t color;

        random_state(rig);
        color = random_pixel(rig);
        for (unsigned i = 0; i < 3; i++) {
            x[i] = random_at(rig);
            y[i] = random_at(rig);
        }
        nv_twod_triangle(&rig->twod, &rig->s, (NvTwodPoint[3]) {
            { x[0], y[0] }, { x[1], y[1] }, { x[2], y[2] } }, color);
        for (int32_t py = -10; py < 50; py++) {
            for (int32_t px = -10; px < 50; px++) {
                if (inside(x, y, px, py)) {
                    model_put(rig, &rig->s, px, py, color);
                }
            }
        }
        wrong += check(rig);
    }
    finish(rig, "triangle", wrong, CASES / 2);
}

/* Copies read everything before they write anything. */
static void model_blit(Rig *rig, NvTwodState s, const int32_t *at, int32_t w,
                       int32_t h)
{
    const NvTwodFormat *f = nv_twod_surface_format(s.src.format);
    g_autofree uint8_t *before = g_memdup2(rig->model, PART);

    s.source = s.src.format == s.dst.format ? NV_TWOD_SAME
               : strstr(f->name, "R5G6B5") ? NV_TWOD_R5G6B5
               : strstr(f->name, "R5G5") ? NV_TWOD_X1R5G5B5
               : NV_TWOD_A8R8G8B8;
    for (int32_t i = 0; i < w * h; i++) {
        int32_t x = i % w, y = i / w;

        if (model_exists(&s.src, f->bytes, at[0] + x, at[1] + y)) {
            uint32_t from = model_address(&s.src, f->bytes, at[0] + x,
                                          at[1] + y);

            model_put(rig, &s, at[2] + x, at[3] + y,
                      model_get(before, from, f->bytes));
        }
    }
}

static void blit_cases(Rig *rig, bool overlap, const char *what)
{
    unsigned wrong = 0;

    for (unsigned n = 0; n < CASES; n++) {
        int32_t at[4] = { any(rig, 30), any(rig, 30), 0, 0 };
        int32_t w = 1 + any(rig, 30), h = 1 + any(rig, 30);

        random_state(rig);
        at[2] = overlap ? at[0] + (int32_t)any(rig, 11) - 5 : random_at(rig);
        at[3] = overlap ? at[1] + (int32_t)any(rig, 11) - 5 : random_at(rig);
        if (overlap) {
            rig->s.src = rig->s.dst;
        } else {
            rig->s.src.base += 0x10000;
            rig->s.src.limit += 0x10000;
        }
        nv_twod_blit(&rig->twod, &rig->s, &(NvTwodMove) {
            { at[0], at[1] }, { at[2], at[3] }, w, h });
        model_blit(rig, rig->s, at, w, h);
        wrong += check(rig);
    }
    finish(rig, what, wrong, CASES);
}

static void test_blit(void)
{
    blit_cases(rig_new(6), false, "blit");
}

static void test_blit_overlap(void)
{
    blit_cases(rig_new(7), true, "blit with overlap");
}

/* --- hostile --- */

static int32_t wild(Rig *rig)
{
    static const int32_t edges[] = {
        0, -1, 1, INT32_MAX, INT32_MIN, 0x7fff, -0x8000, 0xffff, 0x10000,
        INT32_MAX - 0xffff,
    };

    return one_in(rig, 2) ? edges[any(rig, NV_ARRAY_SIZE(edges))]
                          : (int32_t)g_rand_int(rig->rand);
}

static NvTwodSurface wild_surface(Rig *rig)
{
    NvTwodSurface t = random_surface(rig);

    t.format = any(rig, 40);
    t.log2_w = any(rig, 16);
    t.log2_h = any(rig, 16);
    t.base = one_in(rig, 2) ? g_rand_int(rig->rand) : any(rig, VRAM);
    t.limit = one_in(rig, 2) ? g_rand_int(rig->rand) : any(rig, VRAM);
    t.offset = one_in(rig, 2) ? g_rand_int(rig->rand) : any(rig, VRAM);
    t.pitch = one_in(rig, 2) ? any(rig, 0x20000) : any(rig, 64);
    t.valid = !one_in(rig, 8);
    return t;
}

static void wild_call(Rig *rig)
{
    int32_t x[3] = { wild(rig), wild(rig), wild(rig) };
    int32_t y[3] = { wild(rig), wild(rig), wild(rig) };
    uint32_t pixels[64] = { 0 };
    NvTwodImage m = {
        .dma = vram_dma(any(rig, VRAM), g_rand_int(rig->rand)),
        .offset = wild(rig), .pitch = any(rig, 0x10000),
        .w = any(rig, 2048), .h = any(rig, 2048), .format = any(rig, 40),
        .center = one_in(rig, 2), .bilinear = one_in(rig, 2),
        .u = wild(rig), .v = wild(rig), .du = wild(rig), .dv = wild(rig),
    };

    switch (any(rig, 6)) {
    case 0:
        nv_twod_fill(&rig->twod, &rig->s,
                     (NvTwodRect) { x[0], y[0], x[1], y[1] }, x[2]);
        break;
    case 1:
        nv_twod_line(&rig->twod, &rig->s, (NvTwodPoint) { x[0], y[0] },
                     (NvTwodPoint) { x[1], y[1] }, x[2]);
        break;
    case 2:
        for (unsigned i = 0; i < 3; i++) {
            x[i] = (int16_t)x[i];
            y[i] = (int16_t)y[i];
        }
        nv_twod_triangle(&rig->twod, &rig->s, (NvTwodPoint[3]) {
            { x[0], y[0] }, { x[1], y[1] }, { x[2], y[2] } }, x[2]);
        break;
    case 3:
        nv_twod_pixels(&rig->twod, &rig->s, (NvTwodPoint) { x[0], y[0] },
                       (NvTwodRun) { 64, pixels, NULL });
        break;
    case 4:
        nv_twod_blit(&rig->twod, &rig->s, &(NvTwodMove) {
            { x[0], y[0] }, { x[1], y[1] }, x[2] & 0xffff, y[2] & 0xffff });
        break;
    default:
        nv_twod_scale(&rig->twod, &rig->s, &m,
                      (NvTwodRect) { (int16_t)x[0], (int16_t)y[0],
                                     (int16_t)x[1], (int16_t)y[1] });
        break;
    }
}

/* Nothing but survival, and dirty ranges inside VRAM (checked there). */
static void test_hostile(void)
{
    Rig *rig = rig_new(11);

    rig->cells[0] = 0;
    rig->s.pattern.cells = rig->cells;
    for (unsigned n = 0; n < 1500; n++) {
        random_state(rig);
        rig->s.dst = wild_surface(rig);
        rig->s.src = one_in(rig, 2) ? rig->s.dst : wild_surface(rig);
        rig->s.source = any(rig, 64);
        rig->s.dither = one_in(rig, 2);
        rig->s.pattern.format = any(rig, 64);
        rig->s.pattern.shape = any(rig, 4);
        if (one_in(rig, 2)) {
            rig->s.clip = (NvTwodRect) { wild(rig), wild(rig), wild(rig),
                                         wild(rig) };
        }
        wild_call(rig);
    }
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/twod/fill", test_fill);
    g_test_add_func("/twod/rop", test_rop);
    g_test_add_func("/twod/pixels", test_pixels);
    g_test_add_func("/twod/line", test_line);
    g_test_add_func("/twod/triangle", test_triangle);
    g_test_add_func("/twod/blit", test_blit);
    g_test_add_func("/twod/blit-overlap", test_blit_overlap);
    g_test_add_func("/twod/hostile", test_hostile);
    return g_test_run();
}
