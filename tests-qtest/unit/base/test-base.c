/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bits, register rows, state tables and trace switches. */
#include <glib.h>

#include "base/bits.h"
#include "base/regs.h"
#include "base/state.h"
#include "base/wide.h"

static void test_bits(void)
{
    g_assert_cmphex(NV_MASK(31, 0), ==, 0xffffffff);
    g_assert_cmphex(NV_MASK(7, 4), ==, 0xf0);
    g_assert_cmphex(nv_extract(0xabcd1234, 16, 16), ==, 0xabcd);
    g_assert_cmphex(nv_extract(0xabcd1234, 0, 32), ==, 0xabcd1234);
    g_assert_cmphex(nv_deposit(0xffffffff, 8, 8, 0x12), ==, 0xffff12ff);
    g_assert_cmpint(nv_sextract(0x00000800, 0, 12), ==, -2048);
    g_assert_cmpint(nv_sextract(0x7ff00000, 20, 12), ==, 2047);
}

/* Work ends with the last unit that is allowed, not with one more. */
static void test_late(void)
{
    NvEnv env = { 0 };

    for (unsigned i = 0; i < 3; i++) {
        nv_env_allow(&env, 100);
        nv_env_spend(&env, 99);
        g_assert_false(nv_env_late(&env));
        nv_env_spend(&env, 1);
        g_assert_true(nv_env_late(&env));
        g_assert_true(nv_env_late(&env));
    }
    nv_env_allow(&env, 0);
    nv_env_spend(&env, 1);
    g_assert_true(nv_env_late(&env));
}

/* Both ways to divide, made of a quotient and a rest that are known. */
static void test_wide(void)
{
    GRand *rand = g_rand_new_with_seed(3);

    for (unsigned i = 0; i < 20000; i++) {
        uint64_t q = (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand);
        uint64_t c = (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand);
        uint64_t rest;

        q >>= g_rand_int_range(rand, 0, 64);
        c = c >> g_rand_int_range(rand, 0, 64) | 1;
        rest = ((uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand)) % c;
        g_assert_cmpuint(nv_mul_add_div(q, c, rest, c), ==, q);
        g_assert_cmpuint(nv_wide_div(nv_wide_mul_add(q, c, rest), c), ==, q);
    }
    g_assert_cmpuint(nv_mul_add_div(UINT64_MAX, 2, 0, 1), ==, UINT64_MAX);
    g_assert_cmpuint(nv_wide_div(nv_wide_mul_add(1u << 31, UINT64_MAX, 9),
                                 1u << 31), ==, UINT64_MAX);
    g_assert_cmpuint(nv_wide_div(nv_wide_mul_add(UINT64_MAX, 2, 0), 1), ==,
                     UINT64_MAX);
    g_rand_free(rand);
}

typedef struct Unit {
    NvRegs regs;
    uint32_t values[0x40 / 4];
    uint32_t written;
} Unit;

static void on_write(void *unit, const NvReg *reg, unsigned index,
                     uint32_t value)
{
    g_assert_cmpstr(reg->name, ==, "HOOK");
    g_assert_cmpuint(index, ==, 1);
    ((Unit *)unit)->written = value;
}

static uint32_t on_read(void *unit, const NvReg *reg G_GNUC_UNUSED,
                        unsigned index, uint32_t stored)
{
    g_assert_nonnull(unit);
    return stored + index;
}

static const NvReg rows[] = {
    { .name = "PLAIN", .offset = 0x00, .mask = 0x0000ffff, .reset = 0x12,
      .ones = 0x80000000 },
    { .name = "W1C", .offset = 0x04, .w1c = 0xff },
    { .name = "HOOK", .offset = 0x10, .count = 3, .stride = 8,
      .mask = 0xffffffff, .read = on_read, .write = on_write },
    { .name = "LATER", .offset = 0x3c, .mask = 0xff, .caps = 1 },
};

