/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory for machine code: never writable and executable at the same time.
 *
 * Each piece of code has pages of its own, in a file that is written as files
 * are, or written while they are data and then made executable.  All code
 * together stays under a limit.
 */
#ifndef NV_JIT_CODE_H
#define NV_JIT_CODE_H

#include <stdbool.h>
#include <stddef.h>

#define NV_CODE_LIMIT (64u << 20)       /* bytes of all code of a process */

/* Pages with @bytes of code in them; NULL and *why if that is refused. */
void *nv_code_new(const void *bytes, size_t len, const char **why);
void nv_code_free(void *code, size_t len);
/* Memory that @len bytes of code take. */
size_t nv_code_size(size_t len);
/* Bytes of all code of now. */
size_t nv_code_total(void);
/* False, and *why, if this host executes nothing that a program wrote. */
bool nv_code_allowed(const char **why);
/* NV2A_PERF_MAP=1 in the environment: profilers are told. */
bool nv_code_is_named(void);
/* A line for profilers in /tmp/perf-PID.map, if so. */
void nv_code_announce(const void *code, size_t len, const char *name);

#endif
