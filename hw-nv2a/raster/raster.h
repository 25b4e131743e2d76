/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The raster stage: state for all backends, and the table a backend fills.
 *
 * A backend gets ready primitives in window coordinates: assembled, clipped,
 * culled, two-sided colours chosen, flat colours copied to all corners,
 * polygon mode already applied, polygon offset known.
 */
#ifndef NV_RASTER_RASTER_H
#define NV_RASTER_RASTER_H

#include "base/env.h"
#include "base/state.h"
#include "chip/chips.h"
#include "mem/mem.h"
#include "raster/state.h"
#include "words/bundles.h"
#include "words/places.h"

#define NV_MAX_TEX 8

/*
 * One corner of a primitive.  A line of a host's cache has all but coordinates,
 * so that who draws another thread's corners fetches few.
 */
typedef struct NvRasterVertex {
    float x, y;             /* window pixels, multiples of 1/16, y down */
    float z;                /* depth units; 0..1 with NvRaster.program; w
                             * where depth is w */
    float rhw;              /* 1 / w; below 0 only of triangles' corners */
    /* D0, D1 as r g b a, 0..1; multiples of 1/255 but at clipped corners. */
    float color[2][4];
    float fog;              /* coordinate, or nv_raster_fog_is_line(); may
                             * be not finite */
    float size;             /* points: diameter in pixels; the first end of a
                             * line: pixels of its pattern before it */
    float offset;           /* of polygons: added to depth between corners */
    float w;                /* of which rhw has lost bits; 0: 1 / rhw */
    float tex[NV_MAX_TEX][4];   /* s t r q */
} NvRasterVertex;

/*
 * Lines go on by columns, or by rows if they are taller than wide: the one that
 * a line which starts at @at draws first; the one that ends there stops before
 * it (hw).  @at is within +-2^24.
 */
static inline int nv_raster_line_begin(float at, bool tall)
{
    int whole = (int)at;        /* towards 0 */

    return tall ? whole - !(at > whole) : whole - (at < whole);
}

/*
 * Mantissas of depth between corners (hw, docs/pixels.rst): of edge values, of
 * corners' weights.
 */
#define NV_DEPTH_EDGE_BITS 24
#define NV_DEPTH_SHARE_BITS 24

/* SURFACE_FORMAT's ANTI_ALIASING of Kelvin's classes; others are as 0. */
typedef enum NvSamples {
    NV_SAMPLES_CENTER_1,
    NV_SAMPLES_CENTER_CORNER_2,     /* side by side */
    NV_SAMPLES_SQUARE_OFFSET_4,     /* two by two */
} NvSamples;

typedef struct NvSurface {
    uint32_t valid;         /* 0: not bound or not complete */
    uint32_t format;        /* code of RT_FORMAT: colour 1..16, zeta 1..2 */
    uint32_t swizzled;      /* 0 linear, 1 swizzled */
    uint32_t base, limit;   /* VRAM bytes: first, last */
    uint32_t offset;        /* of pixel 0, 0 from base */
    uint32_t pitch;         /* bytes a line, linear */
    uint32_t log2_w, log2_h;    /* swizzled */
    uint32_t samples;       /* NvSamples */
} NvSurface;

/*
 * What Celsius keeps in registers that are no bundles, as they are there: the
 * clip in pixels, window clips and the word beside them, texture objects.
 */
typedef struct NvRasterRegs {
    uint32_t clip_first[2], clip_end[2];    /* x, y; the end is outside */
    uint32_t window[2][NV_CLIP_WINDOWS];    /* CELSIUS_CLIP_RECT_* */
    uint32_t config;            /* CELSIUS_CONFIG_C */
    uint32_t dma_tex[2];        /* RAMIN addresses */
} NvRasterRegs;

/* Where a primitive or a clear goes on that was left in the middle. */
typedef struct NvRasterPlace {
    uint32_t part;          /* 0: at its start; 1 and up: of that sample;
                               a clear's 1 zeta, 2 colour */
    uint32_t x, y;          /* the next pixel; a clear's x the sample */
} NvRasterPlace;

/*
 * A backend that sees nv_env_late() leaves what it is at.  Of primitives it
 * returns how many corners it is done with (all of a primitive's or none), of
 * a clear whether it is, and *place says where in the next to go on: the same
 * call with the rest follows, with no change of state between.
 */
