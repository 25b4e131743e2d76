/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of the transform engine alone: state, programs, commands, vertices.
 *
 * A byte string names a chip and then a list of operations.  Besides the
 * reports of sanitizers it checks that equal states give equal vertices,
 * whatever executor runs them, that states survive saving, and that text of any
 * instruction assembles to the same words.
 */
#include "fuzz/fuzz.h"

#include <glib.h>

#include "base/state.h"
#include "isa/asm.h"
#include "xf/xf-priv.h"

#define FUZZ_STEPS 200
#define FUZZ_INSNS 12

typedef struct Bytes {
    const uint8_t *at;
    size_t left;
} Bytes;

typedef struct Fuzz {
    Bytes in;
    NvHostOps ops;
    NvEnv env;
    NvXf xf, twin;
    NvXfBlock block, again;
    GString *text;
    const NvXfIsa *isa;         /* of the chip, or Kelvin's */
} Fuzz;

static uint8_t take8(Bytes *b)
{
    if (!b->left) {
        return 0;
    }
    b->left--;
    return *b->at++;
}

static uint32_t take16(Bytes *b)
{
    uint32_t v = take8(b);

    return v | take8(b) << 8;
}

static uint32_t take32(Bytes *b)
{
    uint32_t v = take16(b);

    return v | take16(b) << 16;
}

/* Operands where the arithmetic has corners, or anything. */
static uint32_t take_operand(Bytes *b)
{
    static const uint32_t specials[] = {
        0, 1, 0x007fffff, 0x00800000, 0x3f7fffff, 0x3f800000, 0x3f800001,
        0x40000000, 0x4b000000, 0x5f800000, 0x7f000000, 0x7f7fffff,
        0x7f800000, 0x7f800001, 0x7fffffff, 0x42000000,
    };
    uint8_t kind = take8(b);

    if (kind & 0x80) {
        return take32(b);
    }
    return specials[kind & 15] ^ (uint32_t)(kind & 0x10) << 27;
}

static void take_vector(Bytes *b, uint32_t v[4])
{
    for (int i = 0; i < 4; i++) {
        v[i] = take_operand(b);
    }
}

static void send_vector(NvXf *xf, NvXfCommand type, unsigned slot,
                        const uint32_t v[4])
{
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_command(xf, type, slot << 4 | c << 2, v[c]);
    }
}

/* Words with most fields as programs have them. */
static void take_words(Bytes *b, const NvXfIsa *isa, uint32_t words[4])
{
    static const NvXfField srcs[3] = {
        NV_XF_F_SRC0, NV_XF_F_SRC1, NV_XF_F_SRC2,
    };

    for (int i = 0; i < NV_XF_WORDS; i++) {
        words[i] = take32(b);
    }
    if (words[3] >> 31) {
        return;
    }
    for (int i = 0; i < NV_XF_WORDS; i++) {
        words[i] &= isa->stored[i];
    }
    for (int i = 0; i < 3; i++) {
        uint32_t word = nv_xf_field(isa, words, srcs[i]);

        if (!(word & 3)) {
            nv_xf_set_field(isa, words, srcs[i], word | 1);
        }
    }
    if (words[1] & 7) {
        nv_xf_set_field(isa, words, NV_XF_F_END, 0);
    }
}

/* dis and asm are inverse for all words. */
static void check_text(Fuzz *f, const NvXfIsa *isa, const uint32_t words[4])
{
    uint32_t back[NV_XF_WORDS];

    g_string_truncate(f->text, 0);
    nv_xf_disasm_isa(isa, words, f->text);
    if (!nv_xf_asm_line(isa, f->text->str, back, NULL) ||
        memcmp(back, words, sizeof(back))) {
        g_error("%08x %08x %08x %08x: %s", words[0], words[1], words[2],
                words[3], f->text->str);
    }
}

static void op_program(Fuzz *f)
{
    const NvXfIsa *isa = f->isa;
    unsigned slot = take8(&f->in);
    unsigned count = 1 + take8(&f->in) % FUZZ_INSNS;

    for (unsigned i = 0; i < count; i++) {
        uint32_t words[NV_XF_WORDS], swapped[4];

        take_words(&f->in, isa, words);
        check_text(f, isa, words);
        for (int w = 0; w < 4; w++) {
            swapped[w] = words[3 - w];
        }
        send_vector(&f->xf, NV_XF_XFPR, slot + i, swapped);
    }
}

static void op_command(Fuzz *f)
{
    uint8_t type = take8(&f->in);
    uint32_t addr = take16(&f->in);

    if (type & 0x10) {
        uint32_t a = take_operand(&f->in);

        nv_xf_command64(&f->xf, type & 15, addr, a, take_operand(&f->in));
    } else {
        nv_xf_command(&f->xf, type & 15, addr, take_operand(&f->in));
    }
}

static void op_vector(Fuzz *f)
{
    static const uint8_t types[] = {
        NV_XF_VAB, NV_XF_XFCTX, NV_XF_XFCTX, NV_XF_LTCTX, NV_XF_PARAM,
    };
    uint8_t type = types[take8(&f->in) % G_N_ELEMENTS(types)];
    unsigned slot = take16(&f->in);
    uint32_t v[4];

    take_vector(&f->in, v);
    send_vector(&f->xf, type, slot, v);
}

/* Programs most of the time. */
static void op_mode(Fuzz *f)
{
    uint8_t how = take8(&f->in);

    f->xf.mode_a = take32(&f->in);
    f->xf.mode_b = take32(&f->in);
    if (how & 3) {
        f->xf.mode_b |= 1u << 31;
    }
    f->xf.mode_c = take8(&f->in);
    for (unsigned i = 0; i < 4; i++) {
        f->xf.mode_t[i] = take32(&f->in);
    }
    nv_xf_set_kelvin_class(&f->xf, how & 4);
    nv_xf_section.loaded(&f->xf);
}

