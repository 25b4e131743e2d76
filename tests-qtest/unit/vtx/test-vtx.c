/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VTX: conversions, assembly and saved state against hand-written index lists
 * and independent double arithmetic.
 */
#include "unit/vtx/test-vtx.h"

/* --- Conversions --- */

static void test_color(void)
{
    unsigned cases = 0, wrong = 0;

    for (uint32_t top = 0; top < 1u << 22; top++) {
        for (uint32_t low = 0; low < 2; low++) {
            uint32_t bits = top << 10 | (low ? 0x3ff : 0);
            float kept = nv_u2f(bits & ~0x3ffu);
            double c = isnan(kept) || kept > 1 ? 1 : kept;
            double want = floor(255 * c + 0.5);

            if (signbit(kept)) {
                want = 0;
            }
            wrong += nv_vtx_color8(bits) != (want > 255 ? 255 : want);
            cases++;
        }
    }
    g_test_message("%u wrong of %u", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
}

static void test_position(void)
{
    GRand *rand = g_rand_new_with_seed(1);
    unsigned wrong = 0;

    for (unsigned i = 0; i < 2000000; i++) {
        float v = nv_u2f(nv_deposit(g_rand_int(rand), 23, 8,
                                    0x60 + g_rand_int(rand) % 0x50));

        wrong += nv_vtx_snap(v) != (float)(trunc(16.0 * v) / 16.0);
    }
    g_test_message("%u wrong of 2000000", wrong);
    g_assert_cmpuint(wrong, ==, 0);
    g_rand_free(rand);
}

/* The first @bits of a mantissa, towards zero. */
static double cut(double v, int bits)
{
    int e;
    double m = frexp(v, &e);

    return ldexp(trunc(ldexp(m, bits)), e - bits);
}

/* As LT keeps a number: 14 bits, to the nearest. */
static double lt_kept(float v)
{
    int e;
    double m = frexp(v, &e);

    return ldexp(floor(ldexp(fabs(m), 14) + 0.5), e - 14) * (v < 0 ? -1 : 1);
}

/* k0 + k1 d of LT: 18 bits behind the leading one of addends, 14 of the sum. */
static double model_line(float k0, float k1, float d)
{
    double a = lt_kept(k0), b = cut(lt_kept(k1) * lt_kept(d), 14), unit;
    int e;

    frexp(MAX(fabs(a), fabs(b)), &e);
    unit = ldexp(1, e - 19);
    return cut((trunc(a / unit) + trunc(b / unit)) * unit, 14);
}

static float fog_of(Rig *rig, unsigned mode, float k0, float k1, float d)
{
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_CONFIG_B, SMOOTH | mode << 16);
    bundle_float(rig, NV_BUNDLE_FOG_COEFF, k0);
    bundle_float(rig, NV_BUNDLE_FOG_COEFF + 1, k1);
    put_vertex(rig, 0, 1, 1, 0, 1);
    put(rig, 0, rig->env.chip->out.fogc, 0, d);
    draw(rig, NV_PRIM_POINTS, 1, NULL);
    return g_array_index(rig->out, NvRasterVertex, 0).fog;
}

