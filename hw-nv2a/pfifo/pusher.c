/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The DMA pusher: reads a channel's push buffer and fills CACHE1.
 *
 * Facts: envytools' pusher document (word forms, order of steps, errors).
 */
#include "pfifo/fifo.h"

typedef enum PushError {
    ERR_NONE = 0,
    ERR_CALL_ACTIVE = 1,
    ERR_INVALID_METHOD = 2,
    ERR_RETURN_INACTIVE = 3,
    ERR_INVALID_COMMAND = 4,
    ERR_MEMORY = 6,
} PushError;

static const char *const error_names[8] = {
    [ERR_CALL_ACTIVE] = "call in a subroutine",
    [ERR_INVALID_METHOD] = "invalid method",
    [ERR_RETURN_INACTIVE] = "return outside a subroutine",
    [ERR_INVALID_COMMAND] = "invalid command",
    [ERR_MEMORY] = "memory fault",
};

/* What the pusher would have taken; NULL: the forms of a first word. */
static const char *const accepted[8] = {
    [ERR_CALL_ACTIVE] = "takes a return first",
    [ERR_INVALID_METHOD] = "takes the puller's methods 0x0000, 0x0050, with "
                           "semaphores 0x0060..0x006c, and 0x0100 up",
    [ERR_RETURN_INACTIVE] = "takes a call first",
};

/* Words fetched ahead; lives for one call of nv_fifo_push(). */
typedef struct Fetch {
    NvPfifo *fifo;
    const uint8_t *at;      /* words of [base, base + len) */
    uint32_t base;
    uint32_t len;
    bool big_endian;
    uint8_t buffer[256];
} Fetch;

/* The forms of a first word but that of methods; no word has two. */
typedef struct Form {
    const char *name;
    uint32_t mask, value;
    uint64_t caps;
    PushError (*run)(NvPfifo *fifo, uint32_t word);
} Form;

static PushError do_jump_to(NvPfifo *fifo, uint32_t target)
{
    *reg(fifo, R_GET_JMP) = get(fifo, R_DMA_GET);
    *reg(fifo, R_DMA_GET) = target;
    return ERR_NONE;
}

static PushError do_old_jump(NvPfifo *fifo, uint32_t word)
{
    return do_jump_to(fifo, word & NV_MASK(28, 2));
}

static PushError do_jump(NvPfifo *fifo, uint32_t word)
{
    return do_jump_to(fifo, word & NV_MASK(31, 2));
}

static PushError do_call(NvPfifo *fifo, uint32_t word)
{
    if (get(fifo, R_SUBROUTINE) & SUBROUTINE_ACTIVE) {
        return ERR_CALL_ACTIVE;
    }
    *reg(fifo, R_SUBROUTINE) = get(fifo, R_DMA_GET) | SUBROUTINE_ACTIVE;
    *reg(fifo, R_DMA_GET) = word & NV_MASK(31, 2);
    return ERR_NONE;
}

static PushError do_return(NvPfifo *fifo, uint32_t word)
{
    (void)word;
    if (!(get(fifo, R_SUBROUTINE) & SUBROUTINE_ACTIVE)) {
        return ERR_RETURN_INACTIVE;
    }
    *reg(fifo, R_DMA_GET) = get(fifo, R_SUBROUTINE) & NV_MASK(31, 2);
    *reg(fifo, R_SUBROUTINE) &= ~SUBROUTINE_ACTIVE;
    return ERR_NONE;
}

static const Form forms[] = {
    { "old jump", 0xe0000003, 0x20000000, 0, do_old_jump },
    { "jump", 0x00000003, 0x00000001, NV_CAP_FIFO_CALL, do_jump },
    { "call", 0x00000003, 0x00000002, NV_CAP_FIFO_CALL, do_call },
    { "return", 0xffffffff, 0x00020000, NV_CAP_FIFO_CALL, do_return },
};

