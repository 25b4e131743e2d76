/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's first instructions, run from flash without paging or stack;
 * the entries of all interrupts; the switch between threads' stacks.
 */
    .equ PHYSICAL, 0x80000000
    .equ FIRST_PD, 0xf000               /* below the kernel's copy */

    .code32
    .section .start, "ax"
    .globl _start
_start:
    cli
    cld
    mov $0xfff02000, %esi
    mov $kernel_load - PHYSICAL, %edi
    mov $kernel_load_end, %ecx
    sub $kernel_load, %ecx
    rep movsb
    mov $kernel_end, %ecx
    sub $kernel_load_end, %ecx
    xor %eax, %eax
    rep stosb
    /* The first 4 MiB, here and in the window, and flash where we run. */
    mov $FIRST_PD, %edi
    mov $1024, %ecx
    rep stosl
    movl $0x83, FIRST_PD
    movl $0x83, FIRST_PD + 512 * 4
    movl $0xffc00083, FIRST_PD + 1023 * 4
    mov %cr4, %eax
    or $0x10, %eax                      /* 4 MiB pages */
    mov %eax, %cr4
    mov $FIRST_PD, %eax
    mov %eax, %cr3
    mov %cr0, %eax
    or $0x80000000, %eax
    mov %eax, %cr0
    mov $kernel_stack_top, %esp
    mov $kernel_main, %eax
    call *%eax
1:  hlt
    jmp 1b

    .text
/* void switch_stacks(void **save, void *to) */
    .globl switch_stacks
switch_stacks:
    mov 4(%esp), %eax
    mov 8(%esp), %edx
    push %ebx
    push %esi
    push %edi
    push %ebp
    mov %esp, (%eax)
    mov %edx, %esp
    pop %ebp
    pop %edi
    pop %esi
    pop %ebx
    ret

/* A page or protection fault and some others push an error code. */
    .macro entry n
vector\n:
    .if (\n == 8) || (\n >= 10 && \n <= 14) || (\n == 17)
    .else
    push $0
    .endif
    push $\n
    jmp common
    .endm

    .altmacro
    .macro entry_number n
    entry \n
    .endm
    .set i, 0
    .rept 64
    entry_number %i
    .set i, i + 1
    .endr

common:
    pusha
    cld
    mov %esp, %eax
    mov %esp, %ebp
    and $-16, %esp
    sub $12, %esp
    push %eax
    call cpu_frame
    mov %ebp, %esp
    popa
    add $8, %esp
    iret

    .section .rodata
    .globl vectors
    .macro entry_address n
    .long vector\n
    .endm
vectors:
    .set i, 0
    .rept 64
    entry_address %i
    .set i, i + 1
    .endr

    .bss
    .balign 16
    .space 16384
    .globl kernel_stack_top
kernel_stack_top:
    .section .note.GNU-stack, "", @progbits
