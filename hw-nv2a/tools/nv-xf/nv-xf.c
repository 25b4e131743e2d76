/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf: assembles, reads, runs and traces programs of the transform engine,
 * and offers its arithmetic.  It stands on the library alone, without a card.
 */
#include "tools/nv-xf/nv-xf.h"

static const NvCommand commands[] = {
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
    { NULL, NULL, NULL },
};

static const NvTool tool = {
    .name = "nv-xf", .usage = "COMMAND ...",
    .example = "\nA first program and one vertex:\n\n"
               "  echo 'ADD o[HPOS], v[0], c[0] END' >move.vp\n"
               "  echo '0 1 0 0 0' >move.consts\n"
               "  echo 'v0=1,2,3,1' | nv-xf run --consts move.consts "
               "--vertices - move.vp\n",
    .commands = commands,
};

int main(int argc, char **argv)
{
    return nv_tool_main(&tool, argc, argv);
}
