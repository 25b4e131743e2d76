/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which values a method takes, where a mask or a list does not say it.
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

VALID(nop)
{
    /* hw: older classes than Kelvin take any value. */
    return nv_fe_is_sync(pg) ? v < 4 : v == 0 || !nv_fe_since_kelvin(pg);
}

VALID(one)
{
    return v == 1;
}

/* 12-bit minimum and maximum. */
VALID(range12)
{
    return !(v & 0xf000f000) && (v & 0xffff) <= v >> 16;
}

/* --- surfaces --- */

/* The zeta format a swizzled surface of this colour format must have. */
static unsigned swizzled_zeta(unsigned color)
{
    return color < 4 ? 1 : color < 9 ? 2 : 0;
}

static bool surf_format_swizzled(unsigned color, unsigned zeta, uint32_t v)
{
    unsigned want = swizzled_zeta(color);

    return !nv_extract(v, NV_V_SURF_SAMPLES) && (!want || zeta == want);
}

VALID(surf_format)
{
    unsigned color = nv_extract(v, NV_V_SURF_COLOR);
    unsigned zeta = nv_extract(v, NV_V_SURF_ZETA);
    unsigned type = nv_extract(v, NV_V_SURF_TYPE);
    unsigned samples = nv_extract(v, NV_V_SURF_SAMPLES);
    unsigned log2_w = nv_extract(v, NV_V_SURF_WIDTH);
    unsigned log2_h = nv_extract(v, NV_V_SURF_HEIGHT);
    bool old = is_97(pg);

    if (color == 0 || color > 0xa || (!old && (color == 6 || color == 7))) {
        return false;
    }
    if (zeta < 1 || zeta > 2 || samples > (old ? 2u : 4u)) {
        return false;
    }
    if (type < 1 || type > 2 ||
        (type == 2 && !surf_format_swizzled(color, zeta, v))) {
        return false;
    }
    return log2_w <= 0xc && log2_h <= 0xc && (log2_w || !log2_h);
}

VALID(surf_pitch)
{
    return (v & 0xffff) && v >> 16 && !(v & 0x003f003f);
}

VALID(zcull_pitch)
{
    return v && !(v & ~0xff80u);
}

/* --- register combiners --- */

static bool rc_in_register(unsigned reg)
{
    return reg != 6 && reg != 7 && reg < 0xe;
}

VALID(rc_in)
{
    for (unsigned j = 0; j < 4; j++) {
        if (!rc_in_register(nv_extract(v, 8 * j, 4))) {
            return false;
        }
    }
    return true;
}

VALID(rc_final_a)
{
    for (unsigned j = 0; j < 4; j++) {
        unsigned reg = nv_extract(v, 8 * j, 4);

        if (reg == 6 || reg == 7) {
            return false;
        }
    }
    return !(v & 0xc0c0c0c0);
}

VALID(rc_final_b)
{
    for (unsigned j = 1; j < 4; j++) {
        if (!rc_in_register(nv_extract(v, 8 * j, 4))) {
            return false;
        }
    }
    return !(v & 0xc0c0c01f);
}

static bool rc_out_registers(uint32_t v)
{
    for (unsigned j = 0; j < 3; j++) {
        if (!(0x3f31 >> nv_extract(v, 4 * j, 4) & 1)) {
            return false;
        }
    }
    return true;
}

VALID(rc_out_alpha)
{
    unsigned op = nv_extract(v, 15, 4);

    if (op == 5 || op == 7 || op >= 8 || nv_extract(v, 12, 2) ||
        nv_extract(v, 19, 3) || nv_extract(v, 26, 6)) {
        return false;
    }
    return rc_out_registers(v) && !(is_97(pg) && nv_extract(v, 22, 4));
}

VALID(rc_out_color)
{
    unsigned op = nv_extract(v, 15, 3);

    if (op == 5 || op == 7 || nv_extract(v, 26, 6)) {
        return false;
    }
    return rc_out_registers(v) && !(is_97(pg) && nv_extract(v, 20, 6));
}

VALID(rc_config)
{
    unsigned stages = nv_extract(v, 0, 4);

    return !(v & ~0x00f1110fu) && stages >= 1 && stages <= 8 &&
           !(is_97(pg) && nv_extract(v, 20, 4));
}

/* --- the rest of the state --- */

VALID(config)
{
    return !(v & ~0x71111001u) &&
           nv_extract(v, 28, 3) <= (is_97(pg) ? 2u : 3u);
}

VALID(light_material)
{
    for (unsigned i = 0; i < 8; i++) {
        if (nv_extract(v, i * 2, 2) == 3) {
            return false;
        }
    }
    return !(v & ~0x1ffffu);
}

VALID(unk3f0)
{
    unsigned mode = nv_extract(v, 0, 4);

    return !(v & ~0x8000000fu) && (mode <= 4 || mode == 0xf) &&
           !(is_97(pg) && v >> 31);
}

VALID(point_sprite)
{
    return nv_extract(v, 1, 2) != 3 && !(v & ~0xf07u);
}

VALID(polygon_stipple)
{
    return v < (is_97(pg) ? 2u : 4u);
}

VALID(vtxbuf_format)
{
    unsigned type = nv_extract(v, 0, 4), size = nv_extract(v, 4, 4);

    if (v >> 16 || (size > 4 && size != 7)) {
        return false;
    }
    switch (type) {
    case 0:
        return size == 3 || size == 4;
    case 1:
    case 2:
    case 4:
    case 5:
        return true;
    case 6:
        return size == 1;
    default:
        return false;
    }
}

VALID(fence_offset)
{
    return v < 0x1000 && v % pg->env->chip->front.fence_step == 0;
}

VALID(unk1d84)
{
    return !(v & ~(is_97(pg) ? 3u : 0x80000003u));
}

VALID(tl_mode)
{
    return !(v & ~7u) && !(v & 1);
}

/* --- tessellator --- */

VALID(fd_a)
{
    return nv_extract(v, 0, 4) != 0;
}

VALID(fd_c)
{
    unsigned size = nv_extract(v, 16, 5);

    return size >= 4 && size <= 0x11 && nv_extract(v, 21, 5) < size &&
           nv_extract(v, 26, 5) < size && !(v >> 31);
}

VALID(fd_d)
{
    unsigned a = nv_extract(v, 0, 3), b = nv_extract(v, 3, 3);

    return a != 4 && a != 7 && b != 4 && b != 7 && nv_extract(v, 6, 4) &&
           !nv_extract(v, 17, 7);
}
