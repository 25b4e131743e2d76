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

static bool is_busy(NvQtest *t)
{
    return nv_read(t, 0x400700) & 1;
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
    qtest_add_func("/hostile/saved", test_saved);
    return g_test_run();
}
