/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Decoding of the texture shader's words and of texture units.  Field
 * positions are from the hardware documents on textures (hw).
 */
#include "raster/decode.h"
#include "words/formats.h"

/* ---- the shader ---- */

/* Sets of operations, a bit each. */
#define OPS_PLAIN 0x3fu
#define OPS_BUMP 0xc0u                  /* 6 7 */
#define OPS_DOT 0x27e00u                /* 9 to e, 11 */
#define OP_CONST_EYE 0x12

/* The last two of the methods from 0x1b28 on are exchanged (hw). */
static void decode_bump(const NvRaster *raster, unsigned stage,
                        NvPixelShader *shader)
{
    static const NvFieldId words[4] = {
        NV_F(TEX_UNK10, VALUE), NV_F(TEX_UNK11, VALUE),
        NV_F(TEX_UNK13, VALUE), NV_F(TEX_UNK12, VALUE),
    };

    for (unsigned i = 0; i < 4; i++) {
        shader->bump[stage][i] = nv_raster_get_float(raster, words[i],
                                                     stage - 1);
    }
    shader->bump_scale[stage] =
        nv_raster_get_float(raster, NV_F(TEX_UNK14, VALUE), stage - 1);
    shader->bump_offset[stage] =
        nv_raster_get_float(raster, NV_F(TEX_UNK15, VALUE), stage - 1);
}

/* What the operation of @stage needs beside its texture. */
static void decode_stage(const NvRaster *raster, unsigned stage,
                         NvPixelShader *shader)
{
    static const NvFieldId maps[NV_SHADER_STAGES] = {
        [1] = NV_F(TEX_SHADER_MISC, DOTMAPPING_1),
        [2] = NV_F(TEX_SHADER_MISC, DOTMAPPING_2),
        [3] = NV_F(TEX_SHADER_MISC, DOTMAPPING_3),
    };
    unsigned op = shader->op[stage];
    uint32_t is = NV_BIT(op);

    shader->dependent |= (uint32_t)!(is & OPS_PLAIN) << stage;
    if (!stage) {
        return;                 /* nothing comes before it */
    }
    if (is & OPS_BUMP) {
        decode_bump(raster, stage, shader);
    }
    if (is & (OPS_DOT | NV_BIT(OP_CONST_EYE))) {
        shader->map[stage] = nv_raster_get(raster, maps[stage]);
    }
    for (unsigned i = 0; i < 3 && op == OP_CONST_EYE; i++) {
        shader->eye[i] =
            nv_raster_get_float(raster, NV_F(TEX_SHADER_CONST_EYE, VALUE), i);
    }
}

void nv_raster_decode_shader(const NvRaster *raster, NvPixelShader *shader)
{
    static const NvFieldId ops[NV_SHADER_STAGES] = {
        NV_F(TEX_SHADER_OP, TEX0_ALL), NV_F(TEX_SHADER_OP, TEX1),
        NV_F(TEX_SHADER_OP, TEX2), NV_F(TEX_SHADER_OP, TEX3),
    };
    static const NvFieldId culls[NV_SHADER_STAGES] = {
        NV_F(TEX_SHADER_CULL_MODE, TEX0_LT),
        NV_F(TEX_SHADER_CULL_MODE, TEX1_LT),
        NV_F(TEX_SHADER_CULL_MODE, TEX2_LT),
        NV_F(TEX_SHADER_CULL_MODE, TEX3_LT),
    };

    if (nv_raster_in_registers(raster)) {
        nv_raster_celsius_shader(raster, shader);
        return;
    }
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        shader->op[u] = nv_raster_get(raster, ops[u]);
        shader->cull[u] = nv_raster_get(raster, culls[u]);
        decode_stage(raster, u, shader);
    }
    /* Stage 1 has only stage 0 before it. */
    shader->prev[2] = nv_raster_get(raster,
                                    NV_F(TEX_SHADER_MISC, PREVIOUS_OF_2));
    shader->prev[3] = nv_raster_get(raster,
                                    NV_F(TEX_SHADER_MISC, PREVIOUS_3)) % 3;
}

/* NV25 and later have three bits elsewhere, the lower two of them as NV20. */
void nv_raster_decode_space(const NvRaster *raster, NvPixelSpace *space)
{
    NvFieldId fields[2] = { NV_F(CONFIG_A, COLOR_SPACE_CONVERT),
                            NV_F(CONFIG_B, COLOR_SPACE_CONVERT) };

    space->code = 0;
    for (unsigned i = 0; i < 2 && !raster->program && !nv_raster_in_registers(raster);
         i++) {
        if (nv_raster_has(raster, fields[i])) {
            space->code |= nv_raster_get(raster, fields[i]) & 3;
        }
    }
}

