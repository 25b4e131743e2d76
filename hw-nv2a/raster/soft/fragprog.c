/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs: words from the guest's memory become operations with
 * plain sources.  Layout from drivers (doc); that R and H registers share
 * their bits is resolved here, once a program, as it has no branches.
 */
#include "raster/soft/fragprog.h"

typedef struct Row {
    const char *name;
    uint8_t sources, chips;
} Row;

static const Row rows[0x40] = {
#define X(code, name, sources, chips) [code] = { #name, sources, chips },
    NV_FRAG_OP_ROWS(X)
#undef X
};

const char *nv_frag_op_name(unsigned code, unsigned chips)
{
    return code < NV_ARRAY_SIZE(rows) && rows[code].chips & chips
               ? rows[code].name : NULL;
}

unsigned nv_frag_op_sources(unsigned code)
{
    return code < NV_ARRAY_SIZE(rows) ? rows[code].sources : 0;
}

void nv_frag_init(NvFragProgram *p)
{
    memset(p, 0, sizeof(*p));
    p->ops = g_array_new(false, true, sizeof(NvFragOp));
    p->words = g_array_new(false, false, sizeof(uint32_t));
}

void nv_frag_free(NvFragProgram *p)
{
    g_array_unref(p->ops);
    g_array_unref(p->words);
    g_free(p->constants);
    memset(p, 0, sizeof(*p));
}

/* ---- one instruction ---- */

static NvFragSrc decode_src(uint32_t word, bool abs, unsigned attribute,
                            unsigned constant)
{
    NvFragSrc s = { .abs = abs, .neg = nv_extract(word, 17, 1) };

    switch (nv_extract(word, 0, 2)) {
    case 1:
        s.file = NV_FRAG_FILE_IN;
        s.index = attribute;
        break;
    case 2:
        s.file = NV_FRAG_FILE_CONST;
        s.index = constant;
        break;
    default:                    /* 0; 3: guess */
        s.file = nv_extract(word, 8, 1) ? NV_FRAG_FILE_H : NV_FRAG_FILE_R;
        s.index = nv_extract(word, 2, 6);
        s.index &= s.file == NV_FRAG_FILE_R ? NV_FRAG_R - 1 : NV_FRAG_H - 1;
        break;
    }
    for (unsigned c = 0; c < 4; c++) {
        s.swz[c] = nv_extract(word, 9 + 2 * c, 2);
    }
    return s;
}

static NvFragOp decode_op(const uint32_t w[4], unsigned constant)
{
    unsigned attribute = nv_extract(w[0], 13, 4);
    NvFragOp op = {
        .code = nv_extract(w[0], 24, 6),
        .file = nv_extract(w[0], 7, 1) ? NV_FRAG_FILE_H : NV_FRAG_FILE_R,
        .dst = nv_extract(w[0], 1, 6),
        .mask = nv_extract(w[0], 9, 4),
        .precision = nv_extract(w[0], 22, 2),
        .scale = nv_extract(w[2], 28, 3),
        .sat = nv_extract(w[0], 31, 1),
        .expand = nv_extract(w[0], 21, 1),
        .cond = nv_extract(w[1], 18, 3),
        .unit = nv_extract(w[0], 17, 4),
    };

    op.dst &= op.file == NV_FRAG_FILE_R ? NV_FRAG_R - 1 : NV_FRAG_H - 1;
    op.cc_mask = nv_extract(w[0], 8, 1) ? op.mask : 0;
    op.mask = nv_extract(w[0], 30, 1) ? 0 : op.mask;
    for (unsigned c = 0; c < 4; c++) {
        op.cc_swz[c] = nv_extract(w[1], 21 + 2 * c, 2);
    }
    op.src[0] = decode_src(w[1], nv_extract(w[1], 29, 1), attribute,
                           constant);
    op.src[1] = decode_src(w[2], nv_extract(w[2], 18, 1), attribute,
                           constant);
    op.src[2] = decode_src(w[3], nv_extract(w[3], 18, 1), attribute,
                           constant);
    return op;
}

static bool uses_constant(const NvFragOp *op)
{
    for (unsigned i = 0; i < nv_frag_op_sources(op->code); i++) {
        if (op->src[i].file == NV_FRAG_FILE_CONST) {
            return true;
        }
    }
    return false;
}

