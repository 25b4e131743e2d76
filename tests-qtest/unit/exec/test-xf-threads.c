/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks of a draw on several threads: the same bits as one vertex after the
 * other on ref.
 *
 * NV_TEST_SEED=n repeats a run, NV_TEST_ROUNDS=n makes it longer.
 */
#include "unit/xf/test-xf-random.h"

#include "common/environment.h"
#include "exec/exec.h"

#define MOST_THREADS 4
#define MOST_BLOCKS 4

static uint32_t seed = 0x20030327;
static unsigned rounds = 100;

/* One executor with so many threads. */
typedef struct Runner {
    TestXf *xf;
    const char *name;
    unsigned threads;
    NvXfBlock *block[MOST_BLOCKS];
} Runner;

/* All of them draw what ref draws once. */
typedef struct Crowd {
    TestXf *ref;
    Runner *runner;
    unsigned runners;
    uint64_t programs, pairs;
} Crowd;

static void crowd_new(Crowd *w, const char *chip)
{
    memset(w, 0, sizeof(*w));
    w->ref = test_xf_new(chip);
    g_assert_true(nv_xf_configure(&w->ref->xf, "ref", NULL, NULL));
}

static void crowd_add(Crowd *w, const char *executor, const char *arith,
                      unsigned threads)
{
    Runner *r;

    w->runner = g_renew(Runner, w->runner, w->runners + 1);
    r = &w->runner[w->runners++];
    r->xf = test_xf_new(w->ref->xf.chip->name);
    r->name = executor;
    r->threads = threads;
    g_assert_true(nv_xf_configure(&r->xf->xf, executor, arith, NULL));
    g_assert_true(nv_xf_set_threads(&r->xf->xf, threads, NULL));
    nv_exec_share_all(r->xf->xf.exec);
    for (unsigned i = 0; i < MOST_BLOCKS; i++) {
        r->block[i] = nv_xf_block_new();
    }
}

/* Every executor that this host can run, with 1 to MOST_THREADS threads. */
static void crowd_add_all(Crowd *w)
{
    const NvExecutor *e;
    const char *why;

    for (unsigned i = 0; (e = nv_executor(i)); i++) {
        if (e->usable && !e->usable(&why)) {
            continue;
        }
        for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
            crowd_add(w, e->name, "exact", threads);
        }
    }
}

static uint64_t shared(const Runner *r)
{
    return nv_exec_stats(r->xf->xf.exec).shared;
}

static void crowd_free(Crowd *w)
{
    for (unsigned n = 0; n < w->runners; n++) {
        Runner *r = &w->runner[n];

        g_test_message("%s, %u threads: %" G_GUINT64_FORMAT " programs, %"
                       G_GUINT64_FORMAT " program/input pairs, %"
                       G_GUINT64_FORMAT " draws shared, 0 differ, seed 0x%x",
                       r->name, r->threads, w->programs, w->pairs, shared(r),
                       seed);
        for (unsigned i = 0; i < MOST_BLOCKS; i++) {
            nv_xf_block_free(r->block[i]);
        }
        test_xf_free(r->xf);
    }
    g_free(w->runner);
    test_xf_free(w->ref);
}

static void crowd_copy_state(Crowd *w)
{
    for (unsigned n = 0; n < w->runners; n++) {
        copy_state(&w->runner[n].xf->xf, &w->ref->xf);
    }
}

static void compare_rows(const Crowd *w, const Runner *r, const NvXfBlock *got)
{
    const NvXfBlock *want = &w->ref->block;

    for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
        for (unsigned i = 0; i < want->count; i++) {
            uint32_t a = got->out[row / 4][row % 4][i];
            uint32_t b = want->out[row / 4][row % 4][i];

            if (a != b) {
                program_text(&w->ref->xf);
                g_error("%s, %u threads, seed 0x%x, program %u: o%u.%c of "
                        "vertex %u: got %08x, want %08x", r->name, r->threads,
                        seed, (unsigned)w->programs, row / 4,
                        "xyzw"[row % 4], i, a, b);
            }
        }
    }
}

/* The inputs of the first runner's @n blocks to all others. */
static void same_inputs(Crowd *w, unsigned n)
{
    for (unsigned k = 1; k < w->runners; k++) {
        for (unsigned i = 0; i < n; i++) {
            const NvXfBlock *from = w->runner[0].block[i];
            NvXfBlock *to = w->runner[k].block[i];

            to->count = from->count;
            memcpy(to->in, from->in, sizeof(to->in));
        }
    }
}

