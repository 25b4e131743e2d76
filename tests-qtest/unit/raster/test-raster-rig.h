/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A raster unit with memory between two unreadable pages, for its tests.
 * State starts as: colour v0 to A8R8G8B8, everything else off.
 */
#ifndef TEST_RASTER_RIG_H
#define TEST_RASTER_RIG_H

#include <glib.h>
#include <math.h>
#include <sys/mman.h>

#include "raster/soft/soft.h"

#define RIG_VRAM (4u << 20)
#define RIG_ZETA 0x100000u
#define RIG_TEX 0x200000u
#define RIG_GUARD 0x10000u

typedef struct Rig {
    NvHostOps ops;
    NvEnv env;
    NvMem mem;
    NvRaster raster;
    uint8_t *map;
    void *data;                 /* a test's own */
    uint32_t dirty_lo, dirty_hi;
} Rig;

static inline void rig_dirty(void *host, uint32_t offset, uint32_t len)
{
    Rig *rig = host;

    g_assert_cmpuint((uint64_t)offset + len, <=, RIG_VRAM);
    rig->dirty_lo = MIN(rig->dirty_lo, offset);
    rig->dirty_hi = MAX(rig->dirty_hi, offset + len);
}

static inline void rig_set(Rig *rig, unsigned bundle, uint32_t data)
{
    nv_raster_bundle(&rig->raster, (NvBundle)bundle, data);
}

static inline void rig_clip(Rig *rig, int w, int h)
{
    rig_set(rig, NV_BUNDLE_CLIP_HV, w << 16);
    rig_set(rig, NV_BUNDLE_CLIP_HV + 1, h << 16);
    rig_set(rig, NV_BUNDLE_CLEAR_HV, 0x0fff0000);
    rig_set(rig, NV_BUNDLE_CLEAR_HV + 1, 0x0fff0000);
}

/* @color, @zeta: format codes, 0 none; linear, 64 pixels of pitch a side. */
static inline void rig_surfaces(Rig *rig, unsigned color, unsigned zeta,
                                uint32_t width, bool swizzled)
{
    unsigned bytes = color ? nv_color_formats[color].bytes : 4;
    unsigned log2 = g_bit_nth_msf(width, -1);
    NvSurface c = { color != 0, color, swizzled, 0, RIG_ZETA - 1, 0,
                    width * bytes, log2, log2 };
    NvSurface z = { zeta != 0, zeta, swizzled, RIG_ZETA, RIG_TEX - 1, 0,
                    width * (zeta == 1 ? 2 : 4), log2, log2 };

    nv_raster_surfaces(&rig->raster, &c, &z);
    rig_clip(rig, width, width);
}

static inline void rig_defaults(Rig *rig)
{
    rig_surfaces(rig, 8, 0, 64, false);
    rig_set(rig, NV_BUNDLE_CLIP_RECT_HORIZ, 0x0fff0000);
    rig_set(rig, NV_BUNDLE_CLIP_RECT_VERT, 0x0fff0000);
    rig_set(rig, NV_BUNDLE_RC_CONFIG, 1);
    rig_set(rig, NV_BUNDLE_RC_FINAL_A, 0x00000004);     /* D = v0 */
    rig_set(rig, NV_BUNDLE_RC_FINAL_B, 0x00001400);     /* G = v0.a */
    rig_set(rig, NV_BUNDLE_CONFIG_A, 0x3c000000);
    rig_set(rig, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(1e12f));
    rig_set(rig, NV_BUNDLE_RASTER, 8 << 12);
}

static inline void rig_init_chip(Rig *rig, const char *chip, const char *arg)
{
    memset(rig, 0, sizeof(*rig));
    rig->ops.vram_dirty = rig_dirty;
    rig->env.chip = nv_chip_find(chip);
    rig->env.ops = &rig->ops;
    rig->env.host = rig;
    rig->dirty_lo = UINT32_MAX;
    rig->map = mmap(NULL, RIG_VRAM + 2 * RIG_GUARD, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    g_assert(rig->map != MAP_FAILED);
    g_assert(!mprotect(rig->map + RIG_GUARD, RIG_VRAM,
                       PROT_READ | PROT_WRITE));
    nv_mem_init(&rig->mem, &rig->env, rig->map + RIG_GUARD, RIG_VRAM);
    g_assert(nv_raster_init(&rig->raster, &rig->env, &rig->mem, "soft", arg,
                            NULL));
    rig_defaults(rig);
}

static inline void rig_init(Rig *rig, const char *arg)
{
    rig_init_chip(rig, "nv20", arg);
}

static inline void rig_free(Rig *rig)
{
    nv_raster_free(&rig->raster);
    nv_mem_free(&rig->mem);
    munmap(rig->map, RIG_VRAM + 2 * RIG_GUARD);
}

static inline NvRasterVertex rig_vertex(float x, float y, float z,
                                        uint32_t argb)
{
    NvRasterVertex v = { .x = x, .y = y, .z = z, .rhw = 1, .size = 1 };

    for (unsigned c = 0; c < 4; c++) {
        v.color[0][c] = (argb >> (c == 3 ? 24 : 16 - 8 * c) & 255) / 255.0f;
        v.tex[c][3] = 1;
    }
    return v;
}

/* A rectangle of one colour as two triangles. */
static inline void rig_rect(Rig *rig, float x0, float y0, float x1, float y1,
                            float z, uint32_t argb)
{
    NvRasterVertex v[6] = {
        rig_vertex(x0, y0, z, argb), rig_vertex(x1, y0, z, argb),
        rig_vertex(x1, y1, z, argb), rig_vertex(x0, y0, z, argb),
        rig_vertex(x1, y1, z, argb), rig_vertex(x0, y1, z, argb),
    };

    nv_raster_triangles(&rig->raster, v, 6);
}

static inline uint32_t rig_pixel(Rig *rig, unsigned x, unsigned y)
{
    return nv_ld32(rig->mem.vram + 4 * (y * 64 + x));
}

/* A DMA object at instance 0x1000 over all of VRAM; DMA_TEX A points there. */
static inline void rig_dma(Rig *rig)
{
    nv_mem_ramin_write(&rig->mem, 0x1000, 0x0000303d);
    nv_mem_ramin_write(&rig->mem, 0x1004, RIG_VRAM - 1);
    nv_mem_ramin_write(&rig->mem, 0x1008, 3);
    nv_mem_ramin_write(&rig->mem, 0x100c, 3);
    rig_set(rig, NV_BUNDLE_DMA_TEX, 0x100);
    rig_set(rig, NV_BUNDLE_DMA_TEX + 1, 0x100);
}

#endif
