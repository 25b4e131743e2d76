/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scene b: a tube on four bones.  Each vertex names two bones by number; the
 * program reads their matrices relative to the address register.
 *
 * Arrays lie in system memory, behind the second vertex DMA object.
 */
#include "regs.h"
#include "vp.h"

#define RINGS 72
#define SIDES 40
#define VERTICES ((RINGS + 1) * (SIDES + 1))
#define BONES 4
#define LENGTH 4.4f
#define BONE_LENGTH (LENGTH / BONES)
#define RADIUS 0.42f
#define SHINE 24.0f
#define TAU 6.2831853f

typedef struct Vertex {
    float pos[3], normal[3], rgb[3];
    float weight[2], bone[2];           /* bone: first row of its matrix */
} Vertex;

enum {
    C_VP = 0, C_LIGHT = 4, C_HALF, C_POWER, C_AMBIENT, C_DIFFUSE,
    C_SPECULAR, C_SCALE, C_OFFSET, C_BONE = 20,
};

static Vertex *vertices;
static uint16_t *indices;
static unsigned index_count;
static Mat bones[BONES], viewproj;
static float light[4] = { 0.5f, 0.6f, 0.65f, 0 };
static float half[4];
static const float ambient[4] = { 0.20f, 0.18f, 0.24f, 1 };
static const float diffuse[4] = { 0.80f, 0.80f, 0.76f, 1 };
static const float specular[4] = { 0.45f, 0.45f, 0.45f, 1 };

static void skin(Vertex *v, float along)
{
    float at = along / BONE_LENGTH - 0.5f;
    int first = (int)floorf_(at);
    float f = at - (float)first;

    if (first < 0) {
        first = 0;
        f = 0;
    } else if (first > BONES - 2) {
        first = BONES - 2;
        f = 1;
    }
    f = f * f * (3 - 2 * f);
    v->bone[0] = (float)first * 3;
    v->bone[1] = (float)(first + 1) * 3;
    v->weight[0] = 1 - f;
    v->weight[1] = f;
}

static void build(void)
{
    unsigned i, j, n = 0;

    for (i = 0; i <= RINGS; i++) {
        float along = LENGTH * (float)i / RINGS;
        float end = (float)(i < RINGS - i ? i : RINGS - i) / 6;
        /* The ends are rounded off. */
        float r = end >= 1 ? RADIUS : RADIUS * sqrtf_(1 - (1 - end) *
                                                      (1 - end));
        float nose = end >= 1 ? 0 : (1 - end) * (i < RINGS - i ? -1 : 1);

        for (j = 0; j <= SIDES; j++) {
            float a = TAU * (float)j / SIDES;
            Vertex *v = &vertices[i * (SIDES + 1) + j];
            bool band = i / 6 % 2;
            float base[3];
            int c;

            v->pos[0] = r * cosf_(a);
            v->pos[1] = along;
            v->pos[2] = r * sinf_(a);
            v->normal[0] = cosf_(a);
            v->normal[1] = nose;
            v->normal[2] = sinf_(a);
            normalize3(v->normal);
            hue(0.52f + 0.33f * (float)i / RINGS, base);
            for (c = 0; c < 3; c++) {
                v->rgb[c] = band ? base[c] : 0.55f * base[c] + 0.42f;
            }
            skin(v, along);
        }
    }
    for (i = 0; i < RINGS; i++) {
        for (j = 0; j < SIDES; j++) {
            uint16_t a = (uint16_t)(i * (SIDES + 1) + j);
            uint16_t b = (uint16_t)(a + SIDES + 1);

            indices[n++] = a;
            indices[n++] = (uint16_t)(a + 1);
            indices[n++] = b;
            indices[n++] = (uint16_t)(a + 1);
            indices[n++] = (uint16_t)(b + 1);
            indices[n++] = b;
        }
    }
    index_count = n;
}

