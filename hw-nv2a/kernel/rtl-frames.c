/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who called whom, by the chain of frame pointers that programs keep if they
 * are compiled so.  Nothing outside of the thread's stack is believed.
 */
#include "kernel.h"

enum { MOST_FRAMES = 64 };

typedef struct FrameLink {
    const struct FrameLink *up;
    void *back;
} FrameLink;

/* Return addresses from @f outwards, the first @skip left out. */
static uint32_t walk(const FrameLink *f, uint32_t skip, uint32_t count,
                     void **to)
{
    uint32_t low = (uint32_t)f, high = (uint32_t)cpu.stack_base, n = 0;

    while (n < count && (uint32_t)f >= low && !((uint32_t)f & 3) &&
           (uint32_t)f <= high - sizeof(*f) && f->back) {
        if (skip) {
            skip--;
        } else {
            to[n++] = f->back;
        }
        low = (uint32_t)(f + 1);
        f = f->up;
    }
    return n;
}

uint32_t STDCALL RtlWalkFrameChain(void **to, uint32_t count, uint32_t flags)
{
    return walk(__builtin_frame_address(0), 0, count, to);
}

uint32_t STDCALL RtlCaptureStackBackTrace(uint32_t skip, uint32_t count,
                                          void **to, uint32_t *hash)
{
    uint32_t n = 0, sum = 0;

    if (skip <= MOST_FRAMES && count <= MOST_FRAMES - skip) {
        n = walk(__builtin_frame_address(0), skip, count, to);
    }
    for (uint32_t i = 0; i < n; i++) {
        sum += (uint32_t)to[i];
    }
    if (hash) {
        *hash = sum;
    }
    return n;
}

/* Who called the caller, and who called that one; NULL: not known. */
void STDCALL RtlGetCallersAddress(void **caller, void **next)
{
    void *found[2] = { NULL, NULL };

    walk(__builtin_frame_address(0), 1, 2, found);
    *caller = found[0];
    *next = found[1];
}
