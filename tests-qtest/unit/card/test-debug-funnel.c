/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What became of draws, and breaks on what they write: counted beside the
 * drawing, which must not notice.  No hardware facts.
 */
#include <math.h>

#include "common/rig.h"

#define SIZE 64u
#define TRIANGLES 5
#define STRIP 6

static void expect(Rig *rig, const char *command, const char *part)
{
    g_autofree char *answer = nv_card_debug(rig->card, command);

    if (!strstr(answer, part)) {
        g_error("\"%s\" answers \"%s\", not \"%s\"", command, answer, part);
    }
}

static Rig *start(const char *raster_arg)
{
    Rig *rig = rig_new("nv20", 16u << 20, "soft", raster_arg);

    rig_channel(rig, 0x97);
    rig_surface(rig, SIZE, SIZE);
    rig_passthrough_program(rig);
    return rig;
}

static void draw(Rig *rig, unsigned primitive, const float (*xy)[2],
                 unsigned count, uint32_t argb)
{
    channel_draw(&rig->channel, primitive, xy, count, argb);
    rig_kick(rig);
}

/* A square of @n pixels at @at, as two triangles of a strip. */
static void square(Rig *rig, float at, float n, uint32_t argb)
{
    const float xy[4][2] = {
        { at, at }, { at + n, at }, { at, at + n }, { at + n, at + n },
    };

    draw(rig, STRIP, xy, 4, argb);
}

static void test_primitives(void)
{
    static const float mixed[15][2] = {
        { 0, 0 }, { 8, 0 }, { 0, 8 },           /* drawn: 28 pixels */
        { 4, 4 }, { 4, 4 }, { 4, 4 },           /* flat */
        { 0, 0 }, { 0, 8 }, { 8, 0 },           /* faces the other way */
        { 9e5f, 0 }, { 9e5f, 8 }, { 9.1e5f, 0 },    /* far outside */
        { NAN, 0 }, { 8, 0 }, { 0, 8 },
    };
    Rig *rig = start(NULL);

    expect(rig, "funnel", "say \"funnel on\"");
    expect(rig, "funnel on", "counted");
    expect(rig, "funnel", "no draw has begun");
    rig_method(rig, 0x308, 1);                  /* cull */
    rig_method(rig, 0x39c, 0x405);              /* what faces back */
    rig_method(rig, 0x3a0, 0x900);              /* front is clockwise */
    draw(rig, TRIANGLES, mixed, 15, 0xff00ff00);
    expect(rig, "funnel", "15  vertices, 15 transformed");
    expect(rig, "funnel", "5  primitives assembled");
    expect(rig, "funnel", "1  not finite");
    expect(rig, "funnel", "1  outside the view");
    expect(rig, "funnel", "1  culled");
    expect(rig, "funnel", "1  without an area");
    expect(rig, "funnel", "1  primitives given");
    expect(rig, "funnel", "28  pixels tested");
    expect(rig, "funnel", "28  pixels written");
    draw(rig, TRIANGLES, &mixed[3], 3, 0);
    expect(rig, "funnel", "nothing is drawn, none has an area");
    draw(rig, TRIANGLES, &mixed[6], 3, 0);
    expect(rig, "funnel", "nothing is drawn, all are culled");
    draw(rig, TRIANGLES, &mixed[9], 3, 0);
    expect(rig, "funnel", "nothing is drawn, all are outside the view");
    draw(rig, TRIANGLES, &mixed[12], 3, 0);
    expect(rig, "funnel", "nothing is drawn, a corner of each is no number");
    draw(rig, TRIANGLES, mixed, 2, 0);
    expect(rig, "funnel", "too few for a primitive");
    expect(rig, "funnel 6", "     5 TRIANGLES");
    expect(rig, "funnel 2", "bad 1");
    expect(rig, "funnel off", "no more");
    expect(rig, "where", "does not stand");
    rig_free(rig);
}

