/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hostile inputs to 3D on Rankine: the largest surface, the longest programs,
 * as many primitives as a word can ask for.
 */
#include "common/rankine.h"
#include "hostile/hostile.h"

/* A surface of that size, and where it and its zeta lie in 128 MiB. */
enum {
    WIDTH = 4096, HEIGHT = 3072, PITCH = 4 * WIDTH,
    COLOR = 0x100000, ZETA = 0x3800000,
};

#define POSITION 0x1c00
#define BEGIN 0x1808
#define DRAW_ARRAYS 0x1814
enum { POINTS = 1, LINES, TRIANGLES = 5 };

static Rankine rankine(Rig *rig)
{
    return (Rankine) { .rig = rig, .class = 0x497 };
}

static void vertex(Rig *rig, float x, float y)
{
    Rankine r = rankine(rig);
    const float at[4] = { x, y, 0, 1 };

    rankine_floats(&r, POSITION, at, 4);
}

static void set_up(Rig *rig)
{
    static const float viewport[8] = {
        WIDTH / 2, HEIGHT / 2, 0.5f, 0, WIDTH / 2, HEIGHT / 2, 0.5f, 0,
    };
    const struct {
        uint16_t mthd;
        uint32_t data;
    } words[] = {
        { 0x200, WIDTH << 16 }, { 0x204, HEIGHT << 16 },
        { 0x20c, (uint32_t)PITCH << 16 | PITCH }, { 0x210, COLOR },
        { 0x214, ZETA }, { 0x2c0, (WIDTH - 1) << 16 },
        { 0x2c4, (HEIGHT - 1) << 16 }, { 0x1d88, 0x1000 | HEIGHT },
        { 0xa00, WIDTH << 16 }, { 0xa04, HEIGHT << 16 },
    };
    Rankine r = rankine(rig);

    rankine_init(&r);
    rankine_surface(&r);
    rankine_viewport(&r);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        rig_method(rig, words[i].mthd, words[i].data);
    }
    rankine_floats(&r, 0xa20, viewport, 8);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0] END");
    rankine_fragment_program(&r, rankine_fp_color, 4);
}

/* Triangles each of which is over all of the surface. */
static void cover(Rig *rig, unsigned count)
{
    rig_method(rig, BEGIN, TRIANGLES);
    for (unsigned i = 0; i < count; i++) {
        vertex(rig, -1, -1);
        vertex(rig, 3, -1);
        vertex(rig, -1, 3);
    }
    rig_method(rig, BEGIN, 0);
    rig_kick(rig);
}

static void work_cover(Rig *rig)
{
    cover(rig, 60);
}

/* --- fragments --- */

/* @count times SIN R2, R2, then a colour. */
static void set_up_sines(Rig *rig, unsigned count)
{
    static const uint32_t sine[4] = {
        0x23001e04, 0x1c9dc808, 0x0001c800, 0x3fe1c800,
    };
    g_autofree uint32_t *words = g_new(uint32_t, 4 * (count + 1));
    Rankine r = rankine(rig);

    set_up(rig);
    for (unsigned i = 0; i < count; i++) {
        memcpy(words + 4 * i, sine, sizeof(sine));
    }
    memcpy(words + 4 * count, rankine_fp_color, sizeof(rankine_fp_color));
    rankine_fragment_program(&r, words, 4 * (count + 1));
}

static void set_up_64(Rig *rig)
{
    set_up_sines(rig, 64);
}

static void set_up_1000(Rig *rig)
{
    set_up_sines(rig, 1000);
}

/* Wide lines and large points: many edges, every pixel many times. */
static void set_up_wide(Rig *rig)
{
    set_up_sines(rig, 20);
    rig_method(rig, 0x3b8, 0x1ff);
    rig_method(rig, 0x1ee0, 0x43ff8000);    /* 511.0 */
}

static void work_wide(Rig *rig)
{
    for (unsigned k = 0; k < 2; k++) {
        rig_method(rig, BEGIN, k ? POINTS : LINES);
        for (unsigned i = 0; i < 200; i++) {
            vertex(rig, i % 2 ? -1 : 1, i / 100.0f - 1);
        }
        rig_method(rig, BEGIN, 0);
    }
    rig_kick(rig);
}

/* Clears of both surfaces. */
static void work_clear(Rig *rig)
{
    rig_method(rig, 0x1d98, (WIDTH - 1) << 16);
    rig_method(rig, 0x1d9c, (HEIGHT - 1) << 16);
    for (unsigned i = 0; i < 100; i++) {
        rig_method(rig, 0x1d94, i % 2 ? 0xf3 : 0x52);
    }
    rig_kick(rig);
}

/* Registers that look at what is drawn, or say what is drawn to. */
static void work_registers(Rig *rig)
{
    static const uint32_t writes[][2] = {
        { 0x400750, 0x100000 }, { 0x400754, 0x3f800000 },
        { 0x400820, 0x200000 }, { 0x400850, PITCH }, { 0x40008c, 0 },
        { 0x400784, 1 },
    };
    const ChannelOps *ops = rig->channel.ops;

    rig_method(rig, BEGIN, TRIANGLES);
    for (unsigned i = 0; i < 4; i++) {
        vertex(rig, i % 3 == 1 ? 3 : -1, i % 3 == 2 ? 3 : -1);
    }
    ops->write(rig, 0x800040, rig->channel.put);
    for (unsigned i = 0; i < 100; i++) {
        const uint32_t *w = writes[i % G_N_ELEMENTS(writes)];

        hostile_begin();
        nv_card_run(rig->card, 64);
        hostile_end("run");
        ops->write(rig, w[0], w[1]);
        ops->read(rig, w[0]);
    }
    rig_method(rig, BEGIN, 0);
    rig_kick(rig);
}

