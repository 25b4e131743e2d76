/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The display unit against register sets as the open drivers compute them,
 * hostile registers, and a save in the middle of it all.
 */
#include "unit/display/test-display.h"

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
    for (unsigned off = 0x40; off <= 0xc0; off += 0x40) {
        cr_set(r, 0, 0x1a, off);
        g_assert_false(nv_display_scanout(&r->d).enabled);
    }
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

static bool no_monitor(void *host G_GNUC_UNUSED)
{
    return false;
}

static void check_bits(Rig *r, uint32_t at, uint32_t mask)
{
    nv_display_write(&r->d, at, UINT32_MAX);
    g_assert_cmphex(nv_display_read(&r->d, at), ==, mask);
    nv_display_write(&r->d, at, 0);
    g_assert_cmphex(nv_display_read(&r->d, at), ==, 0);
}

/* Bits that a driver which saves the registers of a head gets back. */
static void test_bits(void)
{
    static const struct {
        uint32_t at, count, mask;
    } words[] = {
        { 0x600140, 1, 0x00000001 }, { 0x600800, 1, 0x07fffffc },
        { 0x600804, 1, UINT32_MAX }, { 0x600810, 1, UINT32_MAX },
        { 0x600818, 2, UINT32_MAX }, { 0x600830, 2, UINT32_MAX },
        { 0x600850, 1, UINT32_MAX }, { 0x600860, 1, UINT32_MAX },
        { 0x680300, 1, UINT32_MAX }, { 0x680404, 1, UINT32_MAX },
        { 0x680500, 3, UINT32_MAX }, { 0x68050c, 2, UINT32_MAX },
        { 0x680520, 1, UINT32_MAX }, { 0x680524, 3, UINT32_MAX },
        { 0x680600, 1, UINT32_MAX }, { 0x680608, 1, 0xefffffff },
        { 0x680610, 1, UINT32_MAX }, { 0x680630, 2, UINT32_MAX },
        { 0x680670, 1, 0xefffffff }, { 0x680678, 1, UINT32_MAX },
        { 0x680700, 64, UINT32_MAX }, { 0x680800, 7, UINT32_MAX },
        { 0x680820, 7, UINT32_MAX }, { 0x68083c, 5, UINT32_MAX },
        { 0x680850, 6, UINT32_MAX }, { 0x680880, 8, UINT32_MAX },
        { 0x6808b0, 2, UINT32_MAX }, { 0x6808c0, 2, UINT32_MAX },
        { 0x680a20, 6, UINT32_MAX },
    };
    Rig *r = rig_new(NV_CAP_TWO_HEADS);
    NvHostOps ops = rig_ops;

    /* The sense bit of TEST_CONTROL is no bit that a guest can set. */
    ops.load = no_monitor;
    r->env.ops = &ops;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(words); i++) {
        for (unsigned n = 0; n < 2 * words[i].count; n++) {
            check_bits(r, words[i].at + n / 2 * 4 + n % 2 * 0x2000,
                       words[i].mask);
        }
    }
    rig_free(r);
}

/* Nothing a guest left shows after a reset, from the first entry on. */
static void test_reset(void)
{
    Rig *r = rig_new(NV_CAP_TWO_HEADS);

    cr_set(r, 0, 0x1f, 0x57);
    for (unsigned n = 0; n < NV_HEADS; n++) {
        nv_display_write(&r->d, 0x600800 + 0x2000 * n, 0x123450);
        cr_set(r, n, 0x30, 0x99);
        memset(r->d.head[n].pal, 0xa5, sizeof(r->d.head[n].pal));
    }
    r->clock += 12345678901;
    nv_display_reset(&r->d);
    for (unsigned n = 0; n < NV_HEADS; n++) {
        const NvHead *head = &r->d.head[n];

        g_assert_cmphex(nv_display_read(&r->d, 0x600800 + 0x2000 * n), ==, 0);
        g_assert_cmpint(head->vblank_next, ==,
                        r->clock + head->timing.frame_ns);
        for (unsigned i = 0; i < 256 * 3; i++) {
            g_assert_cmphex(head->pal[i / 3][i % 3], ==, i / 3);
        }
        cr_set(r, 0, 0x1f, 0x57);
        g_assert_cmphex(cr_get(r, n, 0x30), ==, 0);
    }
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
    g_test_add_func("/display/lock", test_lock);
    g_test_add_func("/display/heads", test_heads);
    g_test_add_func("/display/bits", test_bits);
    g_test_add_func("/display/reset", test_reset);
    g_test_add_func("/display/vga-bytes", test_vga_bytes);
    g_test_add_func("/display/save-load", test_save_load);
    g_test_add_func("/display/random-access", test_random_access);
    return g_test_run();
}
