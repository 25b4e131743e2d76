/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations of the texture shader, one row a code; Kelvin's (hw), names are
 * those of methods.  Codes from 0x13 on, which NV25 takes if DEBUG_L says so,
 * have no known names.
 *
 * X(code, name)
 */
#ifndef NV_WORDS_TEX_OP_ROWS_H
#define NV_WORDS_TEX_OP_ROWS_H

#define NV_TEX_OP_ROWS(X) \
    X(0x00, "NONE") \
    X(0x01, "TEXTURE_2D") \
    X(0x02, "TEXTURE_3D") \
    X(0x03, "TEXTURE_CUBE") \
    X(0x04, "PASS_THROUGH") \
    X(0x05, "CULL_FRAGMENT") \
    X(0x06, "OFFSET_TEXTURE_2D") \
    X(0x07, "OFFSET_TEXTURE_2D_SCALE") \
    X(0x08, "BRDF") \
    X(0x09, "DOT_PRODUCT_TEXTURE_2D") \
    X(0x0a, "DOT_PRODUCT_DEPTH_REPLACE") \
    X(0x0b, "DOT_PRODUCT_REFLECT_DIFFUSE") \
    X(0x0c, "DOT_PRODUCT_REFLECT_SPECULAR") \
    X(0x0d, "DOT_PRODUCT_TEXTURE_3D") \
    X(0x0e, "DOT_PRODUCT_TEXTURE_CUBE") \
    X(0x0f, "DEPENDENT_AR") \
    X(0x10, "DEPENDENT_GB") \
    X(0x11, "DOT_PRODUCT") \
    X(0x12, "DOT_PRODUCT_CONST_EYE")

#endif
