/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The library's port ranges in QEMU's I/O space, and what the chip set asks
 * of the machine.
 */
#include "qemu/osdep.h"
#include "chipset.h"
#include "../ports/ports.h"

/* The drive's tray is looked at when software may ask the controller. */
static void look_at_tray(XboxChipset *s)
{
    if (s->dvd) {
        nv_console_set_tray(s->console, blk_dev_is_tray_open(s->dvd),
                            blk_is_inserted(s->dvd));
    }
}

static uint64_t ports_read(void *opaque, hwaddr addr, unsigned size)
{
    XboxPorts *p = opaque;

    return nv_console_io_read(p->chipset->console, p->io, addr, size);
}

static void ports_write(void *opaque, hwaddr addr, uint64_t value,
                        unsigned size)
{
    XboxPorts *p = opaque;

    if (p->io == NV_CONSOLE_IO_SMBUS) {
        look_at_tray(p->chipset);
    }
    nv_console_io_write(p->chipset->console, p->io, addr, size, value);
    if (p->io == NV_CONSOLE_IO_SMBUS) {
        nv2a_xbox_eeprom_look(p->chipset);
    }
}

/* hw: firmware writes words at odd offsets. */
static const MemoryRegionOps ports_ops = {
    .read = ports_read,
    .write = ports_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 4, .unaligned = true },
    .impl = { .min_access_size = 1, .max_access_size = 4, .unaligned = true },
};

/* Ranges at a place of their own; the others are BARs of functions. */
static const struct {
    NvConsoleIo io;
    const char *name;
    uint16_t port;
    unsigned size;
} fixed[] = {
    { NV_CONSOLE_IO_SUPERIO, "xbox.superio", 0x2e, 2 },
    { NV_CONSOLE_IO_POST, "xbox.post", 0x80, 1 },
    { NV_CONSOLE_IO_RESET, "xbox.reset", 0xcf9, 1 },
    { NV_CONSOLE_IO_CMOS, "xbox.cmos", 0x72, 2 },
};

static const struct {
    NvConsoleIo io;
    const char *name;
    NvConsoleFn fn;
    unsigned bar;
} movable[] = {
    { NV_CONSOLE_IO_PM, "xbox.pm", NV_CONSOLE_LPC, 0 },
    { NV_CONSOLE_IO_SMBUS, "xbox.smbus", NV_CONSOLE_SMBUS, 1 },
    { NV_CONSOLE_IO_SMBUS2, "xbox.smbus2", NV_CONSOLE_SMBUS, 2 },
};

static MemoryRegion *add_range(XboxChipset *s, NvConsoleIo io,
                               const char *name, unsigned size)
{
    XboxPorts *p = &s->ports[io];

    p->chipset = s;
    p->io = io;
    memory_region_init_io(&p->mr, OBJECT(s), &ports_ops, p, name, size);
    return &p->mr;
}

void nv2a_xbox_ports_init(XboxChipset *s)
{
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(fixed); i++) {
        /* Port 0xcf9 lies within the one of the configuration address. */
        memory_region_add_subregion_overlap(
            get_system_io(), fixed[i].port,
            add_range(s, fixed[i].io, fixed[i].name, fixed[i].size), 1);
    }
    for (i = 0; i < ARRAY_SIZE(movable); i++) {
        add_range(s, movable[i].io, movable[i].name,
                  nv_console_fn(movable[i].fn)->bar[movable[i].bar].size);
    }
}

MemoryRegion *nv2a_xbox_ports_of(XboxChipset *s, NvConsoleFn fn, unsigned bar)
{
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(movable); i++) {
        if (movable[i].fn == fn && movable[i].bar == bar) {
            return &s->ports[movable[i].io].mr;
        }
    }
    return NULL;
}

/* --- what the chip set asks --- */

static void op_set_irq(void *opaque, unsigned irq, bool level)
{
    XboxChipset *s = opaque;

    qemu_set_irq(s->pic[irq & 15], level);
}

static void op_request(void *opaque, NvConsoleRequest request)
{
    if (request == NV_CONSOLE_POWER_OFF) {
        qemu_system_shutdown_request(SHUTDOWN_CAUSE_GUEST_SHUTDOWN);
    } else {
        qemu_system_reset_request(SHUTDOWN_CAUSE_GUEST_RESET);
    }
}

static void op_boot_rom(void *opaque, bool visible)
{
    XboxChipset *s = opaque;

    if (s->boot_rom) {
        memory_region_set_enabled(s->boot_rom, visible);
    }
}

static int64_t op_now(void *opaque)
{
    return qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
}

static void op_set_timer(void *opaque, int64_t when)
{
    XboxChipset *s = opaque;

    if (when < 0) {
        timer_del(&s->timer);
    } else {
        timer_mod_ns(&s->timer, when);
    }
}

static void op_move_tray(void *opaque, bool open)
{
    XboxChipset *s = opaque;

    /* To the drive each call is another disc, even if nothing moves. */
    if (s->dvd && open != blk_dev_is_tray_open(s->dvd)) {
        blk_dev_change_media_cb(s->dvd, !open, NULL);
    }
}

static void op_log(void *opaque, NvConsoleLog kind, const char *text)
{
    switch (kind) {
    case NV_CONSOLE_LOG_GUEST_ERROR:
        nv2a_ports_log(LOG_GUEST_ERROR, "xbox: %s", text);
        break;
    case NV_CONSOLE_LOG_UNIMP:
        nv2a_ports_log(LOG_UNIMP, "xbox: %s", text);
        break;
    case NV_CONSOLE_LOG_TRACE:
        qemu_log("xbox: %s\n", text);
        break;
    }
}

const NvConsoleOps nv2a_xbox_ops = {
    .set_irq = op_set_irq,
    .request = op_request,
    .boot_rom = op_boot_rom,
    .now = op_now,
    .set_timer = op_set_timer,
    .move_tray = op_move_tray,
    .log = op_log,
};
