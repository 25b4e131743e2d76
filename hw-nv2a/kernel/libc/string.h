/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the library of file systems wants of a C library. */
#ifndef NV2A_KERNEL_LIBC_STRING_H
#define NV2A_KERNEL_LIBC_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);

#endif
