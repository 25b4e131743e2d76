/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Commands from FE to the tessellator (FD), on the wire after they passed
 * FE's checks.  Facts: public hardware tests (envytools).
 */
#ifndef NV_PGRAPH_FD_STATE_H
#define NV_PGRAPH_FD_STATE_H

#include "pgraph/fe.h"

/* Wire addresses of word 0. */
typedef enum NvFdCommand {
    NV_FD_END_PATCH = 0x1800,
    NV_FD_CURVE_DATA = 0x2000,      /* four words */
    NV_FD_BEGIN = 0x2800,           /* words A and B of patch, transition */
    NV_FD_BEGIN_PATCH_C = 0x2810,   /* words C and D */
} NvFdCommand;

/* State word @word below 16 of RDI 0x3d. */
uint32_t *nv_fd_word(NvPgraph *pg, unsigned word);
void nv_fd_command(NvPgraph *pg, NvFdCommand command, unsigned index,
                   uint32_t v);

#endif
