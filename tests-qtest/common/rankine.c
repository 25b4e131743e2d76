/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rankine's 3D classes as drivers set them up; see rankine.h.  Facts: the
 * order and the words are those of open drivers.
 */
#include "common/rankine.h"

#include <string.h>

#include "isa/asm.h"

#define SIZE 64u

/* MOV H0, COL0 and TXP H0, TEX0, unit 0. */
const uint32_t rankine_fp_color[4] = {
    0x01403e81, 0x1c9dc801, 0x0001c800, 0x3fe1c800,
};
const uint32_t rankine_fp_texture[4] = {
    0x18409e81, 0x1c9dc801, 0x0001c800, 0x3fe1c800,
};

typedef struct Word {
    uint16_t mthd;
    uint32_t data;
} Word;

static void send(Rankine *r, const Word *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        rig_method(r->rig, words[i].mthd, words[i].data);
    }
}

#define SEND(r, ...) do { \
    static const Word words_[] = { __VA_ARGS__ }; \
    send(r, words_, G_N_ELEMENTS(words_)); \
} while (0)

void rankine_floats(Rankine *r, uint32_t mthd, const float *v, unsigned n)
{
    uint32_t words[16];

    g_assert_cmpuint(n, <=, G_N_ELEMENTS(words));
    memcpy(words, v, n * sizeof(*v));
    rig_methods(r->rig, mthd, words, n);
}

void rankine_float(Rankine *r, uint32_t mthd, float value)
{
    rankine_floats(r, mthd, &value, 1);
}

void rankine_open(Rankine *r, const char *chip, uint16_t class)
{
    rankine_open_card(r, &(NvCardConfig) { .chip = chip, .vram_size = 4u << 20,
                                           .raster = "soft" }, class);
}

void rankine_open_card(Rankine *r, const NvCardConfig *config, uint16_t class)
{
    *r = (Rankine) {
        .rig = rig_new_card(config), .class = class,
        .curie = class == 0x4097 || class == 0x4497,
    };
    rig_channel(r->rig, class);
    rankine_init(r);
    rankine_surface(r);
    rankine_viewport(r);
    rankine_fragment_program(r, rankine_fp_color, 4);
}

void rankine_close(Rankine *r)
{
    rig_free(r->rig);
}

static void init_rankine(Rankine *r)
{
    SEND(r, { 0x3b0, 0x00100000 }, { 0x1d80, 3 }, { 0x1e98, 0 },
         { 0x17e0, 0 }, { 0x17e4, 0 }, { 0x17e8, 0x3f800000 },
         { 0x8fc, 0 }, { 0x1d78, 1 });
    for (unsigned i = 0; i < 16; i++) {
        rig_method(r->rig, 0x1f80 + 4 * i, i == 8 ? 0xffff : 0);
    }
}

static void init_curie(Rankine *r)
{
    SEND(r, { 0x1450, 4 }, { 0x1ea4, 0x10 }, { 0x1ea8, 0x01000100 },
         { 0x1eac, 0xff800006 }, { 0x1fc4, 0x06144321 },
         { 0x1fc8, 0xedcba987 }, { 0x1fcc, 0x6f }, { 0x1fd0, 0x00171615 },
         { 0x1fd4, 0x001b1a19 }, { 0x1ef8, 0x0020ffff },
         { 0x1d64, 0x01d300d4 }, { 0x3b0, 0x00100000 }, { 0x1d78, 1 });
}

