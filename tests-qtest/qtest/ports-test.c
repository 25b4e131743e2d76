/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pad, sound and network as devices of a stock machine: ids and BARs, frames
 * to and from a socket that the test holds, sound in a file, keys in a report,
 * hot plug, snapshots.
 */
#include "nv2a-qtest.h"

#include <sys/socket.h>

#define RAM 0x100000            /* nobody else uses it */
#define TX_RING (RAM + 0x0000)
#define RX_RING (RAM + 0x1000)
#define TX_DATA (RAM + 0x2000)
#define RX_DATA (RAM + 0x3000)
#define LIST (RAM + 0x8000)
#define SAMPLES (RAM + 0x9000)

typedef struct Rig {
    QTestState *qts;
    QPCIBus *bus;
    QPCIDevice *dev;
    QPCIBar bar[3];
    uint64_t size[3];
} Rig;

static void take(QPCIDevice *dev, int devfn, void *data)
{
    *(QPCIDevice **)data = dev;
}

/* A machine with @args, the function 10de:@id in it, its @bars mapped. */
static Rig start(const char *args, uint16_t id, unsigned bars)
{
    g_autofree char *plugin = nv_qtest_options();
    Rig r = {
        .qts = qtest_initf("-M pc -vga none -net none %s %s", plugin, args),
    };
    unsigned i;

    r.bus = qpci_new_pc(r.qts, NULL);
    if (id) {
        qpci_device_foreach(r.bus, NV_VENDOR, id, take, &r.dev);
        g_assert_nonnull(r.dev);
        qpci_device_enable(r.dev);
    }
    for (i = 0; i < bars; i++) {
        r.bar[i] = qpci_iomap(r.dev, i, &r.size[i]);
    }
    return r;
}

static void end(Rig *r)
{
    g_free(r->dev);
    qpci_free_pc(r->bus);
    qtest_quit(r->qts);
}

static uint32_t get(Rig *r, unsigned bar, uint32_t offset)
{
    return qpci_io_readl(r->dev, r->bar[bar], offset);
}

static void put(Rig *r, unsigned bar, uint32_t offset, uint32_t value)
{
    qpci_io_writel(r->dev, r->bar[bar], offset, value);
}

static bool pin(Rig *r)
{
    return qpci_config_readw(r->dev, PCI_STATUS) & PCI_STATUS_INTERRUPT;
}

static void describe(Rig *r, uint32_t at, uint32_t address, uint32_t word)
{
    qtest_writel(r->qts, at, address);
    qtest_writel(r->qts, at + 4, word);
}

/* --- network --- */

static void test_nic_config(void)
{
    Rig r = start("-device xbox-nic,mac=02:11:22:33:44:55", 0x01c3, 2);

    g_assert_cmphex(qpci_config_readl(r.dev, PCI_CLASS_REVISION), ==,
                    0x020000d2);
    g_assert_cmphex(qpci_config_readl(r.dev, PCI_SUBSYSTEM_VENDOR_ID), ==,
                    0);
    g_assert_cmphex(qpci_config_readb(r.dev, PCI_INTERRUPT_PIN), ==, 1);
    g_assert_cmphex(r.size[0], ==, 0x400);
    g_assert_cmphex(r.size[1], ==, 8);
    g_assert_cmphex(get(&r, 0, 0x0a8), ==, 0x22334455);
    g_assert_cmphex(get(&r, 0, 0x0ac), ==, 0x0211);
    end(&r);
}

static void nic_start(Rig *r)
{
    put(r, 0, 0x0a8, 0x33221102);
    put(r, 0, 0x0ac, 0x5544);
    put(r, 0, 0x08c, 0x7f0020);
    put(r, 0, 0x100, TX_RING);
    put(r, 0, 0x104, RX_RING);
    put(r, 0, 0x108, 3 << 16 | 3);
    put(r, 0, 0x084, 1);
    put(r, 0, 0x094, 1);
    put(r, 0, 0x000, 0xffff);
    put(r, 0, 0x004, 0xdf);
}

