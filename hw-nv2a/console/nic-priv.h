/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the Ethernet controller know of each other. */
#ifndef NV_CONSOLE_NIC_PRIV_H
#define NV_CONSOLE_NIC_PRIV_H

#include "base/regs.h"
#include "console/nic.h"

/* Registers by the offsets of memory. */
enum {
    NIC_IRQ_STATUS = 0x000,
    NIC_IRQ_MASK = 0x004,
    NIC_POLL_CONTROL = 0x008,       /* bits 1:0 set: the timer runs */
    NIC_POLL_INTERVAL = 0x00c,      /* of 10.24 us */
    NIC_TX_CONTROL = 0x084,         /* bit 0 start */
    NIC_FILTER = 0x08c,
    NIC_RX_CONTROL = 0x094,         /* bit 0 start */
    NIC_MAC_A = 0x0a8,              /* bytes 0 to 3, first lowest */
    NIC_MAC_B = 0x0ac,
    NIC_MULTICAST_A = 0x0b0,
    NIC_MULTICAST_B = 0x0b4,
    NIC_MULTICAST_MASK_A = 0x0b8,
    NIC_MULTICAST_MASK_B = 0x0bc,
    NIC_TX_RING = 0x100,
    NIC_RX_RING = 0x104,
    NIC_RING_SIZES = 0x108,         /* less one: tx 15:0, rx 31:16 */
    NIC_TX_COUNT = 0x114,
    NIC_RX_COUNT = 0x118,
    NIC_TX_CURRENT = 0x11c,
    NIC_RX_CURRENT = 0x120,
    NIC_TX_NEXT = 0x134,
    NIC_RX_NEXT = 0x138,
    NIC_CONTROL = 0x144,
    NIC_MII_STATUS = 0x180,
    NIC_MII_CONTROL = 0x190,
    NIC_MII_DATA = 0x194,
};
/* Interrupts. */
enum {
    NIC_IRQ_RX_ERROR = 0x001, NIC_IRQ_RX = 0x002, NIC_IRQ_RX_NO_BUFFER = 0x004,
    NIC_IRQ_TX_ERROR = 0x008, NIC_IRQ_TX = 0x010, NIC_IRQ_TIMER = 0x020,
    NIC_IRQ_LINK = 0x040, NIC_IRQ_TX_FORCED = 0x100, NIC_IRQ_ALL = 0x1ff,
};
/* NIC_CONTROL */
enum {
    NIC_KICK = 0x01, NIC_GET = 0x02, NIC_DISABLE = 0x04, NIC_IDLE = 0x08,
    NIC_RESET = 0x10,
};
/* NIC_FILTER */
enum {
    NIC_FILTER_OWN = 0x20, NIC_FILTER_ALL = 0x80,
};
/* NIC_MII_STATUS */
enum {
    NIC_MII_ERROR = 1, NIC_MII_LINK = 8,
};

static inline uint32_t nic_value(const NvNic *nic, unsigned offset)
{
    return nic->values[offset / 4];
}

/* nic.c */
void nv_nic_raise(NvNic *nic, uint32_t irq);
/* nic-rings.c */
void nv_nic_rings_reset(NvNic *nic);
uint32_t nv_nic_ring_at(const NvNic *nic, bool tx);
/* nic-phy.c */
void nv_nic_phy_reset(NvNic *nic);
/* A write to NIC_MII_CONTROL: one access, done at once. */
void nv_nic_phy_access(NvNic *nic, uint32_t control);

#endif
