/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PNG files for the tools, through libpng's simplified interface: it catches
 * libpng's errors itself and hands them back as text.
 */
#include "tools/png-io.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define FORMAT PNG_FORMAT_BGRA
#else
#define FORMAT PNG_FORMAT_ARGB
#endif

static bool size_is_sane(uint64_t width, uint64_t height, GError **error)
{
    if (!width || !height || width * height > NV_IMAGE_PIXELS) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                    "an image of %" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT
                    " pixels is not supported (at most %u pixels)", width,
                    height, NV_IMAGE_PIXELS);
        return false;
    }
    return true;
}

NvImage *nv_image_new(uint32_t width, uint32_t height, uint32_t color,
                      GError **error)
{
    NvImage *image;
    size_t count = (size_t)width * height;

    if (!size_is_sane(width, height, error)) {
        return NULL;
    }
    image = g_new0(NvImage, 1);
    image->width = width;
    image->height = height;
    image->argb = g_new(uint32_t, count);
    for (size_t i = 0; i < count; i++) {
        image->argb[i] = color | 0xff000000;
    }
    return image;
}

void nv_image_free(NvImage *image)
{
    if (image) {
        g_free(image->argb);
        g_free(image);
    }
}

NvImage *nv_image_read_png(const char *path, GError **error)
{
    png_image png = { .version = PNG_IMAGE_VERSION };
    g_autoptr(NvImage) image = NULL;

    if (!png_image_begin_read_from_file(&png, path)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                    "cannot read \"%s\" as PNG: %s", path, png.message);
        return NULL;
    }
    if (!size_is_sane(png.width, png.height, error)) {
        g_prefix_error(error, "cannot read \"%s\": ", path);
        png_image_free(&png);
        return NULL;
    }
    png.format = FORMAT;
    image = nv_image_new(png.width, png.height, 0, error);
    if (!png_image_finish_read(&png, NULL, image->argb, 0, NULL)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                    "cannot read \"%s\" as PNG: %s", path, png.message);
        png_image_free(&png);
        return NULL;
    }
    return g_steal_pointer(&image);
}

bool nv_image_write_png(const NvImage *image, const char *path,
                        GError **error)
{
    png_image png = {
        .version = PNG_IMAGE_VERSION,
        .width = image->width,
        .height = image->height,
        .format = FORMAT,
    };

    if (!png_image_write_to_file(&png, path, 0, image->argb, 0, NULL)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                    "cannot write \"%s\": %s", path, png.message);
        png_image_free(&png);
        return false;
    }
    return true;
}

bool nv_image_parse_size(const char *text, uint32_t *width, uint32_t *height,
                         GError **error)
{
    unsigned w = 0, h = 0;
    int used = 0;

    if (sscanf(text, "%5ux%5u%n", &w, &h, &used) != 2 || text[used] ||
        !g_ascii_isdigit(text[0]) || !w || !h || w > 16384 || h > 16384) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "size \"%s\" is not WIDTHxHEIGHT with numbers from 1 to "
                    "16384", text);
        return false;
    }
    *width = w;
    *height = h;
    return true;
}
