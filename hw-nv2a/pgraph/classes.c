/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What FE knows of every class by its number alone, whether its methods are
 * modelled or not: which are 3D, which can be sync objects.  Facts: lists
 * that public hardware tests (envytools) assert on NV20 and NV25 (hw).
 */
#include "pgraph/methods-2d.h"

#define SYNCABLE NV_CLASS_SYNCABLE
#define SYNC NV_CLASS_SYNC
#define CELSIUS NV_CLASS_CELSIUS
#define DRAWS NV_CLASS_DRAWS
#define OCLIP NV_CLASS_OCLIP
#define STRETCH NV_CLASS_STRETCH
#define LINE NV_CLASS_LINE
#define LINE_ONLY NV_CLASS_LINE_ONLY
#define TRI NV_CLASS_TRI
#define BLIT NV_CLASS_BLIT
#define DVD NV_CLASS_DVD
#define SURF2D NV_CLASS_SURF2D
#define SURF2D_NV10 NV_CLASS_SURF2D_NV10
#define SURF2D_NV30 NV_CLASS_SURF2D_NV30
#define SWIZZLED NV_CLASS_SWIZZLED
#define NO_FORMAT NV_CLASS_NO_FORMAT
#define ALWAYS NV_CLASS_ALWAYS
#define PLAIN NV_CLASS_PLAIN
#define MOVED NV_CLASS_MOVED

