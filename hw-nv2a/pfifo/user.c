/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The USER area: one 64 KiB window a channel, with DMA_PUT, DMA_GET and REF
 * for DMA channels and the methods themselves for PIO channels.
 *
 * Facts: register database NV10-NV3x; free count and the reasons for which a
 * write is refused as tests found them on NV3, taken over (guess).
 */
#include "pfifo/fifo.h"

#define USER_FREE 0x10
#define USER_PUT  0x40
#define USER_GET  0x44
#define USER_REF  0x48

/* Bits 28..30 of a RAMRO entry. */
enum {
    REASON_INVALID = 0,
    REASON_UNAVAILABLE = 1,
    REASON_RANOUT = 2,
    REASON_OVERRUN = 3,
    REASON_RESERVED = 5,
};

/* Where there is a page a channel in the upper half: as in the lower one. */
static uint32_t place_of(const NvPfifo *fifo, uint32_t offset)
{
    if ((offset & 0x400000) &&
        nv_chip_has(fifo->env->chip, NV_CAP_FIFO_PAGES)) {
        uint32_t ch = nv_extract(offset, 12, 10);

        return MIN(ch, 0x7f) << 16 | (offset & 0xffc);
    }
    return offset;
}

static uint32_t *live_register(NvPfifo *fifo, uint32_t offset)
{
    switch (offset) {
    case USER_PUT:
        return reg(fifo, R_DMA_PUT);
    case USER_GET:
        return reg(fifo, R_DMA_GET);
    default:
        return reg(fifo, R_REF);
    }
}

static uint32_t saved_field(uint32_t offset)
{
    switch (offset) {
    case USER_PUT:
        return FC_PUT;
    case USER_GET:
        return FC_GET;
    default:
        return FC_REF;
    }
}

static uint32_t read_saved(const NvPfifo *fifo, unsigned ch, uint32_t field)
{
    return nv_mem_ramin_read(fifo->mem, nv_fifo_ramfc(fifo, ch, field));
}

static uint32_t read_free(const NvPfifo *fifo, unsigned ch)
{
    if (current_channel(fifo) != ch) {
        /* It gets what is free in an empty cache, if it may have the cache. */
        if (!nv_fifo_runout_empty(fifo)) {
            return 0;
        }
        return get(fifo, R_SIZE) & NV_BIT(ch) ? 512 : 124;
    }
    if (get(fifo, R_STATUS) & STATUS_RANOUT) {
        return 0;
    }
    return (get(fifo, R_GET) - get(fifo, R_PUT) - 4) & CACHE1_PTR_MASK;
}

/* Someone looks at a channel that waits: a good moment to try again. */
static void poke(NvPfifo *fifo)
{
    if (get(fifo, R_PENDING) || (get(fifo, R_PULL1) & PULL1_ACQUIRE)) {
        nv_env_work(fifo->env);
    }
}

static void no_channel(NvPfifo *fifo, const char *what, unsigned ch)
{
    nv_error(fifo->env, NV_ERROR_CHANNEL, ch, "USER %s channel %u, the card "
             "has 0..%u", what, ch, MIN(fifo->env->chip->fifo.channels, 32) -
             1);
}

uint32_t nv_pfifo_user_read(NvPfifo *fifo, uint32_t offset)
{
    unsigned ch;
    uint32_t at;

    offset = place_of(fifo, offset);
    ch = (offset >> 16) & 0x7f;
    at = offset & 0x1ffc;
    if (!channel_exists(fifo, ch)) {
        no_channel(fifo, "read of", ch);
        return 0;
    }
    switch (at) {
    case USER_FREE:
        return read_free(fifo, ch);
    case USER_PUT:
    case USER_GET:
    case USER_REF:
        poke(fifo);
        return is_live(fifo, ch) ? *live_register(fifo, at)
                                 : read_saved(fifo, ch, saved_field(at));
    default:
        return 0;
    }
}

NvFifoUserWord nv_pfifo_user_word(const NvPfifo *fifo, uint32_t offset,
                                  unsigned *ch)
{
    offset = place_of(fifo, offset);
    *ch = (offset >> 16) & 0x7f;
    switch (offset & 0x1ffc) {
    case USER_PUT:
        return NV_FIFO_USER_PUT;
    case USER_GET:
        return NV_FIFO_USER_GET;
    case USER_REF:
        return NV_FIFO_USER_REF;
    default:
        return NV_FIFO_USER_OTHER;
    }
}

