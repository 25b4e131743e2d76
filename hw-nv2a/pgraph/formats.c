/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Celsius' FORMATS: what FE makes of the object's colour format and of the
 * surface's, and which way through ROP pixels take.  Facts: what public
 * hardware tests (envytools) read back from cards (hw).
 */
#include "pgraph/fe-2d.h"

enum { OLD, ALWAYS, PLAIN, MOVED };

/* Classes whose chroma key is kept in its own format, and SIFMs. */
static const struct {
    uint8_t class, raw, sifm;
    uint64_t need;              /* capabilities */
} class_rows[] = {
    { 0x37, OLD, ALWAYS }, { 0x42, ALWAYS, OLD }, { 0x44, ALWAYS, OLD },
    { 0x4a, ALWAYS, OLD }, { 0x52, ALWAYS, OLD }, { 0x53, ALWAYS, OLD },
    { 0x57, ALWAYS, OLD }, { 0x5c, ALWAYS, OLD }, { 0x5d, ALWAYS, OLD },
    { 0x5e, ALWAYS, OLD }, { 0x60, ALWAYS, OLD }, { 0x61, ALWAYS, OLD },
    { 0x62, PLAIN, OLD }, { 0x63, PLAIN, PLAIN }, { 0x64, ALWAYS, OLD },
    { 0x65, ALWAYS, OLD }, { 0x66, ALWAYS, OLD }, { 0x67, MOVED, MOVED },
    { 0x72, ALWAYS, OLD }, { 0x76, ALWAYS, OLD }, { 0x77, ALWAYS, ALWAYS },
    { 0x79, MOVED, OLD }, { 0x7b, PLAIN, OLD }, { 0x82, MOVED, OLD },
    { 0x87, MOVED, MOVED }, { 0x89, PLAIN, PLAIN }, { 0x8a, PLAIN, OLD },
    { 0x93, ALWAYS, OLD }, { 0x9e, ALWAYS, OLD, NV_CAP_FE_BLIT9F },
};

/* Source format of a blit by surface format. */
static const uint8_t blit_source[16] = {
    NV_TWOD_X8R8G8B8, NV_TWOD_Y8, NV_TWOD_X1R5G5B5, NV_TWOD_X1R5G5B5,
    NV_TWOD_X1R5G5B5, NV_TWOD_R5G6B5, NV_TWOD_Y16, NV_TWOD_X8R8G8B8,
    NV_TWOD_X8R8G8B8, NV_TWOD_X8R8G8B8, NV_TWOD_X8R8G8B8, NV_TWOD_X8R8G8B8,
    NV_TWOD_X8R8G8B8, NV_TWOD_Y32, NV_TWOD_X8R8G8B8, NV_TWOD_X8R8G8B8,
};

static void class_kind(const NvPgraph *pg, bool *raw, bool *sifm)
{
    unsigned now = NV_PG(pg, DEBUG_D) & NV_DEBUG_D_MOVED ? MOVED : PLAIN;
    uint32_t class = nv_fe_class(pg);

    *raw = *sifm = false;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(class_rows); i++) {
        if (class_rows[i].class == class &&
            nv_chip_has(pg->env->chip, class_rows[i].need)) {
            *raw = class_rows[i].raw == ALWAYS || class_rows[i].raw == now;
            *sifm = class_rows[i].sifm == ALWAYS ||
                    class_rows[i].sifm == now;
        }
    }
}

/* Formats of colour keys that have an alpha: which of their bits (hw). */
static const uint32_t key_alpha[NV_TWOD_SOURCES] = {
    [NV_TWOD_X16A8Y8] = 0xff00,
    [NV_TWOD_A1R5G5B5] = 0x8000, [NV_TWOD_X16A1R5G5B5] = 0x8000,
    [NV_TWOD_A16R5G6B5] = 0xff000000, [NV_TWOD_A8R8G8B8] = 0xff000000,
    [NV_TWOD_UNK10] = 0xff000000,
};

/* The key's alpha says that nothing is left out; it has its own format. */
static bool chroma_off(const NvPgraph *pg, bool raw)
{
    unsigned format = raw ? NV_PG_GET(pg, CTX_FORMAT, CHROMA)
                          : NV_TWOD_A8R8G8B8;
    uint32_t alpha = format < NV_TWOD_SOURCES ? key_alpha[format] : 0;

    return alpha && !(NV_PG(pg, CHROMA) & alpha);
}

