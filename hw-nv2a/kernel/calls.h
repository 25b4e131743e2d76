/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The free kernel: exports that other parts of it call, or of which a use comes
 * before the definition.  Their meaning is the interface's; who defines one
 * includes this.
 */
#ifndef NV2A_KERNEL_CALLS_H
#define NV2A_KERNEL_CALLS_H

#include "device.h"

/* av.c */
void *STDCALL AvGetSavedDataAddress(void);
void STDCALL AvSetSavedDataAddress(void *address);

/* exception.S */
void STDCALL RtlRaiseStatus(Status status);

/* file.c, object.c */
Status STDCALL NtOpenFile(void **handle, uint32_t access,
                          const ObjectAttributes *attributes, IoStatus *io,
                          uint32_t share, uint32_t options);
Status STDCALL NtClose(void *handle);

/* rtl-string.c, rtl-time.c */
uint32_t STDCALL RtlNtStatusToDosError(Status status);
uint8_t STDCALL RtlTimeFieldsToTime(const int16_t *fields, uint64_t *time);
void STDCALL DbgBreakPoint(void);

/* apc.c, sync.c, wait.c */
void STDCALL KeEnterCriticalRegion(void);
void STDCALL KeLeaveCriticalRegion(void);
void STDCALL KeInitializeEvent(Disp *e, uint32_t type, uint8_t state);
void STDCALL KeInitializeSemaphore(Semaphore *s, int32_t count, int32_t most);
int32_t STDCALL KeReleaseSemaphore(Semaphore *s, int32_t increment,
                                   int32_t count, uint8_t wait);
int32_t STDCALL KeSetEvent(Disp *e, int32_t increment, uint8_t wait);
Status STDCALL KeWaitForSingleObject(Disp *object, uint32_t reason,
                                     uint32_t mode, uint32_t alertable,
                                     const int64_t *timeout);
Status STDCALL NtReleaseMutant(void *handle, int32_t *old);
Status STDCALL NtReleaseSemaphore(void *handle, int32_t add, int32_t *old);
Status STDCALL NtSetEvent(void *handle, int32_t *old);

#endif
