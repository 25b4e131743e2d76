/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFIFO: pusher, CACHE1, puller; RAMHT, RAMFC, channels, semaphores.
 *
 * Facts: NV4-NV40 PFIFO documents of envytools, and what stock drivers do.
 */
#ifndef NV_PFIFO_PFIFO_H
#define NV_PFIFO_PFIFO_H

#include "base/regs.h"
#include "base/state.h"
#include "mem/mem.h"
#include "pgraph/pgraph.h"

/* Entries of CACHE1 on NV4-NV3x; its pointers count bytes of data. */
#define NV_CACHE1_ENTRIES 256u
/* A method that did not come from a push buffer. */
#define NV_FIFO_NOWHERE UINT32_MAX

#define NV_PFIFO_SIZE 0x2000u       /* BAR0 0x002000..0x003fff */

typedef struct NvPfifo {
    NvEnv *env;
    NvMem *mem;
    NvPgraph *pgraph;
    NvRegs regs;
    uint32_t values[NV_PFIFO_SIZE / 4];     /* registers, by word */
    uint64_t words;                         /* push-buffer words consumed */
    /* Private to pfifo/. */
    uint32_t slice;         /* words pushed since the last channel switch */
    bool dma_valid;         /* dma matches CACHE1's channel; not saved */
    NvDma dma;              /* the push buffer's object; not saved */
    /* For lines about errors; neither is saved, nor seen by guests. */
    uint32_t pushed_at[NV_CACHE1_ENTRIES];  /* where an entry's word stood */
    uint32_t pulled;        /* the entry at work, or the last one that was, */
    uint32_t pulled_more;   /* and how far behind it, of a run */
} NvPfifo;

extern const NvSection nv_pfifo_section;

void nv_pfifo_init(NvPfifo *fifo, NvEnv *env, NvMem *mem, NvPgraph *pgraph);
void nv_pfifo_free(NvPfifo *fifo);
void nv_pfifo_reset(NvPfifo *fifo);

/* BAR0 0x002000..0x003fff; @offset is from 0x002000. */
uint32_t nv_pfifo_read(NvPfifo *fifo, uint32_t offset);
void nv_pfifo_write(NvPfifo *fifo, uint32_t offset, uint32_t value);

/*
 * BAR0 0x090000..0x0907ff: CACHE1's ring, where a chip has it there (its
 * length: guess).
 */
uint32_t nv_pfifo_ring_read(NvPfifo *fifo, uint32_t offset);
void nv_pfifo_ring_write(NvPfifo *fifo, uint32_t offset, uint32_t value);

/* BAR0 0x800000..0xffffff, the USER area; @offset is from 0x800000. */
uint32_t nv_pfifo_user_read(NvPfifo *fifo, uint32_t offset);
void nv_pfifo_user_write(NvPfifo *fifo, uint32_t offset, uint32_t value);

/* A word of a channel's window in the USER area. */
typedef enum NvFifoUserWord {
    NV_FIFO_USER_OTHER,
    NV_FIFO_USER_PUT,
    NV_FIFO_USER_GET,
    NV_FIFO_USER_REF,
} NvFifoUserWord;

/*
 * Which it is at @offset from 0x800000, of channel *ch.  It follows from the
 * chip alone: callable on any thread.
 */
NvFifoUserWord nv_pfifo_user_word(const NvPfifo *fifo, uint32_t offset,
                                  unsigned *ch);

/* The window of CACHE1's channel, if its registers stand for it. */
typedef struct NvFifoUser {
    bool live;
    unsigned channel;
    uint32_t put, get, ref;
} NvFifoUser;
NvFifoUser nv_pfifo_user(const NvPfifo *fifo);
/* The window of channel @ch where another one's is in CACHE1; else not live. */
NvFifoUser nv_pfifo_saved_user(const NvPfifo *fifo, unsigned ch);

/* INTR & INTR_EN: what PMC shows in bit 8. */
bool nv_pfifo_intr(const NvPfifo *fifo);

/*
 * Push, switch channels and pull until nothing can move, @budget words were
 * consumed, or what they made the other units do took as long as @budget
 * words usually take.  True while runnable work is left (not when everything is
 * blocked: then an event - a register write, a semaphore - revives it).
 */
bool nv_pfifo_run(NvPfifo *fifo, unsigned budget);

/*
 * True while nothing but a semaphore is in a channel's way: a word in memory
 * that the CPU may write without telling anybody.  Run again after a while.
 */
bool nv_pfifo_polls(NvPfifo *fifo);

/*
 * Where in its push buffer the word of the method at work stood, or of the last
 * one; false: it came by registers, or before the card was loaded.
 */
bool nv_pfifo_pushed_at(const NvPfifo *fifo, uint32_t *addr);
/* The push buffer's DMA object of the channel of now; false: it is none. */
bool nv_pfifo_push_object(const NvPfifo *fifo, NvDma *dma);
/* The register of that name, from 0x002000; false: there is none. */
bool nv_pfifo_register_find(const NvPfifo *fifo, const char *name,
                            uint32_t *offset);

/* Lines "name: value"; no side effects. */
void nv_pfifo_dump(const NvPfifo *fifo, GString *out);

#endif
