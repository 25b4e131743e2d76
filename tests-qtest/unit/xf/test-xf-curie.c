/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF of NV40: the same methods on NV40 and on a Rankine chip give the same
 * mode, by bundles there and by XFMODE here, and the same vertices.
 */
#include "unit/pgraph/pgraph-rig.h"
#include "common/xf-mode.h"
#include "xf/ff.h"

#define STATES 400
#define VERTICES 64

/* Methods of both classes whose values matter to fixed function. */
typedef struct Setting {
    uint16_t method, count, step;
    uint32_t mask;              /* values are random below it ... */
    const uint32_t *value;      /* ... or one of these, up to a 0 */
} Setting;

/* Eye, object, sphere, normal and reflection, as OpenGL counts; none. */
static const uint32_t texgen_st[] = {
    0x2400, 0x2401, 0x2402, 0x8511, 0x8512, 0,
};
static const uint32_t texgen_r[] = { 0x2400, 0x2401, 0x8511, 0x8512, 0 };
static const uint32_t texgen_q[] = { 0x2400, 0x2401, 0 };

static const Setting settings[] = {
    { 0x23c, 1, 4, 0xff, NULL }, { 0x240, 8, 4, 1, NULL },
    { 0x36c, 1, 4, 1, NULL }, { 0x37c, 1, 4, 1, NULL },
    { 0x400, 8, 16, 0, texgen_st }, { 0x404, 8, 16, 0, texgen_st },
    { 0x408, 8, 16, 0, texgen_r }, { 0x40c, 8, 16, 0, texgen_q },
    { 0x8c8, 1, 4, 3, NULL }, { 0x8e8, 1, 4, 7, NULL },
    { 0x1420, 1, 4, 0xffff, NULL }, { 0x1424, 1, 4, 0x30001, NULL },
    { 0x1428, 1, 4, 1, NULL }, { 0x142c, 1, 4, 1, NULL },
    { 0x143c, 1, 4, 1, NULL }, { 0x1458, 1, 4, 1, NULL },
    { 0x1478, 1, 4, 0x222222, NULL },
    { 0x390, 1, 4, 0xffff, NULL }, { 0x1ee4, 1, 4, 1, NULL },
    { 0x1e94, 1, 4, 0x114, NULL },
};

/* Loads: matrices, planes, lights, materials.  First, last. */
static const struct {
    uint16_t first, last;
} loads[] = {
    { 0x3a0, 0x3a8 }, { 0x3b4, 0x3b4 }, { 0x480, 0x8bc }, { 0xa10, 0xa18 },
    { 0xa20, 0xa5c }, { 0xc00, 0xdec }, { 0xe00, 0xffc }, { 0x1000, 0x13fc },
    { 0x1400, 0x1414 }, { 0x1440, 0x144c }, { 0x1600, 0x165c },
    { 0x17a0, 0x17a8 }, { 0x17b0, 0x17b8 }, { 0x17c0, 0x17c0 },
    { 0x1e20, 0x1e34 }, { 0x1ec0, 0x1edc },
};

static bool both_have(Rig *a, Rig *b, unsigned method)
{
    return nv_class_find(a->pg, a->class)->method[method / 4] &&
           nv_class_find(b->pg, b->class)->method[method / 4];
}

static uint32_t value_of(const Setting *s, GRand *rand)
{
    unsigned values = 0;

    if (!s->value) {
        return g_rand_int(rand) & s->mask;
    }
    while (s->value[values]) {
        values++;
    }
    return s->value[g_rand_int_range(rand, 0, values)];
}

static void set_one(Rig *rig[2], unsigned method, uint32_t value,
                    unsigned *sent)
{
    for (unsigned i = 0; i < 2; i++) {
        rig_method(rig[i], method, value);
        rig_ack(rig[i]);
    }
    ++*sent;
}

static void set_state(Rig *rig[2], GRand *rand, unsigned *sent)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(settings); i++) {
        const Setting *s = &settings[i];

        for (unsigned n = 0; n < s->count; n++) {
            if (both_have(rig[0], rig[1], s->method + n * s->step)) {
                set_one(rig, s->method + n * s->step, value_of(s, rand), sent);
            }
        }
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(loads); i++) {
        for (unsigned m = loads[i].first; m <= loads[i].last; m += 4) {
            if (both_have(rig[0], rig[1], m)) {
                set_one(rig, m, nv_f2u(g_rand_double_range(rand, -2, 2)),
                        sent);
            }
        }
    }
}

static void fill(NvXfBlock *block, GRand *rand)
{
    block->count = VERTICES;
    for (unsigned i = 0; i < NV_XF_ATTRS * 4; i++) {
        for (unsigned v = 0; v < VERTICES; v++) {
            block->in[i / 4][i % 4][v] =
                nv_f2u(g_rand_double_range(rand, -2, 2));
        }
    }
}

