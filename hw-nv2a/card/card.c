/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The card: creation, MMIO of every width, the pump, save and load.
 * The public face is include/nv2a/card.h.
 */
#include "card/card.h"
#include "card/vbios.h"

#include "exec/executor.h"

G_DEFINE_QUARK(nv-card-error-quark, nv_card_error)

static void irq_changed(NvEnv *env)
{
    NvCard *card = env->card;
    bool level = nv_pmc_line(card);

    if (level != card->irq) {
        card->irq = level;
        nv_trace(env, card_irq, level, nv_pmc_read(card, 0x100));
        if (env->ops->irq) {
            env->ops->irq(env->host, level);
        }
    }
}

static uint64_t ptimer_now(NvEnv *env)
{
    NvCard *card = env->card;

    return nv_ptimer_time(&card->ptimer);
}

const NvCardInfo *nv_card_chips(void)
{
    static NvCardInfo *infos;

    if (g_once_init_enter(&infos)) {
        const NvChip *chips = nv_chips();
        NvCardInfo *list;
        unsigned n = 0;

        while (chips[n].name && chips[n].card) {
            n++;       /* cards come first */
        }
        list = g_new0(NvCardInfo, n + 1);
        for (unsigned i = 0; i < n; i++) {
            list[i] = (NvCardInfo) {
                .name = chips[i].name,
                .title = chips[i].title,
                .pci_device_id = chips[i].pci_device_id,
                .pci_revision = chips[i].pci_revision,
                .vram_default = chips[i].vram_default,
            };
        }
        g_once_init_leave(&infos, list);
    }
    return infos;
}

const char *nv_card_raster_name(unsigned index)
{
    const NvRasterOps *ops = nv_raster_backend(index);

    return ops ? ops->name : NULL;
}

const char *nv_card_raster_help(unsigned index)
{
    const NvRasterOps *ops = nv_raster_backend(index);

    return ops ? ops->help : NULL;
}

const char *nv_card_executor_name(unsigned index)
{
    return nv_executor_name(index);
}

const char *nv_card_executor_help(unsigned index)
{
    return nv_executor_help(index);
}

static bool check_config(const NvCardConfig *config, GError **error)
{
    const NvChip *chip = config->chip ? nv_chip_find(config->chip) : NULL;

    if (!chip || !(chip->caps & NV_CAPS_FE)) {
        g_autoptr(GString) names = g_string_new(NULL);

        for (const NvChip *c = nv_chips(); c->name && c->card; c++) {
            g_string_append_printf(names, " %s", c->name);
        }
        g_set_error(error, NV_CARD_ERROR, 0,
                    "there is no card \"%s\"; choose one of:%s",
                    config->chip ? config->chip : "", names->str);
        return false;
    }
    if (config->vram_size < 4u << 20 || config->vram_size > 128u << 20 ||
        config->vram_size & (config->vram_size - 1)) {
        g_set_error(error, NV_CARD_ERROR, 0,
                    "VRAM size %u is not a power of two from 4M to 128M",
                    config->vram_size);
        return false;
    }
    if (config->rom_size > 1u << 20) {
        g_set_error(error, NV_CARD_ERROR, 0,
                    "the VBIOS image has %u bytes; at most 1M fits",
                    config->rom_size);
        return false;
    }
    return true;
}

