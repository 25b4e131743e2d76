/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Kelvin and Rankine, XF's part: position, vectors, texture
 * and fog coordinates.
 *
 * Facts: pictures of NV2A (hw), drivers (doc), Celsius' model for the steps
 * of normalisation and for what goes to LT (doc); guesses say so.
 */
#include "xf/ff.h"

#define HALF 0x3f000000u
#define TWO 0x40000000u
#define ATTR_WEIGHT 1
#define ATTR_NORMAL 2

enum { FOG_COL1_ALPHA, FOG_RADIAL, FOG_PLANE, FOG_PLANE_ABS, FOG_COORD };

typedef struct Xf {
    NvFfVec opos, eye, clip, normal;
    NvFfVec point;          /* eye position by its w */
    NvFfVec view;           /* to the viewer, length 1 */
    NvVal d, d2;            /* to the viewer */
} Xf;

/* --- Weights --- */

/* Matrices of each weight mode, and whether the last weight is the rest. */
static const struct {
    uint8_t matrices;
    bool rest;
} weight_mode[8] = {
    { 1, false }, { 2, true }, { 2, false }, { 3, true }, { 3, false },
    { 4, true }, { 4, false },
    { 1, false },           /* guess: no method sets 7 */
};

/* guess: 1 is a constant here, not one of microcode's slots. */
static NvFfVec weights(NvFf *ff, unsigned mode)
{
    NvFfVec w = nv_ff_input(ff, ATTR_WEIGHT);
    unsigned last = weight_mode[mode].matrices - 1;
    NvVal t[4] = { nv_ff_const(ff, NV_XF_ONE) };

    if (weight_mode[mode].rest) {
        for (unsigned i = 0; i < last; i++) {
            t[1 + i] = nv_ff_neg(ff, w.v[i]);
        }
        w.v[last] = nv_ff_sum(ff, t, last + 1);
    }
    return w;
}

/* The sum over matrices of weight times (matrix times @v). */
static NvFfVec blend(NvFf *ff, const uint16_t slot[4], NvFfVec v,
                     unsigned rows, unsigned n)
{
    unsigned mode = ff->mode.weight_mode;
    unsigned matrices = weight_mode[mode].matrices;
    NvFfVec part[4], w;

    if (matrices == 1) {
        return nv_ff_matrix(ff, slot[0], v, rows, n);
    }
    w = weights(ff, mode);
    for (unsigned k = 0; k < matrices; k++) {
        part[k] = nv_ff_scale(ff, nv_ff_matrix(ff, slot[k], v, rows, n),
                              w.v[k], rows);
    }
    for (unsigned c = 0; c < rows; c++) {
        NvVal t[4];

        for (unsigned k = 0; k < matrices; k++) {
            t[k] = part[k].v[c];
        }
        v.v[c] = nv_ff_sum(ff, t, matrices);
    }
    return v;
}

/* --- Position --- */

/* guess: a scale of 0 in x and y is none, as drivers for Kelvin leave it. */
static NvVal scaled(NvFf *ff, NvVal p, NvFfVec scale, unsigned c)
{
    NvVal x = nv_ff_test(ff, nv_ff_abs(ff, scale.v[0]), NV_XF_TEST_EQ);
    NvVal y = nv_ff_test(ff, nv_ff_abs(ff, scale.v[1]), NV_XF_TEST_EQ);
    NvVal none = nv_ff_add(ff, NV_LIST_MAND, x, y, 0);

    return nv_ff_add(ff, NV_LIST_SELECT, none, p,
                     nv_ff_mul(ff, p, scale.v[c]));
}

/*
 * hw: Kelvin does not look at the viewport scale, drivers put it into the
 * matrix.  Output w is clip w, as programs leave it for VTX.
 */
static void position(NvFf *ff, NvFfVec clip, NvFfVec scale, NvFfVec move)
{
    NvVal r = nv_ff_add(ff, NV_LIST_RCC, clip.v[3], 0, 0);
    NvFfVec win = nv_ff_scale(ff, clip, r, 3);

    for (unsigned c = 0; c < 3 && ff->slots->scales; c++) {
        win.v[c] = scaled(ff, win.v[c], scale, c);
    }
    nv_ff_out(ff, ff->xf->chip->out.hpos, nv_ff_sumv(ff, win, move));
}

