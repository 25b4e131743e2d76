/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects to wait for, by handle and by address; names; critical sections. */
#include "tap.h"

enum { TIMEOUT = 0x102, ABANDONED = 0x80 };

static const int64_t now = 0, short_time = MILLISECONDS(20);
static Handle event;
static volatile uint32_t woken, total;
static CriticalSection section;

static void STDCALL wait_event(void *context)
{
    kernel.NtWaitForSingleObject(event, false, NULL);
    kernel.InterlockedIncrement((volatile uint32_t *)&woken);
}

static Status poll(Handle h)
{
    return kernel.NtWaitForSingleObject(h, false, &now);
}

/* Three threads wait for an event of @type; how many @wake wakes. */
static uint32_t wakes(uint32_t type, Status STDCALL (*wake)(Handle, int32_t *))
{
    Handle h[3];
    uint32_t n;

    kernel.NtCreateEvent(&event, NULL, type, false);
    woken = 0;
    for (int i = 0; i < 3; i++) {
        h[i] = spawn(wait_event, NULL);
    }
    rest(5);
    wake(event, NULL);
    rest(5);
    n = woken + (poll(event) == 0) * 16;
    for (int i = 0; i < 3; i++) {
        kernel.NtSetEvent(event, NULL);
        rest(2);
    }
    for (int i = 0; i < 3; i++) {
        join(h[i]);
    }
    kernel.NtClose(event);
    return n;
}

static void events(void)
{
    uint32_t begin;
    int32_t old = 9;
    Handle h;

    same(wakes(0, kernel.NtSetEvent), 3 + 16, "notification wakes all");
    same(wakes(1, kernel.NtSetEvent), 1, "synchronization wakes one");
    same(wakes(0, kernel.NtPulseEvent), 3, "pulse wakes all, stays off");
    same(wakes(1, kernel.NtPulseEvent), 1, "pulse wakes one, stays off");
    kernel.NtCreateEvent(&h, NULL, 0, true);
    same(poll(h), 0, "an event that starts signalled");
    kernel.NtClearEvent(h);
    same(poll(h), TIMEOUT, "cleared");
    begin = *kernel.KeTickCount;
    same(kernel.NtWaitForSingleObject(h, false, &short_time), TIMEOUT,
         "20 ms pass");
    begin = *kernel.KeTickCount - begin;
    ok(begin >= 19 && begin < 100, "and no more");
    kernel.NtSetEvent(h, &old);
    same(old, 0, "the state before");
    kernel.NtClose(h);
    same(kernel.NtCreateEvent(&h, NULL, 2, false), 0xc000000d,
         "no third kind");
}

static Handle mutant;

static void STDCALL take_and_end(void *context)
{
    kernel.NtWaitForSingleObject(mutant, false, NULL);
}

static void STDCALL try_mutant(void *context)
{
    *(volatile Status *)context = poll(mutant);
    if (!*(volatile Status *)context) {
        kernel.NtReleaseMutant(mutant, NULL);
    }
}

static Status other_tries(void)
{
    volatile Status s = 0x77;

    join(spawn(try_mutant, (void *)&s));
    return s;
}

static void mutants(void)
{
    kernel.NtCreateMutant(&mutant, NULL, true);
    same(poll(mutant), 0, "a mutant is its owner's again");
    same(other_tries(), TIMEOUT, "and nobody else's");
    kernel.NtReleaseMutant(mutant, NULL);
    same(other_tries(), TIMEOUT, "released once of twice");
    kernel.NtReleaseMutant(mutant, NULL);
    same(other_tries(), 0, "released");
    same(kernel.NtReleaseMutant(mutant, NULL), 0xc0000046, "not ours");
    join(spawn(take_and_end, NULL));
    same(poll(mutant), ABANDONED, "its owner has ended");
    kernel.NtReleaseMutant(mutant, NULL);
    same(poll(mutant), 0, "said only once");
    kernel.NtReleaseMutant(mutant, NULL);
    kernel.NtClose(mutant);
}

static void semaphores(void)
{
    Semaphore s;
    int32_t old = 9;
    Handle h;

    kernel.NtCreateSemaphore(&h, NULL, 2, 3);
    same(poll(h) | poll(h), 0, "a semaphore of two");
    same(poll(h), TIMEOUT, "and no third");
    same(kernel.NtReleaseSemaphore(h, 3, &old), 0, "three more");
    same(old, 0, "there were none");
    same(kernel.NtReleaseSemaphore(h, 1, NULL), 0xc0000047, "the limit");
    kernel.NtClose(h);
    kernel.KeInitializeSemaphore(&s, 0, 5);
    same(kernel.KeReleaseSemaphore(&s, 0, 2, false), 0, "by address");
    same(kernel.KeWaitForSingleObject(&s, 0, 0, false, &now), 0, "taken");
    same(s.header.signal, 1, "one left");
}

