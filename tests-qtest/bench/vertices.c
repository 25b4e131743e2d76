/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertices and constants for programs: the same random ones at every run.
 * What comes out is compared with what the first executor made of them.
 */
#include "bench/vertices.h"

#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "arith/arith.h"

#define OUT_WORDS (NV_XF_ATTRS * 4 * NV_XF_BLOCK)     /* and of inputs */

static void make_vertices(BenchVertices *v)
{
    GRand *rand = g_rand_new_with_seed(20);
    uint32_t *row;

    for (unsigned n = 0; n < BENCH_BLOCKS; n++) {
        v->block[n] = nv_xf_block_new();
        v->work[n] = nv_xf_block_new();
        v->block[n]->count = v->work[n]->count = NV_XF_BLOCK;
        row = (uint32_t *)v->block[n]->in;
        for (unsigned i = 0; i < OUT_WORDS; i++) {
            double x = g_rand_double_range(rand, -1, 1);
            unsigned c = i / NV_XF_BLOCK % 4;

            row[i] = nv_f2u(c == 3 ? 1 : x);
        }
    }
    g_rand_free(rand);
}

/* Numbers that keep all parts of the programs at work. */
static void make_constants(BenchVertices *v)
{
    GRand *rand = g_rand_new_with_seed(25);

    for (unsigned i = 0; i < G_N_ELEMENTS(v->c); i++) {
        for (unsigned k = 0; k < 4; k++) {
            v->c[i][k] = g_rand_double_range(rand, 0.1, 1);
        }
    }
    for (unsigned i = 8; i < 10; i++) {                 /* P3's light */
        float *to = v->c[i];
        float length = sqrtf(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);

        for (unsigned k = 0; k < 3; k++) {
            to[k] /= length;
        }
    }
    for (unsigned light = 0; light < 5; light++) {
        float *position = v->c[20 + 5 * light];

        for (unsigned k = 0; k < 3; k++) {
            position[k] = g_rand_double_range(rand, -4, 4);
        }
        v->c[24 + 5 * light][3] = 4 * (light + 1);      /* shininess */
    }
    v->c[10][3] = 12;                                   /* P3's */
    v->c[14][0] = -v->c[14][0];                         /* fog fades */
    g_rand_free(rand);
}

void bench_vertices_init(BenchVertices *v)
{
    v->want = g_malloc(BENCH_BLOCKS * sizeof(v->block[0]->out));
    v->in = g_malloc(BENCH_VERTICES * BENCH_STRIDE(0xffff) * sizeof(float));
    v->out = g_malloc(BENCH_VERTICES * BENCH_STRIDE(0xffff) * sizeof(float));
    make_vertices(v);
    make_constants(v);
}

void bench_vertices_free(BenchVertices *v)
{
    for (unsigned n = 0; n < BENCH_BLOCKS; n++) {
        nv_xf_block_free(v->block[n]);
        nv_xf_block_free(v->work[n]);
    }
    g_free(v->want);
    g_free(v->in);
    g_free(v->out);
}

void bench_vertices_pack(BenchVertices *v, unsigned reads)
{
    unsigned place = 0;

    for (unsigned left = reads; left; left &= left - 1, place += 4) {
        unsigned a = __builtin_ctz(left);

        for (unsigned i = 0; i < BENCH_VERTICES; i++) {
            float *to = v->in + i * BENCH_STRIDE(reads) + place;

            for (unsigned c = 0; c < 4; c++) {
                to[c] = nv_u2f(v->block[i / NV_XF_BLOCK]
                               ->in[a][c][i % NV_XF_BLOCK]);
            }
        }
    }
}

void bench_vertices_clear(BenchVertices *v)
{
    for (unsigned n = 0; n < BENCH_BLOCKS; n++) {
        uint32_t *out = (uint32_t *)v->block[n]->out;

        for (unsigned i = 0; i < OUT_WORDS; i++) {
            out[i] = i / NV_XF_BLOCK % 4 == 3 ? NV_XF_ONE : 0;
        }
    }
}

/* The larger of @most and how far @x is from @y; NaN counts as far. */
static double farther(double most, uint32_t x, uint32_t y)
{
    double a = nv_u2f(x), r = nv_u2f(y);
    double d = ABS(a - r) / MAX(1, ABS(r));

    return x == y || d <= most ? most : d == d ? d : HUGE_VAL;
}

double bench_vertices_distance(const BenchVertices *v)
{
    double most = 0;

    for (unsigned n = 0; n < BENCH_BLOCKS; n++) {
        for (unsigned i = 0; i < OUT_WORDS; i++) {
            most = farther(most, ((const uint32_t *)v->block[n]->out)[i],
                           v->want[n * OUT_WORDS + i]);
        }
    }
    return most;
}

double bench_vertices_packed_distance(const BenchVertices *v,
                                      unsigned writes)
{
    double most = 0;
    unsigned place = 0;

    for (unsigned left = writes; left; left &= left - 1) {
        unsigned a = __builtin_ctz(left);

        for (unsigned i = 0; i < BENCH_VERTICES * 4; i++) {
            unsigned n = i / 4 / NV_XF_BLOCK, c = i % 4;
            uint32_t x = nv_f2u(v->out[i / 4 * BENCH_STRIDE(writes)
                                       + place + c]);
            uint32_t y = v->want[n * OUT_WORDS + (a * 4 + c) * NV_XF_BLOCK +
                                 i / 4 % NV_XF_BLOCK];

            most = x ? farther(most, x, y) : most;
        }
        place += 4;
    }
    return most;
}

unsigned bench_vertices_differing(const BenchVertices *v)
{
    unsigned count = 0;

    for (unsigned n = 0; n < BENCH_BLOCKS; n++) {
        const uint32_t *out = (const uint32_t *)v->block[n]->out;

        for (unsigned i = 0; i < OUT_WORDS; i++) {
            count += out[i] != v->want[n * OUT_WORDS + i];
        }
    }
    return count;
}

void bench_vertices_keep(BenchVertices *v)
{
    const size_t size = sizeof(v->block[0]->out);

    for (unsigned n = 0; n < BENCH_BLOCKS; n++) {
        memcpy((char *)v->want + n * size, v->block[n]->out, size);
    }
}
