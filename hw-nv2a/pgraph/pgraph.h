/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PGRAPH's front end (FE): objects, classes, methods, errors, notify, bundle
 * and mode shadow registers, RDI, context.
 *
 * Methods are rows (pgraph/methods-*.c): offset, count, stride, check of the
 * value, effects on shadow words, what is sent down.  pgraph/method.c runs
 * the rows; only irregular methods have functions.
 */
#ifndef NV_PGRAPH_PGRAPH_H
#define NV_PGRAPH_PGRAPH_H

#include "base/regs.h"
#include "base/state.h"
#include "idx/idx.h"
#include "mem/mem.h"
#include "raster/raster.h"
#include "twod/twod.h"
#include "words/registers.h"
#include "xf/xf.h"

#define NV_SUBCHANNELS 8
#define NV_PGRAPH_CHANNELS 32       /* channels FE can tell apart */
#define NV_CTXCTL_WORDS 256         /* of Curie's context program */
#define NV_PGRAPH_RDI_WORDS 0x140   /* RDI spaces that are plain storage */

/*
 * What a channel that is not current leaves behind; words only, so that the
 * saved card holds the array as it is.  See context.c.
 */
typedef struct NvPgraphContext {
    uint32_t used;              /* 0: the channel never ran or is gone */
    uint32_t instance;          /* its entry in the context table, or 0 */
    uint32_t tag;               /* what was left in its image; 0 = nothing */
    uint32_t values[NV_PGRAPH_WORDS];   /* the CHANNEL rows only */
    NvRasterChannel raster;
    NvXfChannel xf;
    NvIdxChannel idx;
} NvPgraphContext;

/* A stored word of FE that belongs to a channel, and the bits it has. */
typedef struct NvChannelWord {
    uint16_t slot;
    bool hooked;                /* writes do more, or count bits anew */
    uint32_t mask, ones;
} NvChannelWord;

/* Bits of an object's word that FE keeps (object.c). */
typedef struct NvObjectMask {
    uint32_t cache, current;    /* in CTX_CACHE and CTX_SWITCH */
} NvObjectMask;

/* A context program as its driver wrote it. */
typedef struct NvCtxctl {
    bool there;                 /* the chip has one */
    uint32_t code[NV_CTXCTL_WORDS];
} NvCtxctl;

typedef struct NvPgraph {
    NvEnv *env;
    NvMem *mem;
    NvIdx *idx;
    NvXf *xf;
    NvRaster *raster;
    NvTwod twod;
    NvRegs regs;
    uint32_t values[NV_PGRAPH_WORDS];
    uint64_t methods;
    /* Private to pgraph/: add saved fields here and to the section. */
    uint32_t pipe_bundle;       /* bundle number latched by the PIPE window */
    uint32_t context_serial;    /* of the last context that was put away */
    uint32_t owner;             /* Curie: 1 + channel, 0 = none */
    NvCtxctl ctxctl;            /* Curie's; in a section of its own */
    uint32_t copying;           /* a memory copy is not done yet */
    uint32_t copied_lines;      /* of it, that are done, */
    uint32_t copied_elements;   /* and of the next line */
    uint32_t notify_waits;      /* until what the method began is done */
    uint32_t xf_load_pos[2];    /* Curie: where uploads are */
    uint32_t rdi[NV_PGRAPH_RDI_WORDS];
    NvPgraphContext contexts[NV_PGRAPH_CHANNELS];
    /* Derived at init: the chip's register rows and its numbers of bundles. */
    NvReg *reg_rows;
    NvGeneration gen;
    const struct NvPlace *places;       /* of fields, see words/places.h */
    uint32_t bundle_mask[NV_BUNDLE_COUNT];
    uint32_t xf_mode_mask[3];   /* B, A, T; 0 = no such register */
    uint32_t xy_a_empty;        /* XY_A without a vertex */
    /* Where IN_BEGIN_END is: every method asks. */
    uint16_t inside_word;
    uint32_t inside_bit;
    uint32_t cache_first, cache_end;    /* offsets of CTX_CACHE */
    uint32_t surf_offset_mask, surf_pitch_mask;     /* of SURF_* registers */
    uint32_t surf_limit_ones;   /* what reads 1 of a limit */
    NvObjectMask object_mask[6];
    GArray *channel;            /* of NvChannelWord */
    struct NvImage *image;      /* layout of context images (image.c) */
    bool switched;              /* this method loaded its object */
    uint16_t bundle_number[NV_BUNDLE_COUNT];
    /* Derived at init: method tables of the chip's classes. */
    struct NvClassTable *classes;
    unsigned nclasses;
    GArray *steps;              /* effects of their rows (effects.c) */
    GArray *states, *maps;      /* rows that set state (states.c) */
    const struct NvClassTable *table;   /* that methods run by now, */
    uint32_t table_key;                 /* and for which class */
    uint32_t class_mask;        /* bits of an object's word 0 that name it */
    uint8_t *class_index[2];    /* class to its table; DEBUG_D MOVED on */
} NvPgraph;

