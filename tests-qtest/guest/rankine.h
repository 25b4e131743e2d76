/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rankine's own 3D classes and Curie's, and a writer of their fragment programs: four
 * words an instruction, constants in a slot behind it.  Fields and set-up are
 * what open drivers send.
 *
 *     fp_op(&p, FP_MUL, 0, FP_XYZ, fp_r(1), fp_constant(half), fp_none());
 */
#ifndef GUEST_RANKINE_H
#define GUEST_RANKINE_H

#include "guest.h"

#define FP_MAX 64
#define RK_SLOT 200u        /* of XFPR; class 0x97 has those below */

enum {
    FP_MOV = 0x01, FP_MUL, FP_ADD, FP_MAD, FP_DP3, FP_DP4,
    FP_SLT = 0x0a, FP_FRC = 0x10, FP_KIL = 0x12, FP_TEX = 0x17,
    FP_COS = 0x22, FP_SIN, FP_DIVSQ = 0x3b,
};
enum { FP_X = 1, FP_Y = 2, FP_XY = 3, FP_Z = 4, FP_XYZ = 7, FP_W = 8,
       FP_XYZW = 15 };
enum { FP_IN_COL0 = 1, FP_IN_TEX0 = 4 };
enum { FP_LE = 3 };                 /* a condition */

typedef struct FpSrc {
    uint32_t word;
    unsigned in;                    /* an attribute's number */
    const float *constant;          /* four, until fp_op() returns */
} FpSrc;

typedef struct Fp {
    uint32_t w[FP_MAX][4];
    unsigned count, last;           /* slots; that of the last instruction */
    uint32_t at;                    /* in VRAM, as soon as it is used */
} Fp;

FpSrc fp_none(void);
FpSrc fp_r(unsigned n);
FpSrc fp_in(unsigned attribute);
FpSrc fp_constant(const float *v);
FpSrc fp_one(FpSrc s, unsigned component);      /* all are that one */
FpSrc fp_minus(FpSrc s);
/* To register @dst; one attribute and one constant an instruction. */
void fp_op(Fp *p, unsigned op, unsigned dst, unsigned mask, FpSrc a, FpSrc b,
           FpSrc c);
/* Of the last instruction: 0 to 1; also to the condition code. */
void fp_saturate(Fp *p);
void fp_condition(Fp *p);
/* Ends the fragment if component @c of the condition code is 0 or less. */
void fp_kill(Fp *p, unsigned c);
/* Ends the program; it samples @units (Rankine wants to know). */
void rk_fragment_program(Fp *p, unsigned units);

/* Binds the class, with the picture as its surface; and back to 0x97. */
void rk_begin(void);
void rk_end(void);
/* As each generation has it; the first instruction's slot is RK_SLOT or 0. */
typedef struct RkProgram {
    const uint32_t (*rankine)[4], (*curie)[4];
    unsigned count;
} RkProgram;
void rk_vertex_program(const RkProgram *p);
void rk_draw(uint32_t prim);
void rk_draw_end(void);
/* Attribute @n; number 0 sends the vertex. */
void rk_attr(unsigned n, float x, float y, float z, float w);
/* Unit 0: swizzled A8R8G8B8, 1 << @log2 a side, the nearest, repeated. */
void rk_texture(uint32_t offset, unsigned log2);

#endif
