/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PCI configuration space, ports, and facts about the machine. */
#include "kernel.h"
#include "ports.h"

enum { CONFIG_ADDRESS = 0xcf8, CONFIG_DATA = 0xcfc };

typedef struct HardwareInfo {
    uint32_t flags;
    uint8_t gpu_revision, chipset_revision, pad[2];
} HardwareInfo;

typedef struct Version {
    uint16_t major, minor, build, revision;
} Version;

const HardwareInfo XboxHardwareInfo = { 0, 0xa1, 0xb1, { 0, 0 } };
const Version XboxKrnlVersion = { 1, 0, 5838, 1 };
/* Keys are the owner's; programs get zeros. */
const uint8_t XboxHDKey[16], XboxEEPROMKey[16], XboxSignatureKey[16],
              XboxLANKey[16], XboxAlternateSignatureKeys[16 * 16],
              XePublicKeyData[284];
uint32_t HalDiskCachePartitionCount = 3;
String HalDiskModelNumber, HalDiskSerialNumber;
const uint32_t KdDebuggerEnabled, KdDebuggerNotPresent = 1;
uint32_t KiBugCheckData[5];

static uint32_t config_address(uint32_t bus, uint32_t slot, uint32_t reg)
{
    return 0x80000000 | (bus & 0xff) << 16 | (slot & 31) << 11 |
           (slot >> 5 & 7) << 8 | (reg & 0xfc);
}

/*
 * Where programs expect the functions and their interrupts, which they do not
 * ask for (hw: what firmware writes).  The byte code did LPC, SMBus and GPU.
 */
void hal_init(void)
{
    static const uint32_t rows[][2] = {
        { 0x8000086c, 0x0e065491 },     /* inputs 0 to 7 to the 8259s */
        { 0x80001010, 0xfed00000 }, { 0x80001004, 7 },      /* USB */
        { 0x80001810, 0xfed08000 }, { 0x80001804, 7 },
        { 0x80002010, 0xfef00000 }, { 0x80002014, 0xe001 }, /* network */
        { 0x80002004, 7 },
        { 0x80002810, 0xfe800000 }, { 0x80002804, 7 },      /* APU */
        { 0x80003010, 0xd001 }, { 0x80003014, 0xd201 },     /* ACI */
        { 0x80003018, 0xfec00000 }, { 0x80003004, 7 },
        { 0x80004820, 0xff61 }, { 0x80004804, 5 },          /* IDE */
        { 0x80004850, 2 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        out32(CONFIG_ADDRESS, rows[i][0]);
        out32(CONFIG_DATA, rows[i][1]);
    }
}

typedef struct PciArgs {
    uint32_t bus, slot, reg;            /* slot: device, function << 5 */
    uint8_t *buffer;
    uint32_t length;
    uint8_t write, pad[3];
} PciArgs;

/* As wide as offset and length allow: some registers know only one width. */
static uint32_t transfer(const PciArgs *a, uint32_t reg, uint8_t *p,
                         uint32_t left)
{
    uint16_t port = CONFIG_DATA + reg % 4;
    uint32_t n = left >= 4 && reg % 4 == 0 ? 4 :
                 left >= 2 && reg % 2 == 0 ? 2 : 1;
    uint32_t v = 0;

    out32(CONFIG_ADDRESS, config_address(a->bus, a->slot, reg));
    if (a->write) {
        memcpy(&v, p, n);
        if (n == 4) {
            out32(port, v);
        } else if (n == 2) {
            out16(port, v);
        } else {
            out8(port, v);
        }
        return n;
    }
    v = n == 4 ? in32(port) : n == 2 ? in16(port) : in8(port);
    memcpy(p, &v, n);
    return n;
}

void STDCALL HalReadWritePCISpace(PciArgs a)
{
    uint32_t flags = lock();

    for (uint32_t at = 0; at < a.length && a.reg + at < 256;) {
        at += transfer(&a, a.reg + at, a.buffer + at, a.length - at);
    }
    unlock(flags);
}

void STDCALL READ_PORT_BUFFER_UCHAR(uint16_t port, void *to, uint32_t n)
{
    __asm__ volatile("rep insb" : "+D"(to), "+c"(n) : "d"(port) : "memory");
}

void STDCALL READ_PORT_BUFFER_USHORT(uint16_t port, void *to, uint32_t n)
{
    __asm__ volatile("rep insw" : "+D"(to), "+c"(n) : "d"(port) : "memory");
}

void STDCALL READ_PORT_BUFFER_ULONG(uint16_t port, void *to, uint32_t n)
{
    __asm__ volatile("rep insl" : "+D"(to), "+c"(n) : "d"(port) : "memory");
}

void STDCALL WRITE_PORT_BUFFER_UCHAR(uint16_t port, const void *p, uint32_t n)
{
    __asm__ volatile("rep outsb" : "+S"(p), "+c"(n) : "d"(port) : "memory");
}

void STDCALL WRITE_PORT_BUFFER_USHORT(uint16_t port, const void *p, uint32_t n)
{
    __asm__ volatile("rep outsw" : "+S"(p), "+c"(n) : "d"(port) : "memory");
}

void STDCALL WRITE_PORT_BUFFER_ULONG(uint16_t port, const void *p, uint32_t n)
{
    __asm__ volatile("rep outsl" : "+S"(p), "+c"(n) : "d"(port) : "memory");
}
