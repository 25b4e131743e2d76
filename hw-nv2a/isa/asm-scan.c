/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The assembler's scanner: words, numbers, punctuation, and errors with
 * their place.  Columns count bytes from 1.
 */
#include "isa/asm-priv.h"

bool nv_asm_fail(NvXfAsm *a, const char *where, const char *format, ...)
{
    g_autofree char *text = NULL;
    va_list args;

    if (!a->error || *a->error) {
        return false;
    }
    va_start(args, format);
    text = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(a->error, NV_XF_ASM_ERROR, 0, "%s:%u:%u: %s",
                a->file ? a->file : "line", a->line,
                (unsigned)(where - a->start) + 1, text);
    return false;
}

void nv_asm_skip(NvXfAsm *a)
{
    while (*a->at == ' ' || *a->at == '\t' || *a->at == '\r') {
        a->at++;
    }
}

bool nv_asm_at_end(NvXfAsm *a)
{
    nv_asm_skip(a);
    return !*a->at || *a->at == '\n' || *a->at == ';' || *a->at == '#';
}

bool nv_asm_accept(NvXfAsm *a, char c)
{
    nv_asm_skip(a);
    if (*a->at != c) {
        return false;
    }
    a->at++;
    return true;
}

/* What stands here, for messages. */
char *nv_asm_found(NvXfAsm *a)
{
    unsigned length;

    if (nv_asm_at_end(a)) {
        return g_strdup("the line ends");
    }
    length = nv_asm_word(a);
    if (!length) {
        return g_ascii_isprint(*a->at) ?
               g_strdup_printf("here is \"%c\"", *a->at) :
               g_strdup_printf("here is the byte 0x%02x", (uint8_t)*a->at);
    }
    return g_strdup_printf("here is \"%.*s\"", (int)MIN(length, 40), a->at);
}

bool nv_asm_expect(NvXfAsm *a, char c, const char *context)
{
    g_autofree char *what = NULL;

    if (nv_asm_accept(a, c)) {
        return true;
    }
    what = nv_asm_found(a);
    return nv_asm_fail(a, a->at, "\"%c\" is needed %s, but %s", c, context,
                       what);
}

unsigned nv_asm_word(NvXfAsm *a)
{
    unsigned n = 0;

    nv_asm_skip(a);
    while (g_ascii_isalnum(a->at[n]) || a->at[n] == '_') {
        n++;
    }
    return n;
}

bool nv_asm_word_is(const char *word, unsigned length, const char *what)
{
    return strlen(what) == length && !g_ascii_strncasecmp(word, what, length);
}

bool nv_asm_number(NvXfAsm *a, uint32_t max, const char *what, uint32_t *value)
{
    unsigned length = nv_asm_word(a);
    const char *where = a->at;
    g_autofree char *text = NULL;
    bool hex = length > 2 && where[0] == '0' && (where[1] | 32) == 'x';
    uint64_t v = 0;

    for (unsigned i = hex ? 2 : 0; i < length && v <= UINT32_MAX; i++) {
        int digit = hex ? g_ascii_xdigit_value(where[i]) :
                    g_ascii_digit_value(where[i]);

        if (digit < 0) {
            return nv_asm_fail(a, where, "\"%.*s\" is not a number for %s",
                               (int)MIN(length, 40), where, what);
        }
        v = v * (hex ? 16 : 10) + digit;
    }
    if (!length) {
        text = nv_asm_found(a);
        return nv_asm_fail(a, where, "a number is needed for %s, but %s", what,
                           text);
    }
    if (v > max) {
        return nv_asm_fail(a, where, "%.*s is too large for %s; the largest is "
                           "%u", (int)MIN(length, 40), where, what, max);
    }
    a->at += length;
    *value = v;
    return true;
}
