/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations of the texture shader that look at the colour of a stage before
 * them.  They see it as the 8 bits a channel, or twice 16, that the stage
 * gives; formulas are from a console's pictures (hw).
 */
#include <math.h>

#include "raster/soft/shader.h"

/* ---- colours of other stages ---- */

/* Channels of fragment @i of stage @u as bytes, r g b a; two's complement. */
static void bytes_of(const NvSoft *s, const NvSoftSpan *sp, unsigned u,
                     unsigned i, uint8_t rgba[4])
{
    unsigned sign = s->tex[u].how->sign;
    uint32_t argb = sp->word[u][i];

    if (sp->words >> u & 1) {
        rgba[0] = argb >> 16;
        rgba[1] = argb >> 8;
        rgba[2] = argb;
        rgba[3] = argb >> 24;
        return;
    }
    for (unsigned c = 0; c < 4; c++) {
        double v = sp->reg[NV_RC_T0 + u][c][i];
        double scale = sign >> c & 1 ? 127.5 : 255;

        v = v > -1.5 ? v < 1.5 ? v : 1.5 : -1.5;
        rgba[c] = (int)floor(v * scale + 0.5 + 0x1p-17);
    }
}

/* Of those, two channels of 16 bits. */
static uint16_t wide_high(const uint8_t rgba[4])
{
    return rgba[3] << 8 | rgba[0];
}

static uint16_t wide_low(const uint8_t rgba[4])
{
    return rgba[1] << 8 | rgba[2];
}

/* ---- dependent coordinates ---- */

/* Bytes of 0 to 255, whatever their sign (guess; of luminance hw). */
static void dependent(const NvSoft *s, NvSoftSpan *sp, unsigned u,
                      unsigned cs, unsigned ct)
{
    double x[NV_SOFT_SPAN] = { 0 }, y[NV_SOFT_SPAN] = { 0 };

    for (unsigned i = 0; i < sp->n; i++) {
        uint8_t k[4];

        bytes_of(s, sp, s->pixel->shader.prev[u], i, k);
        x[i] = (float)(k[cs] / 255.0);
        y[i] = (float)(k[ct] / 255.0);
    }
    nv_soft_shader_fetch(s, sp, u, x, y);
}

void nv_soft_op_ar(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    dependent(s, sp, u, 3, 0);
}

void nv_soft_op_gb(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    dependent(s, sp, u, 1, 2);
}

/* ---- bump environment maps ---- */

void nv_soft_op_bump(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    const float *m = s->pixel->shader.bump[u];
    unsigned prev = s->pixel->shader.prev[u];
    double x[NV_SOFT_SPAN] = { 0 }, y[NV_SOFT_SPAN] = { 0 };

    for (unsigned i = 0; i < sp->n; i++) {
        uint8_t k[4];
        double ds, dt;

        bytes_of(s, sp, prev, i, k);
        ds = (int8_t)k[2] / 128.0;
        dt = (int8_t)k[1] / 128.0;
        x[i] = sp->coord[u][0][i] + m[0] * ds + m[2] * dt;
        y[i] = sp->coord[u][1][i] + m[1] * ds + m[3] * dt;
    }
    nv_soft_shader_fetch(s, sp, u, x, y);
}

/*
 * A texel's byte times @factor: the product is a multiple of 1 / 4096, the
 * next above, and what leaves is cut to a byte (hw: 11,832 products).
 */
static uint8_t brighten(uint8_t texel, double factor)
{
    double v = ceil(texel * factor * (4096 / 255.0) - 0x1p-20);

    v = v > 0 ? v < 4096 ? v : 4096 : 0;
    return (int)v * 255 >> 12;
}

void nv_soft_op_bump_lum(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    const NvPixelShader *shader = &s->pixel->shader;
    unsigned prev = shader->prev[u];

    nv_soft_op_bump(s, sp, u);
    for (unsigned i = 0; i < sp->n; i++) {
        uint8_t from[4], k[4];
        double factor;

        bytes_of(s, sp, prev, i, from);
        bytes_of(s, sp, u, i, k);
        factor = shader->bump_scale[u] * (from[0] / 255.0) +
                 shader->bump_offset[u];
        for (unsigned c = 0; c < 3; c++) {
            sp->reg[NV_RC_T0 + u][c][i] = brighten(k[c], factor) / 255.0;
        }
    }
    sp->words &= ~NV_BIT(u);    /* no longer what was fetched */
}

/* ---- dot products ---- */

static double unit(uint8_t b)
{
    return b / 255.0;
}

static double signed_gl(uint8_t b)
{
    return ((int8_t)b + 0.5) / 127.5;
}

/* The vector that a colour is, by SET_DOT_RGBMAPPING's modes. */
static void map_vector(unsigned map, const uint8_t k[4], double v[3])
{
    int hi = wide_high(k), lo = wide_low(k);

    switch (map) {
    case 0:
        for (unsigned c = 0; c < 3; c++) {
            v[c] = unit(k[c]);
        }
        break;
    case 1:
        for (unsigned c = 0; c < 3; c++) {
            v[c] = (k[c] - 128) / 127.0;
        }
        break;
    case 2:
        for (unsigned c = 0; c < 3; c++) {
            v[c] = signed_gl(k[c]);
        }
        break;
    case 3:
        for (unsigned c = 0; c < 3; c++) {
            v[c] = (int8_t)k[c] / 127.0;
        }
        break;
    case 4:
        v[0] = hi / 65535.0;
        v[1] = lo / 65535.0;
        v[2] = 1;
        break;
    default:
        v[0] = (int16_t)hi / 32767.0;
        v[1] = (int16_t)lo / 32767.0;
        v[2] = 1 - v[0] * v[0] - v[1] * v[1];
        v[2] = v[2] > 0 ? sqrt(v[2]) : 0;
    }
}

