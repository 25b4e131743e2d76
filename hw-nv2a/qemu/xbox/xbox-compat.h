/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What differs between QEMU releases for a board, next to ../compat.h.
 * Facts: the headers of the 7.2 tree; the rows for 10.0 were measured on that
 * release with the same calls.
 */
#ifndef NV2A_QEMU_XBOX_COMPAT_H
#define NV2A_QEMU_XBOX_COMPAT_H

#include "../compat.h"
#include "block/block_int.h"
#include "hw/boards.h"
#include "hw/char/serial.h"
#include "hw/core/cpu.h"
#include "hw/dma/i8257.h"
#include "hw/i386/pc.h"
#include "hw/i386/x86.h"
#include "hw/ide/pci.h"
#include "hw/intc/i8259.h"
#include "hw/irq.h"
#include "hw/isa/i8259_internal.h"
#include "hw/isa/isa.h"
#include "hw/pci/pci.h"
#include "hw/pci/pci_bridge.h"
#include "hw/pci/pci_bus.h"
#include "hw/pci/pci_host.h"
#include "hw/rtc/mc146818rtc.h"
#include "hw/timer/i8254.h"
#include "hw/timer/i8254_internal.h"

#if __has_include("system/address-spaces.h")    /* 10.1 */
#include "system/address-spaces.h"
#else
#include "exec/address-spaces.h"
#endif
#if __has_include("system/system.h")            /* 10.0 */
#include "system/block-backend.h"
#include "system/blockdev.h"
#include "system/reset.h"
#include "system/system.h"
#else
#include "sysemu/block-backend.h"
#include "sysemu/blockdev.h"
#include "sysemu/reset.h"
#include "sysemu/sysemu.h"
#endif
#if __has_include("hw/ide/ide-dev.h")           /* 9.1 */
#include "hw/ide/ide-dev.h"
#include "hw/ide/ide-bus.h"
#else
#include "hw/ide/internal.h"
#endif

/* As in ../compat.h: what another supported release lacks is weak. */
#if !defined(NV2A_PLUGIN)
/* In a QEMU tree all is there. */
#elif QEMU_VERSION_MAJOR >= 10
#pragma weak device_class_set_legacy_reset
#pragma weak ide_bus_create_drive
#pragma weak isa_bus_register_input_irqs
#pragma weak mc146818rtc_set_cmos_data
#pragma weak pci_bus_map_irqs
#else
#pragma weak ide_create_drive
#pragma weak isa_bus_irqs
#pragma weak rtc_set_memory
#endif

/* The names are those of the calls that they stand for. */
#if QEMU_VERSION_MAJOR >= 8
#define xbox_isa_irqs(bus, irqs) isa_bus_register_input_irqs(bus, irqs)
#define xbox_pci_irqs(bus, set, map, opaque, n)                             \
    do {                                                                    \
        pci_bus_irqs(bus, set, opaque, n);                                  \
        pci_bus_map_irqs(bus, map);                                         \
    } while (0)
#define xbox_is_bridge(pc)
#define xbox_rtc_set(rtc, at, value) mc146818rtc_set_cmos_data(rtc, at, value)
#else
#define xbox_isa_irqs(bus, irqs) isa_bus_irqs(bus, irqs)
#define xbox_pci_irqs(bus, set, map, opaque, n)                             \
    pci_bus_irqs(bus, set, map, opaque, n)
#define xbox_is_bridge(pc) ((pc)->is_bridge = true)
#define xbox_rtc_set(rtc, at, value) rtc_set_memory(rtc, at, value)
#endif
#if QEMU_VERSION_MAJOR >= 9
#define xbox_ide_drive(bus, unit, drive) ide_bus_create_drive(bus, unit, drive)
#else
#define xbox_ide_drive(bus, unit, drive) ide_create_drive(bus, unit, drive)
#endif
#if QEMU_VERSION_MAJOR >= 10
#define xbox_dma_init(isa) i8257_dma_init(OBJECT(current_machine), isa, false)
#define xbox_legacy_reset(dc, fn) device_class_set_legacy_reset(dc, fn)
#else
#define xbox_dma_init(isa) i8257_dma_init(isa, false)
#define xbox_legacy_reset(dc, fn) ((dc)->reset = (fn))
#endif

/* Without target headers these are no macros; QEMU has the variables. */
#ifdef NV2A_PLUGIN
extern bool kvm_allowed, kvm_kernel_irqchip, kvm_split_irqchip;
#define xbox_kvm() kvm_allowed
#define xbox_kvm_pic()                                                      \
    (kvm_allowed && kvm_kernel_irqchip && !kvm_split_irqchip)
#else
#if __has_include("system/kvm.h")
#include "system/kvm.h"
#else
#include "sysemu/kvm.h"
#endif
#define xbox_kvm() kvm_enabled()
#define xbox_kvm_pic() (kvm_irqchip_in_kernel() && !kvm_irqchip_is_split())
#endif

#endif
