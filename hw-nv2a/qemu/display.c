/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From the card's scanout to a QEMU console: only lines whose VRAM changed
 * are drawn again.  Facts: ui/console.h and the memory API of the QEMU tree.
 */
#include "nv2a-state.h"

static void black(Nv2aState *s)
{
    DisplaySurface *surface = qemu_console_surface(s->con);
    uint8_t *row = surface_data(surface);
    int y;

    for (y = 0; y < surface_height(surface); y++) {
        memset(row, 0, surface_stride(surface));
        row += surface_stride(surface);
    }
    dpy_gfx_update_full(s->con);
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
static void draw(Nv2aState *s, bool all)
{
    const NvScanout *m = &s->shown;
    DisplaySurface *surface = qemu_console_surface(s->con);
    uint64_t used = (uint64_t)m->width * m->bytes;
    uint64_t size = (uint64_t)m->pitch * (m->height - 1) + used;
    DirtyBitmapSnapshot *snap;
    bool dirty;
    int first = -1;
    uint32_t y;

    snap = memory_region_snapshot_and_clear_dirty(s->vram, m->base, size,
                                                  DIRTY_MEMORY_VGA);
    for (y = 0; y < m->height; y++) {
        dirty = all || memory_region_snapshot_get_dirty(
                           s->vram, snap, m->base + (hwaddr)m->pitch * y,
                           used);
        if (dirty) {
            draw_line(s, surface, y);
            first = first < 0 ? (int)y : first;
        } else if (first >= 0) {
            dpy_gfx_update(s->con, 0, first, m->width, y - first);
            first = -1;
        }
    }
    if (first >= 0) {
        dpy_gfx_update(s->con, 0, first, m->width, m->height - first);
    }
    g_free(snap);
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

static NV2A_GFX_UPDATE_TYPE update(void *opaque)
{
    Nv2aState *s = opaque;
    NvScanout mode = nv_card_scanout(s->card);
    bool was_enabled = s->shown.enabled || s->vga_shown;
    uint64_t begin;
    bool all;

    if (draw_vga(s)) {
        return NV2A_GFX_UPDATE_DONE;
    }
    all = set_mode(s, &mode);
    if (mode.enabled) {
        begin = nv2a_cpu_ns();
        draw(s, all);
        s->show_ns += nv2a_cpu_ns() - begin;
    } else if (was_enabled) {
        black(s);
    }
    return NV2A_GFX_UPDATE_DONE;
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
    .text_update = text_update,
};

void nv2a_display_init(Nv2aState *s)
{
    s->con = graphic_console_init(DEVICE(s), 0, &console_ops, s);
    s->vga.con = s->con;
}

void nv2a_display_exit(Nv2aState *s)
{
    graphic_console_close(s->con);
}
