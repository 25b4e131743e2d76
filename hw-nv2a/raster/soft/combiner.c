/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register combiners: up to eight general stages and the final one.  Codes
 * are the hardware's register, mapping and output tables; values stay floats
 * in [-1, 1] between stages, where silicon may keep nine bits (guess).
 */
#include "raster/soft/soft.h"

enum {
    R_ZERO = 0, R_C0 = 1, R_C1 = 2, R_FOG = 3, R_V0 = 4, R_V1 = 5, R_T0 = 8,
    R_SPARE0 = 12, R_SPARE1 = 13, R_SUM = 14, R_EF = 15,
};

/* ---- decoding the bundles ---- */

static NvCombinerArg decode_arg(uint32_t word, unsigned pos)
{
    return (NvCombinerArg) {
        .reg = nv_extract(word, pos, 4),
        .alpha = nv_extract(word, pos + 4, 1),
        .map = nv_extract(word, pos + 5, 3),
    };
}

/* 0 when the hardware has no such register to write. */
static uint8_t decode_dest(uint32_t word, unsigned pos)
{
    unsigned reg = nv_extract(word, pos, 4);

    return 0x3f30 >> reg & 1 ? reg : 0;
}

/* Rankine's scale is two's complement of three bits, moving the rest up. */
static void decode_part(NvCombinerPart *p, uint32_t in, uint32_t out,
                        bool color, bool late)
{
    unsigned wide = late ? 4 : 3;

    for (unsigned i = 0; i < 4; i++) {
        p->in[i] = decode_arg(in, 24 - 8 * i);
    }
    p->cd = decode_dest(out, 0);
    p->ab = decode_dest(out, 4);
    p->sum = decode_dest(out, 8);
    p->dot_cd = color && out & NV_BIT(12);
    p->dot_ab = color && out & NV_BIT(13);
    p->mux = out & NV_BIT(14);
    p->op = nv_extract(out, 15, wide);
    p->blue_cd = color && out & NV_BIT(15 + wide);
    p->blue_ab = color && out & NV_BIT(16 + wide);
}

/* A8R8G8B8 to r g b a. */
static void decode_color(uint32_t word, float rgba[4])
{
    for (unsigned c = 0; c < 4; c++) {
        unsigned pos = c == 3 ? 24 : 16 - 8 * c;

        rgba[c] = nv_extract(word, pos, 8) / 255.0f;
    }
}

static void add_reads(NvCombiners *rc)
{
    uint32_t reads = 0;

    for (unsigned i = 0; i < rc->count; i++) {
        for (unsigned k = 0; k < 4; k++) {
            reads |= NV_BIT(rc->rgb[i].in[k].reg) | NV_BIT(rc->a[i].in[k].reg);
        }
    }
    for (unsigned k = 0; k < 7; k++) {
        reads |= NV_BIT(rc->final[k].reg);
    }
    if (reads & NV_BIT(R_SUM)) {
        reads |= NV_BIT(R_V1) | NV_BIT(R_SPARE0);
    }
    if (reads & NV_BIT(R_SPARE0)) {
        reads |= NV_BIT(R_T0);          /* its first alpha */
    }
    for (unsigned i = 0; i < rc->count; i++) {
        if (rc->rgb[i].mux || rc->a[i].mux) {
            reads |= NV_BIT(R_SPARE0) | NV_BIT(R_T0);
        }
    }
    rc->reads = reads;
}

/* ---- finding the simple cases ---- */

typedef struct SymRegs {
    NvSym rgb[16], a[16];
} SymRegs;

static NvSym sym_mul(NvSym a, NvSym b)
{
    if (a == NV_SYM_ZERO || b == NV_SYM_ZERO) {
        return NV_SYM_ZERO;
    }
    if (a == NV_SYM_ONE || b == NV_SYM_ONE) {
        return a == NV_SYM_ONE ? b : a;
    }
    return NV_SYM_OTHER;
}

static NvSym sym_add(NvSym a, NvSym b)
{
    return a == NV_SYM_ZERO ? b : b == NV_SYM_ZERO ? a : NV_SYM_OTHER;
}