static PushError run_command(NvPfifo *fifo, uint32_t word)
{
    *reg(fifo, R_RSVD) = word;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(forms); i++) {
        if ((word & forms[i].mask) == forms[i].value &&
            nv_chip_has(fifo->env->chip, forms[i].caps)) {
            return forms[i].run(fifo, word);
        }
    }
    return ERR_INVALID_COMMAND;
}

/* A packet's first word; with bit 30 all go to one method. */
#define METHODS_MASK 0xa0030003u
#define METHODS_FORM 0x00000000u

static void append_form(GString *out, const char *name, uint32_t mask,
                        uint32_t value)
{
    g_string_append_printf(out, "%s%s where bits 0x%08x are 0x%08x",
                           out->len ? ", " : "takes ", name, mask, value);
}

static char *accepted_forms(const NvPfifo *fifo)
{
    GString *out = g_string_new(NULL);

    append_form(out, "methods", METHODS_MASK, METHODS_FORM);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(forms); i++) {
        if (nv_chip_has(fifo->env->chip, forms[i].caps)) {
            append_form(out, forms[i].name, forms[i].mask, forms[i].value);
        }
    }
    return g_string_free(out, FALSE);
}

/* GET is behind the word, but for one that could not be read. */
static void say(NvPfifo *fifo, PushError error, uint32_t word)
{
    uint32_t at = get(fifo, R_DMA_GET), state = get(fifo, R_DMA_STATE);
    unsigned ch = current_channel(fifo);

    if (error == ERR_MEMORY) {
        const NvMemFault *fault = &fifo->mem->fault;

        nv_error(fifo->env, NV_ERROR_PUSH, error, "%s: DMA object 0x%05x, "
                 "which ends at 0x%08x: %s (channel %u, push buffer 0x%08x)",
                 error_names[error], fifo->dma.instance, fifo->dma.limit,
                 at >= fifo->dma.limit || !fault->why ? "beyond the limit"
                                                      : fault->why, ch, at);
    } else if (error == ERR_INVALID_COMMAND) {
        g_autofree char *forms_text = accepted_forms(fifo);

        nv_error(fifo->env, NV_ERROR_PUSH, error, "%s 0x%08x: %s (channel %u, "
                 "push buffer 0x%08x)", error_names[error], word, forms_text,
                 ch, at - 4);
    } else {
        nv_error(fifo->env, NV_ERROR_PUSH, error, "%s: word 0x%08x, method "
                 "0x%04x: %s (channel %u, push buffer 0x%08x)",
                 error_names[error], word, state & STATE_METHOD,
                 accepted[error], ch, at - 4);
    }
}

static void stop(NvPfifo *fifo, PushError error, uint32_t word)
{
    *reg(fifo, R_DMA_STATE) = nv_deposit(get(fifo, R_DMA_STATE),
                                         STATE_ERROR_SHIFT, 3, error);
    *reg(fifo, R_DMA_PUSH) |= DMA_PUSH_SUSPENDED;
    nv_trace(fifo->env, pfifo_push_error, current_channel(fifo),
             get(fifo, R_DMA_GET), word, error_names[error]);
    say(fifo, error, word);
    nv_fifo_raise(fifo, INTR_DMA_PUSHER);
}

/* What DMA_CTL and DMA_LIMIT show comes from the object in DMA_INSTANCE. */
static void load_object(NvPfifo *fifo)
{
    const NvDma *dma = &fifo->dma;
    bool valid = nv_mem_dma_load(fifo->mem, get(fifo, R_DMA_INSTANCE) << 4,
                                 &fifo->dma);

    *reg(fifo, R_DMA_CTL) = (dma->adjust & 0xffc) | dma->present << 12 |
                            dma->linear << 13 | (uint32_t)dma->target << 16 |
                            (valid ? DMA_CTL_VALID : 0);
    *reg(fifo, R_DMA_LIMIT) = dma->limit;
    fifo->dma_valid = true;
}

