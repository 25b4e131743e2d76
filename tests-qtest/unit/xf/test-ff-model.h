/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Kelvin in double precision: a model made from the same
 * documents as the library, with no line of code in common.
 */
#ifndef TEST_FF_MODEL_H
#define TEST_FF_MODEL_H

#include "unit/xf/test-ff-num.h"

static inline double m_float(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof(f));
    return f;
}

static inline Num m_ctx(const Model *m, unsigned slot, unsigned c)
{
    return num(m_float(m->xf->xfctx[slot][c]));
}

static inline Num m_lt(const Model *m, unsigned slot, unsigned c)
{
    return num(m_float(m->xf->ltctx[slot][c] << 10));
}

static inline Num m_ltc(const Model *m, unsigned bank, unsigned slot)
{
    return num(m_float(m->xf->ltc[bank][slot] << 10));
}

static inline Num m_in(const Model *m, unsigned attr, unsigned c)
{
    return num(m_float(m->block->in[attr][c][m->lane]));
}

static inline void m_matrix(const Model *m, unsigned slot, const Num v[4],
                            unsigned rows, unsigned n, Num out[4])
{
    for (unsigned r = 0; r < rows; r++) {
        Num row[4];

        for (unsigned c = 0; c < 4; c++) {
            row[c] = m_ctx(m, slot + r, c);
        }
        out[r] = n_dot(row, v, n);
    }
}

/* True if @a < 0, with a note if rounding to 14 bits could change that. */
static inline bool m_negative(Model *m, Num a)
{
    m->edge |= !m->rounds && fabs(a.v) < a.s / 2048;
    return a.v < 0;
}

static inline unsigned m_bits(uint32_t word, unsigned at, unsigned n)
{
    return word >> at & ((1u << n) - 1);
}

/* --- XF --- */

typedef struct Space {
    Num opos[4], eye[4], point[3], n[4], ev[3], d;
} Space;

static inline void m_weights(const Model *m, unsigned mode, Num w[4],
                             unsigned *matrices)
{
    static const unsigned count[] = { 1, 2, 2, 3, 3, 4, 4 };
    Num rest = num(1);

    *matrices = count[mode];
    for (unsigned k = 0; k < 4; k++) {
        w[k] = m_in(m, 1, k);
    }
    for (unsigned k = 0; k + 1 < *matrices; k++) {
        rest = n_add(rest, n_neg(w[k]));
    }
    if (mode & 1) {
        w[*matrices - 1] = rest;
    }
}

static inline void m_skin(const Model *m, unsigned first, unsigned rows,
                          unsigned n, const Num v[4], Num out[4])
{
    unsigned mode = m_bits(m->xf->mode_b, 26, 3), matrices;
    Num w[4], part[4];

    if (!mode) {
        m_matrix(m, first, v, rows, n, out);
        return;
    }
    m_weights(m, mode, w, &matrices);
    for (unsigned r = 0; r < rows; r++) {
        out[r] = num(0);
    }
    for (unsigned k = 0; k < matrices; k++) {
        m_matrix(m, first + 8 * k, v, rows, n, part);
        for (unsigned r = 0; r < rows; r++) {
            out[r] = n_add(out[r], n_mul(part[r], w[k]));
        }
    }
}

static inline Num n_normalise(Num v[3])
{
    Num d = n_sqrt(n_dot(v, v, 3));

    for (unsigned c = 0; c < 3; c++) {
        v[c] = n_mul(v[c], n_inv(d));
    }
    return d;
}

static inline void m_space(Model *m, Space *x)
{
    Num normal[4], clip[4], r;

    for (unsigned c = 0; c < 4; c++) {
        x->opos[c] = m_in(m, 0, c);
        normal[c] = m_in(m, 2, c);
    }
    m_skin(m, 0x08, 4, 4, x->opos, x->eye);
    m_skin(m, 0x0c, 3, 3, normal, x->n);
    if (m->xf->mode_a & 1u << 27) {
        n_normalise(x->n);
    }
    m_matrix(m, 0, m_bits(m->xf->mode_b, 26, 3) ? x->eye : x->opos, 4, 4,
             clip);
    r = n_inv(clip[3]);
    for (unsigned c = 0; c < 3; c++) {
        m->pos[c] = n_add(n_mul(clip[c], r), m_ctx(m, 0x3b, c));
        x->point[c] = n_mul(x->eye[c], n_inv(x->eye[3]));
        x->ev[c] = n_add(m_ctx(m, 0x38, c), n_neg(x->point[c]));
    }
    m->pos[3] = clip[3];
    x->d = n_normalise(x->ev);
}