extern const NvSection nv_pgraph_section;
extern const NvSection nv_ctxctl_section;       /* of NvCtxctl */

void nv_pgraph_init(NvPgraph *pg, NvEnv *env, NvMem *mem, NvIdx *idx,
                    NvXf *xf, NvRaster *raster);
void nv_pgraph_free(NvPgraph *pg);
void nv_pgraph_reset(NvPgraph *pg);
/* PMC has switched the engine off: what trapped last can still be read. */
void nv_pgraph_off(NvPgraph *pg);

/* BAR0 0x400000..0x401fff; @offset is from 0x400000. */
uint32_t nv_pgraph_read(NvPgraph *pg, uint32_t offset);
void nv_pgraph_write(NvPgraph *pg, uint32_t offset, uint32_t value);

/* INTR & INTR_EN: what PMC shows in bit 12. */
bool nv_pgraph_intr(const NvPgraph *pg);

/*
 * The puller's side.  ready: FE can take a method now (FIFO access enabled,
 * nothing latched that waits for the driver).  method: execute one; @subc
 * below 8, @mthd a multiple of 4 below 0x2000; mthd 0 binds the object whose
 * RAMIN address >> 4 is @data.  Channel switches happen inside.
 */
bool nv_pgraph_ready(const NvPgraph *pg);
/*
 * Long work goes on in parts: whether some is left; the next part; vertices
 * that wait for more are drawn, too, and true if then nothing is left.
 */
bool nv_pgraph_busy(const NvPgraph *pg);
void nv_pgraph_continue(NvPgraph *pg);
bool nv_pgraph_settle(NvPgraph *pg);
/* Ready for this method: what it may not overtake is drawn. */
bool nv_pgraph_takes(NvPgraph *pg, unsigned chid, unsigned subc,
                     uint32_t mthd);
void nv_pgraph_method(NvPgraph *pg, unsigned chid, unsigned subc,
                      uint32_t mthd, uint32_t data);
/*
 * The same of @n words as CACHE1 has them, address and data, of channel @chid
 * from the first one's subchannel: as many as need nothing but what the one
 * before needed.  Returns how many were executed, which may be none; each cost
 * NV_PGRAPH_METHOD_PIXELS, and the last may have left time over.  *at: which of
 * them is at work.
 */
#define NV_PGRAPH_METHOD_PIXELS 40u
unsigned nv_pgraph_run(NvPgraph *pg, unsigned chid, const uint32_t (*w)[2],
                       unsigned n, uint32_t *at);
/* What FE would make of a method, for people who look; no side effects. */
typedef struct NvMethodView {
    uint32_t class;             /* of the object; 0 if FE does not hold it */
    const char *name;           /* of the row; NULL: the class has none */
    uint32_t first;             /* offset of the row's element 0 */
    unsigned index, count;      /* which of its elements this is */
    bool begins;                /* it begins a draw */
} NvMethodView;
NvMethodView nv_pgraph_view(const NvPgraph *pg, const NvWatched *w);
/*
 * Appends a line "  WORD NAME=value ..." for each state word whose fields the
 * method's value becomes; nothing if it becomes none.
 */
void nv_pgraph_print_fields(const NvPgraph *pg, const NvWatched *w,
                            GString *out);
/*
 * Appends what others call the method, "NV097_SET_BEGIN_END
 * NV20_3D_VERTEX_BEGIN_END", if they call it something.
 */
void nv_pgraph_append_names(const NvPgraph *pg, uint32_t mthd,
                            const NvMethodView *view, GString *out);
/* @called is its name, ours or another's, any case; *index in that. */
bool nv_pgraph_is_called(const NvPgraph *pg, uint32_t mthd,
                         const NvMethodView *view, const char *called,
                         unsigned *index);
/* Registers by the names of their rows, or "NAME[1]", any case. */
bool nv_pgraph_register_find(const NvPgraph *pg, const char *name,
                             uint32_t *offset);
/* What of the state forbids to draw, as a sentence; NULL: nothing. */
const char *nv_pgraph_draw_fault(const NvPgraph *pg);
/* Curie: where the channel of the next method has its image, >> 4. */
void nv_pgraph_next_image(NvPgraph *pg, uint32_t instance);

void nv_pgraph_dump(const NvPgraph *pg, GString *out);

#endif
