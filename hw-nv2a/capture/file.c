/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Captures as files: chunks, each packed by zstd with its checksum.  Files may
 * be damaged or hostile: a reader answers with a sentence.  No hardware facts.
 */
#include "capture/capture.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <zstd.h>

#include "base/bits.h"

#define HEAD_SIZE 16u           /* of a file, and of a chunk */
/* Fast: it is done while a guest waits. */
#define LEVEL 3

struct NvCaptureWriter {
    FILE *file;
    ZSTD_CCtx *zstd;
    GByteArray *packed;
    uint64_t written;
    char *failed;
};

static void fail_write(NvCaptureWriter *w)
{
    if (!w->failed) {
        w->failed = g_strdup_printf("the capture cannot be written: %s",
                                    g_strerror(errno));
    }
}

static void put(NvCaptureWriter *w, const void *data, size_t size)
{
    if (!w->failed && fwrite(data, 1, size, w->file) != size) {
        fail_write(w);
    }
    w->written += size;
}

NvCaptureWriter *nv_capture_create(const char *path, GError **error)
{
    uint8_t head[HEAD_SIZE] = NV_CAPTURE_MAGIC;
    FILE *file = fopen(path, "wb");
    NvCaptureWriter *w;

    if (!file) {
        g_set_error(error, NV_CAPTURE_ERROR, 0, "%s cannot be made: %s", path,
                    g_strerror(errno));
        return NULL;
    }
    w = g_new0(NvCaptureWriter, 1);
    w->file = file;
    w->zstd = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(w->zstd, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(w->zstd, ZSTD_c_checksumFlag, 1);
    w->packed = g_byte_array_new();
    nv_st32(head + 8, NV_CAPTURE_VERSION);
    nv_st32(head + 12, 0);
    put(w, head, HEAD_SIZE);
    return w;
}

bool nv_capture_write(NvCaptureWriter *w, NvChunkType type, const void *data,
                      size_t size)
{
    uint8_t head[HEAD_SIZE];
    size_t len;

    if (!w->failed && size > NV_CAPTURE_CHUNK_MAX) {
        w->failed = g_strdup("the capture has a call that took more than "
                             "64 MiB");
    }
    if (w->failed) {
        return false;
    }
    g_byte_array_set_size(w->packed, ZSTD_compressBound(size));
    len = ZSTD_compress2(w->zstd, w->packed->data, w->packed->len, data, size);
    if (ZSTD_isError(len)) {
        w->failed = g_strdup_printf("the capture cannot be packed: %s",
                                    ZSTD_getErrorName(len));
        return false;
    }
    nv_st32(head, type);
    nv_st32(head + 4, 0);
    nv_st32(head + 8, size);
    nv_st32(head + 12, len);
    put(w, head, HEAD_SIZE);
    put(w, w->packed->data, len);
    return !w->failed;
}

bool nv_capture_flush(NvCaptureWriter *w)
{
    if (fflush(w->file)) {
        fail_write(w);
    }
    return !w->failed;
}

uint64_t nv_capture_written(const NvCaptureWriter *w)
{
    return w->written;
}

const char *nv_capture_failed(const NvCaptureWriter *w)
{
    return w->failed;
}

void nv_capture_close(NvCaptureWriter *w)
{
    if (w) {
        fclose(w->file);
        ZSTD_freeCCtx(w->zstd);
        g_byte_array_unref(w->packed);
        g_free(w->failed);
        g_free(w);
    }
}

/* --- reading --- */

struct NvCaptureReader {
    GMappedFile *file;          /* NULL: the bytes are the caller's */
    const uint8_t *data;
    size_t size, at;
    uint8_t *raw;
};

static bool check_file(NvCaptureReader *r, GError **error)
{
    if (r->size < HEAD_SIZE || memcmp(r->data, NV_CAPTURE_MAGIC, 8)) {
        g_set_error(error, NV_CAPTURE_ERROR, 0, "it is no capture: it does "
                    "not begin with \"NVCAP\"");
        return false;
    }
    if (nv_ld32(r->data + 8) != NV_CAPTURE_VERSION) {
        g_set_error(error, NV_CAPTURE_ERROR, 0, "it is a capture of version "
                    "%u; this program reads version %u",
                    nv_ld32(r->data + 8), NV_CAPTURE_VERSION);
        return false;
    }
    r->at = HEAD_SIZE;
    return true;
}

NvCaptureReader *nv_capture_open_bytes(const void *data, size_t size,
                                       GError **error)
{
    NvCaptureReader *r = g_new0(NvCaptureReader, 1);

    r->data = data;
    r->size = size;
    if (!check_file(r, error)) {
        g_free(r);
        return NULL;
    }
    return r;
}

NvCaptureReader *nv_capture_open(const char *path, GError **error)
{
    GMappedFile *file = g_mapped_file_new(path, false, error);
    NvCaptureReader *r;

    if (!file) {
        return NULL;
    }
    r = nv_capture_open_bytes(g_mapped_file_get_contents(file),
                              g_mapped_file_get_length(file), error);
    if (r) {
        r->file = file;
    } else {
        g_prefix_error(error, "%s: ", path);
        g_mapped_file_unref(file);
    }
    return r;
}

void nv_capture_reader_free(NvCaptureReader *r)
{
    if (r) {
        g_clear_pointer(&r->file, g_mapped_file_unref);
        g_free(r->raw);
        g_free(r);
    }
}

static bool is_known(uint32_t type)
{
    return type == NV_CHUNK_HEAD || type == NV_CHUNK_STATE ||
           type == NV_CHUNK_VRAM || type == NV_CHUNK_EVENTS ||
           type == NV_CHUNK_SKIP || type == NV_CHUNK_END;
}

static bool unpack(NvCaptureReader *r, size_t raw, size_t packed,
                   GError **error)
{
    size_t len;

    g_free(r->raw);
    r->raw = g_malloc(raw + 1);
    len = ZSTD_decompress(r->raw, raw, r->data + r->at, packed);
    if (ZSTD_isError(len) || len != raw) {
        g_set_error(error, NV_CAPTURE_ERROR, 0, "the chunk at byte %zu is "
                    "damaged: %s", r->at, ZSTD_isError(len)
                    ? ZSTD_getErrorName(len) : "it has another size");
        return false;
    }
    return true;
}

static bool read_head(NvCaptureReader *r, uint32_t *raw, uint32_t *packed,
                      GError **error)
{
    size_t room = r->size - r->at;

    if (room >= HEAD_SIZE) {
        *raw = nv_ld32(r->data + r->at + 8);
        *packed = nv_ld32(r->data + r->at + 12);
        if (*raw <= NV_CAPTURE_CHUNK_MAX && *packed <= room - HEAD_SIZE) {
            return true;
        }
    }
    g_set_error(error, NV_CAPTURE_ERROR, 0, "the chunk at byte %zu is cut "
                "off or damaged", r->at);
    return false;
}

bool nv_capture_read(NvCaptureReader *r, NvChunkType *type,
                     const uint8_t **data, size_t *size, GError **error)
{
    uint32_t raw, packed;

    while (r->at < r->size) {
        if (!read_head(r, &raw, &packed, error)) {
            return false;
        }
        *type = nv_ld32(r->data + r->at);
        r->at += HEAD_SIZE;
        if (is_known(*type)) {
            if (!unpack(r, raw, packed, error)) {
                return false;
            }
            r->at += packed;
            *data = r->raw;
            *size = raw;
            return true;
        }
        r->at += packed;
    }
    return false;
}

void nv_capture_rewind(NvCaptureReader *r)
{
    r->at = HEAD_SIZE;
}

uint64_t nv_capture_size(const NvCaptureReader *r)
{
    return r->size;
}

/* --- head --- */

char *nv_capture_head_text(const NvCaptureHead *head)
{
    return g_strdup_printf("chip=%s\nvram=%u\nops=%u\nclock=%" PRId64 "\n"
                           "raster=%s\narith=%s\n", head->chip,
                           head->vram_size, head->ops, head->clock,
                           head->raster, head->arith);
}

static void take_line(char *line, NvCaptureHead *head)
{
    char *value = strchr(line, '=');

    if (!value) {
        return;
    }
    *value++ = 0;
    if (!strcmp(line, "chip")) {
        g_strlcpy(head->chip, value, sizeof(head->chip));
    } else if (!strcmp(line, "raster")) {
        g_strlcpy(head->raster, value, sizeof(head->raster));
    } else if (!strcmp(line, "arith")) {
        g_strlcpy(head->arith, value, sizeof(head->arith));
    } else if (!strcmp(line, "vram")) {
        head->vram_size = g_ascii_strtoull(value, NULL, 10);
    } else if (!strcmp(line, "clock")) {
        head->clock = g_ascii_strtoll(value, NULL, 10);
    } else if (!strcmp(line, "ops")) {
        head->ops = g_ascii_strtoull(value, NULL, 10);
    }
}

bool nv_capture_head_parse(const uint8_t *text, size_t size,
                           NvCaptureHead *head, GError **error)
{
    g_autofree char *copy = g_strndup((const char *)text, size);
    g_auto(GStrv) lines = g_strsplit(copy, "\n", 100);

    *head = (NvCaptureHead) { .ops = 0 };
    for (unsigned i = 0; lines[i]; i++) {
        take_line(lines[i], head);
    }
    if (!*head->chip || !head->vram_size) {
        g_set_error(error, NV_CAPTURE_ERROR, 0, "the capture does not say "
                    "which chip it is of, or with how much memory");
        return false;
    }
    return true;
}
