/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF: the transform engine.  State, the command port, and vertex blocks.
 *
 * IDX collects vertices in a block (list/block.h); XF transforms the block;
 * VTX and the raster backend read the result in place.
 */
#ifndef NV_XF_XF_H
#define NV_XF_XF_H

#include "base/env.h"
#include "base/state.h"
#include "chip/chips.h"
#include "isa/isa.h"
#include "list/block.h"

/* IDX2XF command types. */
typedef enum NvXfCommand {
    NV_XF_NOP = 0x0,
    NV_XF_VAB = 0x1,
    NV_XF_XFPR = 0x2,
    NV_XF_PARAM = 0x4,
    NV_XF_PASSTHRU = 0x5,
    NV_XF_RUN = 0x6,
    NV_XF_MODE = 0x7,
    NV_XF_XTRA = 0x8,
    NV_XF_XFCTX = 0x9,
    NV_XF_LTCTX = 0xa,
    NV_XF_LTC0 = 0xb,
    NV_XF_LTC1 = 0xc,
    NV_XF_LTC2 = 0xd,
    NV_XF_LTC3 = 0xe,
    NV_XF_SYNC = 0xf,
} NvXfCommand;

/* One instruction that ref has run; valid during the call only. */
typedef struct NvXfStep {
    unsigned pc;                /* its slot in XFPR */
    unsigned count;             /* instructions run before it */
    const struct NvXfInsn *insn;        /* decoded, see isa/isa.h */
    uint8_t uses;               /* sources read, bit by source */
    bool has_vec, has_sca;      /* units with a result */
    uint32_t src[3][4];         /* operands, swizzled and with signs */
    uint32_t vec[4], sca[4];    /* results before any mask */
    uint8_t pass;               /* components the condition lets through */
    int16_t areg[2][4];         /* address registers and */
    uint8_t cc[4];              /* NvXfCond, both after the instruction */
    bool taken;                 /* the branch was */
} NvXfStep;

typedef void NvXfTraceFn(void *opaque, const NvXfStep *step);

/*
 * What of XF belongs to a channel: X(member, dimensions), words all of them,
 * components in order x y z w.
 */
#define NV_XF_CHANNEL_ROWS(X) \
    X(vab, [NV_XF_ATTRS + 1][4])            /* last: passthrough slot */ \
    X(xfpr, [NV_XF_MAX_XFPR][4])            /* word 0 = bits 31..0 */ \
    X(xfctx, [NV_XF_MAX_XFCTX][4]) \
    X(ltctx, [NV_XF_MAX_LTCTX][3])          /* 22-bit, by command index */ \
    X(ltc, [4][NV_XF_MAX_LTC])              /* 22-bit */ \
    X(ltctx_rdi, [NV_XF_MAX_LTCTX][3])      /* Rankine: as RDI shows it */ \
    X(mode_a, ) X(mode_b, ) X(mode_c, ) X(mode_t, [4])  /* XFMODE */ \
    X(xtra, [2][3])                         /* 8 numbers of 9 bits each */ \
    X(timeout, )                        /* instructions a program may run */ \
    X(tbuf, [NV_XF_ATTRS][4])               /* outputs keep their values */

#define NV_XF_MEMBER(name, size) uint32_t name size;

/* A channel's part of XF.  ORDER: saved cards hold it as it is. */
typedef struct NvXfChannel {
    NV_XF_CHANNEL_ROWS(NV_XF_MEMBER)
} NvXfChannel;

/* What NvXfHalf is of. */
typedef enum NvXfHalfOf {
    NV_XF_HALF_NONE, NV_XF_HALF_BLOCK, NV_XF_HALF_STATE,
} NvXfHalfOf;

/*
 * A program that was left in its middle, or between two vertices of a block:
 * words all of it, saved.
 */
typedef struct NvXfHalf {
    uint32_t what;              /* NvXfHalfOf; 0: none */
    uint32_t lane;              /* of a block: the vertex of now */
    uint32_t start;             /* of a state program: its slot */
    uint32_t steps;             /* instructions run; 0: at the start */
    uint32_t pc, depth, stack[NV_XF_STACK];
    uint32_t areg[2][4], cc[4];
    uint32_t reg[NV_XF_FEW_REGS][4], tbuf[NV_XF_ATTRS][4];
    uint32_t more[NV_XF_MORE_REGS][4];
} NvXfHalf;

