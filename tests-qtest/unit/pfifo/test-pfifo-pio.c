/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFIFO's other ways in: methods written by the CPU (PIO) with RAMRO behind
 * them, saved state sound and damaged, and guests that write anything.
 */
#include "unit/pfifo/pfifo-rig.h"

/* PIO. */

static void test_pio(void)
{
    Rig *rig = rig_new();

    add_handle(rig, H_GR, 6, 1, GR_OBJ);
    g_assert_cmpuint(user(rig, 6, 0x10), ==, 124);
    wr(rig, 0x250c, 1 << 6);
    g_assert_cmpuint(user(rig, 6, 0x10), ==, 512);
    wr(rig, 0x860000 + 0x4000, H_GR);
    wr(rig, 0x860000 + 0x4200, 0x02800000);
    g_assert_cmphex(rd(rig, 0x3204), ==, 6);
    g_assert_cmpuint(user(rig, 6, 0x10), ==, 255 * 4 - 2 * 4);
    pump(rig);
    g_assert_cmpstr(rig->methods->str, ==,
                    "6:2:0:beef0097 6:2:200:2800000 ");
    g_assert_cmphex(rd(rig, 0x400704), ==, 6 << 20 | 2 << 16 | 0x200);
    g_assert_cmpuint(user(rig, 6, 0x10), ==, 255 * 4);
    g_assert_cmphex(rd(rig, 0x2400), ==, 0x10);

    method(rig, 1, 0, 0x50, 3);             /* and DMA goes on beside it */
    go(rig, 1);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 3);
    rig_free(rig);
}

static void test_runout(void)
{
    Rig *rig = rig_new();

    wr(rig, 0x860000 + 0x2044, 0x1234);     /* reserved */
    g_assert_true(rig->irq);
    g_assert_cmphex(rd(rig, 0x2100), ==, 0x10);
    g_assert_cmphex(ri(rig, RAMRO), ==, 5u << 28 | 0x62044);
    g_assert_cmphex(ri(rig, RAMRO + 4), ==, 0x1234);
    g_assert_cmphex(rd(rig, 0x2410), ==, 8);
    g_assert_cmphex(rd(rig, 0x2400), ==, 1);
    g_assert_cmpuint(user(rig, 6, 0x10), ==, 0);
    wr(rig, 0x2420, 8);

    wr(rig, 0x3250, 0);                     /* nothing drains: it overruns */
    for (unsigned i = 0; i < 256; i++) {
        wr(rig, 0x860000 + 0x100, i);
    }
    g_assert_cmphex(rd(rig, 0x3214), ==, 0x101);
    g_assert_cmphex(ri(rig, RAMRO + 8), ==, 3u << 28 | 0x60100);
    g_assert_cmphex(ri(rig, RAMRO + 12), ==, 255);
    wr(rig, 0x860000 + 0x100, 1000);
    g_assert_cmphex(ri(rig, RAMRO + 16), ==, 2u << 28 | 0x60100);
    for (unsigned i = 0; i < 100; i++) {
        wr(rig, 0x870000 + 0x100, i);       /* the cache is not its own */
    }
    g_assert_cmphex(ri(rig, RAMRO + 24), ==, 1u << 28 | 0x70100);
    g_assert_cmphex(rd(rig, 0x2100), ==, 0x110);
    g_assert_cmphex(rd(rig, 0x2400), ==, 0x101);
    g_assert_cmphex(ri(rig, RAMRO + 0x200), ==, 0);
    wr(rig, 0x2420, rd(rig, 0x2410));
    g_assert_cmphex(rd(rig, 0x3214), ==, 0x100);
    rig_free(rig);
}

/* Saving in the middle of a packet, loading into another card. */
static void test_save(void)
{
    Rig *rig = rig_new(), *other = rig_new();
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autofree char *before = NULL, *after = NULL;
    GError *error = NULL;

    put(rig, 1, NONINC | HEAD(1000, 0, 0x50));
    for (unsigned i = 0; i < 1000; i++) {
        put(rig, 1, i ^ 0x5a5a);
    }
    kick(rig, 1);
    g_assert_true(nv_card_run(rig->card, 300));
    nv_card_save(rig->card, state);
    before = nv_card_dump(rig->card, "pfifo");
    g_assert_nonnull(strstr(before, "PUSH1: 0x00000101"));

    memcpy(other->ram, rig->ram, RAM_SIZE);
    memcpy(nv_card_vram(other->card), nv_card_vram(rig->card), VRAM_SIZE);
    nv_card_load(other->card, state->data, state->len, &error);
    g_assert_no_error(error);
    after = nv_card_dump(other->card, "pfifo");
    g_assert_cmpstr(after, ==, before);
    pump(rig);
    pump(other);
    g_assert_cmpuint(user(other, 1, 0x48), ==, 999 ^ 0x5a5a);
    g_assert_cmpuint(other->methods->len, >, 5000);
    g_assert_true(g_str_has_suffix(rig->methods->str, other->methods->str));
    rig_free(rig);
    rig_free(other);
}

