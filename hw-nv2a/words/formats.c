/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texture formats; facts are in tex-format-rows.h. */
#include "words/formats.h"

#include "words/tex-format-rows.h"

#define LAYOUT_SWIZZLED NV_TEX_SWIZZLED
#define LAYOUT_RECT NV_TEX_RECT
#define LAYOUT_DXT NV_TEX_DXT
#define LAYOUT_YUV NV_TEX_RECT

#define TEXELS_NONE .drawn = false
#define TEXELS_COLOR .drawn = true
#define TEXELS_OPAQUE .drawn = true, .no_alpha = true
#define TEXELS_WIDE .drawn = true, .wide = true
#define TEXELS_WIDE_OPAQUE .drawn = true, .wide = true, .no_alpha = true
#define TEXELS_BLOCK .drawn = true
#define TEXELS_INDEX .drawn = true, .indexed = true
#define TEXELS_PAIR .drawn = true, .pair = true
#define TEXELS_REAL .drawn = true, .real = true
#define TEXELS_Z16 .drawn = true, .depth_bits = 16
#define TEXELS_Z24 .drawn = true, .depth_bits = 24
#define TEXELS_Z16_FLOAT TEXELS_Z16, .depth_float = true
#define TEXELS_Z24_FLOAT TEXELS_Z24, .depth_float = true

const NvTexFormat nv_tex_formats[NV_TEX_FORMATS] = {
#define X(code, name_, kind_, bytes_, texels, decoder) \
    [code] = { .name = name_, .kind = NV_TEX_##kind_, \
               .layout = LAYOUT_##kind_, .bytes = bytes_, TEXELS_##texels },
    NV_TEX_FORMAT_ROWS(X)
#undef X
};

/* A code of Kelvin's that is none. */
#define NO_FORMAT 0x42

static const uint8_t curie_formats[32][2] = {
#define X(code, format, in_lines) [code] = { format, in_lines },
    NV_TEX_CURIE_ROWS(X)
#undef X
};

unsigned nv_tex_curie_format(unsigned code, bool in_lines)
{
    unsigned format;

    assert(code < NV_ARRAY_SIZE(curie_formats));
    format = curie_formats[code][in_lines];
    /* Format 0 is a code's that has one in lines, too. */
    return curie_formats[code][1] ? format : NO_FORMAT;
}
