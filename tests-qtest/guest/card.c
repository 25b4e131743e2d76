/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Brings the card up: engines, instance memory, RAMHT, RAMFC, DMA objects,
 * channel 0, PGRAPH with its checks on.
 * The order is the one Xbox homebrew and Linux drivers use.
 */
#include "celsius.h"
#include "regs.h"

/* Instance memory, RAMIN addresses. */
#define RAMHT_BASE  0x10000u        /* 4 KiB, 512 entries */
#define RAMHT_BITS  9
#define RAMFC_BASE  0x11000u        /* 16 channels of 64 bytes */
#define RAMFC_CURIE 0x20000u        /* 32 of 128 */
#define RAMRO_BASE  0x11400u
#define CTX_TABLE   0x11600u        /* 32 words */
#define GR_CONTEXT  0x12000u        /* 0x3800 bytes */
#define OBJECTS     0x16000u
#define GR_IMAGE    0x30000u        /* Curie's context, in its driver's form */

Card card;
volatile uint32_t *notifier, *fence_page, *report_page;

static uint32_t next_object = OBJECTS;

/*
 * Class 0x97 is the same on all of them.  On Rankine its constants move up and
 * its instructions are rewritten on their way into XFPR.
 */
static const Generation generations[] = {
    { "Curie", 0x40, false, true, 0, { 0 } },
    { "Rankine", 0x30, false, false, 0x9c,
      { 0x00f000f0, 0x08001000, 0x008f001b, 0x000038d8 } },
    { "Kelvin", 0x20, false, false, 0x60,
      { 0x0f000000, 0x08000000, 0x0020001b, 0 } },
    { "Celsius", 0x10, true, false, 0, { 0 } },
};

#define TESLA 0x50                  /* and what came later: not known here */

/* The 3D class that came with the chip; class 0x97 is Kelvin's own. */
static uint32_t own_class(uint32_t chip)
{
    return chip == 0x30 ? 0x397 : chip == 0x34 ? 0x697 :
           chip == 0x35 ? 0x497 : chip >= 0x40 ? 0x4097 : cel_class(chip);
}

static const Generation *generation_of(uint32_t chip)
{
    const Generation *g = generations;
    const Generation *end = g + sizeof(generations) / sizeof(*generations);

    while (g < end && chip < g->first_chip) {
        g++;
    }
    if (g == end || chip >= TESLA) {
        fatal("chip nv%02x is none that this program knows", chip);
    }
    return g;
}

bool has_kelvin(void)
{
    return !card.generation->celsius && !card.generation->curie;
}

uint32_t rd(uint32_t reg)
{
    return card.mmio[reg / 4];
}

void wr(uint32_t reg, uint32_t v)
{
    card.mmio[reg / 4] = v;
}

void rd_mask_wr(uint32_t reg, uint32_t clear, uint32_t set)
{
    wr(reg, (rd(reg) & ~clear) | set);
}

static void ramin_wr(uint32_t addr, uint32_t v)
{
    wr(PRAMIN + addr, v);
}

uint64_t card_ptimer(void)
{
    uint32_t hi, lo;

    do {
        hi = rd(PTIMER_HIGH);
        lo = rd(PTIMER_LOW);
    } while (hi != rd(PTIMER_HIGH));
    return (uint64_t)hi << 32 | lo;
}

uint32_t dma_object(uint32_t class, DmaWhere where, uint32_t base,
                    uint32_t limit)
{
    uint32_t at = next_object;
    uint32_t flags = where == DMA_VRAM ? 0x3000 : 0x23000;

    next_object += 16;
    ramin_wr(at, class | flags | (base & 0xfff) << 20);
    ramin_wr(at + 4, limit);
    ramin_wr(at + 8, (base & ~0xfffu) | 3);
    ramin_wr(at + 12, (base & ~0xfffu) | 3);
    return at;
}

uint32_t dma_pages(uint32_t class, const uint32_t *page, unsigned count)
{
    uint32_t at = next_object;
    unsigned i;

    next_object += (8 + 4 * count + 15) & ~15u;
    ramin_wr(at, class | 0x21000);
    ramin_wr(at + 4, count * 4096 - 1);
    for (i = 0; i < count; i++) {
        ramin_wr(at + 8 + 4 * i, page[i] | 3);
    }
    return at;
}

uint32_t graph_object(uint32_t class)
{
    uint32_t at = next_object;

    next_object += 16;
    ramin_wr(at, class);
    ramin_wr(at + 4, 0);
    ramin_wr(at + 8, 0);
    ramin_wr(at + 12, 0);
    return at;
}

/* The entry of @handle, or a free one for it.  Channel 0 adds nothing. */
static uint32_t ramht_entry(uint32_t handle)
{
    uint32_t mask = (1u << RAMHT_BITS) - 1, h = 0, left = handle;

    while (left) {
        h ^= left & mask;
        left >>= RAMHT_BITS;
    }
    while (rd(PRAMIN + RAMHT_BASE + h * 8 + 4) &&
           rd(PRAMIN + RAMHT_BASE + h * 8) != handle) {
        h = (h + 1) & mask;
    }
    return h;
}