/* Bytes from @addr that may be read ahead: not past PUT, not over a page. */
static uint32_t readable(const NvPfifo *fifo, uint32_t addr, uint32_t most)
{
    uint32_t put = get(fifo, R_DMA_PUT);
    uint64_t end = (uint64_t)fifo->dma.limit + 1;

    if (addr < put && put < end) {
        end = put;
    }
    return MIN(end - addr, most) & ~3u;
}

static bool refill(Fetch *fetch, uint32_t addr)
{
    NvPfifo *fifo = fetch->fifo;
    uint32_t page = 0x1000 - ((addr + fifo->dma.adjust) & 0xffc);
    uint32_t len = readable(fifo, addr, page);

    assert(!(addr & 3) && !(len & 3));
    fetch->base = addr;
    fetch->len = len;
    fetch->at = nv_mem_dma_view(fifo->mem, &fifo->dma, addr, len);
    if (len && fetch->at) {
        return true;
    }
    fetch->at = fetch->buffer;
    fetch->len = MIN(len, sizeof(fetch->buffer));
    if (fetch->len && nv_mem_dma_read(fifo->mem, &fifo->dma, addr,
                                      fetch->buffer, fetch->len)) {
        return true;
    }
    fetch->len = 4;
    if (nv_mem_dma_read(fifo->mem, &fifo->dma, addr, fetch->buffer, 4)) {
        return true;
    }
    fetch->len = 0;
    return false;
}

static inline uint32_t word_at(const Fetch *fetch, uint32_t addr)
{
    uint32_t word = nv_ld32(fetch->at + (addr - fetch->base));

    return fetch->big_endian ? GUINT32_SWAP_LE_BE(word) : word;
}

/* Words at DMA_GET that are there; 0: memory has none. */
static unsigned words_ready(Fetch *fetch)
{
    NvPfifo *fifo = fetch->fifo;
    uint32_t addr = get(fifo, R_DMA_GET), put = get(fifo, R_DMA_PUT);
    unsigned bytes;

    if (addr - fetch->base >= fetch->len &&
        (addr >= fifo->dma.limit || !refill(fetch, addr))) {
        return 0;
    }
    bytes = fetch->len - (addr - fetch->base);
    /* PUT may lie within, if it was passed. */
    return (put - addr < bytes ? put - addr : bytes) / 4;
}

/* Bits 2..15 and 18..28 are in DMA_STATE where they are in the word. */
static uint32_t methods_state(uint32_t word)
{
    return (word & (NV_MASK(28, 18) | NV_MASK(15, 2))) |
           (word & NV_BIT(30) ? STATE_NONINC : 0);
}

/* After @n words of the packet. */
static uint32_t next_state(uint32_t state, unsigned n)
{
    if (!(state & STATE_NONINC)) {
        state = (state & ~STATE_METHOD) | ((state + 4 * n) & STATE_METHOD);
    }
    return state - n * (1u << STATE_COUNT_SHIFT);
}

/*
 * Words of @state's packet that go to PGRAPH; 0: the next is the puller's.
 * What is counted up past the last method begins at the first again.
 */
static inline unsigned words_for_pgraph(uint32_t state)
{
    unsigned n = (state & STATE_COUNT) >> STATE_COUNT_SHIFT;
    unsigned mthd = state & STATE_METHOD;

    if (mthd < 0x100) {
        return 0;
    }
    if (G_UNLIKELY(mthd + 4 * n > STATE_METHOD + 4 &&
                   !(state & STATE_NONINC))) {
        return (STATE_METHOD + 4 - mthd) / 4;
    }
    return n;
}

/* Registers that the pusher changes with each word, while it is at it. */
typedef struct Pushing {
    uint32_t at, state, put, dcount, rsvd, data;
    unsigned room;          /* in one piece of the ring */
} Pushing;

#define LONG 8                  /* words of a packet */

/*
 * The first of @n words of a long packet to the ring, four at once, as far as
 * they go so; how many.  @addr: as the ring has it, of the first.
 */
