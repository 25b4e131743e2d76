/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Direct3D classes 0x54, 0x55, 0x94 and 0x95 as Celsius has them: one method
 * sets what many of its own classes do.  Facts: public hardware tests
 * (envytools).  Vertices are kept as they come; drawing by them is not known
 * well enough and only told of.
 */
#include "pgraph/methods-draw.h"

static bool is_five(const NvPgraph *pg)
{
    return nv_fe_class(pg) == 0x54 || nv_fe_class(pg) == 0x94;
}

static bool is_six(const NvPgraph *pg)
{
    return nv_fe_class(pg) == 0x55 || nv_fe_class(pg) == 0x95;
}

static bool nv15_up(const NvPgraph *pg)
{
    return nv_chip_has(pg->env->chip, NV_CAP_CELSIUS_15);
}

/* --- what all functions do --- */

/* Marks come whether the value is taken or not; true: it is. */
static bool start(NvPgraph *pg, uint32_t marks)
{
    nv_idx_celsius_point_size(pg->idx,
                              nv_fe_bundle(pg, NV_BUNDLE_POINT_SIZE));
    NV_PG(pg, VALID_1) |= marks;
    return !nv_fe_data_error(pg);
}

static void keep(NvPgraph *pg, NvBundle b, uint32_t v)
{
    pg->values[NV_PGRAPH_SHADOWS / 4 + b] = v & nv_fe_bundle_mask(pg, b);
}

/* More bundles follow. */
static void set(NvPgraph *pg, NvBundle b, uint32_t v)
{
    nv_fe_set_bundle_more(pg, b, v);
}

static void send_again(NvPgraph *pg, NvBundle b)
{
    nv_fe_set_bundle_more(pg, b, nv_fe_bundle(pg, b));
}

static void send_mode(NvPgraph *pg)
{
    nv_fe_send_xf_mode_part(pg, NV_PGRAPH_XF_MODE_B);
}

/* @word with @width bits at @pos new. */
static uint32_t with(NvPgraph *pg, NvBundle b, unsigned pos, unsigned width,
                     uint32_t v)
{
    return nv_deposit(nv_fe_bundle(pg, b), pos, width, v);
}

/* Perspective correction is off for a texture that wraps oddly. */
static void set_perspective(NvPgraph *pg, unsigned unit, bool on)
{
    uint32_t config = nv_fe_bundle(pg, NV_BUNDLE_CONFIG_B);
    uint32_t format = nv_fe_bundle(pg, NV_BUNDLE_TEX_FORMAT + unit);

    nv_fe_deposit(&NV_PG(pg, XF_MODE_A), unit ? 16 : 2, 1,
                  on && nv_extract(config, 6, 1) &&
                  !nv_extract(format, 27, 1) && !nv_extract(format, 31, 1));
}

static void set_mode_28(NvPgraph *pg)
{
    nv_fe_deposit(&NV_PG(pg, XF_MODE_B), 28, 1, 1);
}

#define ACCEPTS(name) \
    static bool name(const NvPgraph *pg G_GNUC_UNUSED, \
                     const NvMethod *m G_GNUC_UNUSED, uint32_t v)
#define ACTION(name) \
    static void name(NvPgraph *pg, const NvMethod *m G_GNUC_UNUSED, \
                     unsigned index G_GNUC_UNUSED, uint32_t v)

static bool between(uint32_t v, unsigned pos, unsigned width, uint32_t low,
                    uint32_t high)
{
    uint32_t field = nv_extract(v, pos, width);

    return field >= low && field <= high;
}

/* --- textures: @which has a bit each unit --- */

ACTION(tex_color_key)
{
    if (start(pg, NV_BIT(12))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_COLOR_KEY, v);
    }
}

ACCEPTS(tex_offset_ok)
{
    return !(v & 0xff);
}

ACTION(tex_offset)
{
    bool taken = start(pg, (m->which & 1 ? NV_BIT(14) : 0) |
                           (m->which & 2 ? NV_BIT(22) : 0));

    for (unsigned i = 0; i < 2 && taken; i++) {
        if (m->which >> i & 1) {
            nv_fe_set_bundle(pg, NV_BUNDLE_TEX_OFFSET + i, v);
        }
    }
}