/* ---- coordinates ---- */

/* Of s, t or r: 1 repeats. */
static uint8_t wrap_mode(const NvRaster *raster, unsigned unit, unsigned i)
{
    static const NvFieldId own[3] = {
        NV_F(TEX_WRAP, S), NV_F(TEX_WRAP, T), NV_F(TEX_WRAP, R),
    };
    static const NvFieldId with_format[3] = {
        NV_F(TEX_FORMAT, WRAP_S), NV_F(TEX_FORMAT, WRAP_T), NV_F_NONE,
    };
    const NvFieldId *wraps = nv_raster_has(raster, own[0]) ? own
                                                           : with_format;

    return nv_raster_get_at(raster, wraps[i], unit) + 1 -
           raster->chip->front.tex_wrap_first;
}

/*
 * Before Rankine the words are the unit's, each with coordinates of its own.
 * hw: s on a cylinder, t that is mirrored is not (one picture of NV2A).  That
 * only what repeats is, is a guess; so is what r and q do.  A field that the
 * chip does not have is 0 (nv_raster_get_at()).
 */
static uint8_t unit_cylinder(const NvRaster *raster, unsigned unit)
{
    static const NvFieldId fields[][4] = {
        { NV_F(TEX_WRAP, S_CYLINDER), NV_F(TEX_WRAP, T_CYLINDER),
          NV_F(TEX_WRAP, R_CYLINDER), NV_F(TEX_WRAP, Q_CYLINDER) },
        { NV_F(TEX_FORMAT, WRAP_S_CYLINDER),
          NV_F(TEX_FORMAT, WRAP_T_CYLINDER), NV_F_NONE, NV_F_NONE },
    };
    uint8_t bits = 0;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(fields); i++) {
        for (unsigned k = 0; k < 4; k++) {
            if (k == 3 || wrap_mode(raster, unit, k) == 1) {
                bits |= nv_raster_get_at(raster, fields[i][k], unit) << k;
            }
        }
    }
    return bits;
}

/* One word has all of Rankine's; its ninth and tenth are not drawn with. */
void nv_raster_decode_coords(const NvRaster *raster, NvPixelCoords *coords)
{
    static const NvFieldId words[NV_COORD_SETS] = {
        NV_F(TXC_CYLWRAP, TXC0_STRQ), NV_F(TXC_CYLWRAP, TXC1_STRQ),
        NV_F(TXC_CYLWRAP, TXC2_STRQ), NV_F(TXC_CYLWRAP, TXC3_STRQ),
        NV_F(TXC_CYLWRAP, TXC4_STRQ), NV_F(TXC_CYLWRAP, TXC5_STRQ),
        NV_F(TXC_CYLWRAP, TXC6_STRQ), NV_F(TXC_CYLWRAP, TXC7_STRQ),
    };

    for (unsigned i = 0; i < NV_COORD_SETS; i++) {
        if (nv_raster_has(raster, words[i])) {
            coords->cylinder[i] = nv_raster_get(raster, words[i]);
        } else if (i < raster->chip->tex_units) {
            coords->cylinder[i] = unit_cylinder(raster, i);
        }
    }
}

/* ---- a unit ---- */

/*
 * Sizes are all in TEX_RECT and TEX_CONTROL_D, whatever the layout.  So they
 * are for the chip's own class; what it does with textures of class 0x3597,
 * whose words are Rankine's, is not known, and they are off.
 */
static bool curie_sizes(const NvRaster *raster)
{
    return nv_raster_has(raster, NV_F(TEX_CONTROL_D, PITCH));
}

#define NO_SIZE 0xff            /* no image has that; see soft/texture.c */

/* Drivers write 0 for one slice (doc). */
static void decode_curie_size(const NvRaster *raster, unsigned unit,
                              NvPixelTexture *t)
{
    uint32_t size[3] = {
        nv_raster_get_at(raster, NV_F(TEX_RECT, WIDTH), unit),
        nv_raster_get_at(raster, NV_F(TEX_RECT, HEIGHT), unit),
        nv_raster_get_at(raster, NV_F(TEX_CONTROL_D, DEPTH), unit),
    };
    unsigned most = 0, log2;

    for (unsigned i = 0; i < 3; i++) {
        size[i] = i < t->dim && size[i] ? size[i] : 1;
        log2 = 31 - __builtin_clz(size[i]);
        most = MAX(most, log2);
        t->log2[i] = size[i] & (size[i] - 1) ? NO_SIZE : log2;
    }
    t->levels = nv_raster_get_at(raster, NV_F(TEX_FORMAT, MIPS), unit);
    t->levels = CLAMP(t->levels, 1, most + 1);
    if (t->in_lines) {
        memset(t->log2, 0, sizeof(t->log2));
        t->pitch = nv_raster_get_at(raster, NV_F(TEX_CONTROL_D, PITCH), unit);
        t->w = size[0];
        t->h = size[1];
        t->d = size[2];
    }
}

