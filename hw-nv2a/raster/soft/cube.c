/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cube maps: the face that a direction meets, and where on it.
 */
#include <math.h>

#include "raster/soft/texture.h"

/* A direction's face; GL's mapping (hw). */
static unsigned face_of(double s, double t, double r)
{
    double as = fabs(s), at = fabs(t), ar = fabs(r);

    return !(at > as || ar > as) ? s < 0 : !(ar > at) ? 2 + (t < 0)
                                                      : 4 + (r < 0);
}

/* To the right, down and outwards on face @face, each of the length of @v. */
void nv_soft_cube_axes(unsigned face, const double v[3], double out[3])
{
    static const uint8_t of[3][3] = { { 2, 1, 0 }, { 0, 2, 1 }, { 0, 1, 2 } };
    static const int8_t sign[6][3] = {
        { -1, -1, 1 }, { 1, -1, -1 }, { 1, 1, 1 }, { 1, -1, -1 },
        { 1, -1, 1 }, { -1, -1, -1 },
    };

    for (unsigned i = 0; i < 3; i++) {
        out[i] = sign[face][i] * v[of[face / 2][i]];
    }
}

/* Where a direction meets the plane of face q->face, in -1..1 on it. */
static void onto_face(NvTexQuery *q, double s, double t, double r)
{
    double at[3];

    nv_soft_cube_axes(q->face, (const double[3]) { s, t, r }, at);
    q->u = at[0] / fabs(at[2]);
    q->v = at[1] / fabs(at[2]);
}

void nv_soft_cube_direction(NvTexQuery *q, double s, double t, double r)
{
    q->face = face_of(s, t, r);
    onto_face(q, s, t, r);
}

void nv_soft_cube_plane(NvTexQuery *q, double s, double t, double r)
{
    onto_face(q, s, t, r);
    q->u = (q->u + 1) / 2;
    q->v = (q->v + 1) / 2;
}

/*
 * The same in 0..1.  One without a length, or that is no number, is the first
 * texel of +x (hw).
 */
void nv_soft_cube_face(NvTexQuery *q, double s, double t, double r)
{
    nv_soft_cube_direction(q, s, t, r);
    q->u = (q->u + 1) / 2;
    q->v = (q->v + 1) / 2;
}
