/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs fragment programs with branches, or that may stop, over lanes.  Each lane
 * has its place; of all places the first is at work, with the lanes that are
 * there, so that lanes which went different ways meet again where the ways do,
 * and lanes of a quad see each other in the same order whoever else runs beside
 * them.  What the program may take was counted when it was read; that is long
 * for who waits for the card, so a walk may stop between operations.  Not
 * hardware's order.
 */
#include "raster/soft/fragload.h"
#include "raster/soft/fragops.h"
#include "raster/soft/fragstep.h"

/* A loop's place: those of each call lie behind its caller's. */
#define LEVELS (NV_FRAG_LOOPS * (NV_FRAG_CALLS + 1))

/* Between two questions whether it is late; a sample counts as some. */
#define ASK_OPS 64

typedef NvFragWalk Walk;

struct NvFragWalk {
    const NvFragProgram *p;
    NvFragRun *run;
    NvFragFew *few;             /* NULL: lanes are too many */
    NvFragWork done;            /* since it was asked whether it is late */
    unsigned pc, end;
    unsigned lowest;            /* of the lanes that wait */
    bool called;                /* some lane, once */
    uint64_t all, seen;         /* lanes of all; last told to the kernels */
    uint16_t at[NV_FRAG_LANES]; /* of lanes that are not here */
    uint8_t calls[NV_FRAG_LANES];
    uint16_t back[NV_FRAG_CALLS][NV_FRAG_LANES];
    uint8_t left[LEVELS][NV_FRAG_LANES];
    uint8_t same[NV_FRAG_LOOPS];        /* of all lanes, where not 0 */
    int32_t before[LEVELS][NV_FRAG_LANES];      /* the index outside */
    NvFragFew room;
};

#define EACH_LANE(i, lanes) \
    for (uint64_t m_ = (lanes), i; m_ && (i = __builtin_ctzll(m_), 1); \
         m_ &= m_ - 1)

static void send_one(Walk *w, unsigned i, unsigned to)
{
    w->at[i] = to;
    w->lowest = MIN(w->lowest, to);
    w->run->here &= ~(UINT64_C(1) << i);
}

static void send(Walk *w, uint64_t lanes, unsigned to)
{
    EACH_LANE(i, lanes) {
        send_one(w, i, to);
    }
}

/* Some of those that are here: where all go, nobody has to be sent. */
static void jump(Walk *w, uint64_t lanes, unsigned to)
{
    if (lanes == w->run->here) {
        w->pc = to - 1;         /* the next place is one further */
    } else {
        send(w, lanes, to);
    }
}

/* Of those here: for which a component passes the operation's condition. */
static uint64_t passing(const Walk *w, const NvFragOp *op)
{
    if (op->cond == 7) {
        return w->run->here;
    }
    return w->few ? w->p->kernels->passing(w->few, &w->p->steps[w->pc])
                  : nv_frag_passing(op, w->run);
}

/* To the first place where lanes are. */
static void settle(Walk *w)
{
    NvFragRun *run = w->run;

    if (run->here && w->pc < w->lowest) {
        return;
    }
    send(w, run->here, w->pc);
    w->pc = w->lowest;
    w->lowest = w->end;
    for (unsigned i = 0; i < run->n; i++) {
        if (w->at[i] == w->pc) {
            run->here |= UINT64_C(1) << i;
        } else {
            w->lowest = MIN(w->lowest, w->at[i]);
        }
    }
}

/* ---- loops ---- */

static unsigned level(const Walk *w, unsigned i, unsigned loops)
{
    return w->calls[i] * NV_FRAG_LOOPS + loops;
}

/* Lanes of loop @l go their own ways from now on. */
static void part(Walk *w, unsigned l)
{
    if (w->same[l]) {
        memset(w->left[l], w->same[l], sizeof(w->left[l]));
        w->same[l] = 0;
    }
}

static bool all_are_here(const Walk *w)
{
    return w->run->here == w->all && !w->called;
}

static void begin_loop(Walk *w, const NvFragOp *op)
{
    NvFragRun *run = w->run;

    if (!op->count) {
        send(w, run->here, op->to);
        return;
    }
    part(w, op->loops);         /* a caller may be in one there */
    w->same[op->loops] = all_are_here(w) ? op->count : 0;
    EACH_LANE(i, run->here) {
        unsigned l = level(w, i, op->loops);

        w->left[l][i] = op->count;
        w->before[l][i] = run->index[i];
        if (op->code == NV_FRAG_LOOP) {
            run->index[i] = op->first;
        }
    }
}

/* All lanes do, which is what most loops are; false: not all. */
static bool all_again(Walk *w, const NvFragOp *op)
{
    NvFragRun *run = w->run;

    if (!all_are_here(w) || w->same[op->loops] < 2) {
        return false;
    }
    w->same[op->loops]--;
    for (unsigned i = 0; i < run->n && op->step; i++) {
        run->index[i] += op->step;
    }
    return true;
}

