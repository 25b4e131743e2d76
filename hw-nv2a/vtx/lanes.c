/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All vertices of a block at once: clip codes, snapped positions and what the
 * rasteriser takes of a corner, eight lanes a step.  The same numbers as
 * nv_vtx_convert() makes of each, which has the rules and where they are from;
 * what is rare goes through it.
 *
 * An output that XF leaves the same in all lanes, and that they hold already,
 * is not looked at again.
 */
#include "base/clones.h"
#include "vtx/vtx-priv.h"

#define STEP 8

typedef float V __attribute__((vector_size(32)));
typedef int32_t I __attribute__((vector_size(32)));
typedef uint16_t H __attribute__((vector_size(16)));
typedef float V4 __attribute__((vector_size(16)));
typedef int64_t I2 __attribute__((vector_size(16)));
typedef V4 Loose4 __attribute__((aligned(4), may_alias));
typedef I Loose __attribute__((aligned(4), may_alias));
typedef H LooseH __attribute__((aligned(2), may_alias));

#define SPLAT(type, x) ((type) { (x), (x), (x), (x), (x), (x), (x), (x) })
#define LOW(v) __builtin_shufflevector(v, v, 0, 1, 2, 3)
#define HIGH(v) __builtin_shufflevector(v, v, 4, 5, 6, 7)

static inline I pick(I mask, I a, I b)
{
    return (a & mask) | (b & ~mask);
}

static inline I row(const NvXfBlock *block, unsigned slot, unsigned c,
                    unsigned lane)
{
    return *(const Loose *)&block->out[slot][c][lane];
}

/* Infinities, NaN and the last binades become +-2^127. */
static inline I squash(I bits)
{
    const I huge = SPLAT(I, 0x7f000000);

    return pick((bits & huge) == huge, bits & SPLAT(I, (int32_t)0xff000000),
                bits);
}

/* hw: drop 10 mantissa bits, floor(255 c + 0.5), clamp; then 0..1. */
static inline V color(I bits)
{
    const I one = SPLAT(I, 0x3f800000);

    bits = pick(bits < 0, SPLAT(I, 0), bits);
    bits = pick(bits > one, one, bits) & ~0x3ff;
    bits = __builtin_convertvector((V)bits * 255.0f + 0.5f, I);
    return __builtin_convertvector(bits, V) / 255.0f;
}

/* Four numbers each of four corners, @at bytes into them. */
static inline void put4(NvRasterVertex *v, size_t at, V4 x, V4 y, V4 z, V4 w)
{
    V4 xy0 = __builtin_shufflevector(x, y, 0, 4, 1, 5);
    V4 xy1 = __builtin_shufflevector(x, y, 2, 6, 3, 7);
    V4 zw0 = __builtin_shufflevector(z, w, 0, 4, 1, 5);
    V4 zw1 = __builtin_shufflevector(z, w, 2, 6, 3, 7);
    uint8_t *to = (uint8_t *)v + at;

    *(Loose4 *)to = __builtin_shufflevector(xy0, zw0, 0, 1, 4, 5);
    *(Loose4 *)(to + sizeof(*v)) =
        __builtin_shufflevector(xy0, zw0, 2, 3, 6, 7);
    *(Loose4 *)(to + 2 * sizeof(*v)) =
        __builtin_shufflevector(xy1, zw1, 0, 1, 4, 5);
    *(Loose4 *)(to + 3 * sizeof(*v)) =
        __builtin_shufflevector(xy1, zw1, 2, 3, 6, 7);
}

/* The same of eight. */
static inline void put(NvRasterVertex *v, size_t at, V x, V y, V z, V w)
{
    put4(v, at, LOW(x), LOW(y), LOW(z), LOW(w));
    put4(v + 4, at, HIGH(x), HIGH(y), HIGH(z), HIGH(w));
}

/* --- positions --- */

static inline void put_w(NvRasterVertex *v, V w)
{
    v[0].w = w[0];
    v[1].w = w[1];
    v[2].w = w[2];
    v[3].w = w[3];
    v[4].w = w[4];
    v[5].w = w[5];
    v[6].w = w[6];
    v[7].w = w[7];
}

