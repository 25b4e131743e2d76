/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls into the card: one at a time, none within another, and a reset that
 * comes in between waits for the end.
 */
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
    s->busy = true;
    return true;
}

static void reset_card(Nv2aState *s)
{
    unsigned i;

    for (i = 0; i < NV_TIMERS; i++) {
        timer_del(&s->timer[i]);
    }
    timer_del(&s->run_timer);
    s->work_left = false;
    s->reads = 0;
    vga_common_reset(&s->vga);
    nv_card_reset(s->card);
    pci_set_irq(&s->parent_obj, nv_card_irq(s->card));
}

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

void nv2a_leave(Nv2aState *s)
{
    s->busy = false;
    if (s->kept) {
        g_ptr_array_set_size(s->kept, 0);
    }
    if (s->gone) {
        return;
    }
    if (s->reset_wanted) {
        s->reset_wanted = false;
        reset_card(s);
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
    if (s->busy) {
        s->reset_wanted = true;
    } else {
        reset_card(s);
    }
}
