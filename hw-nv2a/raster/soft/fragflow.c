/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs with branches (Curie): slots that operations name become
 * numbers of operations, ends of blocks get operations of their own, and what
 * the program takes at most is known before it runs.  A block ends where its
 * first word says; that blocks nest is the extension's rule.
 */
#include "raster/soft/fragload.h"

typedef struct Block {
    unsigned op;                /* that leads behind it, or behind its part */
    unsigned other, end;        /* slots; @other is @end but for an ELSE */
    bool loop;
} Block;

typedef struct Flow {
    NvFragLoad *load;
    const GArray *from;
    unsigned slots;             /* what was read of the program */
    Block block[NV_FRAG_BLOCKS];
    unsigned open, loops;
    /* By slot: 1 + the operation that begins it outside of blocks. */
    uint16_t label[NV_FRAG_SLOTS + 1];
} Flow;

static NvFragOp *emitted(const Flow *f, unsigned i)
{
    return &g_array_index(f->load->p->ops, NvFragOp, i);
}

static unsigned next_op(const Flow *f)
{
    return f->load->p->ops->len;
}

static void emit(Flow *f, NvFragOp op)
{
    op.loops = f->loops;
    op.blocks = f->open;
    g_array_append_val(f->load->p->ops, op);
}

/* ---- blocks ---- */

static void begin_else(Flow *f, Block *b)
{
    emit(f, (NvFragOp) { .code = NV_FRAG_ELSE, .cond = 7 });
    emitted(f, b->op)->to = next_op(f);
    b->op = next_op(f) - 1;
    b->other = b->end;
}

static void end_block(Flow *f, const Block *b)
{
    if (b->loop) {
        NvFragOp next = *emitted(f, b->op);

        f->loops--;
        next.code = NV_FRAG_NEXT;
        next.to = b->op + 1;
        emit(f, next);
    }
    emitted(f, b->op)->to = next_op(f);
    f->open--;
}

/* All that ends at @slot; false: one should have, inside an instruction. */
static bool end_blocks(Flow *f, unsigned slot)
{
    while (f->open) {
        Block *b = &f->block[f->open - 1];

        if (b->other < slot) {
            return false;
        }
        if (b->other > slot) {
            break;
        }
        if (b->other != b->end) {
            begin_else(f, b);
            break;
        }
        end_block(f, b);
    }
    return true;
}

/* Where what is open ends at the latest. */
static unsigned limit(const Flow *f)
{
    return f->open ? f->block[f->open - 1].other : f->slots;
}

static const char *begin_block(Flow *f, const NvFragOp *op)
{
    bool loop = op->code != NV_FRAG_IF;
    unsigned other = loop ? op->end : op->to;

    if (other <= op->slot || op->end < other || op->end > limit(f)) {
        return "has a block with an end that is none";
    }
    if (f->open == NV_FRAG_BLOCKS || (loop && f->loops == NV_FRAG_LOOPS)) {
        return "has blocks that nest too deep";
    }
    emit(f, *op);
    f->block[f->open++] = (Block) { next_op(f) - 1, other, op->end, loop };
    f->loops += loop;
    return NULL;
}

/* BRK leads to its loop for now, see leave_loops(). */
static const char *leave(Flow *f, const NvFragOp *op)
{
    NvFragOp brk = *op;

    for (unsigned i = f->open; i-- > 0;) {
        if (f->block[i].loop) {
            brk.to = f->block[i].op;
            emit(f, brk);
            return NULL;
        }
    }
    return "leaves a loop where none is";
}

/* ---- operations ---- */

static const char *take(Flow *f, const NvFragOp *op)
{
    if (!end_blocks(f, op->slot)) {
        return "has a block that ends inside an instruction";
    }
    f->label[op->slot] = f->open ? 0 : next_op(f) + 1;
    switch (op->code) {
    case NV_FRAG_IF: case NV_FRAG_LOOP: case NV_FRAG_REP:
        return begin_block(f, op);
    case NV_FRAG_BRK:
        return leave(f, op);
    case NV_FRAG_CAL: case NV_FRAG_RET:
        emit(f, *op);
        return NULL;
    case NV_FRAG_NOP:
        return NULL;
    default:
        nv_frag_append(f->load, op);
        return NULL;
    }
}

