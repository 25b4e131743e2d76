/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loads an XBE: its headers and sections to where they say, imports
 * connected.  The file may be anything: every offset, size and address is
 * checked, and what is wrong is said in one sentence.
 */
#include "kernel.h"

enum {
    OFF_BASE = 0x104, OFF_HEADERS = 0x108, OFF_IMAGE = 0x10c,
    OFF_CERTIFICATE = 0x118, OFF_SECTIONS = 0x11c, OFF_SECTION_TABLE = 0x120,
    OFF_ENTRY = 0x128, OFF_STACK = 0x130, OFF_THUNKS = 0x158,
    HEADER_LEAST = 0x178, SECTIONS_MOST = 512, IMPORTS_MOST = 512,
    BASE = 0x10000,
};
#define MAGIC 0x48454258u               /* "XBEH" */
#define ENTRY_RETAIL 0xa8fc57abu
#define ENTRY_DEBUG 0x94859d4bu
#define THUNKS_RETAIL 0x5b6d40b6u
#define THUNKS_DEBUG 0xefb1f152u

typedef struct Section {
    uint32_t flags, address, size, file_offset, file_size, name, references,
             shared[2];
    uint8_t digest[20];
} Section;
_Static_assert(sizeof(Section) == 0x38, "layout");

typedef struct Image {
    const uint8_t *file;
    uint32_t file_size, headers, size;
    const char *name;
} Image;

static char file_name[NAME_SIZE];
String XeImageFileName = { 0, sizeof(file_name), file_name };

static uint32_t word(const void *at)
{
    uint32_t v;

    memcpy(&v, at, 4);
    return v;
}

static uint32_t head(const Image *x, uint32_t offset)
{
    return word(x->file + offset);
}

static bool inside(const Image *x, uint32_t address, uint32_t size)
{
    return address >= BASE && address - BASE <= x->size &&
           size <= x->size - (address - BASE);
}

static void check_headers(Image *x)
{
    if (x->file_size < HEADER_LEAST || head(x, 0) != MAGIC) {
        fatal("%s is no XBE: it does not start with XBEH", x->name);
    }
    if (head(x, OFF_BASE) != BASE) {
        fatal("%s: base address %08x is not 00010000", x->name,
              head(x, OFF_BASE));
    }
    x->headers = head(x, OFF_HEADERS);
    x->size = head(x, OFF_IMAGE);
    if (x->headers < HEADER_LEAST || x->headers > x->file_size) {
        fatal("%s: %u bytes of headers in a file of %u", x->name, x->headers,
              x->file_size);
    }
    if (x->size < x->headers || x->size > pages_free() * PAGE) {
        fatal("%s: an image of %u bytes does not fit into memory", x->name,
              x->size);
    }
    if (head(x, OFF_SECTIONS) > SECTIONS_MOST ||
        !inside(x, head(x, OFF_SECTION_TABLE),
                head(x, OFF_SECTIONS) * sizeof(Section)) ||
        head(x, OFF_SECTION_TABLE) - BASE +
        head(x, OFF_SECTIONS) * sizeof(Section) > x->headers) {
        fatal("%s: %u sections at %08x are not in the headers", x->name,
              head(x, OFF_SECTIONS), head(x, OFF_SECTION_TABLE));
    }
}

static void load_section(const Image *x, uint32_t index)
{
    Section s;
    uint32_t n;

    memcpy(&s, x->file + head(x, OFF_SECTION_TABLE) - BASE +
               index * sizeof(s), sizeof(s));
    n = s.file_size < s.size ? s.file_size : s.size;
    if (!inside(x, s.address, s.size)) {
        fatal("%s: section %u at %08x, %u bytes, is not in the image",
              x->name, index, s.address, s.size);
    }
    if (s.file_offset > x->file_size || n > x->file_size - s.file_offset) {
        fatal("%s: section %u, %u bytes at %u, ends behind the file's %u",
              x->name, index, n, s.file_offset, x->file_size);
    }
    memcpy((void *)s.address, x->file + s.file_offset, n);
    memset((void *)(s.address + n), 0, s.size - n);
}

/* Which of two keys an address was hidden with shows by where it leads. */
static uint32_t decode(const Image *x, uint32_t offset, uint32_t retail,
                       uint32_t debug)
{
    uint32_t v = head(x, offset);

    return inside(x, v ^ retail, 4) ? v ^ retail :
           inside(x, v ^ debug, 4) ? v ^ debug : 0;
}

static void connect(const Image *x, uint32_t at)
{
    for (unsigned i = 0; i < IMPORTS_MOST; i++, at += 4) {
        uint32_t *import = (uint32_t *)at;

        if (!inside(x, at, 4)) {
            break;
        }
        if (!*import) {
            return;
        }
        *import = export_address(*import & 0x7fffffff);
    }
    fatal("%s: the table of imports has no end", x->name);
}

uint32_t xbe_load(const uint8_t *file, uint32_t size, const char *name,
                  uint32_t *stack)
{
    Image x;
    uint32_t entry, thunks, n = str_length(name);

    x = (Image) { .file = file, .file_size = size, .name = name };
    check_headers(&x);
    entry = decode(&x, OFF_ENTRY, ENTRY_RETAIL, ENTRY_DEBUG);
    thunks = decode(&x, OFF_THUNKS, THUNKS_RETAIL, THUNKS_DEBUG);
    if (!entry || !thunks || thunks % 4) {
        fatal("%s: entry %08x or imports %08x are not in the image with any "
              "key", name, head(&x, OFF_ENTRY), head(&x, OFF_THUNKS));
    }
    if (!virtual_image(BASE, x.size)) {
        fatal("%s: no memory for %u bytes", name, x.size);
    }
    memcpy((void *)BASE, file, x.headers);
    for (uint32_t i = 0; i < head(&x, OFF_SECTIONS); i++) {
        load_section(&x, i);
    }
    connect(&x, thunks);
    *stack = head(&x, OFF_STACK);
    n = n >= NAME_SIZE ? NAME_SIZE - 1 : n;
    memcpy(file_name, name, n);
    XeImageFileName.length = n;
    return entry;
}

/* --- exports: all sections are in memory from the start --- */

Status STDCALL XeLoadSection(Section *s)
{
    s->references++;
    return STATUS_SUCCESS;
}

Status STDCALL XeUnloadSection(Section *s)
{
    if (!s->references) {
        return STATUS_INVALID_PARAMETER;
    }
    s->references--;
    return STATUS_SUCCESS;
}
