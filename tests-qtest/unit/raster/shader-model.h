/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A model of Kelvin's texture shader: what a state's stages make of a fragment,
 * from the rules in docs/pixels.rst.
 */
#ifndef NV_SHADER_MODEL_H
#define NV_SHADER_MODEL_H

#include <math.h>

#include "unit/raster/test-raster-rig.h"

#define ENABLE NV_BIT(30)
#define UNIT_BYTES 0x20000u
#define SIDE_LOG2 4
#define TEXELS (6u << 2 * SIDE_LOG2)
#define SIDE 32                 /* of the block of points of a state */

/* ---- what is drawn ---- */

typedef struct Unit {
    unsigned log2[3], faces;
    bool volume, wide, linear, used;
    unsigned sign, wrap;
    uint32_t texel[TEXELS];     /* face, z, y, x */
} Unit;

typedef struct Case {
    unsigned op[4], prev[4], map[4], cull[4];
    float bump[4][4], scale[4], offset[4], eye[3];
    Unit unit[4];
    unsigned shown;             /* the stage that the combiners give */
} Case;

typedef struct Fragment {
    float coord[4][4];
} Fragment;

static inline uint32_t texel_at(const Unit *t, unsigned face, const unsigned at[3])
{
    return t->texel[(((face << t->log2[2] | at[2]) << t->log2[1] | at[1])
                     << t->log2[0]) | at[0]];
}

/* ---- the model: texels ---- */

/* What another stage sees: two's complement where the channel is signed. */
typedef struct Seen {
    uint8_t r, g, b, a;
    bool dropped;
} Seen;

static inline Seen seen_word(uint32_t argb)
{
    return (Seen) { argb >> 16, argb >> 8, argb, argb >> 24, false };
}

static inline double texel_place(double coord, unsigned log2)
{
    double v = ldexp(coord, log2);

    return isnan(v) ? 0 : CLAMP(v, -1e9, 1e9);
}

static inline unsigned wrapped(int64_t i, unsigned wrap, unsigned log2)
{
    int64_t n = INT64_C(1) << log2, m = ((i % (2 * n)) + 2 * n) % (2 * n);

    return wrap == 1 ? m % n : wrap == 2 ? (m < n ? m : 2 * n - 1 - m)
                                         : CLAMP(i, 0, n - 1);
}

static inline int part_of(const Unit *t, uint32_t argb, unsigned part)
{
    static const unsigned sign_of_byte[4] = { 2, 1, 0, 3 };

    if (t->wide) {
        uint16_t v = argb >> 16 * part;

        return t->sign >> (part ? 3 : 1) & 1 ? (int16_t)v : v;
    } else {
        uint8_t v = argb >> 8 * part;

        return t->sign >> sign_of_byte[part] & 1 ? (int8_t)v : v;
    }
}

/* Weights are cut to 256ths, the sum is rounded to the channel's bits. */
static inline uint32_t filtered(const Unit *t, unsigned face, const double c[3])
{
    unsigned dims = t->volume ? 3 : 2, bits = t->wide ? 16 : 8;
    int64_t low[3] = { 0 }, weight[3] = { 0 };
    uint32_t out = 0;

    for (unsigned d = 0; d < dims; d++) {
        int64_t k = floor(texel_place(c[d], t->log2[d]) * 256) - 128;

        low[d] = k >> 8;
        weight[d] = k & 255;
    }
    for (unsigned part = 0; part < 32 / bits; part++) {
        int64_t sum = 0;

        for (unsigned corner = 0; corner < 1u << dims; corner++) {
            unsigned at[3] = { 0 };
            int64_t w = 1;

            for (unsigned d = 0; d < dims; d++) {
                bool second = corner >> d & 1;

                at[d] = wrapped(low[d] + second, t->wrap, t->log2[d]);
                w *= second ? weight[d] : 256 - weight[d];
            }
            sum += w * part_of(t, texel_at(t, face, at), part);
        }
        sum = (sum + (INT64_C(1) << (8 * dims - 1))) >> 8 * dims;
        out |= (uint32_t)(sum & ((1 << bits) - 1)) << bits * part;
    }
    return out;
}

static inline Seen model_sample(const Unit *t, unsigned face, const double c[3])
{
    unsigned at[3] = { 0 };

    if (t->linear) {
        return seen_word(filtered(t, face, c));
    }
    for (unsigned d = 0; d < (t->volume ? 3u : 2u); d++) {
        at[d] = wrapped(floor(texel_place(c[d], t->log2[d])), t->wrap,
                        t->log2[d]);
    }
    return seen_word(texel_at(t, face, at));
}

