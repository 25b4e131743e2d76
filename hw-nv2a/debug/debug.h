/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stopping a card: breaks, steps, and where it stands.
 *
 * A host that was told `stopped` halts its machine.  Until nv_debug_go() no
 * method passes.  With nothing to stop for, NvEnv.watch is NULL, and a method
 * costs a load and a branch.
 */
#ifndef NV_DEBUG_DEBUG_H
#define NV_DEBUG_DEBUG_H

#include "pfifo/pfifo.h"

typedef enum NvBreakKind {
    NV_BREAK_METHOD,        /* before it leaves the puller */
    NV_BREAK_DRAW,          /* before the method that begins a draw */
    NV_BREAK_FRAME,         /* at a vertical blank of head A */
    NV_BREAK_ERROR,         /* at a line about the guest, */
    NV_BREAK_UNIMP,         /* or about what has no model */
    NV_BREAK_REGISTER,      /* after the CPU's access */
    NV_BREAK_PROGRAM,       /* before a draw that runs a vertex program, */
    NV_BREAK_FRAGMENT,      /* or a fragment program */
    NV_BREAK_WRITE,         /* after the card changed bytes of VRAM, */
    NV_BREAK_PIXEL,         /* or a pixel of the colour target */
    NV_BREAK_KINDS
} NvBreakKind;

/* How a method's word compares with a break's. */
typedef enum NvBreakIf {
    NV_BREAK_ALWAYS, NV_BREAK_EQUAL, NV_BREAK_OTHER, NV_BREAK_BELOW,
    NV_BREAK_ABOVE, NV_BREAK_MASK,
} NvBreakIf;

#define NV_BREAK_ANY UINT32_MAX

typedef struct NvBreak {
    unsigned id;            /* from 1 */
    NvBreakKind kind;
    /* METHOD: what NV_BREAK_ANY is does not matter. */
    char *name;             /* ours or others', without index; or NULL */
    uint32_t mthd;          /* with no name; or the register's address; of
                               PROGRAM the slot, of FRAGMENT the offset */
    uint32_t index;         /* of the method in its row */
    uint32_t class, channel;
    NvBreakIf when;
    uint32_t value;
    /* WRITE and PIXEL: bytes of VRAM, and what they were. */
    uint32_t start, len, x, y;
    uint8_t *was;           /* len bytes, once somebody has looked */
    bool reported;          /* the card said that it wrote there */
    unsigned nth;           /* met that often, it stops: 1 = each time */
    unsigned met;
} NvBreak;

/* A method at the puller, and what PGRAPH would make of it. */
typedef struct NvDebugMethod {
    NvWatched word;
    NvMethodView view;
} NvDebugMethod;

/* The way of draws: totals, or of one draw the difference of two. */
typedef struct NvFunnel {
    uint64_t draw;          /* its number, from 1 */
    NvPrimitive primitive;
    uint64_t vertices, transformed;
    NvVtxCounts vtx;
    uint64_t given;         /* primitives that raster got */
    NvRasterFunnel pixels;
} NvFunnel;

#define NV_FUNNELS 256      /* draws that are remembered */

typedef struct NvDebug {
    NvEnv *env;
    NvPfifo *pfifo;
    NvPgraph *pgraph;
    GPtrArray *breaks;      /* of NvBreak, owned */
    bool registers;         /* some of them are for registers, */
    bool writes;            /* or for what is written */
    unsigned last_id;
    unsigned steps;         /* methods until a stop; 0: no step is on */
    /* What draws become, while that is asked for. */
    bool funnels;
    NvFunnel open;          /* totals as the last draw began; draw 0: none */
    NvRasterFunnel pixels;  /* counted by raster */
    NvFunnel funnel[NV_FUNNELS];    /* by draw, modulo */
    bool next, finish;      /* stop at the next draw, when nothing is left */
    uint64_t draws, frames; /* since the card was made or reset */
    char *why;              /* the card stands for this; NULL: it does not */
    bool holds;             /* and a method waits: */
    bool passes;            /* which goes first when the card goes on */
    NvDebugMethod at;       /* the one that waits, or passed last */
} NvDebug;

void nv_debug_init(NvDebug *d, NvEnv *env, NvPfifo *pfifo);
void nv_debug_free(NvDebug *d);
/* Breaks stay; counts begin anew, and the card does not stand. */
void nv_debug_reset(NvDebug *d);

/* The machine goes on: so does the card. */
void nv_debug_go(NvDebug *d);
/* A run has ended; with no work left. */
void nv_debug_ran(NvDebug *d);
void nv_debug_idle(NvDebug *d);
/* A vertical blank of head A; the CPU's access to BAR0 at @offset. */
void nv_debug_frame(NvDebug *d);
void nv_debug_access(NvDebug *d, uint32_t offset, bool write, uint32_t value);
static inline void nv_debug_register(NvDebug *d, uint32_t offset, bool write,
                                     uint32_t value)
{
    if (G_UNLIKELY(d->registers)) {
        nv_debug_access(d, offset, write, value);
    }
}
/* Something is to be watched, or no more: after each command. */
void nv_debug_arm(NvDebug *d);

/* breaks.c: @words behind "break"; NULL and a sentence in *error. */
NvBreak *nv_break_parse(char **words, char **error);
void nv_break_free(gpointer brk);
/* "method begin if data == 0x5 on class 0x97" */
char *nv_break_text(const NvBreak *brk);
bool nv_break_is_method(const NvDebug *d, const NvBreak *brk,
                        const NvDebugMethod *m);
/* It is met now; true if that is the time at which it stops. */
bool nv_break_meets(NvBreak *brk);

/*
 * writes.c: has the card changed bytes that somebody waits for since the last
 * look?  The break and a sentence in *what, which the caller frees; NULL: no.
 * What the CPU changed is taken as it is.
 */
const NvBreak *nv_debug_changed(NvDebug *d, char **what);
/*
 * funnel.c: from now on draws are counted, or no more; a draw begins before
 * @prim; the one of number @draw, false if it is not known (any more).
 */
void nv_debug_count(NvDebug *d, bool on);
void nv_debug_draw_begins(NvDebug *d, uint32_t prim);
bool nv_debug_funnel(const NvDebug *d, uint64_t draw, NvFunnel *funnel);
/* In words, several lines; or one, and the line above such. */
void nv_funnel_print(const NvFunnel *f, GString *out);
void nv_funnel_print_line(const NvFunnel *f, GString *out);
void nv_funnel_print_head(GString *out);

/* The card says that it writes these bytes of VRAM (NvEnv.watch_write). */
void nv_debug_written(NvEnv *env, uint32_t offset, uint32_t len);

/* "begin = 0x00000005 (class 0x097 method 0x17fc, channel 0 ...)" */
void nv_debug_print_method(const NvDebug *d, const NvDebugMethod *m,
                           GString *out);

/*
 * commands.c: the answer to a command line, whole lines; the caller frees it.
 * What is no command gets one sentence that says what is.
 */
char *nv_debug_command(NvDebug *d, const char *line);

#endif
