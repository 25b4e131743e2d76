/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a machine's firmware and a driver find before any mode is set: VGA's
 * ports and memory, the tables at PROM, the monitor's EDID over two wires.
 */
#include "nv2a-qtest.h"

#define PRMCIO_INDEX 0x6013d4u
#define PRMCIO_DATA 0x6013d5u
#define PROM 0x300000u
#define TEST_CONTROL 0x680608u
#define EDID_SIZE 128

static void cr_write(NvQtest *t, uint8_t index, uint8_t value)
{
    qpci_io_writeb(t->dev, t->bar[0], PRMCIO_INDEX, index);
    qpci_io_writeb(t->dev, t->bar[0], PRMCIO_DATA, value);
}

static uint8_t cr_read(NvQtest *t, uint8_t index)
{
    qpci_io_writeb(t->dev, t->bar[0], PRMCIO_INDEX, index);
    return qpci_io_readb(t->dev, t->bar[0], PRMCIO_DATA);
}

/* --- two wires, as a driver moves them --- */

typedef struct Wires {
    NvQtest *t;
    uint8_t drive, sense;
} Wires;

static void lines(Wires *w, bool clock, bool data)
{
    cr_write(w->t, w->drive, 0x01 | clock << 5 | data << 4);
}

static bool data_line(Wires *w)
{
    return cr_read(w->t, w->sense) & 0x08;
}

static void start(Wires *w)
{
    lines(w, true, true);
    lines(w, true, false);
    lines(w, false, false);
}

static void stop(Wires *w)
{
    lines(w, false, false);
    lines(w, true, false);
    lines(w, true, true);
}

static bool clock_bit(Wires *w, bool bit)
{
    bool seen;

    lines(w, false, bit);
    lines(w, true, bit);
    seen = data_line(w);
    lines(w, false, bit);
    return seen;
}

/* True if somebody acknowledged. */
static bool send_byte(Wires *w, uint8_t byte)
{
    int i;

    for (i = 7; i >= 0; i--) {
        clock_bit(w, byte >> i & 1);
    }
    return !clock_bit(w, true);
}

static uint8_t receive(Wires *w, bool more)
{
    uint8_t byte = 0;
    int i;

    for (i = 0; i < 8; i++) {
        byte = byte << 1 | clock_bit(w, true);
    }
    clock_bit(w, !more);
    return byte;
}

static bool read_edid(Wires *w, uint8_t *edid)
{
    unsigned i;

    start(w);
    if (!send_byte(w, 0xa0) || !send_byte(w, 0)) {
        stop(w);
        return false;
    }
    start(w);
    g_assert_true(send_byte(w, 0xa1));
    for (i = 0; i < EDID_SIZE; i++) {
        edid[i] = receive(w, i + 1 < EDID_SIZE);
    }
    stop(w);
    return true;
}

static void check_edid(NvQtest *t, unsigned width, unsigned height)
{
    static const uint8_t head[8] = {
        0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00,
    };
    Wires w = { t, 0x3f, 0x3e };
    uint8_t edid[EDID_SIZE], sum = 0;
    unsigned i;

    cr_write(t, 0x1f, 0x57);
    g_assert_true(read_edid(&w, edid));
    g_assert_cmpmem(edid, sizeof(head), head, sizeof(head));
    for (i = 0; i < EDID_SIZE; i++) {
        sum += edid[i];
    }
    g_assert_cmpuint(sum, ==, 0);
    /* The first detailed timing: low byte, high nibble. */
    g_assert_cmpuint(edid[56] | (edid[58] & 0xf0) << 4, ==, width);
    g_assert_cmpuint(edid[59] | (edid[61] & 0xf0) << 4, ==, height);
}

static void test_edid(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    check_edid(t, 1280, 800);
    /* Twice: the monitor is ready for the next reader. */
    check_edid(t, 1280, 800);
    nv_qtest_end(t);
}

static void test_edid_size(void)
{
    NvQtest *t = nv_qtest_start("-device nv25,vram=16M,xres=1024,yres=768");

    check_edid(t, 1024, 768);
    nv_qtest_end(t);
}

/* The other plugs are empty: lines are where the driver leaves them. */
static void test_no_monitor(void)
{
    NvQtest *t = nv_qtest_start("-device nv25,vram=16M");
    Wires w = { t, 0x37, 0x36 };
    uint8_t edid[EDID_SIZE];

    cr_write(t, 0x1f, 0x57);
    g_assert_false(read_edid(&w, edid));
    g_assert_true(data_line(&w));
    nv_qtest_end(t);
}

/* What a driver senses when it puts a voltage on DAC A. */
static bool loaded(NvQtest *t)
{
    return qpci_io_readl(t->dev, t->bar[0], TEST_CONTROL) & 1u << 28;
}

