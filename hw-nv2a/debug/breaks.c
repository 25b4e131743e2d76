/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Breaks: from words, in words, and whether one is met.  No hardware facts. */
#include "debug/look.h"

static const struct {
    const char *name, *takes;
} kinds[NV_BREAK_KINDS] = {
    [NV_BREAK_METHOD] = { "method", "NAME[INDEX]|OFFSET [if data OP VALUE] "
                                    "[class N] [channel N] [nth N]" },
    [NV_BREAK_DRAW] = { "draw", "[N]" },
    [NV_BREAK_FRAME] = { "frame", "[N]" },
    [NV_BREAK_ERROR] = { "error", "[nth N]" },
    [NV_BREAK_UNIMP] = { "unimp", "[nth N]" },
    [NV_BREAK_REGISTER] = { "register", "OFFSET [nth N]" },
    [NV_BREAK_PROGRAM] = { "program", "[SLOT] [nth N]" },
    [NV_BREAK_FRAGMENT] = { "fragment", "[OFFSET] [nth N]" },
    [NV_BREAK_WRITE] = { "write", "ADDRESS[+BYTES] [nth N]" },
    [NV_BREAK_PIXEL] = { "pixel", "X,Y [nth N]" },
};

static const struct {
    const char *word;
    NvBreakIf when;
} operators[] = {
    { "==", NV_BREAK_EQUAL }, { "!=", NV_BREAK_OTHER },
    { "<", NV_BREAK_BELOW }, { ">", NV_BREAK_ABOVE }, { "&", NV_BREAK_MASK },
};

static const char *operator_word(NvBreakIf when)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(operators); i++) {
        if (operators[i].when == when) {
            return operators[i].word;
        }
    }
    return NULL;
}

bool nv_debug_number(const char *word, uint32_t *value)
{
    char *end;
    guint64 v;

    if (!word || !g_ascii_isdigit(*word)) {
        return false;
    }
    v = g_ascii_strtoull(word, &end, 0);
    *value = v;
    return !*end && v <= UINT32_MAX;
}

static bool fails(char **error, const char *format, ...)
    G_GNUC_PRINTF(2, 3);

static bool fails(char **error, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    *error = g_strdup_vprintf(format, ap);
    va_end(ap);
    return false;
}

/* "tex_offset[1]", "0x1b00" or "0x1b00[1]". */
static bool parse_method(NvBreak *b, const char *word, char **error)
{
    g_auto(GStrv) parts = NULL;
    size_t len;

    if (!word) {
        return fails(error, "break method takes %s",
                     kinds[NV_BREAK_METHOD].takes);
    }
    parts = g_strsplit(word, "[", 2);
    if (parts[1]) {
        len = strlen(parts[1]);
        if (!len || parts[1][len - 1] != ']') {
            return fails(error, "%s has no ]", word);
        }
        parts[1][len - 1] = 0;
        if (!nv_debug_number(parts[1], &b->index)) {
            return fails(error, "%s: the index is a number", word);
        }
    }
    if (nv_debug_number(parts[0], &b->mthd)) {
        return b->mthd < NV_PGRAPH_SIZE ||
               fails(error, "%s is no method: they are below 0x%x", word,
                     NV_PGRAPH_SIZE);
    }
    b->name = g_ascii_strdown(parts[0], -1);
    return true;
}

/* "if data == 5": the words used, 0 if it is none. */
static unsigned parse_if(NvBreak *b, char **w)
{
    if (g_strcmp0(w[0], "if") || g_strcmp0(w[1], "data") || !w[2] ||
        !nv_debug_number(w[3], &b->value)) {
        return 0;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(operators); i++) {
        if (!strcmp(w[2], operators[i].word)) {
            b->when = operators[i].when;
            return 4;
        }
    }
    return 0;
}

