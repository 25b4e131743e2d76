/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Celsius: bypass and full mode, every step in the order
 * that makes the bits.
 *
 * Facts: envytools' bit model (doc), but for spotlights, which it leaves
 * open; they are lit as local lights here.
 */
#include "xf/ff.h"

enum { OPOS, COL0, COL1, TXC0, TXC1, NRML, WGHT };

/* XFCTX */
enum {
    MV0 = 0x00, IMV0 = 0x04, PROJ = 0x08, MV1 = 0x0c, IMV1 = 0x10,
    BYPASS_SCALE = 0x0c, BYPASS_CORNER = 0x0d, BYPASS_CENTRE = 0x0e,
    TEX_GEN = 0x14, TEX_MATRIX = 0x18, TEX_STRIDE = 8, BUMP = 0x1c,
    LIGHT_POSITION = 0x24, EYE_POSITION = 0x34, REFLECT_TWO = 0x35,
    SPHERE_Z_ONE = 0x36, SPHERE_XY_HALF = 0x37, FOG_PLANE = 0x38,
    VIEWPORT_TRANSLATE = 0x39, WEIGHT_ONE = 0x3a,
};

/* LTCTX */
enum {
    LT_LIGHT = 5, LT_EYE = 0x28, LT_SCENE = 0x29, LT_FACTOR = 0x2a,
    LT_FOG_COEFF = 0x2b, LT_ZERO = 0x2c, LT_POINT_A = 0x2d, LT_POINT_B = 0x2e,
};

#define LTC(bank, slot) ((bank) << 8 | (slot))

enum {
    B_POLYNOMIAL = 1u << 18, B_SPECULAR_IN = 1u << 19,
    B_SPECULAR_OUT = 1u << 20, B_EMISSION = 1u << 21, B_AMBIENT = 1u << 22,
    B_DIFFUSE = 1u << 23, B_SPECULAR = 1u << 24, B_POINT = 1u << 25,
    B_WEIGHT = 1u << 27, B_BYPASS = 1u << 28, B_CENTRE = 1u << 29,
    A_LOCAL_VIEWER = 1u << 28, A_LIGHTING = 1u << 29,
    A_NORMALIZE = 1u << 30, A_FOG = 1u << 31,
    T_ENABLE = 1u << 0, T_MATRIX = 1u << 1, T_PERSPECTIVE = 1u << 2,
};

typedef struct Celsius {
    NvFf ff;
    NvFfVec opos, eye, pos, normal, point, view, fog;
    NvVal d2;
    NvFfVec reflection, sphere;
    NvFfVec to[NV_FF_LIGHTS];           /* w: distance */
    NvVal square[NV_FF_LIGHTS];
} Celsius;

static NvFfVec lt(NvFf *ff, unsigned slot)
{
    return nv_ff_ctx(ff, NV_FF_LTCTX + slot);
}

static uint32_t unit_bits(const NvFf *ff, unsigned unit)
{
    return ff->a >> 14 * unit;
}

/* Field q is two bits wide. */
static unsigned gen_mode(const NvFf *ff, unsigned unit, unsigned c)
{
    return nv_extract(unit_bits(ff, unit), 3 + 3 * c, c == 3 ? 2 : 3);
}

/* NV10 alone: q of a transformed coordinate is made from the new s. */
static bool bad_q(const NvFf *ff)
{
    return !nv_chip_has(ff->xf->chip, NV_CAP_XF_PAD_Y);
}

/* --- XF --- */

static NvFfVec weigh(NvFf *ff, NvFfVec a, NvFfVec b)
{
    NvVal w0 = nv_ff_input(ff, WGHT).v[0];
    NvFfVec one = nv_ff_ctx(ff, WEIGHT_ONE);

    for (unsigned c = 0; c < 3; c++) {
        NvVal w1 = nv_ff_sum2(ff, one.v[c], nv_ff_neg(ff, w0));

        a.v[c] = nv_ff_sum2(ff, nv_ff_mul(ff, a.v[c], w0),
                            nv_ff_mul(ff, b.v[c], w1));
    }
    return a;
}

