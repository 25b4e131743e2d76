/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's Ethernet controller: registers, descriptor rings in guest
 * memory, and the PHY behind it.  No bus, no clock and no wire of its own:
 * the owner gives them.  One thread at a time.
 *
 * Guest data is hostile: any offset, ring address, size and descriptor is
 * taken, and one call handles NV_NIC_BATCH descriptors at most.
 */
#ifndef NV_CONSOLE_NIC_H
#define NV_CONSOLE_NIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NV_NIC_SIZE 0x400           /* bytes of registers */
#define NV_NIC_IO_SIZE 8            /* bytes of I/O ports, without meaning */
#define NV_NIC_FRAME 2048           /* the longest frame, bytes */
#define NV_NIC_BATCH 64             /* descriptors a call */

/* What the controller asks of its machine; none may be NULL. */
typedef struct NvNicOps {
    /* Guest memory; false: nothing (or not all) was there. */
    bool (*read)(void *opaque, uint32_t address, void *data, size_t size);
    bool (*write)(void *opaque, uint32_t address, const void *data,
                  size_t size);
    void (*set_irq)(void *opaque, bool level);
    /* A frame of 60 to NV_NIC_FRAME bytes, without check sum. */
    void (*send)(void *opaque, const uint8_t *frame, size_t size);
    /* Call nv_nic_work() soon, but not from in here. */
    void (*later)(void *opaque);
    /* Call nv_nic_timer() after @ns nanoseconds; negative: not at all. */
    void (*timer)(void *opaque, int64_t ns);
    /* nv_nic_can_receive() may have become true. */
    void (*receives)(void *opaque);
    /* An access to a register nobody has described. */
    void (*unknown)(void *opaque, bool write, uint32_t offset);
} NvNicOps;

typedef struct NvNic {
    uint32_t values[NV_NIC_SIZE / 4];
    uint16_t phy[32];
    uint16_t tx_at, rx_at;          /* descriptors whose turn it is */
    uint32_t tx_size;               /* bytes of a frame begun */
    uint8_t tx_bad;                 /* that frame cannot be sent */
    uint8_t link;                   /* a cable with a peer is plugged in */
    uint8_t link_lost;              /* since the PHY was last asked */
    uint8_t waiting;                /* for the timer */
    uint8_t tx_frame[NV_NIC_FRAME];
    /* Not saved: */
    uint8_t mac[6];
    struct NvRegs *regs;
    const NvNicOps *ops;
    void *opaque;
} NvNic;

/* Power on; @mac has 6 bytes, copied, @ops must stay. */
void nv_nic_init(NvNic *nic, const NvNicOps *ops, void *opaque,
                 const uint8_t *mac);
void nv_nic_free(NvNic *nic);
/* The reset line. */
void nv_nic_reset(NvNic *nic);
/* What was loaded cannot be trusted: put it in range, set the interrupt. */
void nv_nic_loaded(NvNic *nic);

/* @size 1, 2 or 4, any @offset. */
uint32_t nv_nic_io_read(NvNic *nic, uint32_t offset, unsigned size);
void nv_nic_io_write(NvNic *nic, uint32_t offset, unsigned size,
                     uint32_t value);

/* The cable is plugged in or out. */
void nv_nic_set_link(NvNic *nic, bool up);

/* Send what the ring has; asks for more time if a batch is not enough. */
void nv_nic_work(NvNic *nic);
void nv_nic_timer(NvNic *nic);
/* The receiver is on. */
bool nv_nic_can_receive(const NvNic *nic);
/*
 * A frame from the wire, any size; short ones are filled up.  One that is not
 * for us, or finds no buffer, is lost, as on the wire.
 */
void nv_nic_receive(NvNic *nic, const uint8_t *frame, size_t size);

#endif
