/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFIFO seen from outside: push buffers and register writes go in; what
 * comes out is read from registers, USER, REF, memory and PGRAPH's trap
 * registers.  Expected values follow the documented formats.
 */
#include "unit/pfifo/pfifo-rig.h"

/* Registers. */

static void test_registers(void)
{
    static const struct {
        uint32_t addr, mask, reset;
    } rows[] = {
        { 0x2040, 0x3ff, 0 }, { 0x2044, 0x0101ffff, 0 },
        { 0x2048, 0x0101ffff, 0 }, { 0x204c, 0x3ffff, 0 },
        { 0x2050, 0x111f, 0 }, { 0x2054, 0x3ff, 2 }, { 0x2080, 0, 0 },
        { 0x2100, 0, 0 }, { 0x2140, 0x01111111, 0 },
        { 0x2210, 0x030301f0, 0 }, { 0x2214, 0x01ff01fc, 0 },
        { 0x2218, 0x000101fe, 0 }, { 0x2410, 0x1ff8, 0 },
        { 0x2420, 0x1ff8, 0 }, { 0x2500, 1, 0 }, { 0x2504, ~0u, 0 },
        { 0x2508, ~0u, 0 }, { 0x250c, ~0u, 0 }, { 0x3000, 1, 0 },
        { 0x3004, 0x1f, 0 }, { 0x3058, 0x1ffff, 0 }, { 0x3080, ~0u, 0 },
        { 0x3200, 1, 0 }, { 0x3204, 0x11f, 0 }, { 0x3210, 0x3fc, 0 },
        { 0x3224, 0x801fe0f8, 0 }, { 0x3228, 0xfffcfffd, 0 },
        { 0x322c, 0xffff, 0 }, { 0x3234, ~0u, 0 }, { 0x3240, ~3u, 0 },
        { 0x3244, ~3u, 0 }, { 0x3248, ~0u, 0 }, { 0x324c, ~2u, 0 },
        { 0x3254, 0x3001f, 0 }, { 0x3258, 0x1ffff, 0 },
        { 0x3260, 0x7fffffff, 0 }, { 0x3264, ~0u, 0 }, { 0x3268, ~0u, 0 },
        { 0x326c, ~2u, 0 }, { 0x3270, 0x3fc, 0 }, { 0x3280, ~0u, 0 },
        { 0x3800, 0xfffd, 0 }, { 0x3804, ~0u, 0 }, { 0x3ff8, 0xfffd, 0 },
        { 0x3ffc, ~0u, 0 }, { 0x2060, 0, 0 },
    };
    const NvCardConfig config = { .chip = "nv25", .vram_size = VRAM_SIZE };
    Rig rig = { .card = nv_card_new(&config, &ops, &rig, NULL) };
    unsigned wrong = 0;

    wr(&rig, 0x000200, 0xffffffff);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint32_t reset = rd(&rig, rows[i].addr), ones, zeros;

        wr(&rig, rows[i].addr, 0xffffffff);
        ones = rd(&rig, rows[i].addr);
        wr(&rig, rows[i].addr, 0);
        zeros = rd(&rig, rows[i].addr);
        if (reset != rows[i].reset || ones != rows[i].mask || zeros) {
            g_test_message("0x%04x: reset %x ones %x zeros %x",
                           rows[i].addr, reset, ones, zeros);
            wrong++;
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmphex(rd(&rig, 0x3214), ==, 0x10);
    wr(&rig, 0x3210, 0x3fc);
    g_assert_cmphex(rd(&rig, 0x3214), ==, 0x100);
    g_assert_cmphex(rd(&rig, 0x2400), ==, 0x10);
    wr(&rig, 0x2410, 8);
    g_assert_cmphex(rd(&rig, 0x2400), ==, 0x01);
    wr(&rig, 0x2410, 0x1f8);
    g_assert_cmphex(rd(&rig, 0x2400), ==, 0x101);
    nv_card_free(rig.card);
}

/* Push buffer words. */

static void test_increasing(void)
{
    Rig *rig = rig_new();

    for (unsigned i = 0; i < 32; i++) {
        put(rig, 1, 0);                 /* the NOPs a ring starts with */
    }
    method(rig, 1, 3, 0, H_GR);
    put(rig, 1, HEAD(3, 3, 0x200));
    put(rig, 1, 0x02800000);
    put(rig, 1, 0x01e00000);
    put(rig, 1, 0x00000123);
    go(rig, 1);
    g_assert_cmpstr(rig->methods->str, ==, "1:3:0:beef0097 "
                    "1:3:200:2800000 1:3:204:1e00000 1:3:208:123 ");
    g_assert_cmphex(rd(rig, 0x400704), ==, 1 << 20 | 3 << 16 | 0x208);
    g_assert_cmphex(rd(rig, 0x400708), ==, 0x123);
    g_assert_cmphex(user(rig, 1, 0x44), ==, rig->put[1]);
    g_assert_cmphex(rd(rig, 0x3280), ==, 0x1000);
    g_assert_cmphex(rd(rig, 0x3228), ==, 3 << 13 | 0x20c);
    g_assert_cmphex(rd(rig, 0x32a0), ==, 3);
    g_assert_cmphex(rd(rig, 0x32a8), ==, HEAD(3, 3, 0x200));
    g_assert_cmphex(rd(rig, 0x32ac), ==, 0x123);
    g_assert_cmphex(rd(rig, 0x3270), ==, 16);
    g_assert_cmphex(rd(rig, 0x3808), ==, 3 << 13 | 0x200);
    g_assert_cmphex(rd(rig, 0x380c), ==, 0x02800000);
    rig_free(rig);
}

static void test_nonincreasing(void)
{
    Rig *rig = rig_new();

    put(rig, 1, NONINC | HEAD(3, 5, 0x50));
    put(rig, 1, 11);
    put(rig, 1, 22);
    put(rig, 1, 33);
    go(rig, 1);
    g_assert_cmpstr(rig->methods->str, ==, "1:5:50:b 1:5:50:16 1:5:50:21 ");
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 33);
    g_assert_cmphex(rd(rig, 0x3228), ==, 5 << 13 | 0x50 | 1);
    g_assert_cmphex(rd(rig, 0x3800), ==, 5 << 13 | 0x50 | 1);
    rig_free(rig);
}

