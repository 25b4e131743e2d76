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

/* Permissions of the page at @address; none may be written and executed. */
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
    g_assert_cmpstr(perms, ==, "r-xp");
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
    g_test_add_func("/code-pages/limit", test_limit);
    return g_test_run();
}
