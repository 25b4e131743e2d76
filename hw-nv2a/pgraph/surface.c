/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Colour and zeta surfaces as raster sees them, their methods, and clears.
 * Facts: SURF_* effects from envytools' tests; clears from drivers.
 */
#include "pgraph/celsius/action.h"
#include "pgraph/2d/fe-2d.h"

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

/* @which: 2 colour, 3 zeta. */
static NvSurface surface_of(const NvPgraph *pg, unsigned which)
{
    uint32_t valid = NV_PG(pg, CTX_VALID);
    uint32_t limit = pg->values[NV_PGRAPH_SURF_LIMIT / 4 + which];
    uint32_t swizzle = NV_PG(pg, SURF_SWIZZLE);
    uint32_t code = nv_surf_format(pg, which);
    NvSurface s = { 0 };

    s.format = which == 2 ? rt_code(code) : code;
    s.swizzled = nv_extract(NV_PG(pg, SURF_TYPE), 0, 2) == 2;
    s.valid = nv_extract(valid, which, 1) && nv_extract(valid, 8 + which, 1)
              && s.format && !(limit >> 31) &&
              nv_extract(NV_PG(pg, SURF_TYPE), 0, 2);
    s.base = pg->values[NV_PGRAPH_SURF_BASE / 4 + which] & 0x3fffffc0;
    s.limit = s.base + ((limit & 0x3fffffff) | 0x3f);
    s.offset = pg->values[NV_PGRAPH_SURF_OFFSET / 4 + which];
    s.pitch = pg->values[NV_PGRAPH_SURF_PITCH / 4 + which];
    s.log2_w = nv_extract(swizzle, 16, 4);
    s.log2_h = nv_extract(swizzle, 24, 4);
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

void nv_surfaces_update(NvPgraph *pg)
{
    NvSurface color = surface_of(pg, 2), zeta = surface_of(pg, 3);

    program_update(pg);
    if (nv_raster_has_surfaces(pg->raster, &color, &zeta)) {
        return;
    }
    /* ORDER: what was drawn so far belongs to the old surfaces. */
    nv_idx_flush(pg->idx);
    nv_raster_surfaces(pg->raster, &color, &zeta);
}

/* Stores even when the value was refused, as long as data checks are off. */
NV_ACTION(surf_format)
{
    bool late = nv_chip_has(pg->env->chip, NV_CAP_ZCULL);
    uint32_t zeta = nv_extract(v, 4, 4);
    uint32_t type = NV_PG(pg, SURF_TYPE);
    uint32_t swizzle = NV_PG(pg, SURF_SWIZZLE);

    nv_surf_set_format(pg, NV_SURF_COLOR, old_code(v & 0xf));
    nv_surf_set_format(pg, NV_SURF_ZETA, zeta > 2 ? 0 : zeta);
    type = nv_deposit(type, 0, 2, v >> 8);
    type = nv_deposit(type, 4, late ? 3 : 2, v >> 12);
    swizzle = nv_deposit(swizzle, 16, 4, v >> 16);
    swizzle = nv_deposit(swizzle, 24, 4, v >> 24);
    NV_PG(pg, SURF_TYPE) = type;
    NV_PG(pg, SURF_SWIZZLE) = swizzle;
    nv_surfaces_update(pg);
}

/* hw: with an error up, Curie takes it for one wide pitch. */
static void set_pitches(NvPgraph *pg, uint32_t v)
{
    uint32_t *pitch = &pg->values[NV_PGRAPH_SURF_PITCH / 4];
    uint32_t mask = pg->gen == NV_CELSIUS ||
                    nv_chip_has(pg->env->chip, NV_CAP_FE_SURF16) ? 0xfff0
                                                                 : 0xffc0;

    if (pg->gen == NV_CURIE && NV_PG(pg, NSOURCE)) {
        pitch[NV_SURF_COLOR] = v & 0x1ffc0;
    } else {
        pitch[NV_SURF_COLOR] = v & mask;
        pitch[NV_SURF_ZETA] = v >> 16 & mask;
    }
}

NV_ACTION(surf_pitch)
{
    bool fine = !(NV_PG(pg, NSOURCE) & NV_NSOURCE_DATA_ERROR);

    set_pitches(pg, v);
    NV_PG(pg, VALID) |= 4;
    NV_PG(pg, CTX_VALID) = nv_deposit(NV_PG(pg, CTX_VALID), 10, 2,
                                      fine ? 3 : 0);
    nv_surfaces_update(pg);
}

/* Where chips keep samples differs; depth formats came with Kelvin. */
NV_ACTION(celsius_surf_format)
{
    uint32_t color = v & 0xf, zeta = nv_extract(v, 4, 1) ? 1 : 2;
    uint32_t swizzle = NV_PG(pg, SURF_SWIZZLE), type = NV_PG(pg, SURF_TYPE);
    uint32_t format = nv_deposit(NV_PG(pg, SURF_FORMAT), 8, 4,
                                 old_code(color));

    type = nv_deposit(type, 0, 2, v >> 8);
    if (pg->gen == NV_KELVIN) {
        bool late = nv_chip_has(pg->env->chip, NV_CAP_ZCULL);

        type = nv_deposit(type, 4, late ? 3 : 2, v >> 12);
        zeta = color <= 3 || color == 9 || color == 0xa ? 1 : zeta;
        format = nv_deposit(format, 12, 4, old_code(color) ? zeta : 0);
    } else if (nv_chip_has(pg->env->chip, NV_CAP_CELSIUS_17)) {
        type = nv_deposit(nv_deposit(type, 4, 1, v >> 4), 5, 1, v >> 12);
    }
    swizzle = nv_deposit(swizzle, 16, 4, v >> 16);
    NV_PG(pg, SURF_FORMAT) = format;
    NV_PG(pg, SURF_TYPE) = type;
    NV_PG(pg, SURF_SWIZZLE) = nv_deposit(swizzle, 24, 4, v >> 24);
    nv_surfaces_update(pg);
}

/* CLEAR_BUFFERS; values and rectangle are bundles raster already has. */
NV_ACTION(clear)
{
    nv_idx_flush(pg->idx);
    nv_surfaces_update(pg);
    nv_raster_clear(pg->raster, v & 0xf3);
}