static G_GNUC_NO_INLINE unsigned fill_fours(uint32_t (*ring)[2],
                                            uint32_t *place, uint32_t addr,
                                            uint32_t at, const uint8_t *from,
                                            unsigned n)
{
    typedef uint32_t Four __attribute__((vector_size(16)));
    const Four ramp = { 0, 1, 2, 3 };
    uint32_t step = addr & STATE_NONINC ? 0 : 4;
    Four addrs = addr + ramp * step, ats = at + ramp * 4;
    unsigned i;

    for (i = 0; i + 4 <= n; i += 4, addrs += 4 * step, ats += 16) {
        Four w, some[2];

        memcpy(&w, from + 4 * i, sizeof(w));
        some[0] = __builtin_shufflevector(addrs, w, 0, 4, 1, 5);
        some[1] = __builtin_shufflevector(addrs, w, 2, 6, 3, 7);
        memcpy(ring[i], some, sizeof(some));
        memcpy(&place[i], &ats, sizeof(ats));
    }
    return i;
}

/* @n words at @from, of one packet, to the ring, none past its end. */
static void fill_ring(NvPfifo *fifo, Pushing *p, const uint8_t *from,
                      unsigned n, bool big_endian)
{
    uint32_t (*entry)[2] = (void *)reg(fifo, R_CACHE1 + p->put * 2);
    uint32_t *place = &fifo->pushed_at[p->put / 4];
    uint32_t addr = p->state & (NV_MASK(15, 2) | STATE_NONINC);
    uint32_t step = p->state & STATE_NONINC ? 0 : 4, at = p->at, word = 0;
    unsigned i = 0;

    /* The host's order is that of the words; the last one is for below. */
    if (G_UNLIKELY(n >= LONG) &&
        big_endian == (G_BYTE_ORDER == G_BIG_ENDIAN)) {
        i = fill_fours(entry, place, addr, at, from, n - 1);
        addr += step * i;
        at += 4 * i;
    }
    for (; i < n; i++, addr += step, at += 4) {
        word = nv_ld32(from + 4 * i);
        word = big_endian ? GUINT32_SWAP_LE_BE(word) : word;
        entry[i][0] = addr;
        entry[i][1] = word;
        place[i] = at;
    }
    p->data = word;
    p->put += 4 * n;
    p->room -= n;
    p->state = next_state(p->state, n);
    p->dcount += n;
}

/* Words of @most at @from up to the next packet; 0: it is another kind. */
static inline unsigned push_some(NvPfifo *fifo, Pushing *p,
                                 const uint8_t *from, unsigned most,
                                 bool big_endian)
{
    uint32_t word = nv_ld32(from);
    unsigned some;

    if (p->state & STATE_COUNT) {
        some = MIN(words_for_pgraph(p->state), MIN(most, p->room));
        if (some) {
            fill_ring(fifo, p, from, some, big_endian);
        }
        return some;
    }
    word = big_endian ? GUINT32_SWAP_LE_BE(word) : word;
    if ((word & METHODS_MASK) != METHODS_FORM) {
        return 0;
    }
    p->rsvd = word;
    p->state = methods_state(word);
    p->dcount = 0;
    return 1;
}

/*
 * Packets for PGRAPH, as far as they and the ring's room lie in one piece;
 * at most @most words.  Returns how many; 0: it is another kind of word.
 */
