/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hostile inputs: textures in the guest's memory, 512 MiB of them. */
#include "common/rankine.h"
#include "hostile/hostile.h"

static void set_up(Rig *rig)
{
    Rankine r = { .rig = rig, .class = 0x497 };

    rankine_init(&r);
    rankine_surface(&r);
    rankine_viewport(&r);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0] END");
    rankine_huge_textures(&r);
}

/* One point, and all pages of all units are looked for anew. */
static void work_points(Rig *rig)
{
    Rankine r = { .rig = rig, .class = 0x497 };

    for (unsigned i = 0; i < 64; i++) {
        rankine_huge_texture(&r, i % RANKINE_UNITS);
        rankine_point(&r);
    }
    rig_kick(rig);
}

/* The same by a barrier, which costs a word. */
static void work_barriers(Rig *rig)
{
    Rankine r = { .rig = rig, .class = 0x497 };

    for (unsigned i = 0; i < 64; i++) {
        rankine_point(&r);
        rig_method(rig, 0x110, 0);
    }
    rig_kick(rig);
}

const Hostile hostile_texture[] = {
    { "texture/pages-state", .set_up = set_up, .work = work_points },
    { "texture/pages-barrier", .set_up = set_up, .work = work_barriers },
    { NULL }
};
