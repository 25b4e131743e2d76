/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scenes on the card: what its two files share. */
#ifndef NV_BENCH_SCENE_CARD_H
#define NV_BENCH_SCENE_CARD_H

#include "bench/scene.h"
#include "common/rig.h"

struct BenchCard {
    Rig *rig;
    const BenchState *state;
    const BenchMesh *mesh;
    uint32_t color;             /* of the surface, in VRAM */
    /* Pushes the words of a draw. */
    void (*push)(struct BenchCard *card);
};

/* Where things lie in VRAM behind colour and zeta. */
enum {
    BENCH_VRAM = 32 << 20,
    BENCH_VERTICES = 16 << 20,
    BENCH_TEXTURES = 20 << 20,  /* half a megabyte each */
};

/* A rig as the mesh asks for it. */
Rig *bench_card_rig(const BenchCard *card, const char *chip);
/* Textures' bytes and state, of Kelvin's and Rankine's units. */
void bench_card_texels(BenchCard *card, unsigned unit);
uint32_t bench_card_texel_format(const BenchState *state);
uint32_t bench_card_filter(const BenchState *state);

/* scene-nv30.c: with a fragment program. */
void bench_nv30_open(BenchCard *card);

#endif
