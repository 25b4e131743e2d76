/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's chip set: PCI functions' own registers, the LPC bridge with
 * power management, GPIO and interrupt routing, the SMBus with its slaves
 * (system controller, EEPROM, video encoder, temperature sensor), super I/O.
 * No processor, no bus and no thread of its own: whoever makes a machine puts
 * the parts where they belong and calls in.
 *
 * All functions of one NvConsole are called from one thread at a time.  Guest
 * data is hostile: every offset, size and value is taken.
 */
#ifndef NV2A_CONSOLE_H
#define NV2A_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct NvConsole NvConsole;

/* PCI functions, as firmware finds them. */
typedef enum NvConsoleFn {
    NV_CONSOLE_HOST,            /* 0:0.0 host bridge */
    NV_CONSOLE_RAM,             /* 0:0.3 memory controller */
    NV_CONSOLE_LPC,             /* 0:1.0 */
    NV_CONSOLE_SMBUS,           /* 0:1.1 */
    NV_CONSOLE_OHCI0,           /* 0:2.0 USB */
    NV_CONSOLE_OHCI1,           /* 0:3.0 */
    NV_CONSOLE_NIC,             /* 0:4.0 Ethernet */
    NV_CONSOLE_APU,             /* 0:5.0 audio processor */
    NV_CONSOLE_ACI,             /* 0:6.0 AC97 */
    NV_CONSOLE_IDE,             /* 0:9.0 */
    NV_CONSOLE_AGP,             /* 0:1e.0 bridge to the GPU */
    NV_CONSOLE_GPU,             /* 1:0.0 */
    NV_CONSOLE_FN_COUNT
} NvConsoleFn;

typedef struct NvConsoleBar {
    uint32_t size;              /* bytes, a power of two; 0: no such BAR */
    bool io;                    /* I/O space, else memory */
} NvConsoleBar;

/* What never changes of a function. */
typedef struct NvConsoleFnInfo {
    const char *name;           /* "lpc" */
    uint8_t slot, function;     /* on bus 0; the GPU: on bus 1 */
    uint16_t device_id;         /* vendor 0x10de */
    uint16_t class_id;          /* base and sub class */
    uint8_t prog_if, revision;
    uint8_t pin;                /* interrupt pin: 0 none, 1 INTA */
    NvConsoleBar bar[6];
} NvConsoleFnInfo;

const NvConsoleFnInfo *nv_console_fn(NvConsoleFn fn);

typedef enum NvConsoleEncoder {
    NV_CONSOLE_CONEXANT,        /* CX25871 at SMBus 0x45 */
    NV_CONSOLE_FOCUS,           /* FS454 at 0x6a */
    NV_CONSOLE_XCALIBUR,        /* at 0x70 */
    NV_CONSOLE_ENCODER_COUNT
} NvConsoleEncoder;

#define NV_CONSOLE_EEPROM_SIZE 256

typedef struct NvConsoleConfig {
    uint32_t ram_size;          /* bytes: 64 or 128 MiB */
    unsigned avpack;            /* 0..7, system controller register 4 */
    NvConsoleEncoder encoder;
    const char *smc_version;    /* three characters, NULL: "P01" */
    /* NV_CONSOLE_EEPROM_SIZE bytes, copied; NULL: one is made up. */
    const uint8_t *eeprom;
    bool strict_smc;            /* a wrong answer to the challenge resets */
} NvConsoleConfig;

typedef enum NvConsoleRequest {
    NV_CONSOLE_RESET,           /* system controller or port 0xcf9 */
    NV_CONSOLE_POWER_CYCLE,
    NV_CONSOLE_POWER_OFF,
} NvConsoleRequest;

typedef enum NvConsoleLog {
    NV_CONSOLE_LOG_GUEST_ERROR, /* software did what it must not */
    NV_CONSOLE_LOG_UNIMP,       /* a register nobody has described */
    NV_CONSOLE_LOG_TRACE,       /* accesses; only while tracing is on */
} NvConsoleLog;

/*
 * What the chip set asks of its machine; only set_timer and move_tray may be
 * NULL.  They are called from inside the functions below and call none of them.
 */
typedef struct NvConsoleOps {
    /*
     * Input @irq (1..15, never 2) of the interrupt controllers changes.
     * Nobody else drives these inputs: see nv_console_set_isa().
     */
    void (*set_irq)(void *opaque, unsigned irq, bool level);
    /* Done by the machine after the call has returned. */
    void (*request)(void *opaque, NvConsoleRequest request);
    /* The boot ROM shows itself over the flash's end, or no longer. */
    void (*boot_rom)(void *opaque, bool visible);
    /* Guest time in nanoseconds, for the power management timer. */
    int64_t (*now)(void *opaque);
    /*
     * Call nv_console_timer() at guest time @when; a later call replaces an
     * earlier one, -1 takes it back.  NULL: the timer's overflow is noticed
     * at the next access to the power management block.
     */
    void (*set_timer)(void *opaque, int64_t when);
    /*
     * Software has the system controller open or close the drive's tray.
     * NULL: there is no such drive, the controller says what it was told.
     */
    void (*move_tray)(void *opaque, bool open);
    /* One line without newline. */
    void (*log)(void *opaque, NvConsoleLog kind, const char *text);
} NvConsoleOps;

