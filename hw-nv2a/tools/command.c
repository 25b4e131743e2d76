/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frame of the command-line tools. */
#include "tools/command.h"
#include "nv2a/version.h"

#include <stdio.h>
#include <string.h>

G_DEFINE_QUARK(nv-tool-error-quark, nv_tool_error)

bool nv_tool_parse(int *argc, char ***argv, const NvUsage *usage,
                   const GOptionEntry *entries, GError **error)
{
    g_autoptr(GOptionContext) context = g_option_context_new(usage->files);

    g_option_context_set_summary(context, usage->summary);
    if (entries) {
        g_option_context_add_main_entries(context, entries, NULL);
    }
    if (!g_option_context_parse(context, argc, argv, error)) {
        return false;
    }
    if (*argc - 1 < usage->least || *argc - 1 > usage->most) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s is needed, %d were given; "
                    "try \"%s --help\"", usage->files, *argc - 1,
                    g_get_prgname());
        return false;
    }
    return true;
}

static void help(const NvTool *tool, FILE *to)
{
    int widest = 0;

    for (const NvCommand *c = tool->commands; c->name; c++) {
        widest = MAX(widest, (int)strlen(c->name));
    }
    fprintf(to, "Usage: %s %s\n\n%sCommands:\n", tool->name, tool->usage,
            tool->about ? tool->about : "");
    for (const NvCommand *c = tool->commands; c->name; c++) {
        fprintf(to, "  %-*s%s\n", widest + 2, c->name, c->help);
    }
    fprintf(to, "%s\n\"%s COMMAND --help\" shows its options and examples, "
            "\"%s --version\" which one this is.\n",
            tool->example ? tool->example : "", tool->name, tool->name);
}

static int run(const NvTool *tool, const NvCommand *command, int argc,
               char **argv)
{
    g_autofree char *name = g_strdup_printf("%s %s", tool->name,
                                            command->name);
    g_autoptr(GError) error = NULL;
    int status;

    g_set_prgname(name);
    status = command->run(argc, argv, &error);
    if (error) {
        fflush(stdout);
        fprintf(stderr, "%s: %s\n", tool->name, error->message);
        return EXIT_TROUBLE;
    }
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "%s: the output cannot be written\n", tool->name);
        return EXIT_TROUBLE;
    }
    return status;
}

int nv_tool_main(const NvTool *tool, int argc, char **argv)
{
    if (argc < 2) {
        help(tool, stderr);
        return EXIT_TROUBLE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        help(tool, stdout);
        return EXIT_FINE;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("%s " NV2A_VERSION "\n", tool->name);
        return EXIT_FINE;
    }
    for (const NvCommand *c = tool->commands; c->name; c++) {
        if (!strcmp(argv[1], c->name)) {
            return run(tool, c, argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "%s: there is no command \"%s\"; try %s --help\n",
            tool->name, argv[1], tool->name);
    return EXIT_TROUBLE;
}
