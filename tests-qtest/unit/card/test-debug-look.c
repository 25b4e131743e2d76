/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looking at draws, vertices, programs, constants, textures and targets; that
 * nothing of it is seen by the guest; and that no line of words can do harm.
 * Texture words as tests of textures have them.
 */
#include "chip/chips.h"
#include "common/rig.h"
#include "isa/asm.h"

#define SIZE 64u
#define ARRAY 0x60000u
#define TEXELS 0x70000u
#define BEGIN 0x17fc

static void expect(Rig *rig, const char *command, const char *part)
{
    g_autofree char *answer = nv_card_debug(rig->card, command);

    if (!strstr(answer, part)) {
        g_error("\"%s\" answers \"%s\", not \"%s\"", command, answer, part);
    }
}

static void program(Rig *rig, const char *text)
{
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, 4);
    g_autoptr(GError) error = NULL;

    nv_xf_asm(&nv_xf_isa_kelvin, "test", text, words, &error);
    g_assert_no_error(error);
    rig_method(rig, 0x1e9c, 0);
    for (unsigned i = 0; i < words->len / NV_XF_WORDS; i++) {
        const uint32_t *w = &g_array_index(words, uint32_t, i * NV_XF_WORDS);

        rig_methods(rig, 0xb00, (uint32_t[]) { w[3], w[2], w[1], w[0] }, 4);
    }
    rig_kick(rig);
}

static Rig *start(void)
{
    static const float corner[3][3] = { { 8, 8, 1 }, { 40, 8, 2 },
                                        { 8, 40, 3 } };
    Rig *rig = rig_new("nv20", 16u << 20, "soft", NULL);

    rig_channel(rig, 0x97);
    rig_surface(rig, SIZE, SIZE);
    rig_passthrough_program(rig);
    for (unsigned i = 0; i < 3; i++) {
        rig_ram_floats(rig, ARRAY + 12 * i, corner[i], 3);
    }
    rig_method(rig, 0x1720, ARRAY | 1u << 31);
    rig_method(rig, 0x1760, 12 << 8 | 3 << 4 | 2);
    rig_method(rig, 0x194c, 0xff80ff40);
    rig_kick(rig);
    return rig;
}

static void test_draw(void)
{
    Rig *rig = start();

    expect(rig, "draw", "no primitive is open");
    expect(rig, "break draw", "break 1");
    rig_method(rig, BEGIN, 5);
    rig_method(rig, 0x1810, 2u << 24);
    rig_method(rig, BEGIN, 0);
    rig_kick(rig);
    expect(rig, "draw", "draw 1 begins: TRIANGLES");
    expect(rig, "draw", "array 0: 3 floats every 12 bytes from 0x00060000");
    expect(rig, "draw", "(B), bus 0x00060000");
    expect(rig, "draw", "colour: A8R8G8B8 at VRAM 0x00000000, ");
    expect(rig, "draw", "vertices: program at 0x00");
    expect(rig, "where", "0x00000005");
    expect(rig, "where", " >00000005");
    expect(rig, "where", "(bus 0x0001");
    expect(rig, "delete", "no breaks");
    nv_card_go(rig->card);
    rig->channel.ops->settle(rig);
    g_assert_cmphex(rig_pixel(rig, 10, 10), ==, 0xff40ff80);
    rig_free(rig);
}

static void test_fields(void)
{
    Rig *rig = start();

    expect(rig, "break method 0x354", "break 1");
    rig_method(rig, 0x354, 0x203);
    rig_kick(rig);
    expect(rig, "where", "CONFIG_A DEPTH_FUNC=");
    rig_free(rig);
}

static void test_vertex(void)
{
    Rig *rig = start();

    expect(rig, "vertex 1", "v[0]  array  0x42200000 0x41000000 0x40000000");
    expect(rig, "vertex 1", "v[3]  stands");
    expect(rig, "vertex 1", "through the program at 0x00");
    expect(rig, "vertex 1", "position   0x42200000 0x41000000");
    expect(rig, "vertex 1", "outside    of nothing");
    expect(rig, "vertex 1", "window     x 40 y 8 z 2");
    expect(rig, "vertex 4000000", "note: ");
    expect(rig, "vertex x", "is no number");
    expect(rig, "vertex", "attributes that stand");
    expect(rig, "trace 2", "000: MOV");
    expect(rig, "trace 2", "0x42200000 0x40400000");
    rig_free(rig);
}

