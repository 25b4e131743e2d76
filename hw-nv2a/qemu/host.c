/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the card asks of the machine: NvHostOps in terms of QEMU.  Facts: the
 * PCI, timer, memory and log interfaces of the QEMU tree.
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

/* What an unplugged card may no more touch: see card_exit() in device.c. */
static void host_irq(void *host, bool level)
{
    nv2a_set_pin(host, level);
}

static int64_t host_clock(void *host)
{
    return qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
}

static void host_timer_set(void *host, NvTimer which, int64_t deadline)
{
    Nv2aState *s = host;

    if (deadline < 0 || s->gone) {
        timer_del(&s->timer[which]);
    } else if (which == NV_TIMER_POLL && s->threaded &&
               timer_pending(&s->timer[which])) {
        /* It comes in time, and the main loop need not wake up for another. */
    } else {
        timer_mod_ns(&s->timer[which], deadline);
    }
}

/* --- bus master --- */

typedef struct Access {
    uint64_t addr;
    uint8_t *buf;
    size_t len;
    bool is_write, ok;
} Access;

/* With the big lock: anywhere. */
static void access_bus(Nv2aState *s, void *arg)
{
    Access *a = arg;
    DMADirection dir = a->is_write ? DMA_DIRECTION_FROM_DEVICE
                                   : DMA_DIRECTION_TO_DEVICE;

    a->ok = !s->gone && pci_dma_rw(&s->parent_obj, a->addr, a->buf, a->len,
                                   dir, MEMTXATTRS_UNSPECIFIED) == MEMTX_OK;
}

/*
 * Without it: memory, as far as there is some.  A cache holds what it found,
 * whatever becomes of the map meanwhile; QEMU's own threads for disks do so.
 * Like pci_dma_rw() it marks pages as written after the bytes are there, so
 * that a migration that sends them in between sends them again.
 */
static size_t access_memory(Nv2aState *s, const Access *a)
{
    AddressSpace *as = pci_get_address_space(&s->parent_obj);
    MemoryRegionCache cache = { 0 };
    int64_t len;

    RCU_READ_LOCK_GUARD();
    len = address_space_cache_init(&cache, as, a->addr, a->len, a->is_write);
    if (len > 0 && cache.ptr && a->is_write) {
        memcpy(cache.ptr, a->buf, len);
        address_space_cache_invalidate(&cache, 0, len);
    } else if (len > 0 && cache.ptr) {
        memcpy(a->buf, cache.ptr, len);
    } else {
        len = 0;
    }
    address_space_cache_destroy(&cache);
    return len;
}

static bool access_any(Nv2aState *s, Access a)
{
    size_t done;

    if (!nv2a_on_thread(s)) {
        access_bus(s, &a);
        return a.ok;
    }
    while (a.len && (done = access_memory(s, &a))) {
        a.addr += done;
        a.buf += done;
        a.len -= done;
    }
    if (!a.len) {
        return true;
    }
    nv2a_send(s, access_bus, &a);
    return a.ok;
}

static bool host_dma_read(void *host, uint64_t addr, void *buf, size_t len)
{
    return access_any(host, (Access) { addr, buf, len });
}

static bool host_dma_write(void *host, uint64_t addr, const void *buf,
                           size_t len)
{
    return access_any(host, (Access) { addr, (uint8_t *)buf, len, true });
}

/*
 * Only RAM and ROM: reading anything else may do something.  A reference
 * keeps it while the card looks, whatever the guest unplugs meanwhile.
 */
static const void *host_dma_map(void *host, uint64_t addr, uint64_t *len)
{
    Nv2aState *s = host;
    hwaddr at, size = *len;
    MemoryRegion *mr;

    if (s->gone) {
        return NULL;
    }
    RCU_READ_LOCK_GUARD();
    mr = address_space_translate(pci_get_address_space(&s->parent_obj), addr,
                                 &at, &size, false, MEMTXATTRS_UNSPECIFIED);
    if (!memory_region_is_ram(mr) || memory_region_is_ram_device(mr)) {
        return NULL;
    }
    nv2a_keep(s, mr);
    *len = size;
    return (uint8_t *)memory_region_get_ram_ptr(mr) + at;
}

/*
 * A backend may be the machine's memory and hold code: going through an
 * address space also drops what TCG translated from there.
 */
static void tell_vram(Nv2aState *s, uint32_t offset, uint32_t len)
{
    hwaddr mapped;
    void *p;

    if (!s->backend) {
        memory_region_set_dirty(s->vram, offset, len);
        return;
    }
    while (len) {
        mapped = len;
        p = address_space_map(&s->vram_as, offset, &mapped, true,
                              MEMTXATTRS_UNSPECIFIED);
        if (!p) {
            return;
        }
        address_space_unmap(&s->vram_as, p, mapped, true, mapped);
        offset += mapped;
        len -= mapped;
    }
}

typedef struct Written {
    uint32_t offset, len;
} Written;

/*
 * The bytes follow, but before the call is over.  With the big lock nobody
 * looks meanwhile; a run on the thread tells when it ends, or what was told
 * could be looked at and forgotten before the bytes are there.  So does any
 * call while a capture is on, which wants to know what others wrote.
 */
