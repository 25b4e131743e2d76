/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A graphics card as a library: create it, give it MMIO and time, pump it.
 *
 * Threads.  Calls about one card exclude each other: a host lets one of them
 * run at a time, on whatever thread it likes, and they do not nest (an op of
 * host.h calls none).  So while nv_card_run() is on in a thread of the host's,
 * other calls wait until it returns, which its budget bounds; a host that
 * wants registers to be quick gives small budgets.
 *
 * Marked [any time] is what needs no such care: it reads what never changes,
 * on any thread, while a run is on, too.  Marked [beside a run] is what
 * nv_card_run() need not be over for: it excludes all other calls only.  So a
 * host with a thread of its own for runs shows the picture, and answers a
 * guest that polls, without waiting.  Cards do not know of each other: calls
 * about two of them may run side by side.
 */
#ifndef NV2A_CARD_H
#define NV2A_CARD_H

#include <glib.h>

#include "nv2a/host.h"

#pragma GCC visibility push(default)

typedef struct NvCard NvCard;

/* Domain of the errors below; every message is one sentence. */
#define NV_CARD_ERROR nv_card_error_quark()
GQuark nv_card_error_quark(void);

/* Sizes of VRAM in bytes; the text is for messages. */
#define NV_CARD_VRAM_MIN (4u << 20)
#define NV_CARD_VRAM_MAX (128u << 20)
#define NV_CARD_VRAM_TEXT "a power of two from 4M to 128M"
/* [any time] @size is one of them. */
bool nv_card_vram_fits(uint64_t size);

/*
 * Most host memory in bytes, beside VRAM, that a guest can make a card keep:
 * what it compiles and remembers goes, the oldest first, before it is more.
 * NV_CARD_MEMORY_FIXED of it are the card's own, whatever the guest does.
 */
#define NV_CARD_MEMORY (64u << 20)
#define NV_CARD_MEMORY_MIN (32u << 20)
#define NV_CARD_MEMORY_MAX (4095u << 20)
#define NV_CARD_MEMORY_TEXT "32M to 4095M"
#define NV_CARD_MEMORY_FIXED (16u << 20)

/*
 * Where BAR2 of cards that have one begins, as nv_card_mmio_read() counts, and
 * how large it is: BAR0 ends there.
 */
#define NV_CARD_BAR2 0x1000000u

/* Most bytes of a VBIOS image. */
#define NV_CARD_ROM_MAX (1u << 20)

typedef struct NvCardConfig {
    const char *chip;       /* a name of nv_card_chips() */
    uint32_t vram_size;     /* bytes; see nv_card_vram_fits() */
    void *vram;             /* host memory of that size, owned by the caller
                               for the life of the card; NULL: allocate */
    const char *raster;     /* backend name, NULL = "soft" */
    const char *raster_arg; /* what follows the backend's name: for "record"
                               the file to write; NULL if nothing */
    const char *executor;   /* of vertex programs, NULL = "auto" */
    const char *arith;      /* "exact" or "fast", NULL = "exact" */
    uint32_t slice_us;      /* host time after which a run gives way, long
                               work of one word included: the rest waits for
                               the next run.  0: no clock is read, a run ends
                               by what work is known to cost, so that the
                               same input makes the same runs */
    unsigned threads;       /* that run vertex programs, at most 16; 0: as
                               many as the host has cores, less one */
    uint64_t memory;        /* bytes, NV_CARD_MEMORY_MIN to _MAX; 0:
                               NV_CARD_MEMORY */
    const void *rom;        /* VBIOS image shown at PROM, copied; NULL: one
                               made from the chip's descriptor */
    uint32_t rom_size;      /* bytes, at most NV_CARD_ROM_MAX */
    const uint16_t *trace_on;   /* switches of nv2a/trace.h, owned by the
                               caller for the life of the card; NULL: off */
    unsigned raster_threads;    /* that draw pixels, the caller's among them,
                               at most 16; 0: 1 */
} NvCardConfig;

