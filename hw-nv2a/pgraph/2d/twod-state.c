/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE's registers and the object's options as one state for the 2D engine.
 * Facts: which surface and format apply, from the models of public hardware
 * tests (envytools).
 */
#include "pgraph/2d/fe-2d.h"
#include "twod/twod.h"

/* Pitch is of no use to swizzled surfaces; CTX_VALID tells what was set. */
static bool is_valid(const NvPgraph *pg, unsigned which)
{
    uint32_t valid = NV_PG(pg, CTX_VALID);

    return nv_extract(valid, which, 1) &&
           (which == NV_SURF_SWIZZLED || nv_extract(valid, 8 + which, 1)) &&
           !(pg->values[NV_PGRAPH_SURF_LIMIT / 4 + which] >> 31);
}

/* Curie's source surface has registers of its own, and its DMA object. */
static NvTwodSurface curie_source(const NvPgraph *pg)
{
    NvTwodSurface s = { 0 };
    NvDma dma;

    s.format = nv_surf_format(pg, NV_SURF_SRC);
    s.pitch = NV_PG(pg, SRC2D_PITCH);
    s.offset = NV_PG(pg, SRC2D_OFFSET);
    s.valid = nv_mem_dma_load(pg->mem, NV_PG(pg, SRC2D_DMA) << 4, &dma) &&
              dma.target == NV_DMA_VRAM && dma.linear &&
              dma.base < pg->mem->vram_size;
    s.base = dma.base;
    s.limit = MIN((uint64_t)s.base + dma.limit, UINT32_MAX);
    return s;
}

NvTwodSurface nv_fe_twod_surface(const NvPgraph *pg, unsigned which)
{
    uint32_t limit = pg->values[NV_PGRAPH_SURF_LIMIT / 4 + which];
    uint32_t swizzle = pg->values[NV_PGRAPH_SURF_SWIZZLE / 4 + 1];
    NvTwodSurface s = { 0 };

    if (which == NV_SURF_SRC &&
        nv_chip_has(pg->env->chip, NV_CAP_FE_CURIE)) {
        return curie_source(pg);
    }
    s.valid = is_valid(pg, which);
    s.swizzled = which == NV_SURF_SWIZZLED;
    s.format = nv_surf_format(pg, which);
    s.base = pg->values[NV_PGRAPH_SURF_BASE / 4 + which] & 0x3fffffff;
    s.limit = s.base + ((limit & 0x3fffffff) | 0xf);
    s.offset = pg->values[NV_PGRAPH_SURF_OFFSET / 4 + which];
    s.log2_w = nv_extract(swizzle, 16, 4);
    s.log2_h = nv_extract(swizzle, 24, 4);
    if (!s.swizzled) {
        s.pitch = pg->values[NV_PGRAPH_SURF_PITCH / 4 + which];
    }
    return s;
}

/* The class's own rectangle, or the channel's if the object clips. */
static NvTwodRect clip(const NvPgraph *pg)
{
    unsigned which = nv_fe_clips_output(pg);

    /* VALID bit 19: rectangles drawn without any clip. */
    if ((!which && !nv_fe_option(pg, NV_OPT_CLIP)) ||
        nv_extract(NV_PG(pg, VALID), 19, 1)) {
        return nv_twod_unclipped;
    }
    return (NvTwodRect) {
        nv_sextract(NV_CLIP(pg, which, 0), 0, 16),
        nv_sextract(NV_CLIP(pg, which, 1), 0, 16),
        nv_sextract(NV_CLIP(pg, which, 2), 0, 18),
        nv_sextract(NV_CLIP(pg, which, 3), 0, 18),
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
    uint32_t config = NV_PG(pg, PATTERN_CONFIG);

    p->on = nv_fe_option(pg, NV_OPT_PATTERN);
    p->colored = nv_extract(config, 4, 1);
    p->shape = nv_extract(config, 0, 2);
    p->format = nv_extract(NV_PG(pg, CTX_FORMAT), 8, 6);
    p->cells = &pg->values[NV_PGRAPH_PATTERN_COLOR / 4];
    for (unsigned i = 0; i < 2; i++) {
        p->bitmap[i] = pg->values[NV_PGRAPH_PATTERN_MONO_BITMAP / 4 + i];
        p->color[i] = pg->values[NV_PGRAPH_PATTERN_MONO_COLOR / 4 + i];
    }
}

bool nv_fe_twod(NvPgraph *pg, NvTwodState *s)
{
    bool swizzled = nv_fe_option(pg, NV_OPT_SWIZZLE);

    if (NV_PG(pg, NSOURCE)) {
        return false;
    }
    memset(s, 0, sizeof(*s));
    s->dst = nv_fe_twod_surface(pg, swizzled ? NV_SURF_SWIZZLED
                                             : NV_SURF_DST);
    if (!s->dst.valid) {
        nv_fe_state_error(pg);
        return false;
    }
    s->src = nv_fe_twod_surface(pg, NV_SURF_SRC);
    s->clip = clip(pg);
    s->source = source_format(pg, s->dst.format);
    s->op = MIN(nv_fe_option(pg, NV_OPT_OPERATION), NV_TWOD_OPS - 1);
    s->rop = NV_PG(pg, ROP);
    s->dither = nv_fe_option(pg, NV_OPT_DITHER) == 1;
    s->beta = nv_extract(NV_PG(pg, BETA), 23, 8);
    s->beta4 = NV_PG(pg, BETA4);
    s->chroma = nv_fe_option(pg, NV_OPT_CHROMA);
    s->chroma_format = nv_extract(NV_PG(pg, CTX_FORMAT), 24, 6);
    s->chroma_key = NV_PG(pg, CHROMA);
    fill_pattern(pg, &s->pattern);
    /* ORDER: what 3D drew before lies in memory before. */
    nv_idx_flush(pg->idx);
    nv_raster_flush(pg->raster);
    return true;
}
