/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reference executor: one vertex, one instruction at a time.  This is the
 * specification; ref-rows.c does the same for many vertices, where it can.
 *
 * Facts: envytools' XF execution model and tests (hw), and for what they
 * leave open GL_NV_vertex_program (doc); choices of ours are marked guess.
 */
#include "arith/arith-core.h"
#include "xf/ref-thread.h"

static const uint32_t zero[4];

static inline void splat(uint32_t d[4], uint32_t x)
{
    NV_XF_UNROLL
    for (int i = 0; i < 4; i++) {
        d[i] = x;
    }
}

static void thread_init(NvXfThread *t, NvXf *xf, const NvXfRun *run,
                        uint32_t (*tbuf)[4])
{
    t->set = nv_xf_setting(xf);
    t->xf = xf;
    t->isa = run->isa;
    t->xfctx = xf->xfctx;
    t->first = t->set.first;
    t->limit = t->set.limit;
    t->tbuf = tbuf;
}

/*
 * Registers start at 0 (hw: cleared after each program), address registers
 * and the condition likewise (doc: "equal" is the extension's start).
 */
static inline void thread_start(NvXfThread *t)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(t->reg); i++) {
        splat(t->reg[i], 0);
    }
    memset(t->areg, 0, sizeof(t->areg));
    memset(t->cc, NV_XF_COND_E, sizeof(t->cc));
}

/* What may not be read is 0 (doc for relative, guess for direct ones). */
static inline const uint32_t *constant(const NvXfThread *t, const NvXfInsn *insn)
{
    if (insn->indexed) {
        int slot = (int)insn->xfctx + t->areg[insn->areg][insn->acomp];

        return slot >= (int)t->first && slot < (int)t->limit ?
               t->xfctx[slot] : zero;
    }
    if (G_LIKELY(insn->xfctx - t->first < t->limit - t->first) ||
        nv_xf_constant_readable(&t->set, insn->xfctx)) {
        return t->xfctx[insn->xfctx];
    }
    return zero;
}

static inline __attribute__((always_inline))
void fetch(const NvXfThread *t, const NvXfInsn *insn, unsigned n, uint32_t d[4])
{
    const NvXfSource *src = &insn->src[n];
    const uint32_t *v;

    switch (src->mux) {
    case NV_XF_MUX_TEMP:
        v = t->reg[src->reg];
        break;
    case NV_XF_MUX_XFCTX:
        v = constant(t, insn);
        break;
    case NV_XF_MUX_STPOS:
        v = t->tbuf[0];
        break;
    default:
        v = t->ibuf[insn->ibuf];
        break;
    }
    if (src->plain) {
        memcpy(d, v, 4 * sizeof(uint32_t));
        return;
    }
    NV_XF_UNROLL
    for (int i = 0; i < 4; i++) {
        d[i] = (v[src->swz[i]] & src->keep) ^ src->flip;
    }
}

static inline void put(uint32_t d[4], const uint32_t v[4], unsigned mask)
{
    if (mask == 0xf) {
        memcpy(d, v, 4 * sizeof(uint32_t));
        return;
    }
    for (; mask; mask &= mask - 1) {
        d[__builtin_ctz(mask)] = v[__builtin_ctz(mask)];
    }
}

/*
 * Constants below USER are closed to writes as to reads (guess); outputs
 * beyond TBUF are LT's buffers, of no use to programs.  NULL for both.
 */
static inline __attribute__((always_inline))
uint32_t *out_of(NvXfThread *t, const NvXfInsn *insn)
{
    unsigned addr = insn->out_addr;

    if (!insn->out_is_xfctx) {
        return addr < NV_XF_ATTRS ? t->tbuf[addr] + insn->out_move : NULL;
    }
    return t->set.may_write && addr < t->limit && addr >= t->first ?
           t->xfctx[addr] : NULL;
}

static inline void put_out(NvXfThread *t, const NvXfInsn *insn,
                           const uint32_t v[4], unsigned mask)
{
    uint32_t *out = out_of(t, insn);

    if (out) {
        put(out, v, mask);
    }
}

/* The components that the condition lets through. */
static unsigned passing(const NvXfThread *t, const NvXfInsn *insn)
{
    unsigned pass = 0;

    if (!insn->conditional) {
        return 0xf;
    }
    for (int i = 0; i < 4; i++) {
        pass |= (unsigned)nv_xf_test(t->cc[insn->cswz[i]], insn->test) << i;
    }
    return pass;
}

static void write_condition(NvXfThread *t, const uint32_t v[4], unsigned mask)
{
    for (int i = 0; i < 4; i++) {
        if (mask & (1u << i)) {
            t->cc[i] = nv_xf_cond(&t->set.rules, v[i], 0);
        }
    }
}

