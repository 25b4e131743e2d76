/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What 3D classes draw with and draw on: textures, combiners, texture shaders,
 * fragment and vertex programs, surfaces, vertex arrays.  Each changes what is
 * set up on subchannel 0 and draws.
 */
#include "fuzz/card.h"

#include <string.h>

#include "words/formats.h"

/* Most of VRAM's end is behind what the DMA object reaches. */
#define REACHED (3u << 20)

static uint32_t take_offset(Fuzz *f)
{
    switch (take8(f) & 7) {
    case 0:
        return take32(f);
    case 1:
        return REACHED - take8(f) * 0x40u;
    default:
        return take8(f) * 0x1000u;
    }
}

static bool on_3d(Fuzz *f)
{
    if (fuzz_family(f->bound[0]) == FUZZ_NONE) {
        fuzz_prepare(f, take8(f) & 1);
    }
    return fuzz_family(f->bound[0]) != FUZZ_NONE;
}

/* @v to method @mthd if its row takes that; or what it takes. */
static void push(Fuzz *f, uint16_t mthd, uint32_t v)
{
    const NvMethod *m = f->bound[0]->method[mthd / 4];

    if (m && m->valid && !m->valid(f->pg, m, v) && take8(f) & 15) {
        v = take_value(f, m, mthd / 4);
    }
    rig_method(f->rig, mthd, v);
}

/* --- textures --- */

/* Methods of unit 0, and bytes to the next unit's. */
typedef struct TextureMethods {
    uint16_t offset, format, wrap, control, pitch, filter, rect, palette;
    uint8_t step, units;
    uint32_t on, filters;       /* words that switch a unit on */
} TextureMethods;

static const TextureMethods texture_methods[] = {
    [FUZZ_CELSIUS] = { 0x218, 0x220, 0, 0x228, 0x230, 0x248, 0x240, 0x250,
                       4, 2, 0x40000000, 0x11000000 },
    [FUZZ_KELVIN] = { 0x1b00, 0x1b04, 0x1b08, 0x1b0c, 0x1b10, 0x1b14, 0x1b1c,
                      0x1b20, 0x40, 4, 0x40000000, 0x01012000 },
    [FUZZ_RANKINE] = { 0x1a00, 0x1a04, 0x1a08, 0x1a0c, 0x1a10, 0x1a14, 0x1a18,
                       0x1840, 0x20, 16, 0x40000000, 0x01012000 },
    [FUZZ_CURIE] = { 0x1a00, 0x1a04, 0x1a08, 0x1a0c, 0x1840, 0x1a14, 0x1a18,
                     0, 0x20, 16, 0x80000000, 0x01012000 },
};

static uint32_t celsius_format(Fuzz *f)
{
    uint32_t v = take8(f) & 1 ? 0x33001029 : 0x11001029;

    v |= take8(f) % 32u << 7;
    return v | take_pair(f, 8, 8, 4) << 16;
}

static uint32_t texture_format(Fuzz *f, FuzzFamily family)
{
    unsigned code = take8(f) % NV_TEX_FORMATS, dims = 2;
    uint32_t v;
    bool rect;

    if (family == FUZZ_CELSIUS) {
        return celsius_format(f);
    }
    while (!nv_tex_formats[code].drawn) {
        code = (code + 1) % NV_TEX_FORMATS;
    }
    rect = nv_tex_formats[code].layout == NV_TEX_RECT;
    if (!rect && !(take8(f) & 3)) {
        dims = 1 + take8(f) % 3;
    }
    v = dims << 4 | code << 8;
    v |= 1u + take8(f) % 2;
    v |= (!rect && take8(f) % 8 == 0) << 2;
    v |= (take8(f) % 4 != 0) << 3;
    v |= (rect ? 1 : 1 + take8(f) % 7u) << 16;
    v |= take8(f) % 7u << 20;
    v |= (dims > 1 ? take8(f) % 7u : 0) << 24;
    return v | (dims > 2 ? take8(f) % 4u : 0) << 28;
}

