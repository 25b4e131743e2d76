/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers of the Ethernet controller, its interrupt and timer.  Facts
 * (doc): names and bits are known from drivers of the desktop parts; what is
 * only stored has no effect here.
 */
#include "console/nic-priv.h"

#include <string.h>

/* A unit of the timer's interval, and the shortest that we keep (emu). */
#define POLL_NS 10240
#define POLL_MIN_NS 100000

static void update_irq(NvNic *nic)
{
    nic->ops->set_irq(nic->opaque, nic_value(nic, NIC_IRQ_STATUS) &
                      nic_value(nic, NIC_IRQ_MASK) & NIC_IRQ_ALL);
}

void nv_nic_raise(NvNic *nic, uint32_t irq)
{
    nic->values[NIC_IRQ_STATUS / 4] |= irq;
    update_irq(nic);
}

/* --- the timer: runs while someone waits for its interrupt --- */

static void set_timer(NvNic *nic, bool again)
{
    int64_t ns = (int64_t)nic_value(nic, NIC_POLL_INTERVAL) * POLL_NS;
    bool on = nic_value(nic, NIC_POLL_CONTROL) & 3 &&
              nic_value(nic, NIC_IRQ_MASK) & NIC_IRQ_TIMER &&
              !(nic_value(nic, NIC_IRQ_STATUS) & NIC_IRQ_TIMER);

    if (on != nic->waiting || again) {
        nic->waiting = on;
        nic->ops->timer(nic->opaque, !on ? -1 :
                        ns < POLL_MIN_NS ? POLL_MIN_NS : ns);
    }
}

void nv_nic_timer(NvNic *nic)
{
    nic->waiting = false;
    nv_nic_raise(nic, NIC_IRQ_TIMER);
}

/* --- hooks of registers --- */

static void on_irq(void *unit, const NvReg *reg, unsigned index,
                   uint32_t value)
{
    update_irq(unit);
    set_timer(unit, false);
}

static void on_poll(void *unit, const NvReg *reg, unsigned index,
                    uint32_t value)
{
    set_timer(unit, true);
}

static void on_ring(void *unit, const NvReg *reg, unsigned index,
                    uint32_t value)
{
    nv_nic_rings_reset(unit);
}

static void on_control(void *unit, const NvReg *reg, unsigned index,
                       uint32_t value)
{
    NvNic *nic = unit;

    if (value & NIC_RESET) {
        nv_nic_rings_reset(nic);
    }
    if (value & NIC_KICK) {
        nic->ops->later(nic->opaque);
    }
    nic->ops->receives(nic->opaque);
}

static void on_start(void *unit, const NvReg *reg, unsigned index,
                     uint32_t value)
{
    NvNic *nic = unit;

    nic->ops->later(nic->opaque);
    nic->ops->receives(nic->opaque);
}

static void on_mii(void *unit, const NvReg *reg, unsigned index,
                   uint32_t value)
{
    nv_nic_phy_access(unit, value);
}

static uint32_t read_tx(void *unit, const NvReg *reg, unsigned index,
                        uint32_t stored)
{
    return nv_nic_ring_at(unit, true);
}

static uint32_t read_rx(void *unit, const NvReg *reg, unsigned index,
                        uint32_t stored)
{
    return nv_nic_ring_at(unit, false);
}

#define ALL 0xffffffff

