/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the console's chips share: one struct each, plain values only. */
#ifndef NV_CONSOLE_PRIV_H
#define NV_CONSOLE_PRIV_H

#include <glib.h>

#include "base/bits.h"
#include "base/state.h"
#include "nv2a/console.h"

#define NV_CONSOLE_SLAVES 0x80          /* addresses of 7 bits */
#define NV_CONSOLE_BLOCK 32             /* bytes of a block transfer */

#define NV_CONSOLE_TIMER_HZ 3375000u    /* doc: the 8254's, three times */
/* A PC's, which the console had before: machines saved then go on with it. */
#define NV_CONSOLE_OLD_TIMER_HZ 3579545u
/* Whole seconds that an int64_t of ns has. */
#define NV_CONSOLE_SECONDS UINT64_C(9223372036)

/* Interrupt routing: what drives which input of the 8259s. */
typedef struct NvConsoleRouting {
    uint8_t pirq[4];            /* LPC 0x68..0x6b */
    uint32_t internal;          /* LPC 0x6c: a nibble an input */
    uint8_t sci, smbus;         /* LPC 0x64, 0x65 */
    uint16_t inputs;            /* levels of NV_CONSOLE_INPUTS lines */
    uint16_t isa;               /* levels of devices behind the bridge */
    /* Derived. */
    bool sci_level, smbus_level;
    bool loading;               /* nobody is told */
    uint16_t out;               /* as told with set_irq */
} NvConsoleRouting;

/* Power management block: ACPI registers, timer, GPIO. */
typedef struct NvConsolePm {
    uint16_t status, enable, control;
    uint16_t gpe_status, gpe_enable;
    uint8_t regs[0x100];        /* the rest as written */
    uint8_t field;              /* level of the encoder's field pin */
    uint64_t seen;              /* timer ticks since 0, as looked at last */
    uint32_t hz;                /* of the timer */
    int64_t deadline;           /* as told with set_timer; derived */
} NvConsolePm;

/* SMBus host. */
typedef struct NvConsoleSmbus {
    uint16_t status;
    uint8_t regs[0x20];         /* others than status and FIFO, as written */
    uint8_t block[NV_CONSOLE_BLOCK];
    uint8_t index;              /* next byte of the block FIFO */
    uint8_t pointer[NV_CONSOLE_SLAVES];     /* each slave's next register */
    uint8_t second[0x40];       /* BAR 2, as written */
} NvConsoleSmbus;

/* System controller. */
typedef struct NvConsoleSmc {
    uint8_t regs[0x100];        /* last byte written to each command */
    uint8_t version_at;         /* next character of the version */
    uint8_t reasons;            /* interrupt reasons, cleared by reading */
    uint8_t tray;               /* command 3 */
    uint32_t seed;              /* of challenges; never the same again */
    uint8_t challenge[4];
} NvConsoleSmc;

typedef struct NvConsoleSuperio {
    uint8_t config;             /* in configuration mode */
    uint8_t index, device;
    uint8_t global[0x30];
    uint8_t device_regs[16][0xd0];      /* 0x30..0xff of each device */
    uint8_t post, reset;
} NvConsoleSuperio;

/* Battery-backed: a reset changes nothing. */
typedef struct NvConsoleCmos {
    uint8_t index, bytes[128];
} NvConsoleCmos;

struct NvConsole {
    NvConsoleConfig config;
    char version[4];            /* of the system controller */
    NvConsoleOps ops;
    void *opaque;
    bool trace;
    uint8_t rom_off;            /* boot ROM hidden until the next reset */
    uint32_t id_ram_size;       /* config's, to refuse foreign states */
    uint8_t id_encoder;
    NvConsoleRouting routing;
    NvConsolePm pm;
    NvConsoleSmbus smbus;
    NvConsoleSmc smc;
    NvConsoleSuperio superio;
    NvConsoleCmos cmos;
    uint8_t encoder[0x100][4];  /* the Xcalibur's have all four bytes */
    uint8_t eeprom[NV_CONSOLE_EEPROM_SIZE];
    bool eeprom_changed;
};

