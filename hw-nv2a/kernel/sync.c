/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events, mutants, semaphores, critical sections: by address, by handle. */
#include "calls.h"
#include "kernel.h"

const ObjectType ExEventObjectType = OBJECT_TYPE("Evev", 0, NULL);
const ObjectType ExSemaphoreObjectType = OBJECT_TYPE("Sema", 0, NULL);

static void STDCALL mutant_destroy(void *object)
{
    Mutant *m = object;

    if (m->owner) {
        list_remove(&m->link);
    }
}

const ObjectType ExMutantObjectType = OBJECT_TYPE("Muta", 0, mutant_destroy);

static Status by_handle(void *handle, const ObjectType *type, void *object)
{
    return object_by_handle(handle, type, object);
}

/* --- events --- */

void STDCALL KeInitializeEvent(Disp *e, uint32_t type, uint8_t state)
{
    disp_init(e, type & 1, sizeof(*e), state != 0);
}

int32_t STDCALL KeSetEvent(Disp *e, int32_t increment, uint8_t wait)
{
    uint32_t flags = lock();
    int32_t old = e->signal;

    e->signal = 1;
    wait_wake(e);
    unlock(flags);
    return old;
}

int32_t STDCALL KeResetEvent(Disp *e)
{
    uint32_t flags = lock();
    int32_t old = e->signal;

    e->signal = 0;
    unlock(flags);
    return old;
}

/* Whoever waits now goes on; who comes later waits. */
int32_t STDCALL KePulseEvent(Disp *e, int32_t increment, uint8_t wait)
{
    uint32_t flags = lock();
    int32_t old = e->signal;

    e->signal = 1;
    wait_wake(e);
    e->signal = 0;
    unlock(flags);
    return old;
}

/* The one thread that waits runs next; here as any other. */
void STDCALL KeSetEventBoostPriority(Disp *e, Thread **thread)
{
    KeSetEvent(e, 0, false);
}

Status STDCALL NtCreateEvent(void **handle, ObjectAttributes *attributes,
                             uint32_t type, uint8_t state)
{
    Disp *e;

    if (type > 1) {
        return STATUS_INVALID_PARAMETER;
    }
    e = object_new(&ExEventObjectType, sizeof(*e));
    if (!e) {
        return STATUS_NO_MEMORY;
    }
    KeInitializeEvent(e, type, state);
    return object_insert(e, attributes, handle);
}

Status STDCALL NtSetEvent(void *handle, int32_t *old)
{
    Disp *e;
    Status s = by_handle(handle, &ExEventObjectType, &e);

    if (s == STATUS_SUCCESS) {
        int32_t before = KeSetEvent(e, 0, false);

        if (old) {
            *old = before;
        }
        object_unref(e);
    }
    return s;
}

Status STDCALL NtPulseEvent(void *handle, int32_t *old)
{
    Disp *e;
    Status s = by_handle(handle, &ExEventObjectType, &e);

    if (s == STATUS_SUCCESS) {
        int32_t before = KePulseEvent(e, 0, false);

        if (old) {
            *old = before;
        }
        object_unref(e);
    }
    return s;
}

Status STDCALL NtClearEvent(void *handle)
{
    Disp *e;
    Status s = by_handle(handle, &ExEventObjectType, &e);

    if (s == STATUS_SUCCESS) {
        KeResetEvent(e);
        object_unref(e);
    }
    return s;
}

Status STDCALL NtQueryEvent(void *handle, uint32_t *type_and_state)
{
    Disp *e;
    Status s = by_handle(handle, &ExEventObjectType, &e);

    if (s == STATUS_SUCCESS) {
        type_and_state[0] = e->type;
        type_and_state[1] = e->signal;
        object_unref(e);
    }
    return s;
}

/* --- mutants --- */

void STDCALL KeInitializeMutant(Mutant *m, uint8_t owned)
{
    uint32_t flags = lock();

    memset(m, 0, sizeof(*m));
    disp_init(&m->header, DISP_MUTANT, sizeof(*m), !owned);
    list_init(&m->link);
    if (owned) {
        m->owner = current();
        list_insert(&m->owner->mutants, &m->link);
    }
    unlock(flags);
}

static Status mutant_release(Mutant *m, int32_t *old)
{
    uint32_t flags = lock();
    Status s = STATUS_SUCCESS;

    if (old) {
        *old = m->header.signal;
    }
    if (m->owner != current()) {
        s = STATUS_MUTANT_NOT_OWNED;
    } else if (++m->header.signal == 1) {
        list_remove(&m->link);
        m->owner = NULL;
        wait_wake(&m->header);
    }
    unlock(flags);
    return s;
}

int32_t STDCALL KeReleaseMutant(Mutant *m, int32_t increment,
                                uint8_t abandoned, uint8_t wait)
{
    int32_t old = 0;

    mutant_release(m, &old);
    return old;
}

Status STDCALL NtCreateMutant(void **handle, ObjectAttributes *attributes,
                              uint8_t owned)
{
    Mutant *m = object_new(&ExMutantObjectType, sizeof(*m));

    if (!m) {
        return STATUS_NO_MEMORY;
    }
    KeInitializeMutant(m, owned);
    return object_insert(m, attributes, handle);
}

