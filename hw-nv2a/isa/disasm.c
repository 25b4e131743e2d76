/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs as text, in the manner of GL_NV_vertex_program.
 *
 * "MAD R0.xy, v[2], c[3].x, -R1 + RCP R1.x, R2.w END": the vector unit, then
 * the scalar unit; several destinations stand in braces.  What the text does
 * not say follows by fields and words, as in "{DST=7, w3=0x1}": the text is
 * assembled and compared, so nothing can be left out.
 */
#include "isa/asm.h"

typedef struct Printer {
    const NvXfIsa *isa;
    const uint32_t *words;
    const NvXfOp *vec, *sca;
    bool condition;             /* was printed */
    GString *out;
} Printer;

static uint32_t get(const Printer *p, NvXfField field)
{
    return nv_xf_field(p->isa, p->words, field);
}

/* --- Numbers: printf is too slow for what prints millions of lines --- */

static void put_number(Printer *p, unsigned n)
{
    char text[12];
    unsigned at = sizeof(text);

    do {
        text[--at] = '0' + n % 10;
        n /= 10;
    } while (n);
    g_string_append_len(p->out, text + at, sizeof(text) - at);
}

static void put_hex(Printer *p, uint32_t n)
{
    char text[10];
    unsigned at = sizeof(text);

    do {
        text[--at] = "0123456789abcdef"[n & 15];
        n >>= 4;
    } while (n);
    text[--at] = 'x';
    text[--at] = '0';
    g_string_append_len(p->out, text + at, sizeof(text) - at);
}

static void put_indexed(Printer *p, const char *prefix, unsigned n)
{
    g_string_append(p->out, prefix);
    put_number(p, n);
    g_string_append_c(p->out, ']');
}

/* --- Operands --- */

/* Encoded masks have x in the top bit. */
static void put_mask(Printer *p, uint32_t mask)
{
    if (mask == 0xf) {
        return;
    }
    g_string_append_c(p->out, '.');
    for (int i = 0; i < 4; i++) {
        if (mask & (8u >> i)) {
            g_string_append_c(p->out, "xyzw"[i]);
        }
    }
}

static void put_swizzle(Printer *p, uint32_t swz)
{
    unsigned first = swz & 3;

    if (swz == 0x1b) {
        return;
    }
    g_string_append_c(p->out, '.');
    if (swz == first * 0x55) {
        g_string_append_c(p->out, "xyzw"[first]);
        return;
    }
    for (int i = 6; i >= 0; i -= 2) {
        g_string_append_c(p->out, "xyzw"[(swz >> i) & 3]);
    }
}

/* c[n] counts from USER; other slots are xfctx[slot]. */
static void put_constant(Printer *p, unsigned slot, bool indexed)
{
    unsigned base = p->isa->user_base;

    if (indexed) {
        put_indexed(p, "c[A", get(p, NV_XF_F_ASRC));
        p->out->str[p->out->len - 1] = '.';
        g_string_append_c(p->out, "xyzw"[get(p, NV_XF_F_ASRC_SWZ)]);
        g_string_append(p->out, slot < base ? " - " : " + ");
        put_number(p, slot < base ? base - slot : slot - base);
    } else if (slot < base || slot >= base + nv_xf_user_slots(p->isa)) {
        g_string_append(p->out, "xfctx[");
        put_hex(p, slot);
    } else {
        g_string_append(p->out, "c[");
        put_number(p, slot - base);
    }
    g_string_append_c(p->out, ']');
}

