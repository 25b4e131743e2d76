/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-png: contact sheets, comparison and description of PNG pictures.  Made
 * for looking at what tests drew, and for comparing it with references.
 */
#include <pixman.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "tools/command.h"
#include "tools/nv-png/font.h"
#include "tools/png-io.h"

#define MARGIN 8
#define LABEL_HEIGHT (NV_GLYPH_HEIGHT * 2 + 6)
#define BACKGROUND 0xff202428
#define INK 0xffd8dee4

static const NvGlyph *glyph_of(char c)
{
    const NvGlyph *unknown = &nv_font[NV_ARRAY_SIZE(nv_font) - 1];

    for (unsigned i = 0; i < NV_ARRAY_SIZE(nv_font); i++) {
        if (nv_font[i].character == c) {
            return &nv_font[i];
        }
    }
    return c == ' ' ? NULL : unknown;
}

static void put(NvImage *image, uint32_t x, uint32_t y, uint32_t color)
{
    if (x < image->width && y < image->height) {
        image->argb[(size_t)y * image->width + x] = color;
    }
}

static void draw_glyph(NvImage *image, const NvGlyph *glyph, uint32_t x,
                       uint32_t y, uint32_t scale)
{
    unsigned across = NV_GLYPH_WIDTH * scale;

    for (unsigned i = 0; i < across * NV_GLYPH_HEIGHT * scale; i++) {
        unsigned dx = i % across;
        unsigned dy = i / across;

        if (glyph->dots[dy / scale * NV_GLYPH_WIDTH + dx / scale] == '#') {
            put(image, x + dx, y + dy, INK);
        }
    }
}

/* The name without folder and ".png", twice the font's size if it fits. */
static void draw_label(NvImage *image, const char *path, uint32_t x,
                       uint32_t y, uint32_t width)
{
    g_autofree char *name = g_path_get_basename(path);
    uint32_t scale, step, length;

    if (g_str_has_suffix(name, ".png")) {
        name[strlen(name) - 4] = 0;
    }
    length = strlen(name);
    scale = length * (NV_GLYPH_WIDTH + 1) * 2 <= width ? 2 : 1;
    step = (NV_GLYPH_WIDTH + 1) * scale;
    for (uint32_t i = 0; i < length && (i + 1) * step <= width; i++) {
        const NvGlyph *glyph = glyph_of(name[i]);

        if (glyph) {
            draw_glyph(image, glyph, x + i * step, y, scale);
        }
    }
}

static pixman_image_t *pixman_of(const NvImage *image)
{
    return pixman_image_create_bits(PIXMAN_a8r8g8b8, image->width,
                                    image->height, image->argb,
                                    image->width * 4);
}

/* How many pixels of the picture make one of the cell, across: at least 1,
 * so that small pictures stay as they are. */
static double shrink_of(const NvImage *image, uint32_t width, uint32_t height)
{
    double across = (double)image->width / width;
    double down = (double)image->height / height;

    return MAX(MAX(across, down), 1.0);
}

static void set_shrink(pixman_image_t *from, double shrink)
{
    pixman_fixed_t factor = pixman_double_to_fixed(shrink);
    pixman_transform_t transform;
    pixman_fixed_t *filter;
    int count;

    if (shrink <= 1.0) {
        return;
    }
    pixman_transform_init_scale(&transform, factor, factor);
    pixman_image_set_transform(from, &transform);
    pixman_image_set_repeat(from, PIXMAN_REPEAT_PAD);
    filter = pixman_filter_create_separable_convolution(&count, factor,
        factor, PIXMAN_KERNEL_BOX, PIXMAN_KERNEL_BOX, PIXMAN_KERNEL_BOX,
        PIXMAN_KERNEL_BOX, 4, 4);
    if (filter) {
        pixman_image_set_filter(from, PIXMAN_FILTER_SEPARABLE_CONVOLUTION,
                                filter, count);
        free(filter);
    }
}

static void scale_into(pixman_image_t *to, const NvImage *image, uint32_t x,
                       uint32_t y, uint32_t width, uint32_t height)
{
    pixman_image_t *from = pixman_of(image);
    double shrink = shrink_of(image, width, height);
    uint32_t w = CLAMP(image->width / shrink, 1, width);
    uint32_t h = CLAMP(image->height / shrink, 1, height);

    set_shrink(from, shrink);
    pixman_image_composite32(PIXMAN_OP_OVER, from, NULL, to, 0, 0, 0, 0,
                             x + (width - w) / 2, y + (height - h) / 2, w, h);
    pixman_image_unref(from);
}

typedef struct Sheet {
    uint32_t width, height;     /* of a cell */
    uint32_t columns, rows, label;
} Sheet;

