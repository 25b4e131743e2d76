/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scene g: Rankine's own class, or Curie's.  Waves, spheres that a fragment program cuts
 * out of squares and lights by the pixel, and a ribbon that a vertex program
 * of the second generation bends, with a call of a subroutine.
 *
 * Before the picture: what the programs compute, against the same in C.
 */
#include "rankine.h"

#define LOG2 6u                     /* the spheres' texture: 64 x 64 */
#define TEX (1u << LOG2)
#define STRIPS 96

/*
 * As nv-xf assembles
 *
 *     MOV o[COL0], v[3]
 *     MOV o[TEX0], v[8]
 *     MUL R0.x, v[1].x, v[1].y
 *     SIN R0.x, R0.x
 *     MOV R1, v[0]
 *     CAL wave
 *     MOV o[HPOS], R1 END
 *     wave:
 *     MAD R1.y, R0.x, v[1].z, R1.y
 *     RET
 *
 * from slot 200 on.
 */
static const uint32_t rankine_program[][4] = {
    { 0x0000f80c, 0x08000000, 0x0080061b, 0x00000000 },
    { 0x0000f820, 0x08000000, 0x0080101b, 0x00000000 },
    { 0x00800000, 0x08aa1000, 0x01000200, 0x00000000 },
    { 0x18000000, 0x00000000, 0xf0000000, 0x00000000 },
    { 0x00f00000, 0x08000000, 0x0080001b, 0x00010000 },
    { 0x00000000, 0x0000033c, 0xb0000000, 0x00000000 },
    { 0x0000f801, 0x14000000, 0x0080001b, 0x00000000 },
    { 0x50400000, 0x05541154, 0x02000200, 0x00010000 },
    { 0x00000000, 0x00000000, 0xc0000000, 0x00000000 },
};

/* The same from slot 0 on. */
static const uint32_t curie_program[][4] = {
    { 0x0001ff84, 0x81000000, 0x0040030d, 0x401f8000 },
    { 0x0001ff9c, 0x81000000, 0x0040080d, 0x401f8000 },
    { 0x00011ffc, 0x01154080, 0x00800100, 0x00000000 },
    { 0x0030007c, 0x00000000, 0x78000000, 0x001f8000 },
    { 0x0001fffc, 0x81000000, 0x0040000d, 0x00008000 },
    { 0xe0001ffc, 0x00000000, 0x58000000, 0x001f8000 },
    { 0x0001ff81, 0x82800000, 0x0040000d, 0x401f8000 },
    { 0xa0a09ffc, 0x00aa808a, 0x01000100, 0x00008000 },
    { 0x00001ffc, 0x00000000, 0x60000000, 0x001f8000 },
};

static const RkProgram vertex_program = {
    rankine_program, curie_program, 9,
};

static uint32_t skin;
static Fp waves, sphere, ribbon, numbers, sines, disc;

/* --- programs --- */

/*
 * Parabolas in a row: the picture has nothing that the card leaves to its
 * host's mathematics, sines and powers, whose last places may differ.
 */
static void make_waves(float t)
{
    const float one[4] = { 1.1f, 0.5f, 0, 0.16f * t };
    const float two[4] = { -0.6f, 1.4f, 0, 0.11f * t };
    const float spread[4] = { 2, -1, 0, 0 };
    const float base[4] = { 0.18f, 0.20f, 0.32f, 1 };
    const float change[4] = { -0.08f, -0.07f, -0.10f, 0 };
    Fp *p = &waves;
    FpSrc at = fp_in(FP_IN_TEX0);

    p->count = 0;
    fp_op(p, FP_DP4, 1, FP_X, at, fp_constant(one), fp_none());
    fp_op(p, FP_DP4, 1, FP_Y, at, fp_constant(two), fp_none());
    fp_op(p, FP_FRC, 1, FP_XY, fp_r(1), fp_none(), fp_none());
    fp_op(p, FP_MAD, 1, FP_XY, fp_r(1), fp_one(fp_constant(spread), 0),
          fp_one(fp_constant(spread), 1));
    fp_op(p, FP_MUL, 1, FP_XY, fp_r(1), fp_r(1), fp_none());
    fp_op(p, FP_ADD, 1, FP_Z, fp_one(fp_r(1), 0), fp_one(fp_r(1), 1),
          fp_none());
    fp_op(p, FP_MOV, 2, FP_XYZW, fp_constant(base), fp_none(), fp_none());
    fp_op(p, FP_MAD, 0, FP_XYZW, fp_one(fp_r(1), 2), fp_constant(change),
          fp_r(2));
}

