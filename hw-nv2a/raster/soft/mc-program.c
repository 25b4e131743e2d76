/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for fragment programs: what they read, how results are rounded
 * and conditions, as program.c and fragexec.c have it.  Formulas: mc-frag.c.
 */
#include "raster/soft/mc-frag.h"

/* ---- what is read ---- */

static NvMcPair plane_w(NvMcFrag *f)
{
    NvMcBuild *b = f->b;
    NvMcPair one = nv_mc_pair_of(nv_vec_double(b->v, 1.0));
    NvMcPair least = nv_mc_pair_of(nv_vec_double(b->v, 1e-30));
    NvMcPair w = nv_mc_plane(b, NV_MC_AT(rhw_plane));

    return nv_mc_pair(b, NV_X86_DIVPD, one,
                      nv_mc_pair(b, NV_X86_MAXPD, w, least));
}

static NvVecVal plane(NvMcFrag *f, int32_t at)
{
    NvMcPair p = nv_mc_plane(f->b, at);

    if (f->b->variant & NV_MC_PERSPECTIVE) {
        p = nv_mc_pair(f->b, NV_X86_MULPD, p, plane_w(f));
    }
    return nv_mc_floats(f->b, p);
}

static void read_position(NvMcFrag *f, NvVecVal in[4])
{
    NvMcBuild *b = f->b;
    NvVecVal centre = nv_vec_float(b->v, b->key->whole_centres ? 0 : 0.5f);
    NvVecVal at[2] = { nv_mc_x(b), nv_mc_y(b) };
    NvMcPair z = nv_mc_plane(b, NV_MC_AT(z));

    if (b->key->origin_bottom) {
        at[1] = nv_vec_op(b->v, NV_X86_PSUBD,
                          nv_vec_spread(b->v, NV_MC_AT(height), 4), at[1]);
    }
    for (unsigned k = 0; k < 2; k++) {
        in[k] = nv_vec_unary(b->v, NV_X86_CVTDQ2PS, at[k]);
        in[k] = nv_vec_op(b->v, NV_X86_ADDPS, in[k], centre);
    }
    z = nv_mc_pair(b, NV_X86_DIVPD, z,
                   nv_mc_pair_of(nv_vec_spread(b->v, NV_MC_AT(depth_scale),
                                               8)));
    in[2] = nv_mc_floats(b, z);
    in[3] = nv_mc_floats(b, nv_mc_plane(b, NV_MC_AT(rhw_plane)));
}

static void read_inputs(NvMcFrag *f)
{
    NvMcBuild *b = f->b;
    unsigned inputs = b->program->inputs;

    for (unsigned i = 0; i < NV_FRAG_INPUTS; i++) {
        for (unsigned c = 0; c < 4; c++) {
            f->in[i][c] = nv_vec_float(b->v, 0);
        }
    }
    if (inputs >> NV_FRAG_WPOS & 1) {
        read_position(f, f->in[NV_FRAG_WPOS]);
    }
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned i = 0; i < 2; i++) {
            if (inputs >> (NV_FRAG_COL0 + i) & 1) {
                f->in[NV_FRAG_COL0 + i][c] = nv_mc_unit(b, b->color[i][c]);
            }
        }
        for (unsigned u = 0; u < NV_MAX_TEX; u++) {
            if (inputs >> (NV_FRAG_TEX0 + u) & 1) {
                f->in[NV_FRAG_TEX0 + u][c] =
                    plane(f, NV_MC_AT(tex_plane[u][c]));
            }
        }
    }
}

static NvVecVal constant(NvMcFrag *f, unsigned index, unsigned c)
{
    return nv_vec_spread(f->b->v, NV_MC_AT(frag_constant[index][c]), 4);
}

