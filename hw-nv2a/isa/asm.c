/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs from text: statements, pairs and labels.
 *
 * Facts: GL_NV_vertex_program for the language (doc), the tables of
 * isa/isa.h for fields and operations.
 */
#include "isa/asm-priv.h"

G_DEFINE_QUARK(nv-xf-asm-error-quark, nv_xf_asm_error)

static const NvXfOp *const op_tables[ASM_UNITS] = {
    nv_xf_vec_ops, nv_xf_sca_ops,
};
static const unsigned op_counts[ASM_UNITS] = { NV_XF_VEC_OPS, NV_XF_SCA_OPS };
static const NvXfField op_fields[ASM_UNITS] = {
    NV_XF_F_OP_VEC, NV_XF_F_OP_SCA,
};

/* --- Operations --- */

/* The code, or -1. */
static int find_op(const NvXfAsm *a, unsigned unit, const char *name,
                   unsigned length, bool any_isa)
{
    unsigned width = a->isa->fields[op_fields[unit]].width;

    for (unsigned code = 0; code < op_counts[unit]; code++) {
        const NvXfOp *op = &op_tables[unit][code];

        if (op->name && nv_asm_word_is(name, length, op->name) &&
            (any_isa || (op->since <= a->isa->version && !(code >> width)))) {
            return code;
        }
    }
    return -1;
}

/* The same, or the name with C for "updates the condition register". */
static int find_op_c(const NvXfAsm *a, unsigned unit, const char *name,
                     unsigned length, bool *update)
{
    int code = find_op(a, unit, name, length, false);

    *update = code < 0 && length > 1 && (name[length - 1] | 32) == 'c' &&
              nv_asm_has(a, NV_XF_F_CDST_WM);
    return *update ? find_op(a, unit, name, length - 1, false) : code;
}

/* The word behind the + of a pair, which is outside of brackets; or NULL. */
static const char *second_op(const NvXfAsm *a, unsigned *length)
{
    unsigned depth = 0;

    for (const char *at = a->at; *at && !strchr("\n;#", *at); at++) {
        depth += *at == '[' || *at == '{' || *at == '(';
        depth -= (*at == ']' || *at == '}' || *at == ')') && depth;
        /* A sign of an operand follows a comma. */
        if (*at == '+' && !depth) {
            const char *before = at;

            while (before > a->at && (before[-1] == ' ' ||
                                      before[-1] == '\t')) {
                before--;
            }
            if (before > a->at && before[-1] == ',') {
                continue;
            }
            for (at++; *at == ' ' || *at == '\t'; at++) {
            }
            for (*length = 0; g_ascii_isalnum(at[*length]); ++*length) {
            }
            return at;
        }
    }
    return NULL;
}

static bool unknown_op(NvXfAsm *a, const char *where, unsigned length)
{
    if (!length) {
        g_autofree char *text = NULL;

        a->at = where;
        text = nv_asm_found(a);
        return nv_asm_fail(a, where, "an operation is needed, but %s", text);
    }
    if (find_op(a, ASM_VEC, where, length, true) >= 0 ||
        find_op(a, ASM_SCA, where, length, true) >= 0) {
        return nv_asm_fail(a, where, "%.*s is not an operation of %s, but of "
                           "later instruction sets", (int)length, where,
                           a->isa->name);
    }
    return nv_asm_fail(a, where, "\"%.*s\" is not an operation",
                       (int)MIN(length, 40), where);
}

/*
 * The unit of the first operation: where a name is in both tables, vector
 * unless the second one needs that.  False if there is no such operation.
 */
static bool choose_units(NvXfAsm *a, unsigned unit[2], unsigned *count)
{
    const char *name[2] = { a->at, NULL };
    unsigned length[2] = { nv_asm_word(a), 0 };
    int code[2][ASM_UNITS];
    bool update[2][ASM_UNITS];

    name[1] = second_op(a, &length[1]);
    *count = name[1] ? 2 : 1;
    for (unsigned i = 0; i < *count; i++) {
        for (unsigned u = 0; u < ASM_UNITS; u++) {
            code[i][u] = find_op_c(a, u, name[i], length[i],
                                   &update[i][u]);
        }
        if (code[i][ASM_VEC] < 0 && code[i][ASM_SCA] < 0) {
            return unknown_op(a, name[i], length[i]);
        }
    }
    unit[0] = code[0][ASM_VEC] < 0 ||
              (*count == 2 && code[1][ASM_SCA] < 0 &&
               code[0][ASM_SCA] >= 0) ? ASM_SCA : ASM_VEC;
    unit[1] = !unit[0];
    for (unsigned i = 0; i < *count; i++) {
        if (code[i][unit[i]] < 0) {
            return nv_asm_fail(a, name[i], "%.*s is a second %s operation; a "
                               "pair has one vector and one scalar operation",
                               (int)length[i], name[i],
                               unit[i] == ASM_VEC ? "scalar" : "vector");
        }
        a->op[unit[i]] = &op_tables[unit[i]][code[i][unit[i]]];
        nv_asm_set(a, op_fields[unit[i]], code[i][unit[i]]);
        if (update[i][unit[i]]) {
            nv_asm_set(a, NV_XF_F_CDST_WM, 1);
            nv_asm_set(a, NV_XF_F_CDST_IS_VEC, unit[i] == ASM_VEC);
        }
    }
    return true;
}

