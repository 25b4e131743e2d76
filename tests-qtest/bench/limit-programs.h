/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The programs of docs/examples by hand: eight vertices a register, nothing
 * but the operations they need, in the host's arithmetic with FMA if it has.
 *
 * limit.c includes this once a kind of host, with LIMIT(name) to name what is
 * made, LIMIT_TARGET for the compiler and LIMIT_AVX2 where there are
 * instructions for it.  That is not the hardware's arithmetic and not meant
 * to be: it is how fast the work can be done at all.
 */
#define INLINE static inline LIMIT_TARGET __attribute__((always_inline))

INLINE V LIMIT(max)(V a, V b)
{
#ifdef LIMIT_AVX2
    return (V)_mm256_max_ps((__m256)a, (__m256)b);
#else
    I m = a > b;

    return (V)((m & (I)a) | (~m & (I)b));
#endif
}

INLINE V LIMIT(min)(V a, V b)
{
#ifdef LIMIT_AVX2
    return (V)_mm256_min_ps((__m256)a, (__m256)b);
#else
    I m = a < b;

    return (V)((m & (I)a) | (~m & (I)b));
#endif
}

/* 22 bits, as many as the hardware's table has. */
INLINE V LIMIT(rsq)(V x)
{
#ifdef LIMIT_AVX2
    V y = (V)_mm256_rsqrt_ps((__m256)x);

    return y * (1.5f - (0.5f * x * y) * y);
#else
    V y;

    for (int i = 0; i < 8; i++) {
        y[i] = 1 / __builtin_sqrtf(x[i]);
    }
    return y;
#endif
}

/* Of a positive number: exponent, and a polynomial of the significand. */
INLINE V LIMIT(log2)(V x)
{
    I bits = (I)x;
    V e = __builtin_convertvector((bits >> 23) - 127, V);
    V m = (V)((bits & 0x7fffff) | 0x3f800000);
    V p = m * -3.4436006e-2f + 3.1821337e-1f;

    p = p * m - 1.2315303f;
    p = p * m + 2.5988452f;
    p = p * m - 3.3241990f;
    p = p * m + 3.1157899f;
    return p * (m - 1) + e;
}

INLINE V LIMIT(exp2)(V x)
{
    V least = (V){ 0 } - 126, most = (V){ 0 } + 127;
    V t = LIMIT(max)(LIMIT(min)(x, most), least), f, p;
    I i = __builtin_convertvector(t, I);

    i += (I)(__builtin_convertvector(i, V) > t);
    f = t - __builtin_convertvector(i, V);
    p = f * 1.3534167e-2f + 5.2011464e-2f;
    p = p * f + 2.4144275e-1f;
    p = p * f + 6.9300383e-1f;
    p = p * f + 1.0000026f;
    return p * (V)((i + 127) << 23);
}

/* x > 0 ? y^w : 0, the z of LIT; y below 0 counts as 0. */
INLINE V LIMIT(lit)(V x, V y, float w)
{
    V tiny = (V){ 0 } + 0x1p-126f;
    V z = LIMIT(exp2)(LIMIT(log2)(LIMIT(max)(y, tiny)) * w);

    return (V)((I)z & (I)(x > 0));
}

INLINE V LIMIT(load)(const uint32_t *row)
{
    return *(const Unaligned *)row;
}

INLINE void LIMIT(store)(uint32_t *row, V v)
{
    *(Unaligned *)row = v;
}

INLINE V LIMIT(dp4)(const V v[4], const float c[4])
{
    return v[0] * c[0] + (v[1] * c[1] + (v[2] * c[2] + v[3] * c[3]));
}

INLINE V LIMIT(dp3c)(const V v[3], const float c[4])
{
    return v[0] * c[0] + (v[1] * c[1] + v[2] * c[2]);
}

INLINE V LIMIT(dp3)(const V a[3], const V b[3])
{
    return a[0] * b[0] + (a[1] * b[1] + a[2] * b[2]);
}

