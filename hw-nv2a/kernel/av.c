/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Video: modes by number, as CRTC registers and a pixel clock.  The picture
 * comes from those; the encoder gets no program.
 */
#include "calls.h"
#include "kernel.h"
#include "ports.h"

enum {
    MISC_OUT = 0x0c03c2, SEQUENCER = 0x0c03c4, CRTC = 0x6013d4,
    PCRTC_START = 0x600800, PRAMDAC_VPLL = 0x680508,
    PRAMDAC_SELECT = 0x68050c, SELECT_PROGRAMMED = 0x10000700,
    PRAMDAC_GENERAL = 0x680600, DAC_MASK = 0x6813c6, DAC_INDEX = 0x6813c8,
    DAC_DATA = 0x6813c9, GPIO_BLANK = 0x80d3,
    FORMAT_X1R5G5B5 = 0x10, FORMAT_R5G6B5 = 0x11, FORMAT_A8R8G8B8 = 0x12,
    OPTION_CAPABILITIES = 6, OPTION_BLANK = 9,
    PACK_SCART = 0, PACKS = 8, SMC_AV_PACK = 4,
};

/* Pixels and lines; vpll: M, N << 8, P << 16 of 16.667 MHz * N / M / 2^P. */
typedef struct Timing {
    uint16_t width, height, h_total, v_total;
    uint32_t vpll;
} Timing;

#define VPLL(n, m, p) ((m) | (n) << 8 | (p) << 16)
enum { T640, T720, T640_50, T720_50, T800, T1024, T1280, T1920, TIMINGS };
static const Timing timings[TIMINGS] = {
    [T640] = { 640, 480, 800, 525, VPLL(145, 6, 4) },       /* 59.94 Hz */
    [T720] = { 720, 480, 864, 525, VPLL(124, 19, 2) },      /* 59.95 */
    [T640_50] = { 640, 480, 800, 625, VPLL(6, 1, 2) },      /* 50.00 */
    [T720_50] = { 720, 480, 864, 625, VPLL(162, 25, 2) },   /* 50.00 */
    [T800] = { 800, 600, 1056, 628, VPLL(229, 12, 3) },     /* 59.95 */
    [T1024] = { 1024, 768, 1344, 806, VPLL(187, 12, 2) },   /* 59.94 */
    [T1280] = { 1280, 720, 1648, 750, VPLL(80, 9, 1) },     /* 59.93 */
    [T1920] = { 1920, 1080, 2200, 1125, VPLL(89, 5, 1) },   /* 59.93 */
};

/* hw: which numbers programs use; bits 23:16 are the picture's size. */
typedef struct ModeRow {
    uint32_t mask, value;
    uint8_t timing;
} ModeRow;

static const ModeRow rows[] = {
    { 0xc0ff0000, 0xc0060000, T640 }, { 0xc0ff0000, 0xc0030000, T800 },
    { 0xc0ff0000, 0xc0040000, T1024 },
    { 0x80ff0000, 0x80070000, T640 }, { 0x80ff0000, 0x80080000, T720 },
    { 0x80ff0000, 0x800b0000, T1280 }, { 0x80ff0000, 0x800e0000, T1920 },
    { 0x00ff0000, 0x00010000, T640 }, { 0x00ff0000, 0x00020000, T720 },
    { 0x00ff0000, 0x00030000, T640_50 }, { 0x00ff0000, 0x00040000, T720_50 },
};

static void *saved;

static const Timing *timing_of(uint32_t mode)
{
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if ((mode & rows[i].mask) == rows[i].value) {
            return &timings[rows[i].timing];
        }
    }
    print("kernel: video mode %08x is not known, 640x480 is taken\n", mode);
    return &timings[T640];
}

static void crtc(uint8_t index, uint8_t value)
{
    gpu_write8(CRTC, index);
    gpu_write8(CRTC + 1, value);
}

static void sequencer(uint8_t index, uint8_t value)
{
    gpu_write8(SEQUENCER, index);
    gpu_write8(SEQUENCER + 1, value);
}

