/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads: their beginning and end, their turns, what is theirs alone. */
#include "tap.h"

static volatile uint32_t counter[2], stop, order, first, second;
static volatile uint32_t seen_base, seen_tls, seen_thread_tls;

static void STDCALL set_word(void *context)
{
    *(volatile uint32_t *)context = 0x1234;
}

static void STDCALL system_routine(void *start_address, void *context)
{
    counter[1] = (uint32_t)start_address + 1;
    set_word(context);
    kernel.PsTerminateSystemThread(0x55);
}

static void STDCALL spin(void *context)
{
    volatile uint32_t *n = context;

    while (!stop) {
        ++*n;
    }
}

static void STDCALL note_order(void *context)
{
    *(volatile uint32_t *)context = ++order;
}

static void STDCALL look_at_self(void *context)
{
    uint32_t base;
    uint8_t *thread = kernel.KeGetCurrentThread();

    __asm__ volatile("mov %%fs:4, %0" : "=r"(base));
    seen_base = base;
    seen_thread_tls = *(uint32_t *)(thread + 0x28);
    memset((void *)seen_thread_tls, 0x5a, 48);
    rest(3);
    seen_tls = *(uint32_t *)(base - 48);
}

static void start_and_end(void)
{
    uint32_t word = 0, id[2] = { 0 };
    uint8_t *object;
    Handle h;

    join(spawn(set_word, &word));
    same(word, 0x1234, "a thread gets its context");
    word = 0;
    kernel.PsCreateSystemThreadEx(&h, 0, 0, 0, &id[0], (void *)7, &word,
                                  false, false, system_routine);
    same(kernel.ObReferenceObjectByHandle(h, kernel.PsThreadObjectType,
                                          (void **)&object), 0,
         "a thread's handle leads to it");
    join(h);
    same(word + counter[1], 0x1234 + 8, "a system routine gets both");
    same(*(uint32_t *)(object + 0x120), 0x55, "its exit status");
    same(*(uint32_t *)(object + 0x12c), id[0], "its number");
    ok(object[0x77] == 1, "its end");
    kernel.ObfDereferenceObject(object);
    same(kernel.NtClose(h), 0xc0000008, "a closed handle is none");
}

static void own_data(void)
{
    Handle h;

    kernel.PsCreateSystemThreadEx(&h, 0, 0, 48, NULL, look_at_self, NULL,
                                  false, false, NULL);
    join(h);
    same(seen_thread_tls, seen_base - 48, "thread data end where the stack "
         "begins");
    same(seen_base % 16, 0, "aligned");
    same(seen_tls, 0x5a5a5a5a, "thread data last");
}

static void turns(void)
{
    uint32_t begin = *kernel.KeTickCount, at[2];
    Handle a = spawn(spin, (void *)&counter[0]);
    Handle b = spawn(spin, (void *)&counter[1]);

    counter[0] = counter[1] = 0;
    while (*kernel.KeTickCount - begin < 200) {
    }
    at[0] = counter[0];
    at[1] = counter[1];
    stop = true;
    join(a);
    join(b);
    ok(at[0] && at[1], "threads that never wait take turns");
}

static void priorities(void)
{
    void *self = kernel.KeGetCurrentThread(), *other;
    Handle h;

    same(kernel.KeSetBasePriorityThread(self, 2), 0, "priority is normal");
    h = spawn(note_order, (void *)&first);
    rest(0);
    same(order, 0, "a lower thread waits");
    kernel.ObReferenceObjectByHandle(h, NULL, &other);
    kernel.KeSetBasePriorityThread(other, 5);
    same(first, 1, "raised above, it runs at once");
    kernel.ObfDereferenceObject(other);
    join(h);
    h = spawn(note_order, (void *)&second);
    same(kernel.KeSetBasePriorityThread(self, 0), 2, "priority was 2");
    rest(1);
    same(second, 2, "it runs while we wait");
    join(h);
}

static void held(void)
{
    volatile uint32_t word = 0;
    uint32_t n = 9;
    Handle h;

    kernel.PsCreateSystemThreadEx(&h, 0, 0, 0, NULL, set_word, (void *)&word,
                                  true, false, NULL);
    rest(3);
    same(word, 0, "a thread that starts held does nothing");
    kernel.NtSuspendThread(h, &n);
    same(n, 1, "held once before");
    kernel.NtResumeThread(h, &n);
    rest(3);
    same(word, 0, "still held");
    while (n < 127 && kernel.NtSuspendThread(h, &n) == 0) {
    }
    same(n, 126, "as often as can be");
    same(kernel.NtSuspendThread(h, &n), 0xc000004a, "no more");
    while (n > 1 && n < 128 && kernel.NtResumeThread(h, &n) == 0) {
    }
    kernel.NtSuspendThread(h, &n);
    kernel.NtResumeThread(h, &n);
    join(h);
    same(word, 0x1234, "then it runs");
}

/* Sums that only come out right if nobody else touches the registers. */
static void STDCALL add_up(void *context)
{
    float x = 0, step = *(float *)context;

    for (int i = 0; i < 3000000; i++) {
        x += step;
        __asm__ volatile("" : "+x"(x));
        if (x >= 1000) {
            x -= 1000;
        }
    }
    *(float *)context = x;
}

static void floating_point(void)
{
    float a = 1, b = 0.5f;
    Handle h[2] = { spawn(add_up, &a), spawn(add_up, &b) };

    join(h[0]);
    join(h[1]);
    ok(a == 0 && b == 0, "floating point registers are a thread's own");
}

void test_threads(void)
{
    start_and_end();
    own_data();
    turns();
    priorities();
    held();
    floating_point();
}
