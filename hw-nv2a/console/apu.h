/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's audio processor, as far as software must find one: registers,
 * the memories of its two signal processors, methods of voices, interrupts.
 * Nobody plays: a voice that is started has ended at once, and programs that
 * are loaded into the signal processors do not run.
 *
 * Time is the owner's.  One thread at a time.  Guest data is hostile: any
 * offset, value and address is taken.
 */
#ifndef NV_CONSOLE_APU_H
#define NV_CONSOLE_APU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NV_APU_SIZE 0x80000u            /* bytes that software sees */
#define NV_APU_WORDS (0x60000u / 4)     /* the rest is empty */

/* None may be NULL. */
typedef struct NvApuOps {
    /* Guest memory; false: nothing was there. */
    bool (*read)(void *opaque, uint32_t address, void *data, size_t size);
    bool (*write)(void *opaque, uint32_t address, const void *data,
                  size_t size);
    void (*set_irq)(void *opaque, bool level);
    int64_t (*now)(void *opaque);       /* guest time in nanoseconds */
    /* An access to a register or method nobody has described. */
    void (*unknown)(void *opaque, bool write, uint32_t offset,
                    uint32_t value);
} NvApuOps;

typedef struct NvApu {
    uint32_t word[NV_APU_WORDS];        /* saved as it is */
    /* Not saved: */
    const NvApuOps *ops;
    void *opaque;
} NvApu;

/* Power on.  @ops must stay. */
void nv_apu_init(NvApu *apu, const NvApuOps *ops, void *opaque);
/* The reset line. */
void nv_apu_reset(NvApu *apu);
/* After a load: put it in range, set the interrupt. */
void nv_apu_loaded(NvApu *apu);

/* Whole words are meant; @size 1, 2 or 4, any @offset. */
uint32_t nv_apu_read(NvApu *apu, uint32_t offset, unsigned size);
void nv_apu_write(NvApu *apu, uint32_t offset, unsigned size, uint32_t value);

#endif
