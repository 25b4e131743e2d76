/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The `record` backend: writes what a rasteriser would have drawn to a file
 * and draws nothing.  The format is ours, see record-format.h.
 */
#include <errno.h>
#include <stdio.h>
#include <glib/gstdio.h>

#include "raster/record/record-format.h"

#define BUFFER_SIZE (1u << 18)
/* Vertices in one packet: keeps packets at a size readers like. */
#define PACKET_VERTICES 6144u

static_assert(PACKET_VERTICES % 6 == 0, "whole lines and triangles");

typedef struct Record {
    NvRaster *raster;
    FILE *file;                 /* NULL: recording stopped */
    char *path;
    GByteArray *packet;         /* the one being built */
    uint32_t bundle[NV_BUNDLE_COUNT];   /* as the file has them */
    NvSurface color, zeta;
    uint32_t program;
    bool surfaces_known;
} Record;

static void stop(Record *r)
{
    if (r->file) {
        fclose(r->file);
        r->file = NULL;
    }
}

static void stop_failed(Record *r, int error)
{
    nv_error(r->raster->env, NV_ERROR_RECORDING, 0,
             "to \"%s\" stopped: %s", r->path,
             g_strerror(error));
    stop(r);
}

static void put32(Record *r, uint32_t value)
{
    uint8_t b[4];

    nv_st32(b, value);
    g_byte_array_append(r->packet, b, sizeof(b));
}

static void begin(Record *r, NvRecordType type)
{
    g_byte_array_set_size(r->packet, 0);
    put32(r, type);
    put32(r, 0);
}

static void write_out(Record *r)
{
    if (r->file &&
        fwrite(r->packet->data, r->packet->len, 1, r->file) != 1) {
        stop_failed(r, errno);
    }
}

static void end(Record *r)
{
    assert(r->packet->len >= NV_RECORD_PACKET);
    nv_st32(r->packet->data + 4, r->packet->len - NV_RECORD_PACKET);
    write_out(r);
}

static void write_header(Record *r)
{
    uint8_t name[16] = { 0 };

    g_strlcpy((char *)name, r->raster->chip->name, sizeof(name));
    g_byte_array_append(r->packet, (const uint8_t *)NV_RECORD_MAGIC, 8);
    put32(r, NV_RECORD_VERSION);
    put32(r, NV_RECORD_HEADER);
    g_byte_array_append(r->packet, name, sizeof(name));
    write_out(r);
}

static void write_names(Record *r)
{
    static const struct {
        const char *name;
        unsigned count;
    } rows[] = {
#define X(name, count, ...) { #name, count },
        NV_BUNDLE_ROWS(X)
#undef X
    };

    begin(r, NV_RECORD_NAMES);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(rows); i++) {
        for (unsigned e = 0; e < rows[i].count; e++) {
            g_autofree char *name =
                rows[i].count > 1 ? g_strdup_printf("%s[%u]", rows[i].name, e)
                                  : g_strdup(rows[i].name);

            g_byte_array_append(r->packet, (const uint8_t *)name,
                                strlen(name) + 1);
        }
    }
    end(r);
}

static void *record_create(NvRaster *raster, const char *arg, GError **error)
{
    FILE *file;
    Record *r;

    if (!arg || !*arg) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                    "raster backend \"record\" needs the name of the file to "
                    "write");
        return NULL;
    }
    file = g_fopen(arg, "wb");
    if (!file) {
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno),
                    "cannot create \"%s\" for recording: %s", arg,
                    g_strerror(errno));
        return NULL;
    }
    setvbuf(file, NULL, _IOFBF, BUFFER_SIZE);
    r = g_new0(Record, 1);
    r->raster = raster;
    r->file = file;
    r->path = g_strdup(arg);
    r->packet = g_byte_array_new();
    write_header(r);
    write_names(r);
    return r;
}

static void record_flush_file(Record *r)
{
    if (r->file && fflush(r->file)) {
        stop_failed(r, errno);
    }
}