/* What one kind of card is, for help texts and the PCI function. */
typedef struct NvCardInfo {
    const char *name;           /* "nv20": what a config asks for */
    const char *title;          /* "GeForce3 (NV20, Kelvin)" */
    uint16_t pci_device_id;     /* vendor is 0x10de */
    uint8_t pci_revision;
    uint32_t vram_default;      /* bytes */
    bool bar2;                  /* BAR2 has instance memory */
} NvCardInfo;

/* [any time] All kinds of card; the last has no name. */
const NvCardInfo *nv_card_chips(void);

/* [any time] Raster backends: name and one help line, NULL after the last. */
const char *nv_card_raster_name(unsigned index);
const char *nv_card_raster_help(unsigned index);
/* [any time] The same for executors of vertex programs. */
const char *nv_card_executor_name(unsigned index);
const char *nv_card_executor_help(unsigned index);

/*
 * Make a card in its power-on state.  NULL and *error (one sentence that
 * names the offending value) if the config makes no sense.  @ops must outlive
 * the card; @host is handed back to every op, some of which are called from in
 * here.  The caller owns the card.
 */
NvCard *nv_card_new(const NvCardConfig *config, const NvHostOps *ops,
                    void *host, GError **error);
/* NULL is fine.  No call about the card may be on, nor come after. */
void nv_card_free(NvCard *card);

/* Power-on reset; VRAM keeps its bytes. */
void nv_card_reset(NvCard *card);

/*
 * Access to BAR0, @offset below 16M, or to BAR2, @offset NV_CARD_BAR2 more.
 * @size 1, 2 or 4 bytes, any alignment (an access that crosses a 32-bit word
 * is served byte by byte).
 */
uint32_t nv_card_mmio_read(NvCard *card, uint32_t offset, unsigned size);
void nv_card_mmio_write(NvCard *card, uint32_t offset, uint32_t value,
                        unsigned size);

/*
 * [beside a run] A register of those that drivers poll: pointers of the
 * channel at work, PGRAPH's status, interrupts, times, the beam.  Interrupts
 * are those of now, the rest is as the run found it.  False: no run is on, or
 * it is another register; read it as usual.
 */
bool nv_card_glance(NvCard *card, uint32_t offset, unsigned size,
                    uint32_t *value);
/*
 * [any time] A write there only says that there is more to do: the pusher's
 * PUT.  A host may hold it back until the run that is on has ended, if it
 * shows the value to who reads it meanwhile.
 */
bool nv_card_can_wait(NvCard *card, uint32_t offset, unsigned size);
/*
 * [any time] Somebody waits: the run that is on ends when it has lasted some
 * 100 us.  Without a slice_us it does not.
 */
void nv_card_hurry(NvCard *card);

/*
 * What suits hosts: with an NvCardConfig.slice_us time ends a run, and threads
 * that draw rest at every end; without it words do.
 */
#define NV_RUN_WORDS 4096
#define NV_RUN_WORDS_CLOCKED 16384

/*
 * Execute pushed work: at most about @budget push-buffer words, fewer if they
 * take long (NvCardConfig.slice_us); a word that has begun may be left in the
 * middle, and the next run goes on with it.  Returns true while runnable
 * work may be left; the op `work` announces new work.
 */
bool nv_card_run(NvCard *card, unsigned budget);

/*
 * All that has begun is in VRAM on return, however long it takes: for who
 * looks at VRAM between two runs.  nv_card_save() does not need it.
 */
void nv_card_flush(NvCard *card);

/* The deadline that was asked for with timer_set has come. */
void nv_card_timer(NvCard *card, NvTimer which);

/* Level of the interrupt pin, as the op `irq` told last. */
bool nv_card_irq(NvCard *card);

/*
 * [any time] VRAM as the guest sees it through BAR1; it stays where it is.
 * What stands in it may change while a call is on.
 */
void *nv_card_vram(NvCard *card);
uint32_t nv_card_vram_size(NvCard *card);

/*
 * Save and load everything but VRAM.  Load takes only what save wrote for the
 * same chip and VRAM size; on any mismatch or implausible value it returns
 * false, sets *error and leaves the card as it was.
 */
