/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where PFIFO's memory ends: entries of RAMFC beside each other, and pages of
 * semaphores in the memory that their object names.
 */
#include "unit/pfifo/pfifo-rig.h"

/* A small entry is 32 bytes; what is behind it is the next channel's. */
static void test_small_entry(void)
{
    enum { MARK = 0x5a5a5a5c, FIRST = 3, OTHER = 30 };
    Rig *rig = rig_new_fc(0);

    add_channel(rig, FIRST);
    add_channel(rig, OTHER);
    for (unsigned at = 0; at < 32; at += 4) {
        wi(rig, RAMFC + (FIRST + 1) * 32 + at, MARK + at);
    }
    for (unsigned i = 0; i < 4; i++) {
        unsigned ch = i % 2 ? OTHER : FIRST;

        method(rig, ch, 0, 0x50, i);
        go(rig, ch);
        g_assert_cmpuint(user(rig, ch, 0x48), ==, i);
    }
    for (unsigned at = 0; at < 32; at += 4) {
        g_assert_cmphex(ri(rig, RAMFC + (FIRST + 1) * 32 + at), ==, MARK + at);
    }
    rig_free(rig);
}

/* A page of the machine's memory, by PCI (2) and by AGP (3). */
static void test_semaphore_target(void)
{
    enum { PAGE = 0x180000 };

    for (unsigned target = 2; target <= 3; target++) {
        Rig *rig = rig_new();

        wi(rig, SEM_OBJ, 0x0000b002 | target << 16);
        wi(rig, SEM_OBJ + 8, PAGE | 2);
        method(rig, 1, 0, 0x60, H_SEM);
        method(rig, 1, 0, 0x64, 0x40);
        method(rig, 1, 0, 0x6c, 0xabcd);
        go(rig, 1);
        g_assert_cmphex(rig->ram[PAGE + 0x40], ==, 0xcd);
        g_assert_cmphex(rig->ram[PAGE + 0x41], ==, 0xab);
        method(rig, 1, 0, 0x68, 0xabcd);
        method(rig, 1, 0, 0x50, 9);
        go(rig, 1);
        g_assert_cmpuint(user(rig, 1, 0x48), ==, 9);
        rig_free(rig);
    }
}

/* Chips from NV17 on have semaphores; before, the methods are software's. */
static void test_semaphore_chips(void)
{
    static const struct { const char *chip; bool has; } rows[] = {
        { "nv10", false }, { "nv15", false }, { "nv17", true },
        { "nv20", true }, { "nv25", true }, { "nv30", true }, { "nv34", true },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Rig *rig = rig_new_chip(rows[i].chip, rows[i].has ? 0x10000 : 0);

        add_channel(rig, 1);
        method(rig, 1, 0, 0x60, H_SEM);
        method(rig, 1, 0, 0x64, 0x40);
        method(rig, 1, 0, 0x6c, 0xabcd);
        go(rig, 1);
        g_assert_cmphex(((uint8_t *)nv_card_vram(rig->card))[SEM_PAGE + 0x40],
                        ==, rows[i].has ? 0xcd : 0);
        rig_free(rig);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pfifo/edges/small-entry", test_small_entry);
    g_test_add_func("/pfifo/edges/semaphore-target", test_semaphore_target);
    g_test_add_func("/pfifo/edges/semaphore-chips", test_semaphore_chips);
    return g_test_run();
}
