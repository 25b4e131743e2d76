/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function: every mode bit and constant slot by a name people can use,
 * what reads it, and how sure that is.
 *
 * Facts: envytools' mode and context tables and its tests of methods (hw),
 * drivers and context images for slots without a name there (doc).
 */
#include "xf/ff.h"

/* Where things are.  X, L: a vector, .c a component; S: a word of LTC. */
#define X(slot) (NV_FF_IN_XFCTX | (slot) << 2)
#define L(slot) (NV_FF_IN_LTCTX | (slot) << 2)
#define S(bank, slot) (NV_FF_IN_LTC | (bank) << 8 | (slot))
#define NO 0

/* One place for each generation; EACH: index by index. */
#define ONE(celsius, kelvin, rankine) \
    { { celsius, 0 }, { kelvin, 0 }, { rankine, 0 } }
#define EACH(c, cs, k, ks, r, rs) { { c, cs }, { k, ks }, { r, rs } }

/* LT's slots of a light: 5 of them, 8, 6. */
#define LIGHTS(c, k, r) EACH(c, 5 << 2, k, 8 << 2, r, 6 << 2)
#define WORDS(c, k, r) EACH(c, 1, k, 1, r, 1)
#define VECTORS(c, k, r) EACH(c, 1 << 2, k, 1 << 2, r, 1 << 2)
#define OCTETS(c, k, r) EACH(c, 8 << 2, k, 8 << 2, r, 8 << 2)

#define LIGHT_COUNT { 8, 8, 8 }
#define UNIT_COUNT { 2, 4, 8 }
#define MATRIX_COUNT { 2, 4, 4 }

