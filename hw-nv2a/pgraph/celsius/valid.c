/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which values the methods of Celsius' classes take, on Celsius and Kelvin,
 * where a mask or a list does not say it.  Facts: predicates that public
 * hardware tests (envytools) assert.
 */
#include "pgraph/action-celsius.h"

#define VALID(name) \
    bool nv_valid_##name(const NvPgraph *pg G_GNUC_UNUSED, \
                         const NvMethod *m G_GNUC_UNUSED, uint32_t v)

static bool is_99(const NvPgraph *pg)
{
    return nv_fe_class(pg) == 0x99;
}

static bool between(uint32_t v, unsigned pos, unsigned width, unsigned low,
                    unsigned high)
{
    uint32_t field = nv_extract(v, pos, width);

    return field >= low && field <= high;
}

/* --- surfaces --- */

VALID(celsius_clip)
{
    return !(v & 0x8000);
}

/* @formats: of depth, 16 bits among them. */
static bool surf_format_valid(const NvPgraph *pg, uint32_t v, bool formats)
{
    unsigned color = nv_extract(v, NV_V_SURF_COLOR);
    unsigned zeta = nv_extract(v, NV_V_SURF_ZETA);
    unsigned type = nv_extract(v, NV_V_SURF_TYPE);
    unsigned samples = nv_extract(v, NV_V_SURF_SAMPLES);

    if (!color || color > 0xa || zeta > formats ||
        (zeta == 1 && (type == 2 || color == 9 || color == 0xa))) {
        return false;
    }
    return (!samples || (is_99(pg) && samples == 3)) && type >= 1 &&
           type <= 2 && nv_extract(v, NV_V_SURF_WIDTH) <= 0xb &&
           nv_extract(v, NV_V_SURF_HEIGHT) <= 0xb;
}

/* Objects may ask for the newer formats, if the chip lets them. */
static bool asks_formats(const NvPgraph *pg)
{
    return NV_PG_GET(pg, CTX_SWITCH_A, VERSION);
}

/* Of class 0x96; the last two have them always, the first one never. */
VALID(celsius_surf_format)
{
    uint32_t class = nv_fe_class(pg);

    return surf_format_valid(pg, v, class == 0x98 || class == 0x99 ||
                                    (class == 0x96 && asks_formats(pg)));
}

/*
 * On Kelvin the depth format is a later class's; which colours go with it
 * when swizzled is the same there.
 */
VALID(emu_surf_format)
{
    return surf_format_valid(pg, v, asks_formats(pg));
}

VALID(celsius_surf_unk2b8)
{
    return !(v >> 4) && (v & 3) <= 2 && (v >> 2 & 3) <= 2;
}

/* --- textures --- */

/* Formats of four bytes and DXT: a cube's sides are smaller. */
#define WIDE_FORMATS 0xc8c0u

static bool cube_valid(uint32_t v)
{
    unsigned w = nv_extract(v, NV_V10_SIZE_S);
    unsigned h = nv_extract(v, NV_V10_SIZE_T);
    unsigned format = nv_extract(v, NV_V10_FORMAT);

    return w == h && w < 0xb &&
           !(w >= 0xa && format < 16 && (WIDE_FORMATS >> format & 1));
}

/* Rectangles have one level and are clamped. */
static bool rect_valid(uint32_t v)
{
    return !nv_extract(v, NV_V10_CUBE_MAP) &&
           nv_extract(v, NV_V10_WRAP_S) == 3 &&
           nv_extract(v, NV_V10_WRAP_T) == 3 &&
           nv_extract(v, NV_V10_MIPS) == 1;
}

static bool tex_format_valid(const NvPgraph *pg, uint32_t v, unsigned wraps)
{
    unsigned format = nv_extract(v, NV_V10_FORMAT);

    if (format == 0xd || format >= 0x1d || (format >= 0x19 && !is_99(pg)) ||
        (format >= 0x10 && !rect_valid(v)) ||
        (nv_extract(v, NV_V10_CUBE_MAP) && !cube_valid(v))) {
        return false;
    }
    return between(v, NV_V10_DMA, 1, 2) &&
           between(v, NV_V10_ORIGIN_ZOH, 1, 2) &&
           between(v, NV_V10_ORIGIN_FOH, 1, 2) &&
           between(v, NV_V10_MIPS, 1, 0xc) &&
           between(v, NV_V10_SIZE_S, 0, 0xb) &&
           between(v, NV_V10_SIZE_T, 0, 0xb) &&
           between(v, NV_V10_WRAP_S, 1, wraps) &&
           between(v, NV_V10_WRAP_T, 1, wraps);
}

VALID(celsius_tex_format)
{
    return tex_format_valid(pg, v, 5);
}

VALID(emu_tex_format)
{
    return tex_format_valid(pg, v, 3);
}

VALID(celsius_tex_control_b)
{
    return !(v & 0xffff) && (v & 0x3ff80000);
}

VALID(celsius_tex_rect)
{
    return !nv_extract(v, 16, 1) && between(v, 0, 16, 1, 0x7ff) &&
           between(v, 17, 15, 1, 0x7ff);
}

VALID(celsius_tex_filter)
{
    return !nv_extract(v, 13, 11) && between(v, 24, 4, 1, 6) &&
           between(v, 28, 4, 1, 2);
}

