/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What chips from NV40 on have beside the units of old: PCLOCK, PCONTROL and
 * a second block of PGRAPH's.  All are storage to the guest.
 */
#ifndef NV_CARD_PCLOCK_H
#define NV_CARD_PCLOCK_H

#include "base/regs.h"
#include "base/state.h"

#define NV_PCLOCK_SIZE 0x700u       /* BAR0 0x004000 */
#define NV_PCONTROL_SIZE 0x100u     /* BAR0 0x00c000 */
#define NV_PGRAPH_FAR_SIZE 0x2000u  /* BAR0 0x405000 */

typedef struct NvPclock {
    bool there;                     /* the chip has them */
    NvRegs clock, control, far;
    uint32_t clock_values[NV_PCLOCK_SIZE / 4];
    uint32_t control_values[NV_PCONTROL_SIZE / 4];
    uint32_t far_values[NV_PGRAPH_FAR_SIZE / 4];
} NvPclock;

extern const NvSection nv_pclock_section;

/* @pclock starts as zeros; ends with nv_pclock_free(). */
void nv_pclock_init(NvPclock *pclock, const NvEnv *env);
void nv_pclock_free(NvPclock *pclock);
void nv_pclock_reset(NvPclock *pclock);

#endif
