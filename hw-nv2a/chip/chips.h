/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chip is data: one descriptor each, in chips.c.  Bodies test a capability
 * or read a size from here; none compares a chip number.
 */
#ifndef NV_CARD_CHIPS_H
#define NV_CARD_CHIPS_H

#include "base/bits.h"

/* Capabilities: what a chip has that others lack. */
enum {
    /* Bus side and display. */
    NV_CAP_TWO_HEADS = UINT64_C(1) << 0, /* two CRTCs */
    NV_CAP_PLL_TWO_STAGES = UINT64_C(1) << 1, /* a VPLL word has N2 and M2 */
    /* PFIFO. */
    /* Pusher knows CALL, RETURN, new JUMP: */
    NV_CAP_FIFO_CALL = UINT64_C(1) << 2,
    NV_CAP_FIFO_SEMAPHORE = UINT64_C(1) << 3, /* puller methods 0x60..0x6c */
    NV_CAP_FIFO_IMAGE = UINT64_C(1) << 4, /* a channel brings its image */
    NV_CAP_FIFO_PAGES = UINT64_C(1) << 5, /* USER with a page a channel */
    NV_CAP_FIFO_RING = UINT64_C(1) << 6, /* CACHE1 at 0x090000, too */
    NV_CAP_RAMFC64 = UINT64_C(1) << 7, /* 64-byte RAMFC entries */
    NV_CAP_RAMFC128 = UINT64_C(1) << 8, /* 128-byte RAMFC entries */
    /* FE. */
    NV_CAP_FE = UINT64_C(1) << 9, /* front end and 3D engine: methods run */
    /* Classes 0x54..0x99, that later chips dropped: */
    NV_CAP_CLASSES_CELSIUS = UINT64_C(1) << 10,
    NV_CAP_CLASSES_NV17 = UINT64_C(1) << 11, /* 0x98 and 0x99 of them */
    /* Classes 0x35c..0x389 of 2D and copies: */
    NV_CAP_CLASSES_RANKINE = UINT64_C(1) << 12,
    NV_CAP_CLASS_305C = UINT64_C(1) << 13, /* the line class of Curie */
    /* A bundle makes flat what IDX's pipe holds: */
    NV_CAP_FLAT_AT_BUNDLE = UINT64_C(1) << 14,
    NV_CAP_DMA_AB_WORD = UINT64_C(1) << 15, /* slots A and B share a word */
    NV_CAP_FE_MARKS = UINT64_C(1) << 16, /* methods leave marks in VALID_1 */
    NV_CAP_FE_BLIT9F = UINT64_C(1) << 17, /* classes 0x9e and 0x9f (NV15 up) */
    /* Objects have sync, endian, new: */
    NV_CAP_FE_NEW_OBJECTS = UINT64_C(1) << 18,
    NV_CAP_FE_SURF16 = UINT64_C(1) << 19, /* surfaces in steps of 16 bytes */
    /* CTX_SWITCH_T is a list of methods: */
    NV_CAP_TRAP_LIST = UINT64_C(1) << 20,
    NV_CAP_CTXCTL = UINT64_C(1) << 21, /* a program moves channels */
    /* The driver moves them, word by word, when an interrupt says so: */
    NV_CAP_CTX_BY_DRIVER = UINT64_C(1) << 45,
    NV_CAP_RDI = UINT64_C(1) << 22, /* XF's memories can be seen through RDI */
    NV_CAP_2D_BGR = UINT64_C(1) << 23, /* 2D formats A8B8G8R8, X8B8G8R8 */
    NV_CAP_2D_ZETA_FORMAT = UINT64_C(1) << 24, /* class 0x5b: of depth */
    NV_CAP_2D_TILED = UINT64_C(1) << 25, /* surfaces in tiled memory */
    /* The texture class has a surface, context or not: */
    NV_CAP_2D_TFC_SURF = UINT64_C(1) << 26,
    NV_CAP_2D_DVD_64 = UINT64_C(1) << 27, /* 0x88: offsets in steps of 64 */
    NV_CAP_D3D_WRAP = UINT64_C(1) << 28, /* invalid wraps: another table */
    /* XF and VTX. */
    /* XF's port reads and pads vectors: */
    NV_CAP_XF_PORT_READS = UINT64_C(1) << 29,
    NV_CAP_XF_PAD_Y = UINT64_C(1) << 30, /* component y of them, too */
    /* XTRA, TIMEOUT and three mode vectors: */
    NV_CAP_XF_XTRA = UINT64_C(1) << 31,
    NV_CAP_XF_BYPASS = UINT64_C(1) << 32, /* mode 1 is bypass */
    NV_CAP_XF_BYPASS_FOG3 = UINT64_C(1) << 33, /* fog 3 of bypass is 0's */
    NV_CAP_XF_VIEWPORT = UINT64_C(1) << 34, /* viewport behind programs */
    NV_CAP_XF_MODE_BUNDLES = UINT64_C(1) << 35, /* bundles are its mode */
    NV_CAP_XF_Q_OF_S = UINT64_C(1) << 36, /* matrix: q is made of new s */
    NV_CAP_LT_SPLIT = UINT64_C(1) << 37, /* LTCTX in two RAMs, A and B */
    NV_CAP_LT_IN_B = UINT64_C(1) << 38, /* LTCTX is RDI space 0x16, not 0x18 */
    NV_CAP_POINT_SIZE_FLOAT = UINT64_C(1) << 39, /* POINT_SIZE is a float32 */
    /* Raster. */
    NV_CAP_LINE_STIPPLE = UINT64_C(1) << 40, /* lines can be stippled */
    NV_CAP_DXT1_DITHER = UINT64_C(1) << 41, /* DXT1 texels come out dithered */
    NV_CAP_TEX_FLOAT = UINT64_C(1) << 42, /* textures of floats */
    /* A clip rectangle leaves those of higher numbers alone (guess). */
    NV_CAP_CLIP_RECTS_APART = UINT64_C(1) << 43,
    /* Clips, fog's mode and texture objects are registers, not bundles: */
    NV_CAP_RASTER_REGISTERS = UINT64_C(1) << 44,
    /* The format of surfaces has no depth's: it goes by the colour's: */
    NV_CAP_ZETA_BY_COLOR = UINT64_C(1) << 46,
    /* Drivers divide by the memory's clock, which a VGA BIOS sets (doc): */
    NV_CAP_MPLL_SET = UINT64_C(1) << 47,
    /* Curie's bus side: instance memory is BAR2, too. */
    NV_CAP_RAMIN_BAR = UINT64_C(1) << 48,
    /* Clocks have a unit of their own, PGRAPH a second block: */
    NV_CAP_PCLOCK = UINT64_C(1) << 49,
    NV_CAP_PLL_TWO_WORDS = UINT64_C(1) << 50, /* N2 and M2 of a VPLL */
    NV_CAP_TEX_FLOAT_FILTER = UINT64_C(1) << 52,        /* of 16 bits */
    NV_CAP_VIO_APART = UINT64_C(1) << 51, /* PRMVIO has an address a head */
};

