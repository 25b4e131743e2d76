/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nv-xbe pack: an XBE out of the parts of an ELF program. */
#include "tools/nv-xbe/nv-xbe.h"

#include <string.h>

#include "base/bits.h"
#include "tools/command.h"

#define PAGE 0x1000u

/* Bytes of the headers as they are laid out: each after the one before. */
typedef struct Layout {
    uint32_t certificate, sections, counters, strings, names, end;
} Layout;

static uint32_t align(uint32_t v, uint32_t to)
{
    return (v + to - 1) & ~(to - 1);
}

static const NvElfPart *part(const NvElf *elf, unsigned i)
{
    return &g_array_index(elf->parts, NvElfPart, i);
}

static Layout lay_out(const NvElf *elf, const NvXbePack *how)
{
    Layout l = { .certificate = NV_XBE_LEAST };

    l.sections = l.certificate + NV_XBE_CERTIFICATE_SIZE;
    l.counters = l.sections + elf->parts->len * NV_XBE_SECTION_SIZE;
    l.strings = l.counters + align(2 * (elf->parts->len + 1), 4);
    l.names = align(l.strings + 3 * (strlen(how->file_name) + 1), 2);
    l.end = l.names;
    for (unsigned i = 0; i < elf->parts->len; i++) {
        l.end += strlen(part(elf, i)->name) + 1;
    }
    l.end = align(l.end, 16);
    return l;
}

static bool is_in_part(const NvElf *elf, uint32_t address, uint32_t size)
{
    for (unsigned i = 0; i < elf->parts->len; i++) {
        const NvElfPart *p = part(elf, i);

        if (address >= p->address && address - p->address < p->size &&
            size <= p->size - (address - p->address)) {
            return true;
        }
    }
    return false;
}

static bool check(const NvElf *elf, const Layout *l, GError **error)
{
    const NvElfPart *first = part(elf, 0);

    if (first->address < NV_XBE_BASE + l->end) {
        g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\" is at 0x%x, but headers "
                    "take up to 0x%x; link with -Wl,-Ttext=0x11000",
                    first->name, first->address, NV_XBE_BASE + l->end - 1);
        return false;
    }
    for (unsigned i = 0; i < elf->parts->len; i++) {
        const NvElfPart *p = part(elf, i);

        if (p->address + p->size > NV_XBE_BASE + NV_XBE_MAX_IMAGE) {
            g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\" at 0x%x is beyond "
                        "128 MiB", p->name, p->address);
            return false;
        }
    }
    if (!is_in_part(elf, elf->entry, 1)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "the entry 0x%x is in no "
                    "section; name it with -Wl,-e", elf->entry);
        return false;
    }
    if (!elf->thunks || !is_in_part(elf, elf->thunks, 4)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "there is no kernel thunk "
                    "table: neither a symbol \"nv_xbe_thunks\" nor a section "
                    "\".thunk\"");
        return false;
    }
    if (elf->tls && !is_in_part(elf, elf->tls, NV_XBE_TLS_SIZE)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "the symbol \"nv_xbe_tls\" is "
                    "at 0x%x, in no section", elf->tls);
        return false;
    }
    return true;
}

static void put_header(uint8_t *h, const NvElf *elf, const NvXbePack *how,
                       const Layout *l)
{
    const NvElfPart *last = part(elf, elf->parts->len - 1);
    uint32_t end = align(last->address + last->size, PAGE);
    const struct {
        uint32_t at, value;
    } words[] = {
        { NV_XBE_H_BASE, NV_XBE_BASE },
        { NV_XBE_H_HEADERS, l->end },
        { NV_XBE_H_IMAGE, end - NV_XBE_BASE },
        { NV_XBE_H_OWN_SIZE, NV_XBE_LEAST },
        { NV_XBE_H_CERTIFICATE, NV_XBE_BASE + l->certificate },
        { NV_XBE_H_SECTIONS, elf->parts->len },
        { NV_XBE_H_SECTION_TABLE, NV_XBE_BASE + l->sections },
        { NV_XBE_H_FLAGS, how->flags },
        { NV_XBE_H_ENTRY, elf->entry ^ (how->debug ? NV_XBE_ENTRY_DEBUG :
                                        NV_XBE_ENTRY_RETAIL) },
        { NV_XBE_H_TLS, elf->tls },
        { NV_XBE_H_STACK, how->stack },
        { NV_XBE_H_HEAP_RESERVE, 0x100000 },
        { NV_XBE_H_HEAP_COMMIT, PAGE },
        { NV_XBE_H_PATH, NV_XBE_BASE + l->strings +
                         2 * (strlen(how->file_name) + 1) },
        { NV_XBE_H_FILE_NAME, NV_XBE_BASE + l->strings +
                              2 * (strlen(how->file_name) + 1) },
        { NV_XBE_H_UNICODE_NAME, NV_XBE_BASE + l->strings },
        { NV_XBE_H_THUNKS, elf->thunks ^ (how->debug ? NV_XBE_THUNKS_DEBUG :
                                          NV_XBE_THUNKS_RETAIL) },
    };

    memcpy(h, "XBEH", 4);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(words); i++) {
        nv_st32(h + words[i].at, words[i].value);
    }
    for (unsigned i = 0; how->file_name[i]; i++) {
        h[l->strings + 2 * i] = how->file_name[i];
    }
    strcpy((char *)h + l->strings + 2 * (strlen(how->file_name) + 1),
           how->file_name);
}

