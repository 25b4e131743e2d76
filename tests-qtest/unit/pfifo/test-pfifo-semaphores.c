/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Semaphores of PFIFO: who waits, who goes on, what is refused.
 */
#include "card/card.h"
#include "unit/pfifo/pfifo-rig.h"

static void use_semaphore(Rig *rig, unsigned ch, uint32_t offset)
{
    method(rig, ch, 0, 0x60, H_SEM);
    method(rig, ch, 0, 0x64, offset);
}

/* A waiting channel ends nobody else's slice. */
static void test_fair_waiting(void)
{
    Rig *rig = rig_new();

    add_channel(rig, 2);
    use_semaphore(rig, 2, 0);
    method(rig, 2, 0, 0x68, 1);
    method(rig, 2, 0, 0x50, 1);
    go(rig, 2);
    for (unsigned i = 0; i < 20; i++) {
        rig->put[1] = 0;
        put(rig, 1, HEAD(2047, 0, 0x50) | NONINC);
        for (unsigned w = 0; w < 2047; w++) {
            put(rig, 1, i * 10000 + w);
        }
        go(rig, 1);
        g_assert_cmpuint(user(rig, 1, 0x48), ==, i * 10000 + 2046);
        wr(rig, 0x3244, 0);
        wr(rig, 0x3240, 0);
    }
    g_assert_cmpuint(user(rig, 2, 0x48), ==, 0);
    rig_free(rig);
}

static uint32_t sem_word(Rig *rig, uint32_t offset)
{
    uint32_t word;

    memcpy(&word, (uint8_t *)nv_card_vram(rig->card) + SEM_PAGE + offset, 4);
    return GUINT32_FROM_LE(word);
}

/* Somebody has to look again, for nothing else is in the way. */
static bool polls(Rig *rig)
{
    return nv_pfifo_polls(&rig->card->pfifo);
}

static void test_semaphores(void)
{
    Rig *rig = rig_new();

    add_channel(rig, 2);
    add_channel(rig, 4);
    use_semaphore(rig, 1, 0x40);
    method(rig, 1, 0, 0x68, 0xabcd);        /* wait */
    method(rig, 1, 0, 0x50, 0x11);
    go(rig, 1);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0);
    g_assert_cmphex(rd(rig, 0x3254) & 0x10, ==, 0x10);
    g_assert_cmphex(rd(rig, 0x3268), ==, 0xabcd);
    g_assert_cmphex(rd(rig, 0x326c), ==, SEM_PAGE | 0x40 | 1);

    method(rig, 4, 0, 0x50, 0x44);          /* others go on */
    go(rig, 4);
    g_assert_cmpuint(user(rig, 4, 0x48), ==, 0x44);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0);
    g_assert_cmphex(rd(rig, 0x2508), ==, 1 << 1);
    g_assert_true(polls(rig));
    wr(rig, 0x2500, 0);                     /* nobody is let in */
    g_assert_false(polls(rig));
    wr(rig, 0x2500, 1);

    use_semaphore(rig, 2, 0x40);
    method(rig, 2, 0, 0x6c, 0xabcc);        /* not yet the right value */
    method(rig, 2, 0, 0x50, 0x21);
    go(rig, 2);
    g_assert_cmphex(sem_word(rig, 0x40), ==, 0xabcc);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0);
    method(rig, 2, 0, 0x6c, 0xabcd);
    method(rig, 2, 0, 0x50, 0x22);
    go(rig, 2);
    g_assert_cmpuint(user(rig, 2, 0x48), ==, 0x22);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0x11);
    g_assert_false(polls(rig));
    rig_free(rig);
}

/* The CPU releases: a look at USER asks for another try. */
static void test_semaphore_cpu(void)
{
    Rig *rig = rig_new();
    unsigned works;

    use_semaphore(rig, 1, 0);
    method(rig, 1, 0, 0x68, 5);
    method(rig, 1, 0, 0x50, 6);
    go(rig, 1);
    g_assert_true(polls(rig));
    wr(rig, 0x3250, 0);                     /* as while an interrupt waits */
    g_assert_false(polls(rig));
    wr(rig, 0x3250, 1);
    ((uint8_t *)nv_card_vram(rig->card))[SEM_PAGE] = 5;
    works = rig->works;
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0);
    g_assert_cmpuint(rig->works, >, works);
    pump(rig);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 6);
    g_assert_cmphex(rd(rig, 0x3254) & 0x10, ==, 0);
    rig_free(rig);
}