/* Horizontal values count eight pixels, with what VGA adds to each. */
static void crtc_timing(const Timing *t)
{
    uint32_t ht = t->h_total / 8 - 5, hd = t->width / 8 - 1;
    uint32_t hs = hd + 4, he = hs + 12, vt = t->v_total - 2;
    uint32_t vd = t->height - 1, vs = vd + 10, ve = vs + 2;

    crtc(0x11, 0x00);                   /* unlocks 0 to 7 */
    crtc(0x00, ht);
    crtc(0x01, hd);
    crtc(0x02, hd);
    crtc(0x03, 0x80 | ((ht + 4) & 0x1f));
    crtc(0x04, hs);
    crtc(0x05, ((ht + 4) & 0x20) << 2 | (he & 0x1f));
    crtc(0x06, vt);
    crtc(0x07, (vt >> 8 & 1) | (vd >> 8 & 1) << 1 | (vs >> 8 & 1) << 2 |
               (vd >> 8 & 1) << 3 | 0x10 | (vt >> 9 & 1) << 5 |
               (vd >> 9 & 1) << 6 | (vs >> 9 & 1) << 7);
    crtc(0x08, 0);
    crtc(0x09, 0x40 | (vd >> 9 & 1) << 5);
    crtc(0x10, vs);
    crtc(0x11, ve & 15);
    crtc(0x12, vd);
    crtc(0x15, vd);
    crtc(0x16, vt + 1);
    crtc(0x17, 0xe3);
    crtc(0x18, 0xff);
    /* Bits 10 of vt, vd, vs, vd and bit 6 of the blank's end; then 8s. */
    crtc(0x25, (vt >> 10 & 1) | (vd >> 10 & 1) << 1 | (vs >> 10 & 1) << 2 |
               (vd >> 10 & 1) << 3 | ((ht + 4) >> 6 & 1) << 4);
    crtc(0x2d, (ht >> 8 & 1) | (hd >> 8 & 1) << 1 | (hd >> 8 & 1) << 2 |
               (hs >> 8 & 1) << 3);
    crtc(0x41, 0);
    crtc(0x42, 0);
}

static void palette(void)
{
    gpu_write8(DAC_MASK, 0xff);
    gpu_write8(DAC_INDEX, 0);
    for (unsigned i = 0; i < 256 * 3; i++) {
        gpu_write8(DAC_DATA, i / 3);
    }
}

static void set_mode(const Timing *t, uint32_t format, uint32_t pitch,
                     uint32_t framebuffer)
{
    crtc(0x1f, 0x57);                   /* unlocks the rest */
    gpu_write8(MISC_OUT, 0xe3);
    sequencer(0x01, 0x01);
    sequencer(0x04, 0x0e);
    crtc_timing(t);
    crtc(0x0c, 0);
    crtc(0x0d, 0);
    crtc(0x14, 0);
    crtc(0x13, pitch / 8);
    crtc(0x19, pitch / 8 >> 3 & 0xe0);
    crtc(0x1a, 0);
    crtc(0x28, format == FORMAT_A8R8G8B8 ? 3 : 2);
    gpu_write(PRAMDAC_VPLL, t->vpll);
    gpu_write(PRAMDAC_SELECT, SELECT_PROGRAMMED);
    gpu_write(PRAMDAC_GENERAL, format == FORMAT_R5G6B5 ? 0x00101130 :
                                                         0x00100130);
    palette();
    gpu_write(PCRTC_START, framebuffer);
    out8(GPIO_BLANK, 4);
}

/* --- exports --- */

typedef struct SetModeArgs {
    void *registers;
    uint32_t step, mode, format, pitch, framebuffer;
} SetModeArgs;

uint32_t STDCALL AvSetDisplayMode(SetModeArgs a)
{
    uint32_t flags;

    if (!a.mode) {
        gpu_write(PCRTC_START, a.framebuffer);
        return 0;
    }
    flags = lock();
    set_mode(timing_of(a.mode), a.format, a.pitch, a.framebuffer);
    unlock(flags);
    return 0;                           /* one step is all */
}

/* Capabilities: kind of cable, region, what its owner allows. */
static uint32_t capabilities(void)
{
    /* From the controller's numbers: SCART, HDTV, VGA, RFU, S-video, ... */
    static const uint8_t packs[PACKS] = { 3, 4, 5, 2, 6, 0, 1, 5 };
    uint32_t pack = 6, flags = eeprom_video_flags();
    uint32_t region = eeprom_video_standard() >> 8 & 0xff;

    smbus_read(SMBUS_SMC, SMC_AV_PACK, false, &pack);
    if (!region || region > 4) {
        region = 1;
    }
    return packs[pack % PACKS] | region << 8 | (flags & 0x004f0000) |
           (region == 3 ? 0x00800000 : 0x00400000);
}

void STDCALL AvSendTVEncoderOption(void *registers, uint32_t option,
                                   uint32_t parameter, uint32_t *result)
{
    if (result) {
        *result = option == OPTION_CAPABILITIES ? capabilities() : 0;
    }
    if (option == OPTION_BLANK) {
        out8(GPIO_BLANK, parameter ? 5 : 4);
    }
}

void *STDCALL AvGetSavedDataAddress(void)
{
    return saved;
}

void STDCALL AvSetSavedDataAddress(void *address)
{
    saved = address;
}
