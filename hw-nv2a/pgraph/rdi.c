/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The two windows into the units below FE: RDI, for their memories, and
 * PIPE, for their commands.  Facts: envytools' context load and dump; which
 * other RDI spaces drivers fill is from drivers (doc).
 */
#include "pgraph/fd-state.h"

/* Spaces that are storage here: what they do is not visible to guests. */
static const struct {
    uint16_t space, words, first;   /* first: index into pg->rdi */
} storage[] = {
    { 0x03d, 0x10, 0x000 },         /* FD; nv_fd_word() */
    { 0x0e0, 0x40, 0x010 },
    { 0x0e1, 0x40, 0x050 },
    { 0x0ea, 0x80, 0x090 },         /* memory partition and tiles */
    { 0x2c8, 0x20, 0x110 },
};

static uint32_t *stored(NvPgraph *pg, unsigned space, uint32_t addr)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(storage); i++) {
        if (storage[i].space == space && addr / 4 < storage[i].words) {
            assert(storage[i].first + addr / 4 < NV_ARRAY_SIZE(pg->rdi));
            return &pg->rdi[storage[i].first + addr / 4];
        }
    }
    return NULL;
}

uint32_t *nv_fd_word(NvPgraph *pg, unsigned word)
{
    return &pg->rdi[word % 0x10];
}

/* Space and address of now; the address moves on by a word. */
static unsigned step(NvPgraph *pg, uint32_t *addr)
{
    uint32_t word = NV_PG_GET(pg, RDI_INDEX, WORD);

    *addr = word * 4;
    NV_PG_PUT(pg, RDI_INDEX, WORD, word + 1);
    return NV_PG_GET(pg, RDI_INDEX, SPACE);
}

uint32_t nv_rdi_read(NvPgraph *pg)
{
    uint32_t addr, value = 0;
    unsigned space = step(pg, &addr);
    const uint32_t *word = stored(pg, space, addr);

    if (word) {
        value = *word;
    } else if (!nv_fe_at_rest(pg, "RDI read")) {
        value = 0;
    } else if (!nv_xf_rdi_read(pg->xf, space, addr, &value) &&
               !nv_idx_rdi_read(pg->idx, space, addr, &value)) {
        value = 0;
    }
    nv_trace(pg->env, pgraph_rdi, "read", space << 16 | addr, value);
    return value;
}

void nv_rdi_write(NvPgraph *pg, uint32_t value)
{
    uint32_t addr;
    unsigned space = step(pg, &addr);
    uint32_t *word = stored(pg, space, addr);

    nv_trace(pg->env, pgraph_rdi, "write", space << 16 | addr, value);
    if (word) {
        *word = value;
    } else if (!nv_fe_at_rest(pg, "RDI write")) {
        return;
    } else if (!nv_xf_rdi_write(pg->xf, space, addr, value) &&
               !nv_idx_rdi_write(pg->idx, space, addr, value)) {
        nv_error(pg->env, NV_ERROR_WINDOW, space << 16 | addr,
                 "RDI 0x%03x:0x%04x = 0x%08x", space, addr, value);
    }
}

/* --- PIPE --- */

/* A bundle is two words: number << 2, then data. */
static void pipe_passthru(NvPgraph *pg, uint32_t addr, uint32_t value)
{
    uint32_t number = pg->pipe_bundle >> 2;
    NvBundle bundle;

    if (!(addr & 4)) {
        pg->pipe_bundle = value;
        return;
    }
    bundle = nv_bundle_from_number(pg->gen, number);
    if (bundle == NV_BUNDLE_NONE) {
        nv_error(pg->env, NV_ERROR_PIPE, number,
                 "this card has no bundle 0x%x", number);
        return;
    }
    nv_fe_send_bundle(pg, bundle, value);
}

static void pipe_attr(NvPgraph *pg, uint32_t addr, uint32_t value)
{
    unsigned size = nv_extract(addr, 8, 2);

    nv_idx_attr(pg->idx, nv_extract(addr, 10, 3), size ? size : 4,
                nv_extract(addr, 4, 4), nv_extract(addr, 2, 2), value);
}

