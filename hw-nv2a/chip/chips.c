/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The chips, one descriptor each.
 *
 * Identification words, memory sizes and classes come from the public
 * register databases (envytools) and from what stock drivers accept; RAM
 * geometry words are the values typical boards show (doc, not read back).
 */
#include "chip/chips.h"

/* Graphics object classes, ended by 0. */
static const uint16_t classes_nv10[] = {
    0x48, 0x54, 0x55, 0x56, 0x85, 0x94, 0x95, 0,
};
static const uint16_t classes_nv15[] = {
    0x54, 0x55, 0x56, 0x85, 0x94, 0x95, 0x96, 0,
};
static const uint16_t classes_nv17[] = {
    0x54, 0x55, 0x56, 0x85, 0x94, 0x95, 0x96, 0x98, 0x99, 0,
};
static const uint16_t classes_nv20[] = { 0x56, 0x85, 0x96, 0x97, 0 };
static const uint16_t classes_nv25[] = {
    0x56, 0x85, 0x96, 0x97, 0x597, 0,
};
static const uint16_t classes_nv30[] = { 0x97, 0x597, 0x397, 0 };
static const uint16_t classes_nv34[] = { 0x97, 0x597, 0x397, 0x697, 0 };
static const uint16_t classes_nv35[] = { 0x97, 0x597, 0x397, 0x497, 0 };
static const uint16_t classes_nv40[] = { 0x3597, 0x4097, 0 };

#define CELSIUS_FRONT { \
    .instance_bits = 16, .mode_parts = 1, .tex_formats = 0x42, \
    .tex_wrap_first = 1, .side_targets = 1, .pitch_mask = 0xfff0, \
    .celsius_3d = true, \
}

/* Texture formats and shader operations came with NV25, fences moved. */
#define KELVIN_FRONT(formats, ops, fence) { \
    .instance_bits = 16, .mode_parts = 2, .tex_formats = formats, \
    .tex_shader_ops = ops, .tex_wrap_first = 1, .fence_step = fence, \
    .side_targets = 2, .sync_3d = 0x97, .pitch_mask = 0xffc0, \
    .celsius_3d = true, .keeps_dma_state = true, \
}

#define RANKINE_FRONT(sync, pitch) { \
    .instance_bits = 16, .mode_parts = 4, .tex_formats = 0x4f, \
    .tex_shader_ops = 0x1e, .tex_wrap_first = 1, .tex_wrap_unk24 = 0xf, \
    .fence_step = 16, .side_targets = 2, .sync_3d = sync, \
    .pitch_mask = pitch, .sends_unkept = true, .keeps_dma_state = true, \
    .sends_unka08 = true, \
}

#define CURIE_FRONT { \
    .instance_bits = 24, .mode_parts = 0, .tex_formats = 0x4f, \
    .tex_shader_ops = 0x1e, .tex_wrap_first = 0, .tex_wrap_unk24 = 0xd, \
    .fence_step = 16, .side_targets = 1, .pitch_mask = 0x1ffc0, \
    .sends_unkept = true, .tex_dma_bit0 = true, .unk3f0_bits = true, \
}

/* LTCTX has two more entries where it is split in two RAMs. */
#define KELVIN_XF(ltctx_, lt_translate) { \
    .vab = 17, .xfpr = 0x88, .xfctx = 0xc0, .user_base = 0x60, \
    .xfreg = 12, .ltctx = ltctx_, .ltc = { 4, 0x14, 0xf, 0xe }, \
    .pass = 16, .addr_bits = 12, .viewport = { 0x3a, 0x3b }, \
    .lt_viewport = { 0, lt_translate }, \
    .isa = NV_ISA_KELVIN, .programs = 1, .ff = NV_FF_KELVIN, \
    .mode = NV_FE_NV20, \
}

