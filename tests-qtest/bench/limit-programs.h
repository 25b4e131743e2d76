/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The programs of docs/examples by hand: eight vertices a register, nothing
 * but the operations they need, in the host's arithmetic with FMA if it has;
 * over packed vertices, and over rows in place.
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

/* The same of a quotient. */
INLINE V LIMIT(rcp)(V x)
{
#ifdef LIMIT_AVX2
    V y = (V)_mm256_rcp_ps((__m256)x);

    return y * (2 - x * y);
#else
    return 1 / x;
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

/*
 * Of a number below 128: none is larger in these programs.  13 bits, as LIT
 * and EXP have; a sum with 3 * 2^22 leaves the whole part in the low bits.
 */
INLINE V LIMIT(exp2)(V x)
{
    const V round = (V){ 0 } + 0x1.8p23f, least = (V){ 0 } - 126;
    V t = LIMIT(max)(x, least), r = t + round, f = t - (r - round), p;

    p = f * 5.5088684e-2f + 2.4260405e-1f;
    p = p * f + 6.9327624e-1f;
    p = p * f + 9.9992894e-1f;
    return (V)((I)p + ((I)r << 23));
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

/*
 * How much of its colours a point light of five constants gives, @nv being n
 * times view.  Neither its direction nor the vector half way is written out:
 * of two unit vectors the latter's square is 2 and twice their product.
 */
INLINE void LIMIT(light)(const float (*c)[4], const V eye[3], const V n[3],
                         const V view[3], V nv, V *diffuse, V *specular)
{
    V to[3] = { c[0][0] - eye[0], c[0][1] - eye[1], c[0][2] - eye[2] };
    V d2 = LIMIT(dp3)(to, to), s = LIMIT(rsq)(d2);
    V x = LIMIT(dp3)(to, n) * s;
    V half = LIMIT(dp3)(to, view) * s * 2 + 2;
    V y = (x + nv) * LIMIT(rsq)(half);
    V fall = LIMIT(rcp)(c[1][0] + (d2 * s * c[1][1] + d2 * c[1][2]));

    *specular = LIMIT(lit)(x, y, c[4][3]) * fall;
    *diffuse = LIMIT(max)(x, (V){ 0 }) * fall;
}

/* The sphere map's coordinates, and the length behind them. */
INLINE V LIMIT(sphere)(const V n[3], const V view[3], V nv,
                       const float (*c)[4], V o[3])
{
    V t = 2 * nv, m2, s;
    V r[3] = { t * n[0] - view[0], t * n[1] - view[1], t * n[2] - view[2] };

    r[2] += c[13][0];
    m2 = LIMIT(dp3)(r, r);
    s = LIMIT(rsq)(m2);
    o[0] = r[0] * s * c[19][0] + c[19][1];
    o[1] = r[1] * s * c[19][0] + c[19][1];
    o[2] = (V)((I)(r[2] * s) & (I)(r[2] >= c[14][2]));
    return m2;
}

/* --- In place: rows of a block --- */

#define PROGRAM(name) LIMIT(name)(const float (*c)[4], NvXfBlock *block)
#define FOR_GROUPS for (unsigned i = 0; i < block->count; i += 8)
#define IN(a, c) LIMIT(load)(&block->in[a][c][i])
#define OUT(a, c, v) LIMIT(store)(&block->out[a][c][i], v)
#define LOAD3(v, a) V v[3] = { IN(a, 0), IN(a, 1), IN(a, 2) }
#define LOAD4(v, a) V v[4] = { IN(a, 0), IN(a, 1), IN(a, 2), IN(a, 3) }
#define COPY(a) OUT4(a, IN(a, 0), IN(a, 1), IN(a, 2), IN(a, 3))
#define OUT1(a, x) OUT(a, 0, x)
#define OUT2(a, x, y) do { OUT(a, 0, x); OUT(a, 1, y); } while (0)
#define OUT3(a, x, y, z) do { OUT2(a, x, y); OUT(a, 2, z); } while (0)
#define OUT4(a, x, y, z, w) do { OUT3(a, x, y, z); OUT(a, 3, w); } while (0)
#include "bench/limit-bodies.h"
#undef IN
#undef OUT

/* --- Packed: vertex after vertex, the attributes that are used --- */

/* Four components of eight vertices, from vectors of four and back. */
INLINE void LIMIT(turn)(V v[4], const float *in, unsigned stride)
{
    V r[4], t[4];

    for (unsigned k = 0; k < 4; k++) {
        V4 low = *(const Unaligned4 *)(in + k * stride);
        V4 high = *(const Unaligned4 *)(in + (k + 4) * stride);

        r[k] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    }
    t[0] = __builtin_shufflevector(r[0], r[1], 0, 8, 1, 9, 4, 12, 5, 13);
    t[1] = __builtin_shufflevector(r[0], r[1], 2, 10, 3, 11, 6, 14, 7, 15);
    t[2] = __builtin_shufflevector(r[2], r[3], 0, 8, 1, 9, 4, 12, 5, 13);
    t[3] = __builtin_shufflevector(r[2], r[3], 2, 10, 3, 11, 6, 14, 7, 15);
    v[0] = __builtin_shufflevector(t[0], t[2], 0, 1, 8, 9, 4, 5, 12, 13);
    v[1] = __builtin_shufflevector(t[0], t[2], 2, 3, 10, 11, 6, 7, 14, 15);
    v[2] = __builtin_shufflevector(t[1], t[3], 0, 1, 8, 9, 4, 5, 12, 13);
    v[3] = __builtin_shufflevector(t[1], t[3], 2, 3, 10, 11, 6, 7, 14, 15);
}

INLINE void LIMIT(turn_back)(float *out, unsigned stride, V x, V y, V z, V w)
{
    V t[4], r[4];

    t[0] = __builtin_shufflevector(x, y, 0, 8, 1, 9, 4, 12, 5, 13);
    t[1] = __builtin_shufflevector(x, y, 2, 10, 3, 11, 6, 14, 7, 15);
    t[2] = __builtin_shufflevector(z, w, 0, 8, 1, 9, 4, 12, 5, 13);
    t[3] = __builtin_shufflevector(z, w, 2, 10, 3, 11, 6, 14, 7, 15);
    r[0] = __builtin_shufflevector(t[0], t[2], 0, 1, 8, 9, 4, 5, 12, 13);
    r[1] = __builtin_shufflevector(t[0], t[2], 2, 3, 10, 11, 6, 7, 14, 15);
    r[2] = __builtin_shufflevector(t[1], t[3], 0, 1, 8, 9, 4, 5, 12, 13);
    r[3] = __builtin_shufflevector(t[1], t[3], 2, 3, 10, 11, 6, 7, 14, 15);
    for (unsigned k = 0; k < 4; k++) {
        *(Unaligned4 *)(out + k * stride) =
            __builtin_shufflevector(r[k], r[k], 0, 1, 2, 3);
        *(Unaligned4 *)(out + (k + 4) * stride) =
            __builtin_shufflevector(r[k], r[k], 4, 5, 6, 7);
    }
}

/* Nothing has to be turned. */
INLINE void LIMIT(copy)(float *out, unsigned to, const float *in,
                        unsigned from)
{
    for (unsigned k = 0; k < 8; k++) {
        *(Unaligned4 *)(out + k * to) = *(const Unaligned4 *)(in + k * from);
    }
}

#define PROGRAM(name) \
    LIMIT(packed_##name)(const float (*c)[4], const float *in, float *out, \
                         unsigned count)
#define FOR_GROUPS \
    for (unsigned i = 0; i < count; i += 8, in += 8 * BENCH_STRIDE(READS), \
         out += 8 * BENCH_STRIDE(WRITES))
#define LOAD4(v, a) \
    V v[4]; \
    LIMIT(turn)(v, in + BENCH_PLACE(READS, a), BENCH_STRIDE(READS))
#define LOAD3(v, a) LOAD4(v, a)
#define COPY(a) \
    LIMIT(copy)(out + BENCH_PLACE(WRITES, a), BENCH_STRIDE(WRITES), \
                in + BENCH_PLACE(READS, a), BENCH_STRIDE(READS))
#define OUT4(a, x, y, z, w) \
    LIMIT(turn_back)(out + BENCH_PLACE(WRITES, a), BENCH_STRIDE(WRITES), \
                     x, y, z, w)
#define OUT3(a, x, y, z) OUT4(a, x, y, z, zero)
#define OUT2(a, x, y) OUT4(a, x, y, zero, zero)
#define OUT1(a, x) OUT4(a, x, zero, zero, zero)
#include "bench/limit-bodies.h"

/* What executors need around them to do the same. */
static LIMIT_TARGET void LIMIT(fetch)(const float *in, unsigned reads,
                                      NvXfBlock *block)
{
    const unsigned stride = BENCH_STRIDE(reads);

    for (unsigned i = 0; i < block->count; i += 8, in += 8 * stride) {
        unsigned place = 0;

        for (unsigned left = reads; left; left &= left - 1, place += 4) {
            unsigned a = __builtin_ctz(left);
            V v[4];

            LIMIT(turn)(v, in + place, stride);
            for (unsigned k = 0; k < 4; k++) {
                LIMIT(store)(&block->in[a][k][i], v[k]);
            }
        }
    }
}

static LIMIT_TARGET void LIMIT(pack)(const NvXfBlock *block, unsigned writes,
                                     float *out)
{
    const unsigned stride = BENCH_STRIDE(writes);

    for (unsigned i = 0; i < block->count; i += 8, out += 8 * stride) {
        unsigned place = 0;

        for (unsigned left = writes; left; left &= left - 1, place += 4) {
            unsigned a = __builtin_ctz(left);

            LIMIT(turn_back)(out + place, stride,
                             LIMIT(load)(&block->out[a][0][i]),
                             LIMIT(load)(&block->out[a][1][i]),
                             LIMIT(load)(&block->out[a][2][i]),
                             LIMIT(load)(&block->out[a][3][i]));
        }
    }
}

static const BenchLimit LIMIT(table) = {
    LIMIT_NAME, {
        { LIMIT(p1), LIMIT(packed_p1), BENCH_P1_READS, BENCH_P1_WRITES },
        { LIMIT(p3), LIMIT(packed_p3), BENCH_P3_READS, BENCH_P3_WRITES },
        { LIMIT(p5), LIMIT(packed_p5), BENCH_P5_READS, BENCH_P5_WRITES },
    }, LIMIT(fetch), LIMIT(pack),
};

#undef INLINE
#undef LIMIT
#undef LIMIT_TARGET
#undef LIMIT_NAME
