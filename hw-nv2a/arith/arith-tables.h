/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Function tables of the XF arithmetic; used by the arith-*.c files only.
 *
 * Facts: envytools' tables for XF, matched there against hardware.
 */
#ifndef NV_ARITH_ARITH_TABLES_H
#define NV_ARITH_ARITH_TABLES_H

#include <stdint.h>

/* One of 32 pieces of a line: base * 256 + slope * rest. */
typedef struct NvXfLine {
    uint32_t base, slope;
} NvXfLine;

/* One of 65 nodes of a quadratic interpolator. */
typedef struct NvXfQuad {
    uint32_t c0, c1, c2;
} NvXfQuad;

/* First index: 0 Celsius and LT, 1 Kelvin and Rankine. */
extern const uint8_t nv_xf_rcp_seed[2][64];
extern const uint8_t nv_xf_rsq_seed[2][128];
extern const NvXfLine nv_xf_exp_line[32];
extern const NvXfLine nv_xf_log_line[32];
extern const NvXfQuad nv_xf_lg2_quad[65];
extern const NvXfQuad nv_xf_ex2_quad[65];
extern const NvXfQuad nv_xf_sincos_quad[65];
/* Phase of each fraction bit, in 1/2^33 turns. */
extern const uint64_t nv_xf_sincos_phase[23];

#endif