/* ARA: x and z get x + z, y and w get y + w, of the register that ASRC says. */
static void write_address(NvXfThread *t, const NvXfInsn *insn,
                          const uint32_t s[4], unsigned mask)
{
    bool nearest = insn->vec->flags & NV_XF_OPF_ARR;
    int16_t d[4];

    for (int i = 0; i < 4; i++) {
        const int16_t *a = t->areg[insn->areg];

        if (insn->vec->flags & NV_XF_OPF_ARA) {
            d[i] = nv_xf_address_clamp(t->isa, a[i & 1] + a[(i & 1) + 2]);
        } else {
            d[i] = mask & (1u << i) ?
                   nv_xf_address(t->isa, s[i], nearest) : 0;
        }
    }
    for (int i = 0; i < 4; i++) {
        if (mask & (1u << i)) {
            t->areg[insn->addr_dst][i] = d[i];
        }
    }
}

/*
 * One instruction.  @full is a constant: without it, what NvXfInsn.simple
 * excludes is left out.  Returns the components that passed.
 */
static inline __attribute__((always_inline))
unsigned step(NvXfThread *t, const NvXfInsn *insn, bool full, NvXfStep *trace)
{
    unsigned pass = full ? passing(t, insn) : 0xf;
    uint32_t s[3][4];
    uint32_t vec[4], sca[4];

    for (unsigned i = 0; i < 3; i++) {
        if (insn->uses & (1u << i)) {
            fetch(t, insn, i, s[i]);
        }
    }
    /* Both units have read before either writes. */
    if (insn->vec->fn) {
        insn->vec->fn(&t->set.rules, vec, (const uint32_t (*)[4])s);
    } else if (full && insn->addr_mask) {
        write_address(t, insn, s[0], insn->addr_mask & pass);
    } else if (insn->addr_mask) {
        t->areg[0][0] = nv_xf_address(t->isa, s[0][0], false);
    }
    if (insn->sca->fn) {
        insn->sca->fn(&t->set.rules, sca, (const uint32_t (*)[4])s);
    }
    if (insn->vec_mask) {
        put(t->reg[insn->vec_dst], vec, insn->vec_mask & pass);
    }
    if (insn->sca_mask) {
        put(t->reg[insn->sca_dst], sca, insn->sca_mask & pass);
    }
    if (insn->out_vec_mask) {
        put_out(t, insn, vec, insn->out_vec_mask & pass);
    }
    if (insn->out_sca_mask) {
        put_out(t, insn, sca, insn->out_sca_mask & pass);
    }
    if (full && insn->cc_mask) {
        write_condition(t, insn->cc_from_sca ? sca : vec,
                        insn->cc_mask & pass);
    }
    if (full && trace) {
        for (unsigned i = 0; i < 3; i++) {
            if (insn->uses & (1u << i)) {
                memcpy(trace->src[i], s[i], sizeof(s[i]));
            }
        }
        if (insn->vec->fn) {
            memcpy(trace->vec, vec, sizeof(vec));
        }
        if (insn->sca->fn) {
            memcpy(trace->sca, sca, sizeof(sca));
        }
    }
    return pass;
}

/*
 * The next instruction; false if the program ends.  A return with an empty
 * stack ends it (doc), a call with a full one likewise (guess).
 */
static bool advance(NvXfPlace *f, const NvXfInsn *insn, bool taken)
{
    f->pc++;
    if (insn->end) {
        return false;
    }
    if (!taken) {
        return true;
    }
    switch ((NvXfFlow)insn->flow) {
    case NV_XF_FLOW_CAL:
        if (f->depth == NV_XF_STACK) {
            return false;
        }
        f->stack[f->depth++] = f->pc;
        f->pc = insn->target;
        return true;
    case NV_XF_FLOW_BRA:
        f->pc = insn->target;
        return true;
    case NV_XF_FLOW_RET:
        if (!f->depth) {
            return false;
        }
        f->pc = f->stack[--f->depth];
        return true;
    default:
        return true;
    }
}

static void tell(const NvXfThread *t, NvXfStep *trace, const NvXfInsn *insn,
                 unsigned pass)
{
    trace->insn = insn;
    trace->uses = insn->uses;
    trace->has_vec = insn->vec->fn;
    trace->has_sca = insn->sca->fn;
    trace->pass = pass;
    trace->taken = insn->flow && pass;
    memcpy(trace->areg, t->areg, sizeof(trace->areg));
    memcpy(trace->cc, t->cc, sizeof(trace->cc));
    t->xf->trace(t->xf->trace_opaque, trace);
}

/* Host time of an instruction in plain pixels, and how many go unasked. */
#define STEP_PIXELS 32
#define STEPS 64
#define ROWS_PIXELS 4           /* of one in ref-rows.c */

/*
 * Everything: branches, conditions, trace.  Not inlined into the fast loop.
 * False if time was up; xf->half then has the thread.
 */
