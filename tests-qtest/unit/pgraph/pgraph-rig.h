/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE as its tests drive it: a card, one 3D object, DMA objects in instance
 * memory, and a log of interrupts.  Methods go in where the puller would.
 */
#ifndef TESTS_PGRAPH_RIG_H
#define TESTS_PGRAPH_RIG_H

#include <glib.h>
#include <string.h>

#include "card/card.h"
#include "pgraph/fe.h"

#define VRAM_SIZE 0x400000u

/* Instance memory, as RAMIN addresses. */
#define GR_OBJ    0x10000u      /* + 0x10 an object */
#define DMA_RW    0x11000u      /* VRAM, 0x3d, whole blocks */
#define DMA_NULL  0x11010u      /* class 0x30 */
#define DMA_PAGE  0x11020u      /* VRAM, 4 KiB at REPORTS */
#define DMA_READ  0x11030u      /* class 2 */
#define DMA_SMALL 0x11040u      /* limit 7 */
#define CTX_TABLE 0x12000u
#define IMAGES    0x13000u      /* + 0x4000 a channel of Kelvin */

#define REPORTS   0x00080000u   /* in VRAM */

typedef struct Rig {
    NvCard *card;
    NvPgraph *pg;
    uint32_t class;
    unsigned works;
    int64_t clock;
    char *line;                 /* the last one about an error */
    unsigned lines;
} Rig;

static int64_t rig_clock(void *host)
{
    return ((Rig *)host)->clock;
}

static void rig_work(void *host)
{
    ((Rig *)host)->works++;
}

static void rig_log(void *host, NvLogKind kind, const char *line)
{
    Rig *rig = host;

    if (kind != NV_LOG_TRACE) {
        g_free(rig->line);
        rig->line = g_strdup(line);
        rig->lines++;
    }
}

static const NvHostOps rig_ops = {
    .clock_ns = rig_clock, .work = rig_work, .log = rig_log,
};

static inline void rig_object(Rig *rig, uint32_t at, uint32_t w0,
                              uint32_t w1, uint32_t w2)
{
    nv_mem_ramin_write(rig->pg->mem, at, w0);
    nv_mem_ramin_write(rig->pg->mem, at + 4, w1);
    nv_mem_ramin_write(rig->pg->mem, at + 8, w2);
    nv_mem_ramin_write(rig->pg->mem, at + 12, 0);
}

static inline void rig_method(Rig *rig, uint32_t mthd, uint32_t data)
{
    nv_pgraph_method(rig->pg, 0, 0, mthd, data);
}

/* As a driver acknowledges: INTR, then FIFO access. */
static inline void rig_ack(Rig *rig)
{
    nv_pgraph_write(rig->pg, NV_PGRAPH_INTR, 0xffffffff);
    nv_pgraph_write(rig->pg, NV_PGRAPH_FIFO_ENABLE, 1);
}

static inline void rig_free(Rig *rig)
{
    nv_card_free(rig->card);
    g_free(rig->line);
    g_free(rig);
}

/* @class 0: no object is bound. */
static inline Rig *rig_new(const char *chip, uint32_t class)
{
    const NvCardConfig config = { .chip = chip, .vram_size = VRAM_SIZE,
                                  .raster = "null" };
    Rig *rig = g_new0(Rig, 1);

    rig->card = nv_card_new(&config, &rig_ops, rig, NULL);
    g_assert_nonnull(rig->card);
    rig->pg = &rig->card->pgraph;
    rig->class = class;
    rig_object(rig, GR_OBJ, class, 0, 0);
    rig_object(rig, DMA_RW, 0x0000303d, 0x003fffff, 3);
    rig_object(rig, DMA_NULL, 0x00000030, 0, 0);
    rig_object(rig, DMA_PAGE, 0x00003003, 0xfff, REPORTS | 3);
    rig_object(rig, DMA_READ, 0x00003002, 0x003fffff, 3);
    rig_object(rig, DMA_SMALL, 0x0000303d, 7, REPORTS | 3);
    nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_B, 0x00118700);
    nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_D, 0xf3de0475);
    nv_pgraph_write(rig->pg, NV_PGRAPH_CTX_CONTROL,
                    nv_chip_has(rig->pg->env->chip, NV_CAP_CTX_BY_DRIVER)
                    ? 0x10010000 : 0x10000000);
    nv_pgraph_write(rig->pg, NV_PGRAPH_INTR_EN, 0xffffffff);
    nv_pgraph_write(rig->pg, NV_PGRAPH_FIFO_ENABLE, 1);
    if (class) {
        rig_method(rig, 0, GR_OBJ >> 4);
    }
    return rig;
}

#endif
