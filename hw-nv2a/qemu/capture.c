/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which pages of VRAM were written, for a capture.  QEMU has one set of bits
 * for people who look at VRAM (DIRTY_MEMORY_VGA), and the display forgets what
 * it has drawn: while a capture is on, both have a copy of their own.  Facts:
 * the memory API of the QEMU tree.
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

#include <dlfcn.h>

enum { FOR_RECORDER, FOR_DISPLAY, READERS, LAST = READERS, SETS };

#define PAGE 4096u

static uint32_t bytes(Nv2aState *s)
{
    return s->vram_size / PAGE / 8;
}

void nv2a_capture_init(Nv2aState *s)
{
    qemu_mutex_init(&s->written_lock);
}

void nv2a_capture_exit(Nv2aState *s)
{
    unsigned i;

    for (i = 0; i < SETS; i++) {
        g_clear_pointer(&s->written[i], g_free);
    }
    qemu_mutex_destroy(&s->written_lock);
}

/* Halves of what was written, down to pages. */
static void note(Nv2aState *s, DirtyBitmapSnapshot *snap, uint32_t page,
                 uint32_t count)
{
    unsigned i;

    if (!memory_region_snapshot_get_dirty(s->vram, snap, (hwaddr)page * PAGE,
                                          (hwaddr)count * PAGE)) {
        return;
    }
    if (count > 1) {
        note(s, snap, page, count / 2);
        note(s, snap, page + count / 2, count / 2);
        return;
    }
    for (i = 0; i < READERS; i++) {
        s->written[i][page / 8] |= 1u << page % 8;
    }
}

/*
 * With translated code memory_region_snapshot_and_clear_dirty() lets go of the
 * big lock, to wait for a processor between setting a bit and writing; nobody
 * may do that in a call into the card.  What it calls does not, and needs no
 * lock.  What is written behind it is found the next time: see again().
 */
typedef DirtyBitmapSnapshot *Take(MemoryRegion *mr, hwaddr offset,
                                  hwaddr length, unsigned client);

static bool translates(void)
{
    const bool *tcg = dlsym(RTLD_DEFAULT, "tcg_allowed");

    return tcg && *tcg;
}

static Take *find_take(void)
{
    return translates()
        ? (Take *)dlsym(RTLD_DEFAULT,
                        "cpu_physical_memory_snapshot_and_clear_dirty")
        : memory_region_snapshot_and_clear_dirty;
}

/* Else with the big lock. */
static void collect(Nv2aState *s, void *arg)
{
    DirtyBitmapSnapshot *snap;

    if (!s->take_written) {
        return;
    }
    snap = ((Take *)s->take_written)(s->vram, 0, s->vram_size,
                                     DIRTY_MEMORY_VGA);
    qemu_mutex_lock(&s->written_lock);
    note(s, snap, 0, s->vram_size / PAGE);
    qemu_mutex_unlock(&s->written_lock);
    g_free(snap);
}

void nv2a_capture_collect(Nv2aState *s)
{
    if (s->captures) {
        collect(s, NULL);
    }
}

void nv2a_capture_watch(Nv2aState *s, bool on)
{
    unsigned i;

    for (i = 0; on && i < SETS; i++) {
        if (!s->written[i]) {
            s->written[i] = g_malloc(bytes(s));
            memset(s->written[i], 0xff, bytes(s));
        }
    }
    s->take_written = on ? find_take() : NULL;
    s->captures = on;
    s->redraw = true;
}

/* With the lock: those of this time and of the last. */
static void again(Nv2aState *s, uint8_t *pages)
{
    uint32_t i;

    for (i = 0; i < bytes(s); i++) {
        pages[i] = s->written[FOR_RECORDER][i] | s->written[LAST][i];
    }
    memcpy(s->written[LAST], s->written[FOR_RECORDER], bytes(s));
    memset(s->written[FOR_RECORDER], 0, bytes(s));
}

bool nv2a_vram_written(void *host, uint8_t *pages)
{
    Nv2aState *s = host;

    if (!s->captures || !s->take_written) {
        return false;
    }
    if (nv2a_on_thread(s) && !translates()) {
        nv2a_send(s, collect, NULL);
    } else {
        collect(s, NULL);
    }
    qemu_mutex_lock(&s->written_lock);
    again(s, pages);
    qemu_mutex_unlock(&s->written_lock);
    return true;
}

bool nv2a_capture_shows(Nv2aState *s, uint64_t offset, uint64_t len)
{
    uint64_t page, end = (offset + len + PAGE - 1) / PAGE;
    bool found = false;

    qemu_mutex_lock(&s->written_lock);
    for (page = offset / PAGE; page < end && !found; page++) {
        found = s->written[FOR_DISPLAY][page / 8] >> page % 8 & 1;
    }
    qemu_mutex_unlock(&s->written_lock);
    return found;
}

void nv2a_capture_shown(Nv2aState *s, uint64_t offset, uint64_t len)
{
    uint64_t page, end = (offset + len + PAGE - 1) / PAGE;

    qemu_mutex_lock(&s->written_lock);
    for (page = offset / PAGE; page < end; page++) {
        s->written[FOR_DISPLAY][page / 8] &= ~(1u << page % 8);
    }
    qemu_mutex_unlock(&s->written_lock);
}
