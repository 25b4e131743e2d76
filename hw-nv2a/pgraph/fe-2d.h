/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the 2D, context and memory classes share: options of the object,
 * coordinates, and FE's registers as the 2D engine wants them.
 * Facts: models and tests of public hardware tests (envytools).
 */
#ifndef NV_PGRAPH_FE_2D_H
#define NV_PGRAPH_FE_2D_H

#include "pgraph/action.h"
#include "pgraph/valid.h"
#include "pgraph/xy.h"
#include "twod/twod.h"

/* --- what the class number tells (classes.c) --- */

enum {
    NV_CLASS_SYNCABLE = 1u << 0,    /* the object may ask for it */
    NV_CLASS_SYNC = 1u << 1,    /* DEBUG_D can ask for all of them */
    NV_CLASS_CELSIUS = 1u << 2,
    NV_CLASS_DRAWS = 1u << 3,   /* its coordinates are drawn */
    NV_CLASS_OCLIP = 1u << 4,   /* the second clip rectangle applies */
    NV_CLASS_STRETCH = 1u << 5, /* range errors come from elsewhere */
    NV_CLASS_LINE = 1u << 6,    /* draws lines, counts vertices of lines */
    NV_CLASS_TRI = 1u << 7,
    NV_CLASS_BLIT = 1u << 8,
    NV_CLASS_DVD = 1u << 9,
    NV_CLASS_LINE_ONLY = 1u << 10,  /* draws lines, VALID as without (hw) */
    NV_CLASS_SURF2D = 1u << 11,     /* surfaces that 2D draws on, since */
    NV_CLASS_SURF2D_NV10 = 1u << 12,
    NV_CLASS_SURF2D_NV30 = 1u << 13,
    NV_CLASS_SWIZZLED = 1u << 14,   /* of them: swizzled */
    NV_CLASS_NO_FORMAT = 1u << 15,  /* a surface that keeps no format (hw) */
};

/* What is known of any class; of the current object's. */
unsigned nv_class_flags(const NvPgraph *pg, uint32_t class);
unsigned nv_fe_flags(const NvPgraph *pg);

/* --- options of the current object (grobj.c) --- */

typedef enum NvOption {
    NV_OPT_CHROMA, NV_OPT_CLIP, NV_OPT_SWIZZLE, NV_OPT_OPERATION,
    NV_OPT_ENDIAN, NV_OPT_DITHER, NV_OPT_NEW, NV_OPT_PATTERN,
    NV_OPT_MONO, NV_OPT_COLOR, NV_OPTIONS,
} NvOption;

uint32_t nv_fe_option(const NvPgraph *pg, NvOption option);
/* In instance memory, CTX_CACHE and CTX_SWITCH; not once an error is up. */
void nv_fe_set_option(NvPgraph *pg, NvOption option, uint32_t value);
/* The chip's objects have it; options that they lack are 0. */
bool nv_fe_has_option(const NvPgraph *pg, NvOption option);

/* A swizzled surface is drawn on: the option, or on Curie what is bound. */
bool nv_fe_draws_swizzled(const NvPgraph *pg);

/* What objects of operations have bound: bits of word A. */
typedef enum NvBound {
    NV_BOUND_CHROMA, NV_BOUND_CLIP, NV_BOUND_SURFACE1, NV_BOUND_SURFACE2,
    NV_BOUND_PATTERN, NV_BOUND_ROP, NV_BOUND_BETA1, NV_BOUND_BETA4,
    NV_BOUNDS,
} NvBound;

enum { NV_NULL_CLASS = 0x30 };      /* of the object that binds nothing */