static unsigned compare(const NvXf *a, const NvXfBlock *x,
                        const NvXfBlock *y)
{
    unsigned differ = 0;

    for (unsigned i = 0; i < NV_XF_ATTRS * 4; i++) {
        for (unsigned v = 0; v < VERTICES; v++) {
            uint32_t got = x->out[i / 4][i % 4][v];
            uint32_t want = y->out[i / 4][i % 4][v];

            if (got != want && differ++ < 3) {
                g_test_message("out %u.%u: %08x, want %08x, A %08x B %08x",
                               i / 4, i % 4, got, want, a->mode_a, a->mode_b);
            }
        }
    }
    return differ;
}

static uint32_t mode_word(const NvXf *xf, unsigned i)
{
    /* Where Rankine's programs start is not there; Curie keeps it apart. */
    return i == 0 ? xf->mode_a & ~(uint32_t)NV_MASK(15, MODE_A_START_POS) :
           i == 1 ? xf->mode_b : i == 2 ? xf->mode_c : xf->mode_t[i - 3];
}

static void note_modes(const NvXf *xf, uint32_t ones[7])
{
    for (unsigned i = 0; i < 7; i++) {
        ones[i] |= mode_word(xf, i);
    }
}

static unsigned compare_modes(const NvXf *a, const NvXf *b)
{
    unsigned differ = 0;

    for (unsigned i = 0; i < 7; i++) {
        uint32_t got = mode_word(a, i), want = mode_word(b, i);

        if (got != want) {
            g_test_message("word %u: %08x, want %08x", i, got, want);
            differ++;
        }
    }
    return differ;
}

static void test_same(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x3597);
    Rig *rig[2] = { rig_new("nv40", 0x3597), rig_new("nv35", 0x497) };
    NvXf *a = &rig[0]->card->xf, *b = &rig[1]->card->xf;
    uint32_t ones[7] = { 0 };
    NvXfBlock *x = nv_xf_block_new(), *y = nv_xf_block_new();
    unsigned words = 0, values = 0, sent = 0;

    for (unsigned n = 0; n < STATES; n++) {
        set_state(rig, rand, &sent);
        words += compare_modes(a, b);
        note_modes(a, ones);
        fill(x, rand);
        memcpy(y->in, x->in, sizeof(x->in));
        y->count = x->count;
        nv_xf_transform(a, x);
        nv_xf_transform(b, y);
        values += compare(a, x, y);
    }
    g_test_message("%u states by %u methods: %u mode words, %u outputs differ",
                   STATES, sent, words, values);
    g_assert_cmpuint(sent, >, STATES * 400);
    /* Every bit that a method has was on in some state. */
    g_assert_cmphex(ones[0], ==, 0xefff00ff);
    g_assert_cmphex(ones[1], ==, 0x1edfffff);
    g_assert_cmphex(ones[2], ==, 0x3f);
    for (unsigned i = 3; i < 7; i++) {
        g_assert_cmphex(ones[i], ==, 0x7ff37ff3);
    }
    g_assert_cmpuint(words, ==, 0);
    g_assert_cmpuint(values, ==, 0);
    nv_xf_block_free(x);
    nv_xf_block_free(y);
    rig_free(rig[0]);
    rig_free(rig[1]);
}

/* Curie's own: where a program starts, and how long it may run. */
static void test_program(void)
{
    Rig *rig = rig_new("nv40", 0x4097);
    NvXf *xf = &rig->card->xf;

    rig_method(rig, 0x1e94, 0x103);
    g_assert_cmphex(xf->mode_b >> MODE_B_MODE, ==, 3);
    g_assert_true(xf->mode_b & MODE_B_VIEWPORT_SKIP);
    rig_method(rig, 0x1e94, 1);
    g_assert_cmphex(xf->mode_b >> MODE_B_MODE, ==, 1);
    g_assert_false(xf->mode_b & MODE_B_VIEWPORT_SKIP);
    g_assert_true(nv_xf_runs_program(xf));
    rig_method(rig, 0x1ea0, 0x21f);
    g_assert_cmphex(nv_xf_start(xf), ==, 0x21f);
    rig_method(rig, 0x1ea0, 0);
    g_assert_cmphex(nv_xf_start(xf), ==, 0);
    rig_method(rig, 0x1ef8, 0x200123);
    g_assert_cmphex(xf->timeout, ==, 0x123);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/curie/fixed", test_same);
    g_test_add_func("/xf/curie/program", test_program);
    return g_test_run();
}
