/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shared by the files of vtx/: corners, the state of one run, the batch that
 * goes to the rasteriser.  Flow: setup, corner, assemble, emit (clip), batch.
 */
#ifndef NV_VTX_VTX_PRIV_H
#define NV_VTX_VTX_PRIV_H

#include "vtx/vtx.h"

/*
 * Window coordinates are kept within +-NV_VTX_GUARD pixels.  Every surface
 * lies inside (12-bit sizes), and 1/16 pixels then fit a float's 24 bits, so
 * an edge function fits a double.  Drivers assume 4096 on Kelvin (doc); a
 * console draws triangles whole whose corners are 60,000 pixels away (hw).
 */
#define NV_VTX_GUARD 524288.0
/* No further than this are corners of what is not cut; in edges of 64 bits. */
#define NV_VTX_FAR 8388608.0

/* hw: |w| after XF is clamped to 2^-64 .. 2^64. */
#define NV_VTX_W_MIN 0x1p-64
#define NV_VTX_W_MAX 0x1p64

/*
 * Corners at once, multiples of 2 and 3: usually, and where they gather, of a
 * first batch and of others.
 */
#define NV_VTX_BATCH 192
#define NV_VTX_FIRST 384
#define NV_VTX_GATHERED 1536

/* Half-spaces a vertex can be outside of, as bits of Corner.code. */
enum {
    NV_CLIP_W,
    NV_CLIP_LEFT, NV_CLIP_RIGHT, NV_CLIP_TOP, NV_CLIP_BOTTOM,
    NV_CLIP_NEAR, NV_CLIP_FAR,
    NV_CLIP_VIEW,           /* those above are the view's */
    NV_CLIP_USER = NV_CLIP_VIEW,
    NV_CLIP_PLANES = NV_CLIP_USER + NV_VTX_USER_CLIPS
};
#define NV_CLIP_ZBITS (1u << NV_CLIP_NEAR | 1u << NV_CLIP_FAR)

/* A converted vertex. */
typedef struct NvCorner {
    NvRasterVertex v;       /* front colours; x and y only if no code bit */
    float back[2][4];       /* only if two-sided */
    double clip[4];         /* X Y Z W: window position times w, and w */
    float distance[NV_VTX_USER_CLIPS];  /* >= 0 is inside; if any is on */
    uint16_t code;
    bool bad;               /* position has no value */
} NvCorner;

/* A corner of the open primitive. */
typedef struct NvHeld {
    const NvCorner *corner;
    uint8_t edge;
    uint16_t slot;          /* of work->corner[] */
} NvHeld;

/* How a primitive's corners are dressed on their way out. */
typedef struct NvStyle {
    const NvCorner *flat;   /* colours of all corners; NULL = smooth */
    bool back;              /* take back colours */
    float offset;           /* the vertices' */
    unsigned along;         /* a line's: nv_vtx_stipple() */
} NvStyle;

/* Where XF's outputs are; with a component: slot << 2 | component. */
typedef struct NvVtxRouting {
    uint8_t hpos, col[2], bfc[2];
    uint8_t fogc, psz;                  /* with a component */
    uint8_t clip[NV_VTX_USER_CLIPS];    /* so, too; 0: none */
    uint8_t tex[NV_MAX_TEX], ntex;
} NvVtxRouting;

/* Values of RASTER's two polygon mode fields; 3 is as FILL. */
enum { NV_MODE_FILL, NV_MODE_POINT, NV_MODE_LINE, NV_MODES };

/* What becomes of fog coordinates. */
typedef struct NvVtxFog {
    uint32_t bits;          /* that are kept */
    uint32_t is_line;       /* by these, as LT keeps them */
    uint32_t coeff[2];
} NvVtxFog;

