/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Looking at a card without being seen: commands work on copies of its units
 * in an NvLook, whose environment counts nothing, traces nothing and keeps
 * what would have been lines of the log, to be told at the end.
 */
#ifndef NV_DEBUG_LOOK_H
#define NV_DEBUG_LOOK_H

#include "debug/debug.h"

typedef struct NvLook {
    NvEnv env;
    NvHostOps ops;
    const NvEnv *real;
    GString *said;          /* lines that the copies had to say */
    NvMem mem;
    NvXf xf;                /* with the state of the card's */
} NvLook;

NvLook *nv_look_new(const NvDebug *d);
void nv_look_free(NvLook *look);
/* "VRAM 0x00001000", "bus 0x...", or why it is nowhere. */
void nv_look_print_place(const NvLook *look, uint32_t object, uint32_t offset,
                         GString *out);
/* Words of the push buffer around the method that waits. */
void nv_look_print_push(NvLook *look, const NvPfifo *fifo, GString *out);

/* Commands: @words behind the name, the answer appended to @out. */
void nv_debug_run_draw(NvDebug *d, char **words, GString *out);
void nv_debug_run_vertex(NvDebug *d, char **words, GString *out);
void nv_debug_run_trace(NvDebug *d, char **words, GString *out);
void nv_debug_run_const(NvDebug *d, char **words, GString *out);
void nv_debug_run_reg(NvDebug *d, char **words, GString *out);
void nv_debug_run_texture(NvDebug *d, char **words, GString *out);
void nv_debug_run_target(NvDebug *d, char **words, GString *out);

/* breaks.c: all of the word is a number as C writes it; NULL is none. */
bool nv_debug_number(const char *word, uint32_t *value);

#endif
