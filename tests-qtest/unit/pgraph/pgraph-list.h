/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cells of the lists that FE is held against: numbers, and bits of a word as
 * "13:5+21:16+29".
 */
#ifndef TESTS_PGRAPH_LIST_H
#define TESTS_PGRAPH_LIST_H

#include <stdint.h>
#include <stdlib.h>

#include <glib.h>

static inline uint32_t hex(const char *s)
{
    return g_ascii_strtoull(s, NULL, 16);
}

/* The bits from the highest down. */
static inline unsigned bit_list(const char *s, const char *end,
                                uint8_t *bits)
{
    unsigned groups = 0, n = 0;
    unsigned high[32], low[32];

    while (s < end && groups < 32) {
        char *next;

        high[groups] = low[groups] = strtoul(s, &next, 10);
        if (*next == ':') {
            low[groups] = strtoul(next + 1, &next, 10);
        }
        groups++;
        s = *next == '+' ? next + 1 : end;
    }
    while (groups--) {
        for (int b = high[groups]; b >= (int)low[groups] && n < 32; b--) {
            bits[n++] = b;
        }
    }
    return n;
}

#endif
