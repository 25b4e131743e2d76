/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scene e: textured, depth-tested, blended.  A checkered floor and a cube
 * with swizzled textures, a linear picture on the wall, panes of glass that
 * cut through the cube.
 *
 * Before the picture: texels one to one, depth order and blend results are
 * compared with what the formulas say.
 */
#include "regs.h"
#include "vp.h"

#define TEX 128u                    /* side of the swizzled textures */
#define RECT_W 160u
#define RECT_H 96u
#define FORMAT_SWIZZLED 0x07710629u /* 128x128 A8R8G8B8, object A */
#define FORMAT_RECT 0x00011229u     /* linear A8R8G8B8, object A */
#define FORMAT_RECT_B 0x0001122au   /* the same, object B */
#define WRAP_REPEAT 0x00010101u
#define WRAP_EDGE 0x00030303u
#define FILTER_NEAREST 0x01012000u
#define FILTER_LINEAR 0x02022000u

enum { C_MVP = 0, C_SHADE = 4, C_SCALE, C_OFFSET };

static uint32_t checker, weave, picture;
static Mat viewproj;

static uint32_t rgb_word(float r, float g, float b)
{
    float c[3] = { r, g, b };
    uint32_t w = 0xff;
    int i;

    for (i = 0; i < 3; i++) {
        float v = c[i] < 0 ? 0 : c[i] > 1 ? 1 : c[i];

        w = w << 8 | (uint32_t)(int)(v * 255 + 0.5f);
    }
    return w;
}

static uint32_t checker_texel(uint32_t x, uint32_t y)
{
    bool light = ((x ^ y) & 32) != 0;
    float grain = (float)((x * 7 + y * 13) % 11) * 0.004f;
    bool joint = x % 32 == 0 || y % 32 == 0;

    if (joint) {
        return rgb_word(0.30f, 0.27f, 0.26f);
    }
    return light ? rgb_word(0.93f - grain, 0.88f - grain, 0.79f - grain)
                 : rgb_word(0.42f + grain, 0.29f + grain, 0.26f + grain);
}

static uint32_t weave_texel(uint32_t x, uint32_t y)
{
    float u = (float)x / TEX, v = (float)y / TEX;
    float d = sqrtf_((u - 0.5f) * (u - 0.5f) + (v - 0.5f) * (v - 0.5f));
    float ring = 0.5f + 0.5f * cosf_(d * 44);
    bool frame = x < 6 || y < 6 || x >= TEX - 6 || y >= TEX - 6;

    if (frame) {
        return rgb_word(0.96f, 0.94f, 0.88f);
    }
    return rgb_word(0.16f + 0.72f * ring, 0.48f + 0.30f * u,
                    0.62f + 0.30f * v * (1 - ring));
}

/* A sunset: sky, sun, sea. */
static uint32_t picture_texel(uint32_t x, uint32_t y)
{
    float u = (float)x / RECT_W, v = (float)y / RECT_H;
    float dx = (u - 0.5f) * RECT_W / RECT_H, dy = v - 0.56f;
    float d = sqrtf_(dx * dx + dy * dy);

    if (x < 3 || y < 3 || x >= RECT_W - 3 || y >= RECT_H - 3) {
        return rgb_word(0.93f, 0.90f, 0.82f);
    }
    if (v > 0.66f) {
        float glint = absf_(dx) < 0.06f + (v - 0.66f) * 0.5f &&
                      y % 4 < 2 ? 0.45f : 0;

        return rgb_word(0.10f + glint, 0.20f + glint * 0.7f,
                        0.38f + glint * 0.3f - (v - 0.66f) * 0.5f);
    }
    if (d < 0.2f) {
        return rgb_word(1.0f, 0.90f - d, 0.55f - d);
    }
    return rgb_word(0.98f - 0.62f * (1 - v * 1.5f), 0.30f + 0.42f * v,
                    0.48f + 0.10f * (1 - v));
}

static void setup(void)
{
    checker = texture_swizzled(TEX, checker_texel);
    weave = texture_swizzled(TEX, weave_texel);
    picture = texture_rect(RECT_W, RECT_H, picture_texel);
}

static void program(void)
{
    VpProgram p;
    unsigned i;

    vp_start(&p);
    for (i = 0; i < 4; i++) {
        vp_mac(&p, VP_DP4, vp_out(O_POS, 8u >> i), V(ATTR_POS), C(C_MVP + i));
    }
    vp_mac(&p, VP_MUL, vp_out(O_D0, M_XYZW), V(ATTR_COL0), C(C_SHADE));
    vp_mov(&p, vp_out(O_T0, M_XYZW), V(ATTR_TEX0));
    vp_viewport_end(&p, C_SCALE, C_OFFSET);
    vp_load(&p, SLOT_SCENE);
}

