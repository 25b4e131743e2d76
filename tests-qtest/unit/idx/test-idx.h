/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the tests of IDX: the pipe from IDX down with a program that passes
 * attributes on, and a backend that records corners.
 */
#ifndef TEST_IDX_H
#define TEST_IDX_H

#include <glib.h>
#include <math.h>

#include "chip/chips.h"
#include "idx/idx.h"
#include "raster/decode.h"

#define VRAM (4u << 20)
#define DMA_A 0x1000u           /* RAMIN addresses of the DMA objects */
#define DMA_B 0x1010u
#define DATA 0x10000u           /* VRAM address behind DMA_A's offset 0 */
#define DATA_SIZE 0x40000u
#define DATA_B 0x80000u

typedef struct Rig {
    NvEnv env;
    NvHostOps host;
    NvMem mem;
    NvRaster raster;
    NvXf xf;
    NvVtx vtx;
    NvIdx idx;
    GArray *out;
} Rig;

static inline unsigned record(void *rig, const NvRasterVertex *v, unsigned n,
                              NvRasterPlace *place)
{
    g_array_append_vals(((Rig *)rig)->out, v, n);
    return n;
}

static const NvRasterOps recorder = {
    .name = "test", .points = record, .lines = record, .triangles = record,
};

/* o[n] = v[n] for every output the chip has; words as the methods take. */
static inline void upload_program(Rig *rig)
{
    static const uint8_t slots[] = { 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };

    for (unsigned i = 0; i < G_N_ELEMENTS(slots); i++) {
        uint32_t source = 0x6c2;        /* input, x y z w */
        uint32_t word[4] = {
            0,
            1u << 21 | slots[i] << 9 | source >> 6,
            (source & 0x3f) << 26,
            0xfu << 12 | 1u << 11 | slots[i] << 3 |
                (i == G_N_ELEMENTS(slots) - 1),
        };

        for (unsigned c = 0; c < 4; c++) {
            nv_idx_xf(&rig->idx, NV_XF_XFPR, i << 4 | c << 2, word[c]);
        }
    }
    /* Mode 2 (program), start 0. */
    nv_idx_xf64(&rig->idx, NV_XF_MODE, 0, 2u << 30, 0);
    nv_idx_xf64(&rig->idx, NV_XF_MODE, 8, 0, 0);
}

static inline void bundle(Rig *rig, NvBundle name, uint32_t data)
{
    nv_idx_bundle(&rig->idx, name, 0x53, data);
}

static inline void put_dma(Rig *rig, uint32_t at, uint32_t base, uint32_t limit)
{
    /* Class 0x3d, page table present, linear, VRAM. */
    nv_mem_ramin_write(&rig->mem, at, 0x3d | 1u << 12 | 1u << 13);
    nv_mem_ramin_write(&rig->mem, at + 4, limit);
    nv_mem_ramin_write(&rig->mem, at + 8, base);
    nv_mem_ramin_write(&rig->mem, at + 12, base);
}

/* Without a program and arrays. */
static inline Rig *rig_new_bare(const char *chip)
{
    Rig *rig = g_new0(Rig, 1);

    rig->env.chip = nv_chip_find(chip);
    rig->env.ops = &rig->host;
    nv_mem_init(&rig->mem, &rig->env, NULL, VRAM);
    rig->raster.env = &rig->env;
    rig->raster.chip = rig->env.chip;
    rig->raster.places = nv_places(rig->env.chip->fe);
    rig->raster.ops = &recorder;
    rig->raster.backend = rig;
    rig->raster.jobs = nv_raster_jobs_new(&rig->raster);
    rig->out = g_array_new(FALSE, FALSE, sizeof(NvRasterVertex));
    nv_xf_init(&rig->xf, &rig->env);
    nv_xf_reset(&rig->xf);
    nv_vtx_init(&rig->vtx, &rig->env, &rig->raster);
    nv_vtx_reset(&rig->vtx);
    nv_idx_init(&rig->idx, &rig->env, &rig->mem, &rig->xf, &rig->vtx);
    nv_idx_reset(&rig->idx);
    return rig;
}

static inline Rig *rig_new(void)
{
    Rig *rig = rig_new_bare("nv20");

    upload_program(rig);
    put_dma(rig, DMA_A, DATA, DATA_SIZE - 1);
    put_dma(rig, DMA_B, DATA_B, DATA_SIZE - 1);
    bundle(rig, NV_BUNDLE_DMA_VTX, DMA_A >> 4);
    bundle(rig, NV_BUNDLE_DMA_VTX + 1, DMA_B >> 4);
    bundle(rig, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(16777215));
    bundle(rig, NV_BUNDLE_CONFIG_B, 1u << 7 | 1u << 5);
    return rig;
}

static inline void rig_free(Rig *rig)
{
    nv_idx_free(&rig->idx);
    nv_vtx_free(&rig->vtx);
    nv_xf_free(&rig->xf);
    nv_mem_free(&rig->mem);
    nv_raster_jobs_free(rig->raster.jobs);
    g_array_unref(rig->out);
    g_free(rig);
}

static inline uint8_t *data(Rig *rig, uint32_t offset)
{
    return rig->mem.vram + DATA + offset;
}

static inline void put_float(Rig *rig, uint32_t offset, float v)
{
    nv_st32(data(rig, offset), nv_f2u(v));
}

static inline uint32_t format(unsigned type, unsigned size, unsigned stride)
{
    return type | size << 4 | stride << 8;
}

static inline const NvRasterVertex *out_at(Rig *rig, unsigned i)
{
    g_assert_cmpuint(i, <, rig->out->len);
    return &g_array_index(rig->out, NvRasterVertex, i);
}

static inline void check_vab(Rig *rig, unsigned attr, float x, float y,
                             float z, float w)
{
    float want[4] = { x, y, z, w };

    for (unsigned c = 0; c < 4; c++) {
        g_assert_cmpfloat(nv_u2f(rig->xf.vab[attr][c]), ==, want[c]);
    }
}

/* Positions i, 2 i, 3 i from array 0; tex0 is (i, 0.5) from array 9. */
static inline void put_arrays(Rig *rig, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        put_float(rig, i * 20, i);
        put_float(rig, i * 20 + 4, 2 * i);
        put_float(rig, i * 20 + 8, 3 * i);
        put_float(rig, i * 20 + 12, i);
        put_float(rig, i * 20 + 16, 0.5f);
    }
    nv_idx_vtxbuf_offset(&rig->idx, 0, 0);
    nv_idx_vtxbuf_format(&rig->idx, 0, format(2, 3, 20));
    nv_idx_vtxbuf_offset(&rig->idx, 9, 12);
    nv_idx_vtxbuf_format(&rig->idx, 9, format(2, 2, 20));
}

#endif