/* As options are set; data errors alone forbid it. */
void nv_fe_set_bound(NvPgraph *pg, NvBound what, bool on);
/* Surface 1 by its class, which tells whether it is swizzled. */
void nv_fe_set_bound_surface(NvPgraph *pg, uint32_t class);
/* The low bits of a word of instance memory are an object's class. */
uint32_t nv_fe_object_class(const NvPgraph *pg, uint32_t instance);
/* Words as a big-endian object sends them. */
uint32_t nv_fe_swap_bytes(const NvPgraph *pg, uint32_t v);
uint32_t nv_fe_swap_halves(const NvPgraph *pg, uint32_t v);
/* Bit i of the result is pixel i. */
uint32_t nv_fe_mono(const NvPgraph *pg, uint32_t v);

static inline void nv_fe_deposit(uint32_t *word, unsigned pos,
                                 unsigned width, uint32_t field)
{
    *word = nv_deposit(*word, pos, width, field);
}

/* --- surfaces by number (surf-memory.c) --- */

/* Surface @which is the source, and the chip has SRC2D registers for it. */
bool nv_surf_is_src2d(const NvPgraph *pg, unsigned which);
/* Surfaces must be aligned to 64 bytes whatever the class (hw). */
bool nv_surf_strict(const NvPgraph *pg);
/* Its pitch, which counts as set; of surfaces that have one. */
void nv_surf_set_pitch(NvPgraph *pg, unsigned which, uint32_t v);
/* Its memory alone: valid, base, limit, offset, pitch. */
NvSurface nv_surf_place(const NvPgraph *pg, unsigned which);

/* --- coordinates (xy-2d.c) --- */

/* Index of the vertex that comes next, 0 first; a driver may set any. */
unsigned nv_xy_next(const NvPgraph *pg);
void nv_xy_restart(NvPgraph *pg);
void nv_xy_advance(NvPgraph *pg);
/* Store vertex @i and say where it lies; @far: more than 16 bits. */
void nv_xy_set(NvPgraph *pg, unsigned i, unsigned status, unsigned xy,
               int32_t value, bool far);
/* @a + @b; over the edge of 32 bits the last value of that sign. */
uint32_t nv_xy_sum(uint32_t a, uint32_t b);
/* Vertex @i becomes that sum, with all its flags. */
void nv_xy_add(NvPgraph *pg, unsigned i, unsigned xy, uint32_t a,
               uint32_t b);
/* Sign of vertex @i into XY_D; @twice: of double its value. */
void nv_xy_sign(NvPgraph *pg, unsigned i, unsigned xy, bool twice);
void nv_xy_status(NvPgraph *pg, unsigned i, unsigned xy, int32_t at,
                  bool far);
/* What the CLIP methods set of rectangle @which, UCLIP or OCLIP. */
enum { NV_CLIP_FIRST, NV_CLIP_SECOND, NV_CLIP_SIZE };
void nv_xy_clip(NvPgraph *pg, unsigned which, unsigned kind, uint32_t value);
/* NSOURCE 3 or nothing: a coordinate of the last ones was out of range. */
bool nv_xy_in_range(NvPgraph *pg);
void nv_xy_image_empty(NvPgraph *pg, bool empty);

/* How a row's vertex is meant: @which of vertices and rectangles. */
enum {
    NV_VERTEX_FIRST = 1u << 0,
    NV_VERTEX_POLY = 1u << 1,
    NV_VERTEX_DRAW = 1u << 2,
    NV_VERTEX_NOCLIP = 1u << 3, /* x in the upper half, never clipped */
    NV_VERTEX_IMAGE = 1u << 4,  /* where an image goes */
};

/* The second words of registers whose two words lie apart. */
#define NV_MISC24_1(pg) ((pg)->values[(NV_PGRAPH_MISC24 + 96) / 4])
#define NV_MISC32_1(pg) ((pg)->values[(NV_PGRAPH_MISC32 + 112) / 4])

/* --- the engine (twod-state.c) --- */

/*
 * Everything the engine must know of the object and the channel.  False,
 * with the error raised if DEBUG_D wants it: there is no surface.
 */
bool nv_fe_twod(NvPgraph *pg, NvTwodState *s);
/* Surface @which with its base, limit and pitch registers. */
NvTwodSurface nv_fe_twod_surface(const NvPgraph *pg, unsigned which);