/* Any media, any region: there is nothing to keep a program from. */
static void put_certificate(uint8_t *c, const NvXbePack *how)
{
    nv_st32(c, NV_XBE_CERTIFICATE_SIZE);
    nv_st32(c + 0x08, how->title_id);
    for (unsigned i = 0; i < 40 && how->title[i]; i++) {
        nv_st16(c + 0x0c + 2 * i, (uint8_t)how->title[i]);
    }
    nv_st32(c + 0x9c, 0xffffffff);
    nv_st32(c + 0xa0, 0x80000007);
    nv_st32(c + 0xa4, 0xffffffff);
}

/* The digest is of the size and the bytes behind it. */
static void put_digest(uint8_t *to, const uint8_t *bytes, uint32_t size)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA1);
    uint8_t length[4];
    gsize n = 20;

    nv_st32(length, size);
    g_checksum_update(sum, length, sizeof(length));
    g_checksum_update(sum, bytes, size);
    g_checksum_get_digest(sum, to, &n);
}

static void put_section(GByteArray *out, const NvElf *elf, const Layout *l,
                        unsigned i, uint32_t name)
{
    const NvElfPart *p = part(elf, i);
    const uint8_t *bytes = elf->bytes + p->file_at;
    uint32_t at = align(out->len, PAGE);
    uint8_t *s;

    if (p->file_size) {
        unsigned old = out->len;

        g_byte_array_set_size(out, at);
        memset(out->data + old, 0, at - old);
        g_byte_array_append(out, bytes, p->file_size);
    } else {
        at = out->len;
    }
    s = out->data + l->sections + i * NV_XBE_SECTION_SIZE;
    nv_st32(s, p->flags);
    nv_st32(s + 0x04, p->address);
    nv_st32(s + 0x08, p->size);
    nv_st32(s + 0x0c, at);
    nv_st32(s + 0x10, p->file_size);
    nv_st32(s + 0x14, NV_XBE_BASE + name);
    /* Counts of who uses the pages that it may share with its neighbours. */
    nv_st32(s + 0x1c, NV_XBE_BASE + l->counters + 2 * i);
    nv_st32(s + 0x20, NV_XBE_BASE + l->counters + 2 * (i + 1));
    put_digest(s + 0x24, bytes, p->file_size);
    strcpy((char *)out->data + name, p->name);
}

GByteArray *nv_xbe_pack(const NvElf *elf, const NvXbePack *how,
                        GError **error)
{
    Layout l = lay_out(elf, how);
    GByteArray *out;
    uint32_t name = l.names;
    const char *why;
    NvXbe x;

    if (!check(elf, &l, error)) {
        return NULL;
    }
    out = g_byte_array_new();
    g_byte_array_set_size(out, l.end);
    memset(out->data, 0, l.end);
    put_header(out->data, elf, how, &l);
    put_certificate(out->data + l.certificate, how);
    for (unsigned i = 0; i < elf->parts->len; i++) {
        put_section(out, elf, &l, i, name);
        name += strlen(part(elf, i)->name) + 1;
    }
    why = nv_xbe_parse(&x, out->data, out->len, out->len);
    if (why) {
        g_set_error(error, NV_TOOL_ERROR, 0, "it makes no good XBE: %s", why);
        g_clear_pointer(&out, g_byte_array_unref);
    }
    return out;
}
