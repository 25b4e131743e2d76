/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Time, moved by the test: PTIMER, its alarm, vertical blanks, and the way of
 * an interrupt to the pin and to the machine's interrupt controller.
 */
#include "nv2a-qtest.h"

#define SECOND INT64_C(1000000000)
/* A head nobody set up runs at 59.94 Hz: a frame, rounded up. */
#define FRAME (SECOND * 1001 / 60000 + 1)

enum {
    INTR_PTIMER = 1u << 20,
    INTR_PCRTC = 1u << 24,
    INTR_PCRTC2 = 1u << 25,
    INTR_SOFTWARE = 1u << 31,
};

static uint64_t ptimer(NvQtest *t)
{
    return nv_read(t, NV_PTIMER_LOW) |
           (uint64_t)nv_read(t, NV_PTIMER_HIGH) << 32;
}

/* Ticks of one second with this ratio. */
static uint64_t ticks_in(NvQtest *t, uint32_t div, uint32_t mul)
{
    uint64_t first;

    nv_write(t, NV_PTIMER_DIV, div);
    nv_write(t, NV_PTIMER_MUL, mul);
    first = ptimer(t);
    qtest_clock_step(t->qts, SECOND);
    return (ptimer(t) - first) >> 5;
}

/* Core clock * MUL / DIV ticks a second, 32 units each: nanoseconds. */
static void test_counter(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    uint64_t first = ptimer(t), last, full;

    g_assert_cmpuint(ptimer(t), ==, first);     /* time stands still */
    qtest_clock_step(t->qts, 10 * SECOND);
    last = ptimer(t);
    g_assert_cmpuint(last & 31, ==, 0);
    g_assert_cmpuint(last - first, >, 9999 * SECOND / 1000);
    g_assert_cmpuint(last - first, <, 10001 * SECOND / 1000);

    /* Half the multiplier, half the speed; none, no motion. */
    full = ticks_in(t, 100, 50);
    g_assert_cmpuint(full, >, 0);
    g_assert_cmpuint(ticks_in(t, 100, 25), ==, full / 2);
    g_assert_cmpuint(ticks_in(t, 200, 50), ==, full / 2);
    nv_write(t, NV_PTIMER_MUL, 0);
    first = ptimer(t);
    qtest_clock_step(t->qts, SECOND);
    g_assert_cmpuint(ptimer(t), ==, first);
    nv_qtest_end(t);
}

static void test_set(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    nv_write(t, NV_PTIMER_HIGH, 0x12);
    nv_write(t, NV_PTIMER_LOW, 0xffffffe0);
    g_assert_cmphex(ptimer(t), ==, 0x12ffffffe0);
    qtest_clock_step(t->qts, 1000);             /* over the edge of LOW */
    g_assert_cmphex(nv_read(t, NV_PTIMER_HIGH), ==, 0x13);
    nv_qtest_end(t);
}

static void test_alarm(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    nv_write(t, NV_PMC_INTR_EN, 1);
    nv_write(t, NV_PTIMER_ALARM, nv_read(t, NV_PTIMER_LOW) + 1000000);
    nv_write(t, NV_PTIMER_INTR_EN, 1);
    qtest_clock_step(t->qts, 990000);
    g_assert_cmphex(nv_read(t, NV_PTIMER_INTR), ==, 0);
    g_assert_false(nv_qtest_intx(t));
    qtest_clock_step(t->qts, 20000);
    g_assert_cmphex(nv_read(t, NV_PTIMER_INTR), ==, 1);
    g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, INTR_PTIMER);
    g_assert_true(nv_qtest_intx(t));
    nv_write(t, NV_PTIMER_INTR, 1);
    g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, 0);
    g_assert_false(nv_qtest_intx(t));
    qtest_clock_step(t->qts, SECOND);           /* it comes once in 4.3 s */
    g_assert_cmphex(nv_read(t, NV_PTIMER_INTR), ==, 0);
    qtest_clock_step(t->qts, 4 * SECOND);
    g_assert_cmphex(nv_read(t, NV_PTIMER_INTR), ==, 1);
    nv_qtest_end(t);
}

