/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From the card's scanout to a QEMU console: only lines whose VRAM changed
 * are drawn again, and no more at once than takes some milliseconds: a guest
 * may make a picture of 4096 x 4096.  Facts: ui/console.h and the memory API
 * of the QEMU tree.
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

#include "qemu/bitmap.h"

/* Then the main loop has other things to do. */
#define SHOW_NS (4 * SCALE_MS)

/* A new surface is black, whatever its size, in no time. */
static void black(Nv2aState *s)
{
    DisplaySurface *surface = qemu_console_surface(s->con);

    dpy_gfx_replace_surface(s->con, qemu_create_displaysurface(
                                        surface_width(surface),
                                        surface_height(surface)));
}

static bool same_mode(const NvScanout *a, const NvScanout *b)
{
    return a->enabled == b->enabled && a->width == b->width &&
           a->height == b->height && a->base == b->base &&
           a->pitch == b->pitch && a->bytes == b->bytes;
}

/* A new surface only when the mode's size changed; true if all is stale. */
static bool set_mode(Nv2aState *s, const NvScanout *mode)
{
    uint32_t serial = nv_card_scanout_serial(s->card);
    bool stale = s->redraw || serial != s->shown_serial ||
                 !same_mode(mode, &s->shown);

    if (mode->enabled && (!s->shown.enabled ||
                          mode->width != s->shown.width ||
                          mode->height != s->shown.height)) {
        dpy_gfx_replace_surface(s->con, qemu_create_displaysurface(
                                            mode->width, mode->height));
        g_free(s->stale);
        s->stale = bitmap_new(mode->height);
        s->show_at = 0;
    }
    s->shown = *mode;
    s->shown_serial = serial;
    s->redraw = false;
    return stale;
}

static void draw_line(Nv2aState *s, DisplaySurface *surface, uint32_t y)
{
    uint8_t *row = surface_data(surface);

    row += (size_t)y * surface_stride(surface);
    nv_card_scanout_line(s->card, &s->shown, y, (uint32_t *)row);
}

/*
 * The dirty bits are read and cleared even when everything is drawn, or the
 * next update would draw it all again.
 */
static void find_stale_captured(Nv2aState *s, bool all, uint64_t used,
                                uint64_t size)
{
    const NvScanout *m = &s->shown;
    uint32_t y;

    nv2a_capture_collect(s);
    for (y = 0; y < m->height; y++) {
        if (all || nv2a_capture_shows(s, m->base + (hwaddr)m->pitch * y,
                                      used)) {
            set_bit(y, s->stale);
        }
    }
    nv2a_capture_shown(s, m->base, size);
}

static void find_stale(Nv2aState *s, bool all)
{
    const NvScanout *m = &s->shown;
    uint64_t used = (uint64_t)m->width * m->bytes;
    uint64_t size = (uint64_t)m->pitch * (m->height - 1) + used;
    DirtyBitmapSnapshot *snap;
    uint32_t y;

    if (s->take_written) {
        find_stale_captured(s, all, used, size);
        return;
    }
    snap = memory_region_snapshot_and_clear_dirty(s->vram, m->base, size,
                                                  DIRTY_MEMORY_VGA);
    for (y = 0; y < m->height; y++) {
        if (all || memory_region_snapshot_get_dirty(
                       s->vram, snap, m->base + (hwaddr)m->pitch * y, used)) {
            set_bit(y, s->stale);
        }
    }
    g_free(snap);
}

/* Stale lines from @y on that follow each other; returns the one behind. */
static uint32_t draw_stale(Nv2aState *s, uint32_t y, uint64_t end)
{
    DisplaySurface *surface = qemu_console_surface(s->con);
    uint32_t first = y, height = s->shown.height;

    do {
        draw_line(s, surface, y);
        clear_bit(y, s->stale);
        y++;
    } while (y < height && test_bit(y, s->stale) &&
             (y % 16 || nv2a_cpu_ns() < end));
    dpy_gfx_update(s->con, 0, first, s->shown.width, y - first);
    return y;
}

/* For a while, from where it was left; true if the last line was met. */
static bool show(Nv2aState *s)
{
    uint64_t begin = nv2a_cpu_ns(), end = begin + SHOW_NS;
    uint32_t y = s->show_at, height = s->shown.height;

    while ((y = find_next_bit(s->stale, height, y)) < height &&
           nv2a_cpu_ns() < end) {
        y = draw_stale(s, y, end);
    }
    s->show_left = y < height;
    s->show_at = s->show_left ? y : 0;
    if (s->show_left) {
        qemu_bh_schedule(s->show_bh);
    }
    s->show_ns += nv2a_cpu_ns() - begin;
    return !s->show_left;
}

/* The picture may be another by now, or none. */
static void go_on(void *opaque)
{
    Nv2aState *s = opaque;

    if (!s->shown.enabled) {
        s->show_left = false;
    }
    if (!s->show_left || show(s)) {
        graphic_hw_update_done(s->con);
    }
}

/* VGA's core draws, on the same console; it starts afresh each time. */
static bool draw_vga(Nv2aState *s)
{
    bool legacy = nv_card_shows_vga(s->card);

    if (legacy) {
        if (!s->vga_shown) {
            s->vga.hw_ops->invalidate(&s->vga);
        }
        s->vga.hw_ops->gfx_update(&s->vga);
        s->shown = (NvScanout) { .enabled = false };
    }
    s->vga_shown = legacy;
    return legacy;
}

/* What is left of the last update comes first. */
static NV2A_GFX_UPDATE_TYPE update(void *opaque)
{
    Nv2aState *s = opaque;
    NvScanout mode = nv_card_scanout(s->card);
    bool was_enabled = s->shown.enabled || s->vga_shown;
    bool done = true, all;

    nv2a_hotkey_first(s);
    if (draw_vga(s)) {
        NV2A_GFX_UPDATE_RETURN(s->con, true);
    }
    all = set_mode(s, &mode);
    if (mode.enabled) {
        find_stale(s, all);
        done = !s->show_left && show(s);
    } else if (was_enabled) {
        black(s);
    }
    NV2A_GFX_UPDATE_RETURN(s->con, done);
}

static void invalidate(void *opaque)
{
    Nv2aState *s = opaque;

    s->redraw = true;
}

static void text_update(void *opaque, console_ch_t *text)
{
    Nv2aState *s = opaque;

    if (nv_card_shows_vga(s->card)) {
        s->vga.hw_ops->text_update(&s->vga, text);
    }
}

static const GraphicHwOps console_ops = {
    .invalidate = invalidate,
    .gfx_update = update,
    NV2A_GFX_UPDATE_ASYNC
    .text_update = text_update,
};

void nv2a_display_init(Nv2aState *s)
{
    s->con = graphic_console_init(DEVICE(s), 0, &console_ops, s);
    s->vga.con = s->con;
    s->show_bh = qemu_bh_new(go_on, s);
}

void nv2a_display_exit(Nv2aState *s)
{
    qemu_bh_delete(s->show_bh);
    graphic_console_close(s->con);
    g_clear_pointer(&s->stale, g_free);
}
