/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How far a line's pattern is: pixels since it began, by columns of lines that
 * are wider than tall and by rows of others.
 *
 * OpenGL's rules (doc): it begins with each separate line and goes on along
 * strips and loops.  That the chip counts as drivers expect is a guess, and so
 * is that edges of a triangle are a strip, and that what lies behind the eye
 * counts nothing.
 */
#include <math.h>
#include <stdlib.h>

#include "vtx/vtx-priv.h"

/* More than any surface; what is further away counts as there. */
static float held(float v)
{
    return (float)fmax(-NV_VTX_FAR, fmin(NV_VTX_FAR, v));
}

static unsigned columns(float from, float to, bool tall)
{
    return abs(nv_raster_line_begin(held(to), tall) -
               nv_raster_line_begin(held(from), tall));
}

unsigned nv_vtx_stipple_length(const NvRasterVertex *a,
                               const NvRasterVertex *b)
{
    bool tall = fabsf(b->y - a->y) > fabsf(b->x - a->x);

    if (!(a->rhw > 0 && b->rhw > 0)) {
        return 0;
    }
    return tall ? columns(a->y, b->y, true) : columns(a->x, b->x, false);
}

unsigned nv_vtx_stipple(NvVtx *vtx, const NvCorner *a, const NvCorner *b)
{
    unsigned period = vtx->work->setup.stipple, from;

    if (!period || a->bad || b->bad) {
        return 0;
    }
    from = vtx->stipple % period;
    vtx->stipple = (from + nv_vtx_stipple_length(&a->v, &b->v)) % period;
    return from;
}
