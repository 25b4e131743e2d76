/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for whole texture units: of Kelvin's stages, which look at
 * their own coordinates, and what fragment programs ask.
 */
#include "raster/soft/mc-texture.h"

#define PALETTE_FORMAT 0x06     /* what palettes have: A8R8G8B8 */
#define FAR_PLACE 1073741824.0f /* 256ths of a texel */

/* Where a unit samples: one image, or two and how much of the second. */
typedef struct Places {
    NvMcUnit unit[2];
    NvMcAxis axis[2][2];
    NvVecVal frac;              /* 0: one */
} Places;

static NvMcUnit unit_of(NvMcBuild *b, unsigned i)
{
    const NvMcTexture *how = &b->key->tex[i];
    const NvTexFormat *format = &nv_tex_formats[how->format];

    return (NvMcUnit) {
        .b = b, .how = how, .format = format,
        .bits = nv_texels[format->indexed ? PALETTE_FORMAT
                                          : how->format].bits,
        .at = NV_MC_AT(tex[i]),
    };
}

/* @lod: of images with levels. */
static void find_places(NvMcUnit u, const NvMcCoord coord[2], NvVecVal lod,
                        Places *p)
{
    NvVecVal level, frac, last, next;

    p->frac = 0;
    if (u.how->mips) {
        level = nv_mc_find_level(&u, lod, &frac);
        nv_mc_any_level(&u, level);
        if (u.how->mips == 2) {
            p->frac = frac;
            p->unit[1] = u;
            last = data(&u, FIELD(&u, most_level));
            next = op(&u, NV_X86_PADDD, level, word(&u, 1));
            nv_mc_any_level(&p->unit[1], op(&u, NV_X86_PMINSD, next, last));
        }
    } else {
        nv_mc_first_level(&u);
    }
    p->unit[0] = u;
    for (unsigned k = 0; k < (p->frac ? 2 : 1); k++) {
        p->axis[k][0] = nv_mc_axis(&p->unit[k], 0, &coord[0]);
        p->axis[k][1] = nv_mc_axis(&p->unit[k], 1, &coord[1]);
    }
}

/* Floats, and of one image the sums that they are of. */
static void sample(const Places *p, NvVecVal rgba[4], NvVecVal sum[4])
{
    const NvMcUnit *u = &p->unit[0];
    NvVecVal far[4];

    nv_mc_filter(u, p->axis[0], sum);
    if (!p->frac) {
        return;
    }
    nv_mc_filter(&p->unit[1], p->axis[1], far);
    for (unsigned c = 0; c < 4; c++) {
        NvVecVal x = nv_mc_texel(u->b, sum[c]), step;

        step = op(u, NV_X86_SUBPS, nv_mc_texel(u->b, far[c]), x);
        step = op(u, NV_X86_MULPS, step, p->frac);
        rgba[c] = op(u, NV_X86_ADDPS, x, step);
        sum[c] = 0;
    }
}

void nv_mc_leave_far(NvMcBuild *b)
{
    NvVecVal most = nv_vec_float(b->v, FAR_PLACE), far = b->doubt;

    if (b->far) {
        far = nv_vec_op(b->v, NV_X86_PCMPGTD, b->far, most);
    }
    if (far) {
        nv_vec_escape(b->v, nv_vec_op(b->v, NV_X86_PAND, far, b->sampled));
    }
}

void nv_mc_idle_unit(NvMcBuild *b, NvVecVal rgba[4])
{
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = nv_vec_float(b->v, c == 3);
    }
}

/* The same of one image without a filter, whose texels floats give. */
static void find_texels(NvMcUnit u, unsigned unit, Places *p)
{
    nv_mc_first_level(&u);
    p->frac = 0;
    p->unit[0] = u;
    for (unsigned k = 0; k < 2; k++) {
        p->axis[0][k] = nv_mc_axis_at(&u, k, nv_mc_near_texel(u.b, unit, k));
    }
}

/* The same of coordinates to the last bit. */
static void find_exactly(NvMcUnit u, unsigned unit, Places *p)
{
    NvMcCoord coord[2] = { nv_mc_coord(u.b, unit, 0),
                           nv_mc_coord(u.b, unit, 1) };
    NvVecVal value[2] = { coord[0].value, coord[1].value };

    find_places(u, coord, u.how->mips ? nv_mc_footprint(&u, unit, value) : 0,
                p);
}

void nv_mc_textures(NvMcBuild *b)
{
    bool near = nv_mc_by_floats(b->key, b->variant);
    Places places[NV_SHADER_STAGES];

    /* All places first: what escapes must not have cost texels. */
    for (unsigned i = 0; i < NV_SHADER_STAGES; i++) {
        nv_mc_idle_unit(b, b->reg[i]);
        memset(b->sum[i], 0, sizeof(b->sum[i]));
        if (b->key->tex[i].on) {
            (near ? find_texels : find_exactly)(unit_of(b, i), i, &places[i]);
        }
    }
    nv_mc_leave_far(b);
    for (unsigned i = 0; i < NV_SHADER_STAGES; i++) {
        if (b->key->tex[i].on) {
            sample(&places[i], b->reg[i], b->sum[i]);
        }
    }
}

/* ---- for programs ---- */

/* sample.c: outputs name 0, 1 or a component, A R G B from the low bits. */
static void remap(NvMcBuild *b, const NvMcTexture *how, NvVecVal rgba[4])
{
    const NvVecVal in[4] = { rgba[3], rgba[0], rgba[1], rgba[2] };
    unsigned swizzle = how->swizzle[0] | how->swizzle[1] << 8;
    NvVecVal one = nv_vec_float(b->v, 1), v;

    for (unsigned k = 0; k < 4; k++) {
        unsigned what = swizzle >> (8 + 2 * k) & 3;

        v = what == 0 ? nv_vec_float(b->v, 0) : what == 1 ? one :
            in[swizzle >> 2 * k & 3];
        if (how->expand) {
            v = nv_vec_op(b->v, NV_X86_MULPS, v, nv_vec_float(b->v, 2));
            v = nv_vec_op(b->v, NV_X86_SUBPS, v, one);
        }
        rgba[(k + 3) & 3] = v;
    }
}

static NvVecVal lod_of(const NvMcUnit *u, const NvMcAsk *ask)
{
    NvVecVal slopes[2][2], lod;

    switch (ask->lod) {
    case NV_FRAG_LOD_GIVEN:
        return ask->value;
    case NV_FRAG_LOD_SLOPES:
        memcpy(slopes, ask->slopes, sizeof(slopes));
        return nv_mc_slopes(u, slopes);
    default:
        lod = nv_mc_quads(u, ask->coord);
        return ask->lod == NV_FRAG_LOD_BIAS
               ? op(u, NV_X86_ADDPS, ask->value, lod) : lod;
    }
}

void nv_mc_ask(NvMcBuild *b, const NvMcAsk *ask, NvVecVal rgba[4])
{
    const NvMcTexture *how = &b->key->tex[ask->unit];
    NvMcUnit u = unit_of(b, ask->unit);
    NvMcCoord coord[2] = { { .value = ask->coord[0] },
                           { .value = ask->coord[1] } };
    NvVecVal sum[4];
    Places p;

    if (!how->on) {
        nv_mc_idle_unit(b, rgba);
        return;
    }
    find_places(u, coord, how->mips ? lod_of(&u, ask) : 0, &p);
    sample(&p, rgba, sum);
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = sum[c] ? nv_mc_texel(b, sum[c]) : rgba[c];
    }
    if (how->remap) {
        remap(b, how, rgba);
    }
}
