/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Decoding: from bundles and surfaces to what backends draw by, once per
 * change.  Meanings of fields are those of the hardware documents on pipeline
 * bundles (hw); a field that a chip lacks reads 0.
 */
#include "raster/decode.h"
#include "words/formats.h"

/* ---- which pixels ---- */

/* Two words: begin and size in x, then in y. */
static NvRect rectangle(const NvRaster *raster, NvFieldId start,
                        NvFieldId size)
{
    NvRect r = {
        .x0 = nv_raster_get_at(raster, start, 0),
        .y0 = nv_raster_get_at(raster, start, 1),
    };

    r.x1 = r.x0 + nv_raster_get_at(raster, size, 0);
    r.y1 = r.y0 + nv_raster_get_at(raster, size, 1);
    /* Window clips have 12 bits, so nothing further out is drawn (guess). */
    r.x1 = r.x1 < 4096 ? r.x1 : 4096;
    r.y1 = r.y1 < 4096 ? r.y1 : 4096;
    return r;
}

static void move(NvRect *r, int x, int y)
{
    r->x0 += x;
    r->x1 += x;
    r->y0 += y;
    r->y1 += y;
}

static void intersect(NvRect *r, NvRect with)
{
    r->x0 = r->x0 > with.x0 ? r->x0 : with.x0;
    r->y0 = r->y0 > with.y0 ? r->y0 : with.y0;
    r->x1 = r->x1 < with.x1 ? r->x1 : with.x1;
    r->y1 = r->y1 < with.y1 ? r->y1 : with.y1;
}

/* Scissor and the viewport's rectangle move with the window (emulators). */
static void cut_by(const NvRaster *raster, NvPixelClip *clip, NvFieldId start,
                   NvFieldId size)
{
    if (nv_raster_has(raster, start)) {
        NvRect r = rectangle(raster, start, size);

        move(&r, clip->offset_x, clip->offset_y);
        intersect(&clip->draw, r);
    }
}

static void decode_clip(const NvRaster *raster, NvPixelClip *clip)
{
    if (nv_raster_in_registers(raster)) {
        nv_raster_celsius_clip(raster, clip);
        return;
    }
    clip->draw = rectangle(raster, NV_F(CLIP_HV, START),
                           NV_F(CLIP_HV, SIZE));
    clip->offset_x = nv_raster_get_signed(raster, NV_F(VIEWPORT_OFFSET, X),
                                          0);
    clip->offset_y = nv_raster_get_signed(raster, NV_F(VIEWPORT_OFFSET, Y),
                                          0);
    cut_by(raster, clip, NV_F(SCISSOR_HV, START), NV_F(SCISSOR_HV, SIZE));
    clip->clear = clip->draw;
    cut_by(raster, clip, NV_F(VIEWPORT_HV, START), NV_F(VIEWPORT_HV, SIZE));
    clip->outside = nv_raster_get(raster, NV_F(RASTER, CLIP_RECT_OUTSIDE));
    for (unsigned i = 0; i < NV_CLIP_WINDOWS; i++) {
        NvRect *r = &clip->window[i];

        r->x0 = nv_raster_get_at(raster, NV_F(CLIP_RECT_HORIZ, FIRST), i);
        r->y0 = nv_raster_get_at(raster, NV_F(CLIP_RECT_VERT, FIRST), i);
        r->x1 = nv_raster_get_at(raster, NV_F(CLIP_RECT_HORIZ, LAST), i) + 1;
        r->y1 = nv_raster_get_at(raster, NV_F(CLIP_RECT_VERT, LAST), i) + 1;
        move(r, clip->offset_x, clip->offset_y);
    }
}

/* ---- surfaces ---- */

#define SIDE_LOG2 12            /* of swizzled surfaces, at most */

