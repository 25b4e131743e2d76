/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of values that fields take.  Facts: envytools' register database and
 * models, where names are those of methods.
 *
 * L(values, name of 0, name of 1, ...), NULL: no name
 */
#ifndef NV_WORDS_FIELD_LISTS_H
#define NV_WORDS_FIELD_LISTS_H

#include "words/tex-format-rows.h"
#include "words/tex-op-rows.h"

/* A list by the names of rows. */
#define NV_FORMAT_NAME(code, name, ...) [code] = name,

#define NV_FIELD_LISTS(L) \
    L(compare, "NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", \
      "GEQUAL", "ALWAYS") \
    L(blend_equation, "SUBTRACT", "REVERSE_SUBTRACT", "ADD", "MIN", "MAX", \
      "REVERSE_SUBTRACT_SIGNED", "ADD_SIGNED", "UNKF007") \
    L(blend_factor, "ZERO", "ONE", "SRC_COLOR", "ONE_MINUS_SRC_COLOR", \
      "SRC_ALPHA", "ONE_MINUS_SRC_ALPHA", "DST_ALPHA", "ONE_MINUS_DST_ALPHA", \
      "DST_COLOR", "ONE_MINUS_DST_COLOR", "SRC_ALPHA_SATURATE", NULL, \
      "CONSTANT_COLOR", "ONE_MINUS_CONSTANT_COLOR", "CONSTANT_ALPHA", \
      "ONE_MINUS_CONSTANT_ALPHA") \
    L(logic_op, "CLEAR", "AND", "AND_REVERSE", "COPY", "AND_INVERTED", \
      "NOOP", "XOR", "OR", "NOR", "EQUIV", "INVERT", "OR_REVERSE", \
      "COPY_INVERTED", "OR_INVERTED", "NAND", "SET") \
    L(stencil_op, NULL, "KEEP", "ZERO", "REPLACE", "INCR", "DECR", "INVERT", \
      "INCR_WRAP", "DECR_WRAP") \
    L(rc_input, "ZERO", "CONSTANT_COLOR0", "CONSTANT_COLOR1", "FOG", \
      "PRIMARY_COLOR", "SECONDARY_COLOR", NULL, NULL, "TEXTURE0", "TEXTURE1", \
      "TEXTURE2", "TEXTURE3", "SPARE0", "SPARE1", "SPARE0_PLUS_SECONDARY", \
      "E_TIMES_F") \
    L(rc_mapping, "UNSIGNED_IDENTITY", "UNSIGNED_INVERT", "EXPAND_NORMAL", \
      "EXPAND_NEGATE", "HALF_BIAS_NORMAL", "HALF_BIAS_NEGATE", \
      "SIGNED_IDENTITY", "SIGNED_NEGATE") \
    L(rc_scale, "ONE", "TWO", "FOUR", "HALF") \
    L(provoking, "LAST", "FIRST") \
    L(sprite_r, "ZERO", "R", "S") \
    L(shade, "FLAT", "SMOOTH") \
    L(fog_mode, "LINEAR", "EXP", NULL, "EXP2", "LINEAR_ABS", "EXP_ABS", NULL, \
      "EXP2_ABS") \
    L(polygon_mode, "FILL", "POINT", "LINE") \
    L(cull, NULL, "FRONT", "BACK", "FRONT_AND_BACK") \
    L(front, "CW", "CCW") \
    L(z_format, "FIXED", "FLOAT") \
    L(wrap, NULL, "REPEAT", "MIRRORED_REPEAT", "CLAMP_TO_EDGE", \
      "CLAMP_TO_BORDER", "CLAMP") \
    L(swizzle, "W", "Z", "Y", "X") \
    L(minify, NULL, "NEAREST", "LINEAR", "NEAREST_MIPMAP_NEAREST", \
      "LINEAR_MIPMAP_NEAREST", "NEAREST_MIPMAP_LINEAR", \
      "LINEAR_MIPMAP_LINEAR", "CONVOLUTION") \
    L(magnify, NULL, "NEAREST", "LINEAR", NULL, "CONVOLUTION") \
    L(dma, "A", "B") \
    L(corner, "CENTER", "CORNER") \
    L(corner_centre, "CORNER", "CENTER") \
    L(palette_size, "256", "128", "64", "32") \
    L(xfctx_access, "USER", "ALL") \
    L(material, "NONE", "COL0", "COL1") \
    L(light, "OFF", "INFINITE", "LOCAL", "SPOT") \
    L(arith_rules, "LEGACY", "MODERN") \
    L(texgen, "OFF", "EYE_LINEAR", "OBJECT_LINEAR", "SPHERE_MAP", \
      "NORMAL_MAP", "REFLECTION_MAP", "EMBOSS_MAP") \
    L(ctx_time, "33US", "262US", "2MS", "17MS") \
    L(operation, "SRCCOPY_AND", "ROP_AND", "BLEND_AND", "SRCCOPY", \
      "SRCCOPY_PREMULT", "BLEND_PREMULT") \
    L(mono_format, "INVALID", "CGA6", "LE") \
    L(color_format, "INVALID", "Y8", "X16A8Y8", "X24Y8", NULL, NULL, \
      "A1R5G5B5", "X1R5G5B5", "X16A1R5G5B5", "X17R5G5B5", "R5G6B5", \
      "A16R5G6B5", "X16R5G6B5", "A8R8G8B8", "X8R8G8B8", "Y16", NULL, \
      "X16Y16", "V8YB8U8YA8", "YB8V8YA8U8", "Y32", "AY8", "UNK16", "UNK17", \
      "UNK18", "UNK19") \
    L(warning_mode, "OFF", "NOTIFY", NULL, "AWAKEN") \
    L(warning, "NONE", "INVALID_ENUM", "INVALID_VALUE", NULL, \
      "INVALID_OPERATION") \
    L(target, "VRAM", "VRAM_TILED", "PCI", "AGP") \
    L(surface_layout, NULL, "PITCH", "SWIZZLE") \
    L(pattern_shape, "8X8", "64X1", "1X64") \
    L(pattern_select, "MONO", "COLOR") \
    L(fog_coord_celsius, "PASS", "RADIAL", "ORTHOGONAL", "ORTHOGONAL_ABS") \
    L(fog_coord, "SPECULAR_ALPHA", "RADIAL", "ORTHOGONAL", "ORTHOGONAL_ABS", \
      "FOG_COORD") \
    L(fog_coord_rankine, "SPECULAR_ALPHA", "RADIAL", "ORTHOGONAL", \
      "FOG_COORD") \
    L(xf_mode, "FIXED", "BYPASS", "PROGRAM", "PROGRAM_V2") \
    L(tex_shader, NV_TEX_OP_ROWS(NV_FORMAT_NAME)) \
    L(zeta_format, NULL, "Z16", "Z24S8") \
    L(surface_format, "INVALID", "X1R5G5B5_Z1R5G5B5", "X1R5G5B5_O1R5G5B5", \
      "R5G6B5", "X8R8G8B8_Z8R8G8B8", "X8R8G8B8_O8R8G8B8", \
      "X1A7R8G8B8_Z1A7R8G8B8", "X1A7R8G8B8_O1A7R8G8B8", "A8R8G8B8", "B8", \
      "G8B8", "A16B16G16R16_FLOAT", "A32B32G32R32_FLOAT", "R32_FLOAT", \
      "X8B8G8R8_Z8B8G8R8", "X8B8G8R8_O8B8G8R8") \
    L(texel_format, NV_TEX_FORMAT_ROWS(NV_FORMAT_NAME)) \
    L(texel_format_celsius, "L8_Y8", "I8_AY8", "A1R5G5B5", "X1R5G5B5", \
      "A4R4G4B4", "R5G6B5", "A8R8G8B8", "X8R8G8B8", "I8_A1R5G5B5", \
      "I8_R5G6B5", "I8_A4R4G4B4", "INDEX8", "DXT1", NULL, "DXT3", "DXT5", \
      "A1R5G5B5_RECT", "R5G6B5_RECT", "A8R8G8B8_RECT", "I8_RECT", "SY8_RECT", \
      "X7SY9_RECT", "R8B8_RECT", "G8B8_RECT", "SG8SB8_RECT")

#endif
