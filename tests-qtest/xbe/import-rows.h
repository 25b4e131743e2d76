/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exports that our programs use: number, result, convention, arguments. */
#ifndef FUNCTION
#define FUNCTION(ordinal, result, how, name, arguments)
#define VARIABLE(ordinal, type, name)
#endif
FUNCTION(1, void *, STDCALL, AvGetSavedDataAddress, (void))
FUNCTION(3, uint32_t, STDCALL, AvSetDisplayMode,
         (void *, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t))
FUNCTION(2, void, STDCALL, AvSendTVEncoderOption,
         (void *, uint32_t, uint32_t, uint32_t *))
FUNCTION(4, void, STDCALL, AvSetSavedDataAddress, (void *))
FUNCTION(8, uint32_t, CDECL, DbgPrint, (const char *, ...))
FUNCTION(12, void, STDCALL, ExAcquireReadWriteLockExclusive, (void *))
FUNCTION(13, void, STDCALL, ExAcquireReadWriteLockShared, (void *))
FUNCTION(15, void *, STDCALL, ExAllocatePoolWithTag, (uint32_t, uint32_t))
FUNCTION(17, void, STDCALL, ExFreePool, (void *))
FUNCTION(18, void, STDCALL, ExInitializeReadWriteLock, (void *))
FUNCTION(21, uint64_t, FASTCALL, ExInterlockedCompareExchange64,
         (uint64_t *, const uint64_t *, const uint64_t *))
FUNCTION(24, Status, STDCALL, ExQueryNonVolatileSetting,
         (uint32_t, uint32_t *, void *, uint32_t, uint32_t *))
FUNCTION(28, void, STDCALL, ExReleaseReadWriteLock, (void *))
FUNCTION(29, Status, STDCALL, ExSaveNonVolatileSetting,
         (uint32_t, uint32_t, const void *, uint32_t))
FUNCTION(32, List *, FASTCALL, ExfInterlockedInsertHeadList, (List *, List *))
FUNCTION(33, List *, FASTCALL, ExfInterlockedInsertTailList, (List *, List *))
FUNCTION(34, List *, FASTCALL, ExfInterlockedRemoveHeadList, (List *))
FUNCTION(44, uint32_t, STDCALL, HalGetInterruptVector, (uint32_t, uint8_t *))
FUNCTION(45, Status, STDCALL, HalReadSMBusValue,
         (uint8_t, uint8_t, uint8_t, uint32_t *))
FUNCTION(46, void, STDCALL, HalReadWritePCISpace,
         (uint32_t, uint32_t, uint32_t, void *, uint32_t, uint8_t))
FUNCTION(48, void, FASTCALL, HalRequestSoftwareInterrupt, (uint8_t))
FUNCTION(49, void, STDCALL, HalReturnToFirmware, (uint32_t))
FUNCTION(50, Status, STDCALL, HalWriteSMBusValue,
         (uint8_t, uint8_t, uint8_t, uint32_t))
FUNCTION(51, uint32_t, FASTCALL, InterlockedCompareExchange,
         (volatile uint32_t *, uint32_t, uint32_t))
FUNCTION(53, uint32_t, FASTCALL, InterlockedIncrement, (volatile uint32_t *))
FUNCTION(57, void *, FASTCALL, InterlockedPopEntrySList, (void *))
FUNCTION(58, void *, FASTCALL, InterlockedPushEntrySList, (void *, void *))
FUNCTION(67, Status, STDCALL, IoCreateSymbolicLink, (String *, String *))
FUNCTION(69, Status, STDCALL, IoDeleteSymbolicLink, (String *))
FUNCTION(93, uint8_t, STDCALL, KeAlertThread, (void *, uint8_t))
FUNCTION(97, uint8_t, STDCALL, KeCancelTimer, (Timer *))
FUNCTION(98, uint8_t, STDCALL, KeConnectInterrupt, (Interrupt *))
FUNCTION(99, Status, STDCALL, KeDelayExecutionThread,
         (uint32_t, uint8_t, const int64_t *))
FUNCTION(100, uint8_t, STDCALL, KeDisconnectInterrupt, (Interrupt *))
FUNCTION(101, void, STDCALL, KeEnterCriticalRegion, (void))
FUNCTION(103, uint8_t, STDCALL, KeGetCurrentIrql, (void))
FUNCTION(104, void *, STDCALL, KeGetCurrentThread, (void))
FUNCTION(105, void, STDCALL, KeInitializeApc,
         (void *, void *, void *, void *, void *, uint8_t, void *))
