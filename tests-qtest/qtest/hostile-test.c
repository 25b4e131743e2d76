/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A guest that draws more than its host can, and whether the host still gets
 * its way: the monitor answers, the machine stops, is saved and ends in the
 * middle of a draw that would take minutes.  Times are printed; the bounds of
 * the test are wide, for a busy machine.
 */
#include "nv2a-qtest.h"

#define SIZE 2048
#define BOUND_MS 5000
#define TRIANGLES 400

static void vertex(Channel *ch, float x, float y)
{
    const float at[4] = { x, y, 0, 1 };
    uint32_t words[4];

    memcpy(words, at, sizeof(words));
    channel_methods(ch, 0x1518, words, 4);
}

/* Each covers the surface; none is drawn before the clock of the host goes. */
static NvQtest *drawing(const char *args)
{
    NvQtest *t = nv_qtest_start("-m 64M -device nv20,vram=64M,id=gpu %s",
                                args);
    Channel *ch = &t->channel;

    nv_qtest_canvas(t, SIZE, SIZE);
    /* Eight stages of combiners and blending: no special case draws it. */
    channel_method(ch, 0x1e60, 8);
    channel_method(ch, 0x304, 1);
    channel_method(ch, 0x17fc, 5);
    for (unsigned i = 0; i < TRIANGLES; i++) {
        vertex(ch, -SIZE, -SIZE);
        vertex(ch, 4 * SIZE, -SIZE);
        vertex(ch, -SIZE, 4 * SIZE);
    }
    channel_method(ch, 0x17fc, 0);
    nv_write(t, NV_USER_PUT, ch->put);
    return t;
}

/* Drawing, or about to. */
static bool is_busy(NvQtest *t)
{
    return nv_read(t, 0x400700) & 1 ||
           nv_read(t, NV_USER_GET) != nv_read(t, NV_USER_PUT);
}

/* Milliseconds that @command of the monitor takes. */
static void ask(NvQtest *t, const char *command)
{
    int64_t begin = g_get_monotonic_time();
    double ms;

    qtest_qmp_assert_success(t->qts, "{'execute': %s}", command);
    ms = (g_get_monotonic_time() - begin) * 1e-3;
    g_test_message("%s: %.1f ms", command, ms);
    g_assert_cmpfloat(ms, <, BOUND_MS);
}

static void test_monitor(void)
{
    NvQtest *t = drawing("");

    g_assert_true(is_busy(t));
    for (unsigned i = 0; i < 10; i++) {
        ask(t, "query-status");
        ask(t, "stop");
        ask(t, "cont");
    }
    ask(t, "system_reset");
    qtest_qmp_eventwait(t->qts, "RESET");
    nv_qtest_end(t);
}

static int by_value(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Microseconds until a register is there, the wire of the test included. */
static void time_reads(NvQtest *t, const char *what, uint32_t reg)
{
    int64_t us[200];

    for (unsigned i = 0; i < G_N_ELEMENTS(us); i++) {
        int64_t begin = g_get_monotonic_time();

        nv_read(t, reg);
        us[i] = g_get_monotonic_time() - begin;
    }
    qsort(us, G_N_ELEMENTS(us), sizeof(us[0]), by_value);
    g_test_message("%s: median %d us, worst of %u: %d us", what,
                   (int)us[G_N_ELEMENTS(us) / 2], (unsigned)G_N_ELEMENTS(us),
                   (int)us[G_N_ELEMENTS(us) - 1]);
}

static void test_registers(void)
{
    NvQtest *t = drawing("");

    time_reads(t, "PFIFO GET", NV_USER_GET);
    time_reads(t, "PGRAPH STATUS", 0x400700);
    time_reads(t, "PTIMER TIME_LOW", 0x9400);
    time_reads(t, "PGRAPH NSOURCE, which is waited for", 0x400108);
    g_assert_true(is_busy(t));
    nv_qtest_end(t);
}

/* It goes on elsewhere from the middle; and ends there, still drawing. */
static void test_saved(void)
{
    static const char args[] = "-m 64M -device nv20,vram=64M,id=gpu,"
                               "executor=ref,threads=1";
    g_autofree char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "state", NULL);
    NvQtest *t = drawing("");
    NvQtest *other;

    nv_qtest_save(t, file);
    nv_qtest_end(t);
    other = nv_qtest_load(file, "%s", args);
    g_assert_true(is_busy(other));
    ask(other, "query-status");
    nv_qtest_end(other);
    nv_qtest_rmdir(g_steal_pointer(&dir));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/hostile/monitor", test_monitor);
    qtest_add_func("/hostile/registers", test_registers);
    qtest_add_func("/hostile/saved", test_saved);
    return g_test_run();
}
