/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `nv-xbe pack` needs of an ELF program of a compiler. */
#include "tools/nv-xbe/nv-xbe.h"

#include <elf.h>
#include <string.h>

#include "base/bits.h"
#include "tools/command.h"

/* A field of a structure of <elf.h> in the file. */
#define GET32(p, type, field) nv_ld32((p) + offsetof(type, field))
#define GET16(p, type, field) nv_ld16((p) + offsetof(type, field))

#define MAX_PARTS 64

typedef struct Table {
    const uint8_t *rows;
    uint32_t count, row_size;
} Table;

static bool fail(GError **error, const char *why)
{
    g_set_error_literal(error, NV_TOOL_ERROR, 0, why);
    return false;
}

static bool get_table(const NvElf *elf, uint32_t at, uint32_t count,
                      uint32_t row_size, Table *table)
{
    *table = (Table) { elf->bytes + at, count, row_size };
    return at <= elf->size && count <= (elf->size - at) / row_size;
}

static const uint8_t *row(const Table *table, uint32_t i)
{
    return table->rows + (size_t)i * table->row_size;
}

/* A name in the string table that section header @strings describes. */
static const char *get_string(const NvElf *elf, const uint8_t *strings,
                              uint32_t at)
{
    uint32_t start = GET32(strings, Elf32_Shdr, sh_offset);
    uint32_t size = GET32(strings, Elf32_Shdr, sh_size);
    const char *text;

    if (start > elf->size || size > elf->size - start || at >= size) {
        return "";
    }
    text = (const char *)elf->bytes + start + at;
    return memchr(text, 0, size - at) ? text : "";
}

static bool check_header(const NvElf *elf, GError **error)
{
    const uint8_t *h = elf->bytes;

    if (elf->size < sizeof(Elf32_Ehdr) || memcmp(h, ELFMAG, SELFMAG)) {
        return fail(error, "it is no ELF file");
    }
    if (h[EI_CLASS] != ELFCLASS32 ||
        GET16(h, Elf32_Ehdr, e_machine) != EM_386) {
        return fail(error, "it is no program for i386; compile with -m32");
    }
    if (GET16(h, Elf32_Ehdr, e_type) != ET_EXEC) {
        return fail(error, "it is no program at a fixed address; link with "
                    "-static -no-pie");
    }
    if (GET16(h, Elf32_Ehdr, e_phentsize) != sizeof(Elf32_Phdr) ||
        (GET16(h, Elf32_Ehdr, e_shnum) &&
         GET16(h, Elf32_Ehdr, e_shentsize) != sizeof(Elf32_Shdr))) {
        return fail(error, "its ELF header is damaged");
    }
    return true;
}

/*
 * Cuts a segment down to its sections and names it; ELF's own headers and
 * notes ahead of them are not the program's.  False: nothing else is there.
 */
static bool look_into(const NvElf *elf, const Table *sections, NvElfPart *p)
{
    const uint8_t *h = elf->bytes;
    uint32_t names = GET16(h, Elf32_Ehdr, e_shstrndx), first = UINT32_MAX;
    const char *name = "";

    for (uint32_t i = 0; i < sections->count; i++) {
        const uint8_t *s = row(sections, i);
        uint32_t at = GET32(s, Elf32_Shdr, sh_addr);

        if (!(GET32(s, Elf32_Shdr, sh_flags) & SHF_ALLOC) ||
            !GET32(s, Elf32_Shdr, sh_size) ||
            GET32(s, Elf32_Shdr, sh_type) == SHT_NOTE || at < p->address ||
            at - p->address >= p->size || at >= first) {
            continue;
        }
        first = at;
        name = names < sections->count ?
               get_string(elf, row(sections, names),
                          GET32(s, Elf32_Shdr, sh_name)) : "";
    }
    p->name = g_strndup(*name ? name : ".load", 31);
    if (first != UINT32_MAX) {
        uint32_t skip = first - p->address;
        uint32_t bytes = MIN(skip, p->file_size);

        p->address += skip;
        p->size -= skip;
        p->file_at += bytes;
        p->file_size -= bytes;
    }
    return first != UINT32_MAX || !sections->count;
}

static bool add_part(NvElf *elf, const Table *sections, const uint8_t *raw,
                     GError **error)
{
    uint32_t access = GET32(raw, Elf32_Phdr, p_flags);
    NvElfPart p = {
        .flags = NV_XBE_PRELOAD | (access & PF_W ? NV_XBE_WRITABLE : 0) |
                 (access & PF_X ? NV_XBE_EXECUTABLE : 0),
        .address = GET32(raw, Elf32_Phdr, p_vaddr),
        .size = GET32(raw, Elf32_Phdr, p_memsz),
        .file_at = GET32(raw, Elf32_Phdr, p_offset),
        .file_size = GET32(raw, Elf32_Phdr, p_filesz),
    };

    if (p.file_at > elf->size || p.file_size > elf->size - p.file_at ||
        p.file_size > p.size || p.address + p.size < p.address) {
        return fail(error, "a segment of it is cut off or out of range");
    }
    if (look_into(elf, sections, &p)) {
        g_array_append_val(elf->parts, p);
    } else {
        g_free(p.name);
    }
    return true;
}

