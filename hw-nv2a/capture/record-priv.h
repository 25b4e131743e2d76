/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of a recorder share. */
#ifndef NV_CAPTURE_RECORD_PRIV_H
#define NV_CAPTURE_RECORD_PRIV_H

#include "capture/bus.h"
#include "capture/record.h"

struct NvRecorder {
    NvRecorded card;
    NvHostOps ops;              /* record-ops.c */
    NvCaptureWriter *file;
    GByteArray *events;         /* not written yet */
    uint64_t calls, count;
    char *failed;

    /* the call that is on */
    NvEventType type;           /* 0: none is */
    uint32_t which;             /* its first argument */
    uint64_t methods;           /* before it */
    uint32_t accesses;          /* to the machine's memory */
    uint32_t orders;            /* sum of what the card told the machine */
    GHashTable *mapped;         /* numbers of pages that it looks at */

    NvCaptureBus *bus;
    int64_t clock;              /* ns, of the last answer */

    /* VRAM, page by page */
    uint32_t pages;
    uint64_t *hash;             /* as the reader of the file has them */
    uint8_t *wrote;             /* a bit a page: the card in this call, */
    uint8_t *asked;             /* the machine's answer, */
    uint8_t *unsure;            /* and not known whether the CPU did */
    uint32_t first_wrote, last_wrote;   /* pages */
    bool any_wrote, any_unsure;
    bool worked;                /* a run was since the last blank */
};

/* record.c: append it. */
void nv_recorder_put(NvRecorder *rec, NvEventType type, uint64_t a,
                     uint64_t b, uint64_t c);
void nv_recorder_put_bytes(NvRecorder *rec, const NvEvent *event);
/* The first reason counts. */
void nv_recorder_fail(NvRecorder *rec, const char *why);

/* record-ops.c: what the card may ask, as far as the machine answers. */
void nv_recorder_make_ops(NvRecorder *rec);
uint32_t nv_recorder_ops_bits(const NvHostOps *ops);

/* record-vram.c: pages that the CPU wrote since the last look. */
void nv_recorder_vram_init(NvRecorder *rec);
void nv_recorder_vram_free(NvRecorder *rec);
void nv_recorder_vram_image(NvRecorder *rec);
void nv_recorder_vram_look(NvRecorder *rec);
void nv_recorder_vram_wrote(NvRecorder *rec, uint32_t offset, uint32_t len);
/* A call is over; @run: others may have written meanwhile. */
void nv_recorder_vram_after(NvRecorder *rec, bool run);
uint64_t nv_recorder_vram_sum(const NvRecorder *rec);

#endif
