/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine of a card that is replayed: answers on record. */
#include "player/player-priv.h"

void nv_player_differ(NvPlayer *p, const char *format, ...)
{
    g_autofree char *what = NULL;
    va_list args;

    if (p->differs) {
        return;
    }
    va_start(args, format);
    what = g_strdup_vprintf(format, args);
    va_end(args);
    p->differs = g_strdup_printf("call %" PRIu64 " (%s, 0x%" PRIx64 "): %s",
                                 p->played.calls,
                                 p->inside ? nv_event_text(p->call.type)
                                           : "between calls",
                                 p->call.arg[0], what);
}

static const NvEvent *head(NvPlayer *p)
{
    return p->next < p->answers->len
           ? &g_array_index(p->answers, NvEvent, p->next) : NULL;
}

/* All of it but its first bytes. */
static void know(NvPlayer *p, const NvEvent *e, size_t but)
{
    if (!nv_capture_bus_write(p->bus, e->arg[1] + but, e->bytes + but,
                              e->len - but) && !p->broken) {
        g_set_error(&p->broken, NV_CAPTURE_ERROR, 0, "it has more than 256 "
                    "MiB of the machine's memory");
    }
}

/* In an exact replay memory stands where it was read. */
void nv_player_apply(NvPlayer *p, uint64_t until)
{
    const NvEvent *e;

    while (!p->config.loose && (e = head(p)) &&
           e->type == NV_EVENT_MEMORY && e->arg[0] <= until) {
        know(p, e, 0);
        p->next++;
    }
}

/*
 * In a loose one a call's memory is there from the beginning; what it has more
 * than once, first as it was first.  A longer piece from the same place on adds
 * what is behind the shorter one.
 */
void nv_player_apply_early(NvPlayer *p)
{
    g_hash_table_remove_all(p->early);
    for (unsigned i = 0; i < p->answers->len; i++) {
        const NvEvent *e = &g_array_index(p->answers, NvEvent, i);
        gpointer key = GSIZE_TO_POINTER(e->arg[1] + 1);
        size_t known;

        if (e->type != NV_EVENT_MEMORY) {
            continue;
        }
        known = GPOINTER_TO_SIZE(g_hash_table_lookup(p->early, key));
        if (e->len > known) {
            know(p, e, known);
            g_hash_table_insert(p->early, key, GSIZE_TO_POINTER(e->len));
        }
    }
}

static bool is_refused(NvPlayer *p, uint64_t addr)
{
    const NvEvent *e = head(p);

    if (!p->config.loose) {
        if (e && e->type == NV_EVENT_REFUSED && e->arg[0] == p->accesses) {
            p->next++;
            return true;
        }
        return false;
    }
    for (unsigned i = 0; i < p->answers->len; i++) {
        e = &g_array_index(p->answers, NvEvent, i);
        if (e->type == NV_EVENT_REFUSED && e->arg[1] == addr) {
            return true;
        }
    }
    return false;
}

/* The next answer of @type; loose: others before it are passed over. */
static const NvEvent *answer(NvPlayer *p, NvEventType type)
{
    const NvEvent *e = head(p);

    while (p->config.loose && e && e->type != type) {
        p->next++;
        e = head(p);
    }
    if (e && e->type == type) {
        p->next++;
        return e;
    }
    if (p->inside && !p->config.loose) {
        nv_player_differ(p, "the card asks for what is not on record (%s)",
                         nv_event_text(type));
    }
    return NULL;
}

static void order(NvPlayer *p, unsigned what, uint64_t a, uint64_t b)
{
    const uint64_t words[4] = { what, GUINT64_TO_LE(a), GUINT64_TO_LE(b),
                                p->orders };

    if (p->inside) {
        p->orders = nv_capture_hash(words, sizeof(words), 0);
    }
}

static void op_irq(void *host, bool level)
{
    order(host, 1, level, 0);
}

static void op_timer_set(void *host, NvTimer which, int64_t deadline)
{
    order(host, 2, which, deadline);
}

static void op_vram_dirty(void *host, uint32_t offset, uint32_t len)
{
    NvPlayer *p = host;
    uint64_t end = ((uint64_t)offset + len + NV_CAPTURE_PAGE - 1) /
                   NV_CAPTURE_PAGE;

    for (uint64_t i = offset / NV_CAPTURE_PAGE; len && i < end; i++) {
        p->stale[i] = p->drawn[i] = 1;
    }
}

