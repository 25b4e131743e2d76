/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The engine without a card around it: what a driver would have set before a
 * program runs.  Stands behind nv2a/xf.h and the tool nv-xf.
 */
#ifndef NV_XF_ALONE_H
#define NV_XF_ALONE_H

#include "xf/xf.h"

/* How programs run; what the chip does not have stays away. */
typedef struct NvXfAlone {
    bool second;            /* programs of the second generation */
    bool legacy;            /* zero times anything is zero */
    bool write;             /* constants may be written, */
    bool all;               /* and those below c[0] touched */
} NvXfAlone;

/*
 * The mode words: programs, positions and colours as programs leave them,
 * without viewport.
 */
void nv_xf_alone_mode(NvXf *xf, const NvXfAlone *how);
/* Programs start at @slot of XFPR. */
void nv_xf_alone_start(NvXf *xf, unsigned slot);
/* Four commands: all of slot @slot of XFPR, XFCTX..., x first. */
void nv_xf_alone_send(NvXf *xf, NvXfCommand type, unsigned slot,
                      const uint32_t v[4]);
/* An instruction; a command's first word is the highest. */
void nv_xf_alone_instruction(NvXf *xf, unsigned slot, const uint32_t w[4]);

#endif
