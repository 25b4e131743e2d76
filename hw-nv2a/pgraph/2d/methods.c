/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the classes that draw solids, bitmaps and blits, a row each.
 * Offsets, values and trap bits are those public hardware tests (envytools)
 * assert on cards; rows that end in "untested" are known from drivers.
 */
#include "pgraph/methods-draw.h"

/* --- value rules --- */

/* Classes 0x4b and since NV4 have one format less, up to NV30's. */
static bool solid_format_valid(const NvPgraph *pg, const NvMethod *m,
                               uint32_t v)
{
    bool less = (m->which & NV_SOLID_COLORS) || nv_fe_class(pg) == 0x4b;

    return nv_in_list(v, less && !nv_class_has_bgr(pg) ? 4 : 5);
}

/* Where blits come from: never left of or above the surface. */
static bool src_valid(const NvPgraph *pg G_GNUC_UNUSED,
                      const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return !(v & 0x80008000);
}

static bool font_valid(const NvPgraph *pg G_GNUC_UNUSED,
                       const NvMethod *m G_GNUC_UNUSED, uint32_t v)
{
    return v >> 28 >= 3 && v >> 28 <= 9;
}

/* --- solids --- */

#define LIN1 NV_BIT(0)
#define LIN4 NV_BIT(1)
#define TRI1 NV_BIT(2)
#define TRI4 NV_BIT(3)
#define RECT1 NV_BIT(4)
#define RECT4 NV_BIT(5)
#define OLD (LIN1 | TRI1 | RECT1)
#define NEW (LIN4 | TRI4 | RECT4)
#define LIN (LIN1 | LIN4)
#define TRI (TRI1 | TRI4)
#define BOX (RECT1 | RECT4)

#define SOLID_FORMAT(flags, classes) \
    M("format", 0x300, 9, FOR(classes), WHICH(flags), \
      VALID(solid_format_valid), DO(solid_format))

static const NvMethod solid_rows[] = {
    COMMON_ROWS(1),
    MISSING_ROWS(1, FOR(LIN | TRI)),
    M("missing", 0x200, NO_TRAP, FOR(BOX), DO(state)),
    CLIP(0x184, 2, 0),
    PATTERN(0x188, 3, 0x18, OLD),
    PATTERN(0x188, 3, 0x44, NEW),
    ROP(0x18c, 4, 0),
    BETA(0x190, 5, 0),
    SURF("ctx_dst", 0x194, 7, NV_SURF_DST, OLD),
    BETA4(0x194, 6, NEW),
    SURF2D(0x198, 7, NV_SURF2D_NV10, NEW),
    OPERATION(0x2fc, 8, 3, OLD),
    OPERATION(0x2fc, 8, 6, NEW),
    SOLID_FORMAT(0, OLD),
    SOLID_FORMAT(NV_SOLID_COLORS, LIN4 | TRI4),
    SOLID_FORMAT(NV_SOLID_COLORS | NV_SOLID_RECT, RECT4),
    COLOR("color", 0x304, 1, 4, 10, 0),
    XY("line.0.xy", 0x400, 16, 8, 11, FIRST, LIN),
    XY("line.1.xy", 0x404, 16, 8, 12, DRAWS, LIN),
    X32("line32.0.x", 0x480, 8, 16, 13, FIRST, LIN),
    Y32("line32.0.y", 0x484, 8, 16, 14, FIRST, LIN),
    X32("line32.1.x", 0x488, 8, 16, 15, DRAWS, LIN),
    Y32("line32.1.y", 0x48c, 8, 16, 16, DRAWS, LIN),
    XY("polyline.xy", 0x500, 32, 4, 17, POLY | DRAWS, LIN),
    X32("polyline32.x", 0x580, 16, 8, 18, POLY | DRAWS, LIN),
    Y32("polyline32.y", 0x584, 16, 8, 19, POLY | DRAWS, LIN),
    COLOR("cpolyline.color", 0x600, 16, 8, 20, LIN),
    XY("cpolyline.xy", 0x604, 16, 8, 21, POLY | DRAWS, LIN),
    XY("triangle.0.xy", 0x310, 1, 4, 11, FIRST, TRI),
    XY("triangle.1.xy", 0x314, 1, 4, 12, 0, TRI),
    XY("triangle.2.xy", 0x318, 1, 4, 13, DRAWS, TRI),
    X32("triangle32.0.x", 0x320, 1, 4, 14, FIRST, TRI),
    Y32("triangle32.0.y", 0x324, 1, 4, 15, FIRST, TRI),
    X32("triangle32.1.x", 0x328, 1, 4, 16, 0, TRI),
    Y32("triangle32.1.y", 0x32c, 1, 4, 17, 0, TRI),
    X32("triangle32.2.x", 0x330, 1, 4, 18, DRAWS, TRI),
    Y32("triangle32.2.y", 0x334, 1, 4, 19, DRAWS, TRI),
    XY("polytri.xy", 0x400, 32, 4, 20, POLY | DRAWS, TRI),
    X32("polytri32.x", 0x480, 16, 8, 21, POLY | DRAWS, TRI),
    Y32("polytri32.y", 0x484, 16, 8, 22, POLY | DRAWS, TRI),
    COLOR("ctriangle.color", 0x500, 8, 16, 23, TRI),
    XY("ctriangle.0.xy", 0x504, 8, 16, 24, FIRST, TRI),
    XY("ctriangle.1.xy", 0x508, 8, 16, 25, 0, TRI),
    XY("ctriangle.2.xy", 0x50c, 8, 16, 26, DRAWS, TRI),
    COLOR("cpolytri.color", 0x580, 16, 8, 27, TRI),
    XY("cpolytri.xy", 0x584, 16, 8, 28, POLY | DRAWS, TRI),
    XY("rect.xy", 0x400, 16, 8, 11, FIRST, BOX),
    RECT("rect.rect", 0x404, 16, 8, 12, DRAWS, BOX),
};

