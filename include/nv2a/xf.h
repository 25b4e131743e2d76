/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The transform engine as a library: vertex programs of Kelvin, Rankine and
 * Curie from text to words and back, and run bit for bit as the silicon does,
 * on machine code where the host has it.  Nothing else of a card is needed,
 * and nothing but C in this interface.
 *
 * Numbers are IEEE singles; all their bits count, so that NaNs, denormals and
 * integers in disguise come out as the hardware would leave them.
 *
 * Threads.  An engine belongs to one thread at a time; engines do not know of
 * each other.  What takes no engine may be called by any thread at any time.
 *
 * Texts that are handed out, complaints too, are the caller's: free() them.
 * Complaints are one sentence; whoever wants none gives NULL.
 */
#ifndef NV2A_XF_H
#define NV2A_XF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Input and output registers of a vertex, v[0] and o[0] first. */
#define NV_XF_REGISTERS 16
typedef float NvXfVertex[NV_XF_REGISTERS][4];

/* --- Programs as text --- */

/*
 * Instructions of four words, low bits first, from the text of a program: the
 * language of docs/nv-xf.rst.  @isa is "kelvin", "rankine" or "curie".  At
 * most @room go to @words.  Returns how many the program has, or -1 with
 * "line:column: what and why" in *complaint.
 */
int nv_xf_assemble(const char *isa, const char *text, uint32_t (*words)[4],
                   unsigned room, char **complaint);

/* One instruction as text that nv_xf_assemble() reads; NULL: no such @isa. */
char *nv_xf_print(const char *isa, const uint32_t words[4]);

/* --- An engine --- */

typedef struct NvXfEngine NvXfEngine;

/* Zeroes are a sensible choice. */
typedef struct NvXfEngineConfig {
    const char *chip;       /* "nv20" (NULL), "nv2a", "nv30", "nv40"... */
    const char *executor;   /* "auto" (NULL), "ref", "soa", "jit"... */
    unsigned threads;       /* that share the vertices of a run, at most 16;
                               0: the caller's alone */
    bool kelvin_class;      /* Rankine: takes Kelvin's programs, as with a
                               class of Kelvin's bound */
    bool first_generation;  /* Rankine on: programs of Kelvin's abilities */
    bool modern_rules;      /* Rankine on: zero times infinity is no number */
    bool private_constants; /* programs reach the slots below c[0], too */
    bool write_constants;   /* programs may write them; vertices go one by one
                               then, if the program does */
} NvXfEngineConfig;

/* NULL with a sentence in *complaint if the config makes no sense. */
NvXfEngine *nv_xf_engine_new(const NvXfEngineConfig *config,
                             char **complaint);
/* NULL is fine. */
void nv_xf_engine_free(NvXfEngine *engine);

/* The encoding its programs have, as nv_xf_assemble() calls it. */
const char *nv_xf_engine_isa(const NvXfEngine *engine);
/* Slots of the program memory and of the constants; the slot of c[0]. */
unsigned nv_xf_engine_slots(const NvXfEngine *engine);
unsigned nv_xf_engine_constants(const NvXfEngine *engine);
unsigned nv_xf_engine_base(const NvXfEngine *engine);

/*
 * Put @count instructions into the program memory from slot @first on.  Bits
 * that the memory does not have are dropped.  False, and nothing is put, if
 * they do not fit.
 */
bool nv_xf_engine_put_program(NvXfEngine *engine, unsigned first,
                              const uint32_t (*words)[4], unsigned count);
/* Programs start at @slot (0 at first); false if there is no such slot. */
bool nv_xf_engine_start(NvXfEngine *engine, unsigned slot);

/* @count constants by slot; false, and nothing is done, if they do not fit. */
bool nv_xf_engine_put_constants(NvXfEngine *engine, unsigned first,
                                const float (*values)[4], unsigned count);
bool nv_xf_engine_get_constants(const NvXfEngine *engine, unsigned first,
                                float (*values)[4], unsigned count);

/*
 * The program over @count vertices, in order.  Outputs that the program does
 * not write keep what the vertex before had, (0, 0, 0, 0) at first.  A program
 * that does not end runs as long as the hardware would let it.  @in and @out
 * may be the same.
 */
void nv_xf_engine_run(NvXfEngine *engine, const NvXfVertex *in,
                      NvXfVertex *out, unsigned count);
/* It as a vertex state program, with this v[0]: it writes constants. */
void nv_xf_engine_run_state(NvXfEngine *engine, const float v0[4]);

/* --- Watching --- */

/* An instruction that has run; valid during the call only. */
typedef struct NvXfWatched {
    unsigned slot;          /* of the program memory */
    unsigned count;         /* instructions of this vertex before it */
    uint32_t words[4];
    unsigned sources;       /* bit i: source i was read */
    float source[3][4];     /* swizzled and with signs */
    bool has_vector, has_scalar;
    float vector[4];        /* results of both units, before any mask */
    float scalar[4];
    int16_t address[2][4];  /* address registers afterwards */
    bool taken;             /* a branch that was taken */
} NvXfWatched;

typedef void NvXfWatchFn(void *opaque, const NvXfWatched *step);

/*
 * Call @fn after every instruction; NULL ends it.  It may not call the engine.
 * Programs run on "ref" meanwhile, vertex by vertex.
 */
void nv_xf_engine_watch(NvXfEngine *engine, NvXfWatchFn *fn, void *opaque);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