static void position(Celsius *x)
{
    NvFf *ff = &x->ff;
    NvFfVec clip, eye0;
    NvVal r;

    x->opos = nv_ff_input(ff, OPOS);
    eye0 = nv_ff_matrix(ff, MV0, x->opos, 4, 4);
    x->eye = eye0;
    if (ff->b & B_WEIGHT) {
        x->eye = weigh(ff, eye0, nv_ff_matrix(ff, MV1, x->opos, 4, 4));
    }
    clip = nv_ff_matrix(ff, PROJ, ff->b & B_WEIGHT ? x->eye : x->opos, 4, 4);
    r = nv_ff_add(ff, NV_LIST_RCC, clip.v[3], 0, 0);
    x->pos = nv_ff_sumv(ff, nv_ff_scale(ff, clip, r, 3),
                        nv_ff_ctx(ff, VIEWPORT_TRANSLATE));
    x->pos.v[3] = r;
}

static void normal(Celsius *x)
{
    NvFf *ff = &x->ff;
    NvFfVec in = nv_ff_input(ff, NRML);
    NvFfVec n = nv_ff_matrix(ff, IMV0, in, 3, 3);

    if (ff->b & B_WEIGHT) {
        n = weigh(ff, n, nv_ff_matrix(ff, IMV1, in, 3, 3));
    }
    if (ff->a & A_NORMALIZE) {
        NvVal d = nv_ff_dot(ff, n, n, 3);

        n = nv_ff_scale(ff, n, nv_ff_add(ff, NV_LIST_RSQ, d, 0, 0), 3);
    }
    x->normal = n;
}

/* From the vertex to @to, length 1; w is the length, *square its square. */
static NvFfVec direction(Celsius *x, NvFfVec to, NvVal *square)
{
    NvFf *ff = &x->ff;
    NvFfVec u = nv_ff_sumv(ff, to, nv_ff_negv(ff, x->point));

    *square = nv_ff_dot(ff, u, u, 3);
    u.v[3] = *square;
    return nv_ff_scale(ff, u, nv_ff_add(ff, NV_LIST_RSQ, *square, 0, 0), 4);
}

static void reflection(Celsius *x)
{
    NvFf *ff = &x->ff;
    NvFfVec two = nv_ff_ctx(ff, REFLECT_TWO);
    NvFfVec z = nv_ff_ctx(ff, SPHERE_Z_ONE);
    NvFfVec half = nv_ff_ctx(ff, SPHERE_XY_HALF);
    NvFfVec t = x->normal, p;
    NvVal s;

    for (unsigned c = 0; c < 3; c++) {
        t.v[c] = nv_ff_mul(ff, two.v[c], x->normal.v[c]);
    }
    p = nv_ff_scale(ff, x->normal, nv_ff_dot(ff, x->view, t, 3), 3);
    p = nv_ff_sumv(ff, p, z);
    p = nv_ff_sumv(ff, p, nv_ff_negv(ff, x->view));
    x->reflection = nv_ff_sumv(ff, p, nv_ff_negv(ff, z));
    s = nv_ff_add(ff, NV_LIST_RSQ, nv_ff_dot(ff, p, p, 3), 0, 0);
    for (unsigned c = 0; c < 3; c++) {
        p.v[c] = nv_ff_mul(ff, nv_ff_mul(ff, p.v[c], half.v[c]), s);
        p.v[c] = nv_ff_sum2(ff, p.v[c], half.v[c]);
    }
    x->sphere = p;
}

static unsigned light_mode(const NvFf *ff, unsigned i)
{
    for (unsigned k = 0; k < i; k++) {
        if (!nv_extract(ff->b, 2 * k, 2)) {
            return NV_FF_LIGHT_NONE;
        }
    }
    return ff->a & A_LIGHTING ? nv_extract(ff->b, 2 * i, 2) : 0;
}