static __attribute__((noinline))
bool run_full(NvXfThread *t, const NvXfRun *run)
{
    unsigned slots = run->slots;
    uint32_t limit = MIN(run->limit, run->flow ? UINT32_MAX : run->count);
    uint32_t n = t->xf->half.steps;
    NvXfPlace f = { .pc = run->start };
    NvXfStep trace = { 0 };

    if (n) {
        nv_xf_half_return(t, &f);
        t->xf->half.steps = 0;
    }
    while (n < limit && f.pc < slots) {
        const NvXfInsn *insn = &run->base[f.pc];
        bool traced = t->xf->trace;
        unsigned pass;

        trace.pc = f.pc;
        trace.count = n++;
        pass = step(t, insn, true, traced ? &trace : NULL);
        if (traced) {
            tell(t, &trace, insn, pass);
        }
        if (!advance(&f, insn, pass)) {
            return true;
        }
        if (n % STEPS == 0) {
            nv_env_spend(t->xf->env, STEPS * STEP_PIXELS);
            if (nv_env_late(t->xf->env)) {
                nv_xf_half_leave(t, &f, n);
                return false;
            }
        }
    }
    return true;
}

static inline bool run_thread(NvXfThread *t, const NvXfRun *run)
{
    const NvXfInsn *end = run->insn + run->count;

    if (!run->simple || t->xf->trace) {
        return run_full(t, run);
    }
    for (const NvXfInsn *insn = run->insn; insn < end; insn++) {
        step(t, insn, false, NULL);
    }
    nv_env_spend(t->xf->env, run->count * STEP_PIXELS);
    return true;
}

static void load_inputs(NvXfThread *t, const NvXfBlock *block, unsigned lane,
                        unsigned inputs)
{
    for (; inputs; inputs &= inputs - 1) {
        unsigned a = __builtin_ctz(inputs);

        for (int c = 0; c < 4; c++) {
            t->ibuf[a][c] = block->in[a][c][lane];
        }
    }
}

static void store_outputs(const NvXfThread *t, NvXfBlock *block, unsigned lane,
                          unsigned outputs)
{
    for (; outputs; outputs &= outputs - 1) {
        unsigned a = __builtin_ctz(outputs);

        for (int c = 0; c < 4; c++) {
            block->out[a][c][lane] = t->tbuf[a][c];
        }
    }
}

/* Outputs the program never writes: what earlier vertices left. */
static void fill_outputs(const NvXfThread *t, NvXfBlock *block, unsigned outputs)
{
    for (; outputs; outputs &= outputs - 1) {
        unsigned a = __builtin_ctz(outputs);

        for (int c = 0; c < 4; c++) {
            uint32_t quad[4];

            splat(quad, t->tbuf[a][c]);
            for (unsigned lane = 0; lane < block->count; lane += 4) {
                memcpy(&block->out[a][c][lane], quad, sizeof(quad));
            }
        }
    }
}

/* Vertices from half->lane on, as far as time goes. */
static bool run_lanes(NvXf *xf, NvXfThread *t, const NvXfRun *run,
                      NvXfBlock *block)
{
    NvXfHalf *half = &xf->half;

    while (half->lane < block->count) {
        thread_start(t);
        load_inputs(t, block, half->lane, run->inputs);
        if (!run_thread(t, run)) {
            return false;
        }
        store_outputs(t, block, half->lane++, run->outputs);
        if (nv_env_late(xf->env) && half->lane < block->count) {
            return false;
        }
    }
    return true;
}

bool nv_xf_ref_program(NvXf *xf, const NvXfRun *run, NvXfBlock *block)
{
    NvXfHalf *half = &xf->half;
    NvXfThread t;

    assert(run->isa && block->count <= NV_XF_BLOCK);
    if (half->what == NV_XF_HALF_NONE) {
        if (nv_xf_ref_rows(xf, run, block)) {
            nv_env_spend(xf->env, (uint64_t)block->count * run->count *
                                  ROWS_PIXELS);
            return true;
        }
        half->lane = half->steps = 0;
        half->what = NV_XF_HALF_BLOCK;
    }
    thread_init(&t, xf, run, xf->tbuf);
    if (!run_lanes(xf, &t, run, block)) {
        return false;
    }
    nv_xf_half_forget(half);
    fill_outputs(&t, block, 0xffff & ~run->outputs);
    return true;
}

/* Inputs other than v[0] read as 0 (guess; they are said to be unusable). */
bool nv_xf_ref_state_program(NvXf *xf, const NvXfRun *run)
{
    NvXfHalf *half = &xf->half;
    bool done;
    NvXfThread t;

    assert(run->isa);
    if (half->what != NV_XF_HALF_STATE) {
        nv_xf_half_forget(half);
        half->what = NV_XF_HALF_STATE;
    }
    thread_init(&t, xf, run, half->tbuf);
    t.set.may_write = true;
    thread_start(&t);
    memset(t.ibuf, 0, sizeof(t.ibuf));
    memcpy(t.ibuf[0], nv_xf_pass(xf), sizeof(t.ibuf[0]));
    done = run_thread(&t, run);
    if (done) {
        nv_xf_half_forget(half);
    }
    return done;
}
