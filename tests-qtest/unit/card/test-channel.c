/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The channel that tests and fuzzers share, on every chip: its methods are
 * executed, and so are those of a second channel set up in the same way.
 */
#include "chip/chips.h"
#include "common/rig.h"

#define OFF 0x300u              /* of each class: something is off */
#define SCRATCH 0x50u           /* a method of PFIFO itself: sets REF */

/* The chip's oldest 3D class. */
static uint16_t class_of(const NvChip *chip)
{
    static const uint16_t classes[] = { 0x56, 0x97, 0x397, 0x4097 };

    for (const uint16_t *has = chip->classes; *has; has++) {
        for (unsigned i = 0; i < G_N_ELEMENTS(classes); i++) {
            if (*has == classes[i]) {
                return *has;
            }
        }
    }
    g_error("%s has no 3D class", chip->name);
}

static uint32_t user(Rig *rig, unsigned chid, uint32_t at)
{
    return rig_read(rig, 0x800000 + chid * 0x10000 + at);
}

static void test_open(gconstpointer data)
{
    const NvChip *chip = data;
    Rig *rig = rig_new(chip->name, 4u << 20, "null", NULL);
    uint32_t nsource;

    rig_channel(rig, class_of(chip));
    g_assert_cmphex(rig_take_error(rig, &nsource), ==, 0);
    g_assert_cmphex(nsource, ==, 0);
    rig_method(rig, SCRATCH, 0x1234567);
    g_assert_true(rig_kick(rig));
    g_assert_cmphex(user(rig, 0, 0x48), ==, 0x1234567);
    g_assert_cmphex(rig_read(rig, 0x002100), ==, 0);
    rig_free(rig);
}

/* Methods of engines that there are not wait for the driver. */
static void test_engine(gconstpointer data)
{
    enum { ENGINE = 0x003280, PULL0 = 0x003250, SOFTWARE = 1 << 8 };
    static const unsigned engines[] = { 0, 2, 3, 5, 9, 15 };
    const NvChip *chip = data;

    for (unsigned i = 0; i < G_N_ELEMENTS(engines); i++) {
        Rig *rig = rig_new(chip->name, 4u << 20, "null", NULL);

        rig_channel(rig, class_of(chip));
        g_assert_cmphex(rig_read(rig, ENGINE) & 15, ==, 1);
        rig_write(rig, ENGINE, engines[i]);
        rig_method(rig, 0x200, 0);
        rig_write(rig, 0x800040, rig->channel.put);
        rig->channel.ops->settle(rig);
        g_assert_cmphex(rig_read(rig, PULL0) & SOFTWARE, ==, SOFTWARE);
        rig_free(rig);
    }
}

/*
 * As the driver of a chip that asks it for the channel whose turn it is: a
 * method of its own, which does nothing here, runs before the one that waits.
 */
static void hand_over(Rig *rig, const NvChip *chip)
{
    enum { CONTEXT_SWITCH = 1 << 12, VALID = 1 << 26, SWITCHING = 3 << 28,
           GET = 0x003270,
           ENABLE = 0x400720, ST2 = 0x400764, DATA_ST2 = 0x400768 };

    if (rig_read(rig, 0x400100) & CONTEXT_SWITCH) {
        uint32_t chid = rig_read(rig, 0x400704) >> 20 & 31;
        uint32_t st2 = rig_read(rig, ST2), data = rig_read(rig, DATA_ST2);
        uint32_t ref = user(rig, chid, 0x48), get = rig_read(rig, GET);
        uint32_t own = chid ? 0x18000100 : 0x28000100;  /* either bit */

        g_assert_true(nv_chip_has(chip, NV_CAP_CTX_BY_DRIVER));
        rig_write(rig, 0x400148, chid << 24);
        rig_write(rig, ST2, own | VALID | chid << 20);
        rig_write(rig, DATA_ST2, 0);
        rig_write(rig, 0x400144, 0x10010000);
        rig_write(rig, ENABLE, 1);
        rig->channel.ops->settle(rig);
        rig_write(rig, ENABLE, 0);
        g_assert_cmphex(rig_read(rig, ST2), ==, own | chid << 20);
        g_assert_cmpuint(user(rig, chid, 0x48), ==, ref);
        g_assert_cmphex(rig_read(rig, GET), ==, get);
        rig_write(rig, ST2, st2 & ~SWITCHING);
        rig_write(rig, DATA_ST2, data);
        rig_write(rig, 0x400100, CONTEXT_SWITCH);
        rig_write(rig, ENABLE, 1);
        rig->channel.ops->settle(rig);
    }
}

/* Methods of one buffer, in turn by one channel and the other. */
static void test_second(gconstpointer data)
{
    const NvChip *chip = data;
    Rig *rig = rig_new(chip->name, 4u << 20, "null", NULL);
    uint32_t handle = CHANNEL_HANDLE(CHANNEL_OBJ_3D), nsource;

    rig_channel(rig, class_of(chip));
    channel_ramht(&rig->channel, 1, handle, CHANNEL_OBJ_3D, 1);
    for (unsigned at = CHANNEL_DMA_PUSH; at <= CHANNEL_DMA_FENCE; at += 16) {
        channel_ramht(&rig->channel, 1, CHANNEL_HANDLE(at), at, 0);
    }
    channel_ramfc(&rig->channel, 1);
    rig_write(rig, 0x002504, 3);
    for (unsigned i = 0; i < 4; i++) {
        unsigned chid = ~i & 1;

        rig_method(rig, 0, handle);
        rig_method(rig, OFF, 0);
        rig_method(rig, SCRATCH, 100 + i);
        rig_write(rig, 0x800040 + chid * 0x10000, rig->channel.put);
        rig->channel.ops->settle(rig);
        hand_over(rig, chip);
        g_assert_cmphex(user(rig, chid, 0x44), ==, rig->channel.put);
        g_assert_cmpuint(user(rig, chid, 0x48), ==, 100 + i);
        g_assert_cmpuint(user(rig, !chid, 0x48), ==, i ? 99 + i : 0);
        g_assert_cmpuint(rig_read(rig, 0x003204) & 31, ==, chid);
        g_assert_cmphex(rig_take_error(rig, &nsource), ==, 0);
    }
    g_assert_cmphex(rig_read(rig, 0x002100), ==, 0);
    rig_free(rig);
}

static void add(const char *path, GTestDataFunc test, const NvChip *chip)
{
    g_autofree char *name = g_strdup_printf("%s/%s", path, chip->name);

    g_test_add_data_func(name, chip, test);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        add("/channel/open", test_open, chip);
        add("/channel/engine", test_engine, chip);
        add("/channel/second", test_second, chip);
    }
    return g_test_run();
}
