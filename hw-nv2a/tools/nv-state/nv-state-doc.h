/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the reference pages of nv-state are made of: titles and tables, and
 * the page of methods, which is long.  No hardware facts.
 */
#ifndef NV_TOOLS_NV_STATE_DOC_H
#define NV_TOOLS_NV_STATE_DOC_H

#include "tools/nv-state/nv-state.h"

/* --- nv-state-rest.c --- */

typedef struct NvDocTable NvDocTable;

void nv_doc_title(const char *text, char line);
/* The head of the page that "nv-state doc @command" writes. */
void nv_doc_page(const char *text, const char *command);

/* At most 8 columns; @heads are their titles. */
NvDocTable *nv_doc_table(unsigned columns, const char *const *heads);
/* The next cell, row by row.  Takes @text. */
void nv_doc_cell(NvDocTable *t, char *text);
/* Both free it.  Filled with blanks; or a row a line, for wide tables. */
void nv_doc_print(NvDocTable *t);
void nv_doc_print_csv(NvDocTable *t);

/* --- nv-state-methods.c --- */

void nv_doc_methods(void);

#endif
