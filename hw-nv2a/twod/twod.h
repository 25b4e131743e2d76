/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The 2D engine: rectangles, lines, triangles, bitmaps, images, copies.
 *
 * FE hands over complete state and one operation at a time.  An operation that
 * takes long stops when time is up (nv_env_late()) and goes on later, from what
 * the engine has noted of it; that is all the engine keeps, and saves.
 */
#ifndef NV_TWOD_TWOD_H
#define NV_TWOD_TWOD_H

#include "base/env.h"
#include "base/state.h"
#include "mem/mem.h"

/* Formats of source pixels, as objects keep them (word B, bits 8..13). */
enum {
    NV_TWOD_Y8 = 0x01, NV_TWOD_X16A8Y8 = 0x02, NV_TWOD_X24Y8 = 0x03,
    NV_TWOD_A1R5G5B5 = 0x06, NV_TWOD_X1R5G5B5 = 0x07,
    NV_TWOD_X16A1R5G5B5 = 0x08, NV_TWOD_X17R5G5B5 = 0x09,
    NV_TWOD_R5G6B5 = 0x0a, NV_TWOD_A16R5G6B5 = 0x0b,
    NV_TWOD_X16R5G6B5 = 0x0c, NV_TWOD_A8R8G8B8 = 0x0d,
    NV_TWOD_X8R8G8B8 = 0x0e, NV_TWOD_Y16 = 0x0f, NV_TWOD_UNK10 = 0x10,
    NV_TWOD_X16Y16 = 0x11,
    NV_TWOD_YUYV = 0x12, NV_TWOD_UYVY = 0x13, NV_TWOD_Y32 = 0x14,
    NV_TWOD_AY8 = 0x15, NV_TWOD_UNK16 = 0x16, NV_TWOD_UNK17 = 0x17,
    NV_TWOD_A8B8G8R8 = 0x18, NV_TWOD_X8B8G8R8 = 0x19,
    NV_TWOD_SAME = 0x1f,        /* the target's own format */
    NV_TWOD_SOURCES = 0x20,
};

/* Formats of surfaces, as SURF_FORMAT has them. */
enum {
    NV_TWOD_SURF_Y8 = 0x1, NV_TWOD_SURF_Z1R5G5B5 = 0x2,
    NV_TWOD_SURF_O1R5G5B5 = 0x3, NV_TWOD_SURF_R5G6B5 = 0x5,
    NV_TWOD_SURF_Y16 = 0x6, NV_TWOD_SURF_Z8R8G8B8 = 0x7,
    NV_TWOD_SURF_Z1A7R8G8B8 = 0x9, NV_TWOD_SURF_O1A7R8G8B8 = 0xa,
    NV_TWOD_SURF_O8R8G8B8 = 0xb, NV_TWOD_SURF_A8R8G8B8 = 0xc,
    NV_TWOD_SURF_Y32 = 0xd,
    NV_TWOD_SURF_YUYV = 0xe, NV_TWOD_SURF_UYVY = 0xf,   /* video's alone */
    NV_TWOD_SURF_Z8B8G8R8 = 0x13, NV_TWOD_SURF_O8B8G8R8 = 0x14,
    NV_TWOD_SURF_A8B8G8R8 = 0x15, NV_TWOD_SURFACES = 0x20,
};

typedef enum NvTwodOp {
    NV_TWOD_SRCCOPY_AND,
    NV_TWOD_ROP_AND,
    NV_TWOD_BLEND_AND,
    NV_TWOD_SRCCOPY,
    NV_TWOD_SRCCOPY_PREMULT,
    NV_TWOD_BLEND_PREMULT,
    NV_TWOD_OPS,
} NvTwodOp;

typedef struct NvTwodPoint {
    int32_t x, y;
} NvTwodPoint;

/* x0 <= x < x1, y alike. */
typedef struct NvTwodRect {
    int32_t x0, y0, x1, y1;
} NvTwodRect;

/* Pixels in a row, to the right, in the source format. */
typedef struct NvTwodRun {
    unsigned n;
    const uint32_t *pixels;
    const uint8_t *keep;        /* 0 skips a pixel; NULL: none */
} NvTwodRun;

