/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which thread runs: the best priority, in turn among equals.  A thread is
 * taken off the processor when a better one becomes ready or its time slice
 * is over, at the end of an interrupt or of the call that caused it, and
 * never at DISPATCH level or above.
 */
#include "kernel.h"

enum {
    PRIORITIES = 32, QUANTUM = 20,      /* ticks of a millisecond */
    EFLAGS_IF = 0x200,
};
/* Thread.state, as the interface numbers them. */
enum { STATE_READY = 1, STATE_RUNNING, STATE_TERMINATED = 4, STATE_WAITING };

void switch_stacks(void **save, void *to);      /* start.S */

static List ready[PRIORITIES];
static uint32_t ready_mask;
static Thread idle;                     /* runs when the mask is 0 */
static uint8_t idle_fpu[512] __attribute__((aligned(16)));
static bool wanted;                     /* look for a better thread */
static Thread *ended;                   /* its stack was just left */

void sched_init(void)
{
    for (unsigned i = 0; i < PRIORITIES; i++) {
        list_init(&ready[i]);
    }
    list_init(&idle.link);
    list_init(&idle.mutants);
    list_init(&idle.apcs[0]);
    list_init(&idle.apcs[1]);
    idle.state = STATE_RUNNING;
    idle.fpu = idle_fpu;
    cpu.thread = &idle;
}

static void enqueue(Thread *t, bool first)
{
    List *head = &ready[(uint8_t)t->priority];

    t->state = STATE_READY;
    list_insert(first ? head->next : head, &t->link);
    ready_mask |= 1u << t->priority;
}

static void dequeue(Thread *t)
{
    list_remove(&t->link);
    if (list_empty(&ready[(uint8_t)t->priority])) {
        ready_mask &= ~(1u << t->priority);
    }
}

void sched_ready(Thread *t)
{
    if (t->suspended || t->terminated) {
        t->state = STATE_WAITING;       /* resuming it comes back here */
        return;
    }
    t->quantum = QUANTUM;
    enqueue(t, false);
    wanted |= current() == &idle || t->priority > current()->priority;
}

static Thread *best(void)
{
    unsigned p;

    if (!ready_mask) {
        return &idle;
    }
    p = 31 - __builtin_clz(ready_mask);
    return CONTAINER(ready[p].next, Thread, link);
}

/* Whoever left its stack for the last time is gone now. */
static void after_switch(void)
{
    Thread *t = ended;

    ended = NULL;
    if (t) {
        thread_free_stack(t);
        object_unref(t);
    }
}

static void run(Thread *to)
{
    Thread *from = current();

    if (to == from) {
        return;
    }
    from->exception_list = cpu.exception_list;
    from->irql = cpu.irql;
    __asm__ volatile("clts; fxsave (%0)" : : "r"(from->fpu) : "memory");
    __asm__ volatile("fxrstor (%0)" : : "r"(to->fpu) : "memory");
    if (from->state == STATE_TERMINATED) {
        ended = from;
    }
    to->state = STATE_RUNNING;
    cpu.thread = to;
    cpu.exception_list = to->exception_list;
    cpu.stack_base = to->stack_base;
    cpu.stack_limit = to->stack_limit;
    cpu.irql = to->irql;
    switch_stacks(&from->kernel_stack, to->kernel_stack);
    after_switch();
}

static void pick(void)
{
    Thread *to = best();

    wanted = false;
    if (to != &idle) {
        dequeue(to);
    }
    run(to);
}

void sched_block(void)
{
    if (current()->state == STATE_RUNNING) {
        current()->state = STATE_WAITING;
    }
    pick();
}

/* The current one stays ready; @turn: behind its equals. */
static void give_way(bool turn)
{
    Thread *t = current();

    wanted = false;
    if (t == &idle) {
        pick();
        return;
    }
    if (!ready_mask ||
        31 - __builtin_clz(ready_mask) + (int)turn <= t->priority) {
        return;
    }
    enqueue(t, !turn);
    pick();
}

void sched_soft_interrupts(void)
{
    while (cpu.irql < IRQL_DISPATCH && (dpc_waiting() || wanted)) {
        if (dpc_waiting()) {
            dpc_run();
        } else {
            give_way(false);
        }
    }
}

/* At the end of an interrupt. */
void sched_quantum(void)
{
    Thread *t = current();

    if (cpu.irql >= IRQL_DISPATCH) {
        return;
    }
    if (t != &idle && !t->quantum) {
        t->quantum = QUANTUM;
        give_way(true);
    }
    sched_soft_interrupts();
}

void unlock(uint32_t flags)
{
    if (flags & EFLAGS_IF && (wanted || dpc_waiting())) {
        sched_soft_interrupts();
    }
    __asm__ volatile("push %0; popf" : : "r"(flags) : "memory", "cc");
}

void sched_set_priority(Thread *t, int priority)
{
    priority = priority < 1 ? 1 : priority > 31 ? 31 : priority;
    if (t->state == STATE_READY) {
        dequeue(t);
        t->priority = priority;
        enqueue(t, false);
        wanted |= priority > current()->priority;
        return;
    }
    t->priority = priority;
    wanted |= t == current();
}

void sched_start(void)
{
    cpu.irql = IRQL_PASSIVE;
    for (;;) {
        unlock(lock() | EFLAGS_IF);
        __asm__ volatile("sti; hlt" : : : "memory");
    }
}

/* --- threads' beginning and end, as the scheduler sees them --- */

static void first_steps(void)
{
    after_switch();
    __asm__ volatile("sti" : : : "memory");
    thread_main();
}

/* A stack that switch_stacks() can go to; it returns to first_steps(). */
void sched_prepare(Thread *t, uint32_t *top)
{
    static const uint32_t mxcsr = 0x1f80;

    *--top = 0;
    *--top = (uint32_t)first_steps;
    for (unsigned i = 0; i < 4; i++) {
        *--top = 0;                     /* ebx, esi, edi, ebp */
    }
    t->kernel_stack = top;
    t->state = STATE_WAITING;
    t->exception_list = (void *)-1;
    memset(t->fpu, 0, 512);
    t->fpu[0] = 0x7f;                   /* control word 037f */
    t->fpu[1] = 0x03;
    memcpy(t->fpu + 24, &mxcsr, sizeof(mxcsr));
}

void sched_end(void)
{
    current()->state = STATE_TERMINATED;
    sched_block();
}

bool sched_yield(void)
{
    uint32_t flags = lock();
    Thread *t = current();
    bool others = ready_mask && 31 - __builtin_clz(ready_mask) >= t->priority;

    if (others && cpu.irql < IRQL_DISPATCH) {
        give_way(true);
    }
    unlock(flags);
    return others;
}

uint32_t sched_suspend(Thread *t)
{
    uint32_t flags = lock(), before = t->suspended;

    if (before < MOST_SUSPENDED) {
        t->suspended++;
        if (t->state == STATE_READY) {
            dequeue(t);
            t->state = STATE_WAITING;
        } else if (t == current()) {
            sched_block();
        }
    }
    unlock(flags);
    return before;
}

uint32_t sched_resume(Thread *t)
{
    uint32_t flags = lock(), before = t->suspended;

    if (before && !--t->suspended && t->state == STATE_WAITING && !t->wait) {
        sched_ready(t);
    }
    unlock(flags);
    return before;
}
