/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nv-fatx put and get: files of the host and back. */
#include "tools/nv-fatx/nv-fatx.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/command.h"

#define CHUNK (1u << 18)
#define MAX_DEPTH 32

/* Unix' seconds as 100 ns since 1601. */
static uint64_t file_time(uint64_t seconds)
{
    return (seconds + UINT64_C(11644473600)) * 10000000;
}

static uint64_t time_now(void)
{
    return file_time(g_get_real_time() / G_USEC_PER_SEC);
}

static bool host_error(const char *path, GError **error)
{
    g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\": %s", path,
                g_strerror(errno));
    return false;
}

/* --- put --- */

/* The file was written when the host's was. */
static NvFileResult keep_time(NvFile *f, FILE *from)
{
    NvFileInfo info;
    struct stat st;
    NvFileResult result = nv_file_info(f, &info);

    if (result || fstat(fileno(from), &st)) {
        return result;
    }
    info.written = file_time(st.st_mtime);
    return nv_file_set(f, &info);
}

static bool put_stream(NvPlace *place, FILE *from, const char *path,
                       GError **error)
{
    g_autofree uint8_t *buffer = g_malloc(CHUNK);
    uint64_t offset = 0;
    NvFileResult result;
    NvFile f;

    result = nv_file_open(&place->v, path, NV_OPEN_CREATE | NV_OPEN_FILE |
                          NV_OPEN_TRUNCATE, time_now(), &f);
    while (!result) {
        size_t n = fread(buffer, 1, CHUNK, from);
        uint32_t done;

        if (!n) {
            break;
        }
        result = nv_file_write(&f, offset, buffer, n, time_now(), &done);
        offset += done;
    }
    if (!result) {
        result = keep_time(&f, from);
    }
    place->given = path;
    return nv_place_fine(place, result, error);
}

static bool put_file(NvPlace *place, const char *from, const char *path,
                     GError **error)
{
    FILE *in = fopen(from, "rb");
    bool fine;

    if (!in) {
        return host_error(from, error);
    }
    fine = put_stream(place, in, path, error);
    if (fine && ferror(in)) {
        fine = host_error(from, error);
    }
    fclose(in);
    return fine;
}

static bool put_folder(NvPlace *place, const char *from, const char *path,
                       unsigned depth, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(from, 0, error);
    NvFileResult result;
    const char *name;
    NvFile f;

    if (!dir) {
        return false;
    }
    result = nv_file_open(&place->v, path, NV_OPEN_CREATE | NV_OPEN_DIRECTORY,
                          time_now(), &f);
    place->given = path;
    if (!nv_place_fine(place, result, error)) {
        return false;
    }
    while ((name = g_dir_read_name(dir))) {
        g_autofree char *host = g_build_filename(from, name, NULL);
        g_autofree char *to = g_strconcat(path, "/", name, NULL);
        bool fine;

        if (!g_file_test(host, G_FILE_TEST_IS_DIR)) {
            fine = put_file(place, host, to, error);
        } else if (depth == MAX_DEPTH) {
            g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\": folders are more "
                        "than %u deep", host, MAX_DEPTH);
            fine = false;
        } else {
            fine = put_folder(place, host, to, depth + 1, error);
        }
        if (!fine) {
            return false;
        }
    }
    return true;
}

/* Into a directory that is there under the name it has, as cp does. */
static char *target(NvPlace *place, const char *from)
{
    g_autofree char *name = g_path_get_basename(from);
    NvFile f;

    if (!nv_file_open(&place->v, place->path, NV_OPEN_DIRECTORY, 0, &f)) {
        return g_strconcat(place->path, "/", name, NULL);
    }
    return g_strdup(place->path);
}

int nv_fatx_put_command(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "IMAGE FILE PATH", 3, 3,
        "Copies a file, or a folder with all in it, into an image.  Into a\n"
        "directory that is there it goes under its own name.\n\n"
        "  nv-fatx put disk.img default.xbe E:/\n"
        "  nv-fatx put disk.img game E:/Games",
    };
    g_auto(NvPlace) place = { .image.fd = -1 };
    g_autofree char *to = NULL;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !nv_place_open(&place, argv[1], argv[3], true, error)) {
        return EXIT_TROUBLE;
    }
    to = target(&place, argv[2]);
    if (g_file_test(argv[2], G_FILE_TEST_IS_DIR)) {
        put_folder(&place, argv[2], to, 0, error);
    } else {
        put_file(&place, argv[2], to, error);
    }
    return EXIT_FINE;
}

/* --- get --- */

static bool get_stream(NvPlace *place, NvFile *f, FILE *to, GError **error)
{
    g_autofree uint8_t *buffer = g_malloc(CHUNK);
    uint64_t offset = 0;
    uint32_t done;

    while (offset < f->size) {
        NvFileResult result = nv_file_read(f, offset, buffer, CHUNK, &done);

        if (!nv_place_fine(place, result, error)) {
            return false;
        }
        if (fwrite(buffer, 1, done, to) != done) {
            return host_error("the output", error);
        }
        offset += done;
    }
    return !fflush(to) || host_error("the output", error);
}

int nv_fatx_get_command(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "IMAGE PATH OUT", 3, 3,
        "Copies a file out of an image; OUT may be - for standard output.\n\n"
        "  nv-fatx get disk.img E:/default.xbe default.xbe\n"
        "  nv-fatx get game.iso readme.txt -",
    };
    g_auto(NvPlace) place = { .image.fd = -1 };
    NvFileResult result;
    NvFile f;
    FILE *to;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !nv_place_open(&place, argv[1], argv[2], false, error)) {
        return EXIT_TROUBLE;
    }
    result = nv_file_open(&place.v, place.path, NV_OPEN_FILE, 0, &f);
    if (!nv_place_fine(&place, result, error)) {
        return EXIT_TROUBLE;
    }
    if (!strcmp(argv[3], "-")) {
        get_stream(&place, &f, stdout, error);
        return EXIT_FINE;
    }
    to = fopen(argv[3], "wb");
    if (!to) {
        host_error(argv[3], error);
        return EXIT_TROUBLE;
    }
    get_stream(&place, &f, to, error);
    fclose(to);
    return EXIT_FINE;
}
