/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code in a file without a name.  The file is mapped once, to be read
 * and executed, and written as files are: nothing that can be executed can be
 * written through memory, and no page changes what it is for, which the host
 * would have to tell all processors each time.
 *
 * No hardware facts.
 */
#include "jit/code-file.h"
#include "jit/code.h"

#include <fcntl.h>
#include <glib.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

static struct {
    GMutex lock;
    bool tried;
    int fd;
    uint8_t *base;              /* NULL: there is none */
    uint8_t *taken;             /* of each page */
    size_t pages, page, next;   /* where to look first */
    size_t used;                /* pages */
} file;

/*
 * An emulator of programs for another processor does not see that a file has
 * other code now, and ARM64 is tested in one.
 */
#if defined(MFD_CLOEXEC) && defined(__x86_64__)
#ifndef MFD_EXEC
#define MFD_EXEC 0
#endif

/* Hosts end processes whose files grow beyond their limit. */
static bool may_be_so_large(void)
{
    struct rlimit most;

    return !getrlimit(RLIMIT_FSIZE, &most) && most.rlim_cur >= NV_CODE_LIMIT;
}

static int file_without_name(void)
{
    int fd = memfd_create("nv2a-code", MFD_CLOEXEC | MFD_EXEC);

    /* Hosts before Linux 6.3 do not know the second flag. */
    fd = fd < 0 ? memfd_create("nv2a-code", MFD_CLOEXEC) : fd;
    if (fd >= 0 && (!may_be_so_large() || ftruncate(fd, NV_CODE_LIMIT))) {
        close(fd);
        return -1;
    }
    return fd;
}

static void open_file(void)
{
    void *base;

    file.tried = true;
    /* Profilers have names only for code that is in no file. */
    file.fd = nv_code_is_named() ? -1 : file_without_name();
    if (file.fd < 0) {
        return;
    }
    base = mmap(NULL, NV_CODE_LIMIT, PROT_READ | PROT_EXEC, MAP_SHARED,
                file.fd, 0);
    if (base == MAP_FAILED) {
        close(file.fd);
        return;
    }
    file.page = nv_code_size(1);
    file.pages = NV_CODE_LIMIT / file.page;
    file.taken = g_new0(uint8_t, file.pages);
    file.base = base;
}

/* Gives back all of it. */
static void empty_file(void)
{
    fallocate(file.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
              NV_CODE_LIMIT);
}

#else

static void open_file(void)
{
    file.tried = true;
}

static void empty_file(void)
{
}

#endif

/* The first of @n free pages in [@from, @end), or @end. */
static size_t find_pages(size_t from, size_t end, size_t n)
{
    size_t run = 0;

    for (size_t i = from; i < end; i++) {
        run = file.taken[i] ? 0 : run + 1;
        if (run == n) {
            return i + 1 - n;
        }
    }
    return end;
}

static uint8_t *take_pages(size_t size)
{
    size_t n = size / file.page;
    size_t at = find_pages(file.next, file.pages, n);

    if (at == file.pages) {
        at = find_pages(0, file.pages, n);
    }
    if (at == file.pages) {
        return NULL;
    }
    memset(file.taken + at, 1, n);
    file.next = at + n;
    file.used += n;
    return file.base + at * file.page;
}

static void give_pages(const uint8_t *at, size_t size)
{
    memset(file.taken + (at - file.base) / file.page, 0, size / file.page);
    file.used -= size / file.page;
    file.next = file.used ? file.next : 0;
}

/* @len bytes, and traps up to @size. */
static bool write_file(const uint8_t *at, const void *bytes, size_t len,
                       size_t size)
{
    g_autofree uint8_t *traps = g_malloc(size - len + 1);
    const struct iovec parts[2] = {
        { (void *)bytes, len }, { traps, size - len },
    };

    memset(traps, NV_CODE_TRAP, size - len);
    return pwritev(file.fd, parts, 2, at - file.base) == (ssize_t)size;
}

void *nv_code_file_new(const void *bytes, size_t len, size_t size)
{
    uint8_t *p = NULL;

    g_mutex_lock(&file.lock);
    if (!file.tried) {
        open_file();
    }
    if (file.base) {
        p = take_pages(size);
    }
    if (p && !write_file(p, bytes, len, size)) {
        give_pages(p, size);
        p = NULL;
    }
    g_mutex_unlock(&file.lock);
    return p;
}

bool nv_code_file_free(void *code, size_t size)
{
    uint8_t *p = code;
    bool ours;

    g_mutex_lock(&file.lock);
    ours = file.base && p >= file.base && p < file.base + NV_CODE_LIMIT;
    if (ours) {
        give_pages(p, size);
        if (!file.used) {
            empty_file();
        } else if (!write_file(p, NULL, 0, size)) {
            g_warning("freed code could not be overwritten");
        }
    }
    g_mutex_unlock(&file.lock);
    return ours;
}
