/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Requests that wait until their device is free, in order or by key. */
#include "kernel.h"

typedef struct DeviceQueue {
    uint16_t type;
    uint8_t size, busy;
    List entries;
} DeviceQueue;
_Static_assert(sizeof(DeviceQueue) == 12, "layout");

typedef struct DeviceQueueEntry {
    List link;
    uint32_t key;
    uint8_t inserted;
} DeviceQueueEntry;

enum { TYPE_DEVICE_QUEUE = 0x14 };

void STDCALL KeInitializeDeviceQueue(DeviceQueue *q)
{
    q->type = TYPE_DEVICE_QUEUE;
    q->size = sizeof(*q);
    q->busy = false;
    list_init(&q->entries);
}

/* False: the device was free and is the caller's now. */
static bool insert(DeviceQueue *q, DeviceQueueEntry *e, List *where)
{
    e->inserted = q->busy;
    if (q->busy) {
        list_insert(where, &e->link);
    }
    q->busy = true;
    return e->inserted;
}

uint8_t STDCALL KeInsertDeviceQueue(DeviceQueue *q, DeviceQueueEntry *e)
{
    uint32_t flags = lock();
    bool inserted = insert(q, e, &q->entries);

    unlock(flags);
    return inserted;
}

/* The first entry whose key is above @key; the head, if there is none. */
static List *above(DeviceQueue *q, uint32_t key)
{
    List *at = q->entries.next;

    while (at != &q->entries &&
           CONTAINER(at, DeviceQueueEntry, link)->key <= key) {
        at = at->next;
    }
    return at;
}

uint8_t STDCALL KeInsertByKeyDeviceQueue(DeviceQueue *q, DeviceQueueEntry *e,
                                         uint32_t key)
{
    uint32_t flags = lock();
    bool inserted;

    e->key = key;
    inserted = insert(q, e, above(q, key));
    unlock(flags);
    return inserted;
}

/* NULL: nobody waits, the device is free. */
static DeviceQueueEntry *take(DeviceQueue *q, List *at)
{
    DeviceQueueEntry *e = NULL;

    if (list_empty(&q->entries)) {
        q->busy = false;
    } else {
        e = CONTAINER(at == &q->entries ? at->next : at, DeviceQueueEntry,
                      link);
        list_remove(&e->link);
        e->inserted = false;
    }
    return e;
}

DeviceQueueEntry *STDCALL KeRemoveDeviceQueue(DeviceQueue *q)
{
    uint32_t flags = lock();
    DeviceQueueEntry *e = take(q, q->entries.next);

    unlock(flags);
    return e;
}

/* The first from @key on; from the start again, if there is none. */
DeviceQueueEntry *STDCALL KeRemoveByKeyDeviceQueue(DeviceQueue *q,
                                                   uint32_t key)
{
    uint32_t flags = lock();
    DeviceQueueEntry *e = take(q, key ? above(q, key - 1) : q->entries.next);

    unlock(flags);
    return e;
}

uint8_t STDCALL KeRemoveEntryDeviceQueue(DeviceQueue *q, DeviceQueueEntry *e)
{
    uint32_t flags = lock();
    bool was = e->inserted;

    if (was) {
        list_remove(&e->link);
        e->inserted = false;
    }
    unlock(flags);
    return was;
}
