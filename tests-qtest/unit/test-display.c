/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The display unit against register sets as the open drivers compute them,
 * against naive conversions, hostile registers and a clock the test moves.
 */
#include <glib.h>

#include "display/display-priv.h"

#define VRAM_SIZE (8u << 20)
#define MAX_WIDTH 4096

typedef struct Rig {
    int64_t clock;
    int64_t deadline[NV_TIMERS];
    unsigned irqs;
    NvChip chip;
    NvEnv env;
    NvMem mem;
    NvDisplay d;
} Rig;

static int64_t rig_clock(void *host)
{
    return ((Rig *)host)->clock;
}

static void rig_timer(void *host, NvTimer which, int64_t deadline)
{
    ((Rig *)host)->deadline[which] = deadline;
}

static void rig_irq(NvEnv *env)
{
    ((Rig *)env->host)->irqs++;
}

static const NvHostOps rig_ops = {
    .clock_ns = rig_clock,
    .timer_set = rig_timer,
};

static Rig *rig_new(uint32_t caps)
{
    Rig *r = g_new0(Rig, 1);

    r->clock = 1000000007;
    r->chip.name = "test";
    r->chip.caps = caps;
    r->chip.straps = 0x40;      /* 14.31818 MHz */
    r->env.chip = &r->chip;
    r->env.ops = &rig_ops;
    r->env.host = r;
    r->env.irq_changed = rig_irq;
    nv_mem_init(&r->mem, &r->env, NULL, VRAM_SIZE);
    nv_display_init(&r->d, &r->env, &r->mem);
    return r;
}

static void rig_free(Rig *r)
{
    nv_display_free(&r->d);
    nv_mem_free(&r->mem);
    g_free(r);
}

static void cr_set(Rig *r, unsigned head, uint8_t index, uint8_t value)
{
    nv_display_write8(&r->d, 0x6013d4 + 0x2000 * head, index);
    nv_display_write8(&r->d, 0x6013d5 + 0x2000 * head, value);
}

static uint8_t cr_get(Rig *r, unsigned head, uint8_t index)
{
    nv_display_write8(&r->d, 0x6013d4 + 0x2000 * head, index);
    return nv_display_read8(&r->d, 0x6013d5 + 0x2000 * head);
}

/* Timing of a mode as monitors and drivers write it. */
typedef struct Mode {
    uint32_t width, hsync, hsync_end, htotal;
    uint32_t height, vsync, vsync_end, vtotal;
    uint32_t m, n, p;           /* VPLL for 14.318 MHz */
    double hz;
} Mode;

static const Mode modes[] = {
    { 640, 656, 752, 800, 480, 490, 492, 525, 8, 112, 3, 59.66 },
    { 800, 840, 968, 1056, 600, 601, 605, 628, 11, 246, 3, 60.35 },
    { 1024, 1048, 1184, 1344, 768, 771, 777, 806, 11, 200, 2, 60.08 },
    { 1600, 1664, 1856, 2160, 1200, 1201, 1204, 1250, 13, 147, 0, 59.96 },
    { 2048, 2208, 2440, 2832, 1536, 1537, 1540, 1589, 8, 149, 0, 59.26 },
};

/* Registers of a mode, by the drivers' arithmetic. */
static void set_crs(Rig *r, unsigned head, const Mode *m, uint32_t pitch,
                    unsigned format)
{
    uint32_t ht = m->htotal / 8 - 5, hd = m->width / 8 - 1;
    uint32_t vt = m->vtotal - 2, vd = m->height - 1, vs = m->vsync - 1;

    cr_set(r, head, 0x1f, 0x57);
    cr_set(r, head, 0x11, 0x20);
    cr_set(r, head, 0x00, ht);
    cr_set(r, head, 0x01, hd);
    cr_set(r, head, 0x06, vt);
    cr_set(r, head, 0x07, (vt >> 8 & 1) | (vd >> 8 & 1) << 1 |
           (vs >> 8 & 1) << 2 | 0x10 | (vt >> 9 & 1) << 5 |
           (vd >> 9 & 1) << 6 | (vs >> 9 & 1) << 7);
    cr_set(r, head, 0x10, vs);
    cr_set(r, head, 0x12, vd);
    cr_set(r, head, 0x13, pitch / 8);
    cr_set(r, head, 0x19, (pitch / 8 >> 8 & 7) << 5);
    cr_set(r, head, 0x42, (pitch / 8 >> 11 & 1) << 6);
    cr_set(r, head, 0x25, (vt >> 10 & 1) | (vd >> 10 & 1) << 1 |
           (vs >> 10 & 1) << 2);
    cr_set(r, head, 0x2d, (ht >> 8 & 1) | (hd >> 8 & 1) << 1);
    cr_set(r, head, 0x41, (vt >> 11 & 1) | (vd >> 11 & 1) << 2);
    cr_set(r, head, 0x28, format);
    cr_set(r, head, 0x17, 0xc3);
}