static const NvReg rows[] = {
    { .name = "IRQ_STATUS", .offset = NIC_IRQ_STATUS, .w1c = 0x83ff,
      .write = on_irq },
    { .name = "IRQ_MASK", .offset = NIC_IRQ_MASK, .mask = 0x83ff,
      .write = on_irq },
    { .name = "POLL_CONTROL", .offset = NIC_POLL_CONTROL, .mask = 3,
      .write = on_poll },
    { .name = "POLL_INTERVAL", .offset = NIC_POLL_INTERVAL, .mask = 0xffff,
      .write = on_poll },
    { .name = "MSI_MAP", .offset = 0x020, .count = 2, .mask = ALL },
    { .name = "MSI_MASK", .offset = 0x030, .mask = ALL },
    { .name = "MAC_RESET", .offset = 0x034, .mask = ALL },
    { .name = "MISC", .offset = 0x080, .mask = ALL },
    { .name = "TX_CONTROL", .offset = NIC_TX_CONTROL, .mask = ALL,
      .write = on_start },
    { .name = "TX_STATUS", .offset = 0x088 },       /* bit 0: never busy */
    { .name = "FILTER", .offset = NIC_FILTER, .mask = ALL },
    { .name = "OFFLOAD", .offset = 0x090, .mask = ALL },
    { .name = "RX_CONTROL", .offset = NIC_RX_CONTROL, .mask = ALL,
      .write = on_start },
    { .name = "RX_STATUS", .offset = 0x098 },
    { .name = "SLOT_TIME", .offset = 0x09c, .mask = ALL },
    { .name = "DEFERRAL", .offset = 0x0a0, .count = 2, .mask = ALL },
    { .name = "MAC_A", .offset = NIC_MAC_A, .mask = ALL },
    { .name = "MAC_B", .offset = NIC_MAC_B, .mask = 0xffff },
    { .name = "MULTICAST_A", .offset = NIC_MULTICAST_A, .mask = ALL },
    { .name = "MULTICAST_B", .offset = NIC_MULTICAST_B, .mask = 0xffff },
    { .name = "MULTICAST_MASK_A", .offset = NIC_MULTICAST_MASK_A,
      .mask = ALL },
    { .name = "MULTICAST_MASK_B", .offset = NIC_MULTICAST_MASK_B,
      .mask = 0xffff },
    { .name = "PHY_INTERFACE", .offset = 0x0c0, .count = 2, .mask = ALL },
    { .name = "TX_RING", .offset = NIC_TX_RING, .mask = ALL,
      .write = on_ring },
    { .name = "RX_RING", .offset = NIC_RX_RING, .mask = ALL,
      .write = on_ring },
    { .name = "RING_SIZES", .offset = NIC_RING_SIZES, .mask = ALL },
    { .name = "TX_POLL", .offset = 0x10c, .mask = ALL },
    { .name = "LINK_SPEED", .offset = 0x110, .mask = ALL },
    { .name = "TX_COUNT", .offset = NIC_TX_COUNT },
    { .name = "RX_COUNT", .offset = NIC_RX_COUNT },
    { .name = "TX_CURRENT", .offset = NIC_TX_CURRENT, .read = read_tx },
    { .name = "RX_CURRENT", .offset = NIC_RX_CURRENT, .read = read_rx },
    /* Bit 31 is waited for when the controller is switched on. */
    { .name = "SETUP_5", .offset = 0x130, .mask = ALL, .ones = 1u << 31 },
    { .name = "TX_NEXT", .offset = NIC_TX_NEXT, .read = read_tx },
    { .name = "RX_NEXT", .offset = NIC_RX_NEXT, .read = read_rx },
    { .name = "WATERMARK", .offset = 0x13c, .count = 2, .mask = ALL },
    { .name = "CONTROL", .offset = NIC_CONTROL,
      .mask = ~(uint32_t)(NIC_KICK | NIC_GET | NIC_IDLE), .ones = NIC_IDLE,
      .write = on_control },
    { .name = "RING_HIGH", .offset = 0x148, .count = 2, .mask = ALL },
    { .name = "PAUSE", .offset = 0x170, .count = 2, .mask = ALL },
    { .name = "MII_STATUS", .offset = NIC_MII_STATUS, .w1c = 0xf },
    { .name = "MII_MASK", .offset = 0x184, .mask = 0xf },
    { .name = "ADAPTER", .offset = 0x188, .mask = ALL },
    { .name = "MII_SPEED", .offset = 0x18c, .mask = ALL },
    /* Bit 15, busy, is never seen: an access is over at once. */
    { .name = "MII_CONTROL", .offset = NIC_MII_CONTROL, .mask = 0x7ff,
      .write = on_mii },
    { .name = "MII_DATA", .offset = NIC_MII_DATA, .mask = 0xffff },
    { .name = "TX_STATISTICS", .offset = 0x1a0, .count = 3 },
    { .name = "WAKE_UP", .offset = 0x200, .mask = ALL },
    { .name = "PATTERN", .offset = 0x204, .count = 25, .mask = ALL },
    { .name = "POWER_CAPABILITY", .offset = 0x268 },
    { .name = "POWER_STATE", .offset = 0x26c, .mask = 0x8103 },
};

