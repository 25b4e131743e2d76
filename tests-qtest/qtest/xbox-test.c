/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's board as software finds it: functions, BARs, memory,
 * interrupt routes, clocks.  Facts: what firmware and Linux read.
 */
#include "xbox-qtest.h"

/* --- functions --- */

static const struct {
    unsigned bus, slot, fn;
    uint16_t device;
    uint32_t class_rev;         /* class, programming interface, revision */
    uint8_t pin;
} functions[] = {
    { 0, 0, 0, 0x02a5, 0x060000a1, 0 },
    { 0, 0, 3, 0x02a6, 0x050000a1, 0 },
    { 0, 1, 0, 0x01b2, 0x060100d4, 0 },
    { 0, 1, 1, 0x01b4, 0x0c0500b1, 1 },
    { 0, 2, 0, 0x01c2, 0x0c0310b1, 1 },
    { 0, 3, 0, 0x01c2, 0x0c0310b1, 1 },
    { 0, 4, 0, 0x01c3, 0x020000d2, 1 },
    { 0, 5, 0, 0x01b0, 0x040100b1, 1 },
    { 0, 6, 0, 0x01b1, 0x040100b1, 1 },
    { 0, 9, 0, 0x01bc, 0x01018ab1, 0 },
    { 0, 30, 0, 0x01b7, 0x060400a1, 0 },
    { 1, 0, 0, 0x02a0, 0x030000a1, 1 },
};

static int find_function(unsigned bus, unsigned slot, unsigned fn)
{
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(functions); i++) {
        if (functions[i].bus == bus && functions[i].slot == slot &&
            functions[i].fn == fn) {
            return i;
        }
    }
    return -1;
}

/* All that are there, and no others. */
static void test_functions(void)
{
    XboxTest *t = xbox_start("", "");
    unsigned bus, devfn;

    xbox_map(t);
    for (bus = 0; bus < 2; bus++) {
        for (devfn = 0; devfn < 256; devfn++) {
            unsigned slot = devfn >> 3, fn = devfn & 7;
            int i = find_function(bus, slot, fn);
            uint32_t id = xbox_config(t, XBOX_CONFIG(bus, slot, fn, 0));

            if (i < 0) {
                g_assert_cmphex(id, ==, 0xffffffff);
                continue;
            }
            g_assert_cmphex(id, ==, functions[i].device << 16 | 0x10de);
            g_assert_cmphex(xbox_config(t, XBOX_CONFIG(bus, slot, fn, 8)), ==,
                            functions[i].class_rev);
            g_assert_cmphex(xbox_config_byte(t, XBOX_CONFIG(bus, slot, fn,
                                                            0x3d)),
                            ==, functions[i].pin);
            if (slot != 30) {
                g_assert_cmphex(xbox_config(t, XBOX_CONFIG(bus, slot, fn,
                                                           0x2c)), ==, 0);
            }
        }
    }
    xbox_end(t);
}

/* Sizes, as software asks for them by writing ones. */
static void test_bar_sizes(void)
{
    static const struct {
        unsigned bus, slot, fn, reg;
        uint32_t answer;
    } rows[] = {
        { 0, 1, 0, 0x10, 0xffffff01 }, { 0, 1, 0, 0x14, 0 },
        { 0, 1, 1, 0x10, 0 }, { 0, 1, 1, 0x14, 0xffffffe1 },
        { 0, 1, 1, 0x18, 0xffffffc1 },
        { 0, 2, 0, 0x10, 0xfffff000 }, { 0, 3, 0, 0x10, 0xfffff000 },
        { 0, 4, 0, 0x10, 0xfffffc00 }, { 0, 4, 0, 0x14, 0xfffffff9 },
        { 0, 5, 0, 0x10, 0xfff80000 },
        { 0, 6, 0, 0x10, 0xffffff01 }, { 0, 6, 0, 0x14, 0xffffff81 },
        { 0, 6, 0, 0x18, 0xfffff000 },
        { 0, 9, 0, 0x20, 0xfffffff1 },
        { 1, 0, 0, 0x10, 0xff000000 }, { 1, 0, 0, 0x14, 0xfc000008 },
    };
    XboxTest *t = xbox_start("", "");
    unsigned i;

    xbox_set_config(t, XBOX_CONFIG(0, 30, 0, 0x18), 0x00010100);
    for (i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint32_t address = XBOX_CONFIG(rows[i].bus, rows[i].slot, rows[i].fn,
                                       rows[i].reg);

        xbox_set_config(t, address, 0xffffffff);
        g_assert_cmphex(xbox_config(t, address), ==, rows[i].answer);
    }
    xbox_end(t);
}

