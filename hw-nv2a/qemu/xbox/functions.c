/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PCI functions of bus 0: a family of types from the library's rows, and
 * QEMU's own controllers under the console's ids.
 */
#include "qemu/osdep.h"
#include "chipset.h"
#include "../ports/ports.h"

#define EEPROM_MAC 0x40         /* hw: the console's own address */

OBJECT_DECLARE_TYPE(XboxFunction, XboxFunctionClass, XBOX_FUNCTION)

struct XboxFunctionClass {
    PCIDeviceClass parent_class;
    NvConsoleFn fn;
};

struct XboxFunction {
    PCIDevice parent_obj;
    MemoryRegion bar[6];        /* those that nobody has described */
};

/*
 * QEMU (7.2 to 10.0) looks at "INTx disable" only when the low byte of
 * COMMAND is written; a guest that writes the high byte alone would unbalance
 * the bus's count of asserted pins, so the low byte goes along.
 */
static void join_command(PCIDevice *dev, uint32_t *addr, uint32_t *value,
                         int *len)
{
    if (*addr == PCI_COMMAND + 1 && *len < 4) {
        *addr = PCI_COMMAND;
        *value = *value << 8 | dev->config[PCI_COMMAND];
        (*len)++;
    }
}

static void function_config_write(PCIDevice *dev, uint32_t addr,
                                  uint32_t value, int len)
{
    join_command(dev, &addr, &value, &len);
    pci_default_write_config(dev, addr, value, len);
    nv2a_xbox_chipset_written(dev, addr, len);
}

/* --- functions that have only registers --- */

static uint64_t nobody_read(void *opaque, hwaddr addr, unsigned size)
{
    nv2a_ports_log(LOG_UNIMP, "%s: read 0x%x/%u",
                   object_get_typename(opaque), (unsigned)addr, size);
    return 0;
}

static void nobody_write(void *opaque, hwaddr addr, uint64_t value,
                         unsigned size)
{
    nv2a_ports_log(LOG_UNIMP, "%s: write 0x%x/%u = 0x%x",
                   object_get_typename(opaque), (unsigned)addr, size,
                   (unsigned)value);
}

static const MemoryRegionOps nobody_ops = {
    .read = nobody_read,
    .write = nobody_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8, .unaligned = true },
    .impl = { .min_access_size = 1, .max_access_size = 4, .unaligned = true },
};

static void function_realize(PCIDevice *dev, Error **errp)
{
    XboxFunction *f = XBOX_FUNCTION(dev);
    NvConsoleFn fn = XBOX_FUNCTION_GET_CLASS(f)->fn;
    const NvConsoleFnInfo *info = nv_console_fn(fn);
    MemoryRegion *mr;
    unsigned i;

    for (i = 0; i < ARRAY_SIZE(f->bar); i++) {
        if (!info->bar[i].size) {
            continue;
        }
        mr = nv2a_xbox_ports_of(nv2a_xbox_chipset_of(dev), fn, i);
        if (!mr) {
            mr = &f->bar[i];
            memory_region_init_io(mr, OBJECT(f), &nobody_ops, f, info->name,
                                  info->bar[i].size);
        }
        pci_register_bar(dev, i, info->bar[i].io ? PCI_BASE_ADDRESS_SPACE_IO :
                         PCI_BASE_ADDRESS_SPACE_MEMORY, mr);
    }
    if (fn == NV_CONSOLE_LPC) {
        isa_bus_new(DEVICE(dev), get_system_memory(), get_system_io(), errp);
    }
}

static const VMStateDescription function_vmstate = {
    .name = TYPE_XBOX_FUNCTION,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_PCI_DEVICE(parent_obj, XboxFunction),
        VMSTATE_END_OF_LIST()
    }
};

/* What all types of the console have: ids of the row, made by the board. */
static void set_ids(ObjectClass *klass, NvConsoleFn fn)
{
    PCIDeviceClass *pc = PCI_DEVICE_CLASS(klass);
    const NvConsoleFnInfo *info = nv_console_fn(fn);

    pc->vendor_id = 0x10de;
    pc->device_id = info->device_id;
    pc->revision = info->revision;
    pc->class_id = info->class_id;
    pc->config_write = function_config_write;
    DEVICE_CLASS(klass)->user_creatable = false;
    DEVICE_CLASS(klass)->hotpluggable = false;
}