/*
 * A chip set after power on.  @config and @ops are copied; some ops are called
 * from in here.  NULL with *@error (to be freed with free(); @error may be
 * NULL) if the configuration cannot be: one sentence with the offending value.
 */
NvConsole *nv_console_new(const NvConsoleConfig *config,
                          const NvConsoleOps *ops, void *opaque,
                          char **error);
void nv_console_free(NvConsole *c);
/* As the reset line does: the EEPROM, and what the controller keeps, stay. */
void nv_console_reset(NvConsole *c);
void nv_console_set_trace(NvConsole *c, bool on);

/* The time asked for with set_timer has come; it is not asked for any more. */
void nv_console_timer(NvConsole *c);

/*
 * Bytes 0x00..0xff of a function's configuration space after reset, and which
 * bits software can write.  Only what the function adds is touched: subsystem
 * ids (zero), interrupt pin, the bytes from 0x40 up.  Ids, command, status and
 * BARs are the machine's.
 */
void nv_console_config_reset(NvConsole *c, NvConsoleFn fn, uint8_t *value,
                             uint8_t *mask);
/*
 * Software has written @size bytes at @offset; @config: all 256 as now.  The
 * console takes its own copy of what it acts on, so neither a reset nor a load
 * needs this call.
 */
void nv_console_config_written(NvConsole *c, NvConsoleFn fn, unsigned offset,
                               unsigned size, const uint8_t *config);

/* Ranges of I/O ports. */
typedef enum NvConsoleIo {
    NV_CONSOLE_IO_PM,           /* LPC BAR 0, 256 bytes: ACPI and GPIO */
    NV_CONSOLE_IO_SMBUS,        /* SMBus BAR 1, 32 bytes */
    NV_CONSOLE_IO_SMBUS2,       /* SMBus BAR 2, 64 bytes */
    NV_CONSOLE_IO_SUPERIO,      /* 0x2e, 2 bytes */
    NV_CONSOLE_IO_POST,         /* 0x80, 1 byte */
    NV_CONSOLE_IO_RESET,        /* 0xcf9, 1 byte */
    NV_CONSOLE_IO_CMOS,         /* 0x72, 2 bytes: the clock's second bank */
    NV_CONSOLE_IO_COUNT
} NvConsoleIo;

/* @size: 1, 2 or 4, @offset from the range's start, aligned or not. */
uint32_t nv_console_io_read(NvConsole *c, NvConsoleIo io, unsigned offset,
                            unsigned size);
void nv_console_io_write(NvConsole *c, NvConsoleIo io, unsigned offset,
                         unsigned size, uint32_t value);

/* Internal interrupt inputs: 0..7 of functions, 8..11 are PIRQ A..D. */
#define NV_CONSOLE_INPUTS 12
/* The input that pin @pin (0: INTA) of bus 0's device @slot is wired to. */
unsigned nv_console_input(unsigned slot, unsigned pin);
/* Routed by the LPC bridge's registers; a new route moves what is raised. */
void nv_console_set_input(NvConsole *c, unsigned input, bool level);

/*
 * A device behind the LPC bridge (serial port, IDE channel, RTC, system timer)
 * drives @irq itself; what the bridge routes there is ORed with it.  Others
 * than 1..15, and 2, are taken and do nothing.
 */
void nv_console_set_isa(NvConsole *c, unsigned irq, bool level);
/* Level of input @irq, as set_irq told last; after a load, as it was saved. */
bool nv_console_irq(const NvConsole *c, unsigned irq);

/* The EEPROM as it is now, to be kept by its owner; NV_CONSOLE_EEPROM_SIZE. */
const uint8_t *nv_console_eeprom(const NvConsole *c);
/* True once after each change of the EEPROM. */
bool nv_console_eeprom_changed(NvConsole *c);
/* A made-up one: video standard, MAC 02:..., right check sums. */
void nv_console_make_eeprom(uint8_t *eeprom);

/* The tray, as the drive's owner moves it. */
void nv_console_set_tray(NvConsole *c, bool open, bool disc);
/* The front panel's power button. */
void nv_console_power_button(NvConsole *c);

/*
 * State as bytes, the same on every host and in every later version.  The
 * result of save is freed with free().  Loading what is damaged leaves the
 * console as it was and gives false with *@error (free(); @error may be NULL).
 * Load calls boot_rom and set_timer, but not set_irq: interrupt controllers
 * have their own saved state.
 */
uint8_t *nv_console_save(const NvConsole *c, size_t *size);
bool nv_console_load(NvConsole *c, const uint8_t *data, size_t size,
                     char **error);

#ifdef __cplusplus
}
#endif

#endif
