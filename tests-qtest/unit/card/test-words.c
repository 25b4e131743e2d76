/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Words in runs and one by one do the same: random methods, valid and not, on
 * chips of three generations; all that is saved of the card and VRAM agree.
 * A card whose errors are traced takes words one by one.
 */
#include <inttypes.h>

#include "common/rig.h"
#include "nv2a/trace.h"

#define VRAM (4u << 20)
#define ROUNDS 150
#define WORDS 600               /* a round, about */

typedef struct Kind {
    const char *chip;
    uint16_t class;
    uint16_t begin, element16, element32, arrays, inlined;
    uint16_t state[12];
    uint16_t load, position, color;
    uint16_t load_pos;          /* where the next load goes; 0: none */
    uint16_t format;            /* of the first array */
    /* Vertex data of several kinds, and their words; the first has a place. */
    struct { uint16_t mthd, words; } attr[14];
} Kind;

static const Kind kinds[] = {
    { "nv15", 0x56, 0xdfc, 0xe00, 0x1100, 0x1400, 0x1800,
      { 0x300, 0x304, 0x308, 0x30c, 0x33c, 0x344, 0x350, 0x354, 0x358, 0x37c,
        0x39c, 0x3a0 }, 0x680, 0xc18, 0xc50, 0, 0xd04,
      { { 0xc18, 4 }, { 0xc00, 3 }, { 0xc50, 4 }, { 0xc40, 2 },
        { 0xc10, 2 } } },
    { "nv20", 0x97, 0x17fc, 0x1800, 0x1808, 0x1810, 0x1818,
      { 0x300, 0x304, 0x308, 0x30c, 0x33c, 0x344, 0x350, 0x354, 0x358, 0x37c,
        0x39c, 0x3a0 }, 0xb80, 0x1518, 0x1550, 0x1ea4, 0x1760,
      { { 0x1518, 4 }, { 0x1500, 3 }, { 0x1528, 2 }, { 0x1530, 3 },
        { 0x194c, 1 }, { 0x1924, 1 }, { 0x18d0, 2 }, { 0x19a8, 2 },
        { 0x1a70, 4 }, { 0x1940, 1 }, { 0x1980, 2 }, { 0x1a00, 4 },
        { 0x1540, 2 }, { 0x1510, 2 } } },
    { "nv30", 0x397, 0x1808, 0x180c, 0x1810, 0x1814, 0x1818,
      { 0x300, 0x304, 0x308, 0x310, 0x320, 0x324, 0x328, 0x330, 0x33c, 0x368,
        0x374, 0x378 }, 0x1f00, 0x1c00, 0x1c30, 0x1efc, 0x1740,
      { { 0x1c00, 4 }, { 0x1500, 3 }, { 0xa90, 2 }, { 0x18a8, 2 },
        { 0x191c, 1 }, { 0x194c, 1 }, { 0x19a8, 2 }, { 0x1c50, 4 },
        { 0x1e58, 1 }, { 0x1e40, 1 }, { 0x1900, 1 }, { 0x1550, 3 },
        { 0x1540, 2 }, { 0x1510, 2 } } },
};

static const uint32_t values[] = {
    0, 1, 0x201, 0x207, 0x302, 0x303, 0x8006, 0x01010101, 0x1d00, 0x1d01,
    0x404, 0x405, 0x900, 0x901,
};

static unsigned below(GRand *rand, unsigned n)
{
    return g_rand_int_range(rand, 0, n);
}

static uint32_t number(GRand *rand)
{
    float v = g_rand_double_range(rand, -70, 70);
    uint32_t word;

    memcpy(&word, &v, 4);
    return below(rand, 40) ? word : g_rand_int(rand);
}

/* Some vertices with the same attributes each, as programs send them. */
static void vertices(GRand *rand, const Kind *k, Rig *rig)
{
    unsigned ways = 0, some = 1 + below(rand, 4), which[4];
    unsigned count = 1 + below(rand, below(rand, 4) ? 8 : 60);

    while (ways < G_N_ELEMENTS(k->attr) && k->attr[ways].mthd) {
        ways++;
    }
    for (unsigned i = 0; i < some; i++) {
        which[i] = i ? below(rand, ways) : 0;
    }
    for (unsigned n = 0; n < count * some; n++) {
        unsigned i = which[some - 1 - n % some];

        rig_push(rig, k->attr[i].words << 18 | k->attr[i].mthd);
        for (unsigned w = 0; w < k->attr[i].words; w++) {
            rig_push(rig, number(rand));
        }
    }
}

/* The arrays that packed vertices have, and some of those. */
static void packed(GRand *rand, const Kind *k, Rig *rig)
{
    static const uint8_t types[] = { 0x40, 0x32, 0x22, 0x44, 0x25, 0x42, 2 };
    unsigned n = below(rand, 16), words = 1 + below(rand, 120);

    rig_push(rig, 1u << 18 | (k->format + 4 * n));
    rig_push(rig, 32 << 8 | types[below(rand, G_N_ELEMENTS(types))]);
    rig_push(rig, 1u << 18 | k->begin);
    rig_push(rig, below(rand, 11));
    rig_push(rig, 1u << 30 | words << 18 | k->inlined);
    for (unsigned i = 0; i < words; i++) {
        rig_push(rig, number(rand));
    }
}

