/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code that reads and writes memory: pixels in a row at once, others
 * one by one.
 *
 * No hardware facts.
 */
#include "raster/code/vec-priv.h"

/* ---- pixels in memory ---- */

/* @to = where the group's first pixel is, of those in a row. */
static void row_address(NvVecWriter *w, const NvVecNode *n, unsigned to)
{
    NvX86 *e = &w->e;

    nv_x86_load_word(e, BITS, LANES,
                     nv_vec_lane_at(w, w->v->lanes.y, n->imm));
    nv_x86_imul_word(e, BITS, DATA, n->pitch);
    nv_x86_load_pointer(e, to, DATA, n->at);
    nv_x86_add(e, to, BITS);
    nv_x86_load_word(e, BITS, LANES, n->imm * w->bytes);
    nv_x86_index(e, to, to, BITS, 2);
}

void nv_vec_find_row(NvVecWriter *w)
{
    for (unsigned i = 1; i < w->v->count; i++) {
        NvVecNode n = w->v->node[i];
        unsigned k = 0;

        if (!n.needed || (n.kind != NV_VEC_LOAD && n.kind != NV_VEC_STORE)) {
            continue;
        }
        while (k < w->images && w->image[k] != n.at) {
            k++;
        }
        if (k == NV_VEC_IMAGES) {
            w->e.error = "too many images";
        } else if (k == w->images) {
            n.imm = 0;
            row_address(w, &n, ROW + k);
            w->image[w->images++] = n.at;
        }
    }
}

/* The group's pixels, of a list for rows. */
static NvX86Arg row_pixels(const NvVecWriter *w, const NvVecNode *n)
{
    unsigned k = w->image[0] != n->at;

    return nv_x86_mem(ROW + k, n->imm * w->bytes, false);
}

/* A register with the lanes' places in bytes, BASE = the image. */
static unsigned far_addresses(NvVecWriter *w, const NvVecNode *n)
{
    NvX86 *e = &w->e;
    unsigned at = nv_ra_temp(&w->ra), x = nv_ra_temp(&w->ra);
    NvX86Arg pitch = nv_x86_mem(DATA, n->pitch, false);

    pitch.spread = 4;
    nv_x86_load(e, at, pitch);
    nv_x86_op(e, NV_X86_PMULLD, at, at,
              nv_x86_mem(LANES, nv_vec_lane_at(w, w->v->lanes.y, n->imm),
                         false));
    nv_x86_load(e, x, nv_x86_mem(LANES, n->imm * w->bytes, false));
    nv_x86_shift(e, NV_X86_PSLLD, x, x, 2);
    nv_x86_op(e, NV_X86_PADDD, at, at, nv_x86_reg(x));
    nv_ra_drop(&w->ra, x);
    nv_x86_load_pointer(e, BASE, DATA, n->at);
    return at;
}

/* The jump taken if the group's pixels lie apart. */
static size_t if_apart(NvVecWriter *w, const NvVecNode *n)
{
    nv_x86_load_word(&w->e, BITS, LANES,
                     nv_vec_lane_at(w, w->v->lanes.row, n->imm));
    nv_x86_test(&w->e, BITS);
    return nv_x86_jump(&w->e, NV_X86_IF_0);
}

static void gather(NvVecWriter *w, unsigned d, unsigned index, unsigned mask)
{
    bool wide = w->e.wide;
    unsigned m = wide ? NV_X86_MASK : nv_ra_temp(&w->ra);

    if (wide) {
        nv_x86_copy_mask(&w->e, m, mask);
    } else {
        nv_x86_load(&w->e, m, nv_x86_reg(mask));
    }
    nv_x86_op(&w->e, NV_X86_PXOR, d, d, nv_x86_reg(d));
    nv_x86_gather_bytes(&w->e, d, BASE, index, m);
    if (!wide) {
        nv_ra_drop(&w->ra, m);
    }
}

static unsigned load_row(NvVecWriter *w, const NvVecNode *n)
{
    bool all = nv_vec_is_all(w->v, n->arg[0]);
    unsigned mask = all ? 0 : nv_vec_mask(w, n->arg[0]);
    unsigned d = nv_ra_temp(&w->ra);

    if (all) {
        nv_x86_load(&w->e, d, row_pixels(w, n));
    } else {
        nv_x86_load_masked(&w->e, d, mask, row_pixels(w, n));
    }
    return d;
}