/* The bug of a constant too far: a zero that is read is shown. */
static void test_const(void)
{
    Rig *rig = start();

    program(rig, "MUL o[HPOS], v[0], c[14];\nMOV o[COL0], c[15] END\n");
    rig_method(rig, 0x1ea4, 0x6f);
    rig_methods(rig, 0xb80, (uint32_t[]) { 0x3f800000, 0x40000000, 0, 0 }, 4);
    rig_kick(rig);
    expect(rig, "const", "reads 2 constants");
    expect(rig, "const", "c[14] xfctx[0x6e] 0x00000000 0x00000000");
    expect(rig, "const", "c[15] xfctx[0x6f] 0x3f800000 0x40000000");
    expect(rig, "const 14..15", "c[15] xfctx[0x6f]");
    expect(rig, "const xfctx[0x6f]", "(1 2 0 0)");
    expect(rig, "const all", "c[15]");
    expect(rig, "const 96", "the last slot is");
    expect(rig, "const c[", "const takes");
    expect(rig, "trace 0", "src1 0x00000000 0x00000000");
    rig_free(rig);
}

static void test_pictures(void)
{
    Rig *rig = start();

    for (unsigned i = 0; i < 32 * 32; i++) {
        float v;
        uint32_t word = 0xff000000 | i;

        memcpy(&v, &word, 4);
        rig_ram_floats(rig, TEXELS + 4 * i, &v, 1);
    }
    rig_method(rig, 0x1b00, TEXELS);
    rig_method(rig, 0x1b04, 0x0001122a);        /* object B, a rectangle */
    rig_method(rig, 0x1b08, 0x00030303);
    rig_method(rig, 0x1b0c, 0x4003ffc0);
    rig_method(rig, 0x1b10, 128 << 16);
    rig_method(rig, 0x1b14, 0x01012000);
    rig_method(rig, 0x1b1c, 32 << 16 | 32);
    rig_method(rig, 0x1e70, 1);
    rig_kick(rig);
    rig_method(rig, BEGIN, 5);
    rig_method(rig, 0x1810, 2u << 24);
    rig_method(rig, BEGIN, 0);
    rig_kick(rig);
    expect(rig, "draw", "32x32, 128 bytes a line");
    expect(rig, "texture 0", "32x32 pixels; give");
    expect(rig, "texture 0 t.png", "t.png: 32x32 pixels");
    g_assert_cmpstr(rig->picture_file, ==, "t.png");
    g_assert_cmpuint(rig->picture_size[0], ==, 32);
    g_assert_cmphex(rig->picture[32 * 5 + 7] & 0xffffff, ==, 32 * 5 + 7);
    expect(rig, "texture 0 t", "\"t\" is no name here");
    expect(rig, "texture 0 level 9 t.png", "has levels");
    expect(rig, "texture 0 level x", "level takes a number");
    expect(rig, "texture 1 t.png", "is off");
    expect(rig, "texture 16", "UNIT from 0 to 15");
    expect(rig, "target colour c.png", "c.png: 64x64 pixels");
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        g_assert_cmphex(rig->picture[i], ==,
                        rig_pixel(rig, i % SIZE, i / SIZE));
    }
    expect(rig, "target depth d.png", "depths from 0x000000");
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        uint32_t grey = rig->picture[i] & 0xff;

        g_assert_cmphex(rig->picture[i], ==, 0xff000000 | grey << 16 |
                                             grey << 8 | grey);
    }
    expect(rig, "target x", "takes colour or depth");
    rig_free(rig);
}

static void test_reg(void)
{
    Rig *rig = start();

    expect(rig, "reg 0x400100", "INTR");
    expect(rig, "reg 0x400100", " 0x400100 = 0x00000000");
    expect(rig, "reg intr", " 0x400100 = ");
    expect(rig, "reg CACHES", "0x002500 = 0x00000001");
    expect(rig, "reg 0x12345678", "of neither");
    expect(rig, "reg frob", "has a register frob");
    expect(rig, "reg", "takes the name");
    rig_free(rig);
}

