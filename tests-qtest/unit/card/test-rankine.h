/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For tests that draw with Rankine's classes: vertices, an empty picture,
 * pixels counted.
 */
#ifndef TEST_RANKINE_H
#define TEST_RANKINE_H

#include "common/rankine.h"

typedef struct Chip {
    const char *name;
    uint16_t class;
} Chip;

static const Chip chips[] = {
    { "nv30", 0x397 }, { "nv34", 0x697 }, { "nv34", 0x397 },
    { "nv35", 0x497 },
};

#define PASS "MOV o[HPOS], v[0]\nMOV o[COL0], v[3] END"
#define BLACK 0xff000000u
#define SIZE 64

static inline void color(Rankine *r, uint32_t argb)
{
    rig_method(r->rig, 0x194c, (argb & 0xff00ff00) | (argb & 0xff) << 16 |
                               (argb >> 16 & 0xff));
}

static inline void vertex(Rankine *r, float x, float y, float z, float w)
{
    const float v[4] = { x, y, z, w };

    rankine_floats(r, 0x1c00, v, 4);
}

static inline void begin(Rankine *r, unsigned primitive)
{
    rig_method(r->rig, 0x1808, primitive);
}

static inline void end(Rankine *r)
{
    begin(r, 0);
}

static inline void clear(Rankine *r, uint32_t argb)
{
    rig_method(r->rig, 0x1d8c, 0xffffff00);
    rig_method(r->rig, 0x1d90, argb);
    rig_method(r->rig, 0x1d98, (SIZE - 1) << 16);
    rig_method(r->rig, 0x1d9c, (SIZE - 1) << 16);
    rig_method(r->rig, 0x1d94, 0xf3);
}

/* A program that passes position and colour, an empty picture. */
static inline void open_black(Rankine *r, const Chip *chip)
{
    rankine_open(r, chip->name, chip->class);
    rankine_vertex_program(r, PASS);
    clear(r, BLACK);
}

/* Of Curie's program all outputs count but sizes. */
static inline void without_sizes(Rankine *r)
{
    if (r->curie) {
        rig_method(r->rig, 0x1ff4, 0x3fffdf);
    }
}

static inline void quad(Rankine *r, float x0, float y0, float x1, float y1,
                        float z)
{
    begin(r, 8);
    vertex(r, x0, y0, z, 1);
    vertex(r, x1, y0, z, 1);
    vertex(r, x1, y1, z, 1);
    vertex(r, x0, y1, z, 1);
    end(r);
}

/* Pixels that are @argb, after everything has been drawn. */
static inline unsigned count(Rankine *r, uint32_t argb)
{
    unsigned n = 0;

    g_assert_true(rankine_kick(r));
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        n += rankine_pixel(r, i % SIZE, i / SIZE) == argb;
    }
    return n;
}

static inline void add_chips(const char *path, GTestDataFunc test,
                             const Chip *list, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *name = g_strdup_printf("%s/%s-%x", path,
                                                list[i].name, list[i].class);

        g_test_add_data_func(name, &list[i], test);
    }
}

/* On every chip of Rankine with its classes. */
static inline void add(const char *path, GTestDataFunc test)
{
    add_chips(path, test, chips, G_N_ELEMENTS(chips));
}

/* And on Curie, where nothing is by fixed function or from a texture. */
static inline void add_late(const char *path, GTestDataFunc test)
{
    static const Chip curie[] = { { "nv40", 0x4097 } };

    add(path, test);
    add_chips(path, test, curie, G_N_ELEMENTS(curie));
}

#endif
