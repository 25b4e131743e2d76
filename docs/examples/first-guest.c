/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A triangle, from nothing: no operating system, no C library, one file.
 * docs/first-guest.rst goes through it step by step; each step says a line, and
 * -DLAST=N stops after N of them.
 *
 *   gcc -m32 -Os -ffreestanding -fno-pic -fno-stack-protector -nostdlib \
 *       -static -Wl,-Ttext=0x100000 -o first-guest first-guest.c
 */
#include <stddef.h>
#include <stdint.h>

#ifndef LAST
#define LAST 9
#endif

/* --- 1. Loaded by QEMU --- */

__asm__(".text\n"
        ".balign 4\n"
        ".long 0x1badb002, 0, -0x1badb002\n"    /* multiboot: I am one */
        ".globl _start\n"
        "_start: mov $stack + 16384, %esp\n"
        "call guest\n"
        "stop: hlt\n"
        "jmp stop\n"
        ".lcomm stack, 16384\n"
        ".section .note.GNU-stack, \"\", @progbits\n"
        ".text\n");

static void out8(uint16_t port, uint8_t v)
{
    __asm__ volatile("outb %0, %1" : : "a"(v), "Nd"(port));
}

static void out32(uint16_t port, uint32_t v)
{
    __asm__ volatile("outl %0, %1" : : "a"(v), "Nd"(port));
}

static uint32_t in32(uint16_t port)
{
    uint32_t v;

    __asm__ volatile("inl %1, %0" : "=a"(v) : "Nd"(port));
    return v;
}

/* A line for the first serial port: words, and a number. */
static void say(const char *text, uint32_t number)
{
    for (; *text; text++) {
        out8(0x3f8, *text);
    }
    for (int shift = 28; shift >= 0; shift -= 4) {
        out8(0x3f8, "0123456789abcdef"[number >> shift & 15]);
    }
    out8(0x3f8, '\n');
}

/* --- 2. Where the card is --- */

static volatile uint32_t *mmio;     /* BAR0: registers */
static volatile uint8_t *vram;      /* BAR1: the card's memory */

static uint32_t rd(uint32_t reg)
{
    return mmio[reg / 4];
}

static void wr(uint32_t reg, uint32_t v)
{
    mmio[reg / 4] = v;
}

static uint32_t config(uint32_t device, uint32_t reg)
{
    out32(0xcf8, 0x80000000 | device << 11 | reg);
    return in32(0xcfc);
}

static int find_card(void)
{
    for (uint32_t device = 0; device < 32; device++) {
        if ((config(device, 0) & 0xffff) == 0x10de &&
            config(device, 8) >> 24 == 3) {         /* NVIDIA, a display */
            uint32_t command = config(device, 4);

            out32(0xcfc, command | 6);              /* memory, bus master */
            mmio = (volatile uint32_t *)(config(device, 0x10) & ~15u);
            vram = (volatile uint8_t *)(config(device, 0x14) & ~15u);
            say("1 the chip says ", rd(0x000000));
            return 1;
        }
    }
    say("there is no card ", 0);
    return 0;
}

/* --- 3. Engines on --- */

static void engines(void)
{
    wr(0x000200, 0xffffeeff);       /* PMC_ENABLE: all but PGRAPH, PFIFO */
    wr(0x000200, 0xffffffff);       /* and these, just reset */
    say("2 bytes of VRAM ", rd(0x10020c));
}

/* --- 4. Instance memory: what the engines look up --- */

enum { RAMHT = 0x10000, RAMFC = 0x11000, CONTEXTS = 0x11600,
       CONTEXT = 0x12000, PUSH = 0x16000, VRAM, TRIANGLES };
static uint32_t next = PUSH;

static void ramin(uint32_t at, uint32_t v)
{
    wr(0x700000 + at, v);
}

/* A DMA object: a stretch of memory, from 0 to @limit. */
static uint32_t dma_object(uint32_t class, uint32_t target, uint32_t limit)
{
    uint32_t at = next;

    ramin(at, class | 0x3000 | target << 16);
    ramin(at + 4, limit);
    ramin(at + 8, 3);               /* address 0, may be written */
    ramin(at + 12, 3);
    next += 16;
    return at;
}

/* The name @handle for an object; small ones need no hashing. */
static void name(uint32_t handle, uint32_t object)
{
    ramin(RAMHT + handle * 8, handle);
    ramin(RAMHT + handle * 8 + 4, 0x80010000 | object >> 4);
}

