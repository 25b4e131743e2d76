/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the surface classes: formats, pitches, offsets, memory.
 * Facts: effects that public hardware tests (envytools) assert.
 */
#include "pgraph/celsius/action.h"
#include "pgraph/2d/methods.h"
#include "twod/twod.h"

/* --- fields by surface number --- */

static unsigned format_bits(const NvPgraph *pg)
{
    return nv_chip_has(pg->env->chip, NV_CAP_FE_RANKINE) ||
           nv_chip_has(pg->env->chip, NV_CAP_FE_CURIE) ? 5 : 4;
}

uint32_t nv_surf_format(const NvPgraph *pg, unsigned which)
{
    unsigned bits = format_bits(pg);

    return nv_extract(NV_PG(pg, SURF_FORMAT), which * bits, bits);
}

void nv_surf_set_format(NvPgraph *pg, unsigned which, uint32_t format)
{
    unsigned bits = format_bits(pg);

    nv_fe_deposit(&NV_PG(pg, SURF_FORMAT), which * bits, bits, format);
}

uint32_t *nv_surf_word(NvPgraph *pg, unsigned reg, unsigned which)
{
    static const struct {
        uint16_t first, more[3];
    } words[] = {
        { NV_PGRAPH_SURF_OFFSET, { NV_PGRAPH_SURF_OFFSET_6,
          NV_PGRAPH_SURF_OFFSET_7, NV_PGRAPH_SURF_OFFSET_8 } },
        { NV_PGRAPH_SURF_BASE, { NV_PGRAPH_SURF_BASE_6,
          NV_PGRAPH_SURF_BASE_7, NV_PGRAPH_SURF_BASE_8 } },
        { NV_PGRAPH_SURF_PITCH, { NV_PGRAPH_SURF_PITCH_6,
          NV_PGRAPH_SURF_PITCH_7, NV_PGRAPH_SURF_PITCH_8 } },
        { NV_PGRAPH_SURF_LIMIT, { NV_PGRAPH_SURF_LIMIT_6,
          NV_PGRAPH_SURF_LIMIT_7, NV_PGRAPH_SURF_LIMIT_8 } },
    };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(words); i++) {
        if (words[i].first == reg && which >= 6) {
            return &pg->values[words[i].more[which - 6] / 4];
        }
    }
    return &pg->values[reg / 4 + which];
}

/* Alignment of surfaces in the chip's registers: 16 or 64 bytes. */
static uint32_t offset_mask(const NvPgraph *pg)
{
    const NvChip *chip = pg->env->chip;

    return nv_chip_has(chip, NV_CAP_FE_CELSIUS) ? 0x07fffff0 :
           nv_chip_has(chip, NV_CAP_FE_SURF16) ? 0x3ffffff0 : 0x3fffffc0;
}

static uint32_t pitch_mask(const NvPgraph *pg)
{
    const NvChip *chip = pg->env->chip;

    return nv_chip_has(chip, NV_CAP_FE_CELSIUS) ||
           nv_chip_has(chip, NV_CAP_FE_SURF16) ? 0xfff0 :
           nv_chip_has(chip, NV_CAP_FE_CURIE) ? 0x1ffc0 : 0xffc0;
}

static bool is_celsius(const NvPgraph *pg)
{
    return nv_chip_has(pg->env->chip, NV_CAP_FE_CELSIUS);
}

/* Surfaces from classes before NV10 may be less aligned, unless DEBUG_D. */
bool nv_surf_strict(const NvPgraph *pg)
{
    return !is_celsius(pg) && nv_extract(NV_PG(pg, DEBUG_D), 6, 1);
}

static bool is_src2d(const NvPgraph *pg, unsigned which)
{
    return which == NV_SURF_SRC &&
           nv_chip_has(pg->env->chip, NV_CAP_FE_CURIE);
}

static void set_pitch(NvPgraph *pg, unsigned which, uint32_t v)
{
    bool far = which >= 6;

    *nv_surf_word(pg, NV_PGRAPH_SURF_PITCH, which) = v & pitch_mask(pg);
    NV_PG(pg, VALID) |= 4;
    nv_fe_deposit(&NV_PG(pg, CTX_VALID), which + 8 - far, 1,
                  !nv_fe_data_error(pg));
}

/* --- formats --- */

/* SURF_FORMAT's code of a 2D format. */
static const uint8_t codes[16] = {
    0, 1, 2, 3, 5, 6, 7, 0xb, 9, 0xa, 0xc, 0xd, 0x13, 0x14, 0x15,
};

static uint32_t code_of(uint32_t v, bool late)
{
    return (v & 0xf) >= 0xc && !late ? 0 : codes[v & 0xf];
}

