/* SPDX-License-Identifier: GPL-2.0-or-later */
/* I/O ports and the GPU's registers. */
#ifndef NV2A_KERNEL_PORTS_H
#define NV2A_KERNEL_PORTS_H

#include <stdint.h>

static inline void out8(uint16_t port, uint8_t v)
{
    __asm__ volatile("outb %0, %1" : : "a"(v), "Nd"(port));
}

static inline uint8_t in8(uint16_t port)
{
    uint8_t v;

    __asm__ volatile("inb %1, %0" : "=a"(v) : "Nd"(port));
    return v;
}

static inline void out16(uint16_t port, uint16_t v)
{
    __asm__ volatile("outw %0, %1" : : "a"(v), "Nd"(port));
}

static inline uint16_t in16(uint16_t port)
{
    uint16_t v;

    __asm__ volatile("inw %1, %0" : "=a"(v) : "Nd"(port));
    return v;
}

static inline void out32(uint16_t port, uint32_t v)
{
    __asm__ volatile("outl %0, %1" : : "a"(v), "Nd"(port));
}

static inline uint32_t in32(uint16_t port)
{
    uint32_t v;

    __asm__ volatile("inl %1, %0" : "=a"(v) : "Nd"(port));
    return v;
}

#define GPU_BASE 0xfd000000u

static inline void gpu_write(uint32_t reg, uint32_t v)
{
    *(volatile uint32_t *)(GPU_BASE + reg) = v;
}

static inline void gpu_write8(uint32_t reg, uint8_t v)
{
    *(volatile uint8_t *)(GPU_BASE + reg) = v;
}

#endif
