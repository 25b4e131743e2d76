/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads: made, ended, held, their priorities. */
#include "apc.h"
#include "calls.h"

enum {
    PRIORITY_NORMAL = 8, STACK_LEAST = 0x4000, STACK_MOST = 0x1000000,
    TLS_MOST = 0x100000, FPU_SIZE = 512,
    INCREMENT_SATURATED = 16, PRIORITY_HIGH = 15, PRIORITY_LOW = 1,
};

typedef void STDCALL SystemRoutine(void *a, void *b);
typedef void STDCALL StartRoutine(void *context);

static void STDCALL thread_destroy(void *object)
{
    /* Its stack went when it ended, or it never had one. */
    thread_free_stack(object);
}

const ObjectType PsThreadObjectType = OBJECT_TYPE("Thre", 0, thread_destroy);

void thread_free_stack(Thread *t)
{
    if (t->memory) {
        pages_give(((uint32_t)t->memory - WINDOW) / PAGE);
    }
    t->memory = NULL;
}

/*
 * From the top: the floating point state, the thread's own data that ends
 * exactly where the stack begins for those who ask (StackBase), the stack.
 */
Thread *thread_new(void *const start[3], uint32_t stack, uint32_t tls)
{
    static uint32_t next_id = 4;
    Thread *t = object_new(&PsThreadObjectType, sizeof(*t));
    uint32_t pages, first, top;

    if (!t) {
        return NULL;
    }
    stack = stack < STACK_LEAST ? STACK_LEAST : stack;
    pages = (stack + tls + FPU_SIZE + 64 + PAGE - 1) / PAGE;
    first = pages_take((PageWish) { .count = pages, .bottom_up = true });
    if (!first) {
        object_unref(t);
        return NULL;
    }
    disp_init(&t->header, DISP_THREAD, sizeof(*t), 0);
    list_init(&t->mutants);
    list_init(&t->link);
    list_init(&t->apcs[MODE_KERNEL]);
    list_init(&t->apcs[MODE_USER]);
    list_init(&t->sleeping);
    t->memory = window(first);
    memset(t->memory, 0, pages * PAGE);
    top = (uint32_t)window(first + pages) - FPU_SIZE;
    t->fpu = (uint8_t *)top;
    t->stack_base = (void *)top;
    t->stack_limit = t->memory;
    if (tls) {
        t->tls = (void *)(top - tls);
        top -= tls;
    }
    t->priority = t->base_priority = PRIORITY_NORMAL;
    t->id = next_id++;
    t->create_time = clock_system_time();
    memcpy(t->start, start, sizeof(t->start));
    sched_prepare(t, (uint32_t *)((top & ~15) - 32));
    return t;
}

void STDCALL __attribute__((noreturn)) PsTerminateSystemThread(Status status)
{
    Thread *t = current();

    lock();
    t->exit_status = status;
    t->exit_time = clock_system_time();
    t->terminated = true;
    mutant_release_all(t);
    apc_rundown(t);
    t->header.signal = 1;
    wait_wake(&t->header);
    sched_end();
    __builtin_unreachable();
}

/* Where a new thread begins. */
void thread_main(void)
{
    Thread *t = current();

    if (t->start[0]) {
        ((SystemRoutine *)t->start[0])(t->start[1], t->start[2]);
    } else {
        ((StartRoutine *)t->start[1])(t->start[2]);
    }
    PsTerminateSystemThread(STATUS_SUCCESS);
}

typedef struct CreateThreadArgs {
    void **handle;
    uint32_t extra, stack, tls;
    uint32_t *id;
    void *start, *context;
    uint8_t suspended, pad[3];
    uint32_t debugger;
    void *system_routine;
} CreateThreadArgs;