/* One packet; the same for the same @rand. */
static void packet(GRand *rand, const Kind *k, Rig *rig)
{
    uint32_t w[16], mthd = 0;
    unsigned n = 1 + below(rand, 4), what = below(rand, 26);
    bool one = false;

    if (what > 23) {
        (what == 24 ? vertices : packed)(rand, k, rig);
        return;
    }

    for (unsigned i = 0; i < G_N_ELEMENTS(w); i++) {
        w[i] = values[below(rand, G_N_ELEMENTS(values))];
    }
    if (what < 10) {
        mthd = k->state[below(rand, G_N_ELEMENTS(k->state))];
        n = below(rand, 3) ? 1 : n;
    } else if (what < 12) {
        mthd = k->begin;
        w[0] = below(rand, 3) ? below(rand, 11) : 0;
        n = 1;
    } else if (what < 16) {
        mthd = what & 1 ? k->element16 : k->element32;
        one = true;
        n = 1 + below(rand, 16);
        for (unsigned i = 0; i < n; i++) {
            w[i] = below(rand, 40) | (what & 1 ? below(rand, 40) << 16 : 0);
        }
    } else if (what == 16) {
        mthd = k->arrays;
        w[0] = below(rand, 20) << 24 | below(rand, 30);
        n = 1;
    } else if (what < 19) {
        mthd = what == 17 ? k->load : k->inlined;
        one = what == 18;
        n = 4 + below(rand, 12);
        for (unsigned i = 0; i < n; i++) {
            w[i] = number(rand);
        }
        if (what == 17 && k->load_pos && !below(rand, 3)) {
            mthd = k->load_pos;
            w[0] = below(rand, 0xc8);
            n = 1;
        } else if (what == 17 && !below(rand, 4)) {
            mthd += 4 * below(rand, 4);     /* not a whole vector at first */
        }
    } else if (what < 23) {
        mthd = what & 1 ? k->position : k->color;
        n = 4;
        for (unsigned i = 0; i < n; i++) {
            w[i] = number(rand);
        }
    } else {
        /* Anything, but what starts long work. */
        mthd = 0x200 + below(rand, 0x1a00 / 4) * 4;
        w[0] = below(rand, 2) ? g_rand_int(rand) : w[0];
        n = 1;
    }
    rig_push(rig, (one ? 1u << 30 : 0) | n << 18 | mthd);
    for (unsigned i = 0; i < n; i++) {
        rig_push(rig, w[i]);
    }
}

static Rig *open_card(const Kind *k, const uint16_t *trace_on)
{
    const NvCardConfig config = {
        .chip = k->chip, .vram_size = VRAM, .threads = 1,
        .trace_on = trace_on,
    };
    Rig *rig = rig_new_card(&config);

    channel_open(&rig->channel, k->class);
    while (rig_take_error(rig, NULL)) {
        rig_kick(rig);
    }
    channel_surface(&rig->channel, 64, 64);
    while (rig_take_error(rig, NULL)) {
        rig_kick(rig);
    }
    for (unsigned i = 0; i < 0x8000; i += 4) {
        float v = (i * 37 % 997) / 8.0f;

        rig_ram_floats(rig, 0x60000 + i, &v, 1);
    }
    if (k->class == 0x97) {
        rig_passthrough_program(rig);
        rig_method(rig, 0x1720, 0x60000 | 1u << 31);
        rig_method(rig, 0x1760, 32 << 8 | 4 << 4 | 2);
        rig_method(rig, 0x172c, 0x60010 | 1u << 31);
        rig_method(rig, 0x176c, 32 << 8 | 4 << 4 | 4);
        rig_kick(rig);
    }
    return rig;
}

/* Errors stop PGRAPH until they are taken; both have the same ones. */
static void settle(Rig *one, Rig *other)
{
    for (unsigned i = 0; i < 4 * WORDS; i++) {
        bool done = rig_kick(one), same = rig_kick(other);
        uint32_t why[2], a = rig_take_error(one, &why[0]);
        uint32_t b = rig_take_error(other, &why[1]);

        g_assert_cmphex(a, ==, b);
        g_assert_cmphex(why[0], ==, why[1]);
        g_assert_cmpint(done, ==, same);
        if (done && !a) {
            return;
        }
    }
    g_assert_not_reached();
}

/* A packet must not meet the end of the buffer. */
static void rewind_buffer(Rig *rig)
{
    rig_push(rig, CHANNEL_PUSH_BASE | 0x20000000);
    rig->channel.put = CHANNEL_PUSH_BASE;
}

static void compare(Rig *one, Rig *other)
{
    rig_assert_same(one, other);
    g_assert_cmpmem(nv_card_vram(one->card), VRAM, nv_card_vram(other->card),
                    VRAM);
    g_assert_cmpuint(nv_card_stats(one->card).primitives, ==,
                     nv_card_stats(other->card).primitives);
}

static void test_words(const void *data)
{
    const Kind *k = data;
    g_autofree uint16_t *on = g_new0(uint16_t, nv_trace_count());
    Rig *runs = open_card(k, NULL), *single;
    uint64_t primitives;

    g_assert_cmpuint(nv_trace_enable(on, "nv2a_pgraph_error"), ==, 1);
    single = open_card(k, on);
    single->quiet = true;
    for (unsigned i = 0; i < ROUNDS; i++) {
        rewind_buffer(runs);
        rewind_buffer(single);
        settle(runs, single);
        for (unsigned n = 0; n < WORDS / 4; n++) {
            g_autoptr(GRand) a = g_rand_new_with_seed(i * WORDS + n);
            g_autoptr(GRand) b = g_rand_copy(a);

            packet(a, k, runs);
            packet(b, k, single);
        }
        settle(runs, single);
        compare(runs, single);
    }
    primitives = nv_card_stats(runs->card).primitives;
    g_test_message("%" PRIu64 " methods, %" PRIu64 " primitives",
                   nv_card_stats(runs->card).methods, primitives);
    g_assert_cmpuint(primitives, >, 100);
    rig_free(runs);
    rig_free(single);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *path = g_strdup_printf("/words/%s", kinds[i].chip);

        g_test_add_data_func(path, &kinds[i], test_words);
    }
    return g_test_run();
}
