/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Colour and zeta surfaces as raster sees them, their methods, and clears.
 * Facts: SURF_* effects from envytools' tests; clears from drivers.
 */
#include "pgraph/action.h"
#include "pgraph/fe-2d.h"

enum { SWIZZLED = 2 };      /* SURF_TYPE */

/* RT_FORMAT's colour code and the code SURF_FORMAT keeps for it. */
static const uint8_t surf_codes[17] = {
    0x0, 0x2, 0x3, 0x5, 0x7, 0xb, 0x9, 0xa, 0xc, 0x1, 0x6,
    /* From Rankine on. */
    0x10, 0x11, 0x12, 0x13, 0x14, 0x15,
};

/* hw: classes before Rankine's have no more than eleven codes. */
static uint32_t old_code(uint32_t code)
{
    return code < 11 ? surf_codes[code] : 0;
}

static unsigned rt_code(unsigned surf_code)
{
    for (unsigned i = 1; i < NV_ARRAY_SIZE(surf_codes); i++) {
        if (surf_codes[i] == surf_code && surf_code) {
            return i;
        }
    }
    return 0;
}

uint32_t nv_surf_format(const NvPgraph *pg, unsigned which)
{
    return NV_PG_GET_ITEM(pg, SURF_FORMAT, SURF0, which);
}

void nv_surf_set_format(NvPgraph *pg, unsigned which, uint32_t format)
{
    NV_PG_PUT_ITEM(pg, SURF_FORMAT, SURF0, which, format);
}

enum { Z16 = 1, Z24S8 = 2 };

/* The depth that goes with a colour, of 16 bits if that has no more. */
static uint32_t zeta_beside(uint32_t color, bool narrow)
{
    if (!old_code(color)) {
        return 0;
    }
    return color <= 3 || color == 9 || color == 0xa || narrow ? Z16 : Z24S8;
}

/* Some chips keep none but a bit of NV17's. */
static uint32_t zeta_code(const NvPgraph *pg)
{
    if (!nv_chip_has(pg->env->chip, NV_CAP_ZETA_BY_COLOR)) {
        return nv_surf_format(pg, NV_SURF_ZETA);
    }
    return zeta_beside(rt_code(nv_surf_format(pg, NV_SURF_COLOR)),
                       NV_PG_GET(pg, SURF_TYPE, ZETA_FORMAT));
}

/*
 * Colours, which share a format, or zeta; raster draws in blocks of 64 bytes.
 */
static NvSurface surface_of(const NvPgraph *pg, unsigned which)
{
    uint32_t type = NV_PG_GET(pg, SURF_TYPE, TYPE);
    NvSurface s = nv_surf_place(pg, which);

    s.format = which == NV_SURF_ZETA
               ? zeta_code(pg) : rt_code(nv_surf_format(pg, NV_SURF_COLOR));
    s.swizzled = type == SWIZZLED;
    s.valid = s.valid && s.format && type;
    s.log2_w = NV_PG_GET(pg, SURF_SWIZZLE, WIDTH);
    s.log2_h = NV_PG_GET(pg, SURF_SWIZZLE, HEIGHT);
    s.samples = nv_fe_is_kelvin(pg) ? NV_PG_GET(pg, SURF_TYPE, ZCOMP) : 0;
    return s;
}

/* Rankine also draws by Kelvin's rules, for Kelvin's classes. */
static void program_update(NvPgraph *pg)
{
    bool on = nv_fe_is_rankine(pg) || nv_fe_is_curie(pg);

    if ((on || nv_fe_is_kelvin(pg)) &&
        on != nv_raster_has_program(pg->raster)) {
        nv_idx_flush(pg->idx);
        nv_raster_program(pg->raster, on);
    }
}

/* Other targets: one more from Rankine on, three on Curie. */
static void targets_update(NvPgraph *pg)
{
    unsigned n = nv_fe_is_curie(pg) ? 3 : nv_fe_is_rankine(pg) ? 1 : 0;
    NvSurface more[NV_MORE_TARGETS] = { 0 };

    static_assert(NV_MORE_TARGETS == 3, "B, C and D");
    for (unsigned i = 0; i < n; i++) {
        more[i] = surface_of(pg, NV_SURF_COLOR_B + i);
        if (!more[i].valid) {       /* what it would be matters to nobody */
            more[i] = (NvSurface) { 0 };
        }
    }
    if (!nv_raster_has_targets(pg->raster, more)) {
        nv_idx_flush(pg->idx);
        nv_raster_targets(pg->raster, more);
    }
}

