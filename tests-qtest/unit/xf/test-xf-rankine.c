/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rankine programs: every opcode and random programs, against a slow
 * evaluator written from the documents' tables alone.
 *
 * Branch targets, condition updates and address rounding are not asserted by
 * any public test; there the test pins the choice made.
 */
#include <math.h>

#include "unit/xf/test-xf-rankine.h"

/* --- The slow evaluator --- */

typedef struct Slow {
    NvXfRules rules;
    bool v2, all, write;
    uint32_t timeout, pc;
    const uint32_t (*code)[4];
    uint32_t ctx[CTX][4], out[16][4], in[16][4], reg[16][4];
    int areg[2][4];
    NvXfCond cc[4];
} Slow;

/* By way of 13 bits after the point, as EXP has them; tiny values are 0. */
static int to_address(uint32_t x, bool nearest)
{
    double v = nv_u2f(x);

    if (isnan(v)) {
        return 511;
    }
    v = (x >> 23 & 0xff) < 104 ? 0 : floor(v * 8192) / 8192;
    v = floor(nearest ? v + .5 : v);
    return v < -512 ? -512 : v > 511 ? 511 : (int)v;
}

static void slow_source(const Slow *s, const uint32_t w[4], unsigned at,
                        unsigned abs_bit, uint32_t d[4])
{
    static const uint32_t zero[4];
    uint32_t word = bits(w, at, 15);
    const uint32_t *v = s->in[bits(w, 73, 4)];

    if ((word & 3) == 1) {
        v = s->reg[word >> 2 & 15];
    } else if ((word & 3) == 3) {
        int slot = bits(w, 78, 9);
        int first = s->all ? 0 : USER;
        bool direct = !bits(w, 1, 1);

        if (!direct) {
            slot += s->areg[bits(w, 120, 1)][bits(w, 97, 2)];
        }
        v = zero;
        if (slot < CTX && (slot >= first ||
                           (direct && (slot == 0x76 || slot == 0x77)))) {
            v = s->ctx[slot];
        }
    }
    for (int i = 0; i < 4; i++) {
        d[i] = v[word >> (12 - 2 * i) & 3];
        if (s->v2 && bits(w, abs_bit, 1)) {
            d[i] &= 0x7fffffff;
        }
        d[i] ^= (word >> 14 & 1) << 31;
    }
}

static uint32_t slow_dot(const Slow *s, const uint32_t a[4],
                         const uint32_t b[4], unsigned n, bool homogeneous)
{
    uint32_t terms[4];

    for (unsigned i = 0; i < n; i++) {
        terms[i] = nv_xf_mul(&s->rules, homogeneous && i == 3 ? NV_XF_ONE :
                             a[i], b[i]);
    }
    return nv_xf_sum(&s->rules, terms, n);
}

/* False if there is no result. */
static bool slow_vec(const Slow *s, unsigned op, const uint32_t a[4],
                     const uint32_t b[4], const uint32_t c[4], uint32_t d[4])
{
    static const uint8_t tests[] = { 2, 0, 4, 3, 5, 7 };    /* 0x10.. */
    const NvXfRules *r = &s->rules;

    if (op == 0 || op == 0xd || op > 0x16 || (op > 0xd && !s->v2)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        uint32_t p = nv_xf_mul(r, a[i], b[i]);

        d[i] = op == 1 ? a[i] : op == 2 ? p :
               op == 3 ? nv_xf_sum2(r, a[i], c[i]) :
               op == 4 ? nv_xf_sum2(r, p, c[i]) :
               op == 5 ? slow_dot(s, a, b, 3, false) :
               op == 6 ? slow_dot(s, a, b, 4, true) :
               op == 7 ? slow_dot(s, a, b, 4, false) :
               op == 8 ? (i == 0 ? NV_XF_ONE : i == 1 ? p : i == 2 ? a[2] :
                          b[3]) :
               op == 9 ? nv_xf_min(r, a[i], b[i]) :
               op == 10 ? nv_xf_max(r, a[i], b[i]) :
               op == 11 ? nv_xf_set(r, NV_XF_TEST_LT, a[i], b[i]) :
               op == 12 ? nv_xf_set(r, NV_XF_TEST_GE, a[i], b[i]) :
               op == 14 ? nv_xf_frc(r, a[i]) : op == 15 ? nv_xf_flr(a[i]) :
               op == 0x16 ? nv_xf_ssg(r, a[i]) :
               nv_xf_set(r, (NvXfTest)tests[op - 0x10], a[i], b[i]);
    }
    return true;
}

