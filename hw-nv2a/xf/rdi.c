/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF's memories through RDI: word orders and the 22-bit packing.
 *
 * Facts: envytools' context save and load, asserted on hardware (hw).
 */
#include "xf/xf-priv.h"

enum {
    RDI_XFPR = 0x10,
    RDI_VAB = 0x15,
    RDI_LTCTX_B = 0x16,         /* where LTCTX is split; all of Rankine's */
    RDI_XFCTX = 0x17,
    RDI_LTCTX = 0x18,           /* Kelvin's: whole, or A */
    RDI_LTC = 0x19,
};

#define LTCTX_A_SLOTS 0x1a
#define LTCTX_B_SLOTS 0x34
/* RAM slots no command reaches are kept behind the command index space. */
#define SPARE_A 0
#define SPARE_B 1

/* --- LTCTX split in two: RAM slot to command index --- */

/* Lights keep commands 3 and 4 in A, 0..2 and 5..7 in B. */
static int split_a(const NvXf *xf, unsigned slot)
{
    if (slot < 0x10) {
        return (slot / 2) * 8 + 3 + slot % 2;
    }
    if (slot < 0x18) {
        return 0x40 + slot - 0x10;
    }
    if (slot == 0x18) {
        return 0x49;
    }
    return slot < LTCTX_A_SLOTS ? xf->chip->xf.ltctx + SPARE_A : -1;
}

static int split_b(const NvXf *xf, unsigned slot)
{
    static const uint8_t rest[] = { 0x48, 0x4b, 0x4a };
    unsigned k = slot % 6;

    if (slot < 0x30) {
        return (slot / 6) * 8 + (k < 3 ? k : k + 2);
    }
    if (slot < 0x33) {
        return rest[slot - 0x30];
    }
    return slot < LTCTX_B_SLOTS ? xf->chip->xf.ltctx + SPARE_B : -1;
}

static int ltctx_index(const NvXf *xf, unsigned space, unsigned slot)
{
    if (nv_chip_has(xf->chip, NV_CAP_LT_SPLIT)) {
        return space == RDI_LTCTX ? split_a(xf, slot) : split_b(xf, slot);
    }
    if (space != (nv_chip_has(xf->chip, NV_CAP_LT_IN_B) ? RDI_LTCTX_B :
                  RDI_LTCTX)) {
        return -1;
    }
    return slot < xf->chip->xf.ltctx ? (int)slot : -1;
}

/* --- 66 bits: z at 0, y at 22, x at 44 --- */

static void pack(const uint32_t v[3], uint32_t words[4])
{
    words[0] = v[2] | v[1] << 22;
    words[1] = v[1] >> 10 | v[0] << 12;
    words[2] = v[0] >> 20;
    words[3] = 0;
}

static void unpack(const uint32_t words[4], uint32_t v[3])
{
    v[2] = nv_extract(words[0], 0, 22);
    v[1] = words[0] >> 22 | nv_extract(words[1], 0, 12) << 10;
    v[0] = words[1] >> 12 | nv_extract(words[2], 0, 2) << 20;
}

/* --- Spaces --- */

/* Behind XFPR: two slots XTRA of 72 bits, then TIMEOUT of 16. */
static uint32_t *extra_word(NvXf *xf, unsigned slot, unsigned word,
                            uint32_t *mask)
{
    if (!nv_chip_has(xf->chip, NV_CAP_XF_XTRA)) {
        return NULL;
    }
    if (slot < 2 && word < 3) {
        *mask = word == 2 ? 0xff : UINT32_MAX;
        return &xf->xtra[slot][word];
    }
    *mask = 0xffff;
    return slot == 2 && word == 0 ? &xf->timeout : NULL;
}

/* A word that reads as 0 and stays so, at the end of what is there. */
static bool extra_hole(const NvXf *xf, unsigned slot)
{
    return nv_chip_has(xf->chip, NV_CAP_XF_XTRA) && slot < 3;
}

/* A word of the plain memories, NULL if there is none. */
static uint32_t *plain_word(NvXf *xf, unsigned space, unsigned slot,
                            unsigned word)
{
    const NvXfSizes *sizes = &xf->chip->xf;

    if (space == RDI_XFPR && slot < sizes->xfpr) {
        return &xf->xfpr[slot][word];
    }
    if (space == RDI_VAB && slot < sizes->vab) {
        return &xf->vab[slot][3 - word];
    }
    if (space == RDI_XFCTX && slot < sizes->xfctx) {
        return &xf->xfctx[slot][3 - word];
    }
    return NULL;
}

