/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks of a draw on several threads: the same bits as one vertex after the
 * other on ref, nothing allocated, and a cache that stays within its bounds.
 *
 * NV_TEST_SEED=n repeats a run, NV_TEST_ROUNDS=n makes it longer,
 * NV_TEST_PROGRAMS=n uploads as many programs.
 */
#include <errno.h>

#include "unit/xf/test-xf-random.h"

#include "card/card.h"
#include "common/rig.h"
#include "exec/exec.h"
#include "base/pool.h"

#define MOST_THREADS 4
#define MOST_BLOCKS 4

static uint32_t seed = 0x20030327;
static unsigned rounds = 80;
static unsigned programs = 100000;

/* --- Allocations of the whole program --- */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTS_ALLOCATIONS 0
#endif
#endif
#if !defined(COUNTS_ALLOCATIONS) && defined(__GLIBC__)
#define COUNTS_ALLOCATIONS 1
#endif

static unsigned allocations;

#if COUNTS_ALLOCATIONS
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t align, size_t size);

static void note(void)
{
    __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size)
{
    note();
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    note();
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    note();
    return __libc_realloc(p, size);
}

int posix_memalign(void **p, size_t align, size_t size)
{
    note();
    *p = __libc_memalign(align, size);
    return *p ? 0 : ENOMEM;
}
#endif

/* --- The pool --- */

#define ITEMS 200000

typedef struct Items {
    uint8_t *done;
    unsigned threads;
    unsigned bad_worker;
    uint64_t sum[MOST_THREADS];
    uint64_t input;             /* written before each job, read by all */
} Items;

static void do_item(void *opaque, unsigned item, unsigned worker)
{
    Items *it = opaque;

    if (worker >= it->threads) {
        __atomic_add_fetch(&it->bad_worker, 1, __ATOMIC_RELAXED);
        return;
    }
    it->done[item]++;
    it->sum[worker] += item * it->input;
}

/* Every item once, whatever their number; results are there on return. */
static void test_pool(gconstpointer data)
{
    static const unsigned sizes[] = { 0, 1, 2, 3, 7, 64, 1000, 0xffff,
                                      0x10000, ITEMS };
    unsigned threads = GPOINTER_TO_UINT(data);
    NvPool *pool = nv_pool_new(threads);
    g_autofree uint8_t *done = g_malloc0(ITEMS);
    Items it = { .done = done, .threads = threads };

    for (unsigned job = 0; job < 2000; job++) {
        unsigned count = job < 4 * G_N_ELEMENTS(sizes) ?
                         sizes[job % G_N_ELEMENTS(sizes)] : job % 40;
        uint64_t got = 0;

        memset(it.sum, 0, sizeof(it.sum));
        it.input = job + 1;
        nv_pool_run(pool, do_item, &it, count);
        for (unsigned i = 0; i < threads; i++) {
            got += it.sum[i];
        }
        g_assert_cmpuint(got, ==, (uint64_t)count * (count ? count - 1 : 0) /
                         2 * (job + 1));
        for (unsigned i = 0; i < count; i++) {
            g_assert_cmpuint(done[i], ==, 1);
            done[i] = 0;
        }
        if (job % 100 == 99) {
            g_usleep(2000);     /* threads go to sleep meanwhile */
        }
    }
    g_assert_cmpuint(it.bad_worker, ==, 0);
    nv_pool_free(pool);
}

/* One that never had anything to do ends as well. */
static void test_pool_unused(void)
{
    for (unsigned i = 0; i < 50; i++) {
        nv_pool_free(nv_pool_new(i % 6));
    }
    nv_pool_free(NULL);
    g_assert_cmpuint(nv_pool_host_threads(), >=, 1);
}