static void put_source(Printer *p, unsigned n)
{
    static const NvXfField fields[3] = {
        NV_XF_F_SRC0, NV_XF_F_SRC1, NV_XF_F_SRC2,
    };
    unsigned width = p->isa->fields[fields[n]].width;
    uint32_t word = get(p, fields[n]);
    unsigned reg = nv_extract(word, 2, width - 11);
    /* Behind Kelvin's registers is one more. */
    unsigned last = p->isa->regs < 16u ? p->isa->regs : p->isa->regs - 1u;
    bool absolute = get(p, NV_XF_F_SRC0_ABS + n);

    if (word >> (width - 1)) {
        g_string_append_c(p->out, '-');
    }
    if (absolute) {
        g_string_append_c(p->out, '|');
    }
    switch (word & 3) {
    case NV_XF_MUX_TEMP:
        g_string_append_c(p->out, 'R');
        put_number(p, MIN(reg, last));
        break;
    case NV_XF_MUX_XFCTX:
        put_constant(p, get(p, NV_XF_F_XFCTX_ADDR), get(p, NV_XF_F_INDEXED));
        break;
    default:
        put_indexed(p, "v[", get(p, NV_XF_F_IBUF_ADDR));
        break;
    }
    put_swizzle(p, nv_extract(word, width - 9, 8));
    if (absolute) {
        g_string_append_c(p->out, '|');
    }
}

static void put_output(Printer *p, uint32_t mask)
{
    unsigned addr = get(p, NV_XF_F_OUT_ADDR);
    const char *name = nv_xf_output_name(p->isa, addr);

    if (p->isa->fields[NV_XF_F_OUT_TARGET].width &&
        !get(p, NV_XF_F_OUT_TARGET)) {
        put_constant(p, addr, false);
    } else if (name) {
        g_string_append(p->out, "o[");
        g_string_append(p->out, name);
        g_string_append_c(p->out, ']');
    } else {
        put_indexed(p, addr < 16 ? "o[" : "lt[", addr);
    }
    put_mask(p, mask);
}

/* @mask and @out: what of the unit's result goes where. */
static void put_dests(Printer *p, unsigned dst, uint32_t mask, uint32_t out)
{
    bool both = mask && out;

    if (both) {
        g_string_append_c(p->out, '{');
    }
    if (mask && dst >= p->isa->regs) {
        g_string_append(p->out, "CC");
        put_mask(p, mask);
    } else if (mask) {
        g_string_append_c(p->out, 'R');
        put_number(p, dst);
        put_mask(p, mask);
    }
    if (both) {
        g_string_append(p->out, ", ");
    }
    if (out) {
        put_output(p, out);
    }
    if (both) {
        g_string_append_c(p->out, '}');
    }
    if (!mask && !out) {
        g_string_append_c(p->out, '_');
    }
}

/* Once an instruction, behind the first destination. */
static void put_condition(Printer *p)
{
    if (!get(p, NV_XF_F_COND_ENABLE) || p->condition) {
        return;
    }
    p->condition = true;
    g_string_append(p->out, " (");
    g_string_append(p->out, nv_xf_test_names[get(p, NV_XF_F_COND_TEST)]);
    put_swizzle(p, get(p, NV_XF_F_CSRC_SWZ));
    g_string_append_c(p->out, ')');
}

static void put_sources(Printer *p, unsigned uses)
{
    for (unsigned i = 0; i < 3; i++) {
        if (uses & (1u << i)) {
            g_string_append(p->out, ", ");
            put_source(p, i);
        }
    }
}

/* --- Operations --- */

/* The fields of a unit. */
typedef struct Unit {
    NvXfField dst, dst_wm, out_wm;
} Unit;

static const Unit vector_unit = {
    NV_XF_F_DST_VEC, NV_XF_F_DST_WM_VEC, NV_XF_F_OUT_WM_VEC,
};
static const Unit scalar_unit = {
    NV_XF_F_DST_SCA, NV_XF_F_DST_WM_SCA, NV_XF_F_OUT_WM_SCA,
};

static bool has(const Printer *p, NvXfField field)
{
    return p->isa->fields[field].width;
}

/* Where a scalar result goes if the vector unit has a say in it. */
static bool scalar_to_r1(const Printer *p)
{
    if (!has(p, NV_XF_F_DST)) {
        return false;
    }
    return p->isa->pair_by_op ? p->vec->uses != 0 :
           p->vec->fn && get(p, NV_XF_F_DST_WM_VEC);
}

static unsigned dst_of(const Printer *p, const Unit *unit)
{
    return get(p, has(p, NV_XF_F_DST) ? NV_XF_F_DST : unit->dst);
}

