/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls that threads make themselves, alerts, queues, completion ports. */
#include "tap.h"

enum { KERNEL_MODE, USER_MODE };

typedef struct Apc {
    uint16_t type;
    uint8_t mode, inserted;
    void *thread;
    List link;
    void *kernel_routine, *rundown, *normal, *context, *argument[2];
} Apc;

typedef struct Queue {
    Disp header;
    List entries;
    uint32_t current, maximum;
    List threads;
} Queue;

typedef struct RwLock {
    int32_t count;
    uint32_t writers, readers, entries;
    Disp event;
    Semaphore semaphore;
} RwLock;

static volatile uint32_t calls, sum, kernel_calls, level, rundowns;
static Disp never, begun;

static void STDCALL called(void *context, void *a, void *b)
{
    calls++;
    sum += (uint32_t)context + (uint32_t)a + (uint32_t)b;
}

static void STDCALL in_kernel(Apc *apc, void **normal, void **context,
                              void **a, void **b)
{
    kernel_calls++;
    level = kernel.KeGetCurrentIrql();
    sum += (uint32_t)*a;
}

static void STDCALL gone(Apc *apc)
{
    rundowns++;
}

static void user_calls(void)
{
    int64_t soon = MILLISECONDS(1);

    calls = sum = 0;
    same(kernel.NtQueueApcThread((Handle)-2, called, (void *)1, (void *)20,
                                 (void *)300), 0, "a call for itself");
    kernel.NtQueueApcThread((Handle)-2, called, (void *)4000, NULL, NULL);
    same(kernel.KeDelayExecutionThread(USER_MODE, false, &soon), 0,
         "a wait that may not be interrupted");
    same(calls, 0, "makes no call");
    same(kernel.KeDelayExecutionThread(KERNEL_MODE, true, &soon), 0,
         "nor one of the kernel's");
    same(calls, 0, "does");
    same(kernel.KeDelayExecutionThread(USER_MODE, true, &soon), 0xc0,
         "an alertable wait ends");
    ok(calls == 2 && sum == 4321, "after all calls");
    same(kernel.KeDelayExecutionThread(USER_MODE, true, &soon), 0,
         "the next one is a wait again");
    kernel.NtQueueApcThread((Handle)-2, called, NULL, NULL, NULL);
    same(kernel.KeTestAlertThread(USER_MODE), 0, "asked without a wait");
    same(calls, 3, "it is made, too");
}

static Status waited;

static void STDCALL wait_alertable(void *context)
{
    kernel.KeSetEvent(&begun, 0, false);
    waited = kernel.KeWaitForSingleObject(&never, 0, USER_MODE, true, NULL);
}

static void STDCALL wait_plain(void *context)
{
    int64_t *timeout = context;

    kernel.KeSetEvent(&begun, 0, false);
    waited = kernel.KeWaitForSingleObject(&never, 0, USER_MODE, false,
                                          timeout);
}

static void begin(void)
{
    kernel.KeWaitForSingleObject(&begun, 0, 0, false, NULL);
    rest(2);
}

static void *object_of(Handle thread)
{
    void *object = NULL;

    kernel.ObReferenceObjectByHandle(thread, NULL, &object);
    return object;
}

static void other_threads(void)
{
    int64_t timeout = MILLISECONDS(40);
    Handle thread;
    void *object;
    Apc apc;

    calls = 0;
    thread = spawn(wait_alertable, NULL);
    begin();
    kernel.NtQueueApcThread(thread, called, NULL, NULL, NULL);
    join(thread);
    ok(calls == 1 && waited == 0xc0, "a call wakes who waits for it");

    thread = spawn(wait_alertable, NULL);
    begin();
    object = object_of(thread);
    same(kernel.KeAlertThread(object, USER_MODE), 0, "an alert");
    join(thread);
    same(waited, 0x101, "wakes as well");
    kernel.ObfDereferenceObject(object);

    thread = spawn(wait_plain, &timeout);
    begin();
    object = object_of(thread);
    kernel_calls = sum = 0;
    kernel.KeInitializeApc(&apc, object, in_kernel, NULL, NULL, KERNEL_MODE,
                           NULL);
    ok(kernel.KeInsertQueueApc(&apc, (void *)5, NULL, 0), "the kernel's call");
    ok(!apc.inserted || !kernel.KeInsertQueueApc(&apc, NULL, NULL, 0),
       "is there once");
    rest(5);
    ok(kernel_calls == 1 && sum == 5, "is made in any wait");
    same(level, 1, "at its level");
    join(thread);
    same(waited, 0x102, "which then goes on to its end");
    kernel.ObfDereferenceObject(object);
}

static void ends(void)
{
    int64_t timeout = MILLISECONDS(20);
    Handle thread = spawn(wait_plain, &timeout);
    void *object = object_of(thread);
    Apc apc;

    begin();
    rundowns = calls = 0;
    kernel.KeInitializeApc(&apc, object, in_kernel, gone, called, USER_MODE,
                           NULL);
    kernel.KeInsertQueueApc(&apc, NULL, NULL, 0);
    join(thread);
    ok(rundowns == 1 && !calls, "a call that nobody made is run down");
    ok(!kernel.KeInsertQueueApc(&apc, NULL, NULL, 0),
       "who has ended gets none");
    kernel.ObfDereferenceObject(object);
}

