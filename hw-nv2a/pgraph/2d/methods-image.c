/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the classes that draw images: from the CPU, from memory, video.
 * Offsets, values and trap bits are those public hardware tests (envytools)
 * assert on cards.
 */
#include "pgraph/methods-draw.h"

/* --- value rules --- */

static bool tfc_surf_exists(const NvPgraph *pg)
{
    return nv_exists_ctx(pg) ||
           nv_chip_has(pg->env->chip, NV_CAP_2D_TFC_SURF);
}

static bool ifc_format_valid(const NvPgraph *pg,
                             const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return nv_in_list(v, nv_class_has_bgr(pg) ? 8 : 6);
}

static bool sifm_format_valid(const NvPgraph *pg, const NvMethod *m,
                              uint32_t v)
{
    if (m->arg) {
        return nv_in_list(v, nv_class_has_bgr(pg) ? 0xe :
                              nv_fe_option(pg, NV_OPT_NEW) ? 0xc : 0xa);
    }
    return nv_in_list(v, m->which ? 8 : 7);
}

static bool eighths_valid(const NvPgraph *pg G_GNUC_UNUSED,
                          const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return !(v & 7);
}

static bool even_valid(const NvPgraph *pg G_GNUC_UNUSED,
                       const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return !(v & 1);
}

static bool sifm_size_valid(const NvPgraph *pg,
                            const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    uint32_t w = v & 0xffff, h = v >> 16;

    if (nv_fe_class(pg) == 0x37) {
        return w <= 0x400 && h <= 0x400;
    }
    return !(v & 0xf800f800) && !(w & 1) && w && h;
}

/* @arg: classes whose pitch is below 0x2000. */
static bool sifm_pitch_valid(const NvPgraph *pg, const NvMethod *m,
                             uint32_t v)
{
    uint32_t origin = nv_extract(v, 16, 8);

    if (nv_fe_class(pg) == 0x37) {
        return !(v & ~0x1fffu);
    }
    return origin >= 1 && origin <= 2 && v >> 24 <= 1 &&
           !(m->arg && (v & 0xe000));
}

static bool dvd_surf_format_valid(const NvPgraph *pg,
                                  const NvMethod *m G_GNUC_UNUSED,
                                  uint32_t v)
{
    return (v >> 16 == 1 || v >> 16 == 2) && (v & 0xffff) &&
           !(v & (nv_fe_class(pg) == 0x88 ? 0x3f : 0xe01f));
}

static bool dvd_offset_valid(const NvPgraph *pg,
                             const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    bool wide = nv_surf_strict(pg) ||
                (nv_fe_class(pg) == 0x88 &&
                 nv_chip_has(pg->env->chip, NV_CAP_2D_DVD_64));

    return !(v & (wide ? 0x3f : 0x1f));
}

static bool dvd_format_valid(const NvPgraph *pg, const NvMethod *m,
                             uint32_t v)
{
    return nv_in_list(v >> 16, m->which ? 4 : 3) &&
           !((v & 0xe000) && (nv_fe_class(pg) == 0x38 || m->which));
}

/* --- images from the CPU --- */

#define IFC1 NV_BIT(0)
#define IFC4 NV_BIT(1)
#define IFC5 NV_BIT(2)
#define IFC10 NV_BIT(3)
#define IFC_LATER (IFC4 | IFC5 | IFC10)

#define IFC_FORMAT(offset, trap, colors, classes) \
    M("format", offset, trap, FOR(classes), WHICH(colors), \
      VALID(ifc_format_valid), DO(ifc_format))
#define DATA(name, offset, count, stride, trap, flags, classes) \
    M2(name, offset, count, stride, trap, FOR(classes), WHICH(flags), \
       BEFORE(ifc_data_before), DO(ifc_data))
#define DATA_EVEN(name, trap, classes) \
    M2(name, 0x400, 0x380, 8, trap, FOR(classes), WHICH(0), DO(ifc_data))