ACCEPTS(tex_format_ok)
{
    return between(v, 0, 2, 1, 2) && between(v, 4, 2, 1, 2) &&
           between(v, 6, 2, 1, 2) && between(v, 8, 3, 1, 7) &&
           !(v & NV_BIT(11)) && between(v, 12, 4, 1, 15) &&
           between(v, 16, 4, 0, 11) && between(v, 20, 4, 0, 11) &&
           between(v, 24, 3, 1, 4) && between(v, 28, 3, 1, 4) &&
           nv_extract(v, 2, 2) <= is_five(pg);
}

/* Three bits of wrapping and one more; values out of range differ (hw). */
static uint32_t wrap(const NvPgraph *pg, uint32_t v, bool second)
{
    static const uint8_t old[2][8] = {
        { 3, 1, 2, 3, 3, 0, 0, 0 }, { 2, 1, 2, 3, 3, 1, 0, 0 },
    };
    static const uint8_t late[2][8] = {
        { 2, 1, 2, 3, 3, 1, 0, 0 }, { 0, 1, 2, 3, 3, 1, 2, 0 },
    };
    uint32_t mode = (nv15_up(pg) ? late : old)[second][v & 7];

    return mode | ((v & 7) == 1 ? v & 8 : 0);
}

static uint32_t tex_format_word(const NvPgraph *pg, uint32_t v)
{
    uint32_t format = nv_extract(v, 8, 4), mips = nv_extract(v, 12, 4);
    uint32_t u = nv_extract(v, 16, 4), w = nv_extract(v, 20, 4);

    if (mips > u && mips > w) {
        mips = MAX(u, w) + 1;
    }
    if (is_five(pg) && format == 1) {
        format = 0;
    }
    return (v & 0x00ff0002) | nv_extract(v, 5, 1) << 4 |
           nv_extract(v, 7, 1) << 6 | format << 7 | (mips & 0xf) << 12 |
           wrap(pg, v >> 24, false) << 24 | wrap(pg, v >> 28, true) << 28;
}

ACTION(tex_format)
{
    uint32_t word = tex_format_word(pg, v);

    if (!start(pg, (m->which & 1 ? NV_BIT(15) : 0) |
                   (m->which & 2 ? NV_BIT(21) : 0))) {
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        NvBundle b = NV_BUNDLE_TEX_FORMAT + i;

        if (m->which >> i & 1) {
            keep(pg, b, word | (nv_fe_bundle(pg, b) & 8));
        }
    }
    if (m->which & 1) {
        set_perspective(pg, 0, true);
    }
    if (is_five(pg)) {
        uint32_t control = 0x0003ffc0 | nv_extract(v, 2, 2);

        set_perspective(pg, 1, false);
        send_again(pg, NV_BUNDLE_TEX_FORMAT);
        set(pg, NV_BUNDLE_TEX_CONTROL_A, control | NV_BIT(30));
        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_CONTROL_A + 1, control);
    } else {
        NvBundle b = NV_BUNDLE_TEX_FORMAT + m->which - 1;

        if (m->which == 2) {
            set_perspective(pg, 1, true);
        }
        nv_fe_set_bundle(pg, b, nv_fe_bundle(pg, b));
    }
    set_mode_28(pg);
    send_mode(pg);
}

ACCEPTS(tex_filter_ok)
{
    return !nv_extract(v, 13, 2) && !nv_extract(v, 5, 3) &&
           between(v, 24, 3, 1, 6) && between(v, 28, 3, 1, 6);
}

ACTION(tex_filter)
{
    bool second = m->which == 2;

    if (start(pg, NV_BIT(second ? 23 : 16))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_FILTER + second,
                         (v & 0x07000000) | nv_extract(v, 16, 8) << 5 |
                         (v & NV_BIT(28) ? 1u : 2u) << 28);
    }
}

/* --- combiners of Direct3D 6: @which 1 = colour, 2 = second stage --- */

ACCEPTS(combine_ok)
{
    bool all = !(m->which & 2) && nv_fe_class(pg) == 0x55;

    for (unsigned pos = 2; pos < 32; pos += 8) {
        if (!between(v, pos, 3, 1, all ? 7 : 6)) {
            return false;
        }
    }
    return !(v & 0x00e0e0e0) && nv_extract(v, 29, 3);
}

static uint32_t combine_in(const NvMethod *m, uint32_t v, bool *second)
{
    uint8_t regs[8] = { 0, 0, 2, 4, m->which & 2 ? 0xc : 8, 8, 9, 0 };
    uint32_t word = 0;

    *second = false;
    for (unsigned j = 0; j < 4; j++) {
        uint32_t arg = nv_extract(v, 8 * j, 5);

        *second |= arg >> 2 == 6;
        word |= (regs[arg >> 2] | (arg & 1) << 5 |
                 (arg & 2 || !(m->which & 1) ? 1u << 4 : 0))
                << (24 - 8 * j);
    }
    return word;
}