static void vertex(const float p[3], float s, float t)
{
    gpu_float2(M_TEX0_2F, s, t);
    gpu_float3(M_POS_3F, p[0], p[1], p[2]);
    draw_vertices++;
}

static void floor_quad(void)
{
    static const float p[4][3] = {
        { -7, 0, -2.65f }, { 7, 0, -2.65f }, { 7, 0, 4.35f },
        { -7, 0, 4.35f },
    };

    draw_texture(checker, FORMAT_SWIZZLED, WRAP_REPEAT, FILTER_LINEAR, 0, 0);
    gpu_float4(M_COL0_4F, 1, 1, 1, 1);
    draw_begin(PRIM_QUADS);
    vertex(p[0], 0, 0);
    vertex(p[1], 7, 0);
    vertex(p[2], 7, 3.5f);
    vertex(p[3], 0, 3.5f);
    draw_end();
}

static void wall(void)
{
    static const float p[4][3] = {
        { -7, 3.6f, -2.65f }, { 7, 3.6f, -2.65f }, { 7, 0, -2.65f },
        { -7, 0, -2.65f },
    };
    int i;

    draw_begin(PRIM_QUADS);
    for (i = 0; i < 4; i++) {
        if (i < 2) {
            gpu_float4(M_COL0_4F, 0.66f, 0.70f, 0.68f, 1);
        } else {
            gpu_float4(M_COL0_4F, 0.47f, 0.51f, 0.51f, 1);
        }
        vertex(p[i], 0, 0);
    }
    draw_end();
}

static void wall_picture(void)
{
    static const float p[4][3] = {
        { -2.3f, 2.85f, -2.6f }, { 0.2f, 2.85f, -2.6f },
        { 0.2f, 1.35f, -2.6f }, { -2.3f, 1.35f, -2.6f },
    };

    draw_texture(picture, FORMAT_RECT, WRAP_EDGE, FILTER_LINEAR,
                 RECT_W << 16 | RECT_H, RECT_W * 4);
    gpu_float4(M_COL0_4F, 1, 1, 1, 1);
    draw_begin(PRIM_QUADS);
    vertex(p[0], 0, 0);
    vertex(p[1], RECT_W, 0);
    vertex(p[2], RECT_W, RECT_H);
    vertex(p[3], 0, RECT_H);
    draw_end();
}

static void cube(void)
{
    /* Axis of the face, its sign, brightness. */
    static const struct { int axis; float sign, light; } face[6] = {
        { 0, 1, 0.82f }, { 0, -1, 0.66f }, { 1, 1, 1.0f }, { 1, -1, 0.4f },
        { 2, 1, 0.92f }, { 2, -1, 0.6f },
    };
    static const float corner[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 },
                                        { -1, 1 } };
    int f, i;

    draw_texture(weave, FORMAT_SWIZZLED, WRAP_EDGE, FILTER_LINEAR, 0, 0);
    draw_begin(PRIM_QUADS);
    for (f = 0; f < 6; f++) {
        int a = (face[f].axis + 1) % 3, b = (face[f].axis + 2) % 3;

        gpu_float4(M_COL0_4F, face[f].light, face[f].light, face[f].light,
                   1);
        for (i = 0; i < 4; i++) {
            float p[3];

            p[face[f].axis] = 0.75f * face[f].sign;
            p[a] = 0.75f * corner[i][0];
            p[b] = 0.75f * corner[i][1];
            vertex(p, 0.5f + 0.5f * corner[i][0], 0.5f + 0.5f * corner[i][1]);
        }
    }
    draw_end();
}

/* A pane across the cube: blended, depth tested, leaving depth alone. */
static void pane(float x0, float x1, float z0, float z1, float height,
                 const float rgba[4])
{
    float p[4][3] = {
        { x0, 0.02f, z0 }, { x1, 0.02f, z1 }, { x1, height, z1 },
        { x0, height, z0 },
    };
    int i;

    gpu_float4(M_COL0_4F, rgba[0], rgba[1], rgba[2], rgba[3]);
    draw_begin(PRIM_QUADS);
    for (i = 0; i < 4; i++) {
        vertex(p[i], 0, 0);
    }
    draw_end();
}

