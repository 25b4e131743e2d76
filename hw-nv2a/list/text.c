/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The list as text, one node a line, and back.
 *
 *     rules kelvin legacy
 *     ctx 96 192
 *     %1 = INPUT 0x0
 *     %2 = CTX 0x180 uniform
 *     %3 = MUL 0x0 %1 %2
 *     out 0.x = %3
 */
#include "list/list.h"

static const char components[] = "xyzw";

static const char *const versions[] = {
    [NV_ARITH_CELSIUS] = "celsius",
    [NV_ARITH_KELVIN] = "kelvin",
    [NV_ARITH_RANKINE] = "rankine",
    [NV_ARITH_CURIE] = "curie",
};

void nv_list_print(const NvList *list, GString *out)
{
    g_string_append_printf(out, "rules %s %s\nctx %u %u\n",
                           versions[list->rules.version],
                           list->rules.legacy ? "legacy" : "modern",
                           list->ctx_first, list->ctx_limit);
    for (unsigned v = 1; v < list->count; v++) {
        const NvListNode *node = &list->node[v];
        const NvListOpInfo *info = &nv_list_op[node->op];

        g_string_append_printf(out, "%%%u = %s 0x%x", v, info->name,
                               node->imm);
        for (unsigned i = 0; i < info->args; i++) {
            g_string_append_printf(out, " %%%u", node->arg[i]);
        }
        g_string_append(out, node->uniform ? " uniform\n" : "\n");
    }
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            if (list->out[a][c]) {
                g_string_append_printf(out, "out %u.%c = %%%u\n", a,
                                       components[c], list->out[a][c]);
            }
        }
    }
}

static bool number(const char *word, const char *prefix, unsigned base,
                   uint64_t limit, uint64_t *n)
{
    char *end;

    if (!g_str_has_prefix(word, prefix)) {
        return false;
    }
    word += strlen(prefix);
    if (!g_ascii_isxdigit(*word)) {
        return false;
    }
    *n = g_ascii_strtoull(word, &end, base);
    return !*end && *n < limit;
}

static bool parse_rules(NvList *list, char **word, unsigned words)
{
    if (words != 3) {
        return false;
    }
    list->rules.legacy = !strcmp(word[2], "legacy");
    for (unsigned i = 0; i < NV_ARRAY_SIZE(versions); i++) {
        if (versions[i] && !strcmp(word[1], versions[i])) {
            list->rules.version = i;
            return list->rules.legacy || !strcmp(word[2], "modern");
        }
    }
    return false;
}

static bool parse_ctx(NvList *list, char **word, unsigned words)
{
    uint64_t first, limit;

    if (words != 3 || !number(word[1], "", 10, NV_LIST_MAX_CTX + 1, &first) ||
        !number(word[2], "", 10, NV_LIST_MAX_CTX + 1, &limit)) {
        return false;
    }
    list->ctx_first = first;
    list->ctx_limit = limit;
    return true;
}

static bool parse_out(NvList *list, char **word, unsigned words)
{
    uint64_t attr, v;
    char *dot = words == 4 ? strchr(word[1], '.') : NULL;
    const char *c = dot && dot[1] ? strchr(components, dot[1]) : NULL;

    if (!c || dot[2] || strcmp(word[2], "=")) {
        return false;
    }
    *dot = 0;
    if (!number(word[1], "", 10, NV_XF_ATTRS, &attr) ||
        !number(word[3], "%", 10, list->count, &v)) {
        return false;
    }
    list->out[attr][c - components] = v;
    list->outputs |= (v != 0) << attr;
    return true;
}

static unsigned op_by_name(const char *name)
{
    unsigned op = NV_LIST_OP_COUNT - 1;

    while (op && strcmp(nv_list_op[op].name, name)) {
        op--;
    }
    return op;
}

static bool parse_node(NvList *list, char **word, unsigned words)
{
    bool uniform = words && !strcmp(word[words - 1], "uniform");
    unsigned op = words > 2 ? op_by_name(word[2]) : 0;
    unsigned args = nv_list_op[op].args;
    NvVal arg[4] = { 0 };
    uint64_t v, imm, n;

    if (!op || words != 4 + args + uniform || strcmp(word[1], "=") ||
        !number(word[0], "%", 10, NV_LIST_ROOM, &v) || v != list->count ||
        !number(word[3], "0x", 16, UINT64_C(1) << 32, &imm)) {
        return false;
    }
    for (unsigned i = 0; i < args; i++) {
        if (!number(word[4 + i], "%", 10, list->count, &n)) {
            return false;
        }
        arg[i] = n;
    }
    if (!nv_list_add(list, op, imm, arg)) {
        return false;
    }
    list->node[v].uniform = uniform;
    list->hoisted = uniform ? v + 1 : list->hoisted;
    if (op == NV_LIST_INPUT && imm < NV_XF_ATTRS * 4) {
        list->inputs |= 1u << (imm >> 2);
    }
    return true;
}

static bool parse_line(NvList *list, char **word)
{
    unsigned words = g_strv_length(word);

    if (!words || !*word[0]) {
        return words <= 1;
    }
    if (!strcmp(word[0], "rules")) {
        return parse_rules(list, word, words);
    }
    if (!strcmp(word[0], "ctx")) {
        return parse_ctx(list, word, words);
    }
    if (!strcmp(word[0], "out")) {
        return parse_out(list, word, words);
    }
    return parse_node(list, word, words);
}

NvList *nv_list_parse(const char *text, GError **error)
{
    g_auto(GStrv) line = g_strsplit(text, "\n", -1);
    NvList *list = nv_list_new();
    g_autofree char *why = NULL;

    list->rules = (NvXfRules) { NV_ARITH_KELVIN, true };
    for (unsigned i = 0; line[i]; i++) {
        g_auto(GStrv) word = g_strsplit(line[i], " ", -1);

        if (!parse_line(list, word)) {
            g_set_error(error, G_MARKUP_ERROR, G_MARKUP_ERROR_PARSE,
                        "line %u makes no sense: %s", i + 1, line[i]);
            nv_list_free(list);
            return NULL;
        }
    }
    if (!nv_list_verify(list, &why)) {
        g_set_error(error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT,
                    "%s", why);
        nv_list_free(list);
        return NULL;
    }
    return list;
}
