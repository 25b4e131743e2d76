/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Inside PFIFO: registers by name, and what its parts ask of each other.
 *
 * Facts: the NV4 register database and FIFO documents of envytools.
 */
#ifndef NV_PFIFO_FIFO_H
#define NV_PFIFO_FIFO_H

#include "base/bits.h"
#include "chip/chips.h"
#include "pfifo/pfifo.h"

/* Offsets from 0x002000. */
enum {
    R_DELAY = 0x040,
    R_DMA_TIMESLICE = 0x044,
    R_PIO_TIMESLICE = 0x048,
    R_TIMESLICE = 0x04c,
    R_NEXT_CHANNEL = 0x050,
    R_UNK54 = 0x054,
    R_UNK58 = 0x058,
    R_DEBUG_0 = 0x080,
    R_UNK88 = 0x088,
    R_INTR = 0x100,
    R_INTR_EN = 0x140,
    R_RAMHT = 0x210,
    R_RAMFC = 0x214,
    R_RAMRO = 0x218,
    R_RAMFC_BASE = 0x220,
    R_UNK230 = 0x230,
    R_RUNOUT_STATUS = 0x400,
    R_RUNOUT_PUT = 0x410,
    R_RUNOUT_GET = 0x420,
    R_CACHES = 0x500,
    R_MODE = 0x504,
    R_PENDING = 0x508,
    R_SIZE = 0x50c,
    R_DEVICE = 0x800,
    R_CACHE0 = 0x1000,
    R_PUSH0 = 0x1200,
    R_PUSH1 = 0x1204,
    R_PUT = 0x1210,
    R_STATUS = 0x1214,
    R_DMA_PUSH = 0x1220,
    R_DMA_FETCH = 0x1224,
    R_DMA_STATE = 0x1228,
    R_DMA_INSTANCE = 0x122c,
    R_DMA_CTL = 0x1230,
    R_DMA_LIMIT = 0x1234,
    R_DMA_TLB_TAG = 0x1238,
    R_DMA_TLB_PTE = 0x123c,
    R_DMA_PUT = 0x1240,
    R_DMA_GET = 0x1244,
    R_REF = 0x1248,
    R_SUBROUTINE = 0x124c,
    R_PULL0 = 0x1250,
    R_PULL1 = 0x1254,
    R_HASH = 0x1258,
    R_ACQUIRE_TIMEOUT = 0x1260,
    R_ACQUIRE_TIMESTAMP = 0x1264,
    R_ACQUIRE_VALUE = 0x1268,
    R_SEMAPHORE = 0x126c,
    R_GET = 0x1270,
    R_ENGINE = 0x1280,
    R_DCOUNT = 0x12a0,
    R_GET_JMP = 0x12a4,
    R_RSVD = 0x12a8,
    R_DATA = 0x12ac,
    R_UNK_0B0 = 0x12b0,
    R_UNK_0C0 = 0x12c0,
    R_GRCTX = 0x12e0,
    R_UNK_0E4 = 0x12e4,
    R_UNK_0E8 = 0x12e8,
    R_UNK_100 = 0x1300,
    R_UNK_10C = 0x130c,
    R_CACHE1 = 0x1800,
};

/* Bits. */
enum {
    INTR_CACHE_ERROR = 1u << 0,
    INTR_RUNOUT = 1u << 4,
    INTR_RUNOUT_OVERFLOW = 1u << 8,
    INTR_DMA_PUSHER = 1u << 12,
    INTR_DMA_PTE = 1u << 16,
    INTR_SEMAPHORE = 1u << 20,
    INTR_ACQUIRE_TIMEOUT = 1u << 24,

    STATUS_RANOUT = 1u << 0,
    STATUS_EMPTY = 1u << 4,
    STATUS_FULL = 1u << 8,

