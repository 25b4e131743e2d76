/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What differs between the QEMU releases the device is compiled against, in
 * one place.  Facts: the headers of the 7.2 and 10.0 trees; rows for 10.1 and
 * later are from the 10.2 headers, those for 11 are a guess.
 */
#ifndef NV2A_QEMU_COMPAT_H
#define NV2A_QEMU_COMPAT_H

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "qemu/config-file.h"
#include "qemu/cutils.h"
#include "qemu/log.h"
#include "qemu/option.h"
#include "qemu/timer.h"
#include "qemu/main-loop.h"
#include "qemu/error-report.h"
#include "qapi/error.h"
#include "qapi/visitor.h"

#if __has_include("hw/pci/pci_device.h")        /* 8.0 */
#include "hw/pci/pci_device.h"
#else
#include "hw/pci/pci.h"
#endif

#if __has_include("hw/core/qdev-properties.h")  /* 11.0 */
#include "hw/core/qdev-properties.h"
#else
#include "hw/qdev-properties.h"
#endif

#if __has_include("system/runstate.h")          /* 10.0 */
#include "system/cpus.h"
#include "system/hostmem.h"
#include "system/qtest.h"
#include "system/runstate.h"
#include "system/system.h"
#else
#include "sysemu/cpus.h"
#include "sysemu/hostmem.h"
#include "sysemu/qtest.h"
#include "sysemu/runstate.h"
#include "sysemu/sysemu.h"
#endif

/* icount_enabled() */
#if __has_include("exec/icount.h")              /* 10.1 (guess) */
#include "exec/icount.h"
#elif __has_include("system/cpu-timers.h")      /* 10.0 */
#include "system/cpu-timers.h"
#else
#include "sysemu/cpu-timers.h"
#endif

#include "migration/vmstate.h"
#include "qemu/datadir.h"
#include "hw/display/i2c-ddc.h"
#include "hw/display/vga_int.h"
#include "hw/i2c/bitbang_i2c.h"
#include "ui/console.h"

/*
 * Functions that another supported release lacks are weak, so that an object
 * for the wrong release still loads there and can say what is wrong.
 */
#if !defined(NV2A_PLUGIN)
/* In a QEMU tree all is there. */
#elif QEMU_VERSION_MAJOR >= 10
#pragma weak device_class_set_props_n
#else
#pragma weak device_class_set_props
#endif

/* Property arrays: const, and without an end marker, from 10.0. */
#ifdef DEFINE_PROP_END_OF_LIST
#define NV2A_PROPERTIES(name) static Property name[]
#define NV2A_PROPERTIES_END DEFINE_PROP_END_OF_LIST(),
#else
#define NV2A_PROPERTIES(name) static const Property name[]
#define NV2A_PROPERTIES_END
#endif

/* Parameters of a Resettable hold phase: a ResetType too from 9.1. */
#if QEMU_VERSION_MAJOR * 100 + QEMU_VERSION_MINOR >= 901
#define NV2A_RESET_HOLD_ARGS(obj) Object *obj, ResetType reset_type
#else
#define NV2A_RESET_HOLD_ARGS(obj) Object *obj
#endif

/* Data handed to class_init, and interface lists: const from 10.1. */
#if QEMU_VERSION_MAJOR * 100 + QEMU_VERSION_MINOR >= 1001
#define NV2A_CLASS_DATA const void
#define NV2A_INTERFACES const InterfaceInfo
#else
#define NV2A_CLASS_DATA void
#define NV2A_INTERFACES InterfaceInfo
#endif

/* Elements of a list of subsections: const from 8.2. */
#if QEMU_VERSION_MAJOR * 100 + QEMU_VERSION_MINOR >= 802
#define NV2A_SUBSECTION const VMStateDescription * const
#else
#define NV2A_SUBSECTION const VMStateDescription *
#endif

/* A trace event has no vCPU field from 8.1. */
#if QEMU_VERSION_MAJOR * 100 + QEMU_VERSION_MINOR < 801
#define NV2A_TRACE_NO_VCPU .vcpu_id = TRACE_VCPU_EVENT_NONE,
#else
#define NV2A_TRACE_NO_VCPU
#endif

/* The big lock's name: from 9.0. */
#if QEMU_VERSION_MAJOR < 9
#define bql_lock qemu_mutex_lock_iothread
#define bql_unlock qemu_mutex_unlock_iothread
#endif

/*
 * gfx_update says from 11.1 whether it is done (guess); before, whoever may
 * leave some for later always calls graphic_hw_update_done().
 */
#if QEMU_VERSION_MAJOR * 100 + QEMU_VERSION_MINOR >= 1101
#define NV2A_GFX_UPDATE_TYPE bool
#define NV2A_GFX_UPDATE_RETURN(con, done) return done
#define NV2A_GFX_UPDATE_ASYNC
#else
#define NV2A_GFX_UPDATE_TYPE void
#define NV2A_GFX_UPDATE_RETURN(con, done) \
    do { \
        if (done) { \
            graphic_hw_update_done(con); \
        } \
        return; \
    } while (0)
#define NV2A_GFX_UPDATE_ASYNC .gfx_update_async = true,
#endif

/* A bool since 9.0, so a failure is read from the error instead. */
static inline bool nv2a_init_ram(MemoryRegion *mr, Object *owner,
                                 const char *name, uint64_t size,
                                 Error **errp)
{
    Error *err = NULL;

    memory_region_init_ram_nomigrate(mr, owner, name, size, &err);
    if (err) {
        error_propagate(errp, err);
        return false;
    }
    return true;
}

#endif
