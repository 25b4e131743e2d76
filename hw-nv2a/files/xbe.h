/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XBE, the console's programs: headers, sections, what they ask of a kernel.
 *
 * Headers are checked once, as a whole; what is handed out afterwards is
 * inside the image and inside the file.
 */
#ifndef NV_FILES_XBE_H
#define NV_FILES_XBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NV_XBE_BASE 0x10000u
#define NV_XBE_LEAST 0x178u             /* bytes of the fixed header */
#define NV_XBE_MAX_HEADERS 0x100000u
#define NV_XBE_MAX_SECTIONS 512u
#define NV_XBE_MAX_IMAGE 0x07ff0000u    /* 128 MiB with the base */
#define NV_XBE_SECTION_SIZE 0x38u
#define NV_XBE_CERTIFICATE_SIZE 0x1d0u

/* Offsets in the header. */
enum {
    NV_XBE_H_BASE = 0x104,
    NV_XBE_H_HEADERS = 0x108,           /* size */
    NV_XBE_H_IMAGE = 0x10c,             /* size */
    NV_XBE_H_OWN_SIZE = 0x110,
    NV_XBE_H_TIME = 0x114,
    NV_XBE_H_CERTIFICATE = 0x118,
    NV_XBE_H_SECTIONS = 0x11c,          /* their number, then the address */
    NV_XBE_H_SECTION_TABLE = 0x120,
    NV_XBE_H_FLAGS = 0x124,
    NV_XBE_H_ENTRY = 0x128,             /* ^ key */
    NV_XBE_H_TLS = 0x12c,
    NV_XBE_H_STACK = 0x130,
    NV_XBE_H_HEAP_RESERVE = 0x134,
    NV_XBE_H_HEAP_COMMIT = 0x138,
    NV_XBE_H_PATH = 0x14c,
    NV_XBE_H_FILE_NAME = 0x150,
    NV_XBE_H_UNICODE_NAME = 0x154,
    NV_XBE_H_THUNKS = 0x158,            /* ^ key */
};

/* What entry and thunk table address are hidden by. */
#define NV_XBE_ENTRY_RETAIL 0xa8fc57abu
#define NV_XBE_ENTRY_DEBUG 0x94859d4bu
#define NV_XBE_THUNKS_RETAIL 0x5b6d40b6u
#define NV_XBE_THUNKS_DEBUG 0xefb1f152u

/* Flags of the image. */
enum {
    NV_XBE_MOUNT_UTILITY = 1,
    NV_XBE_FORMAT_UTILITY = 2,
    NV_XBE_LIMIT_64M = 4,
    NV_XBE_NO_DISK = 8,
};

/* Flags of a section. */
enum {
    NV_XBE_WRITABLE = 1,
    NV_XBE_PRELOAD = 2,
    NV_XBE_EXECUTABLE = 4,
    NV_XBE_INSERTED = 8,
    NV_XBE_HEAD_READ_ONLY = 0x10,
    NV_XBE_TAIL_READ_ONLY = 0x20,
};

typedef struct NvXbe {
    const uint8_t *headers;     /* the caller's; must stay as they are */
    uint32_t headers_size;      /* to copy to the base */
    uint32_t image_size;        /* from the base, with all sections */
    uint32_t sections;
    uint32_t flags;
    bool debug;                 /* which keys fit */
    uint32_t entry, thunks;     /* addresses, in sections */
    uint32_t tls;               /* address of the directory; 0: none */
    uint32_t stack;             /* bytes that the first thread commits */
    uint32_t title_id;
    uint32_t section_table, certificate;    /* offsets in headers */
} NvXbe;

/*
 * Bytes of headers that the file's first NV_XBE_LEAST bytes announce; 0 if
 * it is no XBE or they are more than NV_XBE_MAX_HEADERS.
 */
uint32_t nv_xbe_headers_size(const void *start);

/*
 * Reads headers, of which @size bytes are in memory, of a file of @file_size.
 * NULL, or why this is no program that can be loaded: part of a sentence.
 */
const char *nv_xbe_parse(NvXbe *x, const void *headers, uint32_t size,
                         uint64_t file_size);

typedef struct NvXbeSection {
    char name[32];              /* cut off if longer */
    uint32_t flags;
    uint32_t address, size;     /* in memory */
    uint32_t file_at;
    uint32_t file_size;         /* bytes to copy, <= size; the rest is 0 */
    uint32_t header;            /* address of its header, once loaded */
    uint8_t digest[20];
} NvXbeSection;

/* Section @index < x->sections. */
void nv_xbe_section(const NvXbe *x, uint32_t index, NvXbeSection *s);
/* The section that @size bytes from @address are in; false if none. */
bool nv_xbe_find(const NvXbe *x, uint32_t address, uint32_t size,
                 NvXbeSection *s);

/* The certificate's title, UTF-16 to ASCII; what is not ASCII is '?'. */
void nv_xbe_title(const NvXbe *x, char title[41]);

/* Words that the thunk table can have, with the zero behind it. */
uint32_t nv_xbe_thunk_words(const NvXbe *x);
/* The kernel's export that a word of the table asks for; 0: none. */
uint32_t nv_xbe_ordinal(uint32_t word);

/* Memory that each thread has of its own, from the directory at x->tls. */
typedef struct NvXbeTls {
    uint32_t start, size;       /* initial data, in a section */
    uint32_t zeros;             /* bytes behind it */
    uint32_t index;             /* address of the word for the index; or 0 */
} NvXbeTls;

#define NV_XBE_TLS_SIZE 24u

/* @raw: those 24 bytes.  NULL, or what is wrong. */
const char *nv_xbe_tls(const NvXbe *x, const void *raw, NvXbeTls *tls);

#endif
