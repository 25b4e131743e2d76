/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Event by event; see player.h.  No hardware facts. */
#include "player/player-priv.h"

/* --- sums --- */

uint64_t nv_player_vram_sum(NvPlayer *p)
{
    const uint8_t *vram = nv_card_vram(p->card);
    uint64_t sum = 0;

    for (uint32_t i = 0; i < p->head.vram_size / NV_CAPTURE_PAGE; i++) {
        if (p->stale[i]) {
            p->hash[i] = nv_capture_hash_page(
                vram + (size_t)i * NV_CAPTURE_PAGE, i);
            p->stale[i] = 0;
        }
        sum ^= p->hash[i];
    }
    return sum;
}

uint64_t nv_player_state_sum(NvPlayer *p)
{
    g_autoptr(GByteArray) state = g_byte_array_new();

    nv_card_save(p->card, state);
    return nv_capture_hash(state->data, state->len, 0);
}

/* Who walks, or leaves methods out, has another state between draws. */
static void compare_sums(NvPlayer *p, const NvEvent *e)
{
    bool vram = nv_player_vram_sum(p) == e->arg[0];
    bool state = nv_player_state_sum(p) == e->arg[1];

    p->played.sums++;
    if (!vram || !state) {
        p->played.wrong_sums++;
        nv_player_differ(p, "%s not as on record",
                         vram ? "the state is" : state ? "VRAM is"
                         : "VRAM and state are");
    }
}

/* --- calls --- */

static bool check_call(const NvEvent *e, GError **error)
{
    const uint64_t *a = e->arg;
    bool fine = true;

    switch (e->type) {
    case NV_EVENT_WRITE:
    case NV_EVENT_READ:
        fine = (a[1] == 1 || a[1] == 2 || a[1] == 4) && a[0] <= UINT32_MAX;
        break;
    case NV_EVENT_RUN:
        fine = a[0] <= NV_CAPTURE_BUDGET_MAX;
        break;
    case NV_EVENT_TIMER:
        fine = a[0] < NV_TIMERS;
        break;
    default:
        break;
    }
    return fine || nv_player_fail(error, "a call has impossible arguments");
}

static bool check_answer(const NvEvent *e, GError **error)
{
    if (e->type == NV_EVENT_MEMORY &&
        (e->arg[1] > UINT32_MAX ||
         e->arg[1] + e->len > UINT64_C(1) << 32)) {
        return nv_player_fail(error,
                              "an access to memory lies outside the bus");
    }
    return (e->type >= NV_EVENT_CLOCK && e->type <= NV_EVENT_ANSWER) ||
           nv_player_fail(error, "a call has no end");
}

static bool get(NvPlayer *p, NvEvent *e, GError **error)
{
    if (!nv_event_get(p->data, p->size, &p->at, e, error)) {
        return false;
    }
    p->played.events++;
    if (p->tell) {
        p->tell(p->tell_opaque, e);
    }
    return true;
}

static bool get_answers(NvPlayer *p, GError **error)
{
    NvEvent e;

    g_array_set_size(p->answers, 0);
    p->next = 0;
    for (;;) {
        if (!get(p, &e, error)) {
            return false;
        }
        if (e.type == NV_EVENT_END) {
            p->end = e;
            return true;
        }
        if (!check_answer(&e, error)) {
            return false;
        }
        g_array_append_val(p->answers, e);
    }
}

/* The method at which a debugger held the card stays there this time, too. */
static bool hold(NvEnv *env, const NvWatched *w)
{
    NvPlayer *p = env->player;

    return env->taken >= p->hold_at;
}

static uint32_t run(NvPlayer *p)
{
    uint32_t how = p->end.arg[0] & (NV_RESULT_HELD | NV_RESULT_STEPPED);
    NvEnv *env = &p->card->env;
    bool left;

    p->played.runs++;
    if (p->walks) {
        nv_player_walk_run(p, p->call.arg[0], p->end.arg[1]);
        return p->end.arg[0];
    }
    if (how) {
        p->hold_at = how & NV_RESULT_HELD ? env->taken + p->end.arg[1]
                                          : UINT64_MAX;
        env->watch = hold;
    }
    left = nv_card_run(p->card, p->call.arg[0]);
    env->watch = NULL;
    return (left ? NV_RESULT_LEFT : 0) | how;
}