/*
 * Distances stand where programs put theirs (doc); the planes are in eye
 * space, as OpenGL defines them (guess).
 */
static void clip_distances(NvFf *ff, const Xf *x)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(ff->xf->chip->out.clip); i++) {
        unsigned at = ff->xf->chip->out.clip[i];

        if (at && (ff->mode.clip_planes & NV_BIT(i))) {
            NvFfVec plane = nv_ff_ctx(ff, ff->slots->clip_plane + i);

            ff->list->out[at >> 2][at & 3] = nv_ff_dot(ff, plane, x->eye, 4);
        }
    }
}

/* --- Vectors --- */

/* @v by its length; *d2 and *d are the length's square and the length. */
static NvFfVec normalised(NvFf *ff, NvFfVec v, NvVal *d, NvVal *d2)
{
    NvVal square = nv_ff_dot(ff, v, v, 3);
    NvVal r = nv_ff_add(ff, NV_LIST_RSQ, square, 0, 0);

    if (d) {
        *d2 = square;
        *d = nv_ff_mul(ff, square, r);
    }
    v = nv_ff_scale(ff, v, r, 3);
    v.v[3] = 0;
    return v;
}

static Xf vectors(NvFf *ff)
{
    const NvFfSlots *s = ff->slots;
    bool skinned = weight_mode[ff->mode.weight_mode].matrices > 1;
    Xf x = { .opos = nv_ff_input(ff, NV_ATTR_OPOS) };
    NvVal r;

    x.eye = blend(ff, s->mv, x.opos, 4, 4);
    x.clip = nv_ff_matrix(ff, s->proj, skinned ? x.eye : x.opos, 4, 4);
    x.normal = blend(ff, s->imv, nv_ff_input(ff, ATTR_NORMAL), 3, 3);
    x.normal.v[3] = 0;
    if (ff->mode.normalize) {
        x.normal = normalised(ff, x.normal, NULL, NULL);
    }
    r = nv_ff_add(ff, NV_LIST_RCP, x.eye.v[3], 0, 0);
    x.point = nv_ff_scale(ff, x.eye, r, 4);
    x.view = nv_ff_sumv(ff, nv_ff_ctx(ff, s->eye_position),
                        nv_ff_negv(ff, x.point));
    x.view = normalised(ff, x.view, &x.d, &x.d2);
    return x;
}

/* 1, d and its square, as LT takes them. */
static NvFfVec triple(NvFf *ff, NvVal d, NvVal d2)
{
    NvFfVec v = { { nv_ff_const(ff, NV_XF_ONE), d, d2 } };

    return nv_ff_to_ltv(ff, v);
}

/* --- Texture coordinates --- */

typedef struct Gen {
    NvFfVec reflection, sphere;
} Gen;

/* r = u - 2 n (n u), u from the eye to the vertex. */
static Gen generated(NvFf *ff, const Xf *x)
{
    /* guess on what the bit does */
    bool infinite = ff->mode.infinite_texgen;
    NvFfVec view = infinite ? nv_ff_row(ff, &ff->slots->eye_direction, 0) :
                   x->view;
    NvFfVec u = nv_ff_negv(ff, view);
    NvFfVec twice = nv_ff_scale(ff, x->normal, nv_ff_const(ff, TWO), 3);
    NvVal dot = nv_ff_dot(ff, x->normal, u, 3);
    NvVal half = nv_ff_const(ff, HALF);
    NvFfVec p;
    NvVal m;
    Gen g;

    g.reflection = nv_ff_sumv(ff, u, nv_ff_negv(ff, nv_ff_scale(ff, twice,
                                                                dot, 3)));
    p = g.reflection;
    p.v[2] = nv_ff_sum2(ff, p.v[2], nv_ff_const(ff, NV_XF_ONE));
    m = nv_ff_add(ff, NV_LIST_RSQ, nv_ff_dot(ff, p, p, 3), 0, 0);
    for (unsigned c = 0; c < 3; c++) {
        p.v[c] = nv_ff_mul(ff, nv_ff_mul(ff, p.v[c], half), m);
        p.v[c] = nv_ff_sum2(ff, p.v[c], half);
    }
    g.sphere = p;
    return g;
}

