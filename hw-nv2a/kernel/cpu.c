/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The processor: segments, interrupt table, control registers, exceptions.
 *
 * A thread's floating point state is switched with it (sched.c).  Interrupt
 * routines and DPCs may use the unit too: while one runs CR0.TS is set, and
 * its first use saves what it interrupted.
 */
#include "exception.h"

enum {
    CODE_SELECTOR = 0x08, DATA_SELECTOR = 0x10, FS_SELECTOR = 0x20,
    VECTOR_NO_FPU = 7, VECTOR_PAGE_FAULT = 14, VECTOR_DEBUG = 0x2d,
    VECTOR_IRQ = 0x30,
    CR0_MP = 0x2, CR0_EM = 0x4, CR0_TS = 0x8, CR0_NE = 0x20,
    CR0_WP = 0x10000, CR4_OSFXSR = 0x200, CR4_OSXMMEXCPT = 0x400,
    MSR_APIC_BASE = 0x1b, FPU_LEVELS = 3,
};
#define CR0_CACHE_OFF 0x60000000u

Processor cpu;
extern const uint32_t vectors[64];      /* start.S */

static uint64_t gdt[5];
static uint64_t idt[64];
static uint8_t fpu_interrupted[FPU_LEVELS][512] __attribute__((aligned(16)));
static bool fpu_taken[FPU_LEVELS];
static unsigned level;                  /* interrupts inside each other */

typedef struct TableAddress {
    uint16_t limit;
    uint32_t base;
} __attribute__((packed)) TableAddress;

static void load_tables(void)
{
    uint32_t pcr = (uint32_t)&cpu;
    TableAddress t = { sizeof(gdt) - 1, (uint32_t)gdt };

    gdt[1] = 0x00cf9b000000ffffull;
    gdt[2] = 0x00cf93000000ffffull;
    gdt[4] = 0x004093000000ffffull | (uint64_t)(pcr & 0xffffff) << 16 |
             (uint64_t)(pcr >> 24) << 56;
    __asm__ volatile("lgdt %0\n\t"
                     "ljmp %3, $1f\n"
                     "1: mov %1, %%ds\n\t"
                     "mov %1, %%es\n\t"
                     "mov %1, %%ss\n\t"
                     "mov %1, %%gs\n\t"
                     "mov %2, %%fs"
                     : : "m"(t), "r"(DATA_SELECTOR), "r"(FS_SELECTOR),
                     "i"(CODE_SELECTOR) : "memory");
    for (unsigned i = 0; i < ARRAY_SIZE(idt); i++) {
        idt[i] = (uint64_t)(vectors[i] & 0xffff0000) << 32 |
                 0x8e0000000000ull | CODE_SELECTOR << 16 |
                 (vectors[i] & 0xffff);
    }
    t = (TableAddress) { sizeof(idt) - 1, (uint32_t)idt };
    __asm__ volatile("lidt %0" : : "m"(t));
}

static uint32_t read_cr0(void)
{
    uint32_t v;

    __asm__ volatile("mov %%cr0, %0" : "=r"(v));
    return v;
}

static void write_cr0(uint32_t v)
{
    __asm__ volatile("mov %0, %%cr0" : : "r"(v) : "memory");
}

void cpu_init(void)
{
    uint32_t cr4;

    load_tables();
    __asm__ volatile("mov %%cr4, %0" : "=r"(cr4));
    cr4 |= CR4_OSFXSR | CR4_OSXMMEXCPT;
    __asm__ volatile("mov %0, %%cr4" : : "r"(cr4));
    write_cr0((read_cr0() & ~(CR0_CACHE_OFF | CR0_EM | CR0_TS)) | CR0_MP |
              CR0_NE | CR0_WP);
    __asm__ volatile("fninit");
    /* The 8259 reaches the processor only past a local APIC that is off. */
    __asm__ volatile("wrmsr" : : "c"(MSR_APIC_BASE), "a"(0), "d"(0));
    cpu.exception_list = (void *)-1;
    cpu.self_tib = cpu.self = &cpu;
    cpu.block = &cpu.thread;
}

static void fpu_used(void)
{
    static const uint32_t mxcsr = 0x1f80;
    unsigned i = level - 1;

    __asm__ volatile("clts");
    if (level && !fpu_taken[i]) {
        __asm__ volatile("fxsave %0" : "=m"(fpu_interrupted[i]));
        __asm__ volatile("fninit; ldmxcsr %0" : : "m"(mxcsr));
        fpu_taken[i] = true;
    }
}

static void interrupt(const Frame *frame)
{
    if (level == FPU_LEVELS) {
        fatal("interrupts inside each other, vector %x", frame->vector);
    }
    fpu_taken[level++] = false;
    write_cr0(read_cr0() | CR0_TS);
    irq_enter(frame);
    level--;
    if (fpu_taken[level]) {
        __asm__ volatile("fxrstor %0" : : "m"(fpu_interrupted[level]));
    }
    if (!level || fpu_taken[level - 1]) {
        __asm__ volatile("clts");
    }
    sched_quantum();
}