/* The loops' ends are known now, and where each slot begins. */
static const char *resolve(Flow *f)
{
    for (unsigned i = 0; i < next_op(f); i++) {
        NvFragOp *op = emitted(f, i);

        if (op->code == NV_FRAG_BRK) {
            op->to = emitted(f, op->to)->to;
        } else if (op->code == NV_FRAG_CAL) {
            if (op->to >= f->slots || !f->label[op->to]) {
                return "calls what is no begin of an instruction outside of "
                       "blocks";
            }
            op->to = f->label[op->to] - 1;
        }
    }
    return NULL;
}

/* ---- what it takes at most ---- */

typedef struct Length {
    const GArray *ops;
    unsigned walked;
} Length;

#define TOO_LONG "may take more than 65536 operations"

static uint32_t weight(const NvFragOp *op)
{
    return nv_frag_samples(op->code) ? NV_FRAG_SAMPLE_OPS : 1;
}

static const char *measure(Length *m, unsigned from, unsigned calls,
                           uint32_t *length)
{
    unsigned exit[NV_FRAG_LOOPS], n = 0;
    uint64_t times[NV_FRAG_LOOPS + 1] = { 1 }, sum = 0;
    const char *error;

    for (unsigned i = from; i < m->ops->len && sum <= NV_FRAG_LONGEST; i++) {
        const NvFragOp *op = &g_array_index(m->ops, NvFragOp, i);
        uint32_t called = 0;

        while (n && i >= exit[n - 1]) {
            n--;
        }
        if (op->code == NV_FRAG_CAL && calls == NV_FRAG_CALLS) {
            return "calls deeper than four, or itself";
        }
        if (op->code == NV_FRAG_CAL &&
            (error = measure(m, op->to, calls + 1, &called))) {
            return error;
        }
        sum += times[n] * (weight(op) + called);
        if (++m->walked > NV_FRAG_LONGEST) {
            return TOO_LONG;
        }
        if (op->code == NV_FRAG_LOOP || op->code == NV_FRAG_REP) {
            exit[n++] = op->to;
            times[n] = MIN(times[n - 1] * op->count, NV_FRAG_LONGEST);
        }
        if (!op->blocks && (op->code == NV_FRAG_END ||
                            (op->code == NV_FRAG_RET && op->cond == 7))) {
            break;
        }
    }
    *length = MIN(sum, NV_FRAG_LONGEST + 1);
    return sum > NV_FRAG_LONGEST ? TOO_LONG : NULL;
}

static const char *take_all(Flow *f, unsigned *slot)
{
    const char *error = NULL;

    for (unsigned i = 0; i < f->from->len && !error; i++) {
        const NvFragOp *op = &g_array_index(f->from, NvFragOp, i);

        *slot = op->slot;
        error = take(f, op);
        if (!error && op->last && i + 1 < f->from->len) {
            emit(f, (NvFragOp) { .code = NV_FRAG_END, .cond = 7 });
        }
    }
    if (!error && (!end_blocks(f, f->slots) || f->open)) {
        error = "has a block that does not end";
    }
    return error ? error : resolve(f);
}

const char *nv_frag_flow(NvFragLoad *l, const GArray *ops, unsigned *slot)
{
    NvFragProgram *p = l->p;
    g_autofree Flow *f = g_new0(Flow, 1);
    Length m = { .ops = p->ops };
    const char *error;

    f->load = l;
    f->from = ops;
    f->slots = p->slots;
    nv_frag_use(l, ops);
    error = take_all(f, slot);
    return error ? error : measure(&m, 0, 0, &p->longest);
}