/* Bytes that firmware writes keep what it wrote until a reset. */
static void test_config_reset(void)
{
    static const uint32_t kept[] = {
        XBOX_CONFIG(0, 0, 0, 0x64), XBOX_CONFIG(0, 0, 3, 0x6c),
        XBOX_LPC(0x4c), XBOX_LPC(0x64), XBOX_LPC(0x68), XBOX_LPC(0x6c),
        XBOX_LPC(0xc8), XBOX_CONFIG(0, 2, 0, 0x50), XBOX_CONFIG(0, 9, 0, 0x58),
        XBOX_CONFIG(0, 30, 0, 0x4c),
    };
    uint32_t before[G_N_ELEMENTS(kept)];
    XboxTest *t = xbox_start("", "");
    unsigned i;

    g_assert_cmphex(xbox_config(t, XBOX_CONFIG(0, 0, 0, 0x84)), ==,
                    0x03ffffff);
    for (i = 0; i < G_N_ELEMENTS(kept); i++) {
        before[i] = xbox_config(t, kept[i]);
        xbox_set_config(t, kept[i], before[i] ^ 0x01040100);
        g_assert_cmphex(xbox_config(t, kept[i]), ==, before[i] ^ 0x01040100);
    }
    xbox_set_config(t, XBOX_CONFIG(0, 0, 0, 0x84), 0x07ffffff);
    qtest_qmp_assert_success(t->qts, "{'execute': 'system_reset'}");
    xbox_wait(t, "RESET");
    for (i = 0; i < G_N_ELEMENTS(kept); i++) {
        g_assert_cmphex(xbox_config(t, kept[i]), ==, before[i]);
    }
    g_assert_cmphex(xbox_config(t, XBOX_CONFIG(0, 0, 0, 0x84)), ==,
                    0x03ffffff);
    xbox_end(t);
}

/* --- memory --- */

/* The GPU behind the bridge, and its memory, which is the machine's. */
static void test_gpu(void)
{
    XboxTest *t = xbox_start("", "");

    xbox_map(t);
    g_assert_cmphex(qtest_readl(t->qts, XBOX_GPU), ==, 0x02a000a1);
    qtest_writel(t->qts, XBOX_GPU_RAM + 0x123450, 0xcafe0001);
    g_assert_cmphex(qtest_readl(t->qts, 0x123450), ==, 0xcafe0001);
    qtest_writel(t->qts, 0x03fffffc, 0xcafe0002);
    g_assert_cmphex(qtest_readl(t->qts, XBOX_GPU_RAM + 0x03fffffc), ==,
                    0xcafe0002);
    /* Firmware clears what would be upper halves of the window, or not. */
    xbox_set_config(t, XBOX_CONFIG(0, 30, 0, 0x28), 0x12345678);
    xbox_set_config(t, XBOX_CONFIG(0, 30, 0, 0x2c), 0x87654321);
    g_assert_cmphex(xbox_config(t, XBOX_CONFIG(0, 30, 0, 0x28)), ==, 0);
    g_assert_cmphex(qtest_readl(t->qts, XBOX_GPU_RAM + 0x123450), ==,
                    0xcafe0001);
    xbox_end(t);
}

static void test_ram(void)
{
    XboxTest *t = xbox_start("", "-m 128M");

    xbox_map(t);
    g_assert_cmphex(xbox_config(t, XBOX_CONFIG(0, 0, 0, 0x84)), ==,
                    0x07ffffff);
    qtest_writel(t->qts, 0x07fffffc, 0x600df00d);
    g_assert_cmphex(qtest_readl(t->qts, XBOX_GPU_RAM + 0x07fffffc), ==,
                    0x600df00d);
    xbox_end(t);
    /* Firmware finds out by writing where a larger one would go on. */
    t = xbox_start("", "");
    qtest_writel(t->qts, 0x04000000, 0x600df00d);
    g_assert_cmphex(qtest_readl(t->qts, 0x04000000), !=, 0x600df00d);
    xbox_end(t);
}

/* --- interrupts --- */

