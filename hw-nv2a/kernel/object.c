/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Objects are blocks of the pool with a header in front: references of
 * handles and of users keep them.  A handle is four times its index plus
 * one; -2 is the current thread.
 */
#include "calls.h"
#include "kernel.h"

enum { FIRST_HANDLES = 64, MOST_HANDLES = 65536 };
#define CURRENT_THREAD ((void *)-2)

typedef struct Header {
    int32_t references, handles;
    const ObjectType *type;
    uint32_t keep_name;                 /* when no handle is left */
} Header;

static void **table;
static uint32_t table_size, first_unused;

static Header *header(const void *object)
{
    return (Header *)object - 1;
}

void *object_new(const ObjectType *type, uint32_t size)
{
    Header *h = pool_take(sizeof(*h) + size);

    if (!h) {
        return NULL;
    }
    h->references = 1;
    h->type = type;
    return h + 1;
}

void object_keep_name(void *object)
{
    header(object)->keep_name = true;
}

const ObjectType *object_type(const void *object)
{
    return header(object)->type;
}

void object_ref(void *object)
{
    uint32_t flags = lock();

    header(object)->references++;
    unlock(flags);
}

void object_unref(void *object)
{
    uint32_t flags = lock();
    bool last = --header(object)->references == 0;

    unlock(flags);
    if (last) {
        name_remove(object);
        if (header(object)->type->destroy) {
            header(object)->type->destroy(object);
        }
        pool_give(header(object));
    }
}

static bool grow(void)
{
    uint32_t size = table_size ? table_size * 2 : FIRST_HANDLES;
    void **larger = size > MOST_HANDLES ? NULL : pool_take(size *
                                                           sizeof(*larger));

    if (!larger) {
        return false;
    }
    memcpy(larger, table, table_size * sizeof(*table));
    pool_give(table);
    table = larger;
    table_size = size;
    return true;
}

Status object_handle(void *object, void **handle)
{
    uint32_t flags = lock(), i = first_unused;

    while (i < table_size && table[i]) {
        i++;
    }
    if (i == table_size && !grow()) {
        unlock(flags);
        object_unref(object);
        return STATUS_INSUFFICIENT_RESOURCES;
    }
    table[i] = object;
    first_unused = i + 1;
    header(object)->handles++;
    unlock(flags);
    *handle = (void *)(4 * (i + 1));
    return STATUS_SUCCESS;
}

Status object_insert(void *object, const ObjectAttributes *attributes,
                     void **handle)
{
    enum { OPEN_IF = 0x80 };
    char path[NAME_SIZE];
    void *there;
    Status s, result = STATUS_SUCCESS;

    if (!attributes || !attributes->name || !attributes->name->length) {
        return object_handle(object, handle);
    }
    s = name_path(attributes, path);
    if (s == STATUS_SUCCESS) {
        s = name_add(path, object);
    }
    if (s == STATUS_OBJECT_NAME_COLLISION) {
        there = name_find(path);
        if (!there || object_type(there) != object_type(object)) {
            s = STATUS_OBJECT_TYPE_MISMATCH;
        } else if (attributes->flags & OPEN_IF) {
            object_ref(there);
            object_unref(object);
            object = there;
            result = STATUS_OBJECT_NAME_EXISTS;
            s = STATUS_SUCCESS;
        }
    }
    if (s != STATUS_SUCCESS) {
        object_unref(object);
        return s;
    }
    s = object_handle(object, handle);
    return s == STATUS_SUCCESS ? result : s;
}

static void **slot(void *handle)
{
    uint32_t h = (uint32_t)handle, i = h / 4 - 1;

    return h % 4 || i >= table_size || !table[i] ? NULL : &table[i];
}

Status object_by_handle(void *handle, const ObjectType *type, void **object)
{
    uint32_t flags = lock();
    void **s = slot(handle), *o = handle == CURRENT_THREAD ? current() :
                                  s ? *s : NULL;
    Status status = STATUS_SUCCESS;

    if (!o) {
        status = STATUS_INVALID_HANDLE;
    } else if (type && header(o)->type != type) {
        status = STATUS_OBJECT_TYPE_MISMATCH;
    } else {
        header(o)->references++;
        *object = o;
    }
    unlock(flags);
    return status;
}

/* --- exports --- */

/* From now on the name goes with the last handle. */
void STDCALL ObMakeTemporaryObject(void *object)
{
    uint32_t flags = lock();
    bool last = !header(object)->handles;

    header(object)->keep_name = false;
    unlock(flags);
    if (last) {
        name_remove(object);
    }
}

Status STDCALL NtClose(void *handle)
{
    uint32_t flags = lock();
    void **s = slot(handle), *o = s ? *s : NULL;
    bool last = false;

    if (o) {
        *s = NULL;
        if ((uint32_t)(s - table) < first_unused) {
            first_unused = s - table;
        }
        last = --header(o)->handles == 0 && !header(o)->keep_name;
    }
    unlock(flags);
    if (!o) {
        return STATUS_INVALID_HANDLE;
    }
    if (last) {
        name_remove(o);
    }
    object_unref(o);
    return STATUS_SUCCESS;
}

Status STDCALL NtDuplicateObject(void *handle, void **copy, uint32_t options)
{
    void *o;
    Status s = object_by_handle(handle, NULL, &o);

    if (s != STATUS_SUCCESS) {
        return s;
    }
    s = object_handle(o, copy);
    if (s == STATUS_SUCCESS && options & 1) {
        NtClose(handle);
    }
    return s;
}

Status STDCALL ObReferenceObjectByHandle(void *handle, const ObjectType *type,
                                         void **object)
{
    *object = NULL;
    return object_by_handle(handle, type, object);
}

void FASTCALL ObfDereferenceObject(void *object)
{
    object_unref(object);
}

void FASTCALL ObfReferenceObject(void *object)
{
    object_ref(object);
}

Status STDCALL ObReferenceObjectByPointer(void *object,
                                          const ObjectType *type)
{
    if (type && object_type(object) != type) {
        return STATUS_OBJECT_TYPE_MISMATCH;
    }
    object_ref(object);
    return STATUS_SUCCESS;
}

Status STDCALL ObOpenObjectByPointer(void *object, const ObjectType *type,
                                     void **handle)
{
    Status s = ObReferenceObjectByPointer(object, type);

    return s == STATUS_SUCCESS ? object_handle(object, handle) : s;
}