#define DATA_ODD(name, trap, classes) \
    DATA(name, 0x404, 0x380, 8, trap, NV_DATA_SECOND | NV_DATA_DRAWS, classes)

static const NvMethod ifc_rows[] = {
    COMMON_ROWS(1),
    SYNC_ROW(NO_TRAP, FOR(IFC10)),
    MISSING_ROWS(1),
    CHROMA(0x184, 2, 0x17, IFC1),
    CHROMA(0x184, 2, 0x57, IFC_LATER),
    CLIP(0x188, 3, 0),
    PATTERN(0x18c, 4, 0x18, IFC1),
    PATTERN(0x18c, 4, 0x44, IFC_LATER),
    ROP(0x190, 5, 0),
    BETA(0x194, 6, 0),
    SURF("ctx_dst", 0x198, 8, NV_SURF_DST, IFC1),
    BETA4(0x198, 7, IFC_LATER),
    SURF2D(0x19c, 8, NV_SURF2D_NV10, IFC_LATER),
    DITHER(0x2f8, 15, IFC5 | IFC10),
    OPERATION(0x2fc, 9, 3, IFC1),
    OPERATION(0x2fc, 9, 6, IFC_LATER),
    IFC_FORMAT(0x300, 10, 0, IFC1),
    IFC_FORMAT(0x300, 10, 1, IFC_LATER),
    XY("xy", 0x304, 1, 4, 11, FIRST | IMAGE, 0),
    SIZE("size_out", 0x308, 12, NV_SIZE_OUT, 0),
    SIZE("size_in", 0x30c, 13, NV_SIZE_IN, 0),
    DATA("ifc_data", 0x400, 0x20, 4, 14, NV_DATA_DRAWS, IFC1),
    DATA("ifc_data", 0x400, 0x700, 4, 14, NV_DATA_DRAWS, IFC4 | IFC5),
    DATA_EVEN("ifc_data_lo", 14, IFC10),
    DATA_ODD("ifc_data_hi", 14, IFC10),
};

static const NvMethodTable ifc = { ifc_rows, NV_ARRAY_SIZE(ifc_rows) };

#define SIFC3 NV_BIT(0)
#define SIFC4 NV_BIT(1)
#define SIFC5 NV_BIT(2)
#define SIFC_LATER (SIFC4 | SIFC5)

static const NvMethod sifc_rows[] = {
    COMMON_ROWS(1),
    MISSING_ROWS(1),
    CHROMA(0x184, 2, 0x17, SIFC3),
    CHROMA(0x184, 2, 0x57, SIFC_LATER),
    PATTERN(0x188, 3, 0x18, SIFC3),
    PATTERN(0x188, 3, 0x44, SIFC_LATER),
    ROP(0x18c, 4, 0),
    BETA(0x190, 5, 0),
    SURF("ctx_dst", 0x194, 7, NV_SURF_DST, SIFC3),
    BETA4(0x194, 6, SIFC_LATER),
    SURF2D(0x198, 7, NV_SURF2D_NV10, SIFC_LATER),
    DITHER(0x2f8, 17, SIFC5),
    OPERATION(0x2fc, 8, 3, SIFC3),
    OPERATION(0x2fc, 8, 6, SIFC_LATER),
    IFC_FORMAT(0x300, 9, 0, SIFC3),
    IFC_FORMAT(0x300, 9, 1, SIFC_LATER),
    SIZE("size_in", 0x304, 10, NV_SIZE_IN, 0),
    M("dxdu", 0x308, 11, WHICH(0), DO(sifc_step)),
    M("dydv", 0x30c, 12, WHICH(1), DO(sifc_step)),
    CLIP_POINT("clip_xy", 0x310, 13, 1, 0, 0),
    CLIP_SIZE("clip_rect", 0x314, 14, 1, 0),
    M("xy", 0x318, 15, DO(sifc_xy)),
    DATA("sifc_data", 0x400, 0x700, 4, 16, NV_DATA_DRAWS, 0),
};

