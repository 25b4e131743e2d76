/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every kind of error of the units behind FE is made once, and its line is
 * read; drawing that does nothing wrong has none.
 */
#include "unit/card/error-lines.h"

#include "common/rankine.h"
#include "isa/isa.h"

static const float triangle[][2] = { { 2, 2 }, { 60, 2 }, { 2, 60 } };

static void send(Rig *rig, uint32_t mthd, uint32_t data)
{
    rig_method(rig, mthd, data);
}

/* A surface and a program: what is drawn now is drawn well. */
static void set_up(Rig *rig)
{
    rig_surface(rig, 64, 64);
    rig_passthrough_program(rig);
}

static void draw(Rig *rig)
{
    channel_draw(&rig->channel, 5, triangle, 3, 0xff00ff00);
    rig_kick(rig);
}

static void no_surface(Rig *rig)
{
    NvTwodState s = { 0 };

    nv_twod_fill(&rig->card->pgraph.twod, &s, (NvTwodRect) { 0, 0, 8, 8 }, 0);
}

static void vertex_data(Rig *rig)
{
    nv_idx_begin_end(&rig->card->idx, NV_PRIM_COUNT);
}

static void vertex_fetch(Rig *rig)
{
    set_up(rig);
    send(rig, 0x1720, 0x0ffffff0);
    send(rig, 0x1760, 0x00000c32);      /* three floats, 12 bytes */
    send(rig, 0x17fc, 5);
    send(rig, 0x1810, 0x02000000);
    send(rig, 0x17fc, 0);
    rig_kick(rig);
}

static void index_fetch(Rig *rig)
{
    nv_idx_dma_vtx(&rig->card->idx, 0);
    nv_idx_draw_index(&rig->card->idx, 0);
}

static void xf_command(Rig *rig)
{
    nv_xf_command(&rig->card->xf, 31, 0, 0);
}

static void xf_program(Rig *rig)
{
    rig_surface(rig, 64, 64);
    send(rig, 0x1e9c, 0);
    for (unsigned i = 0; i < 136; i++) {
        static const uint32_t move[4] = { 0, 0x0020001b, 0x08000000, 0xf800 };

        rig_methods(rig, 0xb00, move, 4);
    }
    send(rig, 0x1ea0, 0);
    send(rig, 0x1e94, 6);
    draw(rig);
}

/* Light behind a program. */
static void lighting(Rig *rig)
{
    set_up(rig);
    send(rig, 0x314, 1);
    draw(rig);
}

static void target(Rig *rig)
{
    NvRasterVertex v[3] = { 0 };

    nv_raster_triangles(&rig->card->raster, v, 3);
}

/* Unit 0: 2D, 4 x 4, A8R8G8B8, one level, of object A. */
static void texture_at(Rig *rig, uint32_t format, uint32_t offset)
{
    set_up(rig);
    send(rig, 0x1b00, offset);
    send(rig, 0x1b04, format);
    send(rig, 0x1b08, 0x00030303);
    send(rig, 0x1b0c, 0x4003ffc0);
    send(rig, 0x1b14, 0x01012000);
    send(rig, 0x1e70, 1);
    draw(rig);
}

static void texture(Rig *rig)
{
    texture_at(rig, 0x02210629, 0x7fffff80);
}

/* A4V6YB6A4U6YA6, of which nothing is known but the name. */
static void texture_unimp(Rig *rig)
{
    texture_at(rig, 0x02213429, 0);
}

/* An operation that no method takes, through the PIPE window. */
static void shader(Rig *rig)
{
    set_up(rig);
    rig_write(rig, 0x400f50, 0x15000);
    rig_write(rig, 0x400f54, 0x067 << 2);
    rig_write(rig, 0x400f54, 0x1f << 5);
    draw(rig);
}