static const NvMethodTable solid = { solid_rows, NV_ARRAY_SIZE(solid_rows) };

/* --- GDI: A unclipped and B clipped rectangles, C to E bitmaps, F G text */

#define GDI3 NV_BIT(0)
#define GDI4 NV_BIT(1)

#define COLOR0(offset, flags, classes) \
    M("e.color0", offset, 13, FOR(classes), WHICH(flags), DO(bitmap_color0))
#define COLOR1(name, offset, classes) \
    M(name, offset, 12, FOR(classes), DO(bitmap_color1))
#define CLIPS(letter, offset, classes) \
    CLIP_POINT(letter ".clip_xy_0", offset, 16, 1, 0, classes), \
    CLIP_POINT(letter ".clip_xy_1", (offset) + 4, 17, 1, 1, classes)
#define BITS_IN(name, offset, trap, zeros, classes) \
    M2(name, offset, 128, 4, trap, FOR(classes), WHICH(zeros), \
       BEFORE(bitmap_before), DO(bitmap_data))
#define BITMAP_SIZES(letter, offset, classes) \
    SIZE(letter ".size_in", offset, 22, NV_SIZE_IN | NV_SIZE_BITMAP, \
         classes), \
    SIZE(letter ".size_out", (offset) + 4, 23, \
         NV_SIZE_OUT | NV_SIZE_BITMAP, classes), \
    XY(letter ".xy", (offset) + 8, 1, 4, 20, FIRST | IMAGE, classes)
#define BITMAP_SIZE(offset, classes) \
    SIZE("c.size", offset, 21, NV_SIZE_IN | NV_SIZE_OUT | NV_SIZE_BITMAP, \
         classes), \
    XY("c.xy", (offset) + 4, 1, 4, 20, FIRST | IMAGE, classes)
#define FONT(name, offset, classes) \
    M(name, offset, 26, FOR(classes), VALID(font_valid), DO(font))

