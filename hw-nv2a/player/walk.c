/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draw by draw: the card is held before each BEGIN, and what is under way is
 * brought to an end.  And methods as they go by, or are left out.  No hardware
 * facts.
 */
#include "player/player-priv.h"

static uint64_t number(const NvPlayer *p)
{
    return p->card->env.taken - p->taken;
}

/* Skips are in order, and so are methods. */
static bool is_skipped(NvPlayer *p, uint64_t n)
{
    while (p->next_skip < p->skip->len) {
        const NvSkip *s = &g_array_index(p->skip, NvSkip, p->next_skip);

        if (n < s->first) {
            return false;
        }
        if (n - s->first < s->count) {
            return true;
        }
        p->next_skip++;
    }
    return false;
}

static void tell(NvPlayer *p, const NvWatched *w, const NvMethodView *view)
{
    const NvWalkMethod m = {
        .number = number(p), .draw = p->draws, .channel = w->chid,
        .subchannel = w->subc, .class = view->class, .mthd = w->mthd,
        .data = w->data, .name = view->name, .index = view->index,
        .count = view->count, .begins = view->begins,
    };

    p->method(p->method_opaque, &m);
}

static bool drop(NvEnv *env, const NvWatched *w)
{
    NvPlayer *p = env->player;
    uint64_t n = number(p);
    NvMethodView view;

    if (is_skipped(p, n)) {
        return true;
    }
    if (n == p->asked || (!p->method && !p->walks)) {
        return false;
    }
    p->asked = n;
    view = nv_pgraph_view(&p->card->pgraph, w);
    p->draws += view.begins;
    if (p->method) {
        tell(p, w, &view);
    }
    return false;
}

/* BEGIN of a draw waits until the walker has looked. */
static bool hold_draw(NvEnv *env, const NvWatched *w)
{
    NvPlayer *p = env->player;

    if (p->passes && number(p) == p->draw.first) {
        return false;
    }
    if (p->held || nv_pgraph_view(&p->card->pgraph, w).begins) {
        p->held = true;
        return true;
    }
    return false;
}

void nv_player_arm(NvPlayer *p)
{
    NvEnv *env = &p->card->env;

    env->drop = p->skip->len || p->method || p->walks ? drop : NULL;
}

void nv_player_methods(NvPlayer *p, NvMethodTell *told, void *opaque)
{
    p->method = told;
    p->method_opaque = opaque;
    nv_player_arm(p);
}

void nv_player_run_on(NvPlayer *p)
{
    p->walker = NULL;
}

static void look(NvPlayer *p)
{
    nv_card_flush(p->card);
    p->draw.end = number(p);
    if (p->walker && !p->walker(p->walker_opaque, p, &p->draw)) {
        p->stop = true;
    }
}

/* Until the run that is on record has taken its methods, or has no more. */
void nv_player_walk_run(NvPlayer *p, uint32_t budget, uint64_t methods)
{
    NvEnv *env = &p->card->env;
    uint64_t end = env->taken + methods;
    bool left;

    do {
        env->watch = p->walker ? hold_draw : NULL;
        p->held = false;
        left = nv_card_run(p->card, budget);
        env->watch = NULL;
        if (p->held) {
            p->held = false;
            look(p);
            p->draw = (NvWalkDraw) {
                .draw = p->draw.draw + 1, .first = number(p),
                .call = p->played.calls,
            };
            p->passes = left = true;
        }
    } while (!p->stop && left && env->taken < end);
}

bool nv_player_walk(NvPlayer *p, NvWalker *walker, void *opaque,
                    GError **error)
{
    GError *wrong = NULL;

    assert(p->config.loose);
    p->walker = walker;
    p->walker_opaque = opaque;
    p->walks = true;
    nv_player_arm(p);
    while (!p->stop && nv_player_step(p, &wrong)) {
        /* again */
    }
    if (wrong) {
        g_propagate_error(error, wrong);
        return false;
    }
    if (!p->stop) {
        look(p);
    }
    return true;
}
