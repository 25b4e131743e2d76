/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Celsius, LT's part: colours, fog and point size, every
 * step in the order that makes the bits.
 *
 * Facts: envytools' bit model (doc).
 */
#include "xf/ff-celsius.h"

#define LTC(bank, slot) ((bank) << 8 | (slot))

typedef struct Lt {
    NvFfVec normal, view, distance, col[2];
    NvFfVec sum[2];
    NvVal zero;             /* mask: the light's specular part is 0 */
    NvVal ca;
    NvFfVec to;
} Lt;

static void add_to(NvFf *ff, NvFfVec *sum, NvFfVec v)
{
    for (unsigned c = 0; c < 3; c++) {
        sum->v[c] = nv_ff_ladd(ff, sum->v[c], v.v[c]);
    }
}

static NvFfVec by(NvFf *ff, NvFfVec a, NvFfVec b)
{
    for (unsigned c = 0; c < 3; c++) {
        a.v[c] = nv_ff_lmul(ff, a.v[c], b.v[c]);
    }
    return a;
}

static NvFfVec color(NvFf *ff, NvVal factor, unsigned slot)
{
    NvFfVec f = { { factor, factor, factor } };

    return by(ff, f, nv_ff_lt(ff, slot));
}

static void zero_if_negative(NvFf *ff, Lt *l, NvVal v)
{
    l->zero = nv_ff_add(ff, NV_LIST_MOR, l->zero,
                        nv_ff_test(ff, v, NV_XF_TEST_LT), 0);
}

static NvVal specular(NvFf *ff, Lt *l, unsigned i, bool infinite)
{
    bool local_viewer = ff->mode.local_viewer;
    NvFfVec h;
    NvVal hh, s, ss, t, b;

    if (infinite && !local_viewer) {
        s = nv_ff_ldot(ff, l->normal, nv_ff_lt(ff, LT_LIGHT * i + 3));
        t = nv_ff_sadd(ff, s, nv_ff_ltc(ff, LTC(1, 1), 0));
        zero_if_negative(ff, l, t);
        b = nv_ff_smul(ff, s, nv_ff_ltc(ff, LTC(2, 1), 0));
        b = nv_ff_sadd(ff, b, nv_ff_ltc(ff, LTC(3, 2), 0));
        return nv_ff_smul(ff, t, nv_ff_lrcp(ff, b));
    }
    h = local_viewer ? l->view : nv_ff_lt(ff, LT_EYE);
    add_to(ff, &h, l->to);
    hh = nv_ff_ldot(ff, h, h);
    s = nv_ff_ldot(ff, l->normal, h);
    zero_if_negative(ff, l, s);
    ss = nv_ff_smul(ff, s, s);
    t = nv_ff_sadd(ff, ss, nv_ff_smul(ff, hh, nv_ff_ltc(ff, LTC(0, 2), 0)));
    zero_if_negative(ff, l, t);
    b = nv_ff_smul(ff, ss, nv_ff_ltc(ff, LTC(2, 2), 0));
    b = nv_ff_sadd(ff, b, nv_ff_const(ff, 0));
    b = nv_ff_sadd(ff, b, nv_ff_smul(ff, hh, nv_ff_ltc(ff, LTC(2, 3), 0)));
    return nv_ff_smul(ff, t, nv_ff_lrcp(ff, b));
}

static void attenuate(NvFf *ff, Lt *l, NvFfVec distance, unsigned i)
{
    NvVal p = nv_ff_ldot(ff, distance, nv_ff_lt(ff, LT_LIGHT * i + 3));
    NvVal r = nv_ff_smul(ff, distance.v[1], nv_ff_ltc(ff, LTC(0, 1), 0));

    l->ca = ff->mode.polynomial ? p : nv_ff_lrcp(ff, p);
    r = nv_ff_sadd(ff, r, nv_ff_ltc(ff, LTC(1, 3), i));
    l->zero = nv_ff_test(ff, r, NV_XF_TEST_LT);
    l->ca = nv_ff_unless(ff, l->zero, l->ca);
}

/* Specular colour by the vertex, whose secondary is stale if alone. */
static NvFfVec specular_source(NvFf *ff, const Lt *l, NvFfVec s)
{
    if (!ff->mode.source[0][NV_FF_SPECULAR]) {
        return s;
    }
    return by(ff, s, l->col[ff->mode.specular_in && ff->mode.separate]);
}