NvCard *nv_card_new(const NvCardConfig *config, const NvHostOps *ops,
                    void *host, GError **error)
{
    NvCard *card;

    if (!check_config(config, error)) {
        return NULL;
    }
    card = g_new0(NvCard, 1);
    card->env = (NvEnv) {
        .chip = nv_chip_find(config->chip), .ops = ops, .host = host,
        .trace_on = config->trace_on,
        .irq_changed = irq_changed, .ptimer_now = ptimer_now, .card = card,
    };
    card->id_chipset = card->env.chip->chipset;
    card->id_vram_size = config->vram_size;
    nv_mem_init(&card->mem, &card->env, config->vram, config->vram_size);
    if (!nv_raster_init(&card->raster, &card->env, &card->mem,
                        config->raster, config->raster_arg, error)) {
        nv_mem_free(&card->mem);
        g_free(card);
        return NULL;
    }
    card->rom_size = config->rom ? config->rom_size : NV_VBIOS_SIZE;
    if (config->rom) {
        card->rom = g_memdup2(config->rom, config->rom_size);
    } else {
        card->rom = g_malloc(NV_VBIOS_SIZE);
        nv_vbios_make(card->env.chip, card->rom);
    }
    nv_hostregs_init(card);
    nv_ptimer_init(&card->ptimer, &card->env);
    nv_xf_init(&card->xf, &card->env);
    nv_vtx_init(&card->vtx, &card->env, &card->raster);
    nv_idx_init(&card->idx, &card->env, &card->mem, &card->xf, &card->vtx);
    nv_pgraph_init(&card->pgraph, &card->env, &card->mem, &card->idx,
                   &card->xf, &card->raster);
    nv_pfifo_init(&card->pfifo, &card->env, &card->mem, &card->pgraph);
    nv_display_init(&card->display, &card->env, &card->mem);
    if (!nv_xf_configure(&card->xf, config->executor, config->arith, error) ||
        !nv_xf_set_threads(&card->xf, config->threads, error)) {
        nv_card_free(card);
        return NULL;
    }
    nv_card_reset(card);
    return card;
}

void nv_card_free(NvCard *card)
{
    if (!card) {
        return;
    }
    nv_display_free(&card->display);
    nv_pfifo_free(&card->pfifo);
    nv_pgraph_free(&card->pgraph);
    nv_idx_free(&card->idx);
    nv_vtx_free(&card->vtx);
    nv_xf_free(&card->xf);
    nv_hostregs_free(card);
    nv_raster_free(&card->raster);
    nv_mem_free(&card->mem);
    g_free(card->rom);
    g_free(card);
}

void nv_card_reset(NvCard *card)
{
    nv_trace(&card->env, card_reset, card->env.chip->name);
    nv_pmc_reset(card);
    nv_hostregs_reset(card);
    nv_ptimer_reset(&card->ptimer);
    nv_idx_reset(&card->idx);
    nv_xf_reset(&card->xf);
    nv_vtx_reset(&card->vtx);
    nv_raster_reset(&card->raster);
    nv_pgraph_reset(&card->pgraph);
    nv_pfifo_reset(&card->pfifo);
    nv_display_reset(&card->display);
    irq_changed(&card->env);
}

/*
 * Words, halves and bytes.  VGA ranges are made of bytes; elsewhere a part
 * of a word is taken from the whole.  In big-endian mode the bytes of a word
 * stand the other way round, except in the VGA ranges.
 */
static uint32_t read_part(NvCard *card, uint32_t addr, unsigned size)
{
    uint32_t word = nv_map_read(card, addr & ~3u);

    if (card->pmc.big_endian) {
        word = GUINT32_SWAP_LE_BE(word);
    }
    return nv_extract(word, (addr & 3) * 8, size * 8);
}

static void write_part(NvCard *card, uint32_t addr, uint32_t value,
                       unsigned size)
{
    uint32_t word = value;

    if (size < 4) {
        if (!nv_map_is_memory(card, addr)) {
            nv_guest_error(&card->env, "%u-byte write of 0x%x to register "
                           "0x%06x is dropped: registers take 32 bits",
                           size, value, addr);
            return;
        }
        word = nv_deposit(read_part(card, addr & ~3u, 4), (addr & 3) * 8,
                          size * 8, value);
    }
    if (card->pmc.big_endian) {
        word = GUINT32_SWAP_LE_BE(word);
    }
    nv_map_write(card, addr & ~3u, word);
}

static bool by_bytes(NvCard *card, uint32_t offset, unsigned size)
{
    return (offset & 3) + size > 4 || nv_map_is_vga(card, offset);
}

