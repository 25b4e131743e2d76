/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The decoder of XF instructions into the common form.
 *
 * Facts: envytools' XF documents and its Kelvin to Rankine conversion, both
 * asserted on hardware (hw); Mesa's NV30 and NV40 drivers for condition
 * updates and Curie's lack of output masks (doc).
 */
#include "isa/isa.h"

/* Encoded masks have x in the top bit. */
static uint8_t mask_of(uint32_t wm)
{
    return (wm >> 3 & 1) | (wm >> 1 & 2) | (wm << 1 & 4) | (wm << 3 & 8);
}

static const NvXfField src_fields[3] = {
    NV_XF_F_SRC0, NV_XF_F_SRC1, NV_XF_F_SRC2,
};
static const NvXfField abs_fields[3] = {
    NV_XF_F_SRC0_ABS, NV_XF_F_SRC1_ABS, NV_XF_F_SRC2_ABS,
};

/* Everything a decoder step needs. */
typedef struct Decoder {
    const NvXfIsa *isa;
    const uint32_t *words;
    NvXfGate gate;
    NvXfInsn *insn;
} Decoder;

static uint32_t get(const Decoder *d, NvXfField field)
{
    return nv_xf_field(d->isa, d->words, field);
}

static uint8_t get_mask(const Decoder *d, NvXfField field)
{
    return mask_of(get(d, field));
}

static bool has(const Decoder *d, NvXfField field)
{
    return d->isa->fields[field].width;
}

static void decode_source(const Decoder *d, unsigned n)
{
    NvXfSource *src = &d->insn->src[n];
    uint32_t word = get(d, src_fields[n]);
    unsigned width = d->isa->src_reg;
    uint32_t reg = nv_extract(word, 2, width);
    unsigned regs = d->gate == NV_XF_GATE_KELVIN ? 12 : d->isa->regs;

    src->mux = word & 3;
    src->reg = 0;
    if (src->mux == NV_XF_MUX_NONE) {
        /* The conversion says IBUF for 0 and 1 (hw); 2 likewise (guess). */
        src->mux = NV_XF_MUX_IBUF;
    } else if (src->mux == NV_XF_MUX_TEMP) {
        /* Kelvin: registers from 12 up are the shadow of output 0 (hw). */
        src->mux = reg < regs ? NV_XF_MUX_TEMP : NV_XF_MUX_STPOS;
        src->reg = reg < regs ? reg : 0;
    }
    for (int i = 0; i < 4; i++) {
        src->swz[i] = nv_extract(word, 2 + width + 6 - 2 * i, 2);
    }
    src->keep = UINT32_MAX;
    if (get(d, abs_fields[n]) && d->gate == NV_XF_GATE_ALL) {
        src->keep = ~NV_XF_SIGN;
    }
    src->flip = (word >> (10 + width)) & 1 ? NV_XF_SIGN : 0;
    src->plain = nv_extract(word, 2 + width, 8) == 0x1b && !src->flip &&
                 src->keep == UINT32_MAX;
}

static void decode_sources(const Decoder *d)
{
    NvXfInsn *insn = d->insn;

    insn->uses = insn->vec->uses | insn->sca->uses;
    for (unsigned i = 0; i < 3; i++) {
        const NvXfSource *src = &insn->src[i];

        decode_source(d, i);
        if (insn->uses & (1u << i)) {
            insn->reads_ibuf |= src->mux == NV_XF_MUX_IBUF;
            insn->reads_xfctx |= src->mux == NV_XF_MUX_XFCTX;
            insn->reads_stpos |= src->mux == NV_XF_MUX_STPOS;
        }
    }
}

/*
 * One DST but on Curie.  The vector result goes there; the scalar result goes
 * to R1 if both units write.  On Kelvin that is so if there is a vector
 * operation, whatever it writes (hw: a console program with DP4 to an output
 * and RSQ to R10 changed R1); on Rankine if both masks are set (guess).
 */
