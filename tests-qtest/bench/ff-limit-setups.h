/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The set-ups of fixed function by hand: eight vertices a register, nothing
 * but the operations they need, in the host's arithmetic.
 *
 * ff-limit.c includes this once a kind of host, with LIMIT(name) to name what
 * is made, LIMIT_TARGET for the compiler and LIMIT_AVX2 where there are
 * instructions for it.
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

INLINE V LIMIT(dp3c)(const V v[3], const float c[3])
{
    return v[0] * c[0] + (v[1] * c[1] + v[2] * c[2]);
}

INLINE V LIMIT(dp3)(const V a[3], const V b[3])
{
    return a[0] * b[0] + (a[1] * b[1] + a[2] * b[2]);
}

INLINE void LIMIT(scale)(V v[3], V s)
{
    for (int c = 0; c < 3; c++) {
        v[c] *= s;
    }
}

#define IN(a, c) LIMIT(load)(&block->in[a][c][i])
#define OUT(a, c, v) LIMIT(store)(&block->out[a][c][i], v)
#define LOAD4(a) { IN(a, 0), IN(a, 1), IN(a, 2), IN(a, 3) }
#define LOAD3(a) { IN(a, 0), IN(a, 1), IN(a, 2) }
#define FOR_GROUPS for (unsigned i = 0; i < block->count; i += 8)

INLINE void LIMIT(position)(const FfState *s, const V v[4], NvXfBlock *block,
                            unsigned i)
{
    V w = LIMIT(dp4)(v, s->composite[3]), r = 1 / w;

    for (int c = 0; c < 3; c++) {
        OUT(0, c, LIMIT(dp4)(v, s->composite[c]) * r + s->translate[c]);
    }
    OUT(0, 3, w);
}

INLINE void LIMIT(unit)(V n[3])
{
    LIMIT(scale)(n, LIMIT(rsq)(LIMIT(dp3)(n, n)));
}

/* x / y for a positive x and y, else 0; and 0 in the dark. */
INLINE V LIMIT(curve)(V x, V y, V cd)
{
    I lit = (x > 0) & (y > 0) & (cd > 0);

    return (V)((I)(x / y) & lit);
}

/* An infinite light, seen from afar. */
INLINE void LIMIT(infinite)(const FfState *s, const FfLight *l, const V n[3],
                            V col[3])
{
    const float *k = s->shininess;
    V cd = LIMIT(dp3c)(n, l->direction), x = LIMIT(dp3c)(n, l->half);
    V cs = LIMIT(curve)(x + k[0], x * k[1] + k[2], cd);

    cd = LIMIT(max)(cd, (V){ 0 });
    for (int c = 0; c < 3; c++) {
        col[c] += l->ambient[c] + (cd * l->diffuse[c] + cs * l->specular[c]);
    }
}

/* A local light, seen from nearby. */
INLINE void LIMIT(local)(const FfState *s, const FfLight *l, const V n[3],
                         const V point[3], const V view[3], V col[3])
{
    const float *k = s->shininess, *f = l->attenuation;
    V to[3] = { l->position[0] - point[0], l->position[1] - point[1],
                l->position[2] - point[2] };
    V d2 = LIMIT(dp3)(to, to), r = LIMIT(rsq)(d2), d = d2 * r, ca, cd, cs;
    V half[3], hh, x;

    LIMIT(scale)(to, r);
    ca = 1 / (f[0] + (d * f[1] + d2 * f[2]));
    ca = (V)((I)ca & (I)(d <= l->range));
    for (int c = 0; c < 3; c++) {
        half[c] = view[c] + to[c];
    }
    cd = LIMIT(dp3)(n, to);
    hh = LIMIT(dp3)(half, half);
    x = LIMIT(max)(LIMIT(dp3)(n, half), (V){ 0 });
    x *= x;
    cs = LIMIT(curve)(x + hh * k[3], x * k[4] + hh * k[5], cd) * ca;
    cd = LIMIT(max)(cd, (V){ 0 }) * ca;
    for (int c = 0; c < 3; c++) {
        col[c] += ca * l->ambient[c] +
                  (cd * l->diffuse[c] + cs * l->specular[c]);
    }
}

INLINE void LIMIT(colour)(const FfState *s, const V col[3], NvXfBlock *block,
                          unsigned i)
{
    for (int c = 0; c < 3; c++) {
        OUT(3, c, col[c]);
    }
    OUT(3, 3, (V){ 0 } + s->alpha);
}

