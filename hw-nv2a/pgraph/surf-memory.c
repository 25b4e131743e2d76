/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where surfaces lie: pitches, offsets and memory, which methods of 2D and of
 * 3D classes set alike.  Facts: effects that public hardware tests
 * (envytools) assert.
 */
#include "pgraph/methods-2d.h"

/* A surface's registers, and the fields of CTX_VALID that tell of them. */
typedef struct Surface {
    uint16_t offset, base, pitch, limit;
    uint16_t dma_set, pitch_set;        /* NvFieldId */
} Surface;

#define REG(name, i) NV_PGRAPH_SURF_##name + 4 * (i)
#define FIELDS(name) \
    NV_F(CTX_VALID, SURF_DMA_##name), NV_F(CTX_VALID, SURF_PITCH_##name)
#define FIRST(i, name) \
    { REG(OFFSET, i), REG(BASE, i), REG(PITCH, i), REG(LIMIT, i), \
      FIELDS(name) }
#define MORE(i, name) \
    { NV_PGRAPH_SURF_OFFSET_##i, NV_PGRAPH_SURF_BASE_##i, \
      NV_PGRAPH_SURF_PITCH_##i, NV_PGRAPH_SURF_LIMIT_##i, FIELDS(name) }

static const Surface surfaces[NV_SURFS] = {
    [NV_SURF_DST] = FIRST(0, 0),
    [NV_SURF_SRC] = FIRST(1, 1),
    [NV_SURF_COLOR] = FIRST(2, COLOR),
    [NV_SURF_ZETA] = FIRST(3, ZETA),
    [NV_SURF_DVD] = FIRST(4, 4),
    /* No pitch. */
    [NV_SURF_SWIZZLED] = { REG(OFFSET, 5), REG(BASE, 5), 0, REG(LIMIT, 5),
                           NV_F(CTX_VALID, SURF_DMA_5), NV_F_NONE },
    [NV_SURF_COLOR_B] = MORE(6, COLOR_B),
    [NV_SURF_COLOR_C] = MORE(7, COLOR_C),
    [NV_SURF_COLOR_D] = MORE(8, COLOR_D),
};

static const Surface *surface(unsigned which)
{
    assert(which < NV_SURFS);
    return &surfaces[which];
}

NvSurface nv_surf_place(const NvPgraph *pg, unsigned which)
{
    const Surface *s = surface(which);
    uint32_t valid = NV_PG(pg, CTX_VALID);
    uint32_t limit = pg->values[s->limit / 4];
    NvSurface out = { 0 };

    out.valid = nv_field_get(pg->places, s->dma_set, valid) &&
                nv_field_get(pg->places, s->pitch_set, valid) &&
                !NV_FE_GET(pg, SURF_LIMIT, NULL_OBJECT, limit);
    out.base = NV_FE_GET(pg, SURF_BASE, BYTES, pg->values[s->base / 4]) & ~63u;
    out.limit = out.base + (NV_FE_GET(pg, SURF_LIMIT, BYTES, limit) | 63);
    out.offset = pg->values[s->offset / 4];
    out.pitch = pg->values[s->pitch / 4];
    return out;
}

/* A field of CTX_VALID, by whether the method's value was right. */
static void set_valid(NvPgraph *pg, NvFieldId field, bool valid)
{
    NV_PG(pg, CTX_VALID) = nv_field_put(pg->places, field,
                                        NV_PG(pg, CTX_VALID), valid);
}

/* Surfaces from classes before NV10 may be less aligned, unless DEBUG_D. */
bool nv_surf_strict(const NvPgraph *pg)
{
    return NV_PG_GET(pg, DEBUG_D, STRICT_SURFACES);
}

/* The source of 2D has registers of its own on some chips. */
bool nv_surf_is_src2d(const NvPgraph *pg, unsigned which)
{
    return which == NV_SURF_SRC && NV_FE_HAS(pg, SRC2D_PITCH, PITCH);
}

void nv_surf_set_pitch(NvPgraph *pg, unsigned which, uint32_t v)
{
    const Surface *s = surface(which);

    assert(s->pitch);
    if (nv_surf_is_src2d(pg, which)) {
        NV_PG_PUT(pg, SRC2D_PITCH, PITCH, v);
    } else {
        pg->values[s->pitch / 4] = v & pg->surf_pitch_mask;
    }
    NV_PG_PUT(pg, VALID, SURF_PITCH, 1);
    set_valid(pg, s->pitch_set, !nv_fe_data_error(pg));
}

NV_ACTION(surf_one_pitch)
{
    nv_surf_set_pitch(pg, m->which, v);
    if (!nv_surf_is_src2d(pg, m->which)) {
        nv_surfaces_update(pg);
    }
}

NV_ACTION(surf_one_offset)
{
    NV_PG_PUT(pg, VALID, SURF_OFFSET, 1);
    if (nv_surf_is_src2d(pg, m->which)) {
        NV_PG(pg, SRC2D_OFFSET) = v;
        return;
    }
    pg->values[surface(m->which)->offset / 4] = v & pg->surf_offset_mask;
    nv_surf_forget(pg, m->which);
    nv_surfaces_update(pg);
}

/* --- memory --- */

/* Object classes a surface may lie in: read only ones for sources. */
static bool wrong_memory(const NvPgraph *pg, const NvMethod *m,
                         uint32_t class)
{
    return !(class == NV_NULL_CLASS || class == 0x3d ||
             (class == 3 && (nv_fe_flags(pg) & NV_CLASS_DVD)) ||
             (class == 2 && m->which == NV_SURF_SRC &&
              nv_fe_class(pg) != 0x59));
}

/* The same for lines. */
static const char *wanted(const NvPgraph *pg, const NvMethod *m)
{
    return !wrong_memory(pg, m, 2) ? "0x02, 0x3d or 0x30" :
           !wrong_memory(pg, m, 3) ? "0x03, 0x3d or 0x30" : "0x3d or 0x30";
}

/* A DMA object as the registers of surfaces want it. */
typedef struct Memory {
    uint32_t class, base, limit;
    unsigned target;            /* NvDmaTarget */
} Memory;

static Memory load_memory(const NvPgraph *pg, uint32_t instance)
{
    uint32_t at = nv_fe_instance(pg, instance) << 4;
    uint32_t word0 = nv_mem_ramin_read(pg->mem, at);

    return (Memory) {
        .class = word0 & 0xfff,
        .base = (nv_mem_ramin_read(pg->mem, at + 8) & ~0xfffu) | word0 >> 20,
        .limit = nv_mem_ramin_read(pg->mem, at + 4),
        .target = nv_extract(word0, 16, 2),
    };
}

static void set_memory(NvPgraph *pg, unsigned which, const Memory *memory)
{
    const Surface *s = surface(which);
    bool null = memory->class == NV_NULL_CLASS;
    uint32_t *base = &pg->values[s->base / 4];
    uint32_t *limit = &pg->values[s->limit / 4];

    *limit = (memory->limit & pg->surf_offset_mask) | pg->surf_limit_ones;
    *limit = NV_FE_PUT(pg, SURF_LIMIT, NULL_OBJECT, *limit, null);
    *base = NV_FE_PUT(pg, SURF_BASE, FIRST, *base,
                      memory->base & pg->surf_offset_mask);
    /* NV34 alone has these. */
    *base = NV_FE_PUT(pg, SURF_BASE, TILED, *base,
                      memory->target == NV_DMA_VRAM_TILED);
    *base = NV_FE_PUT(pg, SURF_BASE, NULL_OBJECT, *base, null);
    nv_surf_forget(pg, which);
}

/* Class 0x59 has one surface, and Curie another register for it. */
static bool forgets_source(const NvPgraph *pg, const NvMethod *m)
{
    return nv_surf_is_src2d(pg, m->which) && nv_fe_class(pg) == 0x59;
}

/* hw: Curie forgets the source of class 0x59 even if the method traps. */
NV_ACTION(surf_dma_before)
{
    if (forgets_source(pg, m)) {
        NV_PG(pg, SRC2D_DMA) = 0;
    }
}

/* @arg: log2 of how a surface must be aligned, 4 up. */
NV_ACTION(surf_dma)
{
    Memory memory = load_memory(pg, v);
    unsigned most = nv_chip_has(pg->env->chip, NV_CAP_2D_TILED)
                    ? NV_DMA_VRAM_TILED : NV_DMA_VRAM;
    unsigned align = m->arg == 5 && nv_surf_strict(pg) ? 6 : m->arg;
    bool null = memory.class == NV_NULL_CLASS;
    bool bad = wrong_memory(pg, m, memory.class) &&
               (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_DMA_CHECK);

    if (bad) {
        nv_fe_class_error(pg, memory.class, wanted(pg, m));
    }
    if (!null && ((memory.base & ((1u << align) - 1)) ||
                  memory.target > most)) {
        nv_fe_error(pg, NV_ERROR_OBJECT_BOUNDS, "takes a base at a multiple "
                    "of 0x%x in targets 0..%u, not 0x%08x in target %u",
                    1u << align, most, memory.base, memory.target);
    }
    set_valid(pg, surface(m->which)->dma_set, !null && !bad);
    if (nv_surf_is_src2d(pg, m->which)) {
        NV_PG_PUT(pg, SRC2D_DMA, INSTANCE, forgets_source(pg, m) ? 0 : v);
    } else {
        set_memory(pg, m->which, &memory);
    }
    nv_surfaces_update(pg);
}
