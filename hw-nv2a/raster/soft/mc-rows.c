/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs machine code over whole groups of a line: nothing is written down of their
 * lanes, and all of them live.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "fp-contract=off")
#endif

#include "raster/soft/lane.h"
#include "raster/soft/soft.h"

/* Smaller primitives have too few of them. */
#define LEAST_PIXELS 128

static void fill_steps(NvMcData *d)
{
    for (unsigned i = 0; i < 16; i++) {
        uint32_t step[2];

        for (unsigned k = 0; k < 2; k++) {
            step[k] = i * (uint32_t)d->edge_dx[k];
            d->edge_step[k][i] = step[k];
        }
        d->edge_step[2][i] = -(step[0] + step[1]);
    }
}

void nv_mc_find_rows(const NvSoft *s, NvSoftScratch *scratch, unsigned pixels)
{
    unsigned width = nv_mc_width(s->machine);
    unsigned variant = scratch->variant | NV_MC_ROWS;

    scratch->rows = NULL;
    if (s->quads || pixels < LEAST_PIXELS) {
        return;
    }
    if (width == 16) {
        scratch->rows = nv_mc_code(s->machine, variant | NV_MC_TWICE, pixels,
                                   &scratch->rows_literals);
        scratch->rows_step = 2 * width;
    }
    if (!scratch->rows) {
        scratch->rows = nv_mc_code(s->machine, variant, pixels,
                                   &scratch->rows_literals);
        scratch->rows_step = width;
    }
    if (scratch->rows) {
        fill_steps(scratch->data);
    }
}

static void put_pieces(NvMcData *d, unsigned x, unsigned y, unsigned groups,
                       unsigned width)
{
    uint32_t edge[2], step[2];

    for (unsigned k = 0; k < 2; k++) {
        uint32_t dx = d->edge_dx[k];

        edge[k] = (uint32_t)d->edge_c[k] + dx * x +
                  (uint32_t)d->edge_dy[k] * y;
        step[k] = dx * width;
    }
    for (unsigned g = 0; g < groups; g++) {
        int32_t *piece = d->piece + g * width;

        piece[NV_MC_PIECE_X] = x + g * width;
        piece[NV_MC_PIECE_Y] = y;
        piece[NV_MC_PIECE_EDGES] = edge[0];
        piece[NV_MC_PIECE_EDGES + 1] = edge[1];
        piece[NV_MC_PIECE_EDGES + 2] = (uint32_t)d->edge_sum - edge[0] -
                                       edge[1];
        piece[NV_MC_PIECE_ESCAPED] = 0;
        edge[0] += step[0];
        edge[1] += step[1];
    }
}

/*
 * Groups that escaped, with weights that are sure, and those that do so again as
 * lanes.
 */
static void redo(const NvSoft *s, NvSoftScratch *scratch, unsigned groups,
                 unsigned escaped)
{
    bool floats = nv_mc_by_floats(nv_mc_key(s->machine), scratch->variant);
    unsigned width = nv_mc_width(s->machine);
    NvMcData *d = scratch->data;
    NvVecFn *code = NULL;
    const void *literals;

    if (floats) {
        code = nv_mc_code(s->machine,
                          scratch->variant | NV_MC_SURE | NV_MC_ROWS,
                          width * escaped, &literals);
    }
    for (unsigned g = 0; g < groups; g++) {
        int32_t *piece = d->piece + g * width;
        unsigned x = piece[NV_MC_PIECE_X];

        if (!piece[NV_MC_PIECE_ESCAPED]) {
            continue;
        }
        if (code) {
            piece[NV_MC_PIECE_ESCAPED] = 0;
            code(d, literals, 1, piece);
        }
        if (piece[NV_MC_PIECE_ESCAPED]) {
            nv_mc_lanes(s, scratch, x, x + width, piece[NV_MC_PIECE_Y]);
        }
    }
    if (floats && scratch->escapes > 4 * NV_MC_MANY_ESCAPES) {
        nv_mc_go_sure(s, scratch, 2 * width);
    }
}

unsigned nv_mc_rows(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                    unsigned x1, unsigned y)
{
    unsigned width = nv_mc_width(s->machine);
    NvMcData *d = scratch->data;

    while (scratch->rows && x0 + scratch->rows_step <= x1) {
        unsigned most = NV_MC_PIECES * width, step = scratch->rows_step;
        unsigned runs = MIN(x1 - x0, most) / step, groups, escaped = 0;

        groups = runs * step / width;
        put_pieces(d, x0, y, groups, width);
        scratch->rows(d, scratch->rows_literals, runs, d->piece);
        x0 += runs * step;
        for (unsigned at = 0; at < runs * step; at += step) {
            escaped += d->piece[at + NV_MC_PIECE_ESCAPED];
        }
        scratch->escapes = MAX(0, scratch->escapes + 4 * (int)escaped -
                                  (int)groups);
        if (escaped) {
            redo(s, scratch, groups, escaped);
        }
        scratch->passed += d->passed;
        d->passed = 0;
    }
    return x0;
}