static void instance_memory(void)
{
    uint32_t triangles;

    for (uint32_t at = RAMHT; at < PUSH + 0x1000; at += 4) {
        ramin(at, 0);
    }
    dma_object(0x02, 2, 0x03ffffff);                /* at PUSH: system RAM */
    name(VRAM - PUSH, dma_object(0x3d, 0, rd(0x10020c) - 1));
    triangles = next;
    ramin(triangles, 0x97);         /* a graphics object is its class */
    next += 16;
    name(TRIANGLES - PUSH, triangles);
    wr(0x002210, 0x03000000 | RAMHT >> 8);
    wr(0x002214, 0x10000 | RAMFC >> 8);
    ramin(CONTEXTS, CONTEXT >> 4);  /* channel 0's PGRAPH context */
    say("3 objects end at ", next);
}

/* --- 5. A channel --- */

static uint32_t ring[4096];
static unsigned at;

static void channel(void)
{
    ramin(RAMFC + 12, PUSH >> 4);
    wr(0x002504, 1);                /* channel 0 is fed by DMA */
    wr(0x003204, 0x100);            /* and it is the one that runs */
    wr(0x00322c, PUSH >> 4);        /* its words are in that object */
    wr(0x003224, 0x000f0078);
    wr(0x003240, (uint32_t)ring);   /* PUT and GET: nothing yet */
    wr(0x003244, (uint32_t)ring);
    wr(0x003220, 1);                /* fetch, take, let through */
    wr(0x003250, 1);
    wr(0x003200, 1);
    wr(0x002500, 1);
    say("4 GET is ", rd(0x800044) - (uint32_t)ring);
}

/* --- 6. PGRAPH, and words for it --- */

static void pgraph(void)
{
    wr(0x400720, 0);                /* nothing comes meanwhile */
    wr(0x400084, 0x00118700);       /* DEBUG: checks as drivers have them */
    wr(0x40008c, 0xf3de0479);
    wr(0x400780, CONTEXTS >> 4);
    wr(0x400144, 0x10010100);       /* channel 0's context is there */
    wr(0x400148, 0);
    wr(0x400100, 0xffffffff);
    wr(0x400720, 1);
    say("5 PGRAPH is ready ", rd(0x400700));
}

static void method(uint32_t method, uint32_t v)
{
    ring[at++] = 1 << 18 | method;
    ring[at++] = v;
}

static void method_floats(uint32_t method, const float *f, unsigned count)
{
    ring[at++] = count << 18 | method;
    __builtin_memcpy(ring + at, f, count * 4);
    at += count;
}

/* The card may go this far; wait until it has. */
static void run(void)
{
    static uint32_t fence;

    method(0x0050, ++fence);
    __asm__ volatile("" : : : "memory");
    wr(0x800040, (uint32_t)(ring + at));
    while (rd(0x800048) != fence || rd(0x400700)) {
        if (rd(0x400100)) {         /* PGRAPH does not like something */
            say("  error: method ", rd(0x400704));
            say("  with ", rd(0x400708));
            for (;;) {
                __asm__ volatile("hlt");
            }
        }
    }
}

/* --- 7. A surface, and what becomes of pixels --- */

static void surface(void)
{
    static const uint32_t state[][2] = {
        { 0x0000, TRIANGLES - PUSH },   /* the object itself, then memory */
        { 0x0194, VRAM - PUSH }, { 0x0198, VRAM - PUSH },
        { 0x0200, 640 << 16 }, { 0x0204, 480 << 16 },   /* its size */
        { 0x0208, 0x128 },              /* linear, Z24S8, A8R8G8B8 */
        { 0x020c, 2560 << 16 | 2560 },  /* bytes a line, colour and depth */
        { 0x0210, 0 }, { 0x0214, 0x200000 },            /* where in VRAM */
        { 0x02b4, 0 }, { 0x02c0, 639 << 16 }, { 0x02e0, 479 << 16 },
        { 0x0290, 0x00100001 },         /* perspective */
        { 0x0300, 0 }, { 0x0304, 0 }, { 0x0308, 0 }, { 0x030c, 0 },
        { 0x032c, 0 },                  /* no tests, no blending */
        { 0x0358, 0x01010101 },         /* all channels are written */
        { 0x037c, 0x1d01 },             /* smooth between the corners */
        { 0x038c, 0x1b02 }, { 0x0390, 0x1b02 },         /* filled */
        { 0x1d7c, 0xffff0000 },         /* one sample a pixel */
        { 0x0288, 4 }, { 0x028c, 4 << 8 | 0x1000 },     /* vertex colour */
        { 0x1e60, 1 }, { 0x1e70, 0 },   /* untouched by others, no textures */
        { 0x1d98, 639 << 16 }, { 0x1d9c, 479 << 16 },
        { 0x1d90, 0xff203040 },         /* clear to a dark blue */
        { 0x1d94, 0xf0 },
    };
    static const float depth[] = { 0, 16777215 };

    for (unsigned i = 0; i < sizeof(state) / sizeof(*state); i++) {
        method(state[i][0], state[i][1]);
    }
    method_floats(0x0394, depth, 2);
    run();
    say("6 a cleared pixel is ", *(volatile uint32_t *)vram);
}

