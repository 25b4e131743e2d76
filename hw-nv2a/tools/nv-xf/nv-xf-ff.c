/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf ff: fixed function over vertices, from a state that people can read,
 * on the engine alone.  xf/ff-names.c has the names.
 */
#include "tools/nv-xf/nv-xf-ff.h"

typedef struct Options {
    char *chip, *executor, *arith, *state, *vertices;
    gboolean list, trace_list, names;
} Options;

/* --- Vertices --- */

typedef struct Attribute {
    const char *name;
    int8_t at[NV_FF_GENERATIONS];   /* -1: none */
    uint8_t count;
    float start[4];                 /* where a vertex does not say */
} Attribute;

/* Starts are what drivers leave there. */
static const Attribute attributes[] = {
    { "position", { 0, 0, 0 }, 0, { 0, 0, 0, 1 } },
    { "weight", { 6, 1, 1 }, 0, { 1, 0, 0, 1 } },
    { "normal", { 5, 2, 2 }, 0, { 0, 0, 1, 1 } },
    { "color", { 1, 3, 3 }, 0, { 1, 1, 1, 1 } },
    { "color2", { 2, 4, 4 }, 0, { 0, 0, 0, 1 } },
    { "fog", { -1, 5, 5 }, 0, { 0, 0, 0, 1 } },
    { "point-size", { -1, 6, 6 }, 0, { 0, 0, 0, 1 } },
    { "texture[]", { 3, 9, 8 }, 8, { 0, 0, 0, 1 } },
};

static void clear_lane(NvToolFf *ff, unsigned lane)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            ff->block->in[a][c][lane] = c == 3 ? NV_XF_ONE : 0;
        }
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(attributes); i++) {
        int at = attributes[i].at[ff->generation];

        for (unsigned c = 0; c < 4 && at >= 0 && !attributes[i].count; c++) {
            ff->block->in[at][c][lane] = nv_f2u(attributes[i].start[c]);
        }
    }
}

/* "normal", "texture[1]" or "v2"; -1 with an error. */
static int find_attribute(NvToolFf *ff, NvText *t, GError **error)
{
    const char *where = t->at;
    NvToolName n;

    if (!nv_tool_ff_name(t, "=", &n, error)) {
        return -1;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(attributes); i++) {
        const Attribute *a = &attributes[i];
        int at = a->at[ff->generation];
        unsigned count = MIN(a->count, ff->xf.chip->out.ntex);

        if (!strcmp(a->name, n.name) && at >= 0) {
            if (n.indexed && n.index >= count) {
                nv_text_fail(t, where, error, "there is no %s; %s has "
                             "texture[0] to texture[%u]", n.text,
                             ff->xf.chip->name, count - 1);
                return -1;
            }
            return at + n.index;
        }
    }
    if (n.text[0] == 'v' && g_ascii_isdigit(n.text[1]) && !n.indexed) {
        guint64 v = g_ascii_strtoull(n.text + 1, NULL, 10);

        if (v < NV_XF_ATTRS) {
            return v;
        }
    }
    nv_text_fail(t, where, error, "\"%s\" is no attribute of %s: position, "
                 "normal, color, color2, weight, texture[0]... and v0 to v15 "
                 "are", n.text, ff->xf.chip->name);
    return -1;
}

static bool read_attribute(NvToolFf *ff, NvText *t, unsigned lane,
                           GError **error)
{
    uint32_t v[4] = { 0, 0, 0, NV_XF_ONE };
    int at = find_attribute(ff, t, error);

    if (at < 0) {
        return false;
    }
    if (*t->at != '=') {
        return nv_text_fail(t, t->at, error, "an attribute is written like "
                            "position=x,y,z,w");
    }
    for (unsigned i = 0; i < 4; i++) {
        t->at++;
        if (!nv_text_value(t, &v[i], error)) {
            return false;
        }
        if (*t->at != ',') {
            for (unsigned c = 0; c < 4; c++) {
                ff->block->in[at][c][lane] = v[c];
            }
            return true;
        }
    }
    return nv_text_fail(t, t->at, error, "a vector has four components");
}

