/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Display: PCRTC, PRAMDAC, PRMCIO, PRMVIO, PRMDIO; scanout, cursor, vblank.
 */
#ifndef NV_DISPLAY_DISPLAY_H
#define NV_DISPLAY_DISPLAY_H

#include "base/regs.h"
#include "base/state.h"
#include "chip/chips.h"
#include "mem/mem.h"
#include "nv2a/card.h"

#define NV_HEADS 2
#define NV_PCRTC_SIZE 0x1000u       /* BAR0 0x600000 + 0x2000 * head */
#define NV_PRAMDAC_SIZE 0x1000u     /* BAR0 0x680000 + 0x2000 * head */

/* Raster timing of a head; derived from its registers. */
typedef struct NvTiming {
    uint32_t hdisplay, htotal;  /* pixels a line: shown, with blanking */
    uint32_t vdisplay, vtotal;  /* lines a frame: shown, with blanking */
    uint64_t pixel_hz;          /* 0: PLL not programmed */
    int64_t frame_ns;           /* 1/240 to 1/20 of a second */
} NvTiming;

typedef struct NvHead {
    struct NvDisplay *display;
    unsigned index;
    NvRegs pcrtc, pramdac;
    uint32_t pcrtc_values[NV_PCRTC_SIZE / 4];
    uint32_t pramdac_values[NV_PRAMDAC_SIZE / 4];
    uint8_t cr[256], cr_index;              /* PRMCIO 3D4/3D5 */
    uint8_t ar[32], ar_index, ar_flip;      /* 3C0 */
    uint8_t sr[8], sr_index;                /* PRMVIO 3C4/3C5 */
    uint8_t gr[16], gr_index;               /* 3CE/3CF */
    uint8_t misc, vse, fc;                  /* 3C2/3CC, 3C3, 3CA */
    uint8_t cr58[16];                       /* behind CR57 and CR58 */
    uint8_t pal[256][3], pal_mask, pal_read, pal_write, pal_comp;
    uint8_t pal_mode;                       /* 3C7 read: 3 reading, 0 writing */
    bool data_low[3];           /* derived: a monitor pulls the data line of
                                   a two-wire bus down */
    int64_t vblank_next;        /* ns; start of the next vertical blank */
    NvTiming timing;            /* derived */
    NvScanout shown;            /* derived: the mode as last decoded */
} NvHead;

typedef struct NvDisplay {
    NvEnv *env;
    NvMem *mem;
    NvHead head[NV_HEADS];
    uint32_t serial;
} NvDisplay;

extern const NvSection nv_head_section[NV_HEADS];

void nv_display_init(NvDisplay *d, NvEnv *env, NvMem *mem);
void nv_display_free(NvDisplay *d);
void nv_display_reset(NvDisplay *d);

/*
 * 32-bit registers at BAR0 0x600000..0x603fff (PCRTC) and 0x680000..0x683fff
 * (PRAMDAC); @addr is the BAR0 address.
 */
uint32_t nv_display_read(NvDisplay *d, uint32_t addr);
void nv_display_write(NvDisplay *d, uint32_t addr, uint32_t value);
/* VGA-style bytes: PRMVIO 0x0c0000, PRMCIO 0x601000, PRMDIO 0x681000. */
uint8_t nv_display_read8(NvDisplay *d, uint32_t addr);
void nv_display_write8(NvDisplay *d, uint32_t addr, uint8_t value);

/* VGA ports of head A by number, as the legacy ranges decode them. */
uint8_t nv_display_port_read(NvDisplay *d, uint16_t port);
void nv_display_port_write(NvDisplay *d, uint16_t port, uint8_t value);
/* Head A scans out nothing that nv_display_scanout() knows, but VGA. */
bool nv_display_is_vga(const NvDisplay *d);

/* PCRTC INTR & INTR_EN of @head: PMC bits 24 and 25. */
bool nv_display_intr(const NvDisplay *d, unsigned head);
void nv_display_vblank(NvDisplay *d, unsigned head);

NvScanout nv_display_scanout(NvDisplay *d);
void nv_display_line(NvDisplay *d, const NvScanout *mode, uint32_t y,
                     uint32_t *xrgb);

void nv_display_dump(const NvDisplay *d, GString *out);

#endif
