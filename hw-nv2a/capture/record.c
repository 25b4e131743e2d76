/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls into a card, as events; see record.h.  No hardware facts. */
#include "capture/record-priv.h"

#include <inttypes.h>
#include <string.h>

/* A chunk of events is full. */
#define FULL (512u << 10)
/* Then the machine's memory is forgotten, before the next call. */
#define FORGET_PAGES (NV_CAPTURE_BUS_PAGES / 2)

void nv_recorder_fail(NvRecorder *rec, const char *why)
{
    if (!rec->failed) {
        rec->failed = g_strdup(why);
    }
}

void nv_recorder_put_bytes(NvRecorder *rec, const NvEvent *event)
{
    if (rec->failed) {
        return;
    }
    if (rec->events->len > NV_CAPTURE_CHUNK_MAX - 2 * NV_CAPTURE_PIECE) {
        nv_recorder_fail(rec, "a call took more than 64 MiB");
        return;
    }
    nv_event_put(rec->events, event);
    rec->count++;
}

void nv_recorder_put(NvRecorder *rec, NvEventType type, uint64_t a,
                     uint64_t b, uint64_t c)
{
    nv_recorder_put_bytes(rec, &(NvEvent) {
        .type = type, .arg = { a, b, c },
    });
}

static void write_events(NvRecorder *rec)
{
    if (rec->events->len && !rec->failed &&
        !nv_capture_write(rec->file, NV_CHUNK_EVENTS, rec->events->data,
                          rec->events->len)) {
        nv_recorder_fail(rec, nv_capture_failed(rec->file));
    }
    g_byte_array_set_size(rec->events, 0);
}

NvRecorder *nv_recorder_new(const char *path, const NvRecorded *card,
                            GError **error)
{
    NvCaptureHead head = { .vram_size = card->vram_size };
    NvCaptureBus *bus = nv_capture_bus_new();
    g_autofree char *text = NULL;
    NvCaptureWriter *file;
    NvRecorder *rec;

    if (!bus) {
        g_set_error(error, NV_CAPTURE_ERROR, 0, "captures need a host with "
                    "4 GiB of free addresses");
        return NULL;
    }
    file = nv_capture_create(path, error);
    if (!file) {
        nv_capture_bus_free(bus);
        return NULL;
    }
    head.clock = card->ops->clock_ns ? card->ops->clock_ns(card->host) : 0;
    g_strlcpy(head.chip, card->chip, sizeof(head.chip));
    g_strlcpy(head.raster, card->raster, sizeof(head.raster));
    g_strlcpy(head.arith, card->arith, sizeof(head.arith));
    head.ops = nv_recorder_ops_bits(card->ops);
    text = nv_capture_head_text(&head);
    nv_capture_write(file, NV_CHUNK_HEAD, text, strlen(text));
    rec = g_new0(NvRecorder, 1);
    rec->card = *card;
    rec->file = file;
    rec->clock = head.clock;
    rec->bus = bus;
    rec->events = g_byte_array_new();
    rec->mapped = g_hash_table_new(NULL, NULL);
    nv_recorder_vram_init(rec);
    nv_recorder_make_ops(rec);
    return rec;
}

const NvHostOps *nv_recorder_ops(const NvRecorder *rec)
{
    return &rec->ops;
}

void nv_recorder_begin(NvRecorder *rec, const void *state, size_t size)
{
    nv_capture_write(rec->file, NV_CHUNK_STATE, state, size);
    nv_recorder_vram_image(rec);
    nv_recorder_sum(rec, state, size);
}

/* Writes to these may make the card read VRAM at once. */
static bool may_read_vram(NvEventType type, uint32_t offset)
{
    return type == NV_EVENT_RUN || type == NV_EVENT_FLUSH ||
           (type == NV_EVENT_WRITE &&
            ((offset >= 0x2000 && offset < 0x4000) ||
             (offset >= 0x400000 && offset < 0x402000)));
}

void nv_recorder_call(NvRecorder *rec, NvEventType type, uint32_t a,
                      uint32_t b, uint32_t c)
{
    if (may_read_vram(type, a)) {
        nv_recorder_vram_look(rec);
    }
    if (nv_capture_bus_pages(rec->bus) > FORGET_PAGES) {
        nv_recorder_put(rec, NV_EVENT_FORGET, 0, 0, 0);
        nv_capture_bus_forget(rec->bus);
    }
    nv_recorder_put(rec, type, a, b, c);
    rec->type = type;
    rec->which = a;
    rec->methods = *rec->card.methods;
    rec->accesses = rec->orders = 0;
    rec->calls++;
}

bool nv_recorder_done(NvRecorder *rec, uint32_t result)
{
    bool blank = rec->type == NV_EVENT_TIMER &&
                 rec->which == NV_TIMER_VBLANK0;
    bool run = rec->type == NV_EVENT_RUN || rec->type == NV_EVENT_FLUSH;

    nv_recorder_vram_after(rec, run);
    nv_recorder_put_bytes(rec, &(NvEvent) {
        .type = NV_EVENT_END,
        .arg = { result, *rec->card.methods - rec->methods, rec->accesses,
                 rec->orders },
    });
    rec->type = 0;
    if (g_hash_table_size(rec->mapped)) {
        g_hash_table_remove_all(rec->mapped);
    }
    if (rec->events->len > FULL) {
        write_events(rec);
    }
    rec->worked |= run;
    blank &= rec->worked;
    rec->worked &= !blank;
    return blank;
}

void nv_recorder_sum(NvRecorder *rec, const void *state, size_t size)
{
    nv_recorder_vram_look(rec);
    nv_recorder_put(rec, NV_EVENT_SUM, nv_recorder_vram_sum(rec),
                    nv_capture_hash(state, size, 0), 0);
}

void nv_recorder_mark(NvRecorder *rec, unsigned kind, const char *name)
{
    nv_recorder_put_bytes(rec, &(NvEvent) {
        .type = NV_EVENT_MARK, .arg = { kind },
        .bytes = (const uint8_t *)name,
        .len = MIN(strlen(name), NV_CAPTURE_PIECE),
    });
}

const char *nv_recorder_failed(const NvRecorder *rec)
{
    return rec->failed ? rec->failed : nv_capture_failed(rec->file);
}

void nv_recorder_finish(NvRecorder *rec)
{
    write_events(rec);
    if (!rec->failed) {
        nv_capture_write(rec->file, NV_CHUNK_END, "", 0);
        nv_capture_flush(rec->file);
    }
}

char *nv_recorder_figures(const NvRecorder *rec)
{
    return g_strdup_printf("%" PRIu64 " calls, %" PRIu64 " events, %" PRIu64
                           " bytes", rec->calls, rec->count,
                           nv_capture_written(rec->file));
}

void nv_recorder_free(NvRecorder *rec)
{
    if (!rec) {
        return;
    }
    nv_capture_close(rec->file);
    nv_capture_bus_free(rec->bus);
    nv_recorder_vram_free(rec);
    g_byte_array_unref(rec->events);
    g_hash_table_unref(rec->mapped);
    g_free(rec->failed);
    g_free(rec);
}
