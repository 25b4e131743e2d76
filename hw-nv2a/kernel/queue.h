/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Queues that threads take entries from, and completion ports made of them. */
#ifndef NV2A_KERNEL_QUEUE_H
#define NV2A_KERNEL_QUEUE_H

#include "kernel.h"

typedef struct Queue {
    Disp header;                        /* signal: how many entries */
    List entries;
    uint32_t current, maximum;
    List threads;
} Queue;

typedef struct Completion Completion;
extern const ObjectType IoCompletionObjectType;
/* STATUS_NO_MEMORY, or a packet more at the port. */
Status STDCALL IoSetIoCompletion(Completion *port, void *key, void *context,
                                 Status status, uint32_t information);

#endif