/* One whose format or place is impossible is left out. */
void nv_raster_decode_surface(const NvRaster *raster, const NvSurface *in,
                              bool zeta, NvPixelSurface *out, NvPixelImage *at)
{
    uint64_t start = (uint64_t)in->base + in->offset;
    uint64_t end = (uint64_t)in->limit + 1;
    /* guess: pixels of swizzled surfaces have one sample */
    bool linear = !in->swizzled;
    unsigned bytes;

    *out = (NvPixelSurface) { 0 };
    *at = (NvPixelImage) { 0 };
    if (!in->valid || in->format == 0 ||
        in->format >= (zeta ? NV_ZETA_FORMATS : NV_COLOR_FORMATS)) {
        return;
    }
    end = end < raster->mem->vram_size ? end : raster->mem->vram_size;
    if (start >= end || in->log2_w > SIDE_LOG2 || in->log2_h > SIDE_LOG2) {
        return;
    }
    if (!zeta && in->swizzled && nv_color_formats[in->format].real) {
        return;                 /* drivers say there is no such thing */
    }
    bytes = !zeta ? nv_color_formats[in->format].bytes
                  : in->format == NV_ZETA_Z16 ? 2 : 4;
    out->format = in->format;
    out->swizzled = in->swizzled;
    out->pitch = in->pitch;
    out->log2_w = in->log2_w;
    out->log2_h = in->log2_h;
    out->samples_x = linear && (in->samples == NV_SAMPLES_CENTER_CORNER_2 ||
                                in->samples == NV_SAMPLES_SQUARE_OFFSET_4)
                     ? 2 : 1;
    out->samples_y = linear && in->samples == NV_SAMPLES_SQUARE_OFFSET_4
                     ? 2 : 1;
    out->on = !in->swizzled ||
              (uint64_t)bytes << (in->log2_w + in->log2_h) <= end - start;
    at->start = start;
    at->room = end - start;
}

static void decode_surfaces(const NvRaster *raster, NvPixelState *state,
                            NvPixelMemory *memory)
{
    NvSurface color = raster->color;

    if (raster->program && !nv_raster_get(raster, NV_F(RT_ENABLE, COLOR_A))) {
        color.valid = 0;
    }
    nv_raster_decode_surface(raster, &color, false, &state->color,
                             &memory->color);
    nv_raster_decode_surface(raster, &raster->zeta, true, &state->zeta,
                             &memory->zeta);
}

/* ---- depth and stencil ---- */

static void decode_depth(const NvRaster *raster, const NvPixelSurface *zeta,
                         NvPixelDepth *depth)
{
    float n = nv_raster_get_float(raster, NV_F(DEPTH_RANGE_NEAR, VALUE), 0);
    float f = nv_raster_get_float(raster, NV_F(DEPTH_RANGE_FAR, VALUE), 0);

    depth->bits = zeta->format == NV_ZETA_Z16 ? 16 : 24;
    depth->is_float = nv_raster_get(raster, NV_F(RASTER, Z_FORMAT));
    depth->test = nv_raster_get(raster, NV_F(CONFIG_A, DEPTH_TEST_ENABLE));
    depth->func = nv_raster_get(raster, NV_F(CONFIG_A, DEPTH_FUNC));
    depth->by_w = nv_raster_get(raster,
                                NV_F(CONFIG_A, DEPTH_PERSPECTIVE_ENABLE));
    depth->write = nv_raster_get(raster, NV_F(CONFIG_A, DEPTH_WRITE_ENABLE));
    depth->clamp = nv_raster_get(raster, NV_F(Z_CONFIG, DEPTH_CLAMP));
    /* Near and far may come in either order (guess). */
    depth->near = n < f ? n : f;
    depth->far = n < f ? f : n;
    depth->bounds = zeta->on &&
                    nv_raster_get(raster, NV_F(Z_CONFIG,
                                               DEPTH_BOUNDS_ENABLE));
    depth->bound[0] = nv_raster_get_float(raster,
                                          NV_F(DEPTH_BOUNDS_MIN, VALUE), 0);
    depth->bound[1] = nv_raster_get_float(raster,
                                          NV_F(DEPTH_BOUNDS_MAX, VALUE), 0);
}

typedef struct StencilFields {
    NvFieldId enable, func, ref, mask, write, op[3];
} StencilFields;

