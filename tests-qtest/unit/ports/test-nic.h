/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An Ethernet controller with a small memory, for its tests.  Each test is
 * one file, so all is static here.
 */
#ifndef TEST_NIC_H
#define TEST_NIC_H

#include <glib.h>
#include <string.h>

#include "console/nic.h"

#define RAM_SIZE 0x40000
#define TX_RING 0x1000
#define RX_RING 0x2000
#define TX_DATA 0x10000
#define RX_DATA 0x20000
#define RX_ROOM 1600

enum { OWNED = 0x8000, FAILED = 0x4000, LAST = 1, VALID = 1 };

static const uint8_t mac[6] = { 0x02, 0x11, 0x22, 0x33, 0x44, 0x55 };

typedef struct Rig {
    NvNic nic;
    uint8_t ram[RAM_SIZE];
    bool irq, later;
    int64_t timer;
    unsigned unknown, sent, receives;
    GByteArray *wire;           /* all frames sent, one after the other */
} Rig;

static inline bool rig_read(void *opaque, uint32_t address, void *data, size_t size)
{
    Rig *r = opaque;

    if (address > RAM_SIZE || size > RAM_SIZE - address) {
        return false;
    }
    memcpy(data, r->ram + address, size);
    return true;
}

static inline bool rig_write(void *opaque, uint32_t address, const void *data,
                      size_t size)
{
    Rig *r = opaque;

    if (address > RAM_SIZE || size > RAM_SIZE - address) {
        return false;
    }
    memcpy(r->ram + address, data, size);
    return true;
}

static inline void rig_irq(void *opaque, bool level)
{
    ((Rig *)opaque)->irq = level;
}

static inline void rig_send(void *opaque, const uint8_t *frame, size_t size)
{
    Rig *r = opaque;

    g_assert_cmpuint(size, >=, 60);
    g_assert_cmpuint(size, <=, NV_NIC_FRAME);
    g_byte_array_append(r->wire, frame, size);
    r->sent++;
}

static inline void rig_later(void *opaque)
{
    ((Rig *)opaque)->later = true;
}

static inline void rig_timer(void *opaque, int64_t ns)
{
    ((Rig *)opaque)->timer = ns;
}

static inline void rig_receives(void *opaque)
{
    ((Rig *)opaque)->receives++;
}

static inline void rig_unknown(void *opaque, bool write, uint32_t offset)
{
    ((Rig *)opaque)->unknown++;
}

static const NvNicOps ops = {
    rig_read, rig_write, rig_irq, rig_send, rig_later, rig_timer,
    rig_receives, rig_unknown,
};

static inline uint32_t get(Rig *r, uint32_t offset)
{
    return nv_nic_io_read(&r->nic, offset, 4);
}

static inline void put(Rig *r, uint32_t offset, uint32_t value)
{
    nv_nic_io_write(&r->nic, offset, 4, value);
}

static inline void settle(Rig *r)
{
    while (r->later) {
        r->later = false;
        nv_nic_work(&r->nic);
    }
}

/* Rings of @tx and @rx descriptors, all started, own frames only. */
static inline Rig *rig_new(unsigned tx, unsigned rx)
{
    Rig *r = g_new0(Rig, 1);
    unsigned i;

    r->wire = g_byte_array_new();
    r->timer = -1;
    nv_nic_init(&r->nic, &ops, r, mac);
    nv_nic_set_link(&r->nic, true);
    for (i = TX_DATA; i < RX_DATA; i++) {
        r->ram[i] = i * 5 + (i >> 8);
    }
    put(r, 0x000, ~0u);
    put(r, 0x0a8, 0x33221102);
    put(r, 0x0ac, 0x5544);
    put(r, 0x08c, 0x7f0020);
    put(r, 0x0b0, ~0u);
    put(r, 0x0b4, ~0u);
    put(r, 0x0b8, ~0u);
    put(r, 0x0bc, ~0u);
    put(r, 0x100, TX_RING);
    put(r, 0x104, RX_RING);
    put(r, 0x108, (rx - 1) << 16 | (tx - 1));
    put(r, 0x084, 1);
    put(r, 0x094, 1);
    put(r, 0x004, 0x1df);
    settle(r);
    return r;
}

static inline void rig_free(Rig *r)
{
    nv_nic_free(&r->nic);
    g_byte_array_unref(r->wire);
    g_free(r);
}

static inline void describe(Rig *r, uint32_t ring, unsigned index, uint32_t address,
                     uint32_t length, uint16_t flags)
{
    uint32_t words[2] = {
        GUINT32_TO_LE(address),
        GUINT32_TO_LE((length & 0xffff) | (uint32_t)flags << 16),
    };

    memcpy(r->ram + ring + 8 * index, words, sizeof(words));
}

static inline uint16_t half(Rig *r, uint32_t ring, unsigned index, unsigned at)
{
    uint16_t v;

    memcpy(&v, r->ram + ring + 8 * index + at, 2);
    return GUINT16_FROM_LE(v);
}

static inline uint16_t flags_of(Rig *r, uint32_t ring, unsigned index)
{
    return half(r, ring, index, 6);
}

static inline uint16_t length_of(Rig *r, uint32_t ring, unsigned index)
{
    return half(r, ring, index, 4);
}

#endif