/* --- access --- */

uint32_t nv_nic_io_read(NvNic *nic, uint32_t offset, unsigned size)
{
    uint32_t value = 0, shift = 8 * (offset & 3);
    unsigned i;

    if ((offset & 3) + size > 4) {
        for (i = 0; i < size && i < 4; i++) {
            value |= nv_nic_io_read(nic, offset + i, 1) << 8 * i;
        }
        return value;
    }
    if (!nv_regs_read(nic->regs, offset & ~3u, &value)) {
        nic->ops->unknown(nic->opaque, false, offset);
    }
    return value >> shift & (size < 4 ? (1u << 8 * size) - 1 : ALL);
}

void nv_nic_io_write(NvNic *nic, uint32_t offset, unsigned size,
                     uint32_t value)
{
    uint32_t shift = 8 * (offset & 3), mask;
    const NvReg *reg;
    unsigned i;

    if ((offset & 3) + size > 4) {
        for (i = 0; i < size && i < 4; i++) {
            nv_nic_io_write(nic, offset + i, 1, value >> 8 * i);
        }
        return;
    }
    reg = nv_regs_find(nic->regs, offset & ~3u, &i);
    if (!reg) {
        nic->ops->unknown(nic->opaque, true, offset);
        return;
    }
    /* Bytes that are not written stay, and clear nothing. */
    mask = (size < 4 ? (1u << 8 * size) - 1 : ALL) << shift;
    value = value << shift & mask;
    value |= nic_value(nic, offset) & ~mask & ~reg->w1c;
    nv_regs_write(nic->regs, offset & ~3u, value);
}

/* --- as a whole --- */

/* The firmware's order of the address: last byte first. */
static void set_defaults(NvNic *nic)
{
    const uint8_t *m = nic->mac;

    nv_regs_reset(nic->regs);
    nic->values[NIC_MAC_A / 4] = m[5] | m[4] << 8 | m[3] << 16 |
                                 (uint32_t)m[2] << 24;
    nic->values[NIC_MAC_B / 4] = m[1] | m[0] << 8;
    nv_nic_rings_reset(nic);
    nv_nic_phy_reset(nic);
}

void nv_nic_reset(NvNic *nic)
{
    set_defaults(nic);
    update_irq(nic);
    set_timer(nic, true);
}

void nv_nic_init(NvNic *nic, const NvNicOps *ops, void *opaque,
                 const uint8_t *mac)
{
    memset(nic, 0, sizeof(*nic));
    nic->ops = ops;
    nic->opaque = opaque;
    memcpy(nic->mac, mac, sizeof(nic->mac));
    nic->regs = g_new0(NvRegs, 1);
    *nic->regs = (NvRegs) {
        .size = NV_NIC_SIZE, .values = nic->values, .unit = nic,
    };
    nv_regs_init(nic->regs, rows, sizeof(rows) / sizeof(rows[0]), 0);
    set_defaults(nic);
}

void nv_nic_free(NvNic *nic)
{
    nv_regs_free(nic->regs);
    g_free(nic->regs);
    nic->regs = NULL;
}

void nv_nic_loaded(NvNic *nic)
{
    if (nic->tx_size > NV_NIC_FRAME) {
        nic->tx_size = 0;
        nic->tx_bad = true;
    }
    nic->link = nic->link != 0;
    update_irq(nic);
    nic->ops->later(nic->opaque);
}
