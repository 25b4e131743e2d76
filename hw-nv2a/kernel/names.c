/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of objects: whole paths in one list, compared without case.
 * Directories are names like others; links are resolved wherever a path
 * starts with one.
 */
#include "kernel.h"

enum { MOST_LINKS = 8 };
#define ROOT_DOS_DEVICES ((void *)-3)
#define ROOT_NAMED_OBJECTS ((void *)-4)

typedef struct Name {
    List link;
    void *object;
    char path[];
} Name;

typedef struct Link {
    void *keep;                         /* as long as someone uses it */
    char target[NAME_SIZE];
} Link;

static List names = { &names, &names };

const ObjectType ObDirectoryObjectType = OBJECT_TYPE("Dire", -1, NULL);
const ObjectType ObSymbolicLinkObjectType = OBJECT_TYPE("Symb", -1, NULL);

static const char *root_path(void *root)
{
    void *o;

    if (!root) {
        return "";
    }
    if (root == ROOT_DOS_DEVICES) {
        return "\\??\\";
    }
    if (root == ROOT_NAMED_OBJECTS) {
        return "\\Win32NamedObjects\\";
    }
    if (object_by_handle(root, NULL, &o) != STATUS_SUCCESS) {
        return NULL;
    }
    object_unref(o);                    /* the handle keeps it */
    for (List *at = names.next; at != &names; at = at->next) {
        Name *n = CONTAINER(at, Name, link);

        if (n->object == o) {
            return n->path;
        }
    }
    return NULL;
}

Status name_path(const ObjectAttributes *a, char path[NAME_SIZE])
{
    const char *root = root_path(a->root);
    uint32_t n, length = a->name ? a->name->length : 0;

    if (!root) {
        return STATUS_INVALID_HANDLE;
    }
    n = str_length(root);
    if (n + length + 2 > NAME_SIZE) {
        return STATUS_OBJECT_NAME_INVALID;
    }
    memcpy(path, root, n);
    if (n && length && path[n - 1] != '\\' && a->name->text[0] != '\\') {
        path[n++] = '\\';
    }
    if (length) {
        memcpy(path + n, a->name->text, length);
    }
    path[n + length] = 0;
    if (!length && n > 1 && path[n - 1] == '\\') {
        path[--n] = 0;                  /* the root itself */
    }
    if (memcmp(path, "\\", 1) || str_length(path) != n + length) {
        return STATUS_OBJECT_NAME_INVALID;
    }
    return name_resolve(path);
}

/* True if @path is @prefix, or goes on behind it with a backslash. */
static bool starts(const char *path, const char *prefix, uint32_t *length)
{
    uint32_t n = 0;

    while (prefix[n]) {
        if (str_upper(path[n]) != str_upper(prefix[n])) {
            return false;
        }
        n++;
    }
    *length = n;
    return !path[n] || path[n] == '\\';
}

static Name *longest(const char *path, const ObjectType *type,
                     uint32_t *length)
{
    Name *found = NULL;
    uint32_t n;

    *length = 0;
    for (List *at = names.next; at != &names; at = at->next) {
        Name *name = CONTAINER(at, Name, link);

        if (object_type(name->object) == type &&
            starts(path, name->path, &n) && n > *length) {
            found = name;
            *length = n;
        }
    }
    return found;
}

Status name_resolve(char path[NAME_SIZE])
{
    for (unsigned i = 0; i < MOST_LINKS; i++) {
        uint32_t n, rest, to;
        Name *name = longest(path, &ObSymbolicLinkObjectType, &n);
        Link *link = name ? name->object : NULL;

        if (!link) {
            return STATUS_SUCCESS;
        }
        rest = str_length(path + n) + 1;
        to = str_length(link->target);
        /* "\??\D:\file" with "...CdRom0\" leaves one backslash. */
        if (to && link->target[to - 1] == '\\' && path[n] == '\\') {
            to--;
        }
        if (to + rest > NAME_SIZE) {
            return STATUS_OBJECT_NAME_INVALID;
        }
        memmove(path + to, path + n, rest);
        memcpy(path, link->target, to);
    }
    return STATUS_OBJECT_PATH_NOT_FOUND;
}

static Name *find(const char *path)
{
    for (List *at = names.next; at != &names; at = at->next) {
        if (str_same(CONTAINER(at, Name, link)->path, path)) {
            return CONTAINER(at, Name, link);
        }
    }
    return NULL;
}

void *name_find(const char *path)
{
    uint32_t flags = lock();
    Name *n = find(path);

    unlock(flags);
    return n ? n->object : NULL;
}