static const struct {
    uint16_t class;
    uint8_t where;
    uint16_t flags;
    uint64_t need;
} rows[] = {
    { 0x19, ALWAYS, SYNCABLE, 0 },
    { 0x1c, ALWAYS, DRAWS | LINE, 0 },
    { 0x1d, ALWAYS, DRAWS | TRI, 0 },
    { 0x1f, ALWAYS, DRAWS | BLIT, 0 },
    { 0x21, ALWAYS, DRAWS, 0 },
    { 0x36, ALWAYS, DRAWS | OCLIP | STRETCH, 0 },
    { 0x37, ALWAYS, DRAWS | OCLIP, 0 },
    { 0x38, ALWAYS, SYNCABLE | DRAWS | DVD, 0 },
    { 0x39, ALWAYS, SYNCABLE, 0 },
    { 0x42, ALWAYS, SYNCABLE | SURF2D, 0 },
    { 0x43, ALWAYS, SYNCABLE, 0 },
    { 0x44, ALWAYS, SYNCABLE, 0 },
    { 0x4a, ALWAYS, SYNCABLE | DRAWS | OCLIP, 0 },
    { 0x4b, ALWAYS, DRAWS | OCLIP, 0 },
    { 0x52, ALWAYS, SYNCABLE | SURF2D | SWIZZLED, 0 },
    { 0x53, ALWAYS, SYNCABLE,
      NV_CAP_CLASSES_CELSIUS | NV_CAP_FE_NEW_OBJECTS },
    { 0x54, ALWAYS, SYNCABLE,
      NV_CAP_CLASSES_CELSIUS | NV_CAP_FE_NEW_OBJECTS },
    { 0x55, ALWAYS, SYNCABLE,
      NV_CAP_CLASSES_CELSIUS | NV_CAP_FE_NEW_OBJECTS },
    { 0x56, PLAIN, SYNCABLE | SYNC | CELSIUS, 0 },
    { 0x57, ALWAYS, SYNCABLE, 0 },
    { 0x5c, ALWAYS, SYNCABLE | DRAWS | LINE, 0 },
    { 0x5d, ALWAYS, SYNCABLE | DRAWS | TRI, 0 },
    { 0x5e, ALWAYS, SYNCABLE, 0 },
    { 0x5f, ALWAYS, SYNCABLE | DRAWS | BLIT, 0 },
    { 0x60, ALWAYS, SYNCABLE | DRAWS, 0 },
    { 0x61, ALWAYS, SYNCABLE | DRAWS, 0 },
    { 0x62, PLAIN, SYNCABLE | SYNC | SURF2D_NV10, 0 },
    { 0x63, PLAIN, SYNCABLE | DRAWS | OCLIP, 0 },
    { 0x64, ALWAYS, SYNCABLE | DRAWS, 0 },
    { 0x65, ALWAYS, SYNCABLE | DRAWS, 0 },
    { 0x66, ALWAYS, SYNCABLE | DRAWS | OCLIP | STRETCH, 0 },
    { 0x67, MOVED, SYNCABLE | DRAWS | OCLIP, 0 },
    { 0x72, ALWAYS, SYNCABLE, 0 },
    { 0x76, ALWAYS, SYNCABLE | DRAWS | OCLIP | STRETCH, 0 },
    { 0x77, ALWAYS, SYNCABLE | DRAWS | OCLIP, 0 },
    { 0x79, MOVED, SYNCABLE | SYNC | DRAWS | OCLIP, 0 },
    { 0x7b, PLAIN, SYNCABLE | SYNC | DRAWS | OCLIP, 0 },
    { 0x82, MOVED, SYNCABLE | SYNC | SURF2D_NV10, 0 },
    { 0x85, MOVED, SYNCABLE | SYNC | CELSIUS, 0 },
    { 0x87, MOVED, SYNCABLE | SYNC | DRAWS | OCLIP, 0 },
    { 0x88, ALWAYS, SYNCABLE | SYNC | DRAWS | DVD, 0 },
    { 0x89, PLAIN, SYNCABLE | SYNC | DRAWS | OCLIP, 0 },
    { 0x8a, PLAIN, SYNCABLE | SYNC | DRAWS, 0 },
    { 0x8a, MOVED, SYNCABLE | SYNC, NV_CAP_FE_NEW_OBJECTS },
    { 0x8a, MOVED, SYNC, 0 },
    { 0x93, ALWAYS, SYNCABLE | SYNC,
      NV_CAP_CLASSES_CELSIUS | NV_CAP_FE_NEW_OBJECTS },
    { 0x94, ALWAYS, SYNCABLE | SYNC,
      NV_CAP_CLASSES_CELSIUS | NV_CAP_FE_BLIT9F },
    { 0x95, ALWAYS, SYNCABLE | SYNC,
      NV_CAP_CLASSES_CELSIUS | NV_CAP_FE_BLIT9F },
    { 0x96, ALWAYS, SYNCABLE | SYNC | CELSIUS, NV_CAP_FE_BLIT9F },
    { 0x98, ALWAYS, SYNCABLE | SYNC | CELSIUS, NV_CAP_CLASSES_NV17 },
    { 0x99, ALWAYS, SYNCABLE | SYNC | CELSIUS, NV_CAP_CLASSES_NV17 },
    { 0x9e, ALWAYS, SYNCABLE | SYNC | SURF2D_NV10 | SWIZZLED | NO_FORMAT,
      NV_CAP_CLASSES_CELSIUS | NV_CAP_FE_BLIT9F },
    { 0x9e, ALWAYS, SYNCABLE | SYNC | SURF2D_NV10 | SWIZZLED,
      NV_CAP_FE_BLIT9F },
    { 0x9f, ALWAYS, SYNCABLE | SYNC | DRAWS | BLIT, NV_CAP_FE_BLIT9F },
    { 0x35c, ALWAYS, SYNCABLE | DRAWS | LINE, NV_CAP_CLASSES_RANKINE },
    { 0x362, ALWAYS, SYNCABLE | SYNC | SURF2D_NV30, NV_CAP_CLASSES_RANKINE },
    { 0x364, ALWAYS, SYNCABLE | DRAWS, NV_CAP_CLASSES_RANKINE },
    { 0x366, ALWAYS, SYNCABLE | DRAWS | OCLIP | STRETCH,
      NV_CAP_CLASSES_RANKINE },
    { 0x37b, ALWAYS, SYNCABLE | SYNC | DRAWS | OCLIP, NV_CAP_CLASSES_RANKINE },
    { 0x389, ALWAYS, SYNCABLE | SYNC | DRAWS | OCLIP, NV_CAP_CLASSES_RANKINE },
    { 0x38a, ALWAYS, SYNCABLE | SYNC | DRAWS, NV_CAP_CLASSES_RANKINE },
    { 0x39e, ALWAYS, SYNCABLE | SYNC | SURF2D_NV30 | SWIZZLED,
      NV_CAP_CLASSES_RANKINE },
    { 0x305c, ALWAYS, LINE_ONLY, NV_CAP_CLASS_305C },
};

