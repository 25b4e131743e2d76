/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The LPC bridge's block of 256 ports: ACPI's fixed registers and timer, the
 * general purpose events, GPIO.
 *
 * Registers without a meaning here keep what is written.
 */
#include <string.h>

#include "console/console-priv.h"

enum {
    STATUS = 0x00,              /* 16 bits each */
    ENABLE = 0x02,
    CONTROL = 0x04,
    TIMER = 0x08,
    TIMER_END = 0x0c,
    GPE_STATUS = 0x20,
    GPE_ENABLE = 0x22,
    POWER_BUTTON = 0x26,
    GPIO = 0xc0,
    GPIO_END = 0xda,
};

/* PM1: doc, ACPI. */
#define TIMER_OVERFLOW NV_BIT(0)
#define POWER_BUTTON_PRESSED NV_BIT(8)
#define STATUS_BITS 0x8731
#define ENABLE_BITS 0x0721
#define SCI_ENABLE NV_BIT(0)
#define SLEEP_TYPE 0x1c00
#define SLEEP NV_BIT(13)

/* doc: Linux' driver for the eject button. */
#define GPE_EXTSMI NV_BIT(1)

/* doc: firmware sets it so that the button has no effect here. */
#define NO_POWER_BUTTON NV_BIT(0)

/* hw: which field of the picture the encoder sends; software waits for a
 * change, so each read sees one. */
#define GPIO_FIELD NV_BIT(5)

/* Of what is kept without a meaning: ports that firmware or a driver uses. */
static const struct {
    uint8_t from, to;
} kept[] = {
    { 0x24, 0x30 },             /* global events */
    { 0x49, 0x4a },             /* TCO timer off */
    { 0xac, 0xae },
    { 0xb4, 0xb8 },
    { 0xe2, 0xe4 },
};

#define TIMER_MASK 0xffffffu
#define TIMER_HALF 23           /* doc: the status is of this bit's changes */
#define SECOND UINT64_C(1000000000)
#define NEVER (-1)

static uint64_t ticks(NvConsole *c)
{
    int64_t now = c->ops.now(c->opaque);
    uint64_t ns = now < 0 ? 0 : now;

    return ns / SECOND * c->pm.hz + ns % SECOND * c->pm.hz / SECOND;
}

/* The first nanosecond at which the timer has come to @count ticks. */
static int64_t time_of(const NvConsolePm *pm, uint64_t count)
{
    if (count >= NV_CONSOLE_SECONDS * pm->hz) {
        return NEVER;
    }
    return count / pm->hz * SECOND +
           (count % pm->hz * SECOND + pm->hz - 1) / pm->hz;
}

static void arm(NvConsole *c, int64_t when)
{
    if (c->ops.set_timer && c->pm.deadline != when) {
        c->ops.set_timer(c->opaque, when);
    }
    c->pm.deadline = when;
}

/* The interrupt, and when the next overflow makes one. */
static void tell(NvConsole *c)
{
    NvConsolePm *pm = &c->pm;
    bool sci = pm->control & SCI_ENABLE;
    bool timed = sci && pm->enable & ~pm->status & TIMER_OVERFLOW;
    uint64_t next = ((pm->seen >> TIMER_HALF) + 1) << TIMER_HALF;

    nv_console_route_sci(c, sci && (pm->status & pm->enable ||
                                    pm->gpe_status & pm->gpe_enable));
    arm(c, timed ? time_of(pm, next) : NEVER);
}

void nv_console_pm_update(NvConsole *c)
{
    NvConsolePm *pm = &c->pm;
    uint64_t now = ticks(c);

    if (now >> TIMER_HALF > pm->seen >> TIMER_HALF) {
        pm->status |= TIMER_OVERFLOW;
    }
    pm->seen = now;
    tell(c);
}

void nv_console_timer(NvConsole *c)
{
    c->pm.deadline = NEVER;
    nv_console_pm_update(c);
}

/* The machine's time may not be loaded yet: it is not looked at. */
void nv_console_pm_loaded(NvConsole *c)
{
    tell(c);
}

