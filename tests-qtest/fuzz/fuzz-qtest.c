/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of a card in QEMU: an emulator a round, driven through qtest with
 * the random steps of qtest-steps.c.
 *
 * A round follows from its seed alone.  QEMU's death or silence ends the run
 * with the seed of the round.  A sanitized plugin reports by QEMU's death.
 */
#include "fuzz/qtest-steps.h"

#include <signal.h>

#define SILENCE 120             /* seconds until QEMU counts as hung */
#define STEPS 3000

static int opt_seconds = 10;
static int opt_seed = 1;
static int opt_rounds = INT_MAX;
static gboolean opt_verbose;

static const GOptionEntry options[] = {
    { "seconds", 's', 0, G_OPTION_ARG_INT, &opt_seconds,
      "how long to run (default 10)", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &opt_seed,
      "seed of the first round (default 1)", "N" },
    { "rounds", 0, 0, G_OPTION_ARG_INT, &opt_rounds,
      "at most so many rounds; 1 repeats the round of a seed", "N" },
    { "verbose", 'v', 0, G_OPTION_ARG_NONE, &opt_verbose,
      "say what each step is", NULL },
    { NULL }
};

static int round_seed;
static char *errors;            /* QEMU's standard error goes to this file */

static void say_seed(void *data)
{
    g_autofree char *text = NULL;

    if (g_file_get_contents(errors, &text, NULL, NULL)) {
        fputs(text, stderr);
    }
    fprintf(stderr, "\nfuzz-qtest: the round of seed %d did this; repeat it "
            "with --seed %d --rounds 1\n", round_seed, round_seed);
}

/* QEMU dies with its parent (libqtest asks for that). */
static void silence(int sig)
{
    fputs("\nfuzz-qtest: QEMU has not answered for too long\n", stderr);
    say_seed(NULL);
    _exit(1);
}

static void one_round(Fuzz *f)
{
    static const char *const chips[] = {
        "nv10", "nv15", "nv17", "nv20", "nv25", "nv2a", "nv30", "nv34",
        "nv35",
    };
    static const char *const machines[] = {
        "-device %s,id=gpu,vram=4M", "-device %s,id=gpu,vram=16M,threads=2",
        "-device %s,id=gpu,vram=4M,threads=2,arith=fast",
        "-m 16M -object memory-backend-ram,id=uma,size=16M "
        "-machine memory-backend=uma -device %s,id=gpu,vram-backend=uma",
    };
    g_autofree char *args = NULL;
    unsigned i, count;
    const char *machine;

    f->rand = g_rand_new_with_seed(round_seed);
    machine = machines[below(f, G_N_ELEMENTS(machines))];
    args = g_strdup_printf(machine, chips[below(f, G_N_ELEMENTS(chips))]);
    f->args = args;
    f->t = nv_qtest_start("%s 2>%s", args, errors);
    fuzz_begin(f);
    count = 1 + below(f, STEPS);
    for (i = 0; i < count; i++) {
        alarm(SILENCE);
        fuzz_step(f);
    }
    nv_qtest_end(f->t);
    alarm(0);
    g_rand_free(f->rand);
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context =
        g_option_context_new("- throw random work at a card in QEMU");
    g_autoptr(GError) error = NULL;
    Fuzz f = { .dir = nv_qtest_mkdir() };
    gint64 begin = g_get_monotonic_time(), said = begin;
    int rounds = 0;

    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        g_printerr("%s\n", error->message);
        return 2;
    }
    nv_qtest_defaults();
    errors = g_build_filename(f.dir, "errors", NULL);
    f.errors = errors;
    f.verbose = opt_verbose;
    /* libqtest says every command line there. */
    if (!opt_verbose && !freopen("/dev/null", "w", stdout)) {
        return 2;
    }
    qtest_add_abrt_handler(say_seed, NULL);
    signal(SIGALRM, silence);
    while (rounds < opt_rounds && (rounds == 0 ||
           g_get_monotonic_time() - begin < opt_seconds * G_USEC_PER_SEC)) {
        round_seed = opt_seed + rounds++;
        one_round(&f);
        if (g_get_monotonic_time() - said > 10 * G_USEC_PER_SEC) {
            said = g_get_monotonic_time();
            fprintf(stderr, "%d rounds in %d s\n", rounds,
                    (int)((said - begin) / G_USEC_PER_SEC));
        }
    }
    fprintf(stderr, "%d rounds, %lu steps, %lu loads, no finding\n", rounds,
            f.steps, f.loads);
    nv_qtest_rmdir(f.dir);
    g_free(errors);
    return 0;
}