typedef struct NvXf {
    NvEnv *env;
    const NvChip *chip;
    /* Architectural state. */
    NV_XF_CHANNEL_ROWS(NV_XF_MEMBER)
    uint32_t start;                         /* Curie: first slot of a program */
    uint8_t kelvin_class;                   /* see nv_xf_set_kelvin_class */
    uint64_t vertices;                      /* transformed so far */
    uint32_t vab_changed;                   /* see nv_xf_take_changed() */
    NvXfHalf half;
    NvXfKept kept;                          /* derived */
    const struct NvXfPort *port;            /* of the chip */
    /* Fields of XFMODE, and of the chip's bundles. */
    const struct NvPlace *mode_places, *places;
    /* Derived: decoded program, rebuilt when XFPR changes. */
    struct NvXfProgram *program;
    /* Runs lists: the chosen executor, and a cache. */
    struct NvExec *exec;
    /* Lists of fixed function modes; made when the first is needed. */
    struct NvXfFixed *fixed;
    /* Modes whose missing parts were reported: A, B, C, T[0], T[1]. */
    bool reported;
    uint32_t reported_mode[5];
    NvXfTraceFn *trace;                     /* NULL: off */
    void *trace_opaque;
} NvXf;

#undef NV_XF_MEMBER

extern const NvSection nv_xf_section, nv_xf_more_section;

void nv_xf_init(NvXf *xf, NvEnv *env);
void nv_xf_free(NvXf *xf);
void nv_xf_reset(NvXf *xf);

/*
 * What belongs to the channel of now: copied out, and put in; with no channel
 * there yet, as after a reset.  Nothing of a draw may wait in IDX.
 */
void nv_xf_channel_get(const NvXf *xf, NvXfChannel *c);
void nv_xf_channel_set(NvXf *xf, const NvXfChannel *c);
void nv_xf_channel_reset(NvXf *xf);

/*
 * How programs are executed: "auto" (or NULL), "ref" or another name of
 * nv_executor_name(); arithmetic "exact" (or NULL) or "fast".  False and *error
 * if there is no such thing.
 */
bool nv_xf_configure(NvXf *xf, const char *executor, const char *arith,
                     GError **error);
/* That arithmetic is the fast one. */
bool nv_xf_is_fast(const NvXf *xf);

/*
 * Threads that transform the blocks of a draw, the caller's among them; 0:
 * all that the host has but one.  1 (at first): none but the caller.  False
 * and *error if there cannot be so many.
 */
bool nv_xf_set_threads(NvXf *xf, unsigned threads, GError **error);
unsigned nv_xf_threads(const NvXf *xf);

/*
 * Most host memory of compiled programs and lists of fixed function together
 * (48 MiB at first): two thirds are for programs.  The last used stays, if it
 * alone is more.
 */
void nv_xf_set_memory(NvXf *xf, size_t bytes);
/* What they have now. */
size_t nv_xf_memory(const NvXf *xf);

/*
 * A write command on IDX2XF: @addr as in the hardware documents (vector << 4
 * | component << 2), @a the payload.  The 64-bit form writes component c (even)
 * and c + 1.  Out-of-range addresses do what the hardware does: the
 * passthrough slot changes, nothing is stored.
 */
void nv_xf_command(NvXf *xf, NvXfCommand type, uint32_t addr, uint32_t a);
void nv_xf_command64(NvXf *xf, NvXfCommand type, uint32_t addr,
                     uint32_t a, uint32_t b);
/* nv_xf_command(xf, NV_XF_VAB, ...) of component @comp of attribute @attr. */
void nv_xf_vab(NvXf *xf, unsigned attr, unsigned comp, uint32_t value);
/*
 * The same without a trace, of a port that has nv_xf_takes_plain(); who writes
 * so knows what has changed, and tells it sooner or later.
 */
bool nv_xf_takes_plain(const NvXf *xf);
static inline void nv_xf_vab_plain(NvXf *xf, unsigned attr, unsigned comp,
                                   uint32_t value)
{
    uint32_t *slot = xf->vab[attr];

    if (comp == 0) {
        slot[1] = 0;
        slot[2] = 0;
        slot[3] = NV_XF_ONE;
    }
    slot[comp] = value;
}
static inline void nv_xf_vab_changed(NvXf *xf, uint32_t attrs)
{
    xf->vab_changed |= attrs;
}
/*
 * A bit each attribute that commands have written since it was asked last;
 * after anything else that writes attributes all may have changed.
 */
