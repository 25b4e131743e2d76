/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls into the card: one at a time, none within another, and a reset that
 * comes in between waits for the end.
 *
 * With a thread for the card there are two sides: whoever holds the big lock,
 * and the thread, which does not.  They take turns.  A turn of the thread is
 * a run, and ends soon when the other side waits.  What only the big lock's
 * side may do (bus accesses to what is no memory, which may end in a register
 * of ours) the thread sends there as an errand and waits; the other side does
 * errands while it waits for its turn, so neither waits for the other for ever.
 *
 * The thread takes the big lock only between turns, when the interrupt pin has
 * changed: the main loop would have to wake up for that, and a driver's frame
 * may have eight.  It is nobody's turn then that others wait for.
 */
#include "qemu/osdep.h"
#include "qemu/processor.h"
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

/* --- turns --- */

static void do_errand(Nv2aState *s)
{
    Nv2aErrand *errand = s->errand;
    bool busy = s->busy;

    if (!errand) {
        return;
    }
    qatomic_set(&s->errand, NULL);
    qemu_mutex_unlock(&s->lock);
    s->busy = true;
    errand->run(s, errand->arg);
    s->busy = busy;
    qemu_mutex_lock(&s->lock);
    errand->done = true;
    qemu_cond_broadcast(&s->turn);
}

/*
 * So long may accesses follow each other while work waits: as long as the
 * thread's last turn was.  An interrupt handler makes a dozen in a row.
 */
#define LEAST_PATIENCE_US 20
#define MOST_PATIENCE_US 100

static int64_t patience(const Nv2aState *s)
{
    return MAX(LEAST_PATIENCE_US, MIN(s->rested - s->begun, MOST_PATIENCE_US));
}

static bool must_rest(Nv2aState *s)
{
    return s->taken || s->paused || s->quit || s->telling ||
           qatomic_read(&s->reset_wanted) || !s->work_left;
}

/*
 * A guest that polls takes each turn before the thread is awake: no more.  Nor
 * does the thread take a second one before whoever waited had one, however long
 * that takes to wake.
 */
static bool is_due(Nv2aState *s)
{
    return !must_rest(s) && s->served &&
           g_get_monotonic_time() - s->rested > patience(s);
}

/*
 * Accesses come in rows: an interrupt handler makes a dozen.  What one of them
 * starts waits so long for the next, or each would wait for a turn.  A guest
 * that polls makes no more of a row than this.
 */
#define ROW_US 5
#define ROW_MOST 32

static bool expects_more(const Nv2aState *s)
{
    return s->row < ROW_MOST &&
           g_get_monotonic_time() - s->given_back <= ROW_US;
}

/* With the lock, which it leaves meanwhile: the next has come, or none does. */
static void wait_for_next(Nv2aState *s)
{
    unsigned row = s->row;
    int64_t end = s->given_back + ROW_US;

    qemu_mutex_unlock(&s->lock);
    while (qatomic_read(&s->row) == row && g_get_monotonic_time() <= end) {
        cpu_relax();
    }
    qemu_mutex_lock(&s->lock);
}

/* To sleep and be woken takes longer than most turns still last. */
#define LOOK_US 50

/* With the lock, which it leaves meanwhile. */
static void look_for_turn(Nv2aState *s)
{
    int64_t end = g_get_monotonic_time() + LOOK_US;

    nv_card_hurry(s->card);
    qemu_mutex_unlock(&s->lock);
    while (qatomic_read(&s->running) && !qatomic_read(&s->errand) &&
           g_get_monotonic_time() < end) {
        cpu_relax();
    }
    qemu_mutex_lock(&s->lock);
}

/* Until the thread's turn is over, which comes soon: it is told to hurry. */
static void wait_for_turn(Nv2aState *s)
{
    s->waiting++;
    if (s->running) {
        look_for_turn(s);
    }
    while (s->running || is_due(s)) {
        if (s->errand) {
            do_errand(s);
        } else {
            nv_card_hurry(s->card);
            qemu_cond_broadcast(&s->turn);
            qemu_cond_wait(&s->turn, &s->lock);
        }
    }
    s->waiting--;
}

static void take(Nv2aState *s)
{
    qemu_mutex_lock(&s->lock);
    wait_for_turn(s);
    s->taken = true;
    qemu_mutex_unlock(&s->lock);
}

static void give_back(Nv2aState *s)
{
    qemu_mutex_lock(&s->lock);
    s->taken = false;
    s->served = true;
    s->given_back = g_get_monotonic_time();
    qatomic_set(&s->row, s->row + 1);
    if (s->work_left) {
        qemu_cond_broadcast(&s->turn);
    }
    qemu_mutex_unlock(&s->lock);
}

/* A thread that sleeps takes longer to wake than most of what comes takes. */
#define AWAKE_US 100

/* With the lock: what comes soon finds it awake. */
static void stay_awake(Nv2aState *s)
{
    int64_t end = g_get_monotonic_time() + AWAKE_US;

    qemu_mutex_unlock(&s->lock);
    while (!qatomic_read(&s->quit) && !qatomic_read(&s->paused) &&
           !qatomic_read(&s->work_left) && g_get_monotonic_time() < end) {
        g_thread_yield();
    }
    qemu_mutex_lock(&s->lock);
}

/* With the lock: until there is work, and nobody else's turn. */
static void wait_for_work(Nv2aState *s)
{
    while (!s->quit) {
        if (must_rest(s) || (s->waiting && !is_due(s))) {
            qemu_cond_wait(&s->turn, &s->lock);
        } else if (expects_more(s)) {
            wait_for_next(s);
        } else {
            return;
        }
    }
}