    ACCESS = 1u << 0,           /* PUSH0, PULL0, DMA_PUSH */
    REASSIGN = 1u << 0,         /* CACHES */
    PUSH1_CHID = 0x1f,
    PUSH1_DMA = 1u << 8,
    DMA_PUSH_EMPTY = 1u << 8,
    DMA_PUSH_SUSPENDED = 1u << 12,
    DMA_CTL_VALID = 1u << 31,
    DMA_FETCH_BIG_ENDIAN = 1u << 31,
    SUBROUTINE_ACTIVE = 1u << 0,

    PULL0_HASH_FAILED = 1u << 4,
    PULL0_SOFTWARE = 1u << 8,
    PULL0_SEM_ERROR_SHIFT = 20,
    PULL0_SEM_ERROR = 0xfu << PULL0_SEM_ERROR_SHIFT,
    PULL1_ENGINE = 0xf,
    PULL1_ACQUIRE = 1u << 4,
    PULL1_TARGET_SHIFT = 16,
    HASH_VALID = 1u << 16,
    SEMAPHORE_VALID = 1u << 0,
    SEMAPHORE_OFFSET = 0xffc,

    RAMFC_LARGE = 1u << 16,
};

/* DMA_STATE, and bit 0 and 2..15 of a CACHE1 entry's address word. */
enum {
    STATE_NONINC = 1u << 0,
    STATE_METHOD = 0x1ffc,
    STATE_SUBC_SHIFT = 13,
    STATE_COUNT_SHIFT = 18,
    STATE_COUNT = 0x7ffu << STATE_COUNT_SHIFT,
    STATE_ERROR_SHIFT = 29,
    STATE_ERROR = 7u << STATE_ERROR_SHIFT,
};

typedef enum NvFifoEngine {
    ENGINE_SOFTWARE = 0,
    ENGINE_GRAPHICS = 1,
    ENGINE_MPEG = 2,
} NvFifoEngine;

/* Methods the puller executes itself. */
enum {
    MTHD_OBJECT = 0x00,
    MTHD_REF_CNT = 0x50,
    MTHD_DMA_SEMAPHORE = 0x60,
    MTHD_SEMAPHORE_OFFSET = 0x64,
    MTHD_ACQUIRE = 0x68,
    MTHD_RELEASE = 0x6c,
};

#define CACHE1_ENTRIES NV_CACHE1_ENTRIES
#define CACHE1_PTR_MASK ((CACHE1_ENTRIES - 1) * 4)

/* One word of the register file. */
static inline uint32_t *reg(NvPfifo *fifo, uint32_t offset)
{
    return &fifo->values[offset / 4];
}

static inline uint32_t get(const NvPfifo *fifo, uint32_t offset)
{
    return fifo->values[offset / 4];
}

static inline unsigned current_channel(const NvPfifo *fifo)
{
    return get(fifo, R_PUSH1) & PUSH1_CHID;
}

static inline bool current_is_dma(const NvPfifo *fifo)
{
    return get(fifo, R_PUSH1) & PUSH1_DMA;
}

/*
 * The registers hold channel @ch: it is current, in the mode that MODE says.
 * (A driver parks CACHE1 on an unused channel in PIO mode.)
 */
static inline bool is_live(const NvPfifo *fifo, unsigned ch)
{
    return current_channel(fifo) == ch &&
           current_is_dma(fifo) == (get(fifo, R_MODE) >> ch & 1);
}

/* A channel number the chip has: index of a bit and of a RAMFC entry. */
static inline bool channel_exists(const NvPfifo *fifo, unsigned ch)
{
    return ch < 32 && ch < fifo->env->chip->fifo.channels;
}

/*
 * One word can ask for thousands of triangles: of @words, each may cost this
 * many pixels in all (see NvEnv.spent) before the puller takes a rest.  Where
 * no clock ends a run that costs more than it is charged for, it is less.
 */
#define WORD_PIXELS 1024u
#define CLOCKLESS_PIXELS 128u

static inline void allow(NvPfifo *fifo, unsigned words)
{
    nv_env_allow(fifo->env, (uint64_t)words * (fifo->env->slice ? WORD_PIXELS :
                                               CLOCKLESS_PIXELS));
}

static inline bool is_spent(const NvPfifo *fifo)
{
    return nv_env_late(fifo->env);
}