/* A disc of radius 1 in texture coordinates: R1.y is 1 - r * r. */
static void cut_disc(Fp *p)
{
    const float ones[4] = { 1, 1, 1, 1 };
    FpSrc at = fp_in(FP_IN_TEX0);

    p->count = 0;
    fp_op(p, FP_MUL, 1, FP_XY, at, at, fp_none());
    fp_op(p, FP_ADD, 1, FP_X, fp_one(fp_r(1), 0), fp_one(fp_r(1), 1),
          fp_none());
    fp_op(p, FP_ADD, 1, FP_Y, fp_minus(fp_one(fp_r(1), 0)),
          fp_constant(ones), fp_none());
    fp_condition(p);
    fp_kill(p, 1);
}

static void make_sphere(void)
{
    float light[4] = { -0.45f, 0.65f, 0.62f, 0 }, half[4];
    const float halves[4] = { 0.5f, 0.5f, 0.5f, 0.5f };
    const float ones[4] = { 1, 1, 1, 1 };
    const float shade[4] = { 0.85f, 0.15f, 0, 1 };
    Fp *p = &sphere;
    unsigned i;

    normalize3(light);
    memcpy(half, light, sizeof(half));
    half[2] += 1;
    normalize3(half);
    cut_disc(p);
    /* The normal in R2. */
    fp_op(p, FP_DIVSQ, 1, FP_Z, fp_constant(ones), fp_one(fp_r(1), 1),
          fp_none());
    fp_op(p, FP_MUL, 2, FP_Z, fp_one(fp_r(1), 2), fp_one(fp_r(1), 1),
          fp_none());
    fp_op(p, FP_MOV, 2, FP_XY, fp_in(FP_IN_TEX0), fp_none(), fp_none());
    fp_op(p, FP_DP3, 3, FP_X, fp_r(2), fp_constant(light), fp_none());
    fp_saturate(p);
    fp_op(p, FP_DP3, 3, FP_Y, fp_r(2), fp_constant(half), fp_none());
    fp_saturate(p);
    for (i = 0; i < 5; i++) {       /* its 32nd power */
        fp_op(p, FP_MUL, 3, FP_Y, fp_r(3), fp_r(3), fp_none());
    }
    fp_op(p, FP_MAD, 5, FP_XY, fp_r(2), fp_constant(halves),
          fp_constant(halves));
    fp_op(p, FP_TEX, 4, FP_XYZW, fp_r(5), fp_none(), fp_none());
    fp_op(p, FP_MUL, 4, FP_XYZ, fp_r(4), fp_in(FP_IN_COL0), fp_none());
    fp_op(p, FP_MAD, 3, FP_X, fp_one(fp_r(3), 0),
          fp_one(fp_constant(shade), 0), fp_one(fp_constant(shade), 1));
    fp_op(p, FP_MAD, 0, FP_XYZ, fp_r(4), fp_one(fp_r(3), 0),
          fp_one(fp_r(3), 1));
    fp_op(p, FP_MOV, 0, FP_W, fp_constant(shade), fp_none(), fp_none());
}

/* Stripes along it. */
static void make_ribbon(void)
{
    const float many[4] = { 24, 1, 1, 1 }, half[4] = { 0.5f, 0, 0, 0 };
    const float dark[4] = { 0.93f, 0.90f, 0.82f, 1 };
    const float ones[4] = { 1, 1, 1, 1 };
    Fp *p = &ribbon;

    p->count = 0;
    fp_op(p, FP_MUL, 1, FP_X, fp_in(FP_IN_TEX0), fp_constant(many),
          fp_none());
    fp_op(p, FP_FRC, 1, FP_X, fp_one(fp_r(1), 0), fp_none(), fp_none());
    fp_op(p, FP_SLT, 1, FP_Y, fp_one(fp_r(1), 0),
          fp_one(fp_constant(half), 0), fp_none());
    fp_op(p, FP_MUL, 2, FP_XYZW, fp_one(fp_r(1), 1), fp_in(FP_IN_COL0),
          fp_none());
    fp_op(p, FP_ADD, 1, FP_Y, fp_minus(fp_one(fp_r(1), 1)),
          fp_constant(ones), fp_none());
    fp_op(p, FP_MAD, 0, FP_XYZW, fp_one(fp_r(1), 1), fp_constant(dark),
          fp_r(2));
}

