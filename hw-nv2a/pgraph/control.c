/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods that steer: NOP, NOTIFY, flips, fences, reports.
 *
 * Facts: envytools' method tests for what is stored and which errors come;
 * the memory writes of fences and reports are from drivers (doc).
 */
#include "pgraph/action.h"

bool nv_exists_notify(const NvPgraph *pg)
{
    return !nv_fe_is_sync(pg);
}

bool nv_exists_flip(const NvPgraph *pg)
{
    return NV_PG(pg, DEBUG_D) & NV_DEBUG_D_FLIP;
}

bool nv_exists_pm_trigger(const NvPgraph *pg)
{
    return NV_PG(pg, DEBUG_D) & NV_DEBUG_D_PM_TRIGGER;
}

static bool data_error(const NvPgraph *pg)
{
    return NV_PG(pg, NSOURCE) & NV_NSOURCE_DATA_ERROR;
}

NV_ACTION(none)
{
}

/*
 * A value other than 0 on a plain object is a data error, which drivers use
 * as a call to software: the interrupt shows method and value (hw).  On a
 * sync object the notifier type is set; the transfer it starts is unknown.
 */
NV_ACTION(nop)
{
    if (!nv_fe_is_sync(pg)) {
        return;
    }
    if (!nv_fe_get_dma(pg, 0)) {
        nv_fe_state_error(pg);
    }
    if (!data_error(pg)) {
        NV_PG(pg, NOTIFY) = nv_deposit(NV_PG(pg, NOTIFY), 20, 1, v);
    }
}

NV_ACTION(notify)
{
    uint32_t type = v & 3;

    if (NV_PG(pg, NOTIFY) & NV_NOTIFY_PENDING) {
        nv_fe_error(pg, NV_NSOURCE_DOUBLE_NOTIFY);
    }
    if (!nv_fe_get_dma(pg, 0)) {
        nv_fe_state_error(pg);
    }
    if (!data_error(pg)) {
        NV_PG(pg, NOTIFY) = nv_deposit(NV_PG(pg, NOTIFY), 16, 1, type < 2);
        NV_PG(pg, NOTIFY) = nv_deposit(NV_PG(pg, NOTIFY), 20, 1, type & 1);
    }
}

/* WARNING_ENABLE also forgets the warning that was kept. */
NV_ACTION(warning)
{
    uint32_t mode = v & 3;

    if (!nv_fe_get_dma(pg, 0)) {
        nv_fe_state_error(pg);
    }
    if (!data_error(pg)) {
        uint32_t word = NV_PG(pg, NOTIFY);

        word = nv_deposit(word, 24, 1, mode != 0);
        word = nv_deposit(word, 25, 1, mode == 2);
        NV_PG(pg, NOTIFY) = nv_deposit(word, 28, 3, 0);
    }
}

NV_ACTION(state)
{
    nv_fe_missing(pg);
}

/* SURF_TYPE: 20..22 write buffer, 24..26 read buffer, 28..30 how many. */
static unsigned flip_next(uint32_t word, unsigned pos)
{
    unsigned next = nv_extract(word, pos, 3) + 1;

    return next == nv_extract(word, 28, 3) ? 0 : next & 7;
}

NV_ACTION(flip_set)
{
    static const uint8_t pos[] = { 24, 20, 28 };

    NV_PG(pg, SURF_TYPE) = nv_deposit(NV_PG(pg, SURF_TYPE),
                                      pos[(m->offset - 0x120) / 4 % 3], 3, v);
}

NV_ACTION(flip_bump)
{
    NV_PG(pg, SURF_TYPE) = nv_deposit(NV_PG(pg, SURF_TYPE), 20, 3,
                                      flip_next(NV_PG(pg, SURF_TYPE), 20));
}

/*
 * Waits while the buffer to write is the one that is shown; the driver's
 * vertical blank handler moves the latter through INCREMENT.  Doc (console
 * software); with less than two buffers it never waits, which is a guess.
 */
NV_ACTION(flip_wait)
{
    uint32_t word = NV_PG(pg, SURF_TYPE);

    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
    if (nv_extract(word, 28, 3) > 1 &&
        nv_extract(word, 20, 3) == nv_extract(word, 24, 3)) {
        NV_PG(pg, FIFO_MTHD_ST2) |= NV_FIFO_ST2_VALID;
    }
}

NV_ACTION(state_save)
{
    NV_PG(pg, FE3D_MISC) |= NV_BIT(20);
}

static void finish(NvPgraph *pg)
{
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
}

/*
 * The value is stored at FENCE_OFFSET of the fence object when all earlier
 * work is done.  Form A waits for pixels, form B for texture reads; here
 * both are the same point in time.
 */
NV_ACTION(fence_write)
{
    uint8_t word[4];

    finish(pg);
    if (m->offset == 0x1d74) {
        nv_fe_send_bundle(pg, NV_BUNDLE_FENCE_WRITE_B, v);
    }
    nv_st32(word, v);
    nv_fe_report(pg, 1, nv_fe_bundle(pg, NV_BUNDLE_FENCE_OFFSET), word,
                 sizeof(word));
}

/* Time, count of samples that passed, 0; at the offset in bits 0..23. */
NV_ACTION(zpass_read)
{
    uint8_t report[16];
    uint64_t now = nv_env_ptimer(pg->env);

    finish(pg);
    nv_fe_send_bundle(pg, NV_BUNDLE_ZPASS_COUNTER_READ, v);
    nv_st32(report, now);
    nv_st32(report + 4, now >> 32);
    nv_st32(report + 8, nv_raster_zpass(pg->raster));
    nv_st32(report + 12, 0);
    nv_fe_report(pg, 2, v & 0xffffff, report, sizeof(report));
}
