/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf run: a program over vertices, or a vertex state program, on the
 * engine alone.
 */
#include "tools/nv-xf/nv-xf-engine.h"
#include "tools/saved.h"

typedef struct Run {
    NvToolEngine engine;
    char *vertices, *param;
    char *from;                 /* a saved or running card */
    int vertex;                 /* of its arrays, or -1 */
    gboolean trace, state;
    NvXfBlock *block[NV_XF_BATCH];
    unsigned blocks, room;      /* that have vertices, that may have */
    uint32_t before[NV_XF_MAX_XFCTX][4];
} Run;

/* --- Vertices --- */

static void put_word(char **at, uint32_t v)
{
    *(*at)++ = '0';
    *(*at)++ = 'x';
    for (int shift = 28; shift >= 0; shift -= 4) {
        *(*at)++ = "0123456789abcdef"[(v >> shift) & 15];
    }
}

static void print_vertex(const NvXfBlock *block, unsigned lane)
{
    char line[NV_XF_ATTRS * 50];
    char *at = line;

    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        at += sprintf(at, "%so%u=", a ? " " : "", a);
        for (unsigned c = 0; c < 4; c++) {
            put_word(&at, block->out[a][c][lane]);
            *at++ = ',';
        }
        at--;
    }
    *at++ = '\n';
    fwrite(line, 1, at - line, stdout);
}

/* All that has been read. */
static void transform(Run *run)
{
    nv_xf_transform_blocks(&run->engine.xf, run->block, run->blocks);
    for (unsigned i = 0; i < run->blocks; i++) {
        for (unsigned lane = 0; lane < run->block[i]->count; lane++) {
            print_vertex(run->block[i], lane);
        }
    }
    run->blocks = 0;
}

/* The block that takes the next vertex. */
static NvXfBlock *block_with_room(Run *run)
{
    unsigned last = run->blocks - 1;

    if (run->blocks && run->block[last]->count < NV_XF_BLOCK) {
        return run->block[last];
    }
    if (run->blocks == run->room) {
        transform(run);
    }
    last = run->blocks++;
    if (!run->block[last]) {
        run->block[last] = nv_xf_block_new();
    }
    run->block[last]->count = 0;
    return run->block[last];
}

/* One by one with --trace, so that lines stay in order. */
static void add_vertex(Run *run, NvXfBlock *block)
{
    block->count++;
    if (run->trace || nv_xf_serial(&run->engine.xf)) {
        transform(run);
    }
}

/* As the card has them. */
static void attributes_that_stand(const NvXf *xf, NvXfBlock *block)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            block->in[a][c][0] = xf->vab[a][c];
        }
    }
}

static bool run_vertices(Run *run, GError **error)
{
    NvXfBlock *block;
    NvText t;
    bool ok = true;

    run->room = nv_xf_batch(&run->engine.xf);
    if (!run->vertices) {
        block = block_with_room(run);
        if (run->from) {
            attributes_that_stand(&run->engine.xf, block);
        } else {
            nv_tool_clear_lane(block, 0);
        }
        add_vertex(run, block);
        transform(run);
        return true;
    }
    if (!nv_text_open(&t, run->vertices, error)) {
        return false;
    }
    while (ok && nv_text_next_line(&t)) {
        block = block_with_room(run);
        ok = nv_tool_vertex(&t, block, block->count, error);
        if (ok) {
            add_vertex(run, block);
        }
    }
    transform(run);
    nv_text_close(&t);
    return ok;
}

/* --- Vertex state programs --- */

