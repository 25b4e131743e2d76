/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes the card's INTx: both PICs, one IDT gate, a handler.
 * Vertical blanks are counted and acknowledged; anything else is counted and
 * masked at PMC until whoever polls the engine has looked at it.
 */
#include "guest.h"
#include "regs.h"

volatile uint32_t irq_vblanks, irq_engines, irq_total;

extern void irq_entry(void), spurious_entry(void);

typedef struct __attribute__((packed)) Gate {
    uint16_t low, selector;
    uint8_t zero, type;
    uint16_t high;
} Gate;

static Gate idt[48];
static uint8_t irq_line;

static void set_gate(unsigned n, void (*fn)(void))
{
    uint32_t at = (uint32_t)fn;
    uint16_t cs;

    __asm__ volatile("mov %%cs, %0" : "=r"(cs));
    idt[n] = (Gate) {
        .low = (uint16_t)at, .selector = cs, .type = 0x8e,
        .high = (uint16_t)(at >> 16),
    };
}

static void pic_init(uint16_t mask)
{
    out8(0x20, 0x11);
    out8(0xa0, 0x11);
    out8(0x21, 0x20);           /* vectors 0x20.. and 0x28.. */
    out8(0xa1, 0x28);
    out8(0x21, 0x04);
    out8(0xa1, 0x02);
    out8(0x21, 0x01);
    out8(0xa1, 0x01);
    out8(0x21, mask & 0xff);
    out8(0xa1, mask >> 8);
}

void irq_handler(void)
{
    irq_total++;
    if (rd(PCRTC_INTR) & 1) {
        wr(PCRTC_INTR, 1);
        irq_vblanks++;
    }
    if (rd(PMC_INTR) & ~PMC_PCRTC0) {
        wr(PMC_INTR_EN, 0);
        irq_engines++;
    }
    if (irq_line >= 8) {
        out8(0xa0, 0x20);
    }
    out8(0x20, 0x20);
}

void irq_init(uint8_t line)
{
    struct __attribute__((packed)) {
        uint16_t limit;
        uint32_t base;
    } idtr = { sizeof(idt) - 1, (uint32_t)idt };
    unsigned n;

    irq_line = line & 15;
    for (n = 32; n < 48; n++) {
        set_gate(n, n == 32u + irq_line ? irq_entry : spurious_entry);
    }
    pic_init((uint16_t)~(1u << irq_line | 1u << 2));
    /* PCI lines are level triggered. */
    if (irq_line >= 8) {
        out8(0x4d1, in8(0x4d1) | (uint8_t)(1u << (irq_line - 8)));
    } else {
        out8(0x4d0, in8(0x4d0) | (uint8_t)(1u << irq_line));
    }
    __asm__ volatile("lidt %0" : : "m"(idtr));
    __asm__ volatile("sti");
}