static void set_mode(Rig *r, const Mode *m, uint32_t pitch, unsigned format)
{
    set_crs(r, 0, m, pitch, format);
    nv_display_write(&r->d, 0x680508, m->p << 16 | m->n << 8 | m->m);
}

static void test_modes(void)
{
    Rig *r = rig_new(0);

    for (unsigned i = 0; i < NV_ARRAY_SIZE(modes); i++) {
        const Mode *m = &modes[i];
        NvScanout s;
        double hz;

        set_mode(r, m, m->width * 2, FORMAT_16);
        s = nv_display_scanout(&r->d);
        g_assert_true(s.enabled);
        g_assert_cmpuint(s.width, ==, m->width);
        g_assert_cmpuint(s.height, ==, m->height);
        g_assert_cmpuint(s.pitch, ==, m->width * 2);
        g_assert_cmpuint(s.bytes, ==, 2);
        hz = 1e9 / r->d.head[0].timing.frame_ns;
        g_assert_cmpuint(r->d.head[0].timing.htotal, ==, m->htotal);
        g_assert_cmpuint(r->d.head[0].timing.vtotal, ==, m->vtotal);
        if (hz < m->hz * 0.99 || hz > m->hz * 1.01) {
            g_error("%ux%u: %.3f Hz, expected about %.3f", m->width,
                    m->height, hz, m->hz);
        }
    }
    rig_free(r);
}

