/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exceptions of programs: the interface's records, and who handles them. */
#ifndef NV2A_KERNEL_EXCEPTION_H
#define NV2A_KERNEL_EXCEPTION_H

#include "kernel.h"

#define STATUS_UNWIND 0xc0000027u
#define STATUS_ACCESS_VIOLATION 0xc0000005u
#define STATUS_BREAKPOINT 0x80000003u

enum {
    EXCEPTION_NONCONTINUABLE = 1, EXCEPTION_UNWINDING = 2,
    EXCEPTION_EXIT_UNWIND = 4, EXCEPTION_STACK_INVALID = 8,
    EXCEPTION_PARAMETERS = 15,
};

typedef struct ExceptionRecord {
    Status code;
    uint32_t flags;
    struct ExceptionRecord *nested;
    void *address;
    uint32_t count, parameter[EXCEPTION_PARAMETERS];
} ExceptionRecord;
_Static_assert(sizeof(ExceptionRecord) == 80, "layout");

/* Integer registers and control; the floating point part is not filled in. */
typedef struct Context {
    uint32_t flags;
    uint8_t floating[512 + 4];
    uint32_t edi, esi, ebx, edx, ecx, eax, ebp, eip, cs, eflags, esp, ss;
} __attribute__((packed)) Context;
_Static_assert(offsetof(Context, edi) == 0x208, "layout");
#define CONTEXT_FULL 0x10007u

/* exception.S: never comes back. */
void STDCALL context_resume(const Context *c) __attribute__((noreturn));

/*
 * Handlers of the current thread, the newest first.  False: none wanted it.
 * True: go on as @c says.
 */
bool exception_dispatch(ExceptionRecord *r, Context *c);
/* A processor's exception at @f; comes back if nobody handles it. */
void exception_frame(const Frame *f, uint32_t address);

#endif
