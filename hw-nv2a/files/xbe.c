/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Headers of programs. */
#include "files/xbe.h"

#include "files/bytes.h"

/* Offsets in a section's header. */
enum {
    S_FLAGS = 0x00,
    S_ADDRESS = 0x04,
    S_SIZE = 0x08,
    S_FILE_AT = 0x0c,
    S_FILE_SIZE = 0x10,
    S_NAME = 0x14,
    S_DIGEST = 0x24,
};

/* Offsets in the certificate. */
enum {
    C_SIZE = 0x00,
    C_TITLE_ID = 0x08,
    C_TITLE = 0x0c,
    C_LEAST = 0xb0,             /* up to what may be missing */
};

static bool is_within(uint32_t at, uint32_t size, uint32_t from, uint32_t most)
{
    return at >= from && at - from <= most && size <= most - (at - from);
}

static bool is_in_headers(const NvXbe *x, uint32_t address, uint32_t size)
{
    return is_within(address, size, NV_XBE_BASE, x->headers_size);
}

uint32_t nv_xbe_headers_size(const void *start)
{
    const uint8_t *h = start;
    uint32_t size = nv_le32(h + NV_XBE_H_HEADERS);

    return memcmp(h, "XBEH", 4) || size < NV_XBE_LEAST ||
           size > NV_XBE_MAX_HEADERS ? 0 : size;
}

static const uint8_t *section_header(const NvXbe *x, uint32_t index)
{
    return x->headers + x->section_table + index * NV_XBE_SECTION_SIZE;
}

/* --- checks --- */

static const char *check_start(NvXbe *x, uint32_t size, uint64_t file_size)
{
    const uint8_t *h = x->headers;

    if (size < NV_XBE_LEAST || memcmp(h, "XBEH", 4)) {
        return "it does not begin with the header of an XBE";
    }
    if (nv_le32(h + NV_XBE_H_BASE) != NV_XBE_BASE) {
        return "its base is not 0x10000";
    }
    x->headers_size = nv_le32(h + NV_XBE_H_HEADERS);
    x->image_size = nv_le32(h + NV_XBE_H_IMAGE);
    if (!nv_xbe_headers_size(h)) {
        return "the size of its headers is out of range";
    }
    if (x->headers_size > size || x->headers_size > file_size) {
        return "its headers are cut off";
    }
    if (x->image_size < x->headers_size || x->image_size > NV_XBE_MAX_IMAGE) {
        return "the size of its image is out of range";
    }
    return NULL;
}

static const char *check_tables(NvXbe *x)
{
    const uint8_t *h = x->headers;
    uint32_t table = nv_le32(h + NV_XBE_H_SECTION_TABLE);
    uint32_t certificate = nv_le32(h + NV_XBE_H_CERTIFICATE);

    x->sections = nv_le32(h + NV_XBE_H_SECTIONS);
    if (!x->sections || x->sections > NV_XBE_MAX_SECTIONS) {
        return "the number of its sections is out of range";
    }
    if (!is_in_headers(x, table, x->sections * NV_XBE_SECTION_SIZE)) {
        return "its table of sections is not in the headers";
    }
    if (!is_in_headers(x, certificate, C_LEAST)) {
        return "its certificate is not in the headers";
    }
    x->section_table = table - NV_XBE_BASE;
    x->certificate = certificate - NV_XBE_BASE;
    x->title_id = nv_le32(h + x->certificate + C_TITLE_ID);
    return NULL;
}

/* Packers differ in what the image's size counts: it grows as needed. */
static const char *check_section(NvXbe *x, uint32_t index,
                                 uint64_t file_size)
{
    const uint8_t *s = section_header(x, index);
    uint32_t address = nv_le32(s + S_ADDRESS), size = nv_le32(s + S_SIZE);
    uint32_t at = nv_le32(s + S_FILE_AT), bytes = nv_le32(s + S_FILE_SIZE);
    uint32_t name = nv_le32(s + S_NAME);

    if (!is_within(address, size, NV_XBE_BASE + x->headers_size,
                   NV_XBE_MAX_IMAGE - x->headers_size)) {
        return "a section is in the headers or beyond 128 MiB";
    }
    if (address + size - NV_XBE_BASE > x->image_size) {
        x->image_size = address + size - NV_XBE_BASE;
    }
    if (at > file_size || bytes > file_size - at) {
        return "a section is cut off by the file's end";
    }
    if (name && !is_in_headers(x, name, 1)) {
        return "a section's name is not in the headers";
    }
    for (uint32_t i = 0; i < index; i++) {
        const uint8_t *o = section_header(x, i);
        uint32_t start = nv_le32(o + S_ADDRESS), n = nv_le32(o + S_SIZE);

        if (address < start + n && start < address + size) {
            return "two sections overlap";
        }
    }
    return NULL;
}

