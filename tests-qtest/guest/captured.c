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
    DMA_BUS = 0x20000,          /* a DMA object of the machine's memory */
    SUBCHANNEL = 7u << 13,
};

static volatile uint32_t *scratch;

static volatile uint32_t *ramin(uint32_t addr)
{
    return &card.mmio[(PRAMIN + addr) / 4];
}

static void put_pieces(volatile uint32_t *to, const uint32_t *p)
{
    while (p[1]) {
        uint32_t count = p[1] & ~CAPTURED_SAME, i;
        bool same = p[1] & CAPTURED_SAME;

        for (i = 0; i < count; i++) {
            to[p[0] / 4 + i] = p[2 + (same ? 0 : i)];
        }
        p += 2 + (same ? 1 : count);
    }
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

/* The machine's memory is not captured: one page of ours stands for it. */
static void put_object(const CapturedObject *o)
{
    bool bus = o->engine == 1 && (o->words[0] & DMA_BUS);
    uint32_t words[4], i;

    for (i = 0; i < 4; i++) {
        words[i] = o->words[i];
    }
    if (bus) {
        words[0] = (words[0] & 0xfff) | 0x23000;
        words[1] = 4095;
        words[2] = words[3] = PHYSICAL(scratch) | 3;
    }
    for (i = 0; i < 4; i++) {
        volatile uint32_t *word = ramin(o->instance + 4 * i);

        if (*word && *word != words[i]) {
            fatal("object %08x cannot be at %05x: that is taken", o->handle,
                  o->instance);
        }
        *word = words[i];
    }
    ramht_add(o->handle, o->instance, o->engine);
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
