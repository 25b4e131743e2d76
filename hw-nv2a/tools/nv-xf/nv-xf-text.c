/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the commands of nv-xf share: see nv-xf.h.
 */
#include <errno.h>

#include "tools/nv-xf/nv-xf.h"

/* --- Options --- */

int nv_tool_choose(const char *option, const char *name,
                   const char *const *names, GError **error)
{
    g_autofree char *all = g_strjoinv(", ", (char **)names);

    for (int i = 0; names[i]; i++) {
        if (!strcmp(name, names[i])) {
            return i;
        }
    }
    g_set_error(error, NV_TOOL_ERROR, 0, "%s %s is not known; there is %s",
                option, name, all);
    return -1;
}

const NvChip *nv_tool_chip(const char *name, GError **error)
{
    const NvChip *chip = nv_chip_find(name);
    g_autoptr(GString) all = NULL;

    if (chip) {
        return chip;
    }
    all = g_string_new(NULL);
    for (chip = nv_chips(); chip->name; chip++) {
        g_string_append_printf(all, "%s%s", all->len ? ", " : "",
                               chip->name);
    }
    g_set_error(error, NV_TOOL_ERROR, 0, "--chip %s is not known; there is "
                "%s", name, all->str);
    return NULL;
}

bool nv_tool_rules(const NvChip *chip, const char *name, NvXfRules *rules,
                   GError **error)
{
    static const char *const names[] = { "legacy", "modern", NULL };
    int choice = name ? nv_tool_choose("--rules", name, names, error) : 0;

    *rules = (NvXfRules) { chip->arith, choice == 0 };
    if (choice == 1 && chip->arith < NV_ARITH_RANKINE) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--rules modern: %s has only "
                    "the legacy rules", chip->name);
        return false;
    }
    return choice >= 0;
}

const NvXfIsa *nv_tool_isa(const char *name, GError **error)
{
    const NvXfIsa *isa = nv_xf_isa_find(name ? name : "kelvin");

    if (!isa) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--isa %s is not known; there "
                    "is kelvin, rankine, curie", name);
    }
    return isa;
}

/* --- Text --- */

static char *read_stdin(void)
{
    GString *text = g_string_new(NULL);
    char buffer[4096];
    size_t got;

    while ((got = fread(buffer, 1, sizeof(buffer), stdin))) {
        g_string_append_len(text, buffer, got);
    }
    return g_string_free(text, FALSE);
}

bool nv_text_open(NvText *t, const char *path, GError **error)
{
    *t = (NvText) { .file = path, .line = 1 };
    if (!strcmp(path, "-")) {
        t->file = "standard input";
        t->data = read_stdin();
    } else {
        g_autoptr(GError) why = NULL;

        if (!g_file_get_contents(path, &t->data, NULL, &why)) {
            g_set_error_literal(error, NV_TOOL_ERROR, 0, why->message);
            return false;
        }
    }
    t->at = t->start = t->data;
    return true;
}

void nv_text_close(NvText *t)
{
    g_clear_pointer(&t->data, g_free);
}

bool nv_text_fail(const NvText *t, const char *where, GError **error,
                  const char *format, ...)
{
    g_autofree char *text = NULL;
    va_list args;

    va_start(args, format);
    text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, NV_TOOL_ERROR, 0, "%s:%u:%u: %s", t->file, t->line,
                (unsigned)(where - t->start) + 1, text);
    return false;
}

bool nv_text_line_ends(NvText *t)
{
    while (*t->at == ' ' || *t->at == '\t' || *t->at == '\r') {
        t->at++;
    }
    return !*t->at || *t->at == '\n' || *t->at == '#';
}

bool nv_text_next_line(NvText *t)
{
    while (nv_text_line_ends(t)) {
        t->at += strcspn(t->at, "\n");
        if (!*t->at) {
            return false;
        }
        t->start = ++t->at;
        t->line++;
    }
    return true;
}

static int word_length(const char *at)
{
    return strcspn(at, " \t\r\n,=#");
}

bool nv_text_value(NvText *t, uint32_t *value, GError **error)
{
    const char *where = t->at;
    int length = word_length(where);
    g_autofree char *word = g_strndup(where, length);
    char *end;

    if (!length) {
        return nv_text_fail(t, where, error, "a number is needed here");
    }
    if (!g_ascii_strncasecmp(word, "0x", 2)) {
        unsigned long long bits = g_ascii_strtoull(word, &end, 16);

        if (*end || length < 3 || length > 10) {
            return nv_text_fail(t, where, error, "\"%s\" is not a word; 0x "
                                "and up to 8 hexadecimal digits are", word);
        }
        *value = bits;
    } else {
        double d = g_ascii_strtod(word, &end);

        if (*end) {
            return nv_text_fail(t, where, error, "\"%.40s\" is not a number; "
                                "floats and 0x words are", word);
        }
        *value = nv_f2u(d);
    }
    t->at += length;
    return true;
}

bool nv_text_index(NvText *t, const char *what, uint32_t *value,
                   GError **error)
{
    const char *where = t->at;
    bool hex = !g_ascii_strncasecmp(where, "0x", 2);
    char *end;
    guint64 n = g_ascii_strtoull(where, &end, hex ? 16 : 10);

    if (!g_ascii_isdigit(*where) || n > UINT32_MAX ||
        g_ascii_isalnum(*end) || *end == '.' || *end == '_') {
        return nv_text_fail(t, where, error, "\"%.*s\" is not a number for "
                            "%s", MIN(word_length(where), 40), where, what);
    }
    t->at = end;
    *value = n;
    return true;
}

static bool read_word(NvText *t, uint32_t *word, GError **error)
{
    const char *where = t->at;
    const char *digits = where + (g_ascii_strncasecmp(where, "0x", 2) ? 0 : 2);
    unsigned n = 0;

    for (*word = 0; g_ascii_isxdigit(digits[n]) && n < 9; n++) {
        *word = *word << 4 | g_ascii_xdigit_value(digits[n]);
    }
    if (!n || n > 8 || (digits[n] && !strchr(" \t\r\n,;#", digits[n]))) {
        return nv_text_fail(t, where, error, "\"%.*s\" is not a word; up to "
                            "8 hexadecimal digits are",
                            MIN(word_length(where), 40), where);
    }
    t->at = digits + n;
    while (*t->at == ',' || *t->at == ';') {
        t->at++;
    }
    return true;
}

bool nv_tool_read_words(NvText *t, GArray *words, GError **error)
{
    while (nv_text_next_line(t)) {
        uint32_t word;

        if (!read_word(t, &word, error)) {
            return false;
        }
        g_array_append_val(words, word);
    }
    if (words->len % NV_XF_WORDS) {
        return nv_text_fail(t, t->at, error, "the file ends within an "
                            "instruction; there are %u words, and an "
                            "instruction has %u", words->len, NV_XF_WORDS);
    }
    return true;
}
