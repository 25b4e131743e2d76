/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Drawing state every scene shares: surfaces, defaults, clears, combiners,
 * arrays, the plain program for window coordinates, frames and flips.
 */
#include "celsius.h"
#include "rankine.h"
#include "regs.h"
#include "vp.h"

#define C_VIEW_SCALE 90
#define C_VIEW_OFFSET 91

uint64_t draw_vertices;

static uint32_t back = VRAM_COLOR1;

uint32_t draw_target(void)
{
    return back;
}

static void methods(const uint32_t (*list)[2], unsigned count)
{
    unsigned i;

    for (i = 0; i < count; i++) {
        gpu_method(list[i][0], list[i][1]);
    }
}

static void surface(void)
{
    if (!card.generation->curie) {          /* set each frame by rk_begin() */
        gpu_method(M_RT_PITCH, PITCH << 16 | PITCH);
    }
    gpu_method(M_COLOR_OFFSET, back);
    gpu_method(M_ZETA_OFFSET, VRAM_ZETA);
}

static void bind_objects(void)
{
    static const uint32_t bind[][2] = {
        { M_OBJECT, H_3D }, { M_DMA_NOTIFY, H_NOTIFY },
        { M_DMA_TEX_A, H_VRAM }, { M_DMA_TEX_B, H_SYSTEM },
        { M_DMA_COLOR, H_VRAM }, { M_DMA_ZETA, H_VRAM },
        { M_DMA_VTX_A, H_VRAM }, { M_DMA_VTX_B, H_SYSTEM },
        { M_DMA_FENCE, H_FENCE }, { M_DMA_QUERY, H_REPORT },
        { M_CLIP_H, WIDTH << 16 }, { M_CLIP_V, HEIGHT << 16 },
    };

    methods(bind, sizeof(bind) / sizeof(bind[0]));
    if (has_kelvin()) {
        gpu_method(M_RT_FORMAT, RT_FORMAT_LINEAR);
    }
    surface();
}

/* Methods that Celsius' classes and class 0x97 share, words and all. */
void draw_shared_defaults(void)
{
    static const uint32_t state[][2] = {
        { M_CONFIG, 0x00100001 },       /* perspective, stencil writes */
        { M_WINDOW_CLIP_MODE, 0 },
        { M_FOG_ENABLE, 0 }, { M_ALPHA_TEST, 0 }, { M_BLEND, 0 },
        { M_CULL, 0 }, { M_DEPTH_TEST, 0 }, { M_DITHER, 0 },
        { M_LIGHTING, 0 }, { M_POINT_PARAMS, 0 }, { M_POINT_SMOOTH, 0 },
        { M_LINE_SMOOTH, 0 }, { M_POLYGON_SMOOTH, 0 }, { M_WEIGHT_MODE, 0 },
        { M_STENCIL, 0 }, { M_POLYGON_OFFSET_POINT, 0 },
        { M_POLYGON_OFFSET_LINE, 0 }, { M_POLYGON_OFFSET_FILL, 0 },
        { M_BLEND_SRC, 0x302 }, { M_BLEND_DST, 0x303 },
        { M_BLEND_EQUATION, 0x8006 }, { M_DEPTH_FUNC, 0x201 },
        { M_COLOR_MASK, 0x01010101 }, { M_DEPTH_WRITE, 1 },
        { M_STENCIL_MASK, 0xff }, { M_SHADE_MODE, 0x1d01 },
        { M_LINE_WIDTH, 8 }, { M_POLYGON_MODE_FRONT, 0x1b02 },
        { M_POLYGON_MODE_BACK, 0x1b02 }, { M_DEPTH_NEAR, 0 },
        { M_CULL_FACE, 0x405 }, { M_FRONT_FACE, 0x901 },
    };

    methods(state, sizeof(state) / sizeof(state[0]));
    gpu_float(M_DEPTH_FAR, ZMAX);
}

void draw_defaults(void)
{
    static const uint32_t state[][2] = {
        { M_WINDOW_CLIP_H, (WIDTH - 1) << 16 },
        { M_WINDOW_CLIP_V, (HEIGHT - 1) << 16 },
        { M_SPECULAR_ENABLE, 1 }, { M_POINT_SIZE, 8 },
        { M_FLATSHADE_FIRST, 0 }, { M_POLYGON_STIPPLE, 0 },
        { M_EDGE_FLAG, 1 }, { M_LOGIC_OP, 0 }, { M_TWO_SIDE, 0 },
        { M_SHADER_CULL, 0 }, { M_DEPTH_CLAMP, 1 },
        { M_MULTISAMPLE, 0xffff0000 },
        { M_TL_MODE, 2 },               /* programs, user constants only */
        { M_CONSTANT_WRITE, 0 },
    };

    if (card.generation->celsius) {
        cel_begin();
        return;
    }
    if (card.generation->curie) {
        rk_begin();
        return;
    }
    draw_shared_defaults();
    methods(state, sizeof(state) / sizeof(state[0]));
    draw_texture_off();
    draw_combiner_color();
    draw_arrays_off();
    draw_viewport_constants(C_VIEW_SCALE, C_VIEW_OFFSET);
    draw_plain_program();
}

