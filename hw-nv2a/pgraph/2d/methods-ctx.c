/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the context, surface and memory classes, a row each.  Offsets,
 * values and trap bits are those public hardware tests (envytools) assert on
 * cards.
 */
#include "pgraph/methods-2d.h"

/* --- factors, ROP, clip, key --- */

#define BETA NV_BIT(0)
#define BETA4 NV_BIT(1)
#define ROP NV_BIT(2)
#define CLIP NV_BIT(3)
#define CHROMA1 NV_BIT(4)
#define CHROMA4 NV_BIT(5)
#define PATTERN1 NV_BIT(6)
#define PATTERN4 NV_BIT(7)

static bool one_to_three(const NvPgraph *pg G_GNUC_UNUSED,
                         const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return v >= 1 && v <= 3;
}

bool nv_valid_one_or_two(const NvPgraph *pg G_GNUC_UNUSED,
                         const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return v == 1 || v == 2;
}

#define FORMAT(which, classes) \
    M("format", 0x300, 2, FOR(classes), WHICH(which), VALID(one_to_three), \
      DO(ctx_format))
#define COLORS(first, raw, classes) \
    M("pattern_bitmap_color_0", 0x310, first, FOR(classes), WHICH(0), \
      .arg = raw, DO(pattern_color)), \
    M("pattern_bitmap_color_1", 0x314, first + 1, FOR(classes), WHICH(1), \
      .arg = raw, DO(pattern_color)), \
    M("pattern_bitmap_0", 0x318, first + 2, FOR(classes), WHICH(0), \
      .arg = raw, DO(pattern_bitmap)), \
    M("pattern_bitmap_1", 0x31c, first + 3, FOR(classes), WHICH(1), \
      .arg = raw, DO(pattern_bitmap))

static const NvMethod ctx_rows[] = {
    COMMON_ROWS(1),
    MISSING_ROWS(1),
    M("beta", 0x300, 2, FOR(BETA), DO(beta)),
    M("beta4", 0x300, 2, FOR(BETA4), DO(beta4)),
    M("rop", 0x300, 2, FOR(ROP), DO(rop)),
    M("clip_xy", 0x300, 2, FOR(CLIP), WHICH(0), .arg = 0, DO(clip_point)),
    M("clip_rect", 0x304, 3, FOR(CLIP), WHICH(0), .arg = 2, DO(clip_point)),
    FORMAT(NV_FORMAT_KEY, CHROMA1),
    FORMAT(NV_FORMAT_KEY | NV_FORMAT_KEPT, CHROMA4),
    M("chroma", 0x304, 3, FOR(CHROMA1), WHICH(0), DO(chroma)),
    M("chroma", 0x304, 3, FOR(CHROMA4), WHICH(1), DO(chroma)),
    FORMAT(0, PATTERN1),
    FORMAT(NV_FORMAT_KEPT, PATTERN4),
    M("bitmap_format", 0x304, 3, FOR(PATTERN1), WHICH(0),
      VALID(nv_valid_one_or_two), DO(mono_format)),
    M("bitmap_format", 0x304, 3, FOR(PATTERN4), WHICH(1),
      VALID(nv_valid_one_or_two), DO(mono_format)),
    M("pattern_shape", 0x308, 4, FOR(PATTERN1 | PATTERN4), BELOW(3),
      DO(pattern_shape)),
    M("pattern_select", 0x30c, 5, FOR(PATTERN4), VALID(nv_valid_one_or_two),
      DO(pattern_select)),
    COLORS(5, 0, PATTERN1),
    COLORS(6, 1, PATTERN4),
    M2("pattern_color_y8", 0x400, 16, 4, 10, FOR(PATTERN4), DO(pattern_y8)),
    M2("pattern_color_r5g6b5", 0x500, 32, 4, 12, FOR(PATTERN4),
       DO(pattern_r5g6b5)),
    M2("pattern_color_r5g5b5", 0x600, 32, 4, 11, FOR(PATTERN4),
       DO(pattern_r5g5b5)),
    M2("pattern_color_r8g8b8", 0x700, 64, 4, 13, FOR(PATTERN4),
       DO(pattern_r8g8b8)),
};

static const NvMethodTable ctx = { ctx_rows, NV_ARRAY_SIZE(ctx_rows) };

/* --- surfaces --- */

#define ONE_DST NV_BIT(0)
#define ONE_SRC NV_BIT(1)
#define ONE_COLOR NV_BIT(2)
#define ONE_ZETA NV_BIT(3)
#define ONE (ONE_DST | ONE_SRC | ONE_COLOR | ONE_ZETA)
#define SURF2D_4 NV_BIT(4)
#define SURF2D_10 NV_BIT(5)
#define SWZ_4 NV_BIT(6)
#define SWZ_10 NV_BIT(7)
#define SURF3D_4 NV_BIT(8)
#define SURF3D_10 NV_BIT(9)
#define SURF2D (SURF2D_4 | SURF2D_10)
#define SWZ (SWZ_4 | SWZ_10)
#define SURF3D (SURF3D_4 | SURF3D_10)

