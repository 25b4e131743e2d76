/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods that only set state do the same in runs and one by one: all of a
 * class's methods by chance, values that they take and others, with the checks
 * of DEBUG_D on and off, inside and outside of BEGIN and END, in runs of the
 * card that end anywhere.  After each of those all that is saved of the card
 * agrees: registers, GET, what the logs keep, what may be done next.
 * A card whose errors are traced takes words one by one.
 */
#include <inttypes.h>

#include "base/bits.h"
#include "common/rig.h"
#include "nv2a/trace.h"

#define VRAM (4u << 20)
#define ROUNDS 24
#define PACKETS 160             /* a round */
#define STEPS_MOST 4000         /* of one round */
#define DEBUG_D 0x40008c
#define DATA_CHECK 20           /* bits of it */
#define STATE_CHECK 24          /* BEGIN refuses what cannot be drawn */

typedef struct Kind {
    const char *chip;
    uint16_t class, begin;
} Kind;

static const Kind kinds[] = {
    { "nv10", 0x56, 0xdfc }, { "nv15", 0x56, 0xdfc }, { "nv17", 0x99, 0xdfc },
    { "nv20", 0x97, 0x17fc }, { "nv2a", 0x97, 0x17fc },
    { "nv25", 0x597, 0x17fc }, { "nv30", 0x397, 0x1808 },
    { "nv35", 0x497, 0x1808 }, { "nv34", 0x697, 0x1808 },
    { "nv30", 0x97, 0x17fc },
};

/* What rows of state take, by kinds: switches, GL's and D3D's enumerations. */
static const uint32_t values[] = {
    0, 0, 1, 1, 2, 3, 4, 5, 7, 0x200, 0x203, 0x207, 0x302, 0x303, 0x8001,
    0x8006, 0x800a, 0x01010101, 0x00010101, 0x1d00, 0x1d01, 0x1b01, 0x1b02,
    0x404, 0x405, 0x408, 0x900, 0x901, 0x1e00, 0x1e01, 0x150a, 0x1503, 0x2601,
    0x3f800000, 0xff, 0x80,
};

static unsigned below(GRand *rand, unsigned n)
{
    return g_rand_int_range(rand, 0, n);
}

/* The same for the same @rand. */
static void packet(GRand *rand, const Kind *k, Rig *rig)
{
    unsigned n = below(rand, 4) ? 1 : 1 + below(rand, 12);
    uint32_t mthd = 0x200 + 4 * below(rand, 0x800 / 4);

    if (!below(rand, 4)) {
        mthd = 0x200 + 4 * below(rand, 0x1e00 / 4);
    } else if (!below(rand, 20)) {
        rig_push(rig, 1u << 18 | k->begin);
        rig_push(rig, below(rand, 2) ? 5 : 0);
    }
    rig_push(rig, (uint32_t)!below(rand, 16) << 30 | n << 18 | mthd);
    for (unsigned i = 0; i < n; i++) {
        rig_push(rig, below(rand, 60)
                      ? values[below(rand, G_N_ELEMENTS(values))]
                      : g_rand_int(rand));
    }
}

static Rig *open_card(const Kind *k, const uint16_t *trace_on)
{
    const NvCardConfig config = {
        .chip = k->chip, .vram_size = VRAM, .threads = 1,
        .trace_on = trace_on, .raster = "null",
    };
    Rig *rig = rig_new_card(&config);

    channel_open(&rig->channel, k->class);
    while (rig_take_error(rig, NULL)) {
        rig_kick(rig);
    }
    rig->quiet = true;
    return rig;
}

static void compare(Rig *one, Rig *other)
{
    rig_assert_same(one, other);
    g_assert_cmpint(one->irq, ==, other->irq);
    g_assert_cmpuint(one->guest_errors, ==, other->guest_errors);
}

/* Both in runs of the same lengths until nothing is left. */
static void run_both(GRand *rand, Rig *one, Rig *other)
{
    unsigned most = below(rand, 2) ? 40 : 2000;

    rig_write(one, 0x800040, one->channel.put);
    rig_write(other, 0x800040, other->channel.put);
    for (unsigned i = 0; i < STEPS_MOST; i++) {
        unsigned budget = 1 + below(rand, most);
        bool left = nv_card_run(one->card, budget);
        uint32_t why[2], error;

        g_assert_cmpint(nv_card_run(other->card, budget), ==, left);
        compare(one, other);
        error = rig_take_error(one, &why[0]);
        g_assert_cmphex(rig_take_error(other, &why[1]), ==, error);
        g_assert_cmphex(why[0], ==, why[1]);
        if (!left && !error) {
            return;
        }
    }
    g_assert_not_reached();
}

static void round_of_both(unsigned seed, const Kind *k, Rig *one, Rig *other)
{
    Rig *both[] = { one, other };

    for (unsigned c = 0; c < 2; c++) {
        g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
        uint32_t debug = rig_read(both[c], DEBUG_D);

        debug = nv_deposit(debug, DATA_CHECK, 1, seed % 3 == 0);
        debug = nv_deposit(debug, STATE_CHECK, 1, seed % 2);
        rig_write(both[c], DEBUG_D, debug);
        rig_push(both[c], CHANNEL_PUSH_BASE | 0x20000000);
        both[c]->channel.put = CHANNEL_PUSH_BASE;
        g_assert_true(rig_kick(both[c]));
        for (unsigned n = 0; n < PACKETS; n++) {
            packet(rand, k, both[c]);
        }
    }
}

static void test_states(const void *data)
{
    const Kind *k = data;
    g_autofree uint16_t *on = g_new0(uint16_t, nv_trace_count());
    g_autoptr(GRand) rand = g_rand_new_with_seed(k->class);
    Rig *runs = open_card(k, NULL), *single;

    g_assert_cmpuint(nv_trace_enable(on, "nv2a_pgraph_error"), ==, 1);
    single = open_card(k, on);
    compare(runs, single);
    for (unsigned i = 0; i < ROUNDS; i++) {
        round_of_both(i, k, runs, single);
        run_both(rand, runs, single);
    }
    g_test_message("%" PRIu64 " methods", nv_card_stats(runs->card).methods);
    rig_free(runs);
    rig_free(single);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *path = g_strdup_printf("/states/%s/%x",
                                                kinds[i].chip,
                                                kinds[i].class);

        g_test_add_data_func(path, &kinds[i], test_states);
    }
    return g_test_run();
}
