/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of nv-cap share. */
#ifndef NV_TOOLS_NV_CAP_H
#define NV_TOOLS_NV_CAP_H

#include <inttypes.h>

#include "player/player.h"
#include "tools/command.h"
#include "tools/png-io.h"

/* nv-cap.c: a player that walks; pictures of the debugger go to *into. */
typedef struct NvCapWalk {
    NvPlayer *player;
    NvImage *picture;           /* the last one */
    GHashTable *bus;            /* if made: pages of memory that were read */
} NvCapWalk;

bool nv_cap_open(NvCapWalk *walk, const char *path, GError **error);
void nv_cap_close(NvCapWalk *walk);
/* The colour or depth target now; NULL: there is none.  Of @walk. */
const NvImage *nv_cap_target(NvCapWalk *walk, bool depth);
/* A draw's number in text; false and *error. */
bool nv_cap_number(const char *text, const char *what, uint64_t *n,
                   GError **error);

/* Commands, a file each or some. */
typedef int NvCapCommand(int argc, char **argv, GError **error);
NvCapCommand nv_cap_list, nv_cap_dump, nv_cap_look, nv_cap_pixel,
             nv_cap_sheet, nv_cap_overdraw, nv_cap_diff, nv_cap_trim,
             nv_cap_minimise, nv_cap_report, nv_cap_check, nv_cap_to_c;

#endif