typedef struct NvRasterOps {
    const char *name;       /* "soft" */
    const char *help;       /* one line */
    /* @arg as in NvCardConfig.raster_arg.  NULL and *error on failure. */
    void *(*create)(NvRaster *raster, const char *arg, GError **error);
    void (*destroy)(void *backend);
    /* So many threads draw, the caller's among them; NULL: always one. */
    void (*threads)(void *backend, unsigned threads);
    /* State changed since the last call of any draw op; may be NULL. */
    void (*state)(void *backend);
    unsigned (*points)(void *backend, const NvRasterVertex *v,
                       unsigned count, NvRasterPlace *place);
    unsigned (*lines)(void *backend, const NvRasterVertex *v,
                      unsigned count, NvRasterPlace *place);
    /* count = corners, a multiple of 3. */
    unsigned (*triangles)(void *backend, const NvRasterVertex *v,
                          unsigned count, NvRasterPlace *place);
    /* The same of corners v[lane[0]], v[lane[1]] ...; may be NULL. */
    unsigned (*lanes)(void *backend, const NvRasterVertex *v,
                      const uint16_t *lane, unsigned count,
                      NvRasterPlace *place);
    /* Bits of the mask: 0 depth, 1 stencil, 4 R, 5 G, 6 B, 7 A. */
    bool (*clear)(void *backend, const NvRasterClear *clear,
                  NvRasterPlace *place);
    /* All drawing is in VRAM on return; may be NULL. */
    void (*flush)(void *backend);
    /*
     * What triangles() or lanes() left to other threads (NvRaster.under_way,
     * and claims in NvMem) is drawn and counted on return; NULL: they never do.
     */
    void (*settle)(void *backend);
} NvRasterOps;

extern const NvRasterOps nv_raster_soft, nv_raster_record, nv_raster_null;

/* Where a fragment can end. */
typedef enum NvFailed {
    NV_FAILED_NOT,
    NV_FAILED_WINDOW,       /* clip rectangles */
    NV_FAILED_STIPPLE,
    NV_FAILED_NEAR_FAR,
    NV_FAILED_TEXTURE,      /* texture shader: kill, cull, colour key */
    NV_FAILED_PROGRAM,      /* fragment program: KIL */
    NV_FAILED_ALPHA,
    NV_FAILED_BOUNDS,       /* depth bounds */
    NV_FAILED_STENCIL,
    NV_FAILED_DEPTH,
    NV_FAILED_KINDS
} NvFailed;

/*
 * What became of fragments, or samples of them, for people; whoever looks owns
 * it, and nothing of it is saved or costs a guest's time.
 */
typedef struct NvRasterFunnel {
    uint64_t tested;        /* covered, inside scissor and surface */
    uint64_t failed[NV_FAILED_KINDS];
    uint64_t written;       /* left: those change what writes let them */
} NvRasterFunnel;

struct NvRaster {
    NvEnv *env;
    const NvChip *chip;
    NvMem *mem;
    const NvRasterOps *ops;
    void *backend;
    unsigned threads;       /* that may draw; 0: 1 */
    bool overlaps;          /* nv_raster_overlap() */
    bool under_way;         /* the backend's: see nv_raster_settle() */
    const NvPlace *places;  /* of fields in bundle[], on this chip */
    /* What backends draw by; saved. */
    uint32_t bundle[NV_BUNDLE_COUNT];
    NvSurface color, zeta;
    NvSurface more[NV_MORE_TARGETS];    /* colours besides, of classes with
                                         * programs */
    NvRasterRegs regs;      /* of chips that have them */
    /* A class of Rankine draws: fragment program, depth from 0 to 1. */
    uint32_t program;
    uint32_t zpass;         /* fragments that passed, since the last reset */
    uint8_t hidden;         /* 1: nothing is drawn or cleared; saved */
    uint64_t primitives;
    uint8_t dirty;          /* 1: state changed since ops->state; saved */
    uint8_t stale;          /* NV_PART_*: what to decode again */
    NvPixelState pixel;
    NvPixelMemory memory;
    uint8_t reload;         /* 1: the guest said where its program is; saved */
    /* What it was read for: bit 0 combiners behind it, 1 up more targets. */
    uint8_t combining;
    /* Just loaded: the backend was told nothing yet, nor read a program. */
    bool cold, cold_program;
    bool drawn;             /* since ops->flush, something */
    /* The backend looks at the machine's memory, as it was in that call. */
    uint8_t mapped;         /* 1: so it is; saved */
    uint32_t mapped_call;
    struct NvRasterJobs *jobs;      /* what time did not suffice for, */
    uint32_t left;                  /* derived: how many they are */
    NvRasterFunnel *funnel; /* debug/: a backend that can counts; or NULL */
};

/* The second is of NvRaster.jobs. */
extern const NvSection nv_raster_section, nv_raster_jobs_section;
extern const NvSection nv_raster_told_section, nv_raster_regs_section;
extern const NvSection nv_raster_targets_section;

/* All backends, NULL after the last. */
const NvRasterOps *nv_raster_backend(unsigned index);

/* @name NULL = "soft".  False and *error if unknown or create fails. */
bool nv_raster_init(NvRaster *raster, NvEnv *env, NvMem *mem,
                    const char *name, const char *arg, GError **error);
void nv_raster_free(NvRaster *raster);
/*
 * Pixels are drawn by @threads, the caller's among them, as far as the backend
 * can; 0: 1.  What is drawn is the same.  False and *error if they are too
 * many.
 */
bool nv_raster_set_threads(NvRaster *raster, unsigned threads,
                           GError **error);
void nv_raster_reset(NvRaster *raster);

