/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From decoded instructions to the list: registers become values, swizzles
 * and masks disappear.
 *
 * The rules are those of the reference executor, which says where they come
 * from; nothing is decided here.
 */
#include "isa/build.h"

void nv_build_fail(NvBuild *b, NvListFail why)
{
    if (b->fail == NV_LIST_OK) {
        b->fail = why;
    }
}

NvVal nv_build_add(NvBuild *b, NvListOp op, uint32_t imm, const NvVal arg[4])
{
    NvVal v = nv_list_add(b->list, op, imm, arg);

    if (!v) {
        nv_build_fail(b, NV_LIST_FAIL_TOO_LONG);
    }
    return v;
}

/* --- Masks, folded as they are made --- */

static const NvListNode *node(const NvBuild *b, NvVal v)
{
    return &b->list->node[v];
}

static NvVal mask_and(NvBuild *b, NvVal x, NvVal y)
{
    if (x == b->none || y == b->none) {
        return b->none;
    }
    if (x == b->all || x == y) {
        return y;
    }
    return y == b->all ? x : add2(b, NV_LIST_MAND, 0, x, y);
}

/* @y without @x. */
static NvVal mask_without(NvBuild *b, NvVal x, NvVal y)
{
    if (x == b->all || y == b->none || x == y) {
        return b->none;
    }
    return x == b->none ? y : add2(b, NV_LIST_MANDN, 0, x, y);
}

/* Knows that the two ways of a branch make the whole again. */
static NvVal mask_or(NvBuild *b, NvVal x, NvVal y)
{
    if (x == b->all || y == b->all) {
        return b->all;
    }
    if (x == b->none || x == y) {
        return y;
    }
    if (y == b->none) {
        return x;
    }
    if (node(b, x)->op == NV_LIST_MANDN && node(b, x)->arg[0] == y) {
        return mask_or(b, y, node(b, x)->arg[1]);
    }
    if (node(b, y)->op == NV_LIST_MANDN && node(b, y)->arg[0] == x) {
        return mask_or(b, x, node(b, y)->arg[1]);
    }
    return add2(b, NV_LIST_MOR, 0, x, y);
}

static NvVal test(NvBuild *b, NvVal v, NvXfTest test)
{
    if (node(b, v)->op == NV_LIST_CONST) {
        NvXfCond cond = nv_xf_cond(&b->list->rules, node(b, v)->imm, 0);

        return nv_xf_test(cond, test) ? b->all : b->none;
    }
    return add1(b, NV_LIST_TEST, test, v);
}

/* Lanes of @active in which each component is written; returns any of them. */
static NvVal passing(NvBuild *b, const NvXfInsn *insn, NvVal active,
                     NvVal pass[4])
{
    NvVal seen[4] = { 0 }, any = b->none;

    for (unsigned i = 0; i < 4; i++) {
        unsigned c = insn->cswz[i];

        if (!insn->conditional) {
            pass[i] = active;
        } else if (seen[c]) {
            pass[i] = seen[c];
        } else {
            NvVal m = test(b, b->cc[c], insn->test);

            pass[i] = seen[c] = mask_and(b, m, active);
        }
        any = mask_or(b, any, pass[i]);
    }
    return any;
}

/* --- Instructions --- */

/* A value for the lanes of @mask. */
static void assign(NvBuild *b, NvVal *place, NvVal v, NvVal mask)
{
    if (mask == b->all) {
        *place = v;
    } else if (mask != b->none) {
        *place = nv_build_add(b, NV_LIST_SELECT, 0,
                              (NvVal[4]) { mask, v, *place });
    }
}

static void put(NvBuild *b, NvVal d[4], const NvVal v[4], unsigned mask,
                const NvVal pass[4])
{
    FOR_NEEDED(i, mask) {
        assign(b, &d[i], v[i], pass[i]);
    }
}