static void next_time(Walk *w, const NvFragOp *op)
{
    NvFragRun *run = w->run;
    uint64_t again = 0;

    if (all_again(w, op)) {
        w->pc = op->to - 1;
        return;
    }
    part(w, op->loops);
    EACH_LANE(i, run->here) {
        unsigned l = level(w, i, op->loops);

        if (--w->left[l][i]) {
            run->index[i] += op->step;
            again |= UINT64_C(1) << i;
        } else {
            run->index[i] = w->before[l][i];
        }
    }
    jump(w, again, op->to);
}

static void leave_loop(Walk *w, const NvFragOp *op)
{
    uint64_t lanes = passing(w, op);

    EACH_LANE(i, lanes) {
        w->run->index[i] = w->before[level(w, i, op->loops - 1)][i];
    }
    jump(w, lanes, op->to);
}

/* ---- calls ---- */

static void call(Walk *w, const NvFragOp *op)
{
    uint64_t lanes = passing(w, op);

    w->called = true;
    EACH_LANE(i, lanes) {
        w->back[w->calls[i]++][i] = w->pc + 1;
    }
    jump(w, lanes, op->to);
}

/* From the outermost call it is the program's end. */
static void come_back(Walk *w, const NvFragOp *op)
{
    uint64_t lanes = passing(w, op), most = 0;
    unsigned to = w->end;

    EACH_LANE(i, lanes) {
        unsigned back;

        if (op->loops) {
            w->run->index[i] = w->before[level(w, i, 0)][i];
        }
        back = w->calls[i] ? w->back[--w->calls[i]][i] : w->end;
        if (!most || back == to) {
            most |= UINT64_C(1) << i;
            to = back;
        } else {
            send_one(w, i, back);
        }
    }
    jump(w, most, to);
}

static void take(Walk *w, const NvFragProgram *p, const NvFragOp *op)
{
    NvFragRun *run = w->run;

    switch (op->code) {
    case NV_FRAG_IF:
        jump(w, run->here & ~passing(w, op), op->to);
        break;
    case NV_FRAG_ELSE:
        jump(w, run->here, op->to);
        break;
    case NV_FRAG_LOOP: case NV_FRAG_REP:
        begin_loop(w, op);
        break;
    case NV_FRAG_NEXT:
        next_time(w, op);
        break;
    case NV_FRAG_BRK:
        leave_loop(w, op);
        break;
    case NV_FRAG_CAL:
        call(w, op);
        break;
    case NV_FRAG_RET:
        come_back(w, op);
        break;
    case NV_FRAG_END:
        send(w, run->here, w->end);
        break;
    default:
        w->done.samples += nv_frag_samples(op->code);
        nv_frag_op(p, op, run);
        break;
    }
    w->done.ops++;
}

/* Operations that are no branches, up to where lanes wait. */
static void step(Walk *w)
{
    NvFragRun *run = w->run;
    const NvFragStep *s = &w->p->steps[w->pc];

    if (run->here != w->seen) {
        w->seen = run->here;
        w->few->all = run->here == w->all;
        w->p->kernels->set_here(w->few);
    }
    for (; s->fn && w->pc < w->lowest && run->live; s++, w->pc++) {
        s->fn(w->few, s);
        w->done.ops++;
    }
}

static bool tell(Walk *w)
{
    NvFragWork done = w->done;

    w->done = (NvFragWork) { 0 };
    return w->run->stop && w->run->stop(w->run->opaque, &done);
}

static bool time_is_up(Walk *w)
{
    return w->done.ops + NV_FRAG_SAMPLE_OPS * w->done.samples >= ASK_OPS &&
           tell(w);
}

/* False: it stopped, as it is, where a way begins. */
static bool walk(Walk *w)
{
    const NvFragProgram *p = w->p;

    while (w->pc < w->end && w->run->live) {
        if (w->few) {
            step(w);
        }
        if (w->pc < w->lowest && w->run->live) {
            take(w, p, &g_array_index(p->ops, NvFragOp, w->pc));
            w->pc++;
        }
        settle(w);
        if (time_is_up(w)) {
            return false;
        }
    }
    tell(w);
    w->run->here = 0;
    return true;
}

static void begin(Walk *w, const NvFragProgram *p, NvFragRun *run)
{
    memset(w, 0, offsetof(Walk, room));
    w->p = p;
    w->run = run;
    w->end = w->lowest = p->ops->len;
    w->all = run->here;
    if (p->steps && run->n <= p->kernels->lanes) {
        w->few = &w->room;
        w->few->run = run;
        w->few->at[NV_FRAG_AT_RUN] = (const char *)run;
        w->few->at[NV_FRAG_AT_CONST] = (const char *)p->constants;
    }
    for (unsigned i = 0; i < run->n; i++) {
        w->at[i] = w->end;
    }
}

bool nv_frag_walk(const NvFragProgram *p, NvFragRun *run)
{
    Walk room, *w = run->stop ? run->walk : &room;

    begin(w, p, run);
    return walk(w);
}

bool nv_frag_go_on(NvFragRun *run)
{
    return walk(run->walk);
}

NvFragWalk *nv_frag_walk_new(void)
{
    return g_new0(NvFragWalk, 1);
}
