/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertices of the Direct3D classes on Celsius.  Facts: public hardware tests
 * (envytools).  They are kept as they come; drawing by them is not known well
 * enough and only told of.
 */
#include "pgraph/d3d/d3d.h"

/* --- vertices: @which is the part --- */

enum { ONE = 0x3f800000 };

static bool pads_y(const NvPgraph *pg)
{
    return nv_chip_has(pg->env->chip, NV_CAP_XF_PAD_Y);
}

static void put(NvPgraph *pg, unsigned word, uint32_t v)
{
    nv_idx_xf(pg->idx, NV_XF_VAB, word << 2, v);
}

/* Direct3D 3 numbers its vertices itself, with the word of the triangle. */
static unsigned vertex(const NvPgraph *pg, unsigned index)
{
    return nv_d3d_is_three(pg) ? NV_PG_GET(pg, MISC24_2, D3D_VERTEX)
                             : index;
}

static void mark_part(NvPgraph *pg, unsigned part)
{
    NV_PG_PUT(pg, VALID_1, D3D_PARTS,
              NV_PG_GET(pg, VALID_1, D3D_PARTS) | 1u << part);
}

/* VALID tells which vertices are whole. */
static void set_whole(NvPgraph *pg, unsigned n, bool whole)
{
    assert(n < 16);
    NV_PG_PUT_ITEM(pg, VALID, D3D_VERTEX, n, whole);
}

/* The part has come, so the vertex is not whole. */
static void mark_vertex(NvPgraph *pg, unsigned part, unsigned index)
{
    mark_part(pg, part);
    set_whole(pg, vertex(pg, index), false);
}

/* Eight bits as a float: 24 of them, cut off, of the quotient by 255. */
static uint32_t unit_float(uint32_t byte)
{
    union {
        float f;
        uint32_t u;
    } x = { .f = byte == 0xff ? 1.0f : byte * 0x010101 / 16777216.0f };

    return x.u;
}

void nv_d3d_put_color(NvPgraph *pg, unsigned word, uint32_t v)
{
    static const uint8_t at[4] = { 16, 8, 0, 24 };

    for (unsigned i = 0; i < 4 && !nv_fe_data_error(pg); i++) {
        put(pg, word + i, unit_float(nv_extract(v, at[i], 8)));
    }
}

NV_ACTION(d3d_tlv_color)
{
    nv_d3d_put_color(pg, m->which == NV_D3D_COLOR ? 4 : 8, v);
    mark_vertex(pg, m->which, index);
}

/* hw: a new x or y takes z and w back, x on some chips y, too. */
NV_ACTION(d3d_tlv_position)
{
    unsigned component = NV_D3D_X - m->which;

    assert(component < 4);
    if (!nv_fe_data_error(pg)) {
        put(pg, component, v);
        if (component == 0 && pads_y(pg)) {
            put(pg, 1, 0);
        }
        if (component < 2) {
            put(pg, 2, 0);
            put(pg, 3, ONE);
        }
    }
    mark_vertex(pg, m->which, index);
}

/* A whole vertex is noted; one that is not may only repeat the last. */
static void finish(NvPgraph *pg, unsigned index)
{
    unsigned last = nv_d3d_is_six(pg) ? NV_D3D_V_1 : NV_D3D_V_0;
    uint32_t all = (1u << last) - 1;    /* but the last itself */
    uint32_t parts = NV_PG_GET(pg, VALID_1, D3D_PARTS);
    unsigned before = NV_PG_GET(pg, VALID, D3D_LAST);

    if ((parts & all) == all) {
        set_whole(pg, index, true);
        if (!nv_d3d_is_three(pg)) {
            NV_PG_PUT(pg, VALID, D3D_LAST, index);
        }
        NV_PG_PUT(pg, VALID_1, D3D_PARTS, parts & ~all);
    } else if (!NV_PG_GET_ITEM(pg, VALID, D3D_VERTEX, before)) {
        nv_fe_error(pg, NV_ERROR_METHODS_MISSING, "the vertex is not whole, "
                    "and there is none before");
    }
}

/* @which: 1 = V, 2 = second unit; @arg: the vertex's last word. */
NV_ACTION(d3d_tlv_uv)
{
    unsigned v_too = m->which & 1, unit = m->which >> 1;
    unsigned word = (3 + unit) * 4, part = NV_D3D_U_0 + m->which;

    assert(part <= NV_D3D_V_1);
    if (!nv_fe_data_error(pg)) {
        if (pads_y(pg)) {
            put(pg, word + 1, 0);
        }
        put(pg, word + 2, 0);
        put(pg, word + 3, ONE);
        put(pg, word + v_too, v);
    }
    if (part != NV_D3D_V_1) {
        mark_part(pg, part);
    }
    if (m->arg) {
        finish(pg, vertex(pg, index));
    } else {
        set_whole(pg, vertex(pg, index), false);
    }
}

NV_ACTION(d3d_draw)
{
    nv_fe_say(pg, NV_ERROR_METHOD_UNIMP, "draws nothing");
}
