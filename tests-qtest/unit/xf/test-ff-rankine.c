/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Rankine: the same state as Kelvin's in its slots gives the
 * same vertices.
 */
#include "unit/xf/test-ff-model.h"
#include "unit/xf/test-ff-state.h"

typedef struct Move {
    uint8_t from_bank, from, to_bank, to, n;
} Move;

static void move_ltc(const NvXf *from, NvXf *to)
{
    static const Move moves[] = {
        { 1, 1, 1, 1, 2 }, { 2, 1, 2, 1, 2 }, { 3, 2, 3, 1, 2 },
        { 0, 2, 1, 3, 2 }, { 2, 3, 2, 3, 2 }, { 2, 5, 3, 3, 2 },
        { 1, 4, 1, 5, 8 }, { 1, 0xc, 1, 0xd, 8 }, { 2, 7, 2, 5, 8 },
        { 3, 4, 3, 5, 8 }, { 3, 0xc, 3, 0xd, 2 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(moves); i++) {
        memcpy(&to->ltc[moves[i].to_bank][moves[i].to],
               &from->ltc[moves[i].from_bank][moves[i].from],
               moves[i].n * sizeof(uint32_t));
    }
}

static void lt_to_xfctx(const NvXf *from, unsigned slot, NvXf *to,
                        unsigned ctx_slot)
{
    for (unsigned c = 0; c < 3; c++) {
        to->xfctx[ctx_slot][c] = from->ltctx[slot][c] << 10;
    }
}

static void move_state(const NvXf *from, NvXf *to)
{
    static const uint8_t colors[6] = { 0, 1, 2, 5, 6, 7 };

    memcpy(to->xfctx[0x3c], from->xfctx[0], 0x40 * 16);
    memcpy(to->xfctx[0x7c], from->xfctx[0x40], 0x20 * 16);
    move_ltc(from, to);
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned k = 0; k < 6; k++) {
            memcpy(to->ltctx[6 * i + k], from->ltctx[8 * i + colors[k]], 12);
        }
        lt_to_xfctx(from, 8 * i + 3, to, 0x30 + i);
        lt_to_xfctx(from, 8 * i + 4, to, 0x28 + i);
    }
    memcpy(to->ltctx[0x30], from->ltctx[0x41], 4 * 12);
    lt_to_xfctx(from, 0x40, to, 0x38);
    lt_to_xfctx(from, 0x47, to, 0x26);
    to->xfctx[0x27][0] = from->ltctx[0x48][0] << 10;
    to->xfctx[0x27][1] = from->ltc[1][3] << 10;
    to->xfctx[0x27][2] = from->ltc[3][1] << 10;
    to->mode_a = from->mode_a;
    to->mode_b = from->mode_b;
    memcpy(to->mode_t, from->mode_t, sizeof(to->mode_t));
}

static unsigned rankine_differences(const TestXf *k, const TestXf *t)
{
    unsigned bad = 0;

    for (unsigned o = 0; o < 13; o++) {
        for (unsigned c = 0; c < 4; c++) {
            double want = out_of(k, o, c, 0);
            unsigned at = o >= 9 ? o - 1 : o == 7 ? 1 : o == 8 ? 2 : o;

            /* In the y of fog only Kelvin's keeps something. */
            if (o == 1 || o == 2 || (o == 5 && c == 1)) {
                continue;
            }
            bad += fabs(out_of(t, at, c, 0) - want) > 1e-5 * fabs(want) + 1e-5;
        }
    }
    return bad;
}

static void test_rankine(void)
{
    TestXf *k = test_xf_new("nv20"), *t = test_xf_new("nv30");
    GRand *r = g_rand_new_with_seed(10);
    unsigned bad = 0, states = 0;

    k->block.count = t->block.count = 1;
    for (; states < 1000; states++) {
        random_mode(k, r);
        k->xf.mode_b = (k->xf.mode_b & ~(7u << 22)) |
                       (uint32_t)g_rand_int_range(r, 0, 3) << 22;
        random_state(k, r);
        random_vertex(k, r, 0);
        for (unsigned a = 0; a < 13; a++) {
            memcpy(t->block.in[a > 8 ? a - 1 : a], k->block.in[a],
                   sizeof(k->block.in[a]));
        }
        move_state(&k->xf, &t->xf);
        nv_xf_transform(&k->xf, &k->block);
        nv_xf_transform(&t->xf, &t->block);
        bad += rankine_differences(k, t) != 0;
    }
    g_test_message("%u of %u states differ", bad, states);
    g_assert_cmpuint(bad, ==, 0);
    g_rand_free(r);
    test_xf_free(k);
    test_xf_free(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ff/rankine", test_rankine);
    return g_test_run();
}
