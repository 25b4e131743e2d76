/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A rig for tests and fuzzers; see rig.h. */
#include "common/rig.h"

#include <string.h>

static void rig_irq(void *host, bool level)
{
    ((Rig *)host)->irq = level;
}

static int64_t rig_clock(void *host)
{
    return ((Rig *)host)->now;
}

static void rig_timer_set(void *host, NvTimer which, int64_t deadline)
{
    ((Rig *)host)->deadline[which] = deadline;
}

static bool inside(uint64_t addr, size_t len)
{
    return addr <= RIG_RAM_SIZE && len <= RIG_RAM_SIZE - addr;
}

static bool rig_dma_read(void *host, uint64_t addr, void *buf, size_t len)
{
    if (!inside(addr, len)) {
        return false;
    }
    memcpy(buf, ((Rig *)host)->ram + addr, len);
    return true;
}

static bool rig_dma_write(void *host, uint64_t addr, const void *buf,
                          size_t len)
{
    if (!inside(addr, len)) {
        return false;
    }
    memcpy(((Rig *)host)->ram + addr, buf, len);
    return true;
}

static void rig_work(void *host)
{
    ((Rig *)host)->work = true;
}

static void rig_log(void *host, NvLogKind kind, const char *line)
{
    Rig *rig = host;

    if (kind == NV_LOG_TRACE) {
        g_printerr("# %s\n", line);
    } else if (kind == NV_LOG_GUEST_ERROR) {
        rig->guest_errors++;
        g_free(rig->last_error);
        rig->last_error = g_strdup(line);
    }
}

static const NvHostOps rig_ops = {
    .irq = rig_irq,
    .clock_ns = rig_clock,
    .timer_set = rig_timer_set,
    .dma_read = rig_dma_read,
    .dma_write = rig_dma_write,
    .work = rig_work,
    .log = rig_log,
};

Rig *rig_new(const char *chip, uint32_t vram, const char *raster,
             const char *raster_arg)
{
    NvCardConfig config = {
        .chip = chip, .vram_size = vram,
        .raster = raster, .raster_arg = raster_arg,
    };
    Rig *rig = g_new0(Rig, 1);
    GError *error = NULL;

    rig->ram = g_malloc0(RIG_RAM_SIZE);
    for (unsigned i = 0; i < NV_TIMERS; i++) {
        rig->deadline[i] = -1;
    }
    rig->card = nv_card_new(&config, &rig_ops, rig, &error);
    g_assert_no_error(error);
    g_assert_nonnull(rig->card);
    return rig;
}

void rig_free(Rig *rig)
{
    nv_card_free(rig->card);
    g_free(rig->ram);
    g_free(rig->last_error);
    g_free(rig);
}

uint32_t rig_read(Rig *rig, uint32_t offset)
{
    return nv_card_mmio_read(rig->card, offset, 4);
}

void rig_write(Rig *rig, uint32_t offset, uint32_t value)
{
    nv_card_mmio_write(rig->card, offset, value, 4);
}

uint32_t rig_ramin_read(Rig *rig, uint32_t addr)
{
    return rig_read(rig, 0x700000 + addr);
}

void rig_ramin_write(Rig *rig, uint32_t addr, uint32_t value)
{
    rig_write(rig, 0x700000 + addr, value);
}

static int next_timer(Rig *rig)
{
    int best = -1;

    for (int i = 0; i < NV_TIMERS; i++) {
        if (rig->deadline[i] >= 0 &&
            (best < 0 || rig->deadline[i] < rig->deadline[best])) {
            best = i;
        }
    }
    return best;
}

void rig_advance(Rig *rig, int64_t ns)
{
    int64_t end = rig->now + ns;
    int which;

    while ((which = next_timer(rig)) >= 0 && rig->deadline[which] <= end) {
        rig->now = MAX(rig->now, rig->deadline[which]);
        rig->deadline[which] = -1;
        nv_card_timer(rig->card, which);
    }
    rig->now = end;
}

/* 512 entries: fold the handle by 9 bits, channel 0. */
static uint32_t ramht_slot(uint32_t handle)
{
    uint32_t hash = 0;

    for (; handle; handle >>= 9) {
        hash ^= handle & 511;
    }
    return hash;
}

