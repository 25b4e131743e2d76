/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scene h: Celsius' own class.  A chain of rings that fixed function turns and
 * lights with a light far away and two that circle around it, over a floor of
 * two textures that goes into fog.
 *
 * Before the picture: what single vertices and pixels are, against the same
 * in C.
 */
#include "celsius.h"
#include "regs.h"

#define ROUNDS 48u
#define SIDES 20u
#define VERTICES ((ROUNDS + 1) * (SIDES + 1))
#define INDICES (ROUNDS * SIDES * 4)
#define MAJOR 1.0f
#define MINOR 0.30f
#define TAU 6.2831853f
#define LOG2 6u                     /* the floor's textures: 64 x 64 */
#define TEX (1u << LOG2)

typedef struct Vertex {
    float pos[3], normal[3];
    uint8_t rgba[4];
} Vertex;

static const float sky[3] = { 0.30f, 0.42f, 0.60f };
static const float haze[3] = { 0.74f, 0.78f, 0.82f };
static const float ambient[3] = { 0.14f, 0.15f, 0.20f };

static uint32_t arrays, tiles, shade;
static uint16_t indices[INDICES];

/* --- set-up --- */

static void put(uint32_t at, uint32_t word)
{
    *(volatile uint32_t *)(card.vram + at) = word;
}

static void make_ring(void)
{
    uint32_t i, j, n = 0;

    arrays = vram_alloc(VERTICES * sizeof(Vertex), 256);
    for (i = 0; i <= ROUNDS; i++) {
        float u = TAU * (float)(i % ROUNDS) / ROUNDS, rgb[3];

        hue((float)(i % ROUNDS) / ROUNDS, rgb);
        for (j = 0; j <= SIDES; j++) {
            float v = TAU * (float)(j % SIDES) / SIDES;
            float out = MAJOR + MINOR * cosf_(v);
            Vertex vertex = {
                { out * cosf_(u), out * sinf_(u), MINOR * sinf_(v) },
                { cosf_(v) * cosf_(u), cosf_(v) * sinf_(u), sinf_(v) },
                { (uint8_t)(255 * rgb[0]), (uint8_t)(255 * rgb[1]),
                  (uint8_t)(255 * rgb[2]), 255 },
            };
            uint32_t words[sizeof(Vertex) / 4], k;

            memcpy(words, &vertex, sizeof(vertex));
            for (k = 0; k < sizeof(Vertex) / 4; k++) {
                put(arrays + (i * (SIDES + 1) + j) * sizeof(Vertex) + 4 * k,
                    words[k]);
            }
        }
    }
    for (i = 0; i < ROUNDS; i++) {
        for (j = 0; j < SIDES; j++) {
            uint32_t at = i * (SIDES + 1) + j;

            indices[n++] = (uint16_t)at;
            indices[n++] = (uint16_t)(at + SIDES + 1);
            indices[n++] = (uint16_t)(at + SIDES + 2);
            indices[n++] = (uint16_t)(at + 1);
        }
    }
}

static uint32_t tile_texel(uint32_t x, uint32_t y)
{
    bool line = x % 32 == 0 || y % 32 == 0, dark = (x ^ y) & 32;
    uint32_t grain = (x * 7 + y * 5) % 12;

    return line ? 0xff404048u :
           0xff000000u | ((dark ? 0x70 : 0xc0) + grain) * 0x010101u;
}

static uint32_t shade_texel(uint32_t x, uint32_t y)
{
    int dx = 2 * (int)x - (int)TEX + 1, dy = 2 * (int)y - (int)TEX + 1;
    uint32_t away = (uint32_t)(dx * dx + dy * dy) / 64;

    return 0xff000000u | (0xff - (away > 0x70 ? 0x70 : away)) * 0x010101u;
}

static void setup(void)
{
    make_ring();
    tiles = texture_swizzled(TEX, tile_texel);
    shade = texture_swizzled(TEX, shade_texel);
}

/* --- the picture --- */

static Mat projection(void)
{
    return mat_perspective(0.9f, (float)WIDTH / HEIGHT, 0.5f, 60);
}

/* The eye looks down a little. */
static Mat camera(void)
{
    Mat down = mat_rotate(0, 0.32f), away = mat_translate(0, -2.7f, -6.4f);

    return mat_mul(&down, &away);
}

