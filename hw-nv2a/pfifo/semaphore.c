/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The puller's semaphores, NV1A-NV3x: one word in a page that ACQUIRE waits
 * for and RELEASE writes.
 *
 * Facts: envytools' puller document; how drivers mend a refused object.
 */
#include "pfifo/fifo.h"

enum {
    SEM_INVALID_OPERAND = 1,
    SEM_INVALID_STATE = 2,
};

/* The word's place: a page and an offset in it, and which memory. */
typedef struct Place {
    uint32_t semaphore;     /* the SEMAPHORE register */
    uint32_t pull1;
    bool big_endian;
} Place;

/* The method at work and where it stood: the end of every line. */
static void say(NvPfifo *fifo, uint32_t key, const char *what)
{
    uint32_t addr;
    bool pushed = nv_pfifo_pushed_at(fifo, &addr);

    nv_error(fifo->env, NV_ERROR_SEMAPHORE, key, "%s (channel %u, push buffer "
             "0x%08x)", what, current_channel(fifo), pushed ? addr : 0);
}

static bool fail(NvPfifo *fifo, unsigned error, const char *what)
{
    uint32_t *pull0 = reg(fifo, R_PULL0);

    say(fifo, what[0], what);
    *pull0 = (*pull0 & ~(PULL0_SEM_ERROR | ACCESS)) |
             error << PULL0_SEM_ERROR_SHIFT;
    nv_fifo_raise(fifo, INTR_SEMAPHORE);
    return false;
}

static bool big_endian(const NvPfifo *fifo, uint32_t fetch)
{
    return nv_chip_has(fifo->env->chip, NV_CAP_FIFO_CALL) &&
           (fetch & DMA_FETCH_BIG_ENDIAN);
}

static Place current_place(const NvPfifo *fifo)
{
    return (Place) {
        .semaphore = get(fifo, R_SEMAPHORE),
        .pull1 = get(fifo, R_PULL1),
        .big_endian = big_endian(fifo, get(fifo, R_DMA_FETCH)),
    };
}

/* The registers hold a page and no object: make one of a single page. */
static NvDma page_of(const Place *place)
{
    return (NvDma) {
        .class = 0x3d,
        .present = true,
        .linear = true,
        .target = nv_extract(place->pull1, PULL1_TARGET_SHIFT, 2),
        .limit = 0xfff,
        .base = place->semaphore & NV_MASK(31, 12),
    };
}

/* A word that cannot be read never passes. */
static bool passes(NvPfifo *fifo, const Place *place, uint32_t value)
{
    NvDma dma = page_of(place);
    uint32_t offset = place->semaphore & SEMAPHORE_OFFSET;
    uint8_t bytes[4];
    uint32_t word;

    if (!nv_mem_dma_read(fifo->mem, &dma, offset, bytes, sizeof(bytes))) {
        say(fifo, 'r', "the acquire looks at a page where no memory is");
        return false;
    }
    word = nv_ld32(bytes);
    return (place->big_endian ? GUINT32_SWAP_LE_BE(word) : word) == value;
}

static void release(NvPfifo *fifo, uint32_t value)
{
    Place place = current_place(fifo);
    NvDma dma = page_of(&place);
    uint32_t offset = place.semaphore & SEMAPHORE_OFFSET;
    uint8_t bytes[4];

    nv_trace(fifo->env, pfifo_semaphore, current_channel(fifo), "release",
             offset, value);
    nv_st32(bytes, place.big_endian ? GUINT32_SWAP_LE_BE(value) : value);
    if (!nv_mem_dma_write(fifo->mem, &dma, offset, bytes, sizeof(bytes))) {
        say(fifo, 'w', "the release goes to a page where no memory is");
    }
}

/*
 * Page and target are taken from the object before it is judged: a driver
 * answers the error by setting the valid bit and going on (hw).  The silicon
 * takes only class 2 objects with write-only rights (doc).
 */