/* The method is the row's first, not one of those behind. */
static bool first_element(const NvPgraph *pg, const NvMethod *m)
{
    return NV_PG_GET(pg, TRAP_ADDR, METHOD_4) * 4 == m->offset;
}

/* --- register combiners; a register set is a mask --- */

#define IN_REGISTERS 0x333fu            /* no 6, 7, a, b, e, f */
#define FINAL_REGISTERS 0xf33fu
#define OUT_REGISTERS 0x3331u           /* 0 4 5 8 9 c d */

static bool registers_in(uint32_t v, unsigned first, unsigned last,
                         unsigned step, uint32_t set)
{
    for (unsigned pos = first; pos <= last; pos += step) {
        if (!(set >> nv_extract(v, pos, 4) & 1)) {
            return false;
        }
    }
    return true;
}

VALID(celsius_rc_in)
{
    return registers_in(v, 0, 24, 8, IN_REGISTERS);
}

static bool rc_out(uint32_t v)
{
    unsigned op = nv_extract(v, 15, 3);

    return op != 5 && op != 7 && registers_in(v, 0, 8, 4, OUT_REGISTERS);
}

VALID(celsius_rc_out_alpha)
{
    return rc_out(v) && !nv_extract(v, 12, 2) && !(v >> 18);
}

/* The second stage's word tells how many stages there are. */
VALID(celsius_rc_out_color)
{
    bool second = !first_element(pg, m);

    return rc_out(v) && !nv_extract(v, 18, 9) && !(v >> 30) &&
           (second ? between(v, 28, 2, 1, 2) : !nv_extract(v, 27, 3));
}

VALID(celsius_rc_final_a)
{
    return !(v & 0xc0c0c0c0) && registers_in(v, 0, 24, 8, FINAL_REGISTERS);
}

VALID(celsius_rc_final_b)
{
    return !(v & 0xc0c0c01f) && registers_in(v, 8, 24, 8, IN_REGISTERS);
}

/* --- the rest of the state --- */

VALID(celsius_config)
{
    return !(v & 0xceeeeefe) && (is_99(pg) || !nv_extract(v, 28, 2)) &&
           !(nv_extract(v, 8, 1) && !nv_extract(v, 16, 1));
}

/* Signed 12-bit minimum and maximum. */
VALID(celsius_clip_rect)
{
    return !(v & 0xf000f000) &&
           nv_sextract(v, 0, 12) <= nv_sextract(v, 16, 12);
}

/* No light behind one that is off. */
VALID(celsius_light_enable)
{
    if (v >> 16) {
        return false;
    }
    while (v & 3) {
        v >>= 2;
    }
    return !v;
}

static bool array_valid(uint32_t v)
{
    return (nv_extract(v, NV_V10_ARRAY_SIZE) & 7) !=
           (nv_extract(v, NV_V10_ARRAY_W) ? 2u : 4u);
}

/* A position has a weight w or not. */
VALID(celsius_vtxbuf_format)
{
    return !first_element(pg, m) || array_valid(v);
}

VALID(emu_vtxbuf_format)
{
    return !first_element(pg, m) ||
           (array_valid(v) && !nv_extract(v, NV_V10_ARRAY_REST));
}

uint32_t nv_celsius_format_warning(const NvPgraph *pg, unsigned n,
                                   uint32_t v)
{
    /* Sets of component counts: position, colours, texture, normal. */
    static const uint16_t counts[8] = {
        0x1c, 0x19, 0x19, 0x1f, 0x1f, 0x09, 0x03, 0x03,
    };
    uint32_t types = n == 1 || n == 2 ? 0x15 : 0x06;
    uint32_t warning = 0, stride = nv_extract(v, NV_V10_ARRAY_STRIDE);

    if (!(counts[n & 7] >> nv_extract(v, NV_V10_ARRAY_SIZE) & 1) ||
        !(types >> nv_extract(v, NV_V10_ARRAY_TYPE) & 1)) {
        warning |= 1;
    }
    if ((n && v >> 24) || stride > 0xff || (stride & 3)) {
        warning |= 2;
    }
    if (nv_fe_inside(pg) &&
        (nv_fe_class(pg) == 0x56 || nv_fe_class(pg) == 0x85)) {
        warning |= 4;
    }
    return warning;
}

bool nv_celsius_format_taken(const NvPgraph *pg, const NvMethod *m,
                             uint32_t v)
{
    unsigned n = NV_PG_GET(pg, TRAP_ADDR, METHOD_4) * 4 - m->offset;

    return !(nv_celsius_format_warning(pg, n / m->stride, v) & 3) &&
           (n || !nv_extract(v, NV_V10_ARRAY_REST));
}

bool nv_celsius_primitive_taken(const NvPgraph *pg, const NvMethod *m,
                                uint32_t v)
{
    (void)pg, (void)m;
    return v <= NV_PRIM_POLYGON;
}

VALID(celsius_invalidate_zcull)
{
    return v < 4 || v == 6;
}

/* Bits of @arg, and not between BEGIN and END. */
VALID(celsius_outside)
{
    return !(v & ~m->arg) && !nv_fe_inside(pg);
}

VALID(celsius_clear_hv)
{
    return !(v & ~0x0fff0fffu) && !nv_fe_inside(pg) &&
           (v & 0xffff) <= v >> 16;
}
