/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The flash image and the boot ROM over its end.
 *
 * An image with our own kernel, made in memory, of 1 MiB or a larger power of
 * two; the processor sees its last MiB at 0xfff00000, its start at 0xff000000:
 *
 *   image    +00000   header words, 0xff
 *            +00080   byte code for the boot ROM (9 bytes an instruction); its
 *                     last instructions put a jump to the kernel at address 0
 *            +01000   of an image larger than 1 MiB: the files
 *   last MiB +01000   table of files, XboxFlashTable, little endian
 *            +02000   the kernel, entered at its first byte (0xfff02000) in
 *                     flat 32-bit mode, interrupts off, without a stack; it is
 *                     linked to run there or moves itself
 *            after it, from a multiple of 4 KiB: the files, if they fit
 *            +ffe00   free: the boot ROM covers it
 */
#ifndef NV2A_QEMU_XBOX_FLASH_H
#define NV2A_QEMU_XBOX_FLASH_H

#include "options.h"

#define XBOX_FLASH_MIN (4 * KiB)
#define XBOX_FLASH_MAX (16 * MiB)
#define XBOX_FLASH_TOP MiB
#define XBOX_FLASH_CODE 0x80
#define XBOX_FLASH_TABLE 0x1000
#define XBOX_FLASH_KERNEL 0x2000
#define XBOX_ROM_SIZE 512

/* The table's words and files are the kernel's: little endian, zeros behind. */
#define XBOX_FLASH_MAGIC 0x4b32564e     /* "NV2K" */
#define XBOX_FLASH_FILES 8

typedef struct XboxFlashFile {
    uint32_t address;           /* physical, of the first byte in flash */
    uint32_t size;              /* bytes */
    char name[24];              /* "default.xbe", ends with 0 */
} XboxFlashFile;

typedef struct XboxFlashTable {
    uint32_t magic;
    uint32_t count;             /* of files; the first is the program */
    uint32_t pit_hz;            /* input of the 8254, 0: 1193182 */
    uint32_t pm_timer_hz;       /* the timer at 0x8008, 0: 3579545 */
    uint32_t reserved[4];
    XboxFlashFile file[XBOX_FLASH_FILES];
} XboxFlashTable;

/*
 * Our own kernel, as bytes to be put at XBOX_FLASH_KERNEL.  Weak: a build
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