static bool read_parts(NvElf *elf, const Table *segments,
                       const Table *sections, GError **error)
{
    for (uint32_t i = 0; i < segments->count; i++) {
        const uint8_t *p = row(segments, i);
        uint32_t type = GET32(p, Elf32_Phdr, p_type);

        if (type == PT_DYNAMIC || type == PT_INTERP) {
            return fail(error, "it wants shared libraries; link with -static");
        }
        if (type != PT_LOAD || !GET32(p, Elf32_Phdr, p_memsz)) {
            continue;
        }
        if (elf->parts->len == MAX_PARTS) {
            return fail(error, "it has more than 64 segments");
        }
        if (!add_part(elf, sections, p, error)) {
            return false;
        }
    }
    return elf->parts->len || fail(error, "it has nothing to load");
}

static void read_symbols(NvElf *elf, const Table *sections,
                         const uint8_t *table)
{
    uint32_t link = GET32(table, Elf32_Shdr, sh_link);
    Table symbols;

    if (link >= sections->count ||
        !get_table(elf, GET32(table, Elf32_Shdr, sh_offset),
                   GET32(table, Elf32_Shdr, sh_size) / sizeof(Elf32_Sym),
                   sizeof(Elf32_Sym), &symbols)) {
        return;
    }
    for (uint32_t i = 0; i < symbols.count; i++) {
        const uint8_t *s = row(&symbols, i);
        const char *name = get_string(elf, row(sections, link),
                                      GET32(s, Elf32_Sym, st_name));

        if (!GET16(s, Elf32_Sym, st_shndx)) {
            continue;
        }
        if (!strcmp(name, "nv_xbe_thunks")) {
            elf->thunks = GET32(s, Elf32_Sym, st_value);
        } else if (!strcmp(name, "nv_xbe_tls")) {
            elf->tls = GET32(s, Elf32_Sym, st_value);
        }
    }
}

static void read_sections(NvElf *elf, const Table *sections)
{
    uint32_t names = GET16(elf->bytes, Elf32_Ehdr, e_shstrndx);
    uint32_t thunks = 0;

    for (uint32_t i = 0; i < sections->count; i++) {
        const uint8_t *s = row(sections, i);

        if (GET32(s, Elf32_Shdr, sh_type) == SHT_SYMTAB) {
            read_symbols(elf, sections, s);
        }
        if (names < sections->count &&
            !strcmp(get_string(elf, row(sections, names),
                               GET32(s, Elf32_Shdr, sh_name)), ".thunk")) {
            thunks = GET32(s, Elf32_Shdr, sh_addr);
        }
    }
    elf->thunks = elf->thunks ? elf->thunks : thunks;
}

static int by_address(gconstpointer a, gconstpointer b)
{
    const NvElfPart *one = a, *two = b;

    return (one->address > two->address) - (one->address < two->address);
}

bool nv_elf_read(NvElf *elf, const void *bytes, size_t size, GError **error)
{
    const uint8_t *h = bytes;
    Table segments, sections;

    *elf = (NvElf) { .bytes = bytes, .size = size };
    elf->parts = g_array_new(FALSE, FALSE, sizeof(NvElfPart));
    if (!check_header(elf, error)) {
        return false;
    }
    if (!get_table(elf, GET32(h, Elf32_Ehdr, e_phoff),
                   GET16(h, Elf32_Ehdr, e_phnum), sizeof(Elf32_Phdr),
                   &segments) ||
        !get_table(elf, GET32(h, Elf32_Ehdr, e_shoff),
                   GET16(h, Elf32_Ehdr, e_shnum), sizeof(Elf32_Shdr),
                   &sections)) {
        return fail(error, "its ELF tables are cut off");
    }
    elf->entry = GET32(h, Elf32_Ehdr, e_entry);
    read_sections(elf, &sections);
    if (!read_parts(elf, &segments, &sections, error)) {
        return false;
    }
    g_array_sort(elf->parts, by_address);
    return true;
}

void nv_elf_clear(NvElf *elf)
{
    for (unsigned i = 0; elf->parts && i < elf->parts->len; i++) {
        g_free(g_array_index(elf->parts, NvElfPart, i).name);
    }
    g_clear_pointer(&elf->parts, g_array_unref);
}