/* --- Outputs --- */

static void print_words(const NvToolFf *ff, unsigned lane)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        printf("%so%u=", a ? " " : "", a);
        for (unsigned c = 0; c < 4; c++) {
            printf("%s0x%08x", c ? "," : "", ff->block->out[a][c][lane]);
        }
    }
    putchar('\n');
}

static void print_floats(const NvToolFf *ff, const char *name, int index,
                         unsigned out, unsigned n, unsigned lane)
{
    g_autofree char *label = index < 0 ? g_strdup(name) :
                             g_strdup_printf("%s[%d]", name, index);

    printf("  %-12s", label);
    for (unsigned c = 0; c < n; c++) {
        printf(" %.6g", nv_u2f(ff->block->out[out][c][lane]));
    }
    putchar('\n');
}

static void print_names(const NvToolFf *ff, unsigned number, unsigned lane)
{
    const NvXfOutputs *out = &ff->xf.chip->out;

    printf("vertex %u\n", number);
    print_floats(ff, "position", -1, out->hpos, 4, lane);
    print_floats(ff, "color", -1, out->col0, 4, lane);
    print_floats(ff, "color2", -1, out->col1, 4, lane);
    if (out->bfc0 != out->col0) {
        print_floats(ff, "back-color", -1, out->bfc0, 4, lane);
        print_floats(ff, "back-color2", -1, out->bfc1, 4, lane);
    }
    print_floats(ff, "fog", -1, out->fogc, 1, lane);
    print_floats(ff, "point-size", -1, out->psz, 1, lane);
    for (unsigned i = 0; i < out->ntex; i++) {
        if (nv_tool_ff_unit_is_on(ff, i)) {
            print_floats(ff, "texture", i, out->tex0 + i, 4, lane);
        }
    }
}

static void transform(NvToolFf *ff, bool names)
{
    if (!ff->block->count) {
        return;
    }
    nv_xf_transform(&ff->xf, ff->block);
    for (unsigned lane = 0; lane < ff->block->count; lane++) {
        if (names) {
            print_names(ff, ff->vertices + lane, lane);
        } else {
            print_words(ff, lane);
        }
    }
    ff->vertices += ff->block->count;
    ff->block->count = 0;
}

static bool run_vertices(NvToolFf *ff, const Options *o, GError **error)
{
    NvText t;
    bool ok = true;

    if (!nv_text_open(&t, o->vertices, error)) {
        return false;
    }
    while (ok && nv_text_next_line(&t)) {
        clear_lane(ff, ff->block->count);
        while (ok && !nv_text_line_ends(&t)) {
            ok = read_attribute(ff, &t, ff->block->count, error);
        }
        ff->block->count += ok;
        if (ff->block->count == NV_XF_BLOCK) {
            transform(ff, o->names);
        }
    }
    transform(ff, o->names);
    nv_text_close(&t);
    return ok;
}

/* --- The list that runs --- */

static void print_list(NvToolFf *ff)
{
    NvList *list = nv_ff_list_of_mode(&ff->xf);
    g_autoptr(GString) text = g_string_new(NULL);

    nv_list_optimise(list);
    nv_list_print(list, text);
    fputs(text->str, stdout);
    nv_list_free(list);
}

/* --- Options --- */

static void log_line(void *host, NvLogKind kind, const char *line)
{
    fprintf(stderr, "nv-xf: note: %s\n", line);
}

static bool start(NvToolFf *ff, const Options *o, GError **error)
{
    ff->env.chip = nv_tool_chip(o->chip ? o->chip : "nv20", error);
    if (!ff->env.chip) {
        return false;
    }
    ff->generation = ff->env.chip->xf.ff;
    ff->ops.log = log_line;
    ff->env.ops = &ff->ops;
    ff->block = nv_xf_block_new();
    nv_xf_init(&ff->xf, &ff->env);
    if (!nv_xf_configure(&ff->xf, o->executor ? o->executor : "ref",
                         o->arith, error)) {
        return false;
    }
    nv_tool_ff_defaults(ff);
    return true;
}