static void test_settings(void)
{
    TestXf *t = test_xf_new("nv20");
    GError *error = NULL;

    g_assert_cmpuint(nv_xf_threads(&t->xf), ==, 1);
    g_assert_true(nv_xf_set_threads(&t->xf, 0, &error));
    g_assert_cmpuint(nv_xf_threads(&t->xf), ==,
                     MAX(nv_pool_host_threads(), 2) - 1);
    g_assert_true(nv_xf_set_threads(&t->xf, 3, &error));
    g_assert_cmpuint(nv_xf_threads(&t->xf), ==, 3);
    g_assert_cmpuint(nv_xf_batch(&t->xf), <=, NV_XF_BATCH);
    g_assert_false(nv_xf_set_threads(&t->xf, 17, &error));
    g_assert_nonnull(strstr(error->message, "choose 1 to 16"));
    g_assert_cmpuint(nv_xf_threads(&t->xf), ==, 3);
    g_error_free(error);
    test_xf_free(t);
}

/* --- Threads against ref --- */

typedef struct Crowd {
    TestXf *ref, *many;
    NvXfBlock *block[MOST_BLOCKS];
    const char *name;
    unsigned threads;
    uint64_t programs, pairs, rows;
} Crowd;

static void crowd_new(Crowd *w, const char *chip, const char *executor,
                      const char *arith, unsigned threads)
{
    memset(w, 0, sizeof(*w));
    w->name = executor;
    w->threads = threads;
    w->ref = test_xf_new(chip);
    w->many = test_xf_new(chip);
    g_assert_true(nv_xf_configure(&w->ref->xf, "ref", NULL, NULL));
    g_assert_true(nv_xf_configure(&w->many->xf, executor, arith, NULL));
    g_assert_true(nv_xf_set_threads(&w->many->xf, threads, NULL));
    nv_exec_share_all(w->many->xf.exec);
    for (unsigned i = 0; i < MOST_BLOCKS; i++) {
        w->block[i] = nv_xf_block_new();
    }
}

static void crowd_free(Crowd *w)
{
    g_test_message("%s, %u threads: %" G_GUINT64_FORMAT " programs, %"
                   G_GUINT64_FORMAT " program/input pairs, %" G_GUINT64_FORMAT
                   " draws shared, 0 differ, seed 0x%x", w->name, w->threads,
                   w->programs, w->pairs,
                   nv_exec_stats(w->many->xf.exec).shared, seed);
    for (unsigned i = 0; i < MOST_BLOCKS; i++) {
        nv_xf_block_free(w->block[i]);
    }
    test_xf_free(w->ref);
    test_xf_free(w->many);
}

static void compare_rows(const Crowd *w, const NvXfBlock *got)
{
    const NvXfBlock *want = &w->ref->block;

    for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
        for (unsigned i = 0; i < want->count; i++) {
            uint32_t a = got->out[row / 4][row % 4][i];
            uint32_t b = want->out[row / 4][row % 4][i];

            if (a != b) {
                program_text(&w->ref->xf);
                g_error("%s, %u threads, seed 0x%x, program %u: o%u.%c of "
                        "vertex %u: got %08x, want %08x", w->name, w->threads,
                        seed, (unsigned)w->programs, row / 4,
                        "xyzw"[row % 4], i, a, b);
            }
        }
    }
}

/* @count vertices through both, all blocks of the many together. */
static void compare_draw(Crowd *w, GRand *rand, RandomTaste taste,
                         unsigned count)
{
    unsigned n = 0;

    for (; count; n++) {
        random_block(w->block[n], rand, taste, MIN(count, NV_XF_BLOCK));
        count -= w->block[n]->count;
        w->pairs += w->block[n]->count;
    }
    /* An empty one changes nothing, not even as the last. */
    if (n < MOST_BLOCKS && g_rand_boolean(rand)) {
        w->block[n++]->count = 0;
    }
    nv_xf_transform_blocks(&w->many->xf, w->block, n);
    for (unsigned i = 0; i < n; i++) {
        memcpy(w->ref->block.in, w->block[i]->in, sizeof(w->block[i]->in));
        w->ref->block.count = w->block[i]->count;
        nv_xf_transform(&w->ref->xf, &w->ref->block);
        compare_rows(w, w->block[i]);
    }
    g_assert_cmpmem(w->many->xf.tbuf, sizeof(w->many->xf.tbuf),
                    w->ref->xf.tbuf, sizeof(w->ref->xf.tbuf));
    g_assert_cmpuint(w->many->xf.vertices, ==, w->ref->xf.vertices);
    w->programs++;
}

