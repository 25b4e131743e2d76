/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of nv-xbe. */
#ifndef NV_TOOLS_NV_XBE_H
#define NV_TOOLS_NV_XBE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "files/xbe.h"

#define NV_XBE_EXPORTS 379
/* By ordinal; NULL: the kernel exports nothing by that number. */
extern const char *const nv_xbe_exports[NV_XBE_EXPORTS];

/* What `pack` is asked for besides files. */
typedef struct NvXbePack {
    const char *title;
    uint32_t title_id, stack, flags;    /* flags: NV_XBE_LIMIT_64M ... */
    bool debug;                         /* keys of debug consoles */
    const char *file_name;              /* that the program is told */
} NvXbePack;

/* What of an ELF program becomes a section; from nv-xbe-elf.c. */
typedef struct NvElfPart {
    char *name;
    uint32_t flags;                     /* NV_XBE_* of a section */
    uint32_t address, size, file_at, file_size;
} NvElfPart;

typedef struct NvElf {
    const uint8_t *bytes;
    size_t size;
    uint32_t entry;
    uint32_t thunks, tls;               /* addresses; 0: not there */
    GArray *parts;                      /* NvElfPart by address */
} NvElf;

/* Points into @bytes, which must stay.  False and *error otherwise. */
bool nv_elf_read(NvElf *elf, const void *bytes, size_t size, GError **error);
void nv_elf_clear(NvElf *elf);

/* The XBE of a program; NULL and *error if it cannot be one. */
GByteArray *nv_xbe_pack(const NvElf *elf, const NvXbePack *how,
                        GError **error);

/* Writes the disc image @path of what is in @folder. */
bool nv_xbe_disc(const char *folder, const char *path, unsigned *files,
                 GError **error);

#endif
