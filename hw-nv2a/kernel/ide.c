/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The two drives: hard disk as master, DVD drive as slave.  The controller
 * moves what it can reach (ide-dma.c); the rest, and all that is short, goes
 * by programmed I/O and polling.  A drive that is not there, or does not
 * answer, is none; no wait is without an end.
 */
#include "ide.h"
#include "ports.h"

enum {
    IDENTIFY = 0xec, IDENTIFY_PACKET = 0xa1, PACKET = 0xa0,
    READ = 0x20, READ_EXT = 0x24, WRITE = 0x30, WRITE_EXT = 0x34,
    READ_DMA = 0xc8, READ_DMA_EXT = 0x25, WRITE_DMA = 0xca,
    WRITE_DMA_EXT = 0x35, FEATURE_DMA = 1,
    FLUSH = 0xe7, SCSI_TEST = 0x00, SCSI_CAPACITY = 0x25, SCSI_READ = 0x28,
    SECTOR = 512, DISC_SECTOR = 2048,
    MOST_SECTORS = IDE_DMA_MOST / SECTOR,
    MOST_DISC_SECTORS = IDE_DMA_MOST / DISC_SECTOR,
    WORDS_IDENTIFY = 256, TRIES = 4,
};
#define LBA28 (UINT64_C(1) << 28)

/* @mask of the status must become @wanted; false: not in time, or an error. */
static bool wait_status(uint8_t mask, uint8_t wanted)
{
    uint64_t end = KeQueryInterruptTime() + IDE_LIMIT_MS * 10000ull;
    uint8_t s;

    do {
        s = in8(IDE_COMMAND);
        if (!(s & IDE_BUSY) && s & (IDE_FAILED | IDE_FAULT)) {
            return false;
        }
        if ((s & (mask | IDE_BUSY)) == wanted) {
            return true;
        }
    } while (KeQueryInterruptTime() < end);
    return false;
}

/* Interrupts off: reading the other status takes the 400 ns it needs. */
static bool select_drive(uint8_t drive)
{
    out8(IDE_DRIVE, 0xe0 | drive << 4);
    for (unsigned i = 0; i < 4; i++) {
        in8(IDE_CONTROL);
    }
    return in8(IDE_COMMAND) != 0xff;
}

static bool identify(uint8_t drive, uint8_t command, uint16_t *words)
{
    if (!select_drive(drive)) {
        return false;
    }
    out8(IDE_COMMAND, command);
    if (!in8(IDE_COMMAND) || !wait_status(IDE_DATA_WAITS, IDE_DATA_WAITS)) {
        return false;
    }
    READ_PORT_BUFFER_USHORT(IDE_DATA, words, WORDS_IDENTIFY);
    return true;
}

/* --- hard disk --- */

/* By @dma, @write, more than 28 bits of address. */
static const uint8_t commands[2][2][2] = {
    { { READ, READ_EXT }, { WRITE, WRITE_EXT } },
    { { READ_DMA, READ_DMA_EXT }, { WRITE_DMA, WRITE_DMA_EXT } },
};

static void disk_command(uint64_t sector, uint32_t count, bool write, bool dma)
{
    bool wide = sector + count > LBA28;

    if (wide) {
        out8(IDE_COUNT, 0);
        out8(IDE_LBA_LOW, sector >> 24);
        out8(IDE_LBA_MID, sector >> 32);
        out8(IDE_LBA_HIGH, sector >> 40);
    } else {
        out8(IDE_DRIVE, 0xe0 | (sector >> 24 & 15));
    }
    out8(IDE_COUNT, count);
    out8(IDE_LBA_LOW, sector);
    out8(IDE_LBA_MID, sector >> 8);
    out8(IDE_LBA_HIGH, sector >> 16);
    out8(IDE_COMMAND, commands[dma][write][wide]);
}

static bool disk_part(uint64_t sector, uint32_t count, uint8_t *p, bool write)
{
    bool dma;

    if (!select_drive(0) || !wait_status(0, 0)) {
        return false;
    }
    dma = ide_dma_prepare(p, count * SECTOR, !write);
    disk_command(sector, count, write, dma);
    if (dma) {
        return ide_dma_run();
    }
    for (; count; count--, p += SECTOR) {
        if (!wait_status(IDE_DATA_WAITS, IDE_DATA_WAITS)) {
            return false;
        }
        if (write) {
            WRITE_PORT_BUFFER_USHORT(IDE_DATA, p, SECTOR / 2);
        } else {
            READ_PORT_BUFFER_USHORT(IDE_DATA, p, SECTOR / 2);
        }
    }
    return wait_status(0, 0);
}

static bool disk_transfer(uint64_t sector, uint32_t count, uint8_t *p,
                          bool write)
{
    while (count) {
        uint32_t n = count > MOST_SECTORS ? MOST_SECTORS : count;

        if (!disk_part(sector, n, p, write)) {
            return false;
        }
        sector += n;
        count -= n;
        p += n * SECTOR;
    }
    return true;
}

