/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Steps of fuzz-qtest: registers of all widths, VGA's ports and memory, video
 * memory, configuration space, the monitor's wires, push buffers, time,
 * resets, screen dumps, and now and then a save and a load.
 */
#include "fuzz/qtest-steps.h"

#define SURFACE 256

static uint32_t any(Fuzz *f)
{
    return g_rand_int(f->rand);
}

/* A word as drivers send them: small, a float, an enum, or anything. */
static uint32_t word(Fuzz *f)
{
    static const uint32_t specials[] = {
        0, 1, 2, 4, 6, 0x7f800000, 0x7fc00000, 0x3f800000, 0x80000000,
        0x7fffffff, 0xffffffff, 0x00010001, 0x0fff0fff, 0x01000000,
    };

    switch (below(f, 8)) {
    case 0:
        return specials[below(f, G_N_ELEMENTS(specials))];
    case 1:
        return 0x200 + below(f, 8);
    case 2:
        return below(f, 256);
    case 3:
        return 0x1000 + below(f, 32);
    case 4:
        return below(f, 512) << 16 | below(f, 512);
    case 5:
        return 0x42000000 + (any(f) & 0x81ffffff);
    case 6:
        return (0x100u << below(f, 8)) * below(f, 256);
    default:
        return any(f);
    }
}

/* Where registers are, so that most accesses hit one. */
static uint32_t place(Fuzz *f)
{
    static const struct {
        uint32_t start, size;
    } areas[] = {
        { 0x000000, 0x1000 }, { 0x001000, 0x800 }, { 0x001800, 0x100 },
        { 0x002000, 0x2000 }, { 0x003200, 0x100 }, { 0x009000, 0x500 },
        { 0x0c0000, 0x1000 }, { 0x100000, 0x1000 }, { 0x300000, 0x1000 },
        { 0x400000, 0x1000 }, { 0x400700, 0x100 }, { 0x401800, 0x800 },
        { 0x600000, 0x4000 }, { 0x601300, 0x100 }, { 0x680000, 0x4000 },
        { 0x710000, 0x3000 }, { 0x800000, 0x100 }, { 0, 0x1000000 },
    };
    unsigned i = below(f, G_N_ELEMENTS(areas));

    return areas[i].start + below(f, areas[i].size);
}

/* An access of any width and alignment to a BAR. */
static void access_bar(Fuzz *f, unsigned bar, uint32_t offset)
{
    uint64_t at = f->t->bar[bar].addr + offset;
    QTestState *qts = f->t->qts;

    switch (below(f, 8)) {
    case 0:
        qtest_readb(qts, at);
        break;
    case 1:
        qtest_readw(qts, at);
        break;
    case 2:
        qtest_readl(qts, at);
        break;
    case 3:
        qtest_readq(qts, at);
        break;
    case 4:
        qtest_writeb(qts, at, any(f));
        break;
    case 5:
        qtest_writew(qts, at, any(f));
        break;
    case 6:
        qtest_writeq(qts, at, (uint64_t)any(f) << 32 | word(f));
        break;
    default:
        qtest_writel(qts, at, word(f));
        break;
    }
}

static void step_register(Fuzz *f)
{
    if (below(f, 2)) {
        nv_write(f->t, place(f) & ~3u, word(f));
    } else {
        access_bar(f, 0, place(f));
    }
}

#define VGA_MEMORY 0xa0000
#define VGA_PORTS 0x3b0

/* Ports and the window below 1M, as a machine's firmware uses them. */
static void step_vga(Fuzz *f)
{
    QTestState *qts = f->t->qts;
    unsigned n = 1 + below(f, 32);

    while (n--) {
        uint16_t port = VGA_PORTS + below(f, 0x30);
        uint32_t at = VGA_MEMORY + below(f, 0x20000 - 8);

        switch (below(f, 8)) {
        case 0:
            qtest_inb(qts, port);
            break;
        case 1:
            qtest_inw(qts, port);
            break;
        case 2:
            qtest_readl(qts, at);
            break;
        case 3:
            qtest_writeb(qts, at, any(f));
            break;
        case 4:
            qtest_writel(qts, at, any(f));
            break;
        case 5:
            qtest_outl(qts, port, any(f));
            break;
        case 6:
            qtest_outw(qts, port, any(f));
            break;
        default:
            qtest_outb(qts, port, any(f));
            break;
        }
    }
}

