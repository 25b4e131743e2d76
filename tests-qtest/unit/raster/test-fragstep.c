/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations of fragment programs with branches: few lanes, which kernels for
 * kinds of hosts do, against many, which other code does.  Every register,
 * bit by bit, those of NaN, too.  NV_TEST_SEED=n has other programs.
 */
#include <math.h>

#include "common/environment.h"
#include "raster/soft/fragops.h"
#include "raster/soft/fragstep.h"

#define IDENTITY 0xe4u
#define ALWAYS (7u << 18 | IDENTITY << 21)
#define ALL_MASK (15u << 9)
#define NO_RESULT (1u << 30)
#define BRANCH 0x80000000u

typedef struct Words {
    uint32_t w[4 * 40];
    unsigned slots;
    GRand *rand;
} Words;

static bool read_words(void *opaque, unsigned at, unsigned count,
                       uint32_t *words)
{
    Words *p = opaque;

    if (at + count > p->slots) {
        return false;
    }
    memcpy(words, p->w + 4 * at, 16 * count);
    return true;
}

static unsigned any(Words *p, unsigned below)
{
    return g_rand_int_range(p->rand, 0, below);
}

static void put(Words *p, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t w[4] = { a, b, c, d };

    memcpy(p->w + 4 * p->slots++, w, sizeof(w));
    g_assert_cmpuint(4 * p->slots, <=, G_N_ELEMENTS(p->w));
}

/* ---- programs ---- */

static uint32_t any_number(Words *p)
{
    static const uint32_t special[] = {
        0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40000000,
        0x7f800000, 0xff800000, 0x7fc00000, 0x477fe000, 0x477ff000, 0xc77fefff,
        0x387fc000, 0x33800000, 0x33000000, 0x33000001, 0x00000001, 0x807fffff,
        0x7f7fffff, 0x3fffe000, 0xc0000000, 0x4b000000, 0xcaffffff, 0x4effffff,
        0x3f008081, 0x3eaaaaab, 0xbf000000, 0x7fffffff, 0xffc12345, 0x7f800001,
        0xff803fff, 0x7f89fe00,
    };
    float f = g_rand_double_range(p->rand, -4, 4);

    switch (any(p, 4)) {
    case 0:
        return special[any(p, G_N_ELEMENTS(special))];
    case 1:
        return g_rand_int(p->rand);
    default:
        return nv_f2u(any(p, 2) ? f : f * 300);
    }
}

/* Attributes 4 to 7 to R1, H8, CC; the sixth in halves of R6 as it is. */
static void begin(Words *p)
{
    uint32_t mov = NV_FRAG_MOV << 24 | ALL_MASK, in = ALWAYS | IDENTITY << 9 | 1;

    p->slots = 0;
    put(p, mov | 4 << 13 | 1 << 1, in, 0, 0);
    put(p, mov | 5 << 13 | 8 << 1 | 0x80, in, 0, 0);
    put(p, mov | 6 << 13 | 6 << 1, in, 0, 0);
    put(p, mov | 7 << 13 | 0x100 | NO_RESULT, in, 0, 0);
}

static uint32_t any_source(Words *p)
{
    static const uint32_t from[] = {
        1, 1, 2, 1 << 2, 6 << 2, 8 << 2 | 1 << 8, 12 << 2 | 1 << 8,
        13 << 2 | 1 << 8, 2 << 2,
    };
    uint32_t swizzle = any(p, 2) ? IDENTITY : any(p, 256);

    return from[any(p, G_N_ELEMENTS(from))] | swizzle << 9 |
           (any(p, 3) ? 0 : 1u << 17);
}

static uint32_t any_condition(Words *p)
{
    return any(p, 3) ? ALWAYS : any(p, 8) << 18 | any(p, 256) << 21;
}

static bool has_constant(const uint32_t *w, unsigned sources)
{
    for (unsigned i = 0; i < sources; i++) {
        if ((w[1 + i] & 3) == 2) {
            return true;
        }
    }
    return false;
}

