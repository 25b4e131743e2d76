/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kelvin's classes on Rankine: where that chip keeps what the loads of XF
 * memories name, how it counts attributes, and state of textures and
 * combiners that it has in other words.
 *
 * Facts: moves that public hardware tests (envytools) assert on cards.
 */
#include "pgraph/action.h"
#include "pgraph/method.h"

/* How components go to a slot. */
enum {
    PLAIN,
    ONE,                /* with the third goes 1.0, which commits */
    FIRST,              /* the first; others are lost */
    COMPONENT_1,        /* a single number, as y */
    COMPONENT_2,        /* as z, with 1.0 */
    LOST,
};

typedef struct Place {
    NvXfCommand type;
    unsigned slot, how;
} Place;

/* Slots of LTCTX from 0x40 up. */
static const Place ltctx_rest[] = {
    { NV_XF_XFCTX, 0x38, ONE },         /* eye direction */
    { NV_XF_LTCTX, 0x30, PLAIN },       /* ambient, front and back */
    { NV_XF_LTCTX, 0x31, PLAIN },
    { NV_XF_LTCTX, 0x32, PLAIN },       /* material, front and back */
    { NV_XF_LTCTX, 0x33, PLAIN },
    { NV_XF_LTCTX, 0, LOST },           /* fog */
    { NV_XF_LTCTX, 0x34, PLAIN },
    { NV_XF_XFCTX, 0x26, ONE },         /* point parameters */
    { NV_XF_XFCTX, 0x27, FIRST },
    { NV_XF_LTCTX, 0, LOST },
};

static Place place_ltctx(unsigned slot)
{
    unsigned light = slot / 8, k = slot % 8;

    if (slot >= 0x40) {
        return slot - 0x40 < NV_ARRAY_SIZE(ltctx_rest) ?
               ltctx_rest[slot - 0x40] : (Place) { NV_XF_LTCTX, 0, LOST };
    }
    switch (k) {
    case 3:
        return (Place) { NV_XF_XFCTX, 0x30 + light, ONE };
    case 4:
        return (Place) { NV_XF_XFCTX, 0x28 + light, ONE };
    default:
        return (Place) { NV_XF_LTCTX, 6 * light + (k < 3 ? k : k - 2),
                         PLAIN };
    }
}

/* Runs of slots in LTC0..LTC3. */
static const struct {
    uint8_t space, first, count;
    Place to;
} ltc_moves[] = {
    { 0, 2, 2, { NV_XF_LTC1, 3, PLAIN } },
    { 1, 1, 2, { NV_XF_LTC1, 1, PLAIN } },
    { 1, 3, 1, { NV_XF_XFCTX, 0x27, COMPONENT_1 } },
    { 1, 4, 8, { NV_XF_LTC1, 5, PLAIN } },
    { 1, 0xc, 8, { NV_XF_LTC1, 0xd, PLAIN } },
    { 2, 1, 2, { NV_XF_LTC2, 1, PLAIN } },
    { 2, 3, 2, { NV_XF_LTC2, 3, PLAIN } },
    { 2, 5, 2, { NV_XF_LTC3, 3, PLAIN } },
    { 2, 7, 8, { NV_XF_LTC2, 5, PLAIN } },
    { 3, 1, 1, { NV_XF_XFCTX, 0x27, COMPONENT_2 } },
    { 3, 2, 2, { NV_XF_LTC3, 1, PLAIN } },
    { 3, 4, 8, { NV_XF_LTC3, 5, PLAIN } },
    { 3, 0xc, 2, { NV_XF_LTC3, 0xd, PLAIN } },
};

static Place place_ltc(unsigned space, unsigned slot)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(ltc_moves); i++) {
        if (ltc_moves[i].space == space && slot >= ltc_moves[i].first &&
            slot < ltc_moves[i].first + ltc_moves[i].count) {
            Place to = ltc_moves[i].to;

            to.slot += slot - ltc_moves[i].first;
            return to;
        }
    }
    return (Place) { NV_XF_LTC0, 0, LOST };
}

static Place place_of(const NvPgraph *pg, NvXfCommand type, unsigned slot)
{
    switch (type) {
    case NV_XF_XFCTX:
        return (Place) { type, nv_fe_xfctx(pg, slot), PLAIN };
    case NV_XF_LTCTX:
        return place_ltctx(slot);
    case NV_XF_LTC0:
    case NV_XF_LTC1:
    case NV_XF_LTC2:
    case NV_XF_LTC3:
        return place_ltc(type - NV_XF_LTC0, slot);
    default:
        return (Place) { type, slot, PLAIN };
    }
}

void nv_fe_load_one(NvPgraph *pg, unsigned slot, unsigned component,
                    uint32_t v)
{
    uint32_t addr = slot << 4 | component << 2;

    if (component < 2) {
        nv_idx_xf(pg->idx, NV_XF_XFCTX, addr, v);
    } else {
        nv_idx_xf64(pg->idx, NV_XF_XFCTX, slot << 4 | 8, v, 0x3f800000);
    }
}

static void load_moved(NvPgraph *pg, const Place *to, unsigned component,
                       uint32_t v)
{
    switch (to->how) {
    case ONE:
        nv_fe_load_one(pg, to->slot, component, v);
        break;
    case FIRST:
        if (component == 0) {
            nv_fe_load_one(pg, to->slot, 0, v);
        }
        break;
    case COMPONENT_1:
    case COMPONENT_2:
        nv_fe_load_one(pg, to->slot, to->how == COMPONENT_1 ? 1 : 2, v);
        break;
    case PLAIN:
        nv_idx_xf(pg->idx, to->type, to->slot << 4 | component << 2, v);
        break;
    default:
        break;
    }
}

