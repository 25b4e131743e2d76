/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF's command port and its memories through RDI.
 *
 * The commit rules are those of hardware-asserted public tests: which
 * component of which command stores the passthrough slot.
 */
#include "unit/isa/test-xf-asm.h"

#include "base/state.h"

#define PASS 16

static uint32_t rdi(TestXf *t, unsigned space, uint32_t addr)
{
    uint32_t v;

    g_assert_true(nv_xf_rdi_read(&t->xf, space, addr, &v));
    return v;
}

static void test_vab(void)
{
    TestXf *t = test_xf_new("nv20");
    NvXf *xf = &t->xf;

    test_xf_vector_f(t, NV_XF_VAB, 4, 1, 2, 3, 4);
    assert_vector(xf->vab[4], 0x3f800000, 0x40000000, 0x40400000, 0x40800000);
    nv_xf_command(xf, NV_XF_VAB, 4 << 4, 0x11);
    assert_vector(xf->vab[4], 0x11, 0, 0, 0x3f800000);
    nv_xf_command(xf, NV_XF_VAB, 4 << 4 | 8, 0x33);
    assert_vector(xf->vab[4], 0x11, 0, 0x33, 0x3f800000);
    nv_xf_command64(xf, NV_XF_VAB, 4 << 4, 0x55, 0x66);
    assert_vector(xf->vab[4], 0x55, 0x66, 0, 0x3f800000);
    nv_xf_command64(xf, NV_XF_VAB, 4 << 4 | 8, 0x77, 0x88);
    assert_vector(xf->vab[4], 0x55, 0x66, 0x77, 0x88);
    /* The passthrough slot is not padded. */
    test_xf_vector_f(t, NV_XF_NOP, 0, 1, 1, 1, 1);
    nv_xf_command(xf, NV_XF_VAB, PASS << 4, 0x99);
    assert_vector(xf->vab[PASS], 0x99, 0x3f800000, 0x3f800000, 0x3f800000);
    nv_xf_command(xf, NV_XF_VAB, 17 << 4, 0x99);
    nv_xf_command(xf, NV_XF_VAB, 0xff << 4, 0x99);
    test_xf_free(t);
}

/* What a command must do with a single word in component 0..3. */
static const struct {
    NvXfCommand type;
    unsigned space, slot;
    const char *commits;        /* components that store */
} rules[] = {
    { NV_XF_XFPR, 0x10, 0x20, "0123" },
    { NV_XF_XFCTX, 0x17, 0x61, "3" },
    { NV_XF_LTCTX, 0x18, 0x11, "2" },
    { NV_XF_LTC0, 0x19, 2, "0" },
    { NV_XF_LTC1, 0x19, 3, "0" },
    { NV_XF_LTC2, 0x19, 4, "0" },
    { NV_XF_LTC3, 0x19, 5, "0" },
};

static uint64_t digest(const NvXf *xf)
{
    uint64_t h = 0;
    const uint32_t *words[] = {
        xf->xfpr[0], xf->xfctx[0], xf->ltctx[0], xf->ltc[0],
    };
    const size_t sizes[] = {
        sizeof(xf->xfpr), sizeof(xf->xfctx), sizeof(xf->ltctx),
        sizeof(xf->ltc),
    };

    for (unsigned m = 0; m < 4; m++) {
        for (size_t i = 0; i < sizes[m] / 4; i++) {
            h = (h ^ words[m][i]) * UINT64_C(0x100000001b3);
        }
    }
    return h ^ xf->mode_a ^ (uint64_t)xf->mode_b << 32;
}