static bool run_state(Run *run, GError **error)
{
    NvToolEngine *e = &run->engine;
    uint32_t param[4] = { 0, 0, 0, NV_XF_ONE };
    unsigned base = e->slots ? 0 : e->xf.chip->xf.user_base;

    if (run->param) {
        NvText t = { .file = "--param", .at = run->param,
                     .start = run->param, .line = 1 };

        if (!nv_tool_vector(&t, param, error)) {
            return false;
        }
        if (!nv_text_line_ends(&t)) {
            return nv_text_fail(&t, t.at, error, "nothing may follow x,y,z,w");
        }
    }
    memcpy(run->before, e->xf.xfctx, sizeof(run->before));
    nv_xf_alone_send(&e->xf, NV_XF_PARAM, e->xf.chip->xf.pass, param);
    nv_xf_command(&e->xf, NV_XF_RUN, 0, e->first);
    for (unsigned i = 0; i < e->xf.chip->xf.xfctx; i++) {
        const uint32_t *v = e->xf.xfctx[i];

        if (!memcmp(run->before[i], v, sizeof(run->before[i]))) {
            continue;
        }
        if (i < base) {
            printf("xfctx[0x%02x]", i);
        } else {
            printf("%u", i - base);
        }
        printf(" 0x%08x 0x%08x 0x%08x 0x%08x\n", v[0], v[1], v[2], v[3]);
    }
    return true;
}

/* --- Trace --- */

static void trace_step(void *opaque, const NvXfStep *step)
{
    Run *run = opaque;
    g_autoptr(GString) text = g_string_new(NULL);

    nv_xf_print_step(&run->engine.xf, step, text);
    fputs(text->str, stdout);
}

/* --- Options --- */

/* Program, mode, constants and attributes are those of a card. */
static bool take_card(Run *run, GError **error)
{
    g_autoptr(GByteArray) saved = nv_state_fetch(run->from, 0, error);
    NvCard *card = saved ? nv_state_card_of(saved, error) : NULL;
    NvToolEngine *e = &run->engine;
    bool ok;

    if (!card) {
        return false;
    }
    g_free(e->chip);
    e->chip = g_strdup(card->env.chip->name);
    ok = nv_tool_engine_open(e, "ref", error);
    if (ok) {
        nv_xf_copy(&e->xf, &card->xf);
    }
    nv_card_free(card);
    return ok;
}

/* A vertex of the arrays, which are in the memory of a machine that runs. */
static bool ask_card(const Run *run, GError **error)
{
    g_autofree char *question =
        g_strdup_printf("%s %d", run->trace ? "trace" : "vertex", run->vertex);
    g_autofree char *answer = NULL;

    if (!nv_state_is_socket(run->from)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s: a saved state has no "
                    "memory, so no arrays; --vertex needs the socket of a "
                    "running QEMU", run->from);
        return false;
    }
    answer = nv_state_ask_qmp(run->from, 0, question, error);
    if (answer) {
        fputs(answer, stdout);
    }
    return answer;
}

static bool start_from(Run *run, GError **error)
{
    if (run->state || run->engine.consts) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--from brings program and "
                    "constants: neither --state nor --consts goes with it");
        return false;
    }
    if (!take_card(run, error)) {
        return false;
    }
    if (run->trace) {
        nv_xf_set_trace(&run->engine.xf, trace_step, run);
    }
    return true;
}

static bool start(Run *run, const char *program, GError **error)
{
    NvToolEngine *e = &run->engine;

    if (run->param && !run->state) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--param needs --state");
        return false;
    }
    if (run->vertices && run->state) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--vertices and --state exclude "
                    "each other");
        return false;
    }
    e->state = run->state;
    if (!nv_tool_engine_open(e, "ref", error)) {
        return false;
    }
    if (run->trace) {
        nv_xf_set_trace(&e->xf, trace_step, run);
    }
    return nv_tool_engine_load(e, program, error);
}

static bool run_it(Run *run, const char *program, GError **error)
{
    if (!program == !run->from) {
        g_set_error(error, NV_TOOL_ERROR, 0, program ?
                    "%s: --from brings its program" :
                    "give a PROGRAM, or --from%s", program ? program : "");
        return false;
    }
    if (run->vertex >= 0) {
        if (run->from) {
            return ask_card(run, error);
        }
        g_set_error(error, NV_TOOL_ERROR, 0, "--vertex needs --from");
        return false;
    }
    return (run->from ? start_from(run, error)
                      : start(run, program, error)) &&
           (run->state ? run_state(run, error) : run_vertices(run, error));
}

