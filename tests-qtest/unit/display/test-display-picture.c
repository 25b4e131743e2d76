/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scanout against naive conversions: formats, palette and its mask, cursor.
 */
#include "unit/display/test-display.h"

static uint32_t naive_pixel(const uint8_t *at, unsigned format, bool is_565,
                            bool lut, bool bpc8, uint8_t pal[256][3])
{
    unsigned i[3], out[3];
    unsigned v = at[0] + 256 * at[1];

    if (format == FORMAT_8) {
        i[0] = i[1] = i[2] = at[0];
        lut = true;
    } else if (format == FORMAT_32) {
        i[0] = at[2];
        i[1] = at[1];
        i[2] = at[0];
    } else {
        unsigned g_bits = is_565 ? 6 : 5;
        unsigned red = v / (32u << g_bits) % 32;
        unsigned green = v / 32 % (1u << g_bits);
        unsigned blue = v % 32;

        i[0] = red * 8 + red / 4;
        i[1] = is_565 ? green * 4 + green / 16 : green * 8 + green / 4;
        i[2] = blue * 8 + blue / 4;
    }
    for (unsigned c = 0; c < 3; c++) {
        unsigned word = pal[i[c]][c];

        word = bpc8 ? word : word % 64 * 4 + word % 64 / 16;
        out[c] = lut ? word : i[c];
    }
    return out[0] * 65536 + out[1] * 256 + out[2];
}

