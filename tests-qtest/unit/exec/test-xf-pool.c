/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stands around drawing on several threads: the pool itself, its settings,
 * nothing allocated while drawing, a cache that stays within its bounds.
 *
 * NV_TEST_SEED=n repeats a run, NV_TEST_PROGRAMS=n uploads as many programs.
 */
#include <errno.h>

#include "unit/xf/test-xf-random.h"

#include "card/card.h"
#include "common/environment.h"
#include "common/rig.h"
#include "exec/exec.h"
#include "base/pool.h"

#define MOST_THREADS 4

static uint32_t seed = 0x20030327;
static unsigned programs = 100000;

/* --- Allocations of the whole program --- */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
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

static void do_range(void *opaque, unsigned first, unsigned n, unsigned worker)
{
    for (unsigned i = 0; i < n; i++) {
        do_item(opaque, first + i, worker);
    }
}

/* At once, or while the caller is at something else for some time. */
static void run(NvPool *pool, Items *it, unsigned count, unsigned job)
{
    if (job % 3 == 0 || count > NV_POOL_ITEMS) {
        nv_pool_run(pool, do_item, it, count);
        return;
    }
    if (job % 3 == 1) {
        nv_pool_start(pool, do_item, it, count);
    } else {
        nv_pool_start_ranges(pool, do_range, it, 0, 0, count);
    }
    if (job % 50 == 1) {
        g_usleep(200);
    }
    nv_pool_finish(pool);
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
        run(pool, &it, count, job);
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

static void add_threads(const char *what, unsigned threads,
                        GTestDataFunc test)
{
    g_autofree char *path = g_strdup_printf("/pool/%s/%u", what, threads);

    g_test_add_data_func(path, GUINT_TO_POINTER(threads), test);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    seed = from_environment("NV_TEST_SEED", seed);
    programs = from_environment("NV_TEST_PROGRAMS", programs);
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        add_threads("items", threads, test_pool);
        add_threads("no-allocation", threads, test_allocations);
    }
    g_test_add_func("/pool/unused", test_pool_unused);
    g_test_add_func("/pool/settings", test_settings);
    g_test_add_data_func("/pool/uploads", "auto", test_uploads);
    return g_test_run();
}
