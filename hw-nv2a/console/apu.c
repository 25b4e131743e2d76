/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts (doc): places and names are those of public emulators of the console,
 * as far as two of them agree; what is [guess] is not known from anywhere.
 */
#include "console/apu.h"

#include <string.h>

enum {
    /* Front end. */
    ISTS = 0x1000, IEN = 0x1004, FEAV = 0x1118, FEDECMETH = 0x1300,
    FEDECPARAM = 0x1304, FEMEMADDR = 0x1324, FEMEMDATA = 0x1334,
    /* Setup engine. */
    SECTL = 0x2000, XGSCNT = 0x200c, VPVADDR = 0x202c,
    FECV = 0x1110,
    /* Methods of the voice processor. */
    VP = 0x20000, VP_END = 0x30000, PIO_FREE = VP + 0x10,
    SET_ANTECEDENT_VOICE = VP + 0x120, VOICE_ON = VP + 0x124,
    VOICE_OFF = VP + 0x128, VOICE_PAUSE = VP + 0x140,
    SET_CURRENT_VOICE = VP + 0x2f8,
};
enum {
    IRQ_GLOBAL = 1, XCNT_MODE = 0x18,
    PIO_ROOM = 0x80,                    /* [guess] of the methods' queue */
    SAMPLE_RATE = 48000,                /* [guess] what XGSCNT counts */
    VOICES = 256, VOICE_SIZE = 0x80, VOICE_STATE = 0x54,
    VOICE_PAUSED = 1 << 18, VOICE_ACTIVE = 1 << 21,
};
#define SECOND 1000000000

/* What keeps words, in order; the signal processors' have 24 bits. */
static const struct {
    uint32_t from, to, mask;
} kept[] = {
    { 0x1100, 0x1104, ~0u },            /* FECTL */
    { FECV, FECV + 4, ~0u },
    { FEAV, FEAV + 4, 0x3ffff },
    { FEDECMETH, FEDECPARAM + 4, ~0u },
    { FEMEMADDR, FEMEMADDR + 4, ~0u },
    { FEMEMDATA, FEMEMDATA + 4, ~0u },
    { 0x1500, 0x1508, ~0u },            /* FETFORCE0, 1 */
    { SECTL, SECTL + 4, ~0u },
    { VPVADDR, 0x2078, ~0u },           /* addresses, tops of voice lists */
    { 0x20d4, 0x20e4, ~0u },            /* numbers of SGEs */
    { 0x30000, 0x34000, 0xffffff },     /* GP: X, mix buffer, Y, P, reset */
    { 0x35000, 0x36000, 0xffffff },
    { 0x36000, 0x38000, 0xffffff },
    { 0x3a000, 0x3e000, 0xffffff },
    { 0x3fffc, 0x40000, 0xf },
    { 0x50000, 0x53000, 0xffffff },     /* EP: X, Y, P, reset */
    { 0x56000, 0x56400, 0xffffff },
    { 0x5a000, 0x5e000, 0xffffff },
    { 0x5fffc, 0x60000, 0xf },
};

