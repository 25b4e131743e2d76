/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shapes of rows that classes which draw have in common: what they bind and
 * choose, vertices, clip rectangles, sizes.  Facts: public hardware tests
 * (envytools).
 */
#ifndef NV_PGRAPH_METHODS_DRAW_H
#define NV_PGRAPH_METHODS_DRAW_H

#include "pgraph/methods-2d.h"

#define FIRST NV_VERTEX_FIRST
#define POLY NV_VERTEX_POLY
#define DRAWS NV_VERTEX_DRAW
#define NOCLIP NV_VERTEX_NOCLIP
#define IMAGE NV_VERTEX_IMAGE

static inline bool nv_exists_ctx(const NvPgraph *pg)
{
    return NV_PG(pg, DEBUG_D) & NV_DEBUG_D_CTX_METHODS;
}

static inline bool nv_exists_operation(const NvPgraph *pg)
{
    return NV_PG(pg, DEBUG_D) & NV_DEBUG_D_OPERATION;
}

static inline bool nv_in_list(uint32_t v, uint32_t end)
{
    return v && v < end;
}

/* --- what operations bind and choose --- */

#define BIND(name, offset, trap, class_, what, classes) \
    M("ctx_" name, offset, trap, FOR(classes), .arg = class_, \
      WHICH(NV_BOUND_##what), .exists = nv_exists_ctx, DO(ctx_bind))
#define CHROMA(offset, trap, class, classes) \
    BIND("chroma", offset, trap, class, CHROMA, classes)
#define CLIP(offset, trap, classes) \
    BIND("clip", offset, trap, 0x19, CLIP, classes)
#define PATTERN(offset, trap, class, classes) \
    BIND("pattern", offset, trap, class, PATTERN, classes)
#define ROP(offset, trap, classes) \
    BIND("rop", offset, trap, 0x43, ROP, classes)
#define BETA(offset, trap, classes) \
    BIND("beta", offset, trap, 0x12, BETA1, classes)
#define BETA4(offset, trap, classes) \
    BIND("beta4", offset, trap, 0x72, BETA4, classes)
#define SURF(name, offset, trap, surface, classes) \
    M(name, offset, trap, FOR(classes), WHICH(surface), \
      .exists = nv_exists_ctx, DO(ctx_surf))
/* @kinds: NV_SURF2D_*. */
#define SURF2D(offset, trap, kinds, classes) \
    M("ctx_surf2d", offset, trap, FOR(classes), WHICH(kinds), \
      .exists = nv_exists_ctx, DO(ctx_surf2d))
#define OPERATION(offset, trap, limit, classes) \
    M("operation", offset, trap, FOR(classes), BELOW(limit), \
      .exists = nv_exists_operation, DO(operation))
#define DITHER(offset, trap, classes) \
    M("dither", offset, trap, FOR(classes), BELOW(3), DO(dither))

/* --- rows of vertices --- */

#define XY(name, offset, count, stride, trap, flags, classes) \
    M2(name, offset, count, stride, trap, FOR(classes), WHICH(flags), \
       DO(vertex))
#define X32(name, offset, count, stride, trap, flags, classes) \
    M2(name, offset, count, stride, trap, FOR(classes), WHICH(flags), \
       DO(vertex_x))
#define Y32(name, offset, count, stride, trap, flags, classes) \
    M2(name, offset, count, stride, trap, FOR(classes), WHICH(flags), \
       DO(vertex_y))
#define RECT(name, offset, count, stride, trap, flags, classes) \
    M2(name, offset, count, stride, trap, FOR(classes), WHICH(flags), \
       DO(rectangle))
#define COLOR(name, offset, count, stride, trap, classes) \
    M2(name, offset, count, stride, trap, FOR(classes), DO(solid_color))
#define CLIP_POINT(name, offset, trap, rect, kind, classes) \
    M(name, offset, trap, FOR(classes), WHICH(rect), .arg = kind, \
      DO(clip_point))
#define CLIP_SIZE(name, offset, trap, rect, classes) \
    CLIP_POINT(name, offset, trap, rect, 2, classes)
#define SIZE(name, offset, trap, flags, classes) \
    M(name, offset, trap, FOR(classes), WHICH(flags), DO(ifc_size))

#endif
