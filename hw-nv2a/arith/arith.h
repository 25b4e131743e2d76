/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Arithmetic of XF and LT, bits in, bits out, no host floats.
 *
 * Rules are those envytools' XF tests assert on Kelvin and Rankine hardware
 * (hw); Celsius and LT operations follow its Celsius model (doc).  All
 * rounding is truncation of the magnitude unless a function says otherwise.
 */
#ifndef NV_ARITH_ARITH_H
#define NV_ARITH_ARITH_H

#include "base/bits.h"
#include "chip/chips.h"

#define NV_XF_CNAN 0x7fffffffu      /* the NaN that operations make */
#define NV_XF_ONE 0x3f800000u
#define NV_XF_INF 0x7f800000u
#define NV_XF_MAX 0x7f7fffffu       /* largest finite magnitude */
#define NV_XF_SIGN 0x80000000u
#define NV_XF_LT_NAN 0x7ffffc00u

/*
 * What the arithmetic depends on.  @legacy is "zero wins": 0 times anything
 * is 0, comparisons see raw bits.  Kelvin has it always, Rankine while the
 * ARITH_RULES bit of XFMODE_B is 0.
 */
typedef struct NvXfRules {
    NvXfArith version;
    bool legacy;
} NvXfRules;

/* Result of a comparison, and of the condition register. */
typedef enum NvXfCond {
    NV_XF_COND_U,           /* unordered */
    NV_XF_COND_L,
    NV_XF_COND_E,
    NV_XF_COND_G,
} NvXfCond;

/* Condition tests: bit 0 less, bit 1 equal, bit 2 greater. */
typedef enum NvXfTest {
    NV_XF_TEST_FL,
    NV_XF_TEST_LT,
    NV_XF_TEST_EQ,
    NV_XF_TEST_LE,
    NV_XF_TEST_GT,
    NV_XF_TEST_NE,
    NV_XF_TEST_GE,
    NV_XF_TEST_TR,
} NvXfTest;

/* --- arith.c: ADD, MUL and what compares --- */
uint32_t nv_xf_mul(const NvXfRules *rules, uint32_t a, uint32_t b);
/* @n terms, at most 4, added in one go; the order does not matter. */
uint32_t nv_xf_sum(const NvXfRules *rules, const uint32_t *terms, unsigned n);
uint32_t nv_xf_sum2(const NvXfRules *rules, uint32_t a, uint32_t b);
NvXfCond nv_xf_cond(const NvXfRules *rules, uint32_t a, uint32_t b);
bool nv_xf_test(NvXfCond cond, NvXfTest test);
uint32_t nv_xf_min(const NvXfRules *rules, uint32_t a, uint32_t b);
uint32_t nv_xf_max(const NvXfRules *rules, uint32_t a, uint32_t b);
/* SLT, SGE, ...: 1.0 or 0; SFL and STR do not look at the operands. */
uint32_t nv_xf_set(const NvXfRules *rules, NvXfTest test,
                   uint32_t a, uint32_t b);
uint32_t nv_xf_ssg(const NvXfRules *rules, uint32_t x);
uint32_t nv_xf_flr(uint32_t x);
uint32_t nv_xf_frc(const NvXfRules *rules, uint32_t x);
/* Celsius has its own multiplier; @rules->version 1 does not select it. */
uint32_t nv_xf_mul_celsius(uint32_t a, uint32_t b);

/* --- arith-special.c: ILU --- */
uint32_t nv_xf_rcp(const NvXfRules *rules, uint32_t x);
uint32_t nv_xf_rcc(const NvXfRules *rules, uint32_t x);
uint32_t nv_xf_rsq(const NvXfRules *rules, uint32_t x);
void nv_xf_exp(uint32_t d[4], uint32_t x);
void nv_xf_log(const NvXfRules *rules, uint32_t d[4], uint32_t x);
void nv_xf_lit(uint32_t d[4], const uint32_t v[4]);
/* floor(x * 2^13), saturated; the integer part feeds EXP and ARL alike. */
int32_t nv_xf_to_fix13(uint32_t x);

/* --- arith-mfu.c: Rankine's multi-function unit --- */
uint32_t nv_xf_lg2(uint32_t x);
uint32_t nv_xf_ex2(uint32_t x);
uint32_t nv_xf_sin(uint32_t x);
uint32_t nv_xf_cos(uint32_t x);

/* --- arith-lt.c: the 22-bit format of LT --- */
/* 32-bit value to the 22 bits that LT stores. */
uint32_t nv_xf_to_lt(uint32_t x);
/* Celsius scalar form, as a 32-bit word with the low 10 bits clear. */
uint32_t nv_xf_to_lt_scalar(uint32_t x);
/* Operands and results: 32-bit words with the low 10 bits clear. */
uint32_t nv_xf_lt_mul(uint32_t a, uint32_t b);
uint32_t nv_xf_lt_add3(uint32_t a, uint32_t b, uint32_t c);
uint32_t nv_xf_lt_smul(uint32_t a, uint32_t b);
uint32_t nv_xf_lt_sadd(uint32_t a, uint32_t b);
/* a b + c in one step; of a product below c it is a that is shifted. */
uint32_t nv_xf_lt_smac(uint32_t a, uint32_t b, uint32_t c);
uint32_t nv_xf_lt_rcp(uint32_t x);
uint32_t nv_xf_lt_rsq(uint32_t x);

#endif
