/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What nv-xf run, compile and bench share: an engine with a program, its mode
 * and constants, and vertices as people write them.  No hardware facts.
 */
#ifndef NV_TOOLS_NV_XF_ENGINE_H
#define NV_TOOLS_NV_XF_ENGINE_H

#include "tools/nv-xf/nv-xf.h"
#include "xf/alone.h"
#include "xf/xf-priv.h"

/* The first part is set by options; NULL, 0 and -1 are as if not given. */
typedef struct NvToolEngine {
    char *chip, *executor, *arith, *mode, *rules, *isa, *consts, *start;
    int threads, timeout;
    gboolean words, assembly, all, slots;
    bool state;                 /* the program is a vertex state program */
    unsigned first;             /* slot it starts at */
    NvHostOps ops;
    NvEnv env;
    NvXf xf;
} NvToolEngine;

#define NV_TOOL_CHIP_ENTRY(e) \
    { "chip", 'c', 0, G_OPTION_ARG_STRING, &(e)->chip, \
      "nv20 (default), nv25, nv2a, nv30, nv34, nv35, nv40", "CHIP" }
#define NV_TOOL_PROGRAM_ENTRIES(e) \
    { "mode", 'm', 0, G_OPTION_ARG_STRING, &(e)->mode, \
      "Generation of the program: v1, or v2 (default from nv30 on)", \
      "MODE" }, \
    { "rules", 'r', 0, G_OPTION_ARG_STRING, &(e)->rules, \
      "legacy (default) or modern, from nv30 on", "RULES" }, \
    { "words", 'w', 0, G_OPTION_ARG_NONE, &(e)->words, \
      "PROGRAM holds words (default: what it looks like)", NULL }, \
    { "asm", 'a', 0, G_OPTION_ARG_NONE, &(e)->assembly, \
      "PROGRAM holds text", NULL }, \
    { "isa", 'i', 0, G_OPTION_ARG_STRING, &(e)->isa, \
      "kelvin: a Kelvin program on nv30, converted", "ISA" }, \
    { "start", 0, 0, G_OPTION_ARG_STRING, &(e)->start, \
      "The instruction it starts with (default 0)", "SLOT" }, \
    { "timeout", 0, 0, G_OPTION_ARG_INT, &(e)->timeout, \
      "Instructions that a vertex may run, from nv30 on (default 65535)", "N" }
#define NV_TOOL_CONSTS_ENTRIES(e) \
    { "consts", 'k', 0, G_OPTION_ARG_FILENAME, &(e)->consts, \
      "Constants to start with", "FILE" }, \
    { "slots", 0, 0, G_OPTION_ARG_NONE, &(e)->slots, \
      "Constants are numbered by slot, not from c[0], in and out", NULL }

/* Before options are read. */
void nv_tool_engine_init(NvToolEngine *e);
/* Chip, executor (@usual without --executor), mode. */
bool nv_tool_engine_open(NvToolEngine *e, const char *usual, GError **error);
/* The program in the file @path, "-" standard input, and the constants. */
bool nv_tool_engine_load(NvToolEngine *e, const char *path, GError **error);
/* The same of text; @name is for complaints. */
bool nv_tool_engine_text(NvToolEngine *e, const char *name, const char *text,
                         GError **error);
void nv_tool_engine_close(NvToolEngine *e);

/* "x,y,z,w": y and z are 0 and w is 1 where missing. */
bool nv_tool_vector(NvText *t, uint32_t v[4], GError **error);
/* No attribute is given in @lane. */
void nv_tool_clear_lane(NvXfBlock *block, unsigned lane);
/* The rest of the line, "v0=x,y,z,w v3=...". */
bool nv_tool_vertex(NvText *t, NvXfBlock *block, unsigned lane,
                    GError **error);

#endif