/* One surface of class 0x58 up; zeta has depth formats since Kelvin. */
NV_ACTION(surf_one_format)
{
    bool zeta = m->which == NV_SURF_ZETA && !is_celsius(pg);
    uint32_t code = 0;

    if (v == 1) {
        code = zeta ? 2 : NV_TWOD_SURF_Z8R8G8B8;
    } else if (v == 0x01010000) {
        code = NV_TWOD_SURF_Y8;
    } else if (v == 0x01000000) {
        code = zeta ? 1 : NV_TWOD_SURF_Z1R5G5B5;
    } else if (v == 0x01010001) {
        code = zeta ? 1 : NV_TWOD_SURF_Y16;
    }
    nv_surf_set_format(pg, m->which, code);
    nv_surfaces_update(pg);
}

NV_ACTION(surf2d_format)
{
    uint32_t code = code_of(v, nv_fe_class(pg) & 0xff00);

    nv_surf_set_format(pg, NV_SURF_DST, code);
    nv_surf_set_format(pg, NV_SURF_SRC, code);
}

NV_ACTION(surf_swz_format)
{
    uint32_t *swizzle = &pg->values[NV_PGRAPH_SURF_SWIZZLE / 4 + 1];
    uint32_t code = code_of(v, nv_fe_class(pg) & 0xff00);

    /* hw: Celsius' 0x9e leaves no format; what it draws with is unknown. */
    if (nv_fe_class(pg) == 0x9e && is_celsius(pg)) {
        code = 0;
    }
    nv_surf_set_format(pg, NV_SURF_SWIZZLED, code);
    nv_fe_deposit(swizzle, 16, 4, v >> 16);
    nv_fe_deposit(swizzle, 24, 4, v >> 24);
}

NV_ACTION(surf_dvd_format)
{
    uint32_t code = nv_extract(v, 16, 4);

    set_pitch(pg, NV_SURF_DVD, v & 0xffff);
    nv_surf_set_format(pg, NV_SURF_DVD,
                       code == 1 ? 0xe : code == 2 ? 0xf : 0);
}

/* --- pitches and offsets --- */

NV_ACTION(surf2d_pitch)
{
    if (is_src2d(pg, NV_SURF_SRC)) {
        NV_PG(pg, SRC2D_PITCH) = v & 0xffff;
        NV_PG(pg, VALID) |= 4;
        nv_fe_deposit(&NV_PG(pg, CTX_VALID), 9, 1, !nv_fe_data_error(pg));
    } else {
        set_pitch(pg, NV_SURF_SRC, v & 0xffff);
    }
    set_pitch(pg, NV_SURF_DST, v >> 16);
}

NV_ACTION(surf_one_pitch)
{
    if (is_src2d(pg, m->which)) {
        NV_PG(pg, SRC2D_PITCH) = v & 0xffff;
        NV_PG(pg, VALID) |= 4;
        nv_fe_deposit(&NV_PG(pg, CTX_VALID), 9, 1, !nv_fe_data_error(pg));
        return;
    }
    set_pitch(pg, m->which, v);
    nv_surfaces_update(pg);
}

NV_ACTION(surf_one_offset)
{
    NV_PG(pg, VALID) |= 8;
    if (is_src2d(pg, m->which)) {
        NV_PG(pg, SRC2D_OFFSET) = v;
        return;
    }
    *nv_surf_word(pg, NV_PGRAPH_SURF_OFFSET, m->which) =
        v & offset_mask(pg);
    if (!is_celsius(pg)) {
        nv_surf_forget(pg, m->which);
    }
    nv_surfaces_update(pg);
}

/* --- memory --- */

/* Object classes a surface may lie in: read only ones for sources. */
static bool wrong_memory(const NvPgraph *pg, const NvMethod *m,
                         uint32_t class)
{
    return !(class == 0x30 || class == 0x3d ||
             (class == 3 && (nv_fe_flags(pg) & NV_CLASS_DVD)) ||
             (class == 2 && m->which == NV_SURF_SRC &&
              nv_fe_class(pg) != 0x59));
}