static void put_op(Words *p, unsigned code)
{
    static const uint32_t to[] = {
        0x02, 0x04, 0x0c, 0x90, 0x98, 0x9a, 0x86, /* R1 R2 R6 H8 H12 H13 H3 */
    };
    bool plain = any(p, 2);
    uint32_t *w = &p->w[4 * p->slots];
    uint32_t word0 = code << 24 | (any(p, 3) ? 15 : any(p, 16)) << 9 |
                     to[any(p, G_N_ELEMENTS(to))] | (4 + any(p, 4)) << 13;
    uint32_t word2 = any_source(p) | (any(p, 4) ? 0 : 1 << 18);
    uint32_t word3 = any_source(p) | (any(p, 4) ? 0 : 1 << 18);

    if (!plain) {
        word0 |= any(p, 3) << 22 | (any(p, 4) ? 0 : 1u << 31) |
                 any(p, 2) << 8 | (any(p, 5) ? 0 : NO_RESULT) |
                 (any(p, 4) ? 0 : 1u << 21);
        word2 |= any(p, 2) ? 0 : any(p, 8) << 28;
        word3 |= any(p, 4) ? 0 : 1u << 30 | any(p, 12) << 19;
    }
    put(p, word0, (plain ? ALWAYS : any_condition(p)) | any_source(p) |
        (any(p, 4) ? 0 : 1u << 29), word2, word3);
    if (has_constant(w, nv_frag_op_sources(code))) {
        put(p, any_number(p), any_number(p), any_number(p), any_number(p));
    }
}

/* Twice in a loop with an index, some lanes by another way. */
static void build(Words *p, unsigned code)
{
    unsigned loop, block;

    begin(p);
    loop = p->slots;
    put(p, NV_FRAG_LOOP << 24, ALWAYS,
        BRANCH | 2 << 2 | any(p, 8) << 10 | any(p, 3) << 19, 0);
    block = p->slots;
    put(p, (uint32_t)(NV_FRAG_IF & 0x3f) << 24, any_condition(p), BRANCH, 0);
    put_op(p, code);
    p->w[4 * block + 2] = p->w[4 * block + 3] = 4 * p->slots;
    p->w[4 * block + 2] |= BRANCH;
    put_op(p, code);
    p->w[4 * loop] = (NV_FRAG_LOOP & 0x3f) << 24;
    p->w[4 * loop + 3] = 4 * p->slots;
    put(p, NV_FRAG_MOV << 24 | 3 << 9 | 7 << 1, ALWAYS | IDENTITY << 9 |
        3 << 2 | 1 << 8, 0, 0);
    put(p, 1, ALWAYS, 0, 0);
}

/* ---- runs ---- */

static void sample(const void *opaque, NvFragTex *t, NvFragLod lod)
{
    for (unsigned i = 0; i < t->n; i++) {
        for (unsigned c = 0; c < 4; c++) {
            t->out[c][i] = c < 3 ? t->coord[c][i] : t->lod[i];
        }
    }
    t->kill = 0;
}

static void run_from(const NvFragProgram *p, NvFragRun *run, unsigned n)
{
    run->n = n;
    run->quads = n % 4 == 0;
    run->live = UINT64_MAX >> (64 - n);
    run->sample = sample;
    nv_frag_run(p, run);
}

static unsigned differs(float a, float b)
{
    return nv_f2u(a) != nv_f2u(b);
}

static unsigned compare(const NvFragRun *all, const NvFragRun *few,
                        unsigned from)
{
    unsigned wrong = 0;

    for (unsigned i = 0; i < few->n; i++) {
        bool live = few->live >> i & 1;

        wrong += (all->live >> (from + i) & 1) != live;
        if (!live) {            /* the last that dies ends the program */
            continue;
        }
        for (unsigned c = 0; c < 4; c++) {
            wrong += differs(all->cc[c][from + i], few->cc[c][i]);
            for (unsigned r = 0; r < NV_FRAG_R; r++) {
                wrong += differs(all->r[r][c][from + i], few->r[r][c][i]);
            }
            for (unsigned h = 0; h < NV_FRAG_H; h++) {
                wrong += differs(all->h[h][c][from + i], few->h[h][c][i]);
            }
        }
    }
    return wrong;
}

static unsigned compare_few(Words *words, NvFragProgram *p,
                            const NvFragRun *all, NvFragRun *few)
{
    const NvFragKernels *const kernels[] = { &nv_frag_base, nv_frag_kernels() };
    unsigned wrong = 0;

    for (unsigned k = 0; k < G_N_ELEMENTS(kernels); k++) {
        unsigned lanes = kernels[k]->lanes;
        unsigned n = any(words, 2) || p->quads ? lanes
                                               : 1 + any(words, lanes);
        unsigned from = any(words, NV_FRAG_LANES / lanes) * lanes;

        nv_frag_prepare(p, kernels[k]);
        memset(few, 0, sizeof(*few));
        for (unsigned i = 0; i < 4 * NV_FRAG_INPUTS; i++) {
            memcpy(few->in[i / 4][i % 4], all->in[i / 4][i % 4] + from,
                   n * sizeof(float));
        }
        run_from(p, few, n);
        wrong += compare(all, few, from);
    }
    return wrong;
}

