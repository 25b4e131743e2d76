/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines about errors: what they look like, and that they are rationed. */
#include <string.h>

#include "base/env.h"
#include "base/errors.h"

typedef struct Host {
    unsigned lines;
    char *last;
    bool deaf;
} Host;

static void host_log(void *opaque, NvLogKind kind, const char *line)
{
    Host *host = opaque;

    g_assert_cmpint(kind, !=, NV_LOG_TRACE);
    host->lines++;
    g_free(host->last);
    host->last = g_strdup(line);
}

static bool host_logs(void *opaque, NvLogKind kind)
{
    (void)kind;
    return !((Host *)opaque)->deaf;
}

static const NvHostOps ops = { .log = host_log, .logs = host_logs };

static void begin(NvEnv *env, Host *host)
{
    *host = (Host) { 0 };
    *env = (NvEnv) { .ops = &ops, .host = host, .errors = nv_errors_new() };
}

static void end(NvEnv *env, Host *host)
{
    nv_errors_free(env->errors);
    g_free(host->last);
}

static void test_rows(void)
{
    for (unsigned i = 0; i < NV_ERROR_KINDS; i++) {
        const char *words = nv_error_words(i);

        g_assert_true(*words && !strpbrk(words, ":\n"));
        g_assert_true(nv_error_log(i) == NV_LOG_GUEST_ERROR ||
                      nv_error_log(i) == NV_LOG_UNIMP);
        for (unsigned j = 0; j < i; j++) {
            g_assert_cmpstr(words, !=, nv_error_words(j));
        }
    }
}

/* The first, second, fourth...; each says how many there were. */
static void test_doubling(void)
{
    NvEnv env;
    Host host;

    begin(&env, &host);
    for (unsigned n = 1; n <= 1000; n++) {
        unsigned before = host.lines;

        nv_error(&env, NV_ERROR_PUSH, 7, "number %u", n);
        g_assert_cmpuint(host.lines - before, ==, !(n & (n - 1)));
        if (n == 1) {
            g_assert_cmpstr(host.last, ==, "push buffer: number 1");
        }
    }
    g_assert_cmpstr(host.last, ==, "push buffer: number 512 (now 512 times)");
    g_assert_cmpuint(host.lines, ==, 10);
    g_assert_cmpuint(nv_error_count(&env, NV_ERROR_PUSH), ==, 1000);
    end(&env, &host);
}

/* A new mistake is heard at once, whatever came before. */
static void test_keys(void)
{
    NvEnv env;
    Host host;

    begin(&env, &host);
    for (unsigned n = 0; n < 100000; n++) {
        nv_error(&env, NV_ERROR_METHOD, 1, "old");
    }
    for (unsigned key = 2; key <= NV_RATION_KEYS; key++) {
        unsigned before = host.lines;

        nv_error(&env, NV_ERROR_METHOD, key << 16, "new");
        g_assert_cmpuint(host.lines, ==, before + 1);
    }
    nv_error(&env, NV_ERROR_VALUE, 1, "another kind");
    g_assert_cmpstr(host.last, ==, "invalid value: another kind");
    end(&env, &host);
}

/* Whatever a guest does, its lines are few. */
static void test_bound(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(14);
    NvEnv env;
    Host host;

    begin(&env, &host);
    for (unsigned n = 0; n < 1000000; n++) {
        nv_error(&env, NV_ERROR_REGISTER, g_rand_int(rand), "random");
    }
    g_assert_cmpuint(host.lines, <, (NV_RATION_KEYS + 1) * 21);
    g_assert_cmpuint(host.lines, >=, NV_RATION_KEYS);
    end(&env, &host);
}

static void test_sum(void)
{
    NvEnv env;
    Host host;
    GString *text = g_string_new(NULL);

    begin(&env, &host);
    for (unsigned n = 0; n < 7; n++) {
        nv_error(&env, NV_ERROR_RANGE, 0, "far");
    }
    nv_error(&env, NV_ERROR_STATE, 0, "once");
    host.lines = 0;
    nv_errors_sum(&env);
    g_assert_cmpuint(host.lines, ==, 1);
    g_assert_cmpstr(host.last, ==,
                    "coordinate out of range: 7 in all, 3 with a line");
    nv_errors_sum(&env);
    g_assert_cmpuint(host.lines, ==, 1);
    nv_errors_dump(&env, text);
    g_assert_cmpstr(text->str, ==, "invalid state: 1\n"
                                   "coordinate out of range: 7\n");
    g_string_free(text, TRUE);
    end(&env, &host);
}

/* Who begins to listen later hears the next one. */
static void test_deaf(void)
{
    NvEnv env;
    Host host;

    begin(&env, &host);
    host.deaf = true;
    for (unsigned n = 0; n < 100; n++) {
        nv_error(&env, NV_ERROR_RANGE, 0, "far");
    }
    g_assert_cmpuint(host.lines, ==, 0);
    host.deaf = false;
    nv_error(&env, NV_ERROR_RANGE, 0, "far");
    g_assert_cmpstr(host.last, ==, "coordinate out of range: far");
    g_assert_cmpuint(nv_error_count(&env, NV_ERROR_RANGE), ==, 101);
    end(&env, &host);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/errors/rows", test_rows);
    g_test_add_func("/errors/doubling", test_doubling);
    g_test_add_func("/errors/keys", test_keys);
    g_test_add_func("/errors/bound", test_bound);
    g_test_add_func("/errors/sum", test_sum);
    g_test_add_func("/errors/deaf", test_deaf);
    return g_test_run();
}
