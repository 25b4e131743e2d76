/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the display unit share: register offsets and the pure
 * functions between register values and modes.  The layouts are those the
 * open drivers program (doc) unless a line says otherwise.
 */
#ifndef NV_DISPLAY_DISPLAY_PRIV_H
#define NV_DISPLAY_DISPLAY_PRIV_H

#include "display/display.h"

/* PCRTC, offsets in the block. */
#define PCRTC_INTR          0x100
#define PCRTC_INTR_EN       0x140
#define PCRTC_START         0x800
#define PCRTC_CONFIG        0x804
#define PCRTC_RASTER        0x808
#define PCRTC_CURSOR_CONFIG 0x810
#define PCRTC_SCANPOS       0x868

#define PCRTC_INTR_VBLANK   0x1u

#define CURSOR_BPP_32       NV_BIT(12)
#define CURSOR_PIXELS_64    NV_BIT(16)
#define CURSOR_BLEND_ALPHA  NV_BIT(28)  /* colours are not premultiplied */

/* PRAMDAC, offsets in the block. */
#define PRAMDAC_CURSOR_POS  0x300
#define PRAMDAC_NVPLL       0x500
#define PRAMDAC_MPLL        0x504
#define PRAMDAC_VPLL        0x508
#define PRAMDAC_VPLL2       0x520       /* of head B, in head A's block */
#define PRAMDAC_VPLL_B      0x578       /* N2 and M2 of VPLL */
#define PRAMDAC_VPLL2_B     0x57c
#define PRAMDAC_GENERAL     0x600
#define PRAMDAC_TEST        0x608

#define GENERAL_PIXMIX(v)   nv_extract(v, 4, 2)     /* 3: through the LUT */
#define GENERAL_ALT_MODE    NV_BIT(12)  /* 16 bpp is 565, not 1555 */
#define GENERAL_BPC_8       NV_BIT(20)  /* LUT words have 8 bits, not 6 */

/* Pixel formats of CR28[1:0]. */
enum {
    FORMAT_VGA = 0,
    FORMAT_8 = 1,
    FORMAT_16 = 2,
    FORMAT_32 = 3,
};

/* Everything a mode depends on. */
typedef struct NvModeRegs {
    const uint8_t *cr;      /* 256 */
    uint8_t sr1;
    uint32_t start;         /* PCRTC.START */
} NvModeRegs;

/* The mode these registers ask for, or a disabled one; see mode.c. */
NvScanout nv_mode_decode(const NvModeRegs *regs, uint32_t vram_size);
/* Frequency of @pll on a crystal; 0 if it is not programmed. */
uint64_t nv_mode_pll_hz(uint32_t pll, uint32_t crystal_hz);
/* The same where a word has room for two stages (NV30, NV35). */
uint64_t nv_mode_pll_two_hz(uint32_t pll, uint32_t crystal_hz);
/* The same with the second stage in a word of its own (NV40). */
uint64_t nv_mode_pll_words_hz(uint32_t pll, uint32_t second,
                              uint32_t crystal_hz);
uint32_t nv_mode_crystal_hz(const NvChip *chip);
NvTiming nv_mode_timing(const uint8_t *cr, uint64_t pixel_hz);
/* Raster position @since ns after the start of a vertical blank. */
void nv_mode_raster(const NvTiming *timing, int64_t since, uint32_t *h,
                    uint32_t *v);

/* vblank.c */
void nv_head_catch_up(NvHead *head);
void nv_head_arm(NvHead *head);
void nv_head_raster(NvHead *head, uint32_t *h, uint32_t *v);
/* Registers that the mode depends on changed: derive again. */
void nv_head_changed(NvHead *head);
/* The derived fields only, silently. */
void nv_head_derive(NvHead *head);

/* vga.c: byte registers of one head, by VGA port number. */
uint8_t nv_head_cio_read(NvHead *head, uint32_t port);
void nv_head_cio_write(NvHead *head, uint32_t port, uint8_t value);
uint8_t nv_head_dio_read(NvHead *head, uint32_t port);
void nv_head_dio_write(NvHead *head, uint32_t port, uint8_t value);
uint8_t nv_head_vio_read(NvHead *head, uint32_t port);
void nv_head_vio_write(NvHead *head, uint32_t port, uint8_t value);

/* ports.c: the two-wire buses behind extended CRs. */
/* A monitor loads the lines of DAC A. */
bool nv_head_loaded(const NvHead *head);
/* False if @cr is not the register that senses a bus. */
bool nv_head_ddc_sense(const NvHead *head, uint8_t cr, uint8_t *value);
/* CR @cr was written: if it drives a bus, move the lines. */
void nv_head_ddc_drive(NvHead *head, uint8_t cr);
/* All buses, as the registers say. */
void nv_head_ddc_restore(NvHead *head);

unsigned nv_display_heads(const NvDisplay *d);

static inline uint32_t nv_head_pcrtc(const NvHead *head, uint32_t offset)
{
    return head->pcrtc_values[offset / 4];
}

static inline uint32_t nv_head_pramdac(const NvHead *head, uint32_t offset)
{
    return head->pramdac_values[offset / 4];
}

#endif
