/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PCI function around a card: properties, BARs, interrupt pin, timers,
 * types.  Everything the card does itself is behind nv2a/card.h.
 */
#include "qemu/osdep.h"
#include "compat.h"
#include "device.h"
#include "nv2a-state.h"

#define NV2A_VENDOR_ID 0x10de

const Nv2aPropertyHelp nv2a_property_help[] = {
    { "vram", "SIZE", "as the card was sold",
      "Memory of the card (BAR1): " NV_CARD_VRAM_TEXT "." },
    { "vram-backend", "ID", "none",
      "Use the memory backend with this id as VRAM, for instance the "
      "machine's own memory." },
    { "raster", "NAME[:ARGUMENT]", "soft",
      "What becomes of triangles, lines and points; -plugin nv2a.so,help "
      "lists the backends." },
    { "record-file", "FILE", "none",
      "File that raster=record writes, the same as raster=record:FILE." },
    { "capture", "FILE", "none",
      "Put all that the card takes from outside into this file, for nv-cap; "
      "x-debug's \"capture stop\" or QEMU's end closes it." },
    { "capture-key", "KEY", "none",
      "Begin such a capture when this key is hit (a name as sendkey takes it, "
      "for instance f11), end it when it is hit again; the next one gets a "
      "number.  The guest never sees the key." },
    { "executor", "NAME", "auto",
      "What runs vertex programs; a name that is none lists them all." },
    { "arith", "exact|fast", "exact",
      "Arithmetic of vertex programs: the chip's to the bit, or the host's "
      "where only last places differ." },
    { "threads", "N", "host cores less one; 1 with -icount",
      "Threads that run the vertex programs of large draws, 1 to 16; the "
      "results are the same." },
    { "raster-threads", "N", "1",
      "Threads that draw pixels, 1 to 16, the one that pushed work is done on "
      "among them; the pictures are the same." },
    { "thread", "on|off|auto", "auto",
      "Pushed work is done on a thread of its own, while the guest goes on; "
      "auto does unless instructions are counted (-icount)." },
    { "memory", "SIZE", "64M",
      "Most host memory, beside VRAM, that a guest can make the card keep: "
      NV_CARD_MEMORY_TEXT "." },
    { "romfile", "FILE", "none",
      "VGA BIOS image, at most 1 MiB, as option ROM and at PROM; without it "
      "there are SeaVGABIOS and tables made for the chip." },
    { "vga", "on|off|auto", "auto",
      "Answer VGA's ports and memory; auto does unless another card did "
      "before." },
    { "monitor", "on|off", "on",
      "A monitor is plugged in: its EDID answers, it loads the lines." },
    { "xres", "PIXELS", "1280", "Width that the monitor likes best." },
    { "yres", "PIXELS", "800", "Height that the monitor likes best." },
    { "xmax", "PIXELS", "none", "Largest width of the monitor." },
    { "ymax", "PIXELS", "none", "Largest height of the monitor." },
    { "refresh_rate", "MILLIHERTZ", "75000",
      "Pictures a second, times 1000, that the monitor likes best." },
    { NULL }
};

/* --- what the machine asks of the card --- */

static uint64_t mmio_read(void *opaque, hwaddr addr, unsigned size)
{
    Nv2aState *s = opaque;
    uint32_t value;

    if (nv2a_is_running(s) &&
        ((size == 4 && nv2a_posted(s, addr, &value)) ||
         nv_card_glance(s->card, addr, size, &value))) {
        return value;
    }
    nv2a_run_for_reader(s);
    if (!nv2a_enter(s)) {
        return UINT32_MAX;
    }
    value = nv_card_mmio_read(s->card, addr, size);
    nv2a_leave(s);
    return value;
}

static void mmio_write(void *opaque, hwaddr addr, uint64_t value,
                       unsigned size)
{
    Nv2aState *s = opaque;

    s->reads = 0;
    if (nv2a_is_running(s) && nv_card_can_wait(s->card, addr, size) &&
        nv2a_post(s, addr, value)) {
        return;
    }
    if (nv2a_enter(s)) {
        nv_card_mmio_write(s->card, addr, value, size);
        nv2a_leave(s);
    }
}

static uint64_t ramin_read(void *opaque, hwaddr addr, unsigned size)
{
    return mmio_read(opaque, NV_CARD_BAR2 + addr, size);
}

static void ramin_write(void *opaque, hwaddr addr, uint64_t value,
                        unsigned size)
{
    mmio_write(opaque, NV_CARD_BAR2 + addr, value, size);
}

/* 64-bit guests fill instance memory eight bytes at a time. */
#define BAR_OPS(read_, write_) { \
    .read = read_, \
    .write = write_, \
    .endianness = DEVICE_LITTLE_ENDIAN, \
    .valid = { .min_access_size = 1, .max_access_size = 8, \
               .unaligned = true }, \
    .impl = { .min_access_size = 1, .max_access_size = 4, \
              .unaligned = true }, \
}

