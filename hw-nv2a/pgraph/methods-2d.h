/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tables of 2D methods share: which classes they are for, and value
 * rules.  Facts: public hardware tests (envytools).
 */
#ifndef NV_PGRAPH_METHODS_2D_H
#define NV_PGRAPH_METHODS_2D_H

#include "pgraph/fe-2d.h"
#include "words/row-chips.h"

/* DEBUG_D bit 16 moves some classes to another number. */
typedef enum NvClassWhere {
    NV_CLASS_ALWAYS, NV_CLASS_PLAIN, NV_CLASS_MOVED,
} NvClassWhere;

typedef struct NvClass2d {
    uint16_t class;             /* 0: the list ends */
    uint8_t chips;              /* that have it: words/row-chips.h */
    const NvMethodTable *table;
    uint32_t bit;               /* of the table's rows; 0 all of them */
    NvClassWhere where;
} NvClass2d;

extern const NvClass2d nv_classes_ctx[], nv_classes_2d[], nv_classes_image[];

bool nv_valid_clip_hv(const NvPgraph *pg, const NvMethod *m, uint32_t v);

/* Classes since NV30 know A8B8G8R8 and its like; their numbers are long. */
static inline bool nv_class_has_bgr(const NvPgraph *pg)
{
    return nv_fe_class(pg) > 0xff;
}

/* Flags of DMA objects that operations bind: @arg of their rows. */
enum {
    NV_DMA_READS = 0, NV_DMA_WRITES = 1u << 0,
    NV_DMA_CLEARS = 1u << 1,    /* the second slot is emptied */
    NV_DMA_SECOND = 1u << 2,    /* the first slot must be filled */
    NV_DMA_ALIGNED = 1u << 3,   /* whole blocks of 256 bytes */
    NV_DMA_ENDS = 1u << 4,      /* only the end must be a block's */
};

/* Formats of solids: @which. */
enum {
    NV_SOLID_COLORS = 1u << 0,  /* no plain numbers among them */
    NV_SOLID_GDI = 1u << 1, NV_SOLID_RECT = 1u << 2,    /* the class */
};

/* Formats of context classes: @which. */
enum {
    NV_FORMAT_KEY = 1u << 0,    /* of a colour key, not of a pattern */
    NV_FORMAT_KEPT = 1u << 1,   /* with the channel: classes since NV4 */
};

/* Surfaces that operations take beside those of NV4: @which. */
enum { NV_SURF2D_NV10 = 1u << 0, NV_SURF2D_SWIZZLED = 1u << 1 };

/* Which number of the flips of class 0x9f: @which. */
enum { NV_FLIP2D_READ, NV_FLIP2D_WRITE, NV_FLIP2D_MODULO };

/* Size methods of images: @which. */
enum {
    NV_SIZE_IN = 1u << 0, NV_SIZE_OUT = 1u << 1, NV_SIZE_BITMAP = 1u << 2,
};

/* Words of images: @which. */
enum {
    NV_DATA_SECOND = 1u << 0,   /* of a pair */
    NV_DATA_DRAWS = 1u << 1,    /* it ends what is drawn at once */
};

#endif
