/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The puller: takes methods out of CACHE1, executes those below 0x100 and
 * sends the others to PGRAPH.
 *
 * Facts: envytools' puller document; the protocol with which drivers serve
 * software methods (an error stops the puller with GET on the method).
 */
#include "pfifo/fifo.h"

typedef enum Pulled {
    PULL_DONE,
    PULL_STALLED,       /* the engine cannot take it now */
    PULL_STOPPED,       /* error: the driver moves GET and lets it go on */
} Pulled;

/* A method on its way. */
typedef struct Method {
    unsigned subc;
    uint32_t mthd, data;
} Method;

static void say(NvPfifo *fifo, const Method *m, NvErrorKind kind,
                const char *why)
{
    g_autofree char *place = NULL;
    uint32_t addr;

    if (!nv_error_counts(fifo->env, kind, m->subc << 16 | m->mthd)) {
        return;
    }
    place = nv_pfifo_pushed_at(fifo, &addr)
            ? g_strdup_printf("push buffer 0x%08x", addr)
            : g_strdup("by registers");
    nv_error_says(fifo->env, kind, "method 0x%04x = 0x%08x: %s (channel %u "
                  "subchannel %u, %s)", m->mthd, m->data, why,
                  current_channel(fifo), m->subc, place);
}

bool nv_fifo_puller_knows(const NvPfifo *fifo, uint32_t mthd)
{
    if (mthd == MTHD_OBJECT || mthd == MTHD_REF_CNT) {
        return true;
    }
    return mthd >= MTHD_DMA_SEMAPHORE && mthd <= MTHD_RELEASE &&
           nv_chip_has(fifo->env->chip, NV_CAP_FIFO_SEMAPHORE);
}

static Pulled stop(NvPfifo *fifo, const Method *m, uint32_t pull0,
                   const char *why)
{
    NvErrorKind kind = pull0 == PULL0_SOFTWARE ? NV_ERROR_ENGINE
                                               : NV_ERROR_HANDLE;

    say(fifo, m, kind, why);
    *reg(fifo, R_PULL0) = (get(fifo, R_PULL0) & ~ACCESS) | pull0;
    nv_trace(fifo->env, pfifo_cache_error, current_channel(fifo), m->subc,
             m->mthd, m->data, why);
    nv_fifo_raise(fifo, INTR_CACHE_ERROR);
    return PULL_STOPPED;
}

static Pulled stop_software(NvPfifo *fifo, const Method *m)
{
    return stop(fifo, m, PULL0_SOFTWARE, "takes objects of the graphics "
                "engine, this is left to software");
}

static Pulled stop_lookup(NvPfifo *fifo, const Method *m)
{
    return stop(fifo, m, PULL0_HASH_FAILED, "takes handles that RAMHT has for "
                "the channel");
}

/* What was drawn before is in memory, and no method waits for the driver. */
static bool last_engine_idle(NvPfifo *fifo)
{
    return (get(fifo, R_PULL1) & PULL1_ENGINE) != ENGINE_GRAPHICS ||
           (nv_pgraph_ready(fifo->pgraph) &&
            nv_pgraph_settle(fifo->pgraph));
}

static bool takes(NvPfifo *fifo, const Method *m)
{
    return nv_pgraph_takes(fifo->pgraph, current_channel(fifo), m->subc,
                           m->mthd);
}

/* Left out of a capture that is replayed. */
static bool is_dropped(NvPfifo *fifo, const Method *m)
{
    NvEnv *env = fifo->env;
    const NvWatched w = { current_channel(fifo), m->subc, m->mthd, m->data };

    return G_UNLIKELY(env->drop) && env->drop(env, &w);
}

/* A debugger holds it back. */
static bool is_held(NvPfifo *fifo, const Method *m)
{
    NvEnv *env = fifo->env;
    const NvWatched w = { current_channel(fifo), m->subc, m->mthd, m->data };

    return G_UNLIKELY(env->watch) && env->watch(env, &w);
}

static void pass_on(NvPfifo *fifo, const Method *m)
{
    *reg(fifo, R_PULL1) = (get(fifo, R_PULL1) & ~PULL1_ENGINE) |
                          ENGINE_GRAPHICS;
    if (nv_chip_has(fifo->env->chip, NV_CAP_FIFO_IMAGE)) {
        nv_pgraph_next_image(fifo->pgraph, get(fifo, R_GRCTX));
    }
    nv_pgraph_method(fifo->pgraph, current_channel(fifo), m->subc, m->mthd,
                     m->data);
}

static Pulled bind_object(NvPfifo *fifo, const Method *m)
{
    Method bind = *m;
    NvFifoEngine engine;
    uint32_t instance;

    if (!nv_fifo_lookup(fifo, m->data, &instance, &engine)) {
        return stop_lookup(fifo, m);
    }
    /* No engine beyond graphics is here: the driver must serve those. */
    if (engine != ENGINE_GRAPHICS) {
        return stop_software(fifo, m);
    }
    if (!takes(fifo, &bind) || is_held(fifo, m)) {
        return PULL_STALLED;
    }
    *reg(fifo, R_ENGINE) = nv_deposit(get(fifo, R_ENGINE), m->subc * 4, 4,
                                      engine);
    bind.data = instance >> 4;
    pass_on(fifo, &bind);
    return PULL_DONE;
}