/* The host interrupt enable and the unit's own: both must be set. */
static void test_enables(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    nv_write(t, NV_PMC_INTR_EN, 0);
    nv_write(t, NV_PCRTC_INTR_EN, 1);
    qtest_clock_step(t->qts, 2 * FRAME);
    g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, INTR_PCRTC);
    g_assert_false(nv_qtest_intx(t));
    nv_write(t, NV_PMC_INTR_EN, 1);
    g_assert_true(nv_qtest_intx(t));
    nv_write(t, NV_PCRTC_INTR_EN, 0);
    g_assert_false(nv_qtest_intx(t));
    g_assert_cmphex(nv_read(t, NV_PCRTC_INTR), ==, 1);
    nv_write(t, NV_PCRTC_INTR_EN, 1);
    g_assert_true(nv_qtest_intx(t));
    nv_write(t, NV_PCRTC_INTR, 1);
    g_assert_false(nv_qtest_intx(t));

    nv_write(t, NV_PMC_INTR_EN, 2);
    nv_write(t, NV_PMC_INTR, INTR_SOFTWARE);
    g_assert_true(nv_qtest_intx(t));
    nv_write(t, NV_PMC_INTR, 0);
    g_assert_false(nv_qtest_intx(t));
    nv_qtest_end(t);
}

/* One interrupt a frame, from each head there is. */
static void test_vblank(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    unsigned head, frame;

    nv_write(t, NV_PMC_INTR_EN, 1);
    for (head = 0; head < 2; head++) {
        uint32_t at = head * 0x2000, line = head ? INTR_PCRTC2 : INTR_PCRTC;
        bool there = head < chip->heads;

        nv_write(t, NV_PCRTC_INTR + at, 1);
        nv_write(t, NV_PCRTC_INTR_EN + at, 1);
        for (frame = 0; frame < 10; frame++) {
            qtest_clock_step(t->qts, FRAME);
            g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, there ? line : 0);
            g_assert_cmpint(nv_qtest_intx(t), ==, there);
            nv_write(t, NV_PCRTC_INTR + at, 1);
            g_assert_false(nv_qtest_intx(t));
        }
        nv_write(t, NV_PCRTC_INTR_EN + at, 0);
    }
    nv_qtest_end(t);
}

/* Through the PC's interrupt router to line 10 of its controller. */
static void test_irq_line(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    QPCIDevice *bridge = qpci_device_find(t->bus, QPCI_DEVFN(1, 0));
    unsigned pin;

    for (pin = 0; pin < 4; pin++) {
        qpci_config_writeb(bridge, 0x60 + pin, 10);
    }
    qtest_irq_intercept_in(t->qts, "ioapic");
    nv_write(t, NV_PMC_INTR_EN, 1);
    nv_write(t, NV_PCRTC_INTR_EN, 1);
    nv_write(t, NV_PCRTC_INTR, 1);
    g_assert_false(qtest_get_irq(t->qts, 10));
    qtest_clock_step(t->qts, FRAME);
    g_assert_true(qtest_get_irq(t->qts, 10));
    nv_write(t, NV_PCRTC_INTR, 1);
    g_assert_false(qtest_get_irq(t->qts, 10));
    g_free(bridge);
    nv_qtest_end(t);
}

/* Timers that run travel with a saved machine. */
static void test_saved(const void *data)
{
    const NvQtestChip *chip = data;
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "state", NULL);
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    nv_write(t, NV_PMC_INTR_EN, 1);
    nv_write(t, NV_PTIMER_ALARM, nv_read(t, NV_PTIMER_LOW) + 50000000);
    nv_write(t, NV_PTIMER_INTR_EN, 1);
    qtest_clock_step(t->qts, 20000000);
    nv_qtest_save(t, file);
    nv_qtest_end(t);

    t = nv_qtest_load(file, "-device %s,vram=16M", chip->name);
    /* This clock starts anew where a real one would have been saved. */
    qtest_clock_step(t->qts, 20000000);
    qtest_clock_step(t->qts, 29000000);
    g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, 0);
    qtest_clock_step(t->qts, 2000000);
    g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, INTR_PTIMER);
    g_assert_true(nv_qtest_intx(t));
    nv_qtest_end(t);
    nv_qtest_rmdir(dir);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    nv_qtest_add("/time/counter", test_counter);
    nv_qtest_add("/time/set", test_set);
    nv_qtest_add("/time/alarm", test_alarm);
    nv_qtest_add("/time/enables", test_enables);
    nv_qtest_add("/time/vblank", test_vblank);
    nv_qtest_add("/time/irq-line", test_irq_line);
    nv_qtest_add("/time/saved", test_saved);
    return g_test_run();
}