static unsigned test_code(Words *words, unsigned code, unsigned rounds)
{
    g_autofree NvFragRun *all = g_new0(NvFragRun, 1);
    g_autofree NvFragRun *few = g_new0(NvFragRun, 1);
    unsigned wrong = 0;
    NvFragProgram p;

    nv_frag_init(&p);
    for (unsigned round = 0; round < rounds; round++) {
        build(words, code);
        g_assert_cmpstr(nv_frag_load(&p, &(NvFragSource) {
            read_words, words, 4, true }), ==, NULL);
        g_assert_true(p.flow && p.one_nan);
        memset(all, 0, sizeof(*all));
        for (unsigned i = 0; i < 4 * NV_FRAG_INPUTS * NV_FRAG_LANES; i++) {
            all->in[i / 256][i / 64 % 4][i % 64] = nv_u2f(any_number(words));
        }
        run_from(&p, all, NV_FRAG_LANES);
        wrong += compare_few(words, &p, all, few);
    }
    nv_frag_free(&p);
    return wrong;
}

static void test_ops(void)
{
    Words words = {
        .rand = g_rand_new_with_seed(from_environment("NV_TEST_SEED", 43)),
    };
    unsigned wrong = 0, codes = 0, rounds = g_test_quick() ? 100 : 20000;

    for (unsigned code = 0; code < 0x40; code++) {
        if (nv_frag_op_name(code, 4)) {
            unsigned w = test_code(&words, code, rounds);

            if (w) {
                g_test_message("%s: %u differ", nv_frag_op_name(code, 4), w);
            }
            wrong += w;
            codes++;
        }
    }
    g_test_message("%u operations, %u programs each, as %s and %s: %u values "
                   "differ", codes, rounds, nv_frag_base.name,
                   nv_frag_kernels()->name, wrong);
    g_assert_cmpuint(wrong, ==, 0);
    g_rand_free(words.rand);
}

/* ---- numbers ---- */

/* MOV R1, in; MOV H8, in, and between the names of R2: all there is. */
static void build_numbers(Words *p)
{
    uint32_t mov = NV_FRAG_MOV << 24 | ALL_MASK, always = ALWAYS;

    p->slots = 0;
    put(p, (uint32_t)(NV_FRAG_IF & 0x3f) << 24, always, BRANCH | 20, 20);
    put(p, mov | 4 << 13 | 8 << 1 | 0x80, always | IDENTITY << 9 | 1, 0, 0);
    put(p, mov | 4 << 13 | 2 << 1, always | IDENTITY << 9 | 1, 0, 0);
    put(p, mov | 6 << 1 | 0x80, always | IDENTITY << 9 | 4 << 2 | 1 << 8, 0,
        0);
    put(p, mov | 3 << 1, always | IDENTITY << 9 | 4 << 2, 0, 0);
    put(p, 1, always, 0, 0);
}

/* H8 is the half, H4 the two of R2, R4 what H8 and H9 are together. */
static unsigned wrong_number(const NvFragRun *run, unsigned i, uint32_t u)
{
    uint16_t h = isnan(nv_u2f(u)) ? 0x7fff : nv_frag_to_half(nv_u2f(u));
    uint32_t r = h | (uint32_t)h << 16;

    return differs(run->h[8][0][i], nv_frag_from_half(h)) +
           differs(run->h[4][0][i], nv_frag_from_half(u)) +
           differs(run->h[4][1][i], nv_frag_from_half(u >> 16)) +
           (nv_f2u(run->r[4][0][i]) != r);
}

/* Rounding to halves and from them: each half, each pattern above them. */
static void test_numbers(void)
{
    const NvFragKernels *const kernels[] = { &nv_frag_base, nv_frag_kernels() };
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    uint32_t step = g_test_quick() ? 4001 : 3;
    Words words = { .slots = 0 };
    unsigned wrong = 0, n;
    NvFragProgram p;

    nv_frag_init(&p);
    build_numbers(&words);
    g_assert_cmpstr(nv_frag_load(&p, &(NvFragSource) {
        read_words, &words, 4, true }), ==, NULL);
    for (unsigned k = 0; k < G_N_ELEMENTS(kernels); k++) {
        nv_frag_prepare(&p, kernels[k]);
        n = kernels[k]->lanes;
        for (uint64_t u = 0; u <= UINT32_MAX; u += n * step) {
            for (unsigned i = 0; i < n; i++) {
                run->in[4][0][i] = nv_u2f(u + i * step);
                run->in[4][1][i] = run->in[4][0][i];
            }
            run_from(&p, run, n);
            for (unsigned i = 0; i < n; i++) {
                wrong += wrong_number(run, i, u + i * step);
            }
        }
    }
    g_test_message("every %uth number as a half: %u differ", step, wrong);
    g_assert_cmpuint(wrong, ==, 0);
    nv_frag_free(&p);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fragstep/ops", test_ops);
    g_test_add_func("/fragstep/numbers", test_numbers);
    return g_test_run();
}