static bool slow_sca(const Slow *s, unsigned op, const uint32_t c[4],
                     uint32_t d[4])
{
    const NvXfRules *r = &s->rules;
    uint32_t x = c[0];

    if (op == 0 || op > 0x10 || (op > 7 && (op < 0xd || !s->v2))) {
        return false;
    }
    if (op == 1) {
        memcpy(d, c, 16);
    } else if (op == 5) {
        nv_xf_exp(d, x);
    } else if (op == 6) {
        nv_xf_log(r, d, x);
    } else if (op == 7) {
        nv_xf_lit(d, c);
    } else {
        x = op == 2 ? nv_xf_rcp(r, x) : op == 3 ? nv_xf_rcc(r, x) :
            op == 4 ? nv_xf_rsq(r, x) : op == 0xd ? nv_xf_lg2(x) :
            op == 0xe ? nv_xf_ex2(x) : op == 0xf ? nv_xf_sin(x) :
            nv_xf_cos(x);
        d[0] = d[1] = d[2] = d[3] = x;
    }
    return true;
}

static void slow_write(uint32_t d[4], const uint32_t v[4], unsigned wm,
                       const bool pass[4])
{
    for (int i = 0; i < 4; i++) {
        if ((wm & (8 >> i)) && pass[i]) {
            d[i] = v[i];
        }
    }
}

static void slow_out(Slow *s, const uint32_t w[4], const uint32_t v[4],
                     unsigned wm, const bool pass[4])
{
    unsigned addr = bits(w, 2, 9);

    if (bits(w, 11, 1)) {
        if (addr < 16) {
            slow_write(s->out[addr], v, wm, pass);
        } else if (s->v2 && addr - 17 < 6 && wm & 8 && pass[0]) {
            /* A clip distance: y, z, w of outputs 5 and 6. */
            s->out[addr < 20 ? 5 : 6][addr < 20 ? addr - 16 : addr - 19] = v[0];
        }
    } else if (s->write && addr < CTX && (s->all || addr >= USER)) {
        slow_write(s->ctx[addr], v, wm, pass);
    }
}

static void slow_address(Slow *s, const uint32_t w[4], const uint32_t a[4],
                         const bool pass[4])
{
    unsigned op = bits(w, 87, 5);
    unsigned dst = s->v2 ? bits(w, 112, 1) : 0;
    const int *from = s->areg[bits(w, 120, 1)];
    int sum[2] = { from[0] + from[2], from[1] + from[3] };

    if (op != 0xd && ((op != 0x17 && op != 0x18) || !s->v2)) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        bool on = s->v2 ? bits(w, 20, 4) & (8 >> i) : i == 0;

        if (on && pass[i]) {
            s->areg[dst][i] = op == 0x18 ? CLAMP(sum[i & 1], -512, 511) :
                              to_address(a[i], op == 0x17);
        }
    }
}

