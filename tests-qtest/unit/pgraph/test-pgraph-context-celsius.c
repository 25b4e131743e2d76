/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Channels of Celsius: the driver reads everything and writes it back.
 */
#include "unit/pgraph/pgraph-random.h"

#define PIPE_INDEX 0xf50
#define PIPE_DATA  0xf54

/* What drivers save of the pipe: constants, lights, scalars (doc). */
static const struct {
    uint16_t at, bytes;
} windows[] = {
    { 0x6400, 0x3b0 }, { 0x6800, 0x2f0 }, { 0x6c00, 0x030 },
    { 0x7000, 0x130 }, { 0x7400, 0x0c0 }, { 0x7800, 0x0c0 },
};

enum { PIPE_WORDS = (0x3b0 + 0x2f0 + 0x30 + 0x130 + 0xc0 + 0xc0) / 4 };

static void pipe_move(Rig *rig, uint32_t *words, bool load)
{
    for (unsigned p = 0; p < G_N_ELEMENTS(windows); p++) {
        nv_pgraph_write(rig->pg, PIPE_INDEX, windows[p].at);
        for (unsigned i = 0; i < windows[p].bytes / 4; i++) {
            if (load) {
                nv_pgraph_write(rig->pg, PIPE_DATA, *words++);
            } else {
                *words++ = nv_pgraph_read(rig->pg, PIPE_DATA);
            }
        }
    }
}

/* The words of registers by their offsets; CTX_USER is the driver's. */
static void registers_move(Rig *rig, uint32_t *words, bool load)
{
    for (uint32_t offset = 0; offset < NV_PGRAPH_SIZE; offset += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(&rig->pg->regs, offset, &index);

        if (!reg || !(reg->flags & NV_PG_CHANNEL)) {
            continue;
        }
        if (load) {
            nv_pgraph_write(rig->pg, offset, words[offset / 4]);
        } else {
            words[offset / 4] = nv_pgraph_read(rig->pg, offset);
        }
    }
}

static void random_pipe(Rig *rig, GRand *rand)
{
    uint32_t words[PIPE_WORDS];

    for (unsigned i = 0; i < PIPE_WORDS; i++) {
        /* Numbers, that conversions leave alone. */
        words[i] = nv_f2u(g_rand_int_range(rand, 1, 4096) / 16.0f);
    }
    pipe_move(rig, words, true);
}

static void test_celsius(gconstpointer data)
{
    Rig *rig = rig_new(data, 0);
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x15);
    uint32_t before[PIPE_WORDS], between[PIPE_WORDS], after[PIPE_WORDS];
    g_autofree uint32_t *regs = g_new0(uint32_t, NV_PGRAPH_SIZE / 4);
    g_autofree uint32_t *now = g_new0(uint32_t, NV_PGRAPH_SIZE / 4);

    nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_D, 0);
    for (unsigned round = 0; round < 8; round++) {
        unsigned changed = 0;

        random_registers(rig, rand);
        random_pipe(rig, rand);
        registers_move(rig, regs, false);
        pipe_move(rig, before, false);
        random_registers(rig, rand);
        random_pipe(rig, rand);
        pipe_move(rig, between, false);
        for (unsigned i = 0; i < PIPE_WORDS; i++) {
            changed += before[i] != between[i];
        }
        g_assert_cmpuint(changed, >, PIPE_WORDS / 4);
        pipe_move(rig, before, true);
        registers_move(rig, regs, true);
        /* Hooks of one may touch others: the second time all are there. */
        registers_move(rig, regs, true);
        pipe_move(rig, after, false);
        registers_move(rig, now, false);
        g_assert_cmpuint(differ(after, before, sizeof(before), "pipe"), ==,
                         0);
        g_assert_cmpuint(differ(now, regs, NV_PGRAPH_SIZE, "registers"), ==,
                         0);
    }
    rig_free(rig);
}

int main(int argc, char **argv)
{
    static const char *const celsius[] = { "nv10", "nv15", "nv17" };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(celsius); i++) {
        g_autofree char *path = g_strconcat("/pgraph/context/celsius/",
                                            celsius[i], NULL);

        g_test_add_data_func(path, celsius[i], test_celsius);
    }
    return g_test_run();
}