/* The major axis is the first of the greatest; a row a face. */
static inline Seen model_direction(const Unit *t, const double dir[3])
{
    static const struct { int s, t, s_sign, t_sign; } rows[6] = {
        { 2, 1, -1, -1 }, { 2, 1, 1, -1 }, { 0, 2, 1, 1 }, { 0, 2, 1, -1 },
        { 0, 1, 1, -1 }, { 0, 1, -1, -1 },
    };
    unsigned major = 0, face;
    double c[3] = { 0 }, most;

    for (unsigned d = 1; d < 3; d++) {
        major = fabs(dir[d]) > fabs(dir[major]) ? d : major;
    }
    for (unsigned d = 0; d < 3; d++) {  /* numbers that are none: the first */
        major = isnan(dir[d]) ? 0 : major;
    }
    most = fabs(dir[major]);
    face = 2 * major + (dir[major] < 0);
    c[0] = rows[face].s_sign * dir[rows[face].s] / most;
    c[1] = rows[face].t_sign * dir[rows[face].t] / most;
    if (t->faces == 1) {
        c[1] = -c[1];
        return model_sample(t, 0, c);
    }
    c[0] = (c[0] + 1) / 2;
    c[1] = (c[1] + 1) / 2;
    return model_sample(t, face, c);
}

/* ---- the model: stages ---- */

static inline Seen model_stage(const Case *k, const Fragment *f, unsigned u);

static inline unsigned wide(uint8_t high, uint8_t low)
{
    return high * 256u + low;
}

static inline double mapped(unsigned map, Seen seen, unsigned axis)
{
    uint8_t byte = axis == 0 ? seen.r : axis == 1 ? seen.g : seen.b;
    int as_signed = byte < 128 ? byte : byte - 256;
    unsigned pair = axis ? wide(seen.g, seen.b) : wide(seen.a, seen.r);
    double x, y;

    switch (map) {
    case 0:
        return byte / 255.0;
    case 1:
        return (byte - 128) / 127.0;
    case 2:
        return (as_signed + 0.5) / 127.5;
    case 3:
        return as_signed / 127.0;
    case 4:
        return axis == 2 ? 1 : pair / 65535.0;
    default:
        if (axis < 2) {
            return (pair < 32768 ? (int)pair : (int)pair - 65536) / 32767.0;
        }
        x = mapped(map, seen, 0);
        y = mapped(map, seen, 1);
        return sqrt(MAX(0, 1 - x * x - y * y));
    }
}

/* The 24 bits of a float's mantissa, towards zero. */
static inline double cut(double v)
{
    int e;
    double m = frexp(v, &e);

    return ldexp(trunc(ldexp(m, 24)), e - 24);
}

static inline float model_dot(const Case *k, const Fragment *f, unsigned u)
{
    Seen seen = model_stage(k, f, k->prev[u]);
    double part[3];

    for (unsigned i = 0; i < 3; i++) {
        part[i] = cut(f->coord[u][i] * mapped(k->map[u], seen, i));
    }
    return cut(cut(part[0] + part[1]) + part[2]);
}

static inline double over_q(const Fragment *f, unsigned u, double v)
{
    double q = f->coord[u][3];

    return q == 1 ? v : v * (q == 0 ? 0x1p64 : 1.0 / q);
}

static inline Seen model_bump(const Case *k, const Fragment *f, unsigned u)
{
    Seen from = model_stage(k, f, k->prev[u]), out;
    double ds = (int8_t)from.b / 128.0, dt = (int8_t)from.g / 128.0;
    const float *m = k->bump[u];
    double c[3] = { f->coord[u][0] + m[0] * ds + m[3] * dt,
                    f->coord[u][1] + m[1] * ds + m[2] * dt, 0 };

    out = model_sample(&k->unit[u], 0, c);
    if (k->op[u] == 7) {
        double factor = k->scale[u] * (from.r / 255.0) + k->offset[u];
        uint8_t *part[3] = { &out.r, &out.g, &out.b };

        for (unsigned i = 0; i < 3; i++) {
            int n = ceil(*part[i] / 255.0 * factor * 4096 - 1e-6);

            *part[i] = CLAMP(n, 0, 4096) * 255 / 4096;
        }
    }
    return out;
}

static inline Seen model_reflection(const Case *k, const Fragment *f, unsigned u)
{
    double n[3], e[3], ne = 0, nn = 0, r[3];

    for (unsigned i = 0; i < 3; i++) {
        n[i] = model_dot(k, f, i + 1);
        e[i] = k->op[u] == 0x12 ? k->eye[i] : f->coord[i + 1][3];
        ne += n[i] * e[i];
        nn += n[i] * n[i];
    }
    for (unsigned i = 0; i < 3; i++) {
        r[i] = 2 * n[i] * ne / nn - e[i];
    }
    return model_direction(&k->unit[u], r);
}

