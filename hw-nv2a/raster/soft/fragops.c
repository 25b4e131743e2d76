/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each operation of a fragment program computes, over lanes.  IEEE
 * singles rounded to nearest, where silicon may round otherwise (guess); the
 * formulas are those of the rows in fragprog-rows.h.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include <math.h>

#include "raster/soft/fragload.h"
#include "raster/soft/fragops.h"

const float nv_frag_scales[8] = { 1, 2, 4, 8, 1, 0.5f, 0.25f, 0.125f };

/* ---- other number formats ---- */

/* Without branches, so that compilers do it for many lanes at once. */
static inline float round_half(float x)
{
    uint32_t u = nv_f2u(x), sign = u & 0x80000000, a = u & 0x7fffffff;
    uint32_t tiny = nv_f2u((nv_u2f(a) + 0.5f) - 0.5f);
    uint32_t v = (a + 0xfff + (a >> 13 & 1)) & ~0x1fffu;

    v = a < 0x38800000 ? tiny : v;      /* below 2^-14: steps of 2^-24 */
    v = a >= 0x477ff000 ? 0x7f800000 : v;       /* 65520 and more */
    v = a > 0x7f800000 ? a : v;
    return nv_u2f(sign | v);
}

float nv_frag_round_half(float x)
{
    return round_half(x);
}

/* A loop over eight alone is taken apart before it is made one of lanes. */
static inline void round_eights(float *v, unsigned eights)
{
    for (unsigned i = 0; i < 8 * eights; i++) {
        v[i] = round_half(v[i]);
    }
}

NV_LANE_CLONES
void nv_frag_round_halves(NvLane *v, unsigned mask, unsigned n)
{
    for (unsigned c = 0; c < 4; c++) {
        if (mask >> c & 1) {
            round_eights(v[c], n / 8);
        }
    }
}

uint16_t nv_frag_to_half(float x)
{
    float h = nv_frag_round_half(x);
    uint32_t u = nv_f2u(h), sign = u >> 16 & 0x8000, a = u & 0x7fffffff;

    if (a >= 0x7f800000) {      /* a NaN's payload stays, if in low bits only */
        return sign | 0x7c00 | (a > 0x7f800000 ? a >> 13 & 0x3ff ?: 0x200 : 0);
    }
    if (a < 0x38800000) {
        return sign | (uint32_t)(nv_u2f(a) * 0x1p24f);
    }
    return sign | (a - 0x38000000) >> 13;
}

float nv_frag_from_half(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, exp = h >> 10 & 31;
    uint32_t frac = h & 0x3ff;

    if (exp == 31) {
        return nv_u2f(sign | 0x7f800000 | frac << 13);
    }
    if (exp == 0) {
        return nv_u2f(sign | nv_f2u(frac * 0x1p-24f));
    }
    return nv_u2f(sign | (exp + 112) << 23 | frac << 13);
}

/* s1.10: [-2, 2) in steps of 1 / 1024; NaN becomes 0 (guess). */
static inline float round_fx12(float x)
{
    if (!(x > -2.0f)) {
        return x == x ? -2.0f : 0.0f;
    }
    return x < 2047.0f / 1024.0f ? rintf(x * 1024.0f) / 1024.0f
                                 : 2047.0f / 1024.0f;
}

float nv_frag_round_fx12(float x)
{
    return round_fx12(x);
}

NV_LANE_CLONES
void nv_frag_round_fx12s(NvLane *v, unsigned mask, unsigned n)
{
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned i = 0; i < n && mask >> c & 1; i++) {
            v[c][i] = round_fx12(v[c][i]);
        }
    }
}

/* ---- NaN ---- */