/* LTC0..LTC3 follow one another, one word an entry. */
static uint32_t *ltc_word(NvXf *xf, unsigned index)
{
    for (unsigned n = 0; n < 4; n++) {
        if (index < xf->chip->xf.ltc[n]) {
            return &xf->ltc[n][index];
        }
        index -= xf->chip->xf.ltc[n];
    }
    return NULL;
}

/*
 * hw: on Rankine, RDI shows what was written through RDI, and not what
 * commands stored; LT has what came last.
 */
static const uint32_t *shown(const NvXf *xf, unsigned index)
{
    return nv_chip_has(xf->chip, NV_CAP_LT_IN_B) ? xf->ltctx_rdi[index]
                                                 : xf->ltctx[index];
}

static bool read_ltctx(const NvXf *xf, unsigned space, uint32_t addr,
                       uint32_t *value)
{
    int index = ltctx_index(xf, space, addr >> 4);
    uint32_t words[4];

    if (index < 0) {
        return false;
    }
    assert(index < NV_XF_MAX_LTCTX);
    pack(shown(xf, index), words);
    *value = words[nv_extract(addr, 2, 2)];
    return true;
}

static bool write_ltctx(NvXf *xf, unsigned space, uint32_t addr,
                        uint32_t value)
{
    int index = ltctx_index(xf, space, addr >> 4);
    uint32_t words[4];

    if (index < 0) {
        return false;
    }
    assert(index < NV_XF_MAX_LTCTX);
    pack(shown(xf, index), words);
    words[nv_extract(addr, 2, 2)] = value;
    unpack(words, xf->ltctx[index]);
    memcpy(xf->ltctx_rdi[index], xf->ltctx[index],
           sizeof(xf->ltctx_rdi[index]));
    return true;
}

static bool read_extra(NvXf *xf, uint32_t addr, uint32_t *value)
{
    unsigned slot = (addr >> 4) - xf->chip->xf.xfpr;
    uint32_t mask;
    uint32_t *word = extra_word(xf, slot, nv_extract(addr, 2, 2), &mask);

    if (word) {
        *value = *word;
    }
    return word || extra_hole(xf, slot);
}

static bool write_extra(NvXf *xf, uint32_t addr, uint32_t value)
{
    unsigned slot = (addr >> 4) - xf->chip->xf.xfpr;
    uint32_t mask;
    uint32_t *word = extra_word(xf, slot, nv_extract(addr, 2, 2), &mask);

    if (word) {
        *word = value & mask;
        xf->program->valid = false;
    }
    return word || extra_hole(xf, slot);
}

bool nv_xf_rdi_read(const NvXf *xf, unsigned space, uint32_t addr,
                    uint32_t *value)
{
    NvXf *rw = (NvXf *)xf;      /* the lookups serve writes, too */
    uint32_t *word;

    *value = 0;
    if (!nv_chip_has(xf->chip, NV_CAP_RDI)) {
        return false;
    }
    if (space == RDI_XFPR && (addr >> 4) - xf->chip->xf.xfpr < 3) {
        return read_extra(rw, addr, value);
    }
    if (space == RDI_LTCTX || space == RDI_LTCTX_B) {
        return read_ltctx(xf, space, addr, value);
    }
    word = space == RDI_LTC ? ltc_word(rw, addr >> 2) :
           plain_word(rw, space, addr >> 4, nv_extract(addr, 2, 2));
    if (word) {
        *value = *word;
    }
    return word;
}

bool nv_xf_rdi_write(NvXf *xf, unsigned space, uint32_t addr, uint32_t value)
{
    unsigned index = nv_extract(addr, 2, 2);
    uint32_t *word;

    if (!nv_chip_has(xf->chip, NV_CAP_RDI)) {
        return false;
    }
    if (space == RDI_XFPR && (addr >> 4) - xf->chip->xf.xfpr < 3) {
        return write_extra(xf, addr, value);
    }
    if (space == RDI_LTCTX || space == RDI_LTCTX_B) {
        return write_ltctx(xf, space, addr, value);
    }
    if (space == RDI_LTC) {
        word = ltc_word(xf, addr >> 2);
        value &= NV_MASK(21, 0);
    } else {
        word = plain_word(xf, space, addr >> 4, index);
    }
    if (!word) {
        return false;
    }
    if (space == RDI_XFPR) {
        value &= xf->program->isa->stored[index];
        nv_xf_program_touch(xf->program, addr >> 4);
    }
    *word = value;
    return true;
}
