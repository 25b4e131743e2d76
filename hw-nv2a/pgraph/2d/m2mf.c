/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of memory to memory copies.  Facts: registers and errors that
 * public hardware tests (envytools) assert; the copy from drivers (doc).
 */
#include "pgraph/2d/fe-2d.h"
#include "twod/twod.h"

/* VALID: 0, 1 offsets, 2, 3 pitches, 4 length, 5 count, 6 format, 7 start. */
NV_ACTION(m2mf_offset)
{
    pg->values[NV_PGRAPH_DMA_OFFSET / 4 + m->which] = v;
    NV_PG(pg, VALID) |= NV_BIT(m->which);
}

NV_ACTION(m2mf_pitch_before)
{
    nv_fe_deposit(&NV_PG(pg, DMA_PITCH), 16 * m->which, 16, v);
}

NV_ACTION(m2mf_pitch)
{
    NV_PG(pg, VALID) |= NV_BIT(2 + m->which);
}

NV_ACTION(m2mf_length)
{
    NV_PG(pg, DMA_LENGTH) = v & 0x3fffff;
    NV_PG(pg, VALID) |= NV_BIT(4);
}

NV_ACTION(m2mf_count)
{
    nv_fe_deposit(&NV_PG(pg, DMA_MISC), 0, 16, v & 0x7ff);
    NV_PG(pg, VALID) |= NV_BIT(5);
}

NV_ACTION(m2mf_format)
{
    nv_fe_deposit(&NV_PG(pg, DMA_MISC), 16, 3, v);
    nv_fe_deposit(&NV_PG(pg, DMA_MISC), 20, 3, v >> 8);
    NV_PG(pg, VALID) |= NV_BIT(6);
}

/* Bits 1, 2, 4 of the field say the step; data checks keep out others. */
static unsigned step(uint32_t field)
{
    return field & 4 ? 4 : field & 2 ? 2 : 1;
}

static NvTwodCopy copy_of(NvPgraph *pg)
{
    uint32_t pitch = NV_PG(pg, DMA_PITCH), misc = NV_PG(pg, DMA_MISC);
    NvTwodCopy c = {
        .in_offset = pg->values[NV_PGRAPH_DMA_OFFSET / 4],
        .out_offset = pg->values[NV_PGRAPH_DMA_OFFSET / 4 + 1],
        .in_pitch = (int16_t)pitch, .out_pitch = (int16_t)(pitch >> 16),
        .length = NV_PG(pg, DMA_LENGTH), .lines = misc & 0x7ff,
        .in_step = step(nv_extract(misc, 16, 3)),
        .out_step = step(nv_extract(misc, 20, 3)),
    };

    nv_mem_dma_load(pg->mem, nv_fe_get_dma(pg, 1) << 4, &c.in);
    nv_mem_dma_load(pg->mem, nv_fe_get_dma(pg, 2) << 4, &c.out);
    return c;
}

/* A second notifier behind the first says that the copy is done. */
static void notify_done(NvPgraph *pg)
{
    uint8_t notifier[16] = { 0 };
    uint64_t now = nv_env_ptimer(pg->env);

    nv_st32(notifier, now);
    nv_st32(notifier + 4, now >> 32);
    nv_fe_report(pg, 0, 0x10, notifier, sizeof(notifier));
    NV_PG(pg, NOTIFY) &= ~1u;
    if (nv_extract(NV_PG(pg, NOTIFY), 8, 1)) {
        NV_PG(pg, INTR) |= NV_PGRAPH_INTR_BUFFER;
        nv_env_irq_changed(pg->env);
    }
}

/* A part of the copy; what is left waits for the next run of the card. */
static void go_on(NvPgraph *pg)
{
    NvTwodCopy c = copy_of(pg);
    NvTwodFault fault = nv_twod_copy(&pg->twod, &c, &pg->copied_lines);

    pg->copying = !fault && pg->copied_lines < c.lines;
    if (fault) {
        nv_fe_error(pg, fault == NV_TWOD_READ_FAULT ? NV_NSOURCE_DMA_R
                                                    : NV_NSOURCE_DMA_W);
    } else if (!pg->copying) {
        notify_done(pg);
    }
}

bool nv_pgraph_busy(const NvPgraph *pg)
{
    return pg->copying || nv_idx_busy(pg->idx);
}

void nv_pgraph_continue(NvPgraph *pg)
{
    if (nv_idx_busy(pg->idx)) {
        nv_idx_continue(pg->idx);
    }
    if (!pg->copying) {
        return;
    }
    go_on(pg);
    if (!pg->copying) {
        nv_fe_notify(pg);
    }
}

/*
 * The value's low bit asks for an interrupt.  hw: a notifier that waits,
 * then errors, all of them; nothing is copied once one is up.
 */
NV_ACTION(m2mf_start)
{
    NV_PG(pg, VALID) |= NV_BIT(7);
    if (!nv_fe_data_error(pg) && !(NV_PG(pg, NOTIFY) & 1)) {
        nv_fe_deposit(&NV_PG(pg, NOTIFY), 0, 1, !nv_fe_is_sync(pg));
        nv_fe_deposit(&NV_PG(pg, NOTIFY), 8, 1, v);
    }
    nv_xy_in_range(pg);
    if ((NV_PG(pg, VALID) & 0xff) != 0xff) {
        nv_fe_error(pg, NV_NSOURCE_METHOD_CNT);
    }
    for (unsigned slot = 0; slot < 3; slot++) {
        if (!nv_fe_get_dma(pg, slot)) {
            nv_fe_state_error(pg);
        }
    }
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    /* ORDER: what 3D drew before lies in memory before. */
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
    pg->copied_lines = 0;
    go_on(pg);
    if (pg->copying) {
        nv_env_work(pg->env);
    }
}
