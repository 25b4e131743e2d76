/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods that bind DMA objects, and what an object may be for each use.
 * Facts: checks and effects that public hardware tests (envytools) assert.
 */
#include "pgraph/action.h"

/* An object's words as FE reads them, and the binding they give. */
typedef struct Object {
    uint32_t word[3];
    uint32_t class;
    uint32_t limit;
    uint32_t target;
    bool null;              /* class 0x30: nothing is bound */
    uint32_t instance;      /* what is bound; 0 for a null object */
} Object;

static Object load(const NvPgraph *pg, uint32_t v)
{
    uint32_t at = (v & 0xffff) << 4;
    Object o;

    for (unsigned i = 0; i < 3; i++) {
        o.word[i] = nv_mem_ramin_read(pg->mem, at + 4 * i);
    }
    o.class = o.word[0] & 0xfff;
    o.limit = o.word[1];
    o.target = nv_extract(o.word[0], 16, 2);
    o.null = o.class == 0x30;
    o.instance = o.null ? 0 : v & 0xffff;
    return o;
}

/* Wrong class: an error if the driver wants it.  True if it is one. */
static bool check_class(NvPgraph *pg, const Object *o, uint32_t also)
{
    bool bad = !o->null && o->class != 0x3d && o->class != also &&
               (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_DMA_CHECK);

    if (bad) {
        nv_fe_error(pg, NV_NSOURCE_DATA_ERROR);
    }
    return bad;
}

/* Textures and vertices: whole 256-byte blocks. */
static void check_blocks(NvPgraph *pg, const Object *o)
{
    if (!o->null && ((o->limit & 0xff) != 0xff ||
                     nv_extract(o->word[0], 20, 8))) {
        nv_fe_error(pg, NV_NSOURCE_PROTECTION);
    }
}

NV_ACTION(dma_notify)
{
    Object o = load(pg, v);
    uint32_t min = nv_fe_is_3d(pg) || nv_fe_class(pg) == 0x39 ? 0x1f : 0xf;

    check_class(pg, &o, 3);
    /* ORDER: instance memory first, then the error, then the cache. */
    nv_fe_set_dma_ramin(pg, 0, o.instance);
    if (NV_PG(pg, NOTIFY) & NV_BIT(24)) {
        nv_fe_error(pg, NV_NSOURCE_NOTIFY_IN_USE);
    }
    nv_fe_set_dma_cache(pg, 0, o.instance);
    if (!o.null && o.limit < min) {
        nv_fe_error(pg, NV_NSOURCE_PROTECTION);
    }
}

NV_ACTION(dma_tex)
{
    Object o = load(pg, v);

    check_class(pg, &o, 2);
    check_blocks(pg, &o);
    if (!NV_PG(pg, NSOURCE)) {
        nv_fe_set_bundle(pg, NV_BUNDLE_DMA_TEX + m->arg,
                         o.instance | o.target << 24);
    }
}

NV_ACTION(dma_vtx)
{
    Object o = load(pg, v);
    bool broken = !nv_extract(o.word[0], 12, 2) && !o.null;

    check_class(pg, &o, 2);
    check_blocks(pg, &o);
    if (broken) {
        nv_fe_raise(pg, NV_PGRAPH_INTR_DMA_VTX);
    }
    if (!NV_PG(pg, NSOURCE) && !broken) {
        nv_fe_set_bundle(pg, NV_BUNDLE_DMA_VTX + m->arg, o.instance);
    }
}

NV_ACTION(dma_state)
{
    Object o = load(pg, v);

    check_class(pg, &o, 3);
    NV_PG(pg, FE3D_DMA_STATE) = o.instance;
}

NV_ACTION(dma_fence)
{
    Object o = load(pg, v);

    check_class(pg, &o, 3);
    nv_fe_set_dma(pg, 1, o.instance);
    if (!o.null && ((o.limit & ~0xfffu) || o.word[0] >> 20)) {
        nv_fe_error(pg, NV_NSOURCE_PROTECTION);
    }
}

NV_ACTION(dma_query)
{
    Object o = load(pg, v);

    check_class(pg, &o, 3);
    nv_fe_set_dma(pg, 2, o.instance);
}

static uint32_t base_of(const Object *o)
{
    return (o->word[2] & ~0xfffu) | o->word[0] >> 20;
}

/* The chip forgets what it knew of a surface pair unless told to keep it. */
void nv_surf_forget(NvPgraph *pg, unsigned which)
{
    bool late = nv_chip_has(pg->env->chip, NV_CAP_ZCULL);
    uint32_t keep = late ? NV_PG(pg, SURF_UNK890) : NV_PG(pg, SURF_UNK880);
    uint32_t *flags = late ? &NV_PG(pg, SURF_UNK898)
                           : &NV_PG(pg, SURF_UNK888);

    if (keep & NV_BIT(20)) {
        return;
    }
    *flags &= ~(3u << (which & ~1u));
    if (late) {
        NV_PG(pg, SURF_UNK89C) &= ~(0xffu << ((which & ~1u) * 4));
    }
}

/* Colour (2) and zeta (3): VRAM, base in 64-byte steps. */
NV_ACTION(dma_surf)
{
    Object o = load(pg, v);
    unsigned which = m->arg;
    bool bad = check_class(pg, &o, 0x3d);

    if ((base_of(&o) & 0x3f) || o.target > 1) {
        if (!o.null) {
            nv_fe_error(pg, NV_NSOURCE_PROTECTION);
        }
    }
    NV_PG(pg, CTX_VALID) = nv_deposit(NV_PG(pg, CTX_VALID), which, 1,
                                      !o.null && !bad);
    pg->values[NV_PGRAPH_SURF_LIMIT / 4 + which] =
        (o.limit & 0x3fffffc0) | 0x3f | (uint32_t)o.null << 31;
    pg->values[NV_PGRAPH_SURF_BASE / 4 + which] = base_of(&o) & 0x3fffffc0;
    nv_surf_forget(pg, which);
    nv_surfaces_update(pg);
}

NV_ACTION(surf_offset)
{
    unsigned which = m->offset == 0x210 ? 2 : 3;

    NV_PG(pg, VALID) |= 8;
    pg->values[NV_PGRAPH_SURF_OFFSET / 4 + which] = v & 0x3fffffc0;
    nv_surf_forget(pg, which);
    nv_surfaces_update(pg);
}

/* CLIPID and ZCULL: base and limit are bundles. */
NV_ACTION(dma_bundle)
{
    Object o = load(pg, v);
    NvBundle base = m->arg;

    check_class(pg, &o, 0x3d);
    if (((base_of(&o) & 0xff) || o.target >= 2) && !o.null) {
        nv_fe_error(pg, NV_NSOURCE_PROTECTION);
    }
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    nv_fe_set_bundle(pg, base, base_of(&o) & 0x3fffffff);
    nv_fe_set_bundle(pg, base + 1, (o.limit & 0x3fffffff) |
                     (uint32_t)(o.target == 1) << 30 |
                     (uint32_t)!o.null << 31);
}
