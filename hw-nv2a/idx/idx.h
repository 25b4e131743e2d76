/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDX: vertex arrays, index lists, inline data; the gate in front of XF.
 *
 * Everything FE sends comes through here in order.  Vertices are collected in
 * blocks; a command that changes state below first flushes the open block.
 */
#ifndef NV_IDX_IDX_H
#define NV_IDX_IDX_H

#include "base/env.h"
#include "base/state.h"
#include "mem/mem.h"
#include "words/bundles.h"
#include "words/places.h"
#include "vtx/vtx.h"
#include "xf/xf.h"

/* Attribute data formats on FE2IDX (address bits 12..10). */
typedef enum NvIdxFormat {
    NV_IDX_UB_NORM = 4,     /* 4 unsigned bytes, normalised */
    NV_IDX_S = 5,           /* 2 shorts, integer */
    NV_IDX_S_NORM = 6,      /* 2 shorts, normalised */
    NV_IDX_FLOAT = 7,       /* 1 float */
} NvIdxFormat;

/* What PIPE shows of IDX and of vertex assembly, on Celsius; see pipe.c. */
typedef struct NvIdxPipe {
    uint32_t offset[8], format[8];          /* arrays */
    uint32_t begin_end, state;
    uint32_t xvtx[3][16];                   /* vertices in assembly */
    uint32_t ovtx[16][16];                  /* ring of transformed ones */
    uint32_t ovtx_at, ovtx_last;            /* next entry, last written */
    uint32_t config_b;                      /* bundle that went by last */
} NvIdxPipe;

/* Of CONFIG_B as it went by last, for PIPE's vertices. */
typedef struct NvIdxConfig {
    bool first, smooth;     /* whose colours flat shading takes; none */
    bool perspective, point_params;
} NvIdxConfig;

/* What commands do to the state words while a class is current (hw). */
typedef enum NvIdxTouch {
    NV_IDX_TOUCH_ALL,       /* classes of Kelvin, Curie and no 3D */
    NV_IDX_TOUCH_LITTLE,    /* Celsius: B and C are mostly left alone */
    NV_IDX_TOUCH_BY_XF,     /* Rankine: B's WAITING by commands for XF only */
} NvIdxTouch;

/*
 * Words that belong to a channel: X(member, dimensions).  RDI 0x26 has the
 * arrays' offsets and formats, then A, B, C; D is Rankine's index buffer.
 */
#define NV_IDX_CHANNEL_ROWS(X) \
    X(vtxbuf_offset, [NV_XF_ATTRS]) \
    X(vtxbuf_format, [NV_XF_ATTRS]) \
    X(state_a, ) X(state_b, ) X(state_c, ) X(state_d, ) \
    X(dma_vtx, [2])             /* RAMIN addresses of vertex DMA objects */ \
    X(restart_on, ) X(restart_index, )      /* primitive restart */

#define NV_IDX_MEMBER(name, size) uint32_t name size;

/* A channel's part of IDX.  ORDER: saved cards hold it as it is. */
typedef struct NvIdxChannel {
    NV_IDX_CHANNEL_ROWS(NV_IDX_MEMBER)
    uint32_t primitive;     /* that is open between BEGIN and END, or 0 */
    uint32_t edge_flag;
} NvIdxChannel;

/* Where vertices that a command launches come from. */
typedef enum NvIdxFeed {
    NV_IDX_FEED_ARRAYS, NV_IDX_FEED_ELEMENTS, NV_IDX_FEED_LIST,
} NvIdxFeed;

/* What of commands there was no time for; saved. */
typedef struct NvIdxWaits {
    uint32_t end, begin;        /* until all is drawn; the primitive */
    uint32_t restart;           /* the same primitive begins anew */
    uint32_t feed;              /* NvIdxFeed: @left vertices from @next */
    uint32_t next, left;
    uint32_t element[2];        /* of NV_IDX_FEED_ELEMENTS, in turn */
} NvIdxWaits;

