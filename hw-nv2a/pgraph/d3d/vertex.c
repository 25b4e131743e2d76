/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertices of the Direct3D classes on Celsius.  Facts: public hardware tests
 * (envytools).  They are kept as they come; drawing by them is not known well
 * enough and only told of.
 */
#include "pgraph/d3d/d3d.h"

/* --- vertices: @which is the bit of VALID_1 --- */

static void put(NvPgraph *pg, unsigned word, uint32_t v)
{
    nv_idx_xf(pg->idx, NV_XF_VAB, word << 2, v);
}

/* Direct3D 3 numbers its vertices itself, with the word of the triangle. */
static unsigned vertex(const NvPgraph *pg, unsigned index)
{
    return nv_d3d_is_three(pg) ? NV_PG(pg, MISC24_2) & 0xf : index;
}

/* The component has come, so the vertex is not whole. */
static void mark_vertex(NvPgraph *pg, unsigned mark, unsigned index)
{
    NV_PG(pg, VALID_1) |= NV_BIT(mark);
    NV_PG(pg, VALID) &= ~NV_BIT(vertex(pg, index));
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
    nv_d3d_put_color(pg, m->which ? 4 : 8, v);
    mark_vertex(pg, m->which, index);
}

/* X, Y, Z and W have marks 5 to 2. */
NV_ACTION(d3d_tlv_position)
{
    unsigned component = 5 - m->which;

    if (!nv_fe_data_error(pg)) {
        put(pg, component, v);
        if (component == 0 && nv_d3d_late(pg)) {
            put(pg, 1, 0);
        }
        if (component < 2) {
            put(pg, 2, 0);
            put(pg, 3, 0x3f800000);
        }
    }
    mark_vertex(pg, m->which, index);
}

/* A whole vertex is noted; one that is not may only repeat the last. */
static void finish(NvPgraph *pg, unsigned index)
{
    uint32_t all = nv_d3d_is_six(pg) ? 0x1ff : 0x7f;
    unsigned last = nv_extract(NV_PG(pg, VALID), 16, 4);

    if ((NV_PG(pg, VALID_1) & all) == all) {
        NV_PG(pg, VALID) |= NV_BIT(index);
        if (!nv_d3d_is_three(pg)) {
            nv_fe_deposit(&NV_PG(pg, VALID), 16, 4, index);
        }
        NV_PG(pg, VALID_1) &= ~all;
    } else if (!nv_extract(NV_PG(pg, VALID), last, 1)) {
        nv_fe_error(pg, NV_NSOURCE_METHOD_CNT);
    }
}

/* @which: 1 = V, 2 = second unit; @arg: the vertex's last word. */
NV_ACTION(d3d_tlv_uv)
{
    unsigned v_too = m->which & 1, unit = m->which >> 1;
    unsigned word = (3 + unit) * 4;

    if (!nv_fe_data_error(pg)) {
        if (nv_d3d_late(pg)) {
            put(pg, word + 1, 0);
        }
        put(pg, word + 2, 0);
        put(pg, word + 3, 0x3f800000);
        put(pg, word + v_too, v);
    }
    if (!v_too || !unit) {
        NV_PG(pg, VALID_1) |= NV_BIT(6 + unit * 2 + v_too);
    }
    if (m->arg) {
        finish(pg, vertex(pg, index));
    } else {
        NV_PG(pg, VALID) &= ~NV_BIT(vertex(pg, index));
    }
}

NV_ACTION(d3d_draw)
{
    nv_unimp(pg->env, "class 0x%02x %s 0x%08x", nv_fe_class(pg), m->name, v);
}
