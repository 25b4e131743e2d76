/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The display unit's register blocks, address decoding, reset and saved
 * state.  Names are those of the public register database; that a register
 * is plain storage is what the open drivers rely on (doc).
 */
#include "display/display-priv.h"

#define ALL 0xffffffffu

/* Offsets within BAR0 of what a head answers to; head B is 0x2000 up. */
#define PRMVIO 0x0c0000u
#define PCRTC  0x600000u
#define PRMCIO 0x601000u
#define PRAMDAC 0x680000u
#define PRMDIO 0x681000u

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
    /* The reset value is what NV2A software finds: N 28, M 1, P 1. */
    { .name = "PRAMDAC.NVPLL", .offset = PRAMDAC_NVPLL, .mask = ALL,
      .reset = 0x00011c01 },
    { .name = "PRAMDAC.MPLL", .offset = 0x504, .mask = ALL },
    { .name = "PRAMDAC.VPLL", .offset = PRAMDAC_VPLL, .mask = ALL,
      .write = pll_write },
    { .name = "PRAMDAC.PLL_CONTROL", .offset = 0x50c, .mask = ALL },
    { .name = "PRAMDAC.PLL_SETUP_CONTROL", .offset = 0x510, .mask = ALL },
    { .name = "PRAMDAC.VPLL2", .offset = PRAMDAC_VPLL2, .mask = ALL,
      .write = pll_write, .caps = NV_CAP_TWO_HEADS },
    { .name = "PRAMDAC.SEL_CLK", .offset = 0x524, .mask = ALL },
    { .name = "PRAMDAC.DITHER_NV11", .offset = 0x528, .mask = ALL },
    { .name = "PRAMDAC.DACCLK", .offset = 0x52c, .mask = ALL },
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
    { .name = "PRAMDAC.unk_a20", .offset = 0xa20, .count = 6, .mask = ALL },
};

unsigned nv_display_heads(const NvDisplay *d)
{
    return nv_chip_has(d->env->chip, NV_CAP_TWO_HEADS) ? 2 : 1;
}

