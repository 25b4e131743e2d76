/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs: that R and H registers share their bits is resolved
 * here, once a program.  Without branches a register is converted before it
 * is read under the other name; with them, behind each write.
 */
#include "raster/soft/fragload.h"

/*
 * Component k of Rn is H(2n + k / 2)'s components 2 (k & 1) and the next
 * (doc: emulators).
 */
static void convert(NvFragLoad *l, unsigned code, unsigned reg, unsigned k)
{
    NvFragOp op = { .code = code, .dst = reg, .mask = 1u << k, .cond = 7 };
    unsigned h = 2 * reg + k / 2, c = 2 * (k & 1);

    g_array_append_val(l->p->ops, op);
    l->old_r[reg] &= ~(1u << k);
    l->old_h[h] &= ~(3u << c);
}

static void read_r(NvFragLoad *l, unsigned reg, unsigned k)
{
    if (l->old_r[reg] >> k & 1) {
        convert(l, NV_FRAG_JOIN, reg, k);
    } else if (!(l->set_r[reg] >> k & 1)) {
        l->p->zero_r |= NV_BIT(reg);
    }
}

static void read_h(NvFragLoad *l, unsigned reg, unsigned c)
{
    if (l->old_h[reg] >> c & 1) {
        convert(l, NV_FRAG_SPLIT, reg / 2, (reg & 1) * 2 + c / 2);
    } else if (!(l->set_h[reg] >> c & 1)) {
        l->p->zero_h |= UINT64_C(1) << reg;
    }
}

static void read_reg(NvFragLoad *l, unsigned file, unsigned reg, unsigned c)
{
    if (file == NV_FRAG_FILE_R) {
        read_r(l, reg, c);
    } else {
        read_h(l, reg, c);
    }
}

static void write_r(NvFragLoad *l, unsigned reg, unsigned k)
{
    unsigned h = 2 * reg + k / 2, c = 2 * (k & 1);

    l->set_r[reg] |= 1u << k;
    l->old_r[reg] &= ~(1u << k);
    l->old_h[h] |= 3u << c;
}

static void write_h(NvFragLoad *l, unsigned reg, unsigned c)
{
    unsigned k = (reg & 1) * 2 + c / 2;

    l->set_h[reg] |= 1u << c;
    l->old_h[reg] &= ~(1u << c);
    l->old_r[reg / 2] |= 1u << k;
}

/* What must be there before the write: what stays, and a half's neighbour. */
static void before_write(NvFragLoad *l, const NvFragOp *op)
{
    for (unsigned c = 0; c < 4; c++) {
        if (op->cond != 7 && op->mask >> c & 1) {
            read_reg(l, op->file, op->dst, c);
        }
        if (op->file == NV_FRAG_FILE_H && op->mask >> c & 1 &&
            !(op->mask >> (c ^ 1) & 1)) {
            read_h(l, op->dst, c ^ 1);
        }
    }
}

static void before(NvFragLoad *l, const NvFragOp *op)
{
    for (unsigned i = 0; i < nv_frag_op_sources(op->code); i++) {
        const NvFragSrc *s = &op->src[i];

        for (unsigned c = 0; c < 4 && s->file <= NV_FRAG_FILE_H; c++) {
            read_reg(l, s->file, s->index, s->swz[c]);
        }
    }
    before_write(l, op);
}

static void behind(NvFragLoad *l, const NvFragOp *op)
{
    for (unsigned c = 0; c < 4; c++) {
        if (op->mask >> c & 1 && op->file == NV_FRAG_FILE_R) {
            write_r(l, op->dst, c);
        } else if (op->mask >> c & 1) {
            write_h(l, op->dst, c);
        }
    }
}

/* ---- with branches ---- */

static void use(NvFragLoad *l, unsigned file, unsigned reg)
{
    if (file == NV_FRAG_FILE_R) {
        l->used_r |= NV_BIT(reg);
    } else if (file == NV_FRAG_FILE_H) {
        l->used_h |= UINT64_C(1) << reg;
    }
}

