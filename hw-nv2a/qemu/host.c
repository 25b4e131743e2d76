/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the card asks of the machine: NvHostOps in terms of QEMU.  Facts: the
 * PCI, timer, memory and log interfaces of the QEMU tree.
 */
#include "nv2a-state.h"

/* What an unplugged card may no more touch: see card_exit() in device.c. */
static void host_irq(void *host, bool level)
{
    Nv2aState *s = host;

    if (!s->gone) {
        pci_set_irq(&s->parent_obj, level);
    }
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
    } else {
        timer_mod_ns(&s->timer[which], deadline);
    }
}

static bool host_dma_read(void *host, uint64_t addr, void *buf, size_t len)
{
    Nv2aState *s = host;

    return !s->gone &&
           pci_dma_read(&s->parent_obj, addr, buf, len) == MEMTX_OK;
}

static bool host_dma_write(void *host, uint64_t addr, const void *buf,
                           size_t len)
{
    Nv2aState *s = host;

    return !s->gone &&
           pci_dma_write(&s->parent_obj, addr, buf, len) == MEMTX_OK;
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
static void host_vram_dirty(void *host, uint32_t offset, uint32_t len)
{
    Nv2aState *s = host;
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

static void host_work(void *host)
{
    Nv2aState *s = host;

    if (!s->gone) {
        nv2a_run_soon(s);
    }
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

/*
 * A trace switched on in the monitor has no log to go to yet: open it.  Where
 * instructions are counted a line says when: a recorded run and its replay
 * have the same lines, and `replay-seek` goes to one.
 */
static void log_trace(const char *line)
{
    Error *err = NULL;

    if (!qemu_loglevel_mask(LOG_TRACE) &&
        !qemu_set_log(qemu_loglevel | LOG_TRACE, &err)) {
        warn_report_err(err);
        return;
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
        log_trace(line);
        break;
    }
}

static void at_exit(Notifier *notifier, void *data)
{
    nv_card_sum_errors(container_of(notifier, Nv2aState, at_exit)->card);
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
    .work = host_work,
    .config_read = host_config_read,
    .config_write = host_config_write,
    .ddc = nv2a_ddc,
    .load = nv2a_load,
    .vga_write = nv2a_vga_write,
    .vga_read = nv2a_vga_read,
    .log = host_log,
    .logs = host_logs,
};
