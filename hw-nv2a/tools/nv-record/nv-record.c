/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-record: reads what the `record` raster backend wrote: prints it, counts
 * it, draws it as a wireframe.  Files may be damaged or hostile.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <glib/gstdio.h>

#include "raster/record/record-format.h"
#include "tools/command.h"
#include "tools/png-io.h"

#define BACKGROUND 0xff12161c

/* An open recording; names point into it. */
typedef struct Recording {
    GMappedFile *map;
    NvRecordReader reader;
    const char **names;
    uint32_t nnames;
} Recording;

static void recording_close(Recording *rec)
{
    g_clear_pointer(&rec->map, g_mapped_file_unref);
    g_clear_pointer(&rec->names, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Recording, recording_close)

static bool recording_open(Recording *rec, const char *path, GError **error)
{
    const char *why;

    rec->map = g_mapped_file_new(path, FALSE, NULL);
    if (!rec->map) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                    "cannot read \"%s\": %s", path, g_access(path, R_OK) ?
                    g_strerror(errno) : "it is no regular file");
        return false;
    }
    why = nv_record_open(&rec->reader, g_mapped_file_get_contents(rec->map),
                         g_mapped_file_get_length(rec->map));
    if (why) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                    "cannot read \"%s\": %s", path, why);
        return false;
    }
    return true;
}

/* Only names with a zero after them count. */
static void take_names(Recording *rec, const NvRecordPacket *p)
{
    const char *at = (const char *)p->payload;
    const char *last = at + p->size;

    g_free(rec->names);
    rec->names = g_new(const char *, p->size / 2 + 1);
    rec->nnames = 0;
    while (at < last) {
        const char *zero = memchr(at, 0, last - at);

        if (!zero || rec->nnames > p->size / 2) {
            break;
        }
        rec->names[rec->nnames++] = at;
        at = zero + 1;
    }
}

static const struct {
    const char *name;
    unsigned corners;       /* 0: no primitives */
} types[] = {
    [0] = { "unknown", 0 },
    [NV_RECORD_NAMES] = { "names", 0 },
    [NV_RECORD_BUNDLES] = { "bundles", 0 },
    [NV_RECORD_SURFACES] = { "surfaces", 0 },
    [NV_RECORD_CLEAR] = { "clear", 0 },
    [NV_RECORD_POINTS] = { "points", 1 },
    [NV_RECORD_LINES] = { "lines", 2 },
    [NV_RECORD_TRIANGLES] = { "triangles", 3 },
    [NV_RECORD_FLUSH] = { "flush", 0 },
};

static unsigned known_type(uint32_t type)
{
    return type < NV_ARRAY_SIZE(types) ? type : 0;
}

static void print_bundles(const Recording *rec, const NvRecordPacket *p)
{
    for (uint32_t at = 0; p->size - at >= 8; at += 8) {
        uint32_t index = nv_ld32(p->payload + at);
        uint32_t value = nv_ld32(p->payload + at + 4);

        if (index < rec->nnames) {
            g_autofree char *name = g_strescape(rec->names[index], NULL);

            printf("    %s = 0x%08x\n", name, value);
        } else {
            printf("    %u = 0x%08x\n", index, value);
        }
    }
}

static void print_surface(const char *what, const uint8_t *p)
{
    if (!nv_ld32(p)) {
        printf("    %s: none\n", what);
        return;
    }
    printf("    %s: format %u at 0x%08x..0x%08x offset 0x%x ", what,
           nv_ld32(p + 4), nv_ld32(p + 12), nv_ld32(p + 16), nv_ld32(p + 20));
    if (nv_ld32(p + 8)) {
        printf("swizzled 2^%u x 2^%u\n", nv_ld32(p + 28), nv_ld32(p + 32));
    } else {
        printf("pitch %u\n", nv_ld32(p + 24));
    }
}

