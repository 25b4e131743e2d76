/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of nv-fatx. */
#ifndef NV_TOOLS_NV_FATX_H
#define NV_TOOLS_NV_FATX_H

#include "tools/nv-fatx/image.h"

/* A place in an image, from the arguments of a command. */
typedef struct NvPlace {
    NvImageFile image;
    NvVolume v;
    const char *given;          /* the path as it was given */
    const char *path;           /* in the volume */
} NvPlace;

bool nv_place_open(NvPlace *place, const char *image, const char *path,
                   bool write, GError **error);
void nv_place_close(NvPlace *place);
/* *error for @result; true if that is NV_FILE_OK. */
bool nv_place_fine(const NvPlace *place, NvFileResult result, GError **error);

int nv_fatx_make(int argc, char **argv, GError **error);
int nv_fatx_put_command(int argc, char **argv, GError **error);
int nv_fatx_get_command(int argc, char **argv, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NvPlace, nv_place_close)

#endif