/* Bundle state taken apart once for each run of vertices. */
typedef struct NvVtxSetup {
    double near, far;
    uint16_t clip_mask;     /* code bits that make a primitive be clipped */
    uint16_t reject_mask;   /* code bits that drop it if all corners agree */
    uint8_t user, user_less;    /* planes that are on; that keep < 0 */
    bool flat, first, two_side, specular, perspective, ignore_w;
    bool front_ccw;
    bool by_w;              /* depth is w */
    uint8_t cull;           /* bit 0 front, bit 1 back */
    uint8_t mode[2];        /* front, back */
    bool offset[NV_MODES];
    bool size_per_vertex;
    bool divided;           /* NvXfOutputs */
    float size, least_size, most_size;
    unsigned stipple;       /* of lines: pixels until it repeats; 0: none */
    NvVtxFog fog;
    uint32_t zeta_format, program;      /* of the rasteriser's, then */
    bool plain;             /* triangles are filled and one-sided */
    float origin;
    double offset_unit;     /* POLYGON_OFFSET_UNITS' in z */
    NvVtxRouting from;
} NvVtxSetup;

typedef enum NvBatchKind {
    NV_BATCH_POINTS, NV_BATCH_LINES, NV_BATCH_TRIANGLES,
    NV_BATCH_LANES,         /* triangles whose corners are lanes' */
} NvBatchKind;

/* Words that all corners have got. */
typedef struct NvVtxConstant {
    bool valid;
    uint32_t value[4];
} NvVtxConstant;

#define NV_VTX_BAD 0x8000u      /* of a code: the position has no value */

/* Slots: lanes of the block, what was held before it, lanes of another. */
#define NV_VTX_SLOTS (NV_VTX_BEFORE + NV_XF_BLOCK)
static_assert(NV_XF_BLOCK + NV_VTX_HOLD < NV_VTX_BEFORE, "and a first one");

/*
 * The vertices of a block, as far as they are needed by all of them; those
 * that were held before, if they were lanes of the last one; and the lanes of
 * the block before, if some are named, whose corners lie behind its own.
 */
typedef struct NvVtxLanes {
    /* 1/16 pixels of those within the guard band. */
    int32_t x[NV_VTX_SLOTS] __attribute__((aligned(16)));
    int32_t y[NV_VTX_SLOTS];
    NvRasterVertex *v;          /* NV_VTX_SLOTS of them, in NvVtxRoom.block */
    /* NV_CLIP_*, or NV_VTX_BAD */
    uint16_t code[NV_VTX_SLOTS] __attribute__((aligned(8)));
    NvVtxConstant color[2], fog, tex[NV_MAX_TEX];
    bool no_specular;           /* D1 is what it is without it */
    float size;                 /* of all corners; < 0: not the same */
    unsigned ntex, fogc;
    NvVtxFog how_fog;
} NvVtxLanes;

/*
 * Corners that the rasteriser may still be drawing: those of blocks, each of
 * which lanes name by one number, and of a batch others.  A batch has them of
 * NV_VTX_BLOCKS at most, the last two's in common with the next; so those of
 * two in a row are never in each other's way.  They follow each other downwards:
 * what is behind a block's own corners are those of the block before; behind
 * the one that comes next to the lowest lies a copy.
 */
#define NV_VTX_BLOCKS 12
#define NV_VTX_RING (2 * NV_VTX_BLOCKS)
typedef struct NvVtxRoom {
    NvRasterVertex block[NV_VTX_RING + 1][NV_VTX_BEFORE];
    NvRasterVertex loose[2][NV_VTX_GATHERED];
} NvVtxRoom;

