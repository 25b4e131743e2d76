/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Queues: an entry in, a thread that waits goes on with it.  How many threads
 * a queue lets run at once is not counted.
 */
#include "apc.h"
#include "queue.h"

struct Completion {
    Queue queue;
};

typedef struct Packet {
    List link;
    void *key, *context;
    Status status;
    uint32_t information;
} Packet;

static List *pop(Queue *q)
{
    List *first = q->entries.next;

    list_remove(first);
    return first;
}

static int32_t push(Queue *q, List *entry, bool head)
{
    uint32_t flags = lock();
    int32_t before = q->header.signal;

    list_insert(head ? q->entries.next : &q->entries, entry);
    q->header.signal++;
    wait_wake(&q->header);
    unlock(flags);
    return before;
}

void STDCALL KeInitializeQueue(Queue *q, uint32_t count)
{
    memset(q, 0, sizeof(*q));
    disp_init(&q->header, DISP_QUEUE, sizeof(*q), 0);
    list_init(&q->entries);
    list_init(&q->threads);
    q->maximum = count ? count : 1;
}

int32_t STDCALL KeInsertQueue(Queue *q, List *entry)
{
    return push(q, entry, false);
}

int32_t STDCALL KeInsertHeadQueue(Queue *q, List *entry)
{
    return push(q, entry, true);
}

/* An entry, or why there is none, which no address can be. */
List *STDCALL KeRemoveQueue(Queue *q, uint8_t mode, const int64_t *timeout)
{
    Disp *d = &q->header;
    Wait w = { .object = &d, .count = 1, .timeout = timeout,
               .mode = mode & 1 };
    uint32_t flags;
    Status s = wait_for(&w);
    List *entry = (List *)s;

    if (s == STATUS_SUCCESS) {
        flags = lock();                 /* one of them is ours */
        entry = pop(q);
        unlock(flags);
    }
    return entry;
}

/* What was in it, as a ring without head; NULL: nothing. */
List *STDCALL KeRundownQueue(Queue *q)
{
    uint32_t flags = lock();
    List *first = list_empty(&q->entries) ? NULL : q->entries.next;

    list_remove(&q->entries);
    q->header.signal = 0;
    unlock(flags);
    return first;
}

/* --- completion ports --- */

static void STDCALL completion_destroy(void *object)
{
    Completion *c = object;

    while (!list_empty(&c->queue.entries)) {
        pool_give(CONTAINER(pop(&c->queue), Packet, link));
    }
}

const ObjectType IoCompletionObjectType = OBJECT_TYPE("Comp", 0, completion_destroy);

Status STDCALL IoSetIoCompletion(Completion *port, void *key, void *context,
                                 Status status, uint32_t information)
{
    Packet *p = pool_take(sizeof(*p));

    if (!p) {
        return STATUS_NO_MEMORY;
    }
    p->key = key;
    p->context = context;
    p->status = status;
    p->information = information;
    push(&port->queue, &p->link, false);
    return STATUS_SUCCESS;
}

Status STDCALL NtCreateIoCompletion(void **handle, uint32_t access,
                                    ObjectAttributes *attributes,
                                    uint32_t count)
{
    Completion *c = object_new(&IoCompletionObjectType, sizeof(*c));

    if (!c) {
        return STATUS_NO_MEMORY;
    }
    KeInitializeQueue(&c->queue, count);
    return object_insert(c, attributes, handle);
}

Status STDCALL NtSetIoCompletion(void *handle, void *key, void *context,
                                 Status status, uint32_t information)
{
    void *c;
    Status s = object_by_handle(handle, &IoCompletionObjectType, &c);

    if (s == STATUS_SUCCESS) {
        s = IoSetIoCompletion(c, key, context, status, information);
        object_unref(c);
    }
    return s;
}

typedef struct RemoveArgs {
    void *handle, **key, **context;
    uint32_t *io;                       /* status, information */
    const int64_t *timeout;
} RemoveArgs;

Status STDCALL NtRemoveIoCompletion(RemoveArgs a)
{
    Completion *c;
    Status s = object_by_handle(a.handle, &IoCompletionObjectType,
                                (void **)&c);
    List *entry;

    if (s != STATUS_SUCCESS) {
        return s;
    }
    entry = KeRemoveQueue(&c->queue, MODE_USER, a.timeout);
    s = (Status)entry;
    if (s != STATUS_TIMEOUT && s != STATUS_USER_APC && s != STATUS_ALERTED) {
        Packet *p = CONTAINER(entry, Packet, link);

        *a.key = p->key;
        *a.context = p->context;
        a.io[0] = p->status;
        a.io[1] = p->information;
        pool_give(p);
        s = STATUS_SUCCESS;
    }
    object_unref(c);
    return s;
}

Status STDCALL NtQueryIoCompletion(void *handle, int32_t *depth)
{
    Completion *c;
    Status s = object_by_handle(handle, &IoCompletionObjectType, (void **)&c);

    if (s == STATUS_SUCCESS) {
        *depth = c->queue.header.signal;
        object_unref(c);
    }
    return s;
}