INLINE void LIMIT(pass)(unsigned unit, NvXfBlock *block, unsigned i)
{
    for (int c = 0; c < 4; c++) {
        OUT(9 + unit, c, IN(9 + unit, c));
    }
}

#define SCENE(s) { (V){ 0 } + (s)->scene[0], (V){ 0 } + (s)->scene[1], \
                   (V){ 0 } + (s)->scene[2] }

/* One infinite light, one texture. */
static LIMIT_TARGET void LIMIT(ff1)(const FfState *s, NvXfBlock *block)
{
    FOR_GROUPS {
        V v[4] = LOAD4(0), in[3] = LOAD3(2), col[3] = SCENE(s);
        V n[3] = { LIMIT(dp3c)(in, s->normal[0][0]),
                   LIMIT(dp3c)(in, s->normal[0][1]),
                   LIMIT(dp3c)(in, s->normal[0][2]) };

        LIMIT(position)(s, v, block, i);
        LIMIT(unit)(n);
        LIMIT(infinite)(s, &s->light[0], n, col);
        LIMIT(colour)(s, col, block, i);
        LIMIT(pass)(0, block, i);
    }
}

/* Sphere map of a viewer's direction. */
INLINE void LIMIT(sphere)(const V n[3], const V view[3], NvXfBlock *block,
                          unsigned i)
{
    V twice = 2 * LIMIT(dp3)(n, view), r[3], m;

    for (int c = 0; c < 3; c++) {
        r[c] = twice * n[c] - view[c];
    }
    r[2] += 1;
    m = 0.5f * LIMIT(rsq)(LIMIT(dp3)(r, r));
    OUT(10, 0, r[0] * m + 0.5f);
    OUT(10, 1, r[1] * m + 0.5f);
    OUT(10, 2, IN(10, 2));
    OUT(10, 3, IN(10, 3));
}

/* Eight local lights, local viewer, two textures, one a sphere map. */
static LIMIT_TARGET void LIMIT(ff2)(const FfState *s, NvXfBlock *block)
{
    FOR_GROUPS {
        V v[4] = LOAD4(0), in[3] = LOAD3(2), col[3] = SCENE(s);
        V n[3] = { LIMIT(dp3c)(in, s->normal[0][0]),
                   LIMIT(dp3c)(in, s->normal[0][1]),
                   LIMIT(dp3c)(in, s->normal[0][2]) };
        V point[3], view[3], r = 1 / LIMIT(dp4)(v, s->modelview[0][3]);

        LIMIT(position)(s, v, block, i);
        LIMIT(unit)(n);
        for (int c = 0; c < 3; c++) {
            point[c] = LIMIT(dp4)(v, s->modelview[0][c]) * r;
            view[c] = -point[c];
        }
        LIMIT(unit)(view);
        for (int k = 0; k < 8; k++) {
            LIMIT(local)(s, &s->light[k], n, point, view, col);
        }
        LIMIT(colour)(s, col, block, i);
        LIMIT(pass)(0, block, i);
        LIMIT(sphere)(n, view, block, i);
    }
}

/* Four matrices with weights, two infinite lights, one texture. */
static LIMIT_TARGET void LIMIT(ff3)(const FfState *s, NvXfBlock *block)
{
    FOR_GROUPS {
        V v[4] = LOAD4(0), in[3] = LOAD3(2), w[4] = LOAD4(1);
        V eye[4] = { { 0 } }, n[3] = { { 0 } }, col[3] = SCENE(s);

        for (int k = 0; k < 4; k++) {
            for (int c = 0; c < 4; c++) {
                eye[c] += w[k] * LIMIT(dp4)(v, s->modelview[k][c]);
            }
            for (int c = 0; c < 3; c++) {
                n[c] += w[k] * LIMIT(dp3c)(in, s->normal[k][c]);
            }
        }
        LIMIT(position)(s, eye, block, i);
        LIMIT(unit)(n);
        LIMIT(infinite)(s, &s->light[0], n, col);
        LIMIT(infinite)(s, &s->light[1], n, col);
        LIMIT(colour)(s, col, block, i);
        LIMIT(pass)(0, block, i);
    }
}

static const FfLimit LIMIT(table) = {
    LIMIT_NAME, { LIMIT(ff1), LIMIT(ff2), LIMIT(ff3) },
};

#undef INLINE
#undef IN
#undef OUT
#undef LOAD4
#undef LOAD3
#undef FOR_GROUPS
#undef SCENE
#undef LIMIT
#undef LIMIT_TARGET
#undef LIMIT_NAME