typedef struct NvVtxWork {
    NvVtxSetup setup;
    NvHeld hold[NV_VTX_HOLD], first;
    unsigned triangles;     /* of this primitive, for the trace */
    bool ready[NV_VTX_SLOTS];
    NvCorner corner[NV_VTX_SLOTS];
    bool in_lanes[NV_VTX_HOLD];         /* what is held: in its slot there */
    bool gathers;           /* nv_vtx_gather_more(): it may wait */
    NvBatchKind kind;
    unsigned count;
    NvRasterVertex *batch;  /* of the room's loose ones, in turns */
    unsigned gathered;      /* of these lanes name so many */
    uint16_t *lane;         /* of the batch: numbers of the room's corners */
    uint16_t batch_lanes[2][NV_VTX_GATHERED];
    unsigned turn;
    NvVtxLanes *lanes;      /* of the block, one of ring */
    unsigned blocks;        /* the batch may have corners of */
    NvVtxLanes ring[NV_VTX_RING];
    NvVtxRoom *room;
    bool have_lanes;        /* they are the block's */
    const NvXfBlock *before;    /* lanes of it are named, too; or NULL */
    bool have_before;       /* the lanes of before are its */
    bool have_setup;        /* no bundle came since it was made */
} NvVtxWork;

/* setup.c */
void nv_vtx_setup(const NvVtx *vtx, NvVtxSetup *setup);

/* slope.c */

/*
 * How much w changes from a pixel to its neighbour, in one place of a triangle
 * for all of it.  Corners are in the window, their w positive; of @drawn the
 * first pixels count.
 */
double nv_vtx_w_slope(const NvRect *drawn, const NvCorner *const c[3]);

/* corner.c */
void nv_vtx_gather(const NvVtxRouting *from, const NvXfBlock *block,
                   unsigned lane, NvVertex *out);
void nv_vtx_convert(const NvVtxSetup *setup, const NvVertex *in,
                    NvCorner *out);
/* 1 / w of a float. */
float nv_vtx_rhw(double w);
/* Infinite with one sign; what is no number stays so. */
float nv_vtx_fog(const NvVtxSetup *setup, uint32_t bits);
/* The size a point is drawn with, at most @most. */
float nv_vtx_point_size(float size, float least, float most);
/* Colour component to 0..255, position to 1/16; public for tests. */
unsigned nv_vtx_color8(uint32_t bits);
float nv_vtx_snap(float v);

/* lanes.c: of all of @block; keeps what it made of other blocks. */
void nv_vtx_lanes(const NvVtxSetup *setup, const NvXfBlock *block,
                  NvVtxLanes *out);
void nv_vtx_lanes_forget(NvVtxLanes *out);
/* Slot @to is what @from_slot of @from is. */
void nv_vtx_copy_lane(NvVtxLanes *out, unsigned to, const NvVtxLanes *from,
                      unsigned from_slot);

/*
 * list.c: the next of @count vertices as far as they make triangles of lanes
 * that need no more than their corners; how many there were.
 */
unsigned nv_vtx_list(NvVtx *vtx, const NvXfBlock *block,
                     const uint16_t *lanes, const uint8_t *edges,
                     unsigned count);

/*
 * stipple.c: pixels of the pattern that lie behind a line from @a to @b, which
 * then do, too; 0 without a pattern.  And those from one end to the other.
 */
unsigned nv_vtx_stipple(NvVtx *vtx, const NvCorner *a, const NvCorner *b);
unsigned nv_vtx_stipple_length(const NvRasterVertex *a,
                               const NvRasterVertex *b);

/*
 * ring.c: where corners are until they are drawn.  The next batch goes where
 * the last one is not; so does the next block, while some are gathered, for
 * which the batch may have to end: what is held is there, too.
 */
void nv_vtx_ring_init(NvVtxWork *work);
void nv_vtx_ring_free(NvVtxWork *work);
void nv_vtx_turn(NvVtxWork *work);
void nv_vtx_turn_block(NvVtx *vtx, const NvXfBlock *block);
/* The number of the slot's corner in the room. */
static inline unsigned nv_vtx_corner_number(const NvVtxWork *work,
                                            unsigned slot)
{
    return work->lanes->v - work->room->block[0] + slot;
}
/* Slot @slot is of what was held, not of a lane. */
static inline bool nv_vtx_is_held(unsigned slot)
{
    return slot >= NV_XF_BLOCK && slot < NV_VTX_BEFORE;
}
/*
 * Lane @lane is held; its corner is made when something needs more than the
 * lane (nv_vtx_held()), mostly never.
 */
