/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Characters as an X driver draws them: each a small quadrilateral, one
 * texture times the alpha of another, blended over.  Words as open drivers
 * send them for NV20 (Celsius' class) and NV34 (a triangle in a scissor).
 */
#include "bench/rows.h"

#include "base/bits.h"
#include "common/rankine.h"

#define WIDE 6u
#define HIGH 10u
#define GLYPHS 256u             /* a batch */
#define MASKS RANKINE_TEXTURE   /* bytes, 64 a line */
#define SOURCE 0x98000u
#define PITCH 256u

typedef struct Word {
    uint16_t mthd;
    uint32_t data;
} Word;

static void send(Rig *rig, const Word *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        rig_method(rig, words[i].mthd, words[i].data);
    }
}

/* SOURCE is A8R8G8B8, MASKS I8: rectangles, the nearest texel. */
static const Word celsius[] = {
    { 0x208, 0x108 }, { 0x20c, PITCH << 16 | PITCH }, { 0x210, 0 },
    { 0x200, 64 << 16 }, { 0x204, 64 << 16 }, { 0x2b4, 0 },
    { 0x2c0, 0x07ff0800 }, { 0x2e0, 0x07ff0800 }, { 0x290, 0x00100001 },
    { 0x358, 0x01010101 }, { 0x304, 1 }, { 0x344, 1 }, { 0x348, 0x303 },
    { 0x350, 0x8006 }, { 0x37c, 0x1d01 }, { 0x38c, 0x1b02 },
    { 0x390, 0x1b02 }, { 0x398, 0x4b7fffff }, { 0x3e8, 4 },
    { 0x6e8, 0xc5000000 }, { 0x6ec, 0xc5000000 }, { 0x6f0, 0 },
    { 0x6f4, 0 },
    { 0x218, SOURCE }, { 0x220, 0x33221929 }, { 0x230, 64 << 16 },
    { 0x240, 16 << 16 | 16 }, { 0x248, 0x11000000 }, { 0x228, 0x40000000 },
    { 0x21c, MASKS }, { 0x224, 0x332219a9 }, { 0x234, 64 << 16 },
    { 0x244, 64 << 16 | 64 }, { 0x24c, 0x11000000 }, { 0x22c, 0x40000000 },
    { 0x260, 0x18190000 }, { 0x268, 0x08190000 }, { 0x278, 0xc00 },
    { 0x27c, 0 }, { 0x280, 0xc00 }, { 0x284, 0x10000000 },
    { 0x288, 0x0000000c }, { 0x28c, 0x00001c80 },
};

/* TXP H0, TEX0; TXP H1, TEX1; one stage of combiners. */
static const uint32_t program[8] = {
    0x18009e80, 0x1c9dc801, 0x0001c800, 0x3fe1c800,
    0x1802be83, 0x1c9dc801, 0x0001c800, 0x3fe1c800,
};

static const Word rankine[] = {
    { 0x23c, 3 }, { 0x310, 1 }, { 0x314, 0x00010001 }, { 0x318, 0x03030303 },
    { 0x320, 0x8006 },
    { 0x1a00, SOURCE }, { 0x1a04, 0x04411229 }, { 0x1a08, 0x00030303 },
    { 0x1a0c, 0x40000000 }, { 0x1a10, 64 << 16 | 0xaae4 },
    { 0x1a14, 0x01012000 }, { 0x1a18, 16 << 16 | 16 },
    { 0x1a20, MASKS }, { 0x1a24, 0x06611b29 }, { 0x1a28, 0x00030303 },
    { 0x1a2c, 0x40000000 }, { 0x1a30, 64 << 16 | 0x02ff },
    { 0x1a34, 0x01012000 }, { 0x1a38, 64 << 16 | 64 },
    { 0x8f4, 0x0000000c }, { 0x8f8, 0x00001c80 }, { 0x8fc, 1 },
    { 0x900, 0xd8d90000 }, { 0x904, 0xc8d90000 }, { 0x910, 0xc00 },
    { 0x914, 0xc00 },
};

/* Where character @i goes to, and its picture in the mask. */
static void place(unsigned i, unsigned to[2], unsigned from[2])
{
    to[0] = i % 9 * 7;
    to[1] = i / 9 % 5 * 11;
    from[0] = i % 10 * WIDE;
    from[1] = i / 10 % 6 * HIGH;
}

static void celsius_glyph(Rig *rig, unsigned i)
{
    unsigned to[2], from[2];

    place(i, to, from);
    rig_method(rig, 0xdfc, 8);
    for (unsigned k = 0; k < 4; k++) {
        unsigned x = k == 1 || k == 2 ? WIDE : 0, y = k > 1 ? HIGH : 0;
        uint32_t at[3] = { nv_f2u(to[0] + x), nv_f2u(to[1] + y), 0 };

        rig_method(rig, 0xc98, y << 16 | x);
        rig_method(rig, 0xcc0, (from[1] + y) << 16 | (from[0] + x));
        rig_methods(rig, 0xc00, at, 3);
    }
    rig_method(rig, 0xdfc, 0);
}

