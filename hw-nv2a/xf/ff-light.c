/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Kelvin and Rankine, LT's part: colours and point size.
 *
 * Facts: pictures of NV2A for what is added to what and for the curves (hw);
 * the order of operations is that of Celsius' bit model (doc).
 */
#include "xf/ff.h"

static NvVal not_negative(NvFf *ff, NvVal a)
{
    return nv_ff_add(ff, NV_LIST_MAX, a, nv_ff_const(ff, 0), 0);
}

/* Masks of what takes a light away; 0 is none. */
static NvVal any_of(NvFf *ff, NvVal a, NvVal b)
{
    return a && b ? nv_ff_add(ff, NV_LIST_MOR, a, b, 0) : a ? a : b;
}

static NvVal zero_if(NvFf *ff, NvVal mask, NvVal a)
{
    return mask ? nv_ff_unless(ff, mask, a) : a;
}

static NvFfVec lt_scale(NvFf *ff, NvFfVec a, NvVal s)
{
    for (unsigned c = 0; c < 3; c++) {
        a.v[c] = nv_ff_lmul(ff, s, a.v[c]);
    }
    return a;
}

static NvFfVec lt_mulv(NvFf *ff, NvFfVec a, NvFfVec b)
{
    for (unsigned c = 0; c < 3; c++) {
        a.v[c] = nv_ff_lmul(ff, a.v[c], b.v[c]);
    }
    return a;
}

static NvFfVec lt_addv(NvFf *ff, NvFfVec a, NvFfVec b)
{
    for (unsigned c = 0; c < 3; c++) {
        a.v[c] = nv_ff_ladd(ff, a.v[c], b.v[c]);
    }
    return a;
}

static NvFfVec lt_add_positive(NvFf *ff, NvFfVec a, NvFfVec b)
{
    for (unsigned c = 0; c < 3; c++) {
        a.v[c] = nv_ff_ladd_positive(ff, a.v[c], b.v[c]);
    }
    return a;
}

/* --- Modes --- */

/* 0 the material, 1 COL0, 2 COL1; 3, which no method sets, as 2 (guess). */
static unsigned source(const NvFf *ff, unsigned side, NvFfSource which)
{
    return ff->mode.source[side][which];
}

static bool has_vertex_source(const NvFf *ff, unsigned side)
{
    return source(ff, side, NV_FF_SPECULAR) ||
           source(ff, side, NV_FF_DIFFUSE) ||
           source(ff, side, NV_FF_AMBIENT) ||
           source(ff, side, NV_FF_EMISSION);
}

static const NvFfVec *source_color(const NvFf *ff, const NvFfLtIn *in,
                                   unsigned side, NvFfSource which)
{
    unsigned n = source(ff, side, which);

    return n ? &in->col[n > 1] : NULL;
}

static bool row_is_positive(const NvXf *xf, const NvFfRow *row, unsigned i)
{
    unsigned slot = row->base + row->stride * i;
    const uint32_t *v = row->xfctx ? xf->xfctx[slot] : xf->ltctx[slot];

    return !((v[0] | v[1] | v[2]) >> (row->xfctx ? 31 : 21));
}

bool nv_ff_is_positive(const NvXf *xf)
{
    const NvFfSlots *s = nv_ff_slots(xf);
    bool positive = true;

    for (unsigned side = 0; side < 2; side++) {
        positive &= row_is_positive(xf, &s->scene[side], 0);
        for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
            unsigned mode = nv_xf_light(xf, i);

            if (!mode) {
                continue;
            }
            positive &= row_is_positive(xf, &s->ambient[side], i) &&
                        row_is_positive(xf, &s->diffuse[side], i) &&
                        row_is_positive(xf, &s->specular[side], i) &&
                        (mode == NV_FF_LIGHT_INFINITE ||
                         row_is_positive(xf, &s->half_or_attenuation, i));
        }
    }
    return positive;
}

/* --- What both sides share of a light --- */

typedef struct Light {
    NvFfVec to;
    NvVal ca;               /* attenuation, 0 if nothing arrives */
    NvVal off;              /* mask: nothing arrives; 0: no such thing */
    NvFfVec half;
    NvVal hh;
    bool infinite, cone;
    bool simple;            /* the driver sent the half vector */
} Light;

/*
 * XF's products end at 2^128, so no distance is longer than 2^64 and a bit;
 * the range that drivers leave, 1e30, takes no light away.
 */