static bool one_format_valid(const NvPgraph *pg G_GNUC_UNUSED,
                             const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return v == 1 || v == 0x01000000 || v == 0x01010000 || v == 0x01010001;
}

static bool format2d_valid(const NvPgraph *pg,
                           const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return v && v < (nv_class_has_bgr(pg) ? 0xf : 0xe);
}

static bool swz_format_valid(const NvPgraph *pg, const NvMethod *m,
                             uint32_t v)
{
    uint32_t w = nv_extract(v, 16, 8), h = v >> 24;

    return format2d_valid(pg, m, v & 0xffff) && w && w <= 0xb && h <= 0xb &&
           (h || nv_fe_class(pg) != 0x52);
}

static bool pitch_valid(const NvPgraph *pg G_GNUC_UNUSED,
                        const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return v && !(v & ~0x1ff0u);
}

/* Both pitches; @arg log2 of the class's alignment. */
static bool pitches_valid(const NvPgraph *pg, const NvMethod *m, uint32_t v)
{
    uint32_t bad = m->arg == 6 ? 0x003f003f :
                   nv_surf_strict(pg) ? 0xe03fe03f : 0xe01fe01f;

    return (v & 0xffff) && v >> 16 && !(v & bad);
}

static bool offset_valid(const NvPgraph *pg, const NvMethod *m, uint32_t v)
{
    unsigned align = m->arg == 5 && nv_surf_strict(pg) ? 6 : m->arg;

    return !(v & ((1u << align) - 1));
}

bool nv_valid_clip_hv(const NvPgraph *pg G_GNUC_UNUSED,
                      const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return !(v & 0x8000);
}

/* Surfaces for the oldest 3D classes: no formats of 8 and 16 bits. */
static bool format3d_valid(const NvPgraph *pg,
                           const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    uint32_t color = v & 0xf, type = nv_extract(v, 8, 4);

    return color && color <= 8 && !nv_extract(v, 12, 4) &&
           nv_extract(v, 4, 4) <= nv_fe_option(pg, NV_OPT_NEW) &&
           (type == 1 || type == 2) && nv_extract(v, 16, 8) <= 0xb &&
           v >> 24 <= 0xb;
}