static void function_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    XBOX_FUNCTION_CLASS(klass)->fn = GPOINTER_TO_UINT(data);
    set_ids(klass, GPOINTER_TO_UINT(data));
    PCI_DEVICE_CLASS(klass)->realize = function_realize;
    DEVICE_CLASS(klass)->vmsd = &function_vmstate;
}

/* --- QEMU's controllers --- */

static void ids_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    set_ids(klass, GPOINTER_TO_UINT(data));
}

/* hw: 4 KiB of registers; QEMU's controller has 256 bytes, the rest is empty. */
static void ohci_realize(PCIDevice *dev, Error **errp)
{
    ObjectClass *parent = object_class_by_name("pci-ohci");
    MemoryRegion *bar;
    Error *err = NULL;

    PCI_DEVICE_CLASS(parent)->realize(dev, &err);
    if (err) {
        error_propagate(errp, err);
        return;
    }
    bar = g_new0(MemoryRegion, 1);
    memory_region_init(bar, OBJECT(dev), "xbox.ohci",
                       nv_console_fn(NV_CONSOLE_OHCI0)->bar[0].size);
    memory_region_add_subregion(bar, 0, dev->io_regions[0].memory);
    /* 10.0 asserts that there was none; it has no mapping yet. */
    dev->io_regions[0].size = 0;
    pci_register_bar(dev, 0, PCI_BASE_ADDRESS_SPACE_MEMORY, bar);
}

static void ohci_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    set_ids(klass, GPOINTER_TO_UINT(data));
    PCI_DEVICE_CLASS(klass)->realize = ohci_realize;
}

/*
 * hw: the window of prefetchable memory has 32 bits.  Firmware writes to what
 * would be its upper halves; the library's masks take nothing there.
 */
static void agp_realize(PCIDevice *dev, Error **errp)
{
    pci_set_word(dev->config + PCI_PREF_MEMORY_BASE, PCI_PREF_RANGE_TYPE_32);
    pci_set_word(dev->config + PCI_PREF_MEMORY_LIMIT, PCI_PREF_RANGE_TYPE_32);
    pci_bridge_initfn(dev, TYPE_PCI_BUS);
}

static void agp_config_write(PCIDevice *dev, uint32_t addr, uint32_t value,
                             int len)
{
    join_command(dev, &addr, &value, &len);
    pci_bridge_write_config(dev, addr, value, len);
    nv2a_xbox_chipset_written(dev, addr, len);
}

static const VMStateDescription agp_vmstate = {
    .name = TYPE_XBOX_AGP,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_PCI_DEVICE(parent_obj, PCIBridge),
        VMSTATE_END_OF_LIST()
    }
};

static void agp_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    PCIDeviceClass *pc = PCI_DEVICE_CLASS(klass);

    set_ids(klass, GPOINTER_TO_UINT(data));
    xbox_is_bridge(pc);
    pc->realize = agp_realize;
    pc->exit = pci_bridge_exitfn;
    pc->config_write = agp_config_write;
    xbox_legacy_reset(DEVICE_CLASS(klass), pci_bridge_reset);
    DEVICE_CLASS(klass)->vmsd = &agp_vmstate;
}

/* --- types, and one of each --- */

/* Functions that are more than registers. */
static const struct {
    const char *type, *parent;
    size_t size;                /* 0: the parent's */
    NvConsoleFn ids;
    void (*class_init)(ObjectClass *klass, NV2A_CLASS_DATA *data);
} controllers[] = {
    { TYPE_XBOX_IDE, "piix3-ide", 0, NV_CONSOLE_IDE, ids_class_init },
    { TYPE_XBOX_OHCI, "pci-ohci", 0, NV_CONSOLE_OHCI0, ohci_class_init },
    { TYPE_XBOX_AGP, TYPE_PCI_BRIDGE, sizeof(PCIBridge), NV_CONSOLE_AGP,
      agp_class_init },
};

