/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Queues of devices, names of objects, what a timer has left, rights. */
#include "tap.h"

typedef struct DeviceEntry {
    List link;
    uint32_t key;
    uint8_t inserted;
} DeviceEntry;

static void device_queues(void)
{
    static const uint32_t keys[4] = { 30, 10, 20, 40 };
    uint32_t q[3];
    DeviceEntry e[5];

    kernel.KeInitializeDeviceQueue(q);
    same(q[0], 0x000c0014, "a free device");
    same(kernel.KeInsertDeviceQueue(q, &e[4]) & 0xff, 0, "is the first one's");
    same(q[0] >> 24, 1, "and busy");
    for (unsigned i = 0; i < 4; i++) {
        kernel.KeInsertByKeyDeviceQueue(q, &e[i], keys[i]);
    }
    ok(e[0].inserted && e[3].inserted && !e[4].inserted, "others wait");
    ok(kernel.KeRemoveByKeyDeviceQueue(q, 20) == &e[2], "the one with a key");
    ok(kernel.KeRemoveByKeyDeviceQueue(q, 31) == &e[3], "or the one above");
    ok(kernel.KeRemoveByKeyDeviceQueue(q, 31) == &e[1],
       "or the first from the start");
    kernel.KeInsertDeviceQueue(q, &e[1]);
    same(kernel.KeRemoveEntryDeviceQueue(q, &e[0]) & 0xff, 1, "one goes away");
    same(kernel.KeRemoveEntryDeviceQueue(q, &e[0]) & 0xff, 0, "once");
    ok(kernel.KeRemoveDeviceQueue(q) == &e[1], "the last that waits");
    ok(!kernel.KeRemoveDeviceQueue(q), "nobody");
    same(q[0] >> 24, 0, "the device is free");
}

static void names(void)
{
    String name;
    ObjectAttributes a = { NULL, &name, 0 };
    Handle directory, event, again;
    void *object = NULL;

    kernel.RtlInitAnsiString(&name, "\\Mine");
    same(kernel.NtCreateDirectoryObject(&directory, &a), 0, "a directory");
    same(kernel.NtOpenDirectoryObject(&again, &a), 0, "opened by its name");
    kernel.NtClose(again);
    kernel.RtlInitAnsiString(&name, "\\Mine\\bell");
    same(kernel.NtCreateEvent(&event, &a, 0, 1), 0, "an event in it");
    same(kernel.ObReferenceObjectByName(&name, 0, kernel.ExEventObjectType,
                                        NULL, &object), 0, "by its name");
    same(kernel.KeWaitForSingleObject(object, 0, 0, false, NULL), 0,
         "it is signalled");
    kernel.ObfDereferenceObject(object);
    same(kernel.ObReferenceObjectByName(&name, 0, kernel.PsThreadObjectType,
                                        NULL, &object), 0xc0000024,
         "not as a thread");
    kernel.NtClose(event);
    same(kernel.ObReferenceObjectByName(&name, 0, NULL, NULL, &object),
         0xc0000034, "gone with its last handle");
    kernel.NtClose(directory);
}

static void timers(void)
{
    struct {
        int64_t left;
        uint8_t signalled;
    } info = { 0, 9 };
    int64_t due = MILLISECONDS(100);
    Handle h;

    same(kernel.NtCreateTimer(&h, NULL, 0), 0, "a timer with a handle");
    kernel.NtSetTimerEx(h, &due, NULL, 0, NULL, 0, 0, NULL);
    kernel.NtQueryTimer(h, &info);
    ok(info.left > 900000 && info.left <= 1010000 && !info.signalled,
       "how long it still runs");
    rest(110);
    kernel.NtQueryTimer(h, &info);
    ok(info.left <= 0 && info.signalled == 1, "it is over");
    kernel.NtClose(h);
}

static void rights(void)
{
    static const uint32_t mapping[4] = { 1, 2, 4, 7 };
    uint32_t mask = 0xc0010000;

    kernel.RtlMapGenericMask(&mask, mapping);
    same(mask, 0x00010003, "rights in a device's words");
    same(kernel.DbgPrompt("", NULL, 0), 0, "nobody answers");
}

void test_devices(void)
{
    device_queues();
    names();
    timers();
    rights();
}
