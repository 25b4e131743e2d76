/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shared by the files of idx/: the batch of vertices that waits for XF, a
 * block a part, and the vertex array fetcher.  No hardware facts;
 * see idx.h and idx-fields.h for those.
 */
#ifndef NV_IDX_IDX_PRIV_H
#define NV_IDX_IDX_PRIV_H

#include "idx/idx-fields.h"
#include "idx/idx.h"
#include "idx/log.h"

#define NV_IDX_NOTE_STEPS 8         /* of RDI 0x27; what they count: unknown */
#define NV_IDX_LAUNCHED 256         /* vertices of one command at most */
#define NV_IDX_TOKENS 1024          /* vertices a part launches at most */
#define NV_IDX_BATCH_TOKENS 4096    /* a batch that has more is drawn */
#define NV_IDX_SLOTS 512            /* index map; power of two > 2 blocks */

/* A slot of a part's map from vertex index to lane; live if stamp matches. */
typedef struct NvIdxSlot {
    uint32_t index;
    uint16_t lane;
    uint16_t stamp;
} NvIdxSlot;

typedef struct NvIdxMap {
    NvIdxSlot slot[NV_IDX_SLOTS];
    uint16_t stamp;
} NvIdxMap;

#define NV_IDX_NOT_PADDED 0xff      /* some other number of components */

/* The lowest and the highest of some indices. */
typedef struct NvIdxRange {
    uint32_t low, high;
} NvIdxRange;

/*
 * Launched vertices that are not transformed yet, a block of them.  All come
 * from arrays (lanes then have an index, fetched when the part is complete)
 * or all from VAB (lanes are snapshots taken at the launch).
 */
typedef struct NvIdxPart {
    unsigned tokens;
    uint32_t index[NV_XF_BLOCK];
    NvIdxRange range;       /* of those, once they are fetched */
    uint16_t lanes[NV_IDX_TOKENS];      /* as nv_vtx_vertices() has them */
    uint8_t edges[NV_IDX_TOKENS];
    bool names_before;      /* lanes of the part before, among those */
    /* Constant attributes, a bit each: which value all lanes hold. */
    uint32_t spread;
    uint32_t value[NV_XF_ATTRS][4];
    bool varies[NV_XF_ATTRS];           /* from VAB; a hint */
    /* From this component up a column is 0, 0, 1 in all lanes. */
    uint8_t padded[NV_XF_ATTRS];
    NvXfBlock *block;
} NvIdxPart;

/* How vertices are packed: arrays, with type and size as in the format. */
typedef struct NvIdxPacked {
    uint8_t attr, type, size, words;
} NvIdxPacked;

typedef struct NvIdxLayout {
    NvIdxPacked packed[NV_XF_ATTRS];
    unsigned arrays, words;     /* of a vertex */
} NvIdxLayout;

#define NV_IDX_FLAT 256             /* words that are taken together at most */
#define NV_IDX_FEW 4                /* less vertices are not worth columns */

/* The parts of a draw that XF gets together. */
typedef struct NvIdxBatch {
    bool arrays;
    bool serial;            /* asked once for each command */
    unsigned launched, transformed;     /* since BEGIN, for the trace */
    /* Of the open part; the other is of the one before it, while it follows. */
    NvIdxMap map[2];
    unsigned which;
    /*
     * Vertices of the part before, which waits in this batch, are as they
     * would be if they were fetched again.
     */
    bool follows;
    bool in_order;          /* indices are those of DRAW_ARRAYS: none twice */
    unsigned complete;      /* parts that wait; the next one is open */
    unsigned tokens;        /* of those */
    /* While a batch is drawn: parts transformed, the part and token to draw. */
    bool drawing;
    unsigned ready, at, token;
    bool same;              /* VTX knows the part that is drawn */
    /* Made when first needed; some more for what a command has left. */
    NvIdxPart *part[NV_XF_BATCH + 4];
    NvIdxPart *open;
    NvIdxLayout layout;     /* of INLINE_ARRAY, if there is inline_need */
} NvIdxBatch;

/* Of a draw something is left that there was no time for. */
static inline bool nv_idx_has_left(const NvIdx *idx)
{
    const NvIdxWaits *w = &idx->waits;

    return idx->batch->drawing || w->end | w->begin | w->restart | w->left ||
           nv_xf_busy(idx->xf);
}

/* nv_idx_flush() has nothing to do. */
static inline bool nv_idx_flushed(const NvIdx *idx)
{
    const NvIdxBatch *batch = idx->batch;

    return !batch->open->tokens && !batch->complete && !nv_idx_has_left(idx);
}

/* draw.c */
NvIdxBatch *nv_idx_batch_new(void);
void nv_idx_batch_free(NvIdxBatch *batch);
/* Whatever waits is forgotten, and what columns hold. */
void nv_idx_batch_reset(NvIdxBatch *batch);
/* Part @i, made if it was not needed before. */
NvIdxPart *nv_idx_part(NvIdxBatch *batch, unsigned i);
/*
 * The open part has its inputs, and there is another; it may be drawn.  Or end:
 * what comes then has nothing to do with it.
 */
void nv_idx_close_part(NvIdx *idx);
void nv_idx_end_part(NvIdx *idx);
/* Lane @lane of part @i is lane @of of @part. */
void nv_idx_part_with(const NvIdxBatch *batch, unsigned i, unsigned lane,
                      const NvIdxPart **part, unsigned *of);
/* What is complete, as far as time goes; the rest is left as "drawing". */
void nv_idx_draw_batch(NvIdx *idx);