static uint32_t take_wrap(Fuzz *f)
{
    uint32_t v = take_pair(f, 5, 5, 8);

    return (v | take8(f) % 5u << 16) + 0x010101;
}

static void texture(Fuzz *f, FuzzFamily family)
{
    const TextureMethods *t = &texture_methods[family];
    unsigned units = take8(f) & 3 ? 2 : t->units;
    unsigned at = take8(f) % units * t->step;
    uint32_t offset = take_offset(f) & ~0x7fu;
    uint32_t filter = (take_pair(f, 6, 2, 8) + 0x0101) << 16;

    push(f, t->offset + at, offset);
    push(f, t->format + at, texture_format(f, family));
    if (t->wrap) {
        push(f, t->wrap + at, take_wrap(f));
    }
    push(f, t->control + at, take8(f) & 15 ? t->on | take8(f) * 4u
                                             : take32(f));
    push(f, t->pitch + at, (take8(f) % 32 * 16u) << 16 |
                           (t->step == 0x20 ? 0xaae4 : 0));
    push(f, t->filter + at, take8(f) & 7 ? filter | (t->filters & 0xffff)
                                         : t->filters);
    push(f, t->rect + at, take_pair(f, 64, 64, 16) + 0x00010001);
    if (t->palette) {
        push(f, t->palette + (t->step == 0x20 ? at / 8 : at),
             take_pair(f, 256, 256, 12) & ~0xff2u);
    }
    if (take8(f) & 1) {
        fuzz_fill(f, offset, 0x1000);
    }
}

/* A field a stage of Kelvin's texture shaders, and combiners that see it. */
static void shaders(Fuzz *f)
{
    static const uint8_t first[] = { 0, 1, 1, 1, 2, 3, 4, 5, 0x11 };
    uint32_t ops = first[take8(f) % sizeof(first)];

    for (unsigned stage = 1; stage < 4; stage++) {
        unsigned op = take8(f) & 1 ? 0x18 : 6;

        ops |= take8(f) % op << stage * 5;
    }
    push(f, 0x1e70, ops);
    push(f, 0x1e60, 1 + take8(f) % 8);
    push(f, 0x288, take8(f) & 1 ? 0x08 + take8(f) % 4u : take32(f));
    push(f, 0x28c, 0x1c80);
    for (unsigned i = 0; i < 4; i++) {
        push(f, 0xac0 + 4 * i, take8(f) & 1 ? 0x08200000 : take32(f));
        push(f, 0x1e40 + 4 * i, take8(f) & 1 ? 0xc00 : take32(f) & 0x3ffff);
    }
}

void op_texture(Fuzz *f)
{
    FuzzFamily family;

    if (!on_3d(f)) {
        return;
    }
    family = fuzz_family(f->bound[0]);
    texture(f, family);
    if (family == FUZZ_KELVIN) {
        shaders(f);
    }
    fuzz_draw(f);
    op_recover(f);
}

/* --- what becomes of a pixel --- */

static bool is_pixel(const NvMethod *m)
{
    static const char *const names[] = {
        "rc_", "tex_", "fog_", "blend_", "alpha_", "stencil_", "depth_",
        "color_", "dither", "shade_", "polygon_", "line_", "point_", "cull",
        "front", "clip", "scissor", "window", "txc_", "specular", "light_",
        "ps_", "flatshade", "multisample", "zpass",
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_has_prefix(m->name, names[i])) {
            return true;
        }
    }
    return false;
}

void op_pixels(Fuzz *f)
{
    unsigned changes = 1 + take8(f) % 6, tries = 64;
    GArray *rows;

    if (!on_3d(f)) {
        return;
    }
    rows = fuzz_rows(f, 0);
    while (changes && tries-- && rows->len) {
        unsigned at = g_array_index(rows, uint16_t,
                                    take_below(f, rows->len));
        const NvMethod *m = f->bound[0]->method[at];

        if (is_pixel(m)) {
            fuzz_method(f, 0, at, MIN(m->count, 1 + take8(f) % 8u));
            changes--;
        }
    }
    fuzz_draw(f);
    op_recover(f);
}

