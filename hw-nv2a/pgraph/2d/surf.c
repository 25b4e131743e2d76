/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the surface classes: formats, both pitches, clip rectangles.
 * Facts: effects that public hardware tests (envytools) assert.
 */
#include "pgraph/methods-2d.h"
#include "twod/twod.h"

/* --- formats --- */

/* SURF_FORMAT's code of a 2D format. */
static const uint8_t codes[16] = {
    0, NV_TWOD_SURF_Y8, NV_TWOD_SURF_Z1R5G5B5, NV_TWOD_SURF_O1R5G5B5,
    NV_TWOD_SURF_R5G6B5, NV_TWOD_SURF_Y16, NV_TWOD_SURF_Z8R8G8B8,
    NV_TWOD_SURF_O8R8G8B8, NV_TWOD_SURF_Z1A7R8G8B8, NV_TWOD_SURF_O1A7R8G8B8,
    NV_TWOD_SURF_A8R8G8B8, NV_TWOD_SURF_Y32, NV_TWOD_SURF_Z8B8G8R8,
    NV_TWOD_SURF_O8B8G8R8, NV_TWOD_SURF_A8B8G8R8,
};

/* Codes of zeta surfaces. */
enum { ZETA_Z16 = 1, ZETA_Z24S8 = 2 };

static uint32_t code_of(const NvPgraph *pg, uint32_t v)
{
    uint32_t code = codes[v & 0xf];

    return code >= NV_TWOD_SURF_Z8B8G8R8 && !nv_class_has_bgr(pg) ? 0 : code;
}

/* One surface of class 0x58 up. */
NV_ACTION(surf_one_format)
{
    bool zeta = m->which == NV_SURF_ZETA &&
                nv_chip_has(pg->env->chip, NV_CAP_2D_ZETA_FORMAT);
    uint32_t code = 0;

    if (v == 1) {
        code = zeta ? ZETA_Z24S8 : NV_TWOD_SURF_Z8R8G8B8;
    } else if (v == 0x01010000) {
        code = NV_TWOD_SURF_Y8;
    } else if (v == 0x01000000) {
        code = zeta ? ZETA_Z16 : NV_TWOD_SURF_Z1R5G5B5;
    } else if (v == 0x01010001) {
        code = zeta ? ZETA_Z16 : NV_TWOD_SURF_Y16;
    }
    nv_surf_set_format(pg, m->which, code);
    nv_surfaces_update(pg);
}

NV_ACTION(surf2d_format)
{
    uint32_t code = code_of(pg, v);

    nv_surf_set_format(pg, NV_SURF_DST, code);
    nv_surf_set_format(pg, NV_SURF_SRC, code);
}

/* hw: Celsius' 0x9e leaves no format; what it draws with is unknown. */
NV_ACTION(surf_swz_format)
{
    bool none = nv_fe_flags(pg) & NV_CLASS_NO_FORMAT;

    nv_surf_set_format(pg, NV_SURF_SWIZZLED, none ? 0 : code_of(pg, v));
    NV_PG_PUT_AT(pg, SURF_SWIZZLE, 1, WIDTH, v >> 16);
    NV_PG_PUT_AT(pg, SURF_SWIZZLE, 1, HEIGHT, v >> 24);
}

NV_ACTION(surf_dvd_format)
{
    uint32_t code = nv_extract(v, 16, 4);

    nv_surf_set_pitch(pg, NV_SURF_DVD, v & 0xffff);
    nv_surf_set_format(pg, NV_SURF_DVD,
                       code == 1 ? NV_TWOD_SURF_YUYV :
                       code == 2 ? NV_TWOD_SURF_UYVY : 0);
}

NV_ACTION(surf2d_pitch)
{
    nv_surf_set_pitch(pg, NV_SURF_SRC, v & 0xffff);
    nv_surf_set_pitch(pg, NV_SURF_DST, v >> 16);
}

/* --- clip rectangles of surfaces and textures from the CPU --- */

/* Point and size of one direction; @arg 0 x, 1 y, of rectangle @which. */
NV_ACTION(clip_hv)
{
    unsigned xy = m->arg, which = m->which;
    uint32_t low = v & 0xffff, high = low + (v >> 16);

    NV_PG_PUT_ITEM(pg, VALID, CLIP_BEGUN, which, 0);
    NV_PG_PUT_ITEM(pg, VALID, CLIP_WRONG, which, 0);
    NV_PG_PUT(pg, VALID, UNCLIPPED, 0);
    if (which == NV_XY_OCLIP) {
        NV_PG_PUT(pg, VALID, OCLIP, 1);
    }
    nv_xy_set_before(pg, which, xy, false);
    nv_xy_forget_fit(pg, which);
    nv_xy_point_flags(pg);
    /* ORDER: where the point lies, against the rectangle that was. */
    nv_xy_set(pg, NV_VTX_CLIP, 0, xy, low, low >= 0x8000);
    if (!xy) {
        NV_VTX(pg, NV_VTX_CLIP, 0) = high;
        NV_VTX(pg, NV_VTX_CLIP, 1) = high;
    }
    NV_CLIP(pg, which, xy) = low;
    NV_CLIP(pg, which, 2 + xy) = high & NV_FE_BITS(pg, UCLIP, MAX);
}

NV_ACTION(surf3d_clip_size)
{
    for (unsigned xy = 0; xy < 2; xy++) {
        uint32_t size = nv_extract(v, 16 * xy, 16);

        NV_VTX(pg, NV_VTX_CLIP, xy) = size;
        nv_xy_status(pg, 1, xy, size, false);
    }
    for (unsigned xy = 0; xy < 2; xy++) {
        NV_CLIP(pg, NV_XY_UCLIP, xy) = 0;
        NV_CLIP(pg, NV_XY_UCLIP, 2 + xy) = NV_VTX(pg, NV_VTX_CLIP, xy);
        nv_xy_set_before(pg, NV_XY_UCLIP, xy, false);
    }
    NV_PG_PUT_ITEM(pg, VALID, CLIP_BEGUN, NV_XY_UCLIP, 0);
    NV_PG_PUT_ITEM(pg, VALID, CLIP_WRONG, NV_XY_UCLIP, 0);
    nv_xy_forget_fit(pg, NV_XY_UCLIP);
}

NV_ACTION(surf3d_format)
{
    nv_action_celsius_surf_format(pg, m, index,
                                  (v & 0xf) > 8 ? v & ~0xfu : v);
}
