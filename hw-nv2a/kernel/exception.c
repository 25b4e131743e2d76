/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Structured exceptions: a chain of handlers from fs:[0], on the thread's own
 * stack.  Programs bring the handlers, with what their compiler makes of
 * __try; here are the walks over them.
 */
#include "calls.h"
#include "exception.h"

enum {
    GO_ON, SEARCH_ON,                   /* what handlers answer */
    DEPTH_MOST = 8,                     /* exceptions inside exceptions */
    CHAIN_MOST = 4096,                  /* a chain may be a ring */
    EFLAGS_IF = 0x200,
};

typedef struct Registration Registration;
typedef int Handler(ExceptionRecord *r, Registration *at, Context *c,
                    void *dispatcher);
struct Registration {
    Registration *next;
    Handler *handler;
};
#define CHAIN_END ((Registration *)-1)

static Registration *chain(void)
{
    return cpu.exception_list;
}

/* A record lies on the thread's stack. */
static bool is_registration(const Registration *at)
{
    const Thread *t = current();

    return !((uint32_t)at % 4) && (const void *)at >= t->stack_limit &&
           (const void *)(at + 1) <= t->stack_base;
}

bool exception_dispatch(ExceptionRecord *r, Context *c)
{
    Registration *at = chain(), *asked;
    Thread *t = current();
    bool handled = false;
    uint32_t n = 0;

    if (t->exceptions >= DEPTH_MOST) {
        return false;
    }
    t->exceptions++;
    while (at != CHAIN_END && !handled) {
        uint32_t dispatcher = 0;

        if (!is_registration(at) || n++ == CHAIN_MOST) {
            r->flags |= EXCEPTION_STACK_INVALID;
            break;
        }
        asked = at;
        at = at->next;
        handled = asked->handler(r, asked, c, &dispatcher) == GO_ON;
    }
    t->exceptions--;
    if (handled && r->flags & EXCEPTION_NONCONTINUABLE) {
        fatal("a handler continues the exception %08x at %p, which cannot be",
              r->code, r->address);
    }
    return handled;
}

void STDCALL exception_raise(ExceptionRecord *r, Context *c)
    __attribute__((noreturn));
void STDCALL exception_raise(ExceptionRecord *r, Context *c)
{
    r->address = (void *)c->eip;
    if (!exception_dispatch(r, c)) {
        fatal("exception %08x raised at %p in thread %u, nobody handles it",
              r->code, r->address, current()->id);
    }
    context_resume(c);
}

/* @to stays; NULL: all go. */
void STDCALL exception_unwind(Registration *to, ExceptionRecord *r, Context *c)
{
    ExceptionRecord own = { .code = STATUS_UNWIND, .address = (void *)c->eip };

    r = r ? r : &own;
    r->flags |= EXCEPTION_UNWINDING | (to ? 0 : EXCEPTION_EXIT_UNWIND);
    current()->exceptions = 0;
    while (chain() != to && (to || chain() != CHAIN_END)) {
        Registration *at = chain();
        uint32_t dispatcher = 0;

        if (!is_registration(at)) {
            fatal("unwinding to %p from %p, which is no handler's record",
                  (void *)to, (void *)at);
        }
        at->handler(r, at, c, &dispatcher);
        cpu.exception_list = at->next;
    }
}

/* --- the processor's own --- */

static const struct {
    uint8_t vector;
    Status code;
} codes[] = {
    { 0, 0xc0000094 }, { 1, 0x80000004 }, { 3, STATUS_BREAKPOINT },
    { 4, 0xc0000095 }, { 5, 0xc000008c }, { 6, 0xc000001d },
    { 13, STATUS_ACCESS_VIOLATION }, { 14, STATUS_ACCESS_VIOLATION },
    { 16, 0xc0000090 }, { 17, 0x80000002 }, { 19, 0xc00002b4 },
};

static bool describe(const Frame *f, uint32_t address, ExceptionRecord *r)
{
    for (unsigned i = 0; i < ARRAY_SIZE(codes); i++) {
        if (codes[i].vector != f->vector) {
            continue;
        }
        *r = (ExceptionRecord) { .code = codes[i].code,
                                 .address = (void *)f->eip };
        if (r->code == STATUS_ACCESS_VIOLATION) {
            r->count = 2;
            r->parameter[0] = f->vector == 14 ? f->error >> 1 & 1 : 0;
            r->parameter[1] = f->vector == 14 ? address : ~0u;
        }
        /* doc: the breakpoint's address is its own, not the next one's. */
        r->address = (void *)(f->eip - (r->code == STATUS_BREAKPOINT));
        return true;
    }
    return false;
}

void exception_frame(const Frame *f, uint32_t address)
{
    Context c = {
        .flags = CONTEXT_FULL, .edi = f->edi, .esi = f->esi, .ebx = f->ebx,
        .edx = f->edx, .ecx = f->ecx, .eax = f->eax, .ebp = f->ebp,
        .eip = f->eip, .cs = f->cs, .eflags = f->eflags,
        .esp = (uint32_t)(&f->eflags + 1), .ss = 0x10,
    };
    ExceptionRecord r;

    if (cpu.irql >= IRQL_DISPATCH || chain() == CHAIN_END ||
        !describe(f, address, &r)) {
        return;
    }
    c.eip = (uint32_t)r.address;
    if (f->eflags & EFLAGS_IF) {
        __asm__ volatile("sti" : : : "memory");
    }
    if (exception_dispatch(&r, &c)) {
        context_resume(&c);
    }
    __asm__ volatile("cli" : : : "memory");
}
