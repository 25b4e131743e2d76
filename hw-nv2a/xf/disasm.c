/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs as text, in the manner of GL_NV_vertex_program.
 *
 * "MAD R0.xy, v[2], c[3].x, -R1 + RCP R1.x, R2.w END": the vector unit, then
 * the scalar unit; several destinations stand in braces.  Bits that the text
 * does not account for follow as "; unclaimed" and the words they are in.
 */
#include "xf/isa.h"

typedef struct Printer {
    const NvXfIsa *isa;
    const uint32_t *words;
    uint32_t left[NV_XF_WORDS];     /* bits not told yet */
    NvXfInsn insn;
    GString *out;
} Printer;

/* The value of @field, which the text now accounts for. */
static uint32_t claim(Printer *p, NvXfField field)
{
    for (unsigned i = 0; i < p->isa->fields[field].width; i++) {
        unsigned bit = p->isa->fields[field].pos + i;

        p->left[bit / 32] &= ~NV_BIT(bit % 32);
    }
    return nv_xf_field(p->isa, p->words, field);
}

static void put_mask(Printer *p, uint8_t mask)
{
    if (mask == 0xf) {
        return;
    }
    g_string_append_c(p->out, '.');
    for (int i = 0; i < 4; i++) {
        if (mask & (1 << i)) {
            g_string_append_c(p->out, "xyzw"[i]);
        }
    }
}

static void put_swizzle(Printer *p, const uint8_t swz[4])
{
    static const uint8_t plain[4] = { 0, 1, 2, 3 };
    unsigned n = 4;

    if (!memcmp(swz, plain, 4)) {
        return;
    }
    while (n > 1 && swz[n - 1] == swz[n - 2]) {
        n--;
    }
    n = n == 1 ? 1 : 4;
    g_string_append_c(p->out, '.');
    for (unsigned i = 0; i < n; i++) {
        g_string_append_c(p->out, "xyzw"[swz[i]]);
    }
}

/* c[n] counts from USER; what lies below is ctx[slot]. */
static void put_constant(Printer *p, unsigned slot, bool indexed)
{
    int n = (int)slot - p->isa->user_base;

    if (indexed) {
        g_string_append_printf(p->out, n < 0 ? "c[A0.x - %d]" :
                               "c[A0.x + %d]", ABS(n));
    } else if (n < 0) {
        g_string_append_printf(p->out, "ctx[0x%02x]", slot);
    } else {
        g_string_append_printf(p->out, "c[%d]", n);
    }
}

static void put_source(Printer *p, unsigned n)
{
    static const NvXfField fields[3] = {
        NV_XF_F_SRC0, NV_XF_F_SRC1, NV_XF_F_SRC2,
    };
    const NvXfSource *src = &p->insn.src[n];
    uint32_t word = claim(p, fields[n]);

    if (src->flip) {
        g_string_append_c(p->out, '-');
    }
    switch (src->mux) {
    case NV_XF_MUX_TEMP:
        g_string_append_printf(p->out, "R%u", src->reg);
        break;
    case NV_XF_MUX_STPOS:
        g_string_append_printf(p->out, "R%u", nv_extract(word, 2, 4));
        break;
    case NV_XF_MUX_XFCTX:
        put_constant(p, claim(p, NV_XF_F_XFCTX_ADDR),
                     claim(p, NV_XF_F_INDEXED));
        break;
    default:
        g_string_append_printf(p->out, word & 3 ? "v[%u]" : "v?[%u]",
                               claim(p, NV_XF_F_IBUF_ADDR));
        break;
    }
    put_swizzle(p, src->swz);
}

static void put_output(Printer *p, uint8_t mask)
{
    static const char *const names[16] = {
        "HPOS", NULL, NULL, "COL0", "COL1", "FOGC", "PSIZ", "BFC0", "BFC1",
        "TEX0", "TEX1", "TEX2", "TEX3",
    };
    unsigned addr = claim(p, NV_XF_F_OUT_ADDR);

    claim(p, NV_XF_F_OUT_TARGET);
    claim(p, NV_XF_F_OUT_WM);
    claim(p, NV_XF_F_OUT_IS_SCA);
    if (p->insn.out_is_xfctx) {
        put_constant(p, addr, false);
    } else if (addr < 16 && names[addr]) {
        g_string_append_printf(p->out, "o[%s]", names[addr]);
    } else {
        g_string_append_printf(p->out, "o[%u]", addr);
    }
    put_mask(p, mask);
}

