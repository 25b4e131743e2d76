/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a program of ours for the console is built with: the kernel's exports
 * as members of `kernel`, and the few types that they take.
 */
#ifndef TESTS_XBE_H
#define TESTS_XBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STDCALL __attribute__((stdcall))
#define FASTCALL __attribute__((fastcall))
#define CDECL __attribute__((cdecl))

typedef uint32_t Status;
typedef void *Handle;
typedef struct List { struct List *next, *prev; } List;
/* Also an event. */
typedef struct Disp {
    uint8_t type, absolute, size, inserted;
    int32_t signal;
    List waiters;
} Disp;
typedef struct Semaphore { Disp header; int32_t limit; } Semaphore;
typedef struct Dpc {
    uint16_t type;
    uint8_t inserted, pad;
    List link;
    void *routine, *context, *argument[2];
} Dpc;
typedef struct Timer {
    Disp header;
    uint64_t due;
    List link;
    Dpc *dpc;
    int32_t period;
} Timer;
typedef struct Interrupt {
    void *routine, *context;
    uint32_t level, irql;
    uint8_t connected, share, mode, pad;
    uint32_t count, code[22];
} Interrupt;
typedef struct CriticalSection {
    uint8_t event[16];
    int32_t lock_count, recursion;
    void *owner;
} CriticalSection;
typedef struct String { uint16_t length, maximum; char *text; } String;
typedef struct WideString {
    uint16_t length, maximum;
    uint16_t *text;
} WideString;
typedef struct ObjectAttributes {
    Handle root;
    String *name;
    uint32_t flags;
} ObjectAttributes;
typedef struct MemoryInformation {
    uint32_t base, allocation_base, allocation_protect, size, state, protect,
             type;
} MemoryInformation;
typedef struct IoStatus { Status status; uint32_t information; } IoStatus;

#define FUNCTION(ordinal, result, how, name, arguments) \
    result (how *name) arguments;
#define VARIABLE(ordinal, type, name) type *name;
typedef struct Kernel {
#include "import-rows.h"
    uint32_t end;
} Kernel;
#undef FUNCTION
#undef VARIABLE

/* The table that the kernel fills in; the packer finds it by this name. */
extern Kernel nv_xbe_thunks;
#define kernel nv_xbe_thunks

#define MILLISECONDS(n) ((int64_t)(n) * -10000)

void *memset(void *to, int value, size_t n);
void *memcpy(void *to, const void *from, size_t n);

#endif
