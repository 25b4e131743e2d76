/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the surface classes: formats, pitches, offsets, memory.
 * Facts: effects that public hardware tests (envytools) assert.
 */
#include "pgraph/celsius/action.h"
#include "pgraph/2d/methods.h"
#include "twod/twod.h"

/* --- fields by surface number --- */

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

static void set_pitch(NvPgraph *pg, unsigned which, uint32_t v)
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

/* --- formats --- */

/* SURF_FORMAT's code of a 2D format. */
static const uint8_t codes[16] = {
    0, NV_TWOD_SURF_Y8, NV_TWOD_SURF_Z1R5G5B5, NV_TWOD_SURF_O1R5G5B5,
    NV_TWOD_SURF_R5G6B5, NV_TWOD_SURF_Y16, NV_TWOD_SURF_Z8R8G8B8,
    NV_TWOD_SURF_O8R8G8B8, NV_TWOD_SURF_Z1A7R8G8B8, NV_TWOD_SURF_O1A7R8G8B8,
    NV_TWOD_SURF_A8R8G8B8, NV_TWOD_SURF_Y32, NV_TWOD_SURF_Z8B8G8R8,
    NV_TWOD_SURF_O8B8G8R8, NV_TWOD_SURF_A8B8G8R8,
};

/* Codes of zeta surfaces. */
enum { ZETA_Z16 = 1, ZETA_Z24S8 = 2 };

static uint32_t code_of(const NvPgraph *pg, uint32_t v)
{
    uint32_t code = codes[v & 0xf];

    return code >= NV_TWOD_SURF_Z8B8G8R8 && !nv_class_has_bgr(pg) ? 0 : code;
}

/* One surface of class 0x58 up. */
NV_ACTION(surf_one_format)
{
    bool zeta = m->which == NV_SURF_ZETA &&
                nv_chip_has(pg->env->chip, NV_CAP_2D_ZETA_FORMAT);
    uint32_t code = 0;

    if (v == 1) {
        code = zeta ? ZETA_Z24S8 : NV_TWOD_SURF_Z8R8G8B8;
    } else if (v == 0x01010000) {
        code = NV_TWOD_SURF_Y8;
    } else if (v == 0x01000000) {
        code = zeta ? ZETA_Z16 : NV_TWOD_SURF_Z1R5G5B5;
    } else if (v == 0x01010001) {
        code = zeta ? ZETA_Z16 : NV_TWOD_SURF_Y16;
    }
    nv_surf_set_format(pg, m->which, code);
    nv_surfaces_update(pg);
}

NV_ACTION(surf2d_format)
{
    uint32_t code = code_of(pg, v);

    nv_surf_set_format(pg, NV_SURF_DST, code);
    nv_surf_set_format(pg, NV_SURF_SRC, code);
}

/* hw: Celsius' 0x9e leaves no format; what it draws with is unknown. */
NV_ACTION(surf_swz_format)
{
    bool none = nv_fe_flags(pg) & NV_CLASS_NO_FORMAT;

    nv_surf_set_format(pg, NV_SURF_SWIZZLED, none ? 0 : code_of(pg, v));
    NV_PG_PUT_AT(pg, SURF_SWIZZLE, 1, WIDTH, v >> 16);
    NV_PG_PUT_AT(pg, SURF_SWIZZLE, 1, HEIGHT, v >> 24);
}

NV_ACTION(surf_dvd_format)
{
    uint32_t code = nv_extract(v, 16, 4);

    set_pitch(pg, NV_SURF_DVD, v & 0xffff);
    nv_surf_set_format(pg, NV_SURF_DVD,
                       code == 1 ? NV_TWOD_SURF_YUYV :
                       code == 2 ? NV_TWOD_SURF_UYVY : 0);
}

/* --- pitches and offsets --- */

NV_ACTION(surf2d_pitch)
{
    set_pitch(pg, NV_SURF_SRC, v & 0xffff);
    set_pitch(pg, NV_SURF_DST, v >> 16);
}

NV_ACTION(surf_one_pitch)
{
    set_pitch(pg, m->which, v);
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
        nv_fe_error(pg, NV_NSOURCE_DATA_ERROR);
    }
    if (!null && ((memory.base & ((1u << align) - 1)) ||
                  memory.target > most)) {
        nv_fe_error(pg, NV_NSOURCE_PROTECTION);
    }
    set_valid(pg, surface(m->which)->dma_set, !null && !bad);
    if (nv_surf_is_src2d(pg, m->which)) {
        NV_PG_PUT(pg, SRC2D_DMA, INSTANCE, forgets_source(pg, m) ? 0 : v);
    } else {
        set_memory(pg, m->which, &memory);
    }
    nv_surfaces_update(pg);
}

/* --- clip rectangles of surfaces and textures from the CPU --- */

/* Point and size of one direction; @arg 0 x, 1 y, of rectangle @which. */
NV_ACTION(clip_hv)
{
    unsigned xy = m->arg, which = m->which;
    uint32_t low = v & 0xffff, high = low + (v >> 16);

    NV_PG_PUT_ITEM(pg, VALID, CLIP_BEGUN, which, 0);
    NV_PG_PUT_ITEM(pg, VALID, CLIP_WRONG, which, 0);
    NV_PG_PUT(pg, VALID, UNCLIPPED, 0);
    if (which == NV_XY_OCLIP) {
        NV_PG_PUT(pg, VALID, OCLIP, 1);
    }
    nv_xy_set_before(pg, which, xy, false);
    nv_xy_forget_fit(pg, which);
    nv_xy_point_flags(pg);
    /* ORDER: where the point lies, against the rectangle that was. */
    nv_xy_set(pg, NV_VTX_CLIP, 0, xy, low, low >= 0x8000);
    if (!xy) {
        NV_VTX(pg, NV_VTX_CLIP, 0) = high;
        NV_VTX(pg, NV_VTX_CLIP, 1) = high;
    }
    NV_CLIP(pg, which, xy) = low;
    NV_CLIP(pg, which, 2 + xy) = high & NV_FE_BITS(pg, UCLIP, MAX);
}

NV_ACTION(surf3d_clip_size)
{
    for (unsigned xy = 0; xy < 2; xy++) {
        uint32_t size = nv_extract(v, 16 * xy, 16);

        NV_VTX(pg, NV_VTX_CLIP, xy) = size;
        nv_xy_status(pg, 1, xy, size, false);
    }
    for (unsigned xy = 0; xy < 2; xy++) {
        NV_CLIP(pg, NV_XY_UCLIP, xy) = 0;
        NV_CLIP(pg, NV_XY_UCLIP, 2 + xy) = NV_VTX(pg, NV_VTX_CLIP, xy);
        nv_xy_set_before(pg, NV_XY_UCLIP, xy, false);
    }
    NV_PG_PUT_ITEM(pg, VALID, CLIP_BEGUN, NV_XY_UCLIP, 0);
    NV_PG_PUT_ITEM(pg, VALID, CLIP_WRONG, NV_XY_UCLIP, 0);
    nv_xy_forget_fit(pg, NV_XY_UCLIP);
}

NV_ACTION(surf3d_format)
{
    nv_action_celsius_surf_format(pg, m, index,
                                  (v & 0xf) > 8 ? v & ~0xfu : v);
}