static void decode_dst(const Decoder *d)
{
    NvXfInsn *insn = d->insn;
    unsigned regs = d->isa->regs;

    insn->vec_mask = get_mask(d, NV_XF_F_DST_WM_VEC);
    insn->sca_mask = get_mask(d, NV_XF_F_DST_WM_SCA);
    if (has(d, NV_XF_F_DST)) {
        bool pair = d->isa->pair_by_op ? insn->vec->uses != 0 :
                    insn->vec->fn && insn->vec_mask && insn->sca_mask;

        insn->vec_dst = get(d, NV_XF_F_DST);
        insn->sca_dst = pair ? 1 : insn->vec_dst;
    } else {
        insn->vec_dst = get(d, NV_XF_F_DST_VEC);
        insn->sca_dst = get(d, NV_XF_F_DST_SCA);
    }
    if (!insn->vec->fn || insn->vec_dst >= regs) {
        insn->vec_dst = 0;
        insn->vec_mask = 0;
    }
    if (!insn->sca->fn || insn->sca_dst >= regs) {
        insn->sca_dst = 0;
        insn->sca_mask = 0;
    }
    assert(insn->vec_dst < regs && insn->sca_dst < regs);
}

/*
 * A clip distance of its own number lies beside other outputs.  Programs of
 * the first generation know none (doc: GL_NV_vertex_program).
 */
static void decode_clip_out(const Decoder *d)
{
    NvXfInsn *insn = d->insn;
    unsigned first = d->isa->clip_outs, n = insn->out_addr - first, place;

    if (!first || insn->out_is_xfctx || insn->out_addr < first || n > 5 ||
        d->gate != NV_XF_GATE_ALL) {
        return;
    }
    place = NV_CLIP_OUT(n);
    insn->out_addr = place >> 2;
    insn->out_move = place & 3;
    insn->out_vec_mask &= 1;
    insn->out_sca_mask &= 1;
}

/* Kelvin has a switch, Rankine two masks, Curie shares those of DST. */
static void decode_out(const Decoder *d)
{
    NvXfInsn *insn = d->insn;
    uint8_t vec, sca;

    insn->out_addr = get(d, NV_XF_F_OUT_ADDR);
    insn->out_is_xfctx = has(d, NV_XF_F_OUT_TARGET) &&
                         !get(d, NV_XF_F_OUT_TARGET);
    if (has(d, NV_XF_F_OUT_WM)) {
        /* hw: with no vector operation the switch does not matter. */
        bool scalar = get(d, NV_XF_F_OUT_IS_SCA) ||
                      insn->vec == &nv_xf_vec_ops[0];

        vec = scalar ? 0 : get_mask(d, NV_XF_F_OUT_WM);
        sca = scalar ? get_mask(d, NV_XF_F_OUT_WM) : 0;
    } else if (has(d, NV_XF_F_OUT_WM_VEC)) {
        vec = get_mask(d, NV_XF_F_OUT_WM_VEC);
        sca = get_mask(d, NV_XF_F_OUT_WM_SCA);
    } else {
        bool vector = get(d, NV_XF_F_OUT_IS_VEC);
        bool none = insn->out_addr == d->isa->out_none;

        vec = vector && !none ? get_mask(d, NV_XF_F_DST_WM_VEC) : 0;
        sca = !vector && !none ? get_mask(d, NV_XF_F_DST_WM_SCA) : 0;
    }
    if (!insn->out_is_xfctx && insn->out_addr < 16 &&
        d->isa->scalar_outs >> insn->out_addr & 1) {
        vec = vec != 0;
        sca = sca != 0;
    }
    insn->out_vec_mask = insn->vec->fn ? vec : 0;
    insn->out_sca_mask = insn->sca->fn ? sca : 0;
    decode_clip_out(d);
}

/*
 * ARL and its like.  Kelvin, and first-generation programs on Rankine, write
 * A0.x whatever the mask (guess for the latter: converted words carry the
 * mask of Kelvin, where assemblers leave it 0).
 */
