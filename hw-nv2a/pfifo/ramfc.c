/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * RAMFC: where a channel's registers wait while another one is in CACHE1.
 *
 * Facts: entry layouts as stock drivers fill them (hw: the drivers work on
 * the chips), the register's fields from the NV4 documents.
 */
#include "pfifo/fifo.h"

/* One saved field: its place in an entry and in the register file. */
typedef struct FcRow {
    uint8_t offset;         /* of the word in the entry */
    uint8_t shift;          /* of the field in that word */
    uint8_t width;
    uint16_t reg;
    uint8_t from;           /* bit of the register */
    bool partial;           /* the register's other bits stay */
} FcRow;

static const FcRow small_rows[] = {
    { FC_PUT, 0, 32, R_DMA_PUT },
    { FC_GET, 0, 32, R_DMA_GET },
    { FC_REF, 0, 32, R_REF },
    { 0x0c, 0, 16, R_DMA_INSTANCE },
    { 0x0c, 16, 16, R_DCOUNT },
    { 0x10, 0, 32, R_DMA_STATE },
    { FC_FETCH, 0, 32, R_DMA_FETCH },
    { 0x18, 0, 32, R_ENGINE },
    { FC_PULL1, 0, 32, R_PULL1 },
    /* From here on only in 64-byte entries. */
    { FC_ACQUIRE_VALUE, 0, 32, R_ACQUIRE_VALUE },
    { 0x24, 0, 32, R_ACQUIRE_TIMESTAMP },
    { 0x28, 0, 32, R_ACQUIRE_TIMEOUT },
    { FC_SEMAPHORE, 0, 32, R_SEMAPHORE },
    { 0x30, 0, 32, R_SUBROUTINE },
};

/* 128 bytes: DCOUNT has a word, so that the others lie one on. */
static const FcRow large_rows[] = {
    { FC_PUT, 0, 32, R_DMA_PUT },
    { FC_GET, 0, 32, R_DMA_GET },
    { FC_REF, 0, 32, R_REF },
    { 0x0c, 0, 32, R_DMA_INSTANCE },
    { 0x10, 0, 32, R_DCOUNT },
    { 0x14, 0, 32, R_DMA_STATE },
    { 0x18, 0, 28, R_DMA_FETCH },
    { 0x18, 28, 2, R_UNK58, 28, true },
    { 0x1c, 0, 32, R_ENGINE },
    { 0x20, 0, 32, R_PULL1 },
    { 0x24, 0, 32, R_ACQUIRE_VALUE },
    { 0x28, 0, 32, R_ACQUIRE_TIMESTAMP },
    { 0x2c, 0, 32, R_ACQUIRE_TIMEOUT },
    { 0x30, 0, 32, R_SEMAPHORE },
    { 0x34, 0, 32, R_SUBROUTINE },
    { 0x38, 0, 32, R_GRCTX },
    { 0x3c, 0, 17, R_DMA_TIMESLICE, 0, true },
    { 0x40, 0, 32, R_UNK_0E4 },
    { 0x44, 0, 32, R_UNK_0E8 },
    { 0x4c, 0, 32, R_UNK88 },
    { 0x50, 0, 32, R_UNK_100 },
    { 0x54, 0, 32, R_UNK_10C },
};

static bool has_128(const NvPfifo *fifo)
{
    return nv_chip_has(fifo->env->chip, NV_CAP_RAMFC128);
}

static const FcRow *rows_of(const NvPfifo *fifo, unsigned *count)
{
    bool large = has_128(fifo);

    *count = large ? NV_ARRAY_SIZE(large_rows) : NV_ARRAY_SIZE(small_rows);
    return large ? large_rows : small_rows;
}

bool nv_fifo_ramfc_large(const NvPfifo *fifo)
{
    return has_128(fifo) || (get(fifo, R_RAMFC) & RAMFC_LARGE);
}

static unsigned entry_size(const NvPfifo *fifo)
{
    return has_128(fifo) ? 128 : nv_fifo_ramfc_large(fifo) ? 64 : 32;
}

static uint32_t entry(const NvPfifo *fifo, unsigned ch)
{
    uint32_t base = (get(fifo, R_RAMFC) & NV_MASK(8, 2)) << 8;

    if (has_128(fifo)) {
        base = nv_extract(get(fifo, R_RAMFC_BASE), 0, 16) << 16;
    }
    return base + ch * entry_size(fifo);
}

uint32_t nv_fifo_ramfc(const NvPfifo *fifo, unsigned ch, uint32_t field)
{
    return entry(fifo, ch) + field +
           (has_128(fifo) && field > FC_REF ? 4 : 0);
}

static void save(NvPfifo *fifo, unsigned ch)
{
    unsigned count;
    const FcRow *rows = rows_of(fifo, &count);

    for (unsigned i = 0; i < count; i++) {
        const FcRow *row = &rows[i];
        uint32_t addr = entry(fifo, ch) + row->offset;
        uint32_t word = nv_mem_ramin_read(fifo->mem, addr);

        if (row->offset >= entry_size(fifo)) {
            break;
        }
        nv_mem_ramin_write(fifo->mem, addr,
                           nv_deposit(word, row->shift, row->width,
                                      get(fifo, row->reg) >> row->from));
    }
}

static void load(NvPfifo *fifo, unsigned ch)
{
    unsigned count;
    const FcRow *rows = rows_of(fifo, &count);

    for (unsigned i = 0; i < count; i++) {
        const FcRow *row = &rows[i];
        uint32_t word;

        if (row->offset >= entry_size(fifo)) {
            break;
        }
        word = nv_mem_ramin_read(fifo->mem, entry(fifo, ch) + row->offset);
        word = nv_extract(word, row->shift, row->width);
        *reg(fifo, row->reg) = row->partial
            ? nv_deposit(get(fifo, row->reg), row->from, row->width, word)
            : word;
    }
    *reg(fifo, R_DMA_PUT) &= ~3u;
    *reg(fifo, R_DMA_GET) &= ~3u;
}

void nv_fifo_switch(NvPfifo *fifo, unsigned ch)
{
    unsigned old = current_channel(fifo);
    bool dma = get(fifo, R_MODE) & NV_BIT(ch);

    assert(channel_exists(fifo, ch) && nv_fifo_cache_empty(fifo));
    nv_trace(fifo->env, pfifo_switch, old, ch);
    if (old != ch && is_live(fifo, old)) {
        save(fifo, old);
        if (current_is_dma(fifo) &&
            get(fifo, R_DMA_GET) != get(fifo, R_DMA_PUT)) {
            *reg(fifo, R_PENDING) |= NV_BIT(old);
        }
    }
    load(fifo, ch);
    *reg(fifo, R_PENDING) &= ~NV_BIT(ch);
    *reg(fifo, R_PUSH1) = ch | (dma ? PUSH1_DMA : 0);
    /* Drivers clear ACCESS when they stop a channel and never set it. */
    *reg(fifo, R_DMA_PUSH) = dma ? ACCESS : 0;
    *reg(fifo, R_STATUS) &= ~STATUS_RANOUT;
    fifo->slice = 0;
    fifo->dma_valid = false;
}
