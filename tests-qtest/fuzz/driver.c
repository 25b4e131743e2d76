/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * main() of a fuzzer that libFuzzer does not drive: random byte strings for
 * a given time, or a replay of files and of folders of files.  An input that
 * takes too much processor time counts as a hang.
 */
#include <glib.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int opt_seconds = 10;
static int opt_seed = 1;
static int opt_limit = 2;
static char **opt_files;
static char *opt_keep;

static const GOptionEntry options[] = {
    { "seconds", 's', 0, G_OPTION_ARG_INT, &opt_seconds,
      "how long to run (default 10)", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &opt_seed,
      "where the random numbers start (default 1)", "N" },
    { "limit", 'l', 0, G_OPTION_ARG_INT, &opt_limit,
      "seconds of processor time until an input hangs (default 2; 0 never)",
      "N" },
    { "keep", 'k', 0, G_OPTION_ARG_FILENAME, &opt_keep,
      "write every input here before it runs, to replay a crash", "FILE" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &opt_files,
      "replay these inputs, or all in these folders, instead",
      "[FILE...]" },
    { NULL }
};

static void hangs(int sig)
{
    static const char text[] = "an input takes too long\n";

    (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
    abort();
}

/* One input, with the clock of the whole process' work as an alarm. */
static void run(const uint8_t *data, size_t size)
{
    struct itimerval alarm = { .it_value.tv_sec = opt_limit };
    const struct itimerval off = { 0 };

    setitimer(ITIMER_PROF, &alarm, NULL);
    LLVMFuzzerTestOneInput(data, size);
    setitimer(ITIMER_PROF, &off, NULL);
}

static unsigned replay_file(const char *path)
{
    g_autofree char *data = NULL;
    g_autoptr(GError) error = NULL;
    gsize len;

    if (!g_file_get_contents(path, &data, &len, &error)) {
        g_printerr("%s\n", error->message);
        exit(2);
    }
    run((const uint8_t *)data, len);
    return 1;
}

static unsigned replay(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    unsigned count = 0;
    const char *name;

    if (!dir) {
        return replay_file(path);
    }
    while ((name = g_dir_read_name(dir))) {
        g_autofree char *file = g_build_filename(path, name, NULL);

        count += replay_file(file);
    }
    return count;
}

static void replay_all(char **paths)
{
    for (; *paths; paths++) {
        g_print("%s: %u inputs, no finding\n", *paths, replay(*paths));
    }
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context =
        g_option_context_new("- throw random operations at the code");
    g_autoptr(GError) error = NULL;
    gint64 start = g_get_monotonic_time(), said = start;
    unsigned long runs = 0;
    uint8_t input[16384];
    GRand *rand;

    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        g_printerr("%s\n", error->message);
        return 2;
    }
    signal(SIGPROF, hangs);
    if (opt_files) {
        replay_all(opt_files);
        return 0;
    }
    rand = g_rand_new_with_seed(opt_seed);
    while (g_get_monotonic_time() - start < opt_seconds * G_USEC_PER_SEC) {
        for (unsigned i = 0; i < sizeof(input); i++) {
            input[i] = g_rand_int(rand);
        }
        if (opt_keep) {
            g_file_set_contents(opt_keep, (char *)input, sizeof(input), NULL);
        }
        run(input, sizeof(input));
        runs++;
        if (g_get_monotonic_time() - said > 10 * G_USEC_PER_SEC) {
            said = g_get_monotonic_time();
            g_printerr("%lu inputs in %d s\n", runs,
                       (int)((said - start) / G_USEC_PER_SEC));
        }
    }
    g_print("%lu inputs, no finding, %.0f s of processor time\n", runs,
            (double)clock() / CLOCKS_PER_SEC);
    g_rand_free(rand);
    return 0;
}
