/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A snapshot's file: the state, and memory beside it.  Words are little endian;
 * pages are there that are not zero; all of it is gzip's.
 */
#ifndef TEST_SAVED_FILE_H
#define TEST_SAVED_FILE_H

#include <zlib.h>

#include "unit/card/saved-world.h"

#define MAGIC 0x5353564eu       /* "NVSS" */
#define PAGE 4096u
#define FILE_MOST (32u << 20)

static inline void put32(GByteArray *out, uint32_t v)
{
    v = GUINT32_TO_LE(v);
    g_byte_array_append(out, (const uint8_t *)&v, 4);
}

static inline void put_pages(GByteArray *out, const uint8_t *memory,
                             uint32_t size)
{
    static const uint8_t zero[PAGE];

    put32(out, size);
    for (uint32_t at = 0; at < size; at += PAGE) {
        if (memcmp(memory + at, zero, PAGE)) {
            put32(out, at);
            g_byte_array_append(out, memory + at, PAGE);
        }
    }
    put32(out, size);
}

static inline void write_file(World *w, const char *path)
{
    g_autoptr(GByteArray) out = g_byte_array_new();
    g_autoptr(GByteArray) state = g_byte_array_new();
    gzFile f = gzopen(path, "wb9");

    nv_card_save(w->rig->card, state);
    put32(out, MAGIC);
    put32(out, w->rig->now);
    put32(out, (uint64_t)w->rig->now >> 32);
    put32(out, w->first_end);
    put32(out, w->second_end);
    put32(out, state->len);
    g_byte_array_append(out, state->data, state->len);
    put_pages(out, nv_card_vram(w->rig->card), WORLD_VRAM);
    put_pages(out, w->rig->ram, RIG_RAM_SIZE);
    if (!f || gzwrite(f, out->data, out->len) != (int)out->len ||
        gzclose(f) != Z_OK) {
        g_error("%s could not be written", path);
    }
}

/* The file's bytes, unpacked, and a place in them. */
typedef struct Saved {
    const char *path;
    GByteArray *bytes;
    uint32_t at;
    /* What write_file() wrote first. */
    int64_t now;
    uint32_t first_end, second_end;
    const uint8_t *state;
    uint32_t state_size;
    uint32_t pages;                     /* where the memories begin */
} Saved;

static inline const uint8_t *take(Saved *s, uint32_t n)
{
    const uint8_t *at = s->bytes->data + s->at;

    if (n > s->bytes->len - s->at) {
        g_error("%s ends early", s->path);
    }
    s->at += n;
    return at;
}

static inline uint32_t take32(Saved *s)
{
    return nv_ld32(take(s, 4));
}

static inline void take_pages(Saved *s, uint8_t *memory, uint32_t size)
{
    uint32_t at;

    g_assert_cmpuint(take32(s), ==, size);
    memset(memory, 0, size);
    while ((at = take32(s)) != size) {
        g_assert_cmpuint(at, <=, size - PAGE);
        memcpy(memory + at, take(s, PAGE), PAGE);
    }
}

static inline void open_file(Saved *s, const char *path)
{
    gzFile f = gzopen(path, "rb");
    int n;

    if (!f) {
        g_error("%s cannot be read", path);
    }
    *s = (Saved) { .path = path, .bytes = g_byte_array_sized_new(FILE_MOST) };
    g_byte_array_set_size(s->bytes, FILE_MOST);
    n = gzread(f, s->bytes->data, FILE_MOST);
    g_assert_cmpint(n, >, 0);
    g_byte_array_set_size(s->bytes, n);
    gzclose(f);
    g_assert_cmphex(take32(s), ==, MAGIC);
    s->now = take32(s);
    s->now |= (int64_t)take32(s) << 32;
    s->first_end = take32(s);
    s->second_end = take32(s);
    s->state_size = take32(s);
    s->state = take(s, s->state_size);
    s->pages = s->at;
}

static inline void close_file(Saved *s)
{
    g_byte_array_unref(s->bytes);
}

/* A card in the machine of the file, and its words. */
static inline World *load_file(Saved *s, const NvCardConfig *config)
{
    World *w = g_new0(World, 1);
    GError *error = NULL;

    w->rig = rig_new_card(config);
    w->first_end = s->first_end;
    w->second_end = s->second_end;
    w->rig->now = s->now;
    s->at = s->pages;
    take_pages(s, nv_card_vram(w->rig->card), WORLD_VRAM);
    take_pages(s, w->rig->ram, RIG_RAM_SIZE);
    nv_card_load(w->rig->card, s->state, s->state_size, &error);
    if (error) {
        g_error("%s does not load: %s", s->path, error->message);
    }
    return w;
}

#endif
