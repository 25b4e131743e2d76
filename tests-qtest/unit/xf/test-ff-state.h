/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random states of fixed function for tests: matrices, materials, lights and
 * vertices of sizes that occur, and modes with every feature.
 */
#ifndef TEST_FF_STATE_H
#define TEST_FF_STATE_H

#include <math.h>

#include "unit/isa/test-xf-asm.h"

static inline double rnd(GRand *r, double from, double to)
{
    return g_rand_double_range(r, from, to);
}

static inline void ctx(TestXf *t, unsigned slot, double x, double y, double z,
                double w)
{
    const double v[4] = { x, y, z, w };

    for (unsigned c = 0; c < 4; c++) {
        t->xf.xfctx[slot][c] = nv_f2u(v[c]);
    }
}

static inline void lt(TestXf *t, unsigned slot, double x, double y, double z)
{
    t->xf.ltctx[slot][0] = nv_xf_to_lt(nv_f2u(x));
    t->xf.ltctx[slot][1] = nv_xf_to_lt(nv_f2u(y));
    t->xf.ltctx[slot][2] = nv_xf_to_lt(nv_f2u(z));
}

static inline void ltc(TestXf *t, unsigned bank, unsigned slot, double v)
{
    t->xf.ltc[bank][slot] = nv_xf_to_lt(nv_f2u(v));
}

static inline void random_lt(TestXf *t, GRand *r, unsigned slot, double to)
{
    lt(t, slot, rnd(r, 0, to), rnd(r, 0, to), rnd(r, 0, to));
}

static inline void random_unit(GRand *r, double v[3])
{
    double d;

    do {
        v[0] = rnd(r, -1, 1);
        v[1] = rnd(r, -1, 1);
        v[2] = rnd(r, -1, 1);
        d = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    } while (d < 0.3);
    for (unsigned c = 0; c < 3; c++) {
        v[c] /= d;
    }
}

static inline void random_matrix(TestXf *t, GRand *r, unsigned slot,
                                 double size, double move, double last)
{
    for (unsigned i = 0; i < 4; i++) {
        double s = i == 3 ? last : size;

        ctx(t, slot + i, rnd(r, -s, s), rnd(r, -s, s), rnd(r, -s, s),
            i == 3 ? 1 : rnd(r, -move, move));
    }
}

static inline void random_matrices(TestXf *t, GRand *r)
{
    random_matrix(t, r, 0, 300, 300, 0.03);
    for (unsigned k = 0; k < 4; k++) {
        random_matrix(t, r, 0x08 + 8 * k, 1, 2, 0);
        random_matrix(t, r, 0x0c + 8 * k, 1, 0, 0);
    }
    for (unsigned slot = 0x40; slot < 0x60; slot++) {
        ctx(t, slot, rnd(r, -1, 1), rnd(r, -1, 1), rnd(r, -1, 1),
            rnd(r, -1, 1));
    }
    ctx(t, 0x38, rnd(r, -.5, .5), rnd(r, -.5, .5), rnd(r, -.5, .5), 1);
    ctx(t, 0x39, rnd(r, -1, 1), rnd(r, -1, 1), 1, rnd(r, -1, 1));
    ctx(t, 0x3a, 0, 0, rnd(r, 1, 9), 0);
    ctx(t, 0x3b, rnd(r, 0, 640), rnd(r, 0, 480), rnd(r, 0, 65535), 0);
}

/* Powers, and the curves that drivers use for them and their halves. */
static const struct {
    double a, b, d, e;
} powers[] = {
    { 0, -0.494592, -0.000244, 0.500122 },
    { -0.170208, -0.855843, 0, -0.494592 },
    { -0.421539, -1.70592, -0.170208, -0.855843 },
    { -0.64766, -2.36199, -0.421539, -1.70592 },
    { -0.803673, -2.7813, -0.64766, -2.36199 },
    { -0.838916, -2.887156, -0.706496, -2.507095 },
    { -0.863702, -2.92701, -0.747554, -2.6184 },
    { -0.932112, -3.097628, -0.869210, -2.935466 },
    { -0.972162, -3.20637, -0.945147, -3.14027 },
};