/* What is left of it behind the first @n. */
static inline NvTwodRun nv_twod_rest(NvTwodRun run, unsigned n)
{
    return (NvTwodRun) { run.n - n, run.pixels + n,
                         run.keep ? run.keep + n : NULL };
}

typedef struct NvTwodSurface {
    bool valid, swizzled;
    uint8_t format;
    uint8_t log2_w, log2_h;     /* swizzled */
    uint32_t base, limit;       /* VRAM bytes: first, last */
    uint32_t offset;            /* of pixel 0, 0 from base */
    uint32_t pitch;             /* bytes a line, linear */
} NvTwodSurface;

typedef struct NvTwodPattern {
    bool on;                    /* the object has one */
    bool colored;               /* 8x8 cells, else the two colours */
    uint8_t shape;              /* 0 8x8, 1 64x1, 2 1x64 */
    uint8_t format;             /* of the two colours */
    uint32_t bitmap[2];         /* bit i chooses colour 1 for pixel i */
    uint32_t color[2];
    const uint32_t *cells;      /* 64 words R8G8B8 */
} NvTwodPattern;

typedef struct NvTwodState {
    NvTwodSurface dst, src;
    NvTwodRect clip;            /* everything drawn is inside */
    uint8_t source;             /* format of source pixels */
    uint8_t op;                 /* NvTwodOp */
    uint8_t rop;
    bool dither;                /* to 16 bits: dither, else cut */
    uint32_t beta;              /* 0..255 */
    uint32_t beta4;             /* A8R8G8B8 factors */
    bool chroma;                /* source pixels of the key are skipped */
    uint8_t chroma_format;
    uint32_t chroma_key;
    NvTwodPattern pattern;
} NvTwodState;

/* A rectangle in one colour. */
typedef struct NvTwodFill {
    NvTwodRect rect;
    uint32_t color;             /* in the source format */
} NvTwodFill;

/* A rectangle that is copied. */
typedef struct NvTwodMove {
    NvTwodPoint from, to;
    uint32_t w, h;
} NvTwodMove;

/* Where a scaled image comes from. */
typedef struct NvTwodImage {
    NvDma dma;
    uint32_t offset, pitch;
    uint32_t w, h;              /* texels beyond are those of the edge */
    uint8_t format;             /* source format */
    bool center;                /* coordinates mean texel centres */
    bool bilinear;
    int64_t u, v;               /* of the first pixel, 20 fraction bits */
    int32_t du, dv;
} NvTwodImage;

/* What goes on when nv_twod_continue() is called. */
typedef enum NvTwodKind {
    NV_TWOD_NOTHING,
    NV_TWOD_FILLS,
    NV_TWOD_LINE,
    NV_TWOD_TRIANGLE,
    NV_TWOD_BLIT,
    NV_TWOD_SCALE,
    NV_TWOD_KINDS,
} NvTwodKind;

#define NV_TWOD_MAX_FILLS 8u

/* An operation on its way: all that it needs, whatever FE does meanwhile. */
typedef struct NvTwodWork {
    uint8_t kind;               /* NvTwodKind */
    uint32_t fill;              /* rectangles that are done, */
    uint32_t line;              /* lines of the next, in their order, */
    uint32_t at;                /* and pixels of that line */
    NvTwodState s;
    uint32_t cells[64];         /* where the state's pattern points */
    uint32_t fills;
    NvTwodFill fill_list[NV_TWOD_MAX_FILLS];    /* first: others' colour, */
    NvTwodPoint corner[3];                      /* and image's rectangle */
    NvTwodMove move;
    NvTwodImage image;
} NvTwodWork;

typedef struct NvTwod {
    NvEnv *env;
    NvMem *mem;
    uint32_t *line[3];          /* room for NV_TWOD_MAX_LINE pixels each */
    NvTwodWork work;
} NvTwod;

#define NV_TWOD_MAX_LINE 0x10000u

/* Of NvTwod.work; states without it have none. */
extern const NvSection nv_twod_section;

/* @env and @mem must stay valid until nv_twod_free(). */
void nv_twod_init(NvTwod *twod, NvEnv *env, NvMem *mem);
void nv_twod_free(NvTwod *twod);
/* Forget what was on its way. */
void nv_twod_reset(NvTwod *twod);

