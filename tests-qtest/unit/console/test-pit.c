/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The timer: counts, outputs and edges against a clock-by-clock model, and
 * what software does with it.
 */
#include <glib.h>
#include <string.h>

#include "console/pit.h"

typedef struct Rig {
    NvPit pit;
    int64_t now, when;
    bool out;
    unsigned rises;
} Rig;

static int64_t rig_now(void *opaque)
{
    return ((Rig *)opaque)->now;
}

static void rig_set_out(void *opaque, bool level)
{
    Rig *r = opaque;

    r->rises += level && !r->out;
    r->out = level;
}

static void rig_set_timer(void *opaque, int64_t when)
{
    g_assert_cmpint(when, >=, -1);
    ((Rig *)opaque)->when = when;
}

static const NvPitOps rig_ops = { rig_now, rig_set_out, rig_set_timer };

static void rig_open(Rig *r)
{
    *r = (Rig) { .when = -1 };
    nv_pit_init(&r->pit, &rig_ops, r);
}

/* As an owner with a timer does. */
static void rig_go(Rig *r, int64_t until)
{
    while (r->when >= 0 && r->when <= until) {
        r->now = MAX(r->when, r->now);
        r->when = -1;
        nv_pit_timer(&r->pit);
        g_assert(r->when < 0 || r->when > r->now);
    }
    r->now = until;
}

static void rig_program(Rig *r, unsigned counter, unsigned mode,
                        uint16_t count)
{
    nv_pit_write(&r->pit, 3, counter << 6 | 0x30 | mode << 1);
    nv_pit_write(&r->pit, counter, count);
    nv_pit_write(&r->pit, counter, count >> 8);
}

static uint16_t rig_count(Rig *r, unsigned counter)
{
    uint16_t low;

    nv_pit_write(&r->pit, 3, counter << 6);
    low = nv_pit_read(&r->pit, counter);
    return low | nv_pit_read(&r->pit, counter) << 8;
}

/* --- the data sheet, one clock after the other --- */

typedef struct Model {
    unsigned mode;
    uint32_t period, count;
    bool out;
    bool running, fired;
    uint32_t phase;
} Model;

static void model_load(Model *m)
{
    m->count = m->period;
    m->running = true;
    m->fired = false;
    m->phase = 0;
    m->out = m->mode == 2 || m->mode == 3 || m->mode == 4 || m->mode == 5;
    if (m->mode == 3) {
        m->count = m->period & ~1u;
    }
}

static void model_clock(Model *m)
{
    if (!m->running) {
        return;
    }
    m->phase++;
    switch (m->mode) {
    case 2:
        m->count = m->count == 1 ? m->period : m->count - 1;
        m->out = m->count != 1;
        break;
    case 3:
        m->count -= 2;
        if (m->phase == (m->out ? (m->period + 1) / 2 : m->period / 2)) {
            m->out = !m->out;
            m->count = m->period & ~1u;
            m->phase = 0;
        }
        break;
    default:
        m->count--;
        if (m->mode >= 4) {
            m->out = m->count || m->fired;
        } else if (!m->count) {
            m->out = true;
        }
        m->fired |= !m->count;
    }
}

static void check_mode(unsigned mode, uint32_t period, unsigned clocks)
{
    Rig r;
    Model m = { .mode = mode, .period = period };
    unsigned rises = 0;
    bool one_shot = mode == 1 || mode == 5, before;
    int64_t start;

    rig_open(&r);
    rig_go(&r, 123456789);
    /* Counter 2 has the gate; it makes no interrupt. */
    nv_pit_set_gate(&r.pit, 2, true);
    rig_program(&r, 2, mode, period);
    g_assert_cmpint(nv_pit_out(&r.pit, 2), ==, mode != 0);
    if (one_shot) {
        nv_pit_set_gate(&r.pit, 2, false);
        nv_pit_set_gate(&r.pit, 2, true);
    } else {
        rig_program(&r, 0, mode, period);
    }
    start = nv_pit_clock(r.now) + 1;
    rig_go(&r, nv_pit_time(start));
    r.rises = 0;
    model_load(&m);
    for (unsigned i = 0; i < clocks; i++) {
        g_assert_cmpint(nv_pit_out(&r.pit, 2), ==, m.out);
        g_assert_cmphex(rig_count(&r, 2), ==, m.count & 0xffff);
        if (!one_shot) {
            g_assert_cmphex(rig_count(&r, 0), ==, m.count & 0xffff);
        }
        before = m.out;
        model_clock(&m);
        rises += m.out && !before;
        rig_go(&r, nv_pit_time(start + i + 1));
        if (!one_shot) {
            g_assert_cmpuint(r.rises, ==, rises);
        }
    }
}