static unsigned push_words(Fetch *fetch, unsigned most)
{
    NvPfifo *fifo = fetch->fifo;
    Pushing p = {
        get(fifo, R_DMA_GET), get(fifo, R_DMA_STATE),
        get(fifo, R_PUT) & CACHE1_PTR_MASK, get(fifo, R_DCOUNT),
        get(fifo, R_RSVD), get(fifo, R_DATA),
        MIN(nv_fifo_cache_room(fifo), CACHE1_ENTRIES -
            (get(fifo, R_PUT) & CACHE1_PTR_MASK) / 4),
    };
    const uint8_t *from = fetch->at + (p.at - fetch->base);
    bool big_endian = fetch->big_endian;
    unsigned n = 0, some = 1;

    while (some && n < most && p.room) {
        some = push_some(fifo, &p, from + 4 * n, most - n, big_endian);
        p.at += 4 * some;
        n += some;
    }
    *reg(fifo, R_DMA_GET) = p.at;
    *reg(fifo, R_DMA_STATE) = p.state;
    *reg(fifo, R_PUT) = p.put & CACHE1_PTR_MASK;
    *reg(fifo, R_DCOUNT) = p.dcount & 0xffff;
    *reg(fifo, R_RSVD) = p.rsvd;
    *reg(fifo, R_DATA) = p.data;
    fifo->words += n;
    return n;
}

/* A word of a method that the puller executes itself. */
static PushError push_data(NvPfifo *fifo, uint32_t word)
{
    uint32_t *state = reg(fifo, R_DMA_STATE);
    uint32_t mthd = *state & STATE_METHOD;

    *reg(fifo, R_DATA) = word;
    if (mthd < 0x100 && !nv_fifo_puller_knows(fifo, mthd)) {
        return ERR_INVALID_METHOD;
    }
    nv_fifo_cache_put(fifo, *state & (NV_MASK(15, 2) | STATE_NONINC), word,
                      get(fifo, R_DMA_GET) - 4);
    *state = next_state(*state, 1);
    *reg(fifo, R_DCOUNT) = (get(fifo, R_DCOUNT) + 1) & 0xffff;
    return ERR_NONE;
}

/* The word at DMA_GET, which is there if @ready. */
static bool push_odd(Fetch *fetch, bool ready)
{
    NvPfifo *fifo = fetch->fifo;
    PushError error = ERR_MEMORY;
    uint32_t word = 0;

    if (ready) {
        word = word_at(fetch, get(fifo, R_DMA_GET));
        *reg(fifo, R_DMA_GET) += 4;
        fifo->words++;
        error = get(fifo, R_DMA_STATE) & STATE_COUNT
                    ? push_data(fifo, word) : run_command(fifo, word);
    }
    if (error) {
        stop(fifo, error, word);
    }
    return !error;
}

bool nv_fifo_can_push(const NvPfifo *fifo)
{
    uint32_t push = get(fifo, R_DMA_PUSH);

    return (get(fifo, R_PUSH0) & ACCESS) && current_is_dma(fifo) &&
           (push & ACCESS) && !(push & DMA_PUSH_SUSPENDED) &&
           get(fifo, R_DMA_GET) != get(fifo, R_DMA_PUT) &&
           !(get(fifo, R_PULL1) & PULL1_ACQUIRE);
}

unsigned nv_fifo_push(NvPfifo *fifo, unsigned budget)
{
    Fetch fetch;
    unsigned used = 0;

    if (!fifo->dma_valid) {
        load_object(fifo);
    }
    fetch.fifo = fifo;
    fetch.base = fetch.len = 0;
    fetch.big_endian = nv_chip_has(fifo->env->chip, NV_CAP_FIFO_CALL) &&
                       (get(fifo, R_DMA_FETCH) & DMA_FETCH_BIG_ENDIAN);
    if (!nv_fifo_can_push(fifo) || nv_fifo_cache_holds_acquire(fifo)) {
        return 0;
    }
    /* Of what nv_fifo_can_push() asks, only this changes on the way. */
    while (used < budget && get(fifo, R_DMA_GET) != get(fifo, R_DMA_PUT) &&
           !nv_fifo_cache_full(fifo)) {
        unsigned ready = words_ready(&fetch);
        unsigned pushed = push_words(&fetch, MIN(ready, budget - used));

        used += pushed;
        if (!pushed) {
            used++;
            if (!push_odd(&fetch, ready) ||
                nv_fifo_cache_holds_acquire(fifo)) {
                break;
            }
        }
    }
    return used;
}
