/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Colours from Y Cb Cr, which Kelvin's CONTROL0 asks for behind the texture
 * shader (hw).
 */
#include "raster/soft/soft.h"

static uint32_t byte_clamp(int v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

uint32_t nv_soft_yuv(int y, int cb, int cr)
{
    int d = cb - 128, e = cr - 128;
    int l = (298 * (y - 16) - 96) >> 8;
    int r = l + 2 * ((409 * e + 128) >> 9);
    int g = l + 2 * ((254 - 50 * d) >> 8) + 2 * ((248 - 104 * e) >> 8) + 1;
    int b = l + ((516 * d) >> 8);

    return 0xff000000 | byte_clamp(r) << 16 | byte_clamp(g) << 8 |
           byte_clamp(b);
}

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
    word = nv_soft_yuv(v[0], v[1] ^ flip, v[2] ^ flip);
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
