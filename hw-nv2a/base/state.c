/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Saving and loading plain structs by field tables; see state.h. */
#include "base/state.h"

#include <string.h>

#include "base/bits.h"

#define MAGIC 0x5332764eu       /* "Nv2S" */

/* The stream: magic, sections; a section: name, version, fields; a field:
 * name, element size, count, elements.  A name: length byte and bytes. */

G_DEFINE_QUARK(nv-state-error-quark, nv_state_error)

bool nv_section_saves(const NvSection *section, size_t offset, size_t size)
{
    for (const NvField *f = section->fields; f->name; f++) {
        if (f->offset == offset && (size_t)f->elem * f->count == size) {
            return true;
        }
    }
    return false;
}

static void put32(GByteArray *out, uint32_t v)
{
    uint8_t b[4];

    nv_st32(b, v);
    g_byte_array_append(out, b, sizeof(b));
}

static void put_name(GByteArray *out, const char *name)
{
    uint8_t len = strlen(name);

    assert(strlen(name) <= UINT8_MAX);
    g_byte_array_append(out, &len, 1);
    g_byte_array_append(out, (const uint8_t *)name, len);
}

/* Elements go out little endian whatever the host is. */
static void copy_elements(uint8_t *to, const uint8_t *from, const NvField *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        for (unsigned b = 0; b < f->elem; b++) {
            unsigned host = G_BYTE_ORDER == G_LITTLE_ENDIAN ? b
                                                            : f->elem - 1 - b;
            to[i * f->elem + b] = from[i * f->elem + host];
        }
    }
}

void nv_state_save(const NvStateItem *items, unsigned count, GByteArray *out)
{
    put32(out, MAGIC);
    put32(out, count);
    for (unsigned i = 0; i < count; i++) {
        const NvSection *s = items[i].section;

        put_name(out, s->name);
        put32(out, s->version);
        for (const NvField *f = s->fields; f->name; f++) {
            uint32_t at;

            assert(f->elem == 1 || f->elem == 2 || f->elem == 4 ||
                   f->elem == 8);
            assert(f->offset + (size_t)f->elem * f->count <= s->size);
            put_name(out, f->name);
            put32(out, f->elem);
            put32(out, f->count);
            at = out->len;
            g_byte_array_set_size(out, at + f->elem * f->count);
            copy_elements(out->data + at,
                          (const uint8_t *)items[i].unit + f->offset, f);
        }
        put_name(out, "");
    }
}

typedef struct Reader {
    const uint8_t *at;
    size_t left;
    GError **error;
} Reader;

