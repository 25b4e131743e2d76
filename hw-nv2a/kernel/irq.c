/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupts: the two 8259s, routines of programs on their lines, and the
 * deferred calls that those leave for later.
 */
#include "kernel.h"
#include "ports.h"

enum {
    LINES = 16, SHARED = 4, VECTOR_BASE = 0x30, LINE_CLOCK = 0,
    LINE_CASCADE = 2, IRQL_TOP = 26,
    PIC1 = 0x20, PIC2 = 0xa0, ELCR = 0x4d0,
    /* PCI functions: USB 1 and 9, GPU 3, network 4, APU 5, ACI 6. */
    LEVEL_LINES = 0x027a,
};

static Interrupt *routines[LINES][SHARED];
static uint16_t masked = 0xffff & ~(1 << LINE_CLOCK | 1 << LINE_CASCADE);
static List dpcs = { &dpcs, &dpcs };

static void write_mask(void)
{
    out8(PIC1 + 1, masked);
    out8(PIC2 + 1, masked >> 8);
}

void irq_init(void)
{
    static const uint8_t words[4][2] = {
        { 0x11, 0x11 },                 /* cascade, four words */
        { VECTOR_BASE, VECTOR_BASE + 8 },
        { 1 << LINE_CASCADE, LINE_CASCADE },
        { 1, 1 },                       /* 8086 */
    };

    for (unsigned i = 0; i < 4; i++) {
        out8(PIC1 + (i != 0), words[i][0]);
        out8(PIC2 + (i != 0), words[i][1]);
    }
    out8(ELCR, LEVEL_LINES & 0xff);
    out8(ELCR + 1, LEVEL_LINES >> 8);
    write_mask();
}

/* The lowest of each chip's lines is also where nothing was. */
static bool spurious(unsigned line)
{
    uint16_t port = line < 8 ? PIC1 : PIC2;

    if (line % 8 != 7) {
        return false;
    }
    out8(port, 0x0b);                   /* read what is in service */
    if (in8(port) & 0x80) {
        return false;
    }
    if (line >= 8) {
        out8(PIC1, 0x20);
    }
    return true;
}

static void acknowledge(unsigned line)
{
    if (line >= 8) {
        out8(PIC2, 0x20);
    }
    out8(PIC1, 0x20);
}

void irq_enter(const Frame *frame)
{
    unsigned line = frame->vector - VECTOR_BASE;
    uint8_t irql = cpu.irql;

    if (line >= LINES || spurious(line)) {
        return;
    }
    cpu.irql = IRQL_TOP - line;
    if (line == LINE_CLOCK) {
        clock_tick();
    }
    for (unsigned i = 0; i < SHARED; i++) {
        Interrupt *r = routines[line][i];

        if (r) {
            r->count++;
            r->routine(r, r->context);
            __asm__ volatile("cli" : : : "memory");
        }
    }
    acknowledge(line);
    cpu.irql = irql;
    if (irql < IRQL_DISPATCH) {
        dpc_run();
    }
}

/* --- deferred calls --- */

bool dpc_waiting(void)
{
    return !cpu.dpc_active && !list_empty(&dpcs);
}

/* Called with interrupts off; they are on while a routine runs. */
void dpc_run(void)
{
    uint8_t irql = cpu.irql;

    cpu.irql = IRQL_DISPATCH;
    while (dpc_waiting()) {
        Dpc *d = CONTAINER(dpcs.next, Dpc, link);
        DpcRoutine *routine = d->routine;
        void *context = d->context, *a = d->argument[0], *b = d->argument[1];

        list_remove(&d->link);
        d->inserted = false;
        cpu.dpc_active = true;
        __asm__ volatile("sti" : : : "memory");
        routine(d, context, a, b);
        __asm__ volatile("cli" : : : "memory");
        cpu.dpc_active = false;
    }
    cpu.irql = irql;
}

void STDCALL KeInitializeDpc(Dpc *d, DpcRoutine *routine, void *context)
{
    d->type = DISP_DPC;                 /* nothing else is touched [hw] */
    d->inserted = false;
    d->routine = routine;
    d->context = context;
}