bool nv_ff_is_near(const NvXf *xf)
{
    const uint32_t far = 0x60000000 >> 10, minus_one = 0xbf800000 >> 10;
    const NvFfSlots *s = nv_ff_slots(xf);

    if (s->minus_one != NV_FF_ABSENT &&
        xf->ltc[s->minus_one >> 8][s->minus_one & 0xff] != minus_one) {
        return false;
    }
    for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
        uint32_t range = xf->ltc[s->range >> 8][(s->range & 0xff) + i];
        bool none = !(range & 0x1fffff) && s->zero_range_is_none;

        if (nv_xf_light(xf, i) >= NV_FF_LIGHT_LOCAL &&
            !none && (range < far || range > NV_XF_INF >> 10)) {
            return false;
        }
    }
    return true;
}

/* hw: d beyond the range adds nothing; the range itself is in (doc). */
static NvVal out_of_range(NvFf *ff, NvVal d, unsigned i)
{
    const NvFfSlots *s = ff->slots;
    NvVal range = nv_ff_ltc(ff, s->range, i);
    NvVal minus = s->minus_one == NV_FF_ABSENT ? nv_ff_neg(ff, d) :
                  nv_ff_smul(ff, d, nv_ff_ltc(ff, s->minus_one, 0));
    NvVal off = nv_ff_test(ff, nv_ff_sadd(ff, minus, range), NV_XF_TEST_LT);

    if (s->zero_range_is_none) {
        NvVal none = nv_ff_test(ff, nv_ff_abs(ff, range), NV_XF_TEST_EQ);

        off = nv_ff_add(ff, NV_LIST_MANDN, none, off, 0);
    }
    return off;
}

/*
 * hw: a light's quotients are taken times what it has by then first, and then
 * by the reciprocal; no other order fits.
 */
static NvVal quotient(NvFf *ff, NvVal t, NvVal by, NvVal b)
{
    return nv_ff_lmul(ff, nv_ff_lmul(ff, by, t), nv_ff_lrcp(ff, b));
}

/*
 * hw: @ca (x + k0) / (k1 x + k2), x from the edge of the cone to its core; a
 * NaN acts as more than 1, as its bits are more.  Of k1 x it is k1 that is
 * shifted under k2 (22 of 23 pictures of spotlights, 18 if products are cut).
 */
static NvVal spot(NvFf *ff, NvVal x, unsigned i, NvVal ca, NvVal *off)
{
    const NvFfSlots *s = ff->slots;
    NvVal one = nv_ff_const(ff, NV_XF_ONE);
    NvVal outside = nv_ff_test(ff, x, NV_XF_TEST_LT);
    NvVal t, b;

    x = nv_ff_add(ff, NV_LIST_MIN, x, one, 0);
    t = nv_ff_sadd(ff, x, nv_ff_ltc(ff, s->spot_k[0], i));
    b = nv_ff_smac(ff, nv_ff_ltc(ff, s->spot_k[1], i), x,
                   nv_ff_ltc(ff, s->spot_k[2], i));
    *off = any_of(ff, *off, outside);
    return quotient(ff, not_negative(ff, t), ca, b);
}

static void attenuate(NvFf *ff, const NvFfLightIn *in, unsigned i,
                      unsigned mode, Light *l)
{
    NvFfVec k = nv_ff_row(ff, &ff->slots->half_or_attenuation, i);
    NvVal p = nv_ff_ldot(ff, in->distance, k), off;

    l->to = in->to;
    l->ca = ff->mode.polynomial ? p : nv_ff_lrcp(ff, p);
    off = ff->near ? 0 : out_of_range(ff, in->distance.v[1], i);
    if (mode == NV_FF_LIGHT_SPOT) {
        l->ca = spot(ff, in->spot, i, l->ca, &off);
    }
    l->ca = zero_if(ff, off, l->ca);
}

static Light light(NvFf *ff, const NvFfLtIn *in, unsigned i, unsigned mode)
{
    const NvFfSlots *s = ff->slots;
    bool local_viewer = ff->mode.local_viewer;
    Light l = { .ca = nv_ff_const(ff, NV_XF_ONE) };

    l.infinite = mode == NV_FF_LIGHT_INFINITE;
    l.cone = mode == NV_FF_LIGHT_SPOT;
    if (l.infinite) {
        l.to = nv_ff_row(ff, &s->direction, i);
    } else {
        attenuate(ff, &in->light[i], i, mode, &l);
    }
    l.simple = l.infinite && !local_viewer;
    if (l.simple) {
        l.half = nv_ff_row(ff, &s->half_or_attenuation, i);
    } else {
        NvFfVec eye = local_viewer ? in->eye :
                      nv_ff_row(ff, &s->eye_direction, 0);

        l.half = lt_addv(ff, eye, l.to);
        l.hh = nv_ff_ldot(ff, l.half, l.half);
    }
    return l;
}

