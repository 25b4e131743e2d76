/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The display unit's register blocks, made and reset.  Names are those of the
 * public register database; that a register is plain storage is what the open
 * drivers rely on (doc).
 */
#include "display/display-priv.h"

#define ALL 0xffffffffu
/* What NV2A's software finds in a PLL after a reset: N 28, M 1, P 1. */
#define PLL_SET 0x00011c01u

static uint32_t raster_read(void *unit, const NvReg *reg,
                            unsigned index G_GNUC_UNUSED,
                            uint32_t stored G_GNUC_UNUSED)
{
    NvHead *head = unit;
    uint32_t h, v;

    nv_head_raster(head, &h, &v);
    if (reg->offset == PCRTC_SCANPOS) {
        return h << 16 | v;
    }
    /* guess: line in 10:0, bit 16 while no line is shown. */
    return (v & 0x7ff) | (uint32_t)(v >= head->timing.vdisplay) << 16;
}

static void intr_write(void *unit, const NvReg *reg,
                       unsigned index G_GNUC_UNUSED,
                       uint32_t value G_GNUC_UNUSED)
{
    NvHead *head = unit;

    if (reg->offset == PCRTC_INTR_EN) {
        nv_head_arm(head);
    }
    nv_env_irq_changed(head->display->env);
}

static void mode_write(void *unit, const NvReg *reg G_GNUC_UNUSED,
                       unsigned index G_GNUC_UNUSED,
                       uint32_t value G_GNUC_UNUSED)
{
    nv_head_changed(unit);
}

/* Changes pixels, not the mode. */
static void picture_write(void *unit, const NvReg *reg G_GNUC_UNUSED,
                          unsigned index G_GNUC_UNUSED,
                          uint32_t value G_GNUC_UNUSED)
{
    ((NvHead *)unit)->display->serial++;
}

static void pll_write(void *unit, const NvReg *reg G_GNUC_UNUSED,
                      unsigned index G_GNUC_UNUSED,
                      uint32_t value G_GNUC_UNUSED)
{
    NvDisplay *d = ((NvHead *)unit)->display;

    for (unsigned i = 0; i < nv_display_heads(d); i++) {
        nv_head_changed(&d->head[i]);
    }
}

static const NvReg pcrtc_rows[] = {
    { .name = "PCRTC.INTR", .offset = PCRTC_INTR, .w1c = PCRTC_INTR_VBLANK,
      .write = intr_write },
    { .name = "PCRTC.INTR_EN", .offset = PCRTC_INTR_EN,
      .mask = PCRTC_INTR_VBLANK, .write = intr_write },
    /* guess: address lines of 128M, whole words. */
    { .name = "PCRTC.START", .offset = PCRTC_START, .mask = 0x07fffffc,
      .write = mode_write },
    { .name = "PCRTC.CONFIG", .offset = PCRTC_CONFIG, .mask = ALL },
    { .name = "PCRTC.RASTER", .offset = PCRTC_RASTER, .read = raster_read },
    { .name = "PCRTC.CURSOR_CONFIG", .offset = PCRTC_CURSOR_CONFIG,
      .mask = ALL, .write = picture_write },
    { .name = "PCRTC.GPIO", .offset = 0x818, .mask = ALL },
    { .name = "PCRTC.GPIO_EXT", .offset = 0x81c, .mask = ALL },
    { .name = "PCRTC.unk_830", .offset = 0x830, .mask = ALL },
    { .name = "PCRTC.unk_834", .offset = 0x834, .mask = ALL },
    { .name = "PCRTC.unk_850", .offset = 0x850, .mask = ALL },
    { .name = "PCRTC.ENGINE_CTRL", .offset = 0x860, .mask = ALL },
    { .name = "PCRTC.SCANPOS", .offset = PCRTC_SCANPOS,
      .read = raster_read },
};

