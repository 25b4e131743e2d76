/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Coordinates and clip rectangles of the 2D classes, as far as a driver that
 * writes their registers sees them move.  Facts: public hardware tests
 * (envytools) on NV20 and NV25 (hw).
 */
#include "pgraph/fe-2d.h"

const uint16_t nv_xy_rects[NV_XY_RECTS] = {
    [NV_XY_UCLIP] = NV_PGRAPH_UCLIP,
    [NV_XY_OCLIP] = NV_PGRAPH_OCLIP,
    [NV_XY_CLIP3D] = NV_PGRAPH_CLIP3D,
};

/* --- fields --- */

/* Rectangles have the same fields: UCLIP's. */
int32_t nv_xy_min(const NvPgraph *pg, NvXyRect which, unsigned xy)
{
    return nv_field_get_signed(pg->places, NV_F(UCLIP, MIN),
                               NV_CLIP(pg, which, xy));
}

int32_t nv_xy_max(const NvPgraph *pg, NvXyRect which, unsigned xy)
{
    return nv_field_get_signed(pg->places, NV_F(UCLIP, MAX),
                               NV_CLIP(pg, which, 2 + xy));
}

void nv_xy_bound(NvPgraph *pg, NvXyRect which, unsigned xy, uint32_t value)
{
    assert(xy < 2);
    NV_CLIP(pg, which, xy) = NV_CLIP(pg, which, 2 + xy) &
                             NV_FE_BITS(pg, UCLIP, MIN);
    NV_CLIP(pg, which, 2 + xy) = value & NV_FE_BITS(pg, UCLIP, MAX);
}

void nv_xy_point_flags(NvPgraph *pg)
{
    NV_PG_PUT_AT(pg, XY_B, 0, STREAM_BEGUN, 0);
    NV_PG_PUT_AT(pg, XY_B, 1, UNK0, 1);
    NV_PG_PUT(pg, XY_C, UNK8, 0);
}

void nv_xy_set_range(NvPgraph *pg, unsigned i, unsigned xy, bool carry,
                     bool far)
{
    uint32_t *word = &NV_PG_AT(pg, XY_D, xy);

    assert(i < 4 && xy < 2);
    *word = NV_FE_PUT_ITEM(pg, XY_D, CARRY, i, *word, carry);
    *word = NV_FE_PUT_ITEM(pg, XY_D, FAR, i, *word, far);
}

/* Two words a direction, of eight vertices each. */
void nv_xy_set_place(NvPgraph *pg, unsigned i, unsigned xy, uint32_t place)
{
    uint32_t *word = &NV_PG_AT(pg, XY_CLIP, 2 * xy + i / 8);

    assert(i < 16 && xy < 2);
    *word = NV_FE_PUT_ITEM(pg, XY_CLIP, VTX, i % 8, *word, place);
}

void nv_xy_forget_fit(NvPgraph *pg, unsigned i)
{
    NV_PG_PUT_AT(pg, XY_B, i, XCLIP_MIN, 0);
    NV_PG_PUT_AT(pg, XY_B, i, YCLIP_MIN, 0);
    NV_PG_PUT_AT(pg, XY_B, i, XCLIP_MAX_MIRROR, 0);
}

void nv_xy_set_before(NvPgraph *pg, unsigned i, unsigned xy, bool before)
{
    uint32_t *word = &NV_PG_AT(pg, XY_B, i);

    *word = NV_FE_PUT_ITEM(pg, XY_B, ICLIP_X_NULL, xy, *word, before);
}

/* --- written registers --- */

/* 3D classes of chips with a third rectangle draw by coordinates, too. */
static bool draws_3d(const NvPgraph *pg)
{
    return NV_FE_HAS(pg, CLIP3D, MAX) && nv_fe_is_3d(pg);
}

/* The rectangle that applies. */
static NvXyRect rect_of(const NvPgraph *pg)
{
    if (draws_3d(pg) && !nv_fe_is_d3d(pg)) {
        return NV_XY_CLIP3D;
    }
    return nv_fe_clips_output(pg) ? NV_XY_OCLIP : NV_XY_UCLIP;
}

/* Coordinates of 3D classes have a fraction of four bits. */
static int32_t position(const NvPgraph *pg, uint32_t value)
{
    return draws_3d(pg) ? nv_sextract(value, 4, 12)
                        : nv_sextract(value, 0, 18);
}

static uint32_t place(const NvPgraph *pg, unsigned xy, uint32_t value)
{
    NvXyRect which = rect_of(pg);

    return nv_xy_place(position(pg, value), nv_xy_min(pg, which, xy),
                       nv_xy_max(pg, which, xy));
}

void nv_xy_clip3d(NvPgraph *pg, unsigned xy, uint32_t value)
{
    nv_xy_set_place(pg, 0, xy, place(pg, xy, value));
}

void nv_xy_vertex(NvPgraph *pg, unsigned xy, uint32_t value)
{
    nv_xy_set_place(pg, NV_VTX_LAST, xy, place(pg, xy, value));
    if (nv_fe_draws_2d(pg)) {
        nv_xy_set_range(pg, 0, xy, false,
                        nv_xy_far(value) && !nv_fe_stretches(pg));
    }
}

/* Rectangle 0 counts only if the object clips; rectangle 1 always. */
void nv_xy_image_clip(NvPgraph *pg, unsigned xy, uint32_t value)
{
    int32_t v = position(pg, value);
    NvXyRect which = rect_of(pg);

    for (unsigned i = 0; i < 2; i++) {
        bool on = i || nv_fe_option(pg, NV_OPT_CLIP);
        bool fits = !on || v <= nv_xy_max(pg, which, xy);

        nv_xy_forget_fit(pg, i);
        if (xy) {
            NV_PG_PUT_AT(pg, XY_B, i, YCLIP_MIN, fits);
        } else {
            NV_PG_PUT_AT(pg, XY_B, i, XCLIP_MIN, fits);
            NV_PG_PUT_AT(pg, XY_B, i, XCLIP_MAX_MIRROR, fits);
        }
        if (on) {
            nv_xy_set_before(pg, i, xy, v < nv_xy_min(pg, which, xy));
        }
    }
}

/*
 * A clip rectangle is a queue of two for each direction, whichever of its
 * registers is written.  The third rectangle has no status.
 */
void nv_xy_user_clip(NvPgraph *pg, unsigned which, unsigned index,
                     uint32_t value)
{
    unsigned xy = index & 1;

    assert(which < NV_XY_RECTS);
    nv_xy_bound(pg, which, xy, value);
    if (which != NV_XY_CLIP3D) {
        nv_xy_forget_fit(pg, which);
        if (index & 2) {
            nv_xy_set_before(pg, which, xy, false);
        }
    }
    NV_VTX(pg, NV_VTX_CLIP, xy) = value;
}

bool nv_xy_in_range(NvPgraph *pg)
{
    if (NV_PG_GET_AT(pg, XY_D, 0, RANGE) ||
        NV_PG_GET_AT(pg, XY_D, 1, RANGE)) {
        nv_fe_error(pg, NV_ERROR_RANGE, "a coordinate before lies beyond 16 "
                    "bits with sign");
        return false;
    }
    return true;
}