/* Any size the fields can hold, placed bit by bit from the register list. */
static void test_fields(void)
{
    GRand *rand = g_rand_new_with_seed(24);
    unsigned wrong = 0, cases = 20000;

    for (unsigned i = 0; i < cases; i++) {
        uint32_t hd = g_rand_int_range(rand, 0, 512);
        uint32_t vd = g_rand_int_range(rand, 0, 4096);
        uint32_t offset = g_rand_int_range(rand, 0, 4096);
        bool twice = g_rand_boolean(rand);
        uint8_t cr[256];
        NvModeRegs regs = { .cr = cr, .start = i * 4 };
        NvScanout s;

        for (unsigned k = 0; k < 256; k++) {
            cr[k] = g_rand_int(rand);
        }
        cr[0x01] = hd % 256;
        cr[0x2d] = (cr[0x2d] & ~0x02) | hd / 256 << 1;
        cr[0x12] = vd % 256;
        cr[0x07] = (cr[0x07] & ~0x42) | vd / 256 % 2 << 1 | vd / 512 % 2 << 6;
        cr[0x25] = (cr[0x25] & ~0x02) | vd / 1024 % 2 << 1;
        cr[0x41] = (cr[0x41] & ~0x04) | vd / 2048 << 2;
        cr[0x13] = offset % 256;
        cr[0x19] = (cr[0x19] & ~0xe0) | offset / 256 % 8 << 5;
        cr[0x42] = (cr[0x42] & ~0x40) | offset / 2048 << 6;
        cr[0x09] = (cr[0x09] & ~0x80) | twice << 7;
        cr[0x17] |= 0x80;
        cr[0x1a] &= ~0xc0;
        cr[0x28] = (cr[0x28] & ~0x03) | 1 << (i & 1);
        s = nv_mode_decode(&regs, UINT32_MAX);
        wrong += !s.enabled || s.width != (hd + 1) * 8 ||
                 s.height != (twice && vd ? (vd + 1) / 2 : vd + 1) ||
                 s.pitch != offset * 8 || s.base != i * 4 ||
                 s.bytes != 1 + (i & 1);
    }
    g_test_message("%u of %u modes wrong", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    g_rand_free(rand);
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

static void test_enable(void)
{
    Rig *r = rig_new(0);
    uint32_t serial;

    g_assert_false(nv_display_scanout(&r->d).enabled);
    set_mode(r, &modes[0], 2560, FORMAT_32);
    g_assert_cmpuint(nv_display_scanout(&r->d).bytes, ==, 4);
    serial = r->d.serial;
    nv_display_write(&r->d, 0x600800, 0x1000);
    g_assert_cmpuint(nv_display_scanout(&r->d).base, ==, 0x1000);
    g_assert_cmpuint(r->d.serial, !=, serial);
    serial = r->d.serial;
    nv_display_write(&r->d, 0x600800, 0x1000);
    g_assert_cmpuint(r->d.serial, ==, serial);
    /* The last line ends exactly at the end of VRAM, then beyond. */
    nv_display_write(&r->d, 0x600800, VRAM_SIZE - 2560 * 480);
    g_assert_true(nv_display_scanout(&r->d).enabled);
    nv_display_write(&r->d, 0x600800, VRAM_SIZE - 2560 * 480 + 4);
    g_assert_false(nv_display_scanout(&r->d).enabled);
    nv_display_write(&r->d, 0x600800, 0);
    /* Sequencer off, CRTC off, syncs off, VGA format. */
    nv_display_write8(&r->d, 0x0c03c4, 1);
    nv_display_write8(&r->d, 0x0c03c5, 0x21);
    g_assert_false(nv_display_scanout(&r->d).enabled);
    nv_display_write8(&r->d, 0x0c03c5, 0x01);
    g_assert_true(nv_display_scanout(&r->d).enabled);
    cr_set(r, 0, 0x17, 0x43);
    g_assert_false(nv_display_scanout(&r->d).enabled);
    cr_set(r, 0, 0x17, 0xc3);
    cr_set(r, 0, 0x1a, 0xc0);
    g_assert_false(nv_display_scanout(&r->d).enabled);
    cr_set(r, 0, 0x1a, 0x04);
    g_assert_true(nv_display_scanout(&r->d).enabled);
    cr_set(r, 0, 0x28, 0);
    g_assert_false(nv_display_scanout(&r->d).enabled);
    rig_free(r);
}

static void test_hostile(void)
{
    GRand *rand = g_rand_new_with_seed(20);
    Rig *r = rig_new(NV_CAP_TWO_HEADS);
    uint32_t *line = g_new(uint32_t, MAX_WIDTH + 1);
    unsigned enabled = 0, outside = 0;

    for (unsigned i = 0; i < 4000; i++) {
        NvScanout s;
        uint64_t end;

        cr_set(r, 0, 0x1f, 0x57);
        for (unsigned c = 0; c < 256; c++) {
            cr_set(r, i & 1, c, g_rand_int(rand));
        }
        cr_set(r, 0, 0x1f, 0x57);
        cr_set(r, 0, 0x17, 0x80);
        cr_set(r, 0, 0x1a, 0);
        cr_set(r, 0, 0x31, g_rand_int(rand) | 1);
        nv_display_write(&r->d, 0x600800, g_rand_int(rand) & 0x9fffff);
        nv_display_write(&r->d, 0x680300, g_rand_int(rand));
        nv_display_write(&r->d, 0x600810, g_rand_int(rand));
        nv_display_write(&r->d, 0x680600, g_rand_int(rand));
        nv_display_write(&r->d, 0x680508, g_rand_int(rand));
        s = nv_display_scanout(&r->d);
        g_assert_cmpint(r->d.head[0].timing.frame_ns, >=, 4166666);
        g_assert_cmpint(r->d.head[0].timing.frame_ns, <=, 50000000);
        if (!s.enabled) {
            g_assert_cmpuint(s.width + s.height, ==, 0);
            continue;
        }
        enabled++;
        end = s.base + (uint64_t)s.pitch * (s.height - 1) +
              s.width * s.bytes;
        outside += end > VRAM_SIZE || s.width > MAX_WIDTH || !s.height;
        line[s.width] = 0xdeadbeef;
        nv_display_line(&r->d, &s, s.height - 1, line);
        nv_display_line(&r->d, &s, g_rand_int_range(rand, 0, s.height), line);
        /* A line and a mode nobody decoded are black, not a crash. */
        nv_display_line(&r->d, &s, s.height, line);
        g_assert_cmphex(line[0] | line[s.width - 1], ==, 0);
        s.base = 0xfffffff0;
        nv_display_line(&r->d, &s, 0, line);
        g_assert_cmphex(line[0], ==, 0);
        g_assert_cmphex(line[s.width], ==, 0xdeadbeef);
    }
    g_test_message("%u of 4000 enabled, %u outside", enabled, outside);
    g_assert_cmpuint(enabled, >, 100);
    g_assert_cmpuint(outside, ==, 0);
    g_free(line);
    rig_free(r);
    g_rand_free(rand);
}

static void load_palette(Rig *r, const uint8_t pal[256][3])
{
    nv_display_write8(&r->d, 0x6813c8, 0);
    for (unsigned i = 0; i < 256; i++) {
        for (unsigned c = 0; c < 3; c++) {
            nv_display_write8(&r->d, 0x6813c9, pal[i][c]);
        }
    }
}

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

#define CURSOR_AT 0x6e5800u

static void set_cursor(Rig *r, uint32_t config, int x, int y)
{
    cr_set(r, 0, 0x30, 0x80 | CURSOR_AT >> 17);
    cr_set(r, 0, 0x31, (CURSOR_AT >> 11 & 0x3f) << 2 | 1);
    cr_set(r, 0, 0x2f, CURSOR_AT >> 24);
    nv_display_write(&r->d, 0x600810, config);
    nv_display_write(&r->d, 0x680300, (uint32_t)y << 16 | (x & 0xffff));
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

static void test_lock(void)
{
    Rig *r = rig_new(NV_CAP_TWO_HEADS);

    g_assert_cmphex(cr_get(r, 0, 0x1f), ==, 0);
    cr_set(r, 0, 0x28, 3);
    g_assert_cmphex(cr_get(r, 0, 0x28), ==, 0);
    cr_set(r, 0, 0x1f, 0x12);
    g_assert_cmphex(cr_get(r, 0, 0x1f), ==, 0);
    cr_set(r, 0, 0x1f, 0x57);
    g_assert_cmphex(cr_get(r, 0, 0x1f), ==, 3);
    cr_set(r, 0, 0x28, 3);
    cr_set(r, 1, 0x28, 2);      /* one lock for both heads */
    g_assert_cmphex(cr_get(r, 0, 0x28), ==, 3);
    g_assert_cmphex(cr_get(r, 1, 0x28), ==, 2);
    cr_set(r, 0, 0x1f, 0x99);
    cr_set(r, 0, 0x28, 1);
    g_assert_cmphex(cr_get(r, 0, 0x28), ==, 3);
    /* VGA's own registers are not behind it, but CR11 bit 7 guards 0..7. */
    cr_set(r, 0, 0x01, 0x4f);
    cr_set(r, 0, 0x11, 0x80);
    cr_set(r, 0, 0x01, 0x63);
    cr_set(r, 0, 0x07, 0xff);
    g_assert_cmphex(cr_get(r, 0, 0x01), ==, 0x4f);
    g_assert_cmphex(cr_get(r, 0, 0x07), ==, 0x10);
    rig_free(r);
}

static void test_heads(void)
{
    Rig *r = rig_new(NV_CAP_TWO_HEADS);

    cr_set(r, 0, 0x1f, 0x57);
    nv_display_write(&r->d, 0x602800, 0x123450);
    g_assert_cmphex(nv_display_read(&r->d, 0x602800), ==, 0x123450);
    g_assert_cmphex(nv_display_read(&r->d, 0x600800), ==, 0);
    /* CR44 sends PRMVIO to head A, B, both. */
    nv_display_write8(&r->d, 0x0c03c2, 0x23);
    cr_set(r, 0, 0x44, 3);
    g_assert_cmphex(cr_get(r, 0, 0x44), ==, 3);
    nv_display_write8(&r->d, 0x0c03c2, 0x67);
    g_assert_cmphex(nv_display_read8(&r->d, 0x0c03cc), ==, 0x67);
    cr_set(r, 0, 0x44, 0);
    g_assert_cmphex(nv_display_read8(&r->d, 0x0c03cc), ==, 0x23);
    cr_set(r, 0, 0x44, 4);
    nv_display_write8(&r->d, 0x0c03c2, 0xe3);
    g_assert_cmphex(r->d.head[0].misc, ==, 0xe3);
    g_assert_cmphex(r->d.head[1].misc, ==, 0xe3);
    rig_free(r);

    r = rig_new(0);
    nv_display_write(&r->d, 0x602800, 0x123450);
    cr_set(r, 0, 0x1f, 0x57);
    cr_set(r, 1, 0x02, 0xff);
    g_assert_cmphex(nv_display_read(&r->d, 0x602800), ==, 0);
    g_assert_cmphex(nv_display_read(&r->d, 0x602100), ==, 0);
    g_assert_cmphex(cr_get(r, 1, 0x02), ==, 0);
    g_assert_false(nv_display_intr(&r->d, 1));
    nv_display_vblank(&r->d, 1);
    nv_display_vblank(&r->d, 99);
    rig_free(r);
}

static void test_vga_bytes(void)
{
    Rig *r = rig_new(0);

    /* Attribute flip-flop: index, data; 3DA starts over. */
    nv_display_read8(&r->d, 0x6013da);
    nv_display_write8(&r->d, 0x6013c0, 0x10);
    nv_display_write8(&r->d, 0x6013c0, 0x01);
    nv_display_write8(&r->d, 0x6013c0, 0x3f);
    nv_display_read8(&r->d, 0x6013da);
    nv_display_write8(&r->d, 0x6013c0, 0x30);
    g_assert_cmphex(nv_display_read8(&r->d, 0x6013c0), ==, 0x30);
    g_assert_cmphex(nv_display_read8(&r->d, 0x6013c1), ==, 0x01);
    cr_set(r, 0, 0x1f, 0x57);
    g_assert_cmphex(cr_get(r, 0, 0x24), ==, 0x80);
    g_assert_cmphex(cr_get(r, 0, 0x26), ==, 0x30);
    /* Sense lines follow the drive register, high when released. */
    cr_set(r, 0, 0x3f, 0x00);
    g_assert_cmphex(cr_get(r, 0, 0x3e) & 0x0c, ==, 0x0c);
    cr_set(r, 0, 0x3f, 0x01);
    g_assert_cmphex(cr_get(r, 0, 0x3e) & 0x0c, ==, 0x00);
    cr_set(r, 0, 0x3f, 0x21);
    g_assert_cmphex(cr_get(r, 0, 0x3e) & 0x0c, ==, 0x04);
    cr_set(r, 0, 0x3f, 0x31);
    g_assert_cmphex(cr_get(r, 0, 0x3e) & 0x0c, ==, 0x0c);
    /* CR57 and CR58: 16 bytes. */
    for (unsigned i = 0; i < 16; i++) {
        cr_set(r, 0, 0x57, i);
        cr_set(r, 0, 0x58, 0xa0 + i);
    }
    cr_set(r, 0, 0x57, 5);
    g_assert_cmphex(cr_get(r, 0, 0x58), ==, 0xa5);
    /* Words and bytes see the same registers. */
    nv_display_write(&r->d, 0x680600, 0x00101130);
    g_assert_cmphex(nv_display_read8(&r->d, 0x680601), ==, 0x11);
    nv_display_write8(&r->d, 0x680602, 0x34);
    g_assert_cmphex(nv_display_read(&r->d, 0x680600), ==, 0x00341130);
    g_assert_cmphex(nv_display_read(&r->d, 0x680608), ==, 0x10000000);
    rig_free(r);
}

/* Let the clock go to @until, calling timers as a host does. */
static unsigned run_until(Rig *r, int64_t until, int64_t late)
{
    unsigned calls = 0;

    while (r->deadline[NV_TIMER_VBLANK0] >= 0 &&
           r->deadline[NV_TIMER_VBLANK0] + late <= until) {
        r->clock = r->deadline[NV_TIMER_VBLANK0] + late;
        r->deadline[NV_TIMER_VBLANK0] = -1;
        nv_display_vblank(&r->d, 0);
        calls++;
    }
    r->clock = until;
    return calls;
}

static void test_vblank(void)
{
    Rig *r = rig_new(0);
    int64_t start = r->clock, frame, phase;
    unsigned calls;

    set_mode(r, &modes[2], 2048, FORMAT_16);
    frame = r->d.head[0].timing.frame_ns;
    g_assert_cmpint(r->deadline[NV_TIMER_VBLANK0], ==, -1);
    phase = r->d.head[0].vblank_next;
    nv_display_write(&r->d, 0x600140, 1);
    g_assert_cmpint(r->deadline[NV_TIMER_VBLANK0], ==, phase);
    g_assert_false(nv_display_intr(&r->d, 0));
    r->irqs = 0;
    calls = run_until(r, phase, 0);
    g_assert_cmpuint(calls, ==, 1);
    g_assert_cmpuint(r->irqs, ==, 1);
    g_assert_true(nv_display_intr(&r->d, 0));
    g_assert_cmphex(nv_display_read(&r->d, 0x600100), ==, 1);
    nv_display_write(&r->d, 0x600100, 1);
    g_assert_false(nv_display_intr(&r->d, 0));
    /* Late hosts do not make it drift: 1000 frames later it is in step. */
    calls = run_until(r, phase + 1000 * frame + frame / 2, 300000);
    g_assert_cmpuint(calls, ==, 1000);
    g_assert_cmpint(r->deadline[NV_TIMER_VBLANK0], ==, phase + 1001 * frame);
    /* A host that slept skips blanks but keeps the step. */
    r->clock = phase + 5000 * frame + 5;
    nv_display_vblank(&r->d, 0);
    g_assert_cmpint(r->deadline[NV_TIMER_VBLANK0], ==, phase + 5001 * frame);
    /* Disabled: no timer, but a poll still sees blanks. */
    nv_display_write(&r->d, 0x600140, 0);
    g_assert_cmpint(r->deadline[NV_TIMER_VBLANK0], ==, -1);
    nv_display_write(&r->d, 0x600100, 1);
    g_assert_cmphex(nv_display_read(&r->d, 0x600100), ==, 0);
    r->clock += frame;
    g_assert_cmphex(nv_display_read(&r->d, 0x600100), ==, 1);
    g_assert_false(nv_display_intr(&r->d, 0));
    /* Nor does a change of mode lose one, and it starts a frame. */
    nv_display_write(&r->d, 0x600100, 1);
    r->clock += frame;
    set_mode(r, &modes[0], 1280, FORMAT_16);
    g_assert_cmphex(r->d.head[0].pcrtc_values[0x100 / 4], ==, 1);
    frame = r->d.head[0].timing.frame_ns;
    g_assert_cmpint(r->d.head[0].vblank_next - r->clock, ==,
                    frame * 480 / 525);
    g_assert_cmpuint(nv_display_read(&r->d, 0x600868) & 0xffff, <=, 1);
    g_assert_cmpint(r->clock, >, start);
    rig_free(r);
}

static void test_raster(void)
{
    Rig *r = rig_new(0);
    const Mode *m = &modes[1];
    int64_t frame;
    unsigned in_blank = 0, retrace = 0, samples = 10000;
    uint32_t last = 0, wraps = 0;

    set_mode(r, m, 1600, FORMAT_16);
    frame = r->d.head[0].timing.frame_ns;
    for (unsigned i = 0; i < samples; i++) {
        uint32_t pos, raster;
        uint8_t status;

        r->clock += frame / 997;
        pos = nv_display_read(&r->d, 0x600868);
        raster = nv_display_read(&r->d, 0x600808);
        status = nv_display_read8(&r->d, 0x6013da);
        g_assert_cmpuint(pos >> 16, <, m->htotal);
        g_assert_cmpuint(pos & 0xffff, <, m->vtotal);
        g_assert_cmpuint(raster & 0x7ff, ==, pos & 0x7ff);
        g_assert_cmpuint(raster >> 16, ==, (pos & 0xffff) >= m->height);
        g_assert_cmpuint(status >> 3 & 1, ==, raster >> 16);
        wraps += (pos & 0xffff) < last;
        last = pos & 0xffff;
        in_blank += status & 1;
        retrace += status >> 3 & 1;
    }
    g_test_message("%u wraps, %u blank, %u retrace", wraps, in_blank, retrace);
    g_assert_cmpuint(wraps, ==, samples / 997);
    g_assert_cmpuint(retrace, >, samples * 4 / 100);
    g_assert_cmpuint(retrace, <, samples * 5 / 100);
    g_assert_cmpuint(in_blank, >, samples * 26 / 100);
    g_assert_cmpuint(in_blank, <, samples * 29 / 100);
    /* At the start of a blank the first line below the picture is drawn. */
    r->clock = r->d.head[0].vblank_next;
    g_assert_cmpuint(nv_display_read(&r->d, 0x600868), ==, m->height);
    rig_free(r);
}

/* Refresh stays sane whatever the PLL says. */
static void test_clock(void)
{
    Rig *r = rig_new(0);

    g_assert_cmpuint(nv_mode_crystal_hz(0), ==, 13500000);
    g_assert_cmpuint(nv_mode_crystal_hz(0x400000), ==, 27000000);
    g_assert_cmpuint(nv_mode_pll_hz(0x00011c01, 16666666), ==, 233333324);
    g_assert_cmpuint(nv_mode_pll_hz(0x0001ff00, 27000000), ==, 0);
    /* M 2, N 24, P 1; then with M2 2, N2 11. */
    g_assert_cmpuint(nv_mode_pll_two_hz(0x00011802, 27000000), ==, 162000000);
    g_assert_cmpuint(nv_mode_pll_two_hz(0x011918a2, 27000000), ==, 891000000);
    g_assert_cmpuint(nv_mode_pll_two_hz(0x01191882, 27000000), ==, 0);
    set_mode(r, &modes[0], 1280, FORMAT_16);
    nv_display_write(&r->d, 0x680508, 0);
    g_assert_cmpint(r->d.head[0].timing.frame_ns, ==, 1000000000 / 60);
    nv_display_write(&r->d, 0x680508, 0x0000ff01);
    g_assert_cmpint(r->d.head[0].timing.frame_ns, ==, 1000000000 / 240);
    nv_display_write(&r->d, 0x680508, 0x000701ff);
    g_assert_cmpint(r->d.head[0].timing.frame_ns, ==, 1000000000 / 20);
    rig_free(r);
}

static void save(Rig *r, GByteArray *out)
{
    const NvStateItem items[] = {
        { &nv_head_section[0], &r->d.head[0] },
        { &nv_head_section[1], &r->d.head[1] },
    };

    nv_state_save(items, 2, out);
}

static bool load(Rig *r, const GByteArray *in)
{
    const NvStateItem items[] = {
        { &nv_head_section[0], &r->d.head[0] },
        { &nv_head_section[1], &r->d.head[1] },
    };

    return nv_state_load(items, 2, in->data, in->len, NULL);
}

static void test_save_load(void)
{
    Rig *a = rig_new(NV_CAP_TWO_HEADS), *b = rig_new(NV_CAP_TWO_HEADS);
    g_autoptr(GByteArray) one = g_byte_array_new();
    g_autoptr(GByteArray) two = g_byte_array_new();
    g_autoptr(GString) dump_a = g_string_new(NULL);
    g_autoptr(GString) dump_b = g_string_new(NULL);
    uint8_t pal[256][3];

    for (unsigned i = 0; i < 256 * 3; i++) {
        pal[i / 3][i % 3] = i * 7;
    }
    set_mode(a, &modes[1], 1600, FORMAT_16);
    set_crs(a, 1, &modes[2], 2048, FORMAT_16);
    load_palette(a, pal);
    nv_display_write8(&a->d, 0x6813c9, 1);
    nv_display_write(&a->d, 0x600140, 1);
    set_cursor(a, 0x04011100, 5, 6);
    save(a, one);
    b->clock = a->clock;
    g_assert_true(load(b, one));
    save(b, two);
    g_assert_cmpmem(one->data, one->len, two->data, two->len);
    g_assert_cmpint(b->deadline[NV_TIMER_VBLANK0], ==,
                    a->deadline[NV_TIMER_VBLANK0]);
    nv_display_dump(&a->d, dump_a);
    nv_display_dump(&b->d, dump_b);
    g_assert_cmpstr(dump_a->str, ==, dump_b->str);
    g_assert_nonnull(strstr(dump_a->str, "mode: 800x600, 2 bytes"));
    /* Both go on alike in the middle of a palette entry. */
    nv_display_write8(&a->d, 0x6813c9, 2);
    nv_display_write8(&b->d, 0x6813c9, 2);
    g_assert_cmpmem(a->d.head[0].pal, sizeof(pal), b->d.head[0].pal,
                    sizeof(pal));
    g_assert_cmphex(a->d.head[0].pal[0][1], ==, 2);
    /* Damage: either refused, or safe to go on with. */
    for (unsigned i = 0; i < one->len; i += 3) {
        one->data[i] ^= 0x80 | i;
        if (load(b, one)) {
            uint32_t line[MAX_WIDTH];
            NvScanout s = nv_display_scanout(&b->d);

            nv_display_line(&b->d, &s, 0, line);
            nv_display_read(&b->d, 0x600868);
            nv_display_read(&b->d, 0x600100);
            nv_display_read8(&b->d, 0x6813c9);
        }
        one->data[i] ^= 0x80 | i;
    }
    rig_free(a);
    rig_free(b);
}

/* Any access anywhere in the unit's windows is harmless. */
static void test_random_access(void)
{
    static const uint32_t windows[] = { 0x0c0000, 0x600000, 0x601000,
                                        0x602000, 0x603000, 0x680000,
                                        0x681000, 0x682000, 0x683000 };
    GRand *rand = g_rand_new_with_seed(23);
    Rig *r = rig_new(NV_CAP_TWO_HEADS);
    uint32_t *line = g_new(uint32_t, MAX_WIDTH);

    for (unsigned i = 0; i < 200000; i++) {
        uint32_t addr = windows[g_rand_int_range(rand, 0, 9)];
        uint32_t value = g_rand_int(rand);

        addr += g_rand_boolean(rand) ? 0x3b0 + g_rand_int_range(rand, 0, 48)
                                     : g_rand_int_range(rand, 0, 0x1000);
        r->clock += g_rand_int_range(rand, 0, 2000000);
        switch (g_rand_int_range(rand, 0, 4)) {
        case 0:
            nv_display_read(&r->d, addr);
            break;
        case 1:
            nv_display_write(&r->d, addr, value);
            break;
        case 2:
            nv_display_read8(&r->d, addr);
            break;
        default:
            nv_display_write8(&r->d, addr, value);
            break;
        }
        if (!(i & 255)) {
            NvScanout s = nv_display_scanout(&r->d);

            nv_display_line(&r->d, &s, s.height / 2, line);
            run_until(r, r->clock + 20000000, 0);
        }
    }
    g_free(line);
    rig_free(r);
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/display/modes", test_modes);
    g_test_add_func("/display/fields", test_fields);
    g_test_add_func("/display/enable", test_enable);
    g_test_add_func("/display/hostile", test_hostile);
    g_test_add_func("/display/convert", test_convert);
    g_test_add_func("/display/palette", test_palette);
    g_test_add_func("/display/palette-mask", test_palette_mask);
    g_test_add_func("/display/cursor", test_cursor);
    g_test_add_func("/display/lock", test_lock);
    g_test_add_func("/display/heads", test_heads);
    g_test_add_func("/display/vga-bytes", test_vga_bytes);
    g_test_add_func("/display/vblank", test_vblank);
    g_test_add_func("/display/raster", test_raster);
    g_test_add_func("/display/clock", test_clock);
    g_test_add_func("/display/save-load", test_save_load);
    g_test_add_func("/display/random-access", test_random_access);
    return g_test_run();
}
