/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The assembler's registers: what the text names, from R0 to c[A0.x + 1].
 *
 * Facts: names follow GL_NV_vertex_program and its successors (doc).
 */
#include "isa/asm-priv.h"

void nv_asm_set(NvXfAsm *a, NvXfField field, uint32_t value)
{
    assert(field < NV_XF_FIELDS);
    nv_xf_set_field(a->isa, a->words, field, value);
    a->used |= UINT64_C(1) << field;
}

uint32_t nv_asm_field_max(const NvXfAsm *a, NvXfField field)
{
    return (UINT64_C(1) << a->isa->fields[field].width) - 1;
}

int nv_asm_component(char c)
{
    static const char letters[] = "xyzw";
    const char *at = strchr(letters, g_ascii_tolower(c));

    return c && at ? (int)(at - letters) : -1;
}

bool nv_asm_address_register(NvXfAsm *a, uint32_t *n)
{
    const char *where = a->at;
    unsigned length = nv_asm_word(a);

    if (length != 2 || (where[0] | 32) != 'a' || where[1] < '0' ||
        where[1] >= '0' + a->isa->addr_regs) {
        return nv_asm_fail(a, where, "\"%.*s\" is not an address register; %s",
                           (int)MIN(length, 40), where, a->isa->addr_regs > 1 ?
                           "there are A0 and A1" : "there is A0");
    }
    *n = where[1] - '0';
    a->at += length;
    return true;
}

bool nv_asm_use_address(NvXfAsm *a, const char *where, uint32_t n)
{
    if (nv_asm_is_used(a, NV_XF_F_ASRC) &&
        nv_xf_field(a->isa, a->words, NV_XF_F_ASRC) != n) {
        return nv_asm_fail(a, where, "an instruction reads one address "
                           "register; this is a second one");
    }
    nv_asm_set(a, NV_XF_F_ASRC, n);
    return true;
}

/* A0.x; other registers and components where the encoding has them. */
static bool address_component(NvXfAsm *a)
{
    const char *where = a->at;
    uint32_t n = 0;
    int c;

    if (!nv_asm_address_register(a, &n) ||
        !nv_asm_expect(a, '.', "between address register and component")) {
        return false;
    }
    c = nv_asm_word(a) == 1 ? nv_asm_component(*a->at) : -1;
    if (c < 0 || (c && !nv_asm_has(a, NV_XF_F_ASRC_SWZ))) {
        return nv_asm_fail(a, a->at, "constants are addressed by %s",
                           nv_asm_has(a, NV_XF_F_ASRC_SWZ) ?
                           "one component of A0 or A1" : "A0.x alone");
    }
    if (nv_asm_is_used(a, NV_XF_F_ASRC_SWZ) &&
        nv_xf_field(a->isa, a->words, NV_XF_F_ASRC_SWZ) != (uint32_t)c) {
        return nv_asm_fail(a, a->at, "an instruction addresses constants by "
                           "one component; this is a second one");
    }
    a->at++;
    nv_asm_set(a, NV_XF_F_ASRC_SWZ, c);
    return nv_asm_use_address(a, where, n);
}

/* Inside the brackets of c[]: n, A0.x, A0.x + n, A0.x - n. */
static bool relative(NvXfAsm *a, AsmReg *reg)
{
    uint32_t n = 0;
    bool minus;

    if (!address_component(a)) {
        return false;
    }
    reg->indexed = true;
    reg->n = a->isa->user_base;
    minus = nv_asm_accept(a, '-');
    if (minus || nv_asm_accept(a, '+')) {
        uint32_t most = nv_asm_field_max(a, NV_XF_F_XFCTX_ADDR);
        uint32_t base = a->isa->user_base;
        uint32_t max = minus ? base : most - base;

        if (!nv_asm_number(a, max, "the offset from A0.x", &n)) {
            return false;
        }
    }
    reg->n += minus ? -n : n;
    return true;
}

