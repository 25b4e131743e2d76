/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rankine programs, case by case: golden words, flow, addresses, Curie's words,
 * the port, the trace, and garbage on every chip.
 *
 * Where no public test asserts anything (flow, address rounding), the test
 * pins the choice made.
 */
#include "unit/xf/test-xf-rankine.h"

/* --- Golden words --- */

static void test_golden(void)
{
    static const uint32_t words[4] = { 0x00f00000, 0x0c000000, 0x00a7401b,
                                       0x00010000 };
    uint32_t seen[4] = { 0 };
    NvXfInsn insn;

    nv_xf_decode(&nv_xf_isa_rankine, words, &insn);
    g_assert_cmpstr(insn.vec->name, ==, "MOV");
    g_assert_cmpuint(insn.vec_dst, ==, 1);
    g_assert_cmpuint(insn.vec_mask, ==, 0xf);
    g_assert_cmpuint(insn.src[0].mux, ==, NV_XF_MUX_XFCTX);
    g_assert_cmphex(insn.xfctx, ==, 0x9d);
    g_assert_true(insn.simple && !insn.end && insn.src[0].plain);
    nv_xf_decode(&nv_xf_isa_rankine, nv_xf_isa_rankine.nop, &insn);
    g_assert_true(insn.end && !insn.uses);
    nv_xf_decode(&nv_xf_isa_curie, nv_xf_isa_curie.nop, &insn);
    g_assert_true(insn.end && !insn.uses && !insn.missing);
    /* Fields read back; none overlaps but the branch target. */
    for (int f = 0; f < NV_XF_FIELDS; f++) {
        const NvXfFieldPos *pos = &nv_xf_isa_rankine.fields[f];
        uint32_t w[4] = { 0 };

        nv_xf_set_field(&nv_xf_isa_rankine, w, f, UINT32_MAX);
        if (pos->width) {
            g_assert_cmphex(bits(w, pos->pos, pos->width), ==,
                            UINT32_MAX >> (32 - pos->width));
            g_assert_cmphex(nv_xf_field(&nv_xf_isa_rankine, w, f), ==,
                            UINT32_MAX >> (32 - pos->width));
        }
        for (int i = 0; i < 4 && f != NV_XF_F_TARGET; i++) {
            g_assert_cmphex(seen[i] & w[i], ==, 0);
            seen[i] |= w[i];
        }
    }
    g_assert_cmphex(seen[0] & seen[1], ==, UINT32_MAX);
    g_assert_cmphex(seen[2], ==, UINT32_MAX & ~(1u << 13));  /* bit 77: ? */
    g_assert_cmphex(seen[3], ==, 0x01ffffff);
}

/* --- Flow --- */

/* ADD R0, R0, v1 and o9 = the same. */
static void add_one(TestXf *t, unsigned slot, bool end)
{
    uint32_t w[4] = { 0 };

    put_bits(w, 0, 1, end);
    put_bits(w, 2, 10, 0x200 | 9);
    put_bits(w, 12, 4, 15);
    put_bits(w, 20, 4, 15);
    put_bits(w, 28, 15, 2 | 0x1b << 6);
    put_bits(w, 58, 15, 1 | 0x1b << 6);
    put_bits(w, 73, 4, 1);
    put_bits(w, 87, 5, 3);
    upload(t, slot, w);
}

static void flow(TestXf *t, unsigned slot, unsigned sop, unsigned target)
{
    uint32_t w[4] = { 0 };

    put_bits(w, 92, 5, sop);
    put_bits(w, 34, 9, target);
    upload(t, slot, w);
}

static float run_flow(TestXf *t, uint32_t b, unsigned limit)
{
    const uint32_t one[4] = { NV_XF_ONE, NV_XF_ONE, NV_XF_ONE, NV_XF_ONE };
    uint32_t got[4];

    mode(t, 0, b);
    set_timeout(t, limit);
    memset(t->xf.tbuf, 0, sizeof(t->xf.tbuf));
    block_set(&t->block, 1, 0, one);
    t->block.count = 1;
    nv_xf_transform(&t->xf, &t->block);
    block_get(&t->block, 9, 0, got);
    return nv_u2f(got[0]);
}