/* Colour argument if @color, else alpha; alpha of blue is not simple. */
static NvSym sym_arg(const SymRegs *r, NvCombinerArg arg, bool color)
{
    NvSym s;

    if (arg.reg == R_ZERO) {
        s = NV_SYM_ZERO;
    } else if (color == arg.alpha) {
        s = NV_SYM_OTHER;
    } else {
        s = color ? r->rgb[arg.reg] : r->a[arg.reg];
    }
    if (arg.map == 1) {
        return s == NV_SYM_ZERO ? NV_SYM_ONE :
               s == NV_SYM_ONE ? NV_SYM_ZERO : NV_SYM_OTHER;
    }
    return arg.map == 0 || arg.map == 6 ? s : NV_SYM_OTHER;
}

static void sym_part(const SymRegs *in, SymRegs *out, const NvCombinerPart *p,
                     bool color)
{
    NvSym *to = color ? out->rgb : out->a;
    NvSym ab = sym_mul(sym_arg(in, p->in[0], color),
                       sym_arg(in, p->in[1], color));
    NvSym cd = sym_mul(sym_arg(in, p->in[2], color),
                       sym_arg(in, p->in[3], color));
    NvSym sum = p->mux ? NV_SYM_OTHER : sym_add(ab, cd);

    if (p->op || p->dot_ab || p->dot_cd || p->blue_ab || p->blue_cd) {
        ab = cd = sum = NV_SYM_OTHER;
    }
    to[p->ab] = ab;
    to[p->cd] = cd;
    to[p->sum] = sum;
    if (p->blue_ab) {
        out->a[p->ab] = NV_SYM_OTHER;
    }
    if (p->blue_cd) {
        out->a[p->cd] = NV_SYM_OTHER;
    }
}

static NvSym sym_final(const SymRegs *r, const NvCombiners *rc)
{
    NvSym a = sym_arg(r, rc->final[0], true);
    NvSym b = sym_arg(r, rc->final[1], true);
    NvSym c = sym_arg(r, rc->final[2], true);
    NvSym d = sym_arg(r, rc->final[3], true);

    if (a == NV_SYM_ONE) {
        return sym_add(b, d);
    }
    if (a == NV_SYM_ZERO) {
        return sym_add(c, d);
    }
    if (c == NV_SYM_ZERO) {
        return sym_add(sym_mul(a, b), d);
    }
    return NV_SYM_OTHER;
}

static void find_simple(NvSoft *s)
{
    NvCombiners *rc = &s->rc;
    SymRegs r = { 0 };

    r.rgb[R_ZERO] = r.a[R_ZERO] = NV_SYM_ZERO;
    r.rgb[R_V0] = r.a[R_V0] = NV_SYM_V0;
    r.rgb[R_SPARE0] = NV_SYM_ZERO;
    r.rgb[R_SPARE1] = r.a[R_SPARE1] = NV_SYM_ZERO;
    for (unsigned i = 0; i < rc->count; i++) {
        SymRegs in = r;

        sym_part(&in, &r, &rc->a[i], false);
        sym_part(&in, &r, &rc->rgb[i], true);
        r.rgb[R_ZERO] = r.a[R_ZERO] = NV_SYM_ZERO;
    }
    r.rgb[R_SUM] = r.rgb[R_EF] = r.a[R_SUM] = r.a[R_EF] = NV_SYM_OTHER;
    rc->rgb_sym = sym_final(&r, rc);
    rc->a_sym = sym_arg(&r, rc->final[6], false);
}

