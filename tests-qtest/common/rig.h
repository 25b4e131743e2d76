/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A rig for tests and fuzzers: a card in a machine that is an array of bytes,
 * with a clock that moves when told, and a ready DMA channel.
 */
#ifndef NV_TESTS_RIG_H
#define NV_TESTS_RIG_H

#include "common/channel.h"
#include "nv2a/card.h"

#define RIG_RAM_SIZE CHANNEL_RAM_SIZE

typedef struct Rig {
    NvCard *card;
    uint8_t *ram;
    int64_t now;                    /* ns */
    int64_t deadline[NV_TIMERS];    /* -1 = off */
    bool irq;
    bool work;                      /* the card asked to be pumped */
    unsigned run_words;             /* as a host gives the card */
    bool quiet;                     /* traces are not printed */
    unsigned guest_errors;
    char *last_error;
    GString *heard;                 /* all lines about errors, ended by \n */
    /* The last picture of the debugger, and the name it shall have. */
    char *picture_file;
    uint32_t picture_size[2], *picture;
    uint8_t *written;               /* a bit a page of VRAM, or NULL */
    Channel channel;                /* for rig_channel() and what follows */
} Rig;

/* @chip "nv20"...; VRAM of @vram bytes.  Aborts on failure. */
Rig *rig_new(const char *chip, uint32_t vram, const char *raster,
             const char *raster_arg);
Rig *rig_new_card(const NvCardConfig *config);
/* The same in a machine that knows which pages of VRAM were written. */
Rig *rig_new_knowing(const NvCardConfig *config);
/* The test wrote VRAM. */
void rig_wrote_vram(Rig *rig, uint32_t offset, uint32_t len);
void rig_free(Rig *rig);
/* All that is saved of both cards, and how many methods they took. */
void rig_assert_same(Rig *one, Rig *other);

/* @count floats in guest memory, as a little-endian guest has them. */
void rig_ram_floats(Rig *rig, uint32_t addr, const float *v, unsigned count);

uint32_t rig_read(Rig *rig, uint32_t offset);
void rig_write(Rig *rig, uint32_t offset, uint32_t value);

/* Advance the clock by @ns, firing timers at their deadlines. */
void rig_advance(Rig *rig, int64_t ns);

/* What channel.h does, with failures fatal. */
static inline uint32_t rig_ramin_read(Rig *rig, uint32_t addr)
{
    return channel_ramin_read(&rig->channel, addr);
}

static inline void rig_ramin_write(Rig *rig, uint32_t addr, uint32_t value)
{
    channel_ramin_write(&rig->channel, addr, value);
}

static inline void rig_channel(Rig *rig, uint16_t class)
{
    g_assert_true(channel_open(&rig->channel, class));
}

static inline void rig_push(Rig *rig, uint32_t word)
{
    channel_push(&rig->channel, word);
}

static inline void rig_method(Rig *rig, uint32_t mthd, uint32_t data)
{
    channel_method(&rig->channel, mthd, data);
}

static inline void rig_methods(Rig *rig, uint32_t mthd, const uint32_t *data,
                               unsigned count)
{
    channel_methods(&rig->channel, mthd, data, count);
}

static inline bool rig_kick(Rig *rig)
{
    return channel_kick(&rig->channel);
}

static inline uint32_t rig_take_error(Rig *rig, uint32_t *nsource)
{
    return channel_take_error(&rig->channel, nsource);
}

static inline uint32_t rig_surface(Rig *rig, unsigned width, unsigned height)
{
    uint32_t pitch = channel_surface(&rig->channel, width, height);

    g_assert_cmpuint(pitch, >, 0);
    return pitch;
}

static inline uint32_t rig_pixel(Rig *rig, unsigned x, unsigned y)
{
    return channel_pixel(&rig->channel, x, y);
}

static inline void rig_passthrough_program(Rig *rig)
{
    g_assert_true(channel_passthrough_program(&rig->channel));
}

#endif