/* Until @bits of the interrupt status are all set, 5 s at most. */
static void wait_irq(Rig *r, uint32_t bits)
{
    gint64 until = g_get_monotonic_time() + 5 * G_TIME_SPAN_SECOND;

    while ((get(r, 0, 0) & bits) != bits) {
        g_assert_cmpint(g_get_monotonic_time(), <, until);
    }
}

/* All @size bytes, 5 s at most. */
static void read_all(int fd, void *data, size_t size)
{
    struct timeval limit = { .tv_sec = 5 };

    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    g_assert_cmpint(recv(fd, data, size, MSG_WAITALL), ==, size);
}

static Rig start_with_wire(int *wire)
{
    g_autofree char *args = NULL;
    int pair[2];
    Rig r;

    g_assert_cmpint(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), ==, 0);
    args = g_strdup_printf("-netdev socket,id=n,fd=%d -device "
                           "xbox-nic,id=nic,netdev=n", pair[1]);
    r = start(args, 0x01c3, 2);
    close(pair[1]);
    *wire = pair[0];
    return r;
}

/* The wire's frames have their length before them, big endian. */
static void test_nic_send(void)
{
    uint8_t frame[1000], got[1004];
    unsigned i;
    int wire;
    Rig r = start_with_wire(&wire);

    for (i = 0; i < sizeof(frame); i++) {
        frame[i] = i * 11;
    }
    nic_start(&r);
    qtest_memwrite(r.qts, TX_DATA, frame, sizeof(frame));
    describe(&r, TX_RING + 8, TX_DATA + 600, 399 | 0x80010000);
    describe(&r, TX_RING, TX_DATA, 599 | 0x80000000);
    put(&r, 0, 0x144, 1);
    read_all(wire, got, sizeof(got));
    g_assert_cmphex(got[2] << 8 | got[3], ==, 1000);
    g_assert_cmpmem(got + 4, 1000, frame, 1000);
    wait_irq(&r, 0x10);
    g_assert_true(pin(&r));
    g_assert_cmphex(qtest_readl(r.qts, TX_RING + 12), ==, 399 | 0x10000);
    put(&r, 0, 0, 0x10);
    g_assert_false(pin(&r));
    close(wire);
    end(&r);
}

static void test_nic_receive(void)
{
    uint8_t frame[84] = { 0, 0, 0, 80, 0x02, 0x11, 0x22, 0x33, 0x44, 0x55 };
    uint8_t got[80];
    unsigned i;
    int wire;
    Rig r = start_with_wire(&wire);

    for (i = 10; i < sizeof(frame); i++) {
        frame[i] = i;
    }
    nic_start(&r);
    for (i = 0; i < 4; i++) {
        describe(&r, RX_RING + 8 * i, RX_DATA + i * 0x800,
                 0x600 | 0x80000000);
    }
    for (i = 0; i < 2; i++) {
        frame[20] = i;
        g_assert_cmpint(send(wire, frame, sizeof(frame), MSG_NOSIGNAL), ==,
                        sizeof(frame));
        wait_irq(&r, 2);
        g_assert_true(pin(&r));
        put(&r, 0, 0, 2);
        g_assert_cmphex(qtest_readl(r.qts, RX_RING + 8 * i + 4), ==,
                        80 | 0x10000);
        qtest_memread(r.qts, RX_DATA + i * 0x800, got, sizeof(got));
        g_assert_cmpmem(got, sizeof(got), frame + 4, 80);
    }
    close(wire);
    end(&r);
}

static void test_nic_link(void)
{
    int wire;
    Rig r = start_with_wire(&wire);

    nic_start(&r);
    put(&r, 0, 0x190, 1 << 5 | 1);
    g_assert_cmphex(get(&r, 0, 0x194) & 4, ==, 4);
    qtest_qmp_assert_success(r.qts, "{'execute': 'set_link', 'arguments': "
                             "{'name': 'nic', 'up': false}}");
    g_assert_true(pin(&r));
    g_assert_cmphex(get(&r, 0, 0x000), ==, 0x40);
    put(&r, 0, 0x190, 1 << 5 | 1);
    g_assert_cmphex(get(&r, 0, 0x194) & 4, ==, 0);
    close(wire);
    end(&r);
}

