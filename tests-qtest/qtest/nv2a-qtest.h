/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Helpers for qtests of a card in QEMU: start a machine, find the card, map
 * its BARs, read and write registers.  One machine a test is cheap (0.1 s).
 */
#ifndef NV2A_QTEST_H
#define NV2A_QTEST_H

#include "qemu/osdep.h"
#include "libqtest.h"
#include "libqos/pci.h"
#include "libqos/pci-pc.h"
#include "hw/pci/pci_regs.h"
#include "common/channel.h"

#if __has_include("qobject/qdict.h")
#include "qobject/qdict.h"
#include "qobject/qlist.h"
#include "qobject/qstring.h"
#else
#include "qapi/qmp/qdict.h"
#include "qapi/qmp/qlist.h"
#include "qapi/qmp/qstring.h"
#endif

#define NV_VENDOR 0x10de

/* Registers of BAR0 that tests need by name. */
enum {
    NV_PMC_ID = 0x000000,
    NV_PMC_INTR = 0x000100,
    NV_PMC_INTR_EN = 0x000140,
    NV_PMC_ENABLE = 0x000200,
    NV_PBUS_CONFIG = 0x001800,          /* PCI configuration space */
    NV_PFIFO_INTR = 0x002100,
    NV_CACHE1_DMA_PUSH = 0x003220,
    NV_CACHE1_DMA_STATE = 0x003228,
    NV_CACHE1_DMA_PUT = 0x003240,
    NV_CACHE1_DMA_GET = 0x003244,
    NV_CACHE1_SUBROUTINE = 0x00324c,
    NV_CACHE1_PULL0 = 0x003250,
    NV_CACHE1_HASH = 0x003258,
    NV_CACHE1_GET = 0x003270,
    NV_CACHE1_METHOD = 0x003800,
    NV_CACHE1_DATA = 0x003804,
    NV_PTIMER_INTR = 0x009100,
    NV_PTIMER_INTR_EN = 0x009140,
    NV_PTIMER_DIV = 0x009200,
    NV_PTIMER_MUL = 0x009210,
    NV_PTIMER_LOW = 0x009400,
    NV_PTIMER_HIGH = 0x009410,
    NV_PTIMER_ALARM = 0x009420,
    NV_MMIO_PGRAPH_INTR = 0x400100,
    NV_MMIO_PGRAPH_NSTATUS = 0x400104,
    NV_MMIO_PGRAPH_NSOURCE = 0x400108,
    NV_MMIO_PGRAPH_TRAP_ADDR = 0x400704,
    NV_MMIO_PGRAPH_TRAP_DATA = 0x400708,
    NV_PGRAPH_FIFO = 0x400720,
    NV_PCRTC_INTR = 0x600100,
    NV_PCRTC_INTR_EN = 0x600140,
    NV_PCRTC_START = 0x600800,
    NV_PRAMIN = 0x700000,
    NV_USER_PUT = 0x800040,
    NV_USER_GET = 0x800044,
    NV_USER_REF = 0x800048,
};

/* What a test may need of a chip. */
enum {
    NV_QTEST_KELVIN = 1u << 0,  /* class 0x97 */
    NV_QTEST_CALLS = 1u << 1,   /* push buffers with calls, the new jump */
    NV_QTEST_CURIE = 1u << 2,   /* instance memory in BAR2, its channels */
};

/* What the chips differ in here. */
typedef struct NvQtestChip {
    const char *name;
    uint16_t device_id;
    uint32_t pmc_id;
    unsigned heads;
    uint32_t vram_default;      /* MiB */
    unsigned has;               /* NV_QTEST_* */
    uint16_t class_3d;          /* that nv_qtest_channel() makes */
} NvQtestChip;

/* All chips, ended by an entry without a name. */
extern const NvQtestChip nv_qtest_chips[];
unsigned nv_qtest_count(void);
/* Add "@path/<chip>" for every chip; @test gets its row. */
void nv_qtest_add(const char *path, void (*test)(const void *chip));
/* The same for those chips that have all of @needs (NV_QTEST_*). */
void nv_qtest_add_for(unsigned needs, const char *path,
                      void (*test)(const void *chip));

typedef struct NvQtest {
    QTestState *qts;
    QPCIBus *bus;
    QPCIDevice *dev;
    QPCIBar bar[2];
    uint64_t size[2];
    Channel channel;            /* after nv_qtest_channel() */
} NvQtest;

/*
 * Where the build put what is needed, unless the environment says; for a
 * program that runs outside `meson test`.
 */
void nv_qtest_defaults(void);
/* The plugin's file, for a command line. */
const char *nv_qtest_plugin(void);
/* Without one, or with "none", the cards are QEMU's own. */
bool nv_qtest_in_tree(void);
/* What loads it, to be freed. */
char *nv_qtest_options(void);

/*
 * A machine with the plugin and @args (printf style), the first card found
 * and its BARs mapped.  End it with nv_qtest_end().
 */
NvQtest *nv_qtest_start(const char *args, ...) G_GNUC_PRINTF(1, 2);
void nv_qtest_end(NvQtest *t);

/* The @index-th card on the bus, BARs mapped, in the machine of @t. */
NvQtest *nv_qtest_other(NvQtest *t, unsigned index);
void nv_qtest_other_end(NvQtest *t);

/* Map the BARs again after a reset took their addresses. */
void nv_qtest_remap(NvQtest *t);
/* Reset the machine and map the BARs again. */
void nv_qtest_reset(NvQtest *t);

/* A ready channel with a 3D object, of class 0x97 where the chip has it. */
void nv_qtest_channel(NvQtest *t);
/* The channel that a loaded machine already has; set its `put`. */
void nv_qtest_adopt(NvQtest *t);
/* The channel, a surface of @width x @height, a program that passes on. */
void nv_qtest_canvas(NvQtest *t, unsigned width, unsigned height);

/* The card's interrupt pin, as configuration space shows it. */
bool nv_qtest_intx(NvQtest *t);

uint32_t nv_read(NvQtest *t, uint32_t reg);
void nv_write(NvQtest *t, uint32_t reg, uint32_t value);
uint32_t nv_vram_read(NvQtest *t, uint32_t offset);
void nv_vram_write(NvQtest *t, uint32_t offset, uint32_t value);

/* Read @reg until (value & mask) == expect, 2 s of wall time at most. */
bool nv_wait(NvQtest *t, uint32_t reg, uint32_t mask, uint32_t expect);

/* QOM string property of the device with @id; the caller frees it. */
char *nv_qtest_property_of(QTestState *qts, const char *id, const char *name);
/* The same of the device with id "gpu". */
char *nv_qtest_property(NvQtest *t, const char *name);

/* Write the machine of @t to @file; it stands still afterwards. */
void nv_qtest_save(NvQtest *t, const char *file);
/* A fresh process that goes on from @file; @args as they were. */
NvQtest *nv_qtest_load(const char *file, const char *args, ...)
    G_GNUC_PRINTF(2, 3);

/* An empty directory; gone with everything in it by nv_qtest_rmdir(). */
char *nv_qtest_mkdir(void);
void nv_qtest_rmdir(char *dir);

/*
 * Run QEMU with the plugin option's arguments @plugin (such as ",help", may
 * be "") and @args, to its end; its output goes to *out, returns its status.
 * It is killed, and the test fails, after 20 s.
 */
int nv_run_qemu(const char *plugin, const char *args, char **out);
/* The same with another plugin file. */
int nv_run_qemu_with(const char *file, const char *plugin, const char *args,
                     char **out);
/* The same without a plugin; @args has the machine, too. */
int nv_run_qemu_plain(const char *args, char **out);

#endif
