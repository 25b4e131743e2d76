/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pad's reports for everything that can be pressed, and its requests. */
#include <glib.h>
#include <string.h>

#include "console/pad.h"

/* What a control alone makes of a report that is otherwise at rest. */
typedef struct Expect {
    NvPadControl control;
    uint8_t at, byte, next;     /* @next: the byte after it */
} Expect;

static const Expect expects[] = {
    { NV_PAD_UP, 2, 0x01, 0 }, { NV_PAD_DOWN, 2, 0x02, 0 },
    { NV_PAD_LEFT, 2, 0x04, 0 }, { NV_PAD_RIGHT, 2, 0x08, 0 },
    { NV_PAD_START, 2, 0x10, 0 }, { NV_PAD_BACK, 2, 0x20, 0 },
    { NV_PAD_LEFT_STICK, 2, 0x40, 0 }, { NV_PAD_RIGHT_STICK, 2, 0x80, 0 },
    { NV_PAD_A, 4, 255, 0 }, { NV_PAD_B, 5, 255, 0 },
    { NV_PAD_X, 6, 255, 0 }, { NV_PAD_Y, 7, 255, 0 },
    { NV_PAD_BLACK, 8, 255, 0 }, { NV_PAD_WHITE, 9, 255, 0 },
    { NV_PAD_LEFT_TRIGGER, 10, 255, 0 }, { NV_PAD_RIGHT_TRIGGER, 11, 255, 0 },
    { NV_PAD_LX_MINUS, 12, 0x00, 0x80 }, { NV_PAD_LX_PLUS, 12, 0xff, 0x7f },
    { NV_PAD_LY_MINUS, 14, 0x00, 0x80 }, { NV_PAD_LY_PLUS, 14, 0xff, 0x7f },
    { NV_PAD_RX_MINUS, 16, 0x00, 0x80 }, { NV_PAD_RX_PLUS, 16, 0xff, 0x7f },
    { NV_PAD_RY_MINUS, 18, 0x00, 0x80 }, { NV_PAD_RY_PLUS, 18, 0xff, 0x7f },
};

static void assert_report(const NvPad *pad, const uint8_t *expect)
{
    uint8_t report[NV_PAD_REPORT];

    nv_pad_report(pad, report);
    g_assert_cmpmem(report, sizeof(report), expect, NV_PAD_REPORT);
}

static int16_t axis(const NvPad *pad, NvPadAxis which)
{
    uint8_t r[NV_PAD_REPORT];

    nv_pad_report(pad, r);
    return (int16_t)(r[12 + 2 * which] | r[13 + 2 * which] << 8);
}

static void test_controls(void)
{
    uint8_t rest[NV_PAD_REPORT] = { 0, NV_PAD_REPORT };
    unsigned i;
    NvPad pad;

    g_assert_cmpuint(G_N_ELEMENTS(expects), ==, NV_PAD_CONTROLS);
    nv_pad_reset(&pad);
    for (i = 0; i < NV_PAD_CONTROLS; i++) {
        const Expect *e = &expects[i];
        uint8_t want[NV_PAD_REPORT];

        g_assert_cmpuint(e->control, ==, i);
        memcpy(want, rest, sizeof(want));
        want[e->at] = e->byte;
        if (e->next) {
            want[e->at + 1] = e->next;
        }
        assert_report(&pad, rest);
        g_assert_true(nv_pad_press(&pad, i, true));
        assert_report(&pad, want);
        g_assert_false(nv_pad_press(&pad, i, true));
        g_assert_true(nv_pad_press(&pad, i, false));
        g_assert_nonnull(nv_pad_control_name(i));
    }
    assert_report(&pad, rest);
    g_assert_false(nv_pad_press(&pad, NV_PAD_CONTROLS, true));
    g_assert_false(nv_pad_press(&pad, UINT32_MAX, true));
    g_assert_null(nv_pad_control_name(NV_PAD_CONTROLS));
}

static void test_analogue(void)
{
    NvPad pad;
    uint8_t r[NV_PAD_REPORT];

    nv_pad_reset(&pad);
    g_assert_true(nv_pad_set_pressure(&pad, NV_PAD_B, 77));
    g_assert_false(nv_pad_set_pressure(&pad, NV_PAD_UP, 127));
    g_assert_true(nv_pad_set_pressure(&pad, NV_PAD_UP, 128));
    g_assert_true(nv_pad_set_pressure(&pad, NV_PAD_X, 1000));
    nv_pad_report(&pad, r);
    g_assert_cmpuint(r[5], ==, 77);
    g_assert_cmpuint(r[6], ==, 255);
    g_assert_true(nv_pad_set_stick(&pad, NV_PAD_LY, -12345));
    g_assert_cmpint(axis(&pad, NV_PAD_LY), ==, -12345);
    g_assert_true(nv_pad_set_stick(&pad, NV_PAD_LY, 99999));
    g_assert_cmpint(axis(&pad, NV_PAD_LY), ==, 32767);
    /* Pushed to both ends: it stays within its range. */
    nv_pad_press(&pad, NV_PAD_LY_PLUS, true);
    g_assert_cmpint(axis(&pad, NV_PAD_LY), ==, 32767);
    g_assert_false(nv_pad_set_stick(&pad, NV_PAD_AXES, 1));
}

