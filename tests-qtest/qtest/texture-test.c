/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Textures on the bus: RAM and ROM are looked at where they are, registers,
 * holes and what is only half there are white, and a line says so.
 */
#include "nv2a-qtest.h"

#define SIZE 64
#define WHITE 0xffffffffu
#define OBJECT 0x12210u         /* all of the bus; in instance memory */
#define RAM (64u << 20)

typedef struct Place {
    NvQtest *t;
    char *dir, *log;
} Place;

/* How often the card said or counted that it could not read a texture. */
static unsigned faults(Place *p)
{
    g_autofree char *text = nv_qtest_property(p->t, "x-errors");
    const char *at = strstr(text, "texture that cannot be read: ");
    unsigned n = 0;

    g_assert_true(!at || sscanf(strchr(at, ':'), ": %u", &n) == 1);
    return n;
}

/* Their first line. */
static void check_line(Place *p, uint32_t addr)
{
    g_autofree char *text = NULL, *line = NULL;

    line = g_strdup_printf("texture that cannot be read: unit 0 is white: no "
                           "readable memory at offset 0x%x\n", addr);
    g_assert_true(g_file_get_contents(p->log, &text, NULL, NULL));
    g_assert_nonnull(strstr(text, line));
}

static void bind_bus(Channel *ch)
{
    const uint32_t words[4] = { 0x0002303d, 0xffffffff, 3, 3 };

    for (unsigned i = 0; i < 4; i++) {
        channel_ramin_write(ch, OBJECT + 4 * i, words[i]);
    }
    channel_ramht(ch, 0, CHANNEL_HANDLE(OBJECT), OBJECT, 1);
    channel_method(ch, 0x188, CHANNEL_HANDLE(OBJECT));
}

/* Unit 0 alone makes the pixel: 32 x 32, linear, A8R8G8B8, of the bus. */
static Place start(const char *chip)
{
    Place p = { .dir = nv_qtest_mkdir() };
    Channel *ch;

    p.log = g_build_filename(p.dir, "log", NULL);
    p.t = nv_qtest_start("-m 64M -d guest_errors -D %s "
                         "-device %s,vram=16M,id=gpu", p.log, chip);
    ch = &p.t->channel;
    nv_qtest_canvas(p.t, SIZE, SIZE);
    bind_bus(ch);
    channel_method(ch, 0x1b04, 0x0001122a);
    channel_method(ch, 0x1b08, 0x00030303);
    channel_method(ch, 0x1b0c, 0x4003ffc0);
    channel_method(ch, 0x1b10, 128 << 16);
    channel_method(ch, 0x1b14, 0x01012000);
    channel_method(ch, 0x1b1c, 32 << 16 | 32);
    channel_method(ch, 0x1e70, 1);
    channel_method(ch, 0x288, 0x00000008);
    channel_method(ch, 0x28c, 0x00001800);
    return p;
}

static void end(Place *p)
{
    nv_qtest_end(p->t);
    nv_qtest_rmdir(p->dir);
    g_free(p->log);
}

/* The first texel of what is at @addr of the bus. */
static uint32_t texel(Place *p, uint32_t addr)
{
    static const float xy[3][2] = { { 8, 8 }, { 48, 8 }, { 8, 48 } };
    Channel *ch = &p->t->channel;

    channel_method(ch, 0x1b00, addr);
    channel_draw(ch, 5, xy, 3, 0xff000000);
    g_assert_true(channel_kick(ch));
    g_assert_cmphex(nv_read(p->t, NV_MMIO_PGRAPH_INTR), ==, 0);
    return channel_pixel(ch, 16, 16);
}

static void fill(Place *p, uint32_t addr, uint32_t word)
{
    for (unsigned i = 0; i < 32 * 32; i++) {
        qtest_writel(p->t->qts, addr + 4 * i, word);
    }
}

static void test_ram(const void *data)
{
    const NvQtestChip *chip = data;
    Place p = start(chip->name);

    fill(&p, 0x300000, 0xff336699);
    fill(&p, RAM - 4096, 0xff123456);
    g_assert_cmphex(texel(&p, 0x300000), ==, 0xff336699);
    g_assert_cmphex(texel(&p, RAM - 4096), ==, 0xff123456);
    fill(&p, 0x300000, 0xff804020);
    g_assert_cmphex(texel(&p, 0x300000), ==, 0xff804020);
    /* The BIOS, whatever it begins with; and VRAM, the long way round. */
    g_assert_cmphex(texel(&p, 0xf0000), ==,
                    qtest_readl(p.t->qts, 0xf0000));
    nv_vram_write(p.t, 0x200000, 0xff0a0b0c);
    g_assert_cmphex(texel(&p, p.t->bar[1].addr + 0x200000), ==, 0xff0a0b0c);
    g_assert_cmpuint(faults(&p), ==, 0);
    end(&p);
}

static void test_no_memory(const void *data)
{
    const NvQtestChip *chip = data;
    Place p = start(chip->name);
    const uint32_t places[] = {
        p.t->bar[0].addr,           /* the card's own registers */
        0x000a0000,                 /* VGA's window */
        0xfee00000,                 /* an interrupt controller */
        RAM - 2048,                 /* half of it is nowhere */
        0x80000000, 0xfffff800,
    };
    uint32_t id = nv_read(p.t, NV_PMC_ID);

    for (unsigned i = 0; i < G_N_ELEMENTS(places); i++) {
        g_assert_cmphex(texel(&p, places[i]), ==, WHITE);
        g_assert_cmpuint(faults(&p), ==, i + 1);
    }
    check_line(&p, places[0]);
    /* All is well after that. */
    g_assert_cmphex(nv_read(p.t, NV_PMC_ID), ==, id);
    fill(&p, 0x300000, 0xff336699);
    g_assert_cmphex(texel(&p, 0x300000), ==, 0xff336699);
    end(&p);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    nv_qtest_add_for(NV_QTEST_KELVIN, "/texture/memory", test_ram);
    nv_qtest_add_for(NV_QTEST_KELVIN, "/texture/no-memory", test_no_memory);
    return g_test_run();
}