/* Generations of FE: bundle numbers, places of registers, classes. */
typedef enum NvGeneration {
    NV_CELSIUS, NV_KELVIN, NV_RANKINE, NV_CURIE, NV_GENERATIONS,
} NvGeneration;

/* Columns of masks in FE's tables; chips with the same ones share them. */
typedef enum NvFeColumn {
    NV_FE_NV10, NV_FE_NV15, NV_FE_NV17,
    NV_FE_NV20, NV_FE_NV25,
    NV_FE_NV30, NV_FE_NV34,
    NV_FE_NV40, NV_FE_COLUMNS,
} NvFeColumn;

/* Which arithmetic XF has; hardware document "XF arithmetic", section 1. */
typedef enum NvXfArith {
    NV_ARITH_CELSIUS = 1,
    NV_ARITH_KELVIN = 2,
    NV_ARITH_RANKINE = 3,
    NV_ARITH_CURIE = 4,             /* as Rankine (guess: never asserted) */
} NvXfArith;

/* Which encoding XFPR holds. */
typedef enum NvXfIsaId {
    NV_ISA_NONE,
    NV_ISA_KELVIN,
    NV_ISA_RANKINE,
    NV_ISA_CURIE,
} NvXfIsaId;

/* Which methods of 2D classes set CTX_FORMAT. */
enum {
    NV_CTX_FORMAT_COLOR = 1u << 0,  /* colours of context classes before NV4 */
    NV_CTX_FORMAT_OLD = 1u << 1,    /* formats of those classes */
    NV_CTX_FORMAT_BITMAP = 1u << 2, /* the first colour of bitmaps */
    NV_CTX_FORMAT_GDI = 1u << 3,    /* formats of class 0x4a */
    NV_CTX_FORMAT_RECT = 1u << 4,   /* formats of class 0x5e */
};

/* Which fixed function: what it keeps where, and how it computes. */
typedef enum NvFfGeneration {
    NV_FF_CELSIUS, NV_FF_KELVIN, NV_FF_RANKINE, NV_FF_GENERATIONS
} NvFfGeneration;

