/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code of lists of operations on vectors: in the order in which they
 * were made, each as soon as its turn comes.
 *
 * Facts: the calling convention of the System V ABI.
 */
#include "raster/code/vec-priv.h"

#include "jit/code.h"
#include "jit/jit.h"

#ifdef NV_JIT_X86
#include <cpuid.h>

static bool has_effect(const NvVecNode *n)
{
    return n->kind > NV_VEC_LOAD;
}

/*
 * What is needed, how often that is an argument, and which of what could be masks
 * are asked for more than signs: from the last node to the first.
 */
static void find_needed(NvVec *v, uint16_t *uses)
{
    memset(uses, 0, v->count * sizeof(*uses));
    v->calls = false;
    for (unsigned i = v->count; --i;) {
        NvVecNode *n = &v->node[i];
        unsigned signs;

        n->needed |= has_effect(n);
        if (!n->needed || !nv_vec_has_code(n)) {
            continue;
        }
        v->calls |= n->kind == NV_VEC_CALL;
        signs = nv_vec_asks_signs(n);
        for (unsigned k = 0; k < 3; k++) {
            NvVecNode *arg = &v->node[n->arg[k]];

            arg->needed = true;
            arg->as_mask &= signs >> k;
            uses[n->arg[k]]++;
        }
    }
    if (v->calls && v->width > 8) {
        nv_vec_forget_masks(v);         /* C keeps none */
    }
}

/* Next uses of each argument, from the last node to the first. */
static void find_uses(NvVecWriter *w)
{
    NvVec *v = w->v;

    for (unsigned i = 0; i < v->count; i++) {
        w->value[i] = (NvRaValue) { .reg = -1, .next = NV_RA_NEVER };
    }
    for (unsigned i = v->count; --i;) {
        NvVecNode *n = &v->node[i];

        for (unsigned k = 3; k-- > 0 && n->needed && nv_vec_has_code(n);) {
            NvVecVal a = n->arg[k];

            w->use[3 * i + k] = (NvRaUse) { a, a ? w->value[a].next
                                                 : NV_RA_NEVER };
            if (a) {
                w->value[a].next = i;
            }
        }
    }
}

/* Where a leaf is. */
static void place_leaf(NvVecWriter *w, const NvVecNode *n, NvRaValue *value)
{
    value->in_memory = true;
    value->uniform = n->kind != NV_VEC_LANE;
    switch ((NvVecKind)n->kind) {
    case NV_VEC_LITERAL:
        value->home = nv_x86_mem(LITERALS, w->literals * w->bytes, false);
        memcpy(w->literal[w->literals++], n->bits, sizeof(n->bits));
        break;
    case NV_VEC_SPREAD:
        value->home = nv_x86_mem(DATA, n->at, false);
        value->home.spread = n->imm;
        break;
    case NV_VEC_DATA:
        value->home = nv_x86_mem(DATA, n->at, false);
        break;
    default:
        value->home = nv_x86_mem(LANES, n->at - w->v->lanes.x, false);
        value->home.spread = n->kind == NV_VEC_FIRST ? 4 : 0;
        break;
    }
}

/* ---- nodes ---- */

NvX86Arg nv_vec_operand(NvVecWriter *w, NvX86Op op, NvVecVal from)
{
    const NvRaValue *v = &w->ra.value[from];

    if (nv_x86_rounds(op)) {
        return nv_x86_reg(nv_ra_use(&w->ra, from));
    }
    if (v->reg < 0 && nv_x86_spreads(&w->e, op, v->home.spread)) {
        return v->home;
    }
    return nv_ra_operand(&w->ra, from);
}

/* A leaf that could be an operand, but for its place. */
static bool wants_right(const NvVecWriter *w, const NvVecNode *n)
{
    return nv_x86_commutes(n->op) && !n->has_imm &&
           w->ra.value[n->arg[0]].uniform && !w->ra.value[n->arg[1]].uniform;
}