static void rankine_glyph(Rig *rig, unsigned i)
{
    static const int corner[3][2] = {
        { 0, -(int)HIGH }, { 0, HIGH }, { 2 * (int)WIDE, HIGH },
    };
    unsigned to[2], from[2];

    place(i, to, from);
    rig_method(rig, 0x8c0, WIDE << 16 | to[0]);
    rig_method(rig, 0x8c4, HIGH << 16 | to[1]);
    rig_method(rig, 0x1808, 5);
    for (unsigned k = 0; k < 3; k++) {
        int x = corner[k][0], y = corner[k][1];
        uint32_t at[4] = {
            nv_f2u(x), nv_f2u(y), nv_f2u((int)from[0] + x),
            nv_f2u((int)from[1] + y),
        };

        rig_methods(rig, 0x18c0, at, 4);
        rig_method(rig, 0x1900, (to[1] + y) << 16 | ((to[0] + x) & 0xffff));
    }
    rig_method(rig, 0x1808, 0);
}

/* What both have: pictures, and matrices that change nothing. */
static void pictures(Rig *rig)
{
    uint8_t *vram = nv_card_vram(rig->card);

    memset(vram, 0x55, 64 * PITCH);
    for (unsigned i = 0; i < 64 * 64; i++) {
        vram[MASKS + i] = i * 37;
    }
    for (unsigned i = 0; i < 16 * 16; i++) {
        nv_st32(vram + SOURCE + 4 * i, 0xff204060 + i);
    }
}

static void unit_matrix(Rig *rig, unsigned mthd)
{
    for (unsigned i = 0; i < 16; i++) {
        rig_method(rig, mthd + 4 * i, i % 5 ? 0 : 0x3f800000);
    }
}

static void open_celsius(Rankine *r)
{
    *r = (Rankine) { .rig = rig_new("nv20", 4u << 20, "soft", NULL) };
    rig_channel(r->rig, 0x96);
    pictures(r->rig);
    unit_matrix(r->rig, 0x500);
    send(r->rig, celsius, G_N_ELEMENTS(celsius));
}

static void open_rankine(Rankine *r)
{
    static const float view[8] = { 0, 0, 0, 0, 1, 1, 1, 0 };

    rankine_open(r, "nv34", 0x697);
    pictures(r->rig);
    rankine_fragment_program(r, program, G_N_ELEMENTS(program));
    rankine_floats(r, 0xa20, view, 8);
    unit_matrix(r->rig, 0x480);
    unit_matrix(r->rig, 0x680);
    send(r->rig, rankine, G_N_ELEMENTS(rankine));
}

typedef struct Text {
    Rankine r;
    void (*glyph)(Rig *rig, unsigned i);
} Text;

/* ns that a character takes, from its words to its pixels. */
static double text(void *what)
{
    Text *t = what;
    Rig *rig = t->r.rig;
    double begin, ns;

    channel_push(&rig->channel, CHANNEL_PUSH_BASE | 0x20000000);
    rig->channel.put = CHANNEL_PUSH_BASE;
    g_assert_true(rig_kick(rig));
    for (unsigned i = 0; i < GLYPHS; i++) {
        t->glyph(rig, i);
    }
    begin = bench_now();
    g_assert_true(rankine_kick(&t->r));
    ns = (bench_now() - begin) / GLYPHS;
    /* A character's pixels, and the gap beside it. */
    g_assert_cmphex(rankine_vram(&t->r, 9 * PITCH + 4 * 5), !=, 0x55555555);
    g_assert_cmphex(rankine_vram(&t->r, 9 * PITCH + 4 * 6), ==, 0x55555555);
    return ns;
}

void bench_text(BenchRows *rows)
{
    static const struct {
        const char *name;
        void (*open)(Rankine *r);
        void (*glyph)(Rig *rig, unsigned i);
    } texts[] = {
        { "character of 6 x 10 pixels, nv20", open_celsius, celsius_glyph },
        { "character of 6 x 10 pixels, nv34", open_rankine, rankine_glyph },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        if (bench_rows_chosen(rows, texts[i].name)) {
            Text t = { .glyph = texts[i].glyph };

            texts[i].open(&t.r);
            g_assert_true(rankine_kick(&t.r));
            bench_rows_measure(rows, texts[i].name, text, &t, NULL, NULL);
            rankine_close(&t.r);
        }
    }
}