/* Nothing that is saved, counted or logged is otherwise after a look. */
static void test_unseen(void)
{
    static const char *const looks[] = {
        "draw", "vertex 0", "vertex 90000000", "vertex", "trace 1", "const",
        "const all", "reg 0x400700", "texture 0 a.png", "target colour a.png",
        "target depth a.png", "where", "funnel", "help", "info",
    };
    Rig *rig = start();
    g_autoptr(GByteArray) before = g_byte_array_new();
    unsigned errors = rig->guest_errors;

    rig_method(rig, BEGIN, 5);
    rig_method(rig, 0x1800, 0x00010000);        /* two that wait */
    rig_kick(rig);
    nv_card_save(rig->card, before);
    for (unsigned i = 0; i < G_N_ELEMENTS(looks); i++) {
        g_autofree char *answer = nv_card_debug(rig->card, looks[i]);
        g_autoptr(GByteArray) after = g_byte_array_new();

        g_assert_true(g_str_has_suffix(answer, "\n"));
        nv_card_save(rig->card, after);
        g_assert_cmpmem(before->data, before->len, after->data, after->len);
    }
    g_assert_cmpuint(rig->guest_errors, ==, errors);
    rig_free(rig);
}

static void append_word(GRand *random, GString *line)
{
    static const char *const words[] = {
        "break", "method", "draw", "frame", "error", "unimp", "register",
        "program", "fragment", "write", "pixel", "step", "next", "finish",
        "where", "info", "delete", "help", "funnel", "on", "off", "vertex",
        "trace", "const", "all", "texture", "target", "colour", "depth",
        "reg", "level", "face", "slice", "nth", "if", "data", "==", "class",
        "channel", "begin", "nop", "a.png", "INTR", "RDI_DATA", "c[14]",
        "xfctx[0x6e]", "0..3", "1,2", "0x50+4", "[", "]", "..", "%s%n",
        "-1", "4294967295", "0xffffffff", "18446744073709551616", "\xff",
    };

    switch (g_rand_int_range(random, 0, 8)) {
    case 0:
        g_string_append_printf(line, "%u", g_rand_int_range(random, 0, 40));
        break;
    case 1:
        g_string_append_printf(line, "0x%x", g_rand_int(random));
        break;
    default:
        g_string_append(line, words[g_rand_int_range(random, 0,
                                                     G_N_ELEMENTS(words))]);
    }
}

/* Any words at all: an answer in lines, and the card goes on. */
static void test_any_words(gconstpointer data)
{
    const NvChip *chip = data;
    Rig *rig = rig_new(chip->name, 4u << 20, "soft", NULL);
    g_autoptr(GRand) random = g_rand_new_with_seed(chip->chipset);

    for (unsigned i = 0; i < 1500; i++) {
        g_autoptr(GString) line = g_string_new(NULL);
        g_autofree char *answer = NULL;

        for (int n = g_rand_int_range(random, 0, 6); n > 0; n--) {
            append_word(random, line);
            g_string_append(line, g_rand_int(random) & 15 ? " " : "");
        }
        /* Each unit has states that no driver makes. */
        rig_write(rig, 0x400000 + g_rand_int_range(random, 0, 0x800) * 4,
                  g_rand_int(random));
        answer = nv_card_debug(rig->card, line->str);
        g_assert_true(g_str_has_suffix(answer, "\n") || !*answer);
        nv_card_go(rig->card);
        nv_card_run(rig->card, 100);
    }
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/look/draw", test_draw);
    g_test_add_func("/look/fields", test_fields);
    g_test_add_func("/look/vertex", test_vertex);
    g_test_add_func("/look/const", test_const);
    g_test_add_func("/look/pictures", test_pictures);
    g_test_add_func("/look/reg", test_reg);
    g_test_add_func("/look/unseen", test_unseen);
    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        g_autofree char *path = g_strdup_printf("/look/any-words/%s",
                                                chip->name);

        g_test_add_data_func(path, chip, test_any_words);
    }
    return g_test_run();
}
