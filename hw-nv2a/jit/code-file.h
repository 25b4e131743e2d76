/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pages of a file that are executed and never mapped to be written.  Any
 * thread may call; all code of a process is in the same file.
 */
#ifndef NV_JIT_CODE_FILE_H
#define NV_JIT_CODE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* What stands where no code is: bytes that no processor goes on from. */
#ifdef __aarch64__
#define NV_CODE_TRAP 0x00       /* words of them: UDF */
#else
#define NV_CODE_TRAP 0xcc
#endif

/*
 * @len bytes of code, and traps behind them up to @size, which is whole pages.
 * NULL: the host has no such files (x86-64 alone uses them), refuses to execute
 * them, or has no memory; or no room of that size is left in this one.
 */
void *nv_code_file_new(const void *bytes, size_t len, size_t size);
/* Traps are left of it, or nothing at all.  False: it is not in the file. */
bool nv_code_file_free(void *code, size_t size);

#endif