static void decode_address(const Decoder *d)
{
    NvXfInsn *insn = d->insn;

    insn->areg = get(d, NV_XF_F_ASRC);
    insn->acomp = get(d, NV_XF_F_ASRC_SWZ);
    if (!(insn->vec->flags & NV_XF_OPF_ADDRESS)) {
        return;
    }
    if (d->isa->first || d->gate != NV_XF_GATE_ALL) {
        insn->addr_mask = 1;
        return;
    }
    insn->addr_mask = get_mask(d, NV_XF_F_DST_WM_VEC);
    insn->addr_dst = get(d, has(d, NV_XF_F_DST) ? NV_XF_F_DST :
                            NV_XF_F_DST_VEC) & 1;
}

/*
 * Which result an update takes and which components it writes: those of the
 * vector unit's masks if that has a result, else of the scalar unit's
 * (guess for Rankine; Curie has a bit).
 */
static void decode_update(const Decoder *d)
{
    NvXfInsn *insn = d->insn;
    bool sca = has(d, NV_XF_F_CDST_IS_VEC) ? !get(d, NV_XF_F_CDST_IS_VEC) :
               !insn->vec->fn;
    const NvXfOp *op = sca ? insn->sca : insn->vec;

    if (!get(d, NV_XF_F_CDST_WM) || !op->fn) {
        return;
    }
    insn->cc_from_sca = sca;
    insn->cc_mask = sca ? get_mask(d, NV_XF_F_DST_WM_SCA) |
                          get_mask(d, NV_XF_F_OUT_WM_SCA) :
                          get_mask(d, NV_XF_F_DST_WM_VEC) |
                          get_mask(d, NV_XF_F_OUT_WM_VEC);
}

static void decode_condition(const Decoder *d)
{
    NvXfInsn *insn = d->insn;

    insn->test = NV_XF_TEST_TR;
    if (get(d, NV_XF_F_COND_ENABLE)) {
        insn->test = get(d, NV_XF_F_COND_TEST);
        insn->conditional = insn->test != NV_XF_TEST_TR;
    }
    for (int i = 0; i < 4; i++) {
        insn->cswz[i] = nv_extract(get(d, NV_XF_F_CSRC_SWZ), 6 - 2 * i, 2);
    }
}

/* Abilities of Curie that change the whole instruction. */
static const char *find_unlike_rankine(const Decoder *d)
{
    static const NvXfField curie[] = {
        NV_XF_F_CSRCDST, NV_XF_F_SAT, NV_XF_F_IBUF_INDEXED,
        NV_XF_F_OUT_INDEXED,
    };
    const NvXfInsn *insn = d->insn;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(curie); i++) {
        if (get(d, curie[i])) {
            return d->isa->fields[curie[i]].name;
        }
    }
    if (!d->isa->more_regs) {
        return NULL;
    }
    for (unsigned i = 0; i < 3; i++) {
        if ((insn->uses & (1u << i)) &&
            insn->src[i].mux == NV_XF_MUX_STPOS) {
            return "registers above R31";
        }
    }
    if ((insn->vec->fn && get(d, NV_XF_F_DST_VEC) >= d->isa->regs &&
         get(d, NV_XF_F_DST_VEC) != d->isa->dst_none) ||
        (insn->sca->fn && get(d, NV_XF_F_DST_SCA) >= d->isa->regs &&
         get(d, NV_XF_F_DST_SCA) != d->isa->dst_none)) {
        return "registers above R31";
    }
    return NULL;
}

/* Operations that have a name only, or not even that. */
static const char *find_missing_op(const Decoder *d)
{
    const NvXfInsn *insn = d->insn;

    if (d->isa->first || d->gate != NV_XF_GATE_ALL) {
        return NULL;
    }
    if (insn->vec->flags & NV_XF_OPF_MISSING) {
        return insn->vec->name;
    }
    if (insn->sca->flags & NV_XF_OPF_MISSING) {
        return insn->sca->name;
    }
    if (get(d, NV_XF_F_OP_VEC) && insn->vec == &nv_xf_vec_ops[0]) {
        return "an unknown vector operation";
    }
    return get(d, NV_XF_F_OP_SCA) && insn->sca == &nv_xf_sca_ops[0] ?
           "an unknown scalar operation" : NULL;
}