static void add_light(NvFfCelsius *x, Lt *l, unsigned i)
{
    NvFf *ff = &x->ff;
    const uint8_t *source = ff->mode.source[0];
    bool infinite = nv_ff_celsius_light_mode(ff, i) == NV_FF_LIGHT_INFINITE;
    NvVal zero = nv_ff_const(ff, 0);
    NvVal cd, cs;
    NvFfVec v;

    l->zero = zero;
    l->ca = nv_ff_const(ff, NV_XF_ONE);
    l->to = nv_ff_lt(ff, LT_LIGHT * i + 4);
    if (!infinite) {
        NvFfVec distance = { { l->ca, x->to[i].v[3], x->square[i] } };

        l->to = nv_ff_to_ltv(ff, x->to[i]);
        attenuate(ff, l, nv_ff_to_ltv(ff, distance), i);
    }
    cd = nv_ff_ldot(ff, l->normal, l->to);
    zero_if_negative(ff, l, cd);
    cd = nv_ff_lmul(ff, l->ca, nv_ff_unless(ff, l->zero, cd));
    cs = specular(ff, l, i, infinite);
    cs = nv_ff_lmul(ff, l->ca, nv_ff_unless(ff, l->zero, cs));
    v = color(ff, l->ca, LT_LIGHT * i);
    add_to(ff, &l->sum[0], source[NV_FF_AMBIENT] ? by(ff, v, l->col[0]) : v);
    v = color(ff, cd, LT_LIGHT * i + 1);
    add_to(ff, &l->sum[0], source[NV_FF_DIFFUSE] ? by(ff, v, l->col[0]) : v);
    v = specular_source(ff, l, color(ff, cs, LT_LIGHT * i + 2));
    add_to(ff, &l->sum[ff->mode.separate], v);
}

static void base_colors(NvFf *ff, Lt *l)
{
    NvFfVec base = nv_ff_lt(ff, LT_SCENE);

    if (ff->mode.source[0][NV_FF_AMBIENT]) {
        base = by(ff, l->col[0], base);
        add_to(ff, &base, nv_ff_lt(ff, LT_FACTOR));
    } else if (ff->mode.source[0][NV_FF_EMISSION]) {
        add_to(ff, &base, l->col[0]);
    }
    l->sum[0] = base;
    l->sum[1] = nv_ff_lt(ff, LT_ZERO);
}

static void colors(NvFfCelsius *x, Lt *l)
{
    NvFf *ff = &x->ff;
    const NvXfOutputs *out = &ff->xf->chip->out;
    bool both = ff->mode.specular_in && ff->mode.separate;
    bool lit = ff->mode.lighting;

    if (lit) {
        base_colors(ff, l);
        for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
            if (nv_ff_celsius_light_mode(ff, i)) {
                add_light(x, l, i);
            }
        }
    } else {
        l->sum[0] = l->col[0];
        l->sum[1] = both ? l->col[1] : nv_ff_lt(ff, LT_ZERO);
    }
    l->sum[0].v[3] = lit && !ff->mode.source[0][NV_FF_DIFFUSE] ?
                     nv_ff_ltc(ff, LTC(3, 0xb), 0) :
                     nv_ff_input(ff, COL0).v[3];
    l->sum[1].v[3] = 0;
    nv_ff_out(ff, out->col0, l->sum[0]);
    nv_ff_out(ff, out->col1, l->sum[1]);
}

static NvVal point_size(NvFf *ff, const Lt *l)
{
    NvVal a = nv_ff_ldot(ff, nv_ff_lt(ff, LT_POINT_A), l->distance);

    a = nv_ff_sadd(ff, nv_ff_lrsq(ff, a), nv_ff_ltc(ff, LTC(1, 2), 0));
    a = nv_ff_add(ff, NV_LIST_MAX, a, nv_ff_const(ff, 0), 0);
    a = nv_ff_add(ff, NV_LIST_MIN, a, nv_ff_const(ff, NV_XF_ONE), 0);
    a = nv_ff_lmul(ff, a, nv_ff_lt(ff, LT_POINT_B).v[0]);
    return nv_ff_ladd(ff, a, nv_ff_sadd(ff, nv_ff_lt(ff, LT_ZERO).v[0],
                                        nv_ff_ltc(ff, LTC(3, 1), 0)));
}

static NvFfVec colour_in(NvFf *ff, unsigned attr)
{
    return nv_ff_to_ltv(ff, nv_ff_input(ff, attr));
}

void nv_ff_celsius_lt(NvFfCelsius *x)
{
    NvFf *ff = &x->ff;
    const NvXfOutputs *out = &ff->xf->chip->out;
    NvFfVec d = { { nv_ff_const(ff, NV_XF_ONE), x->view.v[3], x->d2 } };
    NvFfVec view = x->view, n = x->normal;
    NvFfVec r = { { 0 } };
    Lt l = { 0 };

    view.v[3] = n.v[3] = 0;
    l.normal = nv_ff_to_ltv(ff, n);
    l.view = nv_ff_to_ltv(ff, view);
    l.distance = nv_ff_to_ltv(ff, d);
    l.col[0] = colour_in(ff, COL0);
    l.col[1] = colour_in(ff, COL1);
    r.v[0] = nv_ff_ldot(ff, nv_ff_lt(ff, LT_FOG_COEFF),
                        nv_ff_to_ltv(ff, nv_ff_celsius_fog(x)));
    nv_ff_out(ff, out->fogc, r);
    r.v[0] = point_size(ff, &l);
    nv_ff_out(ff, out->psz, r);
    colors(x, &l);
}
