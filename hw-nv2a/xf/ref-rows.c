/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reference executor's way through programs without conditions and
 * branches: one instruction for a row of vertices, then the next.
 *
 * Facts: none of its own; what a vertex gets is what step() in ref.c gives.
 */
#include "arith/arith-core.h"
#include "arith/row-arith.h"
#include "xf/xf-priv.h"

#define ROW 64                  /* vertices at a time; divides NV_XF_BLOCK */
#define FEW 4                   /* rows do not pay below */

/* A component of that many vertices. */
typedef uint32_t Row[ROW];

typedef struct Operand {
    const uint32_t *row[4];
    unsigned tidy;              /* rows of zeros and normal numbers, by bit */
} Operand;

typedef struct Rows {
    NvXfSetting set;
    const NvXf *xf;
    const NvXfIsa *isa;
    NvXfBlock *block;
    unsigned lane, lanes;       /* first vertex of the block, and how many,
                                   in whole steps of NV_XF_ROW_STEP */
    int16_t a0[ROW];
    uint8_t reg_tidy[NV_XF_FEW_REGS], in_tidy[NV_XF_ATTRS];     /* Operand.tidy */
    Row reg[NV_XF_FEW_REGS][4];
    Row room[3][4];             /* sources that are not there in place */
    Row vec[4], sca[4];         /* results before any mask */
} Rows;

static const uint32_t zero[4];

static inline void put(const Rows *t, uint32_t *to, const uint32_t *from)
{
    memcpy(to, from, t->lanes * sizeof(*to));
}

/* --- Sources --- */

static inline uint32_t with_sign(const NvXfSource *src, uint32_t x)
{
    return (x & src->keep) ^ src->flip;
}

/* As constant() of ref.c. */
static void fetch_constant(Rows *t, const NvXfInsn *insn,
                           const NvXfSource *src, Row room[4], Operand *s)
{
    const uint32_t *v = zero;

    if (nv_xf_constant_readable(&t->set, insn->xfctx)) {
        v = t->xf->xfctx[insn->xfctx];
    }
    s->tidy = 0;
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_row_fill(room[c], with_sign(src, v[src->swz[c]]), t->lanes);
        s->row[c] = room[c];
        s->tidy |= (unsigned)nv_xf_row_tidy(room[c], 1) << c;
    }
}

/* With an address of its own for each vertex. */
static void fetch_relative(Rows *t, const NvXfInsn *insn,
                           const NvXfSource *src, Row room[4], Operand *s)
{
    for (unsigned i = 0; i < t->lanes; i++) {
        int slot = (int)insn->xfctx + t->a0[i];
        const uint32_t *v = slot >= t->set.first && slot < t->set.limit ?
                            t->xf->xfctx[slot] : zero;

        for (unsigned c = 0; c < 4; c++) {
            room[c][i] = with_sign(src, v[src->swz[c]]);
        }
    }
    s->tidy = 0;
    for (unsigned c = 0; c < 4; c++) {
        s->row[c] = room[c];
        s->tidy |= (unsigned)nv_xf_row_tidy(room[c], t->lanes) << c;
    }
}

/* Component @c of what is not a constant, and whether it is tidy. */
static inline const uint32_t *place(const Rows *t, const NvXfInsn *insn,
                                    const NvXfSource *src, unsigned c,
                                    bool *tidy)
{
    const uint32_t *row;

    switch (src->mux) {
    case NV_XF_MUX_TEMP:
        *tidy = t->reg_tidy[src->reg] & (1u << c);
        return t->reg[src->reg][c];
    case NV_XF_MUX_STPOS:
        row = t->block->out[0][c] + t->lane;
        *tidy = nv_xf_row_tidy(row, t->lanes);
        return row;
    default:
        *tidy = t->in_tidy[insn->ibuf] & (1u << c);
        return t->block->in[insn->ibuf][c] + t->lane;
    }
}

static void fetch(Rows *t, const NvXfInsn *insn, unsigned n, Operand *s)
{
    const NvXfSource *src = &insn->src[n];

    if (src->mux == NV_XF_MUX_XFCTX) {
        (insn->indexed ? fetch_relative : fetch_constant)(t, insn, src,
                                                          t->room[n], s);
        return;
    }
    s->tidy = 0;
    for (unsigned c = 0; c < 4; c++) {
        bool tidy;

        s->row[c] = place(t, insn, src, src->swz[c], &tidy);
        s->tidy |= (unsigned)tidy << c;
        if (src->flip || src->keep != UINT32_MAX) {
            nv_xf_row_signs(t->room[n][c], s->row[c], src->keep, src->flip,
                            t->lanes);
            s->row[c] = t->room[n][c];
        }
    }
}

/* --- Operations --- */

/* Vector opcodes with a loop of their own; see nv_xf_vec_ops. */
enum {
    VEC_MOV = 1,
    VEC_MUL,
    VEC_ADD,
    VEC_MAD,
    VEC_DP3,
    VEC_DPH,
    VEC_DP4,
};

