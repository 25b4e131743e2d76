/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Integer vertex data to 32-bit floats, bit for bit as IDX does it.
 *
 * The three scalar rules were measured on real cards by public hardware
 * tests (envytools); array layouts follow drivers and emulators.
 */
#include "base/clones.h"
#include "idx/idx-priv.h"

/* 24-bit @frac != 0 with the binary point such that bit 23 weighs @exp. */
static uint32_t normalise(uint32_t frac, uint32_t exp)
{
    while (!(frac & NV_BIT(23))) {
        frac <<= 1;
        exp--;
    }
    return nv_deposit(frac, 23, 9, exp);
}

/* hw: v repeated three times is a fraction of 24 bits; 255 is exactly 1. */
uint32_t nv_idx_from_ubyte(uint8_t v)
{
    if (v == 0) {
        return 0;
    }
    if (v == 0xff) {
        return 0x3f800000;
    }
    return normalise(v * 0x010101u, 0x7e);
}

/* hw: exact.  (-32768 is odd on NV10 only.) */
uint32_t nv_idx_from_short(int16_t v)
{
    uint32_t mag = v < 0 ? -(int32_t)v : v;

    if (v == 0) {
        return 0;
    }
    return normalise(mag << 8, 0x7f + 15) | (v < 0 ? NV_BIT(31) : 0);
}

/* hw: (2v + 1) / 65535 cut to 24 bits; both ends are exactly 1. */
uint32_t nv_idx_from_short_norm(int16_t v)
{
    int32_t r = 2 * (int32_t)v + 1;
    uint32_t mag = (uint32_t)(r < 0 ? -r : r) * 0x10001u;
    uint32_t sign = r < 0 ? NV_BIT(31) : 0;
    uint32_t exp = 0x7f - 9;

    if (v == INT16_MIN || v == INT16_MAX) {
        return sign | 0x3f800000;
    }
    while (mag >> 24) {
        mag >>= 1;
        exp++;
    }
    return normalise(mag, exp) | sign;
}

/*
 * 11-11-10 packed signed fractions: v / 1023, 1023, 511 (guess: the range
 * emulators agree on; the hardware's rounding is not known).
 */
static uint32_t from_packed(uint32_t word, unsigned pos, unsigned width)
{
    float scale = (float)((1 << (width - 1)) - 1);

    return nv_f2u((float)nv_sextract(word, pos, width) / scale);
}

static const struct {
    uint8_t low, width;
} packed[3] = { { 0, 11 }, { 11, 11 }, { 22, 10 } };

/* Types 3 and 7 are refused by FE; should one arrive, it is as floats. */
unsigned nv_idx_format_bytes(unsigned type, unsigned size)
{
    switch (type) {
    case NV_IDX_TYPE_UB_D3D:
        return 4;
    case NV_IDX_TYPE_UB_GL:
        return size;
    case NV_IDX_TYPE_S_NORM:
    case NV_IDX_TYPE_S:
        return size * 2;
    case NV_IDX_TYPE_CMP:
        return 4;
    default:
        return size * 4;
    }
}

/* hw: WORDS of the format state word, sizes 0 and above 4 included. */
unsigned nv_idx_format_words(unsigned type, unsigned size)
{
    unsigned n = (size & 3) ? (size & 3) : 4;

    switch (type) {
    case NV_IDX_TYPE_UB_D3D:
    case NV_IDX_TYPE_UB_GL:
        return 1;
    case NV_IDX_TYPE_S_NORM:
    case NV_IDX_TYPE_S:
        return (n + 1) / 2;
    default:
        return n;
    }
}

unsigned nv_idx_format_components(unsigned type, unsigned size)
{
    return type == NV_IDX_TYPE_CMP ? NV_ARRAY_SIZE(packed) : size;
}

unsigned nv_idx_decode(unsigned type, unsigned size, const uint8_t *src,
                       uint32_t out[4])
{
    static const uint8_t bgra[4] = { 2, 1, 0, 3 };

    if (type == NV_IDX_TYPE_CMP) {
        uint32_t word = nv_ld32(src);

        for (unsigned c = 0; c < NV_ARRAY_SIZE(packed); c++) {
            out[c] = from_packed(word, packed[c].low, packed[c].width);
        }
        return NV_ARRAY_SIZE(packed);
    }
    for (unsigned c = 0; c < size; c++) {
        switch (type) {
        case NV_IDX_TYPE_UB_D3D:
            out[c] = nv_idx_from_ubyte(src[bgra[c]]);
            break;
        case NV_IDX_TYPE_UB_GL:
            out[c] = nv_idx_from_ubyte(src[c]);
            break;
        case NV_IDX_TYPE_S_NORM:
            out[c] = nv_idx_from_short_norm((int16_t)nv_ld16(src + 2 * c));
            break;
        case NV_IDX_TYPE_S:
            out[c] = nv_idx_from_short((int16_t)nv_ld16(src + 2 * c));
            break;
        default:
            out[c] = nv_ld32(src + 4 * c);
            break;
        }
    }
    return size;
}