/* The most entries that XF's memories have on any chip. */
#define NV_XF_MAX_XFPR 0x220
#define NV_XF_MAX_XFCTX 0x220
#define NV_XF_MAX_LTCTX 0x50        /* with two that no command reaches */
#define NV_XF_MAX_LTC 0x20

/* Sizes of XF's memories, in entries, and which of its parts it has. */
typedef struct NvXfSizes {
    uint16_t vab;           /* slots, passthrough slot included (last) */
    uint16_t xfpr;          /* program slots */
    uint16_t xfctx;         /* constant vectors */
    uint16_t user_base;     /* XFCTX index of c[0] of a user program */
    uint8_t xfreg;          /* temporary registers */
    uint8_t ltctx;          /* command index space of LTCTX */
    uint8_t ltc[4];         /* entries of LTC0..LTC3 */
    uint8_t pass;           /* VAB slot that puts commands together */
    uint8_t addr_bits;      /* of a command address */
    uint8_t viewport[2];    /* XFCTX slots of scale and translate */
    uint8_t lt_viewport[2]; /* LTCTX slots that get them, too; 0: none */
    uint16_t kept_viewport; /* two XFCTX slots behind constants; 0: none */
    uint8_t front;          /* XFCTX slots before those Kelvin's classes know */
    NvXfIsaId isa;
    uint8_t programs;       /* generations of programs it tells apart: 1, 2 */
    NvFfGeneration ff;
    NvFeColumn mode;        /* column of the fields of its mode words */
} NvXfSizes;

/* What the tables of its VGA BIOS say of themselves. */
typedef struct NvVbiosTraits {
    uint8_t dcb, bios;      /* versions: DCB in half bytes, major of the BIOS */
    uint8_t buses;          /* two-wire buses that are wired */
} NvVbiosTraits;

/* Forms of a RAMHT entry's second word. */
typedef enum NvRamhtForm {
    NV_RAMHT_NV4,           /* a valid bit, instances of 16 bits */
    NV_RAMHT_NV40,          /* instances of 20 bits, more channels */
    NV_RAMHT_FORMS
} NvRamhtForm;

/* PFIFO: how many channels, and words that drivers share with it. */
typedef struct NvFifoTraits {
    uint8_t channels;
    uint8_t instance_bits;  /* of the push buffer's object */
    uint8_t push1_dma;      /* bit of PUSH1: the channel is a DMA channel */
    NvRamhtForm ramht;
} NvFifoTraits;

/* Words of PFB about regions of memory that are tiled or compressed. */
typedef enum NvTileWord {
    NV_TILE_BASE, NV_TILE_LIMIT, NV_TILE_PITCH, NV_TILE_COMP,
    NV_TILE_COMP_OFFSET, NV_TILE_WORDS
} NvTileWord;

/* How a tile's bytes follow each other in memory, by generation. */
typedef enum NvTileOrder {
    NV_TILE_ORDER_NV10, NV_TILE_ORDER_NV20, NV_TILE_ORDER_NV30,
    NV_TILE_ORDER_NV40
} NvTileOrder;

/* Regions of memory that are tiled (hw: masks, STATUS, orders). */
typedef struct NvTileTraits {
    uint32_t bits[NV_TILE_WORDS];   /* that are kept */
    uint32_t limit_ones;            /* of LIMIT, read as 1 */
    uint32_t enable;                /* of BASE */
    uint32_t bank;                  /* of BASE: what is added to banks */
    bool odd;                       /* pitches of odd counts of 256 bytes */
    bool thirteen;                  /* pitches of 13 times a power of two */
    uint8_t max_shift;              /* the largest such power */
    NvTileOrder order;
    uint8_t part_bits;              /* log2 of partitions, as CFG0 says */
    uint8_t size_bits;              /* log2 of a tile's bytes: CFG0, CFG1 */
} NvTileTraits;

/* IDX: how wide its words are, what it keeps (hw; read back). */
typedef struct NvIdxTraits {
    uint8_t attrs;          /* vertex attributes, as the chip counts them */
    uint8_t addr_bits;      /* of a command's address */
    uint8_t offset_bits;    /* of a vertex array's offset */
    uint8_t bundle_steps;   /* B counts bundles modulo this; 0: not at all */
    uint16_t cache_words;   /* of a bank behind RDI 0x20 up */
    uint8_t note_at, note_step;     /* where RDI 0x27 starts after a reset */
    bool notes_bundles;     /* RDI 0x27 has a note of every bundle */
    bool fe_log;            /* FE's commands are logged as they come, too */
    bool index_lists;       /* indices from memory: state word D */
    bool pipe;              /* PIPE shows the vertices in assembly */
    bool pipe_hands_on;     /* a bundle brings on what the ring had last */
    bool one_color_bit;     /* arrays of both colours share a format bit */
    bool odd_short;         /* the lowest short becomes -0 */
} NvIdxTraits;

