/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of FE share: method rows, register names, errors.
 * Facts: PGRAPH model and card tests of envytools.
 */
#ifndef NV_PGRAPH_FE_H
#define NV_PGRAPH_FE_H

#include "chip/chips.h"
#include "pgraph/errors.h"
#include "pgraph/fe-object.h"
#include "pgraph/pgraph.h"
#include "words/formats.h"
#include "words/places.h"

enum {
    /* Places of the shadow registers. */
    NV_PGRAPH_BUNDLES = 0x1800, NV_PGRAPH_BUNDLES_CELSIUS = 0xe00,
};

/* Flags of register rows: the card's, or saved and loaded with a channel. */
enum { NV_PG_CARD = 0, NV_PG_CHANNEL = 1 };

/* The stored word of a register. */
#define NV_PG(pg, name) ((pg)->values[NV_PGRAPH_##name / 4])
/* A field of it, by name: NV_PG_GET(pg, NOTIFY, PENDING). */
#define NV_PG_GET(pg, reg, name) \
    nv_field_get((pg)->places, NV_F(reg, name), NV_PG(pg, reg))
#define NV_PG_PUT(pg, reg, name, value) \
    (NV_PG(pg, reg) = nv_field_put((pg)->places, NV_F(reg, name), \
                                   NV_PG(pg, reg), value))
/* A field of word @word, which is one of the register or bundle @of. */
#define NV_FE_GET(pg, of, name, word) \
    nv_field_get((pg)->places, NV_F(of, name), word)
#define NV_FE_PUT(pg, of, name, word, value) \
    nv_field_put((pg)->places, NV_F(of, name), word, value)
/* A word with nothing but the field; several are joined by |. */
#define NV_FE_MAKE(pg, of, name, value) \
    nv_field_make((pg)->places, NV_F(of, name), value)
/* The word itself with the field new. */
#define NV_FE_SET(pg, of, name, word, value) \
    ((word) = NV_FE_PUT(pg, of, name, word, value))
/* The same of element @i of fields that follow each other. */
#define NV_FE_GET_ITEM(pg, of, name, i, word) \
    nv_field_get_item((pg)->places, NV_F(of, name), i, word)
#define NV_FE_PUT_ITEM(pg, of, name, i, word, value) \
    nv_field_put_item((pg)->places, NV_F(of, name), i, word, value)
#define NV_PG_GET_ITEM(pg, reg, name, i) \
    NV_FE_GET_ITEM(pg, reg, name, i, NV_PG(pg, reg))
#define NV_PG_PUT_ITEM(pg, reg, name, i, value) \
    (NV_PG(pg, reg) = NV_FE_PUT_ITEM(pg, reg, name, i, NV_PG(pg, reg), value))
/* Bits of the field in its word; whether the chip has it. */
#define NV_FE_BITS(pg, of, name) nv_field_bits((pg)->places, NV_F(of, name))
#define NV_FE_HAS(pg, of, name) nv_field_exists((pg)->places, NV_F(of, name))
/* The highest value that it takes. */
#define NV_FE_MAX(pg, of, name) ((pg)->places[NV_F(of, name)].mask)
/* Element @i of a register that has several, and a field of it. */
#define NV_PG_AT(pg, name, i) ((pg)->values[NV_PGRAPH_##name / 4 + (i)])
#define NV_PG_GET_AT(pg, reg, i, name) \
    NV_FE_GET(pg, reg, name, NV_PG_AT(pg, reg, i))
#define NV_PG_PUT_AT(pg, reg, i, name, value) \
    (NV_PG_AT(pg, reg, i) = NV_FE_PUT(pg, reg, name, \
                                      NV_PG_AT(pg, reg, i), value))
