/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The 2D engine against a reference of its own for each operation: one pixel
 * at a time, formats read from their names, sums in floating point.  Random
 * states, with surfaces and coordinates no driver would set among them.
 */
#include "test-twod-model.h"

/* --- random states --- */

static const uint8_t surface_codes[] = {
    NV_TWOD_SURF_Y8, NV_TWOD_SURF_Z1R5G5B5, NV_TWOD_SURF_O1R5G5B5,
    NV_TWOD_SURF_R5G6B5, NV_TWOD_SURF_Y16, NV_TWOD_SURF_Z8R8G8B8,
    NV_TWOD_SURF_Z1A7R8G8B8, NV_TWOD_SURF_O1A7R8G8B8,
    NV_TWOD_SURF_O8R8G8B8, NV_TWOD_SURF_A8R8G8B8, NV_TWOD_SURF_Y32,
    0x13, 0x14, 0x15,
};

static const uint8_t source_codes[] = {
    NV_TWOD_Y8, NV_TWOD_X16A8Y8, NV_TWOD_X24Y8, NV_TWOD_A1R5G5B5,
    NV_TWOD_X1R5G5B5, NV_TWOD_X16A1R5G5B5, NV_TWOD_X17R5G5B5,
    NV_TWOD_R5G6B5, NV_TWOD_A16R5G6B5, NV_TWOD_X16R5G6B5,
    NV_TWOD_A8R8G8B8, NV_TWOD_X8R8G8B8, NV_TWOD_Y16, NV_TWOD_Y32,
    NV_TWOD_AY8, NV_TWOD_A8B8G8R8, NV_TWOD_X8B8G8R8,
};

static NvTwodSurface random_surface(Rig *rig)
{
    NvTwodSurface t = { .valid = true };

    t.format = surface_codes[any(rig, NV_ARRAY_SIZE(surface_codes))];
    t.swizzled = one_in(rig, 4);
    t.log2_w = any(rig, 7);
    t.log2_h = any(rig, 7);
    t.base = any(rig, 0x40) * 64;
    t.offset = any(rig, 0x20) * 64;
    t.pitch = t.swizzled ? 0 : 16 + any(rig, 16) * 16;
    t.limit = t.swizzled ? t.base + t.offset + 0x8000
              : t.base + t.offset + any(rig, 64) * t.pitch + any(rig, 256);
    return t;
}

static void random_state(Rig *rig)
{
    NvTwodState *s = &rig->s;
    uint8_t *vram = rig->mem.vram;

    memset(s, 0, sizeof(*s));
    s->dst = random_surface(rig);
    s->src = random_surface(rig);
    s->clip = nv_twod_unclipped;
    if (one_in(rig, 2)) {
        s->clip = (NvTwodRect) { any(rig, 20), any(rig, 20),
                                 10 + any(rig, 40), 10 + any(rig, 40) };
    }
    s->source = source_codes[any(rig, NV_ARRAY_SIZE(source_codes))];
    s->op = any(rig, NV_TWOD_OPS);
    s->rop = any(rig, 256);
    s->beta = any(rig, 256);
    s->beta4 = g_rand_int(rig->rand);
    s->chroma = one_in(rig, 4);
    s->chroma_format = (const uint8_t[]) {
        0, NV_TWOD_X16A8Y8, NV_TWOD_X16A1R5G5B5, NV_TWOD_A16R5G6B5,
        NV_TWOD_A8R8G8B8 }[any(rig, 5)];
    s->chroma_key = g_rand_int(rig->rand) & 0x8f010101;
    s->pattern.on = !one_in(rig, 3);
    s->pattern.colored = one_in(rig, 2);
    s->pattern.shape = any(rig, 3);
    s->pattern.format = (const uint8_t[]) {
        0, NV_TWOD_X16A8Y8, NV_TWOD_X16A1R5G5B5, NV_TWOD_A16R5G6B5,
        NV_TWOD_A8R8G8B8 }[any(rig, 5)];
    s->pattern.cells = rig->cells;
    for (unsigned i = 0; i < 2; i++) {
        s->pattern.bitmap[i] = g_rand_int(rig->rand);
        s->pattern.color[i] = g_rand_int(rig->rand) &
                              (one_in(rig, 2) ? 0x00ffffff : UINT32_MAX);
    }
    for (unsigned i = 0; i < 64; i++) {
        rig->cells[i] = g_rand_int(rig->rand) & 0xffffff;
    }
    for (unsigned i = 0; i < PART; i += 4) {
        nv_st32(vram + i, g_rand_int(rig->rand));
    }
    memcpy(rig->model, vram, PART);
    rig->dirty_lo = UINT32_MAX;
    rig->dirty_hi = 0;
}

