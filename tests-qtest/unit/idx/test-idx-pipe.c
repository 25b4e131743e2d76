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

/* Which of the vertices in assembly get whose colours; 3: the ring's. */
static void flat_colors(unsigned prim, unsigned step, bool smooth, bool first,
                        uint8_t from[3])
{
    bool open = !smooth && step != 0 && step != 4;

    from[0] = 0;
    from[1] = 1;
    from[2] = 2;
    if (open && prim == NV_PRIM_LINE_LOOP && !first) {
        from[1] = from[2] = 0;
    } else if (open && prim == NV_PRIM_LINE_LOOP) {
        from[0] = from[1] = 2;
        from[2] = 3;
    } else if (open && prim == NV_PRIM_POLYGON && first && step != 7) {
        from[1] = 2;
        from[2] = 3;
    }
}

/* A bundle within a flat primitive: hardware tests assert whose colour is. */
static void test_flat(void)
{
    enum { COL0 = 10, COL1 = 11 };

    for (unsigned n = 0; n < 11 * 8 * 4; n++) {
        unsigned prim = n % 11, step = n / 11 % 8;
        bool smooth = n / 88 & 1, first = n / 88 & 2;
        Rig *rig = rig_new_bare("nv10");
        NvIdxPipe *c = &rig->idx.pipe;
        uint8_t from[3];

        rig->idx.config.smooth = smooth;
        rig->idx.config.first = first;
        c->begin_end = prim;
        c->state = step << 28;
        for (unsigned i = 0; i < 4; i++) {
            uint32_t *v = i < 3 ? c->xvtx[i] : c->ovtx[c->ovtx_at];

            v[COL0] = 0x11111111 * (i + 1);
            v[COL1] = 0x22222200 * (i + 1) | 0x50 | i;
        }
        nv_idx_pipe_flat(&rig->idx);
        flat_colors(prim, step, smooth, first, from);
        for (unsigned i = 0; i < 3; i++) {
            g_assert_cmphex(c->xvtx[i][COL0], ==, 0x11111111 * (from[i] + 1u));
            g_assert_cmphex(c->xvtx[i][COL1], ==,
                            0x22222200 * (from[i] + 1u) | 0x50 | i);
        }
        rig_free(rig);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/idx/pipe/arrays", test_arrays);
    g_test_add_func("/idx/pipe/words", test_words);
    g_test_add_func("/idx/pipe/flat", test_flat);
    return g_test_run();
}
