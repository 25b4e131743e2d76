/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of scaled images from memory, and of the two-source class for
 * video.  Facts: registers as public hardware tests (envytools) assert them
 * up to the drawing; what the fields mean from drivers (doc).
 */
#include "pgraph/2d/fe-2d.h"
#include "twod/twod.h"

#define MISC32_2(pg, i) ((pg)->values[NV_PGRAPH_MISC32_2 / 4 + (i)])
#define MISC32_1(pg) ((pg)->values[(NV_PGRAPH_MISC32 + 112) / 4])

NV_ACTION(sifm_format)
{
    static const uint8_t codes[16] = {
        0, NV_TWOD_A1R5G5B5, NV_TWOD_X1R5G5B5, NV_TWOD_A8R8G8B8,
        NV_TWOD_X8R8G8B8, NV_TWOD_YUYV, NV_TWOD_UYVY, NV_TWOD_R5G6B5,
        NV_TWOD_Y8, NV_TWOD_AY8, 0x16, 0x17, NV_TWOD_A8B8G8R8,
        NV_TWOD_X8B8G8R8,
    };
    const NvChip *chip = pg->env->chip;
    uint32_t code = codes[v & 0xf];

    if (((v & 0xf) >= 0xa && !nv_chip_has(chip, NV_CAP_FE_NEW_OBJECTS)) ||
        ((v & 0xf) >= 0xc && !nv_chip_has(chip, NV_CAP_FE_RANKINE) &&
         !nv_chip_has(chip, NV_CAP_FE_CURIE))) {
        code = 0;
    }
    nv_fe_set_option(pg, NV_OPT_COLOR, code);
}

NV_ACTION(sifm_xy)
{
    int32_t x = nv_sextract(v, 0, 16), y = nv_sextract(v, 16, 16);

    nv_fe_deposit(&NV_PG(pg, VALID), 0, 2, 1);
    nv_fe_deposit(&NV_PG(pg, VALID), 19, 1,
                  !!(nv_fe_flags(pg) & NV_CLASS_DVD));
    NV_VTX(pg, 0, 0) = x;
    NV_VTX(pg, 4, 1) = y;
    nv_xy_restart(pg);
    nv_xy_advance(pg);
    NV_XY_B(pg, 0) &= ~1u;
    NV_XY_B(pg, 1) |= 1;
    nv_xy_status(pg, 0, 0, x, false);
    nv_xy_status(pg, 0, 1, y, false);
    nv_fe_deposit(&NV_PG(pg, XY_C), 8, 1, 0);
}

/* ORDER: the size alone gives the sign, then x is added. */
NV_ACTION(sifm_rect)
{
    NV_PG(pg, VALID) |= 2;
    nv_xy_add(pg, 1, 0, 0, v & 0xffff, 0, false);
    nv_xy_add(pg, 1, 1, 0, v >> 16, 0, false);
    nv_xy_sign(pg, 1, 0, true);
    nv_xy_sign(pg, 1, 1, true);
    nv_xy_add(pg, 1, 0, NV_VTX(pg, 0, 0), v & 0xffff, 0, false);
    nv_xy_advance(pg);
}

/* Steps; @which 0 the image, 1 the video overlaid on it. */
NV_ACTION(sifm_du)
{
    NV_PG(pg, VALID) |= m->which ? NV_BIT(12) : NV_BIT(4);
    if (m->which) {
        MISC32_2(pg, 1) = v;
    } else {
        NV_PG(pg, MISC32) = v;
    }
}

NV_ACTION(sifm_dv)
{
    NV_PG(pg, VALID) |= m->which ? NV_BIT(13) : NV_BIT(5);
    NV_VTX(pg, 3, 1 - m->which) = v;
}

NV_ACTION(sifm_size)
{
    uint32_t *size = m->which ? &NV_PG(pg, MISC24_2)
                              : &pg->values[(NV_PGRAPH_MISC24 + 96) / 4];

    if (!m->which) {
        NV_PG(pg, MISC24) = v & 0xffff;
    }
    nv_fe_deposit(size, 0, 11, v);
    nv_fe_deposit(size, 11, 11, v >> 16);
    NV_PG(pg, VALID) |= m->which ? NV_BIT(15) : NV_BIT(9);
}

NV_ACTION(sifm_offset)
{
    pg->values[NV_PGRAPH_DMA_OFFSET / 4 + m->which] = v;
    NV_PG(pg, VALID) |= m->which ? NV_BIT(17) : NV_BIT(11);
}