/* Methods below 0x100. */
static Pulled execute(NvPfifo *fifo, const Method *m)
{
    NvFifoEngine engine;
    uint32_t data = m->data;

    if (m->mthd == MTHD_OBJECT) {
        return bind_object(fifo, m);
    }
    if (!nv_fifo_puller_knows(fifo, m->mthd)) {
        /* The pusher stops these; PIO or a poked ring can bring them. */
        return stop_software(fifo, m);
    }
    if (!last_engine_idle(fifo) || is_held(fifo, m)) {
        return PULL_STALLED;
    }
    if (m->mthd == MTHD_REF_CNT) {
        *reg(fifo, R_REF) = data;
        return PULL_DONE;
    }
    if (m->mthd == MTHD_DMA_SEMAPHORE &&
        !nv_fifo_lookup(fifo, m->data, &data, &engine)) {
        return stop_lookup(fifo, m);
    }
    return nv_fifo_semaphore(fifo, m->mthd, data) ? PULL_DONE : PULL_STOPPED;
}

/* Methods from 0x100 up; those at 0x180..0x1fc name an object. */
static Pulled forward(NvPfifo *fifo, const Method *m)
{
    Method out = *m;
    NvFifoEngine engine;
    uint32_t instance;

    if (m->mthd >= 0x180 && m->mthd < 0x200) {
        if (!nv_fifo_lookup(fifo, m->data, &instance, &engine)) {
            return stop_lookup(fifo, m);
        }
        out.data = instance >> 4;
    }
    if (nv_extract(get(fifo, R_ENGINE), m->subc * 4, 4) != ENGINE_GRAPHICS) {
        return stop_software(fifo, m);
    }
    if (!takes(fifo, &out) || is_held(fifo, m)) {
        return PULL_STALLED;
    }
    pass_on(fifo, &out);
    return PULL_DONE;
}

static Pulled pull_one(NvPfifo *fifo)
{
    uint32_t at = get(fifo, R_GET) & CACHE1_PTR_MASK;
    uint32_t addr = get(fifo, R_CACHE1 + at * 2);
    Method m = {
        .subc = nv_extract(addr, STATE_SUBC_SHIFT, 3),
        .mthd = addr & STATE_METHOD,
        .data = get(fifo, R_CACHE1 + at * 2 + 4),
    };
    Pulled pulled;

    fifo->pulled = at / 4;
    fifo->pulled_more = 0;
    pulled = is_dropped(fifo, &m) ? PULL_DONE
             : m.mthd < 0x100 ? execute(fifo, &m) : forward(fifo, &m);
    /* What takes longer says so itself. */
    nv_env_spend(fifo->env, NV_PGRAPH_METHOD_PIXELS);
    if (pulled == PULL_DONE) {
        fifo->env->taken++;
        nv_trace(fifo->env, pfifo_method, current_channel(fifo), m.subc,
                 m.mthd, m.data);
        *reg(fifo, R_GET) = (at + 4) & CACHE1_PTR_MASK;
        *reg(fifo, R_PULL0) &= ~(PULL0_HASH_FAILED | PULL0_SOFTWARE |
                                 PULL0_SEM_ERROR);
    }
    return pulled;
}

/*
 * PGRAPH's methods from the ring's next entry on, as many as it takes at once;
 * true if it took some.
 */
static bool pull_run(NvPfifo *fifo)
{
    uint32_t at = get(fifo, R_GET) & CACHE1_PTR_MASK;
    uint32_t put = get(fifo, R_PUT) & CACHE1_PTR_MASK;
    uint32_t end = put > at ? put : CACHE1_ENTRIES * 4;
    const uint32_t (*w)[2] = (const void *)reg(fifo, R_CACHE1 + at * 2);
    unsigned subc = nv_extract(w[0][0], STATE_SUBC_SHIFT, 3), n;

    if ((w[0][0] & STATE_METHOD) < 0x200 ||
        nv_extract(get(fifo, R_ENGINE), subc * 4, 4) != ENGINE_GRAPHICS ||
        nv_chip_has(fifo->env->chip, NV_CAP_FIFO_IMAGE) ||
        nv_traces(fifo->env, pfifo_method) ||
        fifo->env->watch || fifo->env->drop) {
        return false;
    }
    fifo->pulled = at / 4;
    fifo->pulled_more = 0;
    n = nv_pgraph_run(fifo->pgraph, current_channel(fifo), w, (end - at) / 4,
                      &fifo->pulled_more);
    if (!n) {
        return false;
    }
    *reg(fifo, R_PULL1) = (get(fifo, R_PULL1) & ~PULL1_ENGINE) |
                          ENGINE_GRAPHICS;
    fifo->env->taken += n;
    *reg(fifo, R_GET) = (at + n * 4) & CACHE1_PTR_MASK;
    *reg(fifo, R_PULL0) &= ~(PULL0_HASH_FAILED | PULL0_SOFTWARE |
                             PULL0_SEM_ERROR);
    return true;
}

bool nv_fifo_pull(NvPfifo *fifo)
{
    bool moved = false;

    while ((get(fifo, R_PULL0) & ACCESS) &&
           (!(get(fifo, R_PULL1) & PULL1_ACQUIRE) ||
            nv_fifo_acquired(fifo)) &&
           !nv_fifo_cache_empty(fifo)) {
        if (!pull_run(fifo) && pull_one(fifo) != PULL_DONE) {
            break;
        }
        moved = true;
        if (is_spent(fifo)) {
            break;
        }
    }
    return moved;
}
