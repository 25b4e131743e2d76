/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Graphics objects and errors: object load and switch, DMA slots, notifiers,
 * interrupts.  Facts: envytools' PGRAPH model (hw where its tests assert it)
 * and its notes on notifiers (doc).
 */
#include "pgraph/fe.h"

/* --- errors --- */

void nv_fe_raise(NvPgraph *pg, uint32_t intr)
{
    NV_PG(pg, FIFO_ENABLE) = 0;
    NV_PG(pg, INTR) |= intr;
    nv_trace(pg->env, pgraph_intr, NV_PG(pg, INTR), NV_PG(pg, NSOURCE),
             NV_PG(pg, NSTATUS));
    nv_env_irq_changed(pg->env);
}

static const struct {
    uint32_t sources, status;
} status_rules[] = {
    { 0x00003000, 0x00800000 },     /* state in use */
    { 0x000c4a00, 0x01000000 },     /* invalid state */
    { 0x00000002, 0x02000000 },     /* bad argument */
    { 0x00000048, 0x04000000 },     /* protection fault */
    { 0x00000004, 0x01000000 },
};

void nv_fe_error(NvPgraph *pg, uint32_t source)
{
    NV_PG(pg, NSOURCE) |= source;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(status_rules); i++) {
        if (source & status_rules[i].sources) {
            NV_PG(pg, NSTATUS) |= status_rules[i].status;
        }
    }
    nv_fe_raise(pg, NV_PGRAPH_INTR_ERROR);
}

void nv_fe_state_error(NvPgraph *pg)
{
    if (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_STATE_CHECK) {
        nv_fe_error(pg, NV_NSOURCE_STATE_INVALID);
    }
}

void nv_fe_missing(NvPgraph *pg)
{
    nv_fe_raise(pg, NV_PGRAPH_INTR_MISSING_HW);
}

/* What else a warning does while WARNING_ENABLE is on is not known. */
void nv_fe_warn(NvPgraph *pg, uint32_t code)
{
    if (!nv_extract(NV_PG(pg, NOTIFY), 28, 3)) {
        NV_PG(pg, NOTIFY) = nv_deposit(NV_PG(pg, NOTIFY), 28, 3, code);
    }
}

/* --- objects --- */

/* 2D clip and vertex state goes back to its start (hw). */
static void volatile_reset(NvPgraph *pg)
{
    NV_PG(pg, XY_A) = pg->xy_a_empty;
    NV_PG(pg, XY_B) = 0;
    pg->values[NV_PGRAPH_XY_B / 4 + 1] &= 1;
    NV_PG(pg, MISC32) = 0;
    NV_PG(pg, DVD_FORMAT) = 0;
    NV_PG(pg, NOTIFY) &= ~(uint32_t)NV_NOTIFY_PENDING;
    NV_PG(pg, XY_C) &= ~0x11u;
    pg->values[NV_PGRAPH_XY_D / 4] = 0;
    pg->values[NV_PGRAPH_XY_D / 4 + 1] = 0;
    for (unsigned i = 0; i < 4; i++) {
        pg->values[NV_PGRAPH_XY_CLIP / 4 + i] = 0x55555555;
    }
    NV_PG(pg, VALID) &= 0x50000000;
    NV_PG(pg, VALID_1) &= 0xc0000000;
    pg->values[NV_PGRAPH_OCLIP / 4] = 0;
    pg->values[NV_PGRAPH_OCLIP / 4 + 1] = 0;
    pg->values[NV_PGRAPH_OCLIP / 4 + 2] = 0xffff;
    pg->values[NV_PGRAPH_OCLIP / 4 + 3] = 0xffff;
}

void nv_fe_volatile(NvPgraph *pg, bool on)
{
    on = on && (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_VOLATILE);
    NV_PG(pg, DEBUG_B) = nv_deposit(NV_PG(pg, DEBUG_B), 0, 1, on);
    if (on) {
        volatile_reset(pg);
    }
}

/* Words of an object that FE keeps; D is Curie's. */
enum { CACHE_A, CACHE_B, CACHE_C, CACHE_I, CACHE_T, CACHE_D, CACHE_WORDS };

