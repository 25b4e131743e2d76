/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf: assembles, reads, runs and traces programs of the transform engine,
 * and offers its arithmetic.  It stands on the library alone, without a card.
 */
#include "tools/nv-xf/nv-xf.h"

static const struct {
    const char *name, *help;
    int (*run)(int argc, char **argv, GError **error);
} commands[] = {
    { "asm", "program text to words", nv_xf_command_asm },
    { "dis", "words to program text", nv_xf_command_dis },
    { "run", "run a program over vertices, or a vertex state program",
      nv_xf_command_run },
    { "compile", "show a program's list and machine code",
      nv_xf_command_compile },
    { "bench", "time for a vertex, on each executor", nv_xf_command_bench },
    { "ff", "transform and light vertices by fixed function",
      nv_xf_command_ff },
    { "arith", "compute single operations, a case a line",
      nv_xf_command_arith },
};

static void help(FILE *to)
{
    fputs("Usage: nv-xf COMMAND ...\n\nCommands:\n", to);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(commands); i++) {
        fprintf(to, "  %-9s%s\n", commands[i].name, commands[i].help);
    }
    fputs("\nA first program and one vertex:\n\n"
          "  echo 'ADD o[HPOS], v[0], c[0] END' >move.vp\n"
          "  echo '0 1 0 0 0' >move.consts\n"
          "  echo 'v0=1,2,3,1' | nv-xf run --consts move.consts "
          "--vertices - move.vp\n"
          "\n\"nv-xf COMMAND --help\" shows its options and examples.\n", to);
}

static int run(unsigned command, int argc, char **argv)
{
    g_autofree char *name = g_strdup_printf("nv-xf %s", argv[0]);
    g_autoptr(GError) error = NULL;
    int status;

    g_set_prgname(name);
    status = commands[command].run(argc, argv, &error);
    if (error) {
        fflush(stdout);
        fprintf(stderr, "nv-xf: %s\n", error->message);
        return EXIT_TROUBLE;
    }
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "nv-xf: the output cannot be written\n");
        return EXIT_TROUBLE;
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        help(stderr);
        return EXIT_TROUBLE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        help(stdout);
        return EXIT_FINE;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(commands); i++) {
        if (!strcmp(argv[1], commands[i].name)) {
            return run(i, argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "nv-xf: there is no command \"%s\"; try nv-xf --help\n",
            argv[1]);
    return EXIT_TROUBLE;
}
