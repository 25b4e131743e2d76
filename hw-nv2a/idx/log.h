/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The logs of commands that RDI shows, and what a command does to IDX's state
 * words by going through.  Inline, for every command comes this way.
 *
 * All of it was read back from real cards by public hardware tests
 * (envytools); what the words are for is mostly not known.
 */
#ifndef NV_IDX_LOG_H
#define NV_IDX_LOG_H

#include "idx/idx-fields.h"
#include "idx/idx.h"

/* A command's address in its log's entry: without three low bits. */
#define NV_IDX_LOG_LOW_BITS 3

/* FE2IDX addresses: an array's pair, the edge flag, bundle 0, tessellator. */
#define NV_IDX_AT_ARRAY(n) ((n) << 3)
#define NV_IDX_AT_EDGE_FLAG 0x80u
#define NV_IDX_AT_BUNDLES 0x800u
#define NV_IDX_AT_FD 0x4000u
#define NV_IDX_FD_ADDRESS NV_MASK(13, 2)

/* B: what WAITING counts is over (its meaning: guess by what clears it). */
static inline void nv_idx_clear_waiting(NvIdx *idx)
{
    idx->state_b = NV_IDX_PUT(B, WAITING, idx->state_b, 0);
}

/*
 * hw: every command but the edge flag and the array offsets.  With a Celsius
 * class current less is touched; with one of Rankine, WAITING only by
 * commands for XF.
 */
static inline void nv_idx_touch(NvIdx *idx)
{
    uint32_t on = NV_IDX_GET(C, ARRAYS, idx->state_c);
    unsigned first = on ? __builtin_ctz(on) : 0;

    idx->state_b = NV_IDX_PUT(B, UNK16, idx->state_b, 0);
    if (idx->touch == NV_IDX_TOUCH_LITTLE) {
        return;
    }
    if (idx->touch != NV_IDX_TOUCH_BY_XF) {
        nv_idx_clear_waiting(idx);
    }
    idx->state_c = NV_IDX_PUT(C, FIRST_ARRAY, idx->state_c, first);
    idx->state_c &= ~(NV_IDX_BITS(C, UNK20) | NV_IDX_BITS(C, UNK24));
}

/* The enable bits, one a word, stand above the address. */
static inline uint32_t nv_idx_log_entry(const NvIdx *idx, uint32_t addr,
                                        unsigned enable)
{
    return addr >> NV_IDX_LOG_LOW_BITS |
           enable << (idx->traits->addr_bits - NV_IDX_LOG_LOW_BITS);
}

/* Of a command of one word. */
static inline unsigned nv_idx_enable_of(uint32_t addr)
{
    return addr & 4 ? 2 : 1;
}

/* hw: RDI 0x24 keeps the last 64 commands. */
static inline void nv_idx_log_store(NvIdx *idx, uint32_t word,
                                    uint32_t a, uint32_t b)
{
    uint32_t *entry = idx->fifo[idx->fifo_at];

    entry[0] = a;
    entry[1] = b;
    entry[2] = word;
    idx->fifo_at = (idx->fifo_at + 1) % NV_ARRAY_SIZE(idx->fifo);
}

static inline void nv_idx_log(NvIdx *idx, uint32_t addr, unsigned enable,
                              uint32_t a, uint32_t b)
{
    nv_idx_log_store(idx, nv_idx_log_entry(idx, addr, enable), a, b);
    nv_idx_touch(idx);
}

static inline void nv_idx_log_word(NvIdx *idx, uint32_t addr, uint32_t data)
{
    nv_idx_log(idx, addr, nv_idx_enable_of(addr), data, data);
}

/* hw: RDI 0x2ea keeps the last 64 commands from FE. */
static inline void nv_idx_log_fe(NvIdx *idx, uint32_t addr, unsigned enable,
                                 uint32_t a, uint32_t b)
{
    uint32_t *entry = idx->prefifo[idx->prefifo_at];

    if (!idx->traits->fe_log) {
        return;
    }
    entry[0] = a;
    entry[1] = b;
    entry[2] = nv_idx_log_entry(idx, addr, enable);
    idx->prefifo_at = (idx->prefifo_at + 1) % NV_ARRAY_SIZE(idx->prefifo);
}

static inline void nv_idx_log_fe_word(NvIdx *idx, uint32_t addr, uint32_t data)
{
    nv_idx_log_fe(idx, addr, nv_idx_enable_of(addr), data, data);
}

