/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What nv-xf has to compute: golden vectors of operations, from public tests
 * of the hardware and a public bit model of Celsius.
 */
#ifndef TEST_NV_XF_GOLDEN_H
#define TEST_NV_XF_GOLDEN_H

#include <stdint.h>

/* Operands are columns of a file, one result a column. */
typedef struct Golden {
    const char *file, *options, *op, *columns, *result;
    unsigned word;              /* which of the results */
    uint32_t mask;
} Golden;

#define ALL UINT32_MAX
static const Golden golden[] = {
    { "scalar", "--chip nv10", "rcp", "x", "rcp_v1", 0, ALL },
    { "scalar", "--chip nv20", "rcp", "x", "rcp_v2", 0, ALL },
    { "scalar", "--chip nv10", "rcc", "x", "rcc_v1", 0, ALL },
    { "scalar", "--chip nv25", "rcc", "x", "rcc_v2", 0, ALL },
    { "scalar", "--chip nv20", "rsq", "x", "rsq_v2_legacy", 0, ALL },
    { "scalar", "--chip nv30", "rsq", "x", "rsq_v3_legacy", 0, ALL },
    { "scalar", "--chip nv30 --rules modern", "rsq", "x", "rsq_v3_modern", 0,
      ALL },
    { "scalar", "--chip nv20", "exp", "x", "exp_x", 0, ALL },
    { "scalar", "--chip nv20", "exp", "x", "exp_y", 1, ALL },
    { "scalar", "--chip nv20", "exp", "x", "exp_z", 2, ALL },
    { "scalar", "--chip nv20", "log", "x", "log_x_v2", 0, ALL },
    { "scalar", "--chip nv20", "log", "x", "log_z_v2", 2, ALL },
    { "scalar", "--chip nv35 --rules modern", "log", "x", "log_y_v3modern", 1,
      ALL },
    { "scalar", "--chip nv30", "flr", "x", "flr", 0, ALL },
    { "scalar", "--chip nv30 --rules modern", "frc", "x", "frc", 0, ALL },
    { "scalar", "--chip nv30", "lg2", "x", "lg2", 0, ALL },
    { "scalar", "--chip nv30", "ex2", "x", "ex2", 0, ALL },
    { "scalar", "--chip nv30", "sin", "x", "sin", 0, ALL },
    { "scalar", "--chip nv30", "cos", "x", "cos", 0, ALL },
    { "scalar", "--chip nv20", "tolt", "x", "tolt", 0, ALL },
    { "binary", "--chip nv20", "mul", "a b", "mul_v2", 0, ALL },
    { "binary", "--chip nv30", "mul", "a b", "mul_v3_legacy", 0, ALL },
    { "binary", "--chip nv30 --rules modern", "mul", "a b", "mul_v3_modern",
      0, ALL },
    { "binary", "--chip nv10", "add", "a b", "add_v12", 0, ALL },
    { "binary", "--chip nv30", "add", "a b", "add_v3", 0, ALL },
    { "binary", "--chip nv20", "min", "a b", "min_legacy", 0, ALL },
    { "binary", "--chip nv20", "max", "a b", "max_legacy", 0, ALL },
    { "binary", "--chip nv20", "slt", "a b", "slt_legacy", 0, ALL },
    { "binary", "--chip nv30 --rules modern", "sge", "a b", "sge_modern", 0,
      ALL },
    { "binary", "--chip nv30 --rules modern", "sne", "a b", "sne_modern", 0,
      ALL },
    { "dot-lit", "--chip nv20", "dp3", "ax ay az bx by bz", "dp3_v2", 0, ALL },
    { "dot-lit", "--chip nv20", "dp3", "ax ay az aw bx by bz bw", "dp3_v2", 0,
      ALL },
    { "dot-lit", "--chip nv20", "dph", "ax ay az bx by bz bw", "dph_v2", 0,
      ALL },
    { "dot-lit", "--chip nv30 --rules modern", "dph",
      "ax ay az aw bx by bz bw", "dph_v3m", 0, ALL },
    { "dot-lit", "--chip nv30 --rules modern", "dp4",
      "ax ay az aw bx by bz bw", "dp4_v3m", 0, ALL },
    { "dot-lit", "--chip nv20", "lit", "ax ay az aw", "lit_y_of_a", 1, ALL },
    { "dot-lit", "--chip nv20", "lit", "ax ay aw", "lit_z_of_a", 2, ALL },
    { "lt", "--chip nv20", "cmul", "a b", "xf_mul_ab", 0, ALL },
    { "lt", "--chip nv10", "mul", "a b", "xf_mul_ab", 0, ALL },
    { "lt", "--chip nv10", "ltmul", "lt_a lt_b", "lmul_ab", 0, ALL },
    { "lt", "--chip nv10", "ltadd3", "lt_a lt_b lt_c", "ladd3_abc", 0, ALL },
    { "lt", "--chip nv10", "ltsmul", "lt_a lt_b", "smul_ab", 0, ~0x3ffu },
    { "lt", "--chip nv10", "ltsadd", "lt_a lt_b", "sadd_ab", 0, ~0x3ffu },
    { "lt", "--chip nv10", "ltrcp", "lt_a", "ltrcp_a", 0, ALL },
    { "lt", "--chip nv10", "ltrsq", "lt_a", "ltrsq_a", 0, ALL },
};

#endif