const NvFfConstant nv_ff_constant[] = {
    { "composite", 4, 4, .at = ONE(X(0x08), X(0x00), X(0x3c)),
      .use = "to clip position, from the object, or the eye if weighted",
      .sure = "hw" },
    { "projection", 4, 4, .at = ONE(NO, X(0x04), X(0x40)), .unread = 7,
      .use = "not read", .sure = "guess" },
    { "modelview[]", 4, 4, MATRIX_COUNT, { { X(0x00), 0xc << 2 },
      { X(0x08), 8 << 2 }, { X(0x44), 8 << 2 } },
      .use = "to eye position", .sure = "hw" },
    { "normal[]", 3, 3, MATRIX_COUNT, { { X(0x04), 0xc << 2 },
      { X(0x0c), 8 << 2 }, { X(0x48), 8 << 2 } },
      .use = "inverse transpose, for normals", .sure = "doc" },
    { "bypass.scale", 1, 4, .at = ONE(X(0x0c), X(0x10), NO), .alias = true,
      .use = "bypass: factor", .sure = "guess" },
    { "bypass.offset", 1, 3, .at = ONE(X(0x0d), X(0x11), NO), .alias = true,
      .use = "bypass: added (origin corner)", .sure = "guess" },
    { "bypass.centre", 1, 3, .at = ONE(X(0x0e), NO, NO), .alias = true,
      .use = "bypass: added (origin centre)", .sure = "doc" },
    { "viewport.scale", 1, 3, .at = ONE(NO, X(0x3a), X(0x76)), .unread = 2,
      .use = "by it, Rankine; Kelvin's is not read", .sure = "hw" },
    { "viewport.translate", 1, 3, .at = ONE(X(0x39), X(0x3b), X(0x77)),
      .use = "moves the window position", .sure = "hw" },
    { "viewer.position", 1, 3, .at = ONE(X(0x34), X(0x38), X(0x74)),
      .use = "local viewer, distances", .sure = "doc" },
    { "viewer.direction", 1, 3, .at = ONE(L(0x28), L(0x40), X(0x38)),
      .use = "viewer without local viewer", .sure = "hw" },
    { "fog.plane", 1, 4, .at = ONE(X(0x38), X(0x39), X(0x75)),
      .use = "fog distance in eye space", .sure = "hw" },
    { "fog.coefficients", 1, 3, .at = ONE(L(0x2b), L(0x45), NO), .unread = 2,
      .use = "Celsius' fog; Kelvin's third one, not read", .sure = "guess" },
    { "fog.linear", 1, 3, .at = ONE(NO, L(0x49), NO),
      .use = "by (1, d, d d), the fog output", .sure = "guess" },
    { "clip-plane[]", 1, 4, { 0, 0, 6 }, VECTORS(NO, NO, X(0x20)),
      .use = "clip distance, by the eye position", .sure = "guess" },
    { "texture[].plane.s", 1, 4, UNIT_COUNT, OCTETS(X(0x14), X(0x40), X(0x7c)),
      .high = X(0x00), .use = "texgen of s", .sure = "hw" },
    { "texture[].plane.t", 1, 4, UNIT_COUNT, OCTETS(X(0x15), X(0x41), X(0x7d)),
      .high = X(0x01), .use = "texgen of t", .sure = "hw" },
    { "texture[].plane.r", 1, 4, UNIT_COUNT, OCTETS(X(0x16), X(0x42), X(0x7e)),
      .high = X(0x02), .use = "texgen of r", .sure = "doc" },
    { "texture[].plane.q", 1, 4, UNIT_COUNT, OCTETS(X(0x17), X(0x43), X(0x7f)),
      .high = X(0x03), .use = "texgen of q", .sure = "doc" },
    { "texture[].matrix", 4, 4, UNIT_COUNT, OCTETS(X(0x18), X(0x44), X(0x80)),
      .high = X(0x04), .use = "behind texgen", .sure = "doc" },
    { "light[].ambient", 1, 3, LIGHT_COUNT, LIGHTS(L(0), L(0), L(0)),
      .use = "colour", .sure = "hw" },
    { "light[].diffuse", 1, 3, LIGHT_COUNT, LIGHTS(L(1), L(1), L(1)),
      .use = "colour", .sure = "hw" },
    { "light[].specular", 1, 3, LIGHT_COUNT, LIGHTS(L(2), L(2), L(2)),
      .use = "colour", .sure = "hw" },
    { "light[].back-ambient", 1, 3, LIGHT_COUNT, LIGHTS(NO, L(5), L(3)),
      .use = "colour", .sure = "hw" },
    { "light[].back-diffuse", 1, 3, LIGHT_COUNT, LIGHTS(NO, L(6), L(4)),
      .use = "colour", .sure = "hw" },
    { "light[].back-specular", 1, 3, LIGHT_COUNT, LIGHTS(NO, L(7), L(5)),
      .use = "colour", .sure = "hw" },
    { "light[].direction", 1, 3, LIGHT_COUNT,
      EACH(L(4), 5 << 2, L(4), 8 << 2, X(0x28), 1 << 2),
      .use = "to an infinite light", .sure = "hw" },
    { "light[].half", 1, 3, LIGHT_COUNT,
      EACH(L(3), 5 << 2, L(3), 8 << 2, X(0x30), 1 << 2),
      .use = "half vector, infinite light and viewer", .sure = "hw" },
    { "light[].attenuation", 1, 3, LIGHT_COUNT,
      EACH(L(3), 5 << 2, L(3), 8 << 2, X(0x30), 1 << 2), .alias = true,
      .use = "by (1, d, d d), local lights", .sure = "hw" },
    { "light[].position", 1, 3, LIGHT_COUNT,
      VECTORS(X(0x24), X(0x28), X(0x64)),
      .use = "of local lights", .sure = "hw" },
    { "light[].range", 1, 1, LIGHT_COUNT, WORDS(S(1, 3), S(1, 4), S(1, 5)),
      .use = "beyond it a local light is off", .sure = "hw" },
    { "light[].cone", 1, 4, LIGHT_COUNT, VECTORS(X(0x2c), X(0x30), X(0x6c)),
      .unread = 1, .use = "of a spot: 0 at the edge, 1 at the core; not on "
      "Celsius", .sure = "hw" },
    { "light[].falloff.0", 1, 1, LIGHT_COUNT,
      WORDS(S(1, 0xb), S(1, 0xc), S(1, 0xd)), .unread = 1,
      .use = "of a spot: k0; not on Celsius", .sure = "hw" },
    { "light[].falloff.1", 1, 1, LIGHT_COUNT,
      WORDS(S(2, 4), S(2, 7), S(2, 5)), .unread = 1,
      .use = "k1", .sure = "hw" },
    { "light[].falloff.2", 1, 1, LIGHT_COUNT,
      WORDS(S(3, 3), S(3, 4), S(3, 5)), .unread = 1,
      .use = "k2", .sure = "hw" },
    { "range.factor", 1, 1, .at = ONE(S(0, 1), S(0, 1), NO),
      .use = "-1, for the range test", .sure = "doc" },
    { "scene", 1, 3, .at = ONE(L(0x29), L(0x41), L(0x30)),
      .use = "base colour", .sure = "hw" },
    { "factor", 1, 3, .at = ONE(L(0x2a), L(0x43), L(0x32)),
      .use = "base: of a vertex colour; Celsius: added", .sure = "hw" },
    { "alpha", 1, 1, .at = ONE(S(3, 0xb), S(3, 0xc), S(3, 0xd)),
      .use = "of lit vertices", .sure = "hw" },
    { "back-scene", 1, 3, .at = ONE(NO, L(0x42), L(0x31)),
      .use = "base colour", .sure = "hw" },
    { "back-factor", 1, 3, .at = ONE(NO, L(0x44), L(0x33)),
      .use = "base colour", .sure = "hw" },
    { "back-alpha", 1, 1, .at = ONE(NO, S(3, 0xd), S(3, 0xe)),
      .use = "of lit vertices", .sure = "hw" },
    { "shininess.a", 1, 1, .at = ONE(S(1, 1), S(1, 1), S(1, 1)),
      .use = "(x + a) / (b x + c), x = n h", .sure = "hw" },
    { "shininess.b", 1, 1, .at = ONE(S(2, 1), S(2, 1), S(2, 1)),
      .use = "", .sure = "hw" },
    { "shininess.c", 1, 1, .at = ONE(S(3, 2), S(3, 2), S(3, 1)),
      .use = "", .sure = "hw" },
    { "shininess.d", 1, 1, .at = ONE(S(0, 2), S(0, 2), S(1, 3)),
      .use = "(x + d) / (e x + f), x = (n h)(n h) / h h", .sure = "hw" },
    { "shininess.e", 1, 1, .at = ONE(S(2, 2), S(2, 3), S(2, 3)),
      .use = "", .sure = "hw" },
    { "shininess.f", 1, 1, .at = ONE(S(2, 3), S(2, 5), S(3, 3)),
      .use = "", .sure = "hw" },
    { "back-shininess.a", 1, 1, .at = ONE(NO, S(1, 2), S(1, 2)),
      .use = "the same for the back", .sure = "hw" },
    { "back-shininess.b", 1, 1, .at = ONE(NO, S(2, 2), S(2, 2)),
      .use = "", .sure = "hw" },
    { "back-shininess.c", 1, 1, .at = ONE(NO, S(3, 3), S(3, 2)),
      .use = "", .sure = "hw" },
    { "back-shininess.d", 1, 1, .at = ONE(NO, S(0, 3), S(1, 4)),
      .use = "", .sure = "hw" },
    { "back-shininess.e", 1, 1, .at = ONE(NO, S(2, 4), S(2, 4)),
      .use = "", .sure = "hw" },
    { "back-shininess.f", 1, 1, .at = ONE(NO, S(2, 6), S(3, 4)),
      .use = "", .sure = "hw" },
    { "point.attenuation", 1, 3, .at = ONE(L(0x2d), L(0x47), X(0x26)),
      .use = "a, size is d + b clamp(c + 1 / sqrt(a (1, d, d d)))",
      .sure = "hw" },
    { "point.range", 1, 1, .at = ONE(L(0x2e), L(0x48), X(0x27)),
      .use = "b", .sure = "hw" },
    { "point.bias", 1, 1, .at = ONE(S(1, 2), S(1, 3), X(0x27) | 1),
      .use = "c", .sure = "hw" },
    { "point.least", 1, 1, .at = ONE(S(3, 1), S(3, 1), X(0x27) | 2),
      .use = "d", .sure = "hw" },
    { "constant.two", 1, 3, .at = ONE(X(0x35), NO, NO),
      .use = "reflection: 2", .sure = "doc" },
    { "constant.sphere", 1, 3, .at = ONE(X(0x36), NO, NO),
      .use = "sphere map: (0, 0, 1)", .sure = "doc" },
    { "constant.half", 1, 3, .at = ONE(X(0x37), NO, NO),
      .use = "sphere map: 1/2", .sure = "doc" },
    { "constant.one", 1, 3, .at = ONE(X(0x3a), NO, NO),
      .use = "weights: 1", .sure = "doc" },
    { "constant.zero", 1, 3, .at = ONE(L(0x2c), L(0x46), L(0x34)),
      .unread = 6, .use = "secondary colour, Celsius; else not read",
      .sure = "guess" },
    { "microcode[]", 1, 4, { 0, 4, 4 }, VECTORS(NO, X(0x3c), X(0x78)),
      .unread = 6, .use = "microcode's constants, literal here",
      .sure = "guess" },
    { NULL }
};