static void test_flow(void)
{
    TestXf *t = test_xf_new("nv30");

    /* For ever: TIMEOUT ends it; instruction n runs only below it. */
    add_one(t, 0, false);
    flow(t, 1, 9, 0);
    g_assert_cmpfloat(run_flow(t, V2, 100), ==, 50);
    g_assert_cmpfloat(run_flow(t, V2, 101), ==, 51);
    g_assert_cmpfloat(run_flow(t, V2, 0), ==, 0);
    g_assert_cmpfloat(run_flow(t, V2, 0xffff), ==, 32768);
    /* First-generation programs have no branches: on to the NOPs' END. */
    g_assert_cmpfloat(run_flow(t, V1, 100), ==, 1);
    /* Calls: twice the same body; a return from the top ends. */
    flow(t, 0, 0xb, 8);
    flow(t, 1, 0xb, 8);
    flow(t, 2, 0xc, 0);
    add_one(t, 3, true);
    add_one(t, 8, false);
    flow(t, 9, 0xc, 0);
    g_assert_cmpfloat(run_flow(t, V2, 1000), ==, 2);
    /* Too deep: the ninth call ends the program. */
    add_one(t, 0, false);
    flow(t, 1, 0xb, 0);
    g_assert_cmpfloat(run_flow(t, V2, 1000), ==, 9);
    /* A target out of XFPR, and the way off its end. */
    flow(t, 1, 9, 0x1ff);
    g_assert_cmpfloat(run_flow(t, V2, 1000), ==, 1);
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        add_one(t, slot, false);
    }
    g_assert_cmpfloat(run_flow(t, V2, 0xffff), ==, SLOTS);
    g_assert_cmpfloat(run_flow(t, V2, 7), ==, 7);
    g_assert_cmpuint(t->errors, >, 0);
    test_xf_free(t);
}

/* --- Addresses: op A1, v1 (or ARA), then o9 = c[base + A1.component] --- */

static float address(TestXf *t, unsigned op, unsigned component,
                     const float v[4])
{
    uint32_t w[3][4] = { { 0 } }, got[4];
    const uint32_t in[4] = { nv_f2u(v[0]), nv_f2u(v[1]), nv_f2u(v[2]),
                             nv_f2u(v[3]) };

    for (unsigned i = 0; i < 2; i++) {
        /* ARL A1 first; then the operation, or NOP. */
        put_bits(w[i], 20, 4, 15);
        put_bits(w[i], 58, 15, 2 | 0x1b << 6);
        put_bits(w[i], 73, 4, 1);
        put_bits(w[i], 87, 5, i ? op : 0xd);
        put_bits(w[i], 112, 5, 1);
        put_bits(w[i], 120, 1, 1);
    }
    put_bits(w[2], 0, 2, 3);
    put_bits(w[2], 2, 10, 0x200 | 9);
    put_bits(w[2], 12, 4, 15);
    put_bits(w[2], 58, 15, 3 | 0x1b << 6);
    put_bits(w[2], 78, 9, USER + 64);
    put_bits(w[2], 87, 5, 1);
    put_bits(w[2], 97, 2, component);
    put_bits(w[2], 120, 1, 1);
    for (unsigned i = 0; i < 3; i++) {
        upload(t, i, w[i]);
    }
    mode(t, 0, V2);
    set_timeout(t, 10);
    block_set(&t->block, 1, 0, in);
    t->block.count = 1;
    nv_xf_transform(&t->xf, &t->block);
    block_get(&t->block, 9, 0, got);
    return nv_u2f(got[0]) - 64;
}

