/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The raster unit: what backends draw by, which backend draws, and counts.
 * State words are the bundles of the hardware documents, kept as sent.
 */
#include "base/pool.h"
#include "raster/decode.h"

static const NvRasterOps *const backends[] = {
    &nv_raster_soft, &nv_raster_record, &nv_raster_null,
};

const NvRasterOps *nv_raster_backend(unsigned index)
{
    return index < NV_ARRAY_SIZE(backends) ? backends[index] : NULL;
}

static const NvRasterOps *find(const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);

    for (unsigned i = 0; i < NV_ARRAY_SIZE(backends); i++) {
        if (!strcmp(backends[i]->name, name)) {
            return backends[i];
        }
        g_string_append_printf(names, "%s%s", i ? ", " : "",
                               backends[i]->name);
    }
    g_set_error(error, NV_STATE_ERROR, 0,
                "no raster backend is called \"%s\"; there are: %s", name,
                names->str);
    return NULL;
}

bool nv_raster_init(NvRaster *raster, NvEnv *env, NvMem *mem,
                    const char *name, const char *arg, GError **error)
{
    const NvRasterOps *ops = find(name ? name : "soft", error);

    memset(raster, 0, sizeof(*raster));
    if (!ops) {
        return false;
    }
    raster->env = env;
    raster->chip = env->chip;
    raster->mem = mem;
    raster->ops = ops;
    raster->places = nv_places(env->chip->fe);
    raster->jobs = nv_raster_jobs_new(raster);
    nv_raster_reset(raster);
    raster->backend = ops->create(raster, arg, error);
    if (!raster->backend) {
        raster->ops = NULL;
        nv_raster_free(raster);
        return false;
    }
    return true;
}

void nv_raster_free(NvRaster *raster)
{
    if (raster->ops) {
        raster->ops->destroy(raster->backend);
    }
    raster->ops = NULL;
    raster->backend = NULL;
    g_clear_pointer(&raster->jobs, nv_raster_jobs_free);
}

bool nv_raster_set_threads(NvRaster *raster, unsigned threads, GError **error)
{
    if (threads > NV_POOL_THREADS) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "%u threads that draw are too many; choose 1 to %u",
                    threads, NV_POOL_THREADS);
        return false;
    }
    raster->threads = MAX(threads, 1);
    if (raster->ops->threads) {
        raster->ops->threads(raster->backend, raster->threads);
    }
    return true;
}

static void changed(NvRaster *raster)
{
    raster->dirty = true;
    raster->stale = NV_PARTS;
}

void nv_raster_reset(NvRaster *raster)
{
    nv_raster_settle(raster);
    memset(raster->bundle, 0, sizeof(raster->bundle));
    memset(&raster->color, 0, sizeof(raster->color));
    memset(&raster->zeta, 0, sizeof(raster->zeta));
    memset(raster->more, 0, sizeof(raster->more));
    memset(&raster->regs, 0, sizeof(raster->regs));
    raster->program = 0;
    raster->zpass = 0;
    raster->hidden = 0;
    raster->primitives = 0;
    nv_raster_jobs_forget(raster->jobs);
    changed(raster);
    raster->reload = true;
}

void nv_raster_surfaces(NvRaster *raster, const NvSurface *color,
                        const NvSurface *zeta)
{
    nv_raster_finish(raster);
    raster->color = *color;
    raster->zeta = *zeta;
    changed(raster);
}

bool nv_raster_has_surfaces(const NvRaster *raster, const NvSurface *color,
                            const NvSurface *zeta)
{
    return !memcmp(color, &raster->color, sizeof(*color)) &&
           !memcmp(zeta, &raster->zeta, sizeof(*zeta));
}

void nv_raster_targets(NvRaster *raster, const NvSurface *more)
{
    nv_raster_finish(raster);
    memcpy(raster->more, more, sizeof(raster->more));
    changed(raster);
}

bool nv_raster_has_targets(const NvRaster *raster, const NvSurface *more)
{
    return !memcmp(raster->more, more, sizeof(raster->more));
}

void nv_raster_registers(NvRaster *raster, const NvRasterRegs *regs)
{
    nv_raster_finish(raster);
    raster->regs = *regs;
    changed(raster);
}