void nv_console_log(NvConsole *c, NvConsoleLog kind, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* routing.c */
void nv_console_routing_reset(NvConsole *c);
void nv_console_route_sci(NvConsole *c, bool level);
void nv_console_route_smbus(NvConsole *c, bool level);
void nv_console_routing_loaded(NvConsole *c);
/* Configuration space of the LPC bridge was written. */
void nv_console_route_lpc(NvConsole *c, const uint8_t *config);

/* console.c: what the LPC bridge does by its configuration space. */
void nv_console_lpc_written(NvConsole *c, const uint8_t *config);

/* One access of 1 byte to a range of ports; wider ones are taken apart. */
uint8_t nv_console_pm_read(NvConsole *c, unsigned offset);
void nv_console_pm_write(NvConsole *c, unsigned offset, uint8_t value);
uint8_t nv_console_smbus_read(NvConsole *c, unsigned offset);
void nv_console_smbus_write(NvConsole *c, unsigned offset, uint8_t value);
uint8_t nv_console_smbus2_read(NvConsole *c, unsigned offset);
void nv_console_smbus2_write(NvConsole *c, unsigned offset, uint8_t value);
uint8_t nv_console_superio_read(NvConsole *c, unsigned offset);
void nv_console_superio_write(NvConsole *c, unsigned offset, uint8_t value);
uint8_t nv_console_post_read(NvConsole *c, unsigned offset);
void nv_console_post_write(NvConsole *c, unsigned offset, uint8_t value);
uint8_t nv_console_reset_read(NvConsole *c, unsigned offset);
void nv_console_reset_write(NvConsole *c, unsigned offset, uint8_t value);

uint8_t nv_console_cmos_read(NvConsole *c, unsigned offset);
void nv_console_cmos_write(NvConsole *c, unsigned offset, uint8_t value);

/* cmos.c */
void nv_console_cmos_power_on(NvConsoleCmos *cmos);

/* pm.c */
void nv_console_pm_reset(NvConsole *c);
/* Time has passed, or what the overflow does has changed. */
void nv_console_pm_update(NvConsole *c);
/* The system controller's interrupt pin, and the power button's. */
void nv_console_pm_extsmi(NvConsole *c);
void nv_console_pm_power_button(NvConsole *c);
/* After a load: what is derived. */
void nv_console_pm_loaded(NvConsole *c);

/* smbus.c */
void nv_console_smbus_reset(NvConsole *c);
void nv_console_smbus_loaded(NvConsole *c);

/* A slave on the SMBus: registers of a byte. */
typedef struct NvConsoleSlave {
    uint8_t (*read)(NvConsole *c, uint8_t reg);
    void (*write)(NvConsole *c, uint8_t reg, uint8_t value);
    bool increments;            /* more bytes are of the registers after it */
    /*
     * A register as a block of at most NV_CONSOLE_BLOCK bytes; get_block
     * returns how many.  NULL: a slave that knows nothing of blocks.
     */
    unsigned (*get_block)(NvConsole *c, uint8_t reg, uint8_t *to);
    void (*put_block)(NvConsole *c, uint8_t reg, const uint8_t *from,
                      unsigned count);
} NvConsoleSlave;

/* slaves.c: NULL if nobody is at 7-bit @address. */
const NvConsoleSlave *nv_console_slave(NvConsole *c, unsigned address);

/* smc.c */
void nv_console_smc_power_on(NvConsole *c);
void nv_console_smc_reset(NvConsole *c);
uint8_t nv_console_smc_read(NvConsole *c, uint8_t command);
void nv_console_smc_write(NvConsole *c, uint8_t command, uint8_t value);
/* eeprom.c */
uint8_t nv_console_eeprom_read(NvConsole *c, uint8_t at);
void nv_console_eeprom_write(NvConsole *c, uint8_t at, uint8_t value);

/* superio.c */
void nv_console_superio_reset(NvConsole *c);

#endif