/* Slot 7 puts commands together; no programs. */
#define CELSIUS_XF { \
    .vab = 8, .xfctx = 0x3c, .ltctx = 0x30, .ltc = { 3, 0x13, 0xc, 0xc }, \
    .pass = 7, .addr_bits = 10, .viewport = { 0x39, 0x39 }, \
    .ff = NV_FF_CELSIUS, .mode = NV_FE_NV10, \
}

#define CELSIUS_OUT { \
    .hpos = 0, .col0 = 1, .col1 = 2, .fogc = 3, .psz = 4, \
    .bfc0 = 1, .bfc1 = 2, .tex0 = 5, .ntex = 2, .divided = true, \
}

/* The same for IDX: eight attributes, vertices in assembly to be seen. */
#define CELSIUS_IDX \
    .attrs = 8, .addr_bits = 17, .offset_bits = 28, .bundle_steps = 24, \
    .cache_words = 0x100, .pipe = true

#define KELVIN_IDX \
    .attrs = 16, .addr_bits = 17, .offset_bits = 28, .bundle_steps = 24, \
    .cache_words = 0x100, .note_step = 2

#define RANKINE_IDX \
    .attrs = 16, .addr_bits = 18, .offset_bits = 29, .cache_words = 0x200, \
    .notes_bundles = true, .fe_log = true, .index_lists = true

#define RANKINE_XF { \
    .vab = 17, .xfpr = 0x118, .xfctx = 0x19c, .user_base = 0x9c, \
    .xfreg = 16, .ltctx = 0x36, .ltc = { 0, 0x15, 0xd, 0xf }, \
    .pass = 16, .addr_bits = 13, .viewport = { 0x76, 0x77 }, \
    .lt_viewport = { 0x37, 0x36 }, .kept_viewport = 0x19c, \
    .front = 0x3c, \
    .isa = NV_ISA_RANKINE, .programs = 2, .ff = NV_FF_RANKINE, \
    .mode = NV_FE_NV30, \
}

#define RANKINE_OUT { \
    .hpos = 0, .bfc0 = 1, .bfc1 = 2, .col0 = 3, .col1 = 4, .fogc = 5, \
    .psz = 6, .tex0 = 8, .ntex = 8, \
    .clip = { NV_CLIP_OUT(0), NV_CLIP_OUT(1), NV_CLIP_OUT(2), \
              NV_CLIP_OUT(3), NV_CLIP_OUT(4), NV_CLIP_OUT(5) }, \
}

/* Objects: NV40 keeps DMA slots A and B apart. */
#define FE_CAPS (NV_CAP_FE | NV_CAP_DMA_AB_WORD)

#define CELSIUS_CAPS (FE_CAPS | NV_CAP_CLASSES_CELSIUS | \
                      NV_CAP_FLAT_AT_BUNDLE | NV_CAP_XF_PORT_READS | \
                      NV_CAP_FE_MARKS | NV_CAP_RASTER_REGISTERS | \
                      NV_CAP_CTX_BY_DRIVER | NV_CAP_ZETA_BY_COLOR | \
                      NV_CAP_MPLL_SET)

/* What NV11 brought to objects, and NV17 and Kelvin kept. */
#define OBJECT_CAPS (NV_CAP_FE_BLIT9F | NV_CAP_FE_NEW_OBJECTS)

/* What NV25 brought and later chips kept. */
#define LATE_CAPS (NV_CAP_TWO_HEADS | NV_CAP_POINT_SIZE_FLOAT | \
                   NV_CAP_LINE_STIPPLE | NV_CAP_TRAP_LIST | \
                   NV_CAP_FIFO_CALL | NV_CAP_FIFO_SEMAPHORE | \
                   NV_CAP_RAMFC64)

/* What Kelvin's 2D classes know, and Rankine's. */
#define KELVIN_2D (NV_CAP_2D_ZETA_FORMAT | NV_CAP_2D_TILED | \
                   NV_CAP_2D_TFC_SURF | NV_CAP_2D_DVD_64)
