/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Super I/O (an LPC47M157; debug units have one), and two lone ports: POST
 * codes and the reset register.
 */
#include <string.h>

#include "console/console-priv.h"

#define KEY_ENTER 0x55
#define KEY_LEAVE 0xaa
#define REG_DEVICE 0x07
#define REG_ID 0x20
#define REG_PORT 0x26           /* two bytes: the port of the index */
#define DEVICE_BASE 0x30        /* registers from here on: each device's own */
#define COM1 4

/* doc: reset values; where the serial port is has no effect here. */
static const struct {
    uint8_t device, index, value;
} defaults[] = {
    { COM1, 0x60, 0x03 },
    { COM1, 0x61, 0xf8 },
    { COM1, 0x70, 0x04 },
};

void nv_console_superio_reset(NvConsole *c)
{
    NvConsoleSuperio *s = &c->superio;

    memset(s, 0, sizeof(*s));
    s->global[REG_PORT] = 0x2e;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(defaults); i++) {
        s->device_regs[defaults[i].device][defaults[i].index - DEVICE_BASE] =
            defaults[i].value;
    }
}

/* NULL: no such register. */
static uint8_t *find_reg(NvConsoleSuperio *s)
{
    if (s->index < DEVICE_BASE) {
        return &s->global[s->index];
    }
    if (s->device < NV_ARRAY_SIZE(s->device_regs)) {
        return &s->device_regs[s->device][s->index - DEVICE_BASE];
    }
    return NULL;
}

uint8_t nv_console_superio_read(NvConsole *c, unsigned offset)
{
    NvConsoleSuperio *s = &c->superio;
    uint8_t *reg = find_reg(s);

    if (!s->config) {
        return 0xff;
    }
    if (!offset) {
        return s->index;
    }
    if (s->index == REG_DEVICE) {
        return s->device;
    }
    return reg ? *reg : 0xff;
}

static void write_data(NvConsole *c, uint8_t value)
{
    NvConsoleSuperio *s = &c->superio;
    uint8_t *reg = find_reg(s);

    if (s->index == REG_DEVICE) {
        s->device = value;
        return;
    }
    if (!reg || (s->index >= DEVICE_BASE && s->device != COM1)) {
        nv_console_log(c, NV_CONSOLE_LOG_UNIMP,
                       "superio: device %u register 0x%02x = 0x%02x",
                       s->device, s->index, value);
    }
    if (reg && s->index != REG_ID && s->index != REG_ID + 1) {
        *reg = value;
    }
}

void nv_console_superio_write(NvConsole *c, unsigned offset, uint8_t value)
{
    NvConsoleSuperio *s = &c->superio;

    if (!s->config) {
        s->config = !offset && value == KEY_ENTER;
    } else if (offset) {
        write_data(c, value);
    } else if (value == KEY_LEAVE) {
        s->config = false;
    } else if (value != KEY_ENTER) {
        /* Cromwell writes the key twice: no index. */
        s->index = value;
    }
}

uint8_t nv_console_post_read(NvConsole *c, unsigned offset)
{
    return c->superio.post;
}

void nv_console_post_write(NvConsole *c, unsigned offset, uint8_t value)
{
    c->superio.post = value;
}

#define RESET_NOW NV_BIT(2)

uint8_t nv_console_reset_read(NvConsole *c, unsigned offset)
{
    return c->superio.reset;
}

/* doc: bit 2 going from 0 to 1 resets. */
void nv_console_reset_write(NvConsole *c, unsigned offset, uint8_t value)
{
    uint8_t rising = value & ~c->superio.reset;

    c->superio.reset = value;
    if (rising & RESET_NOW) {
        c->ops.request(c->opaque, NV_CONSOLE_RESET);
    }
}