uint32_t nv_card_mmio_read(NvCard *card, uint32_t offset, unsigned size)
{
    uint32_t value = 0;

    offset &= 0xffffff;
    if (by_bytes(card, offset, size)) {
        for (unsigned i = 0; i < size; i++) {
            uint32_t at = (offset + i) & 0xffffff;

            value |= (nv_map_is_vga(card, at) ? nv_map_read8(card, at)
                                              : read_part(card, at, 1))
                     << (8 * i);
        }
    } else {
        value = read_part(card, offset, size);
    }
    nv_trace(&card->env, card_mmio_read, offset, size, value);
    return value;
}

void nv_card_mmio_write(NvCard *card, uint32_t offset, uint32_t value,
                        unsigned size)
{
    offset &= 0xffffff;
    nv_trace(&card->env, card_mmio_write, offset, size, value);
    if (!by_bytes(card, offset, size)) {
        write_part(card, offset, value, size);
        return;
    }
    for (unsigned i = 0; i < size; i++) {
        uint32_t at = (offset + i) & 0xffffff;
        uint8_t byte = value >> (8 * i);

        if (nv_map_is_vga(card, at)) {
            nv_map_write8(card, at, byte);
        } else {
            write_part(card, at, byte, 1);
        }
    }
}

void nv_card_flush(NvCard *card)
{
    nv_idx_flush(&card->idx);
    nv_raster_flush(&card->raster);
}

/* How often a semaphore that the CPU may release is looked at. */
#define POLL_NS 200000

bool nv_card_run(NvCard *card, unsigned budget)
{
    uint32_t need = NV_PMC_PFIFO | NV_PMC_PGRAPH;

    if ((card->pmc.enable & need) != need) {
        return false;
    }
    if (nv_pfifo_run(&card->pfifo, budget)) {
        return true;
    }
    /* Idle: whoever looks at VRAM now finds all vertices drawn. */
    nv_card_flush(card);
    if (nv_pfifo_waiting(&card->pfifo) && card->env.ops->timer_set) {
        card->env.ops->timer_set(card->env.host, NV_TIMER_POLL,
                                 nv_env_clock(&card->env) + POLL_NS);
    }
    return false;
}

void nv_card_timer(NvCard *card, NvTimer which)
{
    switch (which) {
    case NV_TIMER_ALARM:
        nv_ptimer_expired(&card->ptimer);
        break;
    case NV_TIMER_VBLANK0:
        nv_display_vblank(&card->display, 0);
        break;
    case NV_TIMER_VBLANK1:
        nv_display_vblank(&card->display, 1);
        break;
    case NV_TIMER_POLL:
        nv_env_work(&card->env);
        break;
    default:
        break;
    }
}

bool nv_card_irq(NvCard *card)
{
    return card->irq;
}

void *nv_card_vram(NvCard *card)
{
    return card->mem.vram;
}

uint32_t nv_card_vram_size(NvCard *card)
{
    return card->mem.vram_size;
}

/* The card itself: what it is, and what is not in a unit's section. */
static const NvField card_fields[] = {
    NV_FIELD(NvCard, id_chipset),
    NV_FIELD(NvCard, id_vram_size),
    NV_FIELD_ARRAY(NvCard, pbus_values, pbus_values[0]),
    NV_FIELD_ARRAY(NvCard, pfb_values, pfb_values[0]),
    NV_FIELD_ARRAY(NvCard, pvideo_values, pvideo_values[0]),
    NV_FIELD_END
};

/* State of another kind of card is refused. */
static bool same_card(const void *scratch, GError **error)
{
    const NvCard *card = scratch;

    if (card->id_chipset != card->env.chip->chipset) {
        g_set_error(error, NV_CARD_ERROR, 0,
                    "the saved state is of chip NV%X, this card is NV%X",
                    card->id_chipset, card->env.chip->chipset);
        return false;
    }
    if (card->id_vram_size != card->mem.vram_size) {
        g_set_error(error, NV_CARD_ERROR, 0,
                    "the saved state has %u bytes of VRAM, this card %u",
                    card->id_vram_size, card->mem.vram_size);
        return false;
    }
    return true;
}

