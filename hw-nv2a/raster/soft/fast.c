/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whole spans without stages for the most common state: flat or smooth
 * colour, opaque, 32-bit linear surface, with or without a fixed depth test.
 * Models nothing of its own: every bit must equal what the stages give.
 */
#include "raster/soft/soft.h"

static inline uint32_t depth_value(double z, double max)
{
    z = z > 0.0 ? z : 0.0;
    z = z < max ? z : max;
    return (uint32_t)(int32_t)z;
}

static void depth_line(const NvSoftPrim *prim, const NvSoftRun *run,
                       double max, uint32_t *out)
{
    int x[NV_SOFT_SPAN], y[NV_SOFT_SPAN];
    double z[NV_SOFT_SPAN];
    unsigned n = run->n;

    assert(n && n <= NV_SOFT_SPAN);
    for (unsigned i = 0; i < n; i++) {
        x[i] = (int)run->x + (int)i;
        y[i] = (int)run->y;
        z[i] = prim->z.c;
    }
    if (!prim->depth.flat && prim->weighted) {
        nv_soft_depth(prim, x, y, n, z);
    }
    for (unsigned i = 0; i < n; i++) {
        out[i] = depth_value(z[i], max);
    }
}

/* The run's first pixel. */
static uint8_t *pixels(const NvSoftSurface *s, const NvSoftRun *run)
{
    return s->data + (size_t)run->y * s->pitch + s->bytes * (size_t)run->x;
}

static uint64_t depth24(const NvSoft *s, const NvSoftPrim *prim,
                        const NvSoftRun *run)
{
    uint8_t *p = pixels(&s->zeta, run);
    unsigned func = s->pixel->depth.func, n = run->n;
    bool write = s->pixel->depth.write;
    uint32_t z[NV_SOFT_SPAN];
    uint64_t live = 0;

    depth_line(prim, run, 16777215.0, z);
    for (unsigned i = 0; i < n; i++) {
        uint32_t old = nv_ld32(p + 4 * i);
        bool pass = nv_soft_compare(func, z[i], old >> 8);

        live |= (uint64_t)pass << i;
        if (pass && write) {
            nv_st32(p + 4 * i, z[i] << 8 | (old & 255));
        }
    }
    return live;
}

static uint64_t depth16(const NvSoft *s, const NvSoftPrim *prim,
                        const NvSoftRun *run)
{
    uint8_t *p = pixels(&s->zeta, run);
    unsigned func = s->pixel->depth.func, n = run->n;
    bool write = s->pixel->depth.write;
    uint32_t z[NV_SOFT_SPAN];
    uint64_t live = 0;

    depth_line(prim, run, 65535.0, z);
    for (unsigned i = 0; i < n; i++) {
        bool pass = nv_soft_compare(func, z[i], nv_ld16(p + 2 * i));

        live |= (uint64_t)pass << i;
        if (pass && write) {
            nv_st16(p + 2 * i, z[i]);
        }
    }
    return live;
}

static uint8_t byte_of(NvSym sym, uint8_t v0)
{
    return sym == NV_SYM_V0 ? v0 : sym == NV_SYM_ONE ? 255 : 0;
}

static uint32_t flat_word(const NvSoft *s, const NvSoftPrim *prim)
{
    const NvSoftCombiners *rc = &s->rc;
    uint32_t word = s->color.format->fill;

    for (unsigned c = 0; c < 4; c++) {
        NvSym sym = c == 3 ? rc->a_sym : rc->rgb_sym;
        uint8_t v0 = sym == NV_SYM_V0 ? prim->color[0][0][c] : 0;

        word |= s->encode.channel[c][byte_of(sym, v0)];
    }
    return word;
}

static void color_flat(const NvSoft *s, const NvSoftPrim *prim, unsigned n,
                       uint32_t *words)
{
    uint32_t word = flat_word(s, prim);

    for (unsigned i = 0; i < n; i++) {
        words[i] = word;
    }
}

/* Formats with eight-bit channels at 23:0 only, so bytes shift in place. */
static void color_smooth(const NvSoft *s, NvSoftSpan *sp,
                         const NvSoftRun *run, uint32_t *words)
{
    const NvSoftPrim *prim = sp->prim;
    const uint8_t (*v)[NV_SOFT_SPAN] =
        (const uint8_t (*)[NV_SOFT_SPAN])sp->color[0];
    const NvSoftCombiners *rc = &s->rc;
    uint32_t base = s->color.format->fill;
    unsigned n = run->n;

    nv_soft_span_begin(sp, prim);
    nv_soft_span_add(sp, run->x, run->y, n);
    nv_soft_span_weights(sp);
    nv_soft_span_color(sp, 0);
    if (rc->a_sym != NV_SYM_V0) {
        base |= s->encode.channel[3][byte_of(rc->a_sym, 0)];
    }
    if (rc->rgb_sym != NV_SYM_V0) {
        base |= rc->rgb_sym == NV_SYM_ONE ? 0xffffff : 0;
    }
    for (unsigned i = 0; i < n; i++) {
        words[i] = base;
    }
    for (unsigned i = 0; i < n && rc->rgb_sym == NV_SYM_V0; i++) {
        words[i] |= (uint32_t)v[0][i] << 16 | v[1][i] << 8 | v[2][i];
    }
    for (unsigned i = 0; i < n && rc->a_sym == NV_SYM_V0; i++) {
        words[i] |= s->encode.channel[3][v[3][i]];
    }
}

