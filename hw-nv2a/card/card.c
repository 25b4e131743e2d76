/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The card: creation, reset, the pump, its timers.
 * The public face is include/nv2a/card.h.
 */
#include "card/card.h"

#include "card/vbios.h"

G_DEFINE_QUARK(nv-card-error-quark, nv_card_error)

static void irq_changed(NvEnv *env)
{
    NvCard *card = env->card;
    bool level = nv_pmc_line(card);

    nv_glance_irq(card);
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

static bool pushed_at(NvEnv *env, uint32_t *addr)
{
    NvCard *card = env->card;

    return nv_pfifo_pushed_at(&card->pfifo, addr);
}

static void make_rom(NvCard *card, const NvCardConfig *config)
{
    if (config->rom) {
        card->rom_size = config->rom_size;
        card->rom = g_memdup2(config->rom, config->rom_size);
    } else {
        card->rom_size = NV_VBIOS_SIZE;
        card->rom = g_malloc(NV_VBIOS_SIZE);
        nv_vbios_make(card->env.chip, card->rom);
    }
}

/* From the bus to the pixels and back: each has what it calls. */
static void make_units(NvCard *card)
{
    nv_hostregs_init(card);
    nv_pclock_init(&card->pclock, &card->env);
    nv_ptimer_init(&card->ptimer, &card->env);
    nv_xf_init(&card->xf, &card->env);
    nv_vtx_init(&card->vtx, &card->env, &card->raster);
    nv_idx_init(&card->idx, &card->env, &card->mem, &card->xf, &card->vtx);
    nv_pgraph_init(&card->pgraph, &card->env, &card->mem, &card->idx,
                   &card->xf, &card->raster);
    nv_pfifo_init(&card->pfifo, &card->env, &card->mem, &card->pgraph);
    nv_display_init(&card->display, &card->env, &card->mem);
    nv_debug_init(&card->debug, &card->env, &card->pfifo);
}

NvCard *nv_card_new(const NvCardConfig *config, const NvHostOps *ops,
                    void *host, GError **error)
{
    NvCard *card;

    if (!nv_config_check(config, error)) {
        return NULL;
    }
    card = g_new0(NvCard, 1);
    card->env = (NvEnv) {
        .chip = nv_chip_find(config->chip), .ops = ops, .host = host,
        .trace_on = config->trace_on, .slice = config->slice_us,
        .irq_changed = irq_changed, .ptimer_now = ptimer_now,
        .pushed_at = pushed_at, .card = card, .errors = nv_errors_new(),
    };
    card->id_chipset = card->env.chip->chipset;
    card->id_vram_size = config->vram_size;
    nv_mem_init(&card->mem, &card->env, config->vram, config->vram_size);
    if (!nv_raster_init(&card->raster, &card->env, &card->mem,
                        config->raster, config->raster_arg, error)) {
        nv_mem_free(&card->mem);
        nv_errors_free(card->env.errors);
        g_free(card);
        return NULL;
    }
    make_rom(card, config);
    make_units(card);
    if (!nv_xf_configure(&card->xf, config->executor, config->arith, error) ||
        !nv_xf_set_threads(&card->xf, config->threads, error) ||
        !nv_raster_set_threads(&card->raster, config->raster_threads,
                               error)) {
        nv_card_free(card);
        return NULL;
    }
    nv_xf_set_memory(&card->xf,
                     (config->memory ? config->memory : NV_CARD_MEMORY) -
                     NV_CARD_MEMORY_FIXED);
    nv_card_reset(card);
    return card;
}

void nv_card_free(NvCard *card)
{
    if (!card) {
        return;
    }
    assert(!card->inside);
    nv_card_capture_end(card, "the card went");
    g_free(card->captured);
    nv_errors_sum(&card->env);
    nv_debug_free(&card->debug);
    nv_display_free(&card->display);
    nv_pfifo_free(&card->pfifo);
    nv_pgraph_free(&card->pgraph);
    nv_idx_free(&card->idx);
    nv_vtx_free(&card->vtx);
    nv_xf_free(&card->xf);
    nv_hostregs_free(card);
    nv_pclock_free(&card->pclock);
    nv_raster_free(&card->raster);
    nv_mem_free(&card->mem);
    nv_errors_free(card->env.errors);
    g_free(card->rom);
    g_free(card);
}

void nv_card_reset(NvCard *card)
{
    nv_card_enter(card);
    nv_card_told(card, NV_EVENT_RESET, 0, 0, 0);
    nv_trace(&card->env, card_reset, card->env.chip->name);
    nv_pmc_reset(card);
    nv_hostregs_reset(card);
    nv_pclock_reset(&card->pclock);
    nv_ptimer_reset(&card->ptimer);
    nv_idx_reset(&card->idx);
    nv_xf_reset(&card->xf);
    nv_vtx_reset(&card->vtx);
    nv_raster_reset(&card->raster);
    nv_pgraph_reset(&card->pgraph);
    nv_pfifo_reset(&card->pfifo);
    nv_display_reset(&card->display);
    nv_debug_reset(&card->debug);
    irq_changed(&card->env);
    nv_card_did(card, 0);
    nv_card_leave(card);
}

void nv_card_flush(NvCard *card)
{
    NvEnvTime time;

    nv_card_enter(card);
    nv_card_told(card, NV_EVENT_FLUSH, 0, 0, 0);
    time = nv_env_take_time(&card->env);
    while (!nv_pgraph_settle(&card->pgraph)) {
        nv_pgraph_continue(&card->pgraph);
    }
    nv_raster_flush(&card->raster);
    nv_env_give_back(&card->env, time);
    nv_card_did(card, 0);
    nv_card_leave(card);
}

/* How often a semaphore that the CPU may release is looked at. */
#define POLL_NS 200000

static bool run(NvCard *card, unsigned budget)
{
    uint32_t need = NV_PMC_PFIFO | NV_PMC_PGRAPH;

    if ((card->pmc.enable & need) != need) {
        return false;
    }
    if (nv_pfifo_run(&card->pfifo, budget)) {
        return true;
    }
    /* Idle: whoever looks at VRAM now finds all vertices drawn. */
    if (!nv_pgraph_settle(&card->pgraph)) {
        return true;
    }
    nv_raster_flush(&card->raster);
    if (nv_pfifo_polls(&card->pfifo) && card->env.ops->timer_set) {
        card->env.ops->timer_set(card->env.host, NV_TIMER_POLL,
                                 nv_env_clock(&card->env) + POLL_NS);
    }
    return false;
}

bool nv_card_run(NvCard *card, unsigned budget)
{
    bool left, steps = card->env.watch || card->env.drop;

    nv_card_enter(card);
    nv_card_told(card, NV_EVENT_RUN, budget, 0, 0);
    nv_glance_open(card);
    left = run(card, budget);
    nv_debug_ran(&card->debug);
    if (!left) {
        nv_debug_idle(&card->debug);
    }
    nv_env_hurried(&card->env);
    nv_glance_close(card);
    nv_card_did(card, (left ? NV_RESULT_LEFT : 0) |
                (card->debug.holds ? NV_RESULT_HELD : 0) |
                (steps ? NV_RESULT_STEPPED : 0));
    nv_card_leave(card);
    return left;
}

void nv_card_timer(NvCard *card, NvTimer which)
{
    nv_card_enter(card);
    nv_card_told(card, NV_EVENT_TIMER, which, 0, 0);
    switch (which) {
    case NV_TIMER_ALARM:
        nv_ptimer_expired(&card->ptimer);
        break;
    case NV_TIMER_VBLANK0:
        nv_display_vblank(&card->display, 0);
        nv_debug_frame(&card->debug);
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
    nv_card_did(card, 0);
    nv_card_leave(card);
}