static void print_vertices(const NvRecordPacket *p)
{
    for (uint32_t i = 0; i < nv_record_vertices(p); i++) {
        NvRasterVertex v;

        nv_record_vertex(p, i, &v);
        printf("    %.9g,%.9g z %.9g 1/w %.9g  d0 %.4g %.4g %.4g %.4g  "
               "d1 %.4g %.4g %.4g %.4g  fog %.6g size %.6g  "
               "t0 %.6g %.6g %.6g %.6g\n", v.x, v.y, v.z, v.rhw,
               v.color[0][0], v.color[0][1], v.color[0][2], v.color[0][3],
               v.color[1][0], v.color[1][1], v.color[1][2], v.color[1][3],
               v.fog, v.size, v.tex[0][0], v.tex[0][1], v.tex[0][2],
               v.tex[0][3]);
    }
}

static void print_packet(Recording *rec, const NvRecordPacket *p, long number)
{
    unsigned type = known_type(p->type);
    uint32_t surface = 4 * NV_RECORD_SURFACE_WORDS;

    printf("%ld: %s", number, types[type].name);
    if (types[type].corners) {
        printf(" %u\n", nv_record_vertices(p) / types[type].corners);
        print_vertices(p);
    } else if (type == NV_RECORD_CLEAR && p->size >= 4) {
        printf(" 0x%02x\n", nv_ld32(p->payload));
    } else if (type == NV_RECORD_NAMES) {
        printf(" %u\n", rec->nnames);
    } else if (type == NV_RECORD_BUNDLES) {
        printf(" %u\n", p->size / 8);
        print_bundles(rec, p);
    } else if (type == NV_RECORD_SURFACES && p->size >= 2 * surface) {
        printf("\n");
        print_surface("colour", p->payload);
        print_surface("zeta", p->payload + surface);
    } else if (!type) {
        printf(" type %u, %u bytes\n", p->type, p->size);
    } else {
        printf("\n");
    }
}

static void print_chip(const Recording *rec)
{
    g_autofree char *chip = g_strescape(rec->reader.chip, NULL);

    printf("chip: %s\n", chip);
}

/* A file that ends inside a packet is said to, and is no error. */
static void print_end(const Recording *rec)
{
    if (rec->reader.at < rec->reader.size) {
        printf("cut short: %zu bytes of an unfinished packet\n",
               rec->reader.size - rec->reader.at);
    }
}

static int command_print(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE", 1, 1,
        "Prints packets: state by name, corners of primitives.\n\n"
        "  nv-record print scene.rec --limit 20",
    };
    g_auto(Recording) rec = { 0 };
    gint64 limit = G_MAXINT64;
    NvRecordPacket p;
    const GOptionEntry entries[] = {
        { "limit", 'n', 0, G_OPTION_ARG_INT64, &limit,
          "Stop after so many packets", "N" },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error) ||
        !recording_open(&rec, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    print_chip(&rec);
    for (gint64 i = 0; i < limit; i++) {
        if (!nv_record_next(&rec.reader, &p)) {
            print_end(&rec);
            break;
        }
        if (p.type == NV_RECORD_NAMES) {
            take_names(&rec, &p);
        }
        print_packet(&rec, &p, i);
    }
    return EXIT_FINE;
}

static int command_stats(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE", 1, 1,
        "Counts packets and primitives.\n\n"
        "  nv-record stats scene.rec",
    };
    g_auto(Recording) rec = { 0 };
    uint64_t packets[NV_ARRAY_SIZE(types)] = { 0 };
    uint64_t corners[NV_ARRAY_SIZE(types)] = { 0 };
    NvRecordPacket p;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !recording_open(&rec, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    while (nv_record_next(&rec.reader, &p)) {
        unsigned type = known_type(p.type);

        packets[type]++;
        corners[type] += nv_record_vertices(&p);
    }
    print_chip(&rec);
    printf("bytes: %zu\n", rec.reader.size);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(types); i++) {
        if (packets[i] && types[i].corners) {
            printf("%s: %" PRIu64 " in %" PRIu64 " packets\n", types[i].name,
                   corners[i] / types[i].corners, packets[i]);
        } else if (packets[i]) {
            printf("%s: %" PRIu64 "\n", types[i].name, packets[i]);
        }
    }
    print_end(&rec);
    return EXIT_FINE;
}

