/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * RAMHT: from an object's handle to its place in instance memory.
 *
 * Facts: the register's fields from the NV4 documents; hash, entry and
 * probing as stock drivers fill the table.
 */
#include "pfifo/fifo.h"

/* The context word of an entry; without a valid bit, any but 0 is valid. */
typedef struct Context {
    uint32_t valid, instance;
    uint8_t channel, channel_bits, engine;
} Context;

static const Context contexts[NV_RAMHT_FORMS] = {
    [NV_RAMHT_NV4] = { NV_BIT(31), NV_MASK(15, 0), 24, 5, 16 },
    [NV_RAMHT_NV40] = { 0, NV_MASK(19, 0), 23, 8, 20 },
};

static uint32_t hash(uint32_t handle, unsigned ch, unsigned bits)
{
    uint32_t mask = (1u << bits) - 1;
    uint32_t h = 0;

    for (; handle; handle >>= bits) {
        h ^= handle & mask;
    }
    return (h ^ ch << (bits - 4)) & mask;
}

bool nv_fifo_lookup(NvPfifo *fifo, uint32_t handle, uint32_t *instance,
                    NvFifoEngine *engine)
{
    const Context *c = &contexts[fifo->env->chip->fifo.ramht];
    uint32_t ramht = get(fifo, R_RAMHT);
    uint32_t base = (ramht & NV_MASK(8, 4)) << 8;
    unsigned bits = 9 + nv_extract(ramht, 16, 2);
    unsigned search = 16u << nv_extract(ramht, 24, 2);
    unsigned ch = current_channel(fifo);
    uint32_t at = hash(handle, ch, bits);

    for (unsigned i = 0; i < search; i++) {
        uint32_t entry = base + ((at + i) & ((1u << bits) - 1)) * 8;
        uint32_t ctx = nv_mem_ramin_read(fifo->mem, entry + 4);

        if ((c->valid ? ctx & c->valid : ctx) &&
            nv_extract(ctx, c->channel, c->channel_bits) == ch &&
            nv_mem_ramin_read(fifo->mem, entry) == handle) {
            *instance = (ctx & c->instance) << 4;
            *engine = nv_extract(ctx, c->engine, 2);
            *reg(fifo, R_HASH) = HASH_VALID | (ctx & c->instance & 0xffff);
            nv_trace(fifo->env, pfifo_ramht, ch, handle, *instance, *engine);
            return true;
        }
    }
    *reg(fifo, R_HASH) = 0;
    nv_trace(fifo->env, pfifo_ramht_miss, ch, handle);
    return false;
}