NvFifoUser nv_pfifo_user(const NvPfifo *fifo)
{
    unsigned ch = current_channel(fifo);

    return (NvFifoUser) {
        .live = channel_exists(fifo, ch) && is_live(fifo, ch), .channel = ch,
        .put = get(fifo, R_DMA_PUT), .get = get(fifo, R_DMA_GET),
        .ref = get(fifo, R_REF),
    };
}

NvFifoUser nv_pfifo_saved_user(const NvPfifo *fifo, unsigned ch)
{
    if (!channel_exists(fifo, ch) || is_live(fifo, ch) ||
        !(get(fifo, R_MODE) & NV_BIT(ch))) {
        return (NvFifoUser) { .live = false };
    }
    return (NvFifoUser) {
        .live = true, .channel = ch, .put = read_saved(fifo, ch, FC_PUT),
        .get = read_saved(fifo, ch, FC_GET),
        .ref = read_saved(fifo, ch, FC_REF),
    };
}

static void write_put(NvPfifo *fifo, unsigned ch, uint32_t value)
{
    value &= ~3u;
    if (is_live(fifo, ch)) {
        *reg(fifo, R_DMA_PUT) = value;
    } else {
        nv_mem_ramin_write(fifo->mem, nv_fifo_ramfc(fifo, ch, FC_PUT), value);
        if (value != read_saved(fifo, ch, FC_GET)) {
            *reg(fifo, R_PENDING) |= NV_BIT(ch);
        }
    }
    nv_env_work(fifo->env);
}

/* CACHE1 can be taken over for a PIO channel. */
static bool may_take_cache(const NvPfifo *fifo)
{
    return nv_fifo_runout_empty(fifo) && (get(fifo, R_CACHES) & REASSIGN) &&
           nv_fifo_cache_empty(fifo);
}

/* Append a PIO method; a reason, or -1 when it found its place. */
static int submit(NvPfifo *fifo, unsigned ch, uint32_t addr, uint32_t value)
{
    if (get(fifo, R_MODE) & NV_BIT(ch)) {
        return REASON_INVALID;      /* guess: a method for a DMA channel */
    }
    if ((addr & STATE_METHOD) && (addr & STATE_METHOD) < 0x100) {
        return REASON_RESERVED;
    }
    if (!(get(fifo, R_PUSH0) & ACCESS)) {
        return REASON_UNAVAILABLE;
    }
    if (current_channel(fifo) != ch || nv_fifo_cache_full(fifo)) {
        allow(fifo, CACHE1_ENTRIES);
        nv_fifo_pull(fifo);         /* as the hardware did meanwhile */
        nv_env_rest(fifo->env);
    }
    if (current_channel(fifo) != ch || current_is_dma(fifo)) {
        if (!may_take_cache(fifo)) {
            return REASON_UNAVAILABLE;
        }
        nv_fifo_switch(fifo, ch);
    }
    if (get(fifo, R_STATUS) & STATUS_RANOUT) {
        return REASON_RANOUT;
    }
    if (nv_fifo_cache_full(fifo)) {
        return REASON_OVERRUN;
    }
    nv_fifo_cache_put(fifo, addr, value, NV_FIFO_NOWHERE);
    return -1;
}

void nv_pfifo_user_write(NvPfifo *fifo, uint32_t offset, uint32_t value)
{
    unsigned ch;
    int reason;

    offset = place_of(fifo, offset);
    ch = (offset >> 16) & 0x7f;
    if (!channel_exists(fifo, ch)) {
        no_channel(fifo, "write to", ch);
        return;
    }
    if (get(fifo, R_MODE) & NV_BIT(ch)) {
        if ((offset & 0x1ffc) == USER_PUT) {
            write_put(fifo, ch, value);
            return;
        }
        if ((offset & 0x1ffc) == USER_GET || (offset & 0x1ffc) == USER_REF) {
            return;                 /* read only */
        }
    }
    reason = submit(fifo, ch, offset & 0xfffc, value);
    if (reason >= 0) {
        nv_fifo_runout(fifo, offset & NV_MASK(22, 2), reason, value);
    }
    nv_env_work(fifo->env);
}