static bool run(NvToolFf *ff, const Options *o, GError **error)
{
    if (!start(ff, o, error)) {
        return false;
    }
    if (o->list) {
        nv_tool_ff_list(ff);
        return true;
    }
    if (o->state && !nv_tool_ff_state(ff, o->state, error)) {
        return false;
    }
    if (o->trace_list) {
        print_list(ff);
        if (!o->vertices) {
            return true;
        }
    }
    if (!o->vertices) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--vertices FILE is needed; try "
                    "\"nv-xf ff --help\"");
        return false;
    }
    return run_vertices(ff, o, error);
}

static const NvUsage usage = {
    "--state FILE --vertices FILE", 0, 0,
    "Transforms and lights vertices by the fixed function of a chip and "
    "prints all output\nregisters, a line a vertex, or by --names as floats. "
    " The state is a text of lines\n\"name numbers\" or \"name word\"; files "
    "may be - for standard input.\n\n"
    "  lighting on                     # everything is off at first\n"
    "  light[0] infinite               # off infinite local spot\n"
    "  light[0].direction 0 0 1        # to the light\n"
    "  light[0].diffuse 1 0.9 0.8      # by the material, as drivers do it\n"
    "  composite 320 0 0 0             # 4 rows; numbers may go on in the\n"
    "            0 240 0 0             # next line\n"
    "            0 0 1 0   0 0 0 1\n"
    "  texture[1].enable on\n"
    "  texture[1].gen sphere sphere    # s, t, r, q\n"
    "  fog.distance radial\n"
    "  xfctx[0x3b] 320 240 0 0         # any slot; xfmode.b 0x80001, any "
    "mode word\n\n"
    "--list shows every name with its values, its place and what reads it.\n\n"
    "Vertices are lines like \"position=1,2,3 normal=0,0,1 color=1,1,1,1 "
    "texture[0]=0,1\";\nwhat is left out is (0, 0, 0, 1), the weight "
    "(1, 0, 0, 1), the normal (0, 0, 1, 1), the\ncolour white.  v0= to v15= "
    "name attributes by number.\n\n"
    "  nv-xf ff --state scene.ff --vertices torus.verts --names\n"
    "  nv-xf ff --chip nv15 --list\n"
    "  nv-xf ff --state scene.ff --trace-list | grep -c LT_MUL",
};

int nv_xf_command_ff(int argc, char **argv, GError **error)
{
    g_autofree NvToolFf *ff = g_new0(NvToolFf, 1);
    Options o = { 0 };
    bool ok;
    const GOptionEntry entries[] = {
        { "chip", 'c', 0, G_OPTION_ARG_STRING, &o.chip,
          "nv10, nv15, nv17, nv20 (default), nv25, nv2a, nv30, nv34, nv35",
          "CHIP" },
        { "state", 's', 0, G_OPTION_ARG_FILENAME, &o.state,
          "Modes and constants; without it, as after a reset", "FILE" },
        { "vertices", 'v', 0, G_OPTION_ARG_FILENAME, &o.vertices,
          "Vertices to run", "FILE" },
        { "names", 'n', 0, G_OPTION_ARG_NONE, &o.names,
          "Print outputs by name, as floats", NULL },
        { "executor", 'x', 0, G_OPTION_ARG_STRING, &o.executor,
          "What runs it: ref (default), soa, auto...", "NAME" },
        { "arith", 'a', 0, G_OPTION_ARG_STRING, &o.arith,
          "exact (default) or fast", "NAME" },
        { "trace-list", 't', 0, G_OPTION_ARG_NONE, &o.trace_list,
          "Print the operations that the modes are made of", NULL },
        { "list", 'l', 0, G_OPTION_ARG_NONE, &o.list,
          "Show all names of a state, and stop", NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    ok = run(ff, &o, error);
    if (ff->xf.program) {
        nv_xf_free(&ff->xf);
    }
    if (ff->block) {
        nv_xf_block_free(ff->block);
    }
    g_free(o.chip);
    g_free(o.executor);
    g_free(o.arith);
    g_free(o.state);
    g_free(o.vertices);
    return ok ? EXIT_FINE : EXIT_TROUBLE;
}
