/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every register of every chip over a snapshot: random words are written all
 * over the register blocks and random bytes behind every index of VGA, the
 * state goes to a second card, whose registers must read the same and whose
 * own state must be the same bytes; then both go on alike.
 *
 * NV_TEST_SEED=n repeats a run, NV_TEST_ROUNDS=n makes it longer.
 */
#include <string.h>

#include "chip/chips.h"
#include "common/environment.h"
#include "common/rig.h"

#define VRAM (16u << 20)

static uint32_t seed = 0x1db;
static unsigned rounds = 4;

static const struct {
    const char *name;
    uint32_t first, end;
} blocks[] = {
    { "PBUS", 0x001000, 0x002000 }, { "PFIFO", 0x002000, 0x004000 },
    { "PVIDEO", 0x008000, 0x009000 }, { "PTIMER", 0x009000, 0x00a000 },
    { "PFB", 0x100000, 0x101000 }, { "PGRAPH", 0x400000, 0x402000 },
    { "PCRTC", 0x600000, 0x601000 }, { "PRAMDAC", 0x680000, 0x681000 },
    { "PCRTC1", 0x602000, 0x603000 }, { "PRAMDAC1", 0x682000, 0x683000 },
    { "PMC", 0x000000, 0x001000 },
};

/*
 * Bytes of VGA, for each head @step further on: a port, or with @data a table
 * behind an index.  CRTC 0x36 to 0x3f have the lines of I2C.
 */
static const struct {
    const char *name;
    uint32_t index, data, step;
    unsigned count;
} vga[] = {
    { "CR", 0x6013d4, 0x6013d5, 0x2000, 256 },
    { "SR", 0x0c03c4, 0x0c03c5, 0x2000, 8 },
    { "GR", 0x0c03ce, 0x0c03cf, 0x2000, 16 },
    { "AR", 0x6013c0, 0x6013c1, 0x2000, 64 },
    { "PALETTE", 0x6813c8, 0x6813c9, 0x2000, 256 },
    { "PALETTE, read", 0x6813c7, 0x6813c9, 0x2000, 256 },
    { "PALETTE MASK", 0x6813c6, 0, 0x2000, 1 },
    { "MISC", 0x0c03c2, 0, 0x2000, 1 },
    { "FC", 0x6013da, 0, 0x2000, 1 },
};

/* PMC's words that switch units off or turn bytes around. */
enum { PMC_ENDIAN = 0x000004, PMC_ENABLE = 0x000200 };

typedef struct Pair {
    const char *chip;
    Rig *one, *other;
    GRand *rand;
    unsigned registers, snapshots;
} Pair;

static GByteArray *save(Rig *rig)
{
    GByteArray *state = g_byte_array_new();

    nv_card_save(rig->card, state);
    return state;
}

static void load(Rig *rig, const GByteArray *state)
{
    GError *error = NULL;

    nv_card_load(rig->card, state->data, state->len, &error);
    g_assert_no_error(error);
}

static void assert_same_state(Pair *p, const char *when)
{
    g_autoptr(GByteArray) a = save(p->one), b = save(p->other);

    p->snapshots++;
    g_assert_cmpuint(a->len, ==, b->len);
    for (unsigned i = 0; i < a->len; i++) {
        if (a->data[i] != b->data[i]) {
            g_error("%s, %s, seed 0x%x: byte %u of the state is %02x, "
                    "was %02x", p->chip, when, seed, i, b->data[i],
                    a->data[i]);
        }
    }
}

static uint8_t read8(Rig *rig, uint32_t offset)
{
    return nv_card_mmio_read(rig->card, offset, 1);
}

static void write8(Rig *rig, uint32_t offset, uint8_t value)
{
    nv_card_mmio_write(rig->card, offset, value, 1);
}

static void assert_same_byte(Pair *p, const char *when, unsigned table,
                             unsigned i, uint32_t at)
{
    uint8_t a = read8(p->one, at), b = read8(p->other, at);

    p->registers++;
    if (a != b) {
        g_error("%s, %s, seed 0x%x: %s 0x%02x at 0x%06x reads %02x, was %02x",
                p->chip, when, seed, vga[table].name, i, at, b, a);
    }
}

/* Where index and place were left, then all that is behind them. */
static void assert_same_vga(Pair *p, const char *when)
{
    for (unsigned t = 0; t < G_N_ELEMENTS(vga); t++) {
        for (unsigned head = 0; head < 2; head++) {
            uint32_t index = vga[t].index + head * vga[t].step;
            uint32_t data = vga[t].data + head * vga[t].step;

            assert_same_byte(p, when, t, 0, index);
            for (unsigned i = 0; vga[t].data && i < vga[t].count; i++) {
                assert_same_byte(p, when, t, i, data);
                write8(p->one, index, i);
                write8(p->other, index, i);
                assert_same_byte(p, when, t, i, data);
            }
        }
    }
}

