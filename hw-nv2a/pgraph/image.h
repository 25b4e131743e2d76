/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Images of channels in instance memory; see image.c for the facts.
 */
#ifndef NV_PGRAPH_IMAGE_H
#define NV_PGRAPH_IMAGE_H

#include "pgraph/pgraph.h"

/* Words of NvPgraphContext, by name. */
#define NV_CONTEXT_WORD(field) (offsetof(NvPgraphContext, field) / 4)
#define NV_CONTEXT_SLOT(slot) (NV_CONTEXT_WORD(values) + (slot))

typedef enum NvImageState {
    NV_IMAGE_NONE,          /* no such image: nothing was moved */
    NV_IMAGE_EMPTY,         /* nobody made one there */
    NV_IMAGE_DRIVER,        /* what a driver starts a channel with */
    NV_IMAGE_FULL,          /* what a channel left */
} NvImageState;

void nv_image_init(NvPgraph *pg);
void nv_image_forget(NvPgraph *pg);
/* The chip's images are understood. */
bool nv_image_known(const NvPgraph *pg);
/* Bytes of one; 0: they are not. */
uint32_t nv_image_size(const NvPgraph *pg);
/* Instance memory at @image has room; a line in the log if not. */
bool nv_image_fits(NvPgraph *pg, uint32_t image);
NvImageState nv_image_state(const NvPgraph *pg, uint32_t image);
/*
 * @c, and what XF packs in a way of its own, to the image; the words of an
 * image in state DRIVER or FULL back to @c, cut to the bits there are.  The
 * last, for XF, is done when @c is in the units.
 */
void nv_image_write(NvPgraph *pg, const NvPgraphContext *c, uint32_t image);
void nv_image_read(NvPgraph *pg, NvPgraphContext *c, uint32_t image);
void nv_image_read_xf(NvPgraph *pg);

/*
 * ctxctl.c, Curie: what the driver's program would load from @image into a new
 * channel; words that it does not load stay.  All do if it is no image.
 */
void nv_ctxctl_read(const NvPgraph *pg, NvPgraphContext *c, uint32_t image);

#endif
