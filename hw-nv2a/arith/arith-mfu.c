/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF arithmetic of MFU (Rankine): LG2, EX2, SIN, COS by one quadratic
 * interpolator with a truncated squarer and a Booth multiplier.
 *
 * Facts: envytools' XF tests, asserted on Rankine hardware (hw).
 */
#include "arith/arith-core.h"
#include "arith/arith-tables.h"

/* Approximate square of a 17-bit signed number, in units of 2^14. */
static int32_t square(int32_t r)
{
    uint32_t a = (uint32_t)(r >> 7);
    uint32_t q = a * a;

    if (r & 0x40) {
        q += a;
    }
    for (int i = 0; i < 6; i++) {
        if ((r >> i) & 1) {
            q += (uint32_t)((r + (1 << (12 - i))) >> (13 - i));
        }
    }
    return (int32_t)q;
}

/* One partial product, rounded on its own. */
static int64_t partial(int32_t r, int k)
{
    if (k >= 0) {
        return (int64_t)r * (INT64_C(1) << k);
    }
    return ((int64_t)r + (INT64_C(1) << (-k - 1))) >> -k;
}

/* @c1 times @r with radix-4 Booth digits. */
static int64_t booth(uint32_t c1, int32_t r)
{
    int64_t sum = 0;
    int s = -14;

    for (uint32_t u = c1 << 1; u; u >>= 2, s += 2) {
        switch (u & 7) {
        case 1:
        case 2:
            sum += partial(r, s);
            break;
        case 3:
            sum += partial(r, s + 1);
            break;
        case 4:
            sum -= partial(r, s + 1);
            break;
        case 5:
        case 6:
            sum -= partial(r, s);
            break;
        default:
            break;
        }
    }
    return sum;
}

/* @x: 23 bits between two ends of the table; @neg: the curve is concave. */
static int64_t interpolate(const NvXfQuad *table, uint32_t x, bool neg)
{
    uint32_t t = x >> 16;
    int32_t r = (int32_t)(x & 0xffff) - (t & 1 ? 0x10000 : 0);
    const NvXfQuad *node = &table[(t + 1) / 2];
    int64_t q = square(r);
    int64_t v = (int64_t)node->c0 * (1 << 15) + booth(node->c1, r) * (1 << 6);

    if (neg) {
        return v - ((node->c2 * q + ((q - 0x400) >> 12) + 0x20) >> 5);
    }
    return v + ((node->c2 * q) >> 5);
}

uint32_t nv_xf_lg2(uint32_t x)
{
    uint32_t sign = 0;
    int64_t v;
    int e = 135;

    if (!xf_exp_of(x)) {
        return NV_XF_INF | NV_XF_SIGN;
    }
    if (xf_is_nan(x) || (x & NV_XF_SIGN)) {
        return NV_XF_CNAN;
    }
    if (xf_is_inf(x)) {
        return x;
    }
    v = interpolate(nv_xf_lg2_quad, xf_frac_of(x), true) +
        ((int64_t)xf_exp_of(x) - 127) * (INT64_C(1) << 38);
    if (v < 0) {
        sign = NV_XF_SIGN;
        v = ~v;
    }
    if (!v) {
        return 0;
    }
    while (!(v >> 46)) {
        v *= 2;
        e--;
    }
    return xf_pack(sign, e, v >> 23, NV_XF_INF);
}

uint32_t nv_xf_ex2(uint32_t x)
{
    int e = xf_exp_of(x);
    uint32_t m = xf_frac_of(x) | HIDDEN;
    uint32_t f;
    int32_t t;

    if (xf_is_nan(x)) {
        return NV_XF_CNAN;
    }
    if (e < 70) {
        return NV_XF_ONE;
    }
    if (e >= 134) {
        return x & NV_XF_SIGN ? 0 : NV_XF_INF;
    }
    t = e >= 127 ? m << (e - 127) : e > 127 - 32 ? m >> (127 - e) : 0;
    if (x & NV_XF_SIGN) {
        t = ~t;
    }
    f = interpolate(nv_xf_ex2_quad, t & FRAC_MASK, false) >> 15;
    e = 127 + (t >> 23);
    return e <= 0 ? 0 : ((uint32_t)e << 23) | f;
}

/* Hardware's range reduction, defects included. */
static int phase_shift(int e)
{
    if (e < 0x63) {
        return e - 0x62;
    }
    if (e < 0xa2) {
        return e - 0x82;
    }
    return e < 0xc2 ? e - 0xa2 : e < 0xe2 ? e - 0xc2 : e - 0xe2;
}

/* @x in 2^-25 turns; only the low bits are right for a large x. */
static uint64_t phase_of(uint32_t x)
{
    int shift = phase_shift(xf_exp_of(x));
    uint64_t ph = UINT64_C(0x28be60db8);

    for (int i = 0; i < 23; i++) {
        if ((x >> i) & 1) {
            ph += nv_xf_sincos_phase[i];
        }
    }
    ph >>= 8;
    ph = shift >= 0 ? ph << shift : ph >> -shift;
    return x & NV_XF_SIGN ? ~ph : ph;
}

static uint32_t sine_of_phase(uint64_t ph)
{
    uint32_t u = (uint32_t)(ph & HIDDEN ? ~ph : ph) & FRAC_MASK;
    uint32_t sign = ph & (1 << 24) ? NV_XF_SIGN : 0;
    int64_t v = interpolate(nv_xf_sincos_quad, u, true);
    int e = 127;

    if (v <= 0) {
        return sign;
    }
    while (!(v >> 38)) {
        v *= 2;
        e--;
    }
    return xf_pack(sign, e, v >> 15, NV_XF_INF);
}

uint32_t nv_xf_sin(uint32_t x)
{
    unsigned e = xf_exp_of(x);

    if (e == 255) {
        return NV_XF_CNAN;
    }
    return e < 0x60 ? 0 : sine_of_phase(phase_of(x));
}

uint32_t nv_xf_cos(uint32_t x)
{
    unsigned e = xf_exp_of(x);

    if (e == 255) {
        return NV_XF_CNAN;
    }
    return e < 0x70 ? NV_XF_ONE : sine_of_phase(phase_of(x) + HIDDEN);
}
