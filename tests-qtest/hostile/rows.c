/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of hostile inputs, and what a row leaves out. */
#include "hostile/hostile.h"

#include <string.h>

const Hostile *const hostile_tables[] = {
    hostile_2d, hostile_3d, hostile_celsius, hostile_curie, hostile_fifo,
    hostile_texture, NULL
};

const char *hostile_chip(const Hostile *h)
{
    return h->chip ? h->chip : "nv35";
}

uint16_t hostile_class(const Hostile *h)
{
    static const struct {
        const char *chip;
        uint16_t class;
    } own[] = { { "nv30", 0x397 }, { "nv34", 0x697 }, { "nv35", 0x497 } };

    if (h->class) {
        return h->class;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(own); i++) {
        if (!strcmp(hostile_chip(h), own[i].chip)) {
            return own[i].class;
        }
    }
    return 0x97;
}

uint32_t hostile_vram(const Hostile *h)
{
    return h->vram ? h->vram : 128u << 20;
}