static inline void m_texgen(const Model *m, const Space *x, Num rm[3],
                            Num sm[2])
{
    Num u[3], dot, len;

    for (unsigned c = 0; c < 3; c++) {
        u[c] = n_neg(m->xf->mode_b & 1u << 20 ? m_lt(m, 0x40, c) : x->ev[c]);
    }
    dot = n_mul(num(2), n_dot(x->n, u, 3));
    for (unsigned c = 0; c < 3; c++) {
        rm[c] = n_add(u[c], n_neg(n_mul(x->n[c], dot)));
    }
    u[0] = rm[0];
    u[1] = rm[1];
    u[2] = n_add(rm[2], num(1));
    len = n_mul(num(2), n_sqrt(n_dot(u, u, 3)));
    for (unsigned c = 0; c < 2; c++) {
        sm[c] = n_add(n_mul(rm[c], n_inv(len)), num(0.5));
    }
}

static inline void m_texture(Model *m, const Space *x, unsigned unit)
{
    uint32_t t = m->xf->mode_t[unit / 2] >> 16 * (unit % 2);
    Num v[4], rm[3], sm[2], plane[4];

    m_texgen(m, x, rm, sm);
    for (unsigned j = 0; j < 4; j++) {
        unsigned mode = t & 1 ? m_bits(t, 4 + 3 * j, 3) : 0;

        v[j] = m_in(m, 9 + unit, j);
        for (unsigned c = 0; c < 4; c++) {
            plane[c] = m_ctx(m, 0x40 + 8 * unit + j, c);
        }
        if (mode == 1) {
            v[j] = n_dot(plane, x->eye, 4);
        } else if (mode == 2) {
            v[j] = n_dot(plane, x->opos, 4);
        } else if (mode == 3) {
            v[j] = j < 2 ? sm[j] : num(0);
        } else if (mode == 4) {
            v[j] = j < 3 ? x->n[j] : num(0);
        } else if (mode == 5) {
            v[j] = j < 3 ? rm[j] : num(0);
        }
    }
    if ((t & 3) == 3) {
        m_matrix(m, 0x44 + 8 * unit, v, 4, 4, m->tex[unit]);
    } else {
        memcpy(m->tex[unit], v, sizeof(v));
    }
}

static inline void m_fog(Model *m, const Space *x)
{
    unsigned mode = m_bits(m->xf->mode_b, 22, 3);
    Num plane[4];

    for (unsigned c = 0; c < 4; c++) {
        plane[c] = m_ctx(m, 0x39, c);
    }
    m->fog = m_in(m, 5, 0);
    if (!(m->xf->mode_b & 1u << 19) || mode >= 4) {
        return;
    }
    m->fog = mode == 0 ? m_in(m, 4, 3) : mode == 1 ? x->d :
             n_dot(plane, x->eye, 4);
    if (mode == 3) {
        m->fog.v = fabs(m->fog.v);
    }
}

static inline void m_point_size(Model *m, const Space *x)
{
    Num f[3] = { num(1), x->d, n_mul(x->d, x->d) };
    Num a[3], r;

    m->size = m_in(m, 6, 0);
    if (m->xf->mode_b & 1u << 25) {
        for (unsigned c = 0; c < 3; c++) {
            a[c] = m_lt(m, 0x47, c);
        }
        r = n_add(n_inv(n_sqrt(n_dot(a, f, 3))), m_ltc(m, 1, 3));
        r.v = r.v < 0 ? 0 : r.v > 1 ? 1 : r.v;
        m->size = n_add(m_ltc(m, 3, 1), n_mul(m_lt(m, 0x48, 0), r));
    }
}

/* --- LT --- */

static inline const Num *m_source(const Num col[2][4], uint32_t a, bool back,
                                  unsigned which)
{
    unsigned n = m_bits(a, (back ? 0 : 19) + 2 * which, 2);

    return n ? col[n > 1] : NULL;
}