static const StencilFields stencil_front = {
    NV_F(STENCIL_A, ENABLE), NV_F(STENCIL_A, FUNC), NV_F(STENCIL_A, FUNC_REF),
    NV_F(STENCIL_A, FUNC_MASK), NV_F(STENCIL_A, MASK),
    { NV_F(STENCIL_B, OP_FAIL), NV_F(STENCIL_B, OP_ZFAIL),
      NV_F(STENCIL_B, OP_ZPASS) },
};

static const StencilFields stencil_back = {
    NV_F(STENCIL_A, BACK_ENABLE), NV_F(STENCIL_D, BACK_FUNC),
    NV_F(STENCIL_D, BACK_COMPARE_REF), NV_F(STENCIL_D, BACK_COMPARE_MASK),
    NV_F(STENCIL_C, BACK_MASK),
    { NV_F(STENCIL_C, BACK_OP_FAIL), NV_F(STENCIL_C, BACK_OP_ZFAIL),
      NV_F(STENCIL_C, BACK_OP_ZPASS) },
};

static void decode_side(const NvRaster *raster, const StencilFields *fields,
                        bool there, NvPixelStencil *side)
{
    NvFieldId enable = NV_F(CONFIG_A, STENCIL_WRITE_ENABLE);
    /* A chip without the switch always writes. */
    bool write = !nv_raster_has(raster, enable) ||
                 nv_raster_get(raster, enable);

    side->on = there && nv_raster_get(raster, fields->enable);
    side->func = nv_raster_get(raster, fields->func);
    side->ref = nv_raster_get(raster, fields->ref);
    side->mask = nv_raster_get(raster, fields->mask);
    side->write = side->on && write ? nv_raster_get(raster, fields->write)
                                    : 0;
    for (unsigned i = 0; i < 3; i++) {
        side->op[i] = nv_raster_get(raster, fields->op[i]);
    }
}

static void decode_stencil(const NvRaster *raster, NvPixelState *state)
{
    bool there = state->depth.bits == 24 && state->zeta.on;
    bool two = nv_raster_get(raster, stencil_back.enable);

    decode_side(raster, &stencil_front, there, &state->stencil[0]);
    decode_side(raster, two ? &stencil_back : &stencil_front, there,
                &state->stencil[1]);
}

/* ---- colour ---- */

static void decode_alpha(const NvRaster *raster, NvPixelAlpha *alpha)
{
    alpha->test = nv_raster_get(raster, NV_F(CONFIG_A, ALPHA_TEST_ENABLE));
    alpha->func = nv_raster_get(raster, NV_F(CONFIG_A, ALPHA_FUNC));
    /* Of Curie's 16 bits drivers send 8 (doc). */
    alpha->ref = nv_raster_get(raster, NV_F(CONFIG_A, DRAW_ALPHA_REF));
}

/* Of colours, and of alpha where it has a field of its own. */
static void decode_pair(const NvRaster *raster, NvFieldId both,
                        NvFieldId alpha, uint8_t pair[2])
{
    pair[0] = nv_raster_get(raster, both);
    pair[1] = nv_raster_has(raster, alpha) ? nv_raster_get(raster, alpha)
                                           : pair[0];
}

static void decode_blend(const NvRaster *raster, NvPixelBlend *blend)
{
    static const NvColorFields color = NV_COLOR_FIELDS(BLEND_COLOR);
    static const NvFieldId masks[4] = {
        NV_F(CONFIG_A, DRAW_MASK_R), NV_F(CONFIG_A, DRAW_MASK_G),
        NV_F(CONFIG_A, DRAW_MASK_B), NV_F(CONFIG_A, DRAW_MASK_A),
    };

    blend->on = nv_raster_get(raster, NV_F(BLEND, ENABLE));
    decode_pair(raster, NV_F(BLEND, EQUATION), NV_F(BLEND, EQUATION_ALPHA),
                blend->equation);
    decode_pair(raster, NV_F(BLEND, SRC_FACTOR),
                NV_F(BLEND, SRC_FACTOR_ALPHA), blend->src);
    decode_pair(raster, NV_F(BLEND, DST_FACTOR),
                NV_F(BLEND, DST_FACTOR_ALPHA), blend->dst);
    nv_raster_get_color(raster, color, 0, blend->color);
    blend->logic = nv_raster_get(raster, NV_F(BLEND, LOGIC_OP_ENABLE));
    blend->logic_op = nv_raster_get(raster, NV_F(BLEND, LOGIC_OP));
    blend->dither = nv_raster_get(raster, NV_F(CONFIG_A, DITHER_ENABLE));
    blend->mask = 0;
    for (unsigned c = 0; c < 4; c++) {
        blend->mask |= nv_raster_get(raster, masks[c]) << c;
    }
}