/* Components that a mode does not have are 0 (doc: emulators). */
static NvVal coordinate(NvFf *ff, const Xf *x, const Gen *g, unsigned unit,
                        unsigned c, NvVal in)
{
    NvFfVec plane = nv_ff_ctx(ff, ff->slots->tex_gen[unit] + c);

    switch ((NvFfGen)ff->mode.unit[unit].gen[c]) {
    case NV_FF_GEN_EYE:
        return nv_ff_dot(ff, plane, x->eye, 4);
    case NV_FF_GEN_OBJECT:
        return nv_ff_dot(ff, plane, x->opos, 4);
    case NV_FF_GEN_SPHERE:
        return c < 2 ? g->sphere.v[c] : nv_ff_const(ff, 0);
    case NV_FF_GEN_NORMAL:
        return c < 3 ? x->normal.v[c] : nv_ff_const(ff, 0);
    case NV_FF_GEN_REFLECTION:
        return c < 3 ? g->reflection.v[c] : nv_ff_const(ff, 0);
    default:                /* guess for 6 and 7, which no method sets */
        return in;
    }
}

static void texture(NvFf *ff, const Xf *x, const Gen *g, unsigned unit)
{
    const NvFfUnit *mode = &ff->mode.unit[unit];
    NvFfVec v = nv_ff_input(ff, ff->slots->tex_attr + unit);

    if (!mode->enable) {
        return;
    }
    for (unsigned c = 0; c < 4; c++) {
        v.v[c] = coordinate(ff, x, g, unit, c, v.v[c]);
    }
    if (mode->matrix) {
        v = nv_ff_matrix(ff, ff->slots->tex_matrix[unit], v, 4, 4);
    }
    nv_ff_out(ff, ff->xf->chip->out.tex0 + unit, v);
}

/* --- Fog --- */

static NvVal fog_distance(NvFf *ff, const Xf *x, unsigned mode)
{
    NvVal d;

    switch (mode) {
    case FOG_COL1_ALPHA:
        return nv_ff_input(ff, NV_ATTR_COL1).v[3];
    case FOG_PLANE:
    case FOG_PLANE_ABS:
        d = nv_ff_dot(ff, nv_ff_ctx(ff, ff->slots->fog_plane), x->eye, 4);
        return mode == FOG_PLANE_ABS ? nv_ff_abs(ff, d) : d;
    default:
        return nv_ff_input(ff, NV_ATTR_FOGC).v[0];
    }
}

/*
 * Output is the distance; the factor is made behind interpolation (guess on
 * where, hw on the values).  Kelvin's linear-fog vector hands d through
 * (guess on its part in exponential modes and of the third coefficient).
 */
static void fog(NvFf *ff, const Xf *x)
{
    unsigned mode = ff->mode.fog_coord;
    NvFfVec out = { { 0 } };
    NvFfVec v;

    if (!ff->mode.fog) {
        return;
    }
    /* Rankine has no absolute value, 3 is its fog coordinate (hw). */
    if (!ff->slots->fog_abs && mode == FOG_PLANE_ABS) {
        mode = FOG_COORD;
    }
    if (mode == FOG_RADIAL) {
        v = triple(ff, x->d, x->d2);
    } else {
        NvVal d = fog_distance(ff, x, mode);

        v = triple(ff, d, nv_ff_mul(ff, d, d));
    }
    out.v[0] = ff->slots->linear_fog.absent ? v.v[1] :
               nv_ff_ldot(ff, v, nv_ff_row(ff, &ff->slots->linear_fog, 0));
    if (ff->slots->fog_abs) {
        out.v[1] = x->d;        /* for programs, see below */
    }
    nv_ff_out(ff, ff->xf->chip->out.fogc, out);
}

