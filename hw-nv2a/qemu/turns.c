/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
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

/* --- errands --- */

/* With the lock, which it leaves meanwhile. */
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

void nv2a_do_errand(Nv2aState *s)
{
    qemu_mutex_lock(&s->lock);
    do_errand(s);
    qemu_mutex_unlock(&s->lock);
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

/* --- turns of who holds the big lock --- */

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
 * Others wait for it so long, since it was told to wake or last found no turn
 * to take: the host may be slow to wake it.
 */
#define WAKE_US 200

static bool comes_soon(Nv2aState *s)
{
    return is_due(s) && g_get_monotonic_time() - s->called < WAKE_US;
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

/* With the lock, which it leaves meanwhile: until the thread begins. */
static void look_for_begin(Nv2aState *s)
{
    int64_t end = s->called + WAKE_US;

    qemu_mutex_unlock(&s->lock);
    while (!qatomic_read(&s->running) && g_get_monotonic_time() < end) {
        cpu_relax();
    }
    qemu_mutex_lock(&s->lock);
}

/* Until the thread's turn is over, which comes soon: it is told to hurry. */
static void wait_for_turn(Nv2aState *s)
{
    bool looked = false;

    s->waiting++;
    while (s->running || comes_soon(s)) {
        if (s->errand) {
            do_errand(s);
        } else if (!s->running) {
            qemu_cond_broadcast(&s->turn);
            look_for_begin(s);
            looked = false;
        } else if (!looked) {
            look_for_turn(s);
            looked = true;
        } else {
            nv_card_hurry(s->card);
            qemu_cond_wait(&s->turn, &s->lock);
        }
    }
    s->waiting--;
}

void nv2a_take(Nv2aState *s)
{
    int64_t ns = g_get_monotonic_time();

    qemu_mutex_lock(&s->lock);
    wait_for_turn(s);
    s->taken = true;
    qemu_mutex_unlock(&s->lock);
    ns = (g_get_monotonic_time() - ns) * 1000;
    s->wait_ns = MAX(s->wait_ns, ns);
}

void nv2a_give_back(Nv2aState *s)
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
            s->called = g_get_monotonic_time();
            qemu_cond_wait(&s->turn, &s->lock);
        } else if (expects_more(s)) {
            wait_for_next(s);
        } else {
            return;
        }
    }
}

/* --- the interrupt pin --- */

void nv2a_tell_pin(Nv2aState *s)
{
    bool pin = qatomic_read(&s->pin);

    if (pin != s->pin_told && !s->gone) {
        qatomic_set(&s->pin_told, pin);
        pci_set_irq(&s->parent_obj, pin);
    }
}

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

/* With the big lock, which others may have had before, and said it. */
static void tell_pin_from_thread(Nv2aState *s)
{
    bql_lock();
    nv2a_tell_pin(s);
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
    if (!s->work_left) {
        s->called = g_get_monotonic_time();
    }
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

void nv2a_turn_last(Nv2aState *s)
{
    qemu_mutex_lock(&s->lock);
    qatomic_set(&s->quit, true);
    wait_for_turn(s);
    qemu_cond_broadcast(&s->turn);
    qemu_mutex_unlock(&s->lock);
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
        nv2a_tell_pin(s);
    }
}
