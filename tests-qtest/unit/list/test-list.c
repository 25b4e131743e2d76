/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The list: built from every opcode, kept by every pass, checked by the
 * verifier, printed and parsed back.
 *
 * What a program does is the reference's word; identities that passes use
 * are pinned as text.
 */
#include "unit/xf/test-xf-random.h"

#include "isa/build.h"

#define SEED 0x5ca1ab1e
#define VERTICES 3

static NvList *build(TestXf *t, NvListFail *fail)
{
    unsigned start = nv_extract(t->xf.mode_a, MODE_A_START_POS, 8);
    NvXfSetting set = nv_xf_setting(&t->xf);

    return nv_build_list(nv_xf_program_run(&t->xf, start), &set, fail);
}

static void assert_verified(const NvList *list, const char *when)
{
    g_autofree char *why = NULL;

    if (!nv_list_verify(list, &why)) {
        g_error("%s: %s", when, why);
    }
}

static TestXf *rig_new(const char *chip)
{
    TestXf *t = test_xf_new(chip);

    g_assert_true(nv_xf_configure(&t->xf, "ref", NULL, NULL));
    t->xf.mode_a = RANDOM_COL1_AS_IS;
    t->xf.mode_b = 0xc0000000u | MODE_B_VIEWPORT_SKIP;
    return t;
}

/* --- Every opcode has a way into the list --- */

static void test_opcodes(void)
{
    TestXf *t = rig_new("nv40");
    const NvXfIsa *isa = t->xf.program->isa;
    unsigned built = 0;

    for (unsigned code = 0; code < NV_XF_VEC_OPS + NV_XF_SCA_OPS; code++) {
        bool vec = code < NV_XF_VEC_OPS;
        const NvXfOp *op = vec ? &nv_xf_vec_ops[code] :
                           &nv_xf_sca_ops[code - NV_XF_VEC_OPS];
        uint32_t *words = t->xf.xfpr[0];
        NvListFail fail;
        NvList *list;

        if (!op->name || !op->fn) {
            continue;
        }
        memset(words, 0, 16);
        put_field(isa, words, vec ? NV_XF_F_OP_VEC : NV_XF_F_OP_SCA,
                  vec ? code : code - NV_XF_VEC_OPS);
        put_field(isa, words, NV_XF_F_OUT_TARGET, 1);
        put_field(isa, words, vec ? NV_XF_F_OUT_WM_VEC : NV_XF_F_OUT_WM_SCA,
                  15);
        put_field(isa, words, vec ? NV_XF_F_DST_WM_VEC : NV_XF_F_DST_WM_SCA,
                  15);
        put_field(isa, words, NV_XF_F_OUT_IS_VEC, vec);
        put_field(isa, words, NV_XF_F_COND_TEST, NV_XF_TEST_TR);
        put_field(isa, words, NV_XF_F_END, 1);
        nv_xf_program_changed(&t->xf);
        list = build(t, &fail);
        if (!list) {
            g_error("%s: %s", op->name, nv_list_fail_name(fail));
        }
        assert_verified(list, op->name);
        g_assert_cmphex(list->outputs, ==, 1);
        nv_list_free(list);
        built++;
    }
    g_assert_cmpuint(built, >=, 30);
    test_xf_free(t);
}

/* --- Passes --- */

/* What the reference makes of the vertices of t->block. */
static void assert_outputs(TestXf *t, const NvList *list, const char *when)
{
    g_autofree uint32_t *value = g_new(uint32_t, list->count);

    for (unsigned i = 0; i < t->block.count; i++) {
        uint32_t in[NV_XF_ATTRS][4];

        for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
            for (unsigned c = 0; c < 4; c++) {
                in[a][c] = t->block.in[a][c][i];
            }
        }
        nv_list_eval(list, (const uint32_t (*)[4])t->xf.xfctx,
                     (const uint32_t (*)[4])in, value);
        for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
            for (unsigned c = 0; c < 4; c++) {
                NvVal v = list->out[a][c];

                if (v && value[v] != t->block.out[a][c][i]) {
                    program_text(&t->xf);
                    g_error("%s: o%u.%c: got %08x, want %08x", when, a,
                            "xyzw"[c], value[v], t->block.out[a][c][i]);
                }
            }
        }
    }
}

