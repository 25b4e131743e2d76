/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Immediate vertex data: into VAB as IDX converts it; with the position goes a
 * vertex.  Facts as in idx.c.
 */
#include "idx/idx-priv.h"

/* Attributes as Celsius' classes name them on other chips. */
enum { ATTR_COLOR1 = 4, ATTR_FOG = 5 };

/* hw: with a Celsius class, the second colour's fourth part is the fog. */
static void load_vab(NvIdx *idx, unsigned attr, unsigned comp, uint32_t value)
{
    if (idx->few_attrs && attr == ATTR_COLOR1 && comp == 3) {
        attr = ATTR_FOG;
        comp = 0;
    }
    nv_xf_vab(idx->xf, attr, comp, value);
}

/* hw: the lowest number is odd on NV10. */
static uint32_t from_odd_short(int16_t v)
{
    return v == INT16_MIN ? NV_BIT(31) : nv_idx_from_short(v);
}

/* Two shorts are components 2 * @comp and, if @size has it, the next. */
static bool load_shorts(NvIdx *idx, uint32_t (*convert)(int16_t),
                        unsigned size, unsigned attr, unsigned comp,
                        uint32_t data)
{
    unsigned first = comp * 2;

    load_vab(idx, attr, first, convert((int16_t)data));
    if (first + 1 < size) {
        load_vab(idx, attr, first + 1, convert((int16_t)(data >> 16)));
    }
    return first + 2 >= size;
}

static bool load_bytes(NvIdx *idx, unsigned size, unsigned attr,
                       uint32_t data)
{
    uint32_t out[4];

    for (unsigned c = 0; c < size; c++) {
        out[c] = nv_idx_from_ubyte(data >> 8 * c);
        if (idx->few_attrs) {
            load_vab(idx, attr, c, out[c]);
        }
    }
    if (!idx->few_attrs) {
        nv_xf_vab_first(idx->xf, attr, size, out);
    }
    return true;
}

static bool exists(NvIdxFormat format, unsigned size, unsigned attr,
                   unsigned comp)
{
    return format >= NV_IDX_UB_NORM && format <= NV_IDX_FLOAT && size >= 1 &&
           size <= 4 && attr < NV_XF_ATTRS &&
           comp < (format == NV_IDX_FLOAT ? 4u : 2u);
}

static uint32_t attr_addr(NvIdxFormat format, unsigned size, unsigned attr,
                          unsigned comp)
{
    return NV_IDX_PUT(ATTR, FORMAT, 0, format) |
           NV_IDX_PUT(ATTR, SIZE, 0, size) |
           NV_IDX_PUT(ATTR, ATTR, 0, attr) | NV_IDX_PUT(ATTR, WORD, 0, comp);
}

static void log_attr(NvIdx *idx, uint32_t addr, uint32_t data)
{
    if (idx->traits->fe_log) {
        nv_idx_log_fe_word(idx, addr, data);
        nv_idx_clear_waiting(idx);
    }
    nv_idx_log_word(idx, addr, data);
}

/* The last word of a position is there. */
static void launch_attrs(NvIdx *idx, uint32_t data)
{
    if (idx->primitive) {
        nv_idx_launch_vab(idx);
    } else {
        nv_trace(idx->env, idx_outside, "vertex", data);
    }
}

void nv_idx_attr(NvIdx *idx, NvIdxFormat format, unsigned size,
                 unsigned attr, unsigned comp, uint32_t data)
{
    bool complete = false;

    if (!exists(format, size, attr, comp)) {
        nv_error(idx->env, NV_ERROR_VERTEX_DATA, 1, "word %u of attribute %u, "
                 "format %u, size %u, does not exist", comp, attr, format,
                 size);
        return;
    }
    if (idx->batch->arrays) {
        /* Vertices that wait for their fetch use the value of before. */
        nv_idx_flush(idx);
    }
    log_attr(idx, attr_addr(format, size, attr, comp), data);
    switch (format) {
    case NV_IDX_UB_NORM:
        complete = load_bytes(idx, size, attr, data);
        break;
    case NV_IDX_S:
        complete = load_shorts(idx, idx->traits->odd_short
                                        ? from_odd_short : nv_idx_from_short,
                               size, attr, comp, data);
        break;
    case NV_IDX_S_NORM:
        complete = load_shorts(idx, nv_idx_from_short_norm, size, attr, comp,
                               data);
        break;
    case NV_IDX_FLOAT:
        load_vab(idx, attr, comp, data);
        complete = comp + 1 == size;
        break;
    }
    if (!attr && complete) {
        launch_attrs(idx, data);
    }
}