/* Both sense lines of DAC A are high when a monitor loads them (doc). */
static uint32_t test_read(void *unit, const NvReg *reg G_GNUC_UNUSED,
                          unsigned index G_GNUC_UNUSED, uint32_t stored)
{
    return stored | (nv_head_loaded(unit) ? NV_BIT(28) : 0);
}

static const NvReg pramdac_rows[] = {
    { .name = "PRAMDAC.CURSOR_POS", .offset = PRAMDAC_CURSOR_POS,
      .mask = ALL, .write = picture_write },
    { .name = "PRAMDAC.CURSYNC", .offset = 0x404, .mask = ALL },
    { .name = "PRAMDAC.NVPLL", .offset = PRAMDAC_NVPLL, .mask = ALL,
      .reset = PLL_SET },
    { .name = "PRAMDAC.MPLL", .offset = PRAMDAC_MPLL, .mask = ALL },
    { .name = "PRAMDAC.VPLL", .offset = PRAMDAC_VPLL, .mask = ALL,
      .write = pll_write },
    { .name = "PRAMDAC.PLL_CONTROL", .offset = 0x50c, .mask = ALL },
    { .name = "PRAMDAC.PLL_SETUP_CONTROL", .offset = 0x510, .mask = ALL },
    { .name = "PRAMDAC.VPLL2", .offset = PRAMDAC_VPLL2, .mask = ALL,
      .write = pll_write, .caps = NV_CAP_TWO_HEADS },
    { .name = "PRAMDAC.SEL_CLK", .offset = 0x524, .mask = ALL },
    { .name = "PRAMDAC.DITHER_NV11", .offset = 0x528, .mask = ALL },
    { .name = "PRAMDAC.DACCLK", .offset = 0x52c, .mask = ALL },
    { .name = "PRAMDAC.VPLL_B", .offset = PRAMDAC_VPLL_B, .mask = ALL,
      .write = pll_write, .caps = NV_CAP_PLL_TWO_WORDS },
    { .name = "PRAMDAC.VPLL2_B", .offset = PRAMDAC_VPLL2_B, .mask = ALL,
      .write = pll_write, .caps = NV_CAP_PLL_TWO_WORDS },
    { .name = "PRAMDAC.unk_580", .offset = 0x580, .mask = ALL,
      .caps = NV_CAP_PLL_TWO_WORDS },
    { .name = "PRAMDAC.GENERAL_CONTROL", .offset = PRAMDAC_GENERAL,
      .mask = ALL, .write = picture_write },
    { .name = "PRAMDAC.TEST_CONTROL", .offset = PRAMDAC_TEST,
      .mask = ALL & ~NV_BIT(28), .read = test_read },
    { .name = "PRAMDAC.TESTPOINT_DATA", .offset = 0x610, .mask = ALL },
    { .name = "PRAMDAC.unk_630", .offset = 0x630, .mask = ALL },
    { .name = "PRAMDAC.unk_634", .offset = 0x634, .mask = ALL },
    { .name = "PRAMDAC.TEST_CONTROL_B", .offset = 0x670,
      .mask = ALL & ~NV_BIT(28) },
    { .name = "PRAMDAC.TESTPOINT_DATA_B", .offset = 0x678, .mask = ALL },
    { .name = "PRAMDAC.TV", .offset = 0x700, .count = 64, .mask = ALL },
    { .name = "PRAMDAC.FP_VTIMING", .offset = 0x800, .count = 7,
      .mask = ALL },
    { .name = "PRAMDAC.FP_HTIMING", .offset = 0x820, .count = 7,
      .mask = ALL },
    { .name = "PRAMDAC.FP_DITHER", .offset = 0x83c, .mask = ALL },
    { .name = "PRAMDAC.unk_840", .offset = 0x840, .count = 2, .mask = ALL },
    { .name = "PRAMDAC.FP_TG_CONTROL", .offset = 0x848, .mask = ALL },
    { .name = "PRAMDAC.unk_84c", .offset = 0x84c, .mask = ALL },
    { .name = "PRAMDAC.DITHER", .offset = 0x850, .count = 6, .mask = ALL,
      .caps = NV_CAP_TWO_HEADS },
    { .name = "PRAMDAC.FP_DEBUG", .offset = 0x880, .count = 8, .mask = ALL },
    { .name = "PRAMDAC.FP_TMDS_CONTROL", .offset = 0x8b0, .mask = ALL },
    { .name = "PRAMDAC.FP_TMDS_DATA", .offset = 0x8b4, .mask = ALL },
    { .name = "PRAMDAC.unk_8c0", .offset = 0x8c0, .count = 2, .mask = ALL },
    { .name = "PRAMDAC.unk_900", .offset = 0x900, .mask = ALL,
      .caps = NV_CAP_PLL_TWO_WORDS },
    { .name = "PRAMDAC.unk_a20", .offset = 0xa20, .count = 6, .mask = ALL },
    { .name = "PRAMDAC.CTV", .offset = 0xc00, .count = 38, .mask = ALL,
      .caps = NV_CAP_PLL_TWO_WORDS },
};

