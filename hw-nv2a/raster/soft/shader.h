/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between the files of the texture shader: operations, and what they share.
 */
#ifndef NV_SOFT_SHADER_H
#define NV_SOFT_SHADER_H

#include "raster/soft/soft.h"

/* Codes of SET_SHADER_STAGE_PROGRAM (hw). */
enum {
    NV_OP_NONE = 0x00, NV_OP_2D, NV_OP_3D, NV_OP_CUBE, NV_OP_PASS,
    NV_OP_CULL, NV_OP_BUMP, NV_OP_BUMP_LUM, NV_OP_BRDF, NV_OP_DOT_ST,
    NV_OP_DOT_ZW, NV_OP_DOT_DIFFUSE, NV_OP_DOT_SPECULAR, NV_OP_DOT_STR_3D,
    NV_OP_DOT_STR_CUBE, NV_OP_AR, NV_OP_GB, NV_OP_DOT, NV_OP_DOT_CONST_EYE,
    NV_OPS,
};

typedef void (*NvSoftShaderFn)(const NvSoft *s, NvSoftSpan *sp, unsigned u);

/* The stages from @from on, a bit each, whose colours stage @u looks at. */
unsigned nv_soft_shader_sources(const NvSoft *s, unsigned u);

/* Texture @u at @n lanes of coordinates, into its register. */
void nv_soft_shader_fetch(const NvSoft *s, NvSoftSpan *sp, unsigned u,
                          const double *x, const double *y);
void nv_soft_shader_fetch_one(const NvSoft *s, NvSoftSpan *sp, unsigned u,
                              unsigned i, NvTexQuery *q);
/* The direction @v of fragment @i, of a cube or of what is there instead. */
void nv_soft_shader_fetch_cube(const NvSoft *s, NvSoftSpan *sp, unsigned u,
                               unsigned i, const double v[3]);
/* The register of stage @u is this everywhere. */
void nv_soft_shader_set(NvSoftSpan *sp, unsigned u, float rgb, float a);

/* dependent.c */
void nv_soft_op_bump(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_bump_lum(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_brdf(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_ar(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_gb(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_dot(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_dot_st(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_dot_zw(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_dot_str(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_dot_cube(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_dot_diffuse(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_dot_specular(const NvSoft *s, NvSoftSpan *sp, unsigned u);
void nv_soft_op_dot_const_eye(const NvSoft *s, NvSoftSpan *sp, unsigned u);

#endif
