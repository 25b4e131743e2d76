/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For fuzzers of a whole card: what they take from their input (numbers,
 * registers, handles, words as drivers send them, values that a method of
 * the tables takes) and the operations on a card that they are made of.
 */
#ifndef NV_TESTS_FUZZ_CARD_H
#define NV_TESTS_FUZZ_CARD_H

#include "card/card.h"
#include "common/rig.h"
#include "fuzz/fuzz.h"
#include "fuzz/records.h"
#include "pgraph/fe.h"

#define FUZZ_CHANNELS 2

/* Objects of all classes, and DMA objects: five of a driver, three wild. */
#define OBJECTS 0x12100u
#define OBJECT_SIZE 0x20u
#define MAX_OBJECTS 112
#define DMA_OBJECTS 8

typedef struct Fuzz {
    FuzzRecords in;
    Rig *rig;
    const char *executor;       /* of the card */
    unsigned budget;            /* of a run; 0: 1024 */
    bool knows;                 /* the machine: who writes VRAM */
    NvPgraph *pg;
    const NvClassTable *bound[NV_SUBCHANNELS];
    uint16_t *places;           /* of registers in BAR0, by where stored */
    GArray *rows[MAX_OBJECTS];  /* rows of each class, by their first offset */
    /* What a method took last: most of it stays as it is. */
    uint32_t taken[NV_PGRAPH_SIZE / 4];
} Fuzz;

/*
 * --- input ---
 *
 * What takes twice does so in two statements, for compilers evaluate operands
 * and arguments in orders of their own, and an input must mean the same.
 */

static inline uint8_t take8(Fuzz *f)
{
    return fuzz_record_byte(&f->in);
}

static inline uint32_t take32(Fuzz *f)
{
    uint32_t v = take8(f);

    v |= take8(f) << 8;
    v |= take8(f) << 16;
    return v | (uint32_t)take8(f) << 24;
}

static inline unsigned take_below(Fuzz *f, unsigned n)
{
    unsigned v = take8(f);

    return (v | take8(f) << 8) % n;
}

/* Two numbers, both below their bounds: @low in bits 0 and up. */
static inline uint32_t take_pair(Fuzz *f, unsigned low, unsigned high,
                                 unsigned shift)
{
    uint32_t v = take8(f) % low;

    return v | take8(f) % high << shift;
}

/* Once in @n. */
static inline bool take_chance(Fuzz *f, unsigned n)
{
    return take_below(f, n) == 0;
}

/* Registers, handles, words (card-words.c). */
uint32_t take_register(Fuzz *f);
uint32_t take_handle(Fuzz *f);
uint32_t take_data(Fuzz *f);
/* Mostly a value that method @m takes, where it stands at @at in its class. */
uint32_t take_value(Fuzz *f, const NvMethod *m, unsigned at);

/* --- cards --- */

/* A card of any chip, as the first record says, with a channel. */
void fuzz_open(Fuzz *f, const uint8_t *data, size_t size);
/* Looks at all of it once more, and ends it. */
void fuzz_close(Fuzz *f);

/* An operation and how often it is taken, of the sum of all in a table. */
typedef struct FuzzOp {
    unsigned weight;
    void (*run)(Fuzz *f);
} FuzzOp;

/* All records that are left, or as many as end in time. */
void fuzz_run(Fuzz *f, const FuzzOp *ops, unsigned count);

/* Of whatever channel is in CACHE1; an endless loop is left alone. */
void fuzz_kick(Fuzz *f);
/* A register by where it is stored, through its place on this chip. */
void fuzz_poke(Fuzz *f, unsigned stored, uint32_t value);
void fuzz_peek(Fuzz *f, unsigned stored);
/* Methods of a class that the tables know, by their first offsets. */
GArray *fuzz_rows(Fuzz *f, unsigned subc);
void fuzz_method(Fuzz *f, unsigned subc, unsigned at, unsigned count);
/* Random bytes to VRAM, through BAR1. */
void fuzz_fill(Fuzz *f, uint32_t at, uint32_t size);

/* card-ops.c: channels, objects, registers, time. */
void op_sweep(Fuzz *f);
void op_bind(Fuzz *f);
void op_methods(Fuzz *f);
void op_wild(Fuzz *f);
void op_draw(Fuzz *f);
void op_channel(Fuzz *f);
void op_recover(Fuzz *f);
void op_reopen(Fuzz *f);
void op_checks(Fuzz *f);
void op_register(Fuzz *f);
void op_part(Fuzz *f);
void op_instance(Fuzz *f);
void op_dma(Fuzz *f);
void op_word(Fuzz *f);
void op_time(Fuzz *f);

/* card-units.c: RDI, semaphores, the tessellator. */
void op_rdi(Fuzz *f);
void op_semaphore(Fuzz *f);
void op_curves(Fuzz *f);

/* card-draw.c: 3D classes as drivers set them up, and draws from there. */
typedef enum FuzzFamily {
    FUZZ_NONE, FUZZ_CELSIUS, FUZZ_KELVIN, FUZZ_RANKINE, FUZZ_CURIE,
} FuzzFamily;

FuzzFamily fuzz_family(const NvClassTable *table);
/* One of the chip's 3D classes on subchannel 0; Kelvin's before all else. */
void fuzz_prepare(Fuzz *f, bool first);
/* A primitive with what is set up on subchannel 0. */
void fuzz_draw(Fuzz *f);
/* Totals by chip, said at the end of the process. */
void fuzz_count(Fuzz *f);
void op_prepared(Fuzz *f);

/* card-pixels.c: what 3D draws with and draws on. */
void op_texture(Fuzz *f);
void op_pixels(Fuzz *f);
void op_target(Fuzz *f);
void op_program(Fuzz *f);
void op_arrays(Fuzz *f);

/* card-twod.c: surfaces of the 2D engine, and copies. */
void op_surfaces(Fuzz *f);
void op_twod(Fuzz *f);

/* card-outside.c: what hosts ask for. */
void op_look(Fuzz *f);
void op_mode(Fuzz *f);
void op_port(Fuzz *f);
void op_state(Fuzz *f);

#endif