/* Source pixels that hit the key now and then. */
static uint32_t random_pixel(Rig *rig)
{
    return one_in(rig, 3) ? rig->s.chroma_key : g_rand_int(rig->rand);
}

static int32_t random_at(Rig *rig)
{
    return (int32_t)any(rig, 60) - 10;
}

/* VRAM is the model, and changes were told. */
static unsigned check(Rig *rig)
{
    const uint8_t *vram = rig->mem.vram;
    unsigned wrong = 0;

    if (!memcmp(vram, rig->model, PART)) {
        return 0;
    }
    for (uint32_t i = 0; i < PART; i++) {
        if (vram[i] != rig->model[i]) {
            if (!wrong++) {
                g_test_message("op %u source %02x surface %02x%s: byte %05x "
                               "is %02x, must be %02x", rig->s.op,
                               rig->s.source, rig->s.dst.format,
                               rig->s.dst.swizzled ? " swizzled" : "", i,
                               vram[i], rig->model[i]);
            }
        }
    }
    return 1;
}

static void finish(Rig *rig, const char *what, unsigned wrong,
                   unsigned cases)
{
    g_test_message("%s: %u of %u cases differ, %" G_GUINT64_FORMAT
                   " pixels", what, wrong, cases, rig->pixels);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(rig->pixels, >, 0);
    g_assert_cmpuint(rig->env.spent, >, 0);
    rig_free(rig);
}

/* --- the operations --- */

enum { CASES = 2000 };

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
        nv_twod_pixels(&rig->twod, &rig->s, x, y, count, pixels,
                       masked ? keep : NULL);
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
        nv_twod_line(&rig->twod, &rig->s, x0, y0, x1, y1, color);
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
        nv_twod_triangle(&rig->twod, &rig->s, x, y, color);
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
        nv_twod_blit(&rig->twod, &rig->s, at[0], at[1], at[2], at[3], w, h);
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

/* --- scaled images --- */

static const uint8_t image_codes[] = {
    NV_TWOD_A1R5G5B5, NV_TWOD_X1R5G5B5, NV_TWOD_A8R8G8B8, NV_TWOD_X8R8G8B8,
    NV_TWOD_R5G6B5, NV_TWOD_Y8, NV_TWOD_AY8, NV_TWOD_YUYV, NV_TWOD_UYVY,
};

static NvDma vram_dma(uint32_t base, uint32_t limit)
{
    return (NvDma) { .instance = 0x10, .class = 0x3d, .present = true,
                     .linear = true, .target = NV_DMA_VRAM, .limit = limit,
                     .base = base };
}

static Color model_yuv(int y, int cb, int cr)
{
    double l = floor((298.0 * (y - 16) - 96) / 256);
    double e = cr - 128, d = cb - 128;
    double r = l + 2 * floor((409 * e + 127) / 512);
    double g = l + 2 * floor((254 - 50 * d) / 256) +
               2 * floor((248 - 104 * e) / 256) + 1;
    double b = l + floor(516 * d / 256);

    return (Color) { { CLAMP(b, 0, 255), CLAMP(g, 0, 255),
                       CLAMP(r, 0, 255), 255 } };
}

