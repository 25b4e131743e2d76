/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an index or a vertex costs by every way that it can come, without
 * pixels, and what a small draw costs with and without changes of state; the
 * same work through the same channel that guests use.
 *
 * Words are written to the push buffer before the clock starts.
 */
#include "bench/feeds.h"

#include <string.h>

#include "base/bits.h"
#include "common/rig.h"

#define CLASS_KELVIN 0x97
#define VRAM (16u << 20)
#define ARRAYS 0x60000u         /* of guest memory, and of VRAM */
#define VRAM_ARRAYS (4u << 20)

enum { BEGIN = 0x17fc, ELEMENT16 = 0x1800, ELEMENT32 = 0x1808,
       DRAW_ARRAYS = 0x1810, INLINE = 0x1818 };
enum { TRIANGLES = 5, STRIP = 6 };
#define NONINC (1u << 30)
#define PACKET 2046u            /* words, at most */

void bench_grid(BenchGridPoint v[BENCH_GRID * BENCH_GRID])
{
    for (unsigned i = 0; i < BENCH_GRID * BENCH_GRID; i++) {
        unsigned x = i % BENCH_GRID, y = i / BENCH_GRID;

        v[i] = (BenchGridPoint) { { x * 8, y * 8, 0, 1 }, 0xff000000 | i * 77,
                                  { x / 64.0f, y / 64.0f } };
    }
}

unsigned bench_grid_list(uint16_t *index)
{
    unsigned n = 0;

    for (unsigned i = 0; i < (BENCH_GRID - 1) * (BENCH_GRID - 1); i++) {
        unsigned a = i / (BENCH_GRID - 1) * BENCH_GRID + i % (BENCH_GRID - 1);
        const uint16_t cell[6] = { a, a + 1, a + BENCH_GRID, a + BENCH_GRID,
                                   a + 1, a + BENCH_GRID + 1 };

        memcpy(index + n, cell, sizeof(cell));
        n += 6;
    }
    return n;
}

unsigned bench_grid_strips(uint16_t *index)
{
    unsigned n = 0;

    for (unsigned y = 0; y + 1 < BENCH_GRID; y++) {
        for (unsigned x = 0; x < BENCH_GRID; x++) {
            index[n++] = y * BENCH_GRID + x;
            index[n++] = (y + 1) * BENCH_GRID + x;
        }
    }
    return n;
}

/* --- the card --- */

typedef struct Card {
    Rig *rig;
    BenchGridPoint v[BENCH_GRID * BENCH_GRID];
    uint16_t index[BENCH_GRID_MOST];
    unsigned (*push)(struct Card *card);    /* returns what was pushed */
    unsigned parts;             /* of BenchDraw */
    bool flip;
} Card;

static void set_up_arrays(Card *card, bool guest)
{
    static const struct { uint8_t attr, at, type, size; } arrays[] = {
        { 0, offsetof(BenchGridPoint, pos), 2, 4 },
        { 3, offsetof(BenchGridPoint, colour), 4, 4 },
        { 9, offsetof(BenchGridPoint, tex), 2, 2 },
    };
    uint8_t *vram = nv_card_vram(card->rig->card);

    bench_grid(card->v);
    memcpy(guest ? card->rig->ram + ARRAYS : vram + VRAM_ARRAYS, card->v,
           sizeof(card->v));
    for (unsigned i = 0; i < G_N_ELEMENTS(arrays); i++) {
        /* Bit 31: the second vertex object, guest memory. */
        rig_method(card->rig, 0x1720 + arrays[i].attr * 4,
                   (guest ? ARRAYS | 1u << 31 : VRAM_ARRAYS) + arrays[i].at);
        rig_method(card->rig, 0x1760 + arrays[i].attr * 4,
                   sizeof(BenchGridPoint) << 8 | arrays[i].size << 4 |
                   arrays[i].type);
    }
}

