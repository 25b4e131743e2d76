/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XFMODE: its words by field, and what fixed function reads of them as plain
 * values.  Facts are in words/register-field-rows.h: names, and places that
 * differ by generation.
 */
#include "xf/ff.h"

unsigned nv_xf_mode_number(const NvPlace *place)
{
    switch ((place->word & ~NV_WORD_REG) * 4) {
    case NV_PGRAPH_XF_MODE_A:
        return 0;
    case NV_PGRAPH_XF_MODE_B:
        return 1;
    case NV_PGRAPH_XF_MODE_C:
        return 2;
    default:
        return 3;               /* T, the first of them */
    }
}

uint32_t *nv_xf_mode_word(NvXf *xf, unsigned number)
{
    assert(number < NV_XF_MODE_WORDS);
    return number == 0 ? &xf->mode_a : number == 1 ? &xf->mode_b :
           number == 2 ? &xf->mode_c : &xf->mode_t[number - 3];
}

void nv_xf_mode_put(NvXf *xf, NvFieldId field, unsigned pair, uint32_t value)
{
    const NvPlace *places = xf->mode_places;

    if (nv_field_exists(places, field)) {
        unsigned number = nv_xf_mode_number(&places[field]);
        uint32_t *word = nv_xf_mode_word(xf, number + pair);

        assert(number == 3 || !pair);
        *word = nv_field_put(places, field, *word, value);
    }
}

/* --- As plain values --- */

/* A field, and the member of NvFfState that it is. */
typedef struct Member {
    uint16_t field;             /* NvFieldId */
    uint8_t at;
    uint8_t word;               /* 0 to 2: A, B, C */
} Member;
static_assert(sizeof(NvFfState) <= UINT8_MAX, "Member.at reaches all of it");

#define A(name, member) \
    { NV_F(XF_MODE_A, name), offsetof(NvFfState, member), 0 },
#define B(name, member) \
    { NV_F(XF_MODE_B, name), offsetof(NvFfState, member), 1 },
#define C(name, member) \
    { NV_F(XF_MODE_C, name), offsetof(NvFfState, member), 2 },

/* Units of Celsius are in A, those of the others in T. */
#define UNIT_A(n) \
    A(TEX##n##_ENABLE, unit[n].enable) \
    A(TEX##n##_MATRIX_ENABLE, unit[n].matrix) \
    A(TEX##n##_PERSPECTIVE, unit[n].perspective) \
    A(TEX##n##_GEN_S, unit[n].gen[0]) A(TEX##n##_GEN_T, unit[n].gen[1]) \
    A(TEX##n##_GEN_R, unit[n].gen[2]) A(TEX##n##_GEN_Q, unit[n].gen[3])

/*
 * A chip has but one of the rows of a member, in that word or the other: the
 * field that it lacks is 0.
 */
static const Member members[] = {
    A(LIGHTING_ENABLE, lighting) A(LOCAL_VIEWER, local_viewer)
    A(TWO_SIDE_ENABLE, two_side) A(NORMALIZE_ENABLE, normalize)
    A(LIGHT_MODEL_UNK2, polynomial) B(LIGHT_MODEL_UNK2, polynomial)
    A(SPECULAR_ENABLE, specular) B(VERTEX_SPECULAR, specular_in)
    A(SEPARATE_SPECULAR, separate) B(SEPARATE_SPECULAR, separate)
    A(LIGHT_MODEL_UNK17, col1_alpha)
    A(FOG_ENABLE, fog) B(FOG_ENABLE, fog) B(FOG_COORD, fog_coord)
    B(POINT_PARAMS_ENABLE, point_params) B(UNK9CC, infinite_texgen)
    B(WEIGHT_MODE, weight_mode) B(WEIGHT_ENABLE, weight)
    B(BYPASS, bypass) B(ORIGIN, centre)
    B(VIEWPORT_TRANSFORM_SKIP, viewport_skip)
    C(CLIP_PLANE_ENABLE, clip_planes)
    B(LIGHT0, light[0]) B(LIGHT1, light[1]) B(LIGHT2, light[2])
    B(LIGHT3, light[3]) B(LIGHT4, light[4]) B(LIGHT5, light[5])
    B(LIGHT6, light[6]) B(LIGHT7, light[7])
    A(FRONT_EMISSION, source[0][NV_FF_EMISSION])
    A(FRONT_AMBIENT, source[0][NV_FF_AMBIENT])
    A(FRONT_DIFFUSE, source[0][NV_FF_DIFFUSE])
    A(FRONT_SPECULAR, source[0][NV_FF_SPECULAR])
    B(MATERIAL_EMISSION, source[0][NV_FF_EMISSION])
    B(MATERIAL_AMBIENT, source[0][NV_FF_AMBIENT])
    B(MATERIAL_DIFFUSE, source[0][NV_FF_DIFFUSE])
    B(MATERIAL_SPECULAR, source[0][NV_FF_SPECULAR])
    A(BACK_EMISSION, source[1][NV_FF_EMISSION])
    A(BACK_AMBIENT, source[1][NV_FF_AMBIENT])
    A(BACK_DIFFUSE, source[1][NV_FF_DIFFUSE])
    A(BACK_SPECULAR, source[1][NV_FF_SPECULAR])
    UNIT_A(0) UNIT_A(1)
};

/* Of units 2 n and 2 n + 1; XF_MODE_T_HIGH has its fields there, too. */
#define T(name, member) \
    { NV_F(XF_MODE_T, name), offsetof(NvFfUnit, member) },
#define UNIT_T(which) \
    T(which##_ENABLE, enable) T(which##_MATRIX_ENABLE, matrix) \
    T(which##_GEN_S, gen[0]) T(which##_GEN_T, gen[1]) \
    T(which##_GEN_R, gen[2]) T(which##_GEN_Q, gen[3])

static const Member unit_members[2][6] = {
    { UNIT_T(EVEN) }, { UNIT_T(ODD) },
};

/* Each of the members is a byte. */
static void take(const NvXf *xf, const Member *m, uint32_t word, void *to)
{
    uint8_t *byte = (uint8_t *)to + m->at;

    *byte |= nv_field_get(xf->mode_places, m->field, word);
}

NvFfState nv_ff_state(const NvXf *xf)
{
    const uint32_t words[] = { xf->mode_a, xf->mode_b, xf->mode_c };
    NvFfState s = { 0 };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(members); i++) {
        take(xf, &members[i], words[members[i].word], &s);
    }
    for (unsigned unit = 0; unit < NV_FF_UNITS; unit++) {
        const Member *m = unit_members[unit % 2];

        for (unsigned i = 0; i < NV_ARRAY_SIZE(unit_members[0]); i++) {
            take(xf, &m[i], xf->mode_t[unit / 2], &s.unit[unit]);
        }
    }
    return s;
}