/* The operands of BRA, CAL, RET. */
static bool flow(NvXfAsm *a, const NvXfOp *op)
{
    if (strcmp(op->name, "RET") && !nv_asm_target(a)) {
        return false;
    }
    return nv_asm_condition(a);
}

static bool operation(NvXfAsm *a, unsigned unit)
{
    const NvXfOp *op = a->op[unit];
    unsigned count = 0;

    a->at += nv_asm_word(a);
    if (op->flags & NV_XF_OPF_FLOW) {
        return flow(a, op);
    }
    if (!op->uses && !(op->flags & NV_XF_OPF_ADDRESS)) {
        return true;
    }
    if (!nv_asm_dests(a, unit) || !nv_asm_condition(a)) {
        return false;
    }
    if (op->flags & NV_XF_OPF_ARA && nv_asm_accept(a, ',')) {
        return nv_asm_address_source(a);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (!(op->uses & (1u << i))) {
            continue;
        }
        if (!nv_asm_expect(a, ',', count++ ? "before the next source" :
                           "between destination and source") ||
            !nv_asm_source(a, i)) {
            return false;
        }
    }
    nv_asm_skip(a);
    if (*a->at == ',') {
        return nv_asm_fail(a, a->at, "%s has %u source%s", op->name, count,
                           count == 1 ? "" : "s");
    }
    return true;
}

/* --- Statements --- */

static bool instruction(NvXfAsm *a)
{
    unsigned unit[2], count, length;

    nv_asm_skip(a);
    memset(a->words, 0, sizeof(a->words));
    memset(a->op, 0, sizeof(a->op));
    memset(a->dest, 0, sizeof(a->dest));
    a->used = 0;
    a->reads_ibuf = a->reads_xfctx = a->writes_out = false;
    if (!choose_units(a, unit, &count) || !operation(a, unit[0])) {
        return false;
    }
    if (count == 2 &&
        (!nv_asm_expect(a, '+', "between the operations of a pair") ||
         !operation(a, unit[1]))) {
        return false;
    }
    length = nv_asm_word(a);
    if (nv_asm_word_is(a->at, length, "END")) {
        a->at += length;
        nv_asm_set(a, NV_XF_F_END, 1);
    }
    if (!nv_asm_finish_dests(a) || !nv_asm_annotations(a)) {
        return false;
    }
    if (!nv_asm_at_end(a)) {
        return nv_asm_fail(a, a->at, "this is more than one instruction has; a "
                           "comment starts with #");
    }
    return true;
}

bool nv_xf_asm_line(const NvXfIsa *isa, const char *line,
                    uint32_t words[NV_XF_WORDS], GError **error)
{
    NvXfAsm a = { .isa = isa, .at = line, .start = line, .line = 1,
                  .error = error };

    if (!instruction(&a)) {
        return false;
    }
    memcpy(words, a.words, sizeof(a.words));
    return true;
}

/* Slots of XFPR. */
static unsigned slots(const NvXfIsa *isa)
{
    unsigned most = 0;

    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        if (nv_xf_isa_of(chip) == isa) {
            most = MAX(most, chip->xf.xfpr);
        }
    }
    return most ? most : UINT32_MAX;
}

/* A reference to a label, filled in at the end. */
typedef struct Fixup {
    char *label;
    unsigned insn;
    const char *where, *start;  /* for the message */
    unsigned line;
} Fixup;

static void fixup_clear(gpointer data)
{
    g_free(((Fixup *)data)->label);
}

/* A program as it grows. */
typedef struct Program {
    NvXfAsm a;
    GArray *words;
    guint first;                /* words that were there before */
    GArray *fixups;             /* Fixup */
    unsigned slots;
    bool over;                  /* a line with just END was seen */
} Program;

static bool end_statement(Program *p)
{
    NvXfAsm *a = &p->a;
    uint32_t *last;

    if (!a->insns) {
        return nv_asm_fail(a, a->at, "END without an instruction before it");
    }
    a->at += 3;
    last = &g_array_index(p->words, uint32_t, p->words->len - NV_XF_WORDS);
    nv_xf_set_field(a->isa, last, NV_XF_F_END, 1);
    p->over = true;
    if (!nv_asm_at_end(a)) {
        return nv_asm_fail(a, a->at, "nothing may follow END");
    }
    return true;
}