/* Rings that point into registers, the controller's own too. */
static void test_nic_hostile(void)
{
    int wire;
    Rig r = start_with_wire(&wire);
    uint32_t own = qpci_config_readl(r.dev, PCI_BASE_ADDRESS_0) & ~15u;

    nic_start(&r);
    put(&r, 0, 0x100, own);
    put(&r, 0, 0x144, 1);
    wait_irq(&r, 0x08);
    put(&r, 0, 0x100, TX_RING);
    describe(&r, TX_RING, own + 0x100, 99 | 0x80010000);
    put(&r, 0, 0, 0x08);
    put(&r, 0, 0x144, 1);
    wait_irq(&r, 0x08);
    g_assert_cmphex(qtest_readl(r.qts, TX_RING + 4) >> 30, ==, 1);
    close(wire);
    end(&r);
}

/* --- sound --- */

static void test_aci_config(void)
{
    Rig r = start("-audiodev none,id=a -device xbox-aci,audiodev=a", 0x01b1,
                  3);

    g_assert_cmphex(qpci_config_readl(r.dev, PCI_CLASS_REVISION), ==,
                    0x040100b1);
    g_assert_cmphex(r.size[0], ==, 256);
    g_assert_cmphex(r.size[1], ==, 128);
    g_assert_cmphex(r.size[2], ==, 4096);
    g_assert_cmphex(get(&r, 2, 0x130) & 0x100, ==, 0x100);
    g_assert_cmphex(get(&r, 1, 0x30) & 0x100, ==, 0x100);
    g_assert_cmphex(get(&r, 0, 0x7c), ==, 0x4c09574d);
    put(&r, 1, 0x10, 0x1234560);
    g_assert_cmphex(get(&r, 2, 0x110), ==, 0x1234560);
    end(&r);
}

static void aci_start(Rig *r, uint32_t channel, unsigned last)
{
    put(r, 2, 0x12c, 2);
    put(r, 2, channel, LIST);
    qpci_io_writeb(r->dev, r->bar[2], channel + 5, last);
    qpci_io_writeb(r->dev, r->bar[2], channel + 0xb, 0x1d);
}

/* Guest time goes on in steps of 5 ms. */
static void pass(Rig *r, unsigned ms)
{
    for (; ms; ms -= 5) {
        qtest_clock_step(r->qts, 5000000);
    }
}

/* S/PDIF has no host: 4800 frames take 100 ms of guest time. */
static void test_aci_time(void)
{
    Rig r = start("-audiodev none,id=a -device xbox-aci,audiodev=a", 0x01b1,
                  3);

    describe(&r, LIST, SAMPLES, 9600 | 0x80000000);
    describe(&r, LIST + 8, SAMPLES, 9600);
    aci_start(&r, 0x170, 1);
    g_assert_false(pin(&r));
    pass(&r, 95);
    g_assert_cmpuint(qpci_io_readb(r.dev, r.bar[2], 0x174), ==, 0);
    g_assert_cmpuint(qpci_io_readw(r.dev, r.bar[2], 0x178), ==, 480);
    pass(&r, 10);
    g_assert_true(pin(&r));
    g_assert_cmpuint(qpci_io_readb(r.dev, r.bar[2], 0x174), ==, 1);
    g_assert_cmpuint(qpci_io_readw(r.dev, r.bar[2], 0x178), ==, 9600 - 480);
    qpci_io_writeb(r.dev, r.bar[2], 0x176, 0xff);
    g_assert_false(pin(&r));
    pass(&r, 100);
    g_assert_cmphex(qpci_io_readw(r.dev, r.bar[2], 0x176), ==, 7);
    end(&r);
}

#define FRAMES 9600             /* 200 ms */

static void make_sound(int16_t *sound)
{
    unsigned i;

    for (i = 0; i < FRAMES; i++) {
        sound[2 * i] = (int16_t)(1 + i * 3);
        sound[2 * i + 1] = (int16_t)(-1 - (int)i * 3);
    }
}

