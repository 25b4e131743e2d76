/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The debugger's commands, text in and text out.  No hardware facts. */
#include "debug/look.h"

typedef struct Command {
    const char *name, *takes, *does;
    void (*run)(NvDebug *d, char **words, GString *out);
} Command;

static void say_where(NvDebug *d, GString *out)
{
    NvLook *look;

    if (!d->why) {
        g_string_append(out, "the card does not stand still\n");
        return;
    }
    g_string_append_printf(out, "%s\n", d->why);
    if (d->holds) {
        g_string_append(out, "next: ");
        nv_debug_print_method(d, &d->at, out);
        g_string_append_c(out, '\n');
        nv_pgraph_print_fields(d->pgraph, &d->at.word, out);
        look = nv_look_new(d);
        nv_look_print_push(look, d->pfifo, out);
        nv_look_free(look);
    }
    g_string_append_printf(out, "draws begun: %" PRIu64 ", frames: %" PRIu64
                           "\n", d->draws, d->frames);
}

static void run_where(NvDebug *d, char **words, GString *out)
{
    (void)words;
    say_where(d, out);
}

static void run_break(NvDebug *d, char **words, GString *out)
{
    g_autofree char *error = NULL, *text = NULL;
    NvBreak *b = nv_break_parse(words, &error);

    if (!b) {
        g_string_append_printf(out, "%s\n", error);
        return;
    }
    b->id = ++d->last_id;
    g_ptr_array_add(d->breaks, b);
    text = nv_break_text(b);
    g_string_append_printf(out, "break %u, %s\n", b->id, text);
}

static void run_info(NvDebug *d, char **words, GString *out)
{
    (void)words;
    if (!d->breaks->len) {
        g_string_append(out, "no breaks\n");
    }
    for (unsigned i = 0; i < d->breaks->len; i++) {
        const NvBreak *b = d->breaks->pdata[i];
        g_autofree char *text = nv_break_text(b);

        g_string_append_printf(out, "%u  %s  (met %u times)\n", b->id, text,
                               b->met);
    }
}

static void run_delete(NvDebug *d, char **words, GString *out)
{
    guint64 id = *words ? g_ascii_strtoull(*words, NULL, 10) : 0;

    if (!*words) {
        g_ptr_array_set_size(d->breaks, 0);
        g_string_append(out, "no breaks\n");
        return;
    }
    for (unsigned i = 0; i < d->breaks->len; i++) {
        if (((NvBreak *)d->breaks->pdata[i])->id == id) {
            g_ptr_array_remove_index(d->breaks, i);
            run_info(d, words, out);
            return;
        }
    }
    g_string_append_printf(out, "there is no break %s\n", *words);
}

static void run_step(NvDebug *d, char **words, GString *out)
{
    guint64 n = *words ? g_ascii_strtoull(*words, NULL, 0) : 1;

    d->steps = CLAMP(n, 1, UINT_MAX);
    g_string_append_printf(out, "stops before method %u from here\n",
                           d->steps);
}

static void run_next(NvDebug *d, char **words, GString *out)
{
    (void)words;
    d->next = true;
    g_string_append(out, "stops before the next draw\n");
}

static void run_finish(NvDebug *d, char **words, GString *out)
{
    (void)words;
    d->finish = true;
    g_string_append(out, "stops when nothing is left to do\n");
}

static void print_last(NvDebug *d, guint64 count, GString *out)
{
    NvFunnel f;

    nv_funnel_print_head(out);
    for (uint64_t n = d->draws - MIN(count, d->draws); n < d->draws; n++) {
        if (nv_debug_funnel(d, n + 1, &f)) {
            nv_funnel_print_line(&f, out);
        }
    }
}

static bool begins_here(const NvDebug *d)
{
    return d->holds && d->at.view.begins;
}

static void run_funnel(NvDebug *d, char **words, GString *out)
{
    uint64_t draw = d->draws - begins_here(d);
    NvFunnel f;

    if (!g_strcmp0(*words, "on") || !g_strcmp0(*words, "off")) {
        nv_debug_count(d, words[0][1] == 'n');
        g_string_append_printf(out, "draws are counted%s\n",
                               d->funnels ? " from the next one on"
                                          : " no more");
    } else if (!d->funnels) {
        g_string_append(out, "draws are not counted: say \"funnel on\"\n");
    } else if (*words) {
        print_last(d, g_ascii_strtoull(*words, NULL, 0), out);
    } else if (nv_debug_funnel(d, draw, &f)) {
        nv_funnel_print(&f, out);
    } else {
        g_string_append(out, "no draw has begun since \"funnel on\"\n");
    }
}

static void run_help(NvDebug *d, char **words, GString *out);

static const Command commands[] = {
    { "where", "", "why the card stands, and the method that comes next",
      run_where },
    { "break", "KIND ...", "stop there; without a kind: what there is",
      run_break },
    { "info", "", "the breaks, and how often each was met", run_info },
    { "delete", "[N]", "one break, or all", run_delete },
    { "step", "[N]", "go on to the next method, or the Nth", run_step },
    { "next", "", "go on to the next draw", run_next },
    { "finish", "", "go on until nothing is left to do", run_finish },
    { "draw", "", "what is drawn, or would be: arrays, targets, programs, "
      "textures", nv_debug_run_draw },
    { "vertex", "[K]", "element K of the arrays before and after XF; or what "
      "attributes stand", nv_debug_run_vertex },
    { "trace", "[K]", "the vertex program run on it, step by step",
      nv_debug_run_trace },
    { "const", "[A[..B]|all]", "constants; without: those that the program "
      "reads", nv_debug_run_const },
    { "reg", "NAME|OFFSET", "a register of PGRAPH or PFIFO",
      nv_debug_run_reg },
    { "texture", "UNIT [FILE]", "a texture as a picture; also level N, face N, "
      "slice N", nv_debug_run_texture },
    { "target", "WHAT [FILE]", "colour or depth target as a picture",
      nv_debug_run_target },
    { "funnel", "[on|off|N]", "what became of the last draw, or of the last N",
      run_funnel },
    /* card/capture.c takes it before it comes here. */
    { "capture", "[start FILE|mark NAME|stop]", "all that the card takes from "
      "outside, for nv-cap", run_help },
    { "help", "", "this list", run_help },
};

static void run_help(NvDebug *d, char **words, GString *out)
{
    (void)d, (void)words;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(commands); i++) {
        const Command *c = &commands[i];
        g_autofree char *head = g_strdup_printf("%s %s", c->name, c->takes);

        g_string_append_printf(out, "%-20s %s\n", head, c->does);
    }
    g_string_append(out, "The card goes on when its machine does.\n");
}

char *nv_debug_command(NvDebug *d, const char *line)
{
    g_autofree char *clean = g_strstrip(g_utf8_make_valid(line, -1));
    g_auto(GStrv) parts = g_regex_split_simple("[ \t]+", clean, 0, 0);
    GString *out = g_string_new(NULL);
    const char *name = parts[0] && *parts[0] ? parts[0] : "help";
    unsigned i = 0;

    while (i < NV_ARRAY_SIZE(commands) && strcmp(commands[i].name, name)) {
        i++;
    }
    if (i < NV_ARRAY_SIZE(commands)) {
        commands[i].run(d, parts[0] ? parts + 1 : parts, out);
        nv_debug_arm(d);
    } else {
        g_string_append_printf(out, "\"%s\" is no command; these are:\n",
                               name);
        run_help(d, parts, out);
    }
    return g_string_free(out, FALSE);
}