uint32_t ramht_find(uint32_t handle)
{
    return (rd(PRAMIN + RAMHT_BASE + ramht_entry(handle) * 8 + 4) & 0xffff)
           << 4;
}

void ramht_add(uint32_t handle, uint32_t instance, uint32_t engine)
{
    uint32_t h = ramht_entry(handle);

    ramin_wr(RAMHT_BASE + h * 8, handle);
    ramin_wr(RAMHT_BASE + h * 8 + 4, instance >> 4 |
             (card.generation->curie ? engine << 20
                                     : 0x80000000u | engine << 16));
}

static void engines_init(void)
{
    wr(PMC_INTR_EN, 0);
    wr(PCRTC_INTR_EN, 0);
    wr(PMC_ENABLE, 0xffffffff);
    /* A reset pulse for the two engines we drive. */
    rd_mask_wr(PMC_ENABLE, PMC_PGRAPH | PMC_PFIFO, 0);
    rd_mask_wr(PMC_ENABLE, 0, PMC_PGRAPH | PMC_PFIFO);
    if (!rd(PTIMER_NUM) || !rd(PTIMER_DEN)) {
        wr(PTIMER_NUM, 0xde88);
        wr(PTIMER_DEN, 0x1dcd);
    }
    card.vram_size = rd(PFB_SIZE) & 0xfff00000u;
    if (card.vram_size < 0x800000) {
        fatal("the card says it has %u bytes of VRAM, 8 MiB are needed",
              card.vram_size);
    }
}

static void instance_init(void)
{
    uint32_t a;

    for (a = RAMHT_BASE; a < OBJECTS + 0x1000; a += 4) {
        ramin_wr(a, 0);
    }
    wr(PFIFO_RAMHT, 0x03000000 | (RAMHT_BITS - 9) << 16 | RAMHT_BASE >> 8);
    wr(PFIFO_RAMRO, RAMRO_BASE >> 8);
    if (card.generation->curie) {
        wr(PFIFO_RAMFC_CURIE, RAMFC_CURIE >> 16 | 0x30000);
    } else {
        wr(PFIFO_RAMFC, RAMFC_BASE >> 8 | 0x10000);
        ramin_wr(CTX_TABLE, GR_CONTEXT >> 4);
    }

    notifier = mem_alloc(4096, 4096);
    fence_page = mem_alloc(4096, 4096);
    report_page = mem_alloc(4096, 4096);
    ramht_add(H_VRAM, dma_object(0x3d, DMA_VRAM, 0, card.vram_size - 1), 1);
    ramht_add(H_SYSTEM, dma_object(0x3d, DMA_SYSTEM, 0, 0x03ffffff), 1);
    ramht_add(H_NOTIFY, dma_object(0x3d, DMA_SYSTEM, PHYSICAL(notifier),
                                   0xfff), 1);
    ramht_add(H_FENCE, dma_object(0x3d, DMA_SYSTEM, PHYSICAL(fence_page),
                                  0xfff), 1);
    ramht_add(H_REPORT, dma_object(0x3d, DMA_SYSTEM, PHYSICAL(report_page),
                                   0xfff), 1);
    /* Too small for anything: scene f binds it on purpose. */
    ramht_add(H_SHORT, dma_object(0x3d, DMA_SYSTEM, PHYSICAL(notifier),
                                  0xf), 1);
    ramht_add(H_3D, graph_object(has_kelvin() ? 0x97 : card.own_class), 1);
}

/* Registers and values, ended by register 0. */
static const uint32_t *pgraph_words(void)
{
    static const uint32_t celsius[][2] = {
        { PGRAPH_DEBUG_0, 0 }, { PGRAPH_DEBUG_1, 0x00118700 },
        { PGRAPH_DEBUG_3, 0xf3de0475 }, { 0, 0 },
    };
    static const uint32_t later[][2] = {
        { PGRAPH_DEBUG_0, 0 }, { PGRAPH_DEBUG_1, 0x00118700 },
        { 0x400880, 0x0008cfff }, { PGRAPH_DEBUG_3, 0xf3de0479 },
        { PGRAPH_DEBUG_4, 0 }, { PGRAPH_DEBUG_5, 4 },
        { 0x400b80, 0x45ead10e }, { 0x400b84, 0 }, { 0x400b88, 0 },
        { PGRAPH_DEBUG_6, 0x78 }, { PGRAPH_DEBUG_SKIP, 0x40 },
        { PGRAPH_CTX_TABLE, CTX_TABLE >> 4 }, { 0, 0 },
    };
    static const uint32_t curie[][2] = {
        { PGRAPH_DEBUG_3, 0xf3de0479 }, { 0, 0 },
    };

    return card.generation->celsius ? celsius[0] :
           card.generation->curie ? curie[0] : later[0];
}