static bool set_object(NvPfifo *fifo, uint32_t instance)
{
    uint32_t word0 = nv_mem_ramin_read(fifo->mem, instance);
    uint32_t page = nv_mem_ramin_read(fifo->mem, instance + 8);
    uint32_t *sem = reg(fifo, R_SEMAPHORE);
    uint32_t *pull1 = reg(fifo, R_PULL1);

    *sem = (page & NV_MASK(31, 12)) | (*sem & SEMAPHORE_OFFSET);
    *pull1 = nv_deposit(*pull1, PULL1_TARGET_SHIFT, 2,
                        nv_extract(word0, 16, 2));
    if ((word0 & 0xfff) != 0x002 || nv_extract(word0, 14, 2) != 2 ||
        !(word0 & NV_BIT(12))) {
        return fail(fifo, SEM_INVALID_OPERAND, "takes objects of class 0x02 "
                    "with a page table and bits 14..15 write-only");
    }
    *sem |= SEMAPHORE_VALID;
    return true;
}

static void acquire(NvPfifo *fifo, uint32_t value)
{
    Place place = current_place(fifo);

    nv_trace(fifo->env, pfifo_semaphore, current_channel(fifo), "acquire",
             place.semaphore & SEMAPHORE_OFFSET, value);
    if (passes(fifo, &place, value)) {
        return;
    }
    *reg(fifo, R_PULL1) |= PULL1_ACQUIRE;
    *reg(fifo, R_ACQUIRE_VALUE) = value;
    /* guess: PTIMER's low word; no one has seen what it counts. */
    *reg(fifo, R_ACQUIRE_TIMESTAMP) = nv_env_ptimer(fifo->env);
}

bool nv_fifo_semaphore(NvPfifo *fifo, uint32_t mthd, uint32_t data)
{
    if (mthd == MTHD_DMA_SEMAPHORE) {
        return set_object(fifo, data);
    }
    if (mthd == MTHD_SEMAPHORE_OFFSET) {
        if (data & ~SEMAPHORE_OFFSET) {
            return fail(fifo, SEM_INVALID_OPERAND, "offset: takes multiples "
                        "of 4 below 0x1000");
        }
        *reg(fifo, R_SEMAPHORE) = (get(fifo, R_SEMAPHORE) &
                                   ~SEMAPHORE_OFFSET) | data;
        return true;
    }
    if (!(get(fifo, R_SEMAPHORE) & SEMAPHORE_VALID)) {
        return fail(fifo, SEM_INVALID_STATE, "no object was taken before the "
                    "acquire or release");
    }
    if (mthd == MTHD_ACQUIRE) {
        acquire(fifo, data);
    } else {
        release(fifo, data);
    }
    return true;
}

bool nv_fifo_acquired(NvPfifo *fifo)
{
    Place place;

    if (!(get(fifo, R_PULL1) & PULL1_ACQUIRE)) {
        return true;
    }
    place = current_place(fifo);
    if (!passes(fifo, &place, get(fifo, R_ACQUIRE_VALUE))) {
        return false;
    }
    *reg(fifo, R_PULL1) &= ~PULL1_ACQUIRE;
    return true;
}

static uint32_t saved(const NvPfifo *fifo, unsigned ch, uint32_t field)
{
    return nv_mem_ramin_read(fifo->mem, nv_fifo_ramfc(fifo, ch, field));
}

bool nv_fifo_saved_acquired(NvPfifo *fifo, unsigned ch)
{
    Place place;

    if (!nv_fifo_ramfc_large(fifo) ||
        !(saved(fifo, ch, FC_PULL1) & PULL1_ACQUIRE)) {
        return true;
    }
    place = (Place) {
        .semaphore = saved(fifo, ch, FC_SEMAPHORE),
        .pull1 = saved(fifo, ch, FC_PULL1),
        .big_endian = big_endian(fifo, saved(fifo, ch, FC_FETCH)),
    };
    return passes(fifo, &place, saved(fifo, ch, FC_ACQUIRE_VALUE));
}