static void test_modes(void)
{
    static const uint32_t periods[] = { 2, 3, 4, 5, 9, 10, 1125, 1193 };

    for (unsigned mode = 0; mode < 6; mode++) {
        for (unsigned i = 0; i < G_N_ELEMENTS(periods); i++) {
            check_mode(mode, periods[i], 3 * periods[i] + 5);
        }
    }
    check_mode(2, 65536, 140000);
    check_mode(3, 65536, 140000);
    check_mode(0, 65536, 70000);
}

/* 1125 clocks are a millisecond, for ever. */
static void test_rate(void)
{
    Rig r;

    rig_open(&r);
    rig_program(&r, 0, 2, 1125);
    rig_go(&r, nv_pit_time(1));
    r.rises = 0;
    rig_go(&r, nv_pit_time(1) + INT64_C(10000000000));
    g_assert_cmpuint(r.rises, ==, 10000);
    for (int64_t clock = 1; clock < 100; clock++) {
        g_assert_cmpint(nv_pit_clock(nv_pit_time(clock)), ==, clock);
        g_assert_cmpint(nv_pit_clock(nv_pit_time(clock) - 1), ==, clock - 1);
    }
    g_assert_cmpint(nv_pit_clock(1000000000), ==, NV_PIT_HZ);
    /* A host that was away for an hour: one edge, and then on. */
    r.now += INT64_C(3600000000000);
    r.rises = 0;
    nv_pit_timer(&r.pit);
    g_assert_cmpuint(r.rises, ==, 1);
    g_assert(r.when > r.now && r.when <= r.now + 1000000);
}

/* doc: latches and the read-back command. */
static void test_latches(void)
{
    Rig r;
    uint16_t v;

    rig_open(&r);
    rig_program(&r, 0, 2, 0x1234);
    rig_go(&r, nv_pit_time(1 + 0x34));
    nv_pit_write(&r.pit, 3, 0x00);
    rig_go(&r, nv_pit_time(1 + 0x100));
    nv_pit_write(&r.pit, 3, 0x00);          /* the first one counts */
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0x00);
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0x12);
    v = nv_pit_read(&r.pit, 0);
    v |= nv_pit_read(&r.pit, 0) << 8;
    g_assert_cmphex(v, ==, 0x1134);
    /* Status, then count. */
    nv_pit_write(&r.pit, 3, 0xc2);
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0xb4);
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0x34);
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0x11);
    nv_pit_write(&r.pit, 3, 0x34);
    nv_pit_write(&r.pit, 3, 0xe2);
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0xf4);  /* no count yet */
    g_assert_cmphex(nv_pit_read(&r.pit, 3), ==, 0xff);
    /* One byte alone. */
    nv_pit_write(&r.pit, 3, 0x14);
    nv_pit_write(&r.pit, 0, 100);
    rig_go(&r, nv_pit_time(nv_pit_clock(r.now) + 1 + 150));
    g_assert_cmpuint(nv_pit_read(&r.pit, 0), ==, 50);
    nv_pit_write(&r.pit, 3, 0x24);
    nv_pit_write(&r.pit, 0, 0x12);
    rig_go(&r, nv_pit_time(nv_pit_clock(r.now) + 1 + 0x80));
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0x11);
    /* In decimal digits. */
    nv_pit_write(&r.pit, 3, 0x35);
    nv_pit_write(&r.pit, 0, 0x00);
    nv_pit_write(&r.pit, 0, 0x20);
    rig_go(&r, nv_pit_time(nv_pit_clock(r.now) + 1 + 1766));
    g_assert_cmphex(rig_count(&r, 0), ==, 0x0234);
    rig_go(&r, nv_pit_time(nv_pit_clock(r.now) + 234));
    g_assert_cmphex(rig_count(&r, 0), ==, 0x2000);
}

/* Reading back: bit 5 leaves the count alone, bit 4 the status. */
static void test_read_back(void)
{
    Rig r;

    rig_open(&r);
    rig_program(&r, 0, 2, 0x1234);
    rig_go(&r, nv_pit_time(1 + 0x34));
    nv_pit_write(&r.pit, 3, 0xe2);
    rig_go(&r, nv_pit_time(1 + 0x134));
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0xb4);
    g_assert_cmphex(rig_count(&r, 0), ==, 0x1100);
    rig_open(&r);
    rig_program(&r, 0, 2, 0x1234);
    rig_go(&r, nv_pit_time(1 + 0x34));
    nv_pit_write(&r.pit, 3, 0xd2);
    rig_go(&r, nv_pit_time(1 + 0x134));
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0x00);
    g_assert_cmphex(nv_pit_read(&r.pit, 0), ==, 0x12);
}

