/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SMBus host in the layout of the AMD-756 (doc: its data sheet, Linux'
 * i2c-amd756), every transaction done before the write that starts it returns.
 */
#include <string.h>

#include "console/console-priv.h"

enum {
    STATUS = 0x00,              /* 16 bits, writing 1 clears */
    CONTROL = 0x02,
    ADDRESS = 0x04,             /* 7:1 slave, 0 read */
    DATA = 0x06,                /* two bytes */
    COMMAND = 0x08,
    BLOCK = 0x09,               /* FIFO */
    KNOWN = 0x0a,               /* what follows is the host as a slave */
};

#define STS_NO_ANSWER NV_BIT(2)
#define STS_DONE NV_BIT(4)

#define CTL_TYPE 7
#define CTL_START NV_BIT(3)
#define CTL_INTERRUPT NV_BIT(4)
#define CTL_ABORT NV_BIT(5)     /* nothing is ever left to abort */

void nv_console_smbus_reset(NvConsole *c)
{
    memset(&c->smbus, 0, sizeof(c->smbus));
    nv_console_route_smbus(c, false);
}

static void update(NvConsole *c)
{
    nv_console_route_smbus(c, c->smbus.regs[CONTROL] & CTL_INTERRUPT &&
                              c->smbus.status);
}

void nv_console_smbus_loaded(NvConsole *c)
{
    update(c);
}

/* One transaction on the way. */
typedef struct Cycle {
    const NvConsoleSlave *slave;
    bool read;
    uint8_t *pointer;           /* the slave's next register */
} Cycle;

static uint8_t get(NvConsole *c, Cycle *t)
{
    uint8_t value = t->slave->read(c, *t->pointer);

    *t->pointer += t->slave->increments;
    return value;
}

static void put(NvConsole *c, Cycle *t, uint8_t value)
{
    t->slave->write(c, *t->pointer, value);
    *t->pointer += t->slave->increments;
}

/* All return false if the slave does not play along. */
static bool quick(NvConsole *c, Cycle *t)
{
    return true;
}

/* doc: the byte that is sent is the data register's; it is the number of the
 * register that the next byte is received from. */
static bool byte(NvConsole *c, Cycle *t)
{
    if (t->read) {
        c->smbus.regs[DATA] = get(c, t);
    } else {
        *t->pointer = c->smbus.regs[DATA];
    }
    return true;
}

static bool byte_data(NvConsole *c, Cycle *t)
{
    *t->pointer = c->smbus.regs[COMMAND];
    if (t->read) {
        c->smbus.regs[DATA] = get(c, t);
    } else {
        put(c, t, c->smbus.regs[DATA]);
    }
    return true;
}

/* guess: one register has no high byte; it reads 0 and is not written. */
static void read_word(NvConsole *c, Cycle *t)
{
    c->smbus.regs[DATA] = get(c, t);
    c->smbus.regs[DATA + 1] = t->slave->increments ? get(c, t) : 0;
}

static bool word_data(NvConsole *c, Cycle *t)
{
    *t->pointer = c->smbus.regs[COMMAND];
    if (t->read) {
        read_word(c, t);
        return true;
    }
    put(c, t, c->smbus.regs[DATA]);
    if (t->slave->increments) {
        put(c, t, c->smbus.regs[DATA + 1]);
    }
    return true;
}

/* doc: a word there and, without a stop, a word back. */
static bool process_call(NvConsole *c, Cycle *t)
{
    t->read = false;
    word_data(c, t);
    *t->pointer = c->smbus.regs[COMMAND];
    read_word(c, t);
    return true;
}

static bool is_count(unsigned count)
{
    return count && count <= NV_CONSOLE_BLOCK;
}

static bool read_block(NvConsole *c, Cycle *t)
{
    NvConsoleSmbus *s = &c->smbus;
    unsigned count;

    if (t->slave->get_block) {
        count = t->slave->get_block(c, *t->pointer, s->block);
    } else {
        count = get(c, t);
        for (unsigned i = 0; i < count && is_count(count); i++) {
            s->block[i] = get(c, t);
        }
    }
    s->regs[DATA] = count;
    s->regs[DATA + 1] = 0;
    return is_count(count);
}

