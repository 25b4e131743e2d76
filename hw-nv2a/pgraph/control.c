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
    return NV_PG_GET(pg, DEBUG_D, FLIP_METHODS);
}

bool nv_exists_pm_trigger(const NvPgraph *pg)
{
    return NV_PG_GET(pg, DEBUG_D, PM_TRIGGER);
}

NV_ACTION(none)
{
}

/*
 * A value other than 0 on a plain object is a data error, which drivers use
 * as a call to software: the interrupt shows method and value (hw).  On a
 * sync object the notifier type is set; the transfer it starts is unknown.
 */
static void check_notifier(NvPgraph *pg)
{
    if (!nv_fe_get_dma(pg, 0)) {
        nv_fe_state_error(pg, "there is no notify object");
    }
}

NV_ACTION(nop)
{
    if (!nv_fe_is_sync(pg)) {
        return;
    }
    check_notifier(pg);
    if (!nv_fe_data_error(pg)) {
        NV_PG_PUT(pg, NOTIFY, AWAKEN, v);
    }
}

NV_ACTION(notify)
{
    uint32_t type = v & 3;

    if (NV_PG_GET(pg, NOTIFY, PENDING)) {
        nv_fe_error(pg, NV_ERROR_NOTIFY_TWICE, "the one before has not come");
    }
    check_notifier(pg);
    if (!nv_fe_data_error(pg)) {
        NV_PG_PUT(pg, NOTIFY, PENDING, type < 2);
        NV_PG_PUT(pg, NOTIFY, AWAKEN, type & 1);
    }
}

/* WARNING_ENABLE also forgets the warning that was kept. */
NV_ACTION(warning)
{
    uint32_t mode = v & 3;

    check_notifier(pg);
    if (!nv_fe_data_error(pg)) {
        NV_PG_PUT(pg, NOTIFY, WARNING_ENABLE, mode != 0);
        NV_PG_PUT(pg, NOTIFY, WARNING_AWAKEN, mode == 2);
        NV_PG_PUT(pg, NOTIFY, WARNING, 0);
    }
}

NV_ACTION(state)
{
    nv_fe_missing(pg, "no engine does it");
}

/*
 * Fields have the names of the methods that set them; the buffer that is
 * written next, and that BUMP_WRITE counts, is in FLIP_READ (hw).
 */
NV_ACTION(flip_set)
{
    static const NvFieldId fields[] = {
        NV_F(SURF_TYPE, FLIP_WRITE), NV_F(SURF_TYPE, FLIP_READ),
        NV_F(SURF_TYPE, FLIP_MODULO),
    };

    nv_fe_set_field(pg, fields[(m->offset - 0x120) / 4 % 3], v);
}

NV_ACTION(flip_bump)
{
    unsigned next = NV_PG_GET(pg, SURF_TYPE, FLIP_READ) + 1;

    NV_PG_PUT(pg, SURF_TYPE, FLIP_READ,
              next == NV_PG_GET(pg, SURF_TYPE, FLIP_MODULO) ? 0 : next);
}

/*
 * Waits while the buffer to write is the one that is shown; the driver's
 * vertical blank handler moves the latter through INCREMENT.  Doc (console
 * software); with less than two buffers it never waits, which is a guess.
 */
NV_ACTION(flip_wait)
{
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
    if (NV_PG_GET(pg, SURF_TYPE, FLIP_MODULO) > 1 &&
        NV_PG_GET(pg, SURF_TYPE, FLIP_READ) ==
        NV_PG_GET(pg, SURF_TYPE, FLIP_WRITE)) {
        NV_PG_PUT(pg, FIFO_MTHD_ST2, VALID, 1);
    }
}

NV_ACTION(state_save)
{
    NV_PG_PUT(pg, FE3D_MISC, STATE_SAVE, 1);
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

/*
 * Of samples that passed: time, their count, 0; in this DMA object, at the
 * offset in bits 0..23 of what reads it.
 */
enum { REPORT_DMA = 2, REPORT_COUNT = 8, REPORT_SIZE = 16 };
#define REPORT_OFFSET(v) ((v) & 0xffffff)

NV_ACTION(zpass_read)
{
    uint8_t report[REPORT_SIZE];
    uint64_t now = nv_env_ptimer(pg->env);

    finish(pg);
    nv_fe_send_bundle(pg, NV_BUNDLE_ZPASS_COUNTER_READ, v);
    nv_st32(report, now);
    nv_st32(report + 4, now >> 32);
    nv_st32(report + REPORT_COUNT, nv_raster_zpass(pg->raster));
    nv_st32(report + 12, 0);
    nv_fe_report(pg, REPORT_DMA, REPORT_OFFSET(v), report, sizeof(report));
}

/*
 * Draws and clears are dropped if the report at that offset counted nothing;
 * the upper byte is 1 for always, 2 for this.  Doc: what an open driver sends
 * (nv30_query.c) after a NOP where it waits for the report, and what OpenGL
 * wants of it.  That the report is read once, now, is a guess; so is that
 * everything is drawn where it is not there.
 */
NV_ACTION(render_condition)
{
    uint8_t report[REPORT_SIZE];
    bool hide = false;

    finish(pg);
    if (v >> 24 == 2 &&
        nv_fe_reported(pg, REPORT_DMA, REPORT_OFFSET(v), report,
                       sizeof(report))) {
        hide = !nv_ld32(report + REPORT_COUNT);
    }
    nv_raster_hide(pg->raster, hide);
}
