/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs with branches: random trees of blocks, loops and calls
 * against an evaluator that walks the tree for one fragment and keeps
 * registers as the bits they share; what is no program; what takes too long.
 * NV_TEST_SEED=n has other trees.
 */
#include <math.h>

#include "common/environment.h"
#include "raster/soft/fragstep.h"
#include "unit/raster/frag-tree.h"

/* ---- one fragment ---- */

typedef enum Way { WAY_ON, WAY_BREAK, WAY_BACK } Way;

typedef struct Fragment {
    const float (*in)[4];       /* texture coordinates */
    uint16_t bits[4 * 8];       /* R0 to R3, H0 to H7 */
    float cc[4];
    int index;
} Fragment;

static float read_place(const Fragment *f, Place p, unsigned c)
{
    const uint16_t *b = &f->bits[p.half ? 4 * p.reg + c : 8 * p.reg + 2 * c];

    return p.half ? nv_frag_from_half(b[0]) : nv_u2f(b[0] | b[1] << 16);
}

static void write_place(Fragment *f, Place p, unsigned c, float v)
{
    uint16_t *b = &f->bits[p.half ? 4 * p.reg + c : 8 * p.reg + 2 * c];

    b[0] = p.half ? nv_frag_to_half(v) : nv_f2u(v);
    if (!p.half) {
        b[1] = nv_f2u(v) >> 16;
    }
}

static bool passes(unsigned cond, float v)
{
    return isnan(v) ? cond == 5 || cond == 7
                    : cond & (v < 0 ? 1 : v == 0 ? 2 : 4);
}

static bool any_passes(const Fragment *f, const Node *n)
{
    for (unsigned c = 0; c < 4; c++) {
        if (passes(n->cond, f->cc[n->cc_swz >> 2 * c & 3])) {
            return true;
        }
    }
    return false;
}

static float compute(unsigned code, float a, float b)
{
    return code == NV_FRAG_MOV ? a : code == NV_FRAG_ADD ? a + b :
           code == NV_FRAG_MUL ? a * b : code == NV_FRAG_SLT ? a < b :
           a > b ? a : b;
}

/* Moves keep the bits of a NaN, unless they round it; all else makes one. */
static float settled(const Node *n, float v)
{
    bool to = n->to.half, from = !n->input && n->from[0].half;

    if (isnan(v) && (n->code != NV_FRAG_MOV || (to && !from))) {
        return nv_u2f(to ? NV_FRAG_NAN_HALF : NV_FRAG_NAN);
    }
    return to ? nv_frag_round_half(v) : v;
}

static void do_op(Fragment *f, const Node *n)
{
    float out[4], cc[4];

    for (unsigned c = 0; c < 4; c++) {
        unsigned from = n->swz[0] >> 2 * c & 3, u = n->attribute - 4;
        float a, b = read_place(f, n->from[1], n->swz[1] >> 2 * c & 3);

        u = n->indexed ? n->base + (unsigned)f->index : u;
        a = n->input ? (u < 4 ? f->in[u][from] : 0)
                     : read_place(f, n->from[0], from);
        out[c] = settled(n, compute(n->code, a, b));
    }
    memcpy(cc, f->cc, sizeof(cc));
    for (unsigned c = 0; c < 4; c++) {
        bool pass = passes(n->cond, cc[n->cc_swz >> 2 * c & 3]);

        if (pass && n->mask >> c & 1) {
            write_place(f, n->to, c, out[c]);
        }
        if (pass && n->cc_mask >> c & 1) {
            f->cc[c] = out[c];
        }
    }
}

static Way do_list(const Tree *t, Fragment *f, int at);

static Way do_loop(const Tree *t, Fragment *f, const Node *n)
{
    int before = f->index;
    Way way = WAY_ON;

    for (unsigned i = 0; i < n->count && way == WAY_ON; i++) {
        if (n->code == NV_FRAG_LOOP) {
            f->index = n->first + i * n->step;
        }
        way = do_list(t, f, n->inside);
    }
    f->index = before;
    return way == WAY_BACK ? way : WAY_ON;
}

