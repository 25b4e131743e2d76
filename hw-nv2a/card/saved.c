/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A card's saved state: its own words, and every unit's section.
 */
#include "card/card.h"

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

static void card_upgrade(void *scratch, uint32_t version)
{
    NvCard *card = scratch;

    nv_regs_upgrade(&card->pbus, card->pbus_values, version);
    nv_regs_upgrade(&card->pfb, card->pfb_values, version);
    nv_regs_upgrade(&card->pvideo, card->pvideo_values, version);
}

static const NvSection card_section = {
    .name = "card", .version = 1, .size = offsetof(NvCard, pfifo),
    .fields = card_fields, .validate = same_card, .upgrade = card_upgrade,
};

#define MAX_ITEMS 20

/* What nv_card_save() writes; free_items() ends it. */
typedef struct Items {
    NvStateItem item[MAX_ITEMS];
    unsigned count;
    NvIdxSaved *waiting;
} Items;

static void make_items(NvCard *card, Items *items)
{
    NvIdxSaved *waiting = nv_idx_pack(&card->idx);
    const NvStateItem all[] = {
        { &card_section, card },
        { &nv_pmc_section, &card->pmc },
        { &nv_ptimer_section, &card->ptimer },
        { &nv_raster_section, &card->raster },
        { &nv_raster_jobs_section, card->raster.jobs },
        { &nv_raster_told_section, &card->raster },
        { &nv_raster_regs_section, &card->raster },
        { &nv_raster_targets_section, &card->raster },
        { &nv_vtx_section, &card->vtx },
        { &nv_xf_section, &card->xf },
        { &nv_xf_more_section, &card->xf },
        { &nv_idx_section, &card->idx },
        { &nv_idx_batch_section, waiting },
        { &nv_pgraph_section, &card->pgraph },
        { &nv_twod_section, &card->pgraph.twod },
        { &nv_pfifo_section, &card->pfifo },
        { &nv_head_section[0], &card->display.head[0] },
        { &nv_head_section[1], &card->display.head[1] },
        { &nv_pclock_section, &card->pclock },
        { &nv_ctxctl_section, &card->pgraph.ctxctl },
    };

    static_assert(NV_ARRAY_SIZE(all) <= MAX_ITEMS, "room for every unit");
    memcpy(items->item, all, sizeof(all));
    items->count = NV_ARRAY_SIZE(all);
    items->waiting = waiting;
}

static void free_items(Items *items)
{
    nv_idx_saved_free(items->waiting);
}

void nv_card_save_inside(NvCard *card, GByteArray *out)
{
    Items items;

    make_items(card, &items);
    nv_state_save(items.item, items.count, out);
    free_items(&items);
}

void nv_card_save(NvCard *card, GByteArray *out)
{
    nv_card_enter(card);
    nv_card_save_inside(card, out);
    nv_card_leave(card);
}

bool nv_card_load_inside(NvCard *card, const void *data, size_t size,
                         GError **error)
{
    Items items;
    bool fine;

    make_items(card, &items);
    fine = nv_state_load(items.item, items.count, data, size, error);
    free_items(&items);
    if (!fine) {
        return false;
    }
    nv_tiles_find(card, card->tile);
    nv_ptimer_rearm(&card->ptimer);
    nv_env_irq_changed(&card->env);
    card->display.serial++;
    nv_env_work(&card->env);
    return true;
}

bool nv_card_load(NvCard *card, const void *data, size_t size, GError **error)
{
    bool done;

    nv_card_enter(card);
    done = nv_card_load_inside(card, data, size, error);
    if (done) {
        nv_card_capture_end(card, "the machine went to a saved state");
        nv_debug_reset(&card->debug);
    }
    nv_card_leave(card);
    return done;
}