static void test_commit(void)
{
    unsigned cases = 0;

    for (unsigned r = 0; r < G_N_ELEMENTS(rules); r++) {
        for (unsigned n = 1; n <= 2; n++) {
            for (unsigned c = 0; c < 4; c += n) {
                TestXf *t = test_xf_new("nv20");
                uint64_t before = digest(&t->xf);
                bool want = false;

                /* 64 bits commit if either component would. */
                for (unsigned i = 0; i < n; i++) {
                    want |= strchr(rules[r].commits, '0' + c + i) != NULL;
                }
                test_xf_vector_f(t, NV_XF_PARAM, 0, 5, 6, 7, 8);
                if (n == 1) {
                    nv_xf_command(&t->xf, rules[r].type,
                                  rules[r].slot << 4 | c << 2, 0x41234567);
                } else {
                    nv_xf_command64(&t->xf, rules[r].type,
                                    rules[r].slot << 4 | c << 2, 0x41234567,
                                    0x42345678);
                }
                g_assert_cmphex(t->xf.vab[PASS][c], ==, 0x41234567);
                g_assert_cmpint(digest(&t->xf) != before, ==, want);
                test_xf_free(t);
                cases++;
            }
        }
    }
    g_test_message("0 mismatches in %u cases", cases);
}

/* Out of range: only the passthrough slot changes. */
static void test_range(void)
{
    static const struct {
        NvXfCommand type;
        unsigned limit;
    } rows[] = {
        { NV_XF_XFPR, 0x88 }, { NV_XF_XFCTX, 0xc0 }, { NV_XF_LTC0, 4 },
        { NV_XF_LTC1, 0x14 }, { NV_XF_LTC2, 0xf }, { NV_XF_LTC3, 0xe },
    };
    TestXf *t = test_xf_new("nv2a");

    for (unsigned r = 0; r < G_N_ELEMENTS(rows); r++) {
        uint64_t before = digest(&t->xf);

        for (unsigned slot = rows[r].limit; slot < 0x100; slot++) {
            const uint32_t v[4] = { slot, r, 0x40000000, 0x41000000 };

            test_xf_vector(t, rows[r].type, slot, v);
            assert_vector(t->xf.vab[PASS], slot, r, 0x40000000, 0x41000000);
        }
        g_assert_cmphex(digest(&t->xf), ==, before);
        test_xf_vector_f(t, rows[r].type, rows[r].limit - 1, 3, 3, 3, 3);
        g_assert_cmphex(digest(&t->xf), !=, before);
    }
    for (unsigned slot = t->xf.chip->xf.ltctx; slot < 0x100; slot++) {
        uint64_t before = digest(&t->xf);

        test_xf_vector_f(t, NV_XF_LTCTX, slot, 9, 9, 9, 9);
        g_assert_cmphex(digest(&t->xf), ==, before);
    }
    /* Commands Kelvin lacks leave even the passthrough slot alone. */
    test_xf_vector_f(t, NV_XF_PARAM, 0, 1, 1, 1, 1);
    test_xf_vector_f(t, NV_XF_XTRA, 0, 2, 2, 2, 2);
    test_xf_vector_f(t, 0x3, 0, 2, 2, 2, 2);
    g_assert_cmphex(t->xf.vab[PASS][0], ==, NV_XF_ONE);
    test_xf_free(t);
}

static void test_mode(void)
{
    TestXf *t = test_xf_new("nv20");
    NvXf *xf = &t->xf;

    nv_xf_command64(xf, NV_XF_MODE, 0x0, 0xb0000000, 0x0a000000);
    g_assert_cmphex(xf->mode_b, ==, 0);
    nv_xf_command64(xf, NV_XF_MODE, 0x8, 0x22220000, 0x11110000);
    g_assert_cmphex(xf->mode_b, ==, 0xb0000000);
    g_assert_cmphex(xf->mode_a, ==, 0x0a000000);
    g_assert_cmphex(xf->mode_t[0], ==, 0x11110000);
    g_assert_cmphex(xf->mode_t[1], ==, 0x22220000);
    assert_vector(xf->vab[PASS], 0xb0000000, 0x0a000000, 0x22220000,
                  0x11110000);
    /* Constants may be written, but nothing does. */
    g_assert_false(nv_xf_serial(xf));
    test_xf_mode(t, 0, 0x80000000);
    g_assert_false(nv_xf_serial(xf));
    test_xf_mode(t, 0, 0x20000000);
    g_assert_false(nv_xf_serial(xf));
    test_xf_free(t);
}