/* hw: where fog is exponential LT makes its line, of programs, too. */
static void test_fog(void)
{
    Rig *rig = rig_new("nv2a");
    GRand *r = g_rand_new_with_seed(3);

    for (unsigned i = 0; i < 20000; i++) {
        float k0 = g_rand_double_range(r, -2, 2);
        float k1 = g_rand_double_range(r, -0.1, 0.1);
        float d = g_rand_double_range(r, -40, 40);

        /* Carries through eight bits stop, see nv_xf_to_lt(). */
        if ((nv_f2u(k0) & 0x3fc00) == 0x3fc00 ||
            (nv_f2u(k1) & 0x3fc00) == 0x3fc00 ||
            (nv_f2u(d) & 0x3fc00) == 0x3fc00) {
            continue;
        }
        g_assert_cmpfloat(fog_of(rig, 1, k0, k1, d), ==,
                          model_line(k0, k1, d));
    }
    /* A console's, which a longer product has beside. */
    g_assert_cmpfloat(fog_of(rig, 3, 1.5f, -0.0053083068f, 37.3f), ==,
                      1.302001953125f);
    g_assert_cmpfloat(fog_of(rig, 1, 1.4999995f, 0, 0), ==, 1.4998779296875f);
    g_assert_cmpfloat(fog_of(rig, 1, 1.5f, 0, INFINITY), ==, 1.5f);
    g_assert_true(isinf(fog_of(rig, 1, 1.5f, -0.1f, INFINITY)));
    g_assert_true(isnan(fog_of(rig, 1, 1.5f, 0, NAN)));
    /* Linear ones keep the coordinate. */
    g_assert_cmpfloat(fog_of(rig, 0, 1.5f, -0.1f, 12.5f), ==, 12.5f);
    g_rand_free(r);
    rig_free(rig);
}

static void test_outputs(void)
{
    Rig *rig = rig_new("nv20");
    const NvXfOutputs *o = &rig->env.chip->out;
    const NvRasterVertex *v;

    put_vertex(rig, 7, 10.99f, 20.03f, 1000, 4);
    put(rig, 7, o->fogc, 0, 3.5f);
    put(rig, 7, o->psz, 0, 9.25f);
    put(rig, 7, o->tex0 + 3, 2, INFINITY);
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_POINT_SIZE, 20);
    nv_vtx_begin(&rig->vtx, NV_PRIM_POINTS);
    send(rig, 7, 1, NULL);
    v = &g_array_index(rig->out, NvRasterVertex, 0);
    g_assert_cmpuint(rig->out->len, ==, 1);
    g_assert_cmpfloat(v->x, ==, 10.9375f);
    g_assert_cmpfloat(v->y, ==, 20.0f);
    g_assert_cmpfloat(v->z, ==, 1000);
    g_assert_cmpfloat(v->rhw, ==, 0.25f);
    g_assert_cmpfloat(v->fog, ==, 3.5f);
    g_assert_cmpfloat(v->size, ==, 2.5f);
    g_assert_cmpfloat(v->color[0][1], ==, 7 / 255.0f);
    g_assert_cmpfloat(v->color[1][1], ==, 0);
    g_assert_cmpfloat(v->color[1][3], ==, 1);
    g_assert_cmpfloat(v->tex[3][2], ==, 0x1p127f);
    /* Size by vertex, specular on. */
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_CONFIG_B, SMOOTH | SPECULAR | 1 << 9);
    clear(rig);
    send(rig, 7, 1, NULL);
    put(rig, 7, o->psz, 0, 1e9f);
    send(rig, 7, 1, NULL);
    put(rig, 7, o->psz, 0, 0.001f);
    send(rig, 7, 1, NULL);
    put(rig, 7, o->psz, 0, NAN);
    put(rig, 7, o->fogc, 0, -INFINITY);
    put(rig, 7, o->hpos, 3, INFINITY);
    send(rig, 7, 1, NULL);
    nv_vtx_end(&rig->vtx);
    v = &g_array_index(rig->out, NvRasterVertex, 0);
    g_assert_cmpuint(rig->out->len, ==, 4);
    g_assert_cmpfloat(v[0].size, ==, 9.25f);
    g_assert_cmpfloat(v[0].color[1][1], ==, 57 / 255.0f);
    g_assert_cmpfloat(v[1].size, ==, 63.875f);
    g_assert_cmpfloat(v[2].size, ==, 0.125f);
    g_assert_cmpfloat(v[3].size, ==, 0);
    g_assert_true(isinf(v[3].fog));
    g_assert_cmpfloat(v[3].rhw, ==, 0x1p-64f);
    rig_free(rig);
    /* NV25's register is a float. */
    rig = rig_new("nv25");
    bundle_float(rig, NV_BUNDLE_POINT_SIZE, 100.5f);
    put_vertex(rig, 0, 1, 1, 1, 1);
    draw(rig, NV_PRIM_POINTS, 1, NULL);
    g_assert_cmpfloat(g_array_index(rig->out, NvRasterVertex, 0).size, ==,
                      100.5f);
    rig_free(rig);
}