static void test_unplugged(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    Wires w;
    uint8_t edid[EDID_SIZE];

    g_assert_true(loaded(t));
    nv_qtest_end(t);
    t = nv_qtest_start("-device %s,vram=16M,monitor=off", chip->name);
    w = (Wires) { t, 0x3f, 0x3e };
    cr_write(t, 0x1f, 0x57);
    g_assert_false(read_edid(&w, edid));
    g_assert_true(data_line(&w));
    g_assert_false(loaded(t));
    nv_qtest_end(t);
}

/* A snapshot between two transfers. */
static void test_edid_migrate(void)
{
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "state", NULL);
    NvQtest *t = nv_qtest_start("-device nv25,vram=16M");

    check_edid(t, 1280, 800);
    nv_qtest_save(t, file);
    nv_qtest_end(t);
    t = nv_qtest_load(file, "-device nv25,vram=16M");
    check_edid(t, 1280, 800);
    nv_qtest_end(t);
    nv_qtest_rmdir(dir);
}

/* --- tables --- */

static uint32_t prom(NvQtest *t, unsigned at, unsigned bytes)
{
    uint32_t value = 0;
    unsigned i;

    for (i = 0; i < bytes; i++) {
        value |= qpci_io_readb(t->dev, t->bar[0], PROM + at + i) << 8 * i;
    }
    return value;
}

/* The steps of a driver that looks for its outputs. */
static void test_vbios(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    unsigned pcir = prom(t, 0x18, 2), dcb = prom(t, 0x36, 2), i;
    bool bit = chip->has & NV_QTEST_CURIE;      /* tables of DCB 3 */
    unsigned i2c = bit ? prom(t, dcb + 4, 2) + 5 : prom(t, dcb + 2, 2);
    unsigned size = prom(t, 2, 1) * 512;
    uint8_t sum = 0;

    g_assert_cmphex(prom(t, 0, 2), ==, 0xaa55);
    g_assert_cmphex(prom(t, pcir, 4), ==, 0x52494350);
    g_assert_cmphex(prom(t, pcir + 4, 2), ==, NV_VENDOR);
    g_assert_cmphex(prom(t, pcir + 6, 2), ==, chip->device_id);
    g_assert_cmphex(prom(t, dcb + (bit ? 6 : 4), 4), ==, 0x4edcbdcb);
    /* Analog, bus 0, output A, as many heads as there are. */
    g_assert_cmphex(prom(t, dcb + (bit ? 0x18 : 8), 4), ==,
                    0x01000000 | (chip->heads == 2 ? 0x300 : 0x100));
    g_assert_cmphex(prom(t, i2c, 2), ==, 0x3e3f);
    for (i = 0; i < size; i++) {
        sum += prom(t, i, 1);
    }
    g_assert_cmpuint(sum, ==, 0);
    nv_qtest_end(t);
}

/* --- VGA --- */

static void io_on(NvQtest *t)
{
    uint16_t command = qpci_config_readw(t->dev, PCI_COMMAND);

    qpci_config_writew(t->dev, PCI_COMMAND, command | PCI_COMMAND_IO |
                       PCI_COMMAND_MEMORY);
}

/* The same registers by port and in BAR0. */
static void test_ports(void)
{
    NvQtest *t = nv_qtest_start("-device nv20,vram=16M");

    io_on(t);
    qtest_outb(t->qts, 0x3c2, 0x01);            /* CRTC at 3dx */
    qtest_outw(t->qts, 0x3d4, 0x5a0e);          /* index 0e, data 5a */
    g_assert_cmphex(cr_read(t, 0x0e), ==, 0x5a);
    cr_write(t, 0x0f, 0xc3);
    qtest_outb(t->qts, 0x3d4, 0x0f);
    g_assert_cmphex(qtest_inb(t->qts, 0x3d5), ==, 0xc3);
    g_assert_cmphex(qtest_inb(t->qts, 0x3cc), ==, 0x01);
    /* Monochrome: the CRTC is at 3bx. */
    qtest_outb(t->qts, 0x3c2, 0x00);
    g_assert_cmphex(qtest_inb(t->qts, 0x3d5), ==, 0xff);
    g_assert_cmphex(qtest_inb(t->qts, 0x3b5), ==, 0xc3);
    nv_qtest_end(t);
}

