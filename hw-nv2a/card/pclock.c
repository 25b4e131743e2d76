/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PCLOCK, PCONTROL and PGRAPH's far block; see pclock.h.
 *
 * Which words drivers write and find again: nouveau's clock, devinit and gr
 * code for NV40 (doc).  What they do is not needed: clocks are as fast as the
 * host, and tiles hide nothing from who draws.
 */
#include "card/pclock.h"

#include "chip/chips.h"

#define STORE(reg, at, n) \
    { .name = reg, .offset = at, .count = n, .mask = UINT32_MAX, \
      .caps = NV_CAP_PCLOCK }

static const NvReg clock_rows[] = {
    STORE("PCLOCK.NVPLL", 0x000, 2),        /* control; N2 M2 N1 M1 */
    STORE("PCLOCK.SPLL", 0x008, 2),
    STORE("PCLOCK.MPLL", 0x020, 8),         /* of up to four partitions */
    STORE("PCLOCK.unk_600", 0x600, 1),
};

static const NvReg control_rows[] = {
    STORE("PCONTROL.SRC", 0x040, 1),        /* what each clock comes from */
};

static const NvReg far_rows[] = {
    STORE("PGRAPH.FIRST_UNIT", 0x0000, 1),  /* number of a pixel unit */
    STORE("PGRAPH.TILE_FAR", 0x1900, 32),
    STORE("PGRAPH.TILE_ZCOMP_FAR", 0x1980, 8),
    STORE("PGRAPH.PFB_CFG_FAR", 0x19a4, 2),
};

void nv_pclock_init(NvPclock *pclock, const NvEnv *env)
{
    uint64_t caps = env->chip->caps;

    pclock->there = nv_chip_has(env->chip, NV_CAP_PCLOCK);
    pclock->clock = (NvRegs) {
        NULL, NV_PCLOCK_SIZE, pclock->clock_values, NULL, pclock
    };
    pclock->control = (NvRegs) {
        NULL, NV_PCONTROL_SIZE, pclock->control_values, NULL, pclock
    };
    pclock->far = (NvRegs) {
        NULL, NV_PGRAPH_FAR_SIZE, pclock->far_values, NULL, pclock
    };
    nv_regs_init(&pclock->clock, clock_rows, NV_ARRAY_SIZE(clock_rows), caps);
    nv_regs_init(&pclock->control, control_rows, NV_ARRAY_SIZE(control_rows),
                 caps);
    nv_regs_init(&pclock->far, far_rows, NV_ARRAY_SIZE(far_rows), caps);
}

void nv_pclock_free(NvPclock *pclock)
{
    nv_regs_free(&pclock->clock);
    nv_regs_free(&pclock->control);
    nv_regs_free(&pclock->far);
}

void nv_pclock_reset(NvPclock *pclock)
{
    nv_regs_reset(&pclock->clock);
    nv_regs_reset(&pclock->control);
    nv_regs_reset(&pclock->far);
}

static const NvField fields[] = {
    NV_FIELD_ARRAY(NvPclock, clock_values, clock_values[0]),
    NV_FIELD_ARRAY(NvPclock, control_values, control_values[0]),
    NV_FIELD_ARRAY(NvPclock, far_values, far_values[0]),
    NV_FIELD_END
};

static bool needed(const void *unit)
{
    return ((const NvPclock *)unit)->there;
}

/* A state without it: as after a reset, which is zeros. */
static void upgrade(void *scratch, uint32_t version G_GNUC_UNUSED)
{
    NvPclock *pclock = scratch;

    memset(pclock->clock_values, 0, sizeof(pclock->clock_values));
    memset(pclock->control_values, 0, sizeof(pclock->control_values));
    memset(pclock->far_values, 0, sizeof(pclock->far_values));
}

const NvSection nv_pclock_section = {
    .name = "pclock", .version = 1, .size = sizeof(NvPclock),
    .fields = fields, .late = true, .needed = needed, .upgrade = upgrade,
};
