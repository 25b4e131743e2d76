/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A card whose calls go into a capture: the recorder becomes its machine.  No
 * hardware facts.
 */
#include "card/card.h"

static void detach(NvCard *card)
{
    NvRecorder *rec = card->recorder;

    card->recorder = NULL;
    card->env.ops = card->machine.ops;
    card->env.host = card->machine.host;
    card->env.slice = card->slice;
    card->env.captured = false;
    nv_recorder_free(rec);
}

void nv_card_capture_end(NvCard *card, const char *why)
{
    g_autofree char *figures = NULL;
    const char *failed;

    if (!card->recorder) {
        return;
    }
    nv_recorder_finish(card->recorder);
    figures = nv_recorder_figures(card->recorder);
    failed = nv_recorder_failed(card->recorder);
    g_free(card->captured);
    card->captured = failed
        ? g_strdup_printf("the capture ended early: %s", failed)
        : g_strdup_printf("captured %s%s%s", figures, why ? "; ended: " : "",
                          why ? why : "");
    detach(card);
}

static void put_sum(NvCard *card)
{
    g_autoptr(GByteArray) state = g_byte_array_new();

    nv_card_save_inside(card, state);
    nv_recorder_sum(card->recorder, state->data, state->len);
}

/* Sums stand at vertical blanks. */
void nv_card_recorded(NvCard *card, uint32_t result)
{
    if (nv_recorder_done(card->recorder, result)) {
        nv_recorder_mark(card->recorder, NV_MARK_BLANK, "");
        put_sum(card);
    }
    if (nv_recorder_failed(card->recorder)) {
        nv_card_capture_end(card, NULL);
        if (card->env.ops->log) {
            card->env.ops->log(card->env.host, NV_LOG_UNIMP, card->captured);
        }
    }
}

/*
 * The card goes on from what a reader will begin with: what it kept besides
 * its state is gone.
 */
static bool start(NvCard *card, const char *path, GError **error)
{
    g_autoptr(GByteArray) state = g_byte_array_new();
    const NvRecorded recorded = {
        .chip = card->env.chip->name, .vram = card->mem.vram,
        .vram_size = card->mem.vram_size, .ops = card->env.ops,
        .host = card->env.host, .methods = &card->env.taken,
        .raster = card->raster.ops->name,
        .arith = nv_xf_is_fast(&card->xf) ? "fast" : "exact",
    };
    NvRecorder *rec = nv_recorder_new(path, &recorded, error);

    if (!rec) {
        return false;
    }
    card->machine = (NvCardMachine) { card->env.ops, card->env.host };
    card->slice = card->env.slice;
    card->recorder = rec;
    card->env.ops = nv_recorder_ops(rec);
    card->env.host = rec;
    card->env.slice = 0;
    card->env.captured = true;
    nv_card_save_inside(card, state);
    if (!nv_card_load_inside(card, state->data, state->len, error)) {
        detach(card);
        return false;
    }
    g_byte_array_set_size(state, 0);
    nv_card_save_inside(card, state);
    nv_recorder_begin(rec, state->data, state->len);
    return true;
}

bool nv_card_capture_start(NvCard *card, const char *path, GError **error)
{
    bool done = false;

    nv_card_enter(card);
    if (card->recorder) {
        g_set_error(error, NV_CARD_ERROR, 0, "a capture is on already: stop "
                    "it first");
    } else {
        done = start(card, path, error);
    }
    nv_card_leave(card);
    return done;
}

void nv_card_capture_mark(NvCard *card, const char *name)
{
    nv_card_enter(card);
    if (card->recorder) {
        nv_recorder_mark(card->recorder, NV_MARK_USER, name);
        put_sum(card);
    }
    nv_card_leave(card);
}

char *nv_card_capture_stop(NvCard *card)
{
    nv_card_enter(card);
    if (card->recorder) {
        put_sum(card);
        nv_card_capture_end(card, NULL);
    }
    nv_card_leave(card);
    return g_steal_pointer(&card->captured);
}

bool nv_card_captures(NvCard *card)
{
    return card->recorder;
}

static char *start_command(NvCard *card, const char *path)
{
    g_autoptr(GError) error = NULL;

    if (nv_card_capture_start(card, path, &error)) {
        return g_strdup_printf("captures into %s\n", path);
    }
    return g_strdup_printf("%s\n", error->message);
}

static char *stop_command(NvCard *card)
{
    g_autofree char *said = nv_card_capture_stop(card);

    return g_strdup_printf("%s\n", said ? said : "no capture is on");
}

static char *tell_command(NvCard *card)
{
    g_autofree char *figures = NULL;

    if (!card->recorder) {
        return g_strdup("no capture is on; \"capture start FILE\" begins "
                        "one, \"capture mark NAME\" puts a name into it, "
                        "\"capture stop\" ends it\n");
    }
    figures = nv_recorder_figures(card->recorder);
    return g_strdup_printf("a capture is on: %s\n", figures);
}

char *nv_card_capture_command(NvCard *card, const char *line)
{
    g_autofree char *clean = g_strstrip(g_utf8_make_valid(line, -1));
    g_auto(GStrv) words = g_regex_split_simple("[ \t]+", clean, 0, 0);
    unsigned n = g_strv_length(words);

    if (!n || strcmp(words[0], "capture")) {
        return NULL;
    }
    if (n == 3 && !strcmp(words[1], "start")) {
        return start_command(card, words[2]);
    }
    if (n == 3 && !strcmp(words[1], "mark") && card->recorder) {
        nv_card_capture_mark(card, words[2]);
        return g_strdup_printf("marked as %s\n", words[2]);
    }
    if (n == 2 && !strcmp(words[1], "stop")) {
        return stop_command(card);
    }
    return tell_command(card);
}
