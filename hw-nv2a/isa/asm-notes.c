/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs from text: annotations like {fill=R, DST=7, w3=0x1}, which say
 * what the fields hold that an instruction does not use.
 *
 * No hardware facts but those in the tables of isa/isa.h.
 */
#include "isa/asm-priv.h"

typedef struct Notes {
    const NvXfFill *fill;
    uint64_t fields;            /* which are given */
    uint32_t value[NV_XF_FIELDS];
    uint32_t or[NV_XF_WORDS];
} Notes;

static bool note_fill(NvXfAsm *a, Notes *notes)
{
    unsigned length = nv_asm_word(a);

    for (const NvXfFill *fill = nv_xf_fills; fill->name; fill++) {
        if (nv_asm_word_is(a->at, length, fill->name)) {
            a->at += length;
            notes->fill = fill;
            return true;
        }
    }
    return nv_asm_fail(a, a->at, "fill is R or v");
}

static int find_field(const NvXfAsm *a, const char *name, unsigned length)
{
    for (int f = 0; f < NV_XF_FIELDS; f++) {
        if (a->isa->fields[f].width &&
            nv_asm_word_is(name, length, a->isa->fields[f].name)) {
            return f;
        }
    }
    return -1;
}

static bool note(NvXfAsm *a, Notes *notes)
{
    unsigned length = nv_asm_word(a);
    const char *name = a->at;
    int field = find_field(a, name, length);
    uint32_t value;

    a->at += length;
    if (!nv_asm_expect(a, '=', "in an annotation like {DST=7, w3=0x1}")) {
        return false;
    }
    if (nv_asm_word_is(name, length, "fill")) {
        return note_fill(a, notes);
    }
    if (field >= 0) {
        notes->fields |= UINT64_C(1) << field;
        return nv_asm_number(a, UINT32_MAX >>
                             (32 - a->isa->fields[field].width),
                             a->isa->fields[field].name, &notes->value[field]);
    }
    if (length != 2 || (name[0] | 32) != 'w' || name[1] < '0' ||
        name[1] >= '0' + NV_XF_WORDS) {
        return nv_asm_fail(a, name, "%s has no field \"%.*s\"", a->isa->name,
                           (int)MIN(length, 40), name);
    }
    if (!nv_asm_number(a, UINT32_MAX, "a word", &value)) {
        return false;
    }
    notes->or[name[1] - '0'] |= value;
    return true;
}

static void fill_unused(NvXfAsm *a, const NvXfFill *fill)
{
    static const NvXfField srcs[3] = {
        NV_XF_F_SRC0, NV_XF_F_SRC1, NV_XF_F_SRC2,
    };

    for (unsigned i = 0; i < 3; i++) {
        if (!nv_asm_is_used(a, srcs[i])) {
            nv_xf_set_field(a->isa, a->words, srcs[i],
                            a->isa->src_reg == 4 ? fill->src :
                            (fill->src & 3) | (fill->src & ~3u) << 2);
        }
    }
    if (fill->user_base && !nv_asm_is_used(a, NV_XF_F_XFCTX_ADDR)) {
        nv_xf_set_field(a->isa, a->words, NV_XF_F_XFCTX_ADDR,
                        a->isa->user_base);
    }
    if (fill->out_none && !a->writes_out) {
        nv_xf_set_field(a->isa, a->words, NV_XF_F_OUT_TARGET, 1);
        nv_xf_set_field(a->isa, a->words, NV_XF_F_OUT_ADDR,
                        a->isa->out_none);
    }
    if (!nv_asm_is_used(a, NV_XF_F_DST)) {
        nv_xf_set_field(a->isa, a->words, NV_XF_F_DST, a->isa->dst_none);
    }
    if (!nv_asm_is_used(a, NV_XF_F_COND_TEST)) {
        nv_xf_set_field(a->isa, a->words, NV_XF_F_COND_TEST, NV_XF_TEST_TR);
        nv_xf_set_field(a->isa, a->words, NV_XF_F_CSRC_SWZ, 0x1b);
    }
}

bool nv_asm_annotations(NvXfAsm *a)
{
    Notes notes = { 0 };

    if (!nv_asm_accept(a, '{')) {
        return true;
    }
    while (!nv_asm_accept(a, '}')) {
        if (!note(a, &notes)) {
            return false;
        }
        nv_asm_accept(a, ',');
        if (nv_asm_at_end(a)) {
            return nv_asm_expect(a, '}', "to close the annotation");
        }
    }
    if (notes.fill) {
        fill_unused(a, notes.fill);
    }
    for (int f = 0; f < NV_XF_FIELDS; f++) {
        if (notes.fields & (UINT64_C(1) << f)) {
            nv_xf_set_field(a->isa, a->words, f, notes.value[f]);
        }
    }
    for (int i = 0; i < NV_XF_WORDS; i++) {
        a->words[i] |= notes.or[i];
    }
    return true;
}