/* More bits of colour are needed than the surface has. */
static bool dithers(const NvPgraph *pg, bool raw)
{
    NvTwodOp op = nv_fe_option(pg, NV_OPT_OPERATION);
    bool blends = op == NV_TWOD_BLEND_AND || op == NV_TWOD_SRCCOPY_PREMULT ||
                  op == NV_TWOD_BLEND_PREMULT;
    bool off = nv_fe_class(pg) == 0x39 || (nv_fe_flags(pg) & NV_CLASS_DVD);

    if (nv_fe_is_3d(pg)) {
        return false;
    }
    return !NV_PG_GET(pg, DEBUG_C, DITHER_AS_NEEDED) ||
           ((blends ||
             (nv_fe_option(pg, NV_OPT_CHROMA) && !chroma_off(pg, raw))) &&
            !off);
}

/* Of the ways through ROP, those that are known by more than a number. */
enum { WAY_PLAIN = 1, WAY_R5G6B5 = 2, WAY_DITHERED = 5 };

/* Surfaces without dither have a way of their own. */
static unsigned surface_way(unsigned surf)
{
    switch (surf) {
    case NV_TWOD_SURF_Y8:
        return 0;
    case NV_TWOD_SURF_Y16:
    case NV_TWOD_SURF_YUYV:
    case NV_TWOD_SURF_UYVY:
        return 3;
    case NV_TWOD_SURF_Y32:
        return 7;
    default:
        return 5;
    }
}

static unsigned rop_way(const NvPgraph *pg, unsigned surf, unsigned source,
                        bool dither)
{
    const char *ways = pg->env->chip->rop_ways;
    unsigned way;

    if (surf == NV_TWOD_SURF_Y8 || surf >= NV_TWOD_SURF_Y16) {
        return surface_way(surf);
    }
    assert(ways);
    way = ways[source % NV_TWOD_SOURCES] - '0';
    if (way == WAY_DITHERED && !dither && surf) {
        way = WAY_PLAIN;
    }
    return way == WAY_PLAIN && surf == NV_TWOD_SURF_R5G6B5 ? WAY_R5G6B5 : way;
}

/* Surfaces of plain numbers are drawn with numbers of their size. */
static unsigned source_of(const NvPgraph *pg, unsigned surf)
{
    if (nv_fe_is_3d(pg)) {
        return NV_TWOD_A8R8G8B8;
    }
    if (nv_fe_flags(pg) & NV_CLASS_BLIT) {
        return blit_source[surf];
    }
    switch (surf) {
    case NV_TWOD_SURF_Y8:
        return NV_TWOD_Y8;
    case NV_TWOD_SURF_Y16:
        return NV_TWOD_Y16;
    case NV_TWOD_SURF_Y32:
        return NV_TWOD_Y32;
    default:
        return nv_fe_option(pg, NV_OPT_COLOR);
    }
}

static unsigned drawn_surface(const NvPgraph *pg)
{
    if (nv_fe_flags(pg) & NV_CLASS_DVD) {
        return NV_SURF_DVD;
    }
    if (nv_fe_is_3d(pg)) {
        return NV_SURF_COLOR;
    }
    return nv_fe_draws_swizzled(pg) ? NV_SURF_SWIZZLED : NV_SURF_DST;
}

uint32_t nv_fe_formats(const NvPgraph *pg)
{
    uint32_t class = nv_fe_class(pg), word = 0;
    unsigned surf = nv_surf_format(pg, drawn_surface(pg));
    unsigned source = source_of(pg, surf), way;
    bool raw, sifm, indexed = class == 0x60 || class == 0x64;

    class_kind(pg, &raw, &sifm);
    way = rop_way(pg, surf, source, dithers(pg, raw));
    if (nv_fe_flags(pg) & NV_CLASS_DVD) {
        source = NV_TWOD_UYVY;
    } else if (sifm || indexed) {
        source = NV_TWOD_A8R8G8B8;
    }
    word = NV_FE_PUT(pg, FORMATS, SURFACE, word, surf);
    word = NV_FE_PUT(pg, FORMATS, SOURCE, word, source);
    return NV_FE_PUT(pg, FORMATS, WAY, word, way);
}