static void decode_size(const NvRaster *raster, unsigned unit,
                        NvPixelTexture *t)
{
    static const NvFieldId sizes[3] = {
        NV_F(TEX_FORMAT, SIZE_S), NV_F(TEX_FORMAT, SIZE_T),
        NV_F(TEX_FORMAT, SIZE_R),
    };
    unsigned most = 0;

    if (curie_sizes(raster)) {
        decode_curie_size(raster, unit, t);
        return;
    }
    if (t->in_lines) {
        t->pitch = nv_raster_get_at(raster, NV_F(TEX_CONTROL_B, PITCH), unit);
        t->w = nv_raster_get_at(raster, NV_F(TEX_RECT, WIDTH), unit);
        t->h = nv_raster_get_at(raster, NV_F(TEX_RECT, HEIGHT), unit);
        t->d = 1;
        t->levels = 1;
        return;
    }
    for (unsigned i = 0; i < t->dim; i++) {
        t->log2[i] = nv_raster_get_at(raster, sizes[i], unit);
        most = t->log2[i] > most ? t->log2[i] : most;
    }
    t->levels = nv_raster_get_at(raster, NV_F(TEX_FORMAT, MIPS), unit);
    t->levels = t->levels > most + 1 ? most + 1 : t->levels;
    t->levels = t->levels < 1 ? 1 : t->levels;
}

static void decode_format(const NvRaster *raster, unsigned unit,
                          NvPixelTexture *t)
{
    const NvTexFormat *format;

    t->format = nv_raster_get_at(raster, NV_F(TEX_FORMAT, FORMAT), unit) %
                NV_TEX_FORMATS;
    if (nv_raster_in_registers(raster)) {
        t->format = nv_raster_celsius_format(t->format);
    }
    t->in_lines = t->unscaled =
        nv_tex_formats[t->format].layout == NV_TEX_RECT;
    if (curie_sizes(raster)) {
        t->in_lines = nv_raster_get_at(raster, NV_F(TEX_FORMAT, LINEAR),
                                       unit);
        t->unscaled = nv_raster_get_at(raster, NV_F(TEX_FORMAT, RECT), unit);
        t->format = nv_tex_curie_format(
            nv_raster_get_at(raster, NV_F(TEX_FORMAT, TEXEL), unit),
            t->in_lines);
    }
    format = &nv_tex_formats[t->format];
    t->dim = nv_raster_get_at(raster, NV_F(TEX_FORMAT, DIMENSIONS), unit);
    t->dim = t->dim ? t->dim : 2;
    t->cube = t->dim == 2 && !(t->in_lines && t->unscaled) &&
              nv_raster_get_at(raster, NV_F(TEX_FORMAT, CUBE_MAP), unit);
    t->border = format->layout == NV_TEX_SWIZZLED &&
                nv_raster_has(raster, NV_F(TEX_FORMAT, NO_BORDER)) &&
                !nv_raster_get_at(raster, NV_F(TEX_FORMAT, NO_BORDER), unit);
    /* With dither, as long as chips have it. */
    t->dither = nv_chip_has(raster->chip, NV_CAP_DXT1_DITHER);
}

/* Of plane images: powers of two, on Curie with some between them (doc). */
static unsigned taps_of(const NvRaster *raster, unsigned unit)
{
    static const uint8_t curie[8] = { 1, 2, 4, 6, 8, 10, 12, 16 };
    unsigned code = nv_raster_get_at(raster, NV_F(TEX_CONTROL_A, ANISOTROPY),
                                     unit);

    return curie_sizes(raster) ? curie[code & 7] : 1u << (code & 3);
}

static void decode_filter(const NvRaster *raster, unsigned unit,
                          NvPixelTexture *t)
{
    static const NvFieldId signs[4] = {
        NV_F(TEX_FILTER, SIGN_R), NV_F(TEX_FILTER, SIGN_G),
        NV_F(TEX_FILTER, SIGN_B), NV_F(TEX_FILTER, SIGN_A),
    };

    t->min = nv_raster_get_at(raster, NV_F(TEX_FILTER, MINIFY), unit);
    t->mag = nv_raster_get_at(raster, NV_F(TEX_FILTER, MAGNIFY), unit);
    t->bias = nv_raster_get_signed(raster, NV_F(TEX_FILTER, LOD_BIAS),
                                   unit) / 256.0f;
    t->max_lod = nv_raster_get_at(raster, NV_F(TEX_CONTROL_A, MAX_LOD),
                                  unit) / 256.0f;
    t->min_lod = nv_raster_get_at(raster, NV_F(TEX_CONTROL_A, MIN_LOD),
                                  unit) / 256.0f;
    t->taps = t->dim == 2 && !t->cube ? taps_of(raster, unit) : 1;
    for (unsigned i = 0; i < 3; i++) {
        t->wrap[i] = wrap_mode(raster, unit, i);
    }
    for (unsigned c = 0; c < 4; c++) {
        t->sign |= nv_raster_get_at(raster, signs[c], unit) << c;
    }
}

