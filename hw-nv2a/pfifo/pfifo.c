/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFIFO as a whole: its registers, its interrupt, what is saved.
 *
 * Facts: register database NV4-NV3x for names, bits and variants; reset
 * values other than 0 only where a source names one.
 */
#include "pfifo/fifo.h"

#define INTR_MASK (INTR_CACHE_ERROR | INTR_RUNOUT | INTR_RUNOUT_OVERFLOW | \
                   INTR_DMA_PUSHER | INTR_DMA_PTE)
#define INTR_MASK_SEMAPHORE (INTR_SEMAPHORE | INTR_ACQUIRE_TIMEOUT)

static uint32_t intr_bits(const NvPfifo *fifo)
{
    return INTR_MASK | (nv_chip_has(fifo->env->chip, NV_CAP_FIFO_SEMAPHORE)
                            ? INTR_MASK_SEMAPHORE : 0);
}

void nv_fifo_raise(NvPfifo *fifo, uint32_t intr)
{
    *reg(fifo, R_INTR) |= intr;
    nv_env_irq_changed(fifo->env);
}

bool nv_pfifo_intr(const NvPfifo *fifo)
{
    return get(fifo, R_INTR) & get(fifo, R_INTR_EN);
}

/* Hooks. */

static void write_intr(void *unit, const NvReg *row, unsigned index,
                       uint32_t value)
{
    NvPfifo *fifo = unit;

    (void)row, (void)index, (void)value;
    *reg(fifo, R_INTR_EN) &= intr_bits(fifo);
    nv_env_irq_changed(fifo->env);
}

/* Anything that may let stopped work go on. */
static void write_kick(void *unit, const NvReg *row, unsigned index,
                       uint32_t value)
{
    NvPfifo *fifo = unit;

    (void)row, (void)index, (void)value;
    nv_env_work(fifo->env);
}

/* The same of a switch: what is turned off lets nothing go on. */
static void write_switch(void *unit, const NvReg *row, unsigned index,
                         uint32_t value)
{
    if (value & 1) {
        write_kick(unit, row, index, value);
    }
}

/* Where the chip has the bit; it is stored as PUSH1_DMA. */
static uint32_t push1_dma_bit(const NvPfifo *fifo)
{
    return NV_BIT(fifo->env->chip->fifo.push1_dma);
}

static uint32_t read_push1(void *unit, const NvReg *row, unsigned index,
                           uint32_t stored)
{
    const NvPfifo *fifo = unit;

    (void)row, (void)index;
    return (stored & ~PUSH1_DMA) |
           (stored & PUSH1_DMA ? push1_dma_bit(fifo) : 0);
}

static void write_dma(void *unit, const NvReg *row, unsigned index,
                      uint32_t value)
{
    NvPfifo *fifo = unit;

    fifo->dma_valid = false;
    write_kick(unit, row, index, value);
}

static void write_push1(void *unit, const NvReg *row, unsigned index,
                        uint32_t value)
{
    NvPfifo *fifo = unit;
    bool dma = value & push1_dma_bit(fifo);

    *reg(fifo, R_PUSH1) = (value & PUSH1_CHID) | (dma ? PUSH1_DMA : 0);
    write_dma(unit, row, index, value);
}

static void write_instance(void *unit, const NvReg *row, unsigned index,
                           uint32_t value)
{
    NvPfifo *fifo = unit;

    *reg(fifo, R_DMA_INSTANCE) &=
        NV_MASK(fifo->env->chip->fifo.instance_bits - 1, 0);
    write_dma(unit, row, index, value);
}

/* Drivers change it for the current channel too. */
static void write_grctx(void *unit, const NvReg *row, unsigned index,
                        uint32_t value)
{
    NvPfifo *fifo = unit;

    (void)row, (void)index;
    if (current_is_dma(fifo)) {
        nv_pgraph_next_image(fifo->pgraph, value);
    }
}

/* A driver writes the ring itself. */
static void write_entry(void *unit, const NvReg *row, unsigned index,
                        uint32_t value)
{
    NvPfifo *fifo = unit;

    (void)row, (void)value;
    fifo->pushed_at[index % CACHE1_ENTRIES] = NV_FIFO_NOWHERE;
}

/* The cache has run out until the driver has taken all from RAMRO (guess). */
static void write_runout(void *unit, const NvReg *row, unsigned index,
                         uint32_t value)
{
    NvPfifo *fifo = unit;

    (void)row, (void)index, (void)value;
    if (nv_fifo_runout_empty(fifo)) {
        *reg(fifo, R_STATUS) &= ~STATUS_RANOUT;
    }
}

