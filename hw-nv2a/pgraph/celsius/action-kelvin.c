/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular methods of Celsius' classes on Kelvin, which turns them into its
 * own state.  Facts: public hardware tests (envytools); BEGIN follows what
 * drivers send (doc).
 */
#include "pgraph/action-celsius.h"
#include "pgraph/method-maps.h"

/* --- textures and combiners --- */

enum { TEXTURE_2D = 1, TEXTURE_CUBE = 3 };

/* The shader operation of units 0 and 1: a texture, or a cube. */
static void set_operation(NvPgraph *pg, unsigned unit, uint32_t op)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_TEX_SHADER_OP);

    word = unit ? NV_FE_PUT(pg, TEX_SHADER_OP, TEX1, word, op)
                : NV_FE_PUT(pg, TEX_SHADER_OP, TEX0_ALL, word, op);
    nv_fe_set_bundle(pg, NV_BUNDLE_TEX_SHADER_OP, word);
}

static void set_wrap(NvPgraph *pg, unsigned unit, uint32_t v)
{
    NvBundle bundle = NV_BUNDLE_TEX_WRAP + unit;
    uint32_t word = nv_fe_bundle(pg, bundle);

    word = NV_FE_PUT(pg, TEX_WRAP, S, word, nv_extract(v, NV_V10_WRAP_S));
    word = NV_FE_PUT(pg, TEX_WRAP, S_CYLINDER, word,
                     nv_extract(v, NV_V10_WRAP_S_CYLINDER));
    word = NV_FE_PUT(pg, TEX_WRAP, T, word, nv_extract(v, NV_V10_WRAP_T));
    word = NV_FE_PUT(pg, TEX_WRAP, T_CYLINDER, word,
                     nv_extract(v, NV_V10_WRAP_T_CYLINDER));
    nv_fe_set_bundle(pg, bundle, word);
}

/* Mip levels are limited to what the size has. */
NV_ACTION(emu_tex_format)
{
    NvBundle bundle = NV_BUNDLE_TEX_FORMAT + index;
    uint32_t word = nv_fe_bundle(pg, bundle);
    uint32_t mips = nv_extract(v, NV_V10_MIPS);
    uint32_t s = nv_extract(v, NV_V10_SIZE_S);
    uint32_t t = nv_extract(v, NV_V10_SIZE_T);
    bool cube = nv_extract(v, NV_V10_CUBE_MAP);

    set_operation(pg, index, cube ? TEXTURE_CUBE : TEXTURE_2D);
    set_wrap(pg, index, v);
    word = NV_FE_PUT(pg, TEX_FORMAT, DMA, word,
                     nv_extract(v, NV_V10_DMA) >> 1);
    word = NV_FE_PUT(pg, TEX_FORMAT, CUBE_MAP, word, cube);
    word = NV_FE_PUT(pg, TEX_FORMAT, ORIGIN_ZOH, word,
                     nv_extract(v, NV_V10_ORIGIN_ZOH) >> 1);
    word = NV_FE_PUT(pg, TEX_FORMAT, ORIGIN_FOH, word,
                     nv_extract(v, NV_V10_ORIGIN_FOH) >> 1);
    word = NV_FE_PUT(pg, TEX_FORMAT, FORMAT, word,
                     nv_extract(v, NV_V10_FORMAT));
    word = NV_FE_PUT(pg, TEX_FORMAT, MIPS, word,
                     mips > MAX(s, t) ? MAX(s, t) + 1 : mips);
    word = NV_FE_PUT(pg, TEX_FORMAT, SIZE_S, word, s);
    nv_fe_set_bundle(pg, bundle, NV_FE_PUT(pg, TEX_FORMAT, SIZE_T, word, t));
}

/* The final combiner has the same constants. */
NV_ACTION(emu_rc_factor)
{
    nv_fe_set_bundle(pg, index ? NV_BUNDLE_RC_FACTOR_1
                               : NV_BUNDLE_RC_FACTOR_0, v);
    nv_fe_set_bundle(pg, NV_BUNDLE_RC_FINAL_FACTOR + index, v);
}

