/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waiting: a thread hangs in the lists of all objects it waits for, first
 * come first served, and perhaps in the list of time-outs.  Whoever changes
 * an object wakes threads as far as it is signalled.
 */
#include "apc.h"
#include "calls.h"

enum { MAX_OBJECTS = 64 };

void disp_init(Disp *d, unsigned type, unsigned size, int32_t signal)
{
    memset(d, 0, sizeof(*d));
    d->type = type;
    d->size = size / 4;
    d->signal = signal;
    list_init(&d->waiters);
}

static bool available(const Disp *d, const Thread *t)
{
    return d->signal > 0 ||
           (d->type == DISP_MUTANT && ((const Mutant *)d)->owner == t);
}

/* The thread has it now; STATUS_ABANDONED if its owner had ended. */
static Status acquire(Disp *d, Thread *t)
{
    Mutant *m = (Mutant *)d;
    Status s = STATUS_SUCCESS;

    switch (d->type) {
    case DISP_SYNC_EVENT:
    case DISP_SYNC_TIMER:
        d->signal = 0;
        break;
    case DISP_SEMAPHORE:
    case DISP_QUEUE:
        d->signal--;
        break;
    case DISP_MUTANT:
        if (--d->signal == 0) {
            m->owner = t;
            list_insert(&t->mutants, &m->link);
            s = m->abandoned ? STATUS_ABANDONED : STATUS_SUCCESS;
            m->abandoned = false;
        }
        break;
    }
    return s;
}

static bool all_available(const WaitBlock *b, uint32_t n)
{
    while (n && available(b[n - 1].object, b[n - 1].thread)) {
        n--;
    }
    return !n;
}

static Status acquire_all(WaitBlock *b, uint32_t n, Thread *t)
{
    Status s = STATUS_SUCCESS;

    for (uint32_t i = 0; i < n; i++) {
        s |= acquire(b[i].object, t);
    }
    return s;
}

void wait_end(Thread *t, Status status)
{
    for (uint32_t i = 0; i < t->wait_count; i++) {
        list_remove(&t->wait[i].link);
    }
    list_remove(&t->sleeping);
    t->wait = NULL;
    t->wait_count = 0;
    t->wait_status = status;
    sched_ready(t);
}

void wait_wake(Disp *d)
{
    List *at = d->waiters.next;

    while (d->signal > 0 && at != &d->waiters) {
        WaitBlock *b = CONTAINER(at, WaitBlock, link);
        Thread *t = b->thread;
        Status s;

        at = at->next;
        if (!t->wait_all) {
            s = acquire(d, t) + b->key;
        } else if (all_available(t->wait, t->wait_count)) {
            s = acquire_all(t->wait, t->wait_count, t);
        } else {
            continue;
        }
        /* It may wait for this object more than once. */
        while (at != &d->waiters &&
               CONTAINER(at, WaitBlock, link)->thread == t) {
            at = at->next;
        }
        wait_end(t, s);
    }
}

/* True if the wait is over before it began. */
static bool satisfied(WaitBlock *b, const Wait *w, Thread *t, Status *s)
{
    if (w->all) {
        if (!all_available(b, w->count)) {
            return false;
        }
        *s = acquire_all(b, w->count, t);
        return true;
    }
    for (uint32_t i = 0; i < w->count; i++) {
        if (available(b[i].object, t)) {
            *s = acquire(b[i].object, t) + i;
            return true;
        }
    }
    return false;
}

/* @due: interrupt time of the time-out, if there is one. */
static Status wait_once(WaitBlock *b, const Wait *w, uint64_t due)
{
    Thread *t = current();
    Status s = STATUS_TIMEOUT;

    for (uint32_t i = 0; i < w->count; i++) {
        b[i] = (WaitBlock) { .thread = t, .object = w->object[i], .key = i };
    }
    if (w->count && satisfied(b, w, t, &s)) {
        return s;
    }
    if (apc_ends_wait(w->mode, w->alertable, &s) ||
        (w->timeout && !*w->timeout)) {
        return s;
    }
    if (cpu.irql >= IRQL_DISPATCH) {
        fatal("thread %u waits at level %u", t->id, cpu.irql);
    }
    for (uint32_t i = 0; i < w->count; i++) {
        if (!w->object[i]->waiters.next) {
            fatal("thread %u waits for %p, which was never initialized",
                  t->id, (void *)w->object[i]);
        }
        list_insert(&w->object[i]->waiters, &b[i].link);
    }
    t->wait = b;
    t->wait_count = w->count;
    t->wait_all = w->all;
    t->alertable = w->alertable;
    t->wait_mode = w->mode;
    list_init(&t->sleeping);
    if (w->timeout) {
        clock_sleep(t, due);
    }
    sched_block();
    return t->wait_status;
}

/* Calls of mode kernel interrupt a wait, those of mode user end it. */
static Status wait_locked(WaitBlock *b, const Wait *w)
{
    uint64_t due = w->timeout && *w->timeout ? clock_due(*w->timeout) : 0;
    Status s;

    do {
        if (cpu.irql == IRQL_PASSIVE && apc_waiting(current(), MODE_KERNEL)) {
            apc_run(MODE_KERNEL);
        }
        s = wait_once(b, w, due);
    } while (s == STATUS_KERNEL_APC);
    if (s == STATUS_USER_APC) {
        apc_run(MODE_USER);
    }
    return s;
}

