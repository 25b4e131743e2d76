/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Helpers for tests of the console in QEMU: a machine with a made flash
 * image, configuration space, SMBus, interrupt requests.
 */
#ifndef NV2A_XBOX_QTEST_H
#define NV2A_XBOX_QTEST_H

#include "nv2a-qtest.h"

#define XBOX_FLASH_SIZE (256u << 10)

/* Configuration space: bus, slot, function, register. */
#define XBOX_CONFIG(bus, slot, fn, reg) \
    (0x80000000u | (bus) << 16 | (slot) << 11 | (fn) << 8 | (reg))
#define XBOX_LPC(reg) XBOX_CONFIG(0, 1, 0, reg)

/* Where xbox_map() puts things, as firmware does. */
enum {
    XBOX_PM = 0x8000,
    XBOX_SMBUS = 0xc000,
    XBOX_OHCI0 = 0xfed00000,
    XBOX_APU = 0xfe800000,
    XBOX_ACI = 0xfec00000,
    XBOX_NIC = 0xfef00000,
    XBOX_GPU = 0xfd000000,
    XBOX_GPU_RAM = 0xf0000000,
};

/* Slaves of the SMBus, 7-bit addresses. */
enum { XBOX_SMC = 0x10, XBOX_EEPROM = 0x54, XBOX_SENSOR = 0x4c };

typedef struct XboxTest {
    QTestState *qts;
    char *dir;                  /* a folder of the test's own */
    char *flash;                /* the image in it */
} XboxTest;

/* Byte @i of the image that tests start with. */
uint8_t xbox_flash_byte(uint32_t i);

/*
 * Whether the tested QEMU has the console as its own machine (NV2A_PLUGIN is
 * "none"); and the options that make one, @more its arguments (",avpack=1").
 */
bool xbox_in_tree(void);
char *xbox_machine(const char *more);
/*
 * A console that stands still, its flash full of xbox_flash_byte(); @plugin
 * is more of the plugin's arguments (",avpack=1" or ""), @args QEMU's.
 */
XboxTest *xbox_start(const char *plugin, const char *args);
/* The same with an image of the test's own. */
XboxTest *xbox_start_with(const void *image, size_t size, const char *plugin,
                          const char *args);
void xbox_end(XboxTest *t);
/*
 * End the machine, keep its files; start another with them, but without the
 * flash image if @plugin has xbe=.
 */
void xbox_stop(XboxTest *t);
void xbox_again(XboxTest *t, const char *plugin, const char *args);
/* A file in the test's folder, to be freed. */
char *xbox_file(XboxTest *t, const char *name, const void *data, size_t size);

uint32_t xbox_config(XboxTest *t, uint32_t address);
uint8_t xbox_config_byte(XboxTest *t, uint32_t address);
void xbox_set_config(XboxTest *t, uint32_t address, uint32_t value);
/* BARs and windows where firmware has them. */
void xbox_map(XboxTest *t);

/* One cycle; false if nobody answers.  Words are two bytes, low one first. */
bool xbox_smbus_read(XboxTest *t, uint8_t slave, uint8_t command,
                     uint8_t *value);
bool xbox_smbus_read_word(XboxTest *t, uint8_t slave, uint8_t command,
                          uint16_t *value);
bool xbox_smbus_write(XboxTest *t, uint8_t slave, uint8_t command,
                      uint8_t value);
/* Whether the DVD drive takes TEST UNIT READY without a word of a new disc. */
bool xbox_disc_ready(XboxTest *t);
/* A write that may end or reset the machine: nobody looks at the status. */
void xbox_smbus_send(XboxTest *t, uint8_t slave, uint8_t command,
                     uint8_t value);

/* Requests the two 8259s see, bit n for input n. */
uint16_t xbox_requests(XboxTest *t);

/* Wait for an event of QMP. */
void xbox_wait(XboxTest *t, const char *event);

#endif
