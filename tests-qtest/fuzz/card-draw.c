/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the card's fuzzer: 3D classes set up as drivers leave them, draws from
 * there with little changed, and a count of what reached the rasteriser.
 */
#include "fuzz/card.h"

#include "common/rankine.h"

/* --- what was drawn, by chip --- */

typedef struct FuzzCount {
    const NvChip *chip;
    unsigned long inputs, drawn;    /* inputs that drew */
    uint64_t primitives;
} FuzzCount;

static FuzzCount fuzz_counts[32];

static void fuzz_print_counts(void)
{
    for (FuzzCount *c = fuzz_counts; c->chip; c++) {
        g_print("# %s: %lu inputs, %lu drew, %" G_GUINT64_FORMAT
                " primitives\n", c->chip->name, c->inputs, c->drawn,
                c->primitives);
    }
}

void fuzz_count(Fuzz *f)
{
    const NvChip *chip = f->pg->env->chip;
    uint64_t n = f->rig->card->raster.primitives;
    FuzzCount *c = fuzz_counts;

    if (!c->chip) {
        atexit(fuzz_print_counts);
    }
    while (c->chip && c->chip != chip) {
        c++;
    }
    c->chip = chip;
    c->inputs++;
    c->drawn += n != 0;
    c->primitives += n;
}

/* --- set-up --- */

FuzzFamily fuzz_family(const NvClassTable *table)
{
    static const struct {
        uint16_t class;
        FuzzFamily family;
    } rows[] = {
        { 0x56, FUZZ_CELSIUS }, { 0x96, FUZZ_CELSIUS },
        { 0x98, FUZZ_CELSIUS }, { 0x99, FUZZ_CELSIUS },
        { 0x97, FUZZ_KELVIN }, { 0x597, FUZZ_KELVIN },
        { 0x397, FUZZ_RANKINE }, { 0x497, FUZZ_RANKINE },
        { 0x697, FUZZ_RANKINE }, { 0x3597, FUZZ_RANKINE },
        { 0x4097, FUZZ_CURIE }, { 0x4497, FUZZ_CURIE },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].class == table->class) {
            return rows[i].family;
        }
    }
    return FUZZ_NONE;
}

/* A float around the picture, now and then anything. */
static uint32_t take_place(Fuzz *f, float scale)
{
    return take8(f) & 31 ? nv_f2u((int8_t)take8(f) * scale / 64)
                         : take_data(f);
}

static void fuzz_bind(Fuzz *f, unsigned i)
{
    static const struct {
        uint16_t mthd;
        uint32_t instance;
    } binds[] = {
        { 0x180, CHANNEL_DMA_NOTIFY }, { 0x184, CHANNEL_DMA_VRAM },
        { 0x188, CHANNEL_DMA_RAM }, { 0x194, CHANNEL_DMA_VRAM },
        { 0x198, CHANNEL_DMA_VRAM }, { 0x19c, CHANNEL_DMA_VRAM },
        { 0x1a0, CHANNEL_DMA_RAM }, { 0x1a4, CHANNEL_DMA_FENCE },
        { 0x1a8, CHANNEL_DMA_NOTIFY },
    };
    const NvClassTable *table = &f->pg->classes[i];
    uint32_t at = OBJECTS + i * OBJECT_SIZE;

    rig_ramin_write(f->rig, at, table->class);
    for (unsigned word = 4; word < OBJECT_SIZE; word += 4) {
        rig_ramin_write(f->rig, at + word, 0);
    }
    rig_method(f->rig, 0, CHANNEL_HANDLE(OBJECTS) + i * (OBJECT_SIZE >> 4));
    f->bound[0] = table;
    for (unsigned k = 0; k < G_N_ELEMENTS(binds); k++) {
        rig_method(f->rig, binds[k].mthd,
                   CHANNEL_HANDLE(binds[k].instance));
    }
}