/*
 * Where clip distance @n is, as NvXfOutputs has it: FOGC.yzw, PSZ.yzw.  doc:
 * Curie's drivers write these; Rankine's have six outputs (isa/isa.h) that are
 * kept there (guess).
 */
#define NV_CLIP_OUT(n) ((5 + (n) / 3) << 2 | (1 + (n) % 3))

/* Output attributes (TBUF slots) by meaning. */
typedef struct NvXfOutputs {
    uint8_t hpos, col0, col1, fogc, psz, bfc0, bfc1, tex0, ntex;
    uint8_t clip[6];        /* distances: slot << 2 | component; 0: none */
    /* The position has 1 / w, coordinates are times that, sizes are u6.3: */
    bool divided;
} NvXfOutputs;

/* FE: what it does its own way, beside registers, fields and classes (hw). */
typedef struct NvFeTraits {
    uint8_t instance_bits;      /* of the number of an object */
    uint8_t mode_parts;         /* commands that XFMODE takes; 0: bundles do */
    uint8_t tex_formats;        /* codes from here on are no texture formats */
    uint8_t tex_shader_ops;     /* nor texture shader operations */
    uint8_t tex_wrap_first;     /* what the first wrap mode is in TEX_WRAP */
    uint8_t tex_wrap_unk24;     /* values of its UNK24, a bit each */
    uint8_t fence_step;         /* of fences' offsets, in bytes */
    uint8_t side_targets;       /* memory CLIPID, ZCULL may lie in: VRAM .. */
    uint16_t sync_3d;           /* first 3D class that may wait; 0: none */
    uint32_t pitch_mask;        /* of surfaces */
    bool celsius_3d;            /* Celsius' classes are 3D classes */
    bool sends_unkept;          /* bundles without a shadow register, too */
    bool keeps_dma_state;       /* from methods, for drivers to see */
    bool tex_dma_bit0;          /* bit 0 of a format alone says object A */
    bool unk3f0_bits;           /* three bits are kept as they come */
    bool sends_unka08;          /* bundle 0x1f7, though software must do it */
} NvFeTraits;

typedef struct NvChip {
    const char *name;           /* "nv20" */
    const char *title;
    bool card;                  /* a card to offer; others are for tests */
    uint16_t chipset;           /* 0x20; for dumps and PMC only */
    uint16_t pci_device_id;
    uint8_t pci_revision;
    uint32_t boot0;             /* PMC.ID */
    uint32_t straps;            /* PSTRAPS */
    uint32_t crystal_hz;        /* 0: what the straps name */
    uint32_t nvclk_khz;         /* core clock, feeds PTIMER */
    uint32_t ptimer_div, ptimer_mul;    /* as the VBIOS leaves them: 1/32 ns */
    uint32_t pfb_cfg0, pfb_cfg1;
    uint32_t hwunits;           /* PBUS.HWUNITS_0: pixel, vertex units */
    const NvTileTraits *tile;
    uint32_t vram_default;
    NvVbiosTraits vbios;
    uint64_t caps;              /* NV_CAP_* */
    NvFeColumn fe;
    NvFeTraits front;
    uint32_t ramin_size;        /* bytes of instance memory */
    NvFifoTraits fifo;
    NvXfArith arith;
    NvXfSizes xf;
    NvXfOutputs out;
    uint8_t tex_units;
    uint8_t frag_ops;           /* of fragment programs: chips' bits of rows */
    NvIdxTraits idx;
    uint8_t ctx_format;         /* NV_CTX_FORMAT_* */
    const char *rop_ways;       /* FORMATS: by source format, a digit each */
    const uint16_t *classes;    /* 3D and other classes PGRAPH has; ends 0 */
} NvChip;

/* Descriptor of "nv20" and so on; NULL if there is none. */
const NvChip *nv_chip_find(const char *name);
/* The table, cards first, ended by an entry whose name is NULL. */
const NvChip *nv_chips(void);

static inline bool nv_chip_has(const NvChip *chip, uint64_t cap)
{
    return (chip->caps & cap) == cap;
}

static inline NvGeneration nv_chip_generation(const NvChip *chip)
{
    return chip->fe < NV_FE_NV20 ? NV_CELSIUS :
           chip->fe < NV_FE_NV30 ? NV_KELVIN :
           chip->fe < NV_FE_NV40 ? NV_RANKINE : NV_CURIE;
}

#endif