#define IN(a, c) LIMIT(load)(&block->in[a][c][i])
#define OUT(a, c, v) LIMIT(store)(&block->out[a][c][i], v)
#define LOAD4(v, a) V v[4] = { IN(a, 0), IN(a, 1), IN(a, 2), IN(a, 3) }
#define FOR_GROUPS for (unsigned i = 0; i < block->count; i += 8)

/* o0 = c0..c3 times v0. */
#define POSITION(v) do { \
        OUT(0, 0, LIMIT(dp4)(v, c[0])); \
        OUT(0, 1, LIMIT(dp4)(v, c[1])); \
        OUT(0, 2, LIMIT(dp4)(v, c[2])); \
        OUT(0, 3, LIMIT(dp4)(v, c[3])); \
    } while (0)

static LIMIT_TARGET void LIMIT(p1)(const float (*c)[4], NvXfBlock *block)
{
    FOR_GROUPS {
        LOAD4(v0, 0);

        POSITION(v0);
        OUT(3, 0, IN(3, 0));
        OUT(3, 1, IN(3, 1));
        OUT(3, 2, IN(3, 2));
        OUT(3, 3, IN(3, 3));
        OUT(9, 0, IN(9, 0));
        OUT(9, 1, IN(9, 1));
        OUT(9, 2, IN(9, 2));
        OUT(9, 3, IN(9, 3));
    }
}

static LIMIT_TARGET void LIMIT(p3)(const float (*c)[4], NvXfBlock *block)
{
    const V zero = { 0 };

    FOR_GROUPS {
        LOAD4(v0, 0);
        LOAD4(v9, 9);
        V v2[3] = { IN(2, 0), IN(2, 1), IN(2, 2) };
        V n[3], s, x, diffuse, specular;

        POSITION(v0);
        n[0] = LIMIT(dp3c)(v2, c[4]);
        n[1] = LIMIT(dp3c)(v2, c[5]);
        n[2] = LIMIT(dp3c)(v2, c[6]);
        s = LIMIT(rsq)(LIMIT(dp3)(n, n));
        n[0] *= s;
        n[1] *= s;
        n[2] *= s;
        x = LIMIT(dp3c)(n, c[8]);
        specular = LIMIT(lit)(x, LIMIT(dp3c)(n, c[9]), c[10][3]);
        diffuse = LIMIT(max)(x, zero);
        OUT(3, 0, diffuse * c[12][0] * IN(3, 0) + c[13][0]);
        OUT(3, 1, diffuse * c[12][1] * IN(3, 1) + c[13][1]);
        OUT(3, 2, diffuse * c[12][2] * IN(3, 2) + c[13][2]);
        OUT(3, 3, IN(3, 3));
        OUT(4, 0, specular * c[14][0]);
        OUT(4, 1, specular * c[14][1]);
        OUT(4, 2, specular * c[14][2]);
        OUT(9, 0, LIMIT(dp4)(v9, c[16]));
        OUT(9, 1, LIMIT(dp4)(v9, c[17]));
        OUT(5, 0, LIMIT(max)(x, zero + c[11][0]) * c[15][0] + c[15][1]);
    }
}

/* A point light of five constants: adds to @diffuse and @specular. */
INLINE void LIMIT(light)(const float (*c)[4], const V eye[3], const V n[3],
                         const V view[3], V diffuse[3], V specular[3])
{
    V to[3] = { c[0][0] - eye[0], c[0][1] - eye[1], c[0][2] - eye[2] };
    V d2 = LIMIT(dp3)(to, to), s = LIMIT(rsq)(d2);
    V l[3] = { to[0] * s, to[1] * s, to[2] * s };
    V half[3] = { l[0] + view[0], l[1] + view[1], l[2] + view[2] };
    V x = LIMIT(dp3)(l, n);
    V y = LIMIT(dp3)(half, n) * LIMIT(rsq)(LIMIT(dp3)(half, half));
    V fall = 1 / (c[1][0] + (d2 * s * c[1][1] + d2 * c[1][2]));
    V spec = LIMIT(lit)(x, y, c[4][3]) * fall;
    V diff = LIMIT(max)(x, (V){ 0 }) * fall;

    for (int k = 0; k < 3; k++) {
        diffuse[k] += diff * c[2][k];
        specular[k] += spec * c[3][k];
    }
}