/* --- Lights --- */

static NvFfLightIn light_vectors(NvFf *ff, const Xf *x, unsigned i)
{
    NvFfVec at = nv_ff_ctx(ff, ff->slots->light_position + i);
    NvFfVec cone = nv_ff_ctx(ff, ff->slots->spot_direction + i);
    NvVal t[4] = { 0, 0, 0, cone.v[3] };
    NvFfLightIn in;
    NvVal d, d2;

    in.to = normalised(ff, nv_ff_sumv(ff, at, nv_ff_negv(ff, x->point)),
                       &d, &d2);
    in.distance = triple(ff, d, d2);
    for (unsigned c = 0; c < 3; c++) {
        t[c] = nv_ff_mul(ff, cone.v[c], in.to.v[c]);
    }
    in.spot = nv_ff_to_lt(ff, nv_ff_sum(ff, t, 4));
    in.to = nv_ff_to_ltv(ff, in.to);
    return in;
}

static NvFfLtIn to_lt(NvFf *ff, const Xf *x)
{
    NvFfLtIn in = {
        .normal = nv_ff_to_ltv(ff, x->normal),
        .eye = nv_ff_to_ltv(ff, x->view),
        .distance = triple(ff, x->d, x->d2),
        .col[0] = nv_ff_to_ltv(ff, nv_ff_input(ff, NV_ATTR_COL0)),
        .col[1] = nv_ff_to_ltv(ff, nv_ff_input(ff, NV_ATTR_COL1)),
    };

    /* hw: the back's, too, is the front colour of the vertex. */
    in.specular[0] = in.specular[1] = in.col[1];
    for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
        if (ff->mode.light[i] >= NV_FF_LIGHT_LOCAL) {
            in.light[i] = light_vectors(ff, x, i);
        }
    }
    return in;
}

/* --- Lists --- */

/*
 * What the mode does not ask for stays as it was (doc for Celsius, guess for
 * Kelvin): units that are off, fog, point size, the back.
 */
NvList *nv_ff_list(const NvXf *xf, bool positive, bool near)
{
    NvFf ff;
    NvFfLtIn in;
    Gen g;
    Xf x;

    nv_ff_start(&ff, xf);
    ff.positive = positive;
    ff.near = near;
    x = vectors(&ff);
    position(&ff, x.clip, nv_ff_ctx(&ff, ff.slots->viewport_scale),
             nv_ff_ctx(&ff, ff.slots->viewport_translate));
    g = generated(&ff, &x);
    for (unsigned i = 0; i < xf->chip->out.ntex && i < ff.slots->units; i++) {
        texture(&ff, &x, &g, i);
    }
    fog(&ff, &x);
    in = to_lt(&ff, &x);
    nv_ff_colours(&ff, &in);
    if (ff.mode.point_params) {
        nv_ff_point_size(&ff, &in);
    }
    clip_distances(&ff, &x);
    return ff.list;
}

/*
 * Bypass: row 0 of matrix MV1 scales the position, row 1 moves x, y, z (doc
 * for Celsius, guess for Kelvin); everything else passes.
 */
NvList *nv_ff_bypass_list(const NvXf *xf)
{
    const NvXfOutputs *out = &xf->chip->out;
    NvFf ff;
    NvFfVec v, scale;

    nv_ff_start(&ff, xf);
    v = nv_ff_input(&ff, NV_ATTR_OPOS);
    scale = nv_ff_ctx(&ff, ff.slots->mv[1]);
    for (unsigned c = 0; c < 4; c++) {
        v.v[c] = nv_ff_mul(&ff, v.v[c], scale.v[c]);
    }
    v = nv_ff_sumv(&ff, v, nv_ff_ctx(&ff, ff.slots->mv[1] + 1));
    nv_ff_out(&ff, out->hpos, v);
    nv_ff_out(&ff, out->col0, nv_ff_input(&ff, NV_ATTR_COL0));
    nv_ff_out(&ff, out->col1, nv_ff_input(&ff, NV_ATTR_COL1));
    nv_ff_out(&ff, out->fogc, nv_ff_input(&ff, NV_ATTR_FOGC));
    nv_ff_out(&ff, out->psz, nv_ff_input(&ff, NV_ATTR_PSZ));
    nv_ff_out(&ff, out->bfc0, nv_ff_black(&ff));
    nv_ff_out(&ff, out->bfc1, nv_ff_black(&ff));
    for (unsigned i = 0; i < out->ntex && i < ff.slots->units; i++) {
        nv_ff_out(&ff, out->tex0 + i,
                  nv_ff_input(&ff, ff.slots->tex_attr + i));
    }
    return ff.list;
}

