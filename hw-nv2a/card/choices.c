/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a config chooses from: kinds of card, raster backends, executors,
 * sizes; and whether it does.
 */
#include "card/card.h"

#include "exec/executor.h"

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
                .bar2 = nv_chip_has(&chips[i], NV_CAP_RAMIN_BAR),
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

bool nv_card_vram_fits(uint64_t size)
{
    return size >= NV_CARD_VRAM_MIN && size <= NV_CARD_VRAM_MAX &&
           !(size & (size - 1));
}

bool nv_config_check(const NvCardConfig *config, GError **error)
{
    const NvChip *chip = config->chip ? nv_chip_find(config->chip) : NULL;

    if (!chip || !(chip->caps & NV_CAP_FE)) {
        g_autoptr(GString) names = g_string_new(NULL);

        for (const NvChip *c = nv_chips(); c->name && c->card; c++) {
            g_string_append_printf(names, " %s", c->name);
        }
        g_set_error(error, NV_CARD_ERROR, 0,
                    "there is no card \"%s\"; choose one of:%s",
                    config->chip ? config->chip : "", names->str);
        return false;
    }
    if (!nv_card_vram_fits(config->vram_size)) {
        g_set_error(error, NV_CARD_ERROR, 0,
                    "VRAM size %u is not " NV_CARD_VRAM_TEXT,
                    config->vram_size);
        return false;
    }
    if (config->memory && (config->memory < NV_CARD_MEMORY_MIN ||
                           config->memory > NV_CARD_MEMORY_MAX)) {
        g_set_error(error, NV_CARD_ERROR, 0,
                    "memory of %" PRIu64 " bytes is not "
                    NV_CARD_MEMORY_TEXT, config->memory);
        return false;
    }
    if (config->rom_size > NV_CARD_ROM_MAX) {
        g_set_error(error, NV_CARD_ERROR, 0,
                    "the VBIOS image has %u bytes; at most 1M fits",
                    config->rom_size);
        return false;
    }
    return true;
}
