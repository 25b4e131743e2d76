/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When a card stops; see debug.h.  No hardware facts. */
#include "debug/debug.h"

static bool watch(NvEnv *env, const NvWatched *w);

static void stop(NvDebug *d, char *why)
{
    if (d->why) {
        g_free(why);            /* it stands already */
        return;
    }
    d->why = why;
    d->env->watch = watch;
    d->steps = 0;
    d->next = d->finish = false;
    if (d->env->ops->stopped) {
        d->env->ops->stopped(d->env->host, why);
    }
}

static void stop_at_break(NvDebug *d, const NvBreak *b, const char *what)
{
    g_autofree char *text = nv_break_text(b);

    stop(d, g_strdup_printf("break %u, %s%s%s", b->id, text,
                            *what ? ": " : "", what));
}

/* All that are met count; the first that stops is named. */
static void meet(NvDebug *d, NvBreakKind kind, uint32_t at, const char *what)
{
    for (unsigned i = 0; i < d->breaks->len; i++) {
        NvBreak *b = d->breaks->pdata[i];

        if (b->kind == kind && (kind != NV_BREAK_REGISTER || b->mthd == at) &&
            nv_break_meets(b)) {
            stop_at_break(d, b, what);
        }
    }
}

void nv_debug_print_method(const NvDebug *d, const NvDebugMethod *m,
                           GString *out)
{
    size_t before;

    if (m->view.name) {
        g_string_append(out, m->view.name);
    } else {
        g_string_append_printf(out, "method 0x%04x", m->word.mthd);
    }
    if (m->view.count > 1) {
        g_string_append_printf(out, "[%u]", m->view.index);
    }
    g_string_append_printf(out, " = 0x%08x (class 0x%03x method 0x%04x, "
                           "channel %u subchannel %u", m->word.data,
                           m->view.class, m->word.mthd, m->word.chid,
                           m->word.subc);
    before = out->len;
    nv_pgraph_append_names(d->pgraph, m->word.mthd, &m->view, out);
    if (out->len > before) {
        g_string_insert(out, before, ", ");
    }
    g_string_append_c(out, ')');
}

/* The method begins a draw with a program that the break is for. */
static bool is_program(NvDebug *d, const NvBreak *b)
{
    unsigned slot;

    if (!d->at.view.begins) {
        return false;
    }
    if (b->kind == NV_BREAK_PROGRAM) {
        return nv_xf_program_slot(d->pgraph->xf, &slot) &&
               (b->mthd == NV_BREAK_ANY || b->mthd == slot);
    }
    return b->kind == NV_BREAK_FRAGMENT &&
           nv_raster_pixel(d->pgraph->raster)->program.on &&
           (b->mthd == NV_BREAK_ANY ||
            b->mthd == nv_raster_memory(d->pgraph->raster)->program);
}

static void meet_method(NvDebug *d)
{
    GString *text = g_string_new(NULL);

    nv_debug_print_method(d, &d->at, text);
    for (unsigned i = 0; i < d->breaks->len; i++) {
        NvBreak *b = d->breaks->pdata[i];

        if ((nv_break_is_method(d, b, &d->at) || is_program(d, b)) &&
            nv_break_meets(b)) {
            stop_at_break(d, b, text->str);
        }
    }
    if (d->steps && !--d->steps) {
        stop(d, g_strdup_printf("step: %s", text->str));
    }
    if (d->next && d->at.view.begins) {
        stop(d, g_strdup_printf("next draw, %" PRIu64 ": %s", d->draws,
                                text->str));
    }
    g_string_free(text, TRUE);
}

/* What was written since the last look, by the method that passed last. */
static void meet_writes(NvDebug *d)
{
    g_autofree char *what = NULL;
    const NvBreak *b = d->writes && !d->why ? nv_debug_changed(d, &what)
                                            : NULL;

    if (b) {
        stop_at_break(d, b, what);
    }
}