/* The second stage's word tells how many stages there are. */
NV_ACTION(emu_rc_out_color)
{
    uint32_t config = nv_fe_bundle(pg, NV_BUNDLE_RC_CONFIG);

    nv_fe_set_bundle(pg, NV_BUNDLE_RC_OUT_COLOR + index,
                     NV_FE_PUT(pg, RC_OUT_COLOR, OUTPUT, 0, v));
    if (index) {
        config = NV_FE_PUT(pg, RC_CONFIG, STAGES, config, v >> 28);
        config = NV_FE_PUT(pg, RC_CONFIG, MUX_ON_MSB, config, v >> 27);
        config = NV_FE_PUT(pg, RC_CONFIG, FACTOR_0_EACH_STAGE, config, 0);
        config = NV_FE_PUT(pg, RC_CONFIG, FACTOR_1_EACH_STAGE, config, 0);
        nv_fe_set_bundle(pg, NV_BUNDLE_RC_CONFIG, config);
    }
}

/* --- lights --- */

enum { SLOT_AMBIENT = 0x41, SLOT_MATERIAL = 0x43 };    /* of LTCTX */

static void load_color(NvPgraph *pg, unsigned slot, const uint32_t *rgb)
{
    nv_idx_xf64(pg->idx, NV_XF_LTCTX, slot << 4, rgb[0], rgb[1]);
    nv_idx_xf(pg->idx, NV_XF_LTCTX, slot << 4 | 8, rgb[2]);
}

/* What is sent: colours that follow the vertex trade places or are 1. */
typedef struct Colors {
    const uint32_t *material, *ambient;
} Colors;

static Colors colors(const NvPgraph *pg)
{
    static const uint32_t ones[3] = { 0x3f800000, 0x3f800000, 0x3f800000 };
    const uint32_t *material = &NV_PG(pg, FE3D_EMU_MATERIAL_FACTOR_RGB);
    const uint32_t *ambient = &NV_PG(pg, FE3D_EMU_LIGHT_MODEL_AMBIENT);

    if (NV_PG_GET(pg, FE3D_MISC, EMU_EMISSION)) {
        return (Colors) { ones, ambient };
    }
    if (NV_PG_GET(pg, FE3D_MISC, EMU_AMBIENT)) {
        return (Colors) { ambient, material };
    }
    return (Colors) { material, ambient };
}

static void load_colors(NvPgraph *pg)
{
    Colors c = colors(pg);

    load_color(pg, SLOT_MATERIAL, c.material);
    load_color(pg, SLOT_AMBIENT, c.ambient);
}

/* Secondary colours that follow the vertex: which one does. */
static void update_specular(NvPgraph *pg)
{
    uint32_t from = 0;

    if (NV_PG_GET(pg, FE3D_MISC, EMU_SPECULAR)) {
        from = NV_PG_GET(pg, FE3D_MISC, EMU_SPECULAR_FROM) + 1;
    }
    NV_PG_PUT(pg, XF_MODE_A, FRONT_SPECULAR, from);
}

NV_ACTION(emu_light_model)
{
    NV_PG_PUT(pg, FE3D_MISC, EMU_SPECULAR_FROM, v);
    NV_PG_PUT(pg, XF_MODE_A, LOCAL_VIEWER, v >> 16);
    NV_PG_PUT(pg, XF_MODE_A, LIGHT_MODEL_UNK2, v >> 2);
    NV_PG_PUT(pg, XF_MODE_A, SEPARATE_SPECULAR, v >> 1);
    update_specular(pg);
    nv_fe_send_xf_mode(pg);
}

/* ORDER: XFMODE goes between the parts of the first colour (hw). */
NV_ACTION(emu_light_material)
{
    uint32_t ambient = nv_extract(v, 1, 1);
    uint32_t emission = nv_extract(v, 0, 1) & ~ambient;
    Colors c;

    NV_PG_PUT(pg, FE3D_MISC, EMU_SPECULAR, v >> 3);
    NV_PG_PUT(pg, FE3D_MISC, EMU_EMISSION, emission);
    NV_PG_PUT(pg, FE3D_MISC, EMU_AMBIENT, ambient);
    update_specular(pg);
    NV_PG_PUT(pg, XF_MODE_A, FRONT_DIFFUSE, nv_extract(v, 2, 1));
    NV_PG_PUT(pg, XF_MODE_A, FRONT_AMBIENT, ambient);
    NV_PG_PUT(pg, XF_MODE_A, FRONT_EMISSION, emission);
    c = colors(pg);
    nv_idx_xf64(pg->idx, NV_XF_LTCTX, SLOT_MATERIAL << 4, c.material[0],
                c.material[1]);
    nv_fe_send_xf_mode(pg);
    nv_idx_xf(pg->idx, NV_XF_LTCTX, SLOT_MATERIAL << 4 | 8, c.material[2]);
    load_color(pg, SLOT_AMBIENT, c.ambient);
}