/* feed.c */
/* BEGIN came; what a command outside does is FE's business. */
bool nv_idx_drawing(NvIdx *idx, const char *what, uint32_t data);
/* The next vertex will come from arrays, or not. */
void nv_idx_enter(NvIdx *idx, bool arrays);
/* Lane @lane once more as the next vertex of the primitive. */
void nv_idx_add_token(NvIdx *idx, unsigned lane);
/* Indices of the open part have their lanes. */
void nv_idx_remember(NvIdx *idx);

/* vab.c */
/* A vertex with the attributes of now. */
void nv_idx_launch_vab(NvIdx *idx);
/* How many of them certainly do no more than wait; one of those. */
unsigned nv_idx_vab_room(NvIdx *idx);
void nv_idx_add_vab(NvIdx *idx);
/* @n of them, columns of @packed but for those left out: their first lane. */
unsigned nv_idx_add_lanes(NvIdx *idx, unsigned n, uint32_t packed);

/* pipe.c: what CONFIG_B says anew; a bundle goes by. */
void nv_idx_pipe_config(NvIdx *idx);
void nv_idx_pipe_bundle(NvIdx *idx, NvBundle bundle, uint32_t number,
                        uint32_t data);

/* idx.c: array @n is at @offset, and as the method's word @set says. */
void nv_idx_use_array(NvIdx *idx, unsigned n, uint32_t offset, uint32_t set);

/* lists.c */
/* The bundle is about primitive restart: for IDX alone. */
bool nv_idx_take_restart(NvIdx *idx, NvBundle bundle, uint32_t data);
/* The index list's DMA object, in RAMIN; what it says; index @n. */
uint32_t nv_idx_list_object(const NvIdx *idx);
bool nv_idx_list(const NvIdx *idx, NvDma *dma);
uint32_t nv_idx_list_index(NvIdx *idx, const NvDma *dma, uint32_t n);

/*
 * inline.c: @n vertices whose words, the second of each pair, come behind each
 * other, a column at a time.  There is room, some are there already, and they
 * are no more than NV_IDX_FLAT words.
 */
void nv_idx_add_packed(NvIdx *idx, const NvIdxLayout *layout,
                       const uint32_t (*w)[2], unsigned n);

/* floats.c, fetch.c */
void nv_idx_fetch_block(NvIdx *idx, NvIdxPart *part);
/* As nv_idx_from_ubyte(): 24 bits are exact, and 255 is 1. */
static inline uint32_t nv_idx_quick_ubyte(uint8_t v)
{
    return nv_f2u((float)(int32_t)(v * 0x010101u + (v == 0xff)) * 0x1p-24f);
}
/* All lanes of a column get one value. */
void nv_idx_spread(NvIdxPart *part, unsigned n, const uint32_t value[4]);
/* Types of arrays. */
enum {
    NV_IDX_TYPE_UB_D3D = 0,         /* bytes B G R A */
    NV_IDX_TYPE_S_NORM = 1,
    NV_IDX_TYPE_FLOAT = 2,
    NV_IDX_TYPE_UB_GL = 4,          /* bytes R G B A */
    NV_IDX_TYPE_S = 5,
    NV_IDX_TYPE_CMP = 6,            /* 11-11-10 in one word */
};

/* Components of one element at @src (format_bytes of it) to @out. */
unsigned nv_idx_decode(unsigned type, unsigned size, const uint8_t *src,
                       uint32_t out[4]);
/* Of one that comes in words. */
unsigned nv_idx_decode_words(unsigned type, unsigned size,
                             const uint32_t *word, uint32_t out[4]);
unsigned nv_idx_format_bytes(unsigned type, unsigned size);
/* How many nv_idx_decode() makes. */
unsigned nv_idx_format_components(unsigned type, unsigned size);

/* Elements of an array that lie in one piece. */
typedef struct NvIdxColumn {
    unsigned type, size, stride;
    const uint32_t *index;  /* of each, @first or above */
    uint32_t first;
    unsigned count;
} NvIdxColumn;

/* The same of @count of them, @host being where number @first lies. */
unsigned nv_idx_decode_column(const NvIdxColumn *column, const uint8_t *host,
                              uint32_t (*out)[NV_XF_BLOCK]);

/* Vertices, a lane and a token each, by which the part is not complete yet. */
static inline unsigned nv_idx_room(const NvIdx *idx)
{
    const NvIdxPart *part = idx->batch->open;

    return MIN(NV_XF_BLOCK - part->block->count,
               NV_IDX_TOKENS - 1 - part->tokens);
}

/* The format state word: type and component count of array @n. */
static inline unsigned nv_idx_array_type(const NvIdx *idx, unsigned n)
{
    return NV_IDX_GET(FORMAT, TYPE, idx->vtxbuf_format[n]);
}

static inline unsigned nv_idx_array_size(const NvIdx *idx, unsigned n)
{
    unsigned size = NV_IDX_GET(FORMAT, SIZE, idx->vtxbuf_format[n]);

    return size > 4 ? 4 : size;
}

static inline unsigned nv_idx_array_stride(const NvIdx *idx, unsigned n)
{
    return NV_IDX_GET(FORMAT, STRIDE, idx->vtxbuf_format[n]);
}

/* Celsius' eighth array is the fog, the second colour's fourth part. */
enum { NV_IDX_FOG_ARRAY = 7, NV_IDX_FOG_ATTR = 2, NV_IDX_FOG_COMPONENT = 3 };

static inline bool nv_idx_array_is_fog(const NvIdx *idx, unsigned n)
{
    return idx->traits->pipe && n == NV_IDX_FOG_ARRAY;
}

static inline bool nv_idx_array_on(const NvIdx *idx, unsigned n)
{
    return (NV_IDX_GET(A, ARRAYS, idx->state_a) >> n & 1) &&
           nv_idx_array_size(idx, n);
}

#endif
