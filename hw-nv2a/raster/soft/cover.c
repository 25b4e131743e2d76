/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a line half planes leave, in whole numbers.
 */
#include "raster/soft/span.h"

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static void cut(const NvSoftEdge *e, int y, int64_t *x0, int64_t *x1)
{
    int64_t c = e->c + y * e->dy;
    int64_t at;

    if (e->dx > 0) {
        at = -floor_div(c, e->dx);          /* ceil(-c / dx) */
        *x0 = at > *x0 ? at : *x0;
    } else if (e->dx < 0) {
        at = floor_div(c, -e->dx) + 1;
        *x1 = at < *x1 ? at : *x1;
    } else if (c < 0) {
        *x1 = *x0;
    }
}

void nv_soft_cut(const NvSoftCover *cover, int y, int64_t *x0, int64_t *x1)
{
    for (unsigned i = 0; i < cover->count; i++) {
        cut(&cover->edges[i], y, x0, x1);
    }
}

void nv_soft_shift(NvSoftCover *cover, int x, int y)
{
    for (unsigned i = 0; i < cover->count; i++) {
        NvSoftEdge *e = &cover->edges[i];

        /* Steps are whole multiples of a pixel's 16 parts. */
        e->c += e->dx / 16 * x + e->dy / 16 * y;
    }
}