/* c[...]: the offset of c[0] is added. */
static bool constant(NvXfAsm *a, AsmReg *reg)
{
    bool bracket = nv_asm_accept(a, '[');

    nv_asm_skip(a);
    if (bracket && (*a->at == 'A' || *a->at == 'a')) {
        if (!relative(a, reg)) {
            return false;
        }
    } else {
        if (!nv_asm_number(a, nv_xf_user_slots(a->isa) - 1, "c[]", &reg->n)) {
            return false;
        }
        reg->n += a->isa->user_base;
    }
    return !bracket || nv_asm_expect(a, ']', "to close c[");
}

/* [number] or [NAME] or, after a single letter, just the number. */
static bool index_or_name(NvXfAsm *a, uint32_t max, const char *what,
                          int (*find)(const NvXfIsa *isa, const char *name,
                                      unsigned length), uint32_t *n)
{
    bool bracket = nv_asm_accept(a, '[');
    unsigned length = nv_asm_word(a);

    if (bracket && find && length && !g_ascii_isdigit(*a->at)) {
        int found = find(a->isa, a->at, length);

        if (found < 0) {
            return nv_asm_fail(a, a->at, "%s has no %s called \"%.*s\"",
                               a->isa->name, what, (int)MIN(length, 40), a->at);
        }
        a->at += length;
        *n = found;
    } else if (!nv_asm_number(a, max, what, n)) {
        return false;
    }
    return !bracket || nv_asm_expect(a, ']', "to close the bracket");
}

typedef struct Class {
    const char *prefix;
    AsmRegKind kind;
    bool digits;                /* R1, v1 and so on need no bracket */
} Class;

static const Class classes[] = {
    { "R", ASM_REG_TEMP, true }, { "v", ASM_REG_INPUT, true },
    { "c", ASM_REG_CONST, true }, { "o", ASM_REG_OUTPUT, true },
    { "xfctx", ASM_REG_CONST, false }, { "ctx", ASM_REG_CONST, false },
    { "lt", ASM_REG_LT, false }, { "A", ASM_REG_ADDRESS, true },
    { "CC", ASM_REG_COND, false },
};

static const Class *class_of(NvXfAsm *a, unsigned length)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(classes); i++) {
        unsigned n = strlen(classes[i].prefix);

        if (length >= n && !g_ascii_strncasecmp(a->at, classes[i].prefix, n) &&
            (length == n ? true : classes[i].digits &&
             g_ascii_isdigit(a->at[n]))) {
            a->at += n;
            return &classes[i];
        }
    }
    return NULL;
}

bool nv_asm_reg(NvXfAsm *a, AsmReg *reg)
{
    unsigned length = nv_asm_word(a);
    const Class *class;

    *reg = (AsmReg) { .where = a->at };
    class = class_of(a, length);
    if (!class) {
        if (!length) {
            g_autofree char *text = nv_asm_found(a);

            return nv_asm_fail(a, a->at, "an operand is needed, but %s", text);
        }
        return nv_asm_fail(a, a->at, "\"%.*s\" is not a register; there are "
                           "R0, v[0], c[0], xfctx[0], o[0] and the like",
                           (int)MIN(length, 40), a->at);
    }
    reg->kind = class->kind;
    switch (class->kind) {
    case ASM_REG_TEMP:
        return nv_asm_number(a, MAX(a->isa->regs, 16u) - 1, "R", &reg->n);
    case ASM_REG_ADDRESS:
        a->at--;
        return nv_asm_address_register(a, &reg->n);
    case ASM_REG_COND:
        if (!nv_asm_has(a, NV_XF_F_CDST_WM)) {
            return nv_asm_fail(a, reg->where, "%s has no condition register",
                               a->isa->name);
        }
        return true;
    case ASM_REG_INPUT:
        return index_or_name(a, 15, "input", nv_xf_input_find, &reg->n);
    case ASM_REG_OUTPUT:
        return index_or_name(a, 15, "output", nv_xf_output_find, &reg->n);
    case ASM_REG_LT:
        return index_or_name(a, nv_asm_field_max(a, NV_XF_F_OUT_ADDR), "lt[]",
                             NULL, &reg->n);
    default:
        if (class->digits) {
            return constant(a, reg);
        }
        return index_or_name(a, nv_asm_field_max(a, NV_XF_F_XFCTX_ADDR),
                             "xfctx[]", NULL, &reg->n);
    }
}