/* The GPU asks by the bit that only software sets. */
static void gpu_request(XboxTest *t, bool on)
{
    qtest_writel(t->qts, XBOX_GPU + NV_PMC_INTR_EN, on ? 2 : 0);
    qtest_writel(t->qts, XBOX_GPU + NV_PMC_INTR, on ? 1u << 31 : 0);
}

/* hw: the bridge is PIRQ C, byte 0x6a; a new route moves the request. */
static void test_route_gpu(void)
{
    XboxTest *t = xbox_start("", "");

    qtest_outb(t->qts, 0x4d0, 0xf8);            /* level */
    qtest_outb(t->qts, 0x4d1, 0xde);
    xbox_map(t);
    xbox_set_config(t, XBOX_LPC(0x68), 0x00030000);
    g_assert_cmphex(xbox_requests(t) & 0x08, ==, 0);
    gpu_request(t, true);
    g_assert_cmphex(xbox_requests(t) & 0xfff8, ==, 0x0008);
    xbox_set_config(t, XBOX_LPC(0x68), 0x000a0000);
    g_assert_cmphex(xbox_requests(t) & 0xfff8, ==, 0x0400);
    xbox_set_config(t, XBOX_LPC(0x68), 0);
    g_assert_cmphex(xbox_requests(t) & 0xfff8, ==, 0);
    xbox_set_config(t, XBOX_LPC(0x68), 0x00030000);
    gpu_request(t, false);
    g_assert_cmphex(xbox_requests(t) & 0xfff8, ==, 0);
    xbox_end(t);
}

/* hw: device 2 is internal input 0, nibble 0 of 0x6c. */
static void test_route_usb(void)
{
    XboxTest *t = xbox_start("", "");

    qtest_outb(t->qts, 0x4d0, 0xfa);
    qtest_outb(t->qts, 0x4d1, 0xde);
    xbox_map(t);
    g_assert_cmphex(qtest_readl(t->qts, XBOX_OHCI0) & 0xff, ==, 0x10);
    xbox_set_config(t, XBOX_LPC(0x6c), 0x0e065491);
    qtest_writel(t->qts, XBOX_OHCI0 + 0x18, 0x1000);    /* HCCA */
    qtest_writel(t->qts, XBOX_OHCI0 + 0x10, 0x80000004); /* start of frame */
    qtest_writel(t->qts, XBOX_OHCI0 + 0x04, 0x80);      /* operational */
    qtest_clock_step(t->qts, 5000000);
    g_assert_cmphex(xbox_requests(t) & 0xfffa, ==, 0x0002);
    xbox_set_config(t, XBOX_LPC(0x6c), 0x0e06549b);
    g_assert_cmphex(xbox_requests(t) & 0xfffa, ==, 0x0800);
    /* "INTx disable" alone, in the high byte of COMMAND, and back. */
    qtest_outl(t->qts, 0xcf8, XBOX_CONFIG(0, 2, 0, 0x04));
    qtest_outb(t->qts, 0xcfd, 0x04);
    g_assert_cmphex(xbox_requests(t) & 0xfffa, ==, 0);
    qtest_outb(t->qts, 0xcfd, 0);
    g_assert_cmphex(xbox_requests(t) & 0xfffa, ==, 0x0800);
    qtest_writel(t->qts, XBOX_OHCI0 + 0x14, 0x80000000);
    g_assert_cmphex(xbox_requests(t) & 0xfffa, ==, 0);
    xbox_end(t);
}

/* The serial port drives its line itself, through the same 8259. */
static void test_route_serial(void)
{
    XboxTest *t = xbox_start("", "-serial null");

    g_assert_cmphex(xbox_requests(t) & 0x10, ==, 0);
    qtest_outb(t->qts, 0x3fc, 0x08);            /* OUT2 */
    qtest_outb(t->qts, 0x3f9, 0x02);            /* transmitter empty */
    g_assert_cmphex(xbox_requests(t) & 0x10, ==, 0x10);
    xbox_end(t);
}

/* --- power management --- */

static void test_pm(void)
{
    XboxTest *t = xbox_start("", "");
    uint32_t first;
    uint8_t field;

    xbox_map(t);
    first = qtest_inl(t->qts, XBOX_PM + 8);
    qtest_clock_step(t->qts, 1000000000);
    g_assert_cmpuint((qtest_inl(t->qts, XBOX_PM + 8) - first) & 0xffffff, ==,
                     3375000);
    /* hw: firmware waits for the field pin to change. */
    field = qtest_inb(t->qts, XBOX_PM + 0xc0) & 0x20;
    g_assert_cmphex(qtest_inb(t->qts, XBOX_PM + 0xc0) & 0x20, !=, field);
    qtest_outb(t->qts, XBOX_PM + 0xd8, 4);
    g_assert_cmphex(qtest_inb(t->qts, XBOX_PM + 0xd8), ==, 4);
    xbox_end(t);
}

