/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From VRAM to QEMU's console: a mode set by registers, a picture of bytes
 * and of something drawn, and the screen dump of it pixel by pixel.
 */
#include "nv2a-qtest.h"

#define WIDTH 640
#define HEIGHT 480

enum { PRMVIO = 0x0c0000, PRMCIO = 0x601000, PRMDIO = 0x681000 };

typedef struct Mode {
    const char *name;
    unsigned bytes;
    uint8_t format;             /* CR28 */
    uint32_t general;           /* PRAMDAC.GENERAL */
} Mode;

static const Mode modes[] = {
    { "8", 1, 1, 0x00100100 },
    { "15", 2, 2, 0x00100100 },
    { "16", 2, 2, 0x00101100 },
    { "32", 4, 3, 0x00100100 },
};

static void byte_wr(NvQtest *t, uint32_t reg, uint8_t value)
{
    qpci_io_writeb(t->dev, t->bar[0], reg, value);
}

static void cr(NvQtest *t, uint8_t index, uint8_t value)
{
    byte_wr(t, PRMCIO + 0x3d4, index);
    byte_wr(t, PRMCIO + 0x3d5, value);
}

/* The colour @i of the palette the test loads. */
static uint32_t palette(unsigned i)
{
    return (255 - i) << 16 | (i * 3 & 0xff) << 8 | i;
}

/* VGA's 640 x 480, as a driver sets it. */
static void set_mode(NvQtest *t, const Mode *mode, uint32_t start)
{
    static const uint8_t timing[0x19] = {
        0x5f, 0x4f, 0x50, 0x82, 0x54, 0x80, 0x0b, 0x3e, 0x00, 0x40, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0xea, 0x8c, 0xdf, 0x00, 0x00, 0xe7,
        0x04, 0xe3, 0xff,
    };
    unsigned pitch = WIDTH * mode->bytes / 8, i;

    cr(t, 0x1f, 0x57);
    cr(t, 0x11, 0);
    for (i = 0; i < sizeof(timing); i++) {
        cr(t, i, timing[i]);
    }
    cr(t, 0x13, pitch & 0xff);
    cr(t, 0x19, (pitch >> 8 & 7) << 5);
    cr(t, 0x1a, 0x38);
    cr(t, 0x28, mode->format);
    byte_wr(t, PRMVIO + 0x3c4, 1);
    byte_wr(t, PRMVIO + 0x3c5, 1);
    nv_write(t, 0x680600, mode->general);
    nv_write(t, NV_PCRTC_START, start);
    byte_wr(t, PRMDIO + 0x3c8, 0);
    for (i = 0; i < 256; i++) {
        byte_wr(t, PRMDIO + 0x3c9, palette(i) >> 16);
        byte_wr(t, PRMDIO + 0x3c9, palette(i) >> 8);
        byte_wr(t, PRMDIO + 0x3c9, palette(i));
    }
}

static uint32_t widen(uint32_t value, unsigned bits)
{
    return value << (8 - bits) | value >> (2 * bits - 8);
}

/* What a pixel of @mode with word @p looks like, 0xRRGGBB. */
static uint32_t colour(const Mode *mode, uint32_t p)
{
    bool is_565 = mode->general & 0x1000;
    unsigned green = is_565 ? 6 : 5;

    if (mode->bytes == 1) {
        return palette(p);
    }
    if (mode->bytes == 4) {
        return p & 0xffffff;
    }
    return widen(p >> (5 + green) & 31, 5) << 16 |
           widen(p >> 5 & ((1 << green) - 1), green) << 8 | widen(p & 31, 5);
}