void nv_fifo_raise(NvPfifo *fifo, uint32_t intr);

/* cache1.c: the ring between pusher and puller, and RAMRO. */
static inline bool nv_fifo_cache_empty(const NvPfifo *fifo)
{
    return !((get(fifo, R_GET) ^ get(fifo, R_PUT)) & CACHE1_PTR_MASK);
}

/* Entries that may be put. */
static inline unsigned nv_fifo_cache_room(const NvPfifo *fifo)
{
    return ((get(fifo, R_GET) - get(fifo, R_PUT) - 4) & CACHE1_PTR_MASK) / 4;
}

static inline bool nv_fifo_cache_full(const NvPfifo *fifo)
{
    return nv_fifo_cache_room(fifo) == 0;
}

/*
 * @addr: subchannel, method, NONINC bit; @from: where it stood in the push
 * buffer, or NV_FIFO_NOWHERE.  The ring must not be full.
 */
static inline void nv_fifo_cache_put(NvPfifo *fifo, uint32_t addr,
                                     uint32_t data, uint32_t from)
{
    uint32_t put = get(fifo, R_PUT) & CACHE1_PTR_MASK;

    assert(!nv_fifo_cache_full(fifo));
    *reg(fifo, R_CACHE1 + put * 2) = addr;
    *reg(fifo, R_CACHE1 + put * 2 + 4) = data;
    fifo->pushed_at[put / 4] = from;
    *reg(fifo, R_PUT) = (put + 4) & CACHE1_PTR_MASK;
}

/* True while an ACQUIRE is queued last: nothing may be pushed behind it. */
bool nv_fifo_cache_holds_acquire(const NvPfifo *fifo);
bool nv_fifo_runout_empty(const NvPfifo *fifo);
uint32_t nv_fifo_runout_status(const NvPfifo *fifo);
/* Put a rejected USER write into RAMRO. */
void nv_fifo_runout(NvPfifo *fifo, uint32_t user_offset, unsigned reason,
                    uint32_t data);

/* ramht.c: in the current channel; also sets HASH.  False: no such handle. */
bool nv_fifo_lookup(NvPfifo *fifo, uint32_t handle, uint32_t *instance,
                    NvFifoEngine *engine);

/* ramfc.c */
enum {
    FC_PUT = 0x00,
    FC_GET = 0x04,
    FC_REF = 0x08,
    FC_FETCH = 0x14,
    FC_PULL1 = 0x1c,
    FC_ACQUIRE_VALUE = 0x20,
    FC_SEMAPHORE = 0x2c,
};
uint32_t nv_fifo_ramfc(const NvPfifo *fifo, unsigned ch, uint32_t field);
bool nv_fifo_ramfc_large(const NvPfifo *fifo);
/* Save the current channel and make @ch current; CACHE1 must be empty. */
void nv_fifo_switch(NvPfifo *fifo, unsigned ch);

/* semaphore.c */
/* Execute methods 0x60..0x6c; false: an error stopped the puller. */
bool nv_fifo_semaphore(NvPfifo *fifo, uint32_t mthd, uint32_t data);
/* Retry the current channel's ACQUIRE; true if none is waiting (any more). */
bool nv_fifo_acquired(NvPfifo *fifo);
/* The same question for the saved channel @ch; changes nothing. */
bool nv_fifo_saved_acquired(NvPfifo *fifo, unsigned ch);

/*
 * puller.c: execute what CACHE1 holds, or a part if it costs more than
 * allow() gave; true if anything moved.
 */
bool nv_fifo_pull(NvPfifo *fifo);
/* The puller knows this method below 0x100. */
bool nv_fifo_puller_knows(const NvPfifo *fifo, uint32_t mthd);

/* pusher.c: fill CACHE1 from memory; words consumed, at most @budget. */
unsigned nv_fifo_push(NvPfifo *fifo, unsigned budget);
/* The current channel has words that the pusher may fetch. */
bool nv_fifo_can_push(const NvPfifo *fifo);

#endif
