/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What operations of fragment programs do to few lanes, a template: a file
 * says what its host has, defines NV_STEP_TABLE and includes this.  Each
 * number is that of fragops.c and fragexec.c, in their order of rounding.
 */
#include "raster/soft/fragops.h"
#include "raster/soft/fragstep.h"

#ifdef NV_STEP_TABLE            /* nothing when compiled alone */

/* Lanes of a register, of any alignment. */
typedef F Row __attribute__((aligned(4), may_alias));

#define ALL(x) ((I) { 0 } + (int32_t)(x))
#define ZERO ((F) { 0 })
#define ONE ((F)ALL(0x3f800000))

static INLINE F load(const void *from)
{
    return *(const Row *)from;
}

static INLINE void store(void *to, F v)
{
    *(Row *)to = v;
}

/* ---- conditions ---- */

static INLINE I passes(unsigned cond, F v)
{
    switch (cond) {
    case 0:
        return ALL(0);
    case 1:
        return v < ZERO;
    case 2:
        return v == ZERO;
    case 3:
        return v <= ZERO;
    case 4:
        return v > ZERO;
    case 5:
        return v != ZERO;
    case 6:
        return v >= ZERO;
    default:
        return ALL(-1);
    }
}

static INLINE I here(const NvFragFew *few)
{
    return (I)load(few->here);
}

static INLINE F condition(const NvFragFew *few, const NvFragStep *s, unsigned c)
{
    return load(few->run->cc[s->cc_swz[c]]);
}

static uint64_t passing(const NvFragFew *few, const NvFragStep *s)
{
    I m = passes(s->cond, condition(few, s, 0));

    for (unsigned c = 1; c < 4; c++) {
        m |= passes(s->cond, condition(few, s, c));
    }
    return lanes_of(m & here(few));
}

static void set_here(NvFragFew *few)
{
    for (unsigned i = 0; i < NV_STEP_LANES; i++) {
        few->here[i] = few->run->here >> i & 1 ? -1 : 0;
    }
}

/* ---- sources ---- */

/* Lanes may be at different numbers of their loops. */
static __attribute__((noinline)) void gather(NvFragFew *few,
                                             const NvFragStep *s)
{
    static const NvLane zeros[4];
    const NvFragRun *run = few->run;
    const NvLane *from[NV_STEP_LANES];
    bool same = true;

    for (unsigned i = 0; i < NV_STEP_LANES; i++) {
        uint32_t u = s->base + (uint32_t)run->index[i < run->n ? i : 0];

        from[i] = u < NV_FRAG_COORDS ? run->in[NV_FRAG_TEX0 + u] : zeros;
        same = same && from[i] == from[0];
    }
    few->at[NV_FRAG_AT_INDEX] = (const char *)(same ? from[0] : few->room);
    for (unsigned c = 0; c < 4 && !same; c++) {
        F v;

        for (unsigned i = 0; i < NV_STEP_LANES; i++) {
            v[i] = from[i][c][i];
        }
        store(few->room[c], v);
    }
}

static INLINE F source(const NvFragFew *few, const NvFragStep *s, bool mods,
                unsigned i, unsigned c)
{
    F v = load(few->at[s->at[i]] + s->src[i][c]);

    return mods ? (F)(((I)v & ALL(s->keep[i])) ^ ALL(s->flip[i])) : v;
}

/* ---- results ---- */

static INLINE F saturate(F v)
{
    v = pick(v > ZERO, v, ZERO);
    return pick(v < ONE, v, ONE);
}

static INLINE F round_fx12(F x)
{
    F most = ZERO + 2047.0f / 1024.0f, least = ZERO - 2.0f;
    F v = pick(x < most, nearest(x * 1024.0f) * (1 / 1024.0f), most);

    return pick(x > least, v, pick(x == x, least, ZERO));
}

static INLINE F finished(const NvFragStep *s, F v)
{
    if (s->finish & NV_FRAG_SCALES) {
        v *= s->scale;
    }
    if (s->finish & NV_FRAG_SATURATES) {
        v = saturate(v);
    }
    if (s->finish & NV_FRAG_TO_FX12) {
        v = round_fx12(v);
    }
    if (s->finish & NV_FRAG_TO_HALF) {
        v = round_half(v);
    }
    return s->finish & NV_FRAG_ONE_NAN ? pick(v == v, v, (F)ALL(s->nan)) : v;
}