/* The console's picture as @width * @height words 0xRRGGBB. */
static uint32_t *dump_of(NvQtest *t, unsigned width, unsigned height)
{
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "screen.ppm", NULL);
    g_autofree char *head = g_strdup_printf("P6\n%u %u\n255\n", width,
                                            height);
    uint32_t *out = g_new(uint32_t, width * height);
    uint8_t *bytes, *from;
    GError *err = NULL;
    gsize size;
    unsigned i;

    qtest_qmp_assert_success(t->qts, "{'execute': 'screendump', 'arguments':"
                             " {'filename': %s, 'device': 'gpu'}}", file);
    g_file_get_contents(file, (char **)&bytes, &size, &err);
    g_assert_no_error(err);
    g_assert_cmpuint(size, ==, strlen(head) + width * height * 3);
    g_assert_cmpint(memcmp(bytes, head, strlen(head)), ==, 0);
    from = bytes + strlen(head);
    for (i = 0; i < width * height; i++, from += 3) {
        out[i] = from[0] << 16 | from[1] << 8 | from[2];
    }
    g_free(bytes);
    nv_qtest_rmdir(dir);
    return out;
}

static uint32_t *screendump(NvQtest *t)
{
    return dump_of(t, WIDTH, HEIGHT);
}

/* Pixels of the console that are not what @vram's words mean. */
static unsigned differences(NvQtest *t, const Mode *mode,
                            const uint8_t *vram)
{
    g_autofree uint32_t *got = screendump(t);
    unsigned i, wrong = 0;

    for (i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t word = 0;

        memcpy(&word, vram + i * mode->bytes, mode->bytes);
        wrong += got[i] != colour(mode, GUINT32_FROM_LE(word));
    }
    return wrong;
}

static void test_mode(const void *data)
{
    const Mode *mode = data;
    const uint32_t start = 0x00123400;
    unsigned size = WIDTH * HEIGHT * mode->bytes, i;
    g_autofree uint8_t *vram = g_malloc(size);
    NvQtest *t = nv_qtest_start("-device nv25,vram=16M,id=gpu");
    GRand *rand = g_rand_new_with_seed(27);

    for (i = 0; i < size; i++) {
        vram[i] = g_rand_int(rand);
    }
    qpci_memwrite(t->dev, t->bar[1], start, vram, size);
    set_mode(t, mode, start);
    g_assert_cmpuint(differences(t, mode, vram), ==, 0);

    /* A line written later shows up, and only that one. */
    memset(vram + WIDTH * mode->bytes * 100, 0x5a, WIDTH * mode->bytes);
    qpci_memwrite(t->dev, t->bar[1], start + WIDTH * mode->bytes * 100,
                  vram + WIDTH * mode->bytes * 100, WIDTH * mode->bytes);
    g_assert_cmpuint(differences(t, mode, vram), ==, 0);
    g_rand_free(rand);
    nv_qtest_end(t);
}

/* What the card draws is on the screen without a mode being set again. */
static void test_drawn(const void *data)
{
    static const float xy[4][2] = {
        { 100, 50 }, { 500, 50 }, { 500, 350 }, { 100, 350 },
    };
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M,id=gpu", chip->name);
    g_autofree uint32_t *before = NULL;
    g_autofree uint32_t *after = NULL;
    unsigned i, wrong = 0;

    nv_qtest_canvas(t, WIDTH, HEIGHT);
    set_mode(t, &modes[3], 0);
    before = screendump(t);
    channel_draw(&t->channel, 8, xy, 4, 0xff336699);
    g_assert_true(channel_kick(&t->channel));
    after = screendump(t);
    for (i = 0; i < WIDTH * HEIGHT; i++) {
        unsigned x = i % WIDTH, y = i / WIDTH;
        bool in = x >= 100 && x < 500 && y >= 50 && y < 350;

        wrong += before[i] != 0 || after[i] != (in ? 0x336699 : 0);
    }
    g_assert_cmpuint(wrong, ==, 0);
    nv_qtest_end(t);
}

