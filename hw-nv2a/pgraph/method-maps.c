/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Enumerations that methods take, and the codes that state words keep.  Facts:
 * values public hardware tests (envytools) assert; names from GL and D3D.
 */
#include "pgraph/method-maps.h"

const NvEnum nv_map_fog_mode = { 6, {
    { 0x800, 1 }, { 0x801, 3 }, { 0x802, 5 }, { 0x803, 7 }, { 0x804, 4 },
    { 0x2601, 0 } } };
const NvEnum nv_map_fog_coord = { 5, {
    { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 3 }, { 6, 4 } } };

#define COMPARE_GL \
    { 0x200, 0 }, { 0x201, 1 }, { 0x202, 2 }, { 0x203, 3 }, { 0x204, 4 }, \
    { 0x205, 5 }, { 0x206, 6 }, { 0x207, 7 }

const NvEnum nv_map_compare = { 8, { COMPARE_GL } };
const NvEnum nv_map_compare_d3d = { 16, {
    COMPARE_GL, { 1, 0 }, { 2, 1 }, { 3, 2 }, { 4, 3 }, { 5, 4 }, { 6, 5 },
    { 7, 6 }, { 8, 7 } } };

const NvEnum nv_map_blend_factor = { 15, {
    { 0, 0 }, { 1, 1 }, { 0x300, 2 }, { 0x301, 3 }, { 0x302, 4 },
    { 0x303, 5 }, { 0x304, 6 }, { 0x305, 7 }, { 0x306, 8 }, { 0x307, 9 },
    { 0x308, 0xa }, { 0x8001, 0xc }, { 0x8002, 0xd }, { 0x8003, 0xe },
    { 0x8004, 0xf } } };
const NvEnum nv_map_blend_factor_d3d = { 15, {
    { 0x1001, 0 }, { 0x1002, 1 }, { 0x1003, 2 }, { 0x1004, 3 },
    { 0x1005, 4 }, { 0x1006, 5 }, { 0x1007, 6 }, { 0x1008, 7 },
    { 0x1009, 8 }, { 0x100a, 9 }, { 0x100b, 0xa }, { 0x100c, 4 },
    { 0x100d, 5 }, { 0x100e, 0xc }, { 0x100f, 0xd } } };

#define EQUATION_97 \
    { 0x8006, 2 }, { 0x8007, 3 }, { 0x8008, 4 }, { 0x800a, 0 }, \
    { 0x800b, 1 }, { 0xf005, 5 }, { 0xf006, 6 }

const NvEnum nv_map_blend_equation_97 = { 7, { EQUATION_97 } };
const NvEnum nv_map_blend_equation_597 = { 8, {
    EQUATION_97, { 0xf007, 7 } } };
const NvEnum nv_map_blend_equation_d3d = { 13, {
    EQUATION_97, { 0xf007, 7 }, { 1, 2 }, { 2, 0 }, { 3, 1 }, { 4, 3 },
    { 5, 4 } } };

#define STENCIL_GL \
    { 0, 2 }, { 0x150a, 6 }, { 0x1e00, 1 }, { 0x1e01, 3 }, { 0x1e02, 4 }, \
    { 0x1e03, 5 }, { 0x8507, 7 }, { 0x8508, 8 }

const NvEnum nv_map_stencil_op = { 8, { STENCIL_GL } };
const NvEnum nv_map_stencil_op_d3d = { 16, {
    STENCIL_GL, { 1, 1 }, { 2, 2 }, { 3, 3 }, { 4, 4 }, { 5, 5 }, { 6, 6 },
    { 7, 7 }, { 8, 8 } } };

const NvEnum nv_map_shade = { 2, { { 0x1d00, 0 }, { 0x1d01, 1 } } };
const NvEnum nv_map_polygon_mode = { 3, {
    { 0x1b00, 1 }, { 0x1b01, 2 }, { 0x1b02, 0 } } };
const NvEnum nv_map_cull_face = { 3, {
    { 0x404, 1 }, { 0x405, 2 }, { 0x408, 3 } } };
const NvEnum nv_map_front_face = { 2, { { 0x900, 0 }, { 0x901, 1 } } };
const NvEnum nv_map_logic_op = { 16, {
    { 0x1500, 0 }, { 0x1501, 1 }, { 0x1502, 2 }, { 0x1503, 3 },
    { 0x1504, 4 }, { 0x1505, 5 }, { 0x1506, 6 }, { 0x1507, 7 },
    { 0x1508, 8 }, { 0x1509, 9 }, { 0x150a, 10 }, { 0x150b, 11 },
    { 0x150c, 12 }, { 0x150d, 13 }, { 0x150e, 14 }, { 0x150f, 15 } } };
const NvEnum nv_map_texgen_st = { 6, {
    { 0, 0 }, { 0x2400, 1 }, { 0x2401, 2 }, { 0x2402, 3 }, { 0x8511, 4 },
    { 0x8512, 5 } } };
const NvEnum nv_map_texgen_r = { 5, {
    { 0, 0 }, { 0x2400, 1 }, { 0x2401, 2 }, { 0x8511, 4 }, { 0x8512, 5 } } };
const NvEnum nv_map_texgen_q = { 3, {
    { 0, 0 }, { 0x2400, 1 }, { 0x2401, 2 } } };

/* Celsius' classes know fewer, but texture coordinates for embossing. */
const NvEnum nv_map_fog_mode_celsius = { 5, {
    { 0x800, 1 }, { 0x801, 3 }, { 0x802, 5 }, { 0x803, 7 },
    { 0x2601, 0 } } };
const NvEnum nv_map_fog_coord_celsius = { 4, {
    { 0, 4 }, { 1, 1 }, { 2, 2 }, { 3, 3 } } };
const NvEnum nv_map_blend_equation_celsius = { 5, {
    { 0x8006, 2 }, { 0x8007, 3 }, { 0x8008, 4 }, { 0x800a, 0 },
    { 0x800b, 1 } } };
const NvEnum nv_map_texgen_st_celsius = { 7, {
    { 0, 0 }, { 0x2400, 1 }, { 0x2401, 2 }, { 0x2402, 3 }, { 0x8511, 4 },
    { 0x8512, 5 }, { 0x855f, 6 } } };
const NvEnum nv_map_texgen_r_celsius = { 6, {
    { 0, 0 }, { 0x2400, 1 }, { 0x2401, 2 }, { 0x8511, 4 }, { 0x8512, 5 },
    { 0x855f, 6 } } };
