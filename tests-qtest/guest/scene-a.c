/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scene a: a lit torus.  Vertex arrays in VRAM, 16-bit elements, a program
 * with one directional light by LIT, depth test, smooth shading.
 *
 * Chosen vertices are drawn as single points too: where each lands and what
 * colour it has is computed here with the guest's own arithmetic.
 */
#include "regs.h"
#include "vp.h"

#define RINGS 96
#define SIDES 40
#define VERTICES ((RINGS + 1) * (SIDES + 1))
#define INDICES (RINGS * SIDES * 6)
#define MAJOR 1.0f
#define MINOR 0.42f
#define SHINE 40.0f
#define TAU 6.2831853f

typedef struct Vertex {
    float pos[3], normal[3];
    uint8_t rgba[4];
} Vertex;

/* Constants of the program. */
enum {
    C_MVP = 0, C_MODEL = 4, C_LIGHT = 8, C_HALF, C_POWER, C_AMBIENT,
    C_DIFFUSE, C_SPECULAR, C_SCALE, C_OFFSET,
};

static Vertex *vertices;
static uint16_t *indices;
static uint32_t array;
static Mat mvp, model;
static float light[4] = { -0.45f, 0.65f, 0.62f, 0 };
static float half[4];
static const float ambient[4] = { 0.17f, 0.17f, 0.23f, 1 };
static const float diffuse[4] = { 0.83f, 0.82f, 0.78f, 1 };
static const float specular[4] = { 0.62f, 0.60f, 0.55f, 1 };

static void build(void)
{
    unsigned i, j, n = 0;

    for (i = 0; i <= RINGS; i++) {
        float u = TAU * (float)i / RINGS, cu = cosf_(u), su = sinf_(u);
        float rgb[3];

        hue((float)i / RINGS, rgb);
        for (j = 0; j <= SIDES; j++) {
            float v = TAU * (float)j / SIDES, cv = cosf_(v), sv = sinf_(v);
            Vertex *p = &vertices[i * (SIDES + 1) + j];
            float pos[3] = { (MAJOR + MINOR * cv) * cu, MINOR * sv,
                             (MAJOR + MINOR * cv) * su };
            float normal[3] = { cv * cu, sv, cv * su };
            int c;

            memcpy(p->pos, pos, sizeof(pos));
            memcpy(p->normal, normal, sizeof(normal));
            for (c = 0; c < 3; c++) {
                p->rgba[c] = (uint8_t)(int)(rgb[c] * 255);
            }
            p->rgba[3] = 255;
        }
    }
    for (i = 0; i < RINGS; i++) {
        for (j = 0; j < SIDES; j++) {
            uint16_t a = (uint16_t)(i * (SIDES + 1) + j);
            uint16_t b = (uint16_t)(a + SIDES + 1);
            uint16_t quad[6] = { a, b, (uint16_t)(a + 1), (uint16_t)(a + 1),
                                 b, (uint16_t)(b + 1) };

            memcpy(&indices[n], quad, sizeof(quad));
            n += 6;
        }
    }
}

static void program(void)
{
    VpProgram p;
    int i;

    vp_start(&p);
    for (i = 0; i < 4; i++) {
        vp_mac(&p, VP_DP4, vp_out(O_POS, 8u >> i), V(ATTR_POS),
               C(C_MVP + (unsigned)i));
    }
    for (i = 0; i < 3; i++) {
        vp_mac(&p, VP_DP3, vp_temp(0, 8u >> i), V(ATTR_NORMAL),
               C(C_MODEL + (unsigned)i));
    }
    vp_mac(&p, VP_DP3, vp_temp(2, M_X), R(0), C(C_LIGHT));
    vp_mac(&p, VP_DP3, vp_temp(2, M_Y), R(0), C(C_HALF));
    vp_mov(&p, vp_temp(2, M_W), swz(C(C_POWER), S_X));
    vp_ilu(&p, ILU_LIT, vp_temp(3, M_XYZW), R(2));
    vp_mac(&p, VP_MUL, vp_temp(4, M_XYZ), V(ATTR_COL0), C(C_AMBIENT));
    vp_mac(&p, VP_MUL, vp_temp(5, M_XYZ), V(ATTR_COL0), C(C_DIFFUSE));
    vp_mad(&p, vp_out(O_D0, M_XYZ), R(5), swz(R(3), S_Y), R(4));
    vp_mov(&p, vp_out(O_D0, M_W), C(C_DIFFUSE));
    vp_mac(&p, VP_MUL, vp_out(O_D1, M_XYZW), swz(R(3), S_Z), C(C_SPECULAR));
    vp_viewport_end(&p, C_SCALE, C_OFFSET);
    vp_load(&p, SLOT_SCENE);
}

