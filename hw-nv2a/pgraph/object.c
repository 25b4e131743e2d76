/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Graphics objects: object load and switch, DMA slots, notifiers.
 * Facts: envytools' PGRAPH model (hw where its tests assert it) and its notes
 * on notifiers (doc).
 */
#include "pgraph/fe.h"

/* --- objects --- */

/* 2D clip and vertex state goes back to its start (hw). */
static void volatile_reset(NvPgraph *pg)
{
    NV_PG(pg, XY_A) = pg->xy_a_empty;
    NV_PG_AT(pg, XY_B, 0) = 0;
    NV_PG_AT(pg, XY_B, 1) &= NV_FE_BITS(pg, XY_B, UNK0);
    NV_PG(pg, MISC32) = 0;
    NV_PG(pg, DVD_FORMAT) = 0;
    NV_PG_PUT(pg, NOTIFY, PENDING, 0);
    NV_PG_PUT(pg, XY_C, UNK0, 0);
    NV_PG_PUT(pg, XY_C, UNK4, 0);
    for (unsigned xy = 0; xy < 2; xy++) {
        NV_PG_AT(pg, XY_D, xy) = 0;
    }
    /* Before the minimum and behind the maximum, all of them. */
    for (unsigned i = 0; i < 4; i++) {
        NV_PG_AT(pg, XY_CLIP, i) = 0x55555555;
    }
    NV_PG(pg, VALID) &= NV_FE_BITS(pg, VALID, UCLIP_POINT) |
                        NV_FE_BITS(pg, VALID, UCLIP_SIZE);
    NV_PG(pg, VALID_1) &= NV_FE_BITS(pg, VALID_1, CLIP3D);
    for (unsigned i = 0; i < 4; i++) {
        NV_PG_AT(pg, OCLIP, i) = i < 2 ? 0 : 0xffff;
    }
}

void nv_fe_volatile(NvPgraph *pg, bool on)
{
    on = on && NV_PG_GET(pg, DEBUG_D, VOLATILE_RESET);
    NV_PG_PUT(pg, DEBUG_B, LAST_VOLATILE_RESET, on);
    if (on) {
        volatile_reset(pg);
    }
}

/*
 * Words of an object: in CTX_CACHE for each subchannel and in CTX_SWITCH, and
 * in instance memory in the order of this list.  Some chips have no word D.
 */
enum { WORD_A, WORD_B, WORD_C, WORD_D, WORD_T, WORD_I, OBJECT_WORDS };

#define MEMORY_WORDS WORD_I     /* the others come from there */

static const struct {
    uint16_t cache, current;
} homes[OBJECT_WORDS] = {
    [WORD_A] = { NV_PGRAPH_CTX_CACHE_A, NV_PGRAPH_CTX_SWITCH_A },
    [WORD_B] = { NV_PGRAPH_CTX_CACHE_B, NV_PGRAPH_CTX_SWITCH_B },
    [WORD_C] = { NV_PGRAPH_CTX_CACHE_C, NV_PGRAPH_CTX_SWITCH_C },
    [WORD_D] = { NV_PGRAPH_CTX_CACHE_D, NV_PGRAPH_CTX_SWITCH_D },
    [WORD_T] = { NV_PGRAPH_CTX_CACHE_T, NV_PGRAPH_CTX_SWITCH_T },
    [WORD_I] = { NV_PGRAPH_CTX_CACHE_I, NV_PGRAPH_CTX_SWITCH_I },
};

static uint32_t *cache(NvPgraph *pg, unsigned word, unsigned subc)
{
    assert(word < OBJECT_WORDS && subc < NV_SUBCHANNELS);
    return &pg->values[homes[word].cache / 4 + subc];
}

static uint32_t *current(NvPgraph *pg, unsigned word)
{
    return &pg->values[homes[word].current / 4];
}

static bool has_word(const NvPgraph *pg, unsigned word)
{
    return pg->object_mask[word].cache;
}

static uint32_t register_mask(const NvPgraph *pg, unsigned home)
{
    for (uint32_t offset = 0; offset < NV_PGRAPH_SIZE; offset += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(&pg->regs, offset, &index);

        if (reg && reg->home == home) {
            return reg->mask;
        }
    }
    return 0;
}

