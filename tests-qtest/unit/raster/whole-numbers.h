/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers of the interpolators in whole numbers, for the tests that compare
 * with the measured rules.
 */
#ifndef TEST_RASTER_WHOLE_NUMBERS_H
#define TEST_RASTER_WHOLE_NUMBERS_H

typedef __int128 Wide;

#define FINE 60                 /* bits behind the point of weights */

static inline unsigned top_bit(Wide v)
{
    unsigned n = 0;

    for (v = v < 0 ? -v : v; v > 1; v >>= 1) {
        n++;
    }
    return n;
}

/* The first @bits of @v, which is not negative. */
static inline Wide cut(Wide v, unsigned bits)
{
    unsigned n = top_bit(v) + 1;

    return n > bits ? v >> (n - bits) << (n - bits) : v;
}

static inline Wide kept(Wide v, unsigned unit)
{
    return v < 0 ? -(-v >> unit) : v >> unit;
}

#endif
