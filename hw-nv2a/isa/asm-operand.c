/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The assembler's operands: sources, destinations, and what an instruction
 * has only one of.
 */
#include "isa/asm-priv.h"

/* Source words: mux, register, swizzle, sign; wider registers on Curie. */
#define SRC_REG 2
#define SRC_IDENTITY 0x1b

/* --- Sources --- */

static bool swizzle(NvXfAsm *a, uint32_t *swz)
{
    unsigned length;

    *swz = SRC_IDENTITY;
    if (!nv_asm_accept(a, '.')) {
        return true;
    }
    length = nv_asm_word(a);
    if (length != 1 && length != 4) {
        return nv_asm_fail(a, a->at, "a swizzle has one or four components of "
                           "x, y, z, w, not \"%.*s\"", (int)MIN(length, 40),
                           a->at);
    }
    *swz = 0;
    for (unsigned i = 0; i < 4; i++) {
        const char *letter = a->at + (length == 4 ? i : 0);
        int c = nv_asm_component(*letter);

        if (c < 0) {
            return nv_asm_fail(a, letter, "\"%c\" is not a component; there "
                               "are x, y, z, w", *letter);
        }
        *swz |= (uint32_t)c << (6 - 2 * i);
    }
    a->at += length;
    return true;
}

/* IBUF and XFCTX are read once an instruction. */
static bool read_input(NvXfAsm *a, const AsmReg *reg)
{
    if (a->reads_ibuf &&
        nv_xf_field(a->isa, a->words, NV_XF_F_IBUF_ADDR) != reg->n) {
        return nv_asm_fail(a, reg->where, "an instruction reads one input; "
                           "this one reads v[%u] and v[%u]",
                           nv_xf_field(a->isa, a->words, NV_XF_F_IBUF_ADDR),
                           reg->n);
    }
    a->reads_ibuf = true;
    nv_asm_set(a, NV_XF_F_IBUF_ADDR, reg->n);
    return true;
}

static bool read_constant(NvXfAsm *a, const AsmReg *reg)
{
    if (a->reads_xfctx &&
        (nv_xf_field(a->isa, a->words, NV_XF_F_XFCTX_ADDR) != reg->n ||
         nv_xf_field(a->isa, a->words, NV_XF_F_INDEXED) != reg->indexed)) {
        return nv_asm_fail(a, reg->where, "an instruction reads one constant; "
                           "this is a second one");
    }
    a->reads_xfctx = true;
    nv_asm_set(a, NV_XF_F_XFCTX_ADDR, reg->n);
    nv_asm_set(a, NV_XF_F_INDEXED, reg->indexed);
    return true;
}

/* Mux and register of the source word. */
static bool read_reg(NvXfAsm *a, const AsmReg *reg, uint32_t *word)
{
    switch (reg->kind) {
    case ASM_REG_TEMP:
        if (reg->n + (a->isa->regs >= 16) > a->isa->regs) {
            return nv_asm_fail(a, reg->where, "there is no R%u; %s has R0 to "
                               "R%u, and R%u reads back o[HPOS]", reg->n,
                               a->isa->name, a->isa->regs - 1, a->isa->regs);
        }
        *word = NV_XF_MUX_TEMP | reg->n << SRC_REG;
        return true;
    case ASM_REG_INPUT:
        *word = NV_XF_MUX_IBUF;
        return read_input(a, reg);
    case ASM_REG_CONST:
        *word = NV_XF_MUX_XFCTX;
        return read_constant(a, reg);
    case ASM_REG_ADDRESS:
        return nv_asm_fail(a, reg->where, "A%u cannot be read as a source; it "
                           "only addresses constants: c[A0.x + 1]", reg->n);
    default:
        if (reg->kind == ASM_REG_COND) {
            return nv_asm_fail(a, reg->where, "the condition register is not a "
                               "source; conditions stand in parentheses");
        }
        if (a->isa->regs >= 16) {
            return nv_asm_fail(a, reg->where, "an output cannot be read");
        }
        return nv_asm_fail(a, reg->where, "an output cannot be read; only "
                           "o[HPOS] can, as R%u", a->isa->regs);
    }
}