/* @count vertices through all, all blocks of a runner together. */
static void compare_draw(Crowd *w, GRand *rand, RandomTaste taste,
                         unsigned count)
{
    NvXfBlock **block = w->runner[0].block;
    unsigned n = 0;

    for (; count; n++) {
        random_block(block[n], rand, taste, MIN(count, NV_XF_BLOCK));
        count -= block[n]->count;
        w->pairs += block[n]->count;
    }
    /* An empty one changes nothing, not even as the last. */
    if (n < MOST_BLOCKS && g_rand_boolean(rand)) {
        block[n++]->count = 0;
    }
    same_inputs(w, n);
    for (unsigned k = 0; k < w->runners; k++) {
        nv_xf_transform_blocks(&w->runner[k].xf->xf, w->runner[k].block, n);
    }
    for (unsigned i = 0; i < n; i++) {
        memcpy(w->ref->block.in, block[i]->in, sizeof(block[i]->in));
        w->ref->block.count = block[i]->count;
        nv_xf_transform(&w->ref->xf, &w->ref->block);
        for (unsigned k = 0; k < w->runners; k++) {
            compare_rows(w, &w->runner[k], w->runner[k].block[i]);
        }
    }
    for (unsigned k = 0; k < w->runners; k++) {
        const NvXf *xf = &w->runner[k].xf->xf;

        g_assert_cmpmem(xf->tbuf, sizeof(xf->tbuf), w->ref->xf.tbuf,
                        sizeof(xf->tbuf));
        g_assert_cmpuint(xf->vertices, ==, w->ref->xf.vertices);
    }
    w->programs++;
}

static unsigned random_count(GRand *rand)
{
    return g_rand_int_range(rand, 1, MOST_BLOCKS) * NV_XF_BLOCK -
           (g_rand_boolean(rand) ? g_rand_int_range(rand, 0, NV_XF_BLOCK) : 0);
}

/* The program and the mode of ref to a runner. */
static void copy_program(const Crowd *w, Runner *r)
{
    NvXf *xf = &r->xf->xf;

    memcpy(xf->xfpr, w->ref->xf.xfpr, sizeof(w->ref->xf.xfpr));
    xf->mode_a = w->ref->xf.mode_a;
    xf->mode_b = w->ref->xf.mode_b;
    for (unsigned slot = 0; slot < xf->chip->xf.xfpr; slot++) {
        nv_xf_program_touch(xf->program, slot);
    }
}

static void next_program(Crowd *w, GRand *rand, unsigned i, bool second)
{
    static const uint32_t mode_a[] = { 0x00030000, 0x00010000, 0 };

    if (second) {
        random_isa_program(w->ref, rand, g_rand_int_range(rand, 17, 48),
                           i & 1);
        w->ref->xf.mode_b = 0xc0000000u | (g_rand_int(rand) & 0x00060000);
        w->ref->xf.mode_a = mode_a[i / 4 % 3];
    } else {
        random_program(w->ref, rand, g_rand_int_range(rand, 1, 40));
        test_xf_mode(w->ref, mode_a[i / 4 % 3],
                     RANDOM_PROGRAM | (i & 4 ? RANDOM_ALL_CTX : 0));
    }
}

/*
 * State goes over once: from then on outputs that programs leave out must be
 * carried from draw to draw by all alike.
 */
static void test_programs(gconstpointer chip)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Crowd w;

    crowd_new(&w, chip);
    crowd_add_all(&w);
    random_constants(w.ref, rand, TASTE_MIXED);
    for (unsigned i = 0; i < rounds; i++) {
        next_program(&w, rand, i, strcmp(chip, "nv20"));
        if (i == 0) {
            crowd_copy_state(&w);
        }
        for (unsigned k = 0; k < w.runners; k++) {
            copy_program(&w, &w.runner[k]);
        }
        for (unsigned draw = 0; draw < 2; draw++) {
            compare_draw(&w, rand, i % TASTES, random_count(rand));
        }
    }
    for (unsigned k = 0; k < w.runners; k++) {
        if (w.runner[k].threads > 1) {
            g_assert_cmpuint(shared(&w.runner[k]), >, rounds / 8);
        } else {
            g_assert_cmpuint(shared(&w.runner[k]), ==, 0);
        }
    }
    crowd_free(&w);
}