static unsigned random_count(GRand *rand)
{
    return g_rand_int_range(rand, 1, MOST_BLOCKS) * NV_XF_BLOCK -
           (g_rand_boolean(rand) ? g_rand_int_range(rand, 0, NV_XF_BLOCK) : 0);
}

/*
 * State goes over once: from then on outputs that programs leave out must be
 * carried from draw to draw by both alike.
 */
static void same_programs(const char *executor, const char *chip,
                          unsigned threads)
{
    static const uint32_t mode_a[] = { 0x00030000, 0x00010000, 0 };
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed + threads);
    bool second = strcmp(chip, "nv20");
    Crowd w;

    crowd_new(&w, chip, executor, "exact", threads);
    random_constants(w.ref, rand, TASTE_MIXED);
    for (unsigned i = 0; i < rounds; i++) {
        if (second) {
            random_isa_program(w.ref, rand, g_rand_int_range(rand, 17, 48),
                               i & 1);
            w.ref->xf.mode_b = 0xc0000000u | (g_rand_int(rand) & 0x00060000);
            w.ref->xf.mode_a = mode_a[i / 4 % 3];
        } else {
            random_program(w.ref, rand, g_rand_int_range(rand, 1, 40));
            test_xf_mode(w.ref, mode_a[i / 4 % 3],
                         RANDOM_PROGRAM | (i & 4 ? RANDOM_ALL_CTX : 0));
        }
        memcpy(w.many->xf.xfpr, w.ref->xf.xfpr, sizeof(w.ref->xf.xfpr));
        if (i == 0) {
            copy_state(&w.many->xf, &w.ref->xf);
        }
        w.many->xf.mode_a = w.ref->xf.mode_a;
        w.many->xf.mode_b = w.ref->xf.mode_b;
        for (unsigned slot = 0; slot < w.many->xf.chip->xf.xfpr; slot++) {
            nv_xf_program_touch(w.many->xf.program, slot);
        }
        for (unsigned draw = 0; draw < 2; draw++) {
            compare_draw(&w, rand, i % TASTES, random_count(rand));
        }
    }
    if (threads > 1) {
        g_assert_cmpuint(nv_exec_stats(w.many->xf.exec).shared, >, rounds / 8);
    } else {
        g_assert_cmpuint(nv_exec_stats(w.many->xf.exec).shared, ==, 0);
    }
    crowd_free(&w);
}

static void test_programs(gconstpointer data)
{
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        same_programs(data, "nv20", threads);
        same_programs(data, "nv30", threads);
    }
}

/* Fast arithmetic has bits of its own, but the same with any threads. */
static void test_fast(gconstpointer data)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    TestXf *one = test_xf_new("nv20");
    Crowd w;

    crowd_new(&w, "nv20", data, "fast", 3);
    g_assert_true(nv_xf_configure(&one->xf, data, "fast", NULL));
    for (unsigned i = 0; i < rounds / 2; i++) {
        random_program(w.many, rand, g_rand_int_range(rand, 1, 40));
        random_constants(w.many, rand, i % TASTES);
        test_xf_mode(w.many, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
        copy_state(&one->xf, &w.many->xf);
        for (unsigned n = 0; n < 3; n++) {
            random_block(w.block[n], rand, i % TASTES,
                         g_rand_int_range(rand, 1, NV_XF_BLOCK + 1));
        }
        nv_xf_transform_blocks(&w.many->xf, w.block, 3);
        for (unsigned n = 0; n < 3; n++) {
            memcpy(one->block.in, w.block[n]->in, sizeof(one->block.in));
            one->block.count = w.block[n]->count;
            nv_xf_transform(&one->xf, &one->block);
            for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
                g_assert_cmpmem(w.block[n]->out[row / 4][row % 4],
                                one->block.count * 4,
                                one->block.out[row / 4][row % 4],
                                one->block.count * 4);
            }
        }
        g_assert_cmpmem(w.many->xf.tbuf, sizeof(w.many->xf.tbuf),
                        one->xf.tbuf, sizeof(one->xf.tbuf));
        w.programs++;
        w.pairs += 3 * NV_XF_BLOCK;
    }
    g_assert_cmpuint(nv_exec_stats(w.many->xf.exec).shared, >, rounds / 4);
    crowd_free(&w);
    test_xf_free(one);
}