static NvVecVal source(NvMcFrag *f, const NvFragSrc *s, unsigned c)
{
    unsigned from = s->swz[c];
    NvVecVal x = s->file == NV_FRAG_FILE_R ? f->r[s->index][from] :
                 s->file == NV_FRAG_FILE_H ? f->h[s->index][from] :
                 s->file == NV_FRAG_FILE_IN ? f->in[s->index][from] :
                 constant(f, s->index, from);

    if (s->abs) {
        x = nv_vec_op(f->b->v, NV_X86_PAND, x,
                      nv_vec_word(f->b->v, 0x7fffffff));
    }
    if (s->neg) {
        x = nv_vec_op(f->b->v, NV_X86_PXOR, x,
                      nv_vec_word(f->b->v, 0x80000000));
    }
    return x;
}

/* ---- conditions ---- */

/* Lanes whose @v passes; of NaN, only what is not equal. */
static NvVecVal passes(NvMcFrag *f, unsigned cond, NvVecVal v)
{
    /* CMPPS of v and 0: less, equal, less or equal, and not equal. */
    static const uint8_t codes[8] = { 0, 1, 0, 2, 1, 4, 2, 0 };
    NvVecVal zero = nv_vec_float(f->b->v, 0);
    bool turned = cond == 4 || cond == 6;       /* greater, or equal */

    if (!cond) {
        return nv_vec_word(f->b->v, 0);
    }
    if (cond == 7) {
        return nv_vec_word(f->b->v, UINT32_MAX);
    }
    return nv_vec_op_imm(f->b->v, NV_X86_CMPPS, turned ? zero : v,
                         turned ? v : zero, codes[cond]);
}

static void kill_lanes(NvMcFrag *f, const NvFragOp *op)
{
    for (unsigned c = 0; c < 4; c++) {
        NvVecVal mask = passes(f, op->cond, f->cc[op->cc_swz[c]]);

        f->b->live = nv_vec_op(f->b->v, NV_X86_PANDN, mask, f->b->live);
    }
}

/* ---- results ---- */

/* s1.10 */
static NvVecVal fixed(NvMcFrag *f, NvVecVal x)
{
    NvVec *v = f->b->v;
    NvVecVal most = nv_vec_float(v, 2047.0f / 1024.0f), y, low, mask;
    NvVecVal least = nv_vec_float(v, -2);

    y = nv_vec_op(v, NV_X86_MULPS, x, nv_vec_float(v, 1024));
    y = nv_vec_op_imm(v, NV_X86_ROUNDPS, 0, y, 8);
    y = nv_vec_op(v, NV_X86_MULPS, y, nv_vec_float(v, 1.0f / 1024.0f));
    mask = nv_vec_op_imm(v, NV_X86_CMPPS, x, most, 1);
    y = nv_vec_choose(v, mask, y, most);
    low = nv_vec_op(v, NV_X86_PAND, least,
                    nv_vec_op_imm(v, NV_X86_CMPPS, x, x, 7));
    mask = nv_vec_op_imm(v, NV_X86_CMPPS, least, x, 1);
    return nv_vec_choose(v, mask, y, low);
}

static NvVecVal finish(NvMcFrag *f, const NvFragOp *op, NvVecVal x)
{
    static const float scales[8] = { 1, 2, 4, 8, 1, 0.5f, 0.25f, 0.125f };
    NvVec *v = f->b->v;

    if (op->scale & 3) {
        x = nv_vec_op(v, NV_X86_MULPS, x,
                      nv_vec_float(v, scales[op->scale]));
    }
    if (op->sat) {
        x = nv_vec_op(v, NV_X86_MAXPS, x, nv_vec_float(v, 0));
        x = nv_vec_op(v, NV_X86_MINPS, x, nv_vec_float(v, 1));
    }
    if (op->precision == NV_FRAG_FX12) {
        x = fixed(f, x);
    }
    if (op->precision == NV_FRAG_FP16 || op->file == NV_FRAG_FILE_H) {
        x = nv_vec_round_half(v, x);
    }
    return x;
}