static void several(void)
{
    Handle h[2];
    Disp a, b;
    void *objects[2] = { &a, &b };

    kernel.NtCreateEvent(&h[0], NULL, 1, false);
    kernel.NtCreateEvent(&h[1], NULL, 1, true);
    same(kernel.NtWaitForMultipleObjectsEx(2, h, 0, 1, false, &now), TIMEOUT,
         "all of two, one is signalled");
    same(kernel.NtWaitForMultipleObjectsEx(2, h, 1, 1, false, &now), 1,
         "the second of any");
    kernel.NtSetEvent(h[0], NULL);
    kernel.NtSetEvent(h[1], NULL);
    same(kernel.NtWaitForMultipleObjectsEx(2, h, 0, 1, false, NULL), 0,
         "all of two");
    same(poll(h[0]), TIMEOUT, "both were taken");
    kernel.NtClose(h[0]);
    kernel.NtClose(h[1]);
    kernel.KeInitializeEvent(&a, 0, false);
    kernel.KeInitializeEvent(&b, 0, true);
    same(kernel.KeWaitForMultipleObjects(2, objects, 1, 0, 0, false, NULL,
                                         NULL), 1, "by address");
}

static void STDCALL count_up(void *context)
{
    for (int i = 0; i < 100000; i++) {
        kernel.RtlEnterCriticalSection(&section);
        total++;
        kernel.RtlLeaveCriticalSection(&section);
    }
}

static void STDCALL try_section(void *context)
{
    *(volatile uint32_t *)context = kernel.RtlTryEnterCriticalSection(&section)
                                    & 0xff;
}

static void critical_sections(void)
{
    volatile uint32_t got = 9;
    Handle h[2];

    kernel.RtlInitializeCriticalSection(&section);
    h[0] = spawn(count_up, NULL);
    h[1] = spawn(count_up, NULL);
    join(h[0]);
    join(h[1]);
    same(total, 200000, "a critical section is one thread's");
    kernel.RtlEnterCriticalSection(&section);
    same(kernel.RtlTryEnterCriticalSection(&section) & 0xff, 1,
         "its owner's again");
    join(spawn(try_section, (void *)&got));
    same(got, 0, "not another's");
    kernel.RtlLeaveCriticalSection(&section);
    kernel.RtlLeaveCriticalSection(&section);
    same(section.lock_count, -1, "free");
}

static void names(void)
{
    String name, link, target, back;
    char text[32];
    ObjectAttributes at = { (Handle)-4, &name, 0 };
    void *object = NULL;
    Handle h[3];

    kernel.RtlInitAnsiString(&name, "event");
    same(kernel.NtCreateEvent(&h[0], &at, 0, false), 0, "a name");
    same(kernel.NtCreateEvent(&h[1], &at, 0, false), 0xc0000035,
         "is there only once");
    at.flags = 0x80;
    same(kernel.NtCreateEvent(&h[1], &at, 0, false), 0x40000000, "opened");
    kernel.NtSetEvent(h[0], NULL);
    same(poll(h[1]), 0, "it is the same one");
    kernel.RtlInitAnsiString(&link, "\\Win32NamedObjects\\event");
    same(kernel.ObReferenceObjectByName(&link, 0, NULL, NULL, &object), 0,
         "and by its name");
    ok(object && ((Disp *)object)->signal == 1, "too");
    kernel.ObfDereferenceObject(object);
    at.name = &link;
    at.root = NULL;
    same(kernel.ObOpenObjectByName(&at, NULL, NULL, &h[2]), 0, "a handle");
    at.name = &name;
    at.root = (Handle)-4;
    kernel.NtClose(h[2]);
    kernel.NtClose(h[0]);
    kernel.NtClose(h[1]);
    at.flags = 0;
    same(kernel.NtCreateEvent(&h[0], &at, 0, false), 0,
         "a name ends with the last handle");
    kernel.NtClose(h[0]);
    kernel.RtlInitAnsiString(&link, "\\??\\Q:");
    kernel.RtlInitAnsiString(&target, "\\Device\\CdRom0");
    same(kernel.IoCreateSymbolicLink(&link, &target), 0, "a link");
    same(kernel.IoCreateSymbolicLink(&link, &target), 0xc0000035, "once");
    at = (ObjectAttributes) { NULL, &link, 0 };
    same(kernel.NtOpenSymbolicLinkObject(&h[0], &at), 0, "opened");
    back = (String) { 0, sizeof(text), text };
    same(kernel.NtQuerySymbolicLinkObject(h[0], &back, NULL), 0, "asked");
    same(back.length, target.length, "it leads where it was told");
    kernel.NtClose(h[0]);
    same(kernel.IoDeleteSymbolicLink(&link), 0, "deleted");
    kernel.RtlInitAnsiString(&link, "\\nowhere\\Q:");
    same(kernel.IoCreateSymbolicLink(&link, &target), 0xc000003a,
         "in no directory");
    kernel.RtlInitAnsiString(&link, "Q:");
    same(kernel.IoCreateSymbolicLink(&link, &target), 0xc0000033, "no path");
    same(kernel.IoDeleteSymbolicLink(&link), 0xc0000033, "to delete");
    kernel.RtlInitAnsiString(&link, "\\??\\Q:");
    same(kernel.IoCreateSymbolicLink(&link, &(String) { 0, 0, NULL }),
         0xc000000d, "that leads nowhere");
    same(kernel.NtOpenSymbolicLinkObject(&h[0], &at), 0xc0000034, "gone");
}

void test_objects(void)
{
    events();
    mutants();
    semaphores();
    several();
    critical_sections();
    names();
}