/* What is drawn of a recording, and how window pixels become ours. */
typedef struct View {
    gint64 clear;           /* only after this clear, 0: everything */
    bool by_order;
    double x0, y0, x1, y1, z0, z1;
    double scale, dx, dy;
    uint64_t primitives, drawn;
    NvImage *image;
} View;

typedef void (*Visit)(View *view, const NvRasterVertex *v, unsigned corners);

/* Coordinates outside of this are taken for damage and left out. */
static bool sane(const NvRasterVertex *v)
{
    return fabsf(v->x) < 1e6f && fabsf(v->y) < 1e6f && isfinite(v->z);
}

static void visit_packet(View *view, const NvRecordPacket *p, Visit visit)
{
    unsigned corners = types[known_type(p->type)].corners;
    NvRasterVertex v[3];

    if (!corners) {
        return;
    }
    for (uint32_t i = 0; i < nv_record_vertices(p) / corners; i++) {
        bool good = true;

        for (unsigned c = 0; c < corners; c++) {
            nv_record_vertex(p, i * corners + c, &v[c]);
            good = good && sane(&v[c]);
        }
        if (good) {
            visit(view, v, corners);
        }
    }
}

static void visit_all(const Recording *rec, View *view, Visit visit)
{
    NvRecordReader reader = rec->reader;
    NvRecordPacket p;
    gint64 clears = 0;

    while (nv_record_next(&reader, &p)) {
        clears += p.type == NV_RECORD_CLEAR;
        if (!view->clear || clears == view->clear) {
            visit_packet(view, &p, visit);
        }
    }
}

static void measure(View *view, const NvRasterVertex *v, unsigned corners)
{
    for (unsigned c = 0; c < corners; c++) {
        bool first = !view->primitives && !c;

        view->x0 = first ? v[c].x : MIN(view->x0, v[c].x);
        view->x1 = first ? v[c].x : MAX(view->x1, v[c].x);
        view->y0 = first ? v[c].y : MIN(view->y0, v[c].y);
        view->y1 = first ? v[c].y : MAX(view->y1, v[c].y);
        view->z0 = first ? v[c].z : MIN(view->z0, v[c].z);
        view->z1 = first ? v[c].z : MAX(view->z1, v[c].z);
    }
    view->primitives++;
}

/* Fill the picture but for a margin of 1/32, y down, centred. */
static void fit(View *view)
{
    double w = view->x1 - view->x0, h = view->y1 - view->y0;
    double room_w = view->image->width * 15 / 16.0;
    double room_h = view->image->height * 15 / 16.0;

    view->scale = MIN(room_w / MAX(w, 1e-3), room_h / MAX(h, 1e-3));
    view->scale = w < 1e-3 && h < 1e-3 ? 1 : view->scale;
    view->dx = view->image->width / 2.0 -
               (view->x0 + view->x1) / 2 * view->scale;
    view->dy = view->image->height / 2.0 -
               (view->y0 + view->y1) / 2 * view->scale;
}

static uint32_t mix(uint32_t a, uint32_t b, double t)
{
    uint32_t color = 0xff;

    for (int shift = 16; shift >= 0; shift -= 8) {
        double from = a >> shift & 0xff, to = b >> shift & 0xff;

        color = color << 8 | (uint32_t)(from + (to - from) * t + 0.5);
    }
    return color;
}

/* Depth: near warm and bright, far cold and dim.  Order: first to last. */
static uint32_t color_of(const View *view, double z)
{
    double t;

    if (view->by_order) {
        t = (double)view->drawn / MAX(view->primitives, 1);
        return t < 0.5 ? mix(0x3060ff, 0x40e080, t * 2)
                       : mix(0x40e080, 0xffc040, t * 2 - 1);
    }
    t = view->z1 > view->z0 ? (z - view->z0) / (view->z1 - view->z0) : 0;
    return mix(0xffe0a0, 0x28507c, CLAMP(t, 0, 1));
}

static void dot(View *view, double x, double y, uint32_t color)
{
    NvImage *image = view->image;

    if (x >= 0 && y >= 0 && x < image->width && y < image->height) {
        image->argb[(size_t)y * image->width + (size_t)x] = color;
    }
}