static void regions(void)
{
    Apc apc;
    int32_t *disabled = (int32_t *)((uint8_t *)kernel.KeGetCurrentThread() +
                                    0x68);
    CriticalSection section;

    calls = 0;
    kernel.KeInitializeApc(&apc, kernel.KeGetCurrentThread(), in_kernel, NULL,
                           called, KERNEL_MODE, NULL);
    kernel.KeEnterCriticalRegion();
    kernel.KeInsertQueueApc(&apc, NULL, NULL, 0);
    rest(2);
    same(calls, 0, "a critical region keeps calls off");
    kernel.KeLeaveCriticalRegion();
    same(calls, 1, "until its end");
    kernel.RtlInitializeCriticalSection(&section);
    kernel.RtlEnterCriticalSectionAndRegion(&section);
    kernel.RtlEnterCriticalSectionAndRegion(&section);
    same(*disabled, -2, "regions count down where programs see it");
    kernel.KeLeaveCriticalRegion();
    kernel.RtlLeaveCriticalSectionAndRegion(&section);
    same(*disabled, -1, "a section's region");
    kernel.RtlLeaveCriticalSectionAndRegion(&section);
    same(*disabled, 0, "ends with it");
}

static Queue queue;
static volatile uint32_t taken;

static void STDCALL take_all(void *context)
{
    int64_t timeout = MILLISECONDS(30);

    while ((uint32_t)kernel.KeRemoveQueue(&queue, 0, &timeout) > 0x1000) {
        taken++;
    }
}

static void queues(void)
{
    int64_t now = 0;
    List item[8];
    Handle thread[2];

    kernel.KeInitializeQueue(&queue, 1);
    same((uint32_t)kernel.KeRemoveQueue(&queue, 0, &now), 0x102,
         "an empty queue");
    same(kernel.KeInsertQueue(&queue, &item[0]), 0, "the first in");
    same(kernel.KeInsertQueue(&queue, &item[1]), 1, "the second");
    kernel.KeInsertHeadQueue(&queue, &item[2]);
    ok(kernel.KeRemoveQueue(&queue, 0, &now) == &item[2], "the head's first");
    ok(kernel.KeRemoveQueue(&queue, 0, &now) == &item[0] &&
       kernel.KeRemoveQueue(&queue, 0, &now) == &item[1], "then in order");
    thread[0] = spawn(take_all, NULL);
    thread[1] = spawn(take_all, NULL);
    rest(2);
    for (unsigned i = 0; i < 8; i++) {
        kernel.KeInsertQueue(&queue, &item[i]);
    }
    join(thread[0]);
    join(thread[1]);
    same(taken, 8, "each entry goes to one thread");
}

static void ports(void)
{
    int64_t now = 0;
    void *key = NULL, *context = NULL;
    IoStatus io = { 0, 0 };
    int32_t depth = 0;
    Handle port;

    same(kernel.NtCreateIoCompletion(&port, 0, NULL, 1), 0, "a port");
    same(kernel.NtRemoveIoCompletion(port, &key, &context, &io, &now), 0x102,
         "has nothing");
    kernel.NtSetIoCompletion(port, (void *)1, (void *)2, 3, 4);
    kernel.NtSetIoCompletion(port, (void *)5, (void *)6, 7, 8);
    kernel.NtQueryIoCompletion(port, &depth);
    same(depth, 2, "two packets");
    same(kernel.NtRemoveIoCompletion(port, &key, &context, &io, &now), 0,
         "the first");
    ok(key == (void *)1 && context == (void *)2 && io.status == 3 &&
       io.information == 4, "is whole");
    same(kernel.NtClose(port), 0, "closed with one inside");
    same(kernel.NtSetIoCompletion(port, NULL, NULL, 0, 0), 0xc0000008,
         "and gone");
}

static RwLock rw;
static volatile uint32_t inside, most;

static void STDCALL read_it(void *context)
{
    kernel.ExAcquireReadWriteLockShared(&rw);
    most = ++inside > most ? inside : most;
    rest(3);
    inside--;
    kernel.ExReleaseReadWriteLock(&rw);
}

static void locks(void)
{
    Handle thread[3];

    kernel.ExInitializeReadWriteLock(&rw);
    kernel.ExAcquireReadWriteLockExclusive(&rw);
    for (unsigned i = 0; i < 3; i++) {
        thread[i] = spawn(read_it, NULL);
    }
    rest(3);
    same(inside, 0, "a writer keeps readers out");
    kernel.ExReleaseReadWriteLock(&rw);
    kernel.ExAcquireReadWriteLockExclusive(&rw);
    same(inside, 0, "readers keep a writer out");
    same(most, 3, "but not each other");
    kernel.ExReleaseReadWriteLock(&rw);
    for (unsigned i = 0; i < 3; i++) {
        join(thread[i]);
    }
    same(rw.count, -1, "it is free");
}

void test_calls(void)
{
    kernel.KeInitializeEvent(&never, 0, false);
    kernel.KeInitializeEvent(&begun, 1, false);
    user_calls();
    other_threads();
    ends();
    regions();
    queues();
    ports();
    locks();
}