/* --- the picture --- */

/* A rectangle of clip coordinates; @s, @t at its corners go to TEX0. */
static void rect(float x0, float y0, float x1, float y1, const float st[4])
{
    unsigned i;

    rk_attr(1, 0, 0, 0, 0);
    rk_draw(PRIM_QUADS);
    for (i = 0; i < 4; i++) {
        bool right = i == 1 || i == 2, low = i >= 2;

        rk_attr(8, st[right ? 2 : 0], st[low ? 3 : 1], 0, 1);
        rk_attr(0, right ? x1 : x0, low ? y1 : y0, 0, 1);
    }
    rk_draw_end();
}

static void ball(float x, float y, float radius, float turn)
{
    static const float st[4] = { -1, 1, 1, -1 };
    const float across = radius * HEIGHT / WIDTH;
    float rgb[3];

    hue(turn, rgb);
    rk_attr(3, rgb[0], rgb[1], rgb[2], 1);
    rect(x - across, y + radius, x + across, y - radius, st);
}

static void draw_ribbon(float t)
{
    unsigned i;

    rk_attr(3, 0.30f, 0.36f, 0.52f, 1);
    rk_draw(PRIM_QUAD_STRIP);
    for (i = 0; i <= STRIPS; i++) {
        float s = (float)i / STRIPS;

        rk_attr(1, s + 0.1f * t, 9, 0.16f, 0);
        rk_attr(8, s, 0, 0, 1);
        rk_attr(0, 2.2f * s - 1.1f, -0.50f, 0, 1);
        if (options.split && !options.animate && i == STRIPS / 2) {
            gpu_wait_get();             /* saved within the primitive */
            scene_half('g');
        }
        rk_attr(8, s, 1, 0, 1);
        rk_attr(0, 2.2f * s - 1.1f, -0.72f, 0, 1);
    }
    rk_draw_end();
}

static void draw(float t)
{
    static const float all[4] = { 0, 0, 1.6f, 1.2f };
    unsigned i;

    draw_clear(0xff000000);
    rk_begin();
    rk_vertex_program(&vertex_program);
    gpu_idle();                     /* what reads the last frame's program */
    make_waves(t);
    rk_fragment_program(&waves, 0);
    rect(-1, 1, 1, -1, all);
    rk_fragment_program(&ribbon, 0);
    draw_ribbon(t);
    rk_texture(skin, LOG2);
    rk_fragment_program(&sphere, 1);
    for (i = 0; i < 7; i++) {
        float a = 0.8976f * i + 0.6f * t;

        ball(0.62f * cosf_(a), 0.18f + 0.42f * sinf_(a),
             0.19f + 0.05f * cosf_(2 * a), i / 7.0f);
    }
    ball(0, 0.18f, 0.33f, 0.62f);
    rk_end();
}

/* --- checks --- */

/* @w by @h pixels from the upper left corner, TEX0 their centres' x and y. */
static void pixels(Fp *p, int w, int h)
{
    const float st[4] = { 0, 0, (float)w, (float)h };

    draw_clear(0xff000000);
    rk_begin();
    rk_vertex_program(&vertex_program);
    rk_fragment_program(p, 0);
    rk_attr(3, 0.2f, 0.4f, 0.6f, 1);
    rect(-1, 1, -1 + 2.0f * w / WIDTH, 1 - 2.0f * h / HEIGHT, st);
    rk_end();
    gpu_idle();
}

/* MAD with an attribute, a constant and a register; saturated. */
static void check_numbers(void)
{
    const float c[4] = { 2, 0.5f, -1, 1 }, d[4] = { 0.125f, 0.25f, 2, 0 };
    const float expected[3] = { 0.525f, 0.45f, 1 };

    numbers.count = 0;
    fp_op(&numbers, FP_MOV, 1, FP_XYZW, fp_constant(d), fp_none(), fp_none());
    fp_op(&numbers, FP_MAD, 0, FP_XYZW, fp_in(FP_IN_COL0), fp_constant(c),
          fp_r(1));
    fp_saturate(&numbers);
    pixels(&numbers, 8, 8);
    check_color("g/multiply-add", draw_pixel(4, 4), expected, 1);
    check_hex("g/alpha", draw_pixel(4, 4) >> 24, 0xff);
}

