/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When the card gets time for pushed work, and how much it took: on a thread
 * of its own, or in the main loop.  Facts: the main loop and the run states of
 * the QEMU tree.
 */
#include "qemu/osdep.h"
#include "nv2a-state.h"

/* Reads without a write in between after which a guest counts as waiting. */
#define PATIENCE 256
/* Guest time from a run to the next: of that many words at 1 GB/s. */
#define RUN_NS (NV_RUN_WORDS * 4)

static bool run(Nv2aState *s)
{
    uint64_t begin = nv2a_cpu_ns();
    bool left = nv_card_run(s->card, icount_enabled() ? NV_RUN_WORDS
                                                      : NV_RUN_WORDS_CLOCKED);

    qatomic_set_u64(&s->work_ns, s->work_ns + nv2a_cpu_ns() - begin);
    return left;
}

/*
 * With counted instructions (-icount) what a guest sees follows from their
 * number alone, or a recorded run could not be replayed: work is done at
 * moments of guest time.  Otherwise it is done as soon as the host may, but by
 * the main loop itself.  A bottom half would run in every wait for a disk, too,
 * and QEMU waits dozens of times for one snapshot.
 */
static void schedule(Nv2aState *s)
{
    if (!icount_enabled()) {
        timer_mod_ns(&s->soon_timer, qemu_clock_get_ns(QEMU_CLOCK_REALTIME));
    } else if (!timer_pending(&s->run_timer)) {
        timer_mod_ns(&s->run_timer,
                     qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + RUN_NS);
    }
}

/*
 * What is left decides, not who asked for work in between: units do, or do not,
 * by the way that words took to them, which a trace changes.
 */
static void run_some(Nv2aState *s)
{
    if (nv2a_enter(s)) {
        s->work_left = run(s);
        if (s->work_left) {
            schedule(s);
        } else {
            timer_del(&s->run_timer);
        }
        nv2a_leave(s);
    }
}

/* Nothing may move while the machine stands still: it may be being saved. */
static void on_soon(void *opaque)
{
    if (runstate_is_running()) {
        run_some(opaque);
    }
}

/* Guest time stands still with the machine, but for what is under way. */
static void on_timer(void *opaque)
{
    run_some(opaque);
}

void nv2a_run_soon(Nv2aState *s)
{
    if (s->threaded) {
        nv2a_turn_wanted(s);
    } else {
        s->work_left = true;
        schedule(s);
    }
}

/* A debugger reads while the machine stands still, and must not be seen. */
static bool is_reader(void)
{
    return icount_enabled() ? qemu_in_vcpu_thread() : runstate_is_running();
}

/*
 * A guest that only reads waits for work to end.  Drivers count their reads
 * and give up, and on a busy host the main loop may not get to run between
 * them: then the work is done here.
 */
void nv2a_run_for_reader(Nv2aState *s)
{
    if (s->threaded || !is_reader()) {
        return;
    }
    if (s->reads < PATIENCE) {
        s->reads++;
    } else if (s->work_left) {
        run_some(s);
    }
}

/* A stop leaves work as it is: what waits is saved with the card. */
static void vm_state_changed(void *opaque, bool running, RunState state)
{
    Nv2aState *s = opaque;

    if (s->threaded) {
        nv2a_turn_pause(s, !running);
    }
    if (running && s->card && nv2a_enter(s)) {
        nv_card_go(s->card);
        nv2a_leave(s);
    }
    if (running && !icount_enabled()) {
        nv2a_run_soon(s);
    }
}

static bool run_needed(void *opaque)
{
    return icount_enabled();
}

static int run_post_load(void *opaque, int version)
{
    Nv2aState *s = opaque;

    s->run_loaded = true;
    return 0;
}

const VMStateDescription nv2a_vmstate_run = {
    .name = "nv2a-card/run",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = run_needed,
    .post_load = run_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_TIMER(run_timer, Nv2aState),
        VMSTATE_BOOL(work_left, Nv2aState),
        VMSTATE_UINT32(reads, Nv2aState),
        VMSTATE_END_OF_LIST()
    }
};

static void *work(void *opaque)
{
    Nv2aState *s = opaque;

    rcu_register_thread();
    while (nv2a_turn(s)) {
        nv2a_turn_over(s, run(s));
    }
    rcu_unregister_thread();
    return NULL;
}

bool nv2a_wants_thread(Nv2aState *s, Error **errp)
{
    if (!icount_enabled()) {
        /* A test that speaks with the card's registers counts on its turns. */
        return s->thread_property == ON_OFF_AUTO_ON ||
               (s->thread_property == ON_OFF_AUTO_AUTO && !qtest_enabled());
    }
    if (s->thread_property == ON_OFF_AUTO_ON) {
        error_setg(errp, "thread=on is not possible with -icount: what a "
                   "guest sees would follow from the host's time");
    }
    return false;
}

void nv2a_run_start(Nv2aState *s)
{
    s->paused = !runstate_is_running();
    s->threaded = true;
    qemu_thread_create(&s->thread, "nv2a", work, s, QEMU_THREAD_JOINABLE);
}

static bool get_work_left(Object *obj, Error **errp)
{
    return nv2a_work_left(NV2A_CARD(obj));
}

void nv2a_run_init(Nv2aState *s)
{
    Object *owner = OBJECT(s);

    nv2a_turns_init(s);
    timer_init_ns(&s->soon_timer, QEMU_CLOCK_REALTIME, on_soon, s);
    timer_init_ns(&s->run_timer, QEMU_CLOCK_VIRTUAL, on_timer, s);
    s->vm_state = qemu_add_vm_change_state_handler(vm_state_changed, s);
    object_property_add_bool(owner, "x-work-left", get_work_left, NULL);
    object_property_set_description(owner, "x-work-left",
                                    "Pushed work is being done, or could be");
    object_property_add_uint64_ptr(owner, "x-work-ns", &s->work_ns,
                                   OBJ_PROP_FLAG_READ);
    object_property_set_description(owner, "x-work-ns",
                                    "Host CPU time of pushed work");
    object_property_add_uint64_ptr(owner, "x-wait-ns", &s->wait_ns,
                                   OBJ_PROP_FLAG_READWRITE);
    object_property_set_description(owner, "x-wait-ns",
                                    "Longest that an access waited for the "
                                    "card's thread, until it is set");
    object_property_add_uint64_ptr(owner, "x-show-ns", &s->show_ns,
                                   OBJ_PROP_FLAG_READ);
    object_property_set_description(owner, "x-show-ns",
                                    "Host CPU time of drawing the picture");
}

void nv2a_run_exit(Nv2aState *s)
{
    if (s->vm_state) {
        nv2a_turns_end(s);
        timer_del(&s->soon_timer);
        timer_del(&s->run_timer);
        qemu_del_vm_change_state_handler(s->vm_state);
        s->vm_state = NULL;
    }
}