#define RANKINE_2D (KELVIN_2D | NV_CAP_2D_BGR)

#define CTX_FORMAT_KELVIN (NV_CTX_FORMAT_COLOR | NV_CTX_FORMAT_BITMAP | \
                           NV_CTX_FORMAT_GDI | NV_CTX_FORMAT_RECT)
#define CTX_FORMAT_CURIE (NV_CTX_FORMAT_OLD | NV_CTX_FORMAT_BITMAP | \
                          NV_CTX_FORMAT_GDI | NV_CTX_FORMAT_RECT)

/* hw: read back as FORMATS. */
#define ROP_WAYS_NV10 "05550011112225520555001111222552"
#define ROP_WAYS_NV17 "05550011112225520055005500222002"

#define RANKINE_CAPS (FE_CAPS | NV_CAP_CLASSES_RANKINE | \
                      OBJECT_CAPS | LATE_CAPS | RANKINE_2D | \
                      NV_CAP_XF_XTRA | NV_CAP_TEX_FLOAT | \
                      NV_CAP_LT_IN_B | NV_CAP_RDI | NV_CAP_XF_VIEWPORT)

/*
 * One of the VPEs.  No slot of VAB is for commands; one outside of the 16
 * stands in (guess: the documents leave open where words are put together).
 * NV40's methods load the slots that Rankine's do (hw); that the memories of
 * LT and the viewport are Rankine's, too, is a guess; the mode words are what
 * xf/mode-bundles.c makes of bundles.
 */
#define CURIE_XF { \
    .vab = 16, .xfpr = 0x220, .xfctx = 0x220, .user_base = 0, \
    .xfreg = 16, .ltctx = 0x36, .ltc = { 0, 0x15, 0xd, 0xf }, \
    .pass = 16, .addr_bits = 14, .viewport = { 0x76, 0x77 }, \
    .lt_viewport = { 0x37, 0x36 }, .kept_viewport = 0x21e, \
    .isa = NV_ISA_CURIE, .programs = 2, .ff = NV_FF_RANKINE, \
    .mode = NV_FE_NV30, \
}

#define KELVIN_OUT { \
    .hpos = 0, .col0 = 3, .col1 = 4, .fogc = 5, .psz = 6, \
    .bfc0 = 7, .bfc1 = 8, .tex0 = 9, .ntex = 4, \
}

#define KELVIN_CAPS (FE_CAPS | OBJECT_CAPS | KELVIN_2D | \
                     NV_CAP_FIFO_CALL | NV_CAP_FIFO_SEMAPHORE | NV_CAP_RAMFC64 | \
                     NV_CAP_DXT1_DITHER | NV_CAP_XF_BYPASS | NV_CAP_RDI)

/* A megabyte of instance memory, and PFIFO's words since NV4. */
#define NV4_FIFO \
    .ramin_size = 1u << 20, \
    .fifo = { .channels = 32, .instance_bits = 16, .push1_dma = 8, \
              .ramht = NV_RAMHT_NV4 }

/* Boards with one head are older. */
#define VBIOS_3 { .dcb = 0x20, .bios = 3, .buses = 2 }
#define VBIOS_4 { .dcb = 0x22, .bios = 4, .buses = 3 }
/* From NV40 on tables are found by BIT, not BMP. */
#define VBIOS_BIT { .dcb = 0x30, .bios = 5, .buses = 3 }

/* CFG0 of Celsius' PFB has the columns in bits 27:24 (8: guess). */
#define OTHER_CARD(device, id) \
    .pci_device_id = device, .pci_revision = 0xa1, .boot0 = id, \
    .nvclk_khz = 200000, .ptimer_div = 32, .ptimer_mul = 5, \
    .pfb_cfg0 = 0x08000003, .pfb_cfg1 = 0x11448000, \
    .vram_default = 64u << 20

