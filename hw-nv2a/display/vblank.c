/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Time of a head: vertical blanks, their interrupt, and the raster position.
 * A head runs from reset on; vblank_next is the one place that holds its
 * phase, and blanks nobody waited for are counted when somebody looks.
 */
#include "display/display-priv.h"

static NvTimer timer_of(const NvHead *head)
{
    return head->index ? NV_TIMER_VBLANK1 : NV_TIMER_VBLANK0;
}

/* The host's timer runs only while the interrupt is enabled. */
void nv_head_arm(NvHead *head)
{
    NvEnv *env = head->display->env;
    bool wanted = nv_head_pcrtc(head, PCRTC_INTR_EN) & PCRTC_INTR_VBLANK;

    if (env->ops->timer_set) {
        env->ops->timer_set(env->host, timer_of(head),
                            wanted ? head->vblank_next : -1);
    }
}

static void set_intr(NvHead *head)
{
    nv_trace(head->display->env, display_vblank, head->index);
    head->pcrtc_values[PCRTC_INTR / 4] |= PCRTC_INTR_VBLANK;
    nv_env_irq_changed(head->display->env);
}

/* The first blank after @now, in step with those before. */
static int64_t next_after(const NvHead *head, int64_t now)
{
    int64_t frame = head->timing.frame_ns;

    assert(frame > 0);
    if (now < head->vblank_next) {
        return head->vblank_next;
    }
    return head->vblank_next + ((now - head->vblank_next) / frame + 1) * frame;
}

void nv_head_catch_up(NvHead *head)
{
    int64_t next = next_after(head, nv_env_clock(head->display->env));

    if (next != head->vblank_next) {
        head->vblank_next = next;
        set_intr(head);
        if (nv_head_pcrtc(head, PCRTC_INTR_EN) & PCRTC_INTR_VBLANK) {
            nv_head_arm(head);
        }
    }
}

void nv_display_vblank(NvDisplay *d, unsigned index)
{
    NvHead *head;
    int64_t next;

    if (index >= nv_display_heads(d)) {
        return;
    }
    head = &d->head[index];
    next = next_after(head, nv_env_clock(d->env));
    /* A host without a clock still gets one blank a call. */
    head->vblank_next = next != head->vblank_next ?
                        next : next + head->timing.frame_ns;
    set_intr(head);
    nv_head_arm(head);
}

bool nv_display_intr(const NvDisplay *d, unsigned index)
{
    const NvHead *head;

    if (index >= nv_display_heads(d)) {
        return false;
    }
    head = &d->head[index];
    return nv_head_pcrtc(head, PCRTC_INTR) &
           nv_head_pcrtc(head, PCRTC_INTR_EN) & PCRTC_INTR_VBLANK;
}

void nv_head_raster(NvHead *head, uint32_t *h, uint32_t *v)
{
    int64_t now = nv_env_clock(head->display->env);

    nv_mode_raster(&head->timing, now - head->vblank_next, h, v);
}

/* Head B's clock is in head A's block. */
static uint64_t pixel_hz(const NvHead *head)
{
    const NvDisplay *d = head->display;
    const NvChip *chip = d->env->chip;
    uint32_t crystal = nv_mode_crystal_hz(chip);
    uint32_t pll = nv_head_pramdac(&d->head[0], head->index ? PRAMDAC_VPLL2
                                                            : PRAMDAC_VPLL);

    if (nv_chip_has(chip, NV_CAP_PLL_TWO_WORDS)) {
        return nv_mode_pll_words_hz(pll, nv_head_pramdac(&d->head[0],
            head->index ? PRAMDAC_VPLL2_B : PRAMDAC_VPLL_B), crystal);
    }
    return nv_chip_has(chip, NV_CAP_PLL_TWO_STAGES)
               ? nv_mode_pll_two_hz(pll, crystal)
               : nv_mode_pll_hz(pll, crystal);
}

void nv_head_derive(NvHead *head)
{
    const NvDisplay *d = head->display;
    NvModeRegs regs = {
        .cr = head->cr,
        .sr1 = head->sr[1],
        .start = nv_head_pcrtc(head, PCRTC_START),
    };

    head->shown = nv_mode_decode(&regs, d->mem->vram_size);
    head->timing = nv_mode_timing(head->cr, pixel_hz(head));
}

static bool same_mode(const NvScanout *a, const NvScanout *b)
{
    return a->enabled == b->enabled && a->width == b->width &&
           a->height == b->height && a->base == b->base &&
           a->pitch == b->pitch && a->bytes == b->bytes;
}

/* A new frame length starts a frame now, at its first line. */
static void restart(NvHead *head)
{
    const NvTiming *t = &head->timing;

    head->vblank_next = nv_env_clock(head->display->env) +
                        t->frame_ns * t->vdisplay / t->vtotal;
    nv_head_arm(head);
}

void nv_head_changed(NvHead *head)
{
    NvScanout was = head->shown;
    int64_t frame = head->timing.frame_ns;

    nv_head_catch_up(head);
    nv_head_derive(head);
    if (head->timing.frame_ns != frame) {
        restart(head);
    }
    if (!same_mode(&was, &head->shown)) {
        head->display->serial++;
        nv_trace(head->display->env, display_mode, head->shown.width,
                 head->shown.height, head->shown.bytes, head->shown.pitch,
                 head->shown.base);
    }
}