static void lights(Celsius *x)
{
    for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
        x->to[i] = nv_ff_ctx(&x->ff, LIGHT_POSITION + i);
        if (light_mode(&x->ff, i) >= NV_FF_LIGHT_LOCAL) {
            x->to[i] = direction(x, x->to[i], &x->square[i]);
        }
    }
}

/* --- Texture coordinates --- */

static NvFfVec cross(NvFf *ff, NvFfVec a, NvFfVec b)
{
    NvFfVec r = a;

    for (unsigned c = 0; c < 3; c++) {
        unsigned i = (c + 1) % 3, k = (c + 2) % 3;
        NvVal p = nv_ff_mul(ff, a.v[i], b.v[k]);
        NvVal q = nv_ff_mul(ff, a.v[k], b.v[i]);

        r.v[c] = nv_ff_sum2(ff, p, nv_ff_neg(ff, q));
    }
    return r;
}

/* Texture 0 moved by the light in tangent space; @d gets the move. */
static NvFfVec emboss(Celsius *x, NvFfVec *d)
{
    NvFf *ff = &x->ff;
    NvFfVec ct = nv_ff_matrix(ff, IMV0, nv_ff_input(ff, TXC1), 3, 3);
    NvFfVec b = cross(ff, x->normal, ct);
    NvVal f = nv_ff_add(ff, NV_LIST_RSQ, nv_ff_dot(ff, b, b, 3), 0, 0);
    NvFfVec bn = nv_ff_scale(ff, b, f, 3);
    NvFfVec t = nv_ff_scale(ff, cross(ff, b, x->normal), f, 3);
    NvFfVec base = nv_ff_input(ff, TXC0);
    NvVal zero = nv_ff_const(ff, 0);

    *d = (NvFfVec) { { zero, zero, zero, zero } };
    for (unsigned i = 0; i < 2; i++) {
        NvFfVec m = nv_ff_ctx(ff, BUMP + i);

        for (unsigned c = 0; c < 3; c++) {
            m.v[c] = nv_ff_mul(ff, m.v[c], x->to[0].v[c]);
        }
        d->v[i] = nv_ff_dot(ff, m, i ? t : bn, 3);
    }
    return nv_ff_sumv(ff, base, nv_ff_scale(ff, *d, base.v[3], 3));
}

typedef struct Coord {
    NvFfVec in;
    bool emboss;
    NvFfVec move;
    NvVal w;                /* of texture 0 */
} Coord;

static NvVal generated(Celsius *x, const Coord *k, unsigned unit, unsigned c)
{
    NvFf *ff = &x->ff;
    NvFfVec plane = nv_ff_ctx(ff, TEX_GEN + TEX_STRIDE * unit + c);

    switch (gen_mode(ff, unit, c)) {
    case NV_FF_GEN_EYE:
        return nv_ff_dot(ff, x->eye, plane, 4);
    case NV_FF_GEN_OBJECT:
        return nv_ff_dot(ff, x->opos, plane, 4);
    case NV_FF_GEN_SPHERE:
        return c >= 2 ? k->in.v[c] :
               k->emboss ? k->move.v[c] : x->sphere.v[c];
    case NV_FF_GEN_NORMAL:
        return c < 3 ? x->normal.v[c] : k->in.v[c];
    case NV_FF_GEN_REFLECTION:
        return k->emboss ? k->w : c < 3 ? x->reflection.v[c] : k->in.v[c];
    default:
        return k->in.v[c];
    }
}

static NvFfVec transformed(Celsius *x, const Coord *k, unsigned unit)
{
    NvFf *ff = &x->ff;
    unsigned matrix = TEX_MATRIX + TEX_STRIDE * unit;
    NvFfVec v, r;

    for (unsigned c = 0; c < 4; c++) {
        v.v[c] = generated(x, k, unit, c);
    }
    r = nv_ff_matrix(ff, matrix, v, 4, 4);
    if (bad_q(ff)) {
        v.v[0] = r.v[0];
        r.v[3] = nv_ff_dot(ff, v, nv_ff_ctx(ff, matrix + 3), 4);
    }
    return r;
}