/* A field of bundle @of, of its element @i, as the shadow register has it. */
#define NV_BUNDLE_GET(pg, of, name) NV_BUNDLE_GET_AT(pg, of, 0, name)
#define NV_BUNDLE_GET_AT(pg, of, i, name) \
    NV_FE_GET(pg, of, name, nv_fe_bundle(pg, NV_BUNDLE_##of + (i)))

/* Bits of INTR and NSOURCE. */
enum {
    NV_PGRAPH_INTR_NOTIFY = 1u << 0,
    NV_PGRAPH_INTR_MISSING_HW = 1u << 4,
    NV_PGRAPH_INTR_DMA_VTX = 1u << 10,
    NV_PGRAPH_INTR_CONTEXT = 1u << 12,
    NV_PGRAPH_INTR_STATE3D = 1u << 13,
    NV_PGRAPH_INTR_BUFFER = 1u << 16,
    NV_PGRAPH_INTR_ERROR = 1u << 20,
    NV_NSOURCE_DATA_ERROR = 1u << 1,
    NV_NSOURCE_PROTECTION = 1u << 2,
    NV_NSOURCE_RANGE = 1u << 3,
    NV_NSOURCE_ILLEGAL_MTHD = 1u << 6,
    NV_NSOURCE_DMA_R = 1u << 7,
    NV_NSOURCE_DMA_W = 1u << 8,
    NV_NSOURCE_STATE_INVALID = 1u << 11,
    NV_NSOURCE_DOUBLE_NOTIFY = 1u << 12,
    NV_NSOURCE_NOTIFY_IN_USE = 1u << 13,
    NV_NSOURCE_METHOD_CNT = 1u << 14,
    NV_NSOURCE_IN_BEGIN_END = 1u << 18,
    NV_NSOURCE_BUSY = 1u << 19,
};

/*
 * DEBUG bits that switch checks on.  After reset only CTX_SWITCH is set: a
 * card that no driver has set up raises none of these errors.
 */
enum {
    NV_DEBUG_B_CTX_SWITCH = 1u << 20,   /* CTX_SWITCH follows CTX_CACHE */
    NV_DEBUG_D_BUSY_CHECK = 1u << 3,    /* NSOURCE 19 */
    NV_DEBUG_D_SYNC = 1u << 12,         /* all 3D objects are sync objects */
    NV_DEBUG_D_RELOAD = 1u << 14,       /* object read again on each switch */
    NV_DEBUG_D_PM_TRIGGER = 1u << 15,   /* method 0x140 exists */
    NV_DEBUG_D_MOVED = 1u << 16,        /* some classes have other numbers */
    NV_DEBUG_D_VOLATILE = 1u << 19,     /* 2D state reset on object switch */
    NV_DEBUG_D_DATA_CHECK = 1u << 20,   /* DATA_ERROR for invalid values */
    NV_DEBUG_D_DATA_FAIL = 1u << 21,    /* DATA_ERROR for every value */
    NV_DEBUG_D_DMA_CHECK = 1u << 23,    /* DATA_ERROR for a DMA class */
    NV_DEBUG_D_STATE_CHECK = 1u << 24,  /* STATE_INVALID */
    NV_DEBUG_D_FLIP = 1u << 25,         /* flip methods exist */
    NV_DEBUG_D_STATE3D = 1u << 27,      /* ownership of 3D state */
    NV_DEBUG_D_OWNER_CHANNEL = 1u << 9, /* Celsius: a channel owns it */
    NV_DEBUG_D_OWNER_D3D = 1u << 13,    /* Direct3D as others own it */
    NV_DEBUG_D_NO_MODE = 1u << 28,      /* Celsius: XFMODE is not sent */
    NV_DEBUG_D_CTX_METHODS = 1u << 29,  /* 2D objects bind by method */
    NV_DEBUG_D_OPERATION = 1u << 30,    /* and choose their operation */
};

enum { NV_CTX_CONTROL_VALID = 1u << 16 };   /* a channel owns FE */

/* NOTIFY register. */
enum {
    NV_NOTIFY_PENDING = 1u << 16,
    NV_NOTIFY_AWAKEN = 1u << 20,
};

/* --- method rows --- */

typedef void (*NvMethodAction)(NvPgraph *pg, const NvMethod *m,
                               unsigned index, uint32_t value);

typedef enum NvEffectKind {
    NV_EFFECT_END,          /* there are no more */
    NV_EFFECT_VALUE,        /* bits of the value from @src up */
    NV_EFFECT_ZEROS,
    NV_EFFECT_ONES,
    NV_EFFECT_WORD,         /* the value is the new bundle @word */
} NvEffectKind;

/*
 * What becomes of fields @first to @last of one word, which lie side by side.
 * Fields that the chip lacks stay as they are; a bundle of theirs that it has
 * is sent nevertheless.  Elements of a method write elements of a bundle;
 * XFMODE has two textures in a word, where @odd is @first of odd elements.
 */
typedef struct NvEffect {
    uint8_t kind, src;
    uint8_t element;        /* of the bundle: where the method's begin */
    uint16_t word;          /* NvBundle */
    uint16_t first, last, odd;  /* NvFieldId */
} NvEffect;

typedef struct NvEnumPair {
    uint32_t in, out;
} NvEnumPair;

typedef struct NvEnum {
    unsigned count;
    NvEnumPair pair[16];
} NvEnum;

/* What a value must be; data errors are gated by DEBUG_D, warnings not. */
typedef enum NvCheck {
    NV_CHECK_NONE,
    NV_CHECK_BITS,          /* data error: bits outside @arg */
    NV_CHECK_BELOW,         /* data error: not below @arg */
    NV_CHECK_ENUM,          /* data error: not in @map */
    NV_CHECK_FUNC,          /* data error: @valid says no */
    NV_WARN_BITS,           /* warning 1 */
    NV_WARN_BELOW,          /* warning 1 */
    NV_WARN_ENUM,           /* warning 1 */
    NV_WARN_RANGE,          /* warning 2: not below @arg */
    NV_WARN_FUNC,           /* warning 1: @valid says no */
} NvCheck;

/* What the method does between BEGIN and END. */
typedef enum NvInside {
    NV_INSIDE_OK,
    NV_INSIDE_ERROR,        /* NSOURCE 18 */
    NV_INSIDE_WARN,         /* warning 4 */
    NV_INSIDE_FREE,         /* fine, and no busy check either */
    NV_INSIDE_ODD,          /* @action does every check itself */
} NvInside;

/* Classes a row belongs to; 0 = all that use the table. */
enum {
    NV_CLASS_97 = 1u << 0,
    NV_CLASS_597 = 1u << 1,
    NV_CLASS_OTHER = 1u << 2,   /* classes without a table of their own */
    NV_CLASS_48 = 1u << 3,
    NV_CLASS_54 = 1u << 4,
    NV_CLASS_94 = 1u << 5,
    NV_CLASS_55 = 1u << 6,
    NV_CLASS_95 = 1u << 7,
    NV_CLASS_56 = 1u << 8,
    NV_CLASS_96 = 1u << 9,
    NV_CLASS_98 = 1u << 10,
    NV_CLASS_99 = 1u << 11,
    NV_CLASS_397 = 1u << 12,
    NV_CLASS_497 = 1u << 13,
    NV_CLASS_697 = 1u << 14,
    NV_CLASS_3597 = 1u << 15,
    NV_CLASS_4097 = 1u << 16,
    NV_CLASS_4497 = 1u << 17,
    NV_CLASSES_RANKINE = NV_CLASS_397 | NV_CLASS_497 | NV_CLASS_697 |
                         NV_CLASS_3597,
    NV_CLASSES_CURIE = NV_CLASS_4097 | NV_CLASS_4497,
    NV_CLASSES_BOUNDS = NV_CLASS_497 | NV_CLASS_3597 | NV_CLASSES_CURIE,
};

enum { NV_EFFECTS_MOST = 10 };          /* of a row */

struct NvMethod {
    const char *name;
    uint16_t offset;        /* of element 0 */
    uint16_t count;
    uint8_t stride;         /* in bytes */
    uint8_t trap;           /* 1 + bit of CTX_SWITCH_T; 0 = none */
    uint8_t which;          /* of the action, beside @arg */
    uint8_t chips;          /* that have it: words/row-chips.h; 0: all */
    uint32_t classes;
    uint8_t inside;         /* NvInside */
    uint8_t check;          /* NvCheck */
    uint8_t xf;             /* NvXfCommand to send; 0 = none */
    uint16_t xf_addr;       /* of element 0; + 4 an element */
    uint8_t attr_format;    /* NvIdxFormat to send; 0 = none */
    uint8_t attr, attr_size;
    uint32_t arg;           /* of the check, or of the action */
    const NvEnum *map;
    NvMethodValid valid;
    /* Celsius: what is set in VALID_1 whatever comes, NvFieldId. */
    uint16_t mark[2];       /* of elements 0 and 1; NV_F_NONE */
    bool sends;             /* Celsius: bundles may be sent */
    bool (*exists)(const NvPgraph *pg);     /* NULL: always */
    NvMethodAction before;  /* of methods that exist: ahead of traps, checks */
    NvMethodAction action;  /* after the effects */
    NvEffect effect[NV_EFFECTS_MOST];
};

typedef struct NvMethodTable {
    const NvMethod *rows;
    unsigned count;
} NvMethodTable;

extern const NvMethodTable nv_methods_kelvin;
extern const NvMethodTable nv_methods_kelvin_xf;
extern const NvMethodTable nv_methods_celsius;
extern const NvMethodTable nv_methods_d3d3;
extern const NvMethodTable nv_methods_d3d5;
extern const NvMethodTable nv_methods_d3d6;
extern const NvMethodTable nv_methods_celsius_kelvin;
extern const NvMethodTable nv_methods_common;
extern const NvMethodTable nv_methods_rankine;      /* Curie's classes, too */
extern const NvMethodTable nv_methods_rankine_tnl;
extern const NvMethodTable nv_methods_curie;

/* Direct index of a class on this chip. */
typedef struct NvClassTable {
    uint16_t class;         /* 0: any class without a table */
    bool known, is_3d;      /* the chip has it; it draws in 3D */
    uint32_t bit;           /* NV_CLASS_* */
    const NvMethod *method[NV_PGRAPH_SIZE / 4];
    uint16_t index[NV_PGRAPH_SIZE / 4];     /* of a method in its row */
    uint16_t step[NV_PGRAPH_SIZE / 4];      /* the first of the row's effects */
    uint8_t run[NV_PGRAPH_SIZE / 4];        /* NvMethodRun */
    uint16_t state[NV_PGRAPH_SIZE / 4];     /* NvStateRow; 0: it has none */
    NvIdxAttrWord attr[NV_PGRAPH_SIZE / 4]; /* rows of vertex data alone */
} NvClassTable;

/* What a row needs in a run of words (nv_fe_run_words()). */
typedef enum NvMethodRun {
    NV_RUN_ALONE,           /* all that nv_fe_run() does */
    NV_RUN_STEPS,           /* its checks and effects */
    NV_RUN_ATTR,            /* nothing but vertex data */
    NV_RUN_FLOATS,          /* and if all its words come, at once */
    NV_RUN_ACTION,          /* nothing but its action */
    NV_RUN_VERTICES,        /* and many of them at once */
    NV_RUN_ROW,             /* and what else the row says */
    NV_RUN_CONSTANT,        /* its action, or whole vectors at once */
} NvMethodRun;

void nv_classes_init(NvPgraph *pg);
void nv_classes_free(NvPgraph *pg);
const NvClassTable *nv_class_find(const NvPgraph *pg, uint32_t class);

/* Effects of a row on this chip (effects.c): their number, 0 if none. */
unsigned nv_fe_add_steps(NvPgraph *pg, const NvMethod *m);
void nv_fe_run_steps(NvPgraph *pg, unsigned first, unsigned index,
                     uint32_t value);
/* The chip's list has it, 3D or not. */
bool nv_class_on_chip(const NvChip *chip, uint16_t class);

static inline bool nv_fe_data_error(const NvPgraph *pg)
{
    return NV_PG_GET(pg, NSOURCE, DATA_ERROR);
}

/* --- what 2D registers do when written (xy.c) --- */

void nv_xy_vertex(NvPgraph *pg, unsigned xy, uint32_t value);
/* A 3D class's own clip method: where its point lies. */
void nv_xy_clip3d(NvPgraph *pg, unsigned xy, uint32_t value);
void nv_xy_image_clip(NvPgraph *pg, unsigned xy, uint32_t value);
void nv_xy_user_clip(NvPgraph *pg, unsigned which, unsigned index,
                     uint32_t value);

/* Celsius' FORMATS register (formats.c). */
uint32_t nv_fe_formats(const NvPgraph *pg);

/* --- state words (method.c) --- */

/* A field of a register that lies in another register on some chips. */
static inline uint32_t nv_fe_field(const NvPgraph *pg, NvFieldId field)
{
    return nv_field_get(pg->places, field,
                        pg->values[nv_field_reg(pg->places, field)]);
}

static inline void nv_fe_set_field(NvPgraph *pg, NvFieldId field,
                                   uint32_t value)
{
    uint32_t *word = &pg->values[nv_field_reg(pg->places, field)];

    *word = nv_field_put(pg->places, field, *word, value);
}

/* Between BEGIN and END. */
static inline bool nv_fe_inside(const NvPgraph *pg)
{
    return pg->values[pg->inside_word] & pg->inside_bit;
}

static inline void nv_fe_set_inside(NvPgraph *pg, bool inside)
{
    nv_fe_set_field(pg, NV_F(FE3D_MISC, IN_BEGIN_END), inside);
}

/* What happens before a row's checks; functions that do all call it. */
void nv_fe_prepare(NvPgraph *pg, const NvMethod *m, unsigned index);
static inline uint32_t nv_fe_bundle_mask(const NvPgraph *pg, NvBundle bundle)
{
    return pg->bundle_mask[bundle];
}

static inline uint32_t nv_fe_bundle(const NvPgraph *pg, NvBundle bundle)
{
    return pg->bundle_mask[bundle]
           ? pg->values[NV_PGRAPH_SHADOWS / 4 + bundle] : 0;
}

/* The chip has it neither in a shadow register nor on its way to the units. */
bool nv_fe_lacks_bundle(const NvPgraph *pg, NvBundle bundle);
/* Store in the shadow register, if there is one, and send; unless it is lacking. */
void nv_fe_set_bundle(NvPgraph *pg, NvBundle bundle, uint32_t value);
void nv_fe_send_bundle(NvPgraph *pg, NvBundle bundle, uint32_t value);
/* The same; more bundles of this method follow. */
void nv_fe_set_bundle_more(NvPgraph *pg, NvBundle bundle, uint32_t value);
/* The whole XFMODE vector goes to XF; at BEGIN, if methods left it undone. */
void nv_fe_send_xf_mode(NvPgraph *pg);
void nv_fe_begin_xf_mode(NvPgraph *pg);
/* The pair of words that holds the one stored at @home. */
void nv_fe_send_xf_mode_part(NvPgraph *pg, unsigned home);
uint32_t *nv_fe_xf_mode_t(NvPgraph *pg, unsigned pair);
/* XFMODE of texture @unit: @field is texture 0's, in XF_MODE_T. */
void nv_fe_put_tex_mode(NvPgraph *pg, unsigned unit, NvFieldId field,
                        uint32_t value);
/* Attribute @n of the current class as this chip counts them. */
unsigned nv_fe_attr(const NvPgraph *pg, unsigned n);
/* A Kelvin class is current. */
bool nv_fe_is_kelvin(const NvPgraph *pg);
/* The same for the others'. */
bool nv_fe_is_rankine(const NvPgraph *pg);
bool nv_fe_is_curie(const NvPgraph *pg);
/* Load of an XF memory as the current class names it. */
void nv_fe_load(NvPgraph *pg, NvXfCommand type, uint32_t addr, uint32_t v);
/* A Kelvin class is current, and the chip has its constants elsewhere. */
bool nv_fe_kelvin_moved(const NvPgraph *pg);
/* XFCTX alone: the slot, and a vector whose third component brings 1.0. */
unsigned nv_fe_xfctx(const NvPgraph *pg, unsigned slot);
void nv_fe_load_one(NvPgraph *pg, unsigned slot, unsigned component,
                    uint32_t v);
/* The number of an object, which is its place in instance memory >> 4. */
static inline uint32_t nv_fe_instance(const NvPgraph *pg, uint32_t v)
{
    return nv_extract(v, 0, pg->env->chip->front.instance_bits);
}
/*
 * What ST2 holds, written by the puller or by a driver: a method that waits
 * for FE, with its channel.
 */
enum { NV_FIFO_ST2_VALID = 1u << 26 };

typedef struct NvPgraphPending {
    uint8_t chid, subc;
    uint16_t mthd;
    uint32_t data, data_high;
} NvPgraphPending;

static inline bool nv_fe_latched(const NvPgraph *pg)
{
    return NV_PG_GET(pg, FIFO_MTHD_ST2, VALID);
}

/*
 * The puller waits: for that method, or for a driver that moves channels.  That
 * one puts a method of its own there, with bit 29, lets it run, puts back the
 * one of before and clears bits 28 and 29 (doc).  Between the two nothing of
 * the puller's may come, or the one of before would be late or lost; that these
 * bits hold it is a guess.
 */
static inline bool nv_fe_closed(const NvPgraph *pg)
{
    return nv_fe_latched(pg) ||
           (nv_chip_has(pg->env->chip, NV_CAP_CTX_BY_DRIVER) &&
            NV_PG_GET(pg, FIFO_MTHD_ST2, SWITCHING));
}

/* Words of CACHE1, see nv_pgraph_run(). */
unsigned nv_fe_run_words(NvPgraph *pg, unsigned chid, unsigned subc,
                         const uint32_t (*w)[2], unsigned n, uint32_t *at);
/* Make its channel current and execute it; the same with what ST2 holds. */
void nv_fe_run(NvPgraph *pg, const NvPgraphPending *p);
void nv_fe_execute(NvPgraph *pg);
/*
 * A register of the CPU's reaches what is being drawn by: true if nothing is.
 * Drivers wait for that; who does not has the access ignored, with a line.
 */
bool nv_fe_at_rest(NvPgraph *pg, const char *what);
/* The method that waits in ST2, if it may and nothing goes on. */
void nv_fe_retry(NvPgraph *pg);
/* The method, of the current object, adds vertices to those that wait. */
bool nv_fe_adds(NvPgraph *pg, unsigned chid, unsigned subc, uint32_t mthd);

/* --- the rest --- */

/* The next part of a copy that is not done; then its notifier (m2mf.c). */
void nv_m2mf_continue(NvPgraph *pg);
/* What of the state forbids to draw, as a sentence; NULL: nothing. */
const char *nv_launch_fault(const NvPgraph *pg);
/* The same as an error. */
void nv_fe_check_launch(NvPgraph *pg);
/* Kinds of texture formats. */
NvTexKind nv_tex_kind(const NvPgraph *pg, unsigned format);
/* Surfaces by number. */
enum {
    NV_SURF_DST, NV_SURF_SRC, NV_SURF_COLOR, NV_SURF_ZETA, NV_SURF_DVD,
    NV_SURF_SWIZZLED,
    NV_SURF_COLOR_B,            /* Rankine */
    NV_SURF_COLOR_C, NV_SURF_COLOR_D,   /* Curie */
    NV_SURFS,
};

/* Code of surface @which in SURF_FORMAT. */
uint32_t nv_surf_format(const NvPgraph *pg, unsigned which);
void nv_surf_set_format(NvPgraph *pg, unsigned which, uint32_t format);
/* Pitch or swizzled, and swizzled sizes: as all SURF_FORMAT methods say it. */
void nv_fe_surf_layout(NvPgraph *pg, uint32_t v);
/* Forget what was known of surface @which and its partner. */
void nv_surf_forget(NvPgraph *pg, unsigned which);
/* Tell raster about colour and zeta if anything differs. */
void nv_surfaces_update(NvPgraph *pg);

/* RDI and PIPE windows. */
uint32_t nv_rdi_read(NvPgraph *pg);
void nv_rdi_write(NvPgraph *pg, uint32_t value);
void nv_pipe_write(NvPgraph *pg, uint32_t value);
uint32_t nv_pipe_read(NvPgraph *pg);

/*
 * Make @chid current.  False: the driver must do it (interrupt raised).
 */
bool nv_context_switch(NvPgraph *pg, unsigned chid);
/* CTX_TRIGGER. */
void nv_context_trigger(NvPgraph *pg, uint32_t value);
/* Curie's CTXCTL program, as its flags ask. */
void nv_context_program(NvPgraph *pg);
void nv_context_reset(NvPgraph *pg);
void nv_context_init(NvPgraph *pg);
void nv_context_free(NvPgraph *pg);
/* After a saved card was loaded. */
void nv_context_loaded(NvPgraph *pg);

void nv_pgraph_registers_init(NvPgraph *pg);

#endif