/* Such an instruction does nothing but END. */
static void find_missing(const Decoder *d)
{
    NvXfInsn *insn = d->insn;

    insn->missing = find_unlike_rankine(d);
    if (!insn->missing) {
        insn->missing = find_missing_op(d);
        return;
    }
    insn->vec_mask = 0;
    insn->sca_mask = 0;
    insn->out_vec_mask = 0;
    insn->out_sca_mask = 0;
    insn->addr_mask = 0;
    insn->cc_mask = 0;
    insn->flow = NV_XF_FLOW_NONE;
}

static uint8_t flow_of(const NvXfOp *op)
{
    static const uint8_t flow[] = {
        [0x9] = NV_XF_FLOW_BRA, [0xb] = NV_XF_FLOW_CAL,
        [0xc] = NV_XF_FLOW_RET,
    };

    return op->flags & NV_XF_OPF_FLOW ? flow[op - nv_xf_sca_ops] :
           NV_XF_FLOW_NONE;
}

static const NvXfOp *gated(const NvXfOp *op, const NvXfOp *nop, NvXfGate gate)
{
    return (op->flags & NV_XF_OPF_V2) && gate != NV_XF_GATE_ALL ? nop : op;
}

/* Registers that the sets of a simple run have bits for. */
static bool has_few_regs(const NvXfInsn *insn)
{
    unsigned most = MAX(insn->vec_dst, insn->sca_dst);

    for (unsigned i = 0; i < 3; i++) {
        most = MAX(most, insn->src[i].reg);
    }
    return most < NV_XF_FEW_REGS;
}

void nv_xf_decode_gated(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                        NvXfGate gate, NvXfInsn *insn)
{
    const Decoder d = { isa, words, gate, insn };

    assert(isa && gate <= NV_XF_GATE_KELVIN);
    memset(insn, 0, sizeof(*insn));
    insn->vec = gated(nv_xf_vec_op(isa, get(&d, NV_XF_F_OP_VEC)),
                      &nv_xf_vec_ops[0], gate);
    insn->sca = gated(nv_xf_sca_op(isa, get(&d, NV_XF_F_OP_SCA)),
                      &nv_xf_sca_ops[0], gate);
    insn->ibuf = get(&d, NV_XF_F_IBUF_ADDR);
    insn->xfctx = get(&d, NV_XF_F_XFCTX_ADDR);
    insn->indexed = get(&d, NV_XF_F_INDEXED);
    insn->end = get(&d, NV_XF_F_END);
    insn->flow = flow_of(insn->sca);
    insn->target = get(&d, NV_XF_F_TARGET);
    decode_sources(&d);
    decode_dst(&d);
    decode_out(&d);
    decode_address(&d);
    decode_condition(&d);
    decode_update(&d);
    find_missing(&d);
    insn->simple = !insn->conditional && !insn->cc_mask && !insn->flow &&
                   has_few_regs(insn) &&
                   !insn->areg && !insn->acomp && !insn->addr_dst &&
                   !(insn->addr_mask & ~1) &&
                   !(insn->vec->flags & (NV_XF_OPF_ARR | NV_XF_OPF_ARA));
}

void nv_xf_decode(const NvXfIsa *isa, const uint32_t words[NV_XF_WORDS],
                  NvXfInsn *insn)
{
    nv_xf_decode_gated(isa, words, NV_XF_GATE_ALL, insn);
}

int32_t nv_xf_address_clamp(const NvXfIsa *isa, int32_t a)
{
    int32_t end = 1 << (isa->addr_bits - 1);

    return CLAMP(a, -end, end - 1);
}

int32_t nv_xf_address(const NvXfIsa *isa, uint32_t x, bool nearest)
{
    int64_t fix = (int64_t)nv_xf_to_fix13(x) + (nearest ? 0x1000 : 0);

    return nv_xf_address_clamp(isa, fix >> 13);
}
