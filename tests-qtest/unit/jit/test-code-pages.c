/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pages of machine code: executable and not writable, accounted, and what
 * runs is what was written last, although addresses come back.
 *
 * On hosts without machine code all is skipped.
 */
#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "jit/code-file.h"
#include "jit/code.h"
#include "jit/jit.h"

typedef int Answer(void);

/* Code of a function that returns @n; returns how long it is. */
static size_t answering(uint8_t *code, uint16_t n)
{
#ifdef NV_JIT_ARM64
    nv_st32(code, 0x52800000 | (uint32_t)n << 5);       /* movz w0, #n */
    nv_st32(code + 4, 0xd65f03c0);                      /* ret */
    return 8;
#else
    code[0] = 0xb8;                                     /* mov $n, %eax */
    nv_st32(code + 1, n);
    code[5] = 0xc3;                                     /* ret */
    return 6;
#endif
}

static int run(const void *code)
{
    Answer *fn;

    memcpy(&fn, &code, sizeof(fn));
    return fn();
}

/*
 * Permissions of the page at @address; none may be written and executed, not by
 * another mapping of the same file either.
 */
static void permissions(const void *address, char found[5])
{
    FILE *maps = fopen("/proc/self/maps", "r");
    uint64_t first, end;
    char perms[5], line[512];

    g_assert_nonnull(maps);
    found[0] = 0;
    while (fgets(line, sizeof(line), maps)) {
        g_assert_cmpint(sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", &first,
                               &end, perms), ==, 3);
        g_assert_false(perms[1] == 'w' && perms[2] == 'x');
        g_assert_false(perms[1] == 'w' && strstr(line, "/memfd:"));
        if ((uintptr_t)address >= first && (uintptr_t)address < end) {
            memcpy(found, perms, 5);
        }
    }
    fclose(maps);
}

static bool is_possible(void)
{
    const char *why = "no machine code for this host";

#ifdef NV_JIT
    if (nv_code_allowed(&why)) {
        return true;
    }
#endif
    g_test_skip(why);
    return false;
}

static void test_permissions(void)
{
    uint8_t bytes[16];
    size_t len = answering(bytes, 42), before = nv_code_total();
    const char *why = NULL;
    char perms[5];
    void *code;

    if (!is_possible()) {
        return;
    }
    code = nv_code_new(bytes, len, &why);
    g_assert_nonnull(code);
    g_assert_cmpuint(nv_code_total(), ==, before + nv_code_size(len));
    permissions(code, perms);
    perms[3] = 0;               /* a file's, or not */
    g_assert_cmpstr(perms, ==, "r-x");
    g_assert_cmpint(run(code), ==, 42);
    nv_code_free(code, len);
    g_assert_cmpuint(nv_code_total(), ==, before);
}

/* A processor that fetched the old instructions would say the old number. */
static void test_fresh(void)
{
    unsigned same = 0;
    void *last = NULL;

    if (!is_possible()) {
        return;
    }
    for (unsigned i = 0; i < 2000; i++) {
        uint8_t bytes[16];
        size_t len = answering(bytes, i);
        const char *why = NULL;
        void *code = nv_code_new(bytes, len, &why);

        g_assert_nonnull(code);
        same += code == last;
        g_assert_cmpint(run(code), ==, i);
        g_assert_cmpint(run(code), ==, i);
        nv_code_free(code, len);
        last = code;
    }
    g_test_message("%u of 2000 at the address of the one before", same);
}

/* Of what is freed only traps are left, also where pages stay. */
static void test_freed(void)
{
    const uint8_t bytes[] = { 1, 2, 3, 4 };
    size_t size = nv_code_size(1);
    uint8_t *code[3];

    for (unsigned i = 0; i < 3; i++) {
        code[i] = nv_code_file_new(bytes, sizeof(bytes), size);
        if (!code[i]) {
            g_assert_cmpuint(i, ==, 0);
            g_test_skip("the host has no such files");
            return;
        }
        g_assert_cmpmem(code[i], sizeof(bytes), bytes, sizeof(bytes));
        g_assert_cmphex(code[i][sizeof(bytes)], ==, NV_CODE_TRAP);
        g_assert_cmphex(code[i][size - 1], ==, NV_CODE_TRAP);
    }
    g_assert_true(nv_code_file_free(code[1], size));
    g_assert_cmphex(code[1][0], ==, NV_CODE_TRAP);
    g_assert_cmphex(code[0][0], ==, 1);
    g_assert_cmphex(code[2][0], ==, 1);
    g_assert_false(nv_code_file_free(&size, size));
    g_assert_true(nv_code_file_free(code[0], size));
    g_assert_true(nv_code_file_free(code[2], size));
    g_assert_cmphex(code[2][0], ==, 0);
}

/* Pieces of all sizes, freed in any order: none has a page of another. */
static void test_many(void)
{
    enum { COUNT = 200, STEPS = 4000 };
    struct { uint8_t *code; size_t len; uint8_t byte; } piece[COUNT] = { 0 };
    uint8_t *bytes = g_malloc(1 << 18);
    size_t before = nv_code_total();
    const char *why = NULL;

    for (unsigned step = 0; is_possible() && step < STEPS; step++) {
        unsigned i = g_test_rand_int_range(0, COUNT);

        if (piece[i].code) {
            g_assert_cmphex(piece[i].code[0], ==, piece[i].byte);
            g_assert_cmphex(piece[i].code[piece[i].len - 1], ==,
                            piece[i].byte);
            nv_code_free(piece[i].code, piece[i].len);
            piece[i].code = NULL;
            continue;
        }
        piece[i].len = g_test_rand_int_range(1, 1 << 18);
        piece[i].byte = step;
        memset(bytes, step, piece[i].len);
        piece[i].code = nv_code_new(bytes, piece[i].len, &why);
        g_assert_nonnull(piece[i].code);
    }
    for (unsigned i = 0; i < COUNT; i++) {
        nv_code_free(piece[i].code, MAX(piece[i].len, 1));
    }
    g_assert_cmpuint(nv_code_total(), ==, before);
    g_free(bytes);
}

static void test_limit(void)
{
    uint8_t bytes[16] = { 0 };
    const char *why = NULL;

    g_assert_null(nv_code_new(bytes, NV_CODE_LIMIT + 1, &why));
    g_assert_cmpstr(why, ==, "code-memory-full");
    g_assert_null(nv_code_new(bytes, 0, &why));
    g_assert_cmpuint(nv_code_total(), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/code-pages/permissions", test_permissions);
    g_test_add_func("/code-pages/fresh", test_fresh);
    g_test_add_func("/code-pages/freed", test_freed);
    g_test_add_func("/code-pages/many", test_many);
    g_test_add_func("/code-pages/limit", test_limit);
    return g_test_run();
}