void nv_soft_combiner_setup(NvSoft *s)
{
    NvCombiners *rc = &s->rc;
    uint32_t config = nv_soft_word(s, NV_BUNDLE_RC_CONFIG);
    uint32_t a = nv_soft_word(s, NV_BUNDLE_RC_FINAL_A);
    uint32_t b = nv_soft_word(s, NV_BUNDLE_RC_FINAL_B);
    float fog[4];

    rc->count = nv_extract(config, 0, 4);
    rc->count = rc->count < 8 ? rc->count : 8;
    rc->mux_msb = config & NV_BIT(8);
    for (unsigned i = 0; i < rc->count; i++) {
        decode_part(&rc->rgb[i], nv_soft_word(s, NV_BUNDLE_RC_IN_COLOR + i),
                    nv_soft_word(s, NV_BUNDLE_RC_OUT_COLOR + i), true,
                    s->late);
        decode_part(&rc->a[i], nv_soft_word(s, NV_BUNDLE_RC_IN_ALPHA + i),
                    nv_soft_word(s, NV_BUNDLE_RC_OUT_ALPHA + i), false,
                    s->late);
        decode_color(nv_soft_word(s, NV_BUNDLE_RC_FACTOR_0 +
                                  (config & NV_BIT(12) ? i : 0)),
                     rc->factor[i][0]);
        decode_color(nv_soft_word(s, NV_BUNDLE_RC_FACTOR_1 +
                                  (config & NV_BIT(16) ? i : 0)),
                     rc->factor[i][1]);
    }
    for (unsigned i = 0; i < 7; i++) {
        rc->final[i] = i < 4 ? decode_arg(a, 24 - 8 * i)
                             : decode_arg(b, 24 - 8 * (i - 4));
        rc->final[i].map &= 1;
    }
    rc->sum_clamp = b & NV_BIT(7);
    rc->sum_invert_v1 = b & NV_BIT(6);
    rc->sum_invert_r0 = b & NV_BIT(5);
    decode_color(nv_soft_word(s, NV_BUNDLE_RC_FINAL_FACTOR),
                 rc->final_factor[0]);
    decode_color(nv_soft_word(s, NV_BUNDLE_RC_FINAL_FACTOR + 1),
                 rc->final_factor[1]);
    decode_color(nv_soft_word(s, NV_BUNDLE_FOG_COLOR), fog);
    memcpy(rc->fog, fog, sizeof(rc->fog));
    add_reads(rc);
    if (s->program && !rc->count) {
        rc->reads = 0;          /* the program's output is the colour */
    }
    find_simple(s);
    if (!s->reference) {
        nv_soft_combiner_plan(s);
    }
}

/* ---- running them ---- */

/* Before Rankine 6 is a half; then 14, and 12 and 10 by the pattern. */
const float nv_soft_combiner_scales[16] = {
    1, 1, 2, 2, 4, 4, 0.5f, 0.5f, 8, 8, 0.125f, 0.125f, 0.25f, 0.25f,
    0.5f, 0.5f,
};

bool nv_soft_wants_combiner(const NvSoft *s)
{
    return !s->program || s->rc.count;
}

typedef float Lane[NV_SOFT_SPAN];

static void fill(float *out, float v, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        out[i] = v;
    }
}

static void map_lane(unsigned map, const float *in, float *out, unsigned n)
{
    switch (map) {
#define MAP(code, expression) \
    case code: \
        for (unsigned i = 0; i < n; i++) { \
            float x = in[i]; \
            out[i] = expression; \
        } \
        break;
    MAP(0, nv_soft_pos(x))
    MAP(1, 1.0f - nv_soft_unit(x))
    MAP(2, 2.0f * nv_soft_pos(x) - 1.0f)
    MAP(3, 1.0f - 2.0f * nv_soft_pos(x))
    MAP(4, nv_soft_pos(x) - 0.5f)
    MAP(5, 0.5f - nv_soft_pos(x))
    MAP(6, x)
    default:
    MAP(7, -x)
#undef MAP
    }
}

/* Component @c of an argument; @factor: the stage's two constants. */
static void get(const NvSoft *s, NvSoftSpan *sp, NvCombinerArg arg,
                unsigned c, float factor[2][4], float *out)
{
    Lane constant;
    const float *from = constant;
    unsigned n = sp->n;

    (void)s;
    if (arg.alpha) {
        c = 3;
    }
    if (arg.reg == R_C0 || arg.reg == R_C1) {
        fill(constant, factor[arg.reg - R_C0][c], n);
    } else {
        from = sp->reg[arg.reg][c];
    }
    map_lane(arg.map, from, out, n);
}

static void scale(unsigned op, float *v, unsigned n)
{
    float bias = op & 1 ? -0.5f : 0.0f;

    for (unsigned i = 0; i < n; i++) {
        v[i] = nv_soft_both((v[i] + bias) * nv_soft_combiner_scales[op]);
    }
}