static const MemoryRegionOps mmio_ops = BAR_OPS(mmio_read, mmio_write);
static const MemoryRegionOps ramin_ops = BAR_OPS(ramin_read, ramin_write);

static void on_timer(void *opaque)
{
    Nv2aTimerRef *ref = opaque;

    if (nv2a_enter(ref->state)) {
        nv_card_timer(ref->state->card, ref->which);
        nv2a_leave(ref->state);
    }
}

static void reset_hold(NV2A_RESET_HOLD_ARGS(obj))
{
    nv2a_reset(NV2A_CARD(obj));
}

/* --- coming and going --- */

static void make_bars(Nv2aState *s)
{
    PCIDevice *pci = &s->parent_obj;

    memory_region_init_io(&s->mmio, OBJECT(s), &mmio_ops, s, "nv2a.mmio",
                          16 * MiB);
    memory_region_init_alias(&s->vram_bar, OBJECT(s), "nv2a.vram-bar",
                             s->vram, 0, s->vram_size);
    memory_region_set_log(s->vram, true, DIRTY_MEMORY_VGA);
    pci_register_bar(pci, 0, PCI_BASE_ADDRESS_SPACE_MEMORY, &s->mmio);
    pci_register_bar(pci, 1, PCI_BASE_ADDRESS_SPACE_MEMORY |
                     PCI_BASE_ADDRESS_MEM_PREFETCH, &s->vram_bar);
    if (nv2a_info(s)->bar2) {
        memory_region_init_io(&s->ramin, OBJECT(s), &ramin_ops, s,
                              "nv2a.ramin", NV_CARD_BAR2);
        pci_register_bar(pci, 2, PCI_BASE_ADDRESS_SPACE_MEMORY |
                         PCI_BASE_ADDRESS_MEM_PREFETCH, &s->ramin);
    }
    if (s->backend) {
        memory_region_init_alias(&s->vram_root, OBJECT(s), "nv2a.vram-root",
                                 s->vram, 0, s->vram_size);
        address_space_init(&s->vram_as, &s->vram_root, "nv2a-vram");
        s->backend_as = true;
    }
}

static void release(Nv2aState *s)
{
    unsigned i;

    if (s->backend_as) {
        address_space_destroy(&s->vram_as);
        s->backend_as = false;
    }
    nv2a_hotkey_exit(s);
    nv2a_run_exit(s);           /* whose thread may set timers */
    for (i = 0; i < NV_TIMERS; i++) {
        timer_del(&s->timer[i]);
    }
    nv2a_card_free(s);
    nv2a_capture_exit(s);
    nv2a_vga_exit(s);
}

static void card_realize(PCIDevice *pci, Error **errp)
{
    Nv2aState *s = NV2A_CARD(pci);
    Error *err = NULL;
    bool thread = nv2a_wants_thread(s, &err);
    unsigned i;

    if (err) {
        error_propagate(errp, err);
        return;
    }
    if (!nv2a_check_raster(s, errp)) {
        return;
    }
    for (i = 0; i < NV_TIMERS; i++) {
        s->timer_ref[i] = (Nv2aTimerRef) { s, i };
        timer_init_ns(&s->timer[i], QEMU_CLOCK_VIRTUAL, on_timer,
                      &s->timer_ref[i]);
    }
    nv2a_run_init(s);
    nv2a_capture_init(s);
    if (!nv2a_vram_make(s, errp) || !nv2a_vga_init(s, errp) ||
        !nv2a_card_make(s, errp)) {
        release(s);
        return;
    }
    pci->config[PCI_INTERRUPT_PIN] = 1;
    make_bars(s);
    if (!nv2a_hotkey_init(s, errp) || !nv2a_capture_begin(s, errp)) {
        memory_region_set_log(s->vram, false, DIRTY_MEMORY_VGA);
        release(s);
        return;
    }
    nv2a_vga_claim(s);
    nv2a_display_init(s);
    nv2a_errors_watch(s);
    nv2a_add_command();
    if (thread) {
        nv2a_run_start(s);
    }
}

static void release_later(void *opaque)
{
    release(opaque);
    object_unref(OBJECT(opaque));
}

/*
 * A bus master write of the card may hit the register that switches its slot
 * off.  Then it stays, and reaches nothing, until that call is over.  A CPU
 * that was on its way to a register finds nobody, either.
 */
static void card_exit(PCIDevice *pci)
{
    Nv2aState *s = NV2A_CARD(pci);

    nv2a_errors_forget(s);
    nv2a_display_exit(s);
    memory_region_set_log(s->vram, false, DIRTY_MEMORY_VGA);
    s->gone = true;
    if (s->busy) {
        object_ref(OBJECT(s));
        aio_bh_schedule_oneshot(qemu_get_aio_context(), release_later, s);
    } else {
        release(s);
    }
}