static Way do_list(const Tree *t, Fragment *f, int at)
{
    for (; at >= 0; at = t->node[at].next) {
        const Node *n = &t->node[at];
        Way way = WAY_ON;

        switch (n->code) {
        case NV_FRAG_IF:
            way = do_list(t, f, any_passes(f, n) ? n->inside : n->otherwise);
            break;
        case NV_FRAG_LOOP: case NV_FRAG_REP:
            way = do_loop(t, f, n);
            break;
        case NV_FRAG_BRK:
            way = any_passes(f, n) ? WAY_BREAK : WAY_ON;
            break;
        case NV_FRAG_CAL:
            if (any_passes(f, n)) {
                do_list(t, f, t->sub[n->sub]);
            }
            break;
        case NV_FRAG_RET:
            way = any_passes(f, n) ? WAY_BACK : WAY_ON;
            break;
        default:
            do_op(f, n);
            break;
        }
        if (way != WAY_ON) {
            return way;
        }
    }
    return WAY_ON;
}

/* ---- both ---- */

static bool read_words(void *opaque, unsigned at, unsigned count,
                       uint32_t *words)
{
    Tree *t = opaque;

    if (at + count > NV_FRAG_SLOTS) {
        return false;
    }
    memcpy(words, t->w + 4 * at, 16 * count);
    return true;
}

static const char *load(NvFragProgram *p, Tree *t)
{
    return nv_frag_load(p, &(NvFragSource) { read_words, t, 4, true });
}

/* Some are infinite, or NaN of any bits. */
static float any_input(Tree *t)
{
    static const uint32_t special[] = {
        0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xff803fff,
        0x7fffffff, 0x7f89fe00,
    };

    return any(t, 20) ? (int)any(t, 9) / 2.0f - 2
                      : nv_u2f(special[any(t, G_N_ELEMENTS(special))]);
}

static void any_inputs(Tree *t, NvFragRun *run)
{
    memset(run->in, 0, sizeof(run->in));
    for (unsigned i = 0; i < 4 * 4 * NV_FRAG_LANES; i++) {
        run->in[NV_FRAG_TEX0 + i / 256][i / 64 % 4][i % 64] = any_input(t);
    }
}

static unsigned differs(float a, float b, bool exact)
{
    return nv_f2u(a) != nv_f2u(b) && (exact || !isnan(a) || !isnan(b));
}

static unsigned compare(const Tree *t, const NvFragProgram *p,
                        const NvFragRun *run, unsigned lane)
{
    float in[4][4];
    Fragment f = { .in = in };
    unsigned wrong = 0;

    for (unsigned i = 0; i < 16; i++) {
        in[i / 4][i % 4] = run->in[NV_FRAG_TEX0 + i / 4][i % 4][lane];
    }
    do_list(t, &f, t->main);
    for (unsigned i = 0; i < 16; i++) {         /* H0 to H3 are R0 and R1 */
        Place h = { true, i / 4 };

        wrong += differs(run->h[i / 4][i % 4][lane],
                         read_place(&f, h, i % 4), p->one_nan);
    }
    return wrong;
}

/* Half of all runs may stop, and do so now and then; trees are others' dice. */
static unsigned stops;
static uint32_t dice;

static unsigned roll(unsigned sides)
{
    dice = dice * 1664525 + 1013904223;
    return (dice >> 16) % sides;
}

static bool any_stop(const void *opaque, const NvFragWork *done)
{
    bool stop = !roll(3);

    g_assert_cmpuint(done->samples, <=, done->ops);
    stops += stop;
    return stop;
}

static void run_whole(const NvFragProgram *p, NvFragRun *run)
{
    bool done = nv_frag_run(p, run);

    while (!done) {
        done = nv_frag_go_on(run);
    }
}

static unsigned run_lanes(const Tree *t, const NvFragProgram *p, NvFragRun *run,
                          unsigned n)
{
    uint64_t live = UINT64_MAX >> (64 - n);
    unsigned wrong = 0;

    run->n = n;
    run->live = live;
    run->stop = roll(2) ? any_stop : NULL;
    run_whole(p, run);
    g_assert_cmphex(run->live, ==, live);
    for (unsigned i = 0; i < n; i++) {
        wrong += compare(t, p, run, i);
    }
    return wrong;
}

/* Few lanes are done by other code, for each kind of host. */
static unsigned run_few(Tree *t, NvFragProgram *p, NvFragRun *run)
{
    const NvFragKernels *const kernels[] = { &nv_frag_base, nv_frag_kernels() };
    unsigned wrong = 0;

    for (unsigned i = 0; i < G_N_ELEMENTS(kernels); i++) {
        nv_frag_prepare(p, kernels[i]);
        wrong += run_lanes(t, p, run, 1 + any(t, kernels[i]->lanes));
    }
    return wrong;
}

#define TOO_LONG "may take more than 65536 operations"