/* --- Specular curves --- */

/*
 * hw: a negative numerator is held to 0, a negative denominator takes light
 * away, and more than 1 stays; 0 by 0 is 0, anything else by 0 is large.
 */
static NvVal shine(NvFf *ff, const Light *l, NvFfVec n, unsigned side)
{
    const NvFfScalar *k = ff->slots->shininess[side];
    NvVal x = nv_ff_ldot(ff, n, l->half);
    NvVal t, b;

    if (l->simple) {
        t = nv_ff_sadd(ff, x, nv_ff_ltc(ff, k[0], 0));
        b = nv_ff_smac(ff, x, nv_ff_ltc(ff, k[1], 0),
                       nv_ff_ltc(ff, k[2], 0));
    } else {
        NvVal xx;

        x = not_negative(ff, x);
        xx = nv_ff_smul(ff, x, x);
        t = nv_ff_smac(ff, l->hh, nv_ff_ltc(ff, k[3], 0), xx);
        b = nv_ff_smac(ff, l->hh, nv_ff_ltc(ff, k[5], 0),
                       nv_ff_smul(ff, xx, nv_ff_ltc(ff, k[4], 0)));
    }
    t = not_negative(ff, t);
    return l->infinite ? nv_ff_smul(ff, t, nv_ff_lrcp(ff, b)) :
           quotient(ff, t, l->ca, b);
}

/* --- A side --- */

static NvFfVec base_color(NvFf *ff, const NvFfLtIn *in, unsigned side)
{
    const NvFfVec *e = source_color(ff, in, side, NV_FF_EMISSION);
    const NvFfVec *a = source_color(ff, in, side, NV_FF_AMBIENT);
    NvFfVec scene = nv_ff_row(ff, &ff->slots->scene[side], 0);
    NvFfVec factor = nv_ff_row(ff, &ff->slots->factor[side], 0);

    if (!e && !a) {
        return scene;
    }
    if (e && a) {
        return lt_addv(ff, *e, lt_mulv(ff, factor, *a));
    }
    return lt_addv(ff, scene, lt_mulv(ff, factor, e ? *e : *a));
}

/* A colour of a light by a factor and the vertex colour, if that counts. */
static NvFfVec part(NvFf *ff, const NvFfRow *row, unsigned i, NvVal factor,
                    const NvFfVec *vertex)
{
    NvFfVec r = lt_scale(ff, nv_ff_row(ff, row, i), factor);

    return vertex ? lt_mulv(ff, r, *vertex) : r;
}

typedef struct Side {
    unsigned side;          /* 0 front, 1 back */
    bool separate;          /* specular parts go to spec */
    bool positive;          /* all that was added to col0 so far */
    NvFfVec col0, spec;
} Side;

/*
 * Factors of colours are not negative: reciprocals of sums of products that
 * are not, and what masks leave.  Vertex colours can be, what a spot's curve
 * makes, and specular light.
 */
static NvFfVec add_part(NvFf *ff, Side *sum, NvFfVec a, NvFfVec b)
{
    return sum->positive ? lt_add_positive(ff, a, b) : lt_addv(ff, a, b);
}

/*
 * By 1 for infinite lights: @v is what it was then, as sums and masks leave
 * neither -0, denormals nor odd NaNs and infinities.
 */
static NvVal attenuated(NvFf *ff, const Light *l, NvVal v)
{
    return l->infinite ? v : nv_ff_lmul(ff, l->ca, v);
}

static void add_light(NvFf *ff, const NvFfLtIn *in, const Light *l,
                      unsigned i, Side *sum)
{
    const NvFfSlots *s = ff->slots;
    unsigned side = sum->side;
    NvFfVec n = side ? nv_ff_negv(ff, in->normal) : in->normal;
    NvVal cd = nv_ff_ldot(ff, n, l->to);
    NvVal dark = nv_ff_test(ff, cd, NV_XF_TEST_LE);
    NvVal cs = shine(ff, l, n, side);
    NvFfVec p;

    cd = attenuated(ff, l, nv_ff_unless(ff, dark, cd));
    cs = nv_ff_unless(ff, dark, cs);
    sum->positive &= !l->cone;
    p = part(ff, &s->ambient[side], i, l->ca,
             source_color(ff, in, side, NV_FF_AMBIENT));
    sum->col0 = add_part(ff, sum, sum->col0, p);
    p = part(ff, &s->diffuse[side], i, cd,
             source_color(ff, in, side, NV_FF_DIFFUSE));
    sum->col0 = add_part(ff, sum, sum->col0, p);
    p = part(ff, &s->specular[side], i, cs,
             source_color(ff, in, side, NV_FF_SPECULAR));
    if (sum->separate) {
        sum->spec = lt_addv(ff, sum->spec, p);
    } else {
        sum->positive = false;
        sum->col0 = lt_addv(ff, sum->col0, p);
    }
}