Status STDCALL NtReleaseMutant(void *handle, int32_t *old)
{
    Mutant *m;
    Status s = by_handle(handle, &ExMutantObjectType, &m);

    if (s == STATUS_SUCCESS) {
        s = mutant_release(m, old);
        object_unref(m);
    }
    return s;
}

typedef struct MutantInfo {
    int32_t count;
    uint8_t owned, abandoned;
} MutantInfo;

Status STDCALL NtQueryMutant(void *handle, MutantInfo *to)
{
    Mutant *m;
    Status s = by_handle(handle, &ExMutantObjectType, &m);

    if (s == STATUS_SUCCESS) {
        *to = (MutantInfo) { m->header.signal, m->owner == current(),
                             m->abandoned };
        object_unref(m);
    }
    return s;
}

/* --- semaphores --- */

void STDCALL KeInitializeSemaphore(Semaphore *s, int32_t count, int32_t limit)
{
    disp_init(&s->header, DISP_SEMAPHORE, sizeof(*s), count);
    s->limit = limit;
}

static Status semaphore_release(Semaphore *s, int32_t add, int32_t *old)
{
    uint32_t flags = lock();
    Status status = STATUS_SUCCESS;

    if (old) {
        *old = s->header.signal;
    }
    if (add <= 0 || add > s->limit - s->header.signal) {
        status = STATUS_SEMAPHORE_LIMIT_EXCEEDED;
    } else {
        s->header.signal += add;
        wait_wake(&s->header);
    }
    unlock(flags);
    return status;
}

int32_t STDCALL KeReleaseSemaphore(Semaphore *s, int32_t increment,
                                   int32_t add, uint8_t wait)
{
    int32_t old = 0;

    semaphore_release(s, add, &old);
    return old;
}

Status STDCALL NtCreateSemaphore(void **handle, ObjectAttributes *attributes,
                                 int32_t count, int32_t limit)
{
    Semaphore *s;

    if (count < 0 || limit <= 0 || count > limit) {
        return STATUS_INVALID_PARAMETER;
    }
    s = object_new(&ExSemaphoreObjectType, sizeof(*s));
    if (!s) {
        return STATUS_NO_MEMORY;
    }
    KeInitializeSemaphore(s, count, limit);
    return object_insert(s, attributes, handle);
}

Status STDCALL NtReleaseSemaphore(void *handle, int32_t add, int32_t *old)
{
    Semaphore *sem;
    Status s = by_handle(handle, &ExSemaphoreObjectType, &sem);

    if (s == STATUS_SUCCESS) {
        s = semaphore_release(sem, add, old);
        object_unref(sem);
    }
    return s;
}

Status STDCALL NtQuerySemaphore(void *handle, int32_t count_and_limit[2])
{
    Semaphore *sem;
    Status s = by_handle(handle, &ExSemaphoreObjectType, &sem);

    if (s == STATUS_SUCCESS) {
        count_and_limit[0] = sem->header.signal;
        count_and_limit[1] = sem->limit;
        object_unref(sem);
    }
    return s;
}

/* --- critical sections: lock_count -1 is free, above 0 threads wait --- */

void STDCALL RtlInitializeCriticalSection(CriticalSection *c)
{
    memset(c, 0, sizeof(*c));
    KeInitializeEvent((Disp *)c->event, DISP_SYNC_EVENT, false);
    c->lock_count = -1;
}

uint8_t STDCALL RtlTryEnterCriticalSection(CriticalSection *c)
{
    uint32_t flags = lock();
    bool got = c->lock_count < 0 || c->owner == current();

    if (got) {
        c->lock_count++;
        c->recursion++;
        c->owner = current();
    }
    unlock(flags);
    return got;
}

void STDCALL RtlEnterCriticalSection(CriticalSection *c)
{
    Disp *event = (Disp *)c->event;
    Wait w = { .object = &event, .count = 1 };
    uint32_t flags;

    if (RtlTryEnterCriticalSection(c)) {
        return;
    }
    flags = lock();
    /* It may have been left since: then the event is not needed. */
    if (++c->lock_count > 0) {
        wait_for(&w);
    }
    c->owner = current();
    c->recursion = 1;
    unlock(flags);
}

void STDCALL RtlLeaveCriticalSection(CriticalSection *c)
{
    uint32_t flags = lock();

    c->lock_count--;
    if (--c->recursion == 0) {
        c->owner = NULL;
        if (c->lock_count >= 0) {
            KeSetEvent((Disp *)c->event, 0, false);
        }
    }
    unlock(flags);
}

void STDCALL RtlEnterCriticalSectionAndRegion(CriticalSection *c)
{
    KeEnterCriticalRegion();
    RtlEnterCriticalSection(c);
}

/* The region is left once, with the section's last [hw: a public test]. */
void STDCALL RtlLeaveCriticalSectionAndRegion(CriticalSection *c)
{
    bool last = c->recursion == 1;

    RtlLeaveCriticalSection(c);
    if (last) {
        KeLeaveCriticalRegion();
    }
}
