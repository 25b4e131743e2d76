/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Drawing through QEMU with each raster backend and each kind of VRAM.  What
 * a triangle covers follows from its corners: pixel centres inside it.
 */
#include "nv2a-qtest.h"
#include "raster/record/record-format.h"

#define SIZE 64
#define RED 0xffff0000u
#define GREEN 0xff00ff00u

static void triangle(NvQtest *t, uint32_t argb)
{
    static const float xy[3][2] = { { 8, 8 }, { 48, 8 }, { 8, 48 } };

    channel_draw(&t->channel, 5, xy, 3, argb);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_INTR), ==, 0);
}

static bool inside(unsigned x, unsigned y)
{
    return x >= 8 && y >= 8 && (x - 8) + (y - 8) < 39;
}

/* Pixels of the surface that are not what a triangle of @argb leaves. */
static unsigned wrong_pixels(NvQtest *t, uint32_t argb)
{
    uint32_t pixels[SIZE * SIZE];
    unsigned x, y, wrong = 0;

    qpci_memread(t->dev, t->bar[1], 0, pixels, sizeof(pixels));
    for (y = 0; y < SIZE; y++) {
        for (x = 0; x < SIZE; x++) {
            wrong += pixels[y * SIZE + x] != (inside(x, y) ? argb : 0);
        }
    }
    return wrong;
}

static void test_triangle(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    nv_qtest_canvas(t, SIZE, SIZE);
    triangle(t, RED);
    g_assert_cmpuint(wrong_pixels(t, RED), ==, 0);
    nv_qtest_end(t);
}

/* The null backend takes everything and draws nothing. */
static void test_null(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M,raster=null",
                                chip->name);

    nv_qtest_canvas(t, SIZE, SIZE);
    triangle(t, RED);
    g_assert_cmpuint(wrong_pixels(t, 0), ==, 0);
    nv_qtest_end(t);
}

/* After QEMU ends, the file has a header and the triangle in it. */
static void test_record(const void *data)
{
    const NvQtestChip *chip = data;
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "stream", NULL);
    g_autofree char *bytes = NULL;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M,raster=record,"
                                "record-file=%s", chip->name, file);
    NvRecordReader reader;
    NvRecordPacket packet;
    GError *err = NULL;
    unsigned triangles = 0;
    gsize size;

    nv_qtest_canvas(t, SIZE, SIZE);
    triangle(t, RED);
    nv_qtest_end(t);
    g_file_get_contents(file, &bytes, &size, &err);
    g_assert_no_error(err);
    g_assert_cmpstr(nv_record_open(&reader, bytes, size), ==, NULL);
    g_assert_cmpstr(reader.chip, ==, chip->name);
    while (nv_record_next(&reader, &packet)) {
        if (packet.type == NV_RECORD_TRIANGLES) {
            triangles += packet.size / NV_RECORD_VERTEX / 3;
        }
    }
    g_assert_cmpuint(triangles, ==, 1);
    nv_qtest_rmdir(dir);
}

/* VRAM on the machine's memory: the processor sees what was drawn there. */
static void test_shared_memory(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start(
        "-m 64M -object memory-backend-ram,id=uma,size=64M "
        "-machine memory-backend=uma -device %s,vram-backend=uma",
        chip->name);
    const uint32_t at = 0x00800000;
    unsigned x, y, wrong = 0;

    nv_qtest_canvas(t, SIZE, SIZE);
    channel_method(&t->channel, 0x210, at);     /* away from the channel */
    triangle(t, GREEN);
    for (y = 0; y < SIZE; y += 3) {
        for (x = 0; x < SIZE; x += 3) {
            wrong += qtest_readl(t->qts, at + (y * SIZE + x) * 4) !=
                     (inside(x, y) ? GREEN : 0);
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    nv_qtest_end(t);
}

/* Two cards, a channel each, drawing by turns. */
static void test_two_cards(void)
{
    NvQtest *a = nv_qtest_start("-device nv20,vram=16M "
                                "-device nv2a,vram=16M");
    NvQtest *b = nv_qtest_other(a, 1);

    nv_qtest_canvas(a, SIZE, SIZE);
    triangle(a, RED);
    /* Both use the same guest memory for their words, one after another. */
    nv_qtest_canvas(b, SIZE, SIZE);
    g_assert_cmpuint(wrong_pixels(b, 0), ==, 0);
    triangle(b, GREEN);
    g_assert_cmpuint(wrong_pixels(a, RED), ==, 0);
    g_assert_cmpuint(wrong_pixels(b, GREEN), ==, 0);
    nv_qtest_other_end(b);
    nv_qtest_end(a);
}

/* Half a triangle is saved; a fresh process draws the rest of it. */
static void test_saved(const void *data)
{
    const NvQtestChip *chip = data;
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "state", NULL);
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    uint32_t put;

    nv_qtest_canvas(t, SIZE, SIZE);
    channel_begin(&t->channel, 5, RED);
    channel_vertex(&t->channel, 8, 8);
    channel_vertex(&t->channel, 48, 8);
    g_assert_true(channel_kick(&t->channel));
    put = t->channel.put;
    nv_qtest_save(t, file);
    nv_qtest_end(t);

    t = nv_qtest_load(file, "-device %s,vram=16M", chip->name);
    t->channel.put = put;
    channel_vertex(&t->channel, 8, 48);
    channel_end(&t->channel);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmpuint(wrong_pixels(t, RED), ==, 0);
    nv_qtest_end(t);
    nv_qtest_rmdir(dir);
}

/* The types a user can name, and nothing else of ours. */
static void test_types(void)
{
    NvQtest *t = nv_qtest_start("-device nv20,vram=16M");
    QDict *answer = qtest_qmp(t->qts, "{'execute': 'qom-list-types', "
                              "'arguments': {'implements': 'nv2a-card'}}");
    QList *list = qdict_get_qlist(answer, "return");
    const QListEntry *entry;
    const NvQtestChip *chip;
    unsigned found = 0, wanted = 0;

    QLIST_FOREACH_ENTRY(list, entry) {
        QDict *type = qobject_to(QDict, qlist_entry_obj(entry));

        for (chip = nv_qtest_chips; chip->name; chip++) {
            found += strcmp(qdict_get_str(type, "name"), chip->name) == 0;
        }
    }
    for (chip = nv_qtest_chips; chip->name; chip++) {
        wanted++;
    }
    g_assert_cmpuint(found, ==, wanted);
    g_assert_cmpuint(qlist_size(list), ==, wanted);
    qobject_unref(answer);
    nv_qtest_end(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    nv_qtest_add("/draw/triangle", test_triangle);
    nv_qtest_add("/draw/null", test_null);
    nv_qtest_add("/draw/record", test_record);
    nv_qtest_add("/draw/shared-memory", test_shared_memory);
    g_test_add_func("/draw/two-cards", test_two_cards);
    nv_qtest_add("/draw/saved", test_saved);
    g_test_add_func("/draw/types", test_types);
    return g_test_run();
}