static bool fail(Reader *r, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool fail(Reader *r, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    if (r->error && !*r->error) {
        *r->error = g_error_new_valist(NV_STATE_ERROR, 0, format, ap);
    }
    va_end(ap);
    return false;
}

static const uint8_t *take(Reader *r, size_t n)
{
    const uint8_t *at = r->at;

    if (n > r->left) {
        fail(r, "saved state ends early: %zu more bytes were expected",
             n - r->left);
        return NULL;
    }
    r->at += n;
    r->left -= n;
    return at;
}

static bool expect32(Reader *r, uint32_t want, const char *what,
                     const char *name)
{
    const uint8_t *at = take(r, 4);

    if (!at) {
        return false;
    }
    if (nv_ld32(at) != want) {
        return fail(r, "saved state of \"%s\": %s is %u, this card has %u",
                    name, what, nv_ld32(at), want);
    }
    return true;
}

static bool expect_name(Reader *r, const char *want)
{
    const uint8_t *len = take(r, 1);
    const uint8_t *at = len ? take(r, *len) : NULL;

    if (!at) {
        return false;
    }
    if (*len != strlen(want) || memcmp(at, want, *len)) {
        return fail(r, "saved state has \"%.*s\" where this card has \"%s\"",
                    *len, (const char *)at, want);
    }
    return true;
}

static bool load_section(Reader *r, const NvSection *s, uint8_t *scratch)
{
    if (!expect_name(r, s->name) ||
        !expect32(r, s->version, "version", s->name)) {
        return false;
    }
    for (const NvField *f = s->fields; f->name; f++) {
        const uint8_t *at;

        if (!expect_name(r, f->name) ||
            !expect32(r, f->elem, "element size", f->name) ||
            !expect32(r, f->count, "element count", f->name)) {
            return false;
        }
        at = take(r, (size_t)f->elem * f->count);
        if (!at) {
            return false;
        }
        copy_elements(scratch + f->offset, at, f);
    }
    return expect_name(r, "") && (!s->validate || s->validate(scratch, r->error));
}

static void commit(const NvStateItem *item, const uint8_t *scratch)
{
    for (const NvField *f = item->section->fields; f->name; f++) {
        memcpy((uint8_t *)item->unit + f->offset, scratch + f->offset,
               (size_t)f->elem * f->count);
    }
}

bool nv_state_load(const NvStateItem *items, unsigned count,
                   const void *data, size_t size, GError **error)
{
    Reader r = { data, size, error };
    g_autoptr(GPtrArray) scratch = g_ptr_array_new_with_free_func(g_free);

    if (!expect32(&r, MAGIC, "magic", "card") ||
        !expect32(&r, count, "section count", "card")) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        uint8_t *copy = g_memdup2(items[i].unit, items[i].section->size);

        g_ptr_array_add(scratch, copy);
        if (!load_section(&r, items[i].section, copy)) {
            return false;
        }
    }
    if (r.left) {
        return fail(&r, "saved state has %zu bytes too many", r.left);
    }
    for (unsigned i = 0; i < count; i++) {
        commit(&items[i], g_ptr_array_index(scratch, i));
    }
    for (unsigned i = 0; i < count; i++) {
        if (items[i].section->loaded) {
            items[i].section->loaded(items[i].unit);
        }
    }
    return true;
}

/* --- reading without the units --- */

static bool take32(Reader *r, uint32_t *value)
{
    const uint8_t *at = take(r, 4);

    *value = at ? nv_ld32(at) : 0;
    return at;
}

/* Into @name, of 256 bytes. */
static bool take_name(Reader *r, char *name)
{
    const uint8_t *len = take(r, 1);
    const uint8_t *at = len ? take(r, *len) : NULL;

    if (!at) {
        return false;
    }
    memcpy(name, at, *len);
    name[*len] = 0;
    return true;
}

static bool walk_section(Reader *r, NvStateVisit visit, void *opaque)
{
    char section[256], field[256];
    uint32_t version;

    if (!take_name(r, section) || !take32(r, &version)) {
        return false;
    }
    field[0] = 1;
    while (take_name(r, field) && *field) {
        NvStateField f = { section, field };
        uint32_t elem;

        if (!take32(r, &elem) || !take32(r, &f.count)) {
            return false;
        }
        if (elem != 1 && elem != 2 && elem != 4 && elem != 8) {
            return fail(r, "saved state is damaged: \"%s\" has elements of "
                        "%u bytes", field, elem);
        }
        f.elem = elem;
        f.bytes = take(r, (size_t)elem * f.count);
        if (!f.bytes) {
            return false;
        }
        if (visit) {
            visit(opaque, &f);
        }
    }
    return !*field;
}

size_t nv_state_walk(const void *data, size_t size, NvStateVisit visit,
                     void *opaque, GError **error)
{
    Reader r = { data, size, error };
    uint32_t magic, count;

    if (!take32(&r, &magic) || !take32(&r, &count)) {
        return 0;
    }
    if (magic != MAGIC) {
        fail(&r, "this is no saved state of a card");
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!walk_section(&r, visit, opaque)) {
            return 0;
        }
    }
    return size - r.left;
}

uint64_t nv_state_element(const NvStateField *field, uint32_t index)
{
    const uint8_t *at = field->bytes + (size_t)index * field->elem;
    uint64_t value = 0;

    assert(index < field->count);
    for (unsigned b = 0; b < field->elem; b++) {
        value |= (uint64_t)at[b] << (8 * b);
    }
    return value;
}