static void test_address(void)
{
    static const float v[4] = { 1.5f, -2.5f, 10.49f, 20.75f };
    static const float want[3][4] = {
        { 1, -3, 10, 20 }, { 2, -2, 10, 21 }, { 11, 17, 11, 17 },
    };
    static const float edge[4] = { 600, -600, 0.49995f, -1e-30f };
    static const unsigned ops[3] = { 0xd, 0x17, 0x18 };
    TestXf *t = test_xf_new("nv30");

    for (unsigned i = 0; i < 256; i++) {
        test_xf_vector_f(t, NV_XF_XFCTX, USER + i, i, 0, 0, 0);
    }
    for (unsigned op = 0; op < 3; op++) {
        for (unsigned c = 0; c < 4; c++) {
            g_assert_cmpfloat(address(t, ops[op], c, v), ==, want[op][c]);
        }
    }
    for (unsigned op = 0; op < 2; op++) {
        g_assert_cmpfloat(address(t, ops[op], 0, edge), ==, -64);
        g_assert_cmpfloat(address(t, ops[op], 1, edge), ==, -64);
        g_assert_cmpfloat(address(t, ops[op], 2, edge), ==, 0);
        g_assert_cmpfloat(address(t, ops[op], 3, edge), ==, 0);
    }
    /* 0.5 - 2^-13 is the last that goes down. */
    g_assert_cmpfloat(address(t, 0x17, 0, (float [4]) { 0.4998779f }), ==, 0);
    g_assert_cmpfloat(address(t, 0x17, 0, (float [4]) { 0.5f }), ==, 1);
    test_xf_free(t);
}

/* --- Curie: what equals Rankine runs, the rest does nothing and is told --- */

static void test_curie(void)
{
    static const struct {
        NvXfField field;
        const char *missing;
    } rows[] = {
        { NV_XF_F_SAT, "SAT" }, { NV_XF_F_OUT_INDEXED, "OUT_INDEXED" },
        { NV_XF_F_IBUF_INDEXED, "IBUF_INDEXED" },
        { NV_XF_F_CSRCDST, "CSRCDST" },
    };
    const NvXfIsa *isa = &nv_xf_isa_curie;
    TestXf *t = test_xf_new("nv40");
    const uint32_t v[4] = { NV_XF_ONE, 0x40000000, 3, 4 };
    uint32_t w[4] = { 0 }, got[4];
    NvXfInsn insn;

    nv_xf_set_field(isa, w, NV_XF_F_END, 1);
    nv_xf_set_field(isa, w, NV_XF_F_OUT_ADDR, 9);
    nv_xf_set_field(isa, w, NV_XF_F_OUT_IS_VEC, 1);
    nv_xf_set_field(isa, w, NV_XF_F_DST_WM_VEC, 0xe);
    nv_xf_set_field(isa, w, NV_XF_F_DST_VEC, 0x3f);
    nv_xf_set_field(isa, w, NV_XF_F_DST_SCA, 0x3f);
    nv_xf_set_field(isa, w, NV_XF_F_SRC0, 2 | 0xb1 << 8 | 1 << 16);
    nv_xf_set_field(isa, w, NV_XF_F_IBUF_ADDR, 1);
    nv_xf_set_field(isa, w, NV_XF_F_OP_VEC, 1);
    upload(t, 0, w);
    mode(t, 0, V2);
    block_set(&t->block, 1, 0, v);
    t->block.count = 1;
    nv_xf_transform(&t->xf, &t->block);
    block_get(&t->block, 9, 0, got);
    assert_vector(got, 0x80000003, 0x80000004, 0xbf800000, NV_XF_ONE);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint32_t x[4];

        memcpy(x, w, 16);
        nv_xf_set_field(isa, x, rows[i].field, 1);
        nv_xf_decode(isa, x, &insn);
        g_assert_cmpstr(insn.missing, ==, rows[i].missing);
        g_assert_cmpuint(insn.out_vec_mask, ==, 0);
        g_assert_true(insn.end);
    }
    nv_xf_set_field(isa, w, NV_XF_F_OP_VEC, 0x19);
    nv_xf_decode(isa, w, &insn);
    g_assert_cmpstr(insn.missing, ==, "TXL");
    upload(t, 0, w);
    nv_xf_transform(&t->xf, &t->block);
    nv_xf_transform(&t->xf, &t->block);
    g_assert_cmpuint(t->unimp, ==, 1);
    test_xf_free(t);
}