bool nv_asm_source(NvXfAsm *a, unsigned index)
{
    static const NvXfField fields[3] = {
        NV_XF_F_SRC0, NV_XF_F_SRC1, NV_XF_F_SRC2,
    };
    static const NvXfField abs_fields[3] = {
        NV_XF_F_SRC0_ABS, NV_XF_F_SRC1_ABS, NV_XF_F_SRC2_ABS,
    };
    unsigned width = a->isa->fields[fields[index]].width;
    uint32_t word = 0, swz;
    bool minus = nv_asm_accept(a, '-');
    bool absolute;
    AsmReg reg;

    assert(index < 3);
    if (!minus) {
        nv_asm_accept(a, '+');
    }
    absolute = nv_asm_accept(a, '|');
    if (absolute && !nv_asm_has(a, abs_fields[index])) {
        return nv_asm_fail(a, a->at - 1, "%s has no absolute value of sources",
                           a->isa->name);
    }
    if (!nv_asm_reg(a, &reg) || !read_reg(a, &reg, &word) ||
        !swizzle(a, &swz)) {
        return false;
    }
    if (absolute) {
        if (!nv_asm_expect(a, '|', "to close the absolute value")) {
            return false;
        }
        if (swz == SRC_IDENTITY && !swizzle(a, &swz)) {
            return false;
        }
        nv_asm_set(a, abs_fields[index], 1);
    }
    word |= swz << (width - 9) | (uint32_t)minus << (width - 1);
    nv_asm_set(a, fields[index], word);
    return true;
}

/* --- Conditions and branches --- */

bool nv_asm_condition(NvXfAsm *a)
{
    const char *where = (nv_asm_skip(a), a->at);
    uint32_t swz;
    unsigned length;

    if (!nv_asm_accept(a, '(')) {
        return true;
    }
    if (!nv_asm_has(a, NV_XF_F_COND_TEST)) {
        return nv_asm_fail(a, where, "%s has no conditions", a->isa->name);
    }
    if (nv_asm_is_used(a, NV_XF_F_COND_TEST)) {
        return nv_asm_fail(a, where, "an instruction has one condition; this "
                           "is a second one");
    }
    length = nv_asm_word(a);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(nv_xf_test_names); i++) {
        if (nv_asm_word_is(a->at, length, nv_xf_test_names[i])) {
            a->at += length;
            nv_asm_set(a, NV_XF_F_COND_ENABLE, 1);
            nv_asm_set(a, NV_XF_F_COND_TEST, i);
            if (!swizzle(a, &swz)) {
                return false;
            }
            nv_asm_set(a, NV_XF_F_CSRC_SWZ, swz);
            return nv_asm_expect(a, ')', "to close the condition");
        }
    }
    return nv_asm_fail(a, a->at, "\"%.*s\" is not a condition; there are FL, "
                       "LT, EQ, LE, GT, NE, GE, TR", (int)MIN(length, 40),
                       a->at);
}

bool nv_asm_target(NvXfAsm *a)
{
    unsigned length = nv_asm_word(a);
    uint32_t n = 0;

    a->target_where = a->at;
    if (a->labels && length && !g_ascii_isdigit(*a->at)) {
        g_free(a->target);
        a->target = g_strndup(a->at, length);
        a->at += length;
    } else if (!nv_asm_number(a, nv_asm_field_max(a, NV_XF_F_TARGET),
                              "where to go; that is a label or the number of "
                              "an instruction", &n)) {
        return false;
    }
    nv_asm_set(a, NV_XF_F_TARGET, n);
    /* It lies over bits of this source, which nobody may fill. */
    a->used |= UINT64_C(1) << NV_XF_F_SRC2;
    return true;
}

/* --- Destinations --- */

/* Encoded as the words have it: x is bit 3. */
static bool write_mask(NvXfAsm *a, uint32_t *mask)
{
    unsigned length;
    int last = -1;

    *mask = 0xf;
    if (!nv_asm_accept(a, '.')) {
        return true;
    }
    length = nv_asm_word(a);
    *mask = 0;
    for (unsigned i = 0; i < length; i++) {
        int c = nv_asm_component(a->at[i]);

        if (c <= last) {
            return nv_asm_fail(a, a->at, "\"%.*s\" is not a write mask; it has "
                               "some of x, y, z, w in this order",
                               (int)MIN(length, 40), a->at);
        }
        *mask |= 8 >> c;
        last = c;
    }
    if (!length) {
        return nv_asm_fail(a, a->at, "the write mask is missing behind the "
                           "dot");
    }
    a->at += length;
    return true;
}