static void host_vram_dirty(void *host, uint32_t offset, uint32_t len)
{
    Nv2aState *s = host;
    Written *last, range = { offset, len };

    if (!nv2a_on_thread(s) && !s->captures) {
        tell_vram(s, offset, len);
        return;
    }
    if (s->dirty->len) {
        last = &g_array_index(s->dirty, Written, s->dirty->len - 1);
        if (offset <= last->offset + last->len &&
            last->offset <= offset + len) {
            range.offset = MIN(offset, last->offset);
            range.len = MAX(offset + len, last->offset + last->len) -
                        range.offset;
            *last = range;
            return;
        }
    }
    g_array_append_val(s->dirty, range);
}

void nv2a_tell_dirty(Nv2aState *s)
{
    const Written *range;
    unsigned i;

    for (i = 0; i < s->dirty->len; i++) {
        range = &g_array_index(s->dirty, Written, i);
        tell_vram(s, range->offset, range->len);
    }
    g_array_set_size(s->dirty, 0);
}

static void host_work(void *host)
{
    Nv2aState *s = host;

    if (!s->gone) {
        nv2a_run_soon(s);
    }
}

/* gdb gets a SIGTRAP; without one the machine is paused. */
static void host_stopped(void *host, const char *why)
{
    qemu_system_debug_request();
}

static uint32_t host_config_read(void *host, uint32_t offset)
{
    Nv2aState *s = host;

    offset &= ~3u;
    if (s->gone || offset >= pci_config_size(&s->parent_obj)) {
        return 0;
    }
    return pci_default_read_config(&s->parent_obj, offset, 4);
}

static void host_config_write(void *host, uint32_t offset, uint32_t value)
{
    Nv2aState *s = host;

    offset &= ~3u;
    if (!s->gone && offset < pci_config_size(&s->parent_obj)) {
        pci_default_write_config(&s->parent_obj, offset, value, 4);
    }
}

static void open_log(Nv2aState *s, void *arg)
{
    Error *err = NULL;

    if (!qemu_set_log(qemu_loglevel | LOG_TRACE, &err)) {
        warn_report_err(err);
    }
}

/*
 * A trace switched on in the monitor has no log to go to yet: open it.  Where
 * instructions are counted a line says when: a recorded run and its replay
 * have the same lines, and `replay-seek` goes to one.
 */
static void log_trace(Nv2aState *s, const char *line)
{
    if (!qemu_loglevel_mask(LOG_TRACE)) {
        if (nv2a_on_thread(s)) {
            nv2a_send(s, open_log, NULL);
        } else {
            open_log(s, NULL);
        }
    }
    if (icount_enabled()) {
        qemu_log("%" PRId64 " %s\n", icount_get_raw(), line);
    } else {
        qemu_log("%s\n", line);
    }
}

static bool host_logs(void *host, NvLogKind kind)
{
    return kind == NV_LOG_TRACE ||
           qemu_loglevel_mask(kind == NV_LOG_UNIMP ? LOG_UNIMP
                                                   : LOG_GUEST_ERROR);
}

static void host_log(void *host, NvLogKind kind, const char *line)
{
    Nv2aState *s = host;
    const char *id = DEVICE(s)->id;
    g_autofree char *who = id ? g_strdup_printf("%s %s", object_get_typename(
                                                OBJECT(s)), id)
                              : g_strdup(object_get_typename(OBJECT(s)));

    switch (kind) {
    case NV_LOG_GUEST_ERROR:
        qemu_log_mask(LOG_GUEST_ERROR, "%s: %s\n", who, line);
        break;
    case NV_LOG_UNIMP:
        qemu_log_mask(LOG_UNIMP, "%s: %s\n", who, line);
        break;
    case NV_LOG_TRACE:
        log_trace(s, line);
        break;
    }
}

static void at_exit(Notifier *notifier, void *data)
{
    Nv2aState *s = container_of(notifier, Nv2aState, at_exit);

    if (s->threaded) {
        nv2a_turn_pause(s, true);
    }
    nv_card_sum_errors(s->card);
    g_free(nv_card_capture_stop(s->card));
}

void nv2a_errors_watch(Nv2aState *s)
{
    s->at_exit.notify = at_exit;
    qemu_add_exit_notifier(&s->at_exit);
}

void nv2a_errors_forget(Nv2aState *s)
{
    qemu_remove_exit_notifier(&s->at_exit);
}

const NvHostOps nv2a_host_ops = {
    .irq = host_irq,
    .clock_ns = host_clock,
    .timer_set = host_timer_set,
    .dma_read = host_dma_read,
    .dma_write = host_dma_write,
    .dma_map = host_dma_map,
    .vram_dirty = host_vram_dirty,
    .vram_written = nv2a_vram_written,
    .work = host_work,
    .stopped = host_stopped,
    .config_read = host_config_read,
    .config_write = host_config_write,
    .ddc = nv2a_ddc,
    .load = nv2a_load,
    .vga_write = nv2a_vga_write,
    .vga_read = nv2a_vga_read,
    .log = host_log,
#ifdef NV2A_PNG
    .picture = nv2a_picture,
#endif
    .logs = host_logs,
};