/* Where @sound's first frame is in @data. */
static size_t find_sound(const char *data, size_t size, const int16_t *sound)
{
    size_t at;

    for (at = 44; at + 4 <= size; at += 4) {
        if (!memcmp(data + at, sound, 4)) {
            return at;
        }
    }
    return size;
}

/* What a list plays is what the host hears, sample by sample. */
static void test_aci_sound(void)
{
    g_autofree char *file = NULL, *args = NULL, *data = NULL;
    g_autofree int16_t *sound = g_new(int16_t, 2 * FRAMES);
    unsigned i, part = FRAMES / 4;
    size_t size, at;
    int fd = g_file_open_tmp("nv2a-XXXXXX.wav", &file, NULL);
    Rig r;

    g_assert_cmpint(fd, >=, 0);
    close(fd);
    make_sound(sound);
    args = g_strdup_printf("-audiodev wav,id=xbox,path=%s,out.frequency=48000 "
                           "-device xbox-aci", file);
    r = start(args, 0x01b1, 3);
    qtest_memwrite(r.qts, SAMPLES, sound, FRAMES * 4);
    for (i = 0; i < 4; i++) {
        describe(&r, LIST + 8 * i, SAMPLES + i * part * 4,
                 part * 2 | 0x80000000);
    }
    aci_start(&r, 0x110, 3);
    pass(&r, 600);
    g_assert_true(pin(&r));
    g_assert_cmphex(qpci_io_readw(r.dev, r.bar[2], 0x116), ==, 0xf);
    g_assert_cmpuint(qpci_io_readb(r.dev, r.bar[2], 0x114), ==, 3);
    end(&r);
    g_assert_true(g_file_get_contents(file, &data, &size, NULL));
    at = find_sound(data, size, sound);
    g_assert_cmpuint(at + FRAMES * 4, <=, size);
    g_assert_cmpmem(data + at, FRAMES * 4, sound, FRAMES * 4);
    unlink(file);
}

/* --- pad --- */

static void key(Rig *r, const char *name, bool down)
{
    qtest_qmp_assert_success(r->qts, "{'execute': 'input-send-event', "
        "'arguments': {'events': [{'type': 'key', 'data': {'down': %i, "
        "'key': {'type': 'qcode', 'data': %s}}}]}}", down, name);
}

static void check_report(Rig *r, const char *expect)
{
    g_autofree char *report = nv_qtest_property_of(r->qts, "p", "report");

    g_assert_cmpstr(report, ==, expect);
}

#define AT_REST "0014000000000000000000000000000000000000"

static void test_pad_keys(void)
{
    Rig r = start("-device pci-ohci -device xbox-pad,id=p", 0, 0);
    g_autofree char *rumble = nv_qtest_property_of(r.qts, "p", "rumble");

    g_assert_cmpstr(rumble, ==, "0 0 0");
    check_report(&r, AT_REST);
    qtest_qmp_assert_success(r.qts, "{'execute': 'input-send-event', "
        "'arguments': {'events': [{'type': 'key', 'data': {'down': true, "
        "'key': {'type': 'qcode', 'data': 'a'}}}, {'type': 'key', 'data': "
        "{'down': true, 'key': {'type': 'qcode', 'data': 'down'}}}]}}");
    check_report(&r, "00140200ff000000000000000000000000000000");
    qtest_qmp_assert_success(r.qts, "{'execute': 'input-send-event', "
        "'arguments': {'events': [{'type': 'key', 'data': {'down': false, "
        "'key': {'type': 'qcode', 'data': 'a'}}}, {'type': 'key', 'data': "
        "{'down': false, 'key': {'type': 'qcode', 'data': 'down'}}}]}}");
    check_report(&r, AT_REST);
    end(&r);
}

