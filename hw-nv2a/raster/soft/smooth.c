/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Smooth lines and polygons: eight samples a pixel say how much of it is
 * covered, and alpha is multiplied by that (hw: 1,038 of 1,048 pixels at the
 * edges of two triangles, the others lie under both; lines as line.c has it).
 * Off while multisampling is on (hw).
 */
#include "raster/soft/soft.h"

/* From the pixel's centre, in 1/16 pixels (hw: the only eight that fit). */
static const struct {
    int8_t x, y;
} places[NV_SOFT_SMOOTH_SAMPLES] = {
    { -8, -8 }, { -2, -6 }, { 4, -4 }, { -6, -2 },
    { 0, 0 }, { 6, 2 }, { -4, 4 }, { 2, 6 },
};

void nv_soft_smooth_line(const NvSoftCover *cover, int y, NvSoftSmooth *out,
                         int64_t *x0, int64_t *x1)
{
    int64_t from = *x1, to = *x0;

    for (unsigned k = 0; k < NV_SOFT_SMOOTH_SAMPLES; k++) {
        NvSoftCover moved = *cover;

        out->from[k] = *x0;
        out->to[k] = *x1;
        nv_soft_shift(&moved, places[k].x, places[k].y);
        nv_soft_cut(&moved, y, &out->from[k], &out->to[k]);
        if (out->from[k] < out->to[k]) {
            from = MIN(from, out->from[k]);
            to = MAX(to, out->to[k]);
        }
    }
    *x0 = from;
    *x1 = to;
}

void nv_soft_smooth_cover(const NvSoftSmooth *line, unsigned x, unsigned n,
                          uint8_t *out)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned inside = 0;

        for (unsigned k = 0; k < NV_SOFT_SMOOTH_SAMPLES; k++) {
            inside += x + i >= line->from[k] && x + i < line->to[k];
        }
        out[i] = inside * 255 / NV_SOFT_SMOOTH_SAMPLES;         /* hw: cut */
    }
}

bool nv_soft_wants_smooth(const NvSoft *s)
{
    return s->pixel->primitive.smooth_lines ||
           s->pixel->primitive.smooth_polygons;
}

/* How products of other alphas than 255 are rounded is a guess. */
void nv_soft_smooth(const NvSoft *s, NvSoftScratch *scratch)
{
    NvSoftSpan *sp = &scratch->span;

    for (unsigned i = 0; i < sp->n && sp->prim->smooth; i++) {
        sp->out[3][i] = (sp->out[3][i] * sp->cover[i] + 127) / 255;
        sp->real[3][i] *= sp->cover[i] / 255.0f;
        if (!sp->cover[i]) {
            sp->live &= ~(UINT64_C(1) << i);
        }
    }
}
