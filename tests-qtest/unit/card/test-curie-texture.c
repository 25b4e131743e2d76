/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Curie's textures: images in lines of any size, coordinates scaled or not,
 * eight wrap modes, levels behind each other, blocks in lines; and the codes
 * of its formats.  What is expected is worked out here, texel by texel.
 */
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "unit/card/test-rankine.h"

static const Chip curie[] = { { "nv40", 0x4097 } };

#define TEXTURE 0x140000u
#define BORDER_COLOR 0xff00fe00u

enum { LINEAR = 0x2000, RECT = 0x4000, FORMAT_BITS = 0x8029 };

enum {
    REPEAT = 1, MIRROR, EDGE, BORDER, CLAMP,
    MIRROR_EDGE, MIRROR_BORDER, MIRROR_CLAMP,
};

typedef struct Image {
    uint32_t format, filter;
    unsigned w, h, pitch, levels, level, wrap[2];
} Image;

static void open_textured(Rankine *r, const Chip *chip)
{
    open_black(r, chip);
    rankine_vertex_program(r, "MOV o[HPOS], v[0]\nMOV o[TEX0], v[8] END");
    rankine_fragment_program(r, rankine_fp_texture, 4);
}

static void bind(Rankine *r, const Image *im)
{
    const uint32_t lod = im->level << 8;
    const uint32_t words[8] = {
        TEXTURE, im->format | FORMAT_BITS | im->levels << 16,
        im->wrap[0] | im->wrap[1] << 8 | REPEAT << 16,
        1u << 31 | lod << 19 | lod << 7, 0xaae4, im->filter,
        im->w << 16 | im->h, BORDER_COLOR,
    };

    rig_method(r->rig, 0x1840, 1u << 20 | im->pitch);
    rig_methods(r->rig, 0x1a00, words, 8);
}

/* Coordinates s0..s1 from the left to the right, t likewise down. */
static void cover(Rankine *r, const float s[2], const float t[2])
{
    static const float at[4][2] = { { -1, 1 }, { 1, 1 }, { 1, -1 },
                                    { -1, -1 } };

    clear(r, BLACK);
    begin(r, 8);
    for (unsigned i = 0; i < 4; i++) {
        const float tex[2] = { s[at[i][0] > 0], t[at[i][1] < 0] };

        rankine_floats(r, 0x1880 + 8 * 8, tex, 2);
        vertex(r, at[i][0], at[i][1], 0, 1);
    }
    end(r);
    g_assert_true(rankine_kick(r));
}

/* The texel at @at of @size, or -1: the border. */
static int wrapped(unsigned mode, double at, int size)
{
    int i = floor(at);

    if (mode >= MIRROR_EDGE && i < 0) {
        i = -1 - i;
    }
    switch (mode) {
    case REPEAT:
        return ((i % size) + size) % size;
    case MIRROR:
        i = ((i % (2 * size)) + 2 * size) % (2 * size);
        return i < size ? i : 2 * size - 1 - i;
    case BORDER:
    case MIRROR_BORDER:
        return i < 0 || i >= size ? -1 : i;
    default:                    /* the nearest texel is never the border */
        return CLAMP(i, 0, size - 1);
    }
}

static uint32_t texel_of(unsigned x, unsigned y)
{
    return 0xff000000 | (x * 8 + 1) << 8 | (y * 8 + 1);
}

static unsigned z_order(unsigned x, unsigned y, unsigned w, unsigned h)
{
    unsigned out = 0, at = 0;

    for (unsigned bit = 1; bit < w || bit < h; bit <<= 1) {
        if (bit < w) {
            out |= !!(x & bit) << at++;
        }
        if (bit < h) {
            out |= !!(y & bit) << at++;
        }
    }
    return out;
}

