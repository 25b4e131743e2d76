/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls that a thread is to make itself, and being woken from a wait. */
#ifndef NV2A_KERNEL_APC_H
#define NV2A_KERNEL_APC_H

#include "kernel.h"

#define STATUS_USER_APC 0xc0u
#define STATUS_KERNEL_APC 0x100u
#define STATUS_ALERTED 0x101u

enum { MODE_KERNEL, MODE_USER };

typedef struct Apc Apc;
typedef void STDCALL ApcNormal(void *context, void *a, void *b);
typedef void STDCALL ApcKernel(Apc *apc, ApcNormal **normal, void **context,
                               void **a, void **b);
typedef void STDCALL ApcRundown(Apc *apc);
struct Apc {
    uint16_t type;
    uint8_t mode, inserted;
    Thread *thread;
    List link;
    ApcKernel *kernel;
    ApcRundown *rundown;                /* when its thread ends; or NULL */
    ApcNormal *normal;                  /* NULL: the kernel routine alone */
    void *context, *argument[2];
};
_Static_assert(sizeof(Apc) == 40, "layout");

/*
 * With interrupts off.  Whether a wait of the current thread need not begin,
 * and what it gives: STATUS_ALERTED or STATUS_USER_APC.
 */
bool apc_ends_wait(uint32_t mode, bool alertable, Status *status);
/* The current thread makes its calls; interrupts are off before and after. */
void apc_run(uint32_t mode);
static inline bool apc_waiting(const Thread *t, uint32_t mode)
{
    return !list_empty(&t->apcs[mode]);
}
/* A call of mode user of the current thread, for the end of a transfer. */
Status apc_queue(Thread *t, ApcNormal *routine, void *context, void *a,
                 void *b);
/* The thread ends: nobody makes its calls any more. */
void apc_rundown(Thread *t);

#endif
