/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The flash image and the boot ROM over its end.
 *
 * An image with our own kernel is made in memory: kernel/layout.h says where
 * its parts are.  The byte code is at the image's start (0xff000080 for the
 * processor); files stand behind the kernel in the last MiB, or, if they do
 * not fit, from offset 0x1000 of a larger image.
 */
#ifndef NV2A_QEMU_XBOX_FLASH_H
#define NV2A_QEMU_XBOX_FLASH_H

#include "options.h"

#define XBOX_FLASH_MIN (4 * KiB)
#define XBOX_FLASH_MAX (16 * MiB)
#define XBOX_FLASH_TOP MiB      /* the smallest image of ours, and its end */
#define XBOX_FLASH_CODE 0x80
#define XBOX_FLASH_FILES 0x1000
#define XBOX_ROM_SIZE 512

/*
 * Our own kernel, as bytes to be put at NV_KERNEL_OFFSET.  Weak: a build
 * without it still has the board, and says so when xbe= is given.
 */
extern const uint8_t nv_xbox_kernel[] __attribute__((weak));
extern const uint32_t nv_xbox_kernel_size __attribute__((weak));

/* The whole image, a power of two, to be freed; NULL with *errp. */
uint8_t *nv2a_xbox_flash_image(const XboxOptions *o, const char *bios,
                               size_t *size, Error **errp);
/* An image with @kernel and the program in the file (or folder) @xbe. */
uint8_t *nv2a_xbox_flash_make(const uint8_t *kernel, size_t kernel_size,
                              const char *xbe, size_t *size, Error **errp);
/* XBOX_ROM_SIZE bytes: ours or the file mcpx=; NULL with *errp. */
uint8_t *nv2a_xbox_boot_rom(const XboxOptions *o, Error **errp);

/*
 * Put @image below 4 GiB, repeated, and @rom over its end; the region to
 * switch on and off for the latter.
 */
MemoryRegion *nv2a_xbox_flash_map(const uint8_t *image, size_t size,
                                  const uint8_t *rom, Error **errp);

#endif
