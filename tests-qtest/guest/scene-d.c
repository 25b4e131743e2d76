/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scene d: programs that write constants.  A vertex program keeps a turtle in
 * its constants: every vertex says only which side of the ribbon it is and
 * whether to step; position, heading and colour live in c[0..2] and change
 * while drawing.  A vertex state program computes without drawing at all.
 *
 * What is left in the constants is read back through RDI and compared with
 * the same recursion done here.
 */
#include "regs.h"
#include "vp.h"

#define STEPS 436

/* The turtle, then what the program steps it with. */
enum {
    C_POS = 0, C_DIR, C_COLOR, C_COUNT, C_TURN = 4, C_HUE = 6, C_WIDE = 9,
    C_ZERO_W1, C_ONE, C_STATE = 32,
};

static float pos[2], dir[2], rgb[3];
static float turn[2][4], hue_turn[3][4];

static void start(float t)
{
    const float angle = 0.126f, growth = 1.0053f, k = 0.57735027f;
    const float first = 2.7f, shift = 0.0299f;
    float c = cosf_(shift), s = sinf_(shift);
    float a = 1 - growth * cosf_(angle), b = -growth * sinf_(angle);
    int i, j;

    dir[0] = first * cosf_(t);
    dir[1] = first * sinf_(t);
    /* Headings grow by q = growth * e^(i angle): the middle is at
     * pos + dir / (1 - q). */
    pos[0] = WIDTH / 2 - (dir[0] * a + dir[1] * b) / (a * a + b * b);
    pos[1] = HEIGHT / 2 - (dir[1] * a - dir[0] * b) / (a * a + b * b);
    rgb[0] = 1.0f;
    rgb[1] = 0.42f;
    rgb[2] = 0.36f;
    memset(turn, 0, sizeof(turn));
    turn[0][0] = turn[1][1] = growth * cosf_(angle);
    turn[1][0] = growth * sinf_(angle);
    turn[0][1] = -turn[1][0];
    /* Rotation about the grey axis turns the hue. */
    memset(hue_turn, 0, sizeof(hue_turn));
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 3; j++) {
            int d = (j - i + 3) % 3;

            hue_turn[i][j] = (1 - c) / 3 +
                             (d == 0 ? c : d == 1 ? -k * s : k * s);
        }
    }
}

/* One step, as the program does it. */
static void step(void)
{
    float d[2], c[3];
    int i;

    pos[0] += dir[0];
    pos[1] += dir[1];
    for (i = 0; i < 2; i++) {
        d[i] = turn[i][0] * dir[0] + turn[i][1] * dir[1];
    }
    for (i = 0; i < 3; i++) {
        c[i] = dot3(rgb, hue_turn[i]);
    }
    memcpy(dir, d, sizeof(d));
    memcpy(rgb, c, sizeof(c));
}

static void program(void)
{
    VpProgram p;
    unsigned i;

    vp_start(&p);
    vp_mov(&p, vp_temp(0, M_XYZW), C(C_POS));
    vp_mov(&p, vp_temp(1, M_XYZW), C(C_DIR));
    vp_mov(&p, vp_temp(2, M_XYZW), C(C_COLOR));
    vp_mov(&p, vp_temp(8, M_XYZW), C(C_COUNT));
    /* The corner: to the side of the path. */
    vp_mac(&p, VP_MUL, vp_temp(3, M_XY), swz(R(1), S_YX), C(C_WIDE));
    vp_mov(&p, vp_out(O_POS, M_XYZW), C(C_ZERO_W1));
    vp_mad(&p, vp_out(O_POS, M_XY), R(3), swz(V(ATTR_POS), S_X), R(0));
    vp_mov(&p, vp_out(O_D0, M_XYZW), R(2));
    /* v0.y is 1 where the turtle steps: new = old + v0.y * change. */
    vp_mad(&p, vp_temp(0, M_XY), R(1), swz(V(ATTR_POS), S_Y), R(0));
    for (i = 0; i < 2; i++) {
        vp_mac(&p, VP_DP4, vp_temp(5, 8u >> i), R(1), C(C_TURN + i));
    }
    vp_mac(&p, VP_ADD, vp_temp(5, M_XY), R(5), neg(R(1)));
    vp_mad(&p, vp_temp(1, M_XY), R(5), swz(V(ATTR_POS), S_Y), R(1));
    for (i = 0; i < 3; i++) {
        vp_mac(&p, VP_DP3, vp_temp(6, 8u >> i), R(2), C(C_HUE + i));
    }
    vp_mac(&p, VP_ADD, vp_temp(6, M_XYZ), R(6), neg(R(2)));
    vp_mad(&p, vp_temp(2, M_XYZ), R(6), swz(V(ATTR_POS), S_Y), R(2));
    vp_mac(&p, VP_ADD, vp_temp(8, M_X), R(8), C(C_ONE));
    vp_mov(&p, vp_const(C_POS, M_XYZW), R(0));
    vp_mov(&p, vp_const(C_DIR, M_XYZW), R(1));
    vp_mov(&p, vp_const(C_COLOR, M_XYZW), R(2));
    vp_mov(&p, vp_const(C_COUNT, M_XYZW), R(8));
    vp_end(&p);
    vp_load(&p, SLOT_SCENE);
}