/* A big-endian channel's words are big-endian in memory. */
static void test_semaphore_big(void)
{
    Rig *rig = rig_new();
    uint32_t i;

    wi(rig, RAMFC + 64 + 0x14, 0x80086078);
    use_semaphore(rig, 1, 0x20);
    method(rig, 1, 0, 0x6c, 0x11223344);
    method(rig, 1, 0, 0x68, 0x11223344);
    method(rig, 1, 0, 0x50, 4);
    for (i = 0; i < rig->put[1]; i += 4) {
        uint32_t word;

        memcpy(&word, rig->ram + PUSH_AT(1) + i, 4);
        poke32(rig, PUSH_AT(1) + i, GUINT32_SWAP_LE_BE(GUINT32_FROM_LE(word)));
    }
    go(rig, 1);
    g_assert_cmphex(sem_word(rig, 0x20), ==, 0x44332211);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 4);
    rig_free(rig);
}

static void test_semaphore_errors(void)
{
    static const struct {
        uint32_t mthd, data, error, word0;
    } cases[] = {
        { 0x60, H_SRW, 1, 0xb002 }, { 0x60, H_GR, 1, 0xb002 },
        { 0x60, H_SEM, 1, 0xa002 }, { 0x60, H_SEM, 1, 0xb003 },
        { 0x64, 0x1000, 1, 0 }, { 0x64, 2, 1, 0 },
        { 0x68, 0, 2, 0 }, { 0x6c, 0, 2, 0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        Rig *rig = rig_new();

        wi(rig, SEM_OBJ, cases[i].word0);
        method(rig, 1, 0, cases[i].mthd, cases[i].data);
        method(rig, 1, 0, 0x50, 1);
        go(rig, 1);
        g_assert_true(rig->irq);
        g_assert_cmphex(rd(rig, 0x2100), ==, 0x00100000);
        g_assert_cmphex(rd(rig, 0x3250), ==, cases[i].error << 20);
        g_assert_cmpuint(user(rig, 1, 0x48), ==, 0);
        wr(rig, 0x2100, 0x00100000);
        wr(rig, 0x3270, rd(rig, 0x3270) + 4);
        wr(rig, 0x3250, 1);
        pump(rig);
        g_assert_cmpuint(user(rig, 1, 0x48), ==, 1);
        rig_free(rig);
    }
}

/* A driver makes the refused object valid by hand. */
static void test_semaphore_mend(void)
{
    Rig *rig = rig_new();

    method(rig, 1, 0, 0x60, H_SRW);
    method(rig, 1, 0, 0x64, 0x10);
    method(rig, 1, 0, 0x6c, 0x77);
    go(rig, 1);
    g_assert_cmphex(rd(rig, 0x326c), ==, SEM_PAGE);
    wr(rig, 0x2100, 0x00100000);
    wr(rig, 0x326c, rd(rig, 0x326c) | 1);
    wr(rig, 0x3270, rd(rig, 0x3270) + 4);
    wr(rig, 0x3250, 1);
    pump(rig);
    g_assert_cmphex(sem_word(rig, 0x10), ==, 0x77);
    g_assert_cmphex(rd(rig, 0x2100), ==, 0);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pfifo/switch/fair-beside-waiting", test_fair_waiting);
    g_test_add_func("/pfifo/semaphore/two-channels", test_semaphores);
    g_test_add_func("/pfifo/semaphore/released-by-cpu", test_semaphore_cpu);
    g_test_add_func("/pfifo/semaphore/big-endian", test_semaphore_big);
    g_test_add_func("/pfifo/semaphore/errors", test_semaphore_errors);
    g_test_add_func("/pfifo/semaphore/mended-object", test_semaphore_mend);
    return g_test_run();
}