static void write_live(const NvSoft *s, const NvSoftRun *run, uint64_t live,
                       const uint32_t *words)
{
    uint8_t *p = pixels(&s->color, run);
    unsigned n = run->n;

    for (unsigned i = 0; i < n; i++) {
        if (live >> i & 1) {
            nv_st32(p + 4 * i, words[i]);
        }
    }
}

static void write_all(const NvSoft *s, const NvSoftRun *run,
                      const uint32_t *words)
{
    uint8_t *p = pixels(&s->color, run);
    unsigned n = run->n;

    for (unsigned i = 0; i < n; i++) {
        nv_st32(p + 4 * i, words[i]);
    }
}

static bool fast_span(const NvSoft *s, NvSoftScratch *scratch,
                      const NvSoftRun *run, unsigned zbits)
{
    const NvSoftPrim *prim = scratch->span.prim;
    uint64_t all = UINT64_MAX >> (NV_SOFT_SPAN - run->n);
    uint64_t live = all;
    uint32_t words[NV_SOFT_SPAN];

    assert(run->n && run->n <= NV_SOFT_SPAN);
    if (!prim->inside) {
        return false;
    }
    if (zbits) {
        live = zbits == 24 ? depth24(s, prim, run) : depth16(s, prim, run);
    }
    nv_soft_count_live(s, scratch, live);
    if (!live) {
        return true;
    }
    if (prim->flat[0]) {
        color_flat(s, prim, run->n, words);
    } else {
        color_smooth(s, &scratch->span, run, words);
    }
    if (live == all) {
        write_all(s, run, words);
    } else {
        write_live(s, run, live, words);
    }
    return true;
}

static bool fast_plain(const NvSoft *s, NvSoftScratch *scratch,
                       const NvSoftRun *run)
{
    return fast_span(s, scratch, run, 0);
}

bool nv_soft_flat_word(const NvSoft *s, const NvSoftPrim *prim,
                       uint32_t *word)
{
    if (s->fast != fast_plain || !prim->inside || !prim->flat[0]) {
        return false;
    }
    *word = flat_word(s, prim);
    return true;
}

void nv_soft_flat_line(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                       unsigned x1, unsigned y, uint32_t word)
{
    uint8_t *p = s->color.data + (size_t)y * s->color.pitch +
                 4 * (size_t)x0;

    for (unsigned n = x1 - x0; n; n--, p += 4) {
        nv_st32(p, word);
    }
    if (s->pixel->primitive.count) {
        scratch->passed += x1 - x0;
    }
}

static bool fast_z24(const NvSoft *s, NvSoftScratch *scratch,
                     const NvSoftRun *run)
{
    return fast_span(s, scratch, run, 24);
}

static bool fast_z16(const NvSoft *s, NvSoftScratch *scratch,
                     const NvSoftRun *run)
{
    return fast_span(s, scratch, run, 16);
}

static bool simple(NvSym sym)
{
    return sym == NV_SYM_V0 || sym == NV_SYM_ONE || sym == NV_SYM_ZERO;
}

NvSoftFastFn nv_soft_fast_span(const NvSoft *s)
{
    const NvPixelState *p = s->pixel;

    if (!nv_soft_wants_color(s) || !nv_soft_is_plain(s) ||
        s->color.bytes != 4 || s->color.swizzled || s->samples > 1 ||
        nv_soft_wants_window(s) || nv_soft_wants_stipple(s) ||
        p->alpha.test || nv_soft_wants_shader(s) ||
        p->program.on || s->color.format->pos[0] != 16 ||
        !simple(s->rc.rgb_sym) || !simple(s->rc.a_sym)) {
        return NULL;
    }
    if (!nv_soft_wants_zeta(s)) {
        return fast_plain;
    }
    if (nv_soft_has_stencil(s) || p->depth.bounds || p->depth.is_float ||
        p->depth.by_w || s->zeta.swizzled || s->zeta.data == s->color.data) {
        return NULL;
    }
    return p->depth.bits == 24 ? fast_z24 : fast_z16;
}