static void pgraph_init(void)
{
    const uint32_t *word;
    unsigned i;

    wr(PGRAPH_FIFO, 0);
    for (word = pgraph_words(); *word; word += 2) {
        wr(word[0], word[1]);
    }
    if (!card.generation->curie) {
        wr(0x4009a4, rd(PFB_CFG0));
        wr(0x4009a8, rd(PFB_CFG1));
        for (i = 0x40014c; i <= 0x400158; i += 4) {
            wr(i, 0);
        }
        wr(PGRAPH_CTX_CONTROL, 0x10000000);
        wr(0x400764, 0x08000000);
    }
    wr(PGRAPH_INTR, 0xffffffff);
    wr(card.generation->curie ? PGRAPH_INTR_EN_CURIE : PGRAPH_INTR_EN,
       0xffffffff);
    wr(PGRAPH_FIFO, 1);
}

/* What channel 0 starts with. */
static void ramfc_init(uint32_t push)
{
    if (card.generation->curie) {
        ramin_wr(RAMFC_CURIE + 0x0c, push >> 4);
        ramin_wr(RAMFC_CURIE + 0x18, 0x30086078);
        ramin_wr(RAMFC_CURIE + 0x38, GR_IMAGE >> 4);
        ramin_wr(RAMFC_CURIE + 0x3c, 0x0001ffff);
    } else {
        ramin_wr(RAMFC_BASE + 0x0c, push >> 4);
        ramin_wr(RAMFC_BASE + 0x14, 0x00086078);
    }
}

static void pfifo_init(void)
{
    static const uint32_t zero[] = {
        PFIFO_CACHES, 0x003000, 0x003050, CACHE1_PUSH0, CACHE1_PULL0,
        CACHE1_DMA_PUSH, CACHE1_PUT, CACHE1_GET, CACHE1_DMA_PUT,
        CACHE1_DMA_GET, 0x003058, CACHE1_HASH, PFIFO_MODE, PFIFO_DMA,
        CACHE1_DMA_STATE, CACHE1_DMA_CTL, CACHE1_ENGINE, CACHE1_SUBROUTINE,
    };
    uint32_t push, i;

    for (i = 0; i < sizeof(zero) / sizeof(zero[0]); i++) {
        wr(zero[i], 0);
    }
    push = dma_object(0x02, DMA_SYSTEM, 0, 0x03ffffff);
    ramfc_init(push);
    wr(PFIFO_DELAY, 0xff);
    wr(PFIFO_TIMESLICE, 0x0101ffff);
    wr(PFIFO_INTR, 0xffffffff);
    wr(PFIFO_INTR_EN, 0xffffffff);
    wr(PFIFO_MODE, 1);                      /* channel 0 by DMA */
    /* Channel 0, DMA. */
    wr(CACHE1_PUSH1, card.generation->curie ? 0x10000 : 0x100);
    wr(CACHE1_DMA_INSTANCE, push >> 4);
    wr(CACHE1_DMA_FETCH, 0x000f0078);
    push_init();
    wr(CACHE1_PULL0, 1);
    wr(CACHE1_PUSH0, 1);
    wr(PFIFO_CACHES, 1);
}

void card_init(unsigned skip)
{
    uint32_t boot0;

    if (!pci_find(skip, &card.pci)) {
        fatal("no card found: no display device of vendor 10de on PCI");
    }
    card.mmio = (volatile uint32_t *)card.pci.bar0;
    card.vram = (volatile uint8_t *)card.pci.bar1;
    boot0 = rd(PMC_BOOT0);
    card.chip = boot0 >> 20 & 0xff;
    print("CARD 10de:%04x at %02x:%02x.%u BAR0 %08x BAR1 %08x IRQ %u "
          "boot0 %08x\n", card.pci.device, card.pci.bus, card.pci.dev,
          card.pci.func, card.pci.bar0, card.pci.bar1, card.pci.irq, boot0);
    card.generation = generation_of(card.chip);
    card.own_class = own_class(card.chip);
    card.user = card.generation->curie ? USER_CURIE : USER;
    engines_init();
    instance_init();
    pgraph_init();
    pfifo_init();
    print("CARD nv%02x %s VRAM %u MiB\n", card.chip, card.generation->name,
          card.vram_size >> 20);
}

void rdi_read(uint32_t space, uint32_t addr, uint32_t *out, unsigned count)
{
    uint32_t debug3 = rd(PGRAPH_DEBUG_3), debug4 = rd(PGRAPH_DEBUG_4);
    unsigned i;

    gpu_idle();
    wr(PGRAPH_DEBUG_3, 0);      /* RDI wants the checks off */
    wr(PGRAPH_DEBUG_4, 0);
    wr(PGRAPH_RDI_INDEX, space << 16 | addr);
    for (i = 0; i < count; i++) {
        out[i] = rd(PGRAPH_RDI_DATA);
    }
    wr(PGRAPH_DEBUG_3, debug3);
    wr(PGRAPH_DEBUG_4, debug4);
}

void constant_read(uint32_t n, float out[4])
{
    uint32_t w[4];
    int i;

    rdi_read(RDI_XFCTX, (card.generation->constants + n) * 16, w, 4);
    for (i = 0; i < 4; i++) {
        out[i] = from_bits(w[3 - i]);       /* stored w first */
    }
}
