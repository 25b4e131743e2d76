/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What C cannot say about exceptions: registers as the caller has them, and
 * going on with others.  Offsets are those of Context in exception.h.
 */
    .equ CONTEXT_SIZE, 0x238
    .equ FULL, 0x10007
    .equ EDI, 0x208
    .equ ESI, 0x20c
    .equ EBX, 0x210
    .equ EDX, 0x214
    .equ ECX, 0x218
    .equ EAX, 0x21c
    .equ EBP, 0x220
    .equ EIP, 0x224
    .equ CS, 0x228
    .equ EFLAGS, 0x22c
    .equ ESP, 0x230
    .equ SS, 0x234

    .text
    .code32

/* Registers but eax, eip, ebp and esp into the Context at eax. */
common_registers:
    movl $FULL, (%eax)
    mov %edi, EDI(%eax)
    mov %esi, ESI(%eax)
    mov %ebx, EBX(%eax)
    mov %edx, EDX(%eax)
    mov %ecx, ECX(%eax)
    mov %cs, CS(%eax)
    mov %ss, SS(%eax)
    movzwl CS(%eax), %edx
    mov %edx, CS(%eax)
    movzwl SS(%eax), %edx
    mov %edx, SS(%eax)
    pushf
    pop EFLAGS(%eax)
    mov EDX(%eax), %edx
    ret

/* void RtlRaiseException(ExceptionRecord *): the context is the caller's. */
    .globl RtlRaiseException
    .globl ExRaiseException
RtlRaiseException:
ExRaiseException:
    push %ebp
    mov %esp, %ebp
    push %eax
    sub $CONTEXT_SIZE, %esp
    lea (%esp), %eax
    call common_registers
    mov -4(%ebp), %ecx
    mov %ecx, EAX(%eax)
    mov (%ebp), %ecx
    mov %ecx, EBP(%eax)
    mov 4(%ebp), %ecx
    mov %ecx, EIP(%eax)
    lea 12(%ebp), %ecx
    mov %ecx, ESP(%eax)
    push %eax
    push 8(%ebp)
    call exception_raise
    leave
    ret $4

/* void RtlRaiseStatus(Status) */
    .globl RtlRaiseStatus
    .globl ExRaiseStatus
RtlRaiseStatus:
ExRaiseStatus:
    push %ebp
    mov %esp, %ebp
    sub $80, %esp
    mov 8(%ebp), %eax
    mov %eax, (%esp)                    /* code */
    movl $1, 4(%esp)                    /* it cannot be continued */
    movl $0, 8(%esp)
    mov 4(%ebp), %eax
    mov %eax, 12(%esp)
    movl $0, 16(%esp)
    push %esp
    call RtlRaiseException
    leave
    ret $4

/*
 * void RtlCaptureContext(Context *): doc, registers as after the return of the
 * function that calls it, so that function must have a frame.
 */
    .globl RtlCaptureContext
RtlCaptureContext:
    push %eax
    mov 8(%esp), %eax
    call common_registers
    pop %ecx
    mov %ecx, EAX(%eax)
    mov (%ebp), %ecx
    mov %ecx, EBP(%eax)
    mov 4(%ebp), %ecx
    mov %ecx, EIP(%eax)
    lea 8(%ebp), %ecx
    mov %ecx, ESP(%eax)
    mov ECX(%eax), %ecx
    mov EAX(%eax), %eax
    ret $4

/*
 * void RtlUnwind(frame, address, record, value): comes back to its caller, as
 * the interface does on this processor whatever the address is.
 */
    .globl RtlUnwind
RtlUnwind:
    push %ebp
    mov %esp, %ebp
    push %eax
    sub $CONTEXT_SIZE, %esp
    lea (%esp), %eax
    call common_registers
    mov 20(%ebp), %ecx
    mov %ecx, EAX(%eax)
    mov (%ebp), %ecx
    mov %ecx, EBP(%eax)
    mov 4(%ebp), %ecx
    mov %ecx, EIP(%eax)
    lea 24(%ebp), %ecx
    mov %ecx, ESP(%eax)
    push %eax
    push 16(%ebp)
    push 8(%ebp)
    call exception_unwind
    mov 20(%ebp), %eax
    leave
    ret $16

/* Flags and address go below the new stack, where nothing is in use. */
    .globl context_resume
context_resume:
    mov 4(%esp), %eax
    mov ESP(%eax), %edx
    mov EIP(%eax), %ecx
    mov %ecx, -4(%edx)
    mov EFLAGS(%eax), %ecx
    mov %ecx, -8(%edx)
    mov EAX(%eax), %ecx
    mov %ecx, -12(%edx)
    mov EDX(%eax), %ecx
    mov %ecx, -16(%edx)
    mov EDI(%eax), %edi
    mov ESI(%eax), %esi
    mov EBX(%eax), %ebx
    mov EBP(%eax), %ebp
    mov ECX(%eax), %ecx
    cli
    lea -16(%edx), %esp
    pop %edx
    pop %eax
    popf
    ret
    .section .note.GNU-stack, "", @progbits