static bool write_temp(NvXfAsm *a, unsigned unit, const AsmReg *reg,
                       uint32_t mask)
{
    if (reg->kind == ASM_REG_TEMP && reg->n >= a->isa->regs) {
        return nv_asm_fail(a, reg->where, "R%u cannot be written; %s has R0 to "
                           "R%u", reg->n, a->isa->name, a->isa->regs - 1);
    }
    a->dest[unit] = (AsmDest) {
        reg->where, reg->kind == ASM_REG_COND ? a->isa->dst_none : reg->n, mask,
    };
    nv_asm_set(a, unit == ASM_VEC ? NV_XF_F_DST_WM_VEC : NV_XF_F_DST_WM_SCA,
               mask);
    return true;
}

/* The same place for both units of a pair, or only one of them. */
static bool same_out(NvXfAsm *a, const AsmReg *reg)
{
    if (!a->writes_out) {
        return true;
    }
    if (nv_asm_has(a, NV_XF_F_OUT_WM) || !nv_asm_has(a, NV_XF_F_OUT_WM_VEC)) {
        return nv_asm_fail(a, reg->where, "a pair writes one output, by one of "
                           "its operations");
    }
    if (nv_xf_field(a->isa, a->words, NV_XF_F_OUT_ADDR) != reg->n ||
        nv_xf_field(a->isa, a->words, NV_XF_F_OUT_TARGET) !=
        (reg->kind != ASM_REG_CONST)) {
        return nv_asm_fail(a, reg->where, "both operations of a pair write the "
                           "same output; this is a second one");
    }
    return true;
}

static bool write_out(NvXfAsm *a, unsigned unit, const AsmReg *reg,
                      uint32_t mask)
{
    bool scalar = unit == ASM_SCA;

    if (reg->indexed) {
        return nv_asm_fail(a, reg->where, "a constant is written at a fixed "
                           "place, not relative to an address register");
    }
    if (!same_out(a, reg)) {
        return false;
    }
    if (reg->kind == ASM_REG_CONST && !nv_asm_has(a, NV_XF_F_OUT_TARGET)) {
        return nv_asm_fail(a, reg->where, "programs of %s cannot write "
                           "constants", a->isa->name);
    }
    a->writes_out = true;
    nv_asm_set(a, NV_XF_F_OUT_TARGET, reg->kind != ASM_REG_CONST);
    nv_asm_set(a, NV_XF_F_OUT_ADDR, reg->n);
    if (nv_asm_has(a, NV_XF_F_OUT_WM)) {
        nv_asm_set(a, NV_XF_F_OUT_WM, mask);
        nv_asm_set(a, NV_XF_F_OUT_IS_SCA, scalar);
    } else if (nv_asm_has(a, NV_XF_F_OUT_WM_VEC)) {
        nv_asm_set(a, scalar ? NV_XF_F_OUT_WM_SCA : NV_XF_F_OUT_WM_VEC, mask);
    } else {
        /* Curie has one mask for register and output. */
        nv_asm_set(a, scalar ? NV_XF_F_DST_WM_SCA : NV_XF_F_DST_WM_VEC, mask);
        nv_asm_set(a, NV_XF_F_OUT_IS_VEC, !scalar);
    }
    return true;
}

/* Separate destinations, and numbers that say "none". */
static bool finish_curie(NvXfAsm *a)
{
    for (unsigned unit = 0; unit < ASM_UNITS; unit++) {
        const AsmDest *d = &a->dest[unit];

        nv_asm_set(a, unit == ASM_VEC ? NV_XF_F_DST_VEC : NV_XF_F_DST_SCA,
                   d->where ? d->n : a->isa->dst_none);
    }
    if (!a->writes_out) {
        nv_asm_set(a, NV_XF_F_OUT_ADDR, a->isa->out_none);
    }
    return true;
}