/* hw: by chip; PFB of NV34 is Celsius', with bits where Kelvin has them. */
#define TILE_RANKINE(comp) { \
    .bits = { 0xffffc031, 0xffffc000, 0xff00, comp, 0x83ffc01f }, \
    .limit_ones = 0x3fff, .enable = 1, .bank = 0x30, .odd = true, \
    .thirteen = true, .max_shift = 7, .order = NV_TILE_ORDER_NV30, \
    .part_bits = 2, .size_bits = 12, \
}

static const NvTileTraits
tile_celsius = {
    .bits = { 0x87ffc000, 0x07ffc000, 0xff00 },
    .enable = NV_BIT(31), .max_shift = 7, .order = NV_TILE_ORDER_NV10,
    .size_bits = 11,
},
tile_nv20 = {
    .bits = { 0xffffc003, 0xffffc000, 0xff00, 0xbc03ffc0, 0x83ffc00f },
    .limit_ones = 0x3fff, .enable = 1, .bank = 2, .odd = true, .max_shift = 7,
    .order = NV_TILE_ORDER_NV20, .part_bits = 2, .size_bits = 12,
},
tile_nv25 = {
    .bits = { 0xffffc003, 0xffffc000, 0xff00, 0x01f3ffc0, 0x83ffc01f },
    .limit_ones = 0x3fff, .enable = 1, .bank = 2, .odd = true,
    .thirteen = true, .max_shift = 7,
    .order = NV_TILE_ORDER_NV20, .part_bits = 2, .size_bits = 12,
},
tile_nv30 = TILE_RANKINE(0x1fffffff),
tile_nv35 = TILE_RANKINE(0x7fffffff),
tile_nv34 = {
    .bits = { 0xffffc001, 0xffffc000, 0xff00 },
    .limit_ones = 0x3fff, .enable = 1, .max_shift = 7,
    .order = NV_TILE_ORDER_NV10, .size_bits = 11,
},
tile_nv40 = {
    .bits = { 0xffff0031, 0xffff0000, 0x1ff00, 0x7fffffff },
    .limit_ones = 0xffff, .enable = 1, .bank = 0x30, .odd = true,
    .thirteen = true, .max_shift = 8,
    .order = NV_TILE_ORDER_NV40, .part_bits = 2, .size_bits = 13,
};