static Card *open_card(const char *raster, bool guest)
{
    Card *card = g_new0(Card, 1);

    card->rig = rig_new("nv20", VRAM, raster, NULL);
    rig_channel(card->rig, CLASS_KELVIN);
    rig_surface(card->rig, BENCH_GRID * 8, BENCH_GRID * 8);
    rig_passthrough_program(card->rig);
    set_up_arrays(card, guest);
    return card;
}

static void close_card(Card *card)
{
    if (rig_take_error(card->rig, NULL) || card->rig->guest_errors) {
        g_error("the card refuses a draw: %s", card->rig->last_error);
    }
    rig_free(card->rig);
    g_free(card);
}

/* The push buffer's words so far are done; from its start again. */
static void rewind_buffer(Rig *rig)
{
    channel_push(&rig->channel, CHANNEL_PUSH_BASE | 0x20000000);
    rig->channel.put = CHANNEL_PUSH_BASE;
    g_assert_true(rig_kick(rig));
}

static double run_card(void *what)
{
    Card *card = what;
    double begin;
    unsigned count;

    rewind_buffer(card->rig);
    count = card->push(card);
    begin = bench_now();
    g_assert_true(rig_kick(card->rig));
    nv_card_flush(card->rig->card);
    return (bench_now() - begin) / count;
}

static void begin(Card *card, unsigned primitive)
{
    rig_method(card->rig, BEGIN, primitive);
}

static void end(Card *card)
{
    rig_method(card->rig, BEGIN, 0);
}

/* All @count words to one method. */
static void stream(Card *card, uint32_t mthd, const uint32_t *words,
                   unsigned count)
{
    Channel *ch = &card->rig->channel;

    for (unsigned i = 0; i < count;) {
        unsigned n = MIN(count - i, PACKET);

        channel_push(ch, NONINC | n << 18 | mthd);
        for (unsigned k = 0; k < n; k++) {
            channel_push(ch, words[i++]);
        }
    }
}

static void stream_elements(Card *card, const uint16_t *index, unsigned count,
                            bool wide)
{
    g_autofree uint32_t *words = g_new(uint32_t, count);
    unsigned n = 0;

    for (unsigned i = 0; i < count; i += wide ? 1 : 2) {
        words[n++] = wide ? index[i] : index[i] | (uint32_t)index[i + 1] << 16;
    }
    stream(card, wide ? ELEMENT32 : ELEMENT16, words, n);
}

static unsigned list(Card *card, bool wide)
{
    unsigned n = bench_grid_list(card->index);

    begin(card, TRIANGLES);
    stream_elements(card, card->index, n, wide);
    end(card);
    return n;
}

static unsigned push_list16(Card *card)
{
    return list(card, false);
}

static unsigned push_list32(Card *card)
{
    return list(card, true);
}

static unsigned push_strips(Card *card)
{
    unsigned n = bench_grid_strips(card->index);

    for (unsigned i = 0; i < n; i += 2 * BENCH_GRID) {
        begin(card, STRIP);
        stream_elements(card, card->index + i, 2 * BENCH_GRID, false);
        end(card);
    }
    return n;
}

static unsigned arrays(Card *card, unsigned primitive)
{
    uint32_t words[BENCH_GRID * BENCH_GRID / 256];

    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        words[i] = 255u << 24 | i * 256;
    }
    begin(card, primitive);
    stream(card, DRAW_ARRAYS, words, G_N_ELEMENTS(words));
    end(card);
    return BENCH_GRID * BENCH_GRID;
}

static unsigned push_arrays(Card *card)
{
    return arrays(card, TRIANGLES);
}

static unsigned push_arrays_strip(Card *card)
{
    return arrays(card, STRIP);
}

static unsigned push_immediate(Card *card)
{
    begin(card, STRIP);
    for (unsigned i = 0; i < G_N_ELEMENTS(card->v); i++) {
        uint32_t w[4];

        memcpy(w, card->v[i].pos, sizeof(w));
        rig_method(card->rig, 0x194c, card->v[i].colour);
        rig_methods(card->rig, 0x1590,
                    (uint32_t[]) { nv_f2u(card->v[i].tex[0]),
                                   nv_f2u(card->v[i].tex[1]) }, 2);
        rig_methods(card->rig, 0x1518, w, 4);
    }
    end(card);
    return G_N_ELEMENTS(card->v);
}

