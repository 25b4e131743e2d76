/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The multiplier and the adder of XF on rows of operands: the same bits as
 * arith-core.h from exact operations of host floats, else by its functions.
 *
 * Facts: those of arith/arith.h.  Why the bits are the same:
 *
 * A row is taken if every operand is zero or a normal number ("tidy").  Then
 * - a product has 48 bits and is exact in a double.  Clearing 29 bits of that
 *   leaves 24, cut towards zero as the multiplier does; if its magnitude is
 *   not below 2^-125 nor above the largest float, the conversion to float is
 *   exact.  Below, the multiplier gives 0 and the conversion something below
 *   2^-125 (it may round up to 2^-126);
 * - let E be the exponent field of the largest term of a sum.  For E in
 *   30..252 terms times 2^(155 - E) are exact, or below 1 if they underflow;
 *   so are terms below 2^-125, which become less than 2^(30 - E) <= 1.
 *   Conversion to integers cuts towards zero: it leaves 5 guard bits, term by
 *   term, and nothing of what is below 1;
 * - at most 4 terms below 2^29, multiples of 2^5 if near it, keep the sum at
 *   2^31 - 128 or less, where a conversion to float does not overflow and is
 *   cut by a step down if it went up;
 * - the sum, if it is not 0, is at least 1, so times 2^(E - 155) it is at
 *   least 2^(30 - 155) and below 4 * 2^(E - 126) <= 2^128: normal, exact.
 * If the largest term is 0, so is the sum, with sign plus.  None of this
 * depends on the rounding mode, nor on whether denormals are flushed.
 */
#include "arith/arith-core.h"
#include "arith/row-arith.h"

#define LANES NV_XF_ROW_STEP

typedef float Floats __attribute__((vector_size(4 * LANES)));
typedef int32_t Ints __attribute__((vector_size(4 * LANES)));
typedef double Doubles __attribute__((vector_size(8 * LANES)));
typedef int64_t Longs __attribute__((vector_size(8 * LANES)));

#define LOW 29                      /* bits a double has more than a float */
#define E_SHIFT 23
#define E_MIN 30
#define E_MAX 252

static inline Ints load(const uint32_t *row)
{
    Ints v;

    memcpy(&v, row, sizeof(v));
    return v;
}

static inline void store(uint32_t *row, Ints v)
{
    memcpy(row, &v, sizeof(v));
}

static inline Ints magnitude(Ints v)
{
    return v & INT32_MAX;
}

/* Any lane of @v is not 0. */
static inline bool any(Ints v)
{
    int64_t half[2];

    memcpy(half, &v, sizeof(v));
    return half[0] | half[1];
}

/* Lanes that are neither zero nor normal. */
static inline Ints untidy(Ints v)
{
    Ints m = magnitude(v);

    return ((m > 0) & (m < (int32_t)HIDDEN)) | (m > (int32_t)NV_XF_MAX);
}

void nv_xf_row_fill(uint32_t *row, uint32_t x, unsigned count)
{
    Ints v = { x, x, x, x };

    for (unsigned i = 0; i < count; i += LANES) {
        store(row + i, v);
    }
}

void nv_xf_row_signs(uint32_t *d, const uint32_t *row, uint32_t keep,
                     uint32_t flip, unsigned count)
{
    for (unsigned i = 0; i < count; i += LANES) {
        store(d + i, (load(row + i) & (int32_t)keep) ^ (int32_t)flip);
    }
}

bool nv_xf_row_tidy(const uint32_t *row, unsigned count)
{
    Ints bad = { 0 };

    for (unsigned i = 0; i < count; i += LANES) {
        bad |= untidy(load(row + i));
    }
    return !any(bad);
}

static inline __attribute__((always_inline))
Floats product(Ints a, Ints b)
{
    Doubles d = __builtin_convertvector((Floats)a, Doubles) *
                __builtin_convertvector((Floats)b, Doubles);

    d = (Doubles)((Longs)d & -(INT64_C(1) << LOW));
    return __builtin_convertvector(d, Floats);
}