static void combine_flags(NvPgraph *pg, const NvMethod *m, uint32_t v,
                          bool second)
{
    uint32_t *config = &NV_PG(pg, CELSIUS_CONFIG_C);
    unsigned color = m->which & 1, late = m->which & 2;

    nv_fe_deposit(config, (late ? 18 : 16) + color, 1,
                  late ? (v & 0x1f1f1f1f) == 0x04040510 : !second);
    nv_fe_deposit(config, 20 + color + late, 1, v >> 29 == 6);
}

static uint32_t stage_count(const NvPgraph *pg)
{
    return nv_extract(NV_PG(pg, CELSIUS_CONFIG_C), 18, 2) == 3 ? 1 : 2;
}

ACTION(combine)
{
    static const uint8_t ops[8] = { 3, 0, 2, 4, 1, 0, 0, 3 };
    unsigned color = m->which & 1, stage = m->which >> 1;
    NvBundle in = color ? NV_BUNDLE_RC_IN_COLOR : NV_BUNDLE_RC_IN_ALPHA;
    NvBundle out = color ? NV_BUNDLE_RC_OUT_COLOR : NV_BUNDLE_RC_OUT_ALPHA;
    bool second;
    uint32_t inputs = combine_in(m, v, &second);

    if (!start(pg, NV_BIT(28 - stage * 2 - color))) {
        return;
    }
    combine_flags(pg, m, v, second);
    if (stage && color) {
        set(pg, NV_BUNDLE_TEX_CONTROL_A, 0x4003ffc0);
    }
    set(pg, NV_BUNDLE_TEX_CONTROL_A + 1, 0x4003ffc0);
    set(pg, in + stage, inputs);
    if (!stage) {
        send_again(pg, in + 1);
    }
    keep(pg, out + stage, with(pg, out + stage, 0, 18, 0xc00u |
                               (v >> 29 == 5 ? 1u << 14 : 0) |
                               (uint32_t)ops[v >> 29] << 15));
    if (stage) {
        keep(pg, NV_BUNDLE_RC_OUT_COLOR + 1,
             with(pg, NV_BUNDLE_RC_OUT_COLOR + 1, 28, 2, stage_count(pg)));
    }
    send_again(pg, out + stage);
    if (stage && !color) {
        send_again(pg, NV_BUNDLE_RC_OUT_COLOR + 1);
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_RC_FINAL_B,
                     nv_fe_bundle(pg, NV_BUNDLE_RC_FINAL_B));
}

ACTION(combine_factor)
{
    if (start(pg, NV_BIT(24))) {
        set(pg, NV_BUNDLE_RC_FACTOR_0, v);
        nv_fe_set_bundle(pg, NV_BUNDLE_RC_FACTOR_1, v);
    }
}

/* --- blending, tests --- */

ACCEPTS(blend_ok)
{
    return (is_five(pg) ? between(v, 0, 4, 1, 8) : !nv_extract(v, 0, 4)) &&
           between(v, 4, 2, 1, 2) && between(v, 6, 2, 1, 3) &&
           !(v & 0x00eeee00) && between(v, 24, 4, 1, 11) &&
           between(v, 28, 4, 1, 11);
}

/* The first stage for each way of Direct3D 5 to mix texture and colour. */
static void set_texture_op(NvPgraph *pg, unsigned op)
{
    static const struct {
        uint32_t alpha, color, out;
    } ways[9] = {
        [1] = { 0x18200000, 0x08200000, 0x0c00 },
        [2] = { 0x18200000, 0x08040000, 0x0c00 },
        [3] = { 0x14200000, 0x08180438, 0x0c00 },
        [4] = { 0x18140000, 0x08040000, 0x0c00 },
        [5] = { 0x14201420, 0x04200820, 0x4c00 },
        [6] = { 0x14201420, 0x04200408, 0x4c00 },
        [7] = { 0x18200000, 0x08200000, 0x0c00 },
        [8] = { 0x14200000, 0x08200420, 0x0c00 },
    };

    if (op >= 1 && op <= 8) {
        keep(pg, NV_BUNDLE_RC_IN_ALPHA, ways[op].alpha);
        keep(pg, NV_BUNDLE_RC_IN_COLOR, ways[op].color);
        keep(pg, NV_BUNDLE_RC_OUT_ALPHA, ways[op].out);
        keep(pg, NV_BUNDLE_RC_OUT_COLOR, ways[op].out);
    }
    send_again(pg, NV_BUNDLE_RC_IN_ALPHA);
    send_again(pg, NV_BUNDLE_RC_IN_COLOR);
    send_again(pg, NV_BUNDLE_RC_OUT_ALPHA);
    send_again(pg, NV_BUNDLE_RC_OUT_COLOR);
}

