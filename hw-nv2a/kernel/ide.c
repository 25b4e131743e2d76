/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The two drives: hard disk as master, DVD drive as slave, by programmed I/O
 * and polling.  A drive that is not there, or does not answer, is none; no
 * wait is without an end.
 */
#include "device.h"
#include "ports.h"

enum {
    DATA = 0x1f0, ERROR = 0x1f1, COUNT = 0x1f2, LBA_LOW = 0x1f3,
    LBA_MID = 0x1f4, LBA_HIGH = 0x1f5, DRIVE = 0x1f6, COMMAND = 0x1f7,
    CONTROL = 0x3f6, CONTROL_NO_INTERRUPT = 2,
    BUSY = 0x80, DATA_WAITS = 0x08, FAILED = 0x01, FAULT = 0x20,
    IDENTIFY = 0xec, IDENTIFY_PACKET = 0xa1, PACKET = 0xa0,
    READ = 0x20, READ_EXT = 0x24, WRITE = 0x30, WRITE_EXT = 0x34,
    FLUSH = 0xe7, SCSI_TEST = 0x00, SCSI_CAPACITY = 0x25, SCSI_READ = 0x28,
    SECTOR = 512, DISC_SECTOR = 2048, MOST_SECTORS = 128,
    WORDS_IDENTIFY = 256, TRIES = 4,
};
#define LIMIT_MS 10000u
#define LBA28 (UINT64_C(1) << 28)

/* @mask of the status must become @wanted; false: not in time, or an error. */
static bool wait_status(uint8_t mask, uint8_t wanted)
{
    uint64_t end = KeQueryInterruptTime() + LIMIT_MS * 10000ull;
    uint8_t s;

    do {
        s = in8(COMMAND);
        if (!(s & BUSY) && s & (FAILED | FAULT)) {
            return false;
        }
        if ((s & (mask | BUSY)) == wanted) {
            return true;
        }
    } while (KeQueryInterruptTime() < end);
    return false;
}

/* Interrupts off: reading the other status takes the 400 ns it needs. */
static bool select_drive(uint8_t drive)
{
    out8(DRIVE, 0xe0 | drive << 4);
    for (unsigned i = 0; i < 4; i++) {
        in8(CONTROL);
    }
    return in8(COMMAND) != 0xff;
}

static bool identify(uint8_t drive, uint8_t command, uint16_t *words)
{
    if (!select_drive(drive)) {
        return false;
    }
    out8(COMMAND, command);
    if (!in8(COMMAND) || !wait_status(DATA_WAITS, DATA_WAITS)) {
        return false;
    }
    READ_PORT_BUFFER_USHORT(DATA, words, WORDS_IDENTIFY);
    return true;
}

/* --- hard disk --- */

static void disk_command(uint64_t sector, uint32_t count, bool write)
{
    bool wide = sector + count > LBA28;

    if (wide) {
        out8(COUNT, 0);
        out8(LBA_LOW, sector >> 24);
        out8(LBA_MID, sector >> 32);
        out8(LBA_HIGH, sector >> 40);
    } else {
        out8(DRIVE, 0xe0 | (sector >> 24 & 15));
    }
    out8(COUNT, count);
    out8(LBA_LOW, sector);
    out8(LBA_MID, sector >> 8);
    out8(LBA_HIGH, sector >> 16);
    out8(COMMAND, write ? (wide ? WRITE_EXT : WRITE) :
                          (wide ? READ_EXT : READ));
}

static bool disk_part(uint64_t sector, uint32_t count, uint8_t *p, bool write)
{
    if (!select_drive(0) || !wait_status(0, 0)) {
        return false;
    }
    disk_command(sector, count, write);
    for (; count; count--, p += SECTOR) {
        if (!wait_status(DATA_WAITS, DATA_WAITS)) {
            return false;
        }
        if (write) {
            WRITE_PORT_BUFFER_USHORT(DATA, p, SECTOR / 2);
        } else {
            READ_PORT_BUFFER_USHORT(DATA, p, SECTOR / 2);
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
    out8(COMMAND, FLUSH);
    return wait_status(0, 0);
}

bool ide_disk(NvDisk *disk)
{
    uint16_t words[WORDS_IDENTIFY];
    uint64_t sectors;

    out8(CONTROL, CONTROL_NO_INTERRUPT);
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

/* As much as the drive has, at most @size bytes; *@got how much it was. */
static bool packet(const uint8_t command[12], uint8_t *to, uint32_t size,
                   uint32_t *got)
{
    *got = 0;
    if (!select_drive(1) || !wait_status(0, 0)) {
        return false;
    }
    out8(ERROR, 0);
    out8(LBA_MID, DISC_SECTOR & 0xff);
    out8(LBA_HIGH, DISC_SECTOR >> 8);
    out8(COMMAND, PACKET);
    if (!wait_status(DATA_WAITS, DATA_WAITS)) {
        return false;
    }
    WRITE_PORT_BUFFER_USHORT(DATA, command, 6);
    for (;;) {
        uint32_t n;

        if (!wait_status(0, 0)) {
            return false;
        }
        if (!(in8(COMMAND) & DATA_WAITS)) {
            return true;
        }
        n = in8(LBA_MID) | in8(LBA_HIGH) << 8;
        n = (n + 1) & ~1u;
        if (!n || n > size - *got) {
            return false;
        }
        READ_PORT_BUFFER_USHORT(DATA, to + *got, n / 2);
        *got += n;
    }
}

static bool disc_read(void *opaque, uint64_t sector, uint32_t count, void *to)
{
    uint8_t *p = to;
    uint32_t got;

    while (count) {
        uint32_t n = count > 16 ? 16 : count;
        uint8_t command[12] = {
            SCSI_READ, 0, sector >> 24, sector >> 16, sector >> 8, sector, 0,
            0, n,
        };

        if (!packet(command, p, n * DISC_SECTOR, &got) ||
            got != n * DISC_SECTOR) {
            return false;
        }
        sector += n;
        count -= n;
        p += got;
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

    out8(CONTROL, CONTROL_NO_INTERRUPT);
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