void rankine_init(Rankine *r)
{
    if (r->curie) {
        init_curie(r);
    } else {
        init_rankine(r);
    }
    SEND(r, { 0x368, 0x1d01 }, { 0x1828, 0x1b02 }, { 0x182c, 0x1b02 },
         { 0x1830, 0x405 }, { 0x1834, 0x901 }, { 0x183c, 0 },
         { 0xa60, 0 }, { 0xa64, 0 }, { 0xa68, 0 }, { 0x3b8, 8 },
         { 0x142c, 0 }, { 0x147c, 0 }, { 0x1454, 0 }, { 0xa6c, 0x207 },
         { 0xa70, 0 }, { 0xa74, 0 }, { 0x328, 0 }, { 0x348, 0 },
         { 0x304, 0 }, { 0x310, 0 }, { 0x374, 0 }, { 0x300, 0 },
         { 0x324, 0x01010101 }, { 0x1ee0, 0x3f800000 }, { 0x1ee8, 0 },
         { 0x1478, 0 }, { 0x1d7c, 0xffff0000 });
}

void rankine_surface(Rankine *r)
{
    uint32_t pitch = r->curie ? RANKINE_PITCH
                              : RANKINE_PITCH << 16 | RANKINE_PITCH;

    SEND(r, { 0x1da4, 0 }, { 0x200, SIZE << 16 }, { 0x204, SIZE << 16 },
         { 0x208, 0x148 });
    if (r->curie) {
        rig_method(r->rig, 0x22c, RANKINE_PITCH);
    }
    rig_method(r->rig, 0x20c, pitch);
    SEND(r, { 0x210, 0 }, { 0x214, RANKINE_ZETA }, { 0x2b8, 0 },
         { 0x2bc, 0 }, { 0x2c0, (SIZE - 1) << 16 },
         { 0x2c4, (SIZE - 1) << 16 }, { 0x8c0, 0x10000000 },
         { 0x8c4, 0x10000000 }, { 0x220, 1 }, { 0x1d88, 0x1000 | SIZE });
}

void rankine_viewport(Rankine *r)
{
    static const float v[8] = { 32, 32, 0.5f, 0, 32, -32, 0.5f, 0 };

    rankine_floats(r, 0xa20, v, 8);
    rankine_float(r, 0x394, 0);
    rankine_float(r, 0x398, 1);
    SEND(r, { 0xa00, SIZE << 16 }, { 0xa04, SIZE << 16 });
}

void rankine_vertex_program(Rankine *r, const char *text)
{
    const NvXfIsa *isa = r->curie ? &nv_xf_isa_curie : &nv_xf_isa_rankine;
    g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint32_t));
    GError *error = NULL;

    if (!nv_xf_asm(isa, "test", text, words, &error)) {
        g_error("%s", error->message);
    }
    rig_method(r->rig, 0x1e9c, 0);
    for (unsigned i = 0; i < words->len; i += NV_XF_WORDS) {
        const uint32_t *w = &g_array_index(words, uint32_t, i);
        const uint32_t up[4] = { w[3], w[2], w[1], w[0] };

        rig_methods(r->rig, 0xb80, up, 4);
    }
    rig_method(r->rig, 0x1ea0, 0);
    if (r->curie) {
        rig_method(r->rig, 0x1ff0, 0xffff);
        rig_method(r->rig, 0x1ff4, 0x3fffff);
    }
    rig_method(r->rig, 0x1e94, r->curie ? 0x11 : 0x13);
}

void rankine_constant(Rankine *r, unsigned index, float x, float y, float z,
                      float w)
{
    const float v[4] = { x, y, z, w };

    rig_method(r->rig, 0x1efc, (r->curie ? 0 : 0x9c) + index);
    rankine_floats(r, 0x1f00, v, 4);
}

void rankine_fragment_program(Rankine *r, const uint32_t *words,
                              unsigned count)
{
    rankine_kick(r);
    for (unsigned i = 0; i < count; i++) {
        rankine_vram_write(r, RANKINE_FRAGMENT + 4 * i, words[i]);
    }
    rig_method(r->rig, 0x8e4, RANKINE_FRAGMENT | 1);
    if (r->curie) {
        rig_method(r->rig, 0x1d60, 0x02000400);
    } else {
        rig_method(r->rig, 0x1d60, 0);
        rig_method(r->rig, 0x1450, 0x00010004);
        rig_method(r->rig, 0x23c, 1);
    }
}