static void test_flow(void)
{
    Rig *rig = rig_new();

    put(rig, 1, 0x20000000 | 0x100);            /* old jump */
    rig->put[1] = 0x100;
    method(rig, 1, 0, 0x50, 1);
    put(rig, 1, 0x400 | 2);                     /* call */
    method(rig, 1, 0, 0x50, 3);
    put(rig, 1, 0x800 | 1);                     /* jump */
    rig->put[1] = 0x400;
    method(rig, 1, 0, 0x50, 2);
    put(rig, 1, 0x00020000);                    /* return */
    rig->put[1] = 0x800;
    method(rig, 1, 0, 0x50, 4);
    go(rig, 1);
    g_assert_cmpstr(rig->methods->str, ==,
                    "1:0:50:1 1:0:50:2 1:0:50:3 1:0:50:4 ");
    g_assert_cmphex(rd(rig, 0x324c), ==, 0x10c);
    g_assert_cmphex(rd(rig, 0x32a4), ==, 0x118);    /* after the jump word */
    g_assert_cmphex(user(rig, 1, 0x44), ==, 0x808);
    rig_free(rig);
}

static void test_big_endian(void)
{
    Rig *rig = rig_new();

    wi(rig, RAMFC + 64 + 0x14, 0x80086078);
    put(rig, 1, GUINT32_SWAP_LE_BE(HEAD(1, 0, 0x50)));
    put(rig, 1, GUINT32_SWAP_LE_BE(0x12345678));
    go(rig, 1);
    g_assert_cmphex(user(rig, 1, 0x48), ==, 0x12345678);
    rig_free(rig);
}

