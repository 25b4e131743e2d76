/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertex arrays: from DMA objects into the columns of a block.
 *
 * Addresses are offset + index * stride; the DMA objects are parsed again
 * for every block because drivers rewrite them in place.  What happens on a
 * fault is not known (guess: the element reads as zero bytes).
 */
#include "idx/idx-priv.h"

/* Elements of an array: type and size, and where they lie in its object. */
typedef struct Array {
    const NvDma *dma;       /* NULL: nowhere */
    uint64_t base;
    unsigned type, size, stride;
    unsigned bytes;         /* of an element */
    /* What was found of the object last: bytes [from, from + run). */
    const uint8_t *host;
    uint64_t from;
    uint32_t run;
} Array;

static Array array_of(const NvIdx *idx, unsigned n, const NvDma *dma)
{
    unsigned type = nv_idx_array_type(idx, n);
    unsigned size = nv_idx_array_size(idx, n);

    return (Array) {
        .dma = dma,
        .base = NV_IDX_GET(OFFSET, BYTES, idx->vtxbuf_offset[n]),
        .type = type, .size = size,
        .stride = nv_idx_array_stride(idx, n),
        .bytes = nv_idx_format_bytes(type, size),
    };
}

typedef uint32_t Four __attribute__((vector_size(16)));
typedef Four LooseFour __attribute__((aligned(4), may_alias));

static inline NvIdxRange wider(NvIdxRange r, uint32_t index)
{
    return (NvIdxRange) { MIN(r.low, index), MAX(r.high, index) };
}

static NvIdxRange range_of(const NvIdxPart *part)
{
    const uint32_t *index = part->index;
    NvIdxRange r = { index[0], index[0] };
    Four low = { r.low, r.low, r.low, r.low }, high = low;
    unsigned i = 0;

    for (; i + 4 <= part->block->count; i += 4) {
        Four some = *(const LooseFour *)(index + i);
        Four less = (Four)(some < low), more = (Four)(some > high);

        low = (some & less) | (low & ~less);
        high = (some & more) | (high & ~more);
    }
    for (unsigned k = 0; k < 4; k++) {
        r = wider(wider(r, low[k]), high[k]);
    }
    for (; i < part->block->count; i++) {
        r = wider(r, index[i]);
    }
    return r;
}

/* The object from @at on, where it lies in the host in one piece. */
static bool find(NvIdx *idx, Array *a, uint64_t at, uint64_t end)
{
    a->host = NULL;
    if (a->dma && at <= a->dma->limit && at <= UINT32_MAX) {
        end = MIN(end, (uint64_t)a->dma->limit + 1);
        a->from = at;
        a->host = nv_mem_dma_at(idx->mem, a->dma, at,
                                MIN(end - at, UINT32_MAX), &a->run);
    }
    return a->host;
}

/* All elements of the part lie in one piece, which is found. */
static bool find_all(NvIdx *idx, Array *a, const NvIdxRange *r)
{
    uint64_t first = a->base + (uint64_t)r->low * a->stride;
    uint64_t end = a->base + (uint64_t)r->high * a->stride + a->bytes;

    return end <= UINT32_MAX && find(idx, a, first, end) &&
           end - first <= a->run;
}

/* The element at @at, in @buf if need be; NULL on a fault. */
static const uint8_t *element(NvIdx *idx, Array *a, uint64_t at,
                              uint64_t end, uint8_t *buf)
{
    bool there = a->host && at >= a->from && at - a->from < a->run;

    if (at + a->bytes > UINT32_MAX) {
        return NULL;
    }
    if ((there || find(idx, a, at, end)) &&
        at - a->from + a->bytes <= a->run) {
        return a->host + (at - a->from);
    }
    /* Over the end of a page, or none of it is memory. */
    return a->dma && nv_mem_dma_read(idx->mem, a->dma, at, buf, a->bytes)
           ? buf : NULL;
}

static void say_fault(NvIdx *idx, const Array *a, unsigned n, uint32_t index,
                      uint64_t at)
{
    idx->faults++;
    nv_trace(idx->env, idx_fetch_fault, n, (uint32_t)at, index);
    nv_error(idx->env, NV_ERROR_VERTEX_FETCH, n, "attribute %u of "
             "index %u at 0x%08x: %s, reads as 0", n, index, (uint32_t)at,
             a->dma ? idx->mem->fault.why : "no DMA object is bound");
}

/* One by one: elements in pages, on the bus, or beyond. */
static void fetch_elements(NvIdx *idx, NvIdxPart *part, unsigned n, Array *a,
                           uint64_t end)
{
    for (unsigned i = 0; i < part->block->count; i++) {
        uint64_t at = a->base + (uint64_t)part->index[i] * a->stride;
        uint8_t buf[16] = { 0 };
        const uint8_t *src = element(idx, a, at, end, buf);
        uint32_t out[4];
        unsigned got;

        if (!src) {
            say_fault(idx, a, n, part->index[i], at);
            memset(buf, 0, sizeof(buf));
            src = buf;
        }
        got = nv_idx_decode(a->type, a->size, src, out);
        for (unsigned c = 0; c < got; c++) {
            part->block->in[n][c][i] = out[c];
        }
    }
}