static void test_trees(void)
{
    g_autofree Tree *t = g_new0(Tree, 1);
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    g_autofree NvFragWalk *at = nv_frag_walk_new();
    unsigned wrong = 0, flow = 0, rounds = g_test_quick() ? 4000 : 100000;
    unsigned too_long = 0;
    NvFragProgram p;

    t->rand = g_rand_new_with_seed(from_environment("NV_TEST_SEED", 40));
    run->walk = at;
    stops = 0;
    nv_frag_init(&p);
    for (unsigned round = 0; round < rounds; round++) {
        const char *why;

        make_tree(t);
        why = load(&p, t);
        nv_frag_show(&p, any(t, 2));
        if (!g_strcmp0(why, TOO_LONG)) {
            too_long++;
            continue;
        }
        g_assert_cmpstr(why, ==, NULL);
        flow += p.flow;
        any_inputs(t, run);
        wrong += run_lanes(t, &p, run, NV_FRAG_LANES);
        wrong += run_few(t, &p, run);
    }
    g_test_message("%u trees, %u with branches, %u too long, 64 fragments and few, "
                   "%u stops: %u values differ", rounds, flow, too_long, stops,
                   wrong);
    g_assert_cmpuint(stops, >, rounds / 4);
    g_assert_cmpuint(too_long, <, rounds / 100);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(flow, >, rounds / 2);
    nv_frag_free(&p);
    g_rand_free(t->rand);
}

/* A half whose register is joined for its neighbour's sake keeps its bits. */
static void test_halves(void)
{
    unsigned wrong = 0;

    for (unsigned h = 0; h <= UINT16_MAX; h++) {
        wrong += nv_frag_to_half(nv_frag_from_half(h)) != h;
    }
    g_test_message("65536 halves: %u are not what they were", wrong);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmphex(nv_frag_to_half(nv_u2f(0xff800001)), ==, 0xfe00);
}

/* ---- what is no program, or too long ---- */

typedef struct Bad {
    const char *why;            /* NULL: nothing is wrong */
    unsigned longest, n;
    struct { uint8_t code; uint32_t a, b; } op[6];      /* words 2 and 3 */
} Bad;

#define REP_OF(n) (n) << 2 | (n) << 10 | (n) << 19

static const Bad bads[] = {
    { NULL, 3, 3,
      { { NV_FRAG_IF, 8, 8 }, { NV_FRAG_MOV }, { NV_FRAG_MOV } } },
    /* An IF that ends behind the program's end. */
    { NULL, 3, 3,
      { { NV_FRAG_IF, 8, 12 }, { NV_FRAG_MOV }, { NV_FRAG_NOP } } },
    { "has a block with an end that is none", 0, 3,
      { { NV_FRAG_MOV }, { NV_FRAG_IF, 4, 4 }, { NV_FRAG_NOP } } },
    { "leads to where no instruction begins", 0, 3,
      { { NV_FRAG_IF, 9, 9 }, { NV_FRAG_MOV }, { NV_FRAG_NOP } } },
    { "has a block with an end that is none", 0, 3,
      { { NV_FRAG_IF, 12, 8 }, { NV_FRAG_MOV }, { NV_FRAG_NOP } } },
    { "has a block with an end that is none", 0, 4,
      { { NV_FRAG_IF, 8, 8 }, { NV_FRAG_REP, REP_OF(2u), 12 }, { NV_FRAG_MOV },
        { NV_FRAG_NOP } } },
    { "leaves a loop where none is", 0, 3,
      { { NV_FRAG_IF, 8, 8 }, { NV_FRAG_BRK }, { NV_FRAG_NOP } } },
    { "calls what is no begin of an instruction outside of blocks", 0, 4,
      { { NV_FRAG_CAL, 8 }, { NV_FRAG_IF, 12, 12 }, { NV_FRAG_MOV },
        { NV_FRAG_NOP } } },
    { "calls deeper than four, or itself", 0, 2,
      { { NV_FRAG_CAL, 0 }, { NV_FRAG_NOP } } },
    { "calls deeper than four, or itself", 0, 6,
      { { NV_FRAG_CAL, 4 }, { NV_FRAG_CAL, 8 }, { NV_FRAG_CAL, 12 },
        { NV_FRAG_CAL, 16 }, { NV_FRAG_CAL, 20 }, { NV_FRAG_MOV } } },
    { NULL, (1 + 7) + (1 + 3) + (1 + 1) + 1, 4,
      { { NV_FRAG_CAL, 4 }, { NV_FRAG_CAL, 8 }, { NV_FRAG_CAL, 12 },
        { NV_FRAG_MOV } } },
    { "has blocks that nest too deep", 0, 6,
      { { NV_FRAG_REP, REP_OF(1u), 24 }, { NV_FRAG_REP, REP_OF(1u), 24 },
        { NV_FRAG_REP, REP_OF(1u), 24 }, { NV_FRAG_REP, REP_OF(1u), 24 },
        { NV_FRAG_REP, REP_OF(1u), 24 }, { NV_FRAG_MOV } } },
    /* Begin, and 255 times what is inside and the end. */
    { NULL, 1 + 255 * (1 + 100 * 2 + 1), 4,
      { { NV_FRAG_REP, REP_OF(255u), 12 }, { NV_FRAG_REP, REP_OF(100u), 12 },
        { NV_FRAG_MOV }, { NV_FRAG_NOP } } },
    { TOO_LONG, 0, 4,
      { { NV_FRAG_REP, REP_OF(255u), 12 }, { NV_FRAG_REP, REP_OF(255u), 12 },
        { NV_FRAG_MOV }, { NV_FRAG_NOP } } },
    { TOO_LONG, 0, 4,
      { { NV_FRAG_REP, REP_OF(255u), 12 }, { NV_FRAG_REP, REP_OF(30u), 12 },
        { NV_FRAG_TEX }, { NV_FRAG_NOP } } },
    { NULL, 1, 3,
      { { NV_FRAG_REP, REP_OF(0u), 8 }, { NV_FRAG_MOV }, { NV_FRAG_NOP } } },
};