/* Each error: its code, and the driver's way on. */
static void test_errors(void)
{
    static const struct {
        uint32_t words[4];
        uint32_t error, get;
    } cases[] = {
        { { 0x00030000 }, 4, 4 },               /* no such form */
        { { 0xe0000000 }, 4, 4 },
        { { 0x60000000 }, 4, 4 },
        { { 0x00000003 }, 4, 4 },
        { { 0x00010000 }, 4, 4 },               /* SLI, later chips */
        { { 0x00020000 }, 3, 4 },
        { { 0x00000006, 0x00000006 }, 1, 8 },   /* call 4, call 4 */
        { { HEAD(1, 0, 0x54), 0 }, 2, 8 },
        { { HEAD(1, 0, 0x80), 0 }, 2, 8 },
        { { HEAD(1, 0, 0xfc), 0 }, 2, 8 },
        { { 0x00008001 }, 6, 0x8000 },          /* behind the limit */
        { { 0xfffffff1 }, 6, 0xfffffff0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        Rig *rig = rig_new();

        for (unsigned w = 0; w < 4; w++) {
            put(rig, 1, cases[i].words[w]);
        }
        go(rig, 1);
        g_assert_true(rig->irq);
        g_assert_cmphex(rd(rig, 0x2100), ==, 0x1000);
        g_assert_cmpuint(rd(rig, 0x3228) >> 29, ==, cases[i].error);
        g_assert_cmphex(rd(rig, 0x3244), ==, cases[i].get);
        g_assert_cmphex(rd(rig, 0x3220) & 0x1001, ==, 0x1001);

        wr(rig, 0x3244, rd(rig, 0x3240));
        wr(rig, 0x3228, 0);
        wr(rig, 0x3220, 1);
        wr(rig, 0x2100, 0x1000);
        g_assert_false(rig->irq);
        method(rig, 1, 0, 0x50, 99);
        go(rig, 1);
        g_assert_cmpuint(user(rig, 1, 0x48), ==, 99);
        rig_free(rig);
    }
}

static void test_endless_jump(void)
{
    Rig *rig = rig_new();

    put(rig, 1, 0x20000000);
    put(rig, 1, 0);
    kick(rig, 1);
    for (unsigned i = 0; i < 10; i++) {
        g_assert_true(nv_card_run(rig->card, 1000));
    }
    g_assert_cmpuint(nv_card_stats(rig->card).words, <=, 10000);
    g_assert_cmpuint(nv_card_stats(rig->card).words, >=, 9000);
    rig_free(rig);
}

/* The push buffer through a page table, with adjust, up to the limit. */
static void test_paged_push(void)
{
    Rig *rig = rig_new();
    uint32_t obj = SCRATCH + 0x100;

    wi(rig, obj, 0x80021002);           /* pages, PCI, adjust 0x800 */
    wi(rig, obj + 4, 0x17ff);
    wi(rig, obj + 8, 0x00150003);
    wi(rig, obj + 12, 0x00140003);
    wi(rig, RAMFC + 64 + 0x0c, obj >> 4);
    for (unsigned i = 0; i < 0x600; i += 2) {
        uint32_t at = i * 4 < 0x800 ? 0x150800 + i * 4
                                    : 0x140000 + i * 4 - 0x800;

        poke32(rig, at, HEAD(1, 0, 0x50));
        poke32(rig, at + 4, i + 1);
    }
    rig->put[1] = 0x17f8;
    go(rig, 1);
    g_assert_cmphex(user(rig, 1, 0x44), ==, 0x17f8);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0x5fc + 1);
    g_assert_cmphex(rd(rig, 0x3230), ==, 0x80021800);
    g_assert_cmphex(rd(rig, 0x3234), ==, 0x17ff);
    rig->put[1] = 0x1808;
    go(rig, 1);
    g_assert_cmphex(rd(rig, 0x3228) >> 29, ==, 6);
    g_assert_cmphex(rd(rig, 0x3244), ==, 0x1800);
    rig_free(rig);
}

