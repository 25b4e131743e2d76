/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is read of a card while a run is on in another thread: pointers and
 * words are those of the guest's own work, and nothing is read between runs.
 */
#include "card/card.h"
#include "common/rig.h"

#define M_REF 0x50
#define LOOK_MOST 20000

typedef struct Worker {
    Rig *rig;
    gint stop;                      /* atomic */
    unsigned runs;
} Worker;

static gpointer work(gpointer data)
{
    Worker *w = data;

    while (!g_atomic_int_get(&w->stop)) {
        nv_card_run(w->rig->card, 4096);
        w->runs++;
    }
    return NULL;
}

/* REF is 1, 2 ... 8 and 1 again, without an end. */
static Rig *counting(const char *chip, uint32_t *begin, uint32_t *end)
{
    Rig *rig = rig_new(chip, 16u << 20, "null", NULL);

    rig_channel(rig, 0x97);
    *begin = rig->channel.put;
    for (unsigned i = 1; i <= 8; i++) {
        rig_method(rig, M_REF, i);
    }
    rig_push(rig, *begin | 1);
    *end = rig->channel.put;
    nv_card_mmio_write(rig->card, 0x800040, *end, 4);
    return rig;
}

/* How many of some looks found a run. */
static unsigned look(Rig *rig, uint32_t at, uint32_t least, uint32_t most)
{
    unsigned seen = 0;
    uint32_t value;

    for (unsigned i = 0; i < LOOK_MOST; i++) {
        if (nv_card_glance(rig->card, at, 4, &value)) {
            g_assert_cmphex(value, >=, least);
            g_assert_cmphex(value, <=, most);
            seen++;
        }
    }
    return seen;
}

static void test_beside(void)
{
    static const uint32_t quiet[] = { 0x0, 0x9400, 0x600100, 0x600808 };
    uint32_t begin, end, value;
    Rig *rig = counting("nv20", &begin, &end);
    Worker worker = { .rig = rig };
    GThread *thread = g_thread_new("run", work, &worker);
    int64_t until = g_get_monotonic_time() + 20 * G_USEC_PER_SEC;
    unsigned seen = 0;

    while (seen < LOOK_MOST && g_get_monotonic_time() < until) {
        seen += look(rig, 0x800044, begin, end);
        seen += look(rig, 0x003244, begin, end);
        seen += look(rig, 0x800040, end, end);
        seen += look(rig, 0x800048, 0, 8);
        seen += look(rig, 0x000100, 0, 0);
        for (unsigned i = 0; i < G_N_ELEMENTS(quiet); i++) {
            seen += look(rig, quiet[i], 0, UINT32_MAX);
        }
        nv_card_hurry(rig->card);
        /* Another channel's window, a register nobody polls, half a word. */
        g_assert_false(nv_card_glance(rig->card, 0x810044, 4, &value));
        g_assert_false(nv_card_glance(rig->card, 0x400040, 4, &value));
        g_assert_false(nv_card_glance(rig->card, 0x800044, 2, &value));
    }
    g_atomic_int_set(&worker.stop, 1);
    g_thread_join(thread);
    g_test_message("%u looks met %u runs", seen, worker.runs);
    g_assert_cmpuint(seen, >=, LOOK_MOST);
    rig_free(rig);
}

static void test_between(void)
{
    uint32_t begin, end, value;
    Rig *rig = counting("nv34", &begin, &end);

    g_assert_false(nv_card_glance(rig->card, 0x800044, 4, &value));
    nv_card_run(rig->card, 100);
    g_assert_false(nv_card_glance(rig->card, 0x800044, 4, &value));
    rig_free(rig);
}

/* Words of a run that has an interrupt are those a guest would read. */
static void test_words(void)
{
    static const uint32_t words[] = {
        0x000100, 0x002100, 0x400100, 0x003214, 0x003220, 0x003240, 0x003244,
        0x400700,
    };
    Rig *rig = rig_new("nv20", 16u << 20, "null", NULL);
    uint32_t value;

    rig_channel(rig, 0x97);
    rig_write(rig, 0x002140, UINT32_MAX);
    rig_push(rig, 0x00030000);          /* no command */
    rig_write(rig, 0x800040, rig->channel.put);
    nv_card_run(rig->card, 100);
    g_assert_cmphex(rig_read(rig, 0x000100), ==, 0x100);
    nv_glance_open(rig->card);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        g_assert_true(nv_card_glance(rig->card, words[i], 4, &value));
        g_assert_cmphex(value, ==, rig_read(rig, words[i]));
    }
    /* One that comes or goes meanwhile is seen at once. */
    rig_write(rig, 0x002100, UINT32_MAX);
    nv_glance_irq(rig->card);
    for (unsigned i = 0; i < 3; i++) {
        g_assert_true(nv_card_glance(rig->card, words[i], 4, &value));
        g_assert_cmphex(value, ==, 0);
    }
    nv_glance_close(rig->card);
    rig_free(rig);
}

/* A channel whose window was looked for in vain is shown by the next run. */
static void test_channels(void)
{
    Rig *rig = rig_new("nv20", 16u << 20, "null", NULL);
    uint32_t value;

    rig_channel(rig, 0x97);
    channel_ramfc(&rig->channel, 1);
    rig_write(rig, 0x002504, 3);        /* both are DMA channels */
    rig_write(rig, 0x002500, 0);        /* and this one stays */
    rig_write(rig, 0x810040, 0x1230);
    nv_glance_open(rig->card);
    g_assert_false(nv_card_glance(rig->card, 0x810040, 4, &value));
    nv_glance_close(rig->card);
    nv_glance_open(rig->card);
    for (uint32_t at = 0x810040; at <= 0x810048; at += 4) {
        g_assert_true(nv_card_glance(rig->card, at, 4, &value));
        g_assert_cmphex(value, ==, rig_read(rig, at));
    }
    g_assert_true(nv_card_glance(rig->card, 0x810040, 4, &value));
    g_assert_cmphex(value, ==, 0x1230);
    g_assert_true(nv_card_glance(rig->card, 0x800040, 4, &value));
    g_assert_cmphex(value, ==, rig_read(rig, 0x800040));
    g_assert_false(nv_card_glance(rig->card, 0x820044, 4, &value));
    nv_glance_close(rig->card);
    nv_glance_open(rig->card);          /* that one is no DMA channel */
    g_assert_false(nv_card_glance(rig->card, 0x820044, 4, &value));
    nv_glance_close(rig->card);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/glance/beside", test_beside);
    g_test_add_func("/glance/between", test_between);
    g_test_add_func("/glance/words", test_words);
    g_test_add_func("/glance/channels", test_channels);
    return g_test_run();
}
