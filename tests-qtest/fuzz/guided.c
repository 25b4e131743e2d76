/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A fuzzer under libFuzzer.  An input with a call that took longer than
 * FUZZ_SLOW_MS goes to the folder FUZZ_SLOW, once for each length of
 * time; the longest of all is said at the end.  With FUZZ_CALLS each input's
 * longest is said, to compare with the same without sanitizers.
 */
#include "fuzz/fuzz.h"

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Kept inputs: each must be longer than what was kept of that call by this. */
#define LONGER 5 / 4
#define CALLS 16

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *folder;
static int64_t limit_ns;
static bool each;
static FuzzCall kept[CALLS];

static void say_longest(void)
{
    for (unsigned i = 0; i < CALLS && kept[i].name; i++) {
        fprintf(stderr, "longest %s: %.3f ms\n", kept[i].name,
                kept[i].ns / 1e6);
    }
}

static FuzzCall *of_name(const char *name)
{
    for (unsigned i = 0; i < CALLS; i++) {
        if (!kept[i].name) {
            kept[i].name = name;
        }
        if (kept[i].name == name) {
            return &kept[i];
        }
    }
    return &kept[CALLS - 1];
}

static void keep(FuzzCall call, const uint8_t *data, size_t size)
{
    g_autofree char *name = g_strdup_printf("%s-%06d-us", call.name,
                                            (int)(call.ns / 1000));
    g_autofree char *path = g_build_filename(folder, name, NULL);

    g_file_set_contents(path, (const char *)data, size, NULL);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *ms = getenv("FUZZ_SLOW_MS");

    folder = getenv("FUZZ_SLOW");
    each = getenv("FUZZ_CALLS");
    limit_ns = (ms ? atoi(ms) : 100) * INT64_C(1000000);
    atexit(say_longest);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzCall call, *before;

    fuzz_watch_start();
    fuzz_input(data, size);
    call = fuzz_watch_longest();
    if (!call.ns) {
        return 0;
    }
    if (each) {
        fprintf(stderr, "longest call: %s %.3f ms\n", call.name,
                call.ns / 1e6);
    }
    before = of_name(call.name);
    if (call.ns > before->ns) {
        if (folder && call.ns > limit_ns && call.ns > before->ns * LONGER) {
            keep(call, data, size);
        }
        before->ns = call.ns;
    }
    return 0;
}
