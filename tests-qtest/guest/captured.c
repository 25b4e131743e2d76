/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Puts a captured moment back into the card: objects where they were, VRAM,
 * and the 3D state as a channel's image that PGRAPH loads.
 */
#include "captured.h"
#include "regs.h"

enum {
    CTX_POINTER = 0x400784, CTX_TRIGGER = 0x400788, CTX_LOAD = 1,
    IMAGE = 0x80000,            /* of instance memory, larger than any */
    IMAGE_BYTES = 0x8000,
    /* A DMA object: by a table of pages, of the machine's memory. */
    DMA_TABLE = 0x1000, DMA_LINEAR = 0x2000, DMA_BUS = 0x20000,
    SUBCHANNEL = 7u << 13,
};

static volatile uint32_t *scratch;

static volatile uint32_t *ramin(uint32_t addr)
{
    return &card.mmio[(PRAMIN + addr) / 4];
}

/* Returns what stands behind them. */
static const uint32_t *put_pieces(volatile uint32_t *to, const uint32_t *p)
{
    while (p[1]) {
        uint32_t count = p[1] & ~CAPTURED_SAME, i;
        bool same = p[1] & CAPTURED_SAME;

        for (i = 0; i < count; i++) {
            to[p[0] / 4 + i] = p[2 + (same ? 0 : i)];
        }
        p += 2 + (same ? 1 : count);
    }
    return p + 2;
}

/* The guest has handles of its own, which a capture of it has, too. */
static bool is_known(const CapturedObject *o)
{
    uint32_t instance = ramht_find(o->handle);

    if (instance && instance != o->instance) {
        fatal("handle %08x is at %05x here, in the capture at %05x",
              o->handle, instance, o->instance);
    }
    return instance != 0;
}

static void put_instance(const CapturedObject *o, uint32_t at, uint32_t v)
{
    volatile uint32_t *word = ramin(o->instance + at);

    if (*word && *word != v) {
        fatal("object %08x cannot be at %05x: that is taken", o->handle,
              o->instance);
    }
    *word = v;
}

/* Of the machine's memory: one page of ours stands for all, or for each. */
static void put_bus_object(const CapturedObject *o)
{
    bool table = (o->words[0] & (DMA_TABLE | DMA_LINEAR)) == DMA_TABLE;
    uint32_t page = PHYSICAL(scratch) | 3, last = o->words[1] / 4096, i;

    put_instance(o, 0, o->words[0] & ~(table ? 0u : 0xfff00000u));
    put_instance(o, 4, table ? o->words[1] : 4095);
    for (i = 0; i <= (table ? last : 1); i++) {
        put_instance(o, 8 + 4 * i, page);
    }
}

static bool is_bus(uint32_t word)
{
    uint32_t class = word & 0xfff;

    return (class == 0x02 || class == 0x03 || class == 0x3d) &&
           (word & DMA_BUS);
}

static void put_object(const CapturedObject *o)
{
    uint32_t i;

    if (is_bus(o->words[0])) {
        put_bus_object(o);
    } else {
        for (i = 0; i < 4; i++) {
            put_instance(o, 4 * i, o->words[i]);
        }
    }
    ramht_add(o->handle, o->instance, o->engine);
}

/* Pages get places of ours, and entries of tables name those. */
static void put_bus(const Captured *c)
{
    const uint32_t *p = c->bus;

    while (*p) {
        uint32_t addr = *p & ~1u, i;
        uint32_t *page = mem_alloc(4096, 4096);

        p = put_pieces(page, p + 1);
        for (i = 0; i < c->entries; i++) {
            if (c->entry[i].value == addr) {
                *ramin(c->entry[i].at) = PHYSICAL(page) | 3;
            }
        }
    }
}

static void load_state(const uint32_t *state)
{
    uint32_t i;

    gpu_idle();
    for (i = 0; i < IMAGE_BYTES; i += 4) {
        *ramin(IMAGE + i) = 0;
    }
    put_pieces(ramin(IMAGE), state);
    wr(PGRAPH_FIFO, 0);
    wr(CTX_POINTER, IMAGE >> 4);
    wr(CTX_TRIGGER, CTX_LOAD);
    wr(CTX_POINTER, 0);
    wr(PGRAPH_FIFO, 1);
}

void captured_setup(const Captured *c)
{
    uint32_t i;

    if (card.chip != c->chip || card.vram_size < c->vram_size) {
        fatal("this scene is for nv%02x with %u MiB of VRAM", c->chip,
              c->vram_size >> 20);
    }
    scratch = mem_alloc(4096, 4096);
    for (i = 0; i < c->objects; i++) {
        if (!is_known(&c->object[i])) {
            put_object(&c->object[i]);
        }
    }
    put_bus(c);
}

/* The first rows and columns as a screen of ours shows them. */
static void show_target(const CapturedTarget *t)
{
    uint32_t w = t->width < WIDTH ? t->width : WIDTH;
    uint32_t h = t->height < HEIGHT ? t->height : HEIGHT, x, y;
    volatile uint8_t *to = card.vram + draw_target();
    volatile uint8_t *from = card.vram + t->offset;

    if (t->offset == draw_target() || !t->pitch) {
        return;
    }
    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++) {
            uint32_t v = *(volatile uint32_t *)(from + y * t->pitch +
                                                (x * t->bytes & ~3u));

            if (t->bytes == 2) {
                v >>= x & 1 ? 16 : 0;
                v = (v & 0xf800) << 8 | (v & 0x7e0) << 5 | (v & 0x1f) << 3;
            }
            *(volatile uint32_t *)(to + y * PITCH + x * 4) = v;
        }
    }
}

static void send(const CapturedWord *w, uint32_t count)
{
    for (; count; count--, w++) {
        gpu_method_on(w->at >> 13, w->at & 0x1ffc, w->value);
    }
}

/* Reports, fences and notifiers go to pages of ours. */
static void bind_pages(const Captured *c)
{
    uint32_t subc = (c->method[0].at & SUBCHANNEL) >> 13;

    gpu_method_on(subc, M_DMA_NOTIFY, H_NOTIFY);
    gpu_method_on(subc, M_DMA_FENCE, H_FENCE);
    gpu_method_on(subc, M_DMA_QUERY, H_REPORT);
    gpu_idle();
}

void captured_draw(const Captured *c)
{
    uint32_t debug[8], i;

    gpu_idle();
    memset((void *)(uint32_t)card.vram, 0, c->vram_bytes);
    put_pieces((volatile uint32_t *)card.vram, c->vram);
    send(c->bind, c->binds);
    load_state(c->state);
    bind_pages(c);
    for (i = 0; i < c->regs; i++) {
        debug[i & 7] = rd(c->reg[i].at);
        wr(c->reg[i].at, c->reg[i].value);
    }
    send(c->method, c->methods);
    gpu_idle();
    for (i = 0; i < c->regs; i++) {
        wr(c->reg[i].at, debug[i & 7]);
    }
    show_target(&c->target);
    draw_again();
    gpu_idle();
}
