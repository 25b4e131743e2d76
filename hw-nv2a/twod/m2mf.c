/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory to memory: lines of elements from one DMA object to another.
 * Facts: fields and their meaning from drivers and public databases (doc).
 */
#include "twod/twod-priv.h"

enum { CHUNK = 4096 };

/* Elements a chunk holds at either step. */
static unsigned chunk_of(const NvTwodCopy *c)
{
    return CHUNK / MAX(c->in_step, c->out_step);
}

/* Bytes from the first element of @n to the last one's end. */
static uint32_t extent(unsigned n, unsigned step)
{
    assert(n && (n - 1) * step < CHUNK);
    return (n - 1) * step + 1;
}

/*
 * Between elements of a wide step the target's bytes stay, so they are read
 * first.
 */
static NvTwodFault copy_some(NvTwod *twod, const NvTwodCopy *c, uint32_t in,
                             uint32_t out, unsigned n)
{
    uint8_t from[CHUNK], to[CHUNK];
    uint8_t *result = from;

    if (!nv_mem_dma_read(twod->mem, &c->in, in, from,
                         extent(n, c->in_step))) {
        return NV_TWOD_READ_FAULT;
    }
    if (c->in_step != 1 || c->out_step != 1) {
        if (c->out_step > 1 &&
            !nv_mem_dma_read(twod->mem, &c->out, out, to,
                             extent(n, c->out_step))) {
            return NV_TWOD_WRITE_FAULT;
        }
        for (unsigned i = 0; i < n; i++) {
            to[i * c->out_step] = from[i * c->in_step];
        }
        result = to;
    }
    return nv_mem_dma_write(twod->mem, &c->out, out, result,
                            extent(n, c->out_step))
           ? NV_TWOD_FINE : NV_TWOD_WRITE_FAULT;
}

/* What a piece costs, in plain pixels: bytes, and getting at memory. */
static uint64_t cost(const NvTwodCopy *c, unsigned n)
{
    bool bus = c->in.target >= NV_DMA_PCI || c->out.target >= NV_DMA_PCI;

    return (c->in_step == 1 && c->out_step == 1 && !bus ? n / 8 : n) + 50;
}

/* The next elements of line @done->lines. */
static NvTwodFault copy_piece(NvTwod *twod, const NvTwodCopy *c,
                              NvTwodCopied *done)
{
    uint32_t at = done->elements;
    unsigned n = MIN(c->length - at, chunk_of(c));

    nv_env_spend(twod->env, cost(c, n));
    done->elements += n;
    return copy_some(twod, c,
                     c->in_offset + done->lines * c->in_pitch +
                     at * c->in_step,
                     c->out_offset + done->lines * c->out_pitch +
                     at * c->out_step, n);
}

NvTwodFault nv_twod_copy(NvTwod *twod, const NvTwodCopy *c,
                         NvTwodCopied *done)
{
    uint64_t end = twod->env->spent + NV_TWOD_COPY_SLICE;
    NvTwodFault fault = NV_TWOD_FINE;
    bool late = false;

    while (done->lines < c->lines && !fault && !late) {
        if (done->elements < c->length) {
            fault = copy_piece(twod, c, done);
        }
        if (done->elements >= c->length) {
            done->elements = 0;
            done->lines++;
        }
        nv_env_spend(twod->env, 1);
        late = twod->env->spent >= end || nv_env_late(twod->env);
    }
    return fault;
}