static void exception(const Frame *f)
{
    static const char *const names[] = {
        "division", "debug", "NMI", "breakpoint", "overflow", "bound",
        "invalid opcode", "no FPU", "double fault", "FPU segment",
        "invalid TSS", "segment not present", "stack", "protection",
        "page fault", "reserved", "floating point", "alignment",
        "machine check", "SIMD floating point",
    };
    static bool inside;
    const uint32_t *stack = (const uint32_t *)(&f->eflags + 1);
    uint32_t address;

    __asm__ volatile("mov %%cr2, %0" : "=r"(address));
    if (!inside && !level) {
        exception_frame(f, address);
    }
    if (!inside) {
        inside = true;
        print("\nexception %u (%s) in thread %u at %08x, error %x, level %u\n"
              "eax %08x ebx %08x ecx %08x edx %08x\n"
              "esi %08x edi %08x ebp %08x esp %08x flags %08x\n",
              f->vector, f->vector < ARRAY_SIZE(names) ? names[f->vector] :
              "?", current() ? current()->id : 0, f->eip, f->error, cpu.irql,
              f->eax, f->ebx, f->ecx, f->edx, f->esi, f->edi, f->ebp,
              (uint32_t)stack, f->eflags);
        if (f->vector == VECTOR_PAGE_FAULT) {
            print("address %08x\n", address);
        }
        for (unsigned i = 0; i < 8; i++) {
            print("%08x%c", stack[i], i == 7 ? '\n' : ' ');
        }
    }
    power_off();
}

/*
 * int 2D, which programs end their text for a debugger with: eax 1 prints
 * the counted string at ecx.  There is no debugger, so other services do
 * nothing; the int3 behind the instruction is skipped [doc].
 */
static void debug_service(Frame *frame)
{
    const String *s = (const String *)frame->ecx;

    if (frame->eax == 1) {
        print("%.*s", s->length, s->text);
    }
    frame->eip++;
}

void cpu_frame(Frame *frame)
{
    if (frame->vector == VECTOR_NO_FPU) {
        fpu_used();
    } else if (frame->vector == VECTOR_DEBUG) {
        debug_service(frame);
    } else if (frame->vector >= VECTOR_IRQ) {
        interrupt(frame);
    } else {
        exception(frame);
    }
}

void fatal(const char *format, ...)
{
    char text[200];
    va_list args;

    __asm__ volatile("cli");
    va_start(args, format);
    format_text(text, sizeof(text), format, args);
    va_end(args);
    print("kernel: %s\n", text);
    power_off();
}

uint8_t STDCALL KeGetCurrentIrql(void)
{
    return cpu.irql;
}

/*
 * Above DISPATCH no interrupt comes at all: stricter than the interface,
 * which lets the higher ones through.
 */
uint8_t FASTCALL KfRaiseIrql(uint8_t irql)
{
    uint8_t old = cpu.irql;

    if (irql > IRQL_DISPATCH) {
        __asm__ volatile("cli" : : : "memory");
    }
    cpu.irql = irql;
    return old;
}

void FASTCALL KfLowerIrql(uint8_t irql)
{
    bool masked = cpu.irql > IRQL_DISPATCH;

    cpu.irql = irql;
    if (masked && irql <= IRQL_DISPATCH) {
        __asm__ volatile("sti" : : : "memory");
    }
    if (irql < IRQL_DISPATCH) {
        unlock(lock());
    }
}

void FASTCALL KiUnlockDispatcherDatabase(uint8_t irql)
{
    KfLowerIrql(irql);
}

uint8_t STDCALL KeRaiseIrqlToDpcLevel(void)
{
    return KfRaiseIrql(IRQL_DISPATCH);
}

uint8_t STDCALL KeRaiseIrqlToSynchLevel(void)
{
    return KfRaiseIrql(IRQL_DISPATCH);
}

void STDCALL KeBugCheckEx(uint32_t code, uint32_t a, uint32_t b, uint32_t c,
                          uint32_t d)
{
    fatal("the program stopped: code %08x (%08x %08x %08x %08x)", code, a, b,
          c, d);
}

void STDCALL KeBugCheck(uint32_t code)
{
    KeBugCheckEx(code, 0, 0, 0, 0);
}

uint32_t FASTCALL InterlockedExchange(volatile uint32_t *p, uint32_t v)
{
    return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);
}

uint32_t FASTCALL InterlockedExchangeAdd(volatile uint32_t *p, uint32_t v)
{
    return __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST);
}

uint32_t FASTCALL InterlockedIncrement(volatile uint32_t *p)
{
    return __atomic_add_fetch(p, 1, __ATOMIC_SEQ_CST);
}

uint32_t FASTCALL InterlockedDecrement(volatile uint32_t *p)
{
    return __atomic_sub_fetch(p, 1, __ATOMIC_SEQ_CST);
}

uint32_t FASTCALL InterlockedCompareExchange(volatile uint32_t *p, uint32_t v,
                                             uint32_t expected)
{
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    return expected;
}