static void assert_round_trip(const NvList *list)
{
    g_autoptr(GString) once = g_string_new(NULL);
    g_autoptr(GString) twice = g_string_new(NULL);
    GError *error = NULL;
    NvList *back;

    nv_list_print(list, once);
    back = nv_list_parse(once->str, &error);
    g_assert_no_error(error);
    nv_list_print(back, twice);
    g_assert_cmpstr(once->str, ==, twice->str);
    g_assert_cmpuint(back->count, ==, list->count);
    g_assert_cmphex(back->outputs, ==, list->outputs);
    nv_list_free(back);
}

/* Uniform nodes, alone, have the values they have for a vertex. */
static void assert_uniform(TestXf *t, const NvList *list)
{
    g_autofree uint32_t *all = g_new(uint32_t, list->count);
    g_autofree uint32_t *few = g_new(uint32_t, list->count);
    uint32_t in[NV_XF_ATTRS][4];

    memset(in, 0x5a, sizeof(in));
    nv_list_eval(list, (const uint32_t (*)[4])t->xf.xfctx,
                 (const uint32_t (*)[4])in, all);
    nv_list_eval_uniform(list, (const uint32_t (*)[4])t->xf.xfctx, few);
    for (unsigned v = 1; v < list->count; v++) {
        g_assert_true(list->node[v].uniform == (v < list->hoisted));
        if (list->node[v].uniform) {
            g_assert_cmphex(all[v], ==, few[v]);
        }
    }
}

/* The same from values for constants of which some were others. */
static void assert_changed(TestXf *t, const NvList *list, unsigned seed)
{
    g_autofree uint32_t *want = g_new(uint32_t, list->count);
    g_autofree uint32_t *got = g_new(uint32_t, list->count);
    g_autofree bool *changed = g_new(bool, list->count);
    const uint32_t (*now)[4] = (const uint32_t (*)[4])t->xf.xfctx;
    g_autofree uint32_t (*old)[4] = g_memdup2(now, sizeof(t->xf.xfctx));
    bool differ = false;

    for (unsigned i = seed % 5; i < NV_XF_MAX_XFCTX; i += 5) {
        old[i][seed % 4] ^= 0x80400001;
    }
    nv_list_eval_uniform(list, (const uint32_t (*)[4])old, got);
    nv_list_eval_uniform(list, now, want);
    for (unsigned v = 1; v < list->hoisted; v++) {
        differ |= got[v] != want[v];
    }
    g_assert_true(nv_list_eval_changed(list, now, got, changed) == differ);
    for (unsigned v = 1; v < list->hoisted; v++) {
        g_assert_cmphex(got[v], ==, want[v]);
    }
    g_assert_false(nv_list_eval_changed(list, now, got, changed));
}

typedef struct Counts {
    unsigned lists, before, after, selects, fails[NV_LIST_FAILS];
} Counts;

static void one_program(TestXf *t, GRand *rand, unsigned i, Counts *n)
{
    NvListFail fail;
    NvList *list;

    random_constants(t, rand, i % TASTES);
    random_block(&t->block, rand, i / TASTES % TASTES, VERTICES);
    list = build(t, &fail);
    n->fails[fail]++;
    g_assert_true((list != NULL) == (fail == NV_LIST_OK));
    if (!list) {
        return;
    }
    nv_xf_transform(&t->xf, &t->block);
    assert_verified(list, "built");
    assert_outputs(t, list, "built");
    n->lists++;
    n->before += list->count;
    for (const NvListPass *p = nv_list_pass; p->name; p++) {
        p->run(list);
        assert_verified(list, p->name);
        assert_outputs(t, list, p->name);
    }
    n->after += list->count;
    for (unsigned v = 1; v < list->count; v++) {
        n->selects += list->node[v].op == NV_LIST_SELECT;
    }
    assert_uniform(t, list);
    assert_changed(t, list, i);
    if (i % 4 == 0) {
        assert_round_trip(list);
    }
    nv_list_free(list);
}

