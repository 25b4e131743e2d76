/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When the card gets time for pushed work, and how much it took.  Facts: the
 * main loop and the run states of the QEMU tree.
 */
#include "nv2a-state.h"

/* Push-buffer words between two looks at the rest of the machine. */
#define RUN_BUDGET 4096
/* Reads without a write in between after which a guest counts as waiting. */
#define PATIENCE 256

static void run(Nv2aState *s)
{
    uint64_t begin = nv2a_cpu_ns();

    s->work_left = nv_card_run(s->card, RUN_BUDGET);
    s->work_ns += nv2a_cpu_ns() - begin;
}

/* Nothing may move while the machine stands still: it may be being saved. */
static void run_bh(void *opaque)
{
    Nv2aState *s = opaque;

    if (!runstate_is_running() || !nv2a_enter(s)) {
        return;
    }
    run(s);
    if (s->work_left) {
        qemu_bh_schedule(s->bh);
    }
    nv2a_leave(s);
}

void nv2a_run_soon(Nv2aState *s)
{
    s->work_left = true;
    qemu_bh_schedule(s->bh);
}

/*
 * A guest that only reads waits for work to end.  Drivers count their reads
 * and give up, and on a busy host the main loop may not get to run between
 * them: then the work is done here.
 */
void nv2a_run_for_reader(Nv2aState *s)
{
    if (s->reads < PATIENCE) {
        s->reads++;
    } else if (s->work_left && runstate_is_running() && nv2a_enter(s)) {
        run(s);
        nv2a_leave(s);
    }
}

/*
 * A stop comes before VRAM is copied for a snapshot: vertices that wait for
 * more must be drawn by then.
 */
static void vm_state_changed(void *opaque, bool running, RunState state)
{
    Nv2aState *s = opaque;

    if (running) {
        nv2a_run_soon(s);
    } else if (nv2a_enter(s)) {
        nv_card_flush(s->card);
        nv2a_leave(s);
    }
}

void nv2a_run_init(Nv2aState *s)
{
    Object *owner = OBJECT(s);

    s->bh = qemu_bh_new_guarded(run_bh, s, &DEVICE(s)->mem_reentrancy_guard);
    s->vm_state = qemu_add_vm_change_state_handler(vm_state_changed, s);
    object_property_add_uint64_ptr(owner, "x-work-ns", &s->work_ns,
                                   OBJ_PROP_FLAG_READ);
    object_property_set_description(owner, "x-work-ns",
                                    "Host CPU time of pushed work");
    object_property_add_uint64_ptr(owner, "x-show-ns", &s->show_ns,
                                   OBJ_PROP_FLAG_READ);
    object_property_set_description(owner, "x-show-ns",
                                    "Host CPU time of drawing the picture");
}

void nv2a_run_exit(Nv2aState *s)
{
    if (s->bh) {
        qemu_del_vm_change_state_handler(s->vm_state);
        qemu_bh_delete(s->bh);
        s->bh = NULL;
    }
}
