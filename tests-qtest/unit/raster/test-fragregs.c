/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers of fragment programs: names that share bits, and conditions.
 */
#include "unit/raster/fragprog-model.h"
#include "unit/raster/fragprog-words.h"

/* The last one's are NaN, and infinite. */
static float overlay_input(unsigned i, unsigned c)
{
    static const uint32_t last[4] = {
        0xff812345, 0x7fc00001, 0x7f800000, 0x7e017c01,
    };

    return i == 3 ? nv_u2f(last[c]) : i + c / 4.0f + 0.125f;
}

/* What is rounded to a half has one NaN. */
static unsigned overlay_half(float v, bool was_half)
{
    return isnan(v) && !was_half ? 0x7fff : half_bits(v);
}

/* Random moves between R and H registers against one array of bytes. */
static void test_overlay(void)
{
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    g_autoptr(GRand) r = g_rand_new_with_seed(17);
    unsigned wrong = 0;
    NvFragProgram p;

    nv_frag_init(&p);
    for (unsigned round = 0; round < 400; round++) {
        uint32_t bits[4][4] = { { 0 } };
        Words words = { .combiners = round & 1 };

        for (unsigned i = 0; i < 4; i++) {
            for (unsigned c = 0; c < 4; c++) {
                for (unsigned k = 0; k < NV_FRAG_LANES; k++) {
                    run->in[4 + i][c][k] = overlay_input(i, c);
                }
            }
        }
        for (unsigned step = 0; step < 14; step++) {
            bool half = g_rand_boolean(r), from_half = g_rand_boolean(r);
            unsigned d = g_rand_int_range(r, 0, half ? 4 : 2), mask, from;
            float v[4];

            mask = g_rand_int_range(r, 1, 16);
            from = g_rand_int_range(r, 0, 8);
            for (unsigned c = 0; c < 4; c++) {
                v[c] = from >= 4 ? overlay_input(from - 4, c) :
                       from_half ? half_value(bits[from / 2][(from & 1) * 2 +
                                              c / 2] >> 16 * (c & 1) & 0xffff)
                                 : nv_u2f(bits[from / 2][c]);
            }
            emit(&words, NV_FRAG_MOV, (half ? DST_H(d) : DST_R(d)) |
                 mask << 9 | MAX(from, 4) << 13 | (step == 13 ? END : 0),
                 from >= 4 ? src(IN, 0, false, IDENTITY) :
                 from_half ? temp_h(from) : temp(from / 2), 0, 0);
            for (unsigned c = 0; c < 4; c++) {
                uint32_t *w = half ? &bits[d / 2][(d & 1) * 2 + c / 2]
                                   : &bits[d][c];

                if (mask >> c & 1) {
                    *w = half ? nv_deposit(*w, 16 * (c & 1), 16,
                                           overlay_half(v[c], from < 4 &&
                                                        from_half))
                              : nv_f2u(v[c]);
                }
            }
        }
        g_assert_null(load(&p, &words));
        run_all(&p, run);
        for (unsigned c = 0; c < 4; c++) {
            for (unsigned i = 0; i < 4; i++) {
                float want = half_value(bits[i / 2][(i & 1) * 2 + c / 2] >>
                                        16 * (c & 1) & 0xffff);

                wrong += (words.combiners || (i == 0 && p.result_half)) &&
                         !close_to(run->h[i][c][5], want, true);
            }
            wrong += !words.combiners && !p.result_half &&
                     !close_to(run->r[0][c][5], nv_u2f(bits[0][c]), true);
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    nv_frag_free(&p);
}

/* ---- conditions ---- */

static bool model_condition(unsigned cond, float v)
{
    switch (cond) {
    case 0:
        return false;
    case 1:
        return v < 0;
    case 2:
        return v == 0;
    case 3:
        return v <= 0;
    case 4:
        return v > 0;
    case 5:
        return v != 0;
    case 6:
        return v >= 0;
    default:
        return true;
    }
}

static void test_conditions(void)
{
    static const float values[4] = { -1, 0, 2, NAN };
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    unsigned wrong = 0;
    NvFragProgram p;

    nv_frag_init(&p);
    for (unsigned cond = 0; cond < 8; cond++) {
        for (unsigned swz = 0; swz < 256; swz += 5) {
            Words words = { .slots = 0 };
            uint64_t live = 0;
            uint32_t *w;

            for (unsigned i = 0; i < 4 * NV_FRAG_LANES; i++) {
                run->in[4][i / 64][i % 64] = values[(i / 64 + i) % 4];
                run->in[5][i / 64][i % 64] = 7;
            }
            /* Only CC, no register. */
            emit(&words, NV_FRAG_MOV, ALL_MASK | 0x100 | 4 << 13 | 1u << 30,
                 src(IN, 0, false, IDENTITY), 0, 0);
            w = emit(&words, NV_FRAG_MOV, DST_R(2) | ALL_MASK | 5 << 13,
                     src(IN, 0, false, IDENTITY), 0, 0);
            w[1] = (w[1] & ~ALWAYS) | cond << 18 | swz << 21;
            w = emit(&words, NV_FRAG_KIL, END, 0, 0, 0);
            w[1] = (w[1] & ~ALWAYS) | cond << 18 | swz << 21;
            g_assert_null(load(&p, &words));
            g_assert_true(p.kills);
            run_all(&p, run);
            for (unsigned i = 0; i < NV_FRAG_LANES; i++) {
                bool any = false;

                for (unsigned c = 0; c < 4; c++) {
                    bool pass = model_condition(
                        cond, run->in[4][swz >> 2 * c & 3][i]);

                    any |= pass;
                    wrong += run->r[2][c][i] != (pass ? 7 : 0);
                }
                live |= (uint64_t)!any << i;
            }
            wrong += run->live != live;
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    nv_frag_free(&p);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fragprog/overlay", test_overlay);
    g_test_add_func("/fragprog/conditions", test_conditions);
    return g_test_run();
}
