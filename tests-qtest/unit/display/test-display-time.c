/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertical blanks, the beam's place and the pixel clock, by a clock that the
 * test moves.
 */
#include "unit/display/test-display.h"

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
    /* The same in two words; bit 31 says whether the second counts. */
    g_assert_cmpuint(nv_mode_pll_words_hz(0x00011802, 0x00000b02, 27000000),
                     ==, 162000000);
    g_assert_cmpuint(nv_mode_pll_words_hz(0x00011802, 0x80000b02, 27000000),
                     ==, 891000000);
    g_assert_cmpuint(nv_mode_pll_words_hz(0x00011802, 0x80000b00, 27000000),
                     ==, 0);
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

    g_assert_cmpuint(nv_mode_crystal_hz(nv_chip_find("nv20")), ==,
                     14318180);
    g_assert_cmpuint(nv_mode_crystal_hz(nv_chip_find("nv25")), ==,
                     27000000);
    g_assert_cmpuint(nv_mode_crystal_hz(nv_chip_find("nv2a")), ==,
                     16666667);
    g_assert_cmpuint(nv_mode_pll_hz(0x00011c01, 16666667), ==, 233333338);
    g_assert_cmpuint(nv_mode_pll_hz(0x0001ff00, 27000000), ==, 0);
    /* M 2, N 24, P 1; then with M2 2, N2 11. */
    g_assert_cmpuint(nv_mode_pll_two_hz(0x00011802, 27000000), ==, 162000000);
    g_assert_cmpuint(nv_mode_pll_two_hz(0x011918a2, 27000000), ==, 891000000);
    g_assert_cmpuint(nv_mode_pll_two_hz(0x01191882, 27000000), ==, 0);
    set_mode(r, &modes[0], 1280, FORMAT_16);
    nv_display_write(&r->d, 0x680508, 0);
    g_assert_cmpint(r->d.head[0].timing.frame_ns, ==, 16683333);
    nv_display_write(&r->d, 0x680508, 0x0000ff01);
    g_assert_cmpint(r->d.head[0].timing.frame_ns, ==, 1000000000 / 240);
    nv_display_write(&r->d, 0x680508, 0x000701ff);
    g_assert_cmpint(r->d.head[0].timing.frame_ns, ==, 1000000000 / 20);
    rig_free(r);
}

/* Every bit of a PLL's numbers counts. */
static void test_pll_bits(void)
{
    static const struct { uint32_t pll; uint64_t hz; } rows[] = {
        /* M 141 and N 80; P 0, 4 and 7; N 255. */
        { 0x0000508d, 80000000 }, { 0x00000101, 141000000 },
        { 0x00040101, 141000000 >> 4 }, { 0x00070101, 141000000 >> 7 },
        { 0x0000ff01, UINT64_C(141000000) * 255 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_assert_cmpuint(nv_mode_pll_hz(rows[i].pll, 141000000), ==,
                         rows[i].hz);
    }
    /* M 2, N 24, P 1, N2 11 and M2 5; then N2 31. */
    g_assert_cmpuint(nv_mode_pll_two_hz(0x011918d2, 27000000), ==, 356400000);
    g_assert_cmpuint(nv_mode_pll_two_hz(0x033918d2, 27000000), ==,
                     162000000ull * 31 / 5);
}

/* Without a blank in either direction there is no mode to time. */
static void test_no_blank(void)
{
    static const struct { uint8_t htotal, vtotal; bool idle; } rows[] = {
        { 76, 99, false }, { 75, 99, true }, { 74, 99, true },
        { 76, 98, true }, { 76, 97, true },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint8_t cr[256] = {
            [0x00] = rows[i].htotal, [0x01] = 79, [0x06] = rows[i].vtotal,
            [0x12] = 99,
        };
        NvTiming t = nv_mode_timing(cr, 25000000);

        g_assert_cmpuint(t.htotal, ==, rows[i].idle ? 800 : 648);
        g_assert_cmpuint(t.vtotal, ==, rows[i].idle ? 525 : 101);
        g_assert_cmpuint(t.pixel_hz, ==, 25000000);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/display/vblank", test_vblank);
    g_test_add_func("/display/raster", test_raster);
    g_test_add_func("/display/clock", test_clock);
    g_test_add_func("/display/pll-bits", test_pll_bits);
    g_test_add_func("/display/no-blank", test_no_blank);
    return g_test_run();
}