/* Writes that the reference drops are dropped. */
static void put_out(NvBuild *b, const NvXfInsn *insn, const NvVal v[4],
                    unsigned mask, const NvVal pass[4])
{
    unsigned addr = insn->out_addr;

    if (insn->out_is_xfctx) {
        if (mask && b->set->may_write && addr < b->list->ctx_limit &&
            addr >= b->list->ctx_first) {
            nv_build_fail(b, NV_LIST_FAIL_WRITES_XFCTX);
        }
        return;
    }
    if (addr >= NV_XF_ATTRS) {
        return;
    }
    FOR_NEEDED(i, mask) {
        unsigned c = i + insn->out_move;
        NvVal *known = &b->known[addr][c];

        assign(b, &b->tbuf[addr][c], v[i], pass[i]);
        *known = mask_or(b, *known, pass[i]);
    }
}

/* ARL, ARR; ARA adds halves of the register that reads would use. */
static void put_address(NvBuild *b, const NvXfInsn *insn, const NvVal pass[4])
{
    uint32_t bits = b->run->isa->addr_bits;
    const NvVal *from = b->areg[insn->areg];
    NvVal d[4] = { 0 };

    FOR_NEEDED(i, insn->addr_mask) {
        if (insn->vec->flags & NV_XF_OPF_ARA) {
            d[i] = add2(b, NV_LIST_IADD, bits, from[i & 1],
                        from[(i & 1) + 2]);
        } else {
            d[i] = add1(b, insn->vec->flags & NV_XF_OPF_ARR ? NV_LIST_ARR :
                        NV_LIST_ARL, bits, nv_build_source(b, insn, 0, i));
        }
    }
    put(b, b->areg[insn->addr_dst], d, insn->addr_mask, pass);
}

/* Returns the lanes that take a branch, if this is one. */
static NvVal step(NvBuild *b, const NvXfInsn *insn, NvVal active)
{
    unsigned vec_need = insn->vec_mask | insn->out_vec_mask;
    unsigned sca_need = insn->sca_mask | insn->out_sca_mask;
    NvVal vec[4] = { 0 }, sca[4] = { 0 }, pass[4];
    NvVal any = passing(b, insn, active, pass);

    vec_need |= insn->cc_from_sca ? 0 : insn->cc_mask;
    sca_need |= insn->cc_from_sca ? insn->cc_mask : 0;
    /* Both units have read before either writes. */
    if (vec_need) {
        nv_build_vec(b, insn, vec_need, vec);
    }
    if (sca_need) {
        nv_build_sca(b, insn, sca_need, sca);
    }
    if (b->fail != NV_LIST_OK) {
        return b->none;
    }
    if (!insn->vec->fn && insn->addr_mask) {
        put_address(b, insn, pass);
    }
    put(b, b->reg[insn->vec_dst], vec, insn->vec_mask, pass);
    put(b, b->reg[insn->sca_dst], sca, insn->sca_mask, pass);
    put_out(b, insn, vec, insn->out_vec_mask, pass);
    put_out(b, insn, sca, insn->out_sca_mask, pass);
    put(b, b->cc, insn->cc_from_sca ? sca : vec, insn->cc_mask, pass);
    return any;
}

/* --- Flow --- */

/*
 * Code is followed forward once.  Lanes that branch wait at their target and
 * join there; a call is followed in place, and its lanes come back with it.
 */
typedef struct Frame {
    unsigned depth;
    unsigned furthest;                      /* where any lane waits */
    NvVal returned;                         /* lanes */
    NvVal waiting[NV_XF_MAX_XFPR + 1];      /* 0: nobody */
} Frame;

/* Instructions that calls in place may make of a program. */
#define MOST_STEPS 4096

static NvVal run_frame(NvBuild *b, unsigned pc, NvVal active, unsigned depth);

static void jump(NvBuild *b, Frame *f, unsigned pc, unsigned target,
                 NvVal lanes)
{
    if (lanes == b->none || target >= b->run->slots) {
        return;                             /* nobody, or out: they end */
    }
    if (target <= pc) {
        nv_build_fail(b, NV_LIST_FAIL_LOOP);
        return;
    }
    f->waiting[target] = f->waiting[target] ?
                         mask_or(b, f->waiting[target], lanes) : lanes;
    f->furthest = MAX(f->furthest, target);
}