static void matrices(float t)
{
    Mat spin = mat_rotate(1, 0.35f + t), tilt = mat_rotate(0, 0.78f);
    Mat roll = mat_rotate(2, -0.22f + 0.3f * sinf_(t));
    Mat view = mat_translate(0, 0, -3.7f);
    Mat proj = mat_perspective(0.87f, (float)WIDTH / HEIGHT, 1, 10);

    model = mat_mul(&tilt, &spin);
    model = mat_mul(&roll, &model);
    mvp = mat_mul(&view, &model);
    mvp = mat_mul(&proj, &mvp);
    normalize3(light);
    half[0] = light[0];
    half[1] = light[1];
    half[2] = light[2] + 1;             /* the viewer is far along z */
    normalize3(half);
}

static void state(void)
{
    program();
    vp_use(SLOT_SCENE);
    draw_matrix(C_MVP, &mvp, 4);
    draw_matrix(C_MODEL, &model, 3);
    draw_constants(C_LIGHT, light, 1);
    draw_constants(C_HALF, half, 1);
    draw_constant(C_POWER, SHINE, 0, 0, 0);
    draw_constants(C_AMBIENT, ambient, 1);
    draw_constants(C_DIFFUSE, diffuse, 1);
    draw_constants(C_SPECULAR, specular, 1);
    /* bug=1: a constant too far, for who learns to debug. */
    draw_viewport_constants(C_SCALE + options.bug, C_OFFSET);
    draw_array(ATTR_POS, array, false, ARRAY_FLOAT, 3, sizeof(Vertex));
    draw_array(ATTR_NORMAL, array + 12, false, ARRAY_FLOAT, 3,
               sizeof(Vertex));
    draw_array(ATTR_COL0, array + 24, false, ARRAY_UBYTE, 4, sizeof(Vertex));
    draw_combiner_specular();
}

static void setup(void)
{
    vertices = mem_alloc(VERTICES * sizeof(Vertex), 16);
    indices = mem_alloc(INDICES * sizeof(uint16_t), 16);
    build();
    array = vram_alloc(VERTICES * sizeof(Vertex), 256);
    memcpy((void *)(uint32_t)(card.vram + array), vertices,
           VERTICES * sizeof(Vertex));
}

static void draw(float t)
{
    static const float top[3] = { 0.05f, 0.08f, 0.20f };
    static const float bottom[3] = { 0.20f, 0.36f, 0.47f };

    matrices(t);
    draw_background(top, bottom);
    state();
    draw_begin(PRIM_TRIANGLES);
    if (options.split && !options.animate) {
        draw_elements16(indices, INDICES / 2 - 1);
        gpu_wait_get();
        scene_half('a');
        draw_elements16(indices + INDICES / 2 - 1, INDICES / 2 + 1);
    } else {
        draw_elements16(indices, INDICES);
    }
    draw_end();
    draw_arrays_off();
}

/* What the card should make of vertex @n: window position and colour. */
static void expect(unsigned n, float window[4], float rgb[3])
{
    const Vertex *v = &vertices[n];
    float p[4] = { v->pos[0], v->pos[1], v->pos[2], 1 }, clip[4];
    float q[4] = { v->normal[0], v->normal[1], v->normal[2], 0 }, normal[4];
    float d, s;
    int i;

    mat_apply(&mvp, p, clip);
    window[0] = clip[0] * (WIDTH / 2) / clip[3] + WIDTH / 2;
    window[1] = clip[1] * -(HEIGHT / 2) / clip[3] + HEIGHT / 2;
    window[2] = clip[2] * ZMAX / clip[3];
    window[3] = clip[3];
    mat_apply(&model, q, normal);
    d = dot3(normal, light);
    s = dot3(normal, half);
    s = d > 0 && s > 0 ? powf_(s, SHINE) : 0;
    d = d > 0 ? d : 0;
    for (i = 0; i < 3; i++) {
        float lit = (float)v->rgba[i] / 255 * (ambient[i] + diffuse[i] * d);

        rgb[i] = (lit > 1 ? 1 : lit) + specular[i] * s;
    }
}

/* Not so near a pixel's edge that rounding decides which one it is. */
static bool steady(float x)
{
    float f = x - floorf_(x);

    return f > 0.1f && f < 0.9f;
}

