/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Irregular methods of Celsius' classes on Kelvin, which turns them into its
 * own state.  Facts: public hardware tests (envytools); BEGIN follows what
 * drivers send (doc).
 */
#include "pgraph/celsius/action.h"
#include "pgraph/method-maps.h"

/* --- textures and combiners --- */

/* The shader operation of units 0 and 1: a texture, or a cube. */
static void set_operation(NvPgraph *pg, unsigned unit, uint32_t op)
{
    bool late = nv_chip_has(pg->env->chip, NV_CAP_ZCULL);

    nv_fe_set_bundle(pg, NV_BUNDLE_TEX_SHADER_OP,
                     nv_deposit(nv_fe_bundle(pg, NV_BUNDLE_TEX_SHADER_OP),
                                unit * 5, unit || late ? 5 : 3, op));
}

static void set_wrap(NvPgraph *pg, unsigned unit, uint32_t v)
{
    NvBundle bundle = NV_BUNDLE_TEX_WRAP + unit;
    uint32_t word = nv_fe_bundle(pg, bundle);

    word = nv_deposit(word, 0, 3, v >> 24);
    word = nv_deposit(word, 4, 1, v >> 27);
    word = nv_deposit(word, 8, 3, v >> 28);
    nv_fe_set_bundle(pg, bundle, nv_deposit(word, 12, 1, v >> 31));
}

/* Mip levels are limited to what the size has. */
NV_ACTION(emu_tex_format)
{
    NvBundle bundle = NV_BUNDLE_TEX_FORMAT + index;
    uint32_t word = nv_fe_bundle(pg, bundle);
    uint32_t mips = nv_extract(v, 12, 4);
    uint32_t size = MAX(nv_extract(v, 16, 4), nv_extract(v, 20, 4));

    set_operation(pg, index, nv_extract(v, 2, 1) ? 3 : 1);
    set_wrap(pg, index, v);
    word = nv_deposit(word, 1, 2, v >> 1);
    word = nv_deposit(word, 4, 1, v >> 4);
    word = nv_deposit(word, 5, 1, v >> 6);
    word = nv_deposit(word, 8, 7, nv_extract(v, 7, 5));
    word = nv_deposit(word, 16, 4, mips > size ? size + 1 : mips);
    word = nv_deposit(word, 20, 8, v >> 16);
    nv_fe_set_bundle(pg, bundle, word);
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

    nv_fe_set_bundle(pg, NV_BUNDLE_RC_OUT_COLOR + index, v & 0x3ffff);
    if (index) {
        config = nv_deposit(config, 0, 4, v >> 28);
        config = nv_deposit(config, 8, 1, v >> 27);
        nv_fe_set_bundle(pg, NV_BUNDLE_RC_CONFIG, config & ~0x11000u);
    }
}

/* --- lights --- */

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
    const uint32_t *material =
        &pg->values[NV_PGRAPH_FE3D_EMU_MATERIAL_FACTOR_RGB / 4];
    const uint32_t *ambient =
        &pg->values[NV_PGRAPH_FE3D_EMU_LIGHT_MODEL_AMBIENT / 4];
    uint32_t misc = NV_PG(pg, FE3D_MISC);

    if (nv_extract(misc, 21, 1)) {
        return (Colors) { ones, ambient };
    }
    if (nv_extract(misc, 22, 1)) {
        return (Colors) { ambient, material };
    }
    return (Colors) { material, ambient };
}

static void load_colors(NvPgraph *pg)
{
    Colors c = colors(pg);

    load_color(pg, 0x43, c.material);
    load_color(pg, 0x41, c.ambient);
}

/* Secondary colours that follow the vertex: which one does. */
static void update_specular(NvPgraph *pg)
{
    uint32_t misc = NV_PG(pg, FE3D_MISC);
    uint32_t from = !nv_extract(misc, 3, 1) ? 0 : nv_extract(misc, 2, 1) + 1;

    NV_PG(pg, XF_MODE_A) = nv_deposit(NV_PG(pg, XF_MODE_A), 19, 2, from);
}

