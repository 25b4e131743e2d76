/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A ready DMA channel on a card that is reached by callbacks: the same set-up
 * serves a card in an array of bytes (rig.h) and one in QEMU.
 */
#ifndef NV_TESTS_CHANNEL_H
#define NV_TESTS_CHANNEL_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHANNEL_RAM_SIZE (1u << 20)     /* guest memory the channel reaches */
#define CHANNEL_PUSH_BASE 0x10000u      /* push buffer in guest memory */
#define CHANNEL_PUSH_SIZE 0x40000u
#define CHANNEL_NOTIFY 0x1000u          /* guest address of the notifier */
#define CHANNEL_FENCE 0x2000u           /* and of the fence page */

/* RAMIN addresses of what channel_open() sets up. */
enum {
    CHANNEL_RAMHT = 0x10000,            /* 4 KiB */
    CHANNEL_RAMFC = 0x11000,            /* 64 bytes a channel; not on NV40 */
    CHANNEL_DMA_PUSH = 0x12000,         /* the push buffer */
    CHANNEL_DMA_RAM = 0x12010,          /* guest memory, read and write */
    CHANNEL_DMA_VRAM = 0x12020,         /* all of VRAM but the last megabyte */
    CHANNEL_DMA_NOTIFY = 0x12030,       /* 256 bytes at CHANNEL_NOTIFY */
    CHANNEL_DMA_FENCE = 0x12040,        /* 4 KiB at CHANNEL_FENCE */
    CHANNEL_OBJ_3D = 0x12100,           /* the 3D object, on subchannel 0 */
    CHANNEL_FRAGMENT = 0x1ff000,        /* VRAM: Curie's program for pixels */
    CHANNEL_RAMFC_CURIE = 0x20000,      /* NV40's: 128 bytes a channel */
    CHANNEL_IMAGES = 0x30000,           /* and each one's state of PGRAPH */
    CHANNEL_IMAGE_SIZE = 0x8000,
};

/* Handles in RAMHT: 0x1000 + (RAMIN address >> 4 & 0xff). */
#define CHANNEL_HANDLE(instance) (0x1000u + (((instance) >> 4) & 0xff))

/* How the card and its machine are reached. */
typedef struct ChannelOps {
    uint32_t (*read)(void *machine, uint32_t reg);
    void (*write)(void *machine, uint32_t reg, uint32_t value);
    /* One little-endian word of guest memory. */
    void (*ram_write)(void *machine, uint32_t addr, uint32_t word);
    uint32_t (*vram_read)(void *machine, uint32_t offset);
    void (*vram_write)(void *machine, uint32_t offset, uint32_t word);
    /* Give the card time until nothing moves. */
    void (*settle)(void *machine);
    /* Until what is drawn is in VRAM; NULL: a read of VRAM waits for it. */
    void (*flush)(void *machine);
} ChannelOps;

typedef struct Channel {
    const ChannelOps *ops;
    void *machine;
    uint32_t vram_size;
    uint32_t put;                       /* byte offset in the push buffer */
    bool curie;                         /* PFIFO is NV40's */
    bool celsius;                       /* the object's class */
    uint32_t pitch;                     /* bytes, of channel_surface() */
} Channel;

/* Instance memory through PRAMIN. */
uint32_t channel_ramin_read(Channel *ch, uint32_t addr);
void channel_ramin_write(Channel *ch, uint32_t addr, uint32_t value);
/*
 * Behind channel_open(), of any channel: enter @handle into RAMHT; an entry of
 * RAMFC, to start where the push buffer does.
 */
void channel_ramht(Channel *ch, unsigned chid, uint32_t handle,
                   uint32_t instance, unsigned engine);
void channel_ramfc(Channel *ch, unsigned chid);
/*
 * Bring the card up as a driver does: RAMHT, RAMFC, DMA objects, channel 0
 * with a push buffer, a 3D object of class @class on subchannel 0, all DMA
 * methods bound, error checks of PGRAPH enabled.  False if it did not take
 * the first methods.
 */
bool channel_open(Channel *ch, uint16_t class);

/* Of the classes of Celsius, whose methods are elsewhere. */
bool channel_is_celsius(uint16_t class);

/*
 * Append a word to the push buffer.  When it is full it wraps by a jump, also
 * in the middle of a packet: channel_methods() keeps packets whole.
 */
void channel_push(Channel *ch, uint32_t word);
/* @count words to increasing methods of subchannel 0. */
void channel_methods(Channel *ch, uint32_t mthd, const uint32_t *data,
                     unsigned count);
void channel_method(Channel *ch, uint32_t mthd, uint32_t data);
/* Kick and let the card work until nothing moves.  True if GET met PUT. */
bool channel_kick(Channel *ch);

/* PGRAPH error state since the last call: INTR, and clears and resumes. */
uint32_t channel_take_error(Channel *ch, uint32_t *nsource);

/*
 * A @width x @height A8R8G8B8 colour surface at VRAM 0 and Z24S8 behind it,
 * window clip open, no tests, blending off, depth range 0..2^24-1.
 * Returns VRAM bytes from line to line; 0 on an error.
 */
uint32_t channel_surface(Channel *ch, unsigned width, unsigned height);
/* The pixel of that surface. */
uint32_t channel_pixel(Channel *ch, unsigned x, unsigned y);
/*
 * A program that copies v0 to HPOS, v3 to COL0, v9 to TEX0; mode set.  Celsius
 * has none: its matrix and viewport do it.
 */
bool channel_passthrough_program(Channel *ch);
/* Begin a primitive of colour @argb; its vertices, at depth 0; its end. */
void channel_begin(Channel *ch, unsigned primitive, uint32_t argb);
void channel_vertex(Channel *ch, float x, float y);
void channel_end(Channel *ch);
/* One primitive of @count vertices x y at depth 0 with colour @argb. */
void channel_draw(Channel *ch, unsigned primitive, const float (*xy)[2],
                  unsigned count, uint32_t argb);

#endif
