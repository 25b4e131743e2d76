/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A second evaluator of fragment programs' operations, one lane at a time, from
 * the rules of the extensions that describe them.
 */
#ifndef NV_FRAGPROG_MODEL_H
#define NV_FRAGPROG_MODEL_H

#include <math.h>

#include "raster/soft/fragprog.h"

static inline float clamp01(float x)
{
    return x > 0 ? x < 1 ? x : 1 : 0;
}

/* Half to float and back by arithmetic, ties to even. */
static inline float half_value(unsigned h)
{
    int exp = h >> 10 & 31;
    double v = exp ? ldexp(1024 + (h & 0x3ff), exp - 25)
                   : ldexp(h & 0x3ff, -24);

    if (exp == 31) {
        return nv_u2f((h & 0x8000) << 16 | 0x7f800000 | (h & 0x3ff) << 13);
    }
    return h & 0x8000 ? -v : v;
}

static inline unsigned half_bits(float f)
{
    unsigned sign = signbit(f) ? 0x8000 : 0;
    double a = fabs((double)f);
    int exp;

    if (isnan(f)) {
        unsigned payload = nv_f2u(f) >> 13 & 0x3ff;

        return sign | 0x7c00 | (payload ? payload : 0x200);
    }
    if (a >= 65520) {
        return sign | 0x7c00;
    }
    if (a < 0x1p-14) {
        return sign | (unsigned)nearbyint(a * 0x1p24);
    }
    frexp(a, &exp);
    return sign | ((unsigned)((exp + 14) << 10) +
                   (unsigned)(nearbyint(ldexp(a, 11 - exp)) - 1024));
}

static inline uint32_t pack8(const float *v, bool is_signed)
{
    uint32_t word = 0;

    for (unsigned c = 0; c < 4; c++) {
        float x = v[c] != v[c] ? 0 : v[c];
        int byte = is_signed
                   ? (int)floor(127.0f * CLAMP(x, -128 / 127.0f, 1) + 0.5)
                   : (int)floor(255.0f * clamp01(x) + 0.5);

        word |= (uint32_t)(byte & 255) << 8 * c;
    }
    return word;
}

static inline void fill(float *d, float v)
{
    d[0] = d[1] = d[2] = d[3] = v;
}

static inline float dot(const float *a, const float *b, unsigned n)
{
    float sum = a[0] * b[0];

    for (unsigned i = 1; i < n; i++) {
        sum = sum + a[i] * b[i];
    }
    return sum;
}

static inline void model_unpack(const char *op, uint32_t u, float *d)
{
    for (unsigned c = 0; c < 4; c++) {
        unsigned byte = u >> 8 * c & 255, word = u >> 16 * (c & 1) & 0xffff;

        d[c] = !strcmp(op, "UP4B") ? ((int)byte - 128) / 127.0f :
               !strcmp(op, "UP4UB") ? byte / 255.0f :
               !strcmp(op, "UP2US") ? word / 65535.0f : half_value(word);
    }
}

static inline float model_pow(float a, float b)
{
    return b == 0 ? 1 : exp2((double)b * log2(a));
}

static inline bool model_all(const char *op, const float *a, const float *b,
                      const float *c, float *d)
{
    uint32_t u = 0;

    if (!strcmp(op, "DP2")) {
        fill(d, dot(a, b, 2));
    } else if (!strcmp(op, "DP3")) {
        fill(d, dot(a, b, 3));
    } else if (!strcmp(op, "DP4")) {
        fill(d, dot(a, b, 4));
    } else if (!strcmp(op, "DP2A")) {
        fill(d, dot(a, b, 2) + c[0]);
    } else if (!strcmp(op, "RCP")) {
        fill(d, 1 / a[0]);
    } else if (!strcmp(op, "RSQ")) {
        fill(d, 1 / sqrtf(a[0]));
    } else if (!strcmp(op, "EX2")) {
        fill(d, powf(2, a[0]));
    } else if (!strcmp(op, "LG2")) {
        fill(d, log2(a[0]));
    } else if (!strcmp(op, "COS")) {
        fill(d, cos(a[0]));
    } else if (!strcmp(op, "SIN")) {
        fill(d, sin(a[0]));
    } else if (!strcmp(op, "POW")) {
        fill(d, model_pow(a[0], b[0]));
    } else if (!strncmp(op, "PK", 2)) {
        u = !strcmp(op, "PK4B") ? pack8(a, true) :
            !strcmp(op, "PK4UB") ? pack8(a, false) :
            !strcmp(op, "PK2H") ? half_bits(a[0]) |
                                  (uint32_t)half_bits(a[1]) << 16
            : (uint32_t)floor(65535.0f * clamp01(a[0]) + 0.5) |
              (uint32_t)floor(65535.0f * clamp01(a[1]) + 0.5) << 16;
        fill(d, nv_u2f(u));
    } else if (!strncmp(op, "UP", 2)) {
        model_unpack(op, nv_f2u(a[0]), d);
    } else {
        return false;
    }
    return true;
}