/* Products and the third value of one part, before anything is written. */
typedef struct Result {
    Lane ab[3], cd[3], sum[3];
} Result;

static void dot(Lane v[3], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        v[0][i] = v[1][i] = v[2][i] = v[0][i] + v[1][i] + v[2][i];
    }
}

static void products(NvSoft *s, NvSoftSpan *sp, const NvCombinerPart *p,
                     unsigned parts, float factor[2][4], Result *r)
{
    Lane a, b;

    for (unsigned k = 0; k < parts; k++) {
        unsigned c = parts == 3 ? k : 2;

        get(s, sp, p->in[0], c, factor, a);
        get(s, sp, p->in[1], c, factor, b);
        for (unsigned i = 0; i < sp->n; i++) {
            r->ab[k][i] = a[i] * b[i];
        }
        get(s, sp, p->in[2], c, factor, a);
        get(s, sp, p->in[3], c, factor, b);
        for (unsigned i = 0; i < sp->n; i++) {
            r->cd[k][i] = a[i] * b[i];
        }
    }
    if (p->dot_ab && parts == 3) {
        dot(r->ab, sp->n);
    }
    if (p->dot_cd && parts == 3) {
        dot(r->cd, sp->n);
    }
}

static bool mux_cd(const NvSoft *s, float alpha)
{
    return s->rc.mux_msb ? alpha >= 0.5f
                         : (int)(255.0f * alpha) & 1;
}

static void third(NvSoft *s, NvSoftSpan *sp, const NvCombinerPart *p,
                  unsigned parts, Result *r)
{
    const float *alpha = sp->reg[R_SPARE0][3];

    for (unsigned k = 0; k < parts; k++) {
        for (unsigned i = 0; i < sp->n && p->mux; i++) {
            r->sum[k][i] = mux_cd(s, alpha[i]) ? r->cd[k][i] : r->ab[k][i];
        }
        for (unsigned i = 0; i < sp->n && !p->mux; i++) {
            r->sum[k][i] = r->ab[k][i] + r->cd[k][i];
        }
        scale(p->op, r->ab[k], sp->n);
        scale(p->op, r->cd[k], sp->n);
        scale(p->op, r->sum[k], sp->n);
    }
}

static void put(NvSoftSpan *sp, unsigned reg, unsigned parts,
                const Lane *v)
{
    for (unsigned k = 0; k < parts && reg; k++) {
        memcpy(sp->reg[reg][parts == 3 ? k : 3], v[k],
               sp->n * sizeof(float));
    }
}

static void put_all(NvSoftSpan *sp, const NvCombinerPart *p, unsigned parts,
                    Result *r)
{
    put(sp, p->ab, parts, r->ab);
    if (p->blue_ab) {
        put(sp, p->ab, 1, &r->ab[2]);
    }
    put(sp, p->cd, parts, r->cd);
    if (p->blue_cd) {
        put(sp, p->cd, 1, &r->cd[2]);
    }
    put(sp, p->sum, parts, r->sum);
}

static bool idle(const NvCombinerPart *p)
{
    return !p->ab && !p->cd && !p->sum;
}

/* All inputs of both parts are read before any write. */
static void general(NvSoft *s, NvSoftSpan *sp, unsigned stage)
{
    const NvCombinerPart *rgb = &s->rc.rgb[stage], *a = &s->rc.a[stage];
    Result r_rgb, r_a;

    if (!idle(rgb)) {
        products(s, sp, rgb, 3, s->rc.factor[stage], &r_rgb);
        third(s, sp, rgb, 3, &r_rgb);
    }
    if (!idle(a)) {
        products(s, sp, a, 1, s->rc.factor[stage], &r_a);
        third(s, sp, a, 1, &r_a);
        put_all(sp, a, 1, &r_a);
    }
    if (!idle(rgb)) {
        put_all(sp, rgb, 3, &r_rgb);
    }
}

static const float *unit_table(void)
{
    static float table[256];

    if (table[255] == 0.0f) {
        for (unsigned i = 0; i < 256; i++) {
            table[i] = i / 255.0f;
        }
    }
    return table;
}

