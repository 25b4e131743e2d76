/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who is on the SMBus, and the slaves that are little more than bytes. */
#include <string.h>

#include "console/console-priv.h"

#define TEMPERATURE 40          /* degrees Celsius, of board and processor */

/* hw: the picture comes from the GPU's registers, so what an encoder is told
 * needs no meaning; firmware only looks who answers. */
static uint8_t encoder_read(NvConsole *c, uint8_t reg)
{
    return c->encoder[reg][0];
}

static void encoder_write(NvConsole *c, uint8_t reg, uint8_t value)
{
    c->encoder[reg][0] = value;
}

/* hw: registers of the Xcalibur are blocks of four bytes. */
static unsigned encoder_get_block(NvConsole *c, uint8_t reg, uint8_t *to)
{
    memcpy(to, c->encoder[reg], sizeof(c->encoder[reg]));
    return sizeof(c->encoder[reg]);
}

static void encoder_put_block(NvConsole *c, uint8_t reg, const uint8_t *from,
                              unsigned count)
{
    memcpy(c->encoder[reg], from, MIN(count, sizeof(c->encoder[reg])));
}

/* An ADM1032: register 0 the board, 1 the processor. */
static uint8_t sensor_read(NvConsole *c, uint8_t reg)
{
    if (reg <= 1) {
        return TEMPERATURE;
    }
    nv_console_log(c, NV_CONSOLE_LOG_UNIMP, "sensor: read of register 0x%02x",
                   reg);
    return 0;
}

static void sensor_write(NvConsole *c, uint8_t reg, uint8_t value)
{
    nv_console_log(c, NV_CONSOLE_LOG_UNIMP, "sensor: register 0x%02x = 0x%02x",
                   reg, value);
}

#define ALWAYS (-1)

static const struct {
    uint8_t address;
    int8_t encoder;             /* only in a console with this one */
    NvConsoleSlave slave;
} slaves[] = {
    { 0x10, ALWAYS, { nv_console_smc_read, nv_console_smc_write, false } },
    { 0x45, NV_CONSOLE_CONEXANT, { encoder_read, encoder_write, true } },
    { 0x4c, ALWAYS, { sensor_read, sensor_write, false } },
    { 0x54, ALWAYS, { nv_console_eeprom_read, nv_console_eeprom_write, true } },
    { 0x6a, NV_CONSOLE_FOCUS, { encoder_read, encoder_write, true } },
    { 0x70, NV_CONSOLE_XCALIBUR, { encoder_read, encoder_write, false,
                                   encoder_get_block, encoder_put_block } },
};

const NvConsoleSlave *nv_console_slave(NvConsole *c, unsigned address)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(slaves); i++) {
        if (slaves[i].address == address &&
            (slaves[i].encoder == ALWAYS ||
             slaves[i].encoder == (int)c->config.encoder)) {
            return &slaves[i].slave;
        }
    }
    return NULL;
}
