/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rings of descriptors in guest memory, of 8 bytes: address, length, flags.
 * Facts (doc): known from drivers of the desktop parts.
 */
#include "console/nic-priv.h"

#include <string.h>

#define DESCRIPTOR 8
#define FRAME_MIN 60

enum {
    OWNED = 0x8000, FAILED = 0x4000,

    TX_LAST = 0x0001, TX_FORCED = 0x0100, TX_UNDERFLOW = 0x2000,
    TX_RESULT = 0x7cf8,             /* all that the controller reports */

    RX_VALID = 0x0001, RX_OVERFLOW = 0x1000,
};

typedef struct Descriptor {
    uint32_t where;                 /* it is itself */
    uint32_t address;
    uint16_t length, flags;
} Descriptor;

void nv_nic_rings_reset(NvNic *nic)
{
    nic->tx_at = nic->rx_at = 0;
    nic->tx_size = 0;
    nic->tx_bad = false;
}

uint32_t nv_nic_ring_at(const NvNic *nic, bool tx)
{
    return tx ? nic_value(nic, NIC_TX_RING) + nic->tx_at * DESCRIPTOR
              : nic_value(nic, NIC_RX_RING) + nic->rx_at * DESCRIPTOR;
}

/* The next after @at in a ring of @size + 1. */
static uint16_t step(uint16_t at, uint16_t size)
{
    return at >= size ? 0 : at + 1;
}

static bool fetch(NvNic *nic, bool tx, Descriptor *d)
{
    uint8_t b[DESCRIPTOR];

    d->where = nv_nic_ring_at(nic, tx);
    if (!nic->ops->read(nic->opaque, d->where, b, sizeof(b))) {
        return false;
    }
    d->address = b[0] | b[1] << 8 | b[2] << 16 | (uint32_t)b[3] << 24;
    d->length = b[4] | b[5] << 8;
    d->flags = b[6] | b[7] << 8;
    return true;
}

/* Length and flags at once, after all else is in memory. */
static void give_back(NvNic *nic, const Descriptor *d)
{
    const uint8_t b[] = {
        d->length, d->length >> 8, d->flags, d->flags >> 8,
    };

    nic->ops->write(nic->opaque, d->where + 4, b, sizeof(b));
}

/* --- to the wire --- */

static void gather(NvNic *nic, const Descriptor *d)
{
    uint32_t size = d->length + 1u;

    if (size > NV_NIC_FRAME - nic->tx_size) {
        nic->tx_bad = true;
    } else if (!nic->ops->read(nic->opaque, d->address,
                               nic->tx_frame + nic->tx_size, size)) {
        nic->tx_bad = true;
    } else {
        nic->tx_size += size;
    }
}

static void send_frames(NvNic *nic)
{
    uint32_t size = nic->tx_size;

    if (size < FRAME_MIN) {
        memset(nic->tx_frame + size, 0, FRAME_MIN - size);
        size = FRAME_MIN;
    }
    nic->values[NIC_TX_COUNT / 4]++;
    nic->ops->send(nic->opaque, nic->tx_frame, size);
}

/* One descriptor; false if there is none. */
static bool transmit(NvNic *nic)
{
    uint32_t irq = 0;
    bool last, bad;
    Descriptor d;

    if (!fetch(nic, true, &d)) {
        nv_nic_raise(nic, NIC_IRQ_TX_ERROR);
        return false;
    }
    if (!(d.flags & OWNED)) {
        return false;
    }
    gather(nic, &d);
    last = d.flags & TX_LAST;
    bad = nic->tx_bad;
    if (d.flags & TX_FORCED) {
        irq |= NIC_IRQ_TX_FORCED;
    }
    if (last) {
        irq |= bad ? NIC_IRQ_TX_ERROR : NIC_IRQ_TX;
    }
    d.flags &= ~(OWNED | TX_RESULT);
    if (last && bad) {
        d.flags |= FAILED | TX_UNDERFLOW;
    }
    nic->tx_at = step(nic->tx_at, nic_value(nic, NIC_RING_SIZES));
    if (last && !bad) {
        send_frames(nic);
    }
    if (last) {
        nic->tx_size = 0;
        nic->tx_bad = false;
    }
    give_back(nic, &d);
    nv_nic_raise(nic, irq);
    return true;
}

void nv_nic_work(NvNic *nic)
{
    unsigned i;

    for (i = 0; i < NV_NIC_BATCH; i++) {
        /* What a frame causes may have stopped us. */
        if (!(nic_value(nic, NIC_TX_CONTROL) & 1) ||
            nic_value(nic, NIC_CONTROL) & NIC_DISABLE || !transmit(nic)) {
            return;
        }
    }
    nic->ops->later(nic->opaque);
}

/* --- from the wire --- */

bool nv_nic_can_receive(const NvNic *nic)
{
    return nic_value(nic, NIC_RX_CONTROL) & 1 &&
           !(nic_value(nic, NIC_CONTROL) & NIC_DISABLE);
}

static uint8_t address_byte(const NvNic *nic, unsigned reg, unsigned i)
{
    return nic_value(nic, reg + i / 4 * 4) >> 8 * (i % 4);
}

static bool matches(const NvNic *nic, const uint8_t *to, unsigned reg,
                    unsigned mask)
{
    unsigned i;

    for (i = 0; i < 6; i++) {
        uint8_t care = mask ? address_byte(nic, mask, i) : 0xff;

        if ((to[i] ^ address_byte(nic, reg, i)) & care) {
            return false;
        }
    }
    return true;
}

static bool is_for_us(const NvNic *nic, const uint8_t *to)
{
    static const uint8_t all[6] = { 255, 255, 255, 255, 255, 255 };
    uint32_t filter = nic_value(nic, NIC_FILTER);

    if (filter & NIC_FILTER_ALL || !memcmp(to, all, sizeof(all))) {
        return true;
    }
    if (to[0] & 1) {
        return matches(nic, to, NIC_MULTICAST_A, NIC_MULTICAST_MASK_A);
    }
    return filter & NIC_FILTER_OWN && matches(nic, to, NIC_MAC_A, 0);
}

static void deliver(NvNic *nic, Descriptor *d, const uint8_t *frame,
                    size_t size)
{
    bool fits = size <= d->length;

    if (fits) {
        fits = nic->ops->write(nic->opaque, d->address, frame, size);
        d->length = size;
    }
    d->flags = fits ? RX_VALID : RX_VALID | RX_OVERFLOW | FAILED;
    nic->rx_at = step(nic->rx_at, nic_value(nic, NIC_RING_SIZES) >> 16);
    nic->values[NIC_RX_COUNT / 4]++;
    give_back(nic, d);
    nv_nic_raise(nic, fits ? NIC_IRQ_RX : NIC_IRQ_RX_ERROR);
}

void nv_nic_receive(NvNic *nic, const uint8_t *frame, size_t size)
{
    uint8_t filled[FRAME_MIN] = { 0 };
    Descriptor d;

    if (size < sizeof(filled)) {
        memcpy(filled, frame, size);
        frame = filled;
        size = sizeof(filled);
    }
    if (!nv_nic_can_receive(nic) || !is_for_us(nic, frame)) {
        return;
    }
    if (!fetch(nic, false, &d) || !(d.flags & OWNED)) {
        nv_nic_raise(nic, NIC_IRQ_RX_NO_BUFFER);
        return;
    }
    deliver(nic, &d, frame, size);
}