unsigned nv_idx_decode_words(unsigned type, unsigned size,
                             const uint32_t *word, uint32_t out[4])
{
    static const uint8_t bgra[4] = { 2, 1, 0, 3 };
    uint8_t src[16];

    switch (type) {
    case NV_IDX_TYPE_FLOAT:
        memcpy(out, word, size * sizeof(out[0]));
        return size;
    case NV_IDX_TYPE_UB_D3D:
    case NV_IDX_TYPE_UB_GL:
        for (unsigned c = 0; c < size; c++) {
            unsigned byte = type == NV_IDX_TYPE_UB_D3D ? bgra[c] : c;

            out[c] = nv_idx_quick_ubyte(word[0] >> 8 * byte);
        }
        return size;
    default:
        for (unsigned i = 0; i < nv_idx_format_words(type, size); i++) {
            nv_st32(src + 4 * i, word[i]);
        }
        return nv_idx_decode(type, size, src, out);
    }
}

/* --- Columns --- */

static inline const uint8_t *at_element(const NvIdxColumn *c,
                                        const uint8_t *host, unsigned i)
{
    return host + (uint64_t)(c->index[i] - c->first) * c->stride;
}

#define FOR_COLUMN(c, i, src) \
    for (unsigned i = 0; i < (c)->count; i++) \
        for (const uint8_t *src = at_element(c, host, i); src; src = NULL)

static inline void floats(const NvIdxColumn *c, const uint8_t *host,
                          uint32_t (*out)[NV_XF_BLOCK], unsigned size)
{
    FOR_COLUMN(c, i, src) {
        for (unsigned k = 0; k < size; k++) {
            out[k][i] = nv_ld32(src + 4 * k);
        }
    }
}

/* Four or eight elements a step; what is left has to go one by one. */
typedef uint32_t Four __attribute__((vector_size(16)));
typedef uint64_t Two __attribute__((vector_size(16)));
typedef uint32_t Eight __attribute__((vector_size(32)));
typedef int32_t EightInts __attribute__((vector_size(32)));
typedef float EightFloats __attribute__((vector_size(32)));

static inline Four load_four(const uint8_t *src)
{
    Four v;

    memcpy(&v, src, sizeof(v));
    return G_BYTE_ORDER == G_LITTLE_ENDIAN
           ? v : (Four) { nv_ld32(src), nv_ld32(src + 4), nv_ld32(src + 8),
                          nv_ld32(src + 12) };
}

static inline void store_four(uint32_t *to, Four v)
{
    memcpy(to, &v, sizeof(v));
}

/* Two words each of two elements. */
static inline Four load_two(const uint8_t *a, const uint8_t *b)
{
    uint64_t va, vb;

    memcpy(&va, a, sizeof(va));
    memcpy(&vb, b, sizeof(vb));
    return G_BYTE_ORDER == G_LITTLE_ENDIAN
           ? (Four)(Two) { va, vb }
           : (Four) { nv_ld32(a), nv_ld32(a + 4), nv_ld32(b),
                      nv_ld32(b + 4) };
}

static inline void floats2(const NvIdxColumn *c, const uint8_t *host,
                           uint32_t (*out)[NV_XF_BLOCK])
{
    unsigned i;

    for (i = 0; i + 4 <= c->count; i += 4) {
        Four v01 = load_two(at_element(c, host, i),
                            at_element(c, host, i + 1));
        Four v23 = load_two(at_element(c, host, i + 2),
                            at_element(c, host, i + 3));

        store_four(&out[0][i], __builtin_shufflevector(v01, v23, 0, 2, 4, 6));
        store_four(&out[1][i], __builtin_shufflevector(v01, v23, 1, 3, 5, 7));
    }
    for (; i < c->count; i++) {
        out[0][i] = nv_ld32(at_element(c, host, i));
        out[1][i] = nv_ld32(at_element(c, host, i) + 4);
    }
}

static unsigned floats4_steps(const NvIdxColumn *c, const uint8_t *host,
                              uint32_t (*out)[NV_XF_BLOCK])
{
    unsigned i;

    for (i = 0; i + 4 <= c->count; i += 4) {
        Four v0 = load_four(at_element(c, host, i));
        Four v1 = load_four(at_element(c, host, i + 1));
        Four v2 = load_four(at_element(c, host, i + 2));
        Four v3 = load_four(at_element(c, host, i + 3));
        Four xy0 = __builtin_shufflevector(v0, v1, 0, 4, 1, 5);
        Four xy1 = __builtin_shufflevector(v2, v3, 0, 4, 1, 5);
        Four zw0 = __builtin_shufflevector(v0, v1, 2, 6, 3, 7);
        Four zw1 = __builtin_shufflevector(v2, v3, 2, 6, 3, 7);

        store_four(&out[0][i], __builtin_shufflevector(xy0, xy1, 0, 1, 4, 5));
        store_four(&out[1][i], __builtin_shufflevector(xy0, xy1, 2, 3, 6, 7));
        store_four(&out[2][i], __builtin_shufflevector(zw0, zw1, 0, 1, 4, 5));
        store_four(&out[3][i], __builtin_shufflevector(zw0, zw1, 2, 3, 6, 7));
    }
    return i;
}

