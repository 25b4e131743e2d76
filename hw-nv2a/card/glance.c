/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers that can be read while a run is on; see glance.h. */
#include "card/card.h"

#define NO_CHANNEL UINT32_MAX

/*
 * Work changes these.  What drivers wait for: nouveau and pbkit poll GET and
 * PGRAPH's STATUS, and every interrupt handler begins with PMC's word.
 */
enum { PMC_INTR, PFIFO_INTR, PGRAPH_INTR, INTERRUPTS };

static const struct {
    uint32_t at;
} rows[NV_GLANCE_WORDS] = {
    [PMC_INTR] = { 0x000100 },
    [PFIFO_INTR] = { 0x002100 },
    [PGRAPH_INTR] = { 0x400100 },
    { 0x003214 },           /* PFIFO.CACHE1_STATUS */
    { 0x003220 },           /* PFIFO.CACHE1_DMA_PUSH */
    { 0x003240 },           /* PFIFO.CACHE1_DMA_PUT */
    { 0x003244 },           /* PFIFO.CACHE1_DMA_GET */
    { 0x400700 },           /* PGRAPH.STATUS */
};

/* Work does not; head B has those of PCRTC 0x2000 further up. */
static const uint32_t quiet[] = {
    0x000000,               /* PMC.ID */
    0x000140,               /* PMC.INTR_EN_HOST */
    0x000200,               /* PMC.ENABLE */
    0x009100, 0x009140,     /* PTIMER.INTR, INTR_EN */
    0x009400, 0x009410,     /* PTIMER.TIME_LOW, TIME_HIGH */
    0x600100, 0x600140,     /* PCRTC.INTR, INTR_EN */
    0x600800, 0x600808,     /* PCRTC.START, RASTER */
    0x602100, 0x602140, 0x602800, 0x602808,
};

/*
 * In the order in which they stand: whoever sees a word of the next run finds
 * the era changed when it looks again.
 */
static void show(uint32_t *place, uint32_t value)
{
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
}

static uint32_t look(const uint32_t *place)
{
    return __atomic_load_n(place, __ATOMIC_ACQUIRE);
}

static void show_rows(NvCard *card, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        show(&card->glance.word[i], nv_map_is_there(card, rows[i].at)
                                        ? nv_map_read(card, rows[i].at) : 0);
    }
}

static void show_user(NvGlanceUser *place, const NvFifoUser *user)
{
    show(&place->channel, user->live ? user->channel : NO_CHANNEL);
    show(&place->put, user->put);
    show(&place->get, user->get);
    show(&place->ref, user->ref);
}

void nv_glance_open(NvCard *card)
{
    NvGlance *g = &card->glance;
    NvFifoUser current = nv_pfifo_user(&card->pfifo), other = { 0 };
    uint32_t missed = look(&g->missed);

    show_rows(card, NV_GLANCE_WORDS);
    show_user(&g->user[0], &current);
    if (missed) {
        other = nv_pfifo_saved_user(&card->pfifo, missed - 1);
    }
    show_user(&g->user[1], &other);
    show(&g->era, g->era + 1);
}

void nv_glance_close(NvCard *card)
{
    show(&card->glance.era, card->glance.era + 1);
}

/* Before the run is on the copies are not looked at. */
void nv_glance_irq(NvCard *card)
{
    if (card->glance.era & 1) {
        show_rows(card, INTERRUPTS);
    }
}

static bool is_user(uint32_t offset)
{
    return offset >= 0x800000 && offset < NV_CARD_BAR2;
}

static bool user_word(const NvGlanceUser *user, NvFifoUserWord word,
                      uint32_t *value)
{
    switch (word) {
    case NV_FIFO_USER_PUT:
        *value = look(&user->put);
        return true;
    case NV_FIFO_USER_GET:
        *value = look(&user->get);
        return true;
    case NV_FIFO_USER_REF:
        *value = look(&user->ref);
        return true;
    default:
        return false;
    }
}

static bool glance_user(NvCard *card, uint32_t offset, uint32_t *value)
{
    NvGlance *g = &card->glance;
    unsigned ch;
    NvFifoUserWord word = nv_pfifo_user_word(&card->pfifo, offset, &ch);

    for (unsigned i = 0; i < NV_ARRAY_SIZE(g->user); i++) {
        if (look(&g->user[i].channel) == ch) {
            return user_word(&g->user[i], word, value);
        }
    }
    show(&g->missed, ch + 1);   /* who reads it once does it again */
    return false;
}

static bool glance_word(NvCard *card, uint32_t offset, uint32_t *value)
{
    /* Some of these ask for the time, which would get into a capture's run. */
    for (unsigned i = 0; i < NV_ARRAY_SIZE(quiet) && !card->env.captured;
         i++) {
        if (quiet[i] == offset) {
            *value = nv_map_is_there(card, offset) ? nv_map_read(card, offset)
                                                   : 0;
            return true;
        }
    }
    for (unsigned i = 0; i < NV_GLANCE_WORDS; i++) {
        if (rows[i].at == offset) {
            *value = look(&card->glance.word[i]);
            return true;
        }
    }
    return is_user(offset) && glance_user(card, offset - 0x800000, value);
}

/*
 * The words belong together if the run they were read in is the same.  A
 * debugger sees accesses, so they take the other way then.
 */
bool nv_card_glance(NvCard *card, uint32_t offset, unsigned size,
                    uint32_t *value)
{
    uint32_t era = look(&card->glance.era);

    if (!(era & 1) || card->debug.registers || size != 4 || offset & 3 ||
        card->pmc.big_endian ||
        !glance_word(card, offset & (NV_SPACE_SIZE - 1), value)) {
        return false;
    }
    if (look(&card->glance.era) != era) {
        return false;
    }
    nv_trace(&card->env, card_mmio_read, offset, size, *value);
    return true;
}

bool nv_card_can_wait(NvCard *card, uint32_t offset, unsigned size)
{
    unsigned ch;

    offset &= NV_SPACE_SIZE - 1;
    return size == 4 && is_user(offset) && !(offset & 3) &&
           nv_pfifo_user_word(&card->pfifo, offset - 0x800000, &ch) ==
           NV_FIFO_USER_PUT;
}

void nv_card_hurry(NvCard *card)
{
    nv_env_hurry(&card->env);
}
