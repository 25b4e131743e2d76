/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf's engine: program, mode and constants through the command port, as on
 * a card; text of vertices.
 */
#include "tools/nv-xf/nv-xf-engine.h"

/* The engine's complaints, which name what a program asks for in vain. */
static void log_line(void *host, NvLogKind kind, const char *line)
{
    fprintf(stderr, "nv-xf: note: %s\n", line);
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

static bool read_program(const NvToolEngine *e, const NvXfIsa *isa,
                         NvText *text, GArray *words, GError **error)
{
    if (e->words || (!e->assembly && looks_like_words(text))) {
        return nv_tool_read_words(text, words, error);
    }
    return nv_xf_asm(isa, text->file, text->data, words, error);
}

/* The slot of --start, in a program of @count. */
static bool start_slot(NvToolEngine *e, unsigned count, GError **error)
{
    NvText t = { .file = "--start", .at = e->start, .start = e->start,
                 .line = 1 };
    unsigned most = MIN(count, 256) - 1;

    if (!e->start) {
        return true;
    }
    if (!nv_text_index(&t, "an instruction", &e->first, error)) {
        return false;
    }
    if (*t.at || e->first > most) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--start %s: choose an "
                    "instruction from 0 to %u", e->start, most);
        return false;
    }
    nv_xf_alone_start(&e->xf, e->first);
    return true;
}

static bool upload(NvToolEngine *e, NvText *text, GError **error)
{
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    const NvXfIsa *native = nv_xf_isa_of(e->xf.chip);
    const NvXfIsa *isa = e->isa ? nv_tool_isa(e->isa, error) : native;
    unsigned count;

    if (!isa || !read_program(e, isa, text, words, error)) {
        return false;
    }
    if (isa != native && (isa != &nv_xf_isa_kelvin ||
                          native != &nv_xf_isa_rankine)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s does not run %s programs",
                    e->xf.chip->name, isa->name);
        return false;
    }
    count = words->len / NV_XF_WORDS;
    if (!count || count > e->xf.chip->xf.xfpr) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s has %u instructions; %s "
                    "takes 1 to %u", text->file, count, e->xf.chip->name,
                    e->xf.chip->xf.xfpr);
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        nv_xf_alone_instruction(&e->xf, i, &g_array_index(words, uint32_t,
                                                          i * NV_XF_WORDS));
    }
    return start_slot(e, count, error);
}

/* --- Constants --- */

/* A number counts from c[0], or from slot 0 with --slots; xfctx[slot]. */
static bool constant_line(NvToolEngine *e, NvText *t, GError **error)
{
    const NvXfSizes *sizes = &e->xf.chip->xf;
    unsigned base = e->slots ? 0 : sizes->user_base;
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
    nv_xf_alone_send(&e->xf, NV_XF_XFCTX, base + slot, v);
    return true;
}

static bool read_constants(NvToolEngine *e, GError **error)
{
    NvText t;
    bool ok = true;

    if (!e->consts) {
        return true;
    }
    if (!nv_text_open(&t, e->consts, error)) {
        return false;
    }
    while (ok && nv_text_next_line(&t)) {
        ok = constant_line(e, &t, error);
    }
    nv_text_close(&t);
    return ok;
}

/* --- Vertices --- */

/* One to four numbers with commas; y and z are 0 and w is 1 where missing. */
bool nv_tool_vector(NvText *t, uint32_t v[4], GError **error)
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

static bool attribute(NvText *t, NvXfBlock *block, unsigned lane,
                      GError **error)
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
    if (!nv_tool_vector(t, v, error)) {
        return false;
    }
    for (unsigned c = 0; c < 4; c++) {
        block->in[n][c][lane] = v[c];
    }
    return true;
}

void nv_tool_clear_lane(NvXfBlock *block, unsigned lane)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            block->in[a][c][lane] = c == 3 ? NV_XF_ONE : 0;
        }
    }
}

bool nv_tool_vertex(NvText *t, NvXfBlock *block, unsigned lane,
                    GError **error)
{
    nv_tool_clear_lane(block, lane);
    while (!nv_text_line_ends(t)) {
        if (!attribute(t, block, lane, error)) {
            return false;
        }
    }
    return true;
}