static void slow_run(Slow *s)
{
    uint32_t stack[8], depth = 0;

    for (uint32_t n = 0; n < s->timeout && s->pc < SLOTS; n++) {
        const uint32_t *w = s->code[s->pc];
        unsigned vop = bits(w, 87, 5), sop = bits(w, 92, 5);
        unsigned dst = bits(w, 112, 5), sdst = dst;
        unsigned vwm = bits(w, 20, 4), swm = bits(w, 24, 4);
        uint32_t a[4], b[4], c[4], dv[4], ds[4];
        bool vec, sca, pass[4], any = false;

        for (int i = 0; i < 4; i++) {
            unsigned k = bits(w, 99 + 6 - 2 * i, 2);

            pass[i] = !bits(w, 110, 1) ||
                      nv_xf_test(s->cc[k], (NvXfTest)bits(w, 107, 3));
            any |= pass[i];
        }
        slow_source(s, w, 58, 117, a);
        slow_source(s, w, 43, 118, b);
        slow_source(s, w, 28, 119, c);
        vec = slow_vec(s, vop, a, b, c, dv);
        sca = slow_sca(s, sop, c, ds);
        slow_address(s, w, a, pass);
        if (vec && vwm && swm) {
            sdst = 1;
        }
        if (vec && dst < 16) {
            slow_write(s->reg[dst], dv, vwm, pass);
        }
        if (sca && sdst < 16) {
            slow_write(s->reg[sdst], ds, swm, pass);
        }
        if (vec) {
            slow_out(s, w, dv, bits(w, 12, 4), pass);
        }
        if (sca) {
            slow_out(s, w, ds, bits(w, 16, 4), pass);
        }
        for (int i = 0; i < 4 && bits(w, 111, 1); i++) {
            unsigned wm = vec ? vwm | bits(w, 12, 4) : swm | bits(w, 16, 4);

            if ((vec || sca) && (wm & (8 >> i)) && pass[i]) {
                s->cc[i] = nv_xf_cond(&s->rules, vec ? dv[i] : ds[i], 0);
            }
        }
        s->pc++;
        if (bits(w, 0, 1)) {
            return;
        }
        if (!s->v2 || !any) {
            continue;
        }
        if (sop == 0xb) {
            if (depth == 8) {
                return;
            }
            stack[depth++] = s->pc;
        }
        if (sop == 9 || sop == 0xb) {
            s->pc = bits(w, 34, 9);
        } else if (sop == 0xc) {
            if (!depth) {
                return;
            }
            s->pc = stack[--depth];
        }
    }
}

/* --- Random programs --- */

static void random_insn(GRand *rand, uint32_t w[4])
{
    for (int i = 0; i < 4; i++) {
        w[i] = g_rand_int(rand);
    }
    put_bits(w, 122, 6, 0);
    put_bits(w, 121, 1, 0);
    put_bits(w, 0, 1, g_rand_int_range(rand, 0, 12) == 0);
    put_bits(w, 87, 5, g_rand_int_range(rand, 0, 0x1a));
    put_bits(w, 92, 5, g_rand_int_range(rand, 0, 0x12));
    if (g_rand_int_range(rand, 0, 4)) {
        put_bits(w, 110, 1, 0);             /* no condition */
    }
    if (g_rand_int_range(rand, 0, 4)) {
        put_bits(w, 112, 5, g_rand_int_range(rand, 0, 4));
    }
    for (int i = 0; i < 3 && g_rand_boolean(rand); i++) {
        put_bits(w, 28 + 15 * i, 6, 1 | g_rand_int_range(rand, 0, 4) << 2);
    }
    if (g_rand_boolean(rand)) {
        put_bits(w, 78, 9, USER + g_rand_int_range(rand, 0, 16));
    }
    if (g_rand_boolean(rand)) {
        put_bits(w, 2, 10, g_rand_boolean(rand) ?
                 0x200 | g_rand_int_range(rand, 0, 24) :
                 USER + g_rand_int_range(rand, 0, 16));
    }
    /* Targets near by, so that most programs run for a while. */
    if (bits(w, 92, 5) == 9 || bits(w, 92, 5) == 0xb) {
        if (g_rand_int_range(rand, 0, 8)) {
            put_bits(w, 34, 9, g_rand_int_range(rand, 0, 40));
        }
    }
}

