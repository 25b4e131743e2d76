/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The null backend: takes everything and draws nothing.  It models no
 * hardware; it measures what comes before the rasteriser.
 */
#include "raster/raster.h"

static void *null_create(NvRaster *raster, const char *arg, GError **error)
{
    if (arg && *arg) {
        g_set_error(error, NV_STATE_ERROR, 0, "raster backend null takes no "
                    "argument, it was given \"%s\"", arg);
        return NULL;
    }
    return raster;
}

static void null_destroy(void *backend)
{
    (void)backend;
}

static unsigned null_draw(void *backend, const NvRasterVertex *v,
                          unsigned count, NvRasterPlace *place)
{
    (void)backend;
    (void)v;
    (void)place;
    return count;
}

static unsigned null_lanes(void *backend, const NvRasterVertex *v,
                           const uint16_t *lane, unsigned count,
                           NvRasterPlace *place)
{
    (void)backend;
    (void)v;
    (void)lane;
    (void)place;
    return count;
}

static bool null_clear(void *backend, const NvRasterClear *clear,
                       NvRasterPlace *place)
{
    (void)backend;
    (void)clear;
    (void)place;
    return true;
}

const NvRasterOps nv_raster_null = {
    .name = "null",
    .help = "draws nothing: for measuring the stages before",
    .create = null_create,
    .destroy = null_destroy,
    .points = null_draw,
    .lines = null_draw,
    .triangles = null_draw,
    .lanes = null_lanes,
    .clear = null_clear,
};