/* What is rounded is computed, but halves of a half's register are halves. */
static bool moves(const NvFragOp *op)
{
    bool half = nv_frag_makes_halves(op);

    if (op->scale) {
        return false;
    }
    switch (op->code) {
    case NV_FRAG_MOV:
        return !half || op->src[0].file == NV_FRAG_FILE_H;
    case NV_FRAG_PK2H: case NV_FRAG_PK2US: case NV_FRAG_PK4B:
    case NV_FRAG_PK4UB: case NV_FRAG_UP2H:
        return !half;
    case NV_FRAG_TIMESWTEX:
        return false;
    default:
        return nv_frag_samples(op->code) && !half && !op->expand;
    }
}

uint32_t nv_frag_nan(const NvFragOp *op)
{
    return moves(op) ? 0 : nv_frag_makes_halves(op) ? NV_FRAG_NAN_HALF
                                                    : NV_FRAG_NAN;
}

NV_LANE_CLONES
void nv_frag_put_nan(NvLane *v, unsigned mask, unsigned n, uint32_t nan)
{
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned i = 0; i < n && mask >> c & 1; i++) {
            uint32_t u = nv_f2u(v[c][i]);

            v[c][i] = nv_u2f((u & 0x7fffffff) > 0x7f800000 ? nan : u);
        }
    }
}

/* ---- by component ---- */

#define COMPONENTS(name, expression) \
    static void do_##name(const NvFragJob *j) \
    { \
        for (unsigned c = 0; c < 4; c++) { \
            const float *pa = j->src[0][c], *pb = j->src[1][c]; \
            const float *pc = j->src[2][c]; \
            float *d = j->out[c]; \
            \
            if (!(j->mask >> c & 1)) { \
                continue; \
            } \
            for (unsigned i = 0; i < j->n; i++) { \
                G_GNUC_UNUSED float a = pa[i], b = pb[i], z = pc[i]; \
                d[i] = expression; \
            } \
        } \
    }

COMPONENTS(MOV, a)
COMPONENTS(MUL, a * b)
COMPONENTS(ADD, a + b)
COMPONENTS(MAD, a * b + z)
COMPONENTS(MIN, a < b ? a : b)
COMPONENTS(MAX, a > b ? a : b)
COMPONENTS(SLT, a < b ? 1.0f : 0.0f)
COMPONENTS(SGE, a >= b ? 1.0f : 0.0f)
COMPONENTS(SLE, a <= b ? 1.0f : 0.0f)
COMPONENTS(SGT, a > b ? 1.0f : 0.0f)
COMPONENTS(SNE, a != b ? 1.0f : 0.0f)
COMPONENTS(SEQ, a == b ? 1.0f : 0.0f)
COMPONENTS(FRC, a - floorf(a))
COMPONENTS(FLR, floorf(a))
COMPONENTS(LRP, a * b + (1.0f - a) * z)
COMPONENTS(STR, 1.0f)
COMPONENTS(SFL, 0.0f)
#undef COMPONENTS

/* ---- one value for all components ---- */

static void spread(const NvFragJob *j, const float *value)
{
    for (unsigned c = 0; c < 4; c++) {
        if (j->mask >> c & 1 && j->out[c] != value) {
            memcpy(j->out[c], value, j->n * sizeof(float));
        }
    }
}

/* ax to aw and so on: components of the sources. */
#define SCALAR(name, expression) \
    static void do_##name(const NvFragJob *j) \
    { \
        const float *const *pa = j->src[0], *const *pb = j->src[1]; \
        const float *const *pc = j->src[2]; \
        NvLane v; \
        \
        for (unsigned i = 0; i < j->n; i++) { \
            G_GNUC_UNUSED float ax = pa[0][i], ay = pa[1][i], az = pa[2][i]; \
            G_GNUC_UNUSED float aw = pa[3][i], bx = pb[0][i], by = pb[1][i]; \
            G_GNUC_UNUSED float bz = pb[2][i], bw = pb[3][i], cx = pc[0][i]; \
            v[i] = expression; \
        } \
        spread(j, v); \
    }

