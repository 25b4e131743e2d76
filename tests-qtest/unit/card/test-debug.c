/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The debugger: every kind of break, steps, and that a card which stands can
 * be saved and goes on as if it had not stood.  No hardware facts.
 */
#include "common/rig.h"

#define BEGIN 0x17fc

static char *say(Rig *rig, const char *command)
{
    return nv_card_debug(rig->card, command);
}

static void expect(Rig *rig, const char *command, const char *part)
{
    g_autofree char *answer = say(rig, command);

    if (!strstr(answer, part)) {
        g_error("\"%s\" answers \"%s\", not \"%s\"", command, answer, part);
    }
}

static Rig *start(void)
{
    Rig *rig = rig_new("nv20", 16u << 20, "null", NULL);

    rig_channel(rig, 0x97);
    rig_surface(rig, 64, 64);
    return rig;
}

/* The card stands: nothing moves however often it is pumped. */
static void check_stands(Rig *rig, const char *why)
{
    uint32_t cache = rig_read(rig, 0x3270);

    for (unsigned i = 0; i < 3; i++) {
        g_assert_false(nv_card_run(rig->card, 1000));
    }
    g_assert_cmphex(rig_read(rig, 0x3270), ==, cache);
    expect(rig, "where", why);
}

static void go(Rig *rig)
{
    nv_card_go(rig->card);
    rig->channel.ops->settle(rig);
}

static void draw(Rig *rig, uint32_t primitive)
{
    rig_method(rig, BEGIN, primitive);
    rig_method(rig, BEGIN, 0);
}

static void test_method(void)
{
    Rig *rig = start();

    expect(rig, "break method begin if data == 5 class 0x97", "break 1");
    expect(rig, "break method 0x300 if data & 2", "break 2, method 0x0300");
    draw(rig, 4);
    rig_method(rig, 0x300, 1);
    draw(rig, 5);
    rig_method(rig, 0x300, 0);
    rig_kick(rig);
    check_stands(rig, "break 1, method begin if data == 0x5 class 0x97: "
                      "begin = 0x00000005 (class 0x097 method 0x17fc");
    expect(rig, "where", "push buffer at 0x");
    expect(rig, "info", "met 1 times");
    go(rig);
    expect(rig, "where", "does not stand");
    g_assert_cmphex(rig_read(rig, 0x3270), ==, rig_read(rig, 0x3210));
    rig_free(rig);
}

/* Names that others have for the same. */
static void test_names(void)
{
    Rig *rig = start();

    expect(rig, "break method NV097_SET_BEGIN_END if data == 6", "break 1");
    expect(rig, "break method nv20_3d_vp_upload_const[2]", "break 2");
    expect(rig, "break method NV097_SET_TEXTURE_OFFSET[1]", "break 3");
    expect(rig, "break method NV30_3D_VERTEX_BEGIN_END", "break 4");
    rig_method(rig, 0x1b00, 0x80);
    draw(rig, 5);
    rig_method(rig, 0x1b40, 0x100);
    draw(rig, 6);
    rig_methods(rig, 0xb80, (uint32_t[]) { 7, 8, 9, 10 }, 4);
    rig_kick(rig);
    check_stands(rig, "break 3, method nv097_set_texture_offset[1]: "
                      "tex_offset[1] = 0x00000100");
    go(rig);
    check_stands(rig, "begin = 0x00000006 (class 0x097 method 0x17fc, channel "
                      "0 subchannel 0, NV097_SET_BEGIN_END "
                      "NV20_3D_VERTEX_BEGIN_END)");
    go(rig);
    check_stands(rig, "= 0x00000009");
    go(rig);
    expect(rig, "where", "does not stand");
    rig_free(rig);
}

/* An index, and one that is met every third time only. */
static void test_places(void)
{
    Rig *rig = start();

    expect(rig, "break method 0xb80[2] nth 3", "method 0x0b80[2] nth 3");
    for (unsigned i = 0; i < 9; i++) {
        rig_method(rig, 0xb80 + i % 3 * 4, i);
    }
    rig_kick(rig);
    check_stands(rig, "= 0x00000008");
    go(rig);
    expect(rig, "where", "does not stand");
    rig_free(rig);
}