/* Of CTX_CACHE for a subchannel, and of CTX_SWITCH. */
static uint32_t *cache(NvPgraph *pg, unsigned i, unsigned subc)
{
    return &pg->values[(i == CACHE_D ? NV_PGRAPH_CTX_CACHE_D :
                        NV_PGRAPH_CTX_CACHE_A + 0x20 * i) / 4 + subc];
}

static uint32_t *current(NvPgraph *pg, unsigned i)
{
    return &pg->values[i == CACHE_D ? NV_PGRAPH_CTX_SWITCH_D / 4 :
                       NV_PGRAPH_CTX_SWITCH_A / 4 + i];
}

static bool wide(const NvPgraph *pg)
{
    return pg->gen == NV_CURIE;
}

/* hw: Curie's CTX_SWITCH has fewer bits than its CTX_CACHE. */
static uint32_t switch_mask(const NvPgraph *pg, unsigned i)
{
    return !wide(pg) ? UINT32_MAX : i == CACHE_C ? 0x07ffffff :
           i == CACHE_D ? 0x00ffffff : UINT32_MAX;
}

/* Options of word A that the chip knows: Celsius' cache keeps no others. */
static uint32_t known_options(const NvPgraph *pg)
{
    unsigned index;
    const NvReg *reg = nv_regs_find(&pg->regs, NV_PGRAPH_CTX_CACHE_A,
                                    &index);

    if (pg->gen != NV_CELSIUS || !reg) {
        return 0x7ffff000u | pg->class_mask;
    }
    return reg->mask;
}

static void load_object(NvPgraph *pg, unsigned subc, uint32_t instance)
{
    static const uint8_t words[] = {
        CACHE_A, CACHE_B, CACHE_C, CACHE_D, CACHE_T,
    };
    uint32_t at = instance << 4;

    if (wide(pg)) {
        for (unsigned i = 0; i < NV_ARRAY_SIZE(words); i++) {
            *cache(pg, words[i], subc) = nv_mem_ramin_read(pg->mem,
                                                           at + 4 * i);
        }
        return;
    }
    *cache(pg, CACHE_A, subc) = nv_mem_ramin_read(pg->mem, at) &
                                known_options(pg);
    *cache(pg, CACHE_B, subc) = nv_mem_ramin_read(pg->mem, at + 4) &
                                0xffff3f03;
    *cache(pg, CACHE_C, subc) = nv_mem_ramin_read(pg->mem, at + 8);
    *cache(pg, CACHE_T, subc) = nv_mem_ramin_read(pg->mem, at + 12);
}

/*
 * CTX_SWITCH follows the cache only with DEBUG_B bit 20; every driver sets
 * it.  With the bit clear the old object stays current, as on cards.
 */
void nv_fe_object(NvPgraph *pg, unsigned subc, bool bind, uint32_t data)
{

    bool follow = NV_PG(pg, DEBUG_B) & NV_DEBUG_B_CTX_SWITCH;

    if (bind) {
        *cache(pg, CACHE_I, subc) = nv_fe_instance(pg, data);
    }
    /* hw: without CTX_SWITCH it is the current object that is read again. */
    if (bind || (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_RELOAD)) {
        load_object(pg, subc, bind || follow ? *cache(pg, CACHE_I, subc)
                                             : NV_PG(pg, CTX_SWITCH_I));
    }
    nv_fe_volatile(pg, true);
    NV_PG(pg, CTX_USER) = nv_deposit(NV_PG(pg, CTX_USER), 13, 3, subc);
    if (follow) {
        for (unsigned i = 0; i < CACHE_WORDS; i++) {
            *current(pg, i) = *cache(pg, i, subc) & switch_mask(pg, i);
        }
    }
    pg->switched = true;
    nv_fe_class_changed(pg);
    nv_trace(pg->env, pgraph_object,
             nv_extract(NV_PG(pg, CTX_USER), 24, 5), subc,
             NV_PG(pg, CTX_SWITCH_I) << 4, nv_fe_class(pg));
}