void nv_console_pm_reset(NvConsole *c)
{
    uint8_t field = c->pm.field;
    int64_t deadline = c->pm.deadline;
    uint32_t hz = c->pm.hz ? c->pm.hz : NV_CONSOLE_TIMER_HZ;

    memset(&c->pm, 0, sizeof(c->pm));
    c->pm.field = field;
    c->pm.deadline = deadline;
    c->pm.hz = hz;
    c->pm.seen = ticks(c);
    nv_console_pm_update(c);
}

void nv_console_pm_extsmi(NvConsole *c)
{
    c->pm.gpe_status |= GPE_EXTSMI;
    nv_console_pm_update(c);
}

void nv_console_pm_power_button(NvConsole *c)
{
    if (!(c->pm.regs[POWER_BUTTON] & NO_POWER_BUTTON)) {
        c->pm.status |= POWER_BUTTON_PRESSED;
    }
    nv_console_pm_update(c);
}

static bool is_kept(unsigned offset)
{
    if (offset >= GPIO && offset < GPIO_END) {
        return true;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(kept); i++) {
        if (offset >= kept[i].from && offset < kept[i].to) {
            return true;
        }
    }
    return false;
}

/* A byte of one of the 16-bit registers; NULL: @offset is of none. */
static uint16_t *find_word(NvConsolePm *pm, unsigned offset)
{
    switch (offset & ~1u) {
    case STATUS:
        return &pm->status;
    case ENABLE:
        return &pm->enable;
    case CONTROL:
        return &pm->control;
    case GPE_STATUS:
        return &pm->gpe_status;
    case GPE_ENABLE:
        return &pm->gpe_enable;
    default:
        return NULL;
    }
}

uint8_t nv_console_pm_read(NvConsole *c, unsigned offset)
{
    NvConsolePm *pm = &c->pm;
    uint16_t *word = find_word(pm, offset);

    if (word) {
        return *word >> (8 * (offset & 1));
    }
    if (offset >= TIMER && offset < TIMER_END) {
        return (pm->seen & TIMER_MASK) >> (8 * (offset - TIMER));
    }
    if (offset == GPIO) {
        pm->field ^= GPIO_FIELD;
        return (pm->regs[GPIO] & ~GPIO_FIELD) | pm->field;
    }
    if (!is_kept(offset)) {
        nv_console_log(c, NV_CONSOLE_LOG_UNIMP, "pm: read of port 0x%02x",
                       offset);
    }
    return pm->regs[offset];
}

/* guess: every sleep but state 0 is the one that ends at the power button. */
static void fall_asleep(NvConsole *c, uint16_t control)
{
    if (control & SLEEP && control & SLEEP_TYPE) {
        c->ops.request(c->opaque, NV_CONSOLE_POWER_OFF);
    }
}

static void write_word(NvConsole *c, unsigned offset, uint8_t value)
{
    NvConsolePm *pm = &c->pm;
    unsigned shift = 8 * (offset & 1);
    uint16_t *word = find_word(pm, offset);
    uint16_t bits = value << shift;
    uint16_t whole = (*word & ~(0xff << shift)) | bits;

    switch (offset & ~1u) {
    case STATUS:
        *word &= ~(bits & STATUS_BITS);
        break;
    case GPE_STATUS:
        *word &= ~bits;
        break;
    case ENABLE:
        *word = whole & ENABLE_BITS;
        break;
    case CONTROL:
        *word = whole & ~SLEEP;
        fall_asleep(c, whole);
        break;
    default:
        *word = whole;
    }
    nv_console_pm_update(c);
}

void nv_console_pm_write(NvConsole *c, unsigned offset, uint8_t value)
{
    if (find_word(&c->pm, offset)) {
        write_word(c, offset, value);
    } else if (offset >= TIMER && offset < TIMER_END) {
        nv_console_log(c, NV_CONSOLE_LOG_GUEST_ERROR,
                       "pm: the timer cannot be written");
    } else {
        if (!is_kept(offset)) {
            nv_console_log(c, NV_CONSOLE_LOG_UNIMP,
                           "pm: port 0x%02x = 0x%02x", offset, value);
        }
        c->pm.regs[offset] = value;
    }
}
