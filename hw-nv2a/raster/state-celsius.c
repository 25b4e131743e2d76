/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Decoding of what Celsius says in its own way: clips and fog in registers,
 * no texture shader, wraps beside the format, stages of combiners in an output
 * word.  Positions of fields are those of the public register database and
 * hardware tests (envytools); meanings are from what the X and OpenGL drivers
 * program (doc), the rest is taken as Kelvin's (guess).
 */
#include "raster/decode.h"
#include "words/formats.h"

bool nv_raster_in_registers(const NvRaster *raster)
{
    return nv_chip_has(raster->chip, NV_CAP_RASTER_REGISTERS);
}

/* ---- registers ---- */

/* Windows are signed and begin at -2048, where pixel 0 is (drivers). */
#define WINDOW_ORIGIN 0x800u

static int32_t end_of(uint32_t end)
{
    return end < 4096 ? end : 4096;
}

static uint32_t config(const NvRaster *raster, NvFieldId field)
{
    return nv_field_get(raster->places, field, raster->regs.config);
}

void nv_raster_celsius_clip(const NvRaster *raster, NvPixelClip *clip)
{
    const NvRasterRegs *regs = &raster->regs;
    NvFieldId first = NV_F(CELSIUS_CLIP_RECT_HORIZ, FIRST);
    NvFieldId last = NV_F(CELSIUS_CLIP_RECT_HORIZ, LAST);
    const NvPlace *p = raster->places;

    clip->draw = (NvRect) {
        .x0 = end_of(regs->clip_first[0]), .y0 = end_of(regs->clip_first[1]),
        .x1 = end_of(regs->clip_end[0]), .y1 = end_of(regs->clip_end[1]),
    };
    clip->clear = clip->draw;
    clip->offset_x = clip->offset_y = 0;
    clip->outside = config(raster, NV_F(CELSIUS_CONFIG_C, CLIP_RECT_OUTSIDE));
    for (unsigned i = 0; i < NV_CLIP_WINDOWS; i++) {
        uint32_t h = regs->window[0][i], v = regs->window[1][i];

        clip->window[i] = (NvRect) {
            .x0 = nv_field_get(p, first, h) ^ WINDOW_ORIGIN,
            .y0 = nv_field_get(p, first, v) ^ WINDOW_ORIGIN,
            .x1 = (nv_field_get(p, last, h) ^ WINDOW_ORIGIN) + 1,
            .y1 = (nv_field_get(p, last, v) ^ WINDOW_ORIGIN) + 1,
        };
    }
}

/* XF has multiplied the coordinate by the coefficients and added them. */
void nv_raster_celsius_fog(const NvRaster *raster, NvPixelFog *fog)
{
    fog->mode = config(raster, NV_F(CELSIUS_CONFIG_C, FOG_MODE));
    fog->coeff[0] = 0;
    fog->coeff[1] = 1;
}

uint32_t nv_raster_celsius_object(const NvRaster *raster, uint32_t which)
{
    return raster->regs.dma_tex[which & 1];
}

/* ---- textures ---- */

enum { OP_2D = 1, OP_CUBE = 3 };

/* A unit that is on does what a shader's simplest operations do. */
void nv_raster_celsius_shader(const NvRaster *raster, NvPixelShader *shader)
{
    for (unsigned u = 0; u < raster->chip->tex_units; u++) {
        if (nv_raster_get_at(raster, NV_F(TEX_CONTROL_A, ENABLE), u)) {
            shader->op[u] = nv_raster_get_at(raster,
                                             NV_F(TEX_FORMAT, CUBE_MAP), u)
                            ? OP_CUBE : OP_2D;
        }
    }
}

/*
 * Codes that later chips use otherwise: what drivers take as intensity, and
 * those nobody is known to use (palettes of 16 bits, NV17's last four).
 */
uint8_t nv_raster_celsius_format(unsigned code)
{
    enum {
        I8_RECT = 0x13, I8_RECT_KELVIN = 0x1b, PALETTE_16 = 0x8,
        PALETTE_16_LAST = 0xa, OWN = 0x19, NOT_DRAWN = 0x14,
    };

    if (code == I8_RECT) {
        return I8_RECT_KELVIN;
    }
    return code >= OWN || (code >= PALETTE_16 && code <= PALETTE_16_LAST)
           ? NOT_DRAWN : code;
}

/* ---- combiners ---- */

/* The second stage's word tells how many there are, and more for both. */
void nv_raster_celsius_combiners(const NvRaster *raster, NvPixelCombiners *rc)
{
    unsigned count = nv_raster_get_at(raster, NV_F(RC_OUT_COLOR, STAGES), 1);

    rc->count = count < 2 ? count : 2;
    rc->mux_msb = nv_raster_get_at(raster, NV_F(RC_OUT_COLOR, MUX_ON_MSB), 1);
}