void *name_find_prefix(const char *path, const char **rest)
{
    uint32_t n, flags = lock();
    Name *name = longest(path, &IoDeviceObjectType, &n);

    unlock(flags);
    *rest = path + n;
    return name ? name->object : NULL;
}

Status name_add(const char *path, void *object)
{
    uint32_t flags = lock(), n = str_length(path) + 1;
    Name *name = find(path) ? NULL : pool_take(sizeof(*name) + n);
    Status s = name ? STATUS_SUCCESS :
               find(path) ? STATUS_OBJECT_NAME_COLLISION : STATUS_NO_MEMORY;

    if (name) {
        name->object = object;
        memcpy(name->path, path, n);
        list_insert(&names, &name->link);
    }
    unlock(flags);
    return s;
}

void name_remove(void *object)
{
    uint32_t flags = lock();

    for (List *at = names.next; at != &names; at = at->next) {
        Name *n = CONTAINER(at, Name, link);

        if (n->object == object) {
            list_remove(at);
            pool_give(n);
            break;
        }
    }
    unlock(flags);
}

static void permanent(const char *path, const ObjectType *type)
{
    void *o = object_new(type, 4);

    if (o) {
        object_keep_name(o);
    }
    if (!o || name_add(path, o) != STATUS_SUCCESS) {
        fatal("no memory for the name %s", path);
    }
}

void names_init(void)
{
    permanent("\\??", &ObDirectoryObjectType);
    permanent("\\Device", &ObDirectoryObjectType);
    permanent("\\Win32NamedObjects", &ObDirectoryObjectType);
}

/* --- exports --- */

static Status string_path(const String *s, char path[NAME_SIZE])
{
    if (!s || s->length >= NAME_SIZE || !s->length || s->text[0] != '\\') {
        return STATUS_OBJECT_NAME_INVALID;
    }
    memcpy(path, s->text, s->length);
    path[s->length] = 0;
    return STATUS_SUCCESS;
}

/* The directory that a new name would be in. */
static bool has_parent(const char *path)
{
    char parent[NAME_SIZE];
    uint32_t n = str_length(path);
    void *o;

    while (n && path[n - 1] != '\\') {
        n--;
    }
    if (n < 2) {
        return n == 1;
    }
    memcpy(parent, path, n - 1);
    parent[n - 1] = 0;
    o = name_find(parent);
    return o && object_type(o) == &ObDirectoryObjectType;
}

Status STDCALL IoCreateSymbolicLink(const String *name, const String *target)
{
    char path[NAME_SIZE];
    Link *link = object_new(&ObSymbolicLinkObjectType, sizeof(*link));
    Status s;

    if (!link) {
        return STATUS_NO_MEMORY;
    }
    s = string_path(name, path);
    if (s == STATUS_SUCCESS && !has_parent(path)) {
        s = STATUS_OBJECT_PATH_NOT_FOUND;
    }
    if (s == STATUS_SUCCESS &&
        string_path(target, link->target) != STATUS_SUCCESS) {
        s = STATUS_INVALID_PARAMETER;
    }
    if (s == STATUS_SUCCESS) {
        s = name_add(path, link);       /* the name keeps the reference */
    }
    object_keep_name(link);
    if (s != STATUS_SUCCESS) {
        object_unref(link);
    }
    return s;
}

Status STDCALL IoDeleteSymbolicLink(const String *name)
{
    char path[NAME_SIZE];
    Status s = string_path(name, path);
    void *link = s == STATUS_SUCCESS ? name_find(path) : NULL;

    if (!link) {
        return s == STATUS_SUCCESS ? STATUS_OBJECT_NAME_NOT_FOUND : s;
    }
    if (object_type(link) != &ObSymbolicLinkObjectType) {
        return STATUS_OBJECT_TYPE_MISMATCH;
    }
    name_remove(link);
    object_unref(link);
    return STATUS_SUCCESS;
}

/* @type NULL: any. */
static Status reference_named(void **object, const ObjectAttributes *a,
                              const ObjectType *type)
{
    char path[NAME_SIZE];
    Link *o;
    Status s;

    if (type == &ObSymbolicLinkObjectType) {
        const char *root = root_path(a->root);  /* the link itself */
        uint32_t n = root ? str_length(root) : 0;

        if (!root || n + a->name->length >= NAME_SIZE) {
            return STATUS_OBJECT_NAME_INVALID;
        }
        memcpy(path, root, n);
        memcpy(path + n, a->name->text, a->name->length);
        path[n + a->name->length] = 0;
    } else {
        s = name_path(a, path);
        if (s != STATUS_SUCCESS) {
            return s;
        }
    }
    o = name_find(path);
    if (!o) {
        return STATUS_OBJECT_NAME_NOT_FOUND;
    }
    if (type && object_type(o) != type) {
        return STATUS_OBJECT_TYPE_MISMATCH;
    }
    object_ref(o);
    *object = o;
    return STATUS_SUCCESS;
}

