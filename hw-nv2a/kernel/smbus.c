/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The SMBus host, and what the system controller behind it does. */
#include "kernel.h"
#include "ports.h"

enum {
    HOST = 0xc000, STATUS = HOST, CONTROL = HOST + 2, ADDRESS = HOST + 4,
    DATA = HOST + 6, COMMAND = HOST + 8,
    DONE = 0x10, ENDED = 0x36, BYTE_CYCLE = 0x0a, WORD_CYCLE = 0x0b,
    SMC_POWER = 2, POWER_RESET = 0x01, POWER_CYCLE = 0x40, POWER_OFF = 0x80,
    SMC_SCRATCH = 0x1b, SMC_TRAY = 3,
    FIRMWARE_HALT = 0, FIRMWARE_HALT_TOO = 4, FIRMWARE_QUICK = 2,
    FIRMWARE_QUICK_TOO = 3,
};

typedef struct ShutdownNote {
    void STDCALL (*routine)(struct ShutdownNote *note);
    int32_t priority;
    List link;
} ShutdownNote;

static List notes = { &notes, &notes };
const uint32_t HalBootSMCVideoMode = 0;

static Status cycle(uint8_t address, uint8_t command, bool word)
{
    for (unsigned retry = 0; retry < 50; retry++) {
        unsigned polls = 100000;
        uint8_t s;

        out8(ADDRESS, address);
        out8(COMMAND, command);
        out8(STATUS, 0xff);
        out8(CONTROL, word ? WORD_CYCLE : BYTE_CYCLE);
        do {
            s = in8(STATUS) & ENDED;
        } while (!s && --polls);
        if (s == DONE) {
            return STATUS_SUCCESS;
        }
    }
    return STATUS_IO_DEVICE_ERROR;
}

Status smbus_read(uint8_t address, uint8_t command, bool word, uint32_t *to)
{
    uint32_t flags = lock();
    Status s = cycle(address | 1, command, word);

    *to = in8(DATA) | (word ? in8(DATA + 1) << 8 : 0);
    unlock(flags);
    return s;
}

Status smbus_write(uint8_t address, uint8_t command, bool word, uint32_t v)
{
    uint32_t flags = lock();
    Status s;

    out8(DATA, v);
    if (word) {
        out8(DATA + 1, v >> 8);
    }
    s = cycle(address & ~1, command, word);
    unlock(flags);
    return s;
}

static void __attribute__((noreturn)) power(uint8_t how)
{
    __asm__ volatile("cli" : : : "memory");
    smbus_write(SMBUS_SMC, SMC_POWER, false, how);
    for (;;) {
        __asm__ volatile("hlt");
    }
}

void power_off(void)
{
    power(POWER_OFF);
}

void power_reset(bool cycle_it)
{
    power(cycle_it ? POWER_CYCLE : POWER_RESET);
}

/* --- exports --- */

Status STDCALL HalReadSMBusValue(uint8_t address, uint8_t command,
                                 uint8_t word, uint32_t *value)
{
    return smbus_read(address, command, word, value);
}

Status STDCALL HalWriteSMBusValue(uint8_t address, uint8_t command,
                                  uint8_t word, uint32_t value)
{
    return smbus_write(address, command, word, value);
}

Status STDCALL HalReadSMCTrayState(uint32_t *tray, uint32_t *changes)
{
    if (changes) {
        *changes = 0;
    }
    return smbus_read(SMBUS_SMC, SMC_TRAY, false, tray);
}

Status STDCALL HalWriteSMCScratchRegister(uint32_t value)
{
    return smbus_write(SMBUS_SMC, SMC_SCRATCH, false, value);
}

/* Higher priorities are told first. */
void STDCALL HalRegisterShutdownNotification(ShutdownNote *note, uint8_t on)
{
    uint32_t flags = lock();
    List *at = notes.next;

    if (!on) {
        list_remove(&note->link);
    } else {
        while (at != &notes && CONTAINER(at, ShutdownNote, link)->priority >=
                               note->priority) {
            at = at->next;
        }
        list_insert(at, &note->link);
    }
    unlock(flags);
}

static void tell_shutdown(void)
{
    while (!list_empty(&notes)) {
        ShutdownNote *n = CONTAINER(notes.next, ShutdownNote, link);

        list_remove(&n->link);
        n->routine(n);
    }
}

uint8_t STDCALL HalIsResetOrShutdownPending(void)
{
    return false;
}

void STDCALL __attribute__((noreturn)) HalInitiateShutdown(void)
{
    tell_shutdown();
    power_off();
}

/*
 * doc: the open SDK's names.  A quick reboot starts the program that
 * LaunchDataPage asks for, others what a console starts with.
 */
void STDCALL __attribute__((noreturn)) HalReturnToFirmware(uint32_t why)
{
    tell_shutdown();
    if (why == FIRMWARE_HALT || why == FIRMWARE_HALT_TOO) {
        print("kernel: the program has ended\n");
        power_off();
    }
    if (why == FIRMWARE_QUICK || why == FIRMWARE_QUICK_TOO) {
        launch_keep();
    }
    power_reset(false);
}
