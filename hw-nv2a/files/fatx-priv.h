/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of FATX: table of chains, directories, files. */
#ifndef NV_FILES_FATX_PRIV_H
#define NV_FILES_FATX_PRIV_H

#include "files/fatx.h"
#include "files/volume-priv.h"

#define FATX_HEADER 4096u
#define FATX_ENTRY 64u
#define FATX_ROOT 1u
#define FATX_DELETED 0xe5
#define FATX_END 0xffffffffu
#define FATX_LAST 0xfffffff8u   /* from here on: the end of a chain */
/* Larger directories are damage, or a loop (guess). */
#define FATX_DIRECTORY_MAX 65536u

/* Fields of an entry. */
enum {
    FATX_NAME_LENGTH = 0x00,
    FATX_ATTRIBUTES = 0x01,
    FATX_NAME = 0x02,
    FATX_FIRST = 0x2c,
    FATX_SIZE = 0x30,
    FATX_CREATED = 0x34,
    FATX_WRITTEN = 0x38,
    FATX_ACCESSED = 0x3c,
};

/* The chain table; an entry of a narrow one is widened by its sign. */
NvFileResult nv_fatx_get(NvVolume *v, uint32_t cluster, uint32_t *next);
NvFileResult nv_fatx_put(NvVolume *v, uint32_t cluster, uint32_t next);
/* A free cluster, now the end of a chain that nothing names yet. */
NvFileResult nv_fatx_take(NvVolume *v, uint32_t *cluster);
/* Frees a chain up to its end, or where it is damaged. */
NvFileResult nv_fatx_free_chain(NvVolume *v, uint32_t first);
/*
 * Cluster @index of the file's chain.  NV_FILE_END: the chain is shorter, and
 * f->walk_* is its last cluster (0: it has none).
 */
NvFileResult nv_fatx_walk(NvFile *f, uint32_t index, uint32_t *cluster);
uint64_t nv_fatx_address(const NvVolume *v, uint32_t cluster);

/* Entries, as 64 bytes. */
bool nv_fatx_decode(const uint8_t *raw, NvEntry *e);
/* Where entry @index of a directory stands; NV_FILE_END behind its chain. */
NvFileResult nv_fatx_slot(NvFile *dir, uint32_t index, uint64_t *at);
/* The entry changed: other NvFiles must read it again. */
void nv_fatx_changed(NvFile *f);
/* Size and first cluster of @f to its entry, and @now if it is not 0. */
NvFileResult nv_fatx_update(NvFile *f, uint64_t now);

void nv_fatx_root(NvVolume *v, NvFile *f);
NvFileResult nv_fatx_next(NvFile *dir, uint32_t *cookie, NvEntry *e);
NvFileResult nv_fatx_load(NvFile *f, NvEntry *e);
NvFileResult nv_fatx_refresh(NvFile *f);
NvFileResult nv_fatx_create(NvFile *dir, const NvFileInfo *what, NvFile *f);
NvFileResult nv_fatx_remove(NvFile *f);
NvFileResult nv_fatx_move(NvFile *f, NvFile *to, const char *name);
NvFileResult nv_fatx_set(NvFile *f, const NvFileInfo *info);
NvFileResult nv_fatx_read(NvFile *f, uint64_t offset, void *to, uint32_t n);
NvFileResult nv_fatx_write(NvFile *f, uint64_t offset, const void *from,
                           uint32_t *n, uint64_t now);
NvFileResult nv_fatx_resize(NvFile *f, uint64_t size);

#endif