void rig_ramht(Rig *rig, uint32_t handle, uint32_t instance, unsigned engine)
{
    uint32_t slot = ramht_slot(handle);

    while (rig_ramin_read(rig, RIG_RAMHT + slot * 8 + 4) >> 31) {
        slot = (slot + 1) & 511;
    }
    rig_ramin_write(rig, RIG_RAMHT + slot * 8, handle);
    rig_ramin_write(rig, RIG_RAMHT + slot * 8 + 4,
                    0x80000000u | engine << 16 | instance >> 4);
}

/* A linear DMA object: class and target flags, byte address, length. */
static void dma_object(Rig *rig, uint32_t at, uint32_t flags, uint32_t addr,
                       uint32_t len)
{
    rig_ramin_write(rig, at, flags | 0x3000 | (addr & 0xfff) << 20);
    rig_ramin_write(rig, at + 4, len - 1);
    rig_ramin_write(rig, at + 8, (addr & ~0xfffu) | 3);
    rig_ramin_write(rig, at + 12, (addr & ~0xfffu) | 3);
    rig_ramht(rig, RIG_HANDLE(at), at, 0);
}

#define TARGET_PCI 0x20000

static void instance_memory(Rig *rig, uint16_t class)
{
    uint32_t vram = nv_card_vram_size(rig->card) - (1u << 20);

    dma_object(rig, RIG_DMA_PUSH, 0x02 | TARGET_PCI, 0, RIG_RAM_SIZE);
    dma_object(rig, RIG_DMA_RAM, 0x3d | TARGET_PCI, 0, RIG_RAM_SIZE);
    dma_object(rig, RIG_DMA_VRAM, 0x3d, 0, vram);
    dma_object(rig, RIG_DMA_NOTIFY, 0x3d | TARGET_PCI, 0x1000, 256);
    dma_object(rig, RIG_DMA_FENCE, 0x3d | TARGET_PCI, 0x2000, 4096);
    rig_ramin_write(rig, RIG_OBJ_3D, class);
    for (unsigned i = 4; i < 16; i += 4) {
        rig_ramin_write(rig, RIG_OBJ_3D + i, 0);
    }
    rig_ramht(rig, RIG_HANDLE(RIG_OBJ_3D), RIG_OBJ_3D, 1);
    rig_ramin_write(rig, RIG_RAMFC + 0x00, RIG_PUSH_BASE);
    rig_ramin_write(rig, RIG_RAMFC + 0x04, RIG_PUSH_BASE);
    rig_ramin_write(rig, RIG_RAMFC + 0x0c, RIG_DMA_PUSH >> 4);
    rig_ramin_write(rig, RIG_RAMFC + 0x14, 0x00086078);
}

void rig_channel(Rig *rig, uint16_t class)
{
    static const struct {
        uint16_t mthd;
        uint32_t instance;
    } binds[] = {
        { 0x180, RIG_DMA_NOTIFY }, { 0x184, RIG_DMA_VRAM },
        { 0x188, RIG_DMA_RAM }, { 0x194, RIG_DMA_VRAM },
        { 0x198, RIG_DMA_VRAM }, { 0x19c, RIG_DMA_VRAM },
        { 0x1a0, RIG_DMA_RAM }, { 0x1a4, RIG_DMA_FENCE },
        { 0x1a8, RIG_DMA_NOTIFY },
    };

    rig_write(rig, 0x000140, 1);
    instance_memory(rig, class);
    rig_write(rig, 0x400140, 0xffffffff);
    rig_write(rig, 0x40008c, 0xf3de0479);
    rig_write(rig, 0x400144, 0x10010000);
    rig_write(rig, 0x400148, 0);
    rig_write(rig, 0x400720, 1);
    rig_write(rig, 0x002210, 0x03000100);
    rig_write(rig, 0x002214, 0x00010110);
    rig_write(rig, 0x002140, 0xffffffff);
    rig_write(rig, 0x003204, 31);
    rig_write(rig, 0x002504, 1);
    rig_write(rig, 0x003220, 1);
    rig_write(rig, 0x003250, 1);
    rig_write(rig, 0x003200, 1);
    rig_write(rig, 0x002500, 1);
    rig->put = RIG_PUSH_BASE;

    rig_method(rig, 0, RIG_HANDLE(RIG_OBJ_3D));
    for (unsigned i = 0; i < G_N_ELEMENTS(binds); i++) {
        rig_method(rig, binds[i].mthd, RIG_HANDLE(binds[i].instance));
    }
    g_assert_true(rig_kick(rig));
}