/* FE keeps the colour whatever happens; the third component sends it. */
NV_ACTION(emu_light_ambient)
{
    NV_PG_AT(pg, FE3D_EMU_LIGHT_MODEL_AMBIENT, index) = v;
    if (index == 2 && !NV_PG(pg, NSOURCE)) {
        load_colors(pg);
    }
}

/* The same; @arg: class 0x56's, which warns between BEGIN and END. */
NV_ACTION(emu_material_factor)
{
    uint32_t *material = &NV_PG(pg, FE3D_EMU_MATERIAL_FACTOR_RGB);

    material[index] = v;
    if (m->arg && nv_fe_inside(pg)) {
        nv_fe_warn(pg, 4, NULL);
    } else if (index == 2 && !NV_PG(pg, NSOURCE)) {
        load_color(pg, SLOT_MATERIAL, material);
        load_colors(pg);
    }
}

/* --- texture coordinates, modes --- */

enum { TEX_GEN_EMBOSS = 6 };

/* Coordinates for embossing are unit 1's; @arg: unit 0's field of XFMODE. */
NV_ACTION(emu_tex_gen)
{
    const NvEnumPair *pair = nv_map_find(m->map, v);
    uint32_t how = pair ? pair->out : 0;

    nv_fe_put_tex_mode(pg, index, m->arg,
                       how == TEX_GEN_EMBOSS && !index ? 0 : how);
    nv_fe_send_xf_mode(pg);
}

/* Does nothing on Kelvin but send what is there. */
NV_ACTION(emu_old_unk3f8)
{
    NvBundle bundle = NV_BUNDLE_TEX_SHADER_CONST_EYE + 2;

    nv_fe_send_bundle(pg, bundle, nv_fe_bundle(pg, bundle));
}

/* Coordinates are signed there, and unsigned from 2048 up here. */
NV_ACTION(emu_clip_rect)
{
    nv_fe_clip_rect(pg, m->arg, index, (v & 0x0fff0fff) ^ 0x08000800);
}

/* --- vertices --- */

/* Position, colours, texture coordinates, normal, weight, fog. */
static const uint8_t attrs[8] = { 0, 3, 4, 9, 10, 2, 1, 5 };

NV_ACTION(emu_vtxbuf_offset)
{
    nv_idx_vtxbuf_offset(pg->idx, attrs[index & 7], v);
}

enum { SHORT_FRACTION = 1, SHORT = 5, SIZE_XYW = 7 };

/* Shorts are fractions for normals and weights alone; positions may have w. */
NV_ACTION(emu_vtxbuf_format)
{
    uint32_t warning = nv_celsius_format_warning(pg, index, v);
    uint32_t word = nv_deposit(v, NV_V10_ARRAY_W, 0);

    nv_fe_warn(pg, warning, nv_celsius_format_taken);
    if (warning || NV_PG(pg, NSOURCE)) {
        return;
    }
    if (nv_extract(v, NV_V10_ARRAY_TYPE) == SHORT_FRACTION && index != 5 &&
        index != 6) {
        word = nv_deposit(word, NV_V10_ARRAY_TYPE, SHORT);
    }
    if (nv_extract(v, NV_V10_ARRAY_W) &&
        nv_extract(v, NV_V10_ARRAY_SIZE) == 3) {
        word = nv_deposit(word, NV_V10_ARRAY_SIZE, SIZE_XYW);
    }
    nv_idx_vtxbuf_format(pg->idx, attrs[index & 7], word);
}

/* As native: BEGIN inside BEGIN, and what is no primitive, is a warning. */
NV_ACTION(emu_begin_end)
{
    bool inside = nv_fe_inside(pg);
    uint32_t warning = v > NV_PRIM_POLYGON ? 1 : 0;

    warning |= inside && v ? 4 : 0;
    if (warning) {
        nv_fe_warn(pg, warning, nv_celsius_primitive_taken);
        return;
    }
    if (v) {
        nv_fe_check_launch(pg);
    }
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    if (v) {
        nv_surfaces_update(pg);
    }
    nv_fe_set_inside(pg, v);
    nv_idx_begin_end(pg->idx, v);
}