static void texture(Celsius *x, unsigned unit)
{
    NvFf *ff = &x->ff;
    uint32_t t = unit_bits(ff, unit);
    Coord k = { .in = nv_ff_input(ff, TXC0 + unit) };
    NvFfVec v;

    if (!(t & T_ENABLE)) {
        return;
    }
    if (unit == 1 && gen_mode(ff, 1, 0) == NV_FF_GEN_EMBOSS) {
        k.emboss = true;
        k.w = nv_ff_input(ff, TXC0).v[3];
        k.in = emboss(x, &k.move);
    }
    v = t & T_MATRIX ? transformed(x, &k, unit) : k.in;
    if (t & T_PERSPECTIVE) {
        v = nv_ff_scale(ff, v, x->pos.v[3], 4);
    }
    nv_ff_out(ff, ff->xf->chip->out.tex0 + unit, v);
}

/* --- Fog --- */

static NvFfVec fog_triple(Celsius *x)
{
    NvFf *ff = &x->ff;
    unsigned mode = nv_extract(ff->b, 16, 2);
    NvFfVec v = { { nv_ff_ctx(ff, SPHERE_Z_ONE).v[2] } };

    if (mode == 1) {
        v.v[0] = nv_ff_const(ff, NV_XF_ONE);
        v.v[1] = x->view.v[3];
        v.v[2] = x->d2;
        return v;
    }
    v.v[1] = mode ? nv_ff_dot(ff, x->point, nv_ff_ctx(ff, FOG_PLANE), 4) :
             nv_ff_input(ff, COL1).v[3];
    v.v[2] = nv_ff_mul(ff, v.v[1], v.v[1]);
    for (unsigned c = 0; c < 3 && mode == 3; c++) {
        v.v[c] = nv_ff_abs(ff, v.v[c]);
    }
    return v;
}

/* --- LT --- */

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

    return by(ff, f, lt(ff, slot));
}

static void zero_if_negative(NvFf *ff, Lt *l, NvVal v)
{
    l->zero = nv_ff_add(ff, NV_LIST_MOR, l->zero,
                        nv_ff_test(ff, v, NV_XF_TEST_LT), 0);
}

static NvVal specular(NvFf *ff, Lt *l, unsigned i, bool infinite)
{
    bool local_viewer = ff->a & A_LOCAL_VIEWER;
    NvFfVec h;
    NvVal hh, s, ss, t, b;

    if (infinite && !local_viewer) {
        s = nv_ff_ldot(ff, l->normal, lt(ff, LT_LIGHT * i + 3));
        t = nv_ff_sadd(ff, s, nv_ff_ltc(ff, LTC(1, 1), 0));
        zero_if_negative(ff, l, t);
        b = nv_ff_smul(ff, s, nv_ff_ltc(ff, LTC(2, 1), 0));
        b = nv_ff_sadd(ff, b, nv_ff_ltc(ff, LTC(3, 2), 0));
        return nv_ff_smul(ff, t, nv_ff_lrcp(ff, b));
    }
    h = local_viewer ? l->view : lt(ff, LT_EYE);
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
    NvVal p = nv_ff_ldot(ff, distance, lt(ff, LT_LIGHT * i + 3));
    NvVal r = nv_ff_smul(ff, distance.v[1], nv_ff_ltc(ff, LTC(0, 1), 0));

    l->ca = ff->b & B_POLYNOMIAL ? p : nv_ff_lrcp(ff, p);
    r = nv_ff_sadd(ff, r, nv_ff_ltc(ff, LTC(1, 3), i));
    l->zero = nv_ff_test(ff, r, NV_XF_TEST_LT);
    l->ca = nv_ff_unless(ff, l->zero, l->ca);
}

/* Specular colour by the vertex, whose secondary is stale if alone. */
static NvFfVec specular_source(NvFf *ff, const Lt *l, NvFfVec s)
{
    if (!(ff->b & B_SPECULAR)) {
        return s;
    }
    return by(ff, s, l->col[(ff->b & B_SPECULAR_IN) &&
                            (ff->b & B_SPECULAR_OUT)]);
}