static const NvSection card_section = {
    .name = "card", .version = 1, .size = sizeof(NvCard),
    .fields = card_fields, .validate = same_card,
};

#define MAX_ITEMS 16

static unsigned state_items(NvCard *card, NvStateItem *items)
{
    const NvStateItem all[] = {
        { &card_section, card },
        { &nv_pmc_section, &card->pmc },
        { &nv_ptimer_section, &card->ptimer },
        { &nv_raster_section, &card->raster },
        { &nv_vtx_section, &card->vtx },
        { &nv_xf_section, &card->xf },
        { &nv_idx_section, &card->idx },
        { &nv_pgraph_section, &card->pgraph },
        { &nv_pfifo_section, &card->pfifo },
        { &nv_head_section[0], &card->display.head[0] },
        { &nv_head_section[1], &card->display.head[1] },
    };

    static_assert(NV_ARRAY_SIZE(all) <= MAX_ITEMS, "room for every unit");
    memcpy(items, all, sizeof(all));
    return NV_ARRAY_SIZE(all);
}

void nv_card_save(NvCard *card, GByteArray *out)
{
    NvStateItem items[MAX_ITEMS];
    unsigned count = state_items(card, items);

    nv_card_flush(card);
    nv_state_save(items, count, out);
}

bool nv_card_load(NvCard *card, const void *data, size_t size, GError **error)
{
    NvStateItem items[MAX_ITEMS];
    unsigned count = state_items(card, items);

    nv_card_flush(card);
    if (!nv_state_load(items, count, data, size, error)) {
        return false;
    }
    nv_ptimer_rearm(&card->ptimer);
    irq_changed(&card->env);
    card->display.serial++;
    nv_env_work(&card->env);
    return true;
}

NvScanout nv_card_scanout(NvCard *card)
{
    return nv_display_scanout(&card->display);
}

void nv_card_scanout_line(NvCard *card, const NvScanout *mode, uint32_t y,
                          uint32_t *xrgb)
{
    nv_display_line(&card->display, mode, y, xrgb);
}

uint32_t nv_card_scanout_serial(NvCard *card)
{
    return card->display.serial;
}

bool nv_card_shows_vga(NvCard *card)
{
    return nv_display_is_vga(&card->display);
}

uint8_t nv_card_vga_read(NvCard *card, uint16_t port)
{
    return nv_display_port_read(&card->display, port);
}

void nv_card_vga_write(NvCard *card, uint16_t port, uint8_t value)
{
    nv_display_port_write(&card->display, port, value);
}

NvCardStats nv_card_stats(NvCard *card)
{
    return (NvCardStats) {
        .words = card->pfifo.words,
        .methods = card->pgraph.methods,
        .vertices = card->xf.vertices,
        .primitives = card->raster.primitives,
    };
}

static void dump_pfifo(NvCard *card, GString *out)
{
    nv_pfifo_dump(&card->pfifo, out);
}

static void dump_pgraph(NvCard *card, GString *out)
{
    nv_pgraph_dump(&card->pgraph, out);
}

static void dump_xf(NvCard *card, GString *out)
{
    nv_xf_dump(&card->xf, out);
}

static void dump_program(NvCard *card, GString *out)
{
    nv_xf_dump_program(&card->xf, out);
}

static void dump_display(NvCard *card, GString *out)
{
    nv_display_dump(&card->display, out);
}

static const struct {
    const char *name;
    void (*dump)(NvCard *card, GString *out);
} dumps[] = {
    { "pfifo", dump_pfifo },
    { "pgraph", dump_pgraph },
    { "xf", dump_xf },
    { "program", dump_program },
    { "display", dump_display },
};

const char *nv_card_dump_unit(unsigned index)
{
    return index < NV_ARRAY_SIZE(dumps) ? dumps[index].name : NULL;
}

char *nv_card_dump(NvCard *card, const char *unit)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(dumps); i++) {
        if (!strcmp(dumps[i].name, unit)) {
            GString *out = g_string_new(NULL);

            dumps[i].dump(card, out);
            return g_string_free(out, FALSE);
        }
    }
    return NULL;
}
