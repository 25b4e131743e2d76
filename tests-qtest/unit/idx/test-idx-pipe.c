/* SPDX-License-Identifier: GPL-2.0-or-later */
/* IDX of Celsius: the window of its pipe, as drivers save and load it. */
#include "unit/idx/test-idx.h"

enum { ARRAYS = 8, BEGIN = 0x40, EDGE_FLAG = 0x44, STATE = 0x4c };

static void wr(Rig *rig, uint32_t addr, uint32_t data)
{
    nv_idx_pipe_write(&rig->idx, addr, data);
}

static uint32_t rd(Rig *rig, uint32_t addr)
{
    return nv_idx_pipe_read(&rig->idx, addr);
}

/* Offset and format of each array in turn, which do not mix. */
static void test_arrays(void)
{
    Rig *rig = rig_new_bare("nv10");

    for (unsigned n = 0; n < ARRAYS; n++) {
        wr(rig, n * 8, 0xf0000003 + 0x1000 * n);
        /* Three floats; weight and fog have one. */
        wr(rig, n * 8 + 4, 2 | 3 << 4 | (n + 1) << 10);
    }
    for (unsigned n = 0; n < ARRAYS; n++) {
        g_assert_cmphex(rd(rig, n * 8), ==, 0x1000 * n);
        g_assert_cmphex(rd(rig, n * 8 + 4) >> 10, ==, n + 1);
        g_assert_cmphex(rd(rig, n * 8 + 4) & 7, ==, 6);
        g_assert_cmphex(rd(rig, n * 8 + 4) >> 4 & 7, ==, n < 6 ? 3 : 1);
    }
    rig_free(rig);
}

/* What is no bit of a word is lost; between the words there is nothing. */
static void test_words(void)
{
    Rig *rig = rig_new_bare("nv10");
    uint32_t before[2 * ARRAYS];

    wr(rig, STATE, UINT32_MAX);
    g_assert_cmphex(rd(rig, STATE), ==, 0x70001f3f);
    wr(rig, STATE, 0);
    g_assert_cmphex(rd(rig, STATE), ==, 0);
    wr(rig, EDGE_FLAG, UINT32_MAX - 1);
    g_assert_cmphex(rd(rig, EDGE_FLAG), ==, 0);
    wr(rig, EDGE_FLAG, 1);
    g_assert_cmphex(rd(rig, EDGE_FLAG), ==, 1);
    wr(rig, BEGIN, 0xfffffff5);
    g_assert_cmphex(rd(rig, BEGIN), ==, 5);
    for (uint32_t addr = 0; addr < BEGIN; addr += 4) {
        before[addr / 4] = rd(rig, addr);
    }
    for (uint32_t addr = 0x48; addr < 0x80; addr += 4) {
        if (addr != STATE) {
            wr(rig, addr, UINT32_MAX);
            g_assert_cmphex(rd(rig, addr), ==, 0);
        }
    }
    for (uint32_t addr = 0; addr < BEGIN; addr += 4) {
        g_assert_cmphex(rd(rig, addr), ==, before[addr / 4]);
    }
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/idx/pipe/arrays", test_arrays);
    g_test_add_func("/idx/pipe/words", test_words);
    return g_test_run();
}