bool nv_fe_kelvin_moved(const NvPgraph *pg)
{
    return pg->env->chip->xf.front && nv_fe_is_kelvin(pg);
}

void nv_fe_load(NvPgraph *pg, NvXfCommand type, uint32_t addr, uint32_t v)
{
    if (nv_fe_kelvin_moved(pg)) {
        Place to = place_of(pg, type, addr >> 4);

        load_moved(pg, &to, nv_extract(addr, 2, 2), v);
    } else {
        nv_idx_xf(pg->idx, type, addr, v);
    }
}

unsigned nv_fe_constants(const NvPgraph *pg)
{
    return nv_fe_is_kelvin(pg) ? 0xc0 : 0x19c;
}

unsigned nv_fe_takes_constants(const NvPgraph *pg)
{
    unsigned slot = NV_PG_GET(pg, FE3D_XF_LOAD_POS, PARAM);

    return !nv_fe_loads_by_bundle(pg) && !nv_fe_inside(pg) &&
           !NV_PG_GET(pg, FE3D_MISC, FD_BUSY) && !nv_fe_kelvin_moved(pg) &&
           slot < nv_fe_constants(pg) ? nv_fe_constants(pg) - slot : 0;
}

void nv_fe_load_constants(NvPgraph *pg, const uint32_t (*w)[2],
                          unsigned vectors)
{
    unsigned slot = NV_PG_GET(pg, FE3D_XF_LOAD_POS, PARAM);

    nv_idx_xf_vectors(pg->idx, NV_XF_XFCTX, slot << 4, w, vectors);
    nv_fe_set_load_pos(pg, true, slot + vectors);
}

unsigned nv_fe_xfctx(const NvPgraph *pg, unsigned slot)
{
    return nv_fe_is_kelvin(pg) ? slot + pg->env->chip->xf.front : slot;
}

/* Rankine has texture coordinates in a row up to the last attribute. */
static bool of_kelvin(const NvClassTable *table)
{
    return table->is_3d && (table->bit & (NV_CLASS_97 | NV_CLASS_597));
}

unsigned nv_fe_attr_of(const NvPgraph *pg, const NvClassTable *table,
                       unsigned n)
{
    if (!pg->env->chip->xf.front || !of_kelvin(table) || n < 8) {
        return n;
    }
    return n == 8 ? 0xf : n - 1;
}

unsigned nv_fe_attr(const NvPgraph *pg, unsigned n)
{
    return nv_fe_attr_of(pg, nv_class_find(pg, nv_fe_class(pg)), n);
}

bool nv_fe_is_kelvin(const NvPgraph *pg)
{
    return of_kelvin(nv_class_find(pg, nv_fe_class(pg)));
}

bool nv_fe_is_rankine(const NvPgraph *pg)
{
    const NvClassTable *table = nv_class_find(pg, nv_fe_class(pg));

    return table->is_3d && (table->bit & NV_CLASSES_RANKINE);
}

bool nv_fe_is_curie(const NvPgraph *pg)
{
    const NvClassTable *table = nv_class_find(pg, nv_fe_class(pg));

    return table->is_3d && (table->bit & NV_CLASSES_CURIE);
}

/* --- state that is kept elsewhere --- */

/*
 * Kelvin's class: cylindrical wrap is the coordinate's, not the texture's,
 * and decides whether there is a third coordinate.
 */
NV_ACTION(kelvin_tex_wrap)
{
    NvBundle bundle = NV_BUNDLE_TEX_WRAP + index;
    uint32_t word = nv_fe_bundle(pg, bundle);
    uint32_t all = nv_fe_bundle(pg, NV_BUNDLE_TXC_CYLWRAP);
    uint32_t wrap = nv_extract(v, 4, 1) | nv_extract(v, 12, 1) << 1 |
                    nv_extract(v, 20, 1) << 2 | nv_extract(v, 24, 1) << 3;

    nv_fe_set_bundle(pg, NV_BUNDLE_TXC_CYLWRAP,
                     NV_FE_PUT_ITEM(pg, TXC_CYLWRAP, TXC0_STRQ, index, all,
                                    wrap));
    word = NV_FE_PUT(pg, TEX_WRAP, S, word, v);
    word = NV_FE_PUT(pg, TEX_WRAP, T, word, v >> 8);
    word = NV_FE_PUT(pg, TEX_WRAP, R, word, v >> 16);
    nv_fe_set_bundle(pg, bundle, word);
    nv_fe_put_txc_3d(pg, index);
    nv_fe_send_xf_mode(pg);
}

/* Kelvin's operations of combiners are three bits, Rankine's four. */
NV_ACTION(rc_out)
{
    NvBundle bundle = m->arg ? NV_BUNDLE_RC_OUT_COLOR : NV_BUNDLE_RC_OUT_ALPHA;
    uint32_t word;

    if (m->arg) {
        word = NV_FE_PUT(pg, RC_OUT_COLOR, OUTPUT, 0, v);
        word = NV_FE_PUT(pg, RC_OUT_COLOR, UNK19, word, v >> 18);
    } else {
        word = NV_FE_PUT(pg, RC_OUT_ALPHA, OUTPUT, 0, v);
        word = NV_FE_PUT(pg, RC_OUT_ALPHA, UNK22, word, v >> 22);
    }
    /* Both words have the field in the same place. */
    if (nv_extract(v, 15, 3) == 6) {
        word = NV_FE_PUT(pg, RC_OUT_ALPHA, OPERATION, word, 0xe);
    }
    nv_fe_set_bundle(pg, bundle + index, word);
}
