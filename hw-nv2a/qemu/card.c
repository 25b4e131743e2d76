/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From properties to a card of the library: raster backend, VRAM, VGA BIOS.
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

#include "device.h"

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

bool nv2a_check_raster(Nv2aState *s, Error **errp)
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
    if (!nv_card_vram_fits(size)) {
        g_autofree char *text = size_to_str(size);

        error_setg(errp, "%s %s is not possible: VRAM is " NV_CARD_VRAM_TEXT,
                   what, text);
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
    if (icount_enabled()) {
        /* No clock ends a run: the host's pages are not to come during one. */
        memset(memory_region_get_ram_ptr(s->vram), 0, s->vram_size);
    }
    return true;
}

bool nv2a_vram_make(Nv2aState *s, Error **errp)
{
    return s->backend ? attach_backend(s, errp) : make_vram(s, errp);
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
    if (*size == 0 || *size > NV_CARD_ROM_MAX) {
        error_setg(errp, "romfile=%s has %zu bytes: a VGA BIOS has 1 byte to "
                   "1 MiB", name, (size_t)*size);
        return false;
    }
    return true;
}

/*
 * A run in the main loop holds it up: the rest of the machine must not notice.
 * One on a thread ends soon after somebody waits for it.  With counted
 * instructions the host's time must not be noticed either.
 */
#define SLICE_US 2000

static uint32_t slice_us(void)
{
    return icount_enabled() ? 0 : SLICE_US;
}

/* What a run holds follows from it, and must not follow from the host. */
static unsigned threads(const Nv2aState *s)
{
    return s->threads || !icount_enabled() ? s->threads : 1;
}

bool nv2a_card_make(Nv2aState *s, Error **errp)
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
        .threads = threads(s),
        .raster_threads = s->raster_threads,
        .memory = s->memory,
        .slice_us = slice_us(),
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

bool nv2a_capture_begin(Nv2aState *s, Error **errp)
{
    GError *gerr = NULL;

    if (!s->capture_file || s->capture_key) {
        return true;
    }
    nv2a_capture_watch(s, true);
    if (!nv_card_capture_start(s->card, s->capture_file, &gerr)) {
        error_setg(errp, "capture=%s", gerr->message);
        g_error_free(gerr);
        return false;
    }
    return true;
}

/* All of the above, as far as it came. */
void nv2a_card_free(Nv2aState *s)
{
    g_clear_pointer(&s->card, nv_card_free);
    g_clear_pointer(&s->kept, g_ptr_array_unref);
    g_clear_pointer(&s->debug_answer, g_free);
    g_clear_pointer(&s->raster_name, g_free);
    g_clear_pointer(&s->raster_arg, g_free);
    if (s->vram == &s->own_vram) {
        vmstate_unregister_ram(s->vram, DEVICE(s));
        s->vram = NULL;
    }
    if (s->mapped_backend) {
        vmstate_unregister_ram(s->vram, DEVICE(s));
        host_memory_backend_set_mapped(s->backend, false);
        s->mapped_backend = false;
    }
}
