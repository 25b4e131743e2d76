/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods that bind DMA objects, and what an object may be for each use.
 * Facts: checks and effects that public hardware tests (envytools) assert.
 */
#include "pgraph/celsius/action.h"
#include "pgraph/2d/methods.h"

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
    uint32_t at = nv_fe_instance(pg, v) << 4;
    Object o;

    for (unsigned i = 0; i < 3; i++) {
        o.word[i] = nv_mem_ramin_read(pg->mem, at + 4 * i);
    }
    o.class = o.word[0] & 0xfff;
    o.limit = o.word[1];
    o.target = nv_extract(o.word[0], 16, 2);
    o.null = o.class == 0x30;
    o.instance = o.null ? 0 : nv_fe_instance(pg, v);
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
    uint32_t min = (nv_fe_is_3d(pg) && !nv_fe_is_d3d(pg)) ||
                   nv_fe_class(pg) == 0x39 ? 0x1f : 0xf;

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
        if (pg->gen >= NV_RANKINE) {
            uint32_t *misc = &NV_PG(pg, FE3D_MISC);

            *misc = nv_deposit(*misc, 28 + m->arg, 1, 1);
            *misc = nv_deposit(*misc, 30 + m->arg, 1, 0);
        }
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
    if (pg->gen < NV_CURIE) {
        NV_PG(pg, FE3D_DMA_STATE) = o.instance;
    }
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

    if ((keep & NV_BIT(20)) || pg->gen == NV_CURIE) {
        return;
    }
    *flags &= ~(3u << (which & ~1u));
    if (late) {
        NV_PG(pg, SURF_UNK89C) &= ~(0xffu << ((which & ~1u) * 4));
    }
}

/* --- Celsius' classes: stored even when there was an error --- */

NV_ACTION(celsius_dma_tex)
{
    Object o = load(pg, v);

    check_class(pg, &o, 2);
    nv_fe_set_dma(pg, m->arg, o.instance);
    check_blocks(pg, &o);
}

NV_ACTION(celsius_dma_vtx)
{
    Object o = load(pg, v);

    check_class(pg, &o, 2);
    if (!o.null && !nv_extract(o.word[0], 12, 2)) {
        nv_fe_raise(pg, NV_PGRAPH_INTR_DMA_VTX);
    }
    check_blocks(pg, &o);
    NV_PG(pg, CELSIUS_DMA) = nv_deposit(NV_PG(pg, CELSIUS_DMA), 0, 16,
                                        o.instance);
    nv_idx_dma_vtx(pg->idx, o.instance << 4);
}

NV_ACTION(celsius_dma_state)
{
    Object o = load(pg, v);

    check_class(pg, &o, 3);
    NV_PG(pg, CELSIUS_DMA) = nv_deposit(NV_PG(pg, CELSIUS_DMA), 16, 16,
                                        o.instance);
}

/* @arg: base and, behind it, limit; @which: bit of CTX_VALID. */
NV_ACTION(celsius_dma_bundle)
{
    Object o = load(pg, v);
    NvBundle base = m->arg;
    bool bad;

    nv_fe_prepare(pg, m, index);
    pg->values[NV_PGRAPH_SHADOWS / 4 + base + 1] =
        ((o.limit & 0x3fffffff) | (uint32_t)!o.null << 31) &
        nv_fe_bundle_mask(pg, base + 1);
    nv_fe_set_bundle_more(pg, base, base_of(&o));
    nv_fe_set_bundle(pg, base + 1, nv_fe_bundle(pg, base + 1));
    bad = check_class(pg, &o, 0x3d);
    if (!o.null && ((base_of(&o) & 0x3f) || o.target)) {
        nv_fe_error(pg, NV_NSOURCE_PROTECTION);
    }
    NV_PG(pg, CTX_VALID) = nv_deposit(NV_PG(pg, CTX_VALID), m->which, 1,
                                      !o.null && !bad);
}

/* CLIPID and ZCULL: base and limit are bundles.  Curie has VRAM only. */
NV_ACTION(dma_bundle)
{
    Object o = load(pg, v);
    NvBundle base = m->arg;

    if (!nv_fe_bundle_mask(pg, base)) {
        return;
    }
    check_class(pg, &o, 0x3d);
    if (((base_of(&o) & 0xff) ||
         o.target >= (pg->gen == NV_CURIE ? 1u : 2u)) && !o.null) {
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

/* Slots A and B share a word: B goes too, in one step (hw; not Curie). */
static void set_alone(NvPgraph *pg, uint32_t instance)
{
    unsigned subc = nv_extract(NV_PG(pg, CTX_USER), 13, 3);

    nv_fe_set_dma_ramin(pg, 1, instance);
    nv_fe_set_dma_ramin(pg, 2, 0);
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    pg->values[NV_PGRAPH_CTX_CACHE_C / 4 + subc] = instance;
    if (NV_PG(pg, DEBUG_B) & NV_DEBUG_B_CTX_SWITCH) {
        NV_PG(pg, CTX_SWITCH_C) = instance;
    }
}

/* Fonts, palettes, images and both sides of copies: slot @which. */
NV_ACTION(dma_grobj)
{
    Object o = load(pg, v);

    check_class(pg, &o, m->arg & NV_DMA_WRITES ? 3 : 2);
    if ((m->arg & NV_DMA_CLEARS) &&
        !nv_chip_has(pg->env->chip, NV_CAP_FE_CURIE)) {
        set_alone(pg, o.instance);
    } else {
        nv_fe_set_dma(pg, m->which, o.instance);
    }
    if (!o.null &&
        (((m->arg & NV_DMA_ALIGNED) && (base_of(&o) & 0xff)) ||
         ((m->arg & (NV_DMA_ALIGNED | NV_DMA_ENDS)) &&
          (o.limit & 0xff) != 0xff))) {
        nv_fe_error(pg, NV_NSOURCE_PROTECTION);
    }
    if ((m->arg & NV_DMA_SECOND) && !nv_fe_get_dma(pg, 1)) {
        nv_fe_state_error(pg);
    }
}

/* hw: the low bits of the instance are in the place of the target, too. */
NV_ACTION(dma_unk0b0)
{
    Object o = load(pg, v);

    check_class(pg, &o, 2);
    if (((base_of(&o) & 0xff) || (o.limit & 0xff) != 0xff) && !o.null) {
        nv_fe_error(pg, NV_NSOURCE_PROTECTION);
    }
    if (!NV_PG(pg, NSOURCE)) {
        nv_fe_set_bundle(pg, NV_BUNDLE_DMA_UNK0B0, (v & 0xffffff) |
                         (v & 3) << 24);
    }
}