#define UNIT_CASE(kind, make, ...) \
    { NV_ERROR_##kind, "nv25", 0x97, make, { __VA_ARGS__ } }

static const ErrorCase cases[] = {
    UNIT_CASE(NO_SURFACE, no_surface, "the surface lies outside VRAM"),
    UNIT_CASE(VERTEX_DATA, vertex_data, "no primitive has number 11"),
    UNIT_CASE(VERTEX_FETCH, vertex_fetch, "attribute 0 of index 0",
              "0x0ffffff0", "beyond the limit"),
    UNIT_CASE(INDEX_FETCH, index_fetch, "is no DMA object"),
    UNIT_CASE(XF_COMMAND, xf_command, "type 0x1f"),
    UNIT_CASE(XF_PROGRAM, xf_program, "at 0x00", "no END"),
    UNIT_CASE(LIGHTING, lighting, "lighting behind a program"),
    UNIT_CASE(TARGET, target, "neither colour nor depth"),
    UNIT_CASE(TEXTURE, texture, "unit 0 is white", "0x7fffff80"),
    UNIT_CASE(TEXTURE_UNIMP, texture_unimp, "unit 0 is white",
              "format 0x34"),
    UNIT_CASE(SHADER, shader, "0x1f", "of stage 1"),
};

/* --- with a rig of their own --- */

static void expect(Rig *rig, NvErrorKind kind, const char *part)
{
    g_autofree char *line = error_line(rig, kind);

    g_test_message("%s", line ? line : rig->heard->str);
    g_assert_nonnull(line);
    g_assert_nonnull(strstr(line, part));
}

static void test_record(void)
{
    Rig *rig = rig_new("nv25", 4 << 20, "record", "/dev/full");

    rig_channel(rig, 0x97);
    set_up(rig);
    for (unsigned i = 0; i < 200; i++) {
        draw(rig);
    }
    expect(rig, NV_ERROR_RECORDING, "/dev/full");
    rig_free(rig);
}

static void draw_late(Rankine *r)
{
    rig_method(r->rig, 0x1808, 5);
    for (unsigned i = 0; i < 3; i++) {
        rig_methods(r->rig, 0x1c00, (uint32_t[]) {
                    i == 1 ? 0x3f800000 : 0, i == 2 ? 0x3f800000 : 0, 0,
                    0x3f800000 }, 4);
    }
    rig_method(r->rig, 0x1808, 0);
    rankine_kick(r);
}

static void test_fragment(void)
{
    static const uint32_t endless[4] = { 0x01003e00, 0x1c9dc801, 0x1c9dc801,
                                         0x3fe1c800 };
    Rankine r;

    rankine_open(&r, "nv34", 0x697);
    rankine_init(&r);
    rankine_surface(&r);
    rankine_viewport(&r);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0] END");
    rankine_fragment_program(&r, endless, 4);
    /* A clear looks at no program, whatever lies there. */
    rig_method(r.rig, 0x1d94, 0xf0);
    g_assert_true(rankine_kick(&r));
    g_assert_cmpstr(r.rig->heard->str, ==, "");
    draw_late(&r);
    expect(r.rig, NV_ERROR_FRAGMENT_PROGRAM, "slot");
    rankine_close(&r);
}

/* The second target has no memory: zeta is left if it is alone. */
static void test_targets(void)
{
    for (unsigned enable = 1; enable <= 3; enable++) {
        Rankine r;

        rankine_open(&r, "nv34", 0x697);
        rankine_vertex_program(&r, "MOV o[HPOS], v[0] END");
        rig_method(r.rig, 0x220, enable);
        draw_late(&r);
        g_assert_cmpstr(r.rig->heard->str, ==, "");
        rankine_close(&r);
    }
}

/* A vertex program that reads a texture, which Curie could. */
static void test_operation(void)
{
    const NvXfIsa *isa = &nv_xf_isa_curie;
    uint32_t w[NV_XF_WORDS] = { 0 };
    Rankine r;

    rankine_open(&r, "nv40", 0x4097);
    rankine_init(&r);
    rankine_surface(&r);
    rankine_viewport(&r);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0] END");
    nv_xf_set_field(isa, w, NV_XF_F_OP_VEC, 0x19);
    nv_xf_set_field(isa, w, NV_XF_F_END, 1);
    rig_method(r.rig, 0x1e9c, 0);
    rig_methods(r.rig, 0xb80, (uint32_t[]) { w[3], w[2], w[1], w[0] }, 4);
    draw_late(&r);
    expect(r.rig, NV_ERROR_XF_OPERATION, "TXL");
    rankine_close(&r);
}

/* Texture, program, surface: a good scene is a quiet one. */
static void test_quiet(void)
{
    Rig *rig = rig_new("nv25", 4 << 20, "soft", NULL);

    rig_channel(rig, 0x97);
    texture_at(rig, 0x02210629, 0x100000);
    g_assert_cmphex(rig_pixel(rig, 8, 8), ==, 0xff00ff00);
    g_assert_cmpstr(rig->heard->str, ==, "");
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    error_add(cases, G_N_ELEMENTS(cases), true);
    g_test_add_func("/errors/lines/recording", test_record);
    g_test_add_func("/errors/lines/fragment-program", test_fragment);
    g_test_add_func("/errors/lines/operation", test_operation);
    g_test_add_func("/errors/lines/targets", test_targets);
    g_test_add_func("/errors/lines/quiet", test_quiet);
    return g_test_run();
}