static void program(void)
{
    VpProgram p;
    unsigned k, i;

    vp_start(&p);
    /* Position to R2, normal to R3: two bones, weighted. */
    for (k = 0; k < 2; k++) {
        unsigned select = k ? S_Y : S_X;

        vp_arl(&p, swz(V(ATTR_INDEX), select));
        for (i = 0; i < 3; i++) {
            vp_mac(&p, VP_DP4, vp_temp(4, 8u >> i), V(ATTR_POS),
                   CA(C_BONE + i));
            vp_mac(&p, VP_DP3, vp_temp(5, 8u >> i), V(ATTR_NORMAL),
                   CA(C_BONE + i));
        }
        if (k == 0) {
            vp_mac(&p, VP_MUL, vp_temp(2, M_XYZ), R(4),
                   swz(V(ATTR_WEIGHT), S_X));
            vp_mac(&p, VP_MUL, vp_temp(3, M_XYZ), R(5),
                   swz(V(ATTR_WEIGHT), S_X));
        } else {
            vp_mad(&p, vp_temp(2, M_XYZ), R(4), swz(V(ATTR_WEIGHT), S_Y),
                   R(2));
            vp_mad(&p, vp_temp(3, M_XYZ), R(5), swz(V(ATTR_WEIGHT), S_Y),
                   R(3));
        }
    }
    /* DPH: the position's w is 1. */
    for (i = 0; i < 4; i++) {
        vp_mac(&p, VP_DPH, vp_out(O_POS, 8u >> i), R(2), C(C_VP + i));
    }
    vp_mac(&p, VP_DP3, vp_temp(6, M_W), R(3), R(3));
    vp_ilu(&p, ILU_RSQ, vp_temp(6, M_W), swz(R(6), S_W));
    vp_mac(&p, VP_MUL, vp_temp(3, M_XYZ), R(3), swz(R(6), S_W));
    vp_mac(&p, VP_DP3, vp_temp(7, M_X), R(3), C(C_LIGHT));
    vp_mac(&p, VP_DP3, vp_temp(7, M_Y), R(3), C(C_HALF));
    vp_mov(&p, vp_temp(7, M_W), swz(C(C_POWER), S_X));
    vp_ilu(&p, ILU_LIT, vp_temp(8, M_XYZW), R(7));
    vp_mac(&p, VP_MUL, vp_temp(9, M_XYZ), swz(R(8), S_Y), C(C_DIFFUSE));
    vp_mac(&p, VP_ADD, vp_temp(9, M_XYZ), R(9), C(C_AMBIENT));
    vp_mac(&p, VP_MUL, vp_out(O_D0, M_XYZ), R(9), V(ATTR_COL0));
    vp_mov(&p, vp_out(O_D0, M_W), C(C_DIFFUSE));
    vp_mac(&p, VP_MUL, vp_out(O_D1, M_XYZW), swz(R(8), S_Z), C(C_SPECULAR));
    vp_viewport_end(&p, C_SCALE, C_OFFSET);
    vp_load(&p, SLOT_SCENE);
}

/* Every joint turns by @angle; each bone keeps its rest place along y. */
static void pose(float angle)
{
    Mat chain = mat_identity();
    int i;

    for (i = 0; i < BONES; i++) {
        float y = BONE_LENGTH * (float)i;
        Mat to = mat_translate(0, y, 0), from = mat_translate(0, -y, 0);
        Mat turn = mat_rotate(2, i ? angle : 0);
        Mat local = mat_mul(&to, &turn);

        local = mat_mul(&local, &from);
        chain = mat_mul(&chain, &local);
        bones[i] = chain;
    }
}

static void matrices(float t)
{
    Mat place = mat_translate(1.15f, -1.45f, 0);
    Mat turn = mat_rotate(1, 0.45f * sinf_(t * 0.7f) - 0.35f);
    Mat lean = mat_rotate(0, 0.30f);
    Mat view = mat_translate(0, 0.05f, -4.35f);
    Mat proj = mat_perspective(0.80f, (float)WIDTH / HEIGHT, 1, 12);

    pose(0.66f * cosf_(t));
    viewproj = mat_mul(&turn, &place);
    viewproj = mat_mul(&lean, &viewproj);
    viewproj = mat_mul(&view, &viewproj);
    viewproj = mat_mul(&proj, &viewproj);
    normalize3(light);
    half[0] = light[0];
    half[1] = light[1];
    half[2] = light[2] + 1;
    normalize3(half);
}

