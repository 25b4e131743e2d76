/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nv-fatx make: a disk image. */
#include "tools/nv-fatx/nv-fatx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/fatx.h"
#include "tools/command.h"

#define LEAST (1u << 20)
#define MOST (UINT64_C(1) << 42)

/* "10G", "512M", "16384K" or bytes. */
static bool take_size(const char *option, const char *text, uint64_t *to,
                      GError **error)
{
    static const char units[] = "KMGT";
    const char *unit;
    char *end;
    double v;

    if (!text) {
        return true;
    }
    v = g_ascii_strtod(text, &end);
    unit = *end ? strchr(units, g_ascii_toupper(*end)) : NULL;
    if (end == text || (*end && (!unit || end[1])) || !(v >= 0 && v < 1e13)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--%s %s: a size like 8G, 512M "
                    "or 16K is needed", option, text);
        return false;
    }
    if (unit) {
        v *= (double)(UINT64_C(1) << (10 * (unit - units + 1)));
    }
    if (v > MOST) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--%s %s: the most is 4T",
                    option, text);
        return false;
    }
    *to = v;
    return true;
}

static bool make_volume(NvImageFile *image, const NvPartition *p,
                        uint64_t size, uint32_t cluster, GError **error)
{
    NvFileResult result;

    if (!cluster) {
        cluster = nv_partition_cluster(size);
    }
    result = nv_fatx_format(&image->disk, p ? p->start : 0, size,
                            p ? p->letter * 0x01010101u : 0x4e560001,
                            cluster);
    if (result == NV_FILE_UNKNOWN_FORMAT) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%" G_GUINT64_FORMAT " bytes in "
                    "clusters of %u make no volume; clusters are powers of "
                    "two from 512 to 64K", size, cluster);
    } else if (result) {
        g_set_error(error, NV_TOOL_ERROR, 0, "the image %s",
                    nv_file_result_text(result));
    }
    return !result;
}

static bool make_partitions(NvImageFile *image, uint32_t cluster,
                            GError **error)
{
    /* The free BIOS takes this as the sign of the console's disk (emu). */
    uint8_t mark[512] = "BRFR";

    for (unsigned i = 0; i < NV_PARTITIONS; i++) {
        const NvPartition *p = &nv_partitions[i];
        uint64_t size = nv_partition_size(p, image->size);

        if (!size) {
            continue;
        }
        if (!make_volume(image, p, size, cluster, error)) {
            return false;
        }
        printf("%c: %7.1f MiB  %s\n", p->letter, size / 1048576.0, p->use);
    }
    return image->disk.write(image, 3, 1, mark);
}

static bool check_size(const char *text, uint64_t size, bool one,
                       GError **error)
{
    uint64_t least = one ? LEAST : NV_DISK_SIZE;

    if (size < least) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--size %s: %s has at least "
                    "%.1f MiB", text, one ? "a volume" : "the console's disk",
                    least / 1048576.0);
        return false;
    }
    return true;
}

int nv_fatx_make(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "IMAGE", 1, 1,
        "Makes an empty disk image, which takes room on the host only as it\n"
        "fills: a whole disk with the console's partitions, or one volume.\n\n"
        "  nv-fatx make disk.img\n"
        "  nv-fatx make --size 20G disk.img\n"
        "  nv-fatx make --volume --size 8M unit.img",
    };
    g_autofree char *size_text = NULL;
    g_autofree char *cluster_text = NULL;
    gboolean one = FALSE;
    const GOptionEntry entries[] = {
        { "size", 's', 0, G_OPTION_ARG_STRING, &size_text,
          "Of the image (the console's 7.5 GiB; a volume's 8M)", "SIZE" },
        { "volume", 0, 0, G_OPTION_ARG_NONE, &one,
          "One volume, as on a memory unit, no partitions", NULL },
        { "cluster", 0, 0, G_OPTION_ARG_STRING, &cluster_text,
          "What files grow by (16K)", "SIZE" },
        { NULL }
    };
    uint64_t size, cluster = 0;
    NvImageFile image = { .fd = -1 };
    bool fine;

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    size = one ? 8 << 20 : NV_DISK_SIZE;
    if (!take_size("size", size_text, &size, error) ||
        !take_size("cluster", cluster_text, &cluster, error) ||
        !check_size(size_text, size, one, error) ||
        !nv_image_create(&image, argv[1], size & ~UINT64_C(511), error)) {
        return EXIT_TROUBLE;
    }
    cluster = MIN(cluster, UINT32_MAX);
    fine = one ? make_volume(&image, NULL, image.size, cluster, error) :
           make_partitions(&image, cluster, error);
    nv_image_close(&image);
    if (!fine) {
        unlink(argv[1]);
        if (error && !*error) {
            g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\" cannot be written",
                        argv[1]);
        }
    }
    return EXIT_FINE;
}