/* FE2IDX addresses below the XF range. */
static void pipe_idx(NvPgraph *pg, uint32_t addr, uint32_t value)
{
    if (addr < 0x80) {
        if (addr & 4) {
            nv_idx_vtxbuf_format(pg->idx, addr >> 3, value);
        } else {
            nv_idx_vtxbuf_offset(pg->idx, addr >> 3, value);
        }
    } else if (addr == 0x84) {
        nv_idx_edge_flag(pg->idx, value & 1);
    } else if (addr >= 0x1000 && addr < 0x2000) {
        pipe_attr(pg, addr, value);
    } else if (addr == 0xf8 || addr == 0xfc) {
        nv_idx_break_cache(pg->idx);
    } else {
        nv_error(pg->env, NV_ERROR_WINDOW, addr, "PIPE 0x%05x = 0x%08x",
                 addr, value);
    }
}

/* Celsius: words 0x400 up are bundles, 0x4000 up XF's. */
static void pipe_celsius(NvPgraph *pg, uint32_t addr, uint32_t value)
{
    /* hw: small memories see as many bits of the address as they need. */
    static const uint16_t mask[16] = {
        [NV_XF_VAB] = 0x7c, [NV_XF_LTC0] = 0x3c, [NV_XF_LTC1] = 0x1fc,
        [NV_XF_LTC2] = 0xfc, [NV_XF_LTC3] = 0xfc,
    };
    unsigned type = nv_extract(addr, 10, 4);
    uint32_t number = nv_extract(addr, 3, 6);

    if (addr & 0x4000) {
        nv_idx_xf(pg->idx, type, addr & (mask[type] ? mask[type] : 0x3fc),
                  value);
    } else if (addr >= 0x400 && addr < 0x600) {
        nv_idx_bundle(pg->idx, nv_bundle_from_number(pg->gen, number),
                      number, value);
    } else {
        nv_idx_pipe_write(pg->idx, addr, value);
    }
}

static void pipe_kelvin(NvPgraph *pg, uint32_t addr, uint32_t value)
{
    unsigned type = nv_extract(addr, 12, 4);

    if (!(addr & 0x10000)) {
        pipe_idx(pg, addr, value);
    } else if (type == NV_XF_PASSTHRU) {
        pipe_passthru(pg, addr, value);
    } else {
        nv_idx_xf(pg->idx, type, addr & 0xffc, value);
    }
}

/* Where the window is; it moves on by a word. */
static uint32_t pipe_step(NvPgraph *pg)
{
    uint32_t word = NV_PG_GET(pg, PIPE_ADDRESS, WORD);

    NV_PG_PUT(pg, PIPE_ADDRESS, WORD, word + 1);
    return word * 4;
}

/* Only Celsius can be read back here. */
uint32_t nv_pipe_read(NvPgraph *pg)
{
    uint32_t addr = pipe_step(pg), value = 0;

    if (!nv_fe_at_rest(pg, "PIPE read")) {
        return 0;
    }
    if (!(addr & 0x4000)) {
        value = nv_idx_pipe_read(pg->idx, addr);
    } else if (!nv_xf_read(pg->xf, nv_extract(addr, 10, 4), addr & 0x3fc,
                           &value)) {
        nv_error(pg->env, NV_ERROR_PIPE, addr, "nothing to read at 0x%05x",
                 addr);
    }
    return value;
}

/* From Rankine on bundles have addresses of their own. */
static void pipe_rankine(NvPgraph *pg, uint32_t addr, uint32_t value)
{
    unsigned type = nv_extract(addr, 13, 4);
    NvBundle bundle;

    if (addr & 0x20000) {
        if (type == NV_XF_PASSTHRU) {
            pipe_passthru(pg, addr, value);
        } else {
            nv_idx_xf(pg->idx, type, addr & 0x1ffc, value);
        }
        return;
    }
    if (addr >= 0x800 && addr < 0x1000) {
        bundle = nv_bundle_from_number(pg->gen, nv_extract(addr, 2, 9));
        if (bundle != NV_BUNDLE_NONE) {
            nv_fe_send_bundle(pg, bundle, value);
        }
    } else {
        pipe_idx(pg, addr == 0x80 ? 0x84 : addr, value);
    }
}

void nv_pipe_write(NvPgraph *pg, uint32_t value)
{
    static void (*const write[NV_GENERATIONS])(NvPgraph *pg, uint32_t addr,
                                               uint32_t value) = {
        [NV_CELSIUS] = pipe_celsius, [NV_KELVIN] = pipe_kelvin,
        [NV_RANKINE] = pipe_rankine, [NV_CURIE] = pipe_rankine,
    };

    uint32_t addr = pipe_step(pg);

    if (nv_fe_at_rest(pg, "PIPE write")) {
        write[pg->gen](pg, addr, value);
    }
}