static const Row ones = { [0 ... ROW - 1] = NV_XF_ONE };

/* What an opcode reads: sources, by bit, and how many components of them. */
typedef struct Reads {
    unsigned uses, components;
} Reads;

/*
 * The opcode's function, vertex by vertex; @reads is constant where that
 * pays.
 */
static inline __attribute__((always_inline))
void each(const Rows *t, const NvXfOp *op, const Operand s[3], Reads reads,
          unsigned want, Row room[4])
{
    for (unsigned i = 0; i < t->lanes; i++) {
        uint32_t v[3][4], r[4];

        NV_XF_UNROLL
        for (unsigned n = 0; n < 3; n++) {
            if (!(reads.uses & (1u << n))) {
                continue;
            }
            NV_XF_UNROLL
            for (unsigned c = 0; c < reads.components; c++) {
                v[n][c] = s[n].row[c][i];
            }
        }
        op->fn(&t->set.rules, r, (const uint32_t (*)[4])v);
        for (unsigned left = want; left; left &= left - 1) {
            unsigned c = __builtin_ctz(left);

            room[c][i] = r[c];
        }
    }
}

static void by_function(const Rows *t, const NvXfOp *op, const Operand s[3],
                        unsigned want, Row room[4], Operand *d)
{
    if (op->uses == NV_XF_S2 && (op->flags & NV_XF_OPF_X)) {
        each(t, op, s, (Reads) { NV_XF_S2, 1 }, want, room);
    } else if (op->uses == NV_XF_S2) {
        each(t, op, s, (Reads) { NV_XF_S2, 4 }, want, room);
    } else if (op->uses == (NV_XF_S0 | NV_XF_S1)) {
        each(t, op, s, (Reads) { NV_XF_S0 | NV_XF_S1, 4 }, want, room);
    } else {
        each(t, op, s, (Reads) { op->uses, 4 }, want, room);
    }
    d->tidy = 0;
    for (; want; want &= want - 1) {
        unsigned c = __builtin_ctz(want);

        d->row[c] = room[c];
        d->tidy |= (unsigned)nv_xf_row_tidy(room[c], t->lanes) << c;
    }
}

/* MUL, ADD, MAD of the components in @want; false: not all are right. */
static bool components(Rows *t, unsigned code, const Operand s[3],
                       unsigned want, Operand *d)
{
    bool right = true;

    for (; want; want &= want - 1) {
        unsigned c = __builtin_ctz(want);

        if (code == VEC_MUL) {
            right &= nv_xf_row_mul(t->vec[c], s[0].row[c], s[1].row[c],
                                   t->lanes);
        } else if (code == VEC_ADD) {
            right &= nv_xf_row_add(t->vec[c], s[0].row[c], s[2].row[c],
                                   t->lanes);
        } else {
            right &= nv_xf_row_mad(t->vec[c], s[0].row[c], s[1].row[c],
                                   s[2].row[c], t->lanes);
        }
        d->row[c] = t->vec[c];
    }
    return right;
}

/* DP3, DPH, DP4: all components of @d are one row. */
static bool dot(Rows *t, unsigned code, const Operand s[3], Operand *d)
{
    const uint32_t *a[4];

    for (unsigned c = 0; c < 4; c++) {
        a[c] = s[0].row[c];
        d->row[c] = t->vec[0];
    }
    if (code == VEC_DP3) {
        return nv_xf_row_dp3(t->vec[0], a, s[1].row, t->lanes);
    }
    if (code == VEC_DPH) {
        a[3] = ones;
    }
    return nv_xf_row_dp4(t->vec[0], a, s[1].row, t->lanes);
}

/* The components that results in @want are made of. */
static unsigned reads(unsigned code, unsigned want)
{
    return code == VEC_DP3 ? 7 : code == VEC_DP4 || code == VEC_DPH ? 15 :
           want;
}

/* Copied from where the instruction may write; else the rows as they are. */
static void move(Rows *t, const NvXfSource *src, const Operand *s,
                 unsigned want, Operand *d)
{
    *d = *s;
    if (src->mux == NV_XF_MUX_IBUF || src->mux == NV_XF_MUX_XFCTX) {
        return;
    }
    for (; want; want &= want - 1) {
        unsigned c = __builtin_ctz(want);

        put(t, t->vec[c], s->row[c]);
        d->row[c] = t->vec[c];
    }
}

static void vector(Rows *t, const NvXfInsn *insn, const Operand s[3],
                   Operand *d)
{
    unsigned want = insn->vec_mask | insn->out_vec_mask;
    unsigned code = insn->vec - nv_xf_vec_ops;
    unsigned tidy = 0xf;

    if (!want) {
        return;
    }
    for (unsigned n = 0; n < 3; n++) {
        if (insn->vec->uses & (1u << n)) {
            tidy &= s[n].tidy;
        }
    }
    if (code == VEC_MOV) {
        move(t, &insn->src[0], &s[0], want, d);
        return;
    }
    if (code < VEC_MOV || code > VEC_DP4 || reads(code, want) & ~tidy ||
        !(code < VEC_DP3 ? components(t, code, s, want, d) :
                           dot(t, code, s, d))) {
        by_function(t, insn->vec, s, want, t->vec, d);
        return;
    }
    d->tidy = 0xf;
}