bool nv_raster_fog_is_line(const NvRaster *raster)
{
    return !raster->program && !nv_raster_in_registers(raster) &&
           nv_raster_get(raster, NV_F(CONFIG_B, FOG_MODE)) & 1;
}

static void decode_fog(const NvRaster *raster, NvPixelFog *fog)
{
    static const NvColorFields color = NV_COLOR_FIELDS(FOG_COLOR);
    uint8_t rgba[4];

    fog->on = nv_raster_get(raster, NV_F(CONFIG_B, FOG_ENABLE));
    fog->mode = nv_raster_get(raster, NV_F(CONFIG_B, FOG_MODE));
    for (unsigned i = 0; i < 2; i++) {
        fog->coeff[i] = nv_raster_get_float(raster, NV_F(FOG_COEFF, VALUE),
                                            i);
    }
    if (nv_raster_in_registers(raster)) {
        nv_raster_celsius_fog(raster, fog);
    } else if (nv_raster_fog_is_line(raster)) {
        fog->coeff[0] = 0;
        fog->coeff[1] = 1;
    }
    nv_raster_get_color(raster, color, 0, rgba);
    memcpy(fog->color, rgba, sizeof(fog->color));
}

/* ---- corners and programs ---- */

static void decode_sprite(const NvRaster *raster, NvPixelPrimitive *p)
{
    p->sprite_units = p->sprite_r = 0;
    if (nv_raster_has(raster, NV_F(CONFIG_B, POINT_SPRITE_ENABLE))) {
        p->sprite_r = nv_raster_get(raster,
                                    NV_F(CONFIG_B, POINT_SPRITE_R_MODE));
        if (nv_raster_get(raster, NV_F(CONFIG_B, POINT_SPRITE_ENABLE))) {
            p->sprite_units = nv_raster_get(raster,
                NV_F(CONFIG_B, POINT_SPRITE_COORD_REPLACE));
        }
    } else if (raster->chip->tex_units > 3 &&
               nv_raster_get(raster, NV_F(RASTER, POINT_SMOOTH_ENABLE))) {
        /* Before NV25 smooth points are sprites of unit 3 (hw, NV2A). */
        p->sprite_r = 3;
        p->sprite_units = 1u << 3;
    }
}

static void decode_primitive(const NvRaster *raster, NvPixelPrimitive *p)
{
    p->line_width = nv_raster_get(raster, NV_F(RASTER, LINE_WIDTH_EIGHTHS));
    p->perspective = nv_raster_get(raster,
                                   NV_F(CONFIG_B,
                                        TEXTURE_PERSPECTIVE_ENABLE));
    p->front_ccw = nv_raster_get(raster, NV_F(RASTER, FRONT_FACE));
    p->stipple = nv_raster_get(raster, NV_F(RASTER, DRAW_STIPPLE));
    p->count = nv_raster_get(raster, NV_F(CONFIG_B, ZPASS_COUNTER_ENABLE));
    p->multisample = nv_raster_get(raster, NV_F(MULTISAMPLE, ENABLE));
    p->smooth_lines = !p->multisample &&
        nv_raster_get(raster, NV_F(RASTER, LINE_SMOOTH_ENABLE));
    p->smooth_polygons = !p->multisample &&
        nv_raster_get(raster, NV_F(RASTER, POLYGON_SMOOTH_ENABLE));
    p->line_pattern = p->line_repeat = 0;
    if (nv_raster_get(raster, NV_F(LINE_STIPPLE, ENABLE))) {
        p->line_pattern = nv_raster_get(raster, NV_F(LINE_STIPPLE, PATTERN));
        p->line_repeat = nv_raster_get(raster, NV_F(LINE_STIPPLE, FACTOR)) + 1;
    }
    decode_sprite(raster, p);
}