static unsigned push_immediate_3f(Card *card)
{
    begin(card, STRIP);
    for (unsigned i = 0; i < G_N_ELEMENTS(card->v); i++) {
        uint32_t w[4];

        memcpy(w, card->v[i].pos, sizeof(w));
        rig_methods(card->rig, 0x1500, w, 3);
    }
    end(card);
    return G_N_ELEMENTS(card->v);
}

static unsigned push_inline(Card *card)
{
    begin(card, STRIP);
    stream(card, INLINE, (const uint32_t *)card->v, sizeof(card->v) / 4);
    end(card);
    return G_N_ELEMENTS(card->v);
}

static const struct {
    const char *name;
    unsigned (*push)(Card *card);
    BenchFeed gl;
    bool guest;
} feeds[] = {
    { "index, ELEMENT16 list, VRAM", push_list16, BENCH_LIST16 },
    { "index, ELEMENT16 list, guest memory", push_list16, BENCH_LIST16,
      true },
    { "index, ELEMENT32 list, VRAM", push_list32, BENCH_LIST32 },
    { "index, ELEMENT32 list, guest memory", push_list32, BENCH_LIST32,
      true },
    { "index, ELEMENT16 strips, VRAM", push_strips, BENCH_STRIPS },
    { "index, ELEMENT16 strips, guest memory", push_strips, BENCH_STRIPS,
      true },
    { "vertex, DRAW_ARRAYS list, VRAM", push_arrays, BENCH_ARRAYS },
    { "vertex, DRAW_ARRAYS list, guest memory", push_arrays, BENCH_ARRAYS,
      true },
    { "vertex, DRAW_ARRAYS strip, VRAM", push_arrays_strip,
      BENCH_ARRAYS_STRIP },
    { "vertex, DRAW_ARRAYS strip, guest memory", push_arrays_strip,
      BENCH_ARRAYS_STRIP, true },
    { "vertex, immediate, 7 words", push_immediate, BENCH_IMMEDIATE },
    { "vertex, immediate, 3 words", push_immediate_3f, BENCH_IMMEDIATE_3F },
    { "vertex, inline, 7 words", push_inline, BENCH_NO_FEED },
};

void bench_feeds(BenchRows *rows)
{
    bench_rows_title(rows, "Indices and vertices, no pixels");
    for (unsigned i = 0; i < G_N_ELEMENTS(feeds); i++) {
        BenchFeedGl *gl;
        Card *card;

        if (!bench_rows_chosen(rows, feeds[i].name)) {
            continue;
        }
        card = open_card("null", feeds[i].guest);
        card->push = feeds[i].push;
        gl = bench_feed_gl(feeds[i].gl, feeds[i].guest, 0, &rows->why);
        bench_rows_measure(rows, feeds[i].name, run_card, card,
                           gl ? bench_feed_gl_run : NULL, gl);
        close_card(card);
        bench_feed_gl_free(gl);
    }
}

/* --- small draws --- */

static const uint32_t states[BENCH_STATES][3] = {
    { 0x304, 0, 1 }, { 0x30c, 0, 1 },           /* blend, depth test */
    { 0x33c, 0x201, 0x204 }, { 0x344, 1, 0x302 }, { 0x348, 0, 0x303 },
    { 0x354, 0x203, 0x207 }, { 0x358, 0x01010101, 0x00010101 },
    { 0x35c, 0, 1 }, { 0x364, 0x200, 0x207 }, { 0x37c, 0x1d00, 0x1d01 },
};