static const NvMethodTable sifc = { sifc_rows, NV_ARRAY_SIZE(sifc_rows) };

#define INDEX4 NV_BIT(0)
#define INDEX5 NV_BIT(1)

static const NvMethod index_rows[] = {
    COMMON_ROWS(1),
    MISSING_ROWS(1),
    M("dma_palette", 0x184, 2, WHICH(1), .arg = NV_DMA_READS,
      DO(dma_grobj)),
    CHROMA(0x188, 3, 0x57, 0),
    CLIP(0x18c, 4, 0),
    PATTERN(0x190, 5, 0x44, 0),
    ROP(0x194, 6, 0),
    BETA(0x198, 7, 0),
    BETA4(0x19c, 8, 0),
    SURF2D(0x1a0, 9, NV_SURF2D_SWIZZLED, INDEX4),
    SURF2D(0x1a0, 9, NV_SURF2D_NV10 | NV_SURF2D_SWIZZLED, INDEX5),
    DITHER(0x3e0, 18, INDEX5),
    OPERATION(0x3e4, 10, 6, 0),
    IFC_FORMAT(0x3e8, 11, 1, 0),
    M("index_format", 0x3ec, 12, BELOW(2), DO(index_format)),
    M("palette_offset", 0x3f0, 13, DO(palette_offset)),
    XY("xy", 0x3f4, 1, 4, 14, FIRST | IMAGE, 0),
    SIZE("size_out", 0x3f8, 15, NV_SIZE_OUT, 0),
    SIZE("size_in", 0x3fc, 16, NV_SIZE_IN, 0),
    M2("iifc_data", 0x400, 0x700, 4, 17, BEFORE(ifc_data_before),
       DO(index_data)),
};

static const NvMethodTable indexed = {
    index_rows, NV_ARRAY_SIZE(index_rows),
};

static const NvMethod tfc_rows[] = {
    COMMON_ROWS(2),
    SYNC_ROW(1),
    M("ctx_surf2d", 0x184, 3,
      WHICH(NV_SURF2D_NV10 | NV_SURF2D_SWIZZLED), .exists = tfc_surf_exists,
      DO(ctx_surf2d)),
    DITHER(0x2fc, 4, 0),
    IFC_FORMAT(0x300, 5, 1, 0),
    M("xy", 0x304, 6, WHICH(FIRST | IMAGE), VALID(eighths_valid),
      DO(vertex)),
    M("size", 0x308, 7, WHICH(NV_SIZE_IN | NV_SIZE_OUT),
      VALID(eighths_valid), DO(ifc_size)),
    M("clip_h", 0x30c, 8, WHICH(1), .arg = 0, VALID(nv_valid_clip_hv),
      DO(clip_hv)),
    M("clip_v", 0x310, 9, WHICH(1), .arg = 1, VALID(nv_valid_clip_hv),
      DO(clip_hv)),
    DATA_EVEN("tfc_data_lo", 10, 0),
    DATA_ODD("tfc_data_hi", 11, 0),
};

static const NvMethodTable tfc = { tfc_rows, NV_ARRAY_SIZE(tfc_rows) };

/* --- scaled images from memory, video --- */

#define SIFM3 NV_BIT(0)
#define SIFM4 NV_BIT(1)
#define SIFM5 NV_BIT(2)
#define SIFM10 NV_BIT(3)
#define SIFM_LATER (SIFM4 | SIFM5 | SIFM10)

#define SIFM_FORMAT(samples, wide, classes) \
    M("format", 0x300, 8, FOR(classes), WHICH(samples), .arg = wide, \
      VALID(sifm_format_valid), DO(sifm_format))
#define SIFM_PITCH(mode, narrow, classes) \
    M("pitch", 0x404, 17, FOR(classes), WHICH(mode), .arg = narrow, \
      VALID(sifm_pitch_valid), BEFORE(sifm_pitch_before), DO(sifm_pitch))