#define DMA(name, offset, trap, surface, align, classes) \
    M(name, offset, trap, FOR(classes), WHICH(NV_SURF_##surface), \
      .arg = align, BEFORE(surf_dma_before), DO(surf_dma))
#define OFFSET(name, offset, trap, surface, align, classes) \
    M(name, offset, trap, FOR(classes), WHICH(NV_SURF_##surface), \
      .arg = align, VALID(offset_valid), DO(surf_one_offset))
#define ONE_SURFACE(surface, classes) \
    DMA("dma_surf", 0x184, 2, surface, 4, classes), \
    M("format", 0x300, 3, FOR(classes), WHICH(NV_SURF_##surface), \
      VALID(one_format_valid), DO(surf_one_format)), \
    M("pitch", 0x308, 4, FOR(classes), WHICH(NV_SURF_##surface), \
      VALID(pitch_valid), DO(surf_one_pitch)), \
    OFFSET("offset", 0x30c, 5, surface, 4, classes)
#define BOTH(align, two, swz, three) \
    DMA("dma_surf_src", 0x184, 2, SRC, align, two), \
    DMA("dma_surf_dst", 0x188, 3, DST, align, two), \
    M("pitch", 0x304, 5, FOR(two), .arg = align, VALID(pitches_valid), \
      DO(surf2d_pitch)), \
    OFFSET("src_offset", 0x308, 6, SRC, align, two), \
    OFFSET("dst_offset", 0x30c, 7, DST, align, two), \
    DMA("dma_surf_swz", 0x184, 2, SWIZZLED, align, swz), \
    OFFSET("offset", 0x304, 4, SWIZZLED, align, swz), \
    DMA("dma_surf_color", 0x184, 2, COLOR, align, three), \
    DMA("dma_surf_zeta", 0x188, 3, ZETA, align, three), \
    M("pitch", 0x308, 8, FOR(three), .arg = align, VALID(pitches_valid), \
      DO(surf_pitch)), \
    OFFSET("color_offset", 0x30c, 9, COLOR, align, three), \
    OFFSET("zeta_offset", 0x310, 10, ZETA, align, three)

static const NvMethod surf_rows[] = {
    COMMON_ROWS(1),
    SYNC_ROW(NO_TRAP, FOR(SURF2D_10)),
    MISSING_ROWS(2, FOR(ONE)),
    MISSING_ROWS(64, FOR(SURF2D | SWZ)),
    ONE_SURFACE(DST, ONE_DST),
    ONE_SURFACE(SRC, ONE_SRC),
    ONE_SURFACE(COLOR, ONE_COLOR),
    ONE_SURFACE(ZETA, ONE_ZETA),
    BOTH(5, SURF2D_4, SWZ_4, SURF3D_4),
    BOTH(6, SURF2D_10, SWZ_10, SURF3D_10),
    M("format", 0x300, 4, FOR(SURF2D), VALID(format2d_valid),
      DO(surf2d_format)),
    M("format_alt", 0x200, 4, FOR(SURF2D), .chips = ALL & ~CELSIUS,
      VALID(format2d_valid), DO(surf2d_format)),
    M("format", 0x300, 3, FOR(SWZ), VALID(swz_format_valid),
      DO(surf_swz_format)),
    M("clip_h", 0x2f8, 4, FOR(SURF3D), WHICH(0), .arg = 0,
      VALID(nv_valid_clip_hv), DO(clip_hv)),
    M("clip_v", 0x2fc, 5, FOR(SURF3D), WHICH(0), .arg = 1,
      VALID(nv_valid_clip_hv), DO(clip_hv)),
    M("format", 0x300, 6, FOR(SURF3D), VALID(format3d_valid),
      DO(surf3d_format)),
    M("clip_size", 0x304, 7, FOR(SURF3D), DO(surf3d_clip_size)),
};

static const NvMethodTable surf = { surf_rows, NV_ARRAY_SIZE(surf_rows) };

/* --- memory to memory --- */

static bool m2mf_format_valid(const NvPgraph *pg G_GNUC_UNUSED,
                              const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    uint32_t in = v & 0xff, out = v >> 8;

    return (in == 1 || in == 2 || in == 4) &&
           (out == 1 || out == 2 || out == 4);
}

static const NvMethod m2mf_rows[] = {
    COMMON_ROWS(1),
    M("dma_in", 0x184, 2, WHICH(1), .arg = NV_DMA_READS | NV_DMA_CLEARS,
      DO(dma_grobj)),
    M("dma_out", 0x188, 3, WHICH(2), .arg = NV_DMA_WRITES | NV_DMA_SECOND,
      DO(dma_grobj)),
    M("offset_in", 0x30c, 4, WHICH(0), DO(m2mf_offset)),
    M("offset_out", 0x310, 5, WHICH(1), DO(m2mf_offset)),
    M("pitch_in", 0x314, 6, WHICH(0), BITS(0x7fff),
      BEFORE(m2mf_pitch_before), DO(m2mf_pitch)),
    M("pitch_out", 0x318, 7, WHICH(1), BITS(0x7fff),
      BEFORE(m2mf_pitch_before), DO(m2mf_pitch)),
    M("line_length", 0x31c, 8, BELOW(0x400000), DO(m2mf_length)),
    M("line_count", 0x320, 9, BELOW(0x800), DO(m2mf_count)),
    M("format", 0x324, 10, VALID(m2mf_format_valid), DO(m2mf_format)),
    M("trigger", 0x328, 11, DO(m2mf_start)),
};

static const NvMethodTable m2mf = { m2mf_rows, NV_ARRAY_SIZE(m2mf_rows) };

/* --- classes --- */

const NvClass2d nv_classes_ctx[] = {
    { 0x12, ALL, &ctx, BETA, NV_CLASS_ALWAYS },
    { 0x17, ALL, &ctx, CHROMA1, NV_CLASS_ALWAYS },
    { 0x18, ALL, &ctx, PATTERN1, NV_CLASS_ALWAYS },
    { 0x19, ALL, &ctx, CLIP, NV_CLASS_ALWAYS },
    { 0x43, ALL, &ctx, ROP, NV_CLASS_ALWAYS },
    { 0x44, ALL, &ctx, PATTERN4, NV_CLASS_ALWAYS },
    { 0x57, ALL, &ctx, CHROMA4, NV_CLASS_ALWAYS },
    { 0x72, ALL, &ctx, BETA4, NV_CLASS_ALWAYS },
    { 0x58, ALL, &surf, ONE_DST, NV_CLASS_ALWAYS },
    { 0x59, ALL, &surf, ONE_SRC, NV_CLASS_ALWAYS },
    { 0x5a, ALL, &surf, ONE_COLOR, NV_CLASS_ALWAYS },
    { 0x5b, ALL, &surf, ONE_ZETA, NV_CLASS_ALWAYS },
    { 0x42, ALL, &surf, SURF2D_4, NV_CLASS_ALWAYS },
    { 0x62, ALL, &surf, SURF2D_10, NV_CLASS_PLAIN },
    { 0x82, ALL, &surf, SURF2D_10, NV_CLASS_MOVED },
    { 0x362, RANKINE, &surf, SURF2D_10, NV_CLASS_ALWAYS },
    { 0x3062, CURIE, &surf, SURF2D_10, NV_CLASS_ALWAYS },
    { 0x52, ALL, &surf, SWZ_4, NV_CLASS_ALWAYS },
    { 0x9e, ALL & ~NV10, &surf, SWZ_10, NV_CLASS_ALWAYS },
    { 0x39e, RANKINE, &surf, SWZ_10, NV_CLASS_ALWAYS },
    { 0x309e, CURIE, &surf, SWZ_10, NV_CLASS_ALWAYS },
    { 0x53, CELSIUS, &surf, SURF3D_4, NV_CLASS_ALWAYS },
    { 0x93, CELSIUS, &surf, SURF3D_10, NV_CLASS_ALWAYS },
    { 0x39, ALL, &m2mf, 0, NV_CLASS_ALWAYS },
    { 0, 0, NULL, 0, NV_CLASS_ALWAYS },
};