/* Conditions gate CC, too, by the value it had before. */
static void put_some(const NvFragFew *few, const NvFragStep *s, NvLane *to,
                     F out[4])
{
    NvFragRun *run = few->run;
    I m[4];

    for (unsigned c = 0; c < 4; c++) {
        m[c] = passes(s->cond, condition(few, s, c)) & here(few);
        out[c] = s->wants >> c & 1 ? finished(s, out[c]) : out[c];
    }
    for (unsigned c = 0; c < 4; c++) {
        if (s->mask >> c & 1) {
            store(to[c], pick(m[c], out[c], load(to[c])));
        }
        if (s->cc_mask >> c & 1) {
            store(run->cc[c], pick(m[c], out[c], load(run->cc[c])));
        }
    }
}

static __attribute__((noinline)) void put_other(const NvFragFew *few,
                                                const NvFragStep *s, F out[4])
{
    NvLane *to = (NvLane *)((char *)few->run + s->dst);

    if (!(s->whole && few->all)) {
        put_some(few, s, to, out);
        return;
    }
    for (unsigned c = 0; c < 4; c++) {
        if (s->mask >> c & 1) {
            store(to[c], finished(s, out[c]));
        }
    }
}

static INLINE void put(const NvFragFew *few, const NvFragStep *s, const F out[4])
{
    NvLane *to = (NvLane *)((char *)few->run + s->dst);

    if (!(s->straight && few->all)) {
        F copy[4] = { out[0], out[1], out[2], out[3] };

        put_other(few, s, copy);
    } else if (s->finish) {
#pragma GCC unroll 4
        for (unsigned c = 0; c < 4; c++) {
            if (s->mask >> c & 1) {
                store(to[c], round_half(out[c]));
            }
        }
    } else {
#pragma GCC unroll 4
        for (unsigned c = 0; c < 4; c++) {
            if (s->mask >> c & 1) {
                store(to[c], out[c]);
            }
        }
    }
}

static INLINE void put_same(const NvFragFew *few, const NvFragStep *s, F v)
{
    put(few, s, (F[4]) { v, v, v, v });
}

/* A kernel of its own for sources as they are, which most are. */
#define BOTH(name) \
    static void name##_plain(NvFragFew *few, const NvFragStep *s) \
    { \
        do_##name(few, s, false); \
    } \
    static void name##_mods(NvFragFew *few, const NvFragStep *s) \
    { \
        if (s->indexed) { \
            gather(few, s); \
        } \
        do_##name(few, s, true); \
    }

#define SOURCE(i, c) source(few, s, mods, i, c)

/* ---- by component ---- */

#define COMPONENTS(name, expression) \
    static INLINE void do_##name(NvFragFew *few, const NvFragStep *s, bool mods) \
    { \
        F out[4] = { ZERO, ZERO, ZERO, ZERO }; \
        _Pragma("GCC unroll 4") \
        for (unsigned c = 0; c < 4; c++) { \
            if (s->wants >> c & 1) { \
                G_GNUC_UNUSED F a = SOURCE(0, c), b = SOURCE(1, c); \
                G_GNUC_UNUSED F z = SOURCE(2, c); \
                \
                out[c] = expression; \
            } \
        } \
        put(few, s, out); \
    } \
    BOTH(name)

#define ONE_WHERE(m) ((F)((m) & (I)ONE))

COMPONENTS(MOV, a)
COMPONENTS(MUL, a * b)
COMPONENTS(ADD, a + b)
COMPONENTS(MAD, a * b + z)
COMPONENTS(MIN, pick(a < b, a, b))
COMPONENTS(MAX, pick(a > b, a, b))
COMPONENTS(SLT, ONE_WHERE(a < b))
COMPONENTS(SGE, ONE_WHERE(a >= b))
COMPONENTS(SLE, ONE_WHERE(a <= b))
COMPONENTS(SGT, ONE_WHERE(a > b))
COMPONENTS(SNE, ONE_WHERE(a != b))
COMPONENTS(SEQ, ONE_WHERE(a == b))
COMPONENTS(FRC, a - floor_of(a))
COMPONENTS(FLR, floor_of(a))
COMPONENTS(DDX, ORDER(a, 2, 3, 2, 3) - ORDER(a, 0, 1, 0, 1))
COMPONENTS(DDY, ORDER(a, 1, 1, 3, 3) - ORDER(a, 0, 0, 2, 2))

