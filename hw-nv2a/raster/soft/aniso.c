/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Anisotropy: several samples along the longer way that a pixel goes over a
 * texture (hw, NV2A: of 41,199 pixels of a floor under two and under four
 * samples 116 and 97 differ; more samples, levels and ways along which both
 * coordinates change much are a guess, and that other chips do the same).
 */
#include <math.h>

#include "raster/soft/texture.h"

/* Weights make up 256, as those of a filter do. */
#define WHOLE 256

/* The sample @by of the way from the middle, weighed. */
static void add(const NvSoftTexture *t, const NvTexQuery *q,
                const double way[2], double by, double weight, double sum[4])
{
    NvTexQuery one = *q;

    one.u += way[0] * by;
    one.v += way[1] * by;
    nv_soft_sample(t, &one);
    for (unsigned c = 0; c < 4; c++) {
        sum[c] += one.rgba[c] * weight;
    }
}

/*
 * @n parts of the way: samples stand in pairs, in the middle of each part; what
 * there is less than a pair is the weight of the outermost, cut to 256ths.  Less
 * than two parts are two samples that move apart.
 */
static void gather(const NvSoftTexture *t, NvTexQuery *q, const double way[2],
                   double n)
{
    unsigned whole = n < 2 ? 0 : (unsigned)(n / 2);
    double outer = n < 2 ? WHOLE / 2 : floor(WHOLE * (n - 2 * whole) / (2 * n));
    double inner = whole ? (WHOLE / 2 - outer) / whole : 0;
    double sum[4] = { 0 };

    for (unsigned i = 0; i <= whole; i++) {
        double by = n < 2 ? (n - 1) / (2 * n) : (2 * i + 1) / (2 * n);
        double weight = i < whole ? inner : outer;

        for (int side = -1; side <= 1 && weight > 0; side += 2) {
            add(t, q, way, side * by, weight, sum);
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        q->rgba[c] = (float)(sum[c] / WHOLE);
    }
    nv_soft_one_nan(q->rgba);
}

void nv_soft_sample_along(const NvSoftTexture *t, NvTexQuery *q,
                          const double across[2], const double down[2])
{
    double w = t->rect ? 1 : t->level[0].w, h = t->rect ? 1 : t->level[0].h;
    double a = hypot(across[0] * w, across[1] * h);
    double d = hypot(down[0] * w, down[1] * h);
    double longer = fmax(a, d), shorter = fmax(fmin(a, d), 1);
    double n = fmin(longer / shorter, t->how->taps);

    n = n > 1 ? n : 1;
    q->lod += nv_soft_lod((float)(longer / n * (longer / n)));
    nv_soft_sample(t, q);
    if (n > 1) {
        gather(t, q, d < a ? across : down, n);
    }
}
