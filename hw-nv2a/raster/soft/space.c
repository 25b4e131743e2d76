/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Colours from Y Cb Cr, which Kelvin's CONTROL0 asks for behind the texture
 * shader (hw).
 */
#include "base/yuv.h"
#include "raster/soft/soft.h"

bool nv_soft_wants_space(const NvSoft *s)
{
    return s->pixel->space.code && nv_soft_wants_shader(s);
}

/*
 * Red is Y, green Cb, blue Cr, whatever the format (hw, NV2A: bump maps of YUY2
 * over RGB); of code 2 both are in two's complement (its name; a guess).
 */
static void convert(float *rgb[3], unsigned i, int flip)
{
    int v[3];
    uint32_t word;

    for (unsigned c = 0; c < 3; c++) {
        float x = rgb[c][i];

        v[c] = x > 0 ? (int)(MIN(x, 1.0f) * 255 + 0.5f) : 0;
    }
    word = nv_yuv_argb(v[0], v[1] ^ flip, v[2] ^ flip);
    for (unsigned c = 0; c < 3; c++) {
        rgb[c][i] = (float)(word >> (16 - 8 * c) & 0xff) / 255;
    }
}

void nv_soft_space(const NvSoft *s, NvSoftScratch *scratch)
{
    NvSoftSpan *sp = &scratch->span;
    int flip = s->pixel->space.code == 2 ? 0x80 : 0;

    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        float (*reg)[NV_SOFT_SPAN] = sp->reg[NV_RC_T0 + u];

        for (unsigned i = 0; i < sp->n && s->pixel->shader.op[u]; i++) {
            convert((float *[3]) { reg[0], reg[1], reg[2] }, i, flip);
        }
    }
}