/* What reaches register @dst: beyond the last one only the condition does. */
static uint32_t temp_mask(const Printer *p, unsigned dst, NvXfField mask)
{
    bool condition = dst == p->isa->dst_none && has(p, NV_XF_F_CDST_WM);

    return dst < p->isa->regs || condition ? get(p, mask) : 0;
}

/* As decode has it: a switch, two masks, or the masks of DST. */
static uint32_t out_mask(const Printer *p, const Unit *unit)
{
    bool scalar = unit == &scalar_unit;

    if (has(p, NV_XF_F_OUT_WM)) {
        return get(p, NV_XF_F_OUT_IS_SCA) == scalar ?
               get(p, NV_XF_F_OUT_WM) : 0;
    }
    if (has(p, unit->out_wm)) {
        return get(p, unit->out_wm);
    }
    return get(p, NV_XF_F_OUT_IS_VEC) == !scalar &&
           get(p, NV_XF_F_OUT_ADDR) < 16 ? get(p, unit->dst_wm) : 0;
}

/* MOVC: the condition register takes the vector result if there is one. */
static void put_name(Printer *p, const NvXfOp *op)
{
    bool vector = has(p, NV_XF_F_CDST_IS_VEC) ? get(p, NV_XF_F_CDST_IS_VEC) :
                  p->vec->fn != NULL;

    g_string_append(p->out, op->name);
    if (get(p, NV_XF_F_CDST_WM) && op->fn && vector == (op == p->vec)) {
        g_string_append_c(p->out, 'C');
    }
}

/* A0.x of Kelvin, any register and mask later. */
static void put_address_dest(Printer *p)
{
    unsigned dst = dst_of(p, &vector_unit) & 1;
    uint32_t mask = get(p, NV_XF_F_DST_WM_VEC);

    if (!has(p, NV_XF_F_ASRC)) {
        g_string_append(p->out, "A0.x");
        return;
    }
    if (mask) {
        g_string_append_c(p->out, 'A');
        put_number(p, dst);
        put_mask(p, mask);
    } else {
        g_string_append_c(p->out, '_');
    }
}

static void put_vector(Printer *p)
{
    unsigned dst = dst_of(p, &vector_unit);

    put_name(p, p->vec);
    if (!p->vec->uses && !(p->vec->flags & NV_XF_OPF_ADDRESS)) {
        return;
    }
    g_string_append_c(p->out, ' ');
    if (p->vec->flags & NV_XF_OPF_ADDRESS) {
        put_address_dest(p);
    } else {
        put_dests(p, dst, temp_mask(p, dst, NV_XF_F_DST_WM_VEC),
                  out_mask(p, &vector_unit));
    }
    put_condition(p);
    if (p->vec->flags & NV_XF_OPF_ARA && get(p, NV_XF_F_DST_WM_VEC)) {
        g_string_append(p->out, get(p, NV_XF_F_ASRC) ? ", A1" : ", A0");
    }
    put_sources(p, p->vec->uses);
}

static void put_flow(Printer *p)
{
    if (strcmp(p->sca->name, "RET")) {
        g_string_append_c(p->out, ' ');
        put_number(p, get(p, NV_XF_F_TARGET));
    }
    put_condition(p);
}

static void put_scalar(Printer *p)
{
    unsigned dst = scalar_to_r1(p) ? 1 : dst_of(p, &scalar_unit);

    put_name(p, p->sca);
    if (p->sca->flags & NV_XF_OPF_FLOW) {
        put_flow(p);
    } else if (p->sca->uses) {
        g_string_append_c(p->out, ' ');
        put_dests(p, dst, temp_mask(p, dst, NV_XF_F_DST_WM_SCA),
                  out_mask(p, &scalar_unit));
        put_condition(p);
        put_sources(p, p->sca->uses);
    }
}

/* MOV alone is the vector unit's. */
static bool named_twice(const Printer *p)
{
    for (unsigned code = 0; code < NV_XF_VEC_OPS; code++) {
        if (!strcmp(nv_xf_vec_op(p->isa, code)->name, p->sca->name)) {
            return true;
        }
    }
    return false;
}