static bool is_separate(const NvFf *ff)
{
    return ff->mode.specular && ff->mode.separate;
}

static NvVal alpha(NvFf *ff, const NvFfLtIn *in, unsigned side)
{
    const NvFfVec *c = source_color(ff, in, side, NV_FF_DIFFUSE);

    return c ? c->v[3] : nv_ff_ltc(ff, ff->slots->factor_a[side], 0);
}

/* --- Outputs --- */

/*
 * hw: black unless SPECULAR_ENABLE; alpha is 1 without its bit.  Executors
 * put that there, but not behind programs.
 */
static void out_col1(NvFf *ff, unsigned out, NvFfVec v)
{
    NvFfVec black = nv_ff_black(ff), none = { { 0 } };
    const NvFfVec *forced = ff->whole ? &black : &none;

    if (!ff->mode.specular) {
        v = *forced;
    } else if (!ff->mode.col1_alpha) {
        v.v[3] = forced->v[3];
    }
    nv_ff_out(ff, out, v);
}

static void lit_side(NvFf *ff, const NvFfLtIn *in, const Light *lights,
                     unsigned side, unsigned out0, unsigned out1)
{
    Side sum = {
        .side = side, .separate = is_separate(ff),
        .positive = ff->positive && !has_vertex_source(ff, side),
    };

    sum.col0 = base_color(ff, in, side);
    sum.spec = nv_ff_black(ff);
    for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
        if (ff->mode.light[i]) {
            add_light(ff, in, &lights[i], i, &sum);
        }
    }
    sum.col0.v[3] = alpha(ff, in, side);
    sum.spec.v[3] = in->specular[side].v[3];
    nv_ff_out(ff, out0, sum.col0);
    out_col1(ff, out1, sum.separate ? sum.spec : in->specular[side]);
}

void nv_ff_colours(NvFf *ff, const NvFfLtIn *in)
{
    const NvXfOutputs *out = &ff->xf->chip->out;
    bool lit = ff->mode.lighting;
    Light lights[NV_FF_LIGHTS];

    if (!lit) {
        /* hw: not by way of LT, which would round 0.7 and 0.9 up. */
        nv_ff_out(ff, out->col0, nv_ff_input(ff, NV_ATTR_COL0));
        out_col1(ff, out->col1, nv_ff_input(ff, NV_ATTR_COL1));
        if (ff->mode.two_side) {
            nv_ff_out(ff, out->bfc0, nv_ff_black(ff));
            out_col1(ff, out->bfc1, nv_ff_black(ff));
        }
        return;
    }
    for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
        unsigned mode = ff->mode.light[i];

        if (mode) {
            lights[i] = light(ff, in, i, mode);
        }
    }
    lit_side(ff, in, lights, 0, out->col0, out->col1);
    if (ff->mode.two_side) {
        lit_side(ff, in, lights, 1, out->bfc0, out->bfc1);
    }
}

/* hw: D + B * clamp(C + 1 / sqrt(a0 + a1 d + a2 d d), 0, 1). */
void nv_ff_point_size(NvFf *ff, const NvFfLtIn *in)
{
    const NvFfSlots *s = ff->slots;
    NvFfVec out = { { 0 } };
    NvFfVec b = nv_ff_row(ff, &s->point_b, 0);
    bool packed = s->point_c == NV_FF_ABSENT;
    NvVal c = packed ? b.v[1] : nv_ff_ltc(ff, s->point_c, 0);
    NvVal d = packed ? b.v[2] : nv_ff_ltc(ff, s->point_d, 0);
    NvVal x = nv_ff_ldot(ff, nv_ff_row(ff, &s->point_a, 0), in->distance);

    x = nv_ff_sadd(ff, nv_ff_lrsq(ff, x), c);
    x = not_negative(ff, x);
    x = nv_ff_add(ff, NV_LIST_MIN, x, nv_ff_const(ff, NV_XF_ONE), 0);
    out.v[0] = nv_ff_ladd(ff, nv_ff_lmul(ff, x, b.v[0]), d);
    nv_ff_out(ff, ff->xf->chip->out.psz, out);
}