static void record_destroy(void *backend)
{
    Record *r = backend;

    record_flush_file(r);
    stop(r);
    g_byte_array_unref(r->packet);
    g_free(r->path);
    g_free(r);
}

static void put_surface(Record *r, const NvSurface *s)
{
    const uint32_t words[NV_RECORD_SURFACE_WORDS] = {
        s->valid, s->format, s->swizzled, s->base, s->limit, s->offset,
        s->pitch, s->log2_w, s->log2_h,
    };

    for (unsigned i = 0; i < NV_RECORD_SURFACE_WORDS; i++) {
        put32(r, words[i]);
    }
}

static void write_bundles(Record *r)
{
    begin(r, NV_RECORD_BUNDLES);
    for (unsigned i = 0; i < NV_BUNDLE_COUNT; i++) {
        if (r->bundle[i] != r->raster->bundle[i]) {
            r->bundle[i] = r->raster->bundle[i];
            put32(r, i);
            put32(r, r->bundle[i]);
        }
    }
    if (r->packet->len > NV_RECORD_PACKET) {
        end(r);
    }
}

static void record_state(void *backend)
{
    Record *r = backend;
    const NvRaster *raster = r->raster;

    write_bundles(r);
    if (r->surfaces_known &&
        !memcmp(&r->color, &raster->color, sizeof(r->color)) &&
        !memcmp(&r->zeta, &raster->zeta, sizeof(r->zeta)) &&
        r->program == raster->program) {
        return;
    }
    r->surfaces_known = true;
    r->color = raster->color;
    r->zeta = raster->zeta;
    r->program = raster->program;
    begin(r, NV_RECORD_SURFACES);
    put_surface(r, &r->color);
    put_surface(r, &r->zeta);
    put32(r, r->program);
    end(r);
}

static void write_vertices(Record *r, NvRecordType type,
                           const NvRasterVertex *v, unsigned count)
{
    while (r->file && count) {
        unsigned n = MIN(count, PACKET_VERTICES);

        begin(r, type);
        for (unsigned i = 0; i < n; i++) {
            float f[NV_RECORD_FLOATS];

            memcpy(f, &v[i], sizeof(f));
            for (unsigned j = 0; j < NV_RECORD_FLOATS; j++) {
                put32(r, nv_f2u(f[j]));
            }
        }
        end(r);
        v += n;
        count -= n;
    }
}

static unsigned record_points(void *backend, const NvRasterVertex *v,
                              unsigned count, NvRasterPlace *place)
{
    (void)place;
    write_vertices(backend, NV_RECORD_POINTS, v, count);
    return count;
}

static unsigned record_lines(void *backend, const NvRasterVertex *v,
                             unsigned count, NvRasterPlace *place)
{
    (void)place;
    write_vertices(backend, NV_RECORD_LINES, v, count);
    return count;
}

static unsigned record_triangles(void *backend, const NvRasterVertex *v,
                                 unsigned count, NvRasterPlace *place)
{
    (void)place;
    write_vertices(backend, NV_RECORD_TRIANGLES, v, count);
    return count;
}

static bool record_clear(void *backend, const NvRasterClear *clear,
                         NvRasterPlace *place)
{
    Record *r = backend;

    (void)place;
    begin(r, NV_RECORD_CLEAR);
    put32(r, clear->mask);
    end(r);
    return true;
}

static void record_flush(void *backend)
{
    Record *r = backend;

    begin(r, NV_RECORD_FLUSH);
    end(r);
    record_flush_file(r);
}

const NvRasterOps nv_raster_record = {
    .name = "record",
    .help = "write the primitives to the file named after it, draw nothing",
    .create = record_create,
    .destroy = record_destroy,
    .state = record_state,
    .points = record_points,
    .lines = record_lines,
    .triangles = record_triangles,
    .clear = record_clear,
    .flush = record_flush,
};