void nv_surfaces_update(NvPgraph *pg)
{
    NvSurface color = surface_of(pg, NV_SURF_COLOR);
    NvSurface zeta = surface_of(pg, NV_SURF_ZETA);

    program_update(pg);
    targets_update(pg);
    if (nv_raster_has_surfaces(pg->raster, &color, &zeta)) {
        return;
    }
    /* ORDER: what was drawn so far belongs to the old surfaces. */
    nv_idx_flush(pg->idx);
    nv_raster_surfaces(pg->raster, &color, &zeta);
}

/* --- formats --- */

void nv_fe_surf_layout(NvPgraph *pg, uint32_t v)
{
    NV_PG_PUT(pg, SURF_TYPE, TYPE, nv_extract(v, NV_V_SURF_TYPE));
    NV_PG_PUT(pg, SURF_SWIZZLE, WIDTH, nv_extract(v, NV_V_SURF_WIDTH));
    NV_PG_PUT(pg, SURF_SWIZZLE, HEIGHT, nv_extract(v, NV_V_SURF_HEIGHT));
}

/* Stores even when the value was refused, as long as data checks are off. */
NV_ACTION(surf_format)
{
    uint32_t zeta = nv_extract(v, NV_V_SURF_ZETA);

    nv_surf_set_format(pg, NV_SURF_COLOR,
                       old_code(nv_extract(v, NV_V_SURF_COLOR)));
    nv_surf_set_format(pg, NV_SURF_ZETA, zeta > 2 ? 0 : zeta);
    NV_PG_PUT(pg, SURF_TYPE, ZCOMP, nv_extract(v, NV_V_SURF_SAMPLES));
    nv_fe_surf_layout(pg, v);
    nv_surfaces_update(pg);
}

/* hw: with an error up, chips with wide pitches take it for one of them. */
static void set_pitches(NvPgraph *pg, uint32_t v)
{
    uint32_t mask = pg->env->chip->front.pitch_mask;

    if (mask >> 16 && NV_PG(pg, NSOURCE)) {
        NV_PG_AT(pg, SURF_PITCH, NV_SURF_COLOR) = v & mask;
    } else {
        NV_PG_AT(pg, SURF_PITCH, NV_SURF_COLOR) = v & 0xffff & mask;
        NV_PG_AT(pg, SURF_PITCH, NV_SURF_ZETA) = v >> 16 & mask;
    }
}

NV_ACTION(surf_pitch)
{
    bool fine = !nv_fe_data_error(pg);

    set_pitches(pg, v);
    NV_PG_PUT(pg, VALID, PITCH, 1);
    NV_PG_PUT(pg, CTX_VALID, SURF_PITCH_COLOR, fine);
    NV_PG_PUT(pg, CTX_VALID, SURF_PITCH_ZETA, fine);
    nv_surfaces_update(pg);
}

/*
 * Celsius' classes and the 2D engine's 0x5a.  Chips with depth formats tell
 * Celsius' apart by the colour; only those that know Celsius' classes do.
 */
static uint32_t old_zeta(uint32_t v)
{
    return zeta_beside(nv_extract(v, NV_V_SURF_COLOR),
                       nv_extract(v, NV_V_SURF_ZETA) & 1);
}

NV_ACTION(celsius_surf_format)
{
    NV_PG_PUT(pg, SURF_FORMAT, COLOR_4,
              old_code(nv_extract(v, NV_V_SURF_COLOR)));
    if (pg->env->chip->front.celsius_3d) {
        NV_PG_PUT(pg, SURF_FORMAT, ZETA_4, old_zeta(v));
        NV_PG_PUT(pg, SURF_TYPE, ZCOMP, nv_extract(v, NV_V_SURF_SAMPLES));
    }
    /* hw: NV17 has a bit each. */
    NV_PG_PUT(pg, SURF_TYPE, ZETA_FORMAT, nv_extract(v, NV_V_SURF_ZETA));
    NV_PG_PUT(pg, SURF_TYPE, SAMPLES, nv_extract(v, NV_V_SURF_SAMPLES));
    nv_fe_surf_layout(pg, v);
    nv_surfaces_update(pg);
}

/* --- clears --- */

/* CLEAR_BUFFERS; values and rectangle are bundles raster already has. */
NV_ACTION(clear)
{
    nv_idx_flush(pg->idx);
    nv_surfaces_update(pg);
    nv_raster_clear(pg->raster, v & 0xf3);
}
