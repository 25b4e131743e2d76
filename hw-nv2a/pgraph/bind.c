/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods by which operations, of 2D and of old 3D classes, bind objects of
 * the context and surface classes.  Facts: public hardware tests (envytools).
 */
#include "pgraph/methods-2d.h"

/* @class may not be bound; @wanted: what may, for the line. */
static void check_class(NvPgraph *pg, bool bad, uint32_t class,
                        const char *wanted)
{
    if (bad && (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_DMA_CHECK)) {
        nv_fe_class_error(pg, class, wanted);
    }
}

/* Only class @one, or nothing. */
static void check_one(NvPgraph *pg, uint32_t class, uint32_t one)
{
    char wanted[32];

    if (class != one && class != NV_NULL_CLASS) {
        g_snprintf(wanted, sizeof(wanted), "0x%02x or 0x30", one);
        check_class(pg, true, class, wanted);
    }
}

/* @arg the class it must have, @which: NvBound. */
NV_ACTION(ctx_bind)
{
    uint32_t class = nv_fe_object_class(pg, v);

    check_one(pg, class, m->arg);
    nv_fe_set_bound(pg, m->which, class != NV_NULL_CLASS);
}

/* One of the four surfaces of the old classes. */
NV_ACTION(ctx_surf)
{
    uint32_t class = nv_fe_object_class(pg, v);
    unsigned which = m->which;
    NvBound bound = which == NV_SURF_DST || which == NV_SURF_COLOR
                    ? NV_BOUND_SURFACE1 : NV_BOUND_SURFACE2;

    assert(which <= NV_SURF_ZETA);
    check_one(pg, class, 0x58 + which);
    if (bound == NV_BOUND_SURFACE1) {
        nv_fe_set_bound_surface(pg, class);
    } else {
        nv_fe_set_bound(pg, bound, class != NV_NULL_CLASS);
    }
}

/* @which: NV_SURF2D_*. */
NV_ACTION(ctx_surf2d)
{
    uint32_t class = nv_fe_object_class(pg, v);
    unsigned flags = nv_class_flags(pg, class);
    bool since_nv10 = m->which & NV_SURF2D_NV10;
    bool swizzled = m->which & NV_SURF2D_SWIZZLED;
    bool fine = class == NV_NULL_CLASS || (flags & NV_CLASS_SURF2D) ||
                (since_nv10 && (flags & NV_CLASS_SURF2D_NV10)) ||
                ((since_nv10 || !swizzled) &&
                 (flags & NV_CLASS_SURF2D_NV30));

    check_class(pg, !fine || ((flags & NV_CLASS_SWIZZLED) && !swizzled),
                class, swizzled ? "of 2D surfaces, swizzled or not, or 0x30"
                                : "of 2D surfaces, not swizzled, or 0x30");
    nv_fe_set_bound_surface(pg, class);
}

/* @which: class 0x93, too. */
NV_ACTION(ctx_surf3d)
{
    uint32_t class = nv_fe_object_class(pg, v);
    bool fine = class == 0x53 || class == NV_NULL_CLASS ||
                (m->which && class == 0x93);

    check_class(pg, !fine, class, m->which ? "0x53, 0x93 or 0x30"
                                           : "0x53 or 0x30");
    nv_fe_set_bound_surface(pg, class);
}
