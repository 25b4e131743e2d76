/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A rig for tests and fuzzers; see rig.h. */
#include "common/rig.h"

#include <string.h>

#include "base/bits.h"

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

static const void *rig_dma_map(void *host, uint64_t addr, uint64_t *len)
{
    if (addr >= RIG_RAM_SIZE) {
        return NULL;
    }
    *len = MIN(*len, RIG_RAM_SIZE - addr);
    return ((Rig *)host)->ram + addr;
}

static void rig_work(void *host)
{
    ((Rig *)host)->work = true;
}

static void rig_log(void *host, NvLogKind kind, const char *line)
{
    Rig *rig = host;

    if (kind == NV_LOG_TRACE) {
        if (!rig->quiet) {
            g_printerr("# %s\n", line);
        }
        return;
    }
    g_string_append_printf(rig->heard, "%s\n", line);
    if (kind == NV_LOG_GUEST_ERROR) {
        rig->guest_errors++;
        g_free(rig->last_error);
        rig->last_error = g_strdup(line);
    }
}

static bool rig_picture(void *host, const char *file, const NvPicture *p,
                        char **why)
{
    Rig *rig = host;

    if (!g_str_has_suffix(file, ".png")) {
        *why = g_strdup_printf("\"%s\" is no name here", file);
        return false;
    }
    g_free(rig->picture_file);
    g_free(rig->picture);
    rig->picture_file = g_strdup(file);
    rig->picture_size[0] = p->width;
    rig->picture_size[1] = p->height;
    rig->picture = g_memdup2(p->argb, 4ul * p->width * p->height);
    return true;
}

#define PAGE 4096u

void rig_wrote_vram(Rig *rig, uint32_t offset, uint32_t len)
{
    for (uint32_t i = offset / PAGE;
         rig->written && len && i <= (offset + len - 1) / PAGE; i++) {
        rig->written[i / 8] |= 1u << i % 8;
    }
}

static void rig_vram_dirty(void *host, uint32_t offset, uint32_t len)
{
    rig_wrote_vram(host, offset, len);
}

static bool rig_vram_written(void *host, uint8_t *pages)
{
    Rig *rig = host;
    uint32_t bytes = nv_card_vram_size(rig->card) / PAGE / 8;

    for (uint32_t i = 0; i < bytes; i++) {
        pages[i] |= rig->written[i];
    }
    memset(rig->written, 0, bytes);
    return true;
}

static const NvHostOps rig_ops = {
    .irq = rig_irq,
    .clock_ns = rig_clock,
    .timer_set = rig_timer_set,
    .dma_read = rig_dma_read,
    .dma_write = rig_dma_write,
    .dma_map = rig_dma_map,
    .work = rig_work,
    .log = rig_log,
    .picture = rig_picture,
};

static NvHostOps knowing_ops(void)
{
    NvHostOps ops = rig_ops;

    ops.vram_dirty = rig_vram_dirty;
    ops.vram_written = rig_vram_written;
    return ops;
}

static uint32_t machine_read(void *machine, uint32_t reg)
{
    return rig_read(machine, reg);
}

static void machine_write(void *machine, uint32_t reg, uint32_t value)
{
    rig_write(machine, reg, value);
}

static void machine_ram_write(void *machine, uint32_t addr, uint32_t word)
{
    word = GUINT32_TO_LE(word);
    memcpy(((Rig *)machine)->ram + addr, &word, 4);
}

static uint32_t machine_vram_read(void *machine, uint32_t offset)
{
    uint32_t word;

    memcpy(&word, (uint8_t *)nv_card_vram(((Rig *)machine)->card) + offset, 4);
    return GUINT32_FROM_LE(word);
}

static void machine_vram_write(void *machine, uint32_t offset, uint32_t word)
{
    word = GUINT32_TO_LE(word);
    memcpy((uint8_t *)nv_card_vram(((Rig *)machine)->card) + offset, &word, 4);
    rig_wrote_vram(machine, offset, 4);
}

static void machine_flush(void *machine)
{
    nv_card_flush(((Rig *)machine)->card);
}

static void machine_settle(void *machine)
{
    Rig *rig = machine;

    for (unsigned i = 0;
         i < 10000 && nv_card_run(rig->card, rig->run_words); i++) {
    }
    rig->work = false;
}

static const ChannelOps machine_ops = {
    .read = machine_read,
    .write = machine_write,
    .ram_write = machine_ram_write,
    .vram_read = machine_vram_read,
    .vram_write = machine_vram_write,
    .settle = machine_settle,
    .flush = machine_flush,
};

static Rig *new_rig(const NvCardConfig *config, const NvHostOps *ops,
                    uint8_t *written)
{
    Rig *rig = g_new0(Rig, 1);
    GError *error = NULL;

    rig->written = written;
    rig->ram = g_malloc0(RIG_RAM_SIZE);
    rig->heard = g_string_new(NULL);
    for (unsigned i = 0; i < NV_TIMERS; i++) {
        rig->deadline[i] = -1;
    }
    rig->run_words = config->slice_us ? NV_RUN_WORDS_CLOCKED : NV_RUN_WORDS;
    rig->card = nv_card_new(config, ops, rig, &error);
    g_assert_no_error(error);
    g_assert_nonnull(rig->card);
    rig->channel = (Channel) {
        .ops = &machine_ops, .machine = rig,
        .vram_size = nv_card_vram_size(rig->card),
    };
    return rig;
}

Rig *rig_new_card(const NvCardConfig *config)
{
    return new_rig(config, &rig_ops, NULL);
}

Rig *rig_new_knowing(const NvCardConfig *config)
{
    static NvHostOps ops;

    ops = knowing_ops();
    return new_rig(config, &ops,
                   g_malloc0(config->vram_size / PAGE / 8));
}

Rig *rig_new(const char *chip, uint32_t vram, const char *raster,
             const char *raster_arg)
{
    NvCardConfig config = {
        .chip = chip, .vram_size = vram,
        .raster = raster, .raster_arg = raster_arg,
    };

    return rig_new_card(&config);
}

void rig_ram_floats(Rig *rig, uint32_t addr, const float *v, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        nv_st32(rig->ram + addr + 4 * i, nv_f2u(v[i]));
    }
}

void rig_assert_same(Rig *one, Rig *other)
{
    g_autoptr(GByteArray) a = g_byte_array_new();
    g_autoptr(GByteArray) b = g_byte_array_new();

    nv_card_save(one->card, a);
    nv_card_save(other->card, b);
    g_assert_cmpmem(a->data, a->len, b->data, b->len);
    g_assert_cmpuint(nv_card_stats(one->card).methods, ==,
                     nv_card_stats(other->card).methods);
}

void rig_free(Rig *rig)
{
    nv_card_free(rig->card);
    g_free(rig->ram);
    g_free(rig->written);
    g_free(rig->last_error);
    g_string_free(rig->heard, TRUE);
    g_free(rig->picture_file);
    g_free(rig->picture);
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