void nv_card_save(NvCard *card, GByteArray *out);
bool nv_card_load(NvCard *card, const void *data, size_t size, GError **error);

/* What the CRTC shows.  All sizes in pixels unless said otherwise. */
typedef struct NvScanout {
    bool enabled;           /* false: nothing is driven, show black */
    uint32_t width, height; /* 0 when not enabled */
    uint32_t base;          /* byte offset of the first pixel in VRAM */
    uint32_t pitch;         /* bytes from line to line */
    uint32_t bytes;         /* bytes a pixel: 1, 2 or 4 */
} NvScanout;

/* [beside a run] The mode of head 0, validated: every line lies inside VRAM. */
NvScanout nv_card_scanout(NvCard *card);
/*
 * [beside a run] Line @y (below mode->height) as 0x00RRGGBB words, after
 * palette and gamma and with the hardware cursor drawn in.
 */
void nv_card_scanout_line(NvCard *card, const NvScanout *mode, uint32_t y,
                          uint32_t *xrgb);
/*
 * [beside a run] Changes whenever something other than VRAM bytes changed the
 * picture (palette, cursor, start address, mode).
 */
uint32_t nv_card_scanout_serial(NvCard *card);

/* [beside a run] Head A is in one of VGA's own modes: text, planes, 320x200. */
bool nv_card_shows_vga(NvCard *card);
/* VGA ports 0x3b0..0x3df, as a guest reaches them without BAR0. */
uint8_t nv_card_vga_read(NvCard *card, uint16_t port);
void nv_card_vga_write(NvCard *card, uint16_t port, uint8_t value);

/* Totals since creation, for benchmarks. */
typedef struct NvCardStats {
    uint64_t words;         /* push-buffer words consumed */
    uint64_t methods;       /* methods executed by PGRAPH */
    uint64_t vertices;      /* vertices transformed by XF */
    uint64_t primitives;    /* points, lines, triangles given to raster */
    uint64_t memory;        /* bytes that are kept now for what the guest
                               made the card compile: not a total */
} NvCardStats;
NvCardStats nv_card_stats(NvCard *card);

/*
 * Of errors that had no line of their own (they are rationed: the first, the
 * second, the fourth... of a kind is told): a line to the log, how many came.
 * A host calls it when it ends; nv_card_free() does it, too.
 */
void nv_card_sum_errors(NvCard *card);

/*
 * Readable state of one unit ("pgraph", "pfifo", "xf", "program", "display",
 * "raster"), or "errors", how often the guest made each: lines "name: value".
 * No side effects.  NULL for an unknown unit; the caller frees the text.
 */
char *nv_card_dump(NvCard *card, const char *unit);
/* [any time] The names, NULL behind the last. */
const char *nv_card_dump_unit(unsigned index);

/*
 * Captures (docs/captures.rst): from now on all that the card takes from
 * outside goes into the file @path, until stop; one at a time.  False and
 * *error (a sentence) if the file cannot be, or a capture is on.  While it is,
 * runs look at no clock (NvCardConfig.slice_us).  mark: a name at this moment,
 * and the sums of VRAM and state.  stop: what was written, in words, or why
 * the file is not whole; NULL if no capture was on.  The caller frees it.
 */
bool nv_card_capture_start(NvCard *card, const char *path, GError **error);
void nv_card_capture_mark(NvCard *card, const char *name);
char *nv_card_capture_stop(NvCard *card);
/* [any time] One is on. */
bool nv_card_captures(NvCard *card);

/*
 * The debugger: one command in, the answer out, in lines; the caller frees it.
 * "help" lists the commands.  A card that a break has stopped told the op
 * `stopped`, and does no work until nv_card_go(), which the host calls when
 * its machine goes on (for a card that does not stand it does nothing).
 * Breaks, and where the card stands, are not saved.
 */
char *nv_card_debug(NvCard *card, const char *command);
void nv_card_go(NvCard *card);

#pragma GCC visibility pop

#endif
