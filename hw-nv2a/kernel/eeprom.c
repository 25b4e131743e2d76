/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Settings that last: the EEPROM behind the SMBus. */
#include "kernel.h"

enum {
    SIZE = 256, TYPE_BINARY = 3, TYPE_DWORD = 4,
    FACTORY_START = 0x34, FACTORY_END = 0x60, FACTORY_SUM = 0x30,
    USER_START = 0x64, USER_END = 0xc0, USER_SUM = 0x60,
};

typedef struct Setting {
    uint16_t index;
    uint8_t offset, size, type;
} Setting;

/* doc: numbers and order as emulators of the console have them. */
static const Setting settings[] = {
    { 0x000, 0x64, 4, TYPE_DWORD },     /* time zone: bias */
    { 0x001, 0x68, 4, TYPE_BINARY },    /* standard time: name, date, bias */
    { 0x002, 0x78, 4, TYPE_BINARY },
    { 0x003, 0x88, 4, TYPE_DWORD },
    { 0x004, 0x6c, 4, TYPE_BINARY },    /* daylight time likewise */
    { 0x005, 0x7c, 4, TYPE_BINARY },
    { 0x006, 0x8c, 4, TYPE_DWORD },
    { 0x007, 0x90, 4, TYPE_DWORD },     /* language */
    { 0x008, 0x94, 4, TYPE_DWORD },     /* video flags */
    { 0x009, 0x98, 4, TYPE_DWORD },     /* audio flags */
    { 0x00a, 0x9c, 4, TYPE_DWORD },     /* games rating */
    { 0x00b, 0xa0, 4, TYPE_DWORD },     /* pass code */
    { 0x00c, 0xa4, 4, TYPE_DWORD },     /* films rating */
    { 0x00d, 0xa8, 4, TYPE_DWORD },     /* network: address, name server, */
    { 0x00e, 0xac, 4, TYPE_DWORD },     /* gateway, mask */
    { 0x00f, 0xb0, 4, TYPE_DWORD },
    { 0x010, 0xb4, 4, TYPE_DWORD },
    { 0x011, 0xb8, 4, TYPE_DWORD },     /* miscellaneous */
    { 0x012, 0xbc, 4, TYPE_DWORD },     /* DVD zone */
    { 0x0ff, 0x60, 96, TYPE_BINARY },   /* all of these, with their sum */
    { 0x100, 0x34, 12, TYPE_BINARY },   /* serial number */
    { 0x101, 0x40, 6, TYPE_BINARY },    /* MAC address */
    { 0x102, 0x48, 16, TYPE_BINARY },   /* online key */
    { 0x103, 0x58, 4, TYPE_DWORD },     /* video standard */
    { 0x104, 0x2c, 4, TYPE_DWORD },     /* game region */
    { 0xfffe, 0x00, 48, TYPE_BINARY },  /* what is encrypted, with its hash */
    { 0xffff, 0x00, 0, TYPE_BINARY },   /* everything: 256 bytes */
};

static uint8_t contents[SIZE];

static uint32_t word_at(unsigned offset)
{
    uint32_t v;

    memcpy(&v, contents + offset, 4);
    return v;
}

/* The sum of all words with its carries, complemented. */
static uint32_t check_sum(unsigned start, unsigned end)
{
    uint64_t sum = 0;

    for (; start < end; start += 4) {
        sum += word_at(start);
    }
    while (sum >> 32) {
        sum = (sum & 0xffffffff) + (sum >> 32);
    }
    return ~(uint32_t)sum;
}

void eeprom_init(void)
{
    for (unsigned i = 0; i < SIZE; i++) {
        uint32_t v = 0;

        if (smbus_read(SMBUS_EEPROM, i, false, &v) != STATUS_SUCCESS) {
            print("kernel: no EEPROM\n");
            return;
        }
        contents[i] = v;
    }
    if (check_sum(USER_START, USER_END) != word_at(USER_SUM)) {
        print("kernel: the EEPROM's settings have a wrong check sum\n");
    }
}

uint32_t eeprom_video_standard(void)
{
    return word_at(0x58);
}

uint32_t eeprom_video_flags(void)
{
    return word_at(0x94);
}

static const Setting *find(uint32_t index, uint32_t *size)
{
    for (unsigned i = 0; i < ARRAY_SIZE(settings); i++) {
        if (settings[i].index == index) {
            *size = settings[i].size ? settings[i].size : SIZE;
            return &settings[i];
        }
    }
    return NULL;
}

Status STDCALL ExQueryNonVolatileSetting(uint32_t index, uint32_t *type,
                                         void *value, uint32_t length,
                                         uint32_t *got)
{
    uint32_t size;
    const Setting *s = find(index, &size);

    if (!s) {
        return STATUS_OBJECT_NAME_NOT_FOUND;
    }
    if (got) {
        *got = size;
    }
    if (length < size) {
        return STATUS_BUFFER_TOO_SMALL;
    }
    if (type) {
        *type = s->type;
    }
    memset(value, 0, length);
    memcpy(value, contents + s->offset, size);
    return STATUS_SUCCESS;
}

static Status write_bytes(unsigned offset, unsigned size)
{
    Status s = STATUS_SUCCESS;

    for (; size && s == STATUS_SUCCESS; size--, offset++) {
        s = smbus_write(SMBUS_EEPROM, offset, false, contents[offset]);
    }
    return s;
}

static Status write_sum(unsigned where, unsigned start, unsigned end)
{
    uint32_t sum = check_sum(start, end);

    memcpy(contents + where, &sum, 4);
    return write_bytes(where, 4);
}

Status STDCALL ExSaveNonVolatileSetting(uint32_t index, uint32_t type,
                                        const void *value, uint32_t length)
{
    uint32_t size;
    const Setting *s = find(index, &size);
    Status status;

    if (!s) {
        return STATUS_OBJECT_NAME_NOT_FOUND;
    }
    if (length > size) {
        return STATUS_INVALID_PARAMETER;
    }
    memset(contents + s->offset, 0, size);
    memcpy(contents + s->offset, value, length);
    status = write_bytes(s->offset, size);
    if (status == STATUS_SUCCESS && size < SIZE) {
        status = s->offset >= USER_START ?
                 write_sum(USER_SUM, USER_START, USER_END) :
                 s->offset >= FACTORY_START ?
                 write_sum(FACTORY_SUM, FACTORY_START, FACTORY_END) :
                 STATUS_SUCCESS;
    }
    return status;
}
