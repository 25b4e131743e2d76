/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-fatx: disk images of the console: made, listed, filled, checked.  Discs
 * can be listed and read.  Images may be damaged or hostile.
 */
#include "tools/nv-fatx/nv-fatx.h"

#include <inttypes.h>
#include <stdio.h>

#include "files/fatx.h"
#include "files/file-time.h"
#include "tools/command.h"

bool nv_place_open(NvPlace *place, const char *image, const char *path,
                   bool write, GError **error)
{
    place->image.fd = -1;
    place->given = place->path = path;
    if (!nv_image_open(&place->image, image, write, error)) {
        return false;
    }
    if (!nv_image_volume(&place->image, &place->path, &place->v, error)) {
        g_prefix_error(error, "%s: ", image);
        return false;
    }
    return true;
}

void nv_place_close(NvPlace *place)
{
    nv_image_close(&place->image);
}

bool nv_place_fine(const NvPlace *place, NvFileResult result, GError **error)
{
    if (result) {
        g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\" %s", place->given,
                    nv_file_result_text(result));
    }
    return !result;
}

/* --- list --- */

static void print_entry(const NvFileInfo *info)
{
    g_autofree char *name = g_strescape(info->name, NULL);
    NvFileTime t;

    nv_file_time_split(info->written, &t);
    printf("%c%c%c%c ",
           info->attributes & NV_FILE_ATTR_DIRECTORY ? 'd' : '-',
           info->attributes & NV_FILE_ATTR_READ_ONLY ? 'r' : '-',
           info->attributes & NV_FILE_ATTR_HIDDEN ? 'h' : '-',
           info->attributes & NV_FILE_ATTR_SYSTEM ? 's' : '-');
    if (info->written) {
        printf("%10" G_GUINT64_FORMAT " %04u-%02u-%02u %02u:%02u %s\n",
               info->size, t.year, t.month, t.day, t.hour, t.minute, name);
    } else {
        printf("%10" G_GUINT64_FORMAT " %s\n", info->size, name);
    }
}

static int list_directory(NvPlace *place, NvFile *f, GError **error)
{
    NvFileResult result;
    uint32_t cookie = 0;
    NvFileInfo info;

    while (!(result = nv_dir_next(f, &cookie, &info))) {
        print_entry(&info);
    }
    nv_place_fine(place, result == NV_FILE_END ? NV_FILE_OK : result, error);
    return EXIT_FINE;
}

static int list_partitions(NvImageFile *image)
{
    printf("   start       size        free        cluster  volume\n");
    for (unsigned i = 0; i < NV_PARTITIONS; i++) {
        const NvPartition *p = &nv_partitions[i];
        uint64_t size = nv_partition_size(p, image->size);
        NvFileResult result;
        NvVolumeInfo info;
        NvVolume v;

        if (!size) {
            continue;
        }
        result = nv_volume_open(&v, &image->disk, p->start, size);
        if (!result) {
            result = nv_volume_info(&v, &info);
        }
        if (result) {
            printf("%c: 0x%09" PRIx64 " 0x%09" PRIx64 " %s\n", p->letter,
                   p->start, size, nv_file_result_text(result));
        } else {
            printf("%c: 0x%09" PRIx64 " 0x%09" PRIx64 " 0x%09" PRIx64
                   " %5uK   0x%08x\n", p->letter, p->start, size,
                   info.free_clusters * info.cluster_size,
                   info.cluster_size / 1024, info.id);
        }
    }
    return EXIT_FINE;
}

static int command_list(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "IMAGE [PATH]", 1, 2,
        "Prints a directory of an image, be it a disk, a volume or a disc\n"
        "(XDVDFS, ISO 9660); of a whole disk without PATH the partitions.\n\n"
        "  nv-fatx list disk.img\n"
        "  nv-fatx list disk.img E:/UDATA\n"
        "  nv-fatx list game.iso media",
    };
    g_auto(NvPlace) place = { .image.fd = -1 };
    NvFileResult result;
    NvFileInfo info;
    NvFile f;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error)) {
        return EXIT_TROUBLE;
    }
    if (argc < 3) {
        if (!nv_image_open(&place.image, argv[1], false, error)) {
            return EXIT_TROUBLE;
        }
        if (nv_image_has_partitions(&place.image)) {
            return list_partitions(&place.image);
        }
        nv_place_close(&place);
    }
    if (!nv_place_open(&place, argv[1], argc < 3 ? "" : argv[2], false,
                       error)) {
        return EXIT_TROUBLE;
    }
    result = nv_file_open(&place.v, place.path, 0, 0, &f);
    if (!result && !(f.attributes & NV_FILE_ATTR_DIRECTORY)) {
        result = nv_file_info(&f, &info);
        if (!result) {
            print_entry(&info);
            return EXIT_FINE;
        }
    }
    return nv_place_fine(&place, result, error) ?
           list_directory(&place, &f, error) : EXIT_TROUBLE;
}

/* --- mkdir, rm --- */