static void tell(const char *what, const Counts *n)
{
    g_test_message("%s: %u lists, %u nodes built, %u left, %u selects",
                   what, n->lists, n->before, n->after, n->selects);
    for (unsigned f = NV_LIST_OK + 1; f < NV_LIST_FAILS; f++) {
        if (n->fails[f]) {
            g_test_message("%s: %u %s", what, n->fails[f],
                           nv_list_fail_name(f));
        }
    }
}

static void test_kelvin(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    TestXf *t = rig_new("nv20");
    Counts n = { 0 };

    for (unsigned i = 0; i < 400; i++) {
        random_program(t, rand, g_rand_int_range(rand, 1, 40));
        t->xf.mode_b = RANDOM_PROGRAM | (i & 1 ? RANDOM_ALL_CTX : 0);
        one_program(t, rand, i, &n);
    }
    tell("kelvin", &n);
    g_assert_cmpuint(n.lists, >, 300);
    g_assert_cmpuint(n.after, <, n.before);
    test_xf_free(t);
}

static void test_branches(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    TestXf *t = rig_new("nv30");
    Counts n = { 0 };

    for (unsigned i = 0; i < 400; i++) {
        random_isa_program(t, rand, g_rand_int_range(rand, 2, 48), true);
        t->xf.mode_b = 0xc0000000u | MODE_B_VIEWPORT_SKIP |
                       (g_rand_int(rand) & 0x00060000);
        t->xf.timeout = g_rand_int_range(rand, 20, 400);
        one_program(t, rand, i, &n);
    }
    tell("rankine", &n);
    g_assert_cmpuint(n.lists, >, 100);
    g_assert_cmpuint(n.selects, >, 100);
    g_assert_cmpuint(n.fails[NV_LIST_FAIL_LOOP], >, 0);
    g_assert_cmpuint(n.fails[NV_LIST_FAIL_TIMEOUT], >, 0);
    g_assert_cmpuint(n.fails[NV_LIST_FAIL_OLD_OUTPUT], >, 0);
    test_xf_free(t);
}

/* --- Identities --- */

