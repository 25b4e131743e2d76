/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Arithmetic for the guest: x87 for the transcendentals, SSE for the rest.
 * Everything the guest expects of the card is computed with this, not read
 * back from it.
 */
#include "guest.h"

float sinf_(float x)
{
    float r;

    __asm__("fsin" : "=t"(r) : "0"(x));
    return r;
}

float cosf_(float x)
{
    float r;

    __asm__("fcos" : "=t"(r) : "0"(x));
    return r;
}

float sqrtf_(float x)
{
    float r;

    __asm__("fsqrt" : "=t"(r) : "0"(x));
    return r;
}

float floorf_(float x)
{
    float t = (float)(int32_t)x;

    return t > x ? t - 1 : t;
}

float absf_(float x)
{
    return x < 0 ? -x : x;
}

float powf_(float x, float y)
{
    float l, r, whole;

    __asm__("fyl2x" : "=t"(l) : "0"(x), "u"(y) : "st(1)");
    whole = floorf_(l);
    l -= whole;
    __asm__("f2xm1" : "=t"(r) : "0"(l * 0.5f));
    r = (r + 1) * (r + 1);
    __asm__("fscale" : "=t"(l) : "0"(r), "u"(whole));
    return l;
}

uint32_t bits(float f)
{
    union { float f; uint32_t u; } v = { .f = f };

    return v.u;
}

float from_bits(uint32_t u)
{
    union { uint32_t u; float f; } v = { .u = u };

    return v.f;
}

Mat mat_identity(void)
{
    return mat_scale(1, 1, 1);
}

Mat mat_mul(const Mat *a, const Mat *b)
{
    Mat r;
    int i, j;

    for (i = 0; i < 4; i++) {
        for (j = 0; j < 4; j++) {
            r.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] +
                        a->m[i][2] * b->m[2][j] + a->m[i][3] * b->m[3][j];
        }
    }
    return r;
}

Mat mat_scale(float x, float y, float z)
{
    Mat r;

    memset(&r, 0, sizeof(r));
    r.m[0][0] = x;
    r.m[1][1] = y;
    r.m[2][2] = z;
    r.m[3][3] = 1;
    return r;
}

Mat mat_translate(float x, float y, float z)
{
    Mat r = mat_identity();

    r.m[0][3] = x;
    r.m[1][3] = y;
    r.m[2][3] = z;
    return r;
}

Mat mat_rotate(int axis, float radians)
{
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    float s = sinf_(radians), c = cosf_(radians);
    Mat r = mat_identity();

    r.m[a][a] = c;
    r.m[a][b] = -s;
    r.m[b][a] = s;
    r.m[b][b] = c;
    return r;
}

Mat mat_perspective(float fovy, float aspect, float znear, float zfar)
{
    float f = cosf_(fovy / 2) / sinf_(fovy / 2);
    Mat r;

    memset(&r, 0, sizeof(r));
    r.m[0][0] = f / aspect;
    r.m[1][1] = f;
    r.m[2][2] = zfar / (znear - zfar);
    r.m[2][3] = znear * zfar / (znear - zfar);
    r.m[3][2] = -1;
    return r;
}

void mat_apply(const Mat *m, const float v[4], float out[4])
{
    int i;

    for (i = 0; i < 4; i++) {
        out[i] = m->m[i][0] * v[0] + m->m[i][1] * v[1] + m->m[i][2] * v[2] +
                 m->m[i][3] * v[3];
    }
}

float dot3(const float *a, const float *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void normalize3(float v[3])
{
    float k = 1 / sqrtf_(dot3(v, v));

    v[0] *= k;
    v[1] *= k;
    v[2] *= k;
}

void hue(float h, float rgb[3])
{
    int i;

    for (i = 0; i < 3; i++) {
        rgb[i] = 0.56f + 0.40f * cosf_(6.2831853f * (h - (float)i / 3));
    }
}
