/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NaN of fragment programs, where surfaces take them as they are: one for all
 * that is computed, and the bits that there were for what is moved.
 * NV_TEST_SEED=n has other numbers.
 */
#include <math.h>

#include "common/environment.h"
#include "raster/soft/fragprog.h"

#define IDENTITY 0xe4u
#define ALWAYS (7u << 18 | IDENTITY << 21)

/* From texture coordinates 0 to 2 to R0 or H0. */
typedef struct Case {
    unsigned code, chips, scale, precision;
    bool half, expand;
} Case;

static bool read_case(void *opaque, unsigned at, unsigned count,
                      uint32_t *words)
{
    const Case *k = opaque;
    uint32_t mov = NV_FRAG_MOV << 24 | 15 << 9;

    if (at + count > 4) {
        return false;
    }
    for (unsigned i = at; i < at + count; i++, words += 4) {
        uint32_t from = IDENTITY << 9 | 1 << 2;

        words[0] = mov | (NV_FRAG_TEX0 + i) << 13 | (1 + i) << 1;
        words[1] = ALWAYS | IDENTITY << 9 | 1;
        words[2] = words[3] = 0;
        if (i == 3) {
            words[0] = k->code << 24 | 15 << 9 | k->half << 7 |
                       k->precision << 22 | k->expand << 21 | 1;
            words[1] = ALWAYS | from;
            words[2] = (IDENTITY << 9 | 2 << 2) | k->scale << 28;
            words[3] = IDENTITY << 9 | 3 << 2;
        }
    }
    return true;
}

static uint32_t any_number(GRand *r)
{
    static const uint32_t special[] = {
        0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xff803fff,
        0x7fffffff, 0x7f89fe00, 0, 0x3f800000, 0xc0400000, 0xffffffff,
    };

    return special[g_rand_int_range(r, 0, G_N_ELEMENTS(special))];
}

/* Textures give their coordinates. */
static void sample(const void *opaque, NvFragTex *t, NvFragLod lod)
{
    for (unsigned c = 0; c < 4; c++) {
        memcpy(t->out[c], t->coord[c % 3], sizeof(NvLane));
    }
    t->kill = 0;
}

static void load(NvFragProgram *p, Case *k)
{
    g_assert_null(nv_frag_load(p, &(NvFragSource) {
        read_case, k, k->chips, false }));
}

static void run_all(const NvFragProgram *p, NvFragRun *run)
{
    run->n = NV_FRAG_LANES;
    run->quads = true;
    run->live = UINT64_MAX;
    run->sample = sample;
    nv_frag_run(p, run);
}

/* ---- what is computed ---- */

/* Of a number that is moved, bits are asked below. */
static const uint8_t moving[] = {
    NV_FRAG_MOV, NV_FRAG_PK4B, NV_FRAG_PK2H, NV_FRAG_PK4UB, NV_FRAG_PK2US,
    NV_FRAG_UP2H, NV_FRAG_TEX, NV_FRAG_TXP, NV_FRAG_TXD, NV_FRAG_TXL,
    NV_FRAG_TXB, NV_FRAG_TEXBEM, NV_FRAG_TXPBEM,
};

static unsigned wrong_nans(const Case *k, const NvFragRun *run,
                           unsigned *nans)
{
    bool half = k->half || k->precision == NV_FRAG_FP16;
    const NvLane *to = k->half ? run->h[0] : run->r[0];
    unsigned wrong = 0;

    for (unsigned i = 0; i < 4 * NV_FRAG_LANES; i++) {
        float got = to[i / NV_FRAG_LANES][i % NV_FRAG_LANES];

        *nans += isnan(got);
        wrong += isnan(got) && nv_f2u(got) != (half ? NV_FRAG_NAN_HALF
                                                    : NV_FRAG_NAN);
    }
    return wrong;
}

/* The case of number @n; false: none, or one that moves. */
static bool is_case(Case *k, unsigned n)
{
    *k = (Case) { .code = n % 64, .chips = 3 + n / 64 % 2,
                  .half = n / 128 % 2, .scale = n / 256 % 2,
                  .precision = n / 512 };
    return nv_frag_op_name(k->code, k->chips) && k->code != NV_FRAG_NOP &&
           (k->half || k->scale || !memchr(moving, k->code, sizeof(moving)));
}

