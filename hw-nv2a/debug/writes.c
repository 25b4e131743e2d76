/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Breaks on bytes of VRAM: the card says which it writes, often more than it
 * does (whole lines of a surface), and before they are there; so what they
 * were is kept, and compared when a method has passed.  No hardware facts.
 */
#include "debug/debug.h"
#include "raster/soft/surface.h"

void nv_debug_written(NvEnv *env, uint32_t offset, uint32_t len)
{
    NvDebug *d = env->debug;

    for (unsigned i = 0; i < d->breaks->len; i++) {
        NvBreak *b = d->breaks->pdata[i];

        b->reported |= b->was && (uint64_t)offset + len > b->start &&
                       offset < (uint64_t)b->start + b->len;
    }
}

/* Where the break's pixel is in the colour target of now; false: nowhere. */
static bool find_pixel(NvDebug *d, const NvBreak *b, uint32_t *start,
                       uint32_t *len)
{
    NvRaster *raster = d->pgraph->raster;
    const NvPixelState *state = nv_raster_pixel(raster);
    const NvColorFormat *format = &nv_color_formats[state->color.format];
    NvRect clip = { 0, 0, INT16_MAX, INT16_MAX };
    NvSoftSurface s;
    uint64_t at;

    nv_soft_surface(raster, &state->color,
                    &nv_raster_memory(raster)->color, format, &s, &clip);
    if (!s.on || b->x >= (uint32_t)MAX(clip.x1, 0) ||
        b->y >= (uint32_t)MAX(clip.y1, 0)) {
        return false;
    }
    at = s.swizzled ? nv_soft_swizzle(b->x, b->y, s.log2_w, s.log2_h) *
                      (uint64_t)s.bytes
                    : b->y * (uint64_t)s.pitch + b->x * (uint64_t)s.step;
    *start = s.start + at;
    *len = s.step;
    return true;
}

/* The bytes it is for; false if there are none in VRAM. */
static bool aim(NvDebug *d, NvBreak *b)
{
    uint32_t start = b->start, len = b->len;

    if (b->kind == NV_BREAK_PIXEL && !find_pixel(d, b, &start, &len)) {
        g_clear_pointer(&b->was, g_free);
        return false;
    }
    if (!nv_mem_vram(d->pgraph->mem, start, len)) {
        return false;
    }
    if (start != b->start || len != b->len) {
        g_clear_pointer(&b->was, g_free);
        b->start = start;
        b->len = len;
    }
    return true;
}

/* "at 0x00100000 ff 00 00 00 becomes 12 34 56 78": from the first that does. */
static char *tell(const NvDebug *d, const NvBreak *b, const uint8_t *now)
{
    GString *out = g_string_new(NULL);
    uint32_t at = 0, n;

    while (b->was[at] == now[at]) {
        at++;
    }
    n = MIN(b->len - at, 8);
    g_string_append_printf(out, "at 0x%08x", b->start + at);
    for (uint32_t i = 0; i < n; i++) {
        g_string_append_printf(out, " %02x", b->was[at + i]);
    }
    g_string_append(out, " became");
    for (uint32_t i = 0; i < n; i++) {
        g_string_append_printf(out, " %02x", now[at + i]);
    }
    g_string_append(out, " by ");
    nv_debug_print_method(d, &d->at, out);
    return g_string_free(out, FALSE);
}

const NvBreak *nv_debug_changed(NvDebug *d, char **what)
{
    const NvBreak *met = NULL;

    for (unsigned i = 0; i < d->breaks->len; i++) {
        NvBreak *b = d->breaks->pdata[i];
        const uint8_t *now;

        if ((b->kind != NV_BREAK_WRITE && b->kind != NV_BREAK_PIXEL)) {
            continue;
        }
        now = b->was ? nv_mem_vram(d->pgraph->mem, b->start, b->len) : NULL;
        if (now && b->reported && memcmp(b->was, now, b->len) &&
            nv_break_meets(b) && !met) {
            *what = tell(d, b, now);
            met = b;
        }
        b->reported = false;
        if (aim(d, b)) {
            now = nv_mem_vram(d->pgraph->mem, b->start, b->len);
            b->was = b->was ? b->was : g_malloc(b->len);
            memcpy(b->was, now, b->len);
        }
    }
    return met;
}