static void test_regs(void)
{
    Unit u = { 0 };
    uint32_t v;

    u.regs = (NvRegs) { .size = 0x40, .values = u.values, .unit = &u };
    nv_regs_init(&u.regs, rows, NV_ARRAY_SIZE(rows), 0);
    g_assert_true(nv_regs_read(&u.regs, 0, &v));
    g_assert_cmphex(v, ==, 0x80000012);
    g_assert_true(nv_regs_write(&u.regs, 0, 0xffffffff));
    nv_regs_read(&u.regs, 0, &v);
    g_assert_cmphex(v, ==, 0x8000ffff);

    u.values[1] = 0x3f;
    nv_regs_write(&u.regs, 4, 0x0f);
    g_assert_cmphex(u.values[1], ==, 0x30);

    nv_regs_write(&u.regs, 0x18, 41);
    g_assert_cmpuint(u.written, ==, 41);
    nv_regs_read(&u.regs, 0x18, &v);
    g_assert_cmpuint(v, ==, 42);
    g_assert_false(nv_regs_read(&u.regs, 0x14, &v));
    g_assert_false(nv_regs_write(&u.regs, 0x3c, 1));
    g_assert_false(nv_regs_write(&u.regs, 0x400, 1));

    nv_regs_reset(&u.regs);
    nv_regs_read(&u.regs, 0, &v);
    g_assert_cmphex(v, ==, 0x80000012);
    nv_regs_free(&u.regs);
}

/* Registers that an older state lacks are as after a reset. */
static void test_regs_upgrade(void)
{
    static const NvReg later[] = {
        { .name = "OLD", .offset = 0x00, .mask = 0xff, .reset = 1 },
        { .name = "NEW", .offset = 0x08, .count = 2, .stride = 8,
          .home = 0x20, .mask = 0xff, .reset = 7, .since = 3 },
        { .name = "NEWER", .offset = 0x0c, .mask = 0xff, .reset = 9,
          .since = 4 },
    };
    Unit u = { 0 };
    uint32_t two[0x40 / 4] = { 5 }, three[0x40 / 4] = { 5 };

    u.regs = (NvRegs) { .size = 0x20, .values = u.values, .unit = &u };
    nv_regs_init(&u.regs, later, G_N_ELEMENTS(later), 0);
    nv_regs_upgrade(&u.regs, two, 2);
    nv_regs_upgrade(&u.regs, three, 3);
    g_assert_cmphex(two[0], ==, 5);
    g_assert_cmphex(two[0x20 / 4], ==, 7);
    g_assert_cmphex(two[0x28 / 4], ==, 7);
    g_assert_cmphex(two[0x0c / 4], ==, 9);
    g_assert_cmphex(three[0x20 / 4], ==, 0);
    g_assert_cmphex(three[0x0c / 4], ==, 9);
    g_assert_cmphex(u.values[0x20 / 4], ==, 7);
    nv_regs_free(&u.regs);
}

typedef struct Thing {
    uint8_t small;
    uint16_t half[3];
    uint32_t grid[2][2];
    uint64_t big;
    uint32_t derived;
} Thing;

static const NvField thing_fields[] = {
    NV_FIELD(Thing, small),
    NV_FIELD_ARRAY(Thing, half, half[0]),
    NV_FIELD_ARRAY(Thing, grid, grid[0][0]),
    NV_FIELD(Thing, big),
    NV_FIELD_END
};

static bool thing_ok(const void *scratch, GError **error)
{
    const Thing *t = scratch;

    if (t->small > 9) {
        g_set_error(error, NV_STATE_ERROR, 0, "small is %u", t->small);
        return false;
    }
    return true;
}

static void thing_loaded(void *unit)
{
    Thing *t = unit;

    t->derived = t->small * 2;
}

static const NvSection thing_section = {
    "thing", 3, sizeof(Thing), thing_fields, thing_ok, thing_loaded
};

