/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf asm and nv-xf dis: program text to words and back.
 */
#include "tools/nv-xf/nv-xf.h"

static bool has_end(const NvXfIsa *isa, const GArray *words)
{
    for (guint i = 0; i < words->len; i += NV_XF_WORDS) {
        if (nv_xf_field(isa, &g_array_index(words, uint32_t, i),
                        NV_XF_F_END)) {
            return true;
        }
    }
    return false;
}

int nv_xf_command_asm(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE", 1, 1,
        "Assembles a program; FILE may be - for standard input.  Prints "
        "four words an\ninstruction, low bits first.\n\n"
        "  DP4 o[HPOS].x, v[OPOS], c[0]     # one line, one instruction\n"
        "  MUL R2.xyz, R2, R1.x + RSQ R1.y, R4.w     # both units\n"
        "  MOV R3, c[A0.x + 5] END\n\n"
        "Registers R0..R11, R12 reads back o[HPOS]; v[n] or v[OPOS] and "
        "so on; c[n] is a\nuser constant, xfctx[n] any constant slot; "
        "o[n] or o[HPOS] and so on.  v0, c0, o0\nwork, too.\n\n"
        "  nv-xf asm transform.vp >transform.words",
    };
    g_autofree char *isa_name = NULL;
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    const NvXfIsa *isa;
    NvText text;
    bool ok;
    const GOptionEntry entries[] = {
        { "isa", 'i', 0, G_OPTION_ARG_STRING, &isa_name,
          "Instruction set: kelvin (default), rankine or curie", "ISA" },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    isa = nv_tool_isa(isa_name, error);
    if (!isa || !nv_text_open(&text, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    ok = nv_xf_asm(isa, text.file, text.data, words, error);
    nv_text_close(&text);
    if (!ok) {
        return EXIT_TROUBLE;
    }
    for (guint i = 0; i < words->len; i += NV_XF_WORDS) {
        const uint32_t *w = &g_array_index(words, uint32_t, i);

        printf("0x%08x 0x%08x 0x%08x 0x%08x\n", w[0], w[1], w[2], w[3]);
    }
    if (words->len && !has_end(isa, words)) {
        fprintf(stderr, "nv-xf: note: no instruction of %s has END\n",
                argv[1]);
    }
    return EXIT_FINE;
}

int nv_xf_command_dis(int argc, char **argv, GError **error)
{
    static const NvUsage usage = {
        "FILE", 1, 1,
        "Prints the program whose words are in FILE (- is standard "
        "input): hexadecimal,\nfour an instruction, low bits first, as "
        "nv-xf asm writes them.\n\n"
        "What an instruction holds beyond its text follows in braces: "
        "{fill=R} what other\nassemblers put into unused fields, "
        "{DST=0xd} a field, {w2=0xf0000000} bits of no\nfield.  nv-xf "
        "asm turns every such text into the same words again.\n\n"
        "  echo 0x0f000000 0x0c000000 0x002c001b 0 | nv-xf dis -",
    };
    g_autofree char *isa_name = NULL;
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    g_autoptr(GString) line = g_string_new(NULL);
    const NvXfIsa *isa;
    NvText text;
    bool ok;
    const GOptionEntry entries[] = {
        { "isa", 'i', 0, G_OPTION_ARG_STRING, &isa_name,
          "Instruction set: kelvin (default), rankine or curie", "ISA" },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    isa = nv_tool_isa(isa_name, error);
    if (!isa || !nv_text_open(&text, argv[1], error)) {
        return EXIT_TROUBLE;
    }
    ok = nv_tool_read_words(&text, words, error);
    nv_text_close(&text);
    for (guint i = 0; ok && i < words->len; i += NV_XF_WORDS) {
        g_string_truncate(line, 0);
        nv_xf_disasm_isa(isa, &g_array_index(words, uint32_t, i), line);
        puts(line->str);
    }
    return ok ? EXIT_FINE : EXIT_TROUBLE;
}
