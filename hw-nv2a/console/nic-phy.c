/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PHY: the registers that the standard (IEEE 802.3 clause 22) names, and
 * the identity of the part.  Facts: doc, and the model's number from lists of
 * known PHYs.  It always agrees with its peer on 100 Mbit/s, full duplex.
 */
#include "console/nic-priv.h"

#include <string.h>

#define PHY_ADDRESS 1

enum {
    CONTROL = 0, STATUS = 1, ID_1 = 2, ID_2 = 3, ADVERTISE = 4, PARTNER = 5,
    EXPANSION = 6, QUICK = 17,
};
enum {
    CONTROL_RESET = 0x8000, CONTROL_RESTART = 0x0200,
    CONTROL_DEFAULT = 0x3100,       /* negotiates, 100 Mbit/s, full duplex */
    STATUS_ABLE = 0x7809, STATUS_LINK = 0x0004, STATUS_NEGOTIATED = 0x0020,
    ADVERTISE_DEFAULT = 0x01e1, PARTNER_ALL = 0x45e1,
    /* 100 Mbit/s, full duplex, negotiated, link. */
    QUICK_LINK = 0xc011,
};

void nv_nic_phy_reset(NvNic *nic)
{
    memset(nic->phy, 0, sizeof(nic->phy));
    nic->phy[CONTROL] = CONTROL_DEFAULT;
    nic->phy[ADVERTISE] = ADVERTISE_DEFAULT;
}

/* The link shows as lost once, even if it is back. */
static uint16_t read_status(NvNic *nic)
{
    uint16_t value = STATUS_ABLE;

    if (nic->link && !nic->link_lost) {
        value |= STATUS_LINK | STATUS_NEGOTIATED;
    }
    nic->link_lost = false;
    return value;
}

static uint16_t read_register(NvNic *nic, unsigned reg)
{
    switch (reg) {
    case STATUS:
        return read_status(nic);
    case ID_1:
        return 0x0015;
    case ID_2:
        return 0xf441;
    case PARTNER:
        return nic->link ? PARTNER_ALL : 0;
    case EXPANSION:
        return nic->link;
    case QUICK:
        return nic->link ? QUICK_LINK : 0;
    }
    return nic->phy[reg];
}

static void write_register(NvNic *nic, unsigned reg, uint16_t value)
{
    switch (reg) {
    case CONTROL:
        if (value & CONTROL_RESET) {
            nv_nic_phy_reset(nic);
        } else {
            nic->phy[CONTROL] = value & ~CONTROL_RESTART;
        }
        break;
    case STATUS:
    case ID_1:
    case ID_2:
    case PARTNER:
    case EXPANSION:
    case QUICK:
        break;
    default:
        nic->phy[reg] = value;
    }
}

void nv_nic_phy_access(NvNic *nic, uint32_t control)
{
    unsigned address = control >> 5 & 31, reg = control & 31;
    uint32_t *data = &nic->values[NIC_MII_DATA / 4];
    bool write = control & 0x400;

    if (address != PHY_ADDRESS) {
        /* Nobody pulls the wire down. */
        nic->values[NIC_MII_STATUS / 4] |= NIC_MII_ERROR;
        *data = write ? *data : 0xffff;
    } else if (write) {
        write_register(nic, reg, *data);
    } else {
        *data = read_register(nic, reg);
    }
}

void nv_nic_set_link(NvNic *nic, bool up)
{
    if (nic->link == up) {
        return;
    }
    nic->link = up;
    nic->link_lost |= !up;
    nic->values[NIC_MII_STATUS / 4] |= NIC_MII_LINK;
    nv_nic_raise(nic, NIC_IRQ_LINK);
}
