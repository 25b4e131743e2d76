/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PCI function around a card: BARs, interrupt pin, timers, properties,
 * reset.  Everything the card does itself is behind nv2a/card.h.
 */
#include "compat.h"
#include "device.h"
#include "nv2a-state.h"

#define NV2A_VENDOR_ID 0x10de
#define NV2A_VRAM_MIN (4 * MiB)
#define NV2A_VRAM_MAX (128 * MiB)
#define NV2A_ROM_MAX (1 * MiB)

const Nv2aPropertyHelp nv2a_property_help[] = {
    { "vram", "SIZE", "as the card was sold",
      "Memory of the card (BAR1): a power of two from 4M to 128M." },
    { "vram-backend", "ID", "none",
      "Use the memory backend with this id as VRAM, for instance the "
      "machine's own memory." },
    { "raster", "NAME[:ARGUMENT]", "soft",
      "What becomes of triangles, lines and points; -plugin nv2a.so,help "
      "lists the backends." },
    { "record-file", "FILE", "none",
      "File that raster=record writes, the same as raster=record:FILE." },
    { "executor", "NAME", "auto",
      "What runs vertex programs; a name that is none lists them all." },
    { "arith", "exact|fast", "exact",
      "Arithmetic of vertex programs: the chip's to the bit, or the host's "
      "where only last places differ." },
    { "threads", "N", "host cores less one",
      "Threads that run the vertex programs of large draws, 1 to 16; the "
      "results are the same." },
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

/*
 * The card is not re-entrant, and a guest can point its bus master at its own
 * registers: such an access is dropped like one that nobody answers.
 */
bool nv2a_enter(Nv2aState *s)
{
    if (s->busy) {
        qemu_log_mask(LOG_GUEST_ERROR, "%s: bus master access to its own "
                      "registers\n", object_get_typename(OBJECT(s)));
        return false;
    }
    s->busy = true;
    return true;
}

static void reset_card(Nv2aState *s)
{
    unsigned i;

    for (i = 0; i < NV_TIMERS; i++) {
        timer_del(&s->timer[i]);
    }
    nv2a_vga_reset(s);
    nv_card_reset(s->card);
    pci_set_irq(&s->parent_obj, nv_card_irq(s->card));
}

void nv2a_leave(Nv2aState *s)
{
    s->busy = false;
    if (s->reset_wanted) {
        s->reset_wanted = false;
        reset_card(s);
    }
}

static uint64_t mmio_read(void *opaque, hwaddr addr, unsigned size)
{
    Nv2aState *s = opaque;
    uint32_t value;

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
    if (nv2a_enter(s)) {
        nv_card_mmio_write(s->card, addr, value, size);
        nv2a_leave(s);
    }
}

static const MemoryRegionOps mmio_ops = {
    .read = mmio_read,
    .write = mmio_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    /* 64-bit guests fill PRAMIN eight bytes at a time. */
    .valid = { .min_access_size = 1, .max_access_size = 8, .unaligned = true },
    .impl = { .min_access_size = 1, .max_access_size = 4, .unaligned = true },
};

static void on_timer(void *opaque)
{
    Nv2aTimerRef *ref = opaque;

    if (nv2a_enter(ref->state)) {
        nv_card_timer(ref->state->card, ref->which);
        nv2a_leave(ref->state);
    }
}

/*
 * A bus master write may hit a bridge's reset bit: what runs in the card
 * ends first.
 */
static void reset_hold(NV2A_RESET_HOLD_ARGS(obj))
{
    Nv2aState *s = NV2A_CARD(obj);

    if (s->busy) {
        s->reset_wanted = true;
    } else {
        reset_card(s);
    }
}

/* --- coming and going --- */

/* Split raster=NAME:ARGUMENT; record-file is the argument of "record". */
static void split_raster(Nv2aState *s)
{
    const char *colon = s->raster ? strchr(s->raster, ':') : NULL;

    g_free(s->raster_name);
    g_free(s->raster_arg);
    s->raster_name = colon ? g_strndup(s->raster, colon - s->raster) :
                     g_strdup(s->raster);
    s->raster_arg = g_strdup(colon ? colon + 1 : s->record_file);
}

static bool check_raster(Nv2aState *s, Error **errp)
{
    g_autoptr(GString) known = g_string_new(NULL);
    bool record;
    const char *name;
    unsigned i;

    split_raster(s);
    record = g_strcmp0(s->raster_name, "record") == 0;
    for (i = 0; (name = nv_card_raster_name(i)); i++) {
        if (!s->raster_name || strcmp(name, s->raster_name) == 0) {
            break;
        }
        g_string_append_printf(known, "%s%s", i ? ", " : "", name);
    }
    if (!name) {
        error_setg(errp, "raster=%s is unknown: choose from %s", s->raster,
                   known->str);
        return false;
    }
    if (record && !s->raster_arg) {
        error_setg(errp, "raster=record needs record-file=FILE");
        return false;
    }
    if (s->record_file && !record) {
        error_setg(errp, "record-file=%s is used only with raster=record",
                   s->record_file);
        return false;
    }
    return true;
}

static bool check_vram_size(uint64_t size, const char *what, Error **errp)
{
    if (size < NV2A_VRAM_MIN || size > NV2A_VRAM_MAX || !is_power_of_2(size)) {
        g_autofree char *text = size_to_str(size);

        error_setg(errp, "%s %s is not possible: VRAM is a power of two from "
                   "4 MiB to 128 MiB", what, text);
        return false;
    }
    return true;
}

/* VRAM from a backend; its owner registers it for migration if mapped. */
static bool attach_backend(Nv2aState *s, Error **errp)
{
    MemoryRegion *mr = host_memory_backend_get_memory(s->backend);
    uint64_t size = mr ? memory_region_size(mr) : 0;

    if (!mr) {
        error_setg(errp, "vram-backend has no memory");
        return false;
    }
    if (!s->vram_size) {
        s->vram_size = size;
    }
    if (!check_vram_size(s->vram_size, "the size of vram-backend", errp)) {
        return false;
    }
    if (s->vram_size > size) {
        error_setg(errp, "vram=%" PRIu64 "M is more than vram-backend has "
                   "(%" PRIu64 "M)", s->vram_size / MiB, size / MiB);
        return false;
    }
    s->vram = mr;
    s->mapped_backend = !host_memory_backend_is_mapped(s->backend);
    if (s->mapped_backend) {
        host_memory_backend_set_mapped(s->backend, true);
        vmstate_register_ram(mr, DEVICE(s));
    }
    return true;
}

static bool make_vram(Nv2aState *s, Error **errp)
{
    if (!s->vram_size) {
        s->vram_size = nv2a_info(s)->vram_default;
    }
    if (!check_vram_size(s->vram_size, "vram", errp) ||
        !nv2a_init_ram(&s->own_vram, OBJECT(s), "nv2a.vram", s->vram_size,
                       errp)) {
        return false;
    }
    vmstate_register_ram(&s->own_vram, DEVICE(s));
    s->vram = &s->own_vram;
    return true;
}

static bool read_rom(Nv2aState *s, char **rom, gsize *size, Error **errp)
{
    const char *name = s->parent_obj.romfile;
    g_autofree char *path = NULL;
    GError *gerr = NULL;

    if (!name || !*name) {
        return true;
    }
    path = qemu_find_file(QEMU_FILE_TYPE_BIOS, name);
    if (!g_file_get_contents(path ? path : name, rom, size, &gerr)) {
        error_setg(errp, "romfile: %s", gerr->message);
        g_error_free(gerr);
        return false;
    }
    if (*size == 0 || *size > NV2A_ROM_MAX) {
        error_setg(errp, "romfile=%s has %zu bytes: a VGA BIOS has 1 byte to "
                   "1 MiB", name, (size_t)*size);
        return false;
    }
    return true;
}

static bool make_card(Nv2aState *s, Error **errp)
{
    g_autofree char *rom = NULL;
    gsize rom_size = 0;
    GError *gerr = NULL;
    NvCardConfig config = {
        .chip = nv2a_info(s)->name,
        .vram_size = s->vram_size,
        .vram = memory_region_get_ram_ptr(s->vram),
        .raster = s->raster_name,
        .executor = s->executor,
        .arith = s->arith,
        .threads = s->threads,
        .raster_arg = s->raster_arg,
        .trace_on = nv2a_trace_switches(),
    };

    if (!read_rom(s, &rom, &rom_size, errp)) {
        return false;
    }
    config.rom = rom;
    config.rom_size = rom_size;
    s->card = nv_card_new(&config, &nv2a_host_ops, s, &gerr);
    if (!s->card) {
        error_setg(errp, "%s", gerr ? gerr->message : "no card");
        g_clear_error(&gerr);
        return false;
    }
    return true;
}

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
    if (s->backend) {
        memory_region_init_alias(&s->vram_root, OBJECT(s), "nv2a.vram-root",
                                 s->vram, 0, s->vram_size);
        address_space_init(&s->vram_as, &s->vram_root, "nv2a-vram");
    }
}