/* --- Assembly --- */

typedef struct Case {
    NvPrimitive prim;
    unsigned count;
    const char *want;
    const char *flat_last, *flat_first;     /* provoking, a digit each */
} Case;

static const Case cases[] = {
    { NV_PRIM_POINTS, 4, "0;1;2;3;", "0123", "0123" },
    { NV_PRIM_LINES, 5, "0 1;2 3;", "13", "02" },
    { NV_PRIM_LINE_LOOP, 4, "0 1;1 2;2 3;3 0;", "1230", "0123" },
    { NV_PRIM_LINE_LOOP, 2, "0 1;1 0;", "10", "01" },
    { NV_PRIM_LINE_LOOP, 1, "", "", "" },
    { NV_PRIM_LINE_STRIP, 4, "0 1;1 2;2 3;", "123", "012" },
    { NV_PRIM_TRIANGLES, 8, "0 1 2;3 4 5;", "25", "03" },
    { NV_PRIM_TRIANGLE_STRIP, 6, "0 1 2;2 1 3;2 3 4;4 3 5;", "2345",
      "0123" },
    { NV_PRIM_TRIANGLE_STRIP, 2, "", "", "" },
    { NV_PRIM_TRIANGLE_FAN, 5, "0 1 2;0 2 3;0 3 4;", "234", "123" },
    { NV_PRIM_QUADS, 9, "0 1 2;0 2 3;4 5 6;4 6 7;", "3377", "3377" },
    { NV_PRIM_QUAD_STRIP, 6, "0 1 2;2 1 3;2 3 4;4 3 5;", "3355", "3355" },
    { NV_PRIM_QUAD_STRIP, 3, "", "", "" },
    { NV_PRIM_POLYGON, 5, "0 1 2;0 2 3;0 3 4;", "000", "000" },
    { NV_PRIM_POLYGON, 3, "0 1 2;", "0", "0" },
    { NV_PRIM_POLYGON, 2, "", "", "" },
};

static void test_assembly(void)
{
    Rig *rig = rig_new("nv20");

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        put_circle(rig, cases[i].count);
        draw(rig, cases[i].prim, cases[i].count, NULL);
        g_test_message("%s of %u", nv_primitive_name(cases[i].prim),
                       cases[i].count);
        g_assert_cmpstr(rig->text->str, ==, cases[i].want);
    }
    rig_free(rig);
}

static unsigned corners(NvPrimitive prim)
{
    return prim == NV_PRIM_POINTS ? 1 : prim <= NV_PRIM_LINE_STRIP ? 2 : 3;
}

/* Every corner of a primitive has the provoking vertex's colours. */
static void check_flat(Rig *rig, const Case *c, const char *want)
{
    unsigned n = corners(c->prim);

    g_assert_cmpuint(rig->out->len, ==, strlen(want) * n);
    for (unsigned i = 0; i < rig->out->len; i++) {
        const NvRasterVertex *v = &g_array_index(rig->out, NvRasterVertex, i);
        unsigned id = want[i / n] - '0';

        g_assert_cmpfloat(v->color[0][0], ==, id / 255.0f);
        g_assert_cmpfloat(v->color[1][2], ==, (id + 50) / 255.0f);
    }
}

