/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The flash in the machine: the image, chosen by options, repeated below
 * 4 GiB, and the page of the boot ROM over its end.
 */
#include "qemu/osdep.h"
#include "flash.h"

/* Not there on hosts whose compiler makes no i386 code. */
#if __has_include("xbox-bootrom.h")
#include "xbox-bootrom.h"
#else
static const uint8_t xbox_bootrom[XBOX_ROM_SIZE];
#define NO_BOOTROM
#endif

#define FLASH_WINDOW (16 * MiB)
#define PAGE (4 * KiB)

static uint8_t *read_flash(const char *what, const char *name, size_t *size,
                           Error **errp)
{
    uint8_t *image = nv2a_xbox_read(what, name, size, errp);

    if (image && (!is_power_of_2(*size) || *size < XBOX_FLASH_MIN ||
                  *size > XBOX_FLASH_MAX)) {
        error_setg(errp, "%s%s has %zu bytes: a flash image has a power of "
                   "two from 4 KiB to 16 MiB", what, name, *size);
        g_clear_pointer(&image, g_free);
    }
    return image;
}

/* A weak symbol's address may be NULL, which compilers do not expect. */
static const uint8_t *own_kernel(void)
{
    /* volatile, for a compiler that has no word for that */
    const uint8_t *volatile bytes = nv_xbox_kernel;

    return bytes;
}

uint8_t *nv2a_xbox_flash_image(const XboxOptions *o, const char *bios,
                               size_t *size, Error **errp)
{
    if (o->flash && o->xbe) {
        error_setg(errp, "xbe=%s and flash=%s exclude each other: a program "
                   "is started without a BIOS", o->xbe, o->flash);
        return NULL;
    }
    if (o->flash) {
        return read_flash("flash=", o->flash, size, errp);
    }
    if (bios && !o->xbe) {
        return read_flash("-bios ", bios, size, errp);
    }
    if (!own_kernel()) {
        error_setg(errp, "the console has no software: give flash=FILE, a "
                   "BIOS image (this nv2a.so was built without the kernel "
                   "that xbe=FILE needs)");
        return NULL;
    }
    return nv2a_xbox_flash_make(own_kernel(), nv_xbox_kernel_size, o->xbe,
                                size, errp);
}

uint8_t *nv2a_xbox_boot_rom(const XboxOptions *o, Error **errp)
{
    uint8_t *rom;
    size_t size;

#ifdef NO_BOOTROM
    if (!o->mcpx) {
        error_setg(errp, "this nv2a.so was built without a boot ROM: give "
                   "mcpx=FILE");
        return NULL;
    }
#endif
    if (!o->mcpx) {
        QEMU_BUILD_BUG_ON(sizeof(xbox_bootrom) != XBOX_ROM_SIZE);
        return g_memdup2(xbox_bootrom, sizeof(xbox_bootrom));
    }
    rom = nv2a_xbox_read("mcpx=", o->mcpx, &size, errp);
    if (rom && size != XBOX_ROM_SIZE) {
        error_setg(errp, "mcpx=%s has %zu bytes: the boot ROM has 512",
                   o->mcpx, size);
        g_clear_pointer(&rom, g_free);
    }
    return rom;
}

static MemoryRegion *new_rom(const char *name, size_t size, Error **errp)
{
    MemoryRegion *mr = g_new0(MemoryRegion, 1);
    Error *err = NULL;

    memory_region_init_rom(mr, NULL, name, size, &err);
    if (err) {
        error_propagate(errp, err);
        g_free(mr);
        return NULL;
    }
    return mr;
}

/* hw: the window of 16 MiB shows a smaller chip again and again. */
static void map_aliases(MemoryRegion *flash)
{
    uint64_t size = memory_region_size(flash);
    MemoryRegion *alias = g_new0(MemoryRegion, FLASH_WINDOW / size);
    size_t i;

    for (i = 0; i < FLASH_WINDOW / size; i++) {
        memory_region_init_alias(&alias[i], NULL, "xbox.flash-alias", flash,
                                 0, size);
        memory_region_add_subregion(get_system_memory(),
                                    4 * GiB - (i + 1) * size, &alias[i]);
    }
}

/*
 * emu: QEMU's memory map has room for a few thousand sections only, so a
 * small image is repeated within one region first.
 */
static MemoryRegion *new_flash(const uint8_t *image, size_t size,
                               Error **errp)
{
    size_t whole = MAX(size, XBOX_FLASH_TOP), at;
    MemoryRegion *flash = new_rom("xbox.flash", whole, errp);
    uint8_t *bytes = flash ? memory_region_get_ram_ptr(flash) : NULL;

    for (at = 0; flash && at < whole; at += size) {
        memcpy(bytes + at, image, size);
    }
    return flash;
}

MemoryRegion *nv2a_xbox_flash_map(const uint8_t *image, size_t size,
                                  const uint8_t *rom, Error **errp)
{
    MemoryRegion *flash = new_flash(image, size, errp);
    /* emu: a whole page, for KVM executes nothing smaller. */
    MemoryRegion *over = flash ? new_rom("xbox.bootrom", PAGE, errp) : NULL;
    uint8_t *page;

    if (!over) {
        return NULL;
    }
    map_aliases(flash);
    page = memory_region_get_ram_ptr(over);
    memcpy(page, image + size - PAGE, PAGE);
    memcpy(page + PAGE - XBOX_ROM_SIZE, rom, XBOX_ROM_SIZE);
    memory_region_add_subregion_overlap(get_system_memory(), 4 * GiB - PAGE,
                                        over, 1);
    return over;
}