static void test_made(void)
{
    g_autoptr(GRand) r =
        g_rand_new_with_seed(from_environment("NV_TEST_SEED", 44));
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    unsigned wrong = 0, nans = 0, cases = 0;
    NvFragProgram p;
    Case k;

    nv_frag_init(&p);
    for (unsigned n = 0; n < 3 * 512; n++) {
        if (!is_case(&k, n)) {
            continue;
        }
        for (unsigned i = 0; i < 3 * 4 * NV_FRAG_LANES; i++) {
            run->in[NV_FRAG_TEX0 + i / 256][i / 64 % 4][i % 64] =
                nv_u2f(any_number(r));
        }
        load(&p, &k);
        nv_frag_show(&p, true);
        run_all(&p, run);
        wrong += wrong_nans(&k, run, &nans);
        cases++;
    }
    g_test_message("%u operations, %u NaN, %u are others", cases, nans, wrong);
    g_assert_cmpuint(nans, >, 20 * cases);
    g_assert_cmpuint(wrong, ==, 0);
    nv_frag_free(&p);
}

/* ---- what is moved ---- */

static void test_moved(void)
{
    static const struct {
        Case k;
        uint32_t in, out;
    } rows[] = {
        { { .code = NV_FRAG_MOV }, 0xff812345, 0xff812345 },
        { { .code = NV_FRAG_MOV, .scale = 1 }, 0xff812345, NV_FRAG_NAN },
        { { .code = NV_FRAG_MOV, .precision = NV_FRAG_FP16 }, 0xff812345,
          NV_FRAG_NAN_HALF },
        { { .code = NV_FRAG_MOV, .half = true }, 0xff812345,
          NV_FRAG_NAN_HALF },
        { { .code = NV_FRAG_TEX }, 0xffffffff, 0xffffffff },
        { { .code = NV_FRAG_TEX, .expand = true }, 0xffffffff, NV_FRAG_NAN },
        { { .code = NV_FRAG_PK4UB }, 0x3f800000, 0xffffffff },
        { { .code = NV_FRAG_PK2US }, 0x3f800000, 0xffffffff },
        { { .code = NV_FRAG_PK2H }, 0x7fbfe000, 0x7dff7dff },
        { { .code = NV_FRAG_UP2H }, 0xfe01fe01, 0xffc02000 },
    };
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    NvFragProgram p;

    nv_frag_init(&p);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Case k = rows[i].k;

        k.chips = 3;
        for (unsigned n = 0; n < 4 * NV_FRAG_LANES; n++) {
            run->in[NV_FRAG_TEX0][n / 64][n % 64] = nv_u2f(rows[i].in);
        }
        load(&p, &k);
        nv_frag_show(&p, true);
        run_all(&p, run);
        g_test_message("row %u", i);
        g_assert_cmphex(nv_f2u(k.half ? run->h[0][1][5] : run->r[0][1][5]),
                        ==, rows[i].out);
    }
    nv_frag_free(&p);
}

/* Nobody looks for NaN where none shows. */
static void test_shown(void)
{
    static const struct {
        unsigned code;
        bool reads;
    } rows[] = {
        { NV_FRAG_MAD, false }, { NV_FRAG_PK4UB, false },
        { NV_FRAG_PK2H, true }, { NV_FRAG_UP2H, true },
        { NV_FRAG_UP4UB, true }, { NV_FRAG_UP2US, true },
        { NV_FRAG_UP4B, true }, { NV_FRAG_TEX, false },
    };
    NvFragProgram p;

    nv_frag_init(&p);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Case k = { .code = rows[i].code, .chips = 3 };

        load(&p, &k);
        g_assert_cmpint(p.one_nan, ==, rows[i].reads);
        nv_frag_show(&p, true);
        g_assert_true(p.one_nan);
        nv_frag_show(&p, false);
        g_assert_cmpint(p.one_nan, ==, rows[i].reads);
    }
    nv_frag_free(&p);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fragnan/made", test_made);
    g_test_add_func("/fragnan/moved", test_moved);
    g_test_add_func("/fragnan/shown", test_shown);
    return g_test_run();
}