/* --- types --- */

NV2A_PROPERTIES(card_properties) = {
    DEFINE_PROP_SIZE("vram", Nv2aState, vram_size, 0),
    DEFINE_PROP_LINK("vram-backend", Nv2aState, backend, TYPE_MEMORY_BACKEND,
                     HostMemoryBackend *),
    DEFINE_PROP_STRING("raster", Nv2aState, raster),
    DEFINE_PROP_STRING("record-file", Nv2aState, record_file),
    DEFINE_PROP_STRING("capture", Nv2aState, capture_file),
    DEFINE_PROP_STRING("capture-key", Nv2aState, capture_key),
    DEFINE_PROP_STRING("executor", Nv2aState, executor),
    DEFINE_PROP_STRING("arith", Nv2aState, arith),
    DEFINE_PROP_UINT32("threads", Nv2aState, threads, 0),
    DEFINE_PROP_UINT32("raster-threads", Nv2aState, raster_threads, 1),
    DEFINE_PROP_SIZE("memory", Nv2aState, memory, 0),
    DEFINE_PROP_ON_OFF_AUTO("thread", Nv2aState, thread_property,
                            ON_OFF_AUTO_AUTO),
    DEFINE_PROP_ON_OFF_AUTO("vga", Nv2aState, vga_property,
                            ON_OFF_AUTO_AUTO),
    DEFINE_PROP_BOOL("monitor", Nv2aState, plugged, true),
    DEFINE_EDID_PROPERTIES(Nv2aState, monitor),
    NV2A_PROPERTIES_END
};

/*
 * QEMU (7.2 to 10.0) looks at "INTx disable" only when the low byte of
 * COMMAND is written.  A guest that writes the high byte alone would unbalance
 * the bus's count of asserted pins and end QEMU at the next reset, so the low
 * byte goes along.
 */
static void card_config_write(PCIDevice *pci, uint32_t addr, uint32_t value,
                              int len)
{
    if (addr == PCI_COMMAND + 1 && len < 4) {
        addr = PCI_COMMAND;
        value = value << 8 | pci->config[PCI_COMMAND];
        len++;
    }
    pci_default_write_config(pci, addr, value, len);
}

static void base_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    PCIDeviceClass *pc = PCI_DEVICE_CLASS(klass);
    ObjectClass *parent = object_class_get_parent(klass);
    const Nv2aPropertyHelp *p;

    RESETTABLE_CLASS(klass)->phases.hold = reset_hold;
    pc->realize = card_realize;
    pc->exit = card_exit;
    pc->config_write = card_config_write;
    pc->vendor_id = NV2A_VENDOR_ID;
    pc->class_id = PCI_CLASS_DISPLAY_VGA;
    /* Without Bochs' VBE ports it is plain VGA; QEMU puts our ids in. */
    pc->romfile = "vgabios-stdvga.bin";
    dc->vmsd = &nv2a_vmstate;
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    device_class_set_props(dc, card_properties);
    for (p = nv2a_property_help; p->name; p++) {
        /* romfile is the parent's, and only its class may describe it. */
        if (!object_class_property_find(parent, p->name)) {
            object_class_property_set_description(klass, p->name, p->meaning);
        }
    }
    nv2a_add_dumps(klass);
}

static void chip_class_init(ObjectClass *klass, NV2A_CLASS_DATA *data)
{
    const NvCardInfo *info = data;
    PCIDeviceClass *pc = PCI_DEVICE_CLASS(klass);

    DEVICE_CLASS(klass)->desc = info->title;
    pc->device_id = info->pci_device_id;
    pc->revision = info->pci_revision;
    NV2A_CARD_CLASS(klass)->info = info;
}

static NV2A_INTERFACES card_interfaces[] = {
    { INTERFACE_CONVENTIONAL_PCI_DEVICE },
    { },
};

static const TypeInfo base_info = {
    .name = TYPE_NV2A_CARD,
    .parent = TYPE_PCI_DEVICE,
    .abstract = true,
    .instance_size = sizeof(Nv2aState),
    .class_size = sizeof(Nv2aClass),
    .class_init = base_class_init,
    .interfaces = card_interfaces,
};

void nv2a_register_types(void)
{
    const NvCardInfo *info;

    type_register_static(&base_info);
    for (info = nv_card_chips(); info->name; info++) {
        TypeInfo type = {
            .name = info->name,
            .parent = TYPE_NV2A_CARD,
            .class_init = chip_class_init,
            .class_data = (void *)info,
        };

        type_register_static(&type);    /* copies what it is given */
    }
}

#ifndef NV2A_PLUGIN
type_init(nv2a_register_types)
#endif