static bool parse_rest(NvBreak *b, char **w, char **error)
{
    bool method = b->kind == NV_BREAK_METHOD;
    unsigned used;

    for (; *w; w += used) {
        used = 2;
        if (!strcmp(*w, "nth") && nv_debug_number(w[1], &b->nth) && b->nth) {
            continue;
        }
        if (method && !strcmp(*w, "class") &&
            nv_debug_number(w[1], &b->class)) {
            continue;
        }
        if (method && !strcmp(*w, "channel") &&
            nv_debug_number(w[1], &b->channel)) {
            continue;
        }
        used = !method ? 0 : !strcmp(*w, "on") ? 1 : parse_if(b, w);
        if (!used) {
            return fails(error, "\"%s\" is not understood: break %s takes %s",
                         *w, kinds[b->kind].name, kinds[b->kind].takes);
        }
    }
    return true;
}

/* Two numbers with @between between them; without: only if @second is. */
static bool pair(const char *word, char between, uint32_t *first,
                 uint32_t *second)
{
    g_autofree char *copy = g_strdup(word ? word : "");
    char *at = strchr(copy, between);

    if (at) {
        *at++ = 0;
        return nv_debug_number(copy, first) && nv_debug_number(at, second);
    }
    return *second && nv_debug_number(copy, first);
}

/* More than that is compared too often for a guest to go on. */
#define MOST_WATCHED (1u << 20)

static bool parse_place(NvBreak *b, const char *word, char **error)
{
    bool write = b->kind == NV_BREAK_WRITE;
    bool fine;

    b->len = write ? 4 : 0;
    fine = write ? pair(word, '+', &b->start, &b->len)
                 : pair(word, ',', &b->x, &b->y);
    if (!fine) {
        return fails(error, "break %s takes %s%s%s", kinds[b->kind].name,
                     kinds[b->kind].takes, word ? ", not " : "",
                     word ? word : "");
    }
    if (write && (!b->len || b->len > MOST_WATCHED)) {
        return fails(error, "%u bytes: at most %u can be watched, and at "
                     "least one", b->len, MOST_WATCHED);
    }
    return true;
}

static bool parse(NvBreak *b, char **w, char **error)
{
    switch (b->kind) {
    case NV_BREAK_METHOD:
        return parse_method(b, *w, error) && parse_rest(b, w + 1, error);
    case NV_BREAK_REGISTER:
        if (!nv_debug_number(*w, &b->mthd)) {
            return fails(error, "break register takes %s",
                         kinds[b->kind].takes);
        }
        return parse_rest(b, w + 1, error);
    case NV_BREAK_DRAW:
    case NV_BREAK_FRAME:
        if (*w && nv_debug_number(*w, &b->nth) && b->nth) {
            w++;
        }
        return parse_rest(b, w, error);
    case NV_BREAK_PROGRAM:
    case NV_BREAK_FRAGMENT:
        if (nv_debug_number(*w, &b->mthd)) {
            w++;
        }
        return parse_rest(b, w, error);
    case NV_BREAK_WRITE:
    case NV_BREAK_PIXEL:
        return parse_place(b, *w, error) && parse_rest(b, w + 1, error);
    default:
        return parse_rest(b, w, error);
    }
}

static char *all_kinds(void)
{
    GString *out = g_string_new("break takes");

    for (unsigned i = 0; i < NV_BREAK_KINDS; i++) {
        g_string_append_printf(out, "\n  %s %s", kinds[i].name,
                               kinds[i].takes);
    }
    return g_string_free(out, FALSE);
}

NvBreak *nv_break_parse(char **words, char **error)
{
    NvBreak *b;
    unsigned kind = 0;

    while (kind < NV_BREAK_KINDS && g_strcmp0(*words, kinds[kind].name)) {
        kind++;
    }
    if (kind == NV_BREAK_KINDS) {
        *error = all_kinds();
        return NULL;
    }
    b = g_new0(NvBreak, 1);
    *b = (NvBreak) {
        .kind = kind, .mthd = NV_BREAK_ANY, .index = NV_BREAK_ANY,
        .class = NV_BREAK_ANY, .channel = NV_BREAK_ANY, .nth = 1,
    };
    if (!parse(b, words + 1, error)) {
        nv_break_free(b);
        return NULL;
    }
    return b;
}