static void draw(float t)
{
    static const float top[3] = { 0.53f, 0.62f, 0.70f };
    static const float bottom[3] = { 0.80f, 0.78f, 0.72f };
    static const float red[4] = { 0.90f, 0.25f, 0.20f, 0.5f };
    static const float green[4] = { 0.20f, 0.72f, 0.42f, 0.5f };
    static const float blue[4] = { 0.20f, 0.42f, 0.90f, 0.5f };
    Mat proj = mat_perspective(0.80f, (float)WIDTH / HEIGHT, 0.5f, 20);
    Mat away = mat_translate(0, -0.25f, -5.6f), down = mat_rotate(0, 0.36f);
    Mat lower = mat_translate(0, -0.75f, 0);
    Mat turn = mat_rotate(1, -0.30f + 0.25f * sinf_(t * 0.6f));
    Mat lift = mat_translate(0, 0.95f, 0), spin = mat_rotate(1, 0.75f + t);
    Mat tip = mat_rotate(0, 0.5f * t), mvp;

    viewproj = mat_mul(&turn, &lower);
    viewproj = mat_mul(&down, &viewproj);
    viewproj = mat_mul(&away, &viewproj);
    viewproj = mat_mul(&proj, &viewproj);
    draw_background(top, bottom);
    program();
    vp_use(SLOT_SCENE);
    draw_viewport_constants(C_SCALE, C_OFFSET);
    draw_constant(C_SHADE, 1, 1, 1, 1);
    draw_matrix(C_MVP, &viewproj, 4);
    wall();
    draw_combiner_modulate();
    floor_quad();
    wall_picture();
    spin = mat_mul(&spin, &tip);
    mvp = mat_mul(&lift, &spin);
    mvp = mat_mul(&viewproj, &mvp);
    draw_matrix(C_MVP, &mvp, 4);
    cube();
    draw_texture_off();
    draw_combiner_color();
    draw_matrix(C_MVP, &viewproj, 4);
    draw_blend(true);
    draw_depth(true, false);
    /* Back to front as seen from the camera. */
    pane(0.0f, 2.1f, -0.3f, -0.5f, 2.1f, blue);
    pane(-1.9f, -0.1f, 0.2f, 0.5f, 1.75f, green);
    pane(-0.2f, 1.5f, 1.5f, 1.2f, 0.8f, red);
    draw_blend(false);
    draw_depth(true, true);
}

/* --- checks --- */

static void textured_rect(float w, float h, float s, float t)
{
    const float x = 32, y = 24;

    draw_begin(PRIM_QUADS);
    gpu_float4(M_COL0_4F, 1, 1, 1, 1);
    gpu_float2(M_TEX0_2F, 0, 0);
    gpu_float3(M_POS_3F, x, y, 0);
    gpu_float2(M_TEX0_2F, s, 0);
    gpu_float3(M_POS_3F, x + w, y, 0);
    gpu_float2(M_TEX0_2F, s, t);
    gpu_float3(M_POS_3F, x + w, y + h, 0);
    gpu_float2(M_TEX0_2F, 0, t);
    gpu_float3(M_POS_3F, x, y + h, 0);
    draw_end();
    gpu_idle();
}

/*
 * A linear filter cuts its weights to 8 bits, so that a coordinate a trifle
 * short of a texel's centre mixes in a 256th of its neighbour.
 */
static unsigned differing(uint32_t w, uint32_t h, bool linear, Texel *texel)
{
    return texture_differing(32, 24, w, h, texel, linear);
}

static void check_texels(void)
{
    static const char *const name[2] = { "nearest", "linear" };
    static const uint32_t filter[2] = { FILTER_NEAREST, FILTER_LINEAR };
    unsigned i, bad;

    draw_plain_program();
    draw_combiner_modulate();
    draw_depth(false, false);
    for (i = 0; i < 2; i++) {
        draw_clear(0);
        draw_texture(weave, FORMAT_SWIZZLED, WRAP_REPEAT, filter[i], 0, 0);
        textured_rect(TEX, TEX, 1, 1);
        bad = differing(TEX, TEX, i, weave_texel);
        check(i ? "e/swizzled-linear" : "e/swizzled-nearest", bad == 0,
              "%u of %u texels one to one differ (%s)", bad, TEX * TEX,
              name[i]);
        draw_clear(0);
        draw_texture(picture, FORMAT_RECT, WRAP_EDGE, filter[i],
                     RECT_W << 16 | RECT_H, RECT_W * 4);
        textured_rect(RECT_W, RECT_H, RECT_W, RECT_H);
        bad = differing(RECT_W, RECT_H, i, picture_texel);
        check(i ? "e/rect-linear" : "e/rect-nearest", bad == 0,
              "%u of %u texels one to one differ (%s)", bad, RECT_W * RECT_H,
              name[i]);
    }
    draw_texture_off();
    draw_combiner_color();
}

/* The picture in system memory: how many texels one to one differ. */
static unsigned in_memory(uint32_t handle, uint32_t offset)
{
    draw_clear(0);
    gpu_method(M_DMA_TEX_B, handle);
    draw_texture(offset, FORMAT_RECT_B, WRAP_EDGE, FILTER_NEAREST,
                 RECT_W << 16 | RECT_H, RECT_W * 4);
    textured_rect(RECT_W, RECT_H, RECT_W, RECT_H);
    return differing(RECT_W, RECT_H, false, picture_texel);
}

enum { PAGES = RECT_W * RECT_H * 4 / 4096 };