static double cut(double v)
{
    return nv_cut_double(v, 24);
}

/*
 * Products and both sums are cut to floats, in this order (hw: of 54 pictures
 * of cubes 3 become equal and none worse; each other order or rounding that
 * was tried makes some worse).
 */
static void dot(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    const NvPixelShader *shader = &s->pixel->shader;

    for (unsigned i = 0; i < sp->n; i++) {
        uint8_t k[4];
        double v[3];

        bytes_of(s, sp, shader->prev[u], i, k);
        map_vector(shader->map[u], k, v);
        sp->dot[u][i] = cut(cut(cut(sp->coord[u][0][i] * v[0]) +
                                cut(sp->coord[u][1][i] * v[1])) +
                            cut(sp->coord[u][2][i] * v[2]));
    }
}

void nv_soft_op_dot(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    dot(s, sp, u);
    nv_soft_shader_set(sp, u, 0, 0);
}

void nv_soft_op_dot_st(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    double x[NV_SOFT_SPAN] = { 0 }, y[NV_SOFT_SPAN] = { 0 };

    dot(s, sp, u);
    for (unsigned i = 0; i < sp->n; i++) {
        x[i] = sp->dot[u - 1][i];
        y[i] = sp->dot[u][i];
    }
    nv_soft_shader_fetch(s, sp, u, x, y);
}

/* Cut to a mantissa of 24 bits, as that of 1 / w is (guess: nearer). */
static double reciprocal(double v)
{
    double r = 1.0 / v;
    uint64_t bits;

    memcpy(&bits, &r, sizeof(bits));
    bits &= UINT64_MAX << (53 - 24);
    memcpy(&r, &bits, sizeof(r));
    return r;
}

void nv_soft_op_dot_zw(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    dot(s, sp, u);
    for (unsigned i = 0; i < sp->n; i++) {
        double z = sp->dot[u - 1][i] * reciprocal(sp->dot[u][i]);

        sp->z[i] = z == z ? z : 0;
    }
    nv_soft_shader_set(sp, u, 0, 0);
}

/*
 * Over q; one of 0 acts as if it were just below (hw).  A cube map shows its
 * first face, from its middle on (hw).
 */
void nv_soft_op_dot_str(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    dot(s, sp, u);
    for (unsigned i = 0; i < sp->n; i++) {
        double q = sp->coord[u][3][i], inv = q != 0 ? 1.0 / q : -INFINITY;
        NvTexQuery query = {
            .u = sp->dot[u - 2][i] * inv, .v = sp->dot[u - 1][i] * inv,
            .p = sp->dot[u][i] * inv,
        };

        if (s->tex[u].how->cube) {
            query.u = (1 + query.u) / 2;
            query.v = (1 - query.v) / 2;
        }
        if (sp->live >> i & 1) {
            nv_soft_shader_fetch_one(s, sp, u, i, &query);
        }
    }
}

void nv_soft_op_dot_cube(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    dot(s, sp, u);
    for (unsigned i = 0; i < sp->n; i++) {
        nv_soft_shader_fetch_cube(s, sp, u, i, (const double[3]) {
            sp->dot[u - 2][i], sp->dot[u - 1][i], sp->dot[u][i] });
    }
}

/* Looks ahead at the product of the next stage; not with its own colour. */
void nv_soft_op_dot_diffuse(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    nv_soft_shader_set(sp, u, 0, 0);
    dot(s, sp, u);
    dot(s, sp, u + 1);
    for (unsigned i = 0; i < sp->n; i++) {
        nv_soft_shader_fetch_cube(s, sp, u, i, (const double[3]) {
            sp->dot[u - 1][i], sp->dot[u][i], sp->dot[u + 1][i] });
    }
}

/* 2 n (n e) / (n n) - e */
static void reflect(const double n[3], const double e[3], double r[3])
{
    double ne = n[0] * e[0] + n[1] * e[1] + n[2] * e[2];
    double nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];

    for (unsigned c = 0; c < 3; c++) {
        r[c] = 2 * n[c] * ne / nn - e[c];
    }
}

static void specular(const NvSoft *s, NvSoftSpan *sp, unsigned u,
                     const float *eye)
{
    dot(s, sp, u);
    for (unsigned i = 0; i < sp->n; i++) {
        double n[3], e[3], r[3];

        for (unsigned c = 0; c < 3; c++) {
            n[c] = sp->dot[u - 2 + c][i];
            e[c] = eye ? eye[c] : sp->coord[u - 2 + c][3][i];
        }
        reflect(n, e, r);
        nv_soft_shader_fetch_cube(s, sp, u, i, r);
    }
}

void nv_soft_op_dot_specular(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    specular(s, sp, u, NULL);
}

void nv_soft_op_dot_const_eye(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    specular(s, sp, u, s->pixel->shader.eye);
}

/* ---- BRDF ---- */

/*
 * The two stages before give an angle from the axis and one around it each,
 * as channels of 16 bits: the first one's, the second's, and how far the
 * second is around from the first.
 */
void nv_soft_op_brdf(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    for (unsigned i = 0; i < sp->n; i++) {
        uint8_t eye[4], light[4];
        uint16_t around;
        NvTexQuery query = { 0 };

        if (!(sp->live >> i & 1)) {
            continue;
        }
        bytes_of(s, sp, u - 2, i, eye);
        bytes_of(s, sp, u - 1, i, light);
        around = wide_low(light) - wide_low(eye);
        query.u = wide_high(eye) / 65535.0;
        query.v = wide_high(light) / 65535.0;
        query.p = around / 65535.0;
        nv_soft_shader_fetch_one(s, sp, u, i, &query);
    }
}