static void store(NvMcFrag *f, const NvFragOp *op, NvVecVal out[4],
                  const NvVecVal mask[4], NvVecVal to[4], unsigned which)
{
    for (unsigned c = 0; c < 4; c++) {
        if (which >> c & 1) {
            to[c] = op->cond == 7 ? out[c]
                    : nv_vec_choose(f->b->v, mask[c], out[c], to[c]);
        }
    }
}

/* Conditions gate CC, too, by the value it had before. */
static void write_results(NvMcFrag *f, const NvFragOp *op, NvVecVal out[4])
{
    NvVecVal *to = op->file == NV_FRAG_FILE_R ? f->r[op->dst]
                                              : f->h[op->dst], mask[4];

    for (unsigned c = 0; c < 4; c++) {
        mask[c] = passes(f, op->cond, f->cc[op->cc_swz[c]]);
        if ((op->mask | op->cc_mask) >> c & 1) {
            out[c] = finish(f, op, out[c]);
        }
    }
    store(f, op, out, mask, to, op->mask);
    store(f, op, out, mask, f->cc, op->cc_mask);
}

/* ---- texture ---- */

static void bump(NvMcFrag *f, NvVecVal in[3][4], NvVecVal coord[2])
{
    for (unsigned k = 0; k < 2; k++) {
        NvVecVal s = nv_mc_frag_mul(f, in[1][0], in[2][2 * k]);
        NvVecVal t = nv_mc_frag_mul(f, in[1][1], in[2][2 * k + 1]);

        coord[k] = nv_mc_frag_add(f, coord[k], nv_mc_frag_add(f, s, t));
    }
}

static void texture(NvMcFrag *f, const NvFragOp *op, NvVecVal in[3][4],
                    NvVecVal out[4])
{
    NvVec *v = f->b->v;
    bool divide = op->code == NV_FRAG_TXP || op->code == NV_FRAG_TXPBEM;
    NvMcAsk ask = {
        .unit = op->unit, .value = in[0][3],
        .lod = op->code == NV_FRAG_TXB ? NV_FRAG_LOD_BIAS :
               op->code == NV_FRAG_TXL ? NV_FRAG_LOD_GIVEN :
               op->code == NV_FRAG_TXD ? NV_FRAG_LOD_SLOPES
                                       : NV_FRAG_LOD_AUTO,
        .slopes = { { in[1][0], in[1][1] }, { in[2][0], in[2][1] } },
    };

    for (unsigned k = 0; k < 2; k++) {
        ask.coord[k] = divide ? nv_vec_op(v, NV_X86_DIVPS, in[0][k],
                                          in[0][3]) : in[0][k];
    }
    if (op->code == NV_FRAG_TEXBEM || op->code == NV_FRAG_TXPBEM) {
        bump(f, in, ask.coord);
    }
    nv_mc_ask(f->b, &ask, out);
    for (unsigned c = 0; c < 4; c++) {
        if (op->expand) {
            out[c] = nv_mc_frag_mul(f, out[c], nv_vec_float(v, 2));
            out[c] = nv_vec_op(v, NV_X86_SUBPS, out[c], nv_vec_float(v, 1));
        }
        if (op->code == NV_FRAG_TIMESWTEX) {
            out[c] = nv_mc_frag_mul(f, out[c], in[0][3]);
        }
    }
}

/* ---- all ---- */

static void step(NvMcFrag *f, const NvFragOp *op)
{
    unsigned sources = nv_frag_op_sources(op->code);
    NvVecVal in[3][4], out[4];

    for (unsigned s = 0; s < 3; s++) {
        for (unsigned c = 0; c < 4; c++) {
            in[s][c] = s < sources ? source(f, &op->src[s], c)
                                   : nv_vec_float(f->b->v, 0);
        }
    }
    if (!nv_mc_frag_op(f, op->code, in, out)) {
        texture(f, op, in, out);
    }
    write_results(f, op, out);
}

