/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interrupt routing, power management, timer, GPIO. */
#include "test-console.h"

#include "base/wide.h"

#define HZ 3375000
#define HALF (1 << 23)

static void route_firmware(Rig *rig, uint8_t *lpc)
{
    rig_config_write(rig, NV_CONSOLE_LPC, lpc, 0x64, 0x00000b0c);
    rig_config_write(rig, NV_CONSOLE_LPC, lpc, 0x68, 0x00030000);
    rig_config_write(rig, NV_CONSOLE_LPC, lpc, 0x6c, 0x0e065491);
}

/* As firmware sets it: which device ends where. */
static void test_wires(void)
{
    static const struct {
        unsigned slot, irq;
    } want[] = {
        { 2, 1 }, { 3, 9 }, { 4, 4 }, { 5, 5 }, { 6, 6 }, { 9, 14 }, { 30, 3 },
    };
    uint8_t lpc[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    route_firmware(&rig, lpc);
    for (unsigned i = 0; i < G_N_ELEMENTS(want); i++) {
        unsigned input = nv_console_input(want[i].slot, 0);

        nv_console_set_input(rig.c, input, true);
        g_assert_cmphex(rig.irq, ==, 1 << want[i].irq);
        g_assert_true(nv_console_irq(rig.c, want[i].irq));
        nv_console_set_input(rig.c, input, true);
        nv_console_set_input(rig.c, input, false);
        g_assert_cmphex(rig.irq, ==, 0);
        g_assert_false(nv_console_irq(rig.c, want[i].irq));
    }
    g_assert_cmpuint(rig.irq_calls, ==, 2 * G_N_ELEMENTS(want));
    /* Every other slot's pins are PIRQs. */
    for (unsigned slot = 0; slot < 32; slot++) {
        for (unsigned pin = 0; pin < 4; pin++) {
            g_assert_cmpuint(nv_console_input(slot, pin), <,
                             NV_CONSOLE_INPUTS);
        }
    }
    nv_console_set_input(rig.c, NV_CONSOLE_INPUTS, true);
    nv_console_set_input(rig.c, ~0u, true);
    g_assert_cmphex(rig.irq, ==, 0);
    rig_close(&rig);
}

/* Every input to every number. */
static void test_routes(void)
{
    Rig rig;

    for (unsigned input = 0; input < NV_CONSOLE_INPUTS; input++) {
        for (unsigned irq = 0; irq < 16; irq++) {
            unsigned want = irq && irq != 2 ? 1 << irq : 0;
            uint8_t lpc[256] = { 0 };

            rig_open(&rig, &rig_config);
            if (input < 8) {
                rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x6c,
                                 irq << (4 * input));
            } else {
                rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x68,
                                 irq << (8 * (input - 8)));
            }
            nv_console_set_input(rig.c, input, true);
            g_assert_cmphex(rig.irq, ==, want);
            nv_console_set_input(rig.c, input, false);
            g_assert_cmphex(rig.irq, ==, 0);
            rig_close(&rig);
        }
    }
}

static void test_reroute(void)
{
    uint8_t lpc[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    nv_console_set_input(rig.c, 10, true);
    g_assert_cmphex(rig.irq, ==, 0);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x68, 0x00030000);
    g_assert_cmphex(rig.irq, ==, 1 << 3);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x68, 0x00070000);
    g_assert_cmphex(rig.irq, ==, 1 << 7);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x68, 0);
    g_assert_cmphex(rig.irq, ==, 0);
    /* Other functions' registers route nothing. */
    rig_config_write(&rig, NV_CONSOLE_HOST, lpc, 0x68, 0x00070000);
    g_assert_cmphex(rig.irq, ==, 0);
    route_firmware(&rig, lpc);
    g_assert_cmphex(rig.irq, ==, 1 << 3);
    /* A reset takes the route, not the level. */
    nv_console_reset(rig.c);
    g_assert_cmphex(rig.irq, ==, 0);
    route_firmware(&rig, lpc);
    g_assert_cmphex(rig.irq, ==, 1 << 3);
    rig_close(&rig);
}