/* Budgets of one word: the same methods come out. */
static void test_small_budget(void)
{
    Rig *rig = rig_new();
    unsigned runs = 0;

    put(rig, 1, NONINC | HEAD(600, 0, 0x50));
    for (unsigned i = 0; i < 600; i++) {
        put(rig, 1, i);
    }
    kick(rig, 1);
    while (nv_card_run(rig->card, 1)) {
        runs++;
    }
    g_assert_cmpuint(runs, >=, 600);
    g_assert_cmpuint(runs, <=, 602);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 599);
    rig_free(rig);
}

/* RAMHT. */

static bool finds(Rig *rig, uint32_t handle)
{
    uint32_t ref = user(rig, 1, 0x48) + 1;
    bool found;

    put(rig, 1, HEAD(1, 0, 0));
    put(rig, 1, handle);
    method(rig, 1, 0, 0x50, ref);
    go(rig, 1);
    found = user(rig, 1, 0x48) == ref;
    if (!found) {
        g_assert_cmphex(rd(rig, 0x3250) & 0x111, ==, 0x10);
        wr(rig, 0x2100, 1);
        wr(rig, 0x3270, rd(rig, 0x3270) + 4);
        wr(rig, 0x3250, 1);
        pump(rig);
        g_assert_cmpuint(user(rig, 1, 0x48), ==, ref);
    }
    return found;
}

static void test_ramht(void)
{
    Rig *rig = rig_new();
    uint32_t same = 0x00012345, at = hash(same, 1);

    g_assert_true(finds(rig, H_GR));
    g_assert_cmphex(rd(rig, 0x3258), ==, 0x10000 | GR_OBJ >> 4);
    g_assert_false(finds(rig, same));

    /* At the last place of the search, and one behind it. */
    entry(rig, (at + 127) & 511, same, 1, 1, GR_OBJ);
    g_assert_true(finds(rig, same));
    wi(rig, RAMHT + ((at + 127) & 511) * 8 + 4, 0);
    entry(rig, (at + 128) & 511, same, 1, 1, GR_OBJ);
    g_assert_false(finds(rig, same));

    /* Another channel's entry and one without the valid bit come first. */
    entry(rig, at, same, 2, 1, SCRATCH);
    entry(rig, (at + 1) & 511, same, 1, 1, SCRATCH);
    wi(rig, RAMHT + ((at + 1) & 511) * 8 + 4, 0x01010000 | SCRATCH >> 4);
    g_assert_false(finds(rig, same));
    entry(rig, (at + 2) & 511, same, 1, 1, GR_OBJ);
    g_assert_true(finds(rig, same));

    /* Over the end of the table. */
    entry(rig, 3, 511 ^ 1 << 5, 1, 1, GR_OBJ);
    g_assert_cmpuint(hash(511 ^ 1 << 5, 1), ==, 511);
    g_assert_true(finds(rig, 511 ^ 1 << 5));

    /* A shorter search. */
    wr(rig, 0x2210, RAMHT >> 8);
    entry(rig, (hash(7, 1) + 16) & 511, 7, 1, 1, GR_OBJ);
    g_assert_false(finds(rig, 7));
    wr(rig, 0x2210, 0x01000000 | RAMHT >> 8);
    g_assert_true(finds(rig, 7));
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pfifo/registers", test_registers);
    g_test_add_func("/pfifo/push/increasing", test_increasing);
    g_test_add_func("/pfifo/push/nonincreasing", test_nonincreasing);
    g_test_add_func("/pfifo/push/jump-call-return", test_flow);
    g_test_add_func("/pfifo/push/big-endian", test_big_endian);
    g_test_add_func("/pfifo/push/errors", test_errors);
    g_test_add_func("/pfifo/push/endless-jump-is-bounded", test_endless_jump);
    g_test_add_func("/pfifo/push/page-table", test_paged_push);
    g_test_add_func("/pfifo/push/budget-of-one-word", test_small_budget);
    g_test_add_func("/pfifo/ramht/search", test_ramht);
    return g_test_run();
}
