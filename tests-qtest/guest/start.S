/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Entry: multiboot 1 header, stack, x87 and SSE on, then guest_main().
 * Header layout from the Multiboot Specification 0.6.96.
 */
#define MAGIC 0x1badb002
#define FLAGS 0x3                       /* page aligned modules, memory info */

    .section .multiboot, "a"
    .balign 4
    .long MAGIC, FLAGS, -(MAGIC + FLAGS)

    .text
    .globl _start
_start:
    cli
    movl    $stack_top, %esp
    xorl    %ebp, %ebp
    movl    %cr0, %ecx
    andl    $~0x4, %ecx                 /* EM off: there is an FPU */
    orl     $0x2, %ecx                  /* MP on */
    movl    %ecx, %cr0
    movl    %cr4, %ecx
    orl     $0x600, %ecx                /* OSFXSR, OSXMMEXCPT */
    movl    %ecx, %cr4
    fninit
    lgdt    gdt_pointer                 /* multiboot promises no GDT of ours */
    ljmp    $0x08, $1f
1:
    movl    $0x10, %ecx
    movl    %ecx, %ds
    movl    %ecx, %es
    movl    %ecx, %fs
    movl    %ecx, %gs
    movl    %ecx, %ss
    subl    $8, %esp                    /* keeps the stack 16-byte aligned */
    pushl   %ebx                        /* multiboot information */
    pushl   %eax                        /* multiboot magic */
    call    guest_main
halt:
    cli
    hlt
    jmp     halt

    /* The card's interrupt: irq_handler() in irq.c does the work. */
    .globl irq_entry
irq_entry:
    pushal
    cld
    movl    %esp, %ebp
    andl    $-16, %esp
    subl    $512, %esp
    fxsave  (%esp)
    call    irq_handler
    fxrstor (%esp)
    movl    %ebp, %esp
    popal
    iret

    .globl spurious_entry
spurious_entry:
    iret

    .data
    .balign 8
gdt:
    .quad 0
    .quad 0x00cf9a000000ffff            /* 0x08: code, flat 4 GiB */
    .quad 0x00cf92000000ffff            /* 0x10: data, flat 4 GiB */
gdt_pointer:
    .word gdt_pointer - gdt - 1
    .long gdt

    .bss
    .balign 16
    .skip 65536
stack_top:
    .section .note.GNU-stack, "", @progbits
