/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv2a/xf.h as its users meet it: text, refusals, and random programs against
 * the same engine driven from inside, a vertex at a time on ref.
 */
#include "nv2a/xf.h"

#include <stdlib.h>

#include "unit/xf/test-xf-random.h"
#include "xf/alone.h"

/* --- Text --- */

static void test_text(void)
{
    static const char text[] =
        "MOV R0, v[3]\n"
        "ADD o[HPOS], R0, c[2] END\n";
    uint32_t words[2][4];
    char *complaint = NULL;

    g_assert_cmpint(nv_xf_assemble("kelvin", text, NULL, 0, &complaint), ==,
                    2);
    g_assert_cmpint(nv_xf_assemble("kelvin", text, words, 2, &complaint), ==,
                    2);
    g_assert_null(complaint);
    for (unsigned i = 0; i < 2; i++) {
        char *line = nv_xf_print("kelvin", words[i]);
        uint32_t again[1][4];

        g_assert_cmpint(nv_xf_assemble("kelvin", line, again, 1, NULL), ==,
                        1);
        g_assert_cmpmem(again[0], 16, words[i], 16);
        free(line);
    }
    g_assert_null(nv_xf_print("pascal", words[0]));
}

static void complains_of_text(const char *isa, const char *text,
                              const char *expect)
{
    char *complaint = NULL;

    g_assert_cmpint(nv_xf_assemble(isa, text, NULL, 0, NULL), ==, -1);
    g_assert_cmpint(nv_xf_assemble(isa, text, NULL, 0, &complaint), ==, -1);
    g_test_message("%s", complaint);
    g_assert_true(g_str_has_prefix(complaint, expect));
    free(complaint);
}

static void test_text_complaints(void)
{
    complains_of_text("kelvin", "MOV R0, v[0]\nFOO R1\n", "2:1: ");
    complains_of_text("kelvin", "MOV R0, v[16]\n", "1:");
    complains_of_text("pascal", "", "\"pascal\" is no encoding");
}

/* --- Refusals --- */

static void test_refused(void)
{
    static const struct {
        NvXfEngineConfig config;
        const char *expect;
    } rows[] = {
        { { .chip = "nv21" }, "nv21" },
        { { .chip = "nv10" }, "has no programs" },
        { { .chip = "nv20", .modern_rules = true }, "modern_rules" },
        { { .chip = "nv20", .kelvin_class = true }, "kelvin_class" },
        { { .executor = "abacus" }, "abacus" },
        { { .threads = 1000 }, "1000" },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        char *complaint = NULL;

        g_assert_null(nv_xf_engine_new(&rows[i].config, NULL));
        g_assert_null(nv_xf_engine_new(&rows[i].config, &complaint));
        g_test_message("%s", complaint);
        g_assert_nonnull(strstr(complaint, rows[i].expect));
        free(complaint);
    }
}

static void test_bounds(void)
{
    NvXfEngine *e = nv_xf_engine_new(&(NvXfEngineConfig) { 0 }, NULL);
    float constants[2][4] = { { 1 }, { 2 } };
    uint32_t words[2][4] = { { 0 } };
    unsigned slots = nv_xf_engine_slots(e);
    unsigned last = nv_xf_engine_constants(e);

    g_assert_cmpuint(slots, ==, 136);
    g_assert_cmpuint(last, ==, 192);
    g_assert_cmpuint(nv_xf_engine_base(e), ==, 96);
    g_assert_true(nv_xf_engine_put_program(e, slots - 2, words, 2));
    g_assert_false(nv_xf_engine_put_program(e, slots - 1, words, 2));
    g_assert_false(nv_xf_engine_put_program(e, UINT_MAX, words, 2));
    g_assert_false(nv_xf_engine_start(e, slots));
    g_assert_true(nv_xf_engine_put_constants(e, last - 2, constants, 2));
    g_assert_false(nv_xf_engine_put_constants(e, last - 1, constants, 2));
    g_assert_false(nv_xf_engine_get_constants(e, last - 1, constants, 2));
    g_assert_false(nv_xf_engine_get_constants(e, UINT_MAX, constants, 2));
    g_assert_true(nv_xf_engine_get_constants(e, last, constants, 0));
    nv_xf_engine_run(e, NULL, NULL, 0);
    nv_xf_engine_free(e);
    nv_xf_engine_free(NULL);
}

/* --- Runs --- */

#define VERTICES 300
#define LONGEST 24

typedef struct Case {
    NvXfEngineConfig config;
    const char *name;
    const NvXfIsa *isa;
} Case;

