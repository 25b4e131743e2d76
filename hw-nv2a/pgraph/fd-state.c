/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What FE's commands leave in the tessellator's state words (RDI 0x3d), in
 * IDX's count of open patches and in its coefficient cache.  Facts: words
 * that public hardware tests (envytools) read back from cards; what most
 * fields mean is not known, so they have the names of their offsets.
 */
#include "pgraph/fd-state.h"

#include "base/bits.h"

/* Words that are kept as they came; nv_fd_word() finds them. */
enum { BEGIN_A, BEGIN_B, PATCH_C, PATCH_D = 14 };

/* X(name, word, high bit, low bit); named by offset where nobody knows. */
#define FD_FIELDS(X) \
    X(COLUMNS, PATCH_C, 7, 0) \
    X(ROWS, PATCH_C, 15, 8) \
    X(CURVE_MODE, 5, 30, 28) \
    X(COEFF, 6, 5, 0) \
    X(UNK18_6, 6, 7, 6) \
    X(COEFF_ENABLE, 6, 8, 8) \
    X(UNK18_10, 6, 10, 10) \
    X(UNK18_END, 6, 17, 8) \
    X(UNK18_23, 6, 27, 23) \
    X(LEFT, 7, 4, 0) \
    X(UNK1C_5, 7, 13, 5) \
    X(ORDERS_A, 7, 21, 14) \
    X(ORDERS_B, 7, 29, 22) \
    X(BORDER_1, 8, 1, 0) \
    X(BORDER_0, 8, 5, 2) \
    X(UNK20_6, 8, 6, 6) \
    X(UNK20_7, 8, 7, 7) \
    X(UNK20_8, 8, 8, 8) \
    X(SWATCH_COLUMNS, 8, 17, 9) \
    X(SWATCH_ROWS, 8, 26, 18) \
    X(BELOW, 8, 31, 27) \
    X(UNK24_15, 9, 15, 15) \
    X(BORDERS, 9, 19, 16) \
    X(REVERSED_0, 9, 20, 20) \
    X(REVERSED_1, 9, 21, 21) \
    X(REVERSED_2, 9, 22, 22) \
    X(REVERSED_3, 9, 23, 23) \
    X(BORDER_3, 9, 25, 24) \
    X(BORDER_2, 9, 27, 26) \
    X(UNK30_10, 12, 10, 10) \
    X(UNK30_10_WIDE, 12, 12, 10) \
    X(UNK30_13, 12, 20, 13) \
    X(EMPTY, 13, 11, 11) \
    X(COEFF_HIGH, 13, 16, 16)

typedef enum FdField {
#define X(name, word, high, low) name,
    FD_FIELDS(X)
#undef X
} FdField;

static const struct {
    uint8_t word, low, width;
} places[] = {
#define X(name, word, high, low) { word, low, (high) - (low) + 1 },
    FD_FIELDS(X)
#undef X
};

static void set(NvPgraph *pg, FdField field, uint32_t v)
{
    uint32_t *at = nv_fd_word(pg, places[field].word);

    *at = nv_deposit(*at, places[field].low, places[field].width, v);
}

static uint32_t get(NvPgraph *pg, FdField field)
{
    return nv_extract(*nv_fd_word(pg, places[field].word), places[field].low,
                      places[field].width);
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
    set(pg, which ? ORDERS_B : ORDERS_A, orders(v));
}

static void patch_c(NvPgraph *pg, uint32_t v)
{
    *nv_fd_word(pg, PATCH_C) = v;
    set(pg, BELOW, v >> 21);
    set(pg, LEFT, v >> 26);
    set(pg, UNK1C_5, UINT32_MAX);
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
            set(pg, REVERSED_0 + count, border[i].reversed);
            count++;
        }
    }
    set(pg, BORDER_0, sequence[0]);
    set(pg, BORDER_1, sequence[1]);
    set(pg, BORDER_2, sequence[2]);
    set(pg, BORDER_3, sequence[3]);
    set(pg, UNK24_15, 0);
    set(pg, BORDERS, borders(a) >> 1 | (borders(b) >> 1) << 1 |
                     (borders(a) & 1) << 2 | (borders(b) & 1) << 3);
}

/* Swatches in both directions; one more for what is left over. */
static void patch_swatches(NvPgraph *pg, unsigned a, unsigned b)
{
    unsigned columns = get(pg, COLUMNS), rows = get(pg, ROWS);
    unsigned left = get(pg, LEFT), below = get(pg, BELOW);
    bool first_a = borders(a) & 1, first_b = borders(b) & 1;
    bool empty = !columns && !rows && (left == first_a || below == first_b);
    bool more_a = left && (columns || left > 1 || !first_a || !rows);
    bool more_b = below && (rows || below > 1 || !first_b);

    set(pg, SWATCH_COLUMNS, columns + more_a);
    set(pg, SWATCH_ROWS, rows + more_b);
    set(pg, EMPTY, empty);
}

static void patch_d(NvPgraph *pg, uint32_t v)
{
    unsigned a = nv_extract(v, 0, 3), b = nv_extract(v, 3, 3);

    nv_idx_patch(pg->idx, 1);
    set(pg, UNK18_6, 0);
    set(pg, COEFF_ENABLE, 1);
    set(pg, UNK18_10, 1);
    set(pg, UNK18_23, UINT32_MAX);
    patch_sequence(pg, a, b);
    set(pg, UNK20_6, v >> 14);
    set(pg, UNK20_7, 0);
    set(pg, UNK20_8, v >> 16);
    patch_swatches(pg, a, b);
    set(pg, UNK30_10_WIDE, 1);
    set(pg, UNK30_13, v >> 24);
    *nv_fd_word(pg, PATCH_D) = v;
}

static void end_patch(NvPgraph *pg)
{
    nv_idx_patch(pg->idx, -1);
    set(pg, UNK18_END, 0);
    set(pg, UNK30_10, 0);
    set(pg, COEFF_HIGH, 0);
}

/* --- CURVE_DATA: four words, then the next coefficient --- */

static void curve_data(NvPgraph *pg, unsigned index, uint32_t v)
{
    unsigned mode = get(pg, CURVE_MODE);
    unsigned at = get(pg, COEFF);
    bool high;

    if (!mode) {
        return;
    }
    high = mode == 1 ? get(pg, COEFF_HIGH)
                     : mode == 3 || mode == 4 || mode == 6;
    if (get(pg, COEFF_ENABLE)) {
        nv_idx_cache_store(pg->idx, high << 1 | (at & 1),
                           (at >> 1) * 4 + index, v);
    }
    if (index == 3) {
        set(pg, COEFF, mode & 2 ? at - 1 : at + 1);
    }
}

void nv_fd_command(NvPgraph *pg, NvFdCommand command, unsigned index,
                   uint32_t v)
{
    assert(index < 4);
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