/* --- 8. A vertex program --- */

/* MOV o[HPOS], v[0] and MOV o[COL0], v[3] END, by nv-xf asm. */
static const uint32_t program[][4] = {
    { 0x0000f800, 0x08000000, 0x0020001b, 0x00000000 },
    { 0x0000f819, 0x08000000, 0x0020061b, 0x00000000 },
};

static void vertex_program(void)
{
    method(0x1e9c, 0);              /* slot 0, then a word after the other */
    for (unsigned i = 0; i < 2; i++) {
        ring[at++] = 4 << 18 | 0x0b00;
        for (unsigned k = 4; k-- > 0;) {
            ring[at++] = program[i][k];
        }
    }
    method(0x1e94, 2);              /* programs, from slot 0 */
    method(0x1ea0, 0);
    for (unsigned i = 0; i < 16; i++) {
        method(0x1760 + i * 4, 2);  /* no attribute is in an array */
    }
    run();
    say("7 methods so far ", at / 2);
}

/* --- 9. The triangle --- */

static void triangle(void)
{
    static const float corners[3][7] = {    /* colour, place */
        { 1, 0.2f, 0.2f, 1, /**/ 320, 60, 0 },
        { 0.2f, 1, 0.2f, 1, /**/ 560, 420, 0 },
        { 0.2f, 0.4f, 1, 1, /**/ 80, 420, 0 },
    };

    method(0x17fc, 5);              /* begin: triangles */
    for (unsigned i = 0; i < 3; i++) {
        method_floats(0x1550, corners[i], 4);
        method_floats(0x1500, corners[i] + 4, 3);
    }
    method(0x17fc, 0);              /* end */
    run();
    say("8 the middle is ", *(volatile uint32_t *)(vram + 300 * 2560 + 1280));
}

/* --- 10. On the screen --- */

static void mmio8(uint32_t reg, uint8_t v)
{
    ((volatile uint8_t *)mmio)[reg] = v;
}

/* A register of VGA's kind: an index, then its value. */
static void byte(uint32_t reg, uint8_t index, uint8_t v)
{
    mmio8(reg, index);
    mmio8(reg + 1, v);
}

static void screen(void)
{
    static const uint8_t timing[] = {       /* VGA's 640 x 480 */
        0x5f, 0x4f, 0x50, 0x82, 0x54, 0x80, 0x0b, 0x3e, 0x00, 0x40, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0xea, 0x8c, 0xdf, 0x40, 0x00, 0xe7, 0x04, 0xe3,
    };

    byte(0x6013d4, 0x1f, 0x57);             /* unlock what VGA lacks */
    byte(0x6013d4, 0x11, 0x00);
    for (unsigned i = 0; i < sizeof(timing); i++) {
        byte(0x6013d4, i, timing[i]);
    }
    byte(0x6013d4, 0x13, 2560 / 8 & 0xff);  /* 2560 bytes a line */
    byte(0x6013d4, 0x19, 2560 / 8 >> 8 << 5);
    byte(0x6013d4, 0x28, 3);                /* 32 bits a pixel */
    byte(0x0c03c4, 0x01, 0x01);             /* not blank */
    wr(0x680600, 0x00101130);               /* 8 bits a colour */
    mmio8(0x6813c8, 0);                     /* each of which is itself */
    for (unsigned i = 0; i < 256 * 3; i++) {
        mmio8(0x6813c9, i / 3);
    }
    wr(0x600800, 0);                        /* from VRAM's begin */
    say("9 on the screen from ", rd(0x600800));
}

void guest(void)
{
    static void (*const steps[])(void) = {
        engines, instance_memory, channel, pgraph, surface, vertex_program,
        triangle, screen,
    };

    if (find_card()) {
        for (unsigned i = 0; i < 8 && i + 1 < LAST; i++) {
            steps[i]();
        }
    }
}
