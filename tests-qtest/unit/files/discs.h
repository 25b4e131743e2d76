/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small discs made by hand, for tests and fuzzers. */
#ifndef NV_TESTS_DISCS_H
#define NV_TESTS_DISCS_H

#include <string.h>

#include "base/bits.h"

#define DISC_SECTOR 2048u
#define DISC_SIZE (48 * DISC_SECTOR)
#define DISC_TEXT "This is a file of a disc.\n"

static inline uint8_t *disc_sector(uint8_t *disc, unsigned n)
{
    return disc + n * DISC_SECTOR;
}

/* --- XDVDFS --- */

static inline void xdvdfs_entry(uint8_t *e, unsigned sector, unsigned size,
                                unsigned attributes, const char *name)
{
    nv_st32(e + 4, sector);
    nv_st32(e + 8, size);
    e[12] = attributes;
    e[13] = strlen(name);
    memcpy(e + 14, name, strlen(name));
}

/* /default.xbe and /media/a.txt, which are sectors 40 and 41. */
static inline void disc_xdvdfs(uint8_t *disc)
{
    static const char magic[] = "MICROSOFT*XBOX*MEDIA";
    uint8_t *d = disc_sector(disc, 32), *root = disc_sector(disc, 33);
    uint8_t *media = disc_sector(disc, 34);

    memset(disc, 0, DISC_SIZE);
    memcpy(d, magic, 20);
    nv_st32(d + 20, 33);
    nv_st32(d + 24, DISC_SECTOR);
    memcpy(d + 0x7ec, magic, 20);
    memset(root, 0xff, 2 * DISC_SECTOR);
    xdvdfs_entry(root, 40, 3000, 0x20, "default.xbe");
    nv_st16(root, 0);
    nv_st16(root + 2, 28 / 4);
    xdvdfs_entry(root + 28, 34, DISC_SECTOR, 0x10, "Media");
    nv_st32(root + 28, 0);
    xdvdfs_entry(media, 42, strlen(DISC_TEXT), 0x20, "a.txt");
    nv_st32(media, 0);
    memset(disc_sector(disc, 40), 0x5a, 3000);
    memcpy(disc_sector(disc, 42), DISC_TEXT, strlen(DISC_TEXT));
}

/* --- ISO 9660 --- */

/* Bytes of the record. */
static inline unsigned iso_record(uint8_t *r, unsigned sector, unsigned size,
                                  bool directory, const void *name,
                                  unsigned length)
{
    static const uint8_t when[7] = { 126, 1, 2, 3, 4, 6, 0 };

    r[0] = (33 + length + 1) & ~1u;
    nv_st32(r + 2, sector);
    nv_st32(r + 10, size);
    memcpy(r + 18, when, sizeof(when));
    r[25] = directory ? 2 : 0;
    r[32] = length;
    memcpy(r + 33, name, length);
    return r[0];
}

static inline void iso_descriptor(uint8_t *d, unsigned type, unsigned root)
{
    d[0] = type;
    memcpy(d + 1, "CD001\1", 6);
    nv_st16(d + 128, DISC_SECTOR);
    iso_record(d + 156, root, DISC_SECTOR, true, "", 1);
}

static inline unsigned iso_dots(uint8_t *dir, unsigned sector)
{
    unsigned n = iso_record(dir, sector, DISC_SECTOR, true, "\0", 1);

    return n + iso_record(dir + n, sector, DISC_SECTOR, true, "\1", 1);
}

/* /DEFAULT.XBE;1, /MEDIA/A.TXT;1, /README.; with @joliet other names. */
static inline void disc_iso(uint8_t *disc, bool joliet)
{
    static const uint8_t wide[] = {
        0, 'L', 0, 'o', 0, 'n', 0, 'g', 0, ' ', 0, 0xe4, 0x20, 0xac,
    };
    uint8_t *root = disc_sector(disc, 20), *media = disc_sector(disc, 21);
    unsigned n;

    memset(disc, 0, DISC_SIZE);
    iso_descriptor(disc_sector(disc, 16), 1, 20);
    iso_descriptor(disc_sector(disc, 17), 255, 20);
    if (joliet) {
        iso_descriptor(disc_sector(disc, 17), 2, 22);
        memcpy(disc_sector(disc, 17) + 88, "%/E", 3);
        iso_descriptor(disc_sector(disc, 18), 255, 20);
        n = iso_dots(disc_sector(disc, 22), 22);
        iso_record(disc_sector(disc, 22) + n, 42, strlen(DISC_TEXT), false,
                   wide, sizeof(wide));
    }
    n = iso_dots(root, 20);
    n += iso_record(root + n, 40, 3000, false, "DEFAULT.XBE;1", 13);
    n += iso_record(root + n, 21, DISC_SECTOR, true, "MEDIA", 5);
    iso_record(root + n, 42, strlen(DISC_TEXT), false, "README.", 7);
    n = iso_dots(media, 21);
    iso_record(media + n, 42, strlen(DISC_TEXT), false, "A.TXT;1", 7);
    memset(disc_sector(disc, 40), 0x5a, 3000);
    memcpy(disc_sector(disc, 42), DISC_TEXT, strlen(DISC_TEXT));
}

#endif