/* --- surfaces --- */

void op_target(Fuzz *f)
{
    uint32_t kind, format, low = 16u * (1 + take8(f) % 64);
    bool celsius;

    if (!on_3d(f)) {
        return;
    }
    celsius = fuzz_family(f->bound[0]) == FUZZ_CELSIUS;
    kind = take8(f) & 7 ? 1 : 2;
    format = (1 + take8(f) % 12) | kind << 8;
    format |= celsius ? 0 : take_pair(f, 8, 8, 8) << 16;
    format |= celsius ? 0 : (1u + take8(f) % 2) << 5;
    push(f, 0x208, format);
    push(f, 0x20c, low << 16 | (take8(f) & 3 ? low : 16u * take8(f)));
    push(f, 0x210, take_offset(f));
    push(f, 0x214, take_offset(f));
    push(f, 0x200, take_pair(f, 32, 96, 16) + 0x10000);
    push(f, 0x204, take_pair(f, 32, 96, 16) + 0x10000);
    fuzz_draw(f);
    if (!celsius && take8(f) & 1) {
        push(f, 0x1d94, take8(f) & 0xf3);       /* clear */
    }
    op_recover(f);
}

/* --- programs --- */

/* Instructions of any kind to slots from a low one on, and where to start. */
void op_program(Fuzz *f)
{
    unsigned slot = take8(f) & 7, count = 1 + take8(f) % 12;
    FuzzFamily family;
    bool kelvin;

    if (!on_3d(f)) {
        return;
    }
    family = fuzz_family(f->bound[0]);
    kelvin = family == FUZZ_KELVIN;
    if (family == FUZZ_CELSIUS) {
        return;
    }
    rig_method(f->rig, 0x1e9c, slot);
    while (count--) {
        uint32_t words[4];

        for (unsigned i = 0; i < 4; i++) {
            words[i] = take32(f);
        }
        words[0] &= kelvin ? 0 : ~0u;
        words[3] = count ? words[3] & ~1u : words[3] | 1;
        rig_methods(f->rig, kelvin ? 0xb00 : 0xb80, words, 4);
    }
    rig_method(f->rig, 0x1ea0, take8(f) & 3 ? slot : take8(f));
    if (kelvin) {
        rig_method(f->rig, 0x1e94, take8(f) & 7 ? 6 : take8(f) & 7);
    }
    fuzz_draw(f);
    op_recover(f);
}

/* --- vertex arrays --- */

void op_arrays(Fuzz *f)
{
    static const struct { uint16_t offset, format, step; } methods[] = {
        [FUZZ_CELSIUS] = { 0xd00, 0xd04, 8 },
        [FUZZ_KELVIN] = { 0x1720, 0x1760, 4 },
        [FUZZ_RANKINE] = { 0x1680, 0x1740, 4 },
        [FUZZ_CURIE] = { 0x1680, 0x1740, 4 },
    };
    unsigned arrays = 1 + take8(f) % 4;
    FuzzFamily family;

    if (!on_3d(f)) {
        return;
    }
    family = fuzz_family(f->bound[0]);
    while (arrays--) {
        unsigned at = take8(f) % (family == FUZZ_CELSIUS ? 8 : 16) *
                      methods[family].step;
        uint32_t format = take_pair(f, 7, 5, 4);
        uint32_t offset = take_offset(f) & 0x7fffffff;

        format |= take8(f) % 64u << 10;
        push(f, methods[family].offset + at,
             offset | (take8(f) & 1u) << 31);
        push(f, methods[family].format + at, format);
    }
    fuzz_draw(f);
    op_recover(f);
}
