/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draw by draw: the card is held before each BEGIN, and what is under way is
 * brought to an end.  And methods as they go by, or are left out.  No hardware
 * facts.
 */
#include "player/player-priv.h"

#include "pgraph/names.h"

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

static bool ends(const NvMethodView *view, const NvWatched *w)
{
    return view->name && !w->data && g_str_has_suffix(view->name, "begin");
}

static void tell(NvPlayer *p, const NvWatched *w, const NvMethodView *view)
{
    const NvWalkMethod m = {
        .number = number(p), .draw = p->draws, .channel = w->chid,
        .subchannel = w->subc, .class = view->class, .mthd = w->mthd,
        .data = w->data, .name = view->name, .index = view->index,
        .first = view->first, .count = view->count, .begins = view->begins,
        .ends = ends(view, w),
    };

    p->method(p->method_opaque, &m);
}

bool nv_player_other_name(NvPlayer *p, const NvWalkMethod *m, GString *out)
{
    const NvMethodView view = { .first = m->first, .index = m->index };
    NvMethodName name;

    if (!m->name || !m->mthd ||
        !nv_method_other_name(nv_class_find(&p->card->pgraph, m->class)->bit,
                              m->mthd, &view, 0, &name)) {
        return false;
    }
    g_string_append_printf(out, "%s%s[%u]", name.prefix, name.name,
                           name.index);
    return true;
}

static void pass(NvPlayer *p, const NvWatched *w)
{
    NvMethodView view = nv_pgraph_view(&p->card->pgraph, w);

    if (view.begins) {
        p->draws++;
        p->card->debug.draws = p->draws;
        nv_debug_draw_begins(&p->card->debug, w->data);
    }
    if (ends(&view, w) && p->draws && !p->behind) {
        p->behind = number(p) + 1;
    }
    if (p->method) {
        tell(p, w, &view);
    }
}

static bool drop(NvEnv *env, const NvWatched *w)
{
    NvPlayer *p = env->player;
    uint64_t n = number(p);

    if (is_skipped(p, n)) {
        return true;
    }
    /* Who walks sees it once it is let by. */
    if (n != p->asked && p->method && !p->walks) {
        p->asked = n;
        pass(p, w);
    }
    return false;
}

/* The debugger's commands, and a recorder, find the card as if it stood. */
static void hold(NvPlayer *p, const NvWatched *w)
{
    NvDebug *d = &p->card->debug;

    d->holds = true;
    d->at.word = *w;
    d->at.view = nv_pgraph_view(&p->card->pgraph, w);
}

/* BEGIN of a draw, and what is behind its END, wait for the walker's look. */
static bool hold_draw(NvEnv *env, const NvWatched *w)
{
    NvPlayer *p = env->player;
    uint64_t n = number(p);

    if (p->held) {
        return true;
    }
    if (env->taken >= p->hold_at) {
        hold(p, w);
        return true;
    }
    if (n == p->asked) {
        return false;
    }
    p->held = p->walker &&
              ((p->behind && p->draw.before) ||
               (p->passes != n + 1 &&
                nv_pgraph_view(&p->card->pgraph, w).begins));
    if (p->held) {
        hold(p, w);
        if (!p->draw.before) {
            p->card->debug.draws = p->draws + 1;
        }
        return true;
    }
    p->asked = n;
    pass(p, w);
    return false;
}

void nv_player_arm(NvPlayer *p)
{
    NvEnv *env = &p->card->env;

    env->drop = p->skip->len || p->method ? drop : NULL;
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
    if (p->walker && !p->walker(p->walker_opaque, p, &p->draw)) {
        p->stop = true;
    }
}

/* It has drawn: the draw that was begun, if one was. */
static void look_behind(NvPlayer *p)
{
    if (p->draw.draw && p->draw.before) {
        nv_card_flush(p->card);
        p->draw.before = false;
        p->draw.end = p->behind ? p->behind : number(p);
        look(p);
    }
}

static void look_before(NvPlayer *p)
{
    nv_card_flush(p->card);
    p->draw = (NvWalkDraw) {
        .draw = p->draws + 1, .before = true, .first = number(p),
        .call = p->played.calls,
    };
    p->passes = p->draw.first + 1;
    p->behind = 0;
    look(p);
}

/* Words that the card had pushed by then, and this one has not. */
static uint64_t words_left(const NvPlayer *p)
{
    uint64_t words = p->card->pfifo.words;

    /* Without a file it may be ahead, as far as a run goes. */
    return p->exact ? MAX(p->exact->card->pfifo.words, words) - words
                    : UINT32_MAX;
}

/* Is anything done? */
static bool run_on(NvPlayer *p, uint32_t budget)
{
    NvEnv *env = &p->card->env;
    uint64_t words = p->card->pfifo.words, taken = env->taken;

    env->watch = hold_draw;
    p->held = false;
    nv_card_run(p->card, MIN(budget, words_left(p)));
    env->watch = NULL;
    if (p->held && p->draw.before) {
        look_behind(p);
    } else if (p->held) {
        look_before(p);
    }
    p->card->debug.holds = false;
    return p->held || env->taken != taken ||
           (p->exact && p->card->pfifo.words != words);
}

/* Until the run that is on record has taken its methods, or nothing moves. */
void nv_player_walk_run(NvPlayer *p, uint32_t budget, uint64_t methods)
{
    NvEnv *env = &p->card->env;
    bool moves = true;

    p->hold_at += methods;
    while (moves && !p->stop &&
           (env->taken < p->hold_at || (p->exact && words_left(p)))) {
        moves = run_on(p, budget);
        if (!moves && nv_pgraph_busy(&p->card->pgraph)) {
            nv_card_flush(p->card);     /* without a word there is no time */
            moves = run_on(p, budget);
        }
    }
    if (p->behind && !p->stop) {
        look_behind(p);
    }
}

bool nv_player_walk(NvPlayer *p, NvWalker *walker, void *opaque,
                    GError **error)
{
    GError *wrong = NULL;

    assert(p->config.loose);
    p->walker = walker;
    p->walker_opaque = opaque;
    p->walks = true;
    p->hold_at = p->card->env.taken;
    while (!p->stop && nv_player_step(p, &wrong)) {
        /* again */
    }
    if (wrong) {
        g_propagate_error(error, wrong);
        return false;
    }
    if (!p->stop) {
        look_behind(p);
    }
    return true;
}