typedef struct NvIdx {
    NvEnv *env;
    const NvIdxTraits *traits;
    const NvPlace *places;
    NvMem *mem;
    NvXf *xf;
    NvVtx *vtx;
    NV_IDX_CHANNEL_ROWS(NV_IDX_MEMBER)
    /* Private to idx/: add saved fields here and to the section. */
    uint32_t primitive;     /* 0 = outside BEGIN/END */
    bool edge_flag;
    uint32_t inline_data[NV_XF_ATTRS * 4];  /* a partial inline vertex */
    uint32_t inline_count;
    uint32_t inline_need;   /* words of that vertex; 0: to be found */
    /* RDI 0x20..0x23, storage; two of twice the size on Rankine. */
    uint32_t cache[4][0x100];
    uint32_t fifo[0x40][3];                 /* RDI 0x24: last commands */
    uint32_t fifo_at;                       /* where the next one goes */
    uint32_t prefifo[0x40][3];              /* RDI 0x2ea: from FE, Rankine */
    uint32_t prefifo_at;
    uint32_t unk25[0x80];                   /* RDI 0x25, 24 bits */
    uint32_t unk27[0x40];                   /* RDI 0x27, a byte a bundle */
    NvIdxPipe pipe;                         /* chips that show it */
    uint32_t unk27_at, unk27_step;          /* where, and which of eight */
    NvIdxWaits waits;
    /* Figures for people; neither saved nor seen by the guest. */
    uint64_t vertices;      /* launched; xf->vertices were transformed */
    uint64_t draws;         /* BEGIN .. END pairs */
    uint32_t closed;        /* how often vertices that waited went on */
    uint64_t faults;        /* array elements that could not be read */
    NvIdxConfig config;     /* derived from pipe.config_b */
    uint32_t bundle_entry;  /* derived: a bundle's word in the log */
    NvIdxTouch touch;       /* derived from the class */
    bool few_attrs;         /* derived: a class's attributes are not ours */
    /* FE sends more bundles of the same method; PIPE's words tell. */
    bool bundles_follow;
    /* Saved by nv_idx_pack(). */
    struct NvIdxBatch *batch;
} NvIdx;

#undef NV_IDX_MEMBER

extern const NvSection nv_idx_section;

void nv_idx_init(NvIdx *idx, NvEnv *env, NvMem *mem, NvXf *xf, NvVtx *vtx);
void nv_idx_free(NvIdx *idx);
void nv_idx_reset(NvIdx *idx);

/*
 * What belongs to the channel of now.  stop: an open primitive is noted in *c
 * and ended; get: everything else is copied out; set: all but the primitive is
 * put in; trim: words that another than IDX has made lose the bits that do
 * not exist; go_on: the primitive, if it is one, begins again.
 */
void nv_idx_channel_stop(NvIdx *idx, NvIdxChannel *c);
void nv_idx_channel_get(const NvIdx *idx, NvIdxChannel *c);
void nv_idx_channel_set(NvIdx *idx, const NvIdxChannel *c);
void nv_idx_channel_trim(NvIdx *idx);
void nv_idx_channel_go_on(NvIdx *idx, const NvIdxChannel *c);

/* FE sends more bundles of the same method; Celsius looks at it. */
static inline void nv_idx_bundles_follow(NvIdx *idx, bool more)
{
    idx->bundles_follow = more;
}

/* RAMIN address of vertex DMA object A, where no bundle has it; flushes. */
void nv_idx_dma_vtx(NvIdx *idx, uint32_t address);

/*
 * The current class has changed.  It is saved elsewhere: whoever loads it
 * calls this again.
 */
void nv_idx_set_touch(NvIdx *idx, NvIdxTouch touch);

/* --- FE2IDX commands, in the order they arrive --- */

/* XF write command wrapped by FE; flushes. */
void nv_idx_xf(NvIdx *idx, NvXfCommand type, uint32_t addr, uint32_t a);
void nv_idx_xf64(NvIdx *idx, NvXfCommand type, uint32_t addr,
                 uint32_t a, uint32_t b);
/* nv_xf_put_mode(); flushes. */
void nv_idx_put_mode(NvIdx *idx, uint32_t b, uint32_t a);
/*
 * As nv_idx_xf() of each word of @n vectors from @addr on, the second of each
 * pair; it is flushed.
 */
void nv_idx_xf_vectors(NvIdx *idx, NvXfCommand type, uint32_t addr,
                       const uint32_t (*w)[2], unsigned n);