/* Drivers set all bits of the field for a depth (guess). */
static void decode_program(const NvRaster *raster, NvPixelProgram *p)
{
    NvFieldId depth = NV_F(PS_CONTROL, DEPTH_OUT);

    p->on = raster->program;
    p->depth_out = nv_raster_has(raster, depth) &&
                   nv_raster_get(raster, depth) == raster->places[depth].mask;
    p->height = nv_raster_get(raster, NV_F(WINDOW_CONFIG, LINES));
    p->origin_bottom = nv_raster_get(raster, NV_F(WINDOW_CONFIG,
                                                  ORIGIN_BOTTOM));
    p->whole_centres = nv_raster_get(raster, NV_F(WINDOW_CONFIG,
                                                  WHOLE_CENTRES));
}

static void decode_program_memory(const NvRaster *raster,
                                  NvPixelMemory *memory)
{
    unsigned which = nv_raster_get(raster, NV_F(PS_OFFSET, DMA));

    memory->program_dma = nv_raster_get_at(raster,
                                           NV_F(DMA_TEX, INSTANCE_LOW),
                                           which) << 4;
    memory->program = nv_raster_get(raster, NV_F(PS_OFFSET, OFFSET_64)) << 6;
}

/* ---- all ---- */

/* Bundles that change one part, or two, not the rest. */
#define OF(name, parts) \
    [NV_BUNDLE_##name ... NV_BUNDLE_##name##_LAST] = (parts)

const uint8_t nv_raster_parts[NV_BUNDLE_COUNT] = {
    OF(TEX_BORDER_COLOR, NV_PART_TEXTURES),
    OF(TEX_COLOR_KEY, NV_PART_TEXTURES),
    OF(TEX_CONTROL_A, NV_PART_TEXTURES),
    OF(TEX_CONTROL_B, NV_PART_TEXTURES),
    OF(TEX_CONTROL_D, NV_PART_TEXTURES),
    OF(TEX_FILTER, NV_PART_TEXTURES),
    OF(TEX_FORMAT, NV_PART_TEXTURES),
    OF(TEX_OFFSET, NV_PART_TEXTURES),
    OF(TEX_PALETTE, NV_PART_TEXTURES),
    OF(TEX_RECT, NV_PART_TEXTURES),
    OF(TEX_SHADER_CONST_EYE, NV_PART_TEXTURES),
    OF(TEX_SHADER_CULL_MODE, NV_PART_TEXTURES),
    OF(TEX_SHADER_MISC, NV_PART_TEXTURES),
    OF(TEX_SHADER_OP, NV_PART_TEXTURES),
    OF(TEX_UNK10, NV_PART_TEXTURES),
    OF(TEX_UNK11, NV_PART_TEXTURES),
    OF(TEX_UNK12, NV_PART_TEXTURES),
    OF(TEX_UNK13, NV_PART_TEXTURES),
    OF(TEX_UNK14, NV_PART_TEXTURES),
    OF(TEX_UNK15, NV_PART_TEXTURES),
    OF(TEX_WRAP, NV_PART_TEXTURES),
    OF(TEX_ZCOMP, NV_PART_TEXTURES),
    OF(TXC_CYLWRAP, NV_PART_TEXTURES),
    OF(DMA_TEX, NV_PART_TEXTURES | NV_PART_REST),
    OF(RC_CONFIG, NV_PART_COMBINERS),
    OF(RC_FACTOR_0, NV_PART_COMBINERS),
    OF(RC_FACTOR_1, NV_PART_COMBINERS),
    OF(RC_FINAL_A, NV_PART_COMBINERS),
    OF(RC_FINAL_B, NV_PART_COMBINERS),
    OF(RC_FINAL_FACTOR, NV_PART_COMBINERS),
    OF(RC_IN_ALPHA, NV_PART_COMBINERS),
    OF(RC_IN_COLOR, NV_PART_COMBINERS),
    OF(RC_OUT_ALPHA, NV_PART_COMBINERS),
    OF(RC_OUT_COLOR, NV_PART_COMBINERS),
    OF(POLYGON_STIPPLE, NV_PART_STIPPLE),
};
#undef OF

/* Units that something can ask: a program any, a shader's stage its own. */
static void decode_textures(const NvRaster *raster, NvPixelState *state,
                            NvPixelMemory *memory)
{
    memset(&state->shader, 0, sizeof(state->shader));
    memset(state->texture, 0, sizeof(state->texture));
    memset(memory->texture, 0, sizeof(memory->texture));
    memset(&state->coords, 0, sizeof(state->coords));
    nv_raster_decode_coords(raster, &state->coords);
    if (!raster->program) {
        nv_raster_decode_shader(raster, &state->shader);
    }
    assert(raster->chip->tex_units <= NV_TEX_UNITS);
    for (unsigned u = 0; u < raster->chip->tex_units; u++) {
        if (raster->program ||
            (u < NV_SHADER_STAGES && state->shader.op[u])) {
            nv_raster_decode_texture(raster, u, &state->texture[u],
                                     &memory->texture[u]);
        }
    }
}

static void decode_rest(const NvRaster *raster, NvPixelState *state,
                        NvPixelMemory *memory)
{
    decode_clip(raster, &state->clip);
    decode_surfaces(raster, state, memory);
    decode_depth(raster, &state->zeta, &state->depth);
    decode_stencil(raster, state);
    decode_alpha(raster, &state->alpha);
    decode_blend(raster, &state->blend);
    nv_raster_decode_targets(raster, state, memory);
    decode_fog(raster, &state->fog);
    decode_primitive(raster, &state->primitive);
    nv_raster_decode_space(raster, &state->space);
    decode_program(raster, &state->program);
    decode_program_memory(raster, memory);
}

static void decode_stipple(const NvRaster *raster, NvPixelMemory *memory)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(memory->stipple); i++) {
        memory->stipple[i] =
            nv_raster_get_at(raster, NV_F(POLYGON_STIPPLE, ROW), i);
    }
}