NV_ACTION(sifm_pitch_before)
{
    NV_PG(pg, DMA_PITCH) = (v & 0xffff) * 0x10001;
}

NV_ACTION(sifm_pitch)
{
    NV_PG(pg, VALID) |= NV_BIT(10);
    if (m->which) {
        nv_fe_deposit(&NV_PG(pg, SIFM_MODE), 16, 2, v >> 16);
        nv_fe_deposit(&NV_PG(pg, SIFM_MODE), 24, 1, v >> 24);
    }
}

NV_ACTION(dvd_format_before)
{
    nv_fe_deposit(&NV_PG(pg, DMA_PITCH), 16 * m->which, 16, v);
}

NV_ACTION(dvd_format)
{
    uint32_t code = nv_extract(v, 16, 2);

    NV_PG(pg, VALID) |= m->which ? NV_BIT(16) : NV_BIT(10);
    if (m->which) {
        nv_fe_deposit(&NV_PG(pg, DVD_FORMAT), 8, 2, code);
    } else {
        nv_fe_deposit(&NV_PG(pg, DVD_FORMAT), 0, 6,
                      code == 1 ? NV_TWOD_YUYV : code == 2 ? NV_TWOD_UYVY
                                                           : 0);
    }
}

/* --- drawing --- */

static bool load_image(NvPgraph *pg, NvTwodImage *image)
{
    uint32_t size = pg->values[(NV_PGRAPH_MISC24 + 96) / 4];
    uint32_t pos = MISC32_1(pg), mode = NV_PG(pg, SIFM_MODE);

    *image = (NvTwodImage) {
        .offset = pg->values[NV_PGRAPH_DMA_OFFSET / 4],
        .pitch = NV_PG(pg, DMA_PITCH) & 0xffff,
        .w = nv_extract(size, 0, 11), .h = nv_extract(size, 11, 11),
        .format = nv_fe_option(pg, NV_OPT_COLOR),
        .center = nv_extract(mode, 16, 2) == 1,
        .bilinear = nv_extract(mode, 24, 1),
        .u = (int64_t)(pos & 0xffff) << 16, .v = (int64_t)(pos >> 16) << 16,
        .du = NV_PG(pg, MISC32), .dv = NV_VTX(pg, 3, 1),
    };
    return nv_mem_dma_load(pg->mem, nv_fe_get_dma(pg, 1) << 4, &image->dma);
}

static void draw(NvPgraph *pg)
{
    int32_t x = (int16_t)NV_VTX(pg, 0, 0), y = (int16_t)NV_VTX(pg, 0, 1);
    NvTwodImage image;
    NvTwodState s;

    if (NV_PG(pg, NSOURCE) || !nv_xy_in_range(pg)) {
        return;
    }
    if ((NV_PG(pg, VALID) & 0xf33) != 0xf33) {
        nv_fe_error(pg, NV_NSOURCE_METHOD_CNT);
        return;
    }
    if (!nv_fe_get_dma(pg, 1)) {
        nv_fe_state_error(pg);
    }
    if (!nv_fe_twod(pg, &s)) {
        return;
    }
    /* x + w is in vertex 1, and h alone. */
    if (!load_image(pg, &image) ||
        !nv_twod_scale(&pg->twod, &s, &image,
                       (NvTwodRect) { x, y, NV_VTX(pg, 1, 0),
                                      y + (NV_VTX(pg, 1, 1) & 0xffff) })) {
        nv_fe_error(pg, NV_NSOURCE_DMA_R);
    }
}

/* @which: 1 the second source; @arg: the method that draws. */
NV_ACTION(sifm_pos)
{
    NV_PG(pg, VALID) |= m->which ? NV_BIT(14) : NV_BIT(8);
    if (m->which) {
        MISC32_2(pg, 0) = v;
    } else {
        MISC32_1(pg) = v;
        NV_VTX(pg, 2, 1) = v & 0xffff0000;
    }
    if (!m->arg) {
        return;
    }
    NV_VTX(pg, 0, 1) = NV_VTX(pg, 4, 1);
    nv_xy_status(pg, 1, 1, NV_VTX(pg, 0, 1),
                 (int32_t)NV_VTX(pg, 0, 1) != (int16_t)NV_VTX(pg, 0, 1));
    if (nv_fe_flags(pg) & NV_CLASS_DVD) {
        nv_unimp(pg->env, "class 0x%02x: video of two sources",
                 nv_fe_class(pg));
        return;
    }
    draw(pg);
}