static void add_light(Celsius *x, Lt *l, unsigned i)
{
    NvFf *ff = &x->ff;
    bool infinite = light_mode(ff, i) == NV_FF_LIGHT_INFINITE;
    NvVal zero = nv_ff_const(ff, 0);
    NvVal cd, cs;
    NvFfVec v;

    l->zero = zero;
    l->ca = nv_ff_const(ff, NV_XF_ONE);
    l->to = lt(ff, LT_LIGHT * i + 4);
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
    add_to(ff, &l->sum[0], ff->b & B_AMBIENT ? by(ff, v, l->col[0]) : v);
    v = color(ff, cd, LT_LIGHT * i + 1);
    add_to(ff, &l->sum[0], ff->b & B_DIFFUSE ? by(ff, v, l->col[0]) : v);
    v = specular_source(ff, l, color(ff, cs, LT_LIGHT * i + 2));
    add_to(ff, &l->sum[!!(ff->b & B_SPECULAR_OUT)], v);
}

static void base_colors(NvFf *ff, Lt *l)
{
    NvFfVec base = lt(ff, LT_SCENE);

    if (ff->b & B_AMBIENT) {
        base = by(ff, l->col[0], base);
        add_to(ff, &base, lt(ff, LT_FACTOR));
    } else if (ff->b & B_EMISSION) {
        add_to(ff, &base, l->col[0]);
    }
    l->sum[0] = base;
    l->sum[1] = lt(ff, LT_ZERO);
}

static void colors(Celsius *x, Lt *l)
{
    NvFf *ff = &x->ff;
    const NvXfOutputs *out = &ff->xf->chip->out;
    uint32_t both = B_SPECULAR_IN | B_SPECULAR_OUT;
    bool lit = ff->a & A_LIGHTING;

    if (lit) {
        base_colors(ff, l);
        for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
            if (light_mode(ff, i)) {
                add_light(x, l, i);
            }
        }
    } else {
        l->sum[0] = l->col[0];
        l->sum[1] = (ff->b & both) == both ? l->col[1] : lt(ff, LT_ZERO);
    }
    l->sum[0].v[3] = lit && !(ff->b & B_DIFFUSE) ?
                     nv_ff_ltc(ff, LTC(3, 0xb), 0) :
                     nv_ff_input(ff, COL0).v[3];
    l->sum[1].v[3] = 0;
    nv_ff_out(ff, out->col0, l->sum[0]);
    nv_ff_out(ff, out->col1, l->sum[1]);
}

static NvVal point_size(NvFf *ff, const Lt *l)
{
    NvVal a = nv_ff_ldot(ff, lt(ff, LT_POINT_A), l->distance);

    a = nv_ff_sadd(ff, nv_ff_lrsq(ff, a), nv_ff_ltc(ff, LTC(1, 2), 0));
    a = nv_ff_add(ff, NV_LIST_MAX, a, nv_ff_const(ff, 0), 0);
    a = nv_ff_add(ff, NV_LIST_MIN, a, nv_ff_const(ff, NV_XF_ONE), 0);
    a = nv_ff_lmul(ff, a, lt(ff, LT_POINT_B).v[0]);
    return nv_ff_ladd(ff, a, nv_ff_sadd(ff, lt(ff, LT_ZERO).v[0],
                                        nv_ff_ltc(ff, LTC(3, 1), 0)));
}

static NvFfVec colour_in(NvFf *ff, unsigned attr)
{
    return nv_ff_to_ltv(ff, nv_ff_input(ff, attr));
}

static void to_lt(Celsius *x)
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
    r.v[0] = nv_ff_ldot(ff, lt(ff, LT_FOG_COEFF),
                        nv_ff_to_ltv(ff, fog_triple(x)));
    nv_ff_out(ff, out->fogc, r);
    r.v[0] = point_size(ff, &l);
    nv_ff_out(ff, out->psz, r);
    colors(x, &l);
}

