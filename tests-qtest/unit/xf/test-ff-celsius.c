/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Celsius against golden vertices: mode words, attributes
 * and constants in, the 16 words of a vertex out, to the bit.
 *
 * The file was made with the public bit model of Celsius; columns are in the
 * order of its head line.
 */
#include "unit/isa/test-xf-asm.h"
#include "exec/exec.h"
#include "xf/ff.h"

#define VECTORS 300
#define COLUMNS 479

static char *test_data(const char *name)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data", name,
                                                  NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;

    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

typedef struct Row {
    char chip[8];
    uint32_t mode_b, mode_a, debug_e, raster;
    uint32_t vab[28], xfctx[60 * 4], ltctx[48 * 3];
    uint32_t ltc[4][NV_XF_MAX_LTC];
    uint32_t words[16];
} Row;

static uint32_t hex(char **field)
{
    return strtoul(*field, NULL, 16);
}

static char **take(char **field, uint32_t *to, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        to[i] = hex(field++);
    }
    return field;
}

static void parse(char **field, Row *row)
{
    static const unsigned ltc[4] = { 3, 19, 12, 12 };

    g_assert_cmpuint(g_strv_length(field), ==, COLUMNS);
    g_snprintf(row->chip, sizeof(row->chip), "nv%s", *field++);
    row->mode_b = hex(field++);
    row->mode_a = hex(field++);
    row->debug_e = hex(field++);
    row->raster = hex(field++);
    field = take(field, row->vab, 28);
    field = take(field, row->xfctx, G_N_ELEMENTS(row->xfctx));
    field = take(field, row->ltctx, G_N_ELEMENTS(row->ltctx));
    for (unsigned i = 0; i < 4; i++) {
        field = take(field, row->ltc[i], ltc[i]);
    }
    take(field, row->words, 16);
}

static void load(NvXf *xf, NvXfBlock *block, const Row *row, unsigned lane)
{
    xf->mode_a = row->mode_a;
    xf->mode_b = row->mode_b;
    for (unsigned i = 0; i < 28; i++) {
        block->in[i / 4][i % 4][lane] = row->vab[i];
    }
    memcpy(xf->xfctx, row->xfctx, sizeof(row->xfctx));
    for (unsigned i = 0; i < 48 * 3; i++) {
        g_assert_cmphex(row->ltctx[i] & 0x3ff, ==, 0);
        xf->ltctx[i / 3][i % 3] = row->ltctx[i] >> 10;
    }
    for (unsigned i = 0; i < 4 * NV_XF_MAX_LTC; i++) {
        xf->ltc[i / NV_XF_MAX_LTC][i % NV_XF_MAX_LTC] =
            row->ltc[i / NV_XF_MAX_LTC][i % NV_XF_MAX_LTC] >> 10;
    }
}

/* Words that differ; the vertex is in every lane. */
static unsigned mismatches(TestXf *t, const Row *row)
{
    uint32_t out[NV_XF_ATTRS][4];
    uint32_t words[16] = { 0 };
    unsigned bad = 0;

    t->block.count = 17;
    for (unsigned lane = 0; lane < t->block.count; lane++) {
        load(&t->xf, &t->block, row, lane);
    }
    nv_xf_transform(&t->xf, &t->block);
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            out[a][c] = t->block.out[a][c][16];
            g_assert_cmphex(out[a][c], ==, t->block.out[a][c][0]);
        }
    }
    nv_ff_celsius_vertex(&t->xf, (const uint32_t (*)[4])out, row->debug_e,
                         row->raster, row->words[2] >> 31, words);
    for (unsigned i = 0; i < 16; i++) {
        if (words[i] != row->words[i]) {
            g_test_message("%s mode %08x %08x word %u: %08x, not %08x",
                           row->chip, row->mode_b, row->mode_a, i, words[i],
                           row->words[i]);
            bad++;
        }
    }
    return bad;
}

static void test_vertices(gconstpointer executor)
{
    g_autofree char *text = test_data("ff-vectors-celsius-tnl.csv");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    unsigned rows = 0, good = 0;

    for (char **line = lines + 1; *line && **line; line++, rows++) {
        g_auto(GStrv) field = g_strsplit(*line, ",", -1);
        g_autofree Row *row = g_new0(Row, 1);
        TestXf *t;

        parse(field, row);
        t = test_xf_new(row->chip);
        g_assert_true(nv_xf_configure(&t->xf, executor, NULL, NULL));
        good += !mismatches(t, row);
        test_xf_free(t);
    }
    g_test_message("%u of %u vertices", good, rows);
    g_assert_cmpuint(rows, ==, VECTORS);
    g_assert_cmpuint(good, ==, rows);
}

/* --- The operations, as nodes of lists --- */

/* Columns of the operands and of the result. */
typedef struct Operation {
    uint8_t op, want, arg[3];
} Operation;

static const Operation operations[] = {
    { NV_LIST_MULC, 3, { 0, 1 } },
    { NV_LIST_TO_LT, 4, { 0 } }, { NV_LIST_TO_LT, 5, { 1 } },
    { NV_LIST_TO_LT, 6, { 2 } },
    { NV_LIST_LT_MUL, 7, { 4, 5 } }, { NV_LIST_LT_ADD3, 8, { 4, 5, 6 } },
    { NV_LIST_LT_SMUL, 9, { 4, 5 } }, { NV_LIST_LT_SADD, 10, { 4, 5 } },
    { NV_LIST_LT_RCP, 11, { 4 } }, { NV_LIST_LT_RSQ, 12, { 4 } },
};