static void test_shared(void)
{
    uint8_t lpc[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    route_firmware(&rig, lpc);
    /* The NIC and the serial port. */
    nv_console_set_input(rig.c, 2, true);
    nv_console_set_isa(rig.c, 4, true);
    nv_console_set_input(rig.c, 2, false);
    g_assert_cmphex(rig.irq, ==, 1 << 4);
    nv_console_set_isa(rig.c, 4, false);
    g_assert_cmphex(rig.irq, ==, 0);
    /* All on one line: high until the last lets go. */
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x68, 0x05050505);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x6c, 0x55555555);
    rig.irq_calls = 0;
    for (unsigned i = 0; i < NV_CONSOLE_INPUTS; i++) {
        nv_console_set_input(rig.c, i, true);
    }
    for (unsigned i = 0; i < NV_CONSOLE_INPUTS; i++) {
        g_assert_cmphex(rig.irq, ==, 1 << 5);
        nv_console_set_input(rig.c, i, false);
    }
    g_assert_cmphex(rig.irq, ==, 0);
    g_assert_cmpuint(rig.irq_calls, ==, 2);
    nv_console_set_isa(rig.c, 0, true);
    nv_console_set_isa(rig.c, 2, true);
    nv_console_set_isa(rig.c, 16, true);
    g_assert_cmphex(rig.irq, ==, 0);
    g_assert_false(nv_console_irq(rig.c, 16));
    rig_close(&rig);
}

static void test_power_button(void)
{
    uint8_t lpc[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    route_firmware(&rig, lpc);
    nv_console_power_button(rig.c);
    g_assert_cmphex(pm_in(&rig, 0, 2), ==, 0x100);
    g_assert_cmphex(smb_read(&rig, 0x10, 0x11), ==, 0x01);
    g_assert_cmphex(smb_read(&rig, 0x10, 0x11), ==, 0x00);
    g_assert_cmphex(rig.irq, ==, 0);
    pm_out(&rig, 2, 2, 0xffff);
    g_assert_cmphex(pm_in(&rig, 2, 2), ==, 0x0721);
    g_assert_cmphex(rig.irq, ==, 0);
    pm_out(&rig, 4, 1, 1);
    g_assert_cmphex(rig.irq, ==, 1 << 12);
    /* 1 clears, 0 does not. */
    pm_out(&rig, 0, 2, 0xfeff);
    g_assert_cmphex(pm_in(&rig, 0, 2), ==, 0x100);
    g_assert_cmphex(rig.irq, ==, 1 << 12);
    pm_out(&rig, 1, 1, 0x01);
    g_assert_cmphex(pm_in(&rig, 0, 2), ==, 0);
    g_assert_cmphex(rig.irq, ==, 0);
    /* Firmware can have it without effect. */
    pm_out(&rig, 0x26, 1, 1);
    nv_console_power_button(rig.c);
    g_assert_cmphex(pm_in(&rig, 0, 2), ==, 0);
    g_assert_cmphex(smb_read(&rig, 0x10, 0x11), ==, 0x01);
    rig_close(&rig);
}

/* The system controller's pin is a general purpose event. */
static void test_extsmi(void)
{
    uint8_t lpc[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    route_firmware(&rig, lpc);
    pm_out(&rig, 4, 1, 1);
    pm_out(&rig, 0x22, 2, 2);
    nv_console_set_tray(rig.c, true, false);
    g_assert_cmphex(pm_in(&rig, 0x20, 2), ==, 0);
    smb_write(&rig, 0x10, 0x1a, 1);
    nv_console_set_tray(rig.c, false, true);
    g_assert_cmphex(pm_in(&rig, 0x20, 2), ==, 2);
    g_assert_cmphex(rig.irq, ==, 1 << 12);
    g_assert_cmphex(smb_read(&rig, 0x10, 0x11), ==, 0x06);
    pm_out(&rig, 0x20, 2, 0xfffd);
    g_assert_cmphex(pm_in(&rig, 0x20, 2), ==, 2);
    pm_out(&rig, 0x20, 2, 2);
    g_assert_cmphex(pm_in(&rig, 0x20, 2), ==, 0);
    g_assert_cmphex(rig.irq, ==, 0);
    /* Moving SCI under its level. */
    nv_console_power_button(rig.c);
    g_assert_cmphex(rig.irq, ==, 1 << 12);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x64, 0x00000b07);
    g_assert_cmphex(rig.irq, ==, 1 << 7);
    pm_out(&rig, 4, 1, 0);
    g_assert_cmphex(rig.irq, ==, 0);
    /* The new start asks for interrupts again, or has none. */
    nv_console_reset(rig.c);
    nv_console_power_button(rig.c);
    g_assert_cmphex(pm_in(&rig, 0x20, 2), ==, 0);
    rig_close(&rig);
}

static void test_sleep(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    pm_out(&rig, 4, 2, 0x1c01);
    pm_out(&rig, 4, 2, 0x2001);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_POWER_OFF], ==, 0);
    pm_out(&rig, 4, 2, 0x3401);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_POWER_OFF], ==, 1);
    g_assert_cmphex(pm_in(&rig, 4, 2), ==, 0x1401);
    rig_close(&rig);
}