void nv_break_free(gpointer brk)
{
    NvBreak *b = brk;

    g_free(b->name);
    g_free(b->was);
    g_free(b);
}

static void print_method(const NvBreak *b, GString *out)
{
    if (b->name) {
        g_string_append_printf(out, " %s", b->name);
    } else {
        g_string_append_printf(out, " 0x%04x", b->mthd);
    }
    if (b->index != NV_BREAK_ANY) {
        g_string_append_printf(out, "[%u]", b->index);
    }
    if (b->when != NV_BREAK_ALWAYS) {
        g_string_append_printf(out, " if data %s 0x%x",
                               operator_word(b->when), b->value);
    }
    if (b->class != NV_BREAK_ANY) {
        g_string_append_printf(out, " class 0x%x", b->class);
    }
    if (b->channel != NV_BREAK_ANY) {
        g_string_append_printf(out, " channel %u", b->channel);
    }
}

char *nv_break_text(const NvBreak *b)
{
    GString *out = g_string_new(kinds[b->kind].name);

    switch (b->kind) {
    case NV_BREAK_METHOD:
        print_method(b, out);
        break;
    case NV_BREAK_REGISTER:
        g_string_append_printf(out, " 0x%06x", b->mthd);
        break;
    case NV_BREAK_WRITE:
        g_string_append_printf(out, " 0x%08x+%u", b->start, b->len);
        break;
    case NV_BREAK_PIXEL:
        g_string_append_printf(out, " %u,%u", b->x, b->y);
        break;
    case NV_BREAK_PROGRAM:
    case NV_BREAK_FRAGMENT:
        if (b->mthd != NV_BREAK_ANY) {
            g_string_append_printf(out, " 0x%02x", b->mthd);
        }
        break;
    default:
        break;
    }
    if (b->nth > 1) {
        g_string_append_printf(out, " nth %u", b->nth);
    }
    return g_string_free(out, FALSE);
}

static bool value_fits(const NvBreak *b, uint32_t data)
{
    switch (b->when) {
    case NV_BREAK_EQUAL:
        return data == b->value;
    case NV_BREAK_OTHER:
        return data != b->value;
    case NV_BREAK_BELOW:
        return data < b->value;
    case NV_BREAK_ABOVE:
        return data > b->value;
    case NV_BREAK_MASK:
        return data & b->value;
    default:
        return true;
    }
}

static bool is_or_any(uint32_t wanted, uint32_t value)
{
    return wanted == NV_BREAK_ANY || wanted == value;
}

/* With an index, the offset is that of element 0. */
static bool place_fits(const NvDebug *d, const NvBreak *b,
                       const NvDebugMethod *m)
{
    uint32_t mthd = m->word.mthd;
    unsigned index;

    if (b->name) {
        return nv_pgraph_is_called(d->pgraph, mthd, &m->view, b->name,
                                   &index) && is_or_any(b->index, index);
    }
    if (b->index == NV_BREAK_ANY) {
        return b->mthd == mthd;
    }
    return m->view.first == b->mthd && m->view.index == b->index;
}

bool nv_break_is_method(const NvDebug *d, const NvBreak *b,
                        const NvDebugMethod *m)
{
    if (b->kind == NV_BREAK_DRAW) {
        return m->view.begins;
    }
    return b->kind == NV_BREAK_METHOD && place_fits(d, b, m) &&
           is_or_any(b->class, m->view.class) &&
           is_or_any(b->channel, m->word.chid) &&
           value_fits(b, m->word.data);
}

/* A draw or a frame is that one; of the others each nth stops. */
bool nv_break_meets(NvBreak *b)
{
    b->met++;
    return b->kind == NV_BREAK_DRAW || b->kind == NV_BREAK_FRAME
           ? b->nth == 1 || b->met == b->nth : b->met % b->nth == 0;
}