static void release(Nv2aState *s)
{
    unsigned i;

    for (i = 0; i < NV_TIMERS; i++) {
        timer_del(&s->timer[i]);
    }
    nv2a_run_exit(s);
    g_clear_pointer(&s->card, nv_card_free);
    g_clear_pointer(&s->raster_name, g_free);
    g_clear_pointer(&s->raster_arg, g_free);
    if (s->mapped_backend) {
        vmstate_unregister_ram(s->vram, DEVICE(s));
        host_memory_backend_set_mapped(s->backend, false);
        s->mapped_backend = false;
    }
}

static void card_realize(PCIDevice *pci, Error **errp)
{
    Nv2aState *s = NV2A_CARD(pci);
    unsigned i;

    if (!check_raster(s, errp)) {
        return;
    }
    for (i = 0; i < NV_TIMERS; i++) {
        s->timer_ref[i] = (Nv2aTimerRef) { s, i };
        timer_init_ns(&s->timer[i], QEMU_CLOCK_VIRTUAL, on_timer,
                      &s->timer_ref[i]);
    }
    nv2a_run_init(s);
    if (!(s->backend ? attach_backend(s, errp) : make_vram(s, errp)) ||
        !nv2a_vga_init(s, errp) || !make_card(s, errp)) {
        release(s);
        return;
    }
    pci->config[PCI_INTERRUPT_PIN] = 1;
    make_bars(s);
    nv2a_vga_claim(s);
    nv2a_display_init(s);
}

