/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Structured exceptions, with handlers as a compiler would make them: records
 * on the stack, chained from fs:[0].
 */
#include "tap.h"

enum { GO_ON, SEARCH_ON, NONCONTINUABLE = 1, UNWINDING = 2 };

typedef struct Record {
    Status code;
    uint32_t flags;
    struct Record *nested;
    void *address;
    uint32_t count, parameter[15];
} Record;

typedef struct Context {
    uint32_t flags;
    uint8_t floating[512 + 4];
    uint32_t edi, esi, ebx, edx, ecx, eax, ebp, eip, cs, eflags, esp, ss;
} __attribute__((packed)) Context;

typedef struct Try Try;
typedef int Handler(Record *r, Try *at, Context *c, void *dispatcher);
struct Try {
    Try *next;
    Handler *handler;
    void *jump[5];
    Record seen;
    uint32_t calls, unwound;
};

static Try *chain(void)
{
    Try *t;

    __asm__ volatile("mov %%fs:0, %0" : "=r"(t));
    return t;
}

static void set_chain(Try *t)
{
    __asm__ volatile("mov %0, %%fs:0" : : "r"(t) : "memory");
}

static void enter(Try *t, Handler *handler)
{
    memset(t, 0, sizeof(*t));
    t->handler = handler;
    t->next = chain();
    set_chain(t);
}

static void leave(Try *t)
{
    set_chain(t->next);
}

static void note(Record *r, Try *at)
{
    if (r->flags & UNWINDING) {
        at->unwound++;
    } else {
        at->calls++;
        memcpy(&at->seen, r, sizeof(*r));
    }
}

/* Past the instruction, whose length the handler's user says in ebx. */
static int skip(Record *r, Try *at, Context *c, void *dispatcher)
{
    note(r, at);
    c->eip += c->ebx;
    c->eax = 0x5a5a;
    return GO_ON;
}

static int pass_on(Record *r, Try *at, Context *c, void *dispatcher)
{
    note(r, at);
    return SEARCH_ON;
}

/* __except: the rest of the chain goes, the program goes on there. */
static int take(Record *r, Try *at, Context *c, void *dispatcher)
{
    note(r, at);
    if (r->flags & UNWINDING) {
        return SEARCH_ON;
    }
    kernel.RtlUnwind(at, NULL, r, NULL);
    __builtin_longjmp(at->jump, 1);
}

static int go_on(Record *r, Try *at, Context *c, void *dispatcher)
{
    note(r, at);
    return GO_ON;
}

static void processor(void)
{
    uint32_t result = 0;
    Try t;

    enter(&t, skip);
    __asm__ volatile("mov $2, %%ebx; xor %%ecx, %%ecx; xor %%edx, %%edx;"
                     "mov $7, %%eax; div %%ecx"
                     : "=a"(result) : : "ebx", "ecx", "edx", "memory");
    same(t.seen.code, 0xc0000094, "a division by zero");
    same(result, 0x5a5a, "goes on as the handler says");
    __asm__ volatile("mov $2, %%ebx; mov $0x4, %%ecx; mov (%%ecx), %%eax"
                     : "=a"(result) : : "ebx", "ecx", "memory");
    same(t.seen.code, 0xc0000005, "a read of nothing");
    ok(t.seen.count == 2 && t.seen.parameter[0] == 0 &&
       t.seen.parameter[1] == 4, "says what and where");
    __asm__ volatile("mov $2, %%ebx; mov $0x8, %%ecx; mov %%eax, (%%ecx)"
                     : "=a"(result) : : "ebx", "ecx", "memory");
    ok(t.seen.parameter[0] == 1 && t.seen.parameter[1] == 8, "and a write");
    __asm__ volatile("mov $2, %%ebx; ud2"
                     : "=a"(result) : : "ebx", "memory");
    same(t.seen.code, 0xc000001d, "no instruction");
    __asm__ volatile("mov $1, %%ebx; int3"
                     : "=a"(result) : : "ebx", "memory");
    same(t.seen.code, 0x80000003, "a breakpoint");
    same(t.calls, 5, "the handler was called for each");
    same(kernel.KeGetCurrentIrql(), 0, "the level is as before");
    leave(&t);
}

static void raised(void)
{
    Record r = { .code = 0xe0001234, .count = 1, .parameter = { 77 } };
    Try outer, inner;

    enter(&outer, go_on);
    enter(&inner, pass_on);
    kernel.RtlRaiseException(&r);
    same(inner.calls, 1, "the newest handler is asked first");
    same(outer.calls, 1, "then the next");
    same(outer.seen.code, 0xe0001234, "of what was raised");
    ok(outer.seen.parameter[0] == 77 && r.address, "with all of it");
    leave(&inner);
    leave(&outer);
}

static void __attribute__((noinline)) fail(void)
{
    Try inner;

    enter(&inner, pass_on);
    kernel.RtlRaiseStatus(0xc0000123);
    ok(false, "nobody comes back from a status");
}

static void unwound(void)
{
    volatile uint32_t came = 0;
    Try outer, middle;
    Try *before = chain();

    enter(&outer, take);
    enter(&middle, pass_on);
    if (__builtin_setjmp(outer.jump) == 0) {
        fail();
        came = 1;
    }
    same(came, 0, "the program goes on at its handler");
    same(outer.seen.code, 0xc0000123, "with the status");
    ok(outer.seen.flags & NONCONTINUABLE, "that cannot be continued");
    same(middle.unwound, 1, "who is left was told");
    same(outer.unwound, 0, "who stays was not");
    ok(chain() == &outer, "the chain begins there");
    leave(&outer);
    ok(chain() == before, "and is as before");
}

/* An exception inside a handler goes to the handlers again. */
static int twice(Record *r, Try *at, Context *c, void *dispatcher)
{
    Record again = { .code = 0xe0000002 };

    note(r, at);
    if (r->code == 0xe0000001) {
        kernel.RtlRaiseException(&again);
    }
    return GO_ON;
}

static void nested(void)
{
    Record r = { .code = 0xe0000001 };
    Try t;

    enter(&t, twice);
    kernel.RtlRaiseException(&r);
    same(t.calls, 2, "an exception in a handler");
    leave(&t);
}

static void __attribute__((noinline, optimize("no-omit-frame-pointer")))
capture(Context *c)
{
    __asm__ volatile("" : : : "memory");
    kernel.RtlCaptureContext(c);
    __asm__ volatile("" : : "r"(c) : "memory");
}

static void context(void)
{
    uint32_t here;
    Context c;

    memset(&c, 0, sizeof(c));
    capture(&c);
    __asm__ volatile("mov %%esp, %0" : "=r"(here));
    ok(c.flags && c.cs == 8 && c.ss == 0x10, "a captured context");
    ok(c.esp >= here - 64 && c.esp <= here + 512, "has the stack");
    ok(c.eip > (uint32_t)context && c.eip < (uint32_t)context + 4096,
       "and where it is from");
}

void test_exceptions(void)
{
    processor();
    raised();
    unwound();
    nested();
    context();
}
