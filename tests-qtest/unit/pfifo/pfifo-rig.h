/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The card as the PFIFO tests drive it: instance memory laid out as a driver
 * does, channels with push buffers in system memory, methods written down.
 */
#ifndef TESTS_PFIFO_RIG_H
#define TESTS_PFIFO_RIG_H

#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "nv2a/card.h"
#include "nv2a/trace.h"

#define VRAM_SIZE 0x400000u
#define RAM_SIZE  0x200000u

/* Instance memory of the rig. */
#define RAMHT     0x10000u      /* 512 entries */
#define RAMFC     0x12000u
#define RAMRO     0x13000u
#define PUSH_OBJ  0x14000u      /* + 0x10 a channel */
#define GR_OBJ    0x15000u
#define SEM_OBJ   0x15100u
#define SEM_RW    0x15110u
#define SCRATCH   0x16000u
#define CTX_TABLE 0x1f000u

#define PUSH_AT(ch) (0x100000u + (ch) * 0x8000u)    /* in system memory */
#define SEM_PAGE    0x00200000u                     /* in VRAM */

#define H_GR  0xbeef0097u
#define H_SW  0xbeef506eu
#define H_SEM 0xbeef0005u
#define H_SRW 0xbeef0006u

typedef struct Rig {
    NvCard *card;
    uint8_t *ram;
    uint32_t put[32];           /* where the next word goes */
    unsigned works;
    bool irq;
    uint16_t *trace_on;         /* methods only */
    GString *methods;           /* "ch:subc:mthd:data " of each one executed */
} Rig;

static bool dma_read(void *host, uint64_t addr, void *buf, size_t len)
{
    Rig *rig = host;

    if (addr > RAM_SIZE || len > RAM_SIZE - addr) {
        return false;
    }
    memcpy(buf, rig->ram + addr, len);
    return true;
}

static bool dma_write(void *host, uint64_t addr, const void *buf, size_t len)
{
    Rig *rig = host;

    if (addr > RAM_SIZE || len > RAM_SIZE - addr) {
        return false;
    }
    memcpy(rig->ram + addr, buf, len);
    return true;
}

static void on_irq(void *host, bool level)
{
    ((Rig *)host)->irq = level;
}

static void on_work(void *host)
{
    ((Rig *)host)->works++;
}

static void on_log(void *host, NvLogKind kind, const char *line)
{
    Rig *rig = host;
    unsigned ch, subc, mthd, data;

    if (kind == NV_LOG_TRACE && rig->methods &&
        sscanf(line, "nv2a_pfifo_method ch %u subc %u mthd %x data %x",
               &ch, &subc, &mthd, &data) == 4) {
        g_string_append_printf(rig->methods, "%u:%u:%x:%x ", ch, subc, mthd,
                               data);
    }
}

static const NvHostOps ops = {
    .irq = on_irq, .dma_read = dma_read, .dma_write = dma_write,
    .work = on_work, .log = on_log,
};

static inline uint32_t rd(Rig *rig, uint32_t addr)
{
    return nv_card_mmio_read(rig->card, addr, 4);
}

static inline void wr(Rig *rig, uint32_t addr, uint32_t value)
{
    nv_card_mmio_write(rig->card, addr, value, 4);
}

static inline void wi(Rig *rig, uint32_t inst, uint32_t value)
{
    wr(rig, 0x700000 + inst, value);
}

static inline uint32_t ri(Rig *rig, uint32_t inst)
{
    return rd(rig, 0x700000 + inst);
}

static inline uint32_t user(Rig *rig, unsigned ch, uint32_t at)
{
    return rd(rig, 0x800000 + ch * 0x10000 + at);
}

/* The hash drivers use, for a table of 512 entries. */
static inline uint32_t hash(uint32_t handle, unsigned ch)
{
    uint32_t h = 0;

    for (; handle; handle >>= 9) {
        h ^= handle & 511;
    }
    return (h ^ ch << 5) & 511;
}

static inline void entry(Rig *rig, uint32_t index, uint32_t handle, unsigned ch,
                  unsigned engine, uint32_t inst)
{
    wi(rig, RAMHT + index * 8, handle);
    wi(rig, RAMHT + index * 8 + 4,
       0x80000000u | ch << 24 | engine << 16 | inst >> 4);
}

/* As a driver adds a handle: the first free entry from the hash on. */
static inline void add_handle(Rig *rig, uint32_t handle, unsigned ch,
                       unsigned engine, uint32_t inst)
{
    uint32_t at = hash(handle, ch);

    while (ri(rig, RAMHT + at * 8 + 4)) {
        at = (at + 1) & 511;
    }
    entry(rig, at, handle, ch, engine, inst);
}

