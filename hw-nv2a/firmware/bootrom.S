/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's boot ROM, 512 bytes at 0xfffffe00: enter flat 32-bit mode,
 * run the flash image's byte code, go on at address 0.
 *
 * An instruction of the byte code has 9 bytes: an opcode, operands A and B.
 * There are two accumulators, R and E.  No memory is written that the byte
 * code does not name: there is no stack, for RAM may not work yet.
 *
 *   02  R = memory[A]            08  skip B bytes unless R == A
 *   03  memory[A] = B            09  skip B bytes
 *   04  config[A] = B            10  R = E = (E & A) | B
 *   05  R = config[A]            11  byte to port A: B
 *   06  R = (R & A) | B          12  R = byte of port A
 *   07  opcode A with (B, R)     ee  end
 *
 * Anything else is skipped.  hw: the real ROM goes on at 0 as well when its
 * image's second part does not check.
 */
#define CODE_SEG 0x08
#define DATA_SEG 0x10
#define BYTE_CODE 0xff000080
#define CONFIG_ADDRESS 0xcf8
/* hw: byte code cannot hide the ROM that runs it: bit 1 stays clear. */
#define ROM_OFF_ADDRESS 0x80000880
#define ROM_OFF 0x02

#define OP      %al
#define A       %ebx
#define B       %ecx
#define R       %edi
#define E       %ebp

    .text
    .globl base
base:
gdt:
    .quad 0
    .quad 0x00cf9b000000ffff            /* flat code */
    .quad 0x00cf93000000ffff            /* flat data */
gdt_end:
gdtr:
    .word gdt_end - gdt - 1
    .long gdt

    .code32
flat:
    mov $DATA_SEG, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %ss
    mov $BYTE_CODE, %esi
    xor R, R
    xor E, E

next:
    movzbl (%esi), %eax
    mov 1(%esi), A
    mov 5(%esi), B
    add $9, %esi
    cmp $0x07, OP
    jne run
    mov A, %eax
    mov B, A
    mov R, B

/* One opcode after the other: small, and the number of tests is nothing. */
run:
    cmp $0x02, OP
    jne 1f
    mov (A), R
    jmp next
1:  cmp $0x03, OP
    jne 1f
    mov B, (A)
    jmp next
1:  cmp $0x04, OP
    jne 1f
    cmp $ROM_OFF_ADDRESS, A
    jne 2f
    and $~ROM_OFF, B
2:
    mov A, %eax
    mov $CONFIG_ADDRESS, %edx
    out %eax, %dx
    mov B, %eax
    add $4, %edx
    out %eax, %dx
    jmp next
1:  cmp $0x05, OP
    jne 1f
    mov A, %eax
    mov $CONFIG_ADDRESS, %edx
    out %eax, %dx
    add $4, %edx
    in %dx, %eax
    mov %eax, R
    jmp next
1:  cmp $0x06, OP
    jne 1f
    and A, R
    or B, R
    jmp next
1:  cmp $0x08, OP
    jne 1f
    cmp A, R
    je next
skip:
    add B, %esi
    jmp next
1:  cmp $0x09, OP
    je skip
    cmp $0x10, OP
    jne 1f
    and A, E
    or B, E
    mov E, R
    jmp next
1:  cmp $0x11, OP
    jne 1f
    mov A, %edx
    mov B, %eax
    out %al, %dx
    jmp next
1:  cmp $0x12, OP
    jne 1f
    mov A, %edx
    xor %eax, %eax
    in %dx, %al
    mov %eax, R
    jmp next
1:  cmp $0xee, OP
    jne next
    xor %eax, %eax
    jmp *%eax

    .org 0x1d0
    .code16
real:
    cli
    lgdtl %cs:(gdtr - base + 0xfe00)
    mov %cr0, %eax
    or $1, %al
    mov %eax, %cr0
    ljmpl $CODE_SEG, $flat

/* The reset vector: 16 bytes before the end. */
    .org 0x1f0
    .globl start
start:
    jmp real
    .org 0x200