static void decode_compare(const NvRaster *raster, unsigned unit,
                           NvPixelTexture *t)
{
    static const NvFieldId funcs[] = {
        NV_F(TEX_ZCOMP, DRAW_TEX0_FUNC), NV_F(TEX_ZCOMP, DRAW_TEX1_FUNC),
        NV_F(TEX_ZCOMP, DRAW_TEX2_FUNC), NV_F(TEX_ZCOMP, DRAW_TEX3_FUNC),
    };

    if (nv_raster_has(raster, NV_F(TEX_WRAP, ZCOMP_FUNC))) {
        t->zfunc = nv_raster_get_at(raster, NV_F(TEX_WRAP, ZCOMP_FUNC), unit);
    } else if (unit < NV_ARRAY_SIZE(funcs)) {
        t->zfunc = nv_raster_get(raster, funcs[unit]);
    }
    t->zfunc %= 8;              /* the rest of the field: unknown */
}

#define AS_IT_IS 0xaae4         /* the swizzle that changes nothing */

/*
 * What Rankine does to the result.  Kelvin's class does not write the places
 * of swizzles, so they are not looked at then.
 */
static void decode_remap(const NvRaster *raster, unsigned unit,
                         NvPixelTexture *t)
{
    NvFieldId swizzle = NV_F(TEX_CONTROL_B, SWIZZLE);

    t->swizzle = AS_IT_IS;
    if (raster->program && nv_raster_has(raster, swizzle)) {
        t->swizzle = nv_raster_get_at(raster, swizzle, unit);
    }
    t->expand = nv_raster_get_at(raster, NV_F(TEX_WRAP, EXPAND_NORMAL), unit);
    t->gamma = nv_raster_get_at(raster, NV_F(TEX_WRAP, GAMMA_DECREASE_FILTER),
                                unit);
    t->remap = t->swizzle != AS_IT_IS || t->expand || t->gamma;
}

static uint32_t object(const NvRaster *raster, uint32_t which)
{
    if (nv_raster_in_registers(raster)) {
        return nv_raster_celsius_object(raster, which);
    }
    return nv_raster_get_at(raster, NV_F(DMA_TEX, INSTANCE_LOW), which) << 4;
}

static void decode_memory(const NvRaster *raster, unsigned unit,
                          NvTextureMemory *m)
{
    m->dma = object(raster, nv_raster_get_at(raster, NV_F(TEX_FORMAT, DMA),
                                             unit));
    m->offset = nv_raster_get_at(raster, NV_F(TEX_OFFSET, OFFSET), unit);
    m->palette_dma = object(raster,
                            nv_raster_get_at(raster, NV_F(TEX_PALETTE, DMA),
                                             unit));
    m->palette = nv_raster_get_at(raster, NV_F(TEX_PALETTE, OFFSET_64),
                                  unit) << 6;
    m->palette_count = 256 >> nv_raster_get_at(raster,
                                               NV_F(TEX_PALETTE, SIZE), unit);
}

void nv_raster_decode_texture(const NvRaster *raster, unsigned unit,
                              NvPixelTexture *texture,
                              NvTextureMemory *memory)
{
    assert(unit < NV_TEX_UNITS);
    if (!nv_raster_get_at(raster, NV_F(TEX_CONTROL_A, ENABLE), unit)) {
        return;
    }
    texture->on = true;
    decode_format(raster, unit, texture);
    decode_size(raster, unit, texture);
    decode_filter(raster, unit, texture);
    decode_compare(raster, unit, texture);
    decode_remap(raster, unit, texture);
    texture->alpha_kill = nv_raster_get_at(raster,
                                           NV_F(TEX_CONTROL_A, ALPHA_KILL),
                                           unit);
    texture->key_mode = nv_raster_get_at(raster, NV_F(TEX_CONTROL_A,
                                                      COLOR_KEY_MODE), unit);
    texture->key = nv_raster_get_at(raster, NV_F(TEX_COLOR_KEY, WORD), unit);
    texture->border_color =
        nv_raster_get_at(raster, NV_F(TEX_BORDER_COLOR, WORD), unit);
    decode_memory(raster, unit, memory);
}