bool nv_raster_has_registers(const NvRaster *raster, const NvRasterRegs *regs)
{
    return !memcmp(regs, &raster->regs, sizeof(*regs));
}

bool nv_raster_has_program(const NvRaster *raster)
{
    return raster->program;
}

void nv_raster_program(NvRaster *raster, bool on)
{
    nv_raster_finish(raster);
    raster->program = on;
    changed(raster);
    raster->reload = true;
}

/* hw: one word on the wire sets the rectangles of higher numbers, too. */
static void set_clip_rects(NvRaster *raster, NvBundle bundle, uint32_t data)
{
    NvBundle last = bundle >= NV_BUNDLE_CLIP_RECT_VERT
                    ? NV_BUNDLE_CLIP_RECT_VERT_LAST
                    : NV_BUNDLE_CLIP_RECT_HORIZ_LAST;

    if (!nv_chip_has(raster->chip, NV_CAP_CLIP_RECTS_APART)) {
        for (unsigned i = bundle; i <= last; i++) {
            raster->bundle[i] = data;
        }
    }
}

static bool is_clip_rect(NvBundle bundle)
{
    return (bundle >= NV_BUNDLE_CLIP_RECT_HORIZ &&
            bundle <= NV_BUNDLE_CLIP_RECT_HORIZ_LAST) ||
           (bundle >= NV_BUNDLE_CLIP_RECT_VERT &&
            bundle <= NV_BUNDLE_CLIP_RECT_VERT_LAST);
}

/* Where a fragment program is. */
static bool reloads(NvBundle bundle)
{
    return bundle == NV_BUNDLE_PS_OFFSET || bundle == NV_BUNDLE_DMA_TEX ||
           bundle == NV_BUNDLE_DMA_TEX_LAST;
}

void nv_raster_bundle(NvRaster *raster, NvBundle bundle, uint32_t data)
{
    if ((unsigned)bundle >= NV_BUNDLE_COUNT) {
        return;
    }
    nv_raster_finish(raster);
    if (bundle == NV_BUNDLE_ZPASS_COUNTER_RESET) {
        raster->zpass = 0;
    }
    if (reloads(bundle)) {
        raster->reload = true;
    }
    if (is_clip_rect(bundle)) {
        set_clip_rects(raster, bundle, data);
    }
    raster->bundle[bundle] = data;
    /* Even an equal word: the guest may have changed what it points at. */
    raster->dirty = true;
    raster->stale |= nv_raster_parts_of(bundle);
}

bool nv_raster_only_keeps(NvBundle bundle)
{
    return bundle < NV_BUNDLE_COUNT && !is_clip_rect(bundle) &&
           bundle != NV_BUNDLE_ZPASS_COUNTER_RESET && !reloads(bundle);
}

void nv_raster_bundles(NvRaster *raster, const NvBundleWord *w, unsigned n)
{
    unsigned stale = raster->stale;

    nv_raster_finish(raster);
    for (unsigned i = 0; i < n; i++) {
        assert(w[i].bundle < NV_BUNDLE_COUNT);
        raster->bundle[w[i].bundle] = w[i].data;
        stale |= nv_raster_parts_of(w[i].bundle);
    }
    raster->dirty = true;
    raster->stale = stale;
}

void nv_raster_hide(NvRaster *raster, bool on)
{
    raster->hidden = on;
}

void nv_raster_channel_save(const NvRaster *raster, NvRasterChannel *channel)
{
    memcpy(channel->stipple, &raster->bundle[NV_BUNDLE_POLYGON_STIPPLE],
           sizeof(channel->stipple));
    channel->hidden = raster->hidden;
}

bool nv_raster_channel_bundle(const NvRasterChannel *channel, unsigned index,
                              NvBundle *bundle, uint32_t *data)
{
    if (index >= NV_ARRAY_SIZE(channel->stipple)) {
        return false;
    }
    *bundle = NV_BUNDLE_POLYGON_STIPPLE + index;
    *data = channel->stipple[index];
    return true;
}

void nv_raster_count(NvRaster *raster, uint32_t passed)
{
    raster->zpass += passed;
}

