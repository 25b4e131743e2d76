/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scenes on the card, by Kelvin's class: arrays and textures in VRAM, 16-bit
 * indices in the push buffer, a vertex program with matrix and viewport.
 */
#include "bench/scene-card.h"

#include <string.h>

#include "base/bits.h"
#include "isa/asm.h"

#define KELVIN 0x97
#define DEPTH_MAX 16777215.0f

static void send(Rig *rig, uint32_t mthd, uint32_t data)
{
    rig_method(rig, mthd, data);
}

/* --- vertices --- */

static void vertex_program(BenchCard *card)
{
    const BenchState *s = card->state;
    GString *text = g_string_new(
        "DP4 r0.x, v0, c0\nDP4 r0.y, v0, c1\nDP4 r0.z, v0, c2\n"
        "DP4 r0.w, v0, c3\nRCP r1.x, r0.w\nMUL r0.xyz, r0, c4\n"
        "MAD o0.xyz, r0, r1.x, c5\nMOV o3, v3\n");
    g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint32_t));
    GError *error = NULL;

    if (s->stages) {
        g_string_append(text, "MOV o4, v4\n");
    }
    if (s->fog) {
        g_string_append(text, "MOV o5.x, v5.x\n");
    }
    for (unsigned i = 0; i < s->textures; i++) {
        g_string_append_printf(text, "MOV o%u, v9\n", 9 + i);
    }
    g_string_append(text, "MOV o0.w, r0.w END\n");
    if (!nv_xf_asm(&nv_xf_isa_kelvin, "bench", text->str, words, &error)) {
        g_error("%s", error->message);
    }
    g_string_free(text, TRUE);
    send(card->rig, 0x1e9c, 0);
    for (unsigned i = 0; i < words->len; i += NV_XF_WORDS) {
        const uint32_t *w = &g_array_index(words, uint32_t, i);

        rig_methods(card->rig, 0xb00,
                    (uint32_t[]) { w[3], w[2], w[1], w[0] }, 4);
    }
    send(card->rig, 0x1ea0, 0);
    send(card->rig, 0x1e94, 6);
}

/* A matrix that changes nothing, and the viewport. */
static void constants(BenchCard *card)
{
    float w = card->mesh->width / 2.0f, h = card->mesh->height / 2.0f;
    const float c[6][4] = {
        { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 },
        { w, h, DEPTH_MAX / 2, 0 }, { w, h, DEPTH_MAX / 2, 0 },
    };
    uint32_t words[24];

    memcpy(words, c, sizeof(c));
    send(card->rig, 0x1ea4, 0x60);
    rig_methods(card->rig, 0xb80, words, 24);
}

static void arrays(BenchCard *card)
{
    static const struct {
        uint8_t attr, at, type, size;
    } rows[] = {
        { 0, offsetof(BenchPoint, at), 2, 4 },
        { 3, offsetof(BenchPoint, color), 4, 4 },
        { 4, offsetof(BenchPoint, second), 4, 4 },
        { 5, offsetof(BenchPoint, fog), 2, 1 },
        { 9, offsetof(BenchPoint, tex), 2, 2 },
    };
    const BenchState *s = card->state;
    const bool on[] = { true, true, s->stages, s->fog, s->textures };

    memcpy((uint8_t *)nv_card_vram(card->rig->card) + BENCH_VERTICES,
           card->mesh->v, card->mesh->points * sizeof(BenchPoint));
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (on[i]) {
            send(card->rig, 0x1720 + rows[i].attr * 4,
                 BENCH_VERTICES + rows[i].at);
            send(card->rig, 0x1760 + rows[i].attr * 4,
                 sizeof(BenchPoint) << 8 | rows[i].size << 4 | rows[i].type);
        }
    }
}

/* --- textures and combiners --- */

static bool has_levels(const BenchState *state)
{
    return state->filter >= BENCH_BILINEAR_MIP;
}

uint32_t bench_card_texel_format(const BenchState *state)
{
    static const uint8_t codes[] = {
        [BENCH_ARGB] = 0x06, [BENCH_RGB16] = 0x05, [BENCH_DXT1] = 0x0c,
        [BENCH_DXT5] = 0x0f,
    };

    return codes[state->texels];
}