static const NvMethod gdi_rows[] = {
    COMMON_ROWS(1),
    MISSING_ROWS(1),
    PATTERN(0x184, 3, 0x18, GDI3),
    ROP(0x188, 4, GDI3),
    BETA(0x18c, 5, GDI3),
    SURF("ctx_dst", 0x190, 7, NV_SURF_DST, GDI3),
    M("dma_font", 0x184, 2, FOR(GDI4), WHICH(1), .arg = NV_DMA_READS,
      DO(dma_grobj)),
    PATTERN(0x188, 3, 0x44, GDI4),
    ROP(0x18c, 4, GDI4),
    BETA(0x190, 5, GDI4),
    BETA4(0x194, 6, GDI4),
    SURF2D(0x198, 7, NV_SURF2D_NV10, GDI4),
    OPERATION(0x2fc, 8, 3, GDI3),
    OPERATION(0x2fc, 8, 6, GDI4),
    SOLID_FORMAT(0, GDI3),
    SOLID_FORMAT(NV_SOLID_COLORS | NV_SOLID_GDI, GDI4),
    M("bitmap_format", 0x304, 10, WHICH(0), VALID(nv_valid_one_or_two),
      DO(mono_format)),
    COLOR("a.color", 0x3fc, 1, 4, 11, 0),
    XY("a.xy", 0x400, 64, 8, 14, FIRST | NOCLIP, GDI3),
    RECT("a.rect", 0x404, 64, 8, 15, DRAWS | NOCLIP, GDI3),
    CLIPS("b", 0x7f4, GDI3),
    COLOR("b.color", 0x7fc, 1, 4, 11, GDI3),
    XY("b.0.xy", 0x800, 64, 8, 18, FIRST, GDI3),
    XY("b.1.xy", 0x804, 64, 8, NO_TRAP, DRAWS, GDI3),
    CLIPS("c", 0xbec, GDI3),
    COLOR1("c.color", 0xbf4, GDI3),
    BITMAP_SIZE(0xbf8, GDI3),
    BITS_IN("c.bitmap_data", 0xc00, 24, 0, GDI3),
    CLIPS("d", 0xfe8, GDI3),
    COLOR1("d.color", 0xff0, GDI3),
    BITMAP_SIZES("d", 0xff4, GDI3),
    BITS_IN("d.bitmap_data", 0x1000, 24, 0, GDI3),
    CLIPS("e", 0x13e4, GDI3),
    COLOR0(0x13ec, 0, GDI3),
    COLOR1("e.color1", 0x13f0, GDI3),
    BITMAP_SIZES("e", 0x13f4, GDI3),
    BITS_IN("e.bitmap_data", 0x1400, 25, 1, GDI3),
    XY("a.xy", 0x400, 32, 8, 14, FIRST | NOCLIP, GDI4),
    RECT("a.rect", 0x404, 32, 8, 15, DRAWS | NOCLIP, GDI4),
    CLIPS("b", 0x5f4, GDI4),
    COLOR("b.color", 0x5fc, 1, 4, 11, GDI4),
    XY("b.0.xy", 0x600, 32, 8, 18, FIRST, GDI4),
    XY("b.1.xy", 0x604, 32, 8, NO_TRAP, DRAWS, GDI4),
    CLIPS("c", 0x7ec, GDI4),
    COLOR1("c.color", 0x7f4, GDI4),
    BITMAP_SIZE(0x7f8, GDI4),
    BITS_IN("c.bitmap_data", 0x800, 24, 0, GDI4),
    CLIPS("e", 0xbe4, GDI4),
    COLOR0(0xbec, 1, GDI4),
    COLOR1("e.color1", 0xbf0, GDI4),
    BITMAP_SIZES("e", 0xbf4, GDI4),
    BITS_IN("e.bitmap_data", 0xc00, 25, 1, GDI4),
    FONT("f.font", 0xff0, GDI4),
    CLIPS("f", 0xff4, GDI4),
    COLOR1("f.color", 0xffc, GDI4),
    M2("f.xyc", 0x1000, 256, 4, 27, FOR(GDI4), DO(char_xyc)),
    FONT("g.font", 0x17f0, GDI4),
    CLIPS("g", 0x17f4, GDI4),
    COLOR1("g.color", 0x17fc, GDI4),
    XY("g.xy", 0x1800, 256, 8, 20, FIRST | IMAGE, GDI4),
    M2("g.char", 0x1804, 256, 8, 28, FOR(GDI4), DO(char_code)),
};

static const NvMethodTable gdi = { gdi_rows, NV_ARRAY_SIZE(gdi_rows) };

/* --- blits --- */

