/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers of the fixed-function model: double precision with the sum of the
 * magnitudes a number was made from, so that a test can say what rounding may
 * do to it; and the steps of LT, each cut to the 14 bits that LT has if the
 * test asks for it.  No line of code in common with the library.
 */
#ifndef TEST_FF_NUM_H
#define TEST_FF_NUM_H

#include <limits.h>
#include <math.h>

#include "xf/xf.h"

typedef struct Num {
    double v, s;            /* value; size of what cancelled in it */
} Num;

typedef struct Model {
    const NvXf *xf;
    const NvXfBlock *block;
    unsigned lane;
    bool rounds;            /* LT's steps have 14 bits */
    bool edge;              /* a decision too close for 14 bits */
    Num pos[4], tex[4][4], col[4][4], fog, size;    /* col: 0, 1, b0, b1 */
} Model;

static inline Num num(double v)
{
    return (Num) { v, fabs(v) };
}

static inline Num n_add(Num a, Num b)
{
    return (Num) { a.v + b.v, a.s + b.s };
}

static inline Num n_neg(Num a)
{
    return (Num) { -a.v, a.s };
}

static inline Num n_mul(Num a, Num b)
{
    return (Num) { a.v * b.v, a.s * b.s };
}

static inline Num n_inv(Num a)
{
    return (Num) { 1 / a.v, a.s / (a.v * a.v) };
}

static inline Num n_sqrt(Num a)
{
    double r = sqrt(a.v);

    return (Num) { r, r > 0 ? a.s / r : 0 };
}

static inline Num n_dot(const Num *a, const Num *b, unsigned n)
{
    Num r = { 0, 0 };

    for (unsigned i = 0; i < n; i++) {
        r = n_add(r, n_mul(a[i], b[i]));
    }
    return r;
}

/* --- LT's steps --- */

/* Multiples of 2^@exponent, towards 0. */
static inline double m_multiple(double v, int exponent)
{
    return ldexp(trunc(ldexp(v, -exponent)), exponent);
}

/* The exponent of the last of 14 bits. */
static inline int m_last_bit(double v)
{
    int e;

    frexp(v, &e);
    return e - 14;
}

static inline double m_cut(double v)
{
    return v == 0 || !isfinite(v) ? v : m_multiple(v, m_last_bit(v));
}

static inline Num l_cut(const Model *m, Num a)
{
    a.v = m->rounds ? m_cut(a.v) : a.v;
    return a;
}

static inline Num l_mul(const Model *m, Num a, Num b)
{
    return l_cut(m, n_mul(a, b));
}

static inline Num l_inv(const Model *m, Num a)
{
    return l_cut(m, n_inv(a));
}

/* Terms lose what is @guard bits below the last bit of the largest. */
static inline Num l_sum(const Model *m, const Num *t, unsigned n, int guard)
{
    Num r = { 0, 0 };
    int last = INT_MIN;

    for (unsigned i = 0; i < n; i++) {
        if (t[i].v != 0) {
            last = MAX(last, m_last_bit(t[i].v));
        }
    }
    for (unsigned i = 0; i < n; i++) {
        bool cut = m->rounds && t[i].v != 0 && isfinite(t[i].v);

        r.v += cut ? m_multiple(t[i].v, last - guard) : t[i].v;
        r.s += t[i].s;
    }
    return l_cut(m, r);
}

static inline Num l_add(const Model *m, Num a, Num b)
{
    return l_sum(m, (Num[2]) { a, b }, 2, 5);
}

/* The scalar unit's. */
static inline Num l_sadd(const Model *m, Num a, Num b)
{
    return l_sum(m, (Num[2]) { a, b }, 2, 0);
}

/* What is under the larger exponent is shifted first, then all is whole. */
static inline Num l_smac(const Model *m, Num a, Num b, Num c)
{
    int e, last;
    Num r = n_add(n_mul(a, b), c);

    if (!m->rounds || a.v == 0 || b.v == 0 || c.v == 0 || !isfinite(r.v)) {
        return l_cut(m, r);
    }
    e = m_last_bit(a.v) + m_last_bit(b.v) + 13;
    last = MAX(e, m_last_bit(c.v));
    r.v = m_multiple(a.v, m_last_bit(a.v) + last - e) * b.v +
          m_multiple(c.v, last);
    return l_cut(m, r);
}

static inline Num l_dot(const Model *m, const Num *a, const Num *b)
{
    Num t[3];

    for (unsigned i = 0; i < 3; i++) {
        t[i] = l_mul(m, a[i], b[i]);
    }
    return l_sum(m, t, 3, 5);
}

/* To 14 bits, to the nearest; down where the carry would leave eight bits. */
static inline Num l_in(const Model *m, Num a)
{
    int last;
    double low, part;
    bool up;

    if (!m->rounds || a.v == 0 || !isfinite(a.v)) {
        return a;
    }
    last = m_last_bit(a.v);
    low = m_multiple(a.v, last);
    part = fabs(ldexp(a.v - low, -last));
    up = part >= 0.5 && ((unsigned)fabs(ldexp(low, -last)) & 0xff) != 0xff;
    a.v = low + (up ? copysign(ldexp(1, last), a.v) : 0);
    return a;
}

#endif
