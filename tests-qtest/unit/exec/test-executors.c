/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every executor against the reference, bit for bit, on random programs and
 * values; arith=fast against exact by how far sums differ.
 *
 * The rows are those of exec/executors.c: a new executor is tested by being
 * there.  NV_TEST_SEED=n repeats a run, NV_TEST_ROUNDS=n makes it longer.
 */
#include <math.h>

#include "unit/xf/test-xf-random.h"

#include "common/environment.h"
#include "jit/code.h"
#include "exec/exec.h"
#include "jit/jit.h"

static uint32_t seed = 0x20011021;
static unsigned rounds = 1500;

static const uint32_t modes[] = {
    RANDOM_PROGRAM, RANDOM_PROGRAM | RANDOM_ALL_CTX,
};

/* --- Comparison --- */

typedef struct Twins {
    TestXf *ref, *other;
    const char *name;
    uint64_t pairs, programs, fallbacks;
    uint64_t quick;             /* programs that jit never had to be careful */
} Twins;

static void twins_new(Twins *w, const char *chip, const char *executor)
{
    GError *error = NULL;

    memset(w, 0, sizeof(*w));
    w->name = executor;
    w->ref = test_xf_new(chip);
    w->other = test_xf_new(chip);
    g_assert_true(nv_xf_configure(&w->ref->xf, "ref", NULL, &error));
    g_assert_true(nv_xf_configure(&w->other->xf, executor, "exact",
                                  &error));
    g_assert_no_error(error);
}

static void twins_free(Twins *w)
{
    g_test_message("%s: %" G_GUINT64_FORMAT " programs (%" G_GUINT64_FORMAT
                   " left to ref), %" G_GUINT64_FORMAT " program/input "
                   "pairs, 0 differ, seed 0x%x", w->name, w->programs,
                   w->fallbacks, w->pairs, seed);
    test_xf_free(w->ref);
    test_xf_free(w->other);
}

static void differ(Twins *w, unsigned a, unsigned c, int lane, uint32_t got,
                   uint32_t want)
{
    program_text(&w->ref->xf);
    if (lane >= 0) {
        for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
            g_printerr("v%u = %08x %08x %08x %08x\n", n,
                       w->ref->block.in[n][0][lane],
                       w->ref->block.in[n][1][lane],
                       w->ref->block.in[n][2][lane],
                       w->ref->block.in[n][3][lane]);
        }
    }
    g_error("%s, seed 0x%x: o%u.%c of vertex %d: got %08x, want %08x",
            w->name, seed, a, "xyzw"[c], lane, got, want);
}

static void compare(Twins *w)
{
    const NvXfBlock *want = &w->ref->block, *got = &w->other->block;

    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            for (unsigned i = 0; i < want->count; i++) {
                if (got->out[a][c][i] != want->out[a][c][i]) {
                    differ(w, a, c, i, got->out[a][c][i],
                           want->out[a][c][i]);
                }
            }
            if (w->other->xf.tbuf[a][c] != w->ref->xf.tbuf[a][c]) {
                differ(w, a, c, -1, w->other->xf.tbuf[a][c],
                       w->ref->xf.tbuf[a][c]);
            }
        }
    }
    w->pairs += want->count;
}

/* Lanes behind the last vertex: as good as any, but not special. */
static void tame_rest(NvXfBlock *block)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            for (unsigned i = block->count; i < NV_XF_BLOCK; i++) {
                block->in[a][c][i] = block->in[a][c][0];
            }
        }
    }
}

/* True if the quick code of jit was enough for all vertices so far. */
static bool was_quick(Twins *w)
{
    NvXf *xf = &w->other->xf;
    NvXfSetting set = nv_xf_setting(xf);
    const NvExecProgram *p = nv_exec_program(xf->exec,
                                             nv_xf_program_run(xf, 0),
                                             nv_xf_words(xf), &set);
    NvJitInfo info;

    if (!g_str_has_prefix(p->executor->name, NV_EXEC_ANY_JIT)) {
        return false;
    }
    nv_jit_info(p->code, &info);
    return !info.len[2];
}

/* @vertices through both, in blocks as IDX would hand them over. */
static void run_both(Twins *w, GRand *rand, RandomTaste taste,
                     unsigned vertices)
{
    copy_state(&w->other->xf, &w->ref->xf);
    while (vertices) {
        unsigned count = MIN(vertices, NV_XF_BLOCK);

        random_block(&w->ref->block, rand, taste, count);
        if (taste == TASTE_TAME) {
            tame_rest(&w->ref->block);
        }
        memcpy(w->other->block.in, w->ref->block.in,
               sizeof(w->ref->block.in));
        w->other->block.count = count;
        nv_xf_transform(&w->ref->xf, &w->ref->block);
        nv_xf_transform(&w->other->xf, &w->other->block);
        compare(w);
        vertices -= count;
    }
    w->programs++;
}