static void test_mouse(void)
{
    NvPad pad;
    int steps = 0, was;

    nv_pad_reset(&pad);
    g_assert_true(nv_pad_move(&pad, NV_PAD_RX, 10));
    g_assert_true(nv_pad_move(&pad, NV_PAD_RY, -20));
    g_assert_cmpint(axis(&pad, NV_PAD_RX), >, 0);
    g_assert_cmpint(axis(&pad, NV_PAD_RY), ==, -2 * axis(&pad, NV_PAD_RX));
    nv_pad_move(&pad, NV_PAD_RX, G_MAXINT);
    g_assert_cmpint(axis(&pad, NV_PAD_RX), ==, 32767);
    nv_pad_move(&pad, NV_PAD_RY, G_MININT);
    g_assert_cmpint(axis(&pad, NV_PAD_RY), ==, -32768);
    was = 32767;
    while (nv_pad_moves(&pad)) {
        g_assert_true(nv_pad_settle(&pad));
        g_assert_cmpint(axis(&pad, NV_PAD_RX), <=, was);
        was = axis(&pad, NV_PAD_RX);
        g_assert_cmpint(++steps, <, 16);
    }
    g_assert_cmpint(axis(&pad, NV_PAD_RX), ==, 0);
    g_assert_cmpint(axis(&pad, NV_PAD_RY), ==, 0);
    g_assert_false(nv_pad_settle(&pad));
}

static void test_requests(void)
{
    static const uint8_t descriptor[] = {
        16, 0x42, 0, 1, 1, 1, 20, 6,
        255, 255, 255, 255, 255, 255, 255, 255,
    };
    uint8_t data[64], report[NV_PAD_REPORT];
    NvPad pad;

    nv_pad_reset(&pad);
    nv_pad_press(&pad, NV_PAD_A, true);
    nv_pad_report(&pad, report);
    g_assert_cmpint(nv_pad_request(&pad, 0xc106, 0x4200, data, 64), ==, 16);
    g_assert_cmpmem(data, 16, descriptor, 16);
    memset(data, 0xaa, sizeof(data));
    g_assert_cmpint(nv_pad_request(&pad, 0xc106, 0x4200, data, 5), ==, 5);
    g_assert_cmphex(data[5], ==, 0xaa);
    g_assert_cmpint(nv_pad_request(&pad, 0xa101, 0x0100, data, 64), ==, 20);
    g_assert_cmpmem(data, 20, report, 20);
    g_assert_cmpint(nv_pad_request(&pad, 0xc101, 0x0100, data, 64), ==, 20);
    g_assert_cmphex(data[0], ==, 0);
    g_assert_cmphex(data[1], ==, 20);
    g_assert_cmphex(data[2] & data[19], ==, 0xff);
    g_assert_cmpint(nv_pad_request(&pad, 0xc101, 0x0200, data, 64), ==, 6);
    g_assert_cmphex(data[1], ==, 6);
    g_assert_cmpint(nv_pad_request(&pad, 0xc101, 0x0300, data, 64), ==, -1);
    g_assert_cmpint(nv_pad_request(&pad, 0xc106, 0x4300, data, 64), ==, -1);
    g_assert_cmpint(nv_pad_request(&pad, 0x210a, 0, data, 0), ==, -1);
}

static void test_motors(void)
{
    uint8_t on[] = { 0, 6, 0x34, 0x12, 0xcd, 0xab };
    NvPad pad;

    nv_pad_reset(&pad);
    g_assert_true(nv_pad_output(&pad, on, 6));
    g_assert_cmphex(pad.motor[0], ==, 0x1234);
    g_assert_cmphex(pad.motor[1], ==, 0xabcd);
    g_assert_cmpuint(pad.outputs, ==, 1);
    g_assert_false(nv_pad_output(&pad, on, 5));
    on[2] = 0;
    g_assert_cmpint(nv_pad_request(&pad, 0x2109, 0x0200, on, 6), ==, 6);
    g_assert_cmphex(pad.motor[0], ==, 0x1200);
    g_assert_cmpuint(pad.outputs, ==, 2);
    on[1] = 7;
    g_assert_false(nv_pad_output(&pad, on, 6));
    g_assert_cmpint(nv_pad_request(&pad, 0x2109, 0x0200, on, 6), ==, -1);
    g_assert_cmpuint(pad.outputs, ==, 2);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ports/pad/controls", test_controls);
    g_test_add_func("/ports/pad/analogue", test_analogue);
    g_test_add_func("/ports/pad/mouse", test_mouse);
    g_test_add_func("/ports/pad/requests", test_requests);
    g_test_add_func("/ports/pad/motors", test_motors);
    return g_test_run();
}