bool nv_idx_takes_floats(const NvIdx *idx)
{
    return !idx->few_attrs;
}

void nv_idx_attr_floats(NvIdx *idx, unsigned size, unsigned attr,
                        const uint32_t *data)
{
    assert(nv_idx_takes_floats(idx) && attr < NV_XF_ATTRS && size - 1 < 4);
    if (idx->batch->arrays) {
        nv_idx_flush(idx);
    }
    for (unsigned c = 0; c < size; c++) {
        log_attr(idx, attr_addr(NV_IDX_FLOAT, size, attr, c), data[c]);
    }
    nv_xf_vab_first(idx->xf, attr, size, data);
    if (!attr) {
        launch_attrs(idx, data[size - 1]);
    }
}

/* --- many at once --- */

/* Vertices that wait for their fetch use the values of before. */
static bool takes_words(const NvIdx *idx)
{
    return !idx->few_attrs && !idx->traits->odd_short &&
           nv_xf_takes_plain(idx->xf) &&
           (!idx->batch->arrays || nv_idx_flushed(idx));
}

NvIdxAttrWord nv_idx_attr_word(NvIdxFormat format, unsigned size,
                               unsigned attr, unsigned comp)
{
    unsigned each = format == NV_IDX_FLOAT ? 1 : format == NV_IDX_UB_NORM ? 4
                                                                        : 2;

    if (!exists(format, size, attr, comp)) {
        return (NvIdxAttrWord) { 0 };
    }
    return (NvIdxAttrWord) {
        format, size, attr, comp,
        .launches = !attr && (comp + 1) * each >= size,
        .addr = attr_addr(format, size, attr, comp),
    };
}

static inline void load_two(NvXf *xf, const NvIdxAttrWord *a, uint32_t first,
                            uint32_t second)
{
    nv_xf_vab_plain(xf, a->attr, a->comp * 2, first);
    if (a->comp * 2 + 1 < a->size) {
        nv_xf_vab_plain(xf, a->attr, a->comp * 2 + 1, second);
    }
}

static inline void load_word(NvXf *xf, const NvIdxAttrWord *a, uint32_t data)
{
    switch ((NvIdxFormat)a->format) {
    case NV_IDX_FLOAT:
        nv_xf_vab_plain(xf, a->attr, a->comp, data);
        break;
    case NV_IDX_UB_NORM:
        for (unsigned c = 0; c < a->size; c++) {
            nv_xf_vab_plain(xf, a->attr, c, nv_idx_quick_ubyte(data >> 8 * c));
        }
        break;
    case NV_IDX_S:
        load_two(xf, a, nv_idx_from_short((int16_t)data),
                 nv_idx_from_short((int16_t)(data >> 16)));
        break;
    case NV_IDX_S_NORM:
        load_two(xf, a, nv_idx_from_short_norm((int16_t)data),
                 nv_idx_from_short_norm((int16_t)(data >> 16)));
        break;
    }
}

static const NvIdxAttrWord *row_of(const NvIdxAttrWord *row,
                                   const uint32_t w[2])
{
    return &row[w[0] / 4 % NV_IDX_ATTR_WORDS];
}

/* Of @n words the logs keep the last; what they touch is the same. */
static void log_words(NvIdx *idx, const NvIdxAttrWord *row,
                      const uint32_t (*w)[2], unsigned n)
{
    unsigned from = n - MIN(n, NV_ARRAY_SIZE(idx->fifo));

    nv_idx_log_pass(idx, from);
    for (unsigned i = from; i < n; i++) {
        const NvIdxAttrWord *a = row_of(row, w[i]);

        nv_idx_log_fe_word(idx, a->addr, w[i][1]);
        nv_idx_log_store(idx, nv_idx_log_entry(idx, a->addr,
                                               nv_idx_enable_of(a->addr)),
                         w[i][1], w[i][1]);
    }
    if (idx->traits->fe_log) {
        nv_idx_clear_waiting(idx);
    }
    nv_idx_touch(idx);
}

/* The words at @w are all of an attribute, in order; 0: they are not. */
static unsigned whole_attr(const NvIdxAttrWord *row, const uint32_t (*w)[2],
                           unsigned n)
{
    const NvIdxAttrWord *first = row_of(row, w[0]);
    unsigned words = first->format == NV_IDX_FLOAT ? first->size :
                     first->format == NV_IDX_UB_NORM ? 1
                                                     : (first->size + 1u) / 2;

    if (!first->format || first->comp || words > n) {
        return 0;
    }
    for (unsigned i = 1; i < words; i++) {
        const NvIdxAttrWord *a = row_of(row, w[i]);

        if (a->comp != i || a->attr != first->attr ||
            a->format != first->format || a->size != first->size ||
            (w[i][0] ^ w[0][0]) >> 13) {
            return 0;
        }
    }
    return words;
}