static void put_word(Rig *rig, uint32_t word)
{
    word = GUINT32_TO_LE(word);
    memcpy(rig->ram + rig->put, &word, 4);
    rig->put += 4;
}

void rig_push(Rig *rig, uint32_t word)
{
    if (rig->put + 64 >= RIG_PUSH_BASE + RIG_PUSH_SIZE) {
        rig_kick(rig);
        put_word(rig, RIG_PUSH_BASE | 0x20000000);
        rig->put = RIG_PUSH_BASE;
    }
    put_word(rig, word);
}

void rig_methods(Rig *rig, uint32_t mthd, const uint32_t *data,
                 unsigned count)
{
    rig_push(rig, count << 18 | mthd);
    for (unsigned i = 0; i < count; i++) {
        rig_push(rig, data[i]);
    }
}

void rig_method(Rig *rig, uint32_t mthd, uint32_t data)
{
    rig_methods(rig, mthd, &data, 1);
}

bool rig_kick(Rig *rig)
{
    rig_write(rig, 0x800040, rig->put);
    for (unsigned i = 0; i < 10000 && nv_card_run(rig->card, 4096); i++) {
    }
    rig->work = false;
    return rig_read(rig, 0x800044) == rig->put;
}

uint32_t rig_take_error(Rig *rig, uint32_t *nsource)
{
    uint32_t intr = rig_read(rig, 0x400100);

    if (nsource) {
        *nsource = rig_read(rig, 0x400108);
    }
    rig_write(rig, 0x400100, intr);
    rig_write(rig, 0x400720, 1);
    return intr;
}

#define F(x) ((union { float f; uint32_t u; }){ .f = (x) }.u)

uint32_t rig_surface(Rig *rig, unsigned width, unsigned height)
{
    const uint32_t pitch = (width * 4 + 63) & ~63u;
    const struct {
        uint16_t mthd;
        uint32_t data;
    } setup[] = {
        { 0x200, width << 16 }, { 0x204, height << 16 },
        { 0x208, 0x128 },               /* A8R8G8B8, Z24S8, linear */
        { 0x20c, pitch << 16 | pitch },
        { 0x210, 0 }, { 0x214, pitch * height },
        { 0x290, 0x00100001 },          /* perspective, stencil writes */
        { 0x2c0, 0x0fff0000 }, { 0x2e0, 0x0fff0000 },
        { 0x358, 0x01010101 }, { 0x35c, 1 }, { 0x37c, 0x1d01 },
        { 0x394, F(0) }, { 0x398, F(16777215) },
        { 0x288, 0x00000004 }, { 0x28c, 0x00001480 },   /* final: v0 */
        { 0xa60, 0 }, { 0x1e60, 0x00000001 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(setup); i++) {
        rig_method(rig, setup[i].mthd, setup[i].data);
    }
    g_assert_true(rig_kick(rig));
    return pitch;
}

uint32_t rig_pixel(Rig *rig, unsigned x, unsigned y)
{
    uint32_t width = rig_read(rig, 0x4019b4) >> 16;
    uint32_t pitch = (width * 4 + 63) & ~63u;
    uint32_t word;

    memcpy(&word, (uint8_t *)nv_card_vram(rig->card) + y * pitch + x * 4, 4);
    return GUINT32_FROM_LE(word);
}

/* MOV o[out], v[attr], as a 92-bit word: bits 31..0 first. */
static void mov(uint32_t *w, unsigned out, unsigned attr, bool end)
{
    w[0] = 0xfu << 12 | 1u << 11 | out << 3 | end;
    w[1] = 2u << 26;
    w[2] = 1u << 21 | attr << 9 | 0x1b;
}

void rig_passthrough_program(Rig *rig)
{
    static const struct { uint8_t out, attr; } moves[] = {
        { 0, 0 }, { 3, 3 }, { 9, 9 },
    };

    rig_method(rig, 0x1e9c, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(moves); i++) {
        uint32_t w[3];

        mov(w, moves[i].out, moves[i].attr, i + 1 == G_N_ELEMENTS(moves));
        rig_methods(rig, 0xb00, (uint32_t[]) { 0, w[2], w[1], w[0] }, 4);
    }
    rig_method(rig, 0x1ea0, 0);
    rig_method(rig, 0x1e94, 6);
    g_assert_true(rig_kick(rig));
}