/* Everything, for state that does not clip. */
extern const NvTwodRect nv_twod_unclipped;

static inline NvTwodRect nv_twod_intersect(NvTwodRect a, NvTwodRect b)
{
    return (NvTwodRect) { MAX(a.x0, b.x0), MAX(a.y0, b.y0),
                          MIN(a.x1, b.x1), MIN(a.y1, b.y1) };
}

static inline bool nv_twod_empty(NvTwodRect r)
{
    return r.x0 >= r.x1 || r.y0 >= r.y1;
}

/*
 * --- drawing (draw.c, solid.c) ---
 *
 * Any coordinates and any state; @color is in the source format.  A guest
 * error is told if s->dst is no surface.  On the card's thread, as all here.
 *
 * What takes long may be left in the middle: nv_twod_busy() is true then, and
 * nv_twod_continue() must have ended before the next operation.  In whichever
 * pieces it is done, the bytes are the same, so lines are drawn piece by piece
 * in one call, too: a blit within a line, right to left if the target lies
 * behind the source.
 */

typedef enum NvTwodEnd {
    NV_TWOD_DONE,
    NV_TWOD_LEFT,               /* time was up */
    NV_TWOD_UNREADABLE,         /* memory could not be read: it is over */
} NvTwodEnd;

static inline bool nv_twod_busy(const NvTwod *twod)
{
    return twod->work.kind != NV_TWOD_NOTHING;
}

NvTwodEnd nv_twod_continue(NvTwod *twod);

void nv_twod_fill(NvTwod *twod, const NvTwodState *s, NvTwodRect rect,
                  uint32_t color);
/* One after the other; @count up to NV_TWOD_MAX_FILLS. */
void nv_twod_fills(NvTwod *twod, const NvTwodState *s,
                   const NvTwodFill *fills, unsigned count);
/* Without pixel @b. */
void nv_twod_line(NvTwod *twod, const NvTwodState *s, NvTwodPoint a,
                  NvTwodPoint b, uint32_t color);
/* Of three corners. */
void nv_twod_triangle(NvTwod *twod, const NvTwodState *s,
                      const NvTwodPoint *p, uint32_t color);
/*
 * From @at on, at once; no more than NV_TWOD_MAX_LINE pixels are drawn, and
 * FE has no more than a word of them.
 */
void nv_twod_pixels(NvTwod *twod, const NvTwodState *s, NvTwodPoint at,
                    NvTwodRun run);
/* From s->src to s->dst; overlap is handled (blit.c). */
void nv_twod_blit(NvTwod *twod, const NvTwodState *s,
                  const NvTwodMove *move);
/* A scaled image from memory (scale.c). */
NvTwodEnd nv_twod_scale(NvTwod *twod, const NvTwodState *s,
                        const NvTwodImage *image, NvTwodRect rect);

/* --- memory to memory (m2mf.c) --- */

typedef struct NvTwodCopy {
    NvDma in, out;
    uint32_t in_offset, out_offset;
    int32_t in_pitch, out_pitch;
    uint32_t length;            /* elements a line */
    uint32_t lines;
    unsigned in_step, out_step; /* bytes from element to element: 1, 2, 4 */
} NvTwodCopy;

typedef enum NvTwodFault {
    NV_TWOD_FINE, NV_TWOD_READ_FAULT, NV_TWOD_WRITE_FAULT,
} NvTwodFault;

/* How far a copy is: whole lines, and elements of the next. */
typedef struct NvTwodCopied {
    uint32_t lines, elements;
} NvTwodCopied;

/*
 * Goes on from *@done until all lines are done, time is up or it took as long
 * as NV_TWOD_COPY_SLICE plain pixels; *@done then tells how far it got.
 */
#define NV_TWOD_COPY_SLICE (1u << 20)
NvTwodFault nv_twod_copy(NvTwod *twod, const NvTwodCopy *copy,
                         NvTwodCopied *done);

/* --- formats (format.c) --- */

/* Bytes of a pixel; 0: no such format. */
unsigned nv_twod_source_bytes(unsigned format);
/* Source pixel as A8R8G8B8. */
uint32_t nv_twod_decode(unsigned format, uint32_t pixel);

#endif