/* ---- registers that share bits ---- */

/*
 * Component k of Rn is H(2n + k / 2)'s components 2 (k & 1) and the next
 * (doc: emulators).  Each is kept as floats of its own; these sets say which
 * are old because the bits were written under the other name.
 */
typedef struct Track {
    NvFragProgram *p;
    uint8_t set_r[NV_FRAG_R], set_h[NV_FRAG_H];     /* written at all */
    uint8_t old_r[NV_FRAG_R], old_h[NV_FRAG_H];
} Track;

static void convert(Track *t, unsigned code, unsigned reg, unsigned k)
{
    NvFragOp op = { .code = code, .dst = reg, .mask = 1u << k, .cond = 7 };
    unsigned h = 2 * reg + k / 2, c = 2 * (k & 1);

    g_array_append_val(t->p->ops, op);
    t->old_r[reg] &= ~(1u << k);
    t->old_h[h] &= ~(3u << c);
}

static void read_r(Track *t, unsigned reg, unsigned k)
{
    if (t->old_r[reg] >> k & 1) {
        convert(t, NV_FRAG_JOIN, reg, k);
    } else if (!(t->set_r[reg] >> k & 1)) {
        t->p->zero_r |= NV_BIT(reg);
    }
}

static void read_h(Track *t, unsigned reg, unsigned c)
{
    if (t->old_h[reg] >> c & 1) {
        convert(t, NV_FRAG_SPLIT, reg / 2, (reg & 1) * 2 + c / 2);
    } else if (!(t->set_h[reg] >> c & 1)) {
        t->p->zero_h |= UINT64_C(1) << reg;
    }
}

static void read_reg(Track *t, unsigned file, unsigned reg, unsigned c)
{
    if (file == NV_FRAG_FILE_R) {
        read_r(t, reg, c);
    } else {
        read_h(t, reg, c);
    }
}

static void write_r(Track *t, unsigned reg, unsigned k)
{
    unsigned h = 2 * reg + k / 2, c = 2 * (k & 1);

    t->set_r[reg] |= 1u << k;
    t->old_r[reg] &= ~(1u << k);
    t->old_h[h] |= 3u << c;
}

static void write_h(Track *t, unsigned reg, unsigned c)
{
    unsigned k = (reg & 1) * 2 + c / 2;

    t->set_h[reg] |= 1u << c;
    t->old_h[reg] &= ~(1u << c);
    t->old_r[reg / 2] |= 1u << k;
}

/* What must be there before the write: what stays, and a half's neighbour. */
static void before_write(Track *t, const NvFragOp *op)
{
    for (unsigned c = 0; c < 4; c++) {
        if (op->cond != 7 && op->mask >> c & 1) {
            read_reg(t, op->file, op->dst, c);
        }
        if (op->file == NV_FRAG_FILE_H && op->mask >> c & 1 &&
            !(op->mask >> (c ^ 1) & 1)) {
            read_h(t, op->dst, c ^ 1);
        }
    }
}

static bool samples(unsigned code)
{
    return code == NV_FRAG_TEX || code == NV_FRAG_TXP || code == NV_FRAG_TXD ||
           code == NV_FRAG_TXL || code == NV_FRAG_TXB ||
           code == NV_FRAG_TEXBEM || code == NV_FRAG_TXPBEM ||
           code == NV_FRAG_TIMESWTEX;
}

static void append(Track *t, const NvFragOp *op)
{
    NvFragProgram *p = t->p;

    for (unsigned i = 0; i < nv_frag_op_sources(op->code); i++) {
        const NvFragSrc *s = &op->src[i];

        for (unsigned c = 0; c < 4; c++) {
            if (s->file <= NV_FRAG_FILE_H) {
                read_reg(t, s->file, s->index, s->swz[c]);
            }
        }
        if (s->file == NV_FRAG_FILE_IN) {
            p->inputs |= 1u << s->index;
        }
    }
    before_write(t, op);
    g_array_append_vals(p->ops, op, 1);
    for (unsigned c = 0; c < 4; c++) {
        if (op->mask >> c & 1 && op->file == NV_FRAG_FILE_R) {
            write_r(t, op->dst, c);
        } else if (op->mask >> c & 1) {
            write_h(t, op->dst, c);
        }
    }
    if (op->mask && op->dst == 0) {
        p->result_half = op->file == NV_FRAG_FILE_H;
    }
    if (op->file == NV_FRAG_FILE_R && op->dst == 1 && op->mask & 4) {
        p->depth = true;
    }
    if (samples(op->code)) {
        p->units |= 1u << op->unit;
    }
    p->quads |= op->code == NV_FRAG_DDX || op->code == NV_FRAG_DDY;
    p->kills |= op->code == NV_FRAG_KIL;
}