/* A program word goes up reversed and comes down in 92 bits. */
static void test_xfpr(void)
{
    TestXf *t = test_xf_new("nv25");
    const uint32_t v[4] = { 0xdddddddd, 0xcccccccc, 0xbbbbbbbb, 0xaaaaaaaa };

    test_xf_vector(t, NV_XF_XFPR, 0x87, v);
    g_assert_cmphex(rdi(t, 0x10, 0x870), ==, 0xaaaaaaaa);
    g_assert_cmphex(rdi(t, 0x10, 0x874), ==, 0xbbbbbbbb);
    g_assert_cmphex(rdi(t, 0x10, 0x878), ==, 0x0ccccccc);
    g_assert_cmphex(rdi(t, 0x10, 0x87c), ==, 0);
    g_assert_true(nv_xf_rdi_write(&t->xf, 0x10, 0x878, 0xffffffff));
    g_assert_cmphex(rdi(t, 0x10, 0x878), ==, 0x0fffffff);
    g_assert_true(nv_xf_rdi_write(&t->xf, 0x10, 0x87c, 0xffffffff));
    g_assert_cmphex(rdi(t, 0x10, 0x87c), ==, 0);
    test_xf_free(t);
}

static void test_reversed(void)
{
    TestXf *t = test_xf_new("nv20");
    static const struct {
        NvXfCommand type;
        unsigned space, slot;
    } rows[] = { { NV_XF_VAB, 0x15, 7 }, { NV_XF_XFCTX, 0x17, 0xbf } };

    for (unsigned r = 0; r < 2; r++) {
        const uint32_t v[4] = { 1, 2, 3, 4 };

        test_xf_vector(t, rows[r].type, rows[r].slot, v);
        for (unsigned w = 0; w < 4; w++) {
            g_assert_cmphex(rdi(t, rows[r].space, rows[r].slot << 4 | w << 2),
                            ==, 4 - w);
        }
    }
    g_assert_cmphex(rdi(t, 0x15, PASS << 4), ==, 4);    /* last upload */
    test_xf_free(t);
}

/* The 22-bit packing, and which RAM a command index is in. */
static void test_ltctx(void)
{
    static const struct {
        const char *chip;
        unsigned index, space, slot;
    } rows[] = {
        { "nv20", 0x00, 0x18, 0x00 }, { "nv20", 0x49, 0x18, 0x49 },
        { "nv25", 0x00, 0x16, 0x00 }, { "nv25", 0x02, 0x16, 0x02 },
        { "nv25", 0x03, 0x18, 0x00 }, { "nv25", 0x04, 0x18, 0x01 },
        { "nv25", 0x05, 0x16, 0x03 }, { "nv25", 0x07, 0x16, 0x05 },
        { "nv25", 0x3f, 0x16, 0x2f }, { "nv25", 0x3c, 0x18, 0x0f },
        { "nv25", 0x40, 0x18, 0x10 }, { "nv25", 0x47, 0x18, 0x17 },
        { "nv25", 0x48, 0x16, 0x30 }, { "nv25", 0x49, 0x18, 0x18 },
        { "nv2a", 0x4a, 0x16, 0x32 }, { "nv2a", 0x4b, 0x16, 0x31 },
    };

    for (unsigned r = 0; r < G_N_ELEMENTS(rows); r++) {
        TestXf *t = test_xf_new(rows[r].chip);
        uint32_t at = rows[r].slot << 4;
        /* Rounds up; does not, as bits 17-10 are ones; plain. */
        const uint32_t v[4] = { 0xc0490fdb, 0x3f83ffff, 0x3f800000, 0 };
        uint64_t x = (0xc0490fdbu + 0x200) >> 10;
        uint64_t y = 0x3f83ffffu >> 10;
        uint64_t z = 0x3f800000u >> 10;
        uint64_t low = z | y << 22 | x << 44;

        test_xf_vector(t, NV_XF_LTCTX, rows[r].index, v);
        g_assert_cmphex(rdi(t, rows[r].space, at), ==, (uint32_t)low);
        g_assert_cmphex(rdi(t, rows[r].space, at | 4), ==, low >> 32);
        g_assert_cmphex(rdi(t, rows[r].space, at | 8), ==, x >> 20);
        g_assert_cmphex(rdi(t, rows[r].space, at | 12), ==, 0);
        test_xf_free(t);
    }
}