/* The card's own writes are known to a recorder. */
static bool op_vram_written(void *host, uint8_t *pages)
{
    NvPlayer *p = host;
    size_t bytes = p->head.vram_size / NV_CAPTURE_PAGE / 8;

    memcpy(pages, p->written, bytes);
    memset(p->written, 0, bytes);
    return true;
}

static void op_log(void *host, NvLogKind kind, const char *line)
{
    NvPlayer *p = host;

    if (p->config.log) {
        p->config.log(p->config.opaque, kind, line);
    }
}

static bool op_logs(void *host, NvLogKind kind)
{
    return ((NvPlayer *)host)->config.log;
}

static bool op_picture(void *host, const char *file, const NvPicture *picture,
                       char **why)
{
    NvPlayer *p = host;

    if (p->config.picture) {
        return p->config.picture(p->config.opaque, file, picture, why);
    }
    *why = g_strdup("there is nobody to keep pictures here");
    return false;
}

static int64_t op_clock(void *host)
{
    NvPlayer *p = host;
    const NvEvent *e = p->inside ? answer(p, NV_EVENT_CLOCK) : NULL;

    p->clock += e ? (int64_t)e->arg[0] : 0;
    return p->clock;
}

static uint32_t value(NvPlayer *p)
{
    const NvEvent *e = p->inside ? answer(p, NV_EVENT_ANSWER) : NULL;

    return e ? e->arg[0] : 0;
}

static uint32_t op_config_read(void *host, uint32_t offset)
{
    return value(host);
}

static void op_config_write(void *host, uint32_t offset, uint32_t v)
{
    order(host, 3, offset, v);
}

static bool op_ddc(void *host, unsigned bus, bool clock, bool data)
{
    return value(host);
}

static bool op_load(void *host)
{
    return value(host);
}

static void tell_read(NvPlayer *p, uint64_t addr, uint64_t len)
{
    if (p->config.bus_read) {
        p->config.bus_read(p->config.opaque, addr, len);
    }
}

const uint8_t *nv_player_bus_page(NvPlayer *p, uint64_t addr)
{
    return nv_capture_bus_at(p->bus, addr & ~(uint64_t)(NV_CAPTURE_PAGE - 1));
}

static bool op_dma_read(void *host, uint64_t addr, void *buf, size_t len)
{
    NvPlayer *p = host;

    p->accesses++;
    nv_player_apply(p, p->accesses);
    if (is_refused(p, addr)) {
        return false;
    }
    tell_read(p, addr, len);
    memcpy(buf, nv_capture_bus_at(p->bus, addr), len);
    p->played.bus_bytes += len;
    return true;
}

static bool op_dma_write(void *host, uint64_t addr, const void *buf,
                         size_t len)
{
    NvPlayer *p = host;

    p->accesses++;
    nv_player_apply(p, p->accesses);
    order(p, 4, addr, nv_capture_hash(buf, len, len));
    return !is_refused(p, addr) &&
           nv_capture_bus_write(p->bus, addr, buf, len);
}

static const void *op_dma_map(void *host, uint64_t addr, uint64_t *len)
{
    NvPlayer *p = host;

    p->accesses++;
    *len = NV_CAPTURE_PAGE;
    nv_player_apply(p, p->accesses);
    if (addr % NV_CAPTURE_PAGE || is_refused(p, addr)) {
        return NULL;
    }
    tell_read(p, addr, NV_CAPTURE_PAGE);
    return nv_capture_bus_at(p->bus, addr);
}

void nv_player_make_ops(NvPlayer *p)
{
    uint32_t has = p->head.ops;

    p->ops = (NvHostOps) {
        .irq = op_irq, .timer_set = op_timer_set,
        .vram_dirty = op_vram_dirty, .vram_written = op_vram_written,
        .log = op_log, .logs = op_logs, .picture = op_picture,
        .clock_ns = has & NV_HEAD_CLOCK ? op_clock : NULL,
        .config_write = op_config_write,
        .dma_read = has & NV_HEAD_DMA_READ ? op_dma_read : NULL,
        .dma_write = has & NV_HEAD_DMA_WRITE ? op_dma_write : NULL,
        .dma_map = has & NV_HEAD_DMA_MAP ? op_dma_map : NULL,
        .config_read = has & NV_HEAD_CONFIG_READ ? op_config_read : NULL,
        .ddc = has & NV_HEAD_DDC ? op_ddc : NULL,
        .load = has & NV_HEAD_LOAD ? op_load : NULL,
    };
}