static inline uint32_t nv_xf_take_changed(NvXf *xf)
{
    uint32_t changed = xf->vab_changed;

    xf->vab_changed = 0;
    return changed;
}
/* Celsius' mode words; the passthrough slot keeps what it has. */
void nv_xf_put_mode(NvXf *xf, uint32_t b, uint32_t a);
/* Four commands of a word each, from component 0 on, of a port of Kelvin. */
void nv_xf_command_vector(NvXf *xf, NvXfCommand type, uint32_t addr,
                          const uint32_t v[4]);
/* The same of the first @n components, one after the other. */
void nv_xf_vab_first(NvXf *xf, unsigned attr, unsigned n,
                     const uint32_t *value);
/* Bits of XFPR's words that exist. */
const uint32_t *nv_xf_program_bits(const NvXf *xf);
/* nv_xf_command64(xf, NV_XF_PASSTHRU, 0, a, b). */
void nv_xf_passthru(NvXf *xf, uint32_t a, uint32_t b);
/* What the mode takes from NvBundle @bundle that goes by, if anything. */
void nv_xf_bundle(NvXf *xf, unsigned bundle, uint32_t data);
/* Of some it is something. */
bool nv_xf_takes_bundles(const NvXf *xf);

/*
 * A read command: the word at @addr.  False if the chip has none or the
 * address cannot be read; hardware then hangs, the card must not.
 */
bool nv_xf_read(const NvXf *xf, NvXfCommand type, uint32_t addr,
                uint32_t *value);

/*
 * FE says which kind of 3D class is bound.  With a Kelvin class Rankine
 * converts programs on upload and runs them by Kelvin's rules; chips before
 * and after do not care.
 */
void nv_xf_set_kelvin_class(NvXf *xf, bool kelvin);

/*
 * Call @fn after every instruction; NULL turns it off.  Programs run on ref
 * while it is on.
 */
void nv_xf_set_trace(NvXf *xf, NvXfTraceFn *fn, void *opaque);

/*
 * Transform @block->count vertices in order, with the mode, program and
 * constants of now.  Every output attribute of every vertex is filled.
 */
void nv_xf_transform(NvXf *xf, NvXfBlock *block);

/*
 * The same for @n blocks at once, with the results of one after the other.
 * They must be different ones; nv_xf_batch() is a good number of them.
 * Returns how many are done: fewer when nv_env_late(), and then the rest
 * comes again, the first of them perhaps half done.
 */
unsigned nv_xf_transform_blocks(NvXf *xf, NvXfBlock *const *blocks,
                                unsigned n);
unsigned nv_xf_batch(const NvXf *xf);

/*
 * A state program is left in its middle, for nv_env_late(); its rest.  Nothing
 * else may be asked of XF meanwhile.
 */
static inline bool nv_xf_busy(const NvXf *xf)
{
    return xf->half.what == NV_XF_HALF_STATE;
}
void nv_xf_continue(NvXf *xf);

/* True while vertices may write XFCTX: IDX then sends them one by one. */
bool nv_xf_serial(NvXf *xf);

/*
 * RDI spaces that live in XF (0x10, 0x15..0x19).  @addr is the byte address
 * in the space.  False if the space or address is not XF's.
 */
bool nv_xf_rdi_read(const NvXf *xf, unsigned space, uint32_t addr,
                    uint32_t *value);
bool nv_xf_rdi_write(NvXf *xf, unsigned space, uint32_t addr, uint32_t value);

/* --- look.c: for people --- */

/* Vertices go through the program at *slot; false: not through one. */
bool nv_xf_program_slot(const NvXf *xf, unsigned *slot);
/* "fixed", "bypass", "program", "program2". */
const char *nv_xf_mode_text(const NvXf *xf);
/* @xf, of the same chip, gets the state of @from: for runs nobody sees. */
void nv_xf_copy(NvXf *xf, const NvXf *from);
/* An instruction that was run: its text, operands and results, lines. */
void nv_xf_print_step(const NvXf *xf, const NvXfStep *step, GString *out);
/* "c[14] xfctx[0x6e]": the one spelling of a constant. */
void nv_xf_print_constant(const NvXf *xf, unsigned slot, GString *out);
/*
 * Constants that the program of now reads, a bit a slot in @slots
 * (NV_XF_MAX_XFCTX of them, 0 or 1); how many.  *indexed: others, too, by an
 * address register.  0 without a program.
 */
unsigned nv_xf_constants_read(NvXf *xf, uint8_t *slots, bool *indexed);


void nv_xf_dump(const NvXf *xf, GString *out);
/* The program in XFPR from the start address of XFMODE, disassembled. */
void nv_xf_dump_program(const NvXf *xf, GString *out);

#endif