/* One dot a step of the longer side; everything fits in the picture. */
static void draw_line(View *view, const NvRasterVertex *a,
                      const NvRasterVertex *b)
{
    double ax = a->x * view->scale + view->dx;
    double ay = a->y * view->scale + view->dy;
    double bx = b->x * view->scale + view->dx;
    double by = b->y * view->scale + view->dy;
    unsigned steps = ceil(MAX(fabs(bx - ax), fabs(by - ay)));

    steps = CLAMP(steps, 1, view->image->width + view->image->height);
    for (unsigned i = 0; i <= steps; i++) {
        double t = (double)i / steps;
        double z = a->z + ((double)b->z - a->z) * t;

        dot(view, ax + (bx - ax) * t, ay + (by - ay) * t, color_of(view, z));
    }
}

static void draw_point(View *view, const NvRasterVertex *v)
{
    double x = v->x * view->scale + view->dx;
    double y = v->y * view->scale + view->dy;

    for (int i = -2; i <= 2; i++) {
        dot(view, x + i, y, color_of(view, v->z));
        dot(view, x, y + i, color_of(view, v->z));
    }
}

static void draw(View *view, const NvRasterVertex *v, unsigned corners)
{
    switch (corners) {
    case 1:
        draw_point(view, v);
        break;
    case 2:
        draw_line(view, &v[0], &v[1]);
        break;
    default:
        draw_line(view, &v[0], &v[1]);
        draw_line(view, &v[1], &v[2]);
        draw_line(view, &v[2], &v[0]);
        break;
    }
    view->drawn++;
}

static bool wireframe(const Recording *rec, View *view, const char *path,
                      GError **error)
{
    visit_all(rec, view, measure);
    fit(view);
    visit_all(rec, view, draw);
    printf("primitives: %" PRIu64 "\n", view->drawn);
    if (view->primitives) {
        printf("x: %g..%g\ny: %g..%g\nz: %g..%g\n", view->x0, view->x1,
               view->y0, view->y1, view->z0, view->z1);
    }
    return nv_image_write_png(view->image, path, error);
}

static int command_wireframe(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE OUT.png", 2, 2,
        "Draws the outlines of all primitives, scaled to fit.\n\n"
        "  nv-record wireframe scene.rec scene.png --size 640x480\n"
        "  nv-record wireframe scene.rec frame3.png --clear 3 --order",
    };
    g_auto(Recording) rec = { 0 };
    g_autoptr(NvImage) image = NULL;
    g_autofree char *size = NULL;
    gboolean by_order = FALSE;
    uint32_t width = 1024, height = 768;
    View view = { 0 };
    const GOptionEntry entries[] = {
        { "size", 's', 0, G_OPTION_ARG_STRING, &size,
          "Size of the picture (default 1024x768)", "WxH" },
        { "order", 0, 0, G_OPTION_ARG_NONE, &by_order,
          "Colour by drawing order instead of depth", NULL },
        { "clear", 0, 0, G_OPTION_ARG_INT64, &view.clear,
          "Only what was drawn between clear N and the next", "N" },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error) ||
        (size && !nv_image_parse_size(size, &width, &height, error)) ||
        !recording_open(&rec, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    image = nv_image_new(width, height, BACKGROUND, error);
    view.image = image;
    view.by_order = by_order;
    return image && wireframe(&rec, &view, argv[2], error) ? EXIT_FINE
                                                             : EXIT_TROUBLE;
}

static const NvCommand commands[] = {
    { "print", "list the packets", command_print },
    { "stats", "count packets and primitives", command_stats },
    { "wireframe", "draw the primitives' outlines", command_wireframe },
    { NULL, NULL, NULL },
};

static const NvTool tool = {
    .name = "nv-record", .usage = "COMMAND FILE ...",
    .about = "Looks into what raster=record:FILE wrote.\n\n",
    .commands = commands,
};

int main(int argc, char **argv)
{
    return nv_tool_main(&tool, argc, argv);
}
