/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of captures: a card does what the input says while it is captured.
 * A replay must end in the same state, with the same bytes in VRAM, and so must
 * one of what is cut out of it.  Then the file is damaged as the input's last
 * bytes say: a sentence, or a replay that ends.
 */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/card.h"
#include "player/player.h"

static const FuzzOp ops[] = {
    { 70, op_prepared }, { 24, op_methods }, { 24, op_draw }, { 14, op_twod },
    { 12, op_texture }, { 12, op_channel }, { 10, op_look }, { 10, op_sweep },
    { 10, op_recover }, { 10, op_time }, { 8, op_part }, { 8, op_instance },
    { 8, op_pixels }, { 6, op_program }, { 6, op_arrays }, { 6, op_wild },
    { 6, op_port }, { 6, op_dma }, { 4, op_semaphore },
};

#define LONGEST 4096

static void compare(Fuzz *f, NvPlayer *p)
{
    g_autoptr(GByteArray) a = g_byte_array_new(), b = g_byte_array_new();

    if (nv_player_differs(p)) {
        g_error("a replay differs: %s", nv_player_differs(p));
    }
    nv_card_save(f->rig->card, a);
    nv_card_save(nv_player_card(p), b);
    if (a->len != b->len || memcmp(a->data, b->data, a->len) ||
        memcmp(nv_card_vram(f->rig->card), nv_card_vram(nv_player_card(p)),
               nv_card_vram_size(f->rig->card))) {
        g_error("a replay ends elsewhere");
    }
}

/*
 * Whatever runs programs and draws, on however many threads; but fast
 * arithmetic is another with each.
 */
static NvPlayerConfig way(const Fuzz *f, uint8_t how)
{
    static const char *const args[] = { NULL, "reference", "lanes", "jit" };
    const NvCard *card = f->rig->card;
    NvPlayerConfig config = { .threads = 1 + 2 * (how >= 240) };
    unsigned executors = 0;

    while (nv_card_executor_name(executors)) {
        executors++;
    }
    if (nv_xf_is_fast(&card->xf)) {
        config.executor = f->executor;
    } else {
        config.executor = nv_card_executor_name(how % executors);
    }
    if (!strcmp(card->raster.ops->name, "soft")) {
        config.raster_arg = args[how / 8 % G_N_ELEMENTS(args)];
    }
    return config;
}

static void replay_all(Fuzz *f, const char *data, gsize size, uint8_t how)
{
    const NvPlayerConfig config = way(f, how);
    GError *error = NULL;
    NvCaptureReader *r = nv_capture_open_bytes(data, size, &error);
    NvPlayer *p = r ? nv_player_new(r, &config, &error) : NULL;

    if (!p || !nv_player_play(p, &error)) {
        g_error("no replay: %s", error->message);
    }
    compare(f, p);
    nv_player_free(p);
}

/* Bytes of the file, or of events before they are packed. */
static void replay_damaged(char *data, gsize size, const uint8_t *how,
                           size_t n)
{
    const NvPlayerConfig config = { .threads = 1, .raster = "null" };
    g_autoptr(GError) error = NULL;
    NvCaptureReader *r;
    NvPlayer *p;

    for (size_t i = 0; i + 3 <= n; i += 3) {
        data[(how[i] | how[i + 1] << 8) % size] ^= how[i + 2];
    }
    r = nv_capture_open_bytes(data, size, &error);
    p = r ? nv_player_new(r, &config, &error) : NULL;
    for (unsigned i = 0; p && i < 200 && nv_player_step(p, &error); i++) {
        /* again */
    }
    nv_player_free(p);
}

/* Of some draws, cut out as a capture of their own. */
typedef struct Cut {
    const char *path;
    unsigned draws;
    bool on;
} Cut;

#define MOST_DRAWS 40

static bool cut_draw(void *opaque, NvPlayer *p, const NvWalkDraw *d)
{
    GError *error = NULL;
    Cut *cut = opaque;

    if (!cut->on && cut->path) {
        if (!nv_card_capture_start(nv_player_card(p), cut->path, &error)) {
            g_error("no capture of a replay: %s", error->message);
        }
        cut->on = true;
    }
    return ++cut->draws < MOST_DRAWS;
}

/* A file on a disk has an exact replay that goes along.  False: no replay. */
static bool walk(const char *from, const char *to)
{
    const NvPlayerConfig config = {
        .loose = true, .threads = 1, .raster = to ? NULL : "null",
    };
    g_autoptr(GError) error = NULL;
    NvPlayer *p = nv_player_open(from, &config, &error);
    Cut cut = { .path = to };
    bool done = p && nv_player_walk(p, cut_draw, &cut, &error) && cut.on;

    if (cut.on) {
        g_free(nv_card_capture_stop(nv_player_card(p)));
    }
    nv_player_free(p);
    return done;
}

/* What was cut out is a capture like any. */
static void cut_out(Fuzz *f, const char *path, uint8_t how)
{
    g_autofree char *to = g_strconcat(path, ".cut", NULL);
    const NvPlayerConfig config = way(f, how);
    GError *error = NULL;
    NvPlayer *p;

    if (walk(path, to)) {
        p = nv_player_open(to, &config, &error);
        if (!p || !nv_player_play(p, &error)) {
            g_error("no replay of what was cut out: %s", error->message);
        }
        if (nv_player_differs(p)) {
            g_error("what was cut out differs: %s", nv_player_differs(p));
        }
        nv_player_free(p);
    }
    g_unlink(to);
}

/* Events as they are: what a packed file can say at all. */
static void read_events(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    NvEvent e;

    for (size_t at = 0; at < size && nv_event_get(data, size, &at, &e,
                                                  &error); ) {
        g_assert_nonnull(nv_event_text(e.type));
    }
}

void fuzz_input(const uint8_t *data, size_t size)
{
    g_autofree char *path = NULL, *file = NULL, *said = NULL;
    GError *error = NULL;
    Fuzz f = { .knows = true, .budget = size ? 1 << data[size / 3] % 11 : 0 };
    gsize len;
    int fd = g_file_open_tmp("nv-fuzz-XXXXXX", &path, NULL);

    close(fd);
    read_events(data, size);
    /*
     * A host that does not know who writes to VRAM has all of it summed at
     * every call: 0.5 ms, of which a long input has tens of thousands.
     */
    size = MIN(size, LONGEST);
    fuzz_open(&f, data, size);
    if (!nv_card_capture_start(f.rig->card, path, &error)) {
        g_error("no capture: %s", error->message);
    }
    fuzz_run(&f, ops, G_N_ELEMENTS(ops));
    said = nv_card_capture_stop(f.rig->card);
    if (g_file_get_contents(path, &file, &len, NULL) && said) {
        uint8_t how = size ? data[size / 2] : 0;

        replay_all(&f, file, len, how);
        cut_out(&f, path, how);
        replay_damaged(file, len, data + size - MIN(size, 9), MIN(size, 9));
        if (g_file_set_contents(path, file, len, NULL)) {
            walk(path, NULL);
        }
    }
    g_unlink(path);
    fuzz_close(&f);
}