Status STDCALL PsCreateSystemThreadEx(CreateThreadArgs a)
{
    void *const start[3] = { a.system_routine, a.start, a.context };
    uint32_t flags;
    Status s = STATUS_SUCCESS;
    Thread *t;

    if (a.stack > STACK_MOST || a.tls > TLS_MOST) {
        return STATUS_INVALID_PARAMETER;
    }
    t = thread_new(start, a.stack, a.tls);
    if (!t) {
        return STATUS_NO_MEMORY;
    }
    t->suspended = a.suspended != 0;
    if (a.handle) {
        object_ref(t);
        s = object_handle(t, a.handle);
        if (s != STATUS_SUCCESS) {
            object_unref(t);
            return s;
        }
    }
    if (a.id) {
        *a.id = t->id;
    }
    flags = lock();
    sched_ready(t);
    unlock(flags);
    return STATUS_SUCCESS;
}

Status STDCALL PsCreateSystemThread(void **handle, uint32_t *id, void *start,
                                    void *context, uint8_t debugger)
{
    CreateThreadArgs a = { .handle = handle, .id = id, .start = start,
                           .context = context };

    return PsCreateSystemThreadEx(a);
}

Thread *STDCALL KeGetCurrentThread(void)
{
    return current();
}

uint32_t STDCALL NtYieldExecution(void)
{
    return sched_yield() ? STATUS_SUCCESS : 0x40000024; /* nobody else */
}

uint32_t STDCALL KeSuspendThread(Thread *t)
{
    uint32_t before = sched_suspend(t);

    if (before == MOST_SUSPENDED) {
        RtlRaiseStatus(STATUS_SUSPEND_COUNT_EXCEEDED);
    }
    return before;
}

uint32_t STDCALL KeResumeThread(Thread *t)
{
    return sched_resume(t);
}

static Status hold(void *handle, uint32_t *before,
                   uint32_t (*how)(Thread *t))
{
    void *t;
    Status s = object_by_handle(handle, &PsThreadObjectType, &t);
    uint32_t n;

    if (s != STATUS_SUCCESS) {
        return s;
    }
    n = how(t);
    if (how == sched_suspend && n == MOST_SUSPENDED) {
        s = STATUS_SUSPEND_COUNT_EXCEEDED;
    } else if (before) {
        *before = n;
    }
    object_unref(t);
    return s;
}

Status STDCALL NtSuspendThread(void *handle, uint32_t *before)
{
    return hold(handle, before, sched_suspend);
}

Status STDCALL NtResumeThread(void *handle, uint32_t *before)
{
    return hold(handle, before, sched_resume);
}

/* Of the base, as an increment to normal; +-16 and beyond: the extremes. */
int32_t STDCALL KeQueryBasePriorityThread(Thread *t)
{
    return t->base_priority - PRIORITY_NORMAL;
}

int32_t STDCALL KeSetBasePriorityThread(Thread *t, int32_t increment)
{
    uint32_t flags = lock();
    int32_t old = t->base_priority - PRIORITY_NORMAL, wanted;

    wanted = increment >= INCREMENT_SATURATED ? PRIORITY_HIGH :
             increment <= -INCREMENT_SATURATED ? PRIORITY_LOW :
             PRIORITY_NORMAL + increment;
    wanted = wanted < PRIORITY_LOW ? PRIORITY_LOW :
             wanted > PRIORITY_HIGH ? PRIORITY_HIGH : wanted;
    t->base_priority = wanted;
    sched_set_priority(t, wanted);
    unlock(flags);
    return old;
}

int32_t STDCALL KeSetPriorityThread(Thread *t, int32_t priority)
{
    uint32_t flags = lock();
    int32_t old = t->priority;

    sched_set_priority(t, priority);
    unlock(flags);
    return old;
}

/* Priorities are never raised on their own. */
uint8_t STDCALL KeSetDisableBoostThread(Thread *t, uint8_t disable)
{
    return true;
}

int32_t STDCALL KeBoostPriorityThread(Thread *t, int32_t increment)
{
    return t->priority;
}