static Status open_named(void **handle, const ObjectAttributes *a,
                         const ObjectType *type)
{
    void *object;
    Status s = reference_named(&object, a, type);

    return s == STATUS_SUCCESS ? object_handle(object, handle) : s;
}

Status STDCALL ObOpenObjectByName(const ObjectAttributes *a,
                                  const ObjectType *type, void *context,
                                  void **handle)
{
    return open_named(handle, a, type);
}

Status STDCALL NtOpenSymbolicLinkObject(void **handle,
                                        const ObjectAttributes *a)
{
    return open_named(handle, a, &ObSymbolicLinkObjectType);
}

Status STDCALL NtCreateDirectoryObject(void **handle,
                                       const ObjectAttributes *a)
{
    uint32_t *o = object_new(&ObDirectoryObjectType, sizeof(*o));

    return o ? object_insert(o, a, handle) : STATUS_NO_MEMORY;
}

Status STDCALL ObReferenceObjectByName(const String *name, uint32_t attributes,
                                       const ObjectType *type, void *context,
                                       void **object)
{
    ObjectAttributes a = { NULL, (String *)name, attributes };
    char path[NAME_SIZE];
    Status s = name_path(&a, path);
    void *o = s == STATUS_SUCCESS ? name_find(path) : NULL;

    if (!o) {
        return s == STATUS_SUCCESS ? STATUS_OBJECT_NAME_NOT_FOUND : s;
    }
    if (type && object_type(o) != type) {
        return STATUS_OBJECT_TYPE_MISMATCH;
    }
    object_ref(o);
    *object = o;
    return STATUS_SUCCESS;
}

Status STDCALL NtOpenDirectoryObject(void **handle, const ObjectAttributes *a)
{
    return open_named(handle, a, &ObDirectoryObjectType);
}

Status STDCALL NtQuerySymbolicLinkObject(void *handle, String *target,
                                         uint32_t *needed)
{
    Link *link;
    Status s = object_by_handle(handle, &ObSymbolicLinkObjectType,
                                (void **)&link);
    uint32_t n;

    if (s != STATUS_SUCCESS) {
        return s;
    }
    n = str_length(link->target);
    if (needed) {
        *needed = n;
    }
    if (n > target->maximum) {
        s = STATUS_BUFFER_TOO_SMALL;
    } else {
        memcpy(target->text, link->target, n);
        target->length = n;
    }
    object_unref(link);
    return s;
}

typedef struct DirectoryEntry {
    String name;
    uint32_t type;
    char text[];
} DirectoryEntry;

/* The name of @n directly inside @directory, or NULL. */
static const char *inside(const Name *n, const char *directory)
{
    uint32_t length;
    const char *p;

    if (!starts(n->path, directory, &length) || !n->path[length]) {
        return NULL;
    }
    for (p = n->path + length + 1; *p && *p != '\\'; p++) {
    }
    return *p ? NULL : n->path + length + 1;
}

/* One entry a call, the @*context-th; @restart starts over. */
Status STDCALL NtQueryDirectoryObject(void *handle, DirectoryEntry *entry,
                                      uint32_t size, uint8_t restart,
                                      uint32_t *context, uint32_t *used)
{
    const char *directory = root_path(handle), *name = NULL;
    uint32_t flags, index = restart ? 0 : *context, i = 0, n;
    Status s = STATUS_NO_MORE_ENTRIES;

    if (!directory) {
        return STATUS_INVALID_HANDLE;
    }
    flags = lock();
    for (List *at = names.next; at != &names; at = at->next) {
        name = inside(CONTAINER(at, Name, link), directory);
        if (name && i++ == index) {
            break;
        }
        name = NULL;
    }
    if (name) {
        n = str_length(name);
        s = sizeof(*entry) + n > size ? STATUS_BUFFER_TOO_SMALL :
                                        STATUS_SUCCESS;
        if (s == STATUS_SUCCESS) {
            memcpy(entry->text, name, n);
            entry->name = (String) { n, n, entry->text };
            entry->type = 0;
        }
        if (used) {
            *used = sizeof(*entry) + n;
        }
        *context = index + 1;           /* also past a name too long */
    }
    unlock(flags);
    return s;
}