/* Every word of every space: write, read back; nothing beyond the end. */
static void check_space(TestXf *t, GRand *rand, unsigned space,
                        unsigned words, const uint32_t mask[4],
                        unsigned *cases)
{
    g_autofree uint32_t *want = g_new(uint32_t, words);
    uint32_t v;

    for (unsigned i = 0; i < words; i++) {
        want[i] = g_rand_int(rand);
        g_assert_true(nv_xf_rdi_write(&t->xf, space, i * 4, want[i]));
    }
    for (unsigned i = 0; i < words; i++) {
        g_assert_cmphex(rdi(t, space, i * 4), ==, want[i] & mask[i % 4]);
    }
    g_assert_false(nv_xf_rdi_read(&t->xf, space, words * 4, &v));
    g_assert_cmphex(v, ==, 0);
    g_assert_false(nv_xf_rdi_write(&t->xf, space, words * 4, 1));
    g_assert_false(nv_xf_rdi_write(&t->xf, space, 0xfffffffc, 1));
    *cases += words;
}

static void test_round_trip(void)
{
    static const uint32_t all[4] = {
        UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX,
    };
    static const uint32_t xfpr[4] = { UINT32_MAX, UINT32_MAX, 0xfffffff, 0 };
    static const uint32_t lt[4] = { UINT32_MAX, UINT32_MAX, 3, 0 };
    static const uint32_t ltc[4] = { 0x3fffff, 0x3fffff, 0x3fffff, 0x3fffff };
    GRand *rand = g_rand_new_with_seed(0x1d1);
    unsigned cases = 0;

    for (const NvChip *chip = nv_chips();
         chip->xf.ff == NV_FF_KELVIN; chip++) {
        TestXf *t = test_xf_new(chip->name);
        bool split = nv_chip_has(chip, NV_CAP_LT_SPLIT);
        uint32_t v;

        check_space(t, rand, 0x10, 0x88 * 4, xfpr, &cases);
        check_space(t, rand, 0x15, 0x11 * 4, all, &cases);
        check_space(t, rand, 0x17, 0xc0 * 4, all, &cases);
        check_space(t, rand, 0x18, (split ? 0x1a : chip->xf.ltctx) * 4, lt,
                    &cases);
        if (split) {
            check_space(t, rand, 0x16, 0x34 * 4, lt, &cases);
        } else {
            g_assert_false(nv_xf_rdi_read(&t->xf, 0x16, 0, &v));
        }
        check_space(t, rand, 0x19, 0x35, ltc, &cases);
        g_assert_false(nv_xf_rdi_read(&t->xf, 0x20, 0, &v));
        g_assert_false(nv_xf_rdi_read(&t->xf, 0x3d, 0, &v));
        test_xf_free(t);
    }
    g_test_message("0 mismatches in %u words", cases);
    g_rand_free(rand);
}

