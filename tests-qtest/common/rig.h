/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A rig for tests and fuzzers: a card in a machine that is an array of bytes,
 * with a clock that moves when told, and a ready DMA channel.
 */
#ifndef NV_TESTS_RIG_H
#define NV_TESTS_RIG_H

#include "nv2a/card.h"

#define RIG_RAM_SIZE (1u << 20)     /* guest memory, from address 0 */
#define RIG_PUSH_BASE 0x10000u      /* push buffer in guest memory */
#define RIG_PUSH_SIZE 0x40000u

/* RAMIN addresses of what rig_channel() sets up. */
enum {
    RIG_RAMHT = 0x10000,            /* 4 KiB */
    RIG_RAMFC = 0x11000,
    RIG_DMA_PUSH = 0x12000,         /* the push buffer */
    RIG_DMA_RAM = 0x12010,          /* guest memory, read and write */
    RIG_DMA_VRAM = 0x12020,         /* all of VRAM but the last megabyte */
    RIG_DMA_NOTIFY = 0x12030,       /* 256 bytes at guest address 0x1000 */
    RIG_DMA_FENCE = 0x12040,        /* 4 KiB at guest address 0x2000 */
    RIG_OBJ_3D = 0x12100,           /* the 3D object, bound to subchannel 0 */
};

/* Handles in RAMHT: 0x1000 + (RAMIN address >> 4 & 0xff). */
#define RIG_HANDLE(instance) (0x1000u + (((instance) >> 4) & 0xff))

typedef struct Rig {
    NvCard *card;
    uint8_t *ram;
    int64_t now;                    /* ns */
    int64_t deadline[NV_TIMERS];    /* -1 = off */
    bool irq;
    bool work;                      /* the card asked to be pumped */
    unsigned guest_errors;
    char *last_error;
    uint32_t put;                   /* byte offset in the push buffer */
} Rig;

/* @chip "nv20"...; VRAM of @vram bytes.  Aborts on failure. */
Rig *rig_new(const char *chip, uint32_t vram, const char *raster,
             const char *raster_arg);
void rig_free(Rig *rig);

uint32_t rig_read(Rig *rig, uint32_t offset);
void rig_write(Rig *rig, uint32_t offset, uint32_t value);
/* Instance memory through PRAMIN. */
uint32_t rig_ramin_read(Rig *rig, uint32_t addr);
void rig_ramin_write(Rig *rig, uint32_t addr, uint32_t value);

/* Advance the clock by @ns, firing timers at their deadlines. */
void rig_advance(Rig *rig, int64_t ns);

/* Enter @handle for channel 0 into RAMHT. */
void rig_ramht(Rig *rig, uint32_t handle, uint32_t instance, unsigned engine);
/*
 * Bring the card up as a driver does: RAMHT, RAMFC, DMA objects, channel 0
 * with a push buffer, a 3D object of class @class on subchannel 0, all DMA
 * methods bound, error checks of PGRAPH enabled.
 */
void rig_channel(Rig *rig, uint16_t class);

/* Append words to the push buffer (it wraps by a jump when full). */
void rig_push(Rig *rig, uint32_t word);
/* One method with one word on subchannel 0. */
void rig_method(Rig *rig, uint32_t mthd, uint32_t data);
/* The same with @count words to increasing methods. */
void rig_methods(Rig *rig, uint32_t mthd, const uint32_t *data,
                 unsigned count);
/* Kick and pump until nothing moves.  True if GET reached PUT. */
bool rig_kick(Rig *rig);

/* PGRAPH error state since the last call: INTR, and clears and resumes. */
uint32_t rig_take_error(Rig *rig, uint32_t *nsource);

/*
 * A @width x @height A8R8G8B8 colour surface at VRAM 0 and Z24S8 behind it,
 * window clip open, no tests, blending off, depth range 0..2^24-1.
 * Returns VRAM bytes from line to line.
 */
uint32_t rig_surface(Rig *rig, unsigned width, unsigned height);
/* The pixel of that surface. */
uint32_t rig_pixel(Rig *rig, unsigned x, unsigned y);
/* A program that copies v0 to HPOS, v3 to COL0, v9 to TEX0; mode set. */
void rig_passthrough_program(Rig *rig);

#endif
