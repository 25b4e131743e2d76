/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From CRTC registers to a mode and its timing: pure functions, no state.
 * Bit positions and the biases (+1, +2, +5 characters) are those the open
 * drivers program (doc); how the chip treats values that make no sense is not
 * known, so such modes are not shown.
 */
#include "display/display-priv.h"

/*
 * A count spread over several CRs: bits of @cr[reg] from @from, @width of
 * them, go to bit @to of the count.
 */
typedef struct Piece {
    uint8_t reg, from, width, to;
} Piece;

/* Characters of 8 pixels: horizontal display end, total. */
static const Piece hde[] = { { 0x01, 0, 8, 0 }, { 0x2d, 1, 1, 8 }, { 0 } };
static const Piece hdt[] = { { 0x00, 0, 8, 0 }, { 0x2d, 0, 1, 8 }, { 0 } };
/* Lines: vertical display end, total. */
static const Piece vde[] = {
    { 0x12, 0, 8, 0 }, { 0x07, 1, 1, 8 }, { 0x07, 6, 1, 9 },
    { 0x25, 1, 1, 10 }, { 0x41, 2, 1, 11 }, { 0 },
};
static const Piece vdt[] = {
    { 0x06, 0, 8, 0 }, { 0x07, 0, 1, 8 }, { 0x07, 5, 1, 9 },
    { 0x25, 0, 1, 10 }, { 0x41, 0, 1, 11 }, { 0 },
};
/* Units of 8 bytes from line to line. */
static const Piece row_offset[] = {
    { 0x13, 0, 8, 0 }, { 0x19, 5, 3, 8 }, { 0x42, 6, 1, 11 }, { 0 },
};

static uint32_t gather(const uint8_t *cr, const Piece *piece)
{
    uint32_t count = 0;

    for (; piece->width; piece++) {
        count |= nv_extract(cr[piece->reg], piece->from, piece->width)
                 << piece->to;
    }
    return count;
}

/* CR09 bit 7 shows every line of memory twice. */
static uint32_t lines_of_memory(const uint8_t *cr)
{
    uint32_t lines = gather(cr, vde) + 1;

    return cr[0x09] & 0x80 && lines > 1 ? lines / 2 : lines;
}

static bool blanked(const NvModeRegs *regs)
{
    return !(regs->cr[0x17] & 0x80) ||      /* CRTC held in reset */
           (regs->sr1 & 0x20) ||            /* sequencer: screen off */
           (regs->cr[0x1a] & 0xc0);         /* a sync is off: DPMS */
}

NvScanout nv_mode_decode(const NvModeRegs *regs, uint32_t vram_size)
{
    static const uint8_t bytes[] = {
        [FORMAT_VGA] = 0, [FORMAT_8] = 1, [FORMAT_16] = 2, [FORMAT_32] = 4,
    };
    const uint8_t *cr = regs->cr;
    NvScanout off = { 0 };
    NvScanout mode = {
        .enabled = true,
        .width = (gather(cr, hde) + 1) * 8,
        .height = lines_of_memory(cr),
        .base = regs->start,
        .pitch = gather(cr, row_offset) * 8,
        .bytes = bytes[cr[0x28] & 3],
    };
    uint64_t end;

    if (!mode.bytes || blanked(regs)) {
        return off;
    }
    end = (uint64_t)mode.base + (uint64_t)mode.pitch * (mode.height - 1) +
          (uint64_t)mode.width * mode.bytes;
    return end <= vram_size ? mode : off;
}

/* Straps bits 22 and 6 name the crystal (doc). */
uint32_t nv_mode_crystal_hz(const NvChip *chip)
{
    static const uint32_t hz[4] = { 13500000, 14318180, 27000000, 25000000 };

    return chip->crystal_hz ? chip->crystal_hz
        : hz[nv_extract(chip->straps, 22, 1) * 2 +
             nv_extract(chip->straps, 6, 1)];
}

uint64_t nv_mode_pll_hz(uint32_t pll, uint32_t crystal_hz)
{
    uint32_t m = nv_extract(pll, 0, 8);
    uint32_t n = nv_extract(pll, 8, 8);

    return m ? ((uint64_t)crystal_hz * n / m) >> nv_extract(pll, 16, 3) : 0;
}

/* Bit 7: a second stage, its N in two parts (doc). */
uint64_t nv_mode_pll_two_hz(uint32_t pll, uint32_t crystal_hz)
{
    uint32_t n2 = nv_extract(pll, 24, 2) << 3 | nv_extract(pll, 19, 3);
    uint32_t m2 = nv_extract(pll, 4, 3);
    uint64_t hz = nv_mode_pll_hz(pll & ~0xf0u, crystal_hz);

    if (!(pll & NV_BIT(7))) {
        return hz;
    }
    return m2 ? hz * n2 / m2 : 0;
}

/* Bit 31 of the second word: there is a second stage (doc). */
uint64_t nv_mode_pll_words_hz(uint32_t pll, uint32_t second,
                              uint32_t crystal_hz)
{
    uint32_t m2 = nv_extract(second, 0, 8), n2 = nv_extract(second, 8, 8);
    uint64_t hz = nv_mode_pll_hz(pll, crystal_hz);

    if (!(second & NV_BIT(31))) {
        return hz;
    }
    return m2 ? hz * n2 / m2 : 0;
}

/*
 * VGA's 640x480 for a head nobody set up.  Its rate is also that of a head
 * without a pixel clock of its own: the console's encoder clocks it (doc).
 */
static const NvTiming idle_timing = {
    .hdisplay = 640, .htotal = 800, .vdisplay = 480, .vtotal = 525,
    .frame_ns = INT64_C(1001) * 1000000000 / 60000,
};

NvTiming nv_mode_timing(const uint8_t *cr, uint64_t pixel_hz)
{
    NvTiming t = {
        .hdisplay = (gather(cr, hde) + 1) * 8,
        .htotal = (gather(cr, hdt) + 5) * 8,
        .vdisplay = gather(cr, vde) + 1,
        .vtotal = gather(cr, vdt) + 2,
        .pixel_hz = pixel_hz,
        .frame_ns = idle_timing.frame_ns,
    };
    uint64_t ns;

    if (t.htotal <= t.hdisplay || t.vtotal <= t.vdisplay) {
        t = idle_timing;
        t.pixel_hz = pixel_hz;
        return t;
    }
    if (pixel_hz) {
        ns = (uint64_t)t.htotal * t.vtotal * 1000000000 / pixel_hz;
        t.frame_ns = CLAMP(ns, 1000000000 / 240, 1000000000 / 20);
    }
    return t;
}

void nv_mode_raster(const NvTiming *timing, int64_t since, uint32_t *h,
                    uint32_t *v)
{
    uint64_t at, lines, part;

    assert(timing->frame_ns > 0 && timing->vtotal > 0);
    at = since % timing->frame_ns;
    at = (int64_t)at < 0 ? at + timing->frame_ns : at;
    lines = at * timing->vtotal;
    part = lines % timing->frame_ns;
    *v = (lines / timing->frame_ns + timing->vdisplay) % timing->vtotal;
    *h = part * timing->htotal / timing->frame_ns;
}