static uint32_t read_runout_status(void *unit, const NvReg *row,
                                   unsigned index, uint32_t stored)
{
    (void)row, (void)index, (void)stored;
    return nv_fifo_runout_status(unit);
}

static uint32_t read_status(void *unit, const NvReg *row, unsigned index,
                            uint32_t stored)
{
    NvPfifo *fifo = unit;

    (void)row, (void)index;
    return (stored & STATUS_RANOUT) |
           (nv_fifo_cache_empty(fifo) ? STATUS_EMPTY : 0) |
           (nv_fifo_cache_full(fifo) ? STATUS_FULL : 0);
}

/* CACHE0 has one entry: it is empty or full. */
static uint32_t read_status0(void *unit, const NvReg *row, unsigned index,
                             uint32_t stored)
{
    NvPfifo *fifo = unit;

    (void)row, (void)index, (void)stored;
    return (get(fifo, R_CACHE0 + 0x10) ^ get(fifo, R_CACHE0 + 0x70)) & 4
               ? STATUS_FULL : STATUS_EMPTY;
}

static uint32_t read_dma_push(void *unit, const NvReg *row, unsigned index,
                              uint32_t stored)
{
    NvPfifo *fifo = unit;

    (void)row, (void)index;
    return stored | (get(fifo, R_DMA_GET) == get(fifo, R_DMA_PUT)
                         ? DMA_PUSH_EMPTY : 0);
}

/* guess: the engine is always ready to switch, it is idle between methods. */
static uint32_t read_device(void *unit, const NvReg *row, unsigned index,
                            uint32_t stored)
{
    (void)row, (void)index, (void)stored;
    return current_channel(unit) | NV_BIT(24);
}