/* Lines of the monitor's bus in any order: CRTC 0x3e, 0x3f and their kin. */
static void step_wires(Fuzz *f)
{
    static const uint8_t places[] = { 0x36, 0x37, 0x3e, 0x3f, 0x50, 0x51 };
    QTestState *qts = f->t->qts;
    uint64_t at = f->t->bar[0].addr + (below(f, 4) ? 0x6013d4 : 0x6033d4);
    unsigned n = 1 + below(f, 64);

    qtest_writew(qts, at, 0x571f);      /* unlocked */
    while (n--) {
        uint8_t index = below(f, 8) ? 0x3f
                                    : places[below(f, G_N_ELEMENTS(places))];

        qtest_writeb(qts, at, index);
        if (below(f, 4)) {
            qtest_writeb(qts, at + 1, below(f, 8) ? 1 | below(f, 4) << 4
                                                  : any(f));
        } else {
            qtest_readb(qts, at + 1);
        }
    }
}

static void step_vram(Fuzz *f)
{
    uint32_t size = f->t->size[1], at = any(f) % size;

    if (below(f, 2)) {
        at = size - 0x20000 + any(f) % 0x20000;     /* instance memory */
    }
    access_bar(f, 1, MIN(at, size - 8));
}

static void restore_config(Fuzz *f)
{
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(f->config); i++) {
        qpci_config_writel(f->t->dev, i * 4, f->config[i]);
    }
}

static void step_config(Fuzz *f)
{
    unsigned n = 1 + below(f, 4);

    while (n--) {
        uint8_t at = below(f, 64);

        switch (below(f, 3)) {
        case 0:
            qpci_config_writeb(f->t->dev, at, any(f));
            break;
        case 1:
            qpci_config_writew(f->t->dev, at & ~1, any(f));
            break;
        default:
            qpci_config_writel(f->t->dev, at & ~3, any(f));
            break;
        }
        access_bar(f, below(f, 2), place(f) & 0x3ffff);
    }
    restore_config(f);
}

/* A channel again after it was shot; what is left of it does not matter. */
static void open_channel(Fuzz *f)
{
    static const uint16_t celsius[] = { 0x56, 0x56, 0x96, 0x99 };
    static const uint16_t later[] = { 0x97, 0x97, 0x97, 0x597 };
    bool old = nv_read(f->t, NV_PMC_ID) >> 20 < 0x20;
    Channel *ch = &f->t->channel;

    nv_qtest_adopt(f->t);
    channel_open(ch, (old ? celsius : later)[below(f, 4)]);
    channel_surface(ch, SURFACE, SURFACE);
    channel_passthrough_program(ch);
}

static uint32_t method(Fuzz *f)
{
    static const uint16_t lively[] = {
        0x17fc, 0x1810, 0x1800, 0x1808, 0x1818, 0x1d94, 0x1e90, 0x0b00,
        0x0b80, 0x1e94, 0x1e9c, 0x1ea0, 0x1ea4, 0x1720, 0x1760, 0x1518,
        0x1a00, 0x1b00, 0x1b04, 0x1b0c, 0x1e70, 0x0208, 0x020c, 0x0210,
        0x0200, 0x0204, 0x0100, 0x0104, 0x0180, 0x1d70, 0x17d0, 0x0000,
        0x0050, 0x0060, 0x0064, 0x0068, 0x006c,
        /* Celsius: primitives, vertices, arrays, indices. */
        0x0dfc, 0x0c00, 0x0c18, 0x0cfc, 0x0d00, 0x0d04, 0x0e00, 0x1000,
        0x1400, 0x1800,
    };

    return below(f, 2) ? lively[below(f, G_N_ELEMENTS(lively))] :
           any(f) & 0x1ffc;
}

static void step_methods(Fuzz *f)
{
    unsigned packets = 1 + below(f, 8);
    Channel *ch = &f->t->channel;

    while (packets--) {
        unsigned count = below(f, 12);
        uint32_t head = count << 18 | method(f);

        head |= below(f, 8) ? 0 : below(f, 8) << 13;    /* subchannel */
        head |= below(f, 4) ? 0 : 0x40000000;
        channel_push(ch, head);
        while (count--) {
            channel_push(ch, word(f));
        }
    }
    nv_write(f->t, NV_USER_PUT, ch->put);
}