static bool take_keys(NvXbe *x, bool debug)
{
    uint32_t entry = nv_le32(x->headers + NV_XBE_H_ENTRY);
    uint32_t thunks = nv_le32(x->headers + NV_XBE_H_THUNKS);
    NvXbeSection s;

    x->debug = debug;
    x->entry = entry ^ (debug ? NV_XBE_ENTRY_DEBUG : NV_XBE_ENTRY_RETAIL);
    x->thunks = thunks ^ (debug ? NV_XBE_THUNKS_DEBUG : NV_XBE_THUNKS_RETAIL);
    return nv_xbe_find(x, x->entry, 1, &s) && nv_xbe_find(x, x->thunks, 4, &s);
}

static const char *check_rest(NvXbe *x)
{
    const uint8_t *h = x->headers;
    NvXbeSection s;

    if (!take_keys(x, false) && !take_keys(x, true)) {
        return "its entry or its kernel imports are in no section, with the "
               "keys of retail and of debug consoles";
    }
    x->flags = nv_le32(h + NV_XBE_H_FLAGS);
    x->stack = nv_le32(h + NV_XBE_H_STACK);
    x->tls = nv_le32(h + NV_XBE_H_TLS);
    if (x->tls && !nv_xbe_find(x, x->tls, NV_XBE_TLS_SIZE, &s)) {
        return "its TLS directory is in no section";
    }
    return NULL;
}

const char *nv_xbe_parse(NvXbe *x, const void *headers, uint32_t size,
                         uint64_t file_size)
{
    const char *why;

    memset(x, 0, sizeof(*x));
    x->headers = headers;
    why = check_start(x, size, file_size);
    if (!why) {
        why = check_tables(x);
    }
    for (uint32_t i = 0; !why && i < x->sections; i++) {
        why = check_section(x, i, file_size);
    }
    return why ? why : check_rest(x);
}

/* --- what is in it --- */

void nv_xbe_section(const NvXbe *x, uint32_t index, NvXbeSection *s)
{
    const uint8_t *raw = section_header(x, index);
    uint32_t name = nv_le32(raw + S_NAME);

    memset(s, 0, sizeof(*s));
    s->flags = nv_le32(raw + S_FLAGS);
    s->address = nv_le32(raw + S_ADDRESS);
    s->size = nv_le32(raw + S_SIZE);
    s->file_at = nv_le32(raw + S_FILE_AT);
    s->file_size = nv_le32(raw + S_FILE_SIZE);
    s->header = NV_XBE_BASE + (uint32_t)(raw - x->headers);
    memcpy(s->digest, raw + S_DIGEST, sizeof(s->digest));
    if (s->file_size > s->size) {
        s->file_size = s->size;
    }
    if (name) {
        name -= NV_XBE_BASE;
        for (uint32_t i = 0; i < sizeof(s->name) - 1 &&
             name + i < x->headers_size && x->headers[name + i]; i++) {
            s->name[i] = x->headers[name + i];
        }
    }
}

bool nv_xbe_find(const NvXbe *x, uint32_t address, uint32_t size,
                 NvXbeSection *s)
{
    for (uint32_t i = 0; i < x->sections; i++) {
        const uint8_t *raw = section_header(x, i);

        if (is_within(address, size, nv_le32(raw + S_ADDRESS),
                      nv_le32(raw + S_SIZE))) {
            nv_xbe_section(x, i, s);
            return true;
        }
    }
    return false;
}

void nv_xbe_title(const NvXbe *x, char title[41])
{
    const uint8_t *from = x->headers + x->certificate + C_TITLE;
    unsigned n = 0;

    for (; n < 40 && nv_le16(from + 2 * n); n++) {
        uint32_t c = nv_le16(from + 2 * n);

        title[n] = c >= ' ' && c < 0x7f ? (char)c : '?';
    }
    title[n] = 0;
}

uint32_t nv_xbe_thunk_words(const NvXbe *x)
{
    NvXbeSection s;

    return nv_xbe_find(x, x->thunks, 4, &s) ?
           (s.size - (x->thunks - s.address)) / 4 : 0;
}

uint32_t nv_xbe_ordinal(uint32_t word)
{
    return word & 0x80000000u ? word & 0x7fffffffu : 0;
}

const char *nv_xbe_tls(const NvXbe *x, const void *raw, NvXbeTls *tls)
{
    const uint8_t *p = raw;
    uint32_t end = nv_le32(p + 4);
    NvXbeSection s;

    tls->start = nv_le32(p);
    tls->size = end - tls->start;
    tls->index = nv_le32(p + 8);
    tls->zeros = nv_le32(p + 16);
    if (end < tls->start ||
        (tls->size && !nv_xbe_find(x, tls->start, tls->size, &s))) {
        return "the initial data of its threads are in no section";
    }
    if (tls->zeros > NV_XBE_MAX_HEADERS || tls->size > NV_XBE_MAX_HEADERS) {
        return "the data of its threads are too large";
    }
    if (tls->index && !nv_xbe_find(x, tls->index, 4, &s)) {
        return "the word for its TLS index is in no section";
    }
    return NULL;
}