static void load_registers(NvSoft *s, NvSoftSpan *sp)
{
    const float *table = unit_table();

    for (unsigned c = 0; c < 4; c++) {
        fill(sp->reg[R_ZERO][c], 0.0f, sp->n);
        fill(sp->reg[R_SPARE0][c], 0.0f, sp->n);
        fill(sp->reg[R_SPARE1][c], 0.0f, sp->n);
        if (c < 3) {
            fill(sp->reg[R_FOG][c], s->rc.fog[c], sp->n);
        }
        for (unsigned v = 0; v < 2; v++) {
            for (unsigned i = 0; i < sp->n &&
                 s->rc.reads >> (R_V0 + v) & 1; i++) {
                sp->reg[R_V0 + v][c][i] = table[sp->color[v][c][i]];
            }
        }
        /* 6, 7 do not exist; 14, 15 only in the final combiner. */
        fill(sp->reg[6][c], 0.0f, sp->n);
        fill(sp->reg[7][c], 0.0f, sp->n);
        fill(sp->reg[R_SUM][c], 0.0f, sp->n);
        fill(sp->reg[R_EF][c], 0.0f, sp->n);
    }
    if (!nv_soft_wants_shader(s) && !s->program) {
        for (unsigned c = 0; c < 16; c++) {
            fill(sp->reg[R_T0 + c / 4][c % 4], c % 4 == 3, sp->n);
        }
    }
    memcpy(sp->reg[R_SPARE0][3], sp->reg[R_T0][3], sp->n * sizeof(float));
}

/* SPARE0 + SECONDARY, and E * F, for the final combiner. */
static void final_inputs(NvSoft *s, NvSoftSpan *sp)
{
    NvCombiners *rc = &s->rc;
    Lane e, f;

    for (unsigned c = 0; c < 3 && rc->reads & NV_BIT(R_SUM); c++) {
        const float *r0 = sp->reg[R_SPARE0][c], *v1 = sp->reg[R_V1][c];

        for (unsigned i = 0; i < sp->n; i++) {
            float a = rc->sum_invert_r0 ? 1.0f - nv_soft_unit(r0[i])
                                        : nv_soft_pos(r0[i]);
            float b = rc->sum_invert_v1 ? 1.0f - nv_soft_unit(v1[i])
                                        : nv_soft_pos(v1[i]);

            /* Clamped even without the flag (hw). */
            sp->reg[R_SUM][c][i] = nv_soft_unit(a + b);
        }
    }
    for (unsigned c = 0; c < 3 && rc->reads & NV_BIT(R_EF); c++) {
        get(s, sp, rc->final[4], c, rc->final_factor, e);
        get(s, sp, rc->final[5], c, rc->final_factor, f);
        for (unsigned i = 0; i < sp->n; i++) {
            sp->reg[R_EF][c][i] = e[i] * f[i];
        }
    }
}

static void store_out(const float *v, uint8_t *out, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        out[i] = (int)(nv_soft_unit(v[i]) * 255.0f + 0.5f);
    }
}

static void final(NvSoft *s, NvSoftSpan *sp)
{
    NvCombiners *rc = &s->rc;
    Lane a, b, c, d;

    final_inputs(s, sp);
    for (unsigned k = 0; k < 3; k++) {
        get(s, sp, rc->final[0], k, rc->final_factor, a);
        get(s, sp, rc->final[1], k, rc->final_factor, b);
        get(s, sp, rc->final[2], k, rc->final_factor, c);
        get(s, sp, rc->final[3], k, rc->final_factor, d);
        for (unsigned i = 0; i < sp->n; i++) {
            a[i] = a[i] * b[i] + (1.0f - a[i]) * c[i] + d[i];
        }
        store_out(a, sp->out[k], sp->n);
    }
    get(s, sp, rc->final[6], 2, rc->final_factor, a);
    store_out(a, sp->out[3], sp->n);
}

void nv_soft_combiner(NvSoft *s, NvSoftSpan *sp)
{
    load_registers(s, sp);
    for (unsigned i = 0; i < s->rc.count; i++) {
        general(s, sp, i);
    }
    final(s, sp);
}
