/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading and writing PNG files for the tools, as 0xAARRGGBB words.  Files
 * may be damaged or hostile: they give an error sentence, never a crash.
 */
#ifndef NV_TOOLS_PNG_IO_H
#define NV_TOOLS_PNG_IO_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* More pixels than this in one image are refused. */
#define NV_IMAGE_PIXELS (64u << 20)

typedef struct NvImage {
    uint32_t width, height;
    uint32_t *argb;             /* width * height words, row by row */
} NvImage;

/* Opaque @color everywhere; NULL and *error for a size of 0 or too big. */
NvImage *nv_image_new(uint32_t width, uint32_t height, uint32_t color,
                      GError **error);
void nv_image_free(NvImage *image);
NvImage *nv_image_read_png(const char *path, GError **error);
bool nv_image_write_png(const NvImage *image, const char *path,
                        GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NvImage, nv_image_free)

/* "640x480" to two numbers from 1 to 16384; false and *error if it is not. */
bool nv_image_parse_size(const char *text, uint32_t *width, uint32_t *height,
                         GError **error);

#endif
