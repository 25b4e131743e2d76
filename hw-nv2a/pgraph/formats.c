/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Celsius' FORMATS: what FE makes of the object's colour format and of the
 * surface's, and which way through ROP pixels take.  Facts: what public
 * hardware tests (envytools) read back from cards (hw).
 */
#include "pgraph/2d/fe-2d.h"

enum { OLD, ALWAYS, PLAIN, MOVED };

/* Classes whose chroma key is kept in its own format, and SIFMs. */
static const struct {
    uint8_t class, raw, sifm;
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
    { 0x93, ALWAYS, OLD }, { 0x9e, ALWAYS, OLD },
};

/* Ways through ROP by source format, one digit each from format 0 up. */
static const char ways_nv10[] = "05550011112225520555001111222552";
static const char ways_nv11[] = "05550011112225520055005500222002";

/* Source format of a blit by surface format. */
static const uint8_t blit_source[16] = {
    0xe, 0x1, 0x7, 0x7, 0x7, 0xa, 0xf, 0xe, 0xe, 0xe, 0xe, 0xe, 0xe, 0x14,
    0xe, 0xe,
};

static void class_kind(const NvPgraph *pg, bool *raw, bool *sifm)
{
    unsigned now = NV_PG(pg, DEBUG_D) & NV_DEBUG_D_MOVED ? MOVED : PLAIN;
    uint32_t class = nv_fe_class(pg);

    *raw = *sifm = false;
    if (class == 0x9e && !nv_chip_has(pg->env->chip, NV_CAP_FE_BLIT9F)) {
        return;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(class_rows); i++) {
        if (class_rows[i].class == class) {
            *raw = class_rows[i].raw == ALWAYS || class_rows[i].raw == now;
            *sifm = class_rows[i].sifm == ALWAYS ||
                    class_rows[i].sifm == now;
        }
    }
}

/* The key's alpha says that nothing is left out. */
static bool chroma_off(const NvPgraph *pg, bool raw)
{
    uint32_t key = NV_PG(pg, CHROMA);

    if (!raw) {
        return !nv_extract(key, 24, 8);
    }
    switch (nv_extract(NV_PG(pg, CTX_FORMAT), 24, 8)) {
    case 0x2:
        return !nv_extract(key, 8, 8);
    case 0x6:
    case 0x8:
        return !nv_extract(key, 15, 1);
    case 0xb:
    case 0xd:
    case 0x10:
        return !nv_extract(key, 24, 8);
    default:
        return false;
    }
}

/* More bits of colour are needed than the surface has. */
static bool dithers(const NvPgraph *pg, bool raw)
{
    uint32_t op = nv_fe_option(pg, NV_OPT_OPERATION);
    bool off = nv_fe_class(pg) == 0x39 || (nv_fe_flags(pg) & NV_CLASS_DVD);

    if (nv_fe_is_3d(pg)) {
        return false;
    }
    return !nv_extract(NV_PG(pg, DEBUG_C), 25, 1) ||
           ((op == 2 || op == 4 || op == 5 ||
             (nv_fe_option(pg, NV_OPT_CHROMA) && !chroma_off(pg, raw))) &&
            !off);
}

static unsigned rop_way(const NvPgraph *pg, unsigned surf, unsigned source,
                        bool dither)
{
    unsigned way;

    if (surf == 1 || surf >= 6) {
        return surf == 1 ? 0 : surf == 0xd ? 7 :
               surf == 6 || surf > 0xd ? 3 : 5;
    }
    way = (nv_chip_has(pg->env->chip, NV_CAP_FE_NEW_OBJECTS) ?
           ways_nv11 : ways_nv10)[source & 0x1f] - '0';
    if (way == 5 && !dither && surf) {
        way = 1;
    }
    return way == 1 && surf == 5 ? 2 : way;
}

/* Surfaces of plain numbers are drawn with numbers of their size. */
static unsigned source_of(const NvPgraph *pg, unsigned surf)
{
    if (nv_fe_is_3d(pg)) {
        return 0xd;
    }
    if (nv_fe_flags(pg) & NV_CLASS_BLIT) {
        return blit_source[surf];
    }
    return surf == 1 ? 1 : surf == 6 ? 0xf : surf == 0xd ? 0x14 :
           nv_fe_option(pg, NV_OPT_COLOR);
}

uint32_t nv_fe_formats(const NvPgraph *pg)
{
    uint32_t class = nv_fe_class(pg);
    bool raw, sifm, indexed = class == 0x60 || class == 0x64;
    bool dvd = nv_fe_flags(pg) & NV_CLASS_DVD;
    unsigned surf, source;

    class_kind(pg, &raw, &sifm);
    surf = nv_surf_format(pg, dvd ? NV_SURF_DVD :
                          nv_fe_is_3d(pg) ? NV_SURF_COLOR :
                          nv_fe_option(pg, NV_OPT_SWIZZLE) ?
                          NV_SURF_SWIZZLED : NV_SURF_DST) & 0xf;
    source = source_of(pg, surf);
    return surf << 12 | (dvd ? 0x13 : sifm || indexed ? 0xd : source) << 4 |
           rop_way(pg, surf, source, dithers(pg, raw));
}
