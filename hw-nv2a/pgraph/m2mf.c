/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of memory to memory copies.  Facts: registers and errors that
 * public hardware tests (envytools) assert; the copy from drivers (doc).
 */
#include "pgraph/fe-2d.h"
#include "twod/twod.h"

/* @which of what both sides have. */
enum { IN, OUT };

NV_ACTION(m2mf_offset)
{
    NV_PG_AT(pg, DMA_OFFSET, m->which) = v;
    NV_PG_PUT_ITEM(pg, VALID, M2MF_OFFSET, m->which, 1);
}

NV_ACTION(m2mf_pitch_before)
{
    NV_PG_PUT_ITEM(pg, DMA_PITCH, IN, m->which, v);
}

NV_ACTION(m2mf_pitch)
{
    NV_PG_PUT_ITEM(pg, VALID, M2MF_PITCH, m->which, 1);
}

NV_ACTION(m2mf_length)
{
    NV_PG_PUT(pg, DMA_LENGTH, BYTES, v);
    NV_PG_PUT(pg, VALID, M2MF_LENGTH, 1);
}

/* A driver may write more lines; the engine knows no more than this. */
enum { MAX_LINES = 0x7ff };

NV_ACTION(m2mf_count)
{
    NV_PG_PUT(pg, DMA_MISC, LINES, v & MAX_LINES);
    NV_PG_PUT(pg, VALID, M2MF_LINES, 1);
}

NV_ACTION(m2mf_format)
{
    NV_PG_PUT(pg, DMA_MISC, IN_STEP, v);
    NV_PG_PUT(pg, DMA_MISC, OUT_STEP, v >> 8);
    NV_PG_PUT(pg, VALID, M2MF_FORMAT, 1);
}

/* Bits 1, 2, 4 of the field say the step; data checks keep out others. */
static unsigned step(uint32_t field)
{
    return field & 4 ? 4 : field & 2 ? 2 : 1;
}

static NvTwodCopy copy_of(NvPgraph *pg)
{
    uint32_t pitch = NV_PG(pg, DMA_PITCH);
    NvTwodCopy c = {
        .in_offset = NV_PG_AT(pg, DMA_OFFSET, IN),
        .out_offset = NV_PG_AT(pg, DMA_OFFSET, OUT),
        .in_pitch = nv_field_get_signed(pg->places, NV_F(DMA_PITCH, IN),
                                        pitch),
        .out_pitch = nv_field_get_signed(pg->places, NV_F(DMA_PITCH, OUT),
                                         pitch),
        .length = NV_PG_GET(pg, DMA_LENGTH, BYTES),
        .lines = NV_PG_GET(pg, DMA_MISC, LINES) & MAX_LINES,
        .in_step = step(NV_PG_GET(pg, DMA_MISC, IN_STEP)),
        .out_step = step(NV_PG_GET(pg, DMA_MISC, OUT_STEP)),
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
    NV_PG_PUT(pg, NOTIFY, BUFFER_NOTIFY, 0);
    if (NV_PG_GET(pg, NOTIFY, BUFFER_INTERRUPT)) {
        NV_PG(pg, INTR) |= NV_PGRAPH_INTR_BUFFER;
        nv_env_irq_changed(pg->env);
    }
}

/* A part of the copy; what is left waits for the next run of the card. */
static void go_on(NvPgraph *pg)
{
    NvTwodCopy c = copy_of(pg);
    NvTwodCopied done = { pg->copied_lines, pg->copied_elements };
    NvTwodFault fault = nv_twod_copy(&pg->twod, &c, &done);

    pg->copied_lines = done.lines;
    pg->copied_elements = done.elements;
    pg->copying = !fault && done.lines < c.lines;
    if (fault) {
        nv_fe_error(pg, fault == NV_TWOD_READ_FAULT ? NV_ERROR_READ_FAULT
                                                    : NV_ERROR_WRITE_FAULT,
                    NV_MEM_FAULT(pg->mem));
    } else if (!pg->copying) {
        notify_done(pg);
    }
}

void nv_m2mf_continue(NvPgraph *pg)
{
    assert(pg->copying);
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
    uint32_t needed = NV_FE_BITS(pg, VALID, M2MF);

    NV_PG_PUT(pg, VALID, M2MF_START, 1);
    if (!nv_fe_data_error(pg) && !NV_PG_GET(pg, NOTIFY, BUFFER_NOTIFY)) {
        NV_PG_PUT(pg, NOTIFY, BUFFER_NOTIFY, !nv_fe_is_sync(pg));
        NV_PG_PUT(pg, NOTIFY, BUFFER_INTERRUPT, v);
    }
    nv_xy_in_range(pg);
    if ((NV_PG(pg, VALID) & needed) != needed) {
        nv_fe_needs(pg, needed, "M2MF");
    }
    for (unsigned slot = 0; slot < 3; slot++) {
        if (!nv_fe_get_dma(pg, slot)) {
            nv_fe_state_error(pg, slot == 0 ? "there is no notify object" :
                                  slot == 1 ? "there is no object to read" :
                                              "there is no object to write");
        }
    }
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    /* ORDER: what 3D drew before lies in memory before. */
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
    pg->copied_lines = pg->copied_elements = 0;
    go_on(pg);
}