static void put_bad(Tree *t, const Bad *bad)
{
    memset(t->w, 0, sizeof(t->w));
    t->slots = 0;
    for (unsigned i = 0; i < bad->n; i++) {
        unsigned code = bad->op[i].code;
        bool flow = code >= NV_FRAG_BRK;

        put(t, (uint32_t)(code & 0x3f) << 24 |
            (i + 1 == bad->n ? END : 0), 7 << 18 | IDENTITY << 21,
            flow ? BRANCH | bad->op[i].a : 0, flow ? bad->op[i].b : 0);
    }
}

static void test_bad(void)
{
    g_autofree Tree *t = g_new0(Tree, 1);
    NvFragProgram p;

    nv_frag_init(&p);
    for (unsigned i = 0; i < G_N_ELEMENTS(bads); i++) {
        put_bad(t, &bads[i]);
        g_test_message("program %u", i);
        g_assert_cmpstr(load(&p, t), ==, bads[i].why);
        g_assert_cmpuint(p.longest, ==, bads[i].longest);
        if (bads[i].why) {
            g_assert_cmpuint(p.ops->len, ==, 0);
        }
    }
    nv_frag_free(&p);
}

static void no_texture(const void *opaque, NvFragTex *t, NvFragLod lod)
{
    for (unsigned i = 0; i < 4 * t->n; i++) {
        t->out[i / t->n][i % t->n] = 0.5f;
    }
    t->kill = 0;
}

/* Words that are nearly programs end, and write nowhere else. */
static void test_fuzz(void)
{
    g_autofree Tree *t = g_new0(Tree, 1);
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    g_autofree NvFragWalk *at = nv_frag_walk_new();
    unsigned whole = 0;
    NvFragProgram p;

    t->rand = g_rand_new_with_seed(41);
    run->walk = at;
    nv_frag_init(&p);
    for (unsigned round = 0; round < 4000; round++) {
        make_tree(t);
        for (unsigned i = any(t, 8); i-- > 0;) {
            uint32_t *w = &t->w[any(t, 4 * t->slots)];

            *w = any(t, 2) ? *w ^ 1u << any(t, 32)
                           : BRANCH | 4 * any(t, t->slots + 1);
        }
        whole += !load(&p, t) && p.flow;
        any_inputs(t, run);
        run->n = 4 * (1 + any(t, 16));
        run->quads = any(t, 2);
        run->live = g_rand_int(t->rand);
        run->sample = no_texture;
        run->stop = any_stop;
        run_whole(&p, run);
    }
    g_test_message("%u of 4000 were whole", whole);
    g_assert_cmpuint(whole, >, 500);
    nv_frag_free(&p);
    g_rand_free(t->rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fragflow/halves", test_halves);
    g_test_add_func("/fragflow/trees", test_trees);
    g_test_add_func("/fragflow/bad", test_bad);
    g_test_add_func("/fragflow/fuzz", test_fuzz);
    return g_test_run();
}