/* Combiner words: A, B, C, D from the top; register, 0x10 alpha, 0x20 1-x. */
#define COMBINE(a, b, c, d) ((uint32_t)(a) << 24 | (b) << 16 | (c) << 8 | (d))
enum {
    RC_ZERO = 0x0, RC_COL0 = 0x4, RC_COL1 = 0x5, RC_TEX0 = 0x8,
    RC_SPARE0 = 0xc, RC_ALPHA = 0x10, RC_ONE = 0x20,
    RC_AB_SPARE0 = RC_SPARE0 << 4,
};

/* SPARE0 = @a times @b; then D1 * @spec + SPARE0. */
static void combiner(uint32_t a, uint32_t b, bool spec)
{
    gpu_method(M_RC_CONFIG, 1);
    gpu_method(M_RC_IN_COLOR, COMBINE(a, b, 0, 0));
    gpu_method(M_RC_IN_ALPHA, COMBINE(a | RC_ALPHA,
                                      b == RC_ONE ? b : b | RC_ALPHA, 0, 0));
    gpu_method(M_RC_OUT_COLOR, RC_AB_SPARE0);
    gpu_method(M_RC_OUT_ALPHA, RC_AB_SPARE0);
    gpu_method(M_RC_FINAL0, COMBINE(spec ? RC_COL1 : RC_ZERO, RC_ONE,
                                    RC_ZERO, RC_SPARE0));
    gpu_method(M_RC_FINAL1, (uint32_t)(RC_SPARE0 | RC_ALPHA) << 8);
}

void draw_combiner_color(void)
{
    combiner(RC_COL0, RC_ONE, false);
}

void draw_combiner_specular(void)
{
    combiner(RC_COL0, RC_ONE, true);
}

void draw_combiner_modulate(void)
{
    combiner(RC_COL0, RC_TEX0, false);
}

void draw_blend(bool on)
{
    gpu_method(M_BLEND, on);
}

void draw_depth(bool test, bool write)
{
    gpu_method(M_DEPTH_TEST, test);
    gpu_method(M_DEPTH_WRITE, write);
}

void draw_texture(uint32_t offset, uint32_t format, uint32_t wrap,
                  uint32_t filter, uint32_t rect_size, uint32_t pitch)
{
    gpu_method(M_TEX_OFFSET, offset);
    gpu_method(M_TEX_FORMAT, format);
    gpu_method(M_TEX_WRAP, wrap);
    gpu_method(M_TEX_FILTER, filter);
    if (rect_size) {
        gpu_method(M_TEX_RECT, rect_size);
        gpu_method(M_TEX_PITCH, pitch << 16);
    }
    gpu_method(M_TEX_CONTROL, 0x4003ffc0);
    gpu_method(M_SHADER_OP, 1);
}

void draw_texture_off(void)
{
    unsigned i;

    gpu_method(M_SHADER_OP, 0);
    for (i = 0; i < 4; i++) {
        gpu_method(M_TEX_CONTROL + i * 64, 0);
        gpu_method(M_TEX_MATRIX + i * 4, 0);
    }
}

void draw_array(unsigned attr, uint32_t offset, bool system, unsigned type,
                unsigned size, unsigned stride)
{
    gpu_method(M_ARRAY_OFFSET + attr * 4, offset | (system ? 1u << 31 : 0));
    gpu_method(M_ARRAY_FORMAT + attr * 4, type | size << 4 | stride << 8);
}

void draw_arrays_off(void)
{
    unsigned i;

    for (i = 0; i < 16; i++) {
        gpu_method(M_ARRAY_FORMAT + i * 4, ARRAY_FLOAT);
    }
}

void draw_constants(unsigned first, const float *v, unsigned vectors)
{
    gpu_method(M_CONSTANT_POS, 0x60 + first);
    while (vectors) {
        unsigned n = vectors > 8 ? 8 : vectors, i;
        uint32_t w[32];

        for (i = 0; i < n * 4; i++) {
            w[i] = bits(*v++);
        }
        gpu_words(M_CONSTANT, w, n * 4);
        vectors -= n;
    }
}

void draw_constant(unsigned n, float x, float y, float z, float w)
{
    float v[4] = { x, y, z, w };

    draw_constants(n, v, 1);
}

void draw_matrix(unsigned first, const Mat *m, unsigned rows)
{
    draw_constants(first, m->m[0], rows);
}

