/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What vertex programs of the benchmark work on, in blocks and packed, and
 * how far from right their outputs are.  No hardware facts.
 */
#ifndef NV_BENCH_VERTICES_H
#define NV_BENCH_VERTICES_H

#include "xf/xf.h"

#define BENCH_VERTICES 1024
#define BENCH_BLOCKS (BENCH_VERTICES / NV_XF_BLOCK)

typedef struct BenchVertices {
    NvXfBlock *block[BENCH_BLOCKS];
    NvXfBlock *work[BENCH_BLOCKS];  /* for packed vertices */
    float *in, *out;                /* packed vertices */
    uint32_t *want;                 /* right outputs, all blocks */
    float c[0x60][4];               /* constants */
} BenchVertices;

void bench_vertices_init(BenchVertices *v);
void bench_vertices_free(BenchVertices *v);

/* Attributes @reads of the blocks to v->in. */
void bench_vertices_pack(BenchVertices *v, unsigned reads);

/* Outputs to what those that nobody writes are after a reset. */
void bench_vertices_clear(BenchVertices *v);

/* The outputs of now are right. */
void bench_vertices_keep(BenchVertices *v);

/* The largest distance of a component from the right one. */
double bench_vertices_distance(const BenchVertices *v);

/* The same of v->out; LIMIT leaves 0 where nobody writes. */
double bench_vertices_packed_distance(const BenchVertices *v,
                                      unsigned writes);

/* Components that have other bits. */
unsigned bench_vertices_differing(const BenchVertices *v);

#endif