static void fill(Rankine *r, const Image *im)
{
    rankine_kick(r);
    for (unsigned y = 0; y < im->h; y++) {
        for (unsigned x = 0; x < im->w; x++) {
            uint32_t at = im->format & LINEAR
                          ? y * im->pitch + 4 * x
                          : 4 * z_order(x, y, im->w, im->h);

            rankine_vram_write(r, TEXTURE + at, texel_of(x, y));
        }
    }
}

/* Every pixel's texel; those of which a trifle would choose another pass. */
static unsigned wrong_of(Rankine *r, const Image *im, const float s[2],
                         const float t[2], unsigned *compared)
{
    bool texels = im->format & RECT;
    unsigned wrong = 0;

    for (unsigned y = 0; y < SIZE; y++) {
        for (unsigned x = 0; x < SIZE; x++) {
            double u = s[0] + (s[1] - s[0]) * (x + 0.5) / SIZE;
            double v = t[0] + (t[1] - t[0]) * (y + 0.5) / SIZE;
            int i, j;

            u *= texels ? 1 : im->w;
            v *= texels ? 1 : im->h;
            if (fabs(u - round(u)) < 1e-3 || fabs(v - round(v)) < 1e-3) {
                continue;
            }
            i = wrapped(im->wrap[0], u, im->w);
            j = wrapped(im->wrap[1], v, im->h);
            wrong += rankine_pixel(r, x, y) !=
                     (i < 0 || j < 0 ? BORDER_COLOR : texel_of(i, j));
            ++*compared;
        }
    }
    return wrong;
}

/* What a chip of before does with unscaled coordinates is not asked here. */
static void test_wraps(gconstpointer data)
{
    static const struct { unsigned w, h, flags; } shapes[] = {
        { 10, 6, LINEAR }, { 16, 8, LINEAR }, { 1, 1, LINEAR },
        { 7, 16, LINEAR }, { 16, 8, 0 }, { 4, 16, 0 },
    };
    unsigned wrong = 0, compared = 0;
    Rankine r;

    open_textured(&r, data);
    for (unsigned k = 0; k < G_N_ELEMENTS(shapes) * 8 * 8; k++) {
        const unsigned shape = k / 64;
        Image im = {
            .format = 0x500 | shapes[shape].flags, .filter = 0x01012000,
            .w = shapes[shape].w, .h = shapes[shape].h, .pitch = 64,
            .levels = 1, .wrap = { 1 + k % 8, 1 + k / 8 % 8 },
        };
        const float s[2] = { -2.51f, 2.83f }, t[2] = { -1.77f, 3.21f };

        if (k % 64 == 0) {
            fill(&r, &im);
        }
        bind(&r, &im);
        cover(&r, s, t);
        wrong += wrong_of(&r, &im, s, t, &compared);
    }
    g_test_message("%u of %u pixels wrong", wrong, compared);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(compared, >, 1000000);
    rankine_close(&r);
}

/* Coordinates in texels, of an image in lines. */
static void test_unscaled(gconstpointer data)
{
    unsigned wrong = 0, compared = 0;
    Rankine r;

    open_textured(&r, data);
    for (unsigned mode = EDGE; mode <= CLAMP; mode++) {
        Image im = {
            .format = 0x500 | LINEAR | RECT, .filter = 0x01012000,
            .w = 10, .h = 6, .pitch = 64, .levels = 1,
            .wrap = { mode, mode },
        };
        const float s[2] = { -3.3f, 13.4f }, t[2] = { -2.2f, 9.1f };

        fill(&r, &im);
        bind(&r, &im);
        cover(&r, s, t);
        wrong += wrong_of(&r, &im, s, t, &compared);
    }
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(compared, >, 10000);
    rankine_close(&r);
}

