/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Titles and tables of reference pages, as reST.  No hardware facts.
 */
#include "tools/nv-state/nv-state-doc.h"

void nv_doc_title(const char *text, char line)
{
    unsigned length = printf("%s\n", text) - 1;

    while (length--) {
        putchar(line);
    }
    printf("\n\n");
}

void nv_doc_page(const char *text, const char *command)
{
    printf(".. SPDX-License-" "Identifier: GPL-2.0-or-later\n"
           ".. Written by \"nv-state doc %s\"; scripts/update-docs runs it.\n"
           "\n", command);
    nv_doc_title(text, '=');
}

#define MAX_COLUMNS 8

struct NvDocTable {
    unsigned columns;
    GPtrArray *cells;       /* text, row by row, heads first */
};

NvDocTable *nv_doc_table(unsigned columns, const char *const *heads)
{
    NvDocTable *t = g_new(NvDocTable, 1);

    t->columns = columns;
    t->cells = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < columns; i++) {
        g_ptr_array_add(t->cells, g_strdup(heads[i]));
    }
    return t;
}

void nv_doc_cell(NvDocTable *t, char *text)
{
    g_ptr_array_add(t->cells, text);
}

static void rule(const NvDocTable *t, const unsigned *width)
{
    for (unsigned c = 0; c < t->columns; c++) {
        for (unsigned i = 0; i < width[c]; i++) {
            putchar('=');
        }
        fputs(c + 1 < t->columns ? "  " : "\n", stdout);
    }
}

static void table_free(NvDocTable *t)
{
    g_ptr_array_unref(t->cells);
    g_free(t);
}

/* Columns that are wide and many: a row a line, without filling. */
void nv_doc_print_csv(NvDocTable *t)
{
    printf(".. csv-table::\n   :header-rows: 1\n\n");
    for (unsigned i = 0; i < t->cells->len; i++) {
        printf("%s\"%s\"%s", i % t->columns ? "" : "   ",
               (char *)g_ptr_array_index(t->cells, i),
               (i + 1) % t->columns ? "," : "\n");
    }
    putchar('\n');
    table_free(t);
}

/* The last cell must not be empty: a backslash is nothing in reST. */
void nv_doc_print(NvDocTable *t)
{
    unsigned width[MAX_COLUMNS] = { 0 };

    for (unsigned i = 0; i < t->cells->len; i++) {
        unsigned *w = &width[i % t->columns];
        const char *text = g_ptr_array_index(t->cells, i);

        *w = MAX(MAX(*w, (unsigned)strlen(text)), 3);
    }
    rule(t, width);
    for (unsigned i = 0; i < t->cells->len; i++) {
        const char *text = g_ptr_array_index(t->cells, i);
        unsigned c = i % t->columns;

        if (c + 1 < t->columns) {
            printf("%-*s  ", (int)width[c], text);
        } else {
            printf("%s\n", *text ? text : "\\");
        }
        if (i + 1 == t->columns) {
            rule(t, width);
        }
    }
    rule(t, width);
    putchar('\n');
    table_free(t);
}