static void test_random(gconstpointer data)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Twins w;

    twins_new(&w, "nv20", data);
    for (unsigned i = 0; i < rounds; i++) {
        RandomTaste taste = i % TASTES;
        unsigned blocks = g_rand_int_range(rand, 0, 16) ? 0 :
                          g_rand_int_range(rand, 1, 4);

        random_program(w.ref, rand, g_rand_int_range(rand, 1, 24));
        random_constants(w.ref, rand, g_rand_int_range(rand, 0, TASTES));
        test_xf_mode(w.ref, RANDOM_COL1_AS_IS, modes[i / TASTES % 2]);
        run_both(&w, rand, taste, blocks * NV_XF_BLOCK +
                 g_rand_int_range(rand, 1, 40));
    }
    w.fallbacks = nv_exec_stats(w.other->xf.exec).fallbacks;
    g_assert_cmpuint(w.pairs, >, 20 * rounds);
    g_assert_cmpuint(w.fallbacks, <, w.programs / 4);
    twins_free(&w);
}

/*
 * The same without anything special, in 1 to 3 blocks and a remainder: what
 * executors that hope for the best do well.
 */
static void test_tame(gconstpointer data)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed + 1);
    Twins w;

    twins_new(&w, "nv20", data);
    for (unsigned i = 0; i < rounds; i++) {
        random_program(w.ref, rand, g_rand_int_range(rand, 1, 8));
        random_constants(w.ref, rand, TASTE_TAME);
        test_xf_mode(w.ref, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
        run_both(&w, rand, TASTE_TAME, i % 16 ? g_rand_int_range(rand, 1, 40) :
                 g_rand_int_range(rand, NV_XF_BLOCK, 4 * NV_XF_BLOCK));
        w.quick += was_quick(&w);
    }
    g_test_message("%s: %" G_GUINT64_FORMAT " programs in quick code alone",
                   w.name, w.quick);
    if (g_str_has_prefix(data, "jit-")) {
        g_assert_cmpuint(w.quick, >, rounds / 4);
    }
    twins_free(&w);
}

/* Rankine and Curie: straight ones, then branches; both rules. */
static void test_second(gconstpointer data)
{
    static const char *const chips[] = { "nv30", "nv40" };

    for (unsigned n = 0; n < 2 * G_N_ELEMENTS(chips); n++) {
        g_autoptr(GRand) rand = g_rand_new_with_seed(seed + n);
        Twins w;

        twins_new(&w, chips[n / 2], data);
        for (unsigned i = 0; i < rounds / 3; i++) {
            RandomTaste taste = i % TASTES;
            uint32_t mode = 0xc0000000u | (g_rand_int(rand) & 0x00060000);

            random_isa_program(w.ref, rand, g_rand_int_range(rand, 17, 48),
                               n & 1);
            random_constants(w.ref, rand, g_rand_int_range(rand, 0, TASTES));
            w.ref->xf.mode_a = RANDOM_COL1_AS_IS;
            w.ref->xf.mode_b = mode;
            w.ref->xf.timeout = n & 1 ? g_rand_int_range(rand, 20, 400) :
                                0xffff;
            run_both(&w, rand, taste, g_rand_int_range(rand, 1, 40));
        }
        w.fallbacks = nv_exec_stats(w.other->xf.exec).fallbacks;
        g_test_message("%s%s: last reason %s", chips[n / 2],
                       n & 1 ? " with branches" : "",
                       nv_exec_stats(w.other->xf.exec).why);
        g_assert_cmpuint(w.fallbacks, <, w.programs * 3 / 4);
        twins_free(&w);
    }
}

/* Constants that change between blocks must be seen. */
static void test_constants(gconstpointer data)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Twins w;

    twins_new(&w, "nv20", data);
    random_program(w.ref, rand, 20);
    test_xf_mode(w.ref, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
    for (unsigned i = 0; i < 20; i++) {
        random_constants(w.ref, rand, TASTE_MIXED);
        run_both(&w, rand, TASTE_TAME, 17);
    }
    g_assert_cmpuint(nv_exec_stats(w.other->xf.exec).misses, <=, 1);
    twins_free(&w);
}

