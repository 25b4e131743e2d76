/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf run: a program over vertices, or a vertex state program, on the
 * engine alone.  What it does goes through the command port, as on a card.
 */
#include "tools/nv-xf.h"
#include "xf/xf-priv.h"

typedef struct Options {
    char *chip, *executor, *mode, *rules, *isa, *consts, *vertices, *param;
    gboolean words, assembly, state, trace, all, slots;
} Options;

typedef struct Run {
    Options opt;
    NvHostOps ops;
    NvEnv env;
    NvXf xf;
    NvXfBlock block;
    uint32_t before[NV_XF_MAX_XFCTX][4];
    unsigned vertices;
} Run;

/* The engine's complaints, which name what a program asks for in vain. */
static void log_line(void *host, NvLogKind kind, const char *line)
{
    fprintf(stderr, "nv-xf: note: %s\n", line);
}

static void send(NvXf *xf, NvXfCommand type, unsigned slot,
                 const uint32_t v[4])
{
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_command(xf, type, slot << 4 | c << 2, v[c]);
    }
}

/* --- The program --- */

/* Words start with a digit or 0x; no operation or label does. */
static bool looks_like_words(const NvText *text)
{
    NvText t = *text;
    unsigned n = 0;

    if (!nv_text_next_line(&t)) {
        return false;
    }
    if (t.at[0] == '0' && (t.at[1] | 32) == 'x') {
        return true;
    }
    while (g_ascii_isxdigit(t.at[n])) {
        n++;
    }
    return n == 8 || (n && g_ascii_isdigit(t.at[0]));
}

static bool read_program(Run *run, const NvXfIsa *isa, const char *path,
                         GArray *words, GError **error)
{
    NvText text;
    bool ok;

    if (!nv_text_open(&text, path, error)) {
        return false;
    }
    if (run->opt.words || (!run->opt.assembly && looks_like_words(&text))) {
        ok = nv_tool_read_words(&text, words, error);
    } else {
        ok = nv_xf_asm(isa, text.file, text.data, words, error);
    }
    nv_text_close(&text);
    return ok;
}

static bool upload(Run *run, const char *path, GError **error)
{
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    const NvXfIsa *native = nv_xf_isa_of(run->xf.chip);
    const NvXfIsa *isa = run->opt.isa ? nv_tool_isa(run->opt.isa, error) :
                         native;
    unsigned count;

    if (!isa || !read_program(run, isa, path, words, error)) {
        return false;
    }
    if (isa != native && (isa != &nv_xf_isa_kelvin ||
                          native != &nv_xf_isa_rankine)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s does not run %s programs",
                    run->xf.chip->name, isa->name);
        return false;
    }
    count = words->len / NV_XF_WORDS;
    if (!count || count > run->xf.chip->xf.xfpr) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s has %u instructions; %s "
                    "takes 1 to %u", path, count, run->xf.chip->name,
                    run->xf.chip->xf.xfpr);
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        const uint32_t *w = &g_array_index(words, uint32_t, i * NV_XF_WORDS);

        send(&run->xf, NV_XF_XFPR, i,
             (uint32_t[4]) { w[3], w[2], w[1], w[0] });
    }
    return true;
}

/* --- Constants --- */

/* A number counts from c[0], or from slot 0 with --slots; xfctx[slot]. */
static bool constant_line(Run *run, NvText *t, GError **error)
{
    const NvXfSizes *sizes = &run->xf.chip->xf;
    unsigned base = run->opt.slots ? 0 : sizes->user_base;
    const char *where = t->at;
    bool named = !g_ascii_strncasecmp(where, "xfctx[", 6);
    uint32_t slot, v[4];

    if (named) {
        t->at += 6;
        base = 0;
    } else if (!g_ascii_strncasecmp(where, "c[", 2)) {
        named = true;
        t->at += 2;
        base = sizes->user_base;
    }
    if (!nv_text_index(t, "a constant", &slot, error)) {
        return false;
    }
    if (slot >= sizes->xfctx - base) {
        return nv_text_fail(t, where, error, "there is no constant %u; the "
                            "last is %u", slot, sizes->xfctx - base - 1);
    }
    if (named && *t->at++ != ']') {
        return nv_text_fail(t, t->at - 1, error, "\"]\" is needed here");
    }
    for (unsigned i = 0; i < 4; i++) {
        if (nv_text_line_ends(t)) {
            return nv_text_fail(t, t->at, error, "a constant line is \"index "
                                "x y z w\"; here are %u numbers", i);
        }
        if (!nv_text_value(t, &v[i], error)) {
            return false;
        }
    }
    if (!nv_text_line_ends(t)) {
        return nv_text_fail(t, t->at, error, "nothing may follow \"index x "
                            "y z w\"");
    }
    send(&run->xf, NV_XF_XFCTX, base + slot, v);
    return true;
}