uint8_t STDCALL KeInsertQueueDpc(Dpc *d, void *a, void *b)
{
    uint32_t flags = lock();
    bool was = d->inserted;

    if (!was) {
        d->inserted = true;
        d->argument[0] = a;
        d->argument[1] = b;
        list_insert(&dpcs, &d->link);
    }
    unlock(flags);
    return !was;
}

uint8_t STDCALL KeRemoveQueueDpc(Dpc *d)
{
    uint32_t flags = lock();
    bool was = d->inserted;

    if (was) {
        d->inserted = false;
        list_remove(&d->link);
    }
    unlock(flags);
    return was;
}

/*
 * Calls wait in lists that are looked at whenever the level falls, so there
 * is no request that must be kept.  On the console one at a level that would
 * allow it does not run them at once either [hw: a public test].
 */
void FASTCALL HalRequestSoftwareInterrupt(uint8_t level)
{
}

uint32_t STDCALL KeIsExecutingDpc(void)
{
    return cpu.dpc_active;
}

/* --- programs' interrupt routines --- */

uint32_t STDCALL HalGetInterruptVector(uint32_t line, uint8_t *irql)
{
    if (line >= LINES) {
        return 0;
    }
    if (irql) {
        *irql = IRQL_TOP - line;
    }
    return VECTOR_BASE + line;
}

typedef struct InterruptArgs {
    Interrupt *interrupt;
    uint8_t STDCALL (*routine)(Interrupt *, void *);
    void *context;
    uint32_t vector;
    uint8_t irql, pad[3];
    uint32_t mode;
    uint8_t share, pad_share[3];
} InterruptArgs;

void STDCALL KeInitializeInterrupt(InterruptArgs a)
{
    Interrupt *i = a.interrupt;

    memset(i, 0, sizeof(*i));
    i->routine = a.routine;
    i->context = a.context;
    i->level = a.vector - VECTOR_BASE;
    i->irql = a.irql;
    i->mode = a.mode;
    i->share = a.share;
}

uint8_t STDCALL KeConnectInterrupt(Interrupt *i)
{
    uint32_t flags = lock();

    if (i->level < LINES && !i->connected) {
        for (unsigned n = 0; n < SHARED && !i->connected; n++) {
            if (!routines[i->level][n]) {
                routines[i->level][n] = i;
                i->connected = true;
                masked &= ~(1 << i->level);
                write_mask();
            }
        }
    }
    unlock(flags);
    return i->connected;
}

uint8_t STDCALL KeDisconnectInterrupt(Interrupt *i)
{
    uint32_t flags = lock();
    bool was = i->connected, others = i->level == LINE_CLOCK;

    for (unsigned n = 0; was && n < SHARED; n++) {
        if (routines[i->level][n] == i) {
            routines[i->level][n] = NULL;
        }
        others |= routines[i->level][n] != NULL;
    }
    i->connected = false;
    if (was && !others) {
        masked |= 1 << i->level;
        write_mask();
    }
    unlock(flags);
    return was;
}

uint8_t STDCALL KeSynchronizeExecution(Interrupt *i,
                                       uint8_t STDCALL (*routine)(void *),
                                       void *context)
{
    uint32_t flags = lock();
    uint8_t old = cpu.irql, result;

    cpu.irql = i->irql;
    result = routine(context);
    cpu.irql = old;
    unlock(flags);
    return result;
}

void STDCALL HalEnableSystemInterrupt(uint32_t line, uint32_t mode)
{
    uint32_t flags = lock();
    uint16_t port = ELCR + (line >= 8 ? 1 : 0);

    if (line < LINES) {
        uint8_t bit = 1 << line % 8;

        out8(port, mode ? in8(port) & ~bit : in8(port) | bit);
        masked &= ~(1 << line);
        write_mask();
    }
    unlock(flags);
}

void STDCALL HalDisableSystemInterrupt(uint32_t line)
{
    uint32_t flags = lock();

    if (line < LINES && line != LINE_CLOCK && line != LINE_CASCADE) {
        masked |= 1 << line;
        write_mask();
    }
    unlock(flags);
}