unsigned nv_vec_write_load(NvVecWriter *w, const NvVecNode *n)
{
    unsigned mask, at, d, x, m;
    size_t apart, done;

    if (w->v->rows) {
        return load_row(w, n);
    }
    mask = nv_vec_mask(w, n->arg[0]);
    d = nv_ra_temp(&w->ra);
    x = nv_ra_temp(&w->ra);
    m = nv_ra_temp(&w->ra);
    /* Registers first: both ways must leave the same ones. */
    nv_ra_drop(&w->ra, x);
    nv_ra_drop(&w->ra, m);
    apart = if_apart(w, n);
    row_address(w, n, BASE);
    nv_x86_load_masked(&w->e, d, mask, nv_x86_mem(BASE, 0, false));
    done = nv_x86_jump(&w->e, NV_X86_ALWAYS);
    nv_x86_land(&w->e, apart);
    at = far_addresses(w, n);
    gather(w, d, at, mask);
    nv_ra_drop(&w->ra, at);
    nv_x86_land(&w->e, done);
    return d;
}

/* Pixel by pixel. */
static void scatter(NvVecWriter *w, unsigned mask)
{
    NvX86 *e = &w->e;
    size_t none, top;

    nv_x86_movmsk(e, BITS, mask);
    nv_x86_test(e, BITS);
    none = nv_x86_jump(e, NV_X86_IF_0);
    top = e->len;
    nv_x86_lowest_bit(e, BIT, BITS);
    nv_x86_load_word_by(e, INDEX, NV_RSP, BIT, FRAME_INDEX * w->bytes);
    nv_x86_load_word_by(e, WORD, NV_RSP, BIT, FRAME_WORDS * w->bytes);
    nv_x86_store_word_at(e, BASE, INDEX, WORD);
    nv_x86_clear_bit(e, BITS, BIT);
    nv_x86_test(e, BITS);
    nv_x86_jump_back(e, NV_X86_IF_NOT_0, top);
    nv_x86_land(e, none);
}

/*
 * The group's words at @to: all at once where all lanes are written, as
 * mostly, for some hosts take long over masks.
 */
static void store_row(NvVecWriter *w, NvX86Arg to, unsigned mask,
                      unsigned words)
{
    NvX86 *e = &w->e;
    size_t some, done;

    if (e->wide) {
        nv_x86_test_mask(e, mask);
        some = nv_x86_jump(e, NV_X86_IF_NOT_ALL);
    } else {
        nv_x86_movmsk(e, BITS, mask);
        nv_x86_add_imm(e, BITS, -(int)NV_BIT(w->v->width) + 1);
        nv_x86_test(e, BITS);
        some = nv_x86_jump(e, NV_X86_IF_NOT_0);
    }
    nv_x86_store(e, to, words);
    done = nv_x86_jump(e, NV_X86_ALWAYS);
    nv_x86_land(e, some);
    nv_x86_store_masked(e, to, mask, words);
    nv_x86_land(e, done);
}

void nv_vec_write_store(NvVecWriter *w, const NvVecNode *n)
{
    NvX86 *e = &w->e;
    unsigned words = nv_ra_use(&w->ra, n->arg[1]), mask, at, x;
    size_t apart, done;

    if (w->v->rows && nv_vec_is_all(w->v, n->arg[0])) {
        nv_x86_store(e, row_pixels(w, n), words);
        return;
    }
    mask = nv_vec_mask(w, n->arg[0]);
    if (w->v->rows) {
        store_row(w, row_pixels(w, n), mask, words);
        return;
    }
    at = nv_ra_temp(&w->ra);
    x = nv_ra_temp(&w->ra);
    nv_ra_drop(&w->ra, at);
    nv_ra_drop(&w->ra, x);
    apart = if_apart(w, n);
    row_address(w, n, BASE);
    store_row(w, nv_x86_mem(BASE, 0, false), mask, words);
    done = nv_x86_jump(e, NV_X86_ALWAYS);
    nv_x86_land(e, apart);
    at = far_addresses(w, n);
    if (e->wide) {
        nv_x86_wide_scatter(e, BASE, at, mask, words);
    } else {
        nv_x86_store(e, nv_vec_frame(w, FRAME_INDEX), at);
        nv_x86_store(e, nv_vec_frame(w, FRAME_WORDS), words);
        scatter(w, mask);
    }
    nv_ra_drop(&w->ra, at);
    nv_x86_land(e, done);
}

unsigned nv_vec_write_gather(NvVecWriter *w, const NvVecNode *n)
{
    unsigned index = nv_ra_use(&w->ra, n->arg[0]);
    unsigned mask = nv_vec_mask(w, n->arg[1]);
    unsigned d = nv_ra_temp(&w->ra);

    nv_x86_load_pointer(&w->e, BASE, DATA, n->at);
    gather(w, d, index, mask);
    return d;
}