static Color model_texel(const uint8_t *mem, const NvTwodImage *m, int64_t x,
                         int64_t y)
{
    unsigned bytes = nv_twod_source_bytes(m->format);
    const uint8_t *line;

    x = CLAMP(x, 0, (int64_t)m->w - 1);
    y = CLAMP(y, 0, (int64_t)m->h - 1);
    line = mem + m->dma.base + m->offset + y * m->pitch;
    if (m->format == NV_TWOD_YUYV) {
        const uint8_t *p = line + x / 2 * 4;

        return model_yuv(p[x % 2 * 2], p[1], p[3]);
    }
    if (m->format == NV_TWOD_UYVY) {
        const uint8_t *p = line + x / 2 * 4;

        return model_yuv(p[x % 2 * 2 + 1], p[0], p[2]);
    }
    return model_unpack(nv_twod_source_format(m->format)->name,
                        model_get(line, x * bytes, bytes));
}

static Color model_mix(Color a, Color b, double f)
{
    Color out;

    for (unsigned i = 0; i < 4; i++) {
        out.c[i] = floor(a.c[i] * (1 - f) + b.c[i] * f + 0.5);
    }
    return out;
}

static uint32_t model_sample(const uint8_t *mem, const NvTwodImage *m,
                             int64_t u, int64_t v)
{
    double x = u / 1048576.0, y = v / 1048576.0, fx, fy;
    Color c;

    if (!m->bilinear) {
        x += m->center ? 0.5 : 0;
        y += m->center ? 0.5 : 0;
        c = model_texel(mem, m, floor(x), floor(y));
    } else {
        x -= m->center ? 0 : 0.5;
        y -= m->center ? 0 : 0.5;
        fx = floor((x - floor(x)) * 256) / 256;
        fy = floor((y - floor(y)) * 256) / 256;
        c = model_mix(model_mix(model_texel(mem, m, floor(x), floor(y)),
                                model_texel(mem, m, floor(x) + 1, floor(y)),
                                fx),
                      model_mix(model_texel(mem, m, floor(x), floor(y) + 1),
                                model_texel(mem, m, floor(x) + 1,
                                            floor(y) + 1), fx), fy);
    }
    return c.c[3] << 24 | c.c[2] << 16 | c.c[1] << 8 | c.c[0];
}

static void test_scale(void)
{
    Rig *rig = rig_new(8);
    unsigned wrong = 0;

    for (unsigned n = 0; n < CASES; n++) {
        NvTwodRect r = { random_at(rig), random_at(rig), 0, 0 };
        NvTwodState s;
        NvTwodImage m = {
            .dma = vram_dma(0x10000, 0xffff), .offset = any(rig, 64),
            .w = 2 + any(rig, 15) * 2, .h = 1 + any(rig, 30),
            .pitch = 128 + any(rig, 64),
            .format = image_codes[any(rig, NV_ARRAY_SIZE(image_codes))],
            .center = one_in(rig, 2), .bilinear = one_in(rig, 2),
            .u = any(rig, 0x2000000), .v = any(rig, 0x2000000),
            .du = (int32_t)any(rig, 0x400000) - 0x100000,
            .dv = (int32_t)any(rig, 0x400000) - 0x100000,
        };

        random_state(rig);
        r.x1 = r.x0 + any(rig, 40);
        r.y1 = r.y0 + any(rig, 40);
        g_assert_true(nv_twod_scale(&rig->twod, &rig->s, &m, r));
        s = rig->s;
        s.source = NV_TWOD_A8R8G8B8;
        for (int32_t y = r.y0; y < r.y1; y++) {
            for (int32_t x = r.x0; x < r.x1; x++) {
                model_put(rig, &s, x, y, model_sample(
                    rig->model, &m, m.u + (int64_t)(x - r.x0) * m.du,
                    m.v + (int64_t)(y - r.y0) * m.dv));
            }
        }
        wrong += check(rig);
    }
    finish(rig, "scale", wrong, CASES);
}

/* --- memory to memory --- */