static inline Num m_curve(Model *m, Num t, Num b)
{
    /* Nothing jumps where the numerator changes its sign. */
    if (t.v < 0) {
        return (Num) { 0, fabs(t.s / b.v) };
    }
    /* hw: less light where the denominator is negative. */
    return l_mul(m, t, l_inv(m, b));
}

/* Attenuation; L becomes the direction.  False: nothing arrives. */
static inline bool m_attenuation(Model *m, const Space *x, unsigned i,
                                 unsigned mode, Num L[3], Num *ca)
{
    Num k[3], f[3], cone[3], spot, d, t, b;

    for (unsigned c = 0; c < 3; c++) {
        k[c] = m_lt(m, 8 * i + 3, c);
        L[c] = n_add(m_ctx(m, 0x28 + i, c), n_neg(x->point[c]));
    }
    d = n_normalise(L);
    for (unsigned c = 0; c < 3; c++) {
        cone[c] = m_ctx(m, 0x30 + i, c);
    }
    spot = l_in(m, n_add(n_dot(cone, L, 3), m_ctx(m, 0x30 + i, 3)));
    f[0] = num(1);
    f[1] = l_in(m, d);
    f[2] = l_in(m, n_mul(d, d));
    for (unsigned c = 0; c < 3; c++) {
        L[c] = l_in(m, L[c]);
    }
    *ca = l_dot(m, f, k);
    if (!(m->xf->mode_a & 1u << 28)) {
        *ca = l_inv(m, *ca);
    }
    if (m_negative(m, l_sadd(m, n_neg(f[1]), m_ltc(m, 1, 4 + i)))) {
        return false;
    }
    if (mode < 3) {
        return true;
    }
    /* XF has decided this one, with all its bits. */
    m->edge |= fabs(spot.v) < spot.s / 262144;
    if (spot.v < 0) {
        return false;
    }
    if (spot.v > 1) {
        spot.v = 1;
    }
    t = l_sadd(m, spot, m_ltc(m, 1, 0xc + i));
    b = l_smac(m, m_ltc(m, 2, 7 + i), spot, m_ltc(m, 3, 4 + i));
    *ca = l_mul(m, l_mul(m, *ca, t.v < 0 ? num(0) : t), l_inv(m, b));
    return true;
}

static inline Num m_shine(Model *m, const Space *x, unsigned i, unsigned mode,
                          bool back, const Num n[3], const Num L[3], Num ca)
{
    bool local = m->xf->mode_a & 1u << 30;
    Num h[3], hh, s, t, b;

    if (mode == 1 && !local) {
        for (unsigned c = 0; c < 3; c++) {
            h[c] = m_lt(m, 8 * i + 3, c);
        }
        s = l_dot(m, n, h);
        return m_curve(m, l_sadd(m, s, m_ltc(m, 1, 1 + back)),
                       l_smac(m, s, m_ltc(m, 2, 1 + back),
                              m_ltc(m, 3, 2 + back)));
    }
    for (unsigned c = 0; c < 3; c++) {
        h[c] = l_add(m, local ? x->ev[c] : m_lt(m, 0x40, c), L[c]);
    }
    hh = l_dot(m, h, h);
    s = l_dot(m, n, h);
    s = s.v < 0 ? (Num) { 0, s.s } : s;
    s = l_mul(m, s, s);
    /* hw: less light where the denominator is negative. */
    t = l_smac(m, hh, m_ltc(m, 0, 2 + back), s);
    b = l_smac(m, hh, m_ltc(m, 2, 5 + back),
               l_mul(m, s, m_ltc(m, 2, 3 + back)));
    return t.v < 0 ? (Num) { 0, fabs(ca.v * t.s / b.v) } :
           l_mul(m, l_mul(m, ca, t), l_inv(m, b));
}

