/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An exact replay that goes along with one that walks or leaves methods out, a
 * call after the other.  Who walks must not push words that it has not: the CPU
 * may not have written them.  And pages of VRAM are on record
 * because somebody wrote them, maybe the card itself, which a recorder cannot
 * always tell; other pixels are there now, and must stay.  No hardware facts.
 */
#include "player/player-priv.h"

bool nv_player_go_along(NvPlayer *p, GError **error)
{
    const NvPlayerConfig config = {
        .executor = p->config.executor, .threads = p->config.threads,
    };

    if (!p->path || !(p->walks || p->skip->len)) {
        return true;
    }
    if (!p->exact) {
        p->exact = nv_player_open(p->path, &config, error);
        if (!p->exact) {
            return false;
        }
        nv_player_skip(p->exact, NULL, 0);
    }
    while (p->exact->played.calls < p->played.calls) {
        if (!nv_player_step(p->exact, error)) {
            return false;
        }
    }
    return true;
}

/* Somebody drew there, be it in a draw that is left out. */
static bool has_drawn(const NvPlayer *p, uint64_t page)
{
    return p->drawn[page] || (p->exact && p->exact->drawn[page]);
}

bool nv_player_apply_page(NvPlayer *p, uint64_t page, const uint8_t *bytes,
                          GError **error)
{
    size_t at = page * NV_CAPTURE_PAGE;
    uint8_t now[NV_CAPTURE_PAGE];
    const uint8_t *was;

    if (page >= p->head.vram_size / NV_CAPTURE_PAGE ||
        (!p->drawn[page] && !p->skip->len)) {
        return nv_player_set_page(p, page, bytes, error);
    }
    if (!nv_player_go_along(p, error)) {
        return false;
    }
    if (!p->exact || !has_drawn(p, page)) {
        return nv_player_set_page(p, page, bytes, error);
    }
    was = nv_card_vram(p->exact->card) + at;
    memcpy(now, nv_card_vram(p->card) + at, sizeof(now));
    for (unsigned i = 0; i < sizeof(now); i++) {
        now[i] = bytes[i] != was[i] ? bytes[i] : now[i];
    }
    return nv_player_set_page(p->exact, page, bytes, error) &&
           nv_player_set_page(p, page, now, error);
}