static unsigned write_op(NvVecWriter *w, const NvVecNode *n)
{
    bool swap = wants_right(w, n);
    NvVecVal left = n->arg[swap];
    unsigned a = left ? nv_ra_use(&w->ra, left) : 0;
    NvX86Arg b = nv_vec_operand(w, n->op, n->arg[!swap]);
    unsigned d = nv_ra_temp(&w->ra);

    if (n->has_imm) {
        nv_x86_op_imm(&w->e, n->op, d, a, b, n->imm);
    } else {
        nv_x86_op(&w->e, n->op, d, a, b);
    }
    return d;
}

/* Whether all bits of each word of @mask are equal, as far as it shows. */
static bool all_or_nothing(const NvVec *v, NvVecVal mask)
{
    const NvVecNode *n = &v->node[mask];

    if (n->kind != NV_VEC_OP) {
        return false;
    }
    switch (n->op) {
    case NV_X86_PCMPGTD:
    case NV_X86_PCMPEQD:
    case NV_X86_CMPPS:
    case NV_X86_CMPPD:
        return true;
    case NV_X86_PAND:
    case NV_X86_PANDN:
    case NV_X86_POR:
        return all_or_nothing(v, n->arg[0]) && all_or_nothing(v, n->arg[1]);
    default:
        return false;
    }
}

static unsigned write_choose(NvVecWriter *w, const NvVecNode *n)
{
    bool full = !w->v->node[n->arg[2]].as_mask &&
                all_or_nothing(w->v, n->arg[2]);
    unsigned mask = full ? nv_ra_use(&w->ra, n->arg[2])
                         : nv_vec_mask(w, n->arg[2]);
    unsigned a = nv_ra_use(&w->ra, n->arg[0]);
    NvX86Arg b = nv_vec_operand(w, NV_X86_PAND, n->arg[1]);
    unsigned d = nv_ra_temp(&w->ra);

    if (full) {
        nv_x86_blend_full(&w->e, d, a, b, mask);
    } else {
        nv_x86_blendv(&w->e, d, a, b, mask);
    }
    return d;
}

static unsigned write_fma(NvVecWriter *w, const NvVecNode *n)
{
    unsigned a = nv_ra_use(&w->ra, n->arg[1]), d;
    NvX86Arg b = nv_vec_operand(w, n->op, n->arg[2]);

    d = nv_ra_temp(&w->ra);
    nv_x86_load(&w->e, d, w->ra.value[n->arg[0]].reg >= 0 ?
                nv_x86_reg(w->ra.value[n->arg[0]].reg) :
                w->ra.value[n->arg[0]].home);
    if (n->has_imm) {
        nv_x86_op_imm(&w->e, n->op, d, a, b, n->imm);
    } else {
        nv_x86_op(&w->e, n->op, d, a, b);
    }
    return d;
}

static unsigned write_value(NvVecWriter *w, const NvVecNode *n)
{
    unsigned a, b, d;

    switch ((NvVecKind)n->kind) {
    case NV_VEC_OP:
        return write_op(w, n);
    case NV_VEC_CHOOSE:
        return write_choose(w, n);
    case NV_VEC_FMA:
        return write_fma(w, n);
    case NV_VEC_GATHER:
        return nv_vec_write_gather(w, n);
    case NV_VEC_LOAD:
        return nv_vec_write_load(w, n);
    case NV_VEC_CALL:
        return nv_vec_write_call(w, n);
    default:
        break;
    }
    a = nv_ra_use(&w->ra, n->arg[0]);
    b = n->arg[1] ? nv_ra_use(&w->ra, n->arg[1]) : 0;
    d = nv_ra_temp(&w->ra);
    if (n->kind == NV_VEC_SHIFT) {
        nv_x86_shift(&w->e, n->op, d, a, n->imm);
    } else if (n->kind == NV_VEC_HALVES) {
        nv_x86_to_halves(&w->e, d, a);
    } else if (n->kind == NV_VEC_UPPER) {
        nv_x86_upper(&w->e, d, a);
    } else if (n->kind == NV_VEC_NARROW) {
        nv_x86_narrow(&w->e, d, a);
    } else {
        nv_x86_join(&w->e, d, a, b);
    }
    return d;
}

