/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A decoded state as text: a table of its fields, in the order of the struct.
 * A test holds that the table names each byte of it once.
 */
#include "raster/state-fields.h"

#include "words/formats.h"

#define OF(type, member, show) \
    { #member, offsetof(type, member), sizeof(((type *)0)->member), \
      NV_SHOW_##show }

#define F(member, show) OF(NvPixelClip, member, show)
static const NvPixelField clip[] = {
    F(draw, i32), F(clear, i32), F(window, i32), F(offset_x, i32),
    F(offset_y, i32), F(outside, u32), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelSurface, member, show)
static const NvPixelField color[] = {
    F(pitch, u32), F(format, color), F(log2_w, u16), F(log2_h, u16),
    F(on, u8), F(swizzled, u8), F(samples_x, u16), F(samples_y, u16),
    { NULL, 0, 0, 0 },
};
static const NvPixelField zeta[] = {
    F(pitch, u32), F(format, u16), F(log2_w, u16), F(log2_h, u16),
    F(on, u8), F(swizzled, u8), F(samples_x, u16), F(samples_y, u16),
    { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelTarget, member, show)
static const NvPixelField target[] = {
    F(surface.pitch, u32), F(surface.format, color), F(surface.log2_w, u16),
    F(surface.log2_h, u16), F(surface.on, u8), F(surface.swizzled, u8),
    F(surface.samples_x, u16), F(surface.samples_y, u16),
    F(mask, x16), F(blend, u8), F(own, u8), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelDepth, member, show)
static const NvPixelField depth[] = {
    F(near, fp), F(far, fp), F(bound, fp), F(test, u8), F(write, u8),
    F(clamp, u8), F(by_w, u8), F(is_float, u8), F(bounds, u8), F(bits, u8),
    F(func, u8), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelFog, member, show)
static const NvPixelField fog[] = {
    F(coeff, fp), F(mode, u32), F(on, u8), F(color, x8), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelProgram, member, show)
static const NvPixelField program[] = {
    F(height, u32), F(on, u8), F(depth_out, u8), F(origin_bottom, u8),
    F(whole_centres, u8), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelTexture, member, show)
static const NvPixelField texture[] = {
    F(bias, fp), F(min_lod, fp), F(max_lod, fp), F(border_color, x32),
    F(key, x32), F(pitch, u32), F(taps, u32),
    F(w, u16), F(h, u16), F(d, u16), F(swizzle, x16),
    F(in_lines, u8), F(unscaled, u8),
    F(on, u8), F(format, texel), F(dim, u8), F(levels, u8), F(log2, u8),
    F(wrap, u8), F(min, u8), F(mag, u8), F(sign, x8), F(key_mode, u8),
    F(zfunc, u8), F(gamma, x8), F(cube, u8), F(border, u8),
    F(alpha_kill, u8), F(dither, u8), F(expand, u8), F(remap, u8),
    { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelCoords, member, show)
static const NvPixelField coords[] = {
    F(cylinder, x8), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelPrimitive, member, show)
static const NvPixelField primitive[] = {
    F(line_width, u16), F(perspective, u8), F(front_ccw, u8), F(stipple, u8),
    F(multisample, u8), F(smooth_lines, u8), F(smooth_polygons, u8),
    F(count, u8), F(sprite_units, x16), F(sprite_r, u8),
    F(line_pattern, x16), F(line_repeat, u16), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelStencil, member, show)
static const NvPixelField stencil[] = {
    F(on, u8), F(func, u8), F(ref, x8), F(mask, x8), F(write, x8),
    F(op, u8), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelShader, member, show)
static const NvPixelField shader[] = {
    F(bump, fp), F(bump_scale, fp), F(bump_offset, fp), F(eye, fp),
    F(dependent, x32), F(op, shader), F(prev, u8), F(cull, x8), F(map, u8),
    { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelBlend, member, show)
static const NvPixelField blend[] = {
    F(on, u8), F(logic, u8), F(equation, u8), F(src, u8), F(dst, u8),
    F(color, x8), F(logic_op, u8), F(mask, x8),
    F(dither, u8), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelAlpha, member, show)
static const NvPixelField alpha[] = {
    F(test, u8), F(func, u8), F(ref, x8), { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelSpace, member, show)
static const NvPixelField space[] = {
    F(code, u32), { NULL, 0, 0, 0 },
};
#undef F

/* Arguments are three bytes each: register, mapping, alpha. */
#define F(member, show) OF(NvCombinerPart, member, show)
static const NvPixelField part[] = {
    F(in, u8), F(ab, u8), F(cd, u8), F(sum, u8), F(op, u8), F(dot_ab, u8),
    F(dot_cd, u8), F(mux, u8), F(blue_ab, u8), F(blue_cd, u8),
    { NULL, 0, 0, 0 },
};
#undef F

#define F(member, show) OF(NvPixelCombiners, member, show)
static const NvPixelField combiners[] = {
    F(count, u8), F(mux_msb, u8), { NULL, 0, 0, 0 },
};
static const NvPixelField factors[] = {
    F(factor, x8), F(final, u8), F(final_factor, x8), F(sum_clamp, u8),
    F(sum_invert_v1, u8), F(sum_invert_r0, u8), { NULL, 0, 0, 0 },
};
#undef F
#undef OF

/* One struct of the state, or an array of @count such. */
#define GROUP(member, fields) \
    { #member, offsetof(NvPixelState, member), 0, 0, fields }
#define GROUPS(member, fields) \
    { #member, offsetof(NvPixelState, member), \
      sizeof(((NvPixelState *)0)->member[0]), \
      NV_ARRAY_SIZE(((NvPixelState *)0)->member), fields }

const NvPixelGroup nv_pixel_groups[] = {
    GROUP(clip, clip),
    GROUP(color, color),
    GROUP(zeta, zeta),
    GROUPS(more, target),
    GROUP(depth, depth),
    GROUP(fog, fog),
    GROUP(program, program),
    GROUPS(texture, texture),
    GROUP(coords, coords),
    GROUP(primitive, primitive),
    GROUPS(stencil, stencil),
    GROUP(shader, shader),
    GROUP(blend, blend),
    GROUP(alpha, alpha), GROUP(space, space),
    GROUP(combiners, combiners),
    GROUPS(combiners.rgb, part),
    GROUPS(combiners.a, part),
    GROUP(combiners, factors),
    { NULL, 0, 0, 0, NULL },
};

unsigned nv_pixel_show_bytes(NvPixelShow show)
{
    static const uint8_t bytes[] = {
        [NV_SHOW_u8] = 1, [NV_SHOW_x8] = 1, [NV_SHOW_texel] = 1,
        [NV_SHOW_shader] = 1,
        [NV_SHOW_u16] = 2, [NV_SHOW_x16] = 2, [NV_SHOW_color] = 2,
        [NV_SHOW_u32] = 4, [NV_SHOW_x32] = 4, [NV_SHOW_i32] = 4,
        [NV_SHOW_fp] = 4,
    };

    return bytes[show];
}

/* Of a code; "" if it is none. */
static const char *name_of(NvPixelShow show, uint32_t v)
{
    const char *name = NULL;

    if (show == NV_SHOW_color && v < NV_COLOR_FORMATS) {
        name = nv_color_formats[v].name;
    } else if (show == NV_SHOW_texel && v < NV_TEX_FORMATS) {
        name = nv_tex_formats[v].name;
    } else if (show == NV_SHOW_shader) {
        name = nv_shader_op_name(v);
    }
    return name ? name : "";
}

static void print_value(NvPixelShow show, const void *at, GString *out)
{
    uint32_t v = 0;

    switch (nv_pixel_show_bytes(show)) {
    case 1:
        v = *(const uint8_t *)at;
        break;
    case 2:
        v = *(const uint16_t *)at;
        break;
    default:
        v = *(const uint32_t *)at;
    }
    switch (show) {
    case NV_SHOW_fp:
        g_string_append_printf(out, " %g", nv_u2f(v));
        break;
    case NV_SHOW_i32:
        g_string_append_printf(out, " %d", (int32_t)v);
        break;
    case NV_SHOW_x8:
    case NV_SHOW_x16:
    case NV_SHOW_x32:
        g_string_append_printf(out, " 0x%x", v);
        break;
    case NV_SHOW_color:
    case NV_SHOW_texel:
    case NV_SHOW_shader:
        g_string_append_printf(out, " %u %s", v, name_of(show, v));
        break;
    default:
        g_string_append_printf(out, " %u", v);
    }
}

static void print_struct(const NvPixelField *fields, const char *prefix,
                         const uint8_t *from, GString *out)
{
    for (const NvPixelField *f = fields; f->name; f++) {
        unsigned step = nv_pixel_show_bytes(f->show);

        g_string_append_printf(out, "%s.%s", prefix, f->name);
        for (unsigned at = 0; at < f->size; at += step) {
            print_value(f->show, from + f->offset + at, out);
        }
        g_string_append_c(out, '\n');
    }
}

static bool is_zero(const uint8_t *p, size_t size)
{
    return !p[0] && !memcmp(p, p + 1, size - 1);
}

void nv_pixel_state_print(const NvPixelState *state, GString *out)
{
    for (const NvPixelGroup *g = nv_pixel_groups; g->name; g++) {
        const uint8_t *from = (const uint8_t *)state + g->offset;

        if (!g->count) {
            print_struct(g->fields, g->name, from, out);
        }
        for (unsigned i = 0; i < g->count; i++) {
            g_autofree char *name = g_strdup_printf("%s[%u]", g->name, i);

            if (!is_zero(from + i * g->stride, g->stride)) {
                print_struct(g->fields, name, from + i * g->stride, out);
            }
        }
    }
}