/* --- Port --- */

static void test_port(void)
{
    TestXf *t = test_xf_new("nv30");
    const uint32_t v[4] = { 0x01ff0123, 0x00aa0155, 0x01000001, 0x00ff01fe };
    static const uint16_t k[8] = { 0x123, 0x1ff, 0x155, 0xaa, 1, 0x100, 0x1fe,
                                   0xff };
    uint32_t w[4] = { 0 }, got;

    test_xf_vector(t, NV_XF_XTRA, 1, v);
    for (unsigned i = 0; i < 3; i++) {
        g_assert_true(nv_xf_rdi_read(&t->xf, 0x10, 0x1190 + 4 * i, &w[i]));
    }
    for (unsigned i = 0; i < 8; i++) {
        g_assert_cmphex(bits(w, 9 * i, 9), ==, k[i]);
    }
    set_timeout(t, 0xabcd1234);
    g_assert_true(nv_xf_rdi_read(&t->xf, 0x10, 0x11a0, &got));
    g_assert_cmphex(got, ==, 0x1234);
    g_assert_false(nv_xf_rdi_read(&t->xf, 0x10, 0x11b0, &got));
    nv_xf_command64(&t->xf, NV_XF_MODE, 0x00, 0, 0x3f);
    nv_xf_command64(&t->xf, NV_XF_MODE, 0x08, 0xb, 0xa);
    nv_xf_command64(&t->xf, NV_XF_MODE, 0x10, 3, 2);
    nv_xf_command64(&t->xf, NV_XF_MODE, 0x18, 1, 0x10);
    g_assert_cmphex(t->xf.mode_c, ==, 0x3f);
    g_assert_cmphex(t->xf.mode_b, ==, 0xb);
    g_assert_cmphex(t->xf.mode_a, ==, 0xa);
    assert_vector(t->xf.mode_t, 0x10, 1, 2, 3);
    assert_vector(t->xf.vab[16], 3, 2, 1, 0x10);
    test_xf_vector_f(t, NV_XF_XFCTX, CTX - 1, 1, 2, 3, 4);
    g_assert_true(nv_xf_rdi_read(&t->xf, 0x17, (CTX - 1) << 4, &got));
    g_assert_cmphex(got, ==, 0x40800000);
    test_xf_vector_f(t, NV_XF_XFCTX, CTX, 1, 2, 3, 4);
    test_xf_vector_f(t, NV_XF_LTCTX, 0x35, 1, 2, 3, 4);
    /* RDI shows its own writes alone, and hands them to LT. */
    g_assert_cmphex(t->xf.ltctx[0x35][2], ==, 0x40400000 >> 10);
    g_assert_true(nv_xf_rdi_read(&t->xf, 0x16, 0x35 << 4, &got));
    g_assert_cmphex(got, ==, 0);
    g_assert_true(nv_xf_rdi_write(&t->xf, 0x16, 0x35 << 4, 0x12345));
    g_assert_true(nv_xf_rdi_read(&t->xf, 0x16, 0x35 << 4, &got));
    g_assert_cmphex(got, ==, 0x12345);
    g_assert_cmphex(t->xf.ltctx[0x35][2], ==, 0x12345);
    g_assert_false(nv_xf_rdi_read(&t->xf, 0x18, 0, &got));
    nv_xf_command(&t->xf, NV_XF_LTC3, 0xe << 4, NV_XF_ONE);
    g_assert_true(nv_xf_rdi_read(&t->xf, 0x19, 0x30 * 4, &got));
    g_assert_cmphex(got, ==, NV_XF_ONE >> 10);
    g_assert_false(nv_xf_rdi_read(&t->xf, 0x19, 0x31 * 4, &got));
    test_xf_free(t);
}