void nv_raster_decode(NvRaster *raster)
{
    NvPixelState *state = &raster->pixel;
    NvPixelMemory *memory = &raster->memory;

    assert(raster->places);
    if (raster->stale & NV_PART_REST) {
        decode_rest(raster, state, memory);
    }
    if (raster->stale & NV_PART_TEXTURES) {
        decode_textures(raster, state, memory);
    }
    if (raster->stale & NV_PART_COMBINERS) {
        memset(&state->combiners, 0, sizeof(state->combiners));
        nv_raster_decode_combiners(raster, &state->combiners);
    }
    if (raster->stale & NV_PART_STIPPLE) {
        decode_stipple(raster, memory);
    }
    raster->stale = 0;
}

void nv_raster_decode_clear(const NvRaster *raster, uint32_t mask,
                            NvRasterClear *clear)
{
    NvFieldId first = NV_F(CLEAR_HV, FIRST), last = NV_F(CLEAR_HV, LAST);

    memset(clear, 0, sizeof(*clear));
    clear->mask = mask;
    clear->rect = (NvRect) {
        .x0 = nv_raster_get_at(raster, first, 0),
        .y0 = nv_raster_get_at(raster, first, 1),
        .x1 = nv_raster_get_at(raster, last, 0) + 1,
        .y1 = nv_raster_get_at(raster, last, 1) + 1,
    };
    clear->color = nv_raster_get(raster, NV_F(CLEAR_COLOR, WORD));
    clear->zeta = nv_raster_get(raster, NV_F(CLEAR_ZETA, WORD));
    /* A console clears what the mask protects (hw); Rankine's drivers open
     * the mask first (doc). */
    clear->stencil_mask = raster->program
                          ? nv_raster_get(raster, NV_F(STENCIL_A, MASK))
                          : 0xff;
}