static uint32_t blend_config(NvPgraph *pg, uint32_t v)
{
    return with(pg, NV_BUNDLE_CONFIG_B, 0, 9,
                nv_extract(v, 12, 1) << 5 | nv_extract(v, 8, 1) << 6 |
                nv_extract(v, 7, 1) << 7 | nv_extract(v, 16, 1) << 8);
}

ACTION(blend)
{
    uint32_t color = v & NV_BIT(12) ? 0xe : 0xc;

    if (!start(pg, NV_BIT(19))) {
        return;
    }
    keep(pg, NV_BUNDLE_CONFIG_B, blend_config(pg, v));
    set_mode_28(pg);
    set_perspective(pg, 0, true);
    set_perspective(pg, 1, is_six(pg));
    if (is_five(pg)) {
        set_texture_op(pg, nv_extract(v, 0, 4));
    }
    set(pg, NV_BUNDLE_RC_OUT_COLOR + 1,
        with(pg, NV_BUNDLE_RC_OUT_COLOR + 1, 27, 3, nv_extract(v, 5, 1) |
             (is_six(pg) ? stage_count(pg) : 1) << 1));
    set(pg, NV_BUNDLE_RC_FINAL_A, v & NV_BIT(16) ? 0x13000300 | color << 16
                                                 : color);
    set(pg, NV_BUNDLE_RC_FINAL_B, 0x1c80);
    send_again(pg, NV_BUNDLE_CONFIG_B);
    nv_fe_set_bundle(pg, NV_BUNDLE_BLEND,
                     with(pg, NV_BUNDLE_BLEND, 0, 17, 2 |
                          nv_extract(v, 20, 1) << 3 |
                          ((nv_extract(v, 24, 4) - 1) & 0xf) << 4 |
                          ((nv_extract(v, 28, 4) - 1) & 0xf) << 8));
    send_mode(pg);
}

ACCEPTS(config_ok)
{
    return between(v, 8, 4, 1, 8) && !(v & NV_BIT(15)) &&
           between(v, 16, 4, 1, 8) && nv_extract(v, 20, 2) &&
           (!nv_extract(v, 25, 5) || !is_five(pg)) && between(v, 30, 2, 1, 2);
}

/* Faces culled by a number of two bits of which @back is one side. */
static uint32_t raster_word(NvPgraph *pg, uint32_t cull, uint32_t back)
{
    return with(pg, NV_BUNDLE_RASTER, 0, 30,
                (cull == back ? 1u : 2u) << 21 | 8u << 23 |
                (cull != 1 ? 1u : 0) << 28);
}

ACTION(config)
{
    uint32_t word = v & 0x3fcf5fff;

    if (!start(pg, NV_BIT(17) | (is_six(pg) ? 0 : NV_BIT(18)))) {
        return;
    }
    word = nv_deposit(word, 16, 4, nv_extract(v, 16, 4) - 1);
    word = nv_deposit(word, 8, 4, nv_extract(v, 8, 4) - 1);
    if (!is_six(pg)) {
        word = nv_deposit(word, 25, 5, 0x1e);
    }
    set(pg, NV_BUNDLE_CONFIG_A, with(pg, NV_BUNDLE_CONFIG_A, 0, 30, word));
    set_mode_28(pg);
    nv_fe_deposit(&NV_PG(pg, XF_MODE_B), 29, 1, !nv_extract(v, 13, 1));
    nv_fe_deposit(&NV_PG(pg, XF_MODE_A), 0, 1, 0);
    nv_fe_deposit(&NV_PG(pg, XF_MODE_A), 14, 1, 0);
    if (!is_six(pg)) {
        set(pg, NV_BUNDLE_STENCIL_A, 0x70);
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_RASTER,
                     nv_deposit(raster_word(pg, nv_extract(v, 20, 2), 2),
                                29, 1, v >> 31));
    send_mode(pg);
}