/* Levels of an odd size: half rounded down, each behind the one before. */
static void test_levels(gconstpointer data)
{
    static const uint32_t colors[4] = { 0xffff0000, 0xff00ff00, 0xff0000ff,
                                        0xffffff00 };
    Image im = {
        .format = 0x500 | LINEAR, .filter = 0x01032000, .w = 13, .h = 9,
        .pitch = 64, .levels = 4, .wrap = { EDGE, EDGE },
    };
    const float range[2] = { 0, 1 };
    uint32_t at = TEXTURE;
    Rankine r;

    open_textured(&r, data);
    for (unsigned l = 0; l < 4; l++) {
        for (unsigned y = 0; y < MAX(im.h >> l, 1); y++) {
            for (unsigned x = 0; x < MAX(im.w >> l, 1); x++) {
                rankine_vram_write(&r, at + 4 * x, colors[l]);
            }
            at += im.pitch;
        }
    }
    for (im.level = 0; im.level < 4; im.level++) {
        bind(&r, &im);
        cover(&r, range, range);
        g_assert_cmpuint(count(&r, colors[im.level]), ==, SIZE * SIZE);
    }
    rankine_close(&r);
}

/* Blocks of 12 x 8 texels, three a line: a colour each. */
static void test_blocks(gconstpointer data)
{
    static const uint32_t red565[6] = { 0x0800, 0x1800, 0x2800, 0x3800,
                                        0x4800, 0x5800 };
    Image im = {
        .format = 0x600 | LINEAR, .filter = 0x01012000, .w = 12, .h = 8,
        .pitch = 64, .levels = 1, .wrap = { EDGE, EDGE },
    };
    const float range[2] = { 0, 1 };
    unsigned wrong = 0;
    Rankine r;

    open_textured(&r, data);
    for (unsigned i = 0; i < 6; i++) {
        uint32_t at = TEXTURE + i / 3 * im.pitch + i % 3 * 8;

        rankine_vram_write(&r, at, red565[i]);
        rankine_vram_write(&r, at + 4, 0);
    }
    bind(&r, &im);
    cover(&r, range, range);
    for (unsigned y = 0; y < SIZE; y++) {
        for (unsigned x = 0; x < SIZE; x++) {
            unsigned block = y * 2 / SIZE * 3 +
                             (2 * x + 1) * 3 / (2 * SIZE);
            unsigned red = red565[block] >> 11;

            wrong += rankine_pixel(&r, x, y) !=
                     (0xff000000 | (red << 3 | red >> 2) << 16);
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rankine_close(&r);
}

/* One texel of each code of 32 bits and less that has bytes of its own. */
static void test_formats(gconstpointer data)
{
    static const struct { uint32_t code, word, argb; } rows[] = {
        { 0x01, 0x80, 0xff808080 },             /* L8 */
        { 0x02, 0xfc00, 0xffff0000 },           /* A1R5G5B5 */
        { 0x03, 0x8f04, 0x88ff0044 },           /* A4R4G4B4 */
        { 0x04, 0x07e0, 0xff00ff00 },           /* R5G6B5 */
        { 0x05, 0x12345678, 0x12345678 },       /* A8R8G8B8 */
        { 0x0b, 0xa050, 0xa050a050 },           /* low r b, high g a */
        { 0x1d, 0x03e0, 0xff00ff00 },           /* X1R5G5B5 */
        { 0x1e, 0x00345678, 0xff345678 },       /* X8R8G8B8 */
    };
    const float range[2] = { 0, 1 };
    Rankine r;

    open_textured(&r, data);
    for (unsigned i = 0; i < 2 * G_N_ELEMENTS(rows); i++) {
        Image im = {
            .format = rows[i / 2].code << 8 | (i & 1 ? LINEAR : 0),
            .filter = 0x01012000, .w = 1, .h = 1, .pitch = 64, .levels = 1,
            .wrap = { EDGE, EDGE },
        };

        rankine_kick(&r);
        rankine_vram_write(&r, TEXTURE, rows[i / 2].word);
        bind(&r, &im);
        cover(&r, range, range);
        g_assert_cmphex(rankine_pixel(&r, 9, 9), ==, rows[i / 2].argb);
        g_assert_cmpuint(count(&r, rows[i / 2].argb), ==, SIZE * SIZE);
    }
    rankine_close(&r);
}

/*
 * Four texels of floats between which red goes from 0 to 1, green from 1 down
 * below 0, blue beyond 1: filtered as numbers, and only those of 16 bits.
 */
static void test_floats(gconstpointer data)
{
    static const uint16_t halves[2][2] = { { 0, 0x3c00 }, { 0x3c00, 0xbc00 } };
    static const float whole[2][2] = { { 0, 1 }, { 1, -1 } };
    const float range[2] = { 0, 1 };
    unsigned wrong = 0;
    Rankine r;

    open_textured(&r, data);
    for (unsigned k = 0; k < 8; k++) {
        bool wide = k & 1, swizzled = k & 2, linear = k & 4;
        unsigned bytes = wide ? 16 : 8;
        Image im = {
            .format = (wide ? 0x1b00u : 0x1a00u) | (swizzled ? 0 : LINEAR),
            .filter = linear ? 0x02022000 : 0x01012000, .w = 2, .h = 2,
            .pitch = 64, .levels = 1, .wrap = { EDGE, EDGE },
        };

        rankine_kick(&r);
        for (unsigned i = 0; i < 4; i++) {
            uint32_t at = TEXTURE + i % 2 * bytes +
                          i / 2 * (swizzled ? 2 * bytes : im.pitch);

            for (unsigned c = 0; c < 4; c += wide ? 1 : 2) {
                uint32_t two = halves[0][i % 2] | halves[1][i % 2] << 16;

                rankine_vram_write(&r, at + (wide ? 4 * c : 2 * c),
                                   wide ? nv_f2u(whole[c & 1][i % 2]) :
                                   two);
            }
        }
        bind(&r, &im);
        cover(&r, range, range);
        for (unsigned x = 0; x < SIZE; x++) {
            double at = (x + 0.5) * 2 / SIZE - 0.5;
            double red = !linear || wide ? x >= SIZE / 2
                                         : CLAMP(at, 0, 1);
            double green = CLAMP(1 - 2 * red, 0, 1);
            uint32_t is = rankine_pixel(&r, x, 9);

            wrong += fabs((is >> 16 & 255) - 255 * red) > 1.01 ||
                     fabs((is >> 8 & 255) - 255 * green) > 2.01;
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rankine_close(&r);
}

/* A code that is none, a swizzled image of an odd size: white, and said. */
static void test_faults(gconstpointer data)
{
    static const Image images[] = {
        { .format = 0x900 | LINEAR, .w = 4, .h = 4, .pitch = 64, .levels = 1 },
        { .format = 0x500, .w = 5, .h = 4, .levels = 1 },
        { .format = 0x500 | LINEAR, .w = 4096, .h = 4095, .pitch = 0x3ffc0,
          .levels = 1 },
    };
    const float range[2] = { 0, 1 };
    Rankine r;

    open_textured(&r, data);
    for (unsigned i = 0; i < G_N_ELEMENTS(images); i++) {
        Image im = images[i];

        im.filter = 0x01012000;
        im.wrap[0] = im.wrap[1] = EDGE;
        bind(&r, &im);
        cover(&r, range, range);
        g_assert_cmpuint(count(&r, 0xffffffff), ==, SIZE * SIZE);
    }
    rankine_close(&r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_chips("/curie-texture/wraps", test_wraps, curie, 1);
    add_chips("/curie-texture/unscaled", test_unscaled, curie, 1);
    add_chips("/curie-texture/levels", test_levels, curie, 1);
    add_chips("/curie-texture/blocks", test_blocks, curie, 1);
    add_chips("/curie-texture/formats", test_formats, curie, 1);
    add_chips("/curie-texture/floats", test_floats, curie, 1);
    add_chips("/curie-texture/faults", test_faults, curie, 1);
    return g_test_run();
}