/*
 * A method keeps what a driver could write, and all of the class's number:
 * on NV2A registers have fewer bits of it (guess).  hw: Curie's CTX_SWITCH
 * has fewer bits than its CTX_CACHE.
 */
void nv_fe_objects_init(NvPgraph *pg)
{
    static_assert(NV_ARRAY_SIZE(pg->object_mask) == OBJECT_WORDS,
                  "a mask each word");
    for (unsigned i = 0; i < OBJECT_WORDS; i++) {
        uint32_t class = i == WORD_A ? pg->class_mask : 0;

        pg->object_mask[i].cache = register_mask(pg, homes[i].cache) | class;
        pg->object_mask[i].current = register_mask(pg, homes[i].current) |
                                     class;
    }
}

static void load_object(NvPgraph *pg, unsigned subc, uint32_t instance)
{
    uint32_t at = instance << 4;

    for (unsigned i = 0; i < MEMORY_WORDS; i++) {
        if (has_word(pg, i)) {
            *cache(pg, i, subc) = nv_mem_ramin_read(pg->mem, at) &
                                  pg->object_mask[i].cache;
            at += 4;
        }
    }
}

/*
 * CTX_SWITCH follows the cache only if DEBUG_B says so; every driver wants
 * it.  Else the old object stays current, as on cards.
 */
static bool follows(const NvPgraph *pg)
{
    return NV_PG_GET(pg, DEBUG_B, CTX_SWITCH_ENABLE);
}

void nv_fe_object(NvPgraph *pg, unsigned subc, bool bind, uint32_t data)
{
    bool follow = follows(pg);

    if (bind) {
        *cache(pg, WORD_I, subc) = nv_fe_instance(pg, data);
    }
    /* hw: without CTX_SWITCH it is the current object that is read again. */
    if (bind || NV_PG_GET(pg, DEBUG_D, OBJECT_RELOAD)) {
        load_object(pg, subc, bind || follow ? *cache(pg, WORD_I, subc)
                                             : NV_PG(pg, CTX_SWITCH_I));
    }
    nv_fe_volatile(pg, true);
    NV_PG_PUT(pg, CTX_USER, SUBCHANNEL, subc);
    for (unsigned i = 0; follow && i < OBJECT_WORDS; i++) {
        if (has_word(pg, i)) {
            *current(pg, i) = *cache(pg, i, subc) &
                              pg->object_mask[i].current;
        }
    }
    pg->switched = true;
    nv_fe_class_changed(pg);
    nv_trace(pg->env, pgraph_object, NV_PG_GET(pg, CTX_USER, CHANNEL), subc,
             NV_PG(pg, CTX_SWITCH_I) << 4, nv_fe_class(pg));
}

/* --- DMA slots of the current object --- */

/* Where it lies in words of CTX_SWITCH; CTX_CACHE and memory are alike. */
static NvFieldId slot_field(unsigned slot)
{
    static const NvFieldId fields[] = {
        NV_F(CTX_SWITCH_B, NOTIFY_INSTANCE),
        NV_F(CTX_SWITCH_C, DMA_A_INSTANCE),
        NV_F(CTX_SWITCH_C, DMA_B_INSTANCE),
    };

    assert(slot < NV_ARRAY_SIZE(fields));
    return fields[slot];
}

static unsigned slot_word(const NvPgraph *pg, unsigned slot)
{
    uint32_t home = nv_field_reg(pg->places, slot_field(slot)) * 4;

    return home == NV_PGRAPH_CTX_SWITCH_B ? WORD_B :
           home == NV_PGRAPH_CTX_SWITCH_C ? WORD_C : WORD_D;
}

uint32_t nv_fe_get_dma(const NvPgraph *pg, unsigned slot)
{
    return nv_fe_field(pg, slot_field(slot));
}

