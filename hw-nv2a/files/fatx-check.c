/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Is a FATX volume sound: every chain, every entry, every cluster once. */
#include "files/fatx-priv.h"

/*
 * A word of work for each cluster: 0 not seen, else SEEN; the first cluster
 * of a directory that waits has the next one that waits in the low bits.
 */
#define SEEN 0x80000000u

typedef struct Check {
    NvVolume *v;
    uint32_t *work;
    uint32_t waiting;           /* directories; 0: none */
    NvFatxReport *report;
    void (*say)(void *opaque, const char *what, const char *name,
                uint32_t cluster);
    void *opaque;
} Check;

static void say(Check *c, uint32_t *count, const char *what, const NvEntry *e)
{
    ++*count;
    if (c->say) {
        c->say(c->opaque, what, e->info.name, e->first);
    }
}

/* Length of the chain, which is marked; 0 if it does not end well. */
static NvFileResult follow(Check *c, const NvEntry *e, uint32_t *length)
{
    uint32_t at = e->first, n = 0;

    *length = 0;
    for (;;) {
        NvFileResult result;
        uint32_t next;

        if (!at || at > c->v->clusters) {
            say(c, &c->report->broken, "its chain leaves the table", e);
            return NV_FILE_OK;
        }
        if (c->work[at]) {
            say(c, &c->report->crossed, "its chain runs into another", e);
            return NV_FILE_OK;
        }
        result = nv_fatx_get(c->v, at, &next);
        if (result) {
            return result;
        }
        if (!next) {
            say(c, &c->report->broken, "its chain has a free cluster", e);
            return NV_FILE_OK;
        }
        c->work[at] = SEEN;
        c->report->used++;
        n++;
        if (next >= FATX_LAST) {
            *length = n;
            return NV_FILE_OK;
        }
        at = next;
    }
}

static NvFileResult check_file(Check *c, const NvEntry *e)
{
    uint64_t size = e->info.size;
    uint32_t length;
    NvFileResult result;

    c->report->files++;
    if (!e->first && !size) {
        return NV_FILE_OK;
    }
    result = follow(c, e, &length);
    if (!result && length && (uint64_t)length << c->v->cluster_shift < size) {
        say(c, &c->report->broken, "its chain is shorter than its size", e);
    }
    return result;
}

static NvFileResult check_directory(Check *c, const NvEntry *e)
{
    uint32_t length;
    NvFileResult result = follow(c, e, &length);

    c->report->directories++;
    /* Of others the entries are not looked at: they may be any file's. */
    if (!result && length) {
        c->work[e->first] |= c->waiting;
        c->waiting = e->first;
    }
    return result;
}

static NvFileResult check_entry(Check *c, const uint8_t *raw)
{
    NvEntry e;

    if (!nv_fatx_decode(raw, &e)) {
        memset(&e, 0, sizeof(e));
        e.first = nv_le32(raw + FATX_FIRST);
        say(c, &c->report->bad_entries, "an entry has no good name", &e);
        return NV_FILE_OK;
    }
    return e.info.attributes & NV_FILE_ATTR_DIRECTORY ?
           check_directory(c, &e) : check_file(c, &e);
}

/* Entries of the directory that starts at @first. */
static NvFileResult scan(Check *c, uint32_t first)
{
    NvFile dir = { .volume = c->v, .first = first };
    uint8_t raw[FATX_ENTRY];

    for (uint32_t i = 0; ; i++) {
        uint64_t at;
        NvFileResult result = nv_fatx_slot(&dir, i, &at);

        if (result) {
            /* Its chain was judged when it was marked. */
            return result == NV_FILE_DISK_ERROR ? result : NV_FILE_OK;
        }
        result = nv_volume_read(c->v, at, raw, sizeof(raw));
        if (result) {
            return result;
        }
        if (!raw[0] || raw[0] == 0xff) {
            return NV_FILE_OK;
        }
        if (raw[0] != FATX_DELETED) {
            result = check_entry(c, raw);
        }
        if (result) {
            return result;
        }
    }
}

static NvFileResult count_lost(Check *c)
{
    for (uint32_t i = 1; i <= c->v->clusters; i++) {
        uint32_t next;
        NvFileResult result = c->work[i] ? NV_FILE_OK :
                              nv_fatx_get(c->v, i, &next);

        if (result) {
            return result;
        }
        c->report->lost += !c->work[i] && next;
    }
    return NV_FILE_OK;
}

NvFileResult nv_fatx_check(NvVolume *v, uint32_t *work, NvFatxReport *report,
                           void (*say_it)(void *opaque, const char *what,
                                          const char *name, uint32_t cluster),
                           void *opaque)
{
    Check c = { v, work, 0, report, say_it, opaque };
    NvEntry root = { .first = FATX_ROOT };
    NvFileResult result;

    if (v->kind != NV_VOLUME_FATX || v->clusters >= SEEN) {
        return NV_FILE_UNKNOWN_FORMAT;
    }
    memset(report, 0, sizeof(*report));
    for (uint32_t i = 0; i <= v->clusters; i++) {
        work[i] = 0;
    }
    result = check_directory(&c, &root);
    while (!result && c.waiting) {
        uint32_t first = c.waiting;

        c.waiting = work[first] & ~SEEN;
        work[first] = SEEN;
        result = scan(&c, first);
    }
    if (!result) {
        result = count_lost(&c);
    }
    if (!result && (report->crossed || report->broken ||
                    report->bad_entries)) {
        result = NV_FILE_DAMAGED;
    }
    return result;
}
