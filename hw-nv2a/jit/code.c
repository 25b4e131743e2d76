/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory for machine code: in a file without a name (code-file.c), or where
 * the host refuses that, pages of its own from mmap and mprotect.
 *
 * No hardware facts.
 */
#include "jit/code-file.h"
#include "jit/code.h"

#include <assert.h>
#include <fcntl.h>
#include <glib.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __aarch64__
#define RETURN 0xc0, 0x03, 0x5f, 0xd6
#else
#define RETURN 0xc3
#endif

static gsize total;             /* atomic */

size_t nv_code_size(size_t len)
{
    size_t page = sysconf(_SC_PAGESIZE);

    return (len + page - 1) & ~(page - 1);
}

/* All pages are written: one call of the host instead of a fault each. */
#ifdef MAP_POPULATE
#define ALL_AT_ONCE MAP_POPULATE
#else
#define ALL_AT_ONCE 0
#endif

size_t nv_code_total(void)
{
    return (size_t)g_atomic_pointer_get((gpointer *)&total);
}

/* True if the limit allows @size more. */
static bool take(size_t size)
{
    gsize before = (gsize)g_atomic_pointer_add((gpointer *)&total, size);

    if (before + size > NV_CODE_LIMIT) {
        g_atomic_pointer_add((gpointer *)&total, -(gssize)size);
        return false;
    }
    return true;
}

/* ---- pages of its own ---- */

static void *new_pages(const void *bytes, size_t len, size_t size,
                       const char **why)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | ALL_AT_ONCE, -1, 0);

    if (p == MAP_FAILED) {
        *why = "no-memory";
        return NULL;
    }
    memcpy(p, bytes, len);
    memset((char *)p + len, NV_CODE_TRAP, size - len);
    if (mprotect(p, size, PROT_READ | PROT_EXEC)) {
        munmap(p, size);
        *why = "executable-memory-refused";
        return NULL;
    }
    return p;
}

/* ---- either ---- */

void *nv_code_new(const void *bytes, size_t len, const char **why)
{
    size_t size = nv_code_size(len);
    void *p;

    if (!len || !take(size)) {
        *why = "code-memory-full";
        return NULL;
    }
    p = nv_code_file_new(bytes, len, size);
    p = p ? p : new_pages(bytes, len, size, why);
    if (!p) {
        g_atomic_pointer_add((gpointer *)&total, -(gssize)size);
        return NULL;
    }
    /* What the processor fetches need not be what was just written. */
    __builtin___clear_cache(p, (char *)p + size);
    return p;
}

void nv_code_free(void *code, size_t len)
{
    size_t size = nv_code_size(len);

    assert(!code || len);
    if (!code) {
        return;
    }
    if (!nv_code_file_free(code, size)) {
        munmap(code, size);
    }
    g_atomic_pointer_add((gpointer *)&total, -(gssize)size);
}

bool nv_code_allowed(const char **why)
{
    static const uint8_t code[] = { RETURN };
    static const char *refused;
    static gsize once;

    if (g_once_init_enter(&once)) {
        const char *reason = NULL;
        void *p = nv_code_new(code, sizeof(code), &reason);

        nv_code_free(p, sizeof(code));
        refused = p ? NULL : reason;
        g_once_init_leave(&once, 1);
    }
    *why = refused;
    return !refused;
}

bool nv_code_is_named(void)
{
    return !g_strcmp0(g_getenv("NV2A_PERF_MAP"), "1");
}

void nv_code_announce(const void *code, size_t len, const char *name)
{
    static GMutex lock;
    static FILE *file;
    static bool tried;
    int fd;

    g_mutex_lock(&lock);
    if (!tried) {
        g_autofree char *path = g_strdup_printf("/tmp/perf-%d.map",
                                                (int)getpid());

        tried = true;
        /* A name that others can guess: no link of theirs is followed. */
        fd = nv_code_is_named() ? open(path, O_WRONLY | O_CREAT | O_TRUNC |
                                       O_NOFOLLOW | O_CLOEXEC, 0600) : -1;
        file = fd >= 0 ? fdopen(fd, "w") : NULL;
    }
    if (file) {
        fprintf(file, "%" PRIxPTR " %zx %s\n", (uintptr_t)code, len, name);
        fflush(file);
    }
    g_mutex_unlock(&lock);
}
