/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What FE knows of every class by its number alone, whether its methods are
 * modelled or not: which are 3D, which can be sync objects.  Facts: lists
 * that public hardware tests (envytools) assert on NV20 and NV25 (hw).
 */
#include "pgraph/fe.h"

/* DEBUG_D bit 16 moves some classes to another number. */
typedef enum Where { ALWAYS, PLAIN, MOVED } Where;

enum {
    SYNCABLE = 1u << 0,     /* the object may ask for it */
    SYNC = 1u << 1,         /* DEBUG_D can ask for all of them */
    CELSIUS = 1u << 2,
    DRAWS = 1u << 3,        /* its coordinates are drawn */
    OCLIP = 1u << 4,        /* the second clip rectangle applies */
    STRETCH = 1u << 5,      /* range errors come from elsewhere */
};

static const struct {
    uint16_t class;
    uint8_t where, flags;
} rows[] = {
    { 0x19, ALWAYS, SYNCABLE },
    { 0x1c, ALWAYS, DRAWS },
    { 0x1d, ALWAYS, DRAWS },
    { 0x1f, ALWAYS, DRAWS },
    { 0x21, ALWAYS, DRAWS },
    { 0x36, ALWAYS, DRAWS | OCLIP | STRETCH },
    { 0x37, ALWAYS, DRAWS | OCLIP },
    { 0x38, ALWAYS, SYNCABLE | DRAWS },
    { 0x39, ALWAYS, SYNCABLE },
    { 0x42, ALWAYS, SYNCABLE },
    { 0x43, ALWAYS, SYNCABLE },
    { 0x44, ALWAYS, SYNCABLE },
    { 0x4a, ALWAYS, SYNCABLE | DRAWS | OCLIP },
    { 0x4b, ALWAYS, DRAWS | OCLIP },
    { 0x52, ALWAYS, SYNCABLE },
    { 0x56, PLAIN, SYNCABLE | SYNC | CELSIUS },
    { 0x57, ALWAYS, SYNCABLE },
    { 0x5c, ALWAYS, SYNCABLE | DRAWS },
    { 0x5d, ALWAYS, SYNCABLE | DRAWS },
    { 0x5e, ALWAYS, SYNCABLE },
    { 0x5f, ALWAYS, SYNCABLE | DRAWS },
    { 0x60, ALWAYS, SYNCABLE | DRAWS },
    { 0x61, ALWAYS, SYNCABLE | DRAWS },
    { 0x62, PLAIN, SYNCABLE | SYNC },
    { 0x63, PLAIN, SYNCABLE | DRAWS | OCLIP },
    { 0x64, ALWAYS, SYNCABLE | DRAWS },
    { 0x65, ALWAYS, SYNCABLE | DRAWS },
    { 0x66, ALWAYS, SYNCABLE | DRAWS | OCLIP | STRETCH },
    { 0x67, MOVED, SYNCABLE | DRAWS | OCLIP },
    { 0x72, ALWAYS, SYNCABLE },
    { 0x76, ALWAYS, SYNCABLE | DRAWS | OCLIP | STRETCH },
    { 0x77, ALWAYS, SYNCABLE | DRAWS | OCLIP },
    { 0x79, MOVED, SYNCABLE | SYNC | DRAWS | OCLIP },
    { 0x7b, PLAIN, SYNCABLE | SYNC | DRAWS | OCLIP },
    { 0x82, MOVED, SYNCABLE | SYNC },
    { 0x85, MOVED, SYNCABLE | SYNC | CELSIUS },
    { 0x87, MOVED, SYNCABLE | SYNC | DRAWS | OCLIP },
    { 0x88, ALWAYS, SYNCABLE | SYNC | DRAWS },
    { 0x89, PLAIN, SYNCABLE | SYNC | DRAWS | OCLIP },
    { 0x8a, PLAIN, SYNCABLE | SYNC | DRAWS },
    { 0x8a, MOVED, SYNCABLE | SYNC },
    { 0x96, ALWAYS, SYNCABLE | SYNC | CELSIUS },
    { 0x9e, ALWAYS, SYNCABLE | SYNC },
    { 0x9f, ALWAYS, SYNCABLE | SYNC | DRAWS },
};

static unsigned flags_of(const NvPgraph *pg, uint32_t class)
{
    Where now = NV_PG(pg, DEBUG_D) & NV_DEBUG_D_MOVED ? MOVED : PLAIN;

    if (nv_class_find(pg, class)->is_3d) {
        return SYNCABLE | SYNC;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(rows); i++) {
        if (rows[i].class == class &&
            (rows[i].where == ALWAYS || rows[i].where == now)) {
            return rows[i].flags;
        }
    }
    return 0;
}

static bool is_celsius(const NvPgraph *pg)
{
    return flags_of(pg, nv_fe_class(pg)) & CELSIUS;
}

bool nv_fe_is_3d(const NvPgraph *pg)
{
    return nv_class_find(pg, nv_fe_class(pg))->is_3d || is_celsius(pg);
}

bool nv_fe_is_sync(const NvPgraph *pg)
{
    unsigned flags = flags_of(pg, nv_fe_class(pg));

    return ((flags & SYNCABLE) &&
            nv_extract(NV_PG(pg, CTX_SWITCH_A), 18, 1)) ||
           ((flags & SYNC) && (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_SYNC));
}

bool nv_fe_draws_2d(const NvPgraph *pg)
{
    return flags_of(pg, nv_fe_class(pg)) & DRAWS;
}

bool nv_fe_clips_output(const NvPgraph *pg)
{
    return flags_of(pg, nv_fe_class(pg)) & OCLIP;
}

bool nv_fe_stretches(const NvPgraph *pg)
{
    return flags_of(pg, nv_fe_class(pg)) & STRETCH;
}

void nv_fe_class_changed(NvPgraph *pg)
{
    pg->idx->celsius = is_celsius(pg);
}