/* One list of them all: an output component each. */
static NvList *operations_list(void)
{
    NvList *list = nv_list_new();
    NvVal column[16];

    list->rules = (NvXfRules) { NV_ARITH_CELSIUS, true };
    for (unsigned c = 0; c < 3; c++) {
        column[c] = nv_list_add(list, NV_LIST_INPUT, c, NULL);
    }
    list->inputs = 1;
    for (unsigned i = 0; i < G_N_ELEMENTS(operations); i++) {
        const Operation *o = &operations[i];
        unsigned args = nv_list_op[o->op].args;
        NvVal arg[4] = { 0 };

        for (unsigned k = 0; k < args; k++) {
            arg[k] = column[o->arg[k]];
        }
        column[o->want] = nv_list_add(list, o->op, 0, arg);
        list->out[i / 4][i % 4] = column[o->want];
        list->outputs |= 1u << i / 4;
    }
    nv_list_optimise(list);
    return list;
}

static bool is_wrong(uint32_t got, uint32_t want)
{
    /* An overflow's low bits are not said. */
    bool huge = (want & 0x7ffffc00) == 0x7f7ffc00;

    return huge ? (got ^ want) >> 10 != 0 : got != want;
}

/* Rows that differ of those in the block, whose columns are @want. */
static unsigned run_operations(TestXf *t, const NvExecProgram *program,
                               const NvList *list,
                               uint32_t want[NV_XF_BLOCK][16])
{
    static const uint32_t none[NV_FF_CONSTANTS][4];
    NvXfBlock *block = &t->block;
    NvExecDraw draw = { .constants = none, .blocks = &block, .count = 1 };
    unsigned bad = 0;

    if (program->code) {
        nv_exec_run_list(t->xf.exec, program, &draw);
    }
    for (unsigned lane = 0; lane < block->count; lane++) {
        uint32_t in[NV_XF_ATTRS][4] = { { want[lane][0], want[lane][1],
                                          want[lane][2] } };
        g_autofree uint32_t *value = g_new(uint32_t, list->count);
        unsigned wrong = want[lane][13] !=
                         nv_ff_celsius_color8(want[lane][0]);

        nv_list_eval(list, none, (const uint32_t (*)[4])in, value);
        for (unsigned i = 0; i < G_N_ELEMENTS(operations); i++) {
            uint32_t got = program->code ? block->out[i / 4][i % 4][lane] :
                           value[list->out[i / 4][i % 4]];

            wrong += is_wrong(got, want[lane][operations[i].want]);
        }
        bad += wrong != 0;
    }
    return bad;
}

static void test_operations(gconstpointer executor)
{
    g_autofree char *text = test_data("xf-vectors-lt.csv");
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    static uint32_t want[NV_XF_BLOCK][16];
    TestXf *t = test_xf_new("nv10");
    NvList *list = operations_list();
    unsigned rows = 0, bad = 0;
    NvExecProgram program;

    g_assert_true(nv_xf_configure(&t->xf, executor, NULL, NULL));
    nv_exec_take_list(t->xf.exec, list, &program);
    for (char **line = lines + 1; *line && **line; line++, rows++) {
        g_auto(GStrv) field = g_strsplit(*line, ",", -1);
        unsigned lane = rows % NV_XF_BLOCK;

        take(field, want[lane], 14);
        for (unsigned c = 0; c < 3; c++) {
            t->block.in[0][c][lane] = want[lane][c];
        }
        t->block.count = lane + 1;
        if (lane == NV_XF_BLOCK - 1 || !line[1] || !*line[1]) {
            bad += run_operations(t, &program, list, want);
        }
    }
    g_test_message("%s: %u of %u rows", program.code ?
                   program.executor->name : "ref", rows - bad, rows);
    g_assert_cmpuint(rows, ==, 3000);
    g_assert_cmpuint(bad, ==, 0);
    /* It had code by what was asked for; "jit" is any of them. */
    g_assert_true(program.code || !strcmp(executor, "ref"));
    g_assert_cmpstr(program.why, ==, NULL);
    nv_exec_drop_list(&program);
    nv_list_free(list);
    test_xf_free(t);
}

/* A row of the table of executors may not run on this host. */
static bool runs_here(const char *name)
{
    const NvExecutor *e = nv_executor_find(name);
    const char *why;

    return !e || !e->usable || e->usable(&why);
}

int main(int argc, char **argv)
{
    const char *name;

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; (name = nv_executor_name(i)); i++) {
        g_autofree char *path = g_strdup_printf("/ff/celsius/vertices/%s",
                                                name);
        g_autofree char *ops = g_strdup_printf("/ff/celsius/operations/%s",
                                               name);

        if (runs_here(name)) {
            g_test_add_data_func(path, name, test_vertices);
            g_test_add_data_func(ops, name, test_operations);
        }
    }
    return g_test_run();
}
