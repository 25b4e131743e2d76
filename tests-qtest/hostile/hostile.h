/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Inputs of a guest that wants to hold its host, and how long a single call
 * into the card lasts while they run.  A row is a card, what it is given, and
 * a name; nv-hostile measures every call, prints the longest of each row.
 */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include "common/rig.h"

typedef struct Hostile {
    const char *name;           /* "2d/blit-rop" */
    const char *chip;           /* NULL: nv35 */
    uint32_t vram;              /* bytes; 0: 128 MiB */
    uint16_t class;             /* the 3D object's; 0: of the chip's own */
    /* A channel is open.  State that stays; on errors the row fails. */
    void (*set_up)(Rig *rig);
    /*
     * Work, pushed and kicked (rig_kick(), which returns when all is done or
     * the row's time is over); called again and again.
     */
    void (*work)(Rig *rig);
    bool refused;               /* the card is to complain */
    bool library;               /* calls rig->card, which QEMU's has not */
    /*
     * Only with a clock: without one a fragment's program is done in one go,
     * which takes some 30 ms here.
     */
    bool clock;
} Hostile;

/* Tables, each ends with a row without a name. */
extern const Hostile hostile_2d[], hostile_3d[], hostile_celsius[],
                     hostile_curie[], hostile_fifo[], hostile_texture[];
/* All of them, ended by NULL. */
extern const Hostile *const hostile_tables[];

/* The chip of a row, and the class of its 3D object. */
const char *hostile_chip(const Hostile *h);
uint16_t hostile_class(const Hostile *h);
uint32_t hostile_vram(const Hostile *h);

/*
 * What is not pushed, kicked or a register: calls into rig->card between
 * these two are measured as one, and named @what if they are the longest.
 */
void hostile_begin(void);
void hostile_end(const char *what);

/* A register of the card, wherever that is. */
static inline uint32_t hostile_read(Rig *rig, uint32_t reg)
{
    return rig->channel.ops->read(rig->channel.machine, reg);
}

static inline void hostile_write(Rig *rig, uint32_t reg, uint32_t value)
{
    rig->channel.ops->write(rig->channel.machine, reg, value);
}

/* A method of subchannel @subc; 0 is the 3D object's. */
static inline void hostile_send(Rig *rig, unsigned subc, uint32_t mthd,
                                uint32_t data)
{
    channel_methods(&rig->channel, subc << 13 | mthd, &data, 1);
}

#define HOSTILE_OBJECT(slot) (CHANNEL_OBJ_3D + 0x10 * (1 + (slot)))

/* An object of @class in slot @slot (below 32) of instance memory: a handle. */
static inline uint32_t hostile_object(Rig *rig, unsigned slot, uint32_t class)
{
    uint32_t at = HOSTILE_OBJECT(slot);

    rig_kick(rig);                  /* what knows the slot's last object */
    rig_ramin_write(rig, at, class);
    for (unsigned i = 4; i < 16; i += 4) {
        rig_ramin_write(rig, at + i, 0);
    }
    channel_ramht(&rig->channel, 0, CHANNEL_HANDLE(at), at, 1);
    return CHANNEL_HANDLE(at);
}

#endif