static void ring_arrays(void)
{
    unsigned i;

    for (i = 1; i < 8; i++) {           /* none: floats of no size */
        gpu_method(CM_ARRAY_FORMAT + 8 * i, ARRAY_FLOAT);
    }
    gpu_method(CM_ARRAY_OFFSET + 8 * CEL_POS, arrays);
    gpu_method(CM_ARRAY_FORMAT + 8 * CEL_POS,
               ARRAY_FLOAT | 3 << 4 | sizeof(Vertex) << 8);
    gpu_method(CM_ARRAY_OFFSET + 8 * CEL_COL0,
               arrays + offsetof(Vertex, rgba));
    gpu_method(CM_ARRAY_FORMAT + 8 * CEL_COL0,
               ARRAY_UBYTE | 4 << 4 | sizeof(Vertex) << 8);
    gpu_method(CM_ARRAY_OFFSET + 8 * CEL_NORMAL,
               arrays + offsetof(Vertex, normal));
    gpu_method(CM_ARRAY_FORMAT + 8 * CEL_NORMAL,
               ARRAY_FLOAT | 3 << 4 | sizeof(Vertex) << 8);
    gpu_method(CM_ARRAYS_DONE, 0);
}

/* With @split the card is saved within the primitive. */
static void ring(const Mat *view, const Mat *at, bool split)
{
    static uint32_t words[INDICES / 2];
    Mat all = mat_mul(view, at), p = projection();
    unsigned i;

    cel_camera(&all, &p);
    for (i = 0; i < INDICES / 2; i++) {
        words[i] = indices[2 * i] | (uint32_t)indices[2 * i + 1] << 16;
    }
    cel_draw(PRIM_QUADS);
    gpu_stream(CM_ELEMENT16, words, INDICES / 4);
    if (split) {
        gpu_wait_get();
        scene_half('h');
    }
    gpu_stream(CM_ELEMENT16, words + INDICES / 4, INDICES / 4);
    cel_draw_end();
    draw_vertices += INDICES;
}

static void rings(const Mat *view, float t)
{
    unsigned i;

    for (i = 0; i < 3; i++) {
        Mat tilt = mat_rotate(0, i % 2 ? TAU / 4 : 0);
        Mat spin = mat_rotate(2, t + (float)i), turn = mat_mul(&tilt, &spin);
        Mat move = mat_translate(1.35f * (float)i - 1.35f, 1.25f, 0);
        Mat at = mat_mul(&move, &turn);

        ring(view, &at, options.split && i == 1);
    }
}

static void lights(const Mat *view, float t)
{
    static const float far[3] = { -0.40f, 0.76f, 0.51f };
    static const float white[3] = { 0.62f, 0.60f, 0.55f };
    static const float colors[2][3] = {
        { 0.75f, 0.30f, 0.12f }, { 0.10f, 0.35f, 0.75f },
    };
    unsigned i;

    cel_lighting(ambient);
    cel_light(0, CEL_INFINITE, far, white);
    for (i = 0; i < 2; i++) {
        float a = t + TAU / 2 * (float)i + 0.6f;
        float at[4] = { 3 * cosf_(a), 2, 2.4f * sinf_(a), 1 }, eye[4];

        mat_apply(view, at, eye);
        cel_light(1 + i, CEL_LOCAL, eye, colors[i]);
    }
}

static void floor_quads(const Mat *view)
{
    Mat p = projection();
    int x, z;

    cel_camera(view, &p);
    cel_texture(0, tiles, LOG2, true);
    cel_texture(1, shade, LOG2, true);
    cel_combine(2);
    cel_fog(5, 26, haze);
    gpu_float4(CM_COL0_4F, 0.95f, 0.90f, 0.82f, 1);
    cel_draw(PRIM_QUADS);
    for (z = -12; z < 3; z++) {
        for (x = -8; x < 8; x++) {
            unsigned i;

            for (i = 0; i < 4; i++) {
                float fx = (float)(x + (i == 1 || i == 2));
                float fz = (float)(z + (i >= 2));

                gpu_float2(CM_TEX0_2F, fx / 2, fz / 2);
                gpu_float2(CM_TEX1_2F, fx, fz);
                gpu_float3(CM_POS_3F, 2 * fx, -0.35f, 2 * fz);
            }
            draw_vertices += 4;
        }
    }
    cel_draw_end();
    cel_fog(0, 0, haze);
    cel_texture_off();
    cel_combine(0);
}

static void draw(float t)
{
    Mat view = camera();

    cel_begin();
    cel_clear(sky, haze);
    floor_quads(&view);
    ring_arrays();
    lights(&view, t);
    rings(&view, 0.4f * t);
    cel_lighting_off();
}

/* --- checks --- */

static const float black[3];

static void quad(float x, float y, float side, float z)
{
    cel_draw(PRIM_QUADS);
    gpu_float2(CM_TEX0_2F, 0, 0);
    gpu_float3(CM_POS_3F, x, y, z);
    gpu_float2(CM_TEX0_2F, side / TEX, 0);
    gpu_float3(CM_POS_3F, x + side, y, z);
    gpu_float2(CM_TEX0_2F, side / TEX, side / TEX);
    gpu_float3(CM_POS_3F, x + side, y + side, z);
    gpu_float2(CM_TEX0_2F, 0, side / TEX);
    gpu_float3(CM_POS_3F, x, y + side, z);
    cel_draw_end();
    gpu_idle();
}

