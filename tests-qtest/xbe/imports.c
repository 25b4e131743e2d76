/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of imports: a number for each until the kernel has filled it. */
#include "xbe.h"

#define IMPORT(ordinal) (void *)(0x80000000u | (ordinal))
#define FUNCTION(ordinal, result, how, name, arguments) \
    .name = IMPORT(ordinal),
#define VARIABLE(ordinal, type, name) .name = IMPORT(ordinal),
Kernel nv_xbe_thunks = {
#include "import-rows.h"
};

void *memset(void *to, int value, size_t n)
{
    void *d = to;

    __asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(value) : "memory");
    return to;
}

void *memcpy(void *to, const void *from, size_t n)
{
    void *d = to;

    __asm__ volatile("rep movsb" : "+D"(d), "+S"(from), "+c"(n) : : "memory");
    return to;
}