/* The lane by the rules for one. */
static void odd_position(const NvVtxSetup *s, const NvXfBlock *block,
                         unsigned lane, NvVtxLanes *out)
{
    NvVertex words;
    NvCorner corner;

    nv_vtx_gather(&s->from, block, lane, &words);
    nv_vtx_convert(s, &words, &corner);
    out->code[lane] = corner.bad ? NV_VTX_BAD : corner.code;
    if (corner.bad) {
        return;
    }
    out->v[lane].x = corner.v.x;
    out->v[lane].y = corner.v.y;
    out->v[lane].z = corner.v.z;
    out->v[lane].rhw = corner.v.rhw;
    out->v[lane].w = corner.v.w;
    /* Others than those within the guard band are clipped before it is used. */
    if (!(corner.code & (1u << NV_CLIP_LEFT | 1u << NV_CLIP_RIGHT |
                         1u << NV_CLIP_TOP | 1u << NV_CLIP_BOTTOM))) {
        out->x[lane] = (int32_t)(corner.v.x * 16);
        out->y[lane] = (int32_t)(corner.v.y * 16);
    }
}

/* As a whole number of 24 bits. */
static inline I fraction(V v)
{
    return ((I)v & 0x7fffff) | 0x800000;
}

/*
 * hw: towards zero.  The quotient is the nearest: times w it is 1 but for
 * 2^-24, so that of the fractions' product, about 2^47 (2^46 of a power of
 * two), the low 32 bits tell by their sign on which side of it.
 */
static inline V rhw(V w)
{
    V r = 1.0f / w;

    return (V)((I)r + (fraction(r) * fraction(w) > 0));
}

static inline bool all_of(I mask)
{
    I2 both = (I2)LOW(mask) & (I2)HIGH(mask);

    return (both[0] & both[1]) == -1;
}

/* True in lanes whose w is within its clamp and positive, x, y, z numbers. */
static inline I usual(const I in[4])
{
    const I exponent = SPLAT(I, 0x7f800000);
    const I least = SPLAT(I, 0x1f800000), most = SPLAT(I, 0x5f800000);

    return ((in[0] & exponent) != exponent) &
           ((in[1] & exponent) != exponent) &
           ((in[2] & exponent) != exponent) & (in[3] >= least) &
           (in[3] <= most);
}

NV_LANE_CLONES
static void positions(const NvVtxSetup *s, const NvXfBlock *block,
                      NvVtxLanes *out)
{
    const V guard = SPLAT(V, (float)NV_VTX_GUARD);
    const V near = SPLAT(V, (float)s->near), far = SPLAT(V, (float)s->far);
    const V sixteen = SPLAT(V, 16.0f);

    for (unsigned lane = 0; lane < block->count; lane += STEP) {
        const I in[4] = {
            row(block, s->from.hpos, 0, lane),
            row(block, s->from.hpos, 1, lane),
            row(block, s->from.hpos, 2, lane),
            row(block, s->from.hpos, 3, lane),
        };
        I inside, code, xi, yi;
        V x, y, z;

        x = (V)in[0] + s->origin;
        y = (V)in[1] + s->origin;
        z = (V)squash(in[2]);
        /* With w above 0 a plane's sign is that of what is divided. */
        code = (~(x >= -guard) & 1 << NV_CLIP_LEFT) |
               (~(x <= guard) & 1 << NV_CLIP_RIGHT) |
               (~(y >= -guard) & 1 << NV_CLIP_TOP) |
               (~(y <= guard) & 1 << NV_CLIP_BOTTOM) |
               (~(z >= near) & 1 << NV_CLIP_NEAR) |
               (~(z <= far) & 1 << NV_CLIP_FAR);
        inside = (x >= -guard) & (x <= guard) & (y >= -guard) & (y <= guard);
        xi = __builtin_convertvector((V)((I)(x * sixteen) & inside), I);
        yi = __builtin_convertvector((V)((I)(y * sixteen) & inside), I);
        *(Loose *)&out->x[lane] = xi;
        *(Loose *)&out->y[lane] = yi;
        put(&out->v[lane], 0, __builtin_convertvector(xi, V) / sixteen,
            __builtin_convertvector(yi, V) / sixteen,
            s->by_w ? (V)in[3] : z, rhw((V)in[3]));
        put_w(&out->v[lane], (V)in[3]);
        *(LooseH *)&out->code[lane] = __builtin_convertvector(code, H);
        inside = usual(in);
        for (unsigned i = all_of(inside) ? STEP : 0;
             G_UNLIKELY(i < STEP) && lane + i < block->count; i++) {
            if (!inside[i]) {
                odd_position(s, block, lane + i, out);
            }
        }
    }
}

/* --- what goes along --- */

/* Output @slot is the same in all lanes, and the corners have it already. */
static bool is_there(const NvXfBlock *block, unsigned slot,
                     NvVtxConstant *constant)
{
    uint64_t bits = UINT64_C(15) << slot * 4;
    bool same = (block->held & bits) == bits;
    bool there = same && constant->valid &&
                 !memcmp(constant->value, &block->value[slot * 4],
                         sizeof(constant->value));

    constant->valid = same;
    memcpy(constant->value, &block->value[slot * 4], sizeof(constant->value));
    return there;
}