static void test_flat(void)
{
    Rig *rig = rig_new("nv20");

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        put_circle(rig, cases[i].count);
        g_test_message("%s of %u", nv_primitive_name(cases[i].prim),
                       cases[i].count);
        nv_vtx_bundle(&rig->vtx, NV_BUNDLE_CONFIG_B, SPECULAR);
        draw(rig, cases[i].prim, cases[i].count, NULL);
        g_assert_cmpstr(rig->text->str, ==, cases[i].want);
        check_flat(rig, &cases[i], cases[i].flat_last);
        nv_vtx_bundle(&rig->vtx, NV_BUNDLE_CONFIG_B, SPECULAR | 1);
        draw(rig, cases[i].prim, cases[i].count, NULL);
        check_flat(rig, &cases[i], cases[i].flat_first);
    }
    rig_free(rig);
}

/* Save @from and load it into a new rig. */
static Rig *reborn(Rig *from)
{
    Rig *rig = rig_new(from->env.chip->name);
    NvStateItem old = { &nv_vtx_section, &from->vtx };
    NvStateItem item = { &nv_vtx_section, &rig->vtx };
    GByteArray *bytes = g_byte_array_new();
    GError *error = NULL;

    nv_state_save(&old, 1, bytes);
    g_assert_true(nv_state_load(&item, 1, bytes->data, bytes->len, &error));
    g_assert_no_error(error);
    g_byte_array_unref(bytes);
    rig->block = from->block;
    g_string_append(rig->text, from->text->str);
    rig_free(from);
    return rig;
}

/* Any two cuts of the stream, with or without a save there: no change. */
static void test_cut(gconstpointer save)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        unsigned n = cases[i].count;

        for (unsigned a = 0; a <= n; a++) {
            for (unsigned b = a; b <= n; b++) {
                Rig *rig = rig_new("nv20");

                put_circle(rig, n);
                nv_vtx_begin(&rig->vtx, cases[i].prim);
                send(rig, 0, a, NULL);
                rig = save ? reborn(rig) : rig;
                put_circle(rig, n);
                send(rig, a, b - a, NULL);
                rig = save ? reborn(rig) : rig;
                send(rig, b, n - b, NULL);
                rig = save ? reborn(rig) : rig;
                memset(&rig->block, 0xff, sizeof(rig->block));
                nv_vtx_end(&rig->vtx);
                g_assert_cmpstr(rig->text->str, ==, cases[i].want);
                rig_free(rig);
            }
        }
    }
}

static void check_along(const Rig *rig, const unsigned *along, unsigned *seen)
{
    for (unsigned i = 0; i < rig->out->len; i += 2) {
        g_assert_cmpfloat(g_array_index(rig->out, NvRasterVertex, i).size, ==,
                          along[(*seen)++]);
    }
}

/*
 * Pixels of the pattern before each line's first end; wherever the stream is
 * cut and saved.  The pattern repeats after 32.
 */
static void test_stipple(void)
{
    static const float at[4][2] = {
        { 10.5f, 10.5f }, { 30.5f, 14.5f }, { 30.5f, 44.5f }, { 5.5f, 40.5f },
    };
    static const struct {
        NvPrimitive prim;
        unsigned lines, along[4];
    } t[] = {
        { NV_PRIM_LINE_STRIP, 3, { 0, 20, 18 } },
        { NV_PRIM_LINE_LOOP, 4, { 0, 20, 18, 11 } },
        { NV_PRIM_LINES, 2, { 0, 0 } },
        /* Edges of a triangle as lines: 1-2, 2-0, 0-1. */
        { NV_PRIM_TRIANGLES, 3, { 0, 30, 0 } },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(t) * 5; n++) {
        unsigned row = n / 5, cut = n % 5, seen = 0;
        Rig *rig = rig_new("nv30");

        for (unsigned i = 0; i < 4; i++) {
            put_vertex(rig, i, at[i][0], at[i][1], 5, 1);
        }
        nv_vtx_bundle(&rig->vtx, NV_BUNDLE_LINE_STIPPLE, 1 << 8 | 2);
        nv_vtx_bundle(&rig->vtx, NV_BUNDLE_RASTER, 2 << 2 | 2);
        nv_vtx_begin(&rig->vtx, t[row].prim);
        send(rig, 0, cut, NULL);
        check_along(rig, t[row].along, &seen);
        rig = reborn(rig);
        send(rig, cut, 4 - cut, NULL);
        nv_vtx_end(&rig->vtx);
        check_along(rig, t[row].along, &seen);
        g_assert_cmpuint(seen, ==, t[row].lines);
        rig_free(rig);
    }
}