NV_ACTION(emu_light_model)
{
    uint32_t mode = NV_PG(pg, XF_MODE_A);

    NV_PG(pg, FE3D_MISC) = nv_deposit(NV_PG(pg, FE3D_MISC), 2, 1, v);
    mode = nv_deposit(mode, 30, 1, v >> 16);
    mode = nv_deposit(mode, 28, 1, v >> 2);
    NV_PG(pg, XF_MODE_A) = nv_deposit(mode, 18, 1, v >> 1);
    update_specular(pg);
    nv_fe_send_xf_mode(pg);
}

/* ORDER: XFMODE goes between the parts of the first colour (hw). */
NV_ACTION(emu_light_material)
{
    uint32_t misc = NV_PG(pg, FE3D_MISC), mode;
    uint32_t ambient = nv_extract(v, 1, 1);
    uint32_t emission = nv_extract(v, 0, 1) & ~ambient;
    Colors c;

    misc = nv_deposit(misc, 3, 1, v >> 3);
    misc = nv_deposit(misc, 21, 1, emission);
    NV_PG(pg, FE3D_MISC) = nv_deposit(misc, 22, 1, ambient);
    update_specular(pg);
    mode = nv_deposit(NV_PG(pg, XF_MODE_A), 21, 2, nv_extract(v, 2, 1));
    mode = nv_deposit(mode, 23, 2, ambient);
    NV_PG(pg, XF_MODE_A) = nv_deposit(mode, 25, 2, emission);
    c = colors(pg);
    nv_idx_xf64(pg->idx, NV_XF_LTCTX, 0x43 << 4, c.material[0],
                c.material[1]);
    nv_fe_send_xf_mode(pg);
    nv_idx_xf(pg->idx, NV_XF_LTCTX, 0x43 << 4 | 8, c.material[2]);
    load_color(pg, 0x41, c.ambient);
}

/* FE keeps the colour whatever happens; the third component sends it. */
NV_ACTION(emu_light_ambient)
{
    pg->values[NV_PGRAPH_FE3D_EMU_LIGHT_MODEL_AMBIENT / 4 + index] = v;
    if (index == 2 && !NV_PG(pg, NSOURCE)) {
        load_colors(pg);
    }
}

/* The same; @arg: class 0x56's, which warns between BEGIN and END. */
NV_ACTION(emu_material_factor)
{
    uint32_t *material =
        &pg->values[NV_PGRAPH_FE3D_EMU_MATERIAL_FACTOR_RGB / 4];

    material[index] = v;
    if (m->arg && nv_fe_inside(pg)) {
        nv_fe_warn(pg, 4);
    } else if (index == 2 && !NV_PG(pg, NSOURCE)) {
        load_color(pg, 0x43, material);
        load_colors(pg);
    }
}

/* --- texture coordinates, modes --- */

/* Coordinates for embossing are unit 1's; @arg: bit of XFMODE. */
NV_ACTION(emu_tex_gen)
{
    const NvEnumPair *pair = nv_map_find(m->map, v);
    uint32_t *mode = nv_fe_xf_mode_t(pg, 0), how = pair ? pair->out : 0;

    *mode = nv_deposit(*mode, index * 16 + m->arg, 3,
                       how == 6 && !index ? 0 : how);
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

/* Shorts are fractions for normals and weights alone; positions may have w. */
NV_ACTION(emu_vtxbuf_format)
{
    uint32_t warning = nv_celsius_format_warning(pg, index, v);
    uint32_t word = v & ~NV_BIT(24);

    if (warning) {
        nv_fe_warn(pg, warning);
    }
    if (warning || NV_PG(pg, NSOURCE)) {
        return;
    }
    if (nv_extract(v, 0, 4) == 1 && index != 5 && index != 6) {
        word = nv_deposit(word, 0, 3, 5);
    }
    if (nv_extract(v, 24, 1) && nv_extract(v, 4, 4) == 3) {
        word = nv_deposit(word, 4, 3, 7);
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
        nv_fe_warn(pg, warning);
        return;
    }
    if (v && !nv_launch_valid(pg)) {
        nv_fe_state_error(pg);
    }
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    if (v) {
        nv_surfaces_update(pg);
    }
    NV_PG(pg, FE3D_MISC) = nv_deposit(NV_PG(pg, FE3D_MISC), 0, 1, v != 0);
    nv_idx_begin_end(pg->idx, v);
}