static void ribbon(float t)
{
    unsigned i;

    start(t);
    program();
    vp_use(SLOT_SCENE);
    draw_constant(C_POS, pos[0], pos[1], 0, 0);
    draw_constant(C_DIR, dir[0], dir[1], 0, 0);
    draw_constant(C_COLOR, rgb[0], rgb[1], rgb[2], 1);
    draw_constant(C_COUNT, 0, 0, 0, 0);
    draw_constants(C_TURN, turn[0], 2);
    draw_constants(C_HUE, hue_turn[0], 3);
    draw_constant(C_WIDE, -0.36f, 0.36f, 0, 0);
    draw_constant(C_ZERO_W1, 0, 0, 0, 1);
    draw_constant(C_ONE, 1, 0, 0, 0);
    gpu_method(M_CONSTANT_WRITE, 1);
    draw_combiner_color();
    draw_begin(PRIM_TRIANGLE_STRIP);
    for (i = 0; i < STEPS; i++) {
        gpu_float2(M_ATTR_2F, 1, 0);
        gpu_float2(M_ATTR_2F, -1, 1);
    }
    draw_end();
    draw_vertices += 2 * STEPS;
    gpu_method(M_CONSTANT_WRITE, 0);
}

static void draw(float t)
{
    static const float top[3] = { 0.06f, 0.06f, 0.09f };
    static const float bottom[3] = { 0.16f, 0.17f, 0.23f };

    draw_background(top, bottom);
    draw_depth(false, false);
    ribbon(t);
    ribbon(t + 3.1415927f);
    draw_depth(true, true);
}

static void check_turtle(void)
{
    float got[4];
    unsigned i;

    /* The second arm is what is left in the constants. */
    draw(0);
    for (i = 0; i < STEPS; i++) {
        step();
    }
    constant_read(C_COUNT, got);
    check_near("d/vertices-counted", got[0], 2 * STEPS, 0);
    constant_read(C_POS, got);
    check_near("d/turtle-x", got[0], pos[0], 0.05f);
    check_near("d/turtle-y", got[1], pos[1], 0.05f);
    constant_read(C_DIR, got);
    check_near("d/heading-x", got[0], dir[0], 0.01f);
    check_near("d/heading-y", got[1], dir[1], 0.01f);
    constant_read(C_COLOR, got);
    check_near("d/colour-red", got[0], rgb[0], 0.001f);
    check_near("d/colour-green", got[1], rgb[1], 0.001f);
    check_near("d/colour-blue", got[2], rgb[2], 0.001f);
}

/* Without the enable bit the same program must leave constants alone. */
static void check_gate(void)
{
    float got[4];

    program();
    vp_use(SLOT_SCENE);
    draw_constant(C_COUNT, 7, 0, 0, 0);
    draw_begin(PRIM_POINTS);
    gpu_float2(M_ATTR_2F, 1, 0);
    draw_end();
    constant_read(C_COUNT, got);
    check_near("d/no-writes-when-off", got[0], 7, 0);
}

/*
 * State program: from the parameter v and constants a, b at c[32], c[33]:
 * c[34] = v * a + b, c[35] = dot4(v, a), c[36] = 1 / v.y and so on.
 */
