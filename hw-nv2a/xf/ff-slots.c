/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed functions: where Kelvin and Rankine keep what theirs read, and what
 * LT's memories start with.
 *
 * Facts: envytools' context tables and its tests of methods (hw); meanings
 * of unnamed slots from drivers and context images (doc); start values as
 * xf.c says.
 */
#include "xf/ff.h"

#define LT(base_) { .base = (base_) }
#define LT_EACH(base_, stride_) { .base = (base_), .stride = (stride_) }
#define XF(base_) { .base = (base_), .xfctx = true }
#define XF_EACH(base_) { .base = (base_), .stride = 1, .xfctx = true }
#define S(bank, slot) ((bank) << 8 | (slot))

static const NvFfSlots kelvin_slots = {
    .units = 4, .tex_attr = 9,
    .proj = 0x00,
    .mv = { 0x08, 0x10, 0x18, 0x20 }, .imv = { 0x0c, 0x14, 0x1c, 0x24 },
    .light_position = 0x28, .spot_direction = 0x30,
    .eye_position = 0x38, .fog_plane = 0x39,
    .viewport_scale = 0x3a, .viewport_translate = 0x3b,
    .tex_gen = { 0x40, 0x48, 0x50, 0x58 },
    .tex_matrix = { 0x44, 0x4c, 0x54, 0x5c },
    .ambient = { LT_EACH(0, 8), LT_EACH(5, 8) },
    .diffuse = { LT_EACH(1, 8), LT_EACH(6, 8) },
    .specular = { LT_EACH(2, 8), LT_EACH(7, 8) },
    .half_or_attenuation = LT_EACH(3, 8), .direction = LT_EACH(4, 8),
    .eye_direction = LT(0x40),
    .scene = { LT(0x41), LT(0x42) }, .factor = { LT(0x43), LT(0x44) },
    .linear_fog = LT(0x49), .point_a = LT(0x47), .point_b = LT(0x48),
    .shininess = {
        { S(1, 1), S(2, 1), S(3, 2), S(0, 2), S(2, 3), S(2, 5) },
        { S(1, 2), S(2, 2), S(3, 3), S(0, 3), S(2, 4), S(2, 6) },
    },
    .factor_a = { S(3, 0xc), S(3, 0xd) },
    .range = S(1, 4), .minus_one = S(0, 1),
    .spot_k = { S(1, 0xc), S(2, 7), S(3, 4) },
    .point_c = S(1, 3), .point_d = S(3, 1),
    .fog_abs = true,
};

/* guess: a range of exactly 0 is none, its context image has no other. */
static const NvFfSlots rankine_slots = {
    .units = 8, .tex_attr = 8,
    .proj = 0x3c,
    .mv = { 0x44, 0x4c, 0x54, 0x5c }, .imv = { 0x48, 0x50, 0x58, 0x60 },
    .light_position = 0x64, .spot_direction = 0x6c,
    .eye_position = 0x74, .fog_plane = 0x75,
    .viewport_scale = 0x76, .viewport_translate = 0x77, .clip_plane = 0x20,
    .tex_gen = { 0x7c, 0x84, 0x8c, 0x94, 0x00, 0x08, 0x10, 0x18 },
    .tex_matrix = { 0x80, 0x88, 0x90, 0x98, 0x04, 0x0c, 0x14, 0x1c },
    .ambient = { LT_EACH(0, 6), LT_EACH(3, 6) },
    .diffuse = { LT_EACH(1, 6), LT_EACH(4, 6) },
    .specular = { LT_EACH(2, 6), LT_EACH(5, 6) },
    .half_or_attenuation = XF_EACH(0x30), .direction = XF_EACH(0x28),
    .eye_direction = XF(0x38),
    .scene = { LT(0x30), LT(0x31) }, .factor = { LT(0x32), LT(0x33) },
    .linear_fog = { .absent = true }, .point_a = XF(0x26),
    .point_b = XF(0x27),
    .shininess = {
        { S(1, 1), S(2, 1), S(3, 1), S(1, 3), S(2, 3), S(3, 3) },
        { S(1, 2), S(2, 2), S(3, 2), S(1, 4), S(2, 4), S(3, 4) },
    },
    .factor_a = { S(3, 0xd), S(3, 0xe) },
    .range = S(1, 5), .minus_one = NV_FF_ABSENT,
    .spot_k = { S(1, 0xd), S(2, 5), S(3, 5) },
    .point_c = NV_FF_ABSENT, .point_d = NV_FF_ABSENT,
    .scales = true, .zero_range_is_none = true,
};

/* --- Start values --- */

/* The first slots of LTC0..3 are constants. */
static void reset_celsius(NvXf *xf)
{
    static const uint32_t first[4] = { NV_XF_ONE, 0, NV_XF_ONE, 0 };

    for (unsigned n = 0; n < 4; n++) {
        xf->ltc[n][0] = first[n] >> 10;
    }
}

static void reset_scalar(NvXf *xf, NvFfScalar slot, uint32_t value)
{
    xf->ltc[slot >> 8][slot & 0xff] = nv_xf_to_lt(value);
}

/* The viewer's direction is along z; on Rankine, too (guess). */
static void reset_by_slots(NvXf *xf)
{
    const NvFfSlots *s = nv_ff_slots(xf);

    if (s->eye_direction.xfctx) {
        xf->xfctx[s->eye_direction.base][2] = NV_XF_ONE;
    } else {
        xf->ltctx[s->eye_direction.base][2] = nv_xf_to_lt(NV_XF_ONE);
    }
    if (!s->linear_fog.absent) {
        xf->ltctx[s->linear_fog.base][1] = nv_xf_to_lt(NV_XF_ONE);
    }
    if (s->minus_one != NV_FF_ABSENT) {
        reset_scalar(xf, s->minus_one, NV_XF_ONE | NV_XF_SIGN);
    }
    for (unsigned i = 0; i < NV_FF_LIGHTS && !s->zero_range_is_none; i++) {
        reset_scalar(xf, s->range + i, nv_f2u(1e30f));
    }
}

const NvFfKind nv_ff_kind[NV_FF_GENERATIONS] = {
    [NV_FF_CELSIUS] = {
        .list = nv_ff_celsius_list, .reset = reset_celsius, .own_col1 = true,
    },
    [NV_FF_KELVIN] = {
        .slots = &kelvin_slots, .list = nv_ff_list, .reset = reset_by_slots,
    },
    [NV_FF_RANKINE] = {
        .slots = &rankine_slots, .list = nv_ff_list, .reset = reset_by_slots,
    },
};
