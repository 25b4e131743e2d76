/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The board: processor, memory, and all parts in the order that QEMU needs.
 */
#include "qemu/osdep.h"
#include "board.h"
#include "flash.h"

#define CPU_MODEL "pentium3"            /* hw: of that class */

/* One sentence and the end: nothing later can make a machine of it. */
static void G_NORETURN refuse(Error *err)
{
    error_report_err(err);
    exit(1);
}

/* QEMU's PCs have two flash chips prepared that nobody will use. */
static void drop_pc_flash(MachineState *ms)
{
    PCMachineState *pcms =
        (PCMachineState *)object_dynamic_cast(OBJECT(ms), TYPE_PC_MACHINE);
    unsigned i;

    if (!pcms) {
        return;
    }
    for (i = 0; i < ARRAY_SIZE(pcms->flash); i++) {
        g_autofree char *name = g_strdup_printf("pflash%u", i);

        if (pcms->flash[i]) {
            object_property_del(OBJECT(pcms), name);
            object_unparent(OBJECT(pcms->flash[i]));
            pcms->flash[i] = NULL;
        }
    }
}

const char *nv2a_xbox_cpu_type(void)
{
    return object_class_by_name(CPU_MODEL "-i386-cpu") ?
           CPU_MODEL "-i386-cpu" : CPU_MODEL "-x86_64-cpu";
}

static void add_cpu(MachineState *ms)
{
    MachineClass *mc = MACHINE_GET_CLASS(ms);

    if (!ms->cpu_type || g_strcmp0(ms->cpu_type, mc->default_cpu_type) == 0) {
        ms->cpu_type = (char *)nv2a_xbox_cpu_type();
    }
    if (!xbox_kvm()) {
        object_register_sugar_prop(ms->cpu_type, "apic", "off", false);
    }
    x86_cpus_init(X86_MACHINE(ms), 1);
}

static void add_flash(XboxBoard *b, const XboxOptions *o)
{
    Error *err = NULL;
    size_t size = 0;
    g_autofree uint8_t *image = nv2a_xbox_flash_image(o, b->ms->firmware,
                                                      &size, &err);
    g_autofree uint8_t *rom = image ? nv2a_xbox_boot_rom(o, &err) : NULL;

    if (!rom) {
        refuse(err);
    }
    b->chipset->boot_rom = nv2a_xbox_flash_map(image, size, rom, &err);
    if (!b->chipset->boot_rom) {
        refuse(err);
    }
}

static void add_chipset(XboxBoard *b, const XboxOptions *o)
{
    Error *err = NULL;
    g_autofree uint8_t *eeprom = NULL;
    NvConsoleConfig config = {
        .ram_size = b->ms->ram_size,
        .avpack = o->avpack,
        .encoder = o->encoder,
        .smc_version = o->smc,
        .strict_smc = o->strict,
    };

    if (o->eeprom) {
        eeprom = nv2a_xbox_eeprom_read(o->eeprom, &err);
        if (!eeprom) {
            refuse(err);
        }
    }
    config.eeprom = eeprom;
    b->chipset = nv2a_xbox_chipset_new(&config, o->trace, &err);
    if (!b->chipset) {
        refuse(err);
    }
    if (o->eeprom) {
        nv2a_xbox_eeprom_keep(b->chipset, o->eeprom);
    }
}

/* The GPU, whose video memory is the machine's. */
static void add_gpu(XboxBoard *b)
{
    PCIBridge *agp = PCI_BRIDGE(b->chipset->fn[NV_CONSOLE_AGP]);
    PCIDevice *gpu = pci_new(PCI_DEVFN(0, 0), "nv2a");

    qdev_prop_set_string(DEVICE(gpu), "romfile", "");
    object_property_set_link(OBJECT(gpu), "vram-backend",
                             OBJECT(b->ms->memdev), &error_fatal);
    object_property_add_child(OBJECT(b->ms), "gpu", OBJECT(gpu));
    pci_realize_and_unref(gpu, pci_bridge_get_sec_bus(agp), &error_fatal);
    nv2a_xbox_chipset_adopt(b->chipset, NV_CONSOLE_GPU, gpu);
}

bool nv2a_xbox_ram_fits(uint64_t ram_size, Error **errp)
{
    g_autofree char *size = size_to_str(ram_size);

    if (ram_size != 64 * MiB && ram_size != 128 * MiB) {
        error_setg(errp, "the console has 64 or 128 MiB of RAM, not %s: give "
                   "-m 64M", size);
        return false;
    }
    return true;
}

/* What QEMU's options ask and the console has not. */
static void check_machine(MachineState *ms)
{
    Error *err = NULL;

    if (!nv2a_xbox_ram_fits(ms->ram_size, &err)) {
        refuse(err);
    }
    if (ms->smp.cpus > 1) {
        error_report("-smp %u: the console has one processor", ms->smp.cpus);
        exit(1);
    }
    if (ms->kernel_filename) {
        error_report("-kernel %s: the console starts what its flash or disc "
                     "holds, give flash=FILE, xbe=FILE or -cdrom",
                     ms->kernel_filename);
        exit(1);
    }
}

/* ORDER: the LPC function makes the ISA bus, IDE and USB look for it. */
void nv2a_xbox_board_init(MachineState *ms)
{
    const XboxOptions *o = nv2a_xbox_options();
    XboxBoard b = { .ms = ms };
    unsigned fn;

    check_machine(ms);
    drop_pc_flash(ms);
    add_cpu(ms);
    memory_region_add_subregion(get_system_memory(), 0, ms->ram);
    add_chipset(&b, o);
    add_flash(&b, o);
    for (fn = 0; fn < NV_CONSOLE_GPU; fn++) {
        nv2a_xbox_function_new(b.chipset, fn);
        if (fn == NV_CONSOLE_LPC) {
            nv2a_xbox_add_legacy(&b);
        }
    }
    nv2a_xbox_add_drives(&b);
    add_gpu(&b);
}