static const NvChip chips[] = {
    {
        .name = "nv20", .title = "GeForce3 (NV20, Kelvin)",
        .card = true,
        .chipset = 0x20, .pci_device_id = 0x0200, .pci_revision = 0xa3,
        .boot0 = 0x020200a5, .straps = 0x00000040,
        .nvclk_khz = 200000, .ptimer_div = 32, .ptimer_mul = 5,
        .pfb_cfg0 = 0x00000003, .pfb_cfg1 = 0x11448000,
        .vram_default = 64u << 20, .vbios = VBIOS_3,
        .caps = KELVIN_CAPS, .fe = NV_FE_NV20,
        .front = KELVIN_FRONT(0x42, 0x13, 4),
        NV4_FIFO, .arith = NV_ARITH_KELVIN,
        .xf = KELVIN_XF(0x4a, 0), .out = KELVIN_OUT, .tex_units = 4,
        .idx = { KELVIN_IDX },
        .ctx_format = CTX_FORMAT_KELVIN,
        .tile = &tile_nv20,
        .classes = classes_nv20,
    },
    {
        .name = "nv25", .title = "GeForce4 Ti (NV25, Kelvin)",
        .card = true,
        .chipset = 0x25, .pci_device_id = 0x0250, .pci_revision = 0xa3,
        .boot0 = 0x025000a3, .straps = 0x00400000,
        .nvclk_khz = 300000, .ptimer_div = 48, .ptimer_mul = 5,
        .pfb_cfg0 = 0x00000003, .pfb_cfg1 = 0x11448000,
        .vram_default = 128u << 20, .vbios = VBIOS_4,
        .caps = KELVIN_CAPS | NV_CAP_TWO_HEADS | NV_CAP_LT_SPLIT |
                NV_CAP_POINT_SIZE_FLOAT | NV_CAP_LINE_STIPPLE |
                NV_CAP_TRAP_LIST,
        .fe = NV_FE_NV25, .front = KELVIN_FRONT(0x4a, 0x1e, 16),
        NV4_FIFO, .arith = NV_ARITH_KELVIN,
        .xf = KELVIN_XF(0x4c, 0x4a), .out = KELVIN_OUT, .tex_units = 4,
        .idx = { KELVIN_IDX, .notes_bundles = true },
        .ctx_format = CTX_FORMAT_KELVIN,
        .tile = &tile_nv25,
        .classes = classes_nv25,
    },
    {
        /*
         * The console's GPU as a PCI card.  Its context image has the split
         * LTCTX of NV25 (doc: image sizes that homebrew writes); the rest of
         * FE is taken as NV20's (guess where untested).  So are the words of
         * tiles: homebrew sets bits 31 and 26 of compression, which NV25's
         * lack (doc).
         */
        .name = "nv2a", .title = "Xbox GPU (NV2A, Kelvin)",
        .card = true,
        .chipset = 0x2a, .pci_device_id = 0x02a0, .pci_revision = 0xa1,
        .boot0 = 0x02a000a1, .straps = 0x00000000,
        /* The console's chip set feeds it: NVPLL 0x11c01 is 233.33 MHz. */
        .crystal_hz = 16666667,
        .nvclk_khz = 233333, .ptimer_div = 56968, .ptimer_mul = 7629,
        .pfb_cfg0 = 0x03070003, .pfb_cfg1 = 0x11448000,
        .vram_default = 64u << 20, .vbios = VBIOS_4,
        .caps = KELVIN_CAPS | NV_CAP_TWO_HEADS | NV_CAP_LT_SPLIT,
        .fe = NV_FE_NV20, .front = KELVIN_FRONT(0x42, 0x13, 4),
        NV4_FIFO, .arith = NV_ARITH_KELVIN,
        .xf = KELVIN_XF(0x4c, 0x4a), .out = KELVIN_OUT, .tex_units = 4,
        .idx = { KELVIN_IDX },
        .ctx_format = CTX_FORMAT_KELVIN,
        .tile = &tile_nv20,
        .classes = classes_nv25,
    },
    {
        .name = "nv30", .title = "GeForce FX 5800 Ultra (NV30, Rankine)",
        .card = true,
        .chipset = 0x30, .pci_device_id = 0x0301, .pci_revision = 0xa1,
        .boot0 = 0x030000a1, .straps = 0x00400000,
        .nvclk_khz = 500000, .ptimer_div = 80, .ptimer_mul = 5,
        .pfb_cfg0 = 0x00000003, .pfb_cfg1 = 0x11448000,
        .vram_default = 128u << 20, .vbios = VBIOS_4,
        .caps = RANKINE_CAPS | NV_CAP_PLL_TWO_STAGES, .fe = NV_FE_NV30,
        .front = RANKINE_FRONT(0x97, 0xffc0),
        NV4_FIFO, .arith = NV_ARITH_RANKINE,
        .xf = RANKINE_XF, .out = RANKINE_OUT, .tex_units = 16,
        .idx = { RANKINE_IDX },
        .frag_ops = 3,
        .ctx_format = CTX_FORMAT_KELVIN,
        .tile = &tile_nv30,
        .classes = classes_nv30,
    },
    {
        /* One partition of memory; bit 0 of CFG0 says DDR here. */
        .name = "nv34", .title = "GeForce FX 5200 (NV34, Rankine)",
        .card = true,
        .chipset = 0x34, .pci_device_id = 0x0322, .pci_revision = 0xa1,
        .boot0 = 0x034000b1, .straps = 0x00400000,
        .nvclk_khz = 250000, .ptimer_div = 40, .ptimer_mul = 5,
        .pfb_cfg0 = 0x08000001, .pfb_cfg1 = 0x11448000,
        .vram_default = 128u << 20, .vbios = VBIOS_4,
        .caps = RANKINE_CAPS | NV_CAP_FE_SURF16, .fe = NV_FE_NV34,
        .front = RANKINE_FRONT(0x98, 0xfff0),
        NV4_FIFO, .arith = NV_ARITH_RANKINE,
        .xf = RANKINE_XF, .out = RANKINE_OUT, .tex_units = 16,
        .idx = { RANKINE_IDX, .note_at = 3, .note_step = 3 },
        .frag_ops = 3,
        .ctx_format = CTX_FORMAT_KELVIN,
        .tile = &tile_nv34,
        .classes = classes_nv34,
    },
    {
        .name = "nv35", .title = "GeForce FX 5900 Ultra (NV35, Rankine)",
        .card = true,
        .chipset = 0x35, .pci_device_id = 0x0330, .pci_revision = 0xa1,
        .boot0 = 0x035000a1, .straps = 0x00400000,
        .nvclk_khz = 450000, .ptimer_div = 72, .ptimer_mul = 5,
        .pfb_cfg0 = 0x00000003, .pfb_cfg1 = 0x11448000,
        .vram_default = 128u << 20, .vbios = VBIOS_4,
        .caps = RANKINE_CAPS | NV_CAP_PLL_TWO_STAGES, .fe = NV_FE_NV30,
        .front = RANKINE_FRONT(0x97, 0xffc0),
        NV4_FIFO, .arith = NV_ARITH_RANKINE,
        .xf = RANKINE_XF, .out = RANKINE_OUT, .tex_units = 16,
        .idx = { RANKINE_IDX },
        .frag_ops = 3,
        .ctx_format = CTX_FORMAT_KELVIN,
        .tile = &tile_nv35,
        .classes = classes_nv35,
    },
    {
        .name = "nv10", .title = "GeForce 256 (NV10, Celsius)",
        .card = true, .straps = 0x00000040,
        OTHER_CARD(0x0100, 0x010000a1), .vbios = VBIOS_3,
        .chipset = 0x10, .caps = CELSIUS_CAPS | NV_CAP_XF_Q_OF_S,
        .fe = NV_FE_NV10,
        .front = CELSIUS_FRONT,
        NV4_FIFO, .arith = NV_ARITH_CELSIUS, .xf = CELSIUS_XF,
        .out = CELSIUS_OUT, .tex_units = 2,
        .idx = { CELSIUS_IDX, .pipe_hands_on = true, .one_color_bit = true,
                 .odd_short = true },
        .ctx_format = NV_CTX_FORMAT_COLOR | NV_CTX_FORMAT_BITMAP,
        .rop_ways = ROP_WAYS_NV10,
        .tile = &tile_celsius,
        .classes = classes_nv10,
    },
    {
        .name = "nv15", .title = "GeForce2 GTS (NV15, Celsius)",
        .card = true, .straps = 0x00000040,
        OTHER_CARD(0x0150, 0x015000a1), .vbios = VBIOS_3,
        .chipset = 0x15,
        .caps = CELSIUS_CAPS | NV_CAP_XF_PAD_Y | NV_CAP_FE_BLIT9F |
                NV_CAP_XF_BYPASS_FOG3 |
                NV_CAP_D3D_WRAP,
        .fe = NV_FE_NV15, .front = CELSIUS_FRONT,
        NV4_FIFO, .arith = NV_ARITH_CELSIUS, .xf = CELSIUS_XF,
        .out = CELSIUS_OUT, .tex_units = 2,
        .idx = { CELSIUS_IDX },
        .ctx_format = NV_CTX_FORMAT_COLOR | NV_CTX_FORMAT_BITMAP,
        .rop_ways = ROP_WAYS_NV10,
        .tile = &tile_celsius,
        .classes = classes_nv15,
    },
    {
        .name = "nv17", .title = "GeForce4 MX (NV17, Celsius)",
        .card = true, .straps = 0x00400000,
        OTHER_CARD(0x0170, 0x017000a1), .vbios = VBIOS_4,
        .chipset = 0x17,
        .caps = CELSIUS_CAPS | OBJECT_CAPS | NV_CAP_XF_PAD_Y |
                NV_CAP_XF_BYPASS_FOG3 |
                NV_CAP_CLASSES_NV17 | NV_CAP_D3D_WRAP |
                NV_CAP_TWO_HEADS | NV_CAP_FIFO_CALL |
                NV_CAP_FIFO_SEMAPHORE | NV_CAP_RAMFC64,
        .fe = NV_FE_NV17, .front = CELSIUS_FRONT,
        NV4_FIFO, .arith = NV_ARITH_CELSIUS, .xf = CELSIUS_XF,
        .out = CELSIUS_OUT, .tex_units = 2,
        .idx = { CELSIUS_IDX },
        .ctx_format = NV_CTX_FORMAT_COLOR | NV_CTX_FORMAT_GDI,
        .rop_ways = ROP_WAYS_NV17,
        .tile = &tile_celsius,
        .classes = classes_nv17,
    },
    {
        /* Three of four pixel units and five of six vertex units work. */
        .name = "nv40", .title = "GeForce 6800 (NV40, Curie)",
        .card = true,
        .chipset = 0x40, .pci_device_id = 0x0041, .pci_revision = 0xa1,
        .boot0 = 0x040000a1, .straps = 0x00400000,
        .nvclk_khz = 325000, .ptimer_div = 52, .ptimer_mul = 5,
        .pfb_cfg0 = 0x00000003, .pfb_cfg1 = 0x11448000, .hwunits = 0x1f07,
        .vram_default = 128u << 20, .vbios = VBIOS_BIT,
        .caps = NV_CAP_FE | NV_CAP_CLASS_305C |
                OBJECT_CAPS | LATE_CAPS | RANKINE_2D |
                NV_CAP_CTXCTL | NV_CAP_RAMFC128 | NV_CAP_FIFO_IMAGE |
                NV_CAP_FIFO_PAGES | NV_CAP_FIFO_RING | NV_CAP_XF_XTRA |
                NV_CAP_XF_VIEWPORT | NV_CAP_XF_MODE_BUNDLES |
                NV_CAP_TEX_FLOAT | NV_CAP_TEX_FLOAT_FILTER |
                NV_CAP_CLIP_RECTS_APART |
                NV_CAP_RAMIN_BAR | NV_CAP_PCLOCK | NV_CAP_PLL_TWO_WORDS |
                NV_CAP_VIO_APART,
        .fe = NV_FE_NV40, .front = CURIE_FRONT,
        /* As much as BAR2 shows. */
        .ramin_size = 16u << 20,
        .fifo = { .channels = 32, .instance_bits = 20, .push1_dma = 16,
                  .ramht = NV_RAMHT_NV40 },
        .arith = NV_ARITH_CURIE, .xf = CURIE_XF, .out = RANKINE_OUT,
        .tex_units = 16,
        .idx = { RANKINE_IDX },
        .frag_ops = 7,
        .ctx_format = CTX_FORMAT_CURIE,
        .tile = &tile_nv40,
        .classes = classes_nv40,
    },
    { .name = NULL },
};

const NvChip *nv_chips(void)
{
    return chips;
}

const NvChip *nv_chip_find(const char *name)
{
    for (const NvChip *chip = chips; chip->name; chip++) {
        if (!strcmp(chip->name, name)) {
            return chip;
        }
    }
    return NULL;
}
