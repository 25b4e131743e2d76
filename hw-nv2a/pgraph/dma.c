/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods that bind DMA objects, and what an object may be for each use.
 * Facts: checks and effects that public hardware tests (envytools) assert.
 */
#include "pgraph/action-celsius.h"
#include "pgraph/methods-2d.h"

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

/* Classes that lines name, by the one that is taken beside 0x3d and 0x30. */
static const char *wanted(uint32_t also)
{
    return also == 2 ? "0x02, 0x3d or 0x30" :
           also == 3 ? "0x03, 0x3d or 0x30" : "0x3d or 0x30";
}

/* Wrong class: an error if the driver wants it.  True if it is one. */
static bool check_class(NvPgraph *pg, const Object *o, uint32_t also)
{
    bool bad = !o->null && o->class != 0x3d && o->class != also &&
               NV_PG_GET(pg, DEBUG_D, DMA_CHECK);

    if (bad) {
        nv_fe_class_error(pg, o->class, wanted(also));
    }
    return bad;
}

/* Textures and vertices: whole 256-byte blocks. */
static void check_blocks(NvPgraph *pg, const Object *o)
{
    if (!o->null && ((o->limit & 0xff) != 0xff ||
                     nv_extract(o->word[0], 20, 8))) {
        nv_fe_error(pg, NV_ERROR_OBJECT_BOUNDS, "takes whole blocks of 256 "
                    "bytes, not limit 0x%08x, adjust 0x%03x", o->limit,
                    o->word[0] >> 20);
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
    if (NV_PG_GET(pg, NOTIFY, WARNING_ENABLE)) {
        nv_fe_error(pg, NV_ERROR_NOTIFY_IN_USE, "warnings go to the notifier "
                    "of before: switch them off first");
    }
    nv_fe_set_dma_cache(pg, 0, o.instance);
    if (!o.null && o.limit < min) {
        nv_fe_error(pg, NV_ERROR_OBJECT_BOUNDS, "takes a limit of 0x%x up, "
                    "not 0x%08x", min, o.limit);
    }
}

NV_ACTION(dma_tex)
{
    Object o = load(pg, v);

    check_class(pg, &o, 2);
    check_blocks(pg, &o);
    if (!NV_PG(pg, NSOURCE)) {
        uint32_t word = NV_FE_PUT(pg, DMA_TEX, INSTANCE, 0, o.instance);

        if (m->arg) {
            NV_PG_PUT(pg, FE3D_MISC, DMA_TEX_B, 1);
            NV_PG_PUT(pg, FE3D_MISC, PS_DMA_B, 0);
        } else {
            NV_PG_PUT(pg, FE3D_MISC, DMA_TEX_A, 1);
            NV_PG_PUT(pg, FE3D_MISC, PS_DMA_A, 0);
        }
        nv_fe_set_bundle(pg, NV_BUNDLE_DMA_TEX + m->arg,
                         NV_FE_PUT(pg, DMA_TEX, UNK24, word, o.target));
    }
}

static void vertex_error(NvPgraph *pg)
{
    nv_fe_error(pg, NV_ERROR_VERTEX_OBJECT, "takes objects with bit 12 or 13, "
                "page table or linear, in word 0");
}

NV_ACTION(dma_vtx)
{
    Object o = load(pg, v);
    bool broken = !nv_extract(o.word[0], 12, 2) && !o.null;

    check_class(pg, &o, 2);
    check_blocks(pg, &o);
    if (broken) {
        vertex_error(pg);
    }
    if (!NV_PG(pg, NSOURCE) && !broken) {
        nv_fe_set_bundle(pg, NV_BUNDLE_DMA_VTX + m->arg, o.instance);
    }
}

NV_ACTION(dma_state)
{
    Object o = load(pg, v);

    check_class(pg, &o, 3);
    if (pg->env->chip->front.keeps_dma_state) {
        NV_PG_PUT(pg, FE3D_DMA_STATE, INSTANCE, o.instance);
    }
}

NV_ACTION(dma_fence)
{
    Object o = load(pg, v);

    check_class(pg, &o, 3);
    nv_fe_set_dma(pg, 1, o.instance);
    if (!o.null && ((o.limit & ~0xfffu) || o.word[0] >> 20)) {
        nv_fe_error(pg, NV_ERROR_OBJECT_BOUNDS, "takes a limit below 0x1000 "
                    "and adjust 0, not limit 0x%08x, adjust 0x%03x", o.limit,
                    o.word[0] >> 20);
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

/*
 * The chip forgets what it knew of a surface pair unless told to keep it.
 * NV20 has other registers for it than later chips, some have none.
 */
void nv_surf_forget(NvPgraph *pg, unsigned which)
{
    unsigned pair = which / 2;

    if (NV_PG_GET(pg, SURF_UNK880, KEEP) ||
        NV_PG_GET(pg, SURF_UNK890, KEEP)) {
        return;
    }
    NV_PG_PUT_ITEM(pg, SURF_UNK888, PAIR, pair, 0);
    NV_PG_PUT_ITEM(pg, SURF_UNK898, PAIR, pair, 0);
    NV_PG_PUT_ITEM(pg, SURF_UNK89C, PAIR, pair, 0);
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
        vertex_error(pg);
    }
    check_blocks(pg, &o);
    NV_PG_PUT(pg, CELSIUS_DMA, VTX_INSTANCE, o.instance);
    nv_idx_dma_vtx(pg->idx, o.instance << 4);
}

NV_ACTION(celsius_dma_state)
{
    Object o = load(pg, v);

    check_class(pg, &o, 3);
    NV_PG_PUT(pg, CELSIUS_DMA, STATE_INSTANCE, o.instance);
}

/* The bundle behind a base; CLIPID's and ZCULL's are alike. */
static uint32_t limit_word(const NvPgraph *pg, const Object *o)
{
    uint32_t word = NV_FE_PUT(pg, SURF_LIMIT_CLIPID, BYTES, 0, o->limit);

    word = NV_FE_PUT(pg, SURF_LIMIT_CLIPID, TILED, word, o->target == 1);
    return NV_FE_PUT(pg, SURF_LIMIT_CLIPID, NULL_OBJECT, word, !o->null);
}

static void side_error(NvPgraph *pg, const Object *o, unsigned align)
{
    nv_fe_error(pg, NV_ERROR_OBJECT_BOUNDS, "takes a base at a multiple of "
                "0x%x in a target below %u, not 0x%08x in target %u", align,
                pg->env->chip->front.side_targets, base_of(o), o->target);
}

/* @arg: base and, behind it, limit. */
NV_ACTION(celsius_dma_bundle)
{
    Object o = load(pg, v);
    NvBundle base = m->arg;
    bool bad;

    nv_fe_prepare(pg, m, index);
    pg->values[NV_PGRAPH_SHADOWS / 4 + base + 1] =
        limit_word(pg, &o) & nv_fe_bundle_mask(pg, base + 1);
    nv_fe_set_bundle_more(pg, base, base_of(&o));
    nv_fe_set_bundle(pg, base + 1, nv_fe_bundle(pg, base + 1));
    bad = check_class(pg, &o, 0x3d);
    if (!o.null && ((base_of(&o) & 0x3f) ||
                    o.target >= pg->env->chip->front.side_targets)) {
        side_error(pg, &o, 0x40);
    }
    if (base == NV_BUNDLE_SURF_BASE_CLIPID) {
        NV_PG_PUT(pg, CTX_VALID, DMA_CLIPID, !o.null && !bad);
    } else {
        NV_PG_PUT(pg, CTX_VALID, DMA_ZCULL, !o.null && !bad);
    }
}

/* CLIPID and ZCULL: base and limit are bundles. */
NV_ACTION(dma_bundle)
{
    Object o = load(pg, v);
    NvBundle base = m->arg;

    if (!nv_fe_bundle_mask(pg, base)) {
        return;
    }
    check_class(pg, &o, 0x3d);
    if (((base_of(&o) & 0xff) ||
         o.target >= pg->env->chip->front.side_targets) && !o.null) {
        side_error(pg, &o, 0x100);
    }
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    nv_fe_set_bundle(pg, base, base_of(&o));
    nv_fe_set_bundle(pg, base + 1, limit_word(pg, &o));
}

/* Slots A and B share a word: B goes too, in one step (hw). */
static void set_alone(NvPgraph *pg, uint32_t instance)
{
    unsigned subc = NV_PG_GET(pg, CTX_USER, SUBCHANNEL);

    nv_fe_set_dma_ramin(pg, 1, instance);
    nv_fe_set_dma_ramin(pg, 2, 0);
    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    NV_PG_AT(pg, CTX_CACHE_C, subc) = instance;
    if (NV_PG_GET(pg, DEBUG_B, CTX_SWITCH_ENABLE)) {
        NV_PG(pg, CTX_SWITCH_C) = instance;
    }
}

static void aligned_error(NvPgraph *pg, const Object *o, bool base)
{
    nv_fe_error(pg, NV_ERROR_OBJECT_BOUNDS, "takes a limit that ends with "
                "0xff%s, not limit 0x%08x, base 0x%08x", base ?
                " and a base at a multiple of 0x100" : "", o->limit,
                base_of(o));
}

/* Fonts, palettes, images and both sides of copies: slot @which. */
NV_ACTION(dma_grobj)
{
    Object o = load(pg, v);

    check_class(pg, &o, m->arg & NV_DMA_WRITES ? 3 : 2);
    if ((m->arg & NV_DMA_CLEARS) &&
        nv_chip_has(pg->env->chip, NV_CAP_DMA_AB_WORD)) {
        set_alone(pg, o.instance);
    } else {
        nv_fe_set_dma(pg, m->which, o.instance);
    }
    if (!o.null &&
        (((m->arg & NV_DMA_ALIGNED) && (base_of(&o) & 0xff)) ||
         ((m->arg & (NV_DMA_ALIGNED | NV_DMA_ENDS)) &&
          (o.limit & 0xff) != 0xff))) {
        aligned_error(pg, &o, m->arg & NV_DMA_ALIGNED);
    }
    if ((m->arg & NV_DMA_SECOND) && !nv_fe_get_dma(pg, 1)) {
        nv_fe_state_error(pg, "takes another object in slot A first");
    }
}

/* hw: the low bits of the instance are in the place of the target, too. */
NV_ACTION(dma_unk0b0)
{
    Object o = load(pg, v);

    check_class(pg, &o, 2);
    if (((base_of(&o) & 0xff) || (o.limit & 0xff) != 0xff) && !o.null) {
        aligned_error(pg, &o, true);
    }
    if (!NV_PG(pg, NSOURCE)) {
        uint32_t word = NV_FE_PUT(pg, DMA_UNK0B0, NUMBER, 0, v);

        nv_fe_set_bundle(pg, NV_BUNDLE_DMA_UNK0B0,
                         NV_FE_PUT(pg, DMA_UNK0B0, TARGET, word, v));
    }
}
