/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the tests of the display unit: its registers without a card, modes as
 * the open drivers compute them, and a clock that the test moves.
 */
#ifndef TEST_DISPLAY_H
#define TEST_DISPLAY_H

#include <glib.h>

#include "display/display-priv.h"

#define VRAM_SIZE (8u << 20)
#define MAX_WIDTH 4096

typedef struct Rig {
    int64_t clock;
    int64_t deadline[NV_TIMERS];
    unsigned irqs;
    NvChip chip;
    NvEnv env;
    NvMem mem;
    NvDisplay d;
} Rig;

static inline int64_t rig_clock(void *host)
{
    return ((Rig *)host)->clock;
}

static inline void rig_timer(void *host, NvTimer which, int64_t deadline)
{
    ((Rig *)host)->deadline[which] = deadline;
}

static inline void rig_irq(NvEnv *env)
{
    ((Rig *)env->host)->irqs++;
}

static const NvHostOps rig_ops = {
    .clock_ns = rig_clock,
    .timer_set = rig_timer,
};

static inline Rig *rig_new(uint32_t caps)
{
    Rig *r = g_new0(Rig, 1);

    r->clock = 1000000007;
    r->chip.name = "test";
    r->chip.caps = caps;
    r->chip.straps = 0x40;      /* 14.31818 MHz */
    r->env.chip = &r->chip;
    r->env.ops = &rig_ops;
    r->env.host = r;
    r->env.irq_changed = rig_irq;
    nv_mem_init(&r->mem, &r->env, NULL, VRAM_SIZE);
    nv_display_init(&r->d, &r->env, &r->mem);
    return r;
}

static inline void rig_free(Rig *r)
{
    nv_display_free(&r->d);
    nv_mem_free(&r->mem);
    g_free(r);
}

static inline void cr_set(Rig *r, unsigned head, uint8_t index, uint8_t value)
{
    nv_display_write8(&r->d, 0x6013d4 + 0x2000 * head, index);
    nv_display_write8(&r->d, 0x6013d5 + 0x2000 * head, value);
}

static inline uint8_t cr_get(Rig *r, unsigned head, uint8_t index)
{
    nv_display_write8(&r->d, 0x6013d4 + 0x2000 * head, index);
    return nv_display_read8(&r->d, 0x6013d5 + 0x2000 * head);
}

/* Timing of a mode as monitors and drivers write it. */
typedef struct Mode {
    uint32_t width, hsync, hsync_end, htotal;
    uint32_t height, vsync, vsync_end, vtotal;
    uint32_t m, n, p;           /* VPLL for 14.318 MHz */
    double hz;
} Mode;

static const Mode modes[] = {
    { 640, 656, 752, 800, 480, 490, 492, 525, 8, 112, 3, 59.66 },
    { 800, 840, 968, 1056, 600, 601, 605, 628, 11, 246, 3, 60.35 },
    { 1024, 1048, 1184, 1344, 768, 771, 777, 806, 11, 200, 2, 60.08 },
    { 1600, 1664, 1856, 2160, 1200, 1201, 1204, 1250, 13, 147, 0, 59.96 },
    { 2048, 2208, 2440, 2832, 1536, 1537, 1540, 1589, 8, 149, 0, 59.26 },
};

/* Registers of a mode, by the drivers' arithmetic. */
static inline void set_crs(Rig *r, unsigned head, const Mode *m, uint32_t pitch,
                           unsigned format)
{
    uint32_t ht = m->htotal / 8 - 5, hd = m->width / 8 - 1;
    uint32_t vt = m->vtotal - 2, vd = m->height - 1, vs = m->vsync - 1;

    cr_set(r, head, 0x1f, 0x57);
    cr_set(r, head, 0x11, 0x20);
    cr_set(r, head, 0x00, ht);
    cr_set(r, head, 0x01, hd);
    cr_set(r, head, 0x06, vt);
    cr_set(r, head, 0x07, (vt >> 8 & 1) | (vd >> 8 & 1) << 1 |
           (vs >> 8 & 1) << 2 | 0x10 | (vt >> 9 & 1) << 5 |
           (vd >> 9 & 1) << 6 | (vs >> 9 & 1) << 7);
    cr_set(r, head, 0x10, vs);
    cr_set(r, head, 0x12, vd);
    cr_set(r, head, 0x13, pitch / 8);
    cr_set(r, head, 0x19, (pitch / 8 >> 8 & 7) << 5);
    cr_set(r, head, 0x42, (pitch / 8 >> 11 & 1) << 6);
    cr_set(r, head, 0x25, (vt >> 10 & 1) | (vd >> 10 & 1) << 1 |
           (vs >> 10 & 1) << 2);
    cr_set(r, head, 0x2d, (ht >> 8 & 1) | (hd >> 8 & 1) << 1);
    cr_set(r, head, 0x41, (vt >> 11 & 1) | (vd >> 11 & 1) << 2);
    cr_set(r, head, 0x28, format);
    cr_set(r, head, 0x17, 0xc3);
}

static inline void set_mode(Rig *r, const Mode *m, uint32_t pitch,
                            unsigned format)
{
    set_crs(r, 0, m, pitch, format);
    nv_display_write(&r->d, 0x680508, m->p << 16 | m->n << 8 | m->m);
}

static inline void load_palette(Rig *r, const uint8_t pal[256][3])
{
    nv_display_write8(&r->d, 0x6813c8, 0);
    for (unsigned i = 0; i < 256; i++) {
        for (unsigned c = 0; c < 3; c++) {
            nv_display_write8(&r->d, 0x6813c9, pal[i][c]);
        }
    }
}

#define CURSOR_AT 0x6e5800u

static inline void set_cursor(Rig *r, uint32_t config, int x, int y)
{
    cr_set(r, 0, 0x30, 0x80 | CURSOR_AT >> 17);
    cr_set(r, 0, 0x31, (CURSOR_AT >> 11 & 0x3f) << 2 | 1);
    cr_set(r, 0, 0x2f, CURSOR_AT >> 24);
    nv_display_write(&r->d, 0x600810, config);
    nv_display_write(&r->d, 0x680300, (uint32_t)y << 16 | (x & 0xffff));
}

/* Let the clock go to @until, calling timers as a host does. */
static inline unsigned run_until(Rig *r, int64_t until, int64_t late)
{
    unsigned calls = 0;

    while (r->deadline[NV_TIMER_VBLANK0] >= 0 &&
           r->deadline[NV_TIMER_VBLANK0] + late <= until) {
        r->clock = r->deadline[NV_TIMER_VBLANK0] + late;
        r->deadline[NV_TIMER_VBLANK0] = -1;
        nv_display_vblank(&r->d, 0);
        calls++;
    }
    r->clock = until;
    return calls;
}

#endif