static void step_draw(Fuzz *f)
{
    unsigned count = 1 + below(f, 8);
    Channel *ch = &f->t->channel;

    channel_method(ch, 0x17fc, 1 + below(f, 10));
    while (count--) {
        uint32_t v[4] = { word(f), word(f), word(f), word(f) };

        channel_methods(ch, below(f, 2) ? 0x1518 : 0x1a30, v, 4);
    }
    channel_method(ch, 0x17fc, 0);
    nv_write(f->t, NV_USER_PUT, ch->put);
}

/* Anything at all as push-buffer words, and PUT anywhere. */
static void step_raw_words(Fuzz *f)
{
    uint32_t words[64];
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(words); i++) {
        words[i] = word(f);
    }
    qtest_memwrite(f->t->qts, CHANNEL_PUSH_BASE + below(f, 0x1000) * 4, words,
                   sizeof(words));
    nv_write(f->t, NV_USER_PUT + below(f, 32) * 0x10000,
             below(f, 4) ? CHANNEL_PUSH_BASE + below(f, 0x2000) * 4 : any(f));
}

static void step_recover(Fuzz *f)
{
    nv_write(f->t, NV_CACHE1_DMA_STATE, 0);
    nv_write(f->t, NV_CACHE1_DMA_GET, f->t->channel.put);
    nv_write(f->t, NV_PFIFO_INTR, 0xffffffff);
    nv_write(f->t, NV_CACHE1_DMA_PUSH, 1);
    nv_write(f->t, NV_CACHE1_PULL0, 1);
    channel_take_error(&f->t->channel, NULL);
}

static void step_look(Fuzz *f)
{
    static const char *const units[] = {
        "x-pfifo", "x-pgraph", "x-xf", "x-program", "x-display",
    };
    g_autofree char *file = g_build_filename(f->dir, "screen", NULL);

    g_free(nv_qtest_property(f->t, units[below(f, G_N_ELEMENTS(units))]));
    qtest_qmp_assert_success(f->t->qts, "{'execute': 'screendump', "
                             "'arguments': {'filename': %s, "
                             "'device': 'gpu'}}", file);
}

static void keep_config(Fuzz *f)
{
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(f->config); i++) {
        f->config[i] = qpci_config_readl(f->t->dev, i * 4);
    }
}

/* Save, end, and load in a fresh process, whatever state the card is in. */
static void step_load(Fuzz *f)
{
    g_autofree char *file = g_build_filename(f->dir, "state", NULL);
    uint32_t put = f->t->channel.put;

    nv_qtest_save(f->t, file);
    nv_qtest_end(f->t);
    f->t = nv_qtest_load(file, "%s 2>%s", f->args, f->errors);
    f->t->channel.put = put;
    restore_config(f);
    f->loads++;
}

static void step_reset(Fuzz *f)
{
    nv_qtest_reset(f->t);
    keep_config(f);
}

static void step_time(Fuzz *f)
{
    qtest_clock_step(f->t->qts, any(f) >> below(f, 16));
}

/* How often each kind of step is taken, of 1000. */
static const struct {
    unsigned weight;
    const char *name;
    void (*run)(Fuzz *f);
} steps[] = {
    { 210, "register", step_register },
    { 30, "vga", step_vga },
    { 10, "wires", step_wires },
    { 50, "vram", step_vram },
    { 30, "config", step_config },
    { 250, "methods", step_methods },
    { 200, "draw", step_draw },
    { 70, "raw words", step_raw_words },
    { 100, "recover", step_recover },
    { 20, "time", step_time },
    { 15, "look", step_look },
    { 10, "channel", open_channel },
    { 3, "reset", step_reset },
    { 2, "load", step_load },
};

void fuzz_begin(Fuzz *f)
{
    keep_config(f);
    open_channel(f);
}

void fuzz_step(Fuzz *f)
{
    unsigned kind = below(f, 1000), i = 0;

    while (kind >= steps[i].weight) {
        kind -= steps[i++].weight;
    }
    if (f->verbose) {
        fprintf(stderr, "step %lu: %s\n", f->steps, steps[i].name);
    }
    f->steps++;
    steps[i].run(f);
}