static void state(void)
{
    uint32_t at = (uint32_t)vertices;
    unsigned i;

    program();
    vp_use(SLOT_SCENE);
    draw_matrix(C_VP, &viewproj, 4);
    draw_constants(C_LIGHT, light, 1);
    draw_constants(C_HALF, half, 1);
    draw_constant(C_POWER, SHINE, 0, 0, 0);
    draw_constants(C_AMBIENT, ambient, 1);
    draw_constants(C_DIFFUSE, diffuse, 1);
    draw_constants(C_SPECULAR, specular, 1);
    draw_viewport_constants(C_SCALE, C_OFFSET);
    for (i = 0; i < BONES; i++) {
        draw_matrix(C_BONE + 3 * i, &bones[i], 3);
    }
    draw_array(ATTR_POS, at, true, ARRAY_FLOAT, 3, sizeof(Vertex));
    draw_array(ATTR_NORMAL, at + 12, true, ARRAY_FLOAT, 3, sizeof(Vertex));
    draw_array(ATTR_COL0, at + 24, true, ARRAY_FLOAT, 3, sizeof(Vertex));
    draw_array(ATTR_WEIGHT, at + 36, true, ARRAY_FLOAT, 2, sizeof(Vertex));
    draw_array(ATTR_INDEX, at + 44, true, ARRAY_FLOAT, 2, sizeof(Vertex));
    draw_combiner_specular();
}

static void setup(void)
{
    vertices = mem_alloc(VERTICES * sizeof(Vertex), 16);
    indices = mem_alloc(RINGS * SIDES * 6 * sizeof(uint16_t), 16);
    build();
}

static void draw(float t)
{
    static const float top[3] = { 0.17f, 0.10f, 0.24f };
    static const float bottom[3] = { 0.52f, 0.30f, 0.36f };

    matrices(t);
    draw_background(top, bottom);
    state();
    draw_begin(PRIM_TRIANGLES);
    draw_elements16(indices, index_count);
    draw_end();
    draw_arrays_off();
}

/* Where vertex @n should be in the window. */
static void expect(unsigned n, float window[2])
{
    const Vertex *v = &vertices[n];
    float p[4] = { v->pos[0], v->pos[1], v->pos[2], 1 };
    float sum[4] = { 0, 0, 0, 1 }, clip[4];
    int k, i;

    for (k = 0; k < 2; k++) {
        float q[4];

        mat_apply(&bones[(int)v->bone[k] / 3], p, q);
        for (i = 0; i < 3; i++) {
            sum[i] += v->weight[k] * q[i];
        }
    }
    mat_apply(&viewproj, sum, clip);
    window[0] = clip[0] * (WIDTH / 2) / clip[3] + WIDTH / 2;
    window[1] = clip[1] * -(HEIGHT / 2) / clip[3] + HEIGHT / 2;
}

static void check_scene(void)
{
    unsigned n, tried = 0, placed = 0;
    float tip[2], straight[2];

    matrices(0);
    draw_clear(0);
    draw_depth(false, false);
    state();
    for (n = 5; n < VERTICES && tried < 48; n += 61) {
        float w[2], fx, fy;
        int x, y, dx, dy, lit = 0;

        expect(n, w);
        x = (int)w[0];
        y = (int)w[1];
        fx = w[0] - (float)x;
        fy = w[1] - (float)y;
        if (fx < 0.1f || fx > 0.9f || fy < 0.1f || fy > 0.9f || x < 2 ||
            y < 2 || x > WIDTH - 3 || y > HEIGHT - 3) {
            continue;
        }
        tried++;
        gpu_method(M_CLEAR_COLOR, 0);
        gpu_method(M_CLEAR_H, (uint32_t)(x + 2) << 16 | (uint32_t)(x - 2));
        gpu_method(M_CLEAR_V, (uint32_t)(y + 2) << 16 | (uint32_t)(y - 2));
        gpu_method(M_CLEAR, 0xf0);
        draw_begin(PRIM_POINTS);
        draw_arrays(n, 1);
        draw_end();
        gpu_idle();
        for (dy = -2; dy <= 2; dy++) {
            for (dx = -2; dx <= 2; dx++) {
                lit += draw_pixel(x + dx, y + dy) != 0;
            }
        }
        placed += lit == 1 && draw_pixel(x, y) != 0;
    }
    draw_arrays_off();
    check("b/skinned-positions", tried >= 30 && placed == tried,
          "%u of %u vertices light exactly the pixel computed", placed,
          tried);
    /* The pose bends: the far end is well away from the straight tube's. */
    expect(VERTICES - 1, tip);
    pose(0);
    expect(VERTICES - 1, straight);
    check("b/bend", absf_(tip[0] - straight[0]) > 100,
          "the tip is %f pixels to the side of the straight tube's",
          (double)absf_(tip[0] - straight[0]));
}

const Scene scene_b = {
    'b', "skinned tube", setup, check_scene, draw, true, NEEDS_KELVIN,
};