/* Fixed function and bypass, in between programs on the same blocks. */
static void test_fixed(gconstpointer data)
{
    static const uint32_t mode_b[] = { 0, 0x40000000, RANDOM_PROGRAM };

    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
        Crowd w;

        crowd_new(&w, "nv20", data, "exact", threads);
        random_program(w.ref, rand, 12);
        random_constants(w.ref, rand, TASTE_TAME);
        copy_state(&w.many->xf, &w.ref->xf);
        for (unsigned i = 0; i < 60; i++) {
            uint32_t a = g_rand_boolean(rand) ? 0 : MODE_A_LIGHTING;
            uint32_t b = mode_b[g_rand_int_range(rand, 0, 3)] | (i & 3);

            test_xf_mode(w.ref, a | (i & 4 ? 0 : RANDOM_COL1_AS_IS), b);
            test_xf_mode(w.many, a | (i & 4 ? 0 : RANDOM_COL1_AS_IS), b);
            compare_draw(&w, rand, TASTE_TAME, random_count(rand));
        }
        crowd_free(&w);
    }
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

    crowd_new(&w, "nv20", "auto", "exact", MOST_THREADS);
    asm_upload(w.ref, 0, &insn);
    random_constants(w.ref, rand, TASTE_TAME);
    test_xf_mode(w.ref, RANDOM_COL1_AS_IS,
                 RANDOM_PROGRAM | MODE_B_XFCTX_WRITE);
    copy_state(&w.many->xf, &w.ref->xf);
    compare_draw(&w, rand, TASTE_TAME, 3 * NV_XF_BLOCK);
    g_assert_cmpmem(w.many->xf.xfctx, sizeof(w.many->xf.xfctx),
                    w.ref->xf.xfctx, sizeof(w.ref->xf.xfctx));
    g_assert_cmpuint(nv_exec_stats(w.many->xf.exec).shared, ==, 0);
    crowd_free(&w);
}