void draw_viewport_constants(unsigned scale, unsigned offset)
{
    draw_constant(scale, WIDTH / 2, -HEIGHT / 2, ZMAX, 1);
    draw_constant(offset, WIDTH / 2, HEIGHT / 2, 0, 0);
}

/* Positions are window coordinates already; colour and coordinates pass. */
void draw_plain_program(void)
{
    static VpProgram p;

    if (!p.count) {
        vp_start(&p);
        vp_mov(&p, vp_out(O_POS, M_XYZW), V(ATTR_POS));
        vp_mov(&p, vp_out(O_D0, M_XYZW), V(ATTR_COL0));
        vp_mov(&p, vp_out(O_T0, M_XYZW), V(ATTR_TEX0));
        vp_end(&p);
        vp_load(&p, SLOT_PLAIN);
    }
    vp_use(SLOT_PLAIN);
}

void draw_again(void)
{
    bind_objects();
    draw_defaults();
}

void draw_begin(uint32_t prim)
{
    gpu_method(M_BEGIN_END, prim);
}

void draw_end(void)
{
    gpu_method(M_BEGIN_END, PRIM_END);
}

void draw_arrays(uint32_t first, uint32_t count)
{
    draw_vertices += count;
    while (count) {
        uint32_t n = count > 256 ? 256 : count;
        uint32_t word = (n - 1) << 24 | first;

        gpu_stream(M_DRAW_ARRAYS, &word, 1);
        first += n;
        count -= n;
    }
}

void draw_elements16(const uint16_t *index, unsigned count)
{
    static uint32_t words[512];
    unsigned n = 0, i;

    draw_vertices += count;
    for (i = 0; i + 1 < count; i += 2) {
        words[n++] = index[i] | (uint32_t)index[i + 1] << 16;
        if (n == 512) {
            gpu_stream(M_ELEMENT16, words, n);
            n = 0;
        }
    }
    gpu_stream(M_ELEMENT16, words, n);
    if (count & 1) {
        gpu_method(M_ELEMENT32, index[count - 1]);
    }
}

void draw_clear(uint32_t argb)
{
    gpu_method(M_CLEAR_H, (WIDTH - 1) << 16);
    gpu_method(M_CLEAR_V, (HEIGHT - 1) << 16);
    gpu_method(M_CLEAR_COLOR, argb);
    gpu_method(M_CLEAR_ZETA, 0xffffff00);
    gpu_method(M_CLEAR, 0xf3);
}

void draw_background(const float top[3], const float bottom[3])
{
    int i;

    draw_clear(0xff000000);
    draw_depth(false, false);
    draw_plain_program();
    draw_combiner_color();
    draw_begin(PRIM_QUADS);
    for (i = 0; i < 4; i++) {
        const float *c = i < 2 ? top : bottom;

        gpu_float3(M_COL0_3F, c[0], c[1], c[2]);
        gpu_float3(M_POS_3F, i == 1 || i == 2 ? WIDTH : 0,
                   i < 2 ? 0 : HEIGHT, 0);
    }
    draw_end();
    draw_depth(true, true);
}

void draw_rect(float x0, float y0, float x1, float y1, float z,
               const float rgba[4])
{
    draw_begin(PRIM_QUADS);
    gpu_float4(M_COL0_4F, rgba[0], rgba[1], rgba[2], rgba[3]);
    gpu_float3(M_POS_3F, x0, y0, z);
    gpu_float3(M_POS_3F, x1, y0, z);
    gpu_float3(M_POS_3F, x1, y1, z);
    gpu_float3(M_POS_3F, x0, y1, z);
    draw_end();
    draw_vertices += 4;
}

uint32_t draw_pixel(int x, int y)
{
    return *(volatile uint32_t *)(card.vram + back + (uint32_t)y * PITCH +
                                  (uint32_t)x * 4);
}

/* CRC-32 of red, green, blue of every pixel, as the screen should show. */
uint32_t draw_checksum(void)
{
    static uint32_t table[256];
    const volatile uint32_t *p = (volatile uint32_t *)(card.vram + back);
    uint32_t crc = ~0u, i, k;

    for (i = 0; i < 256; i++) {
        table[i] = i;
        for (k = 0; k < 8; k++) {
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
        }
    }
    for (i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t v = *p++;

        crc = crc >> 8 ^ table[(crc ^ v >> 16) & 0xff];
        crc = crc >> 8 ^ table[(crc ^ v >> 8) & 0xff];
        crc = crc >> 8 ^ table[(crc ^ v) & 0xff];
    }
    return ~crc;
}

void draw_present(void)
{
    gpu_idle();
    mode_show(back);
    back = back == VRAM_COLOR0 ? VRAM_COLOR1 : VRAM_COLOR0;
    surface();
}

void draw_init(void)
{
    if (card.generation->celsius) {
        cel_init();
    } else {
        bind_objects();
        draw_defaults();
        draw_clear(0xff000000);
    }
    gpu_idle();
}
