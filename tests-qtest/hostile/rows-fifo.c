/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hostile inputs to PFIFO, to channel switches, to registers, to scanout. */
#include "hostile/hostile.h"

enum { OTHER = 1 };

static void nothing(Rig *rig G_GNUC_UNUSED)
{
}

/* --- words that do nothing but be looked at --- */

/* To itself, for ever: the row's time ends it. */
static void jumps(Rig *rig)
{
    rig_push(rig, rig->channel.put | 0x20000000);
    rig_push(rig, 0);
    rig_kick(rig);
}

static void nops(Rig *rig)
{
    for (unsigned i = 0; i < 8000; i++) {
        hostile_send(rig, 0, 0x100, 0);
    }
    rig_kick(rig);
}

/* A notifier in memory for each. */
static void notifies(Rig *rig)
{
    for (unsigned i = 0; i < 4000; i++) {
        hostile_send(rig, 0, 0x104, 0);
        hostile_send(rig, 0, 0x100, 0);
    }
    rig_kick(rig);
}

/* Handles are looked up, objects bound, in turns on two subchannels. */
static void binds(Rig *rig)
{
    for (unsigned i = 0; i < 4000; i++) {
        hostile_send(rig, OTHER, 0, CHANNEL_HANDLE(CHANNEL_OBJ_3D));
        hostile_send(rig, 0, 0, CHANNEL_HANDLE(CHANNEL_OBJ_3D));
    }
    rig_kick(rig);
}

/* --- channel switches --- */

#define MANY 31u
#define MANY_PUSH 0x80000u      /* their words, in guest memory */
#define MANY_WORDS ((RIG_RAM_SIZE - MANY_PUSH) / 4)

/* A word of all of them. */
static void many_word(Rig *rig, unsigned i, uint32_t word)
{
    rig->channel.ops->ram_write(rig, MANY_PUSH + 4 * i, word);
}

/* They bind the 3D object, then each word pair does nothing. */
static void set_up_many(Rig *rig)
{
    many_word(rig, 0, 1u << 18);
    many_word(rig, 1, CHANNEL_HANDLE(CHANNEL_OBJ_3D));
    for (unsigned i = 2; i < MANY_WORDS; i += 2) {
        many_word(rig, i, 1u << 18 | 0x100);
        many_word(rig, i + 1, 0);
    }
    for (unsigned chid = 1; chid < MANY; chid++) {
        uint32_t entry = CHANNEL_RAMFC + 64 * chid;

        channel_ramfc(&rig->channel, chid);
        rig_ramin_write(rig, entry, MANY_PUSH);
        rig_ramin_write(rig, entry + 4, MANY_PUSH);
        channel_ramht(&rig->channel, chid, CHANNEL_HANDLE(CHANNEL_OBJ_3D),
                      CHANNEL_OBJ_3D, 1);
    }
    hostile_write(rig, 0x400144, 0x10010000);
    hostile_write(rig, 0x002504, UINT32_MAX >> 1);
}

static void many(Rig *rig)
{
    static unsigned at;

    at = at + 2 < MANY_WORDS / 2 ? at + 2 : 2;
    for (unsigned chid = 1; chid < MANY; chid++) {
        hostile_write(rig, 0x800040 + chid * 0x10000, MANY_PUSH + 4 * at);
    }
    rig_kick(rig);
}

/* --- registers --- */

#define CTX_POINTER 0x400784
#define CTX_TRIGGER 0x400788

/* The state of the channel to instance memory and back. */
static void context_trigger(Rig *rig)
{
    hostile_write(rig, CTX_POINTER, 0x40000 >> 4);
    hostile_write(rig, CTX_TRIGGER, 2);
    hostile_write(rig, CTX_TRIGGER, 1);
}

static void engine_off_and_on(Rig *rig)
{
    uint32_t enable = hostile_read(rig, 0x000200);

    hostile_write(rig, 0x000200, 0);
    hostile_write(rig, 0x000200, enable);
}

/* As large a region of tiles as is, the pitch of which changes. */
static void tiles(Rig *rig)
{
    enum { BASE = 0x100240, LIMIT = 0x100244, PITCH = 0x100248 };

    hostile_write(rig, LIMIT, (14 << 20) - 1);
    hostile_write(rig, PITCH, 0x4000);
    hostile_write(rig, BASE, 8 << 20 | 0x31);
    hostile_write(rig, PITCH, 0x3800);
}

/* --- what the host asks for --- */

/* 4096 x 4096 from one line, with gamma and cursor. */
static void set_up_scanout(Rig *rig)
{
    static const struct { uint8_t index, value; } cr[] = {
        { 0x1f, 0x57 }, { 0x11, 0x00 }, { 0x17, 0x80 }, { 0x1a, 0x00 },
        { 0x28, 0x03 }, { 0x01, 0xff }, { 0x2d, 0x02 }, { 0x12, 0xff },
        { 0x07, 0x42 }, { 0x25, 0x02 }, { 0x41, 0x04 }, { 0x13, 0x00 },
        { 0x09, 0x00 }, { 0x31, 0x01 },
    };

    nv_card_mmio_write(rig->card, 0x0c03c4, 1, 1);
    nv_card_mmio_write(rig->card, 0x0c03c5, 0, 1);
    for (unsigned i = 0; i < G_N_ELEMENTS(cr); i++) {
        nv_card_mmio_write(rig->card, 0x6013d4, cr[i].index, 1);
        nv_card_mmio_write(rig->card, 0x6013d5, cr[i].value, 1);
    }
    hostile_write(rig, 0x680600, 0x00100030);
}

static void scanout(Rig *rig)
{
    NvScanout mode;
    uint32_t *line;

    hostile_begin();
    mode = nv_card_scanout(rig->card);
    hostile_end("scanout");
    g_assert_true(mode.enabled && mode.width == 4096);
    line = g_new(uint32_t, mode.width);
    for (uint32_t y = 0; y < 100; y++) {
        hostile_begin();
        nv_card_scanout_line(rig->card, &mode, y, line);
        hostile_end("scanout line");
    }
    g_free(line);
}

static void save(Rig *rig)
{
    g_autoptr(GByteArray) state = g_byte_array_new();

    hostile_begin();
    nv_card_save(rig->card, state);
    hostile_end("save");
    hostile_begin();
    nv_card_load(rig->card, state->data, state->len, NULL);
    hostile_end("load");
    hostile_begin();
    nv_card_flush(rig->card);
    hostile_end("flush");
}

const Hostile hostile_fifo[] = {
    { "fifo/jumps", .set_up = nothing, .work = jumps },
    { "fifo/nops", .set_up = nothing, .work = nops },
    { "fifo/notifies", .set_up = nothing, .work = notifies },
    { "fifo/binds", .set_up = nothing, .work = binds },
    { "fifo/channel-switches", .set_up = set_up_many, .work = many },
    { "mmio/context-trigger", .set_up = nothing, .work = context_trigger },
    { "mmio/engines-off", .set_up = nothing, .work = engine_off_and_on },
    { "mmio/tiles", .chip = "nv40", .class = 0x4097, .set_up = nothing,
      .work = tiles },
    { "host/scanout", .set_up = set_up_scanout, .work = scanout,
      .library = true },
    { "host/save-load", .set_up = nothing, .work = save, .library = true },
    { NULL }
};
