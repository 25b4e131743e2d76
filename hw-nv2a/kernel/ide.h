/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The drives' registers, and transfers by the controller itself. */
#ifndef NV2A_KERNEL_IDE_H
#define NV2A_KERNEL_IDE_H

#include "device.h"

/* Ports; the one to control reads as the status, and forgets nothing. */
enum {
    IDE_DATA = 0x1f0, IDE_ERROR = 0x1f1, IDE_COUNT = 0x1f2,
    IDE_LBA_LOW = 0x1f3, IDE_LBA_MID = 0x1f4, IDE_LBA_HIGH = 0x1f5,
    IDE_DRIVE = 0x1f6, IDE_COMMAND = 0x1f7, IDE_CONTROL = 0x3f6,
    IDE_CONTROL_NO_INTERRUPT = 2,
    IDE_BUSY = 0x80, IDE_DATA_WAITS = 0x08, IDE_FAULT = 0x20, IDE_FAILED = 1,
    /* Of one transfer by the controller: a row of its table for each page. */
    IDE_DMA_MOST = 0x10000,
};
#define IDE_LIMIT_MS 10000u

uint8_t STDCALL KeConnectInterrupt(Interrupt *i);

/* --- ide-dma.c --- */
void ide_dma_init(void);
/*
 * Before a command: the next transfer is @size bytes at @p, @to_memory or from
 * it.  False: the controller cannot (odd, or what a program may not touch, which
 * shall fault), so it must be done by hand.
 */
bool ide_dma_prepare(const void *p, uint32_t size, bool to_memory);
/* After the command: the thread sleeps until it is done.  False: it failed. */
bool ide_dma_run(void);

#endif
