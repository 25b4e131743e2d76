/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The host bridge: root of the PCI bus, owner of the library's chip set, and
 * the place where reset and interrupts of all functions go through.
 */
#include "qemu/osdep.h"
#include "chipset.h"

XboxChipset *nv2a_xbox_chipset_of(PCIDevice *dev)
{
    return (XboxChipset *)object_dynamic_cast(
        OBJECT(BUS(pci_get_bus(dev))->parent), TYPE_XBOX_CHIPSET);
}

/* --- interrupts --- */

static void set_input(void *opaque, int input, int level)
{
    XboxChipset *s = opaque;

    nv_console_set_input(s->console, input, level);
}

static int map_input(PCIDevice *dev, int pin)
{
    return nv_console_input(PCI_SLOT(dev->devfn), pin);
}

/* --- functions --- */

void nv2a_xbox_chipset_adopt(XboxChipset *s, NvConsoleFn fn, PCIDevice *dev)
{
    const NvConsoleFnInfo *info = nv_console_fn(fn);

    s->fn[fn] = dev;
    pci_config_set_revision(dev->config, info->revision);
    pci_config_set_prog_interface(dev->config, info->prog_if);
    nv_console_config_reset(s->console, fn, dev->config, dev->wmask);
}

void nv2a_xbox_chipset_written(PCIDevice *dev, unsigned offset, unsigned size)
{
    XboxChipset *s = nv2a_xbox_chipset_of(dev);
    unsigned fn;

    for (fn = 0; s && fn < NV_CONSOLE_FN_COUNT; fn++) {
        if (s->fn[fn] == dev) {
            nv_console_config_written(s->console, fn, offset, size,
                                      dev->config);
        }
    }
}

/* --- reset --- */

static void reset_hold(NV2A_RESET_HOLD_ARGS(obj))
{
    XboxChipset *s = XBOX_CHIPSET(obj);

    s->parent_obj.config_reg = 0;
    nv_console_reset(s->console);
}

/* ORDER: after the functions' own resets, which leave these bytes alone. */
static void reset_exit(NV2A_RESET_HOLD_ARGS(obj))
{
    XboxChipset *s = XBOX_CHIPSET(obj);
    unsigned fn;

    for (fn = 0; fn < NV_CONSOLE_FN_COUNT; fn++) {
        if (s->fn[fn]) {
            nv_console_config_reset(s->console, fn, s->fn[fn]->config,
                                    s->fn[fn]->wmask);
        }
    }
}

static void power_button(Notifier *n, void *data)
{
    nv_console_power_button(container_of(n, XboxChipset,
                                         power_button)->console);
}

static void on_timer(void *opaque)
{
    nv_console_timer(((XboxChipset *)opaque)->console);
}

/* --- coming --- */

static void add_config_ports(XboxChipset *s)
{
    PCIHostState *host = &s->parent_obj;
    SysBusDevice *sbd = SYS_BUS_DEVICE(s);

    memory_region_init_io(&host->conf_mem, OBJECT(s), &pci_host_conf_le_ops,
                          host, "pci-conf-idx", 4);
    memory_region_add_subregion(get_system_io(), 0xcf8, &host->conf_mem);
    sysbus_init_ioports(sbd, 0xcf8, 4);
    memory_region_init_io(&host->data_mem, OBJECT(s), &pci_host_data_le_ops,
                          host, "pci-conf-data", 4);
    memory_region_add_subregion(get_system_io(), 0xcfc, &host->data_mem);
    sysbus_init_ioports(sbd, 0xcfc, 4);
}

static void chipset_realize(DeviceState *dev, Error **errp)
{
    XboxChipset *s = XBOX_CHIPSET(dev);
    char *text = NULL;

    timer_init_ns(&s->timer, QEMU_CLOCK_VIRTUAL, on_timer, s);
    s->console = nv_console_new(&s->config, &nv2a_xbox_ops, s, &text);
    if (!s->console) {
        error_setg(errp, "%s", text ? text : "no chip set");
        free(text);
        return;
    }
    nv_console_set_trace(s->console, s->trace);
    add_config_ports(s);
    nv2a_xbox_ports_init(s);
    s->power_button.notify = power_button;
    qemu_register_powerdown_notifier(&s->power_button);
}

/* Everything from the end of RAM up is PCI, below flash and boot ROM. */
static void map_pci(XboxChipset *s, uint64_t ram_size)
{
    memory_region_init(&s->pci_mem, OBJECT(s), "xbox.pci", UINT64_MAX);
    memory_region_init_alias(&s->pci_hole, OBJECT(s), "xbox.pci-hole",
                             &s->pci_mem, ram_size, 4 * GiB - ram_size);
    memory_region_add_subregion_overlap(get_system_memory(), ram_size,
                                        &s->pci_hole, -1);
}

XboxChipset *nv2a_xbox_chipset_new(const NvConsoleConfig *config, bool trace,
                                   Error **errp)
{
    DeviceState *dev = qdev_new(TYPE_XBOX_CHIPSET);
    XboxChipset *s = XBOX_CHIPSET(dev);

    s->config = *config;
    s->trace = trace;
    map_pci(s, config->ram_size);
    s->parent_obj.bus = pci_root_bus_new(dev, "pci", &s->pci_mem,
                                         get_system_io(), 0, TYPE_PCI_BUS);
    xbox_pci_irqs(s->parent_obj.bus, set_input, map_input, s,
                  NV_CONSOLE_INPUTS);
    return sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), errp) ? s : NULL;
}

static void chipset_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "The console's chip set";
    dc->realize = chipset_realize;
    dc->vmsd = &nv2a_xbox_chipset_vmstate;
    dc->user_creatable = false;
    rc->phases.hold = reset_hold;
    rc->phases.exit = reset_exit;
}

void nv2a_xbox_chipset_register(void)
{
    static const TypeInfo info = {
        .name = TYPE_XBOX_CHIPSET,
        .parent = TYPE_PCI_HOST_BRIDGE,
        .instance_size = sizeof(XboxChipset),
        .class_init = chipset_class_init,
    };

    type_register_static(&info);
}
