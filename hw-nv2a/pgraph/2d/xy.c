/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Coordinates and clip rectangles of the 2D classes, as far as a driver that
 * writes their registers sees them move.  Facts: public hardware tests
 * (envytools) on NV20 and NV25 (hw).
 */
#include "pgraph/2d/fe-2d.h"

#include "base/bits.h"

/* The rectangle that applies: [0] minimum, [2] maximum of this direction. */
static const uint32_t *bounds(const NvPgraph *pg, unsigned xy)
{
    bool celsius = pg->gen == NV_CELSIUS && nv_fe_is_3d(pg) &&
                   !nv_fe_is_d3d(pg);

    return &pg->values[(celsius ? NV_PGRAPH_CLIP3D :
                        nv_fe_clips_output(pg) ? NV_PGRAPH_OCLIP
                                               : NV_PGRAPH_UCLIP) / 4 + xy];
}

/* Coordinates of Celsius' 3D classes have a fraction of four bits. */
static int32_t position(const NvPgraph *pg, uint32_t value)
{
    return pg->gen == NV_CELSIUS && nv_fe_is_3d(pg)
           ? nv_sextract(value, 4, 12) : nv_sextract(value, 0, 18);
}

static int32_t minimum(const NvPgraph *pg, unsigned xy)
{
    return nv_sextract(bounds(pg, xy)[0], 0, 16);
}

static int32_t maximum(const NvPgraph *pg, unsigned xy)
{
    return nv_sextract(bounds(pg, xy)[2], 0, 18);
}

/* Before, at or behind minimum and maximum. */
static uint32_t place(const NvPgraph *pg, unsigned xy, int32_t v)
{
    int32_t low = minimum(pg, xy), high = maximum(pg, xy);

    return (v < low) | (v == low) << 1 | (v > high) << 2 | (v == high) << 3;
}

void nv_xy_clip3d(NvPgraph *pg, unsigned xy, uint32_t value)
{
    uint32_t *clip = &pg->values[NV_PGRAPH_XY_CLIP / 4 + 2 * xy];

    *clip = nv_deposit(*clip, 0, 4, place(pg, xy, position(pg, value)));
}

/* Where the last coordinate lies; fields of vertex 8. */
void nv_xy_vertex(NvPgraph *pg, unsigned xy, uint32_t value)
{
    uint32_t *clip = &pg->values[NV_PGRAPH_XY_CLIP / 4 + 2 * xy + 1];
    uint32_t *range = &pg->values[NV_PGRAPH_XY_D / 4 + xy];
    bool far = (int32_t)value >= 0x8000 || (int32_t)value < -0x8000;

    *clip = nv_deposit(*clip, 0, 4, place(pg, xy, position(pg, value)));
    if (nv_fe_draws_2d(pg)) {
        *range = nv_deposit(*range, 0, 1, 0);
        *range = nv_deposit(*range, 4, 1, far && !nv_fe_stretches(pg));
    }
}

/* Rectangle 0 counts only if the object clips; rectangle 1 always. */
void nv_xy_image_clip(NvPgraph *pg, unsigned xy, uint32_t value)
{
    int32_t v = position(pg, value);

    for (unsigned i = 0; i < 2; i++) {
        uint32_t *status = &NV_PG(pg, XY_B) + i;
        bool on = i || nv_fe_option(pg, NV_OPT_CLIP);
        bool fits = !on || v <= maximum(pg, xy);

        *status = nv_deposit(*status & ~0x00111000u, 12 + 4 * xy, 1, fits);
        if (!xy) {
            *status = nv_deposit(*status, 20, 1, fits);
        }
        if (on) {
            *status = nv_deposit(*status, 4 + xy, 1, v < minimum(pg, xy));
        }
    }
}

/*
 * A clip rectangle is a queue of two for each direction, whichever of its
 * registers is written: the older value becomes the minimum.
 */
void nv_xy_user_clip(NvPgraph *pg, unsigned which, unsigned index,
                     uint32_t value)
{
    unsigned xy = index & 1;
    static const uint16_t rectangle[3] = {
        NV_PGRAPH_UCLIP, NV_PGRAPH_OCLIP, NV_PGRAPH_CLIP3D,
    };
    uint32_t *bound = &pg->values[rectangle[which] / 4 + xy];
    uint32_t *status = &NV_PG(pg, XY_B) + (which & 1);

    bound[0] = bound[2] & 0xffff;
    bound[2] = value & 0x3ffff;
    /* Celsius' third rectangle, of 3D, has no status. */
    if (which < 2) {
        *status &= ~0x00111000u;
        if (index & 2) {
            *status &= ~NV_BIT(4 + xy);
        }
    }
    pg->values[(xy ? NV_PGRAPH_VTX_Y : NV_PGRAPH_VTX_X) / 4 + 9] = value;
}
