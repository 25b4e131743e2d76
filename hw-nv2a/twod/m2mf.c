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

static NvTwodFault copy_line(NvTwod *twod, const NvTwodCopy *c, uint32_t in,
                             uint32_t out)
{
    NvTwodFault fault = NV_TWOD_FINE;
    uint32_t left = c->length;

    while (left && !fault) {
        unsigned n = MIN(left, chunk_of(c));

        fault = copy_some(twod, c, in, out, n);
        in += n * c->in_step;
        out += n * c->out_step;
        left -= n;
    }
    return fault;
}

/* What a line costs, in plain pixels: bytes, and getting at memory. */
static uint64_t line_cost(const NvTwodCopy *c)
{
    return c->length / (c->in_step == 1 && c->out_step == 1 ? 8 : 1) + 50;
}

NvTwodFault nv_twod_copy(NvTwod *twod, const NvTwodCopy *c, uint32_t *line)
{
    NvTwodFault fault = NV_TWOD_FINE;
    uint64_t spent = 0;

    while (*line < c->lines && !fault && spent < NV_TWOD_COPY_SLICE) {
        fault = copy_line(twod, c, c->in_offset + *line * c->in_pitch,
                          c->out_offset + *line * c->out_pitch);
        spent += line_cost(c);
        ++*line;
    }
    nv_env_spend(twod->env, spent);
    return fault;
}