ACCEPTS(stencil_func_ok)
{
    return !nv_extract(v, 1, 3) && between(v, 4, 4, 1, 8);
}

ACTION(stencil_func)
{
    if (start(pg, NV_BIT(18))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_STENCIL_A,
                         nv_deposit(v & 0xfffffff1, 4, 4,
                                    nv_extract(v, 4, 4) - 1));
    }
}

ACCEPTS(stencil_op_ok)
{
    return between(v, 0, 4, 1, 8) && between(v, 4, 4, 1, 8) &&
           between(v, 8, 4, 1, 8) && !(v >> 12);
}

ACTION(stencil_op)
{
    if (start(pg, NV_BIT(20))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_STENCIL_B, v & 0xfff);
    }
}

ACTION(fog_color)
{
    if (start(pg, NV_BIT(13))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_FOG_COLOR, v);
    }
}

/* --- vertices: @which is the bit of VALID_1 --- */

static void put(NvPgraph *pg, unsigned word, uint32_t v)
{
    nv_idx_xf(pg->idx, NV_XF_VAB, word << 2, v);
}

/* The component has come, so the vertex is not whole. */
static void mark_vertex(NvPgraph *pg, unsigned mark, unsigned index)
{
    NV_PG(pg, VALID_1) |= NV_BIT(mark);
    NV_PG(pg, VALID) &= ~NV_BIT(index);
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

static void put_color(NvPgraph *pg, unsigned word, uint32_t v)
{
    static const uint8_t at[4] = { 16, 8, 0, 24 };

    for (unsigned i = 0; i < 4 && !nv_fe_data_error(pg); i++) {
        put(pg, word + i, unit_float(nv_extract(v, at[i], 8)));
    }
}

ACTION(tlv_color)
{
    put_color(pg, m->which ? 4 : 8, v);
    mark_vertex(pg, m->which, index);
}

/* X, Y, Z and W have marks 5 to 2. */
ACTION(tlv_position)
{
    unsigned component = 5 - m->which;

    if (!nv_fe_data_error(pg)) {
        put(pg, component, v);
        if (component == 0 && nv15_up(pg)) {
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
    uint32_t all = is_six(pg) ? 0x1ff : 0x7f;
    unsigned last = nv_extract(NV_PG(pg, VALID), 16, 4);

    if ((NV_PG(pg, VALID_1) & all) == all) {
        NV_PG(pg, VALID) |= NV_BIT(index);
        nv_fe_deposit(&NV_PG(pg, VALID), 16, 4, index);
        NV_PG(pg, VALID_1) &= ~all;
    } else if (!nv_extract(NV_PG(pg, VALID), last, 1)) {
        nv_fe_error(pg, NV_NSOURCE_METHOD_CNT);
    }
}

/* @which: 1 = V, 2 = second unit; @arg: the vertex's last word. */
ACTION(tlv_uv)
{
    unsigned v_too = m->which & 1, unit = m->which >> 1;
    unsigned word = (3 + unit) * 4;

    if (!nv_fe_data_error(pg)) {
        if (nv15_up(pg)) {
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
        finish(pg, index);
    } else {
        NV_PG(pg, VALID) &= ~NV_BIT(index);
    }
}

ACTION(draw)
{
    nv_unimp(pg->env, "class 0x%02x %s 0x%08x", nv_fe_class(pg), m->name, v);
}

/* --- rows --- */

#define SET(name, offset, trap, function, ...) \
    M(name, offset, trap, .action = function, ##__VA_ARGS__)
#define TEST(function) .check = NV_CHECK_FUNC, .valid = function
#define EACH(name, offset, n, step, trap, function, ...) \
    M2(name, offset, n, step, trap, .action = function, ##__VA_ARGS__)
/* Position and colours of a vertex. */
#define VERTEX(n, step, trap) \
    EACH("tlv_x", 0x400, n, step, trap, tlv_position, WHICH(5)), \
    EACH("tlv_y", 0x404, n, step, (trap) + 1, tlv_position, WHICH(4)), \
    EACH("tlv_z", 0x408, n, step, (trap) + 2, tlv_position, WHICH(3)), \
    EACH("tlv_rhw", 0x40c, n, step, (trap) + 3, tlv_position, WHICH(2)), \
    EACH("tlv_color", 0x410, n, step, (trap) + 4, tlv_color, WHICH(1)), \
    EACH("tlv_fog_col1", 0x414, n, step, (trap) + 5, tlv_color, WHICH(0))
#define OBJECTS(old, new) \
    COMMON_ROWS(1), \
    M("dma_tex_a", 0x184, 2, WHICH(1), \
      .arg = NV_DMA_READS | NV_DMA_ALIGNED, DO(dma_grobj)), \
    M("dma_tex_b", 0x188, 3, WHICH(2), \
      .arg = NV_DMA_READS | NV_DMA_ALIGNED, DO(dma_grobj)), \
    M("ctx_surf3d", 0x18c, 4, FOR(old), WHICH(0), DO(ctx_surf3d)), \
    M("ctx_surf3d", 0x18c, 4, FOR(new), WHICH(1), DO(ctx_surf3d))

static const NvMethod rows_5[] = {
    OBJECTS(NV_CLASS_54, NV_CLASS_94),
    SET("tex_color_key", 0x300, 5, tex_color_key),
    SET("tex_offset", 0x304, 6, tex_offset, WHICH(1), TEST(tex_offset_ok)),
    SET("tex_format", 0x308, 7, tex_format, WHICH(3), TEST(tex_format_ok)),
    SET("tex_filter", 0x30c, 8, tex_filter, WHICH(3), TEST(tex_filter_ok)),
    SET("blend", 0x310, 9, blend, TEST(blend_ok)),
    SET("config", 0x314, 10, config, TEST(config_ok)),
    SET("fog_color", 0x318, 11, fog_color),
    VERTEX(16, 0x20, 12),
    EACH("tlv_u", 0x418, 16, 0x20, 18, tlv_uv, WHICH(0)),
    EACH("tlv_v", 0x41c, 16, 0x20, 19, tlv_uv, WHICH(1), .arg = 1),
    EACH("draw", 0x600, 64, 4, 20, draw), /* untested */
};

static const NvMethod rows_6[] = {
    OBJECTS(NV_CLASS_55, NV_CLASS_95),
    SET("tex_0_offset", 0x308, 5, tex_offset, WHICH(1), TEST(tex_offset_ok)),
    SET("tex_1_offset", 0x30c, 6, tex_offset, WHICH(2), TEST(tex_offset_ok)),
    SET("tex_0_format", 0x310, 7, tex_format, WHICH(1), TEST(tex_format_ok)),
    SET("tex_1_format", 0x314, 8, tex_format, WHICH(2), TEST(tex_format_ok)),
    SET("tex_0_filter", 0x318, 9, tex_filter, WHICH(1), TEST(tex_filter_ok)),
    SET("tex_1_filter", 0x31c, 10, tex_filter, WHICH(2),
        TEST(tex_filter_ok)),
    SET("combine_0_control_alpha", 0x320, 11, combine, WHICH(0),
        TEST(combine_ok)),
    SET("combine_0_control_color", 0x324, 12, combine, WHICH(1),
        TEST(combine_ok)),
    SET("combine_1_control_alpha", 0x32c, 13, combine, WHICH(2),
        TEST(combine_ok)),
    SET("combine_1_control_color", 0x330, 14, combine, WHICH(3),
        TEST(combine_ok)),
    SET("combine_factor", 0x334, 15, combine_factor),
    SET("blend", 0x338, 16, blend, TEST(blend_ok)),
    SET("config", 0x33c, 17, config, TEST(config_ok)),
    SET("stencil_func", 0x340, 18, stencil_func, TEST(stencil_func_ok)),
    SET("stencil_op", 0x344, 19, stencil_op, TEST(stencil_op_ok)),
    SET("fog_color", 0x348, 20, fog_color),
    VERTEX(8, 0x28, 21),
    EACH("tlv_u_0", 0x418, 8, 0x28, 27, tlv_uv, WHICH(0)),
    EACH("tlv_v_0", 0x41c, 8, 0x28, 28, tlv_uv, WHICH(1)),
    EACH("tlv_u_1", 0x420, 8, 0x28, 29, tlv_uv, WHICH(2)),
    EACH("tlv_v_1", 0x424, 8, 0x28, 30, tlv_uv, WHICH(3), .arg = 1),
    EACH("draw", 0x540, 48, 4, 31, draw), /* untested */
};

const NvMethodTable nv_methods_d3d5 = { rows_5, NV_ARRAY_SIZE(rows_5) };
const NvMethodTable nv_methods_d3d6 = { rows_6, NV_ARRAY_SIZE(rows_6) };