/* Mode 13h, as far as the picture needs it. */
static void mode_13h(NvQtest *t)
{
    static const uint8_t cr[] = {
        0x5f, 0x4f, 0x50, 0x82, 0x54, 0x80, 0xbf, 0x1f, 0x00, 0x41, 0, 0, 0,
        0, 0, 0, 0x9c, 0x0e, 0x8f, 0x28, 0x40, 0x96, 0xb9, 0xa3, 0xff,
    };
    static const uint8_t sr[] = { 0x03, 0x01, 0x0f, 0x00, 0x0e };
    static const uint8_t gr[] = { 0, 0, 0, 0, 0, 0x40, 0x05, 0x0f, 0xff };
    unsigned i;

    qtest_outb(t->qts, 0x3c2, 0x63);
    for (i = 0; i < sizeof(sr); i++) {
        qtest_outw(t->qts, 0x3c4, sr[i] << 8 | i);
    }
    qtest_outw(t->qts, 0x3d4, 0x0011);          /* unlock CR00..07 */
    for (i = 0; i < sizeof(cr); i++) {
        qtest_outw(t->qts, 0x3d4, cr[i] << 8 | i);
    }
    for (i = 0; i < sizeof(gr); i++) {
        qtest_outw(t->qts, 0x3ce, gr[i] << 8 | i);
    }
    qtest_inb(t->qts, 0x3da);
    for (i = 0; i < 16; i++) {
        qtest_outb(t->qts, 0x3c0, i);
        qtest_outb(t->qts, 0x3c0, i);
    }
    qtest_outb(t->qts, 0x3c0, 0x10);
    qtest_outb(t->qts, 0x3c0, 0x41);
    qtest_outb(t->qts, 0x3c0, 0x20);            /* show */
    qtest_outb(t->qts, 0x3c6, 0xff);
    qtest_outb(t->qts, 0x3c8, 0x55);
    qtest_outb(t->qts, 0x3c9, 0x3f);
    qtest_outb(t->qts, 0x3c9, 0x00);
    qtest_outb(t->qts, 0x3c9, 0x14);
}

/* The colour at (@x, @y) of a picture file, and its size. */
static uint32_t pixel(NvQtest *t, unsigned x, unsigned y, unsigned *width,
                      unsigned *height)
{
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "screen.ppm", NULL);
    g_autofree char *bytes = NULL;
    const uint8_t *at;
    gsize size;

    qtest_qmp_assert_success(t->qts, "{'execute': 'screendump', 'arguments':"
                             " {'filename': %s, 'device': 'gpu'}}", file);
    g_assert_true(g_file_get_contents(file, &bytes, &size, NULL));
    g_assert_cmpint(sscanf(bytes, "P6\n%u %u\n255\n", width, height), ==, 2);
    at = (uint8_t *)bytes + size - *width * *height * 3;
    at += (y * *width + x) * 3;
    nv_qtest_rmdir(dir);
    return at[0] << 16 | at[1] << 8 | at[2];
}

static void test_mode_13h(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M,id=gpu", chip->name);
    unsigned w, h;

    io_on(t);
    mode_13h(t);
    qtest_writeb(t->qts, 0xa0000 + 320 * 50 + 100, 0x55);
    g_assert_cmphex(qtest_readb(t->qts, 0xa0000 + 320 * 50 + 100), ==, 0x55);
    /* Every pixel is four; six bits a colour become eight. */
    g_assert_cmphex(pixel(t, 200, 100, &w, &h), ==, 0xff0050);
    g_assert_cmphex(pixel(t, 201, 101, &w, &h), ==, 0xff0050);
    g_assert_cmphex(pixel(t, 202, 100, &w, &h), ==, 0);
    g_assert_cmpuint(w, ==, 640);
    g_assert_cmpuint(h, ==, 400);
    nv_qtest_end(t);
}

/* A second card leaves the ports to the first. */
static void test_second(void)
{
    NvQtest *t = nv_qtest_start("-device nv20,vram=16M,id=gpu "
                                "-device nv25,vram=16M");
    NvQtest *other = nv_qtest_other(t, 1);

    io_on(t);
    io_on(other);
    qtest_outb(t->qts, 0x3c2, 0x01);
    qtest_outw(t->qts, 0x3d4, 0x5a0e);
    g_assert_cmphex(cr_read(t, 0x0e), ==, 0x5a);
    g_assert_cmphex(cr_read(other, 0x0e), ==, 0);
    nv_qtest_other_end(other);
    nv_qtest_end(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    nv_qtest_add("/vga/edid", test_edid);
    g_test_add_func("/vga/edid-size", test_edid_size);
    g_test_add_func("/vga/edid-migrate", test_edid_migrate);
    g_test_add_func("/vga/no-monitor", test_no_monitor);
    nv_qtest_add("/vga/unplugged", test_unplugged);
    nv_qtest_add("/vga/vbios", test_vbios);
    g_test_add_func("/vga/ports", test_ports);
    nv_qtest_add("/vga/mode-13h", test_mode_13h);
    g_test_add_func("/vga/second", test_second);
    return g_test_run();
}