/*
 * Bundle: flushes, leaves bundle << 2 and data in the passthrough slot (as the
 * PASSTHRU command does), takes DMA_VTX, and goes on to VTX and raster.
 * @number is the wire number of this chip's generation.
 */
void nv_idx_bundle(NvIdx *idx, NvBundle bundle, uint32_t number,
                   uint32_t data);
/*
 * @n of them at once, at most NV_IDX_BUNDLES, each one that may come so; the
 * same as so many calls.
 */
#define NV_IDX_BUNDLES 64
bool nv_idx_gathers(const NvIdx *idx, NvBundle bundle);
void nv_idx_bundles(NvIdx *idx, const NvBundleWord *w, unsigned n);

/*
 * Immediate attribute data: @attr 0..15, @size components in the whole
 * attribute (1..4), @comp which word of the attribute this is, as in address
 * bits 3..2: a component for floats, a pair of them for shorts, 0 for bytes.
 * Converted exactly.  When attribute 0 is complete (its last word written) a
 * vertex is launched.
 */
void nv_idx_attr(NvIdx *idx, NvIdxFormat format, unsigned size,
                 unsigned attr, unsigned comp, uint32_t data);
/*
 * All words of an attribute of @size floats (1..4) at once: what @size calls
 * of nv_idx_attr() do.  For classes whose attributes are the chip's own.
 */
bool nv_idx_takes_floats(const NvIdx *idx);
void nv_idx_attr_floats(NvIdx *idx, unsigned size, unsigned attr,
                        const uint32_t *data);
/* What a method's word is to nv_idx_attr(); no @format: something else. */
typedef struct NvIdxAttrWord {
    uint8_t format, size, attr, comp;
    bool launches;
    uint16_t addr;
} NvIdxAttrWord;
#define NV_IDX_ATTR_WORDS 2048u     /* methods of a class */
NvIdxAttrWord nv_idx_attr_word(NvIdxFormat format, unsigned size,
                               unsigned attr, unsigned comp);
/*
 * Of @n words with their methods in front, as many as certainly do no more
 * than change attributes, by their method's @row, and add vertices to those
 * that wait; returns how many it took.
 */
unsigned nv_idx_attr_words(NvIdx *idx, const NvIdxAttrWord *row,
                           const uint32_t (*w)[2], unsigned n);
void nv_idx_edge_flag(NvIdx *idx, bool on);

/* Vertex array @n: as in the methods, OFFSET and SET_FORMAT of idx-fields.h. */
void nv_idx_vtxbuf_offset(NvIdx *idx, unsigned n, uint32_t data);
void nv_idx_vtxbuf_format(NvIdx *idx, unsigned n, uint32_t data);

/* BEGIN_END: 1..10 begins (GL primitive + 1), 0 ends. */
void nv_idx_begin_end(NvIdx *idx, uint32_t primitive);
/* DRAW_ARRAYS: DRAW of idx-fields.h. */
void nv_idx_draw_arrays(NvIdx *idx, uint32_t data);
/* Two 16-bit indices, low half first; one 32-bit index. */
void nv_idx_element16(NvIdx *idx, uint32_t data);
void nv_idx_element32(NvIdx *idx, uint32_t data);
/*
 * Of @n pairs of a method and a word, as many as have the first one's method
 * and certainly do no more than add vertices to those that wait; returns how
 * many it took.  The same as so many calls of the former.
 */
unsigned nv_idx_elements(NvIdx *idx, bool wide, const uint32_t (*w)[2],
                         unsigned n);
/* The same for words of packed vertices. */
unsigned nv_idx_inline_words(NvIdx *idx, const uint32_t (*w)[2], unsigned n);
/* INLINE_ARRAY: the next word of a vertex packed as the enabled arrays. */
void nv_idx_inline_array(NvIdx *idx, uint32_t data);

/* Where there are index lists: indices from memory, as DRAW_ARRAYS. */
void nv_idx_draw_index(NvIdx *idx, uint32_t data);
void nv_idx_idxbuf_offset(NvIdx *idx, uint32_t data);
/* As in the method: SET_LIST. */
void nv_idx_idxbuf_format(NvIdx *idx, uint32_t data);
/* A command that does nothing else is seen in FE's log of commands. */
void nv_idx_note(NvIdx *idx, uint32_t addr, uint32_t data);

