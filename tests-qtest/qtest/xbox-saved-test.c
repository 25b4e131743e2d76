/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every register of the console's chips over a snapshot: random values are
 * written all over them, the machine is saved and loaded in another process,
 * where everything reads as it did; then the same things are done to the one
 * that was saved and to the one that was loaded, and again they read the same.
 *
 * NV_TEST_SEED=n repeats a run.
 */
#include "xbox-qtest.h"

#define ROUNDS 3

static const uint32_t functions[] = {
    XBOX_CONFIG(0, 0, 0, 0), XBOX_CONFIG(0, 0, 3, 0), XBOX_CONFIG(0, 1, 0, 0),
    XBOX_CONFIG(0, 1, 1, 0), XBOX_CONFIG(0, 2, 0, 0), XBOX_CONFIG(0, 3, 0, 0),
    XBOX_CONFIG(0, 4, 0, 0), XBOX_CONFIG(0, 5, 0, 0), XBOX_CONFIG(0, 6, 0, 0),
    XBOX_CONFIG(0, 9, 0, 0), XBOX_CONFIG(0, 30, 0, 0), XBOX_CONFIG(1, 0, 0, 0),
};

/*
 * Where a byte is only what was written, and nobody resets the machine; 0xc0
 * has the picture's field, another one at each look.
 */
static const struct {
    uint16_t base, size;
} ports[] = {
    { XBOX_PM + 0x20, 0xa0 }, { XBOX_PM + 0xc1, 0x3f }, { XBOX_SMBUS, 0x10 },
    { 0x4d0, 2 },
};

static const struct {
    uint32_t base, size;
} memory[] = {
    { XBOX_APU, 0x200 }, { XBOX_ACI, 0x180 }, { XBOX_NIC, 0x400 },
};

typedef GArray Values;          /* of uint32_t */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Values, g_array_unref)

static void keep(Values *values, uint32_t value)
{
    g_array_append_val(values, value);
}

static void read_slaves(XboxTest *t, Values *values)
{
    static const uint8_t slaves[] = { XBOX_SMC, XBOX_EEPROM, XBOX_SENSOR };
    unsigned i, at;

    for (i = 0; i < G_N_ELEMENTS(slaves); i++) {
        for (at = 0; at < 256; at += 5) {
            uint8_t value = 0;
            bool there = xbox_smbus_read(t, slaves[i], at, &value);

            keep(values, there << 8 | value);
        }
    }
}

/* What a guest reads. */
static Values *read_all(XboxTest *t)
{
    Values *values = g_array_new(false, false, sizeof(uint32_t));
    unsigned i, at;

    /* First, for cycles leave something in the registers of the SMBus. */
    read_slaves(t, values);
    for (i = 0; i < G_N_ELEMENTS(functions); i++) {
        for (at = 0; at < 256; at += 4) {
            keep(values, xbox_config(t, functions[i] | at));
        }
    }
    for (i = 0; i < G_N_ELEMENTS(ports); i++) {
        for (at = 0; at < ports[i].size; at++) {
            keep(values, qtest_inb(t->qts, ports[i].base + at));
        }
    }
    for (i = 0; i < G_N_ELEMENTS(memory); i++) {
        for (at = 0; at < memory[i].size; at += 4) {
            keep(values, qtest_readl(t->qts, memory[i].base + at));
        }
    }
    keep(values, xbox_requests(t));
    return values;
}

static void assert_same(const Values *a, const Values *b, const char *when)
{
    unsigned i;

    g_assert_cmpuint(a->len, ==, b->len);
    for (i = 0; i < a->len; i++) {
        uint32_t was = g_array_index(a, uint32_t, i);
        uint32_t is = g_array_index(b, uint32_t, i);

        if (was != is) {
            g_error("%s: value %u of %u is %08x, was %08x", when, i, a->len,
                    is, was);
        }
    }
}

/* BARs, commands and what switches windows stay as firmware left them. */
static bool is_place(uint32_t function, unsigned at)
{
    return at < 0x40 || (function == XBOX_CONFIG(0, 1, 0, 0) && at >= 0x80);
}

static void scribble(XboxTest *t, unsigned seed)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    unsigned i, at;

    for (i = 0; i < G_N_ELEMENTS(functions); i++) {
        for (at = 0; at < 256; at += 4) {
            if (!is_place(functions[i], at)) {
                xbox_set_config(t, functions[i] | at, g_rand_int(rand));
            }
        }
    }
    for (i = 0; i < G_N_ELEMENTS(ports); i++) {
        for (at = 0; at < ports[i].size; at++) {
            qtest_outb(t->qts, ports[i].base + at, g_rand_int(rand));
        }
    }
    for (i = 0; i < G_N_ELEMENTS(memory); i++) {
        for (at = 0; at < memory[i].size; at += 4) {
            qtest_writel(t->qts, memory[i].base + at, g_rand_int(rand));
        }
    }
    for (i = 0; i < 64; i++) {
        xbox_smbus_write(t, XBOX_EEPROM, g_rand_int(rand), g_rand_int(rand));
        xbox_smbus_write(t, XBOX_SMC, 0x1b, g_rand_int(rand));
    }
}

static char *save(XboxTest *t)
{
    char *file = g_build_filename(t->dir, "state", NULL);
    NvQtest saved = { .qts = t->qts };

    nv_qtest_save(&saved, file);
    return file;
}

/* Another process in its place. */
static void load(XboxTest *t, const char *file)
{
    g_autofree char *uri = g_strdup_printf("exec:cat %s", file);

    xbox_stop(t);
    xbox_again(t, "", "-incoming defer");
    qtest_qmp_assert_success(t->qts, "{'execute': 'migrate-incoming', "
                             "'arguments': {'uri': %s}}", uri);
    xbox_wait(t, "RESUME");
}

static void test_walk(void)
{
    const char *text = g_getenv("NV_TEST_SEED");
    unsigned seed = text && *text ? strtoul(text, NULL, 0) : 7, round;
    XboxTest *t = xbox_start("", "");

    xbox_map(t);
    for (round = 0; round < ROUNDS; round++) {
        g_autoptr(Values) before = NULL, after = NULL, there = NULL;
        g_autoptr(Values) on = NULL;
        g_autofree char *file = NULL;

        scribble(t, seed + round);
        before = read_all(t);
        file = save(t);
        /* The one that was saved goes on, and so does the one that loads. */
        scribble(t, seed + 100 + round);
        on = read_all(t);
        load(t, file);
        after = read_all(t);
        assert_same(before, after, "after loading");
        load(t, file);
        scribble(t, seed + 100 + round);
        there = read_all(t);
        assert_same(on, there, "going on");
        g_test_message("%u values, seed %u", before->len, seed);
    }
    xbox_end(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xbox/saved/walk", test_walk);
    return g_test_run();
}
