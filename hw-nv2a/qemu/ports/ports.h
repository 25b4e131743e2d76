/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's pad, sound and network as QEMU devices: "xbox-pad" on a USB
 * port, "xbox-aci", "xbox-apu" and "xbox-nic" on a PCI bus.  They work in any
 * machine.
 */
#ifndef NV2A_QEMU_PORTS_H
#define NV2A_QEMU_PORTS_H

#include "../compat.h"
#include "net/net.h"

#define TYPE_XBOX_PAD "xbox-pad"
#define TYPE_XBOX_ACI "xbox-aci"
#define TYPE_XBOX_APU "xbox-apu"
#define TYPE_XBOX_NIC "xbox-nic"

/* Make the types; before any device is made. */
void nv2a_ports_register(void);

/*
 * Give an unrealized NIC the first free `-nic` of the command line that names
 * no other model.  @mac (6 bytes, may be NULL) wins over that one's address.
 * Without such an option the device stays without a cable.
 */
void nv2a_ports_configure_nic(DeviceState *dev, const uint8_t *mac);

/*
 * log.c: a line without newline of LOG_GUEST_ERROR or LOG_UNIMP, if it is
 * wanted and not one of too many.  Of other chips of the console, too.
 */
void nv2a_ports_log(int mask, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* For the files of this folder: each makes its type. */
void nv2a_pad_register(void);
void nv2a_aci_register(void);
void nv2a_apu_register(void);
void nv2a_nic_register(void);

/*
 * Bus master access to memory alone: a ring that points into registers, ours
 * or another device's, finds nothing.
 */
static inline bool nv2a_ports_dma(PCIDevice *pci, uint32_t address,
                                  void *data, size_t size, bool write)
{
    MemTxAttrs attrs = { .memory = true };

    return pci_dma_rw(pci, address, data, size,
                      write ? DMA_DIRECTION_FROM_DEVICE
                            : DMA_DIRECTION_TO_DEVICE, attrs) == MEMTX_OK;
}

/* The console's functions have no subsystem ids; QEMU gives them some. */
static inline void nv2a_ports_config(PCIDevice *pci)
{
    pci_set_long(pci->config + PCI_SUBSYSTEM_VENDOR_ID, 0);
    pci->config[PCI_INTERRUPT_PIN] = 1;
}

#endif