/*
 * Commands for XF have the upper half of the addresses: a bit, four of the
 * command's type, its own address.
 */
static inline uint32_t nv_idx_at_xf(const NvIdx *idx, NvXfCommand type,
                                    uint32_t addr)
{
    unsigned high = idx->traits->addr_bits - 1, low = high - 4;

    return NV_BIT(high) | type << low | (addr & NV_MASK(low - 1, 2));
}

static inline void nv_idx_log_xf(NvIdx *idx, NvXfCommand type, uint32_t addr,
                                 unsigned enable, uint32_t a, uint32_t b)
{
    addr = nv_idx_at_xf(idx, type, addr);
    nv_idx_log_fe(idx, addr, enable, a, b);
    nv_idx_log(idx, addr, enable, a, b);
    if (idx->touch == NV_IDX_TOUCH_BY_XF) {
        nv_idx_clear_waiting(idx);
    }
}

/* Four of a word each: what they touch is the same. */
static inline void nv_idx_log_xf_vector(NvIdx *idx, NvXfCommand type,
                                        uint32_t addr, const uint32_t v[4])
{
    unsigned at = idx->fifo_at;

    addr = nv_idx_at_xf(idx, type, addr);
    for (unsigned c = 0; c < 4; c++) {
        unsigned enable = nv_idx_enable_of(c << 2);
        uint32_t *entry = idx->fifo[(at + c) % NV_ARRAY_SIZE(idx->fifo)];

        nv_idx_log_fe(idx, addr | c << 2, enable, v[c], v[c]);
        entry[0] = v[c];
        entry[1] = v[c];
        entry[2] = nv_idx_log_entry(idx, addr | c << 2, enable);
    }
    idx->fifo_at = (at + 4) % NV_ARRAY_SIZE(idx->fifo);
    nv_idx_touch(idx);
    if (idx->touch == NV_IDX_TOUCH_BY_XF) {
        nv_idx_clear_waiting(idx);
    }
}

/* Of a bundle goes on what is XF's command, the number its first word. */
static inline uint32_t nv_idx_bundle_entry(const NvIdx *idx)
{
    return nv_idx_log_entry(idx, nv_idx_at_xf(idx, NV_XF_PASSTHRU, 0), 3);
}

static inline void nv_idx_log_bundle(NvIdx *idx, uint32_t number,
                                     uint32_t data)
{
    nv_idx_log_store(idx, idx->bundle_entry, number << 2, data);
    nv_idx_touch(idx);
}

static inline void nv_idx_log_fe_bundle(NvIdx *idx, uint32_t number,
                                        uint32_t data)
{
    nv_idx_log_fe_word(idx, NV_IDX_AT_BUNDLES | number << 2, data);
}

/* @n bundles, no more than the logs keep: each of them as by the two above. */
static inline void nv_idx_log_bundles(NvIdx *idx, const NvBundleWord *w,
                                      unsigned n)
{
    const uint32_t sent = nv_idx_bundle_entry(idx);

    assert(n <= NV_ARRAY_SIZE(idx->fifo));
    for (unsigned i = 0; i < n; i++) {
        uint32_t *entry = idx->fifo[(idx->fifo_at + i) %
                                    NV_ARRAY_SIZE(idx->fifo)];

        entry[0] = (uint32_t)w[i].number << 2;
        entry[1] = w[i].data;
        entry[2] = sent;
    }
    idx->fifo_at = (idx->fifo_at + n) % NV_ARRAY_SIZE(idx->fifo);
    for (unsigned i = 0; i < n && idx->traits->fe_log; i++) {
        nv_idx_log_fe_bundle(idx, w[i].number, w[i].data);
    }
    nv_idx_touch(idx);
}

/* Of @n commands nothing is left but that they came: as many others follow. */
static inline void nv_idx_log_pass(NvIdx *idx, unsigned n)
{
    idx->fifo_at = (idx->fifo_at + n) % NV_ARRAY_SIZE(idx->fifo);
    if (idx->traits->fe_log) {
        idx->prefifo_at = (idx->prefifo_at + n) % NV_ARRAY_SIZE(idx->prefifo);
    }
}

/* log.c */
/* A format has changed, or its command came again. */
void nv_idx_touch_formats(NvIdx *idx);
void nv_idx_log_edge_flag(NvIdx *idx, bool on);

#endif
