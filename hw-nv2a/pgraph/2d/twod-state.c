/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE's registers and the object's options as one state for the 2D engine.
 * Facts: which surface and format apply, from the models of public hardware
 * tests (envytools).
 */
#include "pgraph/fe-2d.h"
#include "twod/twod.h"

/* The first six surfaces' fields of CTX_VALID follow each other. */
static bool is_valid(const NvPgraph *pg, unsigned which)
{
    return NV_PG_GET_ITEM(pg, CTX_VALID, SURF_DMA_0, which) &&
           (which == NV_SURF_SWIZZLED ||
            NV_PG_GET_ITEM(pg, CTX_VALID, SURF_PITCH_0, which)) &&
           !NV_PG_GET_AT(pg, SURF_LIMIT, which, NULL_OBJECT);
}

/* Curie's source surface has registers of its own, and its DMA object. */
static NvTwodSurface src2d(const NvPgraph *pg)
{
    NvTwodSurface s = { 0 };
    NvDma dma;

    s.format = nv_surf_format(pg, NV_SURF_SRC);
    s.pitch = NV_PG_GET(pg, SRC2D_PITCH, PITCH);
    s.offset = NV_PG(pg, SRC2D_OFFSET);
    s.valid = nv_mem_dma_load(pg->mem,
                              NV_PG_GET(pg, SRC2D_DMA, INSTANCE) << 4,
                              &dma) &&
              dma.target == NV_DMA_VRAM && dma.linear &&
              dma.base < pg->mem->vram_size;
    s.base = dma.base;
    s.limit = MIN((uint64_t)s.base + dma.limit, UINT32_MAX);
    return s;
}

/* Pitch is of no use to swizzled ones; 16 bytes are there at least. */
NvTwodSurface nv_fe_twod_surface(const NvPgraph *pg, unsigned which)
{
    NvTwodSurface s = { 0 };

    assert(which <= NV_SURF_SWIZZLED);
    if (nv_surf_is_src2d(pg, which)) {
        return src2d(pg);
    }
    s.valid = is_valid(pg, which);
    s.swizzled = which == NV_SURF_SWIZZLED;
    s.format = nv_surf_format(pg, which);
    s.base = NV_PG_GET_AT(pg, SURF_BASE, which, FIRST);
    s.limit = s.base + (NV_PG_GET_AT(pg, SURF_LIMIT, which, LAST) | 0xf);
    s.offset = NV_PG_AT(pg, SURF_OFFSET, which);
    s.log2_w = NV_PG_GET_AT(pg, SURF_SWIZZLE, 1, WIDTH);
    s.log2_h = NV_PG_GET_AT(pg, SURF_SWIZZLE, 1, HEIGHT);
    if (!s.swizzled) {
        s.pitch = NV_PG_AT(pg, SURF_PITCH, which);
    }
    return s;
}

/*
 * What begins in a tile ends with it (hw, of blits' destinations).  Four words
 * a tile: first byte and, in bit 0, whether it is on; last byte; pitch; status.
 */
static uint32_t tile_end(const NvPgraph *pg, uint64_t start, uint32_t end)
{
    enum { TILES = 8, WORDS = 4, ON = 1, UNIT = 0x4000 };

    for (unsigned i = 0; i < TILES * WORDS; i += WORDS) {
        uint32_t first = NV_PG_AT(pg, TILE, i);
        uint32_t last = NV_PG_AT(pg, TILE, i + 1) | (UNIT - 1);

        if ((first & ON) && start >= (first & ~(UNIT - 1)) && start <= last) {
            end = MIN(end, last);
        }
    }
    return end;
}

/* The class's own rectangle, or the channel's if the object clips. */
static NvTwodRect clip(const NvPgraph *pg)
{
    NvXyRect which = nv_fe_clips_output(pg) ? NV_XY_OCLIP : NV_XY_UCLIP;

    if ((which == NV_XY_UCLIP && !nv_fe_option(pg, NV_OPT_CLIP)) ||
        NV_PG_GET(pg, VALID, UNCLIPPED)) {
        return nv_twod_unclipped;
    }
    return (NvTwodRect) {
        nv_xy_min(pg, which, 0), nv_xy_min(pg, which, 1),
        nv_xy_max(pg, which, 0), nv_xy_max(pg, which, 1),
    };
}

/* hw: surfaces of plain numbers are drawn with numbers of their size. */
static unsigned source_format(const NvPgraph *pg, unsigned surface)
{
    switch (surface) {
    case NV_TWOD_SURF_Y8:
        return NV_TWOD_Y8;
    case NV_TWOD_SURF_Y16:
        return NV_TWOD_Y16;
    case NV_TWOD_SURF_Y32:
        return NV_TWOD_Y32;
    default:
        return nv_fe_option(pg, NV_OPT_COLOR);
    }
}

static void fill_pattern(const NvPgraph *pg, NvTwodPattern *p)
{
    p->on = nv_fe_option(pg, NV_OPT_PATTERN);
    p->colored = NV_PG_GET(pg, PATTERN_CONFIG, SELECT);
    p->shape = NV_PG_GET(pg, PATTERN_CONFIG, SHAPE);
    p->format = NV_PG_GET_ITEM(pg, CTX_FORMAT, PATTERN, 0);
    p->cells = &NV_PG_AT(pg, PATTERN_COLOR, 0);
    for (unsigned i = 0; i < 2; i++) {
        p->bitmap[i] = NV_PG_AT(pg, PATTERN_MONO_BITMAP, i);
        p->color[i] = NV_PG_AT(pg, PATTERN_MONO_COLOR, i);
    }
}

bool nv_fe_twod(NvPgraph *pg, NvTwodState *s)
{
    bool swizzled = nv_fe_draws_swizzled(pg);

    if (NV_PG(pg, NSOURCE)) {
        return false;
    }
    memset(s, 0, sizeof(*s));
    s->dst = nv_fe_twod_surface(pg, swizzled ? NV_SURF_SWIZZLED
                                             : NV_SURF_DST);
    s->dst.limit = tile_end(pg, (uint64_t)s->dst.base + s->dst.offset,
                            s->dst.limit);
    if (!s->dst.valid) {
        nv_fe_state_error(pg, "the surface to draw on has no memory, pitch or "
                          "format");
        return false;
    }
    s->src = nv_fe_twod_surface(pg, NV_SURF_SRC);
    s->clip = clip(pg);
    s->source = source_format(pg, s->dst.format);
    s->op = MIN(nv_fe_option(pg, NV_OPT_OPERATION), NV_TWOD_OPS - 1);
    s->rop = NV_PG(pg, ROP);
    s->dither = nv_fe_option(pg, NV_OPT_DITHER) == 1;
    s->beta = NV_PG_GET(pg, BETA, VALUE);
    s->beta4 = NV_PG(pg, BETA4);
    s->chroma = nv_fe_option(pg, NV_OPT_CHROMA);
    s->chroma_format = NV_PG_GET(pg, CTX_FORMAT, CHROMA);
    s->chroma_key = NV_PG(pg, CHROMA);
    fill_pattern(pg, &s->pattern);
    /* ORDER: what 3D drew before lies in memory before. */
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
    return true;
}
