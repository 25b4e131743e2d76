/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Errors on purpose: one row a kind, with what makes it and what its line must
 * have in it.  Two programs share the kinds; none may be left out.
 */
#ifndef TESTS_ERROR_LINES_H
#define TESTS_ERROR_LINES_H

#include <string.h>

#include "card/card.h"
#include "common/rig.h"
#include "pgraph/fe.h"

typedef struct ErrorCase {
    NvErrorKind kind;
    const char *chip;
    uint16_t class;                 /* 0: no channel is opened */
    void (*make)(Rig *rig);
    const char *has[4];             /* parts of the line, in order */
} ErrorCase;

/* Kinds that test-error-units makes; test-error-lines has all others. */
#define ERROR_UNITS(X) \
    X(NO_SURFACE) X(VERTEX_DATA) X(VERTEX_FETCH) X(INDEX_FETCH) \
    X(XF_COMMAND) X(XF_PROGRAM) X(LIGHTING) X(TARGET) X(TEXTURE) \
    X(TEXTURE_UNIMP) X(SHADER) \
    /* tests with a rig of their own */ \
    X(XF_OPERATION) X(FRAGMENT_PROGRAM) X(RECORDING)

static inline bool error_of_units(NvErrorKind kind)
{
    switch (kind) {
#define X(name) case NV_ERROR_##name:
    ERROR_UNITS(X)
#undef X
        return true;
    default:
        return false;
    }
}

/* The line of @kind, NULL if none came. */
static inline char *error_line(const Rig *rig, NvErrorKind kind)
{
    g_autofree char *head = g_strdup_printf("%s: ", nv_error_words(kind));
    g_auto(GStrv) lines = g_strsplit(rig->heard->str, "\n", -1);

    for (unsigned i = 0; lines[i]; i++) {
        if (g_str_has_prefix(lines[i], head)) {
            return g_strdup(lines[i]);
        }
    }
    return NULL;
}

static inline void error_case(gconstpointer data)
{
    const ErrorCase *c = data;
    Rig *rig = rig_new(c->chip, 8 << 20, "soft", NULL);
    g_autofree char *line = NULL;
    const char *at;

    if (c->class) {
        rig_channel(rig, c->class);
    }
    /* Whoever does nothing wrong hears nothing. */
    g_assert_cmpstr(rig->heard->str, ==, "");
    c->make(rig);
    line = error_line(rig, c->kind);
    g_test_message("%s", line ? line : rig->heard->str);
    g_assert_nonnull(line);
    g_assert_cmpuint(nv_error_count(&rig->card->env, c->kind), >, 0);
    at = line;
    for (unsigned i = 0; i < G_N_ELEMENTS(c->has) && c->has[i]; i++) {
        at = strstr(at, c->has[i]);
        if (!at) {
            g_test_message("no \"%s\"", c->has[i]);
        }
        g_assert_nonnull(at);
    }
    rig_free(rig);
}

static inline void error_add(const ErrorCase *cases, unsigned count,
                             bool units)
{
    for (unsigned kind = 0; kind < NV_ERROR_KINDS; kind++) {
        bool found = error_of_units(kind) != units ||
                     kind == NV_ERROR_XF_OPERATION ||
                     kind == NV_ERROR_FRAGMENT_PROGRAM ||
                     kind == NV_ERROR_RECORDING;

        for (unsigned i = 0; i < count; i++) {
            found |= cases[i].kind == kind;
        }
        if (!found) {
            g_error("no case makes \"%s\"", nv_error_words(kind));
        }
    }
    for (unsigned i = 0; i < count; i++) {
        g_autofree char *name = g_strdup_printf(
            "/errors/lines/%u-%s", i, nv_error_words(cases[i].kind));

        g_test_add_data_func(name, &cases[i], error_case);
    }
}

#endif