static bool read_constants(Run *run, GError **error)
{
    NvText t;
    bool ok = true;

    if (!run->opt.consts) {
        return true;
    }
    if (!nv_text_open(&t, run->opt.consts, error)) {
        return false;
    }
    while (ok && nv_text_next_line(&t)) {
        ok = constant_line(run, &t, error);
    }
    nv_text_close(&t);
    return ok;
}

/* --- Vertices --- */

/* One to four numbers with commas; y and z are 0 and w is 1 where missing. */
static bool read_vector(NvText *t, uint32_t v[4], GError **error)
{
    v[1] = v[2] = 0;
    v[3] = NV_XF_ONE;
    for (unsigned i = 0; i < 4; i++) {
        if (!nv_text_value(t, &v[i], error)) {
            return false;
        }
        if (*t->at != ',') {
            return true;
        }
        t->at++;
    }
    return nv_text_fail(t, t->at - 1, error, "a vector has four components");
}

static bool attribute(Run *run, NvText *t, unsigned lane, GError **error)
{
    const char *where = t->at;
    uint32_t n, v[4];

    if ((*where | 32) != 'v') {
        return nv_text_fail(t, where, error, "an attribute is written like "
                            "v0=x,y,z,w");
    }
    t->at++;
    if (!nv_text_index(t, "an attribute", &n, error)) {
        return false;
    }
    if (n >= NV_XF_ATTRS) {
        return nv_text_fail(t, where, error, "there is no v%u; there are v0 "
                            "to v15", n);
    }
    if (*t->at != '=') {
        return nv_text_fail(t, t->at, error, "\"=\" is needed behind v%u", n);
    }
    t->at++;
    if (!read_vector(t, v, error)) {
        return false;
    }
    for (unsigned c = 0; c < 4; c++) {
        run->block.in[n][c][lane] = v[c];
    }
    return true;
}

static void clear_lane(Run *run, unsigned lane)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            run->block.in[a][c][lane] = c == 3 ? NV_XF_ONE : 0;
        }
    }
}

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

/* One block; a block of one with --trace, so that lines stay in order. */
static void transform(Run *run)
{
    if (!run->block.count) {
        return;
    }
    nv_xf_transform(&run->xf, &run->block);
    for (unsigned lane = 0; lane < run->block.count; lane++) {
        print_vertex(&run->block, lane);
    }
    run->vertices += run->block.count;
    run->block.count = 0;
}

static bool vertex_line(Run *run, NvText *t, GError **error)
{
    unsigned lane = run->block.count;

    clear_lane(run, lane);
    while (!nv_text_line_ends(t)) {
        if (!attribute(run, t, lane, error)) {
            return false;
        }
    }
    run->block.count++;
    if (run->opt.trace || run->block.count == NV_XF_BLOCK ||
        nv_xf_serial(&run->xf)) {
        transform(run);
    }
    return true;
}

static bool run_vertices(Run *run, GError **error)
{
    NvText t;
    bool ok = true;

    if (!run->opt.vertices) {
        clear_lane(run, 0);
        run->block.count = 1;
        transform(run);
        return true;
    }
    if (!nv_text_open(&t, run->opt.vertices, error)) {
        return false;
    }
    while (ok && nv_text_next_line(&t)) {
        ok = vertex_line(run, &t, error);
    }
    transform(run);
    nv_text_close(&t);
    return ok;
}

/* --- Vertex state programs --- */

