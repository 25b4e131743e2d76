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

/* Fields of XFMODE, one a generation, or one for all; NO: it has none. */
#define A(name) NV_F(XF_MODE_A, name)
#define B(name) NV_F(XF_MODE_B, name)
#define C(name) NV_F(XF_MODE_C, name)
#define FIELDS(celsius, kelvin, rankine) \
    { { celsius, NO }, { kelvin, NO }, { rankine, NO } }
#define LATER(field) FIELDS(NO, field, field)
#define ALL(field) FIELDS(field, field, field)
/* Of a texture unit: Celsius' in A, the others' in T. */
#define A_UNITS(name) \
    { NV_F(XF_MODE_A, TEX0_##name), NV_F(XF_MODE_A, TEX1_##name) }
#define T_UNITS(name) \
    { NV_F(XF_MODE_T, EVEN_##name), NV_F(XF_MODE_T, ODD_##name) }
#define NO_UNITS { NO, NO }
#define UNITS(celsius, later) \
    .field = { celsius, later, later }, .count = UNIT_COUNT, \
    .step = NV_FF_STEP_UNIT

#define ON_OFF "off on"
#define GEN "none eye object sphere normal reflection emboss"
#define SOURCE "material col0 col1"

const NvFfMode nv_ff_mode[] = {
    { "transform", FIELDS(B(BYPASS), B(MODE), NO),
      .values = "fixed bypass", .use = "2: a program", .sure = "hw" },
    { "transform", FIELDS(NO, NO, B(MODE)),
      .values = "fixed", .use = "2, 3: a program", .sure = "hw" },
    { "program.start", LATER(A(PROGRAM_START)),
      .unread = 6, .use = "for programs alone", .sure = "hw" },
    { "program.window", FIELDS(NO, NO, B(VIEWPORT_TRANSFORM_SKIP)),
      .values = ON_OFF, .unread = 4,
      .use = "a program's position is in the window", .sure = "doc" },
    { "program.modern", FIELDS(NO, NO, B(ARITH_RULES)), .values = ON_OFF,
      .unread = 4, .use = "arithmetic of programs", .sure = "hw" },
    { "program.constants", LATER(B(XFCTX_ACCESS)),
      .values = "user all", .unread = 6, .use = "what programs may read",
      .sure = "hw" },
    { "program.writes", LATER(B(XFCTX_WRITE_ENABLE)),
      .values = ON_OFF, .unread = 6, .use = "programs may write constants",
      .sure = "hw" },
    { "origin", FIELDS(B(ORIGIN), NO, NO), .values = "corner centre",
      .use = "bypass: which offset", .sure = "doc" },
    { "weights", FIELDS(B(WEIGHT_ENABLE), B(WEIGHT_MODE), B(WEIGHT_MODE)),
      .values = "none 2-rest 2 3-rest 3 4-rest 4",
      .use = "matrices; rest: the last weight is 1 less the others",
      .sure = "doc" },
    { "normalise", ALL(A(NORMALIZE_ENABLE)),
      .values = ON_OFF, .use = "normals to length 1", .sure = "hw" },
    { "lighting", ALL(A(LIGHTING_ENABLE)),
      .values = ON_OFF, .use = "LT makes the colours", .sure = "hw" },
    { "local-viewer", ALL(A(LOCAL_VIEWER)),
      .values = ON_OFF, .use = "viewer by position, else by direction",
      .sure = "hw" },
    { "two-sided", LATER(A(TWO_SIDE_ENABLE)),
      .values = ON_OFF, .use = "back colours, too", .sure = "hw" },
    { "specular", LATER(A(SPECULAR_ENABLE)), .values = ON_OFF,
      .use = "secondary colour, else (0, 0, 0, 1)", .sure = "hw" },
    { "separate-specular", FIELDS(B(SEPARATE_SPECULAR), A(SEPARATE_SPECULAR),
                                  A(SEPARATE_SPECULAR)), .values = ON_OFF,
      .use = "specular parts go to the secondary colour", .sure = "hw" },
    { "specular-input", FIELDS(B(VERTEX_SPECULAR), NO, NO), .values = ON_OFF,
      .use = "with separate: COL1 is the source or the output",
      .sure = "doc" },
    { "secondary-alpha", LATER(A(LIGHT_MODEL_UNK17)),
      .values = "one vertex", .use = "of the secondary colour",
      .sure = "hw" },
    { "attenuation", FIELDS(B(LIGHT_MODEL_UNK2), A(LIGHT_MODEL_UNK2),
                            A(LIGHT_MODEL_UNK2)),
      .values = "reciprocal polynomial", .use = "of local lights",
      .sure = "doc" },
    { "light[]", ALL(B(LIGHT0)), .count = LIGHT_COUNT,
      .step = NV_FF_STEP_FIELD, .values = "off infinite local spot",
      .use = "one that is off is passed over (guess)", .sure = "hw" },
    { "source.emission",
      FIELDS(B(MATERIAL_EMISSION), A(FRONT_EMISSION), A(FRONT_EMISSION)),
      .values = SOURCE, .use = "vertex colour as material", .sure = "hw" },
    { "source.ambient",
      FIELDS(B(MATERIAL_AMBIENT), A(FRONT_AMBIENT), A(FRONT_AMBIENT)),
      .values = SOURCE, .use = "", .sure = "hw" },
    { "source.diffuse",
      FIELDS(B(MATERIAL_DIFFUSE), A(FRONT_DIFFUSE), A(FRONT_DIFFUSE)),
      .values = SOURCE, .use = "", .sure = "hw" },
    { "source.specular",
      FIELDS(B(MATERIAL_SPECULAR), A(FRONT_SPECULAR), A(FRONT_SPECULAR)),
      .values = SOURCE, .use = "", .sure = "hw" },
    { "back-source.emission", LATER(A(BACK_EMISSION)),
      .values = SOURCE, .use = "the same for the back", .sure = "hw" },
    { "back-source.ambient", LATER(A(BACK_AMBIENT)),
      .values = SOURCE, .use = "", .sure = "hw" },
    { "back-source.diffuse", LATER(A(BACK_DIFFUSE)),
      .values = SOURCE, .use = "", .sure = "hw" },
    { "back-source.specular", LATER(A(BACK_SPECULAR)),
      .values = SOURCE, .use = "", .sure = "hw" },
    { "fog", FIELDS(A(FOG_ENABLE), B(FOG_ENABLE), B(FOG_ENABLE)),
      .values = ON_OFF,
      .use = "fog output; Celsius: whether the vertex keeps it",
      .sure = "doc" },
    { "fog.distance", FIELDS(B(FOG_COORD), B(FOG_COORD), NO),
      .values = "col1-alpha radial plane plane-abs coordinate",
      .use = "5 to 7 as 4 (guess)", .sure = "hw" },
    { "fog.distance", FIELDS(NO, NO, B(FOG_COORD)),
      .values = "col1-alpha radial plane coordinate",
      .use = "", .sure = "hw" },
    { "fog.exponential", FIELDS(NO, B(FOG_MODE_EXP), NO),
      .values = ON_OFF, .unread = 2,
      .use = "fog is k0 + k1 d; by CONFIG_B here", .sure = "guess" },
    { "point.parameters", ALL(B(POINT_PARAMS_ENABLE)),
      .values = ON_OFF,
      .use = "point size by distance; Celsius: whether it is kept",
      .sure = "hw" },
    { "texgen.viewer", LATER(B(UNK9CC)),
      .values = "local infinite", .use = "of sphere and reflection",
      .sure = "guess" },
    { "texture[].enable", UNITS(A_UNITS(ENABLE), T_UNITS(ENABLE)),
      .values = ON_OFF, .use = "texgen and matrix of the unit",
      .sure = "doc" },
    { "texture[].transform",
      UNITS(A_UNITS(MATRIX_ENABLE), T_UNITS(MATRIX_ENABLE)),
      .values = ON_OFF, .use = "by the texture matrix", .sure = "doc" },
    { "texture[].perspective", UNITS(A_UNITS(PERSPECTIVE), NO_UNITS),
      .values = ON_OFF, .use = "by 1/w", .sure = "doc" },
    { "texture[].r", UNITS(NO_UNITS, T_UNITS(R_ENABLE)), .unread = 6,
      .values = ON_OFF, .use = "r is wanted; it is passed in any case",
      .sure = "guess" },
    { "texture[].gen.s", UNITS(A_UNITS(GEN_S), T_UNITS(GEN_S)),
      .values = GEN, .use = "6 is Celsius' alone, of unit 1", .sure = "hw" },
    { "texture[].gen.t", UNITS(A_UNITS(GEN_T), T_UNITS(GEN_T)),
      .values = GEN, .use = "", .sure = "hw" },
    { "texture[].gen.r", UNITS(A_UNITS(GEN_R), T_UNITS(GEN_R)),
      .values = GEN, .use = "no sphere (0)", .sure = "hw" },
    { "texture[].gen.q", UNITS(A_UNITS(GEN_Q), T_UNITS(GEN_Q)),
      .values = GEN, .use = "eye and object only (else 0)", .sure = "hw" },
    { "clip-plane[].enable", FIELDS(NO, NO, C(CLIP_PLANE_ENABLE)),
      .count = { 0, 0, 6 }, .step = NV_FF_STEP_BIT,
      .values = ON_OFF, .use = "clip distance", .sure = "guess" },
    { NULL }
};

/* --- Places --- */

NvFfModePlace nv_ff_mode_place(const NvFfMode *m, NvFfGeneration g,
                               unsigned index)
{
    /* A chip of each. */
    static const NvFeColumn fe[NV_FF_GENERATIONS] = {
        [NV_FF_CELSIUS] = NV_FE_NV10, [NV_FF_KELVIN] = NV_FE_NV20,
        [NV_FF_RANKINE] = NV_FE_NV30,
    };
    bool unit = m->step == NV_FF_STEP_UNIT;
    unsigned field = m->field[g][unit ? index % 2 : 0];
    const NvPlace *p;

    assert(g < NV_FF_GENERATIONS && index < MAX(m->count[g], 1));
    if (!field) {
        return (NvFfModePlace) { 0 };
    }
    p = &nv_places(fe[g])[field + (m->step == NV_FF_STEP_FIELD ? index : 0)];
    assert(p->mask);
    if (m->step == NV_FF_STEP_BIT) {
        return (NvFfModePlace) { nv_xf_mode_number(p), p->low + index, 1 };
    }
    return (NvFfModePlace) {
        nv_xf_mode_number(p) + (unit ? index / 2 : 0), p->low, p->width,
    };
}

unsigned nv_ff_place(const NvFfConstant *k, NvFfGeneration g, unsigned index)
{
    unsigned at = k->at[g].at;

    assert(g < NV_FF_GENERATIONS && index < MAX(k->count[g], 1));
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