/* Bits of A, B, C and T as one number. */
#define A(bit) (bit)
#define B(bit) (32 + (bit))
#define C(bit) (64 + (bit))
#define T(bit) (96 + (bit))
#define NONE { 0, 0, 0 }
/* { first bit, width, bits from index to index } */
#define BIT(at) { at, 1, 0 }
#define FIELD(at, width) { at, width, 0 }

#define ON_OFF "off on"
#define GEN "none eye object sphere normal reflection emboss"
#define SOURCE "material col0 col1"

const NvFfMode nv_ff_mode[] = {
    { "transform", .at = { BIT(B(28)), FIELD(B(30), 2), NONE },
      .values = "fixed bypass", .use = "2: a program", .sure = "hw" },
    { "transform", .at = { NONE, NONE, FIELD(B(30), 2) },
      .values = "fixed", .use = "2, 3: a program", .sure = "hw" },
    { "program.start", .at = { NONE, FIELD(A(8), 8), FIELD(A(8), 8) },
      .unread = 6, .use = "for programs alone", .sure = "hw" },
    { "program.window", .at = { NONE, NONE, BIT(B(16)) }, .values = ON_OFF,
      .unread = 4, .use = "a program's position is in the window",
      .sure = "doc" },
    { "program.modern", .at = { NONE, NONE, BIT(B(17)) }, .values = ON_OFF,
      .unread = 4, .use = "arithmetic of programs", .sure = "hw" },
    { "program.constants", .at = { NONE, BIT(B(18)), BIT(B(18)) },
      .values = "user all", .unread = 6, .use = "what programs may read",
      .sure = "hw" },
    { "program.writes", .at = { NONE, BIT(B(29)), BIT(B(29)) },
      .values = ON_OFF, .unread = 6, .use = "programs may write constants",
      .sure = "hw" },
    { "origin", .at = { BIT(B(29)), NONE, NONE }, .values = "corner centre",
      .use = "bypass: which offset", .sure = "doc" },
    { "weights", .at = { BIT(B(27)), FIELD(B(26), 3), FIELD(B(26), 3) },
      .values = "none 2-rest 2 3-rest 3 4-rest 4",
      .use = "matrices; rest: the last weight is 1 less the others",
      .sure = "doc" },
    { "normalise", .at = { BIT(A(30)), BIT(A(27)), BIT(A(27)) },
      .values = ON_OFF, .use = "normals to length 1", .sure = "hw" },
    { "lighting", .at = { BIT(A(29)), BIT(A(31)), BIT(A(31)) },
      .values = ON_OFF, .use = "LT makes the colours", .sure = "hw" },
    { "local-viewer", .at = { BIT(A(28)), BIT(A(30)), BIT(A(30)) },
      .values = ON_OFF, .use = "viewer by position, else by direction",
      .sure = "hw" },
    { "two-sided", .at = { NONE, BIT(A(29)), BIT(A(29)) },
      .values = ON_OFF, .use = "back colours, too", .sure = "hw" },
    { "specular", .at = { NONE, BIT(A(16)), BIT(A(16)) }, .values = ON_OFF,
      .use = "secondary colour, else (0, 0, 0, 1)", .sure = "hw" },
    { "separate-specular",
      .at = { BIT(B(20)), BIT(A(18)), BIT(A(18)) }, .values = ON_OFF,
      .use = "specular parts go to the secondary colour", .sure = "hw" },
    { "specular-input", .at = { BIT(B(19)), NONE, NONE }, .values = ON_OFF,
      .use = "with separate: COL1 is the source or the output",
      .sure = "doc" },
    { "secondary-alpha", .at = { NONE, BIT(A(17)), BIT(A(17)) },
      .values = "one vertex", .use = "of the secondary colour",
      .sure = "hw" },
    { "attenuation", .at = { BIT(B(18)), BIT(A(28)), BIT(A(28)) },
      .values = "reciprocal polynomial", .use = "of local lights",
      .sure = "doc" },
    { "light[]", .count = LIGHT_COUNT,
      .at = { { B(0), 2, 2 }, { B(0), 2, 2 }, { B(0), 2, 2 } },
      .values = "off infinite local spot",
      .use = "behind one that is off all are off (guess)", .sure = "hw" },
    { "source.emission",
      .at = { BIT(B(21)), FIELD(A(25), 2), FIELD(A(25), 2) },
      .values = SOURCE, .use = "vertex colour as material", .sure = "hw" },
    { "source.ambient",
      .at = { BIT(B(22)), FIELD(A(23), 2), FIELD(A(23), 2) },
      .values = SOURCE, .use = "", .sure = "hw" },
    { "source.diffuse",
      .at = { BIT(B(23)), FIELD(A(21), 2), FIELD(A(21), 2) },
      .values = SOURCE, .use = "", .sure = "hw" },
    { "source.specular",
      .at = { BIT(B(24)), FIELD(A(19), 2), FIELD(A(19), 2) },
      .values = SOURCE, .use = "", .sure = "hw" },
    { "back-source.emission",
      .at = { NONE, FIELD(A(6), 2), FIELD(A(6), 2) },
      .values = SOURCE, .use = "the same for the back", .sure = "hw" },
    { "back-source.ambient",
      .at = { NONE, FIELD(A(4), 2), FIELD(A(4), 2) },
      .values = SOURCE, .use = "", .sure = "hw" },
    { "back-source.diffuse",
      .at = { NONE, FIELD(A(2), 2), FIELD(A(2), 2) },
      .values = SOURCE, .use = "", .sure = "hw" },
    { "back-source.specular",
      .at = { NONE, FIELD(A(0), 2), FIELD(A(0), 2) },
      .values = SOURCE, .use = "", .sure = "hw" },
    { "fog", .at = { BIT(A(31)), BIT(B(19)), BIT(B(19)) },
      .values = ON_OFF,
      .use = "fog output; Celsius: whether the vertex keeps it",
      .sure = "doc" },
    { "fog.distance", .at = { FIELD(B(16), 2), FIELD(B(22), 3), NONE },
      .values = "col1-alpha radial plane plane-abs coordinate",
      .use = "5 to 7 as 4 (guess)", .sure = "hw" },
    { "fog.distance", .at = { NONE, NONE, FIELD(B(22), 2) },
      .values = "col1-alpha radial plane coordinate",
      .use = "", .sure = "hw" },
    { "fog.exponential", .at = { NONE, BIT(B(21)), NONE },
      .values = ON_OFF, .unread = 2,
      .use = "acts behind interpolation", .sure = "guess" },
    { "point.parameters", .at = { BIT(B(25)), BIT(B(25)), BIT(B(25)) },
      .values = ON_OFF,
      .use = "point size by distance; Celsius: whether it is kept",
      .sure = "hw" },
    { "texgen.viewer", .at = { NONE, BIT(B(20)), BIT(B(20)) },
      .values = "local infinite", .use = "of sphere and reflection",
      .sure = "guess" },
    { "texture[].enable", .count = UNIT_COUNT,
      .at = { { A(0), 1, 14 }, { T(0), 1, 16 }, { T(0), 1, 16 } },
      .values = ON_OFF, .use = "texgen and matrix of the unit",
      .sure = "doc" },
    { "texture[].transform", .count = UNIT_COUNT,
      .at = { { A(1), 1, 14 }, { T(1), 1, 16 }, { T(1), 1, 16 } },
      .values = ON_OFF, .use = "by the texture matrix", .sure = "doc" },
    { "texture[].perspective", .count = UNIT_COUNT,
      .at = { { A(2), 1, 14 }, NONE, NONE },
      .values = ON_OFF, .use = "by 1/w", .sure = "doc" },
    { "texture[].r", .count = UNIT_COUNT,
      .at = { NONE, { T(2), 1, 16 }, { T(2), 1, 16 } }, .unread = 6,
      .values = ON_OFF, .use = "r is wanted; it is passed in any case",
      .sure = "guess" },
    { "texture[].gen.s", .count = UNIT_COUNT,
      .at = { { A(3), 3, 14 }, { T(4), 3, 16 }, { T(4), 3, 16 } },
      .values = GEN, .use = "6 is Celsius' alone, of unit 1", .sure = "hw" },
    { "texture[].gen.t", .count = UNIT_COUNT,
      .at = { { A(6), 3, 14 }, { T(7), 3, 16 }, { T(7), 3, 16 } },
      .values = GEN, .use = "", .sure = "hw" },
    { "texture[].gen.r", .count = UNIT_COUNT,
      .at = { { A(9), 3, 14 }, { T(10), 3, 16 }, { T(10), 3, 16 } },
      .values = GEN, .use = "no sphere (0)", .sure = "hw" },
    { "texture[].gen.q", .count = UNIT_COUNT,
      .at = { { A(12), 2, 14 }, { T(13), 3, 16 }, { T(13), 3, 16 } },
      .values = GEN, .use = "eye and object only (else 0)", .sure = "hw" },
    { "clip-plane[].enable", .count = { 0, 0, 6 },
      .at = { NONE, NONE, { C(0), 1, 1 } },
      .values = ON_OFF, .use = "clip distance", .sure = "guess" },
    { NULL }
};