static void set_memory(NvPgraph *pg, const NvMethod *m, uint32_t v,
                       uint32_t base, uint32_t limit, uint32_t target)
{
    bool null = nv_fe_object_class(pg, v) == 0x30;
    bool surf16 = nv_chip_has(pg->env->chip, NV_CAP_FE_SURF16);
    uint32_t low = is_celsius(pg) || surf16 ? 0xf : 0x3f;
    uint32_t *where = nv_surf_word(pg, NV_PGRAPH_SURF_BASE, m->which);

    if (is_src2d(pg, m->which)) {
        NV_PG(pg, SRC2D_DMA) = nv_fe_class(pg) == 0x59 ? 0 : v & 0xffffff;
        return;
    }
    *nv_surf_word(pg, NV_PGRAPH_SURF_LIMIT, m->which) =
        (limit & offset_mask(pg)) | low | (uint32_t)null << 31;
    nv_fe_deposit(where, 0, 30, base & offset_mask(pg));
    if (surf16) {
        nv_fe_deposit(where, 30, 1, target == 1);
        nv_fe_deposit(where, 31, 1, null);
    }
    if (!is_celsius(pg)) {
        nv_surf_forget(pg, m->which);
    }
}

/* hw: Curie forgets the source of class 0x59 even if the method traps. */
NV_ACTION(surf_dma_before)
{
    if (is_src2d(pg, m->which) && nv_fe_class(pg) == 0x59) {
        NV_PG(pg, SRC2D_DMA) = 0;
    }
}

/* @arg: log2 of how a surface must be aligned, 4 up. */
NV_ACTION(surf_dma)
{
    uint32_t at = (v & (nv_chip_has(pg->env->chip, NV_CAP_FE_CURIE) ?
                        0xffffff : 0xffff)) << 4;
    uint32_t word0 = nv_mem_ramin_read(pg->mem, at);
    uint32_t limit = nv_mem_ramin_read(pg->mem, at + 4);
    uint32_t base = (nv_mem_ramin_read(pg->mem, at + 8) & ~0xfffu) |
                    word0 >> 20;
    uint32_t class = word0 & 0xfff, target = nv_extract(word0, 16, 2);
    bool bad = wrong_memory(pg, m, class) &&
               (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_DMA_CHECK);
    unsigned align = m->arg == 5 && nv_surf_strict(pg) ? 6 : m->arg;

    if (bad) {
        nv_fe_error(pg, NV_NSOURCE_DATA_ERROR);
    }
    if (class != 0x30 && ((base & ((1u << align) - 1)) ||
                          target > (is_celsius(pg) ? 0 : 1))) {
        nv_fe_error(pg, NV_NSOURCE_PROTECTION);
    }
    nv_fe_deposit(&NV_PG(pg, CTX_VALID),
                  m->which == NV_SURF_COLOR_D ? 18 : m->which, 1,
                  class != 0x30 && !bad);
    set_memory(pg, m, v, base, limit, target);
    nv_surfaces_update(pg);
}

/* --- clip rectangles of surfaces and textures from the CPU --- */

/* Point and size of one direction; @arg 0 x, 1 y, of rectangle @which. */
NV_ACTION(clip_hv)
{
    unsigned xy = m->arg, which = m->which;
    uint32_t *valid = &NV_PG(pg, VALID);
    uint32_t low = v & 0xffff, high = low + (v >> 16);

    *valid &= ~(5u << (28 + which)) & ~NV_BIT(19);
    if (which) {
        *valid |= NV_BIT(20);
    }
    NV_XY_B(pg, which) &= ~(NV_BIT(4 + xy) | 0x00111000u);
    NV_XY_B(pg, 1) |= 1;
    NV_XY_B(pg, 0) &= ~1u;
    nv_fe_deposit(&NV_PG(pg, XY_C), 8, 1, 0);
    /* ORDER: where the point lies, against the rectangle that was. */
    nv_xy_set(pg, 9, 0, xy, low, low >= 0x8000);
    if (!xy) {
        NV_VTX(pg, 9, 0) = high;
        NV_VTX(pg, 9, 1) = high;
    }
    NV_CLIP(pg, which, xy) = low;
    NV_CLIP(pg, which, 2 + xy) = high & 0x3ffff;
}

NV_ACTION(surf3d_clip_size)
{
    for (unsigned xy = 0; xy < 2; xy++) {
        uint32_t size = nv_extract(v, 16 * xy, 16);

        NV_VTX(pg, 9, xy) = size;
        nv_xy_status(pg, 1, xy, size, false);
    }
    for (unsigned xy = 0; xy < 2; xy++) {
        NV_CLIP(pg, 0, xy) = 0;
        NV_CLIP(pg, 0, 2 + xy) = NV_VTX(pg, 9, xy);
    }
    NV_PG(pg, VALID) &= ~0x50000000u;
    NV_XY_B(pg, 0) &= ~0x00111030u;
}

NV_ACTION(surf3d_format)
{
    nv_action_celsius_surf_format(pg, m, index,
                                  (v & 0xf) > 8 ? v & ~0xfu : v);
}
