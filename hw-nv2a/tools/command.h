/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The frame of the command-line tools: commands by name, help, options.
 */
#ifndef NV_TOOLS_COMMAND_H
#define NV_TOOLS_COMMAND_H

#include <glib.h>
#include <stdbool.h>

enum { EXIT_FINE = 0, EXIT_DIFFERENT = 1, EXIT_TROUBLE = 2 };

#define NV_TOOL_ERROR nv_tool_error_quark()
GQuark nv_tool_error_quark(void);

/* Exit status; with *error set it is EXIT_TROUBLE. */
typedef struct NvCommand {
    const char *name, *help;    /* one line */
    int (*run)(int argc, char **argv, GError **error);
} NvCommand;

typedef struct NvTool {
    const char *name;           /* "nv-xf" */
    const char *usage;          /* what follows the name */
    const char *about;          /* ahead of the commands; or NULL */
    const char *example;        /* behind them; or NULL */
    const NvCommand *commands;  /* the last one has no name */
} NvTool;

/* What main() does; its exit status. */
int nv_tool_main(const NvTool *tool, int argc, char **argv);

/* What a command takes besides options, and what --help says of it. */
typedef struct NvUsage {
    const char *files;          /* "FILE OUT.png" */
    int least, most;            /* of them */
    const char *summary;        /* with examples */
} NvUsage;

/*
 * Take the options @entries (NULL: none) from *argv; what is left behind
 * argv[0] are as many files as @usage wants.  False and *error otherwise.
 */
bool nv_tool_parse(int *argc, char ***argv, const NvUsage *usage,
                   const GOptionEntry *entries, GError **error);

#endif
