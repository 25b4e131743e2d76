/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of raster is saved with a card.  No hardware facts.
 */
#include "raster/decode.h"

/*
 * What the fields of registers can hold: a guest may have set anything, and
 * a backend judges formats and sizes before each use.
 */
static bool surface_ok(const NvSurface *s)
{
    return s->valid <= 1 && s->swizzled <= 1 && s->format <= 31 &&
           s->log2_w <= 15 && s->log2_h <= 15 && s->samples <= 15;
}

static bool validate(const void *scratch, GError **error)
{
    const NvRaster *raster = scratch;

    if (raster->program > 1 || raster->hidden > 1 ||
        !surface_ok(&raster->color) || !surface_ok(&raster->zeta)) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "saved state of \"raster\": a surface has an impossible "
                    "format or size, or a flag or class is none");
        return false;
    }
    return true;
}

static void loaded(void *unit)
{
    NvRaster *raster = unit;

    raster->stale = NV_PARTS;
    raster->cold = raster->cold_program = true;
    raster->mapped_call = raster->env->call;
}

static bool bundle_had(uint32_t version, uint32_t index)
{
    return nv_bundle_saved(NV_KEEPER_RASTER, version, index);
}

#define SURFACE_FIELDS(s) \
    NV_FIELD(NvRaster, s.valid), \
    NV_FIELD(NvRaster, s.format), \
    NV_FIELD(NvRaster, s.swizzled), \
    NV_FIELD(NvRaster, s.base), \
    NV_FIELD(NvRaster, s.limit), \
    NV_FIELD(NvRaster, s.offset), \
    NV_FIELD(NvRaster, s.pitch), \
    NV_FIELD(NvRaster, s.log2_w), \
    NV_FIELD(NvRaster, s.log2_h), \
    NV_FIELD(NvRaster, s.samples, .since = 3)

static const NvField fields[] = {
    NV_FIELD_ARRAY(NvRaster, bundle, bundle[0], .had = bundle_had),
    SURFACE_FIELDS(color),
    SURFACE_FIELDS(zeta),
    NV_FIELD(NvRaster, program),
    NV_FIELD(NvRaster, zpass),
    NV_FIELD(NvRaster, primitives),
    NV_FIELD(NvRaster, hidden, .since = 4),
    NV_FIELD_END
};

#undef SURFACE_FIELDS

const NvSection nv_raster_section = {
    .name = "raster",
    .version = 4, .oldest = 2,
    .size = sizeof(NvRaster),
    .fields = fields,
    .validate = validate,
    .loaded = loaded,
};

/* What the backend knows of all that, so that a loaded card spends alike. */
static const NvField told_fields[] = {
    NV_FIELD(NvRaster, dirty, .was = 1),
    NV_FIELD(NvRaster, reload, .was = 1),
    NV_FIELD(NvRaster, combining),
    NV_FIELD(NvRaster, mapped),
    NV_FIELD_END
};

static bool told_validate(const void *scratch, GError **error)
{
    const NvRaster *raster = scratch;

    if ((raster->dirty | raster->reload | raster->mapped) > 1 ||
        raster->combining >= 2 << NV_MORE_TARGETS) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "saved state of \"raster-told\" is no flag");
        return false;
    }
    return true;
}

const NvSection nv_raster_told_section = {
    .name = "raster-told",
    .version = 1,
    .size = sizeof(NvRaster),
    .fields = told_fields,
    .validate = told_validate,
    .late = true,
};

/* Colours besides, while there are any. */
static const NvField targets_fields[] = {
    { .name = "more", .offset = offsetof(NvRaster, more), .elem = 4,
      .count = sizeof(((NvRaster *)0)->more) / 4 },
    NV_FIELD_END
};

static bool targets_needed(const void *unit)
{
    const NvRaster *raster = unit;
    const NvSurface none[NV_MORE_TARGETS] = { 0 };

    return !nv_raster_has_targets(raster, none);
}

static void targets_upgrade(void *scratch, uint32_t version)
{
    NvRaster *raster = scratch;

    if (!version) {
        memset(raster->more, 0, sizeof(raster->more));
    }
}

static bool targets_validate(const void *scratch, GError **error)
{
    const NvRaster *raster = scratch;

    for (unsigned i = 0; i < NV_MORE_TARGETS; i++) {
        if (!surface_ok(&raster->more[i])) {
            g_set_error(error, NV_STATE_ERROR, 0,
                        "saved state of \"raster-targets\": surface %u has "
                        "an impossible format or size", i);
            return false;
        }
    }
    return true;
}

const NvSection nv_raster_targets_section = {
    .name = "raster-targets",
    .version = 1,
    .size = sizeof(NvRaster),
    .fields = targets_fields,
    .validate = targets_validate,
    .late = true,
    .needed = targets_needed,
    .upgrade = targets_upgrade,
};

/* Registers, on chips that draw by them. */
static const NvField regs_fields[] = {
    { .name = "regs", .offset = offsetof(NvRaster, regs), .elem = 4,
      .count = sizeof(NvRasterRegs) / 4 },
    NV_FIELD_END
};

static bool regs_needed(const void *unit)
{
    const NvRaster *raster = unit;
    const NvRasterRegs none = { 0 };

    return !nv_raster_has_registers(raster, &none);
}

static void regs_upgrade(void *scratch, uint32_t version)
{
    NvRaster *raster = scratch;

    if (!version) {
        memset(&raster->regs, 0, sizeof(raster->regs));
    }
}

const NvSection nv_raster_regs_section = {
    .name = "raster-regs",
    .version = 1,
    .size = sizeof(NvRaster),
    .fields = regs_fields,
    .late = true,
    .needed = regs_needed,
    .upgrade = regs_upgrade,
};