/* The lanes that go on behind @insn. */
static NvVal follow(NvBuild *b, Frame *f, const NvXfInsn *insn, unsigned pc,
                    NvVal active, NvVal taken)
{
    NvVal stay = mask_without(b, taken, active);

    if (insn->end) {
        return b->none;
    }
    switch ((NvXfFlow)insn->flow) {
    case NV_XF_FLOW_BRA:
        jump(b, f, pc, insn->target, taken);
        return stay;
    case NV_XF_FLOW_CAL:
        if (f->depth == NV_XF_STACK || taken == b->none) {
            return stay;
        }
        return mask_or(b, stay, run_frame(b, insn->target, taken,
                                          f->depth + 1));
    case NV_XF_FLOW_RET:
        if (f->depth) {
            f->returned = mask_or(b, f->returned, taken);
        }
        return stay;
    default:
        return active;
    }
}

static NvVal run_frame(NvBuild *b, unsigned pc, NvVal active, unsigned depth)
{
    Frame f = { .depth = depth, .returned = b->none };

    assert(depth <= NV_XF_STACK && b->run->flow);
    for (; pc < b->run->slots && b->fail == NV_LIST_OK; pc++) {
        const NvXfInsn *insn = &b->run->base[pc];
        NvVal taken;

        if (f.waiting[pc]) {
            active = mask_or(b, active, f.waiting[pc]);
        }
        if (active == b->none) {
            if (pc >= f.furthest) {
                break;
            }
            continue;
        }
        if (++b->steps > b->run->limit) {
            nv_build_fail(b, NV_LIST_FAIL_TIMEOUT);
            break;
        }
        if (b->steps > MOST_STEPS) {
            nv_build_fail(b, NV_LIST_FAIL_TOO_LONG);
            break;
        }
        assert(active && active < b->list->count);
        taken = step(b, insn, active);
        active = follow(b, &f, insn, pc, active, taken);
    }
    return f.returned;
}

/* Kelvin's way, and everybody's without branches. */
static void run_straight(NvBuild *b)
{
    for (unsigned i = 0; i < b->run->count && b->fail == NV_LIST_OK; i++) {
        step(b, &b->run->insn[i], b->all);
    }
}

static void finish(NvBuild *b)
{
    NvList *list = b->list;

    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            if (b->known[a][c] == b->none) {
                continue;
            }
            if (b->known[a][c] != b->all) {
                nv_build_fail(b, NV_LIST_FAIL_OLD_OUTPUT);
            }
            list->out[a][c] = b->tbuf[a][c];
            list->outputs |= 1u << a;
        }
    }
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            list->inputs |= (b->input[a][c] != 0) << a;
        }
    }
}

static void start(NvBuild *b)
{
    assert(b->run->slots <= NV_XF_MAX_XFPR);
    assert(b->set->first <= b->set->limit && b->set->limit <= NV_LIST_LT_CTX);
    b->list = nv_list_new();
    b->list->rules = b->set->rules;
    b->list->ctx_first = b->set->first;
    b->list->ctx_limit = b->set->limit;
    b->zero = nv_build_add(b, NV_LIST_CONST, 0, NULL);
    b->one = nv_build_add(b, NV_LIST_CONST, NV_XF_ONE, NULL);
    b->none = nv_build_add(b, NV_LIST_CONST, 0, NULL);
    b->all = nv_build_add(b, NV_LIST_CONST, UINT32_MAX, NULL);
    splat(b->areg[0], b->zero);
    splat(b->areg[1], b->zero);
    splat(b->cc, b->zero);                  /* "equal" */
    for (unsigned r = 0; r < NV_XF_REGS; r++) {
        splat(b->reg[r], b->zero);
    }
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        splat(b->tbuf[a], b->zero);
        splat(b->known[a], b->none);
    }
}

NvList *nv_build_list(const NvXfRun *run, const NvXfSetting *set,
                      NvListFail *why)
{
    NvBuild b = { .run = run, .set = set, .fail = NV_LIST_OK };

    start(&b);
    if (run->flow) {
        run_frame(&b, run->start, b.all, 0);
    } else {
        run_straight(&b);
    }
    if (b.fail == NV_LIST_OK) {
        finish(&b);
    }
    *why = b.fail;
    if (b.fail != NV_LIST_OK) {
        nv_list_free(b.list);
        return NULL;
    }
    return b.list;
}
