/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The state file of nv-xf ff: lines of a name and numbers or words, by the
 * tables of xf/ff-names.c, and what these tables look like printed.
 */
#include "tools/nv-xf/nv-xf-ff.h"

/* Several names at once, by what stands behind the dot. */
static const struct {
    const char *name, *parts;
    bool fewer;             /* the last ones may be missing */
} groups[] = {
    { "shininess", "abcdef", false },
    { "back-shininess", "abcdef", false },
    { "light[].falloff", "012", false },
    { "texture[].gen", "strq", true },
};

/* Slots and words by number. */
static const struct {
    const char *name;
    unsigned space, bank, width;
} raw[] = {
    { "xfctx[]", NV_FF_IN_XFCTX, 0, 4 },
    { "ltctx[]", NV_FF_IN_LTCTX, 0, 3 },
    { "ltc0[]", NV_FF_IN_LTC, 0, 1 },
    { "ltc1[]", NV_FF_IN_LTC, 1, 1 },
    { "ltc2[]", NV_FF_IN_LTC, 2, 1 },
    { "ltc3[]", NV_FF_IN_LTC, 3, 1 },
};

static const char *const words[] = {
    "xfmode.a", "xfmode.b", "xfmode.c", "xfmode.t0", "xfmode.t1", "xfmode.t2",
    "xfmode.t3",
};

/* --- Names --- */

bool nv_tool_ff_name(NvText *t, const char *stops, NvToolName *n,
                     GError **error)
{
    g_autofree char *end = g_strconcat(" \t\r\n#", stops, NULL);
    unsigned length = strcspn(t->at, end);
    const char *open, *close;
    char *after;

    memset(n, 0, sizeof(*n));
    if (length >= sizeof(n->text)) {
        return nv_text_fail(t, t->at, error, "no name is that long");
    }
    memcpy(n->text, t->at, length);
    open = strchr(n->text, '[');
    close = open ? strchr(open, ']') : NULL;
    strcpy(n->name, n->text);
    if (close) {
        guint64 index = g_ascii_strtoull(open + 1, &after, 0);

        if (after != close || close == open + 1 || index > 0xffff) {
            return nv_text_fail(t, t->at + (open + 1 - n->text), error,
                                "between [ and ] is a number");
        }
        n->indexed = true;
        n->index = index;
        strcpy(n->name + (open + 1 - n->text), close);
    }
    t->at += length;
    return true;
}

static bool index_fits(const NvToolFf *ff, const NvText *t, const char *where,
                       const NvToolName *n, unsigned count, GError **error)
{
    if (n->indexed && n->index >= count) {
        return nv_text_fail(t, where, error, "%s: there is none; %s has 0 to "
                            "%u", n->text, ff->xf.chip->name, count - 1);
    }
    return true;
}

/* --- Numbers --- */

static bool is_number(const char *at)
{
    return g_ascii_isdigit(*at) || strchr("+-.", *at) ||
           !g_ascii_strncasecmp(at, "inf", 3) ||
           !g_ascii_strncasecmp(at, "nan", 3);
}

/* @n numbers; they may go on in the next lines. */
static bool numbers(NvText *t, const NvToolName *name, uint32_t *v,
                    unsigned n, GError **error)
{
    for (unsigned i = 0; i < n; i++) {
        NvText before = *t;

        if (nv_text_line_ends(t) && (!nv_text_next_line(t) ||
                                     !is_number(t->at))) {
            return nv_text_fail(&before, before.at, error, "%s has %u "
                                "number%s, here %s %u", name->text, n,
                                n == 1 ? "" : "s", i == 1 ? "is" : "are", i);
        }
        if (!nv_text_value(t, &v[i], error)) {
            return false;
        }
    }
    return true;
}

static bool constant(NvToolFf *ff, NvText *t, const char *where,
                     const NvToolName *n, const NvFfConstant *k,
                     GError **error)
{
    unsigned count = k->count[ff->generation];
    unsigned place = nv_ff_place(k, ff->generation, n->index);
    uint32_t v[16];

    if (!index_fits(ff, t, where, n, count, error) ||
        !numbers(t, n, v, k->rows * k->width, error)) {
        return false;
    }
    for (unsigned i = 0; i < k->rows * k->width; i++) {
        nv_ff_store(&ff->xf, place, i / k->width, i % k->width, v[i]);
    }
    return true;
}

static bool raw_slot(NvToolFf *ff, NvText *t, const char *where,
                     const NvToolName *n, unsigned which, GError **error)
{
    unsigned width = raw[which].width;
    unsigned slot = raw[which].space == NV_FF_IN_LTC ?
                    n->index | raw[which].bank << 8 : n->index << 2;
    bool ok = n->index < (width == 1 ? 0x100 : 0x400);
    uint32_t v[4];

    if (!numbers(t, n, v, width, error)) {
        return false;
    }
    for (unsigned c = 0; c < width && ok; c++) {
        ok = nv_ff_store(&ff->xf, raw[which].space | slot, 0, c, v[c]);
    }
    return ok || nv_text_fail(t, where, error, "%s has no %s",
                              ff->xf.chip->name, n->text);
}