/* --- Results --- */

static inline void put_reg(Rows *t, unsigned reg, const Operand *v,
                           unsigned mask)
{
    for (; mask; mask &= mask - 1) {
        unsigned c = __builtin_ctz(mask);

        put(t, t->reg[reg][c], v->row[c]);
        t->reg_tidy[reg] &= ~(1u << c);
        t->reg_tidy[reg] |= v->tidy & (1u << c);
    }
}

/* Outputs that do not exist, and constants: as out_of() of ref.c. */
static inline void put_out(Rows *t, const NvXfInsn *insn, const Operand *v,
                           unsigned mask)
{
    if (insn->out_is_xfctx || insn->out_addr >= NV_XF_ATTRS) {
        return;
    }
    for (; mask; mask &= mask - 1) {
        unsigned c = __builtin_ctz(mask);

        put(t, t->block->out[insn->out_addr][c + insn->out_move] + t->lane,
            v->row[c]);
    }
}

/* A simple instruction; both units have read before either writes. */
static void step(Rows *t, const NvXfInsn *insn)
{
    Operand s[3], vec, sca;

    for (unsigned n = 0; n < 3; n++) {
        if (insn->uses & (1u << n)) {
            fetch(t, insn, n, &s[n]);
        }
    }
    if (insn->vec->fn) {
        vector(t, insn, s, &vec);
    } else if (insn->addr_mask) {
        for (unsigned i = 0; i < t->lanes; i++) {
            t->a0[i] = nv_xf_address(t->isa, s[0].row[0][i], false);
        }
    }
    if (insn->sca->fn) {
        by_function(t, insn->sca, s, insn->sca_mask | insn->out_sca_mask,
                    t->sca, &sca);
    }
    put_reg(t, insn->vec_dst, &vec, insn->vec_mask);
    put_reg(t, insn->sca_dst, &sca, insn->sca_mask);
    put_out(t, insn, &vec, insn->out_vec_mask);
    put_out(t, insn, &sca, insn->out_sca_mask);
}

/* --- Blocks --- */

/* Registers start at 0; of the others nothing is seen. */
static void start(Rows *t, const NvXfRun *run)
{
    for (uint64_t left = run->unset; left; left &= left - 1) {
        unsigned i = __builtin_ctzll(left);

        nv_xf_row_fill(t->reg[i / 4][i % 4], 0, t->lanes);
    }
    memset(t->a0, 0, sizeof(t->a0));
    memset(t->reg_tidy, 0xf, sizeof(t->reg_tidy));
    for (unsigned left = run->inputs; left; left &= left - 1) {
        unsigned a = __builtin_ctz(left);

        t->in_tidy[a] = 0;
        for (unsigned c = 0; c < 4; c++) {
            bool tidy = nv_xf_row_tidy(t->block->in[a][c] + t->lane, t->lanes);

            t->in_tidy[a] |= (unsigned)tidy << c;
        }
    }
}

/* Outputs that the program leaves: what vertices before the block made. */
static void keep_outputs(NvXf *xf, const NvXfRun *run, NvXfBlock *block)
{
    for (uint64_t left = ~run->written; left; left &= left - 1) {
        unsigned i = __builtin_ctzll(left);

        nv_xf_row_fill(block->out[i / 4][i % 4], xf->tbuf[i / 4][i % 4],
                       block->count);
    }
}

static void last_outputs(NvXf *xf, const NvXfRun *run, const NvXfBlock *block)
{
    for (uint64_t left = run->written; left; left &= left - 1) {
        unsigned i = __builtin_ctzll(left);

        xf->tbuf[i / 4][i % 4] = block->out[i / 4][i % 4][block->count - 1];
    }
}

bool nv_xf_ref_rows(NvXf *xf, const NvXfRun *run, NvXfBlock *block)
{
    Rows t;

    if (block->count < FEW || xf->trace || !run->simple || run->reads_last) {
        return false;
    }
    t.set = nv_xf_setting(xf);
    if (run->writes_xfctx && t.set.may_write) {
        return false;
    }
    t.xf = xf;
    t.isa = run->isa;
    t.block = block;
    keep_outputs(xf, run, block);
    for (t.lane = 0; t.lane < block->count; t.lane += ROW) {
        t.lanes = (MIN(block->count - t.lane, ROW) + NV_XF_ROW_STEP - 1) &
                  -NV_XF_ROW_STEP;
        start(&t, run);
        for (unsigned i = 0; i < run->count; i++) {
            step(&t, &run->insn[i]);
        }
    }
    last_outputs(xf, run, block);
    return true;
}