static void test_draws_and_steps(void)
{
    Rig *rig = start();

    expect(rig, "break draw 2", "break 1, draw nth 2");
    draw(rig, 1);
    draw(rig, 2);
    rig_method(rig, 0x300, 0);
    draw(rig, 3);
    draw(rig, 4);
    rig_kick(rig);
    check_stands(rig, "begin = 0x00000002");
    expect(rig, "step", "stops before method 1");
    go(rig);
    check_stands(rig, "begin = 0x00000000");
    expect(rig, "step 2", "stops before method 2");
    go(rig);
    check_stands(rig, "begin = 0x00000003");
    expect(rig, "next", "next draw");
    go(rig);
    check_stands(rig, "next draw, 4: begin = 0x00000004");
    expect(rig, "finish", "nothing is left");
    go(rig);
    check_stands(rig, "nothing is left to do");
    rig_method(rig, 0x300, 1);
    rig_kick(rig);
    check_stands(rig, "nothing is left to do");
    go(rig);
    expect(rig, "where", "does not stand");
    rig_free(rig);
}

static void test_errors(void)
{
    Rig *rig = start();

    expect(rig, "break unimp", "break 1, unimp");
    expect(rig, "break error", "break 2, error");
    rig_method(rig, BEGIN, 77);
    rig_method(rig, 0x300, 1);
    rig_kick(rig);
    check_stands(rig, "break 2, error: invalid value");
    g_assert_cmphex(rig_take_error(rig, NULL), !=, 0);
    check_stands(rig, "next: ");
    go(rig);
    expect(rig, "where", "does not stand");
    rig_free(rig);
}

static void test_register(void)
{
    Rig *rig = start();

    expect(rig, "break register 0x400108", "register 0x400108");
    rig_read(rig, 0x400100);
    expect(rig, "where", "does not stand");
    rig_read(rig, 0x400108);
    expect(rig, "where", "reads as 0x");
    nv_card_go(rig->card);
    expect(rig, "delete 1", "no breaks");
    rig_read(rig, 0x400108);
    expect(rig, "where", "does not stand");
    rig_free(rig);
}

/* Saved in the middle of a draw, before a method that then runs elsewhere. */
static void test_saved(void)
{
    Rig *rig = start(), *other = rig_new("nv20", 16u << 20, "null", NULL);
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    expect(rig, "break method begin if data == 0", "break 1");
    draw(rig, 5);
    rig_method(rig, 0x50, 1234);
    rig_kick(rig);
    check_stands(rig, "begin = 0x00000000");
    nv_card_save(rig->card, state);
    memcpy(other->ram, rig->ram, RIG_RAM_SIZE);
    memcpy(nv_card_vram(other->card), nv_card_vram(rig->card), 16u << 20);
    g_assert_true(nv_card_load(other->card, state->data, state->len, &error));
    expect(other, "where", "does not stand");
    while (nv_card_run(other->card, 1000)) {
        /* it goes on */
    }
    g_assert_cmpuint(rig_read(other, 0x800048), ==, 1234);
    g_assert_cmpuint(rig_read(rig, 0x800048), !=, 1234);
    rig_free(other);
    rig_free(rig);
}

/* What is no command has an answer that says what is. */
static void test_words(void)
{
    static const char *const none[] = {
        "", " ", "frob", "break", "break frob", "break method",
        "break method 0x9000", "break method begin[", "break method begin[x]",
        "break method begin if", "break method begin if data ~ 3",
        "break register", "break error 5", "delete 9", "break method x nth 0",
    };
    Rig *rig = start();

    for (unsigned i = 0; i < G_N_ELEMENTS(none); i++) {
        g_autofree char *answer = say(rig, none[i]);

        g_assert_true(g_str_has_suffix(answer, "\n"));
    }
    expect(rig, "info", "no breaks");
    expect(rig, "break frob", "method NAME");
    rig_free(rig);
}

