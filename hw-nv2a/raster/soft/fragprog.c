/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs: words from the guest's memory become operations with
 * plain sources.  Layout from drivers (doc).
 */
#include "raster/soft/fragload.h"
#include "raster/soft/fragstep.h"

typedef struct Row {
    const char *name;
    uint8_t sources, chips;
} Row;

static const Row rows[NV_FRAG_SPLIT] = {
#define X(code, name, sources, chips) [code] = { #name, sources, chips },
    NV_FRAG_OP_ROWS(X)
    NV_FRAG_FLOW_ROWS(X)
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
    g_free(p->steps);
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

/* Counted in words from the program's begin; what is none is beyond all. */
static unsigned slot_of(uint32_t word)
{
    word &= 0x7fffffff;
    return word & 3 || word / 4 > NV_FRAG_SLOTS ? UINT16_MAX : word / 4;
}

/*
 * Where a branch leads.  An emulator calls a LOOP's count the end of its
 * index; with the usual first index 0 and step 1 both are the same (guess).
 */
static void decode_flow(const uint32_t w[4], NvFragOp *op)
{
    op->mask = op->cc_mask = 0;
    op->to = slot_of(w[2]);
    op->end = slot_of(w[3]);
    if (op->code == NV_FRAG_LOOP || op->code == NV_FRAG_REP) {
        op->count = nv_extract(w[2], 2, 8);
    }
    if (op->code == NV_FRAG_LOOP) {
        op->first = nv_extract(w[2], 10, 8);
        op->step = nv_extract(w[2], 19, 8);
    }
}

static NvFragOp decode_op(const uint32_t w[4], unsigned constant, bool curie)
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
        .last = w[0] & 1,
        .indexed = curie && nv_extract(w[3], 30, 1),
        .base = nv_extract(w[3], 19, 11),
    };

    op.dst &= op.file == NV_FRAG_FILE_R ? NV_FRAG_R - 1 : NV_FRAG_H - 1;
    op.cc_mask = nv_extract(w[0], 8, 1) ? op.mask : 0;
    op.mask = nv_extract(w[0], 30, 1) ? 0 : op.mask;
    for (unsigned c = 0; c < 4; c++) {
        op.cc_swz[c] = nv_extract(w[1], 21 + 2 * c, 2);
    }
    if (op.code == NV_FRAG_KIL) {       /* drivers leave a mask */
        op.mask = op.cc_mask = 0;
    }
    if (curie && nv_extract(w[2], 31, 1)) {
        op.code |= NV_FRAG_BRK;
        decode_flow(w, &op);
        return op;
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

static bool is_block(unsigned code)
{
    return code == NV_FRAG_IF || code == NV_FRAG_LOOP || code == NV_FRAG_REP;
}

static bool leads_nowhere(const NvFragOp *op)
{
    return (is_block(op->code) && op->end > NV_FRAG_SLOTS) ||
           ((op->code == NV_FRAG_IF || op->code == NV_FRAG_CAL) &&
            op->to > NV_FRAG_SLOTS);
}

/* How far a program goes that branches: slots. */
typedef struct Reach {
    unsigned block, called;     /* ends of blocks; behind begins of subs */
    bool ended;
} Reach;

static void reach(Reach *r, const NvFragOp *op)
{
    if (op->code == NV_FRAG_CAL) {
        r->called = MAX(r->called, op->to + 1u);
    } else if (is_block(op->code)) {
        r->block = MAX(r->block, op->end);
    }
    r->ended |= op->last;
}

/*
 * Behind the program's end there may be what it calls; a block may end with
 * the program, but something follows one that ends with a return.
 */
static bool is_end(const NvFragProgram *p, const NvFragOp *op, const Reach *r)
{
    bool returns = op->code == NV_FRAG_RET && op->cond == 7;

    return p->slots >= r->called &&
           ((op->last && p->slots >= r->block) ||
            (r->ended && returns && p->slots > r->block));
}

static const char *decode(NvFragProgram *p, const NvFragSource *from,
                          GArray *ops)
{
    g_autofree unsigned *constants = g_new(unsigned, NV_FRAG_SLOTS);
    const char *error = NULL;
    Reach r = { 0 };
    bool end = false;

    while (!end && !error) {
        NvFragOp op;
        unsigned at = p->slots;

        if (at >= NV_FRAG_SLOTS || !have(p, from, at + 1)) {
            error = "does not end";
            break;
        }
        op = decode_op(slot(p, at), p->nconstants, from->chips & 4);
        op.slot = at;
        p->slots++;
        if (uses_constant(&op)) {
            if (at + 1 >= NV_FRAG_SLOTS || !have(p, from, at + 2)) {
                error = "ends inside a constant";
                break;
            }
            constants[p->nconstants++] = at + 1;
            p->slots++;
        }
        reach(&r, &op);
        end = is_end(p, &op, &r);
        p->flow |= nv_frag_is_flow(op.code);
        if (!nv_frag_op_name(op.code, from->chips)) {
            error = "has an operation that is none";
        } else if (leads_nowhere(&op)) {
            error = "leads to where no instruction begins";
        } else {
            g_array_append_val(ops, op);
        }
    }
    keep_constants(p, constants);
    return error;
}

/* Where all lanes go one way. */
static void append_all(NvFragLoad *l, const GArray *ops)
{
    for (unsigned i = 0; i < ops->len; i++) {
        const NvFragOp *op = &g_array_index(ops, NvFragOp, i);

        if (op->code != NV_FRAG_NOP) {
            nv_frag_append(l, op);
        }
    }
    l->p->longest = l->p->ops->len;
}

static void clear(NvFragProgram *p)
{
    g_array_set_size(p->ops, 0);
    p->inputs = p->units = 0;
    p->quads = p->compares = p->kills = p->depth = p->flow = false;
    p->reads_bits = p->one_nan = false;
    p->zero_r = 0;
    p->zero_h = 0;
    p->longest = 0;
    p->result_half = true;
}

/* At most: a loop may do nothing else. */
static unsigned samples_of(const NvFragProgram *p)
{
    unsigned n = 0;

    for (unsigned i = 0; i < p->ops->len; i++) {
        n += nv_frag_samples(g_array_index(p->ops, NvFragOp, i).code);
    }
    return n && p->flow ? p->longest / NV_FRAG_SAMPLE_OPS : n;
}

/* Arithmetic has no need to look for NaN, unless their bits are looked at. */
static bool reads_bits(const NvFragProgram *p)
{
    for (unsigned i = 0; i < p->ops->len; i++) {
        switch (g_array_index(p->ops, NvFragOp, i).code) {
        case NV_FRAG_SPLIT: case NV_FRAG_JOIN: case NV_FRAG_PK2H:
        case NV_FRAG_UP2H: case NV_FRAG_UP2US: case NV_FRAG_UP4UB:
        case NV_FRAG_UP4B:
            return true;
        }
    }
    return false;
}

void nv_frag_show(NvFragProgram *p, bool shows)
{
    bool one = p->reads_bits || shows;

    if (p->one_nan != one) {
        p->one_nan = one;
        nv_frag_prepare(p, p->kernels);
    }
}

const char *nv_frag_load(NvFragProgram *p, const NvFragSource *from)
{
    g_autoptr(GArray) ops = g_array_new(false, false, sizeof(NvFragOp));
    NvFragLoad l = { .p = p, .combiners = from->combiners,
                     .targets = from->targets };
    const char *error, *fault = NULL;
    unsigned at = 0;

    assert(from->read && from->chips);
    clear(p);
    g_array_set_size(p->words, 0);
    p->slots = p->nconstants = 0;
    p->serial++;
    error = decode(p, from, ops);
    if (p->flow) {
        fault = error ? error : nv_frag_flow(&l, ops, &at);
        if (fault) {
            p->slots = error ? p->slots : at + 1;
            clear(p);
        }
    } else {
        append_all(&l, ops);
    }
    nv_frag_read_results(&l);
    p->samples = samples_of(p);
    p->reads_bits = p->one_nan = reads_bits(p);
    nv_frag_prepare(p, nv_frag_kernels());
    return fault ? fault : error;
}