static void test_pixels(void)
{
    Rig *rig = start(NULL);

    expect(rig, "funnel on", "counted");
    rig_method(rig, 0x30c, 1);                  /* depth test */
    rig_method(rig, 0x354, 0x201);              /* less: 0 < 0 fails */
    rig_method(rig, 0x1d8c, 0xffffff00);
    rig_method(rig, 0x1d98, (SIZE - 1) << 16);
    rig_method(rig, 0x1d9c, (SIZE - 1) << 16);
    rig_method(rig, 0x1d94, 3);
    square(rig, 8, 16, 0xff0000ff);
    expect(rig, "funnel", "256  pixels written");
    square(rig, 16, 16, 0xff0000ff);
    expect(rig, "funnel", "256  pixels tested");
    expect(rig, "funnel", "64  failed the depth test");
    expect(rig, "funnel", "192  pixels written");
    square(rig, 16, 8, 0xff0000ff);
    expect(rig, "funnel", "nothing is drawn, failed the depth test");
    rig_method(rig, 0x30c, 0);
    rig_method(rig, 0x300, 1);                  /* alpha test */
    rig_method(rig, 0x33c, 0x204);              /* greater */
    rig_method(rig, 0x340, 0x80);
    square(rig, 0, 4, 0x400000ff);
    expect(rig, "funnel", "16  failed the alpha test");
    rig_method(rig, 0x300, 0);
    rig_method(rig, 0x32c, 1);                  /* stencil test */
    rig_method(rig, 0x364, 0x200);              /* never */
    square(rig, 0, 4, 0xff0000ff);
    expect(rig, "funnel", "16  failed the stencil test");
    rig_method(rig, 0x32c, 0);
    square(rig, (float)SIZE - 2, 4, 0xff0000ff);
    expect(rig, "funnel", "4  pixels tested");
    rig_free(rig);
}

/* All of it counted twice, and drawn without anybody who looks. */
static void test_unseen(void)
{
    static const char *const args[] = { NULL, "reference", "lanes", "jit" };
    g_autofree uint8_t *want = NULL;

    for (unsigned i = 0; i < G_N_ELEMENTS(args); i++) {
        for (unsigned on = 0; on < 2; on++) {
            Rig *rig = start(args[i]);
            const uint8_t *vram = nv_card_vram(rig->card);
            g_autoptr(GRand) random = g_rand_new_with_seed(17);

            if (on) {
                expect(rig, "funnel on", "counted");
            }
            rig_method(rig, 0x30c, 1);
            rig_method(rig, 0x354, 0x203);
            for (unsigned n = 0; n < 40; n++) {
                float xy[3][2];

                for (unsigned k = 0; k < 6; k++) {
                    xy[k / 2][k % 2] = g_rand_double_range(random, -16,
                                                           SIZE + 16);
                }
                rig_method(rig, 0x304, n & 1);  /* blend */
                draw(rig, TRIANGLES, xy, 3, g_rand_int(random));
            }
            want = want ? want : g_memdup2(vram, 16u << 20);
            /* But for the last page of instance memory nothing differs. */
            g_assert_cmpmem(vram, SIZE * SIZE * 8, want, SIZE * SIZE * 8);
            rig_free(rig);
        }
    }
}

static void check_stands(Rig *rig, const char *why)
{
    for (unsigned i = 0; i < 3; i++) {
        g_assert_false(nv_card_run(rig->card, 1000));
    }
    expect(rig, "where", why);
}

static void go(Rig *rig)
{
    nv_card_go(rig->card);
    rig->channel.ops->settle(rig);
}

