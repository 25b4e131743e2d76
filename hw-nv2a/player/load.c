/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A player of a file: its chunks.  No hardware facts. */
#include "player/player-priv.h"

bool nv_player_fail(GError **error, const char *text)
{
    g_set_error(error, NV_CAPTURE_ERROR, 0, "%s", text);
    return false;
}

static const char *chosen(const char *config, const char *head)
{
    return config ? config : *head ? head : NULL;
}

/* As it was recorded, but for what the player was told. */
static NvCardConfig card_config(const NvPlayer *p)
{
    NvCardConfig config = {
        .chip = chosen(p->config.chip, p->head.chip),
        .vram_size = p->head.vram_size,
        .raster = chosen(p->config.raster, p->head.raster),
        .raster_arg = p->config.raster_arg, .executor = p->config.executor,
        .arith = chosen(NULL, p->head.arith),
        .threads = p->config.threads ? p->config.threads : 1,
        .raster_threads = p->config.threads,
    };

    /* What was recorded went elsewhere. */
    if (!config.raster_arg && !g_strcmp0(config.raster, "record")) {
        config.raster_arg = "/dev/null";
    }
    return config;
}

static bool make_card(NvPlayer *p, GError **error)
{
    const NvCardConfig config = card_config(p);

    if (p->card) {
        return nv_player_fail(error, "the capture has two heads");
    }
    if (!nv_card_vram_fits(p->head.vram_size)) {
        return nv_player_fail(error,
                              "the capture's memory has an impossible size");
    }
    p->hash = g_new0(uint64_t, p->head.vram_size / NV_CAPTURE_PAGE);
    p->stale = g_malloc(p->head.vram_size / NV_CAPTURE_PAGE);
    memset(p->stale, 1, p->head.vram_size / NV_CAPTURE_PAGE);
    p->written = g_malloc0(p->head.vram_size / NV_CAPTURE_PAGE / 8);
    p->drawn = g_malloc0(p->head.vram_size / NV_CAPTURE_PAGE);
    nv_player_make_ops(p);
    p->clock = p->head.clock;
    p->card = nv_card_new(&config, &p->ops, p, error);
    if (p->card) {
        p->card->env.captured = true;
        p->card->env.player = p;
    }
    return p->card;
}

bool nv_player_set_page(NvPlayer *p, uint64_t page, const uint8_t *bytes,
                        GError **error)
{
    if (page >= p->head.vram_size / NV_CAPTURE_PAGE) {
        return nv_player_fail(error, "the capture has a page outside VRAM");
    }
    memcpy((uint8_t *)nv_card_vram(p->card) + page * NV_CAPTURE_PAGE, bytes,
           NV_CAPTURE_PAGE);
    p->stale[page] = 1;
    p->written[page / 8] |= 1u << page % 8;
    return true;
}

static bool load_vram(NvPlayer *p, const uint8_t *data, size_t size,
                      GError **error)
{
    const size_t each = NV_CAPTURE_PAGE + 4;

    for (size_t i = 0; i + each <= size; i += each) {
        if (!nv_player_set_page(p, nv_ld32(data + i), data + i + 4, error)) {
            return false;
        }
    }
    return true;
}

void nv_skip_put(GByteArray *out, const NvSkip *skip, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const uint64_t pair[2] = { GUINT64_TO_LE(skip[i].first),
                                   GUINT64_TO_LE(skip[i].count) };

        g_byte_array_append(out, (const uint8_t *)pair, sizeof(pair));
    }
}

static void load_skip(NvPlayer *p, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 16 <= size; i += 16) {
        uint64_t pair[2];
        NvSkip skip;

        memcpy(pair, data + i, sizeof(pair));
        skip = (NvSkip) { GUINT64_FROM_LE(pair[0]), GUINT64_FROM_LE(pair[1]) };
        g_array_append_val(p->skip, skip);
    }
}

void nv_player_skip(NvPlayer *p, const NvSkip *skip, unsigned count)
{
    g_array_set_size(p->skip, 0);
    g_array_append_vals(p->skip, skip, count);
    p->next_skip = 0;
    nv_player_arm(p);
}

const NvSkip *nv_player_skipped(const NvPlayer *p, unsigned *count)
{
    *count = p->skip->len;
    return (const NvSkip *)p->skip->data;
}

static bool take_chunk(NvPlayer *p, NvChunkType type, const uint8_t *data,
                       size_t size, GError **error)
{
    if (type == NV_CHUNK_HEAD) {
        return nv_capture_head_parse(data, size, &p->head, error) &&
               make_card(p, error);
    }
    if (!p->card) {
        return nv_player_fail(error,
                              "the capture does not begin with its head");
    }
    switch (type) {
    case NV_CHUNK_STATE:
        return nv_card_load(p->card, data, size, error);
    case NV_CHUNK_VRAM:
        return load_vram(p, data, size, error);
    case NV_CHUNK_SKIP:
        load_skip(p, data, size);
        return true;
    case NV_CHUNK_END:
        p->played.whole = true;
        return true;
    default:
        p->data = data;
        p->size = size;
        p->at = 0;
        return true;
    }
}

bool nv_player_next_chunk(NvPlayer *p, GError **error)
{
    GError *wrong = NULL;
    NvChunkType type;
    const uint8_t *data;
    size_t size;

    p->data = NULL;
    p->size = p->at = 0;
    while (!p->data) {
        if (!nv_capture_read(p->reader, &type, &data, &size, &wrong)) {
            p->ended = true;
            if (wrong) {
                g_propagate_error(error, wrong);
            }
            return !wrong;
        }
        if (!take_chunk(p, type, data, size, error)) {
            return false;
        }
    }
    return true;
}

NvPlayer *nv_player_new(NvCaptureReader *reader, const NvPlayerConfig *config,
                        GError **error)
{
    NvPlayer *p = g_new0(NvPlayer, 1);

    p->config = *config;
    p->reader = reader;
    p->answers = g_array_new(false, false, sizeof(NvEvent));
    p->skip = g_array_new(false, false, sizeof(NvSkip));
    p->early = g_hash_table_new(NULL, NULL);
    p->asked = UINT64_MAX;
    p->bus = nv_capture_bus_new();
    if (!p->bus) {
        nv_player_fail(error,
                       "replays need a host with 4 GiB of free addresses");
    } else if (nv_player_next_chunk(p, error)) {
        if (p->card) {
            p->taken = p->card->env.taken;
            nv_player_arm(p);
            return p;
        }
        nv_player_fail(error, "the capture is empty");
    }
    nv_player_free(p);
    return NULL;
}

NvPlayer *nv_player_open(const char *path, const NvPlayerConfig *config,
                         GError **error)
{
    NvCaptureReader *reader = nv_capture_open(path, error);
    NvPlayer *p = reader ? nv_player_new(reader, config, error) : NULL;

    if (reader && !p) {
        g_prefix_error(error, "%s: ", path);
    }
    if (p) {
        p->path = g_strdup(path);
    }
    return p;
}

void nv_player_free(NvPlayer *p)
{
    if (p) {
        nv_card_free(p->card);
        nv_capture_bus_free(p->bus);
        nv_capture_reader_free(p->reader);
        g_clear_error(&p->broken);
        g_array_unref(p->answers);
        g_array_unref(p->skip);
        g_hash_table_unref(p->early);
        g_free(p->hash);
        g_free(p->stale);
        g_free(p->written);
        g_free(p->drawn);
        g_free(p->path);
        nv_player_free(p->exact);
        g_free(p->differs);
        g_free(p);
    }
}