static void test_copy(void)
{
    Rig *rig = rig_new(9);
    unsigned wrong = 0;

    for (unsigned n = 0; n < CASES; n++) {
        NvTwodCopy c = {
            .in = vram_dma(0x10000, 0xffff), .out = vram_dma(0, 0xffff),
            .in_offset = any(rig, 256), .out_offset = any(rig, 256),
            .in_pitch = any(rig, 1024), .out_pitch = any(rig, 1024),
            .length = any(rig, one_in(rig, 8) ? 6000 : 300),
            .lines = any(rig, 20),
            .in_step = 1u << any(rig, 3), .out_step = 1u << any(rig, 3),
        };
        uint32_t line = 0;

        random_state(rig);
        do {
            g_assert_cmpint(nv_twod_copy(&rig->twod, &c, &line), ==,
                            NV_TWOD_FINE);
        } while (line < c.lines);
        for (uint32_t y = 0; y < c.lines; y++) {
            for (uint32_t i = 0; i < c.length; i++) {
                rig->model[c.out_offset + y * c.out_pitch + i * c.out_step] =
                    rig->model[0x10000 + c.in_offset + y * c.in_pitch +
                               i * c.in_step];
                rig->pixels++;
            }
        }
        wrong += check(rig);
    }
    finish(rig, "copy", wrong, CASES);
}

static NvTwodFault try_copy(Rig *rig, const NvTwodCopy *c)
{
    uint32_t line = 0;

    return nv_twod_copy(&rig->twod, c, &line);
}

static void test_copy_faults(void)
{
    Rig *rig = rig_new(10);
    NvTwodCopy c = { .in = vram_dma(0, 0xff), .out = vram_dma(0x1000, 0xff),
                     .length = 0x100, .lines = 1, .in_step = 1,
                     .out_step = 1 };

    g_assert_cmpint(try_copy(rig, &c), ==, NV_TWOD_FINE);
    c.in_offset = 1;
    g_assert_cmpint(try_copy(rig, &c), ==, NV_TWOD_READ_FAULT);
    c.in_offset = 0;
    c.out_offset = 1;
    g_assert_cmpint(try_copy(rig, &c), ==, NV_TWOD_WRITE_FAULT);
    c.out_offset = 0;
    c.out.base = VRAM - 0x80;
    g_assert_cmpint(try_copy(rig, &c), ==, NV_TWOD_WRITE_FAULT);
    c.out.class = 0x30;
    g_assert_cmpint(try_copy(rig, &c), ==, NV_TWOD_WRITE_FAULT);
    rig_free(rig);
}

/* --- dither: cut or one more, and right on average --- */

static void test_dither(void)
{
    const NvTwodFormat *f = nv_twod_surface_format(NV_TWOD_SURF_R5G6B5);
    unsigned wrong = 0;

    for (uint32_t v = 0; v < 256; v++) {
        unsigned sum = 0;

        for (int32_t i = 0; i < 256; i++) {
            unsigned b = nv_twod_pack(f, v, true, i % 16, i / 16) & 0x1f;

            wrong += b != v >> 3 && b != MIN((v >> 3) + 1, 31);
            sum += b;
        }
        if (v < 0xf8) {
            wrong += fabs(sum / 256.0 - v / 8.0) > 0.13;
        }
    }
    g_test_message("dither: %u of %u values differ", wrong, 256 * 257);
    g_assert_cmpuint(wrong, ==, 0);
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
        nv_twod_line(&rig->twod, &rig->s, x[0], y[0], x[1], y[1], x[2]);
        break;
    case 2:
        for (unsigned i = 0; i < 3; i++) {
            x[i] = (int16_t)x[i];
            y[i] = (int16_t)y[i];
        }
        nv_twod_triangle(&rig->twod, &rig->s, x, y, x[2]);
        break;
    case 3:
        nv_twod_pixels(&rig->twod, &rig->s, x[0], y[0], 64, pixels, NULL);
        break;
    case 4:
        nv_twod_blit(&rig->twod, &rig->s, x[0], y[0], x[1], y[1],
                     x[2] & 0xffff, y[2] & 0xffff);
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
    g_test_add_func("/twod/scale", test_scale);
    g_test_add_func("/twod/copy", test_copy);
    g_test_add_func("/twod/copy-faults", test_copy_faults);
    g_test_add_func("/twod/dither", test_dither);
    g_test_add_func("/twod/hostile", test_hostile);
    return g_test_run();
}
