/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Decoding of the register combiners' words; codes are the hardware's tables
 * of registers, mappings and outputs.
 */
#include "raster/decode.h"

/* NV_F_NONE is a field that no chip has: it reads 0. */
typedef struct ArgFields {
    NvFieldId reg, alpha, map;
} ArgFields;

typedef struct PartFields {
    ArgFields in[4];
    NvFieldId ab, cd, sum, op, mux;
    NvFieldId dot_ab, dot_cd, blue_ab, blue_cd;
} PartFields;

#define ARG(word, letter, map) \
    { NV_F(word, letter##_INPUT), NV_F(word, letter##_ALPHA), \
      NV_F(word, letter##_##map) }
#define IN(word) \
    { ARG(word, A, MAPPING), ARG(word, B, MAPPING), ARG(word, C, MAPPING), \
      ARG(word, D, MAPPING) }
#define OUT(word) \
    NV_F(word, AB_OUTPUT), NV_F(word, CD_OUTPUT), NV_F(word, SUM_OUTPUT), \
    NV_F(word, OP), NV_F(word, MUX_SUM)

static const PartFields rgb_fields = {
    IN(RC_IN_COLOR), OUT(RC_OUT_COLOR),
    NV_F(RC_OUT_COLOR, AB_DOT_PRODUCT), NV_F(RC_OUT_COLOR, CD_DOT_PRODUCT),
    NV_F(RC_OUT_COLOR, AB_BLUE_TO_ALPHA), NV_F(RC_OUT_COLOR, CD_BLUE_TO_ALPHA),
};

static const PartFields a_fields = {
    IN(RC_IN_ALPHA), OUT(RC_OUT_ALPHA),
    NV_F_NONE, NV_F_NONE, NV_F_NONE, NV_F_NONE,
};

static const ArgFields final_fields[7] = {
    ARG(RC_FINAL_A, A, INVERT), ARG(RC_FINAL_A, B, INVERT),
    ARG(RC_FINAL_A, C, INVERT), ARG(RC_FINAL_A, D, INVERT),
    ARG(RC_FINAL_B, E, INVERT), ARG(RC_FINAL_B, F, INVERT),
    ARG(RC_FINAL_B, G, INVERT),
};

#undef ARG
#undef IN
#undef OUT

static void decode_arg(const NvRaster *raster, const ArgFields *fields,
                       unsigned stage, NvCombinerArg *arg)
{
    arg->reg = nv_raster_get_at(raster, fields->reg, stage);
    arg->alpha = nv_raster_get_at(raster, fields->alpha, stage);
    arg->map = nv_raster_get_at(raster, fields->map, stage);
}

/* Registers that can be written: V0, V1, the textures', the spares. */
#define WRITABLE 0x3f30

static uint8_t decode_dest(const NvRaster *raster, NvFieldId field,
                           unsigned stage)
{
    unsigned reg = nv_raster_get_at(raster, field, stage);

    return WRITABLE >> reg & 1 ? reg : 0;
}

static void decode_part(const NvRaster *raster, const PartFields *fields,
                        unsigned stage, NvCombinerPart *p)
{
    for (unsigned i = 0; i < 4; i++) {
        decode_arg(raster, &fields->in[i], stage, &p->in[i]);
    }
    p->ab = decode_dest(raster, fields->ab, stage);
    p->cd = decode_dest(raster, fields->cd, stage);
    p->sum = decode_dest(raster, fields->sum, stage);
    p->op = nv_raster_get_at(raster, fields->op, stage);
    p->mux = nv_raster_get_at(raster, fields->mux, stage);
    p->dot_ab = nv_raster_get_at(raster, fields->dot_ab, stage);
    p->dot_cd = nv_raster_get_at(raster, fields->dot_cd, stage);
    p->blue_ab = nv_raster_get_at(raster, fields->blue_ab, stage);
    p->blue_cd = nv_raster_get_at(raster, fields->blue_cd, stage);
}

static void decode_stages(const NvRaster *raster, NvPixelCombiners *rc)
{
    static const NvColorFields factors[2] = {
        NV_COLOR_FIELDS(RC_FACTOR_0), NV_COLOR_FIELDS(RC_FACTOR_1),
    };
    const bool each[2] = {
        nv_raster_get(raster, NV_F(RC_CONFIG, FACTOR_0_EACH_STAGE)),
        nv_raster_get(raster, NV_F(RC_CONFIG, FACTOR_1_EACH_STAGE)),
    };

    for (unsigned i = 0; i < rc->count; i++) {
        decode_part(raster, &rgb_fields, i, &rc->rgb[i]);
        decode_part(raster, &a_fields, i, &rc->a[i]);
        for (unsigned k = 0; k < 2; k++) {
            nv_raster_get_color(raster, factors[k], each[k] ? i : 0,
                                rc->factor[i][k]);
        }
    }
}

/* A chip without constants of the final stage's own takes the first's. */
static void decode_final_factors(const NvRaster *raster, NvPixelCombiners *rc)
{
    static const NvColorFields own = NV_COLOR_FIELDS(RC_FINAL_FACTOR);
    static const NvColorFields shared[2] = {
        NV_COLOR_FIELDS(RC_FACTOR_0), NV_COLOR_FIELDS(RC_FACTOR_1),
    };
    bool has = nv_raster_has(raster, own[0]);

    for (unsigned i = 0; i < 2; i++) {
        nv_raster_get_color(raster, has ? own : shared[i], has ? i : 0,
                            rc->final_factor[i]);
    }
}

void nv_raster_decode_combiners(const NvRaster *raster, NvPixelCombiners *rc)
{
    unsigned count = nv_raster_get(raster, NV_F(RC_CONFIG, STAGES));

    rc->count = count < NV_COMBINER_STAGES ? count : NV_COMBINER_STAGES;
    rc->mux_msb = nv_raster_get(raster, NV_F(RC_CONFIG, MUX_ON_MSB));
    if (nv_raster_in_registers(raster)) {
        nv_raster_celsius_combiners(raster, rc);
    }
    decode_stages(raster, rc);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(rc->final); i++) {
        decode_arg(raster, &final_fields[i], 0, &rc->final[i]);
    }
    decode_final_factors(raster, rc);
    rc->sum_clamp = nv_raster_get(raster, NV_F(RC_FINAL_B, COLOR_SUM_CLAMP));
    rc->sum_invert_v1 = nv_raster_get(raster, NV_F(RC_FINAL_B,
                                                   SECONDARY_COLOR_INVERT));
    rc->sum_invert_r0 = nv_raster_get(raster, NV_F(RC_FINAL_B,
                                                   SPARE0_INVERT));
}