static void test_convert(void)
{
    GRand *rand = g_rand_new_with_seed(21);
    Rig *r = rig_new(0);
    uint8_t *vram = nv_mem_vram_dirty(&r->mem, 0, VRAM_SIZE);
    uint8_t pal[256][3];
    uint32_t line[640];
    unsigned cases = 0, wrong = 0;

    for (uint32_t i = 0; i < 640 * 480 * 4; i++) {
        vram[i] = g_rand_int(rand);
    }
    for (unsigned i = 0; i < 256 * 3; i++) {
        pal[i / 3][i % 3] = g_rand_int(rand);
    }
    load_palette(r, pal);
    for (unsigned k = 0; k < 24; k++) {
        unsigned format = 1 + k % 3;
        bool is_565 = k / 3 & 1, lut = k / 6 & 1, bpc8 = k / 12;
        NvScanout s;

        set_mode(r, &modes[0], 2560, format);
        nv_display_write(&r->d, 0x680600, is_565 << 12 | (lut ? 3 : 0) << 4 |
                         bpc8 << 20);
        s = nv_display_scanout(&r->d);
        for (unsigned y = 0; y < 480; y += 37) {
            nv_display_line(&r->d, &s, y, line);
            for (unsigned x = 0; x < 640; x++) {
                cases++;
                wrong += line[x] !=
                         naive_pixel(vram + y * 2560 + x * s.bytes, format,
                                     is_565, lut, bpc8, pal);
            }
        }
    }
    g_test_message("%u of %u pixels wrong", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(r);
    g_rand_free(rand);
}

static void test_palette(void)
{
    Rig *r = rig_new(0);
    uint32_t serial;

    nv_display_write8(&r->d, 0x6813c8, 255);
    for (unsigned i = 1; i <= 4; i++) {
        nv_display_write8(&r->d, 0x6813c9, i * 10);
    }
    nv_display_write8(&r->d, 0x6813c7, 255);
    for (unsigned i = 1; i <= 4; i++) {     /* wraps to entry 0 */
        g_assert_cmpuint(nv_display_read8(&r->d, 0x6813c9), ==, i * 10);
    }
    g_assert_cmpuint(nv_display_read8(&r->d, 0x6813c6), ==, 0xff);
    serial = r->d.serial;
    nv_display_write8(&r->d, 0x6813c8, 3);
    nv_display_write8(&r->d, 0x6813c9, 3);  /* what it is already */
    g_assert_cmpuint(r->d.serial, ==, serial);
    nv_display_write8(&r->d, 0x6813c9, 4);
    g_assert_cmpuint(r->d.serial, !=, serial);
    rig_free(r);
}

/* The mask takes part in 8 bits a pixel only. */
static void test_palette_mask(void)
{
    Rig *r = rig_new(0);
    uint8_t *vram = nv_mem_vram_dirty(&r->mem, 0, 4);
    uint32_t line[640], serial = r->d.serial;
    NvScanout s;

    nv_display_write(&r->d, 0x680600, 1u << 20);
    nv_display_write8(&r->d, 0x6813c6, 0x0f);
    g_assert_cmpuint(r->d.serial, !=, serial);
    vram[0] = 0xab;
    set_mode(r, &modes[0], 2560, FORMAT_8);
    s = nv_display_scanout(&r->d);
    nv_display_line(&r->d, &s, 0, line);
    g_assert_cmphex(line[0], ==, 0x0b0b0b);
    set_mode(r, &modes[0], 2560, FORMAT_32);
    s = nv_display_scanout(&r->d);
    nv_display_line(&r->d, &s, 0, line);
    g_assert_cmphex(line[0], ==, 0xab);
    rig_free(r);
}

static unsigned over(unsigned under, unsigned src, unsigned alpha)
{
    unsigned sum = src + (under * (255 - alpha) * 2 + 255) / 510;

    return MIN(sum, 255);
}

static uint32_t naive_cursor(uint32_t under, const uint8_t *vram, bool argb,
                             int x, int y)
{
    int size = argb ? 64 : 32;
    const uint8_t *at = vram + CURSOR_AT + (y * size + x) * (argb ? 4 : 2);
    unsigned rgb[3];

    if (x < 0 || y < 0 || x >= size || y >= size) {
        return under;
    }
    for (unsigned c = 0; c < 3; c++) {
        unsigned u = under >> (16 - 8 * c) & 0xff;

        if (argb) {
            rgb[c] = over(u, at[2 - c], at[3]);
        } else {
            unsigned five = (at[0] + 256u * at[1]) >> (10 - 5 * c) & 31;
            unsigned eight = five * 8 + five / 4;

            rgb[c] = at[1] & 0x80 ? eight : u ^ eight;
        }
    }
    return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}

static void test_cursor(void)
{
    static const int places[][2] = {
        { 0, 0 }, { 100, 50 }, { -1, -1 }, { -63, 0 }, { -64, 0 },
        { 0, -31 }, { 639, 479 }, { 577, 417 }, { 640, 10 }, { 10, 480 },
        { -2000, 20 }, { 32767, 0 }, { 0, -32768 },
    };
    GRand *rand = g_rand_new_with_seed(22);
    Rig *r = rig_new(0);
    uint8_t *vram = nv_mem_vram_dirty(&r->mem, 0, VRAM_SIZE);
    uint32_t line[640], serial;
    unsigned cases = 0, wrong = 0;

    for (uint32_t i = 0; i < 640 * 480 * 4; i++) {
        vram[i] = g_rand_int(rand);
    }
    for (uint32_t i = 0; i < 64 * 64 * 4; i++) {
        vram[CURSOR_AT + i] = g_rand_int(rand);
    }
    set_mode(r, &modes[0], 2560, FORMAT_32);
    for (unsigned k = 0; k < 2 * NV_ARRAY_SIZE(places); k++) {
        bool argb = k & 1;
        int cx = places[k / 2][0], cy = places[k / 2][1];
        NvScanout s = nv_display_scanout(&r->d);

        set_cursor(r, argb ? 0x04011100 : 0x02000100, cx, cy);
        for (int y = 0; y < 480; y++) {
            nv_display_line(&r->d, &s, y, line);
            for (int x = 0; x < 640; x++) {
                uint32_t under = nv_ld32(vram + y * 2560 + x * 4) & 0xffffff;

                cases++;
                wrong += line[x] !=
                         naive_cursor(under, vram, argb, x - cx, y - cy);
            }
        }
    }
    g_test_message("%u of %u pixels wrong", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    /* A write of the same address says that the cursor's bytes changed. */
    serial = r->d.serial;
    cr_set(r, 0, 0x30, 0x80 | CURSOR_AT >> 17);
    g_assert_cmpuint(r->d.serial, !=, serial);
    /* Outside VRAM, and off: the picture without it. */
    for (unsigned k = 0; k < 2; k++) {
        NvScanout s = nv_display_scanout(&r->d);

        set_cursor(r, 0x04011100, 10, 10);
        cr_set(r, 0, k ? 0x31 : 0x2f, k ? 0 : 0xff);
        nv_display_line(&r->d, &s, 20, line);
        g_assert_cmphex(line[20], ==,
                        nv_ld32(vram + 20 * 2560 + 20 * 4) & 0xffffff);
    }
    rig_free(r);
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/display/convert", test_convert);
    g_test_add_func("/display/palette", test_palette);
    g_test_add_func("/display/palette-mask", test_palette_mask);
    g_test_add_func("/display/cursor", test_cursor);
    return g_test_run();
}