/* The mouse pushes the right stick, which goes back by itself. */
static void test_pad_mouse(void)
{
    Rig r = start("-device pci-ohci -device xbox-pad,id=p", 0, 0);

    qtest_qmp_assert_success(r.qts, "{'execute': 'input-send-event', "
        "'arguments': {'events': [{'type': 'rel', 'data': {'axis': 'x', "
        "'value': 8}}, {'type': 'rel', 'data': {'axis': 'y', 'value': 8}}, "
        "{'type': 'btn', 'data': {'down': true, 'button': 'left'}}]}}");
    check_report(&r, "001400000000000000" "0000ff" "00000000" "001000f0");
    qtest_clock_step(r.qts, 1000000000);
    check_report(&r, "001400000000000000" "0000ff" "00000000" "00000000");
    end(&r);
}

static void test_pad_plug(void)
{
    Rig r = start("-device pci-ohci -device xbox-pad,id=p", 0, 0);

    qtest_qmp_device_del(r.qts, "p");
    qtest_qmp_device_add(r.qts, "xbox-pad", "p", "{}");
    check_report(&r, AT_REST);
    end(&r);
}

/* --- all of them saved and gone on with --- */

#define ALL_THREE "-audiodev none,id=a -device xbox-aci,audiodev=a " \
    "-device xbox-nic -device pci-ohci -device xbox-pad,id=p"

/* The machine of @args, gone on with from @file; its BARs are as in @was. */
static Rig resume(const char *args, const char *file, const Rig *was)
{
    g_autofree char *more = g_strdup_printf("%s -incoming defer", args);
    g_autofree char *uri = g_strdup_printf("exec:cat %s", file);
    Rig r = start(more, 0, 0);

    qtest_qmp_assert_success(r.qts, "{'execute': 'migrate-incoming', "
                             "'arguments': {'uri': %s}}", uri);
    qtest_qmp_eventwait(r.qts, "RESUME");
    qpci_device_foreach(r.bus, NV_VENDOR, 0x01b1, take, &r.dev);
    g_assert_nonnull(r.dev);
    memcpy(r.bar, was->bar, sizeof(r.bar));
    return r;
}

static void test_snapshot(void)
{
    g_autofree char *file = NULL;
    int fd = g_file_open_tmp("nv2a-XXXXXX.state", &file, NULL);
    Rig r = start(ALL_THREE, 0x01b1, 3), next;
    NvQtest save = { .qts = r.qts };

    g_assert_cmpint(fd, >=, 0);
    close(fd);
    key(&r, "x", true);
    describe(&r, LIST, SAMPLES, 0xfff0 | 0x80000000);
    aci_start(&r, 0x170, 3);
    pass(&r, 50);
    g_assert_cmpuint(qpci_io_readw(r.dev, r.bar[2], 0x178), ==,
                     0xfff0 - 4800);
    nv_qtest_save(&save, file);
    next = resume(ALL_THREE, file, &r);
    end(&r);
    check_report(&next, "00140000" "0000ff" "0000000000" "0000000000000000");
    g_assert_cmpuint(qpci_io_readw(next.dev, next.bar[2], 0x178), ==,
                     0xfff0 - 4800);
    pass(&next, 50);
    g_assert_cmpuint(qpci_io_readw(next.dev, next.bar[2], 0x178), ==,
                     0xfff0 - 9600);
    end(&next);
    unlink(file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/ports/nic/config", test_nic_config);
    qtest_add_func("/ports/nic/send", test_nic_send);
    qtest_add_func("/ports/nic/receive", test_nic_receive);
    qtest_add_func("/ports/nic/link", test_nic_link);
    qtest_add_func("/ports/nic/hostile", test_nic_hostile);
    qtest_add_func("/ports/aci/config", test_aci_config);
    qtest_add_func("/ports/aci/time", test_aci_time);
    qtest_add_func("/ports/aci/sound", test_aci_sound);
    qtest_add_func("/ports/pad/keys", test_pad_keys);
    qtest_add_func("/ports/pad/mouse", test_pad_mouse);
    qtest_add_func("/ports/pad/plug", test_pad_plug);
    qtest_add_func("/ports/snapshot", test_snapshot);
    return g_test_run();
}
