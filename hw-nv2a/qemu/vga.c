/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VGA's own modes and the monitor.  The card keeps VGA's registers; QEMU's VGA
 * core follows every write and draws text, planes and 320x200 from memory of
 * its own.  Facts: hw/display and hw/i2c of the QEMU tree.
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

/* What SeaVGABIOS and boot loaders use fits VGA's 256 KiB. */
#define VGA_MEMORY_MB 1
#define DDC_ADDRESS 0x50
#define DDC_BUS 0               /* that of the VGA connector */

/* --- ports --- */

static uint64_t port_read(Nv2aState *s, uint16_t port)
{
    uint8_t value;

    if (!nv2a_enter(s)) {
        return UINT8_MAX;
    }
    value = nv_card_vga_read(s->card, port);
    nv2a_leave(s);
    return value;
}

static void port_write(Nv2aState *s, uint16_t port, uint8_t value)
{
    if (nv2a_enter(s)) {
        nv_card_vga_write(s->card, port, value);
        nv2a_leave(s);
    }
}

#define PORTS(name, base) \
    static uint64_t name##_read(void *opaque, hwaddr addr, unsigned size) \
    { \
        return port_read(opaque, (base) + addr); \
    } \
    static void name##_write(void *opaque, hwaddr addr, uint64_t value, \
                             unsigned size) \
    { \
        port_write(opaque, (base) + addr, value); \
    } \
    static const MemoryRegionOps name##_ops = { \
        .read = name##_read, \
        .write = name##_write, \
        .endianness = DEVICE_LITTLE_ENDIAN, \
        .valid = { .min_access_size = 1, .max_access_size = 4, \
                   .unaligned = true }, \
        .impl = { .min_access_size = 1, .max_access_size = 1 }, \
    };

PORTS(low, QEMU_PCI_VGA_IO_LO_BASE)
PORTS(high, QEMU_PCI_VGA_IO_HI_BASE)

void nv2a_vga_write(void *host, uint16_t port, uint8_t value)
{
    Nv2aState *s = host;

    if (!s->gone) {
        vga_ioport_write(&s->vga, port, value);
    }
}

/* Only for what reading changes. */
void nv2a_vga_read(void *host, uint16_t port)
{
    Nv2aState *s = host;

    if (!s->gone) {
        vga_ioport_read(&s->vga, port);
    }
}

/* --- the monitor --- */

static void make_monitor(Nv2aState *s)
{
    I2CBus *bus = i2c_init_bus(DEVICE(s), "nv2a.ddc");
    DeviceState *monitor = s->plugged ? qdev_try_new(TYPE_I2CDDC) : NULL;

    /* A QEMU that was built without one: the plug is empty. */
    if (!monitor) {
        return;
    }
    bitbang_i2c_init(&s->ddc, bus);
    /* What the monitor made by itself ignores its own properties. */
    qemu_edid_generate(I2CDDC(monitor)->edid_blob,
                       sizeof(I2CDDC(monitor)->edid_blob), &s->monitor);
    i2c_slave_set_address(I2C_SLAVE(monitor), DDC_ADDRESS);
    qdev_realize_and_unref(monitor, BUS(bus), &error_abort);
    s->has_monitor = true;
}

bool nv2a_ddc(void *host, unsigned bus, bool clock, bool data)
{
    Nv2aState *s = host;

    if (bus != DDC_BUS || !s->has_monitor || s->gone) {
        return data;
    }
    bitbang_i2c_set(&s->ddc, BITBANG_I2C_SCL, clock);
    return bitbang_i2c_set(&s->ddc, BITBANG_I2C_SDA, data);
}

bool nv2a_load(void *host)
{
    Nv2aState *s = host;

    return s->plugged;
}

/* --- coming and going --- */

/*
 * VGA's ports and memory are the machine's from its start, with what its BIOS
 * found there: a card that comes later has none, and one that has them stays.
 */
bool nv2a_vga_init(Nv2aState *s, Error **errp)
{
    if (DEVICE(s)->hotplugged && s->vga_property == ON_OFF_AUTO_ON) {
        error_setg(errp, "vga=on is not possible for a card that is plugged "
                   "into a running machine: leave it out, or give the card "
                   "with -device");
        return false;
    }
    s->vga.vram_size_mb = VGA_MEMORY_MB;
    if (!vga_common_init(&s->vga, OBJECT(s), errp)) {
        return false;
    }
    make_monitor(s);
    return true;
}

void nv2a_vga_exit(Nv2aState *s)
{
    if (s->stays) {
        qdev_del_unplug_blocker(DEVICE(s), s->stays);
        error_free(s->stays);
        s->stays = NULL;
    }
    /* Its name is free again for a card that takes this one's place. */
    if (s->vga.vram_ptr) {
        vmstate_unregister_ram(&s->vga.vram, DEVICE(s));
        s->vga.vram_ptr = NULL;
    }
}

/* Another function on the bus that answers VGA's ports. */
static void find_vga(PCIBus *bus, PCIDevice *device, void *found)
{
    *(bool *)found |= device->has_vga;
}

static bool another_vga(Nv2aState *s)
{
    bool found = false;
    PCIBus *bus = pci_get_bus(&s->parent_obj);

    pci_for_each_device(bus, pci_bus_num(bus), find_vga, &found);
    return found;
}

void nv2a_vga_claim(Nv2aState *s)
{
    PCIDevice *pci = &s->parent_obj;
    Object *owner = OBJECT(s);

    s->vga_on = s->vga_property == ON_OFF_AUTO_ON ||
                (s->vga_property == ON_OFF_AUTO_AUTO &&
                 !DEVICE(s)->hotplugged && !another_vga(s));
    if (!s->vga_on) {
        /* Nothing for the machine's BIOS to run, unless the user says so. */
        if (!pci->romfile) {
            pci->romfile = g_strdup("");
        }
        return;
    }
    memory_region_init_io(&s->vga_mem, owner, &vga_mem_ops, &s->vga,
                          "nv2a.vga-memory", QEMU_PCI_VGA_MEM_SIZE);
    memory_region_set_flush_coalesced(&s->vga_mem);
    memory_region_init_io(&s->vga_low, owner, &low_ops, s, "nv2a.vga-low",
                          QEMU_PCI_VGA_IO_LO_SIZE);
    memory_region_init_io(&s->vga_high, owner, &high_ops, s, "nv2a.vga-high",
                          QEMU_PCI_VGA_IO_HI_SIZE);
    pci_register_vga(pci, &s->vga_mem, &s->vga_low, &s->vga_high);
    error_setg(&s->stays, "the card answers VGA's ports, which the machine has "
               "from its start: only a card with vga=off can be unplugged");
    qdev_add_unplug_blocker(DEVICE(s), s->stays);
}
