/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sets 640x480 at 60 Hz, 32 bits a pixel, through the VGA and extended CRTC
 * registers of head A, and flips buffers at the vertical blank.
 * Values are the standard VGA timing; extensions as Linux drivers use them.
 */
#include "guest.h"
#include "regs.h"

static void byte_wr(uint32_t reg, uint8_t v)
{
    ((volatile uint8_t *)card.mmio)[reg] = v;
}

static void cr(uint8_t index, uint8_t v)
{
    byte_wr(PRMCIO + 0x3d4, index);
    byte_wr(PRMCIO + 0x3d5, v);
}

static void sr(uint8_t index, uint8_t v)
{
    byte_wr(PRMVIO + 0x3c4, index);
    byte_wr(PRMVIO + 0x3c5, v);
}

static void palette_identity(void)
{
    unsigned i, c;

    byte_wr(PRMDIO + 0x3c6, 0xff);
    byte_wr(PRMDIO + 0x3c8, 0);
    for (i = 0; i < 256; i++) {
        for (c = 0; c < 3; c++) {
            byte_wr(PRMDIO + 0x3c9, (uint8_t)i);
        }
    }
}

/*
 * 25.175 MHz out of the crystal that the straps name, N / (13 * 2^3); the
 * console's chip has one that they do not.
 */
static uint32_t vpll(void)
{
    static const uint32_t khz[4] = { 13500, 14318, 27000, 25000 };
    uint32_t straps = rd(PSTRAPS), crystal, n;

    crystal = (rd(PMC_BOOT0) >> 20 & 0xff) == 0x2a ? 16667 :
              khz[(straps >> 22 & 1) << 1 | (straps >> 6 & 1)];
    n = (25175 * 8 * 13 + crystal / 2) / crystal;
    return 3 << 16 | n << 8 | 13;
}

void mode_set(void)
{
    static const uint8_t timing[0x19] = {
        0x5f, 0x4f, 0x50, 0x82, 0x54, 0x80, 0x0b, 0x3e, 0x00, 0x40, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0xea, 0x8c, 0xdf, 0x40, 0x00, 0xe7,
        0x04, 0xe3, 0xff,
    };
    const uint32_t pitch = PITCH / 8;
    unsigned i;

    cr(0x1f, 0x57);                         /* unlock the extensions */
    cr(0x44, 0);                            /* head A */
    sr(0x00, 0x03);
    sr(0x01, 0x21);                         /* blank while we change it */
    sr(0x02, 0x0f);
    sr(0x04, 0x0e);
    byte_wr(PRMVIO + 0x3c2, 0xe3);
    wr(PRAMDAC_VPLL, vpll());
    if (card.generation->curie) {
        wr(PRAMDAC_VPLL_B, 0);              /* no second stage */
    }
    wr(PRAMDAC_COEFF_SELECT, 0x10000700);
    wr(PRAMDAC_GENERAL, 0x00101130);        /* 8-bit DAC, gamma, 32 bits */
    cr(0x11, 0x00);                         /* CR00..CR07 writable */
    for (i = 0; i < sizeof(timing); i++) {
        cr((uint8_t)i, timing[i]);
    }
    cr(0x13, pitch & 0xff);
    cr(0x19, (uint8_t)((pitch >> 8 & 7) << 5));
    cr(0x42, (uint8_t)((pitch >> 11 & 1) << 6));
    cr(0x25, 0);
    cr(0x2d, 0);
    cr(0x41, 0);
    cr(0x1a, 0x38);                         /* syncs on */
    cr(0x31, 0);                            /* no cursor */
    cr(0x28, 0x03);                         /* 32 bits a pixel */
    palette_identity();
    wr(PCRTC_CONFIG, 2);                    /* start address at hsync */
    wr(PCRTC_START, VRAM_COLOR0);
    sr(0x01, 0x01);
    wr(PCRTC_INTR, 1);
    wr(PCRTC_INTR_EN, 1);
    wr(PMC_INTR_EN, 1);
}

static bool vblank_came(uint32_t seen)
{
    return options.irq ? irq_vblanks != seen : rd(PCRTC_INTR) & 1;
}

bool mode_wait_vblank(void)
{
    uint64_t end = time_ns() + 1000000000ull;
    uint32_t seen = irq_vblanks;

    if (!options.irq) {
        wr(PCRTC_INTR, 1);
    }
    while (time_ns() < end) {
        if (vblank_came(seen)) {
            return true;
        }
    }
    /* A busy host may let a second pass between two looks. */
    return vblank_came(seen);
}

void mode_show(uint32_t vram_offset)
{
    if (!mode_wait_vblank()) {
        check("vblank", false, "no vertical blank within a second");
    }
    wr(PCRTC_START, vram_offset);
}
