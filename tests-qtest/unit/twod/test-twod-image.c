/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scaled images, copies and dithering of the 2D engine against a reference of
 * its own for each: one pixel at a time, sums in floating point.
 */
#include "unit/twod/test-twod.h"

/* --- scaled images --- */

static const uint8_t image_codes[] = {
    NV_TWOD_A1R5G5B5, NV_TWOD_X1R5G5B5, NV_TWOD_A8R8G8B8, NV_TWOD_X8R8G8B8,
    NV_TWOD_R5G6B5, NV_TWOD_Y8, NV_TWOD_AY8, NV_TWOD_YUYV, NV_TWOD_UYVY,
};

static Color model_yuv(int y, int cb, int cr)
{
    double l = floor((298.0 * (y - 16) - 96) / 256);
    double e = cr - 128, d = cb - 128;
    double r = l + 2 * floor((409 * e + 128) / 512);
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
        g_assert_cmpint(nv_twod_scale(&rig->twod, &rig->s, &m, r), ==,
                        NV_TWOD_DONE);
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
        NvTwodCopied done = { 0, 0 };

        random_state(rig);
        do {
            g_assert_cmpint(nv_twod_copy(&rig->twod, &c, &done), ==,
                            NV_TWOD_FINE);
        } while (done.lines < c.lines);
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
    NvTwodCopied done = { 0, 0 };

    return nv_twod_copy(&rig->twod, c, &done);
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

/*
 * Which of 16 x 16 pixels are one more, for the lower bits 1 to 7 of a channel
 * that keeps 5: a line of four digits each, the left pixel the lowest bit.
 * Red and blue first, then green; facts: a public hardware model (envytools)
 * of NV1's dither.
 */
static const char *const dither_steps[] = {
    "4114000014410000414400001411000011440000441100001111000044440000",
    "0550a00a0550a00a0500a0aa0500a0aa550000aa550000aa5555000055550000",
    "5555822855552882555582885555282255552288555588225555222255558888",
    "5555aaaa5555aaaa5555aaaa5555aaaa5555aaaa5555aaaa5555aaaa5555aaaa",
    "d77daaaa7dd7aaaad7ddaaaa7d77aaaa77ddaaaadd77aaaa7777aaaaddddaaaa",
    "5ff5faaf5ff5faaf5f55faff5f55faffff55aaffff55aaffffffaaaaffffaaaa",
    "ffffebbeffffbeebffffebeeffffbebbffffbbeeffffeebbffffbbbbffffeeee",
    "1441000041140000141100004144000044110000114400004444000011110000",
    "50050aa050050aa050550a0050550a000055aa000055aa000000aaaa0000aaaa",
    "5555288255558228555528225555828855558822555522885555888855552222",
    "5555aaaa5555aaaa5555aaaa5555aaaa5555aaaa5555aaaa5555aaaa5555aaaa",
    "7dd7aaaad77daaaa7d77aaaad7ddaaaadd77aaaa77ddaaaaddddaaaa7777aaaa",
    "f55faffaf55faffaf5ffafaaf5ffafaa55ffffaa55ffffaa5555ffff5555ffff",
    "ffffbeebffffebbeffffbebbffffebeeffffeebbffffbbeeffffeeeeffffbbbb"
};

static void test_dither_matrix(void)
{
    const NvTwodFormat *f = nv_twod_surface_format(NV_TWOD_SURF_Z1R5G5B5);
    unsigned wrong = 0;

    for (unsigned i = 0; i < 14 * 256; i++) {
        const char *line = dither_steps[i / 256] + i / 16 % 16 * 4;
        g_autofree char *digits = g_strndup(line, 4);
        unsigned more = strtoul(digits, NULL, 16) >> i % 16 & 1;
        bool green = i / 256 >= 7;
        uint32_t v = 8 + i / 256 % 7 + 1;
        uint32_t pixel = nv_twod_pack(f, green ? v << 8 : v << 16 | v, true,
                                      i % 16, i / 16 % 16);

        wrong += (pixel >> (green ? 5 : 0) & 31) != 1 + more;
        wrong += !green && (pixel >> 10 & 31) != 1 + more;
    }
    g_assert_cmpuint(wrong, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/twod/scale", test_scale);
    g_test_add_func("/twod/copy", test_copy);
    g_test_add_func("/twod/copy-faults", test_copy_faults);
    g_test_add_func("/twod/dither", test_dither);
    g_test_add_func("/twod/dither-matrix", test_dither_matrix);
    return g_test_run();
}