static void state_program(void)
{
    VpProgram p;

    vp_start(&p);
    vp_mov(&p, vp_temp(0, M_XYZW), V(0));
    vp_mac(&p, VP_MUL, vp_temp(2, M_XYZW), R(0), C(C_STATE));
    vp_mac(&p, VP_ADD, vp_const(C_STATE + 2, M_XYZW), R(2), C(C_STATE + 1));
    vp_mac(&p, VP_DP4, vp_const(C_STATE + 3, M_XYZW), R(0), C(C_STATE));
    vp_ilu(&p, ILU_RCP, vp_const(C_STATE + 4, M_X), swz(R(0), S_Y));
    vp_ilu(&p, ILU_RSQ, vp_const(C_STATE + 4, M_Y), swz(R(0), S_Z));
    vp_ilu(&p, ILU_LIT, vp_const(C_STATE + 5, M_XYZW), R(0));
    vp_mac(&p, VP_MAX_OP, vp_const(C_STATE + 6, M_XYZW), R(0), C(C_STATE));
    vp_mac(&p, VP_SLT, vp_const(C_STATE + 7, M_XYZW), R(0), C(C_STATE));
    vp_end(&p);
    vp_load(&p, SLOT_STATE);
}

static void check_vector(const char *name, unsigned n, const float *expected,
                         float tolerance)
{
    float got[4], worst = 0;
    bool ok = true;
    int i;

    constant_read(n, got);
    for (i = 0; i < 4; i++) {
        float e = absf_(got[i] - expected[i]);

        ok = ok && e <= tolerance;
        worst = e > worst ? e : worst;
    }
    check(name, ok, "got %f %f %f %f expected %f %f %f %f", (double)got[0],
          (double)got[1], (double)got[2], (double)got[3],
          (double)expected[0], (double)expected[1], (double)expected[2],
          (double)expected[3]);
}

static void check_state_program(void)
{
    static const float v[4] = { 0.5f, 4, 0.25f, 8 };
    static const float a[4] = { 2, -3, 16, 0.5f };
    static const float b[4] = { 10, 20, 30, 40 };
    float e[4];
    int i;

    state_program();
    draw_constants(C_STATE, a, 1);
    draw_constants(C_STATE + 1, b, 1);
    draw_constant(C_STATE + 4, 0, 0, 0, 0);
    gpu_float4(M_PARAM, v[0], v[1], v[2], v[3]);
    gpu_method(M_RUN, SLOT_STATE);
    for (i = 0; i < 4; i++) {
        e[i] = v[i] * a[i] + b[i];
    }
    check_vector("d/state-mul-add", C_STATE + 2, e, 0);
    e[0] = v[0] * a[0] + v[1] * a[1] + v[2] * a[2] + v[3] * a[3];
    e[1] = e[2] = e[3] = e[0];
    check_vector("d/state-dp4", C_STATE + 3, e, 0);
    e[0] = 1 / v[1];
    e[1] = 1 / sqrtf_(v[2]);
    e[2] = e[3] = 0;
    check_vector("d/state-rcp-rsq", C_STATE + 4, e, 0.00001f);
    e[0] = e[3] = 1;
    e[1] = v[0];
    e[2] = powf_(v[1], v[3]);
    check_vector("d/state-lit", C_STATE + 5, e, e[2] * 0.002f);
    for (i = 0; i < 4; i++) {
        e[i] = v[i] > a[i] ? v[i] : a[i];
    }
    check_vector("d/state-max", C_STATE + 6, e, 0);
    for (i = 0; i < 4; i++) {
        e[i] = v[i] < a[i] ? 1 : 0;
    }
    check_vector("d/state-slt", C_STATE + 7, e, 0);
}

/* The program in XFPR reads back as the chip keeps it: MOV R0, v[0]. */
static void check_program_readback(void)
{
    const uint32_t *mov = card.generation->mov;
    uint32_t w[4];

    rdi_read(RDI_XFPR, SLOT_STATE * 16, w, 4);
    check("d/program-readback",
          w[0] == mov[0] && w[1] == mov[1] && w[2] == mov[2] &&
          w[3] == mov[3], "got %08x %08x %08x %08x", w[0], w[1], w[2], w[3]);
}

static void setup(void)
{
}

static void check_scene(void)
{
    check_turtle();
    check_gate();
    check_state_program();
    check_program_readback();
}

const Scene scene_d = {
    'd', "programs that write constants", setup, check_scene, draw, false, NEEDS_KELVIN,
};