static void card_exit(PCIDevice *pci)
{
    Nv2aState *s = NV2A_CARD(pci);

    nv2a_display_exit(s);
    memory_region_set_log(s->vram, false, DIRTY_MEMORY_VGA);
    if (s->backend) {
        address_space_destroy(&s->vram_as);
    }
    release(s);
}

/* --- types --- */

NV2A_PROPERTIES(card_properties) = {
    DEFINE_PROP_SIZE("vram", Nv2aState, vram_size, 0),
    DEFINE_PROP_LINK("vram-backend", Nv2aState, backend, TYPE_MEMORY_BACKEND,
                     HostMemoryBackend *),
    DEFINE_PROP_STRING("raster", Nv2aState, raster),
    DEFINE_PROP_STRING("record-file", Nv2aState, record_file),
    DEFINE_PROP_STRING("executor", Nv2aState, executor),
    DEFINE_PROP_STRING("arith", Nv2aState, arith),
    DEFINE_PROP_UINT32("threads", Nv2aState, threads, 0),
    DEFINE_PROP_ON_OFF_AUTO("vga", Nv2aState, vga_property,
                            ON_OFF_AUTO_AUTO),
    DEFINE_PROP_BOOL("monitor", Nv2aState, plugged, true),
    DEFINE_EDID_PROPERTIES(Nv2aState, monitor),
    NV2A_PROPERTIES_END
};

/* x-<unit>: the library's dump of one unit; free of side effects. */
static void get_dump(Object *obj, Visitor *v, const char *name, void *opaque,
                     Error **errp)
{
    Nv2aState *s = NV2A_CARD(obj);
    char *text = s->card ? nv_card_dump(s->card, opaque) : NULL;

    if (!text) {
        text = g_strdup("");
    }
    visit_type_str(v, name, &text, errp);
    g_free(text);
}

/* x-state: what a snapshot would hold, in base64; the tool nv-state asks. */
static void get_state(Object *obj, Visitor *v, const char *name, void *opaque,
                      Error **errp)
{
    Nv2aState *s = NV2A_CARD(obj);
    GByteArray *bytes = g_byte_array_new();
    char *text;

    if (s->card) {
        nv_card_save(s->card, bytes);
    }
    text = g_base64_encode(bytes->data, bytes->len);
    visit_type_str(v, name, &text, errp);
    g_free(text);
    g_byte_array_unref(bytes);
}

static void add_dumps(ObjectClass *klass)
{
    const char *unit;
    unsigned i;

    for (i = 0; (unit = nv_card_dump_unit(i)); i++) {
        g_autofree char *name = g_strdup_printf("x-%s", unit);

        object_class_property_add(klass, name, "str", get_dump, NULL, NULL,
                                  (void *)unit);
        object_class_property_set_description(klass, name,
                                              "State of one unit, as text");
    }
    object_class_property_add(klass, "x-state", "str", get_state, NULL, NULL,
                              NULL);
    object_class_property_set_description(klass, "x-state", "Saved state, in "
                                          "base64; nv-state reads it");
}

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
    dc->hotpluggable = false;
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    device_class_set_props(dc, card_properties);
    for (p = nv2a_property_help; p->name; p++) {
        /* romfile is the parent's, and only its class may describe it. */
        if (!object_class_property_find(parent, p->name)) {
            object_class_property_set_description(klass, p->name, p->meaning);
        }
    }
    add_dumps(klass);
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