/* The gate holds modes 0 and 4, and starts 2 and 3 anew. */
static void test_gate(void)
{
    Rig r;

    rig_open(&r);
    rig_program(&r, 2, 0, 1000);
    g_assert_cmpuint(rig_count(&r, 2), ==, 1000);
    rig_go(&r, 1000000);
    g_assert_cmpuint(rig_count(&r, 2), ==, 1000);
    nv_pit_set_gate(&r.pit, 2, true);
    rig_go(&r, r.now + 80000);
    g_assert_cmpuint(rig_count(&r, 2), ==, 910);
    nv_pit_set_gate(&r.pit, 2, false);
    rig_go(&r, r.now + 8000000);
    g_assert_cmpuint(rig_count(&r, 2), ==, 910);
    g_assert_false(nv_pit_out(&r.pit, 2));
    nv_pit_set_gate(&r.pit, 2, true);
    rig_go(&r, r.now + 910 / 9 * 8000 + 8000);
    g_assert_true(nv_pit_out(&r.pit, 2));
    rig_program(&r, 2, 3, 100);
    rig_go(&r, nv_pit_time(nv_pit_clock(r.now) + 1 + 75));
    g_assert_false(nv_pit_out(&r.pit, 2));
    nv_pit_set_gate(&r.pit, 2, false);
    g_assert_true(nv_pit_out(&r.pit, 2));
    nv_pit_set_gate(&r.pit, 2, true);
    rig_go(&r, nv_pit_time(nv_pit_clock(r.now) + 10));
    g_assert_true(nv_pit_out(&r.pit, 2));
}

/* A state goes on as if it had not been saved. */
static void test_saved(void)
{
    Rig a, b;

    rig_open(&a);
    rig_program(&a, 0, 2, 1125);
    rig_program(&a, 1, 3, 77);
    nv_pit_write(&a.pit, 3, 0x80);
    rig_go(&a, 1234567);
    rig_open(&b);
    memcpy(b.pit.counter, a.pit.counter, sizeof(b.pit.counter));
    b.pit.deadline = a.pit.deadline;
    nv_pit_loaded(&b.pit);
    g_assert_cmpint(b.when, ==, a.when);
    b.now = a.now;
    a.rises = b.rises = 0;
    for (unsigned i = 0; i < 1000; i++) {
        rig_go(&a, a.now + 12345);
        rig_go(&b, b.now + 12345);
        g_assert_cmpuint(a.rises, ==, b.rises);
        g_assert_cmphex(rig_count(&a, i % 3), ==, rig_count(&b, i % 3));
    }
    g_assert_cmpuint(a.rises, ==, 12);
}

static void damage(Rig *r, GRand *rand)
{
    uint8_t *state = (uint8_t *)r->pit.counter;

    for (unsigned i = 0; i < 20; i++) {
        state[g_rand_int(rand) % sizeof(r->pit.counter)] = g_rand_int(rand);
    }
    r->pit.deadline = (int64_t)g_rand_int(rand) - 1;
    nv_pit_loaded(&r->pit);
}

static void test_hostile(void)
{
    Rig r;
    GRand *rand = g_rand_new_with_seed(13);

    rig_open(&r);
    for (unsigned i = 0; i < 300000; i++) {
        uint32_t what = g_rand_int(rand);

        switch (what & 15) {
        case 0:
            r.now += (int64_t)g_rand_int(rand) << (what >> 8 & 15);
            nv_pit_timer(&r.pit);
            break;
        case 1:
            nv_pit_set_gate(&r.pit, (what >> 8) % 3, what >> 16 & 1);
            break;
        case 2:
            nv_pit_read(&r.pit, what >> 8);
            break;
        case 3:
            if (what >> 8 & 1) {
                r.now = g_rand_int(rand);
                damage(&r, rand);
            }
            break;
        case 4:
            rig_program(&r, (what >> 8) % 3, what >> 16 & 7, what >> 20);
            break;
        default:
            r.now += what >> 16;
            nv_pit_write(&r.pit, what >> 4, what >> 8);
        }
        g_assert(r.when == -1 || r.when >= 0);
    }
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pit/modes", test_modes);
    g_test_add_func("/pit/rate", test_rate);
    g_test_add_func("/pit/latches", test_latches);
    g_test_add_func("/pit/read-back", test_read_back);
    g_test_add_func("/pit/gate", test_gate);
    g_test_add_func("/pit/saved", test_saved);
    g_test_add_func("/pit/hostile", test_hostile);
    return g_test_run();
}