static void test_bad_state(void)
{
    Rig *rig = rig_new("nv20"), *other = rig_new("nv20");
    NvStateItem item = { &nv_vtx_section, &rig->vtx };
    NvStateItem target = { &nv_vtx_section, &other->vtx };
    static const uint32_t bad[][4] = {  /* prim, held, parity, edge */
        { 11, 0, 0, 0 }, { 1, 1, 0, 0 }, { 5, 3, 0, 0 }, { 8, 4, 0, 0 },
        { 10, 4, 0, 0 }, { 6, 1, 2, 0 }, { 6, 0, 0, 7 }, { 3, 0, 1, 0 },
        { 0, 1, 0, 0 }, { UINT32_MAX, 0, 0, 0 }, { 5, UINT32_MAX, 0, 0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        GByteArray *bytes = g_byte_array_new();
        GError *error = NULL;

        rig->vtx.prim = bad[i][0];
        rig->vtx.held = bad[i][1];
        rig->vtx.parity = bad[i][2];
        rig->vtx.hold[2].edge = bad[i][3];
        nv_state_save(&item, 1, bytes);
        g_assert_false(nv_state_load(&target, 1, bytes->data, bytes->len,
                                     &error));
        g_assert_nonnull(error);
        g_clear_error(&error);
        g_byte_array_unref(bytes);
    }
    rig_free(rig);
    rig_free(other);
}

/* Far more corners than a batch or a block holds, in order. */
static void test_long_strip(void)
{
    Rig *rig = rig_new("nv20");
    GString *want = g_string_new("");
    unsigned n = 1000;

    put_circle(rig, NV_XF_BLOCK);
    nv_vtx_begin(&rig->vtx, NV_PRIM_TRIANGLE_STRIP);
    for (unsigned at = 0; at < n; at += 100) {
        uint16_t lanes[100];

        for (unsigned i = 0; i < 100; i++) {
            lanes[i] = (at + i) % NV_XF_BLOCK;
        }
        nv_vtx_vertices(&rig->vtx, &rig->block, NULL, lanes, NULL, 100);
    }
    nv_vtx_end(&rig->vtx);
    for (unsigned i = 0; i + 2 < n; i++) {
        unsigned a = i % 128, b = (i + 1) % 128, c = (i + 2) % 128;

        g_string_append_printf(want, "%u %u %u;", i % 2 ? b : a,
                               i % 2 ? a : b, c);
    }
    g_assert_cmpstr(rig->text->str, ==, want->str);
    g_string_free(want, TRUE);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/vtx/convert/color", test_color);
    g_test_add_func("/vtx/convert/position", test_position);
    g_test_add_func("/vtx/convert/outputs", test_outputs);
    g_test_add_func("/vtx/convert/fog", test_fog);
    g_test_add_func("/vtx/assembly/index-lists", test_assembly);
    g_test_add_func("/vtx/assembly/flat", test_flat);
    g_test_add_data_func("/vtx/assembly/cut", NULL, test_cut);
    g_test_add_data_func("/vtx/assembly/saved", "save", test_cut);
    g_test_add_func("/vtx/assembly/long-strip", test_long_strip);
    g_test_add_func("/vtx/stipple", test_stipple);
    g_test_add_func("/vtx/state/bad", test_bad_state);
    return g_test_run();
}