/* --- vertices --- */

#define LOOP_LIT "MOV o[HPOS], v[0]; l: LIT R0, v[1]; LIT R1, R0; BRA l; " \
                 "MOV R0, R0 END"
#define LOOP_SIN "MOV o[HPOS], v[0]; l: SIN R0, v[1].x; COS R1, R0.x; " \
                 "LG2 R0, R1.x; EX2 R1, R0.x; BRA l; MOV R0, R0 END"

static void set_up_program(Rig *rig, const char *text)
{
    Rankine r = rankine(rig);

    set_up(rig);
    rankine_vertex_program(&r, text);
}

static void set_up_lit(Rig *rig)
{
    set_up_program(rig, LOOP_LIT);
}

static void set_up_sin(Rig *rig)
{
    set_up_program(rig, LOOP_SIN);
}

/* As many instructions as there are, straight on. */
static void set_up_long(Rig *rig)
{
    g_autoptr(GString) text = g_string_new("MOV o[HPOS], v[0]; ");

    for (unsigned i = 0; i < 240; i++) {
        g_string_append(text, i % 3 ? "SIN R1, R0.x; " : "LIT R0, R1; ");
    }
    g_string_append(text, "MOV o[COL0], R0 END");
    set_up_program(rig, text->str);
}

/* Levels of calls, each of which calls twice: as many steps as a list has. */
static void calls(Rig *rig, unsigned number)
{
    g_autoptr(GString) text = g_string_new("MOV o[HPOS], v[0]; ");
    Rankine r = rankine(rig);

    g_string_append_printf(text, "MOV R0, c[%u]; ", number);
    for (unsigned i = 0; i < 7; i++) {
        g_string_append(text, "CAL f0; ");
    }
    g_string_append(text, "BRA out; ");
    for (unsigned level = 0; level < 7; level++) {
        g_string_append_printf(text, "f%u: ", level);
        for (unsigned i = 0; i < (level < 6 ? 2 : 4); i++) {
            if (level < 6) {
                g_string_append_printf(text, "CAL f%u; ", level + 1);
            } else {
                g_string_append(text, "SIN R0, R0.x; ");
            }
        }
        g_string_append(text, "RET; ");
    }
    g_string_append(text, "out: MOV o[COL0], R0 END");
    rankine_vertex_program(&r, text->str);
}

static void set_up_calls(Rig *rig)
{
    set_up(rig);
    calls(rig, 0);
}

static void work_points(Rig *rig)
{
    rig_method(rig, BEGIN, POINTS);
    for (unsigned i = 0; i < 16; i++) {
        rig_method(rig, DRAW_ARRAYS, 0xff000000u | i * 256);
    }
    rig_method(rig, BEGIN, 0);
    rig_kick(rig);
}

/* Primitives that are all behind the eye, a vertex a word. */
static void work_nowhere(Rig *rig)
{
    rig_method(rig, BEGIN, TRIANGLES + 1);
    for (unsigned i = 0; i < 250; i++) {
        rig_method(rig, DRAW_ARRAYS, 0xff000000u);
    }
    rig_method(rig, BEGIN, 0);
    rig_kick(rig);
}

static void work_state_programs(Rig *rig)
{
    for (unsigned i = 0; i < 1000; i++) {
        rig_method(rig, 0x1e90, 1);
    }
    rig_kick(rig);
}

/* Another list of thousands of steps for each draw. */
static void work_compile_calls(Rig *rig)
{
    static unsigned turn;

    for (unsigned i = 0; i < 4; i++, turn++) {
        calls(rig, turn % 150);
        rig_method(rig, BEGIN, POINTS);
        vertex(rig, 0, 0);
        rig_method(rig, BEGIN, 0);
    }
    rig_kick(rig);
}

/* A program of 250 slots is another one for each draw. */
static void work_compile(Rig *rig)
{
    static unsigned turn;

    for (unsigned i = 0; i < 40; i++, turn++) {
        const uint32_t mov[4] = {       /* MOV R0, c[turn] */
            0x401f9c6c, 0x0040000d | (turn & 0xff) << 12, 0x8106c083,
            0x60401f80,
        };

        rig_method(rig, 0x1e9c, 100);
        rig_methods(rig, 0xb80, mov, 4);
        rig_method(rig, BEGIN, POINTS);
        vertex(rig, 0, 0);
        rig_method(rig, BEGIN, 0);
    }
    rig_kick(rig);
}

const Hostile hostile_3d[] = {
    { "3d/cover-64-sines", .set_up = set_up_64, .work = work_cover },
    { "3d/cover-1000-sines", .set_up = set_up_1000, .work = work_cover },
    { "3d/registers", .set_up = set_up_64, .work = work_registers,
      .refused = true, .library = true },
    { "3d/wide-lines-points", .set_up = set_up_wide, .work = work_wide },
    { "3d/clear", .set_up = set_up, .work = work_clear },
    { "3d/vertex-loop-lit", .set_up = set_up_lit, .work = work_points },
    { "3d/vertex-loop-sin", .set_up = set_up_sin, .work = work_points },
    { "3d/vertex-long", .set_up = set_up_long, .work = work_points },
    { "3d/vertex-calls", .set_up = set_up_calls, .work = work_points },
    { "3d/nowhere", .set_up = set_up, .work = work_nowhere },
    { "3d/state-programs", .set_up = set_up_sin,
      .work = work_state_programs },
    { "3d/compile-calls", .set_up = set_up_calls,
      .work = work_compile_calls },
    { "3d/compile", .set_up = set_up_long, .work = work_compile },
    { NULL }
};
