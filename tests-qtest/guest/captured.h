/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scenes that `nv-cap to-c` makes of captures: what the card held when a draw
 * began, and the methods from there.  captured.c puts it into the card.
 */
#ifndef GUEST_CAPTURED_H
#define GUEST_CAPTURED_H

#include "guest.h"

/* What a handle stood for in RAMHT: four words at @instance. */
typedef struct CapturedObject {
    uint32_t handle, engine, instance, words[4];
} CapturedObject;

/* A register, or a method with its subchannel (<< 13), and its value. */
typedef struct CapturedWord {
    uint32_t at, value;
} CapturedWord;

typedef struct CapturedTarget {
    uint32_t offset, pitch, bytes;  /* a pixel */
    uint32_t width, height;
} CapturedTarget;

typedef struct Captured {
    uint32_t chip, vram_size;
    uint32_t vram_bytes;        /* of it, below instance memory */
    const CapturedObject *object;
    /* @bind: objects; @entry: of tables in instance memory, pages' addresses */
    const CapturedWord *reg, *bind, *entry, *method;
    uint32_t objects, regs, binds, entries, methods;
    /*
     * Bytes from 0 of VRAM, and words of a channel's image: pieces of an
     * offset, a number of words, and they; with CAPTURED_SAME one that is
     * repeated.  A number of 0 ends it; between pieces all is 0.
     */
    const uint32_t *vram, *state;
    /* Pages of the machine's memory: address | 1, pieces; 0 ends it. */
    const uint32_t *bus;
    CapturedTarget target;
} Captured;

#define CAPTURED_SAME 0x80000000u

void captured_setup(const Captured *c);
/* Draws, and what it drew is in draw_target(). */
void captured_draw(const Captured *c);

/* Linked in if there is one: letter x. */
extern const Scene scene_x __attribute__((weak));

#endif