/* --- Trace --- */

typedef struct Told {
    unsigned steps;
    NvXfStep last;
} Told;

static void told(void *opaque, const NvXfStep *step)
{
    Told *told = opaque;

    g_assert_cmpuint(step->count, ==, told->steps);
    told->steps++;
    told->last = *step;
}

static void test_trace(void)
{
    TestXf *t = test_xf_new("nv30");
    Told record = { 0 };

    add_one(t, 0, false);
    flow(t, 1, 9, 3);
    add_one(t, 3, true);
    nv_xf_set_trace(&t->xf, told, &record);
    g_assert_cmpfloat(run_flow(t, V2, 100), ==, 2);
    g_assert_cmpuint(record.steps, ==, 3);
    g_assert_cmpuint(record.last.pc, ==, 3);
    g_assert_true(record.last.has_vec && !record.last.has_sca);
    assert_vector(record.last.src[0], NV_XF_ONE, NV_XF_ONE, NV_XF_ONE,
                  NV_XF_ONE);
    g_assert_cmphex(record.last.vec[0], ==, nv_f2u(2));
    nv_xf_set_trace(&t->xf, NULL, NULL);
    run_flow(t, V2, 100);
    g_assert_cmpuint(record.steps, ==, 3);
    test_xf_free(t);
}

/* --- Garbage, on every chip --- */

static void test_garbage(void)
{
    GRand *rand = g_rand_new_with_seed(0x9a9a);
    unsigned vertices = 0, chips = 0;

    for (const NvChip *chip = nv_chips(); chip->name; chip++, chips++) {
        TestXf *t = test_xf_new(chip->name);
        g_autoptr(GString) text = g_string_new(NULL);

        for (unsigned round = 0; round < 12; round++) {
            uint32_t *in = &t->block.in[0][0][0];

            for (unsigned i = 0; i < sizeof(t->block.in) / 4; i++) {
                in[i] = random_operand(rand);
            }
            for (unsigned i = 0; i < 6000; i++) {
                NvXfCommand type = g_rand_boolean(rand) ? NV_XF_XFPR :
                                   (g_rand_int(rand) & 0xf);
                uint32_t got;

                if (type == NV_XF_RUN && g_rand_int_range(rand, 0, 8)) {
                    continue;
                }
                nv_xf_command(&t->xf, type, g_rand_int(rand),
                              random_operand(rand));
                nv_xf_read(&t->xf, type, g_rand_int(rand), &got);
                nv_xf_rdi_write(&t->xf, 0x10 + (g_rand_int(rand) & 15),
                                g_rand_int(rand) & 0x7ffc, g_rand_int(rand));
            }
            nv_xf_set_kelvin_class(&t->xf, g_rand_boolean(rand));
            for (unsigned m = 0; m < 4; m++) {
                t->xf.timeout = g_rand_int_range(rand, 0, 500);
                t->xf.mode_a = g_rand_int(rand);
                t->xf.mode_b = (g_rand_int(rand) & 0x3fffffff) | m << 30;
                t->block.count = g_rand_int_range(rand, 0, NV_XF_BLOCK + 1);
                nv_xf_program_changed(&t->xf);
                nv_xf_transform(&t->xf, &t->block);
                vertices += t->block.count;
            }
        }
        nv_xf_dump(&t->xf, text);
        test_xf_free(t);
    }
    g_assert_cmpuint(chips, ==, 10);
    g_test_message("%u vertices on %u chips", vertices, chips);
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/rankine/golden", test_golden);
    g_test_add_func("/xf/rankine/flow", test_flow);
    g_test_add_func("/xf/rankine/address", test_address);
    g_test_add_func("/xf/rankine/curie", test_curie);
    g_test_add_func("/xf/rankine/port", test_port);
    g_test_add_func("/xf/rankine/trace", test_trace);
    g_test_add_func("/xf/rankine/garbage", test_garbage);
    return g_test_run();
}
