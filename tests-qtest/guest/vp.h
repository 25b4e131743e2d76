/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes Kelvin vertex programs: 92-bit instructions of one vector (MAC) and
 * one scalar (ILU) operation.  Field positions from the envytools XF document.
 *
 *     vp_mac(&p, VP_DP4, vp_out(O_POS, M_X), V(0), C(0));
 */
#ifndef GUEST_VP_H
#define GUEST_VP_H

#include "guest.h"

#define VP_MAX 136

typedef struct VpProgram {
    uint32_t w[VP_MAX][4];      /* word 0 = bits 31..0 */
    unsigned count;
} VpProgram;

enum {
    VP_NOP, VP_MOV, VP_MUL, VP_ADD, VP_MAD, VP_DP3, VP_DPH, VP_DP4, VP_DST,
    VP_MIN, VP_MAX_OP, VP_SLT, VP_SGE, VP_ARL,
};
enum {
    ILU_NOP, ILU_MOV, ILU_RCP, ILU_RCC, ILU_RSQ, ILU_EXP, ILU_LOG, ILU_LIT,
};

/* Write masks. */
enum {
    M_W = 1, M_Z = 2, M_Y = 4, M_X = 8, M_XY = 12, M_XYZ = 14, M_ZW = 3,
    M_XYZW = 15,
};

/* Output attributes. */
enum { O_POS = 0, O_D0 = 3, O_D1 = 4, O_FOG = 5, O_PSZ = 6, O_T0 = 9 };

/* A swizzle: two bits a component, x on top. */
#define SWZ(x, y, z, w) ((x) << 6 | (y) << 4 | (z) << 2 | (w))
enum {
    S_XYZW = SWZ(0, 1, 2, 3), S_X = 0, S_Y = 0x55, S_Z = 0xaa, S_W = 0xff,
    S_YX = SWZ(1, 0, 2, 3),
};

typedef enum VpMux { VP_NONE, VP_TEMP, VP_INPUT, VP_CONST } VpMux;

typedef struct VpSrc {
    VpMux mux;
    unsigned index;         /* register, attribute, XFCTX vector of Kelvin */
    unsigned swizzle;
    bool negate, relative;
} VpSrc;

typedef enum VpTarget { VP_TO_NONE, VP_TO_TEMP, VP_TO_OUT, VP_TO_CONST }
    VpTarget;

typedef struct VpDst {
    VpTarget target;
    unsigned index, mask;
} VpDst;

/* Sources: temporaries (R12 is the position as written), inputs, constants. */
static inline VpSrc R(unsigned n)
{
    return (VpSrc) { VP_TEMP, n, S_XYZW, false, false };
}

static inline VpSrc V(unsigned n)
{
    return (VpSrc) { VP_INPUT, n, S_XYZW, false, false };
}

/* c[n] of a user program is 0x60 + n to Kelvin's classes, on all chips. */
static inline VpSrc C(unsigned n)
{
    return (VpSrc) { VP_CONST, 0x60 + n, S_XYZW, false, false };
}

/* c[A0.x + n] */
static inline VpSrc CA(unsigned n)
{
    return (VpSrc) { VP_CONST, 0x60 + n, S_XYZW, false, true };
}

static inline VpSrc swz(VpSrc s, unsigned swizzle)
{
    s.swizzle = swizzle;
    return s;
}

static inline VpSrc neg(VpSrc s)
{
    s.negate = !s.negate;
    return s;
}

static inline VpDst vp_temp(unsigned n, unsigned mask)
{
    return (VpDst) { VP_TO_TEMP, n, mask };
}

static inline VpDst vp_out(unsigned n, unsigned mask)
{
    return (VpDst) { VP_TO_OUT, n, mask };
}

static inline VpDst vp_const(unsigned n, unsigned mask)
{
    return (VpDst) { VP_TO_CONST, 0x60 + n, mask };
}

static inline void vp_start(VpProgram *p)
{
    p->count = 0;
}

/* Vector operations; ADD adds the two operands given. */
void vp_mac(VpProgram *p, unsigned op, VpDst dst, VpSrc a, VpSrc b);
void vp_mad(VpProgram *p, VpDst dst, VpSrc a, VpSrc b, VpSrc c);
void vp_mov(VpProgram *p, VpDst dst, VpSrc a);
void vp_arl(VpProgram *p, VpSrc a);
/* Scalar operation in an instruction of its own. */
void vp_ilu(VpProgram *p, unsigned op, VpDst dst, VpSrc a);
/* Scalar operation in the last instruction, next to its vector operation. */
void vp_and(VpProgram *p, unsigned op, VpDst dst, VpSrc a);
void vp_end(VpProgram *p);

/*
 * Clip position in oPos to window coordinates: x, y, z of R12 times
 * c[scale], times 1 / w, plus c[offset].  Ends the program.
 */
void vp_viewport_end(VpProgram *p, unsigned scale, unsigned offset);

/* Sends the program to XFPR from @slot. */
void vp_load(const VpProgram *p, unsigned slot);
/* Selects it for drawing. */
void vp_use(unsigned slot);
/* Compares the encoder with known words. */
void vp_check(void);

#endif