FUNCTION(107, void, STDCALL, KeInitializeDpc, (Dpc *, void *, void *))
FUNCTION(108, void, STDCALL, KeInitializeEvent, (Disp *, uint32_t, uint8_t))
FUNCTION(109, void, STDCALL, KeInitializeInterrupt,
         (Interrupt *, void *, void *, uint32_t, uint8_t, uint32_t, uint8_t))
FUNCTION(111, void, STDCALL, KeInitializeQueue, (void *, uint32_t))
FUNCTION(112, void, STDCALL, KeInitializeSemaphore,
         (Semaphore *, int32_t, int32_t))
FUNCTION(113, void, STDCALL, KeInitializeTimerEx, (Timer *, uint32_t))
FUNCTION(116, int32_t, STDCALL, KeInsertHeadQueue, (void *, List *))
FUNCTION(117, int32_t, STDCALL, KeInsertQueue, (void *, List *))
FUNCTION(118, uint8_t, STDCALL, KeInsertQueueApc,
         (void *, void *, void *, int32_t))
FUNCTION(119, uint8_t, STDCALL, KeInsertQueueDpc, (Dpc *, void *, void *))
FUNCTION(122, void, STDCALL, KeLeaveCriticalRegion, (void))
FUNCTION(126, uint64_t, STDCALL, KeQueryPerformanceCounter, (void))
FUNCTION(127, uint64_t, STDCALL, KeQueryPerformanceFrequency, (void))
FUNCTION(128, void, STDCALL, KeQuerySystemTime, (uint64_t *))
FUNCTION(132, int32_t, STDCALL, KeReleaseSemaphore,
         (Semaphore *, int32_t, int32_t, uint8_t))
FUNCTION(136, List *, STDCALL, KeRemoveQueue,
         (void *, uint8_t, const int64_t *))
FUNCTION(137, uint8_t, STDCALL, KeRemoveQueueDpc, (Dpc *))
FUNCTION(143, int32_t, STDCALL, KeSetBasePriorityThread, (void *, int32_t))
FUNCTION(145, int32_t, STDCALL, KeSetEvent, (Disp *, int32_t, uint8_t))
FUNCTION(150, uint8_t, STDCALL, KeSetTimerEx,
         (Timer *, int64_t, int32_t, Dpc *))
FUNCTION(155, uint8_t, STDCALL, KeTestAlertThread, (uint8_t))
VARIABLE(156, volatile uint32_t, KeTickCount)
FUNCTION(158, Status, STDCALL, KeWaitForMultipleObjects,
         (uint32_t, void **, uint32_t, uint32_t, uint32_t, uint32_t,
          const int64_t *, void *))
FUNCTION(159, Status, STDCALL, KeWaitForSingleObject,
         (void *, uint32_t, uint32_t, uint32_t, const int64_t *))
FUNCTION(160, uint8_t, FASTCALL, KfRaiseIrql, (uint8_t))
FUNCTION(161, void, FASTCALL, KfLowerIrql, (uint8_t))
VARIABLE(164, void *, LaunchDataPage)
FUNCTION(165, void *, STDCALL, MmAllocateContiguousMemory, (uint32_t))
FUNCTION(166, void *, STDCALL, MmAllocateContiguousMemoryEx,
         (uint32_t, uint32_t, uint32_t, uint32_t, uint32_t))
FUNCTION(167, void *, STDCALL, MmAllocateSystemMemory, (uint32_t, uint32_t))
FUNCTION(168, void *, STDCALL, MmClaimGpuInstanceMemory,
         (uint32_t, uint32_t *))
FUNCTION(171, void, STDCALL, MmFreeContiguousMemory, (void *))
FUNCTION(172, uint32_t, STDCALL, MmFreeSystemMemory, (void *, uint32_t))
FUNCTION(173, uint32_t, STDCALL, MmGetPhysicalAddress, (void *))
FUNCTION(178, void, STDCALL, MmPersistContiguousMemory,
         (void *, uint32_t, uint8_t))
FUNCTION(180, uint32_t, STDCALL, MmQueryAllocationSize, (void *))
FUNCTION(184, Status, STDCALL, NtAllocateVirtualMemory,
         (void **, uint32_t, uint32_t *, uint32_t, uint32_t))
FUNCTION(186, Status, STDCALL, NtClearEvent, (Handle))
FUNCTION(187, Status, STDCALL, NtClose, (Handle))
FUNCTION(189, Status, STDCALL, NtCreateEvent,
         (Handle *, ObjectAttributes *, uint32_t, uint8_t))