/* Red is sin(x / 16), green cos(x / 16), in halves around a half. */
static void check_sines(void)
{
    const float scale[4] = { 0.0625f, 0, 0, 0 };
    const float half[4] = { 0.5f, 0.5f, 0.5f, 0.5f };
    unsigned bad = 0;
    int x, k;

    sines.count = 0;
    fp_op(&sines, FP_MUL, 1, FP_XYZW, fp_one(fp_in(FP_IN_TEX0), 0),
          fp_one(fp_constant(scale), 0), fp_none());
    fp_op(&sines, FP_SIN, 2, FP_X, fp_r(1), fp_none(), fp_none());
    fp_op(&sines, FP_COS, 2, FP_Y, fp_r(1), fp_none(), fp_none());
    fp_op(&sines, FP_MAD, 0, FP_XYZW, fp_r(2), fp_constant(half),
          fp_constant(half));
    pixels(&sines, 256, 4);
    for (x = 0; x < 256; x++) {
        float a = ((float)x + 0.5f) / 16;
        float v[2] = { sinf_(a), cosf_(a) };

        for (k = 0; k < 2; k++) {
            float got = draw_pixel(x, 2) >> (16 - 8 * k) & 0xff;

            bad += absf_(got - 255 * (0.5f + 0.5f * v[k])) > 2;
        }
    }
    check("g/sine-cosine", bad == 0, "%u of 512 values differ", bad);
}

static void check_kill(void)
{
    static const float st[4] = { -1, -1, 1, 1 };
    const int side = 96;
    unsigned bad = 0, in = 0;
    int x, y;

    cut_disc(&disc);
    fp_op(&disc, FP_MOV, 0, FP_XYZW, fp_in(FP_IN_COL0), fp_none(),
          fp_none());
    draw_clear(0xff000000);
    rk_begin();
    rk_vertex_program(&vertex_program);
    rk_fragment_program(&disc, 0);
    rk_attr(3, 1, 1, 1, 1);
    rect(-1, 1, -1 + 2.0f * side / WIDTH, 1 - 2.0f * side / HEIGHT, st);
    rk_end();
    gpu_idle();
    for (y = 0; y < side; y++) {
        for (x = 0; x < side; x++) {
            int dx = 2 * x + 1 - side, dy = 2 * y + 1 - side;
            bool inside = dx * dx + dy * dy < side * side;

            in += inside;
            bad += (draw_pixel(x, y) != 0xff000000u) != inside;
        }
    }
    check("g/kill", bad == 0, "%u pixels differ, %u of %u are inside", bad, in,
          (unsigned)(side * side));
}

/* The vertex program: a quad, of check_numbers(), is moved by sin(1.5). */
static void check_bent(void)
{
    const float move = 0.5f * sinf_(1.5f);
    int y = (int)((1 + move) / 2 * HEIGHT + 0.5f);

    draw_clear(0xff000000);
    rk_begin();
    rk_vertex_program(&vertex_program);
    rk_fragment_program(&numbers, 0);
    rk_attr(3, 0.2f, 0.4f, 0.6f, 1);
    rk_attr(1, 3, 0.5f, -0.5f, 0);
    rk_draw(PRIM_QUADS);
    rk_attr(0, -0.5f, 0, 0, 1);
    rk_attr(0, 0.5f, 0, 0, 1);
    rk_attr(0, 0.5f, -0.25f, 0, 1);
    rk_attr(0, -0.5f, -0.25f, 0, 1);
    rk_draw_end();
    rk_end();
    gpu_idle();
    check("g/vertex-sine", draw_pixel(WIDTH / 2, y - 2) == 0xff000000u &&
          draw_pixel(WIDTH / 2, y + 1) != 0xff000000u,
          "above %08x below %08x line %d", draw_pixel(WIDTH / 2, y - 2),
          draw_pixel(WIDTH / 2, y + 1), y);
}

static uint32_t skin_texel(uint32_t x, uint32_t y)
{
    bool line = x % 16 == 0 || y % 16 == 0;
    uint32_t grain = 0xd8 + (x * 5 + y * 3) % 24;

    return line ? 0xff606060u : 0xff000000u | grain * 0x010101u;
}

static void setup(void)
{
    skin = texture_swizzled(TEX, skin_texel);
    make_sphere();
    make_ribbon();
}

static void check_scene(void)
{
    check_numbers();
    check_sines();
    check_kill();
    check_bent();
}

const Scene scene_g = {
    'g', "programs for fragments, Rankine's class or Curie's", setup, check_scene,
    draw, true, NEEDS_RANKINE,
};