static void prepare_celsius(Fuzz *f)
{
    static const struct { uint16_t mthd; uint32_t data; } words[] = {
        { 0x208, 0x108 }, { 0x20c, 256 << 16 | 256 }, { 0x210, 0 },
        { 0x214, 0x10000 }, { 0x200, 64 << 16 }, { 0x204, 64 << 16 },
        { 0x2b4, 0 }, { 0x2c0, 0x07ff0800 }, { 0x2e0, 0x07ff0800 },
        { 0x290, 0x00100001 }, { 0x358, 0x01010101 }, { 0x344, 1 },
        { 0x348, 0x303 }, { 0x350, 0x8006 }, { 0x37c, 0x1d01 },
        { 0x38c, 0x1b02 }, { 0x390, 0x1b02 }, { 0x394, 0 },
        { 0x398, 0x4b7fffff }, { 0x3e8, 4 }, { 0x270, 0xff204060 },
        { 0x260, 0x11300000 }, { 0x268, 0x01200000 }, { 0x278, 0xc00 },
        { 0x280, 0xc00 }, { 0x284, 0x10000000 }, { 0x288, 0xc },
        { 0x28c, 0x1c80 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        rig_method(f->rig, words[i].mthd, words[i].data);
    }
    for (unsigned i = 0; i < 16; i++) {
        rig_method(f->rig, 0x500 + 4 * i, i % 5 ? 0 : 0x3f800000);
    }
    for (unsigned i = 0; i < 4; i++) {
        rig_method(f->rig, 0x6e8 + 4 * i, 0);
    }
}

/* Some instructions of any kind among those of a driver. */
static void prepare_fragment(Fuzz *f, Rankine *r)
{
    uint32_t at = RANKINE_FRAGMENT;
    unsigned n = take8(f) % 6;

    for (unsigned i = 0; i < n; i++) {
        uint32_t w = take32(f) & ~0x7f00007fu;

        w |= take8(f) % 64u << 24;
        w |= take8(f) & 0x1e;

        rankine_vram_write(r, at, w);
        for (unsigned k = 1; k < 4; k++) {
            rankine_vram_write(r, at + 4 * k, take32(f));
        }
        at += 16;
    }
    for (unsigned k = 0; k < 4; k++) {
        rankine_vram_write(r, at + 4 * k, n & 1 ? rankine_fp_texture[k]
                                                : rankine_fp_color[k]);
    }
    rig_method(f->rig, 0x8e4, RANKINE_FRAGMENT | 1);
    rig_method(f->rig, 0x1d60, r->curie ? 0x02000400 : take8(f) & 0x8f);
    if (!r->curie) {
        rig_method(f->rig, 0x23c, take8(f));
    }
}

static void prepare_rankine(Fuzz *f, bool curie)
{
    static const char *const programs[] = {
        "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\nMOV o[TEX0], v[8] END",
        ("MAD R0, v[0], c[1], c[1]\nMOV o[HPOS], R0\nMOV o[FOGC], R0\n"
         "MOV o[PSIZ], v[6]\nMOV o[COL0], v[3]\nMOV o[BFC0], v[4]\n"
         "MOV o[TEX0], R0 END"),
        ("MOV o[HPOS], v[0]\nMOV o[COL1], c[A0.x + 3]\nARL A0, v[1]\n"
         "MOV o[FOGC], v[0]\nMOV o[TEX7], v[15] END"),
    };
    Rankine r = { .rig = f->rig, .class = f->bound[0]->class,
                  .curie = curie };
    uint32_t odd[4];

    rankine_init(&r);
    rankine_surface(&r);
    rankine_viewport(&r);
    if (take8(f) & 7) {
        rankine_vertex_program(&r, programs[take8(f) % 3]);
    }
    if (!(take8(f) & 3)) {
        for (unsigned i = 0; i < 4; i++) {
            odd[i] = take32(f);
        }
        rig_method(f->rig, 0x1e9c, take8(f) % 4);
        rig_methods(f->rig, 0xb80, odd, 4);
    }
    prepare_fragment(f, &r);
}

void fuzz_prepare(Fuzz *f, bool first)
{
    unsigned i = take_below(f, f->pg->nclasses), tries = f->pg->nclasses;
    FuzzFamily family;

    while ((family = fuzz_family(&f->pg->classes[i])) == FUZZ_NONE ||
           (family == FUZZ_KELVIN && !first)) {
        if (!tries--) {
            return;
        }
        i = (i + 1) % f->pg->nclasses;
    }
    rig_write(f->rig, 0x40008c, 0xf3de0479);
    fuzz_bind(f, i);
    switch (family) {
    case FUZZ_CELSIUS:
        prepare_celsius(f);
        break;
    case FUZZ_KELVIN:
        channel_surface(&f->rig->channel, 64, 64);
        channel_passthrough_program(&f->rig->channel);
        break;
    default:
        prepare_rankine(f, family == FUZZ_CURIE);
        break;
    }
}

/* --- draws --- */

/* Methods of a family: BEGIN, whole vertices, arrays, elements, indices. */
static const struct {
    uint16_t begin, attr, step, arrays, element16, element32, indices;
    float scale;
} fuzz_draws[] = {
    [FUZZ_CELSIUS] = { 0xdfc, 0xc00, 0, 0, 0, 0, 0, 40 },
    [FUZZ_KELVIN] = { 0x17fc, 0x1a00, 16, 0x1810, 0x1800, 0x1808, 0, 40 },
    [FUZZ_RANKINE] = { 0x1808, 0x1c00, 16, 0x1814, 0x180c, 0x1810, 0x1824,
                       1 },
    [FUZZ_CURIE] = { 0x1808, 0x1c00, 16, 0x1814, 0x180c, 0x1810, 0x1824, 1 },
};

static void draw_vertices(Fuzz *f, FuzzFamily family)
{
    unsigned count = 1 + take8(f) % 12;

    while (count--) {
        unsigned attr = take8(f) & 1 ? take8(f) % 16 : 0;
        uint32_t v[4];

        for (unsigned c = 0; c < 4; c++) {
            v[c] = take_place(f, fuzz_draws[family].scale);
        }
        if (attr == 0 && take8(f) & 3) {
            v[3] = 0x3f800000;
        }
        rig_methods(f->rig, fuzz_draws[family].attr +
                            attr * fuzz_draws[family].step, v,
                    fuzz_draws[family].step ? 4 : 3);
    }
}

static void draw_lists(Fuzz *f, FuzzFamily family)
{
    unsigned words = 1 + take8(f) % 6;
    uint16_t mthd[4] = {
        fuzz_draws[family].arrays, fuzz_draws[family].element16,
        fuzz_draws[family].element32, fuzz_draws[family].indices,
    };

    while (words--) {
        unsigned kind = take8(f) & 3;
        uint32_t word = take8(f);

        word |= kind == 2 ? 0 : kind == 1 ? take8(f) * 0x10000u
                                          : (take8(f) & 31u) << 24;

        if (mthd[kind]) {
            rig_method(f->rig, mthd[kind], word);
        }
    }
}

void fuzz_draw(Fuzz *f)
{
    FuzzFamily family = fuzz_family(f->bound[0]);

    if (family == FUZZ_NONE) {
        return;
    }
    rig_method(f->rig, fuzz_draws[family].begin, 1 + take8(f) % 10);
    if (take8(f) & 3) {
        draw_vertices(f, family);
    } else {
        draw_lists(f, family);
    }
    rig_method(f->rig, fuzz_draws[family].begin, 0);
}

/* Rounds of little changed and a draw. */
void op_prepared(Fuzz *f)
{
    unsigned rounds = 1 + take8(f) % 4;

    if (!(take8(f) & 3)) {
        fuzz_prepare(f, false);
    }
    while (rounds--) {
        GArray *rows = fuzz_rows(f, 0);
        unsigned changes = take8(f) % 6;

        while (changes-- && rows->len) {
            unsigned at = g_array_index(rows, uint16_t,
                                        take_below(f, rows->len));
            const NvMethod *m = f->bound[0]->method[at];

            if (m->offset >= 0x230 || !(take8(f) & 15)) {
                fuzz_method(f, 0, at, MIN(m->count, 1 + take8(f) % 4u));
            }
        }
        fuzz_draw(f);
        op_recover(f);
    }
}