static int command_mkdir(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "IMAGE PATH", 2, 2,
        "Makes a directory.\n\n"
        "  nv-fatx mkdir disk.img E:/Games",
    };
    uint64_t now = ((uint64_t)g_get_real_time() +
                    UINT64_C(11644473600000000)) * 10;
    g_auto(NvPlace) place = { .image.fd = -1 };
    NvFile f;

    if (nv_tool_parse(&argc, &argv, &usage, NULL, error) &&
        nv_place_open(&place, argv[1], argv[2], true, error)) {
        nv_place_fine(&place, nv_file_open(&place.v, place.path,
                                           NV_OPEN_CREATE | NV_OPEN_EXCLUSIVE |
                                           NV_OPEN_DIRECTORY, now, &f), error);
    }
    return EXIT_FINE;
}

static int command_rm(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "IMAGE PATH", 2, 2,
        "Removes a file or an empty directory.\n\n"
        "  nv-fatx rm disk.img E:/Games/old.xbe",
    };
    g_auto(NvPlace) place = { .image.fd = -1 };
    NvFileResult result;
    NvFile f;

    if (nv_tool_parse(&argc, &argv, &usage, NULL, error) &&
        nv_place_open(&place, argv[1], argv[2], true, error)) {
        result = nv_file_open(&place.v, place.path, 0, 0, &f);
        if (!result) {
            result = nv_file_remove(&f);
        }
        nv_place_fine(&place, result, error);
    }
    return EXIT_FINE;
}

/* --- check --- */

static void print_finding(void *opaque, const char *what, const char *name,
                          uint32_t cluster)
{
    g_autofree char *shown = g_strescape(name, NULL);

    printf("%s\"%s\" from cluster 0x%x: %s\n", (const char *)opaque, shown,
           cluster, what);
}

/* EXIT_DIFFERENT if it is damaged. */
static int check_volume(const NvDisk *disk, uint64_t start, uint64_t size,
                        const char *prefix)
{
    g_autofree uint32_t *work = NULL;
    NvFatxReport r = { 0 };
    NvFileResult result;
    NvVolume v;

    result = nv_volume_open(&v, disk, start, size);
    if (!result) {
        work = g_try_new(uint32_t, (gsize)v.clusters + 1);
        result = work ? nv_fatx_check(&v, work, &r, print_finding,
                                      (void *)prefix) : NV_FILE_DAMAGED;
    }
    printf("%s%s: %u files, %u directories, %u clusters used, %u lost\n",
           prefix, result ? nv_file_result_text(result) : "is sound", r.files,
           r.directories, r.used, r.lost);
    return result ? EXIT_DIFFERENT : EXIT_FINE;
}

static int command_check(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "IMAGE", 1, 1,
        "Looks at every chain and entry of all volumes.  Exit status 1: there\n"
        "is damage.  Lost clusters are no damage, only room.\n\n"
        "  nv-fatx check disk.img",
    };
    g_auto(NvPlace) place = { .image.fd = -1 };
    int status = EXIT_FINE;

    if (!nv_tool_parse(&argc, &argv, &usage, NULL, error) ||
        !nv_image_open(&place.image, argv[1], false, error)) {
        return EXIT_TROUBLE;
    }
    if (!nv_image_has_partitions(&place.image)) {
        const char *path = "";

        if (!nv_image_volume(&place.image, &path, &place.v, error)) {
            g_prefix_error(error, "%s: ", argv[1]);
            return EXIT_TROUBLE;
        }
        if (place.v.kind != NV_VOLUME_FATX) {
            g_set_error(error, NV_TOOL_ERROR, 0, "%s: it is a disc; only "
                        "FATX volumes are checked", argv[1]);
            return EXIT_TROUBLE;
        }
        return check_volume(&place.image.disk, 0, 0, "");
    }
    for (unsigned i = 0; i < NV_PARTITIONS; i++) {
        const NvPartition *p = &nv_partitions[i];
        uint64_t size = nv_partition_size(p, place.image.size);
        char prefix[] = { p->letter, ':', ' ', 0 };

        if (size && check_volume(&place.image.disk, p->start, size, prefix)) {
            status = EXIT_DIFFERENT;
        }
    }
    return status;
}

static const NvCommand commands[] = {
    { "make", "make an empty disk image", nv_fatx_make },
    { "list", "print partitions or a directory", command_list },
    { "put", "copy a file or a folder into an image", nv_fatx_put_command },
    { "get", "copy a file out of an image", nv_fatx_get_command },
    { "mkdir", "make a directory", command_mkdir },
    { "rm", "remove a file or an empty directory", command_rm },
    { "check", "look for damage", command_check },
    { NULL, NULL, NULL },
};

static const NvTool tool = {
    .name = "nv-fatx",
    .usage = "COMMAND ...",
    .about = "Disk images of the console.  Paths: E:/GAMES/a.xbe on a whole "
             "disk,\nGAMES/a.xbe on one volume or a disc.\n\n",
    .commands = commands,
};

int main(int argc, char **argv)
{
    return nv_tool_main(&tool, argc, argv);
}