static const Thing sample = {
    7, { 1, 2, 65535 }, { { 1, 2 }, { 3, 0xdeadbeef } }, 1ull << 63, 0
};

static void test_state_round_trip(void)
{
    Thing a = sample, b = { 0 };
    NvStateItem ia = { &thing_section, &a }, ib = { &thing_section, &b };
    g_autoptr(GByteArray) out = g_byte_array_new();
    g_autoptr(GByteArray) again = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    nv_state_save(&ia, 1, out);
    g_assert_true(nv_state_load(&ib, 1, out->data, out->len, &error));
    g_assert_no_error(error);
    g_assert_cmpuint(b.derived, ==, 14);
    nv_state_save(&ib, 1, again);
    g_assert_cmpmem(out->data, out->len, again->data, again->len);
    g_assert_cmphex(b.grid[1][1], ==, 0xdeadbeef);
    g_assert_cmphex(b.big, ==, 1ull << 63);
}

/* Whatever the file holds: load it or leave the unit as it was. */
static void test_state_hostile(void)
{
    Thing a = sample;
    NvStateItem ia = { &thing_section, &a };
    g_autoptr(GByteArray) out = g_byte_array_new();
    unsigned refused = 0, cases = 0;

    nv_state_save(&ia, 1, out);
    for (unsigned cut = 0; cut < out->len; cut++) {
        Thing b = { .small = 5 };
        NvStateItem ib = { &thing_section, &b };
        g_autoptr(GError) error = NULL;

        g_assert_false(nv_state_load(&ib, 1, out->data, cut, &error));
        g_assert_nonnull(error);
        g_assert_cmpuint(b.small, ==, 5);
    }
    for (unsigned i = 0; i < out->len; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            Thing b = { .small = 5 };
            NvStateItem ib = { &thing_section, &b };

            out->data[i] ^= 1 << bit;
            if (!nv_state_load(&ib, 1, out->data, out->len, NULL)) {
                refused++;
                g_assert_cmpuint(b.small, ==, 5);
            } else {
                g_assert_cmpuint(b.small, <=, 9);
            }
            cases++;
            out->data[i] ^= 1 << bit;
        }
    }
    g_test_message("%u of %u flipped bits refused", refused, cases);
    g_assert_cmpuint(refused, >, cases / 2);
}

static void test_trace(void)
{
    uint16_t on[NV_TRACE_COUNT] = { 0 }, other[NV_TRACE_COUNT] = { 0 };
    const NvEnv traced = { .trace_on = on }, quiet = { .trace_on = other };
    const NvEnv without = { 0 };
    unsigned n = 0;

    while (nv_trace_name(n)) {
        g_assert_true(g_str_has_prefix(nv_trace_name(n), "nv2a_"));
        n++;
    }
    g_assert_cmpuint(n, ==, NV_TRACE_COUNT);
    g_assert_cmpuint(nv_trace_count(), ==, NV_TRACE_COUNT);
    g_assert_cmpuint(nv_trace_enable(on, "no_such_*"), ==, 0);
    g_assert_cmpuint(nv_trace_enable(on, "nv2a_pfifo_meth*"), ==, 1);
    for (n = 0; n < NV_TRACE_COUNT; n++) {
        g_assert_cmpint(nv_env_traces(&traced, n), ==,
                        n == NV_TRACE_pfifo_method);
        /* A card's switches are no other's. */
        g_assert_false(nv_env_traces(&quiet, n));
        g_assert_false(nv_env_traces(&without, n));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/base/bits", test_bits);
    g_test_add_func("/base/late", test_late);
    g_test_add_func("/base/wide", test_wide);
    g_test_add_func("/base/regs", test_regs);
    g_test_add_func("/base/regs/upgrade", test_regs_upgrade);
    g_test_add_func("/base/state/round-trip", test_state_round_trip);
    g_test_add_func("/base/state/hostile", test_state_hostile);
    g_test_add_func("/base/trace", test_trace);
    return g_test_run();
}