static bool fill_sheet(NvImage *out, const Sheet *s, char **paths, int count,
                       GError **error)
{
    pixman_image_t *to = pixman_of(out);
    bool ok = true;

    for (int i = 0; ok && i < count; i++) {
        uint32_t x = MARGIN + i % s->columns * (s->width + MARGIN);
        uint32_t y = MARGIN + i / s->columns * (s->height + s->label + MARGIN);
        g_autoptr(NvImage) image = nv_image_read_png(paths[i], error);

        ok = image != NULL;
        if (ok) {
            scale_into(to, image, x, y, s->width, s->height);
        }
        if (ok && s->label) {
            draw_label(out, paths[i], x, y + s->height + 3, s->width);
        }
    }
    pixman_image_unref(to);
    return ok;
}

/* A grid for @count pictures; @columns 0: about square. */
static void lay_out(Sheet *s, uint32_t columns, uint32_t count)
{
    s->columns = columns;
    if (!columns) {
        for (s->columns = 1; s->columns * s->columns < count; ) {
            s->columns++;
        }
    }
    s->columns = MIN(s->columns, count);
    s->rows = (count + s->columns - 1) / s->columns;
}

static bool make_sheet(Sheet *s, const char *out_path, char **paths, int count,
                       GError **error)
{
    g_autoptr(NvImage) out = NULL;
    uint64_t width = MARGIN + (uint64_t)s->columns * (s->width + MARGIN);
    uint64_t height = MARGIN +
                      (uint64_t)s->rows * (s->height + s->label + MARGIN);

    out = nv_image_new(MIN(width, UINT32_MAX), MIN(height, UINT32_MAX),
                       BACKGROUND, error);
    return out && fill_sheet(out, s, paths, count, error) &&
           nv_image_write_png(out, out_path, error);
}

static int command_sheet(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "OUT.png A.png B.png...", 2, INT_MAX,
        "Puts pictures side by side, shrunk to fit their cells.\n\n"
        "  nv-png sheet all.png a.png b.png c.png --columns 2 --label",
    };
    int columns = 0;
    gboolean label = FALSE;
    g_autofree char *cell = NULL;
    Sheet s = { .width = 320, .height = 240 };
    const GOptionEntry entries[] = {
        { "columns", 'c', 0, G_OPTION_ARG_INT, &columns,
          "Pictures in a row (default: about as many as rows)", "N" },
        { "cell", 0, 0, G_OPTION_ARG_STRING, &cell,
          "Room for each picture (default 320x240)", "WxH" },
        { "label", 'l', 0, G_OPTION_ARG_NONE, &label,
          "Write the file names under the pictures", NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error) ||
        (cell && !nv_image_parse_size(cell, &s.width, &s.height, error))) {
        return EXIT_TROUBLE;
    }
    if (columns < 0 || columns > 1000) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--columns %d is not a number from 1 to 1000", columns);
        return EXIT_TROUBLE;
    }
    s.label = label ? LABEL_HEIGHT : 0;
    lay_out(&s, columns, argc - 2);
    return make_sheet(&s, argv[1], argv + 2, argc - 2, error) ? EXIT_FINE
                                                              : EXIT_TROUBLE;
}

typedef struct Difference {
    uint64_t pixels;            /* that differ */
    unsigned largest;           /* difference in any channel */
    uint32_t x, y;              /* of the first that differs */
} Difference;

static unsigned pixel_difference(uint32_t a, uint32_t b)
{
    unsigned largest = 0;

    for (unsigned shift = 0; shift < 32; shift += 8) {
        int d = (int)(a >> shift & 0xff) - (int)(b >> shift & 0xff);

        largest = MAX(largest, (unsigned)ABS(d));
    }
    return largest;
}

/* Where they differ: dark to bright red.  Elsewhere: @a, dimmed. */
static uint32_t difference_color(uint32_t a, unsigned difference)
{
    if (difference) {
        return 0xff000000 | (uint32_t)MIN(64 + difference * 3, 255) << 16;
    }
    return 0xff000000 | (a >> 2 & 0x3f3f3f);
}

static Difference compare(const NvImage *a, const NvImage *b, NvImage *out)
{
    Difference d = { 0 };
    size_t count = (size_t)a->width * a->height;

    for (size_t i = 0; i < count; i++) {
        unsigned diff = pixel_difference(a->argb[i], b->argb[i]);

        if (diff && !d.pixels++) {
            d.x = i % a->width;
            d.y = i / a->width;
        }
        d.largest = MAX(d.largest, diff);
        if (out) {
            out->argb[i] = difference_color(a->argb[i], diff);
        }
    }
    return d;
}

static void print_difference(const NvImage *a, const Difference *d)
{
    printf("pixels: %u\n", a->width * a->height);
    printf("different: %" G_GUINT64_FORMAT "\n", d->pixels);
    printf("largest: %u\n", d->largest);
    if (d->pixels) {
        printf("first: %u,%u\n", d->x, d->y);
    }
}

