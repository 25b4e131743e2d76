/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The chip set put together: create, reset, ports to chips. */
#include <stdlib.h>
#include <string.h>

#include "console/console-priv.h"

#define LPC_ROM 0x80            /* hw: bit 1 switches the boot ROM off */
#define LPC_ROM_OFF NV_BIT(1)

typedef struct Range {
    const char *name;
    unsigned size;              /* bytes */
    void (*begin)(NvConsole *c);        /* before each access; may be NULL */
    uint8_t (*read)(NvConsole *c, unsigned offset);
    void (*write)(NvConsole *c, unsigned offset, uint8_t value);
} Range;

static const Range ranges[NV_CONSOLE_IO_COUNT] = {
    [NV_CONSOLE_IO_PM] = { "pm", 0x100, nv_console_pm_update,
                           nv_console_pm_read, nv_console_pm_write },
    [NV_CONSOLE_IO_SMBUS] = { "smbus", 0x20, NULL, nv_console_smbus_read,
                              nv_console_smbus_write },
    [NV_CONSOLE_IO_SMBUS2] = { "smbus2", 0x40, NULL, nv_console_smbus2_read,
                               nv_console_smbus2_write },
    [NV_CONSOLE_IO_SUPERIO] = { "superio", 2, NULL, nv_console_superio_read,
                                nv_console_superio_write },
    [NV_CONSOLE_IO_POST] = { "post", 1, NULL, nv_console_post_read,
                             nv_console_post_write },
    [NV_CONSOLE_IO_RESET] = { "reset", 1, NULL, nv_console_reset_read,
                              nv_console_reset_write },
    [NV_CONSOLE_IO_CMOS] = { "cmos", 2, NULL, nv_console_cmos_read,
                             nv_console_cmos_write },
};

void nv_console_log(NvConsole *c, NvConsoleLog kind, const char *format, ...)
{
    char text[160];
    va_list ap;

    va_start(ap, format);
    g_vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    c->ops.log(c->opaque, kind, text);
}

/* Byte by byte: software writes words at odd offsets. */
uint32_t nv_console_io_read(NvConsole *c, NvConsoleIo io, unsigned offset,
                            unsigned size)
{
    const Range *range = &ranges[io];
    uint32_t value = 0;

    if (range->begin) {
        range->begin(c);
    }
    for (unsigned i = 0; i < MIN(size, 4); i++) {
        uint32_t byte = offset < range->size && i < range->size - offset ?
                        range->read(c, offset + i) : 0xff;

        value |= byte << (8 * i);
    }
    if (c->trace) {
        nv_console_log(c, NV_CONSOLE_LOG_TRACE, "%s: read 0x%02x/%u = 0x%x",
                       range->name, offset, size, value);
    }
    return value;
}

void nv_console_io_write(NvConsole *c, NvConsoleIo io, unsigned offset,
                         unsigned size, uint32_t value)
{
    const Range *range = &ranges[io];

    if (c->trace) {
        nv_console_log(c, NV_CONSOLE_LOG_TRACE, "%s: write 0x%02x/%u = 0x%x",
                       range->name, offset, size, value);
    }
    if (range->begin) {
        range->begin(c);
    }
    for (unsigned i = 0; i < MIN(size, 4); i++) {
        if (offset < range->size && i < range->size - offset) {
            range->write(c, offset + i, value >> (8 * i));
        }
    }
}

void nv_console_lpc_written(NvConsole *c, const uint8_t *config)
{
    nv_console_route_lpc(c, config);
    /* guess: once off it stays off until the next reset. */
    if (config[LPC_ROM] & LPC_ROM_OFF && !c->rom_off) {
        c->rom_off = true;
        c->ops.boot_rom(c->opaque, false);
    }
}

static NvConsole *refuse(char **error, const char *format, ...)
    G_GNUC_PRINTF(2, 3);
static NvConsole *refuse(char **error, const char *format, ...)
{
    g_autofree char *text = NULL;
    va_list ap;

    va_start(ap, format);
    text = g_strdup_vprintf(format, ap);
    va_end(ap);
    if (error) {
        *error = strdup(text);
    }
    return NULL;
}

NvConsole *nv_console_new(const NvConsoleConfig *config,
                          const NvConsoleOps *ops, void *opaque,
                          char **error)
{
    const char *version = config->smc_version ? : "P01";
    NvConsole *c;

    if (config->ram_size != 64u << 20 && config->ram_size != 128u << 20) {
        return refuse(error, "the console has 64 or 128 MiB of RAM, not %u "
                      "bytes", config->ram_size);
    }
    if (config->avpack > 7) {
        return refuse(error, "AV packs are 0 to 7, not %u", config->avpack);
    }
    if ((unsigned)config->encoder >= NV_CONSOLE_ENCODER_COUNT) {
        return refuse(error, "there is no video encoder %u",
                      (unsigned)config->encoder);
    }
    if (strlen(version) != 3) {
        return refuse(error, "the system controller's version has three "
                      "characters, \"%s\" has not", version);
    }
    c = g_new0(NvConsole, 1);
    c->config = *config;
    memcpy(c->version, version, sizeof(c->version));
    c->config.smc_version = c->version;
    c->config.eeprom = NULL;
    c->ops = *ops;
    c->opaque = opaque;
    c->id_ram_size = config->ram_size;
    c->id_encoder = config->encoder;
    if (config->eeprom) {
        memcpy(c->eeprom, config->eeprom, sizeof(c->eeprom));
    } else {
        nv_console_make_eeprom(c->eeprom);
    }
    nv_console_smc_power_on(c);
    nv_console_cmos_power_on(&c->cmos);
    nv_console_reset(c);
    return c;
}

void nv_console_free(NvConsole *c)
{
    g_free(c);
}

void nv_console_reset(NvConsole *c)
{
    nv_console_pm_reset(c);
    nv_console_smbus_reset(c);
    nv_console_smc_reset(c);
    nv_console_superio_reset(c);
    nv_console_routing_reset(c);
    memset(c->encoder, 0, sizeof(c->encoder));
    c->rom_off = false;
    c->ops.boot_rom(c->opaque, true);
}

void nv_console_set_trace(NvConsole *c, bool on)
{
    c->trace = on;
}