static void check_fill(void)
{
    unsigned bad = 0;
    int x, y;

    gpu_float4(CM_COL0_4F, 0.2f, 0.4f, 0.6f, 1);
    quad(16, 8, 32, 0);
    for (y = 0; y < 64; y++) {
        for (x = 0; x < 64; x++) {
            bool in = x >= 16 && x < 48 && y >= 8 && y < 40;

            bad += draw_pixel(x, y) != (in ? 0xff336699u : 0xff000000u);
        }
    }
    check("h/fill", bad == 0, "%u of 4096 pixels differ", bad);
}

/* Each pixel of the quad is one texel. */
static void check_texture(void)
{
    unsigned bad;

    gpu_float4(CM_COL0_4F, 1, 1, 1, 1);
    cel_texture(0, tiles, LOG2, false);
    cel_combine(1);
    quad(0, 64, TEX, 0);
    bad = texture_differing(0, 64, TEX, TEX, tile_texel, 0);
    cel_texture_off();
    cel_combine(0);
    check("h/texture", bad == 0, "%u of %u texels differ", bad, TEX * TEX);
}

/* Points of a ring, where the guest's own matrices have them. */
static void check_transform(void)
{
    Mat view = camera(), p = projection(), all = mat_mul(&p, &view);
    unsigned i, bad = 0;

    cel_camera(&view, &p);
    gpu_method(CM_POINT_SIZE, 5 << 3);
    gpu_method(M_DEPTH_TEST, 0);
    gpu_float4(CM_COL0_4F, 1, 1, 1, 1);
    cel_draw(PRIM_POINTS);
    for (i = 0; i < 16; i++) {
        float a = TAU * (float)i / 16;

        gpu_float3(CM_POS_3F, 2 * cosf_(a), 1.2f, 2 * sinf_(a));
    }
    cel_draw_end();
    gpu_idle();
    for (i = 0; i < 16; i++) {
        float a = TAU * (float)i / 16, clip[4];
        float at[4] = { 2 * cosf_(a), 1.2f, 2 * sinf_(a), 1 };

        mat_apply(&all, at, clip);
        bad += draw_pixel((int)((1 + clip[0] / clip[3]) * WIDTH / 2),
                          (int)((1 - clip[1] / clip[3]) * HEIGHT / 2)) !=
               0xffffffffu;
    }
    gpu_method(CM_POINT_SIZE, 8);
    check("h/transform", bad == 0, "%u of 16 points are elsewhere", bad);
}

/* A quad that faces the eye, lit from aside; and one by a near light. */
static void check_light(const char *name, unsigned kind, const float at[3])
{
    static const float rgb[3] = { 0.5f, 0.6f, 0.7f };
    static const float color[3] = { 0.9f, 0.5f, 0.8f };
    Mat view = mat_translate(0, 0, -4), p = projection();
    float to[3] = { at[0], at[1], at[2] + (kind == CEL_LOCAL ? 4 : 0) };
    float expected[3];
    unsigned i;

    normalize3(to);
    for (i = 0; i < 3; i++) {
        expected[i] = ambient[i] + rgb[i] * color[i] * to[2];
    }
    cel_camera(&view, &p);
    cel_lighting(ambient);
    cel_light(0, kind, at, rgb);
    gpu_float3(CM_NORMAL_3F, 0, 0, 1);
    gpu_float4(CM_COL0_4F, color[0], color[1], color[2], 1);
    gpu_method(M_DEPTH_TEST, 0);
    quad(-0.005f, -0.005f, 0.01f, 0);
    cel_lighting_off();
    check_color(name, draw_pixel(WIDTH / 2, HEIGHT / 2), expected, 1);
}

/* Half way to the end of the fog. */
static void check_fog(void)
{
    static const float color[3] = { 0.2f, 0.8f, 0.4f };
    Mat view = mat_translate(0, 0, -6), p = projection();
    float expected[3];
    unsigned i;

    for (i = 0; i < 3; i++) {
        expected[i] = (color[i] + haze[i]) / 2;
    }
    cel_camera(&view, &p);
    cel_fog(4, 8, haze);
    gpu_float4(CM_COL0_4F, color[0], color[1], color[2], 1);
    quad(-0.1f, -0.1f, 0.2f, 0);
    cel_fog(0, 0, haze);
    check_color("h/fog", draw_pixel(WIDTH / 2, HEIGHT / 2), expected, 2);
}

static void check_scene(void)
{
    static const float aside[3] = { 0.6f, 0, 0.8f };
    static const float near[3] = { 1.5f, 2, -3 };

    cel_begin();
    cel_clear(black, black);
    check_fill();
    check_texture();
    check_transform();
    check_light("h/light-far", CEL_INFINITE, aside);
    check_light("h/light-near", CEL_LOCAL, near);
    check_fog();
}

const Scene scene_h = {
    'h', "Celsius' own class: fixed function", setup, check_scene, draw,
    true, NEEDS_CELSIUS,
};
