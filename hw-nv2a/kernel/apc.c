/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls that a thread makes itself.  Those of mode user are made while it
 * waits and says that it may be called (alertable); those of mode kernel in
 * any wait, or at the latest when the level sinks to passive.
 */
#include "apc.h"
#include "calls.h"

enum { TYPE_APC = 0x12 };

bool apc_ends_wait(uint32_t mode, bool alertable, Status *status)
{
    Thread *t = current();

    if (!alertable) {
        return false;
    }
    for (uint32_t m = MODE_KERNEL; m <= MODE_USER; m++) {
        if (t->alerted[m] && (m == MODE_KERNEL || mode == MODE_USER)) {
            t->alerted[m] = false;
            *status = STATUS_ALERTED;
            return true;
        }
    }
    if (mode == MODE_USER && apc_waiting(t, MODE_USER)) {
        *status = STATUS_USER_APC;
        return true;
    }
    return false;
}

static void run_one(Apc *apc, uint32_t mode)
{
    ApcNormal *normal = apc->normal;
    void *context = apc->context;
    void *a = apc->argument[0], *b = apc->argument[1];
    uint8_t irql = cpu.irql;

    list_remove(&apc->link);
    apc->inserted = false;
    cpu.irql = IRQL_APC;
    __asm__ volatile("sti" : : : "memory");
    if (apc->kernel) {
        apc->kernel(apc, &normal, &context, &a, &b);
    }
    cpu.irql = mode == MODE_USER ? irql : IRQL_PASSIVE;
    if (normal) {
        normal(context, a, b);
    }
    __asm__ volatile("cli" : : : "memory");
    cpu.irql = irql;
}

/* Normal ones of mode kernel wait for the end of a critical region. */
static Apc *next_call(Thread *t, uint32_t mode)
{
    for (List *at = t->apcs[mode].next; at != &t->apcs[mode]; at = at->next) {
        Apc *apc = CONTAINER(at, Apc, link);

        if (mode == MODE_USER || !apc->normal || !t->apc_disable) {
            return apc;
        }
    }
    return NULL;
}

void apc_run(uint32_t mode)
{
    Thread *t = current();
    Apc *apc;

    if (mode == MODE_KERNEL && t->apc_active) {
        return;
    }
    t->apc_active |= mode == MODE_KERNEL;
    while ((apc = next_call(t, mode))) {
        run_one(apc, mode);
    }
    t->apc_active &= mode != MODE_KERNEL;
}

static void wake(Thread *t, uint32_t mode)
{
    if (!t->wait) {
        return;
    }
    if (mode == MODE_KERNEL) {
        wait_end(t, STATUS_KERNEL_APC);
    } else if (t->alertable && t->wait_mode == MODE_USER) {
        wait_end(t, STATUS_USER_APC);
    }
}

void apc_rundown(Thread *t)
{
    for (uint32_t mode = MODE_KERNEL; mode <= MODE_USER; mode++) {
        while (apc_waiting(t, mode)) {
            Apc *apc = CONTAINER(t->apcs[mode].next, Apc, link);

            list_remove(&apc->link);
            apc->inserted = false;
            if (apc->rundown) {
                apc->rundown(apc);
            }
        }
    }
}

/* --- exports --- */

typedef struct ApcArgs {
    Apc *apc;
    Thread *thread;
    ApcKernel *kernel;
    ApcRundown *rundown;
    ApcNormal *normal;
    uint8_t mode, pad[3];
    void *context;
} ApcArgs;

void STDCALL KeInitializeApc(ApcArgs a)
{
    memset(a.apc, 0, sizeof(*a.apc));
    a.apc->type = TYPE_APC;
    a.apc->thread = a.thread;
    a.apc->kernel = a.kernel;
    a.apc->rundown = a.rundown;
    a.apc->normal = a.normal;
    a.apc->mode = a.normal && a.mode ? MODE_USER : MODE_KERNEL;
    a.apc->context = a.normal ? a.context : NULL;
    list_init(&a.apc->link);
}

