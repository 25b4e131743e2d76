/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CACHE1, the ring of methods between pusher and puller, and RAMRO, where
 * USER writes go that have no place in it.
 *
 * Facts: register database NV4-NV3x (256 entries); the RAMRO entry and its
 * reason codes are those tests found on NV3, taken over (guess) for later.
 */
#include "pfifo/fifo.h"

bool nv_fifo_cache_holds_acquire(const NvPfifo *fifo)
{
    uint32_t last = (get(fifo, R_PUT) - 4) & CACHE1_PTR_MASK;

    return !nv_fifo_cache_empty(fifo) &&
           (get(fifo, R_CACHE1 + last * 2) & STATE_METHOD) == MTHD_ACQUIRE;
}

/* Bytes of RAMRO less one entry: the mask of its pointers. */
static uint32_t runout_mask(const NvPfifo *fifo)
{
    return get(fifo, R_RAMRO) & NV_BIT(16) ? 0x1ff8 : 0x1f8;
}

static uint32_t runout_next(const NvPfifo *fifo)
{
    return (get(fifo, R_RUNOUT_PUT) + 8) & runout_mask(fifo);
}

bool nv_fifo_runout_empty(const NvPfifo *fifo)
{
    return !((get(fifo, R_RUNOUT_GET) ^ get(fifo, R_RUNOUT_PUT)) &
             runout_mask(fifo));
}

static bool runout_full(const NvPfifo *fifo)
{
    return runout_next(fifo) == (get(fifo, R_RUNOUT_GET) & runout_mask(fifo));
}

uint32_t nv_fifo_runout_status(const NvPfifo *fifo)
{
    return (nv_fifo_runout_empty(fifo) ? STATUS_EMPTY : STATUS_RANOUT) |
           (runout_full(fifo) ? STATUS_FULL : 0);
}

/* What the reasons of user.c mean. */
static const char *const reasons[8] = {
    "not for a channel that fetches its methods itself",
    "the channel is not in CACHE1 and cannot get there now",
    "the writes before ran out, too: take them from RAMRO first",
    "CACHE1 is full: read FREE first",
    "reserved", "takes method 0x0000 and those from 0x0100 up",
    "reserved", "reserved",
};

void nv_fifo_runout(NvPfifo *fifo, uint32_t user_offset, unsigned reason,
                    uint32_t data)
{
    uint32_t base = (get(fifo, R_RAMRO) & NV_MASK(8, 1)) << 8;
    uint32_t put = get(fifo, R_RUNOUT_PUT) & runout_mask(fifo);

    nv_trace(fifo->env, pfifo_runout, user_offset, data, reason);
    nv_error(fifo->env, NV_ERROR_RUNOUT, reason << 16 | (user_offset & 0x1ffc),
             "method 0x%04x = 0x%08x: %s (channel %u subchannel %u, by USER)",
             user_offset & 0x1ffc, data, reasons[reason & 7],
             nv_extract(user_offset, 16, 7), nv_extract(user_offset, 13, 3));
    if (((user_offset >> 16) & PUSH1_CHID) == current_channel(fifo)) {
        *reg(fifo, R_STATUS) |= STATUS_RANOUT;
    }
    if (runout_full(fifo)) {
        nv_fifo_raise(fifo, INTR_RUNOUT | INTR_RUNOUT_OVERFLOW);
        return;
    }
    nv_mem_ramin_write(fifo->mem, base + put,
                       (user_offset & NV_MASK(22, 0)) | reason << 28);
    nv_mem_ramin_write(fifo->mem, base + put + 4, data);
    *reg(fifo, R_RUNOUT_PUT) = runout_next(fifo);
    nv_fifo_raise(fifo, INTR_RUNOUT);
}