static void test_fold(void)
{
    /* Nodes, the output, and the nodes that shall be left. */
    static const struct {
        const char *name, *before, *after;
    } rows[] = {
        { "constants", "%1 = CONST 0x40000000\n%2 = MUL 0x0 %1 %1\n"
          "out 0.x = %2\n", "%1 = CONST 0x40800000 uniform\n" },
        { "signs", "%1 = INPUT 0x0\n%2 = XOR 0x80000000 %1\n"
          "%3 = XOR 0x80000000 %2\nout 0.x = %3\n", "%1 = INPUT 0x0\n" },
        { "absolute", "%1 = INPUT 0x0\n%2 = XOR 0x80000000 %1\n"
          "%3 = AND 0x7fffffff %2\nout 0.x = %3\n",
          "%1 = INPUT 0x0\n%2 = AND 0x7fffffff %1\n" },
        { "shared", "%1 = INPUT 0x0\n%2 = INPUT 0x1\n%3 = MUL 0x0 %1 %2\n"
          "%4 = MUL 0x0 %2 %1\n%5 = SUM2 0x0 %3 %4\nout 0.x = %5\n",
          "%1 = INPUT 0x0\n%2 = INPUT 0x1\n%3 = MUL 0x0 %1 %2\n"
          "%4 = SUM2 0x0 %3 %3\n" },
        { "zero wins", "%1 = INPUT 0x0\n%2 = CONST 0x0\n%3 = MUL 0x0 %1 %2\n"
          "out 0.x = %3\n", "%1 = CONST 0x0 uniform\n" },
        { "zero terms", "%1 = INPUT 0x0\n%2 = INPUT 0x1\n"
          "%3 = CONST 0x80000000\n%4 = SUM4 0x0 %3 %1 %3 %2\n"
          "out 0.x = %4\n",
          "%1 = INPUT 0x0\n%2 = INPUT 0x1\n%3 = SUM2 0x0 %1 %2\n" },
        { "one is kept", "%1 = INPUT 0x0\n%2 = CONST 0x3f800000\n"
          "%3 = MUL 0x0 %1 %2\nout 0.x = %3\n",
          "%1 = CONST 0x3f800000 uniform\n%2 = INPUT 0x0\n"
          "%3 = MUL 0x0 %2 %1\n" },
        { "hoisted", "%1 = INPUT 0x0\n%2 = CTX 0x180\n%3 = CTX 0x181\n"
          "%4 = RCP 0x0 %3\n%5 = MUL 0x0 %1 %4\n%6 = MUL 0x0 %5 %2\n"
          "out 0.x = %6\n",
          "%1 = CTX 0x180 uniform\n%2 = CTX 0x181 uniform\n"
          "%3 = RCP 0x0 %2 uniform\n%4 = INPUT 0x0\n%5 = MUL 0x0 %4 %3\n"
          "%6 = MUL 0x0 %5 %1\n" },
        { "both signs", "%1 = INPUT 0x0\n%2 = INPUT 0x1\n"
          "%3 = XOR 0x80000000 %1\n%4 = XOR 0x80000000 %2\n"
          "%5 = MUL 0x0 %3 %4\nout 0.x = %5\n",
          "%1 = INPUT 0x0\n%2 = INPUT 0x1\n%3 = MUL 0x0 %1 %2\n" },
        { "no signs", "%1 = INPUT 0x0\n%2 = INPUT 0x1\n"
          "%3 = XOR 0x40000000 %1\n%4 = XOR 0x40000000 %2\n"
          "%5 = MUL 0x0 %3 %4\nout 0.x = %5\n",
          "%1 = INPUT 0x0\n%2 = INPUT 0x1\n%3 = XOR 0x40000000 %1\n"
          "%4 = XOR 0x40000000 %2\n%5 = MUL 0x0 %3 %4\n" },
        { "select", "%1 = INPUT 0x0\n%2 = CONST 0xffffffff\n"
          "%3 = INPUT 0x1\n%4 = SELECT 0x0 %2 %1 %3\nout 0.x = %4\n",
          "%1 = INPUT 0x0\n" },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strconcat("rules kelvin legacy\n"
                                            "ctx 96 192\n",
                                            rows[i].before, NULL);
        g_autoptr(GString) got = g_string_new(NULL);
        GError *error = NULL;
        NvList *list = nv_list_parse(text, &error);
        const char *nodes;

        g_assert_no_error(error);
        nv_list_optimise(list);
        assert_verified(list, rows[i].name);
        nv_list_print(list, got);
        nodes = strchr(got->str, '%');
        if (!g_str_has_prefix(nodes, rows[i].after) ||
            !g_str_has_prefix(nodes + strlen(rows[i].after), "out")) {
            g_error("%s:\n%swant\n%s", rows[i].name, nodes, rows[i].after);
        }
        nv_list_free(list);
    }
}

/* --- Verifier and parser --- */