/* The sphere map's coordinates, and the length behind them. */
INLINE V LIMIT(sphere)(const V n[3], const V view[3], const float (*c)[4],
                       V o[3])
{
    V t = 2 * LIMIT(dp3)(n, view), m2, s;
    V r[3] = { t * n[0] - view[0], t * n[1] - view[1], t * n[2] - view[2] };

    r[2] += c[13][0];
    m2 = LIMIT(dp3)(r, r);
    s = LIMIT(rsq)(m2);
    o[0] = r[0] * s * c[19][0] + c[19][1];
    o[1] = r[1] * s * c[19][0] + c[19][1];
    o[2] = (V)((I)(r[2] * s) & (I)(r[2] >= c[14][2]));
    return m2;
}

static LIMIT_TARGET void LIMIT(p5)(const float (*c)[4], NvXfBlock *block)
{
    const V zero = { 0 };

    FOR_GROUPS {
        LOAD4(v0, 0);
        LOAD4(v9, 9);
        V v2[3] = { IN(2, 0), IN(2, 1), IN(2, 2) };
        V eye[3] = { LIMIT(dp4)(v0, c[4]), LIMIT(dp4)(v0, c[5]),
                     LIMIT(dp4)(v0, c[6]) };
        V n[3] = { LIMIT(dp3c)(v2, c[8]), LIMIT(dp3c)(v2, c[9]),
                   LIMIT(dp3c)(v2, c[10]) };
        V diffuse[3] = { zero + c[11][0], zero + c[11][1], zero + c[11][2] };
        V specular[3] = { zero + c[12][0], zero + c[12][1], zero + c[12][2] };
        V s = LIMIT(rsq)(LIMIT(dp3)(n, n)), view[3], o[3], m2;
        V one = zero + c[13][0];

        POSITION(v0);
        n[0] *= s;
        n[1] *= s;
        n[2] *= s;
        s = -LIMIT(rsq)(LIMIT(dp3)(eye, eye));
        view[0] = eye[0] * s;
        view[1] = eye[1] * s;
        view[2] = eye[2] * s;
        LIMIT(light)(c + 20, eye, n, view, diffuse, specular);
        LIMIT(light)(c + 25, eye, n, view, diffuse, specular);
        LIMIT(light)(c + 30, eye, n, view, diffuse, specular);
        LIMIT(light)(c + 35, eye, n, view, diffuse, specular);
        LIMIT(light)(c + 40, eye, n, view, diffuse, specular);
        OUT(3, 0, LIMIT(min)(diffuse[0], one) * IN(3, 0));
        OUT(3, 1, LIMIT(min)(diffuse[1], one) * IN(3, 1));
        OUT(3, 2, LIMIT(min)(diffuse[2], one) * IN(3, 2));
        OUT(3, 3, IN(3, 3));
        OUT(4, 0, LIMIT(min)(specular[0], one));
        OUT(4, 1, LIMIT(min)(specular[1], one));
        OUT(4, 2, LIMIT(min)(specular[2], one));
        OUT(5, 0, LIMIT(max)(LIMIT(exp2)(eye[2] * c[14][0]),
                             zero + c[14][1]));
        OUT(9, 0, LIMIT(dp4)(v9, c[15]));
        OUT(9, 1, LIMIT(dp4)(v9, c[16]));
        OUT(9, 2, LIMIT(dp4)(v9, c[17]));
        OUT(9, 3, LIMIT(dp4)(v9, c[18]));
        m2 = LIMIT(sphere)(n, view, c, o);
        OUT(10, 0, o[0]);
        OUT(10, 1, o[1]);
        OUT(10, 2, o[2]);
        OUT(6, 0, LIMIT(log2)(m2) * c[45][0] + c[45][1]);
    }
}

static const BenchLimit LIMIT(table) = {
    LIMIT_NAME, LIMIT(p1), LIMIT(p3), LIMIT(p5),
};

#undef INLINE
#undef IN
#undef OUT
#undef LOAD4
#undef FOR_GROUPS
#undef POSITION
#undef LIMIT
#undef LIMIT_TARGET
#undef LIMIT_NAME