uint32_t bench_card_filter(const BenchState *state)
{
    static const uint32_t words[] = {
        [BENCH_NEAREST] = 0x01012000, [BENCH_BILINEAR] = 0x02022000,
        [BENCH_BILINEAR_MIP] = 0x02042000, [BENCH_TRILINEAR] = 0x02062000,
    };

    return words[state->filter];
}

void bench_card_texels(BenchCard *card, unsigned unit)
{
    uint8_t *vram = nv_card_vram(card->rig->card);
    unsigned size = 0;

    for (unsigned side = BENCH_TEXTURE; side; side /= 2) {
        size += bench_level_bytes(card->state->texels, side);
    }
    bench_texels(card->state->texels, vram + BENCH_TEXTURES + (unit << 19),
                 size);
}

static void textures(BenchCard *card)
{
    const BenchState *s = card->state;
    uint32_t shader = 0;

    for (unsigned i = 0; i < s->textures; i++) {
        const uint32_t words[][2] = {
            { 0x1b00, BENCH_TEXTURES + (i << 19) },
            { 0x1b04, 0x08800029 | (has_levels(s) ? 9 : 1) << 16 |
                      bench_card_texel_format(s) << 8 },
            { 0x1b08, 0x010101 }, { 0x1b0c, 0x4003ffc0 },
            { 0x1b14, bench_card_filter(s) },
        };

        bench_card_texels(card, i);
        for (unsigned n = 0; n < G_N_ELEMENTS(words); n++) {
            send(card->rig, words[n][0] + 0x40 * i, words[n][1]);
        }
        shader |= 1u << 5 * i;
    }
    send(card->rig, 0x1e70, shader);
}

/* A stage: its place, products and sums of colour and of alpha. */
static void stage(Rig *rig, unsigned i, uint32_t rgb, uint32_t alpha,
                  uint32_t out)
{
    send(rig, 0xac0 + 4 * i, rgb);
    send(rig, 0x260 + 4 * i, alpha);
    send(rig, 0x1e40 + 4 * i, out);
    send(rig, 0xaa0 + 4 * i, out);
}

enum { CONST0 = 1, FOG = 3, COLOR = 4, SECOND = 5, TEX0 = 8, SPARE = 12 };
#define ALPHA 0x10u
#define PAIR(a, b) ((uint32_t)(a) << 8 | (b))

/* spare0 is colour times all textures; then sums; then fog. */
static void combiners(BenchCard *card)
{
    const BenchState *s = card->state;
    Rig *rig = card->rig;
    unsigned n = 0, from = COLOR;

    for (unsigned i = 0; i < s->textures; i++, from = SPARE) {
        stage(rig, n++, PAIR(from, TEX0 + i) << 16,
              PAIR(from | ALPHA, (TEX0 + i) | ALPHA) << 16, 0xc0);
    }
    for (unsigned i = 0; i < s->stages; i++, from = SPARE) {
        uint32_t byte = BENCH_STAGE_BYTE(i);

        send(rig, 0xa60 + 4 * n, byte * 0x01010101u);
        stage(rig, n++, PAIR(from, COLOR) << 16 | PAIR(SECOND, CONST0),
              PAIR(from | ALPHA, COLOR | ALPHA) << 16 |
              PAIR(SECOND | ALPHA, CONST0 | ALPHA), 0xc00);
    }
    send(rig, 0x1e60, MAX(n, 1) | (s->stages ? 0x11000 : 0));
    if (!n) {
        stage(rig, 0, 0, 0, 0);
    }
    send(rig, 0x288, s->fog ? PAIR(FOG | ALPHA, from) << 16 | FOG << 8 : from);
    send(rig, 0x28c, (from | ALPHA) << 8);
}

/* --- the rest --- */

static void switches(BenchCard *card)
{
    static const float fog[3] = { 2, -0.4f, 0 };     /* from 0 to 2.5 */
    const BenchState *s = card->state;
    const uint32_t words[][2] = {
        { 0x300, s->alpha }, { 0x304, s->blend }, { 0x30c, s->depth },
        { 0x33c, 0x206 }, { 0x340, 0x40 },          /* alpha >= */
        { 0x344, 0x302 }, { 0x348, 0x303 }, { 0x350, 0x8006 },
        { 0x354, s->hidden || card->mesh->clear ? 0x201 : 0x203 },
        { 0x35c, s->depth }, { 0x37c, s->flat ? 0x1d00 : 0x1d01 },
        { 0x29c, 0x2601 }, { 0x2a4, s->fog }, { 0x2a8, 0xff806040 },
        { 0x1d8c, s->hidden ? 0 : 0xffffff00 },
        { 0x1d98, (card->mesh->width - 1) << 16 },
        { 0x1d9c, (card->mesh->height - 1) << 16 },
    };
    uint32_t coeff[3];

    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        send(card->rig, words[i][0], words[i][1]);
    }
    memcpy(coeff, fog, sizeof(fog));
    rig_methods(card->rig, 0x9c0, coeff, 3);
    send(card->rig, 0x1d94, 0xf3);
}