/* Outputs that a loaded state or a new context brings along. */
static void test_loaded(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    Crowd w;

    crowd_new(&w, "nv20", "auto", "exact", 2);
    random_program(w.ref, rand, 2);
    test_xf_mode(w.ref, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
    for (unsigned i = 0; i < 10; i++) {
        random_constants(w.ref, rand, TASTE_WILD);
        copy_state(&w.many->xf, &w.ref->xf);
        nv_xf_section.loaded(&w.many->xf);
        compare_draw(&w, rand, TASTE_TAME, 300);
    }
    crowd_free(&w);
}

/* --- The card --- */

/* A draw of a grid that stays the same; vertices of their own. */
static void push_draw(Rig *rig)
{
    rig_method(rig, 0x17fc, 5);
    for (unsigned first = 0; first < 8 * 252; first += 252) {
        rig_method(rig, 0x1810, 251u << 24 | first);
    }
    rig_method(rig, 0x17fc, 0);
}

static void test_allocations(gconstpointer data)
{
    unsigned threads = GPOINTER_TO_UINT(data);
    Rig *rig = rig_new("nv20", 16u << 20, "null", NULL);
    unsigned before;

    if (!COUNTS_ALLOCATIONS) {
        g_test_skip("allocations cannot be counted in this build");
        rig_free(rig);
        return;
    }
    rig_channel(rig, 0x97);
    rig_surface(rig, 64, 64);
    rig_passthrough_program(rig);
    g_assert_true(nv_xf_set_threads(&rig->card->xf, threads,
                                    NULL));
    nv_exec_share_all(rig->card->xf.exec);
    rig_method(rig, 0x1720, 0x60000 | 1u << 31);
    rig_method(rig, 0x1760, 16 << 8 | 4 << 4 | 2);
    for (unsigned i = 0; i < 3; i++) {
        push_draw(rig);
        g_assert_true(rig_kick(rig));
    }
    before = allocations;
    for (unsigned i = 0; i < 20; i++) {
        push_draw(rig);
        g_assert_true(rig_kick(rig));
    }
    g_assert_cmpuint(allocations - before, ==, 0);
    g_assert_cmpuint(nv_card_stats(rig->card).vertices, ==, 23 * 8 * 252);
    g_assert_cmpint(nv_exec_stats(rig->card->xf.exec).shared > 0, ==,
                    threads > 1);
    /* The count does count. */
    g_free(g_malloc(100));
    g_assert_cmpuint(allocations, >, before);
    rig_free(rig);
}

/* --- The cache --- */

#define CACHE_BYTES (32u << 20)
#define CACHE_PROGRAMS 512

/* A guest that never stops uploading; each program runs once. */
static void test_uploads(gconstpointer data)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    TestXf *t = test_xf_new("nv20");
    gint64 begin = g_get_monotonic_time();
    size_t most = 0;
    NvExecStats stats = nv_exec_stats(t->xf.exec);

    g_assert_true(nv_xf_configure(&t->xf, data, NULL, NULL));
    test_xf_mode(t, RANDOM_COL1_AS_IS, RANDOM_PROGRAM);
    random_constants(t, rand, TASTE_TAME);
    random_block(&t->block, rand, TASTE_TAME, 1);
    for (unsigned i = 0; i < programs; i++) {
        random_program(t, rand, i % 64 == 0 ? 100 : 2 + i % 3);
        nv_xf_transform(&t->xf, &t->block);
        stats = nv_exec_stats(t->xf.exec);
        most = MAX(most, stats.bytes);
        g_assert_cmpuint(stats.bytes, <=, CACHE_BYTES);
        g_assert_cmpuint(stats.programs, <=, CACHE_PROGRAMS);
    }
    g_assert_cmpuint(stats.misses, >, programs - programs / 10);
    g_assert_cmpuint(stats.evictions, ==, stats.misses - stats.programs);
    g_test_message("%u programs in %.2f s, compile %.1f us each, at most "
                   "%zu bytes and %u programs kept, seed 0x%x", programs,
                   (g_get_monotonic_time() - begin) / 1e6,
                   stats.compile_ns / 1e3 / stats.misses, most,
                   CACHE_PROGRAMS, seed);
    test_xf_free(t);
}

/* --- Rows --- */

static unsigned from_environment(const char *name, unsigned value)
{
    const char *text = g_getenv(name);

    return text && *text ? strtoul(text, NULL, 0) : value;
}

static void add(const char *what, const char *name, const void *data,
                GTestDataFunc test)
{
    g_autofree char *path = g_strdup_printf("/threads/%s/%s", what, name);

    g_test_add_data_func(path, data, test);
}

static void add_threads(const char *what, unsigned threads,
                        GTestDataFunc test)
{
    g_autofree char *name = g_strdup_printf("%u", threads);

    add(what, name, GUINT_TO_POINTER(threads), test);
}

int main(int argc, char **argv)
{
    const NvExecutor *e;
    const char *why;

    g_test_init(&argc, &argv, NULL);
    seed = from_environment("NV_TEST_SEED", seed);
    rounds = from_environment("NV_TEST_ROUNDS", rounds);
    programs = from_environment("NV_TEST_PROGRAMS", programs);
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        add_threads("pool", threads, test_pool);
        add_threads("no-allocation", threads, test_allocations);
    }
    g_test_add_func("/threads/pool/unused", test_pool_unused);
    g_test_add_func("/threads/settings", test_settings);
    g_test_add_func("/threads/serial", test_serial);
    g_test_add_func("/threads/loaded", test_loaded);
    for (unsigned i = 0; (e = nv_executor(i)); i++) {
        if (e->usable && !e->usable(&why)) {
            continue;
        }
        add("same-as-ref", e->name, e->name, test_programs);
        add("fast", e->name, e->name, test_fast);
        add("fixed-function", e->name, e->name, test_fixed);
    }
    add("uploads", "auto", "auto", test_uploads);
    return g_test_run();
}
