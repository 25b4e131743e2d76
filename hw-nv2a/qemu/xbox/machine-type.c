/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The way of a QEMU tree: a machine type, `-M xbox`, whose properties are the
 * arguments that the plugin takes.
 */
#include "qemu/osdep.h"
#include "board.h"
#include "options.h"

#include "hw/hotplug.h"
#include "qapi/visitor.h"

#define TYPE_XBOX_MACHINE MACHINE_TYPE_NAME("xbox")

/* As for every PC: what a processor is told before and after it is made. */
static HotplugHandler *hotplug_handler(MachineState *ms, DeviceState *dev)
{
    return object_dynamic_cast(OBJECT(dev), TYPE_CPU) ?
           HOTPLUG_HANDLER(ms) : NULL;
}

static void get_option(Object *obj, Visitor *v, const char *name,
                       void *opaque, Error **errp)
{
    char *value = g_strdup(nv2a_xbox_option_value(opaque));

    visit_type_str(v, name, &value, errp);
    g_free(value);
}

static void set_option(Object *obj, Visitor *v, const char *name,
                       void *opaque, Error **errp)
{
    g_autofree char *value = NULL;

    if (visit_type_str(v, name, &value, errp)) {
        nv2a_xbox_argument(name, value, errp);
    }
}

static void add_properties(ObjectClass *klass)
{
    const XboxArgument *a = NULL;

    while ((a = nv2a_xbox_option_next(a))) {
        object_class_property_add(klass, nv2a_xbox_option_name(a), "string",
                                  get_option, set_option, NULL, (void *)a);
        object_class_property_set_description(klass, nv2a_xbox_option_name(a),
                                              nv2a_xbox_option_meaning(a));
    }
}

static void machine_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    MachineClass *mc = MACHINE_CLASS(klass);
    HotplugHandlerClass *hc = HOTPLUG_HANDLER_CLASS(klass);

    mc->desc = "The console around NV2A";
    mc->init = nv2a_xbox_board_init;
    mc->max_cpus = 1;
    mc->default_cpu_type = nv2a_xbox_cpu_type();
    mc->default_ram_size = 64 * MiB;
    mc->default_ram_id = "xbox.ram";
    mc->default_display = "none";       /* the GPU is on the board */
    mc->block_default_type = IF_IDE;
    mc->no_floppy = 1;
    mc->no_parallel = 1;
    mc->get_hotplug_handler = hotplug_handler;
    hc->pre_plug = x86_cpu_pre_plug;
    hc->plug = x86_cpu_plug;
    add_properties(klass);
}

static void register_machine(void)
{
    static NV2A_INTERFACES interfaces[] = {
        { TYPE_HOTPLUG_HANDLER },
        { },
    };
    static const TypeInfo info = {
        .name = TYPE_XBOX_MACHINE,
        .parent = TYPE_X86_MACHINE,
        .class_init = machine_class_init,
        .interfaces = interfaces,
    };

    type_register_static(&info);
    nv2a_xbox_chipset_register();
    nv2a_xbox_functions_register();
    nv2a_xbox_pit_register();
}

type_init(register_machine)
