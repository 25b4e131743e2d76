/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which values the texture and texture shader methods take.
 * Facts: predicates that public hardware tests (envytools) assert.
 */
#include "pgraph/action.h"
#include "pgraph/valid.h"

#define VALID(name) \
    bool nv_valid_##name(const NvPgraph *pg G_GNUC_UNUSED, \
                         const NvMethod *m G_GNUC_UNUSED, uint32_t v)

static bool is_97(const NvPgraph *pg)
{
    return nv_fe_class(pg) == 0x97;
}

static bool tex_format_exists(const NvPgraph *pg, unsigned format)
{
    /* 0x97 stops before 0x42. */
    return nv_tex_kind(pg, format) != NV_TEX_INVALID &&
           !(format >= 0x42 && is_97(pg)) && format < 0x4a;
}

/* Sizes as logarithms, against dimensions and border. */
static bool tex_sizes(uint32_t v)
{
    unsigned u = nv_extract(v, NV_V_TEX_SIZE_S);
    unsigned w = nv_extract(v, NV_V_TEX_SIZE_T);
    unsigned d = nv_extract(v, NV_V_TEX_SIZE_R);
    unsigned max = nv_extract(v, NV_V_TEX_NO_BORDER) ? 0xc : 0xb;

    switch (nv_extract(v, NV_V_TEX_DIMENSIONS)) {
    case 1:
        return u <= max && !w && !d;
    case 2:
        return u <= max && w <= max && !d;
    case 3:
        max -= 3;
        return u <= max && w <= max && d <= max;
    default:
        return false;
    }
}

VALID(tex_format)
{
    unsigned dma = nv_extract(v, NV_V_TEX_DMA);
    unsigned dims = nv_extract(v, NV_V_TEX_DIMENSIONS);
    unsigned format = nv_extract(v, NV_V_TEX_FORMAT);
    unsigned mips = nv_extract(v, NV_V_TEX_MIPS);
    bool cube = nv_extract(v, NV_V_TEX_CUBE_MAP);
    NvTexKind kind = nv_tex_kind(pg, format);

    if (dma == 0 || dma == 3 || !tex_format_exists(pg, format)) {
        return false;
    }
    if ((kind == NV_TEX_RECT || kind == NV_TEX_YUV) &&
        (cube || mips != 1 || dims == 3)) {
        return false;
    }
    if (nv_tex_is_depth(format) && (dims == 3 || cube)) {
        return false;
    }
    if (cube && (dims != 2 || nv_extract(v, NV_V_TEX_SIZE_S) !=
                              nv_extract(v, NV_V_TEX_SIZE_T))) {
        return false;
    }
    return tex_sizes(v) && !nv_extract(v, NV_V_TEX_UNK6) && mips >= 1 &&
           mips <= 0xd;
}

VALID(tex_wrap)
{
    for (unsigned i = 0; i < 3; i++) {
        unsigned mode = nv_extract(v, 8 * i, 3);

        if (mode < 1 || mode > 5) {
            return false;
        }
    }
    return !(v & ~0x01171717u);
}

VALID(tex_control_b)
{
    return !(v & 0xffff) && (v & 0xfff80000);
}

VALID(tex_filter)
{
    unsigned kernel = nv_extract(v, 13, 3), min = nv_extract(v, 16, 6);
    unsigned mag = nv_extract(v, 24, 4);

    return !nv_extract(v, 22, 2) && kernel >= 1 &&
           kernel <= (is_97(pg) ? 2u : 3u) && min >= 1 && min <= 7 &&
           (mag == 1 || mag == 2 || mag == 4);
}

VALID(tex_rect)
{
    unsigned h = v & 0xffff, w = v >> 16;

    return h && h <= 0x1000 && w && w <= 0x1000;
}

/* Magnitude at most 8.0. */
VALID(shader_float)
{
    return (v & 0x7fffffff) <= 0x41000000;
}

VALID(tex_zcomp)
{
    return !(v & ~(is_97(pg) ? 7u : 0xfffu));
}

VALID(tex_previous)
{
    return !(v & ~0x310000u) && nv_extract(v, 20, 2) != 3;
}

VALID(dotmapping)
{
    if (v & ~(is_97(pg) ? 0x777u : 0x3f000fffu)) {
        return false;
    }
    for (unsigned i = 0; i < 3; i++) {
        unsigned map = nv_extract(v, i * 4, 4);

        if ((map == 5 && !NV_PG_GET(pg, DEBUG_B, DOTMAPPING_5)) ||
            (map == 6 && !NV_PG_GET(pg, DEBUG_B, DOTMAPPING_6)) ||
            map >= 11) {
            return false;
        }
    }
    return true;
}

/* --- texture shader operations --- */

/* Ops a chip and class have at all. */
static bool shader_op_exists(const NvPgraph *pg, unsigned op, unsigned stage)
{
    if (is_97(pg) && (op > 0x13 || (op == 0x13 && stage != 3))) {
        return false;
    }
    if (op >= 0x13 && op <= 0x17 && !NV_PG_GET(pg, DEBUG_L, TEX_SHADER_OPS)) {
        return false;
    }
    return op < pg->env->chip->front.tex_shader_ops &&
           !(op >= 0x18 && op < 0x1c);
}

/* A stage that gives no colour to look up with. */
static bool gives_nothing(unsigned op)
{
    return op == 0 || op == 5 || op == 0x11 || op == 0x17;
}

/* What an op asks of the stages before and after it. */
static bool shader_op_chain(uint32_t v, unsigned stage, unsigned op,
                            unsigned prev, unsigned before)
{
    unsigned next;

    switch (op) {
    case 0x08:
        return stage >= 2 && !gives_nothing(prev) && !gives_nothing(before);
    case 0x09:
    case 0x0a:
        return prev == 0x11;
    case 0x0b:
        next = stage < 3 ? nv_extract(v, (stage + 1) * 5, 5) : 0;
        return prev == 0x11 && stage < 3 && (next == 0xc || next == 0x12);
    case 0x0c:
    case 0x0d:
    case 0x0e:
    case 0x12:
        return (prev == 0x11 || prev == 0x0b) && before == 0x11;
    case 0x11:
        return stage != 3;
    default:
        return true;
    }
}

VALID(tex_shader_op)
{
    unsigned prev = 0, before = 0, depth = 0;

    if (v & ~0xfffffu) {
        return false;
    }
    for (unsigned i = 0; i < 4; i++) {
        unsigned op = nv_extract(v, i * 5, 5);

        if (i == 0 && !is_97(pg)) {
            op &= ~8u;
        }
        depth += op == 0xa || op == 0x17;
        if (!shader_op_exists(pg, op, i) || depth > 1 ||
            (op >= 6 && i == 0) ||
            (op >= 6 && i == 1 && (prev == 0 || prev == 5)) ||
            !shader_op_chain(v, i, op, prev, before)) {
            return false;
        }
        before = prev;
        prev = nv_extract(v, i * 5, 5);
    }
    return true;
}