/* Fast arithmetic has bits of its own, but the same with any threads. */
static void test_fast(gconstpointer data)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    TestXf *one = test_xf_new("nv20");
    TestXf *many;
    NvXfBlock **block;
    Crowd w;

    crowd_new(&w, "nv20");
    crowd_add(&w, data, "fast", 3);
    many = w.runner[0].xf;
    block = w.runner[0].block;
    g_assert_true(nv_xf_configure(&one->xf, data, "fast", NULL));
    for (unsigned i = 0; i < rounds / 2; i++) {
        random_program(many, rand, g_rand_int_range(rand, 1, 40));
        random_constants(many, rand, i % TASTES);
        test_xf_mode(many, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
        copy_state(&one->xf, &many->xf);
        for (unsigned n = 0; n < 3; n++) {
            random_block(block[n], rand, i % TASTES,
                         g_rand_int_range(rand, 1, NV_XF_BLOCK + 1));
        }
        nv_xf_transform_blocks(&many->xf, block, 3);
        for (unsigned n = 0; n < 3; n++) {
            memcpy(one->block.in, block[n]->in, sizeof(one->block.in));
            one->block.count = block[n]->count;
            nv_xf_transform(&one->xf, &one->block);
            for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
                g_assert_cmpmem(block[n]->out[row / 4][row % 4],
                                one->block.count * 4,
                                one->block.out[row / 4][row % 4],
                                one->block.count * 4);
            }
        }
        g_assert_cmpmem(many->xf.tbuf, sizeof(many->xf.tbuf),
                        one->xf.tbuf, sizeof(one->xf.tbuf));
        w.programs++;
        w.pairs += 3 * NV_XF_BLOCK;
    }
    g_assert_cmpuint(shared(&w.runner[0]), >, rounds / 4);
    crowd_free(&w);
    test_xf_free(one);
}

/* Fixed function and bypass, in between programs on the same blocks. */
static void test_fixed(void)
{
    static const uint32_t mode_b[] = { 0, 0x40000000, RANDOM_PROGRAM };
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Crowd w;

    crowd_new(&w, "nv20");
    crowd_add_all(&w);
    random_program(w.ref, rand, 12);
    random_constants(w.ref, rand, TASTE_TAME);
    crowd_copy_state(&w);
    for (unsigned i = 0; i < 60; i++) {
        uint32_t a = g_rand_boolean(rand) ? 0 : MODE_A_LIGHTING;
        uint32_t b = mode_b[g_rand_int_range(rand, 0, 3)] | (i & 3);

        a |= i & 4 ? 0 : RANDOM_COL1_AS_IS;
        test_xf_mode(w.ref, a, b);
        for (unsigned k = 0; k < w.runners; k++) {
            test_xf_mode(w.runner[k].xf, a, b);
        }
        compare_draw(&w, rand, TASTE_TAME, random_count(rand));
    }
    crowd_free(&w);
}

/* Vertices that may write constants see those of the vertex before. */
static void test_serial(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    AsmInsn insn = {
        .vec = 3, .s0 = ASM_IN, .s2 = ASM_CONST, .c = 0x70, .out = 0x70,
        .omask = 15, .to_ctx = true, .end = true,
    };
    Crowd w;

    crowd_new(&w, "nv20");
    crowd_add(&w, "auto", "exact", MOST_THREADS);
    asm_upload(w.ref, 0, &insn);
    random_constants(w.ref, rand, TASTE_TAME);
    test_xf_mode(w.ref, RANDOM_COL1_AS_IS,
                 RANDOM_PROGRAM | MODE_B_XFCTX_WRITE);
    crowd_copy_state(&w);
    compare_draw(&w, rand, TASTE_TAME, 3 * NV_XF_BLOCK);
    g_assert_cmpmem(w.runner[0].xf->xf.xfctx, sizeof(w.runner[0].xf->xf.xfctx),
                    w.ref->xf.xfctx, sizeof(w.ref->xf.xfctx));
    g_assert_cmpuint(shared(&w.runner[0]), ==, 0);
    crowd_free(&w);
}

/* Outputs that a loaded state or a new context brings along. */
static void test_loaded(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Crowd w;

    crowd_new(&w, "nv20");
    crowd_add(&w, "auto", "exact", 2);
    random_program(w.ref, rand, 2);
    test_xf_mode(w.ref, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
    for (unsigned i = 0; i < 10; i++) {
        random_constants(w.ref, rand, TASTE_WILD);
        crowd_copy_state(&w);
        nv_xf_section.loaded(&w.runner[0].xf->xf);
        compare_draw(&w, rand, TASTE_TAME, 300);
    }
    crowd_free(&w);
}

/* --- Rows --- */

static void add(const char *what, const char *name, GTestDataFunc test)
{
    g_autofree char *path = g_strdup_printf("/threads/%s/%s", what, name);

    g_test_add_data_func(path, name, test);
}

int main(int argc, char **argv)
{
    const NvExecutor *e;
    const char *why;

    g_test_init(&argc, &argv, NULL);
    seed = from_environment("NV_TEST_SEED", seed);
    rounds = from_environment("NV_TEST_ROUNDS", rounds);
    g_test_add_func("/threads/serial", test_serial);
    g_test_add_func("/threads/loaded", test_loaded);
    g_test_add_func("/threads/fixed-function", test_fixed);
    add("same-as-ref", "nv20", test_programs);
    add("same-as-ref", "nv30", test_programs);
    for (unsigned i = 0; (e = nv_executor(i)); i++) {
        if (!e->usable || e->usable(&why)) {
            add("fast", e->name, test_fast);
        }
    }
    return g_test_run();
}
