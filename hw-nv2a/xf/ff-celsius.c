/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Celsius, XF's part: bypass, and position, vectors,
 * texture and fog coordinates, every step in the order that makes the bits.
 *
 * Facts: envytools' bit model (doc), but for spotlights, which it leaves
 * open; they are lit as local lights here.
 */
#include "xf/ff-celsius.h"

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

static void position(NvFfCelsius *x)
{
    NvFf *ff = &x->ff;
    NvFfVec clip, eye0;
    NvVal r;

    x->opos = nv_ff_input(ff, OPOS);
    eye0 = nv_ff_matrix(ff, MV0, x->opos, 4, 4);
    x->eye = eye0;
    if (ff->mode.weight) {
        x->eye = weigh(ff, eye0, nv_ff_matrix(ff, MV1, x->opos, 4, 4));
    }
    clip = nv_ff_matrix(ff, PROJ, ff->mode.weight ? x->eye : x->opos, 4, 4);
    r = nv_ff_add(ff, NV_LIST_RCC, clip.v[3], 0, 0);
    x->pos = nv_ff_sumv(ff, nv_ff_scale(ff, clip, r, 3),
                        nv_ff_ctx(ff, VIEWPORT_TRANSLATE));
    x->pos.v[3] = r;
}

static void normal(NvFfCelsius *x)
{
    NvFf *ff = &x->ff;
    NvFfVec in = nv_ff_input(ff, NRML);
    NvFfVec n = nv_ff_matrix(ff, IMV0, in, 3, 3);

    if (ff->mode.weight) {
        n = weigh(ff, n, nv_ff_matrix(ff, IMV1, in, 3, 3));
    }
    if (ff->mode.normalize) {
        NvVal d = nv_ff_dot(ff, n, n, 3);

        n = nv_ff_scale(ff, n, nv_ff_add(ff, NV_LIST_RSQ, d, 0, 0), 3);
    }
    x->normal = n;
}

/* From the vertex to @to, length 1; w is the length, *square its square. */
static NvFfVec direction(NvFfCelsius *x, NvFfVec to, NvVal *square)
{
    NvFf *ff = &x->ff;
    NvFfVec u = nv_ff_sumv(ff, to, nv_ff_negv(ff, x->point));

    *square = nv_ff_dot(ff, u, u, 3);
    u.v[3] = *square;
    return nv_ff_scale(ff, u, nv_ff_add(ff, NV_LIST_RSQ, *square, 0, 0), 4);
}

static void reflection(NvFfCelsius *x)
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

unsigned nv_ff_celsius_light_mode(const NvFf *ff, unsigned i)
{
    assert(i < NV_FF_LIGHTS);
    for (unsigned k = 0; k < i; k++) {
        if (!ff->mode.light[k]) {
            return NV_FF_LIGHT_NONE;
        }
    }
    return ff->mode.lighting ? ff->mode.light[i] : NV_FF_LIGHT_NONE;
}

static void lights(NvFfCelsius *x)
{
    for (unsigned i = 0; i < NV_FF_LIGHTS; i++) {
        x->to[i] = nv_ff_ctx(&x->ff, LIGHT_POSITION + i);
        if (nv_ff_celsius_light_mode(&x->ff, i) >= NV_FF_LIGHT_LOCAL) {
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
static NvFfVec emboss(NvFfCelsius *x, NvFfVec *d)
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

static NvVal generated(NvFfCelsius *x, const Coord *k, unsigned unit,
                       unsigned c)
{
    NvFf *ff = &x->ff;
    NvFfVec plane = nv_ff_ctx(ff, TEX_GEN + TEX_STRIDE * unit + c);

    switch ((NvFfGen)ff->mode.unit[unit].gen[c]) {
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

static NvFfVec transformed(NvFfCelsius *x, const Coord *k, unsigned unit)
{
    NvFf *ff = &x->ff;
    unsigned matrix = TEX_MATRIX + TEX_STRIDE * unit;
    NvFfVec v, r;

    for (unsigned c = 0; c < 4; c++) {
        v.v[c] = generated(x, k, unit, c);
    }
    r = nv_ff_matrix(ff, matrix, v, 4, 4);
    if (nv_chip_has(ff->xf->chip, NV_CAP_XF_Q_OF_S)) {
        v.v[0] = r.v[0];
        r.v[3] = nv_ff_dot(ff, v, nv_ff_ctx(ff, matrix + 3), 4);
    }
    return r;
}

static void texture(NvFfCelsius *x, unsigned unit)
{
    NvFf *ff = &x->ff;
    const NvFfUnit *mode = &ff->mode.unit[unit];
    Coord k = { .in = nv_ff_input(ff, TXC0 + unit) };
    NvFfVec v;

    if (!mode->enable) {
        return;
    }
    if (unit == 1 && mode->gen[0] == NV_FF_GEN_EMBOSS) {
        k.emboss = true;
        k.w = nv_ff_input(ff, TXC0).v[3];
        k.in = emboss(x, &k.move);
    }
    v = mode->matrix ? transformed(x, &k, unit) : k.in;
    if (mode->perspective) {
        v = nv_ff_scale(ff, v, x->pos.v[3], 4);
    }
    nv_ff_out(ff, ff->xf->chip->out.tex0 + unit, v);
}

/* --- Fog --- */

NvFfVec nv_ff_celsius_fog(NvFfCelsius *x)
{
    NvFf *ff = &x->ff;
    unsigned mode = ff->mode.fog_coord;
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

/* --- Lists --- */

static void full(NvFfCelsius *x)
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
    nv_ff_celsius_lt(x);
}

/* The sum of a fog bias vector. */
static NvVal bias(NvFf *ff, unsigned slot)
{
    NvFfVec v = nv_ff_lt(ff, slot);

    return nv_ff_add(ff, NV_LIST_LT_ADD3, v.v[0], v.v[1], v.v[2]);
}

static void bypass_fog(NvFf *ff, NvVal z, NvVal w)
{
    unsigned mode = ff->mode.fog_coord;
    NvVal rw = nv_ff_add(ff, NV_LIST_RCP, w, 0, 0);
    NvVal alpha = nv_ff_input(ff, COL1).v[3];
    /* NV10 alone takes mode 3 as 2. */
    bool passes = nv_chip_has(ff->xf->chip, NV_CAP_XF_BYPASS_FOG3);
    bool deep = mode == 2 || (mode == 3 && !passes);
    bool pass = !mode || (mode == 3 && passes);
    NvVal d = mode == 1 ? z : deep ? rw : alpha;
    NvFfVec out = { { 0 } };

    d = nv_ff_lmul(ff, nv_ff_lt(ff, LT_FOG_COEFF).v[0], nv_ff_to_lt(ff, d));
    out.v[0] = nv_ff_ladd(ff, d, bias(ff, pass ? LT_EYE : LT_SCENE));
    nv_ff_out(ff, ff->xf->chip->out.fogc, out);
}

static void bypass(NvFf *ff)
{
    const NvXfOutputs *out = &ff->xf->chip->out;
    unsigned origin = ff->mode.centre ? BYPASS_CENTRE : BYPASS_CORNER;
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

        if (ff->mode.unit[unit].perspective) {
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

NvList *nv_ff_celsius_list(const NvXf *xf, bool positive, bool near)
{
    NvFfCelsius x = { 0 };

    nv_ff_start(&x.ff, xf);
    x.ff.mul = NV_LIST_MULC;
    if (x.ff.mode.bypass) {
        bypass(&x.ff);
    } else {
        full(&x);
    }
    return x.ff.list;
}