/* Odd addresses and every width, as Cromwell has them. */
static void test_widths(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    pm_out(&rig, 0x23, 2, 0x5aa5);
    g_assert_cmphex(pm_in(&rig, 0x22, 4), ==, 0x005aa500);
    g_assert_cmphex(pm_in(&rig, 0x23, 2), ==, 0x5aa5);
    pm_out(&rig, 1, 4, 0xffffffff);
    g_assert_cmphex(pm_in(&rig, 2, 1), ==, 0x21);
    g_assert_cmphex(pm_in(&rig, 3, 1), ==, 0x07);
    pm_out(&rig, 0xd3, 1, 5);
    pm_out(&rig, 0xd6, 4, 0x00050400 | 4);
    g_assert_cmphex(pm_in(&rig, 0xd3, 1), ==, 5);
    g_assert_cmphex(pm_in(&rig, 0xd6, 4), ==, 0x00050404);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 0);
    pm_out(&rig, 0x60, 1, 1);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 1);
    g_assert_cmphex(pm_in(&rig, 0x60, 1), ==, 1);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 2);
    rig_close(&rig);
}

static void test_field(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    pm_out(&rig, 0xc0, 1, 0xff);
    for (unsigned size = 1; size <= 4; size *= 2) {
        unsigned before = pm_in(&rig, 0xc0, size);

        for (unsigned i = 0; i < 5; i++) {
            unsigned now = pm_in(&rig, 0xc0, size);

            g_assert_cmphex(before ^ now, ==, 0x20);
            g_assert_cmphex(now | 0x20, ==, 0xff);
            before = now;
        }
    }
    rig_close(&rig);
}

/* The count, by wide numbers instead of the library's halves. */
static unsigned want_timer(int64_t ns)
{
    return nv_mul_add_div(ns, HZ, 0, 1000000000) & 0xffffff;
}

static void test_timer(void)
{
    GRand *rand = g_rand_new_with_seed(1);
    Rig rig;

    rig_open(&rig, &rig_config);
    g_assert_cmphex(pm_in(&rig, 8, 4), ==, 0);
    rig.now = 1000000000;
    g_assert_cmpuint(pm_in(&rig, 8, 4), ==, HZ);
    for (unsigned i = 0; i < 20000; i++) {
        unsigned want, at = g_rand_int_range(rand, 0, 4);

        rig.now = (int64_t)g_rand_int(rand) << 31 >> (i & 31);
        want = want_timer(rig.now);
        g_assert_cmphex(pm_in(&rig, 8, 4), ==, want);
        g_assert_cmphex(pm_in(&rig, 8 + at, 1), ==, want >> (8 * at) & 0xff);
    }
    /* 24 bits: the tick after the last is 0. */
    rig.now = (INT64_C(1000000000) * (1 << 24) - 1) / HZ;
    g_assert_cmphex(pm_in(&rig, 8, 4), ==, 0xffffff);
    rig.now++;
    g_assert_cmphex(pm_in(&rig, 8, 4), ==, 0);
    /* A time before 0 and the last one there is do no harm. */
    rig.now = -5;
    g_assert_cmphex(pm_in(&rig, 8, 4), ==, 0);
    rig.now = INT64_MAX;
    g_assert_cmphex(pm_in(&rig, 8, 4), ==, want_timer(INT64_MAX));
    pm_out(&rig, 8, 4, 0);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_GUEST_ERROR], ==, 4);
    g_assert_cmphex(pm_in(&rig, 8, 4), ==, want_timer(INT64_MAX));
    g_rand_free(rand);
    rig_close(&rig);
}