#define ANY 0xffffffffu
#define ROW(offset, mask, reset, ...) \
    { .name = #offset, R_##offset, 0, 0, mask, 0, 0, reset, __VA_ARGS__ }

static const NvReg rows[] = {
    ROW(DELAY, 0x000003ff, 0),
    ROW(DMA_TIMESLICE, 0x0101ffff, 0),
    ROW(PIO_TIMESLICE, 0x0101ffff, 0),
    ROW(TIMESLICE, 0x0003ffff, 0),
    ROW(NEXT_CHANNEL, 0x0000111f, 0),
    ROW(UNK54, 0x000003ff, 2, .caps = NV_CAP_FIFO_CALL),
    /* Kept with a channel in large entries; what they do is not known. */
    ROW(UNK58, ANY, 0, .caps = NV_CAP_RAMFC128),
    ROW(UNK88, ANY, 0, .caps = NV_CAP_RAMFC128),
    ROW(DEBUG_0, 0, 0),
    { "INTR", R_INTR, .w1c = INTR_MASK | INTR_MASK_SEMAPHORE,
      .write = write_intr },
    ROW(INTR_EN, INTR_MASK | INTR_MASK_SEMAPHORE, 0, .write = write_intr),
    ROW(RAMHT, 0x030301f0, 0),
    /* 17..23: a second block of entries on NV17 up, which no driver uses. */
    ROW(RAMFC, 0x01ff01fc, 0),
    ROW(RAMRO, 0x000101fe, 0),
    { "RAMFC_CURIE", R_RAMFC_BASE, .mask = 0x0003ffff,
      .caps = NV_CAP_RAMFC128 },
    ROW(UNK230, 0x00000001, 0, .caps = NV_CAP_RAMFC128),
    ROW(RUNOUT_STATUS, 0, 0, .read = read_runout_status),
    ROW(RUNOUT_PUT, 0x00001ff8, 0, .write = write_runout),
    ROW(RUNOUT_GET, 0x00001ff8, 0, .write = write_runout),
    ROW(CACHES, 0x00000001, 0, .write = write_switch),
    ROW(MODE, ANY, 0, .write = write_kick),
    ROW(PENDING, ANY, 0, .write = write_kick),
    ROW(SIZE, ANY, 0),
    ROW(DEVICE, 0, 0, .read = read_device),
    /* CACHE0, for a driver's own insertions: kept, not executed. */
    { "CACHE0_PUSH0", R_CACHE0 + 0x00, .mask = 0x00000001 },
    { "CACHE0_PUSH1", R_CACHE0 + 0x04, .mask = 0x0000001f },
    { "CACHE0_PUT", R_CACHE0 + 0x10, .mask = 0x00000004 },
    { "CACHE0_STATUS", R_CACHE0 + 0x14, .read = read_status0 },
    { "CACHE0_PULL0", R_CACHE0 + 0x50, .mask = 0x00000111 },
    { "CACHE0_PULL1", R_CACHE0 + 0x54, .mask = 0x0000000f },
    { "CACHE0_HASH", R_CACHE0 + 0x58, .mask = 0x0001ffff },
    { "CACHE0_GET", R_CACHE0 + 0x70, .mask = 0x00000004 },
    { "CACHE0_ENGINE", R_CACHE0 + 0x80, .mask = ANY },
    { "CACHE0_ADDR", R_CACHE0 + 0x100, .mask = 0x0000fffc },
    { "CACHE0_DATA", R_CACHE0 + 0x104, .mask = ANY },
    ROW(PUSH0, 0x00000001, 0, .write = write_switch),
    ROW(PUSH1, 0x0000011f, 0, .read = read_push1, .write = write_push1),
    ROW(PUT, CACHE1_PTR_MASK, 0, .write = write_kick),
    ROW(STATUS, 0, 0, .read = read_status),
    ROW(DMA_PUSH, 0x00011001, 0, .read = read_dma_push, .write = write_switch),
    ROW(DMA_FETCH, 0x801fe0f8, 0),
    ROW(DMA_STATE, 0xfffcfffd, 0, .write = write_kick),
    ROW(DMA_INSTANCE, 0x000fffff, 0, .write = write_instance),
    ROW(DMA_CTL, 0x80033ffc, 0, .write = write_dma),
    ROW(DMA_LIMIT, ANY, 0, .write = write_dma),
    ROW(DMA_TLB_TAG, ANY, 0),
    ROW(DMA_TLB_PTE, ANY, 0),
    ROW(DMA_PUT, 0xfffffffc, 0, .write = write_kick),
    ROW(DMA_GET, 0xfffffffc, 0, .write = write_kick),
    ROW(REF, ANY, 0),
    ROW(SUBROUTINE, 0xfffffffd, 0, .caps = NV_CAP_FIFO_CALL),
    ROW(PULL0, 0x00f10111, 0, .write = write_switch),
    ROW(PULL1, 0x0003001f, 0, .write = write_kick),
    ROW(HASH, 0x0001ffff, 0),
    ROW(ACQUIRE_TIMEOUT, 0x7fffffff, 0, .caps = NV_CAP_FIFO_SEMAPHORE),
    ROW(ACQUIRE_TIMESTAMP, ANY, 0, .caps = NV_CAP_FIFO_SEMAPHORE),
    ROW(ACQUIRE_VALUE, ANY, 0, .caps = NV_CAP_FIFO_SEMAPHORE),
    ROW(SEMAPHORE, 0xfffffffd, 0, .caps = NV_CAP_FIFO_SEMAPHORE,
        .write = write_kick),
    ROW(GET, CACHE1_PTR_MASK, 0, .write = write_kick),
    ROW(ENGINE, ANY, 0),
    ROW(DCOUNT, 0x0000ffff, 0),
    ROW(GET_JMP, ANY, 0),
    ROW(RSVD, ANY, 0),
    ROW(DATA, ANY, 0),
    { "UNK_0B0", R_UNK_0B0, .count = 4, .mask = ANY, .caps = NV_CAP_RAMFC64 },
    { "UNK_0C0", R_UNK_0C0, .mask = ANY, .caps = NV_CAP_RAMFC64 },
    ROW(GRCTX, 0x00ffffff, 0, .caps = NV_CAP_FIFO_IMAGE,
        .write = write_grctx),
    ROW(UNK_0E4, ANY, 0, .caps = NV_CAP_RAMFC128),
    ROW(UNK_0E8, ANY, 0, .caps = NV_CAP_RAMFC128),
    ROW(UNK_100, ANY, 0, .caps = NV_CAP_RAMFC128),
    ROW(UNK_10C, ANY, 0, .caps = NV_CAP_RAMFC128),
    { "CACHE1_ADDR", R_CACHE1, .count = CACHE1_ENTRIES, .stride = 8,
      .mask = 0x0000fffd, .write = write_entry },
    { "CACHE1_DATA", R_CACHE1 + 4, .count = CACHE1_ENTRIES, .stride = 8,
      .mask = ANY },
};

static_assert(R_CACHE1 + CACHE1_ENTRIES * 8 == NV_PFIFO_SIZE,
              "CACHE1 ends the block");

static void forget_places(NvPfifo *fifo)
{
    for (unsigned i = 0; i < CACHE1_ENTRIES; i++) {
        fifo->pushed_at[i] = NV_FIFO_NOWHERE;
    }
    fifo->pulled = fifo->pulled_more = 0;
}

bool nv_pfifo_pushed_at(const NvPfifo *fifo, uint32_t *addr)
{
    *addr = fifo->pushed_at[(fifo->pulled + fifo->pulled_more) %
                            CACHE1_ENTRIES];
    return *addr != NV_FIFO_NOWHERE;
}

void nv_pfifo_init(NvPfifo *fifo, NvEnv *env, NvMem *mem, NvPgraph *pgraph)
{
    fifo->env = env;
    fifo->mem = mem;
    fifo->pgraph = pgraph;
    fifo->regs = (NvRegs) {
        .size = NV_PFIFO_SIZE, .values = fifo->values, .unit = fifo,
    };
    nv_regs_init(&fifo->regs, rows, NV_ARRAY_SIZE(rows), env->chip->caps);
    fifo->words = 0;
    fifo->slice = 0;
    fifo->dma_valid = false;
    forget_places(fifo);
}

void nv_pfifo_free(NvPfifo *fifo)
{
    nv_regs_free(&fifo->regs);
}

void nv_pfifo_reset(NvPfifo *fifo)
{
    nv_regs_reset(&fifo->regs);
    fifo->slice = 0;
    fifo->dma_valid = false;
    nv_env_irq_changed(fifo->env);
}

uint32_t nv_pfifo_read(NvPfifo *fifo, uint32_t offset)
{
    uint32_t value;

    nv_regs_read(&fifo->regs, offset & ~3u, &value);
    return value;
}

void nv_pfifo_write(NvPfifo *fifo, uint32_t offset, uint32_t value)
{
    nv_regs_write(&fifo->regs, offset & ~3u, value);
}

static bool has_ring(const NvPfifo *fifo)
{
    return nv_chip_has(fifo->env->chip, NV_CAP_FIFO_RING);
}

uint32_t nv_pfifo_ring_read(NvPfifo *fifo, uint32_t offset)
{
    return has_ring(fifo) ? nv_pfifo_read(fifo, R_CACHE1 + (offset & 0x7fc))
                          : 0;
}

void nv_pfifo_ring_write(NvPfifo *fifo, uint32_t offset, uint32_t value)
{
    if (has_ring(fifo)) {
        nv_pfifo_write(fifo, R_CACHE1 + (offset & 0x7fc), value);
    }
}

/* Saved state. */

static bool validate(const void *scratch, GError **error)
{
    const NvPfifo *fifo = scratch;
    static const struct {
        const char *name;
        uint32_t offset, mask;
    } checks[] = {
        { "CACHE1_PUT", R_PUT, CACHE1_PTR_MASK },
        { "CACHE1_GET", R_GET, CACHE1_PTR_MASK },
        { "CACHE1_PUSH1", R_PUSH1, PUSH1_CHID | PUSH1_DMA },
        { "DMA_PUT", R_DMA_PUT, ~3u },
        { "DMA_GET", R_DMA_GET, ~3u },
        { "RUNOUT_PUT", R_RUNOUT_PUT, 0x1ff8 },
        { "RUNOUT_GET", R_RUNOUT_GET, 0x1ff8 },
        { "RAMHT", R_RAMHT, 0x030301f0 },
        { "RAMFC", R_RAMFC, 0x01ff01fc },
        { "RAMRO", R_RAMRO, 0x000101fe },
    };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(checks); i++) {
        uint32_t value = get(fifo, checks[i].offset);

        if (value & ~checks[i].mask) {
            g_set_error(error, NV_STATE_ERROR, 0,
                        "saved PFIFO register %s has impossible value 0x%x",
                        checks[i].name, value);
            return false;
        }
    }
    return true;
}

static void loaded(void *unit)
{
    NvPfifo *fifo = unit;

    fifo->dma_valid = false;
    forget_places(fifo);
}

static void upgrade(void *scratch, uint32_t version)
{
    NvPfifo *fifo = scratch;

    nv_regs_upgrade(&fifo->regs, fifo->values, version);
}

static const NvField fields[] = {
    NV_FIELD_ARRAY(NvPfifo, values, values[0]),
    NV_FIELD(NvPfifo, words),
    NV_FIELD(NvPfifo, slice),
    NV_FIELD_END
};

const NvSection nv_pfifo_section = {
    .name = "pfifo",
    .version = 1,
    .size = sizeof(NvPfifo),
    .fields = fields,
    .validate = validate,
    .loaded = loaded,
    .upgrade = upgrade,
};
