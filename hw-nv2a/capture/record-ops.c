/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The recorder as the card's machine: it asks the real one, and puts down what
 * a reader of the file could not know.  No hardware facts.
 */
#include "capture/record-priv.h"

#include <string.h>

#include "base/bits.h"

#define ASK(rec, op) ((rec)->card.ops->op)

/* What the card tells the machine: only its sum is kept, to be compared. */
static void order(NvRecorder *rec, unsigned what, uint64_t a, uint64_t b)
{
    const uint64_t words[4] = { what, GUINT64_TO_LE(a), GUINT64_TO_LE(b),
                                rec->orders };

    if (rec->type) {
        rec->orders = nv_capture_hash(words, sizeof(words), 0);
    }
}

static void op_irq(void *host, bool level)
{
    NvRecorder *rec = host;

    order(rec, 1, level, 0);
    if (ASK(rec, irq)) {
        ASK(rec, irq)(rec->card.host, level);
    }
}

static void op_timer_set(void *host, NvTimer which, int64_t deadline)
{
    NvRecorder *rec = host;

    order(rec, 2, which, deadline);
    if (ASK(rec, timer_set)) {
        ASK(rec, timer_set)(rec->card.host, which, deadline);
    }
}

static void op_vram_dirty(void *host, uint32_t offset, uint32_t len)
{
    NvRecorder *rec = host;

    nv_recorder_vram_wrote(rec, offset, len);
    if (ASK(rec, vram_dirty)) {
        ASK(rec, vram_dirty)(rec->card.host, offset, len);
    }
}

static void op_work(void *host)
{
    NvRecorder *rec = host;

    if (ASK(rec, work)) {
        ASK(rec, work)(rec->card.host);
    }
}

static void op_vga_write(void *host, uint16_t port, uint8_t value)
{
    NvRecorder *rec = host;

    if (ASK(rec, vga_write)) {
        ASK(rec, vga_write)(rec->card.host, port, value);
    }
}

static void op_vga_read(void *host, uint16_t port)
{
    NvRecorder *rec = host;

    if (ASK(rec, vga_read)) {
        ASK(rec, vga_read)(rec->card.host, port);
    }
}

static void op_stopped(void *host, const char *why)
{
    NvRecorder *rec = host;

    if (ASK(rec, stopped)) {
        ASK(rec, stopped)(rec->card.host, why);
    }
}

static void op_log(void *host, NvLogKind kind, const char *line)
{
    NvRecorder *rec = host;

    if (ASK(rec, log)) {
        ASK(rec, log)(rec->card.host, kind, line);
    }
}

static bool op_logs(void *host, NvLogKind kind)
{
    NvRecorder *rec = host;

    return !ASK(rec, logs) || ASK(rec, logs)(rec->card.host, kind);
}

static bool op_picture(void *host, const char *file, const NvPicture *picture,
                       char **why)
{
    NvRecorder *rec = host;

    return ASK(rec, picture)(rec->card.host, file, picture, why);
}

/* --- answers --- */

/* Outside of calls, where a reader has no answer, it stands still. */
static int64_t op_clock(void *host)
{
    NvRecorder *rec = host;

    if (rec->type) {
        int64_t now = ASK(rec, clock_ns)(rec->card.host);

        nv_recorder_put(rec, NV_EVENT_CLOCK, now - rec->clock, 0, 0);
        rec->clock = now;
    }
    return rec->clock;
}

static uint32_t answer(NvRecorder *rec, uint32_t value)
{
    if (rec->type) {
        nv_recorder_put(rec, NV_EVENT_ANSWER, value, 0, 0);
    }
    return value;
}

static uint32_t op_config_read(void *host, uint32_t offset)
{
    NvRecorder *rec = host;

    return answer(rec, ASK(rec, config_read)(rec->card.host, offset));
}

static void op_config_write(void *host, uint32_t offset, uint32_t value)
{
    NvRecorder *rec = host;

    order(rec, 3, offset, value);
    if (ASK(rec, config_write)) {
        ASK(rec, config_write)(rec->card.host, offset, value);
    }
}

static bool op_ddc(void *host, unsigned bus, bool clock, bool data)
{
    NvRecorder *rec = host;

    return answer(rec, ASK(rec, ddc)(rec->card.host, bus, clock, data));
}

static bool op_load(void *host)
{
    NvRecorder *rec = host;

    return answer(rec, ASK(rec, load)(rec->card.host));
}

/* --- the machine's memory --- */

