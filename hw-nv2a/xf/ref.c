/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reference executor: one vertex, one instruction at a time.
 *
 * Facts: envytools' XF execution model and tests (hw), and for what they
 * leave open GL_NV_vertex_program (doc); choices of ours are marked guess.
 */
#include "xf/arith-core.h"
#include "xf/xf-priv.h"

/* A0 is at least this wide; beyond it every address is out of range. */
#define A0_MIN (-256)
#define A0_MAX 255

/* A program in flight. */
typedef struct Thread {
    NvXfRules rules;
    uint32_t (*xfctx)[4];
    uint32_t (*tbuf)[4];
    /* Readable constants: direct, from; relative, from; end of both. */
    unsigned direct_first, indexed_first, limit;
    bool may_write;             /* XFCTX */
    int32_t a0;
    uint32_t reg[16][4];
    uint32_t ibuf[NV_XF_ATTRS][4];
} Thread;

static const uint32_t zero[4];

static void thread_init(Thread *t, NvXf *xf, bool may_write)
{
    bool all = xf->mode_b & NV_XF_B_XFCTX_ACCESS;
    const NvXfSizes *sizes = &xf->chip->xf;

    t->rules = nv_xf_rules(xf);
    t->xfctx = xf->xfctx;
    t->direct_first = all ? 0 : sizes->user_base;
    t->indexed_first = t->direct_first;
    t->limit = sizes->xfctx;
    t->may_write = may_write;
}

/* Registers and A0 start at 0 (hw: cleared after each program). */
static void thread_start(Thread *t)
{
    memset(t->reg, 0, sizeof(t->reg));
    t->a0 = 0;
}

static bool viewport_slot(unsigned slot)
{
    return slot == NV_XFCTX_VIEWPORT_SCALE ||
           slot == NV_XFCTX_VIEWPORT_TRANSLATE;
}

/* What may not be read is 0 (doc for relative, guess for direct ones). */
static const uint32_t *constant(const Thread *t, const NvXfInsn *insn)
{
    if (insn->indexed) {
        int slot = (int)insn->xfctx + t->a0;

        return slot >= (int)t->indexed_first && slot < (int)t->limit ?
               t->xfctx[slot] : zero;
    }
    if (insn->xfctx >= t->limit ||
        (insn->xfctx < t->direct_first && !viewport_slot(insn->xfctx))) {
        return zero;
    }
    return t->xfctx[insn->xfctx];
}

static void fetch(const Thread *t, const NvXfInsn *insn, unsigned n,
                  uint32_t d[4])
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
    for (int i = 0; i < 4; i++) {
        if (mask & (1u << i)) {
            d[i] = v[i];
        }
    }
}

/*
 * Constants below USER are closed to writes as to reads (guess); outputs
 * beyond TBUF are LT's buffers, of no use to programs.
 */
static void put_out(Thread *t, const NvXfInsn *insn, const uint32_t v[4],
                    unsigned mask)
{
    unsigned addr = insn->out_addr;

    if (!insn->out_is_xfctx) {
        if (addr < NV_XF_ATTRS) {
            put(t->tbuf[addr], v, mask);
        }
    } else if (t->may_write && addr < t->limit && addr >= t->direct_first) {
        put(t->xfctx[addr], v, mask);
    }
}

/* The floor of EXP (doc: they must agree); NaN goes to the top (guess). */
static int32_t address_of(uint32_t x)
{
    return CLAMP(nv_xf_to_fix13(x) >> 13, A0_MIN, A0_MAX);
}

static inline void step(Thread *t, const NvXfInsn *insn)
{
    uint32_t s[3][4];
    uint32_t vec[4], sca[4];

    for (unsigned i = 0; i < 3; i++) {
        if (insn->uses & (1u << i)) {
            fetch(t, insn, i, s[i]);
        }
    }
    /* Both units have read before either writes. */
    if (insn->vec->fn) {
        insn->vec->fn(&t->rules, vec, (const uint32_t (*)[4])s);
    } else if (insn->vec->flags & NV_XF_OPF_ARL) {
        t->a0 = address_of(s[0][0]);
    }
    if (insn->sca->fn) {
        insn->sca->fn(&t->rules, sca, (const uint32_t (*)[4])s);
    }
    if (insn->vec_mask) {
        put(t->reg[insn->vec_dst], vec, insn->vec_mask);
    }
    if (insn->sca_mask) {
        put(t->reg[insn->sca_dst], sca, insn->sca_mask);
    }
    if (insn->out_vec_mask) {
        put_out(t, insn, vec, insn->out_vec_mask);
    }
    if (insn->out_sca_mask) {
        put_out(t, insn, sca, insn->out_sca_mask);
    }
}

static void load_inputs(Thread *t, const NvXfBlock *block, unsigned lane,
                        unsigned inputs)
{
    for (; inputs; inputs &= inputs - 1) {
        unsigned a = __builtin_ctz(inputs);

        for (int c = 0; c < 4; c++) {
            t->ibuf[a][c] = block->in[a][c][lane];
        }
    }
}

static void store_outputs(const Thread *t, NvXfBlock *block, unsigned lane,
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
static void fill_outputs(const Thread *t, NvXfBlock *block, unsigned outputs)
{
    for (; outputs; outputs &= outputs - 1) {
        unsigned a = __builtin_ctz(outputs);

        for (int c = 0; c < 4; c++) {
            for (unsigned lane = 0; lane < block->count; lane++) {
                block->out[a][c][lane] = t->tbuf[a][c];
            }
        }
    }
}

static void ref_program(NvXf *xf, const NvXfRun *run, NvXfBlock *block)
{
    const NvXfInsn *end = run->insn + run->count;
    Thread t;

    thread_init(&t, xf, xf->mode_b & NV_XF_B_XFCTX_WRITE);
    t.tbuf = xf->tbuf;
    for (unsigned lane = 0; lane < block->count; lane++) {
        thread_start(&t);
        load_inputs(&t, block, lane, run->inputs);
        for (const NvXfInsn *insn = run->insn; insn < end; insn++) {
            step(&t, insn);
        }
        store_outputs(&t, block, lane, run->outputs);
    }
    fill_outputs(&t, block, 0xffff & ~run->outputs);
}

const NvXfExecutor nv_xf_ref = {
    .name = "ref",
    .program = ref_program,
};

/* Inputs other than v[0] read as 0 (guess; they are said to be unusable). */
void nv_xf_ref_state_program(NvXf *xf, const NvXfRun *run)
{
    uint32_t tbuf[NV_XF_ATTRS][4] = { { 0 } };
    Thread t;

    thread_init(&t, xf, true);
    thread_start(&t);
    t.tbuf = tbuf;
    memset(t.ibuf, 0, sizeof(t.ibuf));
    memcpy(t.ibuf[0], xf->vab[NV_XF_ATTRS], sizeof(t.ibuf[0]));
    for (unsigned i = 0; i < run->count; i++) {
        step(&t, &run->insn[i]);
    }
}