static inline void add_channel(Rig *rig, unsigned ch)
{
    uint32_t obj = PUSH_OBJ + ch * 16;
    uint32_t fc = RAMFC + ch * (rd(rig, 0x2214) & 0x10000 ? 64 : 32);

    wi(rig, obj, 0x00023002);           /* read, linear, PCI */
    wi(rig, obj + 4, 0x7fff);
    wi(rig, obj + 8, PUSH_AT(ch) | 3);
    wi(rig, fc + 0x0c, obj >> 4);
    wi(rig, fc + 0x14, 0x00086078);
    rig->put[ch] = 0;
    wr(rig, 0x2504, rd(rig, 0x2504) | 1u << ch);
    add_handle(rig, H_GR, ch, 1, GR_OBJ);
    add_handle(rig, H_SW, ch, 0, SCRATCH);
    add_handle(rig, H_SEM, ch, 0, SEM_OBJ);
    add_handle(rig, H_SRW, ch, 0, SEM_RW);
}

static inline Rig *rig_new_chip(const char *chip, uint32_t large)
{
    uint16_t *trace_on = g_new0(uint16_t, nv_trace_count());
    const NvCardConfig config = {
        .chip = chip, .vram_size = VRAM_SIZE, .trace_on = trace_on,
    };
    Rig *rig = g_new0(Rig, 1);
    GError *error = NULL;

    nv_trace_enable(trace_on, "nv2a_pfifo_method");
    rig->trace_on = trace_on;
    rig->ram = g_malloc0(RAM_SIZE);
    rig->card = nv_card_new(&config, &ops, rig, &error);
    g_assert_no_error(error);
    wr(rig, 0x000200, 0xffffffff);
    wr(rig, 0x000140, 1);
    wr(rig, 0x400780, CTX_TABLE >> 4);
    wr(rig, 0x400720, 1);
    wr(rig, 0x2210, 0x03000000 | RAMHT >> 8);
    wr(rig, 0x2214, large | RAMFC >> 8);
    wr(rig, 0x2218, RAMRO >> 8);
    wr(rig, 0x3204, 31);
    wr(rig, 0x2100, 0xffffffff);
    wr(rig, 0x2140, 0xffffffff);
    wr(rig, 0x3200, 1);
    wr(rig, 0x3250, 1);
    wr(rig, 0x2500, 1);
    wi(rig, GR_OBJ, 0x97);
    wi(rig, SEM_OBJ, 0x0000b002);       /* what the silicon accepts */
    wi(rig, SEM_OBJ + 4, 0xfff);
    wi(rig, SEM_OBJ + 8, SEM_PAGE | 2);
    wi(rig, SEM_RW, 0x00003002);        /* what drivers offer first */
    wi(rig, SEM_RW + 4, 0xfff);
    wi(rig, SEM_RW + 8, SEM_PAGE | 2);
    rig->methods = g_string_new(NULL);
    return rig;
}

static inline Rig *rig_new_fc(uint32_t large)
{
    return rig_new_chip("nv20", large);
}

static inline Rig *rig_new(void)
{
    Rig *rig = rig_new_fc(0x10000);

    add_channel(rig, 1);
    return rig;
}

static inline void rig_free(Rig *rig)
{
    nv_card_free(rig->card);
    g_string_free(rig->methods, TRUE);
    g_free(rig->ram);
    g_free(rig->trace_on);
    g_free(rig);
}

static inline void poke32(Rig *rig, uint32_t addr, uint32_t value)
{
    value = GUINT32_TO_LE(value);
    memcpy(rig->ram + addr, &value, 4);
}

static inline void put(Rig *rig, unsigned ch, uint32_t word)
{
    poke32(rig, PUSH_AT(ch) + rig->put[ch], word);
    rig->put[ch] += 4;
}

#define HEAD(count, subc, mthd) \
    ((uint32_t)(count) << 18 | (subc) << 13 | (mthd))
#define NONINC 0x40000000u

static inline void method(Rig *rig, unsigned ch, unsigned subc, uint32_t mthd,
                   uint32_t data)
{
    put(rig, ch, HEAD(1, subc, mthd));
    put(rig, ch, data);
}

static inline void kick(Rig *rig, unsigned ch)
{
    wr(rig, 0x800040 + ch * 0x10000, rig->put[ch]);
}

static inline void pump(Rig *rig)
{
    for (unsigned i = 0; nv_card_run(rig->card, 1000); i++) {
        g_assert_cmpuint(i, <, 1000);
    }
}

static inline void go(Rig *rig, unsigned ch)
{
    kick(rig, ch);
    pump(rig);
}

#endif