static void test_broken(void)
{
    static const char *const rows[] = {
        "%1 = MUL 0x0 %1 %1\n",                     /* itself */
        "%1 = INPUT 0x0\n%2 = MUL 0x0 %1 %0\n",     /* no value */
        "%1 = INPUT 0x40\n",
        "%1 = CTX 0x300\n",                         /* the first too many */
        "%1 = INPUT 0x0\n%2 = SET 0x8 %1 %1\n",
        "%1 = INPUT 0x0\n%2 = EXP 0x3 %1\n",
        "%1 = INPUT 0x0\n%2 = MUL 0x1 %1 %1\n",
        "%1 = INPUT 0x0\n%2 = TEST 0x1 %1\n%3 = MUL 0x0 %1 %2\n",
        "%1 = INPUT 0x0\n%2 = SELECT 0x0 %1 %1 %1\n",
        "%1 = INPUT 0x0\n%2 = CTXREL 0x180 %1\n",
        "%1 = INPUT 0x0\n%2 = ARL 0x9 %1\n%3 = MUL 0x0 %2 %2\n",
        "%1 = INPUT 0x0\n%2 = MUL 0x0 %1 %1 uniform\n",
        "%1 = INPUT 0x0\n%2 = TEST 0x1 %1\nout 0.x = %2\n",
        "%2 = INPUT 0x0\n",
        "%1 = NONSENSE 0x0\n",
        "%1 = INPUT\n",
        "%1 = INPUT 0x0 %0\n",
        "out 0.x = %1\n",
        "%1 = INPUT 0x0\nout 16.x = %1\n",
        "%1 = INPUT 0x0\nout 0.q = %1\n",
        "%1 = INPUT 0x100000000\n",
        "rules voodoo legacy\n",
        "ctx 0 9999\n",
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strconcat("ctx 96 192\n", rows[i], NULL);
        GError *error = NULL;
        NvList *list = nv_list_parse(text, &error);

        if (list) {
            g_error("taken: %s", rows[i]);
        }
        g_assert_nonnull(error);
        g_error_free(error);
    }
}

/* The last input and the last constant that there are. */
static void test_last(void)
{
    NvList *list = nv_list_parse("ctx 96 192\n%1 = INPUT 0x3f\n"
                                 "%2 = CTX 0x2ff\n", NULL);

    g_assert_nonnull(list);
    nv_list_free(list);
}

/* Damage is found, or does no harm. */
static void test_damage(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    TestXf *t = rig_new("nv30");
    unsigned found = 0, cases = 3000;

    random_isa_program(t, rand, 40, false);
    random_constants(t, rand, TASTE_MIXED);
    for (unsigned i = 0; i < cases; i++) {
        NvListFail fail;
        NvList *list = build(t, &fail);
        NvListNode *node;
        char *why;

        g_assert_nonnull(list);
        node = &list->node[g_rand_int_range(rand, 1, list->count)];
        switch (g_rand_int_range(rand, 0, 4)) {
        case 0:
            node->op = g_rand_int(rand);
            break;
        case 1:
            node->imm = g_rand_int(rand);
            break;
        case 2:
            node->uniform ^= true;
            break;
        default:
            node->arg[g_rand_int_range(rand, 0, 4)] = g_rand_int(rand);
            break;
        }
        if (nv_list_verify(list, &why)) {
            g_autofree uint32_t *value = g_new(uint32_t, list->count);
            uint32_t in[NV_XF_ATTRS][4] = { { 0 } };

            nv_list_eval(list, (const uint32_t (*)[4])t->xf.xfctx,
                         (const uint32_t (*)[4])in, value);
            nv_list_optimise(list);
            assert_verified(list, "damaged, then optimised");
        } else {
            g_assert_nonnull(why);
            found++;
        }
        g_free(why);
        nv_list_free(list);
    }
    g_test_message("%u of %u damaged lists refused", found, cases);
    g_assert_cmpuint(found, >, cases / 2);
    test_xf_free(t);
}

/* The rules of every chip have a name that is read back. */
static void test_rules_text(void)
{
    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        g_autoptr(GString) text = g_string_new(NULL);
        NvList *list = nv_list_new(), *back;

        list->rules.version = chip->arith;
        nv_list_print(list, text);
        back = nv_list_parse(text->str, NULL);
        g_assert_nonnull(back);
        g_assert_cmpint(back->rules.version, ==, chip->arith);
        nv_list_free(back);
        nv_list_free(list);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/list/opcodes", test_opcodes);
    g_test_add_func("/list/rules-text", test_rules_text);
    g_test_add_func("/list/kelvin", test_kelvin);
    g_test_add_func("/list/branches", test_branches);
    g_test_add_func("/list/fold", test_fold);
    g_test_add_func("/list/broken", test_broken);
    g_test_add_func("/list/last", test_last);
    g_test_add_func("/list/damage", test_damage);
    return g_test_run();
}