static float power(float a, float b)
{
    return b == 0 ? 1.0f : exp2f(b * log2f(a));
}

static float bits(uint32_t u)
{
    return nv_u2f(u);
}

static uint32_t unorm(float x, float most)
{
    x = x > 0 ? x < 1 ? x : 1 : 0;
    return (uint32_t)(x * most + 0.5f);
}

static uint32_t snorm8(float x)
{
    x = x > -128 / 127.0f ? x < 1 ? x : 1 : x == x ? -128 / 127.0f : 0;
    return (uint32_t)(int32_t)floorf(127.0f * x + 0.5f) & 0xff;
}

SCALAR(DP2, ax * bx + ay * by)
SCALAR(DP3, ax * bx + ay * by + az * bz)
SCALAR(DP4, ax * bx + ay * by + az * bz + aw * bw)
SCALAR(DP2A, ax * bx + ay * by + cx)
SCALAR(RCP, 1.0f / ax)
SCALAR(RSQ, 1.0f / sqrtf(ax))
SCALAR(EX2, exp2f(ax))
SCALAR(LG2, log2f(ax))
SCALAR(COS, cosf(ax))
SCALAR(SIN, sinf(ax))
SCALAR(POW, power(ax, bx))
SCALAR(PK2H, bits(nv_frag_to_half(ax) | (uint32_t)nv_frag_to_half(ay) << 16))
SCALAR(PK2US, bits(unorm(ax, 65535) | unorm(ay, 65535) << 16))
SCALAR(PK4UB, bits(unorm(ax, 255) | unorm(ay, 255) << 8 |
                   unorm(az, 255) << 16 | unorm(aw, 255) << 24))
SCALAR(PK4B, bits(snorm8(ax) | snorm8(ay) << 8 | snorm8(az) << 16 |
                  snorm8(aw) << 24))
#undef SCALAR

/* ---- vectors ---- */

/* Four values from all components; those not in the mask are dropped. */
#define VECTOR(name, X, Y, Z, W) \
    static void do_##name(const NvFragJob *j) \
    { \
        const float *const *pa = j->src[0], *const *pb = j->src[1]; \
        const float *const *pc = j->src[2]; \
        \
        for (unsigned i = 0; i < j->n; i++) { \
            G_GNUC_UNUSED float ax = pa[0][i], ay = pa[1][i], az = pa[2][i]; \
            G_GNUC_UNUSED float aw = pa[3][i], bx = pb[0][i], by = pb[1][i]; \
            G_GNUC_UNUSED float bz = pb[2][i], bw = pb[3][i]; \
            G_GNUC_UNUSED float cx = pc[0][i], cy = pc[1][i]; \
            G_GNUC_UNUSED float cz = pc[2][i], cw = pc[3][i]; \
            G_GNUC_UNUSED uint32_t u = nv_f2u(ax); \
            \
            j->out[0][i] = X; \
            j->out[1][i] = Y; \
            j->out[2][i] = Z; \
            j->out[3][i] = W; \
        } \
    }

static float lit(float x, float y, float w)
{
    w = w > -128 ? w < 128 ? w : 128 : -128;
    return x > 0 ? power(y > 0 ? y : 0, w) : 0.0f;
}

/* 2 (a . b) / (a . a), what scales the axis of a reflection. */
static float mirror(float ax, float ay, float az, float bx, float by,
                    float bz)
{
    return 2.0f * (ax * bx + ay * by + az * bz) /
           (ax * ax + ay * ay + az * az);
}

static float half_of(uint32_t u, unsigned pos)
{
    return nv_frag_from_half(u >> pos);
}

#define INV_LENGTH (1.0f / sqrtf(ax * ax + ay * ay + az * az))
#define REFLECT (mirror(ax, ay, az, bx, by, bz))

