/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The 3D classes of Rankine and Curie as open drivers set them up: surfaces,
 * viewport, a vertex program, a fragment program.  For tests and fuzzers.
 */
#ifndef NV_TESTS_RANKINE_H
#define NV_TESTS_RANKINE_H

#include "common/rig.h"

/* Where things lie in VRAM; colour and zeta come first. */
#define RANKINE_PITCH 256u          /* bytes a line of 64 pixels */
#define RANKINE_ZETA 0x10000u
#define RANKINE_FRAGMENT 0x80000u
#define RANKINE_TEXTURE 0x90000u
#define RANKINE_VERTICES 0xa0000u   /* in guest memory: object B */

/* Methods of either, by the class on subchannel 0. */
typedef struct Rankine {
    Rig *rig;
    uint16_t class;
    bool curie;             /* a class of Curie */
} Rankine;

/* A card with a channel and a class; everything a driver sends at first. */
void rankine_open(Rankine *r, const char *chip, uint16_t class);
void rankine_open_card(Rankine *r, const NvCardConfig *config, uint16_t class);
void rankine_close(Rankine *r);

void rankine_float(Rankine *r, uint32_t mthd, float value);
void rankine_floats(Rankine *r, uint32_t mthd, const float *v, unsigned n);

/* What a driver sends once, then a surface of 64 x 64 and its viewport. */
void rankine_init(Rankine *r);
void rankine_surface(Rankine *r);
/* x, y and z of clip space from -1 to 1 over the surface, y down, z 0..1. */
void rankine_viewport(Rankine *r);

/* Instructions from slot 0 on, as assembled text; switches programs on. */
void rankine_vertex_program(Rankine *r, const char *text);
void rankine_constant(Rankine *r, unsigned index, float x, float y, float z,
                      float w);
/* Copied to RANKINE_FRAGMENT. */
void rankine_fragment_program(Rankine *r, const uint32_t *words,
                              unsigned count);
/* The drivers' own: a colour, a texture with division. */
extern const uint32_t rankine_fp_color[4], rankine_fp_texture[4];

/* A texture of @size x @size A8R8G8B8, linear, coordinates in texels. */
void rankine_texture(Rankine *r, unsigned unit, unsigned size,
                     const uint32_t *texels);

/* One point in the middle. */
void rankine_point(Rankine *r);

#define RANKINE_UNITS 16u
/*
 * Rankine: every unit has 32 MiB, in 8192 pages each of which is one of the
 * rig's 256, and the fragment program samples them all; or one unit again.
 */
void rankine_huge_textures(Rankine *r);
void rankine_huge_texture(Rankine *r, unsigned unit);

uint32_t rankine_vram(Rankine *r, uint32_t offset);
void rankine_vram_write(Rankine *r, uint32_t offset, uint32_t word);
/* Executes what was sent.  False if that did not end, or with an error. */
bool rankine_kick(Rankine *r);
uint32_t rankine_pixel(Rankine *r, unsigned x, unsigned y);

#endif