/* --- Modes --- */

/* A word of @m->values, or a number. */
static bool choose(const NvToolFf *ff, NvText *t, const NvFfMode *m,
                   uint32_t *value, GError **error)
{
    g_auto(GStrv) names = g_strsplit(m->values ? m->values : "", " ", 0);
    NvFfModePlace at = nv_ff_mode_place(m, ff->generation, 0);
    unsigned most = NV_MASK(at.width - 1, 0);
    unsigned length = strcspn(t->at, " \t\r\n#");
    g_autoptr(GString) all = g_string_new(NULL);
    const char *where = t->at;

    for (unsigned i = 0; names[i] && i <= most; i++) {
        if (strlen(names[i]) == length && !strncmp(names[i], where, length)) {
            t->at += length;
            *value = i;
            return true;
        }
        g_string_append_printf(all, "%s%s", i ? ", " : "", names[i]);
    }
    if (length && g_ascii_isdigit(*where)) {
        if (!nv_text_index(t, m->name, value, error)) {
            return false;
        }
        return *value <= most ||
               nv_text_fail(t, where, error, "the most that %s can be is %u",
                            m->name, most);
    }
    return nv_text_fail(t, where, error, "%s can be: %s%sa number up to %u",
                        m->name, all->str, all->len ? ", or " : "", most);
}

static bool mode(NvToolFf *ff, NvText *t, const char *where,
                 const NvToolName *n, const NvFfMode *m, GError **error)
{
    NvFfModePlace at;
    uint32_t value, *word;

    if (!index_fits(ff, t, where, n, m->count[ff->generation], error)) {
        return false;
    }
    nv_text_line_ends(t);
    if (!choose(ff, t, m, &value, error)) {
        return false;
    }
    at = nv_ff_mode_place(m, ff->generation, n->index);
    word = nv_xf_mode_word(&ff->xf, at.word);
    *word = nv_deposit(*word, at.low, at.width, value);
    return true;
}

/* --- Lines --- */

static const NvFfConstant *find_constant(const NvToolFf *ff, const char *name,
                                         bool *elsewhere)
{
    for (const NvFfConstant *k = nv_ff_constant; k->name; k++) {
        if (!strcmp(k->name, name)) {
            *elsewhere = true;
            if (k->at[ff->generation].at) {
                return k;
            }
        }
    }
    return NULL;
}

static const NvFfMode *find_mode(const NvToolFf *ff, const char *name,
                                 bool *elsewhere)
{
    for (const NvFfMode *m = nv_ff_mode; m->name; m++) {
        if (!strcmp(m->name, name)) {
            *elsewhere = true;
            if (nv_ff_mode_place(m, ff->generation, 0).width) {
                return m;
            }
        }
    }
    return NULL;
}

static bool one(NvToolFf *ff, NvText *t, const char *where,
                const NvToolName *n, GError **error)
{
    bool elsewhere = false;
    const NvFfConstant *k = find_constant(ff, n->name, &elsewhere);
    const NvFfMode *m = find_mode(ff, n->name, &elsewhere);

    if (k) {
        return constant(ff, t, where, n, k, error);
    }
    if (m) {
        return mode(ff, t, where, n, m, error);
    }
    return nv_text_fail(t, where, error, elsewhere ?
                        "%s is not there on %s; \"nv-xf ff --list --chip "
                        "%s\" shows what is" :
                        "\"%s\" is no name of %s's state; \"nv-xf ff --list "
                        "--chip %s\" shows them", n->text, ff->xf.chip->name,
                        ff->xf.chip->name);
}

/* The parts in order, as many as the line has, but all numbers. */
static bool group(NvToolFf *ff, NvText *t, const char *where,
                  const NvToolName *n, unsigned which, GError **error)
{
    const char *parts = groups[which].parts;

    for (unsigned i = 0; parts[i]; i++) {
        NvToolName part = *n;

        g_snprintf(part.name, sizeof(part.name), "%.60s.%c", n->name,
                   parts[i]);
        if (i && groups[which].fewer && nv_text_line_ends(t)) {
            return true;
        }
        nv_text_line_ends(t);
        if (!one(ff, t, where, &part, error)) {
            return false;
        }
    }
    return true;
}

static bool named(NvToolFf *ff, NvText *t, const char *where,
                  const NvToolName *n, GError **error)
{
    uint32_t word;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(groups); i++) {
        if (!strcmp(groups[i].name, n->name)) {
            return group(ff, t, where, n, i, error);
        }
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(raw); i++) {
        if (!strcmp(raw[i].name, n->name)) {
            return raw_slot(ff, t, where, n, i, error);
        }
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(words); i++) {
        if (!strcmp(words[i], n->name)) {
            nv_text_line_ends(t);
            if (!nv_text_index(t, "a mode word", &word, error)) {
                return false;
            }
            *nv_xf_mode_word(&ff->xf, i) = word;
            return true;
        }
    }
    return one(ff, t, where, n, error);
}