/* Each with other values than the one before. */
static unsigned push_draws(Card *card)
{
    bench_grid_list(card->index);
    for (unsigned n = 0; n < BENCH_DRAWS; n++, card->flip = !card->flip) {
        uint32_t c[64];

        for (unsigned i = 0; card->parts & BENCH_DRAW_STATES &&
             i < BENCH_STATES; i++) {
            rig_method(card->rig, states[i][0], states[i][1 + card->flip]);
        }
        if (card->parts & BENCH_DRAW_CONSTANTS) {
            for (unsigned i = 0; i < 64; i++) {
                c[i] = nv_f2u(i + n);
            }
            for (unsigned i = 0; i < 2; i++) {
                rig_method(card->rig, 0x1ea4, 0x60 + 8 * i);
                rig_methods(card->rig, 0xb80, c + 32 * i, 32);
            }
        }
        begin(card, TRIANGLES);
        if (card->parts & BENCH_DRAW_IMMEDIATE) {
            for (unsigned i = 0; i < 3; i++) {
                rig_methods(card->rig, 0x1500,
                            (uint32_t[]) { nv_f2u(i == 1 ? 5 : 0),
                                           nv_f2u(i == 2 ? 5 : 0), 0 }, 3);
            }
        } else {
            stream_elements(card, card->index, BENCH_DRAW_INDICES, false);
        }
        end(card);
    }
    return BENCH_DRAWS;
}

static const struct {
    const char *name, *raster;
    unsigned parts;
    bool guest;
} draws[] = {
    { "small draw", "null", 0 },
    { "small draw, 10 states", "null", BENCH_DRAW_STATES },
    { "small draw, 16 constants", "null", BENCH_DRAW_CONSTANTS },
    { "small draw, 16 constants, 10 states", "null",
      BENCH_DRAW_CONSTANTS | BENCH_DRAW_STATES },
    { "small draw, 16 constants, 10 states, guest memory", "null",
      BENCH_DRAW_CONSTANTS | BENCH_DRAW_STATES, true },
    { "small draw of BEGIN, 3 x 3F, END", "null", BENCH_DRAW_IMMEDIATE },
    { "small draw, pixels", "soft", BENCH_DRAW_PIXELS },
    { "small draw, 16 constants, 10 states, pixels", "soft",
      BENCH_DRAW_PIXELS | BENCH_DRAW_CONSTANTS | BENCH_DRAW_STATES },
    { "small draw of BEGIN, 3 x 3F, END, pixels", "soft",
      BENCH_DRAW_PIXELS | BENCH_DRAW_IMMEDIATE },
};

void bench_draws(BenchRows *rows)
{
    bench_rows_title(rows, "Draws of 12 triangles of 32 pixels");
    for (unsigned i = 0; i < G_N_ELEMENTS(draws); i++) {
        BenchFeedGl *gl;
        Card *card;

        if (!bench_rows_chosen(rows, draws[i].name)) {
            continue;
        }
        card = open_card(draws[i].raster, draws[i].guest);
        card->push = push_draws;
        card->parts = draws[i].parts;
        gl = bench_feed_gl(BENCH_SMALL_DRAWS, draws[i].guest, draws[i].parts,
                           &rows->why);
        bench_rows_measure(rows, draws[i].name, run_card, card,
                           gl ? bench_feed_gl_run : NULL, gl);
        close_card(card);
        bench_feed_gl_free(gl);
    }
}

/* --- methods --- */

static unsigned push_constants(Card *card)
{
    uint32_t v[32] = { 0 };

    for (unsigned i = 0; i < 256; i++) {
        rig_method(card->rig, 0x1ea4, 0x60 + i % 8 * 8);
        rig_methods(card->rig, 0xb80, v, G_N_ELEMENTS(v));
    }
    return 256 * 33;
}

void bench_constants(BenchRows *rows)
{
    static const char name[] = "constant, 32 a packet";
    Card *card;

    if (bench_rows_chosen(rows, name)) {
        card = open_card("null", false);
        card->push = push_constants;
        bench_rows_measure(rows, name, run_card, card, NULL, NULL);
        close_card(card);
    }
}