/* What only methods have is refused elsewhere, and taken of methods. */
static void test_kinds(void)
{
    static const char *const kinds[] = {
        "draw", "frame", "error", "unimp", "register 4", "program",
        "fragment", "write 4", "pixel 1,1",
    };
    static const char *const only[][2] = {
        { "class 0x97", " class 0x97\n" }, { "channel 0", " channel 0\n" },
        { "if data == 5", " if data == 0x5\n" }, { "on", " 0x0300\n" },
    };
    Rig *rig = start();

    for (unsigned i = 0; i < G_N_ELEMENTS(only); i++) {
        g_autofree char *taken = g_strdup_printf("break method 0x300 %s",
                                                 only[i][0]);

        for (unsigned k = 0; k < G_N_ELEMENTS(kinds); k++) {
            g_autofree char *refused = g_strdup_printf("break %s %s", kinds[k],
                                                       only[i][0]);

            expect(rig, refused, "is not understood");
        }
        expect(rig, "info", "no breaks");
        expect(rig, taken, only[i][1]);
        expect(rig, "delete", "no breaks");
    }
    rig_free(rig);
}

/* The guest has made another word of what stands: it is met anew. */
static void test_other_subchannel(void)
{
    Rig *rig = start();
    uint32_t at;

    rig_push(rig, 1u << 18 | 1u << 13);
    rig_push(rig, CHANNEL_HANDLE(CHANNEL_OBJ_3D));
    rig_kick(rig);
    expect(rig, "break method 0x300", "break 1");
    rig_method(rig, 0x300, 1);
    rig_kick(rig);
    check_stands(rig, "subchannel 0");
    expect(rig, "info", "met 1 times");
    at = 0x3800 + 2 * rig_read(rig, 0x3270);
    rig_write(rig, at, rig_read(rig, at) ^ 1u << 13);
    go(rig);
    expect(rig, "info", "met 2 times");
    expect(rig, "where", "subchannel 1");
    rig_free(rig);
}

/*
 * Bytes that the CPU changed are nobody's: the card has written beside them.
 * The words are of instance memory, which is the end of VRAM.
 */
static void test_written_beside(void)
{
    enum { PRAMIN = 0x790000, MAGIC = 0x13572468 };
    Rig *rig = start();
    uint8_t *vram = nv_card_vram(rig->card);
    g_autofree char *command = NULL;
    uint32_t at = nv_card_vram_size(rig->card), word;

    rig_write(rig, PRAMIN + 4, MAGIC);
    do {
        at -= 4;
        memcpy(&word, vram + at, 4);
    } while (GUINT32_FROM_LE(word) != MAGIC);
    command = g_strdup_printf("break write 0x%x+4", at);
    expect(rig, command, "break 1");
    rig_method(rig, 0x300, 0);
    rig_kick(rig);
    for (unsigned side = 0; side <= 8; side += 8) {
        vram[at] ^= 1;
        rig_write(rig, PRAMIN + side, side + 1);
        rig_method(rig, 0x300, 0);
        rig_kick(rig);
        expect(rig, "where", "does not stand");
    }
    rig_write(rig, PRAMIN + 4, 7);
    rig_method(rig, 0x300, 0);
    rig_kick(rig);
    check_stands(rig, "became 07");
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/debug/method", test_method);
    g_test_add_func("/debug/names", test_names);
    g_test_add_func("/debug/places", test_places);
    g_test_add_func("/debug/draws-and-steps", test_draws_and_steps);
    g_test_add_func("/debug/errors", test_errors);
    g_test_add_func("/debug/register", test_register);
    g_test_add_func("/debug/saved", test_saved);
    g_test_add_func("/debug/words", test_words);
    g_test_add_func("/debug/kinds", test_kinds);
    g_test_add_func("/debug/other-subchannel", test_other_subchannel);
    g_test_add_func("/debug/written-beside", test_written_beside);
    return g_test_run();
}