static void test_write(void)
{
    Rig *rig = start(NULL);
    uint8_t *vram = nv_card_vram(rig->card);

    expect(rig, "break write 0x50+4", "break 1, write 0x00000050+4");
    square(rig, 0, 4, 0xff112233);              /* the same lines, not there */
    expect(rig, "where", "does not stand");
    vram[0x50] = 1;                             /* the processor does */
    square(rig, 0, 4, 0xff445566);
    expect(rig, "where", "does not stand");
    square(rig, 0, 32, 0xff112233);
    check_stands(rig, "at 0x00000050 01 00 00 00 became 33 22 11 ff by ");
    go(rig);
    square(rig, 0, 32, 0xff112233);             /* no change */
    expect(rig, "where", "does not stand");
    expect(rig, "info", "met 1 times");
    rig_free(rig);
}

static void test_pixel(void)
{
    Rig *rig = start(NULL);

    expect(rig, "break pixel 20,21", "break 1, pixel 20,21");
    square(rig, 0, 20, 0xff112233);
    expect(rig, "where", "does not stand");
    square(rig, 0, 22, 0xff010203);
    check_stands(rig, "break 1, pixel 20,21: at 0x");
    expect(rig, "where", "became 03 02 01 ff by ");
    g_assert_cmphex(rig_pixel(rig, 20, 21), ==, 0xff010203);
    go(rig);
    expect(rig, "delete", "no breaks");
    expect(rig, "break pixel 5000,2", "break 2");
    square(rig, 0, 22, 0xff332211);
    expect(rig, "where", "does not stand");
    rig_free(rig);
}

static void test_program(void)
{
    Rig *rig = start(NULL);

    expect(rig, "break program 7", "break 1, program 0x07");
    square(rig, 0, 4, 0xff112233);
    expect(rig, "where", "does not stand");
    expect(rig, "break program 0", "break 2, program 0x00");
    expect(rig, "break fragment", "break 3, fragment");
    square(rig, 0, 4, 0xff112233);
    check_stands(rig, "break 2, program 0x00: begin = 0x00000006");
    g_assert_cmphex(rig_pixel(rig, 0, 0), ==, 0xff112233);
    go(rig);
    expect(rig, "where", "does not stand");
    rig_free(rig);
}

/* Totals are other ones after a load: a draw of before is none. */
static void test_loaded(void)
{
    Rig *rig = start(NULL);
    g_autoptr(GByteArray) state = g_byte_array_new();

    nv_card_save(rig->card, state);
    expect(rig, "funnel on", "counted");
    square(rig, 0, 8, 0xff112233);
    expect(rig, "funnel", "64  pixels written");
    g_assert_true(nv_card_load(rig->card, state->data, state->len, NULL));
    expect(rig, "funnel", "no draw has begun");
    expect(rig, "funnel 5", "primitive");
    rig_free(rig);
}

/* What a break takes is said, and what it does not take. */
static void test_words(void)
{
    static const char *const none[] = {
        "break write", "break write x", "break write 4+", "break write 4+0",
        "break write 4+99999999", "break pixel", "break pixel 4",
        "break pixel 4,x", "break program x", "break fragment 1 2",
    };
    Rig *rig = start(NULL);

    for (unsigned i = 0; i < G_N_ELEMENTS(none); i++) {
        g_autofree char *answer = nv_card_debug(rig->card, none[i]);

        g_assert_true(g_str_has_suffix(answer, "\n"));
        g_assert_true(strchr(answer, '\n') == strrchr(answer, '\n'));
    }
    expect(rig, "info", "no breaks");
    expect(rig, "break write 0xffffffff+64", "break 1");
    square(rig, 0, 4, 0xff112233);
    expect(rig, "where", "does not stand");
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/funnel/primitives", test_primitives);
    g_test_add_func("/funnel/pixels", test_pixels);
    g_test_add_func("/funnel/unseen", test_unseen);
    g_test_add_func("/funnel/write", test_write);
    g_test_add_func("/funnel/pixel", test_pixel);
    g_test_add_func("/funnel/program", test_program);
    g_test_add_func("/funnel/loaded", test_loaded);
    g_test_add_func("/funnel/words", test_words);
    return g_test_run();
}