static void put_instruction(Printer *p)
{
    bool vec = p->vec != &nv_xf_vec_ops[0];
    bool sca = p->sca != &nv_xf_sca_ops[0];

    if (vec) {
        put_vector(p);
    } else if (!sca || named_twice(p)) {
        g_string_append(p->out, "NOP");
    }
    if (sca) {
        g_string_append(p->out, vec || named_twice(p) ? " + " : "");
        put_scalar(p);
    }
    if (get(p, NV_XF_F_END)) {
        g_string_append(p->out, " END");
    }
}

/* --- What the text does not say --- */

typedef struct Rest {
    const NvXfFill *fill;       /* NULL: zeros */
    uint64_t fields;            /* that differ, by bit */
    unsigned count;
} Rest;

/* Assembles the text with @fill and compares. */
static Rest rest_of(Printer *p, const NvXfFill *fill)
{
    uint32_t words[NV_XF_WORDS];
    gsize length = p->out->len;
    Rest rest = { fill };

    if (fill) {
        g_string_append(p->out, " {fill=");
        g_string_append(p->out, fill->name);
        g_string_append_c(p->out, '}');
    }
    if (!nv_xf_asm_line(p->isa, p->out->str, words, NULL)) {
        /* Ours to mend, but no reason to lose the words. */
        g_string_assign(p->out, "NOP");
        length = p->out->len;
        nv_xf_asm_line(p->isa, "NOP", words, NULL);
    }
    g_string_truncate(p->out, length);
    if (!memcmp(words, p->words, sizeof(words))) {
        return rest;
    }
    for (int f = 0; f < NV_XF_FIELDS; f++) {
        /* SRC2 has these bits, too. */
        if (f != NV_XF_F_TARGET &&
            nv_xf_field(p->isa, words, f) != get(p, f)) {
            rest.fields |= UINT64_C(1) << f;
            rest.count++;
        }
    }
    return rest;
}

static void put_note(Printer *p, unsigned *count, const char *name)
{
    g_string_append(p->out, (*count)++ ? ", " : " {");
    g_string_append(p->out, name);
    g_string_append_c(p->out, '=');
}

/* Bits outside of all fields. */
static void put_loose_bits(Printer *p, unsigned *count)
{
    uint32_t loose[NV_XF_WORDS];
    char name[] = "w0";

    memcpy(loose, p->words, sizeof(loose));
    for (int f = 0; f < NV_XF_FIELDS; f++) {
        nv_xf_set_field(p->isa, loose, f, 0);
    }
    for (unsigned i = 0; i < NV_XF_WORDS; i++) {
        if (loose[i]) {
            name[1] = '0' + i;
            put_note(p, count, name);
            put_hex(p, loose[i]);
        }
    }
}

static void put_rest(Printer *p)
{
    Rest best = rest_of(p, NULL);
    unsigned count = 0;

    for (const NvXfFill *fill = nv_xf_fills; fill->name && best.count;
         fill++) {
        Rest rest = rest_of(p, fill);

        /* The name of the fill is a note too. */
        if (rest.count + 1 < best.count + !!best.fill) {
            best = rest;
        }
    }
    if (best.fill) {
        put_note(p, &count, "fill");
        g_string_append(p->out, best.fill->name);
    }
    for (int f = 0; f < NV_XF_FIELDS; f++) {
        if (best.fields & (UINT64_C(1) << f)) {
            put_note(p, &count, p->isa->fields[f].name);
            put_hex(p, get(p, f));
        }
    }
    put_loose_bits(p, &count);
    if (count) {
        g_string_append_c(p->out, '}');
    }
}

void nv_xf_disasm_isa(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                      GString *out)
{
    g_autoptr(GString) line = g_string_sized_new(128);
    Printer p = { .isa = isa, .words = words, .out = line };

    p.vec = nv_xf_vec_op(isa, nv_xf_field(isa, words, NV_XF_F_OP_VEC));
    p.sca = nv_xf_sca_op(isa, nv_xf_field(isa, words, NV_XF_F_OP_SCA));
    put_instruction(&p);
    put_rest(&p);
    g_string_append_len(out, line->str, line->len);
}

void nv_xf_disasm(const uint32_t words[NV_XF_WORDS], GString *out)
{
    nv_xf_disasm_isa(&nv_xf_isa_kelvin, words, out);
}
