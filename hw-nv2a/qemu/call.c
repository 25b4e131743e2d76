/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls into the card: one at a time, none within another, and a reset that
 * comes in between waits for the end.  With a thread for the card they are
 * turns of the other side (turns.c).
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

/* The first, second, fourth... time has a line: a guest may do it for ever. */
static void own_bus(Nv2aState *s)
{
    uint64_t n = ++s->own_bus;

    if (!(n & (n - 1))) {
        qemu_log_mask(LOG_GUEST_ERROR, "%s: bus master access to its own "
                      "registers (now %" PRIu64 " times)\n",
                      object_get_typename(OBJECT(s)), n);
    }
}

/* --- what a call leaves to do --- */

static void forget(gpointer mr)
{
    memory_region_unref(mr);
}

void nv2a_keep(Nv2aState *s, MemoryRegion *mr)
{
    if (!s->kept) {
        s->kept = g_ptr_array_new_with_free_func(forget);
    }
    if (!g_ptr_array_find(s->kept, mr, NULL)) {
        memory_region_ref(mr);
        g_ptr_array_add(s->kept, mr);
    }
}

static void reset_card(Nv2aState *s)
{
    unsigned i;

    for (i = 0; i < NV_TIMERS; i++) {
        timer_del(&s->timer[i]);
    }
    timer_del(&s->run_timer);
    qatomic_set(&s->work_left, false);
    s->reads = 0;
    vga_common_reset(&s->vga);
    nv_card_reset(s->card);
    nv2a_set_pin(s, nv_card_irq(s->card));
}

/* Memory that goes may take a device along: not on the card's thread. */
static void tidy(Nv2aState *s)
{
    if (s->kept) {
        g_ptr_array_set_size(s->kept, 0);
    }
    if (s->reset_wanted && !s->gone) {
        qatomic_set(&s->reset_wanted, false);
        reset_card(s);
    }
    nv2a_tell_pin(s);
}

static void on_errand(void *opaque)
{
    Nv2aState *s = opaque;

    nv2a_do_errand(s);
    nv2a_tell_pin(s);
    if (s->reset_wanted && nv2a_enter(s)) {
        nv2a_leave(s);
    }
}

/* --- calls --- */

/*
 * The card is not re-entrant, and a guest can point its bus master at its own
 * registers: such an access is dropped like one that nobody answers.
 */
bool nv2a_enter(Nv2aState *s)
{
    if (s->gone) {
        return false;
    }
    if (s->busy) {
        own_bus(s);
        return false;
    }
    if (s->threaded) {
        nv2a_take(s);
    }
    s->busy = true;
    tidy(s);
    return true;
}

void nv2a_leave(Nv2aState *s)
{
    tidy(s);
    nv2a_tell_dirty(s);
    s->busy = false;
    if (s->threaded) {
        nv2a_give_back(s);
    }
}

/*
 * A bus master write may hit a bridge's reset bit: what runs in the card
 * ends first.
 */
void nv2a_reset(Nv2aState *s)
{
    if (s->gone) {
        return;
    }
    qatomic_set(&s->reset_wanted, true);
    if (!s->busy && nv2a_enter(s)) {
        nv2a_leave(s);
    }
}

/* --- coming and going --- */

void nv2a_turns_init(Nv2aState *s)
{
    qemu_mutex_init(&s->lock);
    qemu_cond_init(&s->turn);
    s->dirty = g_array_new(false, false, 2 * sizeof(uint32_t));
    s->errand_bh = qemu_bh_new(on_errand, s);
}

static void join(Nv2aState *s)
{
    nv2a_turn_last(s);
    bql_unlock();               /* it may wait for that; we are gone */
    qemu_thread_join(&s->thread);
    bql_lock();
    s->threaded = false;
}

void nv2a_turns_end(Nv2aState *s)
{
    if (s->threaded) {
        join(s);
    }
    if (s->errand_bh) {
        qemu_bh_delete(s->errand_bh);
        s->errand_bh = NULL;
        qemu_cond_destroy(&s->turn);
        qemu_mutex_destroy(&s->lock);
        g_array_unref(s->dirty);
    }
}