static void head_reset(NvHead *head)
{
    nv_regs_reset(&head->pcrtc);
    nv_regs_reset(&head->pramdac);
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
        nv_regs_init(&head->pcrtc, pcrtc_rows, NV_ARRAY_SIZE(pcrtc_rows),
                     NV_PCRTC_SIZE, head->pcrtc_values, env->chip->caps, head);
        nv_regs_init(&head->pramdac, pramdac_rows,
                     NV_ARRAY_SIZE(pramdac_rows), NV_PRAMDAC_SIZE,
                     head->pramdac_values, env->chip->caps, head);
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

/* The head @addr belongs to, NULL if the chip has no such head. */
static NvHead *head_at(NvDisplay *d, uint32_t addr)
{
    unsigned index = nv_extract(addr, 13, 1);

    return index < nv_display_heads(d) ? &d->head[index] : NULL;
}

/* The block @addr is in, by head A's address of it. */
static uint32_t block_of(uint32_t addr)
{
    return addr & ~0x2fffu;
}

static NvRegs *regs_at(NvHead *head, uint32_t addr)
{
    switch (block_of(addr)) {
    case PCRTC:
        return &head->pcrtc;
    case PRAMDAC:
        return &head->pramdac;
    default:
        return NULL;
    }
}

uint32_t nv_display_read(NvDisplay *d, uint32_t addr)
{
    NvHead *head = head_at(d, addr);
    NvRegs *regs = head ? regs_at(head, addr) : NULL;
    uint32_t value = 0;

    addr &= ~3u;
    if (regs) {
        if (regs == &head->pcrtc) {
            nv_head_catch_up(head);
        }
        if (!nv_regs_read(regs, addr & 0xfff, &value)) {
            nv_trace(d->env, card_mmio_unassigned, "read", addr);
        }
        return value;
    }
    for (unsigned i = 0; i < 4; i++) {
        value |= (uint32_t)nv_display_read8(d, addr + i) << (8 * i);
    }
    return value;
}

void nv_display_write(NvDisplay *d, uint32_t addr, uint32_t value)
{
    NvHead *head = head_at(d, addr);
    NvRegs *regs = head ? regs_at(head, addr) : NULL;

    addr &= ~3u;
    if (regs) {
        /* ORDER: blanks until now come before a clear or an enable. */
        if (regs == &head->pcrtc) {
            nv_head_catch_up(head);
        }
        if (!nv_regs_write(regs, addr & 0xfff, value)) {
            nv_trace(d->env, card_mmio_unassigned, "write", addr);
        }
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        nv_display_write8(d, addr + i, value >> (8 * i));
    }
}

/*
 * PRMVIO has one set of addresses for both heads: CR44 of head A chooses,
 * 3 head B, 4 both (reads from A), anything else A (doc).
 */
static unsigned vio_heads(const NvDisplay *d)
{
    if (nv_display_heads(d) < 2) {
        return 1;
    }
    switch (d->head[0].cr[0x44]) {
    case 3:
        return 2;
    case 4:
        return 3;
    default:
        return 1;
    }
}

uint8_t nv_display_read8(NvDisplay *d, uint32_t addr)
{
    uint32_t port = addr & 0xfff;
    NvHead *head = head_at(d, addr);

    if ((addr & ~0xfffu) == PRMVIO) {
        return nv_head_vio_read(&d->head[vio_heads(d) == 2], port);
    }
    if (!head) {
        return 0;
    }
    switch (block_of(addr)) {
    case PRMCIO:
        return nv_head_cio_read(head, port);
    case PRMDIO:
        return nv_head_dio_read(head, port);
    case PCRTC:
    case PRAMDAC:
        return nv_display_read(d, addr) >> (8 * (addr & 3));
    default:
        return 0;
    }
}

/* A byte of a word register; bits that clear stay away. */
static void write_byte_of_word(NvDisplay *d, NvHead *head, uint32_t addr,
                               uint8_t value)
{
    NvRegs *regs = regs_at(head, addr);
    unsigned shift = 8 * (addr & 3);
    unsigned index;
    const NvReg *reg = nv_regs_find(regs, addr & 0xffc, &index);
    uint32_t word;

    if (reg) {
        word = regs->values[(addr & 0xffc) / 4] & reg->mask;
        nv_display_write(d, addr, nv_deposit(word, shift, 8, value));
    }
}

void nv_display_write8(NvDisplay *d, uint32_t addr, uint8_t value)
{
    uint32_t port = addr & 0xfff;
    NvHead *head = head_at(d, addr);

    if ((addr & ~0xfffu) == PRMVIO) {
        for (unsigned i = 0; i < NV_HEADS; i++) {
            if (vio_heads(d) & NV_BIT(i)) {
                nv_head_vio_write(&d->head[i], port, value);
            }
        }
        return;
    }
    if (!head) {
        return;
    }
    switch (block_of(addr)) {
    case PRMCIO:
        nv_head_cio_write(head, port, value);
        break;
    case PRMDIO:
        nv_head_dio_write(head, port, value);
        break;
    case PCRTC:
    case PRAMDAC:
        write_byte_of_word(d, head, addr, value);
        break;
    default:
        break;
    }
}

static void dump_regs(const NvRegs *regs, GString *out)
{
    for (uint32_t at = 0; at < regs->size; at += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(regs, at, &index);

        if (!reg || (!regs->values[at / 4] && !reg->reset)) {
            continue;
        }
        g_string_append_printf(out, "  %s", reg->name);
        if (reg->count > 1) {
            g_string_append_printf(out, "[%u]", index);
        }
        g_string_append_printf(out, ": 0x%08x\n", regs->values[at / 4]);
    }
}

static void dump_head(const NvHead *head, GString *out)
{
    const NvScanout *m = &head->shown;
    const NvTiming *t = &head->timing;

    g_string_append_printf(out, "head %u\n  mode: ", head->index);
    if (m->enabled) {
        g_string_append_printf(out, "%ux%u, %u bytes a pixel, pitch %u, "
                               "base 0x%08x\n", m->width, m->height, m->bytes,
                               m->pitch, m->base);
    } else {
        g_string_append(out, "off\n");
    }
    g_string_append_printf(out, "  timing: %u/%u pixels, %u/%u lines, "
                           "%" PRIu64 " Hz, frame %" PRId64 " ns\n",
                           t->hdisplay, t->htotal, t->vdisplay, t->vtotal,
                           t->pixel_hz, t->frame_ns);
    dump_regs(&head->pcrtc, out);
    dump_regs(&head->pramdac, out);
    for (unsigned i = 0; i < 256; i++) {
        if (head->cr[i]) {
            g_string_append_printf(out, "  CR%02X: 0x%02x\n", i, head->cr[i]);
        }
    }
}

void nv_display_dump(const NvDisplay *d, GString *out)
{
    for (unsigned i = 0; i < nv_display_heads(d); i++) {
        dump_head(&d->head[i], out);
    }
}

static const NvField head_fields[] = {
    NV_FIELD_ARRAY(NvHead, pcrtc_values, pcrtc_values[0]),
    NV_FIELD_ARRAY(NvHead, pramdac_values, pramdac_values[0]),
    NV_FIELD_ARRAY(NvHead, cr, cr[0]),
    NV_FIELD(NvHead, cr_index),
    NV_FIELD_ARRAY(NvHead, cr58, cr58[0]),
    NV_FIELD_ARRAY(NvHead, ar, ar[0]),
    NV_FIELD(NvHead, ar_index),
    NV_FIELD(NvHead, ar_flip),
    NV_FIELD_ARRAY(NvHead, sr, sr[0]),
    NV_FIELD(NvHead, sr_index),
    NV_FIELD_ARRAY(NvHead, gr, gr[0]),
    NV_FIELD(NvHead, gr_index),
    NV_FIELD(NvHead, misc),
    NV_FIELD(NvHead, vse),
    NV_FIELD(NvHead, fc),
    NV_FIELD_ARRAY(NvHead, pal, pal[0][0]),
    NV_FIELD(NvHead, pal_mask),
    NV_FIELD(NvHead, pal_read),
    NV_FIELD(NvHead, pal_write),
    NV_FIELD(NvHead, pal_comp),
    NV_FIELD(NvHead, pal_mode),
    NV_FIELD(NvHead, vblank_next),
    NV_FIELD_END
};

static bool head_validate(const void *scratch, GError **error)
{
    const NvHead *h = scratch;

    if (h->ar_index > 63 || h->ar_flip > 1 || h->sr_index > 7 ||
        h->gr_index > 15 || h->pal_comp > 2) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "saved state of head %u has a VGA index out of range",
                    h->index);
        return false;
    }
    /* A bound that keeps sums with frames and clocks inside 64 bits. */
    if (h->vblank_next < 0 || h->vblank_next > INT64_MAX / 2) {
        g_set_error(error, NV_STATE_ERROR, 0, "saved state of head %u has a "
                    "vertical blank at %" PRId64 " ns", h->index,
                    h->vblank_next);
        return false;
    }
    return true;
}

static void head_loaded(void *unit)
{
    NvHead *head = unit;
    int64_t now = nv_env_clock(head->display->env);

    /* Head B's clock comes from head A's block, which is loaded before. */
    nv_head_derive(head);
    /* Saved on a machine whose clock ran ahead: keep the blanks coming. */
    if (head->vblank_next > now + head->timing.frame_ns) {
        head->vblank_next = now + head->timing.frame_ns;
    }
    nv_head_arm(head);
    nv_head_ddc_restore(head);
    head->display->serial++;
}

const NvSection nv_head_section[NV_HEADS] = {
    { "head0", 1, sizeof(NvHead), head_fields, head_validate, head_loaded },
    { "head1", 1, sizeof(NvHead), head_fields, head_validate, head_loaded },
};