/* Curie's further registers of a program in its middle; else no byte of it. */
static void test_save_more(void)
{
    TestXf *t = test_xf_new("nv40"), *u = test_xf_new("nv40");
    NvStateItem from[] = { { &nv_xf_section, &t->xf },
                           { &nv_xf_more_section, &t->xf } };
    NvStateItem to[] = { { &nv_xf_section, &u->xf },
                         { &nv_xf_more_section, &u->xf } };
    static const NvXfHalfOf what[] = { NV_XF_HALF_BLOCK, NV_XF_HALF_NONE };
    const size_t size = sizeof(t->xf.half.more);

    for (unsigned i = 0; i < G_N_ELEMENTS(what); i++) {
        g_autoptr(GByteArray) alone = g_byte_array_new();
        g_autoptr(GByteArray) both = g_byte_array_new();
        g_autoptr(GError) error = NULL;
        const uint8_t none[sizeof(t->xf.half.more)] = { 0 };

        memset(t->xf.half.more, 0x5a, size);
        t->xf.half.what = what[i];
        nv_state_save(from, 1, alone);
        nv_state_save(from, 2, both);
        g_assert_cmpint(both->len > alone->len, ==, what[i] != 0);
        g_assert_true(nv_state_load(to, 2, both->data, both->len, &error));
        g_assert_no_error(error);
        g_assert_cmpmem(u->xf.half.more, size,
                        what[i] ? (void *)t->xf.half.more : (void *)none, size);
    }
    test_xf_free(t);
    test_xf_free(u);
}

/* What was saved comes back, and the new program runs, not the old one. */
static void test_save(void)
{
    const AsmInsn one = { .vec = 1, .s0 = ASM_IN, .v = 1, .omask = 0xf,
                          .out = 3, .end = true };
    const AsmInsn two = { .vec = 1, .s0 = ASM_IN, .v = 2, .omask = 0xf,
                          .out = 3, .end = true };
    TestXf *t = test_xf_new("nv20");
    TestXf *u = test_xf_new("nv20");
    NvStateItem from = { &nv_xf_section, &t->xf };
    NvStateItem to = { &nv_xf_section, &u->xf };
    g_autoptr(GByteArray) data = g_byte_array_new();
    g_autoptr(GError) error = NULL;
    const uint32_t v[4] = { 1, 2, 3, 4 };
    uint32_t got[4];

    asm_upload(t, 0, &one);
    test_xf_mode(t, 0, 0x80000000);
    test_xf_vector_f(t, NV_XF_XFCTX, 0x99, 1, 2, 3, 4);
    asm_upload(u, 0, &two);
    test_xf_mode(u, 0, 0x80000000);
    u->block.count = 1;
    block_set(&u->block, 1, 0, v);
    nv_xf_transform(&u->xf, &u->block);         /* decodes `two' */
    nv_state_save(&from, 1, data);
    g_assert_true(nv_state_load(&to, 1, data->data, data->len, &error));
    g_assert_no_error(error);
    g_assert_cmphex(u->xf.xfctx[0x99][3], ==, 0x40800000);
    nv_xf_transform(&u->xf, &u->block);
    block_get(&u->block, 3, 0, got);
    assert_vector(got, 1, 2, 3, 4);
    test_xf_free(t);
    test_xf_free(u);
}

static void test_dump(void)
{
    TestXf *t = test_xf_new("nv25");
    g_autoptr(GString) out = g_string_new(NULL);

    nv_xf_dump(&t->xf, out);
    g_assert_nonnull(strstr(out->str, "mode fixed"));
    g_assert_nonnull(strstr(out->str, "xfctx[0x39]"));
    nv_xf_dump_program(&t->xf, out);
    g_assert_nonnull(strstr(out->str, "00: 10700ff9 0436086c 000c001b  "
                            "NOP END"));
    test_xf_free(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/port/vab", test_vab);
    g_test_add_func("/xf/port/commit", test_commit);
    g_test_add_func("/xf/port/range", test_range);
    g_test_add_func("/xf/port/mode", test_mode);
    g_test_add_func("/xf/port/xfpr", test_xfpr);
    g_test_add_func("/xf/port/reversed", test_reversed);
    g_test_add_func("/xf/port/ltctx", test_ltctx);
    g_test_add_func("/xf/port/round-trip", test_round_trip);
    g_test_add_func("/xf/port/save", test_save);
    g_test_add_func("/xf/port/save-more", test_save_more);
    g_test_add_func("/xf/port/dump", test_dump);
    return g_test_run();
}
