/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The host bridge, which owns the library's chip set: all PCI functions, I/O
 * ranges and interrupts of the console meet there.
 */
#ifndef NV2A_QEMU_XBOX_CHIPSET_H
#define NV2A_QEMU_XBOX_CHIPSET_H

#include "xbox-compat.h"
#include "nv2a/console.h"

#define TYPE_XBOX_CHIPSET "xbox-chipset"
OBJECT_DECLARE_SIMPLE_TYPE(XboxChipset, XBOX_CHIPSET)

/* Types of the functions; the plain ones are "xbox-fn-" and the row's name. */
#define TYPE_XBOX_FUNCTION "xbox-function"
#define TYPE_XBOX_IDE "xbox-ide"
#define TYPE_XBOX_OHCI "xbox-ohci"
#define TYPE_XBOX_AGP "xbox-agp"
#define TYPE_XBOX_PIT "xbox-pit"

/* A range of ports that the library answers. */
typedef struct XboxPorts {
    XboxChipset *chipset;
    NvConsoleIo io;
    MemoryRegion mr;
} XboxPorts;

struct XboxChipset {
    PCIHostState parent_obj;

    NvConsoleConfig config;     /* before realize; pointers live till then */
    bool trace;
    char *eeprom_file;          /* kept up to date, or NULL */
    BlockBackend *dvd;          /* what lies in the tray, or NULL */

    NvConsole *console;
    MemoryRegion pci_mem, pci_hole;
    MemoryRegion *boot_rom;     /* its region, from the board */
    XboxPorts ports[NV_CONSOLE_IO_COUNT];
    PCIDevice *fn[NV_CONSOLE_FN_COUNT];
    qemu_irq pic[16];           /* inputs of the 8259s, from the board */
    QEMUTimer timer;
    Notifier power_button;
    QEMUTimer *eeprom_timer;
    Notifier at_exit;

    uint8_t *blob;              /* the library's state, while it travels */
    uint32_t blob_size;
};

/* chipset.c: make the type; a realized bridge with an empty bus. */
void nv2a_xbox_chipset_register(void);
XboxChipset *nv2a_xbox_chipset_new(const NvConsoleConfig *config, bool trace,
                                   Error **errp);
/* @dev is function @fn: ids of the console, registers from the library. */
void nv2a_xbox_chipset_adopt(XboxChipset *s, NvConsoleFn fn, PCIDevice *dev);
/* Software has written to the configuration space of @dev. */
void nv2a_xbox_chipset_written(PCIDevice *dev, unsigned offset, unsigned size);
/* Of a device on the bridge's bus; NULL on another. */
XboxChipset *nv2a_xbox_chipset_of(PCIDevice *dev);

/* ports.c */
void nv2a_xbox_ports_init(XboxChipset *s);
/* The range that is this BAR of a function, or NULL. */
MemoryRegion *nv2a_xbox_ports_of(XboxChipset *s, NvConsoleFn fn, unsigned bar);
extern const NvConsoleOps nv2a_xbox_ops;

/* eeprom.c: the bytes of a file, to be freed, or NULL with *errp. */
uint8_t *nv2a_xbox_eeprom_read(const char *file, Error **errp);
/* From now on the file follows the EEPROM; look when it may have changed. */
void nv2a_xbox_eeprom_keep(XboxChipset *s, const char *file);
void nv2a_xbox_eeprom_look(XboxChipset *s);

/* chipset-state.c */
extern const VMStateDescription nv2a_xbox_chipset_vmstate;

/* functions.c: make the types; the function @fn at its place. */
void nv2a_xbox_functions_register(void);
PCIDevice *nv2a_xbox_function_new(XboxChipset *s, NvConsoleFn fn);

/* pit.c: make the type; a device behind the ISA bus, output 0 is its line. */
void nv2a_xbox_pit_register(void);

#endif