Status wait_for(const Wait *w)
{
    WaitBlock blocks[MAX_OBJECTS];
    uint32_t flags;
    Status s;

    if (w->count > MAX_OBJECTS) {
        return STATUS_INVALID_PARAMETER;
    }
    flags = lock();
    s = wait_locked(blocks, w);
    unlock(flags);
    return s;
}

void mutant_release_all(Thread *t)
{
    while (!list_empty(&t->mutants)) {
        Mutant *m = CONTAINER(t->mutants.next, Mutant, link);

        list_remove(&m->link);
        m->owner = NULL;
        m->abandoned = true;
        m->header.signal = 1;
        wait_wake(&m->header);
    }
}

/* --- exports --- */

Status STDCALL KeWaitForSingleObject(Disp *object, uint32_t reason,
                                     uint32_t mode, uint32_t alertable,
                                     const int64_t *timeout)
{
    Wait w = { .object = &object, .count = 1, .timeout = timeout,
               .mode = mode & 1, .alertable = alertable & 0xff };

    return wait_for(&w);
}

typedef struct WaitManyArgs {
    uint32_t count;
    Disp **object;
    uint32_t type, reason, mode, alertable;
    const int64_t *timeout;
    void *blocks;
} WaitManyArgs;

Status STDCALL KeWaitForMultipleObjects(WaitManyArgs a)
{
    Wait w = { .object = a.object, .count = a.count, .all = a.type == 0,
               .timeout = a.timeout, .mode = a.mode & 1,
               .alertable = a.alertable & 0xff };

    return a.count ? wait_for(&w) : STATUS_INVALID_PARAMETER;
}

Status STDCALL KeDelayExecutionThread(uint32_t mode, uint32_t alertable,
                                      const int64_t *interval)
{
    Wait w = { .timeout = interval, .mode = mode & 1,
               .alertable = alertable & 0xff };
    Status s;

    if (!*interval) {
        sched_yield();
    }
    s = wait_for(&w);
    return s == STATUS_TIMEOUT ? STATUS_SUCCESS : s;
}

static Status waitable(void *handle, void **object, Disp **d)
{
    Status s = object_by_handle(handle, NULL, object);
    int offset;

    if (s != STATUS_SUCCESS) {
        return s;
    }
    offset = object_type(*object)->wait_offset;
    if (offset < 0) {
        object_unref(*object);
        return STATUS_OBJECT_TYPE_MISMATCH;
    }
    *d = (Disp *)((uint8_t *)*object + offset);
    return STATUS_SUCCESS;
}

Status STDCALL NtWaitForSingleObjectEx(void *handle, uint32_t mode,
                                       uint32_t alertable,
                                       const int64_t *timeout)
{
    void *object;
    Disp *d;
    Status s = waitable(handle, &object, &d);

    if (s == STATUS_SUCCESS) {
        s = KeWaitForSingleObject(d, 0, mode, alertable, timeout);
        object_unref(object);
    }
    return s;
}

Status STDCALL NtWaitForSingleObject(void *handle, uint32_t alertable,
                                     const int64_t *timeout)
{
    return NtWaitForSingleObjectEx(handle, 1, alertable, timeout);
}

/* No other thread runs between the signal and the wait. */
Status STDCALL NtSignalAndWaitForSingleObjectEx(void *signal, void *handle,
                                                uint32_t mode,
                                                uint32_t alertable,
                                                const int64_t *timeout)
{
    uint32_t flags = lock();
    Status s = NtSetEvent(signal, NULL);

    if (s == STATUS_OBJECT_TYPE_MISMATCH) {
        s = NtReleaseMutant(signal, NULL);
    }
    if (s == STATUS_OBJECT_TYPE_MISMATCH) {
        s = NtReleaseSemaphore(signal, 1, NULL);
    }
    if (s == STATUS_SUCCESS) {
        s = NtWaitForSingleObjectEx(handle, mode, alertable, timeout);
    }
    unlock(flags);
    return s;
}

Status STDCALL NtWaitForMultipleObjectsEx(uint32_t count, void **handle,
                                          uint32_t type, uint32_t mode,
                                          uint32_t alertable,
                                          const int64_t *timeout)
{
    void *object[MAX_OBJECTS];
    Disp *d[MAX_OBJECTS];
    Wait w = { .object = d, .count = count, .all = type == 0,
               .timeout = timeout, .mode = mode & 1,
               .alertable = alertable & 0xff };
    Status s = STATUS_SUCCESS;
    uint32_t n;

    if (!count || count > MAX_OBJECTS) {
        return STATUS_INVALID_PARAMETER;
    }
    for (n = 0; n < count; n++) {
        s = waitable(handle[n], &object[n], &d[n]);
        if (s != STATUS_SUCCESS) {
            break;
        }
    }
    if (n == count) {
        s = wait_for(&w);
    }
    while (n--) {
        object_unref(object[n]);
    }
    return s;
}
