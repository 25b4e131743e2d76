/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the 2D engine share: formats, surfaces made ready,
 * spans, work in pieces.
 */
#ifndef NV_TWOD_PRIV_H
#define NV_TWOD_PRIV_H

#include "base/bits.h"
#include "twod/twod.h"

/* Channels as a r g b: position and width. */
typedef struct NvTwodFormat {
    const char *name;
    uint8_t bytes;
    bool raw;               /* a number, no colour: bits pass unchanged */
    uint8_t pos[4], width[4];
    uint32_t pad_mask, pad; /* surfaces: bits that always hold this */
} NvTwodFormat;

/* NULL: no such format. */
const NvTwodFormat *nv_twod_source_format(unsigned code);
const NvTwodFormat *nv_twod_surface_format(unsigned code);

/* Colour to a surface's pixel; @x, @y choose the dither step. */
uint32_t nv_twod_pack(const NvTwodFormat *f, uint32_t argb, bool dither,
                      int32_t x, int32_t y);
uint32_t nv_twod_unpack(const NvTwodFormat *f, uint32_t pixel);
/* A source pixel as A8R8G8B8, and as a pixel of surface format @f. */
uint32_t nv_twod_color(const NvTwodState *s, const NvTwodFormat *f,
                       uint32_t pixel);
uint32_t nv_twod_convert(const NvTwodState *s, const NvTwodFormat *f,
                         uint32_t pixel, int32_t x, int32_t y);

/* A surface checked against VRAM. */
typedef struct NvTwodTarget {
    const NvTwodFormat *format;
    uint8_t *data;          /* of pixel 0, 0 */
    uint32_t start;         /* its VRAM address */
    uint64_t room;          /* bytes from there */
    uint32_t pitch;
    bool swizzled;
    uint32_t x_mask, y_mask;    /* swizzled: bits of the pixel number */
    NvTwodRect bounds;      /* pixels that exist */
} NvTwodTarget;

bool nv_twod_target(const NvTwod *twod, const NvTwodSurface *surface,
                    NvTwodTarget *t);
/* @n pixels from @at on, all inside bounds, in the surface's format. */
void nv_twod_load(const NvTwodTarget *t, NvTwodPoint at, unsigned n,
                  uint32_t *pixels);
void nv_twod_store(const NvTwodTarget *t, NvTwodPoint at, NvTwodRun run);
/* Lines [y0, y1) were written, columns [x0, x1). */
void nv_twod_dirty(NvTwod *twod, const NvTwodTarget *t, NvTwodRect r);

static inline bool nv_twod_inside(const NvTwodTarget *t, NvTwodPoint at,
                                  unsigned n)
{
    return at.x >= t->bounds.x0 && at.y >= t->bounds.y0 &&
           at.y < t->bounds.y1 && (int64_t)at.x + n <= t->bounds.x1;
}

/* The operation on pixels from @at on, all inside bounds and clip. */
void nv_twod_span(NvTwod *twod, const NvTwodState *s, const NvTwodTarget *t,
                  NvTwodPoint at, NvTwodRun run);

/* What moving of @n pixels without a look at them is charged with. */
static inline void nv_twod_spend_moved(NvTwod *twod, unsigned n)
{
    nv_env_spend(twod->env, n / 4 + 8);
}

/* --- work in pieces (work.c) --- */

/* The target, and where drawing is allowed on it; false: nowhere. */
bool nv_twod_begin(NvTwod *twod, const NvTwodState *s, NvTwodTarget *t,
                   NvTwodRect *room);
/*
 * Makes twod->work an operation of @kind with state @s, at its start; the
 * caller fills in the rest, then nv_twod_continue() does it.
 */
NvTwodWork *nv_twod_work(NvTwod *twod, NvTwodKind kind, const NvTwodState *s);

/* Sums and products of such coordinates would run over; FE refuses less. */
static inline bool nv_twod_far(NvTwodPoint p)
{
    const int32_t end = 1 << 24;

    return p.x <= -end || p.x >= end || p.y <= -end || p.y >= end;
}

/* Pixels at once: some 30 us of plain ones, 50 of others. */
enum { NV_TWOD_PLAIN_PIECE = 4096, NV_TWOD_PIECE = 1024 };

/* @n pixels from @at to the right; false: memory could not be read. */
typedef bool (*NvTwodPiece)(void *opaque, NvTwodPoint at, unsigned n);

/* A rectangle line by line, from wherever the work stands. */
typedef struct NvTwodSweep {
    const NvTwodTarget *t;
    NvTwodRect r;               /* inside of it */
    bool up, left;              /* from the last line, from each line's end */
    unsigned most;              /* pixels a piece */
    NvTwodPiece draw;
    void *opaque;
} NvTwodSweep;

NvTwodEnd nv_twod_sweep(NvTwod *twod, const NvTwodSweep *sweep);

/* Each goes on with twod->work. */
NvTwodEnd nv_twod_go_fills(NvTwod *twod);
NvTwodEnd nv_twod_go_line(NvTwod *twod);
NvTwodEnd nv_twod_go_triangle(NvTwod *twod);
NvTwodEnd nv_twod_go_blit(NvTwod *twod);
NvTwodEnd nv_twod_go_scale(NvTwod *twod);

#endif