/* A slot that changes makes another program; the first is found again. */
static void test_cache(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    NvExecStats stats;
    Twins w;

    twins_new(&w, "nv20", "auto");
    test_xf_mode(w.ref, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
    for (unsigned i = 0; i < 40; i++) {
        AsmInsn insn = {
            .vec = i & 1 ? 1 : 2, .s0 = ASM_IN, .s1 = ASM_CONST, .c = 0x62,
            .out = 3, .omask = 15, .end = true,
        };

        asm_upload(w.ref, 0, &insn);
        run_both(&w, rand, TASTE_TAME, 5);
    }
    stats = nv_exec_stats(w.other->xf.exec);
    g_assert_cmpuint(stats.programs, ==, 2);
    g_assert_cmpuint(stats.misses, ==, 2);
    twins_free(&w);
}

/* The cache stays within its bounds whatever is uploaded. */
static void test_bounds(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    TestXf *t = test_xf_new("nv20");
    size_t most = 0;

    test_xf_mode(t, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
    for (unsigned i = 0; i < 3000; i++) {
        random_program(t, rand, 1 + i % 100);
        t->block.count = 1;
        nv_xf_transform(&t->xf, &t->block);
        most = MAX(most, nv_exec_stats(t->xf.exec).bytes);
        g_assert_cmpuint(nv_exec_stats(t->xf.exec).programs, <=, 512);
    }
    g_assert_cmpuint(nv_exec_stats(t->xf.exec).evictions, >, 1000);
    g_assert_cmpuint(most, <, 48u << 20);
    g_test_message("most bytes in the cache %zu, compile %.1f us each", most,
                   nv_exec_stats(t->xf.exec).compile_ns / 1e3 / 3000);
    test_xf_free(t);
}

/* A hundred thousand programs, and machine code within the cache's bytes. */
static void test_uploads(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    TestXf *t = test_xf_new("nv20");
    unsigned programs = g_test_quick() ? 100000 : 1000000;
    size_t most = 0, cache = 0;

    test_xf_mode(t, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
    for (unsigned i = 0; i < programs; i++) {
        random_program(t, rand, 1 + i % 4);
        t->block.count = 1;
        nv_xf_transform(&t->xf, &t->block);
#ifdef NV_JIT
        most = MAX(most, nv_code_total());
#endif
        cache = MAX(cache, nv_exec_stats(t->xf.exec).bytes);
    }
    g_test_message("%u programs: most bytes of machine code %zu, in the cache "
                   "%zu; %.1f us each to make", programs, most, cache,
                   nv_exec_stats(t->xf.exec).compile_ns / 1e3 / programs);
    g_assert_cmpuint(most, <=, 32u << 20);
    g_assert_cmpuint(cache, <=, 33u << 20);
    test_xf_free(t);
#ifdef NV_JIT
    g_assert_cmpuint(nv_code_total(), ==, 0);
#endif
}

/* --- Settings and reasons --- */

static void test_settings(void)
{
    TestXf *t = test_xf_new("nv20");
    const char *name;

    for (unsigned i = 0; (name = nv_executor_name(i)); i++) {
        GError *error = NULL;
        bool ok = nv_xf_configure(&t->xf, name, NULL, &error);

        g_assert_nonnull(nv_executor_help(i));
        /* A host may lack what it needs, and then says so. */
        g_assert_true(ok || strstr(error->message, "does not run here"));
        g_clear_error(&error);
    }
    for (unsigned i = 0; i < 2; i++) {
        GError *error = NULL;

        g_assert_false(nv_xf_configure(&t->xf, i == 0 ? "fpga" : NULL,
                                       i == 1 ? "sloppy" : NULL, &error));
        g_assert_nonnull(error);
        g_clear_error(&error);
    }
    test_xf_free(t);
}

/* What a list cannot say runs on ref, and has a name. */
static void test_reasons(void)
{
    static const struct {
        AsmInsn insn;
        uint32_t mode;
        const char *why;
    } rows[] = {
        { { .vec = 1, .s0 = ASM_IN, .c = 0x70, .out = 0x70, .omask = 15,
            .to_ctx = true, .end = true }, 0x20000000, "writes-constants" },
        { { .vec = 1, .s0 = ASM_REG(12), .out = 3, .omask = 15,
            .end = true }, 0, "reads-old-output" },
    };
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        NvExecStats stats;
        Twins w;

        twins_new(&w, "nv20", "auto");
        test_xf_mode(w.ref, RANDOM_COL1_AS_IS, RANDOM_PROGRAM | rows[i].mode);
        asm_upload(w.ref, 0, &rows[i].insn);
        run_both(&w, rand, TASTE_TAME, 33);
        stats = nv_exec_stats(w.other->xf.exec);
        g_assert_cmpstr(stats.why, ==, rows[i].why);
        g_assert_cmpuint(stats.fallbacks, ==, 1);
        twins_free(&w);
    }
}

/* --- Fast arithmetic --- */

static bool is_special(uint32_t x)
{
    return (x & NV_XF_INF) == NV_XF_INF;
}

/*
 * One instruction o0 = op(v0, c[0], v0) with fast against exact: products to
 * the bit, special values alike, sums within a bound of the largest term.
 */
static void test_fast(gconstpointer data)
{
    static const unsigned ops[] = { 2, 3, 4, 5, 6, 7, 8, 9, 0xa, 0xb, 0xc };
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    uint64_t cases = 0, equal = 0;
    double worst = 0;
    TestXf *x = test_xf_new("nv20"), *f = test_xf_new("nv20");

    g_assert_true(nv_xf_configure(&x->xf, "ref", "exact", NULL));
    g_assert_true(nv_xf_configure(&f->xf, data, "fast", NULL));
    for (unsigned round = 0; round < 400; round++) {
        unsigned op = ops[round % G_N_ELEMENTS(ops)];
        AsmInsn insn = {
            .vec = op, .s0 = ASM_IN, .s1 = ASM_CONST,
            .s2 = ASM_SRC(ASM_V, 0, 0x93, 1), .c = 0x62, .omask = 15,
            .end = true,
        };
        RandomTaste taste = round / 11 % TASTES;

        asm_upload(x, 0, &insn);
        random_constants(x, rand, taste);
        test_xf_mode(x, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
        copy_state(&f->xf, &x->xf);
        random_block(&x->block, rand, taste, NV_XF_BLOCK);
        f->block = x->block;
        nv_xf_transform(&x->xf, &x->block);
        nv_xf_transform(&f->xf, &f->block);
        for (unsigned c = 0; c < 4; c++) {
            for (unsigned i = 0; i < NV_XF_BLOCK; i++) {
                uint32_t a = x->block.out[0][c][i];
                uint32_t b = f->block.out[0][c][i];
                double most = 0, error;

                cases++;
                equal += a == b;
                if (a == b) {
                    continue;
                }
                /* Only sums may differ, and never in special values. */
                g_assert_true(op >= 3 && op <= 7);
                g_assert_false(is_special(a) || is_special(b));
                for (unsigned k = 0; k < 4; k++) {
                    double v = nv_u2f(x->block.in[0][k][i]);
                    double s = nv_u2f(x->xf.xfctx[0x62][k]);

                    most = MAX(most, op == 3 ? fabs(v) :
                               MAX(fabs(v * s), op == 4 ? fabs(v) : 0));
                }
                if (op == 6) {
                    most = MAX(most, fabs(nv_u2f(x->xf.xfctx[0x62][3])));
                }
                error = fabs((double)nv_u2f(a) - nv_u2f(b)) / most;
                worst = MAX(worst, error);
                g_assert_cmpfloat(error, <, 0x1p-20);
            }
        }
    }
    g_test_message("%s fast: %" G_GUINT64_FORMAT " results, %.2f %% equal; "
                   "largest difference relative to the largest term %g "
                   "(2^%.1f)", (const char *)data, cases,
                   100.0 * equal / cases, worst, log2(worst));
    test_xf_free(x);
    test_xf_free(f);
}

static void add_tests(const char *name)
{
    g_autofree char *random = g_strdup_printf("/executors/%s/random", name);
    g_autofree char *tame = g_strdup_printf("/executors/%s/tame", name);
    g_autofree char *second = g_strdup_printf("/executors/%s/second", name);
    g_autofree char *fast = g_strdup_printf("/executors/%s/fast", name);
    g_autofree char *consts = g_strdup_printf("/executors/%s/constants",
                                              name);

    g_test_add_data_func(random, name, test_random);
    g_test_add_data_func(tame, name, test_tame);
    g_test_add_data_func(second, name, test_second);
    g_test_add_data_func(consts, name, test_constants);
    g_test_add_data_func(fast, name, test_fast);
}

int main(int argc, char **argv)
{
    const NvExecutor *e;

    g_test_init(&argc, &argv, NULL);
    seed = from_environment("NV_TEST_SEED", seed);
    rounds = from_environment("NV_TEST_ROUNDS", rounds);
    for (unsigned i = 0; (e = nv_executor(i)); i++) {
        const char *why;

        if (!e->usable || e->usable(&why)) {
            add_tests(e->name);
        }
    }
    g_test_add_func("/executors/cache", test_cache);
    g_test_add_func("/executors/bounds", test_bounds);
    g_test_add_func("/executors/uploads", test_uploads);
    g_test_add_func("/executors/settings", test_settings);
    g_test_add_func("/executors/reasons", test_reasons);
    return g_test_run();
}