/* The words of eight elements. */
static inline Eight load_eight(const NvIdxColumn *c, const uint8_t *host,
                               unsigned i)
{
    return (Eight) {
        nv_ld32(at_element(c, host, i)), nv_ld32(at_element(c, host, i + 1)),
        nv_ld32(at_element(c, host, i + 2)),
        nv_ld32(at_element(c, host, i + 3)),
        nv_ld32(at_element(c, host, i + 4)),
        nv_ld32(at_element(c, host, i + 5)),
        nv_ld32(at_element(c, host, i + 6)),
        nv_ld32(at_element(c, host, i + 7)),
    };
}

static inline unsigned bytes4_steps(const NvIdxColumn *c, const uint8_t *host,
                                    uint32_t (*out)[NV_XF_BLOCK], bool d3d)
{
    unsigned i;

    for (i = 0; i + 8 <= c->count; i += 8) {
        Eight v = load_eight(c, host, i);

        for (unsigned k = 0; k < 4; k++) {
            Eight byte = (v >> 8 * (d3d && k < 3 ? 2 - k : k)) & 0xff;
            Eight whole = (byte << 16 | byte << 8 | byte) -
                          (Eight)(byte == 0xff);
            EightFloats f = __builtin_convertvector((EightInts)whole,
                                                    EightFloats);

            f *= 0x1p-24f;
            memcpy(&out[k][i], &f, sizeof(f));
        }
    }
    return i;
}

static inline void bytes4(const NvIdxColumn *c, const uint8_t *host,
                          uint32_t (*out)[NV_XF_BLOCK], bool d3d)
{
    for (unsigned i = bytes4_steps(c, host, out, d3d); i < c->count; i++) {
        const uint8_t *src = at_element(c, host, i);

        out[0][i] = nv_idx_quick_ubyte(src[d3d ? 2 : 0]);
        out[1][i] = nv_idx_quick_ubyte(src[1]);
        out[2][i] = nv_idx_quick_ubyte(src[d3d ? 0 : 2]);
        out[3][i] = nv_idx_quick_ubyte(src[3]);
    }
}

static inline void floats4(const NvIdxColumn *c, const uint8_t *host,
                           uint32_t (*out)[NV_XF_BLOCK])
{
    for (unsigned i = floats4_steps(c, host, out); i < c->count; i++) {
        const uint8_t *src = at_element(c, host, i);

        for (unsigned k = 0; k < 4; k++) {
            out[k][i] = nv_ld32(src + 4 * k);
        }
    }
}

/* As nv_idx_from_short(): exact. */
static inline void shorts(const NvIdxColumn *c, const uint8_t *host,
                          uint32_t (*out)[NV_XF_BLOCK], unsigned size)
{
    FOR_COLUMN(c, i, src) {
        for (unsigned k = 0; k < size; k++) {
            out[k][i] = nv_f2u((float)(int16_t)nv_ld16(src + 2 * k));
        }
    }
}

static void others(const NvIdxColumn *c, const uint8_t *host,
                   uint32_t (*out)[NV_XF_BLOCK])
{
    FOR_COLUMN(c, i, src) {
        uint32_t v[4];
        unsigned got = nv_idx_decode(c->type, c->size, src, v);

        for (unsigned k = 0; k < got; k++) {
            out[k][i] = v[k];
        }
    }
}

NV_LANE_CLONES
unsigned nv_idx_decode_column(const NvIdxColumn *c, const uint8_t *host,
                              uint32_t (*out)[NV_XF_BLOCK])
{
    enum { FLOAT1 = NV_IDX_TYPE_FLOAT << 4, SHORT1 = NV_IDX_TYPE_S << 4 };

    switch (c->type << 4 | c->size) {
    case FLOAT1 | 1:
        floats(c, host, out, 1);
        break;
    case FLOAT1 | 2:
        floats2(c, host, out);
        break;
    case FLOAT1 | 3:
        floats(c, host, out, 3);
        break;
    case FLOAT1 | 4:
        floats4(c, host, out);
        break;
    case NV_IDX_TYPE_UB_GL << 4 | 4:
        bytes4(c, host, out, false);
        break;
    case NV_IDX_TYPE_UB_D3D << 4 | 4:
        bytes4(c, host, out, true);
        break;
    case SHORT1 | 2:
        shorts(c, host, out, 2);
        break;
    case SHORT1 | 4:
        shorts(c, host, out, 4);
        break;
    default:
        others(c, host, out);
        break;
    }
    return nv_idx_format_components(c->type, c->size);
}