void rankine_texture(Rankine *r, unsigned unit, unsigned size,
                     const uint32_t *texels)
{
    uint32_t base = RANKINE_TEXTURE + unit * 0x4000, at = 0x1a00 + unit * 32;
    unsigned log2 = g_bit_storage(size) - 1;
    const uint32_t words[8] = {
        base, 0x00011229 | log2 << 20 | log2 << 24, 0x00030303, 0x40000000,
        64 << 16 | 0xaae4, 0x01012000, size << 16 | size, 0,
    };

    rankine_kick(r);
    for (unsigned y = 0; y < size; y++) {
        for (unsigned x = 0; x < size; x++) {
            rankine_vram_write(r, base + 64 * y + 4 * x,
                               texels[y * size + x]);
        }
    }
    rig_methods(r->rig, at, words, 8);
}

void rankine_point(Rankine *r)
{
    static const float at[4] = { 0, 0, 0, 1 };

    rig_method(r->rig, 0x1808, 1);
    rankine_floats(r, 0x1c00, at, 4);
    rig_method(r->rig, 0x1808, 0);
}

/* In instance memory; the last digits are the handle's. */
#define TABLE 0x80ff0u
#define PAGES 8192u

static void make_table(Rig *rig)
{
    uint32_t seed = 14;

    rig_ramin_write(rig, TABLE, 0x2103d);
    rig_ramin_write(rig, TABLE + 4, PAGES * 4096 - 1);
    for (unsigned i = 0; i < PAGES; i++) {
        seed = seed * 1664525 + 1013904223;
        rig_ramin_write(rig, TABLE + 8 + 4 * i, (seed >> 24) << 12 | 3);
    }
    channel_ramht(&rig->channel, 0, CHANNEL_HANDLE(TABLE), TABLE, 1);
    rig_method(rig, 0x188, CHANNEL_HANDLE(TABLE));
}

/* 4096 x 2048 A8R8G8B8, swizzled, object B. */
void rankine_huge_texture(Rankine *r, unsigned unit)
{
    const uint32_t words[8] = {
        0, 0x0bc1062a, 0x00010101, 0x40000000, 0xaae4, 0x02022000,
        4096 << 16 | 2048, 0,
    };

    rig_methods(r->rig, 0x1a00 + 32 * unit, words, 8);
}

void rankine_huge_textures(Rankine *r)
{
    uint32_t words[4 * RANKINE_UNITS];

    make_table(r->rig);
    for (unsigned u = 0; u < RANKINE_UNITS; u++) {
        uint32_t *w = &words[4 * u];

        rankine_huge_texture(r, u);
        w[0] = 0x17009e80 | u << 17 | (u == RANKINE_UNITS - 1);
        w[1] = 0x1c9dc801;      /* TEX H0, TEX0 */
        w[2] = 0x0001c800;
        w[3] = 0x3fe1c800;
    }
    rankine_fragment_program(r, words, G_N_ELEMENTS(words));
}

uint32_t rankine_vram(Rankine *r, uint32_t offset)
{
    Channel *ch = &r->rig->channel;

    return ch->ops->vram_read(ch->machine, offset);
}

void rankine_vram_write(Rankine *r, uint32_t offset, uint32_t word)
{
    Channel *ch = &r->rig->channel;

    ch->ops->vram_write(ch->machine, offset, word);
}

bool rankine_kick(Rankine *r)
{
    uint32_t nsource, intr;
    bool met = rig_kick(r->rig);

    if (r->rig->channel.ops->flush) {
        r->rig->channel.ops->flush(r->rig->channel.machine);
    }
    intr = rig_take_error(r->rig, &nsource);
    if (intr) {
        g_test_message("INTR %08x NSOURCE %08x: %s", intr, nsource,
                       r->rig->last_error ? r->rig->last_error : "");
    }
    return met && !intr;
}

uint32_t rankine_pixel(Rankine *r, unsigned x, unsigned y)
{
    return rankine_vram(r, y * RANKINE_PITCH + 4 * x);
}