/* How the vertex at @w is made of whole attributes; false: it is not. */
static bool find_layout(const NvIdxAttrWord *row, const uint32_t (*w)[2],
                        unsigned n, NvIdxLayout *l)
{
    static const uint8_t types[] = {
        [NV_IDX_UB_NORM] = NV_IDX_TYPE_UB_GL, [NV_IDX_S] = NV_IDX_TYPE_S,
        [NV_IDX_S_NORM] = NV_IDX_TYPE_S_NORM,
        [NV_IDX_FLOAT] = NV_IDX_TYPE_FLOAT,
    };
    uint32_t seen = 0;

    l->arrays = l->words = 0;
    while (!(seen & 1)) {
        unsigned words = l->words < n
                         ? whole_attr(row, w + l->words, n - l->words) : 0;
        const NvIdxAttrWord *a;

        if (!words || (w[l->words][0] ^ w[0][0]) >> 13) {
            return false;
        }
        a = row_of(row, w[l->words]);
        if (seen & NV_BIT(a->attr)) {
            return false;
        }
        l->packed[l->arrays++] = (NvIdxPacked) {
            a->attr, types[a->format], a->size, words,
        };
        seen |= NV_BIT(a->attr);
        l->words += words;
    }
    return true;
}

/* The first method comes often enough, always as far apart. */
static bool looks_alike(const uint32_t (*w)[2], unsigned n)
{
    unsigned apart = 1;

    while (apart * NV_IDX_FEW <= n && w[apart][0] != w[0][0]) {
        apart++;
    }
    return apart * NV_IDX_FEW <= n &&
           w[apart * (NV_IDX_FEW - 1)][0] == w[0][0];
}

/* Vertices that come by the same methods, at most @room; the words. */
static unsigned add_alike(NvIdx *idx, const NvIdxAttrWord *row,
                          const uint32_t (*w)[2], unsigned n, unsigned room)
{
    NvIdxLayout l;
    unsigned same, most = MIN(n, NV_IDX_FLAT), vertices;

    if (room < NV_IDX_FEW || !idx->batch->open->block->count ||
        !looks_alike(w, most) || !find_layout(row, w, most, &l)) {
        return 0;
    }
    for (same = l.words; same < most; same++) {
        if (w[same][0] != w[same - l.words][0]) {
            break;
        }
    }
    vertices = MIN(same / l.words, room);
    if (vertices < NV_IDX_FEW) {
        return 0;
    }
    nv_idx_add_packed(idx, &l, w, vertices);
    return vertices * l.words;
}

/*
 * Words up to a vertex and with it, if there is @room for one, or as far as
 * they are of attributes; how many.
 */
static unsigned add_one(NvIdx *idx, const NvIdxAttrWord *row,
                        const uint32_t (*w)[2], unsigned n, unsigned room)
{
    uint32_t changed = 0;
    unsigned i;

    for (i = 0; i < n && !((w[i][0] ^ w[0][0]) >> 13); i++) {
        const NvIdxAttrWord *a = row_of(row, w[i]);

        if (!a->format || (a->launches && !room)) {
            break;
        }
        load_word(idx->xf, a, w[i][1]);
        changed |= NV_BIT(a->attr);
        if (a->launches) {
            nv_xf_vab_changed(idx->xf, changed);
            nv_idx_add_vab(idx);
            return i + 1;
        }
    }
    nv_xf_vab_changed(idx->xf, changed);
    return i;
}

unsigned nv_idx_attr_words(NvIdx *idx, const NvIdxAttrWord *row,
                           const uint32_t (*w)[2], unsigned n)
{
    unsigned done = 0, tries = 2, some;

    if (!takes_words(idx)) {
        return 0;
    }
    /* The first vertex of a piece is often the rest of one, or the only one. */
    do {
        unsigned room = nv_idx_vab_room(idx);

        some = tries ? add_alike(idx, row, w + done, n - done, room) : 0;
        tries -= tries && !some;
        if (!some) {
            some = add_one(idx, row, w + done, n - done, room);
        }
        done += some;
    } while (some && done < n && !((w[done][0] ^ w[0][0]) >> 13));
    if (done) {
        log_words(idx, row, w, done);
    }
    return done;
}