static void write_jump(NvVecWriter *w, const NvVecNode *n)
{
    bool exit = n->kind == NV_VEC_EXIT;
    size_t at;

    if (w->exits == NV_VEC_EXITS || w->escapes == NV_VEC_EXITS) {
        w->e.error = "too many exits";
        return;
    }
    nv_vec_test_mask(w, nv_vec_mask(w, n->arg[0]));
    at = nv_x86_jump(&w->e, exit ? NV_X86_IF_0 : NV_X86_IF_NOT_0);
    if (exit) {
        w->exit[w->exits++] = at;
    } else {
        w->escape[w->escapes++] = at;
    }
}

static void write_effect(NvVecWriter *w, const NvVecNode *n)
{
    switch ((NvVecKind)n->kind) {
    case NV_VEC_STORE:
        nv_vec_write_store(w, n);
        break;
    case NV_VEC_COUNT:
        nv_x86_movmsk(&w->e, BITS, nv_vec_mask(w, n->arg[0]));
        nv_x86_count_bits(&w->e, BITS, BITS);
        nv_x86_add_word(&w->e, DATA, n->at, BITS);
        break;
    default:
        write_jump(w, n);
        break;
    }
}

static void write_node(NvVecWriter *w, const NvVecNode *n, NvVecVal i)
{
    if (has_effect(n)) {
        write_effect(w, n);
    } else if (n->as_mask) {
        nv_vec_write_mask(w, i);
    } else {
        nv_ra_define(&w->ra, i, write_value(w, n));
    }
    nv_ra_advance(&w->ra, &w->use[3 * i], 3);
    if (w->masks_held) {
        nv_vec_free_masks(w);
    }
}

static void write_nodes(NvVecWriter *w)
{
    for (unsigned i = 1; i < w->v->count && !w->e.error; i++) {
        const NvVecNode *n = &w->v->node[i];

        if (n->needed && nv_vec_has_code(n)) {
            write_node(w, n, i);
        } else if (n->needed) {
            place_leaf(w, n, &w->value[i]);
        }
    }
}

/* ---- around them ---- */

static void note_escape(NvVecWriter *w, bool escaped)
{
    for (unsigned i = 0; i <= w->v->twice; i++) {
        nv_x86_store_imm(&w->e, LANES,
                         nv_vec_lane_at(w, w->v->lanes.escaped, i), escaped);
    }
}

static void write_loop(NvVecWriter *w)
{
    NvX86 *e = &w->e;
    size_t frame, top, next;

    nv_x86_push(e, NV_RBP);
    nv_x86_mov(e, NV_RBP, NV_RSP);
    nv_x86_and_imm(e, NV_RSP, -64);
    nv_x86_add_imm(e, NV_RSP, 0);
    frame = e->len - 4;
    nv_x86_wide_begin(e);
    top = e->len;
    if (w->v->rows) {
        nv_vec_find_row(w);
    } else {
        note_escape(w, false);
    }
    write_nodes(w);
    next = nv_x86_jump(e, NV_X86_ALWAYS);
    for (unsigned i = 0; i < w->escapes; i++) {
        nv_x86_land(e, w->escape[i]);
    }
    note_escape(w, true);
    nv_x86_land(e, next);
    for (unsigned i = 0; i < w->exits; i++) {
        nv_x86_land(e, w->exit[i]);
    }
    nv_x86_lea(e, LANES, LANES, w->bytes << w->v->twice);
    nv_x86_loop(e, GROUPS, top);
    nv_x86_mov(e, NV_RSP, NV_RBP);
    nv_x86_pop(e, NV_RBP);
    nv_x86_zeroupper(e);
    nv_x86_ret(e);
    if (!e->error) {
        nv_st32(e->buf + frame, -((w->ra.slots * w->bytes + 63) & ~63u));
    }
}