/* --- Chips --- */

NvFfGeneration nv_ff_generation(const NvChip *chip)
{
    return nv_chip_has(chip, NV_CAP_XF_CELSIUS) ? NV_FF_CELSIUS :
           nv_chip_has(chip, NV_CAP_KELVIN_FE) ? NV_FF_KELVIN :
           chip->xf.ltctx ? NV_FF_RANKINE : NV_FF_GENERATIONS;
}

unsigned nv_ff_place(const NvFfConstant *k, NvFfGeneration g, unsigned index)
{
    unsigned at = k->at[g].at;

    /* Rankine's upper four units stand elsewhere. */
    if (k->high && g == NV_FF_RANKINE && index >= 4) {
        return k->high + (index - 4) * k->at[g].stride;
    }
    return at ? at + index * k->at[g].stride : 0;
}

bool nv_ff_store(NvXf *xf, unsigned place, unsigned row, unsigned c,
                 uint32_t value)
{
    unsigned slot = ((place & 0xfff) >> 2) + row;
    unsigned bank = place >> 8 & 3, word = place & 0xff;

    c += place & 3;
    switch (place & ~0xfff) {
    case NV_FF_IN_XFCTX:
        if (slot < xf->chip->xf.xfctx && c < 4) {
            xf->xfctx[slot][c] = value;
            return true;
        }
        return false;
    case NV_FF_IN_LTCTX:
        if (slot < xf->chip->xf.ltctx && c < 3) {
            xf->ltctx[slot][c] = nv_xf_to_lt(value);
            return true;
        }
        return false;
    case NV_FF_IN_LTC:
        if (word < xf->chip->xf.ltc[bank]) {
            xf->ltc[bank][word] = nv_xf_to_lt(value);
            return true;
        }
        return false;
    default:
        return false;
    }
}

uint32_t *nv_ff_mode_word(NvXf *xf, unsigned bit)
{
    unsigned word = bit / 32;

    return word == 0 ? &xf->mode_a : word == 1 ? &xf->mode_b :
           word == 2 ? &xf->mode_c : &xf->mode_t[word - 3];
}