static inline void m_light(Model *m, const Space *x, const Num col[2][4],
                           unsigned i, unsigned mode, bool back, Num lit[3],
                           Num spec[3])
{
    Num n[3], L[3], ca = num(1), k[3], cd, zero = { 0, 0 };
    bool reaches = true;

    for (unsigned c = 0; c < 3; c++) {
        n[c] = back ? n_neg(x->n[c]) : x->n[c];
        L[c] = m_lt(m, 8 * i + 4, c);
    }
    if (mode > 1) {
        reaches = m_attenuation(m, x, i, mode, L, &ca);
    }
    if (!reaches) {
        return;
    }
    k[2] = ca;
    cd = l_dot(m, n, L);
    k[1] = l_mul(m, ca, cd);
    k[0] = m_shine(m, x, i, mode, back, n, L, ca);
    if (k[0].v == 0 ? cd.v <= 0 : m_negative(m, cd)) {
        k[0] = k[1] = zero;
    }
    for (unsigned which = 0; which < 3; which++) {
        const Num *by = m_source(col, m->xf->mode_a, back, which);

        for (unsigned c = 0; c < 3; c++) {
            unsigned slot = 8 * i + (back ? 7 : 2) - which;
            Num v = l_mul(m, k[which], m_lt(m, slot, c));

            v = by ? l_mul(m, v, by[c]) : v;
            if (which) {
                lit[c] = l_add(m, lit[c], v);
            } else {
                spec[c] = l_add(m, spec[c], v);
            }
        }
    }
}

static inline void m_side(Model *m, const Space *x, const Num col[2][4],
                          bool back)
{
    uint32_t a = m->xf->mode_a;
    bool enable = a & 1u << 16, separate = enable && (a & 1u << 18);
    const Num *e = m_source(col, a, back, 3), *amb = m_source(col, a, back, 2);
    const Num *dif = m_source(col, a, back, 1);
    Num lit[3], spec[3] = { { 0, 0 } };
    Num *out = m->col[back ? 2 : 0], *out1 = m->col[back ? 3 : 1];

    for (unsigned c = 0; c < 3; c++) {
        Num scene = m_lt(m, 0x41 + back, c), f = m_lt(m, 0x43 + back, c);

        lit[c] = e && amb ? l_add(m, e[c], l_mul(m, f, amb[c])) :
                 e ? l_add(m, scene, l_mul(m, f, e[c])) :
                 amb ? l_add(m, scene, l_mul(m, f, amb[c])) : scene;
    }
    for (unsigned i = 0; i < 8 && m_bits(m->xf->mode_b, 2 * i, 2); i++) {
        m_light(m, x, col, i, m_bits(m->xf->mode_b, 2 * i, 2), back, lit,
                spec);
    }
    for (unsigned c = 0; c < 3; c++) {
        out[c] = separate ? lit[c] : l_add(m, lit[c], spec[c]);
        out1[c] = !enable ? num(0) : separate ? spec[c] : col[1][c];
    }
    out[3] = dif ? dif[3] : m_ltc(m, 3, 0xc + back);
    out1[3] = enable && (a & 1u << 17) ? col[1][3] : num(1);
}

static inline void m_colours(Model *m, const Space *x)
{
    uint32_t a = m->xf->mode_a;
    bool enable = a & 1u << 16;
    Num col[2][4];

    for (unsigned c = 0; c < 4; c++) {
        col[0][c] = l_in(m, m_in(m, 3, c));
        col[1][c] = l_in(m, m_in(m, 4, c));
        m->col[0][c] = col[0][c];
        m->col[1][c] = enable ? col[1][c] : num(0);
        m->col[2][c] = m->col[3][c] = num(c == 3);
    }
    if (!enable || !(a & 1u << 17)) {
        m->col[1][3] = num(1);
    }
    if (a >> 31) {
        m_side(m, x, (const Num (*)[4])col, false);
        if (a & 1u << 29) {
            m_side(m, x, (const Num (*)[4])col, true);
        }
    }
}

static inline void model_run(Model *m, const NvXf *xf, const NvXfBlock *block,
                             unsigned lane, bool rounds)
{
    Space x;

    memset(m, 0, sizeof(*m));
    m->xf = xf;
    m->block = block;
    m->lane = lane;
    m->rounds = rounds;
    m_space(m, &x);
    for (unsigned i = 0; i < 4; i++) {
        m_texture(m, &x, i);
    }
    m_fog(m, &x);
    m_point_size(m, &x);
    for (unsigned c = 0; c < 3; c++) {
        x.n[c] = l_in(m, x.n[c]);
        x.ev[c] = l_in(m, x.ev[c]);
    }
    m_colours(m, &x);
}

#endif
