/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of the texture shader's operations, by code; Kelvin's (hw).
 */
#include "raster/formats.h"

static const char *const names[32] = {
    "NONE", "PROJECT2D", "PROJECT3D", "CUBE", "PASS_THROUGH", "CULL_FRAGMENT",
    "BUMPENVMAP", "BUMPENVMAP_LUM", "BRDF", "DOT_ST", "DOT_ZW",
    "DOT_RFLCT_DIFF", "DOT_RFLCT_SPEC", "DOT_STR_3D", "DOT_STR_CUBE",
    "DEPENDENT_AR", "DEPENDENT_GB", "DOT_PRODUCT", "DOT_RFLCT_SPEC_CONST",
};

const char *nv_shader_op_name(unsigned op)
{
    return op < NV_ARRAY_SIZE(names) && names[op] ? names[op] : "";
}