/* Reading may move things: both are read in the same order. */
static void assert_same_registers(Pair *p, const char *when)
{
    assert_same_vga(p, when);
    for (unsigned i = 0; i < G_N_ELEMENTS(blocks); i++) {
        for (uint32_t at = blocks[i].first; at < blocks[i].end; at += 4) {
            uint32_t a = rig_read(p->one, at), b = rig_read(p->other, at);

            p->registers++;
            if (a != b) {
                g_error("%s, %s, seed 0x%x: %s 0x%06x reads "
                        "%08x, was %08x", p->chip, when, seed, blocks[i].name,
                        at, b, a);
            }
        }
    }
}

static uint32_t random_word(GRand *rand)
{
    static const uint32_t special[] = {
        0, 1, 0xff, 0x97, 0x597, 0x497, 0x80000000, 0xffffffff, 0x3f800000,
    };

    return g_rand_int_range(rand, 0, 4) ? g_rand_int(rand)
        : special[g_rand_int_range(rand, 0, G_N_ELEMENTS(special))];
}

/* One byte of @of behind every index; each table is left somewhere. */
static void write_some_vga(Pair *p, unsigned of, bool both)
{
    for (unsigned t = 0; t < G_N_ELEMENTS(vga); t++) {
        for (unsigned n = 0; n < 2 * vga[t].count; n++) {
            uint32_t step = n & 1 ? vga[t].step : 0;
            uint32_t to = vga[t].data ? vga[t].data : vga[t].index;
            uint8_t value = g_rand_int(p->rand);

            if (g_rand_int_range(p->rand, 0, of)) {
                continue;
            }
            for (unsigned i = 0; i <= both; i++) {
                Rig *rig = i ? p->other : p->one;

                if (vga[t].data) {
                    write8(rig, vga[t].index + step, n / 2);
                }
                write8(rig, to + step, value);
            }
        }
    }
}

/* One word of @of gets something new. */
static void write_some(Pair *p, unsigned of, bool both)
{
    write_some_vga(p, of, both);
    for (unsigned i = 0; i < G_N_ELEMENTS(blocks); i++) {
        for (uint32_t at = blocks[i].first; at < blocks[i].end; at += 4) {
            if (g_rand_int_range(p->rand, 0, of) == 0) {
                uint32_t word = random_word(p->rand);

                rig_write(p->one, at, word);
                if (both) {
                    rig_write(p->other, at, word);
                }
            }
        }
    }
    for (unsigned i = 0; i <= both; i++) {
        rig_write(i ? p->other : p->one, PMC_ENDIAN, 0);
        rig_write(i ? p->other : p->one, PMC_ENABLE, 0xffffffff);
    }
}

static void over_a_snapshot(Pair *p)
{
    g_autoptr(GByteArray) state = save(p->one);

    load(p->other, state);
    memcpy(nv_card_vram(p->other->card), nv_card_vram(p->one->card), VRAM);
    p->other->now = p->one->now;
    assert_same_state(p, "after loading");
    assert_same_registers(p, "after loading");
    write_some(p, 4, true);
    assert_same_registers(p, "going on");
    assert_same_state(p, "going on");
}

static void test_walk(gconstpointer data)
{
    const NvChip *chip = data;
    Pair p = { .chip = chip->name, .rand = g_rand_new_with_seed(seed) };

    for (unsigned i = 0; i < rounds; i++) {
        p.one = rig_new(chip->name, VRAM, "null", NULL);
        p.other = rig_new(chip->name, VRAM, "null", NULL);
        rig_write(p.one, 0x000200, 0xffffffff);
        if (i & 1) {
            rig_channel(p.one, chip->classes[0]);
        }
        write_some(&p, i < 2 ? 1 : 3, false);
        over_a_snapshot(&p);
        over_a_snapshot(&p);
        rig_free(p.one);
        rig_free(p.other);
    }
    g_test_message("%s: %u registers and %u states compared, 0 differ, seed "
                   "0x%x", chip->name, p.registers, p.snapshots, seed);
    g_rand_free(p.rand);
}

/* An object of any class is still one after a snapshot and another bind. */
static void test_classes(gconstpointer data)
{
    const NvChip *chip = data;

    for (const uint16_t *c = chip->classes; *c; c++) {
        Rig *one = rig_new(chip->name, VRAM, "null", NULL);
        Rig *other = rig_new(chip->name, VRAM, "null", NULL);
        g_autoptr(GByteArray) state = NULL;

        channel_open(&one->channel, *c);
        state = save(one);
        load(other, state);
        for (uint32_t at = 0x400140; at < 0x400240; at += 4) {
            g_assert_cmphex(rig_read(other, at), ==, rig_read(one, at));
        }
        rig_free(one);
        rig_free(other);
    }
}

static void add(const char *what, const NvChip *chip, GTestDataFunc test)
{
    g_autofree char *path = g_strdup_printf("/saved/%s/%s", what, chip->name);

    g_test_add_data_func(path, chip, test);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    seed = from_environment("NV_TEST_SEED", seed);
    rounds = from_environment("NV_TEST_ROUNDS", rounds);
    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        if (nv_chip_has(chip, NV_CAP_FE)) {
            add("walk", chip, test_walk);
            add("classes", chip, test_classes);
        }
    }
    return g_test_run();
}