static uint32_t do_call(NvPlayer *p)
{
    const uint64_t *a = p->call.arg;

    switch (p->call.type) {
    case NV_EVENT_WRITE:
        p->played.writes++;
        nv_card_mmio_write(p->card, a[0], a[2], a[1]);
        return 0;
    case NV_EVENT_READ:
        p->played.reads++;
        return nv_card_mmio_read(p->card, a[0], a[1]);
    case NV_EVENT_RUN:
        return run(p);
    case NV_EVENT_FLUSH:
        nv_card_flush(p->card);
        return 0;
    case NV_EVENT_TIMER:
        p->played.blanks += a[0] == NV_TIMER_VBLANK0;
        nv_card_timer(p->card, a[0]);
        return 0;
    case NV_EVENT_PORT_WRITE:
        nv_card_vga_write(p->card, a[0], a[1]);
        return 0;
    case NV_EVENT_PORT_READ:
        return nv_card_vga_read(p->card, a[0]);
    default:
        nv_card_reset(p->card);
        return 0;
    }
}

static void compare(NvPlayer *p, uint32_t result, uint64_t methods)
{
    const uint64_t *was = p->end.arg;

    if (result != was[0]) {
        nv_player_differ(p, "it returned 0x%x, on record is 0x%" PRIx64,
                         result, was[0]);
    } else if (methods != was[1]) {
        nv_player_differ(p, "it took %" PRIu64 " methods, on record are %"
                         PRIu64, methods, was[1]);
    } else if (p->accesses != was[2]) {
        nv_player_differ(p, "it went to memory %u times, on record are %"
                         PRIu64, p->accesses, was[2]);
    } else if (p->orders != was[3]) {
        nv_player_differ(p, "it told the machine something else");
    }
}

static bool play_call(NvPlayer *p, GError **error)
{
    uint64_t taken = p->card->env.taken;
    uint32_t result;

    if (!check_call(&p->call, error) || !get_answers(p, error)) {
        return false;
    }
    p->accesses = p->orders = 0;
    p->played.calls++;
    if (!nv_player_go_along(p, error)) {
        return false;
    }
    if (p->config.loose) {
        nv_player_apply_early(p);
    }
    p->inside = true;
    result = do_call(p);
    if (!p->config.loose) {
        compare(p, result, p->card->env.taken - taken);
    }
    p->inside = false;
    if (p->broken) {
        g_propagate_error(error, g_steal_pointer(&p->broken));
        return false;
    }
    return true;
}

/* --- between calls --- */

static bool between(NvPlayer *p, const NvEvent *e, GError **error)
{
    switch (e->type) {
    case NV_EVENT_VRAM:
        p->played.vram_pages++;
        return nv_player_apply_page(p, e->arg[0], e->bytes, error);
    case NV_EVENT_FORGET:
        nv_capture_bus_forget(p->bus);
        return true;
    case NV_EVENT_SUM:
        if (!p->config.loose) {
            compare_sums(p, e);
        }
        return true;
    case NV_EVENT_MARK:
        return true;
    default:
        return nv_player_fail(error, "an answer stands outside of a call");
    }
}

bool nv_player_step(NvPlayer *p, GError **error)
{
    NvEvent e;

    for (;;) {
        if (p->at >= p->size && (!nv_player_next_chunk(p, error) || p->ended)) {
            return false;
        }
        if (p->at >= p->size) {
            continue;
        }
        if (!get(p, &e, error)) {
            return false;
        }
        if (nv_event_is_call(e.type)) {
            p->call = e;
            return play_call(p, error);
        }
        if (!between(p, &e, error)) {
            return false;
        }
    }
}

bool nv_player_play(NvPlayer *p, GError **error)
{
    GError *wrong = NULL;

    while (nv_player_step(p, &wrong)) {
        /* again */
    }
    if (wrong) {
        g_propagate_error(error, wrong);
    }
    return !wrong;
}

NvCard *nv_player_card(NvPlayer *p)
{
    return p->card;
}

const NvCaptureHead *nv_player_head(const NvPlayer *p)
{
    return &p->head;
}

NvPlayed nv_player_played(const NvPlayer *p)
{
    return p->played;
}

const char *nv_player_differs(const NvPlayer *p)
{
    return p->differs;
}

void nv_player_tell(NvPlayer *p, NvPlayerTell *tell, void *opaque)
{
    p->tell = tell;
    p->tell_opaque = opaque;
}