/* Packets are 2046 words at most. */
static void push_mesh(BenchCard *card)
{
    const BenchMesh *mesh = card->mesh;
    Channel *ch = &card->rig->channel;

    if (mesh->clear) {
        rig_method(card->rig, 0x1d94, 1);
    }
    rig_method(card->rig, 0x17fc, 5);
    for (unsigned i = 0; i < mesh->indices;) {
        unsigned n = MIN((mesh->indices - i) / 2, 2046);

        channel_push(ch, 1u << 30 | n << 18 | 0x1800);
        for (unsigned k = 0; k < n; k++, i += 2) {
            channel_push(ch, mesh->index[i] |
                             (uint32_t)mesh->index[i + 1] << 16);
        }
    }
    rig_method(card->rig, 0x17fc, 0);
}

Rig *bench_card_rig(const BenchCard *card, const char *chip)
{
    const NvCardConfig config = {
        .chip = chip, .vram_size = BENCH_VRAM, .raster = "soft",
        .raster_arg = card->mesh->eager ? "jit" : NULL,
        .slice_us = card->mesh->slice_us,
        .raster_threads = card->mesh->threads,
    };

    return rig_new_card(&config);
}

static void open_kelvin(BenchCard *card)
{
    card->rig = bench_card_rig(card, "nv20");
    rig_channel(card->rig, KELVIN);
    rig_surface(card->rig, card->mesh->width, card->mesh->height);
    vertex_program(card);
    constants(card);
    arrays(card);
    textures(card);
    combiners(card);
    switches(card);
    card->push = push_mesh;
}

/* The push buffer's words so far are done; from its start again. */
static void rewind_buffer(Rig *rig)
{
    channel_push(&rig->channel, CHANNEL_PUSH_BASE | 0x20000000);
    rig->channel.put = CHANNEL_PUSH_BASE;
    g_assert_true(rig_kick(rig));
}

static void no_error(BenchCard *card)
{
    if (rig_take_error(card->rig, NULL) || card->rig->guest_errors) {
        g_error("the card refuses a scene: %s", card->rig->last_error);
    }
}

BenchCard *bench_card_new(const BenchState *state, const BenchMesh *mesh)
{
    BenchCard *card = g_new0(BenchCard, 1);

    card->state = state;
    card->mesh = mesh;
    if (state->program) {
        bench_nv30_open(card);
    } else {
        open_kelvin(card);
    }
    g_assert_true(rig_kick(card->rig));
    no_error(card);
    return card;
}

/* A pixel that every scene draws. */
static uint32_t *witness(BenchCard *card)
{
    uint32_t *vram = nv_card_vram(card->rig->card);

    return vram + card->color / 4 + 4 * card->mesh->width + 5;
}

void bench_card_push(BenchCard *card, unsigned draws)
{
    rewind_buffer(card->rig);
    for (unsigned i = 0; i < draws; i++) {
        card->push(card);
    }
    rig_write(card->rig, 0x800040, card->rig->channel.put);
}

static double draw(BenchCard *card, double (*now)(void))
{
    double begin, ns;

    rewind_buffer(card->rig);
    card->push(card);
    *witness(card) = 0x01020304;
    begin = now();
    g_assert_true(rig_kick(card->rig));
    nv_card_flush(card->rig->card);
    ns = now() - begin;
    g_assert_true((*witness(card) == 0x01020304) == card->state->hidden);
    return ns / card->mesh->share;
}

double bench_card_draw(void *what)
{
    return draw(what, bench_now);
}

double bench_card_draw_wall(void *what)
{
    return draw(what, bench_wall);
}

void bench_card_free(BenchCard *card)
{
    no_error(card);
    rig_free(card->rig);
    g_free(card);
}