/* What is read behind the program; @half: the last colour went to H0. */
static void use_results(NvFragLoad *l, bool half)
{
    unsigned file = half ? NV_FRAG_FILE_H : NV_FRAG_FILE_R;

    for (unsigned i = 0; i < 4 && l->combiners; i++) {
        use(l, NV_FRAG_FILE_H, i);
    }
    use(l, file, 0);
    for (unsigned i = 0; l->targets >> i; i++) {
        use(l, file, nv_frag_more(half, i));
    }
}

void nv_frag_use(NvFragLoad *l, const GArray *ops)
{
    bool half = true;

    for (unsigned i = 0; i < ops->len; i++) {
        const NvFragOp *op = &g_array_index(ops, NvFragOp, i);

        for (unsigned k = 0; k < nv_frag_op_sources(op->code); k++) {
            use(l, op->src[k].file, op->src[k].index);
        }
        if (op->mask) {
            use(l, op->file, op->dst);
            half = op->dst ? half : op->file == NV_FRAG_FILE_H;
        }
    }
    use_results(l, half);
    l->p->zero_r = l->used_r;
    l->p->zero_h = l->used_h;
}

static void keep_both(NvFragLoad *l, const NvFragOp *op)
{
    bool r = op->file == NV_FRAG_FILE_R;

    for (unsigned k = 0; k < 4; k++) {
        unsigned reg = r ? op->dst : op->dst / 2, h = 2 * reg + k / 2;
        bool written = r ? op->mask >> k & 1
                         : op->dst == h && op->mask >> 2 * (k & 1) & 3;

        if (written && l->used_r >> reg & 1 && l->used_h >> h & 1) {
            convert(l, r ? NV_FRAG_SPLIT : NV_FRAG_JOIN, reg, k);
        }
    }
}

/* ---- what the list says of the program ---- */

/* An attribute but a colour, or a constant. */
static bool is_no_color(const NvFragSrc *s)
{
    return s->file == NV_FRAG_FILE_CONST ||
           (s->file == NV_FRAG_FILE_IN && s->index != NV_FRAG_COL0 &&
            s->index != NV_FRAG_COL1);
}

static void note(NvFragProgram *p, const NvFragOp *op)
{
    bool derives = op->code == NV_FRAG_DDX || op->code == NV_FRAG_DDY;

    for (unsigned i = 0; i < nv_frag_op_sources(op->code); i++) {
        if (op->src[i].file == NV_FRAG_FILE_IN) {
            p->inputs |= op->indexed ? ((1u << NV_FRAG_COORDS) - 1) << NV_FRAG_TEX0
                                     : 1u << op->src[i].index;
        }
        p->compares |= (derives || nv_frag_samples(op->code)) &&
                       !is_no_color(&op->src[i]);
    }
    if (op->mask && op->dst == 0) {
        p->result_half = op->file == NV_FRAG_FILE_H;
    }
    if (op->file == NV_FRAG_FILE_R && op->dst == 1 && op->mask & 4) {
        p->depth = true;
    }
    if (nv_frag_samples(op->code)) {
        p->units |= 1u << op->unit;
    }
    p->quads |= derives;
    p->kills |= op->code == NV_FRAG_KIL;
}

void nv_frag_append(NvFragLoad *l, const NvFragOp *op)
{
    note(l->p, op);
    if (!l->p->flow) {
        before(l, op);
    }
    g_array_append_vals(l->p->ops, op, 1);
    if (l->p->flow) {
        keep_both(l, op);
    } else {
        behind(l, op);
    }
}

void nv_frag_read_results(NvFragLoad *l)
{
    unsigned file = l->p->result_half ? NV_FRAG_FILE_H : NV_FRAG_FILE_R;

    for (unsigned c = 0; c < 4 && !l->p->flow; c++) {
        if (l->combiners) {
            for (unsigned i = 0; i < 4; i++) {
                read_h(l, i, c);
            }
        } else {
            read_reg(l, file, 0, c);
        }
    }
    for (unsigned i = 0; l->targets >> i && !l->p->flow; i++) {
        for (unsigned c = 0; c < 4; c++) {
            read_reg(l, file, nv_frag_more(l->p->result_half, i), c);
        }
    }
    if (l->p->depth && !l->p->flow) {
        read_r(l, 1, 2);
    }
}