static bool is_at(const NvDebug *d, const NvWatched *w)
{
    const NvWatched *at = &d->at.word;

    return at->chid == w->chid && at->subc == w->subc &&
           at->mthd == w->mthd && at->data == w->data;
}

/*
 * What stood is let through once, unless the guest has made another of it;
 * nothing passes while the card stands.
 */
static bool watch(NvEnv *env, const NvWatched *w)
{
    NvDebug *d = env->debug;
    bool passes = d->passes && is_at(d, w);

    meet_writes(d);
    d->passes = false;
    d->at.word = *w;
    d->at.view = nv_pgraph_view(d->pgraph, w);
    if (passes) {
        nv_debug_arm(d);
        return false;
    }
    if (!d->why) {
        if (d->at.view.begins) {
            d->draws++;
            nv_debug_draw_begins(d, w->data);
        }
        meet_method(d);
    }
    d->holds = d->why != NULL;
    return d->holds;
}

static void watch_error(NvEnv *env, NvErrorKind kind)
{
    meet(env->debug, nv_error_log(kind) == NV_LOG_UNIMP ? NV_BREAK_UNIMP
                                                        : NV_BREAK_ERROR, 0,
         nv_error_words(kind));
}

void nv_debug_arm(NvDebug *d)
{
    bool any = d->breaks->len || d->steps || d->next || d->finish || d->why ||
               d->funnels;

    d->registers = d->writes = false;
    for (unsigned i = 0; i < d->breaks->len; i++) {
        const NvBreak *b = d->breaks->pdata[i];

        d->registers |= b->kind == NV_BREAK_REGISTER;
        d->writes |= b->kind == NV_BREAK_WRITE || b->kind == NV_BREAK_PIXEL;
    }
    d->env->watch = any ? watch : NULL;
    d->env->watch_write = d->writes ? nv_debug_written : NULL;
    d->env->watch_error = d->breaks->len ? watch_error : NULL;
}

void nv_debug_init(NvDebug *d, NvEnv *env, NvPfifo *pfifo)
{
    *d = (NvDebug) {
        .env = env, .pfifo = pfifo, .pgraph = pfifo->pgraph,
        .breaks = g_ptr_array_new_with_free_func(nv_break_free),
    };
    env->debug = d;
}

void nv_debug_free(NvDebug *d)
{
    nv_debug_count(d, false);
    g_clear_pointer(&d->breaks, g_ptr_array_unref);
    g_clear_pointer(&d->why, g_free);
}

void nv_debug_reset(NvDebug *d)
{
    g_clear_pointer(&d->why, g_free);
    d->holds = d->passes = d->next = d->finish = false;
    d->steps = 0;
    d->draws = d->frames = d->open.draw = 0;
    for (unsigned i = 0; i < d->breaks->len; i++) {
        ((NvBreak *)d->breaks->pdata[i])->met = 0;
    }
    nv_debug_arm(d);
}

void nv_debug_go(NvDebug *d)
{
    if (!d->why) {
        return;
    }
    g_clear_pointer(&d->why, g_free);
    d->passes = d->holds;
    d->holds = false;
    if (d->passes) {
        d->env->watch = watch;
    } else {
        nv_debug_arm(d);
    }
    nv_env_work(d->env);
}

void nv_debug_ran(NvDebug *d)
{
    meet_writes(d);
}

void nv_debug_idle(NvDebug *d)
{
    if (d->finish && !d->why) {
        stop(d, g_strdup("nothing is left to do"));
    }
}

void nv_debug_frame(NvDebug *d)
{
    g_autofree char *what = NULL;

    d->frames++;
    if (d->breaks->len) {
        what = g_strdup_printf("%" PRIu64 " since the reset", d->frames);
        meet(d, NV_BREAK_FRAME, 0, what);
    }
}

void nv_debug_access(NvDebug *d, uint32_t offset, bool write, uint32_t value)
{
    g_autofree char *what = g_strdup_printf("%s 0x%08x", write ? "takes"
                                            : "reads as", value);

    meet(d, NV_BREAK_REGISTER, offset & ~3u, what);
}