/* Components beyond the array's are 0, 0, 1: in all lanes, until they differ. */
static void pad_column(NvIdxPart *part, unsigned n, unsigned got)
{
    if (part->padded[n] == got) {
        return;
    }
    for (unsigned c = got; c < 4; c++) {
        for (unsigned i = 0; i < NV_XF_BLOCK; i++) {
            part->block->in[n][c][i] = c == 3 ? NV_XF_ONE : 0;
        }
    }
    part->padded[n] = got;
}

static void fetch_column(NvIdx *idx, NvIdxPart *part, unsigned n,
                         const NvDma *dma, const NvIdxRange *r)
{
    Array a = array_of(idx, n, dma);
    const NvIdxColumn column = {
        .type = a.type, .size = a.size, .stride = a.stride,
        .index = part->index, .first = r->low, .count = part->block->count,
    };
    unsigned got;

    if (find_all(idx, &a, r)) {
        got = nv_idx_decode_column(&column, a.host, part->block->in[n]);
    } else {
        fetch_elements(idx, part, n, &a, a.base + (uint64_t)r->high *
                       a.stride + a.bytes);
        got = nv_idx_format_components(a.type, a.size);
    }
    pad_column(part, n, got);
    part->spread &= ~NV_BIT(n);
}

void nv_idx_spread(NvIdxPart *part, unsigned n, const uint32_t value[4])
{
    for (unsigned c = 0; c < 4; c++) {
        part->value[n][c] = value[c];
        for (unsigned i = 0; i < NV_XF_BLOCK; i++) {
            part->block->in[n][c][i] = value[c];
        }
    }
    part->spread |= NV_BIT(n);
    part->padded[n] = NV_IDX_NOT_PADDED;
}

/* A column from VAB; nothing to do if it holds that already. */
static void spread_column(const NvIdx *idx, NvIdxPart *part, unsigned n)
{
    const uint32_t *value = idx->xf->vab[n];

    if (!(part->spread & NV_BIT(n)) ||
        memcmp(part->value[n], value, sizeof(part->value[n]))) {
        nv_idx_spread(part, n, value);
    }
}

static void move_fog(const NvIdx *idx, NvIdxPart *part)
{
    enum { FROM = NV_IDX_FOG_ARRAY, TO = NV_IDX_FOG_ATTR };

    if (!nv_idx_array_is_fog(idx, FROM) || !nv_idx_array_on(idx, FROM)) {
        return;
    }
    memcpy(part->block->in[TO][NV_IDX_FOG_COMPONENT], part->block->in[FROM][0],
           sizeof(part->block->in[FROM][0]));
    part->spread &= ~NV_BIT(TO);
    part->padded[TO] = NV_IDX_NOT_PADDED;
}

/* Input columns of a part of indexed vertices. */
void nv_idx_fetch_block(NvIdx *idx, NvIdxPart *part)
{
    const NvIdxRange range = range_of(part);
    NvDma dma[2];
    bool loaded[2] = { false, false }, ok[2] = { false, false };

    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        unsigned which = NV_IDX_GET(OFFSET, OBJECT_B, idx->vtxbuf_offset[n]);

        if (!nv_idx_array_on(idx, n)) {
            spread_column(idx, part, n);
            continue;
        }
        if (!loaded[which]) {
            loaded[which] = true;
            ok[which] = idx->dma_vtx[which] &&
                        nv_mem_dma_load(idx->mem, idx->dma_vtx[which],
                                        &dma[which]);
        }
        fetch_column(idx, part, n, ok[which] ? &dma[which] : NULL, &range);
    }
    move_fog(idx, part);
    part->range = range;
}

void nv_idx_look(const NvIdx *idx, NvMem *mem, uint32_t index,
                 uint32_t in[NV_XF_ATTRS][4])
{
    g_autofree NvIdx *copy = g_memdup2(idx, sizeof(*idx));
    g_autofree NvIdxPart *part = g_new0(NvIdxPart, 1);

    copy->env = mem->env;
    copy->mem = mem;
    memset(part->padded, NV_IDX_NOT_PADDED, sizeof(part->padded));
    part->block = nv_xf_block_new();
    part->block->count = 1;
    part->index[0] = index;
    nv_idx_fetch_block(copy, part);
    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        for (unsigned c = 0; c < 4; c++) {
            in[n][c] = part->block->in[n][c][0];
        }
    }
    nv_xf_block_free(part->block);
}

bool nv_idx_array(const NvIdx *idx, unsigned n, NvIdxArray *array)
{
    static const char *const types[8] = {
        "bytes BGRA", "shorts -1..1", "floats", "type 3", "bytes RGBA",
        "shorts", "11-11-10", "type 7",
    };

    if (!nv_idx_array_on(idx, n)) {
        return false;
    }
    *array = (NvIdxArray) {
        .type = nv_idx_array_type(idx, n), .size = nv_idx_array_size(idx, n),
        .stride = nv_idx_array_stride(idx, n),
        .offset = NV_IDX_GET(OFFSET, BYTES, idx->vtxbuf_offset[n]),
        .object_b = NV_IDX_GET(OFFSET, OBJECT_B, idx->vtxbuf_offset[n]),
    };
    array->type_name = types[array->type & 7];
    array->object = idx->dma_vtx[array->object_b];
    return true;
}
