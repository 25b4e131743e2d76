/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which register an address is: of which head, of which block, a word or a
 * byte.  Facts: the public register database.
 */
#include "display/display-priv.h"

/* Offsets within BAR0 of what a head answers to; head B is 0x2000 up. */
#define HEAD_B 0x2000u
#define PRMVIO 0x0c0000u
#define PCRTC  0x600000u
#define PRMCIO 0x601000u
#define PRAMDAC 0x680000u
#define PRMDIO 0x681000u

/* The head @addr belongs to, NULL if the chip has no such head. */
static NvHead *head_at(NvDisplay *d, uint32_t addr)
{
    unsigned index = nv_extract(addr, 13, 1);

    return index < nv_display_heads(d) ? &d->head[index] : NULL;
}

/* The block @addr is in, by head A's address of it. */
static uint32_t block_of(uint32_t addr)
{
    return addr & ~0x2fffu;
}

static NvRegs *regs_at(NvHead *head, uint32_t addr)
{
    switch (block_of(addr)) {
    case PCRTC:
        return &head->pcrtc;
    case PRAMDAC:
        return &head->pramdac;
    default:
        return NULL;
    }
}

static void unassigned(NvDisplay *d, const char *what, uint32_t addr)
{
    nv_trace(d->env, card_mmio_unassigned, what, addr);
    nv_error(d->env, NV_ERROR_REGISTER, addr, "%s 0x%06x", what, addr);
}

uint32_t nv_display_read(NvDisplay *d, uint32_t addr)
{
    NvHead *head = head_at(d, addr);
    NvRegs *regs = head ? regs_at(head, addr) : NULL;
    uint32_t value = 0;

    addr &= ~3u;
    if (regs) {
        if (regs == &head->pcrtc) {
            nv_head_catch_up(head);
        }
        if (!nv_regs_read(regs, addr & 0xfff, &value)) {
            unassigned(d, "read", addr);
        }
        return value;
    }
    for (unsigned i = 0; i < 4; i++) {
        value |= (uint32_t)nv_display_read8(d, addr + i) << (8 * i);
    }
    return value;
}

void nv_display_write(NvDisplay *d, uint32_t addr, uint32_t value)
{
    NvHead *head = head_at(d, addr);
    NvRegs *regs = head ? regs_at(head, addr) : NULL;

    addr &= ~3u;
    if (regs) {
        /* ORDER: blanks until now come before a clear or an enable. */
        if (regs == &head->pcrtc) {
            nv_head_catch_up(head);
        }
        if (!nv_regs_write(regs, addr & 0xfff, value)) {
            unassigned(d, "write", addr);
        }
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        nv_display_write8(d, addr + i, value >> (8 * i));
    }
}

/*
 * PRMVIO has one set of addresses for both heads: CR44 of head A chooses,
 * 3 head B, 4 both (reads from A), anything else A.  From NV40 on each head
 * has a set, and only 4 means more than one (doc).
 */
static unsigned vio_heads(const NvDisplay *d, uint32_t addr)
{
    if (nv_display_heads(d) < 2) {
        return 1;
    }
    if (nv_chip_has(d->env->chip, NV_CAP_VIO_APART)) {
        return addr & HEAD_B ? 2 : d->head[0].cr[0x44] == 4 ? 3 : 1;
    }
    switch (d->head[0].cr[0x44]) {
    case 3:
        return 2;
    case 4:
        return 3;
    default:
        return 1;
    }
}

static bool is_vio(const NvDisplay *d, uint32_t addr)
{
    return (addr & ~0xfffu) == PRMVIO ||
           ((addr & ~0xfffu) == (PRMVIO | HEAD_B) &&
            nv_chip_has(d->env->chip, NV_CAP_VIO_APART));
}

uint8_t nv_display_read8(NvDisplay *d, uint32_t addr)
{
    uint32_t port = addr & 0xfff;
    NvHead *head = head_at(d, addr);

    if (is_vio(d, addr)) {
        return nv_head_vio_read(&d->head[vio_heads(d, addr) == 2], port);
    }
    if (!head) {
        return 0;
    }
    switch (block_of(addr)) {
    case PRMCIO:
        return nv_head_cio_read(head, port);
    case PRMDIO:
        return nv_head_dio_read(head, port);
    case PCRTC:
    case PRAMDAC:
        return nv_display_read(d, addr) >> (8 * (addr & 3));
    default:
        return 0;
    }
}

/* A byte of a word register; bits that clear stay away. */
static void write_byte_of_word(NvDisplay *d, NvHead *head, uint32_t addr,
                               uint8_t value)
{
    NvRegs *regs = regs_at(head, addr);
    unsigned shift = 8 * (addr & 3);
    unsigned index;
    const NvReg *reg;
    uint32_t word;

    assert(regs);
    reg = nv_regs_find(regs, addr & 0xffc, &index);
    if (reg) {
        word = regs->values[(addr & 0xffc) / 4] & reg->mask;
        nv_display_write(d, addr, nv_deposit(word, shift, 8, value));
    }
}

void nv_display_write8(NvDisplay *d, uint32_t addr, uint8_t value)
{
    uint32_t port = addr & 0xfff;
    NvHead *head = head_at(d, addr);

    if (is_vio(d, addr)) {
        for (unsigned i = 0; i < NV_HEADS; i++) {
            if (vio_heads(d, addr) & NV_BIT(i)) {
                nv_head_vio_write(&d->head[i], port, value);
            }
        }
        return;
    }
    if (!head) {
        return;
    }
    switch (block_of(addr)) {
    case PRMCIO:
        nv_head_cio_write(head, port, value);
        break;
    case PRMDIO:
        nv_head_dio_write(head, port, value);
        break;
    case PCRTC:
    case PRAMDAC:
        write_byte_of_word(d, head, addr, value);
        break;
    default:
        break;
    }
}