/* Methods that are words of the current voice, in memory. */
static const struct {
    uint32_t method, at, mask;
} voice_words[] = {
    { VP + 0x300, 0x00, ~0u },          /* bins */
    { VP + 0x304, 0x04, ~0u },          /* format */
    { VP + 0x360, 0x60, ~0u },          /* volumes */
    { VP + 0x364, 0x64, ~0u },
    { VP + 0x368, 0x68, ~0u },
    { VP + 0x37c, 0x7c, 0xffff0000 },   /* pitch */
    { VP + 0x3a0, 0x20, 0xffffff },     /* buffer: base, loop, now, end */
    { VP + 0x3a4, 0x24, 0xffffff },
    { VP + 0x3d8, 0x58, 0xffffff },
    { VP + 0x3dc, 0x5c, 0xffffff },
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static uint32_t *reg(NvApu *apu, uint32_t offset)
{
    return &apu->word[offset / 4];
}

/* 0: nothing is kept there. */
static uint32_t mask_of(uint32_t offset)
{
    for (unsigned i = 0; i < COUNT(kept); i++) {
        if (offset >= kept[i].from && offset < kept[i].to) {
            return kept[i].mask;
        }
    }
    return 0;
}

static void update_irq(NvApu *apu)
{
    uint32_t *status = reg(apu, ISTS), enable = *reg(apu, IEN);
    bool level = enable & IRQ_GLOBAL && *status & enable & ~IRQ_GLOBAL;

    *status = (*status & ~IRQ_GLOBAL) | (level ? IRQ_GLOBAL : 0);
    apu->ops->set_irq(apu->opaque, level);
}

void nv_apu_init(NvApu *apu, const NvApuOps *ops, void *opaque)
{
    apu->ops = ops;
    apu->opaque = opaque;
    nv_apu_reset(apu);
}

void nv_apu_reset(NvApu *apu)
{
    memset(apu->word, 0, sizeof(apu->word));
    update_irq(apu);
}

void nv_apu_loaded(NvApu *apu)
{
    uint32_t own[3] = { *reg(apu, ISTS), *reg(apu, IEN), *reg(apu, XGSCNT) };
    uint32_t at = 0;

    for (unsigned i = 0; i < COUNT(kept); i++) {
        memset(reg(apu, at), 0, kept[i].from - at);
        for (at = kept[i].from; at < kept[i].to; at += 4) {
            *reg(apu, at) &= kept[i].mask;
        }
    }
    *reg(apu, ISTS) = own[0];
    *reg(apu, IEN) = own[1];
    *reg(apu, XGSCNT) = own[2];
    update_irq(apu);
}

/* --- voices --- */

static void voice_change(NvApu *apu, uint32_t voice, uint32_t at,
                         uint32_t mask, uint32_t value)
{
    uint32_t address = *reg(apu, VPVADDR) + voice * VOICE_SIZE + at;
    uint8_t b[4];
    uint32_t old;

    if (voice >= VOICES ||
        !apu->ops->read(apu->opaque, address, b, sizeof(b))) {
        return;
    }
    old = b[0] | b[1] << 8 | b[2] << 16 | (uint32_t)b[3] << 24;
    value = (old & ~mask) | (value & mask);
    for (unsigned i = 0; i < sizeof(b); i++) {
        b[i] = value >> (8 * i);
    }
    apu->ops->write(apu->opaque, address, b, sizeof(b));
}

static bool voice_word(NvApu *apu, uint32_t method, uint32_t value)
{
    for (unsigned i = 0; i < COUNT(voice_words); i++) {
        if (voice_words[i].method == method) {
            voice_change(apu, *reg(apu, FECV), voice_words[i].at,
                         voice_words[i].mask, value);
            return true;
        }
    }
    return false;
}

static void method(NvApu *apu, uint32_t offset, uint32_t value)
{
    *reg(apu, FEDECMETH) = offset - VP;
    *reg(apu, FEDECPARAM) = value;
    switch (offset) {
    case SET_ANTECEDENT_VOICE:
        *reg(apu, FEAV) = value & mask_of(FEAV);
        break;
    case SET_CURRENT_VOICE:
        *reg(apu, FECV) = value & 0xffff;
        break;
    case VOICE_ON:                      /* nobody plays it: it is over */
    case VOICE_OFF:
        voice_change(apu, value & 0xffff, VOICE_STATE, VOICE_ACTIVE, 0);
        break;
    case VOICE_PAUSE:
        voice_change(apu, value & 0xffff, VOICE_STATE, VOICE_PAUSED, value);
        break;
    default:
        if (!voice_word(apu, offset, value)) {
            apu->ops->unknown(apu->opaque, true, offset, value);
        }
    }
}

/* --- words --- */

static uint32_t sample_count(NvApu *apu)
{
    uint64_t ns = apu->ops->now(apu->opaque);

    if (!(*reg(apu, SECTL) & XCNT_MODE)) {
        return *reg(apu, XGSCNT);
    }
    return ns / SECOND * SAMPLE_RATE + ns % SECOND * SAMPLE_RATE / SECOND;
}

static uint32_t read_word(NvApu *apu, uint32_t offset)
{
    switch (offset) {
    case ISTS:
    case IEN:
        return *reg(apu, offset);
    case XGSCNT:
        return sample_count(apu);
    case PIO_FREE:
        return PIO_ROOM;
    default:
        if (!mask_of(offset)) {
            apu->ops->unknown(apu->opaque, false, offset, 0);
            return 0;
        }
        return *reg(apu, offset);
    }
}

static void write_word(NvApu *apu, uint32_t offset, uint32_t value)
{
    uint8_t b[4] = { value, value >> 8, value >> 16, value >> 24 };

    if (offset >= VP && offset < VP_END) {
        method(apu, offset, value);
        return;
    }
    switch (offset) {
    case ISTS:
        *reg(apu, ISTS) &= ~value;
        update_irq(apu);
        return;
    case IEN:
        *reg(apu, IEN) = value;
        update_irq(apu);
        return;
    case SECTL:
        *reg(apu, XGSCNT) = sample_count(apu);
        break;
    case FEMEMDATA:
        /* doc: software waits for it to arrive there. */
        apu->ops->write(apu->opaque, *reg(apu, FEMEMADDR), b, sizeof(b));
        break;
    }
    if (mask_of(offset)) {
        *reg(apu, offset) = value & mask_of(offset);
    } else {
        apu->ops->unknown(apu->opaque, true, offset, value);
    }
}

uint32_t nv_apu_read(NvApu *apu, uint32_t offset, unsigned size)
{
    uint32_t value = offset < NV_APU_SIZE ? read_word(apu, offset & ~3u) : 0;

    value >>= 8 * (offset & 3);
    return size < 4 ? value & ((1u << 8 * size) - 1) : value;
}

/* A part of a word leaves the others as they are, but in a method. */
void nv_apu_write(NvApu *apu, uint32_t offset, unsigned size, uint32_t value)
{
    unsigned shift = 8 * (offset & 3);
    uint32_t mask = (size < 4 ? (1u << 8 * size) - 1 : ~0u) << shift;
    uint32_t word = offset & ~3u, old = 0;

    if (offset >= NV_APU_SIZE) {
        return;
    }
    if (mask != ~0u && word != ISTS && mask_of(word)) {
        old = *reg(apu, word) & ~mask;
    }
    write_word(apu, word, old | (value << shift & mask));
}