static void fire(Rig *rig)
{
    rig->timer = -1;
    nv_console_timer(rig->c);
}

/* The status is set when bit 23 changes, the interrupt comes at that time. */
static void test_overflow(void)
{
    uint8_t lpc[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    route_firmware(&rig, lpc);
    g_assert_cmpint(rig.timer, ==, -1);
    pm_out(&rig, 2, 2, 1);
    g_assert_cmpint(rig.timer, ==, -1);
    pm_out(&rig, 4, 2, 1);
    for (unsigned half = 1; half < 6; half++) {
        int64_t when = ((int64_t)half * HALF * 1000000000 + HZ - 1) / HZ;

        g_assert_cmpint(rig.timer, ==, when);
        rig.now = when - 1;
        g_assert_cmphex(pm_in(&rig, 0, 2), ==, 0);
        fire(&rig);
        g_assert_cmphex(rig.irq, ==, 0);
        g_assert_cmpint(rig.timer, ==, when);
        rig.now = when;
        fire(&rig);
        g_assert_cmphex(rig.irq, ==, 1 << 12);
        g_assert_cmpint(rig.timer, ==, -1);
        g_assert_cmphex(pm_in(&rig, 0, 2), ==, 1);
        pm_out(&rig, 0, 2, 1);
        g_assert_cmphex(rig.irq, ==, 0);
    }
    pm_out(&rig, 2, 2, 0);
    g_assert_cmpint(rig.timer, ==, -1);
    /* Without the interrupt the status is seen by looking. */
    rig.now += 10000000000;
    g_assert_cmphex(pm_in(&rig, 0, 2), ==, 1);
    g_assert_cmphex(rig.irq, ==, 0);
    nv_console_reset(rig.c);
    g_assert_cmphex(pm_in(&rig, 0, 2), ==, 0);
    /* Time that goes back overflows nothing. */
    rig.now = 0;
    g_assert_cmphex(pm_in(&rig, 0, 2), ==, 0);
    rig_close(&rig);
}

/* The time after the last one there is does not come. */
static void test_end_of_time(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    rig.now = INT64_MAX - 2000000000;
    pm_out(&rig, 0, 2, 0xffff);
    pm_out(&rig, 2, 2, 1);
    pm_out(&rig, 4, 2, 1);
    for (unsigned i = 0; i < 20; i++) {
        pm_out(&rig, 0, 2, 0xffff);
        g_assert_true(rig.timer == -1 || rig.timer > rig.now);
        rig.now += 100000000;
    }
    g_assert_cmpint(rig.timer, ==, -1);
    rig_close(&rig);
}

/* A machine may have no timer to give. */
static void test_no_timer(void)
{
    NvConsoleOps ops = rig_ops;
    uint8_t lpc[256] = { 0 };
    Rig rig = { 0 };

    ops.set_timer = NULL;
    rig.c = nv_console_new(&rig_config, &ops, &rig, NULL);
    route_firmware(&rig, lpc);
    pm_out(&rig, 2, 2, 1);
    pm_out(&rig, 4, 2, 1);
    rig.now = 3000000000;
    pm_in(&rig, 8, 4);
    g_assert_cmphex(rig.irq, ==, 1 << 12);
    rig_close(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/console/irq/wires", test_wires);
    g_test_add_func("/console/irq/routes", test_routes);
    g_test_add_func("/console/irq/reroute", test_reroute);
    g_test_add_func("/console/irq/shared", test_shared);
    g_test_add_func("/console/pm/power-button", test_power_button);
    g_test_add_func("/console/pm/extsmi", test_extsmi);
    g_test_add_func("/console/pm/sleep", test_sleep);
    g_test_add_func("/console/pm/widths", test_widths);
    g_test_add_func("/console/pm/field", test_field);
    g_test_add_func("/console/pm/timer", test_timer);
    g_test_add_func("/console/pm/overflow", test_overflow);
    g_test_add_func("/console/pm/end-of-time", test_end_of_time);
    g_test_add_func("/console/pm/no-timer", test_no_timer);
    return g_test_run();
}