/* --- Lists --- */

static void full(Celsius *x)
{
    NvFf *ff = &x->ff;
    NvVal r;

    position(x);
    nv_ff_out(ff, ff->xf->chip->out.hpos, x->pos);
    normal(x);
    r = nv_ff_add(ff, NV_LIST_RCP, x->eye.v[3], 0, 0);
    x->point = nv_ff_scale(ff, x->eye, r, 4);
    x->view = direction(x, nv_ff_ctx(ff, EYE_POSITION), &x->d2);
    reflection(x);
    lights(x);
    texture(x, 0);
    texture(x, 1);
    to_lt(x);
}

/* The sum of a fog bias vector. */
static NvVal bias(NvFf *ff, unsigned slot)
{
    NvFfVec v = lt(ff, slot);

    return nv_ff_add(ff, NV_LIST_LT_ADD3, v.v[0], v.v[1], v.v[2]);
}

static void bypass_fog(NvFf *ff, NvVal z, NvVal w)
{
    unsigned mode = nv_extract(ff->b, 16, 2);
    NvVal rw = nv_ff_add(ff, NV_LIST_RCP, w, 0, 0);
    NvVal alpha = nv_ff_input(ff, COL1).v[3];
    /* NV10 alone takes mode 3 as 2. */
    bool deep = mode == 2 || (mode == 3 && bad_q(ff));
    bool pass = !mode || (mode == 3 && !deep);
    NvVal d = mode == 1 ? z : deep ? rw : alpha;
    NvFfVec out = { { 0 } };

    d = nv_ff_lmul(ff, lt(ff, LT_FOG_COEFF).v[0], nv_ff_to_lt(ff, d));
    out.v[0] = nv_ff_ladd(ff, d, bias(ff, pass ? LT_EYE : LT_SCENE));
    nv_ff_out(ff, ff->xf->chip->out.fogc, out);
}

static void bypass(NvFf *ff)
{
    const NvXfOutputs *out = &ff->xf->chip->out;
    unsigned origin = ff->b & B_CENTRE ? BYPASS_CENTRE : BYPASS_CORNER;
    NvFfVec in = nv_ff_input(ff, OPOS);
    NvFfVec scale = nv_ff_ctx(ff, BYPASS_SCALE);
    NvFfVec pos, size = { { 0 } };

    for (unsigned c = 0; c < 4; c++) {
        pos.v[c] = nv_ff_mul(ff, in.v[c], scale.v[c]);
    }
    pos = nv_ff_sumv(ff, pos, nv_ff_ctx(ff, origin));
    nv_ff_out(ff, out->hpos, pos);
    for (unsigned unit = 0; unit < 2; unit++) {
        NvFfVec v = nv_ff_input(ff, TXC0 + unit);

        if (unit_bits(ff, unit) & T_PERSPECTIVE) {
            v = nv_ff_scale(ff, v, pos.v[3], 4);
        }
        nv_ff_out(ff, out->tex0 + unit, v);
    }
    bypass_fog(ff, in.v[2], pos.v[3]);
    size.v[0] = nv_ff_to_lt(ff, nv_ff_input(ff, WGHT).v[0]);
    nv_ff_out(ff, out->psz, size);
    nv_ff_out(ff, out->col0, nv_ff_input(ff, COL0));
    nv_ff_out(ff, out->col1, nv_ff_input(ff, COL1));
}

NvList *nv_ff_celsius_list(const NvXf *xf)
{
    Celsius x = {
        .ff = { .xf = xf, .celsius = true, .a = xf->mode_a, .b = xf->mode_b },
    };

    x.ff.list = nv_list_new();
    x.ff.list->rules = (NvXfRules) { xf->chip->arith, true };
    x.ff.list->ctx_limit = NV_FF_CONSTANTS;
    if (x.ff.b & B_BYPASS) {
        bypass(&x.ff);
    } else {
        full(&x);
    }
    return x.ff.list;
}
