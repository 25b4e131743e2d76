/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The network's PHY, through the NIC's management registers. */
#include "kernel.h"

enum {
    CONTROL = 0x190, DATA = 0x194, BUSY = 0x8000, PHY = 1 << 5,
    BMSR = 1, ADVERTISED = 4, PARTNER = 5, BMSR_LINK = 4,
    LINK_UP = 1, LINK_100 = 2, LINK_10 = 4, LINK_FULL = 8, LINK_HALF = 0x10,
};
#define NIC 0xfef00000u

static volatile uint32_t *nic(uint32_t reg)
{
    return (volatile uint32_t *)(NIC + reg);
}

static bool mii_read(uint32_t reg, uint32_t *v)
{
    unsigned polls = 100000;

    *nic(CONTROL) = PHY | reg;
    while (*nic(CONTROL) & BUSY && --polls) {
    }
    *v = *nic(DATA);
    return polls && *v != 0xffff && *v != 0xffffffff;
}

/* 0: no link. */
uint32_t STDCALL PhyGetLinkState(uint8_t verify)
{
    uint32_t flags = lock(), status, ours, theirs, both, state = 0;

    /* A lost link is remembered until it was read once. */
    if (mii_read(BMSR, &status) && mii_read(BMSR, &status) &&
        status & BMSR_LINK && mii_read(ADVERTISED, &ours) &&
        mii_read(PARTNER, &theirs)) {
        both = ours & theirs;
        state = LINK_UP | (both & 0x180 ? LINK_100 : LINK_10) |
                (both & 0x100 || (!(both & 0x80) && both & 0x40) ?
                 LINK_FULL : LINK_HALF);
    }
    unlock(flags);
    return state;
}

Status STDCALL PhyInitialize(uint8_t force_reset, void *parameters)
{
    return STATUS_SUCCESS;              /* it negotiates on its own */
}
