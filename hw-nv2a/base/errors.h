/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a card says of its guest: one line an error, by kinds that are rows of
 * error-rows.h.
 *
 * Lines are rationed, for a guest may err for ever: of the same error the
 * first, the second, the fourth, the eighth... gets a line, which then says
 * how often it came.  "The same" is a kind and a key, which the caller makes
 * of what tells errors of a kind apart: class and method, an address.  So a
 * new mistake is heard at once, however often others came before, and no
 * guest makes more lines than kinds x (keys + 1) x 64 (nv2a/ration.h).  Only
 * counts decide, no clock: a replay says what was said.
 */
#ifndef NV_BASE_ERRORS_H
#define NV_BASE_ERRORS_H

#include <glib.h>

#include "base/error-rows.h"
#include "nv2a/host.h"
#include "nv2a/ration.h"

typedef struct NvEnv NvEnv;     /* base/env.h */

typedef enum NvErrorKind {
#define X(name, log, words) NV_ERROR_##name,
    NV_ERROR_ROWS(X)
#undef X
    NV_ERROR_KINDS
} NvErrorKind;

typedef struct NvErrors NvErrors;

NvErrors *nv_errors_new(void);
void nv_errors_free(NvErrors *errors);

/*
 * The one way of a line to the host: "WORDS OF THE KIND: TEXT".  One line
 * without a newline.  With no NvEnv.errors every error gets its line.
 */
void nv_error(NvEnv *env, NvErrorKind kind, uint32_t key,
              const char *format, ...) G_GNUC_PRINTF(4, 5);
/*
 * The same in two steps, for text that is dear to make: count the error; true
 * if it is to get a line, and then say it.
 */
bool nv_error_counts(NvEnv *env, NvErrorKind kind, uint32_t key);
void nv_error_says(NvEnv *env, NvErrorKind kind, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* A line each kind of which some errors got none: how many came in all. */
void nv_errors_sum(NvEnv *env);
/* Lines "WORDS: count" of all kinds that came; no side effects. */
void nv_errors_dump(const NvEnv *env, GString *out);

const char *nv_error_words(NvErrorKind kind);
NvLogKind nv_error_log(NvErrorKind kind);
/* Errors of @kind since the card was made, with a line or without. */
uint64_t nv_error_count(const NvEnv *env, NvErrorKind kind);

#endif
