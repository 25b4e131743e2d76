/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes of a whole command moved by the controller (doc: bus master IDE, 1.0)
 * while the thread that wants them sleeps: a poll of a drive's status takes
 * what the one who emulates it needs.
 */
#include "calls.h"
#include "ide.h"
#include "ports.h"

enum {
    MASTER = 0xff60, MASTER_COMMAND = MASTER, MASTER_STATUS = MASTER + 2,
    MASTER_TABLE = MASTER + 4,
    START = 1, TO_MEMORY = 8,
    ACTIVE = 1, FAILED = 2, INTERRUPT = 4,
    LINE = 14, ROWS = IDE_DMA_MOST / PAGE + 1,
    LOOK_MS = 100,
};
#define LAST_ROW 0x80000000u

/* A row stays inside its 64 KiB, since it stays inside its page. */
static struct Row {
    uint32_t address, size;
} table[ROWS] __attribute__((aligned(256)));
static uint8_t direction;
static volatile uint8_t seen;           /* of MASTER_STATUS, by interrupts */
static Dpc dpc;
static Disp done;

static uint8_t STDCALL on_interrupt(Interrupt *i, void *context)
{
    uint8_t status = in8(MASTER_STATUS);

    if (!(status & INTERRUPT)) {
        return false;
    }
    in8(IDE_COMMAND);                   /* the drive lets the line go */
    out8(MASTER_STATUS, status);
    seen |= status;
    KeInsertQueueDpc(&dpc, NULL, NULL);
    return true;
}

static void STDCALL on_done(Dpc *d, void *context, void *a, void *b)
{
    KeSetEvent(&done, 0, false);
}

void ide_dma_init(void)
{
    static Interrupt interrupt = { .routine = on_interrupt, .level = LINE };

    disp_init(&done, DISP_SYNC_EVENT, sizeof(done), 0);
    dpc = (Dpc) { .type = DISP_DPC, .routine = on_done };
    KeConnectInterrupt(&interrupt);
}

bool ide_dma_prepare(const void *p, uint32_t size, bool to_memory)
{
    uint32_t at = (uint32_t)p, rows = 0;

    if ((at | size) & 1 || !size || size > IDE_DMA_MOST) {
        return false;
    }
    while (size) {
        uint32_t n = PAGE - at % PAGE;
        uint32_t physical = virtual_transfer(at, to_memory);

        n = n < size ? n : size;
        if (physical == ~0u) {
            return false;
        }
        table[rows++] = (struct Row) { physical, n };
        at += n;
        size -= n;
    }
    table[rows - 1].size |= LAST_ROW;
    direction = to_memory ? TO_MEMORY : 0;
    seen = 0;
    done.signal = 0;
    out8(MASTER_COMMAND, direction);
    out8(MASTER_STATUS, INTERRUPT | FAILED);
    out32(MASTER_TABLE, virtual_transfer((uint32_t)table, false));
    out8(IDE_CONTROL, 0);
    return true;
}

/* An interrupt that was lost is missed by LOOK_MS, not for ever. */
static bool sleep_until_done(void)
{
    uint64_t end = KeQueryInterruptTime() + IDE_LIMIT_MS * 10000ull;
    const int64_t look = -(int64_t)LOOK_MS * 10000;
    Disp *object = &done;
    const Wait wait = { .object = &object, .count = 1, .timeout = &look };

    while (!(seen & INTERRUPT)) {
        if (!(in8(MASTER_STATUS) & ACTIVE) && !(in8(IDE_CONTROL) & IDE_BUSY)) {
            return true;
        }
        if (KeQueryInterruptTime() >= end) {
            return false;
        }
        wait_for(&wait);
    }
    return true;
}

bool ide_dma_run(void)
{
    bool good;

    out8(MASTER_COMMAND, direction | START);
    good = sleep_until_done();
    out8(MASTER_COMMAND, direction);
    out8(IDE_CONTROL, IDE_CONTROL_NO_INTERRUPT);
    seen |= in8(MASTER_STATUS);
    return good && !(seen & FAILED) &&
           !(in8(IDE_COMMAND) & (IDE_BUSY | IDE_DATA_WAITS | IDE_FAULT |
                                 IDE_FAILED));
}