#undef SYNCABLE
#undef SYNC
#undef CELSIUS
#undef DRAWS
#undef OCLIP
#undef STRETCH
#undef LINE
#undef LINE_ONLY
#undef TRI
#undef BLIT
#undef DVD
#undef ALWAYS
#undef PLAIN
#undef MOVED

/* A 3D class that is in no row. */
static bool syncs_3d(const NvPgraph *pg, uint32_t class)
{
    uint16_t first = pg->env->chip->front.sync_3d;

    return first && class >= first && nv_class_find(pg, class)->is_3d;
}

unsigned nv_class_flags(const NvPgraph *pg, uint32_t class)
{
    NvClassWhere now = NV_PG_GET(pg, DEBUG_D, CLASSES_MOVED) ? NV_CLASS_MOVED
                                                         : NV_CLASS_PLAIN;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(rows); i++) {
        if (rows[i].class == class &&
            nv_chip_has(pg->env->chip, rows[i].need) &&
            (rows[i].where == NV_CLASS_ALWAYS || rows[i].where == now)) {
            return rows[i].flags;
        }
    }
    return syncs_3d(pg, class) ? NV_CLASS_SYNCABLE | NV_CLASS_SYNC : 0;
}

unsigned nv_fe_flags(const NvPgraph *pg)
{
    return nv_class_flags(pg, nv_fe_class(pg));
}

/* hw: on later chips the old numbers are no 3D classes any more. */
static bool old_3d_class(const NvPgraph *pg)
{
    return pg->env->chip->front.celsius_3d &&
           (nv_fe_flags(pg) & NV_CLASS_CELSIUS);
}

bool nv_fe_is_3d(const NvPgraph *pg)
{
    return nv_class_find(pg, nv_fe_class(pg))->is_3d || old_3d_class(pg);
}

bool nv_fe_since_kelvin(const NvPgraph *pg)
{
    return nv_class_find(pg, nv_fe_class(pg))->is_3d &&
           (nv_fe_class(pg) & 0xff) == 0x97;
}

bool nv_fe_is_d3d(const NvPgraph *pg)
{
    uint32_t class = nv_fe_class(pg);

    return nv_class_find(pg, class)->is_3d &&
           (class == 0x48 || class == 0x54 || class == 0x55 ||
            class == 0x94 || class == 0x95);
}

bool nv_fe_is_sync(const NvPgraph *pg)
{
    unsigned flags = nv_class_flags(pg, nv_fe_class(pg));

    /* hw: before NV11 only those that DEBUG_D can make wait. */
    if (!nv_chip_has(pg->env->chip, NV_CAP_FE_NEW_OBJECTS) &&
        !(flags & NV_CLASS_SYNC)) {
        return false;
    }
    return ((flags & NV_CLASS_SYNCABLE) &&
            nv_fe_field(pg, NV_F(CTX_SWITCH_A, SYNC))) ||
           ((flags & NV_CLASS_SYNC) && NV_PG_GET(pg, DEBUG_D, SYNC));
}

bool nv_fe_draws_2d(const NvPgraph *pg)
{
    return nv_class_flags(pg, nv_fe_class(pg)) & NV_CLASS_DRAWS;
}

bool nv_fe_clips_output(const NvPgraph *pg)
{
    return nv_class_flags(pg, nv_fe_class(pg)) & NV_CLASS_OCLIP;
}

bool nv_fe_stretches(const NvPgraph *pg)
{
    return nv_class_flags(pg, nv_fe_class(pg)) & NV_CLASS_STRETCH;
}

void nv_fe_class_changed(NvPgraph *pg)
{
    nv_idx_set_touch(pg->idx, old_3d_class(pg) ? NV_IDX_TOUCH_LITTLE :
                              nv_fe_is_rankine(pg) ? NV_IDX_TOUCH_BY_XF :
                              NV_IDX_TOUCH_ALL);
    nv_xf_set_kelvin_class(pg->xf, nv_fe_is_kelvin(pg));
    if (nv_fe_is_3d(pg) && old_3d_class(pg) != (pg->idx->vtx->origin != 0)) {
        nv_idx_settle(pg->idx);
        nv_vtx_set_origin(pg->idx->vtx, old_3d_class(pg));
    }
}