/* --- the interrupt pin --- */

static void tell_pin(Nv2aState *s)
{
    bool pin = qatomic_read(&s->pin);

    if (pin != s->pin_told && !s->gone) {
        qatomic_set(&s->pin_told, pin);
        pci_set_irq(&s->parent_obj, pin);
    }
}

/* By then somebody else may have. */
static void tell_pin_from_thread(Nv2aState *s)
{
    bql_lock();
    tell_pin(s);
    bql_unlock();
    qemu_mutex_lock(&s->lock);
    s->telling = false;
    qemu_mutex_unlock(&s->lock);
}

/* --- turns of the thread --- */

bool nv2a_turn(Nv2aState *s)
{
    bool go_on;

    qemu_mutex_lock(&s->lock);
    stay_awake(s);
    wait_for_work(s);
    go_on = !s->quit;
    s->begun = g_get_monotonic_time();
    s->row = 0;
    qatomic_set(&s->running, go_on);
    qatomic_set(&s->work_left, false);
    qemu_cond_broadcast(&s->turn);
    qemu_mutex_unlock(&s->lock);
    return go_on;
}

bool nv2a_post(Nv2aState *s, uint32_t addr, uint32_t value)
{
    bool fits;

    qemu_mutex_lock(&s->lock);
    fits = s->running && s->nposted < NV2A_POSTED_MOST;
    if (fits) {
        s->posted[s->nposted++] = (Nv2aPosted) { addr, value };
    }
    qemu_mutex_unlock(&s->lock);
    return fits;
}

bool nv2a_posted(Nv2aState *s, uint32_t addr, uint32_t *value)
{
    bool found = false;
    unsigned i;

    qemu_mutex_lock(&s->lock);
    for (i = 0; i < s->nposted; i++) {
        if (s->posted[i].addr == addr) {
            *value = s->posted[i].value;
            found = true;
        }
    }
    qemu_mutex_unlock(&s->lock);
    return found;
}

/* With the lock; they are shown until the card has them. */
static void write_posted(Nv2aState *s)
{
    unsigned i, n;

    while ((n = s->nposted)) {
        qemu_mutex_unlock(&s->lock);
        for (i = 0; i < n; i++) {
            nv_card_mmio_write(s->card, s->posted[i].addr,
                               s->posted[i].value, 4);
        }
        qemu_mutex_lock(&s->lock);
        s->nposted -= n;
        memmove(s->posted, s->posted + n, s->nposted * sizeof(s->posted[0]));
    }
}

void nv2a_turn_over(Nv2aState *s, bool left)
{
    nv2a_tell_dirty(s);
    qemu_mutex_lock(&s->lock);
    write_posted(s);
    qatomic_set(&s->work_left, s->work_left || left);
    s->rested = g_get_monotonic_time();
    s->served = false;
    s->telling = s->pin != qatomic_read(&s->pin_told);
    qatomic_set(&s->running, false);
    qemu_cond_broadcast(&s->turn);
    qemu_mutex_unlock(&s->lock);
    if (s->telling) {
        tell_pin_from_thread(s);
    }
}

void nv2a_turn_wanted(Nv2aState *s)
{
    qemu_mutex_lock(&s->lock);
    qatomic_set(&s->work_left, true);
    qemu_cond_broadcast(&s->turn);
    qemu_mutex_unlock(&s->lock);
}

bool nv2a_work_left(Nv2aState *s)
{
    bool left;

    qemu_mutex_lock(&s->lock);
    left = s->running || s->work_left;
    qemu_mutex_unlock(&s->lock);
    return left;
}

void nv2a_turn_pause(Nv2aState *s, bool paused)
{
    qemu_mutex_lock(&s->lock);
    qatomic_set(&s->paused, paused);
    if (paused) {
        wait_for_turn(s);
    }
    qemu_cond_broadcast(&s->turn);
    qemu_mutex_unlock(&s->lock);
    if (paused) {
        tell_pin(s);
    }
}

void nv2a_send(Nv2aState *s, void (*run)(Nv2aState *s, void *arg), void *arg)
{
    Nv2aErrand errand = { run, arg, false };

    qemu_mutex_lock(&s->lock);
    qatomic_set(&s->errand, &errand);
    qemu_cond_broadcast(&s->turn);
    qemu_bh_schedule(s->errand_bh);
    while (!errand.done) {
        qemu_cond_wait(&s->turn, &s->lock);
    }
    qemu_mutex_unlock(&s->lock);
}

/* --- what a turn of the thread leaves to do --- */

void nv2a_set_pin(Nv2aState *s, bool level)
{
    qatomic_set(&s->pin, level);
    if (nv2a_on_thread(s)) {
        nv_card_hurry(s->card);         /* see nv2a_turn_over() */
    } else if (!s->gone) {
        qatomic_set(&s->pin_told, level);
        pci_set_irq(&s->parent_obj, level);
    }
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
    tell_pin(s);
}

static void on_errand(void *opaque)
{
    Nv2aState *s = opaque;

    qemu_mutex_lock(&s->lock);
    do_errand(s);
    qemu_mutex_unlock(&s->lock);
    tell_pin(s);
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
        take(s);
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
        give_back(s);
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
    qemu_mutex_lock(&s->lock);
    qatomic_set(&s->quit, true);
    wait_for_turn(s);
    qemu_cond_broadcast(&s->turn);
    qemu_mutex_unlock(&s->lock);
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