/* --- shapes of rows --- */

#define M2(name_, offset_, count_, stride_, trap_, ...) \
    { .name = name_, .offset = offset_, .count = count_, .stride = stride_, \
      .trap = (trap_) + 1, .inside = NV_INSIDE_ODD, __VA_ARGS__ }
#define M(name, offset, trap, ...) M2(name, offset, 1, 4, trap, __VA_ARGS__)
#define DO(function) .action = nv_action_##function
#define BEFORE(function) .before = nv_action_##function
#define VALID(function) .check = NV_CHECK_FUNC, .valid = function
#define BITS(mask) .check = NV_CHECK_BITS, .arg = mask
#define BELOW(limit) .check = NV_CHECK_BELOW, .arg = limit
#define WHICH(n) .which = n
#define FOR(bits) .classes = bits
#define NO_TRAP (-1)

/* What every class has; @t is the trap bit of the first that has one. */
#define COMMON_ROWS(t) \
    M("nop", 0x100, NO_TRAP, DO(nop), .check = NV_CHECK_FUNC, \
      .valid = nv_valid_nop), \
    M("notify", 0x104, 0, DO(notify), BELOW(2), \
      .exists = nv_exists_notify), \
    M("pm_trigger", 0x140, NO_TRAP, DO(none), \
      .exists = nv_exists_pm_trigger), \
    M("dma_notify", 0x180, t, DO(dma_notify))
/* Software's, on Celsius; later chips do not know it. */
#define MISSING_ROWS(n, ...) \
    M2("missing", 0x200, n, 4, NO_TRAP, DO(state), \
       .chips = CELSIUS, ##__VA_ARGS__)
/* A waiting point for others; any value. */
#define SYNC_ROW(t, ...) \
    M("sync", 0x108, t, DO(none), .exists = nv_exists_notify, ##__VA_ARGS__)

#define NV_ACTION_2D_ROWS(X) \
    /* ctx.c */ \
    X(beta) X(beta4) X(rop) X(ctx_format) X(chroma) X(mono_format) \
    X(pattern_shape) X(pattern_select) X(pattern_color) X(pattern_bitmap) \
    X(pattern_y8) X(pattern_r5g6b5) X(pattern_r5g5b5) X(pattern_r8g8b8) \
    X(operation) X(dither) X(dma_grobj) \
    /* surf.c */ \
    X(surf_one_format) X(surf2d_format) X(surf_swz_format) X(surf2d_pitch) \
    X(surf3d_format) X(surf3d_clip_size) X(clip_hv) X(surf_dvd_format) \
    /* solid.c */ \
    X(clip_point) X(solid_color) X(solid_format) X(bitmap_color0) \
    X(bitmap_color1) X(vertex) X(vertex_x) X(vertex_y) X(rectangle) \
    X(flip2d_set) X(flip2d_bump) X(flip2d_wait) X(flip2d_read) X(font) \
    X(char_xyc) X(char_code) \
    /* image.c */ \
    X(ifc_format) X(ifc_size) X(ifc_data_before) X(ifc_data) \
    X(bitmap_before) X(bitmap_data) X(index_format) X(palette_offset) \
    X(index_data) X(sifc_step) X(sifc_xy) \
    /* sifm.c */ \
    X(sifm_format) X(sifm_xy) X(sifm_rect) X(sifm_du) X(sifm_dv) \
    X(sifm_size) X(sifm_offset) X(sifm_pitch_before) X(sifm_pitch) \
    X(sifm_pos) X(dvd_format_before) X(dvd_format) \
    /* m2mf.c */ \
    X(m2mf_offset) X(m2mf_pitch_before) X(m2mf_pitch) X(m2mf_length) \
    X(m2mf_count) X(m2mf_format) X(m2mf_start)

#define X(name) \
    void nv_action_##name(NvPgraph *pg, const NvMethod *m, unsigned index, \
                          uint32_t v);
NV_ACTION_2D_ROWS(X)
#undef X

#endif