FUNCTION(191, Status, STDCALL, NtCreateIoCompletion,
         (Handle *, uint32_t, ObjectAttributes *, uint32_t))
FUNCTION(192, Status, STDCALL, NtCreateMutant,
         (Handle *, ObjectAttributes *, uint8_t))
FUNCTION(193, Status, STDCALL, NtCreateSemaphore,
         (Handle *, ObjectAttributes *, int32_t, int32_t))
FUNCTION(199, Status, STDCALL, NtFreeVirtualMemory,
         (void **, uint32_t *, uint32_t))
FUNCTION(203, Status, STDCALL, NtOpenSymbolicLinkObject,
         (Handle *, ObjectAttributes *))
FUNCTION(205, Status, STDCALL, NtPulseEvent, (Handle, int32_t *))
FUNCTION(206, Status, STDCALL, NtQueueApcThread,
         (Handle, void *, void *, void *, void *))
FUNCTION(212, Status, STDCALL, NtQueryIoCompletion, (Handle, int32_t *))
FUNCTION(213, Status, STDCALL, NtQueryMutant, (Handle, void *))
FUNCTION(214, Status, STDCALL, NtQuerySemaphore, (Handle, int32_t *))
FUNCTION(215, Status, STDCALL, NtQuerySymbolicLinkObject,
         (Handle, String *, uint32_t *))
FUNCTION(217, Status, STDCALL, NtQueryVirtualMemory,
         (void *, MemoryInformation *))
FUNCTION(221, Status, STDCALL, NtReleaseMutant, (Handle, int32_t *))
FUNCTION(222, Status, STDCALL, NtReleaseSemaphore,
         (Handle, int32_t, int32_t *))
FUNCTION(223, Status, STDCALL, NtRemoveIoCompletion,
         (Handle, void **, void **, IoStatus *, const int64_t *))
FUNCTION(224, Status, STDCALL, NtResumeThread, (Handle, uint32_t *))
FUNCTION(225, Status, STDCALL, NtSetEvent, (Handle, int32_t *))
FUNCTION(227, Status, STDCALL, NtSetIoCompletion,
         (Handle, void *, void *, Status, uint32_t))
FUNCTION(230, Status, STDCALL, NtSignalAndWaitForSingleObjectEx,
         (Handle, Handle, uint32_t, uint8_t, const int64_t *))
FUNCTION(231, Status, STDCALL, NtSuspendThread, (Handle, uint32_t *))
FUNCTION(233, Status, STDCALL, NtWaitForSingleObject,
         (Handle, uint32_t, const int64_t *))
FUNCTION(235, Status, STDCALL, NtWaitForMultipleObjectsEx,
         (uint32_t, Handle *, uint32_t, uint32_t, uint32_t, const int64_t *))
FUNCTION(238, Status, STDCALL, NtYieldExecution, (void))
FUNCTION(243, Status, STDCALL, ObOpenObjectByName,
         (ObjectAttributes *, void *, void *, Handle *))
FUNCTION(246, Status, STDCALL, ObReferenceObjectByHandle,
         (Handle, void *, void **))
FUNCTION(250, void, FASTCALL, ObfDereferenceObject, (void *))
FUNCTION(255, Status, STDCALL, PsCreateSystemThreadEx,
         (Handle *, uint32_t, uint32_t, uint32_t, uint32_t *, void *, void *,
          uint32_t, uint32_t, void *))
FUNCTION(258, void, STDCALL, PsTerminateSystemThread, (Status))
VARIABLE(259, uint8_t, PsThreadObjectType)
FUNCTION(260, Status, STDCALL, RtlAnsiStringToUnicodeString,
         (WideString *, String *, uint8_t))
FUNCTION(262, Status, STDCALL, RtlAppendUnicodeStringToString,
         (WideString *, const WideString *))
FUNCTION(265, void, STDCALL, RtlCaptureContext, (void *))
FUNCTION(266, uint32_t, STDCALL, RtlCaptureStackBackTrace,
         (uint32_t, uint32_t, void **, uint32_t *))
FUNCTION(267, Status, STDCALL, RtlCharToInteger,
         (const char *, uint32_t, uint32_t *))
FUNCTION(269, uint32_t, STDCALL, RtlCompareMemoryUlong,
         (const void *, uint32_t, uint32_t))
FUNCTION(271, int32_t, STDCALL, RtlCompareUnicodeString,
         (const WideString *, const WideString *, uint8_t))
FUNCTION(274, uint8_t, STDCALL, RtlCreateUnicodeString,
         (WideString *, const uint16_t *))