/* All corners get what is the same: blocks may have more lanes later. */
static unsigned lanes_of(const NvXfBlock *block, const NvVtxConstant *constant)
{
    return constant->valid ? NV_XF_BLOCK : block->count;
}

NV_LANE_CLONES
static void colors(const NvVtxSetup *s, const NvXfBlock *block, unsigned which,
                   NvVtxLanes *out)
{
    const size_t at = offsetof(NvRasterVertex, color) +
                      which * sizeof(out->v[0].color[0]);
    unsigned slot = s->from.col[which];
    NvVtxConstant *constant = &out->color[which];

    if (is_there(block, slot, constant)) {
        return;
    }
    for (unsigned lane = 0; lane < lanes_of(block, constant); lane += STEP) {
        put(&out->v[lane], at, color(row(block, slot, 0, lane)),
            color(row(block, slot, 1, lane)),
            color(row(block, slot, 2, lane)),
            color(row(block, slot, 3, lane)));
    }
}

/* hw: without SPECULAR_ENABLE, D1 is (0, 0, 0, 1). */
static void no_specular(NvVtxLanes *out)
{
    static const float none[4] = { 0, 0, 0, 1 };

    if (out->no_specular) {
        return;
    }
    for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
        memcpy(out->v[lane].color[1], none, sizeof(none));
    }
    out->no_specular = true;
    out->color[1].valid = false;
}

NV_LANE_CLONES
static void texture(const NvVtxSetup *s, const NvXfBlock *block, unsigned t,
                    NvVtxLanes *out)
{
    const size_t at = offsetof(NvRasterVertex, tex) +
                      t * sizeof(out->v[0].tex[0]);
    unsigned slot = s->from.tex[t];
    NvVtxConstant *constant = &out->tex[t];

    if (is_there(block, slot, constant)) {
        return;
    }
    for (unsigned lane = 0; lane < lanes_of(block, constant); lane += STEP) {
        put(&out->v[lane], at, (V)squash(row(block, slot, 0, lane)),
            (V)squash(row(block, slot, 1, lane)),
            (V)squash(row(block, slot, 2, lane)),
            (V)squash(row(block, slot, 3, lane)));
    }
}

/* A fog coordinate that is no number, see nv_vtx_convert(). */
static void fog_and_size(const NvVtxSetup *s, const NvXfBlock *block,
                         NvVtxLanes *out)
{
    const uint32_t *fog = block->out[s->from.fogc >> 2][s->from.fogc & 3];
    const uint32_t *size = block->out[s->from.psz >> 2][s->from.psz & 3];

    out->fog.valid &= out->fogc == s->from.fogc &&
                      !memcmp(&out->how_fog, &s->fog, sizeof(s->fog));
    out->fogc = s->from.fogc;
    out->how_fog = s->fog;
    if (is_there(block, s->from.fogc >> 2, &out->fog) &&
        !s->size_per_vertex && out->size == s->size) {
        return;
    }
    for (unsigned lane = 0; lane < lanes_of(block, &out->fog); lane++) {
        out->v[lane].fog = nv_vtx_fog(s, fog[lane]);
        out->v[lane].size = s->size_per_vertex
            ? nv_vtx_point_size(nv_u2f(size[lane]), s->least_size,
                                s->most_size) : s->size;
    }
    out->size = out->fog.valid && !s->size_per_vertex ? s->size : -1;
}

void nv_vtx_lanes(const NvVtxSetup *s, const NvXfBlock *block,
                  NvVtxLanes *out)
{
    positions(s, block, out);
    colors(s, block, 0, out);
    if (s->specular) {
        out->no_specular = false;
        colors(s, block, 1, out);
    } else {
        no_specular(out);
    }
    fog_and_size(s, block, out);
    for (unsigned t = 0; t < s->from.ntex; t++) {
        texture(s, block, t, out);
    }
    if (s->from.ntex < out->ntex) {
        nv_vtx_lanes_forget(out);
        nv_vtx_lanes(s, block, out);
    }
    out->ntex = s->from.ntex;
}

void nv_vtx_lanes_forget(NvVtxLanes *out)
{
    memset(out->v, 0, NV_VTX_BEFORE * sizeof(*out->v));
    *out = (NvVtxLanes) { .v = out->v, .size = -1 };
}

void nv_vtx_copy_lane(NvVtxLanes *out, unsigned to, const NvVtxLanes *from,
                      unsigned from_slot)
{
    out->x[to] = from->x[from_slot];
    out->y[to] = from->y[from_slot];
    out->code[to] = from->code[from_slot];
    out->v[to] = from->v[from_slot];
}