/* Combiners hold numbers from -1 to 1; what is none is 0. */
static NvVecVal combiner(NvMcFrag *f, NvVecVal x)
{
    NvVec *v = f->b->v;
    NvVecVal number = nv_vec_op_imm(v, NV_X86_CMPPS, x, x, 7);

    x = nv_vec_op(v, NV_X86_MAXPS, x, nv_vec_float(v, -1));
    x = nv_vec_op(v, NV_X86_MINPS, x, nv_vec_float(v, 1));
    return nv_vec_op(v, NV_X86_PAND, x, number);
}

static void hand_on(NvMcFrag *f)
{
    NvMcBuild *b = f->b;
    NvVecVal *from = b->key->result_half ? f->h[0] : f->r[0];

    memset(b->sum, 0, sizeof(b->sum));
    for (unsigned c = 0; c < 4; c++) {
        if (!b->key->combiners) {
            b->out[c] = nv_mc_byte(b, from[c]);
        }
        for (unsigned u = 0; u < 4 && b->key->combiners; u++) {
            b->reg[u][c] = combiner(f, f->h[u][c]);
        }
    }
}

static void clear(NvMcFrag *f, NvVecVal reg[4])
{
    for (unsigned c = 0; c < 4; c++) {
        reg[c] = nv_vec_float(f->b->v, 0);
    }
}

void nv_mc_program(NvMcBuild *b)
{
    g_autofree NvMcFrag *f = g_new(NvMcFrag, 1);
    GArray *ops = b->program->ops;

    f->b = b;
    for (unsigned i = 0; i < NV_FRAG_H; i++) {
        clear(f, f->h[i]);
        clear(f, f->r[i % NV_FRAG_R]);
    }
    clear(f, f->cc);
    read_inputs(f);
    for (unsigned i = 0; i < ops->len; i++) {
        const NvFragOp *op = &g_array_index(ops, NvFragOp, i);

        if (op->code == NV_FRAG_KIL) {
            kill_lanes(f, op);
        } else {
            step(f, op);
        }
    }
    nv_mc_leave_far(b);
    hand_on(f);
}

bool nv_mc_program_fits(const NvFragProgram *p)
{
    if (p->flow || p->ops->len > NV_MC_OPS ||
        p->nconstants > NV_MC_CONSTANTS || p->inputs >> NV_FRAG_FOGC & 1 ||
        p->inputs >> NV_FRAG_FACING & 1) {
        return false;
    }
    for (unsigned i = 0; i < p->ops->len; i++) {
        const NvFragOp *op = &g_array_index(p->ops, NvFragOp, i);

        if (!nv_mc_frag_knows(op->code) || op->indexed) {
            return false;
        }
    }
    return true;
}

/* ---- which program it is ---- */

static void append_source(GByteArray *to, const NvFragSrc *s)
{
    const uint8_t bytes[] = {
        s->file, s->neg, s->abs, s->index & 0xff, s->index >> 8,
        s->swz[0], s->swz[1], s->swz[2], s->swz[3],
    };

    g_byte_array_append(to, bytes, sizeof(bytes));
}

/* All but the numbers of constants. */
static void append_op(GByteArray *to, const NvFragOp *op)
{
    const uint8_t bytes[] = {
        op->code, op->file, op->dst, op->mask, op->cc_mask, op->precision,
        op->scale, op->sat, op->expand, op->cond, op->cc_swz[0],
        op->cc_swz[1], op->cc_swz[2], op->cc_swz[3], op->unit,
    };

    g_byte_array_append(to, bytes, sizeof(bytes));
    for (unsigned i = 0; i < nv_frag_op_sources(op->code); i++) {
        append_source(to, &op->src[i]);
    }
}

GByteArray *nv_mc_program_bytes(const NvFragProgram *p)
{
    GByteArray *bytes = g_byte_array_new();

    for (unsigned i = 0; i < p->ops->len; i++) {
        append_op(bytes, &g_array_index(p->ops, NvFragOp, i));
    }
    return bytes;
}
