/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of disks, discs and programs of the console.
 *
 * The first bytes of a string choose a sound image or program and where to
 * change it; the others are what is written there.  Every operation must end
 * within a bound of sectors read; results do not matter.
 */
#include "fuzz/fuzz.h"

#include <glib.h>

#include "base/bits.h"
#include "unit/files/discs.h"
#include "unit/files/exercise.h"
#include "unit/files/program.h"

#define FATX_SIZE (200u << 10)

typedef struct Bytes {
    const uint8_t *at;
    size_t left;
} Bytes;

static const char *const names[] = {
    "a", "b", "d", "d/c", "d/e", "default.xbe", "media/a.txt", NULL
};

static uint8_t take8(Bytes *b)
{
    if (!b->left) {
        return 0;
    }
    b->left--;
    return *b->at++;
}

static uint32_t take32(Bytes *b)
{
    uint32_t v = take8(b);

    v |= (uint32_t)take8(b) << 8;
    v |= (uint32_t)take8(b) << 16;
    return v | (uint32_t)take8(b) << 24;
}

/* Up to @count changes of a byte or a word in [from, to) of @image. */
static void change(Bytes *in, uint8_t *image, uint32_t from, uint32_t to)
{
    unsigned count = take8(in) & 63;

    while (count-- && in->left) {
        uint8_t how = take8(in);
        uint32_t at = from + take32(in) % (to - from - 4);

        if (how & 1) {
            image[at] = take8(in);
        } else if (how & 2) {
            nv_st32(image + at, take32(in));
        } else if (how & 4) {
            nv_st16(image + at, 1 + take8(in));
        } else {
            nv_st32(image + (at & ~3u), take8(in));
        }
    }
}

static void fill_fatx(MemoryDisk *d, uint32_t cluster)
{
    uint8_t bytes[1500] = { 0 };
    NvVolume v;
    NvFile f;

    nv_fatx_format(&d->disk, 0, 0, 1, cluster);
    nv_volume_open(&v, &d->disk, 0, 0);
    for (unsigned i = 0; i < 5; i++) {
        uint32_t done;

        nv_file_open(&v, names[i], NV_OPEN_CREATE |
                     (i == 2 ? NV_OPEN_DIRECTORY : 0), 1, &f);
        nv_file_write(&f, 0, bytes, sizeof(bytes), 1, &done);
    }
}

static void fuzz_fatx(Bytes *in)
{
    MemoryDisk *d = memory_disk_new(FATX_SIZE, 512);
    uint32_t cluster = 512u << (take8(in) & 3);
    NvFatxLayout layout;

    fill_fatx(d, cluster);
    nv_fatx_layout(FATX_SIZE, cluster, &layout);
    change(in, d->bytes, 4096, layout.data_at + 2 * cluster);
    change(in, d->bytes, 8, 4096 + 64);
    exercise(d, names);
    memory_disk_free(d);
}

static void fuzz_disc(Bytes *in)
{
    MemoryDisk *d = memory_disk_new(DISC_SIZE, 512u << take8(in) % 3);
    uint8_t kind = take8(in);

    if (kind & 1) {
        disc_xdvdfs(d->bytes);
        change(in, d->bytes, 33 * DISC_SECTOR, 35 * DISC_SECTOR);
        change(in, d->bytes, 32 * DISC_SECTOR + 20, 32 * DISC_SECTOR + 28);
    } else {
        unsigned root = kind & 2 ? 22 : 20;

        disc_iso(d->bytes, kind & 2);
        change(in, d->bytes, root * DISC_SECTOR, root * DISC_SECTOR + 200);
        change(in, d->bytes, 16 * DISC_SECTOR, 23 * DISC_SECTOR);
    }
    exercise(d, names);
    memory_disk_free(d);
}

static void fuzz_xbe(Bytes *in)
{
    uint8_t *bytes = g_malloc(PROGRAM_SIZE);
    uint32_t size = PROGRAM_SIZE;
    NvXbe x;

    program_make(bytes);
    if (take8(in) & 1) {
        change(in, bytes, 0x100, 0x180);
    }
    change(in, bytes, 0x400, 0x480);
    change(in, bytes, 0, 0x600);
    if (take8(in) & 1) {
        size = take32(in) % PROGRAM_SIZE;
        bytes = g_realloc(bytes, size);
    }
    if (!nv_xbe_parse(&x, bytes, size, PROGRAM_SIZE) && size == PROGRAM_SIZE) {
        program_look(&x, bytes);
    }
    g_free(bytes);
}

void fuzz_input(const uint8_t *data, size_t size)
{
    static void (*const kinds[])(Bytes *in) = {
        fuzz_fatx, fuzz_fatx, fuzz_disc, fuzz_xbe,
    };
    Bytes in = { data, size };

    while (in.left) {
        kinds[take8(&in) & 3](&in);
    }
}
