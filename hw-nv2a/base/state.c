/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Saving and loading plain structs by field tables; see state.h. */
#include "base/state-priv.h"

#include <string.h>

#include "base/bits.h"

G_DEFINE_QUARK(nv-state-error-quark, nv_state_error)

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

/* Elements lie little endian in the stream, whatever the host is. */
static void copy_elements(uint8_t *to, const uint8_t *from, unsigned elem,
                          uint32_t count)
{
    if (G_BYTE_ORDER == G_LITTLE_ENDIAN || elem == 1) {
        memcpy(to, from, (size_t)elem * count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (unsigned b = 0; b < elem; b++) {
            to[i * elem + b] = from[i * elem + elem - 1 - b];
        }
    }
}

/* --- what a version has --- */

/* Of a state, or of this card: the newest has all elements of its fields. */
typedef struct Version {
    uint32_t number;            /* 0: no section, no fields */
    bool newest;
} Version;

static Version version_of(const NvSection *s, uint32_t number)
{
    return (Version) { number, number == s->version };
}

static bool there(const NvField *f, Version v)
{
    return v.number && f->since <= v.number &&
           (!f->until || v.number <= f->until);
}

/* Elements of a field without parts. */
static uint32_t leaf_count(const NvField *f, Version v)
{
    uint32_t count = 0;

    if (!there(f, v) || !f->had || v.newest) {
        return there(f, v) ? f->count : 0;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        count += f->had(v.number, i);
    }
    return count;
}

static uint32_t field_count(const NvField *f, Version v)
{
    uint32_t count = 0;

    if (!f->parts) {
        return leaf_count(f, v);
    }
    if (!there(f, v)) {
        return 0;
    }
    for (const NvField *p = f->parts; p->name; p++) {
        assert(p->elem == f->elem && !p->parts);
        count += leaf_count(p, v);
    }
    return f->count * count;
}

/* Bytes of the unit that the field is. */
static size_t extent(const NvField *f)
{
    return f->parts ? f->stride * f->count : (size_t)f->elem * f->count;
}

bool nv_section_saves(const NvSection *section, size_t offset, size_t size)
{
    for (const NvField *f = section->fields; f->name; f++) {
        if (f->offset == offset && extent(f) == size) {
            return true;
        }
    }
    return false;
}

static void check_field(const NvSection *s, const NvField *f)
{
    assert(f->elem == 1 || f->elem == 2 || f->elem == 4 || f->elem == 8);
    assert(f->since <= s->version && f->until < s->version);
    assert(f->offset == NV_FIELD_NOWHERE
           ? f->until : f->offset + extent(f) <= s->size);
}

/* --- saving --- */

static uint8_t *put_leaf(uint8_t *out, const NvField *f, const uint8_t *unit,
                         Version v)
{
    uint32_t count = leaf_count(f, v);

    if (count) {
        copy_elements(out, unit + f->offset, f->elem, count);
    }
    return out + (size_t)f->elem * count;
}

static void put_field(GByteArray *out, const NvField *f, const uint8_t *unit,
                      Version v)
{
    uint32_t count = field_count(f, v), at;
    uint8_t *to;

    put_name(out, f->name);
    put32(out, f->elem);
    put32(out, count);
    at = out->len;
    g_byte_array_set_size(out, at + f->elem * count);
    to = out->data + at;
    if (!f->parts) {
        put_leaf(to, f, unit, v);
        return;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        for (const NvField *p = f->parts; p->name; p++) {
            to = put_leaf(to, p, unit + f->offset + i * f->stride, v);
        }
    }
}

static bool wanted(const NvStateItem *item)
{
    assert(!item->section->needed || item->section->late);
    return !item->section->needed || item->section->needed(item->unit);
}

static uint32_t version_word(const NvSection *s)
{
    return s->version | (s->optional ? NV_STATE_OPTIONAL : 0);
}

void nv_state_save(const NvStateItem *items, unsigned count, GByteArray *out)
{
    uint32_t saved = 0;

    for (unsigned i = 0; i < count; i++) {
        saved += wanted(&items[i]);
    }
    put32(out, NV_STATE_MAGIC);
    put32(out, saved);
    for (unsigned i = 0; i < count; i++) {
        const NvSection *s = items[i].section;
        Version v = version_of(s, s->version);

        if (!wanted(&items[i])) {
            continue;
        }
        put_name(out, s->name);
        put32(out, version_word(s));
        for (const NvField *f = s->fields; f->name; f++) {
            check_field(s, f);
            if (there(f, v)) {
                put_field(out, f, items[i].unit, v);
            }
        }
        put_name(out, "");
    }
}

/* --- reading --- */

static bool expect32(NvStateReader *r, uint32_t want, const char *what,
                     const char *name)
{
    const uint8_t *at = nv_state_take(r, 4);

    if (!at) {
        return false;
    }
    if (nv_ld32(at) != want) {
        return nv_state_fail(r, "saved state of \"%s\": %s is %u, this card "
                             "has %u", name, what, nv_ld32(at), want);
    }
    return true;
}

static bool expect_name(NvStateReader *r, const char *want)
{
    const uint8_t *len = nv_state_take(r, 1);
    const uint8_t *at = len ? nv_state_take(r, *len) : NULL;

    if (!at) {
        return false;
    }
    if (*len != strlen(want) || memcmp(at, want, *len)) {
        return nv_state_fail(r, "saved state has \"%.*s\" where this card has "
                             "\"%s\"", *len, (const char *)at, want);
    }
    return true;
}

static void put_value(uint8_t *to, unsigned elem, uint64_t value)
{
    switch (elem) {
    case 1:
        *to = value;
        break;
    case 2:
        *(uint16_t *)to = value;
        break;
    case 4:
        *(uint32_t *)to = value;
        break;
    default:
        *(uint64_t *)to = value;
        break;
    }
}

/* A state without a batch of vertices lacks a megabyte: in one go. */
static void put_values(uint8_t *to, unsigned elem, uint32_t count,
                       uint64_t value)
{
    if (!value) {
        memset(to, 0, (size_t)elem * count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        put_value(to + i * elem, elem, value);
    }
}

/* The elements that a version has from @from, the others as they were. */
static const uint8_t *take_leaf(const NvField *f, uint8_t *scratch,
                                const uint8_t *from, Version v)
{
    uint32_t count = leaf_count(f, v);
    uint8_t *to = scratch + f->offset;

    if (f->offset == NV_FIELD_NOWHERE) {
        return from + (size_t)f->elem * count;
    }
    if (count == f->count) {
        copy_elements(to, from, f->elem, count);
        return from + (size_t)f->elem * count;
    }
    if (!count) {
        put_values(to, f->elem, f->count, f->was);
        return from;
    }
    for (uint32_t i = 0; i < f->count; i++, to += f->elem) {
        if (f->had(v.number, i)) {
            copy_elements(to, from, f->elem, 1);
            from += f->elem;
        } else {
            put_value(to, f->elem, f->was);
        }
    }
    return from;
}

static void take_elements(const NvField *f, uint8_t *scratch,
                          const uint8_t *from, Version v)
{
    if (!f->parts) {
        take_leaf(f, scratch, from, v);
        return;
    }
    /* Structs that are not there have no parts that are. */
    v = there(f, v) ? v : (Version) { 0 };
    for (uint32_t i = 0; i < f->count; i++) {
        for (const NvField *p = f->parts; p->name; p++) {
            from = take_leaf(p, scratch + f->offset + i * f->stride, from,
                             v);
        }
    }
}

/* What is taken of a field that is not there. */
static const uint8_t nothing[1];

static bool load_field(NvStateReader *r, const NvField *f, uint8_t *scratch,
                       Version v)
{
    uint32_t count = field_count(f, v);
    const uint8_t *at;

    if (!expect_name(r, f->name) ||
        !expect32(r, f->elem, "element size", f->name) ||
        !expect32(r, count, "element count", f->name)) {
        return false;
    }
    at = nv_state_take(r, (size_t)f->elem * count);
    if (at) {
        take_elements(f, scratch, at, v);
    }
    return at;
}

/* An item while its section is looked for. */
typedef struct Loading {
    const NvSection *section;
    void *unit;
    uint8_t *scratch;           /* NULL: no section, all is as it was */
    bool seen;
    uint32_t version;           /* of what was read; 0: no section */
} Loading;

static bool version_fits(NvStateReader *r, const NvSection *s, uint32_t word)
{
    uint32_t version = word & ~NV_STATE_OPTIONAL;
    uint32_t oldest = s->oldest ? s->oldest : s->version;

    if (version > s->version) {
        return nv_state_fail(r, "saved state of \"%s\" is of version %u, newer "
                             "than the %u that this card reads", s->name,
                             version, s->version);
    }
    if (version < oldest || !version) {
        return nv_state_fail(r, "saved state of \"%s\" is of version %u, older "
                             "than the %u that this card reads", s->name,
                             version, oldest);
    }
    if (version == s->version && word != version_word(s)) {
        return nv_state_fail(r, "saved state of \"%s\" is damaged", s->name);
    }
    return true;
}

static bool load_section(NvStateReader *r, Loading *l, uint32_t word)
{
    Version v = version_of(l->section, word & ~NV_STATE_OPTIONAL);

    if (l->seen) {
        return nv_state_fail(r, "saved state has \"%s\" twice",
                             l->section->name);
    }
    l->seen = true;
    l->scratch = g_memdup2(l->unit, l->section->size);
    l->version = v.number;
    if (!version_fits(r, l->section, word)) {
        return false;
    }
    for (const NvField *f = l->section->fields; f->name; f++) {
        if (there(f, v)) {
            if (!load_field(r, f, l->scratch, v)) {
                return false;
            }
        } else if (f->offset != NV_FIELD_NOWHERE) {
            take_elements(f, l->scratch, nothing, v);
        }
    }
    return expect_name(r, "");
}

/* All fields are what they are where there is no section. */
static void take_nothing(const NvSection *s, uint8_t *scratch)
{
    for (const NvField *f = s->fields; f->name; f++) {
        if (f->offset != NV_FIELD_NOWHERE) {
            take_elements(f, scratch, nothing, (Version) { 0 });
        }
    }
}

/* What is not in the state, and what is of an older version. */
static bool complete(NvStateReader *r, Loading *l)
{
    const NvSection *s = l->section;

    if (!l->seen && !s->late) {
        return nv_state_fail(r, "saved state has no \"%s\"", s->name);
    }
    if (!l->seen && !s->upgrade) {
        return true;
    }
    if (!l->seen) {
        l->scratch = g_memdup2(l->unit, s->size);
        take_nothing(s, l->scratch);
    }
    if (s->upgrade && l->version < s->version) {
        s->upgrade(l->scratch, l->version);
    }
    return !s->validate || s->validate(l->scratch, r->error);
}

static Loading *find(Loading *all, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++) {
        if (!strcmp(all[i].section->name, name)) {
            return &all[i];
        }
    }
    return NULL;
}

static bool load_next(NvStateReader *r, Loading *all, unsigned count)
{
    char name[256];
    uint32_t word;
    Loading *l;

    if (!nv_state_take_name(r, name) || !nv_state_take32(r, &word)) {
        return false;
    }
    l = find(all, count, name);
    if (l) {
        return load_section(r, l, word);
    }
    if (word & NV_STATE_OPTIONAL) {
        return nv_state_walk_fields(r, name, NULL, NULL);
    }
    return nv_state_fail(r, "saved state has \"%s\", which this card does not "
                         "know", name);
}

static bool load_all(NvStateReader *r, Loading *all, unsigned count)
{
    uint32_t sections;

    if (!expect32(r, NV_STATE_MAGIC, "magic", "card") ||
        !nv_state_take32(r, &sections)) {
        return false;
    }
    for (uint32_t i = 0; i < sections; i++) {
        if (!load_next(r, all, count)) {
            return false;
        }
    }
    if (r->left) {
        return nv_state_fail(r, "saved state has %zu bytes too many", r->left);
    }
    for (unsigned i = 0; i < count; i++) {
        if (!complete(r, &all[i])) {
            return false;
        }
    }
    return true;
}

static void commit(const Loading *l)
{
    if (!l->scratch) {
        take_nothing(l->section, l->unit);
        return;
    }
    for (const NvField *f = l->section->fields; f->name; f++) {
        if (f->offset != NV_FIELD_NOWHERE) {
            memcpy((uint8_t *)l->unit + f->offset, l->scratch + f->offset,
                   extent(f));
        }
    }
}

bool nv_state_load(const NvStateItem *items, unsigned count,
                   const void *data, size_t size, GError **error)
{
    NvStateReader r = { data, size, error };
    g_autofree Loading *all = g_new0(Loading, count);
    bool fine;

    for (unsigned i = 0; i < count; i++) {
        all[i].section = items[i].section;
        all[i].unit = items[i].unit;
    }
    fine = load_all(&r, all, count);
    for (unsigned i = 0; fine && i < count; i++) {
        commit(&all[i]);
    }
    for (unsigned i = 0; i < count; i++) {
        if (fine && items[i].section->loaded) {
            items[i].section->loaded(items[i].unit);
        }
        g_free(all[i].scratch);
    }
    return fine;
}