static const NvUsage usage = {
    "[PROGRAM]", 0, 1,
    "Runs PROGRAM, text or words, over vertices and prints all output "
    "registers, a line a\nvertex; with --state runs it as a vertex state "
    "program and prints the constants that\nchanged.  PROGRAM and other files "
    "may be - for standard input.\n\n"
    "  nv-xf run --consts matrix.txt --vertices points.txt transform.vp\n"
    "  echo 'v0=1,2,3 v3=0x3f800000,0,0,1' | nv-xf run --vertices - move.vp\n"
    "  nv-xf run --chip nv30 --rules modern --trace wave.vp\n"
    "  nv-xf run --state --param 1,2,3,4 spin.vsp\n"
    "  nv-xf run --from qmp.sock --vertex 7 --trace\n\n"
    "With --from, in place of PROGRAM, the card of a saved state or of a "
    "running QEMU (the\nsocket of its QMP monitor) gives program, mode, "
    "constants and the attributes that\nstand; --vertex K is element K of its "
    "arrays, of a running QEMU's alone.\n\n"
    "Constant lines are \"index x y z w\", index counting from c[0]; "
    "\"xfctx[0x3a] x y z w\"\nnames any slot.  Vertex lines are \"v0=x,y,z,w "
    "v3=...\"; y and z are 0 and w is 1 where\nleft out, as in attributes that "
    "are not given.  Numbers are floats, or bits like\n0x3f800000.  Without "
    "--vertices one vertex runs.",
};

int nv_xf_command_run(int argc, char **argv, GError **error)
{
    g_autofree Run *run = g_new0(Run, 1);
    NvToolEngine *e = &run->engine;
    bool ok;
    const GOptionEntry entries[] = {
        NV_TOOL_CHIP_ENTRY(e),
        { "executor", 'x', 0, G_OPTION_ARG_STRING, &e->executor,
          "What runs the program: ref (default), auto, or one that "
          "\"nv-xf bench --list\" shows", "NAME" },
        { "arith", 0, 0, G_OPTION_ARG_STRING, &e->arith,
          "exact (default), or fast where there is one", "ARITH" },
        { "threads", 0, 0, G_OPTION_ARG_INT, &e->threads,
          "Threads that share the vertices (default 1)", "N" },
        NV_TOOL_PROGRAM_ENTRIES(e),
        NV_TOOL_CONSTS_ENTRIES(e),
        { "vertices", 'v', 0, G_OPTION_ARG_FILENAME, &run->vertices,
          "Vertices to run", "FILE" },
        { "state", 's', 0, G_OPTION_ARG_NONE, &run->state,
          "Run a vertex state program", NULL },
        { "param", 'p', 0, G_OPTION_ARG_STRING, &run->param,
          "Its v[0]", "x,y,z,w" },
        { "all-constants", 0, 0, G_OPTION_ARG_NONE, &e->all,
          "Programs may touch constants below c[0]; --state may always",
          NULL },
        { "from", 0, 0, G_OPTION_ARG_FILENAME, &run->from,
          "Program and constants of a card, saved or running", "FILE|SOCKET" },
        { "vertex", 0, 0, G_OPTION_ARG_INT, &run->vertex,
          "Element K of its arrays", "K" },
        { "trace", 't', 0, G_OPTION_ARG_NONE, &run->trace,
          "Print every instruction with operands and results", NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    nv_tool_engine_init(e);
    run->vertex = -1;
    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    ok = run_it(run, argc > 1 ? argv[1] : NULL, error);
    nv_tool_engine_close(e);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(run->block); i++) {
        nv_xf_block_free(run->block[i]);
    }
    g_free(run->vertices);
    g_free(run->param);
    g_free(run->from);
    return ok ? EXIT_FINE : EXIT_TROUBLE;
}
