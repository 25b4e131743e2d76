/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bundled guest's lit torus as a program of the console: card, push
 * buffer, vertex program and combiners are the same files; memory, picture
 * and interrupts come from the kernel.
 *
 * Turns some frames, measures the vertical blanks, shows the torus as the
 * reference picture has it and waits for a byte on COM1.
 */
#include "guest.h"
#include "regs.h"
#include "vp.h"
#include "xbe.h"

enum {
    FRAMES = 30, BLANKS = 120, VIDEO_LINE = 3, MODE = 0x04010101,
    FORMAT_A8R8G8B8 = 0x12, VRAM_SIZE = 0x800000,
    INSTANCE_MORE = 0x4000,             /* card.c's, under the kernel's */
};

volatile uint32_t irq_vblanks, irq_engines, irq_total;
Options options = { .irq = 1 };

static uint32_t vram_next = VRAM_HEAP;
static Interrupt interrupt;
static Dpc dpc;
static Disp blank;

void start(void);

/* --- what the bare-metal guest has of its own --- */

void *mem_alloc(uint32_t size, uint32_t align)
{
    void *p = kernel.MmAllocateContiguousMemoryEx(size, 0, ~0u, align, 4);

    if (!p) {
        fatal("out of memory: %u bytes", size);
    }
    memset(p, 0, size);
    return p;
}

uint32_t vram_alloc(uint32_t size, uint32_t align)
{
    uint32_t at = (vram_next + align - 1) & ~(align - 1);

    if (at + size > VRAM_BASE + VRAM_SIZE) {
        fatal("out of VRAM: %u bytes", size);
    }
    vram_next = at + size;
    return at;
}

/* The counter's 3.375 MHz are 27 counts in 8000 ns. */
uint64_t time_ns(void)
{
    uint64_t count = kernel.KeQueryPerformanceCounter();

    return div64(count * 8000, 27);
}

uint64_t div64(uint64_t n, uint32_t d)
{
    uint32_t high = n >> 32, low = n, rest = high % d;

    __asm__("divl %4" : "=a"(low), "=d"(rest)
            : "0"(low), "1"(rest), "r"(d));
    return (uint64_t)(high / d) << 32 | low;
}

void leave(void)
{
    print("DONE passed=%u failed=%u\n", checks_passed, checks_failed);
    kernel.HalInitiateShutdown();
    for (;;) {
    }
}

void scene_half(char letter)
{
}

static void STDCALL tell(Dpc *d, void *context, void *a, void *b)
{
    kernel.KeSetEvent(&blank, 0, false);
}

static uint8_t STDCALL handle(Interrupt *i, void *context)
{
    uint32_t pending = rd(PMC_INTR);

    irq_total++;
    if (rd(PCRTC_INTR) & 1) {
        wr(PCRTC_INTR, 1);
        irq_vblanks++;
        kernel.KeInsertQueueDpc(&dpc, NULL, NULL);
    }
    if (pending & ~PMC_PCRTC0) {
        wr(PMC_INTR_EN, 0);
        irq_engines++;
    }
    return pending != 0;
}

bool mode_wait_vblank(void)
{
    int64_t limit = MILLISECONDS(1000);

    return kernel.KeWaitForSingleObject(&blank, 0, 0, false, &limit) == 0;
}

void mode_show(uint32_t vram_offset)
{
    if (!mode_wait_vblank()) {
        check("vblank", false, "no vertical blank within a second");
    }
    wr(PCRTC_START, vram_offset);
}

static void video(void)
{
    uint8_t irql;
    uint32_t vector = kernel.HalGetInterruptVector(VIDEO_LINE, &irql);

    kernel.KeInitializeEvent(&blank, 1, false);
    kernel.KeInitializeDpc(&dpc, tell, NULL);
    kernel.KeInitializeInterrupt(&interrupt, handle, NULL, vector, irql, 0,
                                 true);
    while (kernel.AvSetDisplayMode((void *)card.mmio, 0, MODE,
                                   FORMAT_A8R8G8B8, PITCH, VRAM_COLOR0)) {
    }
    kernel.KeConnectInterrupt(&interrupt);
    wr(PCRTC_INTR, 1);
    wr(PCRTC_INTR_EN, 1);
    wr(PMC_INTR_EN, 1);
}

/* --- the program --- */

static void memory(void)
{
    uint32_t padding, top;

    top = PHYSICAL(kernel.MmClaimGpuInstanceMemory(~0u, &padding)) - 0x5000;
    if (!kernel.MmAllocateContiguousMemoryEx(INSTANCE_MORE,
                                             top - INSTANCE_MORE, top - 1, 0,
                                             4) ||
        !kernel.MmAllocateContiguousMemoryEx(VRAM_SIZE, VRAM_BASE,
                                             VRAM_BASE + VRAM_SIZE - 1, 0,
                                             4)) {
        fatal("memory that must be free is not");
    }
}

static void blanks(void)
{
    uint64_t begin, ns;
    uint32_t first, n, rate;

    mode_wait_vblank();
    begin = time_ns();
    first = irq_vblanks;
    while (irq_vblanks - first < BLANKS && mode_wait_vblank()) {
    }
    ns = time_ns() - begin;
    n = irq_vblanks - first;
    /* In 1/1000 Hz. */
    rate = (uint32_t)div64((uint64_t)n * 1000000000u,
                           (uint32_t)div64(ns, 1000));
    check("vblank", n == BLANKS && rate > 59640 && rate < 60240,
          "%u vertical blanks in %u us, %u in 1000 s", n,
          (uint32_t)div64(ns, 1000), rate);
}

void start(void)
{
    uint32_t n;

    serial_init();
    memory();
    card_init(0);
    video();
    draw_init();
    vp_check();
    scene_a.setup();
    draw_defaults();
    for (n = 0; n < FRAMES; n++) {
        scene_a.draw((float)n * 0.02f);
        draw_present();
    }
    blanks();
    scene_a.check();
    draw_defaults();
    scene_a.draw(0);
    draw_present();
    mode_wait_vblank();
    print("READY\n");
    serial_getc();
    leave();
}
