/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One program starts another: LaunchDataPage names it, and a quick reboot
 * resets the machine while RAM keeps what was asked to persist.  What that is
 * stands in a record below the kernel, for the kernel that starts next.
 */
#include "calls.h"
#include "kernel.h"

enum {
    RECORD_PAGE = 0xe,                  /* below the first page directory */
    BLOCKS_MOST = 500, PATH_SIZE = 520,
};
#define MAGIC 0x4c32564eu               /* "NV2L" */

/* doc: the open SDK's header; the page is the interface's. */
typedef struct LaunchPage {
    uint32_t type, title;
    char path[PATH_SIZE];               /* folder, ';', file; empty: none */
    uint32_t flags;
    uint8_t pad[492], data[3072];
} LaunchPage;
_Static_assert(sizeof(LaunchPage) == PAGE, "layout");

typedef struct Record {
    uint32_t magic, sum, count;
    LaunchPage *page;                   /* NULL: none was kept */
    void *saved;                        /* AvSetSavedDataAddress() */
    struct {
        uint32_t first, count;
    } block[BLOCKS_MOST];
} Record;
_Static_assert(sizeof(Record) <= PAGE, "one page");

LaunchPage *LaunchDataPage;

static Record *record(void)
{
    return window(RECORD_PAGE);
}

static uint32_t sum_of(const Record *r)
{
    const uint32_t *word = (const uint32_t *)r;
    uint32_t sum = 1;

    for (uint32_t i = 2; i < sizeof(*r) / 4; i++) {
        sum = (sum << 1 | sum >> 31) + word[i];
    }
    return sum;
}

void launch_keep(void)
{
    Record *r = record();
    uint32_t first = 0, count;

    memset(r, 0, sizeof(*r));
    while (r->count < BLOCKS_MOST &&
           (count = pages_next_kept(&first)) != 0) {
        r->block[r->count].first = first;
        r->block[r->count++].count = count;
    }
    r->page = LaunchDataPage;
    r->saved = AvGetSavedDataAddress();
    r->magic = MAGIC;
    r->sum = sum_of(r);
}

static bool was_kept(const Record *r, const void *address, uint32_t size)
{
    uint32_t at = (uint32_t)address - WINDOW;

    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t from = r->block[i].first * PAGE;
        uint32_t n = r->block[i].count * PAGE;

        if (at >= from && at - from < n && size <= n - (at - from)) {
            return true;
        }
    }
    return false;
}

/* The record may be anything: another program's bytes, or of power on. */
void launch_init(void)
{
    Record *r = record();
    bool good = r->magic == MAGIC && r->count <= BLOCKS_MOST &&
                r->sum == sum_of(r);

    r->magic = 0;                       /* once */
    if (!good) {
        return;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        if (!pages_claim(r->block[i].first, r->block[i].count)) {
            r->block[i].count = 0;
        }
    }
    if (!((uint32_t)r->page % PAGE) && was_kept(r, r->page, PAGE)) {
        LaunchDataPage = r->page;
    }
    if (was_kept(r, r->saved, 1)) {
        AvSetSavedDataAddress(r->saved);
    }
}

bool launch_path(char path[NAME_SIZE])
{
    uint32_t n = 0;

    if (!LaunchDataPage || !LaunchDataPage->path[0]) {
        return false;
    }
    while (n < PATH_SIZE && LaunchDataPage->path[n]) {
        n++;
    }
    if (n >= NAME_SIZE) {
        fatal("the path of the next program is longer than %u characters",
              NAME_SIZE - 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        char c = LaunchDataPage->path[i];

        path[i] = c == ';' ? '\\' : c;
    }
    path[n] = 0;
    return true;
}