static bool disk_read(void *opaque, uint64_t sector, uint32_t count, void *to)
{
    return disk_transfer(sector, count, to, false);
}

static bool disk_write(void *opaque, uint64_t sector, uint32_t count,
                       const void *from)
{
    return disk_transfer(sector, count, (uint8_t *)from, true);
}

bool ide_flush(void)
{
    if (!select_drive(0)) {
        return false;
    }
    out8(IDE_COMMAND, FLUSH);
    return wait_status(0, 0);
}

bool ide_disk(NvDisk *disk)
{
    uint16_t words[WORDS_IDENTIFY];
    uint64_t sectors;

    out8(IDE_CONTROL, IDE_CONTROL_NO_INTERRUPT);
    if (!identify(0, IDENTIFY, words)) {
        return false;
    }
    sectors = words[60] | (uint32_t)words[61] << 16;
    if (words[83] & 0x400) {            /* 48-bit addresses */
        uint64_t more = words[100] | (uint64_t)words[101] << 16 |
                        (uint64_t)words[102] << 32;

        sectors = more ? more : sectors;
    }
    *disk = (NvDisk) { .sector_size = SECTOR, .sectors = sectors,
                       .read = disk_read, .write = disk_write };
    return sectors != 0;
}

/* --- DVD drive --- */

static bool packet_begin(const uint8_t command[12], uint8_t features)
{
    out8(IDE_ERROR, features);
    out8(IDE_LBA_MID, DISC_SECTOR & 0xff);
    out8(IDE_LBA_HIGH, DISC_SECTOR >> 8);
    out8(IDE_COMMAND, PACKET);
    if (!wait_status(IDE_DATA_WAITS, IDE_DATA_WAITS)) {
        return false;
    }
    WRITE_PORT_BUFFER_USHORT(IDE_DATA, command, 6);
    return true;
}

/* As much as the drive has, at most @size bytes; *@got how much it was. */
static bool packet(const uint8_t command[12], uint8_t *to, uint32_t size,
                   uint32_t *got)
{
    *got = 0;
    if (!select_drive(1) || !wait_status(0, 0) || !packet_begin(command, 0)) {
        return false;
    }
    for (;;) {
        uint32_t n;

        if (!wait_status(0, 0)) {
            return false;
        }
        if (!(in8(IDE_COMMAND) & IDE_DATA_WAITS)) {
            return true;
        }
        n = in8(IDE_LBA_MID) | in8(IDE_LBA_HIGH) << 8;
        n = (n + 1) & ~1u;
        if (!n || n > size - *got) {
            return false;
        }
        READ_PORT_BUFFER_USHORT(IDE_DATA, to + *got, n / 2);
        *got += n;
    }
}

/* All of @size bytes. */
static bool packet_whole(const uint8_t command[12], uint8_t *to, uint32_t size)
{
    uint32_t got;

    if (!select_drive(1) || !wait_status(0, 0)) {
        return false;
    }
    if (!ide_dma_prepare(to, size, true)) {
        return packet(command, to, size, &got) && got == size;
    }
    if (!packet_begin(command, FEATURE_DMA)) {
        out8(IDE_CONTROL, IDE_CONTROL_NO_INTERRUPT);
        return false;
    }
    return ide_dma_run();
}

static bool disc_read(void *opaque, uint64_t sector, uint32_t count, void *to)
{
    uint8_t *p = to;

    while (count) {
        uint32_t n = count > MOST_DISC_SECTORS ? MOST_DISC_SECTORS : count;
        uint8_t command[12] = {
            SCSI_READ, 0, sector >> 24, sector >> 16, sector >> 8, sector, 0,
            0, n,
        };

        if (!packet_whole(command, p, n * DISC_SECTOR)) {
            return false;
        }
        sector += n;
        count -= n;
        p += n * DISC_SECTOR;
    }
    return true;
}

static uint32_t big(const uint8_t *p)
{
    return p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
}

/* The first commands after a change of the disc say so and fail. */
bool ide_disc(NvDisk *disc)
{
    static const uint8_t test[12] = { SCSI_TEST };
    static const uint8_t capacity[12] = { SCSI_CAPACITY };
    uint16_t words[WORDS_IDENTIFY];
    uint8_t answer[8];
    uint32_t got;

    out8(IDE_CONTROL, IDE_CONTROL_NO_INTERRUPT);
    if (!identify(1, IDENTIFY_PACKET, words)) {
        return false;
    }
    for (unsigned i = 0; i < TRIES; i++) {
        if (packet(test, answer, 0, &got)) {
            break;
        }
    }
    for (unsigned i = 0; i < TRIES; i++) {
        if (packet(capacity, answer, sizeof(answer), &got) && got == 8) {
            *disc = (NvDisk) {
                .sector_size = DISC_SECTOR, .read = disc_read,
                .sectors = (uint64_t)big(answer) + 1,
            };
            return big(answer + 4) == DISC_SECTOR;
        }
    }
    return false;
}