static inline bool model_vector(const char *op, const float *a, const float *b,
                         const float *c, float *d)
{
    float k;

    if (!strcmp(op, "DST")) {
        d[0] = 1;
        d[1] = a[1] * b[1];
        d[2] = a[2];
        d[3] = b[3];
    } else if (!strcmp(op, "LIT")) {
        k = a[3] != a[3] ? -128 : CLAMP(a[3], -128, 128);
        d[0] = d[3] = 1;
        d[1] = a[0] > 0 ? a[0] : 0;
        d[2] = a[0] > 0 ? model_pow(a[1] > 0 ? a[1] : 0, k) : 0;
    } else if (!strcmp(op, "X2D")) {
        d[0] = d[2] = a[0] + b[0] * c[0] + b[1] * c[1];
        d[1] = d[3] = a[1] + b[0] * c[2] + b[1] * c[3];
    } else if (!strcmp(op, "RFL")) {
        k = 2 * dot(a, b, 3) / dot(a, a, 3);
        for (unsigned i = 0; i < 3; i++) {
            d[i] = k * a[i] - b[i];
        }
        d[3] = 0;
    } else if (!strcmp(op, "NRM")) {
        k = 1 / sqrtf(dot(a, a, 3));
        for (unsigned i = 0; i < 4; i++) {
            d[i] = i < 3 ? a[i] * k : 0;
        }
    } else {
        return false;
    }
    return true;
}

static inline float model_one(const char *op, float a, float b, float c, float bx)
{
    switch (op[0]) {
    case 'S':
        return !strcmp(op, "STR") ? 1 : !strcmp(op, "SFL") ? 0 :
               !strcmp(op, "SLT") ? a < b : !strcmp(op, "SGE") ? a >= b :
               !strcmp(op, "SLE") ? a <= b : !strcmp(op, "SGT") ? a > b :
               !strcmp(op, "SNE") ? a != b : a == b;
    case 'F':
        return !strcmp(op, "FRC") ? a - floorf(a) : floorf(a);
    case 'A':
        return a + b;
    case 'L':
        return a * b + (1 - a) * c;
    case 'D':
        return !strcmp(op, "DIV") ? a / bx : a / sqrtf(bx);
    default:
        return !strcmp(op, "MOV") ? a : !strcmp(op, "MUL") ? a * b :
               !strcmp(op, "MAD") ? a * b + c :
               !strcmp(op, "MIN") ? (a < b ? a : b) : a > b ? a : b;
    }
}

static inline void model(const char *op, const float *a, const float *b,
                  const float *c, float *d)
{
    if (!model_all(op, a, b, c, d) && !model_vector(op, a, b, c, d)) {
        for (unsigned i = 0; i < 4; i++) {
            d[i] = model_one(op, a[i], b[i], c[i], b[0]);
        }
    }
}

static inline bool close_to(float got, float want, bool exact)
{
    if (isnan(got) || isnan(want)) {
        return isnan(got) && isnan(want);
    }
    if (exact || isinf(got) || isinf(want)) {
        return got == want;
    }
    return fabsf(got - want) <= 1e-5f * MAX(fabsf(want), 1e-6f);
}

#endif