static uint8_t clock_byte(XboxTest *t, uint8_t at)
{
    qtest_outb(t->qts, 0x70, at);
    return qtest_inb(t->qts, 0x71);
}

/* The clock's memory is valid, and keeps what is written. */
static void test_clock(void)
{
    XboxTest *t = xbox_start("", "-rtc base=2003-04-05T06:07:08");
    unsigned i;

    for (i = 0x10; i < 0x70; i++) {
        if (i != 0x32 && i != 0x37) {
            g_assert_cmphex(clock_byte(t, i), ==, i & 1 ? 0xaa : 0x55);
        }
    }
    g_assert_cmphex(clock_byte(t, 9), ==, 0x03);
    g_assert_cmphex(clock_byte(t, 8), ==, 0x04);
    g_assert_cmphex(clock_byte(t, 7), ==, 0x05);
    g_assert_cmphex(clock_byte(t, 0x32), ==, 0x20);
    qtest_outb(t->qts, 0x70, 0x40);
    qtest_outb(t->qts, 0x71, 0x99);
    g_assert_cmphex(clock_byte(t, 0x40), ==, 0x99);
    /* The second bank; it outlives a reset as the first does. */
    for (i = 0; i < 128; i++) {
        qtest_outb(t->qts, 0x72, i);
        g_assert_cmphex(qtest_inb(t->qts, 0x73), ==, i & 1 ? 0xaa : 0x55);
    }
    qtest_outb(t->qts, 0x72, 0x40);
    qtest_outb(t->qts, 0x73, 0x77);
    g_assert_cmphex(clock_byte(t, 0x40), ==, 0x99);
    qtest_qmp_assert_success(t->qts, "{'execute': 'system_reset'}");
    qtest_qmp_eventwait(t->qts, "RESET");
    qtest_outb(t->qts, 0x72, 0xc0);
    g_assert_cmphex(qtest_inb(t->qts, 0x73), ==, 0x77);
    xbox_end(t);
}

static uint16_t timer_count(XboxTest *t, unsigned counter)
{
    uint16_t low;

    qtest_outb(t->qts, 0x43, counter << 6);
    low = qtest_inb(t->qts, 0x40 + counter);
    return low | qtest_inb(t->qts, 0x40 + counter) << 8;
}

/* hw: 1.125 MHz, so that 1125 clocks are a millisecond. */
static void test_timer(void)
{
    XboxTest *t = xbox_start("", "");
    unsigned i;

    qtest_outb(t->qts, 0x61, qtest_inb(t->qts, 0x61) | 1);
    qtest_outb(t->qts, 0x43, 0xb0);             /* counter 2, mode 0 */
    qtest_outb(t->qts, 0x42, 0xff);
    qtest_outb(t->qts, 0x42, 0xff);
    qtest_clock_step(t->qts, 8000);
    i = timer_count(t, 2);
    qtest_clock_step(t->qts, 10000000);
    g_assert_cmpuint(i - timer_count(t, 2), ==, 11250);
    g_assert_cmphex(qtest_inb(t->qts, 0x61) & 0x20, ==, 0);
    qtest_clock_step(t->qts, 60000000);
    g_assert_cmphex(qtest_inb(t->qts, 0x61) & 0x20, ==, 0x20);
    /* Interrupt 0 each millisecond: seen by the 8259, taken back by us. */
    qtest_outb(t->qts, 0x20, 0x11);
    qtest_outb(t->qts, 0x21, 0x30);
    qtest_outb(t->qts, 0x21, 0x04);
    qtest_outb(t->qts, 0x21, 0x03);             /* ends by itself */
    qtest_outb(t->qts, 0x21, 0xff);
    qtest_outb(t->qts, 0x43, 0x34);
    qtest_outb(t->qts, 0x40, 1125 & 0xff);
    qtest_outb(t->qts, 0x40, 1125 >> 8);
    for (i = 0; i < 100; i++) {
        qtest_outb(t->qts, 0x20, 0x11);         /* forget it */
        qtest_outb(t->qts, 0x21, 0x30);
        qtest_outb(t->qts, 0x21, 0x04);
        qtest_outb(t->qts, 0x21, 0x03);
        qtest_outb(t->qts, 0x21, 0xff);
        qtest_outb(t->qts, 0x20, 0x0a);
        g_assert_cmphex(qtest_inb(t->qts, 0x20) & 1, ==, 0);
        qtest_clock_step(t->qts, i ? 1000000 : 1002000);
        qtest_outb(t->qts, 0x20, 0x0a);
        g_assert_cmphex(qtest_inb(t->qts, 0x20) & 1, ==, 1);
    }
    xbox_end(t);
}