/* The picture in one run of system memory, and in pages in another order. */
static uint32_t *run;
static uint8_t *apart;

static uint8_t *page_of(unsigned i)
{
    return apart + (PAGES - 1 - i) * 4096;
}

/* Once, however often the scene is shown. */
static void make_memory(void)
{
    uint32_t page[PAGES];
    unsigned i;

    run = mem_alloc(PAGES * 4096, 4096);
    apart = mem_alloc(PAGES * 4096, 4096);
    for (i = 0; i < PAGES; i++) {
        page[i] = PHYSICAL(page_of(i));
    }
    ramht_add(H_PAGES, dma_pages(0x3d, page, PAGES), 1);
}

/* Textures that the card fetches over the bus, in one run and in pages. */
static void check_memory(void)
{
    unsigned i, bad;

    if (!run) {
        make_memory();
    }
    for (i = 0; i < RECT_W * RECT_H; i++) {
        run[i] = picture_texel(i % RECT_W, i / RECT_W);
    }
    for (i = 0; i < PAGES; i++) {
        memcpy(page_of(i), (uint8_t *)run + i * 4096, 4096);
    }
    draw_plain_program();
    draw_combiner_modulate();
    draw_depth(false, false);
    bad = in_memory(H_SYSTEM, PHYSICAL(run));
    check("e/memory-run", bad == 0, "%u of %u texels differ", bad,
          RECT_W * RECT_H);
    bad = in_memory(H_PAGES, 0);
    check("e/memory-pages", bad == 0, "%u of %u texels differ", bad,
          RECT_W * RECT_H);
    apart[0] ^= 0x80;       /* the blue of the first texel of the last page */
    bad = in_memory(H_PAGES, 0);
    check("e/memory-changed", bad == 1, "%u texels differ, expected 1", bad);
    gpu_method(M_DMA_TEX_B, H_SYSTEM);
    draw_texture_off();
    draw_combiner_color();
}

static void check_depth(void)
{
    static const float near_[4] = { 0.2f, 0.8f, 0.4f, 1 };
    static const float far_[4] = { 0.8f, 0.2f, 0.2f, 1 };

    draw_clear(0xff000000);
    draw_depth(true, true);
    draw_rect(100, 100, 200, 200, 1000000, near_);
    draw_rect(150, 150, 250, 250, 2000000, far_);
    gpu_idle();
    check_color("e/depth-near-stays", draw_pixel(175, 175), near_, 1);
    check_color("e/depth-far-elsewhere", draw_pixel(225, 225), far_, 1);
    /* Z24S8: depth in the upper 24 bits. */
    check_hex("e/depth-stored",
              *(volatile uint32_t *)(card.vram + VRAM_ZETA + 175 * PITCH +
                                     175 * 4) >> 8, 1000000);
}

/* Samples that pass depth are counted; a report brings the number. */
static void check_zpass(void)
{
    static const float c[4] = { 0.5f, 0.5f, 0.5f, 1 };
    uint32_t i;

    for (i = 0; i < 4; i++) {
        report_page[i] = 0xffffffff;
    }
    draw_clear(0xff000000);
    draw_depth(true, true);
    draw_rect(100, 100, 200, 200, 1000000, c);
    gpu_method(M_ZPASS_RESET, 1);
    gpu_method(M_ZPASS_ENABLE, 1);
    draw_rect(150, 150, 250, 250, 2000000, c);
    gpu_method(M_ZPASS_ENABLE, 0);
    gpu_method(M_ZPASS_REPORT, 1u << 24);
    gpu_idle();
    check_near("e/zpass-count", (float)report_page[2], 100 * 100 - 50 * 50,
               0);
}

static void check_blend(void)
{
    static const float under[4] = { 0.2f, 0.4f, 0.8f, 1 };
    static const float over[4] = { 1.0f, 0.5f, 0.1f, 0.25f };
    float expected[3];
    int i;

    draw_clear(0xff000000);
    draw_depth(false, false);
    draw_rect(100, 100, 200, 200, 0, under);
    draw_blend(true);
    draw_rect(150, 150, 250, 250, 0, over);
    draw_blend(false);
    gpu_idle();
    for (i = 0; i < 3; i++) {
        expected[i] = over[i] * over[3] + under[i] * (1 - over[3]);
    }
    check_color("e/blend-over-colour", draw_pixel(175, 175), expected, 1);
    for (i = 0; i < 3; i++) {
        expected[i] = over[i] * over[3];
    }
    check_color("e/blend-over-black", draw_pixel(225, 225), expected, 1);
    draw_depth(true, true);
}

static void check_scene(void)
{
    check_texels();
    check_memory();
    check_depth();
    check_zpass();
    check_blend();
}

const Scene scene_e = {
    'e', "texture, depth, blending", setup, check_scene, draw, true, NEEDS_KELVIN,
};