/* Register values of a saved card damaged: refused, or harmless. */
static void test_damaged(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x73617665);
    unsigned refused = 0;
    Rig *rig = rig_new();

    for (unsigned i = 0; i < 200; i++) {
        g_autoptr(GByteArray) state = g_byte_array_new();
        g_autoptr(GError) error = NULL;
        uint8_t *at = NULL;

        nv_card_save(rig->card, state);
        for (unsigned b = 0; !at && b + 0x2020 < state->len; b++) {
            if (!memcmp(state->data + b, "\5pfifo", 6)) {
                at = state->data + b + 0x20;
            }
        }
        g_assert_nonnull(at);
        for (unsigned n = 0; n < 3; n++) {
            at[0x1200 + g_rand_int_range(rand, 0, 0x80)] = g_rand_int(rand);
            at[g_rand_int_range(rand, 0, 0x2000)] = g_rand_int(rand);
        }
        if (!nv_card_load(rig->card, state->data, state->len, &error)) {
            g_assert_nonnull(error);
            refused++;
        }
        wr(rig, 0x3250, 1);
        wr(rig, 0x3200, 1);
        nv_card_run(rig->card, 500);
        user(rig, i & 31, 0x44);
    }
    g_test_message("%u of 200 refused", refused);
    g_assert_cmpuint(refused, >, 20);
    g_assert_cmpuint(refused, <, 200);
    rig_free(rig);
}

/* Give a ruined PFIFO back what it needs to run, in all but contents. */
static void revive(Rig *rig, GRand *rand)
{
    static const uint32_t enables[] = { 0x3220, 0x3250, 0x2500, 0x3200 };

    wr(rig, 0x400720, 1);
    wr(rig, 0x2210, 0x03000000 | RAMHT >> 8);
    wr(rig, 0x2214, (g_rand_int(rand) & 0x10000) | RAMFC >> 8);
    wr(rig, 0x2504, 0xff);
    wr(rig, 0x322c, (PUSH_OBJ >> 4) + (g_rand_int(rand) & 7));
    wr(rig, 0x3228, 0);
    wr(rig, 0x3270, rd(rig, 0x3210));
    wr(rig, 0x3244, g_rand_int(rand) & 0x7ffc);
    wr(rig, 0x3254, 1);
    wr(rig, 0x2420, rd(rig, 0x2410));
    wr(rig, 0x2100, 0xffffffff);
    for (unsigned i = 0; i < G_N_ELEMENTS(enables); i++) {
        wr(rig, enables[i], 1);
    }
    for (unsigned ch = 0; ch < 8; ch++) {
        uint32_t obj = PUSH_OBJ + ch * 16;

        wi(rig, obj, 0x00023002);
        wi(rig, obj + 4, 0x7fff);
        wi(rig, obj + 8, PUSH_AT(ch) | 3);
        wi(rig, RAMFC + ch * 64 + 0xc, obj >> 4);
        wi(rig, RAMFC + ch * 32 + 0xc, obj >> 4);
    }
}

/* A guest that writes anything anywhere it likes. */
static void hostile_step(Rig *rig, GRand *rand)
{
    uint32_t value = g_rand_int(rand) >> g_rand_int_range(rand, 0, 32);

    switch (g_rand_int_range(rand, 0, 10)) {
    case 0:
    case 1:
        wr(rig, 0x2000 + (g_rand_int(rand) & 0x1ffc), value);
        break;
    case 2:
        wr(rig, 0x3200 + (g_rand_int(rand) & 0xfc), value);
        break;
    case 3:
        wr(rig, 0x800000 + (g_rand_int(rand) & 0x7ffffc), value);
        break;
    case 4:
        wr(rig, 0x800040 + g_rand_int_range(rand, 0, 8) * 0x10000,
           value & 0x7fff);
        break;
    case 5:
        wi(rig, 0x10000 + (g_rand_int(rand) & 0x7ffc), value);
        break;
    case 6:
        rd(rig, 0x2000 + (g_rand_int(rand) & 0x1ffc));
        rd(rig, 0x800000 + (g_rand_int(rand) & 0x7ffffc));
        break;
    case 7:
        revive(rig, rand);
        nv_card_run(rig->card, 200);
        break;
    case 8:
        poke32(rig, PUSH_AT(1) + (g_rand_int(rand) & 0x7fffc) % 0x40000,
               value & 1 ? value : HEAD(value & 7, value >> 8 & 7,
                                        value >> 4 & 0x1ffc));
        break;
    default:
        nv_card_run(rig->card, g_rand_int_range(rand, 0, 300));
    }
}

static void test_hostile(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x6669666f);
    uint64_t words = 0, longest = 0;

    for (unsigned round = 0; round < 20; round++) {
        Rig *rig = rig_new_fc(round & 1 ? 0x10000 : 0);

        g_string_free(rig->methods, TRUE);
        rig->methods = NULL;
        for (unsigned ch = 0; ch < 8; ch++) {
            add_channel(rig, ch);
        }
        for (unsigned i = 0; i < 0x40000; i += 4) {
            uint32_t r = g_rand_int(rand);

            poke32(rig, PUSH_AT(0) + i, r & 0x80000000
                   ? HEAD(r & 3, r >> 8 & 7, (r >> 4) & 0x1fc) : r);
        }
        for (unsigned i = 0; i < 2000; i++) {
            uint64_t before = nv_card_stats(rig->card).words;

            hostile_step(rig, rand);
            longest = MAX(longest, nv_card_stats(rig->card).words - before);
        }
        words += nv_card_stats(rig->card).words;
        rig->methods = g_string_new(NULL);
        rig_free(rig);
    }
    g_test_message("%" G_GUINT64_FORMAT " words, at most %" G_GUINT64_FORMAT
                   " in one step", words, longest);
    g_assert_cmpuint(words, >, 20000);
    g_assert_cmpuint(longest, <=, 300);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pfifo/pio/methods", test_pio);
    g_test_add_func("/pfifo/pio/runout", test_runout);
    g_test_add_func("/pfifo/save/in-a-packet", test_save);
    g_test_add_func("/pfifo/save/damaged-values", test_damaged);
    g_test_add_func("/pfifo/hostile/random", test_hostile);
    return g_test_run();
}