/* The audio processor has memory, and room for methods. */
static void test_apu(void)
{
    XboxTest *t = xbox_start("", "");
    const uint32_t apu = 0xfe800000;

    xbox_map(t);
    xbox_set_config(t, XBOX_CONFIG(0, 5, 0, 0x10), apu);
    xbox_set_config(t, XBOX_CONFIG(0, 5, 0, 0x04), 6);
    qtest_writel(t->qts, apu + 0x30004, 0xff123456);
    g_assert_cmphex(qtest_readl(t->qts, apu + 0x30004), ==, 0x123456);
    g_assert_cmphex(qtest_readl(t->qts, apu + 0x20010), !=, 0);
    qtest_writel(t->qts, apu + 0x1324, 0x00200000);
    qtest_writel(t->qts, apu + 0x1334, 0x0badf00d);
    g_assert_cmphex(qtest_readl(t->qts, 0x00200000), ==, 0x0badf00d);
    xbox_end(t);
}

/* What is plugged in goes to the controller that has sockets. */
static void test_sockets(void)
{
    XboxTest *t = xbox_start("", "-device xbox-pad -device usb-kbd");
    g_autofree char *said = qtest_hmp(t->qts, "info usb");

    g_assert_nonnull(strstr(said, "Device 0.0, Port 1"));
    g_assert_nonnull(strstr(said, "Device 0.0, Port 2"));
    xbox_end(t);
}

static unsigned lines_with(const char *text, const char *what)
{
    unsigned n = 0;

    while ((text = strstr(text, what))) {
        text += strlen(what);
        n++;
    }
    return n;
}

/* Software may err for ever: the log does not; but each error has its line. */
static void test_log(void)
{
    g_autofree char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "log", NULL);
    g_autofree char *args = g_strdup_printf("-d guest_errors,unimp -D %s",
                                            file);
    g_autofree char *text = NULL;
    XboxTest *t = xbox_start("", args);

    xbox_map(t);
    for (unsigned i = 0; i < 1000; i++) {
        qtest_writel(t->qts, XBOX_APU + 0x7fff8, i);
        qtest_outw(t->qts, XBOX_PM + 0x08, i);
    }
    qtest_writel(t->qts, XBOX_APU + 0x7fffc, 1);
    xbox_end(t);
    g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
    g_assert_cmpuint(lines_with(text, "register 0x7fff8 = "), ==, 10);
    g_assert_cmpuint(lines_with(text, "0x7fff8 = 0x000001ff (now 512 times)"),
                     ==, 1);
    g_assert_cmpuint(lines_with(text, "register 0x7fffc = 0x00000001\n"),
                     ==, 1);
    g_assert_cmpuint(lines_with(text, "pm: the timer cannot"), >=, 10);
    g_assert_cmpuint(lines_with(text, "pm: the timer cannot"), <=, 12);
    nv_qtest_rmdir(g_steal_pointer(&dir));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xbox/functions", test_functions);
    g_test_add_func("/xbox/bar-sizes", test_bar_sizes);
    g_test_add_func("/xbox/config-reset", test_config_reset);
    g_test_add_func("/xbox/gpu", test_gpu);
    g_test_add_func("/xbox/ram", test_ram);
    g_test_add_func("/xbox/route/gpu", test_route_gpu);
    g_test_add_func("/xbox/route/usb", test_route_usb);
    g_test_add_func("/xbox/route/serial", test_route_serial);
    g_test_add_func("/xbox/pm", test_pm);
    g_test_add_func("/xbox/clock", test_clock);
    g_test_add_func("/xbox/timer", test_timer);
    g_test_add_func("/xbox/apu", test_apu);
    g_test_add_func("/xbox/sockets", test_sockets);
    g_test_add_func("/xbox/log", test_log);
    return g_test_run();
}