static unsigned random_state(TestXf *t, GRand *rand, Slow *s)
{
    uint32_t code_words[SLOTS][4];
    uint32_t b = (g_rand_boolean(rand) ? V2 : V1) |
                 (g_rand_int(rand) & (MODERN | ALL_CTX | WRITE_CTX));
    unsigned start = g_rand_int_range(rand, 0, 30), bad = 0;
    bool state = g_rand_int_range(rand, 0, 4) == 0;
    unsigned limit = g_rand_int_range(rand, 0, 3) ?
                     (unsigned)g_rand_int_range(rand, 0, 80) : 4000;

    for (unsigned i = 0; i < SLOTS; i++) {
        uint32_t *w = code_words[i];

        memset(w, 0, 16);
        if (i < 40) {
            random_insn(rand, w);
            upload(t, i, w);
        } else {
            w[0] = 1;
            if (i < 44) {
                upload(t, i, w);
            } else {
                memcpy(w, t->xf.xfpr[i], 16);
            }
        }
    }
    for (unsigned i = 0; i < CTX; i++) {
        uint32_t v[4];

        random_vector(rand, v);
        if (g_rand_boolean(rand)) {
            v[0] = nv_f2u(g_rand_int_range(rand, -20, 20));
        }
        test_xf_vector(t, NV_XF_XFCTX, i, v);
        memcpy(s->ctx[i], v, 16);
    }
    for (unsigned i = 0; i < 16; i++) {
        random_vector(rand, s->in[i]);
        s->in[i][i % 4] = nv_f2u(g_rand_int_range(rand, -20, 20) * .5f);
        block_set(&t->block, i, 0, s->in[i]);
    }
    memcpy(s->out, t->xf.tbuf, sizeof(s->out));
    memset(s->reg, 0, sizeof(s->reg));
    memset(s->areg, 0, sizeof(s->areg));
    for (int i = 0; i < 4; i++) {
        s->cc[i] = NV_XF_COND_E;
    }
    s->rules = (NvXfRules) { NV_ARITH_RANKINE, !(b & MODERN) };
    s->v2 = b >> 30 == 3;
    s->all = s->v2 || b & ALL_CTX;
    s->write = state || (b & WRITE_CTX);
    s->timeout = limit;
    s->pc = start;
    s->code = (const uint32_t (*)[4])code_words;
    mode(t, start << 8, b);
    set_timeout(t, limit);
    t->block.count = 1;
    if (state) {
        memset(s->in[1], 0, sizeof(s->in) - sizeof(s->in[0]));
        test_xf_vector(t, NV_XF_PARAM, 0, s->in[0]);
        nv_xf_command(&t->xf, NV_XF_RUN, 0, start);
        slow_run(s);
    } else {
        nv_xf_transform(&t->xf, &t->block);
        slow_run(s);
        for (unsigned i = 0; i < 16; i++) {
            uint32_t got[4];

            block_get(&t->block, i, 0, got);
            for (int c = 0; c < 4; c++) {
                if (got[c] != s->out[i][c]) {
                    bad++;
                    g_test_message("o%u.%d: was -, expected %08x, got %08x",
                                   i, c, s->out[i][c], got[c]);
                }
            }
        }
    }
    for (unsigned i = 0; i < CTX; i++) {
        for (int c = 0; c < 4; c++) {
            if (t->xf.xfctx[i][c] != s->ctx[i][c]) {
                bad++;
                g_test_message("ctx[%x].%d: expected %08x, got %08x", i, c,
                               s->ctx[i][c], t->xf.xfctx[i][c]);
            }
        }
    }
    if (bad) {
        for (unsigned i = start; i < start + 4; i++) {
            g_test_message("%02x: %08x %08x %08x %08x", i, code_words[i][0],
                           code_words[i][1], code_words[i][2],
                           code_words[i][3]);
        }
        g_test_message("mode B %08x state program %d timeout %u", b, state,
                       limit);
    }
    return bad;
}