/* The same with 16 bits a pixel, drawn as R5G6B5. */
static void test_drawn_16(const void *data)
{
    static const float xy[4][2] = {
        { 10, 20 }, { 600, 20 }, { 600, 400 }, { 10, 400 },
    };
    const NvQtestChip *chip = data;
    const uint32_t pitch = WIDTH * 2;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M,id=gpu", chip->name);
    g_autofree uint32_t *got = NULL;
    unsigned i, wrong = 0;

    nv_qtest_canvas(t, WIDTH, HEIGHT);
    /* R5G6B5, linear; Z16 where a format names it */
    channel_method(&t->channel, 0x208, t->channel.curie ? 0x123 :
                                       t->channel.celsius ? 0x103 : 0x113);
    channel_method(&t->channel, 0x20c,
                   t->channel.curie ? pitch : pitch << 16 | pitch);
    channel_method(&t->channel, 0x214, pitch * HEIGHT);
    set_mode(t, &modes[2], 0);
    channel_draw(&t->channel, 8, xy, 4, 0xffff0000);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_INTR), ==, 0);
    got = screendump(t);
    for (i = 0; i < WIDTH * HEIGHT; i++) {
        unsigned x = i % WIDTH, y = i / WIDTH;
        bool in = x >= 10 && x < 600 && y >= 20 && y < 400;

        wrong += got[i] != (in ? 0xff0000 : 0);
    }
    g_assert_cmpuint(wrong, ==, 0);
    nv_qtest_end(t);
}

/* A mode that reaches beyond VRAM is not shown; the machine goes on. */
static void test_beyond_vram(void)
{
    NvQtest *t = nv_qtest_start("-device nv20,vram=4M,id=gpu");
    g_autofree uint32_t *first = NULL;
    g_autofree uint32_t *second = NULL;
    unsigned i;

    nv_vram_write(t, 0, 0x123456);
    set_mode(t, &modes[3], 0);
    first = screendump(t);
    g_assert_cmphex(first[0], ==, 0x123456);
    nv_write(t, NV_PCRTC_START, (4 << 20) - 4);
    second = screendump(t);
    for (i = 0; i < WIDTH * HEIGHT; i++) {
        g_assert_cmphex(second[i], ==, 0);
    }
    nv_qtest_end(t);
}

/*
 * The largest picture, of one line of memory, is drawn in parts: a dump waits
 * for the last, and so does a change in between.
 */
static void test_huge(void)
{
    enum { SIZE = 4096 };
    static const struct {
        uint8_t index, value;
    } huge[] = {
        { 0x11, 0x00 }, { 0x01, 0xff }, { 0x2d, 0x02 }, { 0x12, 0xff },
        { 0x07, 0x42 }, { 0x25, 0x02 }, { 0x41, 0x04 }, { 0x13, 0x00 },
        { 0x19, 0x00 }, { 0x09, 0x00 },
    };
    NvQtest *t = nv_qtest_start("-device nv20,vram=16M,id=gpu");
    g_autofree uint32_t *line = g_new(uint32_t, SIZE);
    unsigned i, wrong = 0;

    set_mode(t, &modes[3], 0);
    for (i = 0; i < G_N_ELEMENTS(huge); i++) {
        cr(t, huge[i].index, huge[i].value);
    }
    for (unsigned round = 1; round <= 2; round++) {
        g_autofree uint32_t *got = NULL;

        for (i = 0; i < SIZE; i++) {
            line[i] = GUINT32_TO_LE(i * 4099 * round & 0xffffff);
        }
        qpci_memwrite(t->dev, t->bar[1], 0, line, SIZE * 4);
        got = dump_of(t, SIZE, SIZE);
        for (i = 0; i < SIZE * SIZE; i++) {
            wrong += got[i] != (i % SIZE * 4099 * round & 0xffffff);
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    nv_qtest_end(t);
}

int main(int argc, char **argv)
{
    unsigned i;

    g_test_init(&argc, &argv, NULL);
    for (i = 0; i < G_N_ELEMENTS(modes); i++) {
        g_autofree char *path = g_strdup_printf("/display/mode/%s",
                                                modes[i].name);

        g_test_add_data_func(path, &modes[i], test_mode);
    }
    nv_qtest_add("/display/drawn", test_drawn);
    nv_qtest_add("/display/drawn-16", test_drawn_16);
    g_test_add_func("/display/beyond-vram", test_beyond_vram);
    g_test_add_func("/display/huge", test_huge);
    return g_test_run();
}