static inline Seen model_volume_of_dots(const Case *k, const Fragment *f, unsigned u)
{
    const Unit *t = &k->unit[u];
    double q = f->coord[u][3] ? f->coord[u][3] : -0.0, c[3];

    for (unsigned i = 0; i < 3; i++) {
        c[i] = model_dot(k, f, i + 1) * (1 / q);
    }
    if (t->faces == 6) {
        c[0] = (1 + c[0]) / 2;
        c[1] = (1 - c[1]) / 2;
    }
    return model_sample(t, 0, c);
}

static inline Seen model_plane(const Case *k, const Fragment *f, unsigned u)
{
    double c[3] = { over_q(f, u, f->coord[u][0]),
                    over_q(f, u, f->coord[u][1]),
                    k->op[u] == 2 ? over_q(f, u, f->coord[u][2]) : 0 };

    return model_sample(&k->unit[u], 0, c);
}

static inline Seen model_pass(const Fragment *f, unsigned u)
{
    uint8_t b[4];

    for (unsigned i = 0; i < 4; i++) {
        b[i] = CLAMP(f->coord[u][i], 0, 1) * 255.0f + 0.5f;
    }
    return (Seen) { b[0], b[1], b[2], b[3], false };
}

static inline Seen model_cull(const Case *k, const Fragment *f, unsigned u)
{
    Seen out = { 0 };

    for (unsigned i = 0; i < 4; i++) {
        bool negative = f->coord[u][i] < 0;

        out.dropped |= negative != (k->cull[u] >> i & 1);
    }
    return out;
}

static inline Seen model_angles(const Case *k, const Fragment *f, unsigned u)
{
    Seen eye = model_stage(k, f, u - 2), light = model_stage(k, f, u - 1);
    int around = (int)wide(light.g, light.b) - (int)wide(eye.g, eye.b);
    double c[3] = { wide(eye.a, eye.r) / 65535.0,
                    wide(light.a, light.r) / 65535.0,
                    (around < 0 ? around + 65536 : around) / 65535.0 };

    return model_sample(&k->unit[u], 0, c);
}

static inline Seen model_stage(const Case *k, const Fragment *f, unsigned u)
{
    const Unit *t = &k->unit[u];
    Seen from = { 0 };
    double c[3] = { 0 };

    switch (k->op[u]) {
    case 0x00:
        return (Seen) { .a = 255 };
    case 0x01:
    case 0x02:
        return model_plane(k, f, u);
    case 0x03:
        for (unsigned i = 0; i < 3; i++) {
            c[i] = f->coord[u][i];
        }
        return model_direction(t, c);
    case 0x04:
        return model_pass(f, u);
    case 0x05:
        return model_cull(k, f, u);
    case 0x06:
    case 0x07:
        return model_bump(k, f, u);
    case 0x08:
        return model_angles(k, f, u);
    case 0x09:
        c[0] = model_dot(k, f, u - 1);
        c[1] = model_dot(k, f, u);
        return model_sample(t, 0, c);
    case 0x0b:
    case 0x0e:
        for (unsigned i = 0; i < 3; i++) {
            c[i] = model_dot(k, f, i + 1);
        }
        return model_direction(t, c);
    case 0x0c:
    case 0x12:
        return model_reflection(k, f, u);
    case 0x0d:
        return model_volume_of_dots(k, f, u);
    case 0x0f:
    case 0x10:
        from = model_stage(k, f, k->prev[u]);
        c[0] = (float)((k->op[u] == 0x0f ? from.a : from.g) / 255.0);
        c[1] = (float)((k->op[u] == 0x0f ? from.r : from.b) / 255.0);
        return model_sample(t, 0, c);
    default:                    /* products show nothing */
        return from;
    }
}

/* What DOT_ZW makes the depth, in units of 24 bits. */
static inline uint32_t model_depth(const Case *k, const Fragment *f, unsigned u)
{
    double r = 1.0 / model_dot(k, f, u), z;
    int exponent;

    r = frexp(r, &exponent);
    r = isfinite(r) ? ldexp(trunc(ldexp(r, 24)), exponent - 24) : r;
    z = model_dot(k, f, u - 1) * r;
    return !(z > 0) ? 0 : z >= 16777215.0 ? 16777215 : (uint32_t)z;
}

#endif