static bool run_state(Run *run, GError **error)
{
    uint32_t param[4] = { 0, 0, 0, NV_XF_ONE };
    unsigned base = run->opt.slots ? 0 : run->xf.chip->xf.user_base;

    if (run->opt.param) {
        NvText t = { .file = "--param", .at = run->opt.param,
                     .start = run->opt.param, .line = 1 };

        if (!read_vector(&t, param, error)) {
            return false;
        }
        if (!nv_text_line_ends(&t)) {
            return nv_text_fail(&t, t.at, error, "nothing may follow x,y,z,w");
        }
    }
    memcpy(run->before, run->xf.xfctx, sizeof(run->before));
    send(&run->xf, NV_XF_PARAM, run->xf.chip->xf.pass, param);
    nv_xf_command(&run->xf, NV_XF_RUN, 0, 0);
    for (unsigned i = 0; i < run->xf.chip->xf.xfctx; i++) {
        const uint32_t *v = run->xf.xfctx[i];

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

static void print_vector(const char *name, const uint32_t v[4])
{
    printf("    %-5s0x%08x 0x%08x 0x%08x 0x%08x  (%g %g %g %g)\n", name, v[0],
           v[1], v[2], v[3], nv_u2f(v[0]), nv_u2f(v[1]), nv_u2f(v[2]),
           nv_u2f(v[3]));
}

static void trace_step(void *opaque, const NvXfStep *step)
{
    static const char *const names[3] = { "src0", "src1", "src2" };
    Run *run = opaque;
    g_autoptr(GString) line = g_string_new(NULL);

    nv_xf_disasm_isa(nv_xf_isa_of(run->xf.chip), run->xf.xfpr[step->pc],
                     line);
    printf("%03x: %s\n", step->pc, line->str);
    for (unsigned i = 0; i < 3; i++) {
        if (step->uses & (1u << i)) {
            print_vector(names[i], step->src[i]);
        }
    }
    if (step->has_vec) {
        print_vector("vec", step->vec);
    }
    if (step->has_sca) {
        print_vector("sca", step->sca);
    }
    if (step->insn->vec->flags & NV_XF_OPF_ADDRESS) {
        printf("    A0   %d %d %d %d  A1 %d %d %d %d\n", step->areg[0][0],
               step->areg[0][1], step->areg[0][2], step->areg[0][3],
               step->areg[1][0], step->areg[1][1], step->areg[1][2],
               step->areg[1][3]);
    }
    if (step->insn->cc_mask) {
        printf("    CC   %c%c%c%c\n", "ULEG"[step->cc[0]],
               "ULEG"[step->cc[1]], "ULEG"[step->cc[2]], "ULEG"[step->cc[3]]);
    }
    if (step->insn->conditional) {
        printf("    pass %s%s%s%s%s\n", step->pass & 1 ? "x" : "",
               step->pass & 2 ? "y" : "", step->pass & 4 ? "z" : "",
               step->pass & 8 ? "w" : "", step->pass ? "" : "nothing");
    }
    if (step->taken) {
        printf("    taken\n");
    }
}

/* --- Options --- */

/* The mode words: a program of @opt->mode, with its rules and rights. */
static bool set_mode(Run *run, GError **error)
{
    static const char *const modes[] = { "v1", "v2", NULL };
    bool rankine = run->xf.chip->arith >= NV_ARITH_RANKINE;
    int mode = run->opt.mode ? nv_tool_choose("--mode", run->opt.mode, modes,
                                              error) : rankine;
    uint32_t b = NV_XF_B_XFCTX_WRITE;
    NvXfRules rules;

    if (mode < 0 || !nv_tool_rules(run->xf.chip, run->opt.rules, &rules,
                                   error)) {
        return false;
    }
    if (mode == 1 && !rankine) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--mode v2: %s runs v1 programs",
                    run->xf.chip->name);
        return false;
    }
    b |= (uint32_t)(mode ? NV_XF_MODE_PROGRAM2 : NV_XF_MODE_PROGRAM) <<
         NV_XF_B_MODE;
    b |= rules.legacy ? 0 : NV_XF_B_ARITH_RULES;
    b |= rankine ? NV_XF_B_VIEWPORT_SKIP : 0;
    b |= run->opt.all || run->opt.state ? NV_XF_B_XFCTX_ACCESS : 0;
    run->xf.mode_b = b;
    /* The colours as the program leaves them. */
    run->xf.mode_a = NV_XF_A_SPECULAR_ENABLE | NV_XF_A_COL1_ALPHA;
    nv_xf_section.loaded(&run->xf);
    return true;
}

static bool start(Run *run, const char *program, GError **error)
{
    const Options *opt = &run->opt;

    run->env.chip = nv_tool_chip(opt->chip ? opt->chip : "nv20", error);
    if (!run->env.chip) {
        return false;
    }
    if (!nv_xf_isa_of(run->env.chip)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s has no programs",
                    run->env.chip->name);
        return false;
    }
    if (opt->words && opt->assembly) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--words and --asm exclude each "
                    "other");
        return false;
    }
    if (opt->param && !opt->state) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--param needs --state");
        return false;
    }
    if (opt->vertices && opt->state) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--vertices and --state exclude "
                    "each other");
        return false;
    }
    run->ops.log = log_line;
    run->env.ops = &run->ops;
    nv_xf_init(&run->xf, &run->env);
    if (!nv_xf_configure(&run->xf, opt->executor ? opt->executor : "ref",
                         NULL, error)) {
        return false;
    }
    if (opt->isa && !strcmp(opt->isa, "kelvin") &&
        nv_xf_isa_of(run->env.chip) == &nv_xf_isa_rankine) {
        nv_xf_set_kelvin_class(&run->xf, true);
    }
    if (opt->trace) {
        run->xf.trace = trace_step;
        run->xf.trace_opaque = run;
    }
    return set_mode(run, error) && upload(run, program, error) &&
           read_constants(run, error);
}

