/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main() of a fuzzer that libFuzzer does not drive: random byte strings for
 * a given time, or a replay of files, of folders of files, and of corpora that
 * scripts/fuzz packed.  An input that takes too much processor time counts as
 * a hang.
 */
#include "fuzz/fuzz.h"

#include <glib.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/bits.h"

static int opt_seconds = 10;
static int opt_seed = 1;
static int opt_limit = 5;
static gboolean opt_calls;
static char **opt_files;
static char *opt_keep;

static const GOptionEntry options[] = {
    { "seconds", 's', 0, G_OPTION_ARG_INT, &opt_seconds,
      "how long to run (default 10)", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &opt_seed,
      "where the random numbers start (default 1)", "N" },
    { "limit", 'l', 0, G_OPTION_ARG_INT, &opt_limit,
      "seconds of processor time until an input hangs (default 5; 0 never)",
      "N" },
    { "keep", 'k', 0, G_OPTION_ARG_FILENAME, &opt_keep,
      "write every input here before it runs, to replay a crash", "FILE" },
    { "calls", 'c', 0, G_OPTION_ARG_NONE, &opt_calls,
      "say the longest call of each input", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &opt_files,
      "replay these inputs, packed corpora (.pack), or all in these folders, "
      "instead", "[FILE...]" },
    { NULL }
};

/* Of all inputs so far. */
static unsigned long inputs;
static FuzzCall longest = { "no call", 0 };

static void hangs(int sig)
{
    static const char text[] = "an input takes too long\n";

    (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
    abort();
}

/* One input, with the clock of the whole process' work as an alarm. */
static void run(const uint8_t *data, size_t size, const char *name)
{
    struct itimerval alarm = { .it_value.tv_sec = opt_limit };
    const struct itimerval off = { 0 };
    FuzzCall call;

    setitimer(ITIMER_PROF, &alarm, NULL);
    fuzz_watch_start();
    fuzz_input(data, size);
    setitimer(ITIMER_PROF, &off, NULL);
    inputs++;
    call = fuzz_watch_longest();
    if (call.ns > longest.ns) {
        longest = call;
    }
    if (opt_calls) {
        g_print("%s: %s %.3f ms\n", name, call.ns ? call.name : "no call",
                call.ns / 1e6);
    }
}

static GBytes *read_file(const char *path)
{
    g_autoptr(GError) error = NULL;
    char *data;
    gsize size;

    if (!g_file_get_contents(path, &data, &size, &error)) {
        g_printerr("%s\n", error->message);
        exit(2);
    }
    return g_bytes_new_take(data, size);
}

/* Of each input its size, 32 bits little endian, and then its bytes. */
static void replay_pack(const char *path)
{
    g_autoptr(GBytes) pack = read_file(path);
    gsize left;
    const uint8_t *at = g_bytes_get_data(pack, &left);

    while (left) {
        uint32_t size = left < 4 ? UINT32_MAX : nv_ld32(at);

        if (size > left - 4) {
            g_printerr("%s ends in the middle of an input\n", path);
            exit(2);
        }
        run(at + 4, size, path);
        at += 4 + size;
        left -= 4 + size;
    }
}

static void replay_file(const char *path)
{
    g_autoptr(GBytes) bytes = NULL;
    gsize size;
    const uint8_t *data;

    if (g_str_has_suffix(path, ".pack")) {
        replay_pack(path);
        return;
    }
    bytes = read_file(path);
    data = g_bytes_get_data(bytes, &size);
    run(data, size, path);
}

static void replay(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    const char *name;

    if (!dir) {
        replay_file(path);
        return;
    }
    while ((name = g_dir_read_name(dir))) {
        g_autofree char *file = g_build_filename(path, name, NULL);

        replay_file(file);
    }
}

/* As a test that speaks TAP: a point for each argument. */
static void replay_all(char **paths)
{
    unsigned long before = 0;
    unsigned i;

    g_print("1..%u\n", g_strv_length(paths));
    for (i = 0; paths[i]; i++) {
        g_autofree char *name = g_path_get_basename(paths[i]);

        replay(paths[i]);
        g_print("%s %u - %s: %lu inputs\n", inputs > before ? "ok" : "not ok",
                i + 1, name, inputs - before);
        before = inputs;
    }
}

static void random_inputs(void)
{
    gint64 start = g_get_monotonic_time(), said = start;
    GRand *rand = g_rand_new_with_seed(opt_seed);
    uint8_t input[4096];

    while (g_get_monotonic_time() - start < opt_seconds * G_USEC_PER_SEC) {
        for (unsigned i = 0; i < sizeof(input); i++) {
            input[i] = g_rand_int(rand);
        }
        if (opt_keep) {
            g_file_set_contents(opt_keep, (char *)input, sizeof(input), NULL);
        }
        run(input, sizeof(input), "random");
        if (g_get_monotonic_time() - said > 10 * G_USEC_PER_SEC) {
            said = g_get_monotonic_time();
            g_printerr("%lu inputs in %d s\n", inputs,
                       (int)((said - start) / G_USEC_PER_SEC));
        }
    }
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context =
        g_option_context_new("- throw random operations at the code");
    g_autoptr(GError) error = NULL;

    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        g_printerr("%s\n", error->message);
        return 2;
    }
    signal(SIGPROF, hangs);
    if (opt_files) {
        replay_all(opt_files);
    } else {
        random_inputs();
    }
    g_print("# %lu inputs, no finding, %.0f s of processor time, longest: "
            "%s %.3f ms\n", inputs, (double)clock() / CLOCKS_PER_SEC,
            longest.name, longest.ns / 1e6);
    return 0;
}