NvRasterReload nv_raster_take_reload(NvRaster *raster, unsigned combining)
{
    NvRasterReload what = raster->reload || raster->combining != combining ?
                          NV_RASTER_LOAD :
                          raster->cold_program ? NV_RASTER_LOAD_AGAIN :
                          NV_RASTER_LOADED;

    raster->reload = false;
    raster->cold_program = false;
    raster->combining = combining;
    return what;
}

void nv_raster_mapped(NvRaster *raster)
{
    raster->mapped = true;
    raster->mapped_call = raster->env->call;
}

const NvPixelState *nv_raster_pixel(NvRaster *raster)
{
    if (raster->stale) {
        nv_raster_decode(raster);
    }
    return &raster->pixel;
}

const NvPixelMemory *nv_raster_memory(const NvRaster *raster)
{
    return &raster->memory;
}

/* Host time, in plain pixels: of new state, and of a primitive to set up. */
#define STATE_PIXELS 512
#define PRIMITIVE_PIXELS 192

void nv_raster_refresh(NvRaster *raster)
{
    assert(raster->ops && raster->backend);
    if (raster->mapped && raster->mapped_call != raster->env->call) {
        raster->dirty = true;
    }
    if ((raster->dirty || raster->cold) && raster->ops->state) {
        uint64_t spent = raster->env->spent;

        raster->mapped = false;
        raster->ops->state(raster->backend);
        nv_env_spend(raster->env, STATE_PIXELS);
        if (!raster->dirty) {
            /* Spent before it was saved: or a loaded card's run ends early. */
            raster->env->spent = spent;
        }
    }
    raster->dirty = false;
    raster->cold = false;
    raster->drawn = true;
}

/* @count primitives of @n corners, "points". */
static void draw(NvRaster *raster, NvRasterKind kind, const char *name,
                 const NvRasterVertex *v, unsigned count)
{
    unsigned n = nv_raster_corners(kind);

    count -= count % n;
    if (!count || raster->hidden) {
        return;
    }
    nv_trace(raster->env, raster_draw, name, count / n);
    nv_raster_refresh(raster);
    nv_env_spend(raster->env, (uint64_t)count / n * PRIMITIVE_PIXELS);
    raster->primitives += count / n;
    nv_raster_draw(raster, kind, v, count);
}

void nv_raster_points(NvRaster *raster, const NvRasterVertex *v,
                      unsigned count)
{
    draw(raster, NV_RASTER_POINTS, "points", v, count);
}

void nv_raster_lines(NvRaster *raster, const NvRasterVertex *v,
                     unsigned count)
{
    draw(raster, NV_RASTER_LINES, "lines", v, count);
}

void nv_raster_triangles(NvRaster *raster, const NvRasterVertex *v,
                         unsigned count)
{
    draw(raster, NV_RASTER_TRIANGLES, "triangles", v, count);
}

bool nv_raster_lanes(NvRaster *raster, const NvRasterVertex *v,
                     const uint16_t *lane, unsigned count)
{
    if (!raster->ops->lanes) {
        return false;
    }
    if (raster->hidden) {
        return true;
    }
    nv_trace(raster->env, raster_draw, "triangles", count / 3);
    nv_raster_refresh(raster);
    nv_env_spend(raster->env, (uint64_t)count / 3 * PRIMITIVE_PIXELS);
    raster->primitives += count / 3;
    nv_raster_draw_lanes(raster, v, lane, count);
    return true;
}

void nv_raster_clear(NvRaster *raster, uint32_t mask)
{
    NvRasterClear clear;

    if (raster->hidden) {
        return;
    }
    nv_raster_decode_clear(raster, mask, &clear);
    nv_trace(raster->env, raster_clear, mask, clear.rect.x0, clear.rect.y0,
             clear.rect.x1 - 1, clear.rect.y1 - 1);
    nv_raster_refresh(raster);
    nv_raster_clear_now(raster, &clear);
}

uint32_t nv_raster_zpass(NvRaster *raster)
{
    nv_raster_finish(raster);
    return raster->zpass;
}

void nv_raster_flush(NvRaster *raster)
{
    nv_raster_finish(raster);
    if (raster->drawn && raster->ops->flush) {
        raster->ops->flush(raster->backend);
    }
    raster->drawn = false;
    /* Palettes are copies: they are read again after a barrier. */
    raster->dirty = true;
}