/* The sum of @n terms; *@bad gathers lanes where it is something else. */
static inline __attribute__((always_inline))
Ints sum(const Floats *terms, unsigned n, Ints *bad)
{
    Ints largest = magnitude((Ints)terms[0]);
    Ints acc = { 0 };
    Ints e, mag, sign;
    Floats scale, f;

    NV_XF_UNROLL
    for (unsigned i = 1; i < n; i++) {
        Ints m = magnitude((Ints)terms[i]);
        Ints more = m > largest;

        largest = (m & more) | (largest & ~more);
    }
    *bad |= ((largest < E_MIN << E_SHIFT) & (largest != 0)) |
            (largest >= (int32_t)((E_MAX + 1u) << E_SHIFT));
    e = largest & (int32_t)NV_XF_INF;
    scale = (Floats)((int32_t)((127u + 155) << E_SHIFT) - e);
    NV_XF_UNROLL
    for (unsigned i = 0; i < n; i++) {
        acc += __builtin_convertvector(terms[i] * scale, Ints);
    }
    sign = acc >> 31;
    mag = (acc ^ sign) - sign;
    f = __builtin_convertvector(mag, Floats);
    f = (Floats)((Ints)f + (__builtin_convertvector(f, Ints) > mag));
    f *= (Floats)(e - (28 << E_SHIFT));
    return magnitude((Ints)f) | (sign & INT32_MIN);
}

/* The product of @a and @b and nothing else. */
static inline Ints finished(Ints a, Ints b, Ints *bad)
{
    Ints f = (Ints)product(a, b);
    Ints m = magnitude(f);
    Ints zero = (magnitude(a) == 0) | (magnitude(b) == 0);

    *bad |= ((m < 2 << E_SHIFT) & ~zero) | (m >= 254 << E_SHIFT);
    return f & ~zero;
}

bool nv_xf_row_mul(uint32_t *d, const uint32_t *a, const uint32_t *b,
                   unsigned count)
{
    Ints bad = { 0 };

    for (unsigned i = 0; i < count; i += LANES) {
        store(d + i, finished(load(a + i), load(b + i), &bad));
    }
    return !any(bad);
}

bool nv_xf_row_add(uint32_t *d, const uint32_t *a, const uint32_t *b,
                   unsigned count)
{
    Ints bad = { 0 };

    for (unsigned i = 0; i < count; i += LANES) {
        Floats terms[2] = { (Floats)load(a + i), (Floats)load(b + i) };

        store(d + i, sum(terms, 2, &bad));
    }
    return !any(bad);
}

bool nv_xf_row_mad(uint32_t *d, const uint32_t *a, const uint32_t *b,
                   const uint32_t *c, unsigned count)
{
    Ints bad = { 0 };

    for (unsigned i = 0; i < count; i += LANES) {
        Floats terms[2] = {
            product(load(a + i), load(b + i)), (Floats)load(c + i),
        };

        store(d + i, sum(terms, 2, &bad));
    }
    return !any(bad);
}

static inline __attribute__((always_inline))
bool dot(uint32_t *d, const uint32_t *const a[4], const uint32_t *const b[4],
         unsigned n, unsigned count)
{
    Ints bad = { 0 };

    for (unsigned i = 0; i < count; i += LANES) {
        Floats terms[4];

        NV_XF_UNROLL
        for (unsigned c = 0; c < n; c++) {
            terms[c] = product(load(a[c] + i), load(b[c] + i));
        }
        store(d + i, sum(terms, n, &bad));
    }
    return !any(bad);
}

bool nv_xf_row_dp3(uint32_t *d, const uint32_t *const a[4],
                   const uint32_t *const b[4], unsigned count)
{
    return dot(d, a, b, 3, count);
}

bool nv_xf_row_dp4(uint32_t *d, const uint32_t *const a[4],
                   const uint32_t *const b[4], unsigned count)
{
    return dot(d, a, b, 4, count);
}