VECTOR(DST, 1.0f, ay * by, az, bw)
VECTOR(LIT, 1.0f, ax > 0 ? ax : 0.0f, lit(ax, ay, aw), 1.0f)
VECTOR(LITEX2, 1.0f, ax, ax > 0 ? exp2f(aw) : 0.0f, 1.0f)
VECTOR(X2D, ax + bx * cx + by * cy, ay + bx * cz + by * cw,
       ax + bx * cx + by * cy, ay + bx * cz + by * cw)
VECTOR(RFL, REFLECT * ax - bx, REFLECT * ay - by, REFLECT * az - bz, 0.0f)
VECTOR(NRM, ax * INV_LENGTH, ay * INV_LENGTH, az * INV_LENGTH, 0.0f)
VECTOR(UP2H, half_of(u, 0), half_of(u, 16), half_of(u, 0), half_of(u, 16))
VECTOR(UP2US, (u & 0xffff) / 65535.0f, (u >> 16) / 65535.0f,
       (u & 0xffff) / 65535.0f, (u >> 16) / 65535.0f)
VECTOR(UP4UB, (u & 255) / 255.0f, (u >> 8 & 255) / 255.0f,
       (u >> 16 & 255) / 255.0f, (u >> 24) / 255.0f)
VECTOR(UP4B, ((int)(u & 255) - 128) / 127.0f,
       ((int)(u >> 8 & 255) - 128) / 127.0f,
       ((int)(u >> 16 & 255) - 128) / 127.0f,
       ((int)(u >> 24) - 128) / 127.0f)
VECTOR(DIV, ax / bx, ay / bx, az / bx, aw / bx)
VECTOR(DIVSQ, ax / sqrtf(bx), ay / sqrtf(bx), az / sqrtf(bx), aw / sqrtf(bx))
#undef VECTOR

/* ---- derivatives: lanes in quads, see NvFragRun ---- */

static void derivative(const NvFragJob *j, unsigned bit)
{
    for (unsigned c = 0; c < 4; c++) {
        const float *a = j->src[0][c];

        for (unsigned i = 0; i < j->n && j->mask >> c & 1; i++) {
            j->out[c][i] = a[i | bit] - a[i & ~bit];
        }
    }
}

static void do_DDX(const NvFragJob *j)
{
    derivative(j, 2);
}

static void do_DDY(const NvFragJob *j)
{
    derivative(j, 1);
}

/* ---- for machine code ---- */

#define OF_EIGHT(name, expression) \
    void nv_frag_##name##_8(float *a, const float *b) \
    { \
        (void)b; \
        for (unsigned i = 0; i < 8; i++) { \
            a[i] = expression; \
        } \
    }

OF_EIGHT(exp2, exp2f(a[i]))
OF_EIGHT(log2, log2f(a[i]))
OF_EIGHT(cos, cosf(a[i]))
OF_EIGHT(sin, sinf(a[i]))
OF_EIGHT(power, power(a[i], b[i]))
#undef OF_EIGHT

#define FN(name) [NV_FRAG_##name] = do_##name

const NvFragFn nv_frag_fns[NV_FRAG_CODES] = {
    FN(MOV), FN(MUL), FN(ADD), FN(MAD), FN(DP3), FN(DP4), FN(DST), FN(MIN),
    FN(MAX), FN(SLT), FN(SGE), FN(SLE), FN(SGT), FN(SNE), FN(SEQ), FN(FRC),
    FN(FLR), FN(PK4B), FN(UP4B), FN(DDX), FN(DDY), FN(RCP), FN(RSQ),
    FN(EX2), FN(LG2), FN(LIT), FN(LRP), FN(STR), FN(SFL), FN(COS), FN(SIN),
    FN(PK2H), FN(UP2H), FN(POW), FN(PK4UB), FN(UP4UB), FN(PK2US),
    FN(UP2US), FN(X2D), FN(DP2A), FN(RFL), FN(DP2), FN(NRM), FN(DIV),
    FN(DIVSQ), FN(LITEX2),
};
