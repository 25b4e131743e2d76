/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Colour surfaces besides the first one, of classes with fragment programs.
 * Words are those that drivers write (doc: headers of open drivers).
 */
#include "raster/decode.h"

typedef struct Fields {
    NvFieldId on;
    unsigned blend;             /* bit of BLEND's UNK29 */
} Fields;

static const Fields fields[NV_MORE_TARGETS] = {
    { NV_F(RT_ENABLE, COLOR_B), 0 },
    { NV_F(RT_ENABLE, COLOR_C), 1 },
    { NV_F(RT_ENABLE, COLOR_D), 2 },
};

/* Four bits a target: alpha lowest, then red, green, blue. */
static uint8_t mask_of(uint32_t masks, unsigned i)
{
    uint32_t argb = masks >> 4 * i & 15;

    return argb >> 1 | (argb & 1) << 3;
}

/*
 * Without outputs of their own, as on Rankine, all targets get the first one's
 * colour by its mask and blending (guess).
 */
void nv_raster_decode_targets(const NvRaster *raster, NvPixelState *state,
                              NvPixelMemory *memory)
{
    uint32_t masks = nv_raster_get(raster, NV_F(COLOR_MASK, MRT));
    uint32_t blend = nv_raster_get(raster, NV_F(BLEND, UNK29));
    bool own = nv_raster_get(raster, NV_F(RT_ENABLE, MRT));

    memset(state->more, 0, sizeof(state->more));
    memset(memory->more, 0, sizeof(memory->more));
    for (unsigned i = 0; i < NV_MORE_TARGETS; i++) {
        NvPixelTarget *t = &state->more[i];

        if (!raster->program || !nv_raster_get(raster, fields[i].on)) {
            continue;
        }
        nv_raster_decode_surface(raster, &raster->more[i], false, &t->surface,
                                 &memory->more[i]);
        t->own = own;
        t->mask = own ? mask_of(masks, i) : state->blend.mask;
        t->blend = own ? blend >> fields[i].blend & 1 : state->blend.on;
    }
}