static void check_vertices(void)
{
    unsigned n, placed = 0, coloured = 0, tried = 0;
    float worst = 0;

    for (n = 0; n < VERTICES && tried < 64; n += 37) {
        float w[4], rgb[3];
        uint32_t pixel;
        bool ok = true;
        int i, x, y, dx, dy, lit = 0;

        expect(n, w, rgb);
        if (!steady(w[0]) || !steady(w[1])) {
            continue;
        }
        tried++;
        x = (int)w[0];
        y = (int)w[1];
        gpu_method(M_CLEAR_COLOR, 0x00000000);
        gpu_method(M_CLEAR_H, (uint32_t)(x + 2) << 16 | (uint32_t)(x - 2));
        gpu_method(M_CLEAR_V, (uint32_t)(y + 2) << 16 | (uint32_t)(y - 2));
        gpu_method(M_CLEAR, 0xf3);
        draw_begin(PRIM_POINTS);
        draw_arrays(n, 1);
        draw_end();
        gpu_idle();
        for (dy = -2; dy <= 2; dy++) {
            for (dx = -2; dx <= 2; dx++) {
                lit += draw_pixel(x + dx, y + dy) != 0;
            }
        }
        pixel = draw_pixel(x, y);
        placed += pixel != 0 && lit == 1;
        for (i = 0; i < 3; i++) {
            float c = rgb[i] > 1 ? 1 : rgb[i];
            float e = absf_((float)(pixel >> (16 - 8 * i) & 0xff) - c * 255);

            worst = e > worst ? e : worst;
            ok = ok && e <= 3;
        }
        coloured += ok;
    }
    check("a/vertex-positions", tried >= 40 && placed == tried,
          "%u of %u vertices light exactly the pixel computed", placed,
          tried);
    check("a/vertex-colours", tried >= 40 && coloured == tried,
          "%u of %u lit as computed, worst difference %f of 255", coloured,
          tried, (double)worst);
}

/* --- the silhouette, by a rasteriser of the guest's own --- */

typedef struct Corner { int x, y; } Corner;     /* 1/16 pixel */

static int edge(Corner a, Corner b, int px, int py)
{
    return (b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x);
}

/* Pixel centres inside count; those on an edge if it is a top or left one. */
static void cover(uint8_t *map, Corner a, Corner b, Corner c)
{
    Corner t[3] = { a, b, c };
    int x0, x1, y0, y1, x, y, i;

    if (edge(a, b, c.x, c.y) < 0) {
        t[1] = c;
        t[2] = b;
    }
    x0 = x1 = a.x;
    y0 = y1 = a.y;
    for (i = 1; i < 3; i++) {
        x0 = t[i].x < x0 ? t[i].x : x0;
        x1 = t[i].x > x1 ? t[i].x : x1;
        y0 = t[i].y < y0 ? t[i].y : y0;
        y1 = t[i].y > y1 ? t[i].y : y1;
    }
    for (y = y0 / 16; y <= y1 / 16 && y < HEIGHT; y++) {
        for (x = x0 / 16; x <= x1 / 16 && x < WIDTH; x++) {
            bool in = true;

            for (i = 0; i < 3; i++) {
                Corner p = t[i], q = t[(i + 1) % 3];
                int e = edge(p, q, x * 16 + 8, y * 16 + 8);
                bool top_left = q.y < p.y || (q.y == p.y && q.x > p.x);

                in = in && (e > 0 || (e == 0 && top_left));
            }
            map[y * WIDTH + x] |= in;
        }
    }
}

/* However often the scene is shown, its memory is taken once. */
static uint8_t *outline;
static Corner *corner;

static void check_silhouette(void)
{
    unsigned n, covered = 0, wrong = 0;

    outline = outline ? outline : mem_alloc(WIDTH * HEIGHT, 16);
    corner = corner ? corner : mem_alloc(VERTICES * sizeof(Corner), 16);
    memset(outline, 0, WIDTH * HEIGHT);
    for (n = 0; n < VERTICES; n++) {
        float w[4], rgb[3];

        expect(n, w, rgb);
        corner[n].x = (int)(w[0] * 16);
        corner[n].y = (int)(w[1] * 16);
    }
    for (n = 0; n < INDICES; n += 3) {
        cover(outline, corner[indices[n]], corner[indices[n + 1]],
              corner[indices[n + 2]]);
    }
    draw_clear(0);
    draw_begin(PRIM_TRIANGLES);
    draw_elements16(indices, INDICES);
    draw_end();
    gpu_idle();
    for (n = 0; n < WIDTH * HEIGHT; n++) {
        covered += outline[n];
        wrong += outline[n] != (draw_pixel((int)(n % WIDTH),
                                           (int)(n / WIDTH)) != 0);
    }
    /* The card truncates where we round: a few corners fall 1/16 apart. */
    check("a/silhouette", covered > 50000 && wrong * 1000 < covered,
          "%u pixels computed, %u differ", covered, wrong);
}

static void check_scene(void)
{
    uint32_t origin, centre;

    matrices(0);
    draw_clear(0);
    state();
    draw_depth(true, true);
    check_vertices();
    check_silhouette();
    draw_arrays_off();

    /* The hole shows the background, the ring does not. */
    draw(0);
    gpu_idle();
    {
        float c[4] = { 0, 0, 0, 1 }, p[4];
        int x, y;

        mat_apply(&mvp, c, p);
        x = (int)(p[0] * (WIDTH / 2) / p[3] + WIDTH / 2);
        y = (int)(p[1] * -(HEIGHT / 2) / p[3] + HEIGHT / 2);
        centre = draw_pixel(x, y);
        origin = draw_pixel(2, y);
    }
    check_hex("a/hole", centre, origin);
}

const Scene scene_a = {
    'a', "lit torus", setup, check_scene, draw, true, NEEDS_KELVIN,
};