/* ---- one value for all components ---- */

static INLINE I whole(F x)
{
    return __builtin_convertvector(x, I);
}

static INLINE F number(I x)
{
    return __builtin_convertvector(x, F);
}

static INLINE I unorm(F x, float most)
{
    return whole(saturate(x) * most + 0.5f);
}

static INLINE I snorm8(F x)
{
    F least = ZERO + -128 / 127.0f;
    F v = pick(x > least, pick(x < ONE, x, ONE), pick(x == x, least, ZERO));

    return whole(floor_of(127.0f * v + 0.5f)) & 0xff;
}

static INLINE I to_half(F x)
{
    I a = (I)x & INT32_MAX, sign = (I)((U)(I)x >> 16) & 0x8000;
    I payload = a >> 13 & 0x3ff;
    I nan = sign | 0x7c00 | payload | ((payload == 0) & 0x200);

    return (I)pick(x != x, (F)nan, (F)half_bits(x));
}

static INLINE F from_half(I h)
{
    I a = (h & 0x7fff) << 13, exp = a & 0x0f800000;
    I v = a + 0x38000000;
    I tiny = (I)((F)(a + 0x38800000) - (F)ALL(0x38800000));

    v += (exp == 0x0f800000) & 0x38000000;
    v = (I)pick(exp == 0, (F)tiny, (F)v);
    return (F)(v | (h & 0x8000) << 16);
}

/* C's functions are the same for any number of lanes. */
static INLINE F each(const NvFragFew *few, F v, float (*fn)(float))
{
    float x[NV_STEP_LANES];

    store(x, v);
    for (unsigned i = 0; i < few->run->n; i++) {
        x[i] = fn(x[i]);
    }
    return load(x);
}

/* Zeros where exponents are not asked for are nobody's either. */
static INLINE F lit_exp(const NvFragFew *few, F x, F w)
{
    return (F)((x > ZERO) & (I)each(few, w, exp2f));
}

static INLINE F dot2(F ax, F ay, F bx, F by)
{
    return ax * bx + ay * by;
}

#define SOURCES \
    G_GNUC_UNUSED F ax = SOURCE(0, 0), ay = SOURCE(0, 1), az = SOURCE(0, 2); \
    G_GNUC_UNUSED F aw = SOURCE(0, 3), bx = SOURCE(1, 0), by = SOURCE(1, 1); \
    G_GNUC_UNUSED F bz = SOURCE(1, 2), bw = SOURCE(1, 3), cx = SOURCE(2, 0); \
    G_GNUC_UNUSED F cy = SOURCE(2, 1), cz = SOURCE(2, 2), cw = SOURCE(2, 3); \
    G_GNUC_UNUSED I u = (I)ax

#define SCALAR(name, expression) \
    static INLINE void do_##name(NvFragFew *few, const NvFragStep *s, bool mods) \
    { \
        SOURCES; \
        put_same(few, s, expression); \
    } \
    BOTH(name)

SCALAR(STR, ONE)
SCALAR(SFL, ZERO)
SCALAR(DP2, dot2(ax, ay, bx, by))
SCALAR(DP3, dot2(ax, ay, bx, by) + az * bz)
SCALAR(DP4, dot2(ax, ay, bx, by) + az * bz + aw * bw)
SCALAR(DP2A, dot2(ax, ay, bx, by) + cx)
SCALAR(RCP, 1.0f / ax)
SCALAR(EX2, each(few, ax, exp2f))
SCALAR(LG2, each(few, ax, log2f))
SCALAR(COS, each(few, ax, cosf))
SCALAR(SIN, each(few, ax, sinf))
SCALAR(PK2H, (F)(to_half(ax) | to_half(ay) << 16))
SCALAR(PK2US, (F)(unorm(ax, 65535) | unorm(ay, 65535) << 16))
SCALAR(PK4UB, (F)(unorm(ax, 255) | unorm(ay, 255) << 8 |
                  unorm(az, 255) << 16 | unorm(aw, 255) << 24))