static bool write_block(NvConsole *c, Cycle *t)
{
    NvConsoleSmbus *s = &c->smbus;
    unsigned count = s->regs[DATA];

    if (!is_count(count)) {
        return false;
    }
    if (t->slave->put_block) {
        t->slave->put_block(c, *t->pointer, s->block, count);
        return true;
    }
    put(c, t, count);
    for (unsigned i = 0; i < count; i++) {
        put(c, t, s->block[i]);
    }
    return true;
}

/* doc: a count goes first on the bus, in both directions.  Slaves that know
 * nothing of it take it for the byte of the first register. */
static bool block(NvConsole *c, Cycle *t)
{
    if (!t->slave->get_block && !t->slave->increments) {
        return false;
    }
    *t->pointer = c->smbus.regs[COMMAND];
    return t->read ? read_block(c, t) : write_block(c, t);
}

static bool (*const types[CTL_TYPE + 1])(NvConsole *c, Cycle *t) = {
    quick, byte, byte_data, word_data, process_call, block,
};

static void run(NvConsole *c)
{
    NvConsoleSmbus *s = &c->smbus;
    unsigned type = s->regs[CONTROL] & CTL_TYPE;
    unsigned address = s->regs[ADDRESS] >> 1;
    Cycle t = {
        .slave = nv_console_slave(c, address),
        .read = s->regs[ADDRESS] & 1,
        .pointer = &s->pointer[address],
    };
    bool done = false;

    if (!types[type]) {
        nv_console_log(c, NV_CONSOLE_LOG_GUEST_ERROR,
                       "smbus: there is no transaction of type %u", type);
    } else if (t.slave) {
        done = types[type](c, &t);
    }
    if (c->trace) {
        nv_console_log(c, NV_CONSOLE_LOG_TRACE,
                       "smbus: 0x%02x %s type %u command 0x%02x data %02x%02x"
                       "%s", address, t.read ? "read" : "write", type,
                       s->regs[COMMAND], s->regs[DATA + 1], s->regs[DATA],
                       done ? "" : ": no answer");
    }
    /* hw: who looks for an encoder wants this bit without the other. */
    s->status |= done ? STS_DONE : STS_NO_ANSWER;
}

static uint8_t *fifo(NvConsoleSmbus *s)
{
    uint8_t *byte = &s->block[s->index];

    s->index = (s->index + 1) % NV_CONSOLE_BLOCK;
    return byte;
}

static void unknown(NvConsole *c, const char *what, unsigned offset)
{
    nv_console_log(c, NV_CONSOLE_LOG_UNIMP, "%s 0x%02x", what, offset);
}

uint8_t nv_console_smbus_read(NvConsole *c, unsigned offset)
{
    NvConsoleSmbus *s = &c->smbus;

    if (offset < CONTROL) {
        return s->status >> (8 * offset);
    }
    if (offset == BLOCK) {
        return *fifo(s);
    }
    if (offset >= KNOWN) {
        unknown(c, "smbus: read of register", offset);
    }
    return s->regs[offset];
}

void nv_console_smbus_write(NvConsole *c, unsigned offset, uint8_t value)
{
    NvConsoleSmbus *s = &c->smbus;

    if (offset == BLOCK) {
        *fifo(s) = value;
        return;
    }
    /* guess: what sets up a transaction sets the FIFO to its start. */
    s->index = 0;
    if (offset < CONTROL) {
        s->status &= ~(value << (8 * offset));
    } else if (offset == CONTROL) {
        s->regs[CONTROL] = value & ~(CTL_START | CTL_ABORT);
        if (value & CTL_START) {
            run(c);
        }
    } else {
        if (offset >= KNOWN) {
            unknown(c, "smbus: write of register", offset);
        }
        s->regs[offset] = value;
    }
    update(c);
}

/* The second host, which nobody has seen used. */
uint8_t nv_console_smbus2_read(NvConsole *c, unsigned offset)
{
    unknown(c, "smbus: read of the second host's register", offset);
    return c->smbus.second[offset];
}

void nv_console_smbus2_write(NvConsole *c, unsigned offset, uint8_t value)
{
    unknown(c, "smbus: write of the second host's register", offset);
    c->smbus.second[offset] = value;
}