/* !!VP1.0, !!VP1.1, !!VP2.0, !!VSP1.0 */
static bool header(Program *p)
{
    NvXfAsm *a = &p->a;
    const char *where = a->at;
    size_t length = strcspn(a->at, " \t\r\n;#");
    bool second = length == 7 && !strncmp(where, "!!VP2.0", 7);

    a->at += length;
    if (a->insns) {
        return nv_asm_fail(a, where, "a header stands before all instructions");
    }
    if (!second && (length < 7 || (strncmp(where, "!!VP1.", 6) &&
                                   strncmp(where, "!!VSP1.0", 8)))) {
        return nv_asm_fail(a, where, "\"%.*s\" is not a header; there are "
                           "!!VP1.0, !!VP1.1, !!VP2.0 and !!VSP1.0",
                           (int)MIN(length, 40), where);
    }
    if (second && a->isa->first) {
        return nv_asm_fail(a, where, "!!VP2.0 needs the rankine instruction "
                           "set; this is %s", a->isa->name);
    }
    return true;
}

static bool label(Program *p, unsigned length)
{
    NvXfAsm *a = &p->a;
    char *name = g_strndup(a->at, length);

    if (!g_hash_table_insert(a->labels, name,
                             GUINT_TO_POINTER(a->insns + 1))) {
        return nv_asm_fail(a, a->at, "the label %.*s is there twice",
                           (int)MIN(length, 40), a->at);
    }
    a->at += length + 1;
    return true;
}

static bool statement(Program *p)
{
    NvXfAsm *a = &p->a;
    unsigned length = nv_asm_word(a);

    if (p->over) {
        return nv_asm_fail(a, a->at, "nothing may follow END");
    }
    if (*a->at == '!') {
        return header(p);
    }
    if (length && a->at[length] == ':') {
        return label(p, length);
    }
    if (nv_asm_word_is(a->at, length, "END")) {
        return end_statement(p);
    }
    if (a->insns >= p->slots) {
        return nv_asm_fail(a, a->at, "the program is too long; %s holds %u "
                           "instructions", a->isa->name, p->slots);
    }
    if (!instruction(a)) {
        g_clear_pointer(&a->target, g_free);
        return false;
    }
    if (a->target) {
        Fixup fixup = {
            g_steal_pointer(&a->target), a->insns, a->target_where, a->start,
            a->line,
        };

        g_array_append_val(p->fixups, fixup);
    }
    g_array_append_vals(p->words, a->words, NV_XF_WORDS);
    a->insns++;
    return true;
}

/* To the next statement, over blanks, comments and lines. */
static bool next(NvXfAsm *a)
{
    for (;;) {
        nv_asm_skip(a);
        if (*a->at == '#') {
            a->at += strcspn(a->at, "\n");
        } else if (*a->at == ';') {
            a->at++;
        } else if (*a->at == '\n') {
            a->start = ++a->at;
            a->line++;
        } else {
            return *a->at;
        }
    }
}

static bool resolve(Program *p)
{
    for (guint i = 0; i < p->fixups->len; i++) {
        const Fixup *f = &g_array_index(p->fixups, Fixup, i);
        gpointer to = g_hash_table_lookup(p->a.labels, f->label);

        if (!to) {
            p->a.start = f->start;
            p->a.line = f->line;
            return nv_asm_fail(&p->a, f->where, "there is no label \"%.40s\"",
                               f->label);
        }
        nv_xf_set_field(p->a.isa, &g_array_index(p->words, uint32_t,
                                                 p->first + f->insn *
                                                 NV_XF_WORDS),
                        NV_XF_F_TARGET, GPOINTER_TO_UINT(to) - 1);
    }
    return true;
}

bool nv_xf_asm(const NvXfIsa *isa, const char *file, const char *text,
               GArray *words, GError **error)
{
    Program p = {
        .a = { .isa = isa, .file = file, .at = text, .start = text,
               .line = 1, .error = error },
        .words = words, .first = words->len, .slots = slots(isa),
    };
    bool ok = true;

    p.a.labels = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    p.fixups = g_array_new(FALSE, FALSE, sizeof(Fixup));
    g_array_set_clear_func(p.fixups, fixup_clear);
    while (ok && next(&p.a)) {
        ok = statement(&p);
    }
    ok = ok && resolve(&p);
    g_array_unref(p.fixups);
    g_hash_table_unref(p.a.labels);
    if (!ok) {
        g_array_set_size(words, p.first);
    }
    return ok;
}