/* --- The engine --- */

void nv_tool_engine_init(NvToolEngine *e)
{
    memset(e, 0, sizeof(*e));
    e->timeout = -1;
    e->threads = 1;
}

/* The mode words: a program of --mode, with its rules and rights. */
static bool set_mode(NvToolEngine *e, GError **error)
{
    static const char *const modes[] = { "v1", "v2", NULL };
    bool second = e->xf.chip->xf.programs > 1;
    int mode = e->mode ? nv_tool_choose("--mode", e->mode, modes, error) :
               second;
    NvXfRules rules;

    if (mode < 0 || !nv_tool_rules(e->xf.chip, e->rules, &rules, error)) {
        return false;
    }
    if (mode == 1 && !second) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--mode v2: %s runs v1 programs",
                    e->xf.chip->name);
        return false;
    }
    nv_xf_alone_mode(&e->xf, &(NvXfAlone) {
        .second = mode, .legacy = rules.legacy, .write = true,
        .all = e->all || e->state });
    return true;
}

static bool set_timeout(NvToolEngine *e, GError **error)
{
    if (e->timeout == -1) {
        return true;
    }
    if (!nv_chip_has(e->xf.chip, NV_CAP_XF_XTRA)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--timeout: programs of %s run "
                    "to their end", e->xf.chip->name);
        return false;
    }
    if (e->timeout < 0 || e->timeout > 0xffff) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--timeout %d: choose 0 to 65535",
                    e->timeout);
        return false;
    }
    nv_xf_alone_send(&e->xf, NV_XF_XTRA, 2,
                 (uint32_t[4]) { e->timeout, 0, 0, 0 });
    return true;
}

static bool set_threads(NvToolEngine *e, GError **error)
{
    if (e->threads < 0) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--threads %d: choose 1 to 16, "
                    "or 0 for one less than the host has cores", e->threads);
        return false;
    }
    return nv_xf_set_threads(&e->xf, e->threads, error);
}

bool nv_tool_engine_open(NvToolEngine *e, const char *usual, GError **error)
{
    e->env.chip = nv_tool_chip(e->chip ? e->chip : "nv20", error);
    if (!e->env.chip) {
        return false;
    }
    if (!nv_xf_isa_of(e->env.chip)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s has no programs",
                    e->env.chip->name);
        return false;
    }
    if (e->words && e->assembly) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--words and --asm exclude each "
                    "other");
        return false;
    }
    e->ops.log = log_line;
    e->env.ops = &e->ops;
    nv_xf_init(&e->xf, &e->env);
    if (e->isa && !strcmp(e->isa, "kelvin") &&
        nv_xf_isa_of(e->env.chip) == &nv_xf_isa_rankine) {
        nv_xf_set_kelvin_class(&e->xf, true);
    }
    return nv_xf_configure(&e->xf, e->executor ? e->executor : usual,
                           e->arith, error) &&
           set_threads(e, error) && set_mode(e, error) &&
           set_timeout(e, error);
}

bool nv_tool_engine_load(NvToolEngine *e, const char *path, GError **error)
{
    NvText text;
    bool ok;

    if (!nv_text_open(&text, path, error)) {
        return false;
    }
    ok = upload(e, &text, error) && read_constants(e, error);
    nv_text_close(&text);
    return ok;
}

bool nv_tool_engine_text(NvToolEngine *e, const char *name, const char *text,
                         GError **error)
{
    g_autofree char *copy = g_strdup(text);
    NvText t = { .file = name, .data = copy, .at = copy, .start = copy };

    return upload(e, &t, error) && read_constants(e, error);
}

void nv_tool_engine_close(NvToolEngine *e)
{
    if (e->xf.program) {
        nv_xf_free(&e->xf);
    }
    g_free(e->chip);
    g_free(e->executor);
    g_free(e->arith);
    g_free(e->mode);
    g_free(e->rules);
    g_free(e->isa);
    g_free(e->consts);
    g_free(e->start);
}