static const char about[] =
    "Runs PROGRAM, text or words, over vertices and prints all output "
    "registers, a line a\nvertex; with --state runs it as a vertex state "
    "program and prints the constants that\nchanged.  PROGRAM and other files "
    "may be - for standard input.\n\n"
    "  nv-xf run --consts matrix.txt --vertices points.txt transform.vp\n"
    "  echo 'v0=1,2,3 v3=0x3f800000,0,0,1' | nv-xf run --vertices - move.vp\n"
    "  nv-xf run --chip nv30 --rules modern --trace wave.vp\n"
    "  nv-xf run --state --param 1,2,3,4 spin.vsp\n\n"
    "Constant lines are \"index x y z w\", index counting from c[0]; "
    "\"xfctx[0x3a] x y z w\"\nnames any slot.  Vertex lines are \"v0=x,y,z,w "
    "v3=...\"; y and z are 0 and w is 1 where\nleft out, as in attributes that "
    "are not given.  Numbers are floats, or bits like\n0x3f800000.  Without "
    "--vertices one vertex runs.";

static void free_options(Options *o)
{
    g_free(o->chip);
    g_free(o->executor);
    g_free(o->mode);
    g_free(o->rules);
    g_free(o->isa);
    g_free(o->consts);
    g_free(o->vertices);
    g_free(o->param);
}

int nv_xf_command_run(int argc, char **argv, GError **error)
{
    g_autofree Run *run = g_new0(Run, 1);
    Options *o = &run->opt;
    bool ok;
    const GOptionEntry entries[] = {
        { "chip", 'c', 0, G_OPTION_ARG_STRING, &o->chip,
          "nv20 (default), nv25, nv2a, nv30, nv34, nv35", "CHIP" },
        { "executor", 'x', 0, G_OPTION_ARG_STRING, &o->executor,
          "What runs the program: ref (default), soa, auto", "NAME" },
        { "mode", 'm', 0, G_OPTION_ARG_STRING, &o->mode,
          "Generation of the program: v1, or v2 (default from nv30 on)",
          "MODE" },
        { "rules", 'r', 0, G_OPTION_ARG_STRING, &o->rules,
          "legacy (default) or modern, from nv30 on", "RULES" },
        { "words", 'w', 0, G_OPTION_ARG_NONE, &o->words,
          "PROGRAM holds words (default: what it looks like)", NULL },
        { "asm", 'a', 0, G_OPTION_ARG_NONE, &o->assembly,
          "PROGRAM holds text", NULL },
        { "isa", 'i', 0, G_OPTION_ARG_STRING, &o->isa,
          "kelvin: a Kelvin program on nv30, converted", "ISA" },
        { "consts", 'k', 0, G_OPTION_ARG_FILENAME, &o->consts,
          "Constants to start with", "FILE" },
        { "vertices", 'v', 0, G_OPTION_ARG_FILENAME, &o->vertices,
          "Vertices to run", "FILE" },
        { "state", 's', 0, G_OPTION_ARG_NONE, &o->state,
          "Run a vertex state program", NULL },
        { "param", 'p', 0, G_OPTION_ARG_STRING, &o->param,
          "Its v[0]", "x,y,z,w" },
        { "all-constants", 0, 0, G_OPTION_ARG_NONE, &o->all,
          "Programs may touch constants below c[0]; --state may always",
          NULL },
        { "slots", 0, 0, G_OPTION_ARG_NONE, &o->slots,
          "Constants are numbered by slot, not from c[0], in and out", NULL },
        { "trace", 't', 0, G_OPTION_ARG_NONE, &o->trace,
          "Print every instruction with operands and results", NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    if (!nv_tool_parse(&argc, &argv, "PROGRAM", about, entries, 1, 1, error)) {
        return EXIT_TROUBLE;
    }
    ok = start(run, argv[1], error) &&
         (o->state ? run_state(run, error) : run_vertices(run, error));
    if (run->xf.program) {
        nv_xf_free(&run->xf);
    }
    free_options(o);
    return ok ? EXIT_FINE : EXIT_TROUBLE;
}