static inline void random_material(TestXf *t, GRand *r)
{
    for (unsigned back = 0; back < 2; back++) {
        unsigned p = g_rand_int_range(r, 0, G_N_ELEMENTS(powers));

        ltc(t, 1, 1 + back, powers[p].a);
        ltc(t, 2, 1 + back, powers[p].b);
        ltc(t, 3, 2 + back, 1 + powers[p].a - powers[p].b);
        ltc(t, 0, 2 + back, powers[p].d);
        ltc(t, 2, 3 + back, powers[p].e);
        ltc(t, 2, 5 + back, 1 + powers[p].d - powers[p].e);
        ltc(t, 3, 0xc + back, rnd(r, 0, 1));
        random_lt(t, r, 0x41 + back, 0.2);
        random_lt(t, r, 0x43 + back, 0.5);
    }
    lt(t, 0x47, rnd(r, .1, 2), rnd(r, 0, 1), rnd(r, 0, 1));
    lt(t, 0x48, rnd(r, 1, 60), 0, 0);
    ltc(t, 1, 3, rnd(r, -.2, .2));
    ltc(t, 3, 1, rnd(r, 0, 4));
}

static inline void random_light(TestXf *t, GRand *r, unsigned i,
                                unsigned mode)
{
    double dir[3], half[3];
    double phi = rnd(r, .3, .8), theta = rnd(r, phi + .1, 1);
    double g = 1 / (theta - phi);
    unsigned p = g_rand_int_range(r, 0, 4);

    for (unsigned k = 0; k < 8; k++) {
        if (k != 3 && k != 4) {
            random_lt(t, r, 8 * i + k, 0.3);
        }
    }
    random_unit(r, dir);
    random_unit(r, half);
    lt(t, 8 * i + 4, dir[0], dir[1], dir[2]);
    lt(t, 8 * i + 3, half[0], half[1], half[2]);
    if (mode > 1) {
        lt(t, 8 * i + 3, rnd(r, .5, 1.5), rnd(r, 0, .2), rnd(r, 0, .1));
    }
    ctx(t, 0x28 + i, rnd(r, -5, 5), rnd(r, -5, 5), rnd(r, -5, 5), 1);
    ctx(t, 0x30 + i, -g * dir[0], -g * dir[1], -g * dir[2], -g * phi);
    ltc(t, 1, 4 + i, g_rand_boolean(r) ? 1e30 : rnd(r, 2, 12));
    ltc(t, 1, 0xc + i, powers[p].a);
    ltc(t, 2, 7 + i, powers[p].b);
    ltc(t, 3, 4 + i, 1 + powers[p].a - powers[p].b);
}

static inline void random_vertex(TestXf *t, GRand *r, unsigned lane)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            double v = a == 3 || a == 4 || a == 1 ? rnd(r, 0, 1) :
                       a == 0 && c == 3 ? 1 : rnd(r, -1, 1);

            t->block.in[a][c][lane] = nv_f2u(v);
        }
    }
}

static inline void random_state(TestXf *t, GRand *r)
{
    double eye[3];

    random_matrices(t, r);
    random_material(t, r);
    random_unit(r, eye);
    lt(t, 0x40, eye[0], eye[1], eye[2]);
    for (unsigned i = 0; i < 8; i++) {
        random_light(t, r, i, t->xf.mode_b >> 2 * i & 3);
    }
}

static inline void random_mode(TestXf *t, GRand *r)
{
    unsigned lights = g_rand_int_range(r, 0, 9);
    uint32_t sources = 0, b = 0, tex[4];

    for (unsigned i = 0; i < 8; i++) {
        sources |= (uint32_t)g_rand_int_range(r, 0, 3) << (i < 4 ? 2 * i :
                                                            11 + 2 * i);
    }
    for (unsigned i = 0; i < lights; i++) {
        b |= (uint32_t)g_rand_int_range(r, 1, 4) << 2 * i;
    }
    b |= (uint32_t)g_rand_int_range(r, 0, 5) << 22;
    b |= (uint32_t)(g_rand_boolean(r) ? g_rand_int_range(r, 1, 7) : 0) << 26;
    b |= g_rand_int(r) & 0x02180000;
    for (unsigned i = 0; i < 4; i++) {
        tex[i] = (g_rand_int(r) & 3) | 1;
        for (unsigned j = 0; j < 4; j++) {
            tex[i] |= (uint32_t)g_rand_int_range(r, 0, 6) << (4 + 3 * j);
        }
    }
    t->xf.mode_a = sources | (g_rand_int(r) & 0x78070000) | 0x80000000;
    t->xf.mode_a &= g_rand_int_range(r, 0, 8) ? ~0u : ~0x80000000;
    /* A polynomial taken as it is grows with the distance. */
    t->xf.mode_a &= g_rand_int_range(r, 0, 4) ? ~0x10000000u : ~0u;
    t->xf.mode_b = b;
    t->xf.mode_t[0] = tex[0] | tex[1] << 16;
    t->xf.mode_t[1] = tex[2] | tex[3] << 16;
}

/* A number of an output. */
static inline double out_of(const TestXf *t, unsigned out, unsigned c,
                            unsigned lane)
{
    return nv_u2f(t->block.out[out][c][lane]);
}

#endif
