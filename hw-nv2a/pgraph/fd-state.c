/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What FE's commands leave in the tessellator's state words (RDI 0x3d), in
 * IDX's count of open patches and in its coefficient cache.  Facts: words
 * that public hardware tests (envytools) read back from cards; what most
 * fields mean is not known, so they have the names of their offsets.
 */
#include "pgraph/fd-state.h"

#include "base/bits.h"

/* State words; nv_fd_word() finds them. */
enum {
    BEGIN_A = 0, BEGIN_B, PATCH_C, UNK14 = 5, UNK18, UNK1C, UNK20, UNK24,
    UNK30 = 12, UNK34, PATCH_D,
};

static void set(NvPgraph *pg, unsigned word, unsigned pos, unsigned width,
                uint32_t v)
{
    uint32_t *at = nv_fd_word(pg, word);

    *at = nv_deposit(*at, pos, width, v);
}

static uint32_t get(NvPgraph *pg, unsigned word, unsigned pos,
                    unsigned width)
{
    return nv_extract(*nv_fd_word(pg, word), pos, width);
}

/* A bit for each of the eight 4-bit orders that is not 0. */
static uint32_t orders(uint32_t v)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < 8; i++) {
        bits |= (uint32_t)(nv_extract(v, i * 4, 4) != 0) << i;
    }
    return bits;
}

static void begin(NvPgraph *pg, unsigned which, uint32_t v)
{
    *nv_fd_word(pg, BEGIN_A + which) = v;
    set(pg, UNK1C, 14 + 8 * which, 8, orders(v));
}

static void patch_c(NvPgraph *pg, uint32_t v)
{
    *nv_fd_word(pg, PATCH_C) = v;
    set(pg, UNK20, 27, 5, v >> 21);
    set(pg, UNK1C, 0, 5, v >> 26);
    set(pg, UNK1C, 5, 9, 0x1ff);
}

/* --- BEGIN_PATCH_D --- */

/* Bit 0: a border at the start, bit 1: at the end; 3 and 4 have both. */
static unsigned borders(unsigned side)
{
    return side == 4 ? 3 : side & 3;
}

/* The borders a patch has, in the order they are drawn. */
static void patch_sequence(NvPgraph *pg, unsigned a, unsigned b)
{
    const struct {
        bool there;
        uint8_t code, reversed;
    } border[4] = {
        { borders(a) & 2, 1, a == 6 }, { borders(b) & 2, 3, b == 6 },
        { borders(a) & 1, 0, a == 5 }, { borders(b) & 1, 2, b == 5 },
    };
    uint8_t sequence[4] = { 0, 1, 2, 3 };
    unsigned count = 0;

    for (unsigned i = 0; i < 4; i++) {
        if (border[i].there) {
            sequence[count] = border[i].code;
            set(pg, UNK24, 20 + count, 1, border[i].reversed);
            count++;
        }
    }
    set(pg, UNK20, 0, 2, sequence[1]);
    set(pg, UNK20, 2, 4, sequence[0]);
    set(pg, UNK24, 24, 2, sequence[3]);
    set(pg, UNK24, 26, 2, sequence[2]);
    set(pg, UNK24, 15, 1, 0);
    set(pg, UNK24, 16, 4, borders(a) >> 1 | (borders(b) >> 1) << 1 |
                          (borders(a) & 1) << 2 | (borders(b) & 1) << 3);
}

/* Swatches in both directions; one more for what is left over. */
static void patch_swatches(NvPgraph *pg, unsigned a, unsigned b)
{
    unsigned columns = get(pg, PATCH_C, 0, 8), rows = get(pg, PATCH_C, 8, 8);
    unsigned left = get(pg, UNK1C, 0, 5), below = get(pg, UNK20, 27, 5);
    bool first_a = borders(a) & 1, first_b = borders(b) & 1;
    bool empty = !columns && !rows && (left == first_a || below == first_b);
    bool more_a = left && (columns || left > 1 || !first_a || !rows);
    bool more_b = below && (rows || below > 1 || !first_b);

    set(pg, UNK20, 9, 9, columns + more_a);
    set(pg, UNK20, 18, 9, rows + more_b);
    set(pg, UNK34, 11, 1, empty);
}

static void patch_d(NvPgraph *pg, uint32_t v)
{
    unsigned a = nv_extract(v, 0, 3), b = nv_extract(v, 3, 3);

    nv_idx_patch(pg->idx, 1);
    set(pg, UNK18, 6, 2, 0);
    set(pg, UNK18, 8, 1, 1);
    set(pg, UNK18, 10, 1, 1);
    set(pg, UNK18, 23, 5, 0x1f);
    patch_sequence(pg, a, b);
    set(pg, UNK20, 6, 1, v >> 14);
    set(pg, UNK20, 7, 1, 0);
    set(pg, UNK20, 8, 1, v >> 16);
    patch_swatches(pg, a, b);
    set(pg, UNK30, 10, 3, 1);
    set(pg, UNK30, 13, 8, v >> 24);
    *nv_fd_word(pg, PATCH_D) = v;
}

static void end_patch(NvPgraph *pg)
{
    nv_idx_patch(pg->idx, -1);
    set(pg, UNK18, 8, 10, 0);
    set(pg, UNK30, 10, 1, 0);
    set(pg, UNK34, 16, 1, 0);
}

/* --- CURVE_DATA: four words, then the next coefficient --- */

static void curve_data(NvPgraph *pg, unsigned index, uint32_t v)
{
    unsigned mode = get(pg, UNK14, 28, 3);
    unsigned at = get(pg, UNK18, 0, 6);
    bool high;

    if (!mode) {
        return;
    }
    high = mode == 1 ? get(pg, UNK34, 16, 1)
                     : mode == 3 || mode == 4 || mode == 6;
    if (get(pg, UNK18, 8, 1)) {
        nv_idx_cache_store(pg->idx, high << 1 | (at & 1),
                           (at >> 1) * 4 + index, v);
    }
    if (index == 3) {
        set(pg, UNK18, 0, 6, mode & 2 ? at - 1 : at + 1);
    }
}

void nv_fd_command(NvPgraph *pg, NvFdCommand command, unsigned index,
                   uint32_t v)
{
    nv_idx_fd(pg->idx, command + 4 * index, v);
    switch (command) {
    case NV_FD_END_PATCH:
        end_patch(pg);
        break;
    case NV_FD_CURVE_DATA:
        curve_data(pg, index, v);
        break;
    case NV_FD_BEGIN:
        begin(pg, index, v);
        break;
    case NV_FD_BEGIN_PATCH_C:
        if (index == 0) {
            patch_c(pg, v);
        } else {
            patch_d(pg, v);
        }
        break;
    }
}