static bool line(NvToolFf *ff, NvText *t, GError **error)
{
    const char *where = t->at;
    NvToolName n;

    if (!nv_tool_ff_name(t, "=", &n, error)) {
        return false;
    }
    if (!named(ff, t, where, &n, error)) {
        return false;
    }
    return nv_text_line_ends(t) ||
           nv_text_fail(t, t->at, error, "nothing may follow %s here",
                        n.text);
}

static bool lines(NvToolFf *ff, NvText *t, GError **error)
{
    while (nv_text_next_line(t)) {
        if (!line(ff, t, error)) {
            return false;
        }
    }
    nv_xf_section.loaded(&ff->xf);
    return true;
}

bool nv_tool_ff_state(NvToolFf *ff, const char *path, GError **error)
{
    NvText t;
    bool ok = nv_text_open(&t, path, error) && lines(ff, &t, error);

    if (ok && nv_xf_runs_program(&ff->xf)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s: the mode is one of "
                    "programs; \"nv-xf run\" runs them", path);
        ok = false;
    }
    nv_text_close(&t);
    return ok;
}

/* Celsius' microcode has its numbers in XFCTX and LTC, drivers put them in. */
static const char *const start[NV_FF_GENERATIONS] = {
    [NV_FF_CELSIUS] =
    "constant.two 2 2 2\n"
    "constant.sphere 0 0 1\n"
    "constant.half .5 .5 .5\n"
    "constant.one 1 1 1\n"
    "range.factor -1\n"
    "light[0].range 1e30\nlight[1].range 1e30\nlight[2].range 1e30\n"
    "light[3].range 1e30\nlight[4].range 1e30\nlight[5].range 1e30\n"
    "light[6].range 1e30\nlight[7].range 1e30\n",
};

void nv_tool_ff_defaults(NvToolFf *ff)
{
    const char *text = start[ff->generation];
    NvText t = { .file = "start", .at = text, .start = text, .line = 1 };

    if (text) {
        lines(ff, &t, NULL);
    }
}

bool nv_tool_ff_unit_is_on(const NvToolFf *ff, unsigned unit)
{
    return nv_ff_state(&ff->xf).unit[unit].enable;
}

/* --- The names, printed --- */

static void print_place(unsigned place)
{
    static const char components[] = "xyzw";

    switch (place & ~0xfff) {
    case NV_FF_IN_XFCTX:
        printf("XFCTX %02x%c%c", (place & 0xfff) >> 2, place & 3 ? '.' : ' ',
               place & 3 ? components[place & 3] : ' ');
        break;
    case NV_FF_IN_LTCTX:
        printf("LTCTX %02x  ", (place & 0xfff) >> 2);
        break;
    default:
        printf("LTC%u %02x   ", place >> 8 & 3, place & 0xff);
        break;
    }
}

static void print_constants(const NvToolFf *ff)
{
    for (const NvFfConstant *k = nv_ff_constant; k->name; k++) {
        unsigned place = nv_ff_place(k, ff->generation, 0);
        unsigned count = k->count[ff->generation];
        g_autofree char *what = count ? g_strdup_printf(" (%u)", count) :
                                g_strdup("");

        if (!place) {
            continue;
        }
        printf("%-22s%-4s %2u ", k->name, what, k->rows * k->width);
        print_place(place);
        printf(" %-5s  %s%s\n", k->sure, k->use,
               k->unread >> ff->generation & 1 ? " [no effect]" : "");
    }
}

void nv_tool_ff_list(const NvToolFf *ff)
{
    static const char word[][4] = { "A", "B", "C", "T0", "T1", "T2", "T3" };

    printf("Constants of %s: name, how many, numbers, first place, "
           "confidence, use\n\n", ff->xf.chip->name);
    print_constants(ff);
    printf("\nModes: name, how many, XFMODE word and bits, confidence, "
           "values, use\n\n");
    for (const NvFfMode *m = nv_ff_mode; m->name; m++) {
        NvFfModePlace at = nv_ff_mode_place(m, ff->generation, 0);
        unsigned count = m->count[ff->generation];
        g_autofree char *what = count ? g_strdup_printf(" (%u)", count) :
                                g_strdup("");
        g_autofree char *bits = at.width > 1 ?
                                g_strdup_printf("%u-%u", at.low,
                                                at.low + at.width - 1) :
                                g_strdup_printf("%u", at.low);

        if (at.width) {
            printf("%-22s%-4s %-2s %-5s  %-5s  %s%s%s%s\n", m->name, what,
                   word[at.word], bits, m->sure, m->values ? m->values :
                   "a number", *m->use ? "; " : "", m->use,
                   m->unread >> ff->generation & 1 ? " [no effect]" : "");
        }
    }
}
