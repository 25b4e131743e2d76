/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Locks for many readers, lists that interrupts may touch, big numbers. */
#include "calls.h"
#include "kernel.h"

/* --- one writer or many readers --- */

typedef struct RwLock {
    int32_t count;                      /* -1: free */
    uint32_t writers, readers;          /* that wait */
    uint32_t entries;                   /* readers that are in; 0: a writer */
    Disp writer_event;
    Semaphore reader_semaphore;
} RwLock;

void STDCALL ExInitializeReadWriteLock(RwLock *l)
{
    memset(l, 0, sizeof(*l));
    l->count = -1;
    KeInitializeEvent(&l->writer_event, DISP_SYNC_EVENT, false);
    KeInitializeSemaphore(&l->reader_semaphore, 0, 0x7fffffff);
}

void STDCALL ExAcquireReadWriteLockExclusive(RwLock *l)
{
    uint32_t flags = lock();

    if (++l->count) {
        l->writers++;
        KeWaitForSingleObject(&l->writer_event, 0, 0, false, NULL);
    }
    unlock(flags);
}

/* A writer that waits goes first. */
void STDCALL ExAcquireReadWriteLockShared(RwLock *l)
{
    uint32_t flags = lock();

    if (++l->count && (!l->entries || l->writers)) {
        l->readers++;
        KeWaitForSingleObject(&l->reader_semaphore.header, 0, 0, false, NULL);
    } else {
        l->entries++;
    }
    unlock(flags);
}

void STDCALL ExReleaseReadWriteLock(RwLock *l)
{
    uint32_t flags = lock(), readers;

    l->count--;
    if (l->entries) {
        if (!--l->entries && l->writers) {
            l->writers--;
            KeSetEvent(&l->writer_event, 0, false);
        }
    } else if (l->readers) {
        readers = l->readers;
        l->readers = 0;
        l->entries = readers;
        KeReleaseSemaphore(&l->reader_semaphore, 0, readers, false);
    } else if (l->writers) {
        l->writers--;
        KeSetEvent(&l->writer_event, 0, false);
    }
    unlock(flags);
}

/* --- lists --- */

/* Who was first before; NULL: the list was empty. */
List *FASTCALL ExfInterlockedInsertHeadList(List *head, List *item)
{
    uint32_t flags = lock();
    List *before = list_empty(head) ? NULL : head->next;

    list_insert(head->next, item);
    unlock(flags);
    return before;
}

List *FASTCALL ExfInterlockedInsertTailList(List *head, List *item)
{
    uint32_t flags = lock();
    List *before = list_empty(head) ? NULL : head->prev;

    list_insert(head, item);
    unlock(flags);
    return before;
}

List *FASTCALL ExfInterlockedRemoveHeadList(List *head)
{
    uint32_t flags = lock();
    List *first = list_empty(head) ? NULL : head->next;

    if (first) {
        list_remove(first);
    }
    unlock(flags);
    return first;
}

typedef struct Single {
    struct Single *next;
} Single;

typedef struct SingleHead {
    Single *first;
    uint16_t depth, sequence;
} SingleHead;

Single *FASTCALL InterlockedPushEntrySList(SingleHead *head, Single *item)
{
    uint32_t flags = lock();
    Single *before = head->first;

    item->next = before;
    head->first = item;
    head->depth++;
    head->sequence++;
    unlock(flags);
    return before;
}

Single *FASTCALL InterlockedPopEntrySList(SingleHead *head)
{
    uint32_t flags = lock();
    Single *first = head->first;

    if (first) {
        head->first = first->next;
        head->depth--;
    }
    unlock(flags);
    return first;
}

Single *FASTCALL InterlockedFlushSList(SingleHead *head)
{
    uint32_t flags = lock();
    Single *first = head->first;

    head->first = NULL;
    head->depth = 0;
    unlock(flags);
    return first;
}

/* --- 64 bits at once --- */

uint64_t STDCALL ExInterlockedAddLargeInteger(uint64_t *to, uint64_t what)
{
    uint32_t flags = lock();
    uint64_t before = *to;

    *to += what;
    unlock(flags);
    return before;
}

void FASTCALL ExInterlockedAddLargeStatistic(uint64_t *to, uint32_t what)
{
    uint32_t flags = lock();

    *to += what;
    unlock(flags);
}

uint64_t FASTCALL ExInterlockedCompareExchange64(uint64_t *to,
                                                 const uint64_t *value,
                                                 const uint64_t *expected)
{
    uint32_t flags = lock();
    uint64_t before = *to;

    if (before == *expected) {
        *to = *value;
    }
    unlock(flags);
    return before;
}

/* --- the cache of the file system, which this kernel has none of --- */

uint32_t STDCALL FscGetCacheSize(void)
{
    return 0;
}

Status STDCALL FscSetCacheSize(uint32_t pages)
{
    return STATUS_SUCCESS;
}

void STDCALL FscInvalidateIdleBlocks(void)
{
}

/* --- what only a debugger would hear, and there is none --- */

void STDCALL DbgLoadImageSymbols(const String *name, void *base, uint32_t id)
{
}

void STDCALL DbgUnLoadImageSymbols(const String *name, void *base,
                                   uint32_t id)
{
}

/* How much was typed. */
uint32_t STDCALL DbgPrompt(const char *prompt, char *response, uint32_t size)
{
    print("%s", prompt);
    return 0;
}

void STDCALL RtlRip(const char *api, const char *expression,
                    const char *message)
{
    fatal("the program stopped in %s: %s (%s)", api ? api : "?",
          message ? message : "?", expression ? expression : "?");
}

/* --- rights --- */

void STDCALL RtlMapGenericMask(uint32_t *mask, const uint32_t *mapping)
{
    for (unsigned i = 0; i < 4; i++) {  /* read, write, execute, all */
        uint32_t generic = 0x80000000u >> i;

        if (*mask & generic) {
            *mask |= mapping[i];
        }
    }
    *mask &= 0x0fffffff;
}