static const Case cases[] = {
    { { .chip = "nv20" }, "kelvin", &nv_xf_isa_kelvin },
    { { .chip = "nv2a", .write_constants = true }, "kelvin-writes",
      &nv_xf_isa_kelvin },
    { { .chip = "nv20", .executor = "soa", .threads = 3 }, "kelvin-soa",
      &nv_xf_isa_kelvin },
    { { .chip = "nv34" }, "rankine", &nv_xf_isa_rankine },
    { { .chip = "nv34", .modern_rules = true, .threads = 2 },
      "rankine-modern", &nv_xf_isa_rankine },
    { { .chip = "nv34", .first_generation = true }, "rankine-first",
      &nv_xf_isa_rankine },
    { { .chip = "nv35", .kelvin_class = true, .private_constants = true },
      "rankine-kelvin", &nv_xf_isa_kelvin },
    { { .chip = "nv40" }, "curie", &nv_xf_isa_curie },
};

/* The same from inside, on ref. */
typedef struct Twin {
    NvHostOps ops;
    NvEnv env;
    NvXf xf;
    NvXfBlock *block;
} Twin;

static void twin_init(Twin *t, const NvXfEngineConfig *c)
{
    memset(t, 0, sizeof(*t));
    t->env.chip = nv_chip_find(c->chip);
    t->env.ops = &t->ops;
    nv_xf_init(&t->xf, &t->env);
    g_assert_true(nv_xf_configure(&t->xf, "ref", NULL, NULL));
    nv_xf_set_kelvin_class(&t->xf, c->kelvin_class);
    nv_xf_alone_mode(&t->xf, &(NvXfAlone) {
        .second = t->env.chip->xf.programs > 1 && !c->first_generation,
        .legacy = !c->modern_rules, .write = c->write_constants,
        .all = c->private_constants });
    t->block = nv_xf_block_new();
}

static void twin_free(Twin *t)
{
    nv_xf_block_free(t->block);
    nv_xf_free(&t->xf);
}

static void fill(GRand *rand, void *to, size_t words)
{
    uint32_t *w = to;

    for (size_t i = 0; i < words; i++) {
        w[i] = random_value(rand, TASTE_MIXED);
    }
}

static void give_constants(Twin *t, NvXfEngine *e, GRand *rand)
{
    unsigned n = nv_xf_engine_constants(e);
    g_autofree uint32_t (*v)[4] = g_malloc(n * sizeof(*v));

    fill(rand, v, n * 4);
    g_assert_true(nv_xf_engine_put_constants(e, 0, (const float (*)[4])v, n));
    for (unsigned i = 0; i < n; i++) {
        nv_xf_alone_send(&t->xf, NV_XF_XFCTX, i, v[i]);
    }
}

static void give_program(Twin *t, NvXfEngine *e, const NvXfIsa *isa,
                         GRand *rand)
{
    uint32_t words[LONGEST][4];
    unsigned count = g_rand_int_range(rand, 1, LONGEST + 1);

    for (unsigned i = 0; i < count; i++) {
        random_words(isa, rand, words[i], i, count,
                     isa != &nv_xf_isa_kelvin && count % 2);
        nv_xf_alone_instruction(&t->xf, i, words[i]);
    }
    g_assert_true(nv_xf_engine_put_program(
        e, 0, (const uint32_t (*)[4])words, count));
}

/* Words of @out that differ from the twin's. */
static unsigned differ(Twin *t, const NvXfVertex *in, const NvXfVertex *out,
                       unsigned count)
{
    unsigned bad = 0;

    for (unsigned i = 0; i < count; i++) {
        for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
            for (unsigned c = 0; c < 4; c++) {
                memcpy(&t->block->in[a][c][0], &in[i][a][c], 4);
            }
        }
        t->block->count = 1;
        nv_xf_transform(&t->xf, t->block);
        for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
            for (unsigned c = 0; c < 4; c++) {
                bad += !!memcmp(&t->block->out[a][c][0], &out[i][a][c], 4);
            }
        }
    }
    return bad;
}

static void test_runs(const void *data)
{
    const Case *c = data;
    GRand *rand = g_rand_new_with_seed(19);
    g_autofree NvXfVertex *in = g_malloc(sizeof(*in) * VERTICES);
    g_autofree NvXfVertex *out = g_malloc(sizeof(*out) * VERTICES);
    unsigned bad = 0;

    for (unsigned round = 0; round < 40; round++) {
        NvXfEngine *e = nv_xf_engine_new(&c->config, NULL);
        unsigned count = round % 8 ? g_rand_int_range(rand, 1, 20) : VERTICES;
        Twin t;

        twin_init(&t, &c->config);
        g_assert_cmpstr(nv_xf_engine_isa(e), ==, c->isa->name);
        give_constants(&t, e, rand);
        give_program(&t, e, c->isa, rand);
        fill(rand, in, sizeof(*in) / 4 * count);
        nv_xf_engine_run(e, in, out, count);
        bad += differ(&t, in, out, count);
        nv_xf_engine_free(e);
        twin_free(&t);
    }
    g_test_message("%u words differ", bad);
    g_assert_cmpuint(bad, ==, 0);
    g_rand_free(rand);
}