#define BLIT1 NV_BIT(0)
#define BLIT4 NV_BIT(1)
#define BLIT15 NV_BIT(2)
#define LATER (BLIT4 | BLIT15)

static const NvMethod blit_rows[] = {
    COMMON_ROWS(1),
    SYNC_ROW(NO_TRAP, FOR(BLIT15)),
    M("unk10c", 0x10c, NO_TRAP, FOR(BLIT15), DO(none)),     /* untested */
    M("flip_read", 0x120, NO_TRAP, FOR(BLIT15), BELOW(8),
      WHICH(NV_FLIP2D_READ), DO(flip2d_set)),
    M("flip_write", 0x124, NO_TRAP, FOR(BLIT15), BELOW(8),
      WHICH(NV_FLIP2D_WRITE), DO(flip2d_set)),
    M("flip_modulo", 0x128, NO_TRAP, FOR(BLIT15), BELOW(8),
      WHICH(NV_FLIP2D_MODULO), DO(flip2d_set)),
    M("flip_bump_write", 0x12c, NO_TRAP, FOR(BLIT15), DO(flip2d_bump)),
    M("flip_wait", 0x130, NO_TRAP, FOR(BLIT15), DO(flip2d_wait)),
    /* untested, these two */
    M("flip_bump_read", 0x134, NO_TRAP, FOR(BLIT15), DO(flip2d_read)),
    MISSING_ROWS(2),
    CHROMA(0x184, 2, 0x17, BLIT1),
    CHROMA(0x184, 2, 0x57, LATER),
    CLIP(0x188, 3, 0),
    PATTERN(0x18c, 4, 0x18, BLIT1),
    PATTERN(0x18c, 4, 0x44, LATER),
    ROP(0x190, 5, 0),
    BETA(0x194, 6, 0),
    SURF("ctx_src", 0x198, 8, NV_SURF_SRC, BLIT1),
    SURF("ctx_dst", 0x19c, 9, NV_SURF_DST, BLIT1),
    BETA4(0x198, 7, LATER),
    SURF2D(0x19c, 8, NV_SURF2D_NV10, LATER),
    OPERATION(0x2fc, 10, 3, BLIT1),
    OPERATION(0x2fc, 10, 6, LATER),
    M("src.xy", 0x300, 11, WHICH(FIRST), VALID(src_valid), DO(vertex)),
    XY("dst.xy", 0x304, 1, 4, 12, 0, 0),
    RECT("rect", 0x308, 1, 4, 13, DRAWS, 0),
};

static const NvMethodTable blit = { blit_rows, NV_ARRAY_SIZE(blit_rows) };

/* --- classes --- */

const NvClass2d nv_classes_2d[] = {
    { 0x1c, CELSIUS | KELVIN | RANKINE, &solid, LIN1, NV_CLASS_ALWAYS },
    { 0x1d, CELSIUS | KELVIN | RANKINE, &solid, TRI1, NV_CLASS_ALWAYS },
    { 0x1e, CELSIUS | KELVIN | RANKINE, &solid, RECT1, NV_CLASS_ALWAYS },
    { 0x5c, ALL, &solid, LIN4, NV_CLASS_ALWAYS },
    { 0x35c, RANKINE, &solid, LIN4, NV_CLASS_ALWAYS },
    { 0x305c, CURIE, &solid, LIN4, NV_CLASS_ALWAYS },
    { 0x5d, ALL, &solid, TRI4, NV_CLASS_ALWAYS },
    { 0x5e, CELSIUS | KELVIN | RANKINE, &solid, RECT4, NV_CLASS_ALWAYS },
    { 0x4b, CELSIUS | KELVIN | RANKINE, &gdi, GDI3, NV_CLASS_ALWAYS },
    { 0x4a, ALL, &gdi, GDI4, NV_CLASS_ALWAYS },
    { 0x1f, ALL, &blit, BLIT1, NV_CLASS_ALWAYS },
    { 0x5f, ALL, &blit, BLIT4, NV_CLASS_ALWAYS },
    { 0x9f, ALL & ~NV10, &blit, BLIT15, NV_CLASS_ALWAYS },
    { 0, 0, NULL, 0, NV_CLASS_ALWAYS },
};