static inline NvHeld nv_vtx_held_lane(NvVtxWork *work, unsigned lane,
                                      uint8_t edge)
{
    assert(lane < NV_VTX_SLOTS);
    return (NvHeld) { &work->corner[lane], edge, lane };
}
/* Slot @slot of what is held is one of work->lanes. */
static inline bool nv_vtx_in_lanes(const NvVtxWork *work, unsigned slot)
{
    return !nv_vtx_is_held(slot) || (slot < NV_XF_BLOCK + NV_VTX_HOLD &&
                                     work->in_lanes[slot - NV_XF_BLOCK]);
}
/* What is in slot @lane of @block, in work->corner. */
NvHeld nv_vtx_held(NvVtx *vtx, const NvXfBlock *block, unsigned lane,
                   uint8_t edge);

/* assemble.c */
typedef void (*NvAssemble)(NvVtx *vtx, const NvHeld *v);
NvAssemble nv_vtx_assembler(NvPrimitive prim);
void nv_vtx_assemble_end(NvVtx *vtx);
/* Most vertices a primitive can hold between two calls. */
unsigned nv_vtx_held_max(NvPrimitive prim);
/* Its first vertex is needed until its end, too. */
bool nv_vtx_keeps_first(NvPrimitive prim);

/* emit.c: @prov is whose colours flat shading takes. */
void nv_vtx_point(NvVtx *vtx, const NvCorner *a, const NvStyle *style);
void nv_vtx_line(NvVtx *vtx, const NvCorner *a, const NvCorner *b,
                 const NvCorner *prov);
/* @edges bit i: the edge from corner i to the next is a boundary. */
void nv_vtx_triangle(NvVtx *vtx, const NvCorner *const c[3],
                     const NvCorner *prov, unsigned edges);
void nv_vtx_batch_flush(NvVtx *vtx);
/* A triangle of three lanes, as it is. */
void nv_vtx_emit_lanes(NvVtx *vtx, unsigned a, unsigned b, unsigned c);
/*
 * How many corners gather.  While nobody draws anything the first ones are few:
 * who waits for them has nothing else to do.
 */
static inline unsigned nv_vtx_most_corners(const NvVtx *vtx)
{
    if (!vtx->work->gathers) {
        return NV_VTX_BATCH;
    }
    return vtx->raster->under_way ? NV_VTX_GATHERED : NV_VTX_FIRST;
}
/* The same with the colours of lane @prov. */
void nv_vtx_emit_flat(NvVtx *vtx, const unsigned lane[3], unsigned prov);

/* clip.c */
/* One more corner a plane, and room for what rounding may add. */
#define NV_CLIP_MAX (3 + NV_CLIP_PLANES + 2)

typedef struct NvClipVertex {
    double p[4];            /* X Y Z W */
    double distance[NV_VTX_USER_CLIPS];
    NvRasterVertex v;
} NvClipVertex;

/* Clip the polygon to the planes of @mask; how many corners are left. */
unsigned nv_vtx_clip_polygon(const NvVtxSetup *setup, unsigned mask,
                             NvClipVertex poly[NV_CLIP_MAX], unsigned count);
bool nv_vtx_clip_line(const NvVtxSetup *setup, unsigned mask,
                      NvClipVertex line[2]);
/* All that follows rhw, @t on the way from @a to @b. */
void nv_vtx_blend_attrs(const NvRasterVertex *a, const NvRasterVertex *b,
                        double t, NvRasterVertex *out);
/* Of the view's planes; a distance of any scale. */
double nv_vtx_plane(const NvVtxSetup *setup, unsigned plane,
                    const double p[4]);

#endif