/* ---- the program ---- */

/* Bring words up to slot @count into p->words. */
static bool have(NvFragProgram *p, const NvFragSource *from, unsigned count)
{
    uint32_t chunk[16 * 4];
    unsigned at = p->words->len / 4;

    while (at < count) {
        unsigned n = MIN(16, NV_FRAG_SLOTS - at);

        /* At the end of memory a chunk may be more than there is. */
        while (n && !from->read(from->opaque, at, n, chunk)) {
            n /= 2;
        }
        if (!n) {
            return false;
        }
        g_array_append_vals(p->words, chunk, 4 * n);
        at += n;
    }
    return true;
}

static const uint32_t *slot(const NvFragProgram *p, unsigned at)
{
    return &g_array_index(p->words, uint32_t, 4 * at);
}

static void keep_constants(NvFragProgram *p, const unsigned *at)
{
    g_free(p->constants);
    p->constants = g_malloc_n(MAX(p->nconstants, 1), sizeof(p->constants[0]));
    for (unsigned i = 0; i < p->nconstants; i++) {
        for (unsigned c = 0; c < 4; c++) {
            float v = nv_u2f(slot(p, at[i])[c]);

            for (unsigned k = 0; k < NV_FRAG_LANES; k++) {
                p->constants[i][c][k] = v;
            }
        }
    }
}

static const char *decode(NvFragProgram *p, const NvFragSource *from,
                          Track *t)
{
    g_autofree unsigned *constants = g_new(unsigned, NV_FRAG_SLOTS);
    const char *error = NULL;
    bool end = false;

    while (!end && !error) {
        NvFragOp op;
        unsigned at = p->slots;

        if (at >= NV_FRAG_SLOTS || !have(p, from, at + 1)) {
            error = "does not end";
            break;
        }
        op = decode_op(slot(p, at), p->nconstants);
        end = slot(p, at)[0] & 1;
        p->slots++;
        if (uses_constant(&op)) {
            if (at + 1 >= NV_FRAG_SLOTS || !have(p, from, at + 2)) {
                error = "ends inside a constant";
                break;
            }
            constants[p->nconstants++] = at + 1;
            p->slots++;
        }
        if (!nv_frag_op_name(op.code, from->chips)) {
            error = "has an operation that is none";
        } else if (op.code != NV_FRAG_NOP) {
            if (op.code == NV_FRAG_KIL) {       /* drivers leave a mask */
                op.mask = op.cc_mask = 0;
            }
            append(t, &op);
        }
    }
    keep_constants(p, constants);
    return error;
}

/* The colour, or what combiners take, read as an instruction would. */
static void read_results(Track *t, const NvFragSource *from)
{
    for (unsigned c = 0; c < 4; c++) {
        if (from->combiners) {
            for (unsigned i = 0; i < 4; i++) {
                read_h(t, i, c);
            }
        } else {
            read_reg(t, t->p->result_half ? NV_FRAG_FILE_H : NV_FRAG_FILE_R,
                     0, c);
        }
    }
    if (t->p->depth) {
        read_r(t, 1, 2);
    }
}

const char *nv_frag_load(NvFragProgram *p, const NvFragSource *from)
{
    Track t = { .p = p };
    const char *error;

    assert(from->read && from->chips);
    g_array_set_size(p->ops, 0);
    g_array_set_size(p->words, 0);
    p->slots = p->nconstants = 0;
    p->inputs = p->units = 0;
    p->quads = p->kills = p->depth = false;
    p->zero_r = 0;
    p->zero_h = 0;
    p->result_half = true;
    p->serial++;
    error = decode(p, from, &t);
    read_results(&t, from);
    return error;
}
