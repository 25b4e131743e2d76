/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of the debugger: a card does what the input says, and somebody looks
 * at it and stops it by commands that are made of the input, too.  Every
 * command has an answer of whole lines, and what is held goes on.
 */
#include <string.h>

#include "fuzz/card.h"

static const char *const verbs[] = {
    "where", "break", "info", "delete", "step", "next", "finish", "draw",
    "vertex", "trace", "const", "reg", "texture", "target", "funnel", "help",
    "capture", "break method", "break draw", "break frame", "break error",
    "break unimp", "break program", "break fragment", "break write",
    "break pixel", "break register", "break method begin if data",
    "break method NV097_SET_BEGIN_END", "funnel on", "target colour x.png",
    "target depth x.png", "texture 0 x.png", "const all",
};

static const char *const nouns[] = {
    "if", "data", "==", "!=", "<", ">", "&", "class", "channel", "nth", "on",
    "off", "all", "level", "face", "slice", "colour", "depth", "begin",
    "0x97", "0x400100", "320,240", "0x1000+0x100", "DATA_ERROR", "INTR",
    "-", "x.png", "c[14]", "xfctx[0x6e]", "0..191", "stop", "mark",
};

/* A word: of the tables, a number, a range, or bytes as they come. */
static void add_word(Fuzz *f, GString *line)
{
    uint8_t kind = take8(f);
    char c;

    g_string_append_c(line, ' ');
    switch (kind % 6) {
    case 0:
    case 1:
        g_string_append(line, nouns[take8(f) % G_N_ELEMENTS(nouns)]);
        break;
    case 2:
        g_string_append_printf(line, "%u", take32(f));
        break;
    case 3:
        g_string_append_printf(line, "%u", take8(f));
        break;
    case 4:
        g_string_append_printf(line, "0x%x+", take32(f));
        g_string_append_printf(line, "%u", take8(f));
        break;
    default:
        for (unsigned n = take8(f) % 12; n && (c = take8(f)); n--) {
            g_string_append_c(line, c);
        }
    }
}

static void op_ask(Fuzz *f)
{
    g_autoptr(GString) line = g_string_new(
        verbs[take8(f) % G_N_ELEMENTS(verbs)]);
    g_autofree char *said = NULL;

    for (unsigned n = take8(f) % 5; n; n--) {
        add_word(f, line);
    }
    said = nv_card_debug(f->rig->card, line->str);
    if (!said || !*said || !g_str_has_suffix(said, "\n")) {
        g_error("\"%s\" has the answer \"%s\"", line->str,
                said ? said : "none");
    }
}

/* The machine goes on. */
static void op_go(Fuzz *f)
{
    nv_card_go(f->rig->card);
    fuzz_kick(f);
}

static const FuzzOp ops[] = {
    { 60, op_ask }, { 30, op_go }, { 60, op_prepared }, { 20, op_methods },
    { 24, op_draw }, { 12, op_texture }, { 10, op_channel }, { 6, op_sweep },
    { 8, op_recover }, { 6, op_program }, { 6, op_arrays }, { 6, op_wild },
    { 4, op_time }, { 4, op_state },
};

void fuzz_input(const uint8_t *data, size_t size)
{
    Fuzz f = { 0 };

    fuzz_open(&f, data, size);
    fuzz_run(&f, ops, G_N_ELEMENTS(ops));
    g_free(nv_card_debug(f.rig->card, "delete"));
    nv_card_go(f.rig->card);
    fuzz_close(&f);
}
