/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ten primitives from a stream of vertices: winding, provoking vertex and
 * which edges are boundaries.
 *
 * Triangles and lines take colours from their last or first vertex (hw,
 * CONFIG_B bit 0), a quad always from its last, a polygon from its first (hw,
 * a console's pictures).  Edge flags count for separate triangles, quads and
 * polygons; all outer edges of strips and fans are drawn (doc).
 */
#include "vtx/vtx-priv.h"

enum { EDGE0 = 1, EDGE1 = 2, EDGE2 = 4, EDGES = 7 };

static const NvCorner *provoking(const NvVtx *vtx, const NvHeld *first,
                                 const NvHeld *last)
{
    return (vtx->work->setup.first ? first : last)->corner;
}

static void triangle(NvVtx *vtx, const NvHeld *a, const NvHeld *b,
                     const NvHeld *c, const NvCorner *prov, unsigned edges)
{
    const NvCorner *corners[3] = { a->corner, b->corner, c->corner };

    nv_vtx_triangle(vtx, corners, prov, edges);
}

static void line(NvVtx *vtx, const NvHeld *a, const NvHeld *b)
{
    nv_vtx_line(vtx, a->corner, b->corner, provoking(vtx, a, b));
}

/* Keeps @v; true when @n are held (counting it). */
static bool collect(NvVtx *vtx, const NvHeld *v, unsigned n)
{
    vtx->work->hold[vtx->held++] = *v;
    return vtx->held == n;
}

static void take_point(NvVtx *vtx, const NvHeld *v)
{
    static const NvStyle plain = { NULL, false, 0, 0 };

    vtx->counts.points++;
    nv_vtx_point(vtx, v->corner, &plain);
}

static void take_line(NvVtx *vtx, const NvHeld *v)
{
    if (collect(vtx, v, 2)) {
        vtx->stipple = 0;
        line(vtx, &vtx->work->hold[0], v);
        vtx->held = 0;
    }
}

static void take_line_strip(NvVtx *vtx, const NvHeld *v)
{
    if (vtx->held) {
        line(vtx, &vtx->work->hold[0], v);
    }
    vtx->work->hold[0] = *v;
    vtx->held = 1;
}

/* A strip that remembers its start; parity: there is something to close. */
static void take_line_loop(NvVtx *vtx, const NvHeld *v)
{
    if (vtx->held) {
        vtx->parity = 1;
    } else {
        vtx->work->first = *v;
    }
    take_line_strip(vtx, v);
}

static void take_triangle(NvVtx *vtx, const NvHeld *v)
{
    const NvHeld *h = vtx->work->hold;

    if (collect(vtx, v, 3)) {
        triangle(vtx, &h[0], &h[1], v, provoking(vtx, &h[0], v),
                 h[0].edge * EDGE0 | h[1].edge * EDGE1 | v->edge * EDGE2);
        vtx->held = 0;
    }
}

static void take_triangle_strip(NvVtx *vtx, const NvHeld *v)
{
    NvHeld *h = vtx->work->hold;

    if (!collect(vtx, v, 3)) {
        return;
    }
    triangle(vtx, &h[vtx->parity], &h[!vtx->parity], v,
             provoking(vtx, &h[0], v), EDGES);
    h[0] = h[1];
    h[1] = *v;
    vtx->held = 2;
    vtx->parity = !vtx->parity;
}

/* held counts the hub in first; hold[0] is the rim's last vertex. */
static void take_triangle_fan(NvVtx *vtx, const NvHeld *v)
{
    NvVtxWork *work = vtx->work;

    if (vtx->held == 0) {
        work->first = *v;
        vtx->held = 1;
        return;
    }
    if (vtx->held == 2) {
        triangle(vtx, &work->first, &work->hold[0], v,
                 provoking(vtx, &work->hold[0], v), EDGES);
    }
    work->hold[0] = *v;
    vtx->held = 2;
}

static void take_quad(NvVtx *vtx, const NvHeld *v)
{
    const NvHeld *h = vtx->work->hold;

    if (collect(vtx, v, 4)) {
        triangle(vtx, &h[0], &h[1], &h[2], v->corner,
                 h[0].edge * EDGE0 | h[1].edge * EDGE1);
        triangle(vtx, &h[0], &h[2], v, v->corner,
                 h[2].edge * EDGE1 | v->edge * EDGE2);
        vtx->held = 0;
    }
}

static void take_quad_strip(NvVtx *vtx, const NvHeld *v)
{
    NvHeld *h = vtx->work->hold;

    /* Cut as a triangle strip (hw); both halves have vertex 1 second (hw). */
    if (collect(vtx, v, 4)) {
        triangle(vtx, &h[0], &h[1], &h[2], v->corner, EDGE0 | EDGE2);
        triangle(vtx, &h[2], &h[1], v, v->corner, EDGE1 | EDGE2);
        h[0] = h[2];
        h[1] = *v;
        vtx->held = 2;
    }
}

/*
 * The newest triangle waits in first, hold[0], hold[1]: only the next vertex
 * or the end tells whether its last edge is the polygon's.  held counts
 * first; parity: a triangle has gone out.
 */
static void polygon_out(NvVtx *vtx, bool last)
{
    NvVtxWork *work = vtx->work;
    const NvHeld *h = work->hold;
    unsigned edges = h[0].edge * EDGE1;

    edges |= vtx->parity ? 0 : work->first.edge * EDGE0;
    edges |= last ? h[1].edge * EDGE2 : 0;
    triangle(vtx, &work->first, &h[0], &h[1], work->first.corner, edges);
    vtx->parity = 1;
}

static void take_polygon(NvVtx *vtx, const NvHeld *v)
{
    NvVtxWork *work = vtx->work;

    switch (vtx->held) {
    case 0:
        work->first = *v;
        vtx->held = 1;
        break;
    case 1:
    case 2:
        work->hold[vtx->held - 1] = *v;
        vtx->held++;
        break;
    default:
        polygon_out(vtx, false);
        work->hold[0] = work->hold[1];
        work->hold[1] = *v;
        break;
    }
}

typedef struct Row {
    const char *name;
    NvAssemble take;
    uint8_t held_max;       /* between two vertices */
    bool first;             /* the first vertex is kept */
} Row;

static const Row rows[] = {
    [NV_PRIM_END] = { "END", NULL, 0 },
    [NV_PRIM_POINTS] = { "POINTS", take_point, 0 },
    [NV_PRIM_LINES] = { "LINES", take_line, 1 },
    [NV_PRIM_LINE_LOOP] = { "LINE_LOOP", take_line_loop, 1, true },
    [NV_PRIM_LINE_STRIP] = { "LINE_STRIP", take_line_strip, 1 },
    [NV_PRIM_TRIANGLES] = { "TRIANGLES", take_triangle, 2 },
    [NV_PRIM_TRIANGLE_STRIP] = { "TRIANGLE_STRIP", take_triangle_strip, 2 },
    [NV_PRIM_TRIANGLE_FAN] = { "TRIANGLE_FAN", take_triangle_fan, 2,
                               true },
    [NV_PRIM_QUADS] = { "QUADS", take_quad, 3 },
    [NV_PRIM_QUAD_STRIP] = { "QUAD_STRIP", take_quad_strip, 3 },
    [NV_PRIM_POLYGON] = { "POLYGON", take_polygon, 3, true },
};

_Static_assert(NV_ARRAY_SIZE(rows) == NV_PRIM_COUNT, "a row a primitive");

const char *nv_primitive_name(NvPrimitive prim)
{
    return prim < NV_PRIM_COUNT ? rows[prim].name : "?";
}

NvAssemble nv_vtx_assembler(NvPrimitive prim)
{
    return rows[prim].take;
}

unsigned nv_vtx_held_max(NvPrimitive prim)
{
    return rows[prim].held_max;
}

bool nv_vtx_keeps_first(NvPrimitive prim)
{
    return rows[prim].first;
}

/* What only END can finish; incomplete primitives are dropped. */
void nv_vtx_assemble_end(NvVtx *vtx)
{
    if (vtx->prim == NV_PRIM_LINE_LOOP && vtx->parity) {
        line(vtx, &vtx->work->hold[0], &vtx->work->first);
    } else if (vtx->prim == NV_PRIM_POLYGON && vtx->held == 3) {
        polygon_out(vtx, true);
    }
}
