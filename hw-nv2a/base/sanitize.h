/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What clang's memory sanitizer must be told: machine code that is not from
 * the compiler wrote somewhere.  Nothing in other builds.
 */
#ifndef NV_BASE_SANITIZE_H
#define NV_BASE_SANITIZE_H

#include <stddef.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif

#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define NV_SANITIZE_MEMORY 1
#else
#define NV_SANITIZE_MEMORY 0
#endif

static inline void nv_was_written(const void *at, size_t size)
{
#if NV_SANITIZE_MEMORY
    __msan_unpoison(at, size);
#else
    (void)at;
    (void)size;
#endif
}

#endif