/* --- DMA slots of the current object --- */

typedef struct Slot {
    uint8_t word, pos, width;
    uint8_t at;                 /* the object's word in memory */
} Slot;

/* Notify, A and B. */
static const Slot slots[2][3] = {
    { { CACHE_B, 16, 16, 1 }, { CACHE_C, 0, 16, 2 }, { CACHE_C, 16, 16, 2 } },
    { { CACHE_B, 0, 24, 1 }, { CACHE_C, 0, 24, 2 }, { CACHE_D, 0, 24, 3 } },
};

uint32_t nv_fe_get_dma(const NvPgraph *pg, unsigned slot)
{
    const Slot *s = &slots[wide(pg)][slot];

    return nv_extract(*current((NvPgraph *)pg, s->word), s->pos, s->width);
}

void nv_fe_set_dma_ramin(NvPgraph *pg, unsigned slot, uint32_t instance)
{
    const Slot *s = &slots[wide(pg)][slot];
    uint32_t at = (NV_PG(pg, CTX_SWITCH_I) << 4) + 4 * s->at;

    if (!NV_PG(pg, NSOURCE)) {
        nv_mem_ramin_write(pg->mem, at,
                           nv_deposit(nv_mem_ramin_read(pg->mem, at),
                                      s->pos, s->width, instance));
    }
}

/*
 * hw: bits that only CTX_CACHE has are lost, unless the object just came
 * there (Curie's words C and D).
 */
void nv_fe_set_dma_cache(NvPgraph *pg, unsigned slot, uint32_t instance)
{
    const Slot *s = &slots[wide(pg)][slot];
    uint32_t *cached = cache(pg, s->word,
                             nv_extract(NV_PG(pg, CTX_USER), 13, 3));
    uint32_t *now = current(pg, s->word);
    bool follow = NV_PG(pg, DEBUG_B) & NV_DEBUG_B_CTX_SWITCH;
    bool keep = wide(pg) && slot && follow && pg->switched;

    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    *cached = nv_deposit(keep ? *cached : *now, s->pos, s->width, instance);
    if (follow) {
        *now = *cached & switch_mask(pg, s->word);
    }
}

void nv_fe_set_dma(NvPgraph *pg, unsigned slot, uint32_t instance)
{
    nv_fe_set_dma_ramin(pg, slot, instance);
    nv_fe_set_dma_cache(pg, slot, instance);
}

bool nv_fe_report(NvPgraph *pg, unsigned slot, uint32_t offset,
                  const void *data, uint32_t len)
{
    uint32_t instance = nv_fe_get_dma(pg, slot) << 4;
    NvDma dma;

    if (!instance || !nv_mem_dma_load(pg->mem, instance, &dma) ||
        !nv_mem_dma_write(pg->mem, &dma, offset, data, len)) {
        nv_guest_error(pg->env, "no memory for a report at 0x%x of DMA "
                       "object 0x%05x", offset, instance);
        return false;
    }
    return true;
}

/* Time, 0, 0: 16 bytes at the start of the notify object. */
void nv_fe_notify(NvPgraph *pg)
{
    uint32_t word = NV_PG(pg, NOTIFY);
    uint8_t notifier[16] = { 0 };
    uint64_t now;

    if (!(word & NV_NOTIFY_PENDING) || NV_PG(pg, NSOURCE)) {
        return;
    }
    now = nv_env_ptimer(pg->env);
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
    nv_st32(notifier, now);
    nv_st32(notifier + 4, now >> 32);
    nv_fe_report(pg, 0, 0, notifier, sizeof(notifier));
    nv_trace(pg->env, pgraph_notify,
             nv_extract(NV_PG(pg, CTX_USER), 24, 5),
             nv_fe_get_dma(pg, 0) << 4);
    NV_PG(pg, NOTIFY) = word & ~(uint32_t)NV_NOTIFY_PENDING;
    if (word & NV_NOTIFY_AWAKEN) {
        NV_PG(pg, INTR) |= NV_PGRAPH_INTR_NOTIFY;
        nv_env_irq_changed(pg->env);
    }
}