unsigned nv_display_heads(const NvDisplay *d)
{
    return nv_chip_has(d->env->chip, NV_CAP_TWO_HEADS) ? 2 : 1;
}

static void head_reset(NvHead *head)
{
    nv_regs_reset(&head->pcrtc);
    nv_regs_reset(&head->pramdac);
    if (nv_chip_has(head->display->env->chip, NV_CAP_MPLL_SET)) {
        head->pramdac_values[PRAMDAC_MPLL / 4] = PLL_SET;
    }
    memset(head->cr, 0, sizeof(head->cr));
    memset(head->cr58, 0, sizeof(head->cr58));
    memset(head->ar, 0, sizeof(head->ar));
    memset(head->sr, 0, sizeof(head->sr));
    memset(head->gr, 0, sizeof(head->gr));
    head->cr_index = head->ar_index = head->ar_flip = 0;
    head->sr_index = head->gr_index = 0;
    head->misc = head->vse = head->fc = 0;
    nv_head_ddc_restore(head);
    /* The palette's power-on contents are not defined; a ramp is harmless. */
    for (unsigned i = 0; i < 256; i++) {
        memset(head->pal[i], i, 3);
    }
    head->pal_mask = 0xff;
    head->pal_read = head->pal_write = head->pal_comp = head->pal_mode = 0;
}

void nv_display_reset(NvDisplay *d)
{
    for (unsigned i = 0; i < NV_HEADS; i++) {
        head_reset(&d->head[i]);
    }
    for (unsigned i = 0; i < NV_HEADS; i++) {
        NvHead *head = &d->head[i];

        nv_head_derive(head);
        head->vblank_next = nv_env_clock(d->env) + head->timing.frame_ns;
        nv_head_arm(head);
    }
    d->serial++;
}

void nv_display_init(NvDisplay *d, NvEnv *env, NvMem *mem)
{
    memset(d, 0, sizeof(*d));
    d->env = env;
    d->mem = mem;
    for (unsigned i = 0; i < NV_HEADS; i++) {
        NvHead *head = &d->head[i];

        head->display = d;
        head->index = i;
        head->pcrtc = (NvRegs) {
            .size = NV_PCRTC_SIZE, .values = head->pcrtc_values, .unit = head,
        };
        head->pramdac = (NvRegs) {
            .size = NV_PRAMDAC_SIZE, .values = head->pramdac_values,
            .unit = head,
        };
        nv_regs_init(&head->pcrtc, pcrtc_rows, NV_ARRAY_SIZE(pcrtc_rows),
                     env->chip->caps);
        nv_regs_init(&head->pramdac, pramdac_rows,
                     NV_ARRAY_SIZE(pramdac_rows), env->chip->caps);
    }
    nv_display_reset(d);
}

void nv_display_free(NvDisplay *d)
{
    for (unsigned i = 0; i < NV_HEADS; i++) {
        nv_regs_free(&d->head[i].pcrtc);
        nv_regs_free(&d->head[i].pramdac);
    }
}