/* @len bytes in one page are these: put them down if they are news. */
static void know(NvRecorder *rec, uint64_t addr, const uint8_t *bytes,
                 size_t len)
{
    if (!memcmp(nv_capture_bus_at(rec->bus, addr), bytes, len)) {
        return;
    }
    nv_recorder_put_bytes(rec, &(NvEvent) {
        .type = NV_EVENT_MEMORY, .arg = { rec->accesses, addr },
        .bytes = bytes, .len = len,
    });
    if (!nv_capture_bus_write(rec->bus, addr, bytes, len)) {
        nv_recorder_fail(rec, "a call read more than 256 MiB of the "
                         "machine's memory");
    }
}

static bool refused(NvRecorder *rec, uint64_t addr)
{
    nv_recorder_put(rec, NV_EVENT_REFUSED, rec->accesses, addr, 0);
    return false;
}

/* What the card looks at stays as it saw it first, until the call is over. */
static bool op_dma_read(void *host, uint64_t addr, void *buf, size_t len)
{
    NvRecorder *rec = host;
    uint8_t *bytes = buf;

    rec->accesses++;
    if (!ASK(rec, dma_read)(rec->card.host, addr, buf, len)) {
        return refused(rec, addr);
    }
    while (len) {
        uint64_t page = addr / NV_CAPTURE_PAGE;
        size_t part = MIN(len, NV_CAPTURE_PAGE - addr % NV_CAPTURE_PAGE);

        if (g_hash_table_contains(rec->mapped, GSIZE_TO_POINTER(page + 1))) {
            memcpy(bytes, nv_capture_bus_at(rec->bus, addr), part);
        } else {
            know(rec, addr, bytes, part);
        }
        bytes += part;
        addr += part;
        len -= part;
    }
    return true;
}

static bool op_dma_write(void *host, uint64_t addr, const void *buf,
                         size_t len)
{
    NvRecorder *rec = host;

    rec->accesses++;
    order(rec, 4, addr, nv_capture_hash(buf, len, len));
    if (!ASK(rec, dma_write)(rec->card.host, addr, buf, len)) {
        return refused(rec, addr);
    }
    if (!nv_capture_bus_write(rec->bus, addr, buf, len)) {
        nv_recorder_fail(rec, "a call wrote more than 256 MiB of the "
                         "machine's memory");
    }
    return true;
}

/* The card asks for single pages: NvEnv.captured. */
static const void *op_dma_map(void *host, uint64_t addr, uint64_t *len)
{
    NvRecorder *rec = host;
    uint64_t page = addr / NV_CAPTURE_PAGE, there = NV_CAPTURE_PAGE;
    const void *bytes;

    rec->accesses++;
    *len = NV_CAPTURE_PAGE;
    if (g_hash_table_contains(rec->mapped, GSIZE_TO_POINTER(page + 1))) {
        return nv_capture_bus_at(rec->bus, addr);
    }
    bytes = addr % NV_CAPTURE_PAGE ? NULL
            : ASK(rec, dma_map)(rec->card.host, addr, &there);
    if (!bytes || there < NV_CAPTURE_PAGE) {
        refused(rec, addr);
        return NULL;
    }
    g_hash_table_add(rec->mapped, GSIZE_TO_POINTER(page + 1));
    know(rec, addr, bytes, NV_CAPTURE_PAGE);
    return nv_capture_bus_at(rec->bus, addr);
}

uint32_t nv_recorder_ops_bits(const NvHostOps *ops)
{
    return (ops->dma_read ? NV_HEAD_DMA_READ : 0) |
           (ops->dma_write ? NV_HEAD_DMA_WRITE : 0) |
           (ops->dma_map ? NV_HEAD_DMA_MAP : 0) |
           (ops->config_read ? NV_HEAD_CONFIG_READ : 0) |
           (ops->ddc ? NV_HEAD_DDC : 0) | (ops->load ? NV_HEAD_LOAD : 0) |
           (ops->clock_ns ? NV_HEAD_CLOCK : 0);
}

void nv_recorder_make_ops(NvRecorder *rec)
{
    const NvHostOps *ops = rec->card.ops;

    rec->ops = (NvHostOps) {
        .irq = op_irq, .timer_set = op_timer_set,
        .vram_dirty = op_vram_dirty, .work = op_work,
        .vga_write = op_vga_write, .vga_read = op_vga_read,
        .stopped = op_stopped, .log = op_log, .logs = op_logs,
        .clock_ns = ops->clock_ns ? op_clock : NULL,
        .picture = ops->picture ? op_picture : NULL,
        .dma_read = ops->dma_read ? op_dma_read : NULL,
        .dma_write = ops->dma_write ? op_dma_write : NULL,
        .dma_map = ops->dma_map ? op_dma_map : NULL,
        .config_read = ops->config_read ? op_config_read : NULL,
        .config_write = op_config_write,
        .ddc = ops->ddc ? op_ddc : NULL,
        .load = ops->load ? op_load : NULL,
    };
}
