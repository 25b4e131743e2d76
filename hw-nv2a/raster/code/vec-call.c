/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code that calls C for what has no instruction: both operands lie in
 * the frame, and all registers are free.
 *
 * Facts: the calling convention of the System V ABI.
 */
#include "raster/code/vec-priv.h"

#define KEPT 4                  /* registers that C may change, of 8 bytes */

unsigned nv_vec_write_call(NvVecWriter *w, const NvVecNode *n)
{
    static const uint8_t kept[KEPT] = { DATA, LITERALS, GROUPS, LANES };
    NvX86 *e = &w->e;
    unsigned d;

    nv_x86_store(e, nv_vec_frame(w, FRAME_INDEX),
                 nv_ra_use(&w->ra, n->arg[0]));
    nv_x86_store(e, nv_vec_frame(w, FRAME_WORDS),
                 nv_ra_use(&w->ra, n->arg[1]));
    nv_ra_flush(&w->ra, &w->use[3 * (n - w->v->node)], 3);
    for (unsigned i = 0; i < KEPT; i++) {
        nv_x86_push(e, kept[i]);
    }
    nv_x86_zeroupper(e);
    /* Eight lanes at a time. */
    for (unsigned i = 0; i < w->bytes; i += 32) {
        nv_x86_lea(e, NV_RDI, NV_RSP, 8 * KEPT + FRAME_INDEX * w->bytes + i);
        nv_x86_lea(e, NV_RSI, NV_RSP, 8 * KEPT + FRAME_WORDS * w->bytes + i);
        nv_x86_mov_imm(e, NV_RAX, (uintptr_t)n->helper);
        nv_x86_call(e, NV_RAX);
    }
    for (unsigned i = KEPT; i-- > 0;) {
        nv_x86_pop(e, kept[i]);
    }
    nv_x86_wide_begin(e);
    d = nv_ra_temp(&w->ra);
    nv_x86_load(e, d, nv_vec_frame(w, FRAME_INDEX));
    return d;
}