static const NvMethod sifm_rows[] = {
    COMMON_ROWS(1),
    SYNC_ROW(NO_TRAP, FOR(SIFM10)),
    MISSING_ROWS(1),
    M("dma_src", 0x184, 2, WHICH(1), .arg = NV_DMA_READS, DO(dma_grobj)),
    PATTERN(0x188, 3, 0x18, SIFM3),
    PATTERN(0x188, 3, 0x44, SIFM_LATER),
    ROP(0x18c, 4, 0),
    BETA(0x190, 5, 0),
    SURF("ctx_dst", 0x194, 7, NV_SURF_DST, SIFM3),
    BETA4(0x194, 6, SIFM_LATER),
    SURF2D(0x198, 7, NV_SURF2D_SWIZZLED, SIFM4),
    SURF2D(0x198, 7, NV_SURF2D_NV10 | NV_SURF2D_SWIZZLED,
           SIFM5 | SIFM10),
    DITHER(0x2fc, 20, SIFM5 | SIFM10),
    SIFM_FORMAT(0, 0, SIFM3),
    SIFM_FORMAT(1, 0, SIFM4 | SIFM5),
    SIFM_FORMAT(1, 1, SIFM10),
    OPERATION(0x304, 9, 3, SIFM3),
    OPERATION(0x304, 9, 6, SIFM_LATER),
    CLIP_POINT("clip_xy", 0x308, 10, 1, 0, 0),
    CLIP_SIZE("clip_rect", 0x30c, 11, 1, 0),
    M("xy", 0x310, 12, DO(sifm_xy)),
    M("rect", 0x314, 11, FOR(SIFM3), DO(sifm_rect)),
    M("rect", 0x314, 13, FOR(SIFM_LATER), DO(sifm_rect)),
    M("dudx", 0x318, 14, WHICH(0), DO(sifm_du)),
    M("dvdy", 0x31c, 15, WHICH(0), DO(sifm_dv)),
    M("src_size", 0x400, 16, WHICH(0), VALID(sifm_size_valid),
      DO(sifm_size)),
    SIFM_PITCH(0, 0, SIFM3),
    SIFM_PITCH(1, 1, SIFM4 | SIFM5),
    SIFM_PITCH(1, 0, SIFM10),
    M("offset", 0x408, 18, WHICH(0), DO(sifm_offset)),
    M("src_pos", 0x40c, 19, WHICH(0), .arg = 1, DO(sifm_pos)),
};

static const NvMethodTable sifm = { sifm_rows, NV_ARRAY_SIZE(sifm_rows) };

#define DVD4 NV_BIT(0)
#define DVD10 NV_BIT(1)

#define DVD_SURF(align, classes) \
    M("dma_surf", 0x18c, 4, FOR(classes), WHICH(NV_SURF_DVD), \
      .arg = align, DO(surf_dma))

static const NvMethod dvd_rows[] = {
    COMMON_ROWS(1),
    SYNC_ROW(NO_TRAP, FOR(DVD10)),
    M("dma_ov", 0x184, 2, WHICH(2), .arg = NV_DMA_READS, DO(dma_grobj)),
    M("dma_src", 0x188, 3, WHICH(1), .arg = NV_DMA_READS, DO(dma_grobj)),
    DVD_SURF(5, DVD4),
    DVD_SURF(6, DVD10),
    M("xy", 0x300, 5, VALID(even_valid), DO(sifm_xy)),
    M("rect", 0x304, 6, VALID(even_valid), DO(sifm_rect)),
    M("surf_format", 0x308, 7, VALID(dvd_surf_format_valid),
      DO(surf_dvd_format)),
    M("surf_offset", 0x30c, 8, WHICH(NV_SURF_DVD), VALID(dvd_offset_valid),
      DO(surf_one_offset)),
    M("src.dudx", 0x310, 9, WHICH(0), DO(sifm_du)),
    M("src.dvdy", 0x314, 10, WHICH(0), DO(sifm_dv)),
    M("src.size", 0x318, 11, WHICH(0), VALID(sifm_size_valid),
      DO(sifm_size)),
    M("src.format", 0x31c, 12, WHICH(0), VALID(dvd_format_valid),
      BEFORE(dvd_format_before), DO(dvd_format)),
    M("src.offset", 0x320, 13, WHICH(0), DO(sifm_offset)),
    M("src.pos", 0x324, 14, WHICH(0), .arg = 0, DO(sifm_pos)),
    M("ov.dudx", 0x328, 15, WHICH(1), DO(sifm_du)),
    M("ov.dvdy", 0x32c, 16, WHICH(1), DO(sifm_dv)),
    M("ov.size", 0x330, 17, WHICH(1), VALID(sifm_size_valid),
      DO(sifm_size)),
    M("ov.format", 0x334, 18, WHICH(1), VALID(dvd_format_valid),
      BEFORE(dvd_format_before), DO(dvd_format)),
    M("ov.offset", 0x338, 19, WHICH(1), DO(sifm_offset)),
    M("ov.pos", 0x33c, 20, WHICH(1), .arg = 1, DO(sifm_pos)),
};

