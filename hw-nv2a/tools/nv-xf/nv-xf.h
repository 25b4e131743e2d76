/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the commands of nv-xf share: options, files as text with a place in
 * it, and numbers as people write them.
 */
#ifndef NV_TOOLS_NV_XF_H
#define NV_TOOLS_NV_XF_H

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chip/chips.h"
#include "isa/asm.h"
#include "tools/command.h"

/* --- Options --- */

/* @name is one of @names, which ends with NULL: its index, or -1. */
int nv_tool_choose(const char *option, const char *name,
                   const char *const *names, GError **error);
const NvChip *nv_tool_chip(const char *name, GError **error);
/* "legacy" or "modern"; NULL is what the chip starts with. */
bool nv_tool_rules(const NvChip *chip, const char *name, NvXfRules *rules,
                   GError **error);
/* NULL is kelvin. */
const NvXfIsa *nv_tool_isa(const char *name, GError **error);

/* --- Text with a place --- */

typedef struct NvText {
    const char *file;
    char *data;
    const char *at, *start;     /* next character, start of the line */
    unsigned line;
} NvText;

/* "-" is standard input. */
bool nv_text_open(NvText *t, const char *path, GError **error);
void nv_text_close(NvText *t);
/* Always false. */
bool nv_text_fail(const NvText *t, const char *where, GError **error,
                  const char *format, ...) G_GNUC_PRINTF(4, 5);
/* To the first character of the next line that has something; or false. */
bool nv_text_next_line(NvText *t);
/* The rest of the line is blank or a comment. */
bool nv_text_line_ends(NvText *t);
/* A float, or bits as 0x and up to 8 digits. */
bool nv_text_value(NvText *t, uint32_t *value, GError **error);
/* A decimal number, or 0x and digits. */
bool nv_text_index(NvText *t, const char *what, uint32_t *value,
                   GError **error);

/* Program words, four an instruction. */
bool nv_tool_read_words(NvText *t, GArray *words, GError **error);

/* --- Commands --- */

int nv_xf_command_asm(int argc, char **argv, GError **error);
int nv_xf_command_dis(int argc, char **argv, GError **error);
int nv_xf_command_run(int argc, char **argv, GError **error);
int nv_xf_command_compile(int argc, char **argv, GError **error);
int nv_xf_command_bench(int argc, char **argv, GError **error);
int nv_xf_command_ff(int argc, char **argv, GError **error);
int nv_xf_command_arith(int argc, char **argv, GError **error);

#endif
