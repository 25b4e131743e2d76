/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Drives, what is on them, and files that programs have open. */
#ifndef NV2A_KERNEL_DEVICE_H
#define NV2A_KERNEL_DEVICE_H

#include "files/volume.h"
#include "kernel.h"
#include "queue.h"

/* --- ide.c; one thread at a time, see device_lock() --- */
bool ide_disk(NvDisk *disk);            /* false: there is none */
bool ide_disc(NvDisk *disc);
bool ide_flush(void);

/* --- device.c --- */
typedef struct Device {
    NvDisk disk;
    uint64_t start, size;               /* bytes; size 0: nothing there */
    bool removable;
    enum { NOT_LOOKED, MOUNTED, UNKNOWN } state;
    NvVolume volume;
} Device;

void devices_init(void);
/* All drives are one's at a time. */
void device_lock(void);
void device_unlock(void);
/* The volume, opened at its first use. */
Status device_mount(Device *d);
/* The device of a path and the rest of it behind; NULL: none. */
Device *device_find(const char *path, const char **rest);
Status device_status(NvFileResult result);

/* --- file.c --- */
typedef struct File {
    Disp event;                         /* signalled: nothing is pending */
    Device *device;
    NvFile file;
    bool whole;                         /* the device itself, no file on it */
    bool remove;                        /* when it is closed */
    uint64_t position;
    uint32_t cookie;                    /* NtQueryDirectoryFile's */
    bool started;
    char mask[64];
    Completion *port;                   /* told of each transfer, or NULL */
    void *key;
} File;

typedef struct IoStatus {
    Status status;
    uint32_t information;
} IoStatus;

/* A whole file into memory of the pool; fatal() if that cannot be. */
uint8_t *file_load(const char *path, uint32_t *size);

void STDCALL READ_PORT_BUFFER_USHORT(uint16_t port, void *to, uint32_t n);
void STDCALL WRITE_PORT_BUFFER_USHORT(uint16_t port, const void *p,
                                      uint32_t n);
uint64_t STDCALL KeQueryInterruptTime(void);
void STDCALL KeQuerySystemTime(uint64_t *time);
void STDCALL RtlInitializeCriticalSection(CriticalSection *c);
void STDCALL RtlEnterCriticalSection(CriticalSection *c);
void STDCALL RtlLeaveCriticalSection(CriticalSection *c);

#endif