static void copy_state(NvXf *to, NvXf *from)
{
    NvStateItem item = { &nv_xf_section, from };
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    nv_state_save(&item, 1, state);
    item.unit = to;
    if (!nv_state_load(&item, 1, state->data, state->len, &error)) {
        g_error("%s", error->message);
    }
}

static void same_state(NvXf *a, NvXf *b)
{
    NvStateItem item = { &nv_xf_section, a };
    g_autoptr(GByteArray) one = g_byte_array_new();
    g_autoptr(GByteArray) two = g_byte_array_new();

    nv_state_save(&item, 1, one);
    item.unit = b;
    nv_state_save(&item, 1, two);
    if (one->len != two->len || memcmp(one->data, two->data, one->len)) {
        g_error("equal states did not stay equal");
    }
}

static void op_transform(Fuzz *f)
{
    uint8_t how = take8(&f->in);

    f->block.count = 1 + (how & 7);
    for (unsigned lane = 0; lane < f->block.count; lane++) {
        for (unsigned a = 0; a < 4; a++) {
            uint32_t v[4];

            take_vector(&f->in, v);
            for (int c = 0; c < 4; c++) {
                f->block.in[a * 4][c][lane] = v[c];
            }
        }
    }
    copy_state(&f->twin, &f->xf);
    f->again = f->block;
    nv_xf_transform(&f->xf, &f->block);
    nv_xf_transform(&f->twin, &f->again);
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (int c = 0; c < 4; c++) {
            if (memcmp(f->block.out[a][c], f->again.out[a][c],
                       f->block.count * 4)) {
                g_error("equal states gave different o[%u]", a);
            }
        }
    }
    same_state(&f->xf, &f->twin);
}

/* Any bytes as state: the section has no validate(), so all are legal. */
static void op_state(Fuzz *f)
{
    NvStateItem item = { &nv_xf_section, &f->xf };
    g_autoptr(GByteArray) state = g_byte_array_new();
    unsigned flips = take8(&f->in) & 31;

    nv_state_save(&item, 1, state);
    while (flips--) {
        uint32_t at = take16(&f->in);

        at |= take8(&f->in) << 16;
        state->data[at % state->len] ^= take8(&f->in);
    }
    nv_state_load(&item, 1, state->data, state->len, NULL);
}

static void op_rdi(Fuzz *f)
{
    unsigned space = 0x10 + (take8(&f->in) & 15);
    uint32_t addr = take16(&f->in);
    uint32_t value;

    if (nv_xf_rdi_write(&f->xf, space, addr, take32(&f->in))) {
        nv_xf_rdi_read(&f->xf, space, addr, &value);
    }
}

/* Text from the input, or what the disassembler said with a byte changed. */
static void op_text(Fuzz *f)
{
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g_autoptr(GError) error = NULL;
    uint8_t how = take8(&f->in);

    if (how & 1) {
        g_string_truncate(f->text, 0);
        for (unsigned n = take8(&f->in) & 63; n--; ) {
            g_string_append_c(f->text, take8(&f->in) & 0x7f ? : ' ');
        }
    } else if (f->text->len) {
        uint8_t at = take8(&f->in);

        f->text->str[at % f->text->len] = take8(&f->in) & 0x7f ? : '\n';
    }
    if (!nv_xf_asm(f->isa, "x", f->text->str, words, &error) &&
        !error) {
        g_error("failed without a word: %s", f->text->str);
    }
}

static void op_dump(Fuzz *f)
{
    g_autoptr(GString) out = g_string_new(NULL);

    nv_xf_dump(&f->xf, out);
    nv_xf_dump_program(&f->xf, out);
}

static void step(Fuzz *f)
{
    static void (*const ops[16])(Fuzz *f) = {
        op_program, op_program, op_program, op_transform, op_transform,
        op_transform, op_mode, op_vector, op_vector, op_vector, op_command,
        op_command, op_command, op_state, op_rdi, op_text,
    };
    uint8_t op = take8(&f->in);

    if (op == 0xff) {
        op_dump(f);
    } else if (op == 0xfe) {
        nv_xf_reset(&f->xf);
    } else {
        ops[op & 15](f);
    }
}

static void quiet(void *host, NvLogKind kind, const char *line)
{
}

/* The engine has the one that is preferred, or another; its twin has ref. */
static void choose_executors(Fuzz *f, size_t size)
{
    static const char *const names[] = { "auto", "jit-sse4", "auto", "soa" };

    nv_xf_configure(&f->xf, names[size % G_N_ELEMENTS(names)], NULL, NULL);
    nv_xf_configure(&f->twin, "ref", NULL, NULL);
}

void fuzz_input(const uint8_t *data, size_t size)
{
    Fuzz *f = g_new0(Fuzz, 1);
    const NvChip *chips = nv_chips();
    unsigned count = 0;

    while (chips[count].name) {
        count++;
    }
    f->in = (Bytes) { data, size };
    f->ops.log = quiet;
    f->env.ops = &f->ops;
    f->env.host = f;
    f->env.chip = &chips[take8(&f->in) % count];
    f->isa = nv_xf_isa_of(f->env.chip) ? : &nv_xf_isa_kelvin;
    f->text = g_string_new(NULL);
    nv_xf_init(&f->xf, &f->env);
    nv_xf_init(&f->twin, &f->env);
    choose_executors(f, size);
    for (unsigned i = 0; i < FUZZ_STEPS && f->in.left; i++) {
        step(f);
    }
    nv_xf_free(&f->xf);
    nv_xf_free(&f->twin);
    g_string_free(f->text, TRUE);
    g_free(f);
}