void nv_fe_set_dma_ramin(NvPgraph *pg, unsigned slot, uint32_t instance)
{
    uint32_t at = (NV_PG(pg, CTX_SWITCH_I) << 4) + 4 * slot_word(pg, slot);

    if (!NV_PG(pg, NSOURCE)) {
        nv_mem_ramin_write(pg->mem, at,
                           nv_field_put(pg->places, slot_field(slot),
                                        nv_mem_ramin_read(pg->mem, at),
                                        instance));
    }
}

static bool cache_is_fresh(const NvPgraph *pg, unsigned slot)
{
    return has_word(pg, WORD_D) && slot && follows(pg) && pg->switched;
}

/*
 * hw: bits that only CTX_CACHE has are lost, unless the object just came
 * there (words C and D of chips that have D).
 */
void nv_fe_set_dma_cache(NvPgraph *pg, unsigned slot, uint32_t instance)
{
    unsigned word = slot_word(pg, slot);
    uint32_t *cached = cache(pg, word, NV_PG_GET(pg, CTX_USER, SUBCHANNEL));
    uint32_t *now = current(pg, word);

    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    *cached = nv_field_put(pg->places, slot_field(slot),
                           cache_is_fresh(pg, slot) ? *cached : *now,
                           instance);
    if (follows(pg)) {
        *now = *cached & pg->object_mask[word].current;
    }
}

void nv_fe_set_dma(NvPgraph *pg, unsigned slot, uint32_t instance)
{
    nv_fe_set_dma_ramin(pg, slot, instance);
    nv_fe_set_dma_cache(pg, slot, instance);
}

static bool report_object(NvPgraph *pg, unsigned slot, NvDma *dma)
{
    uint32_t instance = nv_fe_get_dma(pg, slot) << 4;

    if (!instance || !nv_mem_dma_load(pg->mem, instance, dma)) {
        nv_fe_say(pg, NV_ERROR_REPORT, "0x%05x, where it would be, is no "
                  "DMA object", instance);
        return false;
    }
    return true;
}

bool nv_fe_report(NvPgraph *pg, unsigned slot, uint32_t offset,
                  const void *data, uint32_t len)
{
    NvDma dma;

    if (!report_object(pg, slot, &dma)) {
        return false;
    }
    if (!nv_mem_dma_write(pg->mem, &dma, offset, data, len)) {
        nv_fe_say(pg, NV_ERROR_REPORT, NV_MEM_FAULT(pg->mem));
        return false;
    }
    return true;
}

bool nv_fe_reported(NvPgraph *pg, unsigned slot, uint32_t offset,
                    void *data, uint32_t len)
{
    NvDma dma;

    if (!report_object(pg, slot, &dma)) {
        return false;
    }
    if (!nv_mem_dma_read(pg->mem, &dma, offset, data, len)) {
        nv_fe_say(pg, NV_ERROR_REPORT, NV_MEM_FAULT(pg->mem));
        return false;
    }
    return true;
}

/* The host's way to the machine's memory, in plain pixels. */
#define NOTIFY_PIXELS 600

/* Time, 0, 0: 16 bytes at the start of the notify object. */
void nv_fe_notify(NvPgraph *pg)
{
    uint8_t notifier[16] = { 0 };
    uint64_t now;

    if (!NV_PG_GET(pg, NOTIFY, PENDING) || NV_PG(pg, NSOURCE)) {
        return;
    }
    now = nv_env_ptimer(pg->env);
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
    nv_st32(notifier, now);
    nv_st32(notifier + 4, now >> 32);
    nv_fe_report(pg, 0, 0, notifier, sizeof(notifier));
    nv_trace(pg->env, pgraph_notify, NV_PG_GET(pg, CTX_USER, CHANNEL),
             nv_fe_get_dma(pg, 0) << 4);
    NV_PG_PUT(pg, NOTIFY, PENDING, 0);
    if (NV_PG_GET(pg, NOTIFY, AWAKEN)) {
        NV_PG(pg, INTR) |= NV_PGRAPH_INTR_NOTIFY;
        nv_env_irq_changed(pg->env);
    }
    if (pg->env->slice) {       /* captures know where runs ended before */
        nv_env_spend(pg->env, NOTIFY_PIXELS);
    }
}