/*
 * One number for both units.  The scalar result of a pair goes to R1: on
 * Kelvin always, later if the vector result goes to a register, too.
 */
bool nv_asm_finish_dests(NvXfAsm *a)
{
    const AsmDest *vec = &a->dest[ASM_VEC];
    const AsmDest *sca = &a->dest[ASM_SCA];
    const NvXfOp *op = a->op[ASM_VEC];
    bool pair = a->isa->pair_by_op ? op && op->uses : vec->where && op->fn;

    if (!nv_asm_has(a, NV_XF_F_DST)) {
        return finish_curie(a);
    }
    if (vec->where) {
        nv_asm_set(a, NV_XF_F_DST, vec->n);
    }
    if (!sca->where) {
        return true;
    }
    if (pair) {
        return sca->n == 1 ||
               nv_asm_fail(a, sca->where, "the scalar operation of a pair "
                           "writes R1, not R%u", sca->n);
    }
    /* The lowest bit is the number of an address register. */
    if (vec->where &&
        (op->flags & NV_XF_OPF_ADDRESS ? (vec->n ^ sca->n) & 1 :
         vec->n != sca->n)) {
        return nv_asm_fail(a, sca->where, "both operations of a pair write "
                           "registers of one number, here %u and %u", vec->n,
                           sca->n);
    }
    nv_asm_set(a, NV_XF_F_DST, sca->n);
    return true;
}

static bool dest(NvXfAsm *a, unsigned unit, unsigned *seen)
{
    uint32_t mask;
    bool temp;
    AsmReg reg;

    if (!nv_asm_reg(a, &reg) || !write_mask(a, &mask)) {
        return false;
    }
    temp = reg.kind == ASM_REG_TEMP || reg.kind == ASM_REG_COND;
    if (reg.kind == ASM_REG_INPUT) {
        return nv_asm_fail(a, reg.where, "an input cannot be written");
    }
    if (reg.kind == ASM_REG_ADDRESS) {
        return nv_asm_fail(a, reg.where, "only ARL and its like write address "
                           "registers");
    }
    if (*seen & (1u << temp)) {
        return nv_asm_fail(a, reg.where, "an operation writes one register and "
                           "one output at most");
    }
    *seen |= 1u << temp;
    return temp ? write_temp(a, unit, &reg, mask) :
           write_out(a, unit, &reg, mask);
}

/* ARL A0.x; on Kelvin there is nothing to choose. */
static bool address_dest(NvXfAsm *a)
{
    const NvXfOp *op = a->op[ASM_VEC];
    bool any = nv_asm_has(a, NV_XF_F_ASRC);
    uint32_t mask, n = 0;
    const char *where = (nv_asm_skip(a), a->at);

    if (!nv_asm_address_register(a, &n) || !write_mask(a, &mask)) {
        return false;
    }
    if (any) {
        a->dest[ASM_VEC] = (AsmDest) { where, n, mask };
        nv_asm_set(a, NV_XF_F_DST_WM_VEC, mask);
    } else if (mask != 8) {
        return nv_asm_fail(a, where, "%s writes A0.x", op->name);
    }
    return true;
}

bool nv_asm_address_source(NvXfAsm *a)
{
    const char *where = (nv_asm_skip(a), a->at);
    uint32_t n = 0;

    return nv_asm_address_register(a, &n) && nv_asm_use_address(a, where, n);
}

bool nv_asm_dests(NvXfAsm *a, unsigned unit)
{
    unsigned seen = 0;

    assert(unit < ASM_UNITS);
    if (unit == ASM_VEC && a->op[unit]->flags & NV_XF_OPF_ADDRESS) {
        if (nv_asm_word(a) != 1 || *a->at != '_') {
            return address_dest(a);
        }
    }
    if (nv_asm_word(a) == 1 && *a->at == '_') {
        a->at++;
        return true;
    }
    if (!nv_asm_accept(a, '{')) {
        return dest(a, unit, &seen);
    }
    do {
        if (!dest(a, unit, &seen)) {
            return false;
        }
    } while (nv_asm_accept(a, ','));
    return nv_asm_expect(a, '}', "to close the destinations");
}