/* The tessellator's command at @addr; it is kept in the log only. */
void nv_idx_fd(NvIdx *idx, uint32_t addr, uint32_t data);
/* One patch more or less is open, modulo 16. */
void nv_idx_patch(NvIdx *idx, int more);
void nv_idx_cache_store(NvIdx *idx, unsigned bank, unsigned at,
                        uint32_t data);
/* Vertices fetched so far are not used again. */
void nv_idx_break_cache(NvIdx *idx);

/* Everything collected goes through XF and VTX now, however long it takes. */
void nv_idx_flush(NvIdx *idx);
/* The same as far as time goes; true if nothing is left. */
bool nv_idx_settle(NvIdx *idx);
/* nv_idx_flush() would have nothing to do, but for open primitives. */
bool nv_idx_settled(const NvIdx *idx);
/* Vertices that wait came as more would: by arrays, or one by one. */
bool nv_idx_adds(const NvIdx *idx, bool arrays);
/* As long as this stays and vertices wait, that is so without being asked. */
static inline uint32_t nv_idx_closed(const NvIdx *idx)
{
    return idx->closed;
}
/*
 * Draws that take long go on in parts: whether some is left, and the next
 * part, with raster at rest.  No command may come meanwhile.
 */
bool nv_idx_busy(const NvIdx *idx);
void nv_idx_continue(NvIdx *idx);

/*
 * What of a draw waits, to be saved: the unit of the section, of which there
 * is nothing to say if all is drawn.  The caller frees it.
 */
typedef struct NvIdxSaved NvIdxSaved;
extern const NvSection nv_idx_batch_section;
NvIdxSaved *nv_idx_pack(NvIdx *idx);
void nv_idx_saved_free(NvIdxSaved *saved);

/* --- chips whose PIPE window shows vertices in assembly --- */

/* Before a bundle that FE sends by itself, not one of the PIPE window. */
void nv_idx_pipe_flat(NvIdx *idx);
/* A method that may send bundles starts; @size in eighths of a pixel. */
void nv_idx_pipe_point_size(NvIdx *idx, uint32_t size);
/* An array's offset and format, BEGIN_END: as in the methods. */
void nv_idx_pipe_offset(NvIdx *idx, unsigned n, uint32_t data);
void nv_idx_pipe_format(NvIdx *idx, unsigned n, uint32_t data);
void nv_idx_pipe_begin(NvIdx *idx, uint32_t primitive);
/* PIPE addresses that are neither XF's nor bundles. */
void nv_idx_pipe_write(NvIdx *idx, uint32_t addr, uint32_t data);
uint32_t nv_idx_pipe_read(NvIdx *idx, uint32_t addr);

/*
 * For people: attributes of element @index of the arrays, @in[attribute], as
 * a draw would fetch them now, by way of @mem, whose env hears of faults.
 * What has no array is as VAB has it.
 */
void nv_idx_look(const NvIdx *idx, NvMem *mem, uint32_t index,
                 uint32_t in[NV_XF_ATTRS][4]);
/* A vertex array as the words of now say it; false: it is off. */
typedef struct NvIdxArray {
    unsigned type, size, stride;
    const char *type_name;
    uint32_t offset, object;    /* in the DMA object at that RAMIN address */
    bool object_b;
} NvIdxArray;
bool nv_idx_array(const NvIdx *idx, unsigned n, NvIdxArray *array);

/* RDI spaces of IDX (0x20..0x27, 0x2ea); see nv_xf_rdi_read. */
bool nv_idx_rdi_read(const NvIdx *idx, unsigned space, uint32_t addr,
                     uint32_t *value);
bool nv_idx_rdi_write(NvIdx *idx, unsigned space, uint32_t addr,
                      uint32_t value);

/* Words of an element in INLINE_ARRAY; type and size as in the method. */
unsigned nv_idx_format_words(unsigned type, unsigned size);

/* Exact integer to float conversions, public for tests. */
uint32_t nv_idx_from_ubyte(uint8_t v);
uint32_t nv_idx_from_short(int16_t v);
uint32_t nv_idx_from_short_norm(int16_t v);

#endif