static void test_random(void)
{
    static const char *const chips[] = { "nv30", "nv34", "nv35" };
    GRand *rand = g_rand_new_with_seed(0x30a);
    g_autofree Slow *s = g_new0(Slow, 1);
    unsigned bad = 0, cases = g_test_slow() ? 200000 : 6000;

    for (unsigned c = 0; c < 3; c++) {
        TestXf *t = test_xf_new(chips[c]);

        for (unsigned i = 0; i < cases / 3 && !bad; i++) {
            bad += random_state(t, rand, s);
        }
        test_xf_free(t);
    }
    g_test_message("%u mismatches in %u programs", bad, cases);
    g_assert_cmpuint(bad, ==, 0);
    g_rand_free(rand);
}

/* --- Every opcode, the shape of the public tests: two MOVs and one op --- */

static unsigned one_op(TestXf *t, GRand *rand, Slow *s, unsigned vop,
                       unsigned sop, bool v2, bool modern, unsigned limit)
{
    uint32_t code[3][4] = {
        { 0x00f00000, 0x0c000000, 0x00a7001b, 0 },
        { 0x00f00000, 0x0c000000, 0x00a7401b, 0x00010000 },
    };
    uint32_t *w = code[2];
    unsigned bad = 0;

    put_bits(w, 0, 1, 1);
    put_bits(w, 2, 9, USER + 3);
    put_bits(w, vop ? 12 : 16, 4, g_rand_int(rand) & 15);
    put_bits(w, 28, 15, 3 | (g_rand_int(rand) & 0x1ff) << 6);
    put_bits(w, 43, 15, 5 | (g_rand_int(rand) & 0x1ff) << 6);
    put_bits(w, 58, 15, 1 | (g_rand_int(rand) & 0x1ff) << 6);
    put_bits(w, 78, 9, USER + 2);
    put_bits(w, 87, 5, vop);
    put_bits(w, 92, 5, sop);
    put_bits(w, 112, 5, 0x1f);
    put_bits(w, 117, 3, g_rand_int(rand));
    memset(s->reg, 0, sizeof(s->reg));
    for (unsigned i = 0; i < 4; i++) {
        random_vector(rand, s->ctx[USER + i]);
        test_xf_vector(t, NV_XF_XFCTX, USER + i, s->ctx[USER + i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        upload(t, i, code[i]);
    }
    s->rules = (NvXfRules) { NV_ARITH_RANKINE, !modern };
    s->v2 = v2;
    s->write = true;
    s->timeout = limit;
    s->pc = 0;
    s->code = (const uint32_t (*)[4])code;
    mode(t, 0, (v2 ? V2 : V1) | (modern ? MODERN : 0));
    set_timeout(t, limit);
    nv_xf_command(&t->xf, NV_XF_RUN, 0, 0);
    slow_run(s);
    for (int c = 0; c < 4; c++) {
        if (t->xf.xfctx[USER + 3][c] != s->ctx[USER + 3][c]) {
            bad++;
            g_test_message("op %x/%x v2 %d modern %d: expected %08x got %08x",
                           vop, sop, v2, modern, s->ctx[USER + 3][c],
                           t->xf.xfctx[USER + 3][c]);
        }
    }
    return bad;
}

static void test_opcodes(void)
{
    TestXf *t = test_xf_new("nv30");
    GRand *rand = g_rand_new_with_seed(0x0b);
    g_autofree Slow *s = g_new0(Slow, 1);
    unsigned bad = 0, cases = 0;

    for (unsigned op = 1; op < 0x17 + 0x10; op++) {
        for (unsigned i = 0; i < 1200; i++, cases++) {
            unsigned vop = op < 0x17 ? op : 0;
            unsigned sop = op < 0x17 ? 0 : op - 0x16;

            bad += one_op(t, rand, s, vop, sop, i & 1, i & 2,
                          i % 8 == 7 ? i / 8 % 4 : 3 + i % 5);
        }
    }
    g_test_message("%u mismatches in %u programs", bad, cases);
    g_assert_cmpuint(bad, ==, 0);
    g_rand_free(rand);
    test_xf_free(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/rankine/opcodes", test_opcodes);
    g_test_add_func("/xf/rankine/random", test_random);
    return g_test_run();
}
