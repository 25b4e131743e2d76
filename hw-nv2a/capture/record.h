/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes a capture while a card works: it stands between the card and its
 * machine, as one more set of NvHostOps, and is told of each call into the
 * card.  What it keeps is bounded; a file that cannot be written ends it with a
 * sentence, and the card works on.  No hardware facts.
 *
 * Threads: as the card's calls; ops come from within them.
 */
#ifndef NV_CAPTURE_RECORD_H
#define NV_CAPTURE_RECORD_H

#include "capture/capture.h"
#include "nv2a/host.h"

typedef struct NvRecorder NvRecorder;

/* A card that is about to be recorded; its members outlive the recorder. */
typedef struct NvRecorded {
    const char *chip, *raster, *arith;
    uint8_t *vram;
    uint32_t vram_size;
    const NvHostOps *ops;       /* the machine's */
    void *host;
    const uint64_t *methods;    /* that the puller took so far */
} NvRecorded;

/* NULL and *error if the file cannot be. */
NvRecorder *nv_recorder_new(const char *path, const NvRecorded *card,
                            GError **error);
/* What the card calls from now on, with the recorder as its host. */
const NvHostOps *nv_recorder_ops(const NvRecorder *rec);
/* First of all: the card's state, as bytes; VRAM goes along. */
void nv_recorder_begin(NvRecorder *rec, const void *state, size_t size);

/* A call of @type, whose arguments are these; and its end. */
void nv_recorder_call(NvRecorder *rec, NvEventType type, uint32_t a,
                      uint32_t b, uint32_t c);
/* True: it was a vertical blank of head A, the first since a run. */
bool nv_recorder_done(NvRecorder *rec, uint32_t result);
/* Between calls. */
void nv_recorder_sum(NvRecorder *rec, const void *state, size_t size);
void nv_recorder_mark(NvRecorder *rec, unsigned kind, const char *name);
/* What keeps the file from being written; NULL if nothing does. */
const char *nv_recorder_failed(const NvRecorder *rec);
/* "12 calls, 345 events, 6789 bytes" */
char *nv_recorder_figures(const NvRecorder *rec);
/* All of it is in the file, with its end. */
void nv_recorder_finish(NvRecorder *rec);
void nv_recorder_free(NvRecorder *rec);

#endif