SCALAR(PK4B, (F)(snorm8(ax) | snorm8(ay) << 8 | snorm8(az) << 16 |
                 snorm8(aw) << 24))

/* ---- vectors ---- */

#define VECTOR(name, X, Y, Z, W) \
    static INLINE void do_##name(NvFragFew *few, const NvFragStep *s, bool mods) \
    { \
        SOURCES; \
        F x = X, y = Y; \
        \
        put(few, s, (F[4]) { x, y, Z, W }); \
    } \
    BOTH(name)

#define INV_LENGTH (1.0f / root(dot2(ax, ay, ax, ay) + az * az))

VECTOR(DST, ONE, ay * by, az, bw)
VECTOR(LITEX2, ONE, ax, lit_exp(few, ax, aw), ONE)
VECTOR(X2D, ax + bx * cx + by * cy, ay + bx * cz + by * cw, x, y)
VECTOR(NRM, ax * INV_LENGTH, ay * INV_LENGTH, az * INV_LENGTH, ZERO)
VECTOR(UP2H, from_half(u & 0xffff), from_half((I)((U)u >> 16)), x, y)
VECTOR(UP2US, number(u & 0xffff) / 65535.0f,
       number((I)((U)u >> 16)) / 65535.0f, x, y)
VECTOR(UP4UB, number(u & 255) / 255.0f, number(u >> 8 & 255) / 255.0f,
       number(u >> 16 & 255) / 255.0f, number((I)((U)u >> 24)) / 255.0f)
VECTOR(UP4B, number((u & 255) - 128) / 127.0f,
       number((u >> 8 & 255) - 128) / 127.0f,
       number((u >> 16 & 255) - 128) / 127.0f,
       number((I)((U)u >> 24) - 128) / 127.0f)
VECTOR(DIV, ax / bx, ay / bx, az / bx, aw / bx)
VECTOR(DIVSQ, ax / root(bx), ay / root(bx), az / root(bx), aw / root(bx))

/* ---- what is no arithmetic ---- */

static void do_KIL(NvFragFew *few, const NvFragStep *s)
{
    few->run->live &= ~passing(few, s);
}

static void do_SPLIT(NvFragFew *few, const NvFragStep *s)
{
    NvLane *h = (NvLane *)((char *)few->run + s->src[0][0]);
    I u = (I)load((char *)few->run + s->dst), m = here(few);

    store(h[0], pick(m, from_half(u & 0xffff), load(h[0])));
    store(h[1], pick(m, from_half((I)((U)u >> 16)), load(h[1])));
}

static void do_JOIN(NvFragFew *few, const NvFragStep *s)
{
    const NvLane *h = (const NvLane *)((char *)few->run + s->src[0][0]);
    float *r = (float *)((char *)few->run + s->dst);
    I u = to_half(load(h[0])) | to_half(load(h[1])) << 16;

    store(r, pick(here(few), (F)u, load(r)));
}

#define FN(name) [NV_FRAG_##name] = { name##_plain, name##_mods }
#define OURS(name) [NV_FRAG_##name] = { do_##name, do_##name }

const NvFragKernels NV_STEP_TABLE = {
    .name = NV_STEP_NAME,
    .lanes = NV_STEP_LANES,
    .fns = {
        FN(MOV), FN(MUL), FN(ADD), FN(MAD), FN(DP3), FN(DP4), FN(DST), FN(MIN),
        FN(MAX), FN(SLT), FN(SGE), FN(SLE), FN(SGT), FN(SNE), FN(SEQ), FN(FRC),
        FN(FLR), FN(PK4B), FN(UP4B), FN(DDX), FN(DDY), FN(RCP), FN(EX2),
        FN(LG2), FN(STR), FN(SFL), FN(COS), FN(SIN), FN(PK2H), FN(UP2H),
        FN(PK4UB), FN(UP4UB), FN(PK2US), FN(UP2US), FN(X2D), FN(DP2A), FN(DP2),
        FN(NRM), FN(DIV), FN(DIVSQ), FN(LITEX2), OURS(KIL), OURS(SPLIT),
        OURS(JOIN),
    },
    .passing = passing,
    .set_here = set_here,
};

#endif
