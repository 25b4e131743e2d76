/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The scheduler: pushes and pulls the current channel, and switches to others
 * that have words.
 *
 * Facts: which channel is next and when it may come is what stock drivers
 * see; how long a turn lasts is ours.
 */
#include "pfifo/fifo.h"

/*
 * Words after which another runnable channel gets its turn, at the end of a
 * packet.  The hardware counts time in DMA_TIMESLICE; words keep a run
 * repeatable.
 */
#define SLICE_WORDS 16384
/* Between looks at the clock, if a run has one. */
#define ROUND_WORDS 1024

static bool caches_enabled(const NvPfifo *fifo)
{
    return (get(fifo, R_CACHES) & REASSIGN) &&
           (get(fifo, R_PUSH0) & ACCESS) && (get(fifo, R_PULL0) & ACCESS);
}

/*
 * The current channel can leave CACHE1: nothing in it, no error the driver
 * must still see, and nothing in progress that a small entry cannot hold.
 */
static bool may_leave(const NvPfifo *fifo)
{
    if (!nv_fifo_cache_empty(fifo) ||
        (get(fifo, R_DMA_PUSH) & DMA_PUSH_SUSPENDED)) {
        return false;
    }
    return nv_fifo_ramfc_large(fifo) ||
           !((get(fifo, R_PULL1) & PULL1_ACQUIRE) ||
             (get(fifo, R_SUBROUTINE) & SUBROUTINE_ACTIVE));
}

/* The next channel in turn that has words and waits for nothing, or -1. */
static int next_channel(NvPfifo *fifo)
{
    uint32_t pending = get(fifo, R_PENDING) & get(fifo, R_MODE);
    unsigned from = current_channel(fifo);

    for (unsigned i = 1; pending && i <= 32; i++) {
        unsigned ch = (from + i) & 31;

        if ((pending & NV_BIT(ch)) && channel_exists(fifo, ch) &&
            !is_live(fifo, ch) && nv_fifo_saved_acquired(fifo, ch)) {
            return ch;
        }
    }
    return -1;
}

bool nv_pfifo_polls(NvPfifo *fifo)
{
    uint32_t pending = get(fifo, R_PENDING) & get(fifo, R_MODE);

    if ((get(fifo, R_PULL0) & ACCESS) && (get(fifo, R_PULL1) & PULL1_ACQUIRE)) {
        return true;
    }
    for (unsigned ch = 0; ch < 32 && caches_enabled(fifo); ch++) {
        if ((pending & NV_BIT(ch)) && channel_exists(fifo, ch) &&
            !is_live(fifo, ch) && !nv_fifo_saved_acquired(fifo, ch)) {
            return true;
        }
    }
    return false;
}

static bool try_switch(NvPfifo *fifo)
{
    int ch;

    if (!caches_enabled(fifo) || !may_leave(fifo)) {
        return false;
    }
    ch = next_channel(fifo);
    if (ch < 0) {
        return false;
    }
    nv_fifo_switch(fifo, ch);
    return true;
}

/* Words the current channel may push before others are looked at. */
static unsigned slice_left(const NvPfifo *fifo)
{
    if (!(get(fifo, R_PENDING) & get(fifo, R_MODE))) {
        return UINT32_MAX;
    }
    if (fifo->slice < SLICE_WORDS) {
        return SLICE_WORDS - fifo->slice;
    }
    return (get(fifo, R_DMA_STATE) & STATE_COUNT) >> STATE_COUNT_SHIFT;
}

/*
 * One round of the current channel; words consumed.  Many cost nothing: then the
 * clock is looked at.
 */
static unsigned round_of_current(NvPfifo *fifo, unsigned budget, bool *moved)
{
    unsigned most = fifo->env->slice ? ROUND_WORDS : UINT_MAX, used = 0;

    if (nv_fifo_can_push(fifo)) {
        used = nv_fifo_push(fifo, MIN(budget, most));
        assert(used <= budget);
        fifo->slice = MIN(fifo->slice, SLICE_WORDS) + MIN(used, SLICE_WORDS);
    }
    *moved = nv_fifo_pull(fifo) || used;
    if (fifo->env->slice) {
        nv_env_spend_unseen(fifo->env);
    }
    return used;
}

static bool run(NvPfifo *fifo, unsigned budget)
{
    nv_fifo_pull(fifo);
    while (budget) {
        unsigned left = slice_left(fifo);
        bool moved = false;

        if (is_spent(fifo)) {
            return true;            /* whether more is left, the next tells */
        }
        if (nv_pgraph_busy(fifo->pgraph)) {
            nv_pgraph_continue(fifo->pgraph);
            nv_fifo_pull(fifo);
            continue;
        }
        if (left) {
            budget -= round_of_current(fifo, MIN(budget, left), &moved);
        }
        if (!moved && try_switch(fifo)) {
            moved = true;
            budget -= !!budget;
            nv_fifo_pull(fifo);
        }
        if (!moved && !left) {
            fifo->slice = 0;        /* nobody else can run: go on */
            moved = nv_fifo_can_push(fifo);
        }
        if (!moved) {
            return false;
        }
    }
    return nv_fifo_can_push(fifo) || next_channel(fifo) >= 0 ||
           nv_pgraph_busy(fifo->pgraph);
}

bool nv_pfifo_run(NvPfifo *fifo, unsigned budget)
{
    bool left;

    fifo->dma_valid = false;        /* the guest may have changed the object */
    allow(fifo, budget);
    left = run(fifo, budget);
    nv_env_rest(fifo->env);
    return left;
}