/* Their types; those of the last three may be missing and are plain then. */
static const char *const types[NV_CONSOLE_FN_COUNT] = {
    [NV_CONSOLE_OHCI0] = TYPE_XBOX_OHCI,
    [NV_CONSOLE_OHCI1] = TYPE_XBOX_OHCI,
    [NV_CONSOLE_IDE] = TYPE_XBOX_IDE,
    [NV_CONSOLE_AGP] = TYPE_XBOX_AGP,
    [NV_CONSOLE_NIC] = TYPE_XBOX_NIC,
    [NV_CONSOLE_APU] = TYPE_XBOX_APU,
    [NV_CONSOLE_ACI] = TYPE_XBOX_ACI,
};

static NV2A_INTERFACES interfaces[] = {
    { INTERFACE_CONVENTIONAL_PCI_DEVICE },
    { },
};

static void register_plain(NvConsoleFn fn)
{
    g_autofree char *name = g_strdup_printf("xbox-fn-%s",
                                            nv_console_fn(fn)->name);
    TypeInfo info = {
        .name = name,
        .parent = TYPE_XBOX_FUNCTION,
        .class_init = function_class_init,
        .class_data = GUINT_TO_POINTER(fn),
    };

    type_register_static(&info);        /* copies what it is given */
}

static void register_controller(unsigned i)
{
    TypeInfo info = {
        .name = controllers[i].type,
        .parent = controllers[i].parent,
        .instance_size = controllers[i].size,
        .class_init = controllers[i].class_init,
        .class_data = GUINT_TO_POINTER(controllers[i].ids),
        .interfaces = controllers[i].size ? interfaces : NULL,
    };

    type_register_static(&info);
}

void nv2a_xbox_functions_register(void)
{
    static const TypeInfo base = {
        .name = TYPE_XBOX_FUNCTION,
        .parent = TYPE_PCI_DEVICE,
        .abstract = true,
        .instance_size = sizeof(XboxFunction),
        .class_size = sizeof(XboxFunctionClass),
        .interfaces = interfaces,
    };
    unsigned i;

    type_register_static(&base);
    for (i = 0; i < NV_CONSOLE_GPU; i++) {
        if (!types[i] || i == NV_CONSOLE_NIC || i == NV_CONSOLE_ACI ||
            i == NV_CONSOLE_APU) {
            register_plain(i);
        }
    }
    for (i = 0; i < ARRAY_SIZE(controllers); i++) {
        register_controller(i);
    }
}

/* hw: only the first USB controller has sockets. */
static void close_sockets(PCIDevice *dev)
{
    BusState *bus;

    QLIST_FOREACH(bus, &DEVICE(dev)->child_bus, sibling) {
        qbus_mark_full(bus);
    }
}

PCIDevice *nv2a_xbox_function_new(XboxChipset *s, NvConsoleFn fn)
{
    const NvConsoleFnInfo *info = nv_console_fn(fn);
    g_autofree char *plain = g_strdup_printf("xbox-fn-%s", info->name);
    const char *type = types[fn] && object_class_by_name(types[fn]) ?
                       types[fn] : plain;
    PCIDevice *dev = pci_new(PCI_DEVFN(info->slot, info->function), type);

    /* hw: slots 0 and 1 have a second function. */
    object_property_set_bool(OBJECT(dev), "multifunction", info->slot < 2,
                             &error_abort);
    if (g_str_equal(type, TYPE_XBOX_OHCI)) {
        qdev_prop_set_uint32(DEVICE(dev), "num-ports", 4);
    }
    if (fn == NV_CONSOLE_NIC && type != plain) {
        nv2a_ports_configure_nic(DEVICE(dev), nv_console_eeprom(s->console) +
                                 EEPROM_MAC);
    }
    /* Those that are not ours tell the chip set as well. */
    if (!PCI_DEVICE_GET_CLASS(dev)->config_write) {
        PCI_DEVICE_GET_CLASS(dev)->config_write = function_config_write;
    }
    pci_realize_and_unref(dev, s->parent_obj.bus, &error_fatal);
    if (fn == NV_CONSOLE_OHCI1) {
        close_sockets(dev);
    }
    nv2a_xbox_chipset_adopt(s, fn, dev);
    return dev;
}