/* @field holds the mask, @dst the register. */
static void put_temp(Printer *p, unsigned dst, uint8_t mask, NvXfField field)
{
    claim(p, field);
    g_string_append_printf(p->out, "R%u", dst);
    put_mask(p, mask);
}

static void put_dests(Printer *p, unsigned dst, uint8_t mask,
                      NvXfField field, uint8_t out_mask)
{
    bool both = mask && out_mask;

    if (both) {
        g_string_append_c(p->out, '{');
    }
    if (mask) {
        put_temp(p, dst, mask, field);
    }
    if (both) {
        g_string_append(p->out, ", ");
    }
    if (out_mask) {
        put_output(p, out_mask);
    }
    if (both) {
        g_string_append_c(p->out, '}');
    }
    if (!mask && !out_mask) {
        g_string_append_c(p->out, '_');
    }
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

static void put_vector(Printer *p)
{
    const NvXfInsn *insn = &p->insn;

    claim(p, NV_XF_F_OP_VEC);
    g_string_append_printf(p->out, "%s ", insn->vec->name);
    if (insn->vec->flags & NV_XF_OPF_ARL) {
        g_string_append(p->out, "A0.x");
    } else {
        if (insn->vec_mask) {
            claim(p, NV_XF_F_DST);
        }
        put_dests(p, insn->vec_dst, insn->vec_mask, NV_XF_F_DST_WM_VEC,
                  insn->out_vec_mask);
    }
    put_sources(p, insn->vec->uses);
}

static void put_scalar(Printer *p)
{
    const NvXfInsn *insn = &p->insn;

    claim(p, NV_XF_F_OP_SCA);
    g_string_append_printf(p->out, "%s ", insn->sca->name);
    if (insn->sca_mask && !insn->vec->uses) {
        claim(p, NV_XF_F_DST);
    }
    put_dests(p, insn->sca_dst, insn->sca_mask, NV_XF_F_DST_WM_SCA,
              insn->out_sca_mask);
    put_sources(p, insn->sca->uses);
}

/* Assemblers fill what they do not use with harmless values. */
static void claim_filler(Printer *p)
{
    static const NvXfField fields[3] = {
        NV_XF_F_SRC0, NV_XF_F_SRC1, NV_XF_F_SRC2,
    };

    for (unsigned i = 0; i < 3; i++) {
        /* The identity swizzle of any register, not negated. */
        uint32_t word = nv_xf_field(p->isa, p->words, fields[i]);

        if (!(p->insn.uses & (1u << i)) && (word >> 6) == 0x1b) {
            claim(p, fields[i]);
        }
    }
    if (!p->insn.reads_xfctx &&
        nv_xf_field(p->isa, p->words, NV_XF_F_XFCTX_ADDR) ==
        p->isa->user_base) {
        claim(p, NV_XF_F_XFCTX_ADDR);
    }
    if (nv_xf_field(p->isa, p->words, NV_XF_F_DST) == p->isa->dst_none) {
        claim(p, NV_XF_F_DST);
    }
    if (!nv_xf_field(p->isa, p->words, NV_XF_F_OUT_WM)) {
        claim(p, NV_XF_F_OUT_TARGET);
        if (nv_xf_field(p->isa, p->words, NV_XF_F_OUT_ADDR) ==
            p->isa->out_none) {
            claim(p, NV_XF_F_OUT_ADDR);
        }
    }
}

static void put_unclaimed(Printer *p)
{
    if (!(p->left[0] | p->left[1] | p->left[2] | p->left[3])) {
        return;
    }
    g_string_append(p->out, " ; unclaimed");
    for (unsigned i = 0; i < NV_XF_WORDS; i++) {
        if (p->left[i]) {
            g_string_append_printf(p->out, " w%u=0x%08x", i, p->left[i]);
        }
    }
}

void nv_xf_disasm_isa(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                      GString *out)
{
    Printer p = { .isa = isa, .words = words, .out = out };

    memcpy(p.left, words, sizeof(p.left));
    nv_xf_decode(isa, words, &p.insn);
    if (p.insn.vec->uses) {
        put_vector(&p);
    }
    if (p.insn.sca->uses) {
        g_string_append(out, p.insn.vec->uses ? " + " : "");
        put_scalar(&p);
    }
    if (!p.insn.uses) {
        g_string_append(out, "NOP");
    }
    if (claim(&p, NV_XF_F_END)) {
        g_string_append(out, " END");
    }
    claim_filler(&p);
    put_unclaimed(&p);
}

void nv_xf_disasm(const uint32_t words[NV_XF_WORDS], GString *out)
{
    nv_xf_disasm_isa(&nv_xf_isa_kelvin, words, out);
}
