/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods by which operations, of 2D and of old 3D classes, bind objects of
 * the context and surface classes.  Facts: public hardware tests (envytools).
 */
#include "pgraph/methods-2d.h"

static void check_class(NvPgraph *pg, bool bad)
{
    if (bad && (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_DMA_CHECK)) {
        nv_fe_error(pg, NV_NSOURCE_DATA_ERROR);
    }
}

/* @arg the class it must have, @which: NvBound. */
NV_ACTION(ctx_bind)
{
    uint32_t class = nv_fe_object_class(pg, v);

    check_class(pg, class != m->arg && class != NV_NULL_CLASS);
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
    check_class(pg, class != 0x58 + which && class != NV_NULL_CLASS);
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

    check_class(pg, !fine || ((flags & NV_CLASS_SWIZZLED) && !swizzled));
    nv_fe_set_bound_surface(pg, class);
}

/* @which: class 0x93, too. */
NV_ACTION(ctx_surf3d)
{
    uint32_t class = nv_fe_object_class(pg, v);
    bool fine = class == 0x53 || class == NV_NULL_CLASS ||
                (m->which && class == 0x93);

    check_class(pg, !fine);
    nv_fe_set_bound_surface(pg, class);
}