static bool finish(NvVecWriter *w, NvVecCode *out, const char **why)
{
    unsigned each = w->bytes / sizeof(uint64_t);
    void *literals;
    uint64_t *to;

    if (w->e.error) {
        *why = w->e.error;
        return false;
    }
    out->code = nv_code_new(w->e.buf, w->e.len, why);
    if (!out->code) {
        return false;
    }
    out->len = w->e.len;
    out->spills = w->ra.slots - FRAME;
    if (posix_memalign(&literals, w->bytes, MAX(w->literals, 1) * w->bytes)) {
        g_error("no memory for machine code's literals");
    }
    out->literals = to = literals;
    for (unsigned i = 0; i < w->literals * each; i++) {
        to[i] = w->literal[i / each][i % 2];
    }
    memcpy(&out->run, &out->code, sizeof(out->run));
    nv_code_announce(out->code, out->len, "nv2a-pixels");
    return true;
}

/* Of a list that is as long as can be; what is new, the host clears. */
typedef struct Room {
    NvRaValue value[NV_VEC_ROOM];
    NvRaUse use[3 * NV_VEC_ROOM];
    uint64_t literal[NV_VEC_ROOM][2];
    uint16_t uses[NV_VEC_ROOM];
} Room;

static Room *find_room(NvVecWriter *w)
{
    Room *room = w->v->room = w->v->room ? w->v->room : g_new(Room, 1);

    w->value = room->value;
    w->use = room->use;
    w->literal = room->literal;
    return room;
}

/* @v as its code has it, but for the order; false: it has none. */
static bool prepare(NvVec *v, uint16_t *uses)
{
    if (v->twice || v->rows) {
        find_needed(v, uses);
        if ((v->rows && v->calls) || (v->twice && !nv_vec_twice(v))) {
            return false;
        }
    }
    if (v->width > 8) {
        nv_vec_find_masks(v);
    }
    find_needed(v, uses);
    if (v->width > 8) {
        nv_vec_fuse(v, uses);
    }
    return true;
}

bool nv_vec_write(NvVec *v, NvVecCode *out, const char **why)
{
    NvVecWriter w = { .v = v };
    Room *room = find_room(&w);
    bool done;

    memset(out, 0, sizeof(*out));
    if (v->full) {
        *why = "too many operations";
        return false;
    }
    if (!prepare(v, room->uses)) {
        *why = "not for two groups, or rows";
        return false;
    }
    if (v->width > 8) {
        nv_x86_init_wide(&w.e, v->code, NV_VEC_CODE);
    } else {
        nv_x86_init(&w.e, true, v->code, NV_VEC_CODE);
    }
    w.bytes = w.e.target->bytes;
    nv_vec_order(v);
    find_uses(&w);
    nv_ra_init(&w.ra, &w.e, w.value, nv_emit_usable(w.e.target), FRAME);
    write_loop(&w);
    done = finish(&w, out, why);
    nv_ra_clear(&w.ra);
    return done;
}

void nv_vec_code_free(NvVecCode *code)
{
    if (code->code) {
        nv_code_free(code->code, code->len);
        free(code->literals);
    }
    memset(code, 0, sizeof(*code));
}

/* clang 14 has no such word for __builtin_cpu_supports(). */
static bool has_halves(void)
{
    unsigned a, b, c, d;

    return __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C;
}

unsigned nv_vec_width(const char **why)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !has_halves()) {
        *why = "no AVX2 with FMA and halves";
        return 0;
    }
    if (!nv_code_allowed(why)) {
        return 0;
    }
    return __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") ? 16 : 8;
}

#else

unsigned nv_vec_width(const char **why)
{
    *why = "no x86-64";
    return 0;
}

bool nv_vec_write(NvVec *v, NvVecCode *out, const char **why)
{
    memset(out, 0, sizeof(*out));
    nv_vec_width(why);
    return false;
}

void nv_vec_code_free(NvVecCode *code)
{
    memset(code, 0, sizeof(*code));
}

#endif