static const NvMethodTable dvd = { dvd_rows, NV_ARRAY_SIZE(dvd_rows) };

/* --- classes --- */

#define MOVES(number, other, table, bit) \
    { number, ALL, table, bit, NV_CLASS_PLAIN }, \
    { other, ALL, table, bit, NV_CLASS_MOVED }

const NvClass2d nv_classes_image[] = {
    { 0x21, CELSIUS | KELVIN | RANKINE, &ifc, IFC1, NV_CLASS_ALWAYS },
    { 0x61, ALL, &ifc, IFC4, NV_CLASS_ALWAYS },
    { 0x65, ALL, &ifc, IFC5, NV_CLASS_ALWAYS },
    { 0x8a, ALL, &ifc, IFC10, NV_CLASS_ALWAYS },
    { 0x38a, RANKINE, &ifc, IFC10, NV_CLASS_ALWAYS },
    { 0x308a, CURIE, &ifc, IFC10, NV_CLASS_ALWAYS },
    { 0x36, CELSIUS | KELVIN | RANKINE, &sifc, SIFC3, NV_CLASS_ALWAYS },
    { 0x76, ALL, &sifc, SIFC4, NV_CLASS_ALWAYS },
    { 0x66, ALL, &sifc, SIFC5, NV_CLASS_ALWAYS },
    { 0x366, RANKINE, &sifc, SIFC5, NV_CLASS_ALWAYS },
    { 0x3066, CURIE, &sifc, SIFC5, NV_CLASS_ALWAYS },
    { 0x60, ALL, &indexed, INDEX4, NV_CLASS_ALWAYS },
    { 0x64, ALL, &indexed, INDEX5, NV_CLASS_ALWAYS },
    { 0x364, RANKINE, &indexed, INDEX5, NV_CLASS_ALWAYS },
    { 0x3064, CURIE, &indexed, INDEX5, NV_CLASS_ALWAYS },
    MOVES(0x7b, 0x79, &tfc, 0),
    { 0x37b, RANKINE, &tfc, 0, NV_CLASS_ALWAYS },
    { 0x307b, CURIE, &tfc, 0, NV_CLASS_ALWAYS },
    { 0x37, ALL, &sifm, SIFM3, NV_CLASS_ALWAYS },
    { 0x77, ALL, &sifm, SIFM4, NV_CLASS_ALWAYS },
    MOVES(0x63, 0x67, &sifm, SIFM5),
    MOVES(0x89, 0x87, &sifm, SIFM10),
    { 0x389, RANKINE, &sifm, SIFM10, NV_CLASS_ALWAYS },
    { 0x3089, CURIE, &sifm, SIFM10, NV_CLASS_ALWAYS },
    { 0x38, ALL, &dvd, DVD4, NV_CLASS_ALWAYS },
    { 0x88, ALL, &dvd, DVD10, NV_CLASS_ALWAYS },
    { 0, 0, NULL, 0, NV_CLASS_ALWAYS },
};