/* -1: no limit was given.  No limits at all: nothing may differ. */
static bool within(const Difference *d, int max_diff, int max_pixels)
{
    if (max_diff < 0 && max_pixels < 0) {
        return !d->pixels;
    }
    return (max_diff < 0 || d->largest <= (unsigned)max_diff) &&
           (max_pixels < 0 || d->pixels <= (uint64_t)max_pixels);
}

static void make_opaque(NvImage *image)
{
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        image->argb[i] |= 0xff000000;
    }
}

/* Its first rows and columns; they are not more than there are. */
static void cut(NvImage *image, unsigned width, unsigned height)
{
    for (size_t y = 1; y < height; y++) {
        memmove(image->argb + y * width, image->argb + y * image->width,
                width * sizeof(*image->argb));
    }
    image->width = width;
    image->height = height;
}

static void cut_to_common(NvImage *a, NvImage *b)
{
    unsigned width = MIN(a->width, b->width);
    unsigned height = MIN(a->height, b->height);

    cut(a, width, height);
    cut(b, width, height);
}

static bool read_two(char **paths, NvImage **a, NvImage **b, GError **error)
{
    *a = nv_image_read_png(paths[0], error);
    *b = *a ? nv_image_read_png(paths[1], error) : NULL;
    return *b;
}

static int command_diff(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "A.png B.png", 2, 2,
        "Compares two pictures.  Exit status: 0 within the limits "
        "(without any: equal),\n1 different, 2 trouble.\n\n"
        "  nv-png diff got.png expected.png --out where.png\n"
        "  nv-png diff got.png expected.png --max-diff 2",
    };
    g_autofree char *out_path = NULL;
    int max_diff = -1, max_pixels = -1;
    gboolean opaque = false, common = false;
    g_autoptr(NvImage) a = NULL;
    g_autoptr(NvImage) b = NULL;
    g_autoptr(NvImage) out = NULL;
    Difference d;
    const GOptionEntry entries[] = {
        { "out", 'o', 0, G_OPTION_ARG_FILENAME, &out_path,
          "Write a picture of where they differ", "D.png" },
        { "max-diff", 0, 0, G_OPTION_ARG_INT, &max_diff,
          "Channels may differ by so much", "N" },
        { "max-pixels", 0, 0, G_OPTION_ARG_INT, &max_pixels,
          "So many pixels may differ", "N" },
        { "opaque", 0, 0, G_OPTION_ARG_NONE, &opaque,
          "Leave alpha out of it: screens have none", NULL },
        { "common", 0, 0, G_OPTION_ARG_NONE, &common,
          "Only what both have, from the top left", NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error) ||
        !read_two(argv + 1, &a, &b, error)) {
        return EXIT_TROUBLE;
    }
    if (opaque) {
        make_opaque(a);
        make_opaque(b);
    }
    if (common) {
        cut_to_common(a, b);
    }
    if (a->width != b->width || a->height != b->height) {
        printf("size: %ux%u and %ux%u\n", a->width, a->height, b->width,
               b->height);
        return EXIT_DIFFERENT;
    }
    out = out_path ? nv_image_new(a->width, a->height, 0, error) : NULL;
    d = compare(a, b, out);
    print_difference(a, &d);
    if (out && !nv_image_write_png(out, out_path, error)) {
        return EXIT_TROUBLE;
    }
    return within(&d, max_diff, max_pixels) ? EXIT_FINE : EXIT_DIFFERENT;
}

static int command_info(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "A.png", 1, 1,
        "Prints size, number of colours and mean colour.\n\n"
        "  nv-png info shot.png",
    };
    g_autoptr(NvImage) image = NULL;
    g_autoptr(GHashTable) colors = g_hash_table_new(NULL, NULL);
    uint64_t sum[3] = { 0 };
    size_t count;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error)) {
        return EXIT_TROUBLE;
    }
    image = nv_image_read_png(argv[1], error);
    if (!image) {
        return EXIT_TROUBLE;
    }
    count = (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++) {
        uint32_t p = image->argb[i];

        sum[0] += p >> 16 & 0xff;
        sum[1] += p >> 8 & 0xff;
        sum[2] += p & 0xff;
        if (!i || p != image->argb[i - 1]) {
            g_hash_table_add(colors, GUINT_TO_POINTER(p));
        }
    }
    printf("size: %ux%u\n", image->width, image->height);
    printf("colours: %u\n", g_hash_table_size(colors));
    printf("mean: %.2f %.2f %.2f\n", (double)sum[0] / count,
           (double)sum[1] / count, (double)sum[2] / count);
    return EXIT_FINE;
}

static const NvCommand commands[] = {
    { "sheet", "put pictures side by side", command_sheet },
    { "diff", "compare two pictures", command_diff },
    { "info", "describe a picture", command_info },
    { NULL, NULL, NULL },
};

static const NvTool tool = {
    .name = "nv-png", .usage = "COMMAND ...", .commands = commands,
};

int main(int argc, char **argv)
{
    return nv_tool_main(&tool, argc, argv);
}
