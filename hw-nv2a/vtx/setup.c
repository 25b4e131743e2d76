/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bundles to what a run of vertices goes by: once a run, so that vertices
 * need no look at a word.
 *
 * Facts: public measurements on NV2A and drivers, as said at each.
 */
#include "arith/arith.h"
#include "vtx/vtx-priv.h"

/* hw (NV2A): the least and most u6.3 can say, and the limits of oPts. */
#define LEAST_SIZE 0.125f
#define MOST_SIZE 63.875f

/* A field of the bundle that has it: FIELD(vtx, RASTER, CULL_FACE). */
#define FIELD(vtx, word, name) \
    nv_field_get((vtx)->places, NV_F(word, name), \
                 (vtx)->bundle[NV_BUNDLE_##word])

static float bundle_float(const NvVtx *vtx, NvBundle bundle)
{
    return nv_u2f(vtx->bundle[bundle]);
}

/* hw: u6.3 before NV25, a float on it (no limit but the guard band's). */
static float fixed_point_size(const NvVtx *vtx)
{
    if (nv_field_exists(vtx->places, NV_F(POINT_SIZE, VALUE))) {
        return nv_vtx_point_size(nv_u2f(FIELD(vtx, POINT_SIZE, VALUE)), 0,
                                 NV_VTX_GUARD);
    }
    return nv_vtx_point_size(FIELD(vtx, POINT_SIZE, EIGHTHS) / 8.0f,
                             LEAST_SIZE, MOST_SIZE);
}

/* As the chip has them. */
static void route_fixed(const NvXfOutputs *o, NvVtxRouting *from)
{
    *from = (NvVtxRouting) {
        .hpos = o->hpos, .col = { o->col0, o->col1 },
        .bfc = { o->bfc0, o->bfc1 }, .fogc = o->fogc << 2,
        .psz = o->psz << 2, .ntex = MIN(o->ntex, NV_MAX_TEX),
    };
    memcpy(from->clip, o->clip, sizeof(from->clip));
    for (unsigned t = 0; t < from->ntex; t++) {
        from->tex[t] = MIN(o->tex0 + t, NV_XF_ATTRS - 1);
    }
}

/* A class may say it itself (doc: what drivers send). */
static void route_by_map(const NvVtx *vtx, NvVtxRouting *from)
{
    const uint32_t txc = vtx->bundle[NV_BUNDLE_XF_OUT_MAP_TXC_A];

    from->col[0] = FIELD(vtx, XF_OUT_MAP_MISC_A, COL0);
    from->col[1] = FIELD(vtx, XF_OUT_MAP_MISC_A, COL1);
    from->bfc[0] = FIELD(vtx, XF_OUT_MAP_MISC_B, BFC0);
    from->bfc[1] = FIELD(vtx, XF_OUT_MAP_MISC_B, BFC1);
    from->fogc = FIELD(vtx, XF_OUT_MAP_MISC_A, FOGC);
    from->psz = FIELD(vtx, XF_OUT_MAP_MISC_B, PSZ);
    for (unsigned i = 0; i < 3; i++) {
        from->clip[i] = nv_field_get(vtx->places,
                                     NV_F(XF_OUT_MAP_MISC_A, CLIP0) + i,
                                     vtx->bundle[NV_BUNDLE_XF_OUT_MAP_MISC_A]);
        from->clip[3 + i] =
            nv_field_get(vtx->places, NV_F(XF_OUT_MAP_MISC_B, CLIP0) + i,
                         vtx->bundle[NV_BUNDLE_XF_OUT_MAP_MISC_B]);
    }
    for (unsigned t = 0; t < NV_MAX_TEX; t++) {
        from->tex[t] = nv_field_get(vtx->places,
                                    NV_F(XF_OUT_MAP_TXC_A, TXC0) + t, txc);
    }
}

/* Fields with a number in their name have ids that follow each other. */
static_assert(NV_F(XF_OUT_MAP_MISC_A, CLIP2) ==
              NV_F(XF_OUT_MAP_MISC_A, CLIP0) + 2 &&
              NV_F(XF_OUT_MAP_MISC_B, CLIP2) ==
              NV_F(XF_OUT_MAP_MISC_B, CLIP0) + 2 &&
              NV_F(XF_OUT_MAP_TXC_A, TXC7) ==
              NV_F(XF_OUT_MAP_TXC_A, TXC0) + NV_MAX_TEX - 1 &&
              NV_F(CLIP_PLANE_ENABLE, PLANE5) ==
              NV_F(CLIP_PLANE_ENABLE, PLANE0) + NV_VTX_USER_CLIPS - 1,
              "rows in order");

static void route(const NvVtx *vtx, NvVtxRouting *from)
{
    route_fixed(&vtx->chip->out, from);
    assert(from->ntex <= NV_MAX_TEX);
    if (vtx->bundle[NV_BUNDLE_XF_OUT_MAP_MISC_A] ||
        vtx->bundle[NV_BUNDLE_XF_OUT_MAP_MISC_B]) {
        route_by_map(vtx, from);
    }
}

/*
 * CLIP_PLANE_ENABLE: 2 keeps what is not below 0 (doc), 1 what is (guess, by
 * its name in another driver's headers).
 */
static void setup_user_clips(const NvVtx *vtx, NvVtxSetup *s)
{
    uint32_t on = vtx->bundle[NV_BUNDLE_CLIP_PLANE_ENABLE];

    s->user = s->user_less = 0;
    for (unsigned i = 0; on && i < NV_VTX_USER_CLIPS; i++) {
        unsigned mode = nv_field_get(vtx->places,
                                     NV_F(CLIP_PLANE_ENABLE, PLANE0) + i,
                                     on);

        if (mode && s->from.clip[i]) {
            s->user |= 1u << i;
            s->user_less |= (mode == 1) << i;
        }
    }
}

/*
 * Classes with fragment programs: depth is 0..1, D1 is a program's to make
 * (doc: drivers leave SPECULAR_ENABLE off and use it), sizes are not held to
 * oPts' limits (guess: drivers allow thousands of pixels, and leave it to the
 * card that a point of nearly no size is a pixel).  Of others fog
 * is cut to 14 bits behind the point (hw: of 8,640 coordinates none differs,
 * with 13 bits nine; of 1,122 of a program nine, with 13 bits six).
 */
static void setup_class(const NvVtx *vtx, NvVtxSetup *s)
{
    bool z16 = vtx->raster->zeta.format == 1;

    s->zeta_format = vtx->raster->zeta.format;
    s->program = vtx->raster->program;
    s->specular = FIELD(vtx, CONFIG_B, SPECULAR_ENABLE);
    s->least_size = LEAST_SIZE;
    s->most_size = MOST_SIZE;
    s->offset_unit = 1;
    s->fog.bits = UINT32_MAX << 9;
    if (vtx->raster->program) {
        s->specular = true;
        s->least_size = 0;
        s->most_size = NV_VTX_GUARD;
        s->fog.bits = UINT32_MAX;
        s->offset_unit = s->by_w ? 0.5 : 0.5 / (z16 ? 0xffff : 0xffffff);
    }
}

static void setup_fog(const NvVtx *vtx, NvVtxSetup *s)
{
    s->fog.is_line = nv_raster_fog_is_line(vtx->raster);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t k = vtx->bundle[NV_BUNDLE_FOG_COEFF + i];

        s->fog.coeff[i] = s->fog.is_line ? nv_xf_to_lt_scalar(k) : 0;
    }
}

/* doc: each of 16 bits is for a pixel, and FACTOR more. */
static unsigned stipple_period(const NvVtx *vtx)
{
    return FIELD(vtx, LINE_STIPPLE, ENABLE)
           ? 16 * (FIELD(vtx, LINE_STIPPLE, FACTOR) + 1) : 0;
}

/* Which polygons are drawn, and as what. */
static void setup_polygons(const NvVtx *vtx, NvVtxSetup *s)
{
    s->mode[0] = FIELD(vtx, RASTER, POLYGON_MODE_FRONT);
    s->mode[1] = FIELD(vtx, RASTER, POLYGON_MODE_BACK);
    for (unsigned i = 0; i < 2; i++) {
        s->mode[i] = s->mode[i] > NV_MODE_LINE ? NV_MODE_FILL : s->mode[i];
    }
    s->offset[NV_MODE_FILL] = FIELD(vtx, RASTER, POLYGON_OFFSET_FILL_ENABLE);
    s->offset[NV_MODE_POINT] = FIELD(vtx, RASTER, POLYGON_OFFSET_POINT_ENABLE);
    s->offset[NV_MODE_LINE] = FIELD(vtx, RASTER, POLYGON_OFFSET_LINE_ENABLE);
    s->front_ccw = FIELD(vtx, RASTER, FRONT_FACE);
    /* CULL_FACE: 1 front, 2 back, 3 both. */
    s->cull = FIELD(vtx, RASTER, CULL_FACE_ENABLE)
              ? FIELD(vtx, RASTER, CULL_FACE) : 0;
    s->two_side = FIELD(vtx, RASTER, LIGHT_TWO_SIDE_ENABLE);
}

/* Curie's own class says which outputs count, sizes too (doc: drivers). */
static bool has_sizes(const NvVtx *vtx)
{
    return FIELD(vtx, CONFIG_B, POINT_PARAMS_ENABLE) ||
           (nv_field_exists(vtx->places, NV_F(XF_ATTR_OUT_MASK, PSZ)) &&
            FIELD(vtx, XF_ATTR_OUT_MASK, PSZ));
}

void nv_vtx_setup(const NvVtx *vtx, NvVtxSetup *s)
{
    unsigned all = (1u << NV_CLIP_PLANES) - 1;
    bool drop = FIELD(vtx, RASTER, DEPTH_CLAMP_UNK0);

    s->origin = vtx->origin;
    s->near = bundle_float(vtx, NV_BUNDLE_DEPTH_RANGE_NEAR);
    s->far = bundle_float(vtx, NV_BUNDLE_DEPTH_RANGE_FAR);
    /* hw: depth cuts pixels, not corners; this drops what is all outside. */
    s->clip_mask = all & ~NV_CLIP_ZBITS;
    s->reject_mask = drop ? all : s->clip_mask;
    s->flat = !FIELD(vtx, CONFIG_B, SHADE_MODE);
    s->first = FIELD(vtx, CONFIG_B, PROVOKING_VERTEX);
    s->perspective = FIELD(vtx, CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE);
    s->by_w = FIELD(vtx, CONFIG_A, DEPTH_PERSPECTIVE_ENABLE);
    s->ignore_w = FIELD(vtx, RASTER, DEPTH_CLAMP_UNK8);
    s->size_per_vertex = has_sizes(vtx);
    s->size = fixed_point_size(vtx);
    s->stipple = stipple_period(vtx);
    setup_polygons(vtx, s);
    route(vtx, &s->from);
    setup_user_clips(vtx, s);
    setup_class(vtx, s);
    setup_fog(vtx, s);
    s->divided = vtx->chip->out.divided;
    s->plain = !s->divided && !s->two_side && !s->user &&
               s->mode[0] == NV_MODE_FILL && s->mode[1] == NV_MODE_FILL &&
               !s->offset[NV_MODE_FILL];
}