/* What is in @in is read before @out is written. */
static void test_in_place(void)
{
    NvXfEngine *e = nv_xf_engine_new(&(NvXfEngineConfig) { 0 }, NULL);
    g_autofree NvXfVertex *v = g_new0(NvXfVertex, VERTICES);
    uint32_t words[1][4];

    g_assert_cmpint(nv_xf_assemble("kelvin", "ADD o[HPOS], v[0], v[0] END",
                                   words, 1, NULL), ==, 1);
    g_assert_true(nv_xf_engine_put_program(
        e, 0, (const uint32_t (*)[4])words, 1));
    for (unsigned i = 0; i < VERTICES; i++) {
        v[i][0][0] = i;
    }
    nv_xf_engine_run(e, v, v, VERTICES);
    for (unsigned i = 0; i < VERTICES; i++) {
        g_assert_cmpfloat(v[i][0][0], ==, 2 * i);
    }
    nv_xf_engine_free(e);
}

/* --- State programs, watching --- */

static void count_steps(void *opaque, const NvXfWatched *step)
{
    unsigned *steps = opaque;

    g_assert_cmpuint(step->slot, ==, step->count);
    if (step->slot == 0) {
        g_assert_true(step->has_vector);
        g_assert_cmpuint(step->sources, ==, 5);         /* ADD: 0 and 2 */
        g_assert_cmpfloat(step->source[0][1], ==, 2);
        g_assert_cmpfloat(step->vector[1], ==, 4);
    }
    ++*steps;
}

static void test_state(void)
{
    static const char text[] =
        "ADD c[0], v[0], v[0]\n"
        "MOV c[1], v[0].wzyx END\n";
    static const float v0[4] = { 1, 2, 3, 4 };
    NvXfEngine *e = nv_xf_engine_new(&(NvXfEngineConfig) { 0 }, NULL);
    unsigned base = nv_xf_engine_base(e), steps = 0;
    uint32_t words[2][4];
    float got[2][4];

    g_assert_cmpint(nv_xf_assemble("kelvin", text, words, 2, NULL), ==, 2);
    g_assert_true(nv_xf_engine_put_program(
        e, 4, (const uint32_t (*)[4])words, 2));
    g_assert_true(nv_xf_engine_start(e, 4));
    nv_xf_engine_run_state(e, v0);
    g_assert_true(nv_xf_engine_get_constants(e, base, got, 2));
    for (unsigned c = 0; c < 4; c++) {
        g_assert_cmpfloat(got[0][c], ==, 2 * v0[c]);
        g_assert_cmpfloat(got[1][c], ==, v0[3 - c]);
    }
    /* Vertices still may not write. */
    g_assert_true(nv_xf_engine_put_constants(e, base, &v0, 1));
    nv_xf_engine_run(e, &(NvXfVertex) { { 9 } }, &(NvXfVertex) { { 0 } }, 1);
    g_assert_true(nv_xf_engine_get_constants(e, base, got, 1));
    g_assert_cmpfloat(got[0][0], ==, 1);

    g_assert_true(nv_xf_engine_put_program(
        e, 0, (const uint32_t (*)[4])words, 2));
    g_assert_true(nv_xf_engine_start(e, 0));
    nv_xf_engine_watch(e, count_steps, &steps);
    nv_xf_engine_run_state(e, v0);
    g_assert_cmpuint(steps, ==, 2);
    nv_xf_engine_watch(e, NULL, NULL);
    nv_xf_engine_run_state(e, v0);
    g_assert_cmpuint(steps, ==, 2);
    nv_xf_engine_free(e);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf-engine/text", test_text);
    g_test_add_func("/xf-engine/text-complaints", test_text_complaints);
    g_test_add_func("/xf-engine/refused", test_refused);
    g_test_add_func("/xf-engine/bounds", test_bounds);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/xf-engine/runs/",
                                            cases[i].name, NULL);

        g_test_add_data_func(path, &cases[i], test_runs);
    }
    g_test_add_func("/xf-engine/in-place", test_in_place);
    g_test_add_func("/xf-engine/state", test_state);
    return g_test_run();
}