uint8_t STDCALL KeInsertQueueApc(Apc *apc, void *a, void *b, int32_t increment)
{
    uint32_t flags = lock();
    Thread *t = apc->thread;
    bool good = !apc->inserted && !t->terminated;

    if (good) {
        apc->inserted = true;
        apc->argument[0] = a;
        apc->argument[1] = b;
        list_insert(&t->apcs[apc->mode & 1], &apc->link);
        wake(t, apc->mode & 1);
        if (t == current() && apc->mode == MODE_KERNEL &&
            cpu.irql == IRQL_PASSIVE) {
            apc_run(MODE_KERNEL);
        }
    }
    unlock(flags);
    return good;
}

uint8_t STDCALL KeAlertThread(Thread *t, uint8_t mode)
{
    uint32_t flags = lock();
    bool before;

    mode &= 1;
    before = t->alerted[mode];
    if (!before && t->wait && t->alertable && mode <= t->wait_mode) {
        wait_end(t, STATUS_ALERTED);
    } else {
        t->alerted[mode] = true;
    }
    unlock(flags);
    return before;
}

uint32_t STDCALL KeAlertResumeThread(Thread *t)
{
    KeAlertThread(t, MODE_KERNEL);
    return sched_resume(t);
}

uint8_t STDCALL KeTestAlertThread(uint8_t mode)
{
    uint32_t flags = lock();
    Thread *t = current();
    bool was = t->alerted[mode & 1];

    t->alerted[mode & 1] = false;
    if (!was && mode & 1) {
        apc_run(MODE_USER);
    }
    unlock(flags);
    return was;
}

void STDCALL KeEnterCriticalRegion(void)
{
    current()->apc_disable--;
}

void STDCALL KeLeaveCriticalRegion(void)
{
    uint32_t flags = lock();
    Thread *t = current();

    if (t->apc_disable && !++t->apc_disable && cpu.irql == IRQL_PASSIVE) {
        apc_run(MODE_KERNEL);
    }
    unlock(flags);
}

static void STDCALL give_back(Apc *apc, ApcNormal **normal, void **context,
                              void **a, void **b)
{
    pool_give(apc);
}

static void STDCALL never_made(Apc *apc)
{
    pool_give(apc);
}

Status apc_queue(Thread *t, ApcNormal *routine, void *context, void *a,
                 void *b)
{
    Apc *apc = pool_take(sizeof(*apc));
    ApcArgs args = { apc, t, give_back, never_made, routine, MODE_USER, { 0 },
                     context };

    if (!apc) {
        return STATUS_NO_MEMORY;
    }
    KeInitializeApc(args);
    if (!KeInsertQueueApc(apc, a, b, 0)) {
        pool_give(apc);
        return STATUS_UNSUCCESSFUL;     /* it has ended */
    }
    return STATUS_SUCCESS;
}

Status STDCALL NtQueueApcThread(void *handle, ApcNormal *routine,
                                void *context, void *a, void *b)
{
    void *t;
    Status s = object_by_handle(handle, &PsThreadObjectType, &t);

    if (s != STATUS_SUCCESS) {
        return s;
    }
    s = routine ? apc_queue(t, routine, context, a, b) :
        STATUS_INVALID_PARAMETER;
    object_unref(t);
    return s;
}

/* A user's routine for the end of a transfer takes one argument less. */
void STDCALL NtUserIoApcDispatcher(void (STDCALL *routine)(uint32_t, uint32_t,
                                                           void *),
                                   uint32_t *io, uint32_t reserved)
{
    /* doc: the error in the user interface's numbers, or 0; bytes; the
     * status block, which is the start of the caller's OVERLAPPED. */
    Status s = io[0];

    routine(s >> 30 == 3 ? RtlNtStatusToDosError(s) : 0,
            s >> 30 == 3 ? 0 : io[1], io);
}
