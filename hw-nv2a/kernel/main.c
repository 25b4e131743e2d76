/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the first C instruction to the program's first thread. */
#include "device.h"
#include "layout.h"

extern const uint8_t kernel_end[];
void kernel_main(void);

static const NvKernelTable *table(void)
{
    return (const NvKernelTable *)(NV_KERNEL_TOP + NV_KERNEL_TABLE_OFFSET);
}

#define DISC "\\Device\\CdRom0\\"

enum { STACK_MOST = 0x100000 };

/* What stands in flash; its place there is checked like all the rest. */
static const uint8_t *from_flash(const NvKernelFile *f, char *name)
{
    uint32_t n = str_length(DISC);

    memcpy(name, DISC, n);
    memcpy(name + n, f->name, sizeof(f->name));
    if (f->address < 0xff000000u || f->size > -f->address) {
        fatal("%s: %u bytes at %08x are not in flash", name, f->size,
              f->address);
    }
    return (const uint8_t *)f->address;
}

/*
 * The first thread: it may wait for drives.  Programs look for their files
 * where their name says they come from; that is the disc also for those in
 * flash.
 */
static void STDCALL start_program(void *context)
{
    const NvKernelTable *t = table();
    char name[NAME_SIZE] = DISC "default.xbe";
    bool again = launch_path(name);
    uint32_t size = t->file[0].size, stack, entry, flags;
    const uint8_t *file;
    uint8_t *loaded = NULL;
    void *start[3] = { NULL };
    Thread *thread;

    devices_init();
    file = t->count && !again ? from_flash(&t->file[0], name) :
                      (loaded = file_load(name, &size));
    entry = xbe_load(file, size, name, &stack);
    pool_give(loaded);
    start[1] = (void *)entry;
    thread = thread_new(start, stack > STACK_MOST ? STACK_MOST : stack, 0);
    if (!thread) {
        fatal("%s: no memory for its first thread", name);
    }
    flags = lock();
    sched_ready(thread);
    unlock(flags);
}

void kernel_main(void)
{
    const NvKernelTable *t = table();
    void *first[3] = { NULL };
    Thread *thread;

    print_init();
    cpu_init();
    pages_init((uint32_t)kernel_end);
    launch_init();
    virtual_init();
    sched_init();
    hal_init();
    irq_init();
    if (t->magic != NV_KERNEL_MAGIC) {
        fatal("the flash image has no table of programs");
    }
    clock_init(t->pit_hz, t->pm_timer_hz);
    eeprom_init();
    names_init();
    first[1] = start_program;
    thread = thread_new(first, 0, 0);
    if (!thread) {
        fatal("no memory for the first thread");
    }
    sched_ready(thread);
    sched_start();
}