FUNCTION(277, void, STDCALL, RtlEnterCriticalSection, (CriticalSection *))
FUNCTION(278, void, STDCALL, RtlEnterCriticalSectionAndRegion,
         (CriticalSection *))
FUNCTION(281, int64_t, STDCALL, RtlExtendedIntegerMultiply,
         (int64_t, int32_t))
FUNCTION(282, uint64_t, STDCALL, RtlExtendedLargeIntegerDivide,
         (uint64_t, uint32_t, uint32_t *))
FUNCTION(283, int64_t, STDCALL, RtlExtendedMagicDivide,
         (int64_t, uint64_t, uint8_t))
FUNCTION(286, void, STDCALL, RtlFreeAnsiString, (String *))
FUNCTION(287, void, STDCALL, RtlFreeUnicodeString, (WideString *))
FUNCTION(288, void, STDCALL, RtlGetCallersAddress, (void **, void **))
FUNCTION(289, void, STDCALL, RtlInitAnsiString, (String *, const char *))
FUNCTION(291, void, STDCALL, RtlInitializeCriticalSection,
         (CriticalSection *))
FUNCTION(292, Status, STDCALL, RtlIntegerToChar,
         (uint32_t, uint32_t, int32_t, char *))
FUNCTION(293, Status, STDCALL, RtlIntegerToUnicodeString,
         (uint32_t, uint32_t, WideString *))
FUNCTION(294, void, STDCALL, RtlLeaveCriticalSection, (CriticalSection *))
FUNCTION(295, void, STDCALL, RtlLeaveCriticalSectionAndRegion,
         (CriticalSection *))
FUNCTION(296, uint8_t, STDCALL, RtlLowerChar, (uint8_t))
FUNCTION(301, uint32_t, STDCALL, RtlNtStatusToDosError, (Status))
FUNCTION(302, void, STDCALL, RtlRaiseException, (void *))
FUNCTION(303, void, STDCALL, RtlRaiseStatus, (Status))
FUNCTION(304, uint8_t, STDCALL, RtlTimeFieldsToTime,
         (const int16_t *, uint64_t *))
FUNCTION(305, void, STDCALL, RtlTimeToTimeFields,
         (const uint64_t *, int16_t *))
FUNCTION(306, uint8_t, STDCALL, RtlTryEnterCriticalSection,
         (CriticalSection *))
FUNCTION(308, Status, STDCALL, RtlUnicodeStringToAnsiString,
         (String *, WideString *, uint8_t))
FUNCTION(309, Status, STDCALL, RtlUnicodeStringToInteger,
         (const WideString *, uint32_t, uint32_t *))
FUNCTION(312, void, STDCALL, RtlUnwind,
         (void *, void *, void *, void *))
FUNCTION(314, Status, STDCALL, RtlUpcaseUnicodeString,
         (WideString *, const WideString *, uint8_t))
FUNCTION(316, uint8_t, STDCALL, RtlUpperChar, (uint8_t))
FUNCTION(317, void, STDCALL, RtlUpperString, (String *, String *))
FUNCTION(319, uint32_t, STDCALL, RtlWalkFrameChain,
         (void **, uint32_t, uint32_t))
VARIABLE(326, String, XeImageFileName)
FUNCTION(360, void, STDCALL, HalInitiateShutdown, (void))
FUNCTION(361, int, CDECL, RtlSnprintf, (char *, uint32_t, const char *, ...))
FUNCTION(190, Status, STDCALL, NtCreateFile,
         (Handle *, uint32_t, ObjectAttributes *, IoStatus *, const int64_t *,
          uint32_t, uint32_t, uint32_t, uint32_t))
FUNCTION(196, Status, STDCALL, NtDeviceIoControlFile,
         (Handle, Handle, void *, void *, IoStatus *, uint32_t, const void *,
          uint32_t, void *, uint32_t))
FUNCTION(207, Status, STDCALL, NtQueryDirectoryFile,
         (Handle, Handle, void *, void *, IoStatus *, void *, uint32_t,
          uint32_t, String *, uint32_t))
FUNCTION(210, Status, STDCALL, NtQueryFullAttributesFile,
         (ObjectAttributes *, void *))
FUNCTION(211, Status, STDCALL, NtQueryInformationFile,
         (Handle, IoStatus *, void *, uint32_t, uint32_t))
FUNCTION(218, Status, STDCALL, NtQueryVolumeInformationFile,
         (Handle, IoStatus *, void *, uint32_t, uint32_t))
FUNCTION(219, Status, STDCALL, NtReadFile,
         (Handle, Handle, void *, void *, IoStatus *, void *, uint32_t,
          const int64_t *))