/* From FE, past IDX's flush: surfaces are registers, not bundles. */
void nv_raster_surfaces(NvRaster *raster, const NvSurface *color,
                        const NvSurface *zeta);
/* Whether nv_raster_surfaces() would change nothing. */
bool nv_raster_has_surfaces(const NvRaster *raster, const NvSurface *color,
                            const NvSurface *zeta);
/* The same of colours besides, of NV_MORE_TARGETS. */
void nv_raster_targets(NvRaster *raster, const NvSurface *more);
bool nv_raster_has_targets(const NvRaster *raster, const NvSurface *more);
/* The same of the other registers, and whether it would change nothing. */
void nv_raster_registers(NvRaster *raster, const NvRasterRegs *regs);
bool nv_raster_has_registers(const NvRaster *raster,
                             const NvRasterRegs *regs);
/* From FE, past IDX's flush: whether a class of Rankine draws. */
void nv_raster_program(NvRaster *raster, bool on);
bool nv_raster_has_program(const NvRaster *raster);
/*
 * Corners' fog is k0 + k1 d already: LT makes it where fog is exponential (hw:
 * of 11,000 coordinates none differs), before Rankine.
 */
bool nv_raster_fog_is_line(const NvRaster *raster);

/* From FE, past IDX's flush: whether draws and clears are dropped. */
void nv_raster_hide(NvRaster *raster, bool on);

/* What of a channel is kept here only: bundles without a register, */
typedef struct NvRasterChannel {
    uint32_t stipple[32];
    uint32_t hidden;        /* and what nv_raster_hide() was told last */
} NvRasterChannel;

/* The channel's words of now. */
void nv_raster_channel_save(const NvRaster *raster, NvRasterChannel *channel);
/*
 * What brings @channel back goes down the pipe as bundles do: the one to send
 * as number @index from 0 up; false when there are no more.
 */
bool nv_raster_channel_bundle(const NvRasterChannel *channel, unsigned index,
                              NvBundle *bundle, uint32_t *data);

/* From backends: @passed fragments more. */
void nv_raster_count(NvRaster *raster, uint32_t passed);
/*
 * Whether a backend has to read the fragment program from the guest's memory,
 * for @combining as NvRaster has it.  Asked once before it is.
 */
typedef enum NvRasterReload {
    NV_RASTER_LOADED,       /* no */
    NV_RASTER_LOAD,
    NV_RASTER_LOAD_AGAIN,   /* yes, but what it costs was spent before */
} NvRasterReload;
NvRasterReload nv_raster_take_reload(NvRaster *raster, unsigned combining);
/* The state made now is for this call into the card only. */
void nv_raster_mapped(NvRaster *raster);
/*
 * Whether threads would rather have many primitives at once.  Not without a
 * clock: runs then end where they end with one thread.
 */
static inline bool nv_raster_gathers(const NvRaster *raster)
{
    return raster->threads > 1 && raster->ops->threads && raster->env->slice;
}
/* From VTX. */
void nv_raster_bundle(NvRaster *raster, NvBundle bundle, uint32_t data);
/* It is kept until something is drawn, and does nothing else. */
bool nv_raster_only_keeps(NvBundle bundle);
/* The same of @n of those, one after the other. */
void nv_raster_bundles(NvRaster *raster, const NvBundleWord *w, unsigned n);
void nv_raster_points(NvRaster *raster, const NvRasterVertex *v,
                      unsigned count);
void nv_raster_lines(NvRaster *raster, const NvRasterVertex *v,
                     unsigned count);
void nv_raster_triangles(NvRaster *raster, const NvRasterVertex *v,
                         unsigned count);
/*
 * Triangles whose corners are v[lane[0]], v[lane[1]] ...: false, and nothing
 * is drawn, if the backend wants them one after the other; never of one that
 * would rather have many.
 */
bool nv_raster_lanes(NvRaster *raster, const NvRasterVertex *v,
                     const uint16_t *lane, unsigned count);
/*
 * While it is on, other threads may still be at triangles when the call that
 * drew them returns: their corners stay where they are until the next one.
 */
static inline void nv_raster_overlap(NvRaster *raster, bool on)
{
    raster->overlaps = on;
}
/*
 * They are done with it: before anything but vertices comes, and before the
 * call into the card is over.
 */
static inline void nv_raster_settle(NvRaster *raster)
{
    if (G_UNLIKELY(raster->under_way)) {
        raster->ops->settle(raster->backend);
    }
}
/*
 * Drawing that takes long is left when nv_env_late() and goes on in parts:
 * whether some is left, and the next part.  Who changes state or looks at
 * results meanwhile waits until all is drawn.
 */
static inline bool nv_raster_busy(const NvRaster *raster)
{
    return raster->left;
}
void nv_raster_continue(NvRaster *raster);
/* From FE through the flush: clear, samples that passed, barrier. */
void nv_raster_clear(NvRaster *raster, uint32_t mask);
uint32_t nv_raster_zpass(NvRaster *raster);
void nv_raster_flush(NvRaster *raster);

#endif
