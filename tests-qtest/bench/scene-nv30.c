/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scenes with a fragment program, by Rankine's class: one square, its corners
 * in the push buffer.
 */
#include "bench/scene-card.h"

#include <string.h>

#include "base/bits.h"
#include "common/rankine.h"

/* --- programs --- */

/* Sources of an instruction; an attribute and a constant are its own. */
enum { INPUT = 1, CONSTANT = 2 };
#define REG(n) ((n) << 2)

enum {
    OP_MOV = 0x01, OP_MUL = 0x02, OP_MAD = 0x04, OP_MIN = 0x08,
    OP_TXP = 0x18, OP_RSQ = 0x1b, OP_LRP = 0x1f,
};
enum { COL0 = 1, TEX0 = 4 };

typedef struct Code {
    GArray *words;
} Code;

static void op(Code *code, unsigned opcode, unsigned to, unsigned mask,
               unsigned attr, const unsigned src[3])
{
    static const float half[4] = { 0.5f, 0.25f, 0.75f, 0.5f };
    uint32_t w[8] = {
        opcode << 24 | attr << 13 | mask << 9 | to << 1,
        0x1c9dc800 | src[0], 0x0001c800 | src[1], 0x3fe1c800 | src[2],
    };
    bool constant = src[0] == CONSTANT || src[1] == CONSTANT ||
                    src[2] == CONSTANT;

    memcpy(w + 4, half, sizeof(half));
    g_array_append_vals(code->words, w, constant ? 8 : 4);
}

#define OP(code, opcode, to, attr, ...) \
    op(code, OP_##opcode, to, 15, attr, (const unsigned[3]) { __VA_ARGS__ })

/* Instruction @i of those behind the texture, of @n; R0 has the result. */
static void sum(Code *code, unsigned i, unsigned n)
{
    if ((n - i) & 1) {
        if (i) {
            OP(code, MAD, 0, 0, REG(0), CONSTANT, REG(1));
        } else {
            OP(code, MUL, 0, COL0, REG(0), INPUT, 0);
        }
    } else {
        OP(code, MUL, 1, COL0, REG(0), INPUT, 0);
    }
}

static void mixed(Code *code, unsigned i, unsigned n)
{
    static const unsigned rsq[3] = { REG(0), 0, 0 };

    switch ((n - i) % 4) {
    case 0:
        op(code, OP_RSQ, 1, 1, 0, rsq);
        break;
    case 3:
        OP(code, LRP, 0, COL0, INPUT, REG(0), REG(1));
        break;
    case 2:
        OP(code, MIN, 1, COL0, REG(0), INPUT, 0);
        break;
    default:
        OP(code, MAD, 0, 0, REG(0), CONSTANT, REG(1));
        break;
    }
}

static void fragment_program(Rankine *r, const BenchState *s)
{
    Code code = { g_array_new(false, false, sizeof(uint32_t)) };
    unsigned last, n = s->instructions - 1;

    if (s->program == BENCH_MOVES) {
        OP(&code, MOV, 0, COL0, INPUT, 0, 0);
    } else {
        OP(&code, TXP, 0, TEX0, INPUT, 0, 0);
    }
    last = 0;
    for (unsigned i = 0; i < n; i++) {
        last = code.words->len;
        if (s->program == BENCH_SUMS) {
            sum(&code, i, n);
        } else {
            mixed(&code, i, n);
        }
    }
    g_array_index(code.words, uint32_t, last) |= 1;
    rankine_fragment_program(r, (uint32_t *)code.words->data,
                             code.words->len);
    g_array_unref(code.words);
}

/* --- the rest --- */

#define COLOR 0x100000u         /* behind the program */

static Rankine rankine(BenchCard *card)
{
    return (Rankine) { .rig = card->rig, .class = 0x397 };
}

static void texture(BenchCard *card, Rankine *r)
{
    const BenchState *s = card->state;
    unsigned levels = s->filter >= BENCH_BILINEAR_MIP ? 9 : 1;
    const uint32_t words[8] = {
        BENCH_TEXTURES, 0x08800029 | levels << 16 |
                        bench_card_texel_format(s) << 8,
        0x00010101, 0x4003ffc0, 0xaae4, bench_card_filter(s),
        BENCH_TEXTURE << 16 | BENCH_TEXTURE, 0,
    };

    bench_card_texels(card, 0);
    rig_methods(r->rig, 0x1a00, words, 8);
}

static void surface(BenchCard *card, Rankine *r)
{
    unsigned w = card->mesh->width, h = card->mesh->height, pitch = 4 * w;
    const float view[8] = {
        w / 2.0f, h / 2.0f, 0.5f, 0, w / 2.0f, h / 2.0f, 0.5f, 0,
    };
    const uint32_t words[][2] = {
        { 0x200, w << 16 }, { 0x204, h << 16 },
        { 0x20c, pitch << 16 | pitch },
        { 0x210, COLOR }, { 0x214, COLOR + pitch * h },
        { 0x2c0, (w - 1) << 16 }, { 0x2c4, (h - 1) << 16 },
        { 0x1d88, 0x1000 | h }, { 0xa00, w << 16 }, { 0xa04, h << 16 },
    };

    rankine_surface(r);
    rankine_viewport(r);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        rig_method(r->rig, words[i][0], words[i][1]);
    }
    rankine_floats(r, 0xa20, view, 8);
}

static void push_square(BenchCard *card)
{
    static const uint8_t corner[6] = { 0, 1, 2, 0, 2, 3 };
    const BenchMesh *mesh = card->mesh;
    Rankine r = rankine(card);

    rig_method(r.rig, 0x1808, 5);
    for (unsigned i = 0; i < 6; i++) {
        const BenchPoint *p = &mesh->v[corner[i]];
        const float tex[4] = { p->tex[0], p->tex[1], 0, 1 };

        rig_method(r.rig, 0x1940 + 4 * 3, nv_ld32(p->color));
        rankine_floats(&r, 0x1c00 + 16 * 8, tex, 4);
        rankine_floats(&r, 0x1c00, p->at, 4);
    }
    rig_method(r.rig, 0x1808, 0);
}

void bench_nv30_open(BenchCard *card)
{
    Rankine r;

    card->rig = bench_card_rig(card, "nv30");
    rig_channel(card->rig, 0x397);
    r = rankine(card);
    rankine_init(&r);
    surface(card, &r);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]; MOV o[COL0], v[3]; "
                           "MOV o[TEX0], v[8] END");
    fragment_program(&r, card->state);
    if (card->state->textures) {
        texture(card, &r);
    }
    card->color = COLOR;
    card->push = push_square;
}
