/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The system controller: a small processor of its own that has the power, the
 * fan, the front panel's light and buttons, and the drive's tray.
 *
 * It is a slave on the SMBus, and it has one interrupt line, EXTSMI of the
 * power management block (doc: Linux' driver for the eject button).
 */
#include <string.h>

#include "console/console-priv.h"

/* Commands. */
enum {
    VERSION = 0x01,
    POWER = 0x02,
    TRAY_STATE = 0x03,
    AV_PACK = 0x04,
    FAN_MODE = 0x05,
    FAN_SPEED = 0x06,
    LED_MODE = 0x07,
    LED_SEQUENCE = 0x08,
    CPU_TEMPERATURE = 0x09,
    BOARD_TEMPERATURE = 0x0a,
    AUDIO_CLAMP = 0x0b,
    TRAY = 0x0c,
    ACKNOWLEDGE = 0x0d,
    ERROR_CODE = 0x0e,
    ERROR_READ = 0x0f,
    FAN_READ = 0x10,
    REASONS = 0x11,
    MEMORY_F0 = 0x12,
    MEMORY_0F = 0x13,
    NO_EJECT_RESET = 0x19,
    INTERRUPT_ENABLE = 0x1a,
    SCRATCH = 0x1b,
    CHALLENGE = 0x1c,           /* four of them */
    RESPONSE = 0x20,            /* two of them */
};

#define POWER_RESET 0x01
#define POWER_CYCLE 0x40
#define POWER_OFF 0x80

#define REASON_POWER 0x01
#define REASON_TRAY_CLOSED 0x02
#define REASON_TRAY_OPENING 0x04

/* guess: codes of command 3; states between them pass in no time here. */
#define TRAY_OPEN 0x10
#define TRAY_EMPTY 0x40
#define TRAY_DISC 0x60

#define TEMPERATURE 40          /* degrees Celsius */
#define FAN_AUTOMATIC 10        /* guess: its speed while nobody sets one */
#define FAN_CUSTOM 1

void nv_console_smc_power_on(NvConsole *c)
{
    c->smc.tray = TRAY_EMPTY;
    c->smc.seed = 0x4e563241;
}

static void next_challenge(NvConsoleSmc *s)
{
    for (unsigned i = 0; i < sizeof(s->challenge); i++) {
        s->seed = s->seed * 1664525 + 1013904223;
        s->challenge[i] = s->seed >> 24 ? : 0x5a;
    }
}

/* The controller runs on; a new challenge is for the new start. */
void nv_console_smc_reset(NvConsole *c)
{
    NvConsoleSmc *s = &c->smc;

    s->version_at = 0;
    s->reasons = 0;
    s->regs[INTERRUPT_ENABLE] = 0;
    next_challenge(s);
}

/* hw: what the two response bytes must be. */
static void answer(const uint8_t ch[4], uint8_t response[2])
{
    uint8_t x = (ch[0] << 2) ^ (ch[1] + 0x39) ^ (ch[2] >> 2) ^ (ch[3] + 0x63);
    uint8_t y = (ch[0] + 0x0b) ^ (ch[1] >> 2) ^ (ch[2] + 0x1b);
    uint8_t p = 0x33, q = 0xed;

    for (int i = 0; i < 4; i++) {
        p += q ^ x;
        q += p ^ y;
    }
    response[0] = p;
    response[1] = q;
}

/* The second byte is written last (doc). */
static void check_response(NvConsole *c)
{
    const uint8_t *got = c->smc.regs + RESPONSE;
    uint8_t want[2];

    answer(c->smc.challenge, want);
    if (!memcmp(got, want, sizeof(want))) {
        return;
    }
    nv_console_log(c, NV_CONSOLE_LOG_GUEST_ERROR,
                   "smc: the answer to the challenge is %02x %02x, not "
                   "%02x %02x", got[0], got[1], want[0], want[1]);
    if (c->config.strict_smc) {
        c->ops.request(c->opaque, NV_CONSOLE_RESET);
    }
}

static void event(NvConsole *c, uint8_t reasons)
{
    c->smc.reasons |= reasons;
    if (c->smc.regs[INTERRUPT_ENABLE] & 1) {
        nv_console_pm_extsmi(c);
    }
}

static void set_tray(NvConsole *c, uint8_t tray)
{
    bool was_open = c->smc.tray == TRAY_OPEN;
    bool open = tray == TRAY_OPEN;

    c->smc.tray = tray;
    if (open != was_open) {
        event(c, open ? REASON_TRAY_OPENING : REASON_TRAY_CLOSED);
    }
}

void nv_console_set_tray(NvConsole *c, bool open, bool disc)
{
    set_tray(c, open ? TRAY_OPEN : disc ? TRAY_DISC : TRAY_EMPTY);
}

static void command_tray(NvConsole *c, bool open)
{
    if (c->ops.move_tray) {
        c->ops.move_tray(c->opaque, open);
    } else if (open != (c->smc.tray == TRAY_OPEN)) {
        set_tray(c, open ? TRAY_OPEN : TRAY_EMPTY);
    }
}

void nv_console_power_button(NvConsole *c)
{
    nv_console_pm_power_button(c);
    event(c, REASON_POWER);
}

static void command_power(NvConsole *c, uint8_t value)
{
    if (value & POWER_OFF) {
        c->ops.request(c->opaque, NV_CONSOLE_POWER_OFF);
    } else if (value & POWER_CYCLE) {
        c->ops.request(c->opaque, NV_CONSOLE_POWER_CYCLE);
    } else if (value & POWER_RESET) {
        c->ops.request(c->opaque, NV_CONSOLE_RESET);
    }
}

static uint8_t read_version(NvConsole *c)
{
    uint8_t value = c->version[c->smc.version_at];

    c->smc.version_at = (c->smc.version_at + 1) % 3;
    return value;
}

static uint8_t read_reasons(NvConsole *c)
{
    uint8_t reasons = c->smc.reasons;

    c->smc.reasons = 0;
    return reasons;
}

uint8_t nv_console_smc_read(NvConsole *c, uint8_t command)
{
    NvConsoleSmc *s = &c->smc;

    switch (command) {
    case VERSION:
        return read_version(c);
    case TRAY_STATE:
        return s->tray;
    case AV_PACK:
        return c->config.avpack;
    case CPU_TEMPERATURE:
    case BOARD_TEMPERATURE:
        return TEMPERATURE;
    case ERROR_READ:
        return s->regs[ERROR_CODE];
    case FAN_READ:
        return s->regs[FAN_MODE] == FAN_CUSTOM ? s->regs[FAN_SPEED]
                                               : FAN_AUTOMATIC;
    case REASONS:
        return read_reasons(c);
    case SCRATCH:
        return s->regs[SCRATCH];
    case CHALLENGE ... CHALLENGE + 3:
        return s->challenge[command - CHALLENGE];
    default:
        nv_console_log(c, NV_CONSOLE_LOG_UNIMP, "smc: read of command 0x%02x",
                       command);
        return s->regs[command];
    }
}

void nv_console_smc_write(NvConsole *c, uint8_t command, uint8_t value)
{
    c->smc.regs[command] = value;
    switch (command) {
    case VERSION:
        c->smc.version_at = 0;
        break;
    case POWER:
        command_power(c, value);
        break;
    case TRAY:
        command_tray(c, !(value & 1));
        break;
    case RESPONSE + 1:
        check_response(c);
        break;
    case FAN_MODE:
    case FAN_SPEED:
    case LED_MODE:
    case LED_SEQUENCE:
    case AUDIO_CLAMP:
    case ACKNOWLEDGE:
    case ERROR_CODE:
    case MEMORY_F0:
    case MEMORY_0F:
    case NO_EJECT_RESET:
    case INTERRUPT_ENABLE:
    case SCRATCH:
    case RESPONSE:
        break;
    default:
        nv_console_log(c, NV_CONSOLE_LOG_UNIMP, "smc: command 0x%02x = 0x%02x",
                       command, value);
    }
}