/*
 * hw: with LIGHTING on, LT makes the colours behind programs, too, of vectors
 * that it was left with: on a console corners of sixteen equal quads have the
 * four of fixed function's last quad, in any order.  Here they are zeros, so
 * what is left is the base colour and the lights' ambient parts.
 */
static void light_behind_program(NvFf *ff)
{
    const NvXfOutputs *out = &ff->xf->chip->out;
    NvVal zero = nv_ff_const(ff, 0);
    NvFfLtIn in = {
        .normal = { { zero, zero, zero } }, .eye = { { zero, zero, zero } },
        .distance = { { nv_ff_const(ff, NV_XF_ONE), zero, zero } },
        .col[0] = nv_ff_to_ltv(ff, nv_ff_input(ff, out->col0)),
        .col[1] = nv_ff_to_ltv(ff, nv_ff_input(ff, out->col1)),
    };

    in.specular[0] = in.col[1];
    /* hw, unlike that of fixed function. */
    in.specular[1] = nv_ff_to_ltv(ff, nv_ff_input(ff, out->bfc1));

    for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
        in.light[i] = (NvFfLightIn) { in.normal, in.distance, zero };
    }
    nv_ff_colours(ff, &in);
}

/*
 * hw: where fog goes by the distance from the viewer, NV2A does not take a
 * program's coordinate, but the distance of fixed function's last vertex.  It
 * stays in the y of the output, which no program writes; guess: with fog on.
 */
static bool has_old_distance(const NvXf *xf)
{
    return nv_ff_slots(xf)->fog_abs && NV_XF_B(xf, FOG_ENABLE) &&
           NV_XF_B(xf, FOG_COORD) == FOG_RADIAL;
}

static void old_distance(NvFf *ff)
{
    unsigned at = ff->xf->chip->out.fogc;

    nv_ff_out(ff, at, (NvFfVec) { { nv_ff_input(ff, at).v[1] } });
}

/*
 * doc: Rankine's programs put out clip coordinates, unless the mode says
 * that they are in the window.  Kelvin's do the viewport themselves, and
 * their classes cannot say so (guess: it stays away).
 */
static bool has_viewport(const NvXf *xf)
{
    return nv_chip_has(xf->chip, NV_CAP_XF_VIEWPORT) && !xf->kelvin_class &&
           !NV_XF_B(xf, VIEWPORT_TRANSFORM_SKIP);
}

bool nv_ff_is_behind_program(const NvXf *xf)
{
    return NV_XF_A(xf, LIGHTING_ENABLE) || has_viewport(xf) ||
           has_old_distance(xf);
}

NvList *nv_ff_behind_program_list(const NvXf *xf)
{
    unsigned viewport = nv_xf_viewport_slot(xf);
    NvFf ff;

    nv_ff_start(&ff, xf);
    if (has_viewport(xf)) {
        position(&ff, nv_ff_input(&ff, xf->chip->out.hpos),
                 nv_ff_ctx(&ff, viewport), nv_ff_ctx(&ff, viewport + 1));
    }
    if (NV_XF_A(xf, LIGHTING_ENABLE)) {
        ff.whole = true;
        light_behind_program(&ff);
    }
    if (has_old_distance(xf)) {
        old_distance(&ff);
    }
    return ff.list;
}
