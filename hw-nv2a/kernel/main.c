/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the first C instruction to the program's first thread. */
#include "kernel.h"
#include "layout.h"

extern const uint8_t kernel_end[];
void kernel_main(void);

static const NvKernelTable *table(void)
{
    return (const NvKernelTable *)(NV_KERNEL_TOP + NV_KERNEL_TABLE_OFFSET);
}

/* The program in flash; its place there is checked like all the rest. */
static void start_program(void *context)
{
    const NvKernelFile *f = &table()->file[0];
    static char name[sizeof(f->name) + 1];
    uint32_t stack, entry;
    void *start[3] = { NULL };
    Thread *t;

    memcpy(name, f->name, sizeof(f->name));
    if (f->address < 0xff000000u || f->size > -f->address) {
        fatal("%s: %u bytes at %08x are not in flash", name, f->size,
              f->address);
    }
    entry = xbe_load((const uint8_t *)f->address, f->size, name, &stack);
    start[1] = (void *)entry;
    t = thread_new(start, stack > 0x100000 ? 0x100000 : stack, 0);
    if (!t) {
        fatal("%s: no memory for its first thread", name);
    }
    sched_ready(t);
}

void kernel_main(void)
{
    const NvKernelTable *t = table();

    print_init();
    cpu_init();
    pages_init((uint32_t)kernel_end);
    virtual_init();
    sched_init();
    irq_init();
    if (t->magic != NV_KERNEL_MAGIC) {
        fatal("the flash image has no table of programs");
    }
    clock_init(t->pit_hz, t->pm_timer_hz);
    eeprom_init();
    names_init();
    if (!t->count) {
        fatal("the flash image has no program");
    }
    start_program(NULL);
    sched_start();
}
