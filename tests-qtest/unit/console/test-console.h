/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A console whose machine is a struct that notes what it is asked. */
#ifndef TEST_CONSOLE_H
#define TEST_CONSOLE_H

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "nv2a/console.h"

typedef struct Rig {
    NvConsole *c;
    int64_t now;                /* nanoseconds */
    uint16_t irq;               /* levels as told */
    unsigned irq_calls;
    unsigned requests[3];
    bool rom;
    unsigned rom_calls;
    int64_t timer;              /* asked for; -1 none */
    int tray;                   /* as moved: 1 open, 0 closed, -1 never */
    unsigned logs[3];
    char last[200];             /* line of the log */
} Rig;

static inline void rig_set_irq(void *opaque, unsigned irq, bool level)
{
    Rig *rig = opaque;

    g_assert_cmpuint(irq, >=, 1);
    g_assert_cmpuint(irq, <=, 15);
    g_assert_cmpuint(irq, !=, 2);
    /* Only changes are told. */
    g_assert_cmpint(rig->irq >> irq & 1, !=, level);
    rig->irq ^= 1 << irq;
    rig->irq_calls++;
}

static inline void rig_request(void *opaque, NvConsoleRequest request)
{
    Rig *rig = opaque;

    g_assert_cmpuint(request, <=, NV_CONSOLE_POWER_OFF);
    rig->requests[request]++;
}

static inline void rig_boot_rom(void *opaque, bool visible)
{
    ((Rig *)opaque)->rom = visible;
    ((Rig *)opaque)->rom_calls++;
}

static inline int64_t rig_now(void *opaque)
{
    return ((Rig *)opaque)->now;
}

static inline void rig_set_timer(void *opaque, int64_t when)
{
    g_assert_cmpint(when, >=, -1);
    ((Rig *)opaque)->timer = when;
}

static inline void rig_move_tray(void *opaque, bool open)
{
    ((Rig *)opaque)->tray = open;
}

static inline void rig_log(void *opaque, NvConsoleLog kind, const char *text)
{
    Rig *rig = opaque;

    g_assert_cmpuint(kind, <=, NV_CONSOLE_LOG_TRACE);
    g_assert_true(*text);
    g_assert_null(strchr(text, '\n'));
    rig->logs[kind]++;
    g_strlcpy(rig->last, text, sizeof(rig->last));
}

static const NvConsoleOps rig_ops = {
    .set_irq = rig_set_irq, .request = rig_request, .boot_rom = rig_boot_rom,
    .now = rig_now, .set_timer = rig_set_timer, .move_tray = rig_move_tray,
    .log = rig_log,
};

static const NvConsoleConfig rig_config = {
    .ram_size = 64 << 20, .avpack = 6,
};

static inline void rig_open(Rig *rig, const NvConsoleConfig *config)
{
    char *error = NULL;

    memset(rig, 0, sizeof(*rig));
    rig->timer = rig->tray = -1;
    rig->c = nv_console_new(config, &rig_ops, rig, &error);
    g_assert_cmpstr(error, ==, NULL);
    g_assert_nonnull(rig->c);
}

static inline void rig_close(Rig *rig)
{
    nv_console_free(rig->c);
}

/* Bytes @offset.. of a function's configuration space, the rest as @config. */
static inline void rig_config_write(Rig *rig, NvConsoleFn fn, uint8_t *config,
                                    unsigned offset, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        config[offset + i] = value >> (8 * i);
    }
    nv_console_config_written(rig->c, fn, offset, 4, config);
}

static inline void pm_out(Rig *rig, unsigned at, unsigned size, uint32_t v)
{
    nv_console_io_write(rig->c, NV_CONSOLE_IO_PM, at, size, v);
}

static inline uint32_t pm_in(Rig *rig, unsigned at, unsigned size)
{
    return nv_console_io_read(rig->c, NV_CONSOLE_IO_PM, at, size);
}

static inline void smb_out(Rig *rig, unsigned at, unsigned size, uint32_t v)
{
    nv_console_io_write(rig->c, NV_CONSOLE_IO_SMBUS, at, size, v);
}

static inline uint32_t smb_in(Rig *rig, unsigned at, unsigned size)
{
    return nv_console_io_read(rig->c, NV_CONSOLE_IO_SMBUS, at, size);
}

#define SMC 0x10                /* its address */

/* Types of transactions, and how one ends that was answered. */
enum { QUICK, BYTE, BYTE_DATA, WORD_DATA, PROCESS_CALL, BLOCK };
#define DONE 0x10

/* One transaction as software does it; returns the status. */
static inline unsigned smb_run(Rig *rig, unsigned type, unsigned address,
                               bool read, unsigned command)
{
    smb_out(rig, 0, 2, 0xffff);
    smb_out(rig, 4, 1, address << 1 | read);
    smb_out(rig, 8, 1, command);
    smb_out(rig, 2, 1, type | 8);
    return smb_in(rig, 0, 2);
}

static inline uint8_t smb_read(Rig *rig, unsigned address, unsigned command)
{
    g_assert_cmphex(smb_run(rig, BYTE_DATA, address, true, command),
                    ==, DONE);
    return smb_in(rig, 6, 1);
}

static inline void smb_write(Rig *rig, unsigned address, unsigned command,
                             uint8_t value)
{
    smb_out(rig, 6, 1, value);
    g_assert_cmphex(smb_run(rig, BYTE_DATA, address, false, command),
                    ==, DONE);
}

#endif
