/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the free kernel and its programs stand in a flash image, for whoever
 * makes such images.  An image is a power of two from 1 to 16 MiB and ends at
 * 4 GiB; offsets here count from the start of its last MiB (0xfff00000).
 *
 * The byte code at the image's start sets the PCI functions up, stores
 * NV_KERNEL_JUMP_0 at address 0 and NV_KERNEL_JUMP_4 at address 4, and ends:
 * the boot ROM goes on there, the jump leads to the kernel.
 */
#ifndef NV2A_KERNEL_LAYOUT_H
#define NV2A_KERNEL_LAYOUT_H

#include <stdint.h>

#define NV_KERNEL_TOP 0xfff00000u       /* the last MiB's address */
#define NV_KERNEL_TABLE_OFFSET 0x1000u  /* NvKernelTable */
#define NV_KERNEL_OFFSET 0x2000u        /* the kernel's bytes, entered here */
#define NV_KERNEL_FILES_OFFSET 0x20000u /* first room for programs */
#define NV_KERNEL_MAX_SIZE (NV_KERNEL_FILES_OFFSET - NV_KERNEL_OFFSET)
/* The image's last bytes are under the boot ROM while that is visible. */
#define NV_KERNEL_ROM_SIZE 512u

/* mov eax, NV_KERNEL_TOP + NV_KERNEL_OFFSET; jmp eax */
#define NV_KERNEL_JUMP_0 0xf02000b8u
#define NV_KERNEL_JUMP_4 0x90e0ffffu

#define NV_KERNEL_MAGIC 0x4b32564eu     /* "NV2K" */
#define NV_KERNEL_FILES 8

typedef struct NvKernelFile {
    uint32_t address;           /* in flash, physical */
    uint32_t size;              /* bytes */
    char name[24];              /* "default.xbe", ended by a zero */
} NvKernelFile;

/* Little endian, all of it present; zeros where nothing is said. */
typedef struct NvKernelTable {
    uint32_t magic;
    uint32_t count;             /* of files; the first is the program */
    uint32_t pit_hz;            /* input of the 8254, 0: 1125000 */
    uint32_t pm_timer_hz;       /* timer at 0x8008, 0: 3375000 */
    uint32_t reserved[4];
    NvKernelFile file[NV_KERNEL_FILES];
} NvKernelTable;

#endif