FUNCTION(226, Status, STDCALL, NtSetInformationFile,
         (Handle, IoStatus *, const void *, uint32_t, uint32_t))
FUNCTION(236, Status, STDCALL, NtWriteFile,
         (Handle, Handle, void *, void *, IoStatus *, const void *, uint32_t,
          const int64_t *))
FUNCTION(10, uint32_t, STDCALL, DbgPrompt, (const char *, char *, uint32_t))
FUNCTION(66, Status, STDCALL, IoCreateFile,
         (Handle *, uint32_t, ObjectAttributes *, IoStatus *, const int64_t *,
          uint32_t, uint32_t, uint32_t, uint32_t, uint32_t))
FUNCTION(91, Status, STDCALL, IoDismountVolumeByName, (String *))
FUNCTION(106, void, STDCALL, KeInitializeDeviceQueue, (void *))
FUNCTION(114, uint8_t, STDCALL, KeInsertByKeyDeviceQueue,
         (void *, void *, uint32_t))
FUNCTION(115, uint8_t, STDCALL, KeInsertDeviceQueue, (void *, void *))
FUNCTION(133, void *, STDCALL, KeRemoveByKeyDeviceQueue, (void *, uint32_t))
FUNCTION(134, void *, STDCALL, KeRemoveDeviceQueue, (void *))
FUNCTION(135, uint8_t, STDCALL, KeRemoveEntryDeviceQueue, (void *, void *))
FUNCTION(188, Status, STDCALL, NtCreateDirectoryObject,
         (Handle *, ObjectAttributes *))
FUNCTION(216, Status, STDCALL, NtQueryTimer, (Handle, void *))
FUNCTION(220, Status, STDCALL, NtReadFileScatter,
         (Handle, Handle, void *, void *, IoStatus *, void *const *, uint32_t,
          const int64_t *))
FUNCTION(237, Status, STDCALL, NtWriteFileGather,
         (Handle, Handle, void *, void *, IoStatus *, void *const *, uint32_t,
          const int64_t *))
FUNCTION(247, Status, STDCALL, ObReferenceObjectByName,
         (String *, uint32_t, void *, void *, void **))
FUNCTION(297, void, STDCALL, RtlMapGenericMask, (uint32_t *, const uint32_t *))
FUNCTION(194, Status, STDCALL, NtCreateTimer,
         (Handle *, ObjectAttributes *, uint32_t))
FUNCTION(229, Status, STDCALL, NtSetTimerEx,
         (Handle, const int64_t *, void *, uint32_t, void *, uint32_t, int32_t,
          uint8_t *))
FUNCTION(201, Status, STDCALL, NtOpenDirectoryObject,
         (Handle *, ObjectAttributes *))
VARIABLE(16, void, ExEventObjectType)
FUNCTION(335, void, STDCALL, XcSHAInit, (void *))
FUNCTION(336, void, STDCALL, XcSHAUpdate, (void *, const void *, uint32_t))
FUNCTION(337, void, STDCALL, XcSHAFinal, (void *, uint8_t *))
FUNCTION(338, void, STDCALL, XcRC4Key, (void *, uint32_t, const void *))
FUNCTION(339, void, STDCALL, XcRC4Crypt, (void *, uint32_t, void *))
FUNCTION(340, void, STDCALL, XcHMAC,
         (const void *, uint32_t, const void *, uint32_t, const void *,
          uint32_t, uint8_t *))
FUNCTION(341, uint32_t, STDCALL, XcPKEncPublic,
         (const void *, const void *, void *))
FUNCTION(343, uint32_t, STDCALL, XcPKGetKeyLen, (const void *))
FUNCTION(344, uint8_t, STDCALL, XcVerifyPKCS1Signature,
         (const void *, const void *, const void *))
FUNCTION(345, uint32_t, STDCALL, XcModExp,
         (void *, const void *, const void *, const void *, uint32_t))
FUNCTION(346, void, STDCALL, XcDESKeyParity, (void *, uint32_t))
FUNCTION(347, void, STDCALL, XcKeyTable, (uint32_t, void *, const void *))
FUNCTION(348, void, STDCALL, XcBlockCrypt,
         (uint32_t, void *, const void *, const void *, uint32_t))
FUNCTION(349, void, STDCALL, XcBlockCryptCBC,
         (uint32_t, uint32_t, void *, const void *, const void *, uint32_t,
          void *))
FUNCTION(350, uint32_t, STDCALL, XcCryptService, (uint32_t, void *))
